//! `fairdeal plan`.

use std::io::ErrorKind;

use super::prelude::*;
use super::progress::estimated;
use super::run::warn_of_plan;
use super::values::real;
use fairdeal_study::experiment::{self, Overrides};
use fairdeal_study::results::check_link;
use fairdeal_study::shards::Cut;
use fairdeal_study::words::games;

#[derive(Args, Debug)]
pub(super) struct PlanArguments {
    /// The experiment's file, or the name of one that is ready (see `list experiments`)
    #[arg(value_name = "EXPERIMENT")]
    pub(super) experiment: PathBuf,
    /// The number of shards; shards also end wherever a stopping rule looks
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000))]
    pub(super) shards: Option<u64>,
    /// Cut it so that a shard takes about this many minutes on a machine like this one, but into
    /// 1,000 at most [default: 30]
    #[arg(long, value_name = "M", conflicts_with = "shards", value_parser = real(0.001..=100_000.0))]
    pub(super) shard_minutes: Option<f64>,
    /// Play this many blocks (shuffles) instead of what the file says
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1 << 40))]
    pub(super) blocks: Option<u64>,
    /// The seed, instead of what the file says
    #[arg(long, value_name = "S", value_parser = seed)]
    pub(super) seed: Option<u64>,
    /// The file of the plan
    #[arg(long, value_name = "FILE", default_value = "plan.json")]
    pub(super) out: PathBuf,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, 1024))]
    pub(super) threads: Option<u16>,
    /// No progress and no summary: only the file, and errors
    #[arg(long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) programs: ProgramOptions,
}

/// More shards are much work for an engine and for a merge.
const MOST_SHARDS: u64 = 1000;

/// The default number of minutes for a shard.
const USUAL_MINUTES: f64 = 30.0;

/// Cuts an experiment into shards.
pub(super) fn plan(
    games: GameList,
    arguments: &PlanArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let document = experiment::find(games, &arguments.experiment)?;
    let game = experiment::game_of(games, &document)?;
    check_link(&arguments.out).map_err(Failure::Write)?;
    PlanFile::check_target(&arguments.out).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::AlreadyThere(arguments.out.clone()),
        _ => InputError::unreadable(&arguments.out, &error).into(),
    })?;
    let overrides = Overrides { seed: arguments.seed, blocks: arguments.blocks };
    let plan = experiment::parse(game, &document, overrides)?;
    warn_of_plan(&plan);
    let allowed = permission(plan.entrants().filter_map(Entrant::file), arguments.programs)?;
    let bars = Bars::new(game.description().plural, arguments.quiet);
    let session = bars.session(arguments.threads, allowed);
    let minutes = arguments.shard_minutes.unwrap_or(USUAL_MINUTES);
    let into = arguments.shards.map_or(Cut::Seconds(60.0 * minutes, MOST_SHARDS), Cut::Shards);
    let file = PlanFile::new(&session, &plan, into)?;
    if bars.control().stop.load(Ordering::SeqCst) {
        say("interrupted, so nothing is written");
        return Ok(Outcome::Interrupted);
    }
    file.write(&arguments.out).map_err(Failure::unwritable(&arguments.out))?;
    if !arguments.quiet {
        tell(&file, (&arguments.out, None), game.description().plural, out)?;
        writeln!(out, "\nScripts for Slurm, Dask and GNU parallel: docs/beyond-one-machine.md")?;
    }
    Ok(Outcome::Done)
}

/// Describes a plan in a file and the next steps. The results are merged into a folder, if one is
/// given.
pub(super) fn tell(
    file: &PlanFile,
    (path, results): (&Path, Option<&Path>),
    plural: &str,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let games = games(u128::from(file.blocks) * u128::from(file.games_per_block), plural);
    let (blocks, shards) = (
        counted(file.blocks.into(), "block", "blocks"),
        counted(file.shards.len() as u128, "shard", "shards"),
    );
    let longest = file.shards.iter().map(|shard| shard.seconds).fold(0.0, f64::max);
    writeln!(out, "{}: {blocks}, {games}, in {shards}: {}", file.name, shown(path))?;
    writeln!(
        out,
        "On this machine the whole run takes {}, and a shard at most {}.",
        estimated(&file.estimate),
        about(longest)
    )?;
    if file.shards.len() as u64 > MOST_SHARDS {
        writeln!(
            out,
            "Many engines take at most {} tasks at a time.",
            thousands(MOST_SHARDS.into())
        )?;
    }
    let last = file.shards.len().saturating_sub(1);
    let more = if last > 0 { format!("        (to {last})") } else { String::new() };
    writeln!(out, "\nPlay each shard, on any machine that sees the folder, then merge them:\n")?;
    writeln!(out, "    {}{more}", program::play(file, path, "--shard 0", None))?;
    let into = results.map_or_else(String::new, |folder| format!(" --out {}", word(folder)));
    writeln!(out, "    {} merge {}{into}", program::name(), word(path))?;
    Ok(())
}
