//! `fairdeal run` and `fairdeal match`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::args::{LineupOptions, MatchArguments, RunArguments, RunOptions};
use super::failure::{Failure, Outcome};
use super::progress::{bar, watch_interruption};
use super::{say, summary, warn_of};
use crate::experiment::{self, Overrides, Plan, RulesChoice};
use crate::input::{Document, InputError, Place, Problem};
use crate::metrics::{self, Analysis, thousands};
use crate::registry::{Visitor, with_game};
use crate::results::{self, Directory};
use crate::runner::{self, Control};
use crate::stats::Confidence;
use crate::strategy::{Playable, StrategyFile};

/// Plays an experiment.
pub(super) fn run(arguments: &RunArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let document = Document::read(&arguments.experiment)?;
    let (line, game) = experiment::game_of(&document)?;
    let unknown = |unknown| {
        let place = Place { source: document.source().to_owned(), line: Some(line) };
        Failure::from(InputError::new(place, Problem::Unknown(unknown)))
    };
    with_game(game, Run { document: &document, arguments, out }).map_err(unknown)?
}

struct Run<'a, W> {
    document: &'a Document,
    arguments: &'a RunArguments,
    out: &'a mut W,
}

impl<W: Write> Visitor for Run<'_, W> {
    type Output = Result<Outcome, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let overrides = Overrides { seed: self.arguments.seed, blocks: self.arguments.blocks };
        let plan = experiment::parse::<G>(self.document, overrides)?;
        for variant in &plan.variants {
            warn_of::<G>(&variant.settings, Some(&variant.name));
        }
        let folder = self.arguments.out.clone().unwrap_or_else(|| Path::new("results").join(&plan.name));
        play(&plan, Some(folder), &self.arguments.options, self.out)
    }
}

/// Plays one line-up with one set of rules.
pub(super) fn single_match(arguments: &MatchArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    with_game(&arguments.game, Match { arguments, out }).map_err(Failure::unknown)?
}

struct Match<'a, W> {
    arguments: &'a MatchArguments,
    out: &'a mut W,
}

impl<W: Write> Visitor for Match<'_, W> {
    type Output = Result<Outcome, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { arguments, out } = self;
        let settings = arguments.rules.choice().settings::<G>()?;
        let strategies = lineup::<G>(&arguments.lineup)?;
        let analysis = Analysis { confidence: Confidence::default(), win_rate_tolerance: 0.0, length_tolerance: 0.0 };
        warn_of::<G>(&settings, None);
        let rules = variant_name(&arguments.rules.choice());
        let plan = Plan::<G>::single(&rules, (arguments.seed, arguments.blocks), settings, &strategies, analysis)?;
        play(&plan, arguments.out.clone(), &arguments.options, out)
    }
}

/// What the tables call the rules that the options of a command choose.
fn variant_name(choice: &RulesChoice) -> String {
    let preset = choice.rules.as_deref().unwrap_or("designer");
    let stem = Path::new(preset).file_stem().map_or(preset.into(), |stem| stem.to_string_lossy());
    std::iter::once(stem.as_ref()).chain(choice.set.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// The strategies that the options of a command seat: one for each seat.
pub(super) fn lineup<G: Playable>(options: &LineupOptions) -> Result<Vec<StrategyFile>, Failure> {
    let place = Place::whole("--strategies");
    let one_for_all = ["random".to_owned()];
    let names = if options.strategies.is_empty() { &one_for_all[..] } else { &options.strategies[..] };
    let files = names.iter().map(|name| StrategyFile::find::<G>(name, &place)).collect::<Result<Vec<_>, _>>()?;
    let game = &G::DESCRIPTION;
    let players = options.players.unwrap_or(if files.len() == 1 { game.usual_players() } else { files.len() });
    if !(game.fewest_players..=game.most_players).contains(&players) {
        let allowed = format!("{} for {}", game.players_in_words(), game.title);
        let (option, found) = if options.players.is_some() { ("--players", players) } else { ("--strategies", files.len()) };
        let problem = Problem::Value { key: "the number of players".into(), found: found.to_string(), allowed };
        return Err(InputError::new(Place::whole(option), problem).into());
    }
    if files.len() == 1 {
        return Ok(vec![files[0].clone(); players]);
    }
    if files.len() != players {
        let problem = Problem::Value {
            key: "the number of strategies".into(),
            found: files.len().to_string(),
            allowed: format!("{players}, one for each player, or 1 for all of them"),
        };
        return Err(InputError::new(place, problem).into());
    }
    Ok(files)
}

/// Plays a plan, writes its results if there is a folder for them, and prints them.
fn play<G: Playable>(plan: &Plan<G>, folder: Option<PathBuf>, options: &RunOptions, out: &mut impl Write) -> Result<Outcome, Failure> {
    let directory = folder.map(|folder| Directory::prepare(&folder)).transpose()?;
    let stop = watch_interruption();
    let bar = bar(plan.blocks.saturating_mul(plan.games_per_block()), G::DESCRIPTION.many, options.quiet);
    let begun = Instant::now();
    let counts = runner::run(plan, options.threads(), Control { stop, progress: &|games| bar.inc(games) });
    bar.finish_and_clear();
    let counts = counts?;
    let seconds = begun.elapsed().as_secs_f64();
    let games = counts.blocks.saturating_mul(plan.games_per_block());
    let complete = counts.blocks == plan.blocks;
    if !complete {
        say(&format!("interrupted after {} of {} blocks", thousands(counts.blocks.into()), thousands(plan.blocks.into())));
    }
    if counts.blocks == 0 {
        say("nothing was finished, so nothing is written");
        return Ok(Outcome::Interrupted);
    }
    let tables = metrics::tables(&counts.cells, &plan.analysis);
    let keeps = directory.as_ref().filter(|directory| !complete && directory.holds_more(&plan.digest(), counts.blocks));
    if let Some(directory) = keeps {
        say(&format!("{} holds a longer run of the same experiment, which is kept", directory.path().display()));
    } else if let Some(directory) = &directory {
        let mut files = Vec::new();
        for table in &tables {
            files.push((table.file.to_owned(), results::to_csv(table)?));
        }
        let threads = if options.threads() == 0 { rayon::current_num_threads() } else { options.threads() };
        files.push(("timing.json".to_owned(), results::to_json(&results::timing(seconds, games, threads))));
        files.push(("manifest.json".to_owned(), results::to_json(&results::manifest(plan, counts.blocks))));
        directory.write(&files)?;
    }
    if !options.quiet {
        summary::print(plan, &counts, &tables, out)?;
        if let Some(directory) = directory.as_ref().filter(|_| keeps.is_none()) {
            writeln!(out, "\nWritten to {}{}", directory.path().display(), if complete { "" } else { ", marked as partial" })?;
        }
        out.flush()?;
        let rate = games as f64 / seconds.max(1e-9);
        say(&format!("{} {} in {seconds:.1} s, {} a second", thousands(games.into()), G::DESCRIPTION.many, thousands(rate as u128)));
    }
    Ok(if complete { Outcome::Done } else { Outcome::Interrupted })
}
