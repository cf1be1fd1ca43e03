//! Strategies that all meet, or sit in one place in turn: the line-ups of ladders.

use std::sync::Arc;

use super::common::{AskedFor, Design, Reading};
use super::ladder::{Ladder, MOST_DOUBLINGS};
use super::one_place::OnePlace;
use super::others::{check_others, check_tables};
use crate::experiment::Plan;
use crate::experiment::given::among;
use crate::experiment::question::AskedLadder;
use fairdeal_core::input::{InputError, Location, Problem, Problems};
use fairdeal_core::strategy::{Entrant, Repertoire, StrategyFile, StrategyTexts};

/// The most strategies that can be rated.
const MOST_RATED: usize = 64;

/// The default number of doublings of the budget of the strongest search.
const DOUBLINGS: u32 = 1;

pub(super) const ASKED_FOR: AskedFor =
    AskedFor { section: "ladder", has_players: true, has_blocks: false, rules: None, add };

/// Adds the line-ups of strategies that all meet, or sit in one place in turn. There may be no
/// others. Of a command, messages name its options.
fn add(plan: &mut Plan, reading: &Reading<'_>, problems: &mut Problems) {
    let top = &reading.top;
    let Some(section) = problems.take(top.open_section(ASKED_FOR.section)).flatten() else {
        return;
    };
    problems.take(section.check(AskedLadder::KEYS));
    let (game, repertoire) = (plan.given.game.description(), plan.given.game.repertoire());
    let allowed = "a list of different strategies: [\"greedy\", \"random\"]";
    let learners: Vec<String> =
        plan.given.learners.iter().map(|learner| learner.name().to_owned()).collect();
    let usual = plan.given.texts.ladder(repertoire);
    let names = match section.entry("strategies") {
        None => Some(usual.iter().map(String::as_str).collect()),
        _ => problems
            .take(section.required_texts("strategies", allowed))
            .map(|names| names.into_iter().map(|(_, name)| name).collect()),
    };
    let names = names.map(|mut names: Vec<&str>| {
        let missing = learners.iter().filter(|name| !names.contains(&name.as_str()));
        let missing: Vec<&str> = missing.map(String::as_str).collect();
        names.extend(missing);
        names
    });
    let players = section.number("players", game.fewest_players..=game.most_players);
    let asked_players = problems.take(players).flatten();
    let tables = problems
        .take(section.lists_of_texts("others", "a list of lists: [[\"heuristic\", \"greedy\"]]"))
        .unwrap_or_default();
    let of_command = plan.given.of_command;
    let place_of = |key: &str, option: &str| match section.entry(key) {
        _ if of_command => Location::whole(option),
        entry => entry.map_or_else(|| section.place(), |entry| section.place_at(entry.line)),
    };
    let (place, others_place) =
        (place_of("strategies", "--strategies"), place_of("others", "--others"));
    problems.take(check_others(asked_players, &tables, &others_place));
    let doublings = section.number("doublings", 0..=MOST_DOUBLINGS);
    let doublings = problems.take(doublings).flatten().unwrap_or(DOUBLINGS);
    let exploiters = problems.take(section.flag("exploiters")).flatten().unwrap_or(false);
    let players = asked_players.unwrap_or(game.usual_players());
    let Some(names) = names else { return };
    let has_lineups = problems.take(top.open_sections("lineup")).is_some_and(|all| !all.is_empty());
    if let Some(found) = match (plan.variants.len(), has_lineups) {
        (0 | 1, false) => None,
        (1, true) => Some("line-ups beside strategies that all meet".to_owned()),
        (variants, _) => Some(format!("{variants} variants for strategies that all meet")),
    } {
        let allowed = "one set of rules, and no other line-ups";
        problems.note(place.error(Problem::conflict(found, allowed)));
    }
    if let Some(table) =
        tables.iter().find(|table| !table.is_empty() && !game.is_for(table.len() + 1))
    {
        let (players, title) = (game.players_in_words(), game.title);
        problems.note(others_place.error(Problem::conflict(
            format!("a table for {} with {} of the others", table.len() + 1, table.len()),
            format!("tables for {players}, which is what {title} is for"),
        )));
    }
    let mut found = |asked: Vec<&str>, place: &Location| -> Vec<Entrant> {
        let asked = asked.into_iter();
        asked.filter_map(|name| problems.take(plan.given.entrant(name, place))).collect()
    };
    let entrants = found(names, &place);
    let tables: Vec<Vec<Entrant>> =
        tables.into_iter().map(|table| found(table, &others_place)).collect();
    if exploiters && game.is_one_side(players) {
        let found = "exploiters, where all players win or lose together";
        problems.note(place.error(Problem::conflict(found, "a game against others")));
    } else if exploiters {
        let found = exploiter(repertoire, &entrants, &plan.given.texts, &place);
        plan.exploiter = problems.take(found);
    }
    // The field is known only if no strategy is missing.
    if !problems.is_empty() {
        return;
    }
    problems.take(check_tables(&tables, &others_place));
    let ladder = Ladder { players, doubled: 0, doublings, place: place.clone() };
    let copies = plan.given.copies.clone();
    let exploiter = plan.exploiter.as_ref();
    let field = Field::new(repertoire, entrants, copies, tables, exploiter, ladder);
    plan.design = field.design();
    for entrants in problems.take(field.lineups(&place)).unwrap_or_default() {
        problems.take(plan.add_lineup(entrants, &place));
    }
}

/// Strategies that all meet, and copies of the last one with doubled budgets, each of which meets
/// the one before it alone.
pub(super) struct Field {
    strategies: Vec<Entrant>,
    copies: Vec<Entrant>,
    /// By table, the players among whom each strategy sits in the place of one player. If there are
    /// any, the strategies do not meet each other.
    others: Vec<Others>,
    ladder: Ladder,
    /// Whether all players win or lose together, so that strategies do not meet.
    is_one_side: bool,
}

/// The players who stay at a table while strategies sit in the place of one player.
struct Others {
    strategies: Vec<Entrant>,
    /// A search that knows them sits there as well.
    exploiter: Option<Entrant>,
}

impl Others {
    /// Only players who all play one known strategy have an exploiter.
    fn new(game: &Repertoire, strategies: Vec<Entrant>, exploiter: Option<&StrategyFile>) -> Self {
        let alike =
            strategies.first().filter(|first| strategies.iter().all(|other| other == *first));
        let exploiter =
            alike.and_then(|known| exploiter?.knowing(game, known.file()?)).map(Entrant::from);
        Self { strategies, exploiter }
    }
}

impl Field {
    /// The field of a ladder. The last strategy with a budget comes last. If no copies of it are
    /// given, the first copy that the ladder asks for is added, since it needs no games to be known;
    /// where copies do not meet the one before them, all are. If others are given, the question is
    /// who does best among them, and the exploiter knows whom it meets.
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
        let is_one_side = game.game.is_one_side(ladder.players);
        if copies.is_empty() {
            let added = if is_one_side { ladder.doublings } else { ladder.doublings.min(1) };
            let last = strategies.last().filter(|_| others.is_empty());
            let copy = |times: u32| last?.with_budget(1 << times);
            copies.extend((1..=added).filter_map(copy));
            ladder.doublings -= added;
        }
        ladder.doubled = copies.len();
        let others = others.into_iter().map(|table| Others::new(game, table, exploiter)).collect();
        Self { strategies, copies, others, ladder, is_one_side }
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
    /// either among others of the other; and each strategy against itself. Where all win or lose
    /// together, each strategy has all seats.
    pub(super) fn lineups(&self, place: &Location) -> Result<Vec<Vec<Entrant>>, InputError> {
        let Self { strategies, copies, others, ladder, is_one_side } = self;
        let all: Vec<&Entrant> = strategies.iter().chain(copies).collect();
        let smallest = others.iter().map(|table| table.strategies.len() + 1).min();
        let players = smallest.unwrap_or(ladder.players);
        if players < 2 && !others.is_empty() {
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
        let meetings = pairs.flat_map(both).filter(|_| !is_one_side);
        Ok(meetings.chain(equals).collect())
    }

    /// Each strategy among the others of each table, and a search that knows them. A table with the
    /// same players is played once; counting tells whose place is meant.
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

/// The name of the search that knows whom it plays against.
const EXPLOITER: &str = "exploiter";

/// The search that knows whom it plays against: the strategy with that name, or else the last of
/// the meeting strategies that searches.
///
/// # Errors
/// When there is neither, or the strategy with that name does not search.
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
