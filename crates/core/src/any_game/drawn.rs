//! Tests whether states that are drawn from the knowledge of a seat can be played on.

use crate::game::{AnyRules, Description, Game, LegalSet, Turn};
use crate::input::InputError;
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::strategy::Playable;

/// States that players who search would draw, and how their games went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnStates {
    /// How many were drawn.
    pub states: u64,
    /// How many ended with a mistake in the rules.
    pub mistakes: u64,
    /// The first of these mistakes.
    pub first: Option<String>,
}

/// Plays a game at random. At some of its decisions a state is drawn from the knowledge of the
/// seat, and played to its end at random. Nothing is drawn in games that cannot be searched, nor
/// after `most_decisions` in all.
pub(super) fn drawn_states<G: Playable>(
    game: &'static Description,
    rules: &AnyRules,
    mut streams: BlockStreams,
    most_decisions: u64,
) -> Result<DrawnStates, InputError> {
    let rules = rules.of::<G>(game)?;
    let mut found = DrawnStates::default();
    let Some(sampler) = G::SAMPLER else { return Ok(found) };
    let mut choices = streams.stream(Purpose::Strategy(0));
    let mut worlds = Vec::new();
    let mut state = G::start(rules, &mut streams, &mut ());
    let (mut number, mut left) = (0, most_decisions);
    while let Turn::Decide(seat) = G::turn(&state)
        && left > 0
    {
        if number < 16 || number % 8 == 0 {
            let view = G::view(rules, &state, seat);
            sampler.sample(&view, std::slice::from_mut(&mut choices), &mut worlds);
        }
        for mut world in worlds.drain(..) {
            let mut chance = BlockStreams::new(choices.word(), 0);
            while left > 0 && step::<G>(rules, &mut world, &mut chance, &mut choices) {
                left -= 1;
            }
            if left == 0 {
                break;
            }
            found.states += 1;
            if let Some(mistake) = G::mistake(rules, &world) {
                found.mistakes += 1;
                found.first.get_or_insert(mistake);
            }
        }
        step::<G>(rules, &mut state, &mut streams, &mut choices);
        (number, left) = (number + 1, left.saturating_sub(1));
    }
    Ok(found)
}

/// Takes a random action; returns whether the game went on.
fn step<G: Game>(
    rules: &G::Rules,
    state: &mut G::State,
    chance: &mut BlockStreams,
    choices: &mut Stream,
) -> bool {
    if G::turn(state) == Turn::Over {
        return false;
    }
    let legal = G::legal(rules, state);
    let action = legal.nth(choices.below(legal.count()));
    G::apply(rules, state, action, chance, &mut ());
    true
}
