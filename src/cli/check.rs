//! `fairdeal check`.

use super::prelude::*;
use fairdeal_study::check::{Checked, check};
use fairdeal_study::words::games as in_words;

#[derive(Args, Debug)]
pub(super) struct CheckArguments {
    /// The game: a game file, or a game by its name
    game: String,
    /// About how many games to play
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = whole::<u64>(50, 1 << 40))]
    games: u64,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = seed)]
    seed: u64,
    /// Threads to play on [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    threads: Option<u16>,
}

/// Plays games with many rules, and tells what is wrong with them.
pub(super) fn check_game(
    games: GameList,
    arguments: &CheckArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let game = game_named(games, &arguments.game)?;
    let description = game.description();
    let bars = Bars::new(description.plural, true);
    let session = bars.session(arguments.threads, false);
    let Checked { rules, refused, games, holes } =
        check(&session, game, arguments.games, arguments.seed)?;
    let screen = Screen::of_stdout();
    let played = format!(
        "Played {} of {} between random players, with {} sets of rules and numbers of players.",
        in_words(games.into(), description.plural),
        description.title,
        thousands(rules as u128)
    );
    let refused = match refused {
        0 => String::new(),
        refused => format!(" {} others are refused by the rules.", thousands(refused as u128)),
    };
    screen.text(&(played + &refused), 0, out)?;
    if holes.is_empty() {
        screen.text("No hole was found.", 0, out)?;
        return Ok(Outcome::Done);
    }
    screen.text(&format!("\n{}:", counted(holes.len() as u128, "hole", "holes")), 0, out)?;
    for hole in &holes {
        screen.text(&format!("- {}.", hole.what), 2, out)?;
        if let Some(shown_by) = &hole.shown_by {
            let name = word(Path::new(&arguments.game));
            let command = format!("    {} show {name} {}", program::name(), shown_by.options());
            writeln!(out, "{command}")?;
        }
    }
    Ok(Outcome::Missed)
}
