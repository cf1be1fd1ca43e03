//! Rules that are tuned to goals: the box that is searched, the rounds, and the confirmation.

mod found;

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::experiment::Plan;
use crate::experiment::question::AskedTune;
use crate::experiment::sweep::{Grid, refuse_astray};
use crate::findings::{Terms, Turned};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::{AnyRules, Description};
use fairdeal_core::input::DocumentValue as Value;
use fairdeal_core::input::{Document, InputError, Problem, Problems, Section, Settings, Unknown};
use fairdeal_core::metrics::{Counts, Variant};
use fairdeal_stats::quasi_random::unit_point;
use fairdeal_tune::{GROUPS, LARGEST_LISTED, Point, Request, Round, Space, Task};

pub(crate) use found::Found;

/// How many blocks a search may play, over all rules.
const BLOCKS: RangeInclusive<u64> = 1_000..=1 << 40;

/// How long a search may take.
const MINUTES: RangeInclusive<f64> = 0.1..=10_000.0;

/// The default of [`Tune::delta`].
const DELTA: f64 = 0.5;

/// A search for rules that meet the goals.
#[derive(Clone, Debug)]
pub struct Tune {
    pub(super) grid: Grid,
    conditions: Vec<Condition>,
    /// How many blocks are played, over all rules.
    pub blocks: u64,
    /// A difference between losses that does not matter, in tolerances.
    pub delta: f64,
    /// The points by which rules are known, by values; none where they cannot be dealt.
    known: Arc<Mutex<HashMap<Point, Option<Point>>>>,
    /// How many knobs are turned at points.
    changes: Arc<Mutex<HashMap<Point, usize>>>,
    /// The knobs with a value that alone makes no other rules than the baseline's.
    idle: Arc<OnceLock<Vec<(usize, usize)>>>,
    /// The rounds before the confirmation, and the request for it. `None` until then.
    pub(super) searched: Option<Arc<Searched>>,
    /// The players who adapted, and their games.
    pub(super) adapted: Option<Adapted>,
    /// Whether it was stopped: then it has nothing to confirm.
    pub(super) is_stopped: bool,
}

/// The games of players who adapted to the rules that a search chose.
#[derive(Clone, Debug)]
pub(super) struct Adapted {
    /// Their plan, and its counts.
    pub(super) judged: (Plan, Counts),
}

/// The rounds of a search for rules so far, and its latest request.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Searched {
    pub(super) rounds: Vec<Round>,
    pub(super) request: Request,
}

/// A knob is turned only where another one has one of these values.
#[derive(Clone, Debug, PartialEq)]
struct Condition {
    knob: usize,
    other: usize,
    /// Places among the values of the other one.
    values: Vec<usize>,
}

impl Tune {
    /// Reads `[tune]` of an experiment; `override_blocks`: a number of blocks that is set over it.
    pub(super) fn read(
        top: &Section<'_>,
        game: &'static Description,
        override_blocks: Option<u64>,
    ) -> Result<Option<Self>, InputError> {
        refuse_astray(top, "tune", game.knobs)?;
        // Earlier files tuned the weights of a strategy here.
        if let Some(section) = top.open_section("tune")?
            && let Some(entry) = section.entry("adapt")
        {
            let found = "`adapt` below [tune], which tuned weights of a strategy";
            let allowed = "`adapt = true` at the top of the file: players learn the rules \
                that the search proposes, and the goals are judged by their games as well";
            return Err(section.error_at(entry.line, Problem::conflict(found, allowed)));
        }
        let Some(section) = top.section("tune", AskedTune::KEYS)? else { return Ok(None) };
        let mut problems = Problems::default();
        for key in ["sweep", "sensitivity", "stop", "blocks", "ladder"] {
            if let Some(entry) = top.entry(key) {
                let found = format!("`{key}` and `tune` are both given");
                let allowed = if key == "blocks" { "`blocks` below [tune]" } else { "one of them" };
                problems.note(top.error_at(entry.line, Problem::conflict(found, allowed)));
            }
        }
        if top.entry("goal").is_none() {
            let allowed = "what the rules are to meet: [goal] with seats = \"fair\"";
            problems.note(top.error(Problem::missing("[goal]", allowed)));
        }
        // A value that no rules have would make its points ones that cannot be played.
        let grid = problems.take(
            Grid::of_rules(&section, game)
                .map(|grid| grid.in_order(|key| game.turn_order(key)))
                .and_then(|grid| grid.scales(&Settings::defaults(game.knobs)).map(|_| grid)),
        );
        let blocks = problems.take(section.whole("blocks", BLOCKS)).flatten();
        problems.take(section.real("minutes", MINUTES));
        match (section.entry("blocks"), section.entry("minutes")) {
            (Some(_), Some(minutes)) => {
                let found = "`blocks` and `minutes` are both given";
                let problem = Problem::conflict(found, "one of them");
                problems.note(section.error_at(minutes.line, problem));
            }
            (None, Some(minutes)) if override_blocks.is_none() => {
                let found = "`minutes`, which only `run` and `tune` turn into blocks";
                let problem = Problem::conflict(found, "`--blocks`, or `blocks` in the file");
                problems.note(section.error_at(minutes.line, problem));
            }
            (None, None) => {
                let allowed = "how many blocks are played over all rules, 400_000 for a start; or minutes = 5";
                problems.note(section.error(Problem::missing("blocks", allowed)));
            }
            _ => {}
        }
        let delta = problems.take(section.real("delta", 0.01..=100.0)).flatten();
        let conditions = grid.as_ref().and_then(|grid| problems.take(conditions(&section, grid)));
        problems.finish()?;
        let blocks = override_blocks.map(|blocks| blocks.max(*BLOCKS.start())).or(blocks);
        let (Some(grid), Some(blocks)) = (grid, blocks) else { return Ok(None) };
        Ok(Some(Self {
            grid,
            conditions: conditions.unwrap_or_default(),
            blocks,
            delta: delta.unwrap_or(DELTA),
            known: Arc::default(),
            changes: Arc::default(),
            idle: Arc::default(),
            searched: None,
            adapted: None,
            is_stopped: false,
        }))
    }

    /// Returns a copy that confirms the rules that the search requested. It keeps the rounds that
    /// led to them.
    pub(super) fn confirming(&self, searched: Arc<Searched>, adapted: Option<Adapted>) -> Self {
        Self { searched: Some(searched), adapted, ..self.clone() }
    }

    /// Returns a copy that is stopped.
    pub(super) fn stopped(&self) -> Self {
        Self { is_stopped: true, ..self.clone() }
    }

    /// The minutes of a document whose search has no number of blocks.
    pub fn minutes(document: &Document) -> Option<f64> {
        let Value::Table(tune) = &document.top().entry("tune")?.value else { return None };
        let entry = |key: &str| tune.iter().find(|entry| entry.key == key);
        match entry("minutes").filter(|_| entry("blocks").is_none())?.value {
            Value::Integer(minutes) => Some(minutes as f64),
            Value::Real(minutes) => Some(minutes),
            _ => None,
        }
        .filter(|minutes| MINUTES.contains(minutes))
    }

    /// Its knobs, each with the number of its values.
    pub fn knobs(&self) -> impl Iterator<Item = (&str, usize)> {
        self.grid.keys().zip(self.grid.sizes())
    }

    /// The point of a combination of values, `None` where the rules cannot be dealt or played by
    /// these numbers of players: a knob that a condition leaves alone is as in the designer's rules.
    pub(super) fn canonical(
        &self,
        game: &dyn AnyGame,
        base: &Settings,
        players: &[usize],
        values: &[usize],
    ) -> Option<Point> {
        if let Some(known) = self.lock().get(values) {
            return known.clone();
        }
        let usual = self.baseline(base);
        let mut point = values.to_vec();
        for Condition { knob, other, values: at } in &self.conditions {
            if !at.contains(&point[*other]) {
                point[*knob] =
                    Some(usual[*knob]).filter(|value| *value < self.sizes()[*knob]).unwrap_or(0);
            }
        }
        let mut point = self.grid.known_as(base, &usual, point).ok()?;
        let mut found = self.rules(game, base, players, &point);
        for &(knob, value) in self.idle(game, base, players) {
            if point[knob] == value {
                let other = with(&point, knob, usual[knob]);
                let others = self.rules(game, base, players, &other);
                if are_alike(found.as_deref(), others.as_deref()) {
                    (point, found) = (other, others);
                }
            }
        }
        let found = found.map(|_| point);
        self.lock().insert(values.to_vec(), found.clone());
        found
    }

    /// The rules of a point at tables of these numbers of players; `None` if they cannot be dealt.
    fn rules(
        &self,
        game: &dyn AnyGame,
        base: &Settings,
        players: &[usize],
        point: &Point,
    ) -> Option<Vec<AnyRules>> {
        let settings = self.grid.at(None, base, point).ok()?.settings;
        players.iter().map(|players| game.make_rules(&settings, *players).ok()).collect()
    }

    /// The knobs, each with the place of a value that may be that of the designer's rules by another
    /// name: one deck for three players, and as many as they need. It is, where all else is as in
    /// the designer's rules.
    fn idle(&self, game: &dyn AnyGame, base: &Settings, players: &[usize]) -> &[(usize, usize)] {
        self.idle.get_or_init(|| {
            let (usual, sizes) = (self.baseline(base), self.sizes());
            let inside: Point =
                usual.iter().zip(&sizes).map(|(place, size)| (*place).min(size - 1)).collect();
            let own = self.rules(game, base, players, &inside);
            let is_idle = |(knob, value): &(usize, usize)| {
                let other = self.rules(game, base, players, &with(&inside, *knob, *value));
                are_alike(own.as_deref(), other.as_deref())
            };
            let knobs = (0..sizes.len()).filter(|knob| usual[*knob] < sizes[*knob]);
            let others = knobs.flat_map(|knob| (0..sizes[knob]).map(move |value| (knob, value)));
            others.filter(|(knob, value)| *value != usual[*knob]).filter(is_idle).collect()
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Point, Option<Point>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sizes(&self) -> Vec<usize> {
        self.grid.sizes().collect()
    }

    /// The point of the designer's rules; a value outside of the box has the size of its knob.
    pub(super) fn baseline(&self, base: &Settings) -> Point {
        self.grid.places_of(base)
    }

    /// The rules of a point, named after their differences from the designer's.
    pub(super) fn variant(&self, base: &Variant, point: &Point) -> Result<Variant, InputError> {
        let usual = self.baseline(&base.settings);
        if *point == usual {
            return Ok(base.clone());
        }
        let Variant { name, settings, .. } = self.grid.shortest(&base.settings, point)?;
        Ok(Variant::new(&name, settings))
    }

    /// Returns how many knobs must be turned from the designer's rules to get those of a point: as
    /// many as its name has.
    pub(super) fn changes(&self, base: &Settings, point: &[usize]) -> usize {
        let known = |changes: &Mutex<HashMap<Point, usize>>| {
            changes.lock().unwrap_or_else(PoisonError::into_inner).get(point).copied()
        };
        if let Some(changes) = known(&self.changes) {
            return changes;
        }
        let is_usual = *point == *self.baseline(base);
        let turned = (!is_usual).then(|| self.grid.shortest(base, point).ok()).flatten();
        let changes = turned.map_or(0, |rules| rules.point.len());
        let mut all = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(point.to_vec(), changes);
        changes
    }

    /// The means of a request that a plan played, whose first variant is the baseline.
    pub(super) fn round_of(&self, plan: &Plan, request: Request, counts: &Counts) -> Option<Round> {
        let terms = Terms::new(plan.goals.as_ref()?, &plan.layout, plan.analysis);
        let usual = self.baseline(&plan.baseline().settings);
        if counts.groups.len() < GROUPS {
            return None;
        }
        let mut others = 1..;
        let mut means = Vec::new();
        for point in &request.points {
            let place = if *point == usual { 0 } else { others.next()? };
            for group in counts.groups.values() {
                means.extend(terms.means(group, place));
            }
        }
        Some(Round::new(request, means))
    }
}

/// A point with another value of a knob.
fn with(point: &Point, knob: usize, value: usize) -> Point {
    let mut other = point.clone();
    other[knob] = value;
    other
}

/// Whether these are the same rules, for each number of players.
fn are_alike(one: Option<&[AnyRules]>, other: Option<&[AnyRules]>) -> bool {
    one.zip(other).is_some_and(|(one, other)| {
        one.iter().zip(other).all(|(one, other)| one.json() == other.json())
    })
}

/// The conditions of a search: which knobs are turned only where another one has some values.
fn conditions(section: &Section<'_>, grid: &Grid) -> Result<Vec<Condition>, InputError> {
    let Some(asked) = section.open_section("only_if")? else { return Ok(Vec::new()) };
    let mut problems = Problems::default();
    let keys: Vec<&str> = grid.keys().collect();
    let place = |line: usize, key: &str| {
        keys.iter().position(|known| *known == key).ok_or_else(|| {
            let unknown = Unknown::new("knob of the search", key, keys.iter().copied());
            asked.error_at(line, Problem::Unknown(unknown))
        })
    };
    let mut found = Vec::new();
    for entry in asked.entries() {
        let allowed =
            "another knob with the values for which this one is turned: { buy_back = [\"top\"] }";
        let condition = || {
            let knob = place(entry.line, &entry.key)?;
            if !matches!(entry.value, Value::Table(_)) {
                return Err(asked.refused(entry, allowed));
            }
            let Some(others) = asked.open_section(&entry.key)? else {
                return Err(asked.refused(entry, allowed));
            };
            let [other] = others.entries() else { return Err(asked.refused(entry, allowed)) };
            let values = match &other.value {
                Value::List(values) if values.is_empty() => {
                    return Err(asked.refused(entry, allowed));
                }
                Value::List(values) => values.iter().map(|(_, value)| value.clone()).collect(),
                one => vec![one.clone()],
            };
            let number = place(other.line, &other.key)?;
            let values = values.iter().map(|value| {
                grid.place_of(number, value).ok_or_else(|| {
                    let allowed = "one of its values in this search";
                    let problem = Problem::value(&*other.key, value.to_string(), allowed);
                    others.error_at(other.line, problem)
                })
            });
            let values = values.collect::<Result<_, _>>()?;
            Ok((entry.line, Condition { knob, other: number, values }))
        };
        found.extend(problems.take(condition()));
    }
    problems.finish()?;
    // A condition looks at a knob that other conditions may leave alone: these come first.
    let after = |knob: usize| found.iter().find(|(_, condition)| condition.knob == knob);
    let chain = |condition: &Condition| {
        let mut chain = vec![condition.knob, condition.other];
        while let Some((_, next)) = after(chain[chain.len() - 1])
            && !chain[..chain.len() - 1].contains(&next.knob)
        {
            chain.push(next.other);
        }
        chain
    };
    for (line, condition) in &found {
        let chain = chain(condition);
        if chain[0] == chain[chain.len() - 1] {
            let names: Vec<String> =
                chain[1..].iter().map(|knob| format!("`{}`", keys[*knob])).collect();
            let circle = names.join(", which is turned only if ");
            let problem = Problem::conflict(
                format!(
                    "a circle: `{}` is turned only if {circle} has a certain value",
                    keys[condition.knob]
                ),
                "conditions that end at a knob that is always turned",
            );
            return Err(asked.error_at(*line, problem));
        }
    }
    let mut conditions: Vec<Condition> =
        found.iter().map(|(_, condition)| condition.clone()).collect();
    conditions.sort_by_key(|condition| (chain(condition).len(), condition.knob));
    Ok(conditions)
}

/// This many combinations are tried if a box is too large to list.
const LOOKED_AT: u32 = 5000;

impl Tune {
    /// Combinations of the values of its knobs: all of them, or where there are too many some that
    /// fill the box evenly.
    pub(super) fn combinations(&self) -> impl Iterator<Item = Point> {
        let sizes = self.sizes();
        let product = sizes.iter().try_fold(1_usize, |all, size| all.checked_mul(*size));
        let listed = product.filter(|all| *all <= LARGEST_LISTED);
        let numbers = listed.map_or(u64::from(LOOKED_AT), |all| all as u64);
        (0..numbers).filter_map(move |number| {
            if listed.is_none() {
                let shares = unit_point(number as u32 + 1, sizes.len())?;
                let value = |(share, size): (f64, &usize)| (share * *size as f64) as usize;
                return Some(shares.into_iter().zip(&sizes).map(value).collect());
            }
            let (mut rest, mut values) = (number as usize, vec![0; sizes.len()]);
            for (value, size) in values.iter_mut().zip(&sizes).rev() {
                *value = rest % size;
                rest /= size;
            }
            Some(values)
        })
    }
}

impl Plan {
    /// How many different sets of rules a search may try; `None` if it may try too many to list.
    ///
    /// # Errors
    /// If the rules of the search cannot be made.
    pub fn sets_of_rules(&self, tune: &Tune) -> Result<Option<usize>, InputError> {
        self.searched(tune, |task| task.space.points().map(<[_]>::len))
    }

    /// Passes the search task of this plan to a step of the search, and returns the answer.
    pub(super) fn searched<T>(
        &self,
        tune: &Tune,
        step: impl FnOnce(&Task<'_>) -> T,
    ) -> Result<T, InputError> {
        let base = &self.baseline().settings;
        let players = self.table_sizes();
        let game = self.given.game;
        let scales = tune.grid.scales(base)?;
        let ordered = scales.iter().map(|scale| scale.turned != Turned::AlongTheList);
        let canonical = |values: &[usize]| tune.canonical(game, base, &players, values);
        let space = Space::new(tune.sizes(), ordered.collect(), canonical)
            .counting(|point: &[usize]| tune.changes(base, point));
        let goals = self.goals.clone().unwrap_or_default();
        let terms = Terms::new(&goals, &self.layout, self.analysis).terms();
        Ok(step(&Task {
            space: &space,
            terms,
            baseline: Some(tune.baseline(base)),
            blocks: tune.blocks,
            delta: tune.delta,
            confidence: self.analysis.confidence,
            seed: self.seed(),
        }))
    }
}
