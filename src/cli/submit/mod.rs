//! `fairdeal submit`: the files that an engine needs to play the shards of a plan.

mod files;

use std::fs;
use std::process::Command;

use super::prelude::*;
use super::status::inventory;
use fairdeal_study::results::replace;
use files::{START, Work};

pub(super) use files::Engine;

#[derive(Args, Debug)]
pub(super) struct SubmitArguments {
    /// The engine
    #[arg(value_name = "ENGINE")]
    pub(super) engine: Engine,
    /// The file of the plan
    #[arg(long, value_name = "PLAN")]
    pub(super) plan: PathBuf,
    /// Where to write the files of the shards [default: plan.shards/ for plan.json]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Where to write the tables [default: results/ and the experiment's name]
    #[arg(long, value_name = "DIR")]
    pub(super) results: Option<PathBuf>,
    /// The number of cores of a worker
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<u16>(1, 1024))]
    pub(super) threads: u16,
    /// Start it as well
    #[arg(long)]
    pub(super) start: bool,
    #[command(flatten)]
    pub(super) programs: ProgramOptions,
    /// Options for the engine, with --start: those of sbatch, the scheduler of Dask ...
    #[arg(last = true, value_name = "OPTIONS", requires = "start")]
    pub(super) options: Vec<String>,
}

/// Writes the files that an engine needs for the missing shards, and starts it if wanted.
pub(super) fn submit(
    games: GameList,
    arguments: &SubmitArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let SubmitArguments { engine, plan: path, threads, .. } = arguments;
    let plan = PlanFile::read(path)?;
    let shards = arguments.out.clone().unwrap_or_else(|| PlanFile::usual_folder(path));
    let there = inventory(&plan, &shards)?;
    // A problem that playing does not solve would make the merge fail at the end.
    let lasting: Vec<String> = there
        .faults
        .iter()
        .filter(|fault| !fault.may_pass())
        .map(|fault| format!("\n  {fault}"))
        .collect();
    if !lasting.is_empty() {
        let message = format!(
            "{}: its files cannot be merged, so nothing is submitted{}",
            shown(&shards),
            lasting.concat()
        );
        return Err(Failure::Shards { message, may_pass: false });
    }
    let missing: Vec<usize> = plan
        .watched(&shards, &there)
        .iter()
        .filter(|shard| !shard.done)
        .map(|shard| shard.number)
        .collect();
    if missing.is_empty() {
        writeln!(
            out,
            "all shards are there; next: {}",
            program::merge(path, arguments.out.as_deref())
        )?;
        return Ok(Outcome::Done);
    }
    let game = plan.game_in(games).map_err(|error| error.at(&Location::file(path)))?;
    let allowed = !plan.programs.is_empty() && is_allowed(game, &plan, path, arguments.programs)?;
    // The plan has the time on its own threads.
    let cores = plan.estimate.threads as f64 / f64::from(*threads);
    let longest = missing
        .iter()
        .filter_map(|shard| plan.shards.get(*shard))
        .map(|shard| shard.seconds * cores)
        .fold(0.0, f64::max);
    let results =
        arguments.results.clone().unwrap_or_else(|| Path::new("results").join(&plan.name));
    let folder = path.with_extension(engine.name());
    let count = missing.len();
    let work = Work {
        name: plan.name.clone(),
        plan: absolute(path)?,
        shards: absolute(&shards)?,
        results: absolute(&results)?,
        current: absolute(Path::new("."))?,
        program: std::env::current_exe()
            .map_err(Failure::unreadable(Path::new(&program::name())))?,
        folder: absolute(&folder)?,
        missing,
        seconds: longest,
        megabytes: plan.estimate.megabytes.unwrap_or(0),
        threads: *threads,
        allowed: allowed.then(|| plan.key.digest.clone()),
    };
    // The folder of the shards as well: a worker that cannot begin leaves the reason there.
    for folder in [&folder, &shards] {
        fs::create_dir_all(folder).map_err(Failure::unwritable(folder))?;
    }
    let each = format!(
        "the longest takes {} on {}",
        about(longest),
        counted(u128::from(*threads), "core", "cores")
    );
    writeln!(
        out,
        "{} of {} to be played; {each}",
        count,
        counted(plan.shards.len() as u128, "shard", "shards")
    )?;
    for file in work.files(*engine) {
        let file_path = folder.join(file.name);
        // Replaced, not overwritten: a shell that runs the old script can read it to its end.
        replace(&file_path, file.text.as_bytes()).map_err(Failure::unwritable(&file_path))?;
        writeln!(out, "  {}  {}", shown(&file_path), file.purpose)?;
    }
    let start = folder.join(START);
    let watch = program::status(path, arguments.out.as_deref());
    if arguments.start {
        writeln!(out, "watch it: {watch}")?;
        out.flush()?;
        return run(&start, &arguments.options);
    }
    writeln!(out, "start it: sh {}{}", word(&start), engine.asks_for())?;
    writeln!(out, "watch it: {watch}")?;
    Ok(Outcome::Done)
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(Failure::unreadable(path))
}

/// Runs a script and waits for it; its output goes to the screen.
fn run(script: &Path, options: &[String]) -> Result<Outcome, Failure> {
    let ended = Command::new("sh")
        .arg(script)
        .args(options)
        .status()
        .map_err(Failure::not_started(script))?;
    match ended.code() {
        Some(0) => Ok(Outcome::Done),
        Some(130) => Ok(Outcome::Interrupted),
        _ => Err(Failure::Script { path: script.to_path_buf(), ended }),
    }
}

/// Checks here, when the plan is submitted, that its programs may run, for this plan only.
fn is_allowed(
    game: &'static dyn AnyGame,
    plan: &PlanFile,
    path: &Path,
    options: ProgramOptions,
) -> Result<bool, Failure> {
    let plan = plan.experiment(game, path)?;
    permission(plan.entrants().filter_map(Entrant::file), options)
}
