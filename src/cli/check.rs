//! `fairdeal check`.

use super::prelude::*;
use fairdeal_gamefile::python::{Compared, compare};
use fairdeal_study::check::{Checked, HoleKind, MOST_DECISIONS, check};
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

/// Plays games with many rules, and reports the faults of the game.
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
    let checked = check(&session, game, arguments.games.unwrap_or(5000), arguments.seed)?;
    let screen = Screen::of_stdout();
    let holes = &checked.holes;
    let games = in_words(checked.games.into(), description.plural);
    let found = match holes.len() {
        0 => "No hole was found".to_owned(),
        1 => "1 hole was found".to_owned(),
        more => format!("{} holes were found", thousands(more as u128)),
    };
    screen.text(&format!("{found} in {games} of {}.", description.title), 0, out)?;
    screen.text(&format!("\n{}", how(&checked)), 0, out)?;
    if let Some((ended, lost)) = &checked.lost {
        screen.text(&lost_games(*ended, lost), 0, out)?;
    }
    if !holes.is_empty() {
        writeln!(out)?;
    }
    for hole in holes {
        screen.text(&format!("- {}.", hole.what), 2, out)?;
        if let Some(shown_by) = &hole.shown_by {
            let name = word(Path::new(&arguments.game));
            let command = format!("    {} show {name} {}", program::name(), shown_by.options());
            writeln!(out, "{command}")?;
        }
    }
    if holes.iter().any(|hole| hole.kind == HoleKind::Unseen) {
        let hint = "A line that is never reached, or a condition that always comes out the same, is \
            often a wrong condition there or above it. If the rules are right, it is rare: play \
            more with --games, or take it out.";
        screen.text(&format!("\n{hint}"), 0, out)?;
    }
    Ok(if holes.is_empty() { Outcome::Done } else { Outcome::Missed })
}

/// Says who played, and what the check looked at.
fn how(checked: &Checked) -> String {
    let told: Vec<&str> = checked.habits.iter().map(|habit| habit.told).collect();
    let (last, others) = told.split_last().unwrap_or((&"", &[]));
    let who = if others.is_empty() {
        (*last).to_owned()
    } else {
        format!("{} and {last}, among themselves and mixed", others.join(", "))
    };
    let rules = counted(checked.rules as u128, "set", "sets");
    let refused = match checked.refused {
        0 => String::new(),
        1 => " The rules refuse another one.".to_owned(),
        refused => format!(" The rules refuse {} others.", thousands(refused as u128)),
    };
    let is_unseen = checked.holes.iter().any(|hole| hole.kind == HoleKind::Unseen);
    let lines = if checked.has_lines && !is_unseen {
        " Every line of the file was reached, and every condition was true and false."
    } else {
        ""
    };
    format!(
        "The players: {who}; with {rules} of rules and numbers of players. A game is cut after {} \
         decisions.{refused}{lines}",
        thousands(MOST_DECISIONS.into())
    )
}

/// Says how many of the games that ended were lost by all, and for which reasons.
fn lost_games(ended: u64, lost: &[(&str, u64)]) -> String {
    let count = |games: u64| thousands(games.into());
    let all = lost.iter().map(|(_, games)| games).sum();
    let each = lost.iter().map(|(reason, games)| format!("\"{reason}\" {}", count(*games)));
    let each = each.collect::<Vec<_>>().join(", ");
    let reasons = if lost.is_empty() { String::new() } else { format!(": {each}") };
    format!("Lost by all: {} of {} games that ended{reasons}.", count(all), count(ended))
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
