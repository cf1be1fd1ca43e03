//! Answers to the questions of designers, in at most ten lines.

use std::collections::BTreeMap;

use fairdeal::experiment::{Experiment, Overrides, RulesChoice, parse};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::games::crypto_cards::CryptoCards;
use fairdeal::games::scrip::Scrip;
use fairdeal::input::{Document, wrapped};
use fairdeal::results::Results;
use fairdeal::rows::{Family, LengthRow, Pick, SweepRow, Verdict};
use fairdeal::session::{Played, Session};
use fairdeal::strategy::{Entrant, StrategyFile};
use fairdeal::words::{Answer, all_panels, answer, panels, sentences, tally};
use serde_json::Value;

use crate::support::strategy;
use fairdeal::any_game::AnyGame;

fn played(experiment: Experiment) -> Results {
    Session::default().run(&experiment.plan().expect("a plan")).expect("a run").results
}

/// The lines of an answer on a terminal of 80 columns.
fn lines(answer: &Answer) -> Vec<String> {
    let points = answer
        .points
        .iter()
        .flat_map(|point| wrapped(&format!("{}: {}", point.about, point.text), 80, "", 2));
    wrapped(&answer.question, 80, "", 0).into_iter().chain(points).collect()
}

/// The answer to an experiment with this text, which has at most ten lines.
fn answered(results: &Results) -> Answer {
    let answer = answer(results, Some("results/test"));
    assert!(lines(&answer).len() <= 10, "{answer:#?}");
    let markdown = answer.markdown();
    assert!(
        markdown.starts_with(&format!("# {}\n", answer.question))
            && markdown.matches("\n- **").count() == answer.points.len()
    );
    answer
}

/// The text of the line about a topic.
fn about<'a>(answer: &'a Answer, about: &str) -> &'a str {
    let point = answer.points.iter().find(|point| point.about == about);
    &point.unwrap_or_else(|| panic!("nothing about {about}: {answer:#?}")).text
}

fn of_text(game: &'static dyn AnyGame, text: &str) -> Results {
    let document =
        Document::parse("test.toml", format!("game = \"{}\"\n{text}", game.description().name))
            .expect("TOML");
    let plan = parse(game, &document, Overrides::default()).expect("a plan");
    Session::default().run(&plan).expect("a run").results
}

/// Small experiments of every design.
fn small_experiments() -> Vec<Results> {
    let variant = |name: &str, rules: &str| format!("[[variant]]\nname = \"{name}\"\n{rules}\n");
    let handicaps = [
        variant("designer", ""),
        variant("1-point", "rules = { place_points = 1 }"),
        variant("1-card-fewer", "rules = { place_cards = -1 }"),
    ]
    .concat();
    let presets = ["sell-first", "multi-sell", "late-faces", "buy-back", "price-low", "price-high"]
        .map(|name| variant(name, &format!("preset = \"{name}\"")));
    let sizes = [1, 2, 3, 6, 8].map(|size| {
        variant(&format!("hands-of-{size}"), &format!("rules = {{ hand_size = {size} }}"))
    });
    let lineups = "[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n\
                   [[lineup]]\nstrategies = [\"heuristic\", \"heuristic\"]\n\
                   [[lineup]]\nstrategies = [\"heuristic\", \"greedy\"]\n\
                   [[lineup]]\nstrategies = [\"greedy\", \"greedy\", \"greedy\"]\n";
    let few = format!("blocks = 300\n{handicaps}{lineups}");
    let many = format!("blocks = 300\n{handicaps}{}{}{lineups}", presets.concat(), sizes.concat());
    let play = "blocks = 200\n[[lineup]]\nstrategies = [\"heuristic\", \"heuristic\"]\n\
                [[lineup]]\nstrategies = [\"heuristic\", \"greedy\"]\n\
                [play]\nchances = { strategy = \"greedy\", rollouts = 16, blocks = 16 }\n\
                cards = { exchanges = 2, blocks = 50 }\nluck = true\nrestricted = [\"heuristic\"]\n";
    let ladder = "blocks = 300\n[ladder]\nstrategies = [\"random\", \"greedy\", \"heuristic\"]\n";
    let in_place = "blocks = 300\n[ladder]\nstrategies = [\"random\", \"greedy\", \"heuristic\"]\nplayers = 3\n\
                    others = [[\"heuristic\", \"heuristic\"], [\"greedy\", \"greedy\"]]\n";
    let sweep = "blocks = 300\n[sweep]\nrules.hand_size = [8, 12]\nrules.points_to_win = [1, 2]\n\
                 [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[[lineup]]\nstrategies = [\"heuristic\", \"heuristic\"]\n";
    let sensitivity = "blocks = 320\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n\
                       [sensitivity]\nsamples = 16\nrules.hand_size = [3, 5]\nrules.face_sales = [1, 40]\n";
    vec![
        of_text(&Scrip, &few),
        of_text(&CryptoCards, &many),
        of_text(&Crackpipe, play),
        of_text(&Crackpipe, ladder),
        of_text(&Scrip, in_place),
        of_text(&Crackpipe, in_place),
        of_text(&Crisps, sweep),
        of_text(&CryptoCards, sensitivity),
    ]
}

/// The same results with other verdicts: `word` gives that of each table.
fn with_verdicts(results: &Results, word: fn(&str) -> &'static str) -> Results {
    fn change(value: &mut Value, word: &str) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    if key.ends_with("verdict") && value.is_string() {
                        *value = word.into();
                    } else {
                        change(value, word);
                    }
                }
            }
            Value::Array(all) => all.iter_mut().for_each(|one| change(one, word)),
            _ => {}
        }
    }
    let mut tables = serde_json::to_value(&results.tables).expect("JSON");
    for (table, rows) in tables.as_object_mut().expect("tables") {
        change(rows, word(table));
    }
    Results { tables: serde_json::from_value(tables).expect("tables"), ..results.clone() }
}

/// Whatever the design and the verdicts, an answer has at most ten lines.
#[test]
fn answers_have_ten_lines() {
    let open = |_: &str| "not settled";
    let beyond = |table: &str| match table {
        "comparisons" | "sweep" | "in_place" => "higher",
        "restricted" => "needed",
        "neighbour_spread" => "neighbours matter",
        _ => "advantage",
    };
    let within = |table: &str| match table {
        "comparisons" | "sweep" | "in_place" => "same within tolerance",
        "restricted" => "not needed",
        _ => "within tolerance",
    };
    let mut settles = 0;
    for results in small_experiments() {
        let found = answered(&results);
        answers_what_was_asked(&results, &found);
        settles += usize::from(next_settles_what_is_said(&results, &found));
        for word in [open, beyond, within] {
            answered(&with_verdicts(&results, word));
        }
    }
    assert!(settles > 3, "{settles}");
}

/// An experiment that asks how a game plays gets that answer first, and open verdicts are mentioned
/// with the number of blocks that would settle them.
fn answers_what_was_asked(results: &Results, answer: &Answer) {
    let about = |about: &str| answer.points.iter().any(|point| point.about.starts_with(about));
    let open = sentences(results)
        .iter()
        .any(|sentence| sentence.standing == fairdeal::rows::Standing::NotSettled);
    let (asked, least) = match &results.tables {
        // The place of one player is one point per table; with nothing open, nothing is left to
        // do. If settling it would take too many shuffles, these points stand alone.
        tables if !tables.in_place.is_empty() && tables.ladder.is_empty() => {
            let too_many = answer.points.iter().any(|point| {
                point.about == "Not settled" && point.text.contains(" more blocks should settle")
            });
            who_wins_most(results, answer);
            ((about("Among ") || about("Against ")) && (about("Next") || too_many) == open, 2)
        }
        // Which knob matters is a point for each quantity, and no verdict can be open.
        tables if !tables.sensitivity.is_empty() => {
            (about("Going first") && about("Length") && about("Shared wins"), 3)
        }
        tables if tables.play.is_empty() => {
            ((about("Going first") || about("Skill")) && about("Next"), 4)
        }
        _ => (about("In its course") && about("Luck") && about("Next"), 4),
    };
    assert!(answer.points.len() >= least && asked, "{answer:#?}");
    let together = answer
        .points
        .iter()
        .any(|point| point.about == "Next" && point.text.contains(" open verdict"));
    assert!((about("Not settled") || together) == open, "{answer:#?}");
}

/// If one place at several tables is asked about, the answer begins with the strategy that wins
/// most, and the number of tables.
fn who_wins_most(results: &Results, found: &Answer) {
    let mut leads = BTreeMap::<&str, usize>::new();
    let tables = results.in_place.chunk_by(|one, other| one.others == other.others);
    for rows in tables {
        let strategies =
            || rows.iter().filter(|row| results.manifest.strategies.contains_key(&row.strategy));
        let most = strategies().filter_map(|row| row.win_rate).fold(0.0, f64::max);
        let best = strategies().find(|row| row.win_rate == Some(most)).expect("strategies");
        *leads.entry(&best.strategy).or_default() += 1;
    }
    let tables: usize = leads.values().sum();
    let said = about(found, "Who wins most");
    let (first, _) = said.split_once(" at ").expect("who wins most");
    assert_eq!(leads.get(first), leads.values().max(), "{said}");
    for (name, count) in &leads {
        let at = match count {
            count if *count == tables && tables == 2 => "both tables".to_owned(),
            count if *count == tables => format!("all {tables} tables"),
            count if *name == first => format!("{count} of {tables} tables"),
            count => count.to_string(),
        };
        assert!(said.contains(&format!("{name} at {at}")), "{name}, {at}: {said}");
    }
}

#[test]
fn does_the_face_up_draw_change_who_wins() {
    let experiment = Experiment::new(&Crisps, "test")
        .question("Does it?")
        .blocks(1000)
        .variant("no-face-up", &["face_up_draw=false"]);
    let found =
        answered(&played(experiment.lineup(["heuristic", "greedy"]).lineup(["greedy", "greedy"])));
    assert_eq!(found.question, "Does it?");
    let stronger = about(&found, "Who is stronger");
    assert!(
        stronger.starts_with("with no-face-up, heuristic wins ")
            && stronger.contains(" points less ["),
        "{stronger}"
    );
    // Matches have as many rounds, but fewer decisions.
    let length = about(&found, "Length");
    assert!(
        length.starts_with("with no-face-up, matches have about as many rounds (")
            && length.contains(", but ")
            && length.contains(" % fewer decisions"),
        "{length}"
    );
    assert!(about(&found, "Not settled").contains(" more blocks should settle "), "{found:#?}");
}

/// What an experiment asks first comes first, with a yes or a no where the question can have one.
#[test]
fn what_is_asked_first_comes_first() {
    let first = |game: &'static dyn AnyGame, ask: &str, text: &str| -> (String, String) {
        let found = answered(&of_text(game, &format!("ask = \"{ask}\"\n{text}")));
        (found.points[0].about.clone(), found.points[0].text.clone())
    };
    let variants = "blocks = 1000\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"no-face-up\"\n\
                    rules = { face_up_draw = false }\n[[lineup]]\nstrategies = [\"heuristic\", \"greedy\"]\n\
                    [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    let (about, text) = first(&Crisps, "length", variants);
    assert!(about == "Length (designer)" && text.contains(" rounds on average "), "{text}");
    let (about, text) = first(&Crisps, "change in length", variants);
    assert!(
        about == "Length"
            && text.starts_with("yes. With no-face-up, matches have about as many rounds ("),
        "{text}"
    );
    let (about, text) = first(&Crisps, "change in ties", variants);
    assert_eq!(
        (about.as_str(), text.as_str()),
        ("Shared wins", "no, no-face-up does not change it beyond your tolerance.")
    );
    // Who is stronger is a name, and whether that changes.
    let (about, text) = first(&Crisps, "who is stronger", variants);
    assert!(
        about == "Who is stronger (designer)" && text.starts_with("heuristic is stronger than "),
        "{about}: {text}"
    );
    let alone = "blocks = 2000\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\", \"greedy\"]\n";
    let (about, text) = first(&CryptoCards, "going first", alone);
    assert!(
        about == "Going first" && text.starts_with("no, it is a disadvantage "),
        "{about}: {text}"
    );
    let (about, text) = first(&CryptoCards, "ties", alone);
    assert!(about == "Shared wins" && text.contains(" won by several players together"), "{text}");
    let (about, _) = first(&CryptoCards, "length", alone);
    assert_eq!(about, "Length");
}

#[test]
fn which_hand_size_is_best() {
    let sweep = "blocks = 400\n[sweep]\nrules.hand_size = [1, 5, 10]\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n\
                 [[lineup]]\nstrategies = [\"greedy\", \"random\"]\n[analysis]\ntolerance = { win_rate = 0.01 }\n";
    let results = of_text(&CryptoCards, sweep);
    // The designer's hand size is 5: this point is the baseline, and played once.
    assert_eq!(
        results.first_player.iter().map(|row| row.cell.variant.as_str()).collect::<Vec<_>>(),
        ["hand_size=1", "hand_size=1", "designer", "designer", "hand_size=10", "hand_size=10"]
    );
    let found = answered(&results);
    assert!(about(&found, "Meet your tolerance").contains("no point is fair"), "{found:#?}");
    assert!(about(&found, "Fairest point").contains("hand_size="), "{found:#?}");
    assert!(about(&found, "Who is stronger").contains(" at hand_size=10"), "{found:#?}");
    // Lengths between greedy players, the shortest first.
    let [pairs, _] =
        sweep.split("[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n").collect::<Vec<_>>()[..]
    else {
        panic!("two line-ups")
    };
    let of_pairs = answered(&of_text(&CryptoCards, pairs));
    let mean = |variant: &str| {
        let is_it = |row: &&LengthRow| {
            row.cell.variant == variant
                && row.cell.lineup == "greedy vs greedy"
                && row.unit == "turns"
        };
        results.lengths.iter().find(is_it).and_then(|row| row.mean).expect("a length")
    };
    let [long, short] = ["hand_size=1", "hand_size=10"].map(mean);
    let told = about(&of_pairs, "Length");
    let [short, long] = [(short, 10), (long, 1)].map(|(mean, size)| {
        let place = told.find(&format!("{mean:.1}")).unwrap_or_else(|| panic!("{told}"));
        assert!(told[place..].contains(&format!(" at hand_size={size}")), "{told}");
        place
    });
    assert!(told.starts_with("turns ") && short < long, "{told}");
    let loose = answered(&of_text(&CryptoCards, &sweep.replace("0.01", "0.4")));
    assert_eq!(
        about(&loose, "Meet your tolerance"),
        "every point is fair within 40 points at every strength."
    );
}

#[test]
fn strategies_are_compared() {
    let found = answered(&played(
        Experiment::new(&Crisps, "match").blocks(300).lineup(["heuristic", "greedy"]),
    ));
    assert!(
        about(&found, "Who is stronger")
            .starts_with("heuristic is stronger than greedy: it wins 9"),
        "{found:#?}"
    );
    // In a single deal the weak strategies win now and then, so that there are ratings.
    let short = RulesChoice { rules: None, set: vec!["points_to_win=1".to_owned()] };
    let all = Experiment::new(&Crisps, "match").blocks(300).rules("short", &short);
    let best = answered(&played(all.ladder(&["random", "greedy", "heuristic"], &[])));
    let best = about(&best, "Who is best");
    assert!(
        best.starts_with("heuristic is rated highest (+")
            && best.contains("heuristic is ahead of greedy: "),
        "{best}"
    );
}

#[test]
fn is_going_first_an_advantage_for_five() {
    let lineup = ["greedy"; 5];
    let found = answered(&played(Experiment::new(&Crackpipe, "match").blocks(400).lineup(lineup)));
    let first = about(&found, "Going first");
    assert!(first.contains(" of 400 games between 5 greedy players (20.0 % is fair)"), "{first}");
    assert!(found.question.contains("5 greedy players"), "{}", found.question);
    // If a later place is worth more than a fair share, and more than the first, the answer says
    // so.
    let found =
        answered(&played(Experiment::new(&Crackpipe, "match").blocks(2000).lineup(["greedy"; 3])));
    let first = about(&found, "Going first");
    assert!(
        first.contains("a disadvantage")
            && first.contains("; the ")
            && first.contains(" player wins most, "),
        "{first}"
    );
}

#[test]
fn does_it_end() {
    let found = answered(&played(
        Experiment::new(&Scrip, "match").blocks(200).lineup(["heuristic", "heuristic"]),
    ));
    assert!(about(&found, "How games end").starts_with("all 200 games end"), "{found:#?}");
    assert!(about(&found, "Length").contains("95 % end within"), "{found:#?}");
    let stalls = Experiment::new(&Crisps, "match").blocks(200).rules(
        "no-special-lead",
        &fairdeal::experiment::RulesChoice {
            rules: None,
            set: vec!["lead_special=false".to_owned()],
        },
    );
    let found = answered(&played(stalls.lineup(["heuristic", "heuristic"])));
    // With so many unfinished games the answer does not mention winners, and this comes first.
    let first = &found.points[0];
    assert_eq!(first.about, "Matches that do not end");
    assert!(
        first
            .text
            .contains("] of 200 matches between heuristic players: too many to judge who wins"),
        "{found:#?}"
    );
    assert!(found.points.iter().all(|point| point.about != "Going first"), "{found:#?}");
}

#[test]
fn few_blocks_are_called_an_early_look() {
    let found = answered(&played(
        Experiment::new(&Crisps, "match").blocks(40).seed(7).lineup(["heuristic", "random"]),
    ));
    assert!(about(&found, "An early look").starts_with("40 blocks are too few"), "{found:#?}");
    assert_eq!(about(&found, "Next"), "run it again with `--blocks 2000` to learn more");
}

/// The number of verdicts is the same everywhere.
#[test]
fn verdicts_are_counted_once() {
    let results = played(
        Experiment::new(&Crisps, "match")
            .blocks(300)
            .lineup(["heuristic", "greedy"])
            .lineup(["greedy", "greedy"]),
    );
    let all = sentences(&results);
    let asked: Vec<_> = all.iter().filter(|one| one.family == Family::Asked).collect();
    let open = asked
        .iter()
        .filter(|sentence| sentence.standing == fairdeal::rows::Standing::NotSettled)
        .count();
    let said = about(&answered(&results), "Not settled").to_owned();
    let verdicts = format!(" of {} verdicts asked", asked.len());
    assert!(open > 0 && said.starts_with(&format!("{open}{verdicts}")), "{said}");
    assert!(fairdeal::words::tally(&all).is_some_and(|tally| tally.contains(&verdicts)));
    assert!(
        fairdeal::words::notes(&results)
            .iter()
            .all(|note| !note.contains("verdicts are corrected") || note.starts_with("All "))
    );
}

/// The next command plays as many blocks as settle what it names, and as the line above it says, if
/// there is one. Returns whether it plays more.
fn next_settles_what_is_said(results: &Results, found: &Answer) -> bool {
    let number = |text: &str| {
        text.replace(',', "")
            .parse::<u64>()
            .unwrap_or_else(|_| panic!("{text} is no number: {found:#?}"))
    };
    let after = |text: &'static str, all: &str| {
        all.split(text).nth(1).and_then(|rest| rest.split(' ').next().map(str::to_owned))
    };
    // With nothing open, nothing is left to do.
    let Some(next) =
        found.points.iter().find(|point| point.about == "Next").map(|point| point.text.as_str())
    else {
        return false;
    };
    let Some(total) = after("--blocks ", next).filter(|_| next.contains(" to settle ")) else {
        return false;
    };
    let (total, blocks) = (number(total.trim_end_matches(['`', ','])), results.manifest.blocks);
    // What was asked is settled first.
    let mut open = fairdeal::words::sentences(results);
    open.retain(|sentence| sentence.standing == fairdeal::rows::Standing::NotSettled);
    if open.iter().any(|sentence| sentence.family == Family::Asked) {
        open.retain(|sentence| sentence.family == Family::Asked);
    }
    let needed = || open.iter().filter_map(|sentence| sentence.blocks_needed);
    let (all, settled) =
        (needed().count(), needed().filter(|needed| blocks + needed <= total).count());
    // Rounded up to two digits, it may settle a few more.
    let said = after("settle ", next).expect("what it settles");
    let said = said.replace(',', "").parse::<usize>().unwrap_or(all);
    assert!(
        (1..=settled).contains(&said) && settled - said <= 1 + all / 10,
        "{said} of {all}, {settled}: {found:#?}"
    );
    if let Some(open) = found.points.iter().find(|point| point.about == "Not settled") {
        let more = number(&after("bout ", &open.text).expect("how many more"));
        assert!(
            total >= blocks + more && total <= blocks + more + (blocks + more) / 9,
            "{found:#?}"
        );
    }
    true
}

/// If open verdicts need far more blocks than were played, the next command settles the first part,
/// and says so.
#[test]
fn the_next_command_settles_what_it_names() {
    let results = played(Experiment::new(&Crackpipe, "match").blocks(400).lineup(["greedy"; 5]));
    let found = answered(&results);
    assert!(next_settles_what_is_said(&results, &found), "{found:#?}");
    let next = about(&found, "Next");
    assert!(next.ends_with(" to settle 2 of them"), "{next}");
}

/// Unfinished games are beyond a tolerance only where this is settled among all verdicts.
#[test]
fn a_few_unfinished_games_give_no_verdict() {
    use fairdeal::rows::Standing;
    let standings = |blocks: u64| -> Vec<Standing> {
        let text = format!(
            "blocks = {blocks}\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"no-special-lead\"\nrules = {{ lead_special = false }}\n\
             [[lineup]]\nstrategies = [\"heuristic\", \"heuristic\"]\n"
        );
        let sentences = fairdeal::words::sentences(&of_text(&Crisps, &text));
        let of_unfinished = sentences
            .into_iter()
            .filter(|sentence| sentence.text.contains("too few to judge who wins"));
        of_unfinished.map(|sentence| sentence.standing).collect()
    };
    // Once, for all units of length.
    assert_eq!(
        (standings(5), standings(100)),
        (vec![Standing::NotSettled], vec![Standing::Beyond])
    );
    let stalled = |blocks: u64, tolerance: f64| {
        let analysis =
            fairdeal::findings::Analysis { share_tolerance: Some(tolerance), ..Default::default() };
        let results = played(
            Experiment::new(&Scrip, "match")
                .blocks(blocks)
                .analysis(analysis)
                .lineup(["hoarder", "hoarder"]),
        );
        let sentences = sentences(&results);
        let none = sentences.iter().find(|sentence| sentence.text.contains("None of"));
        none.unwrap_or_else(|| panic!("nothing of games that do not end: {sentences:#?}")).standing
    };
    assert_eq!((stalled(2, 0.5), stalled(20, 0.5)), (Standing::NotSettled, Standing::Beyond));
}

/// A variant that no player makes use of changes nothing in any block; the answer says so although
/// so few blocks settle little.
#[test]
fn events_that_never_happened_are_mentioned() {
    let text = "blocks = 200\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"buy-back\"\npreset = \"buy-back\"\n\
                [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    let results = of_text(&CryptoCards, text);
    let first: Vec<_> =
        results.comparisons.iter().filter(|row| row.quantity == "first_player_win_rate").collect();
    assert!(first.iter().all(|row| row.changed_blocks == Some(0)), "{first:#?}");
    let said = about(&answered(&results), "Unchanged").to_owned();
    assert_eq!(said, "buy-back never changes going first or how games end.");
}

#[test]
fn which_knob_matters() {
    let text = "blocks = 400\n[sensitivity]\nsamples = 8\nrules.hand_size = [6, 12]\nrules.auto_skip = [true, false]\n\
                [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    let found = answered(&of_text(&Crisps, text));
    assert!(about(&found, "Length (rounds)").starts_with("hand_size ("), "{found:#?}");
    // Shared wins are mentioned as well.
    let text = "blocks = 400\n[sensitivity]\nsamples = 32\nrules.end_on_joker = [1, 2]\nrules.buy_back = [\"none\", \"top\"]\n\
                [[lineup]]\nstrategies = [\"heuristic\", \"heuristic\"]\n";
    let found = answered(&of_text(&CryptoCards, text));
    assert!(about(&found, "Shared wins").starts_with("end_on_joker ("), "{found:#?}");
}

#[test]
fn variants_and_a_sweep_go_together() {
    let text = "blocks = 4\nbaseline = \"bga\"\n[[variant]]\nname = \"bga\"\npreset = \"bga\"\n[[variant]]\nname = \"other\"\n[sweep]\nrules.hand_size = [8, 9]\n\
                [[lineup]]\nstrategies = [\"random\", \"random\"]\n";
    let names = |text: &str| {
        let results = of_text(&Crisps, text);
        let names: Vec<String> =
            results.first_player.iter().map(|row| row.cell.variant.clone()).collect();
        (names, results.manifest.baseline.clone())
    };
    let all =
        ["bga", "bga hand_size=8", "bga hand_size=9", "other hand_size=8", "other hand_size=9"];
    assert_eq!(names(text), (all.map(str::to_owned).to_vec(), "bga".to_owned()));
    assert_eq!(
        names(&text.replace("baseline = \"bga\"\n", "")),
        (all.map(str::to_owned).to_vec(), "bga".to_owned())
    );
    let point = text.replace("baseline = \"bga\"", "baseline = \"other hand_size=9\"");
    assert_eq!(
        names(&point),
        (all[1..].iter().map(|name| (*name).to_owned()).collect(), "other hand_size=9".to_owned())
    );
    let same = names(&text.replace("[8, 9]", "[8, 12]"));
    assert_eq!(
        same.0,
        ["bga hand_size=8", "bga", "other hand_size=8", "other hand_size=12"],
        "a point with its rules is the baseline"
    );
}

/// Two of a kind that never end a game, and two that do.
fn hoarders(max_turns: u32) -> Results {
    let strategies: Vec<Entrant> =
        ["hoarder", "random", "greedy"].map(|name| strategy(&Scrip, name).into()).to_vec();
    let again = StrategyFile { name: "hoarder2".to_owned(), ..strategy(&Scrip, "hoarder") };
    let all: Vec<Entrant> = std::iter::once(again.into()).chain(strategies).collect();
    let short = RulesChoice { rules: None, set: vec![format!("max_turns={max_turns}")] };
    played(Experiment::new(&Scrip, "ladder").blocks(200).rules("short", &short).ladder(&all, &[]))
}

#[test]
fn a_ladder_of_unfinished_games_has_no_rungs() {
    let found = answered(&hoarders(60));
    let first = &found.points[0];
    assert_eq!(first.about, "Games that do not end");
    assert!(
        first.text.contains("Who wins is judged in ") || first.text.contains("is judged in "),
        "{found:#?}"
    );
    // The step between the two that never end a game counts, but neither is stronger.
    let rungs = about(&found, "Rung by rung");
    assert!(
        !rungs.contains("every strategy") && rungs.contains("of 3 clearly beat")
            || rungs.contains("do not end"),
        "{rungs}"
    );
    let results = hoarders(1);
    let none = answered(&results);
    assert!(about(&none, "Rung by rung").starts_with("no step is judged"), "{none:#?}");
    assert!(
        about(&none, "Who is best").contains("none of the games ended")
            && about(&none, "Who is best").starts_with("not known"),
        "{none:#?}"
    );
    assert_eq!(
        about(&none, "Games that do not end"),
        "up to 100 %, in 10 of 10 cases; none is judged."
    );
    assert!(
        results
            .ladder
            .iter()
            .all(|rung| rung.win_rate_verdict.is_none() && rung.first_player_verdict.is_none())
    );
}

#[test]
fn a_ladder_of_two_names_both() {
    let rung = |blocks| {
        let all: [Entrant; 2] = ["random", "greedy"].map(|name| strategy(&Crisps, name).into());
        let results = played(Experiment::new(&Crisps, "ladder").blocks(blocks).ladder(&all, &[]));
        about(&answered(&results), "Rung by rung").to_owned()
    };
    let (sure, open) = (rung(200), rung(3));
    assert!(sure.starts_with("greedy is stronger than random ("), "{sure}");
    assert!(open.starts_with("greedy is not clearly stronger than random"), "{open}");
}

/// A point whose games do not end is neither fairest nor fair, and does not affect the others.
#[test]
fn a_point_at_which_no_game_ends_is_not_judged() {
    let sweep = |values: &str| {
        let text = "blocks = 200\n[sweep]\nrules.max_turns = [VALUES]\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n\
                    [analysis]\ntolerance = { win_rate = 0.4 }\n";
        of_text(&Scrip, &text.replace("VALUES", values))
    };
    let mean = |results: &Results, variant: &str| {
        let is_it = |row: &&SweepRow| {
            row.cell.variant == variant && row.quantity == "length" && row.subject == "decisions"
        };
        results.sweep.iter().find(is_it).expect("a point").estimate
    };
    let (one, other) = (sweep("1, 100, 400"), sweep("100, 1, 400"));
    // The value of a cell does not depend on the point that is compared with it first.
    for results in [&one, &other] {
        let own = |variant: &str| {
            results.lengths.iter().find(|row| row.cell.variant == variant).expect("a length").mean
        };
        let baseline = results.manifest.baseline.as_str();
        assert!(own(baseline).is_some());
        for variant in results.manifest.variants.iter().map(|variant| variant.name.as_str()) {
            assert_eq!(mean(results, variant), own(variant), "{variant}");
        }
        let compared = results
            .comparisons
            .iter()
            .filter(|row| row.quantity == "length" && row.subject == "decisions");
        for row in compared {
            assert_eq!(
                (row.baseline_value, row.variant_value),
                (own(&row.baseline), own(&row.cell.variant)),
                "{row:#?}"
            );
        }
    }
    let found = answered(&one);
    assert_eq!(
        about(&found, "Games that do not end").split('.').next(),
        Some("100 % with max_turns=1"),
        "{found:#?}"
    );
    let meets = about(&found, "Meet your tolerance");
    assert!(
        meets.starts_with("2 of 3 points are fair")
            && meets.ends_with("At 1 of 3 points too few games end to tell."),
        "{meets}"
    );
    let fairest = about(&found, "Fairest point");
    assert!(
        !fairest.contains("max_turns=1 ") && fairest.contains("1 of 3 points is not judged"),
        "{fairest}"
    );
}

/// A point that is fair between equals is not so at every strength where the games of another line-up
/// do not end; and lengths are of a line-up whose games end at both points, not of the last one.
#[test]
fn a_line_up_that_does_not_end_at_a_point_takes_its_word_from_it() {
    let lineups = |names: &[[&str; 2]]| -> String {
        let of_pair = |pair: &[&str; 2]| format!("[[lineup]]\nstrategies = {pair:?}\n");
        names.iter().map(of_pair).collect::<Vec<_>>().concat()
    };
    let sweep = |names: &[[&str; 2]]| {
        let head = "blocks = 200\n[analysis]\ntolerance = { win_rate = 0.4 }\n[sweep]\nrules.max_turns = [36, 400]\n";
        of_text(&Scrip, &(head.to_owned() + &lineups(names)))
    };
    let found = answered(&sweep(&[["greedy", "greedy"], ["hoarder", "greedy"]]));
    assert_eq!(
        about(&found, "Meet your tolerance"),
        "1 of 2 points is fair within 40 points at every strength: max_turns=400. At 1 of 2 points too few games end to tell.",
        "{found:#?}"
    );
    let found = answered(&sweep(&[["greedy", "greedy"], ["random", "random"]]));
    let length = about(&found, "Length");
    assert!(length.starts_with("turns on average between greedy players "), "{length}");
}

/// Where too few games end, no table has a win rate: it would be the share of each in games that
/// nobody won.
#[test]
fn games_that_do_not_end_have_no_win_rate_in_tables() {
    let short = RulesChoice { rules: None, set: vec!["max_turns=1".to_owned()] };
    let asked = || Experiment::new(&CryptoCards, "short").blocks(60).rules("short", &short);
    let of_match = played(asked().lineup(["greedy"; 3]));
    let of_pair = played(asked().lineup(["greedy", "dummy"]));
    let in_place =
        played(asked().ladder(&["greedy", "heuristic"], &[]).others(["greedy", "greedy"]));
    for results in [of_match, of_pair, in_place] {
        for panel in [panels(&results, None), all_panels(&results, None)].concat() {
            let of_wins = |title: &str| {
                title.contains("first") || title.contains("wins") || title.contains("more than")
            };
            for (place, column) in panel.columns.iter().enumerate() {
                let cells = panel.rows.iter().map(|row| row[place].as_str());
                assert!(
                    !of_wins(&column.title) || cells.clone().all(|cell| cell == "–"),
                    "{panel:#?}"
                );
            }
        }
        let tally = tally(&sentences(&results)).expect("cases");
        assert!(tally.starts_with("In short: no verdict, since too few games end in "), "{tally}");
    }
}

#[test]
fn unfinished_games_are_not_unchanged() {
    let text = "blocks = 200\n[[variant]]\nname = \"a\"\nrules = { max_turns = 1 }\n[[variant]]\nname = \"b\"\nrules = { max_turns = 1, starting_deck = 7 }\n\
                [[variant]]\nname = \"whole\"\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    let results = of_text(&Scrip, text);
    let found = answered(&results);
    assert_eq!(found.points[0].about, "Games that do not end");
    assert!(
        found.points.iter().all(|point| point.about != "Unchanged" && point.about != "Fairest"),
        "{found:#?}"
    );
    assert!(
        about(&found, "Not known yet").starts_with(
            "too few games end in some line-ups to judge what changes going first, who is stronger"
        ),
        "{found:#?}"
    );
    // Random does not win more where no game ends: there is no verdict in any table.
    let judged = |quantity: &str| {
        results
            .comparisons
            .iter()
            .filter(|row| row.quantity == quantity)
            .all(|row| row.judged.verdict.is_none())
    };
    assert!(judged("win_rate") && judged("first_player_win_rate") && judged("length"));
    assert!(
        results
            .comparisons
            .iter()
            .any(|row| row.quantity == "unfinished_games" && row.judged.verdict.is_some())
    );
    let stuck = |variant: &str| variant == "a" || variant == "b";
    assert!(
        results
            .first_player
            .iter()
            .all(|row| row.share.judged.verdict.is_none() == stuck(&row.cell.variant))
    );
    // A sentence for each cell says so, and none calls anybody stronger or fair.
    let sentences = sentences(&results);
    assert_eq!(
        sentences
            .iter()
            .filter(|sentence| sentence.text.contains("too few to judge who wins"))
            .count(),
        4
    );
    assert!(
        !sentences.iter().any(|sentence| sentence.text.contains("instead of 50.0 %")
            && sentence.text.contains(" wins "))
    );
}

#[test]
fn a_seat_without_wins_in_unfinished_games_is_not_fair() {
    let short = RulesChoice { rules: None, set: vec!["max_turns=1".to_owned()] };
    let results = played(
        Experiment::new(&CryptoCards, "match")
            .blocks(300)
            .rules("short", &short)
            .lineup(["greedy"; 3]),
    );
    assert!(
        results.first_player[0].share.unfinished > 0
            && results.first_player[0].share.unfinished < 300
    );
    let found = answered(&results);
    assert!(
        found.points[0].about == "Games that do not end"
            && found.points.iter().all(|point| point.about != "Going first"),
        "{found:#?}"
    );
    // One sentence, and no verdict on a place or a seat.
    assert_eq!(sentences(&results).len(), 1);
    // The suggested game exists.
    let next = about(&found, "Next");
    assert!(
        next.contains("--pick unfinished")
            && results.games.iter().any(|game| game.pick == Pick::Unfinished),
        "{next}"
    );
}

/// A game that a variant turned is offered only if there is one, and by the name of its folder.
#[test]
fn only_listed_games_are_offered() {
    let text = "blocks = 1500\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"no-face-up\"\nrules = { face_up_draw = false }\n\
                [[lineup]]\nstrategies = [\"heuristic\", \"greedy\"]\n[analysis]\ntolerance = { win_rate = 0.001, length = 0.5, share = 0.5 }\n";
    let document =
        Document::parse("test.toml", format!("game = \"crisps\"\n{text}")).expect("TOML");
    let plan = parse(&Crisps, &document, Overrides::default()).expect("a plan");
    let Played { mut results, timing, .. } = Session::default().run(&plan).expect("a run");
    // With nothing open, a game is offered.
    let settle = |results: &mut Results| {
        for row in &mut results.tables.comparisons {
            row.judged.verdict = row.judged.verdict.map(|verdict| {
                if verdict == Verdict::NotSettled { Verdict::Same } else { verdict }
            });
        }
        let shares = results.tables.first_player.iter_mut().map(|row| &mut row.share);
        shares.chain(results.tables.strategies.iter_mut().map(|row| &mut row.share)).for_each(
            |share| {
                share.judged.verdict = share.judged.verdict.map(|verdict| {
                    if verdict == Verdict::NotSettled { Verdict::Within } else { verdict }
                });
            },
        );
    };
    settle(&mut results);
    assert!(
        about(&answer(&results, Some("x")), "Next").contains("show --from x --variant no-face-up"),
        "{:#?}",
        answer(&results, Some("x"))
    );
    let files = fairdeal::words::files(&results, &timing).expect("memory");
    let (_, written) = files.iter().find(|(name, _)| name == "answer.txt").expect("an answer");
    let written = String::from_utf8_lossy(written);
    assert!(
        written.contains("(in this folder): `fairdeal show --from . --variant no-face-up"),
        "{written}"
    );
    results.tables.games.retain(|game| game.pick != Pick::Flipped);
    assert!(!about(&answer(&results, Some("x")), "Next").contains("flipped"));
}
