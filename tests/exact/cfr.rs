//! Counterfactual regret minimization: converges to a policy that cannot be exploited.
//!
//! Zinkevich, Johanson, Bowling, Piccione, "Regret Minimization in Games with Incomplete
//! Information" (2007), in the form CFR+ of Tammelin, "Solving Large Imperfect Information Games
//! Using CFR+" (2014): regrets below zero are forgotten, the seats take turns at learning, and the
//! average policy gives iteration `t` the weight `t`. No sampling, no random numbers.

use super::policy::{Bounds, Policy};
use super::position::Position;
use super::tree::{Kind, Tree};

/// A solved game.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The average policy of both seats, close to an equilibrium.
    pub policy: Policy,
    /// The bounds of the value of the game that it proves.
    pub bounds: Bounds,
    /// The number of iterations.
    pub iterations: u32,
}

/// Learns until no seat can win more than `exploitability` beyond the value by a best response, or
/// for `most` iterations.
pub fn solve<P: Position>(tree: &Tree<P>, exploitability: f64, most: u32) -> Solution {
    let mut learner = Learner::new(tree);
    loop {
        learner.iterate();
        // A check costs as much as an iteration.
        if learner.iterations.is_multiple_of(16) || learner.iterations >= most {
            let policy = learner.average();
            let bounds = Bounds::of(tree, &policy);
            if bounds.exploitability() <= exploitability || learner.iterations >= most {
                return Solution { policy, bounds, iterations: learner.iterations };
            }
        }
    }
}

struct Learner<'t, P> {
    tree: &'t Tree<P>,
    iterations: u32,
    regrets: Vec<f64>,
    /// The policy of this iteration.
    current: Policy,
    /// The weighted sum of all policies so far.
    sum: Vec<f64>,
    /// By node: its probability by each seat's own choices only.
    reach: Vec<[f64; 2]>,
    values: Vec<f64>,
}

impl<'t, P: Position> Learner<'t, P> {
    fn new(tree: &'t Tree<P>) -> Self {
        Self {
            tree,
            iterations: 0,
            regrets: vec![0.0; tree.actions],
            current: super::policy::uniform(tree),
            sum: vec![0.0; tree.actions],
            reach: vec![[1.0; 2]; tree.nodes.len()],
            values: vec![0.0; tree.nodes.len()],
        }
    }

    fn iterate(&mut self) {
        self.iterations += 1;
        for seat in [0, 1] {
            self.go_down();
            self.go_up(seat);
            self.learn(seat);
        }
    }

    /// Computes the probability of each node.
    fn go_down(&mut self) {
        for (index, node) in self.tree.nodes.iter().enumerate() {
            let reach = self.reach[index];
            let children = self.tree.children(node);
            if let Kind::Decision { first_action, seat, .. } = node.kind {
                for (&child, probability) in
                    children.iter().zip(&self.current[first_action as usize..])
                {
                    let mut reach = reach;
                    reach[usize::from(seat)] *= probability;
                    self.reach[child as usize] = reach;
                }
            } else {
                for &child in children {
                    self.reach[child as usize] = reach;
                }
            }
        }
    }

    /// Computes the value of each node to seat 0. The regrets of `seat` grow by the gain of its
    /// other actions, weighted by the probability that chance and the other seat reach the node.
    fn go_up(&mut self, seat: usize) {
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        for (index, node) in self.tree.nodes.iter().enumerate().rev() {
            let other = self.reach[index][1 - seat];
            if other == 0.0 {
                // If the other seat never goes there, nothing is learned, and the value is not
                // used.
                continue;
            }
            self.values[index] = match node.kind {
                Kind::Over(payoff) => payoff,
                Kind::Chance => self.tree.chance(node, &self.values),
                Kind::Decision { first_action, seat: decider, .. } => {
                    let children = self.tree.children(node);
                    let actions = first_action as usize..first_action as usize + children.len();
                    let parts = children.iter().zip(&self.current[actions.clone()]);
                    let value = parts
                        .map(|(&child, probability)| probability * self.values[child as usize])
                        .sum();
                    if usize::from(decider) == seat {
                        let weight = sign * node.chance * other;
                        for (regret, &child) in self.regrets[actions].iter_mut().zip(children) {
                            *regret += weight * (self.values[child as usize] - value);
                        }
                    }
                    value
                }
            };
        }
    }

    /// Adds the policy of `seat` to its average, and computes the next one from its regrets.
    fn learn(&mut self, seat: usize) {
        let weight = f64::from(self.iterations);
        for set in self.tree.sets.iter().filter(|set| set.seat == seat) {
            // A seat that remembers its actions reaches all nodes of the set by the same own
            // choices.
            let own = weight * self.reach[set.nodes[0] as usize][seat];
            let regrets = &mut self.regrets[set.range()];
            let mut total = 0.0;
            for regret in &mut *regrets {
                *regret = regret.max(0.0);
                total += *regret;
            }
            for ((current, sum), regret) in
                self.current[set.range()].iter_mut().zip(&mut self.sum[set.range()]).zip(regrets)
            {
                *sum += own * *current;
                *current = if total > 0.0 { *regret / total } else { 1.0 / set.actions as f64 };
            }
        }
    }

    /// The average policy; uniform where it never goes.
    fn average(&self) -> Policy {
        let mut policy = super::policy::uniform(self.tree);
        for set in &self.tree.sets {
            let sum = &self.sum[set.range()];
            let total: f64 = sum.iter().sum();
            if total > 0.0 {
                for (probability, part) in policy[set.range()].iter_mut().zip(sum) {
                    *probability = part / total;
                }
            }
        }
        policy
    }
}
