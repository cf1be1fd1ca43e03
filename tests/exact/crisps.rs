//! Crisps by reduced rules: one deal, four to six ranks, small hands.

use std::time::Instant;

use fairdeal::experiment::finish;
use fairdeal::game::Game;
use fairdeal::games::crisps::{Crisps, RANKS, Rules};
use fairdeal::input::Settings;
use fairdeal::strategy::Playable;

use super::cfr::solve;
use super::deals::{Part, Stacked, deals};
use super::played::Played;
use super::strategies::distance;
use super::tree::Tree;

fn rules(options: &str) -> (Settings, Rules) {
    let mut settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
    for option in ["points_to_win=1", "low_rank=8", "lead_may_pass=false"].into_iter().chain(options.split_whitespace()) {
        settings.apply_option(option).expect("a knob");
    }
    let settings = finish::<Crisps>(settings);
    let rules = Crisps::rules(&settings, 2).expect("can be dealt");
    (settings, rules)
}

/// The tree of one deal. The deck has from its top the cards set aside, the hands, dealt in turn, and the pile.
fn tree<'r>(settings: &Settings, rules: &'r Rules) -> Tree<Played<'r, Crisps>> {
    let knob = |key| settings.integer(key) as usize;
    let lowest = knob("low_rank") - 2;
    let ranks = usize::from(RANKS) - lowest;
    let counts: Vec<usize> = (0..usize::from(RANKS)).map(|rank| if rank < lowest { 0 } else { knob("copies") }).collect();
    let (aside, size) = (knob("set_aside"), ranks * knob("copies"));
    let dealt = aside + 2 * knob("hand_size");
    let hand = |seat: usize| Part::together((aside + seat..dealt).step_by(2));
    let parts = [Part::together(0..aside), hand(0), hand(1)].into_iter().chain(Part::one_by_one(dealt..size));
    let parts: Vec<Part> = parts.filter(|part| !part.is_empty()).collect();
    let all = deals(&counts, &parts).into_iter();
    Tree::new(all.map(|(deck, probability)| {
        let mut chance = Stacked { deck: &deck, class: |identity| identity & 15 };
        (Played { rules, state: Crisps::start(rules, &mut chance, &mut ()) }, probability)
    }))
}


#[test]
#[ignore]
fn explore() {
    for options in std::env::var("CASES").unwrap_or_default().split(';') {
        let began = Instant::now();
        let (settings, rules) = rules(options);
        let tree = tree(&settings, &rules);
        let built = began.elapsed();
        let solution = solve(&tree, 3e-4, 600);
        eprintln!(
            "{options:60} nodes {:8} sets {:7} built {built:.2?} value {:.5} exploit {:.6} iterations {} in {:.2?}",
            tree.nodes.len(),
            tree.sets.len(),
            solution.bounds.value() + 0.5,
            solution.bounds.exploitability(),
            solution.iterations,
            began.elapsed()
        );
        for (name, asks) in [("random", 100), ("greedy", 1), ("heuristic", 1), ("flat", 1), ("search", 1)] {
            let began = Instant::now();
            if Crisps::SHIPPED.iter().all(|(shipped, _)| *shipped != name) || (asks == 1 && name == "search" && tree.sets.len() > 15000) {
                continue;
            }
            let distance = distance::<Crisps>(&tree, &solution, name, asks);
            eprintln!("    {name:12} loss {:.5} exploitability {:.5} in {:.2?}", distance.loss, distance.exploitability, began.elapsed());
        }
    }
}
