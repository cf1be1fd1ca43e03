//! Games written as JSON so that anyone can check them.

use serde_json::{Map, Value, json};

use crate::game::{Game, LegalSet, Observer, SeatView};
use crate::metrics::{Noting, WatchedGame};
use crate::playthrough::Party;
use crate::seat::Seat;
use crate::strategy::{Fault, Playable};

/// Plays one game of a party and returns it as a JSON object: the game that block `index` of an
/// experiment with the same seed plays in the arrangement in which strategy `i` sits in seat `i`.
/// Also returns the outcome and the notes that a run would keep.
///
/// # Errors
/// If a strategy makes no legal choice.
pub fn trace<G: Playable>(party: &mut Party<G>, index: u64) -> Result<(Value, WatchedGame), Fault> {
    let streams = party.streams(index);
    let players = party.strategies().len();
    let events = |rules| Events::<G> {
        rules,
        written: Vec::new(),
        details: None,
        seen: Some(vec![json!({}); players]),
    };
    let (played, noting) =
        party.play(index, |rules| Noting::<G, _>::new(rules, streams, events(rules)))?;
    let (Events { written, details, .. }, watched) = noting.game(played);
    let winners =
        Seat::all(players).filter(|seat| played.outcome.winners.contains(*seat)).map(Seat::index);
    let description = G::description_of(&party.rules);
    let lengths = description
        .length_units
        .iter()
        .zip(played.lengths)
        .map(|(unit, length)| ((*unit).to_owned(), json!(length)));
    let mut outcome = json!({
        "winners": winners.collect::<Vec<_>>(),
        "scores": &played.outcome.scores[..players],
        "unfinished": played.outcome.unfinished,
    });
    if let Some(details) = details {
        outcome["details"] = details;
    }
    let game = json!({
        "game": description.name,
        "players": players,
        "rules": party.rules_json,
        "strategies": party.strategies(),
        "seed": party.seed,
        "index": index,
        "events": written,
        "outcome": outcome,
        "lengths": lengths.collect::<Map<_, _>>(),
    });
    Ok((game, watched))
}

/// Writes the events of a game.
struct Events<'r, G: Game> {
    rules: &'r G::Rules,
    written: Vec<Value>,
    details: Option<Value>,
    /// Every seat's last view, while the game has reported no event.
    seen: Option<Vec<Value>>,
}

impl<G: Game> Events<'_, G> {
    /// Writes the changes in the views of a game that reports no events: on the table, and in the
    /// rest of every seat's view.
    fn write_changes(&mut self, state: &G::State) {
        let Some(seen) = &mut self.seen else { return };
        let (mut table, mut seats) = (Map::new(), Vec::new());
        for (seat, before) in Seat::all(seen.len()).zip(seen) {
            let view = G::view(self.rules, state, seat).to_json();
            if seat.index() == 0 {
                table = changes(&before["table"], &view["table"]);
            }
            let mut own = changes(before, &view);
            own.retain(|key, _| !["seat", "table"].contains(&key.as_str()));
            seats.push(Value::Object(own));
            *before = view;
        }
        let mut event = json!({"e": "seen"});
        if !table.is_empty() {
            event["table"] = table.into();
        }
        if seats.iter().any(|own| *own != json!({})) {
            event["seats"] = seats.into();
        }
        self.written.push(event);
    }
}

/// The new and changed entries of an object.
fn changes(before: &Value, now: &Value) -> Map<String, Value> {
    let entries = now.as_object().into_iter().flatten();
    let changed = entries.filter(|(key, value)| before.get(key) != Some(value));
    changed.map(|(key, value)| (key.clone(), value.clone())).collect()
}

impl<G: Game> Observer<G> for Events<'_, G> {
    fn position(&mut self, _rules: &G::Rules, state: &G::State) {
        self.write_changes(state);
    }

    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        let names: Vec<String> =
            legal.iter().map(|action| G::action_name(self.rules, action)).collect();
        let chosen = G::action_name(self.rules, action);
        self.written
            .push(json!({"e": "decide", "p": seat.index(), "legal": names, "chosen": chosen}));
    }

    fn event(&mut self, event: G::Event<'_>) {
        self.seen = None;
        self.written.push(G::event_json(self.rules, &event));
    }

    fn over(&mut self, _rules: &G::Rules, state: &G::State) {
        self.write_changes(state);
        self.details = G::outcome_details(self.rules, state);
    }
}
