//! The checked cases: intervals and tests, each in some settings.

// By their paths, since the tests share these files.
#[path = "games.rs"]
mod games;
#[path = "looks.rs"]
mod looks;
#[path = "neighbours.rs"]
mod neighbours;
#[path = "promises.rs"]
mod promises;
#[path = "simulations.rs"]
mod simulations;

use games::{Nearly, alike, scores_called_the_same, shared_wins};
use looks::{
    asymptotic_at_every_look, betting_at_every_look, lengths_at_every_look, paired_alarm,
    rate_at_every_look,
};
use neighbours::{
    NeighbourTable, neighbour_effect, neighbour_variance, neighbour_variance_at_looks,
    neighbourhood, neighbours_compared, neighbours_matter, neighbours_matter_at_a_look,
};
pub(crate) use promises::{Coverage, Outcome, Promise, Rejections, runs_of};
pub(crate) use simulations::Source;
use simulations::{
    Asked, anytime_rate, betting, clustered, naive, paired_lengths, paired_rare, paired_rates,
    paired_rejects, quantile, quantiles, rated, rated_unfinished, ratio, relative_quantiles,
    sensitivity, table, tango, wilson,
};

/// All intervals.
pub(crate) const COVERAGES: &[Coverage] = &[
    Coverage {
        interval: "Wilson",
        setting: "1000 games, rate 0.5",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| wilson(source, 1000, 0.5),
    },
    Coverage {
        interval: "Wilson",
        setting: "10,000 games, rate 0.01",
        promise: Promise::Nominal,
        times: 2.0,
        run: |source| wilson(source, 10_000, 0.01),
    },
    Coverage {
        interval: "Wilson",
        setting: "100 games, rate 0.01",
        promise: Promise::Known(91.0, 99.0),
        times: 3.0,
        run: |source| wilson(source, 100, 0.01),
    },
    Coverage {
        interval: "Wilson, blocks ignored",
        setting: "1000 blocks of 2, rate 0.5",
        promise: Promise::Known(90.5, 92.5),
        times: 3.0,
        run: |source| naive(source, 1000, 0.5),
    },
    Coverage {
        interval: "blocks",
        setting: "1000 blocks of 2, rate 0.5",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| clustered(source, 1000, 0.5, false),
    },
    Coverage {
        interval: "blocks",
        setting: "1000 blocks of 2 or 4, rate 0.5",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| clustered(source, 1000, 0.5, true),
    },
    Coverage {
        interval: "blocks",
        setting: "10,000 blocks of 2, rate 0.01",
        promise: Promise::Nominal,
        times: 2.0,
        run: |source| clustered(source, 10_000, 0.01, false),
    },
    Coverage {
        interval: "blocks",
        setting: "1000 blocks of 2, rate 0.01",
        promise: Promise::Known(91.0, 95.0),
        times: 3.0,
        run: |source| clustered(source, 1000, 0.01, false),
    },
    Coverage {
        interval: "blocks",
        setting: "20 blocks of 2, rate 0.5",
        promise: Promise::Known(93.0, 96.0),
        times: 3.0,
        run: |source| clustered(source, 20, 0.5, false),
    },
    Coverage {
        interval: "Tango",
        setting: "1000 blocks, 0.52 and 0.50",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| tango(source, 1000, (0.52, 0.5), 0.7),
    },
    Coverage {
        interval: "Tango",
        setting: "1000 blocks, 0.012 and 0.008",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| tango(source, 1000, (0.012, 0.008), 0.5),
    },
    Coverage {
        interval: "Tango",
        setting: "50 blocks, 0.60 and 0.50",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| tango(source, 50, (0.6, 0.5), 0.5),
    },
    Coverage {
        interval: "paired difference of rates",
        setting: "1000 blocks of 2, 0.52 and 0.50",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| paired_rates(source, 1000, (0.52, 0.5), 0.7),
    },
    Coverage {
        interval: "paired difference of rates",
        setting: "10,000 blocks of 2, 0.012 and 0.010",
        promise: Promise::Nominal,
        times: 2.0,
        run: |source| paired_rates(source, 10_000, (0.012, 0.01), 0.5),
    },
    Coverage {
        interval: "paired difference of rates",
        setting: "1000 blocks, 0.012 and 0.008: 12 change",
        promise: Promise::Known(91.0, 96.0),
        times: 3.0,
        run: |source| paired_rare(source, 1000, (0.012, 0.008)),
    },
    Coverage {
        interval: "paired difference of rates",
        setting: "1000 blocks, 0.003 and 0.001: three change",
        // Without changed blocks there is no interval, which counts as covering.
        promise: Promise::Known(95.0, 99.0),
        times: 3.0,
        run: |source| paired_rare(source, 1000, (0.003, 0.001)),
    },
    Coverage {
        interval: "Tango",
        setting: "the same",
        promise: Promise::Known(93.0, 98.0),
        times: 3.0,
        run: |source| tango(source, 1000, (0.003, 0.001), 0.5),
    },
    Coverage {
        interval: "paired difference of lengths",
        setting: "1000 blocks, means 35 and 30",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| paired_lengths(source, 1000),
    },
    Coverage {
        interval: "ratio of mean lengths",
        setting: "1000 blocks, 35 / 30",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| ratio(source, 1000),
    },
    Coverage {
        interval: "ratio of mean lengths",
        setting: "100 blocks, 35 / 30",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| ratio(source, 100),
    },
    Coverage {
        interval: "quantile (p95)",
        setting: "1000 games",
        promise: Promise::AtLeast,
        times: 3.0,
        run: |source| quantile(source, 1000),
    },
    Coverage {
        interval: "difference of quantiles (p95)",
        setting: "500 blocks of 2, all luck shared",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| quantiles(source, 500, 1.0),
    },
    Coverage {
        interval: "difference of quantiles (p95)",
        setting: "500 blocks of 2, no luck shared",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| quantiles(source, 500, 0.0),
    },
    Coverage {
        interval: "ratio of quantiles (p95)",
        setting: "500 blocks of 2, four times as long",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| relative_quantiles(source, 500, 0.01),
    },
    Coverage {
        interval: "Bradley-Terry",
        setting: "500 blocks of 3, blocks ignored",
        promise: Promise::Known(86.0, 90.0),
        times: 3.0,
        run: |source| rated(source, 500, false),
    },
    Coverage {
        interval: "Bradley-Terry with blocks",
        setting: "500 blocks of 3",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| rated(source, 500, true),
    },
    Coverage {
        interval: "anytime, rate",
        setting: "1000 games, 0.5, one look",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| anytime_rate(source, 1000, 0.5),
    },
    Coverage {
        interval: "anytime, rate",
        setting: "1000 games, 0.01, one look",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| anytime_rate(source, 1000, 0.01),
    },
    Coverage {
        interval: "anytime, rate",
        setting: "0.01, 7 looks to 8000",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| rate_at_every_look(source, 0.01),
    },
    Coverage {
        interval: "anytime, scores",
        setting: "1000 pairs, 0.55, one look",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| betting(source, 1000),
    },
    Coverage {
        interval: "anytime, scores",
        setting: "0.55, 7 looks to 8000",
        promise: Promise::AtLeast,
        times: 1.0,
        run: betting_at_every_look,
    },
    Coverage {
        interval: "anytime, asymptotic",
        setting: "lengths, 7 looks to 8000",
        promise: Promise::AtLeast,
        times: 1.0,
        run: asymptotic_at_every_look,
    },
    Coverage {
        interval: "Bradley-Terry with blocks",
        setting: "500 blocks of 2, 90 % won, 10 % unfinished",
        promise: Promise::Nominal,
        times: 3.0,
        run: |source| rated_unfinished(source, 500),
    },
    Coverage {
        interval: "blocks, nearly all alike",
        setting: "400 blocks of 2, 0.8 differ: no spread",
        promise: Promise::AtLeast,
        times: 3.0,
        run: |source| alike(source, 400, 0.002),
    },
    Coverage {
        interval: "blocks, nearly all alike",
        setting: "400 blocks of 2, 3.5 differ",
        promise: Promise::Known(86.0, 91.0),
        times: 3.0,
        run: |source| alike(source, 400, 0.00875),
    },
    Coverage {
        interval: "anytime, difference of lengths",
        setting: "means 35 and 30, 7 looks to 8000",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| lengths_at_every_look(source, false),
    },
    Coverage {
        interval: "anytime, ratio of lengths",
        setting: "35 / 30, 7 looks to 8000",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| lengths_at_every_look(source, true),
    },
    Coverage {
        interval: "first-order index",
        setting: "0.03, 32 points, 8 groups",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| sensitivity(source, 1, Asked::FirstOrder),
    },
    Coverage {
        interval: "first-order index",
        setting: "0.86, 32 points, 8 groups",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| sensitivity(source, 0, Asked::FirstOrder),
    },
    Coverage {
        interval: "total index",
        setting: "0.14, 32 points, 8 groups",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| sensitivity(source, 1, Asked::Total),
    },
    Coverage {
        interval: "total index",
        setting: "0.97, 32 points, 8 groups",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| sensitivity(source, 0, Asked::Total),
    },
    Coverage {
        interval: "effect of a knob",
        setting: "1/3, 32 points, 8 groups",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| sensitivity(source, 1, Asked::Effect),
    },
    Coverage {
        interval: "effect of a knob",
        setting: "5/3, 32 points, 8 groups",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| sensitivity(source, 0, Asked::Effect),
    },
    Coverage {
        interval: "neighbours, win rate",
        setting: "300 blocks of 6, the next to `a` wins 6 % more",
        promise: Promise::Nominal,
        times: 1.0,
        run: |source| {
            neighbourhood(source, NeighbourTable { players: 3, blocks: 300, effect: 0.06 })
        },
    },
    Coverage {
        interval: "neighbours, win rate",
        setting: "300 blocks of 20 drawn, 6 %",
        promise: Promise::Nominal,
        times: 1.0,
        run: |source| {
            neighbourhood(source, NeighbourTable { players: 5, blocks: 300, effect: 0.06 })
        },
    },
    Coverage {
        interval: "neighbours, effect",
        setting: "300 blocks of 6, 6 %",
        promise: Promise::Nominal,
        times: 1.0,
        run: |source| {
            neighbour_effect(source, NeighbourTable { players: 3, blocks: 300, effect: 0.06 })
        },
    },
    Coverage {
        interval: "neighbours, effect",
        setting: "300 blocks of 20 drawn, 6 %",
        promise: Promise::Nominal,
        times: 1.0,
        run: |source| {
            neighbour_effect(source, NeighbourTable { players: 5, blocks: 300, effect: 0.06 })
        },
    },
    Coverage {
        interval: "neighbours, variance",
        setting: "500 blocks of 6, 10 %",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            neighbour_variance(source, NeighbourTable { players: 3, blocks: 500, effect: 0.1 })
        },
    },
    Coverage {
        interval: "neighbours, variance",
        setting: "100 blocks of 24, 10 %",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            neighbour_variance(source, NeighbourTable { players: 4, blocks: 100, effect: 0.1 })
        },
    },
    Coverage {
        interval: "neighbours, variance",
        setting: "300 blocks of 20 drawn, 10 %",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            neighbour_variance(source, NeighbourTable { players: 5, blocks: 300, effect: 0.1 })
        },
    },
    Coverage {
        interval: "anytime, neighbours, variance",
        setting: "7 looks to 567 blocks of 6, 10 %",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            neighbour_variance_at_looks(
                source,
                NeighbourTable { players: 3, blocks: 0, effect: 0.1 },
            )
        },
    },
    Coverage {
        interval: "anytime, neighbours, variance",
        setting: "7 looks to 567 blocks of 6, none",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            neighbour_variance_at_looks(
                source,
                NeighbourTable { players: 3, blocks: 0, effect: 0.0 },
            )
        },
    },
    // Near 0 one end cannot miss, so half of the error never occurs.
    Coverage {
        interval: "neighbours, variance",
        setting: "300 blocks of 6, none",
        promise: Promise::Known(96.5, 98.5),
        times: 1.0,
        run: |source| {
            neighbour_variance(source, NeighbourTable { players: 3, blocks: 300, effect: 0.0 })
        },
    },
    Coverage {
        interval: "neighbours, two sets of rules",
        setting: "500 blocks of 6, 10 % and 6 %",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            neighbours_compared(
                source,
                NeighbourTable { players: 3, blocks: 500, effect: 0.1 },
                0.06,
            )
        },
    },
    Coverage {
        interval: "neighbours, two sets of rules",
        setting: "500 blocks of 6, 10 % and none",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            neighbours_compared(
                source,
                NeighbourTable { players: 3, blocks: 500, effect: 0.1 },
                0.0,
            )
        },
    },
    Coverage {
        interval: "neighbours, two sets of rules",
        setting: "500 blocks of 6, none in either",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            neighbours_compared(
                source,
                NeighbourTable { players: 3, blocks: 500, effect: 0.0 },
                0.0,
            )
        },
    },
    Coverage {
        interval: "changed blocks, nearly none",
        setting: "400 blocks, 0.8 change",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            shared_wins(source, Nearly { change: false, differing: 0.002, every_look: false })
        },
    },
    Coverage {
        interval: "changed blocks, nearly none",
        setting: "400 blocks, 3.5 change",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            shared_wins(source, Nearly { change: false, differing: 0.00875, every_look: false })
        },
    },
    Coverage {
        interval: "changed blocks, nearly all alike",
        setting: "400 blocks, 0.8 do otherwise",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            shared_wins(source, Nearly { change: true, differing: 0.002, every_look: false })
        },
    },
    Coverage {
        interval: "changed blocks, nearly all alike",
        setting: "400 blocks, 3.5 do otherwise",
        promise: Promise::AtLeast,
        times: 1.0,
        run: |source| {
            shared_wins(source, Nearly { change: true, differing: 0.00875, every_look: false })
        },
    },
    // With 20 or more deviating blocks, it is the interval from their spread.
    Coverage {
        interval: "changed blocks, nearly all alike",
        setting: "400 blocks, 20 do otherwise",
        promise: Promise::Known(92.0, 94.0),
        times: 1.0,
        run: |source| {
            shared_wins(source, Nearly { change: true, differing: 0.05, every_look: false })
        },
    },
    Coverage {
        interval: "anytime, nearly all alike",
        setting: "7 looks to 567 blocks, 1 % do otherwise",
        promise: Promise::AtLeast,
        times: 0.1,
        run: |source| {
            shared_wins(source, Nearly { change: true, differing: 0.01, every_look: true })
        },
    },
];

/// All tests.
pub(crate) const REJECTIONS: &[Rejections] = &[
    Rejections {
        test: "stop at a 5 % test, 40 looks",
        setting: "no difference",
        expected: (20.0, 50.0),
        times: 1.0,
        run: |source| paired_alarm(source, (0.5, 0.5), false),
    },
    Rejections {
        test: "stop by evidence (anytime), 40 looks",
        setting: "no difference",
        expected: (0.5, 5.0),
        times: 1.0,
        run: |source| paired_alarm(source, (0.5, 0.5), true),
    },
    Rejections {
        test: "stop by evidence (anytime), 40 looks",
        setting: "0.54 and 0.50",
        expected: (80.0, 100.0),
        times: 1.0,
        run: |source| paired_alarm(source, (0.54, 0.5), true),
    },
    Rejections {
        test: "paired difference",
        setting: "1000 blocks of 2, no difference",
        expected: (4.5, 5.5),
        times: 3.0,
        run: |source| paired_rejects(source, 1000, (0.5, 0.5), 0.8),
    },
    Rejections {
        test: "paired difference, 80 % of luck shared",
        setting: "1000 blocks of 2, 0.53 and 0.50",
        expected: (70.0, 100.0),
        times: 3.0,
        run: |source| paired_rejects(source, 1000, (0.53, 0.5), 0.8),
    },
    Rejections {
        test: "the same with cards of their own",
        setting: "1000 blocks of 2, 0.53 and 0.50",
        expected: (20.0, 50.0),
        times: 3.0,
        run: |source| paired_rejects(source, 1000, (0.53, 0.5), 0.0),
    },
    Rejections {
        test: "scores called the same, nearly all alike",
        setting: "400 blocks, 5 % change: as many as may",
        expected: (0.5, 5.0),
        times: 1.0,
        run: |source| scores_called_the_same(source, 0.05),
    },
    Rejections {
        test: "scores called the same, nearly all alike",
        setting: "400 blocks, 0.8 change",
        expected: (99.0, 100.0),
        times: 1.0,
        run: |source| scores_called_the_same(source, 0.002),
    },
    Rejections {
        test: "McNemar, exact",
        setting: "200 blocks, no difference",
        // A test must reject sometimes.
        expected: (1.0, 5.0),
        times: 3.0,
        run: |source| table(source, 200, (0.5, 0.5), 0.9).exact_p_value() < 0.05,
    },
    Rejections {
        test: "neighbours matter",
        setting: "3 players, they do not",
        expected: (1.5, 3.5),
        times: 1.0,
        run: |source| {
            neighbours_matter(source, NeighbourTable { players: 3, blocks: 300, effect: 0.0 }, 0.0)
        },
    },
    Rejections {
        test: "neighbours matter",
        setting: "4 players, they do not",
        expected: (1.5, 3.5),
        times: 1.0,
        run: |source| {
            neighbours_matter(source, NeighbourTable { players: 4, blocks: 100, effect: 0.0 }, 0.0)
        },
    },
    Rejections {
        test: "neighbours matter",
        setting: "5 players, they do not",
        expected: (1.5, 3.5),
        times: 1.0,
        run: |source| {
            neighbours_matter(source, NeighbourTable { players: 5, blocks: 200, effect: 0.0 }, 0.0)
        },
    },
    Rejections {
        test: "neighbours matter",
        setting: "5 players, they do not, 150 blocks",
        expected: (1.5, 3.5),
        times: 1.0,
        run: |source| {
            neighbours_matter(source, NeighbourTable { players: 5, blocks: 150, effect: 0.0 }, 0.0)
        },
    },
    // The standard deviation is 4.08 points.
    Rejections {
        test: "neighbours matter, beyond 4.08 points",
        setting: "3 players, just that",
        expected: (1.5, 3.5),
        times: 1.0,
        run: |source| {
            neighbours_matter(
                source,
                NeighbourTable { players: 3, blocks: 500, effect: 0.1 },
                0.040_824_829,
            )
        },
    },
    Rejections {
        test: "neighbours matter",
        setting: "3 players, 10 %",
        expected: (90.0, 100.0),
        times: 1.0,
        run: |source| {
            neighbours_matter(source, NeighbourTable { players: 3, blocks: 500, effect: 0.1 }, 0.0)
        },
    },
    Rejections {
        test: "neighbours matter, stop at any look",
        setting: "3 players, they do not, 7 looks",
        expected: (0.05, 5.0),
        times: 1.0,
        run: |source| {
            neighbours_matter_at_a_look(
                source,
                NeighbourTable { players: 3, blocks: 0, effect: 0.0 },
            )
        },
    },
    Rejections {
        test: "neighbours matter, stop at any look",
        setting: "3 players, 10 %, 7 looks to 567 blocks",
        expected: (50.0, 100.0),
        times: 1.0,
        run: |source| {
            neighbours_matter_at_a_look(
                source,
                NeighbourTable { players: 3, blocks: 0, effect: 0.1 },
            )
        },
    },
];
