//! Functions that several tests use.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

pub mod running;
pub mod table;

use std::fmt::Write as _;
use std::time::Duration;

use fairdeal::any_game::{AnyGame, AnyParty};
use fairdeal::experiment::{Overrides, Plan, parse};
use fairdeal::findings::Ending;
use fairdeal::game::Description;
use fairdeal::input::{Document, InputError, Location, Preset, Settings};
use fairdeal::metrics::Counts;
use fairdeal::results::Results;
use fairdeal::session::Session;
use fairdeal::strategy::{
    Entrant, Playable, Repertoire, StrategyFile, StrategyText, StrategyTexts,
};

/// A small experiment with a game: mirrors and mixed line-ups, strategies with and without random
/// numbers, few and many players, tables at which every arrangement is played and (with five
/// players) some; a variant is cut short, so that some games are unfinished.
pub fn experiment(game: &Description) -> String {
    let short = match game.name {
        "crisps" => "hand_size = 7, max_turns = 40, auto_skip = true",
        "crackpipe" => "max_turns = 33, cherry = true",
        "scrip" => "max_turns = 30, market_size = 4",
        "crypto-cards" => "max_turns = 25, sales_per_turn = 2",
        other => panic!("{other} needs a short variant here"),
    };
    let two = [["random", "random"], ["greedy", "random"], ["heuristic", "greedy"]].map(Vec::from);
    let one = (game.fewest_players == 1).then(|| vec!["greedy"]);
    let more = [
        vec!["greedy", "random", "random"],
        vec!["greedy", "heuristic", "random"],
        vec!["greedy", "random", "greedy", "heuristic", "random"],
    ];
    let more = more.into_iter().filter(|names| names.len() <= game.most_players);
    let quoted = |names: Vec<&str>| {
        names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
    };
    let mut lineups = String::new();
    for names in two.into_iter().chain(one).chain(more) {
        let _ = writeln!(lineups, "[[lineup]]\nstrategies = [{}]", quoted(names));
    }
    format!(
        "question = \"A test?\"\ngame = \"{}\"\nseed = 5\nblocks = 1500\nbaseline = \"designer\"\n\
         [[variant]]\nname = \"designer\"\n[[variant]]\nname = \"short\"\nrules = {{ {short} }}\n\
         {lineups}[analysis]\ntolerance = {{ win_rate = 0.01, length = 0.05 }}\n",
        game.name
    )
}

/// The plan of [`experiment`].
pub fn plan(game: &'static dyn AnyGame, blocks: u64) -> Plan {
    let document =
        Document::parse("experiments/test.toml", experiment(game.description())).expect("TOML");
    parse(game, &document, Overrides { seed: None, blocks: Some(blocks) })
        .expect("a valid experiment")
}

/// Two threads, and only as much time for measuring decisions as a few of them take.
pub fn session<'a>() -> Session<'a> {
    Session::default().threads(2).time_decisions_for(Duration::ZERO)
}

pub fn play(plan: &Plan, threads: usize) -> Counts {
    Session::default().threads(threads).play(plan).expect("a run").0
}

/// All tables of a run as one text.
pub fn csv(plan: &Plan, counts: &Counts) -> String {
    files(plan, counts).into_iter().map(|(_, text)| text).collect()
}

fn files(plan: &Plan, counts: &Counts) -> Vec<(&'static str, String)> {
    let files = results(plan, counts).csv_files().expect("memory");
    files
        .into_iter()
        .map(|file| (file.name, String::from_utf8(file.content).expect("UTF-8")))
        .collect()
}

/// The results from the counts of a whole run.
pub fn results(plan: &Plan, counts: &Counts) -> Results {
    Results::new(plan, counts, Ending::Planned).expect("a value")
}

/// A table as in its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Csv {
    pub file: &'static str,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Csv {
    /// The text in a column of a row.
    pub fn get<'a>(&self, row: &'a [String], column: &str) -> &'a str {
        let place = self.columns.iter().position(|name| name == column);
        &row[place.unwrap_or_else(|| panic!("{} has no column {column}", self.file))]
    }

    /// The number in a column of a row, if there is one.
    pub fn number(&self, row: &[String], column: &str) -> Option<f64> {
        self.get(row, column).parse().ok()
    }

    /// The whole number in a column of a row.
    pub fn integer(&self, row: &[String], column: &str) -> i128 {
        self.get(row, column)
            .parse()
            .unwrap_or_else(|_| panic!("{column} of {} is {}", self.file, self.get(row, column)))
    }
}

/// All tables of a run as in their files.
pub fn tables(plan: &Plan, counts: &Counts) -> Vec<Csv> {
    let read = |(file, text): (&'static str, String)| {
        let mut lines = csv::Reader::from_reader(text.as_bytes());
        let texts =
            |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
        Csv {
            file,
            columns: texts(lines.headers().expect("a header")),
            rows: lines.records().map(|row| texts(&row.expect("a row"))).collect(),
        }
    };
    files(plan, counts).into_iter().map(read).collect()
}

/// The rules of a preset.
pub fn with_preset(game: &'static dyn AnyGame, preset: &Preset) -> Settings {
    let mut settings = Settings::defaults(game.description().knobs);
    settings.apply_preset(preset);
    settings
}

/// A shipped strategy.
pub fn strategy(game: &'static dyn AnyGame, name: &str) -> StrategyFile {
    StrategyFile::find(game.repertoire(), name, &Location::whole("test")).expect("shipped")
}

/// Players in their seats, whose games can be traced and shown.
pub fn party<S: Clone + Into<Entrant>>(
    game: &dyn AnyGame,
    settings: &Settings,
    strategies: &[S],
    seed: u64,
) -> Result<Box<dyn AnyParty>, InputError> {
    let strategies: Vec<Entrant> = strategies.iter().cloned().map(Into::into).collect();
    game.party(settings, &strategies, seed, false)
}

/// A closed list of these strategies.
pub fn only(texts: &[(&str, &str)]) -> StrategyTexts {
    let text = |(name, text): &(&str, &str)| {
        let found = StrategyText { source: format!("{name}.toml"), text: (*text).to_owned() };
        ((*name).to_owned(), found)
    };
    StrategyTexts::only(texts.iter().map(text).collect())
}

/// A tree search with a budget so small that doubling it helps.
pub fn weak_search(game: &'static dyn AnyGame) -> StrategyFile {
    let parameters = "iterations = 2\nexploration = 0.7\nprior_bonus = 0.2\nmargin = 0.8\nrollout = \"heuristic\"\n";
    let text = format!("kind = \"ismcts\"\n[parameters]\n{parameters}");
    StrategyFile::parse(game.repertoire(), &Document::parse("search.toml", text).expect("TOML"))
        .expect("a strategy")
}

/// A player of a shipped strategy.
pub fn player<G: Playable>(name: &str) -> G::Player {
    StrategyFile::find(Repertoire::of::<G>(), name, &Location::whole("test"))
        .expect("shipped")
        .player::<G>(G::DESCRIPTION.usual_players())
        .expect("a kind of the list")
}

/// Whether a shipped strategy searches.
pub fn searches(game: &'static dyn AnyGame, name: &str) -> bool {
    let kind = strategy(game, name).kind;
    game.repertoire().kinds.iter().any(|known| known.name == kind && known.searches)
}

/// A shipped strategy; a search gets only a few iterations.
pub fn quick(game: &'static dyn AnyGame, name: &str) -> StrategyFile {
    strategy(game, name).with_budget_up_to(20)
}

/// The words of a command, in which DIR means this folder.
pub fn command_words(command: &str, folder: &std::path::Path) -> Vec<String> {
    let folder = folder.display().to_string();
    command.split(' ').map(|word| word.replace("DIR", &folder)).collect()
}

/// Every number of players that the game is for.
pub fn player_counts(game: &'static dyn AnyGame) -> std::ops::RangeInclusive<usize> {
    game.description().fewest_players..=game.description().most_players
}
