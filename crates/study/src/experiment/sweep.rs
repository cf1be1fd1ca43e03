//! Grids over knobs of the rules: the points of a sweep, and the boxes that sensitivity analyses
//! take samples of.

use std::collections::HashSet;

use super::question::AskedSweep;
use super::rules::preset;
use crate::findings::Turned;
use fairdeal_core::game::Description;
use fairdeal_core::input::DocumentValue as Value;
use fairdeal_core::input::{
    BY_PLAYERS, Entry, InputError, Knob, KnobKind, Location, Preset, Problem, Problems, Section,
    Settings, Value as KnobValue,
};
use fairdeal_core::metrics::Variant;

/// The largest number of points: more could not be read, and hardly be played.
const MOST_POINTS: usize = 10_000;

/// A knob with its values, each with its place in the file; or presets.
#[derive(Clone, Debug)]
struct Axis {
    key: String,
    values: Vec<(Location, Value)>,
    /// The presets of these names; none for a knob.
    presets: Vec<&'static Preset>,
}

/// The key of presets that are swept over.
const PRESET: &str = "preset";

/// Knobs with their values: every combination is a point.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// The place of the grid in the file, and the name of its section.
    place: Location,
    section: String,
    axes: Vec<Axis>,
}

/// The values of one knob, and how they are ordered.
pub(super) struct Scale {
    pub(super) name: &'static str,
    /// As tables write them, in the order of their list.
    pub(super) values: Vec<String>,
    /// The order of the values: the number itself; false before true; for other values, their place
    /// in the list.
    pub(super) heights: Vec<f64>,
    pub(super) turned: Turned,
}

const ALLOWED: &str = "a list of values ([3, 4, 5]), or a range ({ from = 3, to = 9, step = 2 })";

const ALLOWED_PRESETS: &str = "a list of presets: [\"designer\", \"NAME\"]";

impl Grid {
    /// Reads `[sweep]` of an experiment; a grid without knobs if there is no such section.
    pub(super) fn read(top: &Section<'_>, game: &'static Description) -> Result<Self, InputError> {
        refuse_astray(top, "sweep", game.knobs)?;
        let sweep = top.section("sweep", AskedSweep::KEYS)?;
        let none = || Self { place: top.place(), section: String::new(), axes: Vec::new() };
        sweep.map_or_else(|| Ok(none()), |sweep| Self::of_rules(&sweep, game))
    }

    /// The presets of a section, and the knobs with their values that stand as `rules` in it.
    pub(super) fn of_rules(
        section: &Section<'_>,
        game: &'static Description,
    ) -> Result<Self, InputError> {
        let mut grid =
            Self { place: section.place(), section: section.name().to_owned(), axes: Vec::new() };
        let mut problems = Problems::default();
        if let Some(entry) = section.entry(PRESET) {
            let presets = presets(section, entry, game);
            let axis = presets.and_then(|(presets, values)| {
                Ok(Axis { presets, ..Self::axis(section, entry, values)? })
            });
            grid.axes.extend(problems.take(axis));
        }
        match section.open_section("rules")? {
            Some(rules) if !rules.entries().is_empty() => {
                (grid.place, grid.section) = (rules.place(), rules.name().to_owned());
                for entry in rules.entries() {
                    let values = values(&rules, entry, game.knobs);
                    let axis = values.and_then(|values| Self::axis(&rules, entry, values));
                    grid.axes.extend(problems.take(axis));
                }
            }
            _ if section.entry(PRESET).is_none() => {
                let allowed = format!("rules.<knob> = {ALLOWED}");
                problems.note(section.error(Problem::missing("rules", allowed)));
            }
            _ => {}
        }
        problems.finish().map(|()| grid)
    }

    /// Sorts the knobs by `place`, presets first, whatever their order in the file.
    pub(super) fn in_order<K: Ord>(mut self, place: impl Fn(&str) -> K) -> Self {
        self.axes.sort_by_key(|axis| (axis.presets.is_empty(), place(&axis.key)));
        self
    }

    /// A knob with its values, each with its line.
    fn axis(
        rules: &Section<'_>,
        Entry { key, line, .. }: &Entry,
        values: Vec<(usize, Value)>,
    ) -> Result<Axis, InputError> {
        if values.is_empty() {
            let allowed = if key == PRESET { ALLOWED_PRESETS } else { ALLOWED };
            let problem = Problem::value(key, "an empty list", allowed);
            return Err(rules.error_at(*line, problem));
        }
        let number = |value: &Value| match value {
            Value::Integer(number) => Some(*number as f64),
            Value::Real(number) => Some(*number),
            _ => None,
        };
        let are_same = |one: &Value, other: &Value| {
            one == other || number(one).is_some_and(|one| Some(one) == number(other))
        };
        let is_twice = |(index, (_, value)): &(usize, &(usize, Value))| {
            values[..*index].iter().any(|(_, before)| are_same(before, value))
        };
        if let Some((_, (line, value))) = values.iter().enumerate().find(is_twice) {
            return Err(
                rules.error_at(*line, Problem::duplicate("value", format!("{key} = {value}")))
            );
        }
        let placed = |(line, value)| (rules.place_at(line), value);
        let values = values.into_iter().map(placed).collect();
        Ok(Axis { key: key.clone(), values, presets: Vec::new() })
    }

    /// The error of the grid as a whole.
    pub(super) fn error(&self, problem: Problem) -> InputError {
        InputError::new(self.place.clone(), problem).in_section(&self.section)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.axes.is_empty()
    }

    /// How many values each knob has.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.axes.iter().map(|axis| axis.values.len())
    }

    /// The keys of its knobs; of presets, `preset`.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.axes.iter().map(|axis| axis.key.as_str())
    }

    /// The place of a value in the list of a knob.
    pub(super) fn place_of(&self, knob: usize, value: &Value) -> Option<usize> {
        self.axes[knob].values.iter().position(|(_, known)| known == value)
    }

    /// The places of the values of some rules, knob by knob; the number of values where the rules
    /// have another one.
    pub(super) fn places_of(&self, rules: &Settings) -> Vec<usize> {
        let place = |axis: &Axis| {
            let has_it = |place: &usize| {
                let mut turned = rules.clone();
                let is_known = if let Some(preset) = axis.presets.get(*place) {
                    turned.apply_preset(preset);
                    true
                } else {
                    let (at, value) = &axis.values[*place];
                    turned.apply_value(&axis.key, value, at.clone()).is_ok()
                };
                is_known && turned == *rules
            };
            (0..axis.values.len()).find(has_it).unwrap_or(axis.values.len())
        };
        self.axes.iter().map(place).collect()
    }

    /// The values of each knob as a table writes them, in the order of their list, and how they are
    /// ordered.
    pub(super) fn scales(&self, base: &Settings) -> Result<Vec<Scale>, InputError> {
        let scale = |axis: &Axis| {
            let (mut name, mut values) = ("", Vec::new());
            for (index, (_, asked)) in axis.values.iter().enumerate() {
                let rules = self.turned(base, [(axis, index)])?;
                let (key, value) = axis.of(&rules, index);
                name = key;
                values.push(
                    asked
                        .text()
                        .filter(|text| *text == BY_PLAYERS)
                        .map_or_else(|| value.to_string(), str::to_owned),
                );
            }
            let number = |(_, value): &(Location, Value)| match value {
                Value::Integer(number) => Some(*number as f64),
                Value::Real(number) => Some(*number),
                Value::Flag(flag) => Some(f64::from(u8::from(*flag))),
                _ => None,
            };
            let numbers: Option<Vec<f64>> = axis.values.iter().map(number).collect();
            let turned = match (axis.values.first(), &numbers) {
                (Some((_, Value::Flag(_))), Some(_)) => Turned::On,
                (_, Some(_)) => Turned::Up,
                _ => Turned::AlongTheList,
            };
            let heights = numbers
                .unwrap_or_else(|| (0..axis.values.len()).map(|index| index as f64).collect());
            Ok(Scale { name, values, heights, turned })
        };
        self.axes.iter().map(scale).collect()
    }

    /// The variants of a sweep, and the place of its usual baseline: every point of each
    /// named variant, or of the designer's rules if none is named. Without knobs, the
    /// variants as they are.
    ///
    /// The baseline is the named variant that is `asked` for, or the first one, as it is. It comes
    /// before all points, unless a point has the same rules: then that point is the baseline, so
    /// that it is played once. If a point is asked for by name, there is no other baseline.
    pub(super) fn swept(
        &self,
        named: &[Variant],
        designer: Variant,
        asked: Option<&str>,
    ) -> Result<(Vec<Variant>, usize), InputError> {
        let name = |variant: &Variant| (!named.is_empty()).then(|| variant.name.clone());
        let declared = if named.is_empty() { vec![designer] } else { named.to_vec() };
        if self.is_empty() {
            return Ok((declared, 0));
        }
        let points = declared
            .iter()
            .map(|variant| self.variants(name(variant).as_deref(), &variant.settings));
        let mut points: Vec<Variant> =
            points.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        let baseline = match asked {
            None => declared.into_iter().next(),
            Some(name) => declared.into_iter().find(|variant| variant.name == name),
        };
        let Some(baseline) = baseline else { return Ok((points, 0)) };
        let place = points.iter().position(|point| point.settings == baseline.settings);
        match place {
            Some(place) => points[place].name = baseline.name,
            None => points.insert(0, baseline),
        }
        Ok((points, place.unwrap_or(0)))
    }

    /// The variants of one set of rules: one for each point, the last knob turning fastest. Their
    /// names begin with `name`.
    fn variants(&self, name: Option<&str>, base: &Settings) -> Result<Vec<Variant>, InputError> {
        let points = self
            .sizes()
            .try_fold(1usize, usize::checked_mul)
            .filter(|points| *points <= MOST_POINTS)
            .ok_or_else(|| {
                let sizes: Vec<String> = self.sizes().map(|size| size.to_string()).collect();
                let found = format!("a grid of {} points", sizes.join(" x "));
                self.error(Problem::conflict(found, format!("at most {MOST_POINTS} points")))
            })?;
        let variant = |point: usize| {
            let mut rest = point;
            let mut chosen = vec![0; self.axes.len()];
            for (place, axis) in chosen.iter_mut().zip(&self.axes).rev() {
                *place = rest % axis.values.len();
                rest /= axis.values.len();
            }
            self.at(name, base, &chosen)
        };
        let mut problems = Problems::default();
        let mut variants: Vec<Variant> =
            (0..points).filter_map(|point| problems.take(variant(point))).collect();
        // A default that follows from other knobs can be a value that is listed as well.
        let mut known = HashSet::new();
        variants.retain(|variant| known.insert(variant.name.clone()));
        problems.finish().map(|()| variants)
    }

    /// The variant at a point: the place of each knob's value among its values.
    pub(super) fn at(
        &self,
        name: Option<&str>,
        base: &Settings,
        chosen: &[usize],
    ) -> Result<Variant, InputError> {
        let turned = || self.axes.iter().zip(chosen.iter().copied());
        let settings = self.turned(base, turned())?;
        let point: Vec<_> = turned().map(|(axis, index)| axis.of(&settings, index)).collect();
        let name = name.map(str::to_owned).into_iter().chain([name_of(&point)]);
        Ok(Variant { name: name.collect::<Vec<_>>().join(" "), settings, point })
    }

    /// The rules with these knobs turned to these of their values.
    fn turned<'a>(
        &self,
        base: &Settings,
        turned: impl IntoIterator<Item = (&'a Axis, usize)>,
    ) -> Result<Settings, InputError> {
        let mut settings = base.clone();
        for (axis, index) in turned {
            if let Some(preset) = axis.presets.get(index) {
                settings.apply_preset(preset);
                continue;
            }
            let (place, value) = &axis.values[index];
            settings
                .apply_value(&axis.key, value, place.clone())
                .map_err(|error| error.in_section(&self.section))?;
        }
        Ok(settings)
    }

    /// The rules at a point, with the shortest name: the knobs that must be turned from other
    /// rules, in the order of the grid. All else follows, because defaults can follow from other
    /// knobs, and presets turn several.
    pub(super) fn shortest(
        &self,
        base: &Settings,
        chosen: &[usize],
    ) -> Result<Variant, InputError> {
        let Variant { settings, point, .. } = self.at(None, base, chosen)?;
        let has_presets = self.axes.iter().any(|axis| !axis.presets.is_empty());
        let mut kept = vec![true; self.axes.len()];
        for (place, axis) in self.axes.iter().enumerate() {
            kept[place] = false;
            let own = settings.knob(&axis.key);
            let follows = match own {
                // No other knob determines its value.
                Some((knob, value)) if !has_presets && knob.derived.is_none() => {
                    base.value(&axis.key) == value
                }
                own => {
                    let all = self.axes.iter().zip(chosen.iter().copied()).zip(&kept);
                    let others = all.filter(|(_, kept)| **kept).map(|(turned, _)| turned);
                    let rules = self.turned(base, others)?;
                    own.map_or_else(|| rules == settings, |own| rules.knob(&axis.key) == Some(own))
                }
            };
            kept[place] = !follows;
        }
        let turned = point.into_iter().zip(kept).filter(|(_, kept)| *kept);
        let point: Vec<_> = turned.map(|(turned, _)| turned).collect();
        Ok(Variant { name: name_of(&point), settings, point })
    }

    /// The point by which these rules are known if several have them: one of the places of `usual`
    /// where that is possible, the first one else.
    pub(super) fn known_as(
        &self,
        base: &Settings,
        usual: &[usize],
        mut chosen: Vec<usize>,
    ) -> Result<Vec<usize>, InputError> {
        let is_ambiguous = |axis: &Axis| {
            let by_players = |(_, value): &(Location, Value)| value.text() == Some(BY_PLAYERS);
            !axis.presets.is_empty() || axis.values.iter().any(by_players)
        };
        let ambiguous: Vec<usize> =
            (0..self.axes.len()).filter(|place| is_ambiguous(&self.axes[*place])).collect();
        if ambiguous.is_empty() {
            return Ok(chosen);
        }
        let rules =
            |chosen: &[usize]| self.turned(base, self.axes.iter().zip(chosen.iter().copied()));
        let own = rules(&chosen)?;
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for &place in &ambiguous {
                let now = chosen[place];
                let inside =
                    Some(usual[place]).filter(|usual| *usual < self.axes[place].values.len());
                if inside == Some(now) {
                    continue;
                }
                for other in inside.into_iter().chain(0..now) {
                    chosen[place] = other;
                    if rules(&chosen)? == own {
                        is_changed = true;
                        break;
                    }
                    chosen[place] = now;
                }
            }
        }
        Ok(chosen)
    }
}

impl Axis {
    /// The knob with the value that it has in some rules; or its preset.
    fn of(&self, rules: &Settings, index: usize) -> (&'static str, KnobValue) {
        match (self.presets.get(index), rules.knob(&self.key)) {
            (Some(preset), _) => (PRESET, KnobValue::Choice(preset.name)),
            (None, Some((knob, value))) => (knob.key, value),
            (None, None) => unreachable!("the knob `{}` was turned", self.key),
        }
    }
}

/// The name of rules from their turned knobs: the text that `--set` takes, if these are knobs.
fn name_of(turned: &[(&'static str, KnobValue)]) -> String {
    turned.iter().map(|(key, value)| named(key, value)).collect::<Vec<_>>().join(" ")
}

/// The name of a value of a knob, or of a preset.
fn named(key: &str, value: &KnobValue) -> String {
    if key == PRESET { value.to_string() } else { format!("{key}={value}") }
}

/// Refuses entries of a section of knobs that cannot be turned, or not there, and says how they
/// are meant: a knob right in the section, not below `rules`; presets below `rules`; and players,
/// who are line-ups.
pub(super) fn refuse_astray(
    top: &Section<'_>,
    section: &str,
    knobs: &[Knob],
) -> Result<(), InputError> {
    let Some(section) = top.open_section(section)? else { return Ok(()) };
    refuse_in(&section, knobs)?;
    // An entry that is no table is refused where it is read.
    section.open_section("rules").ok().flatten().map_or(Ok(()), |rules| refuse_in(&rules, &[]))
}

fn refuse_in(section: &Section<'_>, knobs: &[Knob]) -> Result<(), InputError> {
    for entry in section.entries() {
        let (what, allowed) = match entry.key.as_str() {
            "preset" if !knobs.is_empty() => continue,
            "preset" | "presets" => {
                let allowed = "it beside `rules`: preset = [\"NAME\", \"NAME\"]".to_owned();
                ("which is no knob", allowed)
            }
            "variant" | "variants" => {
                let allowed = "[[variant]], one for each: a sweep turns its knobs in every variant";
                ("which is no knob", allowed.to_owned())
            }
            "strategy" | "strategies" | "lineup" | "players" => {
                ("which is no knob", "[[lineup]], one for each, beside the sweep".to_owned())
            }
            key if knobs.iter().any(|knob| knob.key == key) => {
                ("a knob of the rules", format!("it as rules.{key} = ..."))
            }
            _ => continue,
        };
        let found = format!("`{}`, {what},", entry.key);
        return Err(section.error_at(entry.line, Problem::conflict(found, allowed)));
    }
    Ok(())
}

/// Some presets, and their names, each with its line.
type NamedPresets = (Vec<&'static Preset>, Vec<(usize, Value)>);

/// The presets that a list names.
fn presets(
    section: &Section<'_>,
    entry: &Entry,
    game: &'static Description,
) -> Result<NamedPresets, InputError> {
    let Value::List(names) = &entry.value else {
        return Err(section.refused(entry, ALLOWED_PRESETS));
    };
    let preset = |(line, name): &(usize, Value)| {
        let name =
            name.text().ok_or_else(|| section.refused(entry, "names of presets, in quotes"))?;
        preset(game, name).map_err(|unknown| section.error_at(*line, Problem::Unknown(unknown)))
    };
    Ok((names.iter().map(preset).collect::<Result<_, _>>()?, names.clone()))
}

/// The values of one knob, each with its line.
fn values(
    rules: &Section<'_>,
    entry: &Entry,
    knobs: &'static [Knob],
) -> Result<Vec<(usize, Value)>, InputError> {
    match &entry.value {
        Value::List(values) => Ok(values.clone()),
        Value::Table(range) if range.iter().any(|bound| bound.key == "from") => {
            range_values(rules, entry, knobs)
        }
        _ => Err(rules.refused(entry, ALLOWED)),
    }
}

/// The values of `{ from = .., to = .., step = .. }`: from the first to the last that the steps
/// reach.
fn range_values(
    rules: &Section<'_>,
    entry: &Entry,
    knobs: &'static [Knob],
) -> Result<Vec<(usize, Value)>, InputError> {
    let Some(range) = rules.section(&entry.key, &["from", "to", "step"])? else {
        return Ok(Vec::new());
    };
    let required =
        |key: &str| range.entry(key).ok_or_else(|| range.error(Problem::missing(key, "a number")));
    let (from, to) = (required("from")?, required("to")?);
    let kind = knobs.iter().find(|knob| knob.key == entry.key).map(|knob| knob.kind);
    let values: Vec<Value> = match (kind, &from.value, &to.value) {
        (Some(KnobKind::Real(..)), ..) => {
            let number = |key| range.real(key, f64::MIN..=f64::MAX);
            let (low, high) = (number("from")?.unwrap_or(0.0), number("to")?.unwrap_or(0.0));
            let step = number("step")?
                .filter(|step| *step > 0.0)
                .ok_or_else(|| range.error(Problem::missing("step", "a number above 0")))?;
            let steps = ((high - low) / step + 1e-9).floor();
            (0..=MOST_POINTS)
                .take_while(|index| *index as f64 <= steps)
                .map(|index| Value::Real(low + step * index as f64))
                .collect()
        }
        (_, Value::Integer(low), Value::Integer(high)) => {
            let step = range.integer("step", 1..=i64::MAX)?.unwrap_or(1);
            let next = |number: &i64| number.checked_add(step).filter(|next| next <= high);
            std::iter::successors(Some(*low).filter(|low| low <= high), next)
                .take(MOST_POINTS + 1)
                .map(Value::Integer)
                .collect()
        }
        _ => return Err(rules.refused(entry, "a range of whole numbers, or a list of values")),
    };
    if values.is_empty() {
        return Err(range.refused(to, format!("{} (`from`) or more", from.value)));
    }
    Ok(values.into_iter().map(|value| (entry.line, value)).collect())
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use fairdeal_core::input::{ComputedDefault, DerivedDefault, Document};

    fairdeal_core::input::choices! {
        enum Rank { Jack = "jack", Queen = "queen" }
    }

    fairdeal_core::input::knobs! {
        struct Knobs {
            /// cards in a hand
            size: u8 = 3, in 1..=9;
            /// value of a card
            weight: f64 = 0.5, in 0.0..=1.0;
            /// the highest rank
            rank: Rank = Rank::Queen;
        }
    }

    const GAME: Description = Description {
        knobs: Knobs::KNOBS,
        presets: &[
            Preset { name: "designer", summary: "as they are", values: &[] },
            Preset { name: "big", summary: "large hands", values: &[Knobs::size(7)] },
        ],
        ..Description::PLAIN
    };

    fn names(text: &str) -> Result<Vec<String>, String> {
        let document = Document::parse("f.toml", text).expect("TOML");
        let top = document.section(&["sweep"]).expect("known");
        let grid = Grid::read(&top, &GAME).map_err(|error| error.to_string())?;
        let variants = grid
            .variants(None, &Settings::defaults(Knobs::KNOBS))
            .map_err(|error| error.to_string())?;
        Ok(variants.into_iter().map(|variant| variant.name).collect())
    }

    #[test]
    fn a_grid_is_every_combination() {
        assert_eq!(
            names("[sweep]\nrules.size = [3, 5]\nrules.rank = [\"jack\", \"queen\"]\n"),
            Ok(["size=3 rank=jack", "size=3 rank=queen", "size=5 rank=jack", "size=5 rank=queen"]
                .map(str::to_owned)
                .into())
        );
        assert_eq!(
            names("[sweep.rules]\nsize = { from = 2, to = 9, step = 3 }\n"),
            Ok(["size=2", "size=5", "size=8"].map(str::to_owned).into())
        );
        assert_eq!(
            names("[sweep]\nrules.weight = { from = 0, to = 1, step = 0.25 }\n"),
            Ok(["weight=0.0", "weight=0.25", "weight=0.5", "weight=0.75", "weight=1.0"]
                .map(str::to_owned)
                .into())
        );
    }

    #[test]
    fn presets_are_swept_over_like_knobs() {
        assert_eq!(
            names("[sweep]\npreset = [\"designer\", \"big\"]\nrules.weight = [0.5, 1.0]\n"),
            Ok(["designer weight=0.5", "designer weight=1.0", "big weight=0.5", "big weight=1.0"]
                .map(str::to_owned)
                .into())
        );
        assert_eq!(
            names("[sweep]\npreset = [\"designer\", \"big\"]\n"),
            Ok(["designer", "big"].map(str::to_owned).into())
        );
    }

    /// A default that is one more than the value of another knob, or as many as there are players.
    #[derive(Debug)]
    struct Follows(usize);

    impl ComputedDefault for Follows {
        fn default(&self, given: &[Option<KnobValue>], players: &[usize]) -> KnobValue {
            // A given value starts the chain anew.
            let of = |players: usize| {
                let before = given[..self.0].iter().rposition(Option::is_some);
                match before.map(|place| (place, given[place])) {
                    Some((place, Some(KnobValue::Integer(number)))) => {
                        number + (self.0 - place) as i64
                    }
                    _ => (players + self.0) as i64,
                }
            };
            let players = if players.is_empty() { &[2, 3, 4] } else { players };
            let first = of(players[0]);
            if players.iter().all(|players| of(*players) == first) {
                KnobValue::Integer(first)
            } else {
                KnobValue::Choice(BY_PLAYERS)
            }
        }
    }

    const fn following(key: &'static str, follows: &'static Follows) -> Knob {
        Knob { key, derived: Some(DerivedDefault::Computed(follows)), ..Knobs::KNOBS[0] }
    }

    /// Each of the first three follows from the one before, the flag from a choice, the last two
    /// from nothing.
    static FOLLOWING: [Knob; 6] = [
        following("one", &Follows(0)),
        following("two", &Follows(1)),
        following("three", &Follows(2)),
        Knob {
            key: "open",
            kind: KnobKind::Flag,
            default: KnobValue::Flag(false),
            derived: Some(DerivedDefault::With {
                with: ("rank", KnobValue::Choice("jack")),
                default: KnobValue::Flag(true),
            }),
            ..Knobs::KNOBS[0]
        },
        Knobs::KNOBS[2],
        Knobs::KNOBS[0],
    ];

    const FOLLOWING_GAME: Description = Description {
        knobs: &FOLLOWING,
        presets: &[
            Preset { name: "designer", summary: "", values: &[] },
            Preset {
                name: "jacks",
                summary: "",
                values: &[Knobs::rank(Rank::Jack), ("two", KnobValue::Integer(5))],
            },
            Preset {
                name: "ones",
                summary: "",
                values: &[("one", KnobValue::Integer(4)), ("two", KnobValue::Integer(5))],
            },
        ],
        ..Description::PLAIN
    };

    /// A random number below another one.
    fn below(most: usize) -> impl FnMut(&mut u64) -> usize {
        move |state| {
            *state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            (*state >> 33) as usize % most
        }
    }

    /// Random rules, a random grid over them, and the tables where they are played.
    fn random_grid(state: &mut u64) -> (Settings, String) {
        let players = [&[][..], &[2], &[3], &[2, 3]][below(4)(state)];
        let mut base = Settings::defaults(&FOLLOWING).at_tables(players);
        if below(3)(state) == 0 {
            base.apply_preset(&FOLLOWING_GAME.presets[below(3)(state)]);
        }
        let number = |state: &mut u64| (below(5)(state) + 2).to_string();
        for key in ["one", "two", "three", "size"] {
            if below(4)(state) == 0 {
                base.apply_option(&format!("{key}={}", number(state))).expect("in range");
            }
        }
        let mut text = "[sweep]\n".to_owned();
        if below(3)(state) == 0 {
            text += ["preset = [\"jacks\", \"designer\"]\n", "preset = [\"ones\", \"jacks\"]\n"]
                [below(2)(state)];
        }
        let mut keys = ["one", "two", "three", "open", "rank", "size"];
        for place in 0..keys.len() {
            let other = below(6)(state);
            keys.swap(place, other);
        }
        for key in &keys[..=below(5)(state)] {
            let values = match *key {
                "open" => "false, true".to_owned(),
                "rank" => "\"queen\", \"jack\"".to_owned(),
                key => {
                    let mut values: Vec<String> = (0..3).map(|_| number(state)).collect();
                    if key != "size" && below(2)(state) == 0 {
                        values.push(format!("\"{BY_PLAYERS}\""));
                    }
                    values.sort();
                    values.dedup();
                    values.join(", ")
                }
            };
            let _ = writeln!(text, "rules.{key} = [{values}]");
        }
        (base, text)
    }

    /// The name of a set of rules says which knobs `--set` has to change: checked over random grids
    /// of a game whose knobs follow from one another and from the number of players.
    #[test]
    fn a_name_is_its_rules() {
        let mut state = 1;
        let (mut left_out, mut several) = (0, 0);
        for _ in 0..1500 {
            let (base, text) = random_grid(&mut state);
            let document = Document::parse("f.toml", &text).expect("TOML");
            let top = document.section(&["sweep"]).expect("known");
            let grid = Grid::read(&top, &FOLLOWING_GAME).expect("a grid");
            let sizes: Vec<usize> = grid.sizes().collect();
            let usual = grid.places_of(&base);
            let mut all_known: Vec<(Settings, Vec<usize>)> = Vec::new();
            for _ in 0..20 {
                let chosen: Vec<usize> =
                    sizes.iter().map(|size| below(*size)(&mut state)).collect();
                let all = grid.at(None, &base, &chosen).expect("in range");
                let again = |turned: &[(&'static str, KnobValue)]| {
                    let mut rules = base.clone();
                    for (key, value) in turned {
                        match FOLLOWING_GAME.presets.iter().find(|preset| {
                            *key == PRESET && *value == KnobValue::Choice(preset.name)
                        }) {
                            Some(preset) => rules.apply_preset(preset),
                            None => rules
                                .apply_option(&named(key, value))
                                .unwrap_or_else(|error| panic!("{error}")),
                        }
                    }
                    rules
                };
                assert_eq!(again(&all.point), all.settings, "{} of\n{text}", all.name);
                let Variant { name, settings: rules, point: turned } =
                    grid.shortest(&base, &chosen).expect("in range");
                assert_eq!(rules, all.settings);
                assert_eq!(again(&turned), rules, "{name} for {} of\n{text}", all.name);
                for place in 0..turned.len() {
                    let mut fewer = turned.clone();
                    fewer.remove(place);
                    assert_ne!(again(&fewer), rules, "{name} is longer than needed of\n{text}");
                }
                left_out += usize::from(turned.len() < all.point.len());
                let known = grid.known_as(&base, &usual, chosen.clone()).expect("in range");
                assert_eq!(grid.at(None, &base, &known).expect("in range").settings, rules);
                assert_eq!(grid.known_as(&base, &usual, known.clone()).expect("there"), known);
                several += usize::from(known != chosen);
                // One set of rules is one point, with one name.
                match all_known.iter().find(|(other, _)| *other == rules) {
                    Some((_, point)) => assert_eq!(*point, known, "{name} of\n{text}"),
                    None => all_known.push((rules.clone(), known)),
                }
                assert_eq!(name.is_empty(), rules == base);
            }
        }
        assert!(left_out > 5000 && several > 300, "{left_out} {several}");
    }

    #[test]
    fn a_knob_is_left_out_of_a_name_only_where_it_follows() {
        let name = |text: &str, chosen: &[usize]| {
            let document = Document::parse("f.toml", text).expect("TOML");
            let top = document.section(&["sweep"]).expect("known");
            let grid = Grid::read(&top, &FOLLOWING_GAME).expect("a grid");
            let base = Settings::defaults(&FOLLOWING).at_tables(&[2]);
            grid.shortest(&base, chosen).expect("in range").name
        };
        let text = "[sweep]\nrules.two = [3, 4, 5]\nrules.one = [2, 4]\n";
        assert_eq!(name(text, &[0, 1]), "two=3 one=4", "by themselves two are five here");
        assert_eq!(name(text, &[2, 1]), "one=4", "two follow");
        assert_eq!(name(text, &[0, 0]), "", "the rules as they are");
        assert_eq!(name("[sweep]\nrules.three = [4, 6]\nrules.one = [2, 4]\n", &[1, 1]), "one=4");
        let text = "[sweep]\npreset = [\"designer\", \"jacks\"]\nrules.two = [3, 5]\n";
        assert_eq!(name(text, &[1, 0]), "jacks two=3", "the preset has five");
        assert_eq!(name(text, &[1, 1]), "jacks");
    }

    #[test]
    fn what_is_no_grid_is_refused() {
        let message = |text: &str| names(text).expect_err("refused");
        assert_eq!(
            message("[sweep]\nrules.size = 3\n"),
            format!("f.toml:2: `size` cannot be 3 in `rules` of `[sweep]`\n  allowed: {ALLOWED}")
        );
        assert!(message("[sweep]\n").contains("`rules` is missing"));
        assert!(message("[sweep]\nsize = [1, 2]\n").contains("allowed: it as rules.size = ..."));
        assert_eq!(
            message("[sweep]\npreset = [\"bigg\"]\n"),
            "f.toml:2: unknown preset `bigg` in `[sweep]`\n  did you mean `big`?\n  allowed: designer, big"
        );
        assert!(message("[sweep]\npreset = \"big\"\n").contains("a list of presets"));
        assert!(
            message("[sweep]\nrules.preset = [\"big\"]\n").contains("allowed: it beside `rules`")
        );
        assert!(
            message("[sweep]\nplayers = [2, 3]\n").contains("allowed: [[lineup]], one for each")
        );
        assert!(message("[sweep]\nrules.sise = [1]\n").contains("did you mean `size`?"));
        assert!(
            message("[sweep]\nrules.size = [1, 12]\n").contains("f.toml:2: `size` cannot be 12")
        );
        assert!(
            message("[sweep]\nrules.size = [1, 2, 1]\n")
                .contains("the value `size = 1` is given twice")
        );
        assert!(
            message("[sweep]\nrules.size = { from = 5, to = 3 }\n").contains("`to` cannot be 3")
        );
        assert!(message("[sweep]\nrules.size = { from = 5 }\n").contains("`to` is missing"));
        assert!(
            message("[sweep]\nrules.weight = { from = 0, to = 1 }\n").contains("`step` is missing")
        );
        assert!(
            message("[sweep]\nrules.weight = { from = 0, to = 1, step = 0.00001 }\n")
                .contains("points")
        );
    }
}
