//! Plays experiments into a folder of results. Blocks that were counted there before are not played
//! again, an interrupted run can be resumed, and each file is written whole or not at all.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::experiment::Plan;
use crate::findings::Ending;
use crate::report::{self, PageError};
use crate::results::{
    Before, Checkpoints, CountsHead, Directory, GameNames, KeptCounts, Lock, LockError, Manifest,
    REPORT, Results, TIMING, Timing, WriteError, is_report, replace, results_in, unpacked,
};
use crate::session::{Notice, Played, RunError, Session};
use crate::words;
use fairdeal_core::input::{InputError, shown};
use fairdeal_core::strategy::Entrant;

/// A folder of results. Until it is dropped, other runs, also of other programs, cannot write to
/// it, if the file system has locks.
///
/// ```
/// # mod fairdeal { pub use {fairdeal_core::*, fairdeal_study::*}; }
/// use fairdeal::experiment::Experiment;
/// use fairdeal::folder::ResultsFolder;
/// use fairdeal::games::crisps::Crisps;
/// use fairdeal::session::Session;
///
/// # let parent = tempfile::tempdir()?;
/// # let path = parent.path().join("mine");
/// let folder = ResultsFolder::open(&path)?;
/// let who = |blocks| Experiment::new(&Crisps, "who").blocks(blocks).lineup(["greedy", "random"]).plan();
/// folder.run(&Session::default(), &who(50)?)?;
/// // Later: the first 50 blocks are counted already.
/// let finished = folder.run(&Session::default(), &who(80)?)?;
/// assert_eq!((finished.results.manifest.blocks, finished.blocks_played), (80, 30));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ResultsFolder {
    directory: Directory,
    lock: Lock,
    force: bool,
    resume: bool,
    page: bool,
}

/// The outcome of a run into a folder.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Every table.
    pub results: Results,
    /// How long it took. If a run only judged earlier counts, this is the time of the earlier run.
    pub timing: Timing,
    /// The number of blocks played; the others were counted earlier.
    pub blocks_played: u64,
    /// Whether it was stopped, before all games were played or, with [`Manifest::complete`], while
    /// a ladder measured how long decisions take.
    pub interrupted: bool,
    /// The files that were written.
    pub written: Written,
}

/// The files that a run wrote into its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// The files of the results. Earlier results in this folder are moved to a folder inside it, if
    /// they are of another experiment or have more blocks. Those of the same experiment are moved
    /// too if an external program plays everything again, because it may give other results.
    Results {
        /// The folder of earlier results, if there were any.
        aside: Option<PathBuf>,
    },
    /// The folder has a run of the same experiment that is as long or longer. It stays, and the
    /// counts of this run are kept beside it.
    LongerRunStays,
    /// No block was finished. The counts of a ladder beside its blocks are kept.
    Nothing,
}

/// The part of the results that was made anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewritten {
    /// Everything, from the counts of this many blocks.
    Tables {
        /// The blocks.
        blocks: u64,
    },
    /// The answer, the verdicts and the page, from the tables: the counts are missing, or another
    /// program made them.
    Words,
}

/// Why an experiment was not played into a folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another run writes to the folder, or nobody can write to it.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file has the name of one that would be written, and is no part of results that the program
    /// wrote there.
    #[error("{}: would be overwritten, and is no part of results that were written here", shown(.0))]
    Foreign(PathBuf),
    /// There are no results that could be made anew.
    #[error(transparent)]
    Unreadable(InputError),
    /// The results are of another experiment.
    #[error("{}: holds results of other rules, players or another seed than are asked for now: run it without --rewrite", shown(.0))]
    OtherResults(PathBuf),
    /// The folder has nothing from which tables could be made.
    #[error("{}: has no results.json, and no counts by this program from which it could be made: run the experiment again", shown(.0))]
    NoTables(PathBuf),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The results could not be written.
    #[error("{reason}{}", .kept.as_ref().map_or_else(String::new, Kept::in_words))]
    Unwritten {
        /// Why not.
        reason: LockError,
        /// The place where the counts are kept.
        kept: Option<Kept>,
    },
    /// A file of an earlier run could not be removed.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A table could not be made. This never happens in practice, because tables are
    /// made in memory.
    #[error("a table could not be made: {0}")]
    Table(#[from] csv::Error),
    /// The page could not be written. The tables were.
    #[error(transparent)]
    Page(#[from] PageError),
}

/// A file with the counts of a run whose results could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The file is in the folder of the results. The next run there resumes from it.
    There(PathBuf),
    /// The file is in another folder. A run into that folder resumes from it.
    Elsewhere(PathBuf),
}

impl Kept {
    fn in_words(&self) -> String {
        match self {
            Self::There(file) => format!(
                "\n  what was counted is kept in {}: run it again, and nothing is played twice",
                shown(file)
            ),
            Self::Elsewhere(file) => {
                let file = shown(file);
                format!(
                    "\n  what was counted is kept in {file}: move that file to an output folder, run it again there, and nothing is played twice"
                )
            }
        }
    }
}

impl ResultsFolder {
    /// Makes the folder where it is missing, tries whether files can be written to it, and keeps
    /// other runs away.
    ///
    /// # Errors
    /// When another run writes there, or nothing can be written.
    pub fn open(path: &Path) -> Result<Self, LockError> {
        let directory = Directory::prepare(path)?;
        let lock = directory.lock()?;
        Ok(Self { directory, lock, force: false, resume: false, page: false })
    }

    /// Plays all games again, whatever was counted of them before, and replaces results of other
    /// experiments and files that the program did not write. Without it such results are moved to a
    /// folder inside this one, and such files refused.
    #[must_use]
    pub fn force(self, force: bool) -> Self {
        Self { force, ..self }
    }

    /// Resumes from earlier counts even if an external program played, which may have changed
    /// since. Otherwise such an experiment is played again as a whole.
    #[must_use]
    pub fn resume(self, resume: bool) -> Self {
        Self { resume, ..self }
    }

    /// Writes a page with pictures beside the tables as well.
    #[must_use]
    pub fn with_page(self, page: bool) -> Self {
        Self { page, ..self }
    }

    /// The path.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Plays the blocks of a plan that this folder has no counts of, and writes the results.
    ///
    /// # Errors
    /// When a foreign file is in the way, the run fails, or files cannot be written.
    pub fn run(&self, session: &Session<'_>, plan: &Plan) -> Result<Finished, FolderError> {
        let head = self.prepared(session, plan)?;
        let (kept, has_own) = if self.force {
            (KeptCounts::default(), false)
        } else {
            self.counted_before(session, plan, &head, self.resume)
        };
        if self.resume && kept.is_empty() {
            session.tell(Notice::NothingBefore);
        }
        self.play(session, plan, &Known { head: &head, kept: &kept, has_own, missing: &[] })
    }

    /// Makes the tables, the answer and the page (if there is one) anew from the counts. Nothing is
    /// played. If the counts are missing, or another program made them, the tables stay, and only
    /// the texts about them are made anew.
    ///
    /// # Errors
    /// When no results of this experiment are here, or as [`ResultsFolder::run`].
    pub fn rewrite(&self, session: &Session<'_>, plan: &Plan) -> Result<Rewritten, FolderError> {
        let head = self.prepared(session, plan)?;
        let there = Manifest::read(self.path()).map_err(FolderError::Unreadable)?;
        let Manifest { name, game, game_files, seed, baseline, variants, lineups, blocks, .. } =
            &there;
        let asked = Manifest::new(plan, *blocks, Ending::Planned);
        // A ladder plays more line-ups than the file names, and a search for weights those of the
        // strategy that it found.
        let same_lineups = *lineups == asked.lineups || plan.design().finds_lineups();
        // A search confirms rules that it found.
        let same_variants = plan.design().finds_rules()
            || (variants.len() == plan.variants().len()
                && variants.iter().zip(plan.variants()).all(|(record, asked)| record.is_of(asked)));
        let same = (name, game, game_files, seed, baseline)
            == (&asked.name, &asked.game, &asked.game_files, &asked.seed, &asked.baseline);
        if !same || !same_lineups || !same_variants {
            return Err(FolderError::OtherResults(self.path().to_owned()));
        }
        let (kept, has_own) = self.counted_before(session, plan, &head, true);
        let page = self.page || is_report(&self.path().join(REPORT));
        let played = if kept.is_empty() {
            None
        } else {
            Some(self.played(&session.that_plays_nothing(), plan, &kept)?)
        };
        let is_whole = |played: &Played| {
            let manifest = &played.results.manifest;
            manifest.complete
                && (manifest.blocks, &manifest.digest) == (there.blocks, &there.digest)
        };
        if let Some(played) = played.filter(is_whole) {
            let known = Known { head: &head, kept: &kept, has_own, missing: &[] };
            let finished = self.finish(session, plan, played, &known, (page, None))?;
            return Ok(Rewritten::Tables { blocks: finished.results.manifest.blocks });
        }
        if results_in(self.path()).is_none() {
            return Err(FolderError::NoTables(self.path().to_owned()));
        }
        let mut results = Results::read(self.path()).map_err(FolderError::Unreadable)?;
        (results.manifest.asked, results.manifest.design) = (asked.asked, asked.design);
        // Earlier versions did not name the ladder of a game.
        results.names = GameNames::of(plan.game());
        let timing = self.directory.timing(&results.manifest.digest);
        let has_timing = timing.is_some();
        let told = words::files(&results, &timing.unwrap_or_else(|| Timing::new(0.0, 0, 0)))?;
        let told = told.into_iter().filter(|(name, _)| has_timing || name != TIMING);
        let files: Files = self.directory.own_counts().into_iter().chain(told).collect();
        self.directory.write(&results.manifest, &files, self.force)?;
        if page {
            report::write_beside(plan.game(), self.path(), self.force)?;
        }
        Ok(Rewritten::Words)
    }

    /// Writes the results of a plan whose blocks were counted elsewhere. Blocks that `kept` lacks
    /// are played, and the decisions of a ladder are timed. If blocks are `missing`, nothing is
    /// played or measured, and the blocks before the first missing one are judged.
    ///
    /// # Errors
    /// As [`ResultsFolder::run`].
    pub fn judge(
        &self,
        session: &Session<'_>,
        plan: &Plan,
        kept: &KeptCounts,
        missing: &[Range<u64>],
    ) -> Result<Finished, FolderError> {
        let head = self.prepared(session, plan)?;
        let known = Known { head: &head, kept, has_own: false, missing };
        if missing.is_empty() {
            return self.play(session, plan, &known);
        }
        let finished = self.play(&session.that_plays_nothing(), plan, &known)?;
        Ok(Finished { interrupted: false, ..finished })
    }

    /// Checks the folder, and returns the head for new counts. It identifies the programs as
    /// they are now.
    fn prepared(&self, session: &Session<'_>, plan: &Plan) -> Result<CountsHead, FolderError> {
        if !self.lock.holds() {
            session.tell(Notice::NoLocks(self.path()));
        }
        match self.directory.foreign_file() {
            Some(file) if !self.force => Err(FolderError::Foreign(file)),
            _ => Ok(CountsHead::new(plan)),
        }
    }

    /// Returns the counts of earlier runs of this plan that can be used again, and whether the
    /// results in the folder were made from these counts. If an external program plays, only a user
    /// who resumes the run can vouch for its counts.
    fn counted_before(
        &self,
        session: &Session<'_>,
        plan: &Plan,
        head: &CountsHead,
        resume: bool,
    ) -> (KeptCounts, bool) {
        let Before { kept, unusable, has_own } = self.directory.counted_before(head);
        for why in &unusable {
            session.tell(Notice::Unusable(why));
        }
        if let Some(name) = external_program(plan).filter(|_| !resume && !kept.is_empty()) {
            // The program may load files that have changed since.
            session.tell(Notice::ProgramMayHaveChanged(name));
            return (KeptCounts::default(), false);
        }
        (kept, has_own)
    }

    /// Plays the blocks that are not counted, and writes the results.
    fn play(
        &self,
        session: &Session<'_>,
        plan: &Plan,
        known: &Known<'_>,
    ) -> Result<Finished, FolderError> {
        let checkpoints = self.directory.checkpoints(known.head, self.force)?;
        let session = session.checkpoints(Some(&checkpoints));
        let played = match self.played(&session, plan, known.kept) {
            Ok(played) => played,
            Err(error) if error.mixes_up_answers() => {
                checkpoints.discard()?;
                return Err(error.into());
            }
            // The next run resumes from these counts.
            Err(error) => {
                checkpoints.write_all();
                return Err(error.into());
            }
        };
        self.finish(&session, plan, played, known, (self.page, Some(&checkpoints)))
    }

    /// Writes the results, and a page if one is wanted. Counts that are not in the files of the
    /// results go to the checkpoints.
    fn finish(
        &self,
        session: &Session<'_>,
        plan: &Plan,
        mut played: Played,
        known: &Known<'_>,
        (page, checkpoints): (bool, Option<&Checkpoints>),
    ) -> Result<Finished, FolderError> {
        played.results.manifest.missing = known
            .missing
            .iter()
            .filter(|gap| !gap.is_empty())
            .map(|gap| [gap.start, gap.end - 1])
            .collect();
        // Where the folder vanished, the lock of the new one is held to the end.
        let again = self
            .directory
            .restored(&self.lock, || session.tell(Notice::FolderVanished(self.path())));
        let vanished = !matches!(again, Ok(None));
        let (written, _again) = if let Some(why) = self.why_nothing(&played.results.manifest) {
            (why, again.ok())
        } else {
            let files = self.files(plan, &mut played, known)?;
            let written = again
                .and_then(|again| Ok((self.write(plan, &played, known, &files)?, Some(again))));
            let counts =
                || files.first().map_or_else(Default::default, |(_, counts)| unpacked(counts));
            let kept =
                || checkpoints.and_then(|checkpoints| kept(checkpoints, &counts(), vanished));
            written.map_err(|reason| FolderError::Unwritten { reason, kept: kept() })?
        };
        if let Some(checkpoints) =
            checkpoints.filter(|_| !matches!(written, Written::Results { .. }))
        {
            checkpoints.write_all();
        }
        if page && written != Written::Nothing {
            report::write_beside(plan.game(), self.path(), self.force)?;
        }
        let Played { results, timing, blocks_played, interrupted, .. } = played;
        Ok(Finished { results, timing, blocks_played, interrupted, written })
    }

    /// Plays the blocks that are not counted.
    fn played(
        &self,
        session: &Session<'_>,
        asked: &Plan,
        kept: &KeptCounts,
    ) -> Result<Played, RunError> {
        // The last stage is known only now, and with it the identity of the run.
        let (grown, mut all) = session.last_stage(asked, kept)?.unzip();
        let plan = grown.as_ref().unwrap_or(asked);
        let mut played = session.resume(plan, kept)?;
        // A run that played nothing keeps the time of the earlier run.
        if let Some(earlier) = self
            .directory
            .timing(&played.results.manifest.digest)
            .filter(|_| played.blocks_played == 0)
        {
            played.timing = earlier;
        }
        // An earlier run that was stopped while it measured has all games, and perhaps not all
        // times.
        if played.results.manifest.complete && played.blocks_played == 0 {
            played.interrupted = !session.time_decisions(plan, &mut played.timing)?;
        }
        if let Some(all) = &mut all {
            all.extend(std::mem::take(&mut played.kept));
            played.kept = std::mem::take(all);
        }
        Ok(played)
    }

    /// Why nothing is written of a run, if so.
    fn why_nothing(&self, manifest: &Manifest) -> Option<Written> {
        if manifest.blocks == 0 {
            return Some(Written::Nothing);
        }
        let stays =
            !manifest.complete && self.directory.holds_more(&manifest.digest, manifest.blocks);
        stays.then_some(Written::LongerRunStays)
    }

    /// The files of a run.
    fn files(
        &self,
        plan: &Plan,
        played: &mut Played,
        known: &Known<'_>,
    ) -> Result<Files, FolderError> {
        let Played { results, timing, kept, .. } = played;
        timing.folder = external_program(plan).and_then(|_| self.directory.way_to_current_folder());
        let counts =
            kept.file_with(&known.head.clone().after_playing(plan)).map_err(csv::Error::from)?;
        Ok(std::iter::once(counts).chain(words::files(results, timing)?).collect())
    }

    /// Writes them.
    fn write(
        &self,
        plan: &Plan,
        played: &Played,
        known: &Known<'_>,
        files: &Files,
    ) -> Result<Written, WriteError> {
        // Results from an unknown program are kept: it may not give them again.
        let is_unknown = external_program(plan).is_some() && !self.force && !known.has_own;
        let apart = if is_unknown { self.directory.set_apart()? } else { None };
        let aside = self.directory.write(&played.results.manifest, files, self.force)?.or(apart);
        self.directory.remove_checkpoints(known.head, &played.kept)?;
        Ok(Written::Results { aside })
    }
}

/// Writes the counts where that is possible: to the file of checkpoints, which has a part of them
/// already unless it `vanished` with the folder, or else to another file.
fn kept(checkpoints: &Checkpoints, counts: &[u8], vanished: bool) -> Option<Kept> {
    let path = checkpoints.path();
    if !vanished && checkpoints.write_all() && path.exists() || replace(&path, counts).is_ok() {
        return Some(Kept::There(path));
    }
    Directory::rescue(counts).ok().map(Kept::Elsewhere)
}

/// Files, name and content.
type Files = Vec<(String, Vec<u8>)>;

/// The state of the folder before a plan is played.
struct Known<'a> {
    /// The head of the counts: the plan and the program that they belong to.
    head: &'a CountsHead,
    /// The counts of earlier runs.
    kept: &'a KeptCounts,
    /// Whether the results in the folder were made from these counts.
    has_own: bool,
    /// The blocks that no shard has counted, if results without them are wanted anyway.
    missing: &'a [Range<u64>],
}

/// The name of a strategy of a plan that is an external program, if there is one.
fn external_program(plan: &Plan) -> Option<&str> {
    plan.entrants().find(|entrant| entrant.program().is_some()).map(Entrant::name)
}
