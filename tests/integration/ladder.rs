//! A ladder of skill: its table compared with the other tables of the same games, and comebacks
//! counted again, slowly.

use crate::support::table::Table;
use crate::support::{Csv, only, play, player, results, session, strategy, tables, weak_search};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Experiment, Plan};
use fairdeal::findings::Analysis;
use fairdeal::game::{Game, Observer};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::metrics::Counts;
use fairdeal::results::KeptCounts;
use fairdeal::rng::BlockStreams;
use fairdeal::rows::{LadderRow, Verdict};
use fairdeal::seat::{Seat, SeatSet};
use fairdeal::strategy::{Entrant, Playable, Repertoire, StrategyFile};

const BLOCKS: u64 = 60;
const SEED: u64 = 11;
const NAMES: [&str; 3] = ["greedy", "random", "heuristic"];

/// The plan of a ladder of three strategies and one that meets only the last of them: here a copy
/// under another name.
fn ladder(game: &'static dyn AnyGame) -> Plan {
    let strategies: Vec<Entrant> =
        NAMES.into_iter().map(|name| strategy(game, name).into()).collect();
    let again = StrategyFile { name: "again".to_owned(), ..strategy(game, "heuristic") };
    Experiment::new(game, "ladder")
        .seed(SEED)
        .blocks(BLOCKS)
        .ladder(&strategies, &[again.into()])
        .plan()
        .expect("two players")
}

fn table<'a>(tables: &'a [Csv], file: &str) -> &'a Csv {
    tables.iter().find(|table| table.file == file).unwrap_or_else(|| panic!("no {file}"))
}

/// The only row in which these columns have these texts.
fn row<'a>(table: &'a Csv, wanted: &[(&str, &str)]) -> &'a Vec<String> {
    let fits =
        |row: &&Vec<String>| wanted.iter().all(|(column, text)| table.get(row, column) == *text);
    let rows: Vec<&Vec<String>> = table.rows.iter().filter(fits).collect();
    assert_eq!(rows.len(), 1, "{wanted:?} in {}", table.file);
    rows[0]
}

fn every_rung<G: Playable>(game: &'static G) {
    let plan = ladder(game);
    let counts = play(&plan, 2);
    let tables = tables(&plan, &counts);
    let ladder = table(&tables, "ladder.csv");
    let order: Vec<String> =
        ladder.rows.iter().map(|row| ladder.get(row, "strategy").to_owned()).collect();
    assert_eq!(
        order,
        ["random", "greedy", "heuristic", "again"],
        "{}: the weakest first",
        game.description().name
    );
    for (rung, strategy) in order.iter().enumerate() {
        let found = row(ladder, &[("strategy", strategy), ("rung", &(rung + 1).to_string())]);
        let same = |column: &str, file: &str, keys: &[(&str, &str)], other: &str| {
            let expected = table(&tables, file);
            assert_eq!(
                ladder.get(found, column),
                expected.get(row(expected, keys), other),
                "{strategy}: {column} from {file}"
            );
        };
        let mirror = format!("{strategy} x 2");
        let mirror = if plan.lineups().iter().any(|lineup| lineup.name == mirror) {
            mirror
        } else {
            format!("{strategy} vs {strategy}")
        };
        same("first_player_win_rate", "first_player.csv", &[("lineup", &mirror)], "win_rate");
        same("first_player_low", "first_player.csv", &[("lineup", &mirror)], "win_rate_low");
        same("first_player_verdict", "first_player.csv", &[("lineup", &mirror)], "verdict");
        same(
            "length_mean",
            "lengths.csv",
            &[("lineup", &mirror), ("unit", ladder.get(found, "length_unit"))],
            "mean",
        );
        same(
            "comeback_rate",
            "shares.csv",
            &[("lineup", &mirror), ("quantity", "comebacks")],
            "estimate",
        );
        if let Some(below) = rung.checked_sub(1).map(|below| &order[below]) {
            let pair = plan.lineups().iter().map(|lineup| &lineup.name);
            let pair = pair.into_iter().find(|name| {
                **name == format!("{below} vs {strategy}")
                    || **name == format!("{strategy} vs {below}")
            });
            same(
                "win_rate_over_below",
                "strategies.csv",
                &[("lineup", pair.expect("they met")), ("strategy", strategy)],
                "win_rate",
            );
        }
        if tables.iter().any(|table| table.file == "ratings.csv") {
            same("elo", "ratings.csv", &[("strategy", strategy)], "elo");
        }
        let (comebacks, won) =
            comebacks::<G>(&plan, if strategy == "again" { "heuristic" } else { strategy });
        let rate = f64::from(comebacks) / f64::from(won);
        assert_eq!(
            ladder.number(found, "comeback_rate"),
            Some(rate),
            "{}: {strategy}",
            game.description().name
        );
    }
    copies_are_alike(&plan, &counts);
}

/// A copy under another name plays the same games against itself.
fn copies_are_alike(plan: &Plan, counts: &Counts) {
    let mirror = |name: &str| {
        let index =
            plan.lineups().iter().position(|lineup| plan.names(lineup).all(|entry| entry == name));
        &counts.cells[index.expect("it plays against itself")]
    };
    assert_eq!(mirror("heuristic"), mirror("again"));
    let results = results(plan, counts);
    let over_below = |name: &str| {
        results.ladder.iter().find(|rung| rung.strategy == name).expect("a rung").win_rate_verdict
    };
    assert!(
        over_below("again").is_some_and(|verdict| verdict != Verdict::Advantage),
        "none is better than its copy"
    );
    assert_eq!(over_below("greedy"), Some(Verdict::Advantage));
    let against = |one: &str, other: &str| {
        let of_both = |lineup: &str| {
            results.lineup(lineup).contains(&one.to_owned())
                && results.lineup(lineup).contains(&other.to_owned())
        };
        results
            .strategies
            .iter()
            .find(|row| row.strategy == one && of_both(&row.cell.lineup))
            .and_then(|row| row.share.judged.verdict)
    };
    assert_eq!(against("again", "random"), None, "they did not meet");
    assert_eq!(against("heuristic", "random"), Some(Verdict::Advantage));
}

/// The leaders at every decision.
struct Leaders(Vec<SeatSet>);

impl<G: Game> Observer<G> for Leaders {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        self.0.push(G::standing(rules, state).leaders);
    }

    fn decision(&mut self, _seat: Seat, _legal: &G::Legal, _action: G::Action) {}
}

/// For the games of a strategy against itself: the number of comebacks at half of the decisions,
/// and the number of games with a winner.
fn comebacks<G: Playable>(plan: &Plan, name: &str) -> (u32, u32) {
    let settings = &plan.variants()[0].settings;
    let rules = G::rules(settings, 2).expect("can be dealt");
    let (mut comebacks, mut won) = (0, 0);
    for block in 0..BLOCKS {
        let mut seated = G::seat(vec![player::<G>(name), player::<G>(name)]);
        let mut leaders = Leaders(Vec::new());
        let mut observer: &mut dyn Observer<G> = &mut leaders;
        let game = G::watch(&rules, &mut seated, BlockStreams::new(SEED, block), &mut observer)
            .expect("legal play");
        if game.outcome.winners == SeatSet::NONE {
            continue;
        }
        won += 1;
        let ahead = leaders.0[leaders.0.len() / 2];
        comebacks += u32::from(
            !Seat::all(2).any(|seat| game.outcome.winners.contains(seat) && ahead.contains(seat)),
        );
    }
    (comebacks, won)
}

#[test]
fn every_rung_agrees_with_the_other_tables() {
    each_game!(every_rung());
}

fn names(plan: &Plan) -> Vec<String> {
    plan.strategies().iter().map(|strategy| strategy.name().to_owned()).collect()
}

/// A ladder finds out by itself how far a doubled budget helps, and then equals one with these
/// copies.
#[test]
fn a_ladder_doubles_budgets_while_it_helps() {
    let searcher = || {
        let mut file = strategy(&Crisps, "flat");
        file.parameters.apply_option("iterations=8").expect("a parameter");
        Entrant::from(file)
    };
    let asked = |tolerance: f64| {
        let analysis = Analysis { win_rate_tolerance: Some(tolerance), ..Analysis::default() };
        Experiment::new(&Crisps, "ladder").seed(3).blocks(30).analysis(analysis)
    };
    let greedy = Entrant::from(strategy(&Crisps, "greedy"));
    let climb = |tolerance: f64, most: u32| {
        asked(tolerance).ladder(&[searcher(), greedy.clone()], &[]).doublings(most).plan()
    };
    assert_eq!(
        names(&climb(0.0, 0).expect("a plan")),
        ["greedy", "flat"],
        "what has a budget comes last"
    );
    // The games of the first copy are part of the ladder anyway; there is no second one if the
    // first gains too little.
    let plan = climb(0.5, 4).expect("a plan");
    let session = session();
    let nothing = KeptCounts::default();
    let (grown, _) =
        session.last_stage(&plan, &nothing).expect("a run").expect("a ladder that was to double");
    assert_eq!(names(&grown), ["greedy", "flat", "flat x2"]);
    assert!(session.last_stage(&grown, &nothing).expect("nothing to play").is_none());
    let copies = |times: &[i64]| {
        times
            .iter()
            .map(|times| searcher().with_budget(*times).expect("it searches"))
            .collect::<Vec<_>>()
    };
    let given =
        asked(0.5).ladder(&[greedy.clone(), searcher()], &copies(&[2])).plan().expect("a plan");
    assert_eq!((grown.digest(), names(&grown)), (given.digest(), names(&given)));
    // If each copy beats the one before it, they go on up to the requested number.
    let weak = Entrant::from(weak_search(&Crackpipe));
    let random = Entrant::from(strategy(&Crackpipe, "random"));
    let analysis = Analysis { win_rate_tolerance: Some(0.0), ..Analysis::default() };
    let plan = Experiment::new(&Crackpipe, "ladder").seed(4).blocks(120).analysis(analysis);
    let plan = plan.ladder(&[weak, random], &[]).doublings(2).plan().expect("a plan");
    let results = session.run(&plan).expect("a run").results;
    let mut rungs: Vec<&str> = results.ladder.iter().map(|rung| rung.strategy.as_str()).collect();
    rungs.sort_unstable();
    assert_eq!(rungs, ["random", "search", "search x2", "search x4"]);
    // Strategies without a budget are not doubled.
    assert_eq!(
        names(&asked(0.0).ladder(&["greedy", "random"], &[]).doublings(3).plan().expect("a plan")),
        ["greedy", "random"]
    );
}

/// At a table for three, one of each pair sits among others of the other, both ways round; a copy
/// under another name is equally strong.
#[test]
fn a_ladder_for_three() {
    let strategies: Vec<Entrant> =
        NAMES.into_iter().map(|name| strategy(&Crackpipe, name).into()).collect();
    let again = StrategyFile { name: "again".to_owned(), ..strategy(&Crackpipe, "heuristic") };
    let experiment = Experiment::new(&Crackpipe, "ladder")
        .seed(SEED)
        .blocks(BLOCKS)
        .ladder(&strategies, &[again.into()])
        .players(3);
    let plan = experiment.plan().expect("a plan");
    let mut names: Vec<&str> = plan.lineups().iter().map(|lineup| lineup.name.as_str()).collect();
    names.sort_unstable();
    let mut expected: Vec<String> =
        ["greedy", "random", "heuristic", "again"].map(|name| format!("3 x {name}")).to_vec();
    for (one, other) in [
        ("greedy", "random"),
        ("greedy", "heuristic"),
        ("random", "heuristic"),
        ("heuristic", "again"),
    ] {
        expected
            .extend([format!("{one} vs {other} vs {other}"), format!("{other} vs {one} vs {one}")]);
    }
    expected.sort_unstable();
    assert_eq!(names, expected);
    let results = results(&plan, &play(&plan, 2));
    let order: Vec<&str> = results.ladder.iter().map(|rung| rung.strategy.as_str()).collect();
    assert_eq!(order, ["random", "greedy", "heuristic", "again"]);
    for rung in &results.ladder {
        assert_eq!(rung.players, 3);
        let Some(below) = &rung.below else { continue };
        let lineup = format!("{0} vs {below} vs {below}", rung.strategy);
        let row = results
            .strategies
            .iter()
            .find(|row| row.cell.lineup == lineup && row.strategy == rung.strategy)
            .expect("they met");
        assert_eq!(
            (row.share.win_rate, row.share.fair_share),
            (rung.win_rate_over_below, 1.0 / 3.0),
            "{lineup}"
        );
        assert_eq!(rung.win_rate_verdict, row.share.judged.verdict);
        // The mean of both ways round is a half if both are equally strong.
        let met = results
            .pairs
            .iter()
            .find(|pair| pair.strategy == rung.strategy && pair.opponent == *below)
            .expect("they met");
        assert_eq!(met.games, u128::from(BLOCKS) * 6);
        let (low, high) = (met.win_rate_low.expect("blocks"), met.win_rate_high.expect("blocks"));
        if rung.strategy == "again" {
            assert!(low < 0.5 && 0.5 < high, "[{low}, {high}]");
        } else if rung.strategy == "greedy" {
            assert!(low > 0.5, "{lineup}: [{low}, {high}]");
        }
    }
    // Further copies are added at these tables too.
    let grown = Experiment::new(&Crackpipe, "e")
        .blocks(4)
        .ladder(&["random", "strong"], &[])
        .players(3)
        .doublings(1)
        .plan()
        .expect("a plan");
    assert!(grown.lineups().iter().any(|lineup| lineup.name == "strong x2 vs strong vs strong"));
    let refused = |players| {
        Experiment::new(&Crackpipe, "e")
            .ladder(&["random", "greedy"], &[])
            .players(players)
            .plan()
            .is_err()
    };
    assert!(refused(0) && refused(1) && refused(9) && !refused(8));
}

/// Three strategies for a ladder, one of which searches.
fn climbers() -> [Entrant; 3] {
    [
        weak_search(&Crackpipe).into(),
        strategy(&Crackpipe, "random").into(),
        strategy(&Crackpipe, "greedy").into(),
    ]
}

/// A search that knows a strategy plays only among others of it, and wins as it does in a match;
/// nothing else on the ladder involves it.
#[test]
fn exploiters_play_beside_the_ladder() {
    let asked = || Experiment::new(&Crackpipe, "ladder").seed(SEED).blocks(30).texts(&only(&[]));
    for players in [2, 3] {
        let ladder = || asked().ladder(&climbers(), &[]).players(players).doublings(1);
        let (bare, plan) =
            (ladder().plan().expect("a plan"), ladder().exploiters().plan().expect("a plan"));
        let beside: Vec<&str> =
            plan.layout().asides.labels.iter().map(|label| label.lineup.as_str()).collect();
        let among = |name: &str| {
            [format!("exploiter of {name}").as_str()]
                .into_iter()
                .chain(vec![name; players - 1])
                .collect::<Vec<_>>()
                .join(" vs ")
        };
        assert_eq!(beside, [among("random"), among("greedy")], "what searches is known to nobody");
        let lineups = |plan: &Plan| {
            plan.lineups().iter().map(|lineup| lineup.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!((lineups(&plan), names(&plan)), (lineups(&bare), names(&bare)));
        assert_ne!(plan.digest(), bare.digest());
        let [without, with] = [&bare, &plan].map(|plan| results(plan, &play(plan, 2)));
        assert_eq!(
            (&with.ratings, &with.pairs, &with.strategies),
            (&without.ratings, &without.pairs, &without.strategies)
        );
        for (rung, known) in with.ladder.iter().zip(&without.ladder) {
            let alone = LadderRow {
                exploiter_win_rate: None,
                exploiter_low: None,
                exploiter_high: None,
                ..rung.clone()
            };
            assert_eq!(&alone, known);
            let search = weak_search(&Crackpipe).knowing(
                Repertoire::of::<Crackpipe>(),
                &strategy(
                    &Crackpipe,
                    match rung.strategy.as_str() {
                        name @ ("random" | "greedy") => name,
                        search => {
                            assert_eq!(rung.exploiter_win_rate, None, "{search}");
                            continue;
                        }
                    },
                ),
            );
            let search = search.expect("one that searches, and one that does not");
            let lineup =
                [Entrant::from(search)].into_iter().chain(vec![
                    strategy(&Crackpipe, &rung.strategy)
                        .into();
                    players - 1
                ]);
            let alone = asked().lineup(lineup).plan().expect("a plan");
            let expected = &results(&alone, &play(&alone, 1)).strategies[0].share;
            let found = (rung.exploiter_win_rate, rung.exploiter_low, rung.exploiter_high);
            assert_eq!(
                found,
                (expected.win_rate, expected.win_rate_low, expected.win_rate_high),
                "{}",
                rung.strategy
            );
        }
    }
}

#[test]
fn exploiters_are_searches() {
    let asked = |texts: &[(&str, &str)]| {
        Experiment::new(&Crackpipe, "ladder").blocks(2).texts(&only(texts))
    };
    let exploiters = |experiment: Experiment| {
        let plan = experiment.exploiters().plan().expect("a plan");
        plan.exploiters()
            .map(|(_, file)| {
                (
                    file.name.clone(),
                    file.kind,
                    file.named("opponents").iter().map(|known| known.name.clone()).collect(),
                )
            })
            .collect::<Vec<(_, _, Vec<_>)>>()
    };
    let knowing = |kind: &'static str| {
        ["random", "greedy"]
            .map(|name| (format!("exploiter of {name}"), kind, vec![name.to_owned()]))
            .to_vec()
    };
    let own = "kind = \"flat-monte-carlo\"\n[parameters]\niterations = 8\n";
    assert_eq!(
        exploiters(asked(&[]).ladder(&climbers(), &[])),
        knowing("ismcts"),
        "the last one that searches"
    );
    assert_eq!(
        exploiters(asked(&[("exploiter", own)]).ladder(&climbers(), &[])),
        knowing("flat-monte-carlo")
    );
    // The ladder itself needs no search; but without any search, there can be no exploiter.
    let [_, random, greedy] = climbers();
    let quick =
        |texts: &[(&str, &str)]| asked(texts).ladder(&[random.clone(), greedy.clone()], &[]);
    assert_eq!(exploiters(quick(&[("exploiter", own)])), knowing("flat-monte-carlo"));
    let refused = quick(&[]).exploiters().plan().expect_err("nobody searches").to_string();
    assert!(refused.contains("exploiters, where no strategy searches"), "{refused}");
    let refused = asked(&[("exploiter", "kind = \"greedy\"\n")])
        .ladder(&climbers(), &[])
        .exploiters()
        .plan()
        .expect_err("it does not search");
    assert!(refused.to_string().contains("does not search"), "{refused}");
    // The play of exploiters is part of the program's fingerprint, though they play beside the
    // line-ups.
    let fingerprint = |experiment: Experiment| {
        experiment.plan().expect("a plan").fingerprint().expect("a fingerprint")
    };
    let [usual, other] = [asked(&[]), asked(&[("exploiter", own)])]
        .map(|experiment| experiment.ladder(&climbers(), &[]));
    assert_eq!(fingerprint(usual.clone()), fingerprint(other.clone()), "nobody exploits");
    assert_ne!(fingerprint(usual.exploiters()), fingerprint(other.exploiters()));
    // The ladder keeps them when it grows.
    let plan = asked(&[("exploiter", own)])
        .ladder(&climbers(), &[])
        .exploiters()
        .doublings(2)
        .plan()
        .expect("a plan");
    let (grown, _) = session()
        .last_stage(&plan, &KeptCounts::default())
        .expect("a run")
        .expect("a ladder that was to double");
    let known = |plan: &Plan| plan.exploiters().map(|(_, file)| file).collect::<Vec<_>>();
    assert_eq!((known(&grown), known(&plan).len()), (known(&plan), 2));
    // Searches cannot be modelled, and only a search can use a model.
    let [search, greedy] = [weak_search(&Crackpipe), strategy(&Crackpipe, "greedy")];
    assert!(
        search.knowing(Repertoire::of::<Crackpipe>(), &search).is_none()
            && greedy.knowing(Repertoire::of::<Crackpipe>(), &greedy).is_none()
    );
}

#[test]
fn a_budget_can_be_doubled() {
    let strong = strategy(&Crisps, "strong");
    let double = strong.with_budget(2).expect("it searches");
    assert_eq!(double.name, "strong x2");
    let [before, after] = [&strong, &double].map(|file| file.parameters.read::<u32>("iterations"));
    assert_eq!(after, 2 * before);
    assert_eq!(double.named("rollout"), strong.named("rollout"));
    assert_eq!(strong.with_budget(1 << 40), None, "beyond the range");
    assert_eq!(strategy(&Crisps, "greedy").with_budget(2), None, "it does not search");
}

/// Where no game ends nobody wins, also on a ladder whose last strategy is doubled.
#[test]
fn a_ladder_without_decided_games_decides_nothing() {
    let table = Table::new();
    for doublings in ["0", "1"] {
        let said = table.good(&[
            "ladder", "crackpipe", "--strategies", "random,flat", "--set", "max_turns=1",
            "--blocks", "100", "--doublings", doublings,
        ]);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!said.contains("won every game"), "{said}");
        assert!(said.contains("none of the games ended between some of them"), "{said}");
    }
}
