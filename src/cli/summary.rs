//! The results on the screen: a few tables and then the answer; all tables and verdicts with
//! `--verbose`; or a single table.

use std::io;

use super::prelude::*;
use fairdeal_study::findings::Ending;
use fairdeal_study::results::{Results, Timing};
use fairdeal_study::words;

/// Prints the results of a run. `folder` has its files, if they were written.
pub(super) fn print(
    plan: &Plan,
    (results, timing): (&Results, &Timing),
    folder: Option<&Path>,
    options: &RunOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match &options.table {
        Some(name) => Ok(out.write_all(&results.tables.one(name, options.format.into())?)?),
        None if options.quiet => Ok(()),
        None => Ok(whole(
            Screen::of_stdout(),
            (results, Some(timing)),
            ended(plan, results).as_deref(),
            folder,
            options.verbose,
            out,
        )?),
    }
}

/// How a run ended, if it may end early.
fn ended(plan: &Plan, results: &Results) -> Option<String> {
    let ending = match (results.manifest.complete, results.manifest.ended_early) {
        (false, _) => Ending::Interrupted,
        (true, true) => Ending::Reached,
        (true, false) => Ending::Planned,
    };
    Some(words::ended(results, plan.stop()?, ending, plan.max_blocks()))
}

fn whole(
    screen: Screen,
    (results, timing): (&Results, Option<&Timing>),
    ended: Option<&str>,
    folder: Option<&Path>,
    verbose: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let manifest = &results.manifest;
    let of = if manifest.complete { String::new() } else { words::of_planned(manifest) };
    let blocks = counted(manifest.blocks.into(), "block", "blocks");
    screen.text(
        &format!("{}, {blocks}{of}, seed {}", results.names.title, manifest.seed),
        0,
        out,
    )?;
    if verbose {
        words::drawn_arrangements(manifest)
            .iter()
            .try_for_each(|sentence| screen.text(sentence, 0, out))?;
    }
    ended.iter().try_for_each(|ended| screen.text(ended, 0, out))?;
    let panels =
        if verbose { words::all_panels(results, timing) } else { words::panels(results, timing) };
    for panel in &panels {
        writeln!(out)?;
        screen.panel(panel, folder.is_some(), out)?;
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
        None => screen.text(
            "--verbose shows every table and verdict, --out DIR writes them.",
            0,
            out,
        )?,
    }
    writeln!(out)?;
    let folder = folder.map(|folder| folder.display().to_string());
    screen.answer(&words::answer(results, folder.as_deref()), out)
}

#[cfg(test)]
mod tests {
    use console::measure_text_width;

    use super::super::stored::folder_of;
    use super::*;
    use crate::game::GAMES;

    /// The folders of results that come with the program.
    fn folders() -> Vec<PathBuf> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/results");
        let entries = std::fs::read_dir(folder).expect("results").flatten();
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
    }

    /// The folder of the main job of the README.
    fn main_job() -> PathBuf {
        let is_main = |folder: &PathBuf| {
            let question = "\"question\": \"Do the options of Board Game Arena change who wins, or";
            std::fs::read_to_string(folder.join("manifest.json")).expect("text").contains(question)
        };
        folders().into_iter().find(is_main).expect("its results")
    }

    /// Reads results. Tables that are left out are made in another folder.
    fn read(folder: &Path) -> Results {
        let copy = tempfile::tempdir().expect("a folder");
        for file in std::fs::read_dir(folder).expect("results").flatten() {
            std::fs::copy(file.path(), copy.path().join(file.file_name())).expect("a file");
        }
        let folder = folder_of(GAMES, copy.path()).unwrap_or_else(|error| panic!("{error}"));
        Results::read(&folder).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the text that is printed for results, on 80 columns.
    fn printed(results: &Results, verbose: bool) -> String {
        let (folder, mut out) = (format!("results/{}", results.manifest.name), Vec::new());
        let folder = Some(Path::new(&folder));
        whole(Screen::of_width(80), (results, None), None, folder, verbose, &mut out)
            .expect("memory");
        String::from_utf8(out).expect("text")
    }

    /// Every line fits, every panel is a table and no list of cells, and every column is shown or
    /// named as left out.
    fn assert_whole(results: &Results, text: &str, panels: &[words::Panel]) {
        let name = &results.manifest.name;
        assert!(text.lines().all(|line| measure_text_width(line) <= 80), "{name}:\n{text}");
        let title =
            |panel: &words::Panel| panel.title.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let mut rest = text;
        for (place, panel) in panels.iter().enumerate() {
            let (_, after) = rest
                .split_once(&title(panel))
                .unwrap_or_else(|| panic!("{name}: no {}:\n{rest}", panel.title));
            rest = after;
            let own = panels
                .get(place + 1)
                .and_then(|next| after.split_once(&title(next)))
                .map_or(after, |(own, _)| own);
            // Of several tables all have a rule.
            let shown = own
                .split("\n\n")
                .take_while(|part| part.contains("───"))
                .collect::<Vec<_>>()
                .join("\n");
            assert!(shown.contains("───"), "{name}: no table:\n{shown}");
            for column in &panel.columns {
                let is_said = column.title.split_whitespace().all(|word| shown.contains(word));
                assert!(
                    is_said,
                    "{name}: the column {} is lost in silence:\n{shown}",
                    column.title
                );
            }
        }
    }

    /// Nothing is lost on the screen, with and without `--verbose`.
    fn assert_nothing_is_lost(results: &Results) {
        assert_whole(results, &printed(results, false), &words::panels(results, None));
        let panels = words::all_panels(results, None);
        assert_whole(results, &printed(results, true), &panels);
        let panel = panels.iter().find(|panel| panel.title.starts_with("What happens"));
        let events = results
            .shares
            .iter()
            .filter(|row| row.quantity.starts_with("event_") && row.estimate.is_some());
        let named: Vec<&str> = events.map(|row| row.subject.as_str()).collect();
        let told = panel.map_or(0, |panel| panel.rows.len());
        assert!(named.is_empty() || told >= named.len(), "{}", results.manifest.name);
    }

    #[test]
    #[ignore = "makes the tables of all results, which takes a minute: .ci/run does"]
    fn nothing_of_shipped_experiments_is_lost_on_a_screen() {
        let all = folders();
        assert!(all.len() > 40);
        for folder in all {
            assert_nothing_is_lost(&read(&folder));
        }
    }

    /// Of the main job, of another design, and of a game in a file.
    #[test]
    fn nothing_of_some_shipped_experiments_is_lost_on_a_screen() {
        assert_nothing_is_lost(&read(&main_job()));
        for begin in ["in-place-", "whist-"] {
            let is_asked = |folder: &&PathBuf| {
                folder
                    .file_name()
                    .and_then(|name| name.to_str())
                    .is_some_and(|it| it.starts_with(begin))
            };
            assert_nothing_is_lost(&read(folders().iter().find(is_asked).expect("its results")));
        }
    }

    #[test]
    fn the_main_job_is_short_on_a_screen() {
        let main_job = printed(&read(&main_job()), false);
        assert!(main_job.lines().count() <= 60, "{} lines:\n{main_job}", main_job.lines().count());
        // The text that made a cell too long is below the table.
        assert!(main_job.contains(" * same "), "{main_job}");
        assert!(
            main_job.contains(
                "\n(*) In other units: no-face-up: 13.8 % fewer decisions, 8.0 % more plays.\n"
            ),
            "{main_job}"
        );
    }
}
