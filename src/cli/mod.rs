//! The command line: arguments, progress, messages and exit codes.
//!
//! Results go to standard output or to files, progress and warnings to standard error. Exit codes:
//! 0 done, 1 the user's input or data is wrong, 2 wrong usage, 3 try again (a full disk, a folder
//! in use), with `--check` 4 a goal is missed and 5 one is not settled, 130 interrupted (finished work is kept). A closed pipe is no error.

mod absent;
mod chart;
mod check;
mod dry_run;
mod failure;
mod games;
mod lab;
mod list;
mod merge;
mod new;
mod options;
mod plan;
mod play;
mod prelude;
mod program;
mod programs;
mod progress;
mod report;
mod review;
mod rules;
mod run;
mod screen;
mod shard;
mod show;
mod signals;
mod stored;
mod summary;
mod train;
mod tune;
mod values;
mod without_file;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::game::GAMES;
use failure::Failure;
use fairdeal_core::registry::GameList;
use screen::say;
use values::joined;

const EXIT_CODES: &str = "Exit codes: 0 done; 1 the input is at fault; 2 wrong usage; \
     3 worth trying again, as when a disk is full or a folder in use; \
     with --check: 4 a goal is missed, 5 a goal is not settled; 130 interrupted, what is finished is kept.";

/// Simulates card games and measures their balance.
#[derive(Debug, Parser)]
#[command(name = "fairdeal", version, about, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play an experiment and write its tables
    Run(run::RunArguments),
    /// Search for rules that meet goals, or for the weights of a strategy; for a game instead of a
    /// file, write a file to start from
    Tune(tune::TuneArguments),
    /// Train a player of a game by play, without knowledge of the game
    Train(train::TrainArguments),
    /// Cut an experiment into shards, for many machines
    Plan(plan::PlanArguments),
    /// Make the results of a plan from the files of its shards; if some are missing or wrong, name
    /// them
    Merge(merge::MergeArguments),
    /// Play one line-up with one set of rules, without a file
    Match(without_file::MatchArguments),
    /// Sort the strategies of a game by strength, and show what the game is like on each rung of
    /// this ladder
    Ladder(without_file::LadderArguments),
    /// Review the balance of a game: what is wrong with it, how much it matters, and what mends it
    Review(review::ReviewArguments),
    /// Open a page in your browser to write games, turn their rules and measure them
    Lab(lab::LabArguments),
    /// Play a game yourself, against strategies
    Play(play::PlayArguments),
    /// Write games as JSON Lines, so that they can be checked
    Trace(show::TraceArguments),
    /// Tell games in words, turn by turn
    Show(show::ShowArguments),
    /// Show results as one page with pictures, for a browser
    Report(report::ReportArguments),
    /// Show every knob of a game: value, range, meaning
    Rules(rules::RulesArguments),
    /// List games, strategies, tables or experiments
    List(list::ListArguments),
    /// Write an experiment or a game file to start from: commented, and ready to run
    New(new::NewArguments),
    /// Play thousands of games with many rules, and tell what is wrong with them
    Check(check::CheckArguments),
    /// Write the JSON Schemas of experiments and strategies, by which editors complete and check
    /// them
    Schemas(new::SchemasArguments),
}

/// Runs the command that the program was called with.
pub fn main() -> ExitCode {
    from_the_shell(GAMES, None)
}

/// Does as [`main`], for a program with games of its own: `main_with(GameList::new(&[&Crisps, &Mine]))`.
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

/// Runs the command of these arguments, which begin with the name of the program. Prints to `out`
/// instead of standard output. Returns the exit code. Wrong usage ends the program.
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
    Arguments::try_parse_from(&arguments).unwrap_or_else(|error| {
        absent::explained(games, Arguments::command(), error, &arguments).exit()
    })
}

fn run_command(games: GameList, arguments: &Arguments, out: &mut impl Write) -> u8 {
    let done = match &arguments.command {
        Command::Run(arguments) => run::run(games, arguments, out),
        Command::Tune(arguments) => tune::tune(games, arguments, out),
        Command::Train(arguments) => train::train(games, arguments, out),
        Command::Plan(arguments) => plan::plan(games, arguments, out),
        Command::Merge(arguments) => merge::merge(games, arguments, out),
        Command::Match(arguments) => without_file::single_match(games, arguments, out),
        Command::Ladder(arguments) => without_file::ladder(games, arguments, out),
        Command::Review(arguments) => review::review(games, arguments, out),
        Command::Lab(arguments) => lab::lab(arguments, out),
        Command::Play(arguments) => play::play(games, arguments, &mut std::io::stdin().lock(), out),
        Command::Trace(arguments) => show::trace(games, arguments, out),
        Command::Show(arguments) => show::show(games, arguments, out),
        Command::Report(arguments) => report::report(games, arguments, out),
        Command::Rules(arguments) => rules::rules(games, arguments, out),
        Command::Check(arguments) => check::check_game(games, arguments, out),
        Command::List(arguments) => list::list(games, arguments, out),
        Command::Schemas(arguments) => new::schemas(games, arguments),
        Command::New(arguments) => new::new(games, arguments, out),
    };
    let done = done.and_then(|outcome| Ok(out.flush().map(|()| outcome)?));
    match done {
        Ok(outcome) => outcome.code(),
        Err(Failure::ClosedPipe) => 0,
        Err(failure) => {
            say(&format!("error: {failure}"));
            failure.code()
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;

    use super::*;
    use fairdeal_core::registry::GAMES;

    fn usage_error(words: &[&str]) -> clap::Error {
        Arguments::try_parse_from(joined(words.iter().map(OsString::from)))
            .expect_err("it is refused")
    }

    #[test]
    fn a_negative_number_is_refused_for_what_it_is() {
        let mut numeric = 0;
        for command in Arguments::command().get_subcommands() {
            for argument in command.get_arguments() {
                let Some(option) = argument
                    .get_long()
                    .filter(|_| argument.get_action().takes_values())
                    .map(|long| format!("--{long}"))
                else {
                    continue;
                };
                let name = argument
                    .get_value_names()
                    .and_then(<[_]>::first)
                    .map_or("", |name| name.as_str());
                let is_numeric =
                    ["N", "S", "T", "M", "I", "B", "K", "FIRST-LAST", "COLUMNS"].contains(&name);
                for number in ["-1", "-0.5", "-.5", "-1e3", "-1,000", "-1-3", "-inf"]
                    .into_iter()
                    .filter(|_| is_numeric)
                {
                    let apart = usage_error(&["fairdeal", command.get_name(), &option, number]);
                    let together = usage_error(&[
                        "fairdeal",
                        command.get_name(),
                        &format!("{option}={number}"),
                    ]);
                    assert_eq!(apart.to_string(), together.to_string());
                    assert_eq!(apart.kind(), ErrorKind::ValueValidation, "{apart}");
                }
                numeric += usize::from(is_numeric);
            }
        }
        assert!(numeric > 25, "{numeric} numeric options");
    }

    #[test]
    fn options_and_what_is_for_others_stay_apart() {
        for words in [
            &["fairdeal", "run", "e", "--quiet", "--seed", "1"][..],
            &["fairdeal", "run", "e", "--seed=1", "-2"],
            &["fairdeal", "match", "g", "--", "--blocks", "-1"],
        ] {
            assert_eq!(joined(words.iter().map(OsString::from)), words);
        }
    }

    #[test]
    fn a_seed_is_told_where_its_range_ends() {
        for found in ["18446744073709551616", "-1", "1.5"] {
            let told = usage_error(&["fairdeal", "run", "e", "--seed", found]).to_string();
            assert!(
                told.contains("allowed: a whole number from 0 to 18446744073709551615"),
                "{told}"
            );
        }
    }

    fn told(arguments: &[&str]) -> String {
        let arguments: Vec<OsString> = std::iter::once("fairdeal")
            .chain(arguments.iter().copied())
            .map(OsString::from)
            .collect();
        let error = Arguments::try_parse_from(&arguments).expect_err("no such command");
        let error = absent::explained(GAMES, Arguments::command(), error, &arguments);
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    #[test]
    fn commands_and_options_that_are_expected_say_what_there_is() {
        let first = GAMES.descriptions().next().expect("there are games").name;
        let sweep = told(&["sweep", first]);
        assert!(sweep.contains("    [sweep]\n    rules.points_to_win = [2, 3, 4]\n"), "{sweep}");
        assert!(
            sweep.contains(&format!("fairdeal run handicaps-{first}\n"))
                && sweep.contains(&format!("fairdeal tune {first}\n"))
                && sweep.contains("docs/experiments.md"),
            "{sweep}"
        );
        assert!(told(&["compare"]).contains("[[variant]]"));
        let robin = ["match", first, "--strategies", "random,greedy", "--round-robin"];
        assert!(told(&robin).contains(&format!("fairdeal ladder {first} --strategies A,B,C")));
        for arguments in [&["sweep"][..], &["compare"], &robin] {
            let told = told(arguments);
            assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
        }
        // Other words stay as they are.
        assert!(told(&["plam"]).contains("'plan'"));
    }
}
