//! `fairdeal run` and `fairdeal match`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::args::{LineupOptions, MatchArguments, RunArguments, RunOptions};
use super::failure::{Failure, Outcome};
use super::progress::{bar, watch_interruption};
use super::{say, summary, verdicts, warn_of};
use crate::experiment::{self, Overrides, Plan, RulesChoice};
use crate::input::{Document, InputError, Location, Problem};
use crate::metrics::{Analysis, Counts, Design, Ending, Goal, Stop, Table, counted, thousands};
use crate::registry::{GameList, Visitor};
use crate::results::{self, Directory};
use crate::runner::{self, Control, RunError};
use crate::strategy::{Playable, StrategyFile};

/// Plays experiments, one after the other.
pub(super) fn run<L: GameList>(arguments: &RunArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    // All are read before the first is played, so that a typing error in the last one is told at once.
    let documents = arguments.experiments.iter().map(|path| Document::read(path)).collect::<Result<Vec<_>, _>>()?;
    let overrides = Overrides { seed: arguments.seed, blocks: arguments.blocks };
    for document in &documents {
        check::<L>(document, overrides)?;
    }
    for document in &documents {
        if run_one::<L>(document, arguments, out)? == Outcome::Interrupted {
            return Ok(Outcome::Interrupted);
        }
    }
    Ok(Outcome::Done)
}

/// Can the experiment be played?
fn check<L: GameList>(document: &Document, overrides: Overrides) -> Result<(), Failure> {
    struct Check<'a>(&'a Document, Overrides);
    impl Visitor for Check<'_> {
        type Output = Result<(), InputError>;
        fn visit<G: Playable>(self) -> Self::Output {
            experiment::parse::<G>(self.0, self.1).map(|_| ())
        }
    }
    visit::<L, _>(document, Check(document, overrides))?.map_err(Failure::from)
}

fn run_one<L: GameList>(document: &Document, arguments: &RunArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    visit::<L, _>(document, Run { document, arguments, out })?
}

/// Does something with the game of an experiment.
fn visit<L: GameList, V: Visitor>(document: &Document, visitor: V) -> Result<V::Output, Failure> {
    let (line, game) = experiment::game_of(document)?;
    L::visit(game, visitor).map_err(|unknown| {
        let place = Location { source: document.source().to_owned(), line: Some(line) };
        Failure::from(InputError::new(place, Problem::Unknown(unknown)))
    })
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
        for (first, other) in plan.same_lineups() {
            say(&format!("warning: line-ups `{first}` and `{other}` hold the same strategies, so that both play the same games"));
        }
        if self.arguments.points {
            return points(&plan, self.out);
        }
        let folder = match &self.arguments.out {
            Some(out) if self.arguments.experiments.len() == 1 => out.clone(),
            Some(out) => out.join(&plan.name),
            None => Path::new("results").join(&plan.name),
        };
        play(&plan, RunRequest::new(Some(folder), &self.arguments.options), self.out)
    }
}

/// Lists the variants of a plan and how much a run plays.
fn points<G: Playable>(plan: &Plan<G>, out: &mut impl Write) -> Result<Outcome, Failure> {
    for (index, variant) in plan.variants.iter().enumerate() {
        let baseline = if index == plan.baseline { "  (baseline)" } else { "" };
        writeln!(out, "{}{baseline}", variant.name)?;
    }
    let games = u128::from(plan.blocks) * u128::from(plan.games_per_block());
    writeln!(
        out,
        "\n{}, {}, {}: {} {}",
        counted(plan.variants.len() as u128, "variant", "variants"),
        counted(plan.lineups.len() as u128, "line-up", "line-ups"),
        counted(plan.blocks.into(), "block", "blocks"),
        thousands(games),
        G::DESCRIPTION.many
    )?;
    for sentence in summary::drawn_arrangements(plan) {
        writeln!(out, "{sentence}")?;
    }
    Ok(Outcome::Done)
}

/// Plays one line-up with one set of rules.
pub(super) fn single_match<L: GameList>(arguments: &MatchArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    L::visit(&arguments.game, Match { arguments, out }).map_err(Failure::unknown)?
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
        let strategies = if arguments.round_robin { field::<G>(&arguments.lineup)? } else { lineup::<G>(&arguments.lineup)? };
        let players = arguments.lineup.players.unwrap_or(G::DESCRIPTION.usual_players());
        let analysis = Analysis { win_rate_tolerance: arguments.without_file.tolerance, ..Analysis::default() };
        warn_of::<G>(&settings, None);
        let rules = variant_name(&arguments.rules.choice());
        let first = if arguments.round_robin { &strategies[..players] } else { &strategies[..] };
        let mut plan = Plan::<G>::single(&rules, (arguments.without_file.seed, arguments.blocks), settings, first, analysis)?;
        if arguments.round_robin {
            plan = plan.all_against_all(&strategies, players)?;
        }
        play(&plan, RunRequest::new(arguments.without_file.out.clone(), &arguments.without_file.options), out)
    }
}

/// What the tables call the rules that the options of a command choose.
pub(super) fn variant_name(choice: &RulesChoice) -> String {
    let preset = choice.rules.as_deref().unwrap_or("designer");
    let stem = Path::new(preset).file_stem().map_or(preset.into(), |stem| stem.to_string_lossy());
    std::iter::once(stem.as_ref()).chain(choice.set.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// The strategies that the options of a command seat: one for each seat.
pub(super) fn lineup<G: Playable>(options: &LineupOptions) -> Result<Vec<StrategyFile>, Failure> {
    let place = Location::whole("--strategies");
    let one_for_all = ["random".to_owned()];
    let names = if options.strategies.is_empty() { &one_for_all[..] } else { &options.strategies[..] };
    let files = names.iter().map(|name| StrategyFile::find::<G>(name, &place)).collect::<Result<Vec<_>, _>>()?;
    let game = &G::DESCRIPTION;
    let players = options.players.unwrap_or(if files.len() == 1 { game.usual_players() } else { files.len() });
    check_players::<G>(players, if options.players.is_some() { "--players" } else { "--strategies" })?;
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

/// The strategies of a round robin: all different, and at least as many as play in a game.
fn field<G: Playable>(options: &LineupOptions) -> Result<Vec<StrategyFile>, Failure> {
    let place = Location::whole("--strategies");
    let files = options.strategies.iter().map(|name| StrategyFile::find::<G>(name, &place)).collect::<Result<Vec<_>, _>>()?;
    let players = options.players.unwrap_or(G::DESCRIPTION.usual_players());
    check_players::<G>(players, "--players")?;
    if let Some(twice) = files.iter().enumerate().find(|(index, file)| files[..*index].iter().any(|other| other.name == file.name)) {
        let problem = Problem::Duplicate { what: "strategy", name: twice.1.name.clone() };
        return Err(InputError::new(place, problem).into());
    }
    if files.len() < players.max(2) {
        let allowed = format!("{} or more different ones for a round robin", players.max(2));
        let problem = Problem::Value { key: "the number of strategies".into(), found: files.len().to_string(), allowed };
        return Err(InputError::new(place, problem).into());
    }
    Ok(files)
}

/// Is the game for so many players, as an option says?
fn check_players<G: Playable>(players: usize, option: &str) -> Result<(), InputError> {
    let game = &G::DESCRIPTION;
    if (game.fewest_players..=game.most_players).contains(&players) {
        return Ok(());
    }
    let allowed = format!("{} for {}", game.players_in_words(), game.title);
    let problem = Problem::Value { key: "the number of players".into(), found: players.to_string(), allowed };
    Err(InputError::new(Location::whole(option), problem))
}

/// What a run came to.
struct Played {
    counts: Counts,
    ending: Ending,
    tables: Vec<Table>,
}

/// Plays a plan: at once, or group by group of blocks, where the groups tell how sure the answer is.
fn execute<G: Playable>(plan: &Plan<G>, threads: usize, control: Control<'_>) -> Result<Played, Failure> {
    let Some(design) = &plan.sensitivity else {
        let (counts, ending) = runner::run(plan, threads, control)?;
        let mut tables = counts.tables(&plan.analysis);
        if let Some(Stop { goal: Goal::Sprt(sprt), .. }) = &plan.stop {
            tables.extend(counts.sprt_table(sprt, &plan.analysis).map_err(RunError::Sprt)?);
        }
        return Ok(Played { counts, ending, tables });
    };
    let size = plan.blocks / Design::GROUPS;
    let mut groups = Vec::new();
    for group in 0..Design::GROUPS {
        let counts = runner::run_blocks(plan, threads, control, group * size..(group + 1) * size)?;
        if counts.blocks < size {
            break;
        }
        groups.push(counts);
    }
    let ending = if groups.len() as u64 == Design::GROUPS { Ending::Planned } else { Ending::Interrupted };
    let Some((first, others)) = groups.split_first() else {
        let (counts, _) = runner::run(plan, threads, control)?;
        return Ok(Played { counts, ending, tables: Vec::new() });
    };
    let mut counts = first.clone();
    others.iter().try_for_each(|other| counts.merge(other)).map_err(RunError::Overflow)?;
    let mut tables = counts.tables(&plan.analysis);
    tables.push(design.table(&groups, plan.lineups.len(), &plan.analysis));
    Ok(Played { counts, ending, tables })
}

/// Where the results of a plan go, and how it is played.
pub(super) struct RunRequest<'a> {
    /// The folder for the files, if there is one.
    pub(super) folder: Option<PathBuf>,
    pub(super) options: &'a RunOptions,
    /// By strategy, where they were measured: how many nanoseconds a decision takes.
    pub(super) decision_times: Vec<(String, f64)>,
}

impl<'a> RunRequest<'a> {
    fn new(folder: Option<PathBuf>, options: &'a RunOptions) -> Self {
        Self { folder, options, decision_times: Vec::new() }
    }
}

/// Plays a plan, writes its results if there is a folder for them, and prints them.
pub(super) fn play<G: Playable>(plan: &Plan<G>, order: RunRequest<'_>, out: &mut impl Write) -> Result<Outcome, Failure> {
    let RunRequest { folder, options, decision_times } = order;
    let directory = folder.map(|folder| Directory::prepare(&folder)).transpose()?;
    if let Some(directory) = directory.as_ref().filter(|directory| !options.force && directory.holds_another(&plan.digest())) {
        return Err(Failure::OtherResults(directory.path().to_owned()));
    }
    // A run that may end early is as long as it turns out to be.
    let fixed = plan.stop.is_none();
    let longer = |directory: &&Directory| !options.force && fixed && directory.holds_more(&plan.digest(), plan.blocks + 1);
    if let Some(directory) = directory.as_ref().filter(longer) {
        return Err(Failure::LongerResults(directory.path().to_owned()));
    }
    let stop = watch_interruption();
    let bar = bar(plan.blocks.saturating_mul(plan.games_per_block()), G::DESCRIPTION.many, options.quiet);
    let begun = Instant::now();
    let progress = |games| bar.inc(games);
    let played = execute(plan, options.threads(), Control { stop, progress: &progress });
    bar.finish_and_clear();
    let Played { counts, ending, tables } = played?;
    let seconds = begun.elapsed().as_secs_f64();
    let games = counts.blocks.saturating_mul(plan.games_per_block());
    let complete = ending != Ending::Interrupted;
    if !complete {
        let planned = counted(plan.blocks.into(), "block", "blocks");
        say(&format!("interrupted after {} of {planned}", thousands(counts.blocks.into())));
    }
    if counts.blocks == 0 {
        say("nothing was finished, so nothing is written");
        return Ok(Outcome::Interrupted);
    }
    // A box of rules has hundreds of points, whose verdicts nobody asks for.
    let sentences = if plan.sensitivity.is_some() { Vec::new() } else { counts.sentences(&plan.analysis) };
    let headline = counts.headline(&plan.analysis).map_or_else(String::new, |sentence| format!("{sentence}\n\n"));
    let tolerance = plan.analysis.win_rate_tolerance > 0.0 && (plan.variants.len() == 1 || plan.analysis.length_tolerance > 0.0);
    let kept = |directory: &&Directory| directory.holds_more(&plan.digest(), counts.blocks + u64::from(complete));
    let keeps = directory.as_ref().filter(|_| !complete || !options.force).filter(kept);
    if let Some(directory) = keeps {
        say(&format!("{} holds a longer run of the same experiment, which is kept", directory.path().display()));
    } else if let Some(directory) = &directory {
        let mut files = Vec::new();
        for table in &tables {
            files.push((table.file.to_owned(), results::to_csv(table)?));
        }
        if !sentences.is_empty() {
            let partial = format!("Partial: {} of {} blocks.\n\n", thousands(counts.blocks.into()), thousands(plan.blocks.into()));
            let partial = if complete { String::new() } else { partial };
            files.push((verdicts::FILE.to_owned(), (partial + &headline + &verdicts::whole(&sentences, tolerance)).into_bytes()));
        }
        let threads = if options.threads() == 0 { rayon::current_num_threads() } else { options.threads() };
        files.push(("timing.json".to_owned(), results::to_json(&results::timing(seconds, games, threads, &decision_times))));
        files.push(("manifest.json".to_owned(), results::to_json(&results::manifest(plan, counts.blocks, ending))));
        directory.write(&files)?;
    }
    if !options.quiet {
        let in_words = if directory.is_some() && keeps.is_none() { verdicts::short } else { verdicts::whole };
        let verdicts = headline + &in_words(&sentences, tolerance);
        summary::print(plan, &counts, ending, &tables, &verdicts, &decision_times, out)?;
        if let Some(directory) = directory.as_ref().filter(|_| keeps.is_none()) {
            writeln!(out, "\nWritten to {}{}", directory.path().display(), if complete { "" } else { ", marked as partial" })?;
        }
        out.flush()?;
        let rate = games as f64 / seconds.max(1e-9);
        say(&format!("{} {} in {seconds:.1} s, {} a second", thousands(games.into()), G::DESCRIPTION.many, thousands(rate as u128)));
    }
    Ok(if complete { Outcome::Done } else { Outcome::Interrupted })
}
