//! `fairdeal trace`.

use std::io::Write;

use clap::Args;

use super::failure::{Failure, Outcome};
use super::games::{SingleGames, find};
use fairdeal_core::input::plain_json;
use fairdeal_core::registry::GameList;

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
