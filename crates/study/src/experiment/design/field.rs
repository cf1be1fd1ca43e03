//! Strategies that all meet, or sit in one place in turn: the line-ups of ladders.

use std::sync::Arc;

use super::ladder::Ladder;
use super::{Design, OnePlace};
use crate::experiment::given::among;
use fairdeal_core::input::{InputError, Location, Problem};
use fairdeal_core::strategy::{Entrant, Repertoire, StrategyFile, StrategyTexts};

/// The most strategies that can be rated.
const MOST_RATED: usize = 64;

/// Strategies that all meet, and copies of the last one with doubled budgets, each of which meets
/// the one before it alone.
pub(super) struct Field {
    strategies: Vec<Entrant>,
    copies: Vec<Entrant>,
    /// By table, those among whom each strategy sits in the place of one player. Where there are
    /// some, the strategies do not meet each other.
    others: Vec<Others>,
    ladder: Ladder,
}

/// Those who stay at a table, while strategies sit in the place of one player.
struct Others {
    strategies: Vec<Entrant>,
    /// A search that knows them sits there as well.
    exploiter: Option<Entrant>,
}

impl Others {
    /// Only those who all play alike, by a strategy that can be known, have an exploiter.
    fn new(game: &Repertoire, strategies: Vec<Entrant>, exploiter: Option<&StrategyFile>) -> Self {
        let alike =
            strategies.first().filter(|first| strategies.iter().all(|other| other == *first));
        let exploiter =
            alike.and_then(|known| exploiter?.knowing(game, known.file()?)).map(Entrant::from);
        Self { strategies, exploiter }
    }
}

impl Field {
    /// The field of a ladder. The last strategy with a budget comes last; where no copies of it are
    /// given, the first one that the ladder asks for needs no games and is added. Where others are
    /// given, the question is who does best among them, and the exploiter is told whom it meets.
    pub(super) fn new(
        game: &Repertoire,
        mut strategies: Vec<Entrant>,
        mut copies: Vec<Entrant>,
        others: Vec<Vec<Entrant>>,
        exploiter: Option<&StrategyFile>,
        mut ladder: Ladder,
    ) -> Self {
        if let Some(searcher) =
            strategies.iter().rposition(|strategy| strategy.with_budget(2).is_some())
        {
            let searcher = strategies.remove(searcher);
            strategies.push(searcher);
        }
        if copies.is_empty() {
            let last = strategies.last().filter(|_| ladder.doublings > 0 && others.is_empty());
            copies.extend(last.and_then(|last| last.with_budget(2)));
            ladder.doublings = ladder.doublings.saturating_sub(1);
        }
        ladder.doubled = copies.len();
        let others = others.into_iter().map(|table| Others::new(game, table, exploiter)).collect();
        Self { strategies, copies, others, ladder }
    }

    /// The design that plays it.
    pub(super) fn design(&self) -> Arc<dyn Design> {
        if self.others.is_empty() {
            return Arc::new(self.ladder.clone());
        }
        let names = |entrants: &[Entrant]| {
            entrants.iter().map(|entrant| entrant.name().to_owned()).collect::<Vec<_>>()
        };
        let mut strategies = names(&self.strategies);
        for search in self.others.iter().filter_map(|table| table.exploiter.as_ref()) {
            // All are compared with the last one.
            if strategies.iter().all(|name| name != search.name()) {
                strategies.insert(strategies.len().saturating_sub(1), search.name().to_owned());
            }
        }
        let others = self.others.iter().map(|table| names(&table.strategies)).collect();
        Arc::new(OnePlace { strategies, others })
    }

    /// The line-ups: for each pair of strategies, and for each copy and the one before it, one of
    /// either among others of the other; and each strategy against itself.
    pub(super) fn lineups(&self, place: &Location) -> Result<Vec<Vec<Entrant>>, InputError> {
        let Self { strategies, copies, others, ladder } = self;
        let all: Vec<&Entrant> = strategies.iter().chain(copies).collect();
        let smallest = others.iter().map(|table| table.strategies.len() + 1).min();
        let players = smallest.unwrap_or(ladder.players);
        if players < 2 {
            let found = format!("strategies cannot meet in games for {players}");
            let allowed = "2 or more players, where all strategies meet";
            return Err(place.error(Problem::conflict(found, allowed)));
        }
        if !(2..=MOST_RATED).contains(&all.len()) {
            let found = match all.len() {
                1 => "one strategy alone meets nobody".to_owned(),
                0 => "0 strategies are too few to meet each other".to_owned(),
                many => format!("{many} strategies are too many to all meet"),
            };
            let allowed = format!("2 or more different strategies, up to {MOST_RATED}");
            return Err(place.error(Problem::conflict(found, allowed)));
        }
        let is_known = |(index, one): &(usize, &&Entrant)| {
            all[..*index].iter().any(|other| other.name() == one.name())
        };
        if let Some((_, twice)) = all.iter().enumerate().find(is_known) {
            return Err(place.error(Problem::duplicate("strategy", twice.name())));
        }
        if !others.is_empty() {
            return self.in_place(place);
        }
        let after = |(index, one)| strategies[index + 1..].iter().map(move |other| [one, other]);
        let chain: Vec<&Entrant> = strategies.last().into_iter().chain(copies).collect();
        let doubled = chain.windows(2).map(|pair| [pair[0], pair[1]]);
        let pairs = strategies.iter().enumerate().flat_map(after).chain(doubled);
        // At a table for two, one among others is the same either way.
        let both = |[first, second]: [&Entrant; 2]| {
            let ways = [[first, second], [second, first]];
            let ways = ways.map(|[one, other]| among(one.clone(), other, players));
            ways.into_iter().take(if players == 2 { 1 } else { 2 })
        };
        let equals = all.iter().map(|strategy| vec![(*strategy).clone(); players]);
        Ok(pairs.flat_map(both).chain(equals).collect())
    }

    /// Each strategy among the others of each table, and a search that knows them. The same players
    /// are at a table once: who sits in the place there is a question of counting.
    fn in_place(&self, place: &Location) -> Result<Vec<Vec<Entrant>>, InputError> {
        let Self { strategies, others, .. } = self;
        let seated = || strategies.iter().chain(others.iter().flat_map(|table| &table.strategies));
        let is_taken = |search: &&Entrant| {
            seated().any(|known| known.name() == search.name() && known != *search)
        };
        let mut searches = others.iter().filter_map(|table| table.exploiter.as_ref());
        if let Some(taken) = searches.find(is_taken) {
            return Err(place.error(Problem::duplicate("strategy name", taken.name())));
        }
        let mut found: Vec<(Vec<&str>, Vec<Entrant>)> = Vec::new();
        for Others { strategies: others, exploiter } in others {
            for strategy in strategies.iter().chain(exploiter) {
                let lineup: Vec<&Entrant> = std::iter::once(strategy).chain(others).collect();
                let mut names: Vec<&str> = lineup.iter().map(|entrant| entrant.name()).collect();
                names.sort_unstable();
                if found.iter().all(|(known, _)| *known != names) {
                    found.push((names, lineup.into_iter().cloned().collect()));
                }
            }
        }
        Ok(found.into_iter().map(|(_, lineup)| lineup).collect())
    }
}

/// The strategy of this name is the search that is told whom it plays against.
const EXPLOITER: &str = "exploiter";

/// The search that is told whom it plays against: the strategy of that name, or else the last one
/// that searches of those that meet.
///
/// # Errors
/// When there is neither, or the strategy of that name does not search.
pub(super) fn exploiter(
    game: &Repertoire,
    strategies: &[Entrant],
    texts: &StrategyTexts,
    place: &Location,
) -> Result<StrategyFile, InputError> {
    if texts.has(game, EXPLOITER) {
        let found = StrategyFile::find_in(game, texts, EXPLOITER, place)?;
        if found.searches(game) {
            return Ok(found);
        }
        return Err(place.error(Problem::conflict(
            format!("the strategy `{EXPLOITER}`, which does not search"),
            "one that searches, since it looks for what beats the others; or another name for it",
        )));
    }
    let last = strategies.iter().filter_map(Entrant::file).rfind(|file| file.searches(game));
    last.cloned().ok_or_else(|| {
        place.error(Problem::conflict(
            "exploiters, where no strategy searches",
            format!("with a strategy `{EXPLOITER}` that does, or one among those that meet"),
        ))
    })
}
