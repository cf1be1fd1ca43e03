//! `fairdeal show` and `fairdeal trace`.

use super::games::{Found, Games, SingleGames, find};
use super::prelude::*;
use super::values::seat;
use fairdeal_core::game::Eyes;
use fairdeal_core::input::plain_json;
use fairdeal_core::show::{Told, WIDTH};

#[derive(Args, Debug)]
pub(super) struct ShowArguments {
    #[command(flatten)]
    pub(super) games: SingleGames,
    /// Show only what this seat knew; seats are counted from 1
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX))]
    pub(super) seat: Option<usize>,
    /// Columns of the text [default: those of the terminal, at most 80; for two games side by side,
    /// all]
    #[arg(long, value_name = "COLUMNS", value_parser = whole::<u16>(40, 400))]
    pub(super) width: Option<u16>,
}

/// Prints games in words.
pub(super) fn show(
    games: GameList,
    arguments: &ShowArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let found = find(games, &arguments.games)?;
    let players = found.games[0].strategies.len();
    let seat = arguments.seat.map(|number| seat(number, players)).transpose()?;
    let eyes = seat.map_or(Eyes::All, Eyes::Of);
    let screen_width = || Screen::of_stdout().width();
    let width = arguments.width.map_or_else(screen_width, usize::from);
    let alone = if arguments.width.is_none() { width.min(WIDTH) } else { width };
    let mut of_pair: Vec<Told> = Vec::new();
    let outcome = found.each(
        out,
        |party, games, index| party.tell(index, eyes, &heading(&found, games, index)),
        |told, games, index, out| {
            if found.games.len() > 1 {
                of_pair.push(told);
                return Ok(());
            }
            if index > games.indices.start {
                writeln!(out)?;
            }
            write_lines(&told.lines(alone), out)
        },
    )?;
    if let [baseline, variant] = &of_pair[..] {
        // A wide terminal has room for both side by side.
        write_lines(&baseline.beside(variant, width), out)?;
    }
    Ok(outcome)
}

#[derive(Args, Debug)]
pub(super) struct TraceArguments {
    #[command(flatten)]
    pub(super) games: SingleGames,
}

/// Writes games as JSON Lines.
pub(super) fn trace(
    games: GameList,
    arguments: &TraceArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    find(games, &arguments.games)?.each(
        out,
        |party, _, index| party.trace(index),
        |traced, _, _, out| writeln!(out, "{}", plain_json(&traced.to_string())),
    )
}

fn write_lines(lines: &[String], out: &mut dyn Write) -> std::io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The heading of a game.
fn heading(found: &Found, games: &Games, index: u64) -> String {
    let title = found.game.description().title;
    match (&games.variant, &found.stored) {
        (Some(variant), Some(stored)) => {
            let pick = stored.pick.map_or_else(String::new, |pick| format!(" ({pick})"));
            format!(
                "{title}, {variant}, {}: block {index}{pick}, seed {}",
                stored.lineup, games.seed
            )
        }
        _ => format!("{title}: game {index}, seed {}", games.seed),
    }
}
