//! The kind `heuristic` for Crackpipe.

mod features;
mod outlook;
mod prospects;

use crate::cards::bits::fast_fn;
use crate::game::{Choice, LegalSet};
use crate::games::crackpipe::{Action, Crackpipe, Legal, View};
use crate::input::{Knob, WEIGHT, knobs};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};
use outlook::Outlook;
use prospects::Prospects;

knobs! {
    /// The weights of the parts of an action's value; a card gained now is worth 1.
    struct Weights {
        /// cost of each card given to the receiver now, divided by the number of opponents
        given: f64 = 1.4, in WEIGHT;
        /// cost of each card to be given away in later turns, divided by the number of opponents
        loss: f64 = 0.8, in WEIGHT;
        /// value of each card that the top of one's own pipe will draw in later turns
        prospects: f64 = 0.62, in WEIGHT;
        /// cost of each card that the tops of others' pipes will draw, divided by the number of
        /// opponents
        rival: f64 = 1.0, in WEIGHT;
        /// value of each card that the next player will probably have to pass to this one
        gift: f64 = 0.75, in WEIGHT;
    }
}

/// Weighs the cards gained and given now, and those that the top cards left behind will bring.
#[derive(Clone, Debug)]
pub struct Heuristic {
    weights: Weights,
    /// The cards that top cards bring under the rules of the game.
    prospects: Box<Prospects>,
}

impl StrategyKind for Heuristic {
    const SUMMARY: &'static str =
        "weighs the cards gained and given now, and the cards that the tops of pipes will bring";
    const KNOBS: &'static [Knob] = Weights::KNOBS;

    fn new(file: &StrategyFile) -> Self {
        Self { weights: Weights::read(&file.parameters), prospects: Box::new(Prospects::unknown()) }
    }
}

impl Heuristic {
    /// The better of two actions; the first one on a tie. (The view is passed by value, so that
    /// only strategies that need it build it.)
    #[inline(never)]
    fn better(&mut self, view: View<'_>, actions: [Action; 2]) -> Action {
        self.prospects.suit(&view, self.weights.loss);
        better(self, &view, actions)
    }
}

fast_fn! {
    fn better<'a>(player: &'a Heuristic, view: &'a View<'a>, actions: [Action; 2]) -> Action {
        let [first, second] =
            Outlook::new(&player.weights, &player.prospects, view).values(actions);
        if second > first { actions[1] } else { actions[0] }
    }
}

impl Strategy<Crackpipe> for Heuristic {
    #[inline(always)]
    fn new_game(&mut self) {
        self.prospects.new_game();
    }

    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        legal.choose(self.better(*view, legal.both())).ok_or(Failure::NoLegalAction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Turn, random_settings};
    use crate::input::{Location, Settings};
    use crate::rng::{BlockStreams, Purpose};
    use crate::strategy::Repertoire;

    fn shipped() -> StrategyFile {
        StrategyFile::find(Repertoire::of::<Crackpipe>(), "heuristic", &Location::whole("test"))
            .expect("shipped")
    }

    #[test]
    fn any_rules_can_be_played() {
        let mut stream = BlockStreams::new(9, 9).stream(Purpose::Strategy(0));
        let mut player = Heuristic::new(&shipped());
        for (block, players) in (0..70).zip((2..=8).cycle()) {
            let settings = random_settings::<Crackpipe>(players, 100, &mut stream);
            let rules = Crackpipe::rules(&settings, players).expect("can be dealt");
            let mut chance = BlockStreams::new(7, block);
            let mut state = Crackpipe::start(&rules, &mut chance, &mut ());
            player.new_game();
            while let Turn::Decide(seat) = Crackpipe::turn(&state) {
                let (legal, view) =
                    (Crackpipe::legal(&rules, &state), Crackpipe::view(&rules, &state, seat));
                let outlook_is_finite = |player: &Heuristic| {
                    let outlook = Outlook::new(&player.weights, &player.prospects, &view);
                    outlook.values(legal.both()).into_iter().all(f64::is_finite)
                };
                let action =
                    player.choose(&view, &legal, &mut stream).expect("a choice").into_action();
                assert!(legal.contains(action) && outlook_is_finite(&player));
                Crackpipe::apply(&rules, &mut state, action, &mut chance, &mut ());
            }
        }
    }

    #[test]
    fn the_shipped_file_has_the_defaults() {
        assert_eq!(shipped().parameters, Settings::defaults(Heuristic::KNOBS));
    }
}
