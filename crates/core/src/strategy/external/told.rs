//! Messages to users while programs run: their standard error, and hints about possible faults.

use std::io::Write;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The function that shows messages; without one, they go to standard error.
static TELLER: OnceLock<fn(&str)> = OnceLock::new();

/// The messages that are shown only once.
static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Sets the function that shows messages while programs run, line ends included: standard error of
/// programs, and hints that a program does not answer. The first call decides. Without one, they go
/// to standard error.
pub fn tell_of_programs(teller: fn(&str)) {
    let _ = TELLER.set(teller);
}

/// Shows a message.
pub(super) fn say(text: &str) {
    match TELLER.get() {
        Some(teller) => teller(text),
        // A closed standard error is not an error.
        None => drop(std::io::stderr().write_all(text.as_bytes())),
    }
}

/// Shows a line, unless it was shown before.
pub(super) fn once(line: &str) {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if !told.iter().any(|known| known == line) {
        told.push(line.to_owned());
        drop(told);
        say(&format!("{line}\n"));
    }
}

/// Shows the last output of a program to standard error, once for several processes of one program.
pub(super) fn last_words(errors: &[u8]) {
    let text = String::from_utf8_lossy(errors);
    if !text.trim_end().is_empty() {
        once(text.trim_end());
    }
}
