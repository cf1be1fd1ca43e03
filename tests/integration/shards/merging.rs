//! Shards of any run, cut in any way, make the same run.

use std::fs;
use std::ops::Range;

use super::{entrants, files, key, ladder, merged, shard, shuffled};
use crate::support::session;
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{CardsQuestion, ChancesQuestion, Experiment, Plan};
use fairdeal::findings::{Stop, Until};
use fairdeal::games::crisps::Crisps;
use fairdeal::games::scrip::Scrip;
use fairdeal::metrics::Counts;
use fairdeal::registry::GAMES;
use fairdeal::results::KeptCounts;
use fairdeal::session::Session;
use fairdeal::shards::{ShardFile, cut};
use proptest::prelude::{Strategy as _, any, prop, prop_assert};
use proptest::test_runner::{Config, TestRunner};

/// Cuts a run into 1, 2, 7 and 64 shards and merges these: each time the files equal those of one
/// run.
fn any_number_makes_one_run(asked: &Plan) {
    let session = session();
    let alone = session.run(asked).expect("a run");
    let expected = files(asked, &alone);
    let grown = session.last_stage(asked, &KeptCounts::default()).expect("a run");
    let none = KeptCounts::default();
    let (plan, doublings) = grown.as_ref().map_or((asked, &none), |(plan, found)| (plan, found));
    for shards in [1, 2, 7, 64] {
        let folder = tempfile::tempdir().expect("a folder");
        let ranges = cut(plan, shards, &[(0, 1)]);
        assert!(ranges.len() as u64 >= shards.min(plan.blocks()));
        for blocks in shuffled(ranges) {
            shard(folder.path(), plan, blocks);
        }
        let together = merged(folder.path(), asked, plan, doublings);
        assert_eq!(together.counts, alone.counts, "{shards} shards");
        assert_eq!(together.results, alone.results, "{shards} shards");
        assert!(files(asked, &together) == expected, "{shards} shards");
        assert_eq!(together.blocks_played, 0);
    }
}

fn compared(game: &'static dyn AnyGame) {
    let asked = Experiment::new(game, "e")
        .seed(5)
        .blocks(64)
        .variant("short", &["max_turns=40"])
        .lineup(["heuristic", "greedy"]);
    let more = ["greedy", "random", "random"].into_iter().take(game.description().most_players);
    any_number_makes_one_run(&asked.lineup(more).plan().expect("a plan"));
}

#[test]
fn shards_of_every_game_make_one_run() {
    for game in GAMES.iter() {
        compared(game);
    }
}

#[test]
fn shards_of_every_design_make_one_run() {
    let experiment = |blocks| Experiment::new(&Crisps, "e").seed(3).blocks(blocks);
    any_number_makes_one_run(&experiment(70).ladder(&entrants(), &[]).plan().expect("a plan"));
    let knobs = experiment(64)
        .sensitivity("hand_size", &["6", "8"])
        .sensitivity("special_rank", &["jack", "queen"]);
    any_number_makes_one_run(
        &knobs.samples(2).lineup(["greedy", "random"]).plan().expect("a plan"),
    );
    // Longer than a chunk.
    any_number_makes_one_run(&experiment(400).lineup(["greedy", "random"]).plan().expect("a plan"));
    any_number_makes_one_run(&ladder(10));
    let stop = Stop { until: Until::Precision(0.09), first_look: 20 };
    let early = experiment(900).stop(stop).lineup(["greedy", "greedy"]).plan().expect("a plan");
    let ended = session().run(&early).expect("a run").results.manifest;
    assert!(ended.ended_early && ended.blocks < 900, "{} blocks", ended.blocks);
    any_number_makes_one_run(&early);
}

#[test]
fn shards_with_every_question_about_play_make_one_run() {
    let chances = ChancesQuestion { rollouts: 4, blocks: 3, ..ChancesQuestion::default() };
    let cards = CardsQuestion { exchanges: 1, blocks: 5 };
    let asked = Experiment::new(&Scrip, "e")
        .seed(4)
        .blocks(65)
        .lineup(["greedy", "random"])
        .chances(chances)
        .cards(cards);
    any_number_makes_one_run(&asked.luck().restricted(["greedy"]).plan().expect("a plan"));
}

/// For any division, order and repetition of the parts.
#[test]
fn any_split_makes_one_run() {
    const BLOCKS: u64 = 300;
    let stop = Stop { until: Until::Settled, first_look: 5 };
    let asked = Experiment::new(&Crisps, "e").seed(9).blocks(BLOCKS).stop(stop);
    let plan = asked
        .variant("open", &["face_up_draw=false"])
        .lineup(["greedy", "random"])
        .plan()
        .expect("a plan");
    let session = Session::default().threads(1);
    let each: Vec<Counts> = (0..BLOCKS)
        .map(|block| session.play_blocks(&plan, block..block + 1).expect("a run"))
        .collect();
    let (alone, key) = (session.run(&plan).expect("a run"), key(&plan));
    let cuts = prop::collection::btree_set(1..BLOCKS, 0..20);
    let split = (cuts, any::<u64>(), 1_usize..3)
        .prop_map(|(cuts, order, times)| (cuts.into_iter().collect::<Vec<_>>(), order, times));
    let test = |(cuts, order, times): (Vec<u64>, u64, usize)| {
        let folder = tempfile::tempdir().expect("a folder");
        let ends = cuts.iter().copied().chain([BLOCKS]);
        let mut ranges: Vec<Range<u64>> = std::iter::once(0)
            .chain(cuts.iter().copied())
            .zip(ends)
            .map(|(start, end)| start..end)
            .collect();
        ranges.sort_by_key(|range| (range.start ^ order).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for (number, blocks) in ranges.iter().enumerate() {
            let mut parts: Vec<Counts> = Vec::new();
            for block in blocks.clone() {
                let counts = &each[block as usize];
                match parts.last_mut().filter(|_| plan.chunk_end(block - 1) > block) {
                    Some(part) => part.merge(counts).expect("another block"),
                    None => parts.push(counts.clone()),
                }
            }
            let written = ShardFile::new(&key, blocks, &parts)
                .expect("memory")
                .write(folder.path())
                .expect("a folder");
            // The same again under another name.
            if number % 3 < times {
                fs::copy(&written, folder.path().join(format!("copy-{number}.shard")))
                    .expect("a copy");
            }
        }
        let together = merged(folder.path(), &plan, &plan, &KeptCounts::default());
        prop_assert!(together.counts == alone.counts && together.results == alone.results);
        prop_assert!(files(&plan, &together) == files(&plan, &alone));
        Ok(())
    };
    let config = Config { cases: 24, failure_persistence: None, ..Config::default() };
    TestRunner::new(config).run(&split, test).expect("one run");
}
