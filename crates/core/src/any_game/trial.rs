//! One game that is played to look for mistakes in its rules.

use std::hash::{DefaultHasher, Hasher};

use crate::game::{AnyRules, Choice, Description, Game, LegalSet, Observer, Turn};
use crate::input::InputError;
use crate::rng::{BlockStreams, Purpose};
use crate::seat::{Seat, SeatSet};
use crate::strategy::{Entrant, Playable, Programs};

/// The observations from one game of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// How many decisions it had.
    pub decisions: u64,
    /// In how many of them there was one option.
    pub forced: u64,
    /// By kind of action: in how many decisions it was an option, and how often it was chosen.
    pub kinds: Vec<(u64, u64)>,
    /// How it ended.
    pub end: TrialEnd,
    /// A hash of everything that happened, if it is wanted. Games with different hashes differ.
    pub hash: u64,
}

/// How many sides won a game of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winners {
    /// None: the game was lost by all.
    None,
    /// One.
    One,
    /// Several, who share the win.
    Several,
}

/// How a game of a check ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialEnd {
    /// By its rules, for the reason of this index.
    Over {
        /// An index into [`Description::end_reasons`].
        reason: usize,
        /// How many sides won: none where all lost.
        won: Winners,
    },
    /// By a limit of the file: no player wins.
    Unfinished,
    /// It had too many decisions or options, and was not played on.
    Cut,
    /// With a mistake in its rules.
    Mistake(String),
}

/// How much of a game is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialPlan {
    /// The number of decisions after which the game is cut.
    pub most_decisions: u64,
    /// The number of options, over all decisions, after which the game is cut.
    pub most_options: u64,
    /// Whether the hash is computed.
    pub hashes: bool,
}

/// Plays one game: strategy `i` in seat `i`, with the choices and cards of the same game
/// in [`Playable::watch`]. No strategy observes the decisions of the others, and none may
/// be a program.
pub(super) fn trial<G: Playable>(
    game: &'static Description,
    rules: &AnyRules,
    entrants: &[Entrant],
    mut streams: BlockStreams,
    plan: TrialPlan,
) -> Result<Trial, InputError> {
    let mut programs = Programs::new(game, [rules.json().clone()]);
    let players = entrants
        .iter()
        .map(|entrant| entrant.player_with::<G>(&mut programs, rules.json(), entrants.len()));
    let mut players: Vec<G::Player> = players.collect::<Result<_, _>>()?;
    let rules = rules.of::<G>(game)?;
    let mut own = Vec::with_capacity(players.len());
    for (seat, player) in players.iter_mut().enumerate() {
        own.push(streams.stream(Purpose::Strategy(seat as u8)));
        crate::strategy::Strategy::<G>::new_game(player);
    }
    let mut hearer = Hearer::<G> { rules, hash: plan.hashes.then(DefaultHasher::new) };
    let mut found = Trial {
        decisions: 0,
        forced: 0,
        kinds: vec![(0, 0); game.action_kinds.len()],
        end: TrialEnd::Cut,
        hash: 0,
    };
    let mut is_legal = vec![false; game.action_kinds.len()];
    let mut options = 0;
    let mut state = G::undealt(rules);
    G::begin(rules, &mut state, &mut streams, &mut hearer);
    while let Turn::Decide(seat) = G::turn(&state) {
        if found.decisions == plan.most_decisions || options > plan.most_options {
            return Ok(found);
        }
        let legal = G::legal(rules, &state);
        let view = G::view(rules, &state, seat);
        let index = seat.index();
        let chosen = crate::strategy::Strategy::<G>::choose(
            &mut players[index], &view, &legal, &mut own[index],
        );
        let action = match chosen.map(Choice::into_action) {
            Ok(action) => action,
            Err(failure) => {
                found.end = TrialEnd::Mistake(format!("seat {seat}: {failure}"));
                return Ok(found);
            }
        };
        found.decisions += 1;
        options += u64::from(legal.count());
        found.forced += u64::from(legal.count() == 1);
        is_legal.fill(false);
        legal.iter().for_each(|action| is_legal[G::kind(action)] = true);
        for (count, is_legal) in found.kinds.iter_mut().zip(&is_legal) {
            count.0 += u64::from(*is_legal);
        }
        found.kinds[G::kind(action)].1 += 1;
        hearer.decision(seat, &legal, action);
        G::apply(rules, &mut state, action, &mut streams, &mut hearer);
    }
    found.end = if let Some(mistake) = G::mistake(rules, &state) {
        TrialEnd::Mistake(mistake)
    } else {
        let outcome = G::outcome(rules, &state);
        if let Some(hash) = &mut hearer.hash {
            hash.write(format!("{outcome:?}").as_bytes());
        }
        if outcome.unfinished {
            TrialEnd::Unfinished
        } else {
            let won = match outcome.winners {
                SeatSet::NONE => Winners::None,
                _ if outcome.shared => Winners::Several,
                _ => Winners::One,
            };
            TrialEnd::Over { reason: outcome.end_reason.into(), won }
        }
    };
    found.hash = hearer.hash.map_or(0, |hash| hash.finish());
    Ok(found)
}

/// Hashes every decision and event of a game, if that is wanted.
struct Hearer<'a, G: Game> {
    rules: &'a G::Rules,
    hash: Option<DefaultHasher>,
}

impl<G: Game> Observer<G> for Hearer<'_, G> {
    fn decision(&mut self, seat: Seat, _legal: &G::Legal, action: G::Action) {
        if let Some(hash) = &mut self.hash {
            hash.write_u8(seat.index() as u8);
            hash.write(G::action_name(self.rules, action).as_bytes());
        }
    }

    fn event(&mut self, event: G::Event<'_>) {
        if let Some(hash) = &mut self.hash {
            let event = G::event_json(self.rules, &event);
            // Writing to memory cannot fail.
            hash.write(&serde_json::to_vec(&event).unwrap_or_default());
        }
    }
}
