//! The zones do what lists of cards do, whatever their sizes.

use fairdeal_core::rng::{BlockStreams, Purpose, Stream};

use super::{CARDS, Line, NONE, NOWHERE, UNCHANGED, Zones};

/// The cards of each zone, from the bottom.
type Model = Vec<Vec<u16>>;

/// Takes a card out of its zone.
fn taken(model: &mut Model, card: u16) {
    for zone in model {
        zone.retain(|other| *other != card);
    }
}

fn check(zones: &Zones, model: &Model, cards: usize) {
    let mut zone_of = vec![NOWHERE; cards];
    for (zone, expected) in (0..).zip(model) {
        assert_eq!(zones.iter(zone).collect::<Vec<_>>(), *expected);
        assert_eq!(usize::from(zones.length(zone)), expected.len());
        assert_eq!(zones.bottom(zone), expected.first().copied().unwrap_or(NONE));
        assert_eq!(zones.top(zone), expected.last().copied().unwrap_or(NONE));
        for (place, card) in expected.iter().enumerate().step_by(1 + expected.len() / 7) {
            assert_eq!(zones.at(zone, place), *card);
        }
        let mut bits = vec![0_u64; cards.div_ceil(64)];
        for card in expected {
            bits[usize::from(*card) / 64] |= 1 << (card % 64);
            zone_of[usize::from(*card)] = zone;
        }
        assert_eq!(zones.bits(zone), bits);
    }
    let found: Vec<u16> = (0..cards as u16).map(|card| zones.of(card)).collect();
    assert_eq!(found, zone_of);
}

/// Does the same random thing to both.
fn step(zones: &mut Zones, model: &mut Model, cards: usize, stream: &mut Stream) {
    let mut below = |bound: usize| stream.below(bound as u32) as usize;
    let (card, count) = (below(cards) as u16, model.len());
    let (from, to) = (below(count), below(count));
    let (from_zone, to_zone) = (from as u16, to as u16);
    match below(9) {
        0 | 1 => {
            zones.put(card, to_zone);
            taken(model, card);
            model[to].push(card);
        }
        2 => {
            zones.put_below(card, to_zone);
            taken(model, card);
            model[to].insert(0, card);
        }
        3 if from != to => {
            zones.put_all(from_zone, to_zone);
            let moved = std::mem::take(&mut model[from]);
            model[to].extend(moved);
        }
        4 if from != to => {
            zones.put_all_below(from_zone, to_zone);
            let mut moved = std::mem::take(&mut model[from]);
            moved.append(&mut model[to]);
            model[to] = moved;
        }
        5 => {
            let passing: Vec<usize> = (0..count.min(8)).collect();
            let by = below(passing.len());
            let numbers: Vec<u16> = passing.iter().map(|zone| *zone as u16).collect();
            zones.pass_on(&numbers, by);
            model[..passing.len()].rotate_right(by);
        }
        6 => {
            let mut sorted = model[from].clone();
            sorted.sort_unstable();
            assert_eq!(zones.sorted(from_zone), sorted);
            stream.shuffle(&mut sorted);
            let from_top = sorted.clone();
            zones.arrange(from_zone, |cards| cards.copy_from_slice(&from_top));
            sorted.reverse();
            model[from] = sorted;
        }
        7 => {
            let mut map = UNCHANGED;
            stream.shuffle(&mut map[..cards]);
            zones.exchange(&map);
            model.iter_mut().flatten().for_each(|card| *card = map[usize::from(*card)]);
        }
        _ => {
            let mut copy = Zones::new();
            copy.copy_from(zones);
            *zones = copy;
        }
    }
}

#[test]
fn zones_are_as_lists_of_cards_in_all_sizes() {
    for (number, cards) in [1, 63, 64, 65, 255, 256, 257, 1023].into_iter().enumerate() {
        for count in [1, 2, 9, 63, 64, 65, 255, 256, 257, 500] {
            let mut stream = BlockStreams::new(3, number as u64).stream(Purpose::Other(count));
            let count = count as usize;
            let mut zones = Zones::new();
            zones.fit(cards, count);
            let mut model: Model = vec![Vec::new(); count];
            for card in 0..cards as u16 {
                let zone = stream.below(count as u32) as usize;
                zones.put(card, zone as u16);
                model[zone].push(card);
            }
            check(&zones, &model, cards);
            for _ in 0..60 {
                step(&mut zones, &mut model, cards, &mut stream);
                check(&zones, &model, cards);
            }
            zones.clear();
            check(&zones, &vec![Vec::new(); count], cards);
        }
    }
}

/// The log has all that is needed to move the cards again.
#[test]
fn a_log_moves_the_cards_again() {
    let (cards, count) = (1023, 500);
    let mut stream = BlockStreams::new(4, 1).stream(Purpose::Other(0));
    let mut zones = Zones::new();
    zones.fit(cards, count);
    zones.keeps_log = true;
    for _ in 0..5_000 {
        let (card, zone) = (stream.below(cards as u32) as u16, stream.below(count as u32) as u16);
        if stream.below(2) == 0 { zones.put(card, zone) } else { zones.put_below(card, zone) }
    }
    zones.pass_on(&[0, 7, 499], 1);
    let mut again = Zones::new();
    again.fit(cards, count);
    for word in &zones.log {
        again.replay(Line::unpacked(*word));
    }
    let model: Model = (0..count as u16).map(|zone| zones.iter(zone).collect()).collect();
    check(&again, &model, cards);
}

#[test]
fn a_line_of_the_log_keeps_all_numbers() {
    use super::{Happened, ZONES};
    for happened in Happened::ALL {
        for card in [0, 1, 255, 256, 1022, CARDS as u16 - 1] {
            for (from, to) in [(0, 1), (255, 256), (499, 500), (ZONES as u16 - 1, 507)] {
                let line = Line { happened, card, from, to };
                assert_eq!(Line::unpacked(line.packed()), line);
            }
        }
    }
}
