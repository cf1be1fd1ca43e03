//! `ask`: what comes first in the answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use fairdeal_core::game::Description;
use fairdeal_core::input::{InputError, Problem, Section, Unknown};
use fairdeal_core::metrics::{
    GOING_FIRST, LENGTH, Layout, QuantityDescription, SHARED_WINS, Topic, WIN_RATE, quantities,
    quantity,
};

/// What comes first in the answer, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Ask(pub String);

/// What comes first in the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AskedFirst<'a> {
    /// A topic.
    Topic(Topic),
    /// A quantity.
    Quantity(&'static QuantityDescription),
    /// An event of the game, by its name.
    Event(&'a str),
}

/// The name that designers have for shared wins.
const TIES: &str = "ties";

/// The names of what can be asked first: topics, ties, quantities, and the events of a game.
pub(super) fn names(game: &Description) -> Vec<String> {
    let mut names: Vec<String> =
        Topic::ALL.into_iter().map(|topic| topic.title().to_lowercase()).collect();
    names.push(TIES.to_owned());
    let quantities = quantities().map(|quantity| quantity.name);
    for name in quantities.chain(game.counted_events().map(|event| event.name)) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Checks what is asked first.
pub(super) fn check(top: &Section<'_>, game: &Description) -> Result<(), InputError> {
    let Some((line, found)) = top.text("ask")? else { return Ok(()) };
    let names = names(game);
    if names.iter().any(|name| name == found) {
        return Ok(());
    }
    let known = Unknown::new("question", found, names);
    let hint = known.nearest().map(|name| format!("did you mean `\"{name}\"`?"));
    let all: Vec<String> = known.allowed.iter().map(|name| format!("\"{name}\"")).collect();
    let problem = Problem::value("ask", format!("\"{found}\""), all.join(", "));
    Err(top.error_at(line, problem).hint(hint))
}

/// Refuses a question about a quantity that the games of a layout do not count.
pub(super) fn check_counted(top: &Section<'_>, layout: &Layout) -> Result<(), InputError> {
    let Some((line, found)) = top.text("ask")? else { return Ok(()) };
    let asked = Ask(found.to_owned());
    let AskedFirst::Quantity(quantity) = asked.first() else { return Ok(()) };
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
    /// What is asked. A name of nothing else is that of an event.
    pub fn first(&self) -> AskedFirst<'_> {
        let named = |topic: &Topic| topic.title().to_lowercase() == self.0;
        if let Some(topic) = Topic::ALL.into_iter().find(named) {
            return AskedFirst::Topic(topic);
        }
        match self.0.as_str() {
            // The topics are about these.
            GOING_FIRST => AskedFirst::Topic(Topic::GoingFirst),
            WIN_RATE => AskedFirst::Topic(Topic::Strength),
            LENGTH => AskedFirst::Topic(Topic::Length),
            name => {
                let known = quantity(if name == TIES { SHARED_WINS } else { name });
                known.map_or(AskedFirst::Event(name), AskedFirst::Quantity)
            }
        }
    }
}

impl AskedFirst<'_> {
    /// The topic that it belongs to.
    pub fn topic(self) -> Topic {
        match self {
            Self::Topic(topic) => topic,
            Self::Quantity(quantity) => quantity.topic,
            Self::Event(_) => Topic::Events,
        }
    }

    /// Whether a quantity about a subject is a part of it.
    pub fn covers(self, quantity: &QuantityDescription, subject: &str) -> bool {
        match self {
            Self::Topic(topic) => quantity.topic == topic,
            Self::Quantity(asked) => quantity.name == asked.name,
            Self::Event(name) => quantity.topic == Topic::Events && subject == name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::game::{CountedEvent, Per};
    use fairdeal_core::input::Document;

    #[test]
    fn every_name_asks_something() {
        let (name, per) = ("Queens led", Per::Game);
        let events = [CountedEvent { name, meaning: "", per, by_name: false }];
        let events: &'static [CountedEvent] = Box::leak(Box::new(events));
        let game = Description { events, ..Description::PLAIN };
        for name in names(&game) {
            let is_event = Ask(name.clone()).first() == AskedFirst::Event(&name);
            assert_eq!(is_event, name == "Queens led", "{name}");
        }
        let ties = Ask("ties".to_owned());
        let ties = ties.first();
        assert_eq!(ties, AskedFirst::Quantity(quantity(SHARED_WINS).expect("a quantity")));
        assert_eq!(ties.topic(), Topic::Endings);
    }

    #[test]
    fn an_unknown_name_is_refused_with_all_that_are_known() {
        let document = Document::parse("e.toml", "ask = \"goign first\"").expect("TOML");
        let game = Description::PLAIN;
        let message = check(&document.top(), &game).expect_err("an error").to_string();
        assert!(message.contains("did you mean `\"going first\"`?"), "{message}");
        for name in names(&game) {
            assert!(message.contains(&format!("\"{name}\"")), "{name}: {message}");
        }
    }
}
