//! Text as lines of a given width.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Returns the lines of a text, none wider than `width` columns. The first line begins with `first`,
/// the others with `further` spaces. A word that is longer than a line is broken. A number stays with
/// its sign of per cent.
pub fn wrapped(text: &str, width: usize, first: &str, further: usize) -> Vec<String> {
    const NO_BREAK: char = '\u{a0}';
    let mut lines = Vec::new();
    let (mut line, mut used, mut is_empty) = (first.to_owned(), first.width(), true);
    for word in
        text.replace(" %", "\u{a0}%").split([' ', '\n', '\t']).filter(|word| !word.is_empty())
    {
        if !is_empty && used + 1 + word.width() > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(further)));
            (used, is_empty) = (further, true);
        }
        if !is_empty {
            line.push(' ');
            used += 1;
        }
        for letter in word.chars() {
            let size = letter.width().unwrap_or(0);
            if used + size > width {
                lines.push(std::mem::replace(&mut line, " ".repeat(further)));
                used = further;
            }
            line.push(if letter == NO_BREAK { ' ' } else { letter });
            used += size;
        }
        is_empty = false;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_line_is_wider_than_it_may_be(text in "[ a-z漢é]{0,200}", indent in 0usize..8, width in 40usize..90) {
            let lines = wrapped(&text, width, &" ".repeat(indent), indent + 4);
            prop_assert!(lines.iter().all(|line| line.width() <= width));
            let letters = |text: &str| text.chars().filter(|letter| *letter != ' ').collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text), "nothing is lost");
        }
    }

    #[test]
    fn text_is_wrapped_at_words() {
        assert_eq!(wrapped("one two three", 8, "", 2), ["one two", "  three"]);
        assert_eq!(
            wrapped("one two three four", 12, "- ", 6),
            ["- one two", "      three", "      four"]
        );
        assert_eq!(wrapped("unbreakable", 5, "", 1), ["unbre", " akab", " le"]);
        assert_eq!(wrapped("one 12 %, 3 % two", 6, "", 0), ["one", "12 %,", "3 %", "two"]);
        assert_eq!(wrapped("", 5, "", 1), [""]);
        assert_eq!(wrapped("±±± ±±±", 5, "", 0), ["±±±", "±±±"]);
    }
}
