//! One game written down in full, to detect programs that play differently.

use serde::Serialize;

use crate::game::{AnyRules, Description, Game, Observer};
use crate::input::InputError;
use crate::rng::BlockStreams;
use crate::seat::Seat;
use crate::strategy::{Entrant, Playable, Programs};

/// Plays one game and adds its decisions and events to `text`, and how it ended. External programs
/// do not play.
pub(super) fn replay<G: Playable>(
    game: &'static Description,
    rules: &AnyRules,
    entrants: &[Entrant],
    streams: BlockStreams,
    text: &mut Vec<u8>,
) -> Result<(), InputError> {
    let mut programs = Programs::new(game, [rules.json().clone()]);
    let players = entrants
        .iter()
        .map(|entrant| entrant.player_with::<G>(&mut programs, rules.json(), entrants.len()));
    let mut seated = G::seat(players.collect::<Result<_, _>>()?);
    let rules = rules.of::<G>(game)?;
    let mut listener = Listener::<G> { rules, text };
    // Players of any kind, so that the game is compiled once for all of them.
    let mut any: &mut dyn Observer<G> = &mut listener;
    let played = G::watch(rules, &mut seated, streams, &mut any);
    // A strategy that fails here fails in the run as well.
    text.extend(format!("{played:?}").into_bytes());
    Ok(())
}

/// Writes down every decision and event of a game.
struct Listener<'a, G: Game> {
    rules: &'a G::Rules,
    text: &'a mut Vec<u8>,
}

impl<G: Game> Listener<'_, G> {
    fn hear(&mut self, heard: &impl Serialize) {
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut *self.text, heard);
    }
}

impl<G: Game> Observer<G> for Listener<'_, G> {
    fn decision(&mut self, seat: Seat, _legal: &G::Legal, action: G::Action) {
        self.hear(&(seat.index().to_string(), G::action_name(self.rules, action)));
    }

    fn event(&mut self, event: G::Event<'_>) {
        let event = G::event_json(self.rules, &event);
        self.hear(&event);
    }
}
