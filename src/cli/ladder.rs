//! `fairdeal ladder`: how skill changes the answers.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::args::{LadderArguments, WithoutFile};
use super::failure::{Failure, Outcome};
use super::progress::{bar, watch_interruption};
use super::run::{RunRequest, play, variant_name};
use super::{say, warn_of};
use crate::experiment::Plan;
use crate::input::{InputError, Location, Problem, Settings};
use crate::metrics::{Analysis, Counts};
use crate::registry::{GameList, Visitor};
use crate::runner::{self, Control};
use crate::strategy::{Playable, StrategyFile};

/// Games on a ladder are for two: who is stronger is then plain.
const PLAYERS: usize = 2;

/// Climbs the ladder of a game.
pub(super) fn ladder<L: GameList>(arguments: &LadderArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    L::visit(&arguments.game, Ladder { arguments, out }).map_err(Failure::unknown)?
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
        let duels = Duels::<G> { arguments, settings, game: std::marker::PhantomData };
        let further = duels.doubled(&strategies)?;
        let plan = duels.plan(&strategies[..PLAYERS], arguments.blocks)?.ladder(&strategies, &further)?;
        let mut times = Vec::with_capacity(strategies.len() + further.len());
        for strategy in strategies.iter().chain(&further) {
            times.push((strategy.name.clone(), duels.decision_time(strategy)?));
        }
        let WithoutFile { out: folder, options, .. } = &arguments.without_file;
        let order = RunRequest { folder: folder.clone(), options, decision_times: times };
        play(&plan, order, out)
    }
}

/// The strategies that climb: those that are named, or all that the game ships for a ladder. The last one that has a budget comes last.
fn rungs<G: Playable>(wanted: &[String]) -> Result<Vec<StrategyFile>, Failure> {
    let place = Location::whole("--strategies");
    let shipped: Vec<String> = G::LADDER.iter().map(|name| (*name).to_owned()).collect();
    let names = if wanted.is_empty() { &shipped } else { wanted };
    let mut files = names.iter().map(|name| StrategyFile::find::<G>(name, &place)).collect::<Result<Vec<_>, _>>()?;
    if let Some((_, twice)) = files.iter().enumerate().find(|(index, file)| files[..*index].iter().any(|other| other.name == file.name)) {
        return Err(InputError::new(place, Problem::Duplicate { what: "strategy", name: twice.name.clone() }).into());
    }
    if files.len() < PLAYERS {
        let problem =
            Problem::Value { key: "the number of strategies".into(), found: files.len().to_string(), allowed: "2 or more".into() };
        return Err(InputError::new(place, problem).into());
    }
    if let Some(searcher) = files.iter().rposition(|file| file.with_budget(2).is_some()) {
        let searcher = files.remove(searcher);
        files.push(searcher);
    }
    Ok(files)
}

/// Games beside those of the ladder itself.
struct Duels<'a, G> {
    arguments: &'a LadderArguments,
    settings: Settings,
    game: std::marker::PhantomData<G>,
}

impl<G: Playable> Duels<'_, G> {
    fn plan(&self, pair: &[StrategyFile], blocks: u64) -> Result<Plan<G>, Failure> {
        let LadderArguments { rules, without_file: WithoutFile { seed, tolerance, .. }, .. } = self.arguments;
        let analysis = Analysis { win_rate_tolerance: *tolerance, ..Analysis::default() };
        Ok(Plan::single(&variant_name(&rules.choice()), (*seed, blocks), self.settings.clone(), pair, analysis)?)
    }

    /// The last of the strategies with its budget doubled, and doubled again, as often as is asked for and as long as it pays: the last one is the
    /// first that does not beat the one before it.
    fn doubled(&self, strategies: &[StrategyFile]) -> Result<Vec<StrategyFile>, Failure> {
        let mut further: Vec<StrategyFile> = Vec::new();
        let Some(searcher) = strategies.last() else { return Ok(further) };
        for doubling in 1..=self.arguments.doublings {
            let Some(next) = searcher.with_budget(1 << doubling) else { break };
            // The games of the last doubling are played on the ladder anyway.
            if let Some(last) = further.last() {
                let before = further.iter().rev().nth(1).unwrap_or(searcher);
                if !self.beats(last, before)? {
                    break;
                }
            }
            further.push(next);
        }
        Ok(further)
    }

    /// Does the first beat the other beyond the tolerance?
    fn beats(&self, first: &StrategyFile, other: &StrategyFile) -> Result<bool, Failure> {
        let LadderArguments { blocks, without_file: WithoutFile { options, .. }, .. } = self.arguments;
        let plan = self.plan(&[first.clone(), other.clone()], *blocks)?;
        let bar = bar(plan.blocks.saturating_mul(plan.games_per_block()), G::DESCRIPTION.many, options.quiet);
        if !options.quiet {
            say(&format!("{} against {}: is it worth its time?", first.name, other.name));
        }
        let (counts, _) = runner::run(&plan, options.threads(), Control { stop: watch_interruption(), progress: &|games| bar.inc(games) })?;
        bar.finish_and_clear();
        Ok(counts.beats(&first.name, &other.name, &plan.analysis).unwrap_or(false))
    }

    /// How many nanoseconds a decision of a strategy takes on one thread, the game's own share of it included: the mean over games against itself,
    /// as many as half a second holds, and four at least: decisions early in a game take longer than those near its end.
    fn decision_time(&self, strategy: &StrategyFile) -> Result<f64, Failure> {
        const ENOUGH: Duration = Duration::from_millis(500);
        let mut blocks = 4;
        loop {
            let plan = self.plan(&[strategy.clone(), strategy.clone()], blocks)?;
            let begun = Instant::now();
            let (counts, _): (Counts, _) = runner::run(&plan, 1, Control { stop: &AtomicBool::new(false), progress: &|_| {} })?;
            let taken = begun.elapsed();
            if taken >= ENOUGH || blocks >= 1 << 20 {
                return Ok(taken.as_nanos() as f64 / counts.decisions().max(1) as f64);
            }
            blocks *= 2;
        }
    }
}
