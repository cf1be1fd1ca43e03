//! Sets the text of a page, wherever it comes from: sentences are written for a terminal.

/// Sets the text of finished HTML. What stands between backticks becomes code, or loses them where
/// there can be no element: in pictures and in attributes. A hyphen before a number becomes a minus,
/// which is as wide as a plus. A number stays on one line with its sign of per cent, and "line-up" is
/// not broken at its hyphen. Code and told games stay as they are.
pub(super) fn typeset(html: &str) -> String {
    let mut set = String::with_capacity(html.len());
    let (mut verbatim, mut bare) = (0_usize, 0_usize);
    let mut rest = html;
    while !rest.is_empty() {
        let (text, from_tag) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        if verbatim > 0 {
            set.push_str(text);
        } else {
            set.push_str(&words(text, bare > 0));
        }
        let (tag, after) =
            from_tag.split_at(from_tag.find('>').map_or(from_tag.len(), |end| end + 1));
        let name = tag.trim_start_matches(['<', '/']).split([' ', '>']).next().unwrap_or("");
        let depth = match name {
            "code" | "pre" => Some(&mut verbatim),
            "svg" => Some(&mut bare),
            _ => None,
        };
        if let Some(depth) = depth {
            *depth = if tag.starts_with("</") { depth.saturating_sub(1) } else { *depth + 1 };
        }
        set.push_str(&label_of(&tag.replace('`', "")));
        rest = after;
    }
    set
}

/// A tag whose label for readers who cannot see the picture has the same minus.
fn label_of(tag: &str) -> String {
    const LABEL: &str = "aria-label=\"";
    let parts = tag.split_once(LABEL).and_then(|(before, rest)| {
        let (label, after) = rest.split_once('"')?;
        Some(format!("{before}{LABEL}{}\"{after}", with_minus(label)))
    });
    parts.unwrap_or_else(|| tag.to_owned())
}

/// A hyphen that begins a number becomes a minus; those of names stay.
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
