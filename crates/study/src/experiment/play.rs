//! What is asked of how a game plays: `[play]` of an experiment, or the steps of a builder.
//!
//! Each part has a struct of its own as it is asked, which reads itself from the section and checks
//! itself against the game.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::stop::MOST_BLOCKS;
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::DocumentValue as Value;
use fairdeal_core::input::{InputError, Location, Problem, Problems, Section};
use fairdeal_core::metrics::{CardMeasure, PlayMeasures};
use fairdeal_core::strategy::{Repertoire, StrategyFile, StrategyTexts};

/// The keys of `[play]`.
const KEYS: [&str; 4] = ["chances", "cards", "luck", "restricted"];

/// What is asked of how a game plays. With nothing in it, only what the players could choose from
/// and chose is counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayQuestions {
    /// The chances of winning at each decision.
    pub chances: Option<ChancesQuestion>,
    /// What each card is worth.
    pub cards: Option<CardsQuestion>,
    /// How much of the results is luck, and how much skill.
    pub luck: Option<LuckQuestion>,
    /// What it costs never to take some kinds of action.
    pub restricted: Option<RestrictedQuestion>,
}

/// Asks for each player's chance of winning at each decision, and what the legal actions are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChancesQuestion {
    /// The name or path of the strategy that plays the games on from each decision, in all seats.
    /// `None`: `greedy` where the game ships it, otherwise the strongest strategy of its ladder
    /// that does not search.
    pub strategy: Option<String>,
    /// How many games are played on for each legal action: an even number, 4 to 4,096.
    pub rollouts: u32,
    /// In how many blocks, from the first on.
    pub blocks: u64,
}

/// Asks what each card is worth to who is dealt, draws or plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardsQuestion {
    /// For how many other cards each one is exchanged that a seat is dealt in a game: 1 to 64. The
    /// game is played once more for each.
    pub exchanges: u32,
    /// In how many blocks, from the first on, cards are exchanged.
    pub blocks: u64,
}

/// Asks which share of the results the cards explain, and which the seats and the strategies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LuckQuestion;

/// Asks what it costs never to take a kind of action: for each of these strategies and each kind of
/// the game, one player without it sits among others of the same strategy who are free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RestrictedQuestion {
    /// The names or paths of the strategies.
    pub strategies: Vec<String>,
}

impl Default for ChancesQuestion {
    /// 32 rollouts in the first 64 blocks.
    fn default() -> Self {
        Self { strategy: None, rollouts: 32, blocks: 64 }
    }
}

impl Default for CardsQuestion {
    /// One exchange, in the first 256 blocks.
    fn default() -> Self {
        Self { exchanges: 1, blocks: 256 }
    }
}

/// A value that is `true` for the defaults, `false` for nothing, or a table of its own.
enum Given<'d> {
    Nothing,
    Defaults,
    Section(Section<'d>),
}

fn given<'d>(
    section: &Section<'d>,
    key: &str,
    keys: &[&'static str],
) -> Result<Given<'d>, InputError> {
    match section.entry(key).map(|entry| (entry, &entry.value)) {
        None | Some((_, Value::Flag(false))) => Ok(Given::Nothing),
        Some((_, Value::Flag(true))) => Ok(Given::Defaults),
        Some((_, Value::Table(_))) => {
            Ok(section.section(key, keys)?.map_or(Given::Nothing, Given::Section))
        }
        Some((entry, _)) if keys.is_empty() => Err(section.refused(entry, "true or false")),
        Some((entry, _)) => {
            Err(section.refused(entry, format!("true, false, or a table with {}", keys.join(", "))))
        }
    }
}

/// How many rollouts there may be.
const ROLLOUTS: RangeInclusive<i64> = 4..=4096;

impl ChancesQuestion {
    fn read(section: &Section<'_>) -> Result<Option<Self>, InputError> {
        let section = match given(section, "chances", &["strategy", "rollouts", "blocks"])? {
            Given::Nothing => return Ok(None),
            Given::Defaults => return Ok(Some(Self::default())),
            Given::Section(section) => section,
        };
        let usual = Self::default();
        let strategy = section.text("strategy")?.map(|(_, name)| name.to_owned());
        let rollouts =
            section.integer("rollouts", ROLLOUTS)?.map_or(usual.rollouts, |number| number as u32);
        let blocks = section
            .integer("blocks", 1..=MOST_BLOCKS.cast_signed())?
            .map_or(usual.blocks, i64::cast_unsigned);
        Ok(Some(Self { strategy, rollouts, blocks }))
    }

    /// Finds the strategy, and checks the numbers.
    fn check(
        self,
        game: &dyn AnyGame,
        place: &Location,
        texts: &StrategyTexts,
    ) -> Result<Chances, InputError> {
        let strategies = game.repertoire();
        let refused = |key: &str, found: String, allowed: String| {
            Err(InputError::new(
                place.clone(),
                Problem::Value { key: key.to_owned(), found, allowed },
            )
            .in_section("`chances` of `[play]`"))
        };
        let Self { strategy, rollouts, blocks } = self;
        if !ROLLOUTS.contains(&rollouts.into()) || rollouts % 2 > 0 {
            let allowed = format!(
                "an even number from {} to {}: each half checks the other",
                ROLLOUTS.start(),
                ROLLOUTS.end()
            );
            return refused("rollouts", rollouts.to_string(), allowed);
        }
        if !(1..=MOST_BLOCKS).contains(&blocks) {
            return refused("blocks", blocks.to_string(), "1 to 2^40".to_owned());
        }
        if !game.is_searchable() {
            let found = format!(
                "chances of winning in {}, which cannot draw hidden cards anew",
                game.description().title
            );
            let allowed =
                "only in games that implement `Searchable` (docs/own-games.md)".to_owned();
            return Err(InputError::new(place.clone(), Problem::Conflict { found, allowed })
                .in_section("`[play]`"));
        }
        let name = strategy.unwrap_or_else(|| usual_strategy(strategies, texts).to_owned());
        let strategy = StrategyFile::find_in(strategies, texts, &name, place)?;
        if strategy.program.is_some() || strategy.searches(strategies) {
            let allowed = "a strategy that does not search itself, and is no program: it plays many games on from each decision".to_owned();
            return refused("strategy", format!("{name:?}"), allowed);
        }
        Ok(Chances { strategy, rollouts, blocks })
    }
}

/// The strategy that plays on where none is named.
fn usual_strategy(game: &Repertoire, texts: &StrategyTexts) -> &'static str {
    const USUAL: &str = "greedy";
    let quick = |name: &&&str| {
        StrategyFile::find_in(game, texts, name, &Location::whole(**name))
            .is_ok_and(|file| !file.searches(game))
    };
    let shipped = game.shipped.iter().map(|(name, _)| name).find(|name| **name == USUAL);
    shipped
        .or_else(|| game.ladder.iter().rev().find(quick))
        .copied()
        .unwrap_or(fairdeal_core::strategy::Random::NAME)
}

impl CardsQuestion {
    fn read(section: &Section<'_>) -> Result<Option<Self>, InputError> {
        let section = match given(section, "cards", &["exchanges", "blocks"])? {
            Given::Nothing => return Ok(None),
            Given::Defaults => return Ok(Some(Self::default())),
            Given::Section(section) => section,
        };
        let usual = Self::default();
        let exchanges =
            section.integer("exchanges", 1..=64)?.map_or(usual.exchanges, |number| number as u32);
        let blocks = section
            .integer("blocks", 1..=MOST_BLOCKS.cast_signed())?
            .map_or(usual.blocks, i64::cast_unsigned);
        Ok(Some(Self { exchanges, blocks }))
    }

    /// Checks the numbers, and that the game tells of cards.
    fn check(self, game: &dyn AnyGame, place: &Location) -> Result<Self, InputError> {
        if game.card_names().is_none() {
            let found = format!("cards in {}, which names none", game.description().title);
            let allowed = "only in games that have a `CardTeller` (docs/own-games.md)".to_owned();
            return Err(InputError::new(place.clone(), Problem::Conflict { found, allowed })
                .in_section("`[play]`"));
        }
        let numbers =
            [("exchanges", u64::from(self.exchanges), 64), ("blocks", self.blocks, MOST_BLOCKS)];
        match numbers.into_iter().find(|(_, number, most)| !(1..=*most).contains(number)) {
            None => Ok(self),
            Some((key, number, most)) => {
                let problem = Problem::Value {
                    key: key.to_owned(),
                    found: number.to_string(),
                    allowed: format!("1 to {most}"),
                };
                Err(InputError::new(place.clone(), problem).in_section("`cards` of `[play]`"))
            }
        }
    }
}

impl LuckQuestion {
    fn read(section: &Section<'_>) -> Result<Option<Self>, InputError> {
        Ok(match given(section, "luck", &[])? {
            Given::Nothing => None,
            Given::Defaults | Given::Section(_) => Some(Self),
        })
    }
}

impl RestrictedQuestion {
    fn read(section: &Section<'_>) -> Result<Option<Self>, InputError> {
        if section.entry("restricted").is_none() {
            return Ok(None);
        }
        let names =
            section.required_texts("restricted", "a list of strategies: [\"heuristic\"]")?;
        Ok(Some(Self { strategies: names.into_iter().map(|(_, name)| name.to_owned()).collect() }))
    }

    /// Finds the strategies.
    fn check(
        self,
        game: &Repertoire,
        place: &Location,
        texts: &StrategyTexts,
    ) -> Result<Restricted, InputError> {
        let mut problems = Problems::default();
        let mut strategies: Vec<StrategyFile> = Vec::with_capacity(self.strategies.len());
        for name in &self.strategies {
            let Some(file) = problems.take(StrategyFile::find_in(game, texts, name, place)) else {
                continue;
            };
            if strategies.iter().any(|known| known.name == file.name) {
                problems.note(InputError::new(
                    place.clone(),
                    Problem::Duplicate { what: "strategy", name: file.name },
                ));
            } else {
                strategies.push(file);
            }
        }
        problems.finish()?;
        Ok(Restricted { strategies })
    }
}

/// What is asked of how a game plays: at a place, or as it was checked already.
#[derive(Clone, Debug)]
pub(super) enum AskedPlay {
    At(Location, PlayQuestions),
    Known(Box<Play>),
}

impl AskedPlay {
    /// Where it was asked, if it was asked now.
    pub(super) fn place(&self) -> Option<&Location> {
        match self {
            Self::At(place, _) => Some(place),
            Self::Known(_) => None,
        }
    }

    /// Checks what is asked against the game.
    pub(super) fn check(
        self,
        game: &dyn AnyGame,
        texts: &StrategyTexts,
    ) -> Result<Play, InputError> {
        match self {
            Self::At(place, asked) => asked.check(game, &place, texts),
            Self::Known(play) => Ok(*play),
        }
    }
}

impl PlayQuestions {
    /// Reads `[play]` of an experiment, with the place where it stands.
    pub(super) fn read(top: &Section<'_>) -> Result<Option<(Location, Self)>, InputError> {
        let Some(section) = top.open_section("play")? else { return Ok(None) };
        let mut problems = Problems::default();
        problems.take(section.check(&KEYS));
        let asked = Self {
            chances: problems.take(ChancesQuestion::read(&section)).flatten(),
            cards: problems.take(CardsQuestion::read(&section)).flatten(),
            luck: problems.take(LuckQuestion::read(&section)).flatten(),
            restricted: problems.take(RestrictedQuestion::read(&section)).flatten(),
        };
        problems.finish()?;
        Ok(Some((section.place(), asked)))
    }

    /// Checks what is asked against the game.
    fn check(
        self,
        game: &dyn AnyGame,
        place: &Location,
        texts: &StrategyTexts,
    ) -> Result<Play, InputError> {
        let mut problems = Problems::default();
        let play = Play {
            chances: self.chances.and_then(|asked| problems.take(asked.check(game, place, texts))),
            cards: self.cards.and_then(|asked| problems.take(asked.check(game, place))),
            luck: self.luck,
            restricted: self
                .restricted
                .and_then(|asked| problems.take(asked.check(game.repertoire(), place, texts))),
        };
        problems.finish()?;
        Ok(play)
    }
}

/// What is found out about how a game plays: checked, strategies found.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// The chances of winning at each decision.
    pub chances: Option<Chances>,
    /// What each card is worth.
    pub cards: Option<CardsQuestion>,
    /// How much is luck, and how much skill.
    pub luck: Option<LuckQuestion>,
    /// What it costs to leave out a kind of action.
    pub restricted: Option<Restricted>,
}

/// How chances of winning are estimated.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// The strategy that plays the games on, in all seats.
    pub strategy: StrategyFile,
    /// How many games are played on for each legal action.
    pub rollouts: u32,
    /// In how many blocks, from the first on.
    pub blocks: u64,
}

/// The strategies whose kinds of action are left out one by one.
#[derive(Clone, Debug, PartialEq)]
pub struct Restricted {
    /// Each of them.
    pub strategies: Vec<StrategyFile>,
}

impl Play {
    /// The strategies that it asks for besides those that play.
    pub(super) fn strategies_mut(&mut self) -> impl Iterator<Item = &mut StrategyFile> {
        let chances = self.chances.iter_mut().map(|chances| &mut chances.strategy);
        chances.chain(self.restricted.iter_mut().flat_map(|restricted| &mut restricted.strategies))
    }

    /// What is counted in each cell.
    pub fn measures(&self, game: &dyn AnyGame) -> PlayMeasures {
        let cards = self.cards.zip(game.card_names());
        let cards = cards.map(|(CardsQuestion { exchanges, blocks }, names)| CardMeasure {
            names,
            exchanges,
            blocks,
        });
        PlayMeasures { rollouts: self.chances.as_ref().map(|chances| chances.rollouts), cards }
    }
}
