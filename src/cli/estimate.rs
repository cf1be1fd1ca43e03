//! How long something takes, in words.

use fairdeal_study::shards::Estimate;
use fairdeal_study::words::{counted, thousands};

/// How long a run takes on one machine, and how much memory.
pub(super) fn in_words(estimate: &Estimate) -> String {
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
