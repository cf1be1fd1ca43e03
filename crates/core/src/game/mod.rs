//! What a game is: the trait [`Game`], and the suite of tests that every game passes.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::cards::bits::BitSet;
use crate::input::{InputError, Knob, Location, Preset, Problem, Settings};
use crate::rng::{BlockStreams, Purpose};
use crate::seat::{MAX_SEATS, Seat, SeatSet};

mod cards;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod dealing;
mod kind_set;
mod random_rules;
#[cfg(test)]
pub mod recorded;
mod searchable;
mod tell;
mod view;

pub use cards::{CardNames, CardNotes, CardTeller, Dealer, MAX_CARD_EVENTS, MAX_CARDS};
pub use cards::{DEALT, FirstDeck};
pub use dealing::{Pile, UnseenCards, dealt_in_turn};
pub use kind_set::KindSet;
pub use random_rules::random_settings;
pub use searchable::{Fingerprint, Searchable, Shares, by_lead, share};
pub use tell::{Eyes, Plain, Tell, counted_cards, told_place_points};
pub use view::{SeatView, TableView};

/// The largest number of units in which any game's length is counted.
pub const MAX_LENGTH_UNITS: usize = 4;

/// The end reason of games that the `max_turns` guard ended.
pub const UNFINISHED: &str = "max_turns";

/// What a designer reads about a game, and what the commands need to know of it.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The name in files and commands.
    pub name: &'static str,
    /// The name as its designer writes it.
    pub title: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// What one game from start to end is called, for many of them: "matches", "games".
    pub plural: &'static str,
    /// The smallest number of players.
    pub fewest_players: usize,
    /// The largest number of players.
    pub most_players: usize,
    /// The knobs of the rules.
    pub knobs: &'static [Knob],
    /// Raised when a default changes, or what the game makes of a knob: results before and after
    /// are not to be mixed.
    pub defaults_version: u32,
    /// The named sets of knobs; the first is `designer`, the default.
    pub presets: &'static [Preset],
    /// The units in which a game's length is counted, at most [`MAX_LENGTH_UNITS`]; the first is
    /// "decisions" in every game. Each is a plural that has an s more than its singular: "turns",
    /// of which one is a "turn".
    pub length_units: &'static [&'static str],
    /// The kinds of action, for the table of decisions.
    pub action_kinds: &'static [&'static str],
    /// The ways in which a game can end, each in a few words; the last is always [`UNFINISHED`].
    pub end_reasons: &'static [&'static str],
    /// How the rulings of this project settle what the rules leave open.
    pub rulings: &'static [&'static str],
}

impl Description {
    /// A game for two without knobs. A description can name what differs from it and take the rest:
    /// `Description { name: "mine", ..Description::PLAIN }`.
    pub const PLAIN: Self = Self {
        name: "",
        title: "",
        summary: "",
        plural: "games",
        fewest_players: 2,
        most_players: 2,
        knobs: &[],
        defaults_version: 1,
        presets: &[Preset { name: "designer", summary: "the rules as they are", values: &[] }],
        length_units: &["decisions"],
        action_kinds: &["play"],
        end_reasons: &["nothing is left to play", UNFINISHED],
        rulings: &[],
    };

    /// How many play where nothing is said: two, if the game is for two.
    pub fn usual_players(&self) -> usize {
        2.clamp(self.fewest_players, self.most_players)
    }

    /// Is the game for this many players?
    pub fn is_for(&self, players: usize) -> bool {
        (self.fewest_players..=self.most_players).contains(&players)
    }

    /// Refuses a number of players that the game is not for, which stands at this place: an option,
    /// or the name of an argument.
    ///
    /// # Errors
    /// When it is not [for this many](Self::is_for).
    pub fn check_players(&self, players: usize, place: &str) -> Result<(), InputError> {
        if self.is_for(players) {
            return Ok(());
        }
        let found = format!("{} cannot be played by {players}", self.title);
        let allowed = format!("{} players", self.players_in_words());
        Err(InputError::new(Location::whole(place), Problem::Conflict { found, allowed }))
    }

    /// The numbers of players that the game is for, in words: "2", or "2 to 4".
    pub fn players_in_words(&self) -> String {
        match (self.fewest_players, self.most_players) {
            (fewest, most) if fewest == most => most.to_string(),
            (fewest, most) => format!("{fewest} to {most}"),
        }
    }
}

/// Whose decision is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses one of the legal actions.
    Decide(Seat),
    /// The game is over: its [`Outcome`] stands.
    Over,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; nobody if the game is unfinished.
    pub winners: SeatSet,
    /// The score of every seat, in the game's own unit; 0 beyond the players.
    pub scores: [i32; MAX_SEATS],
    /// The `max_turns` guard ended the game.
    pub unfinished: bool,
    /// What ended the game: an index into the description's `end_reasons`. 0 while the game goes
    /// on.
    pub end_reason: u8,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The score of every seat, in the game's own unit; 0 beyond the players.
    pub scores: [i32; MAX_SEATS],
    /// Who would win if the game ended now.
    pub leaders: SeatSet,
}

impl Standing {
    /// The players with the highest score lead.
    #[inline(always)]
    pub fn highest(scores: [i32; MAX_SEATS], players: usize) -> Self {
        // A loop and not a chain of iterators, since a game is compiled as one piece only as far as
        // everything is sure to be inlined.
        let (mut leaders, mut best) = (SeatSet::NONE, i32::MIN);
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
    /// How it ended.
    pub outcome: Outcome,
    /// The seat that took the first decision.
    pub first_player: Seat,
    /// Its length, in the units of the game's description.
    pub lengths: [u32; MAX_LENGTH_UNITS],
}

/// Where the chance of a game comes from: the streams of a block, or a recorded game.
pub trait Chance {
    /// Puts `items` in random order: the first is the top of the pile.
    fn shuffle(&mut self, purpose: Purpose, items: &mut [u8]);

    /// A uniform number in `0..bound`, for a `bound` of 1 or more. It is the first of the purpose's
    /// stream: asked again, it is the same.
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32;
}

impl Chance for BlockStreams {
    #[inline(always)]
    fn shuffle(&mut self, purpose: Purpose, items: &mut [u8]) {
        self.stream(purpose).shuffle(items);
    }

    #[inline(always)]
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.stream(purpose).below(bound)
    }
}

/// A set of legal actions.
pub trait LegalSet<Action>: Clone + PartialEq + Debug {
    /// How many actions are legal: at least 1 wherever a decision is due.
    fn count(&self) -> u32;
    /// The `n`-th action in a fixed order, counted from 0; `n` must be below [`LegalSet::count`].
    fn nth(&self, n: u32) -> Action;
    /// Is the action legal?
    fn contains(&self, action: Action) -> bool;
    /// All legal actions in their fixed order.
    fn iter(&self) -> impl Iterator<Item = Action>;
    /// The actions to which `keep` says yes, in the same order; perhaps none.
    ///
    /// It is asked for whole kinds of action ([`Game::kind`]): `keep` must say the same to all
    /// actions of a kind, since a set that is computed may only be able to leave out all of them.
    #[must_use]
    fn filtered(&self, keep: impl Fn(Action) -> bool) -> Self;

    /// Chooses the `n`-th action in the fixed order, counted from 0; `None` if there are fewer.
    #[inline(always)]
    fn choose_nth(&self, n: u32) -> Option<Choice<'_, Action>> {
        // No closure here: only what is marked is sure to be inlined into the game.
        if n < self.count() {
            Some(Choice { action: self.nth(n), legal: PhantomData })
        } else {
            None
        }
    }

    /// Chooses an action; `None` where it is not legal.
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
/// It can only come from a set of legal actions, and cannot outlive it: a strategy that plays what
/// is not in the set it was handed does not compile, unless it builds a set of its own, which debug
/// builds notice.
#[derive(Debug)]
pub struct Choice<'l, Action> {
    action: Action,
    legal: PhantomData<&'l ()>,
}

impl<Action> Choice<'_, Action> {
    /// The action.
    #[inline(always)]
    pub fn into_action(self) -> Action {
        self.action
    }
}

/// An action that is a number below the size of its game's action space.
pub trait Code: Copy + Eq + Debug {
    /// The action with this number.
    fn from_code(code: u16) -> Self;
    /// The action's number.
    fn code(self) -> u16;
}

/// Legal actions as a set of bits.
#[derive(PartialEq, Eq)]
pub struct ActionSet<Action, const WORDS: usize> {
    bits: BitSet<WORDS>,
    action: PhantomData<Action>,
}

impl<Action, const WORDS: usize> Clone for ActionSet<Action, WORDS> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<Action, const WORDS: usize> Copy for ActionSet<Action, WORDS> {}

impl<Action, const WORDS: usize> ActionSet<Action, WORDS> {
    /// The actions whose numbers are in `bits`.
    #[inline(always)]
    pub const fn new(bits: BitSet<WORDS>) -> Self {
        Self { bits, action: PhantomData }
    }

    /// The numbers of the actions.
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

    fn filtered(&self, keep: impl Fn(Action) -> bool) -> Self {
        self.iter().filter(|action| keep(*action)).collect()
    }
}

/// Who watches a playthrough: a trace, a tally, or nobody (`()`).
pub trait Observer<G: Game> {
    /// A decision is due.
    #[inline(always)]
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        let _ = (rules, state);
    }

    /// A seat is about to take `action`, one of `legal`.
    #[inline(always)]
    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        let _ = (seat, legal, action);
    }

    /// Something happened that was nobody's choice.
    #[inline(always)]
    fn event(&mut self, event: G::Event<'_>) {
        let _ = event;
    }

    /// The game is over.
    #[inline(always)]
    fn over(&mut self, state: &G::State) {
        let _ = state;
    }
}

impl<G: Game> Observer<G> for () {}

/// An observer of any type, for the games that are looked at one by one: what it is told costs an
/// indirect call, and the game is compiled once for all of them.
impl<G: Game> Observer<G> for &mut (dyn Observer<G> + '_) {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        (**self).position(rules, state);
    }

    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        (**self).decision(seat, legal, action);
    }

    fn event(&mut self, event: G::Event<'_>) {
        (**self).event(event);
    }

    fn over(&mut self, state: &G::State) {
        (**self).over(state);
    }
}

/// A card game: its rules, states, actions, views and outcome.
///
/// An engine keeps these promises, and the conformance suite tests them:
/// * Everything is a function of the rules, the order of the shuffled piles and the actions. An
///   engine owns no generator: what is random it asks of its [`Chance`], one stream a purpose, so
///   that one player's draws never shift another's.
/// * [`Game::legal`] is exact, and holds at least one action wherever [`Game::turn`] says that a
///   decision is due.
/// * [`Game::view`] holds nothing that the seat may not know.
/// * Every game ends: `max_turns` bounds it.
/// * Nothing is allocated after [`Game::rules`].
///
/// The methods on the path of every decision are marked `#[inline(always)]`, so that a whole game
/// is compiled as one piece (see [`crate::cards::bits`]).
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// Name, knobs, presets and units.
    const DESCRIPTION: Description;

    /// Whether everyone learns, once an action is taken, all that its seat knew when it decided.
    /// Then a strategy can be told what the others saw and did, and find out how they play
    /// (`Strategy::observe`). The conformance suite tests it, as far as views show what a seat
    /// knows: what it remembers alone, they must show too. By default it is not so.
    const OPEN_DECISIONS: bool = false;

    /// How the game is played, for somebody who never saw it: a page in Markdown with which
    /// `fairdeal rules` begins. By default there is none.
    const RULES_PAGE: &'static str = "";

    /// The rules of one variant, ready to play: knobs checked, tables made.
    type Rules: Send + Sync + Debug + 'static;
    /// The full truth about a game being played.
    type State: Clone + Debug;
    /// What a seat may choose.
    type Action: Copy + Eq + Debug + Send;
    /// The legal actions of one decision.
    type Legal: LegalSet<Self::Action>;
    /// What one seat may know.
    type View<'a>: SeatView<Rules = Self::Rules>;
    /// A chance event: what happened without a choice of a seat. `()` for a game that reports
    /// none: its traces hold what its seats see.
    type Event<'a>: Debug;

    /// Makes the rules of a variant for a number of players within the description's bounds.
    ///
    /// # Errors
    /// When the knobs, each in its range, do not go together: a deck that cannot be dealt, for one.
    fn rules(settings: &Settings, players: usize) -> Result<Self::Rules, InputError>;

    /// The state of a game before its first card is dealt.
    fn undealt(rules: &Self::Rules) -> Self::State;

    /// Begins the game in a state that [`Game::undealt`] made: shuffles, deals, and goes on to the
    /// first decision. (It is handed the state, since one that is returned is copied.)
    fn begin(
        rules: &Self::Rules,
        state: &mut Self::State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    );

    /// A new game, its first decision due: [`Game::undealt`] and [`Game::begin`].
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

    /// Whose decision is due.
    fn turn(state: &Self::State) -> Turn;

    /// The legal actions of the seat whose decision is due.
    fn legal(rules: &Self::Rules, state: &Self::State) -> Self::Legal;

    /// What a seat may know.
    fn view<'a>(rules: &'a Self::Rules, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// Takes a legal action for the seat whose decision is due, and goes on to the next decision or
    /// the end.
    fn apply(
        rules: &Self::Rules,
        state: &mut Self::State,
        action: Self::Action,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    );

    /// Returns the scores, and who would win if the game ended as it stands.
    fn standing(rules: &Self::Rules, state: &Self::State) -> Standing;

    /// What ended the game: an index into the description's `end_reasons`. 0 while the game goes
    /// on. By default all games end for the first reason.
    #[inline(always)]
    fn end_reason(rules: &Self::Rules, state: &Self::State) -> u8 {
        let _ = (rules, state);
        0
    }

    /// How the game ended: the leaders win, unless `max_turns` ended it.
    #[inline(always)]
    fn outcome(rules: &Self::Rules, state: &Self::State) -> Outcome {
        let Standing { scores, leaders } = Self::standing(rules, state);
        let end_reason = Self::end_reason(rules, state);
        let unfinished = usize::from(end_reason) + 1 == Self::DESCRIPTION.end_reasons.len();
        Outcome {
            winners: if unfinished { SeatSet::NONE } else { leaders },
            scores,
            unfinished,
            end_reason,
        }
    }

    /// The seat that took, or takes, the first decision of the game. By default it is seat 0.
    #[inline(always)]
    fn first_player(state: &Self::State) -> Seat {
        let _ = state;
        Seat::new(0)
    }

    /// The game's length so far, in the units of the description.
    fn lengths(state: &Self::State) -> [u32; MAX_LENGTH_UNITS];

    /// The kind of an action: an index into the description's `action_kinds`. By default all
    /// actions are of the first kind.
    #[inline(always)]
    fn kind(action: Self::Action) -> usize {
        let _ = action;
        0
    }

    /// The legal actions that are left to a seat that takes none of these kinds: where nothing else
    /// is legal, all of them.
    fn legal_without(legal: &Self::Legal, never: KindSet) -> Self::Legal {
        let left = legal.filtered(|action| !never.contains(Self::kind(action)));
        if left.count() > 0 { left } else { legal.clone() }
    }

    /// Adds to `counts` how many of the legal actions are of each kind.
    #[inline(always)]
    fn count_kinds(legal: &Self::Legal, counts: &mut KindCounts) {
        let mut found = [0; MAX_ACTION_KINDS];
        for action in legal.iter() {
            found[Self::kind(action) % MAX_ACTION_KINDS] += 1;
        }
        for (kind, legal) in found.into_iter().enumerate() {
            counts.add(kind, legal);
        }
    }

    /// An action as the trace writes it. By default it is its `Debug` text.
    fn action_name(rules: &Self::Rules, action: Self::Action) -> String {
        let _ = rules;
        format!("{action:?}")
    }

    /// An event as the trace writes it: an object whose first key is `e`. By default it holds the
    /// event's `Debug` text.
    fn event_json(rules: &Self::Rules, event: &Self::Event<'_>) -> serde_json::Value {
        let _ = rules;
        serde_json::json!({"e": "event", "text": format!("{event:?}")})
    }

    /// What the trace tells of the outcome beyond winners and scores: one object a seat, where a
    /// game has more to tell.
    fn outcome_details(rules: &Self::Rules, state: &Self::State) -> Option<serde_json::Value> {
        let _ = (rules, state);
        None
    }

    /// The words in which the game is told to a person. By default it has none of its own, and is
    /// told in those of its traces.
    fn teller() -> &'static dyn Tell<Self> {
        &Plain
    }

    /// How the game tells of its cards. By default it tells of none.
    fn card_teller() -> Option<&'static dyn CardTeller<Self>> {
        None
    }

    /// What a designer should know about rules that can be played and yet may not be what was
    /// meant: each a sentence.
    fn warnings(settings: &Settings) -> Vec<String> {
        let _ = settings;
        Vec::new()
    }

    /// The resolved rules as the trace writes them, where they are more than the knobs.
    fn rules_json(
        settings: &Settings,
        rules: &Self::Rules,
    ) -> serde_json::Map<String, serde_json::Value> {
        let _ = rules;
        settings.to_json()
    }
}

/// The largest number of kinds of action that any game has.
pub const MAX_ACTION_KINDS: usize = 8;

/// Counts of decisions by kind of action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KindCounts {
    /// Decisions in which an action of the kind was legal.
    pub decisions: [u64; MAX_ACTION_KINDS],
    /// Legal actions of the kind, over all decisions.
    pub legal: [u64; MAX_ACTION_KINDS],
}

impl KindCounts {
    /// Counts a decision in which this many actions of a kind were legal; none changes nothing.
    #[inline(always)]
    pub fn add(&mut self, kind: usize, actions: u32) {
        self.decisions[kind] += u64::from(actions > 0);
        self.legal[kind] += u64::from(actions);
    }
}
