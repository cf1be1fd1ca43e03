//! The kind `greedy`, for every game in a file.

use fairdeal_core::game::{Choice, Game, LegalSet, Searchable, SeatView, by_lead};
use fairdeal_core::input::{Knob, knobs};
use fairdeal_core::rng::{BlockStreams, Purpose, Stream};
use fairdeal_core::seat::WIN;
use fairdeal_core::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

use super::{FileGame, Options, View, aim};
use crate::machine::options::ROOM;
use crate::machine::play;

knobs! {
    /// The parameters.
    struct Parameters {
        /// draws of the hidden cards, over which the worth of an action is averaged
        draws: u32 = 4, in 1..=1000;
    }
}

/// Takes the action after which its own position is best, over a few draws of the cards that it
/// cannot see, with chance of their own.
#[derive(Clone, Debug)]
pub struct Greedy {
    draws: u32,
    /// By option: its worth.
    worths: Vec<i128>,
}

impl StrategyKind for Greedy {
    const SUMMARY: &'static str = "takes the action after which its own position is best, by the \
        file's function `worth` or by its score, over a few draws of the cards that it cannot see";
    const KNOBS: &'static [Knob] = Parameters::KNOBS;
    const ESTIMATES: bool = true;

    fn new(file: &StrategyFile) -> Self {
        let draws = Parameters::read(&file.parameters).draws;
        Self { draws, worths: Vec::new() }
    }
}

impl Strategy<FileGame> for Greedy {
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Options,
        stream: &mut Stream,
    ) -> Result<Choice<'l, <FileGame as Game>::Action>, Failure> {
        let count = legal.count();
        if count == 1 {
            return legal.choose_nth(0).ok_or(Failure::NoLegalAction);
        }
        let (rules, seat) = (view.rules(), view.seat().index());
        let determinizer = FileGame::determinizer(view);
        let Self { draws, worths } = self;
        worths.clear();
        // At once for most choices: a game allocates nothing after the first one.
        worths.reserve(ROOM);
        worths.resize(count as usize, 0);
        for _ in 0..*draws {
            let streams = BlockStreams::new(stream.word(), 0);
            let world = FileGame::sample(rules, &determinizer, stream);
            for (place, worth) in worths.iter_mut().enumerate() {
                let (mut state, mut chance) = (world.clone(), streams);
                FileGame::apply(rules, &mut state, legal.nth(place as u32), &mut chance, &mut ());
                *worth += play::position_worth(&rules.code, state.machine_mut(), seat);
            }
        }
        // Of several equally good ones a random one: the first is often to pass.
        let (mut best, mut equal) = (0, 0);
        for place in 0..count as usize {
            if place == 0 || worths[place] > worths[best] {
                (best, equal) = (place, 1);
            } else if worths[place] == worths[best] {
                equal += 1;
                if stream.below(equal) == 0 {
                    best = place;
                }
            }
        }
        legal.choose_nth(best as u32).ok_or(Failure::NoLegalAction)
    }

    /// By its lead in what positions are worth, over one draw of the hidden cards. `None` where that
    /// does not say who wins, and where the aim is a score.
    fn worth(&mut self, view: &View<'_>, _: <FileGame as Game>::Action) -> Option<f32> {
        let rules = view.rules();
        if FileGame::score_range(rules).is_some() {
            return None;
        }
        let whole = rules.whole_worth.get_or_init(|| aim::whole_lead(rules, aim::worths));
        let mut chance = BlockStreams::new(0, 0).stream(Purpose::Strategy(0));
        let world = FileGame::sample(rules, &FileGame::determinizer(view), &mut chance);
        let lead = aim::lead(rules, &aim::worths(rules, &world), view.seat().index());
        Some(by_lead(&[lead, 0], (*whole)?)[0] as f32 / WIN as f32)
    }
}

#[cfg(test)]
mod tests {
    use fairdeal_core::game::Turn;
    use fairdeal_core::input::Settings;
    use fairdeal_core::strategy::TypedGame;

    use super::super::MadeGame;
    use super::*;
    use crate::front;

    /// What the player to move estimates after the first player took `first` of 0 to 4 points, in a
    /// game with these options in its head and these functions at its end.
    fn estimate(head: &str, first: u32, functions: &str) -> Option<f32> {
        let text = format!(
            "from fairdeal import *\n\ngame(\"Small\", players=(2, 2){head})\npoints = each_player(0)\n\n\n\
             def play():\n    for p in [0, 1, 0, 1]:\n        points[p] += choose(p, [0, 1, 2, 3, 4])\n\n\n\
             {functions}\n"
        );
        let program = front::compile("small.py", &text, &mut |_| Err("no tables".to_owned()));
        let game = MadeGame::new(program.expect("a game"));
        let knobs = TypedGame::repertoire(&game).game.knobs;
        let rules = game.rules_of(&Settings::defaults(knobs), 2).expect("rules");
        let mut chance = BlockStreams::new(1, 0);
        let mut state = FileGame::start(&rules, &mut chance, &mut ());
        let action = FileGame::legal(&rules, &state).nth(first);
        FileGame::apply(&rules, &mut state, action, &mut chance, &mut ());
        let Turn::Decide(seat) = FileGame::turn(&state) else { panic!("a decision") };
        let view = FileGame::view(&rules, &state, seat);
        let action = FileGame::legal(&rules, &state).nth(0);
        Greedy { draws: 1, worths: Vec::new() }.worth(&view, action)
    }

    #[test]
    fn who_is_ahead_is_estimated_to_win() {
        let score = "def score(p):\n    return points[p]";
        let by_score = [0, 1, 4].map(|first| estimate("", first, score).expect("an estimate"));
        assert!((by_score[0] - 0.5).abs() < 1e-6, "{by_score:?}");
        assert!(by_score[0] > by_score[1] && by_score[1] > by_score[2], "{by_score:?}");
        assert!(by_score[2] >= 0.0);
        // The function `worth` comes before the score: the square of one point is less of a lead.
        let worth = format!("{score}\n\n\ndef worth(p):\n    return points[p] * points[p]");
        let by_worth = estimate("", 1, &worth).expect("an estimate");
        assert!(by_worth > by_score[1] && by_worth < 0.5, "{by_worth} {by_score:?}");
        let fewest = estimate(", lowest_wins=True", 4, score).expect("an estimate");
        assert!((fewest - (1.0 - by_score[2])).abs() < 0.01, "{fewest} {by_score:?}");
    }

    #[test]
    fn nothing_is_estimated_where_it_would_not_say_who_wins() {
        let score = "def score(p):\n    return points[p]";
        let worth = format!("{score}\n\n\ndef worth(p):\n    return 0 - points[p]");
        assert_eq!(estimate("", 1, &worth), None, "the most points win");
        assert_eq!(estimate(", aim=\"score\"", 1, score), None);
        assert_eq!(estimate("", 1, "def score(p):\n    return 0"), None, "all are level");
    }
}
