//! The whole tree of a game, from all of its deals.
//!
//! A node stands for all courses of the game that look the same to both seats so far: deals that
//! cannot be distinguished yet share a node, and separate at a chance node when somebody sees the
//! difference. So the order of a pile costs nothing until cards are drawn from it. There is no node
//! where only one action is legal, or where everything that can follow has the same end.

use super::position::Position;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// The game is over; the win of seat 0, on average over the deals of this node.
    Over(f64),
    /// Somebody sees something new: a child for each case.
    Chance,
    /// A decision: a child for each legal action.
    Decision {
        /// The number of the information set.
        set: u32,
        /// The number of its first action among those of all information sets.
        first_action: u32,
        /// The seat that decides.
        seat: u8,
    },
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: Kind,
    /// The index of its first child in [`Tree::children`].
    first_child: u32,
    children: u32,
    /// The probability of all chance events on the way from the root.
    pub chance: f64,
}

/// An information set: the courses of the game that a seat cannot distinguish, since its
/// observations and actions are the same.
#[derive(Clone, Debug)]
pub struct InformationSet<P> {
    pub seat: usize,
    /// The number of its first action among those of all information sets.
    pub first_action: usize,
    pub actions: usize,
    /// One position in it.
    pub example: P,
    /// Its nodes.
    pub nodes: Vec<u32>,
}

impl<P> InformationSet<P> {
    /// The numbers of its actions among those of all information sets.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first_action..self.first_action + self.actions
    }
}

/// The tree of a game.
#[derive(Clone, Debug)]
pub struct Tree<P> {
    /// Every node after its parent, and the nodes of an information set beside others that are as
    /// many actions from the root.
    pub nodes: Vec<Node>,
    children: Vec<u32>,
    /// The information sets with a choice.
    pub sets: Vec<InformationSet<P>>,
    /// The number of actions of all information sets together.
    pub actions: usize,
}

impl<P: Position> Tree<P> {
    /// Returns the tree that begins with one of `deals`, each with its probability.
    ///
    /// # Panics
    /// If positions that look the same to the deciding seat differ in their turn or their legal
    /// actions: the game then shows too little.
    pub fn new(deals: impl IntoIterator<Item = (P, f64)>) -> Self {
        let mut growth = Growth {
            nodes: Vec::new(),
            children: Vec::new(),
            histories: vec![History::new(), History::new()],
            sets: Vec::new(),
        };
        let deals = deals
            .into_iter()
            .map(|(position, probability)| (position, probability, [0, 1]))
            .collect();
        let root = growth.split(deals, None, 0);
        growth.finish(root)
    }

    /// Returns the children of a node.
    pub fn children(&self, node: &Node) -> &[u32] {
        &self.children[node.first_child as usize..][..node.children as usize]
    }

    /// Returns the value of a chance node, from the values of all nodes.
    pub fn chance(&self, node: &Node, values: &[f64]) -> f64 {
        let sum: f64 = self
            .children(node)
            .iter()
            .map(|&child| self.nodes[child as usize].chance * values[child as usize])
            .sum();
        sum / node.chance
    }
}

/// A seat's observations and actions up to some moment: the last link of a chain.
struct History<P> {
    /// The next links: the seat's own action, if it took one, and a position that looks like what
    /// it then saw.
    next: Vec<(Option<usize>, P, usize)>,
    set: Option<usize>,
}

impl<P> History<P> {
    fn new() -> Self {
        Self { next: Vec::new(), set: None }
    }
}

/// A position with the probability of its deal and the histories of both seats.
type Course<P> = (P, f64, [usize; 2]);

/// A growing node, with twice its number of actions from the root, plus one if it is not a chance
/// node.
struct Sprout {
    node: Node,
    level: u32,
}

struct Growth<P> {
    nodes: Vec<Sprout>,
    children: Vec<u32>,
    histories: Vec<History<P>>,
    sets: Vec<InformationSet<P>>,
}

impl<P: Position> Growth<P> {
    /// The history of `seat` after it sees `position`, and after `own` if it acted.
    fn link(&mut self, history: usize, own: Option<usize>, position: &P, seat: usize) -> usize {
        let known = self.histories[history]
            .next
            .iter()
            .find(|(action, seen, _)| *action == own && seen.looks_like(position, seat));
        if let Some((_, _, next)) = known {
            return *next;
        }
        let next = self.histories.len();
        self.histories.push(History::new());
        self.histories[history].next.push((own, position.clone(), next));
        next
    }

    /// Shows the courses to both seats, after an action (of a seat, by its number) or at the start:
    /// those that cannot be distinguished stay together.
    fn split(&mut self, courses: Vec<Course<P>>, acted: Option<(usize, usize)>, depth: u32) -> u32 {
        let mut groups: Vec<([usize; 2], Vec<Course<P>>)> = Vec::new();
        for (position, probability, histories) in courses {
            let mut seen = histories;
            for (seat, history) in seen.iter_mut().enumerate() {
                let own = acted.and_then(|(actor, action)| (actor == seat).then_some(action));
                *history = self.link(*history, own, &position, seat);
            }
            match groups.iter_mut().find(|(known, _)| *known == seen) {
                Some((_, group)) => group.push((position, probability, seen)),
                None => groups.push((seen, vec![(position, probability, seen)])),
            }
        }
        if groups.len() == 1 {
            return self.grow(&groups[0].1, depth);
        }
        let before = (self.nodes.len(), self.children.len());
        let children: Vec<u32> =
            groups.into_iter().map(|(_, group)| self.grow(&group, depth)).collect();
        let chance = children.iter().map(|&child| self.nodes[child as usize].node.chance).sum();
        if let Some(payoffs) = self.payoffs(&children) {
            let sum: f64 = payoffs
                .iter()
                .zip(&children)
                .map(|(payoff, &child)| payoff * self.nodes[child as usize].node.chance)
                .sum();
            self.prune(before);
            return self.node(Kind::Over(sum / chance), Vec::new(), chance, 2 * depth);
        }
        self.node(Kind::Chance, children, chance, 2 * depth)
    }

    /// The node for courses that cannot be distinguished.
    fn grow(&mut self, courses: &[Course<P>], depth: u32) -> u32 {
        let chance: f64 = courses.iter().map(|(_, probability, _)| probability).sum();
        let (position, _, histories) = &courses[0];
        let turn = position.turn();
        assert!(
            courses.iter().all(|(other, ..)| other.turn() == turn),
            "positions look alike, and differ in whose turn it is"
        );
        let Some(seat) = turn else {
            let payoff = courses
                .iter()
                .map(|(position, probability, _)| probability * position.payoff())
                .sum::<f64>()
                / chance;
            return self.node(Kind::Over(payoff), Vec::new(), chance, 2 * depth + 1);
        };
        let legal = position.legal();
        assert!(
            courses.iter().all(|(other, ..)| other.legal() == legal),
            "positions look alike, and differ in what is legal"
        );
        let history = histories[seat];
        let before = (self.nodes.len(), self.children.len());
        let example = (legal.len() > 1).then(|| position.clone());
        let mut children = Vec::with_capacity(legal.len());
        for (number, &action) in legal.iter().enumerate() {
            let after = courses.iter().map(|(position, probability, histories)| {
                let mut position = position.clone();
                position.apply(action);
                (position, *probability, *histories)
            });
            let after = after.collect();
            children.push(self.split(after, Some((seat, number)), depth + 1));
        }
        let Some(example) = example else { return children[0] };
        if let Some(payoffs) = self.payoffs(&children)
            && payoffs.iter().all(|payoff| payoff.total_cmp(&payoffs[0]).is_eq())
        {
            self.prune(before);
            return self.node(Kind::Over(payoffs[0]), Vec::new(), chance, 2 * depth + 1);
        }
        let number = self.set(history, seat, example, &legal);
        let kind = Kind::Decision { set: number as u32, first_action: 0, seat: seat as u8 };
        let node = self.node(kind, children, chance, 2 * depth + 1);
        self.sets[number].nodes.push(node);
        node
    }

    /// The wins of seat 0 at these nodes, if the game is over at all of them.
    fn payoffs(&self, nodes: &[u32]) -> Option<Vec<f64>> {
        let payoff = |node: &u32| match self.nodes[*node as usize].node.kind {
            Kind::Over(payoff) => Some(payoff),
            _ => None,
        };
        nodes.iter().map(payoff).collect()
    }

    /// Removes all nodes that grew since there were this many nodes and children; none of them has
    /// a decision.
    fn prune(&mut self, (nodes, children): (usize, usize)) {
        self.nodes.truncate(nodes);
        self.children.truncate(children);
    }

    /// Returns the information set of a history, and creates it if needed.
    fn set(&mut self, history: usize, seat: usize, example: P, legal: &[P::Action]) -> usize {
        let number = *self.histories[history].set.get_or_insert_with(|| {
            self.sets.push(InformationSet {
                seat,
                first_action: 0,
                actions: legal.len(),
                example,
                nodes: Vec::new(),
            });
            self.sets.len() - 1
        });
        assert_eq!(
            self.sets[number].example.legal(),
            legal,
            "what a seat has seen does not tell what is legal"
        );
        number
    }

    fn node(&mut self, kind: Kind, children: Vec<u32>, chance: f64, level: u32) -> u32 {
        let node = Node {
            kind,
            first_child: self.children.len() as u32,
            children: children.len() as u32,
            chance,
        };
        self.children.extend(children);
        self.nodes.push(Sprout { node, level });
        self.nodes.len() as u32 - 1
    }

    /// Sorts the nodes by level, and the information sets in the order in which the nodes reach
    /// them.
    fn finish(mut self, root: u32) -> Tree<P> {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).rev().collect();
        order.sort_by_key(|&node| self.nodes[node as usize].level);
        assert_eq!(order[0], root, "the root was grown last");
        let mut place = vec![0; order.len()];
        for (new, &old) in (0..).zip(&order) {
            place[old as usize] = new;
        }
        for set in &mut self.sets {
            for node in &mut set.nodes {
                *node = place[*node as usize];
            }
            set.nodes.sort_unstable();
        }
        self.sets.sort_by_key(|set| set.nodes[0]);
        // Children are in the order of their parents, so that a pass over the nodes reads them
        // nearly in order.
        let mut children = Vec::with_capacity(self.children.len());
        let mut nodes: Vec<Node> = Vec::with_capacity(order.len());
        for &old in &order {
            let mut node = self.nodes[old as usize].node;
            let own = &self.children[node.first_child as usize..][..node.children as usize];
            node.first_child = children.len() as u32;
            children.extend(own.iter().map(|&child| place[child as usize]));
            nodes.push(node);
        }
        let mut actions = 0;
        for (number, set) in (0..).zip(&mut self.sets) {
            set.first_action = actions;
            actions += set.actions;
            for &node in &set.nodes {
                nodes[node as usize].kind = Kind::Decision {
                    set: number,
                    first_action: set.first_action as u32,
                    seat: set.seat as u8,
                };
            }
        }
        Tree { nodes, children, sets: self.sets, actions }
    }
}
