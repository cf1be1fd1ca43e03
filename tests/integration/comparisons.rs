//! Comparisons of variants from outside: nothing against itself, the same answer however it is played, and ends that are the same everywhere.

use std::sync::atomic::AtomicBool;

use crate::support::csv;
use fairdeal::experiment::{Overrides, Plan, parse};
use fairdeal::game::Description;
use fairdeal::games::AllGames;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Document;
use fairdeal::metrics::{Counts, Ending, Table, Value};
use fairdeal::registry::{GameList, Visitor};
use fairdeal::runner::{Control, run, run_blocks};
use fairdeal::strategy::Playable;

fn plan<G: Playable>(text: &str) -> Plan<G> {
    let document = Document::parse("experiments/test.toml", text).expect("TOML");
    parse(&document, Overrides::default()).expect("a valid experiment")
}

fn play<G: Playable>(plan: &Plan<G>, threads: usize) -> (Counts, Ending) {
    run(plan, threads, Control { stop: &AtomicBool::new(false), progress: &|_| {} }).expect("a run")
}

fn table(tables: &[Table], file: &str) -> Table {
    tables.iter().find(|table| table.file == file).expect("a table").clone()
}

fn real(table: &Table, row: &[Value], column: &str) -> Option<f64> {
    match table.get(row, column) {
        Some(Value::Real(number)) => Some(*number),
        Some(Value::Integer(number)) => Some(*number as f64),
        _ => None,
    }
}

/// The same rules under two names, with the analysis at the end.
fn against_itself(game: &Description, analysis: &str) -> String {
    format!(
        "game = \"{}\"\nseed = 3\nblocks = 300\n[[variant]]\nname = \"one\"\n[[variant]]\nname = \"other\"\n\
         [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[[lineup]]\nstrategies = [\"heuristic\", \"random\"]\n{analysis}",
        game.name
    )
}

struct Itself;

impl Visitor for Itself {
    type Output = ();

    fn visit<G: Playable>(self) {
        for analysis in ["", "[analysis]\ntolerance = { win_rate = 0.01, length = 0.05 }\n", "[stop]\nprecision = 0.01\nmax_blocks = 300\n"]
        {
            let plan = plan::<G>(&against_itself(&G::DESCRIPTION, analysis));
            let tables = play(&plan, 2).0.tables(&plan.analysis);
            let comparisons = table(&tables, "comparisons.csv");
            assert!(comparisons.rows.len() > 10);
            for row in &comparisons.rows {
                let name = format!("{} {row:?}", G::DESCRIPTION.name);
                for column in ["changed_blocks", "difference", "low", "high"] {
                    assert_eq!(real(&comparisons, row, column), Some(0.0), "{column} of {name}");
                }
                for column in ["relative_difference", "relative_low", "relative_high"] {
                    assert!(real(&comparisons, row, column).is_none_or(|number| number.to_bits() == 0), "{column} of {name}");
                }
                assert_eq!(comparisons.get(row, "verdict"), Some(&Value::from("same within tolerance")), "{name}");
            }
        }
    }
}

#[test]
fn a_variant_against_itself_is_exactly_zero() {
    for game in AllGames::descriptions() {
        AllGames::visit(game.name, Itself).expect("a game of the list");
    }
}

const SETTLED: &str = "game = \"crisps\"\nseed = 1\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"jacks\"\n\
    rules = { special_rank = \"jack\" }\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n\
    [analysis]\ntolerance = { win_rate = 0.02, length = 0.1 }\n[stop]\nwhen = \"settled\"\nmax_blocks = 20_000\n";

/// Looks are at fixed numbers of blocks, when all before are counted: threads change nothing, and what was counted is what a run of as many
/// blocks counts.
#[test]
fn a_run_that_ends_early_ends_at_the_same_block_everywhere() {
    let plan = plan::<Crisps>(SETTLED);
    let (alone, ending) = play(&plan, 1);
    assert_eq!(ending, Ending::Reached);
    assert!([1000, 1500, 2250, 3375, 5062, 7593].contains(&alone.blocks), "{} blocks", alone.blocks);
    for threads in [2, 8] {
        let (together, ending) = play(&plan, threads);
        assert_eq!((together.blocks, ending), (alone.blocks, Ending::Reached));
        assert_eq!(csv(&plan, &together), csv(&plan, &alone));
    }
    let control = Control { stop: &AtomicBool::new(false), progress: &|_| {} };
    let whole = run_blocks(&plan, 2, control, 0..alone.blocks).expect("a run");
    assert_eq!(csv(&plan, &whole), csv(&plan, &alone));
    let comparisons = table(&alone.tables(&plan.analysis), "comparisons.csv");
    for row in &comparisons.rows {
        let method = comparisons.get(row, "interval").map(ToString::to_string).expect("a column");
        assert!(["anytime", ""].contains(&method.as_str()), "{method} does not hold at every look");
    }
}

#[test]
fn the_largest_number_of_blocks_ends_every_run() {
    let plan = plan::<Crisps>(&SETTLED.replace("0.02", "0.00001").replace("20_000", "1_200"));
    let (counts, ending) = play(&plan, 2);
    assert_eq!((counts.blocks, ending), (1200, Ending::Planned));
}

/// Counts of parts of the blocks, added up, are those of the whole.
#[test]
fn parts_add_up() {
    let plan = plan::<Crisps>(
        &SETTLED.replace("[stop]\nwhen = \"settled\"\nmax_blocks = 20_000\n", "").replace("seed = 1", "seed = 1\nblocks = 400"),
    );
    let stop = AtomicBool::new(false);
    let control = || Control { stop: &stop, progress: &|_| {} };
    let mut sum = run_blocks(&plan, 2, control(), 0..150).expect("a run");
    sum.merge(&run_blocks(&plan, 1, control(), 150..400).expect("a run")).expect("few games");
    assert_eq!(csv(&plan, &sum), csv(&plan, &play(&plan, 2).0));
}

/// The intervals of a rate at every look are wider than at one, and hold what the plain ones say.
#[test]
fn looking_again_costs_width() {
    let text = "game = \"crisps\"\nseed = 1\nblocks = 2000\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    let once = plan::<Crisps>(text);
    let often = plan::<Crisps>(&format!("{}[stop]\nprecision = 0.0001\nmax_blocks = 2_000\n", text.replace("blocks = 2000\n", "")));
    let ends = |plan: &Plan<Crisps>| {
        let first = table(&play(plan, 2).0.tables(&plan.analysis), "first_player.csv");
        ["win_rate_low", "win_rate", "win_rate_high"].map(|column| real(&first, &first.rows[0], column).expect("a number"))
    };
    let ([low, rate, high], [wide_low, same, wide_high]) = (ends(&once), ends(&often));
    assert_eq!(rate.to_bits(), same.to_bits());
    let ratio = (wide_high - wide_low) / (high - low);
    assert!(wide_low < low && high < wide_high && (1.3..2.5).contains(&ratio), "{ratio} times as wide");
}

/// Rules that differ may yet change nothing that was seen: then nothing is sure, and no interval is a point.
#[test]
fn what_changed_nothing_is_not_the_same() {
    let text = "game = \"crisps\"\nseed = 1\nblocks = 300\nbaseline = \"one\"\n[[variant]]\nname = \"one\"\n[[variant]]\nname = \"other\"\nrules = { max_turns = 1999 }\n\
                [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    let looks = text.replace("blocks = 300\n", "") + "[stop]\nwhen = \"settled\"\nmax_blocks = 300\n";
    for text in [text, &looks] {
        let plan = plan::<Crisps>(text);
        let comparisons = table(&play(&plan, 2).0.tables(&plan.analysis), "comparisons.csv");
        let mut intervals = 0;
        for row in &comparisons.rows {
            let value = |column| comparisons.get(row, column).map(ToString::to_string).expect("a column");
            assert_eq!((value("changed_blocks"), value("difference").parse()), ("0".to_owned(), Ok(0.0)));
            assert!(!value("verdict").starts_with("same"), "{}: {}", value("metric"), value("verdict"));
            if let (Ok(low), Ok(high)) = (value("low").parse::<f64>(), value("high").parse::<f64>()) {
                intervals += 1;
                // Percentiles of few different lengths may well be sure.
                let sure = value("metric") == "length_p95" && low <= 0.0 && high >= 0.0;
                assert!(sure || (low < 0.0 && high > 0.0), "{}: [{low}, {high}]", value("metric"));
            }
        }
        assert!(intervals > 10);
    }
}
