//! Lines that are not TOML for a common reason: curly quotes, `20,000`, `2%`, texts without quotes.

use toml::de::DeTable;

use super::meant::{as_flag, as_toml};

/// The reason why a line is not TOML, and the line that was probably meant, if that is known.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Repair {
    /// The reason.
    pub(super) why: String,
    /// The line as it was probably meant.
    pub(super) line: Option<String>,
}

/// A change that a line may need: returns the problem that it found, if any, and the corrected
/// line.
type Change = fn(&str) -> Option<(String, String)>;

/// Finds the problem of a line of a text (counted from 1) at which parsing fails. The correction is
/// checked: with the returned line, the text is TOML at least up to the end of that line.
pub(super) fn repair(text: &str, number: usize) -> Option<Repair> {
    // All changes of a group, one after the other; the second group takes the whole value for a
    // text.
    const CHANGES: [&[Change]; 2] = [
        &[straight_quotes, plain_spaces, numbers, words],
        &[straight_quotes, plain_spaces, whole_value],
    ];
    let original = text.lines().nth(number - 1)?;
    for changes in CHANGES {
        let (mut line, mut whys) = (without_comment(original).to_owned(), Vec::new());
        for change in changes {
            let Some((why, changed)) = change(&line) else { continue };
            line = changed;
            whys.push(why);
            if is_toml_up_to(text, number, &line) {
                return Some(Repair {
                    why: whys.join(", and "),
                    line: Some(line.trim().to_owned()),
                });
            }
        }
    }
    // Curly quotes are never right outside of a text, even if the line has other problems.
    straight_quotes(original).map(|(why, _)| Repair { why, line: None })
}

/// Whether the text is TOML at least up to the line of this number, with this line there instead.
fn is_toml_up_to(text: &str, number: usize, line: &str) -> bool {
    let lines =
        text.lines().enumerate().map(|(index, old)| if index + 1 == number { line } else { old });
    let text = lines.collect::<Vec<_>>().join("\n");
    let end: usize = text.split_inclusive('\n').take(number).map(str::len).sum();
    DeTable::parse(&text)
        .map_or_else(|error| error.span().is_some_and(|span| span.start >= end), |_| true)
}

/// A part of a line: within straight quotes, which belong to it, or outside of quotes.
enum Part<'l> {
    Quoted(&'l str),
    Outside(&'l str),
}

/// The parts of a line before its comment. Unclosed quotes are outside.
fn parts(line: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), line);
    let mut from = 0;
    while let Some(at) = rest[from..].find(['"', '\'', '#']).map(|at| from + at) {
        let quote = &rest[at..=at];
        if quote == "#" {
            rest = &rest[..at];
            break;
        }
        let Some(end) = rest[at + 1..].find(quote).map(|end| at + 1 + end + 1) else {
            from = at + 1;
            continue;
        };
        parts.extend([Part::Outside(&rest[..at]), Part::Quoted(&rest[at..end])]);
        (rest, from) = (&rest[end..], 0);
    }
    parts.push(Part::Outside(rest));
    parts
}

fn without_comment(line: &str) -> &str {
    let length = parts(line).into_iter().map(|part| match part {
        Part::Quoted(text) | Part::Outside(text) => text.len(),
    });
    &line[..length.sum()]
}

/// The line with its parts outside of quotes changed. The change also gets the text before the
/// part.
fn outside(line: &str, mut change: impl FnMut(&str, &str) -> String) -> String {
    let mut text = String::new();
    for part in parts(line) {
        let new = match part {
            Part::Quoted(quoted) => quoted.to_owned(),
            Part::Outside(part) => change(&text, part),
        };
        text += &new;
    }
    text
}

/// A part of a line, with what stands wherever a sign `starts` something changed: `change` gets the
/// text before it and the rest, and returns the length and what to write there if it is to change.
fn rewritten(
    part: &str,
    starts: impl Fn(char) -> bool,
    mut change: impl FnMut(&str, &str) -> (usize, Option<String>),
) -> String {
    let (mut text, mut rest) = (String::new(), part);
    while let Some(start) = rest.find(&starts) {
        let (head, tail) = rest.split_at(start);
        text += head;
        let (length, new) = change(&text, tail);
        text += new.as_deref().unwrap_or(&tail[..length]);
        rest = &tail[length..];
    }
    text + rest
}

fn straight_quotes(line: &str) -> Option<(String, String)> {
    const DOUBLE: [char; 8] = ['“', '”', '„', '‟', '«', '»', '″', '＂'];
    const SINGLE: [char; 5] = ['‘', '’', '‚', '‛', '′'];
    let mut found = String::new();
    let new = outside(line, |_, part| {
        found.extend(part.chars().filter(|sign| DOUBLE.contains(sign) || SINGLE.contains(sign)));
        part.replace(DOUBLE, "\"").replace(SINGLE, "\"")
    });
    let mut signs: Vec<char> = found.chars().collect();
    signs.dedup();
    let shown: Vec<String> = signs.iter().take(2).map(char::to_string).collect();
    (!signs.is_empty())
        .then(|| (format!("its quotes are curly ({}), not straight (\")", shown.join(" ")), new))
}

fn plain_spaces(line: &str) -> Option<(String, String)> {
    let is_other = |sign: char| {
        sign.is_whitespace() && !sign.is_ascii() || matches!(sign, '\u{200b}' | '\u{feff}')
    };
    let new = outside(line, |_, part| part.replace(is_other, " "));
    (new != line).then(|| ("it has spaces of another kind, as from a web page".to_owned(), new))
}

fn numbers(line: &str) -> Option<(String, String)> {
    let mut found = Vec::new();
    let new = outside(line, |before, part| {
        let starts = |sign: char| sign.is_ascii_digit() || matches!(sign, ',' | '.' | '−' | '–');
        rewritten(part, starts, |text, tail| {
            let preceding = format!("{before}{text}");
            let follows_equals = preceding.trim_end().ends_with('=');
            let in_word = preceding
                .ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.'));
            let token = token(tail, follows_equals);
            let is_alone = !tail[token.len()..]
                .starts_with(|sign: char| sign.is_alphanumeric() || sign == '_');
            // In a list, 1,2 is two numbers; after an equals sign it is one.
            let is_one = follows_equals
                || token.starts_with("0,")
                || !token.contains(',')
                || groups_of_three(token);
            let starts_one = token.contains(|sign: char| sign.is_ascii_digit())
                && (follows_equals || !token.starts_with(','));
            let meant = as_toml(token).filter(|meant| {
                !in_word
                    && is_alone
                    && is_one
                    && starts_one
                    && meant != token
                    && token.parse::<i64>().is_err()
            });
            let skipped = if token.is_empty() {
                tail.chars().next().map_or(0, char::len_utf8)
            } else {
                token.len()
            };
            found.extend(meant.is_some().then(|| token.to_owned()));
            (skipped, meant)
        })
    });
    (!found.is_empty() && new != line)
        .then(|| (format!("`{}` is not how a number is written", found.join("` and `")), new))
}

/// Whether all groups between commas, except the first, have three digits.
fn groups_of_three(token: &str) -> bool {
    token
        .split(',')
        .skip(1)
        .all(|group| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The number, in any notation, at the beginning of a text; with `spaces`, groups of three digits
/// may follow after a space.
fn token(text: &str, spaces: bool) -> &str {
    let is_part = |sign: char| sign.is_ascii_digit() || matches!(sign, ',' | '.' | '_' | '−' | '–');
    let mut end = text.find(|sign: char| !is_part(sign)).unwrap_or(text.len());
    // A comma at the end is a separator.
    end = text[..end].trim_end_matches(',').len();
    while let Some(group) = text[end..]
        .strip_prefix(' ')
        .filter(|group| spaces && group.bytes().take_while(u8::is_ascii_digit).count() == 3)
    {
        end = text.len() - group.len() + 3;
    }
    let rest = &text[end..];
    let sign = rest.trim_start_matches(' ');
    if sign.starts_with('%') {
        end += rest.len() - sign.len() + 1;
    } else if rest.starts_with(['k', 'K']) {
        end += 1;
    }
    &text[..end]
}

/// Words without quotes where a value is expected.
fn words(line: &str) -> Option<(String, String)> {
    let mut found = Vec::new();
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-');
    let new = outside(line, |before, part| {
        rewritten(
            part,
            |sign| sign.is_ascii_alphabetic(),
            |text, tail| {
                let (word, after) =
                    tail.split_at(tail.find(|sign: char| !is_part(sign)).unwrap_or(tail.len()));
                let is_key = after.trim_start().starts_with(['=', '.']) || text.ends_with('.');
                let is_value = !is_key && !format!("{before}{text}").trim().is_empty()
                    || after.trim_start().starts_with(',');
                if !is_value
                    || text.ends_with(is_part)
                    || matches!(word, "true" | "false" | "inf" | "nan")
                {
                    return (word.len(), None);
                }
                found.push(word.to_owned());
                let new =
                    as_flag(word).map_or_else(|| format!("\"{word}\""), |flag| flag.to_string());
                (word.len(), Some(new))
            },
        )
    });
    let why = || match &found[..] {
        [word] if as_flag(word).is_some() => format!("`{word}` is neither true nor false"),
        [word] => format!("`{word}` has no quotes"),
        words => format!("`{}` have no quotes", words.join("` and `")),
    };
    (!found.is_empty()).then(|| (why(), new.clone()))
}

/// A text without quotes: several words, and signs.
fn whole_value(line: &str) -> Option<(String, String)> {
    let (key, value) = line.split_once('=')?;
    let value = value.trim();
    let is_text = value.contains(' ') && !value.contains('"') && !value.starts_with(['[', '{']);
    is_text.then(|| ("a text has quotes at both ends".to_owned(), format!("{key}= \"{value}\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The problem of a line, and the line that was meant.
    fn told(line: &str) -> (String, String) {
        let text = format!("first = 1\n{line}\nlast = 2\n");
        let repair = repair(&text, 2).unwrap_or_else(|| panic!("{line}"));
        (repair.why, repair.line.unwrap_or_default())
    }

    #[test]
    fn common_mistakes_are_corrected() {
        for (line, meant) in [
            ("game = “whist”  # the “game”", "game = \"whist\""),
            ("game = ‘whist’", "game = \"whist\""),
            ("game = „whist“", "game = \"whist\""),
            ("game = \"whist”", "game = \"whist\""),
            ("strategies = [“greedy”, \"random\"]", "strategies = [\"greedy\", \"random\"]"),
            ("blocks = 20,000", "blocks = 20_000"),
            ("blocks = 20 000", "blocks = 20_000"),
            ("blocks = 20k", "blocks = 20000"),
            ("blocks = −20", "blocks = -20"),
            ("blocks\u{a0}= 20", "blocks = 20"),
            ("rules.hand_size = [8, 10,000]", "rules.hand_size = [8, 10_000]"),
            (
                "tolerance = { win_rate = 2%, length = 0,05 }",
                "tolerance = { win_rate = 0.02, length = 0.05 }",
            ),
            ("tolerance = { win_rate = .02 }", "tolerance = { win_rate = 0.02 }"),
            ("tolerance = { win_rate = ,02 }", "tolerance = { win_rate = 0.02 }"),
            ("game = old-maid", "game = \"old-maid\""),
            ("strategies = [greedy, random]", "strategies = [\"greedy\", \"random\"]"),
            (
                "rules = { face_up_draw = no, special_rank = jack }",
                "rules = { face_up_draw = false, special_rank = \"jack\" }",
            ),
            (
                "question = Is going first fair, or not?",
                "question = \"Is going first fair, or not?\"",
            ),
        ] {
            assert_eq!(told(line).1, meant, "{line}");
        }
        assert_eq!(told("game = “whist”").0, "its quotes are curly (“ ”), not straight (\")");
        assert_eq!(told("blocks = 20,000").0, "`20,000` is not how a number is written");
        assert_eq!(told("open = True").0, "`True` is neither true nor false");
        assert_eq!(told("game = whist").0, "`whist` has no quotes");
        // Curly quotes are reported even where the line cannot be corrected.
        assert_eq!(told("question = “Is \"A\" better?”").1, "");
    }

    #[test]
    fn other_problems_are_left_to_toml() {
        for line in
            ["a = ", "a b", "= 3", "a = [1, 2", "a = \"it is 20,000", "[table", "a = 1979-13-01"]
        {
            assert_eq!(repair(&format!("first = 1\n{line}\nlast = 2\n"), 2), None, "{line}");
        }
    }
}
