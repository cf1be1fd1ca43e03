//! The progress of the shards of a plan, read from files only.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::beat::{Beat, failure};
use super::file::ShardFile;
use super::inventory::Inventory;
use super::plan::{PlanFile, PlannedShard};

/// The time between looks at shards that have not moved yet.
const AGAIN: Duration = Duration::from_millis(500);

impl PlanFile {
    /// Its shards, to be watched in the folder of this inventory. A shard counts as done if all its
    /// blocks are in files, even if these were cut differently.
    pub fn watched(&self, folder: &Path, inventory: &Inventory) -> Vec<WatchedShard> {
        let of_shard = |shard: &PlannedShard| {
            let blocks = shard.blocks();
            WatchedShard {
                number: shard.shard,
                file: self.shard_path(folder, &blocks),
                done: inventory
                    .missing
                    .iter()
                    .all(|missing| missing.end <= blocks.start || blocks.end <= missing.start),
                games: (blocks.end - blocks.start).saturating_mul(self.games_per_block),
                seconds: shard.seconds,
            }
        };
        self.shards.iter().map(of_shard).collect()
    }
}

/// A shard that is watched.
#[derive(Clone, Debug)]
pub struct WatchedShard {
    /// Its number.
    pub number: usize,
    /// Its file.
    pub file: PathBuf,
    /// Whether its complete file exists.
    pub done: bool,
    /// The number of its games.
    pub games: u64,
    /// Its time according to the plan, in seconds.
    pub seconds: f64,
}

/// The state of a shard.
#[derive(Clone, Debug, PartialEq)]
pub enum ShardState {
    /// It was played.
    Done,
    /// Its worker makes progress.
    Running(Beat),
    /// Its worker ended with an error.
    Failed(String),
    /// It was begun, but its worker makes no progress.
    Silent,
    /// It is not begun.
    Waiting,
}

impl WatchedShard {
    /// Its state; `earlier` is the note of its worker at the first look.
    fn state(&self, earlier: Option<Beat>) -> ShardState {
        if self.done || (earlier.is_some() && ShardFile::read(&self.file).is_ok()) {
            return ShardState::Done;
        }
        match (Beat::read(&self.file), failure(&self.file)) {
            (Some(now), _) if Some(now) != earlier => ShardState::Running(now),
            (_, Some(why)) => ShardState::Failed(why),
            (Some(_), None) => ShardState::Silent,
            (None, None) => ShardState::Waiting,
        }
    }
}

/// The state of all shards.
#[derive(Clone, Debug)]
pub struct Status {
    /// Each shard, in their order.
    pub shards: Vec<(WatchedShard, ShardState)>,
}

impl Status {
    /// Looks at all shards, then again for at most `wait` at those that were begun. A worker that
    /// makes progress meanwhile is alive.
    pub fn look(shards: Vec<WatchedShard>, wait: Duration) -> Self {
        let begun = Instant::now();
        let earlier: Vec<Option<Beat>> = shards
            .iter()
            .map(|shard| if shard.done { None } else { Beat::read(&shard.file) })
            .collect();
        let mut states: Vec<ShardState> =
            shards.iter().zip(&earlier).map(|(shard, earlier)| shard.state(*earlier)).collect();
        while states.contains(&ShardState::Silent) && begun.elapsed() < wait {
            std::thread::sleep(wait.saturating_sub(begun.elapsed()).min(AGAIN));
            for ((shard, earlier), state) in shards.iter().zip(&earlier).zip(&mut states) {
                if *state == ShardState::Silent {
                    *state = shard.state(*earlier);
                }
            }
        }
        Self { shards: shards.into_iter().zip(states).collect() }
    }

    /// The numbers of the shards in some state.
    pub fn numbers(&self, is: impl Fn(&ShardState) -> bool) -> Vec<usize> {
        self.shards.iter().filter(|(_, state)| is(state)).map(|(shard, _)| shard.number).collect()
    }

    /// The time left, in seconds, if the number of workers stays the same; `None` if no worker has
    /// played yet.
    ///
    /// The plan says how long a shard takes on the machine that made it. The running workers say,
    /// by their own clocks, how much longer it takes here.
    pub fn seconds_left(&self) -> Option<f64> {
        let running: Vec<(&WatchedShard, &Beat)> = self
            .shards
            .iter()
            .filter_map(|(shard, state)| {
                if let ShardState::Running(beat) = state { Some((shard, beat)) } else { None }
            })
            .collect();
        let part =
            |shard: &WatchedShard, beat: &Beat| beat.games as f64 / shard.games.max(1) as f64;
        let planned: f64 =
            running.iter().map(|(shard, beat)| shard.seconds * part(shard, beat)).sum();
        let taken: f64 = running.iter().map(|(_, beat)| beat.seconds).sum();
        if planned <= 0.0 {
            return None;
        }
        let slower = taken / planned;
        let rest = |shard: &WatchedShard, part: f64| shard.seconds * (1.0 - part).max(0.0) * slower;
        let begun = running.iter().map(|(shard, beat)| rest(shard, part(shard, beat)));
        let others = self
            .shards
            .iter()
            .filter(|(_, state)| !matches!(state, ShardState::Done | ShardState::Running(_)))
            .map(|(shard, _)| rest(shard, 0.0));
        let longest = begun.clone().chain(others.clone()).fold(0.0, f64::max);
        let shared = begun.chain(others).sum::<f64>() / running.len() as f64;
        Some(longest.max(shared))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Shards of 100 games and 10 planned seconds each in a folder; those with a file are done.
    fn shards(folder: &Path, count: usize) -> Vec<WatchedShard> {
        let of_number = |number: usize| {
            let file = folder.join(format!("{number}.shard"));
            WatchedShard { number, done: file.is_file(), file, games: 100, seconds: 10.0 }
        };
        (0..count).map(of_number).collect()
    }

    fn beat(folder: &Path, shard: usize, number: u64, games: u64, seconds: f64) {
        let text = serde_json::to_string(&Beat { number, games, seconds }).expect("memory");
        fs::write(folder.join(format!("{shard}.shard.progress")), text).expect("a file");
    }

    #[test]
    fn a_shard_is_what_its_files_say() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        fs::write(path.join("0.shard"), "counts").expect("a file");
        // A note that the worker of a finished shard left behind says nothing.
        beat(path, 0, 3, 10, 1.0);
        beat(path, 1, 3, 10, 1.0);
        beat(path, 2, 3, 10, 1.0);
        fs::write(path.join("3.shard.failed"), "the disk is full\n").expect("a file");
        // Half a note is no note.
        fs::write(path.join("4.shard.progress"), "{\"number\":").expect("a file");
        let shards = shards(path, 6);
        let moves = path.to_path_buf();
        let worker = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            beat(&moves, 2, 4, 20, 2.0);
        });
        let status = Status::look(shards, Duration::from_millis(1200));
        worker.join().expect("it ends");
        let found: Vec<ShardState> = status.shards.into_iter().map(|(_, state)| state).collect();
        let expected = [
            ShardState::Done,
            ShardState::Silent,
            ShardState::Running(Beat { number: 4, games: 20, seconds: 2.0 }),
            ShardState::Failed("the disk is full".to_owned()),
            ShardState::Waiting,
            ShardState::Waiting,
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn nobody_waits_where_nobody_works() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("0.shard"), "counts").expect("a file");
        let begun = Instant::now();
        let status = Status::look(shards(folder.path(), 2), Duration::from_mins(1));
        assert!(begun.elapsed() < Duration::from_secs(20));
        let found: Vec<ShardState> = status.shards.into_iter().map(|(_, state)| state).collect();
        assert_eq!(found, [ShardState::Done, ShardState::Waiting]);
    }

    /// The state of each of some shards as planned: 100 games, 10 seconds.
    fn status(states: Vec<ShardState>) -> Status {
        let shards = shards(Path::new("/nowhere"), states.len());
        Status { shards: shards.into_iter().zip(states).collect() }
    }

    #[test]
    fn the_time_left_is_that_of_those_who_work_at_their_own_pace() {
        // Half of 10 planned seconds took 20: all takes four times as long.
        let half = || ShardState::Running(Beat { number: 4, games: 50, seconds: 20.0 });
        let seconds_left = |states| status(states).seconds_left();
        assert_eq!(seconds_left(vec![half()]), Some(20.0));
        assert_eq!(seconds_left(vec![half(), ShardState::Done]), Some(20.0));
        assert_eq!(seconds_left(vec![half(), ShardState::Waiting]), Some(60.0));
        assert_eq!(
            seconds_left(vec![
                half(),
                half(),
                ShardState::Waiting,
                ShardState::Silent,
                ShardState::Waiting
            ]),
            Some(80.0)
        );
        // One that waits takes its time, however many work.
        assert_eq!(seconds_left(vec![half(), half(), half(), ShardState::Waiting]), Some(40.0));
        assert_eq!(seconds_left(vec![ShardState::Waiting, ShardState::Done]), None);
        assert_eq!(
            seconds_left(vec![ShardState::Running(Beat { number: 0, games: 0, seconds: 0.0 })]),
            None
        );
    }
}
