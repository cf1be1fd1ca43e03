//! Strategies in the place of one player, compared with the same games played one by one.

use crate::support::table::Table;
use crate::support::{only, play, player, results, session};
use fairdeal::experiment::{Experiment, OnePlace, Plan};
use fairdeal::findings::{Analysis, Ending, Stop, Until};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::results::Results;
use fairdeal::rng::BlockStreams;
use fairdeal::rows::{InPlaceRow, Method, Verdict};
use fairdeal::seat::{Seat, WIN};
use fairdeal::strategy::Playable;
use fairdeal::words::ended;

const BLOCKS: u64 = 100;
const SEED: u64 = 12;

fn asked(strategies: &[&str], others: &[&[&str]]) -> Experiment {
    let experiment =
        Experiment::new(&Crackpipe, "place").seed(SEED).blocks(BLOCKS).ladder(strategies, &[]);
    others.iter().fold(experiment, |experiment, table| experiment.others(table.iter().copied()))
}

fn found(plan: &Plan) -> Results {
    results(plan, &play(plan, 2))
}

/// The wins of a strategy among others in each block, on average over the games of the block and
/// its seats in them.
fn won(plan: &Plan, strategy: &str, others: &[&str]) -> Vec<f64> {
    let mut names = others.to_vec();
    names.push(strategy);
    let cell =
        plan.layout().cells.iter().find(|label| label.shape.holds(&names)).expect("it is played");
    let arrangements = cell.shape.arrangements.all().expect("few players");
    let rules =
        <Crackpipe as fairdeal::game::Game>::rules(&plan.variants()[0].settings, names.len())
            .expect("can be dealt");
    let in_block = |block: u64| {
        let (mut credits, mut places) = (0, 0);
        for arrangement in arrangements {
            let seated: Vec<&str> = cell.shape.seated(*arrangement).collect();
            let mut players =
                Crackpipe::seat(seated.iter().map(|name| player::<Crackpipe>(name)).collect());
            let game = Crackpipe::play(&rules, &mut players, BlockStreams::new(SEED, block))
                .expect("legal play");
            assert!(!game.outcome.unfinished);
            for seat in Seat::all(names.len()).filter(|seat| seated[seat.index()] == strategy) {
                credits += game.outcome.winners.credit(seat);
                places += WIN;
            }
        }
        credits as f64 / places as f64
    };
    (0..BLOCKS).map(in_block).collect()
}

fn close(one: Option<f64>, other: f64) -> bool {
    one.is_some_and(|one| (one - other).abs() < 1e-9)
}

fn others_of(row: &InPlaceRow) -> Vec<&str> {
    row.others.0.iter().map(String::as_str).collect()
}

#[test]
fn differences_use_the_same_blocks() {
    let strategies = ["random", "greedy", "heuristic"];
    let tables: [&[&str]; 3] = [&["heuristic", "greedy"], &["greedy", "greedy"], &["random"]];
    let plan = asked(&strategies, &tables).plan().expect("a plan");
    let results = found(&plan);
    let order: Vec<(Vec<&str>, &str)> =
        results.in_place.iter().map(|row| (others_of(row), row.strategy.as_str())).collect();
    let expected: Vec<(Vec<&str>, &str)> = tables
        .iter()
        .flat_map(|table| strategies.map(|strategy| (table.to_vec(), strategy)))
        .collect();
    assert_eq!(order, expected);
    let mut by_spread = 0;
    for row in &results.in_place {
        let others = others_of(row);
        let [own, last] =
            [row.strategy.as_str(), "heuristic"].map(|name| won(&plan, name, &others));
        let mean = |values: &[f64]| values.iter().sum::<f64>() / BLOCKS as f64;
        assert!(close(row.win_rate, mean(&own)), "{row:?}");
        if row.strategy == "heuristic" {
            assert_eq!(
                (&row.compared_with, row.difference, row.judged.verdict),
                (&None, None, None)
            );
            continue;
        }
        assert_eq!(row.compared_with.as_deref(), Some("heuristic"));
        let differences: Vec<f64> = own.iter().zip(&last).map(|(own, last)| own - last).collect();
        let centre = mean(&differences);
        let variance = differences.iter().map(|value| (value - centre).powi(2)).sum::<f64>()
            / (BLOCKS - 1) as f64;
        // Student's t with 99 degrees of freedom.
        let reach = 1.984_216_951_586_417 * (variance / BLOCKS as f64).sqrt();
        let (low, high) =
            (row.difference_low.expect("blocks"), row.difference_high.expect("blocks"));
        if row.interval == Some(Method::Blocks) {
            by_spread += 1;
            assert!(
                (low - (centre - reach)).abs() < 1e-6 && (high - (centre + reach)).abs() < 1e-6,
                "{row:?} {centre} {reach}"
            );
        } else {
            // Nearly all blocks differ by the same amount: the true share of others may be larger
            // than observed.
            assert!(
                row.interval == Some(Method::ChangedBlocks)
                    && low < centre - reach
                    && centre + reach < high,
                "{row:?} {centre} {reach}"
            );
        }
    }
    assert!(by_spread > 3, "{by_spread}");
    // All seats of equal strategies win the same: this is known beforehand.
    let of_equals = results
        .in_place
        .iter()
        .find(|row| others_of(row) == ["greedy", "greedy"] && row.strategy == "greedy");
    assert!(
        of_equals.is_some_and(|row| close(row.win_rate, 1.0 / 3.0) && row.win_rate_low.is_none()),
        "{of_equals:?}"
    );
    // Only these line-ups are played, each table once: greedy among heuristic and greedy is the
    // same table as heuristic among two of greedy.
    let lineups: Vec<&str> = plan.lineups().iter().map(|lineup| lineup.name.as_str()).collect();
    let mut expected: Vec<String> =
        strategies.map(|name| format!("{name} vs heuristic vs greedy")).to_vec();
    expected.extend(
        [
            "random vs greedy vs greedy",
            "3 x greedy",
            "random vs random",
            "greedy vs random",
            "heuristic vs random",
        ]
        .map(str::to_owned),
    );
    assert_eq!(lineups, expected);
    assert!(results.ratings.is_empty() && results.pairs.is_empty() && results.ladder.is_empty());
}

/// Exchanging the compared strategies only changes the sign.
#[test]
fn exchanging_compared_strategies_changes_the_sign() {
    let row = |strategies: [&str; 2]| -> InPlaceRow {
        let results =
            found(&asked(&strategies, &[&["heuristic", "random"]]).plan().expect("a plan"));
        results
            .in_place
            .iter()
            .find(|row| row.compared_with.is_some())
            .cloned()
            .expect("two strategies")
    };
    let (one, other) = (row(["greedy", "random"]), row(["random", "greedy"]));
    let negative = |value: Option<f64>| -value.expect("blocks");
    assert!(close(one.difference, negative(other.difference)) && one.difference > Some(0.0));
    assert!(
        close(one.difference_low, negative(other.difference_high))
            && close(one.difference_high, negative(other.difference_low))
    );
    assert_eq!(
        (one.judged.p_bound, one.judged.p_bound_adjusted),
        (other.judged.p_bound, other.judged.p_bound_adjusted)
    );
    assert_eq!(
        (one.judged.verdict, other.judged.verdict),
        (Some(Verdict::Higher), Some(Verdict::Lower))
    );
}

/// A run that may end when everything is settled waits for the differences, not for the first
/// player.
#[test]
fn a_run_ends_when_the_places_are_settled() {
    let analysis = Analysis { win_rate_tolerance: Some(0.05), ..Analysis::default() };
    let stop = Stop { until: Until::Settled, first_look: 20 };
    let plan = asked(&["random", "greedy"], &[&["greedy", "greedy"]])
        .blocks(2000)
        .analysis(analysis)
        .stop(stop)
        .plan()
        .expect("a plan");
    let played = session().run(&plan).expect("a run");
    assert!(
        played.results.manifest.ended_early && played.counts.blocks() < 1000,
        "{}",
        played.counts.blocks()
    );
    assert!(
        played
            .results
            .first_player
            .iter()
            .any(|row| row.share.judged.verdict == Some(Verdict::NotSettled))
    );
    let told =
        |results: &Results, until| ended(results, &Stop { until, ..stop }, Ending::Reached, None);
    assert!(
        told(&played.results, Until::Settled)
            .contains("every verdict on who does best in one seat is settled")
    );
    assert!(
        told(&played.results, Until::Precision(0.1))
            .contains("every interval of a difference in one seat")
    );
    let of_all = found(&asked(&["random", "greedy"], &[]).doublings(0).plan().expect("a plan"));
    assert!(told(&of_all, Until::Settled).contains("on going first, on strengths,"));
}

/// A ladder for three reports the place of one player among others of each rung, from its own
/// games.
#[test]
fn a_ladder_for_three_has_places_too() {
    let names = ["random", "greedy", "heuristic"];
    let ladder =
        Experiment::new(&Crackpipe, "ladder").seed(SEED).blocks(BLOCKS).ladder(&names, &[]);
    let results = found(&ladder.clone().players(3).plan().expect("a plan"));
    let alone = found(
        &asked(&names, &names.map(|name| [name; 2]).each_ref().map(|table| &table[..]))
            .plan()
            .expect("a plan"),
    );
    assert_eq!(results.in_place.len(), 9);
    for (row, alone) in results.in_place.iter().zip(&alone.in_place) {
        assert_eq!(
            (&row.others, &row.strategy, row.win_rate),
            (&alone.others, &alone.strategy, alone.win_rate)
        );
        assert_eq!((row.difference, row.difference_low), (alone.difference, alone.difference_low));
    }
    assert!(found(&ladder.plan().expect("a plan")).in_place.is_empty(), "of two, pairs tell it");
}

#[test]
fn invalid_questions_are_refused() {
    let refused = |strategies: &[&str], others: &[&[&str]]| {
        asked(strategies, others).plan().expect_err("refused").to_string()
    };
    assert!(refused(&["greedy"], &[&["random"]]).contains("one strategy alone"));
    assert!(refused(&["greedy", "random"], &[&[]]).contains("2 or more players"));
    assert!(refused(&["greedy", "random"], &[&["grready"]]).contains("did you mean `greedy`?"));
    assert!(
        refused(&["greedy", "random"], &[&["greedy"; 9][..]])
            .contains("a table for 10 with 9 of the others")
    );
    let twice = refused(&["greedy", "random"], &[&["greedy", "random"], &["random", "greedy"]]);
    assert!(twice.contains("the others greedy, random twice"), "{twice}");
    let all = refused(&["grredy", "randon"], &[&["heuristik"], &["greedy"; 9][..]]);
    for problem in ["`grredy`", "`randon`", "`heuristik`", "a table for 10"] {
        assert!(all.contains(problem), "all problems are told: {all}");
    }
    // Copies belong to ladders.
    let plan = asked(&["greedy", "flat"], &[&["random"]]).texts(&only(&[])).doublings(2);
    assert!(plan.plan().is_err(), "nobody is known by name there");
    let plan = asked(&["flat", "greedy"], &[&["random"]]).doublings(2).plan().expect("a plan");
    let OnePlace { strategies, others } = plan.design().get().expect("one place");
    assert_eq!(
        (&strategies[..], &others[..]),
        (&["greedy".to_owned(), "flat".to_owned()][..], &[vec!["random".to_owned()]][..])
    );
    assert!(plan.exploiters().next().is_none() && plan.strategies().len() == 3);
}

#[test]
fn exploiters_take_the_place_as_well() {
    let quick =
        "kind = \"flat-monte-carlo\"\n[parameters]\niterations = 40\nrollout = \"greedy\"\n";
    let tables: [&[&str]; 4] = [
        &["greedy", "greedy"],
        &["greedy", "random"],
        &["searches", "searches"],
        &["random", "random"],
    ];
    let files = [
        ("random", "kind = \"random\"\n"),
        ("greedy", "kind = \"greedy\"\n"),
        ("searches", quick),
        ("exploiter", quick),
    ];
    let plan = |exploiters: bool| {
        let asked =
            asked(&["random", "greedy", "searches"], &tables).texts(&only(&files)).blocks(10);
        if exploiters {
            asked.exploiters().plan().expect("a plan")
        } else {
            asked.plan().expect("a plan")
        }
    };
    let (bare, known) = (plan(false), plan(true));
    assert_ne!(bare.digest(), known.digest());
    let exploiters: Vec<String> = known.exploiters().map(|(_, search)| search.name).collect();
    assert_eq!(exploiters, ["exploiter of random", "exploiter of greedy"].map(str::to_owned));
    let (bare, known) = (found(&bare), found(&known));
    // One more row at the tables of equal strategies that can be modelled: all other rows are
    // unchanged, except for corrected p-values.
    let added = |row: &&InPlaceRow| exploiters.contains(&row.strategy);
    let told: Vec<(Vec<&str>, &str)> = known
        .in_place
        .iter()
        .filter(added)
        .map(|row| (others_of(row), &row.strategy[..]))
        .collect();
    assert_eq!(
        told,
        [(tables[0].to_vec(), "exploiter of greedy"), (tables[3].to_vec(), "exploiter of random")]
    );
    assert!(known.in_place.iter().filter(added).all(|row| row.compared_with.as_deref() == Some("searches") && row.difference.is_some()));
    let rest: Vec<&InPlaceRow> = known.in_place.iter().filter(|row| !added(row)).collect();
    assert_eq!(rest.len(), bare.in_place.len());
    for (one, other) in rest.into_iter().zip(&bare.in_place) {
        assert_eq!(
            (&one.others, &one.strategy, one.win_rate),
            (&other.others, &other.strategy, other.win_rate)
        );
        assert_eq!((one.difference, one.difference_low), (other.difference, other.difference_low));
    }
    // No other strategy has its name.
    let namesake = asked(&["greedy", "exploiter of greedy", "searches"], &[&["greedy", "greedy"]]);
    let named = [&files[..], &[("exploiter of greedy", "kind = \"random\"\n")]].concat();
    let refused = namesake
        .texts(&only(&named))
        .exploiters()
        .plan()
        .expect_err("two strategies of one name")
        .to_string();
    assert!(
        refused.contains("the strategy name `exploiter of greedy` is given twice"),
        "{refused}"
    );
    // Each is recorded once, with its own kind.
    let record = known.manifest.strategy("exploiter of greedy").expect("it is recorded");
    assert_eq!(
        record.parameters.as_ref().map(|parameters| &parameters["opponents"]["name"]),
        Some(&"greedy".into())
    );
    assert!(known.manifest.strategies.keys().all(|name| !exploiters.contains(name)));
}

#[test]
fn in_place_works_from_a_command_and_a_file() {
    let table = Table::new();
    let ladder =
        ["ladder", "crackpipe", "--players", "3", "--strategies", "random,greedy,heuristic"];
    let others = [
        "--others", "heuristic, greedy", "--others", "greedy,greedy", "--blocks", "30", "--seed",
        "4",
    ];
    let printed = table.good(&[&ladder[..], &others, &["--out", "here"]].concat());
    assert!(
        printed.contains("Among heuristic and greedy: ")
            && printed.contains("Among two greedy players: "),
        "{printed}"
    );
    assert!(
        printed.contains("more than") && printed.lines().all(|line| line.chars().count() <= 80),
        "{printed}"
    );
    assert_eq!(table.read("here/in_place.csv").lines().count(), 7);
    assert!(
        table.read("here/verdicts.txt").contains("Among two greedy players, random wins "),
        "{}",
        table.read("here/verdicts.txt")
    );
    let command = "fairdeal ladder crackpipe --strategies random,greedy,heuristic --others heuristic,greedy --others greedy,greedy --blocks 30 --seed 4";
    table.good(&["report", "here"]);
    let page = table.read("here/report.html");
    assert!(page.contains(command) && page.contains("In one seat"));
    let file = "game = \"crackpipe\"\nblocks = 30\nseed = 4\n[ladder]\nstrategies = [\"random\", \"greedy\", \"heuristic\"]\n\
                others = [[\"heuristic\", \"greedy\"], [\"greedy\", \"greedy\"]]\n";
    table.file("place.toml", file);
    table.good(&["run", "place.toml"]);
    assert_eq!(table.read("results/place/in_place.csv"), table.read("here/in_place.csv"));
    // In shards the numbers are the same.
    table.good(&["plan", "place.toml", "--shards", "3"]);
    table.good(&["run", "--plan", "plan.json", "--shard", "0-2"]);
    table.good(&["merge", "plan.json", "--out", "merged"]);
    assert_eq!(table.read("merged/in_place.csv"), table.read("here/in_place.csv"));
    // A search that knows the others is requested by an option; the command on the page requests it
    // again.
    table.file(
        "quick.toml",
        "kind = \"flat-monte-carlo\"\n[parameters]\niterations = 20\nrollout = \"greedy\"\n",
    );
    let knowing = [
        "ladder", "crackpipe", "--strategies", "greedy,./quick.toml", "--others", "greedy,greedy",
        "--exploiters", "--blocks", "4", "--out", "known",
    ];
    let printed = table.good(&knowing);
    assert!(
        printed.contains("exploiter of greedy")
            && printed.contains("models them wins")
            && printed.lines().all(|line| line.chars().count() <= 80),
        "{printed}"
    );
    table.good(&["report", "known"]);
    assert!(
        table
            .read("known/report.html")
            .contains(" --strategies greedy,quick --others greedy,greedy --exploiters --blocks 4 ")
    );
    let refuse = |arguments: &[&str]| {
        let output = table.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    assert!(
        refuse(&[&ladder[..], &["--others", "greedy"]].concat())
            .contains("a table for 3 with 1 of the others")
    );
    table.file("wrong.toml", &file.replace("[[\"heuristic\", \"greedy\"], ", "[\"heuristic\", "));
    assert!(refuse(&["run", "wrong.toml"]).contains("a list of lists"));
}
