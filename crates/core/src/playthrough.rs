//! The loop that plays one game.

mod party;
mod rollouts;

pub use party::Party;
pub(crate) use rollouts::ranked;
pub use rollouts::{Decided, Estimate, Rollouts};

use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{Chance, Choice, Dealer, Game, LegalSet, Observer, Playthrough, Turn};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::strategy::{Failure, Fault, Strategy};

/// Plays one game: `players` has one player per seat, and they choose with the streams of the
/// block.
///
/// The whole game is compiled as one piece for the instructions found at run time (see
/// [`crate::cards::bits`]): once for every type of player, and together with the game, since
/// [`Playable::play`](crate::strategy::Playable::play) calls this function.
///
/// # Errors
/// If a strategy fails to choose, or the rules have a mistake. The game then has no outcome.
#[inline]
pub fn play<G: Game, P: Strategy<G>>(
    rules: &G::Rules,
    players: &mut [P],
    streams: BlockStreams,
) -> Result<Playthrough, Fault> {
    with_fast_bits(OneGame::<G, _, _, _> {
        rules,
        players,
        streams,
        chance: streams,
        observer: &mut (),
    })
}

/// Plays the same game for an observer. It is compiled once for all types of players, with an
/// indirect call for each decision: few games are watched.
///
/// # Errors
/// See [`play`].
pub fn watch<G: Game, P: Strategy<G>, O: Observer<G>>(
    rules: &G::Rules,
    players: &mut [P],
    streams: impl Into<Dealer>,
    observer: &mut O,
) -> Result<Playthrough, Fault> {
    let count = players.len();
    let mut all = players.iter_mut();
    let mut seated: [Option<&mut dyn Strategy<G>>; MAX_SEATS] =
        std::array::from_fn(|_| all.next().map(|player| player as _));
    watch_seated(rules, &mut seated[..count], streams.into(), observer)
}

#[inline(never)]
fn watch_seated<G: Game, O: Observer<G>>(
    rules: &G::Rules,
    seated: &mut [Option<&mut dyn Strategy<G>>],
    dealer: Dealer,
    observer: &mut O,
) -> Result<Playthrough, Fault> {
    with_fast_bits(OneGame::<G, _, _, _> {
        rules,
        players: seated,
        streams: *dealer.streams(),
        chance: dealer,
        observer,
    })
}

/// A seat of a watched game. Empty seats are never asked to act.
impl<G: Game> Strategy<G> for Option<&mut dyn Strategy<G>> {
    fn wrapped(&mut self) -> Option<&mut dyn Strategy<G>> {
        self.as_mut().map(|player| &mut **player as _)
    }

    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        self.as_mut().ok_or(Failure::NoLegalAction)?.choose_alone(view, legal, stream)
    }
}

/// One game as work for [`with_fast_bits`](crate::cards::bits::with_fast_bits).
struct OneGame<'a, G: Game, P, C, O> {
    rules: &'a G::Rules,
    players: &'a mut [P],
    /// The random numbers of the players.
    streams: BlockStreams,
    /// The random numbers of the game.
    chance: C,
    observer: &'a mut O,
}

impl<G: Game, P: Strategy<G>, C: Chance, O: Observer<G>> Work for OneGame<'_, G, P, C, O> {
    type Output = Result<Playthrough, Fault>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { rules, players, streams, mut chance, observer } = self;
        // One by one, without a closure: only marked functions are sure to be inlined.
        let idle = Stream::idle();
        let mut own: [Stream; MAX_SEATS] = [
            idle.clone(),
            idle.clone(),
            idle.clone(),
            idle.clone(),
            idle.clone(),
            idle.clone(),
            idle.clone(),
            idle,
        ];
        // The seats that observe the decisions of the others.
        let mut told = SeatSet::NONE;
        for seat in 0..players.len().min(MAX_SEATS) {
            own[seat] = streams.stream(Purpose::Strategy(seat as u8));
            players[seat].new_game();
            if G::OPEN_DECISIONS && players[seat].observes() {
                told = told.with(Seat::new(seat as u8));
            }
        }
        let mut state = G::undealt(rules);
        G::begin(rules, &mut state, &mut chance, observer);
        while let Turn::Decide(seat) = G::turn(&state) {
            observer.position(rules, &state);
            let legal = G::legal(rules, &state);
            let view = G::view(rules, &state, seat);
            let index = seat.index();
            let choice = players[index].choose(&view, &legal, &mut own[index % MAX_SEATS]);
            let action = match choice {
                Ok(choice) => choice.into_action(),
                Err(failure) => {
                    return Err(fault::<G, P>(
                        seat,
                        G::lengths(&state)[0] + 1,
                        failure,
                        &mut players[index],
                    ));
                }
            };
            debug_assert!(legal.contains(action), "a choice that comes from another set");
            observer.decision(seat, &legal, action);
            // Before the action takes effect, while the view still shows the state in which it was
            // chosen.
            if told != SeatSet::NONE {
                for (other, player) in players.iter_mut().enumerate().take(MAX_SEATS) {
                    if other != index && told.contains(Seat::new(other as u8)) {
                        player.observe(&view, &legal, action, &mut own[other]);
                    }
                }
            }
            observer.action(&state, action);
            G::apply(rules, &mut state, action, &mut chance, observer);
        }
        if let Some(mistake) = G::mistake(rules, &state) {
            return Err(Fault {
                seat: G::first_player(&state),
                decision: G::lengths(&state)[0],
                failure: Failure::Rules,
                program: None,
                rules: Some(mistake.into()),
            });
        }
        observer.over(rules, &state);
        Ok(Playthrough {
            outcome: G::outcome(rules, &state),
            first_player: G::first_player(&state),
            lengths: G::lengths(&state),
        })
    }
}

/// Plays on from a state, after the given actions too, with the streams of its block.
#[inline(never)]
pub(crate) fn play_on<G: Game>(
    rules: &G::Rules,
    mut state: G::State,
    actions: &[G::Action],
    mut streams: BlockStreams,
) -> G::State {
    for action in actions {
        G::apply(rules, &mut state, *action, &mut streams, &mut ());
    }
    state
}

/// The fault of a player at a decision. (Kept out of the loop of the game, which does not need it.)
#[cold]
#[inline(never)]
fn fault<G: Game, P: Strategy<G>>(
    seat: Seat,
    decision: u64,
    failure: Failure,
    player: &mut P,
) -> Fault {
    Fault { seat, decision, failure, program: player.program_failure(), rules: None }
}
