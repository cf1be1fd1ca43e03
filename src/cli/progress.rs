//! Progress on standard error, how long something takes, and the interruption.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use console::measure_text_width;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::screen::{say, say_as_it_is};
use super::signals;
use fairdeal_core::input::shown;
use fairdeal_core::strategy::{programs_run, tell_of_programs};
use fairdeal_study::results::Manifest;
use fairdeal_study::session::{Control, Notice, Progress, Session, Stage};
use fairdeal_study::shards::Estimate;
use fairdeal_study::words::{counted, thousands};

/// The time between two draws of a bar.
const TICK: Duration = Duration::from_millis(100);

/// A longer message has a line of its own above the bar.
const LONG: usize = 20;

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The message at the first Ctrl-C while external programs play.
const HEARD: &str = "interrupted: the blocks that are being played are finished first (Ctrl-C again ends at once, without them)";

/// The bars of stages inside of one another. The last one is visible.
static BARS: Mutex<Vec<ProgressBar>> = Mutex::new(Vec::new());

/// Returns a copy of the visible bar, because the bars may change meanwhile.
fn visible() -> Option<ProgressBar> {
    BARS.lock().unwrap_or_else(PoisonError::into_inner).last().cloned()
}

/// Prints a message while a bar may be visible.
fn above_the_bar(say: impl FnOnce()) {
    match visible() {
        Some(bar) => bar.suspend(say),
        None => say(),
    }
}

/// Makes Ctrl-C (and the request to terminate) stop the run at the next block; a second one ends
/// the program at once.
///
/// Returns the flag that a run watches.
pub(super) fn watch_interruption() -> &'static AtomicBool {
    signals::when_asked_to_end(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            end_at_once();
        }
        // A block may take long then, and nothing else is shown before it ends.
        if programs_run() {
            above_the_bar(|| say(HEARD));
        }
    });
    tell_of_programs(|text| above_the_bar(|| say_as_it_is(text)));
    &INTERRUPTED
}

#[expect(clippy::exit, reason = "the user asked twice")]
fn end_at_once() {
    fairdeal_core::strategy::kill_programs();
    std::process::exit(130);
}

/// The progress of a session as bars on a terminal, with rate and time left. There are none in a
/// pipe or with `--quiet`.
pub(super) struct Bars {
    /// The plural word for the games.
    plural: &'static str,
    quiet: bool,
}

impl Bars {
    pub(super) fn new(plural: &'static str, quiet: bool) -> Self {
        Self { plural, quiet }
    }

    /// Watches a session by these bars, and stops it by Ctrl-C.
    pub(super) fn control(&self) -> Control<'_> {
        Control { stop: watch_interruption(), progress: self }
    }

    /// A session on this many threads, which these bars watch and Ctrl-C stops.
    pub(super) fn session(&self, threads: Option<u16>, allow_programs: bool) -> Session<'_> {
        Session::default()
            .threads(threads.map_or(0, usize::from))
            .control(self.control())
            .allow_programs(allow_programs)
    }

    fn with(change: impl FnOnce(&ProgressBar)) {
        if let Some(bar) = visible() {
            change(&bar);
        }
    }
}

impl Progress for Bars {
    fn begin(&self, stage: Stage<'_>, games: u64) {
        if self.quiet {
            return;
        }
        let said = match stage {
            Stage::Games => None,
            Stage::Trial(said) | Stage::Learning(said) => Some(said.to_owned()),
            Stage::Timing(strategy) => Some(format!("{strategy}: how long does a decision take?")),
        };
        if !std::io::stderr().is_terminal() {
            if let Some(said) = said {
                say(&said);
            }
            return;
        }
        let plural = self.plural;
        let endless = games == 0 && stage == Stage::Games;
        let template = if endless {
            format!("{{msg}}{{human_pos}} {plural}, {{rate}}; Ctrl-C ends it")
        } else if games == 0 {
            "{msg}{spinner} {elapsed}".to_owned()
        } else {
            format!(
                "{{msg}}{{bar:30}} {{human_pos}} of {{human_len}} {plural}, {{rate}}, {{eta}} left"
            )
        };
        // A long message gets a line of its own, cut at the end, because it would leave no room.
        let is_long = said.as_ref().is_some_and(|said| measure_text_width(said) > LONG);
        let template =
            if is_long { template.replacen("{msg}", "{wide_msg}\n", 1) } else { template };
        let bar = ProgressBar::with_draw_target(
            (games > 0).then_some(games),
            ProgressDrawTarget::stderr(),
        );
        let bar = match ProgressStyle::with_template(&template) {
            Ok(style) => bar.with_style(style.with_key(
                "rate",
                |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                    // Progress that cannot be written is not shown.
                    let _ = write!(text, "{}/s", thousands(state.per_sec() as u128));
                },
            )),
            Err(_) => bar,
        };
        bar.set_message(said.map_or_else(String::new, |said| said + " "));
        // It is visible from the beginning, and moves even while nothing is reported.
        bar.enable_steady_tick(TICK);
        BARS.lock().unwrap_or_else(PoisonError::into_inner).push(bar);
    }

    fn known(&self, games: u64) {
        Self::with(|bar| {
            bar.inc(games);
            // Games that took no time do not show the rate.
            bar.reset_eta();
        });
    }

    fn played(&self, games: u64) {
        Self::with(|bar| bar.inc(games));
    }

    fn notice(&self, notice: Notice<'_>) {
        above_the_bar(|| say(&in_words(notice)));
    }

    fn end(&self) {
        if let Some(bar) = BARS.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            bar.finish_and_clear();
        }
    }
}

/// Whether a search was asked for.
fn searches(manifest: &Manifest) -> bool {
    manifest.asked.tune.is_some() || manifest.asked.strategy.is_some()
}

/// A notice in words.
fn in_words(notice: Notice<'_>) -> String {
    match notice {
        Notice::Unwritten(why) => format!("warning: {why}\n  the run goes on, and tries again to save its counts"),
        Notice::Interrupted(manifest) if manifest.blocks == 0 && searches(manifest) => {
            "interrupted during the search: the same again goes on with it".to_owned()
        }
        Notice::Interrupted(manifest) => {
            let after = match manifest.blocks_planned {
                Some(planned) => format!("{} of {}", thousands(manifest.blocks.into()), counted(planned.into(), "block", "blocks")),
                None => counted(manifest.blocks.into(), "block", "blocks"),
            };
            format!("interrupted after {after}")
        }
        Notice::NotTimed => {
            "interrupted before it was known how long the decisions of all strategies take: run it again to measure the others".to_owned()
        }
        Notice::NoLocks(folder) => {
            format!("warning: {} cannot be locked: make sure that no other run writes there now", shown(folder))
        }
        Notice::FolderVanished(folder) => {
            format!("warning: {} was removed or moved during the run: it is made again, to save the counts", shown(folder))
        }
        Notice::Unusable(why) => format!("{why}; a run plays these games again"),
        Notice::ProgramMayHaveChanged(name) => {
            format!(
                "`{name}` is a program, which may have changed: everything is played again (--resume goes on if its files are unchanged)"
            )
        }
        Notice::NothingBefore => "there are no earlier counts: everything is played".to_owned(),
    }
}

/// How long a run takes on one machine, and how much memory.
pub(super) fn estimated(estimate: &Estimate) -> String {
    let memory = estimate
        .megabytes
        .map_or_else(String::new, |megabytes| format!(" and {megabytes} MB of memory"));
    let threads = counted(estimate.threads as u128, "thread", "threads");
    format!("{} with {threads}{memory}", about(estimate.seconds))
}

/// About how long something takes.
pub(super) fn about(seconds: f64) -> String {
    let about = if seconds < 1.0 { "" } else { "about " };
    format!("{about}{}", duration(seconds))
}

/// A time in words, rounded.
fn duration(seconds: f64) -> String {
    let (minute, hour, day) = (60.0, 3600.0, 86_400.0);
    match seconds {
        seconds if seconds < 1.0 => "less than a second".to_owned(),
        seconds if seconds < 2.0 * minute => counted(seconds.round() as u128, "second", "seconds"),
        seconds if seconds < 2.0 * hour => {
            format!("{} minutes", thousands((seconds / minute).round() as u128))
        }
        seconds if seconds < 2.0 * day => {
            format!("{} hours", thousands((seconds / hour).round() as u128))
        }
        seconds => format!("{} days", thousands((seconds / day).round() as u128)),
    }
}
