//! Decisions with the worth of each of their actions: the training data of a network.

use std::collections::BTreeMap;
use std::mem;

use fairdeal::cards::bits::{Work, with_fast_bits};
use fairdeal::game::{LegalSet, Searchable, Turn, random_settings, share};
use fairdeal::input::{InputError, Settings};
use fairdeal::rng::{BlockStreams, Purpose, Stream};
use fairdeal::seat::{MAX_SEATS, Seat, WIN};
use fairdeal::strategy::{Failure, Features, Learnable, Network, Playable, Strategy};

/// The features of a position or an action, with the number of times that each is true (negative:
/// taken back from the position).
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Noted {
    pub(crate) features: Vec<(u16, f32)>,
    /// The opinion of the action without a network, in scores.
    pub(crate) opinion: f32,
}

impl Features for Noted {
    fn with(&mut self, feature: usize) {
        self.features.push((feature as u16, 1.0));
    }

    fn without(&mut self, feature: usize) {
        self.features.push((feature as u16, -1.0));
    }

    fn opinion(&mut self, worth: i32) {
        self.opinion = worth as f32 / Network::score_of_one() as f32;
    }
}

/// A decision of the learner.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Decision {
    /// The common features of all actions.
    pub(crate) position: Noted,
    /// By simulated action: its features, and its worth to the seat, from 0 to 1.
    pub(crate) actions: Vec<(Noted, f32)>,
}

/// The players of a strategy for tables of each size.
#[derive(Clone, Debug)]
pub(crate) struct Cast<G: Playable>(BTreeMap<usize, G::Player>);

impl<G: Playable> Cast<G> {
    /// Returns the players for tables of these `sizes`; `None` if one has no player.
    pub(crate) fn new(
        sizes: &[usize],
        player: impl Fn(usize) -> Option<G::Player>,
    ) -> Option<Self> {
        sizes
            .iter()
            .map(|&players| Some((players, player(players)?)))
            .collect::<Option<_>>()
            .map(Self)
    }

    /// Returns the player at a table for this many players, one of the sizes.
    pub(crate) fn at(&self, players: usize) -> &G::Player {
        &self.0[&players]
    }
}

/// The settings for gathering decisions.
#[derive(Clone, Debug)]
pub(crate) struct Gathering<G: Playable> {
    /// The rules that every table has in addition to random ones: `points_to_win=1`.
    pub(crate) set: Vec<String>,
    /// The numbers of players at the tables.
    pub(crate) players: Vec<usize>,
    /// The players in the place of the learner.
    pub(crate) learner: Cast<G>,
    /// The other players at its tables.
    pub(crate) panel: Vec<Cast<G>>,
    pub(crate) seed: u64,
    /// The weight of the margin of a win: from 0 to 1.
    pub(crate) margin: f32,
    /// The number of rollouts of each action.
    pub(crate) worlds: u32,
}

/// One in this many decisions of the learner is gathered.
const SPACING: u32 = 4;

/// The largest number of simulated actions of a decision.
const MOST_ACTIONS: usize = 8;

/// The largest number of actions from which these are selected.
const MOST_SHUFFLED: usize = 256;

/// The number of games under the same rules, which take some time to make.
const GAMES: u64 = 8;

/// One in this many decisions is random, so that rare positions are seen.
const RANDOM: u32 = 16;

/// One in this many seats of others is taken by a player of the panel.
const PANEL: u32 = 3;

/// The limit of turns in games under random rules.
const LONGEST: i64 = 300;

impl<G: Playable + Learnable + Searchable> Gathering<G> {
    /// Returns the decisions of a piece of work: a few games under the same rules. The rules, cards
    /// and players depend only on the seed and the number. `network` selects the best-looking
    /// actions if there are too many to simulate.
    pub(crate) fn piece(
        &self,
        number: u64,
        network: Option<&Network>,
    ) -> Result<Vec<Decision>, String> {
        let mut draws = BlockStreams::new(self.seed, number).stream(Purpose::Other(0));
        let players = self.players[draws.below(self.players.len() as u32) as usize];
        let rules = self.rules(players, &mut draws).map_err(|error| error.to_string())?;
        let mut decisions = Vec::new();
        for _ in 0..GAMES {
            let streams = BlockStreams::new(draws.word(), 0);
            let own = draws.below(players as u32) as usize;
            let mut learners = [true; MAX_SEATS];
            let mut table = Vec::new();
            for (seat, learner) in learners.iter_mut().enumerate().take(players) {
                let other = seat != own && !self.panel.is_empty() && draws.below(PANEL) == 0;
                *learner = !other;
                let who = if other {
                    &self.panel[draws.below(self.panel.len() as u32) as usize]
                } else {
                    &self.learner
                };
                table.push(who.at(players).clone());
            }
            let (margin, worlds) = (self.margin, self.worlds);
            let game = OneGame::<G> {
                rules: &rules,
                table: &mut table,
                learners,
                network,
                streams,
                draws: &mut draws,
                margin,
                worlds,
            };
            decisions.extend(with_fast_bits(game).map_err(|failure| failure.to_string())?);
        }
        Ok(decisions)
    }

    /// Draws the rules of a table: half have the designer's rules, a quarter another preset with
    /// some knob turned, and a quarter random rules.
    fn rules(&self, players: usize, draws: &mut Stream) -> Result<G::Rules, InputError> {
        let defaults = || Settings::defaults(G::DESCRIPTION.knobs);
        loop {
            let mut settings = match draws.below(4) {
                0 | 1 => defaults(),
                2 => {
                    let preset = &G::DESCRIPTION.presets
                        [draws.below(G::DESCRIPTION.presets.len() as u32) as usize];
                    let mut settings = defaults();
                    settings.apply_preset(preset);
                    // One knob of random rules.
                    let (other, which) = (
                        random_settings::<G>(players, LONGEST, draws),
                        draws.below(G::DESCRIPTION.knobs.len() as u32),
                    );
                    let (knob, value) = other
                        .iter()
                        .nth(which as usize)
                        .unwrap_or_else(|| unreachable!("as many as there are knobs"));
                    settings.apply_option(&format!("{}={value}", knob.key))?;
                    settings
                }
                _ => random_settings::<G>(players, LONGEST, draws),
            };
            settings.apply_option(&format!("max_turns={LONGEST}"))?;
            for option in &self.set {
                settings.apply_option(option)?;
            }
            // Conflicting rules are drawn anew.
            if let Ok(rules) = G::rules(&settings, players) {
                return Ok(rules);
            }
        }
    }
}

/// One game as work for `with_fast_bits`.
struct OneGame<'a, G: Playable> {
    rules: &'a G::Rules,
    table: &'a mut [G::Player],
    learners: [bool; MAX_SEATS],
    network: Option<&'a Network>,
    streams: BlockStreams,
    draws: &'a mut Stream,
    margin: f32,
    worlds: u32,
}

impl<G: Playable + Learnable + Searchable> Work for OneGame<'_, G> {
    type Output = Result<Vec<Decision>, Failure>;

    #[inline(always)]
    fn run(mut self) -> Self::Output {
        let (mut chance, mut decisions, mut tables) =
            (self.streams, Vec::new(), G::Tables::default());
        let mut own: [Stream; MAX_SEATS] =
            std::array::from_fn(|seat| self.streams.stream(Purpose::Strategy(seat as u8)));
        // Each player is a fresh copy that has not begun a game.
        self.table.iter_mut().for_each(Strategy::<G>::new_game);
        let mut state = G::start(self.rules, &mut chance, &mut ());
        while let Turn::Decide(seat) = G::turn(&state) {
            let legal = G::legal(self.rules, &state);
            let action = if legal.count() == 1 {
                legal.nth(0)
            } else {
                if self.learners[seat.index()] && self.draws.below(SPACING) == 0 {
                    decisions.push(self.worth(&mut tables, &state, seat, &legal, &own)?);
                }
                if self.draws.below(RANDOM) == 0 {
                    legal.nth(self.draws.below(legal.count()))
                } else {
                    self.table[seat.index()]
                        .choose(&G::view(self.rules, &state, seat), &legal, &mut own[seat.index()])?
                        .into_action()
                }
            };
            for (other, player) in self.table.iter_mut().enumerate() {
                if other != seat.index() && G::OPEN_DECISIONS && Strategy::<G>::observes(player) {
                    let view = G::view(self.rules, &state, seat);
                    player.observe(&view, &legal, action, &mut own[other]);
                }
            }
            G::apply(self.rules, &mut state, action, &mut chance, &mut ());
        }
        Ok(decisions)
    }
}

impl<G: Playable + Learnable + Searchable> OneGame<'_, G> {
    /// Estimates the worth of the actions of a decision: each is simulated to the end of the game,
    /// by the players at the table, over the same cards and with the same random numbers. A single
    /// rollout uses the actual cards (over many games, these are a sample of what the seat may
    /// assume); several rollouts use cards drawn from the seat's knowledge.
    #[inline(always)]
    fn worth(
        &mut self,
        tables: &mut G::Tables,
        state: &G::State,
        seat: Seat,
        legal: &G::Legal,
        own: &[Stream; MAX_SEATS],
    ) -> Result<Decision, Failure> {
        let view = G::view(self.rules, state, seat);
        let played_on = self.played_on(tables, &view, legal);
        let mut decision = Decision::default();
        let position = G::position(tables, &view, &mut decision.position);
        let determinizer = G::determinizer(&view);
        for action in &played_on {
            let mut noted = Noted::default();
            G::action(&view, &position, *action, &mut noted);
            decision.actions.push((noted, 0.0));
        }
        for _ in 0..self.worlds {
            let (world, streams, own) = if self.worlds == 1 {
                (state.clone(), self.streams, own.clone())
            } else {
                let streams = BlockStreams::new(self.draws.word(), 0);
                let own = std::array::from_fn(|seat| streams.stream(Purpose::Strategy(seat as u8)));
                (G::sample(self.rules, &determinizer, self.draws), streams, own)
            };
            for (action, (_, sum)) in played_on.iter().zip(&mut decision.actions) {
                let (mut state, mut chance, mut own) = (world.clone(), streams, own.clone());
                G::apply(self.rules, &mut state, *action, &mut chance, &mut ());
                while let Turn::Decide(seat) = G::turn(&state) {
                    let legal = G::legal(self.rules, &state);
                    let index = seat.index();
                    let action = self.table[index]
                        .choose(&G::view(self.rules, &state, seat), &legal, &mut own[index])?
                        .into_action();
                    G::apply(self.rules, &mut state, action, &mut chance, &mut ());
                }
                let mut worth =
                    share(G::outcome(self.rules, &state).winners)[index_of(seat)] as f32;
                if self.margin > 0.0 {
                    let by_margin =
                        G::margins(self.rules, &determinizer, &state)[index_of(seat)] as f32;
                    worth += self.margin * (by_margin - worth);
                }
                *sum += worth / WIN as f32;
            }
        }
        for (_, worth) in &mut decision.actions {
            *worth /= self.worlds as f32;
        }
        Ok(decision)
    }

    /// Returns the actions to simulate: all, or the best ones for half of the number and random
    /// ones for the other half.
    #[inline(always)]
    fn played_on(
        &mut self,
        tables: &mut G::Tables,
        view: &G::View<'_>,
        legal: &G::Legal,
    ) -> Vec<G::Action> {
        let mut actions: Vec<G::Action> = legal.iter().collect();
        if actions.len() <= MOST_ACTIONS {
            return actions;
        }
        while actions.len() > MOST_SHUFFLED {
            actions.swap_remove(self.draws.below(actions.len() as u32) as usize);
        }
        self.draws.shuffle(&mut actions);
        if let Some(network) = self.network {
            let mut common = network.begin();
            let position = G::position(tables, view, &mut common);
            let mut scored: Vec<(i32, G::Action)> = Vec::with_capacity(actions.len());
            for action in mem::take(&mut actions) {
                let mut sums = common;
                G::action(view, &position, action, &mut sums);
                scored.push((network.score(&sums), action));
            }
            // The order of the others stays random: the sort is stable, and only the best are moved
            // to the front.
            let best = |scored: &[(i32, G::Action)]| {
                (0..scored.len()).max_by_key(|place| scored[*place].0).unwrap_or(0)
            };
            for _ in 0..MOST_ACTIONS / 2 {
                actions.push(scored.remove(best(&scored)).1);
            }
            actions.extend(scored.into_iter().map(|(_, action)| action));
        }
        actions.truncate(MOST_ACTIONS);
        actions
    }
}

fn index_of(seat: Seat) -> usize {
    seat.index() % MAX_SEATS
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal::games::crisps::Crisps;
    use fairdeal::input::Location;
    use fairdeal::strategy::Repertoire;
    use fairdeal::strategy::StrategyFile;

    #[test]
    fn results_depend_only_on_the_number() {
        let cast = |name: &str| {
            let file =
                StrategyFile::find(Repertoire::of::<Crisps>(), name, &Location::whole("test"))
                    .expect("shipped");
            Cast::new(&[2], |players| file.player::<Crisps>(players)).expect("a kind of the list")
        };
        let gathering = Gathering::<Crisps> {
            set: vec!["points_to_win=1".to_owned()],
            players: vec![2],
            learner: cast("heuristic"),
            panel: vec![cast("greedy")],
            seed: 1,
            margin: 0.0,
            worlds: 1,
        };
        let network = Network::blank(Crisps::FEATURES);
        let piece = |number: u64| gathering.piece(number, Some(&network)).expect("legal play");
        let (first, second) = (piece(1), piece(2));
        assert_eq!((&first, &second), (&piece(1), &piece(2)));
        assert_ne!(first, second);
        for decision in first.iter().chain(&second) {
            assert!((2..=MOST_ACTIONS).contains(&decision.actions.len()));
            assert!(
                decision.actions.iter().all(|(_, worth)| (0.0..=1.0).contains(worth)),
                "{decision:?}"
            );
        }
        let decides = |decision: &Decision| {
            decision.actions.iter().any(|(_, worth)| (worth - decision.actions[0].1).abs() > 0.1)
        };
        assert!(first.iter().chain(&second).any(decides), "some action wins, and another does not");
    }
}
