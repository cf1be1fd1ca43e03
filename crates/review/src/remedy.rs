//! Changes of the rules: what the steps of knobs do, which changes mend what is wrong, and their test.

use std::collections::BTreeSet;

use fairdeal_learn::CHECKPOINTS;
use fairdeal_study::experiment::{CardsQuestion, Experiment};
use fairdeal_study::results::Results;

use crate::change::Change;
use crate::cure::{self, Cure, Place};
use crate::error::ReviewError;
use crate::finding::{Finding, Mark, Measured, Rank};
use crate::players::TRAINED;
use crate::review::{Asked, DRAFT, Making};
use crate::roster::Roster;
use crate::topic::{self, TRAITS, Topic};

/// What a knob does where it is turned by a step.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The knob with its value.
    pub change: String,
    /// How much less is wrong then; below 0 more is.
    pub relief: f64,
    /// Whether no game went otherwise.
    pub is_without_effect: bool,
}

impl Making<'_> {
    /// Plays the draft and changed rules by the strongest players of each table. Returns the findings
    /// of each, those of the draft first.
    fn tried(
        &self,
        name: &str,
        rosters: &[Roster],
        changes: &[Change],
        asked: &BTreeSet<Place>,
    ) -> Result<Vec<Vec<Finding>>, ReviewError> {
        let of = |name: &str, blocks: u64, by: &[Roster]| {
            self.with_strongest(self.with_changes(name, blocks, changes), by)
        };
        self.measured((name, self.state.budget.tried()), &of, [rosters, rosters], changes, asked)
    }

    /// An experiment with the draft and changed rules.
    fn with_changes(&self, name: &str, blocks: u64, changes: &[Change]) -> Experiment {
        let draft = self.experiment(name, blocks).settings(DRAFT, self.asked.settings.clone());
        changes.iter().fold(draft, |experiment, change| {
            experiment.settings(&change.name(), change.settings.clone())
        })
    }

    /// Measures the draft and changed rules, as far as what is asked needs it. `of`: an experiment of
    /// a name, of so many shuffles, by the first of these players. The players of the second ones are
    /// judged. Returns the findings of each set of rules, those of the draft first.
    fn measured(
        &self,
        (name, blocks): (&str, u64),
        of: &dyn Fn(&str, u64, &[Roster]) -> Experiment,
        [rosters, judged]: [&[Roster]; 2],
        changes: &[Change],
        asked: &BTreeSet<Place>,
    ) -> Result<Vec<Vec<Finding>>, ReviewError> {
        let compares_strength =
            asked.iter().any(|place| matches!(TRAITS[*place].topic, Topic::Skill | Topic::Luck));
        let experiment = if compares_strength {
            self.with_mixed(of(name, blocks, judged), judged)
        } else {
            of(name, blocks, rosters)
        };
        let results = self.play(experiment.people(), name)?;
        let mut all = self.looked(&results, judged, changes, name);
        let mut add = |experiment: Experiment, name: &str, is_it: fn(&Finding) -> bool| {
            let results = self.play(experiment, name)?;
            let more = self.looked(&results, judged, changes, name);
            for (found, more) in all.iter_mut().zip(more) {
                found.extend(more.into_iter().filter(is_it));
            }
            Ok::<(), ReviewError>(())
        };
        if let Some(blocks) = self.watched_changes(asked, changes) {
            let name = &format!("{name}-chances");
            let experiment = of(name, blocks, judged).chances(self.chances(blocks)).people();
            add(experiment, name, is_of_chances)?;
        }
        if let Some(blocks) = self.exchanged_changes(asked, changes) {
            let name = &format!("{name}-cards");
            let cards = CardsQuestion { exchanges: 1, blocks };
            add(of(name, blocks, judged).cards(cards), name, is_of_cards)?;
        }
        Ok(all)
    }

    /// The shuffles in which cards are exchanged for changes; `None` if nothing is about cards, or
    /// there is no time for them.
    fn exchanged_changes(&self, asked: &BTreeSet<Place>, changes: &[Change]) -> Option<u64> {
        let needs_cards = [&topic::DOMINANT_CARD, &topic::USELESS_CARD]
            .iter()
            .any(|of| asked.contains(&of.place()));
        let blocks = self.state.budget.exchanged_changes(changes.len())?;
        (needs_cards && self.has_cards()).then_some(blocks)
    }

    /// The shuffles in which chances are estimated for changes; `None` if no topic needs chances, or
    /// there is no time for them.
    fn watched_changes(&self, asked: &BTreeSet<Place>, changes: &[Change]) -> Option<u64> {
        let needs_chances = asked.iter().any(|place| OF_CHANCES.contains(&TRAITS[*place].topic));
        let blocks = self.state.budget.watched_changes(changes.len())?;
        (needs_chances && self.asked.game.is_searchable()).then_some(blocks)
    }

    /// The findings of the draft and of each change, in one experiment.
    fn looked(
        &self,
        results: &Results,
        rosters: &[Roster],
        changes: &[Change],
        folder: &str,
    ) -> Vec<Vec<Finding>> {
        let names = changes.iter().map(Change::name);
        std::iter::once(DRAFT.to_owned())
            .chain(names)
            .map(|variant| self.look(results, &variant, rosters, folder).findings())
            .collect()
    }

    /// Turns each knob by a step.
    pub(crate) fn knobs(
        &self,
        rosters: &[Roster],
        steps: &[Change],
        findings: &[Finding],
    ) -> Result<Vec<Effect>, ReviewError> {
        if steps.is_empty() {
            return Ok(Vec::new());
        }
        let asked = cure::wrong(findings);
        let all = self.tried("knobs", rosters, steps, &asked)?;
        let results = Results::read(&self.asked.folder.join("knobs"))?;
        let base = cure::burden(&all[0], &asked);
        let mut effects: Vec<Effect> = steps
            .iter()
            .zip(&all[1..])
            .map(|(change, found)| {
                let name = change.name();
                let mut own = results.comparisons.iter().filter(|row| row.cell.variant == name);
                let is_without_effect = own.all(|row| row.changed_blocks == Some(0));
                let relief = base - cure::burden(found, &asked);
                Effect { change: name, relief, is_without_effect }
            })
            .collect();

        effects.sort_by(|one, other| other.relief.total_cmp(&one.relief));
        Ok(effects)
    }

    /// Searches for changes that mend what is wrong, and tests the best ones together with players
    /// who went on learning under them.
    pub(crate) fn cures(
        &self,
        rosters: &[Roster],
        findings: &[Finding],
        values: &[Change],
    ) -> Result<Vec<Cure>, ReviewError> {
        let Asked { game, settings, sizes, .. } = self.asked;
        let asked = cure::wrong(findings);
        if asked.is_empty() || values.is_empty() {
            return Ok(Vec::new());
        }
        self.told("Cures: which change of a knob mends what is wrong?");
        let all = self.tried("values", rosters, values, &asked)?;
        let singles = cure::ranked(values, &all, &asked);
        let mut best = singles.clone();
        let is_mended =
            |ranked: &[cure::Candidate]| ranked.first().is_some_and(|best| best.left < 0.05);
        if !is_mended(&singles) {
            let mut more = cure::between(&singles, settings, *game, sizes);
            more.extend(cure::pairs(&singles, *game, sizes));
            let more = self.playable(more);
            if !more.is_empty() {
                let all = self.tried("pairs", rosters, &more, &asked)?;
                best.extend(cure::ranked(&more, &all, &asked));
            }
        }
        let chosen = cure::chosen(best);
        if chosen.is_empty() {
            return Ok(Vec::new());
        }
        self.told("The test of the cures, with players who learned under them.");
        self.tested(rosters, &chosen, &asked)
    }

    /// Tests changes on fresh shuffles.
    fn tested(
        &self,
        rosters: &[Roster],
        changes: &[Change],
        asked: &BTreeSet<Place>,
    ) -> Result<Vec<Cure>, ReviewError> {
        let budget = self.state.budget;
        let trained = self.players_folder().join(TRAINED).with_extension("toml");
        let learns = trained.exists();
        // Those who learned under the changed rules are the strongest by these.
        let adapted = |roster: &Roster| {
            let weak = roster.name(Rank::Weak).map(str::to_owned);
            let ranked = std::iter::once("adapted".to_owned()).chain(weak).collect();
            Roster { ranked, ..roster.clone() }
        };
        let adapted: Vec<Roster> = rosters.iter().map(adapted).collect();
        let players = if learns { &adapted[..] } else { rosters };
        let of = |name: &str, blocks: u64, by: &[Roster]| {
            // Shuffles that no phase has played.
            let experiment =
                self.with_changes(name, blocks, changes).seed(self.asked.seed ^ (1 << 40));
            let experiment = self.with_strongest(experiment, by);
            if learns {
                let games = (budget.games / 8).max(CHECKPOINTS[0]);
                experiment.adapt_from(games, &trained.display().to_string())
            } else {
                experiment
            }
        };
        let blocks = budget.blocks.div_ceil(2);
        let all = self.measured(("cures", blocks), &of, [rosters, players], changes, asked)?;
        Ok(cure::judged(changes, &all, asked, learns))
    }
}

/// The topics that need chances of winning.
const OF_CHANCES: [Topic; 3] = [Topic::DecidedEarly, Topic::DeadChoice, Topic::Kingmaking];

/// Whether a finding rests on chances of winning.
pub(crate) fn is_of_chances(finding: &Finding) -> bool {
    OF_CHANCES.contains(&finding.of.topic)
}

pub(crate) fn is_of_options(finding: &Finding) -> bool {
    finding.of.is(&topic::NEEDLESS_OPTION)
}

pub(crate) fn is_of_cards(finding: &Finding) -> bool {
    [&topic::DOMINANT_CARD, &topic::USELESS_CARD].iter().any(|of| of.is(finding.of))
}

/// Knobs whose steps change no game.
pub(crate) fn findings_of_knobs(effects: &[Effect]) -> Vec<Finding> {
    let knob = |effect: &Effect| effect.change.split_once('=').map(|(knob, _)| knob.to_owned());
    let knobs: BTreeSet<String> = effects.iter().filter_map(knob).collect();
    let dead = knobs.into_iter().filter(|name| {
        let own = effects.iter().filter(|effect| knob(effect).as_ref() == Some(name));
        own.into_iter().all(|effect| effect.is_without_effect)
    });
    dead.map(|name| {
        let measured = Measured { value: 1.0, ends: None };
        let about = (format!("the knob {name}"), 0, Rank::Strong);
        let of = &topic::DEAD_RULE;
        let found = Finding::judged(of, of.limits, about, measured, 1.0, "knobs/comparisons.csv");
        Finding { mark: Mark::LookAt, ..found }
    })
    .collect()
}

/// Some of these changes: of each knob as many as of the others, the first ones.
pub(crate) fn first_of_each(changes: &[Change], most: usize) -> Vec<Change> {
    let mut chosen: Vec<Change> = Vec::new();
    let mut round = 0;
    while chosen.len() < most.min(changes.len()) {
        let mut seen: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        for change in changes {
            let knob = change.knobs().next().unwrap_or_default();
            let place = seen.entry(knob).or_default();
            if *place == round && chosen.len() < most {
                chosen.push(change.clone());
            }
            *place += 1;
        }
        round += 1;
    }
    chosen
}
