//! Hints at the flag or the name that was probably meant by a value that is not accepted. Nothing is
//! corrected silently.

use super::error::Unknown;

/// Returns a hint that names true or false, where `found` says it in another way.
pub(super) fn meant_flag(found: &str) -> Option<String> {
    let flag = match without_quotes(found).to_lowercase().as_str() {
        "true" | "yes" | "on" => true,
        "false" | "no" | "off" => false,
        _ => return None,
    };
    let without = if found.starts_with('"') { ", without quotes" } else { "" };
    Some(format!("did you mean `{flag}`{without}?"))
}

/// Returns a hint that names one of these names, where `found` is near it.
pub(super) fn meant_name(found: &str, names: &[&str]) -> Option<String> {
    let unknown = Unknown::new("name", without_quotes(found), names.iter().copied());
    unknown.nearest().map(|name| format!("did you mean \"{name}\"?"))
}

fn without_quotes(text: &str) -> &str {
    text.trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_of_flags_and_names() {
        let flag = |found: &str| meant_flag(found).unwrap_or_default();
        assert_eq!(flag("\"yes\""), "did you mean `true`, without quotes?");
        assert_eq!(flag("on"), "did you mean `true`?");
        assert_eq!(flag("\"False\""), "did you mean `false`, without quotes?");
        assert_eq!(flag("\"maybe\""), "");
        assert_eq!(
            meant_name("\"Queen\"", &["jack", "queen"]).as_deref(),
            Some("did you mean \"queen\"?")
        );
        assert_eq!(meant_name("\"king\"", &["jack", "queen"]), None);
    }
}
