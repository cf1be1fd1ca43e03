//! `fairdeal check`.

use super::prelude::*;
use fairdeal_gamefile::python::{Compared, compare};
use fairdeal_study::check::{Checked, check};
use fairdeal_study::words::games as in_words;

#[derive(Args, Debug)]
pub(super) struct CheckArguments {
    /// The game: a game file, or a game by its name
    game: String,
    /// About how many games to play [default: 5000; 200 with --python]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1 << 40))]
    games: Option<u64>,
    /// Let Python play games of a game file too, and compare every option and number
    #[arg(long)]
    python: bool,
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
    if arguments.python {
        return compare_with_python(game, arguments, out);
    }
    let bars = Bars::new(description.plural, true);
    let session = bars.session(arguments.threads, false);
    let Checked { rules, refused, games, holes } =
        check(&session, game, arguments.games.unwrap_or(5000), arguments.seed)?;
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

/// Compares games of a file with the same games in plain Python.
fn compare_with_python(
    game: &dyn AnyGame,
    arguments: &CheckArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let Some(source) = game.source() else {
        let problem = Problem::conflict(
            format!("{} is written in Rust", game.description().title),
            "a game file, such as whist.py",
        );
        return Err(Location::whole("--python").error(problem).into());
    };
    let Compared { games, differences } =
        compare(source, arguments.games.unwrap_or(200), arguments.seed)?;
    let screen = Screen::of_stdout();
    let played = in_words(games.into(), game.description().plural);
    if differences.is_empty() {
        let text = format!("Python plays {played} as fairdeal does: every option and number.");
        screen.text(&text, 0, out)?;
        return Ok(Outcome::Done);
    }
    screen.text(&format!("Of {played}, Python plays some otherwise:"), 0, out)?;
    for difference in &differences {
        screen.text(&format!("- {difference}"), 2, out)?;
    }
    Ok(Outcome::Missed)
}
