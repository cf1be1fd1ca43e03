//! Simulated tables at which it matters who sits beside whom.

use fairdeal::arrangement::Arrangement;
use fairdeal::findings::{self, Analysis, Run, Verdicts};
use fairdeal::game::Playthrough;
use fairdeal::metrics::{Batch, Counts, DecisionSamples, Metric, Shape};
use fairdeal::rng::BlockStreams;
use fairdeal::rows::{NeighbourSpreadRow, Position};
use fairdeal::seat::Seat;

use super::games::{layout, won_by};
use super::looks::{EVERY_LOOK, first_miss};
use super::promises::Outcome;
use super::simulations::Source;

/// A simulated table: strategies `a`, `b` and so on, one per seat, with the same luck in half of
/// the games of a block. With this probability the player just after `a` wins, otherwise all
/// players are equally likely to.
#[derive(Clone, Copy)]
pub(super) struct NeighbourTable {
    pub(super) players: usize,
    pub(super) blocks: u64,
    pub(super) effect: f64,
}

impl NeighbourTable {
    fn shape(self) -> Shape {
        let names: Vec<String> = ["a", "b", "c", "d", "e"]
            .iter()
            .take(self.players)
            .map(|name| (*name).to_owned())
            .collect();
        Shape::new(&names)
    }

    /// The winner of a game with this luck. Strategies win in their order: the same luck makes the
    /// same strategy win in any seat.
    fn winner(self, arrangement: Arrangement, luck: f64) -> u8 {
        let players = self.players;
        let seat_of = |strategy: usize| {
            Seat::all(players)
                .position(|seat| arrangement.strategy(seat) == strategy)
                .expect("it sits")
        };
        let seat = if luck < self.effect {
            (seat_of(0) + 1) % players
        } else {
            seat_of(
                (((luck - self.effect) / (1.0 - self.effect) * players as f64) as usize)
                    .min(players - 1),
            )
        };
        seat as u8
    }

    /// Luck and arrangement of every game.
    fn games(self, source: &mut Source, shape: &Shape) -> (Vec<Arrangement>, Vec<f64>) {
        let (mut arrangements, mut lucks) = (Vec::new(), Vec::new());
        for _ in 0..self.blocks {
            let luck = source.uniform();
            // Arrangements are drawn as in a run with a seed of its own.
            let streams = BlockStreams::new(source.0.word(), 0);
            shape.arrangements.extend_with_block(&streams, &mut arrangements);
            lucks.extend((0..shape.games_per_block()).map(|_| source.shared(luck, 0.5)));
        }
        (arrangements, lucks)
    }

    fn played(self, arrangements: &[Arrangement], lucks: &[f64]) -> Vec<Playthrough> {
        arrangements
            .iter()
            .zip(lucks)
            .map(|(arrangement, luck)| won_by(self.winner(*arrangement, *luck)))
            .collect()
    }

    /// The result of a table of neighbours after one run, with this tolerance.
    fn said<T>(self, source: &mut Source, tolerance: f64, table: impl Fn(Run<'_>) -> T) -> T {
        let shape = self.shape();
        let (arrangements, lucks) = self.games(source, &shape);
        let games = self.played(&arrangements, &lucks);
        said_of(
            &shape,
            &games,
            &arrangements,
            Analysis { win_rate_tolerance: Some(tolerance), ..Analysis::default() },
            table,
        )
    }

    /// The variance of win rates: each player except `a` sits just after it in one of `players - 1`
    /// cases, and then wins more often.
    fn variance(self) -> f64 {
        let others = self.players as f64 - 1.0;
        others / self.players as f64
            * self.effect
            * self.effect
            * (1.0 / others)
            * (1.0 - 1.0 / others)
    }
}

fn said_of<T>(
    shape: &Shape,
    games: &[Playthrough],
    arrangements: &[Arrangement],
    analysis: Analysis,
    table: impl Fn(Run<'_>) -> T,
) -> T {
    let layout = layout(&[""], shape);
    let mut counts = Counts::new(&layout);
    counts.cells[0]
        .neighbours
        .observe(&Batch::new(shape, 0, games, arrangements, DecisionSamples::default()))
        .expect("few games");
    table(Run::new(&layout, &counts, analysis))
}

/// The ends of the interval of the variance, if there is a row.
fn variance_ends(rows: &[NeighbourSpreadRow]) -> (Option<f64>, Option<f64>) {
    rows.first().map_or((None, None), |row| (row.variance_low, row.variance_high))
}

/// The variance of win rates between the orders around a table, or between neighbourhoods.
pub(super) fn neighbour_variance(source: &mut Source, table: NeighbourTable) -> Outcome {
    Outcome::of(
        table.variance(),
        variance_ends(&table.said(source, 0.0, |run| Verdicts::new(run).neighbour_spread)),
    )
}

/// The results of the table of the variance at each of several looks.
fn spreads_at_looks<'t>(
    source: &mut Source,
    table: NeighbourTable,
) -> impl Iterator<Item = Vec<NeighbourSpreadRow>> + 't {
    let shape = table.shape();
    let most = EVERY_LOOK.iter().map(|(blocks, _)| *blocks).max().unwrap_or(0);
    let (arrangements, lucks) = NeighbourTable { blocks: most, ..table }.games(source, &shape);
    let games = table.played(&arrangements, &lucks);
    let layout = layout(&[""], &shape);
    let (mut counts, mut seen) = (Counts::new(&layout), 0);
    EVERY_LOOK.iter().map(move |&(blocks, look)| {
        let more = [seen, blocks].map(|blocks| blocks as usize * shape.games_per_block());
        let (games, arrangements) = (&games[more[0]..more[1]], &arrangements[more[0]..more[1]]);
        counts.cells[0]
            .neighbours
            .observe(&Batch::new(&shape, seen, games, arrangements, DecisionSamples::default()))
            .expect("few games");
        seen = blocks;
        let analysis = Analysis { look, win_rate_tolerance: Some(0.0), ..Analysis::default() };
        Verdicts::new(Run::new(&layout, &counts, analysis)).neighbour_spread
    })
}

/// The variance at each of several looks: the first interval that misses it.
pub(super) fn neighbour_variance_at_looks(source: &mut Source, table: NeighbourTable) -> Outcome {
    let truth = table.variance();
    first_miss(spreads_at_looks(source, table).map(|rows| Outcome::of(truth, variance_ends(&rows))))
}

/// Whether neighbours matter at any of several looks, apart from the correction for other verdicts.
pub(super) fn neighbours_matter_at_a_look(source: &mut Source, table: NeighbourTable) -> bool {
    let said = |rows: Vec<NeighbourSpreadRow>| {
        rows.iter()
            .any(|row| row.standard_deviation_low > Some(0.0) && row.judged.p_bound < Some(0.05))
    };
    spreads_at_looks(source, table).any(said)
}

/// The effect of sitting just after `a`.
pub(super) fn neighbour_effect(source: &mut Source, table: NeighbourTable) -> Outcome {
    let rows = table.said(source, 0.0, |run| Verdicts::new(run).neighbour_effects);
    let row = rows.iter().find(|row| row.position == Position::JustAfter && row.neighbour == "a");
    Outcome::of(
        table.effect,
        row.map_or((None, None), |row| (row.difference_low, row.difference_high)),
    )
}

/// The win rate of `b` just after `a`, before `c`.
pub(super) fn neighbourhood(source: &mut Source, table: NeighbourTable) -> Outcome {
    let rows = table.said(source, 0.0, findings::neighbours);
    let row =
        rows.iter().find(|row| [&*row.strategy, &*row.before, &*row.after] == ["b", "a", "c"]);
    let ends = row.map_or((None, None), |row| (row.win_rate_low, row.win_rate_high));
    Outcome::of(table.effect + (1.0 - table.effect) / table.players as f64, ends)
}

/// Whether the verdict is that neighbours matter.
pub(super) fn neighbours_matter(
    source: &mut Source,
    table: NeighbourTable,
    tolerance: f64,
) -> bool {
    let rows = table.said(source, tolerance, |run| Verdicts::new(run).neighbour_spread);
    rows.iter().any(|row| row.standard_deviation_low.is_some_and(|low| low > tolerance))
}

/// The difference of the standard deviations of two rules on the same luck.
pub(super) fn neighbours_compared(
    source: &mut Source,
    baseline: NeighbourTable,
    effect: f64,
) -> Outcome {
    let variant = NeighbourTable { effect, ..baseline };
    let shape = baseline.shape();
    let (arrangements, lucks) = baseline.games(source, &shape);
    let games = [baseline, variant].map(|table| table.played(&arrangements, &lucks));
    let batches = [&games[0], &games[1]]
        .map(|games| Batch::new(&shape, 0, games, &arrangements, DecisionSamples::default()));
    let layout = layout(&["baseline", "variant"], &shape);
    let mut counts = Counts::new(&layout);
    counts.observe(&layout, &batches).expect("few games");
    let rows = Verdicts::new(Run::new(&layout, &counts, Analysis::default())).comparisons;
    let row = rows.iter().find(|row| row.quantity == "neighbours");
    let ends = row.map_or((None, None), |row| (row.difference_low, row.difference_high));
    Outcome::of(variant.variance().sqrt() - baseline.variance().sqrt(), ends)
}
