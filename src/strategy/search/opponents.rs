//! What a search supposes that the other players play, and how it finds out by what they do.

use crate::game::{Choice, Game, LegalSet, SeatView};
use crate::rng::Stream;
use crate::seat::{MAX_SEATS, Seat};
use crate::strategy::Strategy;

/// The weight of the model of a seat that was surprised least often. Each more surprise leaves a quarter of it: as if, of two actions, the right model
/// foretold four times in five which one is taken.
const WHOLE: i32 = 1 << 16;
const BITS_A_SURPRISE: u32 = 2;

/// Strategies as models of the opponents. In each simulated game every opponent plays one of them: in turn at first, and more and more the one that would have
/// taken the decisions that this opponent took, as far as it was seen to decide ([`Strategy::observe`]). A model that draws its actions by chance is surprised
/// whenever it draws another one.
///
/// To weigh a fixed set of models by Bayes' rule is opponent modelling by *types*: Albrecht and Stone, "Autonomous Agents Modelling Other Agents", Artificial
/// Intelligence 258 (2018), section 4.2.
#[derive(Clone, Debug)]
pub(in crate::strategy) struct Opponents<P> {
    models: Vec<Model<P>>,
    /// Which model each seat plays in this simulated game.
    played: [u8; MAX_SEATS],
}

/// One of the strategies, and by seat how well it fits.
#[derive(Clone, Debug)]
struct Model<P> {
    player: P,
    /// How many decisions in this game it would have taken otherwise.
    surprises: [u32; MAX_SEATS],
    /// How often it is to be played, compared with the other models of the seat.
    weight: [i32; MAX_SEATS],
    /// How far it lags behind that: its weight, once for each simulated game, less the weights of all, once for each game that it played.
    lag: [i32; MAX_SEATS],
}

impl<P> Opponents<P> {
    /// Takes the strategies that opponents may play: one that they surely play, several of which one must fit, or none, if any play is possible.
    pub(in crate::strategy) fn new(players: impl Iterator<Item = P>) -> Self {
        let model = |player| Model { player, surprises: [0; MAX_SEATS], weight: [WHOLE; MAX_SEATS], lag: [0; MAX_SEATS] };
        Self { models: players.map(model).collect(), played: [0; MAX_SEATS] }
    }

    /// Is nothing supposed of them?
    pub(super) fn is_empty(&self) -> bool {
        self.models.is_empty()
    }

    /// Could they play one thing or another?
    #[inline(always)]
    pub(super) fn may_differ(&self) -> bool {
        self.models.len() > 1
    }

    /// A game begins, with players of whom nothing is known.
    pub(in crate::strategy) fn begin_game<G: Game>(&mut self)
    where
        P: Strategy<G>,
    {
        for model in &mut self.models {
            model.player.new_game();
            model.surprises = [0; MAX_SEATS];
        }
    }

    /// An opponent took one of these actions: whom does that surprise? (A model that cannot choose is surprised as well.)
    pub(in crate::strategy) fn observe<G: Game>(&mut self, view: &G::View<'_>, legal: &G::Legal, action: G::Action, stream: &mut Stream)
    where
        P: Strategy<G>,
    {
        if legal.count() == 1 {
            return;
        }
        let seat = view.seat().index();
        for Model { player, surprises, .. } in &mut self.models {
            let choice = player.choose_alone(view, legal, stream).map(Choice::into_action);
            surprises[seat] += u32::from(choice != Ok(action));
        }
    }

    /// A decision is due: the models are weighed by what was seen, and the first simulated game begins.
    pub(super) fn weigh(&mut self) {
        if !self.may_differ() {
            return;
        }
        for seat in 0..MAX_SEATS {
            let least = self.models.iter().map(|model| model.surprises[seat]).min().unwrap_or(0);
            for model in &mut self.models {
                let bits = BITS_A_SURPRISE.saturating_mul(model.surprises[seat] - least);
                model.weight[seat] = WHOLE.checked_shr(bits).unwrap_or(0);
                model.lag[seat] = 0;
            }
        }
        self.next_simulation();
    }

    /// Another simulated game begins: in each seat, the model that lags behind most is played; of equals the first.
    #[inline(always)]
    pub(super) fn next_simulation(&mut self) {
        if !self.may_differ() {
            return;
        }
        for seat in 0..MAX_SEATS {
            let (mut played, mut most, mut whole) = (0, i32::MIN, 0);
            for (index, model) in self.models.iter_mut().enumerate() {
                whole += model.weight[seat];
                model.lag[seat] += model.weight[seat];
                if model.lag[seat] > most {
                    (played, most) = (index, model.lag[seat]);
                }
            }
            self.models[played].lag[seat] -= whole;
            self.played[seat] = played as u8;
        }
    }

    /// Who plays for an opponent in this simulated game, if anything is supposed of it.
    #[inline(always)]
    pub(super) fn in_seat(&mut self, seat: Seat) -> Option<&mut P> {
        let played = self.played[seat.index() % MAX_SEATS];
        self.models.get_mut(usize::from(played)).map(|model| &mut model.player)
    }
    /// How many decisions of a seat surprised a model.
    #[cfg(any(test, feature = "conformance"))]
    pub(in crate::strategy) fn surprises(&self, model: usize, seat: usize) -> u32 {
        self.models[model].surprises[seat]
    }

    /// A decision is due: which model each seat plays in so many simulated games.
    #[cfg(any(test, feature = "conformance"))]
    pub(in crate::strategy) fn simulated(&mut self, games: usize) -> Vec<[u8; MAX_SEATS]> {
        self.weigh();
        let play = |_| {
            let played = self.played;
            self.next_simulation();
            played
        };
        (0..games).map(play).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{BlockStreams, Purpose};

    #[test]
    fn models_of_whom_nothing_is_known_take_turns() {
        for count in 1..=4 {
            let played = Opponents::new(0..count).simulated(50);
            for (game, played) in played.into_iter().enumerate() {
                assert_eq!(played, [(game % count) as u8; MAX_SEATS], "game {game} of {count} models");
            }
        }
    }

    /// After any number of games, what was played is within one game of what the surprises allow.
    #[test]
    fn models_are_played_as_often_as_they_are_likely() {
        let mut stream = BlockStreams::new(3, 4).stream(Purpose::Strategy(0));
        for _ in 0..200 {
            let count = 2 + stream.below(3) as usize;
            let mut opponents = Opponents::new(0..count);
            for model in &mut opponents.models {
                model.surprises = std::array::from_fn(|_| stream.below(6));
            }
            let likely = |seat: usize, model: usize| 0.25_f64.powi(opponents.models[model].surprises[seat] as i32);
            let shares: Vec<Vec<f64>> = (0..MAX_SEATS)
                .map(|seat| {
                    let whole: f64 = (0..count).map(|model| likely(seat, model)).sum();
                    (0..count).map(|model| likely(seat, model) / whole).collect()
                })
                .collect();
            let mut times = vec![vec![0.0; count]; MAX_SEATS];
            for (games, played) in (1..).zip(opponents.simulated(300)) {
                for seat in 0..MAX_SEATS {
                    times[seat][usize::from(played[seat])] += 1.0;
                    for model in 0..count {
                        // Whoever is played lagged behind; so nobody is a whole game ahead, and nobody lags further behind than the others are ahead together.
                        let ahead = times[seat][model] - shares[seat][model] * f64::from(games);
                        assert!(ahead < 1.0 && ahead > 1.0 - count as f64, "{times:?} of {shares:?} after {games} games");
                    }
                }
            }
        }
    }

    #[test]
    fn a_model_that_is_hopeless_is_not_played() {
        for surprises in [9, 17, 70_000, u32::MAX] {
            let mut opponents = Opponents::new(0..2);
            opponents.models[0].surprises[5] = surprises;
            let played = opponents.simulated(1000);
            assert!(played.iter().enumerate().all(|(game, played)| played[5] == 1 && usize::from(played[4]) == game % 2));
        }
    }
}
