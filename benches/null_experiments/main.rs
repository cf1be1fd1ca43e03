//! How often is a result called clear without a true effect? 1,000 experiments about a game in
//! which nothing can matter, between players that are one player under several names, under rules
//! that differ only in their shuffle, with a tolerance of 0: `cargo bench --bench
//! null_experiments`. It fails if significantly more than 5 % of the experiments call anything
//! clear that was asked, or anything that was explored, or name the fairest rules: each keeps its
//! promise by itself. It also fails if single p-values are not small as often as they should be, since a game
//! without any random differences would be no test.
//!
//! The same numbers on every machine.

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use fairdeal::experiment::{Experiment, Plan};
use fairdeal::findings::{Analysis, Ending, Stop, Until};
use fairdeal::metrics::Counts;
use fairdeal::results::Results;
use fairdeal::rows::{Family, Standing};
use fairdeal::session::Session;
use fairdeal::stats::{Confidence, proportion};
use fairdeal::strategy::Entrant;
use fairdeal::words::{Fairest, Sentence, fairest, sentences};

mod game;

use game::{Blind, Lots};

/// The default number of experiments.
const EXPERIMENTS: u64 = 1000;

/// With a tolerance of 0, every significant difference is clear, however small.
fn no_tolerance() -> Analysis {
    let none = Some(0.0);
    Analysis {
        win_rate_tolerance: none,
        length_tolerance: none,
        score_tolerance: none,
        share_tolerance: none,
        ..Analysis::default()
    }
}

/// The allowed share of experiments that call anything clear.
const ALLOWED: f64 = 0.05;

/// The allowed share of p-values below 0.05, for experiments with a single look. (It would be 5 %
/// if the possible results were finely graded.)
const SMALL: std::ops::RangeInclusive<f64> = 0.035..=0.055;

/// One of the designs.
struct Way {
    name: &'static str,
    plan: fn(Experiment) -> Experiment,
    looks: LooksAt,
}

/// The time of looks at the results.
#[derive(Clone, Copy)]
enum LooksAt {
    /// When the run has ended.
    TheEnd,
    /// At every look of the plan, up to this many blocks; a result that is clear at any of them
    /// counts.
    EveryLook(u64),
}

/// The player under one of its names.
fn player(number: u32) -> Entrant {
    let name = ["one", "two", "three", "four"][number as usize];
    Entrant::new(&Lots, name, "1", Blind { number })
}

fn players<const N: usize>(numbers: [u32; N]) -> [Entrant; N] {
    numbers.map(player)
}

/// Three sets of rules that differ only in the shuffle.
fn variants(experiment: Experiment) -> Experiment {
    experiment.variant("second", &["shuffle=1"]).variant("third", &["shuffle=2"])
}

/// A goal that is not reached, so that the run does not end early.
const OUT_OF_REACH: Until = Until::Precision(1e-6);

const WAYS: [Way; 12] = [
    Way {
        name: "match of two, fixed",
        plan: |asked| asked.blocks(400).lineup(players([0, 1])),
        looks: LooksAt::TheEnd,
    },
    Way {
        name: "match of four, fixed",
        plan: |asked| asked.blocks(300).lineup(players([0, 0, 1, 1])),
        looks: LooksAt::TheEnd,
    },
    Way {
        name: "ladder of four, fixed",
        plan: |asked| asked.blocks(300).ladder(&players([0, 1, 2, 3]), &[]),
        looks: LooksAt::TheEnd,
    },
    Way {
        name: "three variants, three line-ups, fixed",
        plan: |asked| {
            let asked = variants(asked).blocks(300);
            asked.lineup(players([0, 0])).lineup(players([0, 1])).lineup(players([0, 1, 1]))
        },
        looks: LooksAt::TheEnd,
    },
    Way {
        name: "three variants of four players, fixed",
        plan: |asked| {
            variants(asked).blocks(200).lineup(players([0, 1, 2, 2])).lineup(players([0, 0, 1, 1]))
        },
        looks: LooksAt::TheEnd,
    },
    Way {
        name: "sweep of eight points, fixed",
        plan: |asked| {
            asked
                .blocks(200)
                .sweep("shuffle", &["1", "2", "3", "4", "5", "6", "7", "8"])
                .lineup(players([0, 1]))
        },
        looks: LooksAt::TheEnd,
    },
    Way {
        name: "three variants, few blocks, fixed",
        plan: |asked| variants(asked).blocks(40).lineup(players([0, 1])).lineup(players([1, 1])),
        looks: LooksAt::TheEnd,
    },
    Way {
        name: "three variants, ends when precise",
        plan: |asked| {
            let stop = Stop { until: Until::Precision(0.035), first_look: 200 };
            variants(asked).blocks(2000).stop(stop).lineup(players([0, 1])).lineup(players([1, 1]))
        },
        looks: LooksAt::TheEnd,
    },
    Way {
        name: "three variants, ends when clear",
        plan: |asked| {
            let stop = Stop { until: OUT_OF_REACH, first_look: 150 };
            variants(asked)
                .blocks(1200)
                .stop(stop)
                .lineup(players([0, 1]))
                .lineup(players([0, 1, 1]))
        },
        looks: LooksAt::EveryLook(1200),
    },
    Way {
        name: "sweep of four points, ends when clear",
        plan: |asked| {
            let stop = Stop { until: OUT_OF_REACH, first_look: 150 };
            asked
                .blocks(800)
                .stop(stop)
                .sweep("shuffle", &["1", "2", "3", "4"])
                .lineup(players([0, 0]))
                .lineup(players([0, 1]))
        },
        looks: LooksAt::EveryLook(800),
    },
    Way {
        name: "match of two without a bound, ends when clear",
        plan: |asked| {
            asked.stop(Stop { until: OUT_OF_REACH, first_look: 100 }).lineup(players([0, 1]))
        },
        looks: LooksAt::EveryLook(1200),
    },
    Way {
        name: "three variants without a bound, ends when clear",
        plan: |asked| {
            let stop = Stop { until: OUT_OF_REACH, first_look: 150 };
            variants(asked).stop(stop).lineup(players([0, 1])).lineup(players([1, 1]))
        },
        looks: LooksAt::EveryLook(1200),
    },
];

/// What may be called clear, each with its own promise.
const PROMISES: [&str; 3] = ["asked", "explored", "fairest"];

/// For each promise, the first sentence that calls something clear.
type Clear = [Option<String>; PROMISES.len()];

fn main() -> ExitCode {
    let experiments =
        std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(EXPERIMENTS);
    let found = all(experiments);
    println!("How often is something called clear where nothing differs? In per cent:\n");
    print!("{:<50} {:>11}", "experiment", "experiments");
    for promise in PROMISES {
        print!(" {promise:>9}");
    }
    println!();
    let ways = WAYS.len() as u64;
    let of_way = |way: Option<u64>| {
        (0..).zip(&found).filter(move |(number, _)| way.is_none_or(|way| number % ways == way))
    };
    let count = |way: Option<u64>, promise: usize| {
        of_way(way).filter(|(_, found)| found.clear[promise].is_some()).count() as u64
    };
    let row = |name: &str, way: Option<u64>| {
        let all = of_way(way).count() as u64;
        print!("{name:<50} {all:>11}");
        for promise in 0..PROMISES.len() {
            print!(" {:>9.2}", 100.0 * count(way, promise) as f64 / all.max(1) as f64);
        }
        println!();
    };
    for (number, way) in (0..).zip(&WAYS) {
        row(way.name, Some(number));
    }
    row("all", None);
    if let Some(example) = found.iter().find_map(|found| found.clear.iter().flatten().next()) {
        println!("\nFor example: {example}");
    }
    let (small, all_p_values) = found
        .iter()
        .fold((0, 0), |(small, all), found| (small + found.small, all + found.p_values));
    let small = small as f64 / all_p_values.max(1) as f64;
    println!(
        "\nOf {all_p_values} p-values of experiments that are looked at once, {:.2} % are below \
            0.05.",
        100.0 * small
    );
    // 1 % to either side.
    let level = Confidence::new(0.98).expect("a level");
    let mut is_kept = true;
    println!();
    for (promise, name) in PROMISES.iter().enumerate() {
        let bound = proportion::wilson(count(None, promise), found.len() as u64, level)
            .map_or(0.0, |interval| interval.low);
        println!(
            "Surely (99 %) more than {:.2} % of such experiments call something clear ({name}); \
                {:.0} % are allowed.",
            100.0 * bound,
            100.0 * ALLOWED
        );
        is_kept &= bound <= ALLOWED;
    }
    if !is_kept {
        println!("That is too many.");
    } else if !SMALL.contains(&small) {
        println!("So few or many p-values are small that this is no test.");
    } else {
        return ExitCode::SUCCESS;
    }
    ExitCode::FAILURE
}

/// Runs all experiments. (Not on a thread pool, whose threads would begin another experiment while
/// they wait for the session's own thread.)
fn all(experiments: u64) -> Vec<Found> {
    let next = AtomicU64::new(0);
    let some = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed))
            .take_while(|number| *number < experiments);
        numbers.map(|number| (number, experiment(number))).collect::<Vec<(u64, Found)>>()
    };
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut found: Vec<(u64, Found)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(some)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("experiments that can be played"))
            .collect()
    });
    found.sort_unstable_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, found)| found).collect()
}

/// The findings of one experiment.
#[derive(Default)]
struct Found {
    /// The first sentences that call something clear.
    clear: Clear,
    /// For an experiment with a single look: the number of p-values, and of those below 0.05.
    p_values: usize,
    small: usize,
}

impl Found {
    fn at_once(results: &Results) -> Self {
        let shares = results
            .first_player
            .iter()
            .map(|row| &row.share)
            .chain(results.strategies.iter().map(|row| &row.share));
        let judged = shares
            .map(|share| &share.judged)
            .chain(results.comparisons.iter().map(|row| &row.judged));
        let p_values: Vec<f64> = judged.filter_map(|judged| judged.p).collect();
        let small = p_values.iter().filter(|p| **p < 0.05).count();
        Self { clear: clear_sentences(results), p_values: p_values.len(), small }
    }
}

/// Runs the experiment with this number.
fn experiment(number: u64) -> Found {
    let way = &WAYS[(number % WAYS.len() as u64) as usize];
    let plan = (way.plan)(Experiment::new(&Lots, "null").seed(number).analysis(no_tolerance()))
        .plan()
        .expect("an experiment that can be played");
    let session = Session::default().threads(1);
    match way.looks {
        LooksAt::TheEnd => {
            let results = session.run(&plan).expect("players that always choose").results;
            let found = Found::at_once(&results);
            if plan.stop().is_none() {
                found
            } else {
                Found { clear: found.clear, ..Found::default() }
            }
        }
        LooksAt::EveryLook(most) => {
            Found { clear: at_any_look(&session, &plan, most), ..Found::default() }
        }
    }
}

/// What somebody is told who looks at every allowed time, and stops when anything is clear: for each
/// promise, the first sentence.
fn at_any_look(session: &Session<'_>, plan: &Plan, most: u64) -> Clear {
    let mut counts = Counts::new(plan.layout());
    let mut clear = Clear::default();
    while counts.blocks() < most && clear.iter().any(Option::is_none) {
        let next = plan.next_look(counts.blocks()).min(most);
        counts
            .merge(
                &session
                    .play_blocks(plan, counts.blocks()..next)
                    .expect("players that always choose"),
            )
            .expect("few games");
        let results = Results::new(plan, &counts, Ending::Reached).expect("no sequential test");
        for (known, found) in clear.iter_mut().zip(clear_sentences(&results)) {
            *known = known.take().or(found);
        }
    }
    clear
}

/// The first sentences that call something clear, and the answer's line that names the fairest rules.
fn clear_sentences(results: &Results) -> Clear {
    let sentences = sentences(results);
    let of = |family: Family| {
        let is_clear = |sentence: &&Sentence| {
            sentence.standing == Standing::Beyond && sentence.family == family
        };
        sentences.iter().find(is_clear).map(|sentence| sentence.text.clone())
    };
    let fairest = fairest(results).into_iter().find(Fairest::is_clear);
    let fairest = fairest.map(|fairest| format!("Fairest: {}", fairest.name()));
    [of(Family::Asked), of(Family::Explored), fairest]
}
