//! What the program brings: experiments, strategies, rules, files to start from, and lists of them.

use std::fs;
use std::path::Path;

use fairdeal::registry::GAMES;

use super::cli::EXPERIMENT;
#[cfg(unix)]
use crate::support::running::output;
use crate::support::table::{Table, text};

#[test]
fn shipped_files_are_sound() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = Table::new();
    // Every experiment of the project can be read; the tests `results` play each.
    let mut experiments = 0;
    let files = || {
        let entries = fs::read_dir(root.join("experiments")).expect("a folder").flatten();
        entries.filter(|entry| entry.path().is_file())
    };
    for entry in files() {
        table.good(&["run", &entry.path().display().to_string(), "--dry-run", "--quiet"]);
        experiments += 1;
    }
    assert!(experiments > 0);
    let ready = table.good(&["list", "experiments"]);
    for entry in files() {
        let name = entry.path().file_stem().expect("a name").display().to_string();
        assert!(
            ready.contains(&format!("\n  {name}\n")),
            "{name} is not carried: see `asking` in crates/core/src/strategies, or EXPERIMENTS in crates/gamefile/src/files.rs"
        );
    }
    // The program carries every strategy file of the project, and no others.
    for game in fs::read_dir(root.join("strategies")).expect("a folder").flatten() {
        let name = game.file_name().display().to_string();
        if name == "examples" || name == "schemas" {
            continue;
        }
        let carried = table.good(&["list", "strategies"]);
        let files = fs::read_dir(game.path()).expect("a folder").flatten();
        // A folder has players who learned for an experiment.
        for file in files.filter(|file| file.path().is_file()) {
            let strategy = file.path().file_stem().expect("a name").display().to_string();
            assert!(
                carried.contains(&format!("  {strategy} ")),
                "{strategy} of {name} is not carried"
            );
        }
    }
}

/// A shipped experiment can be run by name, in any folder.
#[test]
fn experiments_are_found_by_name() {
    let table = Table::new();
    let listed = table.good(&["list", "experiments"]);
    assert!(
        listed.contains("  crisps-variants\n    Do the options of Board Game Arena change"),
        "{listed}"
    );
    table.good(&["run", "crisps-variants", "--blocks", "2", "--quiet"]);
    assert!(table.read("results/crisps-variants/manifest.json").contains("\"no-face-up\""));
    // A file of the folder takes precedence, by its name or its path.
    table
        .file("experiments/crisps-variants.toml", EXPERIMENT)
        .file("experiments/mine.toml", EXPERIMENT);
    for (given, name) in [
        ("crisps-variants", "crisps-variants"),
        ("mine", "mine"),
        ("experiments/mine.toml", "mine"),
    ] {
        table.good(&["run", given, "--blocks", "2", "--quiet", "--out", "out"]);
        assert!(
            table.read("out/manifest.json").contains("Does the card that lies face up matter?"),
            "{given}"
        );
        assert!(
            table.read("out/manifest.json").contains(&format!("\"name\": \"{name}\"")),
            "{given}"
        );
    }
    assert!(
        table
            .good(&["list", "experiments"])
            .contains("  mine\n    Does the card that lies face up matter?\n")
    );
    let unknown = table.run(&["run", "crisp-variants"]);
    assert_eq!(unknown.status.code(), Some(1));
    let message = text(&unknown.stderr);
    assert!(message.starts_with("error: the command: unknown experiment `crisp-variants`\n  did you mean `crisps-variants`?"), "{message}");
}

#[test]
fn a_starter_runs_as_it_is() {
    let table = Table::new();
    for game in ["crisps", "crackpipe", "scrip", "crypto-cards"] {
        let printed = table.good(&["new", game]);
        let path = format!("experiments/my-{game}.toml");
        assert!(printed.contains(&format!("fairdeal run {path}")), "{printed}");
        let text = table.read(&path);
        assert!(
            text.contains("tolerance = { win_rate = 0.01")
                && text.contains("[[variant]]")
                && text.contains("# "),
            "{text}"
        );
        let output = table.run(&["run", &path, "--blocks", "20", "--quiet"]);
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{game}: {}",
            crate::support::table::text(&output.stderr)
        );
        assert!(
            table.read(&format!("results/my-{game}/comparisons.csv")).lines().count() > 1,
            "{game}: something is compared"
        );
        // It is never overwritten.
        table.file(&path, "mine");
        let again = table.run(&["new", game]);
        assert!(
            again.status.code() == Some(1)
                && String::from_utf8_lossy(&again.stderr).contains("is there already")
        );
        assert_eq!(table.read(&path), "mine");
    }
    insta::assert_snapshot!("starter", {
        table.good(&["new", "crisps", "--out", "a/b.toml"]);
        table.read("a/b.toml")
    });
    assert_eq!(table.run(&["new", "chess"]).status.code(), Some(1));
}

/// A limit on the size of files works like a full disk, and every system has it.
#[cfg(unix)]
#[test]
fn a_starter_on_a_full_disk_leaves_nothing() {
    let table = Table::new();
    for arguments in [
        &["new", "crisps"][..],
        &["new", "crisps", "--out", "a/b/c.toml"],
        &["new", "crisps", "--out", "c.toml"],
    ] {
        let program = table.command(arguments);
        let limit = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
        let mut command = table.program("sh", &["-c", limit]);
        let refused = output(command.arg(program.get_program()).args(program.get_args()));
        let said = text(&refused.stderr);
        assert!(!refused.status.success() && said.contains(".toml: cannot be written: "), "{said}");
        assert_eq!(fs::read_dir(table.path()).expect("a folder").count(), 0, "{said}");
    }
}

#[test]
fn the_list_shows_everything() {
    let table = Table::new();
    table
        .file("experiments/face-up.toml", EXPERIMENT)
        .file("strategies/crisps/mine.toml", "kind = \"greedy\"\nsummary = \"My own.\"\n");
    insta::assert_snapshot!("list", table.good(&["list"]));
    let rules = |game: &str, options: &[&str]| {
        let told = table.good(&[&["rules", game], options].concat());
        let (page, knobs) = told.split_once("\nKnobs, explained above: ").expect("both");
        assert!(page.starts_with(&format!(
            "{}\n===",
            GAMES.find(game).expect("a game").description().title
        )));
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
        assert!(knobs.lines().all(|line| line.chars().count() <= 80), "{knobs}");
        // Each knob has one line, and there is nothing else after the page.
        for knob in GAMES.find(game).expect("a game").description().knobs {
            assert_eq!(knobs.matches(&format!("\n  {} = ", knob.key)).count(), 1, "{}", knob.key);
        }
        (page.to_owned(), knobs.to_owned())
    };
    let (page, knobs) = rules("crisps", &["--rules", "bga-jacks", "--set", "hand_size=9"]);
    insta::assert_snapshot!("rules_page", page);
    insta::assert_snapshot!("rules", knobs);
    insta::assert_snapshot!("rules_of_crackpipe", rules("crackpipe", &["--rules", "cherry"]).1);
    insta::assert_snapshot!("rules_of_scrip", rules("scrip", &["--rules", "no-steal"]).1);
    insta::assert_snapshot!(
        "rules_of_crypto_cards",
        rules("crypto-cards", &["--rules", "multi-sell-late"]).1
    );
    assert!(table.good(&["list", "strategies"]).contains("My own."));
    assert_eq!(
        table
            .run(&["match", "crisps", "--strategies", "mine", "--blocks", "10", "--quiet"])
            .status
            .code(),
        Some(0)
    );
}
