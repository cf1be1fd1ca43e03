//! The values of knobs: defaults, presets, and the values from files and options.

use super::document::{DocumentValue, Section};
use super::error::{InputError, Location, Problem, Problems};
use super::knobs::{BY_PLAYERS, DerivedDefault, Knob, KnobKind, KnobType, OF_TABLE, Value};

/// A named set of values for knobs.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The description for a designer.
    pub summary: &'static str,
    /// The values that differ from the defaults.
    pub values: &'static [(&'static str, Value)],
}

/// A value for every knob of a list, and the place where each was given.
#[derive(Clone, Debug)]
pub struct Settings {
    knobs: &'static [Knob],
    /// The values that were given: all others are defaults.
    given: Vec<Option<Given>>,
    times_given: usize,
    /// The numbers of players at the tables where they hold; all that the game is for where there
    /// are none.
    players: Vec<usize>,
}

/// A value that was given.
#[derive(Clone, Debug)]
struct Given {
    value: Value,
    /// The position among all given values.
    time: usize,
    place: Location,
}

impl PartialEq for Settings {
    /// Settings are equal when their values are, wherever these were given.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Settings {
    /// Returns the defaults of all knobs.
    pub fn defaults(knobs: &'static [Knob]) -> Self {
        Self { knobs, given: vec![None; knobs.len()], times_given: 0, players: Vec::new() }
    }

    /// Limits the settings to tables of these numbers of players. Defaults that the game computes
    /// follow from them.
    #[must_use]
    pub fn at_tables(self, players: &[usize]) -> Self {
        Self { players: players.to_vec(), ..self }
    }

    fn position(&self, key: &str) -> Option<usize> {
        self.knobs.iter().position(|knob| knob.key == key)
    }

    fn declared(&self, key: &str) -> usize {
        self.position(key).unwrap_or_else(|| unreachable!("the knob `{key}` is not declared"))
    }

    /// Applies a preset.
    ///
    /// # Panics
    /// If the preset belongs to another list of knobs.
    pub fn apply_preset(&mut self, preset: &Preset) {
        for setting in preset.values {
            self.set(*setting, Location::whole(format!("preset {}", preset.name)));
        }
    }

    /// Sets a knob: `settings.set(Knobs::hand_size(7), place)`.
    ///
    /// # Panics
    /// If the knob belongs to another list.
    pub fn set(&mut self, (key, value): (&'static str, Value), place: Location) {
        let position = self.declared(key);
        self.give(position, value, place);
    }

    /// Applies all keys of a section.
    ///
    /// # Errors
    /// If a key is not a knob, or its value is of the wrong type or out of range.
    pub fn apply_section(&mut self, section: &Section<'_>) -> Result<(), InputError> {
        let mut problems = Problems::default();
        for entry in section.entries() {
            let applied = self.apply_value(&entry.key, &entry.value, section.place_at(entry.line));
            problems.take(applied.map_err(|error| error.in_section(section.name())));
        }
        problems.finish()
    }

    /// Applies `key=value` as written after `--set`.
    ///
    /// # Errors
    /// If the option has another form, the key is not a knob, or its value is of the wrong type or
    /// out of range.
    pub fn apply_option(&mut self, option: &str) -> Result<(), InputError> {
        let place = Location::whole("--set");
        // The name of a card may have such a sign, too.
        let mut ends = option.match_indices('=').map(|(end, _)| end);
        let is_key = |end: &usize| self.position(option[..*end].trim()).is_some();
        let first = option.find('=');
        // The value of a table has them, but that of a cell is a number.
        let last = option.rfind('=').filter(|end| option[..*end].contains(OF_TABLE));
        let end = ends.find(is_key).or(last).or(first);
        let Some((key, text)) = end.map(|end| (&option[..end], &option[end + 1..])) else {
            let problem = Problem::Value {
                key: "--set".into(),
                found: option.to_owned(),
                allowed: "key=value".into(),
            };
            return Err(InputError::new(place, problem));
        };
        let (key, text) = (key.trim(), text.trim());
        let kind = self.position(key).map_or(KnobKind::Flag, |position| self.knobs[position].kind);
        let value = kind.read(text, &place)?;
        self.apply_value(key, &value, place)
    }

    /// Applies one value, given at `place`.
    ///
    /// # Errors
    /// If the key is not a knob, or its value is of the wrong type or out of range.
    pub fn apply_value(
        &mut self,
        key: &str,
        found: &DocumentValue,
        place: Location,
    ) -> Result<(), InputError> {
        let Some(position) = self.position(key) else {
            let unknown = Knob::unknown(self.knobs, key);
            return Err(InputError::new(place, Problem::Unknown(unknown)));
        };
        let knob = &self.knobs[position];
        if let DocumentValue::Text(text) | DocumentValue::Other(text) = found
            && text == BY_PLAYERS
            && matches!(knob.derived, Some(DerivedDefault::Computed(_)))
        {
            self.given[position] = None;
            return Ok(());
        }
        let value = knob.kind.accept(key, found, &place)?;
        self.give(position, value, place);
        Ok(())
    }

    /// Applies all keys of a JSON object, found at `place`. It reads what [`Settings::to_json`]
    /// wrote.
    ///
    /// # Errors
    /// If a key is not a knob, or its value is of the wrong type or out of range.
    pub fn apply_json(
        &mut self,
        object: &serde_json::Map<String, serde_json::Value>,
        place: &Location,
    ) -> Result<(), InputError> {
        object.iter().try_for_each(|(key, value)| {
            self.apply_value(key, &DocumentValue::from_json(value), place.clone())
        })
    }

    fn give(&mut self, position: usize, value: Value, place: Location) {
        self.times_given += 1;
        self.given[position] = Some(Given { value, time: self.times_given, place });
    }

    /// Returns whether the knob was given a value.
    ///
    /// # Panics
    /// If no such knob is declared.
    pub fn is_given(&self, key: &str) -> bool {
        self.given[self.declared(key)].is_some()
    }

    /// Returns the value that each knob was given, in the order of their declaration.
    pub fn given(&self) -> Vec<Option<Value>> {
        self.given.iter().map(|given| given.as_ref().map(|given| given.value)).collect()
    }

    /// Returns the error of knobs that conflict with each other, at the place where the last of
    /// them was given.
    ///
    /// # Panics
    /// If no such knob is declared.
    pub fn conflict(&self, keys: &[&str], found: String, allowed: String) -> InputError {
        let given = keys.iter().filter_map(|key| self.given[self.declared(key)].as_ref());
        let place = given
            .max_by_key(|given| given.time)
            .map_or_else(|| Location::whole("rules"), |given| given.place.clone());
        InputError::new(place, Problem::Conflict { found, allowed })
    }

    /// Returns the default of a knob, given the values of the other knobs: [`BY_PLAYERS`] where the
    /// game computes another one for each number of players. (No knob's default
    /// depends on itself, so the recursion ends.)
    ///
    /// # Panics
    /// If the knob belongs to another list, and its default depends on a knob that is not declared
    /// here.
    pub fn default_of(&self, knob: &Knob) -> Value {
        match knob.derived {
            Some(DerivedDefault::With { with: (key, value), default })
                if self.value(key) == value =>
            {
                default
            }
            Some(DerivedDefault::Computed(computed)) => {
                computed.default(&self.given(), &self.players)
            }
            _ => knob.default,
        }
    }

    /// Returns the value of a knob.
    ///
    /// # Panics
    /// If no such knob is declared.
    pub fn value(&self, key: &str) -> Value {
        self.value_at(self.declared(key))
    }

    fn value_at(&self, position: usize) -> Value {
        self.given[position]
            .as_ref()
            .map_or_else(|| self.default_of(&self.knobs[position]), |given| given.value)
    }

    /// Returns a knob and its value; `None` if no such knob is declared.
    pub fn knob(&self, key: &str) -> Option<(&'static Knob, Value)> {
        let position = self.position(key)?;
        Some((&self.knobs[position], self.value_at(position)))
    }

    /// Returns the value of a knob as this type, for [`knobs!`](crate::knobs).
    ///
    /// # Panics
    /// If no such knob is declared, or it is of another type.
    pub fn read<T: KnobType>(&self, key: &str) -> T {
        let value = self.value(key);
        T::from_value(value).unwrap_or_else(|| unreachable!("the knob `{key}` is {value}"))
    }

    /// Iterates over all knobs with their values, in the order of their declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Knob, Value)> + '_ {
        self.knobs.iter().enumerate().map(|(position, knob)| (knob, self.value_at(position)))
    }

    /// Iterates over all knobs but those of [cells](Knob::is_cell) that keep their defaults.
    pub fn told(&self) -> impl Iterator<Item = (&'static Knob, Value)> + '_ {
        self.iter().filter(|(knob, value)| !knob.is_cell() || *value != knob.default)
    }

    /// Iterates over the rules of scoring that have another value in other settings of the same
    /// knobs.
    pub fn scored_otherwise<'s>(
        &'s self,
        other: &'s Self,
    ) -> impl Iterator<Item = &'static str> + 's {
        let both = self
            .iter()
            .zip(other.iter())
            .filter(|((knob, value), (_, others))| knob.scoring && value != others);
        both.map(|((knob, _), _)| knob.key)
    }

    /// Returns the keys whose values are not the defaults, with their values, as a JSON object.
    /// Equal settings have the same differences, and a new knob that keeps its default does not
    /// change them.
    pub fn differences(&self) -> serde_json::Map<String, serde_json::Value> {
        let different = self.iter().filter(|(knob, value)| *value != self.default_of(knob));
        different.map(|(knob, value)| (knob.key.to_owned(), serde_json::json!(value))).collect()
    }

    /// Returns the keys that were given, with their values, as a JSON object.
    pub fn given_to_json(&self) -> serde_json::Map<String, serde_json::Value> {
        let given = self.iter().filter(|(knob, _)| self.is_given(knob.key));
        given.map(|(knob, value)| (knob.key.to_owned(), serde_json::json!(value))).collect()
    }

    /// Returns all knobs of [`told`](Self::told) with their values as a JSON object.
    pub fn to_json(&self) -> serde_json::Map<String, serde_json::Value> {
        self.told().map(|(knob, value)| (knob.key.to_owned(), serde_json::json!(value))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Document, TableKeys};

    const TABLE: TableKeys = TableKeys { keys: &["none", "2", "ten"], low: 1, high: 8 };

    crate::input::choices! {
        enum Rank { Jack = "jack", Queen = "queen" }
    }

    crate::input::choices! {
        enum Hits { Base = "base", Double = "double"; Table in TABLE }
    }

    crate::input::knobs! {
        struct Knobs {
            /// cards in a hand
            size: u8 = 3, in 1..=9;
            /// value of a card
            weight: f64 = 0.5, in -1.0..=1.0, scoring = true;
            /// all cards are seen
            open: bool = false;
            /// the highest rank,
            /// or the lowest
            rank: Rank = Rank::Queen;
            /// cards drawn
            hits: Hits = Hits::Base, when rank = Rank::Jack => Hits::Double;
        }
    }

    const ALL_CHANGED: Preset = Preset {
        name: "all",
        summary: "",
        values: &[Knobs::open(true), Knobs::rank(Rank::Jack), Knobs::size(9), Knobs::weight(-1.0)],
    };

    #[test]
    fn one_declaration_is_the_list_and_the_struct() {
        let [size, weight, open, rank, hits] = Knobs::KNOBS else { panic!("five knobs") };
        let (kind, default) = (KnobKind::Integer(1, 9), Value::Integer(3));
        assert_eq!(
            *size,
            Knob {
                key: "size",
                kind,
                default,
                derived: None,
                scoring: false,
                meaning: "cards in a hand"
            }
        );
        assert_eq!((weight.kind, weight.default), (KnobKind::Real(-1.0, 1.0), Value::Real(0.5)));
        assert_eq!((open.kind, open.default), (KnobKind::Flag, Value::Flag(false)));
        assert_eq!(
            (rank.kind, rank.default, rank.meaning),
            (Rank::KIND, Value::Choice("queen"), "the highest rank, or the lowest")
        );
        assert_eq!(hits.kind, KnobKind::ChoiceOrTable(&["base", "double"], &TABLE));
        let derived = DerivedDefault::With {
            with: ("rank", Value::Choice("jack")),
            default: Value::Choice("double"),
        };
        assert_eq!((hits.default, hits.derived), (Value::Choice("base"), Some(derived)));

        let mut settings = Settings::defaults(Knobs::KNOBS);
        let defaults =
            Knobs { size: 3, weight: 0.5, open: false, rank: Rank::Queen, hits: Hits::Base };
        assert_eq!(Knobs::read(&settings), defaults);
        settings.apply_preset(&ALL_CHANGED);
        let changed =
            Knobs { size: 9, weight: -1.0, open: true, rank: Rank::Jack, hits: Hits::Double };
        assert_eq!(Knobs::read(&settings), changed);
        settings.apply_option("hits={ none = 1, \"2\" = 8, ten = 2 }").expect("all keys");
        assert!(matches!(Knobs::read(&settings).hits, Hits::Table([1, 8, 2, ..])));
    }

    #[test]
    #[should_panic = "out of the knob's range"]
    fn a_preset_out_of_range_is_refused() {
        let _ = Knobs::size(10);
    }

    #[test]
    fn a_derived_default_follows_its_knob_until_it_is_given() {
        let mut settings = Settings::defaults(Knobs::KNOBS);
        let hits = |settings: &Settings| settings.value("hits").to_string();
        assert_eq!(hits(&settings), "base");
        settings.apply_option("rank=jack").expect("known");
        assert_eq!(hits(&settings), "double");
        settings.apply_option("rank=queen").expect("known");
        assert_eq!(hits(&settings), "base");
        settings.apply_option("hits=base").expect("known");
        settings.apply_option("rank=jack").expect("known");
        assert_eq!(hits(&settings), "base");
    }

    #[test]
    fn differences_distinguish_settings() {
        let with = |options: &[&str]| {
            let mut settings = Settings::defaults(Knobs::KNOBS);
            for option in options {
                settings.apply_option(option).expect("known");
            }
            serde_json::json!(settings.differences()).to_string()
        };
        assert_eq!(with(&[]), "{}");
        assert_eq!(with(&["size=3", "rank=queen"]), "{}");
        assert_eq!(with(&["rank=jack", "size=4"]), r#"{"size":4,"rank":"jack"}"#);
        assert_eq!(with(&["rank=jack", "hits=double"]), r#"{"rank":"jack"}"#);
        assert_eq!(with(&["rank=jack", "hits=base"]), r#"{"rank":"jack","hits":"base"}"#);
        assert_eq!(with(&["hits=double"]), r#"{"hits":"double"}"#);
    }

    #[test]
    fn rules_of_scoring_are_distinguished() {
        let with = |options: &[&str]| {
            let mut settings = Settings::defaults(Knobs::KNOBS);
            for option in options {
                settings.apply_option(option).expect("known");
            }
            settings
        };
        let differ = |one: &[&str], other: &[&str]| {
            with(one).scored_otherwise(&with(other)).collect::<Vec<_>>()
        };
        assert_eq!(
            Knobs::KNOBS.iter().map(|knob| knob.scoring).collect::<Vec<_>>(),
            [false, true, false, false, false]
        );
        assert_eq!(differ(&["weight=0.25", "size=4"], &[]), ["weight"]);
        assert_eq!(differ(&["weight=0.25", "size=4"], &["weight=0.25"]), Vec::<&str>::new());
    }

    #[test]
    fn values_come_from_sections_and_options() {
        let document =
            Document::parse("f.toml", "[rules]\nsize = 4\nweight = 1\nrank = \"jack\"\n")
                .expect("TOML");
        let section = document
            .section(&["rules"])
            .and_then(|top| top.open_section("rules"))
            .expect("fine")
            .expect("there");
        let mut settings = Settings::defaults(Knobs::KNOBS);
        settings.apply_section(&section).expect("all known");
        settings.apply_option("open = true").expect("known");
        settings.apply_option("size=5").expect("known");
        settings.apply_option("hits=base").expect("known");
        assert!(settings.is_given("rank"));
        assert_eq!(
            serde_json::json!(settings.to_json()).to_string(),
            r#"{"size":5,"weight":1.0,"open":true,"rank":"jack","hits":"base"}"#
        );
        let conflict =
            |keys: &[&str]| settings.conflict(keys, "both".into(), "one".into()).to_string();
        assert_eq!(conflict(&["rank", "size"]), "--set: both\n  allowed: one");
        assert_eq!(conflict(&["rank", "weight"]), "f.toml:4: both\n  allowed: one");
        assert_eq!(
            Settings::defaults(Knobs::KNOBS)
                .conflict(&["rank"], "both".into(), "one".into())
                .to_string(),
            "rules: both\n  allowed: one"
        );
    }

    #[test]
    fn a_table_can_be_a_value() {
        let mut settings = Settings::defaults(Knobs::KNOBS);
        settings.apply_option("hits={ none = 1, \"2\" = 8, ten = 2 }").expect("all keys");
        assert_eq!(settings.value("hits").to_string(), "{ none = 1, \"2\" = 8, ten = 2 }");
        assert_eq!(
            serde_json::json!(settings.value("hits")).to_string(),
            r#"{"none":1,"2":8,"ten":2}"#
        );
        let again = format!("hits={}", settings.value("hits").to_toml());
        let mut other = Settings::defaults(Knobs::KNOBS);
        other.apply_option(&again).expect("as it was written");
        assert_eq!(other, settings);
        settings.apply_option("hits=double").expect("a name");
        assert_eq!(settings.value("hits").to_toml(), "\"double\"");

        let text = "[rules]\nhits = { none = 1, \"2\" = 2 }\n";
        let document = Document::parse("f.toml", text).expect("TOML");
        let section = document
            .section(&["rules"])
            .and_then(|top| top.open_section("rules"))
            .expect("fine")
            .expect("there");
        let error = settings.apply_section(&section).expect_err("a key is missing").to_string();
        assert_eq!(
            error,
            "f.toml:2: `hits.ten` is missing in `[rules]`\n  allowed: a whole number from 1 to 8"
        );
    }

    #[test]
    fn bad_options_are_named() {
        let message = |option: &str| {
            Settings::defaults(Knobs::KNOBS).apply_option(option).expect_err("bad").to_string()
        };
        assert_eq!(message("size"), "--set: `--set` cannot be size\n  allowed: key=value");
        assert_eq!(
            message("sise=3"),
            "--set: unknown key `sise`\n  did you mean `size`?\n  allowed: size, weight, open, rank, hits"
        );
        assert_eq!(
            message("size=12"),
            "--set: `size` cannot be 12\n  allowed: a whole number from 1 to 9"
        );
        assert_eq!(
            message("size=two"),
            "--set: `size` cannot be two\n  allowed: a whole number from 1 to 9"
        );
        assert_eq!(
            message("weight=inf"),
            "--set: `weight` cannot be inf\n  allowed: a number from -1 to 1"
        );
        assert_eq!(
            message("open=yes"),
            "--set: `open` cannot be yes\n  did you mean `true`?\n  allowed: true or false"
        );
        assert_eq!(
            message("weight=0,5"),
            "--set: `weight` cannot be 0,5\n  allowed: a number from -1 to 1"
        );
        assert_eq!(
            message("rank=king"),
            "--set: `rank` cannot be \"king\"\n  allowed: \"jack\" or \"queen\""
        );
        let table = "\"base\" or \"double\" or a table with a whole number from 1 to 8 for each of \
            none, 2, ten";
        assert_eq!(
            message("hits=bass"),
            format!(
                "--set: `hits` cannot be \"bass\"\n  did you mean \"base\"?\n  allowed: {table}"
            )
        );
        assert_eq!(message("hits=3"), format!("--set: `hits` cannot be \"3\"\n  allowed: {table}"));
        assert_eq!(
            message("hits={ none = 1 }"),
            "--set: `hits.2` is missing\n  allowed: a whole number from 1 to 8"
        );
        assert_eq!(
            message("hits={ nine = 1 }"),
            "--set: unknown key `nine`\n  did you mean `none`?\n  allowed: none, 2, ten"
        );
        assert_eq!(
            message("hits={ ten = 9 }"),
            "--set: `hits.ten` cannot be 9\n  allowed: a whole number from 1 to 8"
        );
        assert!(message("hits={ ten = ").contains("--set:1: is not TOML"));
    }
}
