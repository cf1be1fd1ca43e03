//! Progress on standard error, and the interruption.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C (and the request to terminate) stop the run at the next block; a second one ends the program at once.
///
/// Returns the flag that a run watches.
pub(super) fn watch_interruption() -> &'static AtomicBool {
    // Only the first call can succeed; every later one finds the handler there already.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            end_at_once();
        }
    });
    &INTERRUPTED
}

#[expect(clippy::exit, reason = "the user asked twice")]
fn end_at_once() {
    crate::strategy::kill_programs();
    std::process::exit(130);
}

/// A progress bar with rate and time left: on a terminal, unless the user wants quiet; none in a pipe.
pub(super) fn bar(games: u64, many: &str, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {many}, {{per_sec}}, {{eta}} left");
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
