//! Crisps by reduced rules: one deal, four to six ranks, small hands, and no passing on the lead,
//! which ends every deal.

use fairdeal::game::Game;
use fairdeal::games::crisps::{Crisps, RANKS, Rules};
use fairdeal::input::Settings;

use super::deals::{Part, Stacked, deals};
use super::played::Played;
use super::tree::Tree;

/// Reduced rules with some more knobs set.
pub fn rules(options: &str) -> (Settings, Rules) {
    let mut settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
    for option in ["points_to_win=1", "low_rank=8", "lead_may_pass=false"]
        .into_iter()
        .chain(options.split_whitespace())
    {
        settings.apply_option(option).expect("a knob");
    }
    let rules = Crisps::rules(&settings, 2).expect("can be dealt");
    (settings, rules)
}

/// The tree of one deal. From the top, the deck has the cards set aside, the hands, dealt in turn,
/// and the pile.
pub fn tree<'r>(settings: &Settings, rules: &'r Rules) -> Tree<Played<'r, Crisps>> {
    let knob = |key| usize::from(settings.read::<u8>(key));
    let lowest = knob("low_rank") - 2;
    let ranks = usize::from(RANKS) - lowest;
    let counts: Vec<usize> = (0..usize::from(RANKS))
        .map(|rank| if rank < lowest { 0 } else { knob("copies") })
        .collect();
    let (aside, size) = (knob("set_aside"), ranks * knob("copies"));
    // Seat 0 starts the only deal. A seat that has all its cards is skipped.
    let sizes = [
        knob("hand_size").strict_add_signed(settings.read::<i8>("starter_cards").into()),
        knob("hand_size"),
    ];
    let dealt = aside + sizes[0] + sizes[1];
    let of_round = |round: usize| (0..2).filter(move |&seat| sizes[seat] > round);
    let turns: Vec<usize> = (0..sizes[0].max(sizes[1])).flat_map(of_round).collect();
    let hand = |seat: usize| {
        Part::together(
            (aside..dealt).zip(&turns).filter(|(_, to)| **to == seat).map(|(place, _)| place),
        )
    };
    let parts = [Part::together(0..aside), hand(0), hand(1)]
        .into_iter()
        .chain(Part::one_by_one(dealt..size));
    let parts: Vec<Part> = parts.filter(|part| !part.is_empty()).collect();
    let all = deals(&counts, &parts).into_iter();
    Tree::new(all.map(|(deck, probability)| {
        let mut chance = Stacked { deck: &deck, class: |identity| identity & 15 };
        (Played { rules, state: Crisps::start(rules, &mut chance, &mut ()) }, probability)
    }))
}
