//! `fairdeal trace`.

use std::io::Write;
use std::sync::atomic::Ordering;

use clap::Args;

use super::failure::{Failure, Outcome};
use super::games::{Found, SingleGames, find};
use super::progress::watch_interruption;
use fairdeal_core::input::plain_json;
use fairdeal_core::registry::GameList;

#[derive(Args, Debug)]
pub(super) struct TraceArguments {
    #[command(flatten)]
    pub(super) games: SingleGames,
}

/// Writes games as JSON Lines.
pub(super) fn trace(
    games: GameList,
    arguments: &TraceArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let Found { game, games, stored } = find(games, &arguments.games)?;
    let (stop, last, mut outcome) = (watch_interruption(), games.len() - 1, Outcome::Done);
    for (place, games) in games.into_iter().enumerate() {
        let mut party = games.party(game)?;
        // The game of an external program is written only when it is sure that its answers were not
        // mixed up.
        let mut held = Vec::new();
        for index in games.indices.clone() {
            if stop.load(Ordering::Relaxed) {
                outcome = Outcome::Interrupted;
                break;
            }
            let (traced, played) = party.trace(index).map_err(|fault| Failure::Trace {
                strategy: party.strategy(fault.seat).to_owned(),
                index,
                fault,
            })?;
            if let Some(stored) = &stored {
                stored.check(&played, place < last)?;
            }
            writeln!(
                if games.allow_programs { &mut held } else { &mut *out as &mut dyn Write },
                "{}",
                plain_json(&traced.to_string())
            )?;
        }
        party.finish()?;
        out.write_all(&held)?;
    }
    Ok(outcome)
}
