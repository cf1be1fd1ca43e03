//! The name of the program: fairdeal itself, or a program with games of its own. Commands for the
//! user to type begin with it.

use std::cell::RefCell;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::path::Path;

use fairdeal_study::experiment::PROGRAM;
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
