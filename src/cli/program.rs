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
    let allowed = if file.programs.is_empty() { "" } else { " --allow-programs" };
    format!("{} run --plan {} {part}{folder}{allowed}", name(), word(plan))
}
