//! What a ladder needs beside its own games: how far a doubled budget helps, and how long decisions take.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::{Control, Counter, RunError, Session, Stage};
use crate::experiment::{Experiment, Plan, RulesChoice};
use crate::findings::Analysis;
use crate::metrics::Counts;
use crate::results::KeptCounts;
use crate::rows::Verdict;
use crate::strategy::{Entrant, Playable};

/// A ladder that is asked for.
#[derive(Debug)]
pub struct LadderRequest<'a, G: Playable> {
    /// What the tables call the rules.
    pub variant: &'a str,
    /// The rules.
    pub rules: &'a RulesChoice,
    /// The strategies, all different, at least two.
    pub strategies: Vec<Entrant<G>>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How many blocks are played.
    pub blocks: u64,
    /// How the counts are judged.
    pub analysis: Analysis,
    /// How often to double the budget of the strongest search, at most.
    pub doublings: u32,
}

impl<G: Playable> LadderRequest<'_, G> {
    fn experiment(&self) -> Experiment<G> {
        Experiment::new("match").rules(self.variant, self.rules).seed(self.seed).blocks(self.blocks).analysis(self.analysis)
    }
}

/// Plans a ladder. The last strategy with a budget comes last, followed by copies with its budget doubled, and doubled again, as often as is asked for
/// and as long as it pays: the last one is the first that does not beat the one before it.
///
/// # Errors
/// When the rules do not suit two players, or a strategy fails.
pub fn double_budgets<G: Playable>(session: &Session<'_>, request: &LadderRequest<'_, G>) -> Result<Plan<G>, RunError> {
    let mut strategies = request.strategies.clone();
    if let Some(searcher) = strategies.iter().rposition(|file| file.with_budget(2).is_some()) {
        let searcher = strategies.remove(searcher);
        strategies.push(searcher);
    }
    let mut chain: Vec<Entrant<G>> = strategies.last().cloned().into_iter().collect();
    for doubling in 1..=request.doublings {
        let Some(next) = chain.first().and_then(|searcher| searcher.with_budget(1 << doubling)) else { break };
        // The games of the last doubling are played on the ladder anyway.
        if let [.., before, last] = &chain[..]
            && !beats(session, request, last, before)?
        {
            break;
        }
        chain.push(next);
    }
    Ok(request.experiment().ladder(&strategies, &chain[1..]).plan()?)
}

/// Does the first strategy beat the other beyond the tolerance?
fn beats<G: Playable>(
    session: &Session<'_>,
    request: &LadderRequest<'_, G>,
    first: &Entrant<G>,
    other: &Entrant<G>,
) -> Result<bool, RunError> {
    let plan = request.experiment().lineup([first.clone(), other.clone()]).plan()?;
    let kept = KeptCounts::default();
    let mut counter = Counter::new(session, &plan, &kept)?;
    let (counts, _) = session.play_as(&plan, Stage::Doubling(first.name(), other.name()), &mut counter)?;
    let rows = crate::findings::strategies(plan.run(&counts));
    Ok(rows.first().is_some_and(|row| row.share.judged.verdict == Some(Verdict::Advantage)))
}

impl Session<'_> {
    /// By strategy of a ladder, how many nanoseconds a decision takes on one thread, the game's own share of it included: the mean over games against
    /// itself, as many as half a second holds, and four at least: decisions early in a game take longer than those near its end. None if it is stopped.
    pub(super) fn decision_times<G: Playable>(&self, plan: &Plan<G>) -> Result<Option<Vec<(String, f64)>>, RunError> {
        const ENOUGH: Duration = Duration::from_millis(500);
        let mut times = Vec::new();
        for strategy in plan.strategies() {
            self.control.progress.begin(Stage::Timing(strategy.name()), 0);
            let mut blocks = 4;
            let time = loop {
                let again = plan.of_one_lineup(&[strategy.clone(), strategy.clone()], blocks)?;
                let alone = Session { threads: 1, control: Control { stop: self.control.stop, progress: &() }, ..*self };
                let begun = Instant::now();
                let (counts, _): (Counts, _) = alone.play(&again)?;
                let taken = begun.elapsed();
                if self.control.stop.load(Ordering::Relaxed) {
                    self.control.progress.end();
                    return Ok(None);
                }
                if taken >= ENOUGH || blocks >= 1 << 20 {
                    break taken.as_nanos() as f64 / counts.decisions().max(1) as f64;
                }
                blocks *= 2;
            };
            self.control.progress.end();
            times.push((strategy.name().to_owned(), time));
        }
        Ok(Some(times))
    }
}
