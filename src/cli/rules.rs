//! `fairdeal rules`.

use std::io::Write;

use super::args::RulesArguments;
use super::failure::{Failure, Outcome};
use super::say::warn_of;
use super::screen::Screen;
use crate::registry::{GameList, Visitor};
use crate::strategy::Playable;
use crate::words::page;

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
        let screen = Screen::of_stdout();
        let mut text = String::new();
        let mut add = |line: &str| text.extend([line, "\n"]);
        if G::RULES_PAGE.is_empty() {
            add(&format!("{}: {} ({} players)", game.title, game.summary, game.players_in_words()));
        } else {
            write!(out, "{}", page(G::RULES_PAGE, screen.page_width()))?;
        }
        add("\nKnobs, as they go into a [rules] table:");
        for (knob, value) in settings.iter() {
            add(&format!("\n  {} = {}", knob.key, value.to_toml()));
            add(&format!("    {}", knob.meaning));
            add(&format!("    allowed: {}; default: {}", knob.kind, knob.default_in_words()));
        }
        add("\nPresets:");
        for preset in game.presets {
            add(&format!("  {}: {}", preset.name, preset.summary));
        }
        add("\nWhere the rules are silent:");
        for ruling in game.rulings {
            add(&format!("  - {ruling}"));
        }
        screen.lines(&text, out)?;
        Ok(Outcome::Done)
    }
}
