//! The phrases of quantities, filled in with values.

use super::numbers::spaced;
use crate::findings::Finding;
use fairdeal_core::metrics::QuantityDescription;
use fairdeal_core::rows::Standing;

/// Games without a winner, of which a sentence must say how they count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoWinner {
    /// Whether some do not end.
    pub(super) unfinished: bool,
    /// Whether some are lost by all.
    pub(super) lost: bool,
}

/// Returns the heading of a quantity about a subject, which may be empty: "stakes in the first
/// third".
pub(crate) fn heading(quantity: &QuantityDescription, subject: &str) -> String {
    let name = spaced(quantity.name);
    match quantity.heading {
        Some(heading) => heading.replace("{subject}", subject),
        _ if subject.is_empty() => name,
        _ => format!("{name}: {subject}"),
    }
}

/// The sentence of a quantity about a value, and about the value before it if there is one.
/// `games`: the name of games; `order`: who sits beside whom; `no_winner`: the games of which it
/// must be said how they count.
pub(super) fn filled(
    quantity: &QuantityDescription,
    subject: &str,
    games: &str,
    (after, before): (&str, Option<&str>),
    no_winner: NoWinner,
    order: &str,
) -> String {
    let instead = before.map_or_else(String::new, |before| format!(" instead of {before}"));
    let value = |name: &str| match name {
        "after" => after,
        "instead" => &instead,
        "subject" => subject,
        "games" => games,
        "order" => order,
        "split" => match no_winner {
            NoWinner { unfinished: true, lost: true } => {
                " (a game without a winner counts as shared by all)"
            }
            NoWinner { unfinished: true, .. } => " (an unfinished game counts as shared by all)",
            NoWinner { lost: true, .. } => " (a game that all lose counts as shared by all)",
            NoWinner { .. } => "",
        },
        "ended" if no_winner.unfinished => " in the games that ended",
        _ => "",
    };
    // Only the phrase is searched for braces, not the inserted texts: a strategy may
    // be called `{games}`.
    let mut parts = quantity.phrase.split('{');
    let mut text = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or((part, ""));
        text += value(name);
        text += rest;
    }
    text
}

/// A note on the standing of a fact by its own interval, before the correction for its family,
/// after these words: ", by itself beyond your tolerance". Empty if the correction changes nothing.
pub(super) fn by_itself(fact: &Finding<'_>, begin: &str) -> String {
    match fact.clear_alone() {
        Some(Standing::Beyond) if fact.judged.tolerance > 0.0 => {
            format!("{begin} beyond your tolerance")
        }
        Some(Standing::Beyond) => format!("{begin} clear"),
        Some(_) => format!("{begin} within your tolerance"),
        None => String::new(),
    }
}

/// The source of the differences if not all orders around the table are played.
pub(super) const WHO_SITS_BESIDE: &str = "who sits beside whom";

/// The arrangements that are compared to see how much neighbours matter: orders around the table,
/// or who sits beside whom if blocks draw their arrangements.
pub(super) fn order(all_are_played: bool) -> &'static str {
    if all_are_played { "the order around the table" } else { WHO_SITS_BESIDE }
}

/// Whether a question can be answered with yes or no: it begins with a verb, perhaps after the name
/// of a game and a colon, and does not go on to ask for a name.
pub(super) fn asks_whether(question: &str) -> bool {
    const VERBS: [&str; 10] =
        ["do", "does", "did", "is", "are", "can", "will", "would", "has", "have"];
    let asked = question.rsplit(": ").next().unwrap_or(question).trim_start();
    let first = asked.split_whitespace().next().unwrap_or_default().to_lowercase();
    asked.is_empty() || VERBS.contains(&first.as_str()) && !question.contains(" which ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::metrics::{WIN_RATE, quantities, quantity};

    #[test]
    fn a_heading_says_what_the_quantity_is_about() {
        let of = |name: &str, subject| heading(quantity(name).expect("known"), subject);
        assert_eq!(of("stakes", ""), "stakes");
        assert_eq!(of("stakes_by_third", "last third"), "stakes in the last third");
        assert_eq!(of("ending", "empty deck"), "ending: empty deck");
    }

    #[test]
    fn a_name_is_not_looked_into() {
        let cut = NoWinner { unfinished: true, lost: false };
        let said = filled(&WIN_RATE, "{games}{after}", "matches", ("86 %", Some("80 %")), cut, "");
        assert_eq!(
            said,
            "{games}{after} wins 86 % instead of 80 % (an unfinished game counts as shared by all)"
        );
    }

    #[test]
    fn every_part_of_a_phrase_stands_for_something() {
        let cut = NoWinner { unfinished: true, lost: false };
        for quantity in quantities() {
            let said = filled(quantity, "S", "G", ("A", Some("B")), cut, "O");
            let braces = quantity.phrase.matches('{').count();
            let filled_in = [
                "S",
                "G",
                "A",
                " instead of B",
                "O",
                " (an unfinished game counts as shared by all)",
                " in the games that ended",
            ];
            let found: usize = filled_in.iter().map(|part| said.matches(part).count()).sum();
            assert_eq!((found, quantity.phrase.matches('}').count()), (braces, braces), "{said}");
        }
    }

    #[test]
    fn questions_with_yes_or_no_are_known() {
        for yes in [
            "",
            "Does it?",
            "Is going first an advantage in Whist, from random players to those that look ahead?",
            "Whist: does a game between patient players end, and what do the bonuses do to it?",
        ] {
            assert!(asks_whether(yes), "{yes}");
        }
        for no in [
            "Which handicap makes going first fair?",
            "Crypto Cards: how often is a win shared?",
            "Does going first win more games of Whist, and which simple change takes that away?",
        ] {
            assert!(!asks_whether(no), "{no}");
        }
    }
}
