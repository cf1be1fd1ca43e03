//! The features of a position of Crackpipe and an action for a learned player: the heuristic's
//! values, and the top cards of the pipes that matter after the action.

use super::Weights;
use super::outlook::{Consequence, Outlook};
use super::prospects::Prospects;
use crate::cards::standard::{JOKER, QUEEN};
use crate::game::SeatView;
use crate::games::crackpipe::{Action, Crackpipe, NO_CARD, RANKS, View};
use crate::seat::Seat;
use crate::strategy::{Features, Learnable, Network, chance_step, feature_groups, lead_step};

/// Two ranks.
const PAIR: usize = RANKS * RANKS;

/// Steps of the number of turns that each player has left.
const TURNS: usize = 6;

/// The steps of a difference, with 0 in the middle.
const LEADS: usize = 19;

/// The steps of a chance.
const CHANCES: usize = 12;

/// The possible outcomes of an action, by the destination of the cards.
const OUTCOMES: usize = 7;

feature_groups! {
    /// The number of players.
    PLAYERS: 9;
    /// The approximate number of turns that each player has left.
    TO_COME: 8;
    /// The cards of the stash: in the last pass over it, and before.
    STASH: 2 * 16;
    /// The kind of decision.
    STAGE: 2;
    /// Rules that are true or false.
    FLAGS: 6;
    // From here on, once for two players, and once for more.
    /// The outcome of the action, by the turns left.
    OUTCOME: 2 * OUTCOMES * TURNS;
    /// The rank on top of one's own pipe, by the turns left; and with the one under it, with that
    /// on THE pipe, and with the next player's.
    OWN: 2 * TURNS * RANKS;
    OWN_UNDER: 2 * PAIR;
    OWN_THE: 2 * PAIR;
    OWN_NEXT: 2 * PAIR;
    /// The rank on THE pipe with the next player's, and with the one under it.
    THE_NEXT: 2 * PAIR;
    THE_UNDER: 2 * PAIR;
    /// The rank on top of the receiver's pipe, with that of the cards passed; and its rank there
    /// afterwards, by the turns left.
    PASSED: 2 * PAIR;
    RECEIVER: 2 * TURNS * RANKS;
    RECEIVER_THE: 2 * PAIR;
    /// Cards gained, and cards given, by the turns left.
    GAINED: 2 * TURNS * 7;
    GIVEN: 2 * TURNS * 7;
    /// How many cards more one's own pipe has than the largest other one, and than the receiver's,
    /// by the turns left.
    LEAD: 2 * TURNS * LEADS;
    RECEIVER_LEAD: 2 * TURNS * LEADS;
    /// The chance that a card of the stash is below the top of one's own pipe, of the next
    /// player's, of THE pipe, and of the last two, by the turns left.
    OWN_CHANCE: 2 * TURNS * CHANCES;
    NEXT_CHANCE: 2 * TURNS * CHANCES;
    THE_CHANCE: 2 * TURNS * CHANCES;
    BOTH_CHANCE: 2 * TURNS * CHANCES;
    /// The cards on THE pipe, which may come back from the resin.
    THE_SIZE: 2 * 2 * 8;
    /// The heuristic's value of the action, by its outcome.
    WORTH: 2 * OUTCOMES * 33;
}

/// The score of one card in the heuristic's unit.
const ONE_CARD: f64 = 2.0 * Network::score_of_one() as f64;

/// Larger than any value of the heuristic.
const MOST: f64 = 100.0;

/// The common part of both actions of a decision.
#[derive(Debug)]
pub struct Position {
    both: [Came; 2],
    /// 1 for two players, else 0.
    two: usize,
    /// The step of the turns left.
    late: usize,
    /// Whether it is the last pass over the stash.
    last_pass: bool,
    /// By rank, and for all ranks: the number of cards below it that the stash may have.
    below: [u8; RANKS + 1],
    next: Next,
    /// The rank on top of the receiver's pipe before the action.
    receiver_top: u8,
    the_size: u32,
    /// The sizes of the own pipe, of the receiver's, and of the largest other one.
    own_size: i32,
    receiver_size: i32,
    other_size: i32,
}

/// The seat whose turn comes next; if it is not the receiver, the rank on top of its pipe, which no
/// action changes.
#[derive(Clone, Copy, Debug)]
enum Next {
    Own,
    Receiver,
    Other(u8),
}

/// The consequences of an action.
#[derive(Debug)]
struct Came {
    after: Consequence,
    /// The heuristic's value, in cards.
    worth: f64,
    /// The index of its outcome: placed on one's own pipe or passed from it, placed on THE pipe,
    /// flipping it, or passed from it, put on top, put at the bottom.
    outcome: usize,
    /// The ranks under the tops of the own pipe and of THE pipe.
    own_under: u8,
    the_under: u8,
    /// The rank on top of the passed cards.
    passed: u8,
}

/// Two ranks as one number.
#[inline(always)]
fn pair(one: u8, other: u8) -> usize {
    RANKS * usize::from(one) + usize::from(other)
}

impl Came {
    fn new(view: &View<'_>, after: Consequence, worth: f64, action: Action) -> Self {
        let (own, the_pipe) = (view.pipe(view.seat()), view.the_pipe());
        let (value, under, size) = view
            .stack()
            .map_or((NO_CARD, NO_CARD, 0), |stack| (stack.top(), stack.under_top(), stack.size()));
        let put = |top: u8| if size > 1 { under } else { top };
        let same = (own.under_top(), the_pipe.under_top());
        let (outcome, (own_under, the_under), passed) = match action {
            Action::OWN if value >= own.top() => (0, (put(own.top()), same.1), NO_CARD),
            Action::OWN => (1, (own.ranks().nth(2).unwrap_or(NO_CARD), same.1), value),
            Action::THE if value < the_pipe.top() => {
                (4, (same.0, the_pipe.ranks().nth(2).unwrap_or(NO_CARD)), value)
            }
            Action::THE if view.rules.flips(value) => (3, (same.0, NO_CARD), NO_CARD),
            Action::THE => (2, (same.0, put(the_pipe.top())), NO_CARD),
            Action::TOP => (5, (put(own.top()), same.1), NO_CARD),
            _ => (6, (if own.size() > 1 { same.0 } else { value }, same.1), NO_CARD),
        };
        Self { after, worth, outcome, own_under, the_under, passed }
    }
}

impl Learnable for Crackpipe {
    const FEATURES: usize = ALL;
    const FEATURES_VERSION: u32 = 1;

    /// Boxed, since players have one size, and most do not learn.
    type Tables = Box<Prospects>;
    type Position<'v> = Position;

    #[inline(always)]
    fn position(
        tables: &mut Box<Prospects>,
        view: &View<'_>,
        features: &mut impl Features,
    ) -> Position {
        let weights = &Weights::DEFAULTS;
        tables.base_on(view, weights.loss);
        let outlook = Outlook::new(weights, tables, view);
        let seat = view.seat();
        let (receiver, next) =
            (view.rules.receiver_of(seat), view.rules.seat_after(view.turn_of()));
        let actions =
            if view.placing() { [Action::OWN, Action::THE] } else { [Action::TOP, Action::BOTTOM] };
        let worths = outlook.values(actions);
        let came = |place: usize| {
            Came::new(view, outlook.consequence(actions[place]), worths[place], actions[place])
        };
        let both = [came(0), came(1)];
        let turns = outlook.turns;
        let late = match turns {
            0..=3 => turns,
            4..=5 => 4,
            _ => 5,
        };
        let players = view.players();
        let two = usize::from(players == 2);
        let knobs = &view.rules().knobs;
        let last_pass = view.times_emptied() + 1 >= u32::from(knobs.passes_over_stash);
        features.with(PLAYERS.at(players));
        features.with(TO_COME.at(turns));
        let stash = view.stash_size() as usize;
        let stash_step = if stash < 8 { stash } else { (6 + stash / 8).min(15) };
        features.with(STASH.at(16 * usize::from(last_pass) + stash_step));
        features.with(STAGE.at(usize::from(view.placing())));
        let flags = [
            knobs.cherry,
            !knobs.joker_flips,
            view.rules.hit(JOKER) > 4,
            !knobs.finish_last_turn,
            knobs.place_points != 0,
            !view.rules.flips(QUEEN),
        ];
        features.flags(FLAGS, &flags);
        let mut below = [0; RANKS + 1];
        let unseen = view.unseen();
        for rank in 0..RANKS {
            below[rank + 1] = below[rank] + unseen[rank];
        }
        let size = |seat: Seat| view.pipe(seat).size() as i32;
        let mut other_size = 0;
        for place in 0..players {
            let other = Seat::new(place as u8);
            if other != seat && other != receiver {
                other_size = other_size.max(size(other));
            }
        }
        let next = if next == seat {
            Next::Own
        } else if next == receiver {
            Next::Receiver
        } else {
            Next::Other(view.pipe(next).top())
        };
        Position {
            both,
            two,
            late,
            last_pass,
            below,
            next,
            receiver_top: view.pipe(receiver).top(),
            the_size: view.the_pipe().size(),
            own_size: size(seat),
            receiver_size: size(receiver),
            other_size,
        }
    }

    #[inline(always)]
    fn action(_view: &View<'_>, position: &Position, action: Action, features: &mut impl Features) {
        let Position {
            both,
            two,
            late,
            last_pass,
            below,
            next,
            receiver_top,
            the_size,
            own_size,
            receiver_size,
            other_size,
        } = position;
        let (two, late) = (*two, *late);
        let Came { after, worth, outcome, own_under, the_under, passed } =
            &both[usize::from(action == Action::THE || action == Action::BOTTOM)];
        let worth = worth.clamp(-MOST, MOST);
        features.opinion((worth * ONE_CARD) as i32);
        let group = |size: usize, place: usize| size * two + place;
        let by_turns = |size: usize, place: usize| size * (TURNS * two + late) + place;
        features.with(OUTCOME.at(by_turns(OUTCOMES, *outcome)));
        features.with(
            WORTH
                .at(33 * group(OUTCOMES, *outcome)
                    + ((worth * 4.0) as i32 + 16).clamp(0, 32) as usize),
        );
        let (own, the, receiver) = (after.own, after.the_pipe, after.receiver);
        let next = match next {
            Next::Own => own,
            Next::Receiver => receiver,
            Next::Other(top) => *top,
        };
        features.with(OWN.at(by_turns(RANKS, own.into())));
        features.with(OWN_UNDER.at(group(PAIR, pair(own, *own_under))));
        features.with(OWN_THE.at(group(PAIR, pair(own, the))));
        features.with(OWN_NEXT.at(group(PAIR, pair(own, next))));
        features.with(THE_NEXT.at(group(PAIR, pair(the, next))));
        features.with(THE_UNDER.at(group(PAIR, pair(the, *the_under))));
        features.with(PASSED.at(group(PAIR, pair(*receiver_top, *passed))));
        features.with(RECEIVER.at(by_turns(RANKS, receiver.into())));
        features.with(RECEIVER_THE.at(group(PAIR, pair(receiver, the))));
        features.with(GAINED.at(by_turns(7, (after.gained as i32 + 1).clamp(0, 6) as usize)));
        features.with(GIVEN.at(by_turns(7, (after.given as usize).min(6))));
        let size = own_size + after.gained as i32;
        let (to_receiver, to_other) =
            (size - receiver_size - after.given as i32, size - other_size);
        let lead = if two == 1 { to_receiver } else { to_receiver.min(to_other) };
        features.with(LEAD.at(by_turns(LEADS, lead_step(lead, LEADS))));
        features.with(RECEIVER_LEAD.at(by_turns(LEADS, lead_step(to_receiver, LEADS))));
        let total = f64::from(below[RANKS].max(1));
        let chance = |rank: u8| chance_step(f64::from(below[usize::from(rank)]) / total, CHANCES);
        features.with(OWN_CHANCE.at(by_turns(CHANCES, chance(own))));
        features.with(NEXT_CHANCE.at(by_turns(CHANCES, chance(next))));
        features.with(THE_CHANCE.at(by_turns(CHANCES, chance(the))));
        features.with(BOTH_CHANCE.at(by_turns(CHANCES, chance(next.min(the)))));
        let the_size = match outcome {
            2 => the_size + 1,
            3 => 0,
            4 => the_size - 1,
            _ => *the_size,
        };
        features
            .with(THE_SIZE.at(8 * group(2, usize::from(*last_pass)) + (the_size as usize).min(7)));
    }
}
