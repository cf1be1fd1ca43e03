//! Recorded games: an engine with the same cards and choices must have the same legal actions,
//! events and outcome.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{Chance, Game, LegalSet, Observer, Turn};
use crate::input::Settings;
use crate::seat::Seat;

/// Replays games as the trace writes them, one per line; `chance_of` returns the random numbers of
/// a game from its events.
///
/// Returns the number of games.
pub(crate) fn replay<G: Game, C: Chance>(
    games: &str,
    mut chance_of: impl FnMut(&[Value]) -> C,
) -> usize {
    for (number, line) in games.lines().enumerate() {
        let game: Value = serde_json::from_str(line).expect("JSON");
        let players = game["players"].as_u64().expect("a number of players") as usize;
        let settings = settings_of::<G>(&game["rules"]);
        let rules = G::rules(&settings, players).expect("can be dealt");
        let expected = game["events"].as_array().expect("a list");
        let mut chance = chance_of(expected);
        let mut recorder = Recorder::<G> { rules: &rules, events: Vec::new() };
        let mut state = G::start(&rules, &mut chance, &mut recorder);
        while let Turn::Decide(seat) = G::turn(&state) {
            let next = &expected[recorder.events.len()];
            assert_eq!(
                (&next["e"], &next["p"]),
                (&"decide".into(), &seat.index().into()),
                "game {number}"
            );
            let legal: BTreeMap<String, G::Action> = G::legal(&rules, &state)
                .iter()
                .map(|action| (G::action_name(&rules, action), action))
                .collect();
            let names: BTreeSet<&str> = next["legal"]
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            assert_eq!(
                legal.keys().map(String::as_str).collect::<BTreeSet<_>>(),
                names,
                "game {number}"
            );
            recorder.events.push(next.clone());
            let action = legal[next["chosen"].as_str().expect("a name")];
            G::apply(&rules, &mut state, action, &mut chance, &mut recorder);
        }
        assert_eq!(&recorder.events, expected, "game {number}");
        let outcome = G::outcome(&rules, &state);
        let winners: Vec<usize> = Seat::all(players)
            .filter(|seat| outcome.winners.contains(*seat))
            .map(Seat::index)
            .collect();
        let found = json!({
            "winners": winners,
            "scores": &outcome.scores[..players],
            "unfinished": outcome.unfinished,
        });
        for (key, value) in found.as_object().expect("an object") {
            assert_eq!(*value, game["outcome"][key], "{key} of game {number}");
        }
        assert_eq!(
            json!(G::outcome_details(&rules, &state)),
            game["outcome"]["details"],
            "game {number}"
        );
    }
    games.lines().count()
}

/// The knobs in a trace.
fn settings_of<G: Game>(rules: &Value) -> Settings {
    let mut settings = Settings::defaults(G::DESCRIPTION.knobs);
    for (key, value) in rules.as_object().expect("an object") {
        let value = match value {
            Value::String(name) => name.clone(),
            Value::Object(table) => {
                let entries: Vec<String> =
                    table.iter().map(|(key, number)| format!("\"{key}\" = {number}")).collect();
                format!("{{ {} }}", entries.join(", "))
            }
            other => other.to_string(),
        };
        settings.apply_option(&format!("{key}={value}")).expect("a knob");
    }
    settings
}

/// Records the events.
struct Recorder<'r, G: Game> {
    rules: &'r G::Rules,
    events: Vec<Value>,
}

impl<G: Game> Observer<G> for Recorder<'_, G> {
    fn event(&mut self, event: G::Event<'_>) {
        self.events.push(G::event_json(self.rules, &event));
    }
}
