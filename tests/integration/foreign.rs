//! Foreign text in the output to a terminal, a file or a page: it cannot move the cursor, begin a
//! line or change the direction of writing.

use std::fs;

use crate::support::running::output;
use crate::support::table::{Table, text};

/// Moves the cursor, begins a line that looks like a heading, changes the direction of writing, and
/// hides.
const FOREIGN: &str = "fair\u{1b}[2J\u{9b}1m\n# Yes\r\n\u{202e}37.5 %\u{2066}\u{200b}\u{7}?";

/// The same as a text of TOML or JSON.
fn quoted(foreign: &str) -> String {
    serde_json::to_string(foreign).expect("JSON").replace('\u{7f}', "\\u007f")
}

/// Asserts that a text has no special characters.
fn assert_clean(what: &str, said: &str) {
    let misleads = |c: char| {
        c != '\n'
            && (c.is_control()
                || "\u{200b}\u{200e}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2069}"
                    .contains(c))
    };
    let found = said.lines().find(|line| line.contains(misleads));
    assert_eq!(found.map(str::escape_debug).map(|line| line.to_string()), None, "{what}");
    assert!(
        !said.lines().any(|line| line.trim_start().starts_with("# Yes")),
        "a line has left its place in {what}:\n{said}"
    );
}

/// A folder with an experiment and a strategy, both full of foreign text.
fn foreign() -> Table {
    let table = Table::new();
    let experiment = format!(
        "question = {}\ngame = \"crisps\"\nblocks = 3\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"jacks\"\nrules = {{ special_rank = \"jack\" }}\n\
         [[lineup]]\nstrategies = [\"mine\", \"random\"]\n",
        quoted(FOREIGN)
    );
    table.file("experiments/e.toml", &experiment);
    table.file(
        "strategies/crisps/mine.toml",
        &format!("kind = \"greedy\"\nsummary = {}\n", quoted(FOREIGN)),
    );
    table
}

#[test]
fn a_foreign_question_stays_under_its_heading() {
    let table = foreign();
    let screen = table.good(&["run", "e", "--report", "--verbose"]);
    assert_clean("the screen", &screen);
    let shown = "fair\\u{1b}[2J\\u{9b}1m # Yes \\u{202e}37.5 %\\u{2066}\\u{200b}\\u{7}?";
    assert!(screen.contains(shown), "{screen}");
    for file in ["answer.txt", "verdicts.txt", "report.html"] {
        assert_clean(file, &table.read(&format!("results/e/{file}")));
    }
    assert!(table.read("results/e/answer.txt").starts_with(&format!("# {shown}\n\n- **")));
    assert!(
        table
            .read("results/e/report.html")
            .replace('\u{a0}', " ")
            .contains(&format!("<h1>{shown}</h1>"))
    );
    for what in ["strategies", "experiments"] {
        let listed = table.good(&["list", what]);
        assert_clean(what, &listed);
        assert!(listed.contains("\\u{202e}"), "{listed}");
    }
}

#[cfg(unix)]
#[test]
fn foreign_paths_and_keys_stay_on_their_lines() {
    let table = foreign();
    let folder = "a\u{1b}[1m\n# Yes\u{202e}";
    let said = table.good(&["run", "e", "--out", folder]);
    assert_clean("the screen", &said);
    let answer = table.run(&["report", folder]);
    assert!(answer.status.success());
    assert_clean("what `report` says", &text(&answer.stdout));
    let path = "e\u{9b}\n# Yes\u{202e}.toml";
    let wrong =
        format!("{}= 1\ngame = {}\n[{}]\n", quoted(FOREIGN), quoted(FOREIGN), quoted(FOREIGN));
    table
        .file(path, &wrong)
        .file("strategies/crisps/odd.toml", &format!("kind = {}\n", quoted(FOREIGN)));
    for arguments in [
        &["run", path][..],
        &["run", "none\u{1b}[2J\n# Yes"],
        &["match", "crisps", "--strategies", "odd"],
        &["match", "crisps", "--strategies", "mine", "--rules", "a\n# Yes\u{202e}"],
        &["match", "crisps", "--strategies", "mine", "--set", "a\n# Yes\u{202e}=1"],
        &["report", "none\n# Yes\u{202e}"],
        &["show", "--from", "none\n# Yes\u{202e}", "--pick", "longest"],
    ] {
        let output = table.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_clean("a message", &text(&output.stderr));
        assert!(text(&output.stderr).contains("# Yes"), "{}", text(&output.stderr));
    }
    // The starter names its own file in comments.
    let path = "my\ngame = 3 %s\\'\u{202e}.toml";
    let made = table.good(&["new", "crisps", "--out", path]);
    assert_clean("what `new` says", &made);
    let starter = table.read(path);
    assert_clean("the starter", &starter);
    assert!(!starter.contains("\ngame = 3"), "{starter}");
    // The printed command names this file, in any shell.
    let word = made.trim_end().rsplit_once("fairdeal run ").expect("a command").1;
    let output = output(&mut table.program("sh", &["-c", &format!("printf %s {word}")]));
    assert_eq!(text(&output.stdout), path, "{word}");
}

#[test]
fn results_of_others_are_shown_clean() {
    let table = Table::new();
    table.good(&[
        "match", "crisps", "--strategies", "greedy,random", "--blocks", "3", "--out", "theirs",
        "--quiet",
    ]);
    let results = table.read("theirs/results.json");
    let end = quoted(FOREIGN).trim_matches('"').to_owned();
    let mut changed = results.clone();
    changed = changed.replace("\"greedy,random\"", &format!("\"greedy {end},random\""));
    for name in ["designer", "greedy", "greedy vs random", "random,greedy", "match"] {
        changed = changed.replace(&format!("\"{name}\""), &format!("\"{name} {end}\""));
    }
    changed = changed.replace("\"question\":\"\"", &format!("\"question\":{}", quoted(FOREIGN)));
    changed = changed.replacen(
        "\"schema_version\":",
        &format!("\"program\":{},\"schema_version\":", quoted(FOREIGN)),
        1,
    );
    // Kinds must be known.
    changed = changed.replace(&format!("\"kind\":\"greedy {end}\""), "\"kind\":\"greedy\"");
    changed = changed.replace("\"summary\":\"", &format!("\"summary\":\"{end}"));
    assert_ne!(changed, results);
    fs::write(table.path().join("theirs/results.json"), &changed).expect("a file");
    table.good(&["report", "theirs"]);
    let page = table.read("theirs/report.html");
    // Line breaks are spaces on a page, except in preformatted text.
    assert_clean("the page", &page.replace('\n', " "));
    let inside = |tag: &str| {
        page.split(&format!("<{tag}"))
            .skip(1)
            .map(|part| part.split(&format!("</{tag}>")).next().unwrap_or("").to_owned())
            .collect::<Vec<_>>()
    };
    for tag in ["title", "h1", "pre"] {
        assert!(
            inside(tag).iter().any(|part| part.contains("\\u{202e}")),
            "{tag}: {:?}",
            inside(tag)
        );
        for part in &inside(tag) {
            assert_clean(tag, part);
        }
    }
    let lineup = format!("greedy vs random {FOREIGN}");
    let chosen = ["--from", "theirs", "--pick", "longest", "--lineup", &lineup];
    for command in ["show", "trace"] {
        let output = table.run(&[&[command], &chosen[..]].concat());
        assert_clean(command, &text(&output.stderr));
        assert_clean(command, &text(&output.stdout));
        let said = if command == "show" { "\\u{202e}" } else { "\\u202e" };
        assert!(
            text(&output.stdout).contains(said),
            "{}{}",
            text(&output.stderr),
            text(&output.stdout)
        );
    }
    let output = table.run(&["show", "--from", "theirs", "--pick", "longest", "--variant", "none"]);
    assert_clean("the names that there are", &text(&output.stderr));
    assert!(text(&output.stderr).contains("designer fair\\u{1b}[2J"), "{}", text(&output.stderr));
}

#[test]
fn names_are_refused_where_they_are_given() {
    let table = Table::new();
    let refused = |arguments: &[&str], part: &str| {
        let before = table.files();
        let output = table.run(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(
            said.contains(part) && said.matches("allowed:").count() == 1,
            "{arguments:?}: {said}"
        );
        assert_eq!(table.files(), before, "{arguments:?}: nothing is written");
    };
    let experiment = |variant: &str| {
        format!(
            "game = \"crisps\"\nblocks = 2\n[[variant]]\nname = {}\n[[lineup]]\nstrategies = [\"random\"]\nplayers = 2\n",
            quoted(variant)
        )
    };
    for (name, part) in [
        ("\u{200b}", "e.toml:4: `name` cannot be \"\\u{200b}\" in `[[variant]]` number 1"),
        ("?!", "with letters or digits"),
        ("a\u{202e}b", "without invisible characters (it has \\u{202e})"),
        ("a ", "without spaces at its ends"),
        ("=1+1", "takes for a formula"),
        ("@a", "takes for a formula"),
    ] {
        table.file("e.toml", &experiment(name));
        refused(&["run", "e.toml"], part);
    }
    // A file whose name would be that of the folder above.
    for file in ["...toml", "..toml", "=e.toml", " e.toml", "a\u{202e}.toml"] {
        table.file(file, &experiment("a"));
        refused(&["run", file], "`name` cannot be");
        refused(&["plan", file], "`name` cannot be");
    }
    for file in [
        "strategies/crisps/=1.toml",
        "strategies/crisps/a\u{200b}.toml",
        "strategies/crisps/a .toml",
    ] {
        table.file(file, "kind = \"greedy\"\n");
        refused(&["match", "crisps", "--strategies", file, "--blocks", "2"], "`name` cannot be");
    }
    for file in ["=r.toml", "r\u{202e}.toml", "...toml"] {
        table.file(file, "[rules]\nhand_size = 3\n");
        refused(&["match", "crisps", "--rules", file, "--blocks", "2"], "`name` cannot be");
    }
}
