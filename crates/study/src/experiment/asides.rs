//! What is played beside the line-ups that were asked for, on the same cards, so that questions
//! about play, and about how far from perfect a strategy is, have an answer.

use super::play::{Play, Restricted};
use super::{Design, Plan};
use fairdeal_core::input::{InputError, Location, Problem, Problems};
use fairdeal_core::metrics::{Asides, Crossing, Exploiter, Label, RestrictedPlayer, Shape};
use fairdeal_core::strategy::{Entrant, Restriction, StrategyFile};
use fairdeal_stats::Crossed;

/// A player without a kind of action, among others of the same strategy who are free.
struct Restrained {
    /// The free strategy.
    strategy: String,
    /// The name of the other.
    without: String,
    kind: &'static str,
}

impl Plan {
    /// Adds what is played beside the cells of the layout, which are made already. `field` and
    /// `play`: where strategies that all meet and questions about play were asked for, for
    /// messages.
    pub(super) fn add_asides(
        &mut self,
        [field, play_place]: [&Location; 2],
    ) -> Result<(), InputError> {
        let mut asides = Asides::default();
        self.add_exploiters(&mut asides, field)?;
        if let Some(play) = self.play.clone() {
            self.add_play(&mut asides, play, play_place)?;
        }
        self.layout.asides = asides;
        Ok(())
    }

    /// Adds the searches that know whom they play against: one of each among those that it knows.
    fn add_exploiters(&mut self, asides: &mut Asides, place: &Location) -> Result<(), InputError> {
        let exploiters: Vec<(usize, StrategyFile)> = self.exploiters().collect();
        let Design::Ladder { players, .. } = self.design else { return Ok(()) };
        for (known, search) in exploiters {
            let strategy = self.strategies[known].name().to_owned();
            let mut names = vec![strategy.clone(); players];
            names[0].clone_from(&search.name);
            self.add_entrant(search.into(), place)?;
            asides.exploiters.push(Exploiter { aside: asides.labels.len(), strategy });
            self.add_aside(asides, self.baseline, &names)?;
        }
        Ok(())
    }

    /// Adds what answers the questions about play.
    fn add_play(
        &mut self,
        asides: &mut Asides,
        play: Play,
        place: &Location,
    ) -> Result<(), InputError> {
        let restrained = play
            .restricted
            .map_or_else(|| Ok(Vec::new()), |asked| self.restrained(&asked, place))?;
        let mut sizes: Vec<usize> =
            self.lineups.iter().map(|lineup| lineup.entries.len()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for variant in 0..self.variants.len() {
            for Restrained { strategy, without, kind } in &restrained {
                for players in sizes.iter().filter(|players| **players > 1) {
                    let mut names = vec![strategy.clone(); *players];
                    names[0].clone_from(without);
                    let (strategy, kind) = (strategy.clone(), *kind);
                    asides.restricted.push(RestrictedPlayer {
                        aside: asides.labels.len(),
                        strategy,
                        kind,
                    });
                    self.add_aside(asides, variant, &names)?;
                }
            }
            if play.luck {
                self.cross(asides, variant)?;
            }
        }
        if play.luck && asides.crossed.is_empty() {
            let found = "`luck` without a line-up of two different strategies".to_owned();
            let allowed = format!(
                "a line-up of two different strategies, for up to {} players: only they can show skill",
                Crossed::MOST_PLAYERS
            );
            return Err(InputError::new(place.clone(), Problem::Conflict { found, allowed })
                .in_section("`[play]`"));
        }
        Ok(())
    }

    /// The strategies whose kinds of action are left out one by one. They are strategies of the
    /// plan from now on.
    fn restrained(
        &mut self,
        asked: &Restricted,
        place: &Location,
    ) -> Result<Vec<Restrained>, InputError> {
        let mut all = Vec::new();
        let mut problems = Problems::default();
        for file in &asked.strategies {
            let free: Entrant = file.clone().into();
            let game = self.given.game.description();
            let kinds =
                game.action_kinds.iter().filter(|kind| !file.restriction.never().contains(kind));
            // The last kind that is left cannot be left out.
            let without = |kind: &&'static str| {
                let never = Restriction::new(game, [*kind], &Location::whole(&file.name)).ok()?;
                Some((*kind, free.restrict(game, &never).ok()?))
            };
            let without: Vec<(&'static str, Entrant)> = kinds.filter_map(without).collect();
            if without.is_empty() {
                let found = format!("what it costs `{}` to leave out a kind of action", file.name);
                let allowed = format!(
                    "a strategy with two kinds or more; {} has {}",
                    game.title,
                    game.action_kinds.join(", ")
                );
                problems.note(
                    InputError::new(place.clone(), Problem::Conflict { found, allowed })
                        .in_section("`[play]`"),
                );
            }
            problems.take(self.add_entrant(free, place));
            for (kind, entrant) in without {
                all.push(Restrained {
                    strategy: file.name.clone(),
                    without: entrant.name().to_owned(),
                    kind,
                });
                problems.take(self.add_entrant(entrant, place));
            }
        }
        problems.finish()?;
        Ok(all)
    }

    /// Adds a strategy that plays beside those of the line-ups.
    fn add_entrant(&mut self, entrant: Entrant, place: &Location) -> Result<(), InputError> {
        let known = self
            .entrants()
            .find(|known| known.name() == entrant.name())
            .map(|known| *known == entrant);
        if known == Some(false) {
            let problem =
                Problem::Duplicate { what: "strategy name", name: entrant.name().to_owned() };
            return Err(InputError::new(place.clone(), problem));
        }
        if known.is_none() {
            self.further.push(entrant);
        }
        Ok(())
    }

    /// Adds a line-up that is played beside those of a variant.
    fn add_aside(
        &mut self,
        asides: &mut Asides,
        variant: usize,
        names: &[String],
    ) -> Result<(), InputError> {
        self.aside_cells.push(self.cell(variant, names.len())?);
        asides.labels.push(Label {
            game: self.given.game.description(),
            variant: self.variants[variant].name.clone(),
            point: self.variants[variant].point.clone(),
            lineup: super::given::lineup_name(names),
            shape: Shape::new(names),
        });
        Ok(())
    }

    /// Crosses the strategies of every line-up of a variant that has two different ones: what is
    /// not played in any case is added.
    fn cross(&mut self, asides: &mut Asides, variant: usize) -> Result<(), InputError> {
        let begins = asides.labels.len();
        let mut crossed: Vec<(usize, Vec<String>)> = Vec::new();
        for lineup in 0..self.lineups.len() {
            let cell = variant * self.lineups.len() + lineup;
            let shape = &self.layout.cells[cell].shape;
            let (players, strategies) = (shape.players(), shape.strategies.clone());
            let mut pair = strategies.clone();
            pair.sort_unstable();
            if pair.len() != 2
                || players > Crossed::MOST_PLAYERS
                || crossed.contains(&(players, pair.clone()))
            {
                continue;
            }
            crossed.push((players, pair));
            let mut cells = Vec::with_capacity(players + 1);
            for second in 0..=players {
                let names: Vec<String> = (0..players)
                    .map(|seat| strategies[usize::from(seat + second >= players)].clone())
                    .collect();
                let is_it = |label: &Label| {
                    label.variant == self.variants[variant].name && label.shape.holds(&names)
                };
                // Asides of earlier variants, and those in which a player is restricted, stand
                // before `begins`.
                let known = self.layout.cells.iter().position(is_it);
                let aside = || {
                    asides
                        .labels
                        .iter()
                        .enumerate()
                        .skip(begins)
                        .find(|(_, label)| is_it(label))
                        .map(|(place, _)| place)
                };
                let known = known.or_else(|| aside().map(|place| self.layout.cells.len() + place));
                if known.is_none() {
                    self.add_aside(asides, variant, &names)?;
                }
                // What was just added is the last one.
                cells.push(known.unwrap_or(self.layout.cells.len() + asides.labels.len() - 1));
            }
            let [first, second] = [0, 1].map(|strategy| strategies[strategy].clone());
            asides.crossed.push(Crossing { cell, strategies: [first, second], cells });
        }
        Ok(())
    }
}
