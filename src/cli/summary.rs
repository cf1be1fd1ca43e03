//! The results on the screen: a few tables, and last the answer. All tables and every verdict with `--verbose`; or one table alone.

use std::io::{self, Write};
use std::path::Path;

use super::args::RunOptions;
use super::failure::Failure;
use super::screen::Screen;
use crate::experiment::Plan;
use crate::findings::Ending;
use crate::input::shown;
use crate::results::{Results, Timing};
use crate::strategy::Playable;
use crate::words::{self, counted, thousands};

/// Prints what a run found; `folder`: where its files are, if they were written.
pub(super) fn print<G: Playable>(
    plan: &Plan<G>,
    (results, timing): (&Results, &Timing),
    folder: Option<&Path>,
    options: &RunOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match &options.table {
        Some(name) => Ok(out.write_all(&results.tables.one(name, options.format.into())?)?),
        None if options.quiet => Ok(()),
        None => Ok(screen(plan, results, timing, folder, options.verbose, out)?),
    }
}

fn screen<G: Playable>(
    plan: &Plan<G>,
    results: &Results,
    timing: &Timing,
    folder: Option<&Path>,
    verbose: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let (screen, manifest) = (Screen::of_stdout(), &results.manifest);
    let planned = manifest.blocks_planned.filter(|_| !manifest.complete);
    let of = planned.map_or_else(String::new, |planned| format!(" of {}", thousands(planned.into())));
    let blocks = counted(manifest.blocks.into(), "block", "blocks");
    screen.text(&format!("{}, {blocks}{of}, seed {}", results.names.title, manifest.seed), 0, out)?;
    if verbose {
        words::drawn_arrangements(manifest).iter().try_for_each(|sentence| screen.text(sentence, 0, out))?;
    }
    if let Some(stop) = plan.stop() {
        let ending = match (manifest.complete, manifest.ended_early) {
            (false, _) => Ending::Interrupted,
            (true, true) => Ending::Reached,
            (true, false) => Ending::Planned,
        };
        screen.text(&words::ended(results, stop, ending, plan.max_blocks()), 0, out)?;
    }
    let panels = if verbose { words::all_panels(results, Some(timing)) } else { words::panels(results, Some(timing)) };
    for panel in &panels {
        writeln!(out)?;
        screen.panel(panel, out)?;
    }
    for chart in words::charts(results) {
        writeln!(out)?;
        screen.chart(&chart, out)?;
    }
    let sentences = words::sentences(results);
    if verbose && !sentences.is_empty() {
        writeln!(out)?;
        screen.lines(&words::whole(&sentences), out)?;
    }
    writeln!(out)?;
    let tally = if verbose { None } else { words::tally(&sentences) };
    let told = tally.into_iter().chain(words::notes(results)).collect::<Vec<_>>().join(" ");
    if !told.is_empty() {
        screen.text(&told, 0, out)?;
    }
    match folder {
        Some(folder) => {
            let partial = if manifest.complete { "" } else { ", marked as partial" };
            screen.text(&format!("Written to {}{partial}", shown(folder)), 0, out)?;
        }
        None if verbose => {}
        None => screen.text("--verbose shows every table and verdict, --out DIR writes them.", 0, out)?,
    }
    writeln!(out)?;
    let folder = folder.map(|folder| folder.display().to_string());
    screen.answer(&words::answer(results, folder.as_deref()), out)
}
