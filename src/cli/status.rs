//! `fairdeal status`: the progress of the shards of a plan, read from files only.

use std::time::Duration;

use super::prelude::*;
use fairdeal_core::input::plain;
use fairdeal_study::shards::{BEAT, Inventory, ShardState, Status, WatchedShard};

#[derive(Args, Debug)]
pub(super) struct StatusArguments {
    /// The file of the plan
    #[arg(long, value_name = "PLAN")]
    pub(super) plan: PathBuf,
    /// The folder with the files of its shards [default: plan.shards/ for plan.json]
    #[arg(value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
}

/// How long to wait for progress of a worker: twice the time between its notes, and some time for a
/// slow disk.
const WAIT: Duration = BEAT.saturating_mul(2).saturating_add(Duration::from_secs(2));

/// At most this many shards are named in one line.
const NAMED: usize = 5;

/// Shows the progress of the shards of a plan.
pub(super) fn status(
    arguments: &StatusArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let plan = PlanFile::read(&arguments.plan)?;
    let folder =
        arguments.folder.clone().unwrap_or_else(|| PlanFile::usual_folder(&arguments.plan));
    let inventory = inventory(&plan, &folder)?;
    let status = Status::look(plan.watched(&folder, &inventory), WAIT);
    for line in lines(&status) {
        writeln!(out, "{line}")?;
    }
    for fault in &inventory.faults {
        writeln!(out, "{fault}")?;
    }
    if inventory.faults.is_empty()
        && status.shards.iter().all(|(_, state)| *state == ShardState::Done)
    {
        writeln!(out, "next: {}", program::merge(&arguments.plan, arguments.folder.as_deref()))?;
    }
    Ok(Outcome::Done)
}

/// Lists the folder of the shards.
pub(super) fn inventory(plan: &PlanFile, folder: &Path) -> Result<Inventory, Failure> {
    Inventory::of(folder, &plan.key, plan.blocks).map_err(Failure::unreadable(folder))
}

/// The lines about the state of the shards.
fn lines(status: &Status) -> Vec<String> {
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
    let done = status.numbers(|state| *state == ShardState::Done);
    let running = status.numbers(|state| matches!(state, ShardState::Running(_)));
    let failed = status.numbers(|state| matches!(state, ShardState::Failed(_)));
    let silent = status.numbers(|state| *state == ShardState::Silent);
    let waiting = status.numbers(|state| *state == ShardState::Waiting);
    let mut lines = vec![counted(status.shards.len() as u128, "shard", "shards")];
    lines.extend(line("done", &done, String::new()));
    lines.extend(line("running", &running, String::new()));
    lines.extend(line("failed", &failed, format!("   {}", named(&failed))));
    let why = |(shard, state): &(WatchedShard, ShardState)| {
        if let ShardState::Failed(why) = state { Some((shard.number, why.clone())) } else { None }
    };
    for (shard, why) in status.shards.iter().filter_map(why).take(NAMED) {
        // The note has the rest.
        lines.push(format!("    {shard}: {}", plain(why.lines().next().unwrap_or_default())));
    }
    let moved = format!(
        "   {}: begun, and then silent for {} s: killed, suspended or cut off",
        named(&silent),
        WAIT.as_secs()
    );
    lines.extend(line("silent", &silent, moved));
    lines.extend(line("waiting", &waiting, String::new()));
    if let Some(seconds) = status.seconds_left() {
        let workers = counted(running.len() as u128, "worker goes", "workers go");
        lines.push(format!("{} left, if {workers} on", about(seconds)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_study::shards::Beat;

    #[test]
    fn every_state_has_a_line() {
        let running = || ShardState::Running(Beat { number: 4, games: 50, seconds: 20.0 });
        let failed = || ShardState::Failed("strategy `mine` failed".to_owned());
        let mut states = vec![
            ShardState::Done,
            running(),
            running(),
            failed(),
            ShardState::Silent,
            ShardState::Waiting,
        ];
        states.extend(std::iter::repeat_n(ShardState::Silent, 7));
        let shard = |(number, state)| {
            (
                WatchedShard {
                    number,
                    file: "shard".into(),
                    done: false,
                    games: 100,
                    seconds: 10.0,
                },
                state,
            )
        };
        let all = Status { shards: states.into_iter().enumerate().map(shard).collect() };
        insta::assert_snapshot!(lines(&all).join("\n"));
    }

    #[test]
    fn what_is_not_there_has_no_line() {
        let shard = |number| WatchedShard {
            number,
            file: "shard".into(),
            done: number == 0,
            games: 100,
            seconds: 10.0,
        };
        let status =
            Status { shards: vec![(shard(0), ShardState::Done), (shard(1), ShardState::Waiting)] };
        assert_eq!(lines(&status), ["2 shards", "  done          1", "  waiting       1"]);
    }
}
