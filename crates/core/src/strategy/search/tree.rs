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

/// A node that an edge led to, and its observation (a key or a fingerprint), which distinguishes it
/// from the others.
#[derive(Clone, Copy, Debug)]
struct Child {
    key: u64,
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

/// Nodes with more visits are not reused: the sum of their results and of one more search must not
/// overflow.
const MOST_VISITS: u32 = u32::MAX / WIN as u32;

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

    /// Reserves memory for this many iterations, or for half as many after reusing the same number
    /// of edges.
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
    pub(super) fn child(&mut self, edge: u32, key: u64) -> u32 {
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

    /// Returns how often the search went on from a node.
    fn visits(&self, node: u32) -> u32 {
        let Node { first, edges, .. } = self.nodes[node as usize];
        self.edges[first as usize..(first + edges) as usize].iter().map(|edge| edge.visits).sum()
    }

    /// Returns the node with this observation, other than the root; if there are several, because
    /// actions can be taken in any order, the most visited one.
    fn find(&self, key: u64) -> Option<u32> {
        let mut found = None;
        for child in self.children.iter().filter(|child| child.key == key) {
            let visits = self.visits(child.node);
            if found.is_none_or(|(_, most)| visits > most) {
                found = Some((child.node, visits));
            }
        }
        found.map(|(node, _)| node)
    }

    /// Keeps the subtree of the node with this observation, which becomes the root, and forgets the
    /// rest; returns whether there is such a node. Of more than `most` edges it keeps the ones
    /// closest to the root. The kept part is built in `spare`, which then replaces the tree.
    pub(super) fn keep(&mut self, key: u64, most: u32, spare: &mut Self) -> bool {
        let Some(root) = self.find(key) else { return false };
        let mut edges = self.nodes[root as usize].edges;
        if edges > most || self.visits(root) > MOST_VISITS - most {
            return false;
        }
        let Self { nodes: new_nodes, edges: new_edges, children: new_children } = &mut *spare;
        new_nodes.clear();
        new_edges.clear();
        new_children.clear();
        // Until it is copied, a new node holds the number of the old one.
        let awaiting = |old| Node { first: old, edges: 0, room: 0 };
        new_nodes.push(awaiting(root));
        let mut new = 0;
        while new < new_nodes.len() {
            let old = self.nodes[new_nodes[new].first as usize];
            new_nodes[new] =
                Node { first: new_edges.len() as u32, edges: old.edges, room: old.edges };
            for edge in &self.edges[old.first as usize..(old.first + old.edges) as usize] {
                let (mut kept, mut child) = (Edge { child: NONE, ..*edge }, edge.child);
                while child != NONE {
                    let Child { key, node, next } = self.children[child as usize];
                    // A node without edges counts as one: there is room for as many nodes as edges.
                    let more = self.nodes[node as usize].edges.max(1);
                    if edges + more <= most {
                        edges += more;
                        let first = std::mem::replace(&mut kept.child, new_children.len() as u32);
                        new_children.push(Child { key, node: new_nodes.len() as u32, next: first });
                        new_nodes.push(awaiting(node));
                    }
                    child = next;
                }
                new_edges.push(kept);
            }
            new += 1;
        }
        std::mem::swap(self, spare);
        true
    }

    /// Returns whether all actions that were tried at the root are among these.
    pub(super) fn fits<L: LegalSet<Action>>(&self, legal: &L) -> bool {
        let Node { first, edges, .. } = self.nodes[ROOT as usize];
        self.edges[first as usize..(first + edges) as usize]
            .iter()
            .all(|edge| legal.contains(edge.action))
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
    use std::fmt::Write as _;

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
                key += u64::from(action.0) << (8 * (step / 2));
                if is_new {
                    break;
                }
                node =
                    tree.child(edge, if step % 2 == 1 { key } else { u64::from(stream.below(3)) });
            }
            for &edge in &path {
                tree.count(edge, stream.below(WIN as u32));
            }
        }
    }

    /// The contents of a tree below a node, as text, down to this many steps.
    fn below(tree: &Tree<Number>, node: u32, steps: u32) -> String {
        let Node { first, edges, .. } = tree.nodes[node as usize];
        let mut text = String::new();
        for edge in &tree.edges[first as usize..(first + edges) as usize] {
            let _ = write!(
                text,
                "{}: {} of {}, {} [",
                edge.action.0, edge.visits, edge.available, edge.sum
            );
            let (mut children, mut child) = (Vec::new(), edge.child);
            while child != NONE && steps > 0 {
                let Child { key, node, next } = tree.children[child as usize];
                children.push(format!("{key:x} -> {}", below(tree, node, steps - 1)));
                child = next;
            }
            children.sort_unstable();
            let _ = write!(text, "{}] ", children.join(", "));
        }
        text
    }

    fn searched(iterations: u32) -> (Tree<Number>, Stream) {
        let (mut tree, mut stream) =
            (Tree::new(), BlockStreams::new(5, 5).stream(Purpose::Strategy(0)));
        tree.reserve(2 * iterations as usize);
        search(&mut tree, iterations, &mut stream);
        (tree, stream)
    }

    #[test]
    fn what_is_kept_is_as_it_was() {
        let (tree, mut stream) = searched(3000);
        for key in 1..13 {
            let (mut kept, mut spare) = (tree.clone(), Tree::new());
            let node = tree.find(key).expect("a sum of two actions");
            assert!(kept.keep(key, 3000, &mut spare));
            assert_eq!(below(&kept, ROOT, 9), below(&tree, node, 9), "key {key}");
            assert!(kept.nodes.len() < tree.nodes.len());
            // The search continues from there as from any tree.
            let before = kept.visits(ROOT);
            search(&mut kept, 100, &mut stream);
            assert_eq!(kept.visits(ROOT), before + 100);
        }
    }

    #[test]
    fn of_nodes_that_look_the_same_the_most_visited_is_kept() {
        let (mut tree, _) = searched(3000);
        let visits = tree
            .children
            .iter()
            .filter(|child| child.key == 6)
            .map(|child| tree.visits(child.node));
        let most = visits.clone().max().expect("a sum of two actions");
        assert!(visits.count() > 1, "1 + 5 and 2 + 4 at least");
        assert!(tree.keep(6, 3000, &mut Tree::new()));
        assert_eq!(tree.visits(ROOT), most);
    }

    #[test]
    fn what_was_never_seen_is_not_kept() {
        let (mut tree, _) = searched(300);
        let before = below(&tree, ROOT, 9);
        assert!(!tree.keep(77, 300, &mut Tree::new()));
        assert_eq!(below(&tree, ROOT, 9), before);
        tree.clear();
        assert!(!tree.keep(6, 300, &mut Tree::new()), "nothing is kept of another game");
    }

    #[test]
    fn too_many_edges_are_cut_from_the_ends() {
        let (tree, _) = searched(3000);
        let node = tree.find(6).expect("a sum of two actions");
        let (mut kept, mut spare) = (tree.clone(), Tree::new());
        assert!(kept.keep(6, 20, &mut spare));
        assert!(kept.edges.len() <= 20 && kept.edges.len() > 10);
        assert_eq!(below(&kept, ROOT, 0), below(&tree, node, 0));
        assert!(!tree.clone().keep(6, 2, &mut spare), "the actions of the root alone are too many");
    }

    #[test]
    fn nothing_is_allocated_after_the_first_search() {
        let (mut tree, mut stream) = searched(200);
        let mut spare = Tree::new();
        spare.reserve(400);
        let room = |tree: &Tree<Number>| {
            [tree.nodes.capacity(), tree.edges.capacity(), tree.children.capacity()]
        };
        let (one, other) = (room(&tree), room(&spare));
        let mut kept = 0;
        for round in 0..200 {
            let key = tree.children[stream.below(tree.children.len() as u32) as usize].key;
            if tree.keep(key, 200, &mut spare) {
                kept += 1;
            } else {
                tree.clear();
            }
            search(&mut tree, 200, &mut stream);
            assert!(
                [room(&tree), room(&spare)] == [one, other]
                    || [room(&spare), room(&tree)] == [one, other],
                "round {round}"
            );
        }
        assert!(kept > 100);
    }
}
