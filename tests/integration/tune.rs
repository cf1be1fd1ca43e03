//! `fairdeal tune`: rules that meet goals, and weights of strategies, are searched for and
//! confirmed.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use fairdeal::experiment::{Overrides, Plan, Tune, parse};
use fairdeal::findings::Terms;
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crypto_cards::CryptoCards;
use fairdeal::input::Document;
use fairdeal::registry::GAMES;
use fairdeal::results::{KeptCounts, Results};
use fairdeal::rows::TuneRow;

use crate::again::contents;
#[cfg(unix)]
use crate::support::running::Running;
use crate::support::session;
use crate::support::table::{Table, text};

/// A search over six sets of rules with this budget.
fn search(blocks: &str) -> String {
    format!(
        "question = \"Which rules are fair?\"
game = \"crackpipe\"
seed = 1
[goal]
seats = \"fair\"
shared_wins = {{ at_most = 0.03 }}
length = \"baseline\"
[tune]
{blocks}
rules.jokers_per_deck = [0, 1, 2]
rules.cherry = [false, true]
[[lineup]]
strategies = [\"random\"]
players = 2
[analysis]
tolerance = {{ win_rate = 0.02, share = 0.02 }}
"
    )
}

fn with_search(blocks: u32) -> Table {
    let table = Table::new();
    table.file("e.toml", &search(&format!("blocks = {blocks}")));
    table
}

/// The files of a folder, apart from how long it took.
fn files(table: &Table, folder: &str) -> Vec<(String, String)> {
    let mut files = contents(table, folder);
    files.retain(|(name, _)| name != ".lock" && name != "timing.json");
    files
}

/// The names of files that differ.
fn differing(table: &Table, one: &str, other: &str) -> Vec<String> {
    let (one, other) = (files(table, one), files(table, other));
    let differs = |file: &&(String, String)| !other.contains(file);
    let missing = other.iter().filter(|(name, _)| !one.iter().any(|(known, _)| known == name));
    one.iter().filter(differs).chain(missing).map(|(name, _)| name.clone()).collect()
}

#[test]
fn the_files_are_the_same_however_a_search_is_run() {
    let table = with_search(3000);
    table.good(&["tune", "e.toml", "--threads", "1", "--quiet", "--out", "one"]);
    table.good(&["tune", "e.toml", "--threads", "2", "--quiet", "--out", "two"]);
    assert!(differing(&table, "one", "two").is_empty());
    table.good(&["run", "e.toml", "--quiet", "--out", "two", "--force"]);
    assert!(differing(&table, "one", "two").is_empty());
    // Nothing is played twice, neither of the search nor of its confirmation.
    let again = table.run(&["tune", "e.toml", "--out", "two"]);
    assert!(text(&again.stderr).contains("nothing was played"), "{}", text(&again.stderr));
    assert!(differing(&table, "one", "two").is_empty());
    // Shards: the search is played when the plan is made.
    table.good(&["plan", "e.toml", "--shards", "2", "--quiet"]);
    for shard in ["1", "0"] {
        table.good(&["run", "--plan", "plan.json", "--shard", shard, "--quiet"]);
    }
    table.good(&["merge", "plan.json", "--quiet", "--out", "merged"]);
    assert!(differing(&table, "one", "merged").is_empty());
}

#[test]
fn tables_and_answer_are_made_anew_from_the_counts() {
    let table = with_search(2000);
    table.good(&["tune", "e.toml", "--quiet", "--out", "one"]);
    let before = files(&table, "one");
    for file in ["tune.csv", "goals.csv", "answer.txt"] {
        fs::remove_file(table.path().join("one").join(file)).expect("it was written");
    }
    let output = table.run(&["run", "--rewrite", "e.toml", "--out", "one"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("made anew from the counts"), "{}", text(&output.stderr));
    assert!(files(&table, "one") == before);
}

/// Who waits learns what looks best so far; that it is no result is said as well.
#[test]
fn progress_names_what_looks_best_so_far() {
    let table = with_search(3000);
    let said = text(&table.run(&["tune", "e.toml", "--out", "one"]).stderr);
    let rounds: Vec<&str> = said.lines().filter(|line| line.starts_with("round ")).collect();
    assert_eq!(rounds.first(), Some(&"round 1 of the search"), "{said}");
    assert!(rounds.len() > 1, "{said}");
    for (round, place) in rounds.iter().zip(1..).skip(1) {
        let begin = format!("round {place} of the search; looks best so far (");
        assert!(round.starts_with(&begin) && round.contains(" tolerances off): "), "{said}");
    }
    assert!(said.contains(" sets of rules on fresh shuffles\n"), "{said}");
}

/// Starts a search that takes a while, and ends it when some of its rounds are written.
#[cfg(unix)]
fn ended_by(table: &Table, signal: rustix::process::Signal) -> (Option<i32>, String) {
    let mut command = table.command(&["tune", "e.toml", "--out", "there"]);
    let mut child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::piped()));
    let is_written = || {
        let names = fs::read_dir(table.path().join("there")).into_iter().flatten().flatten();
        names.into_iter().any(|file| {
            let name = file.file_name().display().to_string();
            name.starts_with("unfinished-") && file.metadata().is_ok_and(|file| file.len() > 2000)
        })
    };
    while !is_written() {
        assert_eq!(child.try_wait().expect("it is ours"), None, "it was to go on");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.send(signal);
    let output = child.output();
    (output.status.code(), text(&output.stderr))
}

#[cfg(unix)]
#[test]
fn a_search_that_was_ended_goes_on_and_gives_the_same_files() {
    use rustix::process::Signal;
    let table = with_search(400_000);
    let (code, said) = ended_by(&table, Signal::INT);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("interrupted during the search"), "{said}");
    assert!(said.contains("nothing is written"), "{said}");
    let half: Vec<String> = contents(&table, "there").into_iter().map(|(name, _)| name).collect();
    assert!(
        half.iter().all(|name| name.starts_with("unfinished-") || name == ".lock"),
        "no results of half a search: {half:?}"
    );
    ended_by(&table, Signal::KILL);
    table.good(&["tune", "e.toml", "--quiet", "--out", "there"]);
    table.good(&["tune", "e.toml", "--quiet", "--out", "alone"]);
    let differing = differing(&table, "there", "alone");
    assert!(differing.is_empty(), "{differing:?}");
}

fn plan(text: &str) -> Result<Plan, String> {
    let document = Document::parse("f.toml", text).expect("TOML");
    parse(&Crackpipe, &document, Overrides::default()).map_err(|error| error.to_string())
}

#[test]
fn proposals_are_named_by_what_differs_from_the_designers_rules() {
    let plan = plan(&search("blocks = 3000")).expect("a plan");
    let results = session().run(&plan).expect("a run").results;
    let rows = &results.tune;
    assert_eq!(rows.len(), 6, "so few blocks tell nothing apart: {rows:?}");
    let (first, others) = rows.split_first().expect("a proposal");
    assert!(first.proposed && first.confirmed && others.iter().all(|row| !row.proposed));
    for TuneRow { variant, changes, confirmed, alike, tried, delta, .. } in rows {
        let named = if variant == "designer" { 0 } else { variant.split(' ').count() };
        assert_eq!(named, *changes, "{variant}");
        assert!(!variant.contains("jokers_per_deck=2") && !variant.contains("cherry=false"));
        assert_eq!((*alike, *tried, *delta), (true, 6, 0.5));
        let is_judged = results.goals.iter().any(|row| row.cell.variant == *variant);
        assert_eq!(is_judged, *confirmed, "{variant}: goals are judged on fresh shuffles alone");
    }
    assert!(rows.iter().any(|row| row.variant == "designer" && row.confirmed));
}

/// A search is the same however the keys of a table in one line are ordered. What it may try is
/// another matter.
#[test]
fn the_order_of_keys_in_a_line_leaves_a_search_as_it_is() {
    let digest = |length: &str, hands: &str| {
        let text = search("blocks = 3000")
            .replace("length = \"baseline\"", &format!("length = {{ {length} }}"))
            .replace("[0, 1, 2]", &format!("{{ {hands} }}"));
        plan(&text).expect("a plan").digest()
    };
    let usual = digest("unit = \"turns\", between = [30, 45], weight = 2", "from = 0, to = 2");
    for (length, hands) in [
        ("weight = 2, between = [30, 45], unit = \"turns\"", "to = 2, from = 0"),
        ("between = [30, 45], unit = \"turns\", weight = 2", "from = 0, to = 2"),
    ] {
        assert_eq!(digest(length, hands), usual, "{length}; {hands}");
    }
    let other = "unit = \"turns\", between = [30, 45], weight = 3";
    assert_ne!(digest(other, "from = 0, to = 2"), usual);
}

/// Keys of a table have no order: neither do goals, knobs and conditions.
#[test]
fn the_order_of_keys_means_nothing() {
    let goals = [
        "seats = \"fair\"",
        "shared_wins = { at_most = 0.03 }",
        "length = \"baseline\"",
        "comebacks = { at_least = 0.1 }",
    ];
    let knobs = [
        "rules.jokers_per_deck = [0, 2]",
        "rules.cherry = [false, true]",
        "rules.passes_over_stash = [1, 2]",
        "only_if.jokers_per_deck = { cherry = true }",
        "only_if.passes_over_stash = { jokers_per_deck = 0 }",
        "blocks = 2000",
    ];
    let file = |goals: &[&str], knobs: &[&str]| {
        format!(
            "game = \"crackpipe\"\nseed = 1\n[goal]\n{}\n[tune]\n{}\n[[lineup]]\nstrategies = [\"random\"]\nplayers = 2\n",
            goals.join("\n"),
            knobs.join("\n")
        )
    };
    let played = |text: &str| {
        let plan = plan(text).unwrap_or_else(|error| panic!("{error}"));
        let results = session().run(&plan).expect("a run").results;
        (plan.digest(), format!("{:?} {:?} {:?}", results.tune, results.tried, results.goals))
    };
    let usual = played(&file(&goals, &knobs));
    let (mut goals, mut knobs) = (goals.to_vec(), knobs.to_vec());
    for turn in 1..4 {
        goals.rotate_left(1);
        knobs.rotate_left(2);
        if turn == 3 {
            goals.reverse();
            knobs.reverse();
        }
        assert_eq!(played(&file(&goals, &knobs)), usual, "{goals:?} {knobs:?}");
    }
    let box_of = |knobs: &[&str]| {
        let text = format!(
            "game = \"crackpipe\"\nblocks = 64\n[sensitivity]\nsamples = 4\n{}\n[[lineup]]\nstrategies = [\"random\"]\nplayers = 2\n",
            knobs.join("\n")
        );
        plan(&text).unwrap_or_else(|error| panic!("{error}")).digest()
    };
    let knobs = ["rules.cherry = [false, true]", "rules.jokers_per_deck = [0, 1, 2]"];
    assert_eq!(box_of(&knobs), box_of(&[knobs[1], knobs[0]]));
}

#[test]
fn conditions_in_a_circle_are_refused() {
    let refused = |conditions: &str| {
        let tune = format!("blocks = 2000\n{conditions}");
        plan(&search(&tune)).err().unwrap_or_default()
    };
    for (conditions, circle) in [
        (
            "only_if.cherry = { jokers_per_deck = 1 }\nonly_if.jokers_per_deck = { cherry = true }",
            "`cherry` is turned only if `jokers_per_deck`, which is turned only if `cherry`",
        ),
        ("only_if.cherry = { cherry = true }", "`cherry` is turned only if `cherry`"),
        (
            "rules.decks = [1, 2]\nonly_if.decks = { cherry = true }\nonly_if.cherry = { jokers_per_deck = 0 }\nonly_if.jokers_per_deck = { decks = 1 }",
            "`decks` is turned only if `cherry`, which is turned only if `jokers_per_deck`, which is turned only if `decks`",
        ),
    ] {
        let said = refused(conditions);
        assert!(said.contains("a circle: ") && said.contains(circle), "{said}");
        assert!(said.starts_with("f.toml:"), "{said}");
    }
    // A chain is none: what depends on a knob that is left alone sees its usual value.
    let chain = "rules.decks = [1, 2]\nonly_if.decks = { cherry = true }\nonly_if.cherry = { jokers_per_deck = 0 }";
    assert_eq!(refused(chain), "");
}

/// A game whose knobs follow from one another and from the number of players.
pub(crate) const FOLLOWING: &str = r#""""Following."""
from fairdeal import *
game("Following", players=(2, 4))
SIZE = knob(2, low=1, high=5)
BONUS = knob(SIZE - 1, low=0, high=3)
AA = knob(len(players()), low=1, high=6)
BB = knob(AA + 1, low=1, high=6)
CC = knob(BB + 1, low=1, high=7)
require(SIZE + CC < 11, "too many points")
ALL = cards(["red", "blue", "green", "grey"], range(10))
deck = zone(nobody)
hand = each_player(zone, owner)
points = each_player(0)


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(SIZE, hand)
    for p in players():
        card = choose(p, [c for c in hand[p]])
        points[p] += card.rank * CC + BONUS
    end("done")


def score(p):
    return points[p]
"#;

/// The name of rules in `tried.csv` is what `--set` plays.
#[test]
fn names_of_rules_are_played_by_set() {
    let table = Table::new();
    table.file("following.py", FOLLOWING);
    let game_of =
        |document: &Document| fairdeal::experiment::game_of(fairdeal::game::GAMES, document);
    let file = |game: &str, players: usize, knobs: &str| {
        format!(
            "game = \"{game}\"\nseed = 3\n[goal]\nshared_wins = {{ at_most = 0.2 }}\n[tune]\nblocks = 2000\n{knobs}\n[[lineup]]\nstrategies = [\"random\"]\nplayers = {players}\n"
        )
    };
    for (game, players, knobs, known) in [
        ("following.py", 2, "rules.size = [2, 4]\nrules.bonus = [0, 1, 2]", "size=4 bonus=1"),
        ("following.py", 3, "rules.size = [2, 4]\nrules.bonus = [1, 3, \"by-players\"]", "size=4"),
        (
            "following.py",
            3,
            "rules.cc = [4, 5, 6]\nrules.bb = [3, 4, 5]\nrules.aa = [2, 3, 4]",
            "aa=4",
        ),
        (
            "crackpipe",
            2,
            "rules.joker_flips = [false, true]\nrules.cherry = [false, true]",
            "cherry=true",
        ),
        (
            "crisps",
            2,
            "rules.special_rank = [\"queen\", \"jack\"]\nrules.special_in_runs = [false, true]",
            "",
        ),
    ] {
        let path = format!("{}.toml", game.trim_end_matches(".py"));
        table.file(&path, &file(game, players, knobs));
        let document = Document::read(&table.path().join(&path)).expect("TOML");
        let game = game_of(&document).unwrap_or_else(|error| panic!("{error}"));
        let plan = parse(game, &document, Overrides::default())
            .unwrap_or_else(|error| panic!("{knobs}: {error}"));
        let results = session().run(&plan).expect("a run").results;
        let base = &plan.baseline().settings;
        let mut names = std::collections::BTreeMap::new();
        for row in &results.tried {
            let mut rules = base.clone();
            for (key, value) in &row.point.0 {
                rules.apply_option(&format!("{key}={value}")).expect("a value of the search");
            }
            let set =
                if row.variant == "designer" { Vec::new() } else { vec![row.variant.clone()] };
            let choice = fairdeal::experiment::RulesChoice { rules: None, set };
            let set = choice.settings(game.description()).expect("a name is what --set takes");
            let set = set.at_tables(&[players]);
            assert!(set == rules, "{} of {knobs}: {:?}", row.variant, row.point);
            let point = format!("{:?}", row.point);
            let before = names.insert(row.variant.clone(), point.clone());
            assert!(before.is_none_or(|before| before == point), "{}", row.variant);
        }
        for row in &results.tune {
            let turned = if row.variant == "designer" { 0 } else { row.variant.split(' ').count() };
            assert_eq!(turned, row.changes, "{}", row.variant);
        }
        assert!(known.is_empty() || names.contains_key(known), "{known} of {knobs}: {names:?}");
    }
}

#[test]
fn a_search_all_of_whose_rules_are_refused_says_why() {
    let table = Table::new();
    table.file("following.py", FOLLOWING);
    let file = |part: &str| {
        format!(
            "game = \"following.py\"\nseed = 3\n{part}\n[[lineup]]\nstrategies = [\"random\"]\nplayers = 2\n"
        )
    };
    let knobs = "rules.size = [4, 5]\nrules.cc = [7]";
    let goal = "[goal]\nseats = \"fair\"\n[tune]\nblocks = 2000\n";
    table.file("search.toml", &file(&format!("{goal}{knobs}")));
    table.file("some.toml", &file(&format!("{goal}{}", knobs.replace("4, ", "3, "))));
    table.file("sweep.toml", &file(&format!("blocks = 10\n[sweep]\n{knobs}")));
    for command in [
        &["tune", "search.toml"][..],
        &["run", "search.toml"],
        &["tune", "search.toml", "--dry-run"],
        &["run", "sweep.toml"],
        &["match", "following.py", "--set", "size=4 cc=7"],
        &["ladder", "following.py", "--set", "size=4 cc=7"],
    ] {
        let output = table.run(command);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command:?}: {said}");
        assert!(said.contains("too many points"), "{command:?}: {said}");
        let is_search = command.contains(&"search.toml");
        let all = "all 2 sets of rules that the search may try are refused, such as `size=4 cc=7`";
        assert_eq!(said.contains(all), is_search, "{command:?}: {said}");
    }
    table.good(&["tune", "some.toml", "--quiet"]);
    // A default that a knob does not allow is refused as well, unless it is set.
    let refused = table.run(&["match", "following.py", "--set", "size=5", "--blocks", "2"]);
    let said = text(&refused.stderr);
    assert!(said.contains("`bonus` is 4 with these rules") && said.contains("0 to 3"), "{said}");
    table.good(&["match", "following.py", "--set", "size=5 bonus=0", "--blocks", "2"]);
}

/// A limit that only guards is no knob to search, and a search ends in time.
#[test]
fn a_starter_leaves_guards_alone() {
    let table = Table::new();
    let guarded = FOLLOWING
        .replace("require(", "MOST = knob(6, low=1, high=90)\nrequire(")
        .replace("    for p in players():\n        card", "    for turn in range(5):\n        if turn >= MOST:\n            unfinished(\"limit\")\n    for p in players():\n        card");
    table.file("following.py", &guarded);
    table.good(&["tune", "following.py", "--out", "search.toml"]);
    let written = table.read("search.toml");
    assert!(written.contains("rules.size") && written.contains("rules.bonus"), "{written}");
    assert!(!written.contains("rules.most") && written.contains("\nminutes = 5"), "{written}");
}

/// The page tells games under the rules that are proposed, by a command that tells the same.
#[test]
fn games_are_told_under_the_proposed_rules() {
    let table = with_search(3000);
    table.good(&["tune", "e.toml", "--quiet", "--out", "there", "--report"]);
    let file = |name: &str| fs::read_to_string(table.path().join("there").join(name));
    let rows = file("tune.csv").expect("a table");
    let proposed = rows.lines().find(|line| line.contains(",true,")).expect("a proposal");
    let proposed = proposed.split(',').nth(1).expect("its rules").to_owned();
    assert_ne!(proposed, "designer", "the example proposes a change");
    let page = file("report.html").expect("a page");
    assert!(page.contains("under the proposed rules, told</h2>"));
    // What each seat wins by them stands beside what it wins by the designer's, outside of folds.
    let (_, seats) = page.split_once("By seat and by place in the turn order").expect("seats");
    let (open, _) = seats.split_once("</section>").unwrap_or((seats, ""));
    let title = format!("<strong>By seat, random players, by the rules {proposed}</strong>");
    assert!(open.contains("<strong>By seat, random players</strong>") && open.contains(&title));
    assert!(page.contains(&format!("These games are played by the proposed rules: {proposed}.")));
    let (_, section) = page.split_once("id=\"games\"").expect("the section");
    let rules = proposed.replace(' ', ", ").replace('=', " = ");
    assert!(section.contains(&format!("Rules: {rules}\n")), "{rules}");
    let (_, rest) = section.split_once("show --from there ").expect("a command");
    let (options, _) = rest.split_once('<').expect("its end");
    let options = options.replace("&#39;", "'").replace('\'', "");
    let (_, options) = options.split_once("--variant ").expect("a variant");
    let (variant, options) = options.split_once(" --lineup ").expect("a line-up");
    let (lineup, block) = options.split_once(" --block ").expect("a block");
    let args = ["show", "--from", "there", "--variant", variant, "--lineup", lineup, "--block"];
    let told = table.good(&[&args[..], &[block]].concat());
    assert!(told.contains(&format!(", {proposed}, ")), "{told}");
}

/// A knob that a condition leaves alone is not turned: combinations that are the same rules are one
/// point.
#[test]
fn conditions_make_points_one() {
    let text = |condition: &str| {
        let tune = format!("blocks = 3000\n{condition}");
        search(&tune).replace("length = \"baseline\"\n", "")
    };
    let tried = |condition: &str| {
        let plan = plan(&text(condition)).expect("a plan");
        session().run(&plan).expect("a run").results.tune[0].tried
    };
    assert_eq!(tried(""), 6);
    assert_eq!(tried("only_if.jokers_per_deck = { cherry = false }"), 4);
    assert_eq!(tried("only_if.cherry = { jokers_per_deck = [1, 2] }"), 5);
}

/// One deck, and as many as the players need, are the same rules for three.
#[test]
fn one_set_of_rules_by_two_names_is_tried_once() {
    let text = search("blocks = 3000").replace("rules.jokers_per_deck", "rules.decks");
    let sets = |players: usize| {
        let text = text.replace("players = 2", &format!("players = {players}"));
        let plan = plan(&text).expect("a plan");
        let search = plan.design().get::<Tune>().expect("a search").clone();
        (
            text.contains(&format!("players = {players}")),
            plan.sets_of_rules(&search).expect("rules"),
        )
    };
    // Decks of 0, 1 and 2 with the cherry or without it; for four players, 0 is 2.
    assert_eq!(sets(3), (true, Some(4)));
    assert_eq!(sets(4), (true, Some(4)));
    assert_eq!(sets(6), (true, Some(6)));
}

/// Presets are turned like a knob, under their names.
#[test]
fn presets_are_searched() {
    let text = search("blocks = 2000\npreset = [\"designer\", \"double\"]")
        .replace("rules.jokers_per_deck = [0, 1, 2]\n", "");
    let plan = plan(&text).expect("a plan");
    let results = session().run(&plan).expect("a run").results;
    let mut names: Vec<&str> = results.tune.iter().map(|row| row.variant.as_str()).collect();
    names.sort_unstable();
    assert!(
        names.iter().all(|name| {
            ["designer", "double", "double cherry=true", "cherry=true"].contains(name)
        }),
        "{names:?}"
    );
}

/// A search sees the measures of play of each group of its blocks, in however many blocks.
#[test]
fn measures_of_play_may_be_goals_of_a_search() {
    let text =
        search("blocks = 3000").replacen("length = \"baseline\"", "stakes = { at_least = 0.1 }", 1)
            + "[play]\nchances = { rollouts = 4 }\n";
    let plan = plan(&text).expect("a plan");
    let chances = plan.play().and_then(|play| play.chances.as_ref()).expect("chances");
    assert!(chances.blocks > 3000, "all blocks of the search: {}", chances.blocks);
    let counts = session().play_blocks(&plan, 0..9).expect("legal play");
    let terms = Terms::new(plan.goals().expect("goals"), plan.layout(), *plan.analysis());
    let stakes = plan.goals().and_then(|goals| {
        let place = goals.list.iter().position(|goal| goal.name == "stakes")?;
        Some(terms.terms()[place].bounds[0].mean)
    });
    let stakes = stakes.expect("a goal");
    let of_groups: Vec<f64> =
        counts.groups.values().map(|group| terms.means(group, 0)[stakes]).collect();
    let whole = terms.means(&counts.cells, 0)[stakes];
    // Stakes that no game shows would count as far beyond -1.
    assert!(of_groups.len() == 8 && of_groups.iter().all(|stakes| *stakes > -0.5), "{of_groups:?}");
    let (least, most) =
        (of_groups.iter().copied().reduce(f64::min), of_groups.iter().copied().reduce(f64::max));
    assert!(least < Some(whole) && Some(whole) < most, "{whole}: {of_groups:?}");
}

#[test]
fn mistakes_in_a_search_are_refused() {
    let usual = search("blocks = 3000");
    let with = |from: &str, to: &str| {
        assert!(usual.contains(from), "{from}");
        usual.replacen(from, to, 1)
    };
    let tune = |line: &str| with("blocks = 3000", &format!("blocks = 3000\n{line}"));
    for (text, expected) in [
        (with("blocks = 3000\n", ""), &["`blocks` is missing", "400_000", "minutes"][..]),
        (with("3000", "10"), &["f.toml:9", "`blocks` cannot be 10", "from 1000"]),
        (with("3000", "\"20,000\""), &["f.toml:9", "`blocks` cannot be \"20,000\""]),
        (with("blocks = 3000", "minutes = 5"), &["f.toml:9", "`minutes`", "--blocks"]),
        (tune("minutes = 5"), &["f.toml:10", "`blocks` and `minutes`", "one of them"]),
        (tune("delta = 0"), &["f.toml:10", "`delta`", "0.01"]),
        (tune("block = 5"), &["f.toml:10: unknown key `block`", "did you mean `blocks`"]),
        (tune("rules.cherri = [true]"), &["f.toml:10", "`cherri`", "did you mean `cherry`"]),
        (tune("cherry = [true]"), &["f.toml:10", "it as rules.cherry"]),
        (with("[0, 1, 2]", "[0, 1, 9]"), &["f.toml:10", "`jokers_per_deck` cannot be 9"]),
        (with("[false, true]", "[]"), &["f.toml:11", "`cherry` cannot be an empty list"]),
        (tune("preset = []"), &["f.toml:10", "`preset` cannot be an empty list", "of presets"]),
        (
            tune("only_if.cherry = { jokers_per_deck = [] }"),
            &["f.toml:10", "`cherry`", "another knob with"],
        ),
        (tune("preset = [\"doubel\"]"), &["f.toml:10", "`doubel`", "did you mean `double`"]),
        (tune("only_if.pass = { cherry = true }"), &["f.toml:10", "knob of the search", "`pass`"]),
        (tune("only_if.cherry = { pass = 1 }"), &["f.toml:10", "knob of the search `pass`"]),
        (
            tune("only_if.cherry = { jokers_per_deck = [7] }"),
            &["f.toml:10", "`jokers_per_deck` cannot be 7", "one of its values in this search"],
        ),
        (tune("only_if.cherry = true"), &["f.toml:10", "`cherry`", "another knob with"]),
        (
            with("[goal]\nseats = \"fair\"\n", "")
                .replace("shared_wins = { at_most = 0.03 }\nlength = \"baseline\"\n", ""),
            &["`[goal]` is missing"],
        ),
        (with("seed = 1", "seed = 1\nblocks = 5"), &["f.toml:4", "`blocks` below [tune]"]),
        (usual.clone() + "[sweep]\nrules.cherry = [true]\n", &["`sweep` and `tune`"]),
        (usual.clone() + "[stop]\nwhen = \"settled\"\n", &["`stop` and `tune`"]),
        (
            usual.clone() + "[sensitivity]\nrules.cherry = [true, false]\n",
            &["`sensitivity` and `tune`"],
        ),
        (with("win_rate = 0.02", "win_rate = 0"), &["f.toml:5", "`seats` with a tolerance of 0"]),
        (with("length = \"baseline\"", "length = { at_least = 0 }"), &["f.toml:7", "a bound of 0"]),
        (
            with("length = \"baseline\"", "luck_share = { at_most = 0.2 }"),
            &["f.toml:7", "`luck_share` as a goal of a search", "[[variant]]"],
        ),
        (
            with("length = \"baseline\"", "stakes = { at_least = 0.1 }"),
            &["f.toml:7", "a goal about `stakes`", "`chances` in [play]"],
        ),
        (usual.clone() + "[play]\nchances = { blocks = 64 }\n", &["`blocks`", "all its blocks"]),
    ] {
        let said = plan(&text).map(|_| text.clone()).expect_err("refused");
        for part in expected {
            assert!(said.contains(part), "lacks {part}: {said}\n{text}");
        }
    }
}

/// Players learn the rules that the search chooses: every goal is judged by them as well, and
/// nothing else changes.
#[test]
fn goals_are_judged_again_by_players_who_adapt() {
    let table = Table::new();
    let usual = search("blocks = 2000").replace("\"random\"", "\"heuristic\"");
    let adapting = format!("adapt = {{ games = 1024 }}\n{usual}");
    table.file("usual.toml", &usual).file("adapt.toml", &adapting);
    for name in ["usual", "adapt"] {
        table.good(&["tune", &format!("{name}.toml"), "--quiet", "--out", name]);
    }
    let read = |name: &str| Results::read(&table.path().join(name)).expect("results");
    let (without, results) = (read("usual"), read("adapt"));
    assert_eq!(results.tune, without.tune, "the search is as it was");
    assert_eq!((&results.goals, &without.adapted[..]), (&without.goals, &[][..]));
    // The first choice of the search, which need not be the proposal.
    let rules = &results.adapted[0].after.cell.variant;
    assert!(results.tune.iter().any(|row| row.confirmed && row.variant == *rules), "{rules}");
    let of_rules: Vec<_> = results.goals.iter().filter(|row| row.cell.variant == *rules).collect();
    assert_eq!(results.adapted.len(), of_rules.len(), "every goal");
    for (row, before) in results.adapted.iter().zip(of_rules) {
        assert_eq!(row.after.goal, before.goal);
        assert_eq!(row.after.cell.lineup, "adapted vs adapted");
        assert_eq!((row.before, row.before_verdict), (before.estimate, before.judged.verdict));
        assert_eq!(row.adapted, "adapted");
    }
    let [learner, other] = &results.in_place[..] else { panic!("{:?}", results.in_place) };
    assert_eq!((learner.strategy.as_str(), other.strategy.as_str()), ("adapted", "heuristic"));
    assert_eq!(learner.cell.variant, *rules);
    let answer = table.read("adapt/answer.txt");
    assert!(answer.contains("Players who learned the rules"), "{answer}");

    // Nothing is learned or played twice.
    let again = table.run(&["tune", "adapt.toml", "--out", "adapt"]);
    assert!(text(&again.stderr).contains("nothing was played"), "{}", text(&again.stderr));
}

/// After a kill nothing is played twice, whatever the search was at, and all is the same.
#[test]
fn searches_for_weights_go_on_where_they_were() {
    let plan = plan(WEIGHTS).expect("a plan");
    let whole = session().run(&plan).expect("a run");
    let parts = whole.kept.parts();
    for share in 1..4 {
        let mut kept = KeptCounts::default();
        parts[..parts.len() * share / 4].iter().for_each(|part| kept.add(part.clone()));
        let again = session().resume(&plan, &kept).expect("a run");
        assert_eq!((again.results, again.kept), (whole.results.clone(), whole.kept.clone()));
    }
}

/// Weights of a strategy, tuned among others.
const WEIGHTS: &str = "game = \"crackpipe\"
seed = 1
[strategy]
base = \"heuristic\"
others = [[\"heuristic\"], [\"greedy\", \"random\"]]
weights = { loss = { from = 0.2, to = 1.4 }, given = { from = 0.5, to = 2 } }
blocks = 2000
";

/// A search for weights is deterministic, is not played twice, and goes on the same in shards; so
/// does a search for rules whose players learn them.
#[test]
fn tuned_strategies_are_the_same_however_they_are_found() {
    let table = Table::new();
    let search = search("blocks = 2000").replace("\"random\"", "\"heuristic\"");
    let adapting = format!("adapt = {{ games = 1024 }}\n{search}");
    table.file("adapt.toml", &adapting).file("weights.toml", WEIGHTS);
    for name in ["adapt", "weights"] {
        let file = format!("{name}.toml");
        let out = |way: &str| format!("{name}-{way}");
        for (way, threads) in [("one", "1"), ("two", "2")] {
            let out = out(way);
            table.good(&["tune", &file, "--threads", threads, "--quiet", "--out", &out]);
        }
        assert!(differing(&table, &out("one"), &out("two")).is_empty());
        let again = table.run(&["tune", &file, "--out", &out("two")]);
        assert!(text(&again.stderr).contains("nothing was played"), "{}", text(&again.stderr));
        table.good(&["run", "--rewrite", &file, "--quiet", "--out", &out("two")]);
        assert!(differing(&table, &out("one"), &out("two")).is_empty());
        let plan = format!("{name}.json");
        table.good(&["plan", &file, "--shards", "2", "--quiet", "--out", &plan]);
        for shard in ["0", "1"] {
            table.good(&["run", "--plan", &plan, "--shard", shard, "--quiet"]);
        }
        table.good(&["merge", &plan, "--quiet", "--out", &out("merged")]);
        assert!(differing(&table, &out("one"), &out("merged")).is_empty());
    }
    // The file that is written plays, and the answer tells what it wins.
    let tuned = table.read("weights-one/tuned.toml");
    assert!(tuned.starts_with("# Found by fairdeal tune (weights, seed 1)."), "{tuned}");
    let said = table.good(&["match", "crackpipe", "--strategies", "weights-one/tuned.toml,random"]);
    assert!(said.contains("tuned"), "{said}");
    let dry = table.good(&["tune", "weights.toml", "--dry-run", "--quiet"]);
    assert!(dry.contains("2 weights of heuristic (given, loss)"), "{dry}");
}

#[test]
fn mistakes_in_a_search_for_weights_are_refused() {
    let with = |from: &str, to: &str| {
        assert!(WEIGHTS.contains(from), "{from}");
        WEIGHTS.replacen(from, to, 1)
    };
    for (text, expected) in [
        (with("base = \"heuristic\"\n", ""), &["`base` is missing", "heuristic"][..]),
        (with("\"heuristic\"", "\"heuristik\""), &["f.toml:4", "did you mean `heuristic`"]),
        (with("base = \"heuristic\"", "base = \"strong\""), &["f.toml:4", "searches", "weights"]),
        (with("base = \"heuristic\"", "base = \"greedy\""), &["f.toml:4", "no numeric weights"]),
        (with("[[\"heuristic\"], [\"greedy\", \"random\"]]", "[]"), &["f.toml:5", "`others`"]),
        (with("[\"greedy\", \"random\"]", "[]"), &["f.toml:5", "a table for 1"]),
        (with("[\"greedy\", \"random\"]", "[\"heuristic\"]"), &["f.toml:5", "twice"]),
        (with("others =", "opponents ="), &["f.toml:5", "unknown key `opponents`"]),
        (with("loss =", "los ="), &["f.toml:6", "weight `los`", "did you mean `loss`"]),
        (with("from = 0.2", "from = 2"), &["f.toml:6", "2 to 1.4", "`from` below `to`"]),
        (with("from = 0.2, ", ""), &["f.toml:6", "`from` is missing"]),
        (with("from = 0.2", "from = \"0.2\""), &["f.toml:6", "`from` cannot be"]),
        (with("blocks = 2000", "blocks = 5"), &["f.toml:7", "`blocks` cannot be 5"]),
        (with("blocks = 2000", "fixed = [\"los\"]"), &["f.toml:7", "`los`", "`loss`"]),
        (with("blocks = 2000\n", ""), &["`blocks` is missing", "200_000"]),
        (with("seed = 1", "blocks = 5"), &["f.toml:2", "`blocks` below [strategy]"]),
        (with("seed = 1", "goal = { seats = \"fair\" }"), &["f.toml:2", "`goal` and `strategy`"]),
        (with("seed = 1", "adapt = true"), &["f.toml:2", "`adapt` and `strategy`"]),
        (
            search("blocks = 2000\nadapt = true"),
            &["f.toml:10", "`adapt` below [tune]", "`adapt = true` at the top of the file"],
        ),
    ] {
        let said = plan(&text).map(|_| text.clone()).expect_err("refused");
        for part in expected {
            assert!(said.contains(part), "lacks {part}: {said}\n{text}");
        }
    }
}

/// Rules that meet every goal need no change, whatever a search finds beside them.
#[test]
fn rules_that_meet_all_goals_are_kept() {
    let table = Table::new();
    let goals = "seats = \"fair\"\nshared_wins = { at_most = 0.03 }\nlength = \"baseline\"";
    let easy = search("blocks = 2000")
        .replacen(goals, "length = { unit = \"turns\", at_most = 1000 }", 1)
        .replacen("[0, 1, 2]", "[3, 4]", 1);
    table.file("e.toml", &easy);
    table.file("f.toml", &search("blocks = 2000"));
    let answer_of = |file: &str, folder: &str| {
        table.good(&["tune", file, "--quiet", "--out", folder]);
        table.read(&format!("{folder}/answer.txt"))
    };
    let answer = answer_of("e.toml", "easy");
    let first = answer.lines().find(|line| line.starts_with("- ")).expect("a point");
    assert!(first.starts_with("- **Keep your rules:** they meet all your goals"), "{answer}");
    assert!(!answer.contains("The rules as they are"), "{answer}");
    // Rules that miss a goal are told after the proposal.
    let answer = answer_of("f.toml", "other");
    assert!(
        !answer.contains("Keep your rules") && answer.contains("- **Not settled:**"),
        "{answer}"
    );
}

#[test]
fn a_budget_that_is_too_small_says_so() {
    let text = "game = \"crypto-cards\"\n[goal]\nlength = { at_most = 30 }\n[tune]\nblocks = 1000\nrules.hand_size = { from = 3, to = 8 }\nrules.jokers = { from = 1, to = 6 }\nrules.end_on_joker = { from = 1, to = 4 }\n[[lineup]]\nstrategies = [\"random\"]\n";
    let document = Document::parse("f.toml", text).expect("TOML");
    let plan = parse(&CryptoCards, &document, Overrides::default()).expect("a plan");
    // Few blocks for many rules: still an answer, or an error that says what is missing.
    match session().run(&plan) {
        Ok(played) => assert!(played.results.tune.iter().any(|row| row.proposed)),
        Err(error) => assert!(error.to_string().contains("more blocks"), "{error}"),
    }
}

#[test]
fn every_game_has_a_starter_that_plays() {
    let table = Table::new();
    for game in GAMES.descriptions() {
        let name = game.name;
        let said = table.good(&["tune", name]);
        let file = format!("experiments/tune-{name}.toml");
        assert!(said.contains(&format!("fairdeal tune {file}")), "{said}");
        let written = table.read(&file);
        // As long a name, so that lines are folded alike.
        let other = file.replace("/tune-", "/mine-");
        table.good(&["new", name, "--tune", "--out", &other]);
        assert_eq!(table.read(&other), written.replace(&file, &other));
        let dry = table.good(&["tune", &file, "--dry-run", "--quiet"]);
        assert!(written.contains("\nminutes = 5") && dry.contains("combinations"), "{dry}");
        // Written for players who learned; quick ones do here.
        let quick =
            written.replace("\"learned\"", "\"greedy\"").replace("\"heuristic\"", "\"random\"");
        table.file(&file, &quick);
        let said = table.good(&["tune", &file, "--blocks", "2000", "--out", name]);
        let begins = ["\nFound: ", "\nNot found: ", "\nNot settled: "];
        assert!(begins.iter().any(|begin| said.contains(begin)), "{said}");
        assert!(table.read(&format!("{name}/tune.csv")).contains(",true,"));
    }
    // A file that is there is not overwritten.
    let again = table.run(&["tune", "crisps"]);
    assert_eq!(again.status.code(), Some(1), "{}", text(&again.stderr));
    let without = table.file("plain.toml", "game = \"crisps\"\nblocks = 4\n");
    let refused = without.run(&["tune", "plain.toml"]);
    assert!(text(&refused.stderr).contains("`[tune]` is missing"), "{}", text(&refused.stderr));
}

/// Minutes become blocks, which the manifest names, and with which the search is the same again.
#[test]
fn minutes_are_turned_into_blocks() {
    let table = Table::new();
    table.file("e.toml", &search("minutes = 0.1").replace("[0, 1, 2]", "[1, 2]"));
    let dry = table.run(&["tune", "e.toml", "--dry-run"]);
    assert!(text(&dry.stderr).contains("minutes are"), "{}", text(&dry.stderr));
    let output = table.run(&["tune", "e.toml", "--blocks", "1000", "--out", "there"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(!text(&output.stderr).contains("minutes are"), "{}", text(&output.stderr));
    let asked = &serde_json::from_str::<serde_json::Value>(&table.read("there/manifest.json"))
        .expect("JSON")["asked"]["tune"];
    assert!(asked["blocks"] == 1000 && asked.get("minutes").is_none(), "{asked}");
}
