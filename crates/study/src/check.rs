//! Plays a game with many rules, and looks for holes in them: what a designer wants to know before
//! any statistics.

use std::collections::BTreeMap;

use fairdeal_core::any_game::{AnyGame, DrawnStates, TableError};
use fairdeal_core::game::{Description, random_knobs};
use fairdeal_core::input::{InputError, Knob, KnobKind, Location, Settings};
use fairdeal_core::metrics::{SHARED_WINS, UNFINISHED_GAMES};
use fairdeal_core::rng::{BlockStreams, Purpose, Stream};
use fairdeal_core::strategy::{Entrant, StrategyFile};

use crate::experiment::Experiment;
use crate::results::Results;
use crate::session::{RunError, Session};

/// The strategy that plays: it comes to places that good players avoid.
const PLAYER: &str = "random";

/// With each rules and number of players so many games are played.
const GAMES_EACH: u64 = 50;

/// A knob is turned in so many rules before it is said to change nothing, in so many games each.
const TURNED_IN: usize = 12;
const TURNED_GAMES: u64 = 20;
/// So many for a knob that changed none of these: what it is about may be rare.
const TURNED_AGAIN: u64 = 200;

/// In so many games of the own rules and of each preset, states are drawn from what seats know.
const DRAWN_GAMES: u64 = 4;

/// Of every set of rules at least this share of games must end by themselves.
const ENDED: f64 = 0.95;

/// What was played, and what was found.
#[derive(Debug)]
pub struct Checked {
    /// How many different rules and numbers of players were played.
    pub rules: usize,
    /// How many random rules cannot be dealt or are refused.
    pub refused: usize,
    /// How many games were played.
    pub games: u64,
    /// What is wrong with the rules, or looks like it.
    pub holes: Vec<Hole>,
}

/// Something that is wrong with rules, or looks like it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hole {
    /// What it is, in a sentence without a full stop.
    pub what: String,
    /// A game that shows it, where one does.
    pub shown_by: Option<ShownBy>,
}

/// A game that shows a hole.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownBy {
    /// The number of players.
    pub players: usize,
    /// The knobs that differ from their defaults: `hand_size=3`.
    pub rules: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The number of the game.
    pub index: u64,
}

impl ShownBy {
    /// The options of `fairdeal show` that tell this game.
    pub fn options(&self) -> String {
        let seats = vec![PLAYER; self.players].join(",");
        let set = self.rules.iter().flat_map(|rule| [" --set ", rule]).collect::<String>();
        format!("--strategies {seats}{set} --seed {} --index {}", self.seed, self.index)
    }
}

/// Plays about this many games of a game between random players: with the rules as they are, with
/// every preset, and with random rules, at tables for every number of players.
///
/// # Errors
/// When the game cannot be played at all: its own rules cannot be dealt, or a thread cannot start.
pub fn check(
    session: &Session<'_>,
    game: &'static dyn AnyGame,
    games: u64,
    seed: u64,
) -> Result<Checked, RunError> {
    let mut search = Search::new(game, seed);
    let description = game.description();
    let tables: Vec<usize> = (description.fewest_players..=description.most_players).collect();
    let mut rules = vec![Settings::defaults(description.knobs)];
    rules.extend(description.presets.iter().filter(|preset| !preset.values.is_empty()).map(
        |preset| {
            let mut settings = Settings::defaults(description.knobs);
            settings.apply_preset(preset);
            settings
        },
    ));
    let mut draws = BlockStreams::new(seed, 0).stream(Purpose::Other(0));
    // Some of them must be playable.
    let mut refusal = None;
    for settings in &rules {
        for players in &tables {
            match game.make_rules(settings, *players) {
                Ok(_) => search.play(session, settings, *players)?,
                Err(error) => {
                    search.refused += 1;
                    refusal.get_or_insert(error);
                }
            }
        }
    }
    if let Some(error) = refusal.filter(|_| search.rules == 0) {
        return Err(error.into());
    }
    let mut tried = 0;
    while search.games < games && tried < games / GAMES_EACH * 4 {
        tried += 1;
        let players = tables[draws.below(tables.len() as u32) as usize];
        let settings = random_rules(description, &mut draws);
        if game.make_rules(&settings, players).is_ok() {
            search.play(session, &settings, players)?;
        } else {
            search.refused += 1;
        }
    }
    search.look_at_all();
    search.look_at_draws(&rules, &tables);
    search.turn_knobs(&tables, &mut draws);
    Ok(Checked {
        rules: search.rules,
        refused: search.refused,
        games: search.games,
        holes: search.holes,
    })
}

/// A search for holes.
struct Search {
    game: &'static dyn AnyGame,
    seed: u64,
    rules: usize,
    refused: usize,
    games: u64,
    unfinished: u64,
    shared: u64,
    /// For each kind of action: decisions in which it was legal, and how often it was chosen.
    kinds: BTreeMap<String, (u64, u64)>,
    /// Decisions, and those with one action.
    decisions: (u64, u64),
    endings: BTreeMap<String, u64>,
    first_unfinished: Option<ShownBy>,
    first: Option<ShownBy>,
    holes: Vec<Hole>,
}

impl Search {
    fn new(game: &'static dyn AnyGame, seed: u64) -> Self {
        Self {
            game,
            seed,
            rules: 0,
            refused: 0,
            games: 0,
            unfinished: 0,
            shared: 0,
            kinds: BTreeMap::new(),
            decisions: (0, 0),
            endings: BTreeMap::new(),
            first_unfinished: None,
            first: None,
            holes: Vec::new(),
        }
    }

    fn shown_by(&self, settings: &Settings, players: usize, index: u64) -> ShownBy {
        ShownBy { players, rules: options(settings), seed: self.seed, index }
    }

    /// Plays some games with these rules.
    fn play(
        &mut self,
        session: &Session<'_>,
        settings: &Settings,
        players: usize,
    ) -> Result<(), RunError> {
        let plan = Experiment::new(self.game, "check")
            .seed(self.seed)
            .blocks(GAMES_EACH)
            .settings("rules", settings.clone())
            .lineup(vec![PLAYER; players])
            .plan()?;
        self.rules += 1;
        match session.run(&plan) {
            Ok(played) => self.count(&played.results, settings, players),
            Err(RunError::Table(TableError::Rules { mistake, block, .. })) => {
                // One mistake shows in many games.
                if self.holes.iter().all(|hole| *hole.what != *mistake) {
                    let shown_by = Some(self.shown_by(settings, players, block));
                    self.holes.push(Hole { what: mistake.into(), shown_by });
                }
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn count(&mut self, results: &Results, settings: &Settings, players: usize) {
        self.games += results.manifest.blocks;
        if self.first.is_none() {
            self.first = Some(self.shown_by(settings, players, 0));
        }
        for row in &results.decisions {
            let (legal, chosen) = self.kinds.entry(row.kind.clone()).or_default();
            *legal += row.decisions;
            *chosen += row.chosen;
            self.decisions.0 += row.chosen;
            self.decisions.1 += row.forced;
        }
        for row in &results.shares {
            let count = u64::try_from(row.count).unwrap_or(u64::MAX);
            match row.quantity.as_str() {
                UNFINISHED_GAMES => {
                    self.unfinished += count;
                    let cut = count as f64 / row.among.max(1) as f64;
                    if let (Some(block), None) = (row.first_block, &self.first_unfinished)
                        && cut > 1.0 - ENDED
                    {
                        self.first_unfinished = Some(self.shown_by(settings, players, block));
                    }
                }
                SHARED_WINS => self.shared += count,
                "ending" => *self.endings.entry(row.subject.clone()).or_default() += count,
                _ => {}
            }
        }
    }

    fn add(&mut self, what: String, shown_by: Option<ShownBy>) {
        self.holes.push(Hole { what, shown_by });
    }

    /// Looks at what all games together never showed.
    fn look_at_all(&mut self) {
        let Description { action_kinds, end_reasons, .. } = *self.game.description();
        if self.games == 0 {
            return;
        }
        if let Some(shown_by) = self.first_unfinished.clone() {
            let what = format!(
                "{} of {} games did not end by themselves, with some rules more than 5 %: a limit cut them",
                self.unfinished, self.games
            );
            self.add(what, Some(shown_by));
        }
        for kind in action_kinds {
            match self.kinds.get(*kind) {
                None | Some((0, _)) => self.add(format!("`{kind}` was never an option"), None),
                Some((legal, 0)) => {
                    let what =
                        format!("`{kind}` was an option at {legal} decisions, and never taken");
                    self.add(what, None);
                }
                Some(_) => {}
            }
        }
        let (decisions, forced) = self.decisions;
        if decisions > 0 && decisions == forced {
            let shown_by = self.first.clone();
            self.add("no player ever had a choice: every decision had one option".into(), shown_by);
        }
        // Of a single reason there are no counts.
        let (are_counted, limits) = (!self.endings.is_empty(), self.game.limits());
        let expected = end_reasons.iter().filter(|reason| are_counted && !limits.contains(*reason));
        for reason in expected {
            if self.endings.get(*reason).copied().unwrap_or(0) == 0 {
                self.add(format!("no game ended because of \"{reason}\""), None);
            }
        }
        if self.shared > 0 && self.shared == self.games - self.unfinished {
            let shown_by = self.first.clone();
            self.add("all games were shared: the scores are always level".into(), shown_by);
        }
    }

    /// Looks whether players who search draw states that cannot be played on: the game in a file does
    /// not say what its rules exclude.
    fn look_at_draws(&mut self, rules: &[Settings], tables: &[usize]) {
        if self.game.source().is_none() {
            return;
        }
        let mut all = DrawnStates::default();
        for (settings, players) in
            rules.iter().flat_map(|settings| tables.iter().map(move |players| (settings, *players)))
        {
            let Ok(rules) = self.game.make_rules(settings, players) else { continue };
            for index in 0..DRAWN_GAMES {
                let streams = BlockStreams::new(self.seed, index);
                // The rules are of this game.
                let Ok(drawn) = self.game.drawn_states(&rules, streams) else { continue };
                all.states += drawn.states;
                all.mistakes += drawn.mistakes;
                all.first = all.first.or(drawn.first);
            }
        }
        if let Some(first) = all.first {
            let what = format!(
                "{} of {} states that players who search draw from what they know end in a \
                 mistake ({first}): say what the rules exclude, by a function `possible(p)`",
                all.mistakes, all.states
            );
            self.add(what, None);
        }
    }

    /// Turns each knob, and looks whether any game goes otherwise.
    fn turn_knobs(&mut self, tables: &[usize], draws: &mut Stream) {
        let knobs = self.game.description().knobs;
        let mut rules = vec![Settings::defaults(knobs)];
        for _ in 0..TURNED_IN {
            rules.push(random_rules(self.game.description(), draws));
        }
        for knob in self.game.description().listed_knobs() {
            let mut can_be_turned = false;
            let mut changes = |games| {
                rules.iter().enumerate().any(|(place, settings)| {
                    let players = tables[place % tables.len()];
                    others(knob, settings).into_iter().any(|turned| {
                        let [before, after] = [settings, &turned]
                            .map(|settings| self.replayed(settings, players, games));
                        let (Ok(before), Ok(after)) = (before, after) else { return false };
                        can_be_turned = true;
                        before != after
                    })
                })
            };
            if !changes(TURNED_GAMES) && !changes(TURNED_AGAIN) {
                let why = if can_be_turned {
                    "changes nothing: all games that were compared are the same"
                } else {
                    "cannot be turned: with every other value the rules are refused"
                };
                self.add(format!("the knob `{}` {why}", knob.key), None);
            }
        }
    }

    /// Some games with these rules, as a text of all decisions and events.
    fn replayed(
        &self,
        settings: &Settings,
        players: usize,
        games: u64,
    ) -> Result<Vec<u8>, InputError> {
        let rules = self.game.make_rules(settings, players)?;
        let place = Location::whole("check");
        let random: Entrant = StrategyFile::find(self.game.repertoire(), PLAYER, &place)?.into();
        let (seated, mut text) = (vec![random; players], Vec::new());
        for index in 0..games {
            let streams = BlockStreams::new(self.seed, index);
            self.game.replay(&rules, &seated, streams, &mut text)?;
        }
        Ok(text)
    }
}

/// Random rules with the limit of turns as it is: a lower one cuts games whatever the rules.
fn random_rules(game: &Description, draws: &mut Stream) -> Settings {
    const LIMIT: &str = "max_turns";
    let mut settings = random_knobs(game.knobs, 1, draws);
    if let Some(limit) = game.knobs.iter().find(|knob| knob.key == LIMIT) {
        // A default is a value of its knob.
        let _ = settings.apply_option(&format!("{LIMIT}={}", limit.default));
    }
    settings
}

/// The knobs that differ from their defaults, as options.
fn options(settings: &Settings) -> Vec<String> {
    settings
        .iter()
        .filter(|(knob, value)| *value != settings.default_of(knob))
        .map(|(knob, value)| format!("{}={value}", knob.key))
        .collect()
}

/// The settings with other values of a knob: its neighbours and its limits, or all its choices.
fn others(knob: &Knob, settings: &Settings) -> Vec<Settings> {
    let value = settings.value(knob.key).to_string();
    let values: Vec<String> = match knob.kind {
        KnobKind::Flag => vec!["true".into(), "false".into()],
        KnobKind::Choice(names) | KnobKind::ChoiceOrTable(names, _) => {
            names.iter().map(|name| (*name).to_owned()).collect()
        }
        KnobKind::Integer(low, high) => {
            let now: i64 = value.parse().unwrap_or(low);
            [now + 1, now - 1, low, high]
                .into_iter()
                .filter(|other| (low..=high).contains(other))
                .map(|other| other.to_string())
                .collect()
        }
        KnobKind::Real(low, high) => vec![low.to_string(), high.to_string()],
    };
    let turned = values.into_iter().filter(|other| *other != value).filter_map(|other| {
        let mut turned = settings.clone();
        turned.apply_option(&format!("{}={other}", knob.key)).ok().map(|()| turned)
    });
    turned.collect()
}
