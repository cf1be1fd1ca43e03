//! A sweep as curves: each point with how fair going first is at each strength, how far skill
//! decides, and what games are like.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::unfinished::{is_judged, unfinished_share};
use crate::findings::Together;
use crate::results::Results;
use fairdeal_core::metrics::{Kind, Topic, quantity};
use fairdeal_core::rows::{CellKey, Point, SweepRow, Verdict};
use fairdeal_stats::Interval;

/// A value with its interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) estimate: f64,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

/// A quantity of one line-up, point by point.
#[derive(Debug)]
pub(super) struct Curve<'a> {
    /// A cell of the line-up.
    pub(super) cell: &'a CellKey,
    /// What it is about.
    pub(super) subject: &'a str,
    /// By variant.
    values: BTreeMap<&'a str, Value>,
}

/// A point of the sweep.
#[derive(Debug)]
pub(super) struct Spot<'a> {
    /// Its variant.
    pub(super) variant: &'a str,
    /// What it is called: its knobs, with the variant's name where it has one of its own.
    pub(super) name: String,
    /// Its knobs; none where it has a name of its own.
    pub(super) point: Point,
    /// Is it the baseline?
    pub(super) is_baseline: bool,
    /// Is going first fair within the tolerance, in every line-up of equals? `None` where that is
    /// not settled.
    pub(super) meets_all: Option<bool>,
    /// How far going first is from fair, line-up by line-up of equals in which enough games end.
    pub(super) advantages: Vec<Advantage<'a>>,
    /// The line-ups in which too few games end to judge who wins.
    pub(super) unjudged: Vec<&'a str>,
    /// The largest share of games that do not end, over all line-ups.
    pub(super) unfinished: f64,
}

/// How far going first is from fair, in one line-up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Advantage<'a> {
    pub(super) lineup: &'a str,
    pub(super) estimate: f64,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

impl Spot<'_> {
    /// Do enough games end in every line-up to judge who wins?
    pub(super) fn is_judged(&self) -> bool {
        self.unjudged.is_empty()
    }

    /// The most that going first is from fair; `None` where too few games end somewhere.
    pub(super) fn unfairness(&self) -> Option<f64> {
        if !self.is_judged() {
            return None;
        }
        self.advantages.iter().map(|advantage| advantage.estimate.abs()).reduce(f64::max)
    }

    /// It is no less than the low end and no more than the high one, together with that of all
    /// other points.
    pub(super) fn unfairness_bounds(&self, together: Together) -> Option<Interval> {
        let bounds = |advantage: &Advantage<'_>| {
            Some(together.distance(advantage.estimate, advantage.low?, advantage.high?))
        };
        let all: Option<Vec<Interval>> = self.advantages.iter().map(bounds).collect();
        all?.into_iter().reduce(|one, other| Interval {
            low: one.low.max(other.low),
            high: one.high.max(other.high),
        })
    }
}

impl Curve<'_> {
    /// The value at a point.
    pub(super) fn at(&self, spot: &Spot<'_>) -> Option<Value> {
        self.values.get(spot.variant).copied()
    }
}

/// All curves of a sweep.
#[derive(Debug)]
pub(super) struct Curves<'a> {
    /// The points, in the order of the grid.
    pub(super) spots: Vec<Spot<'a>>,
    /// Going first, in each line-up of equals; in all where there are none.
    pub(super) first: Vec<Curve<'a>>,
    /// How often the first strategy wins, in each line-up of different ones.
    pub(super) strength: Vec<Curve<'a>>,
    /// The first unit of length, in the line-up of equals whose games end at most points: the last
    /// one of those.
    pub(super) length: Vec<Curve<'a>>,
    /// Shares that tell what it is like to play, in the same line-up.
    pub(super) play: Vec<(&'static str, Curve<'a>)>,
}

impl<'a> Curves<'a> {
    pub(super) fn new(results: &'a Results) -> Self {
        let rows = &results.sweep;
        let baseline = results.manifest.baseline.as_str();
        let mut spots: Vec<Spot<'a>> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut same_point: BTreeMap<&Point, usize> = BTreeMap::new();
        for row in rows {
            if let Entry::Vacant(place) = places.entry(&row.cell.variant) {
                place.insert(spots.len());
                *same_point.entry(&row.point).or_default() += 1;
                spots.push(Spot {
                    variant: &row.cell.variant,
                    name: row.point.to_string(),
                    point: row.point.clone(),
                    is_baseline: row.cell.variant == baseline,
                    meets_all: Some(true),
                    advantages: Vec::new(),
                    unjudged: Vec::new(),
                    unfinished: 0.0,
                });
            }
        }
        // Variants of one's own at the same point are told apart by their names.
        for spot in spots
            .iter_mut()
            .filter(|spot| same_point.get(&spot.point).is_some_and(|count| *count > 1))
        {
            spot.variant.clone_into(&mut spot.name);
            spot.point = Point::default();
        }
        for row in &results.first_player {
            let Some(spot) = places.get(row.cell.variant.as_str()).map(|place| &mut spots[*place])
            else {
                continue;
            };
            spot.unfinished = spot.unfinished.max(unfinished_share(&row.share));
            spot.unjudged.extend((!is_judged(&row.share)).then_some(row.cell.lineup.as_str()));
        }
        let any_equals = results.manifest.lineups.iter().any(|names| is_of_equals(names));
        let tells_fairness = |lineup: &str| !any_equals || is_of_equals(results.lineup(lineup));
        for row in results
            .first_player
            .iter()
            .filter(|row| row.cell.players > 1 && tells_fairness(&row.cell.lineup))
        {
            let Some(spot) = places.get(row.cell.variant.as_str()).map(|place| &mut spots[*place])
            else {
                continue;
            };
            let of_row = |estimate| Advantage {
                lineup: &row.cell.lineup,
                estimate,
                low: row.share.advantage_low,
                high: row.share.advantage_high,
            };
            spot.advantages
                .extend(row.share.advantage.filter(|_| is_judged(&row.share)).map(of_row));
            spot.meets_all = match (spot.meets_all, row.share.judged.verdict) {
                (Some(false), _) | (_, Some(Verdict::Advantage | Verdict::Disadvantage)) => {
                    Some(false)
                }
                (Some(true), Some(Verdict::Within)) => Some(true),
                _ => None,
            };
        }
        // What is not judged in some line-up does not hold at every strength.
        for spot in &mut spots {
            let is_unknown = spot.advantages.is_empty() || !spot.is_judged();
            spot.meets_all = spot.meets_all.filter(|meets| !(*meets && is_unknown));
        }
        let mut curves = Self {
            spots,
            first: Vec::new(),
            strength: Vec::new(),
            length: Vec::new(),
            play: Vec::new(),
        };
        let first_unit = results.names.length_units.first().map_or("", String::as_str);
        let told = told(results, &curves.spots);
        let is_unjudged = |row: &SweepRow| {
            let place = places.get(row.cell.variant.as_str());
            place.is_some_and(|place| {
                curves.spots[*place].unjudged.contains(&row.cell.lineup.as_str())
            })
        };
        let shown: Vec<&SweepRow> = rows
            .iter()
            .filter(|row| {
                !quantity(&row.quantity).is_some_and(|of| of.kind == Kind::Wins)
                    || !is_unjudged(row)
            })
            .collect();
        for row in shown {
            let Some(quantity) = quantity(&row.quantity) else { continue };
            let lineup = results.lineup(&row.cell.lineup);
            match (quantity.topic, quantity.kind) {
                (Topic::GoingFirst, Kind::Wins) if tells_fairness(&row.cell.lineup) => {
                    add(&mut curves.first, row)
                }
                (Topic::Strength, Kind::Wins) if lineup.first() == Some(&row.subject) => {
                    add(&mut curves.strength, row)
                }
                (Topic::Length, Kind::Mean)
                    if row.subject == first_unit && row.cell.lineup == told =>
                {
                    add(&mut curves.length, row)
                }
                (Topic::Play, _) if row.cell.lineup == told => {
                    match curves.play.iter_mut().find(|(name, _)| *name == quantity.name) {
                        Some((_, curve)) => curve.values.extend(value(row)),
                        None => curves.play.push((quantity.name, Curve::of(row))),
                    }
                }
                _ => {}
            }
        }
        curves
    }
}

impl<'a> Curve<'a> {
    fn of(row: &'a SweepRow) -> Self {
        Self { cell: &row.cell, subject: &row.subject, values: value(row).into_iter().collect() }
    }
}

/// The line-up whose lengths are told: of those of equals, the last one whose games end at most
/// points; the first line-up where there are none.
fn told<'a>(results: &'a Results, spots: &[Spot<'_>]) -> &'a str {
    let names = results.manifest.arrangements.iter().map(|arranged| arranged.lineup.as_str());
    let ended_at = |name: &str| spots.iter().filter(|spot| !spot.unjudged.contains(&name)).count();
    let of_equals = names.clone().filter(|name| is_of_equals(results.lineup(name)));
    of_equals.max_by_key(|name| ended_at(name)).or_else(|| names.clone().next()).unwrap_or("")
}

fn is_of_equals(names: &[String]) -> bool {
    names.len() > 1 && names.iter().all(|name| *name == names[0])
}

fn value(row: &SweepRow) -> Option<(&str, Value)> {
    Some((
        row.cell.variant.as_str(),
        Value { estimate: row.estimate?, low: row.low, high: row.high },
    ))
}

/// Adds a row to the curve of its line-up.
fn add<'a>(curves: &mut Vec<Curve<'a>>, row: &'a SweepRow) {
    match curves
        .iter_mut()
        .find(|curve| curve.cell.lineup == row.cell.lineup && curve.subject == row.subject)
    {
        Some(curve) => curve.values.extend(value(row)),
        None => curves.push(Curve::of(row)),
    }
}
