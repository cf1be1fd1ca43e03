//! `fairdeal merge`.

use std::fmt::Write as _;
use std::ops::Range;

use super::prelude::*;
use super::run::{Target, judge};
use super::stored::RESULTS_FOLDER;
use fairdeal_study::shards::{Fault, Gaps, MergeFault, Merged};

#[derive(Args, Debug)]
pub(super) struct MergeArguments {
    /// The file of the plan
    #[arg(value_name = "PLAN")]
    pub(super) plan: PathBuf,
    /// The folder with the files of its shards [default: plan.shards/ for plan.json]
    #[arg(value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
    /// Where to write the tables [default: results/ and the experiment's name]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// If shards are missing, merge the blocks before the first gap; the results say so
    #[arg(long)]
    pub(super) allow_gaps: bool,
    /// Write a page with pictures beside the tables: report.html
    #[arg(long)]
    pub(super) report: bool,
    #[command(flatten)]
    pub(super) options: RunOptions,
}

/// The largest number of problems or gaps in one message.
const MOST_TOLD: usize = 20;

/// Makes the results of a plan from the files of its shards.
pub(super) fn merge(
    games: GameList,
    arguments: &MergeArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let file = PlanFile::read(&arguments.plan)?;
    let game = file.game_in(games).map_err(|error| error.at(&Location::file(&arguments.plan)))?;
    let (path, options) = (&arguments.plan, &arguments.options);
    let folder = arguments.folder.clone().unwrap_or_else(|| PlanFile::usual_folder(path));
    let wrong = Wrong { file: &file, arguments, folder: &folder };
    let merged =
        file.merge(game, path, &folder, arguments.allow_gaps).map_err(|fault| wrong.why(fault))?;
    let merged = Merged { plan: merged.plan.of_program(&program::name()), ..merged };
    // Only the time of decisions is measured here, and only for a ladder.
    let asks_programs =
        merged.plan.design().ladder_players().is_some() && merged.missing.is_empty();
    let programs = merged.plan.entrants().filter_map(Entrant::file).filter(|_| asks_programs);
    let allowed = permission(programs, options.programs)?;
    let folder =
        arguments.out.clone().unwrap_or_else(|| Path::new(RESULTS_FOLDER).join(merged.plan.name()));
    judge(&merged, &Target { folder, report: arguments.report }, options, allowed, out)
}

/// Says why shards cannot be merged.
struct Wrong<'a> {
    file: &'a PlanFile,
    arguments: &'a MergeArguments,
    folder: &'a Path,
}

impl Wrong<'_> {
    fn head(&self) -> String {
        format!(
            "{}: the shards of {} cannot be merged, so nothing is written",
            shown(self.folder),
            shown(&self.arguments.plan)
        )
    }

    /// Why they cannot be merged, and how to solve it.
    fn why(&self, fault: MergeFault) -> Failure {
        let mut message = self.head();
        let may_pass = match fault {
            MergeFault::Plan(error) => return error.into(),
            MergeFault::Folder(error) => return Failure::unreadable(self.folder)(error),
            // Only another program or another plan solves this.
            MergeFault::Counts(error) => {
                message.extend(["\n  ".to_owned(), error.to_string()]);
                false
            }
            MergeFault::Files { faults, missing } => {
                message += &listed("files", faults.iter().map(Fault::to_string));
                // The same command plays the blocks of damaged files again.
                self.add_commands(&mut message, &missing);
                faults.iter().all(Fault::may_pass)
            }
            MergeFault::Missing(gaps) => {
                self.add_gaps(&mut message, &gaps);
                true
            }
        };
        Failure::Shards { message, may_pass }
    }

    /// Blocks are missing.
    fn add_gaps(&self, message: &mut String, gaps: &Gaps) {
        if let Some((last, next)) = gaps.looks {
            let before = last.map_or_else(
                || "nothing is known yet at the first look".to_owned(),
                |look| format!("the run may not end yet after {} blocks", thousands(look.into())),
            );
            let _ = write!(
                message,
                "\n  {before}; the next look is after {}, for which these are missing:",
                thousands(next.into())
            );
        }
        *message += &listed("gaps", gaps.needed.iter().map(|gap| self.in_words(gap)));
        self.add_commands(message, &gaps.needed);
        if gaps.can_be_left_out {
            let known = thousands(gaps.known.into());
            let _ = write!(message, "\n--allow-gaps merges the first {known} blocks");
        }
    }

    /// A gap in words.
    fn in_words(&self, gap: &Range<u64>) -> String {
        let shards = match self.file.shards_of(gap) {
            Some(shards) if shards.len() == 1 => format!("shard {}, ", shards.start),
            Some(shards) => format!("shards {} to {}, ", shards.start, shards.end - 1),
            None => String::new(),
        };
        format!("{shards}blocks {} to {}", gap.start, gap.end - 1)
    }

    /// The commands that play missing blocks: by the numbers of their shards, or by block numbers
    /// if they do not fit the shards.
    fn add_commands(&self, message: &mut String, missing: &[Range<u64>]) {
        let Self { file, arguments, .. } = self;
        let command = |part: String| {
            format!(
                "\n    {}",
                program::play(file, &arguments.plan, &part, arguments.folder.as_deref())
            )
        };
        let numbers = |gap: &Range<u64>| {
            let shards = file.shards_of(gap)?;
            Some(if shards.len() == 1 {
                shards.start.to_string()
            } else {
                format!("{}-{}", shards.start, shards.end - 1)
            })
        };
        let shards: Vec<String> = missing.iter().filter_map(numbers).collect();
        if !missing.is_empty() {
            message.push_str("\nThis plays the missing blocks:");
        }
        if !shards.is_empty() {
            message.push_str(&command(format!("--shard {}", shards.join(","))));
        }
        let others = missing.iter().filter(|gap| file.shards_of(gap).is_none());
        others.take(MOST_TOLD).for_each(|gap| {
            message.push_str(&command(format!("--range {}-{}", gap.start, gap.end - 1)));
        });
    }
}

/// The first of many problems, line by line, and how many there are more.
fn listed(what: &str, problems: impl ExactSizeIterator<Item = String>) -> String {
    let more = problems.len().saturating_sub(MOST_TOLD);
    let more = (more > 0).then(|| format!("and {more} more {what}"));
    problems.take(MOST_TOLD).chain(more).flat_map(|line| ["\n  ".to_owned(), line]).collect()
}
