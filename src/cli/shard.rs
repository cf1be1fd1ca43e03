//! `fairdeal run --plan`: a part of a plan.

use std::ops::{Range, RangeInclusive};

use super::prelude::*;
use super::values::digits;
use fairdeal_study::shards::PlayedShard;
use fairdeal_study::words;

/// The part of a plan to play.
#[derive(Args, Debug)]
pub(super) struct ShardOptions {
    /// Play a shard of this plan, and write its counts to a file
    #[arg(
        long,
        value_name = "PLAN",
        help_heading = "A part of a plan",
        conflicts_with_all = ["experiments", "blocks", "seed", "dry_run", "report", "force", "verbose", "table", "check"]
    )]
    pub(super) plan: Option<PathBuf>,
    /// Its number, or several: 3 or 3,5-7 [default: the number of the task in an array job]
    #[arg(long, value_name = "K", help_heading = "A part of a plan", requires = "plan", value_parser = numbers)]
    pub(super) shard: Option<Numbers>,
    /// Play these blocks instead: 1000-1999
    #[arg(long, value_name = "FIRST-LAST", help_heading = "A part of a plan", requires = "plan", conflicts_with = "shard", value_parser = range)]
    pub(super) range: Option<RangeInclusive<u64>>,
}

/// Numbers of shards, range by range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers(pub(super) Vec<RangeInclusive<u64>>);

/// Reads 3 or 3-7.
fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = digits(first.trim())
        .parse()
        .and_then(|first| Ok(first..=digits(last.trim()).parse()?))
        .ok();
    range.filter(|range| !range.is_empty()).ok_or_else(|| {
        "allowed: a number, or two with a - between them, the smaller one first".to_owned()
    })
}

/// Reads 3 or 3,5-7.
fn numbers(text: &str) -> Result<Numbers, String> {
    text.split(',').map(range).collect::<Result<_, _>>().map(Numbers)
}

/// The variables in which engines give a task its number, and the number of the first task.
const VARIABLES: [(&str, u64); 4] = [
    ("SLURM_ARRAY_TASK_ID", 0),
    ("HQ_TASK_ID", 0),
    ("JOB_COMPLETION_INDEX", 0),
    ("PARALLEL_SEQ", 1),
];

/// Plays parts of a plan, and writes their counts to files.
pub(super) fn run(
    games: GameList,
    path: &Path,
    (shard, folder): (&ShardOptions, Option<&Path>),
    options: &RunOptions,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let file = PlanFile::read(path)?;
    let parts = asked(&file, path, shard)?;
    let game = file.game_in(games).map_err(|error| error.at(&Location::file(path)))?;
    let folder = folder.map_or_else(|| PlanFile::usual_folder(path), Path::to_owned);
    let plan = file.experiment(game, path)?;
    file.check_program(path, &plan)?;
    file.check_learned(path, &plan)?;
    let allowed = permission(plan.entrants().filter_map(Entrant::file), options.programs)?;
    let quiet = options.quiet;
    let bars = Bars::new(game.description().plural, quiet);
    let session = bars.session(options.threads, allowed).that_learns_nothing();
    for (name, blocks) in parts {
        let shard = file.shard_path(&folder, &blocks);
        let said = match file.play_shard(&plan, &session, &folder, &blocks)? {
            PlayedShard::Played(time) => {
                let games = words::games(
                    u128::from(blocks.end - blocks.start) * u128::from(plan.games_per_block()),
                    game.description().plural,
                );
                format!("{games} in {:.1} s; {}", time.as_secs_f64(), shown(&shard))
            }
            PlayedShard::WasThere => format!("{} is there already, and valid", shown(&shard)),
            PlayedShard::Stopped => {
                say(&format!("interrupted: {name} is not whole, so nothing is written of it"));
                return Ok(Outcome::Interrupted);
            }
        };
        if !quiet {
            let told =
                writeln!(out, "{name} ({}): {said}", in_words(&blocks)).and_then(|()| out.flush());
            // The other shards are played even if standard output is closed.
            told.or_else(|error| {
                if error.kind() == std::io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
            })?;
        }
    }
    Ok(Outcome::Done)
}

/// A part to play, and its name.
type Part = (String, Range<u64>);

/// The parts that the options select, or that of the task.
fn asked(file: &PlanFile, path: &Path, options: &ShardOptions) -> Result<Vec<Part>, InputError> {
    if let Some(range) = &options.range {
        let (first, last) = (*range.start(), *range.end());
        if last >= file.blocks {
            let allowed =
                format!("0 to {}, the blocks of {}", file.blocks.saturating_sub(1), shown(path));
            let problem = Problem::value("--range", format!("{first}-{last}"), allowed);
            return Err(Location::whole("--range").error(problem));
        }
        return Ok(vec![("the part".to_owned(), first..last + 1)]);
    }
    let numbers: Vec<u64> = match &options.shard {
        Some(numbers) => {
            let last = numbers.0.iter().map(|range| *range.end()).max().unwrap_or(0);
            file.shard(path, last)?;
            numbers.0.iter().cloned().flatten().collect()
        }
        None => vec![of_task(|variable| {
            std::env::var_os(variable).map(|value| value.to_string_lossy().into_owned())
        })?],
    };
    let part = |number: u64| {
        let shard = file.shard(path, number)?;
        Ok((format!("shard {number} of {}", file.shards.len()), shard.blocks()))
    };
    numbers.into_iter().map(part).collect()
}

/// The number of the shard that this task of an engine is to play. All variables that are set must
/// agree: if one engine runs inside another, either may be meant.
fn of_task(value_of: impl Fn(&str) -> Option<String>) -> Result<u64, InputError> {
    let refused = |problem| Location::whole("the environment").error(problem);
    let mut set: Vec<(&str, String, u64)> = Vec::new();
    for (variable, first) in VARIABLES {
        let Some(found) = value_of(variable) else { continue };
        let Some(shard) = found.parse::<u64>().ok().and_then(|number| number.checked_sub(first))
        else {
            let allowed = format!("a whole number from {first} on");
            return Err(refused(Problem::value(variable, found, allowed)));
        };
        set.push((variable, found, shard));
    }
    let Some((variable, found, shard)) = set.first() else {
        let names: Vec<&str> = VARIABLES.iter().map(|(variable, _)| *variable).collect();
        let allowed = format!(
            "the number of a shard; or a task of an engine, which sets one of {}",
            names.join(", ")
        );
        return Err(Location::whole("the command").error(Problem::missing("--shard", allowed)));
    };
    match set.iter().find(|(_, _, other)| other != shard) {
        None => Ok(*shard),
        Some((other, other_found, other_shard)) => Err(refused(Problem::conflict(
            format!(
                "{variable}={found} means shard {shard}, and {other}={other_found} shard {other_shard}"
            ),
            "one of them, or both for the same shard; --shard overrides both",
        ))),
    }
}

/// A range of blocks in words.
pub(super) fn in_words(blocks: &Range<u64>) -> String {
    let number = counted(u128::from(blocks.end - blocks.start), "block", "blocks");
    format!("{number} from {} to {}", blocks.start, blocks.end.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(set: &[(&str, &str)]) -> Result<u64, String> {
        let value_of = |variable: &str| {
            set.iter().find(|(name, _)| *name == variable).map(|(_, value)| (*value).to_owned())
        };
        of_task(value_of).map_err(|error| error.to_string())
    }

    #[test]
    fn engines_that_disagree_about_the_shard_are_both_named() {
        assert_eq!(of(&[("HQ_TASK_ID", "4")]), Ok(4));
        assert_eq!(
            of(&[("SLURM_ARRAY_TASK_ID", "4"), ("PARALLEL_SEQ", "5")]),
            Ok(4),
            "one counts from 0, the other from 1"
        );
        for (index, (one, first)) in VARIABLES.into_iter().enumerate() {
            for (other, other_first) in &VARIABLES[index + 1..] {
                let (value, other_value) = ((7 + first).to_string(), (6 + other_first).to_string());
                let told = of(&[(one, &value), (*other, &other_value)]).expect_err("they disagree");
                assert_eq!(
                    told,
                    format!(
                        "the environment: {one}={value} means shard 7, and {other}={other_value} shard 6\n  \
                         allowed: one of them, or both for the same shard; --shard overrides both"
                    )
                );
            }
        }
        for wrong in ["0", "", "two"] {
            let told = of(&[("SLURM_ARRAY_TASK_ID", "4"), ("PARALLEL_SEQ", wrong)])
                .expect_err("it counts from 1");
            assert!(told.starts_with("the environment: `PARALLEL_SEQ` cannot be"), "{told}");
        }
        assert!(of(&[]).is_err_and(|told| told.starts_with("the command: `--shard` is missing")));
    }

    #[test]
    fn numbers_of_shards_are_read_as_other_numbers() {
        assert_eq!(numbers("1_000-1_002"), Ok(Numbers(vec![1000..=1002])));
    }
}
