//! The quantities, and their list.

use super::batch::{Batch, Block};
use super::events::AskedEvents;
use super::played::{LuckShare, Played, SkillShare};
use super::quantity::{
    About, Among, CellValue, Entry, FindInCell, Kind, Quantity, QuantityDescription, Tolerance,
    Topic, Unit, WhenAsked,
};
use super::shape::Shape;
use super::sums::Contribution;
use crate::game::{CountedAmong, Playthrough};
use crate::seat::{Seat, WIN};

/// All quantities, in the order of the tables. Add new ones here.
pub static QUANTITIES: &[Entry] = &[
    Entry::of::<FirstPlayerWinRate>(),
    Entry::of::<WinRate>(),
    Entry::of::<NeighbourEffect>(),
    Entry::of::<Score>(),
    Entry::of::<Length>(),
    Entry::of::<LengthP95>(),
    Entry::of::<ForcedDecisions>(),
    Entry::of::<UnfinishedGames>(),
    Entry::of::<SharedWins>(),
    Entry::of::<Endings>(),
    Entry::of::<Comebacks>(),
    // Those of events come after the others: a run that counts none has no place for them. The
    // measures of play come then, and those of crossed strategies last.
    Entry::of::<Events>(),
    Entry::of::<EventShares>(),
    Entry::of::<EventMeans>(),
    Entry::of::<Played<0>>(),
    Entry::of::<Played<1>>(),
    Entry::of::<Played<2>>(),
    Entry::of::<Played<3>>(),
    Entry::of::<Played<4>>(),
    Entry::of::<Played<5>>(),
    Entry::of::<Played<6>>(),
    Entry::of::<Played<7>>(),
    Entry::of::<Played<8>>(),
    Entry::of::<LuckShare>(),
    Entry::of::<SkillShare>(),
];

/// Returns the descriptions of all quantities, in the order of the tables.
pub fn quantities() -> impl Iterator<Item = &'static QuantityDescription> {
    QUANTITIES.iter().map(|entry| entry.description)
}

/// Returns the quantities that a run counts that counts these events, measures of play if `has_play`
/// is set, and luck and skill if strategies are crossed: those at the beginning of the list. Without
/// events, `[play]` or luck their quantities are left out, so that the counts of other runs are the
/// same as before there were any.
pub fn counted_quantities(
    events: &AskedEvents,
    has_play: bool,
    is_crossed: bool,
) -> &'static [Entry] {
    let of_events = |entry: &&Entry| matches!(entry.description.about, About::Events(_));
    let of_play = |entry: &&Entry| entry.description.among == Among::Played;
    let of_crossed = |entry: &&Entry| entry.description.about == About::Crossed;
    let up_to = |is_later: &dyn Fn(&&Entry) -> bool| {
        QUANTITIES.iter().take_while(|entry| !is_later(entry)).count()
    };
    match (is_crossed, has_play, events.is_empty()) {
        (true, ..) => QUANTITIES,
        (false, true, _) => &QUANTITIES[..up_to(&of_crossed)],
        (false, false, false) => &QUANTITIES[..up_to(&of_play)],
        (false, false, true) => &QUANTITIES[..up_to(&of_events)],
    }
}

impl Shape {
    /// Returns the quantities that are counted in the games: those at the beginning of the list.
    pub(super) fn quantities(&self) -> &'static [Entry] {
        let is_crossed = self.play.is_some_and(|play| play.is_crossed);
        counted_quantities(&self.events, self.play.is_some(), is_crossed)
    }
}

/// Returns the place of the quantity of an event in the list of all, and the place of the event
/// among its subjects; `None` if the event is not counted.
pub fn event_place(events: &AskedEvents, name: &str) -> Option<(usize, usize)> {
    let among = events.find(name)?.per.among();
    let quantity = quantity_place(match among {
        CountedAmong::Games => Events::DESCRIPTION.name,
        CountedAmong::Whole => EventShares::DESCRIPTION.name,
        CountedAmong::Others => EventMeans::DESCRIPTION.name,
    })?;
    let subject = events.among(among).position(|(_, event)| event.name == name)?;
    Some((quantity, subject))
}

/// Returns the quantity with this name.
pub fn quantity(name: &str) -> Option<&'static QuantityDescription> {
    quantities().find(|description| description.name == name)
}

/// Returns the place of a quantity of the list.
pub fn quantity_place(name: &str) -> Option<usize> {
    QUANTITIES.iter().position(|entry| entry.description.name == name)
}

/// The name of the mean length.
pub const LENGTH: &str = Length::DESCRIPTION.name;

/// The name of the share of games that the player wins who goes first.
pub const GOING_FIRST: &str = FirstPlayerWinRate::DESCRIPTION.name;

/// The name of the share of games whose winners came from behind.
pub const COMEBACKS: &str = Comebacks::DESCRIPTION.name;

/// The name of the share of games that `max_turns` cut.
pub const UNFINISHED_GAMES: &str = UnfinishedGames::DESCRIPTION.name;

/// The name of the share of games with several winners.
pub const SHARED_WINS: &str = SharedWins::DESCRIPTION.name;

/// The name of the share of the games of a block that a strategy wins.
pub const WIN_RATE: &str = WinRate::DESCRIPTION.name;

/// What most shares of games have in common.
const SHARE: QuantityDescription = QuantityDescription {
    name: "",
    meaning: "",
    topic: Topic::Endings,
    about: About::Table,
    kind: Kind::Share,
    among: Among::Games,
    of_ended: false,
    unit: Unit::Percent,
    tolerance: Tolerance::Share,
    asked: WhenAsked::Never,
    phrase: "",
};

/// What win rates, and what moves them, have in common.
const WINS: QuantityDescription = QuantityDescription {
    topic: Topic::Strength,
    kind: Kind::Wins,
    of_ended: true,
    tolerance: Tolerance::WinRate,
    asked: WhenAsked::Always,
    ..SHARE
};

/// What lengths have in common.
const LENGTHS: QuantityDescription = QuantityDescription {
    topic: Topic::Length,
    about: About::LengthUnits,
    kind: Kind::Mean,
    of_ended: true,
    unit: Unit::Number,
    tolerance: Tolerance::Length,
    asked: WhenAsked::FeltUnit,
    ..SHARE
};

/// Adds up numbers that count once each.
#[inline(always)]
fn total(numbers: impl Iterator<Item = i64>) -> Contribution {
    numbers.fold(Contribution::default(), |sum, number| Contribution {
        points: sum.points + number,
        among: sum.among + 1,
        shared: false,
    })
}

/// Returns a seat's share of the win of a game, in 840ths. An unfinished game counts as shared by
/// all: otherwise rules under which games do not end would be a disadvantage for everybody.
#[inline(always)]
pub(super) fn even_credit(game: &Playthrough, seat: Seat, players: usize) -> u64 {
    if game.outcome.unfinished { WIN / players as u64 } else { game.outcome.winners.credit(seat) }
}

/// Wins of the player who takes the first decision.
struct FirstPlayerWinRate;

impl Quantity for FirstPlayerWinRate {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "first_player_win_rate",
        meaning: "the share of games won by the player who takes the first decision; an unfinished \
            game counts as shared by all",
        topic: Topic::GoingFirst,
        about: About::SeveralPlayers,
        phrase: "going first wins {after}{instead}{split}",
        ..WINS
    };
    const IN_CELL: Option<FindInCell> =
        Some(|cell, shape, _| Some(CellValue::Wins(cell.first_player.wins(shape))));
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(batch: &'b Batch<'_>, _: usize) -> impl Fn(Block<'_>) -> Contribution + 'b {
        let players = batch.shape.players();
        move |block| {
            let credits =
                block.games.iter().map(|game| even_credit(game, game.first_player, players));
            credits.fold(Contribution::default(), Contribution::with_credit)
        }
    }
}

/// Wins of a strategy.
pub(super) struct WinRate;

impl Quantity for WinRate {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "win_rate",
        meaning: "the share of its games that a strategy wins, seats and neighbours balanced; an \
            unfinished game counts as shared by all",
        about: About::DifferentStrategies,
        phrase: "{subject} wins {after}{instead}{split}",
        ..WINS
    };
    const IN_CELL: Option<FindInCell> =
        Some(|cell, shape, subject| cell.strategies.wins(shape, subject).map(CellValue::Wins));
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        let (held, players) = (batch.places(subject), batch.shape.players());
        move |block| {
            let credits = held
                .of(block)
                .iter()
                .map(|(game, seat)| even_credit(&block.games[usize::from(*game)], *seat, players));
            credits.fold(Contribution::default(), Contribution::with_credit)
        }
    }
}

/// The effect of neighbours on win rates.
struct NeighbourEffect;

impl Quantity for NeighbourEffect {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "neighbours",
        meaning: "how far the order around the table moves a win rate: the standard deviation \
            between the orders",
        about: About::Orders,
        kind: Kind::Spread,
        unit: Unit::Points,
        phrase: "{order} typically moves a win rate by {after}{instead}",
        ..WINS
    };
    const IN_CELL: Option<FindInCell> =
        Some(|cell, _, _| Some(CellValue::Spread(&cell.neighbours)));
}

/// The score of a strategy, over all its seats.
struct Score;

impl Quantity for Score {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "score",
        meaning: "the mean score of a strategy",
        topic: Topic::Score,
        about: About::Strategies,
        kind: Kind::SignedMean,
        of_ended: true,
        unit: Unit::Number,
        tolerance: Tolerance::Score,
        asked: WhenAsked::Alone,
        phrase: "{subject} scores {after}{instead}",
        ..SHARE
    };
    const IN_CELL: Option<FindInCell> = Some(|cell, _, subject| {
        let tallies = cell.seats.tallies.iter().filter_map(|seat| seat.get(subject));
        let scores = tallies.map(|tally| (tally.scores.sum, u128::from(tally.scores.count)));
        let (sum, count) = scores.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
        Some(CellValue::Mean { sum, count })
    });

    #[inline]
    fn of_block<'b>(
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        let held = batch.places(subject);
        move |block| {
            let scores = held
                .of(block)
                .iter()
                .map(|(game, seat)| block.games[usize::from(*game)].outcome.scores[seat.index()]);
            Contribution { points: scores.sum(), ..Contribution::default() }
        }
    }
}

/// The length of the games that ended.
struct Length;

impl Quantity for Length {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "length",
        meaning: "the mean length of the games that ended",
        phrase: "the mean number of {subject}{ended} is {after}{instead}",
        ..LENGTHS
    };
    const IN_CELL: Option<FindInCell> = Some(|cell, _, unit| {
        let moments = cell.lengths.unit(unit).finished.moments();
        Some(CellValue::Mean { sum: moments.sum, count: moments.count.into() })
    });
    const BY_ENDED_GAME: bool = true;

    #[inline]
    fn of_block<'b>(_: &'b Batch<'_>, unit: usize) -> impl Fn(Block<'_>) -> Contribution + 'b {
        move |block| {
            let ended = block.games.iter().filter(|game| !game.outcome.unfinished);
            total(ended.map(|game| game.lengths[unit].cast_signed()))
        }
    }
}

/// The length within which 95 % of games end.
struct LengthP95;

impl Quantity for LengthP95 {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "length_p95",
        meaning: "the length within which 95 % of games end",
        kind: Kind::Percentile,
        unit: Unit::WholeNumber,
        phrase: "95 % of {games} end within {after} {subject}{instead}",
        ..LENGTHS
    };
    const IN_CELL: Option<FindInCell> = Some(|cell, _, unit| {
        let (numbers, mean) = (cell.lengths.unit(unit), Length::DESCRIPTION.name);
        Some(CellValue::Percentile { numbers, hundredths: 95, mean })
    });
}

/// Decisions with a single legal action.
struct ForcedDecisions;

impl Quantity for ForcedDecisions {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "forced_decisions",
        meaning: "the share of decisions with a single legal action",
        topic: Topic::Play,
        among: Among::Sampled,
        phrase: "{after} of decisions are forced{instead}",
        ..SHARE
    };

    #[inline]
    fn of_block<'b>(_: &'b Batch<'_>, _: usize) -> impl Fn(Block<'_>) -> Contribution + 'b {
        |block| Contribution {
            points: block.samples.iter().map(|game| i64::from(game.forced)).sum(),
            among: block.samples.iter().map(|game| u64::from(game.decisions)).sum(),
            shared: false,
        }
    }
}

/// Games cut by `max_turns`.
struct UnfinishedGames;

impl Quantity for UnfinishedGames {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "unfinished_games",
        meaning: "the share of games cut by max_turns",
        phrase: "{after} of {games} do not end{instead}",
        ..SHARE
    };
    const BY_ENDING: bool = true;

    fn happened(game: &Playthrough, _: usize) -> bool {
        game.outcome.unfinished
    }
}

/// Games that several players win together.
struct SharedWins;

impl Quantity for SharedWins {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "shared_wins",
        meaning: "the share of games that several players win together",
        phrase: "{after} of {games} are won by several players together{instead}",
        ..SHARE
    };
    const BY_ENDING: bool = true;

    fn happened(game: &Playthrough, _: usize) -> bool {
        game.outcome.shared
    }
}

/// Games that end for each reason.
struct Endings;

impl Quantity for Endings {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "ending",
        meaning: "the share of games that end for this reason",
        about: About::EndReasons,
        phrase: "{after} of {games} end with \"{subject}\"{instead}",
        ..SHARE
    };
    const BY_ENDING: bool = true;

    fn happened(game: &Playthrough, reason: usize) -> bool {
        usize::from(game.outcome.end_reason) == reason
    }
}

/// Games whose winners came from behind.
struct Comebacks;

impl Quantity for Comebacks {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "comebacks",
        meaning: "among games with a winner, the share in which no winner was ahead when half of \
            the decisions were taken; a player is ahead who would win if the game ended there",
        topic: Topic::Play,
        among: Among::Sampled,
        of_ended: true,
        phrase: "in {after} of {games} the winner came from behind{instead}",
        ..SHARE
    };

    #[inline]
    fn of_block<'b>(_: &'b Batch<'_>, _: usize) -> impl Fn(Block<'_>) -> Contribution + 'b {
        |block| total(block.samples.iter().filter_map(|game| game.comeback.map(i64::from)))
    }
}

/// What quantities of events have in common. They are about the games that ended.
const EVENTS: QuantityDescription = QuantityDescription {
    topic: Topic::Events,
    about: About::Events(CountedAmong::Games),
    kind: Kind::Mean,
    of_ended: true,
    unit: Unit::Count,
    tolerance: Tolerance::Length,
    asked: WhenAsked::Always,
    ..SHARE
};

/// Returns the contribution of a block to the quantity of an event: its count in each game, and
/// what it is counted among.
#[inline(always)]
fn of_event<'b>(
    batch: &Batch<'b>,
    among: CountedAmong,
    subject: usize,
) -> impl Fn(Block<'_>) -> Contribution + use<'b> {
    let event = batch.shape.events.among(among).nth(subject);
    let (place, base) =
        event.map_or((usize::MAX, None), |(place, event)| (place, event.per.base()));
    move |block| {
        let each = (block.events.len() / block.games.len().max(1)).max(1);
        let count = |counts: &[u64], place: usize| counts.get(place).copied().unwrap_or(0);
        let games = block.games.iter().zip(block.events.chunks_exact(each));
        let ended = games.filter(|(game, _)| !game.outcome.unfinished);
        ended.fold(Contribution::default(), |sum, (_, counts)| Contribution {
            points: sum.points + count(counts, place).cast_signed(),
            among: sum.among + base.map_or(1, |base| count(counts, base)),
            shared: false,
        })
    }
}

/// How often an event happens in a game.
struct Events;

impl Quantity for Events {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "events",
        meaning: "how often an event happens in a game, on average",
        phrase: "the mean number of {subject} is {after}{instead}",
        ..EVENTS
    };

    #[inline]
    fn of_block<'b>(
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        of_event(batch, CountedAmong::Games, subject)
    }
}

/// The share of an event among others.
struct EventShares;

impl Quantity for EventShares {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "event_shares",
        meaning: "the share of an event among the events of which it is a part",
        about: About::Events(CountedAmong::Whole),
        kind: Kind::Share,
        among: Among::Events,
        unit: Unit::Percent,
        tolerance: Tolerance::Share,
        phrase: "the share of {subject} is {after}{instead}",
        ..EVENTS
    };

    #[inline]
    fn of_block<'b>(
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        of_event(batch, CountedAmong::Whole, subject)
    }
}

/// The mean of a number that events have.
struct EventMeans;

impl Quantity for EventMeans {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "event_means",
        meaning: "the mean of a number over all events that have it",
        about: About::Events(CountedAmong::Others),
        among: Among::Events,
        phrase: "the mean number of {subject} is {after}{instead}",
        ..EVENTS
    };

    #[inline]
    fn of_block<'b>(
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        of_event(batch, CountedAmong::Others, subject)
    }
}
