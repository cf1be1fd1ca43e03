//! Measures of play, and their averages over blocks.

use serde::{Deserialize, Serialize};

use super::notes::{GameNotes, Part, TENTHS, THIRDS};
use crate::game::Description;
use crate::named::named;
use crate::seat::WIN;
use fairdeal_stats::{BlockSums, Overflow, merged};

/// A measure of play: an average over games or decisions. docs/play.md says more about each.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The name in the tables.
    pub name: &'static str,
    /// The meaning for a designer.
    pub meaning: &'static str,
    /// The meaning for a tenth of a game, if it is also given by tenth.
    pub course: Option<&'static str>,
    /// Whether thirds of games are compared too. Then it is also given by tenth.
    pub(crate) in_thirds: bool,
    /// The unit.
    pub unit: MeasureUnit,
    /// The unit of averaging: games or decisions.
    pub over: Over,
    /// Whether it uses chances of winning; otherwise it uses the legal and chosen actions.
    pub of_chances: bool,
    /// The subjects of the measure.
    pub(crate) about: About,
    /// The number of points that are one unit.
    pub scale: Scale,
    /// Adds the contribution of a game.
    pub(crate) of_game: fn(&GameNotes, &mut GamePoints<'_>),
}

named! {
    /// The unit of a measure of play.
    pub enum MeasureUnit: name {
        /// Legal actions.
        LegalActions = "legal actions",
        /// Decisions.
        Decisions = "decisions",
        /// Changes of the lead.
        Changes = "changes",
        /// The share of games or decisions for which something is true.
        Share = "share",
        /// The share of a game that is over.
        ShareOfGame = "share of the game",
        /// A difference of chances to win.
        Chance = "chance",
    }

    /// The unit over which a measure of play is averaged.
    pub enum Over: name {
        /// Games.
        Games = "games",
        /// Decisions.
        Decisions = "decisions",
    }
}

impl MeasureUnit {
    /// Returns the factor for display: shares and chances are shown in per cent.
    pub fn scale(self) -> f64 {
        match self {
            Self::Share | Self::ShareOfGame | Self::Chance => 100.0,
            Self::LegalActions | Self::Decisions | Self::Changes => 1.0,
        }
    }

    /// Returns the smallest and the largest possible value, where there are bounds.
    pub fn range(self) -> (Option<i32>, Option<i32>) {
        match self {
            Self::LegalActions | Self::Decisions => (None, None),
            Self::Changes => (Some(0), None),
            Self::Share | Self::ShareOfGame => (Some(0), Some(1)),
            Self::Chance => (Some(-1), Some(1)),
        }
    }
}

/// The subjects of a measure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum About {
    /// The games as a whole.
    Games,
    /// Each kind of action.
    ActionKinds,
    /// Each of these names.
    Each(&'static [&'static str]),
}

/// The number of points that are one unit.
#[derive(Clone, Copy, Debug)]
pub enum Scale {
    /// This number.
    Fixed(u64),
    /// This number times the points of a win, for each rollout of a legal action.
    Rollouts(u64),
}

impl Scale {
    /// Returns the number of points that are one unit, with this many rollouts.
    pub fn of(self, rollouts: u32) -> u64 {
        match self {
            Self::Fixed(points) => points,
            Self::Rollouts(times) => times * WIN * u64::from(rollouts),
        }
    }
}

impl Measure {
    /// The common base of measures of legal and chosen actions.
    pub(crate) const OF_CHOICES: Self = Self {
        name: "",
        meaning: "",
        course: None,
        in_thirds: false,
        unit: MeasureUnit::Share,
        over: Over::Decisions,
        of_chances: false,
        about: About::Games,
        scale: Scale::Fixed(1),
        of_game: |_, _| {},
    };

    /// The common base of measures of chances of winning.
    pub(crate) const OF_CHANCES: Self =
        Self { over: Over::Games, of_chances: true, ..Self::OF_CHOICES };

    /// Returns the names of the subjects; one empty name where the measure is about games as a
    /// whole.
    pub(crate) fn subjects(&self, game: &Description) -> &'static [&'static str] {
        match self.about {
            About::Games => &[""],
            About::ActionKinds => game.action_kinds,
            About::Each(subjects) => subjects,
        }
    }

    /// Returns the number of sums of each subject: one for whole games, those of their tenths, and
    /// those of their thirds.
    pub(crate) fn parts(&self) -> usize {
        match (self.course, self.in_thirds) {
            (None, _) => 1,
            (Some(_), false) => 1 + TENTHS,
            (Some(_), true) => 1 + TENTHS + THIRDS.len(),
        }
    }

    /// Returns the place of a third among the sums of a subject.
    pub(crate) const fn third(third: usize) -> usize {
        1 + TENTHS + third
    }

    /// Returns the constant that is added to the points of each game or decision, so that none are
    /// negative.
    pub fn shift(&self, rollouts: u32) -> u64 {
        u64::from(self.unit.range().0.map_or(0, i32::unsigned_abs)) * self.scale.of(rollouts)
    }

    /// Returns the mean of shifted sums, with this many rollouts.
    pub fn mean(&self, shifted: &BlockSums, rollouts: u32) -> Option<f64> {
        let scale = self.scale.of(rollouts);
        Some(shifted.estimate(scale)?.rate - self.shift(rollouts) as f64 / scale as f64)
    }

    fn sums(&self, game: &Description) -> usize {
        self.subjects(game).len() * self.parts()
    }
}

/// Points, and the number of games or decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) points: i64,
    pub(crate) among: u64,
}

/// The contributions of a game to one measure.
pub(crate) struct GamePoints<'a> {
    tallies: &'a mut [Tally],
    parts: usize,
}

impl GamePoints<'_> {
    /// Adds points of a subject, among this many games or decisions, to the sum of whole games; and
    /// to those of its parts, if there are any.
    pub(crate) fn add(&mut self, subject: usize, part: Option<Part>, points: i64, among: u64) {
        let own = &mut self.tallies[subject * self.parts..][..self.parts];
        let parts = part.map(|Part { tenth, third }| [1 + tenth, 1 + TENTHS + third]);
        for place in std::iter::once(0).chain(parts.into_iter().flatten()) {
            if let Some(tally) = own.get_mut(place) {
                tally.points += points;
                tally.among += among;
            }
        }
    }

    /// Returns the number of subjects.
    pub(crate) fn subjects(&self) -> usize {
        self.tallies.len() / self.parts
    }
}

/// The contributions of the games of the current block to some measures.
#[derive(Clone, Debug)]
pub(crate) struct BlockPoints {
    measures: &'static [Measure],
    game: &'static Description,
    rollouts: u32,
    tallies: Vec<Tally>,
}

impl BlockPoints {
    pub(crate) fn new(
        measures: &'static [Measure],
        game: &'static Description,
        rollouts: u32,
    ) -> Self {
        let sums = measures.iter().map(|measure| measure.sums(game)).sum();
        Self { measures, game, rollouts, tallies: vec![Tally::default(); sums] }
    }

    /// Returns the sums of the block, measure by measure.
    pub(crate) fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// Forgets the games.
    pub(crate) fn clear(&mut self) {
        self.tallies.fill(Tally::default());
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, game: &GameNotes) {
        let mut rest = &mut self.tallies[..];
        for measure in self.measures {
            let (tallies, others) = rest.split_at_mut(measure.sums(self.game));
            (measure.of_game)(game, &mut GamePoints { tallies, parts: measure.parts() });
            rest = others;
        }
    }
}

/// The sums over blocks of some measures: for each measure, each subject and each part of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Averages {
    sums: Vec<BlockSums>,
}

merged!(Averages { sums });

impl Averages {
    /// Returns sums over no blocks.
    pub(crate) fn new(measures: &[Measure], game: &Description) -> Self {
        Self {
            sums: vec![
                BlockSums::default();
                measures.iter().map(|measure| measure.sums(game)).sum()
            ],
        }
    }

    /// Adds a block.
    ///
    /// # Errors
    /// If a sum would overflow; some sums are then added.
    pub(crate) fn observe(&mut self, block: &BlockPoints) -> Result<(), Overflow> {
        let of_measure = |measure: &Measure| {
            std::iter::repeat_n(measure.shift(block.rollouts), measure.sums(block.game))
        };
        let shifts = block.measures.iter().flat_map(of_measure);
        for ((sums, tally), shift) in self.sums.iter_mut().zip(&block.tallies).zip(shifts) {
            let shifted = i128::from(tally.points) + i128::from(shift) * i128::from(tally.among);
            sums.observe(u64::try_from(shifted).map_err(|_| Overflow)?, tally.among)?;
        }
        Ok(())
    }

    /// Returns the place of the sums of a measure and subject among those of all measures: those of
    /// whole games.
    pub(crate) fn place(
        measures: &[Measure],
        game: &Description,
        wanted: &Measure,
        subject: usize,
    ) -> usize {
        let before = measures.iter().take_while(|measure| measure.name != wanted.name);
        before.map(|measure| measure.sums(game)).sum::<usize>() + subject * wanted.parts()
    }

    /// Returns the sums at a place.
    pub(crate) fn at(&self, place: usize) -> Option<&BlockSums> {
        self.sums.get(place)
    }

    /// Iterates by measure and subject: the sums of whole games, and after them those of their
    /// tenths, where there are any.
    pub fn each<'a>(
        &'a self,
        measures: &'static [Measure],
        game: &Description,
    ) -> impl Iterator<Item = (&'static Measure, &'static str, &'a [BlockSums])> {
        let mut rest = &self.sums[..];
        let subjects = move |measure: &'static Measure| {
            measure.subjects(game).iter().map(move |subject| (measure, *subject))
        };
        measures.iter().flat_map(subjects).map(move |(measure, subject)| {
            let (own, others) = rest.split_at(measure.parts());
            rest = others;
            (measure, subject, &own[..own.len().min(1 + TENTHS)])
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::{KindSet, UNFINISHED, share};
    use crate::metrics::play::notes::{ChanceNotes, DecisionNotes};
    use crate::playthrough::{Estimate, ranked};
    use crate::rng::Stream;
    use crate::seat::{Seat, SeatSet};

    /// A game with two kinds of action.
    pub(in crate::metrics::play) static TWO_KINDS: Description = Description {
        name: "two-kinds",
        title: "Two Kinds",
        summary: "",
        plural: "games",
        fewest_players: 2,
        most_players: 2,
        teams: 0,
        aim: None,
        aim_knob: None,
        can_be_lost: false,
        knobs: &[],
        turned_first: &[],
        defaults_version: 1,
        presets: &[],
        length_units: &["decisions"],
        action_kinds: &["one", "other"],
        conditions: &[],
        named_cards: &[],
        sights: &[],
        end_reasons: &["over", UNFINISHED],
        events: &[],
        rulings: &[],
    };

    /// Returns the contribution of one game to a measure: by subject, the points and the count of
    /// the whole game and of its tenths.
    pub(in crate::metrics::play) fn points(
        measure: &'static Measure,
        game: &GameNotes,
    ) -> Vec<Vec<(i64, u64)>> {
        let mut block = BlockPoints::new(std::slice::from_ref(measure), &TWO_KINDS, 32);
        block.add(game);
        let tallies: Vec<(i64, u64)> =
            block.tallies.iter().map(|tally| (tally.points, tally.among)).collect();
        tallies.chunks(measure.parts()).map(<[(i64, u64)]>::to_vec).collect()
    }

    /// Returns a game in which no action matters: at each decision, the rollouts give everybody the
    /// same true chance.
    pub(in crate::metrics::play) fn random_game(
        stream: &mut Stream,
        players: usize,
        rounds: usize,
        decisions: usize,
        actions: usize,
    ) -> GameNotes {
        let mut game = GameNotes::default();
        for place in 0..decisions {
            let seat = Seat::new((place % players) as u8);
            // The winner of a round with each action.
            let mut round = || -> Vec<Seat> {
                (0..actions).map(|_| Seat::new(stream.below(players as u32) as u8)).collect()
            };
            let worth = |winner: &Seat| if *winner == seat { WIN as u32 } else { 0 };
            let mut estimate = Estimate { seat, actions, ..Estimate::default() };
            for _ in 0..rounds {
                estimate.worth.extend(round().iter().map(worth));
            }
            let ranked = ranked(&estimate.worth, actions);
            for _ in 0..rounds {
                let won = round();
                estimate.shares.push(share(SeatSet::only(won[0])));
                estimate.values.push(ranked.map(|action| worth(&won[action])));
            }
            game.chances.push(ChanceNotes::of(&estimate));
            let kinds = KindSet::NONE.with(0);
            game.decisions.push(DecisionNotes { seat, legal: actions as u32, kinds, kind: 0 });
        }
        game.end(SeatSet::only(Seat::new(stream.below(players as u32) as u8)), players);
        game
    }

    /// Returns the same for the whole game only.
    pub(in crate::metrics::play) fn totals(
        measure: &'static Measure,
        game: &GameNotes,
    ) -> Vec<(i64, u64)> {
        points(measure, game).into_iter().map(|parts| parts[0]).collect()
    }
}
