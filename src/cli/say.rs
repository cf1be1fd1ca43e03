//! Messages to the user, on standard error.

use std::io::Write;

use super::screen::Screen;
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{Settings, plain_lines};

/// Warns about rules that are valid but may not be meant. `variant` names them if there are
/// several.
pub(super) fn warn_of(game: &dyn AnyGame, settings: &Settings, variant: Option<&str>) {
    for warning in game.warnings_of(settings) {
        let of = variant.map_or(String::new(), |name| format!("{name}: "));
        say(&format!("warning: {of}{warning}"));
    }
}

/// Shows the standard error of a program, line by line. Characters that would move the cursor or
/// change the terminal are escaped.
pub(super) fn say_as_it_is(text: &str) {
    let text = plain_lines(&text.replace("\r\n", "\n"));
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Prints a message on standard error. If it cannot be written, that is no error.
pub(super) fn say(message: &str) {
    let message = &plain_lines(message);
    let mut stderr = std::io::stderr().lock();
    let _ = match Screen::of_stderr() {
        Some(screen) => screen.lines(message, &mut stderr),
        None => writeln!(stderr, "{message}"),
    };
}
