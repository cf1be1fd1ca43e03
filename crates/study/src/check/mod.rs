//! Looks for holes in a game: plays it with many rules and many kinds of players. A designer should
//! do this before any statistics.

mod players;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use fairdeal_core::any_game::{AnyGame, DrawnStates, Trial, TrialEnd, TrialPlan, Winners};
use fairdeal_core::game::{AnyRules, Description, Unseen, UnseenKind, random_knobs};
use fairdeal_core::input::{InputError, Knob, KnobKind, Settings};
use fairdeal_core::rng::{BlockStreams, Purpose, Stream};

use self::players::{Players, Seating};
use crate::session::{RunError, Session, Stage};
use crate::words::{quoted, thousands};

pub use self::players::Habit;

/// The smallest and the largest number of games with each set of rules and number of players.
/// Between these bounds it is a hundredth of all games.
const GAMES_EACH: (u64, u64) = (10, 50);

/// The first games of each set of rules note the lines that they reach, which makes them slower.
const NOTED_EACH: u64 = 20;

/// A game is cut after this many decisions, and its players are named.
pub const MOST_DECISIONS: u64 = 10_000;
/// The number of decisions with each set of rules.
const DECISIONS_EACH: u64 = 100_000;
/// A game with players who look ahead is given up after this many options: with the rules of the
/// file or a preset, and with others.
const SLOW_OPTIONS: (u64, u64) = (30_000, 2_000);
/// Games that a limit ended are played again without the limit: at most this many for each set of
/// rules and in all, with this many decisions.
const LIFTED_GAMES: (usize, usize) = (3, 30);
const LIFTED_DECISIONS: u64 = 50_000;

/// A knob is reported to change nothing after it was turned in this many sets of rules, in this
/// many games each.
const TURNED_IN: usize = 12;
const TURNED_GAMES: u64 = 20;
/// This many games for a knob that changed none of these: its subject may be rare.
const TURNED_AGAIN: u64 = 200;
/// But no more decisions than these for a knob.
const TURNED_DECISIONS: u64 = 1_000_000;

/// States are drawn from the knowledge of seats in this many games of the file's own rules and of
/// each preset, with this many decisions in all.
const DRAWN_GAMES: u64 = 4;
const DRAWN_DECISIONS: u64 = 50_000;

/// At least this share of the games of every set of rules must end by themselves.
const ENDED: f64 = 0.95;

/// The result of a check.
#[derive(Debug)]
pub struct Checked {
    /// The habits of the players.
    pub habits: Vec<Habit>,
    /// How many different rules and numbers of players were played.
    pub rules: usize,
    /// How many random rules cannot be dealt or are refused.
    pub refused: usize,
    /// How many games were played.
    pub games: u64,
    /// How many of them ended by the rules, and of these, how many were lost by all for each reason,
    /// the most frequent first; `None` if the game cannot be lost by all.
    pub lost: Option<(u64, Vec<(&'static str, u64)>)>,
    /// Whether the check also looked for lines that no game reached: in a game with a file.
    pub has_lines: bool,
    /// Faults of the rules, and signs of them.
    pub holes: Vec<Hole>,
}

/// What a hole is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoleKind {
    /// A game could not be played to its end.
    Mistake,
    /// A game may never end.
    Endless,
    /// A kind of option or a way to end that no game had.
    Unused,
    /// A knob that changes nothing.
    DeadKnob,
    /// A line of the file that no game reached.
    Unseen,
    /// Something else.
    Other,
}

/// Something that is wrong with rules, or looks like it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hole {
    /// What it is about.
    pub kind: HoleKind,
    /// A description, in a sentence without a full stop.
    pub what: String,
    /// A game that shows it, where one does.
    pub shown_by: Option<ShownBy>,
}

impl Hole {
    /// A hole that no single game shows.
    fn of_all(kind: HoleKind, what: String) -> Self {
        Self { kind, what, shown_by: None }
    }
}

/// A game that shows a hole.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownBy {
    /// The strategy in each seat.
    pub strategies: Vec<&'static str>,
    /// The knobs that differ from their defaults: `hand_size=3`.
    pub rules: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The number of the game.
    pub index: u64,
}

impl ShownBy {
    /// The options of `fairdeal show` for this game.
    pub fn options(&self) -> String {
        let seats = self.strategies.join(",");
        let set = self.rules.iter().flat_map(|rule| [" --set ".to_owned(), quoted(rule)]);
        let set = set.collect::<String>();
        format!("--strategies {seats}{set} --seed {} --index {}", self.seed, self.index)
    }
}

/// Rules that are played at a table.
#[derive(Clone, Debug)]
struct Rules {
    settings: Settings,
    players: usize,
    games: u64,
    /// Whether they are the file's own rules, or those of a preset.
    is_own: bool,
    /// Whether a knob that cuts games has another value than its default.
    is_cut: bool,
}

/// Plays about this many games: with the rules as they are, with every preset, with each knob
/// turned alone, and with random rules, at tables for every number of players. The players follow a
/// fixed plan: all of one habit, and mixed.
///
/// # Errors
/// When the game cannot be played at all: its own rules cannot be dealt, or a thread cannot start.
pub fn check(
    session: &Session<'_>,
    game: &'static dyn AnyGame,
    games: u64,
    seed: u64,
) -> Result<Checked, RunError> {
    let watched = game.watched();
    let players = Players::of(game);
    let mut stream = BlockStreams::new(seed, 0).stream(Purpose::Other(0));
    let (rules, refused) = all_rules(game, games, &mut stream)?;
    let control = session.its_control();
    control.progress.begin(Stage::Games, rules.iter().map(|rules| rules.games).sum());
    let search = Search { game, watched, players, seed };
    let (played, (leaks, drawn), knobs) = session.pool()?.install(|| {
        let play = |rules: &Rules| {
            let mut played = Played::default();
            if !control.stop.load(Ordering::Relaxed) {
                search.play(rules, &mut played)?;
                control.progress.played(played.games);
            }
            Ok::<_, InputError>(played)
        };
        let played: Vec<_> = rules.par_iter().map(play).collect();
        if control.stop.load(Ordering::Relaxed) {
            return (played, Default::default(), Vec::new());
        }
        let (drawn, knobs) =
            rayon::join(|| search.look_at_draws(&rules), || search.turn_knobs(&mut stream));
        (played, drawn, knobs)
    });
    control.progress.end();
    let (mut all, mut sets) = (Played::default(), 0);
    for played in played {
        let played = played?;
        sets += usize::from(played.games > 0);
        all.add(played);
    }
    let endless = search.endless(&all.ended_by_limit);
    let mut holes = all.holes(game, endless);
    holes.extend(leaks.into_iter().map(|what| Hole::of_all(HoleKind::Other, what)));
    holes.extend(all.hole_of_draws(drawn));
    holes.extend(knobs);
    let unseen = watched.map_or_else(Vec::new, fairdeal_core::any_game::AnyGame::unseen);
    let unseen = unseen.iter().map(told);
    holes.extend(unseen.map(|what| Hole::of_all(HoleKind::Unseen, what)));
    Ok(Checked {
        habits: search.players.habits,
        rules: sets,
        refused,
        games: all.games,
        lost: all.lost_games(game.description()),
        has_lines: watched.is_some(),
        holes,
    })
}

/// A place of the file that no game came to, in a sentence.
fn told(unseen: &Unseen) -> String {
    /// The most letters of a text of the file.
    const MOST: usize = 48;
    let Unseen { line, last_line, .. } = *unseen;
    let mut text = unseen.text.clone();
    if text.chars().count() > MOST {
        text = text.chars().take(MOST).chain(" ...".chars()).collect();
    }
    match unseen.what {
        UnseenKind::Lines if line == last_line => {
            format!("line {line} is never reached: `{text}`")
        }
        UnseenKind::Lines => {
            format!("lines {line} to {last_line} are never reached, from `{text}` on")
        }
        UnseenKind::Function => format!("the function `{text}` in line {line} is never called"),
        UnseenKind::NeverTrue => format!("in line {line}, `{text}` is never true"),
        UnseenKind::NeverFalse => format!("in line {line}, `{text}` is never false"),
    }
}

/// All rules that are played, and how many random ones are refused.
fn all_rules(
    game: &dyn AnyGame,
    games: u64,
    draws: &mut Stream,
) -> Result<(Vec<Rules>, usize), InputError> {
    let description = game.description();
    let limits = game.limiting_knobs();
    let tables: Vec<usize> = (description.fewest_players..=description.most_players).collect();
    let each = (games / 100).clamp(GAMES_EACH.0, GAMES_EACH.1);
    let defaults = Settings::defaults(description.knobs);
    let rules = |settings: Settings, players, games, is_own| Rules {
        is_cut: limits.iter().any(|key| {
            settings
                .iter()
                .any(|(knob, value)| knob.key == *key && value != settings.default_of(knob))
        }),
        settings,
        players,
        games,
        is_own,
    };
    let mut own = vec![defaults.clone()];
    let presets = description.presets.iter().filter(|preset| !preset.values.is_empty());
    own.extend(presets.map(|preset| {
        let mut settings = defaults.clone();
        settings.apply_preset(preset);
        settings
    }));
    let (mut found, mut refused, mut refusal) = (Vec::new(), 0, None);
    for settings in &own {
        for players in &tables {
            match game.make_rules(settings, *players) {
                Ok(_) => found.push(rules(settings.clone(), *players, each, true)),
                Err(error) => {
                    refused += 1;
                    refusal.get_or_insert(error);
                }
            }
        }
    }
    // Some of them must be playable.
    if let Some(error) = refusal.filter(|_| found.is_empty()) {
        return Err(error);
    }
    // Each knob alone, at its ends and beside its default.
    for (place, knob) in description.listed_knobs().enumerate() {
        for (turn, settings) in others(knob, &defaults).into_iter().enumerate() {
            let allows = |players: &&usize| game.make_rules(&settings, **players).is_ok();
            let first = (place + turn) % tables.len();
            let mut seats = tables[first..].iter().chain(&tables[..first]);
            if let Some(players) = seats.find(allows) {
                found.push(rules(settings, *players, GAMES_EACH.0, false));
            }
        }
    }
    let (mut left, mut tries) = (games, games / each * 4);
    left = left.saturating_sub(found.iter().map(|rules| rules.games).sum());
    while left > 0 && tries > 0 {
        tries -= 1;
        let players = tables[draws.below(tables.len() as u32) as usize];
        let settings = random_rules(description, &limits, draws);
        if game.make_rules(&settings, players).is_ok() {
            found.push(rules(settings, players, each, false));
            left = left.saturating_sub(each);
        } else {
            refused += 1;
        }
    }
    Ok((found, refused))
}

/// The observations from some games.
#[derive(Debug, Default)]
struct Played {
    games: u64,
    /// The games of random players, and the number of them that a limit of the file ended.
    random: (u64, u64),
    unfinished: u64,
    shared: u64,
    /// For each kind of action: decisions in which it was legal, and how often it was chosen.
    kinds: Vec<(u64, u64)>,
    /// The decisions, and the number of them with one action.
    decisions: (u64, u64),
    endings: BTreeMap<usize, u64>,
    /// The games that were lost by all, by their endings.
    lost: BTreeMap<usize, u64>,
    first: Option<ShownBy>,
    /// Games of random players with rules by which a limit of the file ended too many.
    ended_by_limit: Vec<ShownBy>,
    /// By its place in the file: a mistake, in how many games, and one of them.
    mistakes: Vec<(String, u64, ShownBy)>,
    /// By players: the number of games that did not end, and one of them.
    cut: Vec<(&'static str, u64, ShownBy)>,
}

impl Played {
    fn count(&mut self, trial: &Trial, seating: &Seating, shown_by: impl Fn() -> ShownBy) {
        self.games += 1;
        self.first.get_or_insert_with(&shown_by);
        self.kinds.resize(trial.kinds.len(), (0, 0));
        for (all, (legal, chosen)) in self.kinds.iter_mut().zip(&trial.kinds) {
            all.0 += legal;
            all.1 += chosen;
        }
        self.decisions.0 += trial.decisions;
        self.decisions.1 += trial.forced;
        self.random.0 += u64::from(seating.is_random());
        match &trial.end {
            TrialEnd::Over { reason, won } => {
                *self.endings.entry(*reason).or_default() += 1;
                match won {
                    Winners::None => *self.lost.entry(*reason).or_default() += 1,
                    Winners::One => {}
                    Winners::Several => self.shared += 1,
                }
            }
            TrialEnd::Unfinished => {
                self.unfinished += 1;
                self.random.1 += u64::from(seating.is_random());
            }
            TrialEnd::Cut => self.unfinished += 1,
            TrialEnd::Mistake(mistake) => {
                note(&mut self.mistakes, mistake.clone(), 1, shown_by(), |a, b| {
                    place(a) == place(b)
                });
            }
        }
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.random.0 += other.random.0;
        self.random.1 += other.random.1;
        self.unfinished += other.unfinished;
        self.shared += other.shared;
        self.kinds.resize(self.kinds.len().max(other.kinds.len()), (0, 0));
        for (all, (legal, chosen)) in self.kinds.iter_mut().zip(&other.kinds) {
            all.0 += legal;
            all.1 += chosen;
        }
        self.decisions.0 += other.decisions.0;
        self.decisions.1 += other.decisions.1;
        for (all, more) in [(&mut self.endings, other.endings), (&mut self.lost, other.lost)] {
            for (reason, count) in more {
                *all.entry(reason).or_default() += count;
            }
        }
        self.first = self.first.take().or(other.first);
        self.ended_by_limit.extend(other.ended_by_limit);
        for (what, count, shown_by) in other.mistakes {
            note(&mut self.mistakes, what, count, shown_by, |a, b| place(a) == place(b));
        }
        for (who, count, shown_by) in other.cut {
            note(&mut self.cut, who, count, shown_by, |a, b| a == b);
        }
    }

    /// The holes that these games show. `endless`: a game that goes on without its limit too.
    fn holes(&self, game: &dyn AnyGame, endless: Option<ShownBy>) -> Vec<Hole> {
        let Description { action_kinds, end_reasons, .. } = *game.description();
        let mut holes = Vec::new();
        let mut add = |kind, what, shown_by| holes.push(Hole { kind, what, shown_by });
        for (mistake, count, shown_by) in &self.mistakes {
            let (count, games) = (thousands((*count).into()), thousands(self.games.into()));
            let what = format!("{mistake} (in {count} of {games} games)");
            add(HoleKind::Mistake, what, Some(shown_by.clone()));
        }
        if self.games == 0 {
            return holes;
        }
        for (who, _, shown_by) in &self.cut {
            let most = thousands(MOST_DECISIONS.into());
            let what = format!(
                "games between {who} may never end: one was cut after {most} decisions. Give the \
                 game a limit, by a knob and `unfinished`"
            );
            add(HoleKind::Endless, what, Some(shown_by.clone()));
        }
        if let Some(shown_by) = endless {
            let what = format!(
                "{} of {} games between random players ended only by a limit, under some rules more \
                 than 5 %. Without the limit they would go on",
                thousands(self.random.1.into()),
                thousands(self.random.0.into())
            );
            add(HoleKind::Endless, what, Some(shown_by));
        }
        for (kind, (legal, chosen)) in action_kinds.iter().zip(&self.kinds) {
            if *legal == 0 {
                add(HoleKind::Unused, format!("`{kind}` was never an option"), None);
            } else if *chosen == 0 {
                let legal = thousands((*legal).into());
                let what = format!("`{kind}` was an option at {legal} decisions, and never taken");
                add(HoleKind::Unused, what, None);
            }
        }
        let (decisions, forced) = self.decisions;
        if decisions > 0 && decisions == forced {
            let what = "no player ever had a choice: every decision had one option".into();
            add(HoleKind::Other, what, self.first.clone());
        }
        let limits = game.limits();
        for (place, reason) in end_reasons.iter().enumerate() {
            if !limits.contains(reason) && !self.endings.contains_key(&place) {
                add(HoleKind::Unused, format!("no game ended because of \"{reason}\""), None);
            }
        }
        let mistakes: u64 = self.mistakes.iter().map(|(_, count, _)| count).sum();
        if self.shared > 0 && self.shared == self.games - self.unfinished - mistakes {
            let what = "all games were shared: the scores are always level".into();
            add(HoleKind::Other, what, self.first.clone());
        }
        if let Some((ended @ 1.., lost)) = self.lost_games(game.description())
            && lost.iter().map(|(_, count)| count).sum::<u64>() == ended
        {
            let ended = thousands(ended.into());
            let what = format!("no player ever won: all {ended} games that ended were lost by all");
            add(HoleKind::Other, what, self.first.clone());
        }
        holes
    }

    /// The result of a check about games that were lost by all.
    fn lost_games(&self, game: &Description) -> Option<(u64, Vec<(&'static str, u64)>)> {
        let reason =
            |(place, count): (&usize, &u64)| Some((*game.end_reasons.get(*place)?, *count));
        let mut lost: Vec<_> = self.lost.iter().filter_map(reason).collect();
        lost.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        game.can_be_lost.then(|| (self.endings.values().sum(), lost))
    }

    /// Reports states that players who search draw and that cannot be played on: the file does not
    /// say which states its rules exclude. A mistake that real games show too has another cause.
    fn hole_of_draws(&self, drawn: Vec<DrawnStates>) -> Option<Hole> {
        let count =
            |of: fn(&DrawnStates) -> u64| thousands(drawn.iter().map(of).sum::<u64>().into());
        let (states, mistakes) = (count(|drawn| drawn.states), count(|drawn| drawn.mistakes));
        let is_new =
            |first: &String| self.mistakes.iter().all(|(known, ..)| place(known) != place(first));
        let first = drawn.into_iter().filter_map(|drawn| drawn.first).find(is_new)?;
        let what = format!(
            "{mistakes} of {states} states that players who search draw from what they know end in \
             a mistake ({first}): say what the rules exclude, by a function `possible(p)`"
        );
        Some(Hole::of_all(HoleKind::Other, what))
    }
}

/// Counts a finding; the first game that shows it stays.
fn note<T>(
    found: &mut Vec<(T, u64, ShownBy)>,
    what: T,
    count: u64,
    shown_by: ShownBy,
    is_same: impl Fn(&T, &T) -> bool,
) {
    match found.iter_mut().find(|(known, ..)| is_same(known, &what)) {
        Some((_, known, _)) => *known += count,
        None => found.push((what, count, shown_by)),
    }
}

/// The place in a file that a mistake names: one mistake shows in many games, with other numbers.
fn place(mistake: &str) -> &str {
    mistake.split(": ").next().unwrap_or(mistake)
}

/// A search for holes.
struct Search {
    game: &'static dyn AnyGame,
    /// The game in a form that notes which lines its games reach.
    watched: Option<&'static dyn AnyGame>,
    players: Players,
    seed: u64,
}

impl Search {
    /// Plays the games of some rules.
    fn play(&self, rules: &Rules, played: &mut Played) -> Result<(), InputError> {
        let rules_of = |game: &dyn AnyGame| game.make_rules(&rules.settings, rules.players);
        let ordinary = (self.game, rules_of(self.game)?);
        let watched = match self.watched {
            Some(game) => (game, rules_of(game)?),
            None => ordinary.clone(),
        };
        let mut spent = 0;
        for index in 0..rules.games {
            let seating = self.players.seating(self.seed, index, rules.players, rules.is_own);
            // Players whose game did not end need not play again.
            if spent > DECISIONS_EACH || played.cut.iter().any(|(who, ..)| *who == seating.told()) {
                continue;
            }
            let most_options = match (seating.is_slow, rules.is_own) {
                (false, _) => u64::MAX,
                (true, true) => SLOW_OPTIONS.0,
                (true, false) => SLOW_OPTIONS.1,
            };
            let plan = TrialPlan { most_decisions: MOST_DECISIONS, most_options, hashes: false };
            let (game, made) = if index < NOTED_EACH { &watched } else { &ordinary };
            let trial = self.trial(*game, made, &seating, index, plan)?;
            spent += trial.decisions;
            let shown_by = || ShownBy {
                strategies: seating.names.clone(),
                rules: options(&rules.settings),
                seed: self.seed,
                index,
            };
            played.count(&trial, &seating, shown_by);
            if trial.decisions == MOST_DECISIONS && trial.end == TrialEnd::Cut && !rules.is_cut {
                note(&mut played.cut, seating.told(), 1, shown_by(), |a, b| a == b);
            }
            if trial.end == TrialEnd::Unfinished && seating.is_random() && !rules.is_cut {
                played.ended_by_limit.push(shown_by());
            }
        }
        let (random, unfinished) = (played.random.0 as f64, played.random.1 as f64);
        // Beyond chance: more than three standard errors.
        let expected = (1.0 - ENDED) * random;
        if unfinished < 3.0 || unfinished <= expected + 3.0 * (expected * ENDED).sqrt() {
            played.ended_by_limit.clear();
        }
        played.ended_by_limit.truncate(LIFTED_GAMES.0);
        // A knob that cuts games does.
        if rules.is_cut {
            played.random = (0, 0);
        }
        Ok(())
    }

    /// The first of these games that does not end even with the highest values of the knobs
    /// that cut games.
    fn endless(&self, games: &[ShownBy]) -> Option<ShownBy> {
        let description = self.game.description();
        let limits = self.game.limiting_knobs();
        let goes_on = |shown_by: &&ShownBy| {
            let mut settings = Settings::defaults(description.knobs);
            for option in &shown_by.rules {
                // It is one of the settings that were played.
                let _ = settings.apply_option(option);
            }
            for knob in description.knobs.iter().filter(|knob| limits.contains(&knob.key)) {
                if let KnobKind::Integer(_, high) = knob.kind {
                    let _ = settings.apply_option(&format!("{}={high}", knob.key));
                }
            }
            let players = shown_by.strategies.len();
            let plan = TrialPlan {
                most_decisions: LIFTED_DECISIONS,
                most_options: u64::MAX,
                hashes: false,
            };
            let played = self.game.make_rules(&settings, players).and_then(|rules| {
                let random = self.players.random(players);
                self.trial(self.game, &rules, &random, shown_by.index, plan)
            });
            played.is_ok_and(|trial| matches!(trial.end, TrialEnd::Cut | TrialEnd::Unfinished))
        };
        games.iter().take(LIFTED_GAMES.1).find(goes_on).cloned()
    }

    fn trial(
        &self,
        game: &dyn AnyGame,
        rules: &AnyRules,
        seating: &Seating,
        index: u64,
        plan: TrialPlan,
    ) -> Result<Trial, InputError> {
        let streams = BlockStreams::new(self.seed, index);
        game.trial(rules, &self.players.seated(seating), streams, plan)
    }

    /// Draws states from the knowledge of seats, in a game in a file. Returns the leaks of hidden
    /// things, each once, and how games continue from states that players who search draw.
    fn look_at_draws(&self, rules: &[Rules]) -> (Vec<String>, Vec<DrawnStates>) {
        let games: Vec<BlockStreams> =
            (0..DRAWN_GAMES).map(|index| BlockStreams::new(self.seed, index)).collect();
        let own = rules.par_iter().filter(|rules| self.game.source().is_some() && rules.is_own);
        let found = own.filter_map(|own| {
            let rules = self.game.make_rules(&own.settings, own.players).ok()?;
            // The rules are of this game.
            let leaks = self.game.leaks(&rules, &games, DRAWN_DECISIONS).ok()?;
            let drawn = games.iter().filter_map(|streams| {
                self.game.drawn_states(&rules, *streams, DRAWN_DECISIONS).ok()
            });
            Some((leaks, drawn.collect::<Vec<_>>()))
        });
        let (leaks, drawn): (Vec<_>, Vec<_>) = found.collect();
        let leaks: BTreeSet<String> = leaks.into_iter().flatten().collect();
        (leaks.into_iter().collect(), drawn.into_iter().flatten().collect())
    }

    /// Turns each knob, and looks whether any game goes otherwise.
    fn turn_knobs(&self, draws: &mut Stream) -> Vec<Hole> {
        let description = self.game.description();
        let limits = self.game.limiting_knobs();
        let mut rules = vec![Settings::defaults(description.knobs)];
        for _ in 0..TURNED_IN {
            rules.push(random_rules(description, &limits, draws));
        }
        let knobs: Vec<&'static Knob> = description.knobs_of_rules().collect();
        knobs.par_iter().filter_map(|knob| self.turn(knob, &rules)).collect()
    }

    /// Turns a knob in these rules.
    fn turn(&self, knob: &Knob, rules: &[Settings]) -> Option<Hole> {
        let description = self.game.description();
        let tables = description.most_players - description.fewest_players + 1;
        let (mut can_be_turned, mut left) = (false, TURNED_DECISIONS);
        let mut changes = |games| {
            rules.iter().enumerate().any(|(place, settings)| {
                let players = description.fewest_players + place % tables;
                others(knob, settings).into_iter().any(|turned| {
                    let made = [settings, &turned].map(|one| self.game.make_rules(one, players));
                    let [Ok(before), Ok(after)] = made else { return false };
                    can_be_turned = true;
                    (0..games).any(|index| {
                        left > 0 && self.differs(&before, &after, players, index, &mut left)
                    })
                })
            })
        };
        if changes(TURNED_GAMES) || changes(TURNED_AGAIN) {
            return None;
        }
        let why = if can_be_turned {
            "changes nothing: all games that were compared are the same"
        } else {
            "cannot be turned: with every other value the rules are refused"
        };
        let what = format!("the knob `{}` {why}", knob.key);
        Some(Hole::of_all(HoleKind::DeadKnob, what))
    }

    /// Whether a game of random players goes otherwise with other rules.
    fn differs(
        &self,
        before: &AnyRules,
        after: &AnyRules,
        players: usize,
        index: u64,
        left: &mut u64,
    ) -> bool {
        let random = self.players.random(players);
        let plan =
            TrialPlan { most_decisions: MOST_DECISIONS, most_options: u64::MAX, hashes: true };
        let [before, after] =
            [before, after].map(|rules| self.trial(self.game, rules, &random, index, plan));
        if let Ok(trial) = &before {
            *left = left.saturating_sub(2 * trial.decisions);
        }
        matches!((before, after), (Ok(before), Ok(after)) if before != after)
    }
}

/// Random rules with the limits as they are: lower ones cut games whatever the rules.
fn random_rules(game: &Description, limits: &[&str], draws: &mut Stream) -> Settings {
    const LIMIT: &str = "max_turns";
    let mut settings = random_knobs(game.knobs, 1, draws);
    let is_limit = |knob: &&Knob| knob.key == LIMIT || limits.contains(&knob.key);
    for limit in game.knobs.iter().filter(is_limit) {
        // A default is a value of its knob.
        let _ = settings.apply_option(&format!("{}={}", limit.key, limit.default));
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
