use fairdeal_property::proptest;
use fairdeal_stats::Confidence;
use proptest::prelude::*;

use super::*;
use crate::loss::{Bound, Term};
use crate::space::Space;

fn lower_is_better() -> Vec<Term> {
    let bound = Bound { mean: 0, low: None, high: Some(-100.0), tolerance: 1.0 };
    vec![Term { weight: 1.0, bounds: vec![bound] }]
}

fn task<'a>(space: &'a Space<'a>, baseline: Option<Point>, blocks: u64) -> Task<'a> {
    Task {
        space,
        terms: lower_is_better(),
        baseline,
        blocks,
        delta: 0.5,
        confidence: Confidence::default(),
        seed: 3,
    }
}

/// Plays a request: the mean of a point is a bowl around (2, 1, ...), with noise.
fn played(request: Request, noise: f64, random: &mut Random) -> Round {
    let mut means = Vec::new();
    let scale = noise * (GROUPS as f64 / request.blocks as f64).sqrt();
    for point in &request.points {
        let mean: f64 = point
            .iter()
            .enumerate()
            .map(|(knob, value)| (*value as f64 - 2.0 + (knob % 2) as f64).powi(2))
            .sum();
        means.extend((0..GROUPS).map(|_| mean + scale * random.normal()));
    }
    Round::new(request, means)
}

/// Runs a search to its end and checks each step.
fn run(task: &Task<'_>, noise: f64) -> (Outcome, Vec<Round>) {
    let mut random = Random::new(task.seed, 100);
    let mut history: Vec<Round> = Vec::new();
    for _ in 0..60 {
        let step = next(task, &history);
        assert_eq!(step, next(task, &history), "a function of its arguments");
        let request = match step {
            Step::Play(request) => {
                assert!(!request.confirms);
                request
            }
            Step::Confirm(request) => {
                assert!(request.confirms);
                request
            }
            Step::Done(outcome) => {
                let used: u64 = history.iter().map(|round| round.request().cost()).sum();
                assert_eq!(outcome.blocks, used);
                assert!(used <= task.blocks, "{used} of {}", task.blocks);
                return (outcome, history);
            }
        };
        assert!(history.iter().all(|round| !round.request().confirms), "nothing after it");
        assert!(request.blocks > 0 && request.blocks.is_multiple_of(GROUPS as u64));
        let mut points = request.points.clone();
        points.sort_unstable();
        points.dedup();
        assert_eq!(points.len(), request.points.len(), "all different");
        assert!(!points.is_empty());
        for point in &points {
            let baseline = task.baseline.as_ref() == Some(point);
            assert!(baseline || task.space.canonical(point).as_ref() == Some(point), "{point:?}");
        }
        history.push(played(request, noise, &mut random));
    }
    panic!("it does not end");
}

#[test]
fn the_bottom_of_a_bowl_is_found() {
    let space = Space::new(vec![8, 6, 5], vec![true; 3], |point| Some(point.to_vec()));
    let task = task(&space, Some(vec![7, 5, 4]), 60_000);
    let (outcome, history) = run(&task, 3.0);
    let proposal = &outcome.confirmed[0];
    assert_eq!(proposal.point, [2, 1, 2]);
    assert!((proposal.loss.value - 100.0).abs() < 0.5, "{proposal:?}");
    assert_eq!(outcome.confirmed.last().map(|last| &last.point), task.baseline.as_ref());
    assert!(history.last().is_some_and(|last| last.request().confirms));
    assert!(outcome.within.is_some_and(|within| within < 5.0), "{:?}", outcome.within);
    assert!(outcome.alike.iter().any(|alike| alike.point == [2, 1, 2]));
    assert!(outcome.tried > 50);
}

#[test]
fn of_rules_that_are_as_good_those_with_the_fewest_changes_are_proposed() {
    let space = Space::new(vec![8, 6, 5], vec![true; 3], |point| Some(point.to_vec()));
    for (delta, changes) in [(0.5, 2), (1.5, 1), (2.5, 0)] {
        // Each change towards the bottom of the bowl makes it better by one.
        let task = Task { delta, ..task(&space, Some(vec![3, 2, 2]), 60_000) };
        let (outcome, _) = run(&task, 3.0);
        let proposal = &outcome.confirmed[0];
        assert_eq!(task.changes(&proposal.point), changes, "{delta}: {proposal:?}");
        // The best of all is confirmed beside it.
        assert!(outcome.confirmed.iter().any(|one| one.point == [2, 1, 2]), "{delta}");
    }
}

#[test]
fn no_rules_are_better_by_more_than_the_proposal_can_lose() {
    let space = Space::new(vec![8, 6, 5], vec![true; 3], |point| Some(point.to_vec()));
    for blocks in [1_000, 10_000] {
        let bound = Bound { mean: 0, low: None, high: Some(0.5), tolerance: 1.0 };
        let terms = vec![Term { weight: 1.0, bounds: vec![bound] }];
        let task = Task { terms, ..task(&space, Some(vec![7, 5, 4]), blocks) };
        let (outcome, _) = run(&task, 3.0);
        // Without an interval both ends of it are 0.
        let most = outcome.confirmed[0].loss.simultaneous.map_or(0.0, |interval| interval.high);
        assert!(outcome.within.is_some_and(|within| within <= most), "{outcome:?}");
    }
}

#[test]
fn large_boxes_are_searched_without_a_list() {
    let space = Space::new(vec![8; 10], vec![true; 10], |point| Some(point.to_vec()));
    assert_eq!(space.points(), None);
    let (outcome, _) = run(&task(&space, Some(vec![7; 10]), 100_000), 3.0);
    let proposal = &outcome.confirmed[0];
    assert!(proposal.loss.value < 110.0, "{proposal:?}");
}

#[test]
fn boxes_without_a_choice() {
    let none = Space::new(vec![3, 3], vec![true; 2], |_| None);
    let one = Space::new(vec![1, 1], vec![true; 2], |point| Some(point.to_vec()));
    let same = Space::new(vec![5, 5], vec![true; 2], |_| Some(vec![0, 0]));
    let no_knobs = Space::new(vec![], vec![], |point| Some(point.to_vec()));
    let no_values = Space::new(vec![0, 2], vec![true; 2], |point| Some(point.to_vec()));
    for (space, baseline, confirmed) in [
        (&none, None, 0),
        (&no_values, None, 0),
        (&none, Some(vec![3, 3]), 1),
        (&one, None, 1),
        (&one, Some(vec![0, 0]), 1),
        (&one, Some(vec![1, 0]), 2),
        (&same, None, 1),
        (&no_knobs, None, 1),
    ] {
        for blocks in [0, 7, 8, 16, 100, 1000] {
            let (outcome, _) = run(&task(space, baseline.clone(), blocks), 1.0);
            let expected = confirmed.min(blocks as usize / GROUPS);
            assert!(outcome.confirmed.len() <= expected, "{blocks}: {outcome:?}");
            assert!(blocks < 100 || outcome.confirmed.len() == expected, "{outcome:?}");
        }
    }
}

#[test]
fn nothing_varies() {
    let space = Space::new(vec![4, 4], vec![true; 2], |point| Some(point.to_vec()));
    for terms in [lower_is_better(), Vec::new()] {
        let task = Task { terms, ..task(&space, None, 2000) };
        let (outcome, _) = run(&task, 0.0);
        assert_eq!(outcome.confirmed[0].loss.interval, None);
        assert!(outcome.within.is_some_and(|within| within.abs() < 1e-9), "{outcome:?}");
    }
    // The same mean everywhere.
    let mut history = Vec::new();
    let task = task(&space, None, 2000);
    let outcome = loop {
        match next(&task, &history) {
            Step::Play(request) | Step::Confirm(request) => {
                let means = vec![1.0; request.points.len() * GROUPS];
                history.push(Round::new(request, means));
            }
            Step::Done(outcome) => break outcome,
        }
    };
    assert!(!outcome.confirmed.is_empty());
}

proptest! {
    #[test]
    fn every_search_ends_within_its_budget(
        sizes in prop::collection::vec(1..6_usize, 1..4),
        ordered in prop::collection::vec(any::<bool>(), 3),
        blocks in 0..3000_u64,
        playable in 1..5_usize,
        noise in 0.0..5.0_f64,
        seed in any::<u64>(),
        outside in any::<bool>(),
    ) {
        let ordered = ordered[..sizes.len()].to_vec();
        let baseline = outside.then(|| sizes.clone());
        let space = Space::new(sizes, ordered, |point: &[usize]| {
            point.iter().sum::<usize>().is_multiple_of(playable).then(|| point.to_vec())
        });
        run(&Task { seed, ..task(&space, baseline, blocks) }, noise);
    }
}
