//! Strategies that never take some kinds of action, the cost of this, and the share of luck in
//! results.

use crate::external::python_is_here;
use crate::support::table::{Table, text};
use crate::support::{play, results, strategy};
use fairdeal::experiment::{Experiment, Plan};
use fairdeal::game::{Game, LegalSet};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::scrip::{Kind, Scrip};
use fairdeal::input::{Document, Location};
use fairdeal::rng::Stream;
use fairdeal::rows::{LuckRow, RestrictedRow, Source, Verdict};
use fairdeal::strategy::{Entrant, Failure, Repertoire, Restriction, Strategy, StrategyFile};
use serde_json::json;

fn file(text: &str) -> Result<StrategyFile, String> {
    let document = Document::parse("strategies/scrip/honest.toml", text).expect("TOML");
    StrategyFile::parse(Repertoire::of::<Scrip>(), &document).map_err(|error| error.to_string())
}

#[test]
fn a_file_can_restrict_a_strategy() {
    let honest =
        file("kind = \"heuristic\"\n[restrict]\nnever = [\"steal\", \"buy\", \"steal\"]\n")
            .expect("kinds of Scrip");
    assert_eq!(honest.restriction.never(), ["buy", "steal"]);
    let again = StrategyFile::from_record(
        Repertoire::of::<Scrip>(),
        "honest",
        &honest.record(),
        &Location::whole("test"),
    )
    .expect("what was written");
    assert_eq!(again, honest);
    let program = file("kind = \"external\"\ncommand = [\"x\"]\n[restrict]\nnever = [\"steal\"]\n")
        .expect("programs too");
    assert_eq!(program.restriction.never(), ["steal"]);
    assert_eq!(program.identity()["restrict"]["never"][0], "steal");

    let free = file("kind = \"heuristic\"\n").expect("no restriction");
    assert!(free.identity().get("restrict").is_none() && free.record().restrict.is_none());
    assert_ne!(free.identity(), honest.identity());
    assert_eq!(
        free,
        file("kind = \"heuristic\"\n[restrict]\nnever = []\n").expect("no restriction")
    );

    let refused = |text: &str| file(text).expect_err("refused");
    let message =
        refused("kind = \"greedy\"\n[restrict]\nnever = [\n  \"buy\",\n  \"steel\",\n]\n");
    assert!(
        message.starts_with(
            "strategies/scrip/honest.toml:5: unknown kind of action `steel` in `[restrict]`\n  \
             did you mean `steal`?\n  allowed: buy, exchange, steal, end, counter, pass"
        ),
        "{message}"
    );
    assert!(
        refused("kind = \"greedy\"\n[restrict]\nnevr = []\n").contains("did you mean `never`?")
    );
    assert!(
        refused("kind = \"greedy\"\n[restrict]\nnever = \"steal\"\n")
            .contains("allowed: a list of kinds of action and conditions, some of buy, exchange")
    );
    let all = "kind = \"greedy\"\n[restrict]\nnever = [\"buy\", \"exchange\", \"steal\", \"end\", \"counter\", \"pass\"]\n";
    assert!(refused(all).contains("never takes any kind of action of scrip"), "{}", refused(all));
}

#[test]
fn a_file_can_forbid_some_actions_of_a_kind() {
    let restricted =
        |never: &str| file(&format!("kind = \"greedy\"\n[restrict]\nnever = [{never}]\n"));
    let some = restricted(
        "\"exchange 2C\", \"exchange diamonds\", \"steal\", \"buy A\", \"exchange diamonds\"",
    );
    let some = some.expect("actions of Scrip");
    let never = ["steal", "buy A", "exchange diamonds", "exchange 2C"];
    assert_eq!(some.restriction.never(), never);
    let whole = Location::whole("test");
    let again =
        StrategyFile::from_record(Repertoire::of::<Scrip>(), "honest", &some.record(), &whole);
    assert_eq!(again.expect("what was written"), some);

    let refused = |never: &str| restricted(never).expect_err("refused");
    for (never, found) in [
        (
            "\"exchange dimonds\"",
            "unknown name of cards `dimonds` in `[restrict]`\n  did you mean `diamonds`?",
        ),
        (
            "\"exchange far 2C\"",
            "unknown kind of action `exchange far` in `[restrict]`\n  did you mean `exchange`?",
        ),
        ("\"steel 2C\"", "unknown kind of action `steel` in `[restrict]`\n  did you mean `steal`?"),
        ("\"end 2C\"", "unknown kind of action `end 2C`"),
    ] {
        assert!(refused(never).contains(found), "{}", refused(never));
    }
}

#[test]
fn a_file_can_make_a_strategy_blind() {
    let blind = file("kind = \"heuristic\"\n[restrict]\nblind = [\"decks\", \"hands\"]\n")
        .expect("sights of Scrip");
    assert_eq!(blind.restriction.blind(), ["hands", "decks"]);
    assert_eq!(blind.identity()["restrict"]["blind"][1], "decks");
    let whole = Location::whole("test");
    let again =
        StrategyFile::from_record(Repertoire::of::<Scrip>(), "honest", &blind.record(), &whole);
    assert_eq!(again.expect("what was written"), blind);
    let wrong = file("kind = \"greedy\"\n[restrict]\nblind = [\"decs\"]\n").expect_err("refused");
    assert!(wrong.contains("did you mean `decks`?"), "{wrong}");

    // Attention is worth something: in Crackpipe to see what lies under the tops.
    let table = Table::new();
    table.file(
        "strategies/crackpipe/careless.toml",
        "kind = \"heuristic\"\nsummary = \"Careless.\"\n[restrict]\nblind = [\"under\", \"counts\"]\nnever = [\"bottom 2\"]\n",
    );
    let listed = text(&table.run(&["list", "strategies"]).stdout);
    let words: Vec<&str> = listed.split_whitespace().collect();
    let listed_as = "careless Careless. (never: bottom 2; blind to: under, counts)";
    assert!(words.join(" ").contains(listed_as), "{listed}");
    let arguments = [
        "match", "crackpipe", "--strategies", "careless,heuristic", "--blocks", "300", "--seed",
        "4", "--table", "strategies", "--format", "csv",
    ];
    let told = text(&table.run(&arguments).stdout);
    let mut lines = csv::Reader::from_reader(told.as_bytes());
    let headers = lines.headers().expect("a header").clone();
    let place = |name: &str| headers.iter().position(|known| known == name).expect("a column");
    let rates: Vec<f64> = lines
        .records()
        .map(|row| row.expect("a row")[place("win_rate")].parse().expect("a number"))
        .collect();
    assert!(rates[0] < 0.47, "{told}");
}

#[test]
fn the_actions_that_can_be_forbidden_are_listed() {
    let table = Table::new();
    let listed = text(&table.run(&["list", "actions"]).stdout);
    let words: Vec<&str> = listed.split_whitespace().collect();
    let words = words.join(" ");
    for found in [
        "Actions of crisps, for `never` in strategy files:",
        "lead [CARD] leading a combination that contains the rank",
        "follow special [CARD] following with a triple or a quad",
        "exchange [CARD] giving this card in an exchange",
        "end ending the turn",
        "CARD is one of clubs, diamonds,",
    ] {
        assert!(words.contains(found), "{found}: {listed}");
    }
}

#[test]
fn the_list_shows_restrictions() {
    let table = Table::new();
    table.file(
        "strategies/scrip/honest.toml",
        "kind = \"greedy\"\nsummary = \"As it says.\"\n[restrict]\nnever = [\"steal\", \"buy\"]\n",
    );
    let listed = text(&table.run(&["list", "strategies"]).stdout);
    let words: Vec<&str> = listed.split_whitespace().collect();
    assert!(words.join(" ").contains("honest As it says. (never: buy, steal)"), "{listed}");
}

/// Takes the first legal action.
#[derive(Clone, Debug)]
struct First;

impl Strategy<Scrip> for First {
    fn choose<'l>(
        &mut self,
        _view: &<Scrip as Game>::View<'_>,
        legal: &'l <Scrip as Game>::Legal,
        _stream: &mut Stream,
    ) -> Result<fairdeal::game::Choice<'l, <Scrip as Game>::Action>, Failure> {
        legal.choose_nth(0).ok_or(Failure::NoLegalAction)
    }
}

fn never(kind: &str) -> Restriction {
    Restriction::new(&Scrip::DESCRIPTION, [kind], &Location::whole("test"))
        .expect("a kind of Scrip")
}

#[test]
fn a_rust_type_can_be_restricted() {
    let free = Entrant::new(&Scrip, "first", "1", First);
    let honest = free.restrict(&Scrip::DESCRIPTION, &never("steal")).expect("kinds are left");
    assert_eq!(honest.name(), "first without steal");
    assert_ne!(honest.identity(), free.identity());
    assert_ne!(honest, free);
    let plan = Experiment::new(&Scrip, "test")
        .seed(3)
        .blocks(40)
        .lineup([honest, free])
        .plan()
        .expect("a plan");
    let results = results(&plan, &play(&plan, 1));
    let chosen = |strategy: &str| {
        let row = results
            .decisions
            .iter()
            .find(|row| row.strategy == strategy && row.kind == "steal")
            .expect("a row");
        (row.decisions > 0, row.chosen > 0)
    };
    assert_eq!(chosen("first without steal"), (true, false));
    assert_eq!(chosen("first"), (true, true));
    assert_eq!(Scrip::DESCRIPTION.action_kinds[Kind::Steal as usize], "steal");
}

#[test]
fn a_restricted_program_is_offered_fewer_actions() {
    let table = Table::new();
    let program = "import json, sys\nsys.stdin.readline()\nfor line in sys.stdin:\n    ask = json.loads(line)\n    \
                   print(json.dumps({'action': next((a for a in ask['legal'] if a.startswith('steal')), ask['legal'][0])}), flush=True)\n";
    let honest = "kind = \"external\"\ncommand = [\"python3\", \"thief.py\"]\n[restrict]\nnever = [\"steal\"]\n";
    table.file("thief.py", program).file("strategies/scrip/reformed.toml", honest);
    let arguments = [
        "match", "scrip", "--strategies", "reformed,random", "--blocks", "5", "--allow-programs",
        "--table", "decisions", "--format", "csv",
    ];
    if !python_is_here() {
        return;
    }
    let output = table.run(&arguments);
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    let steals = out
        .lines()
        .find(|line| line.contains(",reformed,steal,"))
        .unwrap_or_else(|| panic!("{out}{error}"));
    let mut columns = steals.rsplit(',').map(|cell| cell.parse::<u64>().expect("a number"));
    assert_eq!(columns.next(), Some(0), "chosen: {steals}");
    assert!(columns.nth(2).is_some_and(|decisions| decisions > 0), "legal: {steals}");
}

fn restricted(plan: &Plan, threads: usize) -> Vec<RestrictedRow> {
    results(plan, &play(plan, threads)).restricted.clone()
}

#[test]
fn the_cost_of_a_restriction_agrees_with_a_lineup() {
    let plan = |experiment: Experiment| experiment.seed(7).blocks(150).plan().expect("a plan");
    let asked = plan(
        Experiment::new(&Scrip, "test")
            .lineup(["random", "random"])
            .lineup(["random"; 3])
            .restricted(["greedy"]),
    );
    let rows = restricted(&asked, 1);
    assert_eq!(rows, restricted(&asked, 3), "the same for any number of threads");
    let of = |kind: &str, players: usize| {
        rows.iter().find(|row| row.kind == kind && row.cell.players == players)
    };
    // Greedy always ends its turn when it has nothing better to do, and never passes when it can
    // counter.
    for players in [2, 3] {
        let steal = of("steal", players).expect("greedy steals");
        let greedy: Entrant = strategy(&Scrip, "greedy").into();
        let honest = greedy.restrict(&Scrip::DESCRIPTION, &never("steal")).expect("kinds are left");
        let seats = std::iter::once(honest).chain(std::iter::repeat_n(greedy, players - 1));
        let alone = plan(Experiment::new(&Scrip, "test").lineup(seats));
        let alone = results(&alone, &play(&alone, 1));
        let share = &alone.strategies[0].share;
        assert_eq!(alone.strategies[0].strategy, "greedy without steal");
        assert_eq!(
            (steal.wins_840, steal.games, steal.win_rate_low),
            (share.wins_840, share.games, share.win_rate_low)
        );
        assert_eq!(
            (steal.cost, steal.cost_low),
            (share.advantage.map(|a| -a), share.advantage_high.map(|a| -a))
        );
        assert!(steal.judged.family_size >= rows.len() && steal.avoided > 0 && steal.chosen > 0);
        assert!(
            [Verdict::Needed, Verdict::NotNeeded, Verdict::BetterWithout, Verdict::NotSettled]
                .contains(&steal.judged.verdict.expect("judged"))
        );
        assert!(of("pass", players).is_none(), "greedy passes only where it must");
    }
    assert_eq!(
        of("steal", 2).expect("a row").judged.verdict,
        Some(Verdict::Needed),
        "without steals greedy is lost"
    );
    // The tables about the line-ups do not include them.
    let results = results(&asked, &play(&asked, 1));
    assert!(
        results.strategies.iter().all(|row| row.strategy == "random")
            && results.manifest.lineups.len() == 2
    );
    let free =
        plan(Experiment::new(&Scrip, "test").lineup(["random", "random"]).lineup(["random"; 3]));
    assert!(restricted(&free, 1).is_empty());
    assert_eq!(free.games_per_block(), 2);
    assert_eq!(asked.games_per_block(), 2 + 6 * 2 + 6 * 3, "six kinds of action");
}

#[test]
fn impossible_restrictions_are_explained() {
    let refused = |experiment: Experiment| experiment.plan().expect_err("refused").to_string();
    let clash = Entrant::new(&Scrip, "greedy", "1", First);
    let message = refused(
        Experiment::new(&Scrip, "test").lineup([clash.clone(), clash]).restricted(["greedy"]),
    );
    assert!(message.contains("the strategy name `greedy` is given twice"), "{message}");
    let message = refused(Experiment::new(&Scrip, "test").lineup(["greedy", "greedy"]).luck());
    assert!(message.contains("`luck` without a line-up of two different strategies"), "{message}");
}

fn luck(lineups: &[&[&str]], threads: usize) -> (u64, Vec<LuckRow>) {
    let experiment =
        lineups.iter().fold(Experiment::new(&Crackpipe, "test"), |experiment, names| {
            experiment.lineup(names.iter().copied())
        });
    let plan = experiment.seed(5).blocks(300).luck().plan().expect("a plan");
    (plan.games_per_block(), results(&plan, &play(&plan, threads)).luck.clone())
}

#[test]
fn crossed_strategies_measure_luck() {
    let (games, alone) = luck(&[&["greedy", "random"]], 1);
    assert_eq!(games, 4, "both ways round, and each against itself");
    let (games, known) = luck(
        &[
            &["greedy", "random"],
            &["random", "random"],
            &["random", "greedy"],
            &["greedy", "greedy"],
        ],
        2,
    );
    assert_eq!(games, 6, "nothing is played again that is there already");
    assert_eq!(alone, known);
    assert_eq!(
        alone.iter().map(|row| row.source).collect::<Vec<_>>(),
        [Source::Cards, Source::Seats, Source::Strategies, Source::Rest]
    );
    assert!((alone.iter().map(|row| row.estimate).sum::<f64>() - 1.0).abs() < 1e-9);
    for row in &alone {
        assert_eq!(
            (row.blocks, row.games, row.first.as_str(), row.second.as_str()),
            (300, 1200, "greedy", "random")
        );
        let inside = row
            .low
            .zip(row.high)
            .is_none_or(|(low, high)| low <= row.estimate.max(0.0) && row.estimate <= high);
        assert!(inside && row.variance <= row.total_variance, "{row:?}");
    }
    let strategies = alone[2].estimate;
    assert!(strategies > 0.2, "greedy beats random in Crackpipe: {strategies}");
}

#[test]
fn luck_at_larger_tables() {
    let lineup: &[&str] = &["greedy", "greedy", "random"];
    let (games, three) = luck(&[lineup], 1);
    assert_eq!(games, 8, "each seat has one or the other");
    assert_eq!((three.len(), three[0].games), (4, 2400));
    assert_eq!(three, luck(&[lineup], 3).1, "the same for any number of threads");
}

#[test]
fn luck_and_skill_are_compared_between_rules() {
    let plan = |variant: &[&str], goal: bool| {
        let experiment = Experiment::new(&Crackpipe, "test")
            .seed(5)
            .blocks(400)
            .variant("other", variant)
            .lineup(["greedy", "random"])
            .lineup(["greedy", "greedy"])
            .luck();
        let wanted = json!({"at_least": 0.2});
        if goal { experiment.goal("skill_share", wanted) } else { experiment }
    };
    let asked = plan(&["jokers_per_deck=0"], true).plan().expect("a plan");
    let found = results(&asked, &play(&asked, 2));
    for (quantity, source) in [("luck_share", Source::Cards), ("skill_share", Source::Strategies)] {
        let row = found.comparisons.iter().find(|row| row.quantity == quantity).expect(quantity);
        assert_eq!((row.cell.lineup.as_str(), row.blocks), ("greedy vs random", 400));
        let share = |variant: &str| {
            let is_it = |row: &&LuckRow| row.cell.variant == variant && row.source == source;
            found.luck.iter().find(is_it).map(|row| row.estimate)
        };
        let both = (share("other"), share("designer"));
        assert_eq!((row.variant_value, row.baseline_value), both);
        let difference = both.0.zip(both.1).map(|(one, other)| one - other);
        assert_eq!(row.difference, difference);
        assert!(row.difference_low < difference && difference < row.difference_high, "{row:?}");
    }
    let judged: Vec<&str> = found.goals.iter().map(|row| row.cell.lineup.as_str()).collect();
    assert_eq!(judged, ["greedy vs random"; 2], "between equals there is no skill to be seen");

    // The same rules by another name.
    let same = plan(&[], false).plan().expect("a plan");
    let found = results(&same, &play(&same, 1));
    let rows = found.comparisons.iter().filter(|row| row.quantity.ends_with("_share"));
    let verdicts: Vec<_> = rows.map(|row| (row.difference, row.judged.verdict)).collect();
    assert_eq!(verdicts, [(Some(0.0), Some(Verdict::Same)); 2]);
}
