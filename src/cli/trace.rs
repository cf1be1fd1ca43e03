//! `fairdeal trace`.

use std::io::Write;
use std::sync::atomic::Ordering;

use super::args::TraceArguments;
use super::failure::{Failure, Outcome};
use super::games::{Games, WithGames, with_games};
use super::progress::watch_interruption;
use fairdeal_core::input::plain_json;
use fairdeal_core::registry::GameList;
use fairdeal_core::strategy::Playable;
use fairdeal_core::trace::Tracer;
use fairdeal_study::results::StoredGame;

/// Writes games as JSON Lines.
pub(super) fn trace<L: GameList>(
    arguments: &TraceArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    with_games::<L, _>(&arguments.games, Trace { out })
}

struct Trace<'a, W> {
    out: &'a mut W,
}

impl<W: Write> WithGames for Trace<'_, W> {
    type Output = Outcome;

    fn visit<G: Playable>(
        self,
        games: Vec<Games>,
        stored: Option<StoredGame>,
    ) -> Result<Outcome, Failure> {
        let Self { out } = self;
        let (stop, last, mut outcome) = (watch_interruption(), games.len() - 1, Outcome::Done);
        for (place, Games { settings, strategies, seed, indices, allow_programs, .. }) in
            games.into_iter().enumerate()
        {
            let mut tracer =
                Tracer::<G>::with_programs(&settings, &strategies, seed, allow_programs)?;
            // What a program played is written once it is sure that its answers were not mixed up.
            let mut held = Vec::new();
            for index in indices {
                if stop.load(Ordering::Relaxed) {
                    outcome = Outcome::Interrupted;
                    break;
                }
                let (game, played) =
                    tracer.game_and_outcome(index).map_err(|fault| Failure::Trace {
                        strategy: tracer.strategy(fault.seat).to_owned(),
                        index,
                        fault,
                    })?;
                if let Some(stored) = &stored {
                    stored.check(&played, place < last)?;
                }
                writeln!(
                    if allow_programs { &mut held } else { &mut *out as &mut dyn Write },
                    "{}",
                    plain_json(&game.to_string())
                )?;
            }
            tracer.finish()?;
            out.write_all(&held)?;
        }
        Ok(outcome)
    }
}
