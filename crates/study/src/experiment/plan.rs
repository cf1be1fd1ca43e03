//! A question in a form that can be played.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::adapt::Adapt;
use super::design::{Design, DesignKind};
use super::given::{Given, lineup_name};
use super::play::Play;
use super::question::Question;
use super::stop::MOST_BLOCKS;
use crate::findings::{Analysis, Asked, Goals, Look, Run, Stop, place_after};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{InputError, Location, Problems};
use fairdeal_core::metrics::{
    AskedEvents, ComparedPlay, Counts, Label, Layout, Pair, Shape, Variant,
};
use fairdeal_core::strategy::{Entrant, StrategyFile};

/// A line-up: one strategy a seat.
#[derive(Clone, Debug)]
pub struct Lineup {
    /// Its name: "greedy vs random", or "4 x greedy".
    pub name: String,
    /// The strategies as they were listed, one a seat: places among the plan's strategies.
    pub entries: Vec<usize>,
}

/// The name of the program, as commands name it.
pub const PROGRAM: &str = "fairdeal";

/// A question in a form that can be played: everything is checked, and nothing can go wrong any
/// more but the strategies.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The question, verbatim.
    pub(super) asked: Question,
    pub(crate) given: Given,
    /// The program that plays it, where that has another name than [`PROGRAM`].
    pub(crate) program: Option<String>,
    pub(super) blocks: u64,
    pub(super) stop: Option<Stop>,
    pub(super) design: Arc<dyn Design>,
    pub(super) baseline: usize,
    pub(super) variants: Vec<Arc<Variant>>,
    pub(super) lineups: Vec<Lineup>,
    pub(super) strategies: Vec<Entrant>,
    pub(super) further: Vec<Entrant>,
    pub(super) exploiter: Option<StrategyFile>,
    pub(super) adapt: Option<Adapt>,
    pub(super) play: Option<Play>,
    pub(super) events: AskedEvents,
    pub(super) analysis: Analysis,
    pub(super) goals: Option<Goals>,
    pub(super) layout: Layout,
    /// The digest of the question. For a ladder with added copies, that of the ladder without them.
    pub(crate) asked_digest: String,
}

impl Plan {
    /// The game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.given.game
    }

    /// The experiment's name: that of its file, or of the command.
    pub fn name(&self) -> &str {
        &self.given.name
    }

    /// The question that it answers.
    pub fn asked(&self) -> &Question {
        &self.asked
    }

    /// Names another program that plays the plan. Results show it in their commands. No number and
    /// no digest changes.
    #[must_use]
    pub fn of_program(self, name: &str) -> Self {
        Self { program: (name != PROGRAM).then(|| name.to_owned()), ..self }
    }

    /// The seed of all its random numbers.
    pub fn seed(&self) -> u64 {
        self.asked.seed
    }

    /// How many blocks it plays; at most, where it may end early, and without a bound as many as
    /// can be counted.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The largest number of blocks; `None` if the plan plays on until its stopping rule ends it,
    /// or a user.
    pub fn max_blocks(&self) -> Option<u64> {
        (self.stop.is_none() || self.blocks < MOST_BLOCKS).then_some(self.blocks)
    }

    /// The number of blocks at the next look at its results after `blocks` blocks.
    pub fn next_look(&self, blocks: u64) -> u64 {
        self.stop.map_or(self.blocks, |stop| stop.next_look(blocks).min(self.blocks))
    }

    /// The designer's goals, if there are any.
    pub fn goals(&self) -> Option<&Goals> {
        self.goals.as_ref()
    }

    /// When it may end early.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// How it answers its question.
    pub fn design(&self) -> &dyn Design {
        &*self.design
    }

    /// The kind of question that it asks.
    pub fn kind(&self) -> DesignKind {
        DesignKind::of(&*self.design)
    }

    /// The variant that the others are compared with.
    pub fn baseline(&self) -> &Variant {
        &self.variants[self.baseline]
    }

    /// The variants of the rules.
    pub fn variants(&self) -> &[Arc<Variant>] {
        &self.variants
    }

    /// The line-ups.
    pub fn lineups(&self) -> &[Lineup] {
        &self.lineups
    }

    /// The numbers of players at its tables, each once, the smallest first.
    pub fn table_sizes(&self) -> Vec<usize> {
        let sizes = self.lineups.iter().map(|lineup| lineup.entries.len());
        sizes.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// All strategies that sit in some line-up, each once.
    pub fn strategies(&self) -> &[Entrant] {
        &self.strategies
    }

    /// All strategies that play, each once: those of the line-ups, and those beside them.
    pub fn entrants(&self) -> impl Iterator<Item = &Entrant> {
        self.strategies.iter().chain(&self.further)
    }

    /// The names of the strategies of a line-up, seat by seat.
    pub fn names<'a>(&'a self, lineup: &'a Lineup) -> impl Iterator<Item = &'a str> {
        lineup.entries.iter().map(|entry| self.strategies[*entry].name())
    }

    /// For a ladder with exploiters: for each of its strategies that does not search, its place,
    /// and a search that knows it and looks for ways to beat it. If strategies sit in the place of
    /// one player: only the searches that sit there too, among others whom they know.
    pub fn exploiters(&self) -> impl Iterator<Item = (usize, StrategyFile)> {
        let knowing = |(place, strategy): (usize, &Entrant)| {
            Some((
                place,
                self.exploiter.as_ref()?.knowing(self.given.game.repertoire(), strategy.file()?)?,
            ))
        };
        self.strategies
            .iter()
            .enumerate()
            .filter_map(knowing)
            .filter(|(_, search)| self.design.may_seat(&search.name))
    }

    /// The questions about how the game plays, if there are any.
    pub fn play(&self) -> Option<&Play> {
        self.play.as_ref()
    }

    /// The events that it counts.
    pub fn events(&self) -> &AskedEvents {
        &self.events
    }

    /// How the counts are judged.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The cells that are played and compared, by name.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The end of the chunk of blocks that this one belongs to: counts are kept chunk by chunk,
    /// which end in the same places for runs of all lengths, so that other plans of the same games
    /// can be put together from them. A box of rules is looked at when all is played only, and has
    /// many points; so all is one chunk.
    pub fn chunk_end(&self, block: u64) -> u64 {
        if self.design.box_of_rules().is_some() { u64::MAX } else { place_after(block) }
    }

    /// The counts of the plan, with the cells and the analysis that they belong to.
    pub fn run<'a>(&'a self, counts: &'a Counts) -> Run<'a> {
        let look = self.stop.map_or(Look::Only, |stop| stop.look());
        let analysis = Analysis { look, ..self.analysis };
        Run {
            layout: &self.layout,
            counts,
            analysis,
            goals: self.goals.as_ref(),
            asked: self.asks(),
            strategies: &self.strategies,
        }
    }

    /// The question of the experiment: that of `ask`, else its goals, else the question
    /// of its design.
    fn asks(&self) -> Asked<'_> {
        let units = self.game().description().length_units;
        match &self.asked.ask {
            Some(ask) => Asked::Named { what: ask.first(units), changes: ask.is_change() },
            None if self.goals.is_some() => Asked::Goals,
            None => (self.design.kind().asks)(self.variants.len() > 1),
        }
    }

    /// The number of games in a block, over all variants, line-ups and arrangements, with
    /// those beside them.
    pub fn games_per_block(&self) -> u64 {
        self.layout.games_per_block()
    }

    /// Line-ups that hold the same strategies in another order, pair by pair: they play the same
    /// games.
    pub fn same_lineups(&self) -> Vec<(&str, &str)> {
        let sorted = |lineup: &Lineup| {
            let mut entries = lineup.entries.clone();
            entries.sort_unstable();
            entries
        };
        let later = |(index, lineup)| {
            let earlier = &mut self.lineups[..index].iter();
            let first = earlier.find(|earlier| sorted(earlier) == sorted(lineup))?;
            Some((first.name.as_str(), lineup.name.as_str()))
        };
        self.lineups.iter().enumerate().filter_map(later).collect()
    }

    /// Makes the rules of every variant for every line-up, and the layout. The last step of
    /// planning. `play_place`: where it was asked how the game plays.
    pub(super) fn lay_out(mut self, play_place: &Location) -> Result<Self, InputError> {
        let mut problems = Problems::default();
        for variant in 0..self.variants.len() {
            for lineup in &self.lineups {
                let names: Vec<&str> = self.names(lineup).collect();
                self.layout.cells.extend(problems.take(self.label(variant, &names)));
            }
        }
        problems.finish()?;
        let cells = &self.layout.cells;
        self.layout = Layout {
            digest: self.digest(),
            pairs: self.pairs(),
            in_place: self.design.places(&self.strategies, cells),
            field: self.design.contestants(cells),
            grouped: self.design.is_grouped(),
            play: self.play.as_ref().map(|play| play.measures(self.given.game)),
            ..self.layout
        };
        self.asked_digest.clone_from(&self.layout.digest);
        self.add_asides(play_place)?;
        Ok(self)
    }

    /// The plan with the cells of its variants and line-ups as they are now.
    pub(super) fn lay_out_again(self) -> Result<Self, InputError> {
        let whole = Location::whole(self.name());
        let layout = Layout::empty(self.given.game.description());
        Self { layout, ..self }.lay_out(&whole)
    }

    /// A variant with the strategies of a line-up, seat by seat. Rules can take longer to make than
    /// many games to play, so it shares those of another cell of the variant with as many players.
    pub(super) fn label<S: AsRef<str>>(
        &self,
        variant: usize,
        names: &[S],
    ) -> Result<Label, InputError> {
        let lineups = self.lineups.len();
        let mut cells = self.layout.cells.iter().skip(variant * lineups).take(lineups);
        let alike = cells.find(|cell| cell.shape.players() == names.len());
        let variant = &self.variants[variant];
        let play = self.play.as_ref().map(|play| ComparedPlay {
            game: self.given.game.description(),
            rollouts: play.chances.as_ref().map(|chances| chances.rollouts),
            is_crossed: false,
        });
        Ok(Label {
            game: self.given.game.description(),
            variant: Arc::clone(variant),
            lineup: lineup_name(names),
            shape: Shape {
                events: self.events.clone(),
                can_be_lost: self.given.game.description().can_be_lost,
                play,
                ..Shape::new(names)
            },
            rules: match alike {
                Some(cell) => cell.rules.clone(),
                None => self.given.game.make_rules(&variant.settings, names.len())?,
            },
        })
    }

    /// The cells that are compared: every variant but the baseline with it, line-up by line-up.
    fn pairs(&self) -> Vec<Pair> {
        if !self.design.compares() {
            return Vec::new();
        }
        let lineups = self.lineups.len();
        let of_baseline = &self.baseline().settings;
        let pair = |variant: usize, lineup: usize| {
            let settings = &self.variants[variant].settings;
            Pair {
                baseline: self.baseline * lineups + lineup,
                variant: variant * lineups + lineup,
                same_rules: settings == of_baseline,
                same_points: settings.scored_otherwise(of_baseline).next().is_none(),
            }
        };
        let variants = (0..self.variants.len()).filter(|variant| *variant != self.baseline);
        variants.flat_map(|variant| (0..lineups).map(move |lineup| pair(variant, lineup))).collect()
    }
}
