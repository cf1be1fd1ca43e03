//! The tables of the screen: what a designer reads, in text, made of the typed rows.

use super::answer::{self, Form};
use super::curves::{Curves, Spot, Value};
use super::numbers::{and, counted, fixed, percent, thousands};
use super::sentences::{clear_alone, first_on, step_to, the_others};
use super::unfinished::{enough_end, is_judged, negligible, unfinished_share};
use crate::findings::ENOUGH_ENDED;
use crate::results::{Results, TIMING, Timing, markdown_row};
use fairdeal_core::metrics::{
    About, Kind, MeasureDescription, QuantityDescription, Topic, dead_within, measures, quantity,
};
use fairdeal_core::rows::{
    CellKey, ComparisonRow, FirstPlayerRow, Judged, LadderRow, LengthRow, NeighbourSpreadRow,
    PairRow, PlayRow, RatingRow, Row, SensitivityRow, ShareOfWins, ShareRow, Standing, StrategyRow,
    SweepRow, Verdict,
};

/// Where a number is not known.
const MISSING: &str = "–";

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
    /// How what each row judges stands; `None` for rows without a verdict.
    pub standings: Vec<Option<Standing>>,
    /// This many rows more are not shown.
    pub left_out: usize,
    /// The file that has the rows that are not shown.
    pub file: &'static str,
    /// What would make cells too long, below the table.
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
    /// Where there is no room the column with the highest number goes first; those with 0 stay.
    pub dispensable: u8,
    /// The file that has what a column shows that may go.
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

    /// It goes where there is no room, and `file` has the same.
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

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
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
            let value = average.and_then(|average| {
                Some(Value { estimate: average.estimate?, low: average.low, high: average.high })
            });
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
    format!("{} % interval", (results.manifest.analysis.confidence * 1e10).round() / 1e8)
}

/// A share of wins with its interval, and what would be fair; nothing where too few games end to
/// know who wins.
fn wins(share: &ShareOfWins) -> [String; 3] {
    if !is_judged(share) {
        return [(); 3].map(|()| MISSING.to_owned());
    }
    [
        rate(share.win_rate, 1),
        rate(Some(share.fair_share), 1),
        interval(share.win_rate_low, share.win_rate_high),
    ]
}

fn rate(number: Option<f64>, digits: usize) -> String {
    number.map_or_else(|| MISSING.to_owned(), |number| percent(number, digits) + " %")
}

fn number(number: Option<f64>, digits: usize) -> String {
    number.map_or_else(|| MISSING.to_owned(), |number| fixed(number, digits))
}

/// "[47.6, 48.0]", in per cent.
fn interval(low: Option<f64>, high: Option<f64>) -> String {
    match low.zip(high) {
        Some((low, high)) => format!("[{}, {}]", percent(low, 1), percent(high, 1)),
        None => MISSING.to_owned(),
    }
}

/// "47.8 ±0.3", in per cent: how far the interval reaches to its longer side.
fn with_reach(value: Option<Value>, scale: f64) -> String {
    let Some(Value { estimate, low, high }) = value else { return MISSING.to_owned() };
    match low.zip(high) {
        Some((low, high)) => format!(
            "{} ±{:.1}",
            fixed(scale * estimate, 1),
            scale * (high - estimate).max(estimate - low)
        ),
        None => fixed(scale * estimate, 1),
    }
}

/// A verdict in a word or two: "not settled, clear alone" where the interval that stands beside it
/// says more than can be said among so many.
fn verdict_of(judged: &Judged, effect: [Option<f64>; 3]) -> String {
    let [size, low, high] = effect;
    let alone = clear_alone(judged, size, low, high).map_or("", |_| ", clear alone");
    judged.verdict.map_or(MISSING.to_owned(), |verdict| format!("{verdict}{alone}"))
}

/// The same with what would settle it.
fn verdict_and_needs(judged: &Judged, effect: [Option<f64>; 3]) -> String {
    let needs = judged.blocks_needed.map_or_else(String::new, |more| {
        format!(" (about {})", counted(more.into(), "more block", "more blocks"))
    });
    verdict_of(judged, effect) + &needs
}

fn of_share(share: &ShareOfWins) -> [Option<f64>; 3] {
    [share.advantage, share.advantage_low, share.advantage_high]
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
    // What is more than a remark stays, however narrow the screen is.
    let stays = rows.iter().any(|row| unfinished_share(&row.share) > negligible(results));
    let unit = results.names.length_units.first().map_or("", String::as_str);
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
            cells.push(verdict_of(&share.judged, of_share(share)));
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
    let who = |cell: &CellKey| answer::against(results.lineup(&cell.lineup));
    let unit = curves.length.first().map_or("", |curve| curve.subject);
    let mut columns = vec![PanelColumn::words("point")];
    columns.extend(
        curves
            .first
            .iter()
            .map(|curve| PanelColumn::numbers(&format!("first: {}", who(curve.cell)))),
    );
    columns.extend(curves.strength.iter().enumerate().map(|(place, curve)| {
        let column =
            PanelColumn::numbers(&format!("{} wins ({})", curve.subject, curve.cell.lineup));
        if place == 0 { column } else { column.or_drop(2, SweepRow::FILE) }
    }));
    columns.extend(
        curves
            .length
            .iter()
            .map(|_| PanelColumn::numbers(&format!("mean {unit}")).or_drop(1, SweepRow::FILE)),
    );
    columns.extend(
        curves.play.iter().map(|(name, _)| {
            PanelColumn::numbers(&name.replace('_', " ")).or_drop(3, SweepRow::FILE)
        }),
    );
    let unfinished = curves.spots.iter().any(|spot| spot.unfinished > negligible(results));
    columns.extend(unfinished.then(|| PanelColumn::numbers("unfinished")));
    let told = curves.length.first().map_or_else(String::new, |curve| {
        format!("; length and what follows: {}", who(curve.cell))
    });
    let fairest = if curves.spots.len() > most {
        format!(", the fairest of {}", curves.spots.len())
    } else {
        String::new()
    };
    let mut panel =
        Panel::new(format!("The points{fairest} (in per cent, ± the interval{told})"), columns);
    for spot in shown_spots(&curves, most) {
        let mark = if spot.is_baseline { " (baseline)" } else { "" };
        let mut cells = vec![format!("{}{mark}", spot.name)];
        cells.extend(
            curves
                .first
                .iter()
                .chain(&curves.strength)
                .map(|curve| with_reach(curve.at(spot), 100.0)),
        );
        cells.extend(curves.length.iter().map(|curve| with_reach(curve.at(spot), 1.0)));
        cells.extend(curves.play.iter().map(|(_, curve)| with_reach(curve.at(spot), 100.0)));
        cells.extend(unfinished.then(|| unfinished_in_table(spot.unfinished)));
        panel.row(cells);
    }
    (panel.left_out, panel.file) = (curves.spots.len() - panel.rows.len(), SweepRow::FILE);
    panel
}

fn first_player(results: &Results, confidence: &str) -> Panel {
    let columns = [
        PanelColumn::words("variant"),
        PanelColumn::words("line-up"),
        PanelColumn::numbers(&results.names.plural).or_drop(2, FirstPlayerRow::FILE),
        PanelColumn::numbers("fair").or_drop(1, FirstPlayerRow::FILE),
        PanelColumn::numbers("first wins"),
        PanelColumn::numbers(confidence),
        PanelColumn::verdicts(),
    ];
    let mut panel = Panel::new("Going first", columns);
    // A player alone goes before nobody.
    for row in results.first_player.iter().filter(|row| row.cell.players > 1) {
        let share = &row.share;
        let [wins, fair, interval] = wins(share);
        panel.judged_row(
            [
                row.cell.variant.clone(),
                row.cell.lineup.clone(),
                thousands(share.games),
                fair,
                wins,
                interval,
                verdict_and_needs(&share.judged, of_share(share)),
            ],
            share.judged.verdict,
        );
    }
    panel
}

/// Only line-ups of different strategies: with one alone, there is nothing to compare.
fn strategies(results: &Results, confidence: &str, balanced: &str) -> Panel {
    let columns = [
        PanelColumn::words("variant"),
        PanelColumn::words("line-up"),
        PanelColumn::words("strategy"),
        PanelColumn::numbers("fair").or_drop(1, StrategyRow::FILE),
        PanelColumn::numbers("wins"),
        PanelColumn::numbers(confidence),
        PanelColumn::verdicts().or_drop(2, StrategyRow::FILE),
    ];
    let mut panel = Panel::new(format!("Strategies against each other, {balanced}"), columns);
    let compared = |row: &&StrategyRow| row.share.win_rate_low.is_some();
    for row in results.strategies.iter().filter(compared) {
        let share = &row.share;
        let [wins, fair, interval] = wins(share);
        panel.judged_row(
            [
                row.cell.variant.clone(),
                row.cell.lineup.clone(),
                row.strategy.clone(),
                fair,
                wins,
                interval,
                verdict_and_needs(&share.judged, of_share(share)),
            ],
            share.judged.verdict,
        );
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
        let effect =
            [row.standard_deviation, row.standard_deviation_low, row.standard_deviation_high];
        let verdict = if row.standard_deviation_low.is_some() {
            verdict_and_needs(&row.judged, effect)
        } else {
            "too few blocks to tell".to_owned()
        };
        let deviation =
            row.standard_deviation.map_or_else(|| MISSING.to_owned(), |points| percent(points, 1));
        panel.judged_row(
            [
                row.cell.variant.clone(),
                row.cell.lineup.clone(),
                deviation,
                interval(row.standard_deviation_low, row.standard_deviation_high),
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
        .chain(are_known.then(|| PanelColumn::numbers("who knows it wins")))
        .chain(after.iter().cloned());
    let columns = columns.chain(unfinished.then(|| PanelColumn::numbers("unfinished")));
    let title = "The ladder, from the weakest to the strongest: what the game is like between equals (in per cent, ± the interval; ? not settled, \
                 ?! not settled but clear alone)";
    let mut panel = Panel::new(title, columns);
    for row in rows {
        let value = |estimate: Option<f64>, low, high| {
            with_reach(estimate.map(|estimate| Value { estimate, low, high }), 100.0)
        };
        let time = timing.and_then(|timing| timing.decision_time(&row.strategy));
        let first = first_on(results, row).map(|first| &first.share);
        let before = [
            row.strategy.clone(),
            number(row.elo, 0),
            marked(
                step_to(results, row).map(|step| &step.share),
                &value(row.win_rate_over_below, row.win_rate_low, row.win_rate_high),
            ),
        ];
        let known =
            are_known.then(|| value(row.exploiter_win_rate, row.exploiter_low, row.exploiter_high));
        let after = [
            marked(
                first,
                &value(row.first_player_win_rate, row.first_player_low, row.first_player_high),
            ),
            first.map_or_else(
                || MISSING.to_owned(),
                |first| verdict_of(&first.judged, of_share(first)),
            ),
            number(row.length_mean, 0),
            rate(row.comeback_rate, 1),
            time.map_or_else(|| MISSING.to_owned(), time_in_words),
        ];
        let cut = unfinished.then(|| {
            first.map_or_else(
                || MISSING.to_owned(),
                |first| unfinished_in_table(unfinished_share(first)),
            )
        });
        panel.judged_row(
            before.into_iter().chain(known).chain(after).chain(cut),
            first.and_then(|first| first.judged.verdict),
        );
    }
    panel
}

/// One row for each table and strategy: what it wins in the place of one player.
fn in_place(results: &Results) -> Panel {
    let with =
        results.in_place.iter().find_map(|row| row.compared_with.as_deref()).unwrap_or(MISSING);
    let columns = [
        PanelColumn::words("among"),
        PanelColumn::words("in the place"),
        PanelColumn::numbers("wins"),
        PanelColumn::numbers(&format!("more than {with}")),
        PanelColumn::verdicts(),
    ];
    let title = "Who does best in the place of one player, on the same shuffles (in per cent, ± the interval)";
    let mut panel = Panel::new(title, columns);
    for row in &results.in_place {
        let wins = row.win_rate.filter(|_| enough_end(results, &row.cell));
        // It is not known where too few games end in one of both line-ups: then there is no verdict.
        let more = row.difference.filter(|_| row.judged.verdict.is_some());
        let value = |estimate: Option<f64>, low, high| {
            with_reach(estimate.map(|estimate| Value { estimate, low, high }), 100.0)
        };
        let difference = [row.difference, row.difference_low, row.difference_high];
        panel.judged_row(
            [
                the_others(row),
                row.strategy.clone(),
                value(wins, row.win_rate_low, row.win_rate_high),
                value(more, row.difference_low, row.difference_high),
                verdict_of(&row.judged, difference),
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
fn marked(share: Option<&ShareOfWins>, value: &str) -> String {
    if share.is_some_and(|share| !is_judged(share)) {
        return MISSING.to_owned();
    }
    let mark =
        share.filter(|share| share.judged.verdict == Some(Verdict::NotSettled)).map(|share| {
            let [size, low, high] = of_share(share);
            if clear_alone(&share.judged, size, low, high).is_some() { "?! " } else { "? " }
        });
    mark.unwrap_or_default().to_owned() + value
}

/// "20 ns", "1.5 ms".
fn time_in_words(nanoseconds: f64) -> String {
    match nanoseconds {
        small if small < 1e3 => format!("{small:.0} ns"),
        middle if middle < 1e6 => format!("{:.1} us", middle / 1e3),
        large => format!("{:.1} ms", large / 1e6),
    }
}

/// Of games for one player, where there is nobody to win against.
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

/// One row for each knob of each quantity; `all`: of those as well that nobody asks for.
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
    let mut panel = Panel::new(
        "Which knob matters: the share of what differs that it explains, alone and with others",
        columns,
    );
    let first_unit = results.names.length_units.first().map_or("", String::as_str);
    let asked = |row: &&SensitivityRow| {
        let asked = |quantity: &QuantityDescription| {
            quantity.kind != Kind::Percentile
                && quantity.is_asked_for(&row.subject, first_unit, row.players)
        };
        all || quantity(&row.quantity).is_some_and(asked)
    };
    for row in results.sensitivity.iter().filter(asked) {
        let with_ends = |digits: usize, value: Option<f64>, low: Option<f64>, high: Option<f64>| {
            let ends = low.zip(high).map_or_else(String::new, |(low, high)| {
                format!(" [{}, {}]", fixed(low, digits), fixed(high, digits))
            });
            number(value, digits) + &ends
        };
        panel.row([
            row.lineup.clone(),
            row.quantity.replace('_', " "),
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
    let ends = |row: &RatingRow| {
        row.elo_low.map_or(MISSING.to_owned(), |_| {
            format!("[{}, {}]", number(row.elo_low, 0), number(row.elo_high, 0))
        })
    };
    for row in &results.ratings {
        panel.row([row.strategy.clone(), number(Some(row.elo), 0), ends(row)]);
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
        let percentile = |length: Option<u32>| {
            length.map_or_else(|| MISSING.to_owned(), |length| thousands(length.into()))
        };
        let lengths = rows.iter().map(|row| {
            format!("{} ({} to {})", number(row.mean, 1), percentile(row.p05), percentile(row.p95))
        });
        let names = [rows[0].cell.variant.clone(), rows[0].cell.lineup.clone()];
        panel.row(names.into_iter().chain(lengths).chain([thousands(rows[0].unfinished.into())]));
    }
    panel
}
