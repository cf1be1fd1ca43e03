//! Desks: labs that each answer on a thread of their own.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use fairdeal_core::registry::GAMES;
use fairdeal_lab::Lab;
use hyper::body::Bytes;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

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
    fn new() -> Self {
        let (requests, asked) = mpsc::channel::<Asked>();
        let stop = Arc::new(AtomicBool::new(false));
        let mut lab = Lab::new(GAMES).stopped_by(stop.clone());
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

/// The desks of all pages, by the names that the pages gave them.
#[derive(Default)]
pub(super) struct Desks(Mutex<HashMap<String, Desk>>);

impl Desks {
    /// Asks a desk, which is made if it is new. Returns the parts of the answer: a line for each event
    /// that is heard before, and the list of the events last. `None` if there are too many desks.
    pub(super) fn ask(&self, name: &str, request: String) -> Option<UnboundedReceiver<Bytes>> {
        let (answer, parts) = unbounded_channel();
        let mut desks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if desks.len() >= MOST && !desks.contains_key(name) {
            return None;
        }
        let desk = desks.entry(name.to_owned()).or_insert_with(Desk::new);
        desk.requests.send((request, answer)).ok()?;
        Some(parts)
    }

    /// Ends a desk: what it plays is stopped.
    pub(super) fn end(&self, name: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
}
