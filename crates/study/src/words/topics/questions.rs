//! The questions about play: those about the course of a game, and those that need games of their
//! own, which are luck and skill, the cost of restrictions, and the value of cards.

use super::belief::Belief;
use super::telling::Telling;
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    lines: |of| {
        // These lines come first if the answer describes one set of rules and the experiment
        // asks for them.
        if of.is_about_one() && (of.place == 0) != of.asks_play() {
            return Vec::new();
        }
        lines(of.results, of.baseline()).collect()
    },
    ..Telling::NONE
};

/// At most this many good and this many bad cards are named.
const NAMED: usize = 3;

/// The answers to all of them, by the rules of a variant.
pub(in crate::words) fn lines(results: &Results, variant: &str) -> impl Iterator<Item = Draft> {
    [course, believed, luck, restricted, cards].into_iter().filter_map(|of| of(results, variant))
}

/// How much of the variance of wins the cards, the strategies and the seats explain, in the first
/// line-up with this analysis.
fn luck(results: &Results, variant: &str) -> Option<Draft> {
    let first = results
        .luck
        .iter()
        .find(|row| row.cell.variant == variant && enough_end(results, &row.cell))?;
    let of = |source: Source| {
        let row = results.luck.iter().find(|row| row.cell == first.cell && row.source == source)?;
        // By luck, an estimate of nothing is often below 0.
        if let Some(high) = row.high.filter(|high| row.estimate < 0.0 && *high >= 0.001) {
            let most = format!("at most {} %", percent(high, 1));
            return Some((most.clone(), most));
        }
        Some((
            precise(row.estimate, row.low.zip(row.high), " %"),
            precise(row.estimate, None, " %"),
        ))
    };
    let (cards, cards_alone) = of(Source::Cards)?;
    let (skill, skill_alone) = of(Source::Strategies)?;
    let (seats, seats_alone) = of(Source::Seats)?;
    let between = and(&[first.first.as_str(), first.second.as_str()]);
    let full = format!(
        "of who wins between {between}, the cards explain {cards}, the strategies {skill}, the seats {seats}."
    );
    let short = format!(
        "of who wins, the cards explain {cards_alone}, the strategies {skill_alone}, the seats {seats_alone}."
    );
    Some(Draft::new("Luck and skill", full).or_short(short))
}

/// Which kinds of action a strategy needs: the first strategy for which it was asked.
fn restricted(results: &Results, variant: &str) -> Option<Draft> {
    let first = results.restricted.iter().find(|row| row.cell.variant == variant)?;
    let of_first = |row: &&RestrictedRow| {
        row.strategy == first.strategy
            && row.cell.variant == variant
            && row.cell.players == first.cell.players
    };
    let of = |verdict: Option<Verdict>, with_cost: bool| -> Option<String> {
        let rows =
            results.restricted.iter().filter(of_first).filter(|row| row.judged.verdict == verdict);
        let told: Vec<String> = rows
            .map(|row| match row.cost.filter(|_| with_cost) {
                Some(cost) => format!("`{}` ({} points)", row.kind, percent(cost.abs(), 1)),
                None => format!("`{}`", row.kind),
            })
            .collect();
        (!told.is_empty()).then(|| and(&told))
    };
    let strategy = &first.strategy;
    let clauses = [
        of(Some(Verdict::Needed), true)
            .map(|kinds| format!("{strategy} wins less if it never takes {kinds}")),
        of(Some(Verdict::BetterWithout), true)
            .map(|kinds| format!("{strategy} wins more if it never takes {kinds}")),
        of(Some(Verdict::NotNeeded), false).map(|kinds| format!("it does as well without {kinds}")),
        of(Some(Verdict::NotSettled), false).map(|kinds| format!("not settled: {kinds}")),
        of(None, false).map(|kinds| {
            format!("not judged, since too few {} end: {kinds}", results.names.plural)
        }),
    ];
    let full = clauses.into_iter().flatten().collect::<Vec<_>>().join("; ") + ".";
    // The short form: the number of kinds that it needs, and the names of those that it
    // should not take.
    let needed = results
        .restricted
        .iter()
        .filter(of_first)
        .filter(|row| row.judged.verdict == Some(Verdict::Needed))
        .count();
    let all = results.restricted.iter().filter(of_first).count();
    let better = of(Some(Verdict::BetterWithout), false)
        .map_or_else(String::new, |kinds| format!("; better without {kinds}"));
    let needed =
        if needed == all { format!("all {all}") } else { format!("{needed} of the {all}") };
    let in_short = format!("{strategy} needs {needed} kinds of action that it uses{better}.");
    Some(Draft::new("Actions", full).or_short(in_short))
}

/// The cards that it is good or bad to be dealt, if that is clear with the correction for all cards;
/// for the strongest equals, if there are any.
fn cards(results: &Results, variant: &str) -> Option<Draft> {
    let is_asked = |row: &&CardRow| {
        row.against == Against::Exchanged
            && row.cell.variant == variant
            && enough_end(results, &row.cell)
    };
    let exchanged = || results.cards.iter().filter(is_asked);
    let lineup = strongest(results, exchanged().map(|row| row.cell.lineup.as_str()))?;
    let first = exchanged().find(|row| row.cell.lineup == lineup)?;
    let rows: Vec<&CardRow> = exchanged()
        .filter(|row| row.cell == first.cell && row.strategy == first.strategy)
        .collect();
    let together = Simultaneous::of_cards(results.manifest.analysis.confidence, &rows);
    let mut clear: Vec<Worth<'_>> =
        rows.iter().filter_map(|row| Worth::clear(row, together)).collect();
    clear.sort_by(|one, other| other.estimate.total_cmp(&one.estimate));
    let who = if results.manifest.lineups.len() > 1 {
        format!(" {}", among(results, &first.cell))
    } else {
        String::new()
    };
    let (good, mut bad): (Vec<Worth<'_>>, Vec<Worth<'_>>) =
        clear.into_iter().partition(|card| card.estimate > 0.0);
    bad.reverse();
    if good.is_empty() && bad.is_empty() {
        let none = format!("no card has a clear effect when it is dealt{who}.");
        return Some(Draft::new("Cards", none));
    }
    let clauses = [(&good, "good"), (&bad, "bad")]
        .into_iter()
        .filter(|(cards, _)| !cards.is_empty())
        .enumerate();
    let told = clauses.map(|(place, (cards, word))| {
        let who = if place == 0 { format!(" to be dealt{who}") } else { String::new() };
        format!("{word}{who}: {}", named(cards))
    });
    let full = told.collect::<Vec<_>>().join("; ") + ".";
    let extremes = good.first().into_iter().chain(bad.first());
    let in_short = |card: &Worth<'_>| {
        format!("{} is worth {} points", card.row.card, signed(100.0 * card.estimate, 1))
    };
    let extremes: Vec<String> = extremes.map(in_short).collect();
    let short = format!("to be dealt{who}, {}.", and(&extremes));
    Some(Draft::new("Cards", full).or_short(short))
}

/// The value of being dealt a card, if it is clear among all cards.
struct Worth<'a> {
    row: &'a CardRow,
    estimate: f64,
    /// The interval that holds for all cards together.
    low: f64,
    high: f64,
}

impl<'a> Worth<'a> {
    fn clear(row: &'a CardRow, together: Simultaneous) -> Option<Self> {
        let (estimate, low, high) = (row.estimate?, row.low?, row.high?);
        let Interval { low, high } = together
            .is_clear(estimate, low, high)
            .then(|| together.interval(estimate, low, high))?;
        Some(Self { row, estimate, low, high })
    }

    /// "AC (+21.2 points [+12.9, +29.5])".
    fn in_words(&self) -> String {
        let ends = self.row.low.zip(self.row.high);
        let worth = within(self.estimate, ends, " points", |rate| signed(100.0 * rate, 1));
        format!("{} ({worth})", self.row.card)
    }
}

/// The names of the cards with the largest effects, and how many more there are; and whether the
/// order of the first ones is open.
fn named(cards: &[Worth<'_>]) -> String {
    let mut names: Vec<String> = cards.iter().take(NAMED).map(Worth::in_words).collect();
    if cards.len() > NAMED {
        names.push(format!("{} more", cards.len() - NAMED));
    }
    let overlap =
        |one: &Worth<'_>, other: &Worth<'_>| one.low <= other.high && other.low <= one.high;
    let apart = match cards {
        [first, .., last] if overlap(first, last) => ", not told apart from each other",
        [first, second, ..] if overlap(first, second) => ", of which the first are not told apart",
        _ => "",
    };
    and(&names) + apart
}

/// The cell whose chances of winning are described, by the rules of a variant: that of the
/// strongest equals or, if there are none, of the first line-up.
fn with_chances<'a>(results: &'a Results, variant: &str) -> Option<&'a CellKey> {
    let is_of = |cell: &&CellKey| cell.variant == variant && enough_end(results, cell);
    let cells = || results.chances.iter().map(|row| &row.cell).filter(is_of);
    let lineup = strongest(results, cells().map(|cell| cell.lineup.as_str()))?;
    cells().find(|cell| cell.lineup == lineup)
}

/// Whether the chances agree with the games.
fn believed(results: &Results, variant: &str) -> Option<Draft> {
    let cell = with_chances(results, variant)?;
    let of = |view| Belief::of(results, view, |other| other == cell);
    let all: Vec<Belief<'_>> = ChanceView::ALL.into_iter().filter_map(of).collect();
    let text = |clauses: Vec<String>| format!("{}.", capitalized(&clauses.join("; ")));
    let full = text(all.iter().map(Belief::in_full).collect());
    let draft = Draft::new("Can the chances be believed?", full);
    let short = || text(all.iter().map(Belief::in_short).collect());
    (!all.is_empty()).then(|| draft.or_short(short()).or_drop(OPEN))
}

/// A point about the course of games by the rules of a variant, from the chances of winning.
fn course(results: &Results, variant: &str) -> Option<Draft> {
    let cell = with_chances(results, variant)?;
    let [of_spectator, of_seat] = ChanceView::ALL.map(|view| {
        let belief = Belief::of(results, view, |other| other == cell);
        belief.map_or_else(String::new, |belief| belief.remark())
    });
    let of = |measure: &Measure, subject: &str| {
        let is_it = |row: &&PlayRow| {
            row.cell == *cell && row.measure == measure.name && row.subject == subject
        };
        let average = results.play.iter().find(is_it).map(|row| &row.average);
        let BlockAverage { estimate, low, high, .. } = average.filter(|it| it.among > 0)?;
        Some(((*estimate)?, low.zip(*high)))
    };
    let stakes = at_stake(results, cell).map(|stakes| stakes + &of_spectator);
    let mut said = Vec::from_iter(stakes);
    let (difference, within) = dead_within(results.manifest.analysis.tolerance.win_rate);
    if let Some((dead, Some((low, high)))) = of(&measures::DEAD_DECISIONS, within) {
        let more = match points(difference) {
            none if none.is_empty() => none,
            tolerance => format!("more than {tolerance} "),
        };
        // It is a bound, so no decimals.
        let [dead, low, high] = [dead, low, high].map(|share| percent(share, 0));
        said.push(format!(
            "at most {dead} % [{low}, {high}] of the choices are dead: no action is {more}better than another{of_seat}"
        ));
    }
    if let Some((changes, Some((low, high)))) = of(&measures::LEAD_CHANGES, "") {
        said.push(format!(
            "the lead clearly changes {changes:.1} times [{low:.1}, {high:.1}] in a game{of_spectator}"
        ));
    }
    if let Some((part, ends)) = of(&measures::MOMENT_OF_DECISION, "") {
        let part = precise(part, ends, " %");
        said.push(format!("the winner leads for good after {part} of it{of_spectator}"));
    }
    let text = |clauses: &[String]| format!("{}, {}.", among(results, cell), clauses.join("; "));
    let draft = Draft::new("In its course", text(&said));
    Some(draft.or_short(text(&said[..said.len().min(1)]))).filter(|_| !said.is_empty())
}

/// The stakes in the first tenth of a game that has choices, and in the last. These tenths are
/// fixed, not picked because their values are large.
fn at_stake(results: &Results, cell: &CellKey) -> Option<String> {
    // Short games leave some tenths empty.
    let of_cell = |row: &&PlayCourseRow| {
        row.cell == *cell && row.measure == measures::STAKES.name && row.average.estimate.is_some()
    };
    let rows = || results.play_course.iter().filter(of_cell);
    let (first, last) = (rows().min_by_key(|row| row.tenth)?, rows().max_by_key(|row| row.tenth)?);
    let told = |row: &PlayCourseRow| {
        let ends = row.average.low.zip(row.average.high)?;
        Some(within(row.average.estimate?, Some(ends), " points", |points| percent(points, 1)))
    };
    let (from, to) = (told(first)?, told(last)?);
    (first.tenth < last.tenth).then(|| {
        format!("the best action is {from} above the worst in the first tenth of a game, {to} in the last")
    })
}
