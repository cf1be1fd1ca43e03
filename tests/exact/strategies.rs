//! The losses of strategies against perfect play.

use fairdeal::game::LegalSet;
use fairdeal::rng::{BlockStreams, Purpose};
use fairdeal::seat::Seat;
use fairdeal::strategy::{Playable, Strategy};

use super::cfr::Solution;
use super::played::Played;
use super::policy::{Bounds, Policy, uniform, value};
use super::tree::{InformationSet, Kind, Tree};
use crate::support::player;

/// The distance of a strategy from perfect play, in shares of a win, on average over both seats.
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    /// The value of the game minus its win against an opponent who cannot be exploited and does not
    /// try to exploit it.
    pub loss: f64,
    /// The value of the game minus its win against a best response.
    pub exploitability: f64,
}

/// Measures the shipped strategy of this name. Both numbers are over all deals, so the only error
/// comes from the strategy's own random numbers: it is asked `asks` times at every information set
/// that it can reach, and its policy is the frequency of its choices. The loss is unbiased; with
/// few asks the exploitability is too high, since the best response knows the sampled choices.
pub fn distance<G: Playable>(
    tree: &Tree<Played<'_, G>>,
    solution: &Solution,
    name: &str,
    asks: u32,
) -> Distance
where
    for<'a> G::View<'a>: PartialEq,
{
    let policy = policy(tree, name, asks);
    let first = value(tree, [&policy, &solution.policy]);
    let second = value(tree, [&solution.policy, &policy]);
    Distance {
        loss: (second - first) / 2.0,
        exploitability: Bounds::of(tree, &policy).exploitability(),
    }
}

/// Returns the policy of the shipped strategy of this name, asked `asks` times at every information
/// set that its own choices can reach.
///
/// It is asked as if the game began there, so it must not depend on its earlier decisions.
pub fn policy<G: Playable>(tree: &Tree<Played<'_, G>>, name: &str, asks: u32) -> Policy
where
    for<'a> G::View<'a>: PartialEq,
{
    let mut player = player::<G>(name);
    let mut policy = uniform(tree);
    let mut asked = vec![false; tree.sets.len()];
    let mut comes = vec![[true; 2]; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate() {
        let children = tree.children(node);
        for &child in children {
            comes[child as usize] = comes[index];
        }
        let Kind::Decision { set: number, seat, .. } = node.kind else { continue };
        let (number, seat) = (number as usize, usize::from(seat));
        let here = &tree.sets[number];
        if comes[index][seat] && !asked[number] {
            asked[number] = true;
            policy[here.range()].copy_from_slice(&answers::<G>(&mut player, here, number, asks));
        }
        for (&child, probability) in children.iter().zip(&policy[here.range()]) {
            comes[child as usize][seat] &= *probability > 0.0;
        }
    }
    policy
}

/// The frequencies of a player's choices at an information set.
fn answers<G: Playable>(
    player: &mut G::Player,
    set: &InformationSet<Played<'_, G>>,
    number: usize,
    asks: u32,
) -> Vec<f64> {
    let Played { rules, state } = &set.example;
    let legal = G::legal(rules, state);
    let view = G::view(rules, state, Seat::new(set.seat as u8));
    let mut answers = vec![0.0; set.actions];
    for ask in 0..asks {
        let mut stream = BlockStreams::new(u64::from(ask), number as u64)
            .stream(Purpose::Strategy(set.seat as u8));
        player.new_game();
        let action = player.choose(&view, &legal, &mut stream).expect("legal play").into_action();
        let chosen = legal.iter().position(|legal| legal == action).expect("a legal action");
        answers[chosen] += 1.0 / f64::from(asks);
    }
    answers
}
