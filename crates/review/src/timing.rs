//! How much a review plays: some games of each part are timed.

use fairdeal_study::experiment::{CardsQuestion, Experiment};
use fairdeal_study::shards::Trial;

use crate::budget::{Budget, Rates};
use crate::error::ReviewError;
use crate::making::{Length, Making};
use crate::roster::Roster;

/// The shuffles by which it is seen how long games are.
const TRIED: u64 = 32;

/// The shuffles of which as many are timed as a moment allows.
pub(crate) const TIMED: u64 = 4_096;

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
        self.state.write(&self.asked.folder)
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

    /// Decides how much else is played: some games of each part are timed.
    pub(crate) fn choose_budget(
        &mut self,
        rosters: &[Roster],
        changes: usize,
    ) -> Result<(), ReviewError> {
        let tried = self.equals(rosters, "trial", TRIED).plan()?;
        let tried = self.session.run(&tried)?.results;
        self.check_stop()?;
        let lengths = tried.lengths.iter().filter(|row| row.unit == "decisions");
        let decisions = lengths.filter_map(|row| row.mean).fold(0.0, f64::max);
        let Budget { checked, games, adapted, ladder, .. } = self.state.budget;
        let every = Budget::every_of(decisions);
        self.state.budget.every = every;
        let budget = match self.asked.length {
            Length::Blocks(blocks) => Budget::of_blocks(blocks),
            Length::Like(budget) => budget,
            Length::Minutes(minutes) => {
                self.told("Some games of each part are timed.");
                let rates = self.rates(rosters)?;
                Budget::within(self.left(minutes), rates, self.most(), changes)
            }
        };
        self.state.budget = Budget { checked, games, adapted, ladder, every, ..budget };
        self.state.write(&self.asked.folder)
    }

    /// How long a shuffle takes in each part.
    fn rates(&self, rosters: &[Roster]) -> Result<Rates, ReviewError> {
        let plain = self.timed(self.equals(rosters, "trial", TIMED).people())?;
        let watched = if self.asked.game.is_searchable() {
            self.timed(self.watched(rosters, "trial", 8))?
        } else {
            0.0
        };
        let cards = CardsQuestion { exchanges: 1, blocks: 64 };
        let exchanged = if self.has_cards() {
            self.timed(self.equals(rosters, "trial", 64).cards(cards))?
        } else {
            0.0
        };
        let options = plain * (self.kinds() * self.most()) as f64;
        Ok(Rates { plain, exchanged, watched, options })
    }
}
