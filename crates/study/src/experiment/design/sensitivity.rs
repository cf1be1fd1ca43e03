//! Which knob matters: two samples of a box of rules, and for each knob the first with that knob
//! from the second.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::common::{AskedFor, Design, MadeRules, RulesAsked};
use super::kind::{Item, Kind, QuestionOf, RuleSets, Seating};
use crate::experiment::question::AskedSensitivity;
use crate::experiment::sweep::{Grid, Scale, refuse_astray};
use crate::findings::{self, SensitivityKnob, SensitivityPoints};
use fairdeal_core::game::Description;
use fairdeal_core::input::{InputError, Problem, Section, Settings};
use fairdeal_core::metrics::Variant;
use fairdeal_stats::quasi_random::{MOST_DIMENSIONS, unit_point};
use fairdeal_stats::sensitivity::Direction;

/// The default number of points in each sample.
const SAMPLES: u32 = 32;

/// How many it may have.
const ALLOWED_SAMPLES: RangeInclusive<u32> = 2..=4096;

/// The variants are points of a box of rules, to find out which knob matters.
#[derive(Debug)]
struct Sensitivity(SensitivityPoints);

impl Design for Sensitivity {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn is_grouped(&self) -> bool {
        true
    }

    fn compares(&self) -> bool {
        false
    }

    fn box_of_rules(&self) -> Option<&SensitivityPoints> {
        Some(&self.0)
    }
}

pub(super) static KIND: Kind = Kind {
    name: "sensitivity",
    question: |_, _| (QuestionOf::Game, "which knob matters?".into()),
    asks: |_| findings::Asked::Rules,
    rules: RuleSets::Samples,
    seating: Seating::Lineups,
    answer: |_| &[Item::Knobs],
    screen: &[Item::Knobs],
    tables: &[Item::Knobs],
    sentences: &[],
    charts: &[],
};

pub(super) const ASKED_FOR: AskedFor = AskedFor {
    section: "sensitivity",
    has_players: false,
    has_blocks: false,
    rules: Some(rules),
    add: |_, _, _| (),
};

/// The points of the box.
fn rules(asked: &RulesAsked<'_>) -> Result<Option<MadeRules>, InputError> {
    let RulesAsked { top, given, named, designer, blocks, .. } = *asked;
    let Some(asked) = Asked::read(top, given.game.description())? else { return Ok(None) };
    asked.check(top, named.len(), blocks)?;
    let (variants, points) = asked.points(&named.first().unwrap_or(designer).settings)?;
    Ok(Some(MadeRules { variants, baseline: 0, design: Arc::new(Sensitivity(points)) }))
}

/// The section of a sensitivity analysis.
#[derive(Clone, Debug)]
struct Asked {
    /// The box of rules.
    grid: Grid,
    /// How many points each sample has.
    samples: u32,
}

impl Asked {
    /// Reads `[sensitivity]` of an experiment.
    fn read(top: &Section<'_>, game: &'static Description) -> Result<Option<Self>, InputError> {
        refuse_astray(top, "sensitivity", game.knobs)?;
        let Some(section) = top.section("sensitivity", AskedSensitivity::KEYS)? else {
            return Ok(None);
        };
        let samples = section.number("samples", ALLOWED_SAMPLES)?.unwrap_or(SAMPLES);
        let declared = |key: &str| game.knobs.iter().position(|knob| knob.key == key);
        Ok(Some(Self { grid: Grid::of_rules(&section, game)?.in_order(declared), samples }))
    }

    /// Refuses entries that cannot stand beside it. The experiment names this many variants, and
    /// has this many blocks.
    fn check(
        &self,
        top: &Section<'_>,
        variants: usize,
        blocks: Option<u64>,
    ) -> Result<(), InputError> {
        // An error at a key of the experiment, or about the box.
        let refused = |key: &str, problem: Problem| {
            Err(match top.entry(key) {
                None => self.grid.error(problem),
                Some(entry) => top.place_at(entry.line).error(problem),
            })
        };
        let both = |key: &str| {
            let found = format!("`{key}` and `sensitivity` are both given");
            Problem::conflict(found, "one of them")
        };
        if top.entry("sweep").is_some() {
            return refused("", both("sweep"));
        }
        if let Some(key) = ["stop", "baseline"].into_iter().find(|key| top.entry(key).is_some()) {
            return refused(key, both(key));
        }
        if top.entry("ladder").is_some() {
            return refused("", both("strategies that all meet"));
        }
        if variants > 1 {
            let found = format!("{variants} variants under [sensitivity]");
            let allowed = "at most one, the rules that the knobs are turned of";
            return refused("", Problem::conflict(found, allowed));
        }
        let groups = SensitivityPoints::GROUPS;
        match blocks {
            Some(blocks) if !blocks.is_multiple_of(groups) => {
                let found = format!("{blocks} blocks under [sensitivity]");
                let allowed = format!(
                    "a multiple of {groups}: as many groups of blocks tell how sure the answer is"
                );
                refused("blocks", Problem::conflict(found, allowed))
            }
            _ => Ok(()),
        }
    }

    /// The variants to play, each once, and the purpose of each.
    fn points(&self, base: &Settings) -> Result<(Vec<Variant>, SensitivityPoints), InputError> {
        let Self { grid, samples } = self;
        let sizes: Vec<usize> = grid.sizes().collect();
        if sizes.is_empty() || 2 * sizes.len() > MOST_DIMENSIONS {
            let (found, most) = (format!("{} knobs", sizes.len()), MOST_DIMENSIONS / 2);
            return Err(grid.error(Problem::conflict(found, format!("1 to {most}"))));
        }
        if let Some(knob) = sizes.iter().position(|size| *size < 2) {
            let found = format!("one value only for knob number {}", knob + 1);
            return Err(grid.error(Problem::conflict(found, "two values or more for each knob")));
        }
        let mut variants: Vec<Variant> = Vec::new();
        let mut place = |chosen: &[usize]| {
            let variant = grid.at(None, base, chosen)?;
            Ok(variants.iter().position(|known| known.point == variant.point).unwrap_or_else(
                || {
                    variants.push(variant);
                    variants.len() - 1
                },
            ))
        };
        let scales = grid.scales(base)?;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let mut steps = vec![(Vec::new(), Vec::new()); sizes.len()];
        for number in 1..=*samples {
            // Within the sampler's dimensions, as just checked.
            let Some(shares) = unit_point(number, 2 * sizes.len()) else { break };
            let value = |(share, size): (&f64, &usize)| (share * *size as f64) as usize;
            let chosen = |shares: &[f64]| shares.iter().zip(&sizes).map(value).collect::<Vec<_>>();
            let (one, other) = (chosen(&shares[..sizes.len()]), chosen(&shares[sizes.len()..]));
            first.push(place(&one)?);
            second.push(place(&other)?);
            for (knob, (mixed, directions)) in steps.iter_mut().enumerate() {
                let mut point = one.clone();
                point[knob] = other[knob];
                mixed.push(place(&point)?);
                let heights = &scales[knob].heights;
                directions.push(match heights[other[knob]].total_cmp(&heights[one[knob]]) {
                    std::cmp::Ordering::Less => Some(Direction::Down),
                    std::cmp::Ordering::Equal => None,
                    std::cmp::Ordering::Greater => Some(Direction::Up),
                });
            }
        }
        let knob = |(scale, (mixed, directions))| {
            let Scale { name, values, turned, .. } = scale;
            SensitivityKnob { name, values, turned, mixed, directions }
        };
        let knobs = scales.into_iter().zip(steps).map(knob).collect();
        Ok((variants, SensitivityPoints { knobs, first, second }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Turned;
    use fairdeal_core::input::{Document, Value};

    fairdeal_core::input::knobs! {
        struct Knobs {
            /// cards in a hand
            size: u8 = 3, in 1..=9;
            /// all cards are seen
            open: bool = true;
        }
    }

    const GAME: Description = Description { knobs: Knobs::KNOBS, ..Description::PLAIN };

    fn design(text: &str) -> Result<(Vec<Variant>, SensitivityPoints), String> {
        let document = Document::parse("f.toml", text).expect("TOML");
        let top = document.section(&["sensitivity"]).expect("known");
        let asked = Asked::read(&top, &GAME).map_err(|error| error.to_string())?.expect("there");
        asked.points(&Settings::defaults(Knobs::KNOBS)).map_err(|error| error.to_string())
    }

    #[test]
    fn mixtures_take_one_knob_from_the_second_sample() {
        let (variants, design) =
            design("[sensitivity]\nsamples = 16\nrules.size = { from = 2, to = 5 }\nrules.open = [true, false]\n").expect("a design");
        assert_eq!(design.knobs.iter().map(|knob| knob.name).collect::<Vec<_>>(), ["size", "open"]);
        assert_eq!(design.knobs[0].values, ["2", "3", "4", "5"]);
        assert_eq!(design.knobs[1].values, ["true", "false"]);
        assert!(variants.len() <= 8, "every point once");
        assert_eq!(
            (design.first.len(), design.second.len(), design.knobs[0].mixed.len()),
            (16, 16, 16)
        );
        for number in 0..16 {
            let point = |place: usize| &variants[place].point;
            let (one, other) = (point(design.first[number]), point(design.second[number]));
            assert_eq!(*point(design.knobs[0].mixed[number]), [other[0], one[1]]);
            assert_eq!(*point(design.knobs[1].mixed[number]), [one[0], other[1]]);
        }
        // Both samples visit the whole box evenly.
        let threes = design
            .first
            .iter()
            .filter(|place| variants[**place].point[0].1 == Value::Integer(3))
            .count();
        assert!((3..=5).contains(&threes), "{threes}");
    }

    #[test]
    fn steps_have_a_direction() {
        // Listed the wrong way round: a number is higher where it is larger, and true is higher
        // than false.
        let (variants, design) = design(
            "[sensitivity]\nsamples = 16\nrules.size = [9, 2, 4]\nrules.open = [true, false]\n",
        )
        .expect("a design");
        let [size, open] = &design.knobs[..] else { panic!("two knobs") };
        assert_eq!((size.turned, open.turned), (Turned::Up, Turned::On));
        let value = |place: usize, knob: usize| variants[place].point[knob].1;
        for number in 0..16 {
            let step = |knob: usize| {
                (value(design.first[number], knob), value(design.second[number], knob))
            };
            let (Value::Integer(from), Value::Integer(to)) = step(0) else {
                panic!("whole numbers");
            };
            let expected = match from.cmp(&to) {
                std::cmp::Ordering::Less => Some(Direction::Up),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Direction::Down),
            };
            assert_eq!(size.directions[number], expected, "{from} to {to}");
            let expected = match step(1) {
                (Value::Flag(false), Value::Flag(true)) => Some(Direction::Up),
                (Value::Flag(true), Value::Flag(false)) => Some(Direction::Down),
                _ => None,
            };
            assert_eq!(open.directions[number], expected);
        }
        assert!(
            size.directions.contains(&Some(Direction::Down))
                && open.directions.contains(&Some(Direction::Up))
        );
    }

    #[test]
    fn what_is_no_box_is_refused() {
        let message = |text: &str| design(text).expect_err("refused");
        assert!(message("[sensitivity]\nrules.size = [2]\n").contains("two values or more"));
        assert!(
            message("[sensitivity]\nsamples = 1\nrules.size = [2, 3]\n")
                .contains("`samples` cannot be 1")
        );
        assert!(message("[sensitivity]\n").contains("`rules` is missing"));
    }
}
