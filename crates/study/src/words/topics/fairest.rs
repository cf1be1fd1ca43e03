//! Under which of several rules the seats are closest to fair: the worst seat counts.

use super::telling::{Telling, listed};
use crate::words::curves::{Curves, shares_of_places};
use crate::words::prelude::*;

pub(super) const TELLING: Telling =
    Telling { lines: |of| listed(fairest_variant(of.results)), ..Telling::NONE };

pub(super) const NOTHING_CURES: Telling =
    Telling { lines: |of| listed(nothing_cures(of.results)), ..Telling::NONE };

/// How far the worst seat is from fair under one set of rules, over the line-ups of equals.
#[derive(Clone, Debug)]
struct Candidate {
    name: String,
    estimate: f64,
    /// Its interval, which holds together with those of all others.
    bounds: Interval,
}

/// Sets of rules by how far the worst seat is from fair under each: variants, or points of a sweep.
#[derive(Clone, Debug)]
pub struct Fairest {
    /// The rules under which enough games end, the fairest first: at least two.
    ranked: Vec<Candidate>,
    /// The number of all sets of rules.
    all: usize,
}

/// Variants are ranked by fairness if there are at least this many.
const FEWEST: usize = 3;

/// The estimate and the interval of a seat in one line-up.
type Advantage = (f64, Option<(f64, f64)>);

impl Fairest {
    /// Ranks sets of rules by the advantages of the seats under each. The intervals hold for all
    /// known advantages together, since the best of many looks better than it is. `None` for fewer
    /// sets of rules than `fewest`.
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

    /// Ranks the rules of a design that asks which are fairest, at tables for this many players;
    /// `None` for fewer variants than `fewest`.
    fn of_rules(
        results: &Results,
        curves: &Curves<'_>,
        players: usize,
        fewest: usize,
    ) -> Option<Self> {
        let design = results.manifest.design;
        match design.rules {
            RuleSets::Points => Self::of_points(results, curves, players),
            RuleSets::Named if (design.answer)(true).contains(&Item::Fairest) => {
                Self::of_variants(results, players, fewest)
            }
            _ => None,
        }
    }

    /// Ranks the points of a sweep, at tables for this many players.
    fn of_points(results: &Results, curves: &Curves<'_>, players: usize) -> Option<Self> {
        let known = curves.spots.iter().map(|spot| spot.places.len()).sum();
        let judged = curves.spots.iter().filter(|spot| spot.is_judged());
        let advantages = judged.map(|spot| {
            let of_size =
                spot.places.iter().filter(|value| results.lineup(value.lineup).len() == players);
            let of_spot = of_size.map(|value| (value.estimate, value.ends));
            (spot.name.clone(), of_spot.collect())
        });
        Self::new(results, known, advantages.collect(), curves.spots.len(), 2)
    }

    /// Ranks variants, at tables for this many players; `None` for fewer than `fewest`.
    fn of_variants(results: &Results, players: usize, fewest: usize) -> Option<Self> {
        let of_equals =
            || results.first_player.iter().filter(|row| results.is_of_equals(&row.cell.lineup));
        // If too few games end at one of its tables, a variant is not judged.
        let of_variant = |variant: &String| {
            let rows = || {
                let of_size = of_equals().filter(|row| row.cell.players == players);
                of_size.filter(|row| row.cell.variant == *variant)
            };
            let all_end = rows().all(|row| is_judged(&row.share));
            let shares = rows().flat_map(|row| shares_of_places(results, &row.cell, &row.share));
            let advantages = shares.filter_map(|share| {
                Some((share.advantage?, Some(share.advantage_low.zip(share.advantage_high)?)))
            });
            all_end.then(|| (variant.clone(), advantages.collect()))
        };
        let names = results.manifest.variants.iter().map(|variant| &variant.name);
        let advantages: Vec<(String, Vec<Advantage>)> = names.filter_map(of_variant).collect();
        let shares = of_equals().flat_map(|row| shares_of_places(results, &row.cell, &row.share));
        let known = shares.filter(|share| share.advantage_low.is_some()).count();
        Self::new(results, known, advantages, results.manifest.variants.len(), fewest)
    }

    /// The one that looks best, and the one that looks worst.
    fn ends(&self) -> (&Candidate, &Candidate) {
        (&self.ranked[0], &self.ranked[self.ranked.len() - 1])
    }

    /// The name of the one that looks best.
    pub fn name(&self) -> &str {
        &self.ranked[0].name
    }

    /// Whether the best-looking rules are surely fairer than the worst-looking ones.
    pub fn is_clear(&self) -> bool {
        let (best, worst) = self.ends();
        best.bounds.high < worst.bounds.low
    }

    /// The rules that may be as fair as the best-looking ones, with these.
    fn tied(&self) -> impl Iterator<Item = &Candidate> {
        let best = self.ranked[0].bounds.high;
        self.ranked.iter().filter(move |one| one.bounds.low <= best)
    }

    /// How many sets of rules are not ranked, if some are not.
    fn among(&self, what: &str) -> String {
        let (ranked, all) = (self.ranked.len(), self.all);
        let are = if all - ranked == 1 { "is" } else { "are" };
        if ranked < all {
            format!(" ({} of {all}{what} {are} not judged: too few end)", all - ranked)
        } else {
            String::new()
        }
    }
}

/// The numbers of players whose line-ups show how fair going first is.
fn sizes(results: &Results) -> BTreeSet<usize> {
    let of_baseline =
        results.first_player.iter().filter(|row| row.cell.variant == results.manifest.baseline);
    let tells = |row: &&FirstPlayerRow| match results.manifest.design.rules {
        RuleSets::Points => results.tells_fairness(&row.cell.lineup),
        _ => results.is_of_equals(&row.cell.lineup),
    };
    let are_sides = |row: &&FirstPlayerRow| !results.names.is_one_side(row.cell.players);
    of_baseline.filter(are_sides).filter(tells).map(|row| row.cell.players).collect()
}

/// The rules by how fair they are, for each number of players: the points of a sweep, or variants.
/// None for other designs, and where too few can be ranked.
pub fn fairest(results: &Results) -> Vec<Fairest> {
    let curves = Curves::new(results);
    let of = |players| Fairest::of_rules(results, &curves, players, FEWEST);
    sizes(results).into_iter().filter_map(of).collect()
}

/// At most this many rules that may be as near to the goals of a search are named.
const NAMED: usize = 12;

/// The rules that may be as good as the best-looking ones: as fair, for each number of players; or
/// as near to the goals of a search, those with the fewest changes.
pub(in crate::words) fn as_good(results: &Results) -> Vec<String> {
    let sizes = sizes(results);
    let with = |players: usize| match sizes.len() {
        1 => "M".to_owned(),
        _ => format!("With {players} players, m"),
    };
    let curves = Curves::new(results);
    let of_size = |players: usize| {
        let fairest = Fairest::of_rules(results, &curves, players, FEWEST);
        let fairest = fairest.filter(Fairest::is_clear)?;
        let tied: Vec<&str> = fairest.tied().skip(1).map(|one| one.name.as_str()).collect();
        let said = format!("{}ay be as fair as {}: ", with(players), fairest.name());
        (!tied.is_empty()).then(|| said + &tied.join("; ") + ".")
    };
    let fair = sizes.iter().filter_map(|players| of_size(*players));
    let of_search = results.tune.iter().find(|row| row.proposed).and_then(|proposed| {
        let alike = results.tune.iter().filter(|row| row.alike && !row.proposed);
        let mut alike: Vec<&str> = alike.map(|row| row.variant.as_str()).collect();
        let more = alike.len().saturating_sub(NAMED);
        alike.truncate(NAMED);
        let rest = match more {
            0 => String::new(),
            more => {
                format!("; and {} more, which are in {}", thousands(more as u128), TuneRow::FILE)
            }
        };
        let said = format!("May be as good as {}: ", proposed.variant);
        (!alike.is_empty()).then(|| said + &alike.join("; ") + &rest + ".")
    });
    fair.chain(of_search).collect()
}

/// Texts for each number of players, in full and in short; `None` where nothing is clear.
type BySize = Vec<(usize, Option<[String; 2]>)>;

/// Joins the texts for each number of players. A single text stands alone; of several, each begins
/// with its number.
fn by_size(about: &str, said: &BySize) -> Option<Draft> {
    let clear = || said.iter().filter_map(|(size, texts)| Some((size, texts.as_ref()?)));
    let unclear: Vec<String> = said
        .iter()
        .filter(|(_, texts)| texts.is_none())
        .map(|(size, _)| size.to_string())
        .collect();
    let joined = |place: usize| {
        if let [(_, Some(only))] = &said[..] {
            return only[place].clone() + ".";
        }
        let mut each: Vec<String> =
            clear().map(|(size, texts)| format!("with {size} players, {}", texts[place])).collect();
        if !unclear.is_empty() {
            each.push(format!("with {} players none is clearly fairest", and(&unclear)));
        }
        each.join("; ") + "."
    };
    let is_told = clear().next().is_some() || about == "Fairest point" && !unclear.is_empty();
    is_told.then(|| Draft::new(about, joined(0)).or_short(joined(1)))
}

/// At which point going first is closest to fair at every strength, and at which it is furthest;
/// for each number of players.
pub(in crate::words) fn fairest_point(results: &Results, curves: &Curves<'_>) -> Option<Draft> {
    let sizes = sizes(results);
    let several = sizes.len() > 1;
    let of_size = |fairest: &Fairest| {
        // Where nothing is clear, only one table size has room for the extremes.
        if several && !fairest.is_clear() {
            return None;
        }
        let among = fairest.among(" points");
        let tied = fairest.tied().count() - 1;
        let others = more(" (", tied, "other may be as fair)", "others may be as fair)");
        let (best, worst) = fairest.ends();
        let (near, far) = (percent(best.estimate, 1), percent(worst.estimate, 1));
        let (best, worst) = (&best.name, &worst.name);
        let texts = if fairest.is_clear() {
            let said = format!("{best}{others}, where the worst seat is {near} points from fair");
            [
                format!("{said}; {worst} is furthest, at {far} points{among}"),
                format!("{said}{among}"),
            ]
        } else {
            [
                format!(
                    "none is clearly fairest: the worst seat is {near} points from fair at {best} and {far} at {worst}, which chance may explain{among}"
                ),
                format!("none for sure: {near} points off at {best}, {far} at {worst}{among}"),
            ]
        };
        Some(texts)
    };
    let said = sizes.into_iter().filter_map(|size| {
        let fairest = Fairest::of_points(results, curves, size)?;
        Some((size, of_size(&fairest)))
    });
    by_size("Fairest point", &said.collect())
}

/// Under which variant going first is closest to fair among equals, and under which it is furthest,
/// if that is clear; for each number of players.
pub(in crate::words) fn fairest_variant(results: &Results) -> Option<Draft> {
    let of_size = |players: usize| {
        let fairest = Fairest::of_variants(results, players, FEWEST).filter(Fairest::is_clear)?;
        let near = percent(fairest.tied().map(|one| one.estimate).fold(0.0, f64::max), 1);
        let names: Vec<&str> = fairest.tied().map(|one| one.name.as_str()).collect();
        let lineups = results.manifest.lineups.iter();
        let lineups = lineups.filter(|names| names.len() == players && is_of_equals(names)).count();
        let at_most = if lineups > 1 { "at most " } else { "" };
        let baseline = &results.manifest.baseline;
        let (_, Candidate { name: last, estimate, .. }) = fairest.ends();
        let far = percent(*estimate, 1);
        let among = fairest.among("");
        let apart = if names.len() > 1 { ", which are not told apart" } else { "" };
        if let Some(own) = fairest.tied().find(|one| one.name == *baseline) {
            let own = percent(own.estimate, 1);
            let said = format!(
                "none is clearly fairer than {baseline}, whose worst seat is {at_most}{own} points"
            );
            let full = format!(
                "{said} from fair between equals; {last} is furthest, at {far} points{among}"
            );
            let short = format!("{said} off{among}");
            return Some([full, short]);
        }
        let [four, two] = [some(&names, 4, "and"), some(&names, 2, "or")];
        let full = format!(
            "{four}, where the worst seat is {at_most}{near} points from fair between equals{apart}; {last} is furthest, at {far} points{among}"
        );
        Some([full, format!("{two}, the worst seat {at_most}{near} points from fair{among}")])
    };
    let said = sizes(results).into_iter().map(|size| (size, of_size(size))).collect();
    by_size("Fairest", &said)
}

/// A point which says that none of the rules makes the game fair, and how to look further: if under
/// each of them the worst seat is surely further from fair than the tolerance.
pub(in crate::words) fn nothing_cures(results: &Results) -> Option<Draft> {
    let tolerance = results.manifest.analysis.tolerance.win_rate;
    let curves = Curves::new(results);
    // A single change is a cure only where the question is about going first.
    let asked = results.asked_first().map(AskedFirst::topic);
    let fewest = if asked == Some(Topic::GoingFirst) { 2 } else { FEWEST };
    let of_size = |players: usize| {
        Fairest::of_rules(results, &curves, players, fewest).filter(|rules| {
            rules.ranked.len() == rules.all
                && rules.ranked.iter().all(|one| one.bounds.low > tolerance)
        })
    };
    let sizes = sizes(results);
    let of_players = |players: &usize| Some((*players, of_size(*players)?));
    let rules: Vec<(usize, Fairest)> = sizes.iter().filter_map(of_players).collect();
    let (_, first) = rules.first()?;
    let all = first.all;
    let with: Vec<String> = rules.iter().map(|(players, _)| players.to_string()).collect();
    let where_ =
        if sizes.len() > 1 { format!(" with {} players", and(&with)) } else { String::new() };
    let nearest = &first.ranked[0];
    let (name, off) = (&nearest.name, percent(nearest.estimate, 1));
    let program = results.manifest.program();
    let looks = format!("`{program} tune {}` looks further", results.manifest.game);
    let full = format!(
        "none of the {all} sets of rules is fair{where_}: even under {name} the worst seat is {off} points from fair; {looks}."
    );
    let short = format!("none of {all} is fair{where_}; {looks}.");
    Some(Draft::new("Nothing cures it", full).or_short(short))
}
