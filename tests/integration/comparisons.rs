//! Comparisons of variants from outside: nothing against itself, the same answer however it is played, and ends that are the same everywhere.

use crate::support::{Csv, csv, tables};
use fairdeal::experiment::{Overrides, Plan, parse};
use fairdeal::findings::Ending;
use fairdeal::game::Description;
use fairdeal::games::AllGames;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Document;
use fairdeal::metrics::{Counts, MergeError};
use fairdeal::registry::{GameList, Visitor};
use fairdeal::session::Session;
use fairdeal::strategy::Playable;

fn plan<G: Playable>(text: &str) -> Plan<G> {
    let document = Document::parse("experiments/test.toml", text).expect("TOML");
    parse(&document, Overrides::default()).expect("a valid experiment")
}

fn play<G: Playable>(plan: &Plan<G>, threads: usize) -> (Counts, Ending) {
    Session::default().threads(threads).play(plan).expect("a run")
}

fn table(tables: &[Csv], file: &str) -> Csv {
    tables.iter().find(|table| table.file == file).expect("a table").clone()
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
            let comparisons = table(&tables(&plan, &play(&plan, 2).0), "comparisons.csv");
            assert!(comparisons.rows.len() > 10);
            for row in &comparisons.rows {
                let name = format!("{} {row:?}", G::DESCRIPTION.name);
                for column in ["changed_blocks", "difference", "low", "high"] {
                    assert_eq!(comparisons.number(row, column), Some(0.0), "{column} of {name}");
                }
                for column in ["relative_difference", "relative_low", "relative_high"] {
                    assert!(comparisons.number(row, column).is_none_or(|number| number.to_bits() == 0), "{column} of {name}");
                }
                assert_eq!(comparisons.get(row, "verdict"), "same within tolerance", "{name}");
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
    assert!([1000, 1500, 2250, 3375, 5062, 7593].contains(&alone.blocks()), "{} blocks", alone.blocks());
    for threads in [2, 8] {
        let (together, ending) = play(&plan, threads);
        assert_eq!((together.blocks(), ending), (alone.blocks(), Ending::Reached));
        assert_eq!(csv(&plan, &together), csv(&plan, &alone));
    }
    let whole = Session::default().threads(2).play_blocks(&plan, 0..alone.blocks()).expect("a run");
    assert_eq!(csv(&plan, &whole), csv(&plan, &alone));
    let comparisons = table(&tables(&plan, &alone), "comparisons.csv");
    for row in &comparisons.rows {
        let method = comparisons.get(row, "interval");
        assert!(["anytime", ""].contains(&method), "{method} does not hold at every look");
    }
}

#[test]
fn the_largest_number_of_blocks_ends_every_run() {
    let plan = plan::<Crisps>(&SETTLED.replace("0.02", "0.00001").replace("20_000", "1_200"));
    let (counts, ending) = play(&plan, 2);
    assert_eq!((counts.blocks(), ending), (1200, Ending::Planned));
}

/// Counts of parts of the blocks, added up, are those of the whole.
#[test]
fn parts_add_up() {
    let plan = plan::<Crisps>(
        &SETTLED.replace("[stop]\nwhen = \"settled\"\nmax_blocks = 20_000\n", "").replace("seed = 1", "seed = 1\nblocks = 400"),
    );
    let part = |threads, blocks| Session::default().threads(threads).play_blocks(&plan, blocks).expect("a run");
    let mut sum = part(2, 0..150);
    // What a part counted can be written down and read back.
    let written = serde_json::to_string(&part(1, 150..400)).expect("whole numbers");
    sum.merge(&serde_json::from_str(&written).expect("counts")).expect("few games");
    let whole = play(&plan, 2).0;
    assert_eq!(sum, whole);
    assert_eq!((sum.digest(), sum.ranges(), sum.blocks()), (&*plan.digest(), std::slice::from_ref(&(0..400)), 400));
    // Whoever comes later, blocks are counted once, and those of another experiment not at all.
    let mut later = part(1, 300..400);
    later.merge(&part(1, 100..120)).expect("other blocks");
    assert_eq!((later.ranges(), later.blocks()), (&[100..120, 300..400][..], 120));
    assert_eq!(later.merge(&part(1, 110..130)), Err(MergeError::Overlap { start: 110, last: 119 }));
    let other = self::plan::<Crisps>("game = \"crisps\"\nblocks = 10\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n");
    let refused = later.merge(&Session::default().play_blocks(&other, 0..1).expect("a run"));
    assert_eq!(refused, Err(MergeError::OtherExperiment { one: plan.digest(), other: other.digest() }));
    assert_eq!(csv(&plan, &sum), csv(&plan, &whole));
}

/// The intervals of a rate at every look are wider than at one, and hold what the plain ones say.
#[test]
fn looking_again_costs_width() {
    let text = "game = \"crisps\"\nseed = 1\nblocks = 2000\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    let once = plan::<Crisps>(text);
    let often = plan::<Crisps>(&format!("{}[stop]\nprecision = 0.0001\nmax_blocks = 2_000\n", text.replace("blocks = 2000\n", "")));
    let ends = |plan: &Plan<Crisps>| {
        let first = table(&tables(plan, &play(plan, 2).0), "first_player.csv");
        ["win_rate_low", "win_rate", "win_rate_high"].map(|column| first.number(&first.rows[0], column).expect("a number"))
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
        let comparisons = table(&tables(&plan, &play(&plan, 2).0), "comparisons.csv");
        let mut intervals = 0;
        for row in &comparisons.rows {
            let value = |column| comparisons.get(row, column);
            assert_eq!((value("changed_blocks"), value("difference").parse()), ("0", Ok(0.0)));
            assert!(!value("verdict").starts_with("same"), "{}: {}", value("quantity"), value("verdict"));
            if let (Ok(low), Ok(high)) = (value("low").parse::<f64>(), value("high").parse::<f64>()) {
                intervals += 1;
                // Percentiles of few different lengths may well be sure.
                let sure = value("quantity") == "length_p95" && low <= 0.0 && high >= 0.0;
                assert!(sure || (low < 0.0 && high > 0.0), "{}: [{low}, {high}]", value("quantity"));
            }
        }
        assert!(intervals > 10);
    }
}
