//! The loop that plays one game.

use crate::game::{Chance, Game, LegalSet, Observer, Playthrough, Turn};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat};
use crate::strategy::{Failure, Strategy};

/// A strategy that made no legal choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its seat.
    pub seat: Seat,
    /// What it did.
    pub failure: Failure,
}

/// Plays one game: `players` sit in their seats, one each, and choose with the streams of the block.
///
/// # Errors
/// When a strategy fails, or chooses what is not legal. The game then has no outcome.
#[inline(always)]
pub fn play<G: Game, P: Strategy<G>>(
    rules: &G::Rules,
    players: &mut [P],
    mut streams: BlockStreams,
    observer: &mut impl Observer<G>,
) -> Result<Playthrough, Fault> {
    let mut own: [Stream; MAX_SEATS] = std::array::from_fn(|_| Stream::idle());
    for (seat, stream) in own.iter_mut().take(players.len()).enumerate() {
        *stream = streams.stream(Purpose::Strategy(seat as u8));
    }
    play_with(rules, players, &mut own, &mut streams, observer)
}

/// Plays one game with any source of chance.
#[inline(always)]
pub(crate) fn play_with<G: Game, P: Strategy<G>>(
    rules: &G::Rules,
    players: &mut [P],
    own: &mut [Stream],
    chance: &mut impl Chance,
    observer: &mut impl Observer<G>,
) -> Result<Playthrough, Fault> {
    for player in players.iter_mut() {
        player.new_game();
    }
    let mut state = G::start(rules, chance, observer);
    let first_player = G::first_player(&state);
    while let Turn::Decide(seat) = G::turn(&state) {
        let legal = G::legal(rules, &state);
        let view = G::view(rules, &state, seat);
        let index = seat.index();
        let action = players[index].choose(&view, &legal, &mut own[index]).map_err(|failure| Fault { seat, failure })?;
        if !legal.contains(action) {
            return Err(Fault { seat, failure: Failure::Illegal });
        }
        observer.decision(seat, &legal, action);
        G::apply(rules, &mut state, action, chance, observer);
    }
    Ok(Playthrough { outcome: G::outcome(rules, &state), first_player, lengths: G::lengths(&state) })
}
