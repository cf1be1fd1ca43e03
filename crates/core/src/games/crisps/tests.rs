//! Crisps compared with its rules: the conformance suite, and recorded games.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::rules::{Knobs, SpecialOrder, rank_of};
use super::{Action, Combination, Crisps, Event, Hand, Kind, RANKS, Rules, SPECIAL, State, View};
use crate::game::conformance::{
    Examined, Searched, designer, draws_are_uniform, every_knob_matters, examine, examine_presets,
    examine_random_knobs, open_decisions_are_said, orders, with_options,
};
use crate::game::recorded::replay;
use crate::game::{CardNumber, Chance, Game, LegalSet, Observer, Turn, random_settings};
use crate::input::Settings;
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::Seat;

/// A direct second implementation of the rules' text: the combination of a set of cards, and the
/// combinations that it beats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Played {
    kind: Kind,
    lowest: u8,
    length: u8,
    cards: u8,
}

fn what_is(counts: &[u8; RANKS as usize], knobs: &Knobs) -> Option<Played> {
    let ranks: Vec<u8> = (0..RANKS).filter(|rank| counts[usize::from(*rank)] > 0).collect();
    let (lowest, highest) = (*ranks.first()?, *ranks.last()?);
    let each = counts[usize::from(lowest)];
    if ranks.iter().any(|rank| counts[usize::from(*rank)] != each)
        || usize::from(highest - lowest) + 1 != ranks.len()
    {
        return None;
    }
    let length = ranks.len() as u8;
    let sequence_allowed = highest != SPECIAL || knobs.special_in_runs;
    let set_allowed = highest != SPECIAL || knobs.special_sets;
    let kind = match (length, each) {
        (1, 1) => Kind::Single,
        (1, 2) => Kind::Pair,
        (1, 3) if set_allowed => Kind::Triple,
        (1, 4) if set_allowed => Kind::Quad,
        (2.., 1) if sequence_allowed && length >= knobs.run_min => Kind::Run,
        (2.., 2) if sequence_allowed && length >= knobs.stair_min => Kind::Stair,
        _ => return None,
    };
    Some(Played { kind, lowest, length, cards: length * each })
}

fn may_follow(next: Played, current: Played, knobs: &Knobs) -> bool {
    let special = |played: Played| matches!(played.kind, Kind::Triple | Kind::Quad);
    if special(next) {
        if special(current) {
            let longer = next.cards > current.cards;
            let higher = next.lowest > current.lowest;
            return match knobs.special_order {
                SpecialOrder::LengthOrRank => longer || higher,
                SpecialOrder::LengthThenRank => longer || (next.cards == current.cards && higher),
            };
        }
        return knobs.special_beats_queen && current.lowest + current.length > SPECIAL;
    }
    let strong_enough = if knobs.follow_equal {
        next.lowest >= current.lowest
    } else {
        next.lowest > current.lowest
    };
    next.kind == current.kind && next.length == current.length && strong_enough
}

fn name(played: Played, rules: &Rules) -> String {
    let is_it = |action: &Action| {
        let Combination { kind, rank, length, .. } = *action.combination();
        (kind, rank, length) == (played.kind, played.lowest, played.length)
    };
    Crisps::action_name(
        rules,
        Action::all().find(is_it).expect("a combination of the action space"),
    )
}

/// All ways to take cards from a hand.
fn subsets(hand: Hand) -> Vec<[u8; RANKS as usize]> {
    (0..RANKS).fold(vec![[0; RANKS as usize]], |taken, rank| {
        let some = |counts: [u8; RANKS as usize]| {
            (0..=hand.count(rank) as u8).map(move |count| {
                let mut counts = counts;
                counts[usize::from(rank)] = count;
                counts
            })
        };
        taken.into_iter().flat_map(some).collect()
    })
}

impl Examined for Crisps {
    type Search = Searched;

    fn cards(rules: &Rules, state: &State) -> Vec<u8> {
        let pile = &state.deck
            [usize::from(state.deck_size - state.table.pile)..usize::from(state.deck_size)];
        let set_aside = &state.deck[..usize::from(rules.knobs.set_aside)];
        let in_deck = pile.iter().chain(set_aside).map(|&identity| rank_of(identity));
        let seen = state.hands[0]
            .iter()
            .chain(state.hands[1].iter())
            .chain(state.table.played.iter())
            .chain(state.table.face_up());
        let mut cards: Vec<u8> = in_deck.chain(seen).collect();
        cards.sort_unstable();
        cards
    }

    fn brute_force(settings: &Settings, rules: &Rules, state: &State) -> Option<BTreeSet<String>> {
        let Turn::Decide(seat) = Crisps::turn(state) else { return None };
        let view = Crisps::view(rules, state, seat);
        if view.takes() {
            return Some(["take face_up", "take pile"].map(str::to_owned).into());
        }
        if view.hand.size() > 14 {
            return None;
        }
        let knobs = Knobs::read(settings);
        let combinations =
            subsets(view.hand).into_iter().filter_map(|counts| what_is(&counts, &knobs));
        let mut legal: BTreeSet<String> = match view.to_beat() {
            None => {
                let leads = |played: &Played| {
                    knobs.lead_special || !matches!(played.kind, Kind::Triple | Kind::Quad)
                };
                combinations.filter(leads).map(|played| name(played, rules)).collect()
            }
            Some(current) => {
                let current = current.combination();
                let current = Played {
                    kind: current.kind,
                    lowest: current.rank,
                    length: current.length,
                    cards: current.cards,
                };
                combinations
                    .filter(|next| may_follow(*next, current, &knobs))
                    .map(|played| name(played, rules))
                    .collect()
            }
        };
        if view.to_beat().is_some() || knobs.lead_may_pass {
            legal.insert("pass".to_owned());
        }
        Some(legal)
    }

    fn begins_anew(event: &str) -> bool {
        event.starts_with("{\"e\":\"deal\",")
    }

    fn rearrange_hidden(rules: &Rules, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = state.clone();
        let other = seat.other();
        // Unknown to the seat: the other hand without its known cards, the pile, and the cards set
        // aside.
        let known = state.table.known[other.index()];
        let hidden = state.hands[other.index()].minus(known);
        let (size, pile) = (usize::from(state.deck_size), usize::from(state.table.pile));
        let set_aside = usize::from(rules.knobs.set_aside);
        let mut pool: Vec<u8> = hidden.iter().collect();
        pool.extend(
            state.deck[..set_aside]
                .iter()
                .chain(&state.deck[size - pile..size])
                .map(|&identity| rank_of(identity)),
        );
        stream.shuffle(&mut pool);
        state.hands[other.index()] = pool.drain(..hidden.size() as usize).fold(known, Hand::with);
        for place in (0..set_aside).chain(size - pile..size) {
            state.deck[place] = pool.pop().expect("as many cards as places");
        }
        state
    }

    fn same_view(one: View<'_>, other: View<'_>) -> bool {
        one == other
            && one.unseen() == other.unseen()
            && one.opponent_cards() == other.opponent_cards()
    }

    fn decision_bound(settings: &Settings) -> u64 {
        let knobs = Knobs::read(settings);
        (2 * u64::from(knobs.points_to_win) - 1) * u64::from(knobs.max_turns)
    }
}

#[test]
fn the_presets_conform() {
    examine_presets::<Crisps>(6);
}

#[test]
fn random_knobs_conform() {
    examine_random_knobs::<Crisps>(250, 60);
}

#[test]
fn hands_that_use_up_the_deck_conform() {
    // R1, R2 and R13: nothing left, one card left, two cards left; with and without a card face up.
    for (hand_size, set_aside) in [(18, 4), (18, 3), (18, 2), (17, 3), (10, 20), (10, 19)] {
        for knobs in ["face_up_draw=true", "face_up_draw=false", "first_draw=passer"] {
            let mut settings = designer::<Crisps>();
            for option in [
                &format!("hand_size={hand_size}"),
                &format!("set_aside={set_aside}"),
                "max_turns=80",
                knobs,
            ] {
                settings.apply_option(option).expect("a knob");
            }
            examine::<Crisps>(&settings, 2, 0..3);
        }
    }
}

#[test]
fn open_decisions_are_declared() {
    open_decisions_are_said::<Crisps>();
}

#[test]
fn every_knob_changes_the_rules() {
    every_knob_matters::<Crisps>(
        2,
        &[
            "points_to_win=2",
            "hand_size=11",
            "set_aside=5",
            "copies=3",
            "low_rank=3",
            "face_up_draw=false",
            "special_rank=jack",
            "special_in_runs=true",
            "special_sets=true",
            "special_order=length_then_rank",
            "special_beats_queen=false",
            "lead_special=false",
            "lead_may_pass=false",
            "first_pass_ends=false",
            "follow_equal=false",
            "run_min=4",
            "stair_min=3",
            "deal_starter=winner",
            "first_draw=passer",
            "auto_skip=true",
            "starter_cards=1",
            "starter_cards=-4",
            "max_turns=30",
        ],
    );
}

#[test]
fn impossible_deals_are_refused() {
    for (options, message) in [
        (
            &["hand_size=18", "set_aside=5"][..],
            "two hands of 18 and 5 cards set aside (`hand_size`, `set_aside`) need 41 cards, and the deck (`copies`, `low_rank`) has 40",
        ),
        (&["copies=1"][..], "need 28 cards, and the deck (`copies`, `low_rank`) has 10"),
        (
            &["hand_size=18", "starter_cards=1"][..],
            "hands of 19 and 18 and 4 cards set aside (`hand_size`, `starter_cards`, `set_aside`) need 41 cards",
        ),
        (
            &["hand_size=4", "starter_cards=-4"][..],
            "a hand of 4 and 4 fewer for the Starter (`hand_size`, `starter_cards`)\n  allowed: at least 1 card in each hand",
        ),
    ] {
        let mut settings = designer::<Crisps>();
        for option in options {
            settings.apply_option(option).expect("in range");
        }
        let error = Crisps::rules(&settings, 2).expect_err("cannot be dealt").to_string();
        assert!(error.starts_with("--set: ") && error.contains(message), "{error}");
    }
}

/// Records the deals.
struct Deals<'r>(&'r Rules, Vec<Value>);

impl Observer<Crisps> for Deals<'_> {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Deal(_) = event {
            self.1.push(Crisps::event_json(self.0, &event));
        }
    }
}

/// Records the order of every deck that is shuffled.
struct Decks {
    streams: BlockStreams,
    shuffled: Vec<Vec<u16>>,
}

impl Chance for Decks {
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        self.streams.shuffle(purpose, items);
        self.shuffled.push(items.iter().map(|card| (*card).into()).collect());
    }

    fn below(&mut self, purpose: Purpose, _bound: u32) -> u32 {
        unreachable!("Crisps draws no lots, for {purpose:?} neither")
    }
}

/// `starter_cards`: in every deal cards go to seat 0 and seat 1 in turn until one hand is full; the
/// other hand gets the rest. The pile begins where the hands end.
#[test]
fn the_starter_of_every_deal_has_more_or_fewer_cards() {
    let mut starters = BTreeSet::new();
    for (hand_size, of_starter, more) in
        [(5, 9, 4), (5, 6, 1), (5, 5, 0), (5, 3, -2), (5, 1, -4), (16, 20, 4)]
    {
        let options = [
            format!("hand_size={hand_size}"),
            format!("starter_cards={more}"),
            "max_turns=60".to_owned(),
        ];
        let rules =
            Crisps::rules(&with_options::<Crisps>(&options.each_ref().map(String::as_str)), 2)
                .expect("can be dealt");
        for game in 0..20 {
            let mut chance = Decks { streams: BlockStreams::new(31, game), shuffled: Vec::new() };
            let mut choices = chance.streams.stream(Purpose::Strategy(0));
            let mut log = Deals(&rules, Vec::new());
            let mut state = Crisps::start(&rules, &mut chance, &mut log);
            while let Turn::Decide(seat) = Crisps::turn(&state) {
                if state.table.turns == 0 {
                    assert_eq!(seat, state.table.starter);
                    assert_eq!(
                        (
                            state.hands[seat.index()].size(),
                            state.hands[seat.other().index()].size()
                        ),
                        (of_starter, hand_size)
                    );
                }
                let legal = Crisps::legal(&rules, &state);
                let action = legal.nth(choices.below(legal.count()));
                Crisps::apply(&rules, &mut state, action, &mut chance, &mut log);
            }
            assert_eq!(log.1.len(), chance.shuffled.len());
            for (deal, deck) in log.1.iter().zip(&chance.shuffled) {
                let starter = deal["starter"].as_u64().expect("a seat") as usize;
                starters.insert(starter);
                let sizes = [0, 1]
                    .map(|seat| if seat == starter { of_starter } else { hand_size } as usize);
                let mut cards =
                    deck.iter().map(|&identity| rules.rank_name(rank_of(identity as u8)));
                let set_aside: Vec<_> = cards.by_ref().take(4).collect();
                let mut hands = [Vec::new(), Vec::new()];
                for seat in [0, 1].into_iter().cycle() {
                    if hands.iter().zip(sizes).all(|(hand, size)| hand.len() == size) {
                        break;
                    }
                    if hands[seat].len() < sizes[seat] {
                        hands[seat].extend(cards.next());
                    }
                }
                let (face_up, pile) = (cards.next(), cards.collect::<Vec<_>>());
                let expected = json!({"e": "deal", "starter": starter, "set_aside": set_aside, "hands": hands, "face_up": face_up, "pile": pile});
                assert_eq!(*deal, expected);
            }
        }
    }
    assert_eq!(starters, [0, 1].into());
}

/// Deals the cards of a recorded game.
struct Recorded {
    decks: BTreeMap<u32, Vec<u8>>,
}

impl Recorded {
    /// The shuffled decks that lead to the recorded deals.
    fn new(events: &[Value]) -> Self {
        let recorded = events.iter().filter(|event| event["e"] == "deal");
        let decks = recorded.map(|deal| {
            let cards = |list: &Value| {
                list.as_array().expect("a list").iter().map(rank).collect::<Vec<_>>()
            };
            let hands = [cards(&deal["hands"][0]), cards(&deal["hands"][1])];
            let dealt =
                hands[0].iter().zip(&hands[1]).flat_map(|(first, second)| [*first, *second]);
            let face_up = (!deal["face_up"].is_null()).then(|| rank(&deal["face_up"]));
            cards(&deal["set_aside"])
                .into_iter()
                .chain(dealt)
                .chain(face_up)
                .chain(cards(&deal["pile"]))
                .collect()
        });
        Self { decks: (0..).zip(deals_with_identities(decks)).collect() }
    }
}

/// Assigns the cards of each rank their copies, as the deck names them.
fn deals_with_identities(decks: impl Iterator<Item = Vec<u8>>) -> impl Iterator<Item = Vec<u8>> {
    decks.map(|deck| {
        let mut copies = [0; RANKS as usize];
        deck.into_iter()
            .map(|rank| {
                let copy = copies[usize::from(rank)];
                copies[usize::from(rank)] += 1;
                16 * copy + rank
            })
            .collect()
    })
}

fn rank(name: &Value) -> u8 {
    match name.as_str().expect("a rank") {
        "Q" | "J" => SPECIAL,
        number => number.parse::<u8>().expect("a number") - 2,
    }
}

impl Chance for Recorded {
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        let Purpose::Deck(deal) = purpose else { unreachable!("Crisps shuffles decks only") };
        let mut expected: Vec<C> = self.decks[&deal].iter().map(|card| C::from(*card)).collect();
        items.copy_from_slice(&expected);
        expected.sort_unstable();
        assert!(expected.windows(2).all(|pair| pair[0] != pair[1]), "no card twice");
    }

    fn below(&mut self, purpose: Purpose, _bound: u32) -> u32 {
        unreachable!("Crisps draws no lots, for {purpose:?} neither")
    }
}

/// Random games from an independent implementation of the rules have the same legal sets, events
/// and outcome.
#[test]
fn recorded_games_are_replayed() {
    let games = include_str!("../../../../../tests/data/examples/crisps.jsonl");
    assert_eq!(replay::<Crisps, _>(games, Recorded::new), 7);
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 192, "{} bytes: more than three cache lines", size_of::<State>());
}

#[test]
fn a_view_counts_the_cards_of_the_opponent() {
    let mut stream = BlockStreams::new(5, 5).stream(Purpose::Strategy(0));
    for game in 0..60 {
        let settings = random_settings::<Crisps>(2, 60, &mut stream);
        let rules = Crisps::rules(&settings, 2).expect("can be dealt");
        let mut chance = BlockStreams::new(2, game);
        let mut state = Crisps::start(&rules, &mut chance, &mut ());
        while let Turn::Decide(_) = Crisps::turn(&state) {
            for seat in Seat::all(2) {
                let view = Crisps::view(&rules, &state, seat);
                assert_eq!(view.opponent_cards(), state.hands[seat.other().index()].size());
            }
            let legal = Crisps::legal(&rules, &state);
            let action = legal.nth(stream.below(legal.count()));
            Crisps::apply(&rules, &mut state, action, &mut chance, &mut ());
        }
    }
}

#[test]
fn hidden_cards_are_drawn_uniformly() {
    let settings = with_options::<Crisps>(&[
        "hand_size=1", "set_aside=1", "copies=2", "low_rank=8", "max_turns=20",
    ]);
    let rules = Rules::new(&settings).expect("can be dealt");
    let (mut at_first, mut with_known) = (0, 0);
    for game in 0..40 {
        let mut chance = BlockStreams::new(21, game);
        let mut choices = chance.stream(Purpose::Strategy(0));
        let mut state = Crisps::start(&rules, &mut chance, &mut ());
        while let Turn::Decide(seat) = Crisps::turn(&state) {
            let opponent = seat.other().index();
            let known = state.table.known[opponent];
            // At first decisions, and where the opponent holds a publicly known card.
            let wanted = if known.is_empty() {
                state.table.turns == 0 && at_first < 4
            } else {
                with_known < 4
            };
            let held = (state.hands[opponent].size() - known.size()) as usize;
            let pile = usize::from(state.table.pile);
            if wanted && held > 0 && pile > 0 {
                *(if known.is_empty() { &mut at_first } else { &mut with_known }) += 1;
                let size = usize::from(state.deck_size);
                let key = |state: &State| {
                    let ranks =
                        |cards: &[u8]| cards.iter().map(|card| rank_of(*card)).collect::<Vec<_>>();
                    format!(
                        "{:?} {:?} {:?}",
                        state.hands[opponent].planes(),
                        ranks(&state.deck[size - pile..size]),
                        rank_of(state.deck[0])
                    )
                };
                let hidden: Vec<u8> =
                    Crisps::view(&rules, &state, seat).unseen().minus(known).iter().collect();
                let expected = orders(&hidden).into_iter().map(|order| {
                    let mut state = state.clone();
                    state.hands[opponent] = order[..held].iter().copied().fold(known, Hand::with);
                    state.deck[size - pile..size].copy_from_slice(&order[held..held + pile]);
                    state.deck[0] = order[held + pile];
                    key(&state)
                });
                draws_are_uniform::<Crisps>(&rules, &state, seat, expected, key);
            }
            let legal = Crisps::legal(&rules, &state);
            let action = legal.nth(choices.below(legal.count()));
            Crisps::apply(&rules, &mut state, action, &mut chance, &mut ());
        }
    }
    assert!(
        at_first == 4 && with_known == 4,
        "{at_first} and {with_known} states: the test sees too little"
    );
}
