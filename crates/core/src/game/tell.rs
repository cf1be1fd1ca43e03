//! The words in which a game is told to a person.

use serde_json::Value;

use super::{Game, SeatView, UNFINISHED};
use crate::seat::Seat;

/// Whose eyes a game is told through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// All hands lie open.
    All,
    /// Only what this seat knew is told.
    Of(Seat),
}

impl Eyes {
    /// Do they see what this seat alone sees?
    pub fn see(self, seat: Seat) -> bool {
        self == Self::All || self == Self::Of(seat)
    }
}

/// The words in which a game is told to a person, turn by turn.
///
/// A game is told from views, so that nothing is told to a seat that it may not know; only
/// [`Tell::event`], which is handed everything, must mind whose eyes it tells for. All methods have
/// defaults, made of what traces and programs are told, and of others' choices they tell nothing:
/// they cannot know what is secret.
pub trait Tell<G: Game>: Sync {
    /// The part of the game to which the decision that is due belongs, as a heading: "Turn 5: seat
    /// 1". Where it changes, the table and the hands are shown. `None` makes each decision a part
    /// of its own.
    fn part(&self, view: &G::View<'_>) -> Option<String> {
        let _ = view;
        None
    }

    /// What lies on the table, line by line, with all that is public about hands.
    fn table(&self, view: &G::View<'_>) -> Vec<String> {
        let json = view.to_json();
        let entries = json.as_object().into_iter().flatten();
        let entries = entries
            .filter(|(key, value)| !["seat", "hand"].contains(&key.as_str()) && !is_nothing(value));
        // Of a table in a view, each entry has a line of its own.
        let lines = entries.map(|(key, value)| match value.as_object() {
            Some(inner) if key == "table" => inner
                .iter()
                .filter(|(_, value)| !is_nothing(value))
                .map(|(key, value)| format!("{key}: {}", plain(value)))
                .collect(),
            _ => vec![format!("{key}: {}", plain(value))],
        });
        lines.flatten().collect()
    }

    /// What the seat alone sees, sorted: its hand. `None` if it holds nothing.
    fn hand(&self, view: &G::View<'_>) -> Option<String> {
        view.to_json().get("hand").filter(|hand| !is_nothing(hand)).map(plain)
    }

    /// What a seat does by taking an action, after its name: "plays a pair of 9s".
    fn action(&self, rules: &G::Rules, action: G::Action) -> String {
        format!("chooses {}", G::action_name(rules, action))
    }

    /// Does everybody see which action was taken? By default it is not known, and so not told.
    fn is_public(&self, action: G::Action) -> bool {
        let _ = action;
        false
    }

    /// An action among those that were not taken. Those with the same first word are told together.
    fn choice(&self, rules: &G::Rules, action: G::Action) -> String {
        G::action_name(rules, action)
    }

    /// What happened, in sentences, as far as these eyes could see it.
    fn event(&self, rules: &G::Rules, event: &G::Event<'_>, eyes: Eyes) -> Vec<String> {
        let json = G::event_json(rules, event);
        let name = json["e"].as_str().unwrap_or("something").to_owned();
        if eyes != Eyes::All {
            return vec![format!("({name})")];
        }
        let entries = json
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(key, value)| *key != "e" && !is_nothing(value));
        let entries: Vec<String> =
            entries.map(|(key, value)| format!("{key} {}", plain(value))).collect();
        vec![if entries.is_empty() {
            format!("({name})")
        } else {
            format!("({name}: {})", entries.join(", "))
        }]
    }

    /// Does the event belong to the part that begins with the next decision, if one does?
    fn begins(&self, event: &G::Event<'_>) -> bool {
        let _ = event;
        false
    }

    /// Why the game ended, in a sentence; `reason` is an index into the description's
    /// `end_reasons`.
    fn ending(&self, rules: &G::Rules, reason: usize) -> String {
        let _ = rules;
        match G::DESCRIPTION.end_reasons.get(reason) {
            Some(&UNFINISHED) | None => {
                format!("The guard `{UNFINISHED}` ended the game: nobody wins.")
            }
            Some(reason) => format!("The game ends: {reason}."),
        }
    }
}

/// No words of its own: what traces and programs are told.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl<G: Game> Tell<G> for Plain {}

/// "1 card", "9 cards".
pub fn counted_cards(cards: u32) -> String {
    if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") }
}

/// What a score has for its place, if anything: a sentence that follows another one.
pub fn told_place_points(points: i8) -> String {
    let unit = if points.abs() == 1 { "point" } else { "points" };
    if points == 0 {
        String::new()
    } else {
        format!(
            " A score has {points} {unit} for each place behind the first player (place_points)."
        )
    }
}

/// Is there nothing to tell of a value?
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().all(is_nothing),
        Value::Object(entries) => entries.values().all(is_nothing),
        Value::String(text) => text.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A value without brackets and quotes: "2H 10S", and lists of lists with strokes between them.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let is_list = |item: &Value| item.is_array() || item.is_object();
            let separator = if items.iter().any(is_list) { " | " } else { " " };
            items
                .iter()
                .map(|item| if is_nothing(item) { "-".to_owned() } else { plain(item) })
                .collect::<Vec<_>>()
                .join(separator)
        }
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| format!("{key} {}", plain(value)))
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_written_plainly() {
        assert_eq!(plain(&json!(["2H", "10S"])), "2H 10S");
        assert_eq!(plain(&json!([["2H"], [], ["3C", "4C"]])), "2H | - | 3C 4C");
        assert_eq!(plain(&json!({"a": 1, "b": [true, null]})), "a 1, b true -");
        assert!(is_nothing(&json!({"a": [[], null, ""]})) && !is_nothing(&json!([0])));
    }
}
