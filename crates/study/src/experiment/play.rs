//! `[play]` of an experiment, or the steps of a builder: questions about how a game plays.
//!
//! Each part reads itself from the section, and checks itself against the game.

use std::ops::RangeInclusive;

use super::question::{CardsQuestion, ChancesQuestion, PlayQuestions};
use super::read::part;
use super::stop::MOST_BLOCKS;
use fairdeal_core::any_game::{AnyGame, Chances};
use fairdeal_core::game::MAX_CARDS;
use fairdeal_core::input::{InputError, Location, Problem, Problems, Section};
use fairdeal_core::metrics::{CardMeasure, PlayMeasures};
use fairdeal_core::strategy::{Repertoire, StrategyFile, StrategyTexts};

/// How many rollouts there may be.
const ROLLOUTS: RangeInclusive<u32> = 4..=4096;

impl ChancesQuestion {
    fn read(section: &Section<'_>) -> Result<Self, InputError> {
        let usual = Self::default();
        Ok(Self {
            strategy: section.text("strategy")?.map(|(_, name)| name.to_owned()),
            rollouts: section.number("rollouts", ROLLOUTS)?.unwrap_or(usual.rollouts),
            blocks: section.number("blocks", 1..=MOST_BLOCKS)?.unwrap_or(usual.blocks),
            every: section.number("every", 1..=1000)?,
        })
    }

    /// Finds the strategy, and checks that it can play games on.
    fn check(
        self,
        game: &dyn AnyGame,
        place: &Location,
        texts: &StrategyTexts,
    ) -> Result<Chances, InputError> {
        let strategies = game.repertoire();
        let refused = |key: &str, found: String, allowed: String| {
            let error = place.error(Problem::value(key, found, allowed));
            Err(error.in_section("`chances` of `[play]`"))
        };
        let Self { strategy, rollouts, blocks, every } = self;
        if rollouts % 2 > 0 {
            let allowed = format!(
                "an even number from {} to {}: each half checks the other",
                ROLLOUTS.start(),
                ROLLOUTS.end()
            );
            return refused("rollouts", rollouts.to_string(), allowed);
        }
        if !game.is_searchable() {
            let found = format!(
                "chances of winning in {}, which cannot draw hidden cards anew",
                game.description().title
            );
            let allowed = "only in games that implement `Searchable` (docs/own-games.md)";
            return Err(place.error(Problem::conflict(found, allowed)).in_section("`[play]`"));
        }
        let by_players = strategy.is_none();
        let name = strategy.unwrap_or_else(|| usual_strategy(strategies, texts).to_owned());
        let strategy = StrategyFile::find_in(strategies, texts, &name, place)?;
        if strategy.program.is_some() || strategy.searches(strategies) {
            let allowed = "a strategy that does not search itself, and is no program: it plays many games on from each decision".to_owned();
            return refused("strategy", format!("{name:?}"), allowed);
        }
        let every = every.unwrap_or(1);
        Ok(Chances { by_players, strategy, rollouts, every, blocks })
    }
}

/// The strategy that plays on where none is named, and the players themselves cannot.
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
    fn read(section: &Section<'_>) -> Result<Self, InputError> {
        let usual = Self::default();
        Ok(Self {
            exchanges: section.number("exchanges", 1..=64)?.unwrap_or(usual.exchanges),
            blocks: section.number("blocks", 1..=MOST_BLOCKS)?.unwrap_or(usual.blocks),
        })
    }

    /// Checks that the game has events about cards.
    fn check(self, game: &dyn AnyGame, place: &Location) -> Result<Self, InputError> {
        let title = game.description().title;
        let (found, allowed) = match game.card_names().map(|names| names.cards.len()) {
            Some(0..=MAX_CARDS) => return Ok(self),
            Some(names) => (
                format!("{names} different names of cards in {title}"),
                format!("only in games with at most {MAX_CARDS} names of cards (docs/play.md)"),
            ),
            None => (
                format!("cards in {title}, which names none"),
                "only in games that have a `CardTeller` (docs/own-games.md)".to_owned(),
            ),
        };
        Err(place.error(Problem::conflict(found, allowed)).in_section("`[play]`"))
    }
}

/// Reads the strategies whose kinds of action are left out.
fn restricted(
    game: &Repertoire,
    section: &Section<'_>,
    texts: &StrategyTexts,
) -> Result<Option<Vec<StrategyFile>>, InputError> {
    if section.entry("restricted").is_none() {
        return Ok(None);
    }
    let names = section.required_texts("restricted", "a list of strategies: [\"heuristic\"]")?;
    let place = section.place();
    let mut problems = Problems::default();
    let mut strategies: Vec<StrategyFile> = Vec::new();
    for (_, name) in names {
        let Some(file) = problems.take(StrategyFile::find_in(game, texts, name, &place)) else {
            continue;
        };
        if strategies.iter().any(|known| known.name == file.name) {
            problems.note(place.error(Problem::duplicate("strategy", file.name)));
        } else {
            strategies.push(file);
        }
    }
    problems.finish().map(|()| Some(strategies))
}

/// Reads `[play]` of an experiment, with the place where it stands, and checks it against the game.
pub(super) fn read(
    game: &dyn AnyGame,
    top: &Section<'_>,
    texts: &StrategyTexts,
) -> Result<Option<(Location, Play)>, InputError> {
    let Some(section) = top.open_section("play")? else { return Ok(None) };
    let (mut problems, place) = (Problems::default(), section.place());
    problems.take(section.check(PlayQuestions::KEYS));
    let searches = top.entry("tune").is_some();
    let chances = part(&section, "chances", ChancesQuestion::KEYS, |section| {
        match section.entry("blocks").filter(|_| searches) {
            Some(entry) => {
                let allowed = "no `blocks`: a search estimates chances in all its blocks";
                Err(section.refused(entry, allowed))
            }
            None => ChancesQuestion::read(section),
        }
    });
    let everywhere = |asked: ChancesQuestion| {
        if searches { ChancesQuestion { blocks: MOST_BLOCKS, ..asked } } else { asked }
    };
    let chances = problems.take(chances).flatten().map(everywhere);
    let cards = part(&section, "cards", CardsQuestion::KEYS, CardsQuestion::read);
    let cards = problems.take(cards).flatten();
    let play = Play {
        chances: chances.and_then(|asked| problems.take(asked.check(game, &place, texts))),
        cards: cards.and_then(|asked| problems.take(asked.check(game, &place))),
        luck: problems.take(section.flag("luck")).flatten().unwrap_or(false),
        restricted: problems.take(restricted(game.repertoire(), &section, texts)).flatten(),
        people: problems.take(section.flag("people")).flatten().unwrap_or(false),
    };
    problems.finish().map(|()| Some((place, play)))
}

/// The questions about how a game plays, checked, with their strategies.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// The chances of winning at each decision.
    pub chances: Option<Chances>,
    /// The worth of each card.
    pub cards: Option<CardsQuestion>,
    /// How much is luck, and how much skill.
    pub luck: bool,
    /// The strategies whose kinds of action are left out one by one, to see what that costs.
    pub restricted: Option<Vec<StrategyFile>>,
    /// What people at the table feel.
    pub people: bool,
}

impl Play {
    /// The strategies that it asks for besides those that play.
    pub(super) fn strategies_mut(&mut self) -> impl Iterator<Item = &mut StrategyFile> {
        let chances = self.chances.iter_mut().map(|chances| &mut chances.strategy);
        chances.chain(self.restricted.iter_mut().flatten())
    }

    /// The measures that each cell counts.
    pub fn measures(&self, game: &dyn AnyGame) -> PlayMeasures {
        let measure =
            |(CardsQuestion { exchanges, blocks }, names)| CardMeasure { names, exchanges, blocks };
        PlayMeasures {
            rollouts: self.chances.as_ref().map(|chances| chances.rollouts),
            every: self.chances.as_ref().map_or(1, |chances| chances.every),
            cards: self.cards.zip(game.card_names()).map(measure),
            people: self.people,
        }
    }
}
