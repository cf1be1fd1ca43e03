//! Under which of several rules going first is closest to fair.

use super::super::prelude::*;
use super::changes::some;
use super::fit::Draft;
use crate::findings::Simultaneous;
use crate::results::is_of_equals;

/// How far going first is from fair under one set of rules, at worst over the line-ups of equals.
#[derive(Clone, Debug)]
struct Candidate {
    name: String,
    estimate: f64,
    /// Its simultaneous interval, together with those of all others.
    bounds: Interval,
}

/// Sets of rules by how far going first is from fair under each: variants, or points of a sweep.
#[derive(Clone, Debug)]
pub struct Fairest {
    /// Those under which enough games end, the fairest first: at least two.
    ranked: Vec<Candidate>,
    /// The number of all sets of rules.
    all: usize,
}

/// The estimate and the interval of going first in one line-up.
type Advantage = (f64, Option<(f64, f64)>);

impl Fairest {
    /// From the advantages of the first player under each set of rules, and the number of all
    /// advantages that are known: intervals hold for all of them together, since the best of many
    /// looks better than it is. `None` for fewer sets of rules than `fewest`.
    fn new(
        results: &Results,
        known: usize,
        advantages: Vec<(String, Vec<Advantage>)>,
        all: usize,
        fewest: usize,
    ) -> Option<Self> {
        let together = Simultaneous::new(results.manifest.analysis.confidence, known);
        let worst = |(name, advantages): (String, Vec<Advantage>)| {
            let distances = advantages.iter().map(|(estimate, ends)| {
                let without = Interval { low: 0.0, high: f64::INFINITY };
                let bounds =
                    ends.map_or(without, |(low, high)| together.distance(*estimate, low, high));
                (estimate.abs(), bounds)
            });
            let (estimate, bounds) = distances.reduce(|(one, a), (other, b)| {
                let bounds = Interval { low: a.low.max(b.low), high: a.high.max(b.high) };
                (one.max(other), bounds)
            })?;
            Some(Candidate { name, estimate, bounds })
        };
        let mut ranked: Vec<Candidate> = advantages.into_iter().filter_map(worst).collect();
        ranked.sort_by(|one, other| one.estimate.total_cmp(&other.estimate));
        (ranked.len() >= fewest).then_some(Self { ranked, all })
    }

    /// Of the points of a sweep.
    fn of_points(results: &Results, curves: &Curves<'_>) -> Option<Self> {
        let known = curves.spots.iter().map(|spot| spot.advantages.len()).sum();
        let judged = curves.spots.iter().filter(|spot| spot.is_judged());
        let advantages = judged.map(|spot| {
            let of_spot = spot.advantages.iter().map(|value| (value.estimate, value.ends));
            (spot.name.clone(), of_spot.collect())
        });
        Self::new(results, known, advantages.collect(), curves.spots.len(), 2)
    }

    /// Of variants.
    fn of_variants(results: &Results) -> Option<Self> {
        let of_equals =
            || results.first_player.iter().filter(|row| results.is_of_equals(&row.cell.lineup));
        // If too few games end at one of its tables, a variant is not judged.
        let of_variant = |variant: &String| {
            let rows = || of_equals().filter(|row| row.cell.variant == *variant);
            let all_end = rows().all(|row| is_judged(&row.share));
            let advantages = rows().filter_map(|row| {
                let share = &row.share;
                Some((share.advantage?, Some(share.advantage_low.zip(share.advantage_high)?)))
            });
            all_end.then(|| (variant.clone(), advantages.collect()))
        };
        let names = results.manifest.variants.iter().map(|variant| &variant.name);
        let advantages: Vec<(String, Vec<Advantage>)> = names.filter_map(of_variant).collect();
        let known = advantages.iter().map(|(_, advantages)| advantages.len()).sum();
        Self::new(results, known, advantages, results.manifest.variants.len(), 3)
    }

    /// The one that looks best, and the one that looks worst.
    fn ends(&self) -> (&Candidate, &Candidate) {
        (&self.ranked[0], &self.ranked[self.ranked.len() - 1])
    }

    /// The name of the one that looks best.
    pub fn name(&self) -> &str {
        &self.ranked[0].name
    }

    /// Is the one that looks best fairer for sure than the one that looks worst?
    pub fn is_clear(&self) -> bool {
        let (best, worst) = self.ends();
        best.bounds.high < worst.bounds.low
    }

    /// Those that may be as fair as the one that looks best, itself among them.
    fn tied(&self) -> impl Iterator<Item = &Candidate> {
        let best = self.ranked[0].bounds.high;
        self.ranked.iter().filter(move |one| one.bounds.low <= best)
    }

    /// The number of sets of rules that are ranked, if some are not.
    fn among(&self, what: &str) -> String {
        let (ranked, all) = (self.ranked.len(), self.all);
        if ranked < all { format!(" (of {ranked} of {all} {what})") } else { String::new() }
    }
}

/// The variant or the point of a sweep that is fairest. `None` for other designs, and if too few can
/// be ranked.
pub fn fairest(results: &Results) -> Option<Fairest> {
    match results.manifest.design {
        DesignKind::Sweep => Fairest::of_points(results, &Curves::new(results)),
        DesignKind::Compare => Fairest::of_variants(results),
        _ => None,
    }
}

/// At which point going first is closest to fair at every strength, and at which it is furthest.
pub(super) fn fairest_point(results: &Results, curves: &Curves<'_>) -> Option<Draft> {
    let fairest = Fairest::of_points(results, curves)?;
    let among = fairest.among("points, where enough games end");
    let tied = fairest.tied().count() - 1;
    let others = more(" (", tied, "other may be as fair)", "others may be as fair)");
    let (best, worst) = fairest.ends();
    let (near, far) = (percent(best.estimate, 1), percent(worst.estimate, 1));
    let (best, worst) = (&best.name, &worst.name);
    let [full, short] = if fairest.is_clear() {
        let said = format!("{best}{others}: going first is at most {near} points from fair");
        [format!("{said}; furthest: {worst} ({far} points){among}."), format!("{said}{among}.")]
    } else {
        [
            format!(
                "none that is clear: at worst, going first is {near} points from fair at {best} and {far} at {worst}, which may be luck{among}."
            ),
            format!("none clear: {near} points at {best} to {far} at {worst}{among}."),
        ]
    };
    Some(Draft::new("Fairest point", full).or_short(short))
}

/// Under which variant going first is closest to fair among equals, and under which it is furthest,
/// if that is clear.
pub(super) fn fairest_variant(results: &Results) -> Option<Draft> {
    let fairest = Fairest::of_variants(results).filter(Fairest::is_clear)?;
    let near = percent(fairest.tied().map(|one| one.estimate).fold(0.0, f64::max), 1);
    let names: Vec<&str> = fairest.tied().map(|one| one.name.as_str()).collect();
    let lineups = results.manifest.lineups.iter().filter(|names| is_of_equals(names)).count();
    let at_most = if lineups > 1 { "at most " } else { "" };
    let (_, Candidate { name: last, estimate, .. }) = fairest.ends();
    let far = percent(*estimate, 1);
    let among = fairest.among("in which enough end");
    let apart = if names.len() > 1 { " (not told apart)" } else { "" };
    let [four, two] = [some(&names, 4, "and"), some(&names, 2, "or")];
    let full = format!(
        "{four}{apart}: going first is {at_most}{near} points from fair between equals; furthest: {last} ({at_most}{far}){among}."
    );
    let short = format!("{two} ({at_most}{near} points from fair){among}.");
    Some(Draft::new("Fairest", full).or_short(short))
}
