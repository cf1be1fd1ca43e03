//! The kind `heuristic` for Crisps.

mod answers;
mod features;
mod turns;
mod values;

use std::hint::select_unpredictable;
use std::sync::Arc;

use crate::cards::bits::fast_fn;
use crate::game::{Choice, Code, LegalSet, SeatView};
use crate::games::crisps::{Action, Crisps, Hand, Legal, RANKS, SPECIAL, View};
use crate::input::{Knob, WEIGHT, knobs};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};
use answers::{Answers, NoneFrom, RANKS_OF_A_PLANE, SPECIAL_COMBINATIONS, Threat};
use turns::{Sequences, Split};
use values::Values;

knobs! {
    /// The weights of the parts of a play's value.
    struct Weights {
        /// cost of each combination that the rest of the hand needs to go out
        turn: f64 = 0.0417, in WEIGHT;
        /// cost of a loose single left in hand: full for a card of index 0 (the 2), none for the
        /// special rank
        low_single: f64 = 0.935, in WEIGHT;
        /// cost of a loose pair left in hand, by rank as for singles
        low_pair: f64 = 1.01, in WEIGHT;
        /// value of each card of the special rank kept back
        special_card: f64 = 0.433, in WEIGHT;
        /// value of each triple or quad kept whole, as an answer to a special card
        triple_or_quad: f64 = 0.673, in WEIGHT;
        /// value of the chance that the next card gained needs no further turn
        fit: f64 = 0.249, in WEIGHT;
        /// value of a hand that one more combination empties
        last_turn: f64 = 1.23, in WEIGHT;
        /// further value of such a hand, times the chances to lead next and to gain a card that
        /// fits
        finish: f64 = 0.891, in WEIGHT;
        /// value of the chance that the opponent cannot beat the play, so that this player leads
        /// next
        control: f64 = 0.125, in WEIGHT;
        /// further value of that chance, divided by the number of the opponent's cards
        control_late: f64 = 3.79, in WEIGHT;
        /// cost of the chance that the opponent goes out by beating the play
        danger: f64 = 4.0, in WEIGHT;
        /// cost of spending a high single or pair: full for the special rank, none for the 2
        high_card: f64 = 0.296, in WEIGHT;
        /// value of passing: if negative, it passes only when every play is worse
        pass: f64 = -0.497, in WEIGHT;
        /// further value of passing, divided by the number of the opponent's cards
        pass_late: f64 = 0.247, in WEIGHT;
        /// value of taking a face-up card so that the opponent does not get it, by how far its rank
        /// is above the average unseen one
        deny: f64 = 0.364, in WEIGHT;
    }
}

/// More than any sum of weights: the value of a card with which the hand goes out in one lead.
const GOES_OUT: f64 = 1000.0;

/// Weighs every play by the hand that it leaves and by the chance that the opponent can beat it;
/// looks no further ahead.
#[derive(Clone, Debug)]
pub struct Heuristic {
    weights: Weights,
    /// Shared by all players of one file, because the tables are large.
    values: Arc<Values>,
}

impl StrategyKind for Heuristic {
    const SUMMARY: &'static str = "goes out in few turns: weighs the hand that a play leaves, and \
        the chance that the opponent can beat it";
    const KNOBS: &'static [Knob] = Weights::KNOBS;

    fn new(file: &StrategyFile) -> Self {
        let weights = Weights::read(&file.parameters);
        Self { values: Arc::new(Values::new(&weights)), weights }
    }
}

impl Heuristic {
    /// The value of a hand, regardless of the lead.
    #[inline(always)]
    fn hand_value(&self, hand: Hand, split: &Split, fit: f64) -> f64 {
        let (values, turns) = (&self.values, split.turns());
        values.sets(turns == 1, hand.count(SPECIAL), split.sets().count_ones())
            + self.weights.fit * fit
            - values.turns(turns)
            - values.low_singles(split.loose(1))
            - values.low_pairs(split.loose(2))
    }

    /// The value of a play that leaves this hand, before the opponent's answer, and the value of
    /// leading next; `high_card` is the rank of a single or pair.
    #[inline(always)]
    fn left(&self, decision: &Facts<'_>, hand: Hand, split: &Split, high_card: u8) -> Left {
        let fit = split.chance_to_fit(decision.answers.unseen);
        let finish = if split.turns() == 1 { self.weights.finish * fit } else { 0.0 };
        Left {
            value: self.hand_value(hand, split, fit),
            leading: finish + self.weights.control + decision.control_late,
            spent: self.values.high_card(high_card),
        }
    }

    /// The value of a combination that is neither a single nor a pair, if it may be at least
    /// `enough`; otherwise the opponent's chances are not computed.
    #[inline(always)]
    fn play_value(&self, decision: &Facts<'_>, action: Action, enough: f64) -> Option<f64> {
        let hand = decision.view.hand.without_combination(action.combination());
        // With the lowest height, since it is not a single or pair.
        let left = self.left(decision, hand, &Split::of(hand, decision.sequences), 0);
        if left.most(&self.weights) < enough {
            None
        } else {
            Some(left.under(&self.weights, &decision.answers.to(decision.view, action)))
        }
    }

    /// The best of the singles or pairs of these ranks in hand, or the best so far if it is better.
    #[inline(always)]
    fn best_few_alike<const COPIES: u32>(
        &self,
        decision: &Facts<'_>,
        ranks: u64,
        mut best: Best,
    ) -> Best {
        if ranks == 0 {
            return best;
        }
        let none_from = decision.answers.none_from(COPIES);
        let mut rest = ranks & u64::from(decision.long);
        while rest != 0 {
            let rank = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let hand = decision.view.hand.without_copies(rank, COPIES);
            let split = Split::of(hand, decision.sequences);
            best = self.or_few_alike::<COPIES>(decision, rank, hand, &split, &none_from, best);
        }
        // Ranks that fit in no run or stair change nothing else.
        let mut rest = ranks & !u64::from(decision.long);
        while rest != 0 {
            let rank = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let hand = decision.view.hand.without_copies(rank, COPIES);
            let split = decision.split.without(rank, COPIES);
            best = self.or_few_alike::<COPIES>(decision, rank, hand, &split, &none_from, best);
        }
        best
    }

    /// The single or pair of this rank, which leaves this hand, or the best so far if it is better.
    #[inline(always)]
    fn or_few_alike<const COPIES: u32>(
        &self,
        decision: &Facts<'_>,
        rank: u8,
        hand: Hand,
        split: &Split,
        none_from: &NoneFrom,
        best: Best,
    ) -> Best {
        let action = Action::from_code(16 * (COPIES as u16 - 1) + u16::from(rank));
        let (left, sets) =
            (self.left(decision, hand, split, rank), decision.answers.sets(decision.view, action));
        // Triples and quads take long to evaluate.
        if sets & SPECIAL_COMBINATIONS != 0 && left.most(&self.weights) < best.value {
            return best;
        }
        best.or(
            left.under(&self.weights, &decision.answers.to_few_alike(sets, COPIES, none_from)),
            action,
        )
    }

    /// The value of passing: as if it ended the round, unless it is known to do something else.
    #[inline(always)]
    fn pass_value(&self, decision: &Facts<'_>) -> f64 {
        let (hand, split) = (decision.view.hand, &decision.split);
        let fit = split.chance_to_fit(decision.answers.unseen);
        if decision.view.table.passed {
            // The opponent has passed too, so this player leads next.
            let left = self.left(decision, hand, split, 0);
            return left.value + left.leading;
        }
        self.hand_value(hand, split, fit)
            + self.weights.pass
            + self.weights.pass_late * decision.nearness
    }

    /// The best action on the lead or to follow: one that goes out, otherwise the one of the
    /// highest value; on a tie the first in the order of actions, so that no random number decides.
    #[inline(always)]
    fn best(&self, view: &View<'_>, legal: &Legal) -> Action {
        let answers = Answers::new(view);
        let decision = Facts::new(&self.weights, view, &answers);
        let goes_out = |action: Action| u32::from(action.combination().cards) == view.hand.size();
        let mut best = Best { value: f64::NEG_INFINITY, action: Action::PASS };
        if legal.contains(Action::PASS) {
            best.value = self.pass_value(&decision);
        }
        let [sets, runs, stairs] = legal.bits().0;
        let (pairs, singles) = ((sets >> 16) & RANKS_OF_A_PLANE, sets & RANKS_OF_A_PLANE);
        // A hand that one of them empties has no other rank.
        if view.hand.size() <= 2 {
            if pairs != 0 {
                return Action::from_code(16 + pairs.trailing_zeros() as u16);
            }
            if singles != 0 && view.hand.size() == 1 {
                return Action::from_code(singles.trailing_zeros() as u16);
            }
        }
        best = self.best_few_alike::<2>(&decision, pairs, best);
        best = self.best_few_alike::<1>(&decision, singles, best);
        // Last, since few are then worth a closer look, and from the longest down.
        let words = [sets & SPECIAL_COMBINATIONS, runs, stairs];
        let mut word = if runs | stairs == 0 { 1 } else { words.len() };
        while word > 0 {
            word -= 1;
            let mut rest = words[word];
            while rest != 0 {
                let highest = rest.ilog2();
                rest ^= 1 << highest;
                let action = Action::from_code(64 * word as u16 + highest as u16);
                if goes_out(action) {
                    return action;
                }
                if let Some(value) = self.play_value(&decision, action, best.value) {
                    best = best.or(value, action);
                }
            }
        }
        best.action
    }

    /// The value of gaining a card of a rank, which makes this hand.
    #[inline(always)]
    fn worth_gaining(&self, rank: u8, hand: Hand, split: &Split, unseen: Hand, leads: bool) -> f64 {
        let goes_out = if leads && split.turns() == 1 { GOES_OUT } else { 0.0 };
        goes_out
            + self.hand_value(hand, split, split.chance_to_fit(unseen))
            + self.values.deny(rank)
    }

    /// The better card to gain: the one face up, or the average of those unseen.
    #[inline(always)]
    fn take(&self, view: &View<'_>) -> Action {
        let Some(face_up) = view.table.face_up() else { return Action::TAKE_PILE };
        let (sequences, unseen) = (Sequences::of(view), view.unseen());
        let leads = view.table.stayer == view.seat();
        let (split, joining) = (Split::of(view.hand, sequences), sequences.joining(view.hand));
        // Loops and not closures: a closure would be compiled without the instructions that count
        // bits.
        let (ranks, mut worths) = (unseen.ranks(1) | (1 << face_up), [0.0; 16]);
        let mut rest = ranks & joining;
        while rest != 0 {
            let rank = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let hand = view.hand.with(rank);
            worths[usize::from(rank) % 16] =
                self.worth_gaining(rank, hand, &Split::of(hand, sequences), unseen, leads);
        }
        // Ranks that fit in no run or stair change nothing else.
        let mut rest = ranks & !joining;
        while rest != 0 {
            let rank = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            worths[usize::from(rank) % 16] =
                self.worth_gaining(rank, view.hand.with(rank), &split.with(rank), unseen, leads);
        }
        let mut from_pile = 0.0;
        for rank in 0..RANKS {
            from_pile += f64::from(unseen.count(rank)) * worths[usize::from(rank) % 16];
        }
        let from_table = worths[usize::from(face_up) % 16];
        if from_table * f64::from(unseen.size()) >= from_pile {
            Action::TAKE_FACE_UP
        } else {
            Action::TAKE_PILE
        }
    }
}

/// The common part of all plays of a decision.
struct Facts<'a> {
    view: &'a View<'a>,
    answers: &'a Answers,
    sequences: Sequences,
    /// The split of the whole hand.
    split: Split,
    /// The ranks that a run or stair could take.
    long: u16,
    /// How near the opponent is to going out.
    nearness: f64,
    /// The part of the value of leading next that depends on it.
    control_late: f64,
}

impl<'a> Facts<'a> {
    #[inline(always)]
    fn new(weights: &Weights, view: &'a View<'a>, answers: &'a Answers) -> Self {
        let (sequences, nearness) = (Sequences::of(view), nearness(answers.opponent_cards));
        Self {
            view,
            answers,
            sequences,
            split: Split::of(view.hand, sequences),
            long: sequences.long(view.hand),
            nearness,
            control_late: weights.control_late * nearness,
        }
    }
}

/// The value of a play before the opponent's answer.
struct Left {
    /// The value of the hand that it leaves.
    value: f64,
    /// The value of leading next.
    leading: f64,
    /// The cost of the card spent.
    spent: f64,
}

impl Left {
    /// Returns the value of the play, with the threat of the opponent's answer.
    #[inline(always)]
    fn under(&self, weights: &Weights, threat: &Threat) -> f64 {
        let holds = 1.0 - threat.beaten;
        self.value + holds * self.leading - weights.danger * threat.lost - self.spent
    }

    /// Returns the upper bound of this value: the same sum with the opponent's chances that are
    /// best for this player. Rounding never reverses the order of two values.
    #[inline(always)]
    fn most(&self, weights: &Weights) -> f64 {
        let danger = if weights.danger < 0.0 { weights.danger } else { 0.0 };
        self.value + if self.leading > 0.0 { self.leading } else { 0.0 } - danger - self.spent
    }
}

/// The best action so far.
#[derive(Clone, Copy)]
struct Best {
    value: f64,
    action: Action,
}

impl Best {
    /// Returns this one, or another if that is better, or as good and earlier in the order of
    /// actions.
    #[inline(always)]
    fn or(self, value: f64, action: Action) -> Self {
        let better =
            (value >= self.value) & ((value > self.value) | (action.code() < self.action.code()));
        // Selected, not branched to: it cannot be predicted which is better.
        Self {
            value: if value > self.value { value } else { self.value },
            action: select_unpredictable(better, action, self.action),
        }
    }
}

/// How near the opponent is to going out: 1 with one card, a half with two.
#[inline(always)]
fn nearness(opponent_cards: u32) -> f64 {
    1.0 / f64::from(opponent_cards.max(1))
}

impl Strategy<Crisps> for Heuristic {
    #[inline(never)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        // A forced action is a set, or no card.
        let [sets, runs, stairs] = legal.bits().0;
        let forced = runs | stairs == 0 && sets.is_power_of_two();
        let best = if forced {
            Action::from_code(sets.trailing_zeros() as u16)
        } else {
            best(self, view, legal)
        };
        // A restriction may forbid to take one of the two cards.
        legal.choose(best).or_else(|| legal.choose_nth(0)).ok_or(Failure::NoLegalAction)
    }
}

fast_fn! {
    fn best<'a>(player: &'a Heuristic, view: &'a View<'a>, legal: &'a Legal) -> Action {
        if view.takes() { player.take(view) } else { player.best(view, legal) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Turn};
    use crate::games::crisps::Rules;
    use crate::input::{Location, Settings};
    use crate::rng::BlockStreams;
    use crate::strategy::Repertoire;

    fn shipped() -> StrategyFile {
        StrategyFile::find(Repertoire::of::<Crisps>(), "heuristic", &Location::whole("test"))
            .expect("shipped")
    }

    fn rules(options: &[&str]) -> Option<Rules> {
        let mut settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
        for option in options {
            settings.apply_option(option).expect("a knob");
        }
        Crisps::rules(&settings, 2).ok()
    }

    /// Plays matches against itself: every choice is legal, and it goes out where it can.
    fn plays_well_formed(rules: &Rules) {
        let mut player = Heuristic::new(&shipped());
        let mut stream = Stream::idle();
        for block in 0..20 {
            let mut chance = BlockStreams::new(7, block);
            let mut state = Crisps::start(rules, &mut chance, &mut ());
            while let Turn::Decide(seat) = Crisps::turn(&state) {
                let (legal, view) =
                    (Crisps::legal(rules, &state), Crisps::view(rules, &state, seat));
                let action =
                    player.choose(&view, &legal, &mut stream).expect("a choice").into_action();
                assert!(legal.contains(action));
                let goes_out =
                    |action: Action| u32::from(action.combination().cards) == view.hand.size();
                assert_eq!(goes_out(action), legal.iter().any(goes_out));
                Crisps::apply(rules, &mut state, action, &mut chance, &mut ());
            }
        }
    }

    #[test]
    fn any_rules_can_be_played() {
        let variants: [&[&str]; 9] = [
            &[],
            &["hand_size=1"],
            &["hand_size=18"],
            &["copies=1", "hand_size=3", "set_aside=0"],
            &["low_rank=8", "hand_size=2"],
            &["special_rank=jack", "run_min=2", "stair_min=9"],
            &["special_sets=true", "special_in_runs=true", "run_min=9"],
            &["lead_may_pass=false", "lead_special=false", "follow_equal=false"],
            &["face_up_draw=false", "first_draw=passer", "special_order=length_then_rank"],
        ];
        for options in variants {
            plays_well_formed(&rules(options).expect("rules that go together"));
        }
    }

    #[test]
    fn the_shipped_file_has_the_defaults() {
        assert_eq!(shipped().parameters, Settings::defaults(Heuristic::KNOBS));
    }
}
