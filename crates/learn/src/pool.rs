//! Threads that share work.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Threads; none of its own where threads cannot be started.
#[derive(Debug)]
pub struct Pool(Option<ThreadPool>);

impl Pool {
    /// Starts so many threads; 0: one for each core.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn new(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        // A browser starts no threads here: it has workers, of which each plays by itself.
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            return Ok(Self(None));
        }
        Ok(Self(Some(ThreadPoolBuilder::new().num_threads(threads).build()?)))
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.0.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// Does the same on each thread.
    pub fn on_each<T: Send>(&self, work: impl Fn() -> T + Sync) -> Vec<T> {
        match &self.0 {
            Some(pool) => pool.broadcast(|_| work()),
            None => vec![work()],
        }
    }

    /// Does something on these threads, which may share it.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
