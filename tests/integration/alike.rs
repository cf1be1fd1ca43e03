//! Blocks that all agree: no interval of any table has a width of zero, and scores are compared
//! only under the same rules of scoring.

use fairdeal::cards::standard::{Card, CardSet, Suit};
use fairdeal::experiment::{Experiment, Plan};
use fairdeal::game::{
    ActionSet, Chance, Description, Game, MAX_LENGTH_UNITS, Observer, Standing, TableView, Turn,
    UNFINISHED,
};
use fairdeal::input::{Document, InputError, Preset, Settings, knobs};
use fairdeal::registry::GAMES;
use fairdeal::results::Results;
use fairdeal::rows::{ComparisonRow, Family, Verdict};
use fairdeal::seat::{MAX_SEATS, Seat};
use fairdeal::strategy::{Repertoire, StrategyFile};
use fairdeal::words::{notes, sentences};
use serde_json::json;

use crate::support::{Csv, plan, play, results, tables};
use fairdeal::any_game::AnyGame;

/// A game without luck and without choices: every player takes the same number of turns, and the
/// same seat wins.
#[derive(Clone, Copy, Debug)]
struct Clockwork;

knobs! {
    struct Knobs {
        /// turns of each player
        rounds: u32 = 4, in 1..=100;
        /// the seat that wins; all win with 9
        winner: u8 = 0, in 0..=9;
        /// points of everybody
        base: i32 = 10, in 0..=100, scoring = true;
        /// points of the winner
        prize: i32 = 5, in 1..=100;
        /// turns after which the game ends unfinished
        max_turns: u32 = 1000, in 1..=1000;
    }
}

static PRESETS: [Preset; 1] = [Preset { name: "designer", summary: "as it is", values: &[] }];

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Table {
    turns: u32,
    players: u32,
}

#[derive(Clone, Debug)]
struct Rules {
    knobs: Knobs,
    players: u32,
}

impl Rules {
    fn end(&self, table: Table) -> Option<u8> {
        match table.turns {
            turns if turns >= self.knobs.rounds * self.players => Some(0),
            turns if turns >= self.knobs.max_turns => Some(1),
            _ => None,
        }
    }
}

impl Game for Clockwork {
    const DESCRIPTION: Description = Description {
        name: "clockwork",
        title: "Clockwork",
        summary: "nothing to choose",
        plural: "games",
        fewest_players: 2,
        most_players: 4,
        teams: 0,
        knobs: Knobs::KNOBS,
        defaults_version: 1,
        presets: &PRESETS,
        length_units: &["turns", "rounds"],
        action_kinds: &["tick"],
        end_reasons: &["wound down", UNFINISHED],
        events: &[],
        rulings: &[],
        ..Description::PLAIN
    };

    type Rules = Rules;
    type State = Table;
    type Action = Card;
    type Legal = ActionSet<Card, 1>;
    type View<'a> = TableView<'a, Rules, Table, CardSet>;
    type Event<'a> = ();

    fn rules(settings: &Settings, players: usize) -> Result<Rules, InputError> {
        Ok(Rules { knobs: Knobs::read(settings), players: players as u32 })
    }

    fn undealt(_rules: &Rules) -> Table {
        Table::default()
    }

    fn begin(
        rules: &Rules,
        table: &mut Table,
        _chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        *table = Table { turns: 0, players: rules.players };
    }

    fn turn(table: &Table) -> Turn {
        if table.players == 0 {
            Turn::Over
        } else {
            Turn::Decide(Seat::new((table.turns % table.players) as u8))
        }
    }

    fn legal(_rules: &Rules, _table: &Table) -> ActionSet<Card, 1> {
        CardSet::of_suit(Suit::Spades).iter().take(1).collect::<CardSet>().into()
    }

    fn view<'a>(rules: &'a Rules, table: &'a Table, seat: Seat) -> Self::View<'a> {
        TableView { rules, table, seat, hand: CardSet::EMPTY }
    }

    fn apply(
        rules: &Rules,
        table: &mut Table,
        _card: Card,
        _chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        table.turns += 1;
        if rules.end(*table).is_some() {
            table.players = 0;
        }
    }

    fn standing(rules: &Rules, _table: &Table) -> Standing {
        let Knobs { winner, base, prize, .. } = rules.knobs;
        let mut scores = [0; MAX_SEATS];
        for (seat, score) in scores.iter_mut().take(rules.players as usize).enumerate() {
            *score = i64::from(base + if usize::from(winner) == seat { prize } else { 0 });
        }
        Standing::highest(scores, rules.players as usize)
    }

    fn end_reason(rules: &Rules, table: &Table) -> u8 {
        rules.end(*table).unwrap_or(0)
    }

    fn lengths(table: &Table) -> [u64; MAX_LENGTH_UNITS] {
        [table.turns, table.turns / 2, 0, 0].map(u64::from)
    }

    fn action_name(_rules: &Rules, _card: Card) -> String {
        "tick".to_owned()
    }

    fn event_json(_rules: &Rules, _event: &()) -> serde_json::Value {
        json!({"e": "nothing"})
    }
}

fairdeal::kinds! {
    /// A player of Clockwork.
    Player, seated as Seated, for Clockwork, shipped in "": [], climbing ["random"] {}
}

/// A player under a name; all play the same.
fn named(name: &str) -> StrategyFile {
    let document = Document::parse(format!("{name}.toml"), "kind = \"random\"\n").expect("TOML");
    StrategyFile::parse(Repertoire::of::<Clockwork>(), &document).expect("a strategy")
}

fn experiment(blocks: u64) -> Experiment {
    Experiment::new(&Clockwork, "test").blocks(blocks)
}

/// The number of intervals in the tables; none of them has a width of zero. An interval that
/// follows from a distribution of whole numbers is exact: a percentile may be known.
fn intervals(tables: &[Csv]) -> usize {
    let mut count = 0;
    for table in tables {
        let is_low = |column: &&String| *column == "low" || column.ends_with("_low");
        for low in table.columns.iter().filter(is_low) {
            let high = format!("{}high", low.strip_suffix("low").expect("it does"));
            for row in &table.rows {
                let is_percentile = table.columns.iter().any(|column| column == "quantity")
                    && table.get(row, "quantity") == "length_p95";
                if let (Some(from), Some(to)) = (table.number(row, low), table.number(row, &high))
                    && !is_percentile
                {
                    assert!(from < to, "{low} of {}: {row:?}", table.file);
                    count += 1;
                }
            }
        }
    }
    count
}

fn of(plan: &Plan) -> usize {
    intervals(&tables(plan, &play(plan, 1)))
}

#[test]
fn intervals_of_equal_blocks_have_a_width() {
    for blocks in [2, 40, 300] {
        let variants = |experiment: Experiment| {
            let changed =
                experiment.variant("longer", &["rounds=5"]).variant("other", &["winner=1"]);
            changed
                .variant("all", &["winner=9"])
                .variant("cut", &["max_turns=3"])
                .variant("richer", &["prize=7"])
                .baseline("designer")
        };
        let lineups = |experiment: Experiment| {
            let two = experiment
                .lineup([named("one"), named("one")])
                .lineup([named("one"), named("two")]);
            two.lineup([named("one"), named("one"), named("two"), named("two")])
                .lineup(["one", "two", "three"].map(named))
        };
        let all = of(&lineups(variants(experiment(blocks))).play().plan().expect("variants"));
        assert!(all > 200, "{all} intervals");
        let swept =
            lineups(experiment(blocks)).sweep("rounds", &["3", "4", "5"]).plan().expect("a sweep");
        assert!(of(&swept) > 50);
        let field = ["one", "two", "three"].map(named);
        for players in [2, 3] {
            assert!(
                of(&experiment(blocks)
                    .ladder(&field, &[])
                    .players(players)
                    .plan()
                    .expect("a ladder"))
                    > 10
            );
        }
        assert!(of(&experiment(blocks).ladder(&field[..2], &[]).plan().expect("a ladder")) > 4);
        assert!(of(&lineups(experiment(blocks)).luck().plan().expect("luck")) > 10);
        let of_box = lineups(experiment(blocks.next_multiple_of(64)))
            .sensitivity("rounds", &["3", "4", "5"])
            .sensitivity("prize", &["3", "5"])
            .samples(4);
        of(&of_box.plan().expect("a box"));
    }
}

fn two_blocks(game: &'static dyn AnyGame) {
    assert!(of(&plan(game, 2)) > 30, "{}", game.description().name);
}

#[test]
fn two_blocks_of_the_games_have_no_interval_of_width_zero() {
    for game in GAMES.iter() {
        two_blocks(game);
    }
}

/// The results of variants between two equal players.
fn compared(variants: &[(&str, &[&str])]) -> Results {
    let with =
        |experiment: Experiment, (name, set): &(&str, &[&str])| experiment.variant(name, set);
    let experiment = variants.iter().fold(experiment(300), with).baseline("designer");
    let plan = experiment.lineup([named("one"), named("two")]).plan().expect("variants");
    results(&plan, &play(&plan, 1))
}

/// The values of a row about a score: before, after, its verdict.
fn scores(results: &Results, variant: &str) -> Option<(Option<f64>, Option<f64>, Option<Verdict>)> {
    let row = results
        .comparisons
        .iter()
        .find(|row| row.quantity == "score" && row.cell.variant == variant)?;
    assert_eq!((row.difference_low, row.relative_low, row.interval), (None, None, None));
    Some((row.baseline_value, row.variant_value, row.judged.verdict))
}

#[test]
fn scores_are_not_compared_across_rules_of_scoring() {
    let found =
        compared(&[("more", &["base=30"]), ("richer", &["prize=9"]), ("longer", &["rounds=5"])]);
    assert_eq!(scores(&found, "more"), None);
    assert_eq!(scores(&found, "richer"), Some((Some(12.5), Some(14.5), Some(Verdict::Higher))));
    assert_eq!(scores(&found, "longer"), Some((Some(12.5), Some(12.5), Some(Verdict::Same))));
    // Everything else of that variant is compared, and no sum of its scores is left over.
    assert!(
        found.comparisons.iter().any(|row| row.cell.variant == "more" && row.quantity == "length")
    );
    assert!(
        !found
            .comparison_sums
            .iter()
            .any(|row| row.cell.variant == "more" && row.quantity == "score")
    );
    let why = "Scores are not compared where `base` differs: it changes what a point is.";
    assert_eq!(notes(&found).iter().filter(|note| *note == why).count(), 1, "{:?}", notes(&found));
    // The family is smaller by the scores of both strategies.
    let family = |results: &Results| {
        let explored = |row: &&ComparisonRow| row.judged.family == Family::Explored;
        results.comparisons.iter().find(explored).expect("a change").judged.family_size
    };
    let scored = compared(&[
        ("more", &["max_turns=999"]),
        ("richer", &["prize=9"]),
        ("longer", &["rounds=5"]),
    ]);
    assert_eq!(family(&found) + 2, family(&scored));
    assert!(notes(&scored).iter().all(|note| !note.contains("Scores")));
    let alone = compared(&[("more", &["base=30"])]);
    assert!(
        notes(&alone)
            .contains(&"Scores are not compared: `base` changes what a point is.".to_owned())
    );
    assert!(
        sentences(&alone).iter().all(|sentence| !sentence.text.contains("score")),
        "never told"
    );

    // A point of a sweep keeps its own value; a box has no scores.
    let lineup = |experiment: Experiment| experiment.lineup([named("one"), named("two")]);
    let plan = lineup(experiment(60)).sweep("base", &["10", "30"]).plan().expect("a sweep");
    let swept = results(&plan, &play(&plan, 1));
    let points: Vec<_> =
        swept.sweep.iter().filter(|row| row.quantity == "score" && row.subject == "one").collect();
    assert_eq!(
        points.iter().map(|row| (row.estimate, row.difference, row.verdict)).collect::<Vec<_>>(),
        [(Some(12.5), None, None), (Some(32.5), None, None)]
    );
    let plan = lineup(experiment(64))
        .sensitivity("base", &["10", "30"])
        .sensitivity("rounds", &["3", "4"])
        .samples(4)
        .plan()
        .expect("a box");
    let of_box = results(&plan, &play(&plan, 1));
    assert!(
        !of_box.sensitivity.is_empty()
            && of_box.sensitivity.iter().all(|row| row.quantity != "score")
    );
}

#[test]
fn equal_blocks_give_a_sentence_without_an_interval() {
    let found = compared(&[("richer", &["prize=9"]), ("longer", &["rounds=5"])]);
    let told: Vec<String> = sentences(&found).into_iter().map(|sentence| sentence.text).collect();
    let begins = |text: &str| {
        told.iter()
            .find(|told| told.starts_with(text))
            .unwrap_or_else(|| panic!("{text}: {told:#?}"))
    };
    let score = begins("richer compared with designer, between one and two: one scores");
    assert!(score.ends_with("one scores 14.5 instead of 12.5, +16.0 % in each of 300 shuffles: higher, beyond your tolerance of 5 %."), "{score}");
    let same = begins("longer compared with designer, between one and two: one scores");
    assert!(same.ends_with("12.5 instead of 12.5, 0.0 %: the same within your tolerance of 5 %. (0 of 300 shuffles changed.)"), "{same}");
}
