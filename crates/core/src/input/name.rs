//! Names that users choose, of variants, strategies and experiments; and cells of tables.

use super::error::{InputError, Location, Problem};
use super::text::is_hidden;

/// The first characters that make a spreadsheet take a cell for a formula.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Whether a spreadsheet would take the text for a formula. Where commas are decimal, a semicolon
/// ends a cell.
fn holds_formula(text: &str) -> bool {
    text.split(';').any(|part| part.trim_start().starts_with(FORMULA))
}

/// Returns the cell of a table in a form that no spreadsheet runs: a formula gets an apostrophe
/// before it. Numbers stay.
pub fn cell(text: &str) -> String {
    let is_number = |part: &str| part.parse::<f64>().is_ok();
    let part = |part: &str| {
        if holds_formula(part) && !is_number(part) { format!("'{part}") } else { part.to_owned() }
    };
    text.split(';').map(part).collect::<Vec<_>>().join(";")
}

/// Checks that a variant, a strategy or an experiment can have this name, which stands at `place`.
///
/// # Errors
/// If it has no letters or digits, hidden characters, spaces at its ends, or looks like a
/// spreadsheet's formula.
pub fn check_name(name: &str, place: Location) -> Result<(), InputError> {
    let is_seen = |c: char| c.is_alphanumeric() && !is_hidden(c);
    let hidden = |c: &char| is_hidden(*c) || (c.is_whitespace() && *c != ' ');
    let allowed = if !name.chars().any(is_seen) {
        "a name with letters or digits".to_owned()
    } else if let Some(c) = name.chars().find(hidden) {
        format!("a name on one line, without invisible characters (it has {})", c.escape_unicode())
    } else if name.trim() != name {
        "a name without spaces at its ends".to_owned()
    } else if holds_formula(name) {
        "a name that no spreadsheet takes for a formula: without = + - @ at its beginning or after \
            a semicolon"
            .to_owned()
    } else {
        return Ok(());
    };
    Err(InputError::new(
        place,
        Problem::Value { key: "name".into(), found: format!("\"{name}\""), allowed },
    ))
}

#[cfg(test)]
mod tests {
    use super::super::text::{plain, sentence, tests::foreign};
    use super::*;
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn allowed_names_need_no_cleaning(name in foreign()) {
            if check_name(&name, Location::whole("f.toml")).is_ok() {
                prop_assert_eq!(plain(&name), name.as_str());
                prop_assert_eq!(sentence(&name), name.as_str());
                prop_assert_eq!(cell(&name), name);
            }
        }
    }

    #[test]
    fn names_must_look_like_names() {
        for name in [
            "greedy", "no face-up", "3 x greedy", "hand_size=5 -1", "Ä 漢字", "b; c", "x.y",
            "(old)", "it's",
        ] {
            assert_eq!(check_name(name, Location::whole("f.toml")), Ok(()), "{name}");
        }
        let refused =
            |name: &str| check_name(name, Location::whole("f.toml")).expect_err(name).to_string();
        for name in ["", " ", ".", "..", "?!", "\u{3164}"] {
            assert!(refused(name).ends_with("allowed: a name with letters or digits"), "{name:?}");
        }
        for name in [
            "a\u{202e}b", "a\u{200b}", "a\nb", "a\tb", "a\u{a0}b", "a\u{200d}b", "\u{1b}[1ma",
            "a\u{fe0f}", "a\u{3164}",
        ] {
            assert!(
                refused(name).contains("without invisible characters (it has \\u{"),
                "{name:?}"
            );
        }
        assert_eq!(
            refused("a\u{202e}b"),
            "f.toml: `name` cannot be \"a\\u{202e}b\"\n  allowed: a name on one line, without invisible characters (it has \\u{202e})"
        );
        for name in [" a", "a ", "a  "] {
            assert!(refused(name).ends_with("a name without spaces at its ends"), "{name:?}");
        }
        for name in ["=1+1", "+a", "-a", "@a", "＝a", "a;=1", "a; =1"] {
            assert!(refused(name).contains("no spreadsheet takes for a formula"), "{name:?}");
        }
    }

    #[test]
    fn no_cell_is_a_formula() {
        assert_eq!(cell("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
        assert_eq!(cell("a;@b; +c"), "a;'@b;' +c");
        for text in ["-4", "+0.5", "-1e-7", "greedy", "hand_size=5", "3 of clubs", "", "a;b"] {
            assert_eq!(cell(text), text);
        }
    }
}
