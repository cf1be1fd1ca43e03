//! The models of the other players in a search, and how they are fitted to the players' actions.

use crate::game::{Choice, Game, LegalSet, SeatView};
use crate::rng::Stream;
use crate::seat::{MAX_SEATS, Seat};
use crate::strategy::Strategy;

/// The weight of a seat's models with the fewest mismatches.
const FULL_WEIGHT: i32 = 1 << 16;

/// The number of bits by which each further mismatch shifts a weight down. Two bits are a
/// likelihood ratio of four to one: as if, of two actions, the right model predicted four times in
/// five which one is taken.
const BITS_A_MISMATCH: u32 = 2;

/// Strategies as models of the opponents. In each simulated game every opponent plays one of them.
/// At first all are equally likely; later a model is played more often the fewer mismatches it has:
/// observed decisions ([`Strategy::observe`]) in which it would have chosen another action. Smooth
/// weighted round-robin selects the model: it needs no random numbers, and no model is ever a whole
/// game ahead of its share.
///
/// Weighing a fixed set of models by Bayes' rule is opponent modelling by *types*: Albrecht and
/// Stone, "Autonomous Agents Modelling Other Agents", Artificial Intelligence 258 (2018), section
/// 4.2. A model with random choices is asked for a single draw, so it seems to fit less well than
/// it does.
#[derive(Clone, Debug)]
pub(super) struct Opponents<P> {
    models: Vec<Model<P>>,
    /// By seat, the model in the current simulated game.
    played: [u8; MAX_SEATS],
}

/// One of the strategies, and by seat its fit.
#[derive(Clone, Debug)]
struct Model<P> {
    player: P,
    /// The number of decisions in this game in which it would have chosen another action.
    mismatches: [u32; MAX_SEATS],
    /// Its relative frequency among the models of the seat.
    weight: [i32; MAX_SEATS],
    /// How far it is behind its share of the simulated games. Each game adds its weight; when it is
    /// played, the weights of all models are subtracted.
    lag: [i32; MAX_SEATS],
}

impl<P> Opponents<P> {
    /// Returns the models of the opponents: one that all of them play, several to choose from for
    /// each of them, or none.
    pub(super) fn new(players: impl Iterator<Item = P>) -> Self {
        let model = |player| Model {
            player,
            mismatches: [0; MAX_SEATS],
            weight: [FULL_WEIGHT; MAX_SEATS],
            lag: [0; MAX_SEATS],
        };
        Self { models: players.map(model).collect(), played: [0; MAX_SEATS] }
    }

    /// Returns whether there is no model.
    pub(super) fn is_empty(&self) -> bool {
        self.models.is_empty()
    }

    /// Returns whether there are several models, so that their fit matters.
    #[inline(always)]
    pub(super) fn may_differ(&self) -> bool {
        self.models.len() > 1
    }

    /// Begins a game, with players of unknown play.
    pub(super) fn begin_game<G: Game>(&mut self)
    where
        P: Strategy<G>,
    {
        for model in &mut self.models {
            model.player.new_game();
            model.mismatches = [0; MAX_SEATS];
        }
    }

    /// Counts the models that would have chosen another action than an opponent did. (A model that
    /// cannot choose is a mismatch as well.)
    pub(super) fn observe<G: Game>(
        &mut self,
        view: &G::View<'_>,
        legal: &G::Legal,
        action: G::Action,
        stream: &mut Stream,
    ) where
        P: Strategy<G>,
    {
        if legal.count() == 1 {
            return;
        }
        let seat = view.seat().index();
        for Model { player, mismatches, .. } in &mut self.models {
            let choice = player.choose_alone(view, legal, stream).map(Choice::into_action);
            mismatches[seat] += u32::from(choice != Ok(action));
        }
    }

    /// Weighs the models before a decision, by the observed decisions, and begins the first
    /// simulated game.
    pub(super) fn weigh(&mut self) {
        if !self.may_differ() {
            return;
        }
        for seat in 0..MAX_SEATS {
            let least = self.models.iter().map(|model| model.mismatches[seat]).min().unwrap_or(0);
            for model in &mut self.models {
                let bits = BITS_A_MISMATCH.saturating_mul(model.mismatches[seat] - least);
                model.weight[seat] = FULL_WEIGHT.checked_shr(bits).unwrap_or(0);
                model.lag[seat] = 0;
            }
        }
        self.next_simulation();
    }

    /// Begins another simulated game: in each seat, the model that is furthest behind its share is
    /// played; on a tie the first.
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

    /// Returns the player for an opponent in this simulated game, if it has a model.
    #[inline(always)]
    pub(super) fn in_seat(&mut self, seat: Seat) -> Option<&mut P> {
        let played = self.played[seat.index() % MAX_SEATS];
        self.models.get_mut(usize::from(played)).map(|model| &mut model.player)
    }

    /// Returns the number of a seat's decisions in which a model would have chosen another action.
    #[cfg(test)]
    pub(super) fn mismatches(&self, model: usize, seat: usize) -> u32 {
        self.models[model].mismatches[seat]
    }

    /// Returns the model of each seat in this many simulated games of the next decision.
    #[cfg(test)]
    pub(super) fn simulated(&mut self, games: usize) -> Vec<[u8; MAX_SEATS]> {
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
    fn models_without_observations_take_turns() {
        for count in 1..=4 {
            let played = Opponents::new(0..count).simulated(50);
            for (game, played) in played.into_iter().enumerate() {
                assert_eq!(
                    played,
                    [(game % count) as u8; MAX_SEATS],
                    "game {game} of {count} models"
                );
            }
        }
    }

    /// After any number of games, no model is a whole game ahead of its share.
    #[test]
    fn models_are_played_in_proportion_to_their_weights() {
        let mut stream = BlockStreams::new(3, 4).stream(Purpose::Strategy(0));
        for _ in 0..200 {
            let count = 2 + stream.below(3) as usize;
            let mut opponents = Opponents::new(0..count);
            for model in &mut opponents.models {
                model.mismatches = std::array::from_fn(|_| stream.below(6));
            }
            let likely = |seat: usize, model: usize| {
                0.25_f64.powi(opponents.models[model].mismatches[seat] as i32)
            };
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
                        // A played model was behind its share, so none is a whole game ahead, and
                        // none further behind than the others are ahead together.
                        let ahead = times[seat][model] - shares[seat][model] * f64::from(games);
                        assert!(
                            ahead < 1.0 && ahead > 1.0 - count as f64,
                            "{times:?} of {shares:?} after {games} games"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_hopeless_model_is_not_played() {
        for mismatches in [9, 17, 70_000, u32::MAX] {
            let mut opponents = Opponents::new(0..2);
            opponents.models[0].mismatches[5] = mismatches;
            let played = opponents.simulated(1000);
            assert!(
                played
                    .iter()
                    .enumerate()
                    .all(|(game, played)| played[5] == 1 && usize::from(played[4]) == game % 2)
            );
        }
    }
}
