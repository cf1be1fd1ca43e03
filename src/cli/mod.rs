//! The command line: arguments, progress, messages and exit codes.
//!
//! Results go to standard output or to files, progress and warnings to standard error. Exit codes:
//! 0 done, 1 the user's input or data is at fault, 2 wrong usage, 3 worth trying again (a full
//! disk, a folder in use), 130 interrupted (what is finished is kept). A closed pipe is no error.

mod absent;
mod args;
mod chart;
mod commands;
mod estimate;
mod failure;
mod games;
mod ladder;
mod list;
mod merge;
mod new;
mod plan;
mod program;
mod programs;
mod progress;
mod report;
mod rules;
mod run;
mod say;
mod screen;
mod shard;
mod show;
mod signals;
mod status;
mod stored;
mod submit;
mod summary;
mod trace;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::ExitCode;

use clap::Parser as _;

use args::{Arguments, Command, joined};
use failure::{Failure, Outcome};
use fairdeal_core::registry::{GAMES, GameList};
use say::say;

/// Runs the command that the program was called with.
pub fn main() -> ExitCode {
    from_the_shell(GAMES, None)
}

/// Does as [`main`], for a program with games of its own: `main_with(GameList(&[&Crisps, &Mine]))`.
/// Commands that it shows name that program.
pub fn main_with(games: GameList) -> ExitCode {
    from_the_shell(games, std::env::args_os().next().as_deref())
}

fn from_the_shell(games: GameList, program: Option<&OsStr>) -> ExitCode {
    let stdout = std::io::stdout();
    let run = || {
        run_command(
            games,
            &read(games, std::env::args_os()),
            &mut std::io::BufWriter::new(stdout.lock()),
        )
    };
    ExitCode::from(program::called(program, run))
}

/// Runs the command that these arguments say, the name of the program first, and prints to `out`
/// what goes to standard output otherwise. Returns the exit code. Wrong usage ends the program.
pub fn run_with(
    games: GameList,
    arguments: impl IntoIterator<Item: Into<OsString>>,
    out: &mut impl Write,
) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let program = arguments.first().cloned();
    program::called(program.as_deref(), || run_command(games, &read(games, arguments), out))
}

/// Reads the arguments that the program was called with, its name first. Wrong usage ends the
/// program.
fn read(games: GameList, arguments: impl IntoIterator<Item = OsString>) -> Arguments {
    let arguments = joined(arguments);
    Arguments::try_parse_from(&arguments)
        .unwrap_or_else(|error| absent::explained(games, error, &arguments).exit())
}

fn run_command(games: GameList, arguments: &Arguments, out: &mut impl Write) -> u8 {
    let done = match &arguments.command {
        Command::Run(arguments) => run::run(games, arguments, out),
        Command::Plan(arguments) => plan::plan(games, arguments, out),
        Command::Merge(arguments) => merge::merge(games, arguments, out),
        Command::Submit(arguments) => submit::submit(games, arguments, out),
        Command::Status(arguments) => status::status(arguments, out),
        Command::Match(arguments) => run::single_match(games, arguments, out),
        Command::Ladder(arguments) => ladder::ladder(games, arguments, out),
        Command::Trace(arguments) => trace::trace(games, arguments, out),
        Command::Show(arguments) => show::show(games, arguments, out),
        Command::Report(arguments) => report::report(games, arguments, out),
        Command::Rules(arguments) => rules::rules(games, arguments, out),
        Command::List(arguments) => list::list(games, arguments, out),
        Command::New(arguments) => new::new(games, arguments, out),
    };
    let done = done.and_then(|outcome| Ok(out.flush().map(|()| outcome)?));
    match done {
        Ok(Outcome::Done) | Err(Failure::ClosedPipe) => 0,
        Ok(Outcome::Interrupted) => 130,
        Err(failure) => {
            say(&format!("error: {failure}"));
            failure.code()
        }
    }
}
