//! No program runs without permission.

use std::fs;

use super::{example, failure, python_is_here, table_with};
use crate::support::table::{Table, text};
use crate::support::{party, strategy};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::Experiment;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::{Document, InputError, Problem};
use fairdeal::session::{RunError, Session};
use fairdeal::strategy::{Repertoire, StrategyFile};
use serde_json::Value;

/// `--strategies bot.py`: a program needs no strategy file.
#[test]
fn a_program_can_be_named_without_a_strategy_file() {
    if !python_is_here() {
        return;
    }
    let table = table_with("answer(ask['legal'][0])", 10.0);
    table.file("my bot.py", &table.read("mine.py"));
    let arguments = |named: &str| {
        ["match", "crisps", "--strategies", &format!("{named},random"), "--blocks", "2", "--quiet"]
            .map(str::to_owned)
    };
    for (named, command) in
        [("my bot.py", "python3 \"my bot.py\""), ("./my bot.py", "python3 \"./my bot.py\"")]
    {
        let arguments = arguments(named);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let refused = table.run(&arguments);
        let told = format!("error: strategy `my bot`: would run the program `{command}`\n");
        assert!(
            refused.status.code() == Some(1) && text(&refused.stderr).starts_with(&told),
            "{}",
            text(&refused.stderr)
        );
        table.good(&[&arguments[..], &["--allow-programs"]].concat());
    }
    // A file that is neither executable nor Python: the message says what is possible.
    table.file("bot.js", "console.log('{}');\n");
    let message = failure(&table, &["match", "crisps", "--strategies", "./bot.js,random"]);
    let told = "`strategy` cannot be ./bot.js\n  allowed: a strategy file (.toml), a Python program (.py), or a program that may be run (chmod +x)\n";
    assert!(message.contains(told), "{message}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        table.file("bot", &format!("#!/usr/bin/env python3\n{}", table.read("mine.py")));
        fs::set_permissions(table.path().join("bot"), fs::Permissions::from_mode(0o755))
            .expect("it is ours");
        for (named, command) in [("bot", "./bot"), ("./bot", "./bot")] {
            let arguments = arguments(named);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            assert!(
                text(&table.run(&arguments).stderr)
                    .contains(&format!("would run the program `{command}`\n")),
                "{named}"
            );
            table.good(&[&arguments[..], &["--allow-programs"]].concat());
        }
    }
}

/// The program that was shown for permission is the one that runs: a permitted program cannot
/// replace the command in a file that was already read.
#[test]
fn the_permitted_program_is_the_one_that_runs() {
    if !python_is_here() {
        return;
    }
    let table = table_with(
        "open('strategies/crisps/theirs.toml', 'w').write('kind = \"external\"\\ncommand = [\"touch\", \"it ran\"]\\n')\nanswer(ask['legal'][0])",
        10.0,
    );
    table.file("strategies/crisps/theirs.toml", "kind = \"greedy\"\n");
    for (name, lineup) in [("one", "[\"mine\", \"random\"]"), ("two", "[\"theirs\", \"random\"]")] {
        table.file(
            &format!("{name}.toml"),
            &format!("game = \"crisps\"\nblocks = 2\n[[lineup]]\nstrategies = {lineup}\n"),
        );
    }
    table.good(&["run", "one.toml", "two.toml", "--quiet", "--allow-programs"]);
    assert!(
        table.read("strategies/crisps/theirs.toml").contains("touch"),
        "the first experiment changed it"
    );
    assert!(table.files().iter().all(|file| file != "it ran"));
    let manifest: Value =
        serde_json::from_str(&table.read("results/two/manifest.json")).expect("JSON");
    assert_eq!(manifest["strategies"]["theirs"]["kind"], "greedy");
}

/// Permission is also asked for a program that only a question about play names.
#[test]
fn a_program_that_is_only_restricted_needs_to_be_allowed() {
    if !python_is_here() {
        return;
    }
    let (table, python) = example();
    let asked = format!(
        "game = \"crisps\"\nblocks = 2\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n[play]\nrestricted = [\"{python}\"]\n"
    );
    table.file("e.toml", &asked);
    let refused = table.run(&["run", "e.toml", "--quiet"]);
    let message = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{message}");
    assert!(
        message.contains("would run the program `python3 strategies/examples/greedy.py`"),
        "{message}"
    );
    table.good(&["run", "e.toml", "--quiet", "--allow-programs"]);
    assert!(table.read("results/e/restricted.csv").contains("python"));
}

/// A table with a strategy whose program would leave a file behind.
fn table_of_a_stranger() -> Table {
    let table = Table::new();
    table.file("strategies/crisps/theirs.toml", "kind = \"external\"\ncommand = [\"touch\", \"it ran\"]\n").file(
        "e.toml",
        "game = \"crisps\"\nblocks = 2\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n[[lineup]]\nstrategies = [\"theirs\", \"random\"]\n",
    );
    table
}

#[test]
fn no_program_runs_unless_it_is_allowed() {
    let table = table_of_a_stranger();
    let before = table.files();
    let commands: [&[&str]; 4] = [
        &["run", "e.toml"],
        &["match", "crisps", "--strategies", "theirs,random"],
        &["ladder", "crisps", "--strategies", "theirs,random", "--out", "results"],
        &["trace", "crisps", "--strategies", "strategies/crisps/theirs.toml,random"],
    ];
    for arguments in commands {
        let output = table.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let message = text(&output.stderr);
        let told = "error: strategy `theirs`: would run the program `touch \"it ran\"`\n  allowed: only with permission (--allow-programs)\n";
        assert_eq!(message, told, "{arguments:?}");
        assert!(output.stdout.is_empty() && table.files() == before, "{arguments:?}");
        // With permission it runs, and fails, since it is not a player.
        let allowed = table.run(&[arguments, &["--allow-programs"]].concat());
        assert!(
            text(&allowed.stderr).contains("ended without an answer")
                || text(&allowed.stderr).contains("closed its"),
            "{arguments:?}"
        );
        fs::remove_file(table.path().join("it ran")).expect("it ran");
        let _ = fs::remove_dir_all(table.path().join("results"));
    }
    // The games of a run can be listed, and so can strategies.
    table.good(&["run", "e.toml", "--dry-run"]);
    table.good(&["list", "strategies"]);
    assert_eq!(table.files(), before);
}

#[cfg(target_os = "linux")]
#[test]
fn users_at_a_terminal_are_asked() {
    let table = table_of_a_stranger();
    let asked = |typed: &str| table.on_terminal(&["run", "e.toml", "--out", "here"], typed);
    for typed in ["n\n", "\n", "yellow\n"] {
        let Some((code, shown)) = asked(typed) else { return };
        assert!(
            shown.contains("theirs: touch \"it ran\"") && shown.contains("Run it? [y/N]"),
            "{shown}"
        );
        assert!(code == Some(1) && shown.contains("--allow-programs"), "{shown}");
        assert!(
            table.files().iter().all(|file| file != "it ran" && !file.starts_with("here")),
            "{typed}"
        );
    }
    let (code, shown) = asked("y\n").expect("a terminal");
    assert!(
        code == Some(1) && shown.contains("theirs") && !shown.contains("--allow-programs"),
        "{shown}"
    );
    assert!(table.files().contains(&"it ran".to_owned()));
}

/// The library is as careful as the commands.
#[test]
fn a_session_runs_no_program_unless_it_is_allowed() {
    let table = Table::new();
    let never = table.path().join("never").display().to_string();
    let text = format!("kind = \"external\"\ncommand = [\"touch\", {never:?}]\n");
    let document = Document::parse("theirs.toml", text).expect("TOML");
    let theirs = StrategyFile::parse(Repertoire::of::<Crisps>(), &document).expect("a strategy");
    let plan = Experiment::new(&Crisps, "e")
        .blocks(2)
        .lineup([theirs.clone(), strategy(&Crisps, "random")])
        .plan()
        .expect("a plan");
    let is_refused = |error: &InputError| matches!(error.problem(), Problem::Program { command } if command.starts_with("touch ") && command.contains(&never));
    let session = Session::default().threads(1);
    assert!(matches!(session.run(&plan), Err(RunError::Input(error)) if is_refused(&error)));
    assert!(
        matches!(session.play_blocks(&plan, 0..1), Err(RunError::Input(error)) if is_refused(&error))
    );
    assert!(table.files().is_empty());
    assert!(matches!(session.allow_programs(true).run(&plan), Err(RunError::Table(_))));
    assert_eq!(table.files(), ["never"]);
    let settings = &plan.variants()[0].settings;
    assert!(party(&Crisps, settings, plan.strategies(), 0).is_err_and(|error| is_refused(&error)));
    assert!(Crisps.party(settings, plan.strategies(), 0, true).is_ok());
}
