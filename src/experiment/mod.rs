//! Experiments: what a file says, made into a plan that can be played.

mod digest;
mod file;
mod rules;
mod sensitivity;
mod stop;
mod sweep;

use crate::input::{Location, Settings};
use crate::metrics::{Analysis, Design, Label, Pair, Shape, Stop};
use crate::strategy::{Entrant, Playable};

pub use digest::SCHEMA_VERSION;
pub use file::{Overrides, game_of, parse};
pub use rules::{RulesChoice, resolve_defaults};

/// A question in a form that can be played: everything checked, nothing left to go wrong but the strategies.
#[derive(Debug)]
pub struct Plan<G: Playable> {
    /// The experiment's name: that of its file, or of the command.
    pub name: String,
    /// What it asks, in the designer's words.
    pub question: String,
    /// The seed of all its random numbers.
    pub seed: u64,
    /// How many blocks it plays; at most, where it may end early.
    pub blocks: u64,
    /// When it may end early.
    pub stop: Option<Stop>,
    /// Every strategy meets every other one, and all are rated.
    pub round_robin: bool,
    /// They also play against themselves, and it is noted who is ahead: so many of the strategies at the end are the ones before them with more time to think,
    /// and meet only those.
    pub ladder: Option<usize>,
    /// The variants are points of a box of rules, to find out which knob matters.
    pub sensitivity: Option<Design>,
    /// The variant that the others are compared with: an index into `variants`.
    pub baseline: usize,
    /// The variants of the rules.
    pub variants: Vec<Variant>,
    /// The line-ups.
    pub lineups: Vec<Lineup>,
    /// All strategies that sit in some line-up, each once.
    pub strategies: Vec<Entrant<G>>,
    /// How the counts are judged.
    pub analysis: Analysis,
    /// Variant by variant, line-up by line-up: what is played and counted.
    pub cells: Vec<PlannedCell<G>>,
}

/// A variant of the rules.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// Its knobs, defaults filled in.
    pub settings: Settings,
    /// Where it lies in a sweep: each knob that is swept over with its value; empty where none is.
    pub point: Vec<(&'static str, String)>,
}

/// A line-up: one strategy a seat.
#[derive(Clone, Debug)]
pub struct Lineup {
    /// Its name: "greedy vs random", or "4 x greedy".
    pub name: String,
    /// The strategies as they were listed, one a seat: indices into the plan's strategies.
    pub entries: Vec<usize>,
}

/// One variant played by one line-up.
#[derive(Debug)]
pub struct PlannedCell<G: Playable> {
    /// What it is called in the tables, and who sits where.
    pub label: Label,
    /// Its variant: an index into the plan's.
    pub variant: usize,
    /// The rules, ready to play.
    pub rules: G::Rules,
}

impl<G: Playable> Plan<G> {
    /// How many games a block holds, over all variants, line-ups and arrangements.
    pub fn games_per_block(&self) -> u64 {
        self.cells.iter().map(|cell| cell.label.shape.games_per_block() as u64).sum()
    }

    /// Line-ups that hold the same strategies in another order, pair by pair: they play the same games.
    pub fn same_lineups(&self) -> Vec<(&str, &str)> {
        let sorted = |lineup: &Lineup| {
            let mut entries = lineup.entries.clone();
            entries.sort_unstable();
            entries
        };
        let later = |(index, lineup): (usize, &'_ Lineup)| {
            let first = self.lineups[..index].iter().position(|earlier| sorted(earlier) == sorted(lineup))?;
            Some((first, index))
        };
        let pairs = self.lineups.iter().enumerate().filter_map(later);
        pairs.map(|(first, index)| (self.lineups[first].name.as_str(), self.lineups[index].name.as_str())).collect()
    }

    /// The cells that are compared: every variant but the baseline with it, line-up by line-up.
    pub fn pairs(&self) -> Vec<Pair> {
        let lineups = self.lineups.len();
        let compared = self.sensitivity.is_none();
        let variants = (0..self.variants.len()).filter(|variant| compared && *variant != self.baseline);
        let pair = |variant: usize, lineup: usize| Pair {
            baseline: self.baseline * lineups + lineup,
            variant: variant * lineups + lineup,
            same_rules: self.variants[variant].settings == self.variants[self.baseline].settings,
        };
        variants.flat_map(|variant| (0..lineups).map(move |lineup| pair(variant, lineup))).collect()
    }

    /// The rules of a cell as the trace writes them.
    pub fn rules_json(&self, cell: &PlannedCell<G>) -> serde_json::Map<String, serde_json::Value> {
        G::rules_json(&self.variants[cell.variant].settings, &cell.rules)
    }

    /// A plan without a file: one variant, one line-up.
    ///
    /// # Errors
    /// When the rules do not suit the number of players.
    pub fn single<S: Clone + Into<Entrant<G>>>(
        variant: &str,
        (seed, blocks): (u64, u64),
        settings: Settings,
        strategies: &[S],
        analysis: Analysis,
    ) -> Result<Self, crate::input::InputError> {
        let mut plan = Self {
            name: "match".to_owned(),
            question: String::new(),
            seed,
            blocks,
            stop: None,
            round_robin: false,
            ladder: None,
            sensitivity: None,
            baseline: 0,
            variants: vec![Variant { name: variant.to_owned(), settings, point: Vec::new() }],
            lineups: Vec::new(),
            strategies: Vec::new(),
            analysis,
            cells: Vec::new(),
        };
        plan.add_lineup(&entrants(strategies), &Location::whole("--strategies"))?;
        plan.make_cells()?;
        Ok(plan)
    }

    /// The same with a line-up for every choice of so many `players` among the strategies, which are all different.
    ///
    /// # Errors
    /// When the rules do not suit the number of players.
    pub fn all_against_all<S: Clone + Into<Entrant<G>>>(
        mut self,
        strategies: &[S],
        players: usize,
    ) -> Result<Self, crate::input::InputError> {
        let strategies = entrants(strategies);
        (self.round_robin, self.lineups, self.strategies, self.cells) = (true, Vec::new(), Vec::new(), Vec::new());
        let mut chosen: Vec<usize> = (0..players).collect();
        loop {
            let lineup: Vec<Entrant<G>> = chosen.iter().map(|index| strategies[*index].clone()).collect();
            self.add_lineup(&lineup, &Location::whole("--strategies"))?;
            // The next choice: the last place that can move on does, and those after it follow closely.
            let Some(place) = (0..players).rev().find(|place| chosen[*place] + players - place < strategies.len()) else { break };
            chosen[place] += 1;
            for next in place + 1..players {
                chosen[next] = chosen[next - 1] + 1;
            }
        }
        self.make_cells()?;
        Ok(self)
    }

    /// The same as a ladder for two players, in which it is noted who is ahead: each of the strategies, which are all different, plays against each other
    /// one and against itself; each of `further` ones plays against the one before it alone (the first against the last of the strategies) and itself.
    ///
    /// # Errors
    /// When the rules do not suit two players.
    pub fn ladder<S: Clone + Into<Entrant<G>>>(self, strategies: &[S], further: &[S]) -> Result<Self, crate::input::InputError> {
        let (strategies, further) = (entrants(strategies), entrants(further));
        let mut plan = self.all_against_all(&strategies, 2)?;
        (plan.ladder, plan.cells) = (Some(further.len()), Vec::new());
        let place = Location::whole("--strategies");
        let chain: Vec<&Entrant<G>> = strategies.last().into_iter().chain(&further).collect();
        for pair in chain.windows(2) {
            plan.add_lineup(&[pair[0].clone(), pair[1].clone()], &place)?;
        }
        for strategy in strategies.iter().chain(&further) {
            plan.add_lineup(&[strategy.clone(), strategy.clone()], &place)?;
        }
        plan.make_cells()?;
        Ok(plan)
    }

    /// Adds a line-up; the number of players must suit the game.
    fn add_lineup(&mut self, strategies: &[Entrant<G>], place: &Location) -> Result<(), crate::input::InputError> {
        file::check_players::<G>(strategies.len(), place)?;
        let mut entries = Vec::with_capacity(strategies.len());
        for strategy in strategies {
            let known = self.strategies.iter().position(|known| known.name() == strategy.name());
            if let Some(other) = known.filter(|index| self.strategies[*index] != *strategy) {
                let problem = crate::input::Problem::Duplicate { what: "strategy name", name: self.strategies[other].name().to_owned() };
                return Err(crate::input::InputError::new(place.clone(), problem));
            }
            entries.push(known.unwrap_or_else(|| {
                self.strategies.push(strategy.clone());
                self.strategies.len() - 1
            }));
        }
        self.lineups.push(Lineup { name: lineup_name(strategies), entries });
        Ok(())
    }

    /// Makes the rules of every variant for every line-up.
    fn make_cells(&mut self) -> Result<(), crate::input::InputError> {
        for (index, variant) in self.variants.iter().enumerate() {
            for lineup in &self.lineups {
                let names: Vec<String> = lineup.entries.iter().map(|entry| self.strategies[*entry].name().to_owned()).collect();
                let label = Label {
                    game: &G::DESCRIPTION,
                    variant: variant.name.clone(),
                    point: variant.point.clone(),
                    lineup: lineup.name.clone(),
                    shape: Shape::new(&names),
                };
                self.cells.push(PlannedCell { label, variant: index, rules: G::rules(&variant.settings, names.len())? });
            }
        }
        Ok(())
    }
}

/// Strategies as those who take part.
fn entrants<G: Playable, S: Clone + Into<Entrant<G>>>(strategies: &[S]) -> Vec<Entrant<G>> {
    strategies.iter().cloned().map(Into::into).collect()
}

/// What a line-up is called: its strategies seat by seat, or their number where three or more are the same.
fn lineup_name<G: Playable>(strategies: &[Entrant<G>]) -> String {
    let names: Vec<&str> = strategies.iter().map(Entrant::name).collect();
    match &names[..] {
        [first, _, _, ..] if names.iter().all(|name| name == first) => format!("{} x {first}", names.len()),
        _ => names.join(" vs "),
    }
}
