//! `fairdeal run`.

use super::dry_run::{blocks_of, dry_run};
use super::prelude::*;
use super::shard::ShardOptions;
use super::stored::RESULTS_FOLDER;
use super::{shard, summary};
use fairdeal_core::input::Document;
use fairdeal_core::rows::Verdict;
use fairdeal_study::experiment::{self, Overrides};
use fairdeal_study::folder::{Finished, FolderError, ResultsFolder, Rewritten, Written};
use fairdeal_study::results::{Manifest, Results, Timing};
use fairdeal_study::session::Played;
use fairdeal_study::shards::Merged;
use fairdeal_study::words;

#[derive(Args, Debug)]
pub(super) struct RunArguments {
    /// The experiment's file, or the name of one that is ready (see `list experiments`); or
    /// several, played one after the other
    #[arg(value_name = "EXPERIMENT", required_unless_present = "plan")]
    pub(super) experiments: Vec<PathBuf>,
    /// Play this many blocks (shuffles) instead of what the file says
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1 << 40))]
    pub(super) blocks: Option<u64>,
    /// The seed, instead of what the file says
    #[arg(long, value_name = "S", value_parser = seed)]
    pub(super) seed: Option<u64>,
    /// Only list the variants and the points of the sweep, and how much a run would play
    #[arg(long, conflicts_with = "check")]
    pub(super) dry_run: bool,
    /// Where to write the tables [default: results/ and the experiment's name]; with several
    /// experiments, each gets a folder there. With --plan: where to write the files of the shards
    /// [default: plan.shards/ for plan.json]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) shard: ShardOptions,
    /// Write a page with pictures beside the tables: report.html
    #[arg(long)]
    pub(super) report: bool,
    /// Play nothing: make tables, answer and page anew from the counts; without counts, make answer
    /// and page from the tables
    #[arg(long, conflicts_with_all = ["dry_run", "force", "plan"])]
    pub(super) rewrite: bool,
    #[command(flatten)]
    pub(super) options: RunOptions,
}

/// Plays experiments, one after the other.
pub(super) fn run(
    games: GameList,
    arguments: &RunArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    if let Some(plan) = &arguments.shard.plan {
        return shard::run(
            games,
            plan,
            (&arguments.shard, arguments.out.as_deref()),
            &arguments.options,
            out,
        );
    }
    // All are read before the first is played: a typing error in the last one is reported at once.
    let documents = arguments
        .experiments
        .iter()
        .map(|path| experiment::find(games, path))
        .collect::<Result<Vec<_>, _>>()?;
    refuse_same_folder(&documents)?;
    let read = |document: &Document, blocks: Option<u64>| {
        let overrides = Overrides { seed: arguments.seed, blocks };
        let plan = experiment::parse(experiment::game_of(games, document)?, document, overrides)?;
        Ok::<_, InputError>(plan.of_program(&program::name()))
    };
    // The minutes of a search become blocks once it is known how long these take.
    let minutes = |document: &Document| {
        let is_asked = arguments.blocks.is_none() && !arguments.rewrite;
        experiment::Tune::minutes(document).filter(|_| is_asked)
    };
    let mut plans: Vec<Plan> = documents
        .iter()
        .map(|document| read(document, arguments.blocks.or(minutes(document).map(|_| 1))))
        .collect::<Result<_, _>>()?;
    let starts_games = !arguments.dry_run && !arguments.rewrite;
    let allowed = {
        let strategies = plans.iter().flat_map(|plan| plan.entrants().filter_map(Entrant::file));
        starts_games && permission(strategies, arguments.options.programs)?
    };
    let may_play = allowed || arguments.options.programs.allow_programs;
    for (plan, document) in plans.iter_mut().zip(&documents) {
        let Some(minutes) = minutes(document) else { continue };
        let Some(blocks) = blocks_of(plan, minutes, &arguments.options, may_play)? else {
            return Ok(Outcome::Interrupted);
        };
        *plan = read(document, Some(blocks))?;
    }
    // A file that changes after it was read has no effect, even if an allowed program changes it.
    let mut worst = Outcome::Done;
    for plan in &plans {
        worst = worst.max(run_plan(plan, arguments, allowed, out)?);
        if worst == Outcome::Interrupted {
            break;
        }
    }
    Ok(worst)
}

/// Experiments of the same name would write their results into one folder.
fn refuse_same_folder(documents: &[Document]) -> Result<(), InputError> {
    for (index, document) in documents.iter().enumerate() {
        let name = experiment::name_of(document);
        if let Some(other) =
            documents[..index].iter().find(|other| experiment::name_of(other) == name)
        {
            let found = format!(
                "its results and those of {} would both go into a folder `{name}`",
                other.source()
            );
            let conflict = Problem::conflict(found, "files with different names, or one at a time");
            return Err(Location::whole(document.source()).error(conflict));
        }
    }
    Ok(())
}

/// Plays an experiment; programs may run if they are `allowed` to.
fn run_plan(
    plan: &Plan,
    arguments: &RunArguments,
    allowed: bool,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    warn_of_plan(plan);
    if arguments.dry_run {
        return dry_run(plan, &arguments.options, out);
    }
    let folder = match &arguments.out {
        Some(out) if arguments.experiments.len() == 1 => out.clone(),
        Some(out) => out.join(plan.name()),
        None => Path::new(RESULTS_FOLDER).join(plan.name()),
    };
    let target = Target { folder, report: arguments.report };
    if arguments.rewrite {
        return rewrite(plan, &target, &arguments.options);
    }
    play(plan, Some(&target), &arguments.options, allowed, out)
}

/// Warns about experiments that are valid but may not be meant.
pub(super) fn warn_of_plan(plan: &Plan) {
    for variant in plan.variants() {
        warn_of(plan.game(), &variant.settings, Some(&variant.name));
    }
    for (first, other) in plan.same_lineups() {
        say(&format!(
            "warning: line-ups `{first}` and `{other}` hold the same strategies, so that both play the same games"
        ));
    }
}

/// The place of the results.
#[derive(Debug)]
pub(super) struct Target {
    /// The folder of their files.
    pub(super) folder: PathBuf,
    /// Whether to write a page with pictures beside them.
    pub(super) report: bool,
}

impl Target {
    /// A folder for the files, without a page.
    pub(super) fn of_tables(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), report: false }
    }

    /// Opens it with the options.
    fn open(&self, options: &RunOptions) -> Result<ResultsFolder, Failure> {
        let folder = ResultsFolder::open(&self.folder).map_err(FolderError::from)?;
        Ok(folder.force(options.force).resume(options.resume).with_page(self.report))
    }
}

/// Makes the files of results anew from the counts.
fn rewrite(plan: &Plan, target: &Target, options: &RunOptions) -> Result<Outcome, Failure> {
    let bars = Bars::new(plan.game().description().plural, options.quiet);
    let session = bars.session(options.threads, false);
    check_has_goals(plan, options)?;
    // Without results, no folder is made.
    Manifest::read(&target.folder)?;
    let folder = shown(&target.folder);
    match target.open(options)?.rewrite(&session, plan) {
        Ok(Rewritten::Tables { blocks }) if !options.quiet => {
            say(&format!(
                "{folder}: made anew from the counts of {}",
                counted(blocks.into(), "block", "blocks")
            ));
        }
        Ok(Rewritten::Tables { .. }) => {}
        Ok(Rewritten::Words) => say(&format!(
            "warning: {folder}: answer and page are made anew, but the tables stay: the counts of these blocks are missing, or another program made them. Without --rewrite they are played again"
        )),
        Err(error) => return Err(error.into()),
    }
    let results = Results::read(&target.folder)?;
    // Tables that stay are judged as they are only where they are about the same goals.
    if options.check && results.manifest.asked.goal != plan.asked().goal {
        let found = format!("{folder} holds tables about other goals, which stay");
        let problem = Problem::conflict(found, "--check without --rewrite, which plays again");
        return Err(Location::whole("--check").error(problem).into());
    }
    Ok(judged(&results, options))
}

/// Refuses `--check` without goals.
fn check_has_goals(plan: &Plan, options: &RunOptions) -> Result<(), InputError> {
    if options.check && plan.goals().is_none() {
        let missing = Problem::missing("[goal]", "what you want of the game, which --check judges");
        return Err(Location::whole(plan.name()).error(missing));
    }
    Ok(())
}

/// Judges the results by their goals if `--check` asks for it. Prints the goals that are not met.
fn judged(results: &Results, options: &RunOptions) -> Outcome {
    if !options.check {
        return Outcome::Done;
    }
    let all = words::candidates(results);
    let is_met = |candidate: &&words::Candidate<'_>| candidate.verdict == Some(Verdict::Meets);
    for candidate in all.iter().filter(|candidate| !options.quiet && !is_met(candidate)) {
        say(&format!("goals: {}: {}", candidate.variant, words::standing(candidate)));
    }
    match words::goals_met(results) {
        Some(Verdict::Meets) => Outcome::Done,
        Some(Verdict::Misses) => Outcome::Missed,
        _ => Outcome::NotSettled,
    }
}

/// Plays the blocks of a plan that were not played before, writes the results if wanted, and prints
/// them.
pub(super) fn play(
    plan: &Plan,
    target: Option<&Target>,
    options: &RunOptions,
    allow_programs: bool,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    check_has_goals(plan, options)?;
    let bars = Bars::new(plan.game().description().plural, options.quiet);
    let session = bars.session(options.threads, allow_programs);
    let Some(target) = target else {
        if options.resume {
            let missing =
                Problem::missing("--out", "the folder of the results that it goes on with");
            return Err(Location::whole("--resume").error(missing).into());
        }
        let Played { results, timing, blocks_played, interrupted, .. } = session.run(plan)?;
        let done = how_long(plan, (&results, &timing), blocks_played);
        return tell(plan, (&results, &timing), &done, interrupted, None, options, out);
    };
    let folder = target.open(options)?;
    let Finished { results, timing, blocks_played, interrupted, written } =
        folder.run(&session, plan)?;
    let done = how_long(plan, (&results, &timing), blocks_played);
    let written = Some((folder.path(), &written));
    tell(plan, (&results, &timing), &done, interrupted, written, options, out)
}

/// Judges the counts of the shards of a plan, writes the results and prints them.
pub(super) fn judge(
    merged: &Merged,
    target: &Target,
    options: &RunOptions,
    allow_programs: bool,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    check_has_goals(&merged.plan, options)?;
    let bars = Bars::new(merged.plan.game().description().plural, options.quiet);
    let session = bars.session(options.threads, allow_programs);
    let folder = target.open(options)?;
    let Finished { results, timing, interrupted, written, .. } =
        folder.judge(&session, &merged.plan, &merged.kept, &merged.missing)?;
    let files = counted(merged.files as u128, "file of shards", "files of shards");
    let (done, written) = (format!("{files} merged"), Some((folder.path(), &written)));
    tell(&merged.plan, (&results, &timing), &done, interrupted, written, options, out)
}

/// Prints how much was played, how it ended, and the results. `written`: the folder of their files,
/// if there is one, and the files that were written there.
fn tell(
    plan: &Plan,
    (results, timing): (&Results, &Timing),
    done: &str,
    interrupted: bool,
    written: Option<(&Path, &Written)>,
    options: &RunOptions,
    mut out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    if results.manifest.blocks == 0 {
        say("nothing was finished, so nothing is written");
        return Ok(Outcome::Interrupted);
    }
    if let Some((folder, Written::LongerRunStays)) = written {
        say(&format!("{} holds a longer run of the same experiment, which is kept", shown(folder)));
    }
    if !options.quiet {
        say(done);
    }
    let folder = written.filter(|(_, written)| matches!(written, Written::Results { .. }));
    summary::print(plan, (results, timing), folder.map(|(folder, _)| folder), options, &mut out)?;
    if let (Some((_, Written::Results { aside: Some(aside) })), false) = (written, options.quiet) {
        say(&format!("the results that were there are kept in {}", shown(aside)));
    }
    out.flush()?;
    let outcome = judged(results, options);
    Ok(if interrupted { Outcome::Interrupted } else { outcome })
}

/// Says how many games were played in what time, and how many were counted earlier.
fn how_long(plan: &Plan, (results, timing): (&Results, &Timing), blocks_played: u64) -> String {
    let blocks = results.manifest.blocks;
    let before = counted(blocks.saturating_sub(blocks_played).into(), "block", "blocks");
    if blocks_played == 0 {
        return format!(
            "nothing was played: {before} had been counted before (--force plays them again)"
        );
    }
    let (games, rate) = (
        words::games(timing.games.into(), plan.game().description().plural),
        thousands(timing.games_per_second as u128),
    );
    let played = format!("{games} in {:.1} s, {rate} a second", timing.seconds);
    if blocks_played < blocks {
        format!("{played}; {before} had been counted before")
    } else {
        played
    }
}
