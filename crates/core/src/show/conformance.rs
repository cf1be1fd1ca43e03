//! Tests of a game's words, for every game of this package or another (feature `conformance`). All
//! functions panic, as tests do.
#![expect(clippy::missing_panics_doc, reason = "a failed test panics")]

use unicode_width::UnicodeWidthStr;

use super::{Teller, Told, WIDTH};
use crate::game::conformance::{Examined, apply, start};
use crate::game::{Dealer, Eyes, LegalSet, Observer, SeatView, Turn, random_settings};
use crate::input::Settings;
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::Seat;

/// The largest number of decisions that are shown of two games that look the same to a seat.
const TOGETHER: u32 = 20;

/// Shows games with random rules and random choices to every seat and to an observer who sees
/// everything: no line may be too wide, and the text for a seat must contain nothing that it may
/// not know. `longest` is the limit of `max_turns`.
pub fn random_games_are_told_fairly<G: Examined>(games: u64, longest: i64) {
    let mut stream = BlockStreams::new(9, 9).stream(Purpose::Strategy(0));
    let mut compared = 0;
    for (game, players) in
        (0..games).zip((G::DESCRIPTION.fewest_players..=G::DESCRIPTION.most_players).cycle())
    {
        compared +=
            told_fairly::<G>(&random_settings::<G>(players, longest, &mut stream), players, game);
    }
    assert!(
        u64::from(compared) > games / 4,
        "only {compared} decisions were told twice: the test sees too little"
    );
}

/// Shows one game with random choices to everybody; returns the number of decisions that were also
/// shown with other hidden cards.
pub fn told_fairly<G: Examined>(settings: &Settings, players: usize, game: u64) -> u32 {
    let rules = G::rules(settings, players).expect("rules that can be dealt");
    let mut compared = 0;
    for eyes in Seat::all(players).map(Eyes::Of).chain([Eyes::All]) {
        let mut chance = Dealer::from(BlockStreams::new(78, game));
        let (mut choices, mut tests) = (
            chance.streams().stream(Purpose::Strategy(0)),
            chance.streams().stream(Purpose::Strategy(1)),
        );
        let mut teller = Teller::<G>::new(&rules, players, eyes);
        let mut state = start::<G>(&rules, &mut chance, &mut teller);
        while let Turn::Decide(_) = G::turn(&state) {
            if let Eyes::Of(seat) = eyes
                && tests.below(6) == 0
            {
                let other = G::rearrange_hidden(&rules, &state, seat, &mut tests);
                compared +=
                    told_together(&rules, [&state, &other], seat, &teller, chance, &mut tests);
            }
            act(&rules, &mut state, &mut teller, &mut chance, |legal| {
                legal.nth(choices.below(legal.count()))
            });
        }
        teller.over(&rules, &state);
        let told = Told { head: Vec::new(), parts: teller.parts };
        for line in told.lines(WIDTH) {
            assert!(
                line.width() <= WIDTH && !line.ends_with(' '),
                "{line:?} of {:?}",
                settings.to_json()
            );
        }
    }
    compared
}

/// Takes a random action.
fn act<G: Examined>(
    rules: &G::Rules,
    state: &mut G::State,
    teller: &mut Teller<'_, G>,
    chance: &mut Dealer,
    choose: impl FnOnce(&G::Legal) -> G::Action,
) {
    let Turn::Decide(seat) = G::turn(state) else { return };
    teller.position(rules, state);
    let legal = G::legal(rules, state);
    let action = choose(&legal);
    teller.decision(seat, &legal, action);
    apply::<G>(rules, state, action, chance, teller);
}

/// Continues two states that look the same to a seat with the same choices while they do: the words
/// must also be the same.
fn told_together<G: Examined>(
    rules: &G::Rules,
    states: [&G::State; 2],
    seat: Seat,
    teller: &Teller<'_, G>,
    chance: Dealer,
    choices: &mut Stream,
) -> u32 {
    let ([mut one, mut other], [mut told_one, mut told_other]) =
        (states.map(Clone::clone), [teller.clone(), teller.clone()]);
    let (mut chance_one, mut chance_other) = (chance, chance);
    for decisions in 0..TOGETHER {
        let [view, other_view] = [&one, &other].map(|state| G::view(rules, state, seat));
        let looks_same = G::same_view(view, other_view)
            && view.to_json() == other_view.to_json()
            && G::turn(&one) == G::turn(&other);
        let Turn::Decide(_) = G::turn(&one) else {
            if looks_same {
                told_one.over(rules, &one);
                told_other.over(rules, &other);
                assert_eq!(
                    told_one.parts, told_other.parts,
                    "seat {seat} is told hidden cards at the end"
                );
            }
            return decisions;
        };
        let legal = G::legal(rules, &one);
        let action = legal.nth(choices.below(legal.count()));
        if !looks_same || !G::legal(rules, &other).contains(action) {
            return decisions;
        }
        act(rules, &mut one, &mut told_one, &mut chance_one, |_| action);
        act(rules, &mut other, &mut told_other, &mut chance_other, |_| action);
        assert_eq!(told_one.parts, told_other.parts, "seat {seat} is told hidden cards");
    }
    TOGETHER
}
