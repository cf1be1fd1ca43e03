//! Policies of the seats at their information sets, their values, and best responses to them.

use super::position::Position;
use super::tree::{Kind, Tree};

/// The probability of every action of every information set of a tree.
pub type Policy = Vec<f64>;

/// Returns the policy that takes every legal action with the same probability.
pub fn uniform<P: Position>(tree: &Tree<P>) -> Policy {
    let mut policy = vec![0.0; tree.actions];
    for set in &tree.sets {
        policy[set.range()].fill(1.0 / set.actions as f64);
    }
    policy
}

/// Returns the average win of seat 0 when each seat plays by its policy.
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

/// Returns the average win of `seat` with its best response to a policy of the other seat: exact,
/// by backward induction over its information sets. Those with the same number of actions before
/// them do not depend on each other.
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

/// The best action at an information set whose children's values are known.
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

/// For every node, the probability that chance and the other seat, by its policy, reach it.
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

/// Bounds of the value of a game, from a policy for both seats.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Seat 0 wins at least this much by its policy, against any play of the other seat.
    pub low: f64,
    /// Seat 0 wins at most this much against the other's policy.
    pub high: f64,
}

impl Bounds {
    /// Returns the bounds that a policy for both seats proves.
    pub fn of<P: Position>(tree: &Tree<P>, policy: &Policy) -> Self {
        Self { low: -best_response(tree, policy, 1), high: best_response(tree, policy, 0) }
    }

    /// Returns the middle.
    pub fn value(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// Returns the gain of a best response beyond the value of the game, on average over both
    /// seats; the error of the value is at most this.
    pub fn exploitability(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
