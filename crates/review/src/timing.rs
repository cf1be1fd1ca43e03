//! How much a review plays: some games of each part are timed.

use std::collections::BTreeSet;

use fairdeal_core::rows::LengthRow;
use fairdeal_study::experiment::{CardsQuestion, Experiment};
use fairdeal_study::shards::Trial;

use crate::budget::{Budget, FURTHER, Rates};
use crate::cure::Place;
use crate::error::ReviewError;
use crate::finding::Rank;
use crate::making::{Length, Making};
use crate::phase::{ROLLOUTS, compares_strength};
use crate::roster::Roster;

/// The shuffles by which it is seen how long games are.
const TRIED: u64 = 32;

/// The shuffles of which as many are timed as a moment allows.
pub(crate) const TIMED: u64 = 4_096;

/// With fewer shuffles than this, faster players take the place of the strongest ones, if they play at
/// least so many times as many.
const FEW: u64 = 512;
const FASTER: u64 = 4;

/// About how many options a decision has.
const OPTIONS: f64 = 4.0;

/// Where time has run out, a review takes this share of it more.
const LEFT: f64 = 0.3;

impl Making<'_> {
    /// Decides how long ladders are: some games of each strategy are timed.
    pub(crate) fn choose_ladder(&mut self, names: &[String]) -> Result<(), ReviewError> {
        self.state.budget.ladder = match self.asked.length {
            Length::Blocks(blocks) => Budget::of_blocks(blocks).ladder,
            Length::Like(budget) => budget.ladder,
            Length::Minutes(minutes) => {
                let mut seconds = 0.0;
                for name in names {
                    seconds += self.timed(self.equals(&self.all_tables(name), "trial", TIMED))?;
                }
                let seconds = seconds / names.len().max(1) as f64;
                Budget::ladder_within(self.left(minutes), seconds, self.most())
            }
        };
        self.keep_state()
    }

    /// The seconds that are left of so many minutes, at least a part of them.
    fn left(&self, minutes: f64) -> f64 {
        let seconds = 60.0 * minutes;
        (seconds - self.begun.elapsed().as_secs_f64()).max(LEFT * seconds)
    }

    /// The largest number of players.
    fn most(&self) -> usize {
        self.asked.sizes.iter().copied().max().unwrap_or(2)
    }

    /// Tables of all sizes at which one strategy sits.
    pub(crate) fn all_tables(&self, name: &str) -> Vec<Roster> {
        let roster = |players: &usize| Roster { players: *players, ranked: vec![name.to_owned()] };
        self.asked.sizes.iter().map(roster).collect()
    }

    /// How many seconds a block of an experiment takes: its first blocks are timed.
    pub(crate) fn timed(&self, experiment: Experiment) -> Result<f64, ReviewError> {
        let plan = experiment.plan()?;
        let trial = Trial::new(self.session, &plan)?;
        self.check_stop()?;
        Ok(trial.seconds(&(0..plan.blocks())) / plan.blocks() as f64)
    }

    /// Decides how much else is played: some games of each part are timed. If the strongest players
    /// are so slow that few games could be played, the next ones take their place. Returns the players.
    pub(crate) fn choose_budget(
        &mut self,
        mut rosters: Vec<Roster>,
        changes: usize,
    ) -> Result<Vec<Roster>, ReviewError> {
        let mut budget = self.budget_of(&rosters, changes)?;
        while budget.blocks < FEW && matches!(self.asked.length, Length::Minutes(_)) {
            let Some(others) = without_strongest(&rosters) else { break };
            let faster = self.budget_of(&others, changes)?;
            if faster.blocks < FASTER * budget.blocks {
                break;
            }
            self.told("Left out: the strongest players are too slow to play many games.");
            (rosters, budget) = (others, Budget { too_slow: budget.too_slow + 1, ..faster });
        }
        let Budget { checked, games, adapted, unattacked, ladder, .. } = self.state.budget;
        self.state.budget = Budget { checked, games, adapted, unattacked, ladder, ..budget };
        self.keep_state()?;
        Ok(rosters)
    }

    /// Decides how many further changes of the rules are tried, where each took so many seconds: as many
    /// as fit into a part of the time that is left.
    pub(crate) fn choose_further(&mut self, seconds: f64) -> Result<(), ReviewError> {
        if self.state.budget.further.is_some() {
            return Ok(());
        }
        self.state.budget.further = match self.asked.length {
            Length::Minutes(minutes) => {
                let left = 60.0 * minutes - self.begun.elapsed().as_secs_f64();
                Some((FURTHER * left / seconds.max(1e-3)).max(0.0) as u64)
            }
            Length::Blocks(blocks) => Budget::of_blocks(blocks).further,
            Length::Like(budget) => budget.further,
        };
        self.keep_state()
    }

    /// How much these players play in the time that is left.
    fn budget_of(&mut self, rosters: &[Roster], changes: usize) -> Result<Budget, ReviewError> {
        let tried = self.equals(rosters, "trial", TRIED).plan()?;
        let tried = self.session.run(&tried)?.results;
        self.check_stop()?;
        let lengths = || tried.lengths.iter().filter(|row| row.unit == "decisions");
        let end = |row: &LengthRow| 2 * row.finished >= row.games;
        // Of games that do not end it is not known how long they are.
        let decisions = if lengths().all(end) {
            lengths().filter_map(|row| row.mean).fold(0.0, f64::max)
        } else {
            f64::INFINITY
        };
        let every = Budget::every_of(decisions);
        self.state.budget.every = every;
        let budget = match self.asked.length {
            Length::Blocks(blocks) => Budget::of_blocks(blocks),
            Length::Like(budget) => budget,
            Length::Minutes(minutes) => {
                self.told("Some games of each part are timed.");
                let rates = self.rates(rosters, decisions, self.left(minutes))?;
                Budget::within(self.left(minutes), rates, changes)
            }
        };
        Ok(Budget { every, ..budget })
    }

    /// Decides how many changes of knobs are tried, if strengths are compared: then weak players play
    /// too, who may take longer.
    pub(crate) fn choose_changes(
        &mut self,
        rosters: &[Roster],
        asked: &BTreeSet<Place>,
    ) -> Result<(), ReviewError> {
        let Length::Minutes(minutes) = self.asked.length else { return Ok(()) };
        if self.state.compared.is_some() || !compares_strength(asked) {
            return Ok(());
        }
        let mixed = self.with_mixed(self.equals(rosters, "trial", TIMED), rosters);
        let rate = self.timed(mixed.people())?;
        let budget = self.state.budget;
        self.state.budget.changes = budget.changes_within(self.left(minutes), rate);
        self.state.compared = Some(self.state.budget.changes);
        self.keep_state()
    }

    /// How long a shuffle takes in each part. `decisions`: those of a game; `seconds`: those that are
    /// left.
    fn rates(
        &self,
        rosters: &[Roster],
        decisions: f64,
        seconds: f64,
    ) -> Result<Rates, ReviewError> {
        let plain = self.timed(self.equals(rosters, "trial", TIMED).people())?;
        // From each watched decision each option is played on, about half of a game each.
        let watched_in_a_game = decisions / f64::from(self.state.budget.every.max(1));
        let guess = plain * watched_in_a_game * f64::from(ROLLOUTS) * OPTIONS / 2.0;
        let watched = if !self.asked.game.is_searchable() {
            0.0
        } else if Budget::cannot_watch(guess, seconds) {
            // Even to time one would take too long.
            f64::INFINITY
        } else {
            self.timed(self.watched(rosters, "trial", 8))?
        };
        let cards = CardsQuestion { exchanges: 1, blocks: 64 };
        let exchanged = if self.has_cards() {
            self.timed(self.equals(rosters, "trial", 64).cards(cards))?
        } else {
            0.0
        };
        let options = plain * (self.kinds() * self.most()) as f64;
        let draft = self.timed(self.draft(rosters, "trial", TIMED))?;
        Ok(Rates { plain, draft, exchanged, watched, options })
    }
}

/// The players at all tables without the strongest one of the first table; `None` if only one would
/// be left at a table.
pub(crate) fn without_strongest(rosters: &[Roster]) -> Option<Vec<Roster>> {
    let name = rosters.first()?.name(Rank::Strong)?;
    rosters.iter().map(|roster| roster.without(name)).collect()
}
