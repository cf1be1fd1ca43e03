//! The signals that ask the program to end: Ctrl-C, the request to terminate, and the end of the
//! terminal.

use std::sync::Once;

/// Calls a function, in a thread of its own, each time the program is asked to end. Only the first
/// caller is called.
///
/// A signal that was ignored when the program started stays ignored, as after `nohup`,
/// `trap '' INT` and for a background job of `sh`: so a run can outlive its terminal.
pub(super) fn when_asked_to_end(heard: impl Fn() + Send + 'static) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| watch(heard));
}

#[cfg(not(unix))]
fn watch(heard: impl Fn() + Send + 'static) {
    // If this fails, Ctrl-C ends the program at once, as usual.
    let _ = ctrlc::set_handler(heard);
}

#[cfg(unix)]
fn watch(heard: impl Fn() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !unix::is_ignored(*signal));
    // If this fails, a signal ends the program at once, as usual.
    if let Ok(mut signals) = Signals::new(wanted) {
        std::thread::spawn(move || signals.forever().for_each(|_| heard()));
    }
}

/// Which signals are ignored. No safe function of a library reports that. On Linux a status file
/// does. Elsewhere a child process tests it, because it inherits the ignored signals.
#[cfg(unix)]
mod unix {
    use std::process::{Command, Stdio};

    /// Whether this signal is ignored.
    pub(super) fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        is_ignored_by(&status, signal).unwrap_or_else(|| {
            survives(Command::new("sh").args(["-c", TRY, "sh", &signal.to_string()]))
        })
    }

    /// Whether a Linux status file says that a signal is ignored.
    fn is_ignored_by(status: &str, signal: i32) -> Option<bool> {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        Some(u64::from_str_radix(mask.trim(), 16).ok()? >> (signal - 1) & 1 == 1)
    }

    /// A shell sends itself the signal of its first argument.
    const TRY: &str = "kill -\"$1\" $$";

    /// Whether a command succeeds, and does not end by a signal.
    fn survives(command: &mut Command) -> bool {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn linux_says_which_signals_are_ignored() {
            let status = "Name:\tfairdeal\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\nSigCgt:\t0000000000004002\n";
            assert_eq!(
                [1, 2, 13, 15].map(|signal| is_ignored_by(status, signal)),
                [true, false, true, false].map(Some)
            );
            assert_eq!(
                is_ignored_by("fairdeal 42 1 42 42 /dev/pts/0", 1),
                None,
                "of another system"
            );
        }

        #[test]
        fn a_child_finds_out_which_signals_are_ignored() {
            for (ignored, signal, found) in [
                ("HUP", "1", true),
                ("HUP", "2", false),
                ("INT", "2", true),
                ("INT TERM", "15", true),
                ("INT", "15", false),
            ] {
                let script = format!("trap '' {ignored}; exec sh -c '{TRY}' sh {signal}");
                // Signals that the tests themselves ignore, as in a background job of a shell, stay
                // ignored in all their child processes.
                let found = found || is_ignored(signal.parse().expect("a number"));
                assert_eq!(
                    survives(Command::new("sh").args(["-c", &script])),
                    found,
                    "{signal} where {ignored} is ignored"
                );
            }
        }
    }
}
