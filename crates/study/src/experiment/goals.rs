//! `[goal]`: the designer's goals for the game.

use std::collections::BTreeSet;

use super::plan::Plan;
use crate::findings::{Bound, Goal, Goals, Wanted};
use fairdeal_core::game::Description;
use fairdeal_core::input::DocumentValue as Value;
use fairdeal_core::input::{Entry, InputError, Location, Problem, Problems, Section, Unknown};
use fairdeal_core::metrics::{
    About, AskedEvents, GoalKey, Kind, QuantityDescription, SubjectNames, WhenCounted, quantities,
    quantities_of, quantity_of_event, quantity_of_goal,
};

/// The keys of `[goal]` that are about no quantity, each with its meaning.
const SEATS: (&str, &str) = ("seats", "the share of the games that each seat wins");
const OTHERS: [(&str, &str); 3] = [
    ("skill", "the share of the games that the first of two strategies wins against the second"),
    ("minutes", "the length of a game in minutes"),
    ("strategies", "the strategies in whose games among themselves the goals are to be met"),
];

/// Other words for keys that are about no quantity.
const OTHER_WORDS: [(&str, &str); 3] =
    [("duration", "minutes"), ("time", "minutes"), ("fair", "seats")];

/// The keys of `[goal]`, each with its meaning; quantities by name come last.
pub(super) fn keys(
    game: &Description,
) -> impl Iterator<Item = (&'static str, &'static str)> + use<'_> {
    let of_quantities = |by_name: bool| {
        let chosen =
            move |quantity: &&QuantityDescription| by_name == (quantity.goal == GoalKey::Name);
        quantities_of(game).filter(chosen).filter_map(QuantityDescription::goal_key)
    };
    let first = std::iter::once(SEATS).chain(of_quantities(false));
    first.chain(OTHERS).chain(of_quantities(true))
}

/// Reads the goals of the file, each with its line. Faulty goals are left out.
pub(super) fn read(
    top: &Section<'_>,
    game: &Description,
    events: &AskedEvents,
    problems: &mut Problems,
) -> Option<(Goals, Vec<Location>)> {
    let section = problems.take(top.open_section("goal"))??;
    let known: Vec<&'static str> = keys(game)
        .map(|(key, _)| key)
        .chain(game.counted_events().map(|event| event.name))
        .collect();
    problems.take(section.check(&known).map_err(|error| meant(&section, error)));
    let mut goals = Goals::default();
    let mut found: Vec<(Goal, Location)> = Vec::new();
    for entry in section.entries().iter().filter(|entry| known.contains(&entry.key.as_str())) {
        let place = section.place_at(entry.line);
        if entry.key == "strategies" {
            let allowed = "a list of strategies: [\"heuristic\", \"learned\"]";
            let names = problems.take(section.required_texts("strategies", allowed));
            goals.strategies =
                names.into_iter().flatten().map(|(_, name)| name.to_owned()).collect();
        } else if let Some(goal) = problems.take(goal(&section, entry, game, events)) {
            found.push((goal, place));
        }
    }
    found.sort_by_key(|(goal, _)| order(&goal.name, goal.at_least, game));
    let (list, places): (Vec<Goal>, Vec<Location>) = found.into_iter().unzip();
    goals.list = list;
    if goals.list.is_empty() && problems.is_empty() {
        let allowed = "a goal: seats = \"fair\", or shared_wins = { at_most = 0.03 }";
        problems.note(section.error(Problem::missing("a goal", allowed)));
    }
    Some((goals, places))
}

/// The sort key of a goal, so that the order in the file does not matter: its lower bound, then its
/// name. Goals with a fair share come first, those relative to the baseline last.
fn order(
    name: &str,
    at_least: Option<Bound>,
    game: &Description,
) -> (u8, Option<usize>, Option<usize>) {
    let bound = match at_least {
        Some(Bound::Fair) => 0,
        Some(Bound::At(_)) => 1,
        None => 2,
        Some(Bound::Baseline) => 3,
    };
    let event = game.counted_events().position(|event| event.name == name);
    (bound, keys(game).position(|(key, _)| key == name), event)
}

/// Adds to the error of unknown goals where all are listed, and the goal that another word for it
/// means.
fn meant(section: &Section<'_>, error: InputError) -> InputError {
    let of_quantity = |quantity: &QuantityDescription, word: &str| {
        let (key, _) = quantity.goal_key()?;
        quantity.other_words.contains(&word).then_some(key)
    };
    let meant = |word: &str| {
        let other = OTHER_WORDS.into_iter().find(|(known, _)| *known == word);
        other
            .map(|(_, key)| key)
            .or_else(|| quantities().find_map(|quantity| of_quantity(quantity, word)))
    };
    let key = section.entries().iter().find_map(|entry| meant(&entry.key));
    let error = error.names_in("docs/experiments.md");
    match key {
        Some(key) => error.hint(format!("did you mean `{key}`?")),
        None => error,
    }
}

/// The quantity that a goal is about; and the place of the event among its subjects, if the goal is
/// called like one.
fn quantity_of(
    key: &str,
    game: &Description,
    events: &AskedEvents,
) -> (Option<&'static QuantityDescription>, Option<usize>) {
    let is_key = keys(game).any(|(known, _)| known == key);
    quantity_of_event(events, key).filter(|_| !is_key).map_or_else(
        || (quantity_of_goal(key), None),
        |(quantity, event)| (Some(quantity), Some(event)),
    )
}

/// Reads one goal.
fn goal(
    section: &Section<'_>,
    entry: &Entry,
    game: &Description,
    events: &AskedEvents,
) -> Result<Goal, InputError> {
    let (quantity, of_event) = quantity_of(&entry.key, game, events);
    let is_of_wins =
        quantity.is_none_or(|quantity| quantity.kind == Kind::Wins) && entry.key != "minutes";
    let is_rate = is_of_wins || quantity.is_some_and(QuantityDescription::is_rate);
    let may_be_baseline = quantity.is_some();
    let number = if is_rate { "a share of games from 0 to 1" } else { "a number" };
    let needs_a_table = matches!(entry.key.as_str(), "skill" | "minutes");
    // The words that are allowed as a bound, for messages.
    let mut words = String::new();
    if is_of_wins {
        words += "\"fair\", or ";
    }
    if may_be_baseline {
        words += "\"baseline\" (as by the rules of the baseline), or ";
    }
    let besides = match entry.key.as_str() {
        "skill" => "strategies = [\"learned\", \"heuristic\"], ",
        "minutes" => "seconds = { turns = 20 }, ",
        _ => "",
    };
    let table = format!("{{ {besides}at_most = {number} }}, `at_least`, or between = [low, high]");
    let allowed = if needs_a_table { table } else { format!("{words}{table}") };
    let word = |text: &str| match text {
        "fair" if is_of_wins => Some(Bound::Fair),
        "baseline" if may_be_baseline => Some(Bound::Baseline),
        _ => None,
    };
    let goal = |wanted, at_least, at_most, weight| Goal {
        name: entry.key.clone(),
        wanted,
        at_least,
        at_most,
        weight,
    };
    if let Some(text) = entry.value.text() {
        let bound = word(text).filter(|_| !needs_a_table);
        let bound = bound.ok_or_else(|| section.refused(entry, allowed))?;
        let wanted = match quantity {
            None => Wanted::Seats,
            Some(quantity) => Wanted::Quantity { quantity, subject: of_event.unwrap_or(0) },
        };
        return Ok(goal(wanted, Some(bound), Some(bound), 1.0));
    }
    if !matches!(entry.value, Value::Table(_)) {
        return Err(section.refused(entry, allowed));
    }
    let chosen = quantity.and_then(|quantity| quantity.about.chosen(game));
    let mut keys = vec!["at_least", "at_most", "between", "weight"];
    keys.extend(match entry.key.as_str() {
        "skill" => Some("strategies"),
        "minutes" => Some("seconds"),
        _ => chosen.map(|names| names.key),
    });
    let Some(table) = section.section(&entry.key, &keys)? else {
        return Err(section.refused(entry, allowed));
    };
    let wanted = wanted(&table, &entry.key, game, (quantity, of_event))?;
    let range = if is_rate { 0.0..=1.0 } else { -FURTHEST..=FURTHEST };
    let bound = |key: &str| -> Result<Option<Bound>, InputError> {
        let Some(given) = table.entry(key) else { return Ok(None) };
        if let Some(text) = given.value.text() {
            if let Some(bound) = word(text) {
                return Ok(Some(bound));
            }
            return Err(table.refused(given, format!("{words}{number}")));
        }
        Ok(table.real(key, range.clone())?.map(Bound::At))
    };
    let (mut at_least, mut at_most) = (bound("at_least")?, bound("at_most")?);
    if let Some(given) = table.entry("between") {
        if at_least.is_some() || at_most.is_some() {
            let found = "`between` beside `at_least` or `at_most`";
            return Err(table.error_at(given.line, Problem::conflict(found, "one of them")));
        }
        let ends = ends(given).filter(|ends| ends.iter().all(|end| range.contains(end)));
        let [low, high] =
            ends.ok_or_else(|| table.refused(given, format!("[low, high], each {number}")))?;
        if low > high {
            let found = format!("`between` = [{low}, {high}]: the first number is the larger one");
            let problem = Problem::conflict(found, format!("[{high}, {low}]"));
            return Err(table.error_at(given.line, problem));
        }
        (at_least, at_most) = (Some(Bound::At(low)), Some(Bound::At(high)));
    }
    let bounds = [at_least, at_most];
    if bounds == [None, None] {
        return Err(table.error(Problem::missing("a bound", allowed)));
    }
    let is_baseline = |bound: &Option<Bound>| *bound == Some(Bound::Baseline);
    if bounds.iter().any(is_baseline)
        && bounds.iter().any(|bound| bound.is_some() && !is_baseline(bound))
    {
        let found = "a bound that is the baseline's value beside one that is not";
        return Err(table.error(Problem::conflict(found, "one of them")));
    }
    if let (Some(Bound::At(low)), Some(Bound::At(high))) = (at_least, at_most)
        && low > high
    {
        let found = format!("`at_least` = {low} above `at_most` = {high}");
        return Err(table.error(Problem::conflict(found, "the lower one in `at_least`")));
    }
    let weight = table.real("weight", MOST_UNIMPORTANT..=1.0 / MOST_UNIMPORTANT)?.unwrap_or(1.0);
    Ok(goal(wanted, at_least, at_most, weight))
}

/// Reads the subject of a goal that has a table. The last argument: the goal's quantity, and the
/// place of its event.
fn wanted(
    table: &Section<'_>,
    key: &str,
    game: &Description,
    (quantity, of_event): (Option<&'static QuantityDescription>, Option<usize>),
) -> Result<Wanted, InputError> {
    Ok(match (key, quantity) {
        ("skill", _) => Wanted::Skill(two_strategies(table)?),
        ("minutes", _) => Wanted::Minutes(seconds(table, game)?),
        (_, None) => Wanted::Seats,
        (_, Some(quantity)) => {
            let is_reason = quantity.about == About::EndReasons;
            if is_reason && game.end_reasons.len() > 1 && table.entry("reason").is_none() {
                let allowed = format!("one of {}", game.end_reasons.join(", "));
                return Err(table.error(Problem::missing("reason", allowed)));
            }
            let names = quantity.about.chosen(game);
            let subject = of_event.map_or_else(|| subject(table, names), Ok)?;
            // The last reason is the limit. It and a single other one need no counts of their own.
            match game.end_reasons.len().checked_sub(1).filter(|_| is_reason) {
                Some(limit) if subject == limit => Wanted::Limit { reached: true },
                Some(1) => Wanted::Limit { reached: false },
                _ => Wanted::Quantity { quantity, subject },
            }
        }
    })
}

/// Two numbers.
fn ends(entry: &Entry) -> Option<[f64; 2]> {
    let number = |(_, value): &(usize, Value)| match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        _ => None,
    };
    let numbers: Vec<f64> = entry.value.list()?.iter().map(number).collect::<Option<_>>()?;
    <[f64; 2]>::try_from(numbers).ok()
}

/// The bounds of goals that are no shares lie between this and its negative.
const FURTHEST: f64 = 1e9;

/// The least weight of a goal; the largest is one divided by it.
const MOST_UNIMPORTANT: f64 = 0.001;

/// The two strategies of the goal `skill`.
fn two_strategies(table: &Section<'_>) -> Result<[String; 2], InputError> {
    let allowed = "two strategies, the better one first: [\"learned\", \"heuristic\"]";
    let names = table.required_texts("strategies", allowed)?;
    match &names[..] {
        [(_, first), (_, second)] if first != second => {
            Ok([(*first).to_owned(), (*second).to_owned()])
        }
        _ => {
            let entry = table.entry("strategies");
            Err(entry.map_or_else(
                || table.error(Problem::missing("strategies", allowed)),
                |entry| table.refused(entry, allowed),
            ))
        }
    }
}

/// How many seconds a unit of length takes, by the place of the unit.
fn seconds(table: &Section<'_>, game: &Description) -> Result<Vec<(usize, f64)>, InputError> {
    let unit = game.length_units.get(1).or(game.length_units.first()).copied().unwrap_or_default();
    let allowed = format!("how many seconds each takes: {{ {unit} = 20 }}");
    let Some(given) = table.entry("seconds") else {
        return Err(table.error(Problem::missing("seconds", allowed)));
    };
    let Some(section) = table.open_section("seconds").ok().flatten() else {
        return Err(table.refused(given, allowed));
    };
    section.check(game.length_units)?;
    let of_unit = |(place, unit): (usize, &&str)| {
        Ok(section
            .real(unit, 0.0..=3600.0)?
            .filter(|seconds| *seconds > 0.0)
            .map(|one| (place, one)))
    };
    let units = game.length_units.iter().enumerate().map(of_unit);
    let units: Vec<_> =
        units.collect::<Result<Vec<_>, InputError>>()?.into_iter().flatten().collect();
    if units.is_empty() {
        return Err(section.error(Problem::missing("a unit of length", allowed)));
    }
    Ok(units)
}

/// The place of the subject of a quantity among these names; the first one if the table names none.
fn subject(table: &Section<'_>, names: Option<SubjectNames>) -> Result<usize, InputError> {
    let Some(SubjectNames { key, what, names }) = names else { return Ok(0) };
    let Some((line, name)) = table.text(key)? else { return Ok(0) };
    names.iter().position(|known| *known == name).ok_or_else(|| {
        let unknown = Unknown::new(what, name, names.iter().copied());
        table.error_at(line, Problem::Unknown(unknown))
    })
}

impl Plan {
    /// Refuses goals that no line-up can show; each with its place.
    pub(super) fn check_goals(
        &self,
        places: &[Location],
        place: &Location,
    ) -> Result<(), InputError> {
        let Some(goals) = &self.goals else { return Ok(()) };
        let mut problems = Problems::default();
        let has = |wanted: &dyn Fn(&[&str]) -> bool| {
            self.lineups.iter().any(|lineup| {
                let mut names: Vec<&str> = self.names(lineup).collect();
                names.sort_unstable();
                names.dedup();
                wanted(&names)
            })
        };
        let equals: BTreeSet<&str> = self
            .lineups
            .iter()
            .map(|lineup| self.names(lineup).collect::<BTreeSet<_>>())
            .filter(|names| names.len() == 1)
            .flatten()
            .collect();
        for name in goals.strategies.iter().filter(|name| !equals.contains(name.as_str())) {
            let near = Unknown::new("strategy", name, equals.iter().copied());
            let near = near.nearest().map(|near| format!("did you mean `{near}`?"));
            let found = format!("no line-up of `{name}` alone, by whose games goals are judged");
            let lineup = format!("[[lineup]] with strategies = [\"{name}\", \"{name}\"]");
            problems.note(place.error(Problem::conflict(found, lineup)).hint(near));
        }
        for (goal, place) in goals.list.iter().zip(places) {
            if self.design.finds_rules() {
                problems.take(self.check_tolerance(goal, place));
                problems.take(check_counted(goal, place));
            }
            problems.take(self.check_shares(goal, place));
            problems.take(self.check_sense(goal, place));
            let Wanted::Skill(two) = &goal.wanted else { continue };
            let [first, second] = two;
            let is_of_both = |names: &[&str]| {
                names.len() == 2 && two.iter().all(|one| names.contains(&one.as_str()))
            };
            if !has(&is_of_both) {
                let found = format!("no line-up of `{first}` against `{second}`");
                let lineup = format!("[[lineup]] with strategies = [\"{first}\", \"{second}\"]");
                problems.note(place.error(Problem::conflict(found, lineup)));
            }
        }
        problems.finish()
    }

    /// Refuses bounds of all seats that no rules can meet, since the shares of the seats add up to
    /// one.
    fn check_shares(&self, goal: &Goal, place: &Location) -> Result<(), InputError> {
        if goal.wanted != Wanted::Seats {
            return Ok(());
        }
        let game = self.given.game.description();
        let mut sizes = self.table_sizes();
        sizes.retain(|players| !game.is_one_side(*players));
        if sizes.is_empty() {
            let found = "`seats` where all players win or lose together";
            return Err(place.error(Problem::conflict(found, "line-ups of two sides or more")));
        }
        for players in sizes {
            let fair = 1.0 / players as f64;
            let (bound, found) = match (goal.at_least, goal.at_most) {
                (_, Some(Bound::At(most))) if most < fair => ("at_most", most),
                (Some(Bound::At(least)), _) if least > fair => ("at_least", least),
                _ => continue,
            };
            let found = format!(
                "`seats` with {bound} = {found}: {players} seats cannot all have it, since together they win every game"
            );
            let problem =
                Problem::conflict(found, format!("a range around {fair:.3}, or \"fair\""));
            return Err(place.error(problem));
        }
        Ok(())
    }

    /// Refuses goals that all rules meet, or that none can meet, whatever is played.
    fn check_sense(&self, goal: &Goal, place: &Location) -> Result<(), InputError> {
        let is_baseline = |bound: Option<Bound>| bound == Some(Bound::Baseline);
        let refused = |found: String, allowed: &str| {
            Err(place.error(Problem::conflict(format!("`{}`{found}", goal.name), allowed)))
        };
        if is_baseline(goal.at_least) || is_baseline(goal.at_most) {
            let is_alone = self.variants.len() == 1 && !self.design.finds_rules();
            if is_alone {
                let found = " as by the rules of the baseline, which are the only ones: they always meet it";
                return refused(
                    found.to_owned(),
                    "rules that are compared with the baseline; or a number",
                );
            }
            return Ok(());
        }
        let kind = goal.tolerance();
        let tolerance = self.analysis.tolerance(kind);
        let [lowest, highest] = goal.range();
        let at = |bound: Option<Bound>| match bound {
            Some(Bound::At(bound)) => Some(bound),
            _ => None,
        };
        let in_words = || match (lowest, highest) {
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("{low} or more"),
            (None, _) => "any number".to_owned(),
        };
        for (key, bound) in [("at_least", at(goal.at_least)), ("at_most", at(goal.at_most))] {
            let Some(bound) = bound else { continue };
            let is_within =
                lowest.is_none_or(|low| low <= bound) && highest.is_none_or(|high| bound <= high);
            if !is_within {
                let found = format!(" with {key} = {bound}, which its values cannot be");
                return refused(found, &in_words());
            }
        }
        let wide =
            |bound: f64| if kind.is_relative() { tolerance * bound.abs() } else { tolerance };
        let all_above = match (goal.at_least, at(goal.at_least), lowest) {
            (None, ..) => true,
            (_, Some(least), Some(lowest)) => least - wide(least) <= lowest,
            _ => false,
        };
        let all_below = match (goal.at_most, at(goal.at_most), highest) {
            (None, ..) => true,
            (_, Some(most), Some(highest)) => most + wide(most) >= highest,
            _ => false,
        };
        if all_above && all_below {
            let found = " with these bounds and this tolerance: all rules meet it";
            return refused(found.to_owned(), "bounds that some rules miss");
        }
        Ok(())
    }

    /// Refuses goals about subjects that the games do not have, such as neighbours of two players.
    pub(super) fn check_shown(self, places: &[Location]) -> Result<Self, InputError> {
        let mut problems = Problems::default();
        let goals = self.goals.iter().flat_map(|goals| {
            goals.list.iter().map(|goal| (goal, goal.is_shown(&goals.strategies, &self.layout)))
        });
        for ((goal, is_shown), place) in goals.zip(places) {
            if !is_shown {
                let found = format!("a goal about `{}`, which no line-up shows", goal.name);
                let needs = match goal.wanted {
                    Wanted::Quantity { quantity, .. } => quantity.needs(),
                    _ => None,
                };
                let needed = needs.unwrap_or("a line-up in which it can differ");
                let problem = Problem::conflict(found, needed);
                problems.note(place.error(problem));
            }
        }
        problems.finish().map(|()| self)
    }

    /// Refuses a goal by which a search cannot say how far rules are from it: that is measured in
    /// tolerances.
    fn check_tolerance(&self, goal: &Goal, place: &Location) -> Result<(), InputError> {
        let kind = goal.tolerance();
        let is_zero = |bound: Option<Bound>| bound == Some(Bound::At(0.0));
        let (found, allowed) = if self.analysis.tolerance(kind) <= 0.0 {
            ("a tolerance of 0", format!("`tolerance.{}` above 0 in [analysis]", kind.key()))
        } else if kind.is_relative() && [goal.at_least, goal.at_most].into_iter().any(is_zero) {
            ("a bound of 0, of which the tolerance is a share", "another bound".to_owned())
        } else {
            return Ok(());
        };
        let found = format!("`{}` with {found}: a search measures in tolerances", goal.name);
        Err(place.error(Problem::conflict(found, allowed)))
    }
}

/// Refuses a goal of a search that needs games beside those of the line-ups, because a search does
/// not play these.
fn check_counted(goal: &Goal, place: &Location) -> Result<(), InputError> {
    match goal.wanted {
        Wanted::Quantity { quantity, .. } if quantity.counted == WhenCounted::Crossed => {
            let found = format!("`{}` as a goal of a search", goal.name);
            let allowed = "other goals; compare luck and skill between [[variant]] sections";
            Err(place.error(Problem::conflict(found, allowed)))
        }
        _ => Ok(()),
    }
}
