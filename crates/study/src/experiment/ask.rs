//! `ask`: the topic, quantity or event that comes first in the answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use fairdeal_core::game::Description;
use fairdeal_core::input::{InputError, Problem, Section, Unknown};
use fairdeal_core::metrics::{Layout, Question, Topic, quantities, quantities_of};

use crate::findings::AskedFirst;

/// What the experiment asks, by its name; after "change in", what its variants do to that.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Ask(pub String);

/// The prefix of a name if only changes are asked for.
const CHANGE_IN: &str = "change in ";

/// The prefix of the name of a unit of length.
const LENGTH_IN: &str = "length in ";

/// The names that `ask` accepts: topics, other words for quantities, lengths, quantities, and the
/// events of a game.
pub(super) fn names(game: &Description) -> Vec<String> {
    let mut names: Vec<String> =
        Topic::ALL.into_iter().map(|topic| topic.title().to_lowercase()).collect();
    names.extend(quantities_of(game).filter_map(|quantity| match quantity.question {
        Question::OrWord(word) => Some(word.to_owned()),
        Question::Quantity | Question::Topic => None,
    }));
    names.extend(game.length_units.iter().map(|unit| format!("{LENGTH_IN}{unit}")));
    let quantities = quantities_of(game).map(|quantity| quantity.name);
    for name in quantities.chain(game.counted_events().map(|event| event.name)) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Everything that `ask` accepts: these names, and each of them after "change in".
pub(super) fn all_names(game: &Description) -> Vec<String> {
    let names = names(game);
    let changes: Vec<String> = names.iter().map(|name| format!("{CHANGE_IN}{name}")).collect();
    [names, changes].concat()
}

/// Checks `ask`.
pub(super) fn check(top: &Section<'_>, game: &Description) -> Result<(), InputError> {
    let Some((line, found)) = top.text("ask")? else { return Ok(()) };
    let names = names(game);
    let name = found.strip_prefix(CHANGE_IN).unwrap_or(found);
    let is_unit = game.length_units.contains(&name);
    if is_unit || names.iter().any(|known| known == name) {
        return Ok(());
    }
    let known = Unknown::new("question", name, names).listed_in("docs/experiments.md");
    let hint = known.nearest().map(|name| format!("did you mean `\"{name}\"`?"));
    let problem = Problem::value("ask", format!("\"{found}\""), known.listed());
    Err(top.error_at(line, problem).hint(hint))
}

/// Refuses a question about a quantity that the games of a layout do not count.
pub(super) fn check_counted(top: &Section<'_>, layout: &Layout) -> Result<(), InputError> {
    let Some((line, found)) = top.text("ask")? else { return Ok(()) };
    let asked = Ask(found.to_owned());
    let AskedFirst::Quantity(quantity) = asked.first(&[""; 0]) else { return Ok(()) };
    let is_counted = layout.cells.iter().any(|label| !quantity.subjects(label).is_empty());
    match quantity.needs().filter(|_| !is_counted) {
        None => Ok(()),
        Some(needs) => {
            let found = format!("`ask = \"{found}\"`, which no game here counts");
            Err(top.error_at(line, Problem::conflict(found, needs)))
        }
    }
}

impl Ask {
    /// Whether only changes are asked for.
    pub fn is_change(&self) -> bool {
        self.0.starts_with(CHANGE_IN)
    }

    /// Returns the subject of the question in a game with these units of length. A name that
    /// nothing else has is taken for an event.
    pub fn first<S: AsRef<str>>(&self, units: &[S]) -> AskedFirst<'_> {
        let asked = self.0.strip_prefix(CHANGE_IN).unwrap_or(&self.0);
        let named = |topic: &Topic| topic.title().to_lowercase() == asked;
        if let Some(topic) = Topic::ALL.into_iter().find(named) {
            return AskedFirst::Topic(topic);
        }
        let known = quantities().find(|quantity| {
            quantity.name == asked
                || matches!(quantity.question, Question::OrWord(word) if word == asked)
        });
        let unit = asked.strip_prefix(LENGTH_IN).unwrap_or(asked);
        match known {
            Some(quantity) if quantity.question == Question::Topic => {
                AskedFirst::Topic(quantity.topic)
            }
            Some(quantity) => AskedFirst::Quantity(quantity),
            None if units.iter().any(|known| known.as_ref() == unit) => AskedFirst::Length(unit),
            None => AskedFirst::Event(asked),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::game::{CountedEvent, Per};
    use fairdeal_core::input::Document;
    use fairdeal_core::metrics::{LENGTH, SHARED_WINS};

    #[test]
    fn every_name_asks_something() {
        let (name, per) = ("Queens led", Per::Game);
        let events = [CountedEvent { name, meaning: "", per, by_name: false }];
        let events: &'static [CountedEvent] = Box::leak(Box::new(events));
        let game = Description { events, ..Description::PLAIN };
        for name in names(&game) {
            let is_event = Ask(name.clone()).first(game.length_units) == AskedFirst::Event(&name);
            assert_eq!(is_event, name == "Queens led", "{name}");
        }
        let ties = Ask("ties".to_owned());
        let ties = ties.first(game.length_units);
        assert_eq!(ties, AskedFirst::Quantity(&SHARED_WINS));
        assert_eq!(ties.topic(), Topic::Endings);
    }

    #[test]
    fn a_length_is_asked_for_in_any_unit() {
        let game = Description { length_units: &["decisions", "turns"], ..Description::PLAIN };
        for (name, unit) in
            [("length in turns", "turns"), ("turns", "turns"), ("decisions", "decisions")]
        {
            let ask = Ask(name.to_owned());
            let asked = ask.first(game.length_units);
            assert_eq!(asked, AskedFirst::Length(unit));
            assert_eq!(asked.topic(), Topic::Length);
            assert!(asked.covers(&LENGTH, unit) && !asked.covers(&LENGTH, "deals"));
            let text = format!("ask = \"{name}\"");
            let document = Document::parse("e.toml", &text).expect("TOML");
            check(&document.top(), &game).expect("it can be asked");
        }
        assert_eq!(
            Ask("length".to_owned()).first(game.length_units),
            AskedFirst::Topic(Topic::Length)
        );
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_nearest_ones() {
        let game = Description { length_units: &["decisions", "turns"], ..Description::PLAIN };
        for (found, meant) in
            [("goign first", "going first"), ("length in turn", "length in turns")]
        {
            let text = format!("ask = \"{found}\"");
            let document = Document::parse("e.toml", &text).expect("TOML");
            let message = check(&document.top(), &game).expect_err("an error").to_string();
            assert!(message.contains(&format!("did you mean `\"{meant}\"`?")), "{message}");
            let allowed = message.split("allowed: ").nth(1).expect("what is allowed");
            assert!(allowed.starts_with(meant) && allowed.split(", ").count() < 10, "{message}");
            assert!(allowed.ends_with("all are in docs/experiments.md"), "{message}");
        }
    }
}
