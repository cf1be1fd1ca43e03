//! `fairdeal merge`.

use std::fmt::Write as _;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use super::args::MergeArguments;
use super::failure::{Failure, Outcome, ShardsFailure};
use super::progress::Bars;
use super::report;
use super::run::conclude;
use crate::registry::{GameList, Visitor};
use crate::results::Directory;
use crate::session::Session;
use crate::shards::{Inventory, PlanFile};
use crate::strategy::Playable;

/// No more of what is wrong is told at once.
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
        let inventory = Inventory::of(&folder, &file.key, file.blocks).map_err(|reason| Failure::File { path: folder.clone(), reason })?;
        if !inventory.faults.is_empty() || !inventory.missing.is_empty() {
            return Err(incomplete(&file, arguments, &folder, &inventory).into());
        }
        let mut kept =
            inventory.counts(&plan, file.blocks).map_err(|fault| ShardsFailure { message: fault.to_string(), may_pass: false })?;
        // A ladder grows once more, by what it played for that.
        let (asked, doublings) = file.asked::<G>()?;
        kept.extend(doublings);
        let results = arguments.out.clone().unwrap_or_else(|| Path::new("results").join(plan.name()));
        let directory = Directory::prepare(&results)?;
        if let Some(file) = Some(&directory).filter(|_| !options.force).and_then(Directory::foreign_file) {
            return Err(Failure::ForeignFile(file));
        }
        let bars = Bars::new(G::DESCRIPTION.plural, options.quiet);
        let session = Session::default().threads(options.threads()).control(bars.control());
        let outcome = conclude(&asked, Some(&directory), options, &session, &kept, out)?;
        if arguments.report {
            report::beside_tables::<G>(&results, options.force)?;
        }
        Ok(outcome)
    }
}

/// What is wrong with the shards, and the command that puts it right.
fn incomplete(file: &PlanFile, arguments: &MergeArguments, folder: &Path, inventory: &Inventory) -> ShardsFailure {
    let mut message = format!("{}: the shards of {} cannot be merged, so nothing is written", folder.display(), arguments.plan.display());
    for fault in inventory.faults.iter().take(MOST_TOLD) {
        let _ = write!(message, "\n  {fault}");
    }
    for gap in inventory.missing.iter().take(MOST_TOLD) {
        let _ = write!(message, "\n  nothing has blocks {} to {}", gap.start, gap.end - 1);
    }
    let told = inventory.faults.len().min(MOST_TOLD) + inventory.missing.len().min(MOST_TOLD);
    if inventory.faults.len() + inventory.missing.len() > told {
        let _ = write!(message, "\n  and {} more", inventory.faults.len() + inventory.missing.len() - told);
    }
    for command in commands(file, arguments, &inventory.missing) {
        let _ = write!(message, "\n  {command}");
    }
    ShardsFailure { message, may_pass: inventory.faults.iter().all(crate::shards::Fault::may_pass) }
}

/// The commands that play missing blocks: by the numbers of their shards, or by their own numbers where these are cut otherwise.
fn commands(file: &PlanFile, arguments: &MergeArguments, missing: &[Range<u64>]) -> Vec<String> {
    let out = arguments.folder.as_ref().map_or_else(String::new, |folder| format!(" --out {}", folder.display()));
    let command = |part: String| format!("fairdeal run --plan {} {part}{out}", arguments.plan.display());
    let numbers = |gap: &Range<u64>| {
        let shards = file.shards_of(gap)?;
        Some(if shards.len() == 1 { shards.start.to_string() } else { format!("{}-{}", shards.start, shards.end - 1) })
    };
    let shards: Vec<String> = missing.iter().filter_map(numbers).collect();
    let others = missing.iter().filter(|gap| file.shards_of(gap).is_none());
    let shards = (!shards.is_empty()).then(|| command(format!("--shard {}", shards.join(","))));
    shards.into_iter().chain(others.map(|gap| command(format!("--range {}-{}", gap.start, gap.end - 1)))).collect()
}
