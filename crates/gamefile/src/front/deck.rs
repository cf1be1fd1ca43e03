//! Cards that the module's lines declare.

use ruff_python_ast::{Expr, ExprCall};

use crate::program::{MOST_CARDS, Span};

use super::arguments::{arguments, span};
use super::diagnostic::{Diagnostic, Told};
use super::module::{MadeCard, Run};
use super::tables;
use super::types::Ty;
use super::value::Dyn;

/// The most attributes of all cards together.
const MOST_ATTRIBUTES: usize = 100;

/// Returns what each suit adds to the names of its cards: the first letter, or the whole word if
/// two suits begin with the same letter. An empty name adds nothing.
fn endings(suits: &[String]) -> Vec<String> {
    let letter =
        |suit: &String| -> String { suit.chars().take(1).flat_map(char::to_uppercase).collect() };
    let is_alike = suits
        .iter()
        .any(|one| suits.iter().any(|other| one != other && letter(one) == letter(other)));
    suits
        .iter()
        .map(|suit| if is_alike { format!(" {suit}").trim_end().to_owned() } else { letter(suit) })
        .collect()
}

fn allowed_copies() -> String {
    format!("0 to {MOST_CARDS} copies")
}

impl Run<'_> {
    /// `cards(suits, ranks, copies=1)`.
    pub(super) fn cards(&mut self, call: &ExprCall) -> Result<Dyn, Told> {
        let found = arguments(call, "cards", "suits, ranks, copies=", self.sink)?;
        let (suits_at, ranks_at) = (found[0].ok_or(Told)?, found[1].ok_or(Told)?);
        let suits = match self.evaluate(suits_at)? {
            Dyn::List(items) | Dyn::Tuple(items) => items,
            other => return Err(self.not_a(suits_at, &other, "a list of names")),
        };
        let ranks = match self.passed(ranks_at)? {
            Dyn::Dict(items) => items.to_vec(),
            // Ranks that are whole numbers are shown as these.
            Dyn::List(items) if items.iter().all(|item| matches!(item, Dyn::Int(_))) => {
                let mut ranks = Vec::new();
                for item in &**items {
                    let text = item.told(self.names);
                    ranks.push((Dyn::Name(self.names.intern(&text)), item.clone()));
                }
                ranks
            }
            other => {
                let wanted = "ranks with their values: `{\"2\": 2, \"3\": 3, \"J\": 11}`";
                return Err(self.not_a(ranks_at, &other, wanted));
            }
        };
        let copies = self.copies(found[2])?;
        if suits.len() > MOST_CARDS || ranks.len() > MOST_CARDS {
            let message = format!("{} suits and {} ranks", suits.len(), ranks.len());
            let message = Diagnostic::new(span(call), message);
            return self.sink.tell(message.allowed(format!("at most {MOST_CARDS} cards")));
        }
        let first = self.made.cards.len();
        let mut names = Vec::new();
        for suit in &**suits {
            let Dyn::Name(name) = suit else {
                return Err(self.not_a(suits_at, suit, "a list of names"));
            };
            names.push(self.names.text(*name).to_owned());
        }
        let endings = endings(&names);
        self.has_room(copies as usize * suits.len() * ranks.len(), span(call))?;
        for _ in 0..copies {
            for (suit, ending) in suits.iter().zip(&endings) {
                for (rank, value) in &ranks {
                    let (Dyn::Name(rank), Dyn::Int(_)) = (rank, value) else {
                        let wanted = "a name and a whole number for each rank: `\"J\": 11`";
                        return Err(self.not_a(ranks_at, value, wanted));
                    };
                    let name =
                        format!("{}{ending}", self.names.text(*rank)).trim_start().to_owned();
                    let attributes = [("suit", suit.clone()), ("rank", value.clone())];
                    self.add_card(&name, &attributes, span(call))?;
                }
            }
        }
        self.attribute("suit", &Ty::Name, span(call))?;
        self.attribute("rank", &Ty::Int, span(call))?;
        Ok(self.since(first))
    }

    /// Evaluates a number of copies.
    fn copies(&mut self, at: Option<&Expr>) -> Result<i64, Told> {
        let Some(at) = at else { return Ok(1) };
        let copies = self.whole(at)?;
        if !(0..=MOST_CARDS as i64).contains(&copies) {
            let message = format!("{copies} copies");
            return self.sink.tell(Diagnostic::new(span(at), message).allowed(allowed_copies()));
        }
        Ok(copies)
    }

    /// Returns all cards from one on.
    fn since(&self, first: usize) -> Dyn {
        Dyn::list((first..self.made.cards.len()).map(|card| Dyn::Card(card as u16)).collect())
    }

    /// `card(name, copies=1, attribute=value, ...)`.
    pub(super) fn card(&mut self, call: &ExprCall) -> Result<Dyn, Told> {
        let (mut name, mut copies) = (None, None);
        match &*call.arguments.args {
            [] => {}
            [first] => name = Some(first),
            [first, second] => (name, copies) = (Some(first), Some(second)),
            [.., last] => {
                let instead = "write `card(\"Joker\", copies=2, suit=\"none\", rank=0)`";
                let message = "attributes of a card are given by name";
                return self.sink.tell(Diagnostic::new(span(last), message).instead(instead));
            }
        }
        let mut attributes: Vec<(&str, Dyn)> = Vec::new();
        for keyword in &call.arguments.keywords {
            match keyword.arg.as_ref().map(ruff_python_ast::Identifier::as_str) {
                Some("name") => name = Some(&keyword.value),
                Some("copies") => copies = Some(&keyword.value),
                Some(attribute) => {
                    let value = self.evaluate(&keyword.value)?;
                    let ty = match &value {
                        Dyn::Int(_) | Dyn::Bool(_) | Dyn::Name(_) => value.ty().ok_or(Told)?,
                        other => {
                            let wanted = "a whole number, a name, True or False";
                            return Err(self.not_a(&keyword.value, other, wanted));
                        }
                    };
                    self.attribute(attribute, &ty, span(keyword))?;
                    attributes.push((attribute, value));
                }
                None => {
                    return arguments(call, "card", "name, copies=", self.sink).map(|_| Dyn::Wrong);
                }
            }
        }
        let Some(name_at) = name else {
            let instead = "write `card(\"Joker\", copies=2, suit=\"none\", rank=0)`";
            let message = "a card needs its name";
            return self.sink.tell(Diagnostic::new(span(call), message).instead(instead));
        };
        let name = match self.evaluate(name_at)? {
            Dyn::Name(name) => self.names.text(name).to_owned(),
            other => return Err(self.not_a(name_at, &other, "a name")),
        };
        let copies = self.copies(copies)?;
        let first = self.made.cards.len();
        self.has_room(copies as usize, span(call))?;
        for _ in 0..copies {
            self.add_card(&name, &attributes, span(call))?;
        }
        Ok(self.since(first))
    }

    /// `cards_from("cards.csv")`.
    pub(super) fn cards_from(&mut self, call: &ExprCall) -> Result<Dyn, Told> {
        let found = arguments(call, "cards_from", "file", self.sink)?;
        let at = found[0].ok_or(Told)?;
        let file = self.text(at, "the name of the table")?;
        let texts = self.tables;
        let Some((_, text)) = texts.iter().find(|(name, _)| *name == file) else {
            // An unreadable part is reported already.
            if self.sink.messages.iter().any(|message| message.span == span(at)) {
                return Err(Told);
            }
            let message = "a table is read in a line of its own";
            let instead = "write `ALL = cards_from(\"cards.csv\")`";
            return self.sink.tell(Diagnostic::new(span(call), message).instead(instead));
        };
        self.work(text.len() / 16);
        let table = match tables::parse(text) {
            Ok(table) => table,
            Err(message) => {
                return self.sink.tell(Diagnostic::new(span(at), format!("{file}: {message}")));
            }
        };
        self.cards_of_table(&file, &table, span(at))
    }

    /// Declares the cards of a table.
    fn cards_of_table(&mut self, file: &str, table: &tables::Table, at: Span) -> Result<Dyn, Told> {
        let column = |name: &str| table.columns.iter().position(|column| column == name);
        let Some(name_column) = column(tables::NAME) else {
            let message = format!("{file}: there is no column `name`");
            let message = Diagnostic::new(at, message)
                .allowed("columns `name`, perhaps `copies`, and any attributes")
                .instead(format!("the first line is `{}`", table.columns.join(", ")));
            return self.sink.tell(message);
        };
        let copies_column = column(tables::COPIES);
        let whole = |cell: &str| cell.parse::<i64>().ok();
        let mut kinds = Vec::new();
        for (i, name) in table.columns.iter().enumerate() {
            kinds.push(tables::is_of_numbers(table, i));
            let is_attribute = i != name_column && Some(i) != copies_column;
            if is_attribute {
                let is_name = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
                    && name.chars().next().is_some_and(|letter| !letter.is_numeric());
                if !is_name || ["name", "zone"].contains(&name.as_str()) {
                    let message = format!("{file}: the column `{name}` is no name of an attribute");
                    return self.sink.tell(
                        Diagnostic::new(at, message)
                            .allowed("letters, digits and `_`: `hire_cost`"),
                    );
                }
                let ty = if kinds[i] { Ty::Int } else { Ty::Name };
                self.attribute(name, &ty, at)?;
            }
        }
        let first = self.made.cards.len();
        let mut all = Vec::new();
        for (line, cells) in &table.rows {
            if cells[name_column].is_empty() {
                let message = format!("{file}, line {line}: a card without a name");
                let message = Diagnostic::new(at, message);
                return self
                    .sink
                    .tell(message.instead("write a name, or leave the whole row empty"));
            }
            let copies = match copies_column {
                None => 1,
                Some(column) => match whole(&cells[column]) {
                    Some(copies) if (0..=MOST_CARDS as i64).contains(&copies) => copies,
                    None if cells[column].is_empty() => 1,
                    _ => {
                        let cell = &cells[column];
                        let message = format!("{file}, line {line}: `{cell}` copies");
                        let message = Diagnostic::new(at, message).allowed(allowed_copies());
                        return self.sink.tell(message);
                    }
                },
            };
            let mut attributes = Vec::new();
            for (i, name) in table.columns.iter().enumerate() {
                if i == name_column || Some(i) == copies_column {
                    continue;
                }
                match (kinds[i], whole(&cells[i])) {
                    (true, Some(number)) => attributes.push((name.as_str(), Dyn::Int(number))),
                    // The card has no such attribute.
                    (true, None) => {}
                    (false, _) => {
                        let value = Dyn::Name(self.names.intern(&cells[i]));
                        attributes.push((name.as_str(), value));
                    }
                }
            }
            all.push((copies, &cells[name_column], attributes));
        }
        self.has_room(all.iter().map(|(copies, ..)| *copies as usize).sum(), at)?;
        for (copies, name, attributes) in all {
            for _ in 0..copies {
                self.add_card(name, &attributes, at)?;
            }
        }
        Ok(self.since(first))
    }

    /// Refuses more cards than a game may have.
    fn has_room(&mut self, further: usize, at: Span) -> Result<(), Told> {
        let cards = self.made.cards.len() + further;
        if cards <= MOST_CARDS {
            return Ok(());
        }
        let allowed = format!("at most {MOST_CARDS} cards in a game");
        let message = Diagnostic::new(at, format!("{cards} cards")).allowed(allowed);
        self.sink.tell(message.instead("declare fewer copies"))
    }

    /// Adds a card.
    fn add_card(&mut self, name: &str, attributes: &[(&str, Dyn)], at: Span) -> Result<(), Told> {
        if name.is_empty() {
            return self.sink.tell(Diagnostic::new(at, "a card without a name"));
        }
        let mut values: Vec<Option<Dyn>> = Vec::new();
        for (attribute, value) in attributes {
            let index = self.attribute(attribute, &value.ty().unwrap_or(Ty::Unknown), at)?;
            values.resize(values.len().max(index + 1), None);
            values[index] = Some(value.clone());
        }
        self.made.cards.push(MadeCard { name: name.to_owned(), attributes: values });
        Ok(())
    }

    /// Returns the index of an attribute of cards.
    fn attribute(&mut self, name: &str, ty: &Ty, at: Span) -> Result<usize, Told> {
        if ["name", "zone"].contains(&name) {
            let message = format!("every card has `{name}` already");
            return self.sink.tell(Diagnostic::new(at, message).instead("take another word"));
        }
        match self.made.attributes.iter().position(|(known, _)| known == name) {
            Some(index) if self.made.attributes[index].1 == *ty => Ok(index),
            Some(index) => {
                let before = self.made.attributes[index].1.told(self.names);
                let message =
                    format!("`{name}` is {} here, but {before} before", ty.told(self.names));
                self.sink.tell(
                    Diagnostic::new(at, message)
                        .instead("an attribute is the same kind of value for all cards"),
                )
            }
            None if self.made.attributes.len() >= MOST_ATTRIBUTES => {
                let message = format!("cards have at most {MOST_ATTRIBUTES} attributes");
                self.sink.tell(Diagnostic::new(at, message))
            }
            None => {
                self.made.attributes.push((name.to_owned(), ty.clone()));
                Ok(self.made.attributes.len() - 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_with_the_same_letter_are_told_in_full() {
        let told = |suits: &[&str]| {
            endings(&suits.iter().map(|suit| (*suit).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(told(&["clubs", "hearts", ""]), ["C", "H", ""]);
        assert_eq!(told(&["green", "Grey", ""]), [" green", " Grey", ""]);
        assert_eq!(told(&["red", "red"]), ["R", "R"]);
    }
}
