//! Games that do not end. They come first, because the rest of the answer is not about them.

use crate::words::prelude::*;
use crate::words::unfinished::standing;

/// At most this many variants or line-ups are named one by one.
const TOLD: usize = 4;

/// The share of games that do not end, unless it is negligible, and the number of cells with too
/// many of them to judge who wins.
pub(in crate::words) fn line(results: &Results) -> Option<Draft> {
    let rows = notable(results);
    let most = rows.first()?;
    let all = results.first_player.iter().filter(|row| row.share.games > 0);
    let (all, unjudged) = (all.clone().count(), all.filter(|row| !is_judged(&row.share)).count());
    let several = results.first_player.iter().any(|row| row.cell.variant != most.cell.variant);
    let plural = &results.names.plural;
    let about = format!("{} that do not end", capitalized(plural));
    if all == 1 {
        let ends = interval(results, most);
        let ends = ends.map_or_else(String::new, |(low, high)| format!(" [{low}, {high}]"));
        let share = unfinished_percent(&most.share) + &ends;
        let rest =
            if unjudged > 0 { ": too many to judge who wins, or how long they are" } else { "" };
        let (of, who) = (games(most.share.games, plural), among(results, &most.cell));
        return Some(
            Draft::new(&about, format!("{share} of {of} {who}{rest}."))
                .or_short(format!("{share}{rest}.")),
        );
    }
    let cases = match (several, results.manifest.lineups.len() > 1) {
        (false, _) => "line-ups",
        (true, false) => "sets of rules",
        (true, true) => "pairs of rules and line-up",
    };
    let (judged, left) = match all - unjudged {
        _ if unjudged == 0 => (String::new(), String::new()),
        0 => (
            format!(
                " Too few end in any of the {all} {cases} to judge who wins, or how long they are."
            ),
            "; none is judged".to_owned(),
        ),
        left => (
            format!(
                " Who wins, and how long they are, is judged in {left} of {all} {cases}: where {ENOUGH_ENDED} % end."
            ),
            format!("; who wins is judged in {left}"),
        ),
    };
    // By variant if there are several; otherwise row by row.
    let mut groups = IndexMap::<(&str, &str), Vec<&FirstPlayerRow>>::new();
    for row in &rows {
        let CellKey { variant, lineup, .. } = &row.cell;
        groups.entry((variant, if several { "" } else { lineup })).or_default().push(row);
    }
    let told = groups.values().take(TOLD).map(|group| one(results, group, several));
    let told = told.collect::<Vec<_>>().join("; ");
    let more = more("; ", groups.len().saturating_sub(TOLD), "other less", "others less");
    let (highest, cut) = (unfinished_percent(&most.share), rows.len());
    Some(
        Draft::new(&about, format!("{told}{more}.{judged}"))
            .or_short(format!("up to {highest}, in {cut} of {all} cases{left}.")),
    )
}

/// The ends of the interval of the share of the games of a cell that do not end, in per cent.
fn interval(results: &Results, row: &FirstPlayerRow) -> Option<(String, String)> {
    let share = results
        .shares
        .iter()
        .find(|share| share.cell == row.cell && share.quantity == UNFINISHED_GAMES.name)?;
    let (low, high) = share.low.zip(share.high)?;
    let digits = decimals(low, high);
    Some((percent(low, digits), percent(high, digits)))
}

/// The rows of one variant, or one row: "5.3 to 99.6 % with no-steal, in 7 of 9 line-ups", "99.6 % between
/// patient players".
fn one(results: &Results, group: &[&FirstPlayerRow], by_variant: bool) -> String {
    let (first, last) = (group[0], group[group.len() - 1]);
    let [low, high] = [last, first].map(|row| unfinished_percent(&row.share));
    let variant = &first.cell.variant;
    if !by_variant {
        return format!("{high} {}", among(results, &first.cell));
    }
    let all = results.first_player.iter().filter(|row| row.cell.variant == *variant).count();
    match group.len() {
        _ if all == 1 => format!("{high} with {variant}"),
        1 => format!("{high} with {variant}, {}", among(results, &first.cell)),
        some if low == high => format!("{high} with {variant}, in {some} of {all} line-ups"),
        some => {
            let low = low.trim_end_matches(" %");
            format!("{low} to {high} with {variant}, in {some} of {all} line-ups")
        }
    }
}

/// "None of 20 games between hoarder players ended: too few to judge who wins, or how long they
/// are."
pub(in crate::words) fn sentence_about(
    results: &Results,
    FirstPlayerRow { cell, share }: &FirstPlayerRow,
) -> Option<Sentence> {
    if is_judged(share) {
        return None;
    }
    let (of, players) = (games(share.games, &results.names.plural), between(results, &cell.lineup));
    let begin = match share.games - share.unfinished {
        0 if share.games == 1 => format!("the only one {players} did not end"),
        0 => format!("none of {of} {players} ended"),
        ended => format!("only {} of {of} {players} ended", thousands(ended)),
    };
    let (begin, who) = (
        under(results, &cell.variant, &begin),
        if results.names.is_one_side(cell.players) { "the score" } else { "who wins" },
    );
    let text = format!("{begin}: too few to judge {who}, or how long they are.");
    let about = Topic::Endings.title();
    Some(Sentence { unjudged: true, ..plain(standing(results, cell), about, text) })
}
