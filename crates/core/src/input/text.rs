//! Foreign text, made fit for a terminal, a file or a page.

use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Reads a text, with or without a byte order mark.
///
/// # Errors
/// If it cannot be read, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    text_of(std::fs::read(path)?)
}

/// Returns the text of a file, without a byte order mark.
///
/// # Errors
/// If it is not UTF-8. The message says which encoding it probably has, and how to change that.
pub fn text_of(mut bytes: Vec<u8>) -> Result<String> {
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(.."\u{feff}".len());
    }
    let is_wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let found = match String::from_utf8(bytes) {
        // UTF-16 without a mark has a zero beside each letter, and yet is valid UTF-8.
        Ok(text) if !text.contains('\0') => return Ok(text),
        Ok(_) => "it is not text in UTF-8; it is probably UTF-16".to_owned(),
        Err(_) if is_wide => "it is not UTF-8, but UTF-16".to_owned(),
        Err(error) => {
            let place = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let line = bytes[..place].split(|byte| *byte == b'\n').count();
            format!("it is not UTF-8 (line {line}); it is probably Latin-1 or Windows-1252")
        }
    };
    let how = "save it as UTF-8: \"CSV UTF-8\" in a spreadsheet, the encoding in an editor";
    Err(Error::new(ErrorKind::InvalidData, format!("{found}; {how}")))
}

/// Returns whether a character is invisible or changes the direction of writing: control
/// characters, the code points that Unicode ignores by default (`Default_Ignorable_Code_Point`),
/// line separators, annotation characters, and the blank Braille cell.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || is_joiner(c)
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character joins or shapes the one before it. Several scripts and many emoji need
/// these.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Returns a foreign text on one line: hidden characters, line breaks included, are shown by
/// number, `\u{202e}`.
pub fn plain(text: &str) -> String {
    clean(text, false)
}

/// Does the same as [`plain`] for a text of several lines, which stay.
pub fn plain_lines(text: &str) -> String {
    clean(text, true)
}

fn clean(text: &str, has_lines: bool) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        let stays =
            !is_hidden(c) || (has_lines && c == '\n') || (is_joiner(c) && !before.is_ascii());
        if stays {
            clean.push(c);
            before = c;
        } else {
            clean.extend(c.escape_default());
            before = ' ';
        }
    }
    clean
}

/// Returns a foreign text that may be written in several lines, such as a question, as one line.
pub fn sentence(text: &str) -> String {
    plain(
        &text
            .split(['\n', '\r', '\t'])
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// Returns a path as messages show it.
pub fn shown(path: &Path) -> String {
    plain(&path.display().to_string())
}

/// Returns a JSON text with the same values, in which hidden characters are escaped.
pub fn plain_json(json: &str) -> String {
    let mut plain = String::with_capacity(json.len());
    for c in json.chars() {
        if is_hidden(c) && c != '\n' {
            plain.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use fairdeal_property::proptest;

    /// Texts in which, on average, every second character is misleading.
    pub(in crate::input) fn foreign() -> impl Strategy<Value = String> {
        let misleading = prop::sample::select(
            "\n\r\t\u{1b}\u{7f}\u{9b}\u{200b}\u{200d}\u{202e}\u{2028}\u{2066}\u{2061}\u{feff}\u{e0041}=;- ".chars().collect::<Vec<_>>(),
        );
        prop::collection::vec(prop_oneof![any::<char>(), misleading], 0..40)
            .prop_map(|letters| letters.into_iter().collect())
    }

    /// Whether a character moves a cursor, begins a line or changes the direction of writing;
    /// written without the table of the cleaner.
    fn misleads(c: char) -> bool {
        c.is_control() || "\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2061}\u{2066}\u{2067}\u{2068}\u{2069}\u{feff}".contains(c)
    }

    proptest! {
        #[test]
        fn clean_text_is_not_misleading(text in foreign()) {
            let clean = plain(&text);
            prop_assert!(!clean.contains(misleads), "{clean:?}");
            prop_assert_eq!(plain(&clean), clean.as_str(), "clean text stays");
            let lines = plain_lines(&text);
            prop_assert!(!lines.contains(|c: char| c != '\n' && misleads(c)), "{lines:?}");
            prop_assert_eq!(lines.matches('\n').count(), text.matches('\n').count());
            let sentence = sentence(&text);
            prop_assert!(!sentence.contains(misleads), "{sentence:?}");
            let seen = |text: &str| text.chars().filter(char::is_ascii_graphic).count();
            prop_assert!(seen(&clean) >= seen(&text), "what is seen stays");
        }

        #[test]
        fn json_keeps_its_values(text in foreign()) {
            let json = plain_json(&serde_json::json!([text]).to_string());
            prop_assert!(!json.contains(misleads), "{json:?}");
            prop_assert_eq!(serde_json::from_str::<Vec<String>>(&json).expect("JSON"), [text]);
        }
    }

    #[test]
    fn a_text_says_which_encoding_it_needs() {
        let text = "name;cost\nBäcker;3\n";
        let wide = |unit: u16| unit.to_le_bytes();
        let marked: Vec<u8> =
            [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(wide).collect();
        assert_eq!(text_of(text.into()).expect("UTF-8"), text);
        assert_eq!(text_of(format!("\u{feff}{text}").into()).expect("with a mark"), text);
        let swapped: Vec<u8> = marked.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
        let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
        for (bytes, what) in [
            (marked.clone(), "UTF-16"),
            (swapped, "UTF-16"),
            ("a;b".encode_utf16().flat_map(wide).collect(), "UTF-16"),
            (latin, "(line 2); it is probably Latin-1"),
        ] {
            let error = text_of(bytes).expect_err(what);
            assert_eq!(error.kind(), ErrorKind::InvalidData);
            let told = error.to_string();
            assert!(told.contains(what) && told.contains("save it as UTF-8"), "{told}");
        }
    }

    #[test]
    fn hidden_characters_are_shown_by_number() {
        assert_eq!(
            plain("a\u{1b}[31mb\nc\t\u{202e}d\u{feff}"),
            "a\\u{1b}[31mb\\nc\\t\\u{202e}d\\u{feff}"
        );
        assert_eq!(plain_lines("one\r\ntwo\u{2028}"), "one\\r\ntwo\\u{2028}");
        assert_eq!(sentence(" Is it fair?\r\n  For whom?\n"), "Is it fair? For whom?");
        assert_eq!(shown(Path::new("a\nb/c")), "a\\nb/c");
        // Letters of any script stay, and so do joiners of scripts and emoji.
        for text in
            ["Ärger mit 漢字, עברית", "می\u{200c}خواهم", "❤\u{fe0f}\u{200d}🔥", "50\u{a0}% – “so”"]
        {
            assert_eq!(plain(text), text);
        }
        assert_eq!(plain("py\u{200d}thon"), "py\\u{200d}thon", "nothing to join");
    }
}
