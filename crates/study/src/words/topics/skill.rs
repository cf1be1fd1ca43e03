//! Whether skill changes the answer about going first.

use super::telling::{Skill, Telling};
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    lines: |of| Vec::from_iter(of.skill.map(|skill| skill.draft.clone())),
    ..Telling::NONE
};

/// Whether the answer about going first depends on who plays, among equals by the rules of the
/// baseline; for each number of players, if there are several.
pub(in crate::words) fn skill(results: &Results) -> Option<Skill> {
    let baseline = &results.manifest.baseline;
    let mut tables = BTreeMap::<usize, Vec<(String, Option<Verdict>)>>::new();
    for FirstPlayerRow { cell, share } in &results.first_player {
        let equals = results.lineup(&cell.lineup).first();
        let is_of_equals = cell.variant == *baseline && results.is_of_equals(&cell.lineup);
        if let Some(name) = equals.filter(|_| is_of_equals) {
            let table = tables.entry(cell.players).or_default();
            table.push((name.clone(), share.judged.verdict));
        }
    }
    let turn = |(players, verdicts): (&usize, &Vec<_>)| {
        Some((players.to_string(), in_one_sentence(verdicts)?))
    };
    let told: Vec<(String, Turn)> = tables.iter().filter_map(turn).collect();
    let turned: Vec<&(String, Turn)> = told.iter().filter(|(_, turn)| turn.turns).collect();
    let (text, short) = match (&told[..], &turned[..]) {
        ([], _) => return None,
        ([(_, turn)], []) => (turn.of_it.clone(), turn.of_it.clone()),
        ([(_, turn)], _) => {
            (turn.of_it.clone(), "it changes the answer about going first.".to_owned())
        }
        (_, []) => {
            let with = if told.len() < tables.len() {
                let known: Vec<&str> = told.iter().map(|(players, _)| players.as_str()).collect();
                format!("with {} players; with other numbers too little is known", and(&known))
            } else {
                "with any number of players".to_owned()
            };
            let text = format!("where it is settled, it does not change the answer, {with}.");
            (text.clone(), text)
        }
        (_, [(players, Turn { does, .. }), others @ ..]) => {
            let more = more("; and so at ", others.len(), "more table", "more tables");
            let all: Vec<&str> = turned.iter().map(|(players, _)| players.as_str()).collect();
            (
                format!("it changes the answer: with {players} players, going first {does}{more}."),
                format!("it changes the answer with {} players.", and(&all)),
            )
        }
    };
    let one = results.variants.chunk_by(|one, other| one.variant == other.variant).count() < 2;
    // Variants may change the answer for the baseline.
    let of_rules = |text: String| {
        if one { text } else { format!("by the rules {baseline}: {text}") }
    };
    let draft = Draft::new("Skill", of_rules(text)).or_short(of_rules(short));
    Some(Skill { turns: !turned.is_empty(), draft })
}

/// The result of a ladder in one sentence: whether the answer about going first depends on who
/// plays. `None` if too little is clear, or there is no ladder.
pub fn headline(results: &Results) -> Option<String> {
    let verdict = |rung: &LadderRow| (rung.strategy.clone(), rung.first_player_verdict);
    Some(in_one_sentence(&results.ladder.iter().map(verdict).collect::<Vec<_>>())?.text)
}

/// Whether the answer about going first depends on who plays.
pub(in crate::words) struct Turn {
    /// Whether it does.
    pub(in crate::words) turns: bool,
    /// In a sentence that begins with the word skill.
    pub(in crate::words) text: String,
    /// In one for a line that begins with the word already.
    pub(in crate::words) of_it: String,
    /// The effect of going first: "helps between players like a, but hurts between players like b".
    pub(in crate::words) does: String,
}

/// Whether the answer about going first depends on who plays, among equals; `None` if fewer than two
/// kinds of players have a clear verdict. Those with too few finished games have none.
pub(in crate::words) fn in_one_sentence(verdicts: &[(String, Option<Verdict>)]) -> Option<Turn> {
    let among = |(wanted, does)| {
        let is_it = |(_, verdict): &&(_, Option<Verdict>)| *verdict == Some(wanted);
        let names = verdicts.iter().filter(is_it).map(|(name, _)| name.as_str());
        (names.collect::<Vec<_>>(), does)
    };
    let groups = [
        (Verdict::Advantage, "helps"),
        (Verdict::Disadvantage, "hurts"),
        (Verdict::Within, "makes no difference that matters"),
    ];
    let groups: Vec<(Vec<&str>, &str)> =
        groups.into_iter().map(among).filter(|(group, _)| !group.is_empty()).collect();
    let clear: usize = groups.iter().map(|(group, _)| group.len()).sum();
    let (turns, does, said) = match &groups[..] {
        _ if clear < 2 => return None,
        [(_, does)] if clear < verdicts.len() => {
            let all = verdicts.len();
            let text = format!(
                "Where it is settled, skill does not change the answer: between equals going first {does} for {clear} of {all} kinds of players."
            );
            return Some(Turn {
                turns: false,
                of_it: text.clone(),
                text,
                does: (*does).to_owned(),
            });
        }
        [(_, does)] => {
            let all = if clear == 2 { "both".to_owned() } else { format!("all {clear}") };
            let said = format!(
                "does not change the answer: between equals going first {does}, for {all} kinds of players."
            );
            (false, (*does).to_owned(), said)
        }
        _ => {
            let part = |(group, does): &(Vec<&str>, &str)| {
                format!("{does} between players like {}", and(group))
            };
            let parts: Vec<String> = groups.iter().map(part).collect();
            let (last, first) = parts.split_last()?;
            let does = format!("{}, but {last}", first.join(", "));
            let said = format!("changes the answer: going first {does}.");
            (true, does, said)
        }
    };
    Some(Turn { turns, text: format!("Skill {said}"), of_it: format!("it {said}"), does })
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
                "Where it is settled, skill does not change the answer: between equals going first helps for 2 of 3 kinds of players."
            )
        );
        assert_eq!(
            said(&[("a", within), ("b", within), ("c", open)]).as_deref(),
            Some(
                "Where it is settled, skill does not change the answer: between equals going first makes no difference that matters for 2 of 3 kinds of players."
            )
        );
    }
}
