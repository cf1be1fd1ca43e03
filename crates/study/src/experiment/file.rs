//! The file of an experiment.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::asked::{AskedLineup, one_a_seat};
use super::field::{MOST_DOUBLINGS, check_others};
use super::rules::read;
use super::stop::MOST_BLOCKS;
use super::sweep::Grid;
use super::{Asked, Experiment, Plan, PlayQuestions, Variant, sensitivity, stop};
use crate::findings::Analysis;
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::Description;
use fairdeal_core::input::DocumentValue as Value;
use fairdeal_core::input::{
    Document, InputError, Location, Problem, Problems, Section, Settings, Unknown, check_name,
    meant_real,
};
use fairdeal_core::metrics::Tolerance;
use fairdeal_core::registry::own_games;
use fairdeal_core::strategy::{Repertoire, StrategyTexts};
use fairdeal_stats::Confidence;

/// The seeds that there are, in files and as options.
pub const SEEDS: RangeInclusive<u64> = 0..=u64::MAX;

/// What the options of the command set over the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrides {
    /// The seed.
    pub seed: Option<u64>,
    /// The number of blocks.
    pub blocks: Option<u64>,
}

const TOP: [&str; 14] = [
    "question", "game", "seed", "blocks", "baseline", "variant", "sweep", "sensitivity", "lineup",
    "round_robin", "ladder", "play", "analysis", "stop",
];

/// Has the file only keys that an experiment has?
fn check_top(top: &Section<'_>) -> Result<(), InputError> {
    top.check(&TOP).map_err(|error| error.names_in("docs/experiments.md"))
}

/// The name of the game that an experiment is about, with its line.
///
/// # Errors
/// When the file names no game; with it, the keys that no experiment has.
pub fn game_of(document: &Document) -> Result<(usize, &str), InputError> {
    let top = document.top();
    let game = top.required_text("game", "the name of a game, as `list games` shows them");
    game.map_err(|error| error.with(check_top(&top).err()))
}

/// The error that an experiment is about a game that is not known; with it, the keys that no
/// experiment has.
pub fn unknown_game(document: &Document, line: usize, unknown: Unknown) -> InputError {
    let top = document.top();
    let hint = own_games(&unknown);
    top.error_at(line, Problem::Unknown(unknown)).hint(hint).with(check_top(&top).err())
}

/// The name of an experiment: that of its file, without the ending.
pub fn name_of(document: &Document) -> String {
    Path::new(document.source())
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Makes the plan of an experiment about a game.
///
/// # Errors
/// When anything in the file is at fault: all problems are told together, each with its place.
pub fn parse(
    game: &'static dyn AnyGame,
    document: &Document,
    overrides: Overrides,
) -> Result<Plan, InputError> {
    parse_with(game, document, overrides, &StrategyTexts::default())
}

/// The same, with strategies from these texts.
///
/// # Errors
/// As [`parse`].
pub fn parse_with(
    game: &'static dyn AnyGame,
    document: &Document,
    overrides: Overrides,
    texts: &StrategyTexts,
) -> Result<Plan, InputError> {
    let mut problems = Problems::default();
    let top = document.top();
    problems.take(check_top(&top));
    let question = problems
        .take(top.text("question"))
        .flatten()
        .map_or_else(String::new, |(_, text)| text.to_owned());
    let seed = problems.take(top.whole("seed", SEEDS)).flatten();
    let given = problems.take(top.integer("blocks", 1..=MOST_BLOCKS.cast_signed()));
    let stop = problems.take(stop::read(&top, given.flatten(), MOST_BLOCKS.cast_signed()));
    problems.take(check_name(&name_of(document), top.place()));
    let mut experiment = Experiment::new(game, &name_of(document))
        .texts(texts)
        .question(&question)
        .seed(overrides.seed.or(seed).unwrap_or(0));
    let blocks = match (overrides.blocks, stop, given) {
        (Some(blocks), ..) => Some(blocks),
        (None, Some(Some((_, max_blocks))), _) => max_blocks,
        (None, _, Some(Some(blocks))) => Some(blocks.cast_unsigned()),
        (None, Some(None), Some(None)) => {
            let allowed = "a number of blocks (shuffles), 10_000 for a start; or a reason to stop, see [stop]".to_owned();
            problems.note(top.error(Problem::Missing { key: "blocks".into(), allowed }));
            None
        }
        // What is wrong with it is noted.
        (None, ..) => None,
    };
    if let Some(blocks) = blocks {
        experiment = experiment.blocks_at(
            top.entry("blocks").map_or_else(|| top.place(), |entry| top.place_at(entry.line)),
            blocks,
        );
    }
    experiment = experiment.analysis(analysis(&top, &mut problems));
    let before = problems.len();
    let description = game.description();
    let knobs = description.knobs;
    experiment = experiment.variants(named_variants(description, &top, &mut problems));
    let (sweep, sensitivity) = (
        problems.take(Grid::read(&top, knobs)),
        problems.take(sensitivity::Asked::read(&top, knobs)),
    );
    if let (Some(sweep), Some(sensitivity)) = (sweep, sensitivity) {
        experiment = experiment.grids(sweep, sensitivity);
    }
    // Whether the baseline is one of the variants can be said only if all of them are known.
    if let Some((line, name)) =
        problems.take(top.text("baseline")).flatten().filter(|_| problems.len() == before)
    {
        experiment = experiment.baseline_at(top.place_at(line), name);
    }
    if let Some(Some((stop, _))) = stop {
        let place = top.entry("stop").map_or_else(|| top.place(), |entry| top.place_at(entry.line));
        experiment = experiment.stop_at(place, stop);
    }
    experiment = experiment.play_at(problems.take(PlayQuestions::read(&top)).flatten());
    experiment = with_field(experiment, game.repertoire(), &top, &mut problems);
    let lineups = lineups(description, &top, &mut problems);
    experiment = lineups
        .into_iter()
        .fold(experiment, |experiment, (place, asked)| experiment.lineup_at(place, asked));
    experiment.plan_with(problems)
}

/// The variants that the file names; those that are at fault too, with what can be read of them.
fn named_variants(game: &Description, top: &Section<'_>, problems: &mut Problems) -> Vec<Variant> {
    let sections = problems.take(top.open_sections("variant")).unwrap_or_default();
    let mut names = BTreeSet::new();
    let mut variant = |section: &Section<'_>| {
        problems.take(section.check(&["name", "preset", "rules"]));
        let name = problems.take(section.required_text("name", "a name for the tables, in quotes"));
        if let Some((line, name)) = name {
            if let Err(error) = check_name(name, section.place_at(line)) {
                problems.note(error.in_section(section.name()));
            } else if !names.insert(name.to_owned()) {
                problems.note(
                    section.error_at(
                        line,
                        Problem::Duplicate { what: "variant", name: name.to_owned() },
                    ),
                );
            }
        }
        let mut settings = Settings::defaults(game.knobs);
        problems.take(read(section, game, &mut settings));
        Variant { name: name.map_or("", |(_, name)| name).to_owned(), settings, point: Vec::new() }
    };
    sections.iter().map(&mut variant).collect()
}

/// The sections in which strategies all meet.
const FIELDS: [&str; 2] = ["round_robin", "ladder"];

/// How often a ladder doubles what its strongest search may spend, where nothing is said.
const DOUBLINGS: i64 = 1;

/// Takes over the strategies that all meet, where the file has such.
fn with_field(
    experiment: Experiment,
    strategies: &Repertoire,
    top: &Section<'_>,
    problems: &mut Problems,
) -> Experiment {
    let [round_robin, ladder] = FIELDS.map(|key| problems.take(top.open_section(key)).flatten());
    let (section, is_ladder) = match (round_robin, ladder) {
        (None, None) => return experiment,
        (Some(round_robin), Some(_)) => {
            let found = "`round_robin` and `ladder` are both given".to_owned();
            problems.note(
                round_robin.error(Problem::Conflict { found, allowed: "one of them".to_owned() }),
            );
            return experiment;
        }
        (Some(section), None) => (section, false),
        (None, Some(section)) => (section, true),
    };
    problems.take(section.check(if is_ladder {
        &["strategies", "players", "doublings", "exploiters", "others"]
    } else {
        &["strategies", "players"]
    }));
    let allowed = "a list of different strategies: [\"greedy\", \"random\"]";
    let names = match section.entry("strategies") {
        None if is_ladder => Some(strategies.ladder.to_vec()),
        _ => problems
            .take(section.required_texts("strategies", allowed))
            .map(|names| names.into_iter().map(|(_, name)| name).collect()),
    };
    let game = strategies.game;
    let most = game.most_players as i64;
    let players = problems
        .take(section.integer("players", (game.fewest_players.max(2) as i64).min(most)..=most))
        .flatten();
    let asked_players = players.map(|players| players as usize);
    let players = asked_players.unwrap_or(game.usual_players());
    let others = problems
        .take(section.lists_of_texts("others", "a list of lists: [[\"heuristic\", \"greedy\"]]"))
        .unwrap_or_default();
    let place_of = |key: &str| {
        section.entry(key).map_or_else(|| section.place(), |entry| section.place_at(entry.line))
    };
    problems.take(check_others(asked_players, &others, place_of("others")));
    let doublings = problems
        .take(section.integer("doublings", 0..=MOST_DOUBLINGS.into()))
        .flatten()
        .unwrap_or(DOUBLINGS);
    let exploiters = problems.take(section.flag("exploiters")).flatten().unwrap_or(false);
    let Some(names) = names else { return experiment };
    let experiment = experiment.field_at(place_of("strategies"), place_of("others"));
    if is_ladder {
        let ladder = experiment.ladder(&names, &[]).players(players).doublings(doublings as u32);
        let ladder = if exploiters { ladder.exploiters() } else { ladder };
        others.into_iter().fold(ladder, Experiment::others)
    } else {
        experiment.round_robin(&names, players)
    }
}

/// The line-ups of the file, those that can be read.
fn lineups(game: &Description, top: &Section<'_>, problems: &mut Problems) -> Vec<AskedLineup> {
    let allowed = "a list of strategies, one a seat: [\"greedy\", \"random\"]";
    let sections = problems.take(top.open_sections("lineup"));
    let all_meet = FIELDS.iter().any(|key| top.entry(key).is_some());
    if sections.as_ref().is_some_and(Vec::is_empty) && !all_meet {
        problems.note(top.error(Problem::Missing {
            key: "[[lineup]]".into(),
            allowed: "strategies = ".to_owned() + allowed,
        }));
    }
    let mut lineup = |section: &Section<'_>| {
        problems.take(section.check(&["strategies", "players"]));
        let names = problems.take(section.required_texts("strategies", allowed));
        let (fewest, most) = (game.fewest_players, game.most_players);
        let players = problems.take(section.integer("players", fewest as i64..=most as i64));
        let (names, players) = (names?, players?.map(|players| players as usize));
        let asked: Vec<(Location, Asked)> = names
            .into_iter()
            .map(|(line, name)| (section.place_at(line), Asked::from(name)))
            .collect();
        let line_of = |key: &str| section.entry(key).map_or(1, |entry| entry.line);
        let asked = match players {
            Some(players) => one_a_seat(asked, players)
                .map_err(|problem| section.error_at(line_of("players"), problem)),
            None => Ok(asked),
        };
        Some((section.place_at(line_of("strategies")), problems.take(asked)?))
    };
    sections.iter().flatten().filter_map(&mut lineup).collect()
}

fn analysis(top: &Section<'_>, problems: &mut Problems) -> Analysis {
    let mut analysis = Analysis::default();
    let Some(section) = problems.take(top.open_section("analysis")).flatten() else {
        return analysis;
    };
    problems.take(section.check(&["confidence", "tolerance"]));
    if let Some(entry) = section.entry("confidence") {
        let level = match entry.value {
            Value::Real(level) => Confidence::new(level).ok(),
            _ => None,
        };
        let level = level.ok_or_else(|| {
            let hint = meant_real(&entry.value.to_string(), &(0.5..=0.999_999));
            section.refused(entry, "a number above 0.5 and below 1; 0.95 is usual").hint(hint)
        });
        analysis.confidence = problems.take(level).unwrap_or_default();
    }
    if let Some(sizes) = problems.take(section.open_section("tolerance")).flatten() {
        problems.take(sizes.check(&Tolerance::ALL.map(Tolerance::key)));
        for tolerance in Tolerance::ALL {
            analysis.set_tolerance(
                tolerance,
                problems.take(sizes.real(tolerance.key(), 0.0..=Tolerance::MOST)).flatten(),
            );
        }
    }
    analysis
}
