//! `ask`: what comes first in the answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use fairdeal_core::input::{InputError, Problem, Section, Unknown};
use fairdeal_core::metrics::{
    GOING_FIRST, LENGTH, QuantityDescription, SHARED_WINS, Topic, WIN_RATE, quantities, quantity,
};

/// What comes first in the answer, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Ask(pub String);

/// A topic or a quantity that comes first in the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AskedFirst {
    /// A topic.
    Topic(Topic),
    /// A quantity.
    Quantity(&'static QuantityDescription),
}

/// The name that designers have for shared wins.
const TIES: &str = "ties";

/// The names of what can be asked first: topics, ties, and quantities.
pub(super) fn names() -> Vec<String> {
    let mut names: Vec<String> =
        Topic::ALL.into_iter().map(|topic| topic.title().to_lowercase()).collect();
    names.push(TIES.to_owned());
    for quantity in quantities() {
        if !names.iter().any(|name| name == quantity.name) {
            names.push(quantity.name.to_owned());
        }
    }
    names
}

/// Checks what is asked first.
pub(super) fn check(top: &Section<'_>) -> Result<(), InputError> {
    let Some((line, found)) = top.text("ask")? else { return Ok(()) };
    if Ask(found.to_owned()).first().is_some() {
        return Ok(());
    }
    let known = Unknown::new("question", found, names());
    let hint = known.nearest().map(|name| format!("did you mean `\"{name}\"`?"));
    let all: Vec<String> = known.allowed.iter().map(|name| format!("\"{name}\"")).collect();
    let problem = Problem::value("ask", format!("\"{found}\""), all.join(", "));
    Err(top.error_at(line, problem).hint(hint))
}

impl Ask {
    /// What is asked; `None` for an unknown name.
    pub fn first(&self) -> Option<AskedFirst> {
        let named = |topic: &Topic| topic.title().to_lowercase() == self.0;
        if let Some(topic) = Topic::ALL.into_iter().find(named) {
            return Some(AskedFirst::Topic(topic));
        }
        Some(match self.0.as_str() {
            // The topics are about these.
            GOING_FIRST => AskedFirst::Topic(Topic::GoingFirst),
            WIN_RATE => AskedFirst::Topic(Topic::Strength),
            LENGTH => AskedFirst::Topic(Topic::Length),
            TIES => AskedFirst::Quantity(quantity(SHARED_WINS)?),
            name => AskedFirst::Quantity(quantity(name)?),
        })
    }
}

impl AskedFirst {
    /// The topic that it belongs to.
    pub fn topic(self) -> Topic {
        match self {
            Self::Topic(topic) => topic,
            Self::Quantity(quantity) => quantity.topic,
        }
    }

    /// Whether a quantity is a part of it.
    pub fn covers(self, quantity: &QuantityDescription) -> bool {
        match self {
            Self::Topic(topic) => quantity.topic == topic,
            Self::Quantity(asked) => quantity.name == asked.name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::input::Document;

    #[test]
    fn every_name_asks_something() {
        for name in names() {
            assert!(Ask(name.clone()).first().is_some(), "{name}");
        }
        assert_eq!(Ask("nothing".to_owned()).first(), None);
        let ties = Ask("ties".to_owned()).first().expect("ties");
        assert_eq!(ties, AskedFirst::Quantity(quantity(SHARED_WINS).expect("a quantity")));
        assert_eq!(ties.topic(), Topic::Endings);
    }

    #[test]
    fn an_unknown_name_is_refused_with_all_that_are_known() {
        let document = Document::parse("e.toml", "ask = \"goign first\"").expect("TOML");
        let message = check(&document.top()).expect_err("an error").to_string();
        assert!(message.contains("did you mean `\"going first\"`?"), "{message}");
        for name in names() {
            assert!(message.contains(&format!("\"{name}\"")), "{name}: {message}");
        }
    }
}
