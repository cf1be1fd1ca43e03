//! Properties of search: it beats its rollout strategy, and the same seed gives the same game.

use crate::support::{party, player, strategy};
use fairdeal::any_game::AnyGame;
use fairdeal::game::{Game, LegalSet, Playthrough, Turn};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::games::crypto_cards::CryptoCards;
use fairdeal::games::scrip::Scrip;
use fairdeal::input::{Document, Location, Settings};
use fairdeal::registry::GAMES;
use fairdeal::rng::{BlockStreams, Purpose};
use fairdeal::seat::{Seat, WIN};
use fairdeal::strategy::{Boxed, Playable, Repertoire, Strategy, StrategyFile};

fn searcher(
    game: &'static dyn AnyGame,
    kind: &str,
    iterations: u32,
    rollout: &str,
) -> StrategyFile {
    let text = format!(
        "kind = \"{kind}\"\n[parameters]\niterations = {iterations}\nmargin = 0.5\nrollout = \"{rollout}\"\n"
    );
    StrategyFile::parse(game.repertoire(), &Document::parse("searcher.toml", text).expect("TOML"))
        .expect("a strategy")
}

fn settings(game: &'static dyn AnyGame, options: &[&str]) -> Settings {
    let mut settings = Settings::defaults(game.description().knobs);
    for option in options {
        settings.apply_option(option).expect("a knob");
    }
    settings
}

/// Whether a search wins more than this share of games against its rollout strategy, seats
/// balanced. It plays until this is certain.
fn wins_more<G: Playable>(
    game: &'static G,
    least: f64,
    options: &[&str],
    kind: &str,
    iterations: u32,
    rollout: &str,
) -> bool {
    let blocks = 50;
    let needed = least * (2 * blocks * WIN) as f64;
    let rules = G::rules(&settings(game, options), 2).expect("can be dealt");
    let searcher =
        || searcher(game, kind, iterations, rollout).player::<G>(2).expect("a kind of the list");
    let mut lineups =
        [vec![searcher(), player::<G>(rollout)], vec![player::<G>(rollout), searcher()]]
            .map(G::seat);
    let mut won = 0;
    for block in 0..blocks {
        for (seat, players) in lineups.iter_mut().enumerate() {
            let played = G::play(&rules, players, BlockStreams::new(9, block)).expect("legal play");
            won += played.outcome.winners.credit(Seat::new(seat as u8));
        }
        if won as f64 > needed {
            return true;
        }
    }
    false
}

/// Both kinds, with two rollout strategies.
fn beats_its_own_rollouts<G: Playable>(
    game: &'static G,
    options: &[&str],
    iterations: u32,
    least: f64,
) {
    for kind in ["flat-monte-carlo", "ismcts"] {
        for rollout in ["random", "greedy"] {
            let wins = wins_more(game, least, options, kind, iterations, rollout);
            assert!(
                wins,
                "{}: {kind} with {rollout} does not win more than {least} against {rollout}",
                game.description().name
            );
        }
    }
}

// A test for each game: they can run at the same time.
#[test]
fn search_beats_its_own_rollouts_at_crisps() {
    beats_its_own_rollouts(&Crisps, &["points_to_win=1"], 200, 0.75);
}

#[test]
fn search_beats_its_own_rollouts_at_crackpipe() {
    beats_its_own_rollouts(&Crackpipe, &[], 300, 0.55);
}

#[test]
fn search_beats_its_own_rollouts_at_scrip() {
    beats_its_own_rollouts(&Scrip, &[], 600, 0.6);
}

#[test]
fn search_beats_its_own_rollouts_at_crypto_cards() {
    beats_its_own_rollouts(&CryptoCards, &[], 1000, 0.52);
}

/// Traces the same games twice, with players that have played other games before.
fn twice(game: &'static dyn AnyGame) {
    let settings = settings(game, &[]);
    let mut all = Vec::new();
    let options = [
        ("flat-monte-carlo", "margin=0.5"),
        ("flat-monte-carlo", "race=0.5"),
        ("flat-monte-carlo", "evidence=3.0"),
        ("ismcts", "margin=0.5"),
        ("ismcts", "race=2.0"),
    ];
    for (kind, option) in options {
        let mut lineup: Vec<StrategyFile> = (0..game.description().usual_players())
            .map(|seat| searcher(game, kind, 40, ["greedy", "random"][seat % 2]))
            .collect();
        for file in &mut lineup {
            file.parameters.apply_option(option).expect("a parameter");
        }
        let mut party = party(game, &settings, &lineup, 3).expect("can be dealt");
        let mut written = |index| party.trace(index).expect("legal play").0.to_string();
        let once: Vec<String> = (0..3).map(&mut written).collect();
        let again: Vec<String> = (0..3).rev().map(written).collect();
        assert!(once.iter().eq(again.iter().rev()), "{} {kind} {option}", game.description().name);
        // Traces name the players, but not their parameters.
        assert!(
            !all.contains(&once),
            "{} {kind} {option} changes nothing",
            game.description().name
        );
        all.push(once);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for game in GAMES.iter() {
        twice(game);
    }
}

/// The parameters of a strategy in results.
fn parameters(file: &StrategyFile) -> serde_json::Value {
    file.record().parameters.expect("no program").into()
}

#[test]
fn the_rollout_strategy_is_part_of_the_identity() {
    let search = |rollout| searcher(&Crisps, "ismcts", 40, rollout);
    assert_eq!(
        parameters(&search("random")).to_string(),
        r#"{"iterations":40,"exploration":0.7,"prior_bonus":0.0,"first_play_urgency":20.0,"random_share":0.0,"margin":0.5,"race":0.0,"evidence":0.0,"solved_cards":0,"rollout":{"name":"random","kind":"random","parameters":{}}}"#
    );
    assert!(
        parameters(&search("heuristic"))
            .to_string()
            .contains(r#""kind":"heuristic","parameters":{"turn":"#)
    );
    assert_eq!(
        search("greedy").identity().to_string(),
        r#"{"kind":"ismcts","defaults_version":1,"parameters":{"iterations":40,"margin":0.5},"rollout":{"kind":"greedy","defaults_version":1,"parameters":{},"rollout":null}}"#
    );
    assert!(strategy(&Crisps, "greedy").named("rollout").is_empty());
}

/// Results of older versions have a parameter that was removed: they are read if it changed
/// nothing.
#[test]
fn a_search_of_older_results_is_read() {
    let with = |reuse: bool| {
        let mut record = searcher(&Crisps, "ismcts", 40, "greedy").record();
        let parameters = record.parameters.as_mut().expect("no program");
        parameters.insert("reuse".to_owned(), reuse.into());
        StrategyFile::from_record(
            Repertoire::of::<Crisps>(),
            "older",
            &record,
            &Location::whole("results"),
        )
    };
    let read = with(false).expect("the search of today");
    assert_eq!(read.identity(), searcher(&Crisps, "ismcts", 40, "greedy").identity());
    let refused = with(true).expect_err("another search").to_string();
    assert!(refused.contains("unknown key `reuse`"), "{refused}");
}

/// Whether everybody learns after a decision what its player knew.
fn decisions_are_open<G: Playable>(_game: &'static G) -> bool {
    G::OPEN_DECISIONS
}

/// Traces a game of searches, for each of these parameters.
fn searched(game: &'static dyn AnyGame, kind: &str, all: &[&str]) -> Vec<String> {
    let played = |parameters: &&str| {
        let budget = if parameters.contains("iterations") { "" } else { "iterations = 60\n" };
        let text = format!("kind = \"{kind}\"\n[parameters]\n{budget}{parameters}\n");
        let file = StrategyFile::parse(
            game.repertoire(),
            &Document::parse("searcher.toml", text).expect("TOML"),
        )
        .expect("a strategy");
        let written = StrategyFile::from_record(
            game.repertoire(),
            &file.name,
            &file.record(),
            &Location::whole("results"),
        )
        .expect("read again");
        assert_eq!(written.identity(), file.identity());
        let lineup = vec![file; game.description().usual_players()];
        let mut party = party(game, &settings(game, &[]), &lineup, 5).expect("can be dealt");
        party.trace(2).expect("legal play").0.to_string()
    };
    all.iter().map(played).collect()
}

#[test]
fn known_opponents_play_their_model_in_simulations() {
    for any in GAMES.iter() {
        let game = any.description();
        let searched = |kind: &str, all: &[&str]| searched(any, kind, all);
        let both = [
            "rollout = \"greedy\"\nopponents = \"greedy\"",
            "rollout = \"greedy\"\nopponents = \"random\"",
            "opponents = \"greedy\"",
        ];
        let [same, random, own_random] =
            searched("flat-monte-carlo", &both).try_into().expect("three");
        let [greedy, plain] =
            searched("flat-monte-carlo", &["rollout = \"greedy\"", ""]).try_into().expect("two");
        assert_eq!(same, greedy, "{}: all play as one", game.name);
        assert!(
            random != greedy && own_random != greedy && own_random != plain && own_random != random,
            "{}",
            game.name
        );
        // In a tree, modelled opponents are not searched.
        let [same, greedy] =
            searched("ismcts", &[both[0], "rollout = \"greedy\""]).try_into().expect("two");
        assert_ne!(same, greedy, "{}", game.name);
    }
}

#[test]
fn two_strategies_take_turns_in_rollouts() {
    for any in GAMES.iter() {
        let game = any.description();
        let searched = |kind: &str, all: &[&str]| searched(any, kind, all);
        for (kind, how) in [("flat-monte-carlo", ""), ("ismcts", ""), ("ismcts", "race = 2.0\n")] {
            let with = |rollout: &str, alternate: &str| {
                format!("{how}rollout = \"{rollout}\"\nalternate = \"{alternate}\"")
            };
            let all = [
                with("greedy", "greedy"),
                format!("{how}rollout = \"greedy\""),
                with("greedy", "random"),
                with("random", "greedy"),
            ];
            let [same, greedy, second, first] =
                searched(kind, &all.each_ref().map(String::as_str)).try_into().expect("four");
            assert_eq!(same, greedy, "{} {kind}: one takes turns with itself", game.name);
            assert!(second != greedy && first != greedy && first != second, "{} {kind}", game.name);
        }
        // With a single game for every decision, the second model never plays.
        let one = [
            "iterations = 1\nrollout = \"greedy\"",
            "iterations = 1\nrollout = \"greedy\"\nalternate = \"random\"",
        ];
        let [alone, with_another] = searched("flat-monte-carlo", &one).try_into().expect("two");
        assert_eq!(alone, with_another, "{}", game.name);
    }
}

#[test]
fn opponents_may_play_several_strategies_in_turn() {
    let are_open = each_game!(decisions_are_open());
    for (any, is_open) in GAMES.iter().zip(are_open) {
        let game = any.description();
        let searched = |kind: &str, all: &[&str]| searched(any, kind, all);
        for (kind, how) in [("flat-monte-carlo", ""), ("ismcts", ""), ("ismcts", "race = 2.0\n")] {
            let with =
                |opponents: &str| format!("{how}rollout = \"greedy\"\nopponents = {opponents}");
            let all = [
                "\"greedy\"",
                "[\"greedy\"]",
                "[\"greedy\", \"greedy\"]",
                "[\"greedy\", \"random\"]",
                "[\"random\", \"greedy\"]",
            ]
            .map(with);
            let [alone, one, same, second, first] =
                searched(kind, &all.each_ref().map(String::as_str)).try_into().expect("five");
            assert!(
                one == alone && same == alone,
                "{} {kind}: one takes turns with itself",
                game.name
            );
            assert!(second != alone && first != alone && first != second, "{} {kind}", game.name);
        }
        // With a single game for every decision, the second model never plays; if decisions are
        // open, the next test shows when it does.
        if is_open {
            continue;
        }
        let of_one_game = |opponents: &str| {
            format!("iterations = 1\nrollout = \"greedy\"\nopponents = {opponents}")
        };
        let one = ["\"greedy\"", "[\"greedy\", \"heuristic\"]"].map(of_one_game);
        let [alone, with_another] =
            searched("flat-monte-carlo", &one.each_ref().map(String::as_str))
                .try_into()
                .expect("two");
        assert_eq!(alone, with_another, "{}", game.name);
    }
}

/// Plays games of a search with two models, in one seat among others who all play one of them.
fn infers<G: Playable>(game: &'static G) {
    if !G::OPEN_DECISIONS {
        return;
    }
    let rules =
        G::rules(&settings(game, &[]), game.description().usual_players()).expect("can be dealt");
    let never = format!(
        "[restrict]\nnever = [\"{}\"]\n",
        game.description().action_kinds.last().expect("a kind of action")
    );
    let boxed = |player| G::boxed(Boxed::new(player));
    for (kind, rest, wrap) in [
        ("flat-monte-carlo", "", None),
        ("ismcts", "race = 2.0\n", None),
        ("flat-monte-carlo", &never, None),
        ("flat-monte-carlo", "", Some(&boxed as &dyn Fn(G::Player) -> G::Player)),
    ] {
        let games = |opponents: &str, others: &str| {
            let text = format!(
                "kind = \"{kind}\"\n[parameters]\niterations = 1\nrollout = \"greedy\"\nopponents = {opponents}\n{rest}"
            );
            let file = StrategyFile::parse(
                game.repertoire(),
                &Document::parse("searcher.toml", text).expect("TOML"),
            )
            .expect("a strategy");
            let mut table = vec![player::<G>(others); game.description().usual_players()];
            let searcher =
                file.player::<G>(game.description().usual_players()).expect("a kind of the list");
            table[0] = wrap.map_or(searcher.clone(), |wrap| wrap(searcher));
            let mut seated = G::seat(table);
            let mut game = |block| {
                G::play(&rules, &mut seated, BlockStreams::new(4, block)).expect("legal play")
            };
            let played: Vec<Playthrough> = (0..20).map(&mut game).collect();
            let again: Vec<Playthrough> = (0..20).rev().map(game).collect();
            assert!(
                played.iter().eq(again.iter().rev()),
                "{kind}: what was found out is forgotten with the game"
            );
            let watched = (0..20).map(|block| {
                G::watch(&rules, &mut seated, BlockStreams::new(4, block), &mut ())
                    .expect("legal play")
            });
            assert!(
                watched.eq(played.iter().copied()),
                "{kind}: a game that is watched is the same"
            );
            played
        };
        let [first, second] = ["heuristic", "greedy"];
        let (one, either) = (format!("\"{first}\""), format!("[\"{first}\", \"{second}\"]"));
        // The first one is played until it no longer fits.
        assert!(
            games(&either, first) == games(&one, first),
            "{kind} {rest} among those who play as the first one"
        );
        assert!(
            games(&either, second) != games(&one, second),
            "{kind} {rest} among those who play as the second one"
        );
    }
}

#[test]
fn a_search_infers_how_its_opponents_play() {
    assert!(each_game!(decisions_are_open()).contains(&true));
    each_game!(infers());
}

#[test]
fn models_of_opponents_are_part_of_the_identity() {
    let text = "kind = \"ismcts\"\n[parameters]\nopponents = \"greedy\"\n";
    let file = StrategyFile::parse(
        Repertoire::of::<Crisps>(),
        &Document::parse("searcher.toml", text).expect("TOML"),
    )
    .expect("a strategy");
    assert_eq!(
        file.identity()["opponents"].to_string(),
        r#"{"kind":"greedy","defaults_version":1,"parameters":{},"rollout":null}"#
    );
    assert_eq!(parameters(&file)["opponents"]["name"], "greedy");
    let text = "kind = \"ismcts\"\n[parameters]\nprior = \"greedy\"\n";
    let file = StrategyFile::parse(
        Repertoire::of::<Crisps>(),
        &Document::parse("searcher.toml", text).expect("TOML"),
    )
    .expect("a strategy");
    assert_eq!(file.identity()["prior"]["kind"], "greedy");
    assert_eq!(parameters(&file)["prior"]["name"], "greedy");
    let text = "kind = \"ismcts\"\n[parameters]\nalternate = \"greedy\"\n";
    let file = StrategyFile::parse(
        Repertoire::of::<Crisps>(),
        &Document::parse("searcher.toml", text).expect("TOML"),
    )
    .expect("a strategy");
    assert_eq!(file.identity()["alternate"]["kind"], "greedy");
    assert_eq!(parameters(&file)["alternate"]["name"], "greedy");
    let text = "kind = \"ismcts\"\n[parameters]\nopponents = [\"greedy\", \"random\"]\n";
    let file = StrategyFile::parse(
        Repertoire::of::<Crisps>(),
        &Document::parse("searcher.toml", text).expect("TOML"),
    )
    .expect("a strategy");
    assert_eq!(
        [0, 1].map(|place| file.identity()["opponents"][place]["kind"].clone()),
        ["greedy", "random"]
    );
    assert_eq!(
        [0, 1].map(|place| parameters(&file)["opponents"][place]["name"].clone()),
        ["greedy", "random"]
    );
}

/// A search that wants more evidence than possible always follows its prior.
#[test]
fn the_prior_may_differ_from_the_rollout_strategy() {
    for any in GAMES.iter() {
        let game = any.description();
        let searched = |kind: &str, all: &[&str]| searched(any, kind, all);
        let sure = "rollout = \"greedy\"\nrace = 20.0\nevidence = 20.0\n";
        for kind in ["flat-monte-carlo", "ismcts"] {
            let [named, usual, other] = searched(
                kind,
                &[
                    &format!("{sure}prior = \"greedy\""),
                    sure,
                    &format!("{sure}prior = \"heuristic\""),
                ],
            )
            .try_into()
            .expect("three");
            assert_eq!(named, usual, "{} {kind}: the strategy that plays on", game.name);
            assert_ne!(other, usual, "{} {kind}", game.name);
        }
        // Without a race, the tree tries the prior's action first, and more often.
        let tree = "rollout = \"greedy\"\nprior_bonus = 20.0\n";
        let [usual, other] = searched("ismcts", &[tree, &format!("{tree}prior = \"heuristic\"")])
            .try_into()
            .expect("two");
        assert_ne!(other, usual, "{}", game.name);
    }
}

#[test]
fn an_impossible_rollout_is_named() {
    let message = |rest: &str| {
        let text = format!("kind = \"ismcts\"\n[parameters]\n{rest}\n");
        StrategyFile::parse(
            Repertoire::of::<Crisps>(),
            &Document::parse("mine.toml", text).expect("TOML"),
        )
        .expect_err("refused")
        .to_string()
    };
    let allowed = "allowed: a strategy that does not search itself, and is no program";
    assert_eq!(
        message("rollout = \"strong\""),
        format!("mine.toml:3: `rollout` cannot be \"strong\" in `[parameters]`\n  {allowed}")
    );
    assert!(message("rollout = \"gredy\"").starts_with(
        "mine.toml:3: unknown strategy `gredy` in `[parameters]`\n  did you mean `greedy`?"
    ));
    assert!(
        message("opponents = \"strong\"")
            .starts_with("mine.toml:3: `opponents` cannot be \"strong\"")
    );
    assert!(
        message("opponents = [\"greedy\", \"strong\"]")
            .contains("`opponents` cannot be \"strong\" in `[parameters]`")
    );
    assert!(
        message("opponents = [\n\"gredy\"]").starts_with("mine.toml:4: unknown strategy `gredy`")
    );
    let too_many = format!("[{}]", ["\"greedy\""; 17].join(", "));
    for found in ["[]", "[3]", "3", &too_many] {
        assert!(
            message(&format!("opponents = {found}")).contains("or a list of 1 to 16"),
            "{found}"
        );
    }
    assert!(message("rollout = 3").starts_with(
        "mine.toml:3: `rollout` cannot be 3 in `[parameters]`\n  allowed: the name or path"
    ));
    assert!(
        message("rolout = \"greedy\"")
            .contains("unknown key `rolout` in `[parameters]`\n  did you mean `rollout`?")
    );
    assert!(
        message("iterations = 0")
            .contains("mine.toml:3: `iterations` cannot be 0 in `[parameters]`")
    );

    // A file that names itself is refused, without endless reading.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("itself.toml");
    let text = format!("kind = \"ismcts\"\n[parameters]\nrollout = \"{}\"\n", path.display());
    std::fs::write(&path, &text).expect("written");
    let document = Document::read(&path).expect("TOML");
    let program = folder.path().join("program.toml");
    std::fs::write(&program, "kind = \"external\"\ncommand = [\"true\"]\n").expect("written");
    assert!(
        message(&format!("rollout = \"{}\"", program.display())).contains(allowed),
        "a program plays no simulated games"
    );
    assert!(
        StrategyFile::parse(Repertoire::of::<Crisps>(), &document)
            .expect_err("refused")
            .to_string()
            .contains(allowed)
    );
}

/// Whether the seat that decides wins if both play perfectly, by trying everything.
fn wins_by_force(
    rules: &<Crisps as Game>::Rules,
    state: &<Crisps as Game>::State,
    action: <Crisps as Game>::Action,
) -> bool {
    let Turn::Decide(seat) = Crisps::turn(state) else { return false };
    let mut next = state.clone();
    Crisps::apply(rules, &mut next, action, &mut BlockStreams::new(0, 0), &mut ());
    let Turn::Decide(decider) = Crisps::turn(&next) else {
        return Crisps::outcome(rules, &next).winners.contains(seat);
    };
    let any = Crisps::legal(rules, &next).iter().any(|action| wins_by_force(rules, &next, action));
    any == (decider == seat)
}

#[test]
fn endings_with_nothing_unknown_are_played_perfectly() {
    // All cards are dealt, so that each seat knows the other's hand; the leader must play, so that
    // every game ends.
    let settings = settings(
        &Crisps,
        &[
            "low_rank=7", "copies=2", "hand_size=5", "set_aside=0", "lead_may_pass=false",
            "points_to_win=1",
        ],
    );
    let rules = Crisps::rules(&settings, 2).expect("can be dealt");
    let mut file = searcher(&Crisps, "ismcts", 1, "random");
    file.parameters.apply_option("solved_cards=10").expect("a parameter");
    let mut solver = file.player::<Crisps>(2).expect("a kind of the list");
    let mut decided = 0;
    for block in 0..60 {
        let mut streams = BlockStreams::new(8, block);
        let mut stream = streams.stream(Purpose::Strategy(0));
        let mut state = Crisps::start(&rules, &mut streams, &mut ());
        solver.new_game();
        while let Turn::Decide(seat) = Crisps::turn(&state) {
            let legal = Crisps::legal(&rules, &state);
            let mut action = solver
                .choose(&Crisps::view(&rules, &state, seat), &legal, &mut stream)
                .expect("legal play")
                .into_action();
            let winning =
                legal.iter().filter(|action| wins_by_force(&rules, &state, *action)).count();
            assert!(
                winning == 0 || wins_by_force(&rules, &state, action),
                "block {block}: a sure win was missed"
            );
            decided += usize::from(winning > 0 && winning < legal.count() as usize);
            // Sometimes a random action, for a variety of endings.
            if stream.below(3) == 0 {
                action = legal.nth(stream.below(legal.count()));
            }
            Crisps::apply(&rules, &mut state, action, &mut streams, &mut ());
        }
    }
    assert!(decided > 50, "{decided} decisions mattered");
}
