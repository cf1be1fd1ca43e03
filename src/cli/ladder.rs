//! `fairdeal ladder`: how skill changes the answers.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::args::LadderArguments;
use super::failure::{Failure, Outcome};
use super::run::{play, variant_name};
use super::warn_of;
use crate::experiment::Plan;
use crate::input::{InputError, Place, Problem, Settings};
use crate::metrics::Analysis;
use crate::registry::{Visitor, with_game};
use crate::runner::{self, Control};
use crate::strategy::{Playable, StrategyFile};

/// Games on a ladder are for two: who is stronger is then plain.
const PLAYERS: usize = 2;

/// Climbs the ladder of a game.
pub(super) fn ladder(arguments: &LadderArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    with_game(&arguments.game, Ladder { arguments, out }).map_err(Failure::unknown)?
}

struct Ladder<'a, W> {
    arguments: &'a LadderArguments,
    out: &'a mut W,
}

impl<W: Write> Visitor for Ladder<'_, W> {
    type Output = Result<Outcome, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { arguments, out } = self;
        let settings = arguments.rules.choice().settings::<G>()?;
        let strategies = rungs::<G>(&arguments.strategies)?;
        warn_of::<G>(&settings, None);
        let analysis = Analysis { win_rate_tolerance: arguments.tolerance, ..Analysis::default() };
        let name = variant_name(&arguments.rules.choice());
        let plan = Plan::<G>::single(&name, (arguments.seed, arguments.blocks), settings.clone(), &strategies[..PLAYERS], analysis)?;
        let plan = plan.ladder(&strategies, PLAYERS)?;
        let outcome = play(&plan, arguments.out.clone(), &arguments.options, out)?;
        if outcome == Outcome::Done && !arguments.options.quiet {
            writeln!(out, "\nTime for a decision, on one thread")?;
            for strategy in &strategies {
                let nanoseconds = time::<G>(strategy, &settings, arguments.seed)?;
                writeln!(out, "  {:<12} {}", strategy.name, in_words(nanoseconds))?;
            }
        }
        Ok(outcome)
    }
}

/// The strategies that climb: those that are named, or all that the game ships for a ladder.
fn rungs<G: Playable>(named: &[String]) -> Result<Vec<StrategyFile>, Failure> {
    let place = Place::whole("--strategies");
    let shipped: Vec<String> = G::LADDER.iter().map(|name| (*name).to_owned()).collect();
    let names = if named.is_empty() { &shipped } else { named };
    let files = names.iter().map(|name| StrategyFile::find::<G>(name, &place)).collect::<Result<Vec<_>, _>>()?;
    if let Some(twice) = files.iter().enumerate().find(|(index, file)| files[..*index].iter().any(|other| other.name == file.name)) {
        return Err(InputError::new(place, Problem::Twice { what: "strategy", name: twice.1.name.clone() }).into());
    }
    if files.len() < PLAYERS {
        let problem =
            Problem::Value { key: "the number of strategies".into(), found: files.len().to_string(), allowed: "2 or more".into() };
        return Err(InputError::new(place, problem).into());
    }
    Ok(files)
}

/// How many nanoseconds a decision of a strategy takes on one thread, the game's own share of it included: the mean over games against itself, as many as
/// a fifth of a second holds.
fn time<G: Playable>(strategy: &StrategyFile, settings: &Settings, seed: u64) -> Result<f64, Failure> {
    const ENOUGH: Duration = Duration::from_millis(200);
    let mut blocks = 1;
    loop {
        let pair = [strategy.clone(), strategy.clone()];
        let plan = Plan::<G>::single("timing", (seed, blocks), settings.clone(), &pair, Analysis::default())?;
        let begun = Instant::now();
        let control = Control { stop: &AtomicBool::new(false), progress: &|_| {} };
        let (counts, _) = runner::run(&plan, 1, control)?;
        let taken = begun.elapsed();
        if taken >= ENOUGH || blocks >= 1 << 20 {
            return Ok(taken.as_nanos() as f64 / counts.decisions().max(1) as f64);
        }
        blocks *= 2;
    }
}

/// "20 ns", "1.5 ms".
fn in_words(nanoseconds: f64) -> String {
    match nanoseconds {
        small if small < 1e3 => format!("{small:.0} ns"),
        middle if middle < 1e6 => format!("{:.1} us", middle / 1e3),
        large => format!("{:.1} ms", large / 1e6),
    }
}
