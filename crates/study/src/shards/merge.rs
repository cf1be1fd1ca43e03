//! The counts of all shards of a plan, as if one run had counted them.

use std::ops::Range;
use std::path::Path;

use super::inventory::{CountsFault, Fault, Inventory};
use super::plan::PlanFile;
use crate::experiment::Plan;
use crate::findings::Ending;
use crate::results::KeptCounts;
use crate::session::{RunError, Session};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::InputError;
use fairdeal_core::metrics::MergeError;

/// The counts of the shards of a plan.
#[derive(Debug)]
pub struct Merged {
    /// The plan as it was asked.
    pub plan: Plan,
    /// The counts. For a ladder, these include the matches that test how far doubled budgets help.
    pub kept: KeptCounts,
    /// The number of their files.
    pub files: usize,
    /// The needed blocks that no shard has. Only the blocks before the first of them can be judged.
    pub missing: Vec<Range<u64>>,
}

/// Why shards cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeFault {
    /// The plan is not one that can be played here.
    #[error(transparent)]
    Plan(#[from] RunError),
    /// The folder cannot be read.
    #[error("the folder of the shards cannot be read: {0}")]
    Folder(std::io::Error),
    /// Some files are wrong.
    #[error("{}", .faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("; "))]
    Files {
        /// The problems.
        faults: Vec<Fault>,
        /// The blocks that no file has.
        missing: Vec<Range<u64>>,
    },
    /// The counts cannot be added.
    #[error(transparent)]
    Counts(MergeError),
    /// Blocks are missing.
    #[error("blocks are missing, the first of them block {}", .0.known)]
    Missing(Gaps),
}

/// The blocks that are missing before the shards of a plan can be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gaps {
    /// The missing blocks that are needed: all of them, or those before the next look.
    pub needed: Vec<Range<u64>>,
    /// The number of blocks before the first gap.
    pub known: u64,
    /// For a plan that may end early: the last look for which all blocks exist, and the next look,
    /// in blocks.
    pub looks: Option<(Option<u64>, u64)>,
    /// Whether the blocks before the first gap can be judged alone: there are some, and the plan
    /// may not end early.
    pub can_be_left_out: bool,
}

impl From<InputError> for MergeFault {
    fn from(error: InputError) -> Self {
        Self::Plan(error.into())
    }
}

impl PlanFile {
    /// Reads the counts of all shards in a folder; the plan is at `path`, for messages. Blocks that
    /// the stopping rule does not need do not count as missing. Other blocks may be missing only
    /// with `allow_gaps`, and only if block 0 is there.
    ///
    /// # Errors
    /// When the plan is another program's, files are damaged or of something else, or blocks are
    /// missing.
    pub fn merge(
        &self,
        game: &'static dyn AnyGame,
        path: &Path,
        folder: &Path,
        allow_gaps: bool,
    ) -> Result<Merged, MergeFault> {
        let plan = self.experiment(game, path)?;
        self.check_program(path, &plan)?;
        let inventory =
            Inventory::of(folder, &self.key, self.blocks).map_err(MergeFault::Folder)?;
        let files = inventory.found.len();
        if !inventory.faults.is_empty() {
            return Err(MergeFault::Files { faults: inventory.faults, missing: inventory.missing });
        }
        let mut kept = inventory.counts(&plan, self.blocks).map_err(|fault| match fault {
            CountsFault::File(fault) => {
                MergeFault::Files { faults: vec![fault], missing: Vec::new() }
            }
            CountsFault::Merge(error) => MergeFault::Counts(error),
        })?;
        let mut missing = inventory.missing;
        if !missing.is_empty() {
            // With a stopping rule, missing blocks may not be needed.
            let (counts, ending) =
                Session::default().that_plays_nothing().play_known(&plan, &kept)?;
            match ending {
                Ending::Reached | Ending::Planned => missing.clear(),
                Ending::Interrupted if allow_gaps && counts.blocks() > 0 => {}
                Ending::Interrupted => {
                    return Err(MergeFault::Missing(Gaps::of(&plan, missing, counts.blocks())));
                }
            }
        }
        // A ladder gets its copies again, from the test games of the plan.
        let (plan, earlier) = self.asked(game)?;
        kept.extend(earlier);
        Ok(Merged { plan, kept, files, missing })
    }
}

impl Gaps {
    /// The missing blocks of a plan whose first blocks are known.
    fn of(plan: &Plan, missing: Vec<Range<u64>>, known: u64) -> Self {
        let can_be_left_out = known > 0 && plan.stop().is_none();
        if plan.stop().is_none() {
            return Self { needed: missing, known, looks: None, can_be_left_out };
        }
        let looks = std::iter::successors(Some(0), |blocks| Some(plan.next_look(*blocks)));
        let last = looks.take_while(|look| *look <= known).last().filter(|look| *look > 0);
        let next = plan.next_look(known);
        // Blocks after the next look may not be needed.
        let needed = missing
            .iter()
            .map(|gap| gap.start..gap.end.min(next))
            .filter(|gap| !gap.is_empty())
            .collect();
        Self { needed, known, looks: Some((last, next)), can_be_left_out }
    }
}
