//! When a run may end early.

use crate::findings::{Goal, Sprt, Stop};
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
    let Some(section) =
        top.section("stop", &["when", "precision", "max_blocks", "elo0", "elo1", "alpha", "beta"])?
    else {
        return Ok(None);
    };
    let max_blocks = section.integer("max_blocks", 1..=most)?.map(i64::cast_unsigned);
    let precision = section.real("precision", 1e-6..=0.5)?;
    let goal = match (section.text("when")?, precision) {
        (None, Some(precision)) => Goal::Precision(precision),
        (Some((_, "settled")), None) => Goal::Settled,
        (Some((_, "sprt")), None) => Goal::Sprt(read_sprt(&section)?),
        (Some((line, "settled" | "sprt")), Some(_)) => {
            let found = "`when` and `precision` are both given".to_owned();
            return Err(
                section.error_at(line, Problem::Conflict { found, allowed: "one of them".into() })
            );
        }
        (Some((line, other)), _) => {
            let unknown = Unknown::new("reason to stop", other, ["settled", "sprt"]);
            return Err(section.error_at(line, Problem::Unknown(unknown)));
        }
        (None, None) => {
            let allowed = "\"settled\" or \"sprt\"; or precision = 0.002".to_owned();
            return Err(section.error(Problem::Missing { key: "when".into(), allowed }));
        }
    };
    let strength = ["elo0", "elo1", "alpha", "beta"].iter().find_map(|key| section.entry(key));
    if let Some(entry) = strength.filter(|_| !matches!(goal, Goal::Sprt(_))) {
        let found = format!("`{}` is given", entry.key);
        return Err(section.error_at(
            entry.line,
            Problem::Conflict { found, allowed: "only with when = \"sprt\"".into() },
        ));
    }
    let first_look = blocks.map_or(FIRST_LOOK, i64::cast_unsigned);
    Ok(Some((Stop { goal, first_look }, max_blocks)))
}

/// Reads the strengths and error rates of a sequential test.
fn read_sprt(section: &Section<'_>) -> Result<Sprt, InputError> {
    let elo = |key: &str, default| {
        Ok::<f64, InputError>(section.real(key, -1000.0..=1000.0)?.unwrap_or(default))
    };
    let error =
        |key: &str| Ok::<f64, InputError>(section.real(key, 0.0001..=0.4999)?.unwrap_or(0.05));
    let sprt = Sprt {
        elo0: elo("elo0", 0.0)?,
        elo1: elo("elo1", 5.0)?,
        alpha: error("alpha")?,
        beta: error("beta")?,
    };
    if sprt.elo0 >= sprt.elo1 {
        let found = format!("elo0 = {} and elo1 = {}", sprt.elo0, sprt.elo1);
        return Err(
            section.error(Problem::Conflict { found, allowed: "an elo0 below elo1".into() })
        );
    }
    Ok(sprt)
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
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(
            read("[stop]\nwhen = \"sprt\"\nelo1 = 10\nmax_blocks = 5000\n"),
            stop(Goal::Sprt(sprt))
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
        assert!(
            message("[stop]\nwhen = \"settled\"\nelo0 = 1\nmax_blocks = 5\n")
                .contains("only with when = \"sprt\"")
        );
        assert!(
            message("[stop]\nwhen = \"sprt\"\nelo0 = 9\nmax_blocks = 5\n")
                .contains("an elo0 below elo1")
        );
    }
}
