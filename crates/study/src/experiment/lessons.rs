//! The trainings of a plan whose players learn the rules before they play.

use std::collections::BTreeSet;

use fairdeal_core::game::AnyRules;
use fairdeal_core::input::{InputError, Location, Problem, Problems};
use fairdeal_core::rng::other_seed;
use fairdeal_core::strategy::{Entrant, StrategyFile};
use fairdeal_learn::{Course, Outlook};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Plan;
use super::adapt::Adapt;
use super::digest::{SCHEMA_VERSION, hexadecimal};
use super::given::among;

/// Up to so many sets of rules have a training each. Of more, the baseline has one, and one player
/// learns all others.
const SINGLE: usize = 8;

/// Training number n of an experiment has the seed of the experiment with this number and n.
const SEEDS: u64 = 1 << 32;

/// A training that a plan needs.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The identity: everything that decides which player comes out, in hexadecimal.
    pub key: String,
    /// The players who learn by it.
    pub(super) player: Entrant,
    /// The names of the sets of rules.
    pub variants: Vec<String>,
    /// The tables: numbers of players, and rules.
    pub(crate) tables: Vec<(usize, AnyRules)>,
    /// The number of games.
    pub games: u64,
    /// The seed.
    pub(crate) seed: u64,
    /// The player of the first games; random play if there is none.
    pub teacher: Option<StrategyFile>,
    /// The player from whose weights they go on; from nothing if there is none.
    pub from: Option<StrategyFile>,
}

impl Plan {
    /// Adds the line-ups of players who adapt, unless the file names some: at tables of each size
    /// all of them, and one among the players of each line-up of equals, which tells whether they
    /// are stronger.
    pub(super) fn add_adapted(&mut self, place: &Location, problems: &mut Problems) {
        let players = match &self.adapt {
            Some(adapt) if !self.strategies.iter().any(Entrant::learns) => adapt.players.clone(),
            _ => return,
        };
        let equals = self.lineups.iter().filter(|lineup| {
            lineup.entries.len() > 1 && lineup.entries.iter().all(|one| *one == lineup.entries[0])
        });
        let among_equals: Vec<Vec<Entrant>> = equals
            .map(|lineup| {
                let other = &self.strategies[lineup.entries[0]];
                among(players[0].clone(), other, lineup.entries.len())
            })
            .collect();
        let sizes = self.table_sizes();
        let alike = sizes.into_iter().flat_map(|size| {
            players.iter().map(move |player| vec![player.clone(); size]).collect::<Vec<_>>()
        });
        for lineup in alike.collect::<Vec<_>>().into_iter().chain(among_equals) {
            problems.take(self.add_lineup(lineup, place));
        }
    }

    /// Decides how long players learn, and from whom first, where the file does not say so.
    pub(super) fn plan_lessons(&mut self) -> Result<(), InputError> {
        let learns = self.strategies.iter().any(Entrant::learns);
        let is_known = |adapt: &Adapt| {
            adapt.games.is_some() && (adapt.teacher.is_some() || adapt.from.is_some())
        };
        let Some(mut adapt) = self.adapt.clone().filter(|adapt| learns && !is_known(adapt)) else {
            return Ok(());
        };
        let (game, settings) = (self.given.game, &self.baseline().settings);
        let sizes = self.table_sizes();
        let tables = sizes.into_iter().map(|size| Ok((size, game.make_rules(settings, size)?)));
        let repertoire = game.repertoire();
        let place = Location::whole("adapt");
        let quick = repertoire.ladder.iter().rev().find_map(|name| {
            let file = StrategyFile::shipped(repertoire, name)?;
            (!file.searches(repertoire) && file.weights.is_none()).then_some(file)
        });
        let usual = adapt.teacher.as_ref().or(quick.as_ref());
        if let Some(pupils) = game.pupils(tables.collect::<Result<_, InputError>>()?)? {
            let outlook = Outlook::new(repertoire, &*pupils, usual).map_err(|failure| {
                place.error(Problem::Unreadable(format!("no player can learn: {failure}")))
            })?;
            adapt.games.get_or_insert(outlook.games);
            if adapt.from.is_none() {
                adapt.teacher = adapt.teacher.or(outlook.teacher);
            }
        }
        self.adapt = Some(adapt);
        Ok(())
    }

    /// The trainings that it needs, in the order in which their players sit.
    pub fn lessons(&self) -> Vec<Lesson> {
        let Some(adapt) = &self.adapt else { return Vec::new() };
        let others = (0..self.variants.len()).filter(|variant| *variant != self.baseline);
        let groups: Vec<Vec<usize>> = if self.variants.len() <= SINGLE {
            (0..self.variants.len()).map(|variant| vec![variant]).collect()
        } else {
            vec![vec![self.baseline], others.collect()]
        };
        let learners = self.strategies.iter().filter(|strategy| strategy.learns());
        let mut lessons = Vec::new();
        for player in learners {
            let number = adapt.players.iter().position(|known| known == player).unwrap_or(0);
            for group in &groups {
                let tables = self.tables_of(player, group);
                if !tables.is_empty() {
                    lessons.push(self.lesson(adapt, player, number, group, tables));
                }
            }
        }
        lessons
    }

    /// The tables at which a player sits by some sets of rules, each once.
    fn tables_of(&self, player: &Entrant, group: &[usize]) -> Vec<(usize, AnyRules)> {
        let lineups = self.lineups.len();
        let mut sizes = BTreeSet::new();
        for lineup in &self.lineups {
            if lineup.entries.iter().any(|entry| self.strategies[*entry] == *player) {
                sizes.insert(lineup.entries.len());
            }
        }
        let cells = group.iter().map(|variant| &self.layout.cells[variant * lineups..][..lineups]);
        let tables = cells.flat_map(|cells| {
            sizes.iter().filter_map(|size| {
                let cell = cells.iter().find(|cell| cell.shape.players() == *size)?;
                Some((*size, cell.rules.clone()))
            })
        });
        tables.collect()
    }

    fn lesson(
        &self,
        adapt: &Adapt,
        player: &Entrant,
        number: usize,
        group: &[usize],
        tables: Vec<(usize, AnyRules)>,
    ) -> Lesson {
        let seed = other_seed(self.seed(), SEEDS + number as u64);
        let others = Course::usual(self.given.game.repertoire(), seed).others;
        let description = self.given.game.description();
        let of_tables: Vec<Value> =
            tables.iter().map(|(players, rules)| json!([players, rules.json()])).collect();
        let identity = json!({
            "adapt": adapt.identity(None),
            "schema_version": SCHEMA_VERSION,
            "player": player.identity(),
            "game": description.name,
            "defaults_version": description.defaults_version,
            "game_files": self.given.game.source(),
            "tables": of_tables,
            "seed": seed,
            "others": others.iter().map(StrategyFile::identity).collect::<Vec<_>>(),
        });
        Lesson {
            key: hexadecimal(&Sha256::digest(identity.to_string())[..16]),
            player: player.clone(),
            variants: group.iter().map(|variant| self.variants[*variant].name.clone()).collect(),
            tables,
            games: adapt.games.unwrap_or(0),
            seed,
            teacher: adapt.teacher.clone(),
            from: adapt.from.clone(),
        }
    }
}

impl Lesson {
    /// The name of the player in line-ups.
    pub fn player(&self) -> &str {
        self.player.name()
    }

    /// Whether its player learned all of its rules.
    pub(crate) fn is_learned(&self) -> bool {
        let knows =
            |players: usize, rules: &AnyRules| self.player.knows(rules.json(), players, &self.key);
        self.tables.iter().all(|(players, rules)| knows(*players, rules))
    }

    /// Gives what was learned to the players.
    pub(crate) fn teach(&self, player: &StrategyFile) {
        for (players, rules) in &self.tables {
            self.player.teach(rules.json(), *players, &self.key, player.clone());
        }
    }
}
