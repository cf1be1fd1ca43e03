//! The pipes to and from a program. No function here waits longer than its argument says.

use std::process::Child;
use std::time::{Duration, Instant};

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Some bytes were sent or received.
    Moved,
    /// Nothing happened in time.
    Nothing,
    /// The program has closed its input or its output.
    Closed,
}

/// Unread output of a program.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// From its standard output.
    pub(super) output: Vec<u8>,
    /// From its standard error.
    pub(super) errors: Vec<u8>,
}

/// The pipes of a program.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) written: Written,
    ends: ends::Ends,
}

impl Pipes {
    /// Takes the pipes of a program that was just started.
    pub(super) fn of(child: &mut Child) -> std::io::Result<Self> {
        Ok(Self { written: Written::default(), ends: ends::Ends::of(child)? })
    }

    /// Waits until something can be sent or received, and does so once; `unsent` is then the rest
    /// to send.
    pub(super) fn step(&mut self, unsent: &mut &[u8], wait: Duration) -> Step {
        self.ends.step(&mut self.written, unsent, wait).unwrap_or(Step::Closed)
    }

    /// Receives the available output, up to about `most` bytes; with a short time limit, since a
    /// program may never stop writing to standard error.
    pub(super) fn look(&mut self, most: usize) {
        const MOMENT: Duration = Duration::from_millis(50);
        let begun = Instant::now();
        while self.written.output.len() <= most
            && self.step(&mut &[][..], Duration::ZERO) == Step::Moved
            && begun.elapsed() < MOMENT
        {}
    }

    /// Closes the program's input: there are no more questions.
    pub(super) fn close_input(&mut self) {
        self.ends.input = None;
    }
}

/// On Unix the pipes are non-blocking, and one call waits for all of them.
#[cfg(unix)]
mod ends {
    use std::os::fd::AsFd;
    use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{Errno, ioctl_fionbio, read, write};

    use super::{Step, Written};

    #[derive(Debug)]
    pub(super) struct Ends {
        /// `None` after it was closed.
        pub(super) input: Option<ChildStdin>,
        output: ChildStdout,
        /// `None` after the program has closed it.
        errors: Option<ChildStderr>,
    }

    impl Ends {
        pub(super) fn of(child: &mut Child) -> std::io::Result<Self> {
            let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
                unreachable!("both are pipes")
            };
            let errors = child.stderr.take();
            ioctl_fionbio(&input, true)?;
            ioctl_fionbio(&output, true)?;
            errors.as_ref().map_or(Ok(()), |errors| ioctl_fionbio(errors, true))?;
            Ok(Self { input: Some(input), output, errors })
        }

        pub(super) fn step(
            &mut self,
            written: &mut Written,
            unsent: &mut &[u8],
            wait: Duration,
        ) -> rustix::io::Result<Step> {
            let mut asked = vec![PollFd::new(&self.output, PollFlags::IN)];
            asked.extend(self.errors.as_ref().map(|errors| PollFd::new(errors, PollFlags::IN)));
            asked.extend(
                self.input
                    .as_ref()
                    .filter(|_| !unsent.is_empty())
                    .map(|input| PollFd::new(input, PollFlags::OUT)),
            );
            match poll(&mut asked, Timespec::try_from(wait).ok().as_ref()) {
                Ok(0) | Err(Errno::INTR) => return Ok(Step::Nothing),
                Ok(_) => {}
                Err(error) => return Err(error),
            }
            drop(asked);
            // No pipe blocks, so all can be tried, ready or not.
            let mut step = match receive(&self.output, &mut written.output)? {
                Some(0) => Step::Closed,
                Some(_) => Step::Moved,
                None => Step::Nothing,
            };
            // Everything within limits, since a program that ends may have written much.
            for _ in 0..16 {
                let Some(errors) = &self.errors else { break };
                match receive(errors, &mut written.errors) {
                    Ok(Some(1..)) if step == Step::Nothing => step = Step::Moved,
                    Ok(Some(1..)) => {}
                    Ok(None) => break,
                    Ok(Some(0)) | Err(_) => self.errors = None,
                }
            }
            if let Some(input) = self.input.as_ref().filter(|_| !unsent.is_empty()) {
                match write(input, unsent) {
                    Ok(sent) => *unsent = &unsent[sent..],
                    Err(Errno::AGAIN | Errno::INTR) => return Ok(step),
                    Err(error) => return Err(error),
                }
                if step == Step::Nothing {
                    step = Step::Moved;
                }
            }
            Ok(step)
        }
    }

    /// Receives available bytes: returns their number, 0 at the end; `None` if there are none.
    fn receive(from: impl AsFd, to: &mut Vec<u8>) -> rustix::io::Result<Option<usize>> {
        let mut part = [0; 8192];
        match read(from, &mut part) {
            Ok(bytes) => {
                to.extend_from_slice(&part[..bytes]);
                Ok(Some(bytes))
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// On other systems a thread waits at each pipe.
#[cfg(not(unix))]
mod ends {
    use std::io::{Read, Write};
    use std::process::Child;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
    use std::thread::spawn;
    use std::time::Duration;

    use super::{Step, Written};

    #[derive(Debug)]
    pub(super) struct Ends {
        /// `None` after it was closed.
        pub(super) input: Option<Sender<Vec<u8>>>,
        /// Received bytes, and whether they are from standard error.
        received: Receiver<(bool, Vec<u8>)>,
    }

    impl Ends {
        pub(super) fn of(child: &mut Child) -> std::io::Result<Self> {
            let (input, unsent) = channel::<Vec<u8>>();
            let (sender, received) = channel();
            if let Some(mut end) = child.stdin.take() {
                spawn(
                    move || while unsent.recv().is_ok_and(|lines| end.write_all(&lines).is_ok()) {},
                );
            }
            let errors =
                child.stderr.take().map(|end| (true, Box::new(end) as Box<dyn Read + Send>));
            let output =
                child.stdout.take().map(|end| (false, Box::new(end) as Box<dyn Read + Send>));
            for (are_errors, mut end) in errors.into_iter().chain(output) {
                let sender = sender.clone();
                spawn(move || {
                    let mut part = [0; 8192];
                    loop {
                        let bytes = end.read(&mut part).unwrap_or(0);
                        if sender.send((are_errors, part[..bytes].to_vec())).is_err() || bytes == 0
                        {
                            return;
                        }
                    }
                });
            }
            Ok(Self { input: Some(input), received })
        }

        pub(super) fn step(
            &mut self,
            written: &mut Written,
            unsent: &mut &[u8],
            wait: Duration,
        ) -> std::io::Result<Step> {
            if let Some(input) = self.input.as_ref().filter(|_| !unsent.is_empty()) {
                input.send(unsent.to_vec()).map_err(|_| std::io::ErrorKind::BrokenPipe)?;
                *unsent = &[];
            }
            match self.received.recv_timeout(wait) {
                Ok((true, bytes)) => {
                    written.errors.extend(bytes);
                    Ok(Step::Moved)
                }
                Ok((false, bytes)) => {
                    written.output.extend_from_slice(&bytes);
                    Ok(if bytes.is_empty() { Step::Closed } else { Step::Moved })
                }
                Err(RecvTimeoutError::Timeout) => Ok(Step::Nothing),
                Err(RecvTimeoutError::Disconnected) => Ok(Step::Closed),
            }
        }
    }
}
