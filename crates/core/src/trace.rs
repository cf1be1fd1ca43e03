//! Games written as JSON so that anyone can check them.

use serde_json::{Map, Value, json};

use crate::game::{Game, LegalSet, Observer, SeatView};
use crate::input::{InputError, Settings};
use crate::metrics::{Noting, WatchedGame};
use crate::playthrough::Party;
use crate::seat::Seat;
use crate::strategy::{Entrant, Fault, Playable, ProgramFailure};

/// Writes the games of one seed, rules and line-up one by one.
#[derive(Debug)]
pub struct Tracer<G: Playable>(Party<G>);

impl<G: Playable> Tracer<G> {
    /// Prepares to write games: strategy `i` sits in seat `i`.
    ///
    /// # Errors
    /// If the rules do not suit the number of players, or the kind of a strategy is unknown, or it
    /// is an external program.
    pub fn new<S: Clone + Into<Entrant<G>>>(
        settings: &Settings,
        strategies: &[S],
        seed: u64,
    ) -> Result<Self, InputError> {
        Self::with_programs(settings, strategies, seed, false)
    }

    /// Does the same as [`Tracer::new`]; if `allow_programs` is set, strategies may run external
    /// programs. See `Session::allow_programs`.
    ///
    /// # Errors
    /// If the rules do not suit the number of players, the kind of a strategy is unknown, or it is
    /// a program that may not run.
    #[inline(never)]
    pub fn with_programs<S: Clone + Into<Entrant<G>>>(
        settings: &Settings,
        strategies: &[S],
        seed: u64,
        allow_programs: bool,
    ) -> Result<Self, InputError> {
        Party::new(settings, strategies, seed, allow_programs).map(Self)
    }

    /// Returns the name of the strategy in a seat.
    pub fn strategy(&self, seat: Seat) -> &str {
        self.0.strategy(seat)
    }

    /// Ends the external programs of the game, if there are any. Call it after the last game,
    /// before the output is used.
    ///
    /// # Errors
    /// If a program wrote more lines than it was asked questions: its answers may then belong to
    /// other questions.
    pub fn finish(&mut self) -> Result<(), Box<ProgramFailure>> {
        self.0.finish()
    }

    /// Returns one game as a JSON object: the game that block `index` of an experiment with this
    /// seed plays in the arrangement in which strategy `i` sits in seat `i`.
    ///
    /// # Errors
    /// If a strategy makes no legal choice.
    pub fn game(&mut self, index: u64) -> Result<Value, Fault> {
        Ok(self.game_and_outcome(index)?.0)
    }

    /// Does the same, and also returns the outcome and the notes that a run would keep.
    ///
    /// # Errors
    /// If a strategy makes no legal choice.
    #[inline(never)]
    pub fn game_and_outcome(&mut self, index: u64) -> Result<(Value, WatchedGame), Fault> {
        let streams = self.0.streams(index);
        let players = self.0.strategies().len();
        let events = |rules| Events::<G> {
            rules,
            written: Vec::new(),
            details: None,
            seen: Some(vec![json!({}); players]),
        };
        let (played, noting) =
            self.0.play(index, |rules| Noting::<G, _>::new(rules, streams, events(rules)))?;
        let (Events { written, details, .. }, watched) = noting.game(played);
        let party = &self.0;
        let winners = Seat::all(players)
            .filter(|seat| played.outcome.winners.contains(*seat))
            .map(Seat::index);
        let lengths = G::DESCRIPTION
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
            "game": G::DESCRIPTION.name,
            "players": players,
            "rules": party.rules_json(),
            "strategies": party.strategies(),
            "seed": party.seed(),
            "index": index,
            "events": written,
            "outcome": outcome,
            "lengths": lengths.collect::<Map<_, _>>(),
        });
        Ok((game, watched))
    }
}

/// Writes the events of a game.
struct Events<'r, G: Game> {
    rules: &'r G::Rules,
    written: Vec<Value>,
    details: Option<Value>,
    /// What every seat saw last, as long as the game has reported no event.
    seen: Option<Vec<Value>>,
}

impl<G: Game> Events<'_, G> {
    /// Writes down what changed in the views of a game that reports no events: on the table, and of
    /// what every seat sees besides.
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

/// The entries of an object that are new, or not what they were.
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

    fn over(&mut self, state: &G::State) {
        self.write_changes(state);
        self.details = G::outcome_details(self.rules, state);
    }
}
