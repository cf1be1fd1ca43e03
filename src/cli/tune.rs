//! `fairdeal tune`.

use super::new::{NewArguments, new};
use super::prelude::*;
use super::run::{RunArguments, run};
use fairdeal_core::registry::GAME_FILE;
use fairdeal_study::experiment;

#[derive(Args, Debug)]
pub(super) struct TuneArguments {
    #[command(flatten)]
    run: RunArguments,
}

/// Searches for rules that meet goals, or for the weights of a strategy. For a game instead of a file,
/// writes a file to start from.
pub(super) fn tune(
    games: GameList,
    arguments: &TuneArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    if let [one] = &arguments.run.experiments[..]
        && let Some(name) = one.to_str()
        && (name.ends_with(GAME_FILE) || (!one.exists() && game_named(games, name).is_ok()))
    {
        let game = name.to_owned();
        return new(games, &NewArguments { game, out: arguments.run.out.clone(), tune: true }, out);
    }
    for path in &arguments.run.experiments {
        let document = experiment::find(games, path)?;
        if ["tune", "strategy"].iter().all(|key| document.top().entry(key).is_none()) {
            let allowed = "the knobs to turn: [tune] with rules.KNOB = [...], or [strategy], whose weights are tuned; `run` plays a file without it";
            return Err(document.top().error(Problem::missing("[tune]", allowed)).into());
        }
    }
    run(games, &arguments.run, out)
}
