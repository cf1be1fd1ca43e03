//! How a run ended that may end early.

use super::answer::{Form, form};
use super::numbers::thousands;
use super::unfinished::is_judged;
use crate::findings::{ENOUGH_ENDED, Ending, Goal, Stop};
use crate::results::Results;

/// How a run ended that may end early, after at most this many blocks if there is a bound.
pub fn ended(results: &Results, stop: &Stop, ending: Ending, most: Option<u64>) -> String {
    let of_places = form(results) == Form::InPlace;
    let at_most = most
        .map_or_else(String::new, |most| format!(" (at most {} blocks)", thousands(most.into())));
    match (ending, &stop.goal) {
        (Ending::Interrupted, _) => {
            "Interrupted before its goal was reached. All intervals hold at every look.".to_owned()
        }
        (Ending::Reached, Goal::Settled) => {
            let on = if of_places {
                "on who does best in one seat"
            } else {
                "on going first, on strengths, on neighbours, on lengths and on scores of a player alone"
            };
            // More blocks settle nothing where too few games end.
            let where_they_end = if results.first_player.iter().all(|row| is_judged(&row.share)) {
                String::new()
            } else {
                format!(", where at least {ENOUGH_ENDED} % of {} end,", results.names.plural)
            };
            format!(
                "Ended{at_most}: every verdict {on}{where_they_end} is settled. All intervals hold at every look."
            )
        }
        (Ending::Reached, Goal::Precision(_)) => {
            let of = if of_places { "a difference in one seat" } else { "a win rate" };
            format!(
                "Ended{at_most}: every interval of {of} is narrow enough, and holds at every look."
            )
        }
        (Ending::Planned, Goal::Settled) => {
            "Played to the end: see below what is not settled. All intervals hold at every look."
                .to_owned()
        }
        (Ending::Planned, Goal::Precision(_)) => {
            "Played to the end: not every interval is narrow enough. All hold at every look."
                .to_owned()
        }
    }
}
