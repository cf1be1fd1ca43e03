//! The phases of a review, one after the other. Each is an experiment with a folder of its own, so
//! that it goes on where it was, and can be played elsewhere.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use fairdeal_core::any_game::TableError;
use fairdeal_core::clock::Instant;
use fairdeal_learn::CHECKPOINTS;
use fairdeal_study::check::{Checked, Hole, HoleKind, check};
use fairdeal_study::experiment::{CardsQuestion, Experiment};
use fairdeal_study::folder::FolderError;
use fairdeal_study::results::Results;
use fairdeal_study::session::{RunError, Session};

use crate::budget::{ADAPTING, Budget, TRAINING};
use crate::change::{self, Change};
use crate::cure::{self, Cure};
use crate::error::ReviewError;
use crate::finding::{Finding, Mark, Rank, of_rules, spare_rough};
use crate::kept::{Keeper, STATE};
use crate::making::{Asked, DRAFT, Length, Making, State};
use crate::players::{self, Attacked, BEGINNER, FEWEST_GAMES, LOOSE, School, TRAINED};
use crate::remedy::{
    Effect, findings_of_knobs, first_of_each, is_of_cards, is_of_chances, is_of_options,
};
use crate::roster::Roster;
use crate::timing::{TIMED, without_strongest};
use crate::topic::{self, Trait};
use crate::wanted::Wanted;

/// The sets of rules that are learned for a test: the draft, and two changes.
const LEARNED: f64 = 3.0;

/// A training may take so many times its share of the time.
const TOO_LONG: f64 = 2.0;

/// A phase that was played: the name of its folder, and its results.
pub type Played = (&'static str, Rc<Results>);

/// A review.
#[derive(Debug)]
pub struct Review {
    /// Everything that was measured, in the order of how much it matters.
    pub findings: Vec<Finding>,
    /// The changes that were tested to mend it, the best first.
    pub cures: Vec<Cure>,
    /// What single knobs do where they are turned, the most helpful first.
    pub effects: Vec<Effect>,
    /// What changes of knobs were tried against.
    pub tried: Vec<&'static Trait>,
    /// The players by size of the table.
    pub rosters: Vec<Roster>,
    /// How far from unbeatable the strongest player is, if it learned.
    pub attacked: Option<Attacked>,
    /// How much was played.
    pub budget: Budget,
    /// Whether the players learned the draft alone, because changed rules could not be learned.
    pub learns_draft_alone: bool,
    /// The phases of the draft that were played.
    pub phases: Vec<Played>,
    /// The file [`STATE`], by which the same review is made again.
    pub state: String,
    /// The thresholds.
    pub wanted: Wanted,
}

/// Makes a review. `keeper`: keeps what it needs between its phases. `tell`: hears of each phase when it begins.
///
/// # Errors
/// When the game cannot be played, files cannot be written, or it is stopped.
pub fn review(
    asked: &Asked,
    session: &Session<'_>,
    keeper: &dyn Keeper,
    tell: &dyn Fn(&str),
) -> Result<Review, ReviewError> {
    // How long decisions take does not matter here.
    let session = &session.time_decisions_for(std::time::Duration::ZERO);
    let (begun, state, played) = (Instant::now(), State::of(asked, keeper), RefCell::default());
    let mut making = Making { asked, session, tell, begun, state, keeper, played };
    loop {
        match making.all() {
            Err(error) if making.leaves_out(&error) => making.keep_state()?,
            done => return done,
        }
    }
}

impl Making<'_> {
    fn all(&mut self) -> Result<Review, ReviewError> {
        let Asked { game, settings, sizes, .. } = self.asked;
        let steps = self.playable(change::steps(*game, settings, sizes));
        let mut changes = steps.clone();
        for value in self.playable(change::values(*game, settings, sizes)) {
            if changes.iter().all(|known| known.name() != value.name()) {
                changes.push(value);
            }
        }
        if self.state.budget.checked == 0 {
            self.state.budget.checked = match self.asked.length {
                Length::Minutes(minutes) => Budget::checked_in(minutes),
                Length::Blocks(blocks) => Budget::of_blocks(blocks).checked,
                Length::Like(budget) => budget.checked,
            };
        }
        self.told("Rules: many games with many rules and kinds of players.");
        let checked = check(self.session, *game, self.state.budget.checked, self.asked.seed)?;
        self.check_stop()?;
        let have_learned = self.learn(&changes)?;
        let names = self.players(have_learned);
        if self.state.budget.ladder == 0 {
            self.choose_ladder(&names)?;
        }
        self.told("Players: who is how strong at which table.");
        let mut rosters = self.rosters(&names)?;
        if self.state.budget.blocks == 0 {
            rosters = self.choose_budget(rosters, changes.len())?;
        }
        self.told("The draft as it is, at each table and with players of each strength.");
        let (phases, mut findings) = self.as_it_is(&rosters)?;
        if self.state.attacked.is_some_and(|attacked| attacked.is_rough()) {
            let is_trained = |roster: &&Roster| roster.name(Rank::Strong) == Some(TRAINED);
            let rough: Vec<usize> =
                rosters.iter().filter(is_trained).map(|roster| roster.players).collect();
            spare_rough(&mut findings, &rough);
        }
        // Players who have hardly learned do not show how much skill there is.
        if self.state.budget.games < FEWEST_GAMES {
            let is_skill = |of: &Trait| of.is(&topic::LITTLE_SKILL) || of.is(&topic::MUCH_LUCK);
            let own = findings.iter_mut().filter(|one| is_skill(one.of));
            own.filter(|one| one.mark == Mark::Broken).for_each(|one| one.mark = Mark::LookAt);
        }
        findings.extend(holes(&checked, &self.asked.name));
        findings.extend(self.state.unplayable.iter().map(unplayable));
        let asked = cure::wrong(&findings);
        self.choose_changes(&rosters, &asked)?;
        let changes = first_of_each(&changes, self.state.budget.changes as usize);
        let all = self.knobs(&rosters, &changes, &asked)?;
        let effects = self.effects(&steps, &changes, &all, &asked);
        let known: Vec<String> = findings.iter().map(|one| one.subject.clone()).collect();
        let is_new = |one: &Finding| {
            let knob = one.subject.trim_start_matches("the knob ");
            !known.iter().any(|subject| subject.contains(&format!("`{knob}`")))
        };
        if self.state.budget.shows_effects() {
            findings.extend(findings_of_knobs(&effects).into_iter().filter(is_new));
        }
        let cures = self.cures(&rosters, &changes, &all, &asked)?;
        findings.sort_by(Finding::order);
        let State { attacked, budget, learns_draft_alone, .. } = self.state;
        let tried = if changes.is_empty() { Vec::new() } else { cure::traits(&asked) };
        let wanted = self.asked.wanted.clone();
        Ok(Review {
            findings,
            cures,
            effects,
            tried,
            rosters,
            attacked,
            budget,
            learns_draft_alone,
            phases,
            state: self.state.text(),
            wanted,
        })
    }

    /// Whether a review can go on without something that failed: a change of the rules by which a game
    /// cannot be played to its end, or changed rules in the training.
    fn leaves_out(&mut self, error: &ReviewError) -> bool {
        let state = &mut self.state;
        match error {
            ReviewError::Training(_) => {
                !std::mem::replace(&mut state.learns_draft_alone, true) && !state.has_learned
            }
            ReviewError::Run(error) | ReviewError::Folder(FolderError::Run(error)) => match error {
                RunError::Training(_) => !std::mem::replace(&mut state.tests_unlearned, true),
                RunError::Table(TableError::Rules { mistake, variant, .. }) if variant != DRAFT => {
                    (self.tell)(&format!(
                        "Left out: with {variant}, a game cannot be played to its end."
                    ));
                    state.unplayable.insert(variant.clone(), mistake.to_string()).is_none()
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Lets the players learn, unless they did before. Returns whether players of the game can learn.
    fn learn(&mut self, changes: &[Change]) -> Result<bool, ReviewError> {
        let is_there = |name: &&str| self.keeper.has_player(name);
        if self.state.has_learned && [TRAINED, BEGINNER, LOOSE].iter().all(is_there) {
            return Ok(true);
        }
        let Asked { game, settings, sizes, seed, .. } = self.asked;
        let changes = if self.state.learns_draft_alone { Vec::new() } else { changes.to_vec() };
        let of = (settings, &changes[..]);
        let Some(mut school) = School::new(self.session, *game, of, sizes, *seed)? else {
            return Ok(false);
        };
        let first = CHECKPOINTS[0];
        let learns = match self.state.learns {
            Some(learns) => learns,
            None => !self.takes_too_long(first as f64 * school.work)?,
        };
        self.state.learns = Some(learns);
        self.keep_state()?;
        if !learns {
            return Ok(false);
        }
        self.told("Players: they learn the game.");
        // The first games are made in two halves: if the first half takes too long, players do not learn.
        let half = school.learn(self.session, first / 2)?.ok_or(ReviewError::Interrupted)?;
        if self.is_too_long(2.0 * half) {
            self.state.learns = Some(false);
            self.keep_state()?;
            return Ok(false);
        }
        let rest = school.learn(self.session, first)?.ok_or(ReviewError::Interrupted)?;
        let took = half + rest;
        school.keep(self.keeper, BEGINNER, 0.0)?;
        if self.state.budget.games == 0 {
            self.state.budget.games = match self.asked.length {
                Length::Minutes(minutes) => {
                    let seconds = TRAINING * 60.0 * minutes;
                    let games = school.learn_for(self.session, seconds, took)?;
                    games.ok_or(ReviewError::Interrupted)?
                }
                Length::Blocks(blocks) => {
                    CHECKPOINTS.into_iter().find(|games| *games >= 4 * blocks).unwrap_or(first)
                }
                Length::Like(budget) => budget.games.max(first),
            };
            self.state.budget.adapted = match self.asked.length {
                // Each set of rules is learned by itself.
                Length::Minutes(minutes) if took * LEARNED > ADAPTING * 60.0 * minutes => 0,
                Length::Like(budget) => budget.adapted,
                _ => (self.state.budget.games / 8).max(first),
            };
            self.keep_state()?;
        }
        school.learn(self.session, self.state.budget.games)?.ok_or(ReviewError::Interrupted)?;
        // An attack takes about as long as the shortest training.
        self.state.budget.unattacked = match self.asked.length {
            Length::Like(budget) => budget.unattacked,
            _ => self.is_too_long(TOO_LONG * took),
        };
        let attacked = if self.state.budget.unattacked {
            None
        } else {
            self.told("Players: another one learns to beat them.");
            school.attack(self.session)?
        };
        self.check_stop()?;
        school.keep_trained(self.keeper, attacked.map_or(0.0, |(mix, _)| mix))?;
        self.state.attacked = attacked.map(|(_, attacked)| attacked);
        self.state.has_learned = true;
        self.keep_state()?;
        Ok(true)
    }

    /// Whether even the shortest training would take too long, where one of random games takes as long
    /// as it does. `games`: how many of these games take as long as the training.
    fn takes_too_long(&self, games: f64) -> Result<bool, ReviewError> {
        match self.asked.length {
            Length::Minutes(_) => {}
            Length::Blocks(_) => return Ok(false),
            // A budget without games says that players do not learn.
            Length::Like(budget) => return Ok(budget.games == 0),
        }
        let rosters = self.all_tables("random");
        let a_game = self.timed(self.equals(&rosters, "trial", TIMED))? / rosters.len() as f64;
        Ok(self.is_too_long(a_game * games))
    }

    /// Whether so many seconds are too many for the shortest training.
    fn is_too_long(&self, seconds: f64) -> bool {
        match self.asked.length {
            Length::Minutes(minutes) => seconds > TRAINING * 60.0 * minutes * TOO_LONG,
            Length::Blocks(_) | Length::Like(_) => false,
        }
    }

    /// The strategies that are ranked.
    fn players(&self, have_learned: bool) -> Vec<String> {
        let mut names = players::quick(self.asked.game.repertoire());
        if have_learned {
            names.extend([BEGINNER, TRAINED].map(str::to_owned));
        }
        names
    }

    /// The players at each table, by strength.
    fn rosters(&self, names: &[String]) -> Result<Vec<Roster>, ReviewError> {
        let blocks = self.state.budget.ladder;
        let of_size = |players: usize| -> Result<Roster, ReviewError> {
            let name = format!("players-{players}");
            let asked: Vec<String> = names.iter().map(|name| self.asked_as(name)).collect();
            let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
            let is_one_side = self.asked.game.description().is_one_side(players);
            let mut ranked = if names.len() < 2 {
                names.to_vec()
            } else if is_one_side {
                let each =
                    |experiment: Experiment, name: &&str| experiment.lineup_of(players, *name);
                let settings = self.asked.settings.clone();
                let experiment = self.experiment(&name, blocks).settings(DRAFT, settings);
                let results = self.play(asked.iter().fold(experiment, each), &name)?;
                by_success(&results)
            } else {
                let settings = self.asked.settings.clone();
                let experiment = self.experiment(&name, blocks).settings(DRAFT, settings);
                let experiment = experiment.ladder(&asked, &[]).players(players);
                let results = self.play(experiment, &name)?;
                results.ratings.iter().map(|row| row.strategy.clone()).collect()
            };
            if ranked.is_empty() {
                ranked = names.iter().rev().cloned().collect();
            }
            Ok(Roster { players, ranked })
        };
        let all = self.asked.sizes.iter().map(|players| of_size(*players));
        let mut rosters = all.collect::<Result<Vec<_>, _>>()?;
        for _ in 0..self.too_slow() {
            rosters = without_strongest(&rosters).unwrap_or(rosters);
        }
        Ok(rosters)
    }

    /// How many of the strongest players are left out; 0 before the budget is chosen.
    fn too_slow(&self) -> u64 {
        match self.asked.length {
            Length::Like(budget) => budget.too_slow,
            _ => self.state.budget.too_slow,
        }
    }

    /// The draft, with players of each strength. Returns the phases that were played, and the findings.
    fn as_it_is(&self, rosters: &[Roster]) -> Result<(Vec<Played>, Vec<Finding>), ReviewError> {
        let mut phases = Vec::new();
        let budget = self.state.budget;
        let game = self.play(self.draft(rosters, "game", budget.blocks), "game")?;
        let mut findings = self.look(&game, DRAFT, rosters, "game").findings();
        phases.push(("game", game));
        if self.asked.game.is_searchable() && budget.watched > 0 {
            self.told("Chances: when games are decided, and what choices are worth.");
            let watched = self.watched(rosters, "chances", budget.watched);
            let results = self.play(watched, "chances")?;
            let look = self.look(&results, DRAFT, rosters, "chances");
            findings.extend(look.findings().into_iter().filter(is_of_chances));
            phases.push(("chances", results));
        }
        if self.kinds() > 0 && budget.options > 0 {
            self.told("Options: what it costs to go without each kind of them.");
            let strongest = rosters.iter().filter_map(|roster| roster.name(Rank::Strong));
            let strongest: BTreeSet<String> = strongest.map(|name| self.asked_as(name)).collect();
            let experiment = self.equals(rosters, "options", budget.options).restricted(strongest);
            let results = self.play(experiment, "options")?;
            let look = self.look(&results, DRAFT, rosters, "options");
            findings.extend(look.findings().into_iter().filter(is_of_options));
            phases.push(("options", results));
        }
        if self.has_cards() && budget.exchanged > 0 {
            self.told("Cards: what it is worth to be dealt each of them.");
            let blocks = budget.exchanged;
            let cards = CardsQuestion { exchanges: 1, blocks };
            let experiment = self.equals(rosters, "cards", blocks).cards(cards);
            let results = self.play(experiment, "cards")?;
            let look = self.look(&results, DRAFT, rosters, "cards");
            findings.extend(look.findings().into_iter().filter(is_of_cards));
            phases.push(("cards", results));
        }
        Ok((phases, findings))
    }
}

/// The strategies of line-ups of equals that play on one side, the most successful first.
fn by_success(results: &Results) -> Vec<String> {
    let mut rows: Vec<_> = results
        .one_side
        .iter()
        .filter_map(|row| {
            let sign = if row.lowest_wins { -1.0 } else { 1.0 };
            let score = sign * row.score_mean.unwrap_or(0.0);
            Some((results.lineup(&row.cell.lineup).first()?, row.win_rate.unwrap_or(0.0), score))
        })
        .collect();
    rows.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| other.2.total_cmp(&one.2)));
    rows.into_iter().map(|(name, ..)| name.clone()).collect()
}

/// A change of the rules by which a game could not be played to its end.
fn unplayable((change, mistake): (&String, &String)) -> Finding {
    let subject = format!("with {change}, a game cannot be played to its end: {mistake}");
    of_rules(&topic::UNPLAYABLE, Mark::LookAt, subject, STATE)
}

/// What the check found. What only odd players, odd rules or few games show is worth a look.
fn holes(checked: &Checked, game: &str) -> Vec<Finding> {
    let finding = |hole: &Hole| {
        let is_of_draft = hole.shown_by.as_ref().is_some_and(|game| game.rules.is_empty());
        let (of, mark) = match hole.kind {
            HoleKind::Mistake if is_of_draft => (&topic::UNPLAYABLE, Mark::Broken),
            HoleKind::Mistake => (&topic::UNPLAYABLE, Mark::LookAt),
            HoleKind::Endless => (&topic::NEVER_ENDS, Mark::LookAt),
            HoleKind::DeadKnob => (&topic::DEAD_RULE, Mark::Broken),
            HoleKind::Unused | HoleKind::Unseen => (&topic::DEAD_RULE, Mark::LookAt),
            HoleKind::Other => return None,
        };
        let found = of_rules(of, mark, hole.what.clone(), "check");
        let shown_by = hole.shown_by.as_ref().map(|shown| format!("{game} {}", shown.options()));
        Some(Finding { shown_by, ..found })
    };
    checked.holes.iter().filter_map(finding).collect()
}
