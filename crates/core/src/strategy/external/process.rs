//! A running program: its input lines, its output lines, and its end in all cases.

use std::io::ErrorKind;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::failure::Trouble;
use super::pipes::{Pipes, Step};
use super::program::Program;
use super::told;

/// The longest line of an answer, in bytes.
pub(super) const LONGEST_ANSWER: usize = 1 << 20;

/// The time that a program has to end once its standard input, or its output, is closed.
const TIME_TO_END: Duration = Duration::from_secs(1);

/// After this time without an answer, the user is asked whether the program flushes its output.
const SLOW: Duration = Duration::from_secs(2);

/// The interval of checks whether a silent program still runs: its child processes may keep its
/// output open.
const GLANCE: Duration = Duration::from_millis(50);

/// The delay before standard error of a busy program is shown. Until then it may turn out to be the
/// reason of a failure.
const HELD_BACK: Duration = Duration::from_millis(500);

/// The running programs, so that all can be killed when this program must end at once.
static RUNNING: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());

/// Kills every running program, and prevents new ones from starting. Call it just before the end.
pub fn kill_programs() {
    let running = lock(&RUNNING);
    running.iter().for_each(|child| kill(&mut lock(child)));
    std::mem::forget(running);
}

/// Returns whether any program runs now.
pub fn programs_run() -> bool {
    !lock(&RUNNING).is_empty()
}

/// Locks a mutex, even a poisoned one: data here is never left half-changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a program and its process group, and waits for the program only: a process that left the
/// group may hold its pipes forever.
fn kill(child: &mut Child) {
    // A program that cannot be killed has already ended.
    #[cfg(unix)]
    if let Ok(Some(group)) = i32::try_from(child.id()).map(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// A running program, which ends when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Arc<Mutex<Child>>,
    pipes: Pipes,
    /// Its command, for messages.
    command: String,
    limit: Duration,
    /// The number of questions that it was asked.
    pub(super) questions: u64,
    /// The number of lines of its output that were read.
    pub(super) lines: u64,
    /// Its output after the last question.
    pub(super) surplus: Vec<u8>,
    has_ended: bool,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(program: &Program) -> Result<Self, Trouble> {
        let mut command = program.to_start();
        // Standard error is a pipe as well: so an error that several processes report is shown
        // once, and a process that outlives the program does not hold this program's standard
        // error.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A process group of its own: so Ctrl-C on the terminal does not reach it while blocks are
        // being finished, and all its child processes can be killed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let (child, pipes) = {
            let mut running = lock(&RUNNING);
            let mut child = command.spawn().map_err(|error| Trouble::NotStarted(reason(&error)))?;
            let pipes = Pipes::of(&mut child).map_err(|error| {
                kill(&mut child);
                Trouble::NotStarted(error.to_string())
            })?;
            let child = Arc::new(Mutex::new(child));
            running.push(Arc::clone(&child));
            (child, pipes)
        };
        let (command, limit) = (program.to_string(), program.time_limit);
        Ok(Self {
            child,
            pipes,
            command,
            limit,
            questions: 0,
            lines: 0,
            surplus: Vec::new(),
            has_ended: false,
        })
    }

    /// Sends a question, and reads the line of the answer without its end into `answer`, which must
    /// be empty. After an error `answer` has the bytes that were read.
    pub(super) fn ask(&mut self, question: &[u8], answer: &mut Vec<u8>) -> Result<(), Trouble> {
        // Output from before the question cannot be its answer.
        self.pipes.look(LONGEST_ANSWER);
        if !self.pipes.written.output.is_empty() {
            answer.clone_from(&self.pipes.written.output);
            return Err(Trouble::MoreLines);
        }
        self.questions += 1;
        let answered = self.read_line(question);
        let output = &mut self.pipes.written.output;
        match answered {
            Ok(end) => {
                answer.extend(output.drain(..=end));
                answer.pop();
                self.lines += 1;
                if !output.is_empty() {
                    answer.push(b'\n');
                    answer.extend(&*output);
                    return Err(Trouble::MoreLines);
                }
                self.show_errors();
                Ok(())
            }
            Err(trouble) => {
                answer.clone_from(output);
                Err(trouble)
            }
        }
    }

    /// Sends a question and reads until there is a line; returns the index of its end.
    fn read_line(&mut self, mut unsent: &[u8]) -> Result<usize, Trouble> {
        let begun = Instant::now();
        let (mut looked_at, mut is_over) = (0, false);
        loop {
            let output = &self.pipes.written.output;
            if unsent.is_empty()
                && let Some(end) = output[looked_at..].iter().position(|byte| *byte == b'\n')
            {
                let end = looked_at + end;
                return if end <= LONGEST_ANSWER { Ok(end) } else { Err(Trouble::TooLong) };
            }
            if output.len() > LONGEST_ANSWER {
                return Err(Trouble::TooLong);
            }
            if unsent.is_empty() {
                looked_at = output.len();
            }
            if is_over {
                return Err(Trouble::Ended(self.wait().map(|status| status.to_string())));
            }
            let left = self.limit.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Err(Trouble::TimeLimit(self.limit));
            }
            match self.pipes.step(&mut unsent, left.min(GLANCE)) {
                Step::Moved => {}
                Step::Closed => is_over = true,
                Step::Nothing => {
                    is_over = self.has_exited();
                    if is_over {
                        self.pipes.look(LONGEST_ANSWER);
                    }
                }
            }
            if !is_over && begun.elapsed() >= HELD_BACK {
                self.show_errors();
            }
            if !is_over && begun.elapsed() >= SLOW {
                told::once(&format!(
                    "`{}` has not answered for {} s. If it is not still thinking (it may for {} \
                        s): does it flush its output after every line?",
                    self.command,
                    SLOW.as_secs(),
                    self.limit.as_secs_f64()
                ));
            }
        }
    }

    fn has_exited(&self) -> bool {
        matches!(lock(&self.child).try_wait(), Ok(Some(_)))
    }

    /// Gives a program that has closed its output, or ended, time to end.
    ///
    /// Returns its exit status; `None` if it did not end.
    fn wait(&self) -> Option<std::process::ExitStatus> {
        let (begun, mut pause) = (Instant::now(), Duration::from_millis(1));
        loop {
            if let Ok(Some(status)) = lock(&self.child).try_wait() {
                return Some(status);
            }
            if begun.elapsed() >= TIME_TO_END {
                return None;
            }
            std::thread::sleep(pause);
            pause = (2 * pause).min(GLANCE);
        }
    }

    /// Shows the program's standard error.
    fn show_errors(&mut self) {
        let errors = &mut self.pipes.written.errors;
        if !errors.is_empty() {
            told::say(&String::from_utf8_lossy(errors));
            errors.clear();
        }
    }

    /// Ends the program: closes its input, gives it a second to end, then kills it, or at once if
    /// it is `late`. Lines that it still writes are counted. Returns the output to standard error
    /// that was not shown.
    pub(super) fn end(&mut self, late: bool) -> Vec<u8> {
        if self.has_ended {
            return Vec::new();
        }
        self.pipes.close_input();
        let (begun, patience) = (Instant::now(), if late { Duration::ZERO } else { TIME_TO_END });
        while self.pipes.written.output.len() <= LONGEST_ANSWER {
            let left = patience.saturating_sub(begun.elapsed());
            // Checked before the last step, so that no output comes after it.
            let has_exited = self.has_exited();
            let wait = if has_exited { Duration::ZERO } else { left.min(GLANCE) };
            match self.pipes.step(&mut &[][..], wait) {
                Step::Nothing if has_exited => break,
                Step::Moved | Step::Nothing => {}
                Step::Closed => {
                    self.wait();
                    break;
                }
            }
            if left.is_zero() {
                break;
            }
        }
        kill(&mut lock(&self.child));
        self.pipes.look(LONGEST_ANSWER);
        let output = std::mem::take(&mut self.pipes.written.output);
        self.lines += output.split_inclusive(|byte| *byte == b'\n').count() as u64;
        self.surplus = output;
        lock(&RUNNING).retain(|child| !Arc::ptr_eq(child, &self.child));
        self.has_ended = true;
        std::mem::take(&mut self.pipes.written.errors)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.has_ended {
            let errors = self.end(false);
            told::last_words(&errors);
        }
    }
}

/// The reason why a program cannot be started, in words.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such program".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
