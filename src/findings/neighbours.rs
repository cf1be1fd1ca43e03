//! What neighbours are worth, and how much the order around the table matters.

use super::analysis::{Analysis, Look, Run, key};
use super::verdict::{Claim, Judgement, Tested, ends, family, method, p_beyond};
use super::wins::block_interval;
use crate::metrics::{Label, Neighbourhood, Neighbourhoods, Neighbours, Shape};
use crate::rows::{Between, Judged, Method, NeighbourEffectRow, NeighbourRow, NeighbourSpreadRow, Position};
use crate::seat::WIN;
use crate::stats::proportion::wilson;
use crate::stats::{Grouped, Interval, Spread};

/// How much neighbours matter at the table of one line-up.
#[derive(Clone, Debug)]
pub(super) struct NeighbourSpread {
    pub(super) spread: Spread,
}

/// What it is worth to sit just before or just after a strategy.
struct Effect {
    neighbour: usize,
    /// Just before it, otherwise just after it.
    before: bool,
    beside: f64,
    elsewhere: f64,
    difference: Grouped,
}

impl Neighbours {
    /// How much neighbours matter: the variance of win rates between the orders around the table, over all seats and arrangements; where blocks draw
    /// their arrangements, between neighbourhoods. `None` where orders cannot matter, and where too little is known.
    pub(super) fn spread(&self, label: &Label) -> Option<NeighbourSpread> {
        let shape = &label.shape;
        let known = &*shape.neighbourhoods;
        if !shape.can_order_matter() {
            return None;
        }
        let rates = if shape.arrangements.all().is_some() { &self.orders } else { &self.neighbourhoods };
        let mut deviations = Vec::new();
        for strategy in 0..shape.strategies.len() {
            // What a strategy can meet, with the share of its games in which it does.
            let kinds: Vec<(f64, usize)> = if shape.arrangements.all().is_some() {
                let orders = known.orders.iter().enumerate();
                orders.map(|(order, (_, share))| (*share, known.of_order(strategy, order))).collect()
            } else {
                let own = || known.all.iter().enumerate().filter(|(_, one)| one.strategy == strategy);
                let ways: usize = own().map(|(_, one)| known.ways(*one)).sum();
                own().map(|(kind, one)| (known.ways(*one) as f64 / ways as f64, kind)).collect()
            };
            let rates: Vec<(f64, Grouped)> =
                kinds.iter().map(|(share, kind)| Some((*share, rates.rate(&[*kind], WIN)?))).collect::<Option<_>>()?;
            let zero = Grouped::zero(rates.first()?.1.influence.len());
            let mean = rates.iter().fold(zero, |mean, (share, rate)| mean.plus(*share, rate));
            let seats = shape.seats_of(strategy) as f64 / shape.players() as f64;
            deviations.extend(rates.into_iter().map(|(share, rate)| rate.plus(-1.0, &mean).times((seats * share).sqrt())));
        }
        Some(NeighbourSpread { spread: Spread::new(&deviations)? })
    }

    /// What it is worth to sit just before and just after each strategy: the win rate of those who do less that of the same ones elsewhere.
    fn effects(&self, shape: &Shape) -> Vec<Effect> {
        let sides = (0..shape.neighbourhoods.strategies).flat_map(|neighbour| [(neighbour, true), (neighbour, false)]);
        sides.filter_map(|(neighbour, before)| self.effect(&shape.neighbourhoods, neighbour, before)).collect()
    }

    fn effect(&self, known: &Neighbourhoods, neighbour: usize, before: bool) -> Option<Effect> {
        let is_beside = |one: &Neighbourhood| (if before { one.after } else { one.before }) == neighbour;
        let kinds = |strategy: usize, beside: bool| -> Vec<usize> {
            let wanted = known.all.iter().enumerate().filter(|(_, one)| one.strategy == strategy && is_beside(one) == beside);
            wanted.map(|(kind, _)| kind).collect()
        };
        let mut parts: Vec<(f64, Grouped, Grouped)> = Vec::new();
        for strategy in 0..known.strategies {
            let (beside, elsewhere) = (kinds(strategy, true), kinds(strategy, false));
            // Who always sits there has nothing to be compared with.
            if !beside.is_empty() && !elsewhere.is_empty() {
                let ways: usize = beside.iter().map(|kind| known.ways(known.all[*kind])).sum();
                let rate = |kinds: &[usize]| self.neighbourhoods.rate(kinds, WIN);
                parts.push((ways as f64, rate(&beside)?, rate(&elsewhere)?));
            }
        }
        let ways: f64 = parts.iter().map(|(ways, ..)| ways).sum();
        let zero = Grouped::zero(parts.first()?.1.influence.len());
        let mean = |pick: fn(&(f64, Grouped, Grouped)) -> &Grouped| {
            parts.iter().fold(zero.clone(), |mean, part| mean.plus(part.0 / ways, pick(part)))
        };
        let (beside, elsewhere) = (mean(|part| &part.1), mean(|part| &part.2));
        Some(Effect { neighbour, before, beside: beside.value, elsewhere: elsewhere.value, difference: beside.plus(-1.0, &elsewhere) })
    }
}

impl NeighbourSpread {
    /// The standard deviation of win rates with its interval, and the verdict about it after this many blocks.
    pub(super) fn judged(&self, blocks: u64, analysis: &Analysis) -> Option<(f64, Interval, Judgement)> {
        let (deviation, confidence) = (self.spread.standard_deviation(), analysis.confidence_after(blocks));
        // Where all groups of blocks are alike, the next block may still differ: no rate can then change by more than the share of blocks that Wilson's
        // interval leaves to an outcome that was never seen.
        let alike = || {
            let unseen = wilson(0, blocks, confidence)?.high;
            Some(Interval { low: (deviation - unseen).max(0.0), high: deviation + unseen })
        };
        let Interval { low, high } = self.spread.standard_deviation_interval(confidence).or_else(alike)?;
        // Rates from 0 to 1 cannot spread further.
        let interval = Interval { low, high: high.min(0.5) };
        let tolerance = analysis.win_rate_tolerance;
        let reach = if deviation < tolerance { interval.high - deviation } else { deviation - interval.low };
        Some((deviation, interval, Judgement::with_reach(Claim::Matters, deviation, interval, reach, blocks, tolerance)))
    }
}

/// The rows of win rates by neighbourhood.
pub fn neighbours(run: Run<'_>) -> Vec<NeighbourRow> {
    let mut rows = Vec::new();
    for (label, cell) in run.cells() {
        for (place, sums) in label.shape.neighbourhoods.all.iter().zip(&cell.neighbours.sums) {
            let interval = block_interval(sums, WIN, run.analysis.confidence_after(cell.neighbours.blocks));
            let (low, high) = ends(interval);
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
                low,
                high,
                interval: method(&run.analysis, interval, Method::Blocks),
            });
        }
    }
    rows
}

/// The rows about what it is worth to sit beside a strategy, which are one family.
pub fn neighbour_effects(run: Run<'_>) -> Vec<NeighbourEffectRow> {
    let analysis = &run.analysis;
    let mut all: Vec<(usize, &Label, u64, Effect)> = Vec::new();
    for (index, (label, cell)) in run.cells().enumerate() {
        let effects = cell.neighbours.effects(&label.shape).into_iter();
        all.extend(effects.map(|effect| (index, label, cell.neighbours.blocks, effect)));
    }
    let interval = |blocks: u64, difference: &Grouped| {
        let Interval { low, high } = difference.interval(analysis.confidence_after(blocks))?;
        Some(Interval { low: low.max(-1.0), high: high.min(1.0) })
    };
    let tolerance = analysis.win_rate_tolerance;
    let tested = |(place, (cell, _, blocks, effect)): (usize, &(usize, &Label, u64, Effect))| {
        let (difference, interval) = (&effect.difference, interval(*blocks, &effect.difference));
        // At a table of three, who does not sit just before a player sits just after it.
        let is_same = |(other, .., before): &(usize, &Label, u64, Effect)| other == cell && effect.says_the_same(before);
        Tested {
            p: difference.p_value(0.0).and_then(|p| analysis.p_value(p)),
            p_beyond: match analysis.look {
                Look::Any { .. } => interval.and_then(|interval| p_beyond(difference.value, interval, tolerance, analysis.confidence)),
                Look::Only | Look::Planned(_) => difference.p_value(tolerance).and_then(|p| analysis.p_value(p)),
            },
            judgement: interval.map(|interval| Judgement::new(Claim::Change, difference.value, interval, *blocks, tolerance)),
            mirrors: all[..place].iter().position(is_same),
            tolerance,
        }
    };
    let tested: Vec<Tested> = all.iter().enumerate().map(tested).collect();
    let size = tested.iter().filter(|one| one.mirrors.is_none()).count();
    let row = |((_, label, blocks, effect), judged): (&(usize, &Label, u64, Effect), Judged)| {
        let interval = interval(*blocks, &effect.difference);
        let (low, high) = ends(interval);
        NeighbourEffectRow {
            cell: key(label),
            position: if effect.before { Position::JustBefore } else { Position::JustAfter },
            neighbour: label.shape.strategies[effect.neighbour].clone(),
            blocks: *blocks,
            win_rate: effect.beside,
            win_rate_elsewhere: effect.elsewhere,
            difference: effect.difference.value,
            low,
            high,
            interval: method(analysis, interval, Method::BlockGroups),
            judged,
        }
    };
    all.iter().zip(family(&tested, Some(size))).map(row).collect()
}

impl Effect {
    /// Does another one at the same table say the same, or its mirror image?
    fn says_the_same(&self, other: &Self) -> bool {
        let (one, two) = (&self.difference, &other.difference);
        let is_near = |one: f64, two: f64| (one.abs() - two.abs()).abs() < 1e-12;
        is_near(one.value, two.value) && one.influence.iter().zip(&two.influence).all(|(one, two)| is_near(*one, *two))
    }
}

/// The rows about how much neighbours matter, at all tables where they can; they are one family.
pub fn neighbour_spreads(run: Run<'_>) -> Vec<NeighbourSpreadRow> {
    let analysis = &run.analysis;
    let tolerance = analysis.win_rate_tolerance;
    let cells = run.cells().filter(|(label, _)| label.shape.can_order_matter());
    let found: Vec<(&Label, u64, Option<NeighbourSpread>)> =
        cells.map(|(label, cell)| (label, cell.neighbours.blocks, cell.neighbours.spread(label))).collect();
    let judge = |found: &Option<NeighbourSpread>, blocks| found.as_ref().and_then(|found| found.judged(blocks, analysis));
    let tested = |(_, blocks, found): &(&Label, u64, Option<NeighbourSpread>)| {
        let judged = judge(found, *blocks);
        let p_value = |against| found.as_ref().and_then(|found| found.spread.p_value(against));
        Tested {
            p: p_value(0.0).and_then(|p| analysis.p_value(p)),
            p_beyond: match (analysis.look, judged) {
                (Look::Any { .. }, Some((deviation, interval, _))) => p_beyond(deviation, interval, tolerance, analysis.confidence),
                (Look::Any { .. }, None) => None,
                (Look::Only | Look::Planned(_), _) => p_value(tolerance).and_then(|p| analysis.p_value(p)),
            },
            judgement: judged.map(|(.., judgement)| judgement),
            mirrors: None,
            tolerance,
        }
    };
    let tested: Vec<Tested> = found.iter().map(tested).collect();
    let size = tested.iter().filter(|one| one.judgement.is_some()).count();
    let row = |((label, blocks, found), judged): (&(&Label, u64, Option<NeighbourSpread>), Judged)| {
        let orders = label.shape.neighbourhoods.orders.len();
        let interval = judge(found, *blocks).map(|(_, interval, _)| interval);
        let (low, high) = ends(interval);
        NeighbourSpreadRow {
            cell: key(label),
            between: if orders > 0 { Between::Orders } else { Between::Neighbourhoods },
            orders: (orders > 0).then_some(orders),
            blocks: *blocks,
            variance: found.as_ref().map(|found| found.spread.variance()),
            variance_low: low.map(|low| low * low),
            variance_high: high.map(|high| high * high),
            standard_deviation: found.as_ref().map(|found| found.spread.standard_deviation()),
            low,
            high,
            interval: method(analysis, interval, Method::BlockGroups),
            judged,
        }
    };
    found.iter().zip(family(&tested, Some(size))).map(row).collect()
}
