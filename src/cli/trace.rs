//! `fairdeal trace`.

use std::io::Write;
use std::sync::atomic::Ordering;

use super::args::TraceArguments;
use super::failure::{Failure, Outcome};
use super::programs::permission;
use super::progress::watch_interruption;
use super::run::lineup;
use super::warn_of;
use crate::registry::{GameList, Visitor};
use crate::strategy::Playable;
use crate::trace::Tracer;

/// Writes games as JSON Lines.
pub(super) fn trace<L: GameList>(arguments: &TraceArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    L::visit(&arguments.game, Trace { arguments, out }).map_err(Failure::unknown)?
}

struct Trace<'a, W> {
    arguments: &'a TraceArguments,
    out: &'a mut W,
}

impl<W: Write> Visitor for Trace<'_, W> {
    type Output = Result<Outcome, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { arguments, out } = self;
        let settings = arguments.rules.choice().settings::<G>()?;
        warn_of::<G>(&settings, None);
        let strategies = lineup::<G>(&arguments.lineup)?;
        let allowed = permission(strategies.iter(), arguments.programs)?;
        let mut tracer = Tracer::<G>::with_programs(&settings, &strategies, arguments.seed, allowed)?;
        let stop = watch_interruption();
        for index in (arguments.index..).take(usize::try_from(arguments.games).unwrap_or(usize::MAX)) {
            if stop.load(Ordering::Relaxed) {
                return Ok(Outcome::Interrupted);
            }
            let game =
                tracer.game(index).map_err(|fault| Failure::Trace { strategy: tracer.strategy(fault.seat).to_owned(), index, fault })?;
            writeln!(out, "{game}")?;
        }
        Ok(Outcome::Done)
    }
}
