//! The effects of neighbours and of the order around the table.

use super::analysis::{Analysis, Run, key};
use super::ended::is_judged;
use super::verdict::{
    Claim, Families, Judgement, Open, PENDING, Tested, VerdictId, ends, p_at_bound,
};
use super::wins::block_interval;
use fairdeal_core::metrics::{Label, Neighbourhood, Neighbourhoods, Neighbours, Shape, Tolerance};
use fairdeal_core::rows::{
    Between, Family, Method, NeighbourEffectRow, NeighbourRow, NeighbourSpreadRow, Position,
};
use fairdeal_core::seat::WIN;
use fairdeal_stats::{Grouped, Interval, Spread};

/// The effect of sitting just before or just after a strategy.
pub(super) struct Effect {
    neighbour: usize,
    /// Whether it is just before, otherwise just after.
    before: bool,
    beside: f64,
    elsewhere: f64,
    difference: Grouped,
}

/// The effect of all neighbours together: the variance of win rates between the orders around the table, over
/// all seats and arrangements; where blocks draw their arrangements, between neighbourhoods. `None`
/// where orders cannot matter, and where too little is known.
pub(super) fn spread(neighbours: &Neighbours, label: &Label) -> Option<Spread> {
    let shape = &label.shape;
    let known = &*shape.neighbourhoods;
    if !shape.can_order_matter() {
        return None;
    }
    let rates = if shape.arrangements.all().is_some() {
        &neighbours.orders
    } else {
        &neighbours.neighbourhoods
    };
    let mut deviations = Vec::new();
    for strategy in 0..shape.strategies.len() {
        // The neighbours that a strategy can have, with the share of its games in which
        // it has them.
        let kinds: Vec<(f64, usize)> = if shape.arrangements.all().is_some() {
            let orders = known.orders.iter().enumerate();
            orders.map(|(order, (_, share))| (*share, known.of_order(strategy, order))).collect()
        } else {
            let own = || known.all.iter().enumerate().filter(|(_, one)| one.strategy == strategy);
            let ways: usize = own().map(|(_, one)| known.ways(*one)).sum();
            own().map(|(kind, one)| (known.ways(*one) as f64 / ways as f64, kind)).collect()
        };
        let rates: Vec<(f64, Grouped)> = kinds
            .iter()
            .map(|(share, kind)| Some((*share, rates.rate(&[*kind], WIN)?)))
            .collect::<Option<_>>()?;
        let zero = Grouped::zero(rates.first()?.1.influence.len());
        let mean = rates.iter().fold(zero, |mean, (share, rate)| mean.plus(*share, rate));
        let seats = shape.seats_of(strategy) as f64 / shape.players() as f64;
        deviations.extend(
            rates
                .into_iter()
                .map(|(share, rate)| rate.plus(-1.0, &mean).times((seats * share).sqrt())),
        );
    }
    Spread::new(&deviations)
}

/// The effects of sitting just before and just after each strategy: the win rate there minus the
/// win rate of the same strategies elsewhere.
fn effects(neighbours: &Neighbours, shape: &Shape) -> Vec<Effect> {
    let known = &shape.neighbourhoods;
    let sides = (0..known.strategies).flat_map(|neighbour| [(neighbour, true), (neighbour, false)]);
    sides.filter_map(|(neighbour, before)| effect(neighbours, known, neighbour, before)).collect()
}

fn effect(
    neighbours: &Neighbours,
    known: &Neighbourhoods,
    neighbour: usize,
    before: bool,
) -> Option<Effect> {
    let is_beside =
        |one: &Neighbourhood| (if before { one.after } else { one.before }) == neighbour;
    let kinds = |strategy: usize, beside: bool| -> Vec<usize> {
        let wanted = known
            .all
            .iter()
            .enumerate()
            .filter(|(_, one)| one.strategy == strategy && is_beside(one) == beside);
        wanted.map(|(kind, _)| kind).collect()
    };
    let mut parts: Vec<(f64, Grouped, Grouped)> = Vec::new();
    for strategy in 0..known.strategies {
        let (beside, elsewhere) = (kinds(strategy, true), kinds(strategy, false));
        // A strategy that always sits there has nothing to be compared with.
        if !beside.is_empty() && !elsewhere.is_empty() {
            let ways: usize = beside.iter().map(|kind| known.ways(known.all[*kind])).sum();
            let rate = |kinds: &[usize]| neighbours.neighbourhoods.rate(kinds, WIN);
            parts.push((ways as f64, rate(&beside)?, rate(&elsewhere)?));
        }
    }
    let ways: f64 = parts.iter().map(|(ways, ..)| ways).sum();
    let zero = Grouped::zero(parts.first()?.1.influence.len());
    let mean = |pick: fn(&(f64, Grouped, Grouped)) -> &Grouped| {
        parts.iter().fold(zero.clone(), |mean, part| mean.plus(part.0 / ways, pick(part)))
    };
    let (beside, elsewhere) = (mean(|part| &part.1), mean(|part| &part.2));
    Some(Effect {
        neighbour,
        before,
        beside: beside.value,
        elsewhere: elsewhere.value,
        difference: beside.plus(-1.0, &elsewhere),
    })
}

/// The standard deviation of win rates with its interval, and the verdict about it after this
/// many blocks.
pub(super) fn judged_spread(
    spread: &Spread,
    blocks: u64,
    analysis: &Analysis,
) -> Option<(f64, Interval, Judgement)> {
    let (deviation, confidence) = (spread.standard_deviation(), analysis.confidence_after(blocks));
    // The standard deviation of rates from 0 to 1 is at most one half; deviating blocks may spread
    // them the other way.
    let Interval { low, high } = spread
        .standard_deviation_interval(confidence)
        .or_else(|| analysis.interval_if_alike(deviation, blocks, (-0.5, 0.5)))?;
    let interval = Interval { low: low.max(0.0), high: high.min(0.5) };
    let tolerance = analysis.tolerance(Tolerance::WinRate);
    let reach =
        if deviation < tolerance { interval.high - deviation } else { deviation - interval.low };
    Some((
        deviation,
        interval,
        Judgement::with_reach(Claim::Matters, deviation, interval, reach, blocks, tolerance),
    ))
}

/// The rows of win rates by neighbourhood.
pub fn neighbours(run: Run<'_>) -> Vec<NeighbourRow> {
    let mut rows = Vec::new();
    for (label, cell) in run.cells() {
        for (place, sums) in label.shape.neighbourhoods.all.iter().zip(&cell.neighbours.sums) {
            let interval = block_interval(sums, WIN, &run.analysis);
            let (win_rate_low, win_rate_high) = ends(interval);
            let name = |strategy: usize| label.shape.strategies[strategy].clone();
            rows.push(NeighbourRow {
                cell: key(label),
                strategy: name(place.strategy),
                before: name(place.before),
                after: name(place.after),
                blocks: sums.blocks,
                games: sums.games,
                games_squares: sums.games_squared,
                wins_840: sums.points,
                wins_840_squares: sums.points_squared,
                wins_840_by_games: sums.points_games,
                win_rate: sums.estimate(WIN).map(|estimate| estimate.rate),
                win_rate_low,
                win_rate_high,
                interval: interval.map(|_| run.analysis.method(Method::Blocks)),
            });
        }
    }
    rows
}

/// The rows about the effect of each neighbour.
pub(super) fn neighbour_effects(
    run: Run<'_>,
    families: &mut Families,
) -> Vec<Open<NeighbourEffectRow>> {
    let (analysis, tolerance) = (&run.analysis, run.analysis.tolerance(Tolerance::WinRate));
    let mut rows = Vec::new();
    for (label, cell) in run.cells() {
        let blocks = cell.neighbours.blocks;
        let mut ids: Vec<VerdictId> = Vec::new();
        let effects = effects(&cell.neighbours, &label.shape);
        for effect in &effects {
            let difference = &effect.difference;
            let interval = difference
                .interval(analysis.confidence_after(blocks))
                .or_else(|| analysis.interval_if_alike(difference.value, blocks, (-1.0, 1.0)))
                .map(|Interval { low, high }| Interval { low: low.max(-1.0), high: high.min(1.0) });
            let freedom = difference.degrees_of_freedom();
            let tested = Tested {
                p: difference.p_value(0.0).and_then(|p| analysis.p_value(p)),
                p_bound: interval.and_then(|ends| {
                    p_at_bound(analysis, difference.value, ends, tolerance, Some(freedom))
                }),
                judgement: interval.map(|interval| {
                    Judgement::new(Claim::Change, difference.value, interval, blocks, tolerance)
                }),
                // At a table of three, a player who does not sit just before another sits just
                // after that one.
                mirrors: effects
                    .iter()
                    .zip(&ids)
                    .find(|(before, _)| effect.says_the_same(before))
                    .map(|(_, id)| *id),
                tolerance,
            };
            let id = families.add(Family::Explored, tested.only_if(is_judged(cell)));
            ids.push(id);
            let (difference_low, difference_high) = ends(interval);
            let row = NeighbourEffectRow {
                cell: key(label),
                position: if effect.before { Position::JustBefore } else { Position::JustAfter },
                neighbour: label.shape.strategies[effect.neighbour].clone(),
                blocks,
                win_rate: effect.beside,
                win_rate_elsewhere: effect.elsewhere,
                difference: difference.value,
                difference_low,
                difference_high,
                interval: interval.map(|_| analysis.method(Method::BlockGroups)),
                judged: PENDING,
            };
            rows.push(Open { id, row });
        }
    }
    rows
}

impl Effect {
    /// Returns whether another effect at the same table is the same, or its mirror image.
    fn says_the_same(&self, other: &Self) -> bool {
        let (one, two) = (&self.difference, &other.difference);
        let is_near = |one: f64, two: f64| (one.abs() - two.abs()).abs() < 1e-12;
        is_near(one.value, two.value)
            && one.influence.iter().zip(&two.influence).all(|(one, two)| is_near(*one, *two))
    }
}

/// The rows about how much neighbours matter, at all tables where they can.
pub(super) fn neighbour_spreads(
    run: Run<'_>,
    families: &mut Families,
) -> Vec<Open<NeighbourSpreadRow>> {
    let (analysis, tolerance) = (&run.analysis, run.analysis.tolerance(Tolerance::WinRate));
    let mut rows = Vec::new();
    for (label, cell) in run.cells().filter(|(label, _)| label.shape.can_order_matter()) {
        let (blocks, orders) = (cell.neighbours.blocks, label.shape.neighbourhoods.orders.len());
        let found = spread(&cell.neighbours, label);
        let judged = found.as_ref().and_then(|found| judged_spread(found, blocks, analysis));
        let p_value = |against| found.as_ref().and_then(|found| found.p_value(against));
        let freedom = found.as_ref().map(Spread::degrees_of_freedom);
        let p_bound = judged.and_then(|(deviation, interval, _)| {
            let own = p_value(tolerance)
                .filter(|_| deviation > tolerance)
                .and_then(|p| analysis.p_value(p));
            own.or_else(|| p_at_bound(analysis, deviation, interval, tolerance, freedom))
        });
        let interval = judged.map(|(_, interval, _)| interval);
        let (low, high) = ends(interval);
        let tested = Tested {
            p: p_value(0.0).and_then(|p| analysis.p_value(p)),
            p_bound,
            judgement: judged.map(|(.., judgement)| judgement),
            mirrors: None,
            tolerance,
        };
        let row = NeighbourSpreadRow {
            cell: key(label),
            between: if orders > 0 { Between::Orders } else { Between::Neighbourhoods },
            orders: (orders > 0).then_some(orders),
            blocks,
            variance: found.as_ref().map(Spread::variance),
            variance_low: low.map(|low| low * low),
            variance_high: high.map(|high| high * high),
            standard_deviation: found.as_ref().map(Spread::standard_deviation),
            standard_deviation_low: low,
            standard_deviation_high: high,
            interval: interval.map(|_| analysis.method(Method::BlockGroups)),
            judged: PENDING,
        };
        rows.push(families.open(Family::Explored, tested.only_if(is_judged(cell)), row));
    }
    rows
}
