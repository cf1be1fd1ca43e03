//! How seats play at their information sets, what that is worth, and what the best answer to it
//! wins.

use super::position::Position;
use super::tree::{Kind, Tree};

/// For every action of every information set of a tree, how probable it is.
pub type Policy = Vec<f64>;

/// The policy that takes every legal action with the same probability.
pub fn uniform<P: Position>(tree: &Tree<P>) -> Policy {
    let mut policy = vec![0.0; tree.actions];
    for set in &tree.sets {
        policy[set.range()].fill(1.0 / set.actions as f64);
    }
    policy
}

/// What seat 0 wins on average when each seat plays by its policy.
pub fn value<P: Position>(tree: &Tree<P>, policies: [&Policy; 2]) -> f64 {
    let mut values = vec![0.0; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let children = tree.children(node);
        values[index] = match node.kind {
            Kind::Over(payoff) => payoff,
            Kind::Chance => tree.chance(node, &values),
            Kind::Decision { first_action, seat, .. } => {
                let policy = &policies[usize::from(seat)][first_action as usize..];
                children
                    .iter()
                    .zip(policy)
                    .map(|(&child, probability)| probability * values[child as usize])
                    .sum()
            }
        };
    }
    values[0]
}

/// What `seat` wins on average by its best answer to a policy of the other seat: exact, by going
/// through its information sets from the last decisions to the first. Those with as many actions
/// behind them do not depend on each other.
pub fn best_response<P: Position>(tree: &Tree<P>, policy: &Policy, seat: usize) -> f64 {
    let reach = other_reach(tree, policy, seat);
    let sign = if seat == 0 { 1.0 } else { -1.0 };
    let mut values = vec![0.0; tree.nodes.len()];
    let mut best: Vec<Option<usize>> = vec![None; tree.sets.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let children = tree.children(node);
        values[index] = match node.kind {
            Kind::Over(payoff) => sign * payoff,
            Kind::Chance => tree.chance(node, &values),
            Kind::Decision { set: number, seat: decider, .. } if usize::from(decider) == seat => {
                let number = number as usize;
                let action =
                    *best[number].get_or_insert_with(|| best_action(tree, number, &reach, &values));
                values[children[action] as usize]
            }
            Kind::Decision { first_action, .. } => {
                let policy = &policy[first_action as usize..];
                children
                    .iter()
                    .zip(policy)
                    .map(|(&child, probability)| probability * values[child as usize])
                    .sum()
            }
        };
    }
    values[0]
}

/// The action that wins most at an information set, whose children's values are known.
fn best_action<P: Position>(tree: &Tree<P>, set: usize, reach: &[f64], values: &[f64]) -> usize {
    let set = &tree.sets[set];
    let child =
        |node: u32, action: usize| tree.children(&tree.nodes[node as usize])[action] as usize;
    let wins = |action: usize| -> f64 {
        set.nodes.iter().map(|&node| reach[node as usize] * values[child(node, action)]).sum()
    };
    let by_action = (0..set.actions).map(|action| (action, wins(action)));
    by_action
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map_or(0, |(action, _)| action)
}

/// For every node, the probability that chance and the other seat, by its policy, let the game come
/// there.
fn other_reach<P: Position>(tree: &Tree<P>, policy: &Policy, seat: usize) -> Vec<f64> {
    let mut played = vec![1.0; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate() {
        for (action, &child) in tree.children(node).iter().enumerate() {
            played[child as usize] = match node.kind {
                Kind::Decision { first_action, seat: decider, .. }
                    if usize::from(decider) != seat =>
                {
                    played[index] * policy[first_action as usize + action]
                }
                _ => played[index],
            };
        }
    }
    played.iter().zip(&tree.nodes).map(|(played, node)| played * node.chance).collect()
}

/// What is known for sure about the value of a game once a policy for both seats is at hand.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Seat 0 wins at least so much by its policy, whatever the other does.
    pub low: f64,
    /// And at most so much against the other's policy.
    pub high: f64,
}

impl Bounds {
    /// The bounds that a policy for both seats proves.
    pub fn of<P: Position>(tree: &Tree<P>, policy: &Policy) -> Self {
        Self { low: -best_response(tree, policy, 1), high: best_response(tree, policy, 0) }
    }

    /// The middle.
    pub fn value(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// What a best answer wins beyond the value of the game, on average over both seats; no error
    /// of the value is larger.
    pub fn exploitability(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
