//! Events of the games compared with counts from the traces of the same games.

use std::collections::BTreeMap;

use crate::support::{Csv, party, play, tables};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Experiment, Overrides, parse};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::games::crypto_cards::CryptoCards;
use fairdeal::games::scrip::Scrip;
use fairdeal::input::Document;
use serde_json::Value;

const BLOCKS: u64 = 60;

/// How often each event happened in a game, by name.
type Counted = BTreeMap<String, i128>;

fn add(counted: &mut Counted, event: impl Into<String>, times: impl TryInto<i128>) {
    *counted.entry(event.into()).or_default() += times.try_into().ok().expect("a number");
}

/// Plays a game under some rules, and compares the table of shares with what `recount` finds in the
/// traces.
fn compare(
    game: &'static dyn AnyGame,
    players: usize,
    set: &[&str],
    recount: impl Fn(&Value) -> Counted,
) {
    let experiment = Experiment::new(game, "events").blocks(BLOCKS).seed(5);
    let names = game.description().counted_events().map(|event| event.name);
    let experiment = experiment.variant("changed", set).events(names);
    let plan = ["random", "greedy"]
        .into_iter()
        .fold(experiment, |experiment, name| experiment.lineup_of(players, name))
        .plan()
        .expect("an experiment");
    let tables = tables(&plan, &play(&plan, 2));
    let shares = tables.iter().find(|table| table.file == "shares.csv").expect("a table");
    for (index, label) in plan.layout().cells.iter().enumerate() {
        let settings = &plan.variants()[index / plan.lineups().len()].settings;
        let entrants = vec![plan.strategies()[index % 2].clone(); players];
        let mut party = party(game, settings, &entrants, plan.seed()).expect("can be dealt");
        let traces = (0..BLOCKS).map(|block| party.trace(block).expect("legal play").0);
        let ended = traces.filter(|trace| trace["outcome"]["unfinished"] == false);
        let games: Vec<Counted> = ended.map(|trace| recount(&trace)).collect();
        let events = game.description().events;
        let known: Vec<&str> = events.iter().map(|event| event.name).collect();
        for name in games.iter().flat_map(BTreeMap::keys) {
            assert!(known.contains(&name.as_str()), "{name} of the traces is no event");
        }
        let sum = |name: &str| -> i128 { games.iter().filter_map(|game| game.get(name)).sum() };
        let mut compared = 0;
        for event in game.description().counted_events() {
            let among = event.per.base().map_or(games.len() as i128, |base| sum(events[base].name));
            let is_it = |row: &&Vec<String>| {
                let cell = |column| shares.get(row, column);
                cell("variant") == label.variant.name
                    && cell("lineup") == label.lineup
                    && cell("subject") == event.name
            };
            let row = shares.rows.iter().find(is_it).expect("a row for every event");
            assert_eq!(
                [integer(shares, row, "count"), integer(shares, row, "among")],
                [sum(event.name), among],
                "{} of {}, {}",
                event.name,
                label.variant.name,
                label.lineup
            );
            compared += 1;
        }
        assert!(compared > 8, "{compared}");
    }
}

fn integer(table: &Csv, row: &[String], column: &str) -> i128 {
    table.integer(row, column)
}

/// Counting events changes no game and no other number, and the counts are the same on any number
/// of threads.
#[test]
fn counting_changes_nothing_else() {
    let plan = |names: &[&str]| {
        let experiment = Experiment::new(&Crisps, "events").blocks(300).seed(5);
        let experiment = experiment.variant("jacks", &["special_rank=jack"]);
        let experiment = experiment.lineup(["greedy", "random"]).events(names.to_vec());
        experiment.plan().expect("an experiment")
    };
    let (with, without) = (plan(&["Queens led", "cards drawn"]), plan(&[]));
    assert_ne!(with.digest(), without.digest());
    let of = |plan, threads| tables(plan, &play(plan, threads));
    let (alone, together) = (of(&with, 1), of(&with, 3));
    for ((one, other), plain) in alone.iter().zip(&together).zip(of(&without, 2)) {
        assert_eq!(one.rows, other.rows, "{}", one.file);
        let is_event = |row: &&Vec<String>| row.iter().any(|cell| cell == "events");
        let others: Vec<_> = one.rows.iter().filter(|row| !is_event(row)).collect();
        assert_eq!(others.len(), plain.rows.len(), "{}", one.file);
        // Verdicts are corrected for their number.
        if one.file == "shares.csv" {
            assert_eq!(one.rows.len() - others.len(), 2 * 2);
            assert!(others.into_iter().eq(&plain.rows), "{}", one.file);
        }
    }
}

/// The events that an experiment may name, by name, in a goal, and as what it asks first.
#[test]
fn events_are_asked_for_by_name() {
    let plan = |more: &str| {
        let lineup = "[[lineup]]\nstrategies = [\"random\"]\nplayers = 2\n";
        let text = format!("game = \"crisps\"\nblocks = 4\n{more}\n{lineup}");
        let document = Document::parse("e.toml", text).expect("TOML");
        parse(&Crisps, &document, Overrides::default())
    };
    let counted = |more: &str| plan(more).map(|plan| plan.events().names());
    let all = counted("events = true").expect("events");
    assert!(all.len() > 5 && counted("") == Ok(Vec::new()) && counted("events = []") == Ok(vec![]));
    assert_eq!(counted("events = [\"cards drawn\"]"), Ok(vec!["cards drawn"]));
    // Some are counted only by their names.
    let open = "Queens open to a special";
    assert!(!all.contains(&open));
    assert_eq!(counted(&format!("events = [\"{open}\"]")), Ok(vec![open]));
    assert_eq!(counted("ask = \"Queens led\""), Ok(vec!["Queens led"]));
    let both = "events = [\"cards drawn\"]\n[goal]\n\"Queens led\" = { at_most = 2 }";
    assert_eq!(counted(both), Ok(vec!["Queens led", "cards drawn"]));
    for (wrong, said) in [
        ("events = [\"Queen led\"]", "did you mean `Queens led`?"),
        ("events = [\"Queens led\", \"Queens led\"]", "twice"),
        ("events = 3", "true for all events of the game"),
        ("[goal]\n\"Queens let\" = { at_most = 2 }", "did you mean `Queens led`?"),
    ] {
        let message = plan(wrong).expect_err("an error").to_string();
        assert!(message.contains(said), "{wrong}: {message}");
    }
}

/// The events of a trace, each with its kind.
fn events(trace: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let events = trace["events"].as_array().expect("a list");
    events.iter().map(|event| (event["e"].as_str().expect("a kind"), event))
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn seat(event: &Value) -> usize {
    event["p"].as_u64().expect("a seat") as usize
}

const RANKS: [&str; 10] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Q"];

fn rank(name: &str) -> usize {
    let name = if name == "J" { "Q" } else { name };
    RANKS.iter().position(|rank| *rank == name).expect("a rank")
}

/// The numbers of cards of each rank in a hand.
type Hand = [usize; 10];

/// Whether another card of a rank gives the hand a combination of several cards: a set of it, or a
/// run through it. (With a stair there is a new pair.)
fn completes(rules: &Value, hand: &Hand, drawn: usize) -> bool {
    let is_special = drawn == 9;
    match hand[drawn] {
        0 => {
            let last = if rules["special_in_runs"] == true { 9 } else { 8 };
            let reach = |step: isize| {
                (1..10).take_while(move |far| {
                    let place = drawn as isize + step * far;
                    (0..=last).contains(&place) && hand[place as usize] > 0
                })
            };
            let run = 1 + reach(1).count() + reach(-1).count();
            drawn as isize <= last && run as u64 >= rules["run_min"].as_u64().expect("a number")
        }
        1 => true,
        _ => !is_special || rules["special_sets"] == true,
    }
}

fn crisps(trace: &Value) -> Counted {
    let mut counted = Counted::new();
    let mut hands: [Hand; 2] = Default::default();
    // What is to be beaten: its kind, whether there is a Queen in it, and whether it was led.
    let mut current: Option<(String, bool, bool)> = None;
    for (kind, event) in events(trace) {
        match kind {
            "deal" => {
                hands = [0, 1].map(|seat| {
                    let mut hand = Hand::default();
                    for card in texts(&event["hands"][seat]) {
                        hand[rank(card)] += 1;
                    }
                    hand
                });
                current = None;
            }
            "draw" => {
                let (hand, drawn) =
                    (&mut hands[seat(event)], rank(event["card"].as_str().expect("a card")));
                add(&mut counted, "cards drawn", 1);
                if completes(&trace["rules"], hand, drawn) {
                    add(&mut counted, "draws that completed a combination", 1);
                }
                hand[drawn] += 1;
            }
            "skip" => current = None,
            "deal_end" if event["winner"].is_u64() => {
                let loser = 1 - event["winner"].as_u64().expect("a seat") as usize;
                add(&mut counted, "deals won", 1);
                add(&mut counted, "cards left with the loser", hands[loser].iter().sum::<usize>());
            }
            "decide" => {
                let chosen = event["chosen"].as_str().expect("an action");
                let (kind, cards) = chosen.split_once(' ').unwrap_or((chosen, ""));
                if kind == "take" {
                    continue;
                }
                let (low, high) = cards.split_once('-').unwrap_or((cards, cards));
                let is_special = ["triple", "quad"].contains(&kind);
                let has_queen = kind != "pass" && !is_special && rank(high) == 9;
                if let Some((_, true, was_led)) = current
                    && !has_queen
                {
                    for (open, answered, counts) in [
                        ("Queens open to a special", "open Queens answered by a special", true),
                        (
                            "led Queens open to a special",
                            "open led Queens answered by a special",
                            was_led,
                        ),
                    ] {
                        add(&mut counted, open, usize::from(counts));
                        add(&mut counted, answered, usize::from(counts && is_special));
                    }
                }
                if kind == "pass" {
                    current = None;
                    continue;
                }
                let each = match kind {
                    "pair" | "stair" => 2,
                    "triple" => 3,
                    "quad" => 4,
                    _ => 1,
                };
                for count in &mut hands[seat(event)][rank(low)..=rank(high)] {
                    *count -= each;
                }
                if has_queen {
                    add(&mut counted, "Queens played", 1);
                }
                if is_special {
                    add(&mut counted, "specials played", 1);
                }
                match &current {
                    None if has_queen => add(&mut counted, "Queens led", 1),
                    None if is_special => add(&mut counted, "specials led", 1),
                    Some((_, true, _)) if is_special => {
                        add(&mut counted, "Queens answered by a special", 1);
                    }
                    _ => {}
                }
                current = Some((kind.to_owned(), has_queen, current.is_none()));
            }
            _ => {}
        }
    }
    counted
}

#[test]
fn events_of_crisps_are_those_of_its_traces() {
    compare(&Crisps, 2, &["face_up_draw=false", "auto_skip=true", "special_rank=jack"], crisps);
    compare(&Crisps, 2, &["special_sets=true", "special_in_runs=true", "run_min=2"], crisps);
}

/// The names of cards that a list holds.
fn cards(list: &Value) -> Vec<String> {
    texts(list).into_iter().map(str::to_owned).collect()
}

/// The rank of a card by its name, from the 2 on; the Joker is above the Ace.
fn high_rank(card: &str) -> usize {
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "JK"];
    let name = if card == "JK" { card } else { &card[..card.len() - 1] };
    ranks.iter().position(|rank| *rank == name).expect("a rank") + 2
}

fn crackpipe(trace: &Value) -> Counted {
    let rules = &trace["rules"];
    let flips_from = rules["flip_from"].as_str().expect("a rank");
    let passes = rules["passes_over_stash"].as_u64().expect("a number");
    let flips = |rank: usize| match rank {
        15 => rules["joker_flips"] == true,
        rank => rank >= high_rank(&format!("{flips_from}S")),
    };
    let mut counted = Counted::new();
    // From the bottom to the top.
    let (mut the_pipe, mut pipes) = (Vec::new(), Vec::<Vec<String>>::new());
    let (mut stash, mut resin, mut emptied) = (0, 0, 0);
    let (mut stack, mut receiver) = (Vec::new(), None);
    let mut mover = 0;
    let turned = |list: &Value| cards(list).into_iter().rev().collect::<Vec<_>>();
    for (kind, event) in events(trace) {
        match kind {
            "setup" => {
                the_pipe = turned(&event["the_pipe"]);
                pipes = event["pipes"].as_array().expect("a list").iter().map(turned).collect();
                stash = texts(&event["stash"]).len();
                let ranks = || pipes.iter().map(|pipe| high_rank(&pipe[0]));
                let highest = ranks().max();
                if ranks().filter(|rank| Some(*rank) == highest).count() > 1 {
                    add(&mut counted, "ties for the highest first card", 1);
                }
            }
            "hit" => {
                // A stack that was passed without a choice lies on top by now.
                if let Some(to) = receiver.take() {
                    let to: usize = to;
                    pipes[to].append(&mut stack);
                }
                stack = cards(&event["cards"]);
                mover = seat(event);
                stash -= stack.len();
                if stash == 0 {
                    emptied += 1;
                    if emptied < passes {
                        add(&mut counted, "stashes to refill", 1);
                        add(&mut counted, "cards that refill a stash", resin);
                        if resin == 0 {
                            add(&mut counted, "stashes that an empty resin cannot refill", 1);
                        }
                        (stash, resin) = (resin, 0);
                    }
                }
            }
            "decide" => match event["chosen"].as_str().expect("an action") {
                place @ ("own" | "the") => {
                    let on_the_pipe = place == "the";
                    let empty = pipes[mover].is_empty();
                    let target = if on_the_pipe { &mut the_pipe } else { &mut pipes[mover] };
                    let value = high_rank(stack.last().expect("a card"));
                    let top = target.last().map_or(0, |card| high_rank(card));
                    add(&mut counted, "stacks placed", 1);
                    add(&mut counted, "cards drawn in a hit", stack.len());
                    if on_the_pipe {
                        add(&mut counted, "stacks placed on THE pipe", 1);
                    }
                    if empty {
                        add(&mut counted, "stacks drawn with an empty pipe", 1);
                    }
                    if top == value {
                        add(&mut counted, "stacks that stay because they are level", 1);
                    }
                    if top > value {
                        stack.insert(0, target.pop().expect("a card"));
                        if !on_the_pipe {
                            add(&mut counted, "top cards lost from one's own pipe", 1);
                            let under = target.last().map_or(top, |card| high_rank(card));
                            let higher = "lost top cards with a higher card under them";
                            let lower = "lost top cards with a lower card under them";
                            match under.cmp(&top) {
                                std::cmp::Ordering::Greater => add(&mut counted, higher, 1),
                                std::cmp::Ordering::Less => add(&mut counted, lower, 1),
                                std::cmp::Ordering::Equal => {}
                            }
                        }
                    } else {
                        target.append(&mut stack);
                        if on_the_pipe && flips(value) {
                            add(&mut counted, "flips of THE pipe", 1);
                            add(&mut counted, "cards that a flip sends to the resin", target.len());
                        }
                    }
                }
                end => {
                    add(&mut counted, "stacks received with a choice", 1);
                    let to: usize = receiver.take().expect("a receiver");
                    if end == "bottom" {
                        add(&mut counted, "received stacks put at the bottom", 1);
                        stack.append(&mut pipes[to]);
                    }
                    pipes[to].append(&mut stack);
                }
            },
            "pass" => {
                assert_eq!(cards(&event["cards"]), stack);
                add(&mut counted, "stacks passed", 1);
                add(&mut counted, "cards passed with a stack", stack.len());
                receiver = event["to"].as_u64().map(|seat| seat as usize);
            }
            "flip" => {
                assert_eq!(cards(&event["cards"]), the_pipe);
                resin += the_pipe.len();
                the_pipe.clear();
            }
            _ => {}
        }
    }
    counted
}

#[test]
fn events_of_crackpipe_are_those_of_its_traces() {
    compare(&Crackpipe, 2, &["hit_table=double", "cherry=true"], crackpipe);
    compare(&Crackpipe, 3, &["decks=3", "flip_from=J", "passes_over_stash=4"], crackpipe);
}

/// The suit of a card, as a word.
fn suit(card: &str) -> &'static str {
    match card.chars().last() {
        Some('C') => "Clubs",
        Some('D') => "Diamonds",
        Some('H') => "Hearts",
        _ => "Spades",
    }
}

/// A card of a rank, as a word: "an Ace".
fn a_card(card: &str) -> String {
    match &card[..card.len() - 1] {
        "8" => "an 8".to_owned(),
        "J" => "a Jack".to_owned(),
        "Q" => "a Queen".to_owned(),
        "K" => "a King".to_owned(),
        "A" => "an Ace".to_owned(),
        rank => format!("a {rank}"),
    }
}

fn scrip(trace: &Value) -> Counted {
    let mut counted = Counted::new();
    let ace = trace["rules"]["ace_rank"].as_u64().expect("a number");
    let rank = |card: &str| if card.starts_with('A') { ace } else { value(card) };
    // By seat: the sum of its Diamonds.
    let mut diamonds: Vec<u64> = Vec::new();
    let diamond = |card: &str| if suit(card) == "Diamonds" { rank(card) } else { 0 };
    for (_, event) in events(trace).filter(|(kind, _)| *kind == "setup") {
        let (hands, piles) = (&event["hands"], &event["draw_piles"]);
        let of_seat = |seat: usize| {
            let cards = [&hands[seat], &piles[seat]].into_iter().flat_map(texts);
            cards.map(diamond).sum()
        };
        diamonds = (0..hands.as_array().expect("a list").len()).map(of_seat).collect();
    }
    let (mut stolen, mut begins) = (String::new(), true);
    let decisions: Vec<&Value> =
        events(trace).filter(|(kind, _)| *kind == "decide").map(|(_, event)| event).collect();
    let active = |place: usize| {
        let is_step = |event: &&&Value| {
            let chosen = event["chosen"].as_str().expect("an action");
            !chosen.starts_with("counter") && chosen != "pass"
        };
        decisions[..=place].iter().rev().find(is_step).map(|event| seat(event))
    };
    for (place, event) in decisions.iter().enumerate() {
        let chosen: Vec<&str> = event["chosen"].as_str().expect("an action").split(' ').collect();
        let can = |kind: &str| texts(&event["legal"]).iter().any(|action| action.starts_with(kind));
        if begins {
            add(&mut counted, "turns begun", 1);
            let trades = can("buy") || can("exchange");
            if !trades {
                add(&mut counted, "turns in which nothing can be bought or exchanged", 1);
            }
            if !trades && !can("steal") {
                add(&mut counted, "turns in which nothing can be had", 1);
            }
        }
        match chosen[0] {
            "buy" => {
                add(&mut counted, "cards bought", 1);
                add(&mut counted, format!("{} bought", suit(chosen[1])), 1);
                diamonds[seat(event)] += diamond(chosen[1]);
            }
            "exchange" => {
                let given = chosen[1];
                add(&mut counted, "cards exchanged away", 1);
                add(&mut counted, format!("{} exchanged away", suit(given)), 1);
                let own = diamonds[seat(event)];
                if suit(given) == "Diamonds" {
                    let is_behind = diamonds.iter().any(|other| *other > own);
                    let behind = "Diamonds exchanged away while another has more";
                    add(&mut counted, "Diamonds given to the Market", 1);
                    add(&mut counted, behind, usize::from(is_behind));
                }
                diamonds[seat(event)] = own - diamond(given) + diamond(chosen[3]);
                if rank(given) == rank(chosen[3]) {
                    add(&mut counted, "cards exchanged for an equal", 1);
                }
                if suit(given) == "Clubs" && high_rank(given) >= 9 {
                    add(&mut counted, "high Clubs exchanged away", 1);
                }
            }
            "steal" => {
                chosen[1].clone_into(&mut stolen);
                let answers = decisions[place + 1..].iter().take_while(|answer| {
                    let answer = answer["chosen"].as_str().expect("an action");
                    answer == "pass" || answer.starts_with("counter")
                });
                let counters = |answer: &&&Value| answer["chosen"] != "pass";
                let owner = answers.into_iter().find(counters).map_or(seat(event), |it| seat(it));
                diamonds[owner] += diamond(&stolen);
                add(&mut counted, "steals", 1);
                add(&mut counted, format!("steals of {}", suit(&stolen)), 1);
                add(&mut counted, format!("steals of {}", a_card(&stolen)), 1);
                if stolen == "2C" {
                    add(&mut counted, "steals of the 2 of Clubs", 1);
                }
                let answer = decisions.get(place + 1).and_then(|next| next["chosen"].as_str());
                if answer.is_some_and(|answer| answer == "pass" || answer.starts_with("counter")) {
                    add(&mut counted, "steals that a player could counter", 1);
                }
            }
            "counter" => {
                add(&mut counted, "steals countered", 1);
                add(&mut counted, format!("steals of {} that are countered", a_card(&stolen)), 1);
            }
            _ => {}
        }
        // The next step of another player begins its turn.
        let next = decisions.get(place + 1).map(|_| active(place + 1));
        begins = next.is_some_and(|next| next != active(place));
    }
    counted
}

#[test]
fn events_of_scrip_are_those_of_its_traces() {
    compare(&Scrip, 2, &["counter=any", "ace_rank=12"], scrip);
    compare(&Scrip, 3, &["steals_per_turn=3", "exchange_refills=true"], scrip);
    compare(&Scrip, 4, &["exchange=false", "steals_per_turn=0"], scrip);
}

/// The value of a card by its name, with the Ace as 1.
fn value(card: &str) -> u64 {
    match &card[..card.len() - 1] {
        "A" => 1,
        "J" => 11,
        "Q" => 12,
        "K" => 13,
        number => number.parse().expect("a number"),
    }
}

fn crypto_cards(trace: &Value) -> Counted {
    let rules = &trace["rules"];
    let mut counted = Counted::new();
    let (mut hands, mut markets) = (Vec::<Vec<String>>::new(), BTreeMap::<&str, Vec<u64>>::new());
    let (mut turns, mut opened_at) = (0, 0);
    // By turn: whether a card was sold.
    let mut sold_in = Vec::<bool>::new();
    let all: Vec<(&str, &Value)> = events(trace).collect();
    let mut last: Option<usize> = None;
    for (kind, event) in &all {
        match *kind {
            "setup" => {
                hands = event["hands"].as_array().expect("a list").iter().map(cards).collect();
            }
            "mine" => hands[seat(event)].push(event["card"].as_str().expect("a card").to_owned()),
            "decide" => {
                let chosen: Vec<&str> =
                    event["chosen"].as_str().expect("an action").split(' ').collect();
                if last != Some(seat(event)) {
                    if last.is_some() {
                        turns += 1;
                    }
                    add(&mut counted, "turns begun", 1);
                    sold_in.push(false);
                    let can = |kind: &str| {
                        texts(&event["legal"]).iter().any(|action| action.starts_with(kind))
                    };
                    if texts(&event["legal"]).iter().all(|action| action.starts_with("transfer")) {
                        add(&mut counted, "turns without a possible sale", 1);
                    }
                    if !can("sell") && !can("face") {
                        add(&mut counted, "turns with nothing to sell", 1);
                    }
                    last = Some(seat(event));
                }
                let hand = &mut hands[seat(event)];
                let mut take = |card: &str| hand.retain(|other| other != card);
                let sold = match chosen[0] {
                    "transfer" => {
                        add(&mut counted, "cards transferred", 1);
                        if value(chosen[1]) > 10 {
                            add(&mut counted, "face cards laid", 1);
                        }
                        take(chosen[1]);
                        None
                    }
                    "face" => {
                        add(&mut counted, "face cards used", 1);
                        take(chosen[1]);
                        Some(chosen[3])
                    }
                    "sell" | "also" => Some(chosen[1]),
                    "buy" => {
                        add(&mut counted, "cards bought back", 1);
                        let market = markets.entry(suit(chosen[1])).or_default();
                        market.retain(|card| *card != value(chosen[1]));
                        None
                    }
                    _ => None,
                };
                if let Some(card) = sold {
                    let market = markets.entry(suit(card)).or_default();
                    let (top, sold) = (market.iter().max().copied().unwrap_or(0), value(card));
                    add(&mut counted, "cards sold", 1);
                    *sold_in.last_mut().expect("a turn") = true;
                    let how = if chosen[0] == "sell" { "without" } else { "with" };
                    let band = match sold {
                        ..=5 => "Aces to 5s",
                        6..=8 => "6s to 8s",
                        _ => "9s and 10s",
                    };
                    add(&mut counted, format!("cards sold {how} a face card"), 1);
                    add(&mut counted, format!("number on a card sold {how} a face card"), sold);
                    add(&mut counted, format!("{band} sold {how} a face card"), 1);
                    if how == "with" && sold > top {
                        add(&mut counted, "cards sold with a face card to the top", 1);
                    }
                    if chosen[0] == "sell" && sold == top + 1 && rules["forced_sale"] == true {
                        add(&mut counted, "sales that are forced", 1);
                    }
                    if sold >= 9 && top < 9 {
                        add(&mut counted, "markets opened by a 9 or 10", 1);
                        opened_at += turns;
                    }
                    market.push(sold);
                }
            }
            _ => {}
        }
    }
    add(&mut counted, "turns with a sale", sold_in.iter().filter(|sold| **sold).count());
    for (tenth, name) in [(0, "first"), (4, "fifth"), (9, "last")] {
        let turns = sold_in.len();
        let within = sold_in.iter().enumerate().filter(|(turn, _)| 10 * turn / turns == tenth);
        let sold = within.clone().filter(|(_, sold)| **sold).count();
        add(&mut counted, format!("turns in the {name} tenth of a game"), within.count());
        add(&mut counted, format!("turns with a sale in the {name} tenth of a game"), sold);
    }
    let all_turns = trace["lengths"]["turns"].as_i64().expect("a number").max(1);
    add(&mut counted, "turns before a market is opened by a 9 or 10", opened_at);
    add(
        &mut counted,
        "hundredths of a game before a market is opened by a 9 or 10",
        opened_at * 100 / all_turns,
    );
    for hand in &hands {
        let numbers: Vec<u64> = hand.iter().map(|card| value(card)).filter(|it| *it < 11).collect();
        add(&mut counted, "hands at the end", 1);
        add(&mut counted, "face cards left in a hand", hand.len() - numbers.len());
        add(&mut counted, "number cards left in a hand", numbers.len());
        add(&mut counted, "pips left in a hand", numbers.iter().sum::<u64>());
    }
    count_ties(trace, &mut counted);
    counted
}

/// Counts which number decides a game of Crypto Cards.
fn count_ties(trace: &Value, counted: &mut Counted) {
    let details = trace["outcome"]["details"].as_array().expect("a list");
    let scores = trace["outcome"]["scores"].as_array().expect("a list");
    let sign = if trace["rules"]["scoring"] == "price_high" { -1 } else { 1 };
    let number = |of: &Value| of.as_i64().expect("a number");
    let mut level: Vec<[i64; 4]> = details
        .iter()
        .zip(scores)
        .map(|(of, score)| {
            [sign * number(score), number(&of["cards"]), number(&of["faces"]), number(&of["sum"])]
        })
        .collect();
    add(counted, "games", 1);
    let names = [
        "games level on score",
        "games decided by the number of cards",
        "games decided by face cards",
        "games decided by the sum",
    ];
    for (part, name) in names.into_iter().enumerate() {
        let best = level.iter().map(|numbers| numbers[part]).min();
        level.retain(|numbers| Some(numbers[part]) == best);
        let is_decided = level.len() == 1;
        if is_decided == (part > 0) {
            add(counted, name, 1);
        }
        if is_decided {
            return;
        }
    }
    add(counted, "games level on everything", 1);
}

#[test]
fn events_of_crypto_cards_are_those_of_its_traces() {
    compare(&CryptoCards, 2, &["face_sales=10", "buy_back=any"], crypto_cards);
    compare(&CryptoCards, 4, &["scoring=price_high", "turn_order=sell_first"], crypto_cards);
    compare(&CryptoCards, 6, &["equal_turns=true", "sales_per_turn=3"], crypto_cards);
}
