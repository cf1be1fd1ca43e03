//! Which knob of a box of rules matters.

use super::telling::Telling;
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    lines: |of| lines(of.results),
    table: |shown| table(shown.results, shown.all),
    ..Telling::NONE
};

/// Which knob of a box of rules explains most of the variance, topic by topic, and which hardly any.
pub(in crate::words) fn lines(results: &Results) -> Vec<Draft> {
    let rows = &results.sensitivity;
    let mut points = Vec::new();
    for of_quantity in rows.chunk_by(|one, other| {
        one.lineup == other.lineup && one.quantity == other.quantity && one.subject == other.subject
    }) {
        let row = &of_quantity[0];
        let Some(quantity) = quantity(&row.quantity) else { continue };
        let shared_wins = *quantity == SHARED_WINS;
        let is_one_side = results.names.is_one_side(row.players);
        let is_asked =
            shared_wins || quantity.is_asked_for(&row.subject, results.felt_unit(), is_one_side);
        if !is_asked || quantity.kind == Kind::Percentile {
            continue;
        }
        let mut ranked: Vec<&SensitivityRow> =
            of_quantity.iter().filter(|row| row.total.is_some()).collect();
        ranked.sort_by(|one, other| by_value(other.total, one.total));
        // Wins are seldom shared in some games, and never in others.
        if shared_wins && ranked.is_empty() {
            continue;
        }
        let is_idle = |row: &&&SensitivityRow| {
            row.total_high.map_or(row.total == Some(0.0), |high| high < 0.05)
        };
        let idle: Vec<&str> = ranked.iter().filter(is_idle).map(|row| row.knob.as_str()).collect();
        let matters = ranked.iter().filter(|row| !idle.contains(&row.knob.as_str()));
        let first: Vec<&SensitivityRow> = matters.take(2).copied().collect();
        let told: Vec<String> =
            first.iter().map(|row| format!("{} {}", row.knob, explains(row))).collect();
        let is_clear = match first[..] {
            [most, next, ..] => {
                most.total_low.zip(next.total).is_some_and(|(low, total)| low > total)
            }
            _ => true,
        };
        let most = match told.first() {
            Some(most) if is_clear => format!("{most} matters most"),
            Some(most) => format!("{most} seems to matter most"),
            None => "no knob matters".to_owned(),
        };
        let hardly = match idle[..] {
            [] => String::new(),
            [one] => format!("; {one} hardly matters"),
            _ => format!("; {} hardly matter", and(&idle)),
        };
        let who = against(results.lineup(&row.lineup));
        let next = told.get(1).map_or_else(String::new, |next| format!(", then {next}"));
        let about = format!(
            "{}{}",
            if shared_wins { "Shared wins" } else { quantity.topic.title() },
            if row.subject.is_empty() { String::new() } else { format!(" ({})", row.subject) }
        );
        let draft = Draft::new(&about, format!("{most}{next}{hardly} ({who})."));
        points.push(draft.or_short(format!("{most}{next} ({who}).")).or_drop(SMALLER));
    }
    points
}

/// "(80 % [70, 90] of the variance)": a share above 1 or below 0 is noise.
fn explains(row: &SensitivityRow) -> String {
    let share = row.total.unwrap_or(0.0).clamp(0.0, 1.0);
    let sure = match row.total_low.zip(row.total_high) {
        Some((low, high)) => {
            format!(" [{}, {}]", percent(low.clamp(0.0, 1.0), 0), percent(high.clamp(0.0, 1.0), 0))
        }
        None => String::new(),
    };
    format!("({} %{sure} of the variance)", percent(share, 0))
}

/// One row for each knob and quantity; `all`: also quantities that designers seldom ask for.
fn table(results: &Results, all: bool) -> Panel {
    let felt_unit = results.felt_unit();
    let asked = |row: &&SensitivityRow| {
        let asked = |quantity: &QuantityDescription| {
            quantity.kind != Kind::Percentile
                && quantity.is_asked_for(
                    &row.subject,
                    felt_unit,
                    results.names.is_one_side(row.players),
                )
        };
        all || quantity(&row.quantity).is_some_and(asked)
    };
    let with_ends = |digits: usize, value: Option<f64>, low: Option<f64>, high: Option<f64>| {
        let shown = |value| fixed(value, digits);
        known(value.map(|value| within(value, low.zip(high), "", shown)))
    };
    let title = "Which knob matters: its share of the variance, alone and with others";
    let mut columns = Columns::new(title, results.sensitivity.iter().filter(asked));
    columns.words("line-up", |row| row.lineup.clone()).or_drop(3, SensitivityRow::FILE);
    columns.words("quantity", |row| spaced(&row.quantity));
    columns.words("subject", |row| row.subject.clone()).or_drop(1, SensitivityRow::FILE);
    columns.words("knob", |row| row.knob.clone());
    columns
        .numbers("alone", |row| {
            with_ends(2, row.first_order, row.first_order_low, row.first_order_high)
        })
        .or_drop(2, SensitivityRow::FILE);
    columns.numbers("with others", |row| with_ends(2, row.total, row.total_low, row.total_high));
    columns.numbers("mean change where turned up", |row| {
        with_ends(3, row.effect, row.effect_low, row.effect_high)
    });
    columns.panel
}
