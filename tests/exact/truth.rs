//! The required properties of a small game: its value, proved, and the distance of the shipped
//! strategies from perfect play.

use std::time::Instant;

use fairdeal::strategy::Playable;

use super::cfr::solve;
use super::played::Played;
use super::strategies::distance;
use super::tree::Tree;

/// The largest error of a value, as a share of a win.
pub const EXPLOITABILITY: f64 = 1e-4;

/// A strategy, the number of times it is asked at an information set, and the bounds of its loss
/// against perfect play in any game.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    pub name: &'static str,
    pub asks: u32,
    pub at_least: f64,
    pub at_most: f64,
}

/// The strategies that every game has.
pub const RUNGS: &[Rung] = &[
    Rung { name: "random", asks: 50, at_least: 0.05, at_most: 0.35 },
    Rung { name: "greedy", asks: 1, at_least: -EXPLOITABILITY, at_most: 0.15 },
    Rung { name: "heuristic", asks: 1, at_least: -EXPLOITABILITY, at_most: 0.12 },
    Rung { name: "flat", asks: 1, at_least: -EXPLOITABILITY, at_most: 0.1 },
    Rung { name: "strong", asks: 1, at_least: -EXPLOITABILITY, at_most: 0.02 },
];

/// Solves a game and prints the results. Seat 0 must win `wins` of it, and each of `rungs` lose an
/// amount within its bounds.
#[expect(
    clippy::print_stderr,
    reason = "what was measured is worth more than that it was as expected"
)]
pub fn examine<G: Playable>(title: &str, tree: &Tree<Played<'_, G>>, wins: f64, rungs: &[Rung])
where
    for<'a> G::View<'a>: PartialEq,
{
    let began = Instant::now();
    let solution = solve(tree, EXPLOITABILITY, 1_000);
    let (found, exploitability) = (solution.bounds.value() + 0.5, solution.bounds.exploitability());
    eprintln!(
        "{title}: seat 0 wins {found:.4}, exploitability {exploitability:.5}; {} nodes, {} information sets, {} iterations, {:.1?}",
        tree.nodes.len(),
        tree.sets.len(),
        solution.iterations,
        began.elapsed()
    );
    assert!(exploitability <= EXPLOITABILITY, "{title}: exploitability {exploitability}");
    assert!(
        (found - wins).abs() <= 2.0 * EXPLOITABILITY,
        "{title}: seat 0 wins {found}, not {wins}"
    );
    for rung in rungs {
        let began = Instant::now();
        let distance = distance::<G>(tree, &solution, rung.name, rung.asks);
        let (loss, exploitability) = (distance.loss, distance.exploitability);
        eprintln!(
            "    {:10} loses {loss:7.4}, exploitability {exploitability:.4}; {:.1?}",
            rung.name,
            began.elapsed()
        );
        assert!(
            (rung.at_least..=rung.at_most).contains(&loss),
            "{title}: {} loses {loss}",
            rung.name
        );
        assert!(
            exploitability >= loss - 3.0 * EXPLOITABILITY,
            "{title}: no answer to {} is better than the best",
            rung.name
        );
    }
}
