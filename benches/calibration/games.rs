//! Simulated games that are counted and judged as in a run.

use std::sync::Arc;

use fairdeal::findings::{Analysis, Look, Run, Verdicts};
use fairdeal::game::{AnyRules, Game, MAX_LENGTH_UNITS, Outcome as Ended, Playthrough};
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Settings;
use fairdeal::metrics::{
    Batch, Counts, DecisionSamples, Label, Layout, Metric, Pair, Shape, Variant,
};
use fairdeal::seat::{MAX_SEATS, Seat, SeatSet};

use super::looks::{EVERY_LOOK, first_miss};
use super::promises::Outcome;
use super::simulations::Source;

/// A game of one decision in which seat 0 goes first.
pub(super) fn won_by(seat: u8) -> Playthrough {
    ended(SeatSet::only(Seat::new(seat)), 0)
}

/// The same with these winners, where each seat of two has this score.
pub(super) fn ended(winners: SeatSet, score: i32) -> Playthrough {
    let mut scores = [0; MAX_SEATS];
    scores[..2].fill(score.into());
    Playthrough {
        outcome: Ended {
            winners,
            shared: winners.count() > 1,
            scores,
            unfinished: false,
            end_reason: 0,
        },
        first_player: Seat::new(0),
        lengths: [1; MAX_LENGTH_UNITS],
    }
}

fn labelled(variant: &str, shape: &Shape) -> Label {
    Label {
        game: &Crisps::DESCRIPTION,
        variant: Arc::new(Variant::new(variant, Settings::defaults(&[]))),
        lineup: String::new(),
        shape: shape.clone(),
        rules: AnyRules::default(),
    }
}

/// One line-up under some sets of rules; each is compared with the first.
pub(super) fn layout(variants: &[&str], shape: &Shape) -> Layout {
    let cells: Vec<Label> = variants.iter().map(|variant| labelled(variant, shape)).collect();
    let pairs = (1..cells.len())
        .map(|variant| Pair { baseline: 0, variant, same_rules: false, same_points: true })
        .collect();
    Layout { cells, pairs, ..Layout::empty(&Crisps::DESCRIPTION) }
}

/// The interval of `strategies.csv` if nearly all blocks end alike: each strategy wins in one of
/// the seats, except for a share `differing` of blocks in which one wins in both.
pub(super) fn alike(source: &mut Source, blocks: u64, differing: f64) -> Outcome {
    let shape = Shape::new(&["one", "other"].map(str::to_owned));
    let games: Vec<Playthrough> =
        (0..blocks).flat_map(|_| [won_by(0), won_by(u8::from(source.chance(differing)))]).collect();
    let layout = layout(&[""], &shape);
    let mut counts = Counts::new(&layout);
    counts.cells[0]
        .strategies
        .observe(&Batch::new(&shape, 0, &games, &[], DecisionSamples::default()))
        .expect("few games");
    let rows = Verdicts::new(Run::new(&layout, &counts, Analysis::default())).strategies;
    Outcome::of(0.5 + differing / 2.0, (rows[0].share.win_rate_low, rows[0].share.win_rate_high))
}

/// The results of a quantity under other rules in nearly all blocks, and the looks at them.
#[derive(Clone, Copy)]
pub(super) struct Nearly {
    /// Whether nearly all blocks change, all by the same amount; otherwise nearly no block changes.
    pub(super) change: bool,
    /// The share of blocks for which the opposite holds.
    pub(super) differing: f64,
    /// Whether the results are looked at any number of times, instead of once after 400 blocks.
    pub(super) every_look: bool,
}

impl Nearly {
    /// Blocks of two games under both rules, of which these `differ`.
    fn said(
        self,
        source: &mut Source,
        games: impl Fn(&mut Source, bool) -> [Playthrough; 2],
        said: impl Fn(&Verdicts) -> Outcome,
    ) -> Outcome {
        let shape = Shape::new(&["one", "other"].map(str::to_owned));
        let layout = layout(&["baseline", "variant"], &shape);
        let looks = if self.every_look { &EVERY_LOOK[..] } else { &[(400, Look::Only)] };
        let (mut counts, mut seen) = (Counts::new(&layout), 0);
        first_miss(looks.iter().map(|&(blocks, look)| {
            let mut played = [Vec::new(), Vec::new()];
            for _ in seen..blocks {
                let differs = source.chance(self.differing);
                for (played, game) in played.iter_mut().zip(games(source, self.change != differs)) {
                    played.extend([game; 2]);
                }
            }
            let batches = [&played[0], &played[1]]
                .map(|games| Batch::new(&shape, seen, games, &[], DecisionSamples::default()));
            let mut more = Counts::new(&layout);
            more.observe(&layout, &batches).expect("few games");
            counts.merge(&more).expect("few games");
            seen = blocks;
            said(&Verdicts::new(Run::new(
                &layout,
                &counts,
                Analysis { look, ..Analysis::default() },
            )))
        }))
    }
}

/// The increase of shared wins.
pub(super) fn shared_wins(source: &mut Source, nearly: Nearly) -> Outcome {
    let (alone, both) =
        (SeatSet::only(Seat::new(0)), SeatSet::only(Seat::new(0)).with(Seat::new(1)));
    let games = |_: &mut Source, changed: bool| {
        [alone, if changed { both } else { alone }].map(|winners| ended(winners, 0))
    };
    let truth = if nearly.change { 1.0 - nearly.differing } else { nearly.differing };
    nearly.said(source, games, |verdicts| {
        let row = verdicts
            .comparisons
            .iter()
            .find(|row| row.quantity == "shared_wins")
            .expect("it is compared");
        Outcome::of(truth, (row.difference_low, row.difference_high))
    })
}

/// Whether a p-value on its own settles that scores are the same where this share of blocks loses
/// all of its score. The default tolerance of scores is 5 %, which is also the allowed share of
/// changed blocks.
pub(super) fn scores_called_the_same(source: &mut Source, differing: f64) -> bool {
    let games = |source: &mut Source, changed: bool| {
        let score = 20 + source.0.below(41) as i32;
        [score, if changed { 0 } else { score }]
            .map(|score| ended(SeatSet::only(Seat::new(0)), score))
    };
    let called = |verdicts: &Verdicts| {
        let row = verdicts
            .comparisons
            .iter()
            .find(|row| row.quantity == "score")
            .expect("it is compared");
        let is_small =
            row.relative_difference.is_some_and(|effect| effect.abs() <= row.judged.tolerance);
        if is_small && row.judged.p_bound.is_some_and(|p| p <= 0.05) {
            Outcome::Above
        } else {
            Outcome::Covered
        }
    };
    Nearly { change: false, differing, every_look: false }.said(source, games, called)
        == Outcome::Above
}
