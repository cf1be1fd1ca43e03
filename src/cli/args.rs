//! The arguments of the commands.

use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{StringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::submit::Engine;
use fairdeal_core::input::{Unknown, meant_real, meant_whole};
use fairdeal_core::metrics::Tolerance;
use fairdeal_core::rows::Pick;
use fairdeal_study::experiment::{MOST_DOUBLINGS, RulesChoice, SEEDS};
use fairdeal_study::results::{TableFormat, Wanted, table_files};

const EXIT_CODES: &str = "Exit codes: 0 done; 1 the input is at fault; 2 wrong usage; \
     3 worth trying again, as when a disk is full or a folder in use; 130 interrupted, what is finished is kept.";

/// Simulates card games and measures their balance.
#[derive(Debug, Parser)]
#[command(name = "fairdeal", version, about, after_help = EXIT_CODES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// Joins an option and a negative number behind it: `--blocks -1` becomes `--blocks=-1`. The parser
/// would take that number for an option of its own, and say nothing about the blocks. What stands
/// behind `--` is for another program.
pub(super) fn joined(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let is_option = |text: &OsStr| {
        text.as_encoded_bytes().starts_with(b"--") && !text.as_encoded_bytes().contains(&b'=')
    };
    let is_number = |text: &OsStr| match text.as_encoded_bytes() {
        [b'-', b'.' | b'0'..=b'9', ..] => true,
        [b'-', ..] => text.to_str().is_some_and(|text| text.parse::<f64>().is_ok()),
        _ => false,
    };
    let (mut joined, mut is_ours) = (Vec::<OsString>::new(), true);
    for argument in arguments {
        is_ours &= argument != "--";
        match joined.last_mut() {
            Some(option) if is_ours && is_option(option) && is_number(&argument) => {
                option.push("=");
                option.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play an experiment and write its tables
    Run(RunArguments),
    /// Cut an experiment into shards, for many machines
    Plan(PlanArguments),
    /// Make the results of a plan from the files of its shards
    Merge(MergeArguments),
    /// Hand the shards of a plan to an engine: Slurm, Dask and others
    Submit(SubmitArguments),
    /// Say how far the shards of a plan are
    Status(StatusArguments),
    /// Play one line-up with one set of rules, without a file
    Match(MatchArguments),
    /// Let the strategies of a game climb a ladder: who is how strong, and what the game is like on
    /// each rung
    Ladder(LadderArguments),
    /// Write games down as JSON Lines, so that anyone can check them
    Trace(TraceArguments),
    /// Tell games to a person, turn by turn
    Show(ShowArguments),
    /// Show results as one page with pictures, for a browser
    Report(ReportArguments),
    /// Show every knob of a game: value, range, meaning
    Rules(RulesArguments),
    /// Show what there is: games, strategies, tables, experiments
    List(ListArguments),
    /// Write an experiment to start from: commented, and ready to run
    New(NewArguments),
}

/// Reads whole numbers in this range. As in files, underscores may part their digits.
fn whole<T: TryFrom<u64>>(low: u64, high: u64) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text: &str| {
        let number = digits(text)
            .parse::<u64>()
            .ok()
            .filter(|number| (low..=high).contains(number))
            .and_then(|number| T::try_from(number).ok());
        let allowed = if high == u64::MAX {
            "that is not negative".to_owned()
        } else {
            format!("from {low} to {high}")
        };
        let whole = |number| i64::try_from(number).unwrap_or(i64::MAX);
        number.ok_or_else(|| {
            refused(
                &format!("a whole number {allowed}"),
                meant_whole(text, &(whole(low)..=whole(high))),
            )
        })
    }
}

/// Reads numbers in this range.
fn real(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text: &str| {
        let number = digits(text).parse::<f64>().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            refused(
                &format!("a number from {} to {}", range.start(), range.end()),
                meant_real(text, &range),
            )
        })
    }
}

/// A number without the underscores that may part its digits.
fn digits(text: &str) -> String {
    text.replace('_', "")
}

/// Why the value of an option is refused, with what was probably meant.
fn refused(allowed: &str, hint: Option<String>) -> String {
    hint.map_or_else(|| format!("allowed: {allowed}"), |hint| format!("{hint} Allowed: {allowed}"))
}

/// A seed: what a file may say as well.
fn seed(text: &str) -> Result<u64, String> {
    let number = digits(text).parse().ok().filter(|number| SEEDS.contains(number));
    let allowed = format!("a whole number from {} to {}", SEEDS.start(), SEEDS.end());
    number.ok_or_else(|| refused(&allowed, meant_whole(text, &(0..=i64::MAX))))
}

/// Which rules.
#[derive(Args, Debug)]
pub(super) struct RulesOptions {
    /// A preset, or the path of a rules file
    #[arg(long, value_name = "PRESET_OR_FILE")]
    rules: Option<String>,
    /// Turn one knob; may be given again and again
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl RulesOptions {
    pub(super) fn choice(&self) -> RulesChoice {
        RulesChoice { rules: self.rules.clone(), set: self.set.clone() }
    }
}

/// Who plays.
#[derive(Args, Debug)]
pub(super) struct LineupOptions {
    /// One strategy a seat, by name or path, separated by commas; a single one sits in every seat
    /// [default: random]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = StringValueParser::new().map(|name| name.trim().to_owned()))]
    pub(super) strategies: Vec<String>,
    /// The number of players
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    pub(super) players: Option<usize>,
}

/// How a run works.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(super) struct RunOptions {
    /// How many threads work [default: one for each core]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, 1024))]
    threads: Option<u16>,
    /// Play everything again, and overwrite what is in the way instead of keeping it aside
    #[arg(long)]
    pub(super) force: bool,
    /// Go on with what was counted before where an external program plays, too: as long as the
    /// files that its command names are as they were
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,
    /// No progress, no tables: only files and errors
    #[arg(long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) programs: ProgramOptions,
    /// Show every table and every verdict
    #[arg(long, conflicts_with = "quiet")]
    pub(super) verbose: bool,
    /// Print this table alone, for a pipe: comparisons, lengths ... (`list tables`)
    #[arg(long, value_name = "TABLE", value_parser = table)]
    pub(super) table: Option<String>,
    /// How `--table` prints it
    #[arg(long, value_name = "FORMAT", default_value = "csv", requires = "table")]
    pub(super) format: Format,
}

/// What strategies may do.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ProgramOptions {
    /// Let strategies run the external programs that their files name; without it, you are asked
    #[arg(long)]
    pub(super) allow_programs: bool,
}

/// How a single table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// As the file has it
    Csv,
    /// A list of objects
    Json,
    /// A table of Markdown
    Markdown,
}

impl From<Format> for TableFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => Self::Csv,
            Format::Json => Self::Json,
            Format::Markdown => Self::Markdown,
        }
    }
}

/// The name of a table: that of its file without `.csv`.
fn table(text: &str) -> Result<String, String> {
    let names = table_files().map(|(file, _)| file.strip_suffix(".csv").unwrap_or(file));
    let name = text.strip_suffix(".csv").unwrap_or(text);
    one_of(Unknown::new("table", name, names).listed_in("`list tables`"))
}

/// Reads a name, if it is one of those that are known.
fn one_of(name: Unknown) -> Result<String, String> {
    if name.allowed.contains(&name.found) {
        return Ok(name.found);
    }
    Err(refused(&name.listed(), name.nearest().map(|near| format!("did you mean `{near}`?"))))
}

impl RunOptions {
    /// The number of threads; 0 stands for one for each core.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

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
    /// Only list the variants and the points of the sweep, and what a run of them would play
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Where the tables go [default: results/ and the experiment's name]; with several experiments,
    /// a folder for each is made there. With --plan: where the files of the shards go [default:
    /// plan.shards/ for plan.json]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) shard: ShardOptions,
    /// Write a page with pictures beside the tables: report.html
    #[arg(long)]
    pub(super) report: bool,
    /// Play nothing: make tables, answer and page anew from what was counted; without counts,
    /// answer and page from the tables
    #[arg(long, conflicts_with_all = ["dry_run", "force", "plan"])]
    pub(super) rewrite: bool,
    #[command(flatten)]
    pub(super) options: RunOptions,
}

/// Which part of a plan to play.
#[derive(Args, Debug)]
pub(super) struct ShardOptions {
    /// Play a shard of this plan, and write its counts to a file
    #[arg(
        long,
        value_name = "PLAN",
        help_heading = "A part of a plan",
        conflicts_with_all = ["experiments", "blocks", "seed", "dry_run", "report", "force", "verbose", "table"]
    )]
    pub(super) plan: Option<PathBuf>,
    /// Its number, or several: 3 or 3,5-7 [default: that of the task, as an array job of an engine
    /// tells it]
    #[arg(long, value_name = "K", help_heading = "A part of a plan", requires = "plan", value_parser = numbers)]
    pub(super) shard: Option<Numbers>,
    /// These blocks instead: 1000-1999
    #[arg(long, value_name = "FIRST-LAST", help_heading = "A part of a plan", requires = "plan", conflicts_with = "shard", value_parser = range)]
    pub(super) range: Option<RangeInclusive<u64>>,
    /// Let strategies run their external programs if the plan has this digest: scripts of `submit`
    /// say it
    #[arg(
        long,
        value_name = "DIGEST",
        help_heading = "A part of a plan",
        requires = "plan",
        conflicts_with = "allow_programs"
    )]
    pub(super) allow_programs_of: Option<String>,
}

/// Numbers of shards, range by range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers(pub(super) Vec<RangeInclusive<u64>>);

/// Reads 3 or 3-7.
fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = digits(first.trim())
        .parse()
        .and_then(|first| Ok(first..=digits(last.trim()).parse()?))
        .ok();
    range.filter(|range| !range.is_empty()).ok_or_else(|| {
        "allowed: a number, or two with a - between them, the smaller one first".to_owned()
    })
}

/// Reads 3 or 3,5-7.
fn numbers(text: &str) -> Result<Numbers, String> {
    text.split(',').map(range).collect::<Result<_, _>>().map(Numbers)
}

#[derive(Args, Debug)]
pub(super) struct PlanArguments {
    /// The experiment's file, or the name of one that is ready (see `list experiments`)
    #[arg(value_name = "EXPERIMENT")]
    pub(super) experiment: PathBuf,
    /// Into how many shards the run is cut; it is cut wherever a stopping rule looks
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000))]
    pub(super) shards: Option<u64>,
    /// Cut it so that a shard takes about this many minutes on a machine like this one, but into
    /// 1,000 at most [default: 30]
    #[arg(long, value_name = "M", conflicts_with = "shards", value_parser = real(0.001..=100_000.0))]
    pub(super) shard_minutes: Option<f64>,
    /// Play this many blocks (shuffles) instead of what the file says
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1 << 40))]
    pub(super) blocks: Option<u64>,
    /// The seed, instead of what the file says
    #[arg(long, value_name = "S", value_parser = seed)]
    pub(super) seed: Option<u64>,
    /// The file of the plan
    #[arg(long, value_name = "FILE", default_value = "plan.json")]
    pub(super) out: PathBuf,
    /// How many threads work [default: one for each core]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, 1024))]
    pub(super) threads: Option<u16>,
    /// No progress and no summary: only the file, and errors
    #[arg(long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) programs: ProgramOptions,
}

#[derive(Args, Debug)]
pub(super) struct MergeArguments {
    /// The file of the plan
    #[arg(value_name = "PLAN")]
    pub(super) plan: PathBuf,
    /// The folder with the files of its shards [default: plan.shards/ for plan.json]
    #[arg(value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
    /// Where the tables go [default: results/ and the experiment's name]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Where shards are missing, take the blocks before the first gap; the results say so
    #[arg(long)]
    pub(super) allow_gaps: bool,
    /// Let strategies run their external programs if the plan has this digest: scripts of `submit`
    /// say it. Only a ladder needs that: the merge measures how long decisions take
    #[arg(long, value_name = "DIGEST", conflicts_with = "allow_programs")]
    pub(super) allow_programs_of: Option<String>,
    /// Write a page with pictures beside the tables: report.html
    #[arg(long)]
    pub(super) report: bool,
    #[command(flatten)]
    pub(super) options: RunOptions,
}

#[derive(Args, Debug)]
pub(super) struct SubmitArguments {
    /// The engine
    #[arg(value_name = "ENGINE")]
    pub(super) engine: Engine,
    /// The file of the plan
    #[arg(long, value_name = "PLAN")]
    pub(super) plan: PathBuf,
    /// Where the files of the shards go [default: plan.shards/ for plan.json]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Where the tables go [default: results/ and the experiment's name]
    #[arg(long, value_name = "DIR")]
    pub(super) results: Option<PathBuf>,
    /// How many cores a worker has
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<u16>(1, 1024))]
    pub(super) threads: u16,
    /// Start it, too
    #[arg(long)]
    pub(super) start: bool,
    #[command(flatten)]
    pub(super) programs: ProgramOptions,
    /// What is handed to the engine with --start: options of sbatch, the scheduler of Dask ...
    #[arg(last = true, value_name = "OPTIONS", requires = "start")]
    pub(super) options: Vec<String>,
}

#[derive(Args, Debug)]
pub(super) struct StatusArguments {
    /// The file of the plan
    #[arg(long, value_name = "PLAN")]
    pub(super) plan: PathBuf,
    /// The folder with the files of its shards [default: plan.shards/ for plan.json]
    #[arg(value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
}

/// What is asked of games that no experiment's file describes.
#[derive(Args, Debug)]
pub(super) struct WithoutFile {
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = seed)]
    pub(super) seed: u64,
    /// A difference of win rates up to this, from 0 to 0.5, does not matter: 0.01 is one point
    /// [default: 0.01]
    #[arg(long, value_name = "T", value_parser = real(0.0..=Tolerance::MOST))]
    pub(super) tolerance: Option<f64>,
    /// Find out how it plays, too: what players can choose from, their chances of winning, how much
    /// each decision matters
    #[arg(long)]
    pub(super) play: bool,
    /// Write the tables there as well
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) options: RunOptions,
}

#[derive(Args, Debug)]
pub(super) struct MatchArguments {
    /// The game
    pub(super) game: String,
    #[command(flatten)]
    pub(super) lineup: LineupOptions,
    #[command(flatten)]
    pub(super) rules: RulesOptions,
    /// Let every strategy meet every other one, and rate them all
    #[arg(long)]
    pub(super) round_robin: bool,
    /// How many blocks (shuffles) to play
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>(1, 1 << 40))]
    pub(super) blocks: u64,
    #[command(flatten)]
    pub(super) without_file: WithoutFile,
}

/// The other players of a table.
#[derive(Clone, Debug)]
pub(super) struct Others(pub(super) Vec<String>);

impl From<&str> for Others {
    fn from(names: &str) -> Self {
        Self(names.split(',').map(|name| name.trim().to_owned()).collect())
    }
}

#[derive(Args, Debug)]
pub(super) struct LadderArguments {
    /// The game
    pub(super) game: String,
    /// The strategies, by name or path, separated by commas [default: those that the game ships for
    /// its ladder]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = StringValueParser::new().map(|name| name.trim().to_owned()))]
    pub(super) strategies: Vec<String>,
    /// The number of players: for more than two, each strategy plays alone among others of each
    /// other one [default: 2, or as few as the game is for]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    pub(super) players: Option<usize>,
    #[command(flatten)]
    pub(super) rules: RulesOptions,
    /// How many blocks (shuffles) to play: strategies that look ahead take milliseconds for each
    /// decision
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u64>(1, 1 << 40))]
    pub(super) blocks: u64,
    /// How often to double what the strongest search may spend, at most: it ends at the first
    /// doubling that gains nothing
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(0, MOST_DOUBLINGS.into()))]
    pub(super) doublings: u32,
    /// Ask instead which of the strategies does best in the place of one player, among these
    /// others, separated by commas; may be given again and again, once for each table
    #[arg(long, value_name = "A,B")]
    pub(super) others: Vec<Others>,
    /// Ask also how far from perfect each strategy is: a search that knows it looks for what beats
    /// it. Takes up to five times as long. With --others, such a search sits in the place as well,
    /// wherever the others all play by one strategy that does not look ahead
    #[arg(long)]
    pub(super) exploiters: bool,
    #[command(flatten)]
    pub(super) without_file: WithoutFile,
}

/// Single games: described here, or found in results.
#[derive(Args, Debug)]
pub(super) struct SingleGames {
    /// The game; with --from it is that of the results
    #[arg(required_unless_present = "from")]
    pub(super) game: Option<String>,
    #[command(flatten)]
    pub(super) lineup: LineupOptions,
    #[command(flatten)]
    pub(super) rules: RulesOptions,
    /// How many games, one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, 1 << 40))]
    pub(super) games: u64,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = seed)]
    pub(super) seed: u64,
    /// The number of the first game
    #[arg(long, value_name = "I", default_value_t = 0, value_parser = whole::<u64>(0, 1 << 40))]
    pub(super) index: u64,
    #[command(flatten)]
    pub(super) programs: ProgramOptions,
    #[command(flatten)]
    pub(super) stored: StoredOptions,
}

/// Which game of stored results.
#[derive(Args, Debug)]
pub(super) struct StoredOptions {
    /// A game of these results, as it was played: a folder such as results/crisps-variants, or its
    /// name
    #[arg(
        long,
        value_name = "RESULTS",
        help_heading = "A game of results",
        conflicts_with_all = ["game", "strategies", "players", "rules", "set", "games", "seed", "index"]
    )]
    pub(super) from: Option<PathBuf>,
    /// Its variant [default: the only one]
    #[arg(long, value_name = "NAME", help_heading = "A game of results")]
    variant: Option<String>,
    /// Its line-up [default: the only one]
    #[arg(long, value_name = "NAME", help_heading = "A game of results")]
    lineup: Option<String>,
    /// Why it is worth a look: unfinished, longest, shortest, comeback, dramatic, closest, shared
    /// or flipped (another winner than the baseline's)
    #[arg(long, value_name = "WHY", help_heading = "A game of results", value_parser = pick)]
    pick: Option<Pick>,
    /// Its block, instead of --pick
    #[arg(long, value_name = "B", help_heading = "A game of results", conflicts_with = "pick", value_parser = whole::<u64>(0, u64::MAX))]
    block: Option<u64>,
    /// Who sat where, seat by seat, separated by commas [default: the only arrangement]
    #[arg(long, value_name = "A,B", help_heading = "A game of results", requires = "block")]
    arrangement: Option<String>,
}

impl StoredOptions {
    /// An option that says nothing without `--from`, if one is given.
    pub(super) fn astray(&self) -> Option<&'static str> {
        let Self { variant, lineup, pick, block, .. } = self;
        let given = [
            ("--variant", variant.is_some()),
            ("--lineup", lineup.is_some()),
            ("--pick", pick.is_some()),
            ("--block", block.is_some()),
        ];
        given.into_iter().find(|(_, given)| self.from.is_none() && *given).map(|(option, _)| option)
    }

    pub(super) fn wanted(&self) -> Wanted<'_> {
        let Self { variant, lineup, pick, block, arrangement, .. } = self;
        Wanted {
            variant: variant.as_deref(),
            lineup: lineup.as_deref(),
            pick: *pick,
            block: *block,
            arrangement: arrangement.as_deref(),
        }
    }
}

/// A reason for which a game stands in the table of games.
fn pick(text: &str) -> Result<Pick, String> {
    let name = one_of(Unknown::new("reason", text, Pick::ALL.map(|pick| pick.to_string())))?;
    Pick::ALL.into_iter().find(|pick| pick.to_string() == name).ok_or(name)
}

#[derive(Args, Debug)]
pub(super) struct TraceArguments {
    #[command(flatten)]
    pub(super) games: SingleGames,
}

#[derive(Args, Debug)]
pub(super) struct ShowArguments {
    #[command(flatten)]
    pub(super) games: SingleGames,
    /// Show only what this seat knew; seats are counted from 0
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    pub(super) seat: Option<usize>,
    /// Columns of the text [default: those of the terminal, at most 80; for two games side by side,
    /// all]
    #[arg(long, value_name = "COLUMNS", value_parser = whole::<u16>(40, 400))]
    pub(super) width: Option<u16>,
}

#[derive(Args, Debug)]
pub(super) struct ReportArguments {
    /// Folders with results, as `run` writes them, or their names: results/crisps-variants,
    /// crisps-variants, or results/* for all
    #[arg(value_name = "RESULTS", required = true)]
    pub(super) results: Vec<PathBuf>,
    /// The page [default: report.html in the folder of the results]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct RulesArguments {
    /// The game
    pub(super) game: String,
    #[command(flatten)]
    pub(super) rules: RulesOptions,
}

#[derive(Args, Debug)]
pub(super) struct NewArguments {
    /// The game that it is about
    pub(super) game: String,
    /// The file to write, which must not be there yet [default: experiments/my-GAME.toml]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct ListArguments {
    /// What to show; without it, everything
    pub(super) what: Option<Listed>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Listed {
    /// The games with their presets
    Games,
    /// The strategies of each game
    Strategies,
    /// The tables and what their numbers mean
    Tables,
    /// The experiments that are ready, and those in the folder experiments/
    Experiments,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use clap::error::ErrorKind;

    use super::*;

    #[test]
    fn numbers_are_read_as_in_files_and_others_say_what_was_meant() {
        let blocks = whole::<u64>(1, 1 << 40);
        assert_eq!((blocks("20000"), blocks("20_000")), (Ok(20_000), Ok(20_000)));
        let refused = |text| blocks(text).expect_err("refused");
        let allowed = "llowed: a whole number from 1 to 1099511627776";
        assert_eq!(refused("20,000"), format!("did you mean `20000`, or `20_000`? A{allowed}"));
        assert_eq!(refused("2e4"), format!("did you mean `20000`? A{allowed}"));
        assert_eq!((refused("0"), refused("x")), (format!("a{allowed}"), format!("a{allowed}")));
        assert_eq!(
            whole::<u16>(1, 1024)("2,000"),
            Err("allowed: a whole number from 1 to 1024".to_owned())
        );
        let tolerance = real(0.0..=0.5);
        assert_eq!(
            (tolerance("0.02"), tolerance(".02"), tolerance("1e-2")),
            (Ok(0.02), Ok(0.02), Ok(0.01))
        );
        for (text, hint) in [
            ("0,02", "did you mean `0.02`?"),
            ("2%", "did you mean `0.02`, which is 2 %?"),
            ("1", "did you mean `0.01`, which is 1 %? (1 would be 100 %)"),
        ] {
            assert_eq!(
                tolerance(text),
                Err(format!("{hint} Allowed: a number from 0 to 0.5")),
                "{text}"
            );
        }
        assert_eq!(numbers("1_000-1_002"), Ok(Numbers(vec![1000..=1002])));
    }

    #[test]
    fn of_the_names_of_tables_the_likest_are_told() {
        assert_eq!(
            (table("lengths"), table("seats.csv")),
            (Ok("lengths".to_owned()), Ok("seats".to_owned()))
        );
        let told = table("length").expect_err("no such table");
        assert!(
            told.starts_with("did you mean `lengths`? Allowed: lengths, length_histogram, "),
            "{told}"
        );
        assert!(told.ends_with(" more: all are in `list tables`"), "{told}");
        assert!(pick("flip").expect_err("no such reason").starts_with("did you mean `flipped`?"));
    }

    fn usage_error(words: &[&str]) -> clap::Error {
        Arguments::try_parse_from(joined(words.iter().map(OsString::from)))
            .expect_err("it is refused")
    }

    #[test]
    fn a_negative_number_is_refused_for_what_it_is() {
        let mut numeric = 0;
        for command in Arguments::command().get_subcommands() {
            for argument in command.get_arguments() {
                let Some(option) = argument
                    .get_long()
                    .filter(|_| argument.get_action().takes_values())
                    .map(|long| format!("--{long}"))
                else {
                    continue;
                };
                let name = argument
                    .get_value_names()
                    .and_then(<[_]>::first)
                    .map_or("", |name| name.as_str());
                let is_numeric =
                    ["N", "S", "T", "M", "I", "B", "K", "FIRST-LAST", "COLUMNS"].contains(&name);
                for number in ["-1", "-0.5", "-.5", "-1e3", "-1,000", "-1-3", "-inf"]
                    .into_iter()
                    .filter(|_| is_numeric)
                {
                    let apart = usage_error(&["fairdeal", command.get_name(), &option, number]);
                    let together = usage_error(&[
                        "fairdeal",
                        command.get_name(),
                        &format!("{option}={number}"),
                    ]);
                    assert_eq!(apart.to_string(), together.to_string());
                    assert_eq!(apart.kind(), ErrorKind::ValueValidation, "{apart}");
                }
                numeric += usize::from(is_numeric);
            }
        }
        assert!(numeric > 25, "{numeric} numeric options");
    }

    #[test]
    fn options_and_what_is_for_others_stay_apart() {
        for words in [
            &["fairdeal", "run", "e", "--quiet", "--seed", "1"][..],
            &["fairdeal", "run", "e", "--seed=1", "-2"],
            &["fairdeal", "submit", "slurm", "--plan", "p", "--", "--array", "-1"],
        ] {
            assert_eq!(joined(words.iter().map(OsString::from)), words);
        }
    }

    #[test]
    fn a_seed_is_told_where_its_range_ends() {
        for found in ["18446744073709551616", "-1", "1.5"] {
            let told = usage_error(&["fairdeal", "run", "e", "--seed", found]).to_string();
            assert!(
                told.contains("allowed: a whole number from 0 to 18446744073709551615"),
                "{told}"
            );
        }
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
    }
}
