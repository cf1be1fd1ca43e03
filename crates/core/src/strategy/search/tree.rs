//! The tree of a search: nodes and their edges in arenas that are reused for every decision.
//!
//! A node stands for all positions that follow the same actions and give the deciding seat the same
//! observation keys ([`crate::game::Searchable::observation_key`]), with any hidden cards. So an
//! action at a node may be legal with some cards only, and each edge counts how often it was
//! available.

use crate::game::LegalSet;
use crate::rng::Stream;
use crate::seat::WIN;

/// The value of a missing index.
const NONE: u32 = u32::MAX;

/// The initial number of edges for which a node has room; when it is full, it moves to twice the
/// room.
const FIRST_ROOM: u32 = 4;

/// A node, whose edges are consecutive.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    edges: u32,
    room: u32,
}

/// An action at a node.
#[derive(Clone, Copy, Debug)]
struct Edge<Action> {
    action: Action,
    /// The first of the nodes that it led to.
    child: u32,
    /// How often it was taken.
    visits: u32,
    /// How often it could have been taken when the search was at its node.
    available: u32,
    /// The sum of its results for the seat that took it, in 840ths of a win.
    sum: u32,
    /// One divided by the visits, and the mean result in wins: they change seldom and are read at
    /// every visit of the node.
    share: f32,
    mean: f32,
}

/// A node that an edge led to, and the key of its observation, which distinguishes it from the
/// others.
#[derive(Clone, Copy, Debug)]
struct Child {
    key: u32,
    node: u32,
    next: u32,
}

/// The parameters that select the next action to try.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectionParameters {
    /// The constant of the upper confidence bound.
    pub(super) exploration: f32,
    /// The addition to it for the first action that was tried at the root.
    pub(super) prior_bonus: f32,
    /// The bound of actions that were never tried.
    pub(super) first_play_urgency: f32,
}

/// A tree of actions.
#[derive(Clone, Debug)]
pub(super) struct Tree<Action> {
    nodes: Vec<Node>,
    edges: Vec<Edge<Action>>,
    children: Vec<Child>,
}

/// The node where the search begins.
pub(super) const ROOT: u32 = 0;

/// The natural logarithm, linear between powers of two: at most 0.06 too small, and the same
/// everywhere.
#[inline(always)]
fn logarithm(number: u32) -> f32 {
    const ONE: i32 = 0x3f80_0000;
    const STEP: f32 = std::f32::consts::LN_2 / 8_388_608.0;
    ((number as f32).to_bits() as i32 - ONE) as f32 * STEP
}

impl<Action: Copy + Eq> Tree<Action> {
    /// Returns an empty tree.
    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), children: Vec::new() }
    }

    /// Reserves memory for this many iterations.
    pub(super) fn reserve(&mut self, iterations: usize) {
        self.clear();
        // Each iteration adds an edge and at most one node. The earlier rooms of a node are
        // together smaller than its last one, which is at most twice its need, or the first.
        self.nodes.reserve(iterations + 1);
        self.children.reserve(iterations);
        self.edges.reserve(FIRST_ROOM as usize * (iterations + 1));
    }

    /// Clears the tree except for the root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.children.clear();
        self.nodes.push(Node { first: 0, edges: 0, room: 0 });
    }

    /// Returns the edge with the highest upper confidence bound, and its action, at a node where
    /// these are legal; none if an untried action comes first.
    #[inline(always)]
    pub(super) fn tried<L: LegalSet<Action>>(
        &mut self,
        node: u32,
        legal: &L,
        selection: SelectionParameters,
    ) -> Option<(u32, Action)> {
        // An action that was tried at the root is legal: hidden cards do not matter there. A loop
        // of its own, since every iteration runs it.
        if node == ROOT {
            self.tried_at::<true, L>(node, legal, selection)
        } else {
            self.tried_at::<false, L>(node, legal, selection)
        }
    }

    /// Does the same, at the root or at any other node.
    #[inline(always)]
    fn tried_at<const AT_ROOT: bool, L: LegalSet<Action>>(
        &mut self,
        node: u32,
        legal: &L,
        selection: SelectionParameters,
    ) -> Option<(u32, Action)> {
        let Node { first, edges, .. } = self.nodes[node as usize];
        let (mut tried, mut best, mut highest) = (0, None, f32::NEG_INFINITY);
        let mut exploration =
            selection.exploration + if AT_ROOT { selection.prior_bonus } else { 0.0 };
        for (index, edge) in
            (first..).zip(&mut self.edges[first as usize..(first + edges) as usize])
        {
            debug_assert!(
                !AT_ROOT || legal.contains(edge.action),
                "an action of the root that is not legal"
            );
            if AT_ROOT || legal.contains(edge.action) {
                tried += 1;
                edge.available += 1;
                let bound =
                    edge.mean + exploration * (logarithm(edge.available) * edge.share).sqrt();
                if bound > highest {
                    (best, highest) = (Some((index, edge.action)), bound);
                }
            }
            exploration = selection.exploration;
        }
        if tried == legal.count() || highest >= selection.first_play_urgency { best } else { None }
    }

    /// Adds an edge for an untried action at the node: `wanted`, or else the next one from a random
    /// position on.
    #[inline(always)]
    pub(super) fn try_new<L: LegalSet<Action>>(
        &mut self,
        node: u32,
        legal: &L,
        wanted: Action,
        stream: &mut Stream,
    ) -> (u32, Action) {
        let Node { first, edges, .. } = self.nodes[node as usize];
        let tried = &self.edges[first as usize..(first + edges) as usize];
        let is_new = |action: Action| tried.iter().all(|edge| edge.action != action);
        let mut action = wanted;
        if !is_new(action) {
            let count = legal.count();
            let start = stream.below(count);
            let around = (start..count).chain(0..start).map(|nth| legal.nth(nth));
            for other in around {
                if is_new(other) {
                    action = other;
                    break;
                }
            }
        }
        (self.add(node, action), action)
    }

    /// Returns the edge of an action at a node, if it was ever tried there.
    #[inline(always)]
    pub(super) fn find_edge(&self, node: u32, action: Action) -> Option<u32> {
        let Node { first, edges, .. } = self.nodes[node as usize];
        (first..first + edges).find(|edge| self.edges[*edge as usize].action == action)
    }

    /// Adds an edge to a node.
    #[inline(always)]
    fn add(&mut self, node: u32, action: Action) -> u32 {
        let node = &mut self.nodes[node as usize];
        // Before its first visit its mean is NaN, and so is its bound.
        let edge = Edge {
            action,
            child: NONE,
            visits: 0,
            available: 1,
            sum: 0,
            share: f32::INFINITY,
            mean: f32::NAN,
        };
        if node.edges == node.room {
            let (old, new) = (node.first as usize, self.edges.len());
            node.room = (2 * node.room).max(FIRST_ROOM);
            node.first = new as u32;
            self.edges.extend_from_within(old..old + node.edges as usize);
            self.edges.resize(new + node.room as usize, edge);
        }
        let index = node.first + node.edges;
        self.edges[index as usize] = edge;
        node.edges += 1;
        index
    }

    /// Returns the node that an edge leads to with this key; a new one if it never led there.
    #[inline(always)]
    pub(super) fn child(&mut self, edge: u32, key: u32) -> u32 {
        let mut child = self.edges[edge as usize].child;
        while child != NONE {
            let Child { key: known, node, next } = self.children[child as usize];
            if known == key {
                return node;
            }
            child = next;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { first: 0, edges: 0, room: 0 });
        let edge = &mut self.edges[edge as usize];
        let next = std::mem::replace(&mut edge.child, self.children.len() as u32);
        self.children.push(Child { key, node, next });
        node
    }

    /// Counts a visit of an edge, with its result for the seat that took it.
    #[inline(always)]
    pub(super) fn count(&mut self, edge: u32, worth: u32) {
        let edge = &mut self.edges[edge as usize];
        edge.visits += 1;
        edge.sum += worth;
        edge.share = 1.0 / edge.visits as f32;
        edge.mean = edge.sum as f32 * (1.0 / WIN as f32) * edge.share;
    }

    /// Returns the most visited action at the root; on a tie the first in the order of `legal`.
    pub(super) fn most_visited<L: LegalSet<Action>>(&self, legal: &L) -> Option<Action> {
        let Node { first, edges, .. } = self.nodes[ROOT as usize];
        let tried = &self.edges[first as usize..(first + edges) as usize];
        let visits = |action: &Action| {
            tried.iter().find(|edge| edge.action == *action).map_or(0, |edge| edge.visits)
        };
        let mut best = None;
        for action in legal.iter() {
            let visits = visits(&action);
            if best.is_none_or(|(_, most)| visits > most) {
                best = Some((action, visits));
            }
        }
        best.map(|(action, _)| action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{ActionSet, Code};
    use crate::rng::{BlockStreams, Purpose};

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Number(u16);

    impl Code for Number {
        fn from_code(code: u16) -> Self {
            Self(code)
        }

        fn code(self) -> u16 {
            self.0
        }
    }

    type Numbers = ActionSet<Number, 1>;

    const SELECTION: SelectionParameters =
        SelectionParameters { exploration: 0.7, prior_bonus: 0.1, first_play_urgency: 20.0 };

    /// Searches a game in which the observation after two actions is their sum: only chance matters
    /// in it.
    fn search(tree: &mut Tree<Number>, iterations: u32, stream: &mut Stream) {
        let mut path = Vec::new();
        for _ in 0..iterations {
            let (mut node, mut key, mut is_new) = (ROOT, 0, false);
            path.clear();
            for step in 0..6 {
                // At the decision itself the legal actions do not depend on hidden cards.
                let legal: Numbers = (0..6)
                    .map(Number)
                    .filter(|_| step == 0 || stream.below(4) > 0)
                    .chain([Number(6)])
                    .collect();
                let (edge, action) = tree.tried(node, &legal, SELECTION).unwrap_or_else(|| {
                    is_new = true;
                    tree.try_new(node, &legal, legal.nth(0), stream)
                });
                path.push(edge);
                key += u32::from(action.0) << (8 * (step / 2));
                if is_new {
                    break;
                }
                node = tree.child(edge, if step % 2 == 1 { key } else { stream.below(3) });
            }
            for &edge in &path {
                tree.count(edge, stream.below(WIN as u32));
            }
        }
    }

    fn searched(iterations: u32) -> (Tree<Number>, Stream) {
        let (mut tree, mut stream) =
            (Tree::new(), BlockStreams::new(5, 5).stream(Purpose::Strategy(0)));
        tree.reserve(iterations as usize);
        search(&mut tree, iterations, &mut stream);
        (tree, stream)
    }

    #[test]
    fn nothing_is_allocated_after_the_first_search() {
        let (mut tree, mut stream) = searched(200);
        let room = |tree: &Tree<Number>| {
            [tree.nodes.capacity(), tree.edges.capacity(), tree.children.capacity()]
        };
        let before = room(&tree);
        for round in 0..200 {
            tree.clear();
            search(&mut tree, 200, &mut stream);
            assert_eq!(room(&tree), before, "round {round}");
        }
    }

    #[test]
    fn each_iteration_counts_along_its_way() {
        let (tree, _) = searched(3000);
        let visits = |node: u32| -> u32 {
            let Node { first, edges, .. } = tree.nodes[node as usize];
            tree.edges[first as usize..(first + edges) as usize]
                .iter()
                .map(|edge| edge.visits)
                .sum()
        };
        assert_eq!(visits(ROOT), 3000);
        let first = tree.nodes[ROOT as usize].first as usize;
        for edge in &tree.edges[first..first + tree.nodes[ROOT as usize].edges as usize] {
            let (mut below, mut child) = (0, edge.child);
            while child != NONE {
                let Child { node, next, .. } = tree.children[child as usize];
                below += visits(node);
                child = next;
            }
            // Its first visit ended there.
            assert_eq!(below + 1, edge.visits, "{}", edge.action.0);
        }
    }
}
