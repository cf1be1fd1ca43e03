//! Tests of search and restricted strategies for every game: part of the conformance suite (feature
//! `conformance`).

use std::sync::Arc;

use crate::game::conformance::{Examined, apply, designer, start, with_preset};
use crate::game::{
    Dealer, Description, Game, LegalSet, Never, Observer, Searchable, SeatView, Turn,
    random_settings,
};
use crate::input::{Document, Location, Settings};
use crate::rng::{BlockStreams, Purpose};
use crate::seat::{MAX_SEATS, Seat};
use crate::strategy::search::RolloutContext;
use crate::strategy::{
    Features, Learnable, Learned, MOST_ACTIVE, Network, Playable, Random, Repertoire, Restriction,
    Strategy, StrategyFile,
};

/// A player of a kind that searches, with few iterations.
fn searcher<G: Playable>(kind: &str, rollout: &str) -> G::Player {
    let text = format!(
        "kind = \"{kind}\"\n[parameters]\niterations = 60\nrandom_share = 0.1\nrollout = \"{rollout}\"\n"
    );
    let document = Document::parse("test.toml", text).expect("TOML");
    StrategyFile::parse(Repertoire::of::<G>(), &document)
        .expect("a strategy")
        .player::<G>(G::DESCRIPTION.usual_players())
        .expect("a kind of the list")
}

/// Tests that no search of the game cheats: cards that the searcher cannot see change places, and
/// with the same random numbers it must choose the same action. `rollouts` are the rollout
/// strategies to test.
///
/// # Panics
/// If a searcher cheats, or there were too few choices to tell.
pub fn searchers_cannot_cheat<G: Examined + Playable>(rollouts: &[&str]) {
    let kinds = || G::REPERTOIRE.kinds.iter().filter(|kind| kind.searches).map(|kind| kind.name);
    assert!(kinds().next().is_some(), "no kind searches");
    for players in [G::DESCRIPTION.usual_players(), G::DESCRIPTION.most_players] {
        let rules = G::rules(&designer::<G>(), players).expect("can be dealt");
        for (kind, rollout) in
            kinds().flat_map(|kind| rollouts.iter().map(move |rollout| (kind, rollout)))
        {
            let mut player = searcher::<G>(kind, rollout);
            let (mut choices, mut block) = (0, 7);
            while choices < 15 {
                choices += compare_choices::<G>(&rules, &mut player, block);
                block += 1;
                assert!(
                    block < 100,
                    "{} {kind}: only {choices} choices, the test sees too little",
                    G::DESCRIPTION.name
                );
            }
        }
    }
}

/// Tests that a game that `max_turns` cuts is worth nothing to a search, by wins and by margins:
/// otherwise the leader would rather not end the game.
///
/// # Panics
/// If such a game is worth something to a player, or two turns do not cut a game.
pub fn cut_games_are_worth_nothing<G: Playable + Searchable>() {
    let mut settings = designer::<G>();
    settings.apply_option("max_turns=2").expect("a knob of the game");
    let rules = G::rules(&settings, 2).expect("can be dealt");
    for block in 0..10 {
        let mut chance = BlockStreams::new(1, block);
        let mut stream = chance.stream(Purpose::Strategy(0));
        let state = G::start(&rules, &mut chance, &mut ());
        let view = G::view(&rules, &state, Seat::new(0));
        for margin in [0.0, 0.5] {
            let context = RolloutContext::<G>::new(&view, margin, Never::default());
            let mut drawn = context.sample(&mut stream);
            let shares = context.play_on(&mut drawn, &mut Random, &mut chance, &mut stream);
            assert!(G::is_unfinished(&rules, &drawn));
            assert_eq!(shares.expect("random players choose"), [0; MAX_SEATS]);
        }
    }
}

/// Plays up to 60 decisions of a block; returns the number of those with a choice.
fn compare_choices<G: Examined + Playable>(
    rules: &G::Rules,
    player: &mut G::Player,
    block: u64,
) -> u32 {
    player.new_game();
    let mut chance = Dealer::from(BlockStreams::new(31, block));
    let mut stream = chance.streams().stream(Purpose::Strategy(0));
    let mut tests = chance.streams().stream(Purpose::Strategy(1));
    let mut state = start::<G>(rules, &mut chance, &mut ());
    let mut choices = 0;
    for _ in 0..60 {
        let Turn::Decide(seat) = G::turn(&state) else { break };
        let legal = G::legal(rules, &state);
        let rearranged = G::rearrange_hidden(rules, &state, seat, &mut tests);
        let mut same_stream = stream.clone();
        let mut choice = |state: &G::State, stream| {
            player
                .choose_alone(&G::view(rules, state, seat), &legal, stream)
                .expect("a choice")
                .into_action()
        };
        let action = choice(&state, &mut stream);
        assert_eq!(
            action,
            choice(&rearranged, &mut same_stream),
            "a searcher of {} sees hidden cards",
            G::DESCRIPTION.name
        );
        assert_eq!(stream, same_stream);
        choices += u32::from(legal.count() > 1);
        apply::<G>(rules, &mut state, action, &mut chance, &mut ());
    }
    choices
}

/// Watches one seat that never takes some actions.
struct Watch<G: Game> {
    restriction: Restriction,
    /// The forbidden ones among the legal actions of the current decision.
    forbidden: Vec<G::Action>,
    /// The number of the seat's decisions in which a forbidden action and another one were legal.
    tempted: u32,
}

impl<G: Game> Observer<G> for Watch<G> {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        let Turn::Decide(seat) = G::turn(state) else { return };
        let (view, never) = (G::view(rules, state, seat), self.restriction.forbidden());
        self.forbidden = G::legal(rules, state)
            .iter()
            .filter(|action| G::is_forbidden(&view, *action, never))
            .collect();
    }

    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        if seat == Seat::new(0)
            && !self.forbidden.is_empty()
            && self.forbidden.len() < legal.count() as usize
        {
            self.tempted += 1;
            assert!(
                !self.forbidden.contains(&action),
                "{} took {action:?} though it never {:?}",
                G::DESCRIPTION.name,
                self.restriction.never()
            );
        }
    }
}

/// Returns restrictions of a game: one for each kind of action, and some that forbid several
/// conditions with various cards.
fn restrictions<G: Game>() -> impl Iterator<Item = Restriction> {
    const SEVERAL: usize = 3;
    let Description { action_kinds, conditions, named_cards, .. } = G::DESCRIPTION;
    let kinds = action_kinds.iter().map(|kind| vec![(*kind).to_owned()]);
    let conditions = (0..SEVERAL).map(move |first| {
        let several = conditions.iter().enumerate().skip(first).step_by(SEVERAL);
        let named = several.map(|(place, condition)| {
            if condition.has_cards {
                let cards = named_cards[(7 * place + first) % named_cards.len()].name;
                format!("{} {cards}", condition.name)
            } else {
                condition.name.to_owned()
            }
        });
        named.collect()
    });
    kinds.chain(conditions).filter_map(|never: Vec<String>| {
        let whole = Location::whole("test");
        Restriction::new(&G::DESCRIPTION, never.iter().map(String::as_str), &whole).ok()
    })
}

/// Tests that every shipped strategy of the game can avoid each kind of action, and actions that
/// meet conditions: it never takes them if another action is legal, and always makes a choice.
///
/// # Panics
/// If a strategy takes a forbidden action, or makes no choice; or if there were too few decisions
/// with a forbidden action.
pub fn restrictions_are_kept<G: Playable>() {
    let whole = Location::whole("test");
    let restrictions: Vec<Restriction> = restrictions::<G>().collect();
    for players in [G::DESCRIPTION.usual_players(), G::DESCRIPTION.most_players] {
        let rules = G::rules(&designer::<G>(), players).expect("can be dealt");
        for name in G::REPERTOIRE.shipped.iter().map(|(name, _)| *name).chain([Random::NAME]) {
            // A search obeys just as well with few iterations; other kinds do not have this
            // parameter.
            let free = StrategyFile::find(Repertoire::of::<G>(), name, &whole)
                .expect("shipped")
                .with_budget_up_to(20);
            let (mut tempted, mut block) = (0, 0);
            while tempted < 10 {
                for restriction in &restrictions {
                    let file = free.restrict(&G::DESCRIPTION, restriction).expect("a kind is left");
                    let player = |seat| {
                        if seat == 0 { &file } else { &free }
                            .player::<G>(players)
                            .expect("a kind of the list")
                    };
                    let mut seated = G::seat((0..players).map(player).collect());
                    let mut watch = Watch {
                        // The strategy's own restrictions stay.
                        restriction: file.restriction.clone(),
                        forbidden: Vec::new(),
                        tempted: 0,
                    };
                    let outcome =
                        G::watch(&rules, &mut seated, BlockStreams::new(17, block), &mut watch);
                    outcome.unwrap_or_else(|fault| panic!("{} is at a loss: {fault}", file.name));
                    tempted += watch.tempted;
                }
                block += 1;
                assert!(block < 50, "{name} of {}: the test sees too little", G::DESCRIPTION.name);
            }
        }
    }
}

/// Tests that a search that never takes some actions does not take them in its simulated games
/// either, and that its opponents do.
///
/// # Panics
/// If a simulated choice of another seat is restricted, or one of its own is not; or if there were
/// too few forbidden actions.
pub fn searches_restrict_their_own_choices<G: Searchable>() {
    let rules = G::rules(&designer::<G>(), G::DESCRIPTION.usual_players()).expect("can be dealt");
    let own = Seat::new(1);
    let mut left_out = 0;
    for never in restrictions::<G>().map(|restriction| restriction.forbidden()) {
        let mut chance = BlockStreams::new(3, 3);
        let mut choices = chance.stream(Purpose::Strategy(0));
        let mut state = G::start(&rules, &mut chance, &mut ());
        let begins = state.clone();
        let view = G::view(&rules, &begins, own);
        let context = RolloutContext::<G, true>::new(&view, 0.0, never);
        while let Turn::Decide(seat) = G::turn(&state) {
            let all = G::legal(&rules, &state);
            let view = G::view(&rules, &state, seat);
            let is_free = |action: &G::Action| !G::is_forbidden(&view, *action, never);
            let others: Vec<_> =
                all.iter().filter(|action| seat != own || is_free(action)).collect();
            let legal = context.legal(&state, seat);
            assert_eq!(
                legal.iter().collect::<Vec<_>>(),
                if others.is_empty() { all.iter().collect() } else { others }
            );
            left_out += all.count() - legal.count();
            let action = legal.nth(choices.below(legal.count()));
            G::apply(&rules, &mut state, action, &mut chance, &mut ());
        }
    }
    assert!(left_out > 10, "only {left_out} actions were left out: the test sees too little");
}

/// Counts the noted features, and keeps the opinion.
#[derive(Clone, Debug, Default, PartialEq)]
struct Noted {
    features: Vec<(usize, bool)>,
    opinions: Vec<i32>,
}

impl Features for Noted {
    fn with(&mut self, feature: usize) {
        self.features.push((feature, true));
    }

    fn without(&mut self, feature: usize) {
        self.features.push((feature, false));
    }

    fn opinion(&mut self, worth: i32) {
        self.opinions.push(worth);
    }
}

/// Tests the features of a game for a learned player, under presets and this many random
/// combinations of knobs: they are in range, not too many at once, and the same in states that the
/// seat cannot distinguish; features that are taken back were there.
///
/// # Panics
/// If a promise of [`Learnable`] is broken, or if fewer than half of the features of a group were
/// seen.
pub fn features_keep_their_promises<G: Examined + Learnable>(combinations: u64) {
    let mut draws = BlockStreams::new(9, 9).stream(Purpose::Strategy(0));
    let (mut seen, mut tables) = (vec![false; G::FEATURES], G::Tables::default());
    let presets = G::DESCRIPTION.presets.iter().map(|preset| with_preset::<G>(preset));
    let counts = G::DESCRIPTION.fewest_players..=G::DESCRIPTION.most_players;
    let mut all: Vec<(usize, Settings)> = presets
        .flat_map(|settings| counts.clone().map(move |players| (players, settings.clone())))
        .collect();
    all.extend(
        (0..combinations)
            .zip(counts.cycle())
            .map(|(_, players)| (players, random_settings::<G>(players, 100, &mut draws))),
    );
    for (game, (players, settings)) in (0..).zip(all) {
        let rules = G::rules(&settings, players).expect("can be dealt");
        let mut chance = Dealer::from(BlockStreams::new(41, game));
        let mut state = start::<G>(&rules, &mut chance, &mut ());
        for _ in 0..200 {
            let Turn::Decide(seat) = G::turn(&state) else { break };
            let legal = G::legal(&rules, &state);
            let rearranged = G::rearrange_hidden(&rules, &state, seat, &mut draws);
            let noted = |tables: &mut G::Tables, state: &G::State| {
                let (view, mut common) = (G::view(&rules, state, seat), Noted::default());
                let position = G::position(tables, &view, &mut common);
                assert!(common.opinions.is_empty(), "an opinion of a position");
                let all = legal.iter().map(|action| {
                    let mut noted = common.clone();
                    G::action(&view, &position, action, &mut noted);
                    noted
                });
                all.collect::<Vec<_>>()
            };
            let of_actions = noted(&mut tables, &state);
            // Tables that were computed for other rules must give the same as new ones.
            assert_eq!(
                of_actions,
                noted(&mut G::Tables::default(), &rearranged),
                "features of {} depend on hidden cards",
                G::DESCRIPTION.name
            );
            for Noted { features, opinions } in of_actions {
                assert!(opinions.len() <= 1, "{opinions:?} of one action");
                assert!(
                    features.len() <= MOST_ACTIVE,
                    "{} features at once: {:?}",
                    features.len(),
                    settings.to_json()
                );
                for (feature, is_true) in &features {
                    assert!(*feature < G::FEATURES, "feature {feature} of {}", G::FEATURES);
                    seen[*feature] |= is_true;
                    let times = |wanted: bool| {
                        features.iter().filter(|noted| **noted == (*feature, wanted)).count()
                    };
                    assert!(
                        times(true) >= times(false),
                        "feature {feature} is taken back, and was not noted"
                    );
                }
            }
            let action = legal.nth(draws.below(legal.count()));
            apply::<G>(&rules, &mut state, action, &mut chance, &mut ());
        }
    }
    let seen = seen.iter().filter(|seen| **seen).count();
    assert!(2 * seen > G::FEATURES, "only {seen} of {} features were ever true", G::FEATURES);
}

/// Tests that an untrained network plays like this strategy, whose values are its opinion, except
/// where rounding makes them equal: under the designer's rules at tables of every size.
///
/// # Panics
/// If it chooses another action, or there were too few choices to tell.
pub fn a_silent_network_plays_as<G: Playable + Learnable>(name: &str) {
    let file =
        StrategyFile::find(Repertoire::of::<G>(), name, &Location::whole("test")).expect("shipped");
    let mut silent = Learned::<G>::new(Arc::new(Network::blank(G::SHAPE)), 0.0);
    let (mut player, mut tables, mut choices) = (
        file.player::<G>(G::DESCRIPTION.usual_players()).expect("a kind of the list"),
        G::Tables::default(),
        0,
    );
    for (block, players) in
        (0..40).zip((G::DESCRIPTION.fewest_players..=G::DESCRIPTION.most_players).cycle())
    {
        let rules = G::rules(&designer::<G>(), players).expect("can be dealt");
        let mut chance = BlockStreams::new(3, block);
        let mut stream = chance.stream(Purpose::Strategy(0));
        let mut state = G::start(&rules, &mut chance, &mut ());
        player.new_game();
        while let Turn::Decide(seat) = G::turn(&state) {
            let (legal, view) = (G::legal(&rules, &state), G::view(&rules, &state, seat));
            let action = silent.choose(&view, &legal, &mut stream).expect("a choice").into_action();
            let expected =
                player.choose(&view, &legal, &mut stream).expect("a choice").into_action();
            if action != expected {
                let position = G::position(&mut tables, &view, &mut Noted::default());
                let opinion = |action| {
                    let mut noted = Noted::default();
                    G::action(&view, &position, action, &mut noted);
                    noted.opinions
                };
                // Opinions are rounded: smaller differences count as equal.
                assert_eq!(
                    opinion(action),
                    opinion(expected),
                    "{action:?} instead of {expected:?}: {}",
                    view.to_json()
                );
            }
            choices += u32::from(legal.count() > 1);
            G::apply(&rules, &mut state, action, &mut chance, &mut ());
        }
    }
    assert!(choices > 1000, "only {choices} choices: the test sees too little");
}
