//! Text as lines of a terminal.

use console::measure_text_width;

/// The lines of a text, none wider than `width`; all but the first begin with an indent. A word
/// that is longer than a line is broken.
pub fn wrapped(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut empty = true;
    // A number stays with its sign of per cent.
    let text = text.replace(" %", "\u{a0}%");
    for word in text.split([' ', '\n', '\t']).filter(|word| !word.is_empty()) {
        let room = |line: &str| width.saturating_sub(measure_text_width(line));
        if !empty && measure_text_width(word) + 1 > room(&line) {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        for character in
            word.chars().map(|character| if character == '\u{a0}' { ' ' } else { character })
        {
            if measure_text_width(&line) + measure_text_width(character.encode_utf8(&mut [0; 4]))
                > width
            {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            }
            line.push(character);
        }
        empty = false;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_at_words() {
        assert_eq!(wrapped("one two three", 8, 2), ["one two", "  three"]);
        assert_eq!(wrapped("unbreakable", 5, 1), ["unbre", " akab", " le"]);
        assert_eq!(wrapped("one 12 %, 3 % two", 6, 0), ["one", "12 %,", "3 %", "two"]);
        assert_eq!(wrapped("", 5, 1), [""]);
        assert_eq!(wrapped("±±± ±±±", 5, 0), ["±±±", "±±±"]);
    }
}
