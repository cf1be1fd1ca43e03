//! The quantities, and their list.

use super::batch::{Batch, Block};
use super::counting::{Contributing, EachBlock, EachEndedGame, EndedLike, total};
use super::events::AskedEvents;
use super::play::measures;
use super::quantity::{
    About, Among, CellValue, Compared, Counting, GoalKey, Kind, OfEnded, QuantityDescription,
    Question, Tolerance, Topic, Unit, WhenAsked, WhenCounted,
};
use super::shape::Shape;
use super::sums::Contribution;
use crate::game::{CountedAmong, Description, Outcome, Playthrough};
use crate::rows::Source;
use crate::seat::{Seat, SeatSet, WIN};

/// All quantities, in the order of the tables. Add new ones here.
static QUANTITIES: &[&QuantityDescription] = &[
    &GOING_FIRST, &WIN_RATE, &NEIGHBOURS, &SCORE, &LENGTH, &LENGTH_P95, &FORCED_DECISIONS,
    &UNFINISHED_GAMES, &LOST_GAMES, &SHARED_WINS, &ENDING, &COMEBACKS, &EVENTS, &EVENT_SHARES,
    &EVENT_MEANS, &BRANCHING, &LEAD_CHANGES, &DRAMA, &MOMENT_OF_DECISION, &TURNAROUNDS, &TENSION,
    &STAKES, &STAKES_BY_THIRD, &DEAD_DECISIONS, &LUCK_SHARE, &SKILL_SHARE,
];

/// Returns all quantities, in the order of the tables.
pub fn quantities() -> impl Iterator<Item = &'static QuantityDescription> {
    QUANTITIES.iter().copied()
}

/// Returns the quantities that can be asked for in a game.
pub fn quantities_of(game: &Description) -> impl Iterator<Item = &'static QuantityDescription> {
    let can_be_lost = game.can_be_lost;
    quantities().filter(move |quantity| can_be_lost || quantity.counted != WhenCounted::CanBeLost)
}

impl Shape {
    /// Returns the quantities that have a place in the counts of its games. Others have none, so
    /// that the counts of a run are the same as before there were any.
    pub fn quantities(&self) -> impl Iterator<Item = &'static QuantityDescription> {
        self.quantities_with(self.play.is_some_and(|play| play.is_crossed))
    }

    /// Returns those quantities, for games in which strategies are crossed or not.
    pub fn quantities_with(
        &self,
        is_crossed: bool,
    ) -> impl Iterator<Item = &'static QuantityDescription> {
        let (has_events, has_play) = (!self.events.is_empty(), self.play.is_some());
        let can_be_lost = self.can_be_lost;
        quantities().filter(move |quantity| match quantity.counted {
            WhenCounted::Always => true,
            WhenCounted::CanBeLost => can_be_lost,
            // Counts with `[play]` have always had a place for events.
            WhenCounted::WithEvents => has_events || has_play,
            WhenCounted::InPlay | WhenCounted::WithChances => has_play,
            WhenCounted::Crossed => is_crossed,
        })
    }
}

/// Returns the quantity of an event, and the place of the event among its subjects; `None` if the
/// event is not counted.
pub fn quantity_of_event(
    events: &AskedEvents,
    name: &str,
) -> Option<(&'static QuantityDescription, usize)> {
    let among = events.find(name)?.per.among();
    let quantity = quantities().find(|quantity| quantity.about == About::Events(among))?;
    let subject = events.among(among).position(|(_, event)| event.name == name)?;
    Some((quantity, subject))
}

/// Returns the quantity with this name.
pub fn quantity(name: &str) -> Option<&'static QuantityDescription> {
    quantities().find(|quantity| quantity.name == name)
}

/// Returns the quantity that `[goal]` asks for by this key.
pub fn quantity_of_goal(key: &str) -> Option<&'static QuantityDescription> {
    quantities().find(|quantity| quantity.goal_key().is_some_and(|(known, _)| known == key))
}

/// The common base of shares of games.
pub(super) const SHARE: QuantityDescription = QuantityDescription {
    name: "",
    meaning: "",
    topic: Topic::Endings,
    about: About::Table,
    kind: Kind::Share,
    among: Among::Games,
    counted: WhenCounted::Always,
    of_ended: OfEnded::Nothing,
    unit: Unit::Percent,
    tolerance: Tolerance::Share,
    asked: WhenAsked::Never,
    phrase: "",
    heading: None,
    goal: GoalKey::Name,
    other_words: &[],
    question: Question::Quantity,
    counting: Counting::Beside,
};

/// The common base of win rates, and of effects on them.
const WINS: QuantityDescription = QuantityDescription {
    topic: Topic::Strength,
    kind: Kind::Wins,
    of_ended: OfEnded::All,
    tolerance: Tolerance::WinRate,
    asked: WhenAsked::Always,
    ..SHARE
};

/// The common base of lengths.
const LENGTHS: QuantityDescription = QuantityDescription {
    topic: Topic::Length,
    about: About::LengthUnits,
    kind: Kind::Mean,
    of_ended: OfEnded::All,
    unit: Unit::Number,
    tolerance: Tolerance::Length,
    asked: WhenAsked::FeltUnit,
    ..SHARE
};

/// The common base of quantities of events. They are about the games that ended.
const OF_EVENTS: QuantityDescription = QuantityDescription {
    topic: Topic::Events,
    about: About::Events(CountedAmong::Games),
    kind: Kind::Mean,
    counted: WhenCounted::WithEvents,
    of_ended: OfEnded::All,
    unit: Unit::Count,
    tolerance: Tolerance::Length,
    asked: WhenAsked::Always,
    goal: GoalKey::None,
    ..SHARE
};

/// The common base of measures of play that are differences of chances.
const CHANCES: QuantityDescription = QuantityDescription {
    topic: Topic::Play,
    kind: Kind::Mean,
    among: Among::Played,
    counted: WhenCounted::WithChances,
    unit: Unit::Points,
    tolerance: Tolerance::WinRate,
    ..SHARE
};

/// The common base of measures of play that are shares.
const SHARES_OF_PLAY: QuantityDescription =
    QuantityDescription { unit: Unit::Percent, tolerance: Tolerance::Share, ..CHANCES };

/// The common base of measures of play that are numbers.
const NUMBERS_OF_PLAY: QuantityDescription =
    QuantityDescription { unit: Unit::Count, tolerance: Tolerance::Length, ..CHANCES };

/// The common base of shares of the variance of wins that something explains.
const EXPLAINED: QuantityDescription = QuantityDescription {
    topic: Topic::Play,
    counted: WhenCounted::Crossed,
    counting: Counting::Beside,
    ..SHARE
};

/// The share of games that the player who goes first wins.
pub static GOING_FIRST: QuantityDescription = QuantityDescription {
    name: "first_player_win_rate",
    meaning: "the share of games won by the player who takes the first decision; a game \
        without a winner counts as shared by all",
    topic: Topic::GoingFirst,
    about: About::SeveralPlayers,
    phrase: "going first wins {after}{instead}{split}",
    goal: GoalKey::Other {
        key: "going_first",
        meaning: "the share of the games that the first player wins",
    },
    other_words: &["first_player"],
    question: Question::Topic,
    counting: Counting::InCell(
        |cell, _, _| Some(CellValue::Wins(cell.first_player.wins())),
        &WinsOfFirst,
    ),
    ..WINS
};

/// The share of the games of a block that a strategy wins.
pub static WIN_RATE: QuantityDescription = QuantityDescription {
    name: "win_rate",
    meaning: "the share of its games that a strategy wins, seats and neighbours balanced; a \
        game without a winner counts as shared by all",
    about: About::DifferentStrategies,
    phrase: "{subject} wins {after}{instead}{split}",
    goal: GoalKey::None,
    question: Question::Topic,
    counting: Counting::InCell(
        |cell, shape, subject| cell.strategies.wins(shape, subject).map(CellValue::Wins),
        &WinsOfStrategy,
    ),
    ..WINS
};

static NEIGHBOURS: QuantityDescription = QuantityDescription {
    name: "neighbours",
    meaning: "how far the order around the table moves a win rate: the standard deviation \
        between the orders",
    about: About::Orders,
    kind: Kind::Spread,
    unit: Unit::Points,
    phrase: "{order} typically moves a win rate by {after}{instead}",
    counting: Counting::Derived(|cell, _, _| Some(CellValue::Spread(&cell.neighbours))),
    ..WINS
};

static SCORE: QuantityDescription = QuantityDescription {
    name: "score",
    meaning: "the mean score of a strategy",
    topic: Topic::Score,
    about: About::Strategies,
    kind: Kind::SignedMean,
    of_ended: OfEnded::All,
    unit: Unit::Number,
    tolerance: Tolerance::Score,
    asked: WhenAsked::OneSide,
    phrase: "{subject} scores {after}{instead}",
    counting: Counting::InCell(
        |cell, _, subject| {
            let tallies = cell.seats.tallies.iter().filter_map(|seat| seat.get(subject));
            let scores = tallies.map(|tally| (tally.scores.sum, u128::from(tally.scores.count)));
            let (sum, count) = scores.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
            Some(CellValue::Mean { sum, count, squares: None })
        },
        &Scores,
    ),
    ..SHARE
};

/// The mean length of the games that ended.
pub static LENGTH: QuantityDescription = QuantityDescription {
    name: "length",
    meaning: "the mean length of the games that ended",
    phrase: "the mean number of {subject}{ended} is {after}{instead}",
    other_words: &["turns"],
    question: Question::Topic,
    counting: Counting::InCell(
        |cell, _, unit| {
            let moments = cell.lengths.unit(unit).finished.moments();
            let squares = Some(moments.squares);
            Some(CellValue::Mean { sum: moments.sum, count: moments.count.into(), squares })
        },
        &EachEndedGame(|game: &Playthrough, unit: usize| game.lengths[unit]),
    ),
    ..LENGTHS
};

static LENGTH_P95: QuantityDescription = QuantityDescription {
    name: "length_p95",
    meaning: "the length within which 95 % of games end",
    kind: Kind::Percentile,
    unit: Unit::WholeNumber,
    phrase: "95 % of {games} end within {after} {subject}{instead}",
    counting: Counting::Derived(|cell, _, unit| {
        let numbers = cell.lengths.unit(unit);
        Some(CellValue::Percentile { numbers, hundredths: 95, mean: &LENGTH })
    }),
    ..LENGTHS
};

static FORCED_DECISIONS: QuantityDescription = QuantityDescription {
    name: "forced_decisions",
    meaning: "the share of decisions with a single legal action",
    topic: Topic::Play,
    among: Among::Sampled,
    phrase: "{after} of decisions are forced{instead}",
    counting: Counting::Own(&EachBlock(|block: Block<'_>, _: usize| Contribution {
        points: block.samples.iter().map(|game| i64::from(game.forced)).sum(),
        among: block.samples.iter().map(|game| u64::from(game.decisions)).sum(),
        shared: false,
    })),
    ..SHARE
};

/// The share of games that `max_turns` cut.
pub static UNFINISHED_GAMES: QuantityDescription = QuantityDescription {
    name: "unfinished_games",
    meaning: "the share of games cut by max_turns",
    phrase: "{after} of {games} do not end{instead}",
    counting: Counting::Own(&EndedLike(|outcome: &Outcome, _: usize| outcome.unfinished)),
    ..SHARE
};

/// The share of games that all players lose.
pub static LOST_GAMES: QuantityDescription = QuantityDescription {
    name: "lost_games",
    meaning: "the share of games that all players lose together",
    counted: WhenCounted::CanBeLost,
    of_ended: OfEnded::Goals,
    asked: WhenAsked::OneSide,
    phrase: "{after} of {games} are lost by all{instead}",
    counting: Counting::Own(&EndedLike(|outcome: &Outcome, _: usize| {
        outcome.winners == SeatSet::NONE && !outcome.unfinished
    })),
    ..SHARE
};

/// The share of games with several winners.
pub static SHARED_WINS: QuantityDescription = QuantityDescription {
    name: "shared_wins",
    meaning: "the share of games that several players win together",
    of_ended: OfEnded::Goals,
    phrase: "{after} of {games} are won by several players together{instead}",
    other_words: &["ties", "draws"],
    question: Question::OrWord("ties"),
    counting: Counting::Own(&EndedLike(|outcome: &Outcome, _: usize| outcome.shared)),
    ..SHARE
};

static ENDING: QuantityDescription = QuantityDescription {
    name: "ending",
    meaning: "the share of games that end for this reason",
    about: About::EndReasons,
    of_ended: OfEnded::Goals,
    phrase: "{after} of {games} end with \"{subject}\"{instead}",
    counting: Counting::Own(&EndedLike(|outcome: &Outcome, reason: usize| {
        usize::from(outcome.end_reason) == reason
    })),
    ..SHARE
};

/// The share of games whose winners came from behind.
pub static COMEBACKS: QuantityDescription = QuantityDescription {
    name: "comebacks",
    meaning: "among games with a winner, the share in which no winner was ahead when half of \
        the decisions were taken; a player is ahead who would win if the game ended there",
    topic: Topic::Play,
    among: Among::Sampled,
    of_ended: OfEnded::All,
    phrase: "in {after} of {games} the winner came from behind{instead}",
    counting: Counting::Own(&EachBlock(|block: Block<'_>, _: usize| {
        total(block.samples.iter().filter_map(|game| game.comeback.map(i64::from)))
    })),
    ..SHARE
};

static EVENTS: QuantityDescription = QuantityDescription {
    name: "events",
    meaning: "how often an event happens in a game, on average",
    phrase: "the mean number of {subject} is {after}{instead}",
    counting: Counting::Own(&EventsAmong(CountedAmong::Games)),
    ..OF_EVENTS
};

static EVENT_SHARES: QuantityDescription = QuantityDescription {
    name: "event_shares",
    meaning: "the share of an event among the events of which it is a part",
    about: About::Events(CountedAmong::Whole),
    kind: Kind::Share,
    among: Among::Events,
    unit: Unit::Percent,
    tolerance: Tolerance::Share,
    phrase: "the share of {subject} is {after}{instead}",
    counting: Counting::Own(&EventsAmong(CountedAmong::Whole)),
    ..OF_EVENTS
};

static EVENT_MEANS: QuantityDescription = QuantityDescription {
    name: "event_means",
    meaning: "the mean of a number over all events that have it",
    about: About::Events(CountedAmong::Others),
    among: Among::Events,
    phrase: "the mean number of {subject} is {after}{instead}",
    counting: Counting::Own(&EventsAmong(CountedAmong::Others)),
    ..OF_EVENTS
};

static BRANCHING: QuantityDescription = QuantityDescription {
    name: "branching",
    meaning: "legal actions at a decision, on average",
    counted: WhenCounted::InPlay,
    phrase: "the mean number of legal actions is {after}{instead}",
    counting: Counting::Measured(Compared::of(&measures::BRANCHING)),
    ..NUMBERS_OF_PLAY
};

static LEAD_CHANGES: QuantityDescription = QuantityDescription {
    name: "lead_changes",
    meaning: "how often in a game the clearly best chance to win passes to another player",
    phrase: "the lead clearly changes {after} times in a game{instead}",
    counting: Counting::Measured(Compared::of(&measures::LEAD_CHANGES)),
    ..NUMBERS_OF_PLAY
};

static DRAMA: QuantityDescription = QuantityDescription {
    name: "drama",
    meaning: "how far the winner's chance is below the best one, on average",
    phrase: "the winner's chance is {after} below the best one on average{instead}",
    counting: Counting::Measured(Compared::of(&measures::DRAMA)),
    ..CHANCES
};

static MOMENT_OF_DECISION: QuantityDescription = QuantityDescription {
    name: "moment_of_decision",
    meaning: "how much of the game is over when its winner takes the lead for good",
    phrase: "the winner leads for good after {after} of a game{instead}",
    counting: Counting::Measured(Compared::of(&measures::MOMENT_OF_DECISION)),
    ..SHARES_OF_PLAY
};

static TURNAROUNDS: QuantityDescription = QuantityDescription {
    name: "turnarounds",
    meaning: "the share of games won by a player after another clearly had the better \
        chance",
    phrase: "in {after} of {games} another player clearly led before the winner{instead}",
    counting: Counting::Measured(Compared::of(&measures::TURNAROUNDS)),
    ..SHARES_OF_PLAY
};

static TENSION: QuantityDescription = QuantityDescription {
    name: "tension",
    meaning: "how far the best action is above the second best, in points of the chance to \
        win",
    phrase: "the best action is {after} above the second best{instead}",
    counting: Counting::Measured(Compared::of(&measures::TENSION)),
    ..CHANCES
};

static STAKES: QuantityDescription = QuantityDescription {
    name: "stakes",
    meaning: "how far the best action is above the worst, in points of the chance to win",
    phrase: "the best action is {after} above the worst{instead}",
    counting: Counting::Measured(Compared::of(&measures::STAKES)),
    ..CHANCES
};

static STAKES_BY_THIRD: QuantityDescription = QuantityDescription {
    name: "stakes_by_third",
    meaning: "how far the best action is above the worst in each third of a game, in points \
        of the chance to win",
    about: About::Thirds,
    phrase: "in the {subject} of a game the best action is {after} above the worst{instead}",
    heading: Some("stakes in the {subject}"),
    counting: Counting::Measured(Compared { in_thirds: true, ..Compared::of(&measures::STAKES) }),
    ..CHANCES
};

static DEAD_DECISIONS: QuantityDescription = QuantityDescription {
    name: "dead_decisions",
    meaning: "the share of choices in which no action is clearly more than one point better \
        than another",
    phrase: "in {after} of the choices no action is clearly better than another{instead}",
    counting: Counting::Measured(Compared {
        subject: 2,
        ..Compared::of(&measures::DEAD_DECISIONS)
    }),
    ..SHARES_OF_PLAY
};

static LUCK_SHARE: QuantityDescription = QuantityDescription {
    name: "luck_share",
    meaning: "how much of who wins the cards explain, where two strategies are crossed",
    kind: Kind::VarianceShare(Source::Cards),
    phrase: "the cards explain {after} of who wins{instead}",
    ..EXPLAINED
};

static SKILL_SHARE: QuantityDescription = QuantityDescription {
    name: "skill_share",
    meaning: "how much of who wins the strategies explain, where two of them are crossed",
    kind: Kind::VarianceShare(Source::Strategies),
    phrase: "the strategies explain {after} of who wins{instead}",
    ..EXPLAINED
};

/// Returns a seat's share of the win of a game, in 840ths. A game without a winner counts as shared
/// by all: otherwise rules under which games do not end, or are lost, would be a disadvantage for
/// everybody.
#[inline(always)]
pub(super) fn even_credit(game: &Playthrough, seat: Seat, players: usize) -> u64 {
    let winners = game.outcome.winners;
    if winners == SeatSet::NONE { WIN / players as u64 } else { winners.credit(seat) }
}

/// Wins of the player who takes the first decision.
struct WinsOfFirst;

impl Contributing for WinsOfFirst {
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(
        &'b self,
        batch: &'b Batch<'_>,
        _: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        let players = batch.shape.players();
        move |block| {
            let credits =
                block.games.iter().map(|game| even_credit(game, game.first_player, players));
            credits.fold(Contribution::default(), Contribution::with_credit)
        }
    }
}

/// Wins of a strategy.
pub(super) struct WinsOfStrategy;

impl Contributing for WinsOfStrategy {
    const BY_ENDING: bool = true;

    #[inline]
    fn of_block<'b>(
        &'b self,
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

/// The scores of a strategy, in all its seats.
struct Scores;

impl Contributing for Scores {
    #[inline]
    fn of_block<'b>(
        &'b self,
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

/// The count of an event in each game, and of the event among which it is counted.
struct EventsAmong(CountedAmong);

impl Contributing for EventsAmong {
    #[inline]
    fn of_block<'b>(
        &'b self,
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        let event = batch.shape.events.among(self.0).nth(subject);
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_quantity_says_of_itself_agrees() {
        for quantity in quantities() {
            let of_name = quantities().filter(|other| *other == quantity).count();
            let is_derived =
                matches!(quantity.kind, Kind::Percentile | Kind::Spread | Kind::VarianceShare(_));
            let agrees = match &quantity.counting {
                // Only whole numbers from 0 have their own counts in a cell.
                Counting::Own(_) => matches!(quantity.kind, Kind::Share | Kind::Mean),
                Counting::InCell(..) => !is_derived,
                Counting::Derived(_) => is_derived,
                Counting::Measured(compared) => {
                    compared.in_thirds == (quantity.about == About::Thirds)
                        && quantity.among == Among::Played
                        && compared.measure.of_chances
                            == (quantity.counted == WhenCounted::WithChances)
                }
                Counting::Beside => quantity.counted == WhenCounted::Crossed && is_derived,
            };
            assert!(of_name == 1 && agrees, "{quantity:?}");
        }
    }
}
