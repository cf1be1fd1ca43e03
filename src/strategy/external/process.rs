//! A running program: lines to it, lines from it, and its end, whatever happens.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::failure::Trouble;
use super::program::Program;

/// The longest line of an answer.
const LONGEST_ANSWER: u64 = 1 << 20;

/// How long a program may take to end once its standard input is closed, or its output.
const TIME_TO_END: Duration = Duration::from_secs(1);

/// Programs that run now, so that all can be killed when this one has to end at once.
static RUNNING: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());

/// Kills every program that runs. From then on none can be started: whoever calls this is about to end.
pub fn kill_programs() {
    let running = lock(&RUNNING);
    running.iter().for_each(|child| kill(&mut lock(child)));
    std::mem::forget(running);
}

/// What is behind a lock: nothing here is ever left half-changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a program and what it started, and waits for it.
fn kill(child: &mut Child) {
    // What cannot be killed has ended already.
    #[cfg(unix)]
    if let Ok(Some(group)) = i32::try_from(child.id()).map(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// A running program. It is gone when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Arc<Mutex<Child>>,
    /// None once it was closed.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    watch: Arc<Watch>,
    watchdog: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program; its standard error is that of this one.
    pub(super) fn start(program: &Program) -> Result<Self, Trouble> {
        let mut command = program.to_start();
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own: so Ctrl-C on the terminal does not reach it while blocks are being finished, and all that it started can be killed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let (child, input, output) = {
            let mut running = lock(&RUNNING);
            let mut child = command.spawn().map_err(|error| Trouble::NotStarted(reason(&error)))?;
            let (input, output) = (child.stdin.take(), child.stdout.take());
            let child = Arc::new(Mutex::new(child));
            running.push(Arc::clone(&child));
            (child, input, output)
        };
        let (Some(input), Some(output)) = (input, output) else { unreachable!("both are pipes") };
        let watch = Arc::new(Watch { state: Mutex::new(State::Idle), changed: Condvar::new(), limit: program.time_limit() });
        let mut process = Self { child, input: Some(input), output: BufReader::new(output), watch, watchdog: None };
        let (watch, child) = (Arc::clone(&process.watch), Arc::clone(&process.child));
        let watchdog = std::thread::Builder::new().name("time limit".to_owned()).spawn(move || watch.keep(&child));
        process.watchdog = Some(watchdog.map_err(|error| Trouble::NotStarted(error.to_string()))?);
        Ok(process)
    }

    /// Sends lines and reads one line, without its end, into `answer`, which must be empty.
    pub(super) fn exchange(&mut self, lines: &[u8], answer: &mut Vec<u8>) -> Result<(), Trouble> {
        self.watch.begin();
        let talked = self.send(lines).and_then(|()| (&mut self.output).take(LONGEST_ANSWER).read_until(b'\n', answer));
        if self.watch.end() {
            return Err(Trouble::TimeLimit(self.watch.limit));
        }
        if talked.is_ok() && answer.ends_with(b"\n") {
            answer.pop();
            // What is there already was sent without waiting for a question.
            return if self.output.buffer().is_empty() { Ok(()) } else { Err(Trouble::Nonsense("it is more than one line")) };
        }
        if answer.len() as u64 == LONGEST_ANSWER {
            return Err(Trouble::Nonsense("it is a line without an end"));
        }
        self.input = None;
        Err(Trouble::Ended(self.wait().map(|status| status.to_string())))
    }

    fn send(&mut self, lines: &[u8]) -> std::io::Result<()> {
        let Some(input) = &mut self.input else { return Err(ErrorKind::BrokenPipe.into()) };
        input.write_all(lines)?;
        input.flush()
    }

    /// Gives the program time to end.
    ///
    /// Returns how it ended; `None` if it did not.
    fn wait(&self) -> Option<ExitStatus> {
        let (begun, mut pause) = (Instant::now(), Duration::from_millis(1));
        while begun.elapsed() < TIME_TO_END {
            if let Ok(Some(status)) = lock(&self.child).try_wait() {
                return Some(status);
            }
            std::thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(50));
        }
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A program that was killed, or is told the end by its closed input, is soon gone; the others are killed, and whatever they started with them.
        self.input = None;
        self.wait();
        kill(&mut lock(&self.child));
        lock(&RUNNING).retain(|child| !Arc::ptr_eq(child, &self.child));
        self.watch.close();
        if let Some(watchdog) = self.watchdog.take() {
            let _ = watchdog.join();
        }
    }
}

/// Why a program cannot be started, in words.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such program".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The time limit of a program. It is kept by a thread of its own that kills the program: so reading and writing need no turn through another
/// thread, and both end at once.
#[derive(Debug)]
struct Watch {
    state: Mutex<State>,
    changed: Condvar,
    limit: Duration,
}

/// What the program is about.
#[derive(Clone, Copy, Debug)]
enum State {
    /// Nothing is asked.
    Idle,
    /// It was asked then.
    Asked(Instant),
    /// It took too long, and was killed.
    Late,
    /// There will be no more questions.
    Closed,
}

impl Watch {
    /// A question is asked. (The watchdog need not wake up: it looks at least once in every span of the limit.)
    fn begin(&self) {
        *lock(&self.state) = State::Asked(Instant::now());
    }

    /// The question is answered, or there will be no answer.
    ///
    /// Returns whether it came too late.
    fn end(&self) -> bool {
        let mut state = lock(&self.state);
        let late = matches!(*state, State::Late);
        if !late {
            *state = State::Idle;
        }
        late
    }

    fn close(&self) {
        *lock(&self.state) = State::Closed;
        self.changed.notify_all();
    }

    /// Kills the program when it is late; returns then, or when there will be no more questions.
    fn keep(&self, child: &Mutex<Child>) {
        let mut state = lock(&self.state);
        loop {
            let pause = match *state {
                State::Idle => self.limit,
                State::Asked(begun) => self.limit.saturating_sub(begun.elapsed()),
                State::Late | State::Closed => return,
            };
            if pause.is_zero() {
                *state = State::Late;
                drop(state);
                kill(&mut lock(child));
                return;
            }
            state = self.changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
