//! Games that are made at run time: one type plays all of them, and each has a name, knobs, kinds
//! of action, units of length, reasons for the end, cards and strategies of its own.

use std::path::Path;

use fairdeal::any_game::{AnyGame, AnyParty};
use fairdeal::experiment::{CardsQuestion, Experiment, Overrides, Plan};
use fairdeal::game::{
    ActionSet, CardNames, CardTeller, Chance, Code, Description, Eyes, Game, GameFiles, GameList,
    GameSource, MAX_LENGTH_UNITS, Observer, Searchable, Standing, TableView, Turn, UNFINISHED,
};
use fairdeal::input::{Document, InputError, Knob, KnobKind, Location, Problem, Settings, Value};
use fairdeal::rng::{BlockStreams, Purpose, Stream};
use fairdeal::seat::{MAX_SEATS, Seat};
use fairdeal::session::Session;
use fairdeal::show::WIDTH;
use fairdeal::strategy::{
    Entrant, FlatMonteCarlo, Ismcts, Random, Repertoire, StrategyFile, TypedGame,
};
use serde_json::{Value as Json, json};

use crate::support::{command_words, party, strategy};

/// The type of all games of piles: two players in turn take one or more from a pile. A score is
/// what was taken, and the number of the one hidden card of the seat.
#[derive(Clone, Copy, Debug)]
struct Piles;

/// One game of piles.
#[derive(Clone, Copy, Debug)]
struct PileGame {
    repertoire: &'static Repertoire,
    cards: &'static [&'static str],
    /// Whether the game ends when one player has more than half of the pile.
    ends_early: bool,
}

#[derive(Clone, Copy, Debug)]
struct Rules {
    game: PileGame,
    pile: u32,
    max_turns: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take(u16);

impl Code for Take {
    fn from_code(code: u16) -> Self {
        Self(code)
    }

    fn code(self) -> u16 {
        self.0
    }
}

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Table {
    left: u32,
    turns: u32,
    taken: [u32; 2],
    end: Option<u8>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    table: Table,
    cards: [u8; 2],
}

impl Game for Piles {
    const DESCRIPTION: Description = Description {
        name: "piles",
        title: "Piles",
        summary: "two players take from a pile",
        ..Description::PLAIN
    };
    type Rules = Rules;
    type State = State;
    type Action = Take;
    type Legal = ActionSet<Take, 1>;
    type View<'a> = TableView<'a, Rules, Table, u8>;
    type Event<'a> = ();

    fn rules(_settings: &Settings, _players: usize) -> Result<Rules, InputError> {
        let problem = Problem::conflict("rules of any pile", "those of one game of piles");
        Err(Location::whole("rules").error(problem))
    }

    fn description_of(rules: &Rules) -> &'static Description {
        rules.game.repertoire.game
    }

    fn undealt(rules: &Rules) -> State {
        State { table: Table { left: rules.pile, ..Table::default() }, ..State::default() }
    }

    fn begin(
        rules: &Rules,
        state: &mut State,
        chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        let mut deck: Vec<u8> = (0..rules.game.cards.len() as u8).collect();
        chance.shuffle(Purpose::Deck(0), &mut deck);
        state.cards = [deck[0], deck[1]];
    }

    fn turn(state: &State) -> Turn {
        match state.table.end {
            Some(_) => Turn::Over,
            None => Turn::Decide(Seat::new((state.table.turns % 2) as u8)),
        }
    }

    fn legal(rules: &Rules, state: &State) -> ActionSet<Take, 1> {
        let kinds = Self::description_of(rules).action_kinds.len();
        (0..kinds as u16).filter(|kind| u32::from(*kind) < state.table.left).map(Take).collect()
    }

    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> Self::View<'a> {
        TableView { rules, table: &state.table, seat, hand: state.cards[seat.index()] }
    }

    fn apply(
        rules: &Rules,
        State { table, .. }: &mut State,
        Take(kind): Take,
        _chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        let taken = u32::from(kind) + 1;
        table.taken[table.turns as usize % 2] += taken;
        table.left -= taken;
        table.turns += 1;
        let unfinished = Self::description_of(rules).end_reasons.len() as u8 - 1;
        table.end = if table.left == 0 {
            Some(0)
        } else if rules.game.ends_early && table.taken.iter().any(|taken| 2 * taken > rules.pile) {
            Some(1)
        } else {
            (table.turns == rules.max_turns).then_some(unfinished)
        };
    }

    fn standing(_rules: &Rules, State { table, cards }: &State) -> Standing {
        let mut scores = [0; MAX_SEATS];
        for seat in 0..2 {
            scores[seat] = i64::from(table.taken[seat]) + i64::from(cards[seat]);
        }
        Standing::highest(scores, 2)
    }

    fn end_reason(_rules: &Rules, state: &State) -> u8 {
        state.table.end.unwrap_or(0)
    }

    fn lengths(State { table, .. }: &State) -> [u64; MAX_LENGTH_UNITS] {
        [table.turns, table.turns.div_ceil(2), 0, 0].map(u64::from)
    }

    fn kind(Take(kind): Take) -> usize {
        kind.into()
    }

    fn action_name(rules: &Rules, Take(kind): Take) -> String {
        Self::description_of(rules).action_kinds[usize::from(kind)].to_owned()
    }

    const CARD_TELLER: Option<&'static dyn CardTeller<Self>> = Some(&Dealt);
}

impl Searchable for Piles {
    type Determinizer = (Table, usize, u8);

    fn determinizer(view: &Self::View<'_>) -> Self::Determinizer {
        (*view.table, view.seat.index(), view.hand)
    }

    fn sample(rules: &Rules, (table, seat, own): &Self::Determinizer, draws: &mut Stream) -> State {
        let other = draws.below(rules.game.cards.len() as u32 - 1) as u8;
        let mut cards = [other + u8::from(other >= *own); 2];
        cards[*seat] = *own;
        State { table: *table, cards }
    }
}

/// The cards that are dealt. Their names are those of a game.
struct Dealt;

impl CardTeller<Piles> for Dealt {
    fn names(&self) -> CardNames {
        CardNames { cards: &[], events: &["dealt"] }
    }

    fn dealt_to(&self, _: &Rules, _: &State, place: usize, _: u16) -> Option<Seat> {
        Seat::all(2).nth(place)
    }

    fn number(&self, _: &Rules, card: u16) -> usize {
        card.into()
    }
}

fairdeal::kinds! {
    /// A player of a pile.
    Player, seated as Seated, for Piles, shipped in "": [], climbing ["random"] {
        "flat" => Flat(FlatMonteCarlo<Piles>),
        "ismcts" => Ismcts(Ismcts<Piles>),
    }
}

/// What the file of a game would say.
struct Text<'a> {
    title: &'a str,
    pile: &'a str,
    kinds: &'a str,
    units: &'a str,
    end_reasons: &'a str,
    cards: &'a str,
}

fn words(text: &str) -> &'static [&'static str] {
    text.split(", ").map(|word| &*word.to_owned().leak()).collect::<Vec<_>>().leak()
}

/// A number of a game from 1 to 30.
fn knob(key: &str, default: i64, meaning: String) -> Knob {
    Knob {
        key: key.to_owned().leak(),
        kind: KnobKind::Integer(1, 30),
        default: Value::Integer(default),
        derived: None,
        scoring: false,
        meaning: meaning.leak(),
    }
}

/// Makes a game of piles that lasts as long as the program.
fn made(text: &Text<'_>) -> PileGame {
    let knobs = vec![
        knob(text.pile, 9, format!("{} in the pile", text.pile)),
        knob("max_turns", 30, "turns after which the game ends unfinished".to_owned()),
    ];
    let description = Description {
        name: text.title.to_lowercase().replace(' ', "-").leak(),
        title: text.title.to_owned().leak(),
        summary: format!("two players take {}", text.pile).leak(),
        knobs: knobs.leak(),
        length_units: words(text.units),
        action_kinds: words(text.kinds),
        end_reasons: words(&format!("{}, {UNFINISHED}", text.end_reasons)),
        ..Description::PLAIN
    };
    let thinker = "kind = \"flat\"\nsummary = \"Tries out.\"\n[parameters]\niterations = 8\n";
    let shipped: Vec<(&str, &str)> = vec![(format!("{}-thinker", text.pile).leak(), thinker)];
    let repertoire =
        Repertoire { shipped: shipped.leak(), ..Repertoire::made::<Piles>(description) };
    PileGame {
        repertoire: repertoire.leak(),
        cards: words(text.cards),
        ends_early: text.end_reasons.contains(", "),
    }
}

impl TypedGame for PileGame {
    type Game = Piles;

    fn repertoire(&self) -> &'static Repertoire {
        self.repertoire
    }

    fn rules_of(&self, settings: &Settings, _players: usize) -> Result<Rules, InputError> {
        let [pile, max_turns] = self.repertoire.game.knobs else { panic!("two knobs") };
        Ok(Rules {
            game: *self,
            pile: settings.read(pile.key),
            max_turns: settings.read(max_turns.key),
        })
    }

    fn card_names(&self) -> Option<CardNames> {
        Some(CardNames { cards: self.cards, events: &["dealt"] })
    }
}

const STONES: Text<'_> = Text {
    title: "Last Stone",
    pile: "stones",
    kinds: "take one, take two, take three",
    units: "decisions",
    end_reasons: "no stone is left",
    cards: "sun, moon, star, cloud",
};

const STRAWS: Text<'_> = Text {
    title: "Short Straw",
    pile: "straws",
    kinds: "pull one, pull two",
    units: "decisions, rounds",
    end_reasons: "no straw is left, one has more than half",
    cards: "high, middle, low",
};

/// Two games of the type, in a list.
fn games() -> (GameList, [&'static dyn AnyGame; 2]) {
    let games =
        [STONES, STRAWS].map(|text| -> &'static dyn AnyGame { Box::leak(Box::new(made(&text))) });
    (GameList::new(games.to_vec().leak()), games)
}

fn experiment(game: &'static dyn AnyGame, variant: &str) -> Plan {
    let thinker = game.repertoire().shipped[0].0;
    Experiment::new(game, "test")
        .seed(4)
        .blocks(60)
        .variant("as-asked", &[variant])
        .baseline("as-asked")
        .lineup(["random", "random"])
        .lineup([thinker, "random"])
        .play()
        .cards(CardsQuestion::default())
        .plan()
        .expect("a plan")
}

#[test]
fn games_of_one_type_have_names_of_their_own() {
    let (list, [stones, straws]) = games();
    assert_eq!(
        list.descriptions().map(|game| game.name).collect::<Vec<_>>(),
        ["last-stone", "short-straw"]
    );
    assert_eq!(list.find("short-straw").expect("listed").description().title, "Short Straw");
    let cards = |game: &dyn AnyGame| game.card_names().expect("named").cards;
    assert_eq!((cards(stones)[0], cards(straws)[0]), ("sun", "high"));
    assert!(stones.is_searchable());

    let results = [(stones, "stones=12"), (straws, "straws=12")].map(|(game, variant)| {
        Session::default().threads(2).run(&experiment(game, variant)).expect("played").results
    });
    let [of_stones, of_straws] = results.map(|results| {
        let mut kinds: Vec<String> = results.decisions.iter().map(|row| row.kind.clone()).collect();
        let mut units: Vec<String> = results.lengths.iter().map(|row| row.unit.clone()).collect();
        let mut cards: Vec<String> = results.cards.iter().map(|row| row.card.clone()).collect();
        for names in [&mut kinds, &mut units, &mut cards] {
            names.sort_unstable();
            names.dedup();
        }
        (kinds, units, cards)
    });
    let listed = |kinds: &str, units: &str, cards: &str| {
        let owned = |text| words(text).iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        (owned(kinds), owned(units), owned(cards))
    };
    assert_eq!(
        of_stones,
        listed("take one, take three, take two", "decisions", "cloud, moon, star, sun")
    );
    assert_eq!(of_straws, listed("pull one, pull two", "decisions, rounds", "high, low, middle"));
}

fn pair(game: &'static dyn AnyGame, options: &[&str]) -> Box<dyn AnyParty> {
    let mut settings = Settings::defaults(game.description().knobs);
    for option in options {
        settings.apply_option(option).expect("in its range");
    }
    let random = strategy(game, "random");
    party(game, &settings, &[random.clone(), random], 5).expect("two players")
}

#[test]
fn they_are_traced_and_told_in_their_own_words() {
    let (_, [stones, straws]) = games();
    let trace = |game, options: &[&str]| pair(game, options).trace(0).expect("legal play").0;
    let told = |game, options: &[&str]| {
        let (told, _) = pair(game, options).tell(0, Eyes::All, "A game").expect("legal play");
        told.lines(WIDTH).join("\n")
    };

    let traced = trace(stones, &["stones=3"]);
    assert_eq!((&traced["game"], &traced["rules"]["stones"]), (&json!("last-stone"), &json!(3)));
    assert_eq!(traced["events"][1]["legal"], json!(["take one", "take two", "take three"]));
    let units = |traced: &Json| {
        traced["lengths"].as_object().expect("a table").keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(units(&traced), ["decisions"]);
    let traced = trace(straws, &[]);
    assert_eq!((&traced["game"], &traced["rules"]["straws"]), (&json!("short-straw"), &json!(9)));
    assert_eq!(traced["events"][1]["legal"], json!(["pull one", "pull two"]));
    assert_eq!(units(&traced), ["decisions", "rounds"]);

    // The reason with number 1 is the limit in the first game only.
    let text = told(stones, &["max_turns=1"]);
    assert!(text.contains("after 1 decision\n") && text.contains("nobody wins."), "{text}");
    let text = told(straws, &["straws=3"]);
    assert!(text.contains("rounds\n") || text.contains("1 round\n"), "{text}");
    let ending = |game, options: &[&str]| pair(game, options).play_game(0).expect("legal").outcome;
    let limit = ending(stones, &["max_turns=1"]);
    assert!(limit.unfinished && limit.end_reason == 1 && limit.winners.count() == 0);
    let early = (0..20)
        .map(|index| pair(straws, &[]).play_game(index).expect("legal").outcome)
        .find(|outcome| outcome.end_reason == 1)
        .expect("one has more than half sooner or later");
    assert!(!early.unfinished && early.winners.count() > 0);
    let limit = ending(straws, &["max_turns=1"]);
    assert!(limit.unfinished && limit.end_reason == 2);
}

#[test]
fn rules_and_players_of_another_game_of_the_type_are_refused() {
    let (_, [stones, straws]) = games();
    let rules = |game: &dyn AnyGame| {
        game.make_rules(&Settings::defaults(game.description().knobs), 2).expect("can be dealt")
    };
    let replay = |game: &'static dyn AnyGame, of: &dyn AnyGame| {
        let random = Entrant::from(strategy(game, "random"));
        let mut text = Vec::new();
        game.replay(&rules(of), &[random.clone(), random], BlockStreams::new(1, 1), &mut text)
            .map(|()| text)
    };
    assert_ne!(replay(stones, stones).expect("its own"), replay(straws, straws).expect("its own"));
    let error = replay(straws, stones).expect_err("of another game").to_string();
    assert!(
        error.contains("rules of another game") && error.contains("rules of Short Straw"),
        "{error}"
    );
    let plan = experiment(stones, "stones=12");
    let entrants: Vec<&Entrant> = plan.entrants().collect();
    let flag = std::sync::atomic::AtomicBool::new(false);
    let asked = fairdeal::any_game::TablePlan {
        layout: plan.layout(),
        entrants: &entrants,
        seed: 1,
        chances: None,
        allow_programs: false,
        stop: &flag,
        failed: &flag,
        progress: &|_| (),
    };
    assert!(stones.table(&asked).is_ok());
    let error = straws.table(&asked).err().expect("of another game").to_string();
    assert!(error.contains("rules of Short Straw"), "{error}");

    // A Rust type plays the game for which it was made.
    let own = Entrant::new(&made(&STONES), "mine", "1", Random);
    let seated = |game: &dyn AnyGame| {
        let settings = Settings::defaults(game.description().knobs);
        party(game, &settings, &[own.clone(), own.clone()], 1).map(|_| ())
    };
    assert_eq!(seated(stones), Ok(()));
    let error = seated(straws).expect_err("another game").to_string();
    assert!(error.contains("Last Stone") && error.contains("Short Straw"), "{error}");
}

#[test]
fn strategy_files_are_read_with_the_names_of_their_game() {
    let (_, [stones, straws]) = games();
    assert_eq!(StrategyFile::names(stones.repertoire()), ["random", "stones-thinker"]);
    let kinds = |game: &dyn AnyGame| game.repertoire().kinds.iter().map(|kind| kind.name);
    assert_eq!(kinds(straws).collect::<Vec<_>>(), ["random", "flat", "ismcts"]);
    let place = Location::whole("test");
    let error = StrategyFile::find(straws.repertoire(), "stones-thinker", &place)
        .expect_err("of another game")
        .to_string();
    assert!(error.contains("straws-thinker"), "{error}");
    let restricted = |game: &dyn AnyGame| {
        let text = "kind = \"random\"\n[restrict]\nnever = [\"take three\"]\n";
        let document = Document::parse("modest.toml", text).expect("TOML");
        StrategyFile::parse(game.repertoire(), &document)
    };
    let error = restricted(straws).expect_err("no kind of the game").to_string();
    assert!(error.contains("pull one") && error.contains("pull two"), "{error}");
    let modest = restricted(stones).expect("a kind of the game");
    let settings = Settings::defaults(stones.description().knobs);
    let mut table = party(stones, &settings, &[modest.clone(), modest], 1).expect("two players");
    for index in 0..20 {
        let (traced, _) = table.trace(index).expect("legal play");
        let events = traced["events"].as_array().expect("a list");
        assert!(events.iter().all(|event| event["chosen"] != "take three"));
    }
}

#[test]
fn they_have_the_whole_command_line() {
    let (list, _) = games();
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, said) in [
        ("list games", "short-straw"),
        ("rules last-stone", "stones in the pile"),
        (
            "match short-straw --strategies straws-thinker,random --blocks 40 --out DIR/out",
            "Short Straw",
        ),
        ("report DIR/out", ""),
        ("show last-stone --strategies stones-thinker,random", "chooses take"),
        ("new last-stone --out DIR/out.toml", "run "),
        ("run DIR/out.toml --blocks 20 --out DIR/out-again", "Last Stone"),
    ] {
        let arguments = command_words(&format!("piles {arguments}"), folder.path());
        let mut out = Vec::new();
        let code = fairdeal::cli::run_with(list, &arguments, &mut out);
        let text = String::from_utf8(out).expect("text");
        assert!(code == 0 && text.contains(said), "{arguments:?}: {text}");
    }
}

/// Makes games of piles of files that say what they are made of, one thing a line.
#[derive(Debug)]
struct PileFiles;

/// A game of piles of a file.
#[derive(Debug)]
struct PileOfFile(PileGame, GameSource);

impl TypedGame for PileOfFile {
    type Game = Piles;

    fn repertoire(&self) -> &'static Repertoire {
        self.0.repertoire
    }

    fn rules_of(&self, settings: &Settings, players: usize) -> Result<Rules, InputError> {
        self.0.rules_of(settings, players)
    }

    fn source(&self) -> Option<&GameSource> {
        Some(&self.1)
    }
}

impl GameFiles for PileFiles {
    fn read(&self, path: &Path) -> Result<GameSource, InputError> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| InputError::unreadable(path, &error))?;
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        Ok(GameSource { files: vec![(name, text)] })
    }

    fn names(&self) -> Vec<&'static str> {
        vec!["carried.py"]
    }

    fn in_folder(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }

    fn shipped(&self, name: &str) -> Option<GameSource> {
        let text = "Carried\ncoins\ntake one, take two\ndecisions\nno coin is left\nold, new";
        (name == "carried.py")
            .then(|| GameSource { files: vec![(name.to_owned(), text.to_owned())] })
    }

    fn experiments(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn starter(&self, path: &str, _program: &str) -> String {
        path.to_owned()
    }

    fn make(&self, source: &GameSource, _: &Path) -> Result<&'static dyn AnyGame, InputError> {
        let lines: Vec<&str> = source.files[0].1.lines().collect();
        let [title, pile, kinds, units, end_reasons, cards] = lines[..] else {
            let place = Location { source: source.name().to_owned(), line: Some(lines.len()) };
            return Err(place.error(Problem::conflict("a short file", "six lines")));
        };
        let game = made(&Text { title, pile, kinds, units, end_reasons, cards });
        Ok(Box::leak(Box::new(PileOfFile(game, source.clone()))))
    }
}

#[test]
fn games_of_files_are_kept_with_what_was_played() {
    let list = games().0.with_files(&PileFiles);
    let folder = tempfile::tempdir().expect("a folder");
    let (file, experiment) = (folder.path().join("pebbles.py"), folder.path().join("test.toml"));
    let text =
        "Pebbles\npebbles\ntake one, take two\ndecisions\nno pebble is left\nred, blue, grey";
    std::fs::write(&file, text).expect("written");
    let asked =
        "game = \"pebbles.py\"\nblocks = 40\n[[lineup]]\nstrategies = [\"random\"]\nplayers = 2\n";
    std::fs::write(&experiment, asked).expect("written");
    let command = |text: &str| {
        let mut out = Vec::new();
        let arguments = command_words(&format!("piles {text}"), folder.path());
        let code = fairdeal::cli::run_with(list, arguments, &mut out);
        (code, String::from_utf8(out).expect("text"))
    };
    let works = |text: &str, said: &str| {
        let (code, out) = command(text);
        assert!(code == 0 && out.contains(said), "{text}: {code} {out}");
    };
    works("match DIR/pebbles.py --strategies random,random --blocks 40", "Pebbles");
    works("match carried.py --strategies random,random --blocks 40", "Carried");
    works("run DIR/test.toml --out DIR/out", "Pebbles");
    works("plan DIR/test.toml --shards 2 --out DIR/plan.json", "2 shards");

    // The results and the plan keep the game: the file is needed no more.
    let digest = |document: &Document| {
        let game = fairdeal::experiment::game_of(list, document).expect("a game");
        let plan = fairdeal::experiment::parse(game, document, Overrides::default());
        plan.expect("a plan").digest()
    };
    let document = Document::read(&experiment).expect("TOML");
    let before = digest(&document);
    std::fs::remove_file(&file).expect("removed");
    works("report DIR/out", "");
    works("show --from DIR/out --block 3", "no pebble is left");
    works("run --plan DIR/plan.json --shard 0", "blocks");
    works("run --plan DIR/plan.json --shard 1", "blocks");
    works("merge DIR/plan.json --out DIR/merged", "Pebbles");
    let manifest = |name: &str| {
        std::fs::read_to_string(folder.path().join(name).join("manifest.json")).expect("there")
    };
    assert_eq!(manifest("out"), manifest("merged"));
    let (code, _) = command("run DIR/test.toml --out DIR/out");
    assert_eq!(code, 1);

    // Another text is another game, whatever it is called.
    std::fs::write(&file, text.replace("take two", "take 2")).expect("written");
    assert_ne!(digest(&document), before);
}
