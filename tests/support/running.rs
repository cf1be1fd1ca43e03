//! Programs that tests start: they react to signals as usual, however the tests were started, and
//! end with the test.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// The variable that has the folder of a test, for all programs that it starts and for those that
/// these start.
pub const MARK: &str = "FAIRDEAL_TEST_FOLDER";

/// A program that runs longer is ended, and the test fails: none takes a tenth of it.
const LONGEST: Duration = Duration::from_mins(20);

/// A program that was started. It ends with this at the latest.
pub struct Running {
    /// `None` once its output is waited for.
    child: Option<Child>,
    /// Ends the watch over its time.
    _watch: mpsc::Sender<()>,
}

impl Running {
    pub fn new(child: Child) -> Self {
        let (watch, ended) = mpsc::channel();
        #[cfg(unix)]
        let pid = rustix::process::Pid::from_child(&child);
        std::thread::spawn(move || {
            if ended.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
                #[cfg(unix)]
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
        });
        Self { child: Some(child), _watch: watch }
    }

    /// Starts a command.
    pub fn start(command: &mut Command) -> Self {
        Self::new(command.spawn().expect("it starts"))
    }

    /// Waits for the end, and for the output.
    pub fn output(mut self) -> Output {
        self.child.take().expect("it runs").wait_with_output().expect("it ends")
    }

    /// Sends a signal.
    #[cfg(unix)]
    pub fn send(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(rustix::process::Pid::from_child(self), signal)
            .expect("it is there");
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.child.as_ref().expect("it runs")
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        self.child.as_mut().expect("it runs")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // It may have ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Runs a command to its end; returns its output.
pub fn output(command: &mut Command) -> Output {
    Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped())).output()
}

/// Ends all programs that a test in this folder started, and all that these started, in whatever
/// session they are. Only Linux tells which they are.
pub fn end_all_of(folder: &Path) {
    #[cfg(not(target_os = "linux"))]
    let _ = folder;
    #[cfg(target_os = "linux")]
    loop {
        let found = all_of(folder);
        if found.is_empty() {
            return;
        }
        for pid in found {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
        // A dying program may have started another one just before.
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The programs that run of a test in this folder.
#[cfg(target_os = "linux")]
pub fn all_of(folder: &Path) -> Vec<rustix::process::Pid> {
    let mark = format!("{MARK}={}", folder.display());
    let is_marked = |pid: &i32| {
        std::fs::read(format!("/proc/{pid}/environ"))
            .is_ok_and(|variables| variables.split(|byte| *byte == 0).any(|v| v == mark.as_bytes()))
    };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(is_marked)
        .filter_map(rustix::process::Pid::from_raw)
        .collect()
}

/// The signals to which the programs that tests start react as usual.
#[cfg(unix)]
pub const USUAL: [i32; 6] = {
    use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    [SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ]
};

/// The signals that a process of Linux ignores, by its status file: a bit for each, from 1 on.
#[cfg(unix)]
pub fn ignored(status: &str) -> Option<u64> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Lets the programs that tests start react to signals as usual, even if the tests themselves were
/// started with some of them ignored: by `nohup`, or in the background of a script.
///
/// What a program ignores is ignored by all that it starts, but a handler is not handed on. So what
/// is ignored here gets a handler that does nothing.
pub fn take_usual_signals() {
    #[cfg(unix)]
    {
        use std::sync::atomic::AtomicBool;
        use std::sync::{Arc, Once};

        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
            let ignored = ignored(&status);
            for signal in USUAL {
                let handled = match ignored.map(|mask| mask >> (signal - 1) & 1) {
                    Some(0) => continue,
                    Some(_) => signal_hook::flag::register(signal, Arc::default()),
                    // Where it is not known, the tests react as usual themselves.
                    None => signal_hook::flag::register_conditional_default(
                        signal,
                        Arc::new(AtomicBool::new(true)),
                    ),
                };
                handled.expect("a handler");
            }
        });
    }
}
