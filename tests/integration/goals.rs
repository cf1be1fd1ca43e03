//! What a designer wants of a game ([goal] of an experiment): judged, asked for and refused.

use std::collections::BTreeSet;

use fairdeal::experiment::{Experiment, Overrides, Plan, parse};
use fairdeal::findings::{Analysis, Bound, Terms};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Document;
use fairdeal::results::Results;
use fairdeal::rows::{GoalRow, Verdict};
use serde_json::json;

use crate::again::contents;
use crate::support::table::{Table, text};
use crate::support::{play, session};

/// Two line-ups of equals and a mixed one, three sets of rules, and goals of every kind.
fn asked(blocks: u64) -> Experiment {
    let analysis = Analysis {
        win_rate_tolerance: Some(0.02),
        length_tolerance: Some(0.01),
        share_tolerance: Some(0.01),
        ..Analysis::default()
    };
    Experiment::new(&Crackpipe, "wanted")
        .seed(4)
        .blocks(blocks)
        .analysis(analysis)
        .variant("none", &["jokers_per_deck=0"])
        .variant("cherry", &["cherry=true"])
        .lineup(["random", "random"])
        .lineup(["greedy", "greedy"])
        .lineup(["greedy", "random"])
        .goal("seats", "fair")
        .goal("going_first", json!({"between": [0.45, 0.5]}))
        .goal("shared_wins", json!({"at_most": "baseline"}))
        .goal("length", json!({"unit": "turns", "between": [35, 40.5], "weight": 2}))
        .goal("length_p95", "baseline")
        .goal("comebacks", json!({"at_least": 0.25}))
        .goal("minutes", json!({"at_most": 12, "seconds": {"turns": 20, "decisions": 1}}))
        .goal("skill", json!({"strategies": ["greedy", "random"], "at_least": 0.9}))
}

fn rows_of<'a>(results: &'a Results, variant: &str, goal: &str) -> Vec<&'a GoalRow> {
    let is_it = |row: &&GoalRow| row.cell.variant == variant && row.goal == goal;
    results.goals.iter().filter(is_it).collect()
}

#[test]
fn every_goal_is_judged_at_its_line_ups() {
    let plan = asked(3000).plan().expect("a plan");
    let results = session().run(&plan).expect("a run").results;
    for variant in ["designer", "none", "cherry"] {
        let lineups = |goal: &str| -> Vec<&str> {
            rows_of(&results, variant, goal).iter().map(|row| row.cell.lineup.as_str()).collect()
        };
        let equals = ["random vs random", "greedy vs greedy"];
        assert_eq!(lineups("length"), equals);
        assert_eq!(lineups("seats"), [equals[0], equals[0], equals[1], equals[1]]);
        assert_eq!(lineups("skill"), ["greedy vs random"]);
    }
    let mut verdicts = BTreeSet::new();
    for row in &results.goals {
        let GoalRow { at_least, at_most, low, high, difference, .. } = row;
        let told = format!("{row:?}");
        let Some(verdict) = row.judged.verdict else { panic!("not judged: {told}") };
        verdicts.insert(format!("{verdict:?}"));
        let is_relative = matches!(row.goal.as_str(), "shared_wins" | "length_p95");
        if row.cell.variant == "designer" && is_relative {
            assert_eq!((verdict, row.beyond, difference), (Verdict::Meets, Some(0.0), &None));
            continue;
        }
        let tolerance = |bound: f64| match row.goal.as_str() {
            "length" | "minutes" => 0.01 * bound,
            _ => row.judged.tolerance,
        };
        // Relative to the baseline, the difference from it decides; at 0 there are no bounds.
        let (least, most, low, high) = if is_relative {
            let most = at_most.map(|_| row.judged.tolerance);
            (at_least.map(|_| -row.judged.tolerance), most, row.difference_low, row.difference_high)
        } else {
            let widened =
                |bound: &Option<f64>, sign: f64| bound.map(|bound| bound + sign * tolerance(bound));
            (widened(at_least, -1.0), widened(at_most, 1.0), *low, *high)
        };
        let Some((low, high)) = low.zip(high) else { continue };
        let (least, most) = (least.unwrap_or(f64::MIN), most.unwrap_or(f64::MAX));
        match verdict {
            Verdict::Meets => assert!(low >= least && high <= most, "{told}"),
            Verdict::Misses => assert!(low > most || high < least, "{told}"),
            _ => assert_eq!(verdict, Verdict::NotSettled, "{told}"),
        }
        if is_relative {
            continue;
        }
        let value = row.estimate.expect("a value");
        let below = at_least.map_or(0.0, |bound| (bound - value) / tolerance(bound));
        let above = at_most.map_or(0.0, |bound| (value - bound) / tolerance(bound));
        let beyond = row.beyond.expect("a tolerance");
        assert!((beyond - below.max(above).max(0.0)).abs() < 1e-9, "{told}");
    }
    assert_eq!(verdicts.len(), 3, "the example shows every verdict: {verdicts:?}");
}

/// Of two seats, one loses what the other wins: they are one test among those that are corrected
/// for each other, unless the bounds are not the same for both.
#[test]
fn seats_of_two_are_tested_once() {
    let size = |players: usize, goal: serde_json::Value| {
        let plan = Experiment::new(&Crackpipe, "wanted")
            .blocks(500)
            .lineup(vec!["random"; players])
            .goal("seats", goal)
            .plan()
            .expect("a plan");
        let results = session().run(&plan).expect("a run").results;
        assert_eq!(results.goals.len(), players, "a row a seat");
        let judged = |row: &GoalRow| (row.judged.p_bound_adjusted, row.judged.verdict);
        let [first, .., last] = &results.goals[..] else { panic!("seats") };
        if first.judged.family_size == 1 {
            assert_eq!(judged(first), judged(last));
        }
        first.judged.family_size
    };
    assert_eq!(size(2, json!("fair")), 1);
    assert_eq!(size(2, json!({"between": [0.48, 0.52]})), 1);
    assert_eq!(size(2, json!({"at_least": 0.4})), 2);
    assert_eq!(size(3, json!("fair")), 3);
}

/// A search minimises what the table calls beyond: the terms of its loss, from the counts of a
/// whole run, are the same numbers.
#[test]
fn the_loss_of_a_search_is_made_of_the_same_distances() {
    let plan = asked(400).plan().expect("a plan");
    let counts = play(&plan, 2);
    let results = crate::support::results(&plan, &counts);
    let goals = plan.goals().expect("goals");
    let found = Terms::new(goals, plan.layout(), *plan.analysis());
    let terms = found.terms();
    assert_eq!(terms.len(), goals.list.len() + 1, "one more is about games that do not end");
    let mut beyond_somewhere = 0;
    for (place, variant) in plan.variants().iter().enumerate() {
        let means = found.means(&counts.cells, place);
        for (goal, term) in goals.list.iter().zip(&terms) {
            let distances = term.bounds.iter().map(|bound| {
                let value = means[bound.mean];
                let below = bound.low.map_or(0.0, |low| low - value);
                let above = bound.high.map_or(0.0, |high| value - high);
                below.max(above) / bound.tolerance
            });
            let of_term = distances.fold(0.0, f64::max);
            let rows = rows_of(&results, &variant.name, &goal.name);
            let of_rows = rows.iter().map(|row| row.beyond.expect("known")).fold(0.0, f64::max);
            let heavier = (term.weight - rows[0].weight).abs();
            assert!(heavier < 1e-12, "{}", goal.name);
            let off = (of_term - of_rows).abs();
            assert!(off < 1e-6, "{} of {}: {of_term} {of_rows}", goal.name, variant.name);
            let is_relative = [goal.at_least, goal.at_most].contains(&Some(Bound::Baseline));
            beyond_somewhere += usize::from(of_rows > 0.0 && is_relative);
        }
    }
    assert!(beyond_somewhere > 0, "the example shows differences from the baseline");
}

#[test]
fn other_goals_judge_the_same_games_again() {
    let table = Table::new();
    let with = |goal: &str| {
        let text = format!(
            "game = \"crackpipe\"\nblocks = 400\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"none\"\nrules = {{ jokers_per_deck = 0 }}\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n{goal}"
        );
        table.file("e.toml", &text);
        let output = table.run(&["run", "e.toml", "--out", "there"]);
        assert!(output.status.success(), "{}", text_of(&output));
        text_of(&output)
    };
    assert!(!with("").contains("nothing was played"));
    let without = contents(&table, "there");
    assert!(!table.files().iter().any(|file| file.ends_with("goals.csv")));
    for goal in [
        "[goal]\nseats = \"fair\"\n",
        "[goal]\nlength = \"baseline\"\ncomebacks = { at_least = 0.1, weight = 2 }\n",
    ] {
        assert!(with(goal).contains("nothing was played"), "{goal}");
        assert!(table.read("there/goals.csv").lines().count() > 2);
    }
    let answer = table.read("there/answer.txt");
    assert!(answer.contains("Your goals"), "{answer}");
    assert!(with("").contains("nothing was played"));
    assert!(contents(&table, "there") == without, "the goals left nothing behind");
}

fn text_of(output: &std::process::Output) -> String {
    text(&output.stderr)
}

#[test]
fn the_exit_code_says_whether_goals_are_met() {
    let table = Table::new();
    let run = |goal: &str, blocks: u32, options: &[&str]| {
        let experiment = format!(
            "game = \"crackpipe\"\nblocks = {blocks}\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n{goal}"
        );
        table.file("e.toml", &experiment);
        let output = table.run(&[&["run", "e.toml", "--quiet"], options].concat());
        (output.status.code(), text_of(&output))
    };
    let (met, missed) = ("going_first = { at_most = 0.9 }", "length = { at_most = 1 }");
    let open = "going_first = { at_most = 0.43 }";
    for (goal, blocks, code) in [
        (met, 400, 0),
        (missed, 400, 4),
        (open, 8, 5),
        // A goal that is missed weighs more than one that is not settled.
        (&format!("{open}\n{missed}"), 8, 4),
    ] {
        let goal = format!("[goal]\n{goal}\n");
        assert_eq!(run(&goal, blocks, &["--check"]), (Some(code), String::new()), "{goal}");
        assert_eq!(run(&goal, blocks, &[]), (Some(0), String::new()), "only with --check");
    }
    let (code, said) = run("", 8, &["--check"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("`[goal]` is missing") && said.contains("--check"), "{said}");
}

#[test]
fn a_match_has_goals() {
    let table = Table::new();
    let arguments = ["match", "crackpipe", "--strategies", "random,random", "--blocks", "400"];
    let with = |more: &[&str]| {
        let output = table.run(&[&arguments[..], more].concat());
        (output.status.code(), text(&output.stdout) + &text_of(&output))
    };
    let goals = ["--goal", "seats=fair", "--goal", "shared_wins={at_most=0.03}"];
    let (code, said) = with(&[&goals[..], &["--check", "--tolerance", "0.2"]].concat());
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("Your goals: the rules meet all of them"), "{said}");
    let (code, said) = with(&["--goal", "length={at_most=1}", "--check"]);
    assert_eq!(code, Some(4), "{said}");
    assert!(said.contains("goals: designer: misses length\n"), "{said}");
    let (code, said) = with(&["--check"]);
    assert!(code == Some(1) && said.contains("[goal]"), "{said}");
    for (goal, expected) in [
        ("seat=fair", "did you mean `seats`"),
        ("seats=equal", "\"fair\""),
        ("seats", "--goal"),
        ("shared_wins={at_most=3}", "from 0 to 1"),
    ] {
        let (code, said) = with(&["--goal", goal]);
        assert!(code == Some(1) && said.contains(expected), "{goal}: {said}");
    }
    assert!(table.files().is_empty());
}

#[test]
fn a_match_compares_rules_with_the_designers() {
    let table = Table::new();
    let arguments = [
        "match", "crackpipe", "--strategies", "random,random", "--blocks", "60", "--set",
        "jokers_per_deck=0", "--out", "there", "--quiet",
    ];
    table.good(&arguments);
    assert!(!table.files().iter().any(|file| file == "there/comparisons.csv"));
    table.good(&[&arguments[..], &["--compare"]].concat());
    let compared = table.read("there/comparisons.csv");
    assert!(
        compared.contains("crackpipe,designer jokers_per_deck=0,random vs random,"),
        "{compared}"
    );
    let variants = table.read("there/variants.csv");
    assert!(variants.contains("crackpipe,designer,"), "{variants}");
    // Goals may be relative to these.
    let output = table
        .run(&[&arguments[..], &["--compare", "--check", "--goal", "length=baseline"]].concat());
    assert!([0, 4, 5].map(Some).contains(&output.status.code()), "{}", text_of(&output));
    let output = table.run(&["match", "crackpipe", "--compare"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text_of(&output).contains("--set"), "{}", text_of(&output));
}

/// A sweep over presets plays the same games as variants with these presets.
#[test]
fn presets_in_a_sweep_are_variants() {
    let experiment = || Experiment::new(&Crisps, "e").blocks(60).lineup(["greedy", "random"]);
    let swept = experiment().sweep_presets(&["designer", "bga"]);
    let by_name = Document::parse(
        "e.toml",
        "game = \"crisps\"\nblocks = 60\nbaseline = \"designer\"\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"bga\"\npreset = \"bga\"\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n",
    );
    let by_name = by_name.expect("TOML");
    let by_name = parse(&Crisps, &by_name, Overrides::default()).expect("a plan");
    let swept = swept.plan().expect("a plan");
    let names =
        |plan: &Plan| plan.variants().iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&swept), names(&by_name));
    assert_eq!(play(&swept, 1).cells, play(&by_name, 1).cells);
}

/// A file with one line of [goal], and what the message about it says.
#[test]
fn mistakes_in_goals_name_the_line_and_what_is_allowed() {
    let file = |goal: &str| {
        format!(
            "game = \"crackpipe\"\nblocks = 40\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[goal]\n{goal}\n"
        )
    };
    let refused = |goal: &str| {
        let document = Document::parse("f.toml", file(goal)).expect("TOML");
        let refused = parse(&Crackpipe, &document, Overrides::default());
        refused.map(|_| goal.to_owned()).expect_err("refused").to_string()
    };
    for (goal, expected) in [
        ("", &["f.toml:5", "`a goal` is missing", "seats = \"fair\""][..]),
        ("seat = \"fair\"", &["f.toml:6: unknown key `seat`", "`[goal]`", "did you mean `seats`"]),
        ("win_rate = \"fair\"", &["f.toml:6: unknown key `win_rate`"]),
        ("seats = \"equal\"", &["f.toml:6", "`seats`", "\"equal\"", "\"fair\", or { at_most"]),
        ("seats = { at_most = 0.4 }", &["f.toml:6", "2 seats", "0.500, or \"fair\""]),
        ("ties = { at_most = 0.1 }", &["f.toml:6", "did you mean `shared_wins`", "docs/"]),
        ("ending = { at_least = 0.9 }", &["f.toml:6", "`reason` is missing", "stash emptied"]),
        ("seats = 0.5", &["f.toml:6", "`seats`", "0.5", "\"fair\""]),
        ("seats = \"baseline\"", &["f.toml:6", "`seats` cannot be \"baseline\""]),
        ("length = \"fair\"", &["f.toml:6", "`length` cannot be \"fair\"", "\"baseline\""]),
        ("skill = \"fair\"", &["f.toml:6", "`skill`", "allowed: { strategies = ["]),
        ("minutes = \"baseline\"", &["f.toml:6", "`minutes`", "allowed: { seconds = {"]),
        ("shared_wins = {}", &["f.toml:6", "`a bound` is missing", "at_most = a share"]),
        ("shared_wins = { most = 0.1 }", &["f.toml:6", "unknown key `most`", "at_most"]),
        ("shared_wins = { at_most = \"2%\" }", &["f.toml:6", "`at_most`", "did you mean `0.02`"]),
        ("shared_wins = { at_most = 2 }", &["f.toml:6", "`at_most`", "0.02", "from 0 to 1"]),
        ("shared_wins = { at_most = \"fair\" }", &["f.toml:6", "`at_most`", "\"baseline\" (as by"]),
        ("shared_wins = { at_most = true }", &["f.toml:6", "from 0 to 1"]),
        ("length = { at_most = true }", &["f.toml:6", "`at_most`", "a number from"]),
        ("length = { between = [45, 30] }", &["f.toml:6", "larger one", "[30, 45]"]),
        ("length = { between = [30] }", &["f.toml:6", "[low, high]"]),
        ("length = { between = [30, 40], at_most = 9 }", &["f.toml:6", "`between` beside"]),
        ("length = { at_least = 9, at_most = 8 }", &["`at_least` = 9 above `at_most` = 8"]),
        ("length = { at_least = \"baseline\", at_most = 8 }", &["the baseline's value beside"]),
        ("length = { unit = \"turn\", at_most = 9 }", &["unit of length `turn`", "`turns`"]),
        ("ending = { reason = \"bored\", at_most = 0.1 }", &["unknown", "`bored`"]),
        ("seats = { unit = \"turns\", at_most = 1 }", &["f.toml:6", "unknown key `unit`"]),
        ("length = { at_most = 9, weight = 0 }", &["f.toml:6", "`weight`", "0.001"]),
        ("minutes = { at_most = 9 }", &["`seconds` is missing", "turns = 20"]),
        ("minutes = { at_most = 9, seconds = { turn = 1 } }", &["unknown key `turn`", "`turns`"]),
        ("minutes = { at_most = 9, seconds = {} }", &["`a unit of length` is missing"]),
        ("skill = { at_least = 0.6 }", &["`strategies` is missing", "the better one first"]),
        ("skill = { strategies = [\"greedy\"], at_least = 0.6 }", &["f.toml:6", "two strategies"]),
        (
            "skill = { strategies = [\"greedy\", \"random\"], at_least = 0.6 }",
            &["f.toml:6", "no line-up of `greedy` against `random`", "[[lineup]]"],
        ),
        (
            "seats = \"fair\"\nstrategies = [\"random\"]",
            &["no line-up of `random` alone", "[[lineup]]"],
        ),
        ("neighbours = { at_most = 0.1 }", &["f.toml:6", "`neighbours`", "no line-up shows"]),
    ] {
        let said = refused(goal);
        for part in expected {
            assert!(said.contains(part), "{goal}\n  lacks {part}:\n{said}");
        }
        assert!(said.len() < 2000, "{said}");
    }
}

/// A block that is the same by both rules is no reason to say that they never differ.
#[test]
fn a_single_block_says_nothing_of_what_never_changes() {
    let answer = |blocks: &str| {
        let table = Table::new();
        let set = ["match", "crisps", "--strategies", "greedy,greedy", "--set", "hand_size=6"];
        let output = table.run(&[&set[..], &["--compare", "--blocks", blocks]].concat());
        text(&output.stdout)
    };
    assert!(!answer("1").contains("never changes"), "{}", answer("1"));
    assert!(answer("400").contains("never changes"), "{}", answer("400"));
}
