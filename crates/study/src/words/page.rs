//! Pages written in Markdown, as plain text for a terminal.

use std::fmt::Write;

use fairdeal_core::input::wrapped;

/// A line that begins an item of a list.
struct Item<'t> {
    /// The text before its first line: the indent, and a dash or a number.
    mark: String,
    /// The text after it.
    text: &'t str,
}

/// The item of a list that begins in this line, if one does: `- text` or `1. text`.
fn item(line: &str) -> Option<Item<'_>> {
    let indent = line.len() - line.trim_start().len();
    let (mark, text) = line.trim_start().split_once(' ')?;
    let number = mark.strip_suffix('.').is_some_and(|digits| digits.parse::<u32>().is_ok());
    (mark == "-" || number).then(|| Item { mark: format!("{:indent$}{mark} ", ""), text })
}

/// Returns a page in Markdown as plain text with lines of at most `width` columns: headings
/// underlined, paragraphs and the items of lists wrapped, the marks of bold and code left out. Of
/// Markdown it knows headings, paragraphs, bold, code and nested lists.
pub fn page(markdown: &str, width: usize) -> String {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut text = String::new();
    // Lines of one paragraph or item are joined before they are wrapped.
    let mut open = false;
    for line in markdown.lines() {
        let plain = line.trim();
        if let Some(Item { mark, text }) = item(line) {
            blocks.push((mark, text.trim().to_owned()));
            open = true;
        } else if let (true, Some((_, text)), false) = (open, blocks.last_mut(), plain.is_empty()) {
            text.push(' ');
            text.push_str(plain);
        } else {
            blocks.push((String::new(), plain.to_owned()));
            open = !plain.is_empty() && !plain.starts_with('#');
        }
    }
    for (mark, block) in blocks {
        let marks = block.len() - block.trim_start_matches('#').len();
        let words = block.replace("**", "").replace(['`', '*'], "");
        if marks > 0 {
            let title = words[marks..].trim();
            let under = if marks == 1 { "=" } else { "-" };
            let _ = writeln!(text, "{title}\n{}", under.repeat(title.chars().count().min(width)));
        } else {
            for line in wrapped(&words, width, &mark, mark.chars().count()) {
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKDOWN: &str = "# A game\n\nTwo players **race**\nto play `all` their cards.\n\n## Rules\n\n- Play a card, or\n  pass.\n  - A *pass* ends it.\n\
                            - Draw.\n\n1. First.\n10. Then the\n    rest.\n\nThe end.\n";

    #[test]
    fn a_page_is_readable_in_a_terminal() {
        let plain = "A game\n======\n\nTwo players race to\nplay all their\ncards.\n\nRules\n-----\n\n- Play a card, or\n  pass.\n  - A pass ends it.\n\
                     - Draw.\n\n1. First.\n10. Then the rest.\n\nThe end.\n";
        assert_eq!(page(MARKDOWN, 19), plain);
    }

    #[test]
    fn no_line_is_wider() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let whole = words(&page(MARKDOWN, 1000));
        for width in 10..60 {
            let text = page(MARKDOWN, width);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
            // Underlines are cut; all else stays.
            let said = |words: Vec<String>| {
                words
                    .into_iter()
                    .filter(|word| !word.contains("--") && !word.contains("=="))
                    .collect::<Vec<_>>()
            };
            assert_eq!(said(words(&text)), said(whole.clone()));
        }
    }
}
