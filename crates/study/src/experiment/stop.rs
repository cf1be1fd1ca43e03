//! When a run may end early.

use super::question::{AskedStop, keys};
use crate::findings::{Goal, Stop};
use fairdeal_core::input::{InputError, Problem, Section, Unknown};

/// The largest number of blocks: far above any use, far below what the accumulators hold.
pub(super) const MOST_BLOCKS: u64 = 1 << 40;

/// The blocks before the first look, where nothing is said.
const FIRST_LOOK: u64 = 1000;

/// Reads `[stop]` of an experiment, and the largest number of blocks with it, if there is one;
/// before `blocks` nobody looks.
pub(super) fn read(
    top: &Section<'_>,
    blocks: Option<i64>,
    most: i64,
) -> Result<Option<(Stop, Option<u64>)>, InputError> {
    let Some(section) = top.section("stop", keys::<AskedStop>())? else {
        return Ok(None);
    };
    let max_blocks = section.integer("max_blocks", 1..=most)?.map(i64::cast_unsigned);
    let precision = section.real("precision", 1e-6..=0.5)?;
    let goal = match (section.text("when")?, precision) {
        (None, Some(precision)) => Goal::Precision(precision),
        (Some((_, "settled")), None) => Goal::Settled,
        (Some((line, "settled")), Some(_)) => {
            let found = "`when` and `precision` are both given".to_owned();
            return Err(
                section.error_at(line, Problem::Conflict { found, allowed: "one of them".into() })
            );
        }
        (Some((line, other)), _) => {
            let unknown = Unknown::new("reason to stop", other, ["settled"]);
            return Err(section.error_at(line, Problem::Unknown(unknown)));
        }
        (None, None) => {
            let allowed = "\"settled\"; or precision = 0.002".to_owned();
            return Err(section.error(Problem::Missing { key: "when".into(), allowed }));
        }
    };
    let first_look = blocks.map_or(FIRST_LOOK, i64::cast_unsigned);
    Ok(Some((Stop { goal, first_look }, max_blocks)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::input::Document;

    fn read(text: &str) -> Result<Option<(Stop, Option<u64>)>, String> {
        let document = Document::parse("f.toml", text).expect("TOML");
        let top = document.section(&["stop"]).expect("known");
        super::read(&top, None, 1 << 40).map_err(|error| error.to_string())
    }

    #[test]
    fn goals_are_read() {
        let stop = |goal| Ok(Some((Stop { goal, first_look: 1000 }, Some(5000))));
        assert_eq!(read("[stop]\nwhen = \"settled\"\nmax_blocks = 5000\n"), stop(Goal::Settled));
        assert_eq!(
            read("[stop]\nprecision = 0.002\nmax_blocks = 5000\n"),
            stop(Goal::Precision(0.002))
        );
        assert_eq!(
            read("[stop]\nwhen = \"settled\"\n"),
            Ok(Some((Stop { goal: Goal::Settled, first_look: 1000 }, None)))
        );
        assert_eq!(read(""), Ok(None));
    }

    #[test]
    fn what_is_no_goal_is_refused() {
        let message = |text: &str| read(text).expect_err("refused");
        assert!(message("[stop]\nwhen = \"settled\"\nmax_blocks = 0\n").contains("max_blocks"));
        assert!(message("[stop]\nmax_blocks = 5\n").contains("`when` is missing"));
        assert!(
            message("[stop]\nwhen = \"setled\"\nmax_blocks = 5\n")
                .contains("did you mean `settled`?")
        );
        assert!(
            message("[stop]\nwhen = \"settled\"\nprecision = 0.1\nmax_blocks = 5\n")
                .contains("one of them")
        );
        // Files of older versions.
        let sprt = message("[stop]\nwhen = \"sprt\"\nmax_blocks = 5\n");
        assert!(sprt.contains("unknown reason to stop `sprt`"), "{sprt}");
        assert!(sprt.contains("allowed: settled"), "{sprt}");
        let strength = message("[stop]\nwhen = \"sprt\"\nelo0 = 9\nmax_blocks = 5\n");
        assert!(strength.contains("unknown key `elo0`"), "{strength}");
        assert!(strength.contains("allowed: when, precision, max_blocks"), "{strength}");
    }
}
