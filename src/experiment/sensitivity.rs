//! Which knob matters: two samples of a box of rules, and for each knob the first with that knob from the second.

use super::Variant;
use super::sweep::{Grid, Scale, refuse_bare_knobs};
use crate::findings::{SensitivityKnob, SensitivityPoints};
use crate::input::{InputError, Knob, Problem, Section, Settings};
use crate::stats::quasi_random::{MOST_DIMENSIONS, unit_point};
use crate::stats::sensitivity::Direction;

/// How many points each sample has, where nothing is said.
const SAMPLES: i64 = 32;

/// Reads `[sensitivity]` of an experiment: the variants to play, each once, and what each is for.
pub(super) fn read(
    top: &Section<'_>,
    knobs: &'static [Knob],
    base: &Settings,
) -> Result<Option<(Vec<Variant>, SensitivityPoints)>, InputError> {
    refuse_bare_knobs(top, "sensitivity", knobs)?;
    let Some(section) = top.section("sensitivity", &["rules", "samples"])? else { return Ok(None) };
    if let Some(entry) = ["sweep", "stop", "baseline"].iter().find_map(|key| top.entry(key)) {
        let found = format!("`{}` and `sensitivity` are both given", entry.key);
        return Err(top.error_at(entry.line, Problem::Conflict { found, allowed: "one of them".into() }));
    }
    let samples = section.integer("samples", 2..=4096)?.unwrap_or(SAMPLES) as usize;
    let grid = Grid::of_rules(&section, knobs)?;
    let sizes: Vec<usize> = grid.sizes().collect();
    if 2 * sizes.len() > MOST_DIMENSIONS {
        let found = format!("{} knobs", sizes.len());
        return Err(section.error(Problem::Conflict { found, allowed: format!("at most {}", MOST_DIMENSIONS / 2) }));
    }
    if let Some(knob) = sizes.iter().position(|size| *size < 2) {
        let found = format!("one value only for knob number {}", knob + 1);
        return Err(section.error(Problem::Conflict { found, allowed: "two values or more for each knob".into() }));
    }
    let mut variants: Vec<Variant> = Vec::new();
    let mut place = |chosen: &[usize]| {
        let variant = grid.at(None, base, chosen)?;
        Ok(variants.iter().position(|known| known.point == variant.point).unwrap_or_else(|| {
            variants.push(variant);
            variants.len() - 1
        }))
    };
    let scales = grid.scales(base)?;
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let mut steps = vec![(Vec::new(), Vec::new()); sizes.len()];
    for number in 1..=samples as u32 {
        // Within the sampler's dimensions, as just checked.
        let Some(shares) = unit_point(number, 2 * sizes.len()) else { break };
        let chosen = |shares: &[f64]| shares.iter().zip(&sizes).map(|(share, size)| (share * *size as f64) as usize).collect::<Vec<_>>();
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
    let names = variants.first().map_or_else(Vec::new, |variant: &Variant| variant.point.iter().map(|(knob, _)| *knob).collect());
    let mut knobs = Vec::with_capacity(names.len());
    for ((name, Scale { values, turned, .. }), (mixed, directions)) in names.into_iter().zip(scales).zip(steps) {
        knobs.push(SensitivityKnob { name, values, turned, mixed, directions });
    }
    Ok(Some((variants, SensitivityPoints { knobs, first, second })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Turned;
    use crate::input::Document;

    crate::input::knobs! {
        struct Knobs {
            /// cards in a hand
            size: u8 = 3, in 1..=9;
            /// all cards are seen
            open: bool = true;
        }
    }

    fn design(text: &str) -> Result<(Vec<Variant>, SensitivityPoints), String> {
        let document = Document::parse("f.toml", text).expect("TOML");
        let top = document.section(&["sensitivity", "sweep"]).expect("known");
        read(&top, Knobs::KNOBS, &Settings::defaults(Knobs::KNOBS)).map_err(|error| error.to_string()).map(|design| design.expect("there"))
    }

    #[test]
    fn mixtures_take_one_knob_from_the_second_sample() {
        let (variants, design) =
            design("[sensitivity]\nsamples = 16\nrules.size = { from = 2, to = 5 }\nrules.open = [true, false]\n").expect("a design");
        assert_eq!(design.knobs.iter().map(|knob| knob.name).collect::<Vec<_>>(), ["size", "open"]);
        assert_eq!(design.knobs[0].values, ["2", "3", "4", "5"]);
        assert_eq!(design.knobs[1].values, ["true", "false"]);
        assert!(variants.len() <= 8, "every point once");
        assert_eq!((design.first.len(), design.second.len(), design.knobs[0].mixed.len()), (16, 16, 16));
        for number in 0..16 {
            let point = |place: usize| &variants[place].point;
            let (one, other) = (point(design.first[number]), point(design.second[number]));
            assert_eq!(*point(design.knobs[0].mixed[number]), [other[0].clone(), one[1].clone()]);
            assert_eq!(*point(design.knobs[1].mixed[number]), [one[0].clone(), other[1].clone()]);
        }
        // Both samples visit the whole box evenly.
        let threes = design.first.iter().filter(|place| variants[**place].point[0].1 == "3").count();
        assert!((3..=5).contains(&threes), "{threes}");
    }

    #[test]
    fn steps_have_a_direction() {
        // Listed the wrong way round: a number is higher where it is larger, and true is higher than false.
        let (variants, design) =
            design("[sensitivity]\nsamples = 16\nrules.size = [9, 2, 4]\nrules.open = [true, false]\n").expect("a design");
        let [size, open] = &design.knobs[..] else { panic!("two knobs") };
        assert_eq!((size.turned, open.turned), (Turned::Up, Turned::On));
        let value = |place: usize, knob: usize| variants[place].point[knob].1.as_str();
        for number in 0..16 {
            let step = |knob: usize| (value(design.first[number], knob), value(design.second[number], knob));
            let (from, to) = step(0);
            let expected = match from.cmp(to) {
                std::cmp::Ordering::Less => Some(Direction::Up),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Direction::Down),
            };
            assert_eq!(size.directions[number], expected, "{from} to {to}");
            let expected = match step(1) {
                ("false", "true") => Some(Direction::Up),
                ("true", "false") => Some(Direction::Down),
                _ => None,
            };
            assert_eq!(open.directions[number], expected);
        }
        assert!(size.directions.contains(&Some(Direction::Down)) && open.directions.contains(&Some(Direction::Up)));
    }

    #[test]
    fn what_is_no_box_is_refused() {
        let message = |text: &str| design(text).expect_err("refused");
        assert!(message("[sensitivity]\nrules.size = [2]\n").contains("two values or more"));
        assert!(message("[sensitivity]\nsamples = 1\nrules.size = [2, 3]\n").contains("`samples` cannot be 1"));
        assert!(message("[sweep]\nrules.size = [2, 3]\n[sensitivity]\nrules.size = [2, 3]\n").contains("both given"));
        assert!(message("[sensitivity]\n").contains("`rules` is missing"));
    }
}
