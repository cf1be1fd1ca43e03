//! The tree of a search: nodes and their edges in arenas that are used again for every decision.
//!
//! A node stands for all positions that follow the same actions, and show the seat to decide the same sights ([`crate::game::Searchable::sight`]), whatever
//! the hidden cards are: so an action at a node may be legal with some cards only, and each edge counts how often it was.

use crate::game::LegalSet;
use crate::rng::Stream;
use crate::seat::WIN;

/// In place of an index where there is none.
const NONE: u32 = u32::MAX;

/// The edges that a node first has room for; when they are too few, it moves to room for twice as many.
const FIRST_ROOM: u32 = 4;

/// A node: its edges stand side by side.
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
    /// What it was worth to the seat that took it, in 840ths of a win.
    sum: u32,
}

/// A node that an edge led to, and the sight by which it is told apart from the others.
#[derive(Clone, Copy, Debug)]
struct Child {
    sight: u32,
    node: u32,
    next: u32,
}

/// What draws the search to an action.
#[derive(Clone, Copy, Debug)]
pub(super) struct Urge {
    /// The constant of the upper confidence bound.
    pub(super) exploration: f32,
    /// What is added to it for the first action that was tried at the root.
    pub(super) trust: f32,
    /// The bound of actions that were never tried.
    pub(super) urgency: f32,
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

/// The natural logarithm, a straight line between powers of two: at most 0.06 too small, and the same everywhere.
#[inline(always)]
fn logarithm(number: u32) -> f32 {
    const ONE: i32 = 0x3f80_0000;
    const STEP: f32 = std::f32::consts::LN_2 / 8_388_608.0;
    ((number as f32).to_bits() as i32 - ONE) as f32 * STEP
}

impl<Action: Copy + Eq> Tree<Action> {
    /// A tree with nothing in it.
    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), children: Vec::new() }
    }

    /// Makes room for so many iterations: nothing is allocated in them then.
    pub(super) fn reserve(&mut self, iterations: u32) {
        self.clear();
        let iterations = iterations as usize;
        // Each iteration adds an edge, and a node at most. The rooms that a node had before it moved are smaller than its last one together,
        // and the last is at most twice what it needs, or the first.
        self.nodes.reserve(iterations + 1);
        self.children.reserve(iterations);
        self.edges.reserve(FIRST_ROOM as usize * (iterations + 1));
    }

    /// Begins anew with the root alone.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.children.clear();
        self.nodes.push(Node { first: 0, edges: 0, room: 0 });
    }

    /// The edge with the highest upper confidence bound, and its action, at a node where these are legal; none where an action that was never tried
    /// comes first.
    #[inline(always)]
    pub(super) fn tried<L: LegalSet<Action>>(&mut self, node: u32, legal: &L, urge: Urge) -> Option<(u32, Action)> {
        let Node { first, edges, .. } = self.nodes[node as usize];
        let (mut tried, mut best, mut highest) = (0, None, f32::NEG_INFINITY);
        let mut exploration = urge.exploration + if node == ROOT { urge.trust } else { 0.0 };
        for (index, edge) in (first..).zip(&mut self.edges[first as usize..(first + edges) as usize]) {
            if legal.contains(edge.action) {
                tried += 1;
                edge.available += 1;
                let share = 1.0 / edge.visits as f32;
                let bound = edge.sum as f32 * (1.0 / WIN as f32) * share + exploration * (logarithm(edge.available) * share).sqrt();
                if bound > highest {
                    (best, highest) = (Some((index, edge.action)), bound);
                }
            }
            exploration = urge.exploration;
        }
        if tried == legal.count() || highest >= urge.urgency { best } else { None }
    }

    /// Adds an edge for an action that was never tried at the node: `wanted`, or else one found from a random place on.
    #[inline(always)]
    pub(super) fn try_new<L: LegalSet<Action>>(&mut self, node: u32, legal: &L, wanted: Action, stream: &mut Stream) -> (u32, Action) {
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

    /// Adds an edge to a node.
    #[inline(always)]
    fn add(&mut self, node: u32, action: Action) -> u32 {
        let node = &mut self.nodes[node as usize];
        let edge = Edge { action, child: NONE, visits: 0, available: 1, sum: 0 };
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

    /// The node that an edge leads to with this sight; a new one where it never led there.
    #[inline(always)]
    pub(super) fn child(&mut self, edge: u32, sight: u32) -> u32 {
        let mut child = self.edges[edge as usize].child;
        while child != NONE {
            let Child { sight: known, node, next } = self.children[child as usize];
            if known == sight {
                return node;
            }
            child = next;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { first: 0, edges: 0, room: 0 });
        let edge = &mut self.edges[edge as usize];
        let next = std::mem::replace(&mut edge.child, self.children.len() as u32);
        self.children.push(Child { sight, node, next });
        node
    }

    /// Counts that an edge was taken, and what it was worth to the seat that took it.
    #[inline(always)]
    pub(super) fn count(&mut self, edge: u32, worth: u32) {
        let edge = &mut self.edges[edge as usize];
        edge.visits += 1;
        edge.sum += worth;
    }

    /// The action that was taken most often at the root; of level ones the first in the order of `legal`.
    pub(super) fn most_visited<L: LegalSet<Action>>(&self, legal: &L) -> Option<Action> {
        let Node { first, edges, .. } = self.nodes[ROOT as usize];
        let tried = &self.edges[first as usize..(first + edges) as usize];
        let visits = |action: &Action| tried.iter().find(|edge| edge.action == *action).map_or(0, |edge| edge.visits);
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
