//! The chances of winning over the course of one game, for showing it.

use super::counts::PlayMeasures;
use super::observer::PlayObserver;
use crate::arrangement::Arrangement;
use crate::playthrough::{Party, Rollouts};
use crate::rng::BlockStreams;
use crate::seat::{Seat, WIN};
use crate::strategy::{Fault, Playable};

/// The results of the rollouts from a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionChances {
    /// The seat that decides.
    pub seat: Seat,
    /// By seat: its chance of winning after the decision, as a spectator sees it, from 0 to 1.
    /// Together they are 1 minus the chance that the game does not end.
    pub chances: Vec<f64>,
    /// The seat that clearly has the lead, if there is one.
    pub leader: Option<Seat>,
    /// The value of the best action minus that of the second best, in wins; `None` with a
    /// single legal action. The knowledge of the seat ranks the actions, and the true position
    /// values them: the value is negative if hidden cards make the second best better in this
    /// game, or by noise.
    pub tension: Option<f64>,
    /// The value of the best action minus that of the worst, chosen and valued like the tension.
    pub stakes: Option<f64>,
}

/// Plays one game of a party and estimates the chances at each of its decisions, by this many
/// rollouts of each legal action. The estimates equal those of a run with the same rules,
/// strategies, seed and rollouts in block `index`, and are reproducible.
///
/// # Errors
/// If a strategy makes no legal choice, at the table or in a rollout.
pub fn chances_of<G: Playable>(
    party: &mut Party<G>,
    index: u64,
    rollouts: Rollouts<G>,
) -> Result<Vec<DecisionChances>, Fault> {
    let (players, rounds, seed) = (party.strategies().len(), rollouts.rounds() as u32, party.seed);
    let measures = PlayMeasures { rollouts: Some(rounds), ..PlayMeasures::default() };
    let arrangement = Arrangement::of(&(0..players).collect::<Vec<_>>());
    let (played, mut observer) = party.play(index, |rules| {
        let chances = Some((rollouts, u64::MAX));
        let mut observer = PlayObserver::new(G::description_of(rules), measures, players, chances);
        observer.begin_block(index, BlockStreams::new(seed, index));
        observer.begin_game(arrangement);
        observer
    })?;
    if let Some(fault) = observer.fault() {
        return Err(fault);
    }
    let mut notes = observer.notes().clone();
    notes.end(played.outcome.winners, players);
    let whole = WIN as f64 * f64::from(rounds);
    let decisions = notes.decisions.iter().zip(&notes.chances).zip(&notes.leads);
    let told = decisions.map(|((decision, chances), leader)| DecisionChances {
        seat: decision.seat,
        chances: Seat::all(players).map(|seat| chances.sum(seat) as f64 / whole).collect(),
        leader: *leader,
        tension: chances.is_choice.then_some(chances.tension as f64 / whole),
        stakes: chances.is_choice.then_some(chances.stakes as f64 / whole),
    });
    Ok(told.collect())
}
