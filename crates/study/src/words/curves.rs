//! A sweep as curves: each point with how fair going first is at each strength, how far skill
//! decides, and what games are like.

use indexmap::IndexMap;

use super::numbers::scaled;
use super::unfinished::{is_judged, unfinished_share};
use crate::results::Results;
use fairdeal_core::metrics::{Kind, QuantityDescription, Topic, quantity};
use fairdeal_core::rows::{
    CellKey, FirstPlayerRow, Point, ShareOfWins, Standing, SweepRow, Verdict,
};

/// A value of a line-up at a point, with the ends of its interval, and its verdict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'a> {
    pub(crate) variant: &'a str,
    pub(crate) lineup: &'a str,
    pub(crate) estimate: f64,
    pub(crate) ends: Option<(f64, f64)>,
    pub(crate) verdict: Option<Verdict>,
}

impl Value<'_> {
    /// Converts the value to another unit.
    pub(crate) fn scaled(self, scale: f64) -> Self {
        let (estimate, ends) = scaled((self.estimate, self.ends), scale);
        Self { estimate, ends, ..self }
    }
}

/// A quantity of one line-up, point by point.
#[derive(Debug)]
pub(crate) struct Curve<'a> {
    pub(crate) quantity: &'static QuantityDescription,
    /// A cell of the line-up.
    pub(crate) cell: &'a CellKey,
    /// The subject of the quantity.
    pub(crate) subject: &'a str,
    /// In the order of the points. Win rates are missing if too few games end.
    pub(crate) values: Vec<Value<'a>>,
}

/// A point of the sweep.
#[derive(Debug)]
pub(crate) struct Spot<'a> {
    /// Its variant.
    pub(crate) variant: &'a str,
    /// Its name: the variant's own name if it has one, otherwise its knobs.
    pub(super) name: String,
    /// Its knobs; none if it has a name of its own.
    pub(super) point: Point,
    /// Whether it is the baseline.
    pub(super) is_baseline: bool,
    /// How far going first is from fair, in each line-up of equals in which enough games end.
    pub(crate) advantages: Vec<Value<'a>>,
    /// How far each place at the table is from fair, in these line-ups.
    pub(super) places: Vec<Value<'a>>,
    /// The line-ups in which too few games end to judge who wins.
    pub(super) unjudged: Vec<&'a str>,
    /// The largest share of games that do not end, over all line-ups.
    pub(super) unfinished: f64,
}

impl Spot<'_> {
    /// Whether enough games end in every line-up to judge who wins.
    pub(super) fn is_judged(&self) -> bool {
        self.unjudged.is_empty()
    }

    /// Whether every place at the table is fair within the tolerance, in every line-up of equals.
    /// `None` if that is not settled, or if too few games end in some line-up.
    pub(super) fn meets_all(&self) -> Option<bool> {
        let standing = |value: &Value<'_>| value.verdict.map(Verdict::standing);
        let mut standings = self.places.iter().map(standing);
        if standings.clone().any(|standing| standing == Some(Standing::Beyond)) {
            return Some(false);
        }
        let is_known = self.is_judged() && !self.advantages.is_empty();
        (is_known && standings.all(|standing| standing == Some(Standing::Within))).then_some(true)
    }
}

impl<'a> Curve<'a> {
    /// The value at a point.
    pub(super) fn at(&self, spot: &Spot<'_>) -> Option<Value<'a>> {
        self.values.iter().find(|value| value.variant == spot.variant).copied()
    }
}

/// The shares of wins of all places at a table: of the first player, and of those after it if there
/// are several. Of two players, the second loses the games that the first wins.
pub(super) fn shares_of_places<'a>(
    results: &'a Results,
    cell: &'a CellKey,
    first: &'a ShareOfWins,
) -> impl Iterator<Item = &'a ShareOfWins> {
    let after = results.places.iter().filter(|row| row.cell == *cell && cell.players > 2);
    std::iter::once(first).chain(after.map(|row| &row.share))
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
        let mut spots = IndexMap::<&str, Spot<'a>>::new();
        for SweepRow { cell: CellKey { variant, .. }, point, .. } in &results.sweep {
            spots.entry(variant).or_insert_with(|| Spot {
                variant,
                name: point.to_string().trim_start_matches("preset=").to_owned(),
                point: point.clone(),
                is_baseline: *variant == results.manifest.baseline,
                advantages: Vec::new(),
                places: Vec::new(),
                unjudged: Vec::new(),
                unfinished: 0.0,
            });
        }
        // The user's own variants at the same point differ by their names.
        let points: Vec<Point> = spots.values().map(|spot| spot.point.clone()).collect();
        for spot in spots.values_mut() {
            if points.iter().filter(|point| **point == spot.point).count() > 1 {
                spot.variant.clone_into(&mut spot.name);
                spot.point = Point::default();
            }
        }
        for FirstPlayerRow { cell, share } in &results.first_player {
            let Some(spot) = spots.get_mut(cell.variant.as_str()) else { continue };
            let is_judged = is_judged(share);
            spot.unfinished = spot.unfinished.max(unfinished_share(share));
            spot.unjudged.extend((!is_judged).then_some(cell.lineup.as_str()));
            let is_one_side = results.names.is_one_side(cell.players);
            if is_judged && !is_one_side && results.tells_fairness(&cell.lineup) {
                let of = |share: &ShareOfWins| {
                    Some(Value {
                        variant: &cell.variant,
                        lineup: &cell.lineup,
                        estimate: share.advantage?,
                        ends: share.advantage_low.zip(share.advantage_high),
                        verdict: share.judged.verdict,
                    })
                };
                spot.advantages.extend(of(share));
                spot.places.extend(shares_of_places(results, cell, share).filter_map(of));
            }
        }
        let mut all = IndexMap::<(&str, &str, &str), Curve<'a>>::new();
        for row in &results.sweep {
            let SweepRow { cell, subject, .. } = row;
            let (Some(quantity), Some(estimate)) = (quantity(&row.quantity), row.estimate) else {
                continue;
            };
            let unjudged = spots.get(cell.variant.as_str()).map_or(&[][..], |spot| &spot.unjudged);
            if quantity.kind == Kind::Wins && unjudged.contains(&cell.lineup.as_str()) {
                continue;
            }
            let new = || Curve { quantity, cell, subject, values: Vec::new() };
            let curve = all.entry((&cell.lineup, quantity.name, subject)).or_insert_with(new);
            curve.values.push(Value {
                variant: &cell.variant,
                lineup: &cell.lineup,
                estimate,
                ends: row.low.zip(row.high),
                verdict: row.verdict,
            });
        }
        Self { spots: spots.into_values().collect(), all: all.into_values().collect() }
    }

    /// How far going first is from fair, in points, at each point in each line-up of equals.
    pub(crate) fn going_first(&self) -> Vec<Value<'a>> {
        let all = self.spots.iter().flat_map(|spot| &spot.advantages);
        all.map(|value| value.scaled(100.0)).collect()
    }

    /// The curves of a topic, in the line-ups that count for it.
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
                        && curve.subject == results.felt_unit()
                        && lineup == told_lineup
                }
                _ => lineup == told_lineup,
            }
        };
        self.all.iter().filter(|curve| curve.quantity.topic == topic).filter(is_told).collect()
    }

    /// The line-up whose lengths are shown: the last one of equals whose games end at the most
    /// points; without equals, the first line-up.
    fn told_lineup<'r>(&self, results: &'r Results) -> &'r str {
        let names = results.manifest.arrangements.iter().map(|arranged| arranged.lineup.as_str());
        let ended_at =
            |name: &str| self.spots.iter().filter(|spot| !spot.unjudged.contains(&name)).count();
        let of_equals = names.clone().filter(|name| results.is_of_equals(name));
        of_equals.max_by_key(|name| ended_at(name)).or_else(|| names.clone().next()).unwrap_or("")
    }
}
