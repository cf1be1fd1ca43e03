//! Sets the text of a page: sentences come as plain text for a terminal.

/// Sets the text of finished HTML. Text between backticks becomes code; in pictures and attributes,
/// where no element can be, it only loses the backticks. A hyphen before a number becomes a minus,
/// which is as wide as a plus. A number stays on one line with its sign of per cent, and "line-up"
/// is not broken at its hyphen. Code and the texts of games stay as they are.
pub(super) fn typeset(html: &str) -> String {
    let mut set = String::with_capacity(html.len());
    let (mut verbatim, mut bare) = (0_usize, 0_usize);
    // Text has no such letter: it is written as an entity.
    for part in html.split_inclusive('>') {
        let (text, tag) = part.split_at(part.find('<').unwrap_or(part.len()));
        set += &if verbatim > 0 { text.to_owned() } else { words(text, bare > 0) };
        let name = tag.trim_start_matches(['<', '/']).split([' ', '>']).next().unwrap_or("");
        let depth = match name {
            "code" | "pre" => Some(&mut verbatim),
            "svg" => Some(&mut bare),
            _ => None,
        };
        if let Some(depth) = depth {
            *depth = if tag.starts_with("</") { depth.saturating_sub(1) } else { *depth + 1 };
        }
        set += &label_of(&tag.replace('`', ""));
    }
    set
}

/// Replaces the hyphens before numbers in the label of a tag.
fn label_of(tag: &str) -> String {
    const LABEL: &str = "aria-label=\"";
    let parts = tag.split_once(LABEL).and_then(|(before, rest)| {
        let (label, after) = rest.split_once('"')?;
        Some(format!("{before}{LABEL}{}\"{after}", with_minus(label)))
    });
    parts.unwrap_or_else(|| tag.to_owned())
}

/// Replaces the hyphens that begin numbers with a minus; those in names stay.
fn with_minus(text: &str) -> String {
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    let mut set = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let begins = letter == '-'
            && matches!(before, ' ' | '[' | '(' | '\n')
            && letters.peek().is_some_and(char::is_ascii_digit);
        set.push(if begins { '−' } else { letter });
        before = letter;
    }
    set
}

/// The words between two tags; `bare`: there can be no elements among them.
fn words(text: &str, bare: bool) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let part = |(place, part): (usize, &&str)| match (place % 2 == 1, bare) {
        (true, false) => format!("<code>{part}</code>"),
        _ => with_minus(part).replace(" %", "\u{a0}%").replace("ine-up", "ine\u{2011}up"),
    };
    // A backtick alone is no mark of code.
    if parts.len().is_multiple_of(2) {
        with_minus(text)
    } else {
        parts.iter().enumerate().map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_set_and_code_is_not() {
        let set = |html: &str| typeset(html).replace('\u{a0}', "_").replace('\u{2011}', "=");
        assert_eq!(
            set("<p>Never `pass` or `5 %`: 5 %, a line-up</p>"),
            "<p>Never <code>pass</code> or <code>5 %</code>: 5_%, a line=up</p>"
        );
        assert_eq!(
            set("<pre>`a` 5 %</pre><p><code>line-up</code> 5 %</p>"),
            "<pre>`a` 5 %</pre><p><code>line-up</code> 5_%</p>"
        );
        assert_eq!(
            set("<svg aria-label=\"`a`\"><title>`b`</title></svg>`c`"),
            "<svg aria-label=\"a\"><title>b</title></svg><code>c</code>"
        );
        assert_eq!(set("one ` alone"), "one ` alone");
        assert_eq!(
            set(
                "<p aria-label=\"-1 [-2, 3]\" x=\"-1\">no-3-skip: -16.2 points [-19.1, -13.2] (-1): `--seed -2`, a - b</p>"
            ),
            "<p aria-label=\"−1 [−2, 3]\" x=\"-1\">no-3-skip: −16.2 points [−19.1, −13.2] (−1): <code>--seed -2</code>, a - b</p>"
        );
    }
}
