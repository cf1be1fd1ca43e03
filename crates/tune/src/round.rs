//! Rounds of a search: requests to play points, and their results.

use std::collections::HashMap;

use crate::space::Point;

/// The number of equal groups of blocks for which means are kept.
pub const GROUPS: usize = 8;

/// Points to play on the same fresh blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The points, all different.
    pub points: Vec<Point>,
    /// The number of blocks of each point, a multiple of [`GROUPS`].
    pub blocks: u64,
    /// Whether this is the confirmation.
    pub confirms: bool,
}

impl Request {
    /// Returns the number of blocks of all points together.
    pub fn cost(&self) -> u64 {
        self.blocks * self.points.len() as u64
    }
}

/// A request that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    request: Request,
    means: Vec<f64>,
}

impl Round {
    /// A request with its means: for each point, for each of [`GROUPS`] equal groups of blocks, all
    /// means. The groups are the same blocks for all points.
    ///
    /// # Panics
    /// If the number of means is not the same for each point and group.
    pub fn new(request: Request, means: Vec<f64>) -> Self {
        let rows = request.points.len() * GROUPS;
        assert!(rows > 0 && means.len().is_multiple_of(rows), "means of all points and groups");
        Self { request, means }
    }

    /// Returns the request.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Returns the means of all points and groups, in this order.
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// The means of one point, group after group.
    pub(crate) fn of(&self, row: usize) -> &[f64] {
        let length = self.means.len() / self.request.points.len();
        &self.means[row * length..(row + 1) * length]
    }
}

/// The place of the means of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Play {
    /// The index of the round.
    pub(crate) round: usize,
    /// The index of the point in it.
    pub(crate) row: usize,
}

/// A point with all its games.
#[derive(Debug, Clone)]
pub(crate) struct Tried<'a> {
    pub(crate) point: &'a Point,
    /// In the order of rounds.
    pub(crate) plays: Vec<Play>,
    pub(crate) blocks: u64,
}

/// All points that were tried, with their means over all rounds.
#[derive(Debug)]
pub(crate) struct Records<'a> {
    pub(crate) rounds: &'a [Round],
    /// In the order in which they were first played.
    pub(crate) tried: Vec<Tried<'a>>,
    /// How many means there are.
    count: usize,
    /// For each point and group, the means over all rounds.
    groups: Vec<f64>,
    /// For each point, the means over all groups.
    means: Vec<f64>,
}

impl<'a> Records<'a> {
    pub(crate) fn new(rounds: &'a [Round]) -> Self {
        let count = rounds
            .first()
            .map_or(0, |round| round.means.len() / (round.request.points.len() * GROUPS));
        let mut tried: Vec<Tried<'a>> = Vec::new();
        let mut numbers: HashMap<&Point, usize> = HashMap::new();
        let mut groups: Vec<f64> = Vec::new();
        for (number, round) in rounds.iter().enumerate() {
            let blocks = round.request.blocks;
            for (row, point) in round.request.points.iter().enumerate() {
                let index = *numbers.entry(point).or_insert_with(|| {
                    tried.push(Tried { point, plays: Vec::new(), blocks: 0 });
                    groups.resize(tried.len() * GROUPS * count, 0.0);
                    tried.len() - 1
                });
                let record = &mut tried[index];
                record.plays.push(Play { round: number, row });
                record.blocks += blocks;
                let sums = &mut groups[index * GROUPS * count..(index + 1) * GROUPS * count];
                for (sum, mean) in sums.iter_mut().zip(round.of(row)) {
                    *sum += blocks as f64 * mean;
                }
            }
        }
        let mut means = vec![0.0; tried.len() * count];
        for (index, record) in tried.iter().enumerate() {
            let blocks = record.blocks as f64;
            for group in 0..GROUPS {
                for mean in 0..count {
                    let place = &mut groups[(index * GROUPS + group) * count + mean];
                    *place /= blocks;
                    means[index * count + mean] += *place / GROUPS as f64;
                }
            }
        }
        Self { rounds, tried, count, groups, means }
    }

    /// The means of a point over all rounds, group after group.
    pub(crate) fn groups(&self, index: usize) -> &[f64] {
        &self.groups[index * GROUPS * self.count..(index + 1) * GROUPS * self.count]
    }

    /// The means of a point over all rounds.
    pub(crate) fn means(&self, index: usize) -> &[f64] {
        &self.means[index * self.count..(index + 1) * self.count]
    }

    /// How many means there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The means of one group of one play.
    pub(crate) fn group(&self, play: Play, group: usize) -> &[f64] {
        let means = self.rounds[play.round].of(play.row);
        &means[group * self.count..(group + 1) * self.count]
    }

    /// The number of a point.
    pub(crate) fn find(&self, point: &[usize]) -> Option<usize> {
        self.tried.iter().position(|record| record.point == point)
    }
}
