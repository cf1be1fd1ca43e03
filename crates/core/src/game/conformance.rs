//! The suite of tests for every game, of this package or another (feature `conformance`).
//!
//! A game's tests implement [`Examined`] (access to its states, and a second, slow implementation
//! of its rules) and call [`examine_presets`], [`examine_random_knobs`], [`every_knob_matters`] and
//! [`open_decisions_are_said`]. All functions panic, as tests do, if a game breaks a promise.
#![expect(clippy::missing_panics_doc, reason = "a failed test panics")]

use std::collections::{BTreeMap, BTreeSet};

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{
    Condition, Dealer, Description, EventCounts, FirstDeck, Forbidden, Game, LegalSet,
    MAX_ACTION_KINDS, MAX_CARD_EVENTS, MAX_CARDS, Meant, Never, Observer, Per, Searchable,
    SeatView, Sights, Step, Turn, UNFINISHED, random_settings,
};
use crate::cards::standard::{Card, CardSet};
use crate::input::{Preset, Settings};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// The suite's access to a game.
pub trait Examined: Game {
    /// [`Searched`] for a game that implements [`Searchable`], otherwise [`NotSearched`].
    type Search: SearchTests<Self>;

    /// Returns every card of the game, wherever it is, in ascending order.
    fn cards(rules: &Self::Rules, state: &Self::State) -> Vec<u8>;

    /// Returns the sets of cards that `seat` cannot see, and between which cards may change places:
    /// other hands, cards that were not dealt. By default there are none, as in a game without
    /// hidden cards.
    fn hidden(state: &mut Self::State, seat: Seat) -> Vec<&mut CardSet> {
        let _ = (state, seat);
        Vec::new()
    }

    /// Returns a state in which only cards that `seat` cannot see have changed places. By default
    /// the [hidden](Self::hidden) sets exchange cards, and keep their sizes.
    fn rearrange_hidden(
        rules: &Self::Rules,
        state: &Self::State,
        seat: Seat,
        stream: &mut Stream,
    ) -> Self::State {
        let _ = rules;
        let mut state = state.clone();
        let mut sets = Self::hidden(&mut state, seat);
        let mut cards: Vec<Card> = sets.iter().flat_map(|set| set.iter()).collect();
        stream.shuffle(&mut cards);
        for set in &mut sets {
            let size = set.count() as usize;
            **set = cards.drain(..size).collect();
        }
        state
    }

    /// Returns an upper bound of the number of decisions in a game under these rules.
    fn decision_bound(settings: &Settings) -> u64 {
        let _ = settings;
        1000
    }

    /// Returns the names of the legal actions, found by trying everything. By default `None`, for
    /// games in which this would take too long.
    fn brute_force(
        settings: &Settings,
        rules: &Self::Rules,
        state: &Self::State,
    ) -> Option<BTreeSet<String>> {
        let _ = (settings, rules, state);
        None
    }

    /// Returns whether this event, as the trace writes it, brings all cards of the game together
    /// again. By default none does.
    fn begins_anew(event: &str) -> bool {
        let _ = event;
        false
    }

    /// Returns whether two views show the same. By default their `Debug` texts are compared.
    fn same_view(one: Self::View<'_>, other: Self::View<'_>) -> bool {
        format!("{one:?}") == format!("{other:?}")
    }
}

/// Returns the numbers of all cards in these sets, in ascending order, for [`Examined::cards`].
pub fn numbers(sets: impl IntoIterator<Item = CardSet>) -> Vec<u8> {
    let cards = sets.into_iter().flat_map(|set| set.iter().collect::<Vec<_>>());
    let mut numbers: Vec<u8> = cards.map(Card::number).collect();
    numbers.sort_unstable();
    numbers
}

/// The suite's tests of search.
pub trait SearchTests<G: Game> {
    /// Returns the fingerprint of a seat's knowledge.
    fn fingerprint(view: &G::View<'_>) -> Option<u64>;

    /// Draws a full state from a seat's knowledge in two states that differ only in hidden
    /// information, and tests the promises of [`Searchable`].
    fn test_draw(
        rules: &G::Rules,
        states: [&G::State; 2],
        seat: Seat,
        stream: &mut Stream,
    ) -> Option<G::State>;

    /// Draws the secrets of a state anew that no seat can know.
    fn test_secrets(rules: &G::Rules, state: &G::State, players: usize, stream: &mut Stream);

    /// Draws a full state from the view of a blind strategy, in a state with these cards.
    fn test_blind(rules: &G::Rules, cards: &[u8], view: &G::View<'_>, stream: &mut Stream);
}

/// A game that cannot be searched.
#[derive(Debug)]
pub struct NotSearched;

impl<G: Game> SearchTests<G> for NotSearched {
    fn fingerprint(_view: &G::View<'_>) -> Option<u64> {
        None
    }

    fn test_draw(
        _rules: &G::Rules,
        _states: [&G::State; 2],
        _seat: Seat,
        _stream: &mut Stream,
    ) -> Option<G::State> {
        None
    }

    fn test_secrets(_rules: &G::Rules, _state: &G::State, _players: usize, _stream: &mut Stream) {}

    fn test_blind(_rules: &G::Rules, _cards: &[u8], _view: &G::View<'_>, _stream: &mut Stream) {}
}

/// A game that can be searched.
#[derive(Debug)]
pub struct Searched;

impl<G: Examined + Searchable> SearchTests<G> for Searched {
    fn fingerprint(view: &G::View<'_>) -> Option<u64> {
        Some(G::fingerprint(view).number())
    }

    /// A draw of the secrets that no seat can know changes no view.
    fn test_secrets(rules: &G::Rules, state: &G::State, players: usize, stream: &mut Stream) {
        let mut drawn = state.clone();
        G::draw_secrets(rules, &mut drawn, stream);
        assert_eq!(G::cards(rules, &drawn), G::cards(rules, state), "a draw must keep the cards");
        assert_eq!(G::turn(&drawn), G::turn(state));
        for seat in Seat::all(players) {
            assert!(
                G::same_view(G::view(rules, state, seat), G::view(rules, &drawn, seat)),
                "what no seat can know must not change what seat {seat} sees"
            );
        }
    }

    /// The view of a blind strategy must be one that the seat can have.
    fn test_blind(rules: &G::Rules, cards: &[u8], view: &G::View<'_>, stream: &mut Stream) {
        let drawn = G::sample(rules, &G::determinizer(view), stream);
        assert_eq!(G::cards(rules, &drawn), cards, "a blind strategy knows of the same cards");
        let seen = G::view(rules, &drawn, view.seat());
        assert!(G::same_view(*view, seen), "a blind strategy must be shown what could be");
    }

    /// Both states must give the same draw, and the draw the same view.
    fn test_draw(
        rules: &G::Rules,
        [state, rearranged]: [&G::State; 2],
        seat: Seat,
        stream: &mut Stream,
    ) -> Option<G::State> {
        let mut same_stream = stream.clone();
        let view = G::view(rules, state, seat);
        let drawn = G::sample(view.rules(), &G::determinizer(&view), stream);
        assert_eq!(G::cards(rules, &drawn), G::cards(rules, state), "a draw must keep the cards");
        assert!(
            G::same_view(view, G::view(rules, &drawn, seat)),
            "a drawn state must look the same to seat {seat}"
        );
        assert_eq!(G::turn(&drawn), G::turn(state));
        assert_eq!(
            G::fingerprint(&view),
            G::fingerprint(&G::view(rules, &drawn, seat)),
            "what looks the same has the same fingerprint"
        );
        let again =
            G::sample(rules, &G::determinizer(&G::view(rules, rearranged, seat)), &mut same_stream);
        assert_eq!(stream, &same_stream);
        // Writing is slow: now and then is enough.
        if stream.below(16) == 0 {
            assert_eq!(
                format!("{drawn:?}"),
                format!("{again:?}"),
                "a draw must depend on nothing but the view of seat {seat}"
            );
        }
        Some(drawn)
    }
}

/// Plays games with random choices and tests everything that [`Game`] promises, at every decision.
pub fn examine<G: Examined>(settings: &Settings, players: usize, games: std::ops::Range<u64>) {
    let rules = G::rules(settings, players).expect("rules that can be dealt");
    for game in games {
        let first = play::<G>(settings, &rules, players, game, true);
        let again = play::<G>(settings, &rules, players, game, false);
        assert_eq!(
            first,
            again,
            "the same number must give the same game: {game} of {:?}",
            settings.to_json()
        );
        test_cards_told::<G>(settings, &rules, players, game);
        test_events::<G>(settings, &rules, game);
    }
}

/// Tests the card events of a game: a card that a seat is dealt changes places with another one,
/// which must give a legal deal that the seat can distinguish.
fn test_cards_told<G: Examined>(settings: &Settings, rules: &G::Rules, players: usize, game: u64) {
    let Some(teller) = G::CARD_TELLER else { return };
    let names = teller.names();
    assert!(
        names.cards.len() <= MAX_CARDS
            && names.events.len() <= MAX_CARD_EVENTS
            && names.events[0] == "dealt",
        "{names:?}"
    );
    let streams = BlockStreams::new(77, game);
    let deck = FirstDeck::of(teller, rules, streams.into());
    let is_named = |card: &usize| names.cards.get(*card).is_some_and(|name| !name.is_empty());
    assert!(
        deck.cards().all(|card| is_named(&card)),
        "a card of the deck has no name: {:?}",
        settings.to_json()
    );
    let mut choices = streams.stream(Purpose::Strategy(2));
    let dealt = start::<G>(rules, &mut Dealer::from(streams), &mut ());
    for seat in Seat::all(players) {
        let held = deck.dealt(seat);
        assert!(!held.is_empty(), "seat {seat} is dealt cards");
        let card = held[choices.below(held.len() as u32) as usize];
        let Some(places) = deck.draw_exchange(seat, card, &mut choices) else { continue };
        let mut chance = Dealer::exchanging(streams, places);
        assert!(
            FirstDeck::of(teller, rules, chance).is_dealt_like(&deck),
            "who is dealt a card depends only on its place: {:?}",
            settings.to_json()
        );
        let mut state = start::<G>(rules, &mut chance, &mut ());
        assert_eq!(
            G::cards(rules, &state),
            G::cards(rules, &dealt),
            "an exchange must keep the cards: {:?}",
            settings.to_json()
        );
        let seen = |state| G::view(rules, state, seat).to_json();
        assert_ne!(
            seen(&state),
            seen(&dealt),
            "seat {seat} is dealt another card at {places:?}: {:?}",
            settings.to_json()
        );
        while G::turn(&state) != Turn::Over {
            choose_by_chance::<G>(rules, &mut state, &mut chance, &mut choices);
        }
    }
}

/// Tests the events of a game: their names, and that no part is larger than its whole.
fn test_events<G: Examined>(settings: &Settings, rules: &G::Rules, game: u64) {
    let events = G::DESCRIPTION.events;
    let Some(counter) = G::EVENT_COUNTER else {
        assert!(events.is_empty(), "events without an `EVENT_COUNTER`");
        return;
    };
    for (place, event) in events.iter().enumerate() {
        assert!(events[..place].iter().all(|other| other.name != event.name), "{event:?}");
        let base = event.per.base();
        assert!(
            base.is_none_or(|base| matches!(events[base].per, Per::Game | Per::Nothing)),
            "{event:?}"
        );
    }
    let mut chance = Dealer::from(BlockStreams::new(77, game));
    let mut choices = chance.streams().stream(Purpose::Strategy(0));
    let mut counts = EventCounts::new(events.len());
    let mut state = start::<G>(rules, &mut chance, &mut ());
    while let Turn::Decide(_) = G::turn(&state) {
        let before = state.clone();
        let legal = G::legal(rules, &state);
        let action = legal.nth(choices.below(legal.count()));
        apply::<G>(rules, &mut state, action, &mut chance, &mut ());
        counter.step(&Step { rules, before: &before, action, after: &state }, &mut counts);
    }
    counter.over(rules, &state, &mut counts);
    let counts = counts.all();
    for (event, count) in events.iter().zip(counts) {
        if let Per::ShareOf(base) = event.per {
            assert!(
                *count <= counts[base],
                "{} of {}: {count} of {}: {:?}",
                event.name,
                events[base].name,
                counts[base],
                settings.to_json()
            );
        }
    }
}

/// Takes a random legal action for the seat that decides.
fn choose_by_chance<G: Game>(
    rules: &G::Rules,
    state: &mut G::State,
    chance: &mut Dealer,
    choices: &mut Stream,
) {
    let legal = G::legal(rules, state);
    apply::<G>(rules, state, legal.nth(choices.below(legal.count())), chance, &mut ());
}

/// Returns the designer's rules.
pub fn designer<G: Game>() -> Settings {
    with_preset::<G>(&G::DESCRIPTION.presets[0])
}

/// Returns the rules of a preset.
pub fn with_preset<G: Game>(preset: &Preset) -> Settings {
    let mut settings = Settings::defaults(G::DESCRIPTION.knobs);
    settings.apply_preset(preset);
    settings
}

/// Returns the designer's rules with some knobs set: `key=value` each.
pub fn with_options<G: Game>(options: &[&str]) -> Settings {
    let mut settings = Settings::defaults(G::DESCRIPTION.knobs);
    for option in options {
        settings.apply_option(option).expect("a knob");
    }
    settings
}

/// All numbers of players of the game.
fn player_counts<G: Game>() -> std::ops::RangeInclusive<usize> {
    G::DESCRIPTION.fewest_players..=G::DESCRIPTION.most_players
}

/// Examines every preset with every number of players, some games each.
pub fn examine_presets<G: Examined>(games: u64) {
    assert_eq!(G::DESCRIPTION.length_units[0], "decisions");
    assert_eq!(G::DESCRIPTION.end_reasons.last(), Some(&UNFINISHED));
    for preset in G::DESCRIPTION.presets {
        for players in player_counts::<G>() {
            examine::<G>(&with_preset::<G>(preset), players, 0..games);
        }
    }
}

/// Examines this many random combinations of knobs, two games each, with every number of players in
/// turn; `max_turns` is at most `longest`.
pub fn examine_random_knobs<G: Examined>(combinations: u64, longest: i64) {
    let mut stream = BlockStreams::new(3, 3).stream(Purpose::Strategy(0));
    for (round, players) in (0..combinations).zip(player_counts::<G>().cycle()) {
        let settings = random_settings::<G>(players, longest, &mut stream);
        examine::<G>(&settings, players, round..round + 2);
    }
}

/// Tests [`Game::OPEN_DECISIONS`] of a game whose decisions are open: under the rules of some
/// preset or under random ones, some seat must know less than the seat that has just decided,
/// unless the game declares open decisions. (A wrong declaration is found wherever the game is
/// [examined](examine).)
pub fn open_decisions_are_said<G: Examined>() {
    let mut stream = BlockStreams::new(5, 5).stream(Purpose::Strategy(0));
    let presets = player_counts::<G>().flat_map(|players| {
        G::DESCRIPTION.presets.iter().map(move |preset| (players, with_preset::<G>(preset)))
    });
    let random = player_counts::<G>()
        .cycle()
        .take(100)
        .map(|players| (players, random_settings::<G>(players, 100, &mut stream)));
    let by_these = |(players, settings): (usize, Settings)| {
        let rules = G::rules(&settings, players).expect("rules that can be dealt");
        somebody_knows_less::<G>(&rules, players)
    };
    assert!(
        G::OPEN_DECISIONS || presets.chain(random).any(by_these),
        "by all rules that were tried of {}, everyone knew after an action all that its seat had \
            known: set `OPEN_DECISIONS` to true",
        G::DESCRIPTION.name
    );
}

/// Whether some seat knows less than the seat that has just decided, in one of twenty random games.
fn somebody_knows_less<G: Examined>(rules: &G::Rules, players: usize) -> bool {
    (0..20).any(|game| {
        let mut chance = Dealer::from(BlockStreams::new(78, game));
        let mut choices = chance.streams().stream(Purpose::Strategy(0));
        let mut state = start::<G>(rules, &mut chance, &mut ());
        while let Turn::Decide(seat) = G::turn(&state) {
            choose_by_chance::<G>(rules, &mut state, &mut chance, &mut choices);
            if knows_less::<G>(rules, players, &state, seat, &mut choices).is_some() {
                return true;
            }
        }
        false
    })
}

/// Tests that every knob matters: each of these changes, at least one for every knob, must change
/// some game among many, or a player's part in it. A rule of scoring must be declared as one
/// (`scoring = true`): some of its changes, and no changes of other knobs, give the same end of a
/// game other scores.
pub fn every_knob_matters<G: Examined>(players: usize, changes: &[&str]) {
    // Some knobs matter to few games.
    const GAMES: u64 = 1000;
    let game = |settings: &Settings, rules: &G::Rules, game: u64| {
        play::<G>(settings, rules, players, game, false)
    };
    let keys: BTreeSet<&str> =
        changes.iter().filter_map(|change| change.split_once('=')).map(|(key, _)| key).collect();
    assert_eq!(
        keys,
        G::DESCRIPTION.knobs.iter().map(|knob| knob.key).collect(),
        "a change for every knob"
    );
    let designer = designer::<G>();
    let designers = G::rules(&designer, players).expect("can be dealt");
    for change in changes {
        let settings = with_options::<G>(&[change]);
        let rules = G::rules(&settings, players).expect("can be dealt");
        let differs =
            |number: u64| game(&settings, &rules, number) != game(&designer, &designers, number);
        assert!((0..GAMES).any(differs), "{change} changes nothing");
    }
    let rules =
        |options: &[&str]| G::rules(&with_options::<G>(options), players).expect("can be dealt");
    let ends: Vec<G::State> = (0..60).map(|game| last_state::<G>(&designers, game)).collect();
    for knob in G::DESCRIPTION.knobs {
        let of_knob = changes
            .iter()
            .filter(|change| change.split_once('=').is_some_and(|(key, _)| key == knob.key));
        let scores = |rules: &G::Rules| {
            ends.iter().map(|end| G::standing(rules, end).scores).collect::<Vec<_>>()
        };
        let scores_otherwise = of_knob
            .map(|change| rules(&[change]))
            .any(|other| scores(&other) != scores(&designers));
        assert_eq!(
            scores_otherwise, knob.scoring,
            "{} is a rule of scoring, and must be declared so, or is none",
            knob.key
        );
    }
}

/// The last state of a game with random choices.
fn last_state<G: Game>(rules: &G::Rules, game: u64) -> G::State {
    let mut chance = Dealer::from(BlockStreams::new(77, game));
    let mut choices = chance.streams().stream(Purpose::Strategy(0));
    let mut state = start::<G>(rules, &mut chance, &mut ());
    while G::turn(&state) != Turn::Over {
        choose_by_chance::<G>(rules, &mut state, &mut chance, &mut choices);
    }
    state
}

/// Records the events, as text.
struct Log<'r, G: Game>(&'r G::Rules, Vec<String>);

impl<G: Game> Observer<G> for Log<'_, G> {
    fn event(&mut self, event: G::Event<'_>) {
        self.1.push(G::event_json(self.0, &event).to_string());
    }
}

/// Plays one game with random choices; returns all its events.
fn play<G: Examined>(
    settings: &Settings,
    rules: &G::Rules,
    players: usize,
    game: u64,
    tested: bool,
) -> Vec<String> {
    let mut chance = Dealer::from(BlockStreams::new(77, game));
    let mut choices = chance.streams().stream(Purpose::Strategy(0));
    let mut tests = chance.streams().stream(Purpose::Strategy(1));
    let mut log = Log::<G>(rules, Vec::new());
    let mut state = start::<G>(rules, &mut chance, &mut log);
    let mut decisions = 0;
    let first = G::turn(&state);
    let mut fingerprints = BTreeSet::new();
    while let Turn::Decide(seat) = G::turn(&state) {
        let legal = G::legal(rules, &state);
        if tested {
            let is_new = G::Search::fingerprint(&G::view(rules, &state, seat))
                .is_none_or(|fingerprint| fingerprints.insert(fingerprint));
            assert!(
                is_new,
                "no two decisions may have the same fingerprint: {:?}",
                settings.to_json()
            );
            test_decision::<G>(settings, rules, players, &state, seat, &mut tests);
        }
        let action = legal.nth(choices.below(legal.count()));
        log.1.push(format!("{seat}: {} of {}", G::action_name(rules, action), legal.count()));
        let before = if tested { G::cards(rules, &state) } else { Vec::new() };
        let events = log.1.len();
        apply::<G>(rules, &mut state, action, &mut chance, &mut log);
        if tested && G::OPEN_DECISIONS {
            let lesser = knows_less::<G>(rules, players, &state, seat, &mut tests);
            assert_eq!(
                lesser,
                None,
                "knows less than seat {seat} did, so `OPEN_DECISIONS` must be false: {:?}",
                settings.to_json()
            );
        }
        // A new deal begins with the whole deck again, and so do the cards before it end.
        if tested && !log.1[events..].iter().any(|event| G::begins_anew(event)) {
            assert_eq!(
                G::cards(rules, &state),
                before,
                "cards must stay: {:?}",
                settings.to_json()
            );
        }
        decisions += 1;
        assert!(
            decisions <= G::decision_bound(settings),
            "no game may be longer: {:?}",
            settings.to_json()
        );
    }
    let outcome = G::outcome(rules, &state);
    let no_winner = outcome.winners == SeatSet::NONE;
    assert!(no_winner || !outcome.unfinished, "an unfinished game has no winner");
    assert!(
        !no_winner || outcome.unfinished || G::DESCRIPTION.can_be_lost,
        "a game that cannot be lost by all has a winner"
    );
    if G::DESCRIPTION.teams == 0 {
        assert_eq!(outcome.shared, outcome.winners.count() > 1, "who shares the win");
    }
    let reasons = G::DESCRIPTION.end_reasons;
    assert!(
        usize::from(outcome.end_reason) < reasons.len(),
        "end reason {} of {reasons:?}",
        outcome.end_reason
    );
    assert_eq!(
        usize::from(outcome.end_reason) + 1 == reasons.len(),
        outcome.unfinished,
        "the last end reason, and only that, is the guard"
    );
    for seat in Seat::all(MAX_SEATS).skip(players) {
        assert!(
            !outcome.winners.contains(seat) && outcome.scores[seat.index()] == 0,
            "{seat} does not play"
        );
    }
    assert_eq!(G::lengths(&state)[0], decisions, "the first unit of length is decisions");
    if let Turn::Decide(seat) = first {
        assert_eq!(G::first_player(&state), seat, "the first player takes the first decision");
    }
    log.1.push(format!("{outcome:?} {:?}", G::lengths(&state)));
    log.1
}

/// Returns a new game. Compiled once for all observers, like [`apply`]: the suite need not be fast,
/// and is compiled for every game.
#[inline(never)]
pub fn start<G: Game>(
    rules: &G::Rules,
    chance: &mut Dealer,
    mut observer: &mut dyn Observer<G>,
) -> G::State {
    let mut state = G::undealt(rules);
    G::begin(rules, &mut state, chance, &mut observer);
    state
}

/// Takes a legal action for the seat that decides.
#[inline(never)]
pub fn apply<G: Game>(
    rules: &G::Rules,
    state: &mut G::State,
    action: G::Action,
    chance: &mut Dealer,
    mut observer: &mut dyn Observer<G>,
) {
    G::apply(rules, state, action, chance, &mut observer);
}

/// Looks for a seat that knows less than the seat that has just decided: cards that are hidden from
/// it change places, and the other seat notices. (If the same seat decides again, it may have
/// learned something in between.)
fn knows_less<G: Examined>(
    rules: &G::Rules,
    players: usize,
    state: &G::State,
    decided: Seat,
    stream: &mut Stream,
) -> Option<Seat> {
    if G::turn(state) == Turn::Decide(decided) {
        return None;
    }
    Seat::all(players).find(|other| {
        let rearranged = G::rearrange_hidden(rules, state, *other, stream);
        !G::same_view(G::view(rules, state, decided), G::view(rules, &rearranged, decided))
    })
}

fn test_decision<G: Examined>(
    settings: &Settings,
    rules: &G::Rules,
    players: usize,
    state: &G::State,
    seat: Seat,
    stream: &mut Stream,
) {
    let legal = G::legal(rules, state);
    let actions: Vec<G::Action> = legal.iter().collect();
    assert!(!actions.is_empty(), "a decision needs a legal action");
    assert_eq!(actions.len(), legal.count() as usize);
    for (n, action) in actions.iter().enumerate() {
        assert_eq!(legal.nth(n as u32), *action);
        assert!(legal.contains(*action));
    }
    let names: BTreeSet<String> =
        actions.iter().map(|action| G::action_name(rules, *action)).collect();
    assert_eq!(names.len(), actions.len(), "two legal actions have one name");
    if let Some(expected) = G::brute_force(settings, rules, state) {
        assert_eq!(names, expected, "legal by brute force, rules {:?}", settings.to_json());
    }

    let mut counts = [0; MAX_ACTION_KINDS];
    G::count_kinds(&legal, &mut |kind, actions| {
        assert_eq!(counts[kind], 0, "kind {kind} is counted once");
        counts[kind] = actions as usize;
    });
    for (kind, count) in counts.into_iter().enumerate() {
        let of_kind = actions.iter().filter(|action| G::kind(**action) == kind).count();
        assert_eq!(count, of_kind, "kind {kind}");
        assert_eq!(G::legal_kinds(&legal).contains(kind), of_kind > 0, "kind {kind}");
    }
    if stream.below(8) == 0 && !G::DESCRIPTION.sights.is_empty() {
        let sights = (0..G::DESCRIPTION.sights.len()).filter(|_| stream.below(2) == 0);
        let blind = sights.fold(Sights::NONE, Sights::with);
        let view = G::view(rules, state, seat);
        let mut draws = stream.clone();
        G::blinded(&view, blind, stream, |shown| {
            assert_eq!(shown.seat(), seat);
            if blind.is_empty() {
                assert!(G::same_view(*shown, view), "a strategy that is not blind sees all");
            }
            G::Search::test_blind(rules, &G::cards(rules, state), shown, &mut draws);
        });
    }
    test_forbidden::<G>(&G::view(rules, state, seat), &legal, &actions, stream);

    G::Search::test_secrets(rules, state, players, stream);
    for other in Seat::all(players) {
        assert_eq!(G::view(rules, state, other).seat(), other);
        let rearranged = G::rearrange_hidden(rules, state, other, stream);
        assert_eq!(
            G::cards(rules, &rearranged),
            G::cards(rules, state),
            "the suite itself must keep the cards"
        );
        assert!(
            G::same_view(G::view(rules, state, other), G::view(rules, &rearranged, other)),
            "seat {other} sees hidden cards"
        );
        if let Some(drawn) = G::Search::test_draw(rules, [state, &rearranged], other, stream)
            .filter(|_| other == seat)
        {
            assert_eq!(
                G::legal(rules, &drawn),
                legal,
                "a drawn state must leave the seat its choices"
            );
        }
        // Writing is slow: now and then is enough, with hundreds of games.
        if stream.below(16) == 0 {
            let shown = |state| format!("{:?}", G::view(rules, state, other));
            assert_eq!(
                shown(state),
                shown(&rearranged),
                "seat {other} sees hidden cards where a view is written down"
            );
            let told = |state| G::view(rules, state, other).to_json();
            assert_eq!(told(state), told(&rearranged), "seat {other} is told hidden cards");
        }
    }
    let rearranged = G::rearrange_hidden(rules, state, seat, stream);
    assert_eq!(
        G::legal(rules, &rearranged),
        legal,
        "what is legal must not depend on what the seat cannot see"
    );
}

/// Tests the sets of legal actions of a player who never takes some kinds of action, nor actions
/// that meet some conditions.
fn test_forbidden<G: Game>(
    view: &G::View<'_>,
    legal: &G::Legal,
    actions: &[G::Action],
    stream: &mut Stream,
) {
    let Description { action_kinds, conditions, named_cards, .. } = G::DESCRIPTION;
    let mut forbidden = Vec::new();
    for kind in (0..action_kinds.len()).filter(|_| stream.below(4) == 0) {
        forbidden.push(Forbidden { meant: Meant::Kind(kind), cards: None });
    }
    for (place, Condition { name, has_cards, .. }) in conditions.iter().enumerate() {
        if stream.below(4) == 0 {
            let kind = action_kinds.iter().position(|kind| kind == name);
            let meant = kind.map_or(Meant::Condition(place), Meant::Kind);
            let narrowed = *has_cards && stream.below(4) > 0;
            let cards = narrowed.then(|| stream.below(named_cards.len() as u32) as usize);
            forbidden.push(Forbidden { meant, cards });
        }
    }
    let never = Never::new(forbidden);
    let is_left = |action: &G::Action| !G::is_forbidden(view, *action, never);
    let left: Vec<G::Action> = actions.iter().copied().filter(is_left).collect();
    let allowed = G::legal_without(view, legal, never);
    if left.is_empty() {
        assert_eq!(allowed, *legal, "a player with nothing else has all actions");
        return;
    }
    assert_eq!(allowed.iter().collect::<Vec<_>>(), left, "{legal:?} without {never:?}");
    assert_eq!(allowed.count() as usize, left.len());
    for (n, action) in left.iter().enumerate() {
        assert_eq!(allowed.nth(n as u32), *action);
    }
    for action in actions {
        assert_eq!(allowed.contains(*action), is_left(action), "{action:?}");
    }
}

/// Draws full states for a seat and compares the frequency of each with its probability: `expected`
/// has all of them, some more than once if they look alike, as `key` writes them.
pub fn draws_are_uniform<G: Examined + Searchable>(
    rules: &G::Rules,
    state: &G::State,
    seat: Seat,
    expected: impl IntoIterator<Item = String>,
    key: impl Fn(&G::State) -> String,
) {
    const DRAWS: u32 = 40_000;
    let mut counts: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    let mut all = 0;
    for key in expected {
        counts.entry(key).or_default()[0] += 1;
        all += 1;
    }
    assert!(
        counts.len() > 1 && all < DRAWS / 20,
        "{} kinds of states among {all}: the test sees too little",
        counts.len()
    );
    let determinizer = G::determinizer(&G::view(rules, state, seat));
    let mut stream = BlockStreams::new(12, 12).stream(Purpose::Strategy(0));
    for _ in 0..DRAWS {
        let drawn = key(&G::sample(rules, &determinizer, &mut stream));
        counts.get_mut(&drawn).unwrap_or_else(|| panic!("{drawn} cannot be"))[1] += 1;
    }
    let distance = |[weight, drawn]: &[u32; 2]| {
        let expected = f64::from(DRAWS) * f64::from(*weight) / f64::from(all);
        (f64::from(*drawn) - expected).powi(2) / expected
    };
    let distance: f64 = counts.values().map(distance).sum();
    let p = ChiSquared::new((counts.len() - 1) as f64).expect("several kinds").sf(distance);
    assert!(p > 0.001, "p = {p} for {} kinds of states", counts.len());
}

/// Returns all orders of some cards.
pub fn orders(cards: &[u8]) -> Vec<Vec<u8>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let first = |index: usize| {
        let mut rest = cards.to_vec();
        let card = rest.remove(index);
        orders(&rest).into_iter().map(move |order| [&[card], &order[..]].concat())
    };
    (0..cards.len()).flat_map(first).collect()
}
