//! A sweep as curves: each point with how fair going first is at each strength, how far skill
//! decides, and what games are like.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::unfinished::{is_judged, unfinished_share};
use crate::results::Results;
use fairdeal_core::metrics::{Kind, QuantityDescription, Topic, quantity};
use fairdeal_core::rows::{CellKey, Point, Verdict};

/// A value with the ends of its interval, and its verdict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) estimate: f64,
    pub(crate) ends: Option<(f64, f64)>,
    pub(crate) verdict: Option<Verdict>,
}

/// A quantity of one line-up, point by point.
#[derive(Debug)]
pub(crate) struct Curve<'a> {
    pub(crate) quantity: &'static QuantityDescription,
    /// A cell of the line-up.
    pub(crate) cell: &'a CellKey,
    /// What it is about.
    pub(crate) subject: &'a str,
    /// By variant, in the order of the points. Win rates are missing where too few games end.
    pub(crate) values: Vec<(&'a str, Value)>,
}

/// A point of the sweep.
#[derive(Debug)]
pub(crate) struct Spot<'a> {
    /// Its variant.
    pub(crate) variant: &'a str,
    /// What it is called: its knobs, with the variant's name where it has one of its own.
    pub(super) name: String,
    /// Its knobs; none where it has a name of its own.
    pub(super) point: Point,
    /// Is it the baseline?
    pub(super) is_baseline: bool,
    /// Is going first fair within the tolerance, in every line-up of equals? `None` where that is
    /// not settled.
    pub(super) meets_all: Option<bool>,
    /// How far going first is from fair, in each line-up of equals in which enough games end.
    pub(crate) advantages: Vec<(&'a CellKey, Value)>,
    /// The line-ups in which too few games end to judge who wins.
    pub(super) unjudged: Vec<&'a str>,
    /// The largest share of games that do not end, over all line-ups.
    pub(super) unfinished: f64,
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
        self.advantages.iter().map(|(_, value)| value.estimate.abs()).reduce(f64::max)
    }
}

impl Curve<'_> {
    /// The value at a point.
    pub(super) fn at(&self, spot: &Spot<'_>) -> Option<Value> {
        let mut values = self.values.iter();
        values.find(|(variant, _)| *variant == spot.variant).map(|(_, value)| *value)
    }
}

/// All curves of a sweep.
#[derive(Debug)]
pub(crate) struct Curves<'a> {
    /// The points, in the order of the grid.
    pub(crate) spots: Vec<Spot<'a>>,
    /// The curves: every quantity in every line-up.
    pub(crate) all: Vec<Curve<'a>>,
}

impl<'a> Curves<'a> {
    pub(crate) fn new(results: &'a Results) -> Self {
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
            let (share, is_judged) = (&row.share, is_judged(&row.share));
            spot.unfinished = spot.unfinished.max(unfinished_share(share));
            spot.unjudged.extend((!is_judged).then_some(row.cell.lineup.as_str()));
            if row.cell.players < 2 || !results.tells_fairness(&row.cell.lineup) {
                continue;
            }
            let value = |estimate| Value {
                estimate,
                ends: share.advantage_low.zip(share.advantage_high),
                verdict: share.judged.verdict,
            };
            let advantage = share.advantage.filter(|_| is_judged).map(value);
            spot.advantages.extend(advantage.map(|value| (&row.cell, value)));
            spot.meets_all = match (spot.meets_all, share.judged.verdict) {
                (Some(false), _) | (_, Some(Verdict::Advantage | Verdict::Disadvantage)) => {
                    Some(false)
                }
                (Some(true), Some(Verdict::Within)) => Some(true),
                _ => None,
            };
        }
        // A point that is not judged in some line-up is not fair at every strength.
        for spot in &mut spots {
            let is_unknown = spot.advantages.is_empty() || !spot.is_judged();
            spot.meets_all = spot.meets_all.filter(|meets| !(*meets && is_unknown));
        }
        let mut all: Vec<Curve<'a>> = Vec::new();
        for row in rows {
            let (Some(quantity), Some(estimate)) = (quantity(&row.quantity), row.estimate) else {
                continue;
            };
            let lineup = row.cell.lineup.as_str();
            let spot = places.get(row.cell.variant.as_str()).map(|place| &spots[*place]);
            let is_unjudged = spot.is_some_and(|spot| spot.unjudged.contains(&lineup));
            if quantity.kind == Kind::Wins && is_unjudged {
                continue;
            }
            let value = Value { estimate, ends: row.low.zip(row.high), verdict: row.verdict };
            let is_it = |curve: &&mut Curve<'_>| {
                curve.cell.lineup == lineup
                    && curve.quantity.name == quantity.name
                    && curve.subject == row.subject
            };
            match all.iter_mut().find(is_it) {
                Some(curve) => curve.values.push((&row.cell.variant, value)),
                None => all.push(Curve {
                    quantity,
                    cell: &row.cell,
                    subject: &row.subject,
                    values: vec![(&row.cell.variant, value)],
                }),
            }
        }
        Self { spots, all }
    }

    /// The curves of a topic, in the line-ups that it is told for.
    pub(super) fn told(&self, results: &Results, topic: Topic) -> Vec<&Curve<'a>> {
        let told_lineup = self.told_lineup(results);
        let is_told = |curve: &&Curve<'_>| {
            let (lineup, kind) = (curve.cell.lineup.as_str(), curve.quantity.kind);
            match topic {
                Topic::GoingFirst => kind == Kind::Wins && results.tells_fairness(lineup),
                Topic::Strength => {
                    let first = results.lineup(lineup).first();
                    kind == Kind::Wins && first.is_some_and(|name| name == curve.subject)
                }
                Topic::Length => {
                    kind == Kind::Mean
                        && curve.subject == results.first_unit()
                        && lineup == told_lineup
                }
                _ => lineup == told_lineup,
            }
        };
        self.all.iter().filter(|curve| curve.quantity.topic == topic).filter(is_told).collect()
    }

    /// The line-up whose lengths are told: of those of equals, the last one whose games end at most
    /// points; the first line-up where there are none.
    fn told_lineup<'r>(&self, results: &'r Results) -> &'r str {
        let names = results.manifest.arrangements.iter().map(|arranged| arranged.lineup.as_str());
        let ended_at =
            |name: &str| self.spots.iter().filter(|spot| !spot.unjudged.contains(&name)).count();
        let of_equals = names.clone().filter(|name| results.is_of_equals(name));
        of_equals.max_by_key(|name| ended_at(name)).or_else(|| names.clone().next()).unwrap_or("")
    }
}
