//! Experiments that are built in Rust are checked as a whole, and results without blocks are empty.

use fairdeal::experiment::{Experiment, Overrides, Plan, RulesChoice, parse};
use fairdeal::findings::{Analysis, Ending, Stop, Until};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Document;
use fairdeal::metrics::{Counts, MergeError};
use fairdeal::results::Results;
use fairdeal::strategy::{Repertoire, StrategyFile};

fn refused(experiment: Experiment) -> String {
    experiment.plan().expect_err("refused").to_string()
}

#[test]
fn unplayable_experiments_are_refused() {
    let two = || Experiment::new(&Crisps, "test").lineup(["greedy", "random"]);
    assert!(refused(Experiment::new(&Crisps, "test")).contains("`[[lineup]]` is missing"));
    assert!(
        refused(two().variant("short", &["hand_sise=3"])).contains("did you mean `hand_size`?")
    );
    assert!(
        refused(two().variant("short", &["hand_size=8"]).baseline("shrot"))
            .contains("did you mean `short`?")
    );
    assert!(refused(two().lineup(["greedy", "random"])).contains("greedy vs random"));
    assert!(refused(two().lineup(["greedy", "nobody"])).contains("nobody"));
    assert!(refused(two().blocks(0)).contains("blocks"));
    assert!(
        refused(two().analysis(Analysis { length_tolerance: Some(-0.1), ..Analysis::default() }))
            .contains("tolerance")
    );
    assert!(
        refused(two().stop(Stop { until: Until::Settled, first_look: 0 })).contains("first_look")
    );
    let field = ["greedy", "random", "heuristic"];
    assert!(
        refused(
            Experiment::new(&Crisps, "test").variant("short", &["hand_size=8"]).ladder(&field, &[])
        )
        .contains("one set of rules")
    );
    assert!(refused(two().ladder(&field, &[])).contains("line-ups beside"));
    let alone = refused(Experiment::new(&Crisps, "test").ladder(&field, &[]).players(1));
    // Crisps is for two.
    assert!(alone.contains("`players` cannot be 1") && alone.contains("2 alone"), "{alone}");
    // No question is ignored.
    let asks = [two().players(3), two().doublings(1), two().exploiters(), two().others(["greedy"])];
    for (experiment, key) in asks.into_iter().zip(["players", "doublings", "exploiters", "others"])
    {
        assert!(refused(experiment).contains(&format!("`{key}` without a ladder")));
    }
    let own = StrategyFile::parse(
        Repertoire::of::<Crisps>(),
        &Document::parse("x, y.toml", "kind = \"random\"\n").expect("TOML"),
    )
    .expect("a strategy");
    assert!(
        refused(Experiment::new(&Crisps, "test").lineup([own.clone(), own]))
            .contains("names without a comma")
    );
}

/// The questions of a ladder can be set in any order.
#[test]
fn the_questions_of_a_ladder_have_no_order() {
    let field = ["greedy", "random"];
    let one = Experiment::new(&Crackpipe, "test")
        .players(4)
        .doublings(0)
        .ladder(&field, &[])
        .plan()
        .expect("a plan");
    let other = Experiment::new(&Crackpipe, "test")
        .ladder(&field, &[])
        .doublings(0)
        .players(4)
        .plan()
        .expect("a plan");
    assert_eq!((one.digest(), one.lineups()[0].entries.len()), (other.digest(), 4));
}

/// A sweep from a file equals one that is built.
#[test]
fn a_sweep_can_be_built() {
    let text = "game = \"crisps\"\nblocks = 20\n[sweep]\nrules.hand_size = [8, 10]\nrules.face_up_draw = [true, false]\n\
                [[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    for variant in ["", "[[variant]]\nname = \"short\"\nrules = { points_to_win = 1 }\n"] {
        let document =
            Document::parse("test.toml", text.replace("[sweep]", &format!("{variant}[sweep]")))
                .expect("TOML");
        let of_file = parse(&Crisps, &document, Overrides::default()).expect("a plan");
        let built = Experiment::new(&Crisps, "test").blocks(20).lineup(["greedy", "random"]);
        let short = RulesChoice { rules: None, set: vec!["points_to_win=1".to_owned()] };
        let built = if variant.is_empty() { built } else { built.rules("short", &short) };
        let built = built
            .sweep("hand_size", &["8", "10"])
            .sweep("face_up_draw", &["true", "false"])
            .plan()
            .expect("a plan");
        let names = |plan: &Plan| {
            plan.variants().iter().map(|variant| variant.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!((names(&built), built.digest()), (names(&of_file), of_file.digest()));
        assert_eq!(built.variants()[1].point, of_file.variants()[1].point);
    }
    assert!(
        refused(
            Experiment::new(&Crisps, "test")
                .lineup(["greedy", "random"])
                .sweep("hand_size", &["8", "99"])
        )
        .contains("hand_size")
    );
}

/// A sensitivity analysis from a file equals one that is built.
#[test]
fn a_sensitivity_analysis_can_be_built() {
    let text = "game = \"crisps\"\nblocks = 80\n[sensitivity]\nsamples = 8\nrules.hand_size = [8, 10, 12]\nrules.special_rank = [\"jack\", \"queen\"]\n\
                [[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    let asked = || {
        let experiment =
            Experiment::new(&Crisps, "test").blocks(80).lineup(["greedy", "random"]).samples(8);
        experiment
            .sensitivity("hand_size", &["8", "10", "12"])
            .sensitivity("special_rank", &["jack", "queen"])
    };
    for variant in ["", "[[variant]]\nname = \"short\"\nrules = { points_to_win = 1 }\n"] {
        let text = text.replace("[sensitivity]", &format!("{variant}[sensitivity]"));
        let of_file = parse(
            &Crisps,
            &Document::parse("test.toml", text).expect("TOML"),
            Overrides::default(),
        )
        .expect("a plan");
        let short = RulesChoice { rules: None, set: vec!["points_to_win=1".to_owned()] };
        let built = if variant.is_empty() { asked() } else { asked().rules("short", &short) }
            .plan()
            .expect("a plan");
        let points = |plan: &Plan| {
            plan.variants().iter().map(|variant| variant.point.clone()).collect::<Vec<_>>()
        };
        assert_eq!(
            (built.design().box_of_rules(), points(&built), built.digest()),
            (of_file.design().box_of_rules(), points(&of_file), of_file.digest())
        );
        assert!(points(&built).len() > 3);
    }
    assert!(refused(asked().blocks(81)).contains("a multiple of 8"));
    assert!(refused(asked().samples(1)).contains("`samples` cannot be 1"));
    assert!(refused(asked().sweep("face_up_draw", &["true"])).contains("both given"));
    assert!(refused(asked().baseline("short")).contains("both given"));
    assert!(refused(asked().variant("short", &["points_to_win=1"])).contains("at most one"));
    assert!(
        refused(asked().stop(Stop { until: Until::Settled, first_look: 10 }))
            .contains("both given")
    );
    assert!(
        refused(asked().sensitivity("hand_sise", &["1", "2"]))
            .contains("did you mean `hand_size`?")
    );
    assert!(refused(asked().sensitivity("hand_size", &["1", "2"])).contains("given twice"));
    assert!(refused(asked().sensitivity("points_to_win", &["1"])).contains("two values or more"));
    assert!(refused(asked().sensitivity("points_to_win", &[])).contains("an empty list"));
    assert!(
        refused(
            Experiment::new(&Crisps, "test").samples(8).blocks(80).lineup(["greedy", "random"])
        )
        .contains("`rules` is missing")
    );
}

/// A run that was stopped before its first block has empty results, for any design.
#[test]
fn results_without_blocks_are_empty() {
    let names = ["greedy", "random"];
    let of_file = |text: &str| {
        parse(&Crisps, &Document::parse("test.toml", text).expect("TOML"), Overrides::default())
            .expect("a plan")
    };
    let lineup = "[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    let plans: [Plan; 3] = [
        Experiment::new(&Crisps, "compare")
            .variant("short", &["hand_size=8"])
            .lineup(["greedy", "random"])
            .plan()
            .expect("a plan"),
        Experiment::new(&Crisps, "ladder").ladder(&names, &[]).plan().expect("a plan"),
        of_file(&format!(
            "game = \"crisps\"\nblocks = 80\n{lineup}[sensitivity]\nsamples = 4\nrules.hand_size = [8, 12]\n"
        )),
    ];
    for plan in plans {
        let results =
            Results::new(&plan, &Counts::new(plan.layout()), Ending::Interrupted).expect("no test");
        assert!(
            results.comparisons.iter().all(|row| row.judged.verdict.is_none()),
            "{}",
            plan.name()
        );
        assert!(
            results.strategies.iter().all(|row| row.share.win_rate.is_none()),
            "{}",
            plan.name()
        );
        assert!(results.sensitivity.is_empty() && results.ratings.is_empty(), "{}", plan.name());
    }
}

/// Counts carry the digest of their experiment: they are not judged as those of another one.
#[test]
fn counts_of_another_experiment_are_refused() {
    let plan = |seed| {
        Experiment::new(&Crisps, "one")
            .seed(seed)
            .lineup(["greedy", "random"])
            .plan()
            .expect("a plan")
    };
    let counts = Counts::new(plan(2).layout());
    let refused =
        Results::new(&plan(1), &counts, Ending::Planned).expect_err("those of another seed");
    assert!(matches!(refused, MergeError::OtherExperiment { .. }), "{refused}");
    assert!(Results::new(&plan(2), &counts, Ending::Planned).is_ok());
}
