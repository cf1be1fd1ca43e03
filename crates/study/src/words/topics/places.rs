//! Which strategy does best in one seat.

use std::cmp::Reverse;

use super::telling::{Telling, listed};
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    lines: |of| lines(of.results, of.written),
    table: |shown| table(shown.results),
    sentences: |results| {
        results.in_place.iter().filter_map(|row| sentence_about(results, row)).collect()
    },
    ..Telling::NONE
};

pub(super) const OF_WEIGHTS: Telling =
    Telling { lines: |of| listed(tuned(of.results, of.written)), ..Telling::NONE };

/// At most this many tables are described one by one.
const TOLD: usize = 2;

/// At most this many strategies that win most somewhere are named.
const NAMED: usize = 3;

/// Who wins most at how many tables; then the first tables one by one: who wins most in the seat,
/// and how far the others are behind. `written`: whether files have the rest.
pub(in crate::words) fn lines(results: &Results, written: bool) -> Vec<Draft> {
    let tables: Vec<Table> = results
        .in_place
        .chunk_by(|one, other| one.others == other.others)
        .filter_map(|rows| Table::of(results, rows))
        .collect();
    let told = tables.len().min(TOLD);
    // The meaning of points is explained once, in the first point of the answer.
    let several = tables.len() > 1;
    let overall = several.then(|| overall(&tables, told, written));
    overall.into_iter().chain(tables.iter().take(told).map(|table| table.draft(!several))).collect()
}

/// A point about the place of the tuned weights. `written`: whether there are files.
pub(in crate::words) fn tuned(results: &Results, written: bool) -> Option<Draft> {
    let asked = results.manifest.asked.strategy.as_ref()?;
    let text = format!("its weights are in tuned.toml. It was {} before.", asked.base);
    (results.tuned.is_some() && written).then(|| Draft::new("The tuned strategy", text))
}

/// The strategies that win most, at how many tables each, and how surely.
fn overall(tables: &[Table], told: usize, written: bool) -> Draft {
    let mut leaders = IndexMap::<&str, Vec<String>>::new();
    for table in tables {
        leaders.entry(&table.best.strategy).or_default().push(table.lead());
    }
    // Among strategies that lead at equally many tables, the leader of the first table comes first.
    leaders.sort_by_key(|_, leads| Reverse(leads.len()));
    let all = tables.len();
    let said = |surely: bool| {
        let mut each = Vec::new();
        for (place, (name, leads)) in leaders.iter().take(NAMED).enumerate() {
            let at = match leads.len() {
                every if every == all && all == 2 => "both tables".to_owned(),
                every if every == all => format!("all {all} tables"),
                some if place == 0 => format!("{some} of {all} tables"),
                some => some.to_string(),
            };
            let surely = if surely { format!(" ({})", counted(leads)) } else { String::new() };
            each.push(format!("{name} at {at}{surely}"));
        }
        let others: usize = leaders.values().skip(NAMED).map(Vec::len).sum();
        each.extend((others > 0).then(|| format!("others at {others}")));
        each.join(", ") + "."
    };
    let place = if written { "; in_place.csv has all of them" } else { "" };
    let whole =
        if told < all { format!(" The first {told} tables follow{place}.") } else { String::new() };
    let points = points_are_from(tables[0].compared_with);
    Draft::new("Who wins most", said(true) + &whole + &points).or_short(said(false) + &points)
}

/// How often each verdict occurs at these tables, unless it is the same at all: "for sure at 1, not
/// settled at 3".
fn counted(leads: &[String]) -> String {
    let mut counts = IndexMap::<&str, usize>::new();
    for lead in leads {
        *counts.entry(lead).or_default() += 1;
    }
    let one = counts.len() == 1;
    let each = counts
        .into_iter()
        .map(|(lead, count)| if one { lead.to_owned() } else { format!("{lead} at {count}") });
    each.collect::<Vec<_>>().join(", ")
}

/// A sentence that says which strategy the differences in points are measured from.
fn points_are_from(compared_with: &str) -> String {
    format!(" Each strategy is compared with {compared_with}.")
}

/// The results of one seat at one table.
struct Table<'a> {
    /// The strategy with the most wins, among those that were asked for, and its win rate.
    best: &'a InPlaceRow,
    rate: f64,
    /// The others, by how much they win.
    others: Vec<(&'a InPlaceRow, f64)>,
    /// The search that models the others, and its win rate: a bound on the wins that are possible,
    /// not an answer to the question of who does best.
    exploiter: Option<(&'a InPlaceRow, f64)>,
    /// The strategy that the others are compared with.
    compared_with: &'a str,
    /// The strategies with too few finished games to judge how much they win.
    unjudged: Vec<&'a InPlaceRow>,
}

impl<'a> Table<'a> {
    /// `None` if no strategy has a win rate.
    fn of(results: &Results, rows: &'a [InPlaceRow]) -> Option<Self> {
        let is_asked =
            |(row, _): &(&InPlaceRow, f64)| results.manifest.strategies.contains_key(&row.strategy);
        // If too few games end, nobody knows who wins.
        let (judged, unjudged): (Vec<_>, Vec<_>) =
            rows.iter().partition(|row| enough_end(results, &row.cell));
        let known = judged.into_iter().filter_map(|row| Some((row, row.win_rate?)));
        let (mut ranked, exploiters): (Vec<_>, Vec<_>) = known.partition(is_asked);
        ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let (&(best, rate), others) = ranked.split_first()?;
        Some(Self {
            best,
            rate,
            others: others.to_vec(),
            exploiter: exploiters.first().copied(),
            compared_with: &rows.last()?.strategy,
            unjudged,
        })
    }

    /// How sure the lead is. Differences are known from one strategy only.
    fn lead(&self) -> String {
        let verdict = |row: &InPlaceRow| row.judged.verdict;
        let is_lower = |(row, _): &(&InPlaceRow, f64)| verdict(row) == Some(Verdict::Lower);
        let known = self.best.difference.is_some();
        match (verdict(self.best), self.others.first()) {
            (Some(Verdict::Higher), _) if known => format!("better than {}", self.compared_with),
            (Some(Verdict::Same), _) if known => format!("as good as {}", self.compared_with),
            (Some(_), _) if known => "not settled".to_owned(),
            (None, _) if known => "not judged".to_owned(),
            (_, None) => "not judged".to_owned(),
            (_, Some((next, _))) if verdict(next) == Some(Verdict::Same) => {
                format!("as good as {}", next.strategy)
            }
            _ if self.others.iter().all(is_lower) => "for sure".to_owned(),
            _ => "not settled".to_owned(),
        }
    }

    /// Who wins most, and how far the others are behind. `says_points`: whether to
    /// explain points here.
    fn draft(&self, says_points: bool) -> Draft {
        let first = format!(
            "{} wins {}{}",
            self.best.strategy,
            precise(self.rate, self.best.win_rate_low.zip(self.best.win_rate_high), " %"),
            in_brackets(self.best)
        );
        let compared_as = |name: &str, (row, rate): (&InPlaceRow, f64)| {
            let digits = row
                .difference_low
                .zip(row.difference_high)
                .map_or(1, |(low, high)| decimals(low, high));
            let by = row.difference.map_or_else(String::new, |difference| {
                format!(" by {} points", percent(difference.abs(), digits))
            });
            let known = match verdict(row).as_deref() {
                Some(verdict @ ("better" | "worse")) => format!(" ({verdict}{by})"),
                Some(verdict) => format!(" ({verdict})"),
                None => String::new(),
            };
            format!("{name} {} %{known}", percent(rate, digits))
        };
        let others: Vec<String> =
            self.others.iter().map(|other| compared_as(&other.0.strategy, *other)).collect();
        let them = if self.best.others.0.len() == 1 { "it" } else { "them" };
        let model = format!("A search that models {them}");
        let left = self
            .exploiter
            .map(|known| format!(" {}.", compared_as(&format!("{model} wins"), known)))
            .unwrap_or_default();
        let briefly = self
            .exploiter
            .map(|(_, rate)| format!(" {model} wins {} %.", percent(rate, 1)))
            .unwrap_or_default();
        let names: Vec<&str> = self.unjudged.iter().map(|row| row.strategy.as_str()).collect();
        let unjudged = if names.is_empty() {
            String::new()
        } else {
            format!(" Not judged, since too few games end: {}.", and(&names))
        };
        let points = if says_points { points_are_from(self.compared_with) } else { String::new() }
            + &unjudged;
        let said = |most: usize, rest: &str| {
            let all: Vec<&str> = std::iter::once(&first)
                .chain(others.iter().take(most))
                .map(String::as_str)
                .collect();
            format!("{}.{rest}", all.join(", "))
        };
        let [left, briefly] = [left, briefly].map(|known| known + &points);
        Draft::new(&among_others(self.best), said(others.len(), &left)).or_short(said(1, &briefly))
    }
}

/// The verdict in brackets, for example " (worse)".
fn in_brackets(row: &InPlaceRow) -> String {
    verdict(row).map_or_else(String::new, |verdict| format!(" ({verdict})"))
}

/// The verdict about its difference from the strategy that it is compared with; `None` for that
/// strategy itself.
fn verdict(row: &InPlaceRow) -> Option<String> {
    row.difference?;
    let alone = by_itself(&row.finding(), ", though by itself");
    let said = match row.judged.verdict {
        Some(Verdict::Higher) => "better",
        Some(Verdict::Lower) => "worse",
        Some(Verdict::Same) => "as good",
        None => "not judged",
        _ => "not settled",
    };
    Some(said.to_owned() + &alone)
}

/// "Among heuristic and greedy, flat wins 36.3 % instead of the 39.7 % of strong, -3.4 points
/// [-5.7, -1.2]: worse, beyond your tolerance of 1 point."
pub(in crate::words) fn sentence_about(results: &Results, row: &InPlaceRow) -> Option<Sentence> {
    let (rate, difference, ends) =
        (row.win_rate?, row.difference?, row.difference_low.zip(row.difference_high)?);
    let digits = decimals(ends.0, ends.1);
    let begin = format!(
        "{}, {} wins {} % instead of the {} % of {}, {}",
        under(results, &row.cell.variant, &among_others(row)),
        row.strategy,
        percent(rate, digits),
        percent(rate - difference, digits),
        row.compared_with.as_deref()?,
        within(difference, Some(ends), " points", |points| signed(100.0 * points, digits)),
    );
    of_row(results, row, &begin)
}

/// One row for each table and strategy: its win rate in one seat.
fn table(results: &Results) -> Panel {
    let with =
        results.in_place.iter().find_map(|row| row.compared_with.as_deref()).unwrap_or(MISSING);
    let title = "Who does best in one seat, on the same shuffles (in per cent, ± the interval)";
    let mut columns = Columns::new(title, &results.in_place);
    columns.words("among", |row| the_others(row));
    columns.words("in the seat", |row| row.strategy.clone());
    columns.numbers("wins", |row| {
        let wins = row.win_rate.filter(|_| enough_end(results, &row.cell));
        percent_with_reach(wins, row.win_rate_low, row.win_rate_high)
    });
    columns.numbers(&format!("more than {with}"), |row| {
        // If too few games end in one of both line-ups, there is no verdict.
        let more = row.difference.filter(|_| row.judged.verdict.is_some());
        percent_with_reach(more, row.difference_low, row.difference_high)
    });
    columns.verdicts(|row| (verdict_of(&row.finding()), row.judged.verdict));
    columns.panel
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Point;

    /// Results about four tables of five strategies and, at two of them, a search that models the
    /// others.
    fn results() -> Results {
        crate::results::shipped("in-place-crypto-cards-5")
    }

    fn said(results: &Results) -> Vec<Point> {
        crate::words::draft::fit("Who?", lines(results, true))
    }

    /// All tables with these rates and verdicts, strategy by strategy; searches that model the others
    /// win most.
    fn with(known: &[(&str, f64, Verdict)]) -> Results {
        let mut results = results();
        for row in &mut results.tables.in_place {
            let found = known.iter().find(|(strategy, ..)| row.strategy == *strategy);
            let (_, rate, verdict) = found.copied().unwrap_or(("a search", 0.9, Verdict::Higher));
            row.win_rate = Some(rate);
            row.judged.verdict = row.difference.map(|_| verdict);
        }
        results
    }

    #[test]
    fn how_surely_the_best_is_best() {
        use Verdict::{Higher, Lower, NotSettled, Same};
        let cases = [
            // The win rates of strong, flat and learned, and the verdicts of the two others.
            ([0.4, 0.3, 0.2], [Lower, Lower], "strong at all 4 tables (for sure)"),
            ([0.4, 0.3, 0.2], [Same, Lower], "strong at all 4 tables (as good as flat)"),
            ([0.4, 0.3, 0.2], [NotSettled, Lower], "strong at all 4 tables (not settled)"),
            ([0.4, 0.3, 0.2], [Lower, NotSettled], "strong at all 4 tables (not settled)"),
            ([0.4, 0.5, 0.2], [Higher, Lower], "flat at all 4 tables (better than strong)"),
            ([0.4, 0.5, 0.2], [Same, Lower], "flat at all 4 tables (as good as strong)"),
            ([0.4, 0.5, 0.6], [Higher, NotSettled], "learned at all 4 tables (not settled)"),
        ];
        for ([strong, flat, learned], verdicts, expected) in cases {
            let known = [
                ("strong", strong, Same),
                ("flat", flat, verdicts[0]),
                ("learned", learned, verdicts[1]),
                ("heuristic", 0.1, Lower),
                ("greedy", 0.0, Lower),
            ];
            let first = &said(&with(&known))[0];
            assert_eq!(first.about, "Who wins most");
            assert_eq!(
                first.text,
                format!(
                    "{expected}. The first 2 tables follow; in_place.csv has all of them. Each strategy is compared with strong."
                )
            );
        }
    }

    #[test]
    fn what_differs_from_table_to_table_is_counted() {
        let mut results = results();
        // At each table another one wins most.
        let mut tables =
            results.tables.in_place.chunk_by_mut(|one, other| one.others == other.others);
        for (leader, verdict) in [
            ("flat", Verdict::Same),
            ("learned", Verdict::Higher),
            ("flat", Verdict::Higher),
            ("strong", Verdict::Same),
        ] {
            for row in tables.next().expect("four tables") {
                row.win_rate = Some(if row.strategy == leader { 0.9 } else { 0.1 });
                row.judged.verdict = row
                    .difference
                    .map(|_| if leader == "strong" { Verdict::Lower } else { verdict });
            }
        }
        let leads = "flat at 2 of 4 tables (as good as strong at 1, better than strong at 1), learned at 1 (better than strong), strong at 1 (for sure).";
        assert!(said(&results)[0].text.starts_with(leads), "{:#?}", said(&results));
        // Too many are not all named.
        let mut tables =
            results.tables.in_place.chunk_by_mut(|one, other| one.others == other.others);
        for leader in ["greedy", "heuristic", "flat", "learned"] {
            for row in tables.next().expect("four tables") {
                row.win_rate = Some(if row.strategy == leader { 0.9 } else { 0.1 });
            }
        }
        assert!(said(&results)[0].text.contains(", others at 1."), "{:#?}", said(&results));
    }

    #[test]
    fn one_table_is_told_alone() {
        let mut results = results();
        let others = results.in_place[0].others.clone();
        results.tables.in_place.retain(|row| row.others == others);
        let [table] = &said(&results)[..] else { panic!("{:#?}", said(&results)) };
        assert_eq!(table.about, "Among four heuristic players");
        assert!(table.text.ends_with(" Each strategy is compared with strong."), "{table:#?}");
        // A table without win rates is left out.
        results.tables.in_place.iter_mut().for_each(|row| row.win_rate = None);
        assert_eq!(said(&results), []);
    }
}
