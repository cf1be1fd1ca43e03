//! The phases of a review, one after the other. Each is an experiment with a folder of its own, so
//! that it goes on where it was, and can be played elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use fairdeal_core::any_game::{AnyGame, TableError};
use fairdeal_core::input::Settings;
use fairdeal_learn::CHECKPOINTS;
use fairdeal_study::check::{Checked, check};
use fairdeal_study::experiment::{CardsQuestion, Experiment};
use fairdeal_study::folder::FolderError;
use fairdeal_study::results::{Results, WriteError, replace};
use fairdeal_study::session::{RunError, Session};
use serde::{Deserialize, Serialize};

use crate::budget::{Budget, TRAINING};
use crate::change::{self, Change};
use crate::cure::Cure;
use crate::error::ReviewError;
use crate::finding::{Finding, Mark, Measured, Rank, spare_rough};
use crate::pace::Pace;
use crate::players::{self, Attacked, BEGINNER, LOOSE, School, TRAINED};
use crate::remedy::{
    Effect, findings_of_knobs, first_of_each, is_of_cards, is_of_chances, is_of_options,
};
use crate::roster::Roster;
use crate::timing::TIMED;
use crate::topic;
use crate::wanted::Wanted;

/// The rules that are reviewed, by their name in tables.
pub const DRAFT: &str = "draft";

/// About how many times as long as a game of random players a game takes from which players learn.
const OF_RANDOM: f64 = 3.0;

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
pub(crate) struct State {
    /// What was asked: with other questions it begins again.
    asked: serde_json::Value,
    pub(crate) budget: Budget,
    /// Changes of the rules by which a game could not be played to its end, with the reasons.
    #[serde(default)]
    pub(crate) unplayable: BTreeMap<String, String>,
    /// Whether players learn the draft alone, because changed rules cannot be learned.
    #[serde(default)]
    learns_draft_alone: bool,
    /// Whether the players have learned, and what became of them under attack.
    has_learned: bool,
    attacked: Option<Attacked>,
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
pub(crate) struct Making<'a> {
    pub(crate) asked: &'a Asked,
    pub(crate) session: &'a Session<'a>,
    tell: &'a dyn Fn(&str),
    pub(crate) begun: Instant,
    pub(crate) state: State,
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
    loop {
        match making.all() {
            Err(error) if making.leaves_out(&error) => making.state.write(&asked.folder)?,
            done => return done,
        }
    }
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
            unplayable: BTreeMap::new(),
            learns_draft_alone: false,
            has_learned: false,
            attacked: None,
        })
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), ReviewError> {
        let path = folder.join(STATE);
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        replace(&path, text.as_bytes())
            .map_err(|error| ReviewError::Write(WriteError::new(&path, &error)))
    }
}

impl Making<'_> {
    fn all(&mut self) -> Result<Review, ReviewError> {
        let Asked { game, settings, sizes, .. } = self.asked;
        let steps = self.playable(change::steps(*game, settings, sizes));
        let values = self.playable(change::values(*game, settings, sizes));
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
        let names = self.players(have_learned);
        if self.state.budget.ladder == 0 {
            self.choose_ladder(&names)?;
        }
        self.told("Players: who is how strong at which table.");
        let rosters = self.rosters(&names)?;
        if self.state.budget.blocks == 0 {
            self.choose_budget(&rosters, steps.len() + values.len())?;
        }
        self.told("The draft as it is, at each table and with players of each strength.");
        let (results, mut findings) = self.as_it_is(&rosters)?;
        if self.state.attacked.is_some_and(|attacked| attacked.is_rough()) {
            spare_rough(&mut findings);
        }
        findings.extend(holes(&checked, &self.asked.name));
        findings.extend(self.state.unplayable.iter().map(unplayable));
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

    /// Whether a review can go on without something that failed: a change of the rules by which a game
    /// cannot be played to its end, or changed rules in the training.
    fn leaves_out(&mut self, error: &ReviewError) -> bool {
        let state = &mut self.state;
        match error {
            ReviewError::Training(_) if !state.has_learned && !state.learns_draft_alone => {
                state.learns_draft_alone = true;
                true
            }
            ReviewError::Run(RunError::Table(error))
            | ReviewError::Folder(FolderError::Run(RunError::Table(error))) => match error {
                TableError::Rules { mistake, variant, .. } if variant != DRAFT => {
                    state.unplayable.insert(variant.clone(), mistake.to_string()).is_none()
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The changes of the rules by which games could be played to their ends so far.
    pub(crate) fn playable(&self, mut changes: Vec<Change>) -> Vec<Change> {
        changes.retain(|change| !self.state.unplayable.contains_key(&change.name()));
        changes
    }

    /// Tells of a phase.
    pub(crate) fn told(&self, phase: &str) {
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

    pub(crate) fn check_stop(&self) -> Result<(), ReviewError> {
        let is_stopped = self.session.its_control().stop.load(Ordering::Relaxed);
        if is_stopped { Err(ReviewError::Interrupted) } else { Ok(()) }
    }

    pub(crate) fn players_folder(&self) -> PathBuf {
        self.asked.folder.join("players")
    }

    /// Lets the players learn, unless they did before. Returns whether players of the game can learn.
    fn learn(&mut self, steps: &[Change], values: &[Change]) -> Result<bool, ReviewError> {
        let file = |name: &str| self.players_folder().join(name).with_extension("toml");
        if self.state.has_learned
            && [TRAINED, BEGINNER, LOOSE].iter().all(|name| file(name).exists())
        {
            return Ok(true);
        }
        let Asked { game, settings, sizes, seed, .. } = self.asked;
        let changes =
            if self.state.learns_draft_alone { Vec::new() } else { [steps, values].concat() };
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
        school.write_trained(attacked.map_or(0.0, |(mix, _)| mix))?;
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
        let rosters = self.all_tables("random");
        let a_game = self.timed(self.equals(&rosters, "trial", TIMED))? / rosters.len() as f64;
        Ok(a_game * games as f64 * OF_RANDOM > TRAINING * 60.0 * minutes * 2.0)
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
        self.asked.sizes.iter().map(|players| of_size(*players)).collect()
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
        }
        experiment = self.with_mixed(experiment, rosters);
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
    let (of, measured) = (&topic::UNPLAYABLE, Measured { value: 1.0, ends: None });
    let subject = format!("with {change} a game cannot be played to its end: {mistake}");
    let found = Finding::judged(of, of.limits, (subject, 0, Rank::All), measured, 1.0, STATE);
    Finding { mark: Mark::LookAt, ..found }
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
