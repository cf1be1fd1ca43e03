//! The scores of a game whose players want a good score, not only a better one than the others.

use fairdeal_core::game::{Game, LegalSet, Turn};
use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_core::seat::{MAX_SEATS, Seat};

use super::{FileGame, Rules, State};

/// The number of games at random that show the scores of a game.
const GAMES: u64 = 256;

/// A game at random is cut after this many decisions.
const MOST_DECISIONS: u32 = 2_000;

/// Returns the score of every seat, with those of its partners; the highest is best.
pub(super) fn scores(rules: &Rules, state: &State) -> [i64; MAX_SEATS] {
    let scores = FileGame::standing(rules, state).scores;
    let teams = &rules.code.setup.teams;
    let mut aimed = [0; MAX_SEATS];
    for (seat, team) in teams.iter().enumerate().take(MAX_SEATS) {
        let own = teams.iter().zip(scores).filter(|(other, _)| *other == team);
        let sum: i64 = own.map(|(_, score)| score).sum();
        aimed[seat] = if FileGame::lowest_wins(rules) { -sum } else { sum };
    }
    aimed
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

/// Returns the lead in scores that counts as a whole win: twice the mean lead or lag in games at
/// random. `None` where the highest score is not what wins: if it does not win 19 of 20 games.
pub(super) fn whole_lead(rules: &Rules) -> Option<i64> {
    let (mut won, mut best, mut leads, mut seats) = (0, 0, 0, 0);
    at_random(rules, |state| {
        let outcome = FileGame::outcome(rules, state);
        let scores = scores(rules, state);
        let scores = &scores[..rules.code.players()];
        for (seat, score) in scores.iter().enumerate() {
            let teams = &rules.code.setup.teams;
            let others = scores.iter().zip(teams).filter(|(_, team)| **team != teams[seat]);
            let Some(lead) = others.map(|(other, _)| score - other).min() else { return };
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
