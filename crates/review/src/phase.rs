//! How a phase is played: as an experiment.

use std::collections::BTreeSet;
use std::rc::Rc;

use fairdeal_core::game::MAX_CARDS;
use fairdeal_study::experiment::{ChancesQuestion, Experiment};
use fairdeal_study::results::Results;
use fairdeal_study::session::Control;

use crate::cure::Place;
use crate::error::ReviewError;
use crate::finding::Rank;
use crate::look::Look;
use crate::making::{Asked, DRAFT, Making};
use crate::players::{BEGINNER, LOOSE, TRAINED};
use crate::roster::Roster;
use crate::topic::{TRAITS, Topic};

/// Rollouts of each legal action, where chances of winning are estimated.
pub(crate) const ROLLOUTS: u32 = 16;

/// In games with more kinds of option these are not left out one by one.
const MOST_KINDS: usize = 16;

/// Whether strengths are compared: the matters are about skill or luck.
pub(crate) fn compares_strength(asked: &BTreeSet<Place>) -> bool {
    asked.iter().any(|place| matches!(TRAITS[*place].topic, Topic::Skill | Topic::Luck))
}

impl Making<'_> {
    /// Whether the game names cards whose worth can be measured.
    pub(crate) fn has_cards(&self) -> bool {
        let names = self.asked.game.card_names().map_or(0, |names| names.cards.len());
        (1..=MAX_CARDS).contains(&names)
    }

    /// How many kinds of option players can go without: none if there is one kind, or so many that
    /// they are only names of options.
    pub(crate) fn kinds(&self) -> usize {
        let kinds = self.asked.game.description().action_kinds.len();
        if (2..=MOST_KINDS).contains(&kinds) { kinds } else { 0 }
    }

    /// An experiment about the game, by its rules or by others.
    pub(crate) fn experiment(&self, name: &str, blocks: u64) -> Experiment {
        let experiment = Experiment::new(self.asked.game, name).texts(&self.keeper.texts());
        experiment.seed(self.asked.seed).blocks(blocks)
    }

    /// Plays an experiment as a phase of this name, and returns the results.
    pub(crate) fn play(
        &self,
        experiment: Experiment,
        name: &str,
    ) -> Result<Rc<Results>, ReviewError> {
        let plan = &experiment.plan()?;
        self.check_stop()?;
        let digest = plan.digest();
        if let Some(known) = self.played(name).filter(|known| known.manifest.digest == digest) {
            return Ok(known);
        }
        // Ladders are short. A ladder would tell how long decisions take.
        let is_ladder = name.starts_with("players");
        let control = self.session.its_control();
        let quiet = Control { stop: control.stop, progress: &() };
        let session = if is_ladder { self.session.control(quiet) } else { *self.session };
        let results = self.keeper.play(&session, plan, name, is_ladder)?;
        if !results.manifest.complete {
            return Err(ReviewError::Interrupted);
        }
        let results = Rc::new(results);
        self.played.borrow_mut().insert(name.to_owned(), results.clone());
        Ok(results)
    }

    /// What was played in a phase.
    pub(crate) fn played(&self, name: &str) -> Option<Rc<Results>> {
        self.played.borrow().get(name).cloned()
    }

    /// The strategy of a name as an experiment asks for it: by its path, if it learned for the review.
    pub(crate) fn asked_as(&self, name: &str) -> String {
        if [TRAINED, BEGINNER].contains(&name) {
            self.keeper.player(name).display().to_string()
        } else {
            name.to_owned()
        }
    }

    /// An experiment in which the strongest players of each table play among themselves, by the draft.
    pub(crate) fn equals(&self, rosters: &[Roster], name: &str, blocks: u64) -> Experiment {
        let settings = self.asked.settings.clone();
        let experiment = self.experiment(name, blocks).settings(DRAFT, settings);
        self.with_strongest(experiment, rosters)
    }

    /// The experiment about the draft, with players of each strength, and good ones among weak ones.
    pub(crate) fn draft(&self, rosters: &[Roster], name: &str, blocks: u64) -> Experiment {
        let settings = self.asked.settings.clone();
        let mut experiment = self.experiment(name, blocks).settings(DRAFT, settings);
        for roster in rosters {
            for name in &roster.ranked {
                experiment = experiment.lineup_of(roster.players, self.asked_as(name).as_str());
            }
        }
        self.with_mixed(experiment, rosters).people()
    }

    pub(crate) fn with_strongest(&self, experiment: Experiment, rosters: &[Roster]) -> Experiment {
        rosters.iter().fold(experiment, |experiment, roster| match roster.name(Rank::Strong) {
            Some(name) => experiment.lineup_of(roster.players, self.asked_as(name).as_str()),
            None => experiment,
        })
    }

    /// Adds tables of one strong player among weak ones, and of one weak player among strong ones.
    pub(crate) fn with_mixed(&self, mut experiment: Experiment, rosters: &[Roster]) -> Experiment {
        for roster in rosters {
            let (strong, weak) = (roster.name(Rank::Strong), roster.name(Rank::Weak));
            let is_one_side = self.asked.game.description().is_one_side(roster.players);
            let (Some(strong), Some(weak), false) = (strong, weak, is_one_side) else { continue };
            let (strong, weak) = (self.asked_as(strong), self.asked_as(weak));
            let among = |experiment: Experiment, one: &str, others: &str| {
                let others = std::iter::repeat_n(others, roster.players - 1);
                experiment.lineup(std::iter::once(one).chain(others))
            };
            experiment = among(experiment, &strong, &weak);
            if roster.players > 2 {
                experiment = among(experiment, &weak, &strong);
            }
        }
        experiment
    }

    /// The same, with chances of winning.
    pub(crate) fn watched(&self, rosters: &[Roster], name: &str, blocks: u64) -> Experiment {
        self.equals(rosters, name, blocks).chances(self.chances(blocks)).people()
    }

    /// The question about chances of winning in so many shuffles.
    pub(crate) fn chances(&self, blocks: u64) -> ChancesQuestion {
        let every = Some(self.state.budget.every).filter(|every| *every > 1);
        let loose = self.keeper.player(LOOSE);
        let strategy = self.state.has_learned.then(|| loose.display().to_string());
        ChancesQuestion { strategy, rollouts: ROLLOUTS, blocks, every }
    }

    pub(crate) fn look<'l>(
        &'l self,
        results: &'l Results,
        variant: &'l str,
        rosters: &'l [Roster],
        folder: &'l str,
    ) -> Look<'l> {
        let Asked { wanted, pace, .. } = self.asked;
        Look { results, variant, rosters, wanted, pace, folder }
    }
}
