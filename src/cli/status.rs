//! `fairdeal status`: how far the shards of a plan are, from files alone.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::args::StatusArguments;
use super::beat::{self, BEAT, Beat};
use super::commands;
use super::estimate::about;
use super::failure::{Failure, Outcome};
use crate::shards::{Inventory, PlanFile, PlannedShard, ShardFile, ShardHead};
use crate::words::counted;

/// How long to wait for a worker to move: two of its beats, and something for a slow disk.
const WAIT: Duration = BEAT.saturating_mul(2).saturating_add(Duration::from_secs(2));

/// How often to look at those that have not moved yet.
const AGAIN: Duration = Duration::from_millis(500);

/// At most so many shards are named in one line.
const NAMED: usize = 5;

/// Says how far the shards of a plan are.
pub(super) fn status(arguments: &StatusArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let plan = PlanFile::read(&arguments.plan)?;
    let folder = arguments.folder.clone().unwrap_or_else(|| PlanFile::usual_folder(&arguments.plan));
    let inventory = inventory(&plan, &folder)?;
    let status = Status::look(watched(&plan, &folder, &inventory), WAIT);
    for line in status.lines() {
        writeln!(out, "{line}")?;
    }
    for fault in &inventory.faults {
        writeln!(out, "{fault}")?;
    }
    if inventory.faults.is_empty() && status.shards.iter().all(|(_, state)| *state == State::Done) {
        writeln!(out, "next: {}", commands::merge(&arguments.plan, arguments.folder.as_deref()))?;
    }
    Ok(Outcome::Done)
}

/// What is in the folder of the shards.
pub(super) fn inventory(plan: &PlanFile, folder: &Path) -> Result<Inventory, Failure> {
    Inventory::of(folder, &plan.key, plan.blocks).map_err(Failure::unreadable(folder))
}

/// The shards of a plan. Who cut them in another way has done them as well.
pub(super) fn watched(plan: &PlanFile, folder: &Path, inventory: &Inventory) -> Vec<Watched> {
    let of_shard = |shard: &PlannedShard| {
        let blocks = shard.blocks();
        Watched {
            number: shard.shard,
            file: folder.join(ShardHead::new(&plan.key, &blocks).file_name()),
            done: inventory.missing.iter().all(|missing| missing.end <= blocks.start || blocks.end <= missing.start),
            games: (blocks.end - blocks.start).saturating_mul(plan.games_per_block),
            seconds: shard.seconds,
        }
    };
    plan.shards.iter().map(of_shard).collect()
}

/// A shard that is looked at.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    /// Its number.
    pub(super) number: usize,
    /// Its file.
    pub(super) file: PathBuf,
    /// Is its file there, whole?
    pub(super) done: bool,
    /// How many games it has.
    pub(super) games: u64,
    /// How long it takes according to the plan, in seconds.
    pub(super) seconds: f64,
}

/// How far a shard is.
#[derive(Clone, Debug, PartialEq)]
enum State {
    /// It was played.
    Done,
    /// Its worker moves.
    Running(Beat),
    /// Its worker ended, and said why.
    Failed(String),
    /// It was begun, and its worker does not move.
    Silent,
    /// Nobody has begun it.
    Waiting,
}

impl Watched {
    /// How far it is; `earlier` is what its worker said at the first look.
    fn state(&self, earlier: Option<Beat>) -> State {
        if self.done || (earlier.is_some() && ShardFile::read(&self.file).is_ok()) {
            return State::Done;
        }
        match (Beat::read(&self.file), beat::failure(&self.file)) {
            (Some(now), _) if Some(now) != earlier => State::Running(now),
            (_, Some(why)) => State::Failed(why),
            (Some(_), None) => State::Silent,
            (None, None) => State::Waiting,
        }
    }
}

/// How far all are.
#[derive(Clone, Debug)]
pub(super) struct Status {
    shards: Vec<(Watched, State)>,
}

impl Status {
    /// Looks at shards, and again for at most `wait` at those that were begun: whoever moves meanwhile lives.
    fn look(shards: Vec<Watched>, wait: Duration) -> Self {
        let begun = Instant::now();
        let earlier: Vec<Option<Beat>> = shards.iter().map(|shard| if shard.done { None } else { Beat::read(&shard.file) }).collect();
        let mut states: Vec<State> = shards.iter().zip(&earlier).map(|(shard, earlier)| shard.state(*earlier)).collect();
        while states.contains(&State::Silent) && begun.elapsed() < wait {
            std::thread::sleep(wait.saturating_sub(begun.elapsed()).min(AGAIN));
            for ((shard, earlier), state) in shards.iter().zip(&earlier).zip(&mut states) {
                if *state == State::Silent {
                    *state = shard.state(*earlier);
                }
            }
        }
        Self { shards: shards.into_iter().zip(states).collect() }
    }

    /// The numbers of the shards in some state.
    fn numbers(&self, is: impl Fn(&State) -> bool) -> Vec<usize> {
        self.shards.iter().filter(|(_, state)| is(state)).map(|(shard, _)| shard.number).collect()
    }

    /// The time left, in seconds, if as many work at once as do now; `None` if nobody works, or has not played yet.
    ///
    /// The plan says how long a shard takes on the machine that made it. How much longer it takes here is what those that run tell, by their own clocks.
    fn seconds_left(&self) -> Option<f64> {
        let running: Vec<(&Watched, &Beat)> = self
            .shards
            .iter()
            .filter_map(|(shard, state)| if let State::Running(beat) = state { Some((shard, beat)) } else { None })
            .collect();
        let part = |shard: &Watched, beat: &Beat| beat.games as f64 / shard.games.max(1) as f64;
        let planned: f64 = running.iter().map(|(shard, beat)| shard.seconds * part(shard, beat)).sum();
        let taken: f64 = running.iter().map(|(_, beat)| beat.seconds).sum();
        if planned <= 0.0 {
            return None;
        }
        let slower = taken / planned;
        let rest = |shard: &Watched, part: f64| shard.seconds * (1.0 - part).max(0.0) * slower;
        let begun = running.iter().map(|(shard, beat)| rest(shard, part(shard, beat)));
        let others =
            self.shards.iter().filter(|(_, state)| !matches!(state, State::Done | State::Running(_))).map(|(shard, _)| rest(shard, 0.0));
        let longest = begun.clone().chain(others.clone()).fold(0.0, f64::max);
        let shared = begun.chain(others).sum::<f64>() / running.len() as f64;
        Some(longest.max(shared))
    }

    /// The lines that say it.
    fn lines(&self) -> Vec<String> {
        let line = |name: &str, numbers: &[usize], note: String| {
            let count = numbers.len();
            (count > 0).then(|| format!("  {name:<8} {count:>6}{note}"))
        };
        let named = |numbers: &[usize]| {
            let more = numbers.len().saturating_sub(NAMED);
            let first: Vec<String> = numbers.iter().take(NAMED).map(usize::to_string).collect();
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{}{rest}", first.join(", "))
        };
        let done = self.numbers(|state| *state == State::Done);
        let running = self.numbers(|state| matches!(state, State::Running(_)));
        let failed = self.numbers(|state| matches!(state, State::Failed(_)));
        let silent = self.numbers(|state| *state == State::Silent);
        let waiting = self.numbers(|state| *state == State::Waiting);
        let mut lines = vec![counted(self.shards.len() as u128, "shard", "shards")];
        lines.extend(line("done", &done, String::new()));
        lines.extend(line("running", &running, String::new()));
        lines.extend(line("failed", &failed, format!("   {}", named(&failed))));
        for (shard, why) in self.failures().take(NAMED) {
            // The rest of it is in the note.
            lines.push(format!("    {shard}: {}", why.lines().next().unwrap_or_default()));
        }
        let moved = format!("   {}: begun, and then silent for {} s: killed, suspended or cut off", named(&silent), WAIT.as_secs());
        lines.extend(line("silent", &silent, moved));
        lines.extend(line("waiting", &waiting, String::new()));
        if let Some(seconds) = self.seconds_left() {
            let workers = counted(running.len() as u128, "worker goes", "workers go");
            lines.push(format!("{} left, if {workers} on", about(seconds)));
        }
        lines
    }

    fn failures(&self) -> impl Iterator<Item = (usize, &str)> {
        self.shards
            .iter()
            .filter_map(|(shard, state)| if let State::Failed(why) = state { Some((shard.number, why.as_str())) } else { None })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Shards of 100 games and 10 planned seconds each in a folder; those with a file are done.
    fn shards(folder: &Path, count: usize) -> Vec<Watched> {
        let of_number = |number: usize| {
            let file = folder.join(format!("{number}.shard"));
            Watched { number, done: file.is_file(), file, games: 100, seconds: 10.0 }
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
        let found: Vec<State> = status.shards.into_iter().map(|(_, state)| state).collect();
        let expected = [
            State::Done,
            State::Silent,
            State::Running(Beat { number: 4, games: 20, seconds: 2.0 }),
            State::Failed("the disk is full".to_owned()),
            State::Waiting,
            State::Waiting,
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
        assert_eq!(status.lines(), ["2 shards", "  done          1", "  waiting       1"]);
    }

    /// The state of each of some shards as planned: 100 games, 10 seconds.
    fn status(states: Vec<State>) -> Status {
        let shards = shards(Path::new("/nowhere"), states.len());
        Status { shards: shards.into_iter().zip(states).collect() }
    }

    #[test]
    fn the_time_left_is_that_of_those_who_work_at_their_own_pace() {
        // Half of 10 planned seconds took 20: all takes four times as long.
        let half = || State::Running(Beat { number: 4, games: 50, seconds: 20.0 });
        let seconds_left = |states| status(states).seconds_left();
        assert_eq!(seconds_left(vec![half()]), Some(20.0));
        assert_eq!(seconds_left(vec![half(), State::Done]), Some(20.0));
        assert_eq!(seconds_left(vec![half(), State::Waiting]), Some(60.0));
        assert_eq!(seconds_left(vec![half(), half(), State::Waiting, State::Silent, State::Waiting]), Some(80.0));
        // One that waits takes its time, however many work.
        assert_eq!(seconds_left(vec![half(), half(), half(), State::Waiting]), Some(40.0));
        assert_eq!(seconds_left(vec![State::Waiting, State::Done]), None);
        assert_eq!(seconds_left(vec![State::Running(Beat { number: 0, games: 0, seconds: 0.0 })]), None);
    }

    #[test]
    fn every_state_has_a_line() {
        let running = || State::Running(Beat { number: 4, games: 50, seconds: 20.0 });
        let failed = || State::Failed("strategy `mine` failed".to_owned());
        let mut states = vec![State::Done, running(), running(), failed(), State::Silent, State::Waiting];
        states.extend(std::iter::repeat_n(State::Silent, 7));
        insta::assert_snapshot!(status(states).lines().join("\n"));
    }
}
