//! Changes of the rules: what the steps of knobs do, which changes mend what is wrong, and their test.

use std::collections::BTreeSet;

use fairdeal_study::experiment::{CardsQuestion, Experiment};
use fairdeal_study::results::Results;

use crate::change::Change;
use crate::cure::{self, Cure, Place};
use crate::error::ReviewError;
use crate::finding::{Finding, Mark, Rank, of_rules};
use crate::making::{Asked, DRAFT, Making};
use crate::phase::compares_strength;
use crate::players::TRAINED;
use crate::roster::Roster;
use crate::topic::{self, TRAITS, Topic};
use fairdeal_core::clock::Instant;

/// What a knob does where it is turned.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The knob with its value.
    pub change: Change,
    /// Whether it is turned by a step.
    pub is_step: bool,
    /// How much less is wrong then; below 0 more is.
    pub relief: f64,
    /// Whether no game went otherwise.
    pub is_without_effect: bool,
    /// The worst that is broken then and is not broken in the draft.
    pub breaks: Option<Finding>,
}

impl Making<'_> {
    /// Plays the draft and changed rules by the strongest players of each table. Returns the findings
    /// of each, those of the draft first.
    fn tried(
        &self,
        (name, part): (&str, u64),
        rosters: &[Roster],
        changes: &[Change],
        asked: &BTreeSet<Place>,
    ) -> Result<Vec<Vec<Finding>>, ReviewError> {
        let of = |name: &str, blocks: u64, by: &[Roster]| {
            self.with_strongest(self.with_changes(name, blocks, changes), by)
        };
        let (blocks, players) = (self.state.budget.tried(), [rosters, rosters]);
        self.measured((name, blocks, part), &of, players, changes, asked)
    }

    /// An experiment with the draft and changed rules.
    fn with_changes(&self, name: &str, blocks: u64, changes: &[Change]) -> Experiment {
        let draft = self.experiment(name, blocks).settings(DRAFT, self.asked.settings.clone());
        changes.iter().fold(draft, |experiment, change| {
            experiment.settings(&change.name(), change.settings.clone())
        })
    }

    /// Measures what is asked of the draft and of changed rules. `of`: makes the experiment of a name,
    /// with so many shuffles, between these players. `rosters` play; the first of `judged` are
    /// judged, and alone sit where chances and cards are measured, which takes the `part`-th part of
    /// the time that the draft had for it. Returns the findings of each set of rules, those of the
    /// draft first.
    fn measured(
        &self,
        (name, blocks, part): (&str, u64, u64),
        of: &dyn Fn(&str, u64, &[Roster]) -> Experiment,
        [rosters, judged]: [&[Roster]; 2],
        changes: &[Change],
        asked: &BTreeSet<Place>,
    ) -> Result<Vec<Vec<Finding>>, ReviewError> {
        let experiment = if compares_strength(asked) {
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
        if let Some(blocks) = self.watched_changes(asked, changes, part) {
            let name = &format!("{name}-chances");
            let experiment = of(name, blocks, judged).chances(self.chances(blocks)).people();
            add(experiment, name, is_of_chances)?;
        }
        if let Some(blocks) = self.exchanged_changes(asked, changes, part) {
            let name = &format!("{name}-cards");
            let cards = CardsQuestion { exchanges: 1, blocks };
            add(of(name, blocks, judged).cards(cards), name, is_of_cards)?;
        }
        Ok(all)
    }

    /// The shuffles in which cards are exchanged for changes; `None` if nothing is about cards, or
    /// there is no time for them.
    fn exchanged_changes(
        &self,
        asked: &BTreeSet<Place>,
        changes: &[Change],
        part: u64,
    ) -> Option<u64> {
        let needs_cards = [&topic::DOMINANT_CARD, &topic::USELESS_CARD]
            .iter()
            .any(|of| asked.contains(&of.place()));
        let blocks = self.state.budget.exchanged_changes(changes.len(), part)?;
        (needs_cards && self.has_cards()).then_some(blocks)
    }

    /// The shuffles in which chances are estimated for changes; `None` if no topic needs chances, or
    /// there is no time for them.
    fn watched_changes(
        &self,
        asked: &BTreeSet<Place>,
        changes: &[Change],
        part: u64,
    ) -> Option<u64> {
        let needs_chances = asked.iter().any(|place| OF_CHANCES.contains(&TRAITS[*place].topic));
        let blocks = self.state.budget.watched_changes(changes.len(), part)?;
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

    /// Turns each knob, and decides how many further changes are tried. Returns the findings of the draft and of each change.
    pub(crate) fn knobs(
        &mut self,
        rosters: &[Roster],
        changes: &[Change],
        asked: &BTreeSet<Place>,
    ) -> Result<Vec<Vec<Finding>>, ReviewError> {
        if changes.is_empty() {
            return Ok(Vec::new());
        }
        self.told("Knobs: what changes when each of them is turned?");
        let begun = Instant::now();
        let all = self.tried(("knobs", 1), rosters, changes, asked)?;
        self.choose_further(begun.elapsed().as_secs_f64() / changes.len() as f64)?;
        Ok(all)
    }

    /// What each turned knob does, the most helpful first. `all`: the findings of the draft and of each
    /// change.
    pub(crate) fn effects(
        &self,
        steps: &[Change],
        changes: &[Change],
        all: &[Vec<Finding>],
        asked: &BTreeSet<Place>,
    ) -> Vec<Effect> {
        let Some((draft, others)) = all.split_first() else { return Vec::new() };
        let Some(results) = self.played("knobs") else { return Vec::new() };
        let base = cure::left(draft, draft, asked);
        let effect = |(change, found): (&Change, &Vec<Finding>)| {
            let name = change.name();
            let is_step = steps.iter().any(|step| step.name() == name);
            let own = results.comparisons.iter().filter(|row| row.cell.variant == name);
            let blocks: Vec<Option<u64>> = own.map(|row| row.changed_blocks).collect();
            let is_without_effect =
                !blocks.is_empty() && blocks.iter().all(|blocks| *blocks == Some(0));
            let relief = base - cure::left(draft, found, asked);
            let breaks = cure::broken_anew(draft, found);
            Effect { change: change.clone(), is_step, relief, is_without_effect, breaks }
        };
        let mut effects: Vec<Effect> = changes.iter().zip(others).map(effect).collect();
        effects.sort_by(|one, other| other.relief.total_cmp(&one.relief));
        effects
    }

    /// Searches for changes that mend what is wrong, and tests the best ones together with players
    /// who went on learning under them.
    pub(crate) fn cures(
        &mut self,
        rosters: &[Roster],
        changes: &[Change],
        all: &[Vec<Finding>],
        asked: &BTreeSet<Place>,
    ) -> Result<Vec<Cure>, ReviewError> {
        let Asked { game, settings, sizes, .. } = self.asked;
        if asked.is_empty() || changes.is_empty() {
            return Ok(Vec::new());
        }
        let most = self.state.budget.further.unwrap_or(0) as usize;
        let singles = cure::ranked(changes, all, asked);
        let mut best = singles.clone();
        let is_mended =
            |ranked: &[cure::Candidate]| ranked.first().is_some_and(|best| best.left < 0.05);
        if !is_mended(&singles) {
            let mut more = cure::composed(changes, all, asked, *game, sizes);
            more.extend(cure::between(&singles, settings, *game, sizes));
            for pair in cure::pairs(&singles, *game, sizes) {
                if more.iter().all(|known| known.name() != pair.name()) {
                    more.push(pair);
                }
            }
            let mut more = self.playable(more);
            more.truncate(most);
            if !more.is_empty() {
                self.told("Cures: two knobs together, and values between.");
                let all = self.tried(("pairs", 2), rosters, &more, asked)?;
                best.extend(cure::ranked(&more, &all, asked));
            }
        }
        let chosen = cure::chosen(best);
        if chosen.is_empty() {
            return Ok(Vec::new());
        }
        self.tested(rosters, &chosen, asked)
    }

    /// Tests changes on fresh shuffles.
    fn tested(
        &self,
        rosters: &[Roster],
        changes: &[Change],
        asked: &BTreeSet<Place>,
    ) -> Result<Vec<Cure>, ReviewError> {
        let budget = self.state.budget;
        let trained = self.keeper.player(TRAINED);
        let is_able = self.state.has_learned && !self.state.tests_unlearned;
        let can_learn = is_able && budget.adapted > 0;
        // Where another strategy is stronger than the one who learned, it stays the strongest.
        let learns_at = |roster: &Roster| can_learn && roster.name(Rank::Strong) == Some(TRAINED);
        let learns = rosters.iter().any(learns_at);
        self.told(if learns {
            "The test of the cures, with players who learned under them."
        } else {
            "The test of the cures, on fresh shuffles."
        });
        let adapted = |roster: &Roster| {
            let weak = roster.name(Rank::Weak).map(str::to_owned);
            let ranked = std::iter::once("adapted".to_owned()).chain(weak).collect();
            if learns_at(roster) { Roster { ranked, ..roster.clone() } } else { roster.clone() }
        };
        let players: &[Roster] = &rosters.iter().map(adapted).collect::<Vec<_>>();
        let of = |name: &str, blocks: u64, by: &[Roster]| {
            // Shuffles that no phase has played.
            let experiment =
                self.with_changes(name, blocks, changes).seed(self.asked.seed ^ (1 << 40));
            let experiment = self.with_strongest(experiment, by);
            if learns {
                experiment.adapt_from(budget.adapted, &trained.display().to_string())
            } else {
                experiment
            }
        };
        let blocks = budget.blocks.div_ceil(2);
        let all = self.measured(("cures", blocks, 2), &of, [rosters, players], changes, asked)?;
        let all_learned = rosters.iter().all(learns_at);
        Ok(cure::judged(changes, &all, asked, all_learned))
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

/// Knobs that change no game, however they are turned.
pub(crate) fn findings_of_knobs(effects: &[Effect]) -> Vec<Finding> {
    let knobs: BTreeSet<&str> = effects.iter().flat_map(|effect| effect.change.knobs()).collect();
    let dead = knobs.into_iter().filter(|knob| {
        let own = effects.iter().filter(|effect| effect.change.knobs().eq([*knob]));
        own.into_iter().all(|effect| effect.is_without_effect)
    });
    let finding = |name: &str| {
        let subject = format!("the knob {name}");
        of_rules(&topic::DEAD_RULE, Mark::LookAt, subject, "knobs/comparisons.csv")
    };
    dead.map(finding).collect()
}

/// Of each knob the smallest change that breaks something, the smallest first.
pub fn to_avoid(effects: &[Effect]) -> Vec<(&Change, &Finding)> {
    let mut all: Vec<(&Change, &Finding)> = effects
        .iter()
        .filter_map(|effect| Some((&effect.change, effect.breaks.as_ref()?)))
        .collect();
    all.sort_by(|(one, _), (other, _)| one.distance.total_cmp(&other.distance));
    let mut seen = BTreeSet::new();
    all.retain(|(change, _)| seen.insert(change.knobs().collect::<Vec<_>>()));
    all
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
