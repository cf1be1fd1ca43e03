//! A change from the baseline to a variant: a row of a comparison with its quantity, in words.

use crate::words::prelude::*;

/// A row of a comparison with its quantity.
#[derive(Clone, Copy, Debug)]
pub(in crate::words) struct Change<'a> {
    pub(in crate::words) row: &'a ComparisonRow,
    pub(in crate::words) quantity: &'static QuantityDescription,
}

impl Change<'_> {
    /// The difference as it is judged.
    pub(in crate::words) fn effect(self) -> Option<f64> {
        if self.quantity.is_relative() { self.row.relative_difference } else { self.row.difference }
    }

    /// The effect as a multiple of its tolerance, so that different quantities can be compared;
    /// without a tolerance, in hundredths.
    pub(in crate::words) fn size(self) -> f64 {
        let tolerance = self.row.judged.tolerance;
        self.effect()
            .map_or(0.0, |effect| effect.abs() / if tolerance > 0.0 { tolerance } else { 0.01 })
    }

    /// By how much a number of this quantity is multiplied when it is written.
    fn scale(self) -> f64 {
        if self.quantity.is_relative() || self.quantity.is_rate() { 100.0 } else { 1.0 }
    }

    /// "+3.0 points", "-20.4 %".
    pub(in crate::words) fn in_words(self) -> String {
        let effect = signed(self.scale() * self.effect().unwrap_or(0.0), 1);
        match self.quantity.unit {
            _ if self.quantity.is_relative() => effect + " %",
            Unit::Percent | Unit::Points => effect + " points",
            Unit::Number | Unit::Count | Unit::WholeNumber => effect,
        }
    }

    /// "3.0 points more [2.0, 3.9]", "20.4 % less"; where the interval has both signs, with signs.
    pub(in crate::words) fn by(self) -> String {
        let ends = self.ends();
        let effect = self.scale() * self.effect().unwrap_or(0.0);
        if ends.is_some_and(|(low, high)| (low < 0.0) != (high < 0.0)) {
            return self.in_words() + &self.interval();
        }
        let unit = match self.quantity.unit {
            _ if self.quantity.is_relative() => " %",
            Unit::Percent | Unit::Points => " points",
            Unit::Number | Unit::Count | Unit::WholeNumber => "",
        };
        let than = if effect < 0.0 { "less" } else { "more" };
        let interval = ends.map_or_else(String::new, |(low, high)| {
            let [low, high] = [low, high].map(|end| self.scale() * end.abs());
            format!(" [{}, {}]", fixed(low.min(high), 1), fixed(low.max(high), 1))
        });
        format!("{}{unit} {than}{interval}", fixed(effect.abs(), 1))
    }

    /// "+3.0" of points, "-20.4 %".
    pub(in crate::words) fn in_short(self) -> String {
        self.in_words().trim_end_matches(" points").to_owned()
    }

    /// " [+2.0, +3.9]", in the same unit.
    pub(in crate::words) fn interval(self) -> String {
        let ends = self.ends();
        let shown = |end: f64| signed(self.scale() * end, 1);
        ends.map_or_else(String::new, |(low, high)| format!(" [{}, {}]", shown(low), shown(high)))
    }

    /// "heuristic wins 85.8 % instead of 93.6 %".
    pub(in crate::words) fn values(self, results: &Results) -> Option<String> {
        let shown = |value: f64| in_unit(value, None, self.quantity.unit, 1);
        let (before, after) = (shown(self.row.baseline_value?), shown(self.row.variant_value?));
        Some(filled(
            self.quantity,
            &self.row.subject,
            &results.names.plural,
            (&after, Some(&before)),
            no_winner(results, self.row, is_notable(results, self.row)),
            WHO_SITS_BESIDE,
        ))
    }

    /// A word or two for the quantity that changes; empty if the topic says it all.
    pub(in crate::words) fn label(self) -> String {
        match self.quantity.about {
            About::EndReasons => format!("\"{}\"", self.row.subject),
            _ if self.quantity.heading.is_some() => heading(self.quantity, &self.row.subject),
            _ if self.quantity.topic == Topic::GoingFirst => String::new(),
            _ if self.row.subject.is_empty() => self.quantity.name.replace('_', " "),
            _ => self.row.subject.clone(),
        }
    }

    /// The text after the names of variants, with the interval after the number: " -20.4 %
    /// decisions", ": comebacks +3.0 points".
    pub(in crate::words) fn labelled(self, interval: &str) -> String {
        let (label, effect) = (self.label(), self.in_words());
        match (self.quantity.is_relative(), label.is_empty()) {
            (true, _) => format!(" {effect}{interval} {label}"),
            (false, true) => format!(" {effect}{interval}"),
            (false, false) => format!(": {label} {effect}{interval}"),
        }
    }

    /// " (but 0.3 % more rounds)"; empty if all units say the same.
    pub(in crate::words) fn but_units(self, results: &Results) -> String {
        let others = self.units_that_disagree(results);
        if others.is_empty() { String::new() } else { format!(" (but {})", others.join(", ")) }
    }

    /// Units of length in which games do not become longer or shorter by as much as in this one:
    /// "0.3 % more rounds", "as many plays and deals".
    pub(in crate::words) fn units_that_disagree(self, results: &Results) -> Vec<String> {
        if self.quantity.about != About::LengthUnits {
            return Vec::new();
        }
        let of_units = results.comparisons.iter().filter(|row| {
            row.cell == self.row.cell
                && row.quantity == self.row.quantity
                && row.subject != self.row.subject
        });
        let disagrees = |other: &Change<'_>| other.disagrees(self);
        let mut groups = IndexMap::<String, Vec<&str>>::new();
        for other in of_units.map(|row| Change { row, quantity: self.quantity }).filter(disagrees) {
            let percent = 100.0 * other.effect().unwrap_or(0.0);
            let does = match fixed(percent.abs(), 1) {
                zero if zero == "0.0" => "as many".to_owned(),
                size if percent < 0.0 => format!("{size} % fewer"),
                size => format!("{size} % more"),
            };
            groups.entry(does).or_default().push(&other.row.subject);
        }
        groups.into_iter().map(|(does, units)| format!("{does} {}", and(&units))).collect()
    }

    /// The ends of the interval of the effect, as it is judged.
    fn ends(self) -> Option<(f64, f64)> {
        if self.quantity.is_relative() {
            self.row.relative_low.zip(self.row.relative_high)
        } else {
            self.row.difference_low.zip(self.row.difference_high)
        }
    }

    /// Whether another change of the same quantity has another answer: it is none, it has the other
    /// direction, or it is surely larger or smaller by more than the tolerance.
    pub(in crate::words) fn disagrees(self, other: Self) -> bool {
        let standings = (self.standing(), other.standing());
        let Some((own, others)) = self.effect().zip(other.effect()) else { return false };
        match standings {
            (Some(Standing::Beyond), Some(Standing::Beyond)) => {
                let apart = self.ends().zip(other.ends()).is_some_and(
                    |((low, high), (others_low, others_high))| {
                        low > others_high || others_low > high
                    },
                );
                (own < 0.0) != (others < 0.0)
                    || apart && (own - others).abs() > self.row.judged.tolerance
            }
            (Some(Standing::Within), Some(Standing::Beyond))
            | (Some(Standing::Beyond), Some(Standing::Within)) => true,
            _ => false,
        }
    }

    pub(in crate::words) fn standing(self) -> Option<Standing> {
        self.row.judged.verdict.map(Verdict::standing)
    }
}

/// All changes; if subjects mirror each other, only the first one.
pub(in crate::words) fn changes(results: &Results) -> Vec<Change<'_>> {
    let mut changes = Vec::new();
    for rows in results
        .comparisons
        .chunk_by(|one, other| one.cell == other.cell && one.quantity == other.quantity)
    {
        let Some(quantity) = quantity(&rows[0].quantity) else { continue };
        let equal_seats = results.has_equal_seats(&rows[0].cell.lineup);
        let is_own = |(subject, row): &(usize, &ComparisonRow)| {
            !quantity.mirrors(*subject, rows.len(), equal_seats, row.all_ended)
        };
        let own = rows.iter().enumerate().filter(is_own);
        changes.extend(own.map(|(_, row)| Change { row, quantity }));
    }
    changes
}
