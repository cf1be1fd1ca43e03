//! A person at the table: the game is played again from its beginning up to the person's next
//! choice, so that a choice can be taken back.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{Teller, Told, told};
use crate::clock::Instant;
use crate::game::{Choice, Eyes, LegalSet as _, SeatView as _};
use crate::input::{InputError, Settings};
use crate::playthrough::{Party, Rollouts};
use crate::rng::Stream;
use crate::seat::Seat;
use crate::strategy::{Entrant, Failure, Fault, Playable, Strategy, StrategyFile, TypedGame};

/// Who sits where, and which game it is.
#[derive(Clone, Debug)]
pub struct Seated<'a> {
    /// The rules.
    pub settings: &'a Settings,
    /// The strategies of the other seats in their order.
    pub others: &'a [Entrant],
    /// The seat of the person.
    pub seat: Seat,
    /// Whether strategies may run external programs.
    pub allow_programs: bool,
    /// The seed.
    pub seed: u64,
    /// Which game of the seed.
    pub index: u64,
    /// The choices of the person so far: places among the options. Where there is one option, it is
    /// taken without being asked for.
    pub chosen: &'a [usize],
    /// Who gives advice.
    pub adviser: Option<&'a StrategyFile>,
    /// Who plays the games on by which it is estimated what each option wins: a quick strategy.
    pub guide: Option<&'a StrategyFile>,
}

/// A game at which a person sits, up to the next choice of the person. Its words count the seats from 1.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// The game so far, as the person saw it.
    pub told: Told,
    /// What the person can choose, in words; nothing if the game is over.
    pub options: Vec<String>,
    /// The place of the option that the adviser would choose.
    pub advice: Option<usize>,
    /// What each option wins for the person, from what the person knows: the share of the win on
    /// average, from 0 to 1. Nothing without a guide, or if it cannot be estimated.
    pub chances: Vec<f64>,
}

/// How often each option is played on to the end, at most.
const ROUNDS: usize = 100;

/// After so long nothing more is played for a hint: a person waits for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// With more options than this, their worth is not estimated.
const MOST_OPTIONS: u32 = 64;

/// Plays a game up to the next choice of the person.
///
/// # Errors
/// When players cannot be seated. The inner error: a strategy made no legal choice, the rules have a
/// mistake, or the person chose what is no option.
pub(crate) fn sit<T: TypedGame>(
    game: &T,
    table: &Seated<'_>,
    heading: &str,
) -> Result<Result<Sitting, Fault>, InputError> {
    let asked = Arc::new(Mutex::new(Asked::default()));
    let players = table.others.len() + 1;
    let person = Person::<<T::Game as Playable>::Player> {
        chosen: table.chosen.to_vec(),
        next: 0,
        asked: asked.clone(),
        adviser: table.adviser.and_then(|adviser| adviser.player::<T::Game>(players)),
        guide: table.guide.and_then(|guide| guide.player::<T::Game>(players)),
        players,
    };
    let mut seats = table.others.to_vec();
    seats.insert(table.seat.index().min(seats.len()), Entrant::new(game, YOU, "1", person));
    let mut party =
        Party::<T::Game>::new(game, table.settings, &seats, table.seed, table.allow_programs)?;
    let eyes = Eyes::Of(table.seat);
    let (played, teller) =
        party.play_so_far(table.index, |rules| Teller::<T::Game>::new(rules, players, eyes));
    let said = teller.said();
    let Asked { options, advice, chances } =
        std::mem::take(&mut *asked.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(match played {
        Err(fault) if options.is_empty() => Err(fault),
        played => {
            let told = told(&party, said, played.as_ref().ok(), eyes, heading);
            Ok(Sitting { told, options, advice, chances })
        }
    })
}

/// The name of the person.
const YOU: &str = "you";

/// What the person is asked.
#[derive(Debug, Default)]
struct Asked {
    options: Vec<String>,
    advice: Option<usize>,
    chances: Vec<f64>,
}

/// The person: makes the known choices, and then stops the game.
#[derive(Clone, Debug)]
struct Person<P> {
    chosen: Vec<usize>,
    next: usize,
    asked: Arc<Mutex<Asked>>,
    adviser: Option<P>,
    guide: Option<P>,
    players: usize,
}

/// What each option wins, where this player plays on in all seats; `None` if the cards that the person
/// does not see cannot be drawn, or the player fails.
fn chances<G: Playable>(
    guide: G::Player,
    players: usize,
    view: &G::View<'_>,
    legal: &G::Legal,
    mut stream: Stream,
) -> Option<Vec<f64>> {
    let mut rollouts = Rollouts::<G>::new(vec![guide], players, 1)?;
    let (begun, mut rounds) = (Instant::now(), 0);
    let mut sums = vec![0.0; legal.count() as usize];
    while rounds < ROUNDS && begun.elapsed() < PATIENCE {
        let round = rollouts.expected(view, legal, &mut stream).ok()?;
        sums.iter_mut().zip(round).for_each(|(sum, share)| *sum += share);
        rounds += 1;
    }
    Some(sums.into_iter().map(|sum| sum / rounds as f64).collect())
}

impl<G: Playable> Strategy<G> for Person<G::Player> {
    fn new_game(&mut self) {
        self.next = 0;
        if let Some(adviser) = &mut self.adviser {
            adviser.new_game();
        }
    }

    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        if legal.count() == 1 {
            return legal.choose_nth(0).ok_or(Failure::NoLegalAction);
        }
        if let Some(place) = self.chosen.get(self.next) {
            self.next += 1;
            return legal.choose_nth(*place as u32).ok_or(Failure::NoLegalAction);
        }
        let words = G::TELLER;
        let options = legal.iter().map(|action| words.choice(view.rules(), action)).collect();
        let guide = self.guide.clone().filter(|_| legal.count() <= MOST_OPTIONS);
        let chances = guide
            .and_then(|guide| chances::<G>(guide, self.players, view, legal, stream.clone()))
            .unwrap_or_default();
        let choice =
            self.adviser.as_mut().and_then(|player| player.choose(view, legal, stream).ok());
        let best = choice.map(Choice::into_action);
        let advice = best.and_then(|action| legal.iter().position(|one| one == action));
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) =
            Asked { options, advice, chances };
        // The game stops here.
        Err(Failure::NoLegalAction)
    }
}
