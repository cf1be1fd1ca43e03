//! Implements the game traits for games in files.

mod aim;
mod blind;
mod cards;
mod conditions;
mod determinizer;
mod events;
mod features;
mod greedy;
mod habit;
mod knowledge;
mod leaks;
mod legal;
mod made;
mod replay;
mod rules;
mod view;

use fairdeal_core::game::{
    Aim, CardTeller, Chance, Description, EventCounter, Game, MAX_LENGTH_UNITS, Observer, Outcome,
    Sights, Standing, Tell, Turn,
};
use fairdeal_core::input::{InputError, Location, Problem, Settings};
use fairdeal_core::rng::Stream;
use fairdeal_core::seat::{MAX_SEATS, Seat, SeatSet};

use self::blind::Blind;
pub use self::determinizer::Determinizer;
pub use self::legal::Options;
pub use self::made::MadeGame;
pub use self::rules::Rules;
pub use self::view::View;
use crate::machine::code::Code;
pub use crate::machine::options::Action;
use crate::machine::play;
pub use crate::machine::state::State;
use crate::machine::state::{Head, Status};

/// The type that plays all games in files.
#[derive(Clone, Copy, Debug)]
pub struct FileGame;

/// A chance event. It is empty, because the zones show what happened.
#[derive(Clone, Copy, Debug)]
pub struct Event;

impl Game for FileGame {
    const DESCRIPTION: Description = Description {
        name: "file",
        title: "A game in a file",
        summary: "a game whose rules are in a file",
        fewest_players: 1,
        most_players: MAX_SEATS,
        ..Description::PLAIN
    };
    const TELLER: &'static dyn Tell<Self> = &Teller;
    const CARD_TELLER: Option<&'static dyn CardTeller<Self>> = Some(&cards::Cards);
    const EVENT_COUNTER: Option<&'static dyn EventCounter<Self>> = Some(&events::Tallies);

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Legal = Options;
    type View<'a> = View<'a>;
    type Event<'a> = Event;

    fn rules(_settings: &Settings, _players: usize) -> Result<Rules, InputError> {
        let problem = Problem::conflict("rules of any file", "those of one game in a file");
        Err(Location::whole("rules").error(problem))
    }

    fn description_of(rules: &Rules) -> &'static Description {
        rules.description
    }

    fn undealt(rules: &Rules) -> State {
        State::new(&rules.code)
    }

    fn begin(
        rules: &Rules,
        state: &mut State,
        chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        state.machine_mut().zones.keeps_log = true;
        play::begin(&rules.code, state.machine_mut(), &mut play::Streams(chance));
    }

    #[inline(always)]
    fn turn(state: &State) -> Turn {
        let head = &state.machine().head;
        match head.status {
            Status::Deciding => Turn::Decide(Seat::new(head.seat)),
            _ => Turn::Over,
        }
    }

    #[inline(always)]
    fn legal(_rules: &Rules, state: &State) -> Options {
        Options::new(&state.machine().options.actions)
    }

    #[inline(always)]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> View<'a> {
        View { rules, state, seat, blind: Blind::NONE }
    }

    fn blinded<T>(
        view: &View<'_>,
        blind: Sights,
        _stream: &mut Stream,
        then: impl FnOnce(&View<'_>) -> T,
    ) -> T {
        then(&View { blind: Blind::to(view.rules, blind), ..*view })
    }

    #[inline(always)]
    fn apply(
        rules: &Rules,
        state: &mut State,
        action: Action,
        chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        play::apply(&rules.code, state.machine_mut(), action, &mut play::Streams(chance));
    }

    fn standing(rules: &Rules, state: &State) -> Standing {
        let head = &state.machine().head;
        let standing = |winners, scores| Standing { scores, leaders: seats(winners) };
        // A simulated game that ended with an error favours no seat.
        let all = u8::MAX >> (MAX_SEATS - rules.code.players());
        let told = |head: &Head| {
            let winners = if head.status == Status::Failed { all } else { head.winners };
            standing(winners, head.scores)
        };
        if head.status == Status::Deciding {
            let mut copy = state.without_memory();
            play::settle(&rules.code, copy.machine_mut());
            return told(&copy.machine().head);
        }
        told(head)
    }

    fn aim(rules: &Rules) -> Option<Aim> {
        let setup = &rules.code.setup;
        Some(setup.aim.unwrap_or_else(|| rules.description.usual_aim(setup.players)))
    }

    fn lowest_wins(rules: &Rules) -> bool {
        rules.code.program.lowest_wins
    }

    fn end_reason(_rules: &Rules, state: &State) -> u8 {
        state.machine().head.end_reason
    }

    fn is_unfinished(_rules: &Rules, state: &State) -> bool {
        state.machine().head.status == Status::Unfinished
    }

    fn outcome(rules: &Rules, state: &State) -> Outcome {
        let Standing { scores, leaders } = Self::standing(rules, state);
        let unfinished = Self::is_unfinished(rules, state);
        // Partners win together, and share nothing with others.
        let team = |seat: Seat| rules.code.setup.teams.get(seat.index());
        let mut winners = Seat::all(rules.code.players()).filter(|seat| leaders.contains(*seat));
        let first = winners.next();
        let shared = winners.any(|seat| first.is_some_and(|first| team(first) != team(seat)));
        Outcome {
            winners: if unfinished { SeatSet::NONE } else { leaders },
            shared: shared && !unfinished,
            scores,
            unfinished,
            end_reason: Self::end_reason(rules, state),
        }
    }

    fn mistake(rules: &Rules, state: &State) -> Option<String> {
        let head = &state.machine().head;
        let failed = head.failed.map(|failed| rules.trouble(failed));
        failed.or_else(|| (head.status == Status::Over).then(|| events::wrong(rules, state))?)
    }

    fn first_player(state: &State) -> Seat {
        let first = state.machine().head.first_player;
        Seat::new(if usize::from(first) < MAX_SEATS { first } else { 0 })
    }

    fn lengths(state: &State) -> [u64; MAX_LENGTH_UNITS] {
        let machine = state.machine();
        let [a, b, c] = machine.head.lengths.map(|slot| {
            // No unit has the first slot, which is a constant's. A game that is over has no length
            // below 0.
            let length = if slot == 0 { 0 } else { machine.slots[usize::from(slot)] };
            u64::try_from(length).unwrap_or(0)
        });
        [machine.head.decisions.into(), a, b, c]
    }

    #[inline(always)]
    fn kind(action: Action) -> usize {
        action.kind()
    }

    fn has_card(view: &View<'_>, action: Action, named: usize) -> bool {
        conditions::has_card(view, action, named)
    }

    fn action_name(rules: &Rules, action: Action) -> String {
        rules.action_name(action)
    }
}

fn seats(bits: u8) -> SeatSet {
    (0..MAX_SEATS as u8)
        .filter(|seat| bits >> seat & 1 == 1)
        .fold(SeatSet::NONE, |seats, seat| seats.with(Seat::new(seat)))
}

/// The words of a file: the texts of `say`.
struct Teller;

impl Tell<FileGame> for Teller {
    fn action(&self, rules: &Rules, action: Action) -> String {
        rules.said(action)
    }

    fn is_public(&self, action: Action) -> bool {
        action.is_public()
    }

    fn tells(&self, rules: &Rules, entry: &str) -> bool {
        let Code { numbers, zones, .. } = &*rules.code;
        !numbers.iter().any(|numbers| numbers.is_untold && numbers.name == entry)
            && !zones.iter().any(|zone| zone.name == entry && entry.starts_with('_'))
    }
}
