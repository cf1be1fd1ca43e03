//! The kind `heuristic` for Crisps.

mod answers;
mod turns;

use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{Choice, LegalSet};
use crate::games::crisps::{Action, Crisps, Hand, Kind, Legal, SPECIAL, View};
use crate::input::{Knob, Settings};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy};
use answers::Answers;
use turns::{Sequences, Split};

static KNOBS: [Knob; 15] = [
    Knob::weight("turn", 0.0417, "cost of every combination that the rest of the hand needs to go out"),
    Knob::weight(
        "low_single",
        0.935,
        "cost of a loose single left in hand: the whole for a card of index 0 (the 2), none for the special rank",
    ),
    Knob::weight("low_pair", 1.01, "cost of a loose pair left in hand, by rank as for singles"),
    Knob::weight("special_card", 0.433, "value of each card of the special rank kept back"),
    Knob::weight("triple_or_quad", 0.673, "value of each triple or quad kept whole, to answer a special card with"),
    Knob::weight("fit", 0.249, "value of the chance that the next card gained needs no further turn"),
    Knob::weight("last_turn", 1.23, "value of a hand that one more combination empties"),
    Knob::weight("finish", 0.891, "further value of such a hand, times the chances to lead next and to gain a card that fits"),
    Knob::weight("control", 0.125, "value of the chance that the opponent cannot beat the play, so that this player leads next"),
    Knob::weight("control_late", 3.79, "further value of that chance, divided by the number of the opponent's cards"),
    Knob::weight("danger", 4.0, "cost of the chance that the opponent goes out by beating the play"),
    Knob::weight("high_card", 0.296, "cost of spending a high single or pair: the whole for the special rank, none for the 2"),
    Knob::weight("pass", -0.497, "value of passing: below 0, it is put off until plays do more harm than that"),
    Knob::weight("pass_late", 0.247, "further value of passing, divided by the number of the opponent's cards"),
    Knob::weight(
        "deny",
        0.364,
        "value of taking a face-up card so that the opponent does not get it, by how far its rank is above the average unseen one",
    ),
];

/// More than any weights add up to: the worth of a card with which the hand goes out in one lead.
const GOES_OUT: f64 = 1000.0;

/// Weighs every play by what it leaves in hand and by the chance that the opponent can beat it; looks no further ahead.
#[derive(Clone, Copy, Debug)]
pub struct Heuristic {
    turn: f64,
    low_single: f64,
    low_pair: f64,
    special_card: f64,
    triple_or_quad: f64,
    fit: f64,
    last_turn: f64,
    finish: f64,
    control: f64,
    control_late: f64,
    danger: f64,
    high_card: f64,
    pass: f64,
    pass_late: f64,
    deny: f64,
}

impl Heuristic {
    /// How it plays.
    pub const SUMMARY: &'static str =
        "goes out in few turns: weighs what a play leaves in hand, and the chance that the opponent can beat it";
    /// Its weights.
    pub const KNOBS: &'static [Knob] = &KNOBS;

    /// A player with these weights.
    pub fn new(settings: &Settings) -> Self {
        let weight = |key| settings.real(key);
        Self {
            turn: weight("turn"),
            low_single: weight("low_single"),
            low_pair: weight("low_pair"),
            special_card: weight("special_card"),
            triple_or_quad: weight("triple_or_quad"),
            fit: weight("fit"),
            last_turn: weight("last_turn"),
            finish: weight("finish"),
            control: weight("control"),
            control_late: weight("control_late"),
            danger: weight("danger"),
            high_card: weight("high_card"),
            pass: weight("pass"),
            pass_late: weight("pass_late"),
            deny: weight("deny"),
        }
    }

    /// What a hand is worth, whoever leads.
    #[inline(always)]
    fn hand_value(&self, hand: Hand, split: &Split, fit: f64) -> f64 {
        let last_turn = if split.turns == 1 { self.last_turn } else { 0.0 };
        last_turn
            + self.special_card * f64::from(hand.count(SPECIAL))
            + self.triple_or_quad * f64::from(split.sets().count_ones())
            + self.fit * fit
            - self.turn * f64::from(split.turns)
            - self.low_single * lowness(split.loose(1))
            - self.low_pair * lowness(split.loose(2))
    }

    /// What it is worth to play a combination.
    #[inline(always)]
    fn play_value(&self, view: &View<'_>, answers: &Answers, sequences: Sequences, action: Action) -> f64 {
        let combination = action.combination();
        let hand = view.hand().without_combination(combination);
        let split = Split::of(hand, sequences);
        let fit = split.chance_to_fit(answers.unseen);
        let threat = answers.to(view, action);
        let holds = 1.0 - threat.beaten;
        let finish = if split.turns == 1 { self.finish * fit } else { 0.0 };
        let spent = match combination.kind {
            Kind::Single | Kind::Pair => self.high_card * height(combination.rank),
            _ => 0.0,
        };
        self.hand_value(hand, &split, fit) + holds * (finish + self.control + self.control_late * nearness(view))
            - self.danger * threat.lost
            - spent
    }

    /// What it is worth to pass.
    #[inline(always)]
    fn pass_value(&self, view: &View<'_>, answers: &Answers, sequences: Sequences) -> f64 {
        let split = Split::of(view.hand(), sequences);
        let fit = split.chance_to_fit(answers.unseen);
        self.hand_value(view.hand(), &split, fit) + self.pass + self.pass_late * nearness(view)
    }

    /// The best action on the lead or to follow: the one that goes out, otherwise the one of the highest value; of equals the first in the order
    /// of actions, so that no random number decides.
    #[inline(always)]
    fn best(&self, view: &View<'_>, legal: &Legal) -> Action {
        let (sequences, answers) = (Sequences::of(view), Answers::new(view));
        let mut best = (f64::NEG_INFINITY, Action::PASS);
        for action in legal.iter() {
            if u32::from(action.combination().cards) == view.hand().size() {
                return action;
            }
            let value = match action {
                Action::PASS => self.pass_value(view, &answers, sequences),
                _ => self.play_value(view, &answers, sequences, action),
            };
            if value > best.0 {
                best = (value, action);
            }
        }
        best.1
    }

    /// The better card to gain: the one face up, or the average of those unseen.
    #[inline(always)]
    fn take(&self, view: &View<'_>) -> Action {
        let Some(face_up) = view.face_up() else { return Action::TAKE_PILE };
        let (sequences, unseen) = (Sequences::of(view), view.unseen());
        let leads = view.leads_next() == view.seat();
        // A loop and not a closure: a closure would be compiled without the instructions that count bits.
        let (mut from_pile, mut from_table) = (0.0, 0.0);
        for rank in 0..=SPECIAL {
            let cards = unseen.count(rank);
            if cards == 0 && rank != face_up {
                continue;
            }
            let hand = view.hand().with(rank);
            let split = Split::of(hand, sequences);
            let goes_out = if leads && split.turns == 1 { GOES_OUT } else { 0.0 };
            let worth = goes_out + self.hand_value(hand, &split, split.chance_to_fit(unseen)) + self.deny * height(rank);
            from_pile += f64::from(cards) * worth;
            if rank == face_up {
                from_table = worth;
            }
        }
        if from_table * f64::from(unseen.size()) >= from_pile { Action::TAKE_FACE_UP } else { Action::TAKE_PILE }
    }
}

/// How near the opponent is to going out: 1 with one card, a half with two.
#[inline(always)]
fn nearness(view: &View<'_>) -> f64 {
    1.0 / f64::from(view.opponent_cards().max(1))
}

/// How high a rank is: from 0 for the 2 to 1 for the special rank.
#[inline(always)]
fn height(rank: u8) -> f64 {
    f64::from(rank) / f64::from(SPECIAL)
}

/// How far these ranks lie below the special one, added up: 1 for the 2.
#[inline(always)]
fn lowness(ranks: u16) -> f64 {
    // The sum of the ranks, bit by bit of their numbers.
    let with = |mask: u16| (ranks & mask).count_ones();
    let sum = with(0b10_1010_1010) + 2 * with(0b00_1100_1100) + 4 * with(0b00_1111_0000) + 8 * with(0b11_0000_0000);
    f64::from(u32::from(SPECIAL) * ranks.count_ones() - sum) / f64::from(SPECIAL)
}

impl Strategy<Crisps> for Heuristic {
    #[inline(never)]
    fn choose<'l>(&mut self, view: &View<'_>, legal: &'l Legal, _stream: &mut Stream) -> Result<Choice<'l, Action>, Failure> {
        let best = if legal.count() == 1 { legal.nth(0) } else { with_fast_bits(Decision { weights: self, view, legal }) };
        legal.choose(best).ok_or(Failure::NoLegalAction)
    }
}

/// A decision as a piece of work: too much to be compiled into the loop of the game, but full of bits to be counted.
struct Decision<'a> {
    weights: &'a Heuristic,
    view: &'a View<'a>,
    legal: &'a Legal,
}

impl Work for Decision<'_> {
    type Output = Action;

    #[inline(always)]
    fn run(self) -> Action {
        let Self { weights, view, legal } = self;
        if view.takes() { weights.take(view) } else { weights.best(view, legal) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Turn};
    use crate::games::crisps::{RANKS, Rules};
    use crate::rng::BlockStreams;

    fn rules(options: &[&str]) -> Option<Rules> {
        let mut settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
        for option in options {
            settings.apply_option(option).expect("a knob");
        }
        Crisps::derive_defaults(&mut settings);
        Crisps::rules(&settings, 2).ok()
    }

    /// Plays matches against itself; every choice is legal, and it goes out where it can.
    fn plays_well_formed(rules: &Rules) {
        let mut player = Heuristic::new(&Settings::defaults(&KNOBS));
        let mut stream = Stream::idle();
        for block in 0..20 {
            let mut chance = BlockStreams::new(7, block);
            let mut state = Crisps::start(rules, &mut chance, &mut ());
            while let Turn::Decide(seat) = Crisps::turn(&state) {
                let (legal, view) = (Crisps::legal(rules, &state), Crisps::view(rules, &state, seat));
                let action = player.choose(&view, &legal, &mut stream).expect("a choice").into_action();
                assert!(legal.contains(action));
                let goes_out = |action: Action| u32::from(action.combination().cards) == view.hand().size();
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
    fn lowness_adds_up_rank_by_rank() {
        for ranks in 0..1u16 << RANKS {
            let expected: f64 = (0..RANKS).filter(|rank| (ranks >> rank) & 1 == 1).map(|rank| 1.0 - height(rank)).sum();
            assert!((lowness(ranks) - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn the_shipped_file_has_the_defaults() {
        let file = crate::strategy::StrategyFile::find::<Crisps>("heuristic", &crate::input::Place::whole("test")).expect("shipped");
        assert_eq!(file.parameters, Settings::defaults(&KNOBS));
    }
}
