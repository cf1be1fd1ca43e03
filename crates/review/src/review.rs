//! The phases of a review, one after the other. Each is an experiment with a folder of its own, so
//! that it goes on where it was, and can be played elsewhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::MAX_CARDS;
use fairdeal_core::input::{InputError, Settings};
use fairdeal_learn::CHECKPOINTS;
use fairdeal_study::check::{Checked, check};
use fairdeal_study::experiment::{CardsQuestion, ChancesQuestion, Experiment, Plan};
use fairdeal_study::folder::{FolderError, ResultsFolder};
use fairdeal_study::results::{Manifest, Results, WriteError, replace};
use fairdeal_study::session::{Control, Session};
use fairdeal_study::shards::{Cut, PlanFile, Trial};
use serde::{Deserialize, Serialize};

use crate::budget::{Budget, Rates, TRAINING};
use crate::change::{self, Change};
use crate::cure::{self, Cure, Place};
use crate::error::{Planned, ReviewError};
use crate::finding::{Finding, Mark, Measured, Rank, spare_rough};
use crate::look::Look;
use crate::pace::Pace;
use crate::players::{self, Attacked, BEGINNER, School, TRAINED};
use crate::roster::Roster;
use crate::topic::{self, TRAITS, Topic};
use crate::wanted::Wanted;

/// The rules that are reviewed, by their name in tables.
pub const DRAFT: &str = "draft";

/// Rollouts of each legal action, where chances of winning are estimated.
const ROLLOUTS: u32 = 16;

/// About how many times as long as a game of random players a game takes from which players learn.
const OF_RANDOM: f64 = 3.0;

/// In games with more kinds of option these are not left out one by one.
const MOST_KINDS: usize = 16;

/// The shuffles by which it is seen how long games are.
const TRIED: u64 = 32;

/// The file with the state of a review, which it needs to go on.
pub const STATE: &str = "review.json";

/// What a review is asked to do.
#[derive(Debug)]
pub struct Asked {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The game as commands name it.
    pub name: String,
    /// The rules.
    pub settings: Settings,
    /// The numbers of players.
    pub sizes: Vec<usize>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How much it plays: about so many minutes, or a budget.
    pub length: Length,
    /// What the designer wants.
    pub wanted: Wanted,
    /// How long people take for decisions.
    pub pace: Pace,
    /// The folder of all its files.
    pub folder: PathBuf,
    /// Each phase is cut into so many shards, and not played here.
    pub shards: Option<u64>,
}

/// How long a review is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Length {
    /// About so many minutes.
    Minutes(f64),
    /// A number of shuffles by which the draft is judged, from which all else follows.
    Blocks(u64),
    /// As much as another review.
    Like(Budget),
}

/// What a review keeps between its phases.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    /// What was asked: with other questions it begins again.
    asked: serde_json::Value,
    budget: Budget,
    /// Whether the players have learned, and what became of them under attack.
    has_learned: bool,
    attacked: Option<Attacked>,
}

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

/// A review.
#[derive(Debug)]
pub struct Review {
    /// Everything that was measured, in the order of how much it matters.
    pub findings: Vec<Finding>,
    /// The changes that were tested to mend it, the best first.
    pub cures: Vec<Cure>,
    /// What the steps of single knobs do, the most helpful first.
    pub effects: Vec<Effect>,
    /// The players by size of the table.
    pub rosters: Vec<Roster>,
    /// How far from unbeatable the strongest player is, if it learned.
    pub attacked: Option<Attacked>,
    /// How much was played.
    pub budget: Budget,
    /// The check of the rules.
    pub checked: Checked,
    /// The results of the draft.
    pub game: Results,
}

/// A review that is being made.
struct Making<'a> {
    asked: &'a Asked,
    session: &'a Session<'a>,
    tell: &'a dyn Fn(&str),
    begun: Instant,
    state: State,
}

/// Makes a review. `tell`: hears of each phase when it begins.
///
/// # Errors
/// When the game cannot be played, files cannot be written, or it is stopped.
pub fn review(
    asked: &Asked,
    session: &Session<'_>,
    tell: &dyn Fn(&str),
) -> Result<Review, ReviewError> {
    std::fs::create_dir_all(&asked.folder)
        .map_err(|error| ReviewError::Write(WriteError::new(&asked.folder, &error)))?;
    // How long decisions take does not matter here.
    let session = &session.time_decisions_for(std::time::Duration::ZERO);
    let (begun, state) = (Instant::now(), State::of(asked));
    let mut making = Making { asked, session, tell, begun, state };
    making.all()
}

impl State {
    /// The state that an earlier review left, if it was asked the same; else one from the beginning.
    fn of(asked: &Asked) -> Self {
        let question = serde_json::json!({
            "game": asked.game.description().name,
            "files": asked.game.source(),
            "rules": asked.settings.to_json(),
            "players": asked.sizes,
            "seed": asked.seed,
            "length": asked.length,
            "version": fairdeal_learn::VERSION,
        });
        let text = std::fs::read_to_string(asked.folder.join(STATE)).ok();
        let known = text.and_then(|text| serde_json::from_str::<Self>(&text).ok());
        known.filter(|known| known.asked == question).unwrap_or(Self {
            asked: question,
            budget: Budget::default(),
            has_learned: false,
            attacked: None,
        })
    }

    fn write(&self, folder: &Path) -> Result<(), ReviewError> {
        let path = folder.join(STATE);
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        replace(&path, text.as_bytes())
            .map_err(|error| ReviewError::Write(WriteError::new(&path, &error)))
    }
}

impl Making<'_> {
    fn all(&mut self) -> Result<Review, ReviewError> {
        let Asked { game, settings, sizes, .. } = self.asked;
        let steps = change::steps(*game, settings, sizes);
        let values = change::values(*game, settings, sizes);
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
        let have_learned = self.learn(&steps, &values)?;
        if self.state.budget.blocks == 0 {
            self.choose_budget(have_learned, steps.len() + values.len())?;
        }
        self.told("Players: who is how strong at which table.");
        let rosters = self.rosters(have_learned)?;
        self.told("The draft as it is, at each table and with players of each strength.");
        let (results, mut findings) = self.as_it_is(&rosters)?;
        if self.state.attacked.is_some_and(|attacked| attacked.is_rough()) {
            spare_rough(&mut findings);
        }
        findings.extend(holes(&checked, &self.asked.name));
        let most = self.state.budget.changes as usize;
        let steps = &steps[..steps.len().min(most)];
        let values = first_of_each(&values, most);
        self.told("Knobs: each one step up and down.");
        let effects = self.knobs(&rosters, steps, &findings)?;
        let known: Vec<String> = findings.iter().map(|one| one.subject.clone()).collect();
        let is_new = |one: &Finding| {
            let knob = one.subject.trim_start_matches("the knob ");
            !known.iter().any(|subject| subject.contains(&format!("`{knob}`")))
        };
        findings.extend(findings_of_knobs(&effects).into_iter().filter(is_new));
        let cures = self.cures(&rosters, &findings, &values)?;
        findings.sort_by(Finding::order);
        let (attacked, budget) = (self.state.attacked, self.state.budget);
        let game = results;
        Ok(Review { findings, cures, effects, rosters, attacked, budget, checked, game })
    }

    /// Tells of a phase.
    fn told(&self, phase: &str) {
        let left = match self.asked.length {
            Length::Minutes(minutes) => {
                let left = minutes - self.begun.elapsed().as_secs_f64() / 60.0;
                match libm::floor(left.max(0.0)) as u64 {
                    0 => " Less than a minute is left.".to_owned(),
                    1 => " About a minute is left.".to_owned(),
                    minutes => format!(" About {minutes} minutes are left."),
                }
            }
            Length::Blocks(_) | Length::Like(_) => String::new(),
        };
        (self.tell)(&format!("{phase}{left}"));
    }

    fn check_stop(&self) -> Result<(), ReviewError> {
        let is_stopped = self.session.its_control().stop.load(Ordering::Relaxed);
        if is_stopped { Err(ReviewError::Interrupted) } else { Ok(()) }
    }

    fn players_folder(&self) -> PathBuf {
        self.asked.folder.join("players")
    }

    /// Lets the players learn, unless they did before. Returns whether players of the game can learn.
    fn learn(&mut self, steps: &[Change], values: &[Change]) -> Result<bool, ReviewError> {
        let file = |name: &str| self.players_folder().join(name).with_extension("toml");
        if self.state.has_learned && file(TRAINED).exists() && file(BEGINNER).exists() {
            return Ok(true);
        }
        let Asked { game, settings, sizes, seed, .. } = self.asked;
        let changes = [steps, values].concat();
        let of = (settings, &changes[..]);
        let folder = self.players_folder();
        let Some(mut school) = School::new(self.session, *game, of, sizes, *seed, &folder)? else {
            return Ok(false);
        };
        let first = CHECKPOINTS[0];
        if self.takes_too_long(first)? {
            return Ok(false);
        }
        self.told("Players: they learn the game.");
        let took = school.learn(self.session, first)?.ok_or(ReviewError::Interrupted)?;
        school.write(BEGINNER, 0.0)?;
        if self.state.budget.games == 0 {
            self.state.budget.games = match self.asked.length {
                Length::Minutes(minutes) => players::games_within(TRAINING * 60.0 * minutes, took),
                Length::Blocks(blocks) => {
                    CHECKPOINTS.into_iter().find(|games| *games >= 4 * blocks).unwrap_or(first)
                }
                Length::Like(budget) => budget.games.max(first),
            };
            self.state.write(&self.asked.folder)?;
        }
        school.learn(self.session, self.state.budget.games)?.ok_or(ReviewError::Interrupted)?;
        self.told("Players: another one learns to beat them.");
        let attacked = school.attack(self.session)?;
        school.write(TRAINED, attacked.map_or(0.0, |(mix, _)| mix))?;
        self.state.attacked = attacked.map(|(_, attacked)| attacked);
        self.state.has_learned = true;
        self.state.write(&self.asked.folder)?;
        Ok(true)
    }

    /// Whether even the shortest training would take too long: by the time that random games take. The
    /// number of games says later that there was none.
    fn takes_too_long(&self, games: u64) -> Result<bool, ReviewError> {
        let minutes = match self.asked.length {
            Length::Minutes(minutes) => minutes,
            Length::Blocks(_) => return Ok(false),
            Length::Like(budget) => return Ok(budget.games == 0),
        };
        let random =
            |players: &usize| Roster { players: *players, ranked: vec!["random".to_owned()] };
        let rosters: Vec<Roster> = self.asked.sizes.iter().map(random).collect();
        let plan = self.equals(&rosters, "trial", 4_096).plan()?;
        let a_game = Trial::new(self.session, &plan)?.seconds(&(0..1)) / rosters.len() as f64;
        Ok(a_game * games as f64 * OF_RANDOM > TRAINING * 60.0 * minutes * 2.0)
    }

    /// Decides how much is played: some games of each part are timed.
    fn choose_budget(&mut self, have_learned: bool, changes: usize) -> Result<(), ReviewError> {
        let quick = || players::quick(self.asked.game.repertoire()).pop();
        let player = if have_learned { Some(TRAINED.to_owned()) } else { quick() };
        let player = player.unwrap_or_else(|| "random".to_owned());
        let sizes = &self.asked.sizes;
        let rosters: Vec<Roster> = sizes
            .iter()
            .map(|players| Roster { players: *players, ranked: vec![player.clone()] })
            .collect();
        let tried = self.equals(&rosters, "trial", TRIED).plan()?;
        let tried = self.session.run(&tried)?.results;
        self.check_stop()?;
        let lengths = tried.lengths.iter().filter(|row| row.unit == "decisions");
        let decisions = lengths.filter_map(|row| row.mean).fold(0.0, f64::max);
        let Budget { checked, games, .. } = self.state.budget;
        let every = Budget::every_of(decisions);
        self.state.budget.every = every;
        let budget = match self.asked.length {
            Length::Blocks(blocks) => Budget::of_blocks(blocks),
            Length::Like(budget) => budget,
            Length::Minutes(minutes) => {
                self.told("Some games of each part are timed.");
                let left = 60.0 * minutes - self.begun.elapsed().as_secs_f64();
                let rates = self.rates(&rosters)?;
                let most = sizes.iter().copied().max().unwrap_or(2);
                Budget::within(left.max(0.3 * 60.0 * minutes), rates, most, changes)
            }
        };
        self.state.budget = Budget { checked, games, every, ..budget };
        self.state.write(&self.asked.folder)
    }

    /// How long a shuffle takes in each part.
    fn rates(&self, rosters: &[Roster]) -> Result<Rates, ReviewError> {
        const TIMED: u64 = 4_096;
        let timed = |plan: Result<Plan, InputError>| -> Result<f64, ReviewError> {
            let plan = plan?;
            let trial = Trial::new(self.session, &plan)?;
            self.check_stop()?;
            Ok(trial.seconds(&(0..plan.blocks())) / plan.blocks() as f64)
        };
        let plain = timed(self.equals(rosters, "trial", TIMED).people().plan())?;
        let watched = if self.asked.game.is_searchable() {
            timed(self.watched(rosters, "trial", 8).plan())?
        } else {
            0.0
        };
        let cards = CardsQuestion { exchanges: 1, blocks: 64 };
        let exchanged = if self.has_cards() {
            timed(self.equals(rosters, "trial", 64).cards(cards).plan())?
        } else {
            0.0
        };
        let most = self.asked.sizes.iter().copied().max().unwrap_or(2);
        let options = plain * (self.kinds() * most) as f64;
        Ok(Rates { plain, exchanged, watched, options })
    }

    /// Whether the game names cards whose worth can be measured.
    fn has_cards(&self) -> bool {
        let names = self.asked.game.card_names().map_or(0, |names| names.cards.len());
        (1..=MAX_CARDS).contains(&names)
    }

    /// How many kinds of option players can go without: none if there is one kind, or so many that
    /// they are only names of options.
    fn kinds(&self) -> usize {
        let kinds = self.asked.game.description().action_kinds.len();
        if (2..=MOST_KINDS).contains(&kinds) { kinds } else { 0 }
    }

    /// An experiment about the game, by its rules or by others.
    fn experiment(&self, name: &str, blocks: u64) -> Experiment {
        Experiment::new(self.asked.game, name).seed(self.asked.seed).blocks(blocks)
    }

    /// Plays an experiment into its folder, and returns the results.
    fn play(&self, experiment: Experiment, name: &str) -> Result<Results, ReviewError> {
        let plan = experiment.plan()?;
        self.play_plan(&plan, name)
    }

    fn play_plan(&self, plan: &Plan, name: &str) -> Result<Results, ReviewError> {
        self.check_stop()?;
        let path = self.asked.folder.join(name);
        // Ladders are short.
        let is_ladder = name.starts_with("players");
        if let Some(shards) = self.asked.shards.filter(|_| !is_ladder && !is_counted(&path, plan)) {
            return Err(self.planned(plan, name, shards)?);
        }
        let folder = ResultsFolder::open(&path).map_err(FolderError::from)?;
        // A ladder would tell how long decisions take.
        let control = self.session.its_control();
        let quiet = Control { stop: control.stop, progress: &() };
        let session = if is_ladder { self.session.control(quiet) } else { *self.session };
        let finished = folder.run(&session, plan)?;
        if finished.interrupted || !finished.results.manifest.complete {
            return Err(ReviewError::Interrupted);
        }
        Ok(finished.results)
    }

    /// Cuts a phase into shards, and writes its plan.
    fn planned(&self, plan: &Plan, name: &str, shards: u64) -> Result<ReviewError, ReviewError> {
        let (folder, file) =
            (&self.asked.folder, PlanFile::new(self.session, plan, Cut::Shards(shards))?);
        self.check_stop()?;
        let path = folder.join(name).with_extension("plan.json");
        file.write(&path).map_err(|error| ReviewError::Write(WriteError::new(&path, &error)))?;
        let results = folder.join(name);
        Ok(ReviewError::Planned(Box::new(Planned { plan: file, path, results })))
    }

    /// The strategy of a name as an experiment asks for it: by its path, if it learned for the review.
    fn asked_as(&self, name: &str) -> String {
        if [TRAINED, BEGINNER].contains(&name) {
            self.players_folder().join(name).with_extension("toml").display().to_string()
        } else {
            name.to_owned()
        }
    }

    /// The players at each table, by strength.
    fn rosters(&self, have_learned: bool) -> Result<Vec<Roster>, ReviewError> {
        let mut names = players::quick(self.asked.game.repertoire());
        if have_learned {
            names.extend([BEGINNER, TRAINED].map(str::to_owned));
        }
        let blocks = self.state.budget.ladder;
        let of_size = |players: usize| -> Result<Roster, ReviewError> {
            let name = format!("players-{players}");
            let asked: Vec<String> = names.iter().map(|name| self.asked_as(name)).collect();
            let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
            let is_one_side = self.asked.game.description().is_one_side(players);
            let mut ranked = if names.len() < 2 {
                names.clone()
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
        self.asked.sizes.iter().map(|players| of_size(*players)).collect()
    }

    /// An experiment in which the strongest players of each table play among themselves, by the draft.
    fn equals(&self, rosters: &[Roster], name: &str, blocks: u64) -> Experiment {
        let settings = self.asked.settings.clone();
        let experiment = self.experiment(name, blocks).settings(DRAFT, settings);
        self.with_strongest(experiment, rosters)
    }

    fn with_strongest(&self, experiment: Experiment, rosters: &[Roster]) -> Experiment {
        rosters.iter().fold(experiment, |experiment, roster| match roster.name(Rank::Strong) {
            Some(name) => experiment.lineup_of(roster.players, self.asked_as(name).as_str()),
            None => experiment,
        })
    }

    /// The same, with chances of winning.
    fn watched(&self, rosters: &[Roster], name: &str, blocks: u64) -> Experiment {
        self.equals(rosters, name, blocks).chances(self.chances(blocks)).people()
    }

    /// The question about chances of winning in so many shuffles.
    fn chances(&self, blocks: u64) -> ChancesQuestion {
        let every = Some(self.state.budget.every).filter(|every| *every > 1);
        ChancesQuestion { strategy: None, rollouts: ROLLOUTS, blocks, every }
    }

    /// The draft, with players of each strength. Returns the results of the games, and the findings.
    fn as_it_is(&self, rosters: &[Roster]) -> Result<(Results, Vec<Finding>), ReviewError> {
        let budget = self.state.budget;
        let settings = self.asked.settings.clone();
        let mut experiment = self.experiment("game", budget.blocks).settings(DRAFT, settings);
        for roster in rosters {
            let players = roster.players;
            for (_, name) in roster.by_rank() {
                experiment = experiment.lineup_of(players, self.asked_as(name).as_str());
            }
            let (strong, weak) = (roster.name(Rank::Strong), roster.name(Rank::Weak));
            let is_one_side = self.asked.game.description().is_one_side(players);
            if let (Some(strong), Some(weak), false) = (strong, weak, is_one_side) {
                let (strong, weak) = (self.asked_as(strong), self.asked_as(weak));
                let among = |one: &String, others: &String| {
                    let others = std::iter::repeat_n(others.clone(), players - 1);
                    std::iter::once(one.clone()).chain(others).collect::<Vec<_>>()
                };
                let line = |experiment: Experiment, names: &[String]| {
                    experiment.lineup(names.iter().map(String::as_str))
                };
                experiment = line(experiment, &among(&strong, &weak));
                if players > 2 {
                    experiment = line(experiment, &among(&weak, &strong));
                }
            }
        }
        let game = self.play(experiment.people(), "game")?;
        let mut findings = self.look(&game, DRAFT, rosters, "game").findings();
        if self.asked.game.is_searchable() && budget.watched > 0 {
            self.told("Chances: when games are decided, and what choices are worth.");
            let watched = self.watched(rosters, "chances", budget.watched);
            let results = self.play(watched, "chances")?;
            let look = self.look(&results, DRAFT, rosters, "chances");
            findings.extend(look.findings().into_iter().filter(is_of_chances));
        }
        if self.kinds() > 0 && budget.options > 0 {
            self.told("Options: what it costs to go without each kind of them.");
            let strongest = rosters.iter().filter_map(|roster| roster.name(Rank::Strong));
            let strongest: BTreeSet<String> = strongest.map(|name| self.asked_as(name)).collect();
            let experiment = self.equals(rosters, "options", budget.options).restricted(strongest);
            let results = self.play(experiment, "options")?;
            let look = self.look(&results, DRAFT, rosters, "options");
            findings.extend(look.findings().into_iter().filter(is_of_options));
        }
        if self.has_cards() && budget.exchanged > 0 {
            self.told("Cards: what it is worth to be dealt each of them.");
            let blocks = budget.exchanged;
            let cards = CardsQuestion { exchanges: 1, blocks };
            let experiment = self.equals(rosters, "cards", blocks).cards(cards);
            let results = self.play(experiment, "cards")?;
            let look = self.look(&results, DRAFT, rosters, "cards");
            findings.extend(look.findings().into_iter().filter(is_of_cards));
        }
        Ok((game, findings))
    }

    fn look<'l>(
        &'l self,
        results: &'l Results,
        variant: &'l str,
        rosters: &'l [Roster],
        folder: &'l str,
    ) -> Look<'l> {
        let Asked { wanted, pace, .. } = self.asked;
        Look { results, variant, rosters, wanted, pace, folder }
    }

    /// Plays the draft and changed rules, as far as what is asked needs it. Returns the
    /// findings of each change, those of the draft first.
    fn tried(
        &self,
        name: &str,
        rosters: &[Roster],
        changes: &[Change],
        asked: &BTreeSet<Place>,
    ) -> Result<Vec<Vec<Finding>>, ReviewError> {
        let budget = self.state.budget;
        let with_changes = |experiment: Experiment| {
            let experiment = experiment.settings(DRAFT, self.asked.settings.clone());
            let experiment = changes.iter().fold(experiment, |experiment, change| {
                experiment.settings(&change.name(), change.settings.clone())
            });
            self.with_strongest(experiment, rosters)
        };
        let plain = with_changes(self.experiment(name, budget.tried())).people();
        let results = self.play(plain, name)?;
        let mut all = self.looked(&results, rosters, changes, name);
        if let Some(blocks) = self.watched_changes(asked, changes) {
            let name = &format!("{name}-chances");
            let experiment = with_changes(self.experiment(name, blocks));
            let experiment = experiment.chances(self.chances(blocks)).people();
            let results = self.play(experiment, name)?;
            let more = self.looked(&results, rosters, changes, name);
            for (found, more) in all.iter_mut().zip(more) {
                found.extend(more.into_iter().filter(is_of_chances));
            }
        }
        if let Some(blocks) = self.exchanged_changes(asked, changes) {
            let name = &format!("{name}-cards");
            let cards = CardsQuestion { exchanges: 1, blocks };
            let experiment = with_changes(self.experiment(name, blocks)).cards(cards);
            let results = self.play(experiment, name)?;
            let more = self.looked(&results, rosters, changes, name);
            for (found, more) in all.iter_mut().zip(more) {
                found.extend(more.into_iter().filter(is_of_cards));
            }
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
    fn knobs(
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
    fn cures(
        &self,
        rosters: &[Roster],
        findings: &[Finding],
        values: &[Change],
    ) -> Result<Vec<Cure>, ReviewError> {
        let Asked { game, sizes, .. } = self.asked;
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
            let pairs = cure::pairs(&singles, *game, sizes);
            if !pairs.is_empty() {
                let all = self.tried("pairs", rosters, &pairs, &asked)?;
                best.extend(cure::ranked(&pairs, &all, &asked));
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
        let name = "cures";
        let trained = self.players_folder().join(TRAINED).with_extension("toml");
        let learns = trained.exists();
        // Those who learned under the changed rules are the strongest by these.
        let adapted: Vec<Roster> = rosters
            .iter()
            .map(|roster| Roster { ranked: vec!["adapted".to_owned()], ..roster.clone() })
            .collect();
        let players = if learns { &adapted[..] } else { rosters };
        let of = |name: &str, blocks: u64, by: &[Roster]| {
            // Shuffles that no phase has played.
            let experiment = self.experiment(name, blocks).seed(self.asked.seed ^ (1 << 40));
            let experiment = experiment.settings(DRAFT, self.asked.settings.clone());
            let experiment = changes.iter().fold(experiment, |experiment, change| {
                experiment.settings(&change.name(), change.settings.clone())
            });
            let experiment = self.with_strongest(experiment, by);
            if learns {
                let games = (budget.games / 8).max(CHECKPOINTS[0]);
                experiment.adapt_from(games, &trained.display().to_string())
            } else {
                experiment
            }
        };
        let results = self.play(of(name, budget.blocks.div_ceil(2), rosters).people(), name)?;
        let mut all = self.looked(&results, players, changes, name);
        if let Some(blocks) = self.watched_changes(asked, changes) {
            let name = "cures-chances";
            let experiment = of(name, blocks, players).chances(self.chances(blocks)).people();
            let results = self.play(experiment, name)?;
            let more = self.looked(&results, players, changes, name);
            for (found, more) in all.iter_mut().zip(more) {
                found.extend(more.into_iter().filter(is_of_chances));
            }
        }
        if let Some(blocks) = self.exchanged_changes(asked, changes) {
            let name = "cures-cards";
            let cards = CardsQuestion { exchanges: 1, blocks };
            let results = self.play(of(name, blocks, players).cards(cards), name)?;
            let more = self.looked(&results, players, changes, name);
            for (found, more) in all.iter_mut().zip(more) {
                found.extend(more.into_iter().filter(is_of_cards));
            }
        }
        Ok(cure::judged(changes, &all, asked, learns))
    }
}

/// Whether all blocks of a plan are counted in a folder.
fn is_counted(folder: &Path, plan: &Plan) -> bool {
    let is_it = |manifest: Manifest| {
        (&manifest.digest, manifest.complete) == (&plan.digest(), true)
            && manifest.blocks >= plan.blocks()
    };
    Manifest::read(folder).is_ok_and(is_it)
}

/// The topics that need chances of winning.
const OF_CHANCES: [Topic; 3] = [Topic::DecidedEarly, Topic::DeadChoice, Topic::Kingmaking];

/// Whether a finding rests on chances of winning.
fn is_of_chances(finding: &Finding) -> bool {
    OF_CHANCES.contains(&finding.of.topic)
}

fn is_of_options(finding: &Finding) -> bool {
    finding.of.is(&topic::NEEDLESS_OPTION)
}

fn is_of_cards(finding: &Finding) -> bool {
    [&topic::DOMINANT_CARD, &topic::USELESS_CARD].iter().any(|of| of.is(finding.of))
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

/// What the check found: rules that do nothing, and games without an end.
fn holes(checked: &Checked, game: &str) -> Vec<Finding> {
    let finding = |hole: &fairdeal_study::check::Hole| {
        let is_endless = hole.what.contains("does not end") || hole.what.contains("do not end");
        let of = if is_endless { &topic::NEVER_ENDS } else { &topic::DEAD_RULE };
        let is_rule = hole.is_unseen || hole.what.contains("change");
        (is_endless || is_rule).then(|| {
            let measured = Measured { value: of.limits.broken.unwrap_or(1.0), ends: None };
            let about = (hole.what.clone(), 0, Rank::All);
            let found = Finding::judged(of, of.limits, about, measured, 1.0, "check");
            let shown_by =
                hole.shown_by.as_ref().map(|game_of| format!("{game} {}", game_of.options()));
            // Places that no game reached may be rare.
            let mark = if hole.is_unseen { Mark::LookAt } else { found.mark };
            Finding { mark, shown_by, ..found }
        })
    };
    checked.holes.iter().filter_map(finding).collect()
}

/// Knobs whose steps change no game.
fn findings_of_knobs(effects: &[Effect]) -> Vec<Finding> {
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
fn first_of_each(changes: &[Change], most: usize) -> Vec<Change> {
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
