//! `fairdeal rules`.

use std::io::Write;

use super::args::RulesArguments;
use super::failure::{Failure, Outcome};
use super::warn_of;
use crate::registry::{GameList, Visitor};
use crate::strategy::Playable;
use crate::words::page;

/// The width of a page in characters: lines that are longer are hard to read, however wide the terminal is.
const WIDTH: usize = 80;

/// Shows how a game is played, and its knobs.
pub(super) fn rules<L: GameList>(arguments: &RulesArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    L::visit(&arguments.game, Rules { arguments, out }).map_err(Failure::unknown)?
}

struct Rules<'a, W> {
    arguments: &'a RulesArguments,
    out: &'a mut W,
}

impl<W: Write> Visitor for Rules<'_, W> {
    type Output = Result<Outcome, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { arguments, out } = self;
        let game = &G::DESCRIPTION;
        let settings = arguments.rules.choice().settings::<G>()?;
        G::rules(&settings, game.fewest_players)?;
        warn_of::<G>(&settings, None);
        if G::RULES_PAGE.is_empty() {
            writeln!(out, "{}: {} ({} players)", game.title, game.summary, game.players_in_words())?;
        } else {
            write!(out, "{}", page(G::RULES_PAGE, WIDTH))?;
        }
        writeln!(out, "\nKnobs, as they go into a [rules] table:")?;
        for (knob, value) in settings.iter() {
            writeln!(out, "\n  {} = {}", knob.key, value.to_toml())?;
            writeln!(out, "    {}", knob.meaning)?;
            writeln!(out, "    allowed: {}; default: {}", knob.kind, knob.default_in_words())?;
        }
        writeln!(out, "\nPresets:")?;
        for preset in game.presets {
            writeln!(out, "  {:<16} {}", preset.name, preset.summary)?;
        }
        writeln!(out, "\nWhere the rules are silent:")?;
        for ruling in game.rulings {
            writeln!(out, "  - {ruling}")?;
        }
        Ok(Outcome::Done)
    }
}
