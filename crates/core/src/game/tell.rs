//! The words of a game for a person.

use serde_json::Value;

use super::{Game, SeatView, UNFINISHED};
use crate::seat::Seat;

/// The viewpoint from which a game is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// All hands are open.
    All,
    /// Only the knowledge of this seat is used.
    Of(Seat),
}

impl Eyes {
    /// Returns whether they see the hidden things that this seat sees.
    pub fn see(self, seat: Seat) -> bool {
        self == Self::All || self == Self::Of(seat)
    }
}

/// The words of a game for a person, turn by turn.
///
/// A game is described from views, so the words for a seat contain only what it may know. Only
/// [`Tell::event`], which gets everything, must respect the viewpoint. All methods have defaults,
/// made from the texts of traces and programs. They leave out the choices of others, since they
/// cannot know which are secret.
pub trait Tell<G: Game>: Sync {
    /// Returns the part of the game to which the next decision belongs, as a heading: "Turn 5: seat
    /// 1". At the start of a part, the table and the hands are shown. `None` makes each decision a
    /// part of its own.
    fn part(&self, view: &G::View<'_>) -> Option<String> {
        let _ = view;
        None
    }

    /// Describes the table, line by line, with all public information about hands.
    fn table(&self, view: &G::View<'_>) -> Vec<String> {
        let json = view.to_json();
        let entries = json.as_object().into_iter().flatten();
        let entries = entries
            .filter(|(key, value)| !["seat", "hand"].contains(&key.as_str()) && !is_nothing(value));
        // Each entry of a table in a view has a line of its own.
        let lines = entries.map(|(key, value)| match value.as_object() {
            Some(inner) if key == "table" => inner
                .iter()
                .filter(|(key, value)| !is_nothing(value) && self.tells(view.rules(), key))
                .map(|(key, value)| format!("{key}: {}", plain(value)))
                .collect(),
            _ => vec![format!("{key}: {}", plain(value))],
        });
        lines.flatten().collect()
    }

    /// Returns whether an entry of the table of a view is shown to a person.
    fn tells(&self, rules: &G::Rules, entry: &str) -> bool {
        let _ = (rules, entry);
        true
    }

    /// Returns the things that only the seat sees, sorted: its hand. `None` if it holds nothing.
    fn hand(&self, view: &G::View<'_>) -> Option<String> {
        view.to_json().get("hand").filter(|hand| !is_nothing(hand)).map(plain)
    }

    /// Describes an action, after the name of its seat: "plays a pair of 9s".
    fn action(&self, rules: &G::Rules, action: G::Action) -> String {
        format!("chooses {}", G::action_name(rules, action))
    }

    /// Returns whether everybody sees the chosen action. By default this is unknown, so it is not
    /// shown.
    fn is_public(&self, action: G::Action) -> bool {
        let _ = action;
        false
    }

    /// Describes an action that was not taken. Actions with the same first word are listed
    /// together.
    fn choice(&self, rules: &G::Rules, action: G::Action) -> String {
        G::action_name(rules, action)
    }

    /// Describes an event in sentences, as far as this viewpoint could see it.
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

    /// Returns whether the event belongs to the part that begins with the next decision, if one
    /// does.
    fn begins(&self, event: &G::Event<'_>) -> bool {
        let _ = event;
        false
    }

    /// Returns the reason why the game ended, in a sentence; `reason` is an index into the
    /// description's `end_reasons`.
    fn ending(&self, rules: &G::Rules, reason: usize) -> String {
        match G::description_of(rules).end_reasons.get(reason) {
            Some(&UNFINISHED) | None => {
                format!("The limit `{UNFINISHED}` ended the game: nobody wins.")
            }
            Some(reason) => format!("The game ends: {reason}."),
        }
    }
}

/// No words of its own: the texts of traces and programs.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl<G: Game> Tell<G> for Plain {}

/// "1 card", "9 cards".
pub fn counted_cards(cards: u32) -> String {
    if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") }
}

/// Returns a sentence about the points for places, to follow another sentence; empty without such
/// points.
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

/// Whether a value has nothing to show.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().all(is_nothing),
        Value::Object(entries) => entries.values().all(is_nothing),
        Value::String(text) => text.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A value without brackets and quotes: "2H 10S"; nested lists are separated by bars.
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
