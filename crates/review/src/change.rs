//! Changes of the rules: single knobs that are turned, and several together.

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{Knob, KnobKind, Settings, Value};

/// Rules with some knobs turned.
#[derive(Clone, Debug)]
pub struct Change {
    /// The knobs with their values: `hand_size=6`.
    pub set: Vec<String>,
    /// All knobs.
    pub settings: Settings,
    /// How far the values are from those of the draft, all knobs together: 1 for half of a range, or
    /// for another name.
    pub distance: f64,
}

/// The largest number of other values of a knob in a search.
const MOST_VALUES: usize = 8;

/// The largest number of knobs that are turned.
const MOST_KNOBS: usize = 24;

impl Change {
    /// Its name in tables: `hand_size=6, place_cards=-1`.
    pub fn name(&self) -> String {
        self.set.join(", ")
    }

    /// The knobs that are turned.
    pub fn knobs(&self) -> impl Iterator<Item = &str> {
        self.set.iter().filter_map(|option| Some(option.split_once('=')?.0))
    }

    /// One knob that is turned to a number; `None` if the rules refuse it.
    pub fn of(
        base: &Settings,
        knob: &str,
        value: i64,
        game: &dyn AnyGame,
        sizes: &[usize],
    ) -> Option<Self> {
        Self::turned(base, &format!("{knob}={value}"))?.allowed(game, sizes)
    }

    /// One knob that is turned; `None` if it cannot have the value.
    fn turned(base: &Settings, option: &str) -> Option<Self> {
        let mut settings = base.clone();
        settings.apply_option(option).ok()?;
        let apart = base.iter().zip(settings.iter()).map(|((knob, before), (_, value))| {
            match (knob.kind, before, value) {
                (_, before, value) if before == value => 0.0,
                (KnobKind::Integer(low, high), Value::Integer(before), Value::Integer(value)) => {
                    // A wide range is none that a designer means.
                    let half = (high - low).min(4 * before.abs().max(5)) as f64 / 2.0;
                    (value - before).abs() as f64 / half.max(1.0)
                }
                _ => 1.0,
            }
        });
        Some(Self { set: vec![option.to_owned()], distance: apart.fold(0.0, f64::max), settings })
    }

    /// The number to which it turns a knob, if it does.
    pub fn number_of(&self, knob: &str) -> Option<i64> {
        let own = self.set.iter().filter_map(|option| option.split_once('='));
        own.into_iter().find(|(key, _)| *key == knob)?.1.parse().ok()
    }

    /// Both changes together; `None` if both turn the same knob, or the rules refuse it.
    pub fn with(&self, other: &Self, game: &dyn AnyGame, sizes: &[usize]) -> Option<Self> {
        if self.knobs().any(|knob| other.knobs().any(|turned| turned == knob)) {
            return None;
        }
        let mut settings = self.settings.clone();
        for option in &other.set {
            settings.apply_option(option).ok()?;
        }
        let set = self.set.iter().chain(&other.set).cloned().collect();
        let distance = self.distance + other.distance;
        Self { set, settings, distance }.allowed(game, sizes)
    }

    /// The change, if the rules allow it at all tables.
    fn allowed(self, game: &dyn AnyGame, sizes: &[usize]) -> Option<Self> {
        let is_allowed = |players: &usize| game.make_rules(&self.settings, *players).is_ok();
        sizes.iter().all(is_allowed).then_some(self)
    }
}

/// The knobs of a game that a review turns: not those that only say when a game is cut, or what the
/// players want.
pub fn knobs(game: &dyn AnyGame) -> Vec<&'static Knob> {
    let description = game.description();
    let limits = game.limiting_knobs();
    let is_no_limit = |knob: &&Knob| !limits.contains(&knob.key);
    let mut knobs: Vec<&'static Knob> = description.knobs_of_rules().filter(is_no_limit).collect();
    knobs.sort_by_key(|knob| description.turn_order(knob.key));
    knobs.truncate(MOST_KNOBS);
    knobs
}

/// Each knob one step up and down.
pub fn steps(game: &dyn AnyGame, base: &Settings, sizes: &[usize]) -> Vec<Change> {
    turned(game, base, sizes, |kind, value| match (kind, value) {
        (KnobKind::Integer(low, high), Value::Integer(value)) => {
            let step = step(value, low, high);
            [value - step, value + step]
                .into_iter()
                .filter(|value| (low..=high).contains(value))
                .map(|value| value.to_string())
                .collect()
        }
        (KnobKind::Real(low, high), Value::Real(value)) => {
            let step = if value == 0.0 { (high - low) / 10.0 } else { value.abs() / 5.0 };
            [value - step, value + step]
                .into_iter()
                .filter(|value| (low..=high).contains(value))
                .map(|value| value.to_string())
                .collect()
        }
        (kind, value) => others(kind, value),
    })
}

/// Each knob with values all over its range, those that say most first: a step up and down, numbers
/// that all players can share, none at all, the ends of its range, half and double.
pub fn values(game: &dyn AnyGame, base: &Settings, sizes: &[usize]) -> Vec<Change> {
    let shared = sizes.iter().fold(1, |all, players| least_common_multiple(all, *players as i64));
    turned(game, base, sizes, |kind, value| match (kind, value) {
        (KnobKind::Integer(low, high), Value::Integer(value)) => {
            let near = |reach: i64| [value - reach, value + reach];
            let far = [0, low, high, value / 2, value * 3 / 2, value * 2, value * 3, value * 4];
            let steps = near(step(value, low, high)).into_iter();
            // Turns or cards that are shared evenly favour no seat.
            let below = value - value.rem_euclid(shared);
            let even = [below, below + shared];
            let is_near = |one: &i64| 2 * (one - value).abs() <= value.abs();
            let even: Vec<i64> = even.into_iter().filter(is_near).collect();
            let all =
                steps.chain(even.clone()).chain(far).chain([2, 3, 5, 8].into_iter().flat_map(near));
            // The ends of a wide range are no rules that a designer means.
            let reach = 4 * value.abs().max(5);
            let mut found: Vec<i64> = Vec::new();
            for one in all {
                let is_new = one != value && !found.contains(&one);
                if is_new && (low..=high).contains(&one) && (one - value).abs() <= reach {
                    found.push(one);
                }
            }
            let wide = value.abs() > 20;
            let is_far = |one: i64| (one - value).abs() >= step(value, low, high);
            found.retain(|one| !wide || even.contains(one) || is_far(*one));
            found.truncate(MOST_VALUES);
            found.iter().map(i64::to_string).collect()
        }
        (KnobKind::Real(low, high), Value::Real(value)) => {
            let far = [0.0, 0.5, 0.75, 1.25, 1.5, 2.0].map(|times| value * times);
            let far = far
                .into_iter()
                .filter(|one| (low..=high).contains(one) && (*one - value).abs() > 0.0);
            far.map(|one| one.to_string()).collect()
        }
        (kind, value) => others(kind, value),
    })
}

/// The least number above 0 that both numbers above 0 divide.
fn least_common_multiple(one: i64, other: i64) -> i64 {
    let (mut greatest, mut rest) = (one, other);
    while rest > 0 {
        (greatest, rest) = (rest, greatest % rest);
    }
    one / greatest * other
}

/// A step of a whole number: one, or about a fifth of a large one.
fn step(value: i64, low: i64, high: i64) -> i64 {
    if value.abs() <= 10 || high - low <= 20 { 1 } else { (value.abs() / 5).max(1) }
}

/// The other values of a knob that has no order.
fn others(kind: KnobKind, value: Value) -> Vec<String> {
    match (kind, value) {
        (KnobKind::Flag, Value::Flag(value)) => vec![(!value).to_string()],
        (KnobKind::Choice(names) | KnobKind::ChoiceOrTable(names, _), Value::Choice(value)) => {
            let others = names.iter().filter(|name| **name != value);
            others.take(MOST_VALUES).map(|name| (*name).to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

/// The rules with each knob turned alone to the values that a function returns, as far as the rules
/// allow them.
fn turned(
    game: &dyn AnyGame,
    base: &Settings,
    sizes: &[usize],
    values: impl Fn(KnobKind, Value) -> Vec<String>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    for knob in knobs(game) {
        let Some((_, value)) = base.iter().find(|(known, _)| known.key == knob.key) else {
            continue;
        };
        for other in values(knob.kind, value) {
            let change = Change::turned(base, &format!("{}={other}", knob.key));
            changes.extend(change.and_then(|change| change.allowed(game, sizes)));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::registry::GAMES;

    #[test]
    fn knobs_are_turned_one_by_one_within_their_range() {
        for game in GAMES.iter() {
            let (base, sizes) = (Settings::defaults(game.description().knobs), [2]);
            for (changes, most) in
                [(steps(game, &base, &sizes), 2), (values(game, &base, &sizes), MOST_VALUES)]
            {
                assert!(changes.len() > 4, "{}", game.description().name);
                let limits = game.limiting_knobs();
                for change in &changes {
                    let turned = change.settings.iter().zip(base.iter());
                    let turned = turned.filter(|((_, value), (_, before))| value != before);
                    // A default may follow from the knob that is turned.
                    assert!(turned.count() > 0, "{}", change.name());
                    let knob = change.knobs().next().expect("a knob");
                    assert!(!limits.contains(&knob), "{knob} only cuts games");
                    let others = changes.iter().filter(|other| other.knobs().eq([knob]));
                    let is_choice = |knob: &Knob| !matches!(knob.kind, KnobKind::Integer(..));
                    let known = knobs(game).into_iter().find(|known| known.key == knob);
                    let most = if known.is_some_and(is_choice) { MOST_VALUES } else { most };
                    assert!(others.count() <= most, "{knob}");
                }
            }
        }
    }

    #[test]
    fn two_changes_turn_two_knobs() {
        let game = GAMES.iter().next().expect("a game");
        let base = Settings::defaults(game.description().knobs);
        let all = steps(game, &base, &[2]);
        let both = all.iter().find_map(|other| all[0].with(other, game, &[2])).expect("two knobs");
        assert_eq!(both.set.len(), 2);
        assert!(all[0].with(&all[0], game, &[2]).is_none());
    }

    #[test]
    fn numbers_that_all_players_can_share_are_tried() {
        assert_eq!([(1, 2), (2, 3), (6, 4)].map(|(a, b)| least_common_multiple(a, b)), [2, 6, 12]);
        let game = GAMES.iter().next().expect("a game");
        let base = Settings::defaults(game.description().knobs);
        let is_tried = |sizes: &[usize], option: &str| {
            values(game, &base, sizes).iter().any(|change| change.name() == option)
        };
        let (knob, value) = base
            .iter()
            .find_map(|(knob, value)| match value {
                Value::Integer(value) if value % 5 > 0 && value > 10 => Some((knob.key, value)),
                _ => None,
            })
            .expect("a number");
        let option = format!("{knob}={}", value - value % 5);
        assert!(is_tried(&[5], &option), "{option}");
    }

    #[test]
    fn a_step_of_a_large_number_is_a_fifth() {
        assert_eq!([step(7, 1, 100), step(12, 1, 20), step(100, 1, 500)], [1, 1, 20]);
    }
}
