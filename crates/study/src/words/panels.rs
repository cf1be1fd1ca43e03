//! Tables as people read them, made of the typed rows; and those of the screen.

use super::answer::{self, Form};
use super::curves::{Curve, Curves, Spot, Value};
use super::numbers::{
    MISSING, and, counted, fixed, interval, known, percent, rate, rounded_percent, spaced,
    thousands, within,
};
use super::sentences::{first_on, step_to, the_others};
use super::unfinished::{enough_end, is_judged, negligible, unfinished_share};
use crate::findings::{AsFact as _, ENOUGH_ENDED, Fact};
use crate::results::{Results, TIMING, Timing, markdown_row};
use fairdeal_core::metrics::{
    About, Kind, MeasureDescription, QuantityDescription, Topic, dead_within, measures, quantity,
};
use fairdeal_core::rows::{
    CellKey, ComparisonRow, FirstPlayerRow, LadderRow, LengthRow, NeighbourSpreadRow, PairRow,
    PlayRow, RatingRow, Row, SensitivityRow, ShareOfWins, ShareRow, Standing, StrategyRow,
    SweepRow, Verdict,
};

/// At most this many rows of one table are shown where files hold all of them.
const MOST_ROWS: usize = 15;

/// A table as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// Its columns.
    pub columns: Vec<PanelColumn>,
    /// Its rows, a text for each column.
    pub rows: Vec<Vec<String>>,
    /// The standing of each row's verdict; `None` for rows without one.
    pub standings: Vec<Option<Standing>>,
    /// This many rows more are not shown.
    pub left_out: usize,
    /// The file that has the rows that are not shown.
    pub file: &'static str,
    /// Notes below the table, for texts that are too long for a cell.
    pub notes: Vec<String>,
}

/// A column of a panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelColumn {
    /// Its heading.
    pub title: String,
    /// Does it hold words, which can be wrapped? Otherwise numbers.
    pub words: bool,
    /// Does it hold the verdicts of the rows?
    pub verdicts: bool,
    /// Where there is no room, the column with the highest number is dropped first; those with 0 stay.
    pub dispensable: u8,
    /// The file that has the values of a column that may be dropped.
    pub file: &'static str,
}

impl PanelColumn {
    fn words(title: &str) -> Self {
        Self { title: title.to_owned(), words: true, verdicts: false, dispensable: 0, file: "" }
    }

    fn numbers(title: &str) -> Self {
        Self { words: false, ..Self::words(title) }
    }

    fn verdicts() -> Self {
        Self { verdicts: true, ..Self::words("verdict") }
    }

    /// A column that is dropped where there is no room; `file` has the same.
    fn or_drop(self, dispensable: u8, file: &'static str) -> Self {
        Self { dispensable, file, ..self }
    }
}

impl Panel {
    fn new(title: impl Into<String>, columns: impl IntoIterator<Item = PanelColumn>) -> Self {
        Self {
            title: title.into(),
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
            standings: Vec::new(),
            left_out: 0,
            file: "",
            notes: Vec::new(),
        }
    }

    /// A table without rows: columns of words, then columns of numbers.
    pub(crate) fn of(title: impl Into<String>, words: &[&str], numbers: &[&str]) -> Self {
        let words = words.iter().map(|title| PanelColumn::words(title));
        Self::new(title, words.chain(numbers.iter().map(|title| PanelColumn::numbers(title))))
    }

    /// Adds a row, a text for each column.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.judged_row(cells, None);
    }

    /// A row that judges something.
    fn judged_row(&mut self, cells: impl IntoIterator<Item = String>, verdict: Option<Verdict>) {
        self.rows.push(cells.into_iter().collect());
        self.standings.push(verdict.map(Verdict::standing));
    }

    /// With the first rows only; `file` has them all.
    fn shortened(mut self, file: &'static str) -> Self {
        (self.left_out, self.file) = (self.rows.len().saturating_sub(MOST_ROWS), file);
        self.rows.truncate(MOST_ROWS);
        self.standings.truncate(MOST_ROWS);
        self
    }

    /// As a table of Markdown.
    pub fn markdown(&self) -> String {
        let of_columns = |cell: fn(&PanelColumn) -> String| {
            markdown_row(&self.columns.iter().map(cell).collect::<Vec<_>>())
        };
        let head = of_columns(|column| column.title.clone());
        let rule = of_columns(|column| if column.words { "---" } else { "---:" }.to_owned());
        let rows: String = self.rows.iter().map(|row| markdown_row(row)).collect();
        let notes: String =
            self.notes.iter().flat_map(|note| ["\n", note.as_str(), "\n"]).collect();
        format!("**{}**\n\n{head}{rule}{rows}{notes}", self.title)
    }
}

/// The tables that answer what was asked, on about a screen; `timing`: how long decisions took,
/// where that was measured.
pub fn panels(results: &Results, timing: Option<&Timing>) -> Vec<Panel> {
    let found = match answer::form(results) {
        Form::Single => vec![cells(results, None).shortened(FirstPlayerRow::FILE)],
        Form::Variants => {
            let of_baseline = results.first_player.len() > MOST_ROWS;
            let cells = cells(results, of_baseline.then_some(results.manifest.baseline.as_str()));
            vec![cells.shortened(FirstPlayerRow::FILE), changes(results)]
        }
        Form::Sweep => vec![sweep(results)],
        Form::RoundRobin => vec![ratings(results), pairs(&results.pairs)],
        Form::Ladder => vec![ladder(results, timing)],
        Form::InPlace => vec![in_place(results)],
        Form::Sensitivity => vec![sensitivity(results, false).shortened(SensitivityRow::FILE)],
    };
    found.into_iter().chain([play(results)]).filter(|panel| !panel.rows.is_empty()).collect()
}

/// All tables, in full.
pub fn all_panels(results: &Results, timing: Option<&Timing>) -> Vec<Panel> {
    let players = results.manifest.lineups.iter().map(Vec::len).max().unwrap_or(0);
    let confidence = confidence(results);
    let mut found = match answer::form(results) {
        Form::Sensitivity => vec![sensitivity(results, true)],
        Form::Ladder => vec![ladder(results, timing), pairs(&results.pairs), in_place(results)],
        Form::InPlace => vec![in_place(results)],
        form => {
            let curves =
                if form == Form::Sweep { Some(sweep_of(results, usize::MAX)) } else { None };
            let balanced =
                if players > 2 { "seats and neighbours balanced" } else { "seats balanced" };
            let mut all: Vec<Panel> = curves.into_iter().collect();
            all.extend([
                scores(results),
                first_player(results, &confidence),
                strategies(results, &confidence, balanced),
                neighbours(&results.neighbour_spread, &confidence),
                lengths(&results.lengths, &results.names.length_units),
                endings(results),
                changes(results),
                ratings(results),
                pairs(&results.pairs),
            ]);
            all
        }
    };
    found.push(play(results));
    found.retain(|panel| !panel.rows.is_empty());
    found
}

/// How the game plays, where that was asked: one row a line-up and variant.
fn play(results: &Results) -> Panel {
    let several = results.play.iter().any(|row| row.cell.variant != results.play[0].cell.variant);
    let with_chances = !results.chances.is_empty();
    let mut columns: Vec<PanelColumn> =
        several.then(|| PanelColumn::words("variant")).into_iter().collect();
    columns.extend([
        PanelColumn::words("line-up"),
        PanelColumn::numbers("legal actions").or_drop(1, PlayRow::FILE),
        PanelColumn::numbers("forced in a row").or_drop(3, PlayRow::FILE),
    ]);
    if with_chances {
        let turnarounds = PanelColumn::numbers("turnarounds (%)").or_drop(2, PlayRow::FILE);
        let [lead, decided, tension, dead] =
            ["lead changes", "decided after (%)", "tension (points)", "no difference (%)"]
                .map(PanelColumn::numbers);
        columns.extend([lead, decided, turnarounds, tension, dead]);
    }
    let mut panel = Panel::new("How it plays: means, with how far their intervals reach", columns);
    for row in results.play.iter().filter(|row| row.measure == measures::BRANCHING.name) {
        let value = |measure: &MeasureDescription, subject: &str| {
            let is_it = |other: &&PlayRow| {
                other.cell == row.cell && other.measure == measure.name && other.subject == subject
            };
            let found = results.play.iter().find(is_it);
            let average = found.map(|found| &found.average);
            let value = average
                .and_then(|average| Some(value_of(average.estimate?, average.low, average.high)));
            with_reach(value, measure.unit.scale())
        };
        let mut cells: Vec<String> =
            several.then(|| row.cell.variant.clone()).into_iter().collect();
        cells.extend([
            row.cell.lineup.clone(),
            value(&measures::BRANCHING, ""),
            value(&measures::LONGEST_FORCED_RUN, ""),
        ]);
        if with_chances {
            let (_, dead) = dead_within(results.manifest.analysis.tolerance.win_rate);
            let measures = [
                &measures::LEAD_CHANGES,
                &measures::MOMENT_OF_DECISION,
                &measures::TURNAROUNDS,
                &measures::TENSION,
            ];
            cells.extend(measures.map(|measure| value(measure, "")));
            cells.push(value(&measures::DEAD_DECISIONS, dead));
        }
        panel.row(cells);
    }
    panel.shortened(PlayRow::FILE)
}

fn confidence(results: &Results) -> String {
    format!("{} % interval", rounded_percent(results.manifest.analysis.confidence))
}

/// A share of wins, what would be fair, and the interval; unknown where too few games end to know who
/// wins.
fn wins(share: &ShareOfWins) -> [String; 3] {
    if !is_judged(share) {
        return [(); 3].map(|()| MISSING.to_owned());
    }
    [
        rate(share.win_rate, 1),
        rate(Some(share.fair_share), 1),
        in_percent(share.win_rate_low, share.win_rate_high),
    ]
}

fn number(number: Option<f64>, digits: usize) -> String {
    known(number.map(|number| fixed(number, digits)))
}

/// "[47.6, 48.0]", in per cent.
fn in_percent(low: Option<f64>, high: Option<f64>) -> String {
    interval(low.zip(high), |rate| percent(rate, 1))
}

fn value_of(estimate: f64, low: Option<f64>, high: Option<f64>) -> Value {
    Value { estimate, ends: low.zip(high), verdict: None }
}

/// "47.8 ±0.3", in per cent: how far the interval reaches to its longer side.
fn with_reach(value: Option<Value>, scale: f64) -> String {
    let Some(Value { estimate, ends, .. }) = value else { return MISSING.to_owned() };
    match ends {
        Some((low, high)) => format!(
            "{} ±{:.1}",
            fixed(scale * estimate, 1),
            scale * (high - estimate).max(estimate - low)
        ),
        None => fixed(scale * estimate, 1),
    }
}

/// A verdict in a word or two: "not settled, clear alone" where its own interval is clear.
fn verdict_of(fact: &Fact<'_>) -> String {
    let alone = fact.clear_alone().map_or("", |_| ", clear alone");
    known(fact.judged.verdict.map(|verdict| format!("{verdict}{alone}")))
}

/// The same with what would settle it.
fn verdict_and_needs(fact: &Fact<'_>) -> String {
    let needs = fact.judged.blocks_needed.map_or_else(String::new, |more| {
        format!(" (about {})", counted(more.into(), "more block", "more blocks"))
    });
    verdict_of(fact) + &needs
}

/// Who wins most in a cell of different strategies: "heuristic 93.6 %"; `None` where all are the
/// same.
fn winner(results: &Results, cell: &CellKey) -> Option<String> {
    let rows = results
        .strategies
        .iter()
        .filter(|row| row.cell == *cell && row.share.win_rate_low.is_some())
        .filter(|row| is_judged(&row.share));
    let best = rows.max_by(|one, other| {
        one.share.win_rate.partial_cmp(&other.share.win_rate).unwrap_or(std::cmp::Ordering::Equal)
    });
    best.map(|row| format!("{} {}", row.strategy, rate(row.share.win_rate, 1)))
}

/// One row for each line-up, by all variants or by one: going first, who wins, length, unfinished
/// games, what share of decisions is forced.
fn cells(results: &Results, only: Option<&str>) -> Panel {
    let rows: Vec<&FirstPlayerRow> = results
        .first_player
        .iter()
        .filter(|row| only.is_none_or(|variant| row.cell.variant == variant))
        .collect();
    let several = only.is_none() && rows.iter().any(|row| row.cell.variant != rows[0].cell.variant);
    let alone = rows.iter().all(|row| row.cell.players == 1);
    let rivals = rows.iter().any(|row| winner(results, &row.cell).is_some());
    let unequal = rows.iter().any(|row| (row.share.fair_share - 0.5).abs() > 0.000_5);
    let unfinished = rows.iter().any(|row| row.share.unfinished > 0);
    // A share that is not negligible stays, however narrow the screen is.
    let stays = rows.iter().any(|row| unfinished_share(&row.share) > negligible(results));
    let unit = results.first_unit();
    let mut columns = Vec::new();
    if several {
        columns.push(PanelColumn::words("variant"));
    }
    columns.push(PanelColumn::words("line-up"));
    if alone {
        columns.push(PanelColumn::numbers("score"));
    } else {
        columns.push(PanelColumn::numbers("going first"));
        if unequal {
            columns.push(PanelColumn::numbers("fair").or_drop(3, FirstPlayerRow::FILE));
        }
        columns.push(PanelColumn::numbers("95 % interval").or_drop(4, FirstPlayerRow::FILE));
        columns.last_mut().into_iter().for_each(|column| column.title = confidence(results));
        columns.push(PanelColumn::verdicts());
    }
    if rivals {
        columns.push(PanelColumn::words("wins more"));
    }
    columns.push(PanelColumn::numbers(unit));
    if unfinished {
        columns.push(
            PanelColumn::numbers("unfinished").or_drop(if stays { 0 } else { 5 }, ShareRow::FILE),
        );
    }
    let title = match only {
        Some(variant) => format!("The game by the rules {variant} (length: mean)"),
        None if alone => "The mean score and the mean length".to_owned(),
        None => "Going first, who wins, and the mean length".to_owned(),
    };
    let mut panel = Panel::new(title, columns);
    for row in rows {
        let share = &row.share;
        let mut cells = Vec::new();
        if several {
            cells.push(row.cell.variant.clone());
        }
        cells.push(row.cell.lineup.clone());
        if alone {
            cells.push(
                results
                    .seats
                    .iter()
                    .find(|seat| seat.cell == row.cell)
                    .map_or(MISSING.to_owned(), |seat| number(seat.score_mean, 2)),
            );
        } else {
            let [wins, fair, interval] = wins(share);
            cells.push(wins);
            cells.extend(unequal.then_some(fair));
            cells.push(interval);
            cells.push(verdict_of(&row.fact()));
        }
        if rivals {
            cells.push(winner(results, &row.cell).unwrap_or_else(|| MISSING.to_owned()));
        }
        let length =
            results.lengths.iter().find(|length| length.cell == row.cell && length.unit == unit);
        cells.push(number(length.and_then(|length| length.mean), 1));
        if unfinished {
            cells.push(if share.games == 0 {
                MISSING.to_owned()
            } else {
                unfinished_in_table(unfinished_share(share))
            });
        }
        panel.judged_row(cells, share.judged.verdict.filter(|_| !alone));
    }
    panel
}

/// One row for each variant: the largest clear change of each topic.
fn changes(results: &Results) -> Panel {
    let effects = answer::effects(results);
    let topics: Vec<Topic> = Topic::ALL
        .into_iter()
        .filter(|topic| effects.iter().any(|(_, of)| of.iter().any(|(known, _)| known == topic)))
        .collect();
    let columns = topics.iter().enumerate().map(|(place, topic)| {
        let title = topic.title().to_lowercase();
        let unit = results.names.length_units.first().filter(|_| *topic == Topic::Length);
        let column =
            PanelColumn::numbers(&unit.map_or(title.clone(), |unit| format!("{title} ({unit})")));
        if place < 3 { column } else { column.or_drop(place as u8, ComparisonRow::FILE) }
    });
    let all_end = results.first_player.iter().all(|row| is_judged(&row.share));
    let (over, not_judged) = if all_end {
        ("over all line-ups".to_owned(), "")
    } else {
        (
            format!("over the line-ups in which {ENOUGH_ENDED} % of {} end", results.names.plural),
            "; not judged: too few end in some",
        )
    };
    let scale =
        "in points, or in % of the baseline; same: within your tolerance; open: not settled";
    let title = format!("The largest clear change by each variant, {over} ({scale}{not_judged})");
    let mut panel =
        Panel::new(title, std::iter::once(PanelColumn::words("variant")).chain(columns));
    let mut by_unit: Vec<(&str, Vec<&str>)> = Vec::new();
    for (variant, of_variant) in effects.iter().take(MOST_ROWS) {
        for other_units in of_variant
            .iter()
            .map(|(_, effect)| effect.other_units.as_str())
            .filter(|text| !text.is_empty())
        {
            match by_unit.iter_mut().find(|(known, _)| *known == other_units) {
                Some((_, variants)) => variants.push(variant),
                None => by_unit.push((other_units, vec![variant])),
            }
        }
    }
    for (variant, of_variant) in &effects {
        let of = |topic: &Topic| match of_variant.iter().find(|(known, _)| known == topic) {
            Some((_, effect)) if effect.other_units.is_empty() => effect.text.clone(),
            Some((_, effect)) => format!("* {}", effect.text),
            None => MISSING.to_owned(),
        };
        panel.row(std::iter::once((*variant).to_owned()).chain(topics.iter().map(of)));
    }
    if !by_unit.is_empty() {
        let said: Vec<String> = by_unit
            .iter()
            .map(|(other_units, variants)| format!("{}: {other_units}", and(variants)))
            .collect();
        panel.notes.push(format!("(*) In other units: {}.", said.join("; ")));
    }
    panel.shortened(ComparisonRow::FILE)
}

/// The points of a sweep that are shown: all of few; of many the fairest, and the baseline.
fn shown_spots<'c, 'a>(curves: &'c Curves<'a>, most: usize) -> Vec<&'c Spot<'a>> {
    let mut spots: Vec<&Spot<'_>> = curves.spots.iter().collect();
    if spots.len() > most {
        let order = |spot: &Spot<'_>| spot.unfairness().unwrap_or(f64::INFINITY);
        spots.sort_by(|one, other| order(one).total_cmp(&order(other)));
        let baseline = spots.iter().skip(most).find(|spot| spot.is_baseline).copied();
        spots.truncate(most - usize::from(baseline.is_some()));
        spots.extend(baseline);
    }
    spots
}

fn sweep(results: &Results) -> Panel {
    sweep_of(results, MOST_ROWS)
}

/// One row for each point: how fair going first is at each strength, how far skill decides, and
/// what games are like.
fn sweep_of(results: &Results, most: usize) -> Panel {
    let curves = Curves::new(results);
    let [first, strength, length, play] =
        [Topic::GoingFirst, Topic::Strength, Topic::Length, Topic::Play]
            .map(|topic| curves.told(results, topic));
    let who = |curve: &Curve<'_>| answer::against(results.lineup(&curve.cell.lineup));
    let mut columns = vec![PanelColumn::words("point")];
    columns
        .extend(first.iter().map(|curve| PanelColumn::numbers(&format!("first: {}", who(curve)))));
    columns.extend(strength.iter().enumerate().map(|(place, curve)| {
        let column =
            PanelColumn::numbers(&format!("{} wins ({})", curve.subject, curve.cell.lineup));
        if place == 0 { column } else { column.or_drop(2, SweepRow::FILE) }
    }));
    columns.extend(length.iter().map(|curve| {
        PanelColumn::numbers(&format!("mean {}", curve.subject)).or_drop(1, SweepRow::FILE)
    }));
    columns.extend(play.iter().map(|curve| {
        PanelColumn::numbers(&spaced(curve.quantity.name)).or_drop(3, SweepRow::FILE)
    }));
    let unfinished = curves.spots.iter().any(|spot| spot.unfinished > negligible(results));
    columns.extend(unfinished.then(|| PanelColumn::numbers("unfinished")));
    let told = length
        .first()
        .map_or_else(String::new, |curve| format!("; length and play: {}", who(curve)));
    let fairest = if curves.spots.len() > most {
        format!(", the fairest of {}", curves.spots.len())
    } else {
        String::new()
    };
    let mut panel =
        Panel::new(format!("The points{fairest} (in per cent, ± the interval{told})"), columns);
    let shown = [&first[..], &strength, &length, &play].concat();
    for spot in shown_spots(&curves, most) {
        let mark = if spot.is_baseline { " (baseline)" } else { "" };
        let cell = |curve: &&Curve<'_>| {
            let scale = if curve.quantity.is_rate() { 100.0 } else { 1.0 };
            with_reach(curve.at(spot), scale)
        };
        let names = std::iter::once(format!("{}{mark}", spot.name));
        let unfinished = unfinished.then(|| unfinished_in_table(spot.unfinished));
        panel.row(names.chain(shown.iter().map(cell)).chain(unfinished));
    }
    (panel.left_out, panel.file) = (curves.spots.len() - panel.rows.len(), SweepRow::FILE);
    panel
}

/// One row for each cell with several players: how often going first wins.
fn first_player(results: &Results, confidence: &str) -> Panel {
    let rows = results.first_player.iter().filter(|row| row.cell.players > 1);
    let columns = [PanelColumn::numbers(&results.names.plural).or_drop(2, FirstPlayerRow::FILE)];
    let first = |row: &FirstPlayerRow| [thousands(row.share.games)];
    shares(
        "Going first",
        FirstPlayerRow::FILE,
        confidence,
        columns,
        rows.map(|row| (&row.cell, first(row), &row.share, row.fact())),
    )
}

/// Only line-ups of different strategies: with one alone, there is nothing to compare.
fn strategies(results: &Results, confidence: &str, balanced: &str) -> Panel {
    let rows = results.strategies.iter().filter(|row| row.share.win_rate_low.is_some());
    let title = format!("Strategies against each other, {balanced}");
    let columns = [PanelColumn::words("strategy")];
    shares(
        &title,
        StrategyRow::FILE,
        confidence,
        columns,
        rows.map(|row| (&row.cell, [row.strategy.clone()], &row.share, row.fact())),
    )
}

/// Shares of wins, with columns that tell the rows of a cell apart.
fn shares<'r, const N: usize>(
    title: &str,
    file: &'static str,
    confidence: &str,
    columns: [PanelColumn; N],
    rows: impl Iterator<Item = (&'r CellKey, [String; N], &'r ShareOfWins, Fact<'r>)>,
) -> Panel {
    let names = [PanelColumn::words("variant"), PanelColumn::words("line-up")];
    let values = [
        PanelColumn::numbers("fair").or_drop(1, file),
        PanelColumn::numbers("wins"),
        PanelColumn::numbers(confidence),
        PanelColumn::verdicts(),
    ];
    let mut panel = Panel::new(title, names.into_iter().chain(columns).chain(values));
    for (cell, own, share, fact) in rows {
        let [wins, fair, interval] = wins(share);
        let values = [fair, wins, interval, verdict_and_needs(&fact)];
        let names = [cell.variant.clone(), cell.lineup.clone()];
        panel.judged_row(names.into_iter().chain(own).chain(values), share.judged.verdict);
    }
    panel
}

/// One row for each variant and line-up at whose table neighbours can differ.
fn neighbours(rows: &[NeighbourSpreadRow], confidence: &str) -> Panel {
    let columns = [
        PanelColumn::words("variant"),
        PanelColumn::words("line-up"),
        PanelColumn::numbers("points"),
        PanelColumn::numbers(confidence),
        PanelColumn::verdicts(),
    ];
    let mut panel = Panel::new(
        "How much neighbours matter: how far they move a win rate (standard deviation, in points)",
        columns,
    );
    for row in rows {
        let verdict = if row.standard_deviation_low.is_some() {
            verdict_and_needs(&row.fact())
        } else {
            "too few blocks to tell".to_owned()
        };
        let deviation = known(row.standard_deviation.map(|points| percent(points, 1)));
        panel.judged_row(
            [
                row.cell.variant.clone(),
                row.cell.lineup.clone(),
                deviation,
                in_percent(row.standard_deviation_low, row.standard_deviation_high),
                verdict,
            ],
            row.judged.verdict.filter(|_| row.standard_deviation_low.is_some()),
        );
    }
    panel
}

/// One row for each rung.
fn ladder(results: &Results, timing: Option<&Timing>) -> Panel {
    let rows = &results.ladder;
    let unit = rows.first().map_or("", |row| &row.length_unit);
    let beats = match rows.first().map_or(2, |row| row.players) {
        2 => "beats the one below in".to_owned(),
        players => format!("one among {} of the one below wins", players - 1),
    };
    let columns = [
        PanelColumn::words("strategy"),
        PanelColumn::numbers("rating"),
        PanelColumn::numbers(&beats),
        PanelColumn::numbers("going first wins"),
        PanelColumn::verdicts().or_drop(2, FirstPlayerRow::FILE),
        PanelColumn::numbers(unit),
        PanelColumn::numbers("comebacks").or_drop(1, LadderRow::FILE),
        PanelColumn::numbers("a decision takes").or_drop(3, TIMING),
    ];
    let are_known = rows.iter().any(|row| row.exploiter_win_rate.is_some());
    let (before, after) = columns.split_at(3);
    let unfinished =
        results.first_player.iter().any(|row| unfinished_share(&row.share) > negligible(results));
    let columns = before
        .iter()
        .cloned()
        .chain(are_known.then(|| PanelColumn::numbers("a search that models it wins")))
        .chain(after.iter().cloned());
    let columns = columns.chain(unfinished.then(|| PanelColumn::numbers("unfinished")));
    let title = "The ladder, from the weakest to the strongest: what the game is like between equals (in per cent, ± the interval; ? not settled, \
                 ?! not settled but clear alone)";
    let mut panel = Panel::new(title, columns);
    for row in rows {
        let value = |estimate: Option<f64>, low, high| {
            with_reach(estimate.map(|estimate| value_of(estimate, low, high)), 100.0)
        };
        let time = timing.and_then(|timing| timing.decision_time(&row.strategy));
        let first = first_on(results, row);
        let before = [
            row.strategy.clone(),
            number(row.elo, 0),
            marked(
                step_to(results, row).map(|step| (&step.share, step.fact())),
                &value(row.win_rate_over_below, row.win_rate_low, row.win_rate_high),
            ),
        ];
        let modelled =
            are_known.then(|| value(row.exploiter_win_rate, row.exploiter_low, row.exploiter_high));
        let after = [
            marked(
                first.map(|first| (&first.share, first.fact())),
                &value(row.first_player_win_rate, row.first_player_low, row.first_player_high),
            ),
            known(first.map(|first| verdict_of(&first.fact()))),
            number(row.length_mean, 0),
            rate(row.comeback_rate, 1),
            known(time.map(time_in_words)),
        ];
        let cut = unfinished
            .then(|| known(first.map(|first| unfinished_in_table(unfinished_share(&first.share)))));
        panel.judged_row(
            before.into_iter().chain(modelled).chain(after).chain(cut),
            first.and_then(|first| first.share.judged.verdict),
        );
    }
    panel
}

/// One row for each table and strategy: what it wins in one seat.
fn in_place(results: &Results) -> Panel {
    let with =
        results.in_place.iter().find_map(|row| row.compared_with.as_deref()).unwrap_or(MISSING);
    let columns = [
        PanelColumn::words("among"),
        PanelColumn::words("in the seat"),
        PanelColumn::numbers("wins"),
        PanelColumn::numbers(&format!("more than {with}")),
        PanelColumn::verdicts(),
    ];
    let title = "Who does best in one seat, on the same shuffles (in per cent, ± the interval)";
    let mut panel = Panel::new(title, columns);
    for row in &results.in_place {
        let wins = row.win_rate.filter(|_| enough_end(results, &row.cell));
        // Where too few games end in one of both line-ups, there is no verdict.
        let more = row.difference.filter(|_| row.judged.verdict.is_some());
        let value = |estimate: Option<f64>, low, high| {
            with_reach(estimate.map(|estimate| value_of(estimate, low, high)), 100.0)
        };
        panel.judged_row(
            [
                the_others(row),
                row.strategy.clone(),
                value(wins, row.win_rate_low, row.win_rate_high),
                value(more, row.difference_low, row.difference_high),
                verdict_of(&row.fact()),
            ],
            row.judged.verdict,
        );
    }
    panel
}

/// A share of games that do not end, in per cent; 100.0 only where none ends.
fn unfinished_in_table(share: f64) -> String {
    let shown = rate(Some(share), 1);
    if share < 1.0 && shown == "100.0 %" { "> 99.9 %".to_owned() } else { shown }
}

/// A value with a mark where it is not settled, and where it is clear alone: "?! 60.8 ±8.9". None
/// where too few games end.
fn marked(share: Option<(&ShareOfWins, Fact<'_>)>, value: &str) -> String {
    match share {
        Some((share, _)) if !is_judged(share) => MISSING.to_owned(),
        Some((_, fact)) if fact.clear_alone().is_some() => format!("?! {value}"),
        Some((_, fact)) if fact.standing() == Some(Standing::NotSettled) => format!("? {value}"),
        _ => value.to_owned(),
    }
}

/// "20 ns", "1.5 ms".
fn time_in_words(nanoseconds: f64) -> String {
    match nanoseconds {
        small if small < 1e3 => format!("{small:.0} ns"),
        middle if middle < 1e6 => format!("{:.1} us", middle / 1e3),
        large => format!("{:.1} ms", large / 1e6),
    }
}

/// Of games for one player.
fn scores(results: &Results) -> Panel {
    let columns = [
        PanelColumn::words("variant"),
        PanelColumn::words("line-up"),
        PanelColumn::numbers("score"),
    ];
    let mut panel = Panel::new("Scores of a player alone: mean (standard deviation)", columns);
    for row in results.seats.iter().filter(|row| row.cell.players == 1) {
        let score = format!("{} ({})", number(row.score_mean, 2), number(row.score_sd, 2));
        panel.row([row.cell.variant.clone(), row.cell.lineup.clone(), score]);
    }
    panel
}

/// One row for each variant and line-up, one column for each way to end; only where games ended in
/// several ways.
fn endings(results: &Results) -> Panel {
    let is_ending =
        |name: &str| quantity(name).is_some_and(|quantity| quantity.about == About::EndReasons);
    let mut reasons: Vec<&str> = results
        .shares
        .iter()
        .filter(|row| is_ending(&row.quantity))
        .map(|row| row.subject.as_str())
        .collect();
    reasons.sort_unstable();
    reasons.dedup();
    let names = [PanelColumn::words("variant"), PanelColumn::words("line-up")];
    let columns =
        names.into_iter().chain(reasons.iter().map(|reason| PanelColumn::numbers(reason)));
    let mut panel = Panel::new("How games end: share of them, by reason", columns);
    for rows in results.shares.chunk_by(|one, other| one.cell == other.cell) {
        let endings: Vec<_> = rows.iter().filter(|row| is_ending(&row.quantity)).collect();
        if endings.iter().filter(|row| row.count > 0).count() > 1 {
            let of_reason = |reason: &&str| {
                endings
                    .iter()
                    .find(|row| row.subject == *reason)
                    .map_or(MISSING.to_owned(), |row| rate(row.estimate, 1))
            };
            let names = [rows[0].cell.variant.clone(), rows[0].cell.lineup.clone()];
            panel.row(names.into_iter().chain(reasons.iter().map(of_reason)));
        }
    }
    panel
}

/// One row for each knob of each quantity; `all`: also of those that designers seldom ask for.
fn sensitivity(results: &Results, all: bool) -> Panel {
    let columns = [
        PanelColumn::words("line-up").or_drop(3, SensitivityRow::FILE),
        PanelColumn::words("quantity"),
        PanelColumn::words("subject").or_drop(1, SensitivityRow::FILE),
        PanelColumn::words("knob"),
        PanelColumn::numbers("alone").or_drop(2, SensitivityRow::FILE),
        PanelColumn::numbers("with others"),
        PanelColumn::numbers("mean change where turned up"),
    ];
    let mut panel =
        Panel::new("Which knob matters: its share of the variance, alone and with others", columns);
    let first_unit = results.first_unit();
    let asked = |row: &&SensitivityRow| {
        let asked = |quantity: &QuantityDescription| {
            quantity.kind != Kind::Percentile
                && quantity.is_asked_for(&row.subject, first_unit, row.players)
        };
        all || quantity(&row.quantity).is_some_and(asked)
    };
    for row in results.sensitivity.iter().filter(asked) {
        let with_ends = |digits: usize, value: Option<f64>, low: Option<f64>, high: Option<f64>| {
            let shown = |value| fixed(value, digits);
            known(value.map(|value| within(value, low.zip(high), "", shown)))
        };
        panel.row([
            row.lineup.clone(),
            spaced(&row.quantity),
            row.subject.clone(),
            row.knob.clone(),
            with_ends(2, row.first_order, row.first_order_low, row.first_order_high),
            with_ends(2, row.total, row.total_low, row.total_high),
            with_ends(3, row.effect, row.effect_low, row.effect_high),
        ]);
    }
    panel
}

fn ratings(results: &Results) -> Panel {
    let columns = [
        PanelColumn::words("strategy"),
        PanelColumn::numbers("rating"),
        PanelColumn::numbers(&confidence(results)),
    ];
    let players = results.manifest.lineups.iter().map(Vec::len).max().unwrap_or(0);
    let model = results
        .manifest
        .rating_model
        .as_ref()
        .filter(|_| players > 2)
        .map_or_else(String::new, |model| format!(" ({model})"));
    let mut panel = Panel::new(format!("Ratings on the Elo scale, 0 on average{model}"), columns);
    for row in &results.ratings {
        let ends = interval(row.elo_low.zip(row.elo_high), |elo| fixed(elo, 0));
        panel.row([row.strategy.clone(), fixed(row.elo, 0), ends]);
    }
    panel.shortened(RatingRow::FILE)
}

/// How often each strategy wins against each other one, the strongest first; empty where there are
/// too many for a screen.
fn pairs(rows: &[PairRow]) -> Panel {
    const MOST: usize = 10;
    let title =
        "Who wins against whom (the strategy on the left, of the games that one of both won)";
    let strategies: Vec<&[PairRow]> =
        rows.chunk_by(|one, other| one.strategy == other.strategy).collect();
    if !(2..=MOST).contains(&strategies.len()) {
        return Panel::new(title, []);
    }
    let names: Vec<&str> = strategies.iter().map(|rows| rows[0].strategy.as_str()).collect();
    let columns = names.iter().map(|name| PanelColumn::numbers(name));
    let mut matrix =
        Panel::new(title, std::iter::once(PanelColumn::words("strategy")).chain(columns));
    for (rows, name) in strategies.iter().zip(&names) {
        let against = |opponent: &&str| match rows.iter().find(|row| row.opponent == *opponent) {
            Some(row) => rate(row.win_rate, 1),
            None if opponent == name => String::new(),
            None => MISSING.to_owned(),
        };
        matrix.row(std::iter::once((*name).to_owned()).chain(names.iter().map(against)));
    }
    matrix
}

/// One row for each variant and line-up, one column for each unit.
fn lengths(rows: &[LengthRow], units: &[String]) -> Panel {
    let names = [PanelColumn::words("variant"), PanelColumn::words("line-up")];
    let columns = units.iter().enumerate().map(|(place, unit)| {
        let column = PanelColumn::numbers(unit);
        if place == 0 { column } else { column.or_drop(place as u8, LengthRow::FILE) }
    });
    let mut panel = Panel::new(
        "Length: mean (5 % to 95 % of games)",
        names.into_iter().chain(columns).chain([PanelColumn::numbers("unfinished")]),
    );
    for rows in rows.chunk_by(|one, other| one.cell == other.cell) {
        let percentile = |length: Option<u32>| known(length.map(|length| thousands(length.into())));
        let lengths = rows.iter().map(|row| {
            format!("{} ({} to {})", number(row.mean, 1), percentile(row.p05), percentile(row.p95))
        });
        let names = [rows[0].cell.variant.clone(), rows[0].cell.lineup.clone()];
        panel.row(names.into_iter().chain(lengths).chain([thousands(rows[0].unfinished.into())]));
    }
    panel
}
