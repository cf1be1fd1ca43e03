//! When a run may end early.

use super::question::AskedStop;
use crate::findings::{Stop, Until};
use fairdeal_core::input::{InputError, Problem, Section, Unknown};

/// The largest number of blocks: far above any use, far below the limits of the accumulators.
pub(super) const MOST_BLOCKS: u64 = 1 << 40;

/// The default number of blocks before the first look.
const FIRST_LOOK: u64 = 1000;

/// Reads `[stop]` of an experiment, with its largest number of blocks. There is no
/// look before `blocks`.
pub(super) fn read(
    top: &Section<'_>,
    blocks: Option<u64>,
) -> Result<Option<(Stop, Option<u64>)>, InputError> {
    let Some(section) = top.section("stop", AskedStop::KEYS)? else {
        return Ok(None);
    };
    let max_blocks = section.number("max_blocks", 1..=MOST_BLOCKS)?;
    let precision = section.real("precision", 1e-6..=0.5)?;
    let until = match (section.text("when")?, precision) {
        (None, Some(precision)) => Until::Precision(precision),
        (Some((_, "settled")), None) => Until::Settled,
        (Some((line, "settled")), Some(_)) => {
            let problem = Problem::conflict("`when` and `precision` are both given", "one of them");
            return Err(section.error_at(line, problem));
        }
        (Some((line, other)), _) => {
            let unknown = Unknown::new("reason to stop", other, ["settled"]);
            return Err(section.error_at(line, Problem::Unknown(unknown)));
        }
        (None, None) => {
            let problem = Problem::missing("when", "\"settled\"; or precision = 0.002");
            return Err(section.error(problem));
        }
    };
    Ok(Some((Stop { until, first_look: blocks.unwrap_or(FIRST_LOOK) }, max_blocks)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::input::Document;

    fn read(text: &str) -> Result<Option<(Stop, Option<u64>)>, String> {
        let document = Document::parse("f.toml", text).expect("TOML");
        let top = document.section(&["stop"]).expect("known");
        super::read(&top, None).map_err(|error| error.to_string())
    }

    #[test]
    fn rules_for_ending_are_read() {
        let stop = |until| Ok(Some((Stop { until, first_look: 1000 }, Some(5000))));
        assert_eq!(read("[stop]\nwhen = \"settled\"\nmax_blocks = 5000\n"), stop(Until::Settled));
        assert_eq!(
            read("[stop]\nprecision = 0.002\nmax_blocks = 5000\n"),
            stop(Until::Precision(0.002))
        );
        assert_eq!(
            read("[stop]\nwhen = \"settled\"\n"),
            Ok(Some((Stop { until: Until::Settled, first_look: 1000 }, None)))
        );
        assert_eq!(read(""), Ok(None));
    }

    #[test]
    fn what_is_no_rule_for_ending_is_refused() {
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
