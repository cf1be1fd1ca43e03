//! The name of the program: fairdeal itself, or a program with games of its own; and the commands
//! for the user to type, which begin with it. Each path in them is one word of a shell.

use std::cell::RefCell;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::path::Path;

use fairdeal_study::experiment::PROGRAM;
use fairdeal_study::shards::PlanFile;
use fairdeal_study::words::quoted;

thread_local! {
    /// The name of the program whose command runs on this thread.
    static NAME: RefCell<String> = RefCell::new(PROGRAM.to_owned());
}

/// Runs a command of the program that was called by this name or path.
pub(super) fn called<T>(by: Option<&OsStr>, run: impl FnOnce() -> T) -> T {
    let file =
        by.and_then(|by| Path::new(by).file_name()).map(|file| file.to_string_lossy().into_owned());
    let name = file.map_or_else(
        || PROGRAM.to_owned(),
        |file| quoted(file.strip_suffix(EXE_SUFFIX).unwrap_or(&file)),
    );
    let before = NAME.replace(name);
    let done = run();
    NAME.set(before);
    done
}

/// Its name, as one word of a shell: that of its file.
pub(super) fn name() -> String {
    NAME.with_borrow(Clone::clone)
}

/// A path as one word of a shell.
pub(super) fn word(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// Plays a part of a plan: `--shard 3` or `--range 10-19`. If its strategies are programs, they
/// must be allowed.
pub(super) fn play(file: &PlanFile, plan: &Path, part: &str, folder: Option<&Path>) -> String {
    let folder = folder.map_or_else(String::new, |folder| format!(" --out {}", word(folder)));
    format!("{} run --plan {} {part}{folder}{}", name(), word(plan), allowing(file))
}

/// Merges the shards of a plan.
pub(super) fn merge(plan: &Path, folder: Option<&Path>) -> String {
    format!("{} merge {}{}", name(), word(plan), after(folder))
}

/// Shows the progress of the shards of a plan.
pub(super) fn status(plan: &Path, folder: Option<&Path>) -> String {
    format!("{} status --plan {}{}", name(), word(plan), after(folder))
}

/// Hands the shards of a plan to an engine.
pub(super) fn submit(file: &PlanFile, engine: &str, plan: &Path) -> String {
    format!("{} submit {} --plan {}{}", name(), engine, word(plan), allowing(file))
}

/// The folder of the shards, if it is not the default.
fn after(folder: Option<&Path>) -> String {
    folder.map_or_else(String::new, |folder| format!(" {}", word(folder)))
}

/// The option that allows the programs of a plan, if it has some.
fn allowing(file: &PlanFile) -> &'static str {
    if file.programs.is_empty() { "" } else { " --allow-programs" }
}
