//! What users are told while programs run: what these write to standard error, and what may be
//! wrong with them.

use std::io::Write;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Who tells the users; without anybody, it goes to standard error as it is.
static TELLER: OnceLock<fn(&str)> = OnceLock::new();

/// What was told once.
static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Hands what users are told while programs run to `teller`, line ends included: a program writes
/// to standard error, or does not answer for a while. The first call decides. Without one, it goes
/// to standard error.
pub fn tell_of_programs(teller: fn(&str)) {
    let _ = TELLER.set(teller);
}

/// Tells the users.
pub(super) fn say(text: &str) {
    match TELLER.get() {
        Some(teller) => teller(text),
        // If nobody listens, that is no error.
        None => drop(std::io::stderr().write_all(text.as_bytes())),
    }
}

/// Tells the users a line, unless it was told before.
pub(super) fn once(line: &str) {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if !told.iter().any(|known| known == line) {
        told.push(line.to_owned());
        drop(told);
        say(&format!("{line}\n"));
    }
}

/// Shows what a program wrote to standard error at its end: several processes of one program say
/// the same.
pub(super) fn last_words(errors: &[u8]) {
    let text = String::from_utf8_lossy(errors);
    if !text.trim_end().is_empty() {
        once(text.trim_end());
    }
}
