//! Games that are played beside the line-ups of the experiment, on the same cards. They answer
//! questions about play, and about how far from perfect a strategy is.

use std::sync::Arc;

use super::Plan;
use super::given::among;
use super::play::Play;
use fairdeal_core::input::{InputError, Location, Problem, Problems};
use fairdeal_core::metrics::{Crossing, Exploiter, Label, RestrictedPlayer};
use fairdeal_core::strategy::{Entrant, Restriction, StrategyFile};
use fairdeal_stats::Crossed;

impl Plan {
    /// Adds the games that are played beside the cells of the layout, which is complete.
    /// `play_place`: the place of the questions about play, for messages.
    pub(super) fn add_asides(&mut self, play_place: &Location) -> Result<(), InputError> {
        self.add_exploiters()?;
        self.play.clone().map_or(Ok(()), |play| self.add_play(play, play_place))
    }

    /// Adds the searches that know whom they play against: each sits alone among players
    /// whom it knows.
    fn add_exploiters(&mut self) -> Result<(), InputError> {
        let design = Arc::clone(&self.design);
        let (Some(players), Some(place)) = (design.ladder_players(), design.asked_at()) else {
            return Ok(());
        };
        for (known, search) in self.exploiters().collect::<Vec<_>>() {
            let strategy = self.strategies[known].name().to_owned();
            let names = among(search.name.clone(), &strategy, players);
            self.add_entrant(search.into(), place)?;
            let aside = self.add_aside(self.baseline, &names)?;
            self.layout.asides.exploiters.push(Exploiter { aside, strategy });
        }
        Ok(())
    }

    /// Adds the games that answer the questions about play.
    fn add_play(&mut self, play: Play, place: &Location) -> Result<(), InputError> {
        let asked = play.restricted.unwrap_or_default();
        let restrained = self.restrained(&asked, place)?;
        let mut sizes: Vec<usize> =
            self.lineups.iter().map(|lineup| lineup.entries.len()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        // What a player alone, or a team of all, does without is not compared with others.
        sizes.retain(|players| !self.layout.game.is_one_side(*players));
        for variant in 0..self.variants.len() {
            for (strategy, without, kind) in &restrained {
                for players in &sizes {
                    let aside =
                        self.add_aside(variant, &among(without.clone(), strategy, *players))?;
                    let strategy = strategy.clone();
                    let player = RestrictedPlayer { aside, strategy, kind };
                    self.layout.asides.restricted.push(player);
                }
            }
            if play.luck {
                self.cross(variant)?;
            }
        }
        if play.luck && self.layout.asides.crossed.is_empty() {
            let allowed = format!(
                "a line-up of two different strategies, for up to {} players: only they can show skill",
                Crossed::MOST_PLAYERS
            );
            let found = "`luck` without a line-up of two different strategies";
            return Err(place.error(Problem::conflict(found, allowed)).in_section("`[play]`"));
        }
        Ok(())
    }

    /// The strategies whose kinds of action are left out one by one: the name of each, that of the
    /// one without a kind, and this kind. They are strategies of the plan from now on.
    fn restrained(
        &mut self,
        asked: &[StrategyFile],
        place: &Location,
    ) -> Result<Vec<(String, String, &'static str)>, InputError> {
        let mut all = Vec::new();
        let mut problems = Problems::default();
        for file in asked {
            let free: Entrant = file.clone().into();
            let game = self.given.game.description();
            let forbidden = file.restriction.never();
            let is_free = |kind: &&&str| !forbidden.iter().any(|name| name == **kind);
            let kinds = game.action_kinds.iter().filter(is_free);
            // The last kind that is left cannot be left out.
            let without = |kind: &&'static str| {
                let never = Restriction::new(game, [*kind], &Location::whole(&file.name)).ok()?;
                Some((*kind, free.restrict(game, &never).ok()?))
            };
            let without: Vec<(&'static str, Entrant)> = kinds.filter_map(without).collect();
            if without.is_empty() {
                let found = format!("what it costs `{}` to leave out a kind of action", file.name);
                let kinds = game.action_kinds.join(", ");
                let allowed =
                    format!("a strategy with two kinds or more; {} has {kinds}", game.title);
                let error = place.error(Problem::conflict(found, allowed));
                problems.note(error.in_section("`[play]`"));
            }
            problems.take(self.add_entrant(free, place));
            for (kind, entrant) in without {
                all.push((file.name.clone(), entrant.name().to_owned(), kind));
                problems.take(self.add_entrant(entrant, place));
            }
        }
        problems.finish().map(|()| all)
    }

    /// Adds a strategy that plays beside those of the line-ups.
    fn add_entrant(&mut self, entrant: Entrant, place: &Location) -> Result<(), InputError> {
        let known = self.entrants().find(|known| known.name() == entrant.name());
        match known {
            None => self.further.push(entrant),
            Some(known) if *known == entrant => {}
            Some(known) => {
                return Err(place.error(Problem::duplicate("strategy name", known.name())));
            }
        }
        Ok(())
    }

    /// Adds a line-up beside those of a variant. Returns its place among the asides.
    fn add_aside<S: AsRef<str>>(
        &mut self,
        variant: usize,
        names: &[S],
    ) -> Result<usize, InputError> {
        let label = self.label(variant, names)?;
        self.layout.asides.labels.push(label);
        Ok(self.layout.asides.labels.len() - 1)
    }

    /// Crosses the strategies of every line-up of a variant that has two different ones. Line-ups
    /// that are not played anyway are added.
    fn cross(&mut self, variant: usize) -> Result<(), InputError> {
        let begins = self.layout.asides.labels.len();
        let mut crossed: Vec<(usize, Vec<String>)> = Vec::new();
        for lineup in 0..self.lineups.len() {
            let cell = variant * self.lineups.len() + lineup;
            let shape = &self.layout.cells[cell].shape;
            let players = shape.players();
            let Ok(strategies) = <[String; 2]>::try_from(shape.strategies.clone()) else {
                continue;
            };
            let mut pair = strategies.to_vec();
            pair.sort_unstable();
            if players > Crossed::MOST_PLAYERS || crossed.contains(&(players, pair.clone())) {
                continue;
            }
            crossed.push((players, pair));
            let mut cells = Vec::with_capacity(players + 1);
            for second in 0..=players {
                let names: Vec<&String> = (0..players)
                    .map(|seat| &strategies[usize::from(seat + second >= players)])
                    .collect();
                let is_it = |label: &Label| {
                    Arc::ptr_eq(&label.variant, &self.variants[variant])
                        && label.shape.holds(&names)
                };
                let layout = &self.layout;
                // Asides of earlier variants, and those with a restricted player,
                // come before `begins`.
                let aside = || layout.asides.labels[begins..].iter().position(is_it);
                let aside = || aside().map(|place| layout.cells.len() + begins + place);
                cells.push(match layout.cells.iter().position(is_it).or_else(aside) {
                    Some(known) => known,
                    None => self.layout.cells.len() + self.add_aside(variant, &names)?,
                });
            }
            self.layout.asides.crossed.push(Crossing { cell, strategies, cells });
            if let Some(play) = &mut self.layout.cells[cell].shape.play {
                play.is_crossed = true;
            }
        }
        Ok(())
    }
}
