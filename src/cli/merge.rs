//! `fairdeal merge`.

use std::fmt::Write as _;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use super::args::MergeArguments;
use super::commands;
use super::failure::{Failure, Outcome, ShardsFailure};
use super::programs::permission_of_plan;
use super::run::{Merged, Target, play_or_merge};
use crate::experiment::{Design, Plan};
use crate::findings::{Ending, Looks};
use crate::registry::{GameList, Visitor};
use crate::session::Session;
use crate::shards::{CountsFault, Fault, Inventory, PlanFile};
use crate::strategy::{Entrant, Playable};
use crate::words::thousands;

/// No more of what is wrong, or missing, is told at once.
const MOST_TOLD: usize = 20;

/// Makes the results of a plan from the files of its shards.
pub(super) fn merge<L: GameList>(arguments: &MergeArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let file = PlanFile::read(&arguments.plan)?;
    let game = file.game.clone();
    L::visit(&game, Merge { file, arguments, out }).map_err(Failure::unknown)?
}

struct Merge<'a, W> {
    file: PlanFile,
    arguments: &'a MergeArguments,
    out: &'a mut W,
}

impl<W: Write> Visitor for Merge<'_, W> {
    type Output = Result<Outcome, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { file, arguments, out } = self;
        let (path, options) = (&arguments.plan, &arguments.options);
        let folder = arguments.folder.clone().unwrap_or_else(|| PlanFile::usual_folder(path));
        let plan = file.experiment::<G>(path)?;
        file.check_program(path, &plan)?;
        let inventory = Inventory::of(&folder, &file.key, file.blocks).map_err(Failure::unreadable(&folder))?;
        let wrong = Wrong { file: &file, arguments, folder: &folder };
        if !inventory.faults.is_empty() {
            return Err(wrong.faults(&inventory.faults, &inventory.missing).into());
        }
        let mut kept = inventory.counts(&plan, file.blocks).map_err(|fault| match fault {
            CountsFault::File(fault) => wrong.faults(&[fault], &[]),
            CountsFault::Merge(error) => wrong.lasting(&error.to_string()),
        })?;
        let mut missing = inventory.missing.clone();
        if !missing.is_empty() {
            // With a stopping rule, what is missing may not be needed.
            let (counts, ending) = Session::default().that_plays_nothing().play_known(&plan, &kept)?;
            match ending {
                Ending::Reached | Ending::Planned => missing.clear(),
                Ending::Interrupted if arguments.allow_gaps && counts.blocks() > 0 => {}
                Ending::Interrupted => return Err(wrong.missing(&plan, &missing, counts.blocks()).into()),
            }
        }
        // A ladder grows once more, by what it played for that.
        let (asked, doublings) = file.asked::<G>()?;
        kept.extend(doublings);
        // Only how long decisions take is measured here, and only of a ladder.
        let asks_programs = matches!(plan.design(), Design::Ladder { .. }) && missing.is_empty();
        let programs = plan.entrants().filter_map(Entrant::file).filter(|_| asks_programs);
        let allowed = permission_of_plan((&file, path), programs, options.programs, arguments.allow_programs_of.as_deref())?;
        let folder = arguments.out.clone().unwrap_or_else(|| Path::new("results").join(plan.name()));
        let target = Target { folder, report: arguments.report };
        let merged = Merged { kept, files: inventory.found.len(), missing };
        play_or_merge(&asked, Some(&target), options, allowed, Some(merged), out)
    }
}

/// Says why shards cannot be merged.
struct Wrong<'a> {
    file: &'a PlanFile,
    arguments: &'a MergeArguments,
    folder: &'a Path,
}

impl Wrong<'_> {
    fn head(&self) -> String {
        format!("{}: the shards of {} cannot be merged, so nothing is written", self.folder.display(), self.arguments.plan.display())
    }

    /// What nothing but another program, or another plan, puts right.
    fn lasting(&self, what: &str) -> ShardsFailure {
        ShardsFailure { message: format!("{}\n  {what}", self.head()), may_pass: false }
    }

    /// Files are at fault.
    fn faults(&self, faults: &[Fault], missing: &[Range<u64>]) -> ShardsFailure {
        let mut message = self.head();
        for fault in faults.iter().take(MOST_TOLD) {
            let _ = write!(message, "\n  {fault}");
        }
        if let more @ 1.. = faults.len().saturating_sub(MOST_TOLD) {
            let _ = write!(message, "\n  and {more} more files");
        }
        // Blocks that a file promises and does not have are played again by the same command.
        self.add_commands(&mut message, missing);
        ShardsFailure { message, may_pass: faults.iter().all(Fault::may_pass) }
    }

    /// Blocks are missing; so many are there before the first that is.
    fn missing<G: Playable>(&self, plan: &Plan<G>, missing: &[Range<u64>], known: u64) -> ShardsFailure {
        let mut message = self.head();
        let mut needed = missing.to_vec();
        if let Looks::Planned(looks) = plan.looks() {
            let last = looks.iter().map(|look| look.blocks).rfind(|look| *look <= known);
            let next = plan.looks().next(known, plan.blocks());
            // What lies behind the next look may not be needed.
            needed = missing.iter().map(|gap| gap.start..gap.end.min(next)).filter(|gap| !gap.is_empty()).collect();
            let before = last.map_or_else(
                || "nothing is known yet at the first look".to_owned(),
                |look| format!("the run may not end yet after {} blocks", thousands(look.into())),
            );
            let _ = write!(message, "\n  {before}; the next look is after {}, for which these are missing:", thousands(next.into()));
        }
        for gap in needed.iter().take(MOST_TOLD) {
            let _ = write!(message, "\n  {}", self.in_words(gap));
        }
        if let more @ 1.. = needed.len().saturating_sub(MOST_TOLD) {
            let _ = write!(message, "\n  and {more} more gaps");
        }
        self.add_commands(&mut message, &needed);
        if known > 0 && plan.stop().is_none() {
            let _ = write!(message, "\n--allow-gaps merges the first {} blocks", thousands(known.into()));
        }
        ShardsFailure { message, may_pass: true }
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

    /// The commands that play missing blocks: by the numbers of their shards, or by their own numbers where these are cut otherwise.
    fn add_commands(&self, message: &mut String, missing: &[Range<u64>]) {
        let Self { file, arguments, .. } = self;
        let command = |part: String| format!("\n    {}", commands::play(file, &arguments.plan, &part, arguments.folder.as_deref()));
        let numbers = |gap: &Range<u64>| {
            let shards = file.shards_of(gap)?;
            Some(if shards.len() == 1 { shards.start.to_string() } else { format!("{}-{}", shards.start, shards.end - 1) })
        };
        let shards: Vec<String> = missing.iter().filter_map(numbers).collect();
        if !missing.is_empty() {
            message.push_str("\nThis plays what is missing:");
        }
        if !shards.is_empty() {
            message.push_str(&command(format!("--shard {}", shards.join(","))));
        }
        let others = missing.iter().filter(|gap| file.shards_of(gap).is_none());
        others.take(MOST_TOLD).for_each(|gap| message.push_str(&command(format!("--range {}-{}", gap.start, gap.end - 1))));
    }
}
