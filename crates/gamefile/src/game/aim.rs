//! What players want beside a win: a good score, and a lead over the others.

use fairdeal_core::game::{Game, LegalSet, Turn};
use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_core::seat::{MAX_SEATS, Seat};

use super::{FileGame, Rules, State};
use crate::machine::play;

/// The number of games at random that show the scores of a game.
const GAMES: u64 = 256;

/// The largest worth of a position that is told apart from others.
const MOST_WORTH: i128 = 1 << 40;

/// A game at random is cut after this many decisions.
const MOST_DECISIONS: u32 = 2_000;

/// A number by seat, of which the highest is best.
type BySeat = [i64; MAX_SEATS];

/// Returns the score of every seat, with those of its partners; the highest is best.
pub(super) fn scores(rules: &Rules, state: &State) -> BySeat {
    let sign = if FileGame::lowest_wins(rules) { -1 } else { 1 };
    with_partners(rules, FileGame::standing(rules, state).scores.map(|score| sign * score))
}

/// Returns how good a position is for every seat and its partners, by the file's function `worth` or
/// by their scores.
pub(super) fn worths(rules: &Rules, state: &State) -> BySeat {
    let (mut state, mut worths) = (state.clone(), [0; MAX_SEATS]);
    for (seat, worth) in worths.iter_mut().enumerate().take(rules.code.players()) {
        let own = play::position_worth(&rules.code, state.machine_mut(), seat);
        *worth = own.clamp(-MOST_WORTH, MOST_WORTH) as i64;
    }
    with_partners(rules, worths)
}

fn with_partners(rules: &Rules, single: BySeat) -> BySeat {
    let teams = &rules.code.setup.teams;
    let mut sums = [0; MAX_SEATS];
    for (sum, team) in sums.iter_mut().zip(teams) {
        let own = teams.iter().zip(single).filter(|(other, _)| *other == team);
        *sum = own.map(|(_, number)| number).sum();
    }
    sums
}

/// Returns how far a seat is ahead of the best one of the others; 0 if there are none.
pub(super) fn lead(rules: &Rules, of: &BySeat, seat: usize) -> i64 {
    let teams = &rules.code.setup.teams;
    let others = of.iter().zip(teams).filter(|(_, team)| **team != teams[seat]);
    others.map(|(other, _)| *other).max().map_or(0, |best| of[seat] - best)
}

/// Returns the lowest and the highest score of games at random, and half of their distance beyond
/// either: good players find scores that random ones do not.
pub(super) fn score_range(rules: &Rules) -> [i64; 2] {
    let (mut lowest, mut highest) = (i64::MAX, i64::MIN);
    at_random(rules, |state| {
        for score in scores(rules, state).into_iter().take(rules.code.players()) {
            (lowest, highest) = (lowest.min(score), highest.max(score));
        }
    });
    let beyond = (highest - lowest) / 2 + 1;
    [lowest - beyond, highest + beyond]
}

/// Returns the lead in scores, or in what positions are worth, that counts as a whole win: twice the
/// mean lead or lag at the end of games at random. `None` where the highest number is not what wins:
/// if it does not win 19 of 20 games.
pub(super) fn whole_lead(rules: &Rules, of: fn(&Rules, &State) -> BySeat) -> Option<i64> {
    let (mut won, mut best, mut leads, mut seats) = (0, 0, 0, 0);
    at_random(rules, |state| {
        let outcome = FileGame::outcome(rules, state);
        let numbers = of(rules, state);
        for seat in 0..rules.code.players() {
            let lead = lead(rules, &numbers, seat);
            (leads, seats) = (leads + lead.abs(), seats + 1);
            if outcome.winners.contains(Seat::new(seat as u8)) {
                won += 1;
                best += i64::from(lead >= 0);
            }
        }
    });
    (leads > 0 && 20 * best >= 19 * won).then(|| (2 * leads / seats).max(1))
}

/// Plays games at random, and calls a function with the state at the end of each.
fn at_random(rules: &Rules, mut ended: impl FnMut(&State)) {
    for game in 0..GAMES {
        let mut chance = BlockStreams::new(0, game);
        let mut stream = chance.stream(Purpose::Strategy(0));
        let mut state = FileGame::start(rules, &mut chance, &mut ());
        for _ in 0..MOST_DECISIONS {
            let Turn::Decide(_) = FileGame::turn(&state) else { break };
            let legal = FileGame::legal(rules, &state);
            let action = legal.nth(stream.below(legal.count()));
            FileGame::apply(rules, &mut state, action, &mut chance, &mut ());
        }
        ended(&state);
    }
}
