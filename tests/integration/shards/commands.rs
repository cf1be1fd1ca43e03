//! The commands that plan, play and merge.

use std::fs;
use std::process::Stdio;

use super::{EXPERIMENT, MINE, is_shard, planned, refused};
#[cfg(unix)]
use crate::resume::vanishing;
use crate::support::running::{Running, output};
use crate::support::table::{Table, text};
use fairdeal::games::crisps::Crisps;
use fairdeal::results::Results;
use fairdeal::shards::ShardFile;
#[cfg(unix)]
use fairdeal::shards::{PlanFile, PlayedShard};

/// A worker whose external program differs from the one in the plan plays nothing.
#[cfg(unix)]
#[test]
fn another_external_program_is_refused() {
    let program = "import json, sys\nsys.stdin.readline()\nfor line in sys.stdin:\n    ask = json.loads(line)\n    \
                   print(json.dumps({'action': ask['legal'][0]}), flush=True)\n";
    let table = Table::new();
    table.file("bot.py", program).file(
        "strategies/crisps/mine.toml",
        "kind = \"external\"\ncommand = [\"python3\", \"bot.py\"]\n",
    );
    table.file("e.toml", &EXPERIMENT.replace("blocks = 60", "blocks = 2"));
    assert!(refused(&table, &["plan", "e.toml", "--shards", "2"]).1.contains("--allow-programs"));
    table.good(&["plan", "e.toml", "--shards", "2", "--allow-programs"]);
    let run = ["run", "--plan", "plan.json", "--shard", "0", "--allow-programs"];
    table.file("bot.py", &program.replace("[0]", "[-1]"));
    let (code, said) = refused(&table, &run);
    assert!(
        code == Some(1) && said.contains("the program of `mine`, python3 bot.py, is not the one"),
        "{said}"
    );
    table.file("bot.py", program);
    assert_eq!(refused(&table, &run[..5]).0, Some(1), "it is allowed anew for every command");
    table.good(&run);
    let (_, said) = refused(&table, &["merge", "plan.json"]);
    assert!(
        said.contains("\n    fairdeal run --plan plan.json --shard 1 --allow-programs\n"),
        "{said}"
    );
    table.good(&["run", "--plan", "plan.json", "--shard", "1", "--allow-programs"]);
    table.good(&["merge", "plan.json"]);
    table.good(&["run", "e.toml", "--allow-programs", "--out", "one"]);
    are_the_same(&table, "one", "results/e");
}

/// Asserts that these are the same results, except for times.
pub(super) fn are_the_same(table: &Table, one: &str, other: &str) {
    let names = |folder: &str| {
        let mut names: Vec<String> = fs::read_dir(table.path().join(folder))
            .expect("results")
            .flatten()
            .map(|entry| entry.file_name().into_string().expect("a name"))
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(one), names(other));
    for name in names(one).iter().filter(|name| *name != "timing.json") {
        assert!(
            table.read(&format!("{one}/{name}")) == table.read(&format!("{other}/{name}")),
            "{name}"
        );
    }
}

#[test]
fn the_commands_plan_play_and_merge() {
    let table = planned(EXPERIMENT, "3");
    let told = table.good(&["run", "e.toml", "--out", "one"]);
    // A worker needs only the plan.
    fs::remove_dir_all(table.path().join("strategies")).expect("a folder");
    fs::remove_file(table.path().join("e.toml")).expect("a file");
    assert!(
        table
            .good(&["run", "--plan", "plan.json", "--shard", "0"])
            .starts_with("shard 0 of 3 (20 blocks from 0 to 19): 80 matches in ")
    );
    let of_task = |variable: &str, number: &str| {
        output(table.command(&["run", "--plan", "plan.json"]).env(variable, number))
    };
    assert!(text(&of_task("PARALLEL_SEQ", "3").stdout).starts_with("shard 2 of 3"));
    assert_eq!(of_task("SLURM_ARRAY_TASK_ID", "3").status.code(), Some(1));
    let (code, said) = refused(&table, &["merge", "plan.json"]);
    assert_eq!(code, Some(3));
    assert_eq!(
        said,
        "error: plan.shards: the shards of plan.json cannot be merged, so nothing is written\n  shard 1, blocks 20 to 39\n\
         This plays the missing blocks:\n    fairdeal run --plan plan.json --shard 1\n--allow-gaps merges the first 20 blocks\n"
    );
    assert!(!table.path().join("results").exists());
    assert!(text(&of_task("SLURM_ARRAY_TASK_ID", "1").stdout).starts_with("shard 1 of 3"));
    assert!(
        table.good(&["run", "--plan", "plan.json", "--shard", "0-1"]).contains("is there already")
    );
    assert_eq!(table.good(&["merge", "plan.json"]).replace("results/e", "one"), told);
    are_the_same(&table, "one", "results/e");
}

#[cfg(unix)]
#[test]
fn a_vanished_folder_of_shards_is_created_again() {
    let table = planned(EXPERIMENT, "3");
    let (path, folder) = (table.path().join("plan.json"), table.path().join("plan.shards"));
    let file = PlanFile::read(&path).expect("a plan");
    let plan = file.experiment(&Crisps, &path).expect("a plan");
    let remove = || fs::remove_dir_all(&folder).expect("it is there");
    let (told, played) = vanishing(&remove, |session| {
        file.play_shard(&plan, session, &folder, &file.shards[0].blocks())
    });
    assert!(matches!(played, Ok(PlayedShard::Played(_))), "{played:?}");
    assert_eq!(told, [format!("FolderVanished({folder:?})")]);
    assert!(ShardFile::read(&file.shard_path(&folder, &file.shards[0].blocks())).is_ok());
}

/// Printed commands can be typed unchanged.
#[test]
fn paths_with_spaces_are_one_word() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT).file("strategies/crisps/mine.toml", MINE);
    let told = table.good(&["plan", "e.toml", "--shards", "2", "--out", "my plan.json"]);
    for command in ["run --plan 'my plan.json' --shard 0 ", "merge 'my plan.json'\n"] {
        assert!(told.contains(&format!("\n    fairdeal {command}")), "{told}");
    }
    let (_, said) = refused(&table, &["merge", "my plan.json", "all shards"]);
    assert!(
        said.contains("\n    fairdeal run --plan 'my plan.json' --shard 0-1 --out 'all shards'"),
        "{said}"
    );
}

/// The page is written before the summary, whose reader may close it early.
#[test]
fn a_closed_pipe_costs_no_page() {
    let table = planned(EXPERIMENT, "1");
    table.good(&["run", "--plan", "plan.json", "--shard", "0"]);
    for (arguments, page) in [
        (&["run", "e.toml", "--report", "--out", "one"][..], "one/report.html"),
        (&["merge", "plan.json", "--report"], "results/e/report.html"),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ended = table
            .command(arguments)
            .stdout(writer)
            .stderr(Stdio::null())
            .status()
            .expect("it starts");
        assert!(ended.success() && table.path().join(page).exists(), "{page}: {ended}");
    }
}

#[test]
fn gaps_are_merged_only_on_request() {
    let table = planned(EXPERIMENT, "6");
    table.good(&["run", "--plan", "plan.json", "--shard", "0,1,4", "--out", "here"]);
    let (code, said) = refused(&table, &["merge", "plan.json", "here"]);
    assert_eq!(code, Some(3));
    assert!(
        said.contains("    fairdeal run --plan plan.json --shard 2-3,5 --out here\n"),
        "{said}"
    );
    assert!(
        table
            .good(&["merge", "plan.json", "here", "--allow-gaps"])
            .contains("shards are missing after 20 of 60 blocks")
    );
    let manifest = Results::read(&table.path().join("results/e")).expect("results").manifest;
    assert_eq!(
        (manifest.complete, manifest.blocks, manifest.missing),
        (false, 20, vec![[20, 39], [50, 59]])
    );
    assert!(table.read("results/e/answer.txt").contains("shards are missing"));
    // Other divisions fill the gaps as well.
    table.good(&["run", "--plan", "plan.json", "--range", "20-24", "--out", "here"]);
    let (_, said) = refused(&table, &["merge", "plan.json", "here"]);
    assert!(
        said.contains(
            "--shard 5 --out here\n    fairdeal run --plan plan.json --range 25-39 --out here\n"
        ),
        "{said}"
    );
    table.good(&["run", "--plan", "plan.json", "--range", "25-39", "--out", "here"]);
    table.good(&["run", "--plan", "plan.json", "--shard", "5", "--out", "here"]);
    table.good(&["merge", "plan.json", "here", "--out", "whole"]);
    table.good(&["run", "e.toml", "--out", "one"]);
    are_the_same(&table, "one", "whole");
}

#[test]
fn a_stopping_rule_says_which_shards_are_needed() {
    let experiment = EXPERIMENT.replace("blocks = 60", "blocks = 20")
        + "[stop]\nprecision = 0.012\nmax_blocks = 3000\n";
    let table = planned(&experiment, "12");
    let (code, said) = refused(&table, &["merge", "plan.json"]);
    assert_eq!(code, Some(3));
    assert!(
        said.contains(
            "nothing is known yet at the first look; the next look is after 256, for which these are missing:\n  blocks 0 to 255\n"
        ),
        "{said}"
    );
    let mut played = 0;
    while let (Some(3), said) = refused(&table, &["merge", "plan.json"]) {
        assert!(played == 0 || said.contains("the run may not end yet after "), "{said}");
        let printed = said.lines().find_map(|line| line.trim().strip_prefix("fairdeal "));
        let printed = printed.expect("the command that plays what is missing");
        table.good(&printed.split(' ').collect::<Vec<_>>());
        played += 1;
    }
    table.good(&["run", "e.toml", "--out", "one"]);
    are_the_same(&table, "one", "results/e");
    let manifest = Results::read(&table.path().join("one")).expect("results").manifest;
    assert!(manifest.ended_early && (2..20).contains(&played), "{played} times");
    // The length of a run without a bound is unknown.
    table.file("endless.toml", &experiment.replace("max_blocks = 3000\n", ""));
    let (code, said) = refused(&table, &["plan", "endless.toml"]);
    assert!(code == Some(1) && said.contains("`--blocks N`"), "{said}");
    assert!(
        table
            .good(&["plan", "endless.toml", "--blocks", "50", "--out", "ended.json"])
            .contains("ended.json")
    );
}

#[test]
fn another_program_or_a_changed_plan_is_refused() {
    let table = planned(EXPERIMENT, "2");
    let whole = table.read("plan.json");
    let run = ["run", "--plan", "plan.json", "--shard", "0"];
    for (from, to, said) in [
        ("\"fairdeal\": \"", "\"fairdeal\": \"9.", "fairdeal 9."),
        ("\"fingerprint\": \"", "\"fingerprint\": \"0", "its checksum does not match"),
        ("\"face_up_draw\": false", "\"face_up_draw\": true", "its checksum does not match"),
        ("\"name\": \"e\"", "\"name\": \"../e\"", "that can be that of a folder"),
        ("\"last\": 29", "\"last\": 28", "not all of its blocks"),
    ] {
        assert!(whole.contains(from));
        table.file("plan.json", &whole.replacen(from, to, 1));
        let (code, found) = refused(&table, &run);
        assert!(code == Some(1) && found.contains(said), "{found}");
    }
    table.file("plan.json", &whole[..whole.len() / 2]);
    assert!(refused(&table, &run).1.contains("it is no plan"));
    assert!(!table.files().iter().any(|name| is_shard(name)));
    table.file("notes.json", "{}");
    assert_eq!(refused(&table, &["plan", "e.toml", "--out", "notes.json"]).0, Some(1));
    assert_eq!(table.read("notes.json"), "{}");
}

/// A killed worker leaves no counts; the next one plays its shard.
#[cfg(unix)]
#[test]
fn a_worker_killed_twice_only_costs_time() {
    let table = planned(&EXPERIMENT.replace("blocks = 60", "blocks = 15000"), "2");
    let folder = table.path().join("plan.shards");
    for killed_after in [0, 20] {
        let mut command = table.command(&["run", "--plan", "plan.json", "--shard", "0"]);
        let mut worker = Running::start(command.stdout(Stdio::piped()));
        // It makes the folder before it plays.
        while !folder.exists() && worker.try_wait().expect("it is there").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        std::thread::sleep(std::time::Duration::from_millis(killed_after));
        worker.kill().expect("it is there");
        assert_eq!(
            worker.wait().expect("it ends").code(),
            None,
            "it was killed before it was through"
        );
        assert!(!table.files().iter().any(|name| is_shard(name)), "{:?}", table.files());
        assert_eq!(refused(&table, &["merge", "plan.json"]).0, Some(3));
        fs::remove_dir_all(&folder).expect("a folder");
    }
    table.good(&["run", "--plan", "plan.json", "--shard", "0-1"]);
    table.good(&["merge", "plan.json"]);
    table.good(&["run", "e.toml", "--out", "one"]);
    are_the_same(&table, "one", "results/e");
}

/// On a full disk no file with the name of a shard is left, and trying again is worthwhile.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stderr, reason = "it says why it is skipped")]
#[test]
fn a_full_disk_leaves_no_shard() {
    let table = planned(EXPERIMENT, "2");
    fs::create_dir(table.path().join("small")).expect("a folder");
    let program = assert_cmd::cargo::cargo_bin!("fairdeal").display().to_string();
    let mounted =
        "mount -t tmpfs -o size=8k none small && head -c 8192 /dev/zero > small/full || exit 77";
    let script = format!(
        "{mounted}; {program} run --plan plan.json --shard 0 --out small; code=$?; ls -A small; exit $code"
    );
    let output = table.program("unshare", &["-rm", "sh", "-c", &script]).output();
    let Some(output) = output.ok().filter(|output| {
        output
            .status
            .code()
            .is_some_and(|code| code == 3 || !text(&output.stderr).contains("unshare"))
    }) else {
        return eprintln!("skipped: this system lets nobody but root mount a small disk");
    };
    if output.status.code() == Some(77) {
        return eprintln!("skipped: no small disk could be mounted");
    }
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(!text(&output.stdout).lines().any(is_shard), "{}", text(&output.stdout));
    assert!(
        text(&output.stderr).contains("No space left") || text(&output.stderr).contains("full"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn ladders_and_ratings_can_be_asked_by_a_file() {
    let table = Table::new();
    let weak = "kind = \"ismcts\"\n[parameters]\niterations = 2\n";
    table.file("strategies/crisps/weak.toml", weak).file("strategies/crisps/exploiter.toml", weak);
    let ladder = "game = \"crisps\"\nblocks = 12\n[ladder]\nstrategies = [\"random\", \"weak\"]\ndoublings = 2\nexploiters = true\n";
    table.file("climb.toml", ladder).file(
        "meet.toml",
        "game = \"crisps\"\nblocks = 20\n[ladder]\nstrategies = [\"random\", \"greedy\"]\n",
    );
    for (name, has) in [("climb", "ladder.csv"), ("meet", "pairs.csv")] {
        table.good(&[
            "plan",
            &format!("{name}.toml"),
            "--shards",
            "3",
            "--out",
            &format!("{name}.json"),
        ]);
        table.good(&["run", "--plan", &format!("{name}.json"), "--shard", "0-2"]);
        table.good(&["merge", &format!("{name}.json")]);
        table.good(&["run", &format!("{name}.toml"), "--out", "one"]);
        are_the_same(&table, "one", &format!("results/{name}"));
        assert!(table.path().join("one").join(has).exists(), "{:?}", table.files());
        fs::remove_dir_all(table.path().join("one")).expect("a folder");
    }
    let with = table.read("results/climb/ladder.csv");
    table.file(
        "alone.toml",
        &ladder.replace("exploiters = true", "").replace("doublings = 2", "doublings = 0"),
    );
    table.good(&["run", "alone.toml"]);
    let exploiters = |text: &str| -> Vec<String> {
        let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let place = rows
            .next()
            .and_then(|names| names.iter().position(|name| *name == "exploiter_win_rate"))
            .expect("a column");
        rows.map(|row| row[place].to_owned()).collect()
    };
    assert!(exploiters(&with).iter().any(|rate| !rate.is_empty()), "{with}");
    assert_eq!(exploiters(&table.read("results/alone/ladder.csv")), ["", ""]);
    // Unreadable counts are not taken for missing ones.
    table.file(
        "climb.json",
        &table.read("climb.json").replacen("\"earlier\": \"", "\"earlier\": \"H4sI", 1),
    );
    let (code, said) = refused(&table, &["run", "--plan", "climb.json", "--shard", "0"]);
    assert!(
        code == Some(1) && said.contains("it is no plan: `earlier` does not hold counts"),
        "{said}"
    );
    let refuse = |text: &str| {
        table.file("wrong.toml", text);
        refused(&table, &["run", "wrong.toml"]).1
    };
    assert!(refuse(&ladder.replace("\"weak\"", "\"weka\"")).contains("did you mean `weak`?"));
    assert!(
        refuse(&format!("{ladder}[[lineup]]\nstrategies = [\"random\", \"weak\"]\n"))
            .contains("no other line-ups")
    );
    assert!(refuse(&ladder.replace("doublings", "doubling")).contains("did you mean `doublings`?"));
}
