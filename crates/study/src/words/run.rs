//! Sentences about a run as a whole.

use super::numbers::and;
use crate::results::{Manifest, Played, Results};
use fairdeal_core::rows::{LadderRow, PairRow, Verdict};

/// For each line-up with too many arrangements to play them all, what a block plays instead.
pub fn drawn_arrangements(manifest: &Manifest) -> Vec<String> {
    let drawn = manifest.arrangements.iter().filter(|arranged| arranged.played == Played::Drawn);
    drawn
        .map(|arranged| {
            format!(
                "{}: {} games a block, the players seated at random and in all rotations.",
                arranged.lineup, arranged.games_per_block
            )
        })
        .collect()
}

/// Why there are no ratings, where the results do not connect all strategies; `None` where they do.
pub(super) fn unrated(results: &Results) -> Option<String> {
    if let Some(reason) = &results.no_ratings {
        return Some(reason.clone());
    }
    let group_of = |strategy: &str| {
        results.not_connected.iter().position(|group| group.iter().any(|name| name == strategy))
    };
    let apart =
        || results.pairs.iter().filter(|pair| group_of(&pair.strategy) != group_of(&pair.opponent));
    let (won, not_won): (Vec<&PairRow>, Vec<&PairRow>) =
        apart().partition(|pair| pair.wins_840 + pair.opponent_wins_840 > 0);
    let between = |what: &str| format!("{what} between some of them");
    Some(match (won.is_empty(), not_won.is_empty()) {
        _ if results.not_connected.is_empty() => return None,
        (true, false) => between(&format!("none of the {} ended", results.names.plural)),
        (_, true) => between("one side won every game"),
        (false, false) => between("one side won every game, or no game ended,"),
    })
}

/// What a ladder says in one sentence: does the answer about going first depend on who plays?
/// `None` where too little of it is clear, or there is no ladder.
pub fn headline(results: &Results) -> Option<String> {
    let verdict = |rung: &LadderRow| (rung.strategy.clone(), rung.first_player_verdict);
    Some(in_one_sentence(&results.ladder.iter().map(verdict).collect::<Vec<_>>())?.text)
}

/// Whether the answer about going first depends on who plays.
pub(super) struct Turn {
    /// It does.
    pub(super) turns: bool,
    /// In a sentence that begins with the word skill.
    pub(super) text: String,
    /// In one for a line that begins with the word already.
    pub(super) of_it: String,
    /// What going first does: "helps between players like a, but hurts between players like b".
    pub(super) does: String,
}

/// Whether the answer about going first depends on who plays among equals; `None` where fewer than
/// two kinds of players have a clear one. Some may have no verdict: too few of their games end.
pub(super) fn in_one_sentence(verdicts: &[(String, Option<Verdict>)]) -> Option<Turn> {
    let among = |wanted: Verdict| -> Vec<&str> {
        verdicts
            .iter()
            .filter(|(_, verdict)| *verdict == Some(wanted))
            .map(|(strategy, _)| strategy.as_str())
            .collect()
    };
    let groups = [
        (among(Verdict::Advantage), "helps"),
        (among(Verdict::Disadvantage), "hurts"),
        (among(Verdict::Within), "makes no difference that matters"),
    ];
    let groups: Vec<&(Vec<&str>, &str)> =
        groups.iter().filter(|(group, _)| !group.is_empty()).collect();
    let clear: usize = groups.iter().map(|(group, _)| group.len()).sum();
    let does = match groups[..] {
        _ if clear < 2 => return None,
        [(_, does)] => (*does).to_owned(),
        _ => {
            let parts: Vec<String> = groups
                .iter()
                .map(|(group, does)| format!("{does} between players like {}", and(group)))
                .collect();
            match &parts[..] {
                [first @ .., last] => format!("{}, but {last}", first.join(", ")),
                [] => return None,
            }
        }
    };
    let turns = groups.len() > 1;
    let (text, of_it) = match groups[..] {
        [(_, does)] if clear < verdicts.len() => {
            let all = verdicts.len();
            let text = format!(
                "As far as it is settled, skill does not change the answer: between equals going first {does} for {clear} of {all} kinds of players."
            );
            (text.clone(), text)
        }
        _ => {
            let said = match groups[..] {
                [(_, does)] => {
                    let all = if clear == 2 { "both".to_owned() } else { format!("all {clear}") };
                    format!(
                        "does not change the answer: between equals going first {does}, for {all} kinds of players."
                    )
                }
                _ => format!("changes the answer: going first {does}."),
            };
            (format!("Skill {said}"), format!("it {said}"))
        }
    };
    Some(Turn { turns, text, of_it, does })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_turns_the_answer_or_not() {
        let (above, below, within, open) =
            (Verdict::Advantage, Verdict::Disadvantage, Verdict::Within, Verdict::NotSettled);
        let said = |verdicts: &[(&str, Verdict)]| {
            let verdicts: Vec<_> = verdicts
                .iter()
                .map(|(name, verdict)| {
                    ((*name).to_owned(), Some(*verdict).filter(|_| *name != "endless"))
                })
                .collect();
            in_one_sentence(&verdicts).map(|turn| turn.text)
        };
        assert_eq!(said(&[("a", above)]), None);
        assert_eq!(said(&[("a", above), ("b", open)]), None);
        assert_eq!(
            said(&[("a", above), ("b", open), ("c", below), ("d", below), ("e", below)]).as_deref(),
            Some(
                "Skill changes the answer: going first helps between players like a, but hurts between players like c, d and e."
            )
        );
        assert_eq!(
            said(&[("a", above), ("b", above)]).as_deref(),
            Some(
                "Skill does not change the answer: between equals going first helps, for both kinds of players."
            )
        );
        // Kinds of players with too few finished games count among all.
        assert_eq!(
            said(&[("a", above), ("b", above), ("endless", above)]).as_deref(),
            Some(
                "As far as it is settled, skill does not change the answer: between equals going first helps for 2 of 3 kinds of players."
            )
        );
        assert_eq!(
            said(&[("a", within), ("b", within), ("c", open)]).as_deref(),
            Some(
                "As far as it is settled, skill does not change the answer: between equals going first makes no difference that matters for 2 of 3 kinds of players."
            )
        );
    }
}
