//! Games: the trait [`Game`], and the suite of tests that every game passes.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::cards::bits::BitSet;
use crate::input::{InputError, Knob, Location, Preset, Problem, Settings};
use crate::named::named;
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat, SeatSet};

mod any_rules;
mod cards;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod dealing;
mod events;
mod kind_set;
mod never;
mod random_rules;
#[cfg(test)]
pub mod recorded;
mod searchable;
mod sights;
mod source;
mod tell;
mod unseen;
mod view;

pub use any_rules::AnyRules;
pub use cards::{CardNames, CardNotes, CardTeller, Dealer, MAX_CARD_EVENTS, MAX_CARDS};
pub use cards::{DEALT, FirstDeck};
pub use dealing::{Pile, UnseenCards, dealt_in_turn};
pub(crate) use events::events;
pub use events::{CountedAmong, CountedEvent, EventCounter, EventCounts, Per, Step};
pub use kind_set::KindSet;
pub use never::{Condition, Forbidden, Meant, NamedCards, Never, STANDARD_CARDS};
pub use random_rules::{random_knobs, random_settings};
pub use searchable::{Fingerprint, Searchable, Shares, by_lead, by_score, share};
pub use sights::{Sight, Sights};
pub use source::GameSource;
pub use tell::{Eyes, Plain, Tell, counted_cards, told_place_points};
pub use unseen::{Unseen, UnseenKind};
pub use view::{SeatView, TableView};

/// The largest number of units of length in any game.
pub const MAX_LENGTH_UNITS: usize = 4;

/// The largest length of a game, in any unit.
pub const MAX_LENGTH: u64 = 1 << 32;

/// The largest score of a seat, and the largest loss. Sums of the squares of a million million such
/// scores fit in 128 bits.
pub const MAX_SCORE: i64 = 1_000_000_000_000;

/// The largest number of times that an event counts in a game.
pub const MAX_EVENTS: u64 = 1_000_000_000_000;

/// The largest number of kinds of action in any game.
pub const MAX_ACTION_KINDS: usize = 64;

/// The end reason of games that reached the limit `max_turns`.
pub const UNFINISHED: &str = "max_turns";

/// The end reason of games in files whose function `play` came to its end.
pub const PLAYED_TO_THE_END: &str = "played to the end";

/// The unit of length that players at a table feel: turns, else rounds, else the first one, which is
/// decisions. Of no units it is an empty text.
pub fn felt_unit<S: AsRef<str>>(units: &[S]) -> &str {
    let named = |name: &&str| units.iter().find(|unit| unit.as_ref() == *name);
    let felt = ["turns", "rounds"].iter().find_map(named);
    felt.or(units.first()).map_or("", S::as_ref)
}

named! {
    /// What the players of a game want.
    #[derive(Default)]
    pub enum Aim: name {
        /// To win.
        #[default]
        Wins = "wins",
        /// A good score, not only a better one than the others.
        Score = "score",
    }
}

/// Returns whether this many players, of a game with this many teams (0 if each plays for itself),
/// all win or lose together: one player alone, or a team of all. Then no player has an opponent, and
/// there are no fair shares.
pub fn is_one_side(players: usize, teams: usize) -> bool {
    players == 1 || teams == 1
}

/// The description of a game, for designers and for the commands.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The name in files and commands.
    pub name: &'static str,
    /// The name in the designer's spelling.
    pub title: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The plural of the name for one game from start to end: "matches", "games".
    pub plural: &'static str,
    /// The smallest number of players.
    pub fewest_players: usize,
    /// The largest number of players.
    pub most_players: usize,
    /// The number of teams, whose players win together; 0 if each plays for itself.
    pub teams: usize,
    /// What the players want by the default rules, if the game says it: see
    /// [`Description::aim_of`].
    pub aim: Option<Aim>,
    /// The knob that says what they want, if one does. It changes no rule.
    pub aim_knob: Option<&'static str>,
    /// Whether all players can lose together.
    pub can_be_lost: bool,
    /// The knobs of the rules.
    pub knobs: &'static [Knob],
    /// The knobs that are most worth turning, the most interesting one first: a search takes them
    /// in this order, and then the others as they are declared.
    pub turned_first: &'static [&'static str],
    /// The version of the defaults. Raise it when a default or the meaning of a knob changes:
    /// results from before and after cannot be mixed.
    pub defaults_version: u32,
    /// The named sets of knobs; the first is `designer`, the default.
    pub presets: &'static [Preset],
    /// The units of a game's length, at most [`MAX_LENGTH_UNITS`]; the first is "decisions" in
    /// every game. Each is a plural with an added s: "turns", "turn".
    pub length_units: &'static [&'static str],
    /// The kinds of action, at most [`MAX_ACTION_KINDS`], for the table of decisions.
    pub action_kinds: &'static [&'static str],
    /// The restrictions that strategies can have. One with the name of a kind of action explains
    /// that kind; the others are conditions that [`Game::meets`] tests. A kind that is not listed
    /// here can only be forbidden as a whole.
    pub conditions: &'static [Condition],
    /// The cards to which they can be narrowed: see [`Game::has_card`].
    pub named_cards: &'static [NamedCards],
    /// The parts of a seat's view to which a strategy can be blind, at most
    /// [`Sights::MOST`]: see [`Game::blinded`].
    pub sights: &'static [Sight],
    /// The reasons for the end of a game, each in a few words; the last is always [`UNFINISHED`].
    pub end_reasons: &'static [&'static str],
    /// The events that the game counts.
    pub events: &'static [CountedEvent],
    /// The decisions of this project where the rules are silent.
    pub rulings: &'static [&'static str],
}

impl Description {
    /// A game for two without knobs. A description can name its own fields and take the rest:
    /// `Description { name: "mine", ..Description::PLAIN }`.
    pub const PLAIN: Self = Self {
        name: "",
        title: "",
        summary: "",
        plural: "games",
        fewest_players: 2,
        most_players: 2,
        teams: 0,
        aim: None,
        aim_knob: None,
        can_be_lost: false,
        knobs: &[],
        turned_first: &[],
        defaults_version: 1,
        presets: &[Preset { name: "designer", summary: "the rules as they are", values: &[] }],
        length_units: &["decisions"],
        action_kinds: &["play"],
        conditions: &[],
        named_cards: &[],
        sights: &[],
        end_reasons: &["nothing is left to play", UNFINISHED],
        events: &[],
        rulings: &[],
    };

    /// Returns the place of a knob in a search, whatever the order in which its file has them.
    pub fn turn_order(&self, key: &str) -> (usize, Option<usize>) {
        let first = self.turned_first.iter().position(|first| *first == key);
        let declared = self.knobs.iter().position(|knob| knob.key == key);
        (first.unwrap_or(self.turned_first.len()), declared)
    }

    /// Returns the knobs without the [cells](Knob::is_cell) of tables.
    pub fn listed_knobs(&self) -> impl Iterator<Item = &'static Knob> + use<> {
        self.knobs.iter().filter(|knob| !knob.is_cell())
    }

    /// Returns the knobs that change a rule: all but the one that says what the players want.
    pub fn knobs_of_rules(&self) -> impl Iterator<Item = &'static Knob> + use<> {
        let aim = self.aim_knob;
        self.listed_knobs().filter(move |knob| Some(knob.key) != aim)
    }

    /// Returns the events that are quantities.
    pub fn counted_events(&self) -> impl Iterator<Item = &'static CountedEvent> + use<> {
        self.events.iter().filter(|event| event.per != Per::Nothing)
    }

    /// Returns the default number of players: two, if the game is for two.
    pub fn usual_players(&self) -> usize {
        2.clamp(self.fewest_players, self.most_players)
    }

    /// Returns whether this many players are [one side](is_one_side).
    pub fn is_one_side(&self, players: usize) -> bool {
        is_one_side(players, self.teams)
    }

    /// Returns the aim of this many players by the default rules.
    pub fn aim_of(&self, players: usize) -> Aim {
        self.aim.unwrap_or(self.usual_aim(players))
    }

    /// Returns the aim of this many players where nothing else is said. A player alone, or a team
    /// of all players, wins every game that cannot be lost, and so wants a good score.
    pub fn usual_aim(&self, players: usize) -> Aim {
        let alone = self.is_one_side(players) && !self.can_be_lost;
        if alone { Aim::Score } else { Aim::Wins }
    }

    /// Returns whether the game is for this many players.
    pub fn is_for(&self, players: usize) -> bool {
        (self.fewest_players..=self.most_players).contains(&players)
    }

    /// Checks a number of players, given at this place: an option, or the name of an argument.
    ///
    /// # Errors
    /// If the game is not [for this many](Self::is_for).
    pub fn check_players(&self, players: usize, place: &str) -> Result<(), InputError> {
        if self.is_for(players) {
            return Ok(());
        }
        let found = format!("{} cannot be played by {players}", self.title);
        let allowed = format!("{} players", self.players_in_words());
        Err(InputError::new(Location::whole(place), Problem::Conflict { found, allowed }))
    }

    /// Returns the numbers of players of the game, in words: "2", or "2 to 4".
    pub fn players_in_words(&self) -> String {
        match (self.fewest_players, self.most_players) {
            (fewest, most) if fewest == most => most.to_string(),
            (fewest, most) => format!("{fewest} to {most}"),
        }
    }
}

/// The seat that decides, if the game is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses one of the legal actions.
    Decide(Seat),
    /// The game is over: its [`Outcome`] is final.
    Over,
}

/// The outcome of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The winners; none if the game is unfinished.
    pub winners: SeatSet,
    /// Whether several players share the win, or several teams: partners who win together share
    /// nothing with others.
    pub shared: bool,
    /// The score of every seat, in the game's own unit, at most [`MAX_SCORE`] in magnitude; 0 beyond
    /// the players.
    pub scores: [i64; MAX_SEATS],
    /// Whether the limit `max_turns` ended the game.
    pub unfinished: bool,
    /// The reason why the game ended: an index into the description's `end_reasons`. 0 while the
    /// game goes on.
    pub end_reason: u8,
}

/// Leaves out `shared`, which follows from the winners and the rules: the fingerprint of a program
/// is made from this text, and is kept in results.
impl Debug for Outcome {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { winners, scores, unfinished, end_reason, shared: _ } = self;
        formatter
            .debug_struct("Outcome")
            .field("winners", winners)
            .field("scores", scores)
            .field("unfinished", unfinished)
            .field("end_reason", end_reason)
            .finish()
    }
}

/// The current standing of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The score of every seat, in the game's own unit, at most [`MAX_SCORE`] in magnitude; 0 beyond
    /// the players.
    pub scores: [i64; MAX_SEATS],
    /// The seats that would win if the game ended now.
    pub leaders: SeatSet,
}

impl Standing {
    /// Returns the standing in which the players with the highest score lead.
    #[inline(always)]
    pub fn highest(scores: [i64; MAX_SEATS], players: usize) -> Self {
        // A loop and not a chain of iterators: a game is compiled as one piece only if everything
        // in it is sure to be inlined.
        let (mut leaders, mut best) = (SeatSet::NONE, i64::MIN);
        for seat in 0..players as u8 {
            let score = scores[usize::from(seat) % MAX_SEATS];
            if score > best {
                leaders = SeatSet::NONE;
                best = score;
            }
            if score == best {
                leaders = leaders.with(Seat::new(seat));
            }
        }
        Self { scores, leaders }
    }
}

/// A game played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playthrough {
    /// Its outcome.
    pub outcome: Outcome,
    /// The seat that took the first decision.
    pub first_player: Seat,
    /// Its length, in the units of the game's description, at most [`MAX_LENGTH`] in each.
    pub lengths: [u64; MAX_LENGTH_UNITS],
}

/// The number of a card as a game keeps it: in one byte, or in two.
pub trait CardNumber: Copy + Ord + From<u8> + Into<u16> {}

impl<N: Copy + Ord + From<u8> + Into<u16>> CardNumber for N {}

/// The source of a game's random numbers: the streams of a block, or a recorded game.
pub trait Chance {
    /// Puts `items` in random order: the first is the top of the pile.
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]);

    /// Returns a uniform number in `0..bound`, for a `bound` of at least 1. It is the first of the
    /// purpose's stream: a second call returns the same.
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32;
}

impl Chance for BlockStreams {
    #[inline(always)]
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        self.stream(purpose).shuffle(items);
    }

    #[inline(always)]
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.stream(purpose).below(bound)
    }
}

/// A set of legal actions.
pub trait LegalSet<Action>: Clone + PartialEq + Debug {
    /// Returns the number of legal actions: at least 1 at a decision.
    fn count(&self) -> u32;
    /// Returns the `n`-th action in a fixed order, counted from 0; `n` must be below
    /// [`LegalSet::count`].
    fn nth(&self, n: u32) -> Action;
    /// Returns whether the action is legal.
    fn contains(&self, action: Action) -> bool;
    /// Iterates over all legal actions in their fixed order.
    fn iter(&self) -> impl Iterator<Item = Action>;
    /// Returns the actions of a player who never takes some, in the same order; perhaps none.
    /// `is_forbidden` tests an action: for each entry of `never`, it depends on the kind of the
    /// action ([`Game::kind`]) and on each of its cards by itself, since a computed set may be
    /// unable to leave out anything else.
    #[must_use]
    fn without(&self, never: Never, is_forbidden: impl Fn(Action) -> bool) -> Self;

    /// Chooses the `n`-th action in the fixed order, counted from 0; `None` if there are fewer.
    #[inline(always)]
    fn choose_nth(&self, n: u32) -> Option<Choice<'_, Action>> {
        // No closure here: only marked functions are sure to be inlined into the game.
        if n < self.count() {
            Some(Choice { action: self.nth(n), legal: PhantomData })
        } else {
            None
        }
    }

    /// Chooses an action; `None` if it is not legal.
    #[inline(always)]
    fn choose(&self, action: Action) -> Option<Choice<'_, Action>>
    where
        Action: Copy,
    {
        self.contains(action).then_some(Choice { action, legal: PhantomData })
    }
}

/// A legal action that was chosen.
///
/// It can only come from a set of legal actions, and cannot outlive it: a strategy that plays an
/// action outside of the set that it was passed does not compile, unless it builds a set of its
/// own, which debug builds notice.
#[derive(Debug)]
pub struct Choice<'l, Action> {
    action: Action,
    legal: PhantomData<&'l ()>,
}

impl<Action> Choice<'_, Action> {
    /// Returns the action.
    #[inline(always)]
    pub fn into_action(self) -> Action {
        self.action
    }
}

/// An action that is a number below the size of its game's action space.
pub trait Code: Copy + Eq + Debug {
    /// Returns the action with this number.
    fn from_code(code: u16) -> Self;
    /// Returns the action's number.
    fn code(self) -> u16;
}

/// Legal actions as a set of bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ActionSet<Action, const WORDS: usize> {
    bits: BitSet<WORDS>,
    action: PhantomData<Action>,
}

impl<Action, const WORDS: usize> ActionSet<Action, WORDS> {
    /// Returns the set of the actions whose numbers are in `bits`.
    #[inline(always)]
    pub const fn new(bits: BitSet<WORDS>) -> Self {
        Self { bits, action: PhantomData }
    }

    /// Returns the numbers of the actions.
    #[inline(always)]
    pub const fn bits(&self) -> &BitSet<WORDS> {
        &self.bits
    }
}

impl<Action: Code, const WORDS: usize> Debug for ActionSet<Action, WORDS> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

impl<Action: Code, const WORDS: usize> FromIterator<Action> for ActionSet<Action, WORDS> {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        Self::new(actions.into_iter().map(Code::code).collect())
    }
}

impl<Action: Code + PartialEq, const WORDS: usize> LegalSet<Action> for ActionSet<Action, WORDS> {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.bits.count()
    }

    #[inline(always)]
    fn nth(&self, n: u32) -> Action {
        Action::from_code(self.bits.nth(n))
    }

    #[inline(always)]
    fn contains(&self, action: Action) -> bool {
        self.bits.contains(action.code())
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = Action> {
        self.bits.iter().map(Action::from_code)
    }

    fn without(&self, _never: Never, is_forbidden: impl Fn(Action) -> bool) -> Self {
        self.iter().filter(|action| !is_forbidden(*action)).collect()
    }
}

/// An observer of a playthrough: a trace, a tally, or none (`()`).
pub trait Observer<G: Game> {
    /// Observes the state before a decision.
    #[inline(always)]
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        let _ = (rules, state);
    }

    /// Observes that a seat is about to take `action`, one of `legal`.
    #[inline(always)]
    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        let _ = (seat, legal, action);
    }

    /// Observes the state in which an action is about to be taken.
    #[inline(always)]
    fn action(&mut self, state: &G::State, action: G::Action) {
        let _ = (state, action);
    }

    /// Observes a chance event.
    #[inline(always)]
    fn event(&mut self, event: G::Event<'_>) {
        let _ = event;
    }

    /// Observes the end of the game.
    #[inline(always)]
    fn over(&mut self, rules: &G::Rules, state: &G::State) {
        let _ = (rules, state);
    }
}

impl<G: Game> Observer<G> for () {}

/// An observer of any type, for games that are watched one by one: every call is indirect, and the
/// game is compiled once for all of them.
impl<G: Game> Observer<G> for &mut (dyn Observer<G> + '_) {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        (**self).position(rules, state);
    }

    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        (**self).decision(seat, legal, action);
    }

    fn action(&mut self, state: &G::State, action: G::Action) {
        (**self).action(state, action);
    }

    fn event(&mut self, event: G::Event<'_>) {
        (**self).event(event);
    }

    fn over(&mut self, rules: &G::Rules, state: &G::State) {
        (**self).over(rules, state);
    }
}

/// A card game: its rules, states, actions, views and outcome.
///
/// An engine keeps these promises, and the conformance suite tests them:
/// * Everything is a function of the rules, the order of the shuffled piles and the actions. An
///   engine owns no generator: it takes random numbers from its [`Chance`], one stream per purpose,
///   so that one player's draws never shift another's.
/// * [`Game::legal`] is exact, and holds at least one action at every decision of [`Game::turn`].
/// * [`Game::view`] holds nothing that the seat may not know.
/// * Every game ends: `max_turns` bounds it.
/// * Nothing is allocated after [`Game::rules`].
///
/// The methods on the path of every decision are marked `#[inline(always)]`, so that a whole game
/// is compiled as one piece (see [`crate::cards::bits`]).
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// Name, knobs, presets and units. For a type whose games are made at run time: the common
    /// part; each game has [a description of its own](Self::description_of).
    const DESCRIPTION: Description;

    /// Whether everybody learns after an action everything that its seat knew when it decided. Then
    /// a strategy can observe the views and actions of others, and fit models of them
    /// (`Strategy::observe`). The conformance suite compares views to test this, so views must also
    /// show the things that only the seat remembers. By default it is false.
    const OPEN_DECISIONS: bool = false;

    /// The rules for somebody who never saw the game: a page in Markdown with which `fairdeal
    /// rules` begins. By default there is none.
    const RULES_PAGE: &'static str = "";

    /// The words of the game for a person. By default they are those of its traces.
    const TELLER: &'static dyn Tell<Self> = &Plain;

    /// The card events of the game. By default it has none.
    const CARD_TELLER: Option<&'static dyn CardTeller<Self>> = None;

    /// Counts the events of the description. By default there are none.
    const EVENT_COUNTER: Option<&'static dyn EventCounter<Self>> = None;

    /// The rules of one variant, ready to play: knobs checked, tables computed.
    type Rules: Send + Sync + Debug + 'static;
    /// The full state of a game.
    type State: Clone + Debug;
    /// An action of a seat.
    type Action: Copy + Eq + Debug + Send;
    /// The legal actions of one decision.
    type Legal: LegalSet<Self::Action>;
    /// The knowledge of one seat.
    type View<'a>: SeatView<Rules = Self::Rules>;
    /// A chance event.
    type Event<'a>: Debug;

    /// Returns the rules of a variant for a number of players within the description's bounds.
    ///
    /// # Errors
    /// If the knobs, each in its range, conflict: for example, a deck that cannot be dealt.
    fn rules(settings: &Settings, players: usize) -> Result<Self::Rules, InputError>;

    /// Returns the description of the game to which these rules belong: by default, that of the
    /// type.
    #[inline(always)]
    fn description_of(rules: &Self::Rules) -> &'static Description {
        let _ = rules;
        const { &Self::DESCRIPTION }
    }

    /// Returns the state of a game before its first card is dealt.
    fn undealt(rules: &Self::Rules) -> Self::State;

    /// Begins the game in a state from [`Game::undealt`]: shuffles, deals, and plays on to the
    /// first decision. (The state is passed in, since returning it would copy it.)
    fn begin(
        rules: &Self::Rules,
        state: &mut Self::State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    );

    /// Returns a new game at its first decision: [`Game::undealt`] and [`Game::begin`].
    #[inline(always)]
    fn start(
        rules: &Self::Rules,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    ) -> Self::State {
        let mut state = Self::undealt(rules);
        Self::begin(rules, &mut state, chance, observer);
        state
    }

    /// Returns the seat that decides, if the game is not over.
    fn turn(state: &Self::State) -> Turn;

    /// Returns the legal actions of the seat that decides.
    fn legal(rules: &Self::Rules, state: &Self::State) -> Self::Legal;

    /// Returns the knowledge of a seat.
    fn view<'a>(rules: &'a Self::Rules, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// Passes on the view as a strategy gets it that is blind to these sights of the description.
    /// It is a view that the seat could have: where it cannot leave a sight open, cards that could
    /// be there are drawn in its place.
    fn blinded<T>(
        view: &Self::View<'_>,
        blind: Sights,
        stream: &mut Stream,
        then: impl FnOnce(&Self::View<'_>) -> T,
    ) -> T {
        let _ = (blind, stream);
        then(view)
    }

    /// Takes a legal action for the seat that decides, and plays on to the next decision
    /// or the end.
    fn apply(
        rules: &Self::Rules,
        state: &mut Self::State,
        action: Self::Action,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    );

    /// Returns the scores, and the seats that would win if the game ended now.
    fn standing(rules: &Self::Rules, state: &Self::State) -> Standing;

    /// Returns what the players want by these rules; by default `None`, where rules do not change
    /// what the [description](Description::aim_of) says.
    fn aim(rules: &Self::Rules) -> Option<Aim> {
        let _ = rules;
        None
    }

    /// Returns whether the lowest score is best. By default the highest is.
    #[inline(always)]
    fn lowest_wins(rules: &Self::Rules) -> bool {
        let _ = rules;
        false
    }

    /// Returns the reason why the game ended: an index into the description's `end_reasons`. 0
    /// while the game goes on.
    #[inline(always)]
    fn end_reason(rules: &Self::Rules, state: &Self::State) -> u8 {
        let _ = (rules, state);
        0
    }

    /// Returns whether the limit `max_turns` ended the game. Then no player wins.
    #[inline(always)]
    fn is_unfinished(rules: &Self::Rules, state: &Self::State) -> bool {
        let reasons = Self::description_of(rules).end_reasons.len();
        usize::from(Self::end_reason(rules, state)) + 1 == reasons
    }

    /// Returns the outcome: the leaders win, unless `max_turns` ended the game.
    #[inline(always)]
    fn outcome(rules: &Self::Rules, state: &Self::State) -> Outcome {
        let Standing { scores, leaders } = Self::standing(rules, state);
        let unfinished = Self::is_unfinished(rules, state);
        Outcome {
            winners: if unfinished { SeatSet::NONE } else { leaders },
            shared: !unfinished && leaders.count() > 1,
            scores,
            unfinished,
            end_reason: Self::end_reason(rules, state),
        }
    }

    /// Returns the mistake in the rules that ended the game, with its place, in words for a
    /// designer. Rules that are read from files can make some, such as a draw from an empty pile;
    /// then the game is over and counts for nothing. By default there are none.
    #[inline(always)]
    fn mistake(rules: &Self::Rules, state: &Self::State) -> Option<String> {
        let _ = (rules, state);
        None
    }

    /// Returns the seat that goes first, once the game is over: that of the first decision, unless
    /// the rules say otherwise. By default it is seat 0.
    #[inline(always)]
    fn first_player(state: &Self::State) -> Seat {
        let _ = state;
        Seat::new(0)
    }

    /// Returns the game's length so far, in the units of the description: at most [`MAX_LENGTH`] in
    /// each.
    fn lengths(state: &Self::State) -> [u64; MAX_LENGTH_UNITS];

    /// Returns the kind of an action: an index into the description's `action_kinds`. By default
    /// all actions are of the first kind.
    #[inline(always)]
    fn kind(action: Self::Action) -> usize {
        let _ = action;
        0
    }

    /// Returns whether an action, legal at the decision that the view shows, meets a condition of
    /// the description that is no kind of action, by its place. By default a game has none.
    fn meets(view: &Self::View<'_>, action: Self::Action, condition: usize) -> bool {
        let _ = (view, action, condition);
        false
    }

    /// Returns whether one of the cards of an action, legal at the decision that the view shows, is
    /// among these cards of the description, by their place in its `named_cards`. By default actions
    /// have no cards.
    fn has_card(view: &Self::View<'_>, action: Self::Action, named: usize) -> bool {
        let _ = (view, action, named);
        false
    }

    /// Returns whether a strategy that never takes these actions is forbidden to take this one.
    fn is_forbidden(view: &Self::View<'_>, action: Self::Action, never: Never) -> bool {
        never.forbids(
            Self::kind(action),
            |condition| Self::meets(view, action, condition),
            |named| Self::has_card(view, action, named),
        )
    }

    /// Returns the legal actions of a seat that never takes these: all of them, if there are no
    /// others.
    fn legal_without(view: &Self::View<'_>, legal: &Self::Legal, never: Never) -> Self::Legal {
        let left = legal.without(never, |action| Self::is_forbidden(view, action, never));
        if left.count() > 0 { left } else { legal.clone() }
    }

    /// Passes each kind of which there are legal actions to `count`, once, with their number. A kind
    /// without any may be left out, or have the number 0.
    #[inline(always)]
    fn count_kinds(legal: &Self::Legal, count: &mut impl FnMut(usize, u32)) {
        let (mut found, mut kinds) = ([0; MAX_ACTION_KINDS], KindSet::NONE);
        for action in legal.iter() {
            let kind = Self::kind(action) % MAX_ACTION_KINDS;
            found[kind] += 1;
            kinds = kinds.with(kind);
        }
        for kind in kinds.iter() {
            count(kind, found[kind]);
        }
    }

    /// Returns the kinds of the legal actions.
    #[inline(always)]
    fn legal_kinds(legal: &Self::Legal) -> KindSet {
        let mut kinds = KindSet::NONE;
        Self::count_kinds(legal, &mut |kind, actions| {
            if actions > 0 {
                kinds = kinds.with(kind);
            }
        });
        kinds
    }

    /// Returns an action as the trace writes it.
    fn action_name(rules: &Self::Rules, action: Self::Action) -> String {
        let _ = rules;
        format!("{action:?}")
    }

    /// Returns an event as the trace writes it: an object whose first key is `e`.
    fn event_json(rules: &Self::Rules, event: &Self::Event<'_>) -> serde_json::Value {
        let _ = rules;
        serde_json::json!({"e": "event", "text": format!("{event:?}")})
    }

    /// Returns the details of the outcome in a trace, besides winners and scores: one object per
    /// seat, if a game has any.
    fn outcome_details(rules: &Self::Rules, state: &Self::State) -> Option<serde_json::Value> {
        let _ = (rules, state);
        None
    }

    /// Returns warnings for a designer about rules that can be played but may be a mistake:
    /// each a sentence.
    fn warnings(settings: &Settings) -> Vec<String> {
        let _ = settings;
        Vec::new()
    }

    /// Returns the resolved rules as the trace writes them, where they are more than the knobs.
    fn rules_json(
        settings: &Settings,
        rules: &Self::Rules,
    ) -> serde_json::Map<String, serde_json::Value> {
        let _ = rules;
        settings.to_json()
    }
}
