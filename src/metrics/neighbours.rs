//! What neighbours are worth: wins by who acts before and who acts after, and how much the order around the table matters.

use std::collections::BTreeMap;

use super::shares::{AT_EVERY_LOOK, holm};
use super::verdict::{CHANGE, NEIGHBOURS, Sentence, Standing, and, decimals, p_beyond, percent, points, with_article};
use super::wins::block_interval;
use super::{Analysis, Batch, Label, Labelled, Metric, Shape, Table, Value, Verdict};
use crate::arrangement::{Arrangement, Arrangements};
use crate::game::Description;
use crate::seat::{Seat, WIN};
use crate::stats::proportion::wilson;
use crate::stats::{BlockSums, Grouped, Interval, Overflow, RateGroups, Spread};

/// Who sits between whom: strategies of the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Neighbourhood {
    strategy: usize,
    /// Acts before the strategy.
    before: usize,
    /// Acts after it.
    after: usize,
}

/// The neighbourhoods and the orders around the table that a line-up can have; none where there are no two neighbours, or no two strategies.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Neighbourhoods {
    strategies: usize,
    /// How many seats each strategy holds.
    held: Vec<usize>,
    all: Vec<Neighbourhood>,
    /// By strategy, who is before and who is after: the place in `all`.
    places: Vec<u16>,
    /// The orders around the table, each with the share of arrangements that have it, where a block plays all arrangements.
    orders: Vec<(Arrangement, f64)>,
    /// By game of a block that plays all arrangements: its order, and the neighbourhood of every seat.
    games: Vec<(usize, Vec<usize>)>,
}

impl Neighbourhoods {
    pub(super) fn new(lineup: &[usize], strategies: usize, arrangements: &Arrangements) -> Self {
        let players = lineup.len();
        if players < 3 || strategies < 2 {
            return Self::default();
        }
        let held = (0..strategies).map(|strategy| lineup.iter().filter(|entry| **entry == strategy).count()).collect();
        let mut new = Self { strategies, held, places: vec![u16::MAX; strategies.pow(3)], ..Self::default() };
        let all = (0..strategies).flat_map(|one| (0..strategies).flat_map(move |two| (0..strategies).map(move |three| [one, two, three])));
        for [strategy, before, after] in all {
            let neighbourhood = Neighbourhood { strategy, before, after };
            if new.ways(neighbourhood) > 0 {
                let place = new.place(neighbourhood);
                new.places[place] = new.all.len() as u16;
                new.all.push(neighbourhood);
            }
        }
        let all = arrangements.all().unwrap_or_default();
        let mut orders: BTreeMap<Arrangement, usize> = BTreeMap::new();
        for arrangement in all {
            *orders.entry(arrangement.circular_order(players)).or_default() += 1;
        }
        new.orders = orders.into_iter().map(|(order, count)| (order, count as f64 / all.len() as f64)).collect();
        let of_game = |arrangement: &Arrangement| {
            let order = new.orders.iter().position(|(order, _)| *order == arrangement.circular_order(players));
            (order.unwrap_or(0), new.of_seats(arrangement, players).collect())
        };
        new.games = all.iter().map(of_game).collect();
        new
    }

    fn place(&self, Neighbourhood { strategy, before, after }: Neighbourhood) -> usize {
        (strategy * self.strategies + before) * self.strategies + after
    }

    /// For each seat, the number of its neighbourhood.
    fn of_seats(&self, arrangement: &Arrangement, players: usize) -> impl Iterator<Item = usize> {
        Seat::all(players).map(move |seat| {
            let at = |shift: usize| arrangement.strategy(Seat::new(((seat.index() + shift) % players) as u8));
            let neighbourhood = Neighbourhood { strategy: at(0), before: at(players - 1), after: at(1) };
            usize::from(self.places[self.place(neighbourhood)])
        })
    }

    /// In how many ways the seats of the line-up can fill a neighbourhood, each seat taken as different from all others.
    fn ways(&self, Neighbourhood { strategy, before, after }: Neighbourhood) -> usize {
        let left = self.held[before].saturating_sub(usize::from(before == strategy));
        self.held[strategy] * left * self.held[after].saturating_sub(usize::from(after == strategy) + usize::from(after == before))
    }

    /// The number of strategy and order around the table, in which all its seats are counted together.
    fn of_order(&self, strategy: usize, order: usize) -> usize {
        strategy * self.orders.len() + order
    }
}

impl Shape {
    /// Are there several orders around the table, so that they can matter?
    pub(super) fn can_order_matter(&self) -> bool {
        let Neighbourhoods { all, orders, .. } = &*self.neighbourhoods;
        !all.is_empty() && (self.arrangements.all().is_none() || orders.len() > 1)
    }

    /// What is compared to see how much neighbours matter: orders around the table, or who sits between whom, where blocks draw their arrangements.
    pub(super) fn what_moves_win_rates(&self) -> &'static str {
        if self.arrangements.all().is_some() { "the order around the table" } else { "who sits beside whom" }
    }
}

/// Counts by neighbourhood and by order around the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbours {
    /// Wins of each neighbourhood, over the blocks in which it occurred.
    sums: Vec<BlockSums>,
    /// The same by group of blocks.
    neighbourhoods: RateGroups,
    /// Wins by strategy and order around the table; no kinds where blocks draw their arrangements.
    orders: RateGroups,
    blocks: u64,
}

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
    /// The standard deviation of win rates with its interval, and the verdict about it after so many blocks.
    pub(super) fn judged(&self, blocks: u64, analysis: &Analysis) -> Option<(f64, Interval, Verdict)> {
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
        Some((deviation, interval, Verdict::with_reach(deviation, interval, reach, blocks, tolerance)))
    }
}

/// Sums over the blocks of a batch in which a neighbourhood occurred.
#[derive(Clone, Copy, Default)]
struct BatchSums {
    blocks: u64,
    points: u64,
    games: u64,
    points_squared: u64,
    points_games: u64,
    games_squared: u64,
}

impl Metric for Neighbours {
    const DEFINITION: (&'static str, &'static str) = (
        "neighbours.csv, neighbour_effects.csv, neighbour_spread.csv",
        "of tables for three and more with different strategies, seats balanced; an unfinished game is nobody's win. neighbours: the win rate of a strategy by \
         who acts before it and who acts after it. neighbour_effects: what it is worth to sit just before, or just after, a player of some strategy: the win \
         rate of those who do, and of the same strategies in other places. neighbour_spread: the variance of win rates between the orders around the table \
         (where blocks draw their arrangements: between neighbourhoods), less what noise adds to it, so that it can fall below 0 by luck; the verdict is about \
         its square root, in points of win rate. The errors of the last two come from the sums of 64 groups of blocks",
    );

    fn new(shape: &Shape, _game: &Description) -> Self {
        let Neighbourhoods { strategies, all, orders, .. } = &*shape.neighbourhoods;
        Self {
            sums: vec![BlockSums::default(); all.len()],
            neighbourhoods: RateGroups::new(all.len()),
            orders: RateGroups::new(orders.len() * strategies),
            blocks: 0,
        }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let (known, players) = (&*batch.shape.neighbourhoods, batch.shape.players());
        if known.all.is_empty() {
            return Ok(());
        }
        let mut sums = vec![BatchSums::default(); known.all.len()];
        let mut of_block = vec![(0u64, 0u64); known.all.len()];
        let mut of_orders = vec![(0u64, 0u64); self.orders.kinds()];
        let arrangements = batch.arrangements();
        for block in batch.blocks() {
            of_block.fill((0, 0));
            of_orders.fill((0, 0));
            for (index, (game, arrangement)) in block.games.iter().zip(arrangements.of(block)).enumerate() {
                let winners = game.outcome.winners;
                let mut add = |seat: Seat, kind: usize| {
                    let credit = winners.credit(seat);
                    of_block[kind] = (of_block[kind].0 + credit, of_block[kind].1 + 1);
                    credit
                };
                if let Some((order, kinds)) = known.games.get(index) {
                    for (seat, kind) in Seat::all(players).zip(kinds) {
                        let credit = add(seat, *kind);
                        let of_order = &mut of_orders[known.of_order(arrangement.strategy(seat), *order)];
                        *of_order = (of_order.0 + credit, of_order.1 + 1);
                    }
                } else {
                    Seat::all(players).zip(known.of_seats(arrangement, players)).for_each(|(seat, kind)| {
                        add(seat, kind);
                    });
                }
            }
            for (sums, (points, games)) in sums.iter_mut().zip(&of_block).filter(|(_, (_, games))| *games > 0) {
                sums.blocks += 1;
                sums.points += points;
                sums.games += games;
                sums.points_squared += points * points;
                sums.points_games += points * games;
                sums.games_squared += games * games;
            }
            let number = batch.first_block + block.index as u64;
            self.neighbourhoods.observe(number, &of_block)?;
            self.orders.observe(number, &of_orders)?;
        }
        self.blocks = self.blocks.checked_add(batch.blocks().len() as u64).ok_or(Overflow)?;
        self.sums.iter_mut().zip(&sums).try_for_each(|(all, sums)| {
            all.merge(&BlockSums {
                blocks: sums.blocks,
                points: sums.points.into(),
                games: sums.games.into(),
                points_squared: sums.points_squared.into(),
                points_games: sums.points_games.into(),
                games_squared: sums.games_squared.into(),
            })
        })
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.sums.iter_mut().zip(&other.sums).try_for_each(|(sums, other)| sums.merge(other))?;
        self.neighbourhoods.merge(&other.neighbourhoods)?;
        self.orders.merge(&other.orders)?;
        self.blocks = self.blocks.checked_add(other.blocks).ok_or(Overflow)?;
        Ok(())
    }

    fn tables(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Table> {
        let tables = [neighbours(cells, analysis), effects(cells, analysis), spreads(cells, analysis)];
        tables.into_iter().filter(|table| !table.rows.is_empty()).collect()
    }

    /// How much neighbours matter at each table, and which place beside which player is worth most, where that is clear.
    fn sentences(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Sentence> {
        let spreads = judged_spreads(cells, analysis);
        let mut sentences: Vec<Sentence> = spreads.iter().filter_map(|one| one.sentence(analysis)).collect();
        for effects in all_effects(cells, analysis).chunk_by(|one, other| one.cell == other.cell) {
            let clear = effects.iter().filter(|one| one.verdict(analysis).is_some_and(|verdict| verdict.standing() == Standing::Beyond));
            let size = |one: &&JudgedEffect<'_>| one.effect.difference.value.abs();
            let largest = clear.max_by(|one, other| size(one).total_cmp(&size(other)));
            // Of those that say the same, one that tells who wins more.
            let told = largest.map(|largest| {
                effects.iter().find(|one| one.says_the_same(largest) && one.effect.difference.value > 0.0).unwrap_or(largest)
            });
            sentences.extend(told.and_then(|one| one.sentence(analysis)));
        }
        sentences
    }
}

fn method(analysis: &Analysis, known: bool, method: &'static str) -> Value {
    match (known, analysis.looks) {
        (false, _) => Value::Empty,
        (true, Some(_)) => AT_EVERY_LOOK.into(),
        (true, None) => method.into(),
    }
}

fn ends(interval: Option<Interval>) -> [Value; 2] {
    [interval.map(|interval| interval.low), interval.map(|interval| interval.high)].map(Value::real)
}

fn neighbours(cells: &[Labelled<'_, Neighbours>], analysis: &Analysis) -> Table {
    let columns = ["game", "variant", "lineup", "players", "strategy", "before", "after", "blocks", "games", "games_squares"];
    let more = ["wins_840", "wins_840_squares", "wins_840_by_games", "win_rate", "low", "high", "interval"];
    let mut table = Table::new("neighbours.csv", &[&columns[..], &more].concat());
    for Labelled { label, counts } in cells {
        for (Neighbourhood { strategy, before, after }, sums) in label.shape.neighbourhoods.all.iter().zip(&counts.sums) {
            let interval = block_interval(sums, WIN, analysis.confidence_after(counts.blocks));
            let mut row = label.key().to_vec();
            row.push(label.shape.players().into());
            row.extend([strategy, before, after].map(|index| Value::from(label.shape.strategies[*index].as_str())));
            row.extend([sums.blocks.into(), sums.games.into(), sums.games_squared.into()]);
            row.extend([sums.points, sums.points_squared, sums.points_games].map(Value::from));
            row.push(Value::real(sums.estimate(WIN).map(|estimate| estimate.rate)));
            row.extend(ends(interval));
            row.push(method(analysis, interval.is_some(), "blocks"));
            table.rows.push(row);
        }
    }
    table
}

/// An effect with its interval, and its p-values corrected for all other effects of the run.
struct JudgedEffect<'a> {
    /// The place of its cell.
    cell: usize,
    label: &'a Label,
    blocks: u64,
    effect: Effect,
    interval: Option<Interval>,
    p_value: Option<f64>,
    p_holm: Option<f64>,
    p_beyond_holm: Option<f64>,
    family: usize,
}

/// The effects at all tables, which are one family.
fn all_effects<'a>(cells: &[Labelled<'a, Neighbours>], analysis: &Analysis) -> Vec<JudgedEffect<'a>> {
    let of_cell = |(cell, Labelled { label, counts }): (usize, &Labelled<'a, Neighbours>)| {
        let (label, blocks) = (*label, counts.blocks);
        let judged = move |effect: Effect| {
            let interval = effect.difference.interval(analysis.confidence_after(blocks));
            let interval = interval.map(|Interval { low, high }| Interval { low: low.max(-1.0), high: high.min(1.0) });
            let p_value = effect.difference.p_value(0.0).filter(|_| analysis.looks.is_none());
            JudgedEffect { cell, label, blocks, effect, interval, p_value, p_holm: None, p_beyond_holm: None, family: 0 }
        };
        counts.effects(&label.shape).into_iter().map(judged).collect::<Vec<_>>()
    };
    let mut all: Vec<JudgedEffect<'_>> = cells.iter().enumerate().flat_map(of_cell).collect();
    let tolerance = analysis.win_rate_tolerance;
    let beyond = |one: &JudgedEffect<'_>| match analysis.looks {
        None => one.effect.difference.p_value(tolerance),
        Some(_) => p_beyond(one.effect.difference.value, one.interval?, tolerance, analysis.confidence),
    };
    // What is said twice is tested once: at a table of three, who does not sit just before a player sits just after it.
    let first: Vec<usize> =
        (0..all.len()).map(|index| all[..index].iter().position(|one| one.says_the_same(&all[index])).unwrap_or(index)).collect();
    let corrected = |p_values: Vec<Option<f64>>| -> Vec<Option<f64>> {
        let once: Vec<Option<f64>> = p_values.into_iter().enumerate().map(|(index, p)| p.filter(|_| first[index] == index)).collect();
        let corrected = holm(&once);
        first.iter().map(|first| corrected[*first]).collect()
    };
    let plain = corrected(all.iter().map(|one| one.p_value).collect());
    let beyond = corrected(all.iter().map(beyond).collect());
    let family = first.iter().enumerate().filter(|(index, first)| index == *first).count();
    for (one, (p_holm, p_beyond_holm)) in all.iter_mut().zip(plain.into_iter().zip(beyond)) {
        (one.p_holm, one.p_beyond_holm, one.family) = (p_holm, p_beyond_holm, family);
    }
    all
}

impl JudgedEffect<'_> {
    /// Does another one at the same table say the same, or its mirror image?
    fn says_the_same(&self, other: &Self) -> bool {
        let (one, two) = (&self.effect.difference, &other.effect.difference);
        let is_near = |one: f64, two: f64| (one.abs() - two.abs()).abs() < 1e-12;
        self.cell == other.cell
            && is_near(one.value, two.value)
            && one.influence.iter().zip(&two.influence).all(|(one, two)| is_near(*one, *two))
    }

    fn verdict(&self, analysis: &Analysis) -> Option<Verdict> {
        Some(Verdict::new(self.effect.difference.value, self.interval?, self.blocks, analysis.win_rate_tolerance))
    }

    /// "In Crackpipe, the player just before a random player wins 27.3 points more [26.8, 27.8] than elsewhere at the same table: ..."
    fn sentence(&self, analysis: &Analysis) -> Option<Sentence> {
        let (verdict, interval) = (self.verdict(analysis)?, self.interval?);
        let Self { label, effect, .. } = self;
        let digits = decimals(&interval);
        let (sign, more) = if effect.difference.value < 0.0 { (-1.0, "fewer") } else { (1.0, "more") };
        let (one, other) = (sign * interval.low, sign * interval.high);
        let text = format!(
            "{}: in {}, the player just {} {} player wins {} points {more} [{}, {}] than elsewhere at the same table: {} % instead of {} % ({}).",
            label.variant,
            label.game.title,
            if effect.before { "before" } else { "after" },
            with_article(&label.shape.strategies[effect.neighbour]),
            percent(effect.difference.value.abs(), digits),
            percent(one.min(other), digits),
            percent(one.max(other), digits),
            percent(effect.beside, digits),
            percent(effect.elsewhere, digits),
            label.lineup.replace(" vs ", ", "),
        );
        Some(Sentence::new(verdict, text, self.p_beyond_holm, self.family, analysis.confidence))
    }
}

fn effects(cells: &[Labelled<'_, Neighbours>], analysis: &Analysis) -> Table {
    let columns = ["game", "variant", "lineup", "players", "position", "neighbour", "blocks", "win_rate", "win_rate_elsewhere"];
    let more = ["difference", "low", "high", "interval", "p", "p_holm", "family_size", "p_beyond_holm", "tolerance", "verdict"];
    let mut table = Table::new("neighbour_effects.csv", &[&columns[..], &more].concat());
    for one in all_effects(cells, analysis) {
        let Effect { neighbour, before, beside, elsewhere, difference } = &one.effect;
        let mut row = one.label.key().to_vec();
        row.push(one.label.shape.players().into());
        row.push(if *before { "just before" } else { "just after" }.into());
        row.extend([one.label.shape.strategies[*neighbour].as_str().into(), one.blocks.into()]);
        row.extend([*beside, *elsewhere, difference.value].map(|number| Value::real(Some(number))));
        row.extend(ends(one.interval));
        row.push(method(analysis, one.interval.is_some(), "groups of blocks"));
        row.extend([one.p_value, one.p_holm].map(Value::real));
        row.extend([one.family.into(), Value::real(one.p_beyond_holm), Value::Real(analysis.win_rate_tolerance)]);
        row.push(one.verdict(analysis).map_or(Value::Empty, |verdict| verdict.in_table(&CHANGE).into()));
        table.rows.push(row);
    }
    table
}

/// How much neighbours matter at one table, with its verdict, and its p-values corrected for all other tables of the run.
struct JudgedSpread<'a> {
    label: &'a Label,
    blocks: u64,
    /// Nothing yet where there are too few blocks.
    found: Option<NeighbourSpread>,
    judged: Option<(f64, Interval, Verdict)>,
    p_value: Option<f64>,
    p_holm: Option<f64>,
    p_beyond_holm: Option<f64>,
    family: usize,
}

/// How much neighbours matter at all tables where they can, which are one family.
fn judged_spreads<'a>(cells: &[Labelled<'a, Neighbours>], analysis: &Analysis) -> Vec<JudgedSpread<'a>> {
    let of_cell = |Labelled { label, counts }: &Labelled<'a, Neighbours>| {
        let (label, blocks, found) = (*label, counts.blocks, counts.spread(label));
        let judged = found.as_ref().and_then(|found| found.judged(blocks, analysis));
        let p_value = found.as_ref().and_then(|found| found.spread.p_value(0.0)).filter(|_| analysis.looks.is_none());
        JudgedSpread { label, blocks, found, judged, p_value, p_holm: None, p_beyond_holm: None, family: 0 }
    };
    let mut all: Vec<JudgedSpread<'_>> = cells.iter().filter(|cell| cell.label.shape.can_order_matter()).map(of_cell).collect();
    let tolerance = analysis.win_rate_tolerance;
    let beyond = |one: &JudgedSpread<'_>| match (analysis.looks, one.judged) {
        (None, _) => one.found.as_ref()?.spread.p_value(tolerance),
        (Some(_), Some((deviation, interval, _))) => p_beyond(deviation, interval, tolerance, analysis.confidence),
        (Some(_), None) => None,
    };
    let plain = holm(&all.iter().map(|one| one.p_value).collect::<Vec<_>>());
    let beyond = holm(&all.iter().map(beyond).collect::<Vec<_>>());
    let family = all.iter().filter(|one| one.judged.is_some()).count();
    for (one, (p_holm, p_beyond_holm)) in all.iter_mut().zip(plain.into_iter().zip(beyond)) {
        (one.p_holm, one.p_beyond_holm, one.family) = (p_holm, p_beyond_holm, family);
    }
    all
}

impl JudgedSpread<'_> {
    /// "designer: at a table of heuristic, greedy and random, the order around the table typically moves a win rate by 19.6 points [19.3, 19.9] (standard
    /// deviation): neighbours matter, beyond your tolerance of 1 point."
    fn sentence(&self, analysis: &Analysis) -> Option<Sentence> {
        let (deviation, interval, verdict) = self.judged?;
        let digits = decimals(&interval);
        let shown = |rate| percent(rate, digits);
        let names: Vec<&str> = self.label.shape.entries.iter().map(|entry| self.label.shape.strategies[*entry].as_str()).collect();
        let text = format!(
            "{}: with {}, {} typically moves a win rate by {} points [{}, {}] (standard deviation): {}.",
            self.label.variant,
            and(&names),
            self.label.shape.what_moves_win_rates(),
            shown(deviation),
            shown(interval.low),
            shown(interval.high),
            verdict.in_words(&NEIGHBOURS, &points(analysis.win_rate_tolerance)),
        );
        Some(Sentence::new(verdict, text, self.p_beyond_holm, self.family, analysis.confidence))
    }
}

fn spreads(cells: &[Labelled<'_, Neighbours>], analysis: &Analysis) -> Table {
    let columns = ["game", "variant", "lineup", "players", "between", "orders", "blocks", "variance", "variance_low", "variance_high"];
    let more = ["standard_deviation", "low", "high", "interval", "p", "p_holm", "family_size", "p_beyond_holm", "tolerance", "verdict"];
    let mut table = Table::new("neighbour_spread.csv", &[&columns[..], &more].concat());
    for one in judged_spreads(cells, analysis) {
        let mut row = one.label.key().to_vec();
        row.push(one.label.shape.players().into());
        let orders = one.label.shape.neighbourhoods.orders.len();
        row.extend(if orders > 0 { ["orders".into(), orders.into()] } else { ["neighbourhoods".into(), Value::Empty] });
        row.push(one.blocks.into());
        let interval = one.judged.map(|(_, interval, _)| interval);
        row.push(Value::real(one.found.as_ref().map(|found| found.spread.variance())));
        row.extend(ends(interval.map(|Interval { low, high }| Interval { low: low * low, high: high * high })));
        row.push(Value::real(one.found.as_ref().map(|found| found.spread.standard_deviation())));
        row.extend(ends(interval));
        row.push(method(analysis, interval.is_some(), "groups of blocks"));
        row.extend([one.p_value, one.p_holm].map(Value::real));
        row.extend([one.family.into(), Value::real(one.p_beyond_holm), Value::Real(analysis.win_rate_tolerance)]);
        row.push(one.judged.map_or(Value::Empty, |(.., verdict)| verdict.in_table(&NEIGHBOURS).into()));
        table.rows.push(row);
    }
    table
}
