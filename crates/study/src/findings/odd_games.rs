//! Games worth a look, by number.

use super::analysis::{Run, key};
use fairdeal_core::arrangement::Arrangement;
use fairdeal_core::metrics::{
    Flip, Label, OddGame, PlayCounts, QuantityDescription, SHARED_WINS, UNFINISHED_GAMES,
};
use fairdeal_core::rows::{GameRow, Pick};
use fairdeal_core::seat::{MAX_SEATS, Seat, SeatSet};

/// The rows about single games: cell by cell, one a reason.
pub fn odd_games(run: Run<'_>) -> Vec<GameRow> {
    let mut rows = Vec::new();
    for (index, (label, cell)) in run.cells().enumerate() {
        // The first game in which the event of a quantity happened.
        let first = |pick, quantity: &QuantityDescription| {
            let (block, arrangement) = cell.shares_of(&label.shape, quantity).first()?.first?;
            Some(row(label, pick, block, arrangement, None))
        };
        let odd = |pick, game: Option<OddGame>| {
            game.map(|game| row(label, pick, game.block, game.arrangement, Some(game.value)))
        };
        let games = &cell.odd_games;
        let of_cell = [
            first(Pick::Unfinished, &UNFINISHED_GAMES),
            odd(Pick::Longest, games.longest),
            odd(Pick::Shortest, games.shortest),
            odd(Pick::Comeback, games.comeback),
            odd(Pick::Dramatic, cell.play.as_ref().and_then(PlayCounts::most_dramatic)),
            odd(Pick::Closest, games.closest),
            first(Pick::Shared, &SHARED_WINS),
        ];
        rows.extend(of_cell.into_iter().flatten());
        let compared = run.compared().filter(|compared| {
            compared.pair.variant == index && run.has_the_same_players(compared)
        });
        let flips =
            compared.filter_map(|compared| Some((compared.baseline.label, compared.counts.flip?)));
        rows.extend(flips.map(|(baseline, flip)| flipped(label, baseline, flip)));
    }
    rows
}

fn row(
    label: &Label,
    pick: Pick,
    block: u64,
    arrangement: Arrangement,
    value: Option<u64>,
) -> GameRow {
    let arrangement = label.shape.seated(arrangement).collect::<Vec<_>>().join(",");
    GameRow {
        cell: key(label),
        pick,
        block,
        arrangement,
        value,
        winners: None,
        baseline: None,
        baseline_winners: None,
    }
}

fn flipped(
    label: &Label,
    baseline: &Label,
    Flip { block, arrangement, winners: [one, other] }: Flip,
) -> GameRow {
    let seats = |winners: SeatSet| {
        let seats: Vec<String> = Seat::all(MAX_SEATS)
            .filter(|seat| winners.contains(*seat))
            .map(|seat| seat.index().to_string())
            .collect();
        Some(seats.join(" "))
    };
    GameRow {
        winners: seats(one),
        baseline: Some(baseline.variant.name.clone()),
        baseline_winners: seats(other),
        ..row(label, Pick::Flipped, block, arrangement, None)
    }
}
