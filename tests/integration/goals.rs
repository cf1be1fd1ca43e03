//! What a designer wants of a game ([goal] of an experiment): judged, asked for and refused.

use std::collections::BTreeSet;

use fairdeal::experiment::{Experiment, Overrides, Plan, parse};
use fairdeal::findings::{Analysis, Bound, Terms};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::games::crypto_cards::CryptoCards;
use fairdeal::input::Document;
use fairdeal::registry::GAMES;
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

/// `--check` is judged wherever there are results, and refused where there are none.
#[test]
fn check_goes_with_what_can_be_judged() {
    let table = Table::new();
    let file = |goal: &str, blocks: u32| {
        let text = format!(
            "game = \"crackpipe\"\nblocks = {blocks}\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n[goal]\n{goal}\n"
        );
        table.file("e.toml", &text);
    };
    let run = |options: &[&str]| {
        let output = table.run(&[&["run", "e.toml", "--quiet"], options].concat());
        (output.status.code(), text_of(&output))
    };
    for (goal, blocks, code) in [
        ("going_first = { at_most = 0.9 }", 400, 0),
        ("length = { at_most = 1 }", 400, 4),
        ("going_first = { at_most = 0.43 }", 8, 5),
    ] {
        file(goal, blocks);
        for options in [&["--check"][..], &["--check", "--rewrite"], &["--check", "--force"]] {
            assert_eq!(run(options), (Some(code), String::new()), "{goal} {options:?}");
        }
        assert_eq!(run(&["--rewrite"]), (Some(0), String::new()), "only with --check");
        table.good(&["plan", "e.toml", "--shards", "1", "--quiet"]);
        let shard = ["run", "--plan", "plan.json", "--shard", "0", "--quiet"];
        let checked = table.run(&[&shard[..], &["--check"]].concat());
        assert_eq!(checked.status.code(), Some(2), "a shard is not judged");
        table.good(&shard);
        let merged = table.run(&["merge", "plan.json", "--quiet", "--check", "--out", "merged"]);
        assert_eq!(merged.status.code(), Some(code), "{}", text_of(&merged));
        std::fs::remove_dir_all(table.path().join("merged")).expect("it was written");
        std::fs::remove_dir_all(table.path().join("plan.shards")).expect("it was written");
        std::fs::remove_file(table.path().join("plan.json")).expect("it was written");
    }
    assert_eq!(run(&["--check", "--dry-run"]).0, Some(2), "nothing is played");
    let without =
        "game = \"crackpipe\"\nblocks = 4\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n";
    table.file("e.toml", without);
    table.good(&["run", "e.toml", "--quiet"]);
    for options in [&["--check"][..], &["--check", "--rewrite"]] {
        let (code, said) = run(options);
        assert!(code == Some(1) && said.contains("`[goal]` is missing"), "{options:?}: {said}");
    }
    table.good(&["plan", "e.toml", "--shards", "1", "--quiet"]);
    table.good(&["run", "--plan", "plan.json", "--shard", "0", "--quiet"]);
    let merged = table.run(&["merge", "plan.json", "--quiet", "--check"]);
    let said = text_of(&merged);
    assert!(merged.status.code() == Some(1) && said.contains("`[goal]` is missing"), "{said}");
}

/// Every reason that a game can end for may be a goal; others are refused with these.
#[test]
fn every_reason_to_end_may_be_a_goal() {
    let table = Table::new();
    table.file("following.py", crate::tune::FOLLOWING);
    let games = GAMES.descriptions().map(|game| game.name.to_owned());
    for game in games.chain([table.path().join("following.py").display().to_string()]) {
        let plan_of = |reason: &str, goal: &str| {
            let text = format!(
                "game = {game:?}\nblocks = 40\n[goal]\nending = {{ reason = {reason:?}, {goal} }}\n[[lineup]]\nstrategies = [\"random\"]\nplayers = 2\n"
            );
            let document = Document::parse("f.toml", &text).expect("TOML");
            let game =
                fairdeal::experiment::game_of(fairdeal::game::GAMES, &document).expect("a game");
            (game, parse(game, &document, Overrides::default()).map_err(|error| error.to_string()))
        };
        let (description, refused) = plan_of("bored", "at_most = 0.1");
        let (reasons, said) =
            (description.description().end_reasons, refused.expect_err("unknown"));
        let mut sum = 0.0;
        for reason in reasons {
            assert!(said.contains(reason), "{game}: {reason} is not named: {said}");
            let (_, plan) = plan_of(reason, "at_most = 0.1");
            let plan = plan.unwrap_or_else(|error| panic!("{game}: {reason}: {error}"));
            let results = session().run(&plan).expect("a run").results;
            let [row] = &results.goals[..] else { panic!("{game}: {:?}", results.goals) };
            assert_eq!(row.subject, *reason);
            sum += row.estimate.expect("a share");
            let verdict = row.judged.verdict.expect("a verdict");
            let share = row.estimate.expect("a share");
            assert!(share > 0.0 || verdict == Verdict::Meets, "{game}: {reason}: {verdict:?}");
            assert!(share < 0.5 || verdict == Verdict::Misses, "{game}: {reason}: {verdict:?}");
        }
        assert!((sum - 1.0).abs() < 1e-9, "{game}: all games end for one reason: {sum}");
    }
}

/// Where nearly no game ends, how games end says nothing; how many do not end is known.
#[test]
fn goals_about_too_few_games_are_not_judged() {
    let experiment = Experiment::new(&Crackpipe, "cut")
        .blocks(200)
        .variant("cut", &["max_turns=2"])
        .lineup(["random", "random"])
        .goal("shared_wins", json!({"at_most": 0.03}))
        .goal("ending", json!({"reason": "stash emptied", "at_most": 0.9}))
        .goal("unfinished_games", json!({"at_most": 0.02}))
        .goal("comebacks", json!({"at_most": 0.9}))
        .goal("length", json!({"at_most": 900}));
    let results = session().run(&experiment.plan().expect("a plan")).expect("a run").results;
    for goal in ["shared_wins", "ending", "unfinished_games", "comebacks", "length"] {
        let [cut, usual] =
            ["cut", "designer"].map(|variant| rows_of(&results, variant, goal)[0].judged.verdict);
        let of_cut = (goal == "unfinished_games").then_some(Verdict::Misses);
        assert_eq!(cut, of_cut, "{goal}");
        assert!(usual.is_some(), "{goal}");
    }
    // The answer says why.
    let experiment = Experiment::new(&Crackpipe, "cut")
        .blocks(200)
        .variant("cut", &["max_turns=2"])
        .lineup(["random", "random"])
        .goal("shared_wins", json!({"at_most": 0.03}));
    let results = session().run(&experiment.plan().expect("a plan")).expect("a run").results;
    let points = fairdeal::words::answer(&results, None).points;
    let goals = points.iter().find(|point| point.about == "Your goals").expect("a point");
    assert!(goals.text.contains("cut cannot be judged, since too few"), "{}", goals.text);
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
        ("", "`--goal` cannot be \"\""),
        (" ", "allowed: a goal"),
        ("length=baseline", "the only ones"),
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
        ("shared_wins = { at_most = \"2%\" }", &["f.toml:6", "`at_most`"]),
        ("shared_wins = { at_most = 2 }", &["f.toml:6", "`at_most`", "from 0 to 1"]),
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

/// Goals that every run meets, or none can meet, are refused with the reason.
#[test]
fn goals_without_sense_are_refused() {
    let refused = |goal: &str, more: &str, players: usize| {
        let text = format!(
            "game = \"crypto-cards\"\nblocks = 40\n[goal]\n{goal}\n{more}[[lineup]]\nstrategies = [\"random\"]\nplayers = {players}\n"
        );
        let document = Document::parse("f.toml", &text).expect("TOML");
        parse(&CryptoCards, &document, Overrides::default())
            .map_err(|error| error.to_string())
            .err()
    };
    let variant = "[[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\nrules.hand_size = 6\n";
    for (goal, more, said) in [
        ("length = \"baseline\"", "", "the only ones: they always meet it"),
        ("length = { at_most = \"baseline\" }", "", "the only ones"),
        ("length = { at_most = -5 }", "", "`length` with at_most = -5"),
        ("length = { at_least = 0 }", "", "all rules meet it"),
        ("length_p95 = { at_least = -1 }", "", "0 or more"),
        ("minutes = { at_most = -1, seconds = { turns = 9 } }", "", "0 or more"),
        ("shared_wins = { at_most = 1 }", "", "all rules meet it"),
        ("shared_wins = { between = [0, 1] }", "", "all rules meet it"),
        ("shared_wins = { at_most = 0.99 }", "", "this tolerance: all rules meet it"),
        ("going_first = { at_least = 0 }", "", "all rules meet it"),
        ("ending = { reason = \"max_turns\", at_most = 1 }", "", "all rules meet it"),
    ] {
        let found = refused(goal, more, 2).unwrap_or_else(|| panic!("{goal} is accepted"));
        assert!(found.contains(said) && found.starts_with("f.toml:4: "), "{goal}: {found}");
    }
    for (goal, more) in [
        ("length = \"baseline\"", variant),
        ("length = { at_least = 1 }", ""),
        ("shared_wins = { at_most = 0.9 }", ""),
        ("shared_wins = { between = [0, 0.5] }", ""),
        ("score = { at_least = -5 }", ""),
    ] {
        assert_eq!(refused(goal, more, 2), None, "{goal}");
    }
    for goal in ["seats = \"fair\"", "going_first = \"fair\""] {
        let text = format!(
            "game = \"solo.py\"\nblocks = 40\n[goal]\n{goal}\n[[lineup]]\nstrategies = [\"random\"]\n"
        );
        let table = Table::new();
        let solo = crate::tune::FOLLOWING.replace("players=(2, 4)", "players=(1, 2)");
        table.file("solo.py", &solo.replace("Following", "Solo"));
        table.file("e.toml", &text.replace("[\"random\"]", "[\"random\"]\nplayers = 1"));
        let output = table.run(&["run", "e.toml"]);
        let said = text_of(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let why =
            if goal.starts_with("seats") { "all players win or lose" } else { "no line-up shows" };
        assert!(said.contains(why), "{said}");
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
