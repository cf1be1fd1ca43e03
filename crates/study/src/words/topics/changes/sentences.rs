//! Sentences about the effects of variants.

use super::change::{self, Change};
use crate::words::prelude::*;

/// The sentences about the effects of variants: wins before lengths.
pub(in crate::words) fn sentences(results: &Results) -> Vec<Sentence> {
    let rules = |variant: &str| -> Vec<_> {
        let rows = results.variants.iter().filter(|row| row.variant == variant);
        rows.map(|row| (&row.knob, &row.value)).collect()
    };
    let (mut same, mut told) = (Vec::<(&str, &str)>::new(), Vec::new());
    for of_variant in change::changes(results)
        .chunk_by(|one, other| one.row.cell.variant == other.row.cell.variant)
    {
        let row = of_variant[0].row;
        if rules(&row.cell.variant) == rules(&row.baseline) {
            same.push((&row.cell.variant, &row.baseline));
            continue;
        }
        let sentences = of_variant.iter().filter_map(|change| {
            Some((change.quantity.is_relative(), sentence_of(results, *change)?))
        });
        told.extend(sentences);
    }
    same.dedup();
    told.sort_by_key(|(is_length, _)| *is_length);
    let same = same.into_iter().map(|(variant, baseline)| {
        let text = format!("{variant} has the same rules as {baseline}, so that nothing differs.");
        plain(Standing::Within, "Rules", text)
    });
    same.chain(told.into_iter().map(|(_, sentence)| sentence)).collect()
}

/// "no-face-up compared with designer, between greedy players: going first wins 47.9 % instead of
/// 47.8 %, +0.1 points [-0.2, +0.4]: the same within your tolerance of 1 point. (12 of 400 shuffles
/// changed.)"
fn sentence_of(results: &Results, Change { row, quantity }: Change<'_>) -> Option<Sentence> {
    let (before, after, difference) = (row.baseline_value?, row.variant_value?, row.difference?);
    let ends = row.difference_low.zip(row.difference_high);
    let relative = row.relative_low.zip(row.relative_high);
    let digits = ends.map_or(1, |(low, high)| decimals(low, high));
    let hundredths = |value: f64, ends: Option<(f64, f64)>, unit: &str| {
        let digits = ends.map_or(digits, |(low, high)| decimals(low, high));
        within(value, ends, unit, |value| signed(100.0 * value, digits))
    };
    // If few blocks change, their number follows the verdict.
    let few_change = row.changed_blocks.is_some_and(|changed| changed * 2 < row.blocks);
    let all_alike = !few_change && sums_of(results, row).is_some_and(changes_by_one_number);
    let blocks = thousands(row.blocks.into());
    let in_how_many = match all_alike {
        true => format!(" in each of {blocks} shuffles"),
        false if few_change => String::new(),
        false => " in nearly every shuffle".to_owned(),
    };
    let change = match (row.relative_difference, relative, ends) {
        (_, _, Some(_)) if quantity.is_rate() => hundredths(difference, ends, " points"),
        (Some(effect), Some(_), _) => hundredths(effect, relative, " %"),
        (None, None, Some(_)) => within(difference, ends, "", |value| signed(value, 2)),
        (Some(effect), ..) => hundredths(effect, None, " %") + &in_how_many,
        (None, ..) => hundredths(difference, None, " points") + &in_how_many,
    };
    let all_are_played = results
        .manifest
        .arrangements
        .iter()
        .any(|arranged| arranged.lineup == row.cell.lineup && arranged.played == Played::All);
    let shown = |value: f64| in_unit(value, None, quantity.unit, digits);
    let values = filled(
        quantity,
        &row.subject,
        &results.names.plural,
        (&shown(after), Some(&shown(before))),
        no_winner(results, row, !row.all_ended),
        order(all_are_played),
    );
    let is_said = all_alike && ends.is_none() && relative.is_none();
    let changed = row.changed_blocks.filter(|_| !is_said).map_or_else(String::new, |changed| {
        format!(" ({} of {blocks} shuffles changed.)", thousands(changed.into()))
    });
    let is_first = quantity.topic == Topic::GoingFirst && quantity.kind == Kind::Wins;
    let fairer = if is_first { becomes_fair(results, &row.cell, before, after) } else { None };
    let (variant, players) = (&row.cell.variant, between(results, &row.cell.lineup));
    let begin = format!("{variant} compared with {}, {players}: {values}, {change}", row.baseline);
    let tolerance = tolerance_in_words(quantity.is_relative(), row.judged.tolerance);
    let mut sentence = sentence(results, &row.finding(), &tolerance, &begin, &changed)?;
    if let Some(effect) = &mut sentence.effect {
        effect.fairer = fairer;
        effect.relative = quantity.is_relative();
        effect.constant =
            row.judged.verdict == Some(Verdict::NotSettled) && is_constant(results, row);
    }
    Some(sentence)
}

/// Whether a change from one share to another makes going first fair, or less fair. `None` if it
/// comes nearer to fair, but it or a seat is still unfair.
fn becomes_fair(results: &Results, cell: &CellKey, before: f64, after: f64) -> Option<bool> {
    let fair = 1.0 / cell.players as f64;
    let verdict = results.first_player.iter().find(|row| row.cell == *cell)?.share.judged.verdict;
    let places = results.places.iter().filter(|row| row.cell == *cell).map(|row| &row.share);
    let seats = results.seat_balance.iter().filter(|row| row.cell == *cell).map(|row| &row.share);
    let unfair = |share: &ShareOfWins| {
        share.judged.verdict.is_some_and(|verdict| verdict.standing() == Standing::Beyond)
    };
    match ((after - fair).abs() < (before - fair).abs(), verdict == Some(Verdict::Within)) {
        (true, true) => (!places.chain(seats).any(unfair)).then_some(true),
        (false, false) => Some(false),
        _ => None,
    }
}

/// Did every block give the same so far: no block changed, or all have the same value under either
/// set of rules?
fn is_constant(results: &Results, row: &ComparisonRow) -> bool {
    let is_alike = |sums: &ComparisonSumsRow| {
        sums.variant_games.is_none()
            && sums.baseline_games.is_none()
            && are_alike(sums.variant_points, sums.variant_squares, sums.blocks)
            && are_alike(sums.baseline_points, sums.baseline_squares, sums.blocks)
    };
    row.changed_blocks == Some(0) || sums_of(results, row).is_some_and(is_alike)
}

/// The whole numbers from which a comparison is computed.
fn sums_of<'a>(results: &'a Results, row: &ComparisonRow) -> Option<&'a ComparisonSumsRow> {
    let is_of = |sums: &&ComparisonSumsRow| {
        sums.quantity == row.quantity && sums.subject == row.subject && sums.cell == row.cell
    };
    results.comparison_sums.iter().find(is_of)
}

/// Whether all blocks have the same number, by its sum and the sum of its squares. Without spread
/// the squares add up to no more than the square of the sum.
fn are_alike(sum: i128, squares: u128, blocks: u64) -> bool {
    let square = sum.unsigned_abs().checked_pow(2);
    square.is_some_and(|square| squares.checked_mul(blocks.into()) == Some(square))
}

/// Whether all blocks change by the same number, in as many games each.
fn changes_by_one_number(sums: &ComparisonSumsRow) -> bool {
    let as_many = |games: Option<u128>, squares: Option<u128>| {
        games.zip(squares).is_none_or(|(games, squares)| {
            i128::try_from(games).is_ok_and(|games| are_alike(games, squares, sums.blocks))
        })
    };
    let alike = || {
        let by = sums.variant_points.checked_sub(sums.baseline_points)?;
        let products = sums.products.checked_mul(-2)?;
        let squares = sums.variant_squares.checked_add(sums.baseline_squares)?;
        Some(are_alike(by, squares.checked_add_signed(products)?, sums.blocks))
    };
    as_many(sums.variant_games, sums.variant_games_squares)
        && as_many(sums.baseline_games, sums.baseline_games_squares)
        && alike() == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::rows::FirstPlayerRow;

    #[test]
    fn only_what_is_fair_in_every_seat_becomes_fair() {
        let mut results = crate::results::shipped("handicaps-crypto-cards");
        let cell = |results: &Results, variant: &str| {
            let is_it = |row: &&FirstPlayerRow| {
                row.cell.variant == variant && row.cell.lineup == "greedy vs greedy"
            };
            results.first_player.iter().find(is_it).expect("a row").cell.clone()
        };
        let (fair, unfair) = (cell(&results, "1-card-fewer"), cell(&results, "equal-turns"));
        assert_eq!(becomes_fair(&results, &fair, 0.434, 0.497), Some(true));
        assert_eq!(becomes_fair(&results, &fair, 0.499, 0.497), None);
        // Nearer to fair, and still a disadvantage.
        assert_eq!(becomes_fair(&results, &unfair, 0.434, 0.459), None);
        assert_eq!(becomes_fair(&results, &unfair, 0.48, 0.459), Some(false));
        // Going first is fair, and a seat is not.
        let seat =
            results.tables.seat_balance.iter_mut().find(|row| row.cell == fair).expect("a seat");
        seat.share.judged.verdict = Some(Verdict::Disadvantage);
        assert_eq!(becomes_fair(&results, &fair, 0.434, 0.497), None);
    }
}
