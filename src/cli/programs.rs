//! Permission for external programs.

use std::io::{BufRead, IsTerminal, Write};

use super::failure::Failure;
use super::options::ProgramOptions;
use fairdeal_core::input::{plain, shown};
use fairdeal_core::strategy::{Program, StrategyFile};

/// Checks that the programs of strategies may run. If the options do not say so, asks the user at
/// the terminal.
///
/// # Errors
/// When they may not: there is no terminal, or the user refuses.
pub(super) fn permission<'a>(
    strategies: impl IntoIterator<Item = &'a StrategyFile>,
    options: ProgramOptions,
) -> Result<bool, Failure> {
    let mut found: Vec<(&StrategyFile, &Program)> = Vec::new();
    for strategy in strategies {
        let program = strategy.program.as_ref();
        let is_new = |program: &&Program| {
            found.iter().all(|(_, known)| known.to_string() != program.to_string())
        };
        if let Some(program) = program.filter(is_new) {
            found.push((strategy, program));
        }
    }
    match found.first() {
        None => Ok(false),
        Some(_) if options.allow_programs || asked(&found) => Ok(true),
        Some((first, program)) => Err(first.not_allowed(program).into()),
    }
}

/// Asks whether the programs may run. Without a terminal they may not.
fn asked(programs: &[(&StrategyFile, &Program)]) -> bool {
    let (stdin, mut stderr) = (std::io::stdin(), std::io::stderr());
    if !stdin.is_terminal() || !stderr.is_terminal() {
        return false;
    }
    let (begin, end) = if programs.len() == 1 {
        (
            "A strategy runs a program on this computer:",
            "It can do whatever you can. Run it? [y/N] ",
        )
    } else {
        (
            "Strategies run programs on this computer:",
            "They can do whatever you can. Run them? [y/N] ",
        )
    };
    let lines = programs.iter().map(|(strategy, program)| {
        let folder = program.folder.as_deref();
        let folder = folder.map_or_else(String::new, |folder| format!(" (in {})", shown(folder)));
        format!("  {}: {}{folder}", plain(&strategy.name), plain(&program.to_string()))
    });
    let question = std::iter::once(begin.to_owned())
        .chain(lines)
        .chain([end.to_owned()])
        .collect::<Vec<_>>()
        .join("\n");
    let mut answer = String::new();
    // No answer means no permission.
    let told = stderr
        .write_all(question.as_bytes())
        .and_then(|()| stderr.flush())
        .and_then(|()| stdin.lock().read_line(&mut answer));
    told.is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}
