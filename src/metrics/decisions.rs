//! What the strategies could do and did, by kind of action.

use super::{Analysis, Batch, Labelled, Metric, Shape, Table};
use crate::arrangement::Arrangement;
use crate::game::{Description, Game, KindCounts, LegalSet, MAX_ACTION_KINDS, Observer, Outcome};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::stats::Overflow;

/// Counts of one strategy's decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecisionTally {
    /// Decisions in which each kind was legal, and legal actions of each kind.
    kinds: KindCounts,
    /// How often an action of each kind was chosen.
    chosen: [u64; MAX_ACTION_KINDS],
    /// How often an action of each kind was the only legal one.
    forced: [u64; MAX_ACTION_KINDS],
}

impl DecisionTally {
    #[inline(always)]
    fn observe<G: Game>(&mut self, legal: &G::Legal, action: G::Action) {
        G::count_kinds(legal, &mut self.kinds);
        let kind = G::kind(action) % MAX_ACTION_KINDS;
        self.chosen[kind] += 1;
        self.forced[kind] += u64::from(legal.count() == 1);
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        let pairs = [
            (&mut self.kinds.decisions, &other.kinds.decisions),
            (&mut self.kinds.legal, &other.kinds.legal),
            (&mut self.chosen, &other.chosen),
            (&mut self.forced, &other.forced),
        ];
        for (counts, others) in pairs {
            for (count, other) in counts.iter_mut().zip(others) {
                *count = count.checked_add(*other).ok_or(Overflow)?;
            }
        }
        Ok(())
    }
}

/// Are the decisions of this block counted?
///
/// All of the first 256 blocks, then every 32nd: counting them by kind costs a third of the time of random play, and there are dozens in
/// every game, so that a small part of them says enough. The table says how many games it counted.
#[inline]
pub fn counts_decisions(block: u64) -> bool {
    block < 256 || block.is_multiple_of(32)
}

/// Watches playthroughs and counts the decisions of each strategy.
#[derive(Clone, Debug)]
pub struct DecisionObserver {
    /// By strategy of the shape.
    tallies: [DecisionTally; MAX_SEATS],
    /// Who sits where in the game being watched.
    arrangement: Arrangement,
    /// Decisions with one legal action only, and all decisions, of the block.
    forced: (u64, u64),
    /// Who was ahead at each decision of the game, where that is asked for.
    leaders: Option<Vec<SeatSet>>,
}

impl DecisionObserver {
    /// An observer that has seen nothing.
    pub fn new() -> Self {
        Self { tallies: [DecisionTally::default(); MAX_SEATS], arrangement: Arrangement::default(), forced: (0, 0), leaders: None }
    }

    /// The same observer, which also notes who is ahead.
    #[must_use]
    pub fn with_leaders(self) -> Self {
        Self { leaders: Some(Vec::new()), ..self }
    }

    /// Did the winners of the game that was just played come from behind? That is: was none of them ahead when half of its decisions were taken?
    /// Nothing where nobody noted who was ahead, or nobody won.
    pub fn take_comeback(&mut self, outcome: &Outcome) -> Option<bool> {
        let leaders = self.leaders.as_mut()?;
        let half = leaders.get(leaders.len() / 2).copied();
        leaders.clear();
        let ahead = half.filter(|_| outcome.winners != SeatSet::NONE)?;
        Some(Seat::all(MAX_SEATS).all(|seat| !(outcome.winners.contains(seat) && ahead.contains(seat))))
    }

    /// Forgets what it saw.
    pub fn clear(&mut self) {
        self.tallies = [DecisionTally::default(); MAX_SEATS];
    }

    /// How many decisions had one legal action only, and how many there were, since this was last asked.
    pub fn take_forced(&mut self) -> (u64, u64) {
        std::mem::take(&mut self.forced)
    }

    /// Takes note of who sits where in the next game.
    pub fn seat(&mut self, arrangement: Arrangement) {
        self.arrangement = arrangement;
    }

    /// The decisions of each strategy of the shape.
    pub fn tallies(&self, shape: &Shape) -> &[DecisionTally] {
        &self.tallies[..shape.strategies.len()]
    }
}

impl Default for DecisionObserver {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Observer<G> for DecisionObserver {
    #[inline(always)]
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        if let Some(leaders) = &mut self.leaders {
            leaders.push(G::standing(rules, state).leaders);
        }
    }

    #[inline(always)]
    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        self.tallies[self.arrangement.strategy(seat) % MAX_SEATS].observe::<G>(legal, action);
        self.forced.0 += u64::from(legal.count() == 1);
        self.forced.1 += 1;
    }
}

/// The decisions of every strategy of the shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Decisions {
    tallies: Vec<DecisionTally>,
    games: u64,
}

impl Metric for Decisions {
    const DEFINITION: (&'static str, &'static str) = (
        "decisions.csv",
        "for each strategy and kind of action: decisions in which an action of the kind was legal, legal actions of the kind in all of them \
         (legal_sum), decisions in which it was the only legal action (forced), and how often the kind was chosen; counted in the first 256 \
         blocks and every 32nd after them (games)",
    );

    fn new(shape: &Shape, _game: &Description) -> Self {
        Self { tallies: vec![DecisionTally::default(); shape.strategies.len()], games: 0 }
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.games += batch.decisions_games();
        self.tallies.iter_mut().zip(batch.samples.decisions).try_for_each(|(tally, seen)| tally.merge(seen))
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.games = self.games.checked_add(other.games).ok_or(Overflow)?;
        self.tallies.iter_mut().zip(&other.tallies).try_for_each(|(tally, other)| tally.merge(other))
    }

    fn tables(cells: &[Labelled<'_, Self>], _analysis: &Analysis) -> Vec<Table> {
        let mut table = Table::new(
            "decisions.csv",
            &["game", "variant", "lineup", "strategy", "kind", "games", "decisions", "legal_sum", "forced", "chosen"],
        );
        for Labelled { label, counts } in cells {
            for (strategy, tally) in label.shape.strategies.iter().zip(&counts.tallies) {
                for (kind, name) in label.game.action_kinds.iter().enumerate() {
                    table.rows.push(vec![
                        label.game.name.into(),
                        label.variant.as_str().into(),
                        label.lineup.as_str().into(),
                        strategy.as_str().into(),
                        (*name).into(),
                        counts.games.into(),
                        tally.kinds.decisions[kind].into(),
                        tally.kinds.legal[kind].into(),
                        tally.forced[kind].into(),
                        tally.chosen[kind].into(),
                    ]);
                }
            }
        }
        vec![table]
    }
}
