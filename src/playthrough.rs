//! The loop that plays one game.

mod party;

pub use party::Party;

use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{Game, LegalSet, Observer, Playthrough, Turn};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat};
use crate::strategy::{Failure, Playable, ProgramFailure, SeatedVisitor, Strategy};

/// A strategy that made no choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its seat.
    pub seat: Seat,
    /// Which decision of the game was due, of all seats together, counted from 1.
    pub decision: u32,
    /// What it did.
    pub failure: Failure,
    /// What its program did, if it is one.
    pub program: Option<Box<ProgramFailure>>,
}

impl std::fmt::Display for Fault {
    /// What went wrong, without the place: whoever holds the fault knows more of that.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.program {
            Some(program) => write!(formatter, "{program}"),
            None => write!(formatter, "{}", self.failure),
        }
    }
}

/// Plays one game: `players` sit in their seats, one each, and choose with the streams of the block.
///
/// The whole game is compiled as one piece for the instructions found at run time (see [`crate::cards::bits`]).
///
/// # Errors
/// When a strategy fails to choose. The game then has no outcome.
#[inline]
pub fn play<G: Game, P: Strategy<G>>(
    rules: &G::Rules,
    players: &mut [P],
    streams: BlockStreams,
    observer: &mut impl Observer<G>,
) -> Result<Playthrough, Fault> {
    with_fast_bits(OneGame::<G, _, _> { rules, players, streams, observer })
}

/// Plays one game with players that are sorted out by kind: [`play`] compiled for the kind, where all seats hold the same.
///
/// # Errors
/// As [`play`].
#[inline]
pub fn play_seated<G: Playable>(
    rules: &G::Rules,
    seated: &mut G::Seated,
    streams: BlockStreams,
    observer: &mut impl Observer<G>,
) -> Result<Playthrough, Fault> {
    G::with_seated(seated, Seated::<G, _> { rules, streams, observer })
}

/// A game to be played by whoever is seated.
struct Seated<'a, G: Game, O> {
    rules: &'a G::Rules,
    streams: BlockStreams,
    observer: &'a mut O,
}

impl<G: Game, O: Observer<G>> SeatedVisitor<G> for Seated<'_, G, O> {
    type Output = Result<Playthrough, Fault>;

    #[inline]
    fn visit<P: Strategy<G>>(self, players: &mut [P]) -> Self::Output {
        play(self.rules, players, self.streams, self.observer)
    }
}

/// One game as a piece of work.
struct OneGame<'a, G: Game, P, O> {
    rules: &'a G::Rules,
    players: &'a mut [P],
    streams: BlockStreams,
    observer: &'a mut O,
}

impl<G: Game, P: Strategy<G>, O: Observer<G>> Work for OneGame<'_, G, P, O> {
    type Output = Result<Playthrough, Fault>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { rules, players, mut streams, observer } = self;
        let mut own: [Stream; MAX_SEATS] = std::array::from_fn(|_| Stream::idle());
        for (seat, (stream, player)) in own.iter_mut().zip(players.iter_mut()).enumerate() {
            *stream = streams.stream(Purpose::Strategy(seat as u8));
            player.new_game();
        }
        let mut state = G::start(rules, &mut streams, observer);
        let first_player = G::first_player(&state);
        while let Turn::Decide(seat) = G::turn(&state) {
            observer.position(rules, &state);
            let legal = G::legal(rules, &state);
            let view = G::view(rules, &state, seat);
            let index = seat.index();
            let choice = players[index].choose(&view, &legal, &mut own[index]);
            let action = match choice {
                Ok(choice) => choice.into_action(),
                Err(failure) => return Err(fault::<G, P>(seat, G::lengths(&state)[0] + 1, failure, &mut players[index])),
            };
            debug_assert!(legal.contains(action), "a choice that comes from another set");
            observer.decision(seat, &legal, action);
            G::apply(rules, &mut state, action, &mut streams, observer);
        }
        observer.over(&state);
        Ok(Playthrough { outcome: G::outcome(rules, &state), first_player, lengths: G::lengths(&state) })
    }
}

/// The fault of a player at a decision. (Kept out of the loop of the game, which has no use for it.)
#[cold]
#[inline(never)]
fn fault<G: Game, P: Strategy<G>>(seat: Seat, decision: u32, failure: Failure, player: &mut P) -> Fault {
    Fault { seat, decision, failure, program: player.program_failure() }
}
