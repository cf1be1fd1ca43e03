//! Comparisons of variants from outside: no difference of a variant from itself, the same answer in
//! any number of parts, and the same early end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::support::{Csv, csv, results, tables};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Overrides, Plan, parse};
use fairdeal::findings::Ending;
use fairdeal::game::Description;
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::games::scrip::Scrip;
use fairdeal::input::Document;
use fairdeal::metrics::{Counts, MergeError};
use fairdeal::registry::GAMES;
use fairdeal::results::{KeptCounts, Manifest};
use fairdeal::rows::{Family, Judged, Method, Standing, Verdict};
use fairdeal::session::{Control, Progress, Session};
use fairdeal::words::{notes, sentences};

fn plan(game: &'static dyn AnyGame, text: &str) -> Plan {
    let document = Document::parse("experiments/test.toml", text).expect("TOML");
    parse(game, &document, Overrides::default()).expect("a valid experiment")
}

fn play(plan: &Plan, threads: usize) -> (Counts, Ending) {
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

fn itself(game: &'static dyn AnyGame) {
    for analysis in [
        "",
        "[analysis]\ntolerance = { win_rate = 0.01, length = 0.05 }\n",
        "[stop]\nprecision = 0.01\nmax_blocks = 300\n",
        "[stop]\nprecision = 0.01\n",
    ] {
        let plan = plan(game, &against_itself(game.description(), analysis));
        let counts = Session::default().threads(2).play_blocks(&plan, 0..300).expect("a run");
        let comparisons = table(&tables(&plan, &counts), "comparisons.csv");
        assert!(comparisons.rows.len() > 10);
        for row in &comparisons.rows {
            let name = format!("{} {row:?}", game.description().name);
            for column in ["changed_blocks", "difference", "difference_low", "difference_high"] {
                assert_eq!(comparisons.number(row, column), Some(0.0), "{column} of {name}");
            }
            for column in ["relative_difference", "relative_low", "relative_high"] {
                assert!(
                    comparisons.number(row, column).is_none_or(|number| number.to_bits() == 0),
                    "{column} of {name}"
                );
            }
            assert_eq!(comparisons.get(row, "verdict"), "same within tolerance", "{name}");
        }
    }
}

#[test]
fn a_variant_against_itself_is_exactly_zero() {
    for game in GAMES.iter() {
        itself(game);
    }
}

const SETTLED: &str = "game = \"crisps\"\nseed = 1\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"jacks\"\n\
    rules = { special_rank = \"jack\" }\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n\
    [analysis]\ntolerance = { win_rate = 0.02, length = 0.1 }\n[stop]\nwhen = \"settled\"\nmax_blocks = 20_000\n";

/// Looks are at fixed numbers of blocks, when all earlier blocks are counted: threads change
/// nothing, and the counts equal those of a run with this number of blocks.
#[test]
fn a_run_that_ends_early_ends_at_the_same_block_everywhere() {
    let bounded = plan(&Crisps, SETTLED);
    assert_eq!(bounded.max_blocks(), Some(20_000));
    let alone = ends_at_the_same_block(&bounded);
    let endless = plan(&Crisps, &SETTLED.replace("max_blocks = 20_000\n", ""));
    assert_eq!(endless.max_blocks(), None);
    assert_eq!(ends_at_the_same_block(&endless), alone, "a bound changes nothing before it");
    let comparisons = table(&tables(&endless, &alone), "comparisons.csv");
    for row in &comparisons.rows {
        let method = comparisons.get(row, "interval");
        assert!(["anytime", ""].contains(&method), "{method} does not hold at every look");
    }
}

fn ends_at_the_same_block(plan: &Plan) -> Counts {
    const LOOKS: [u64; 8] = [1024, 1536, 2048, 3072, 4096, 6144, 8192, 12_288];
    let (alone, ending) = play(plan, 1);
    assert_eq!(ending, Ending::Reached);
    assert!(LOOKS.contains(&alone.blocks()), "{} blocks", alone.blocks());
    for threads in [2, 8] {
        let (together, ending) = play(plan, threads);
        assert_eq!((together.blocks(), ending), (alone.blocks(), Ending::Reached));
        assert_eq!(csv(plan, &together), csv(plan, &alone));
    }
    let whole = Session::default().threads(2).play_blocks(plan, 0..alone.blocks()).expect("a run");
    assert_eq!(csv(plan, &whole), csv(plan, &alone));
    alone
}

#[test]
fn the_manifest_has_the_first_look() {
    let stop = |text: &str| {
        let manifest = Manifest::new(&plan(&Crisps, text), 0, Ending::Planned);
        serde_json::json!(manifest.stop.expect("it may end early"))
    };
    assert_eq!(
        stop(SETTLED),
        serde_json::json!({"when": "settled", "max_blocks": 20_000, "first_look": 1024})
    );
    assert_eq!(
        stop(&SETTLED.replace("max_blocks = 20_000\n", "")),
        serde_json::json!({"when": "settled", "first_look": 1024})
    );
}

/// Stops a run after this many games.
struct StopAfter {
    games: AtomicU64,
    stop: AtomicBool,
}

impl Progress for StopAfter {
    fn played(&self, games: u64) {
        if self.games.fetch_add(games, Ordering::Relaxed) >= 20_000 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A run without a bound that is stopped from outside keeps its first blocks without a gap, and its
/// intervals hold at any time.
#[test]
fn a_run_without_a_bound_can_be_stopped() {
    let plan =
        plan(&Crisps, &SETTLED.replace("0.02", "0.00001").replace("max_blocks = 20_000\n", ""));
    let watch = StopAfter { games: AtomicU64::new(0), stop: AtomicBool::new(false) };
    let session =
        Session::default().threads(2).control(Control { stop: &watch.stop, progress: &watch });
    let played = session.run(&plan).expect("a run");
    let manifest = &played.results.manifest;
    assert_eq!(
        (manifest.complete, manifest.ended_early, manifest.blocks_planned),
        (false, false, None)
    );
    assert!(played.counts.blocks() > 1000, "{} blocks", played.counts.blocks());
    assert_eq!(
        played.counts,
        Session::default().threads(1).play_blocks(&plan, 0..played.counts.blocks()).expect("a run")
    );
    assert!(
        played.results.first_player.iter().all(|row| row.share.interval == Some(Method::Anytime))
    );
}

#[test]
fn the_largest_number_of_blocks_ends_every_run() {
    let plan = plan(&Crisps, &SETTLED.replace("0.02", "0.00001").replace("20_000", "1_200"));
    let (counts, ending) = play(&plan, 2);
    assert_eq!((counts.blocks(), ending), (1200, Ending::Planned));
}

/// Counts of parts of the blocks add up to those of the whole.
#[test]
fn parts_add_up() {
    let plan = plan(
        &Crisps,
        &SETTLED
            .replace("[stop]\nwhen = \"settled\"\nmax_blocks = 20_000\n", "")
            .replace("seed = 1", "seed = 1\nblocks = 400"),
    );
    let part = |threads, blocks| {
        Session::default().threads(threads).play_blocks(&plan, blocks).expect("a run")
    };
    let mut sum = part(2, 0..150);
    // The counts of a part can be written and read back.
    let mut written = KeptCounts::default();
    written.add(part(1, 150..400));
    let read =
        KeptCounts::from_bytes(&plan, &written.file(&plan).expect("memory").1).expect("counts");
    sum.merge(&read.parts()[0]).expect("few games");
    let whole = play(&plan, 2).0;
    assert_eq!(sum, whole);
    assert_eq!(
        (sum.digest(), sum.ranges(), sum.blocks()),
        (&*plan.digest(), std::slice::from_ref(&(0..400)), 400)
    );
    // In any order, blocks are counted once, and those of another experiment never.
    let mut later = part(1, 300..400);
    later.merge(&part(1, 100..120)).expect("other blocks");
    assert_eq!((later.ranges(), later.blocks()), (&[100..120, 300..400][..], 120));
    assert_eq!(later.merge(&part(1, 110..130)), Err(MergeError::Overlap { start: 110, last: 119 }));
    let other = self::plan(
        &Crisps,
        "game = \"crisps\"\nblocks = 10\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n",
    );
    let refused = later.merge(&Session::default().play_blocks(&other, 0..1).expect("a run"));
    assert_eq!(
        refused,
        Err(MergeError::OtherExperiment { one: plan.digest(), other: other.digest() })
    );
    assert_eq!(csv(&plan, &sum), csv(&plan, &whole));
}

/// The intervals of a rate that hold at every look are about twice as wide as the plain ones, and
/// contain them, with and without a bound.
#[test]
fn looking_again_costs_width() {
    let text = "game = \"crisps\"\nseed = 1\nblocks = 2000\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    let unsettled = text.replace("blocks = 2000", "blocks = 100") + "[stop]\nprecision = 0.0001\n";
    let ends = |text: &str, blocks: u64| {
        let plan = plan(&Crisps, text);
        let counts = Session::default().threads(2).play_blocks(&plan, 0..blocks).expect("a run");
        let first = table(&tables(&plan, &counts), "first_player.csv");
        ["win_rate_low", "win_rate", "win_rate_high"]
            .map(|column| first.number(&first.rows[0], column).expect("a number"))
    };
    let bounded = unsettled.clone() + "max_blocks = 2_000\n";
    for (looks, blocks) in [(&bounded, 2000), (&bounded, 400), (&unsettled, 2000)] {
        let [low, rate, high] = ends(&text.replace("2000", &blocks.to_string()), blocks);
        let [wide_low, same, wide_high] = ends(looks, blocks);
        assert_eq!(rate.to_bits(), same.to_bits());
        let ratio = (wide_high - wide_low) / (high - low);
        assert!(
            wide_low < low && high < wide_high && (1.3..2.5).contains(&ratio),
            "{ratio} times as wide after {blocks} blocks"
        );
    }
}

/// At every look all intervals of a kind are wider by the same factor: none was forgotten.
#[test]
fn every_interval_is_wider_at_a_look() {
    let lineups = "[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n[[lineup]]\nstrategies = [\"greedy\", \"random\", \"random\", \"heuristic\"]\n";
    let text = |end: &str| {
        format!(
            "game = \"crackpipe\"\nseed = 1\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"cherry\"\nrules = {{ cherry = true }}\n{lineups}{end}"
        )
    };
    let at = |text: &str| {
        let plan = plan(&Crackpipe, &text.replacen("seed = 1", "seed = 1\nblocks = 384", 1));
        tables(&plan, &Session::default().threads(2).play_blocks(&plan, 0..384).expect("a run"))
    };
    let (once, look) = (at(&text("")), at(&text("[stop]\nprecision = 0.0001\nmax_blocks = 576\n")));
    let (mut compared, mut wider) = (0, 0);
    for (once, look) in once.iter().zip(&look) {
        assert_eq!((once.file, once.rows.len()), (look.file, look.rows.len()));
        let ends: Vec<&str> = once
            .columns
            .iter()
            .map(String::as_str)
            .filter(|column| column.ends_with("low"))
            .collect();
        for (row, wide) in once.rows.iter().zip(&look.rows) {
            for low in &ends {
                let high = low.replace("low", "high");
                let number = |table: &Csv, row, column: &str| table.number(row, column);
                let (Some(from), Some(to)) = (number(once, row, low), number(once, row, &high))
                else {
                    continue;
                };
                let (Some(wide_from), Some(wide_to)) =
                    (number(look, wide, low), number(look, wide, &high))
                else {
                    continue;
                };
                compared += 1;
                assert!(wide_from <= from && to <= wide_to, "{}: {row:?}\n{wide:?}", once.file);
                // Percentiles are whole numbers, and no rate lies beyond 0 or 1.
                wider += u32::from(wide_to - wide_from > 1.1 * (to - from));
            }
        }
    }
    assert!(compared > 100 && wider > compared * 3 / 4, "{wider} of {compared} are wider");
}

/// Rules that differ may change nothing in the played blocks: then nothing is certain, and no
/// interval is a point.
#[test]
fn no_observed_change_is_not_sameness() {
    let text = "game = \"crisps\"\nseed = 1\nblocks = 300\nbaseline = \"one\"\n[[variant]]\nname = \"one\"\n[[variant]]\nname = \"other\"\nrules = { max_turns = 1999 }\n\
                [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n\
                [analysis]\ntolerance = { win_rate = 0, length = 0, score = 0, share = 0 }\n";
    let looks = text.replace("blocks = 300", "blocks = 100") + "[stop]\nwhen = \"settled\"\n";
    for text in [text, &looks, &(looks.clone() + "max_blocks = 400\n")] {
        let plan = plan(&Crisps, text);
        let counts = Session::default().threads(2).play_blocks(&plan, 0..300).expect("a run");
        let comparisons = table(&tables(&plan, &counts), "comparisons.csv");
        let mut intervals = 0;
        for row in &comparisons.rows {
            let value = |column| comparisons.get(row, column);
            assert_eq!((value("changed_blocks"), value("difference").parse()), ("0", Ok(0.0)));
            assert!(
                !value("verdict").starts_with("same"),
                "{}: {}",
                value("quantity"),
                value("verdict")
            );
            if let (Ok(low), Ok(high)) =
                (value("difference_low").parse::<f64>(), value("difference_high").parse::<f64>())
            {
                intervals += 1;
                // Percentiles of a few different lengths may be certain.
                let sure = value("quantity") == "length_p95" && low <= 0.0 && high >= 0.0;
                assert!(
                    sure || (low < 0.0 && high > 0.0),
                    "{}: [{low}, {high}]",
                    value("quantity")
                );
            }
        }
        assert!(intervals > 10);
    }
}

/// All verdicts of a run are one family, in any table: each is settled only if it is settled among
/// all of them, and each has a sentence.
#[test]
fn every_verdict_is_in_a_family_and_has_a_sentence() {
    let text = "game = \"crackpipe\"\nseed = 5\nblocks = 220\n[[variant]]\nname = \"base\"\n[[variant]]\nname = \"cherry\"\nrules = { cherry = true }\n\
                [[lineup]]\nstrategies = [\"greedy\", \"greedy\", \"random\"]\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    let plan = plan(&Crackpipe, text);
    let results = results(&plan, &play(&plan, 2).0);
    let shares = results.first_player.iter().map(|row| &row.share.judged);
    let shares = shares
        .chain(results.places.iter().map(|row| &row.share.judged))
        .chain(results.seat_balance.iter().map(|row| &row.share.judged));
    let shares = shares.chain(results.strategies.iter().map(|row| &row.share.judged));
    let others = results
        .neighbour_effects
        .iter()
        .map(|row| &row.judged)
        .chain(results.comparisons.iter().map(|row| &row.judged));
    let judged: Vec<&Judged> = shares
        .chain(others)
        .chain(results.neighbour_spread.iter().map(|row| &row.judged))
        .collect();
    let size_of = |family: Family| {
        let mut sizes: Vec<usize> = judged
            .iter()
            .filter(|judged| judged.family == family)
            .map(|judged| judged.family_size)
            .collect();
        sizes.dedup();
        let [size] = sizes[..] else { panic!("{family}: {sizes:?}") };
        size
    };
    // What variants change of going first, of who is stronger and of the length in turns, in two
    // line-ups. Where both strategies have one seat, one wins what the other loses.
    assert_eq!(size_of(Family::Asked), 7);
    let size = size_of(Family::Asked) + size_of(Family::Explored);
    assert!(size > 30, "{size}");
    let mut clear = 0;
    for one in &judged {
        assert!(one.p_adjusted.zip(one.p).is_none_or(|(adjusted, p)| adjusted >= p));
        let settled = one.verdict.is_some_and(|verdict| verdict != Verdict::NotSettled);
        assert!(!settled || one.p_bound_adjusted.is_some_and(|p| p <= 0.05), "{one:?}");
        clear +=
            usize::from(one.verdict.is_some_and(|verdict| verdict.standing() == Standing::Beyond));
    }
    assert!(clear > 4, "greedy is stronger than random, and more");
    // Verdicts that mirror others are tested and reported once.
    let sentences = sentences(&results);
    assert!(
        (size..size + 4).contains(&sentences.len()),
        "{} sentences of {size} verdicts",
        sentences.len()
    );
    let says = |text: &str| sentences.iter().any(|sentence| sentence.text.contains(text));
    for told in [
        "going third wins", "seat 2 wins", "greedy wins", "came from behind", "are forced",
        "end with", "scores",
    ] {
        assert!(says(told), "{told}");
    }
    // The defaults apply, and are written.
    assert!(judged.iter().all(|one| one.tolerance > 0.0));
    assert!(
        notes(&results)[0].contains(
            "1 point of win rates, 5 % of lengths and scores and 2 points of other shares"
        )
    );
}

/// If every block changes by the same amount, the change is certain, though nothing varies.
#[test]
fn a_change_of_every_block_is_clear() {
    let text = "game = \"scrip\"\nblocks = 300\n[[variant]]\nname = \"one\"\n[[variant]]\nname = \"other\"\nrules = { end = \"stockpile\" }\n\
                [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    let played = Session::default().run(&plan(&Scrip, text)).expect("a run");
    let rows = &played.results.comparisons;
    let of = |reason: &str| {
        rows.iter()
            .find(|row| row.quantity == "ending" && row.subject == reason)
            .expect("a reason to end")
    };
    for (reason, verdict, sign) in [
        ("stockpile empty", Verdict::Higher, 1.0),
        ("stockpile and reds gone", Verdict::Lower, -1.0),
    ] {
        let row = of(reason);
        assert_eq!((row.difference, row.changed_blocks), (Some(sign), Some(300)));
        assert_eq!(row.judged.verdict, Some(verdict), "{reason}");
        let (low, high) =
            (row.difference_low.expect("an interval"), row.difference_high.expect("an interval"));
        assert!(
            low < high && low >= -1.0 && high <= 1.0 && low * sign > 0.9 && high * sign > 0.9,
            "{reason}: {low} {high}"
        );
    }
}

/// If no game ends, every score is 0, so no block differs in it: its interval is only as narrow as
/// the number of blocks allows, and it is not judged. With a handful of blocks, nothing without a
/// p-value is clear.
#[test]
fn nothing_is_clear_without_a_p_value() {
    let text = |blocks: u64| {
        format!(
            "game = \"crisps\"\nblocks = {blocks}\n[[variant]]\nname = \"one\"\n[[variant]]\nname = \"cut\"\nrules = {{ max_turns = 1 }}\n\
             [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n"
        )
    };
    let mut settled = Vec::new();
    for blocks in [1, 2, 3, 5, 30, 400] {
        let plan = plan(&Crisps, &text(blocks));
        let results = results(&plan, &play(&plan, 2).0);
        let shares = results
            .first_player
            .iter()
            .map(|row| &row.share.judged)
            .chain(results.strategies.iter().map(|row| &row.share.judged));
        let mut clear = 0;
        for judged in shares.chain(results.comparisons.iter().map(|row| &row.judged)) {
            if judged.verdict.is_some_and(|verdict| verdict != Verdict::NotSettled) {
                assert!(
                    judged.p_bound_adjusted.is_some_and(|p| p <= 0.05),
                    "after {blocks} blocks: {judged:?}"
                );
                clear += 1;
            }
        }
        settled.push(clear);
        let score = results.comparisons.iter().find(|row| row.quantity == "score").expect("a row");
        assert_eq!(score.variant_value, Some(0.0));
        assert!(
            score.relative_difference.is_none_or(|difference| (difference + 1.0).abs() < 1e-12),
            "{score:?}"
        );
        assert!(
            score
                .relative_low
                .zip(score.relative_high)
                .is_none_or(|(low, high)| low < -1.0 && high > -1.0),
            "{score:?}"
        );
        assert_eq!((score.judged.verdict, score.judged.p_bound), (None, None));
    }
    assert!(settled[0] == 0 && settled[5] > 4, "{settled:?}");
}
