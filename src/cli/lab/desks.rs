//! Desks: labs that each answer on a thread of their own.

use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::task::{Context, Poll, ready};

use fairdeal_core::registry::GAMES;
use fairdeal_lab::Lab;
use hyper::body::{Body, Bytes, Frame};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::programs::programs;

/// The most desks, of all pages together.
const MOST: usize = 64;

/// A request, and where its answer goes.
type Asked = (String, UnboundedSender<Bytes>);

/// A lab that answers on its own thread.
struct Desk {
    requests: mpsc::Sender<Asked>,
    stop: Arc<AtomicBool>,
}

impl Desk {
    /// Starts a thread, which ends when the desk is dropped and what was asked is answered.
    fn new(threads: usize, allow_programs: bool) -> Self {
        let (requests, asked) = mpsc::channel::<Asked>();
        let stop = Arc::new(AtomicBool::new(false));
        let mut lab = Lab::new(GAMES).stopped_by(stop.clone()).on_threads(threads);
        if allow_programs {
            lab = lab.with_programs(programs);
        }
        std::thread::spawn(move || {
            for (request, answer) in asked {
                // The page may have gone meanwhile.
                let send = |text: String| drop(answer.send(Bytes::from(text)));
                let events = lab.answer(&request, &|event| send(format!("{event}\n")));
                send(events);
            }
        });
        Self { requests, stop }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The parts of an answer: a line for each event that is heard before, and the list of the events last.
pub(super) struct Parts {
    received: UnboundedReceiver<Bytes>,
    is_whole: bool,
    stop: Arc<AtomicBool>,
}

impl Body for Parts {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let part = ready!(self.received.poll_recv(context));
        self.is_whole = part.is_none();
        Poll::Ready(part.map(|part| Ok(Frame::data(part))))
    }
}

impl Drop for Parts {
    /// If the page has gone meanwhile, nothing is played on for it.
    fn drop(&mut self) {
        if !self.is_whole {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// The desks of all pages, by the names that the pages gave them.
pub(super) struct Desks {
    by_name: Mutex<HashMap<String, Desk>>,
    /// The threads of a review.
    threads: usize,
    allow_programs: bool,
}

impl Desks {
    /// No desk yet. `threads`: those of a review. `allow_programs`: whether programs of the current folder
    /// may play.
    pub(super) fn new(threads: usize, allow_programs: bool) -> Self {
        Self { by_name: Mutex::default(), threads, allow_programs }
    }

    /// Asks a desk, which is made if it is new. `None` if there are too many desks, or this one failed.
    pub(super) fn ask(&self, name: &str, request: String) -> Option<Parts> {
        let (answer, received) = unbounded_channel();
        let mut desks = self.by_name.lock().unwrap_or_else(PoisonError::into_inner);
        if desks.len() >= MOST && !desks.contains_key(name) {
            return None;
        }
        let new = || Desk::new(self.threads, self.allow_programs);
        let desk = desks.entry(name.to_owned()).or_insert_with(new);
        desk.requests.send((request, answer)).ok()?;
        Some(Parts { received, is_whole: false, stop: desk.stop.clone() })
    }

    /// Ends a desk: what it plays is stopped.
    pub(super) fn end(&self, name: &str) {
        self.by_name.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
}
