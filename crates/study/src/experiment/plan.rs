//! A question in a form that can be played.

use super::design::Design;
use super::given::Given;
use super::play::{Chances, Play};
use super::question::Question;
use crate::findings::{Analysis, Looks, Run, Stop};
use fairdeal_core::any_game::{AnyGame, AnyRules, ChancesAsked};
use fairdeal_core::input::{InputError, Location, Problems, Settings};
use fairdeal_core::metrics::{Contestants, Counts, InPlace, Label, Layout, Pair, Shape};
use fairdeal_core::strategy::{Entrant, StrategyFile, StrategyTexts};

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
    /// The strategies as they were listed, one a seat: places among the plan's strategies.
    pub entries: Vec<usize>,
}

/// One variant played by one line-up.
#[derive(Clone, Debug)]
pub struct PlannedCell {
    /// Its variant: a place among the plan's.
    pub variant: usize,
    /// How many play.
    pub players: usize,
    /// The rules, ready to play: all cells of a variant for this many players share them.
    pub rules: AnyRules,
}

/// The name of the program, as commands name it.
pub const PROGRAM: &str = "fairdeal";

/// A question in a form that can be played: everything is checked, and nothing can go wrong any
/// more but the strategies.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What was asked, verbatim.
    pub(super) asked: Question,
    pub(super) given: Given,
    /// The program that plays it, where that has another name than this one.
    pub(super) program: Option<String>,
    pub(super) blocks: u64,
    pub(super) looks: Looks,
    pub(super) stop: Option<Stop>,
    pub(super) design: Design,
    pub(super) baseline: usize,
    pub(super) variants: Vec<Variant>,
    pub(super) lineups: Vec<Lineup>,
    pub(super) strategies: Vec<Entrant>,
    pub(super) further: Vec<Entrant>,
    pub(super) exploiter: Option<StrategyFile>,
    pub(super) play: Option<Play>,
    pub(super) analysis: Analysis,
    pub(super) layout: Layout,
    pub(super) asked_digest: String,
    pub(super) cells: Vec<PlannedCell>,
    pub(super) aside_cells: Vec<PlannedCell>,
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

    /// The strategies that were given as they are, not by name.
    pub(crate) fn given(&self) -> &[Entrant] {
        &self.given.entrants
    }

    /// The texts of the strategies that are asked for by name.
    pub(crate) fn texts(&self) -> &StrategyTexts {
        &self.given.texts
    }

    /// Is it asked by the options of a command? Otherwise by a file, or by a program.
    pub fn is_of_command(&self) -> bool {
        self.given.of_command
    }

    /// The same plan, played by a program of another name: results name it in the commands that
    /// they show. That changes no number and no digest.
    #[must_use]
    pub fn of_program(self, name: &str) -> Self {
        Self { program: (name != PROGRAM).then(|| name.to_owned()), ..self }
    }

    /// The program that plays it, where that has another name than [`PROGRAM`].
    pub fn program(&self) -> Option<&str> {
        self.program.as_deref()
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

    /// How many blocks it plays, at most; `None` where it goes on until it may end, or is stopped.
    pub fn max_blocks(&self) -> Option<u64> {
        (!matches!(self.looks, Looks::Any { .. })).then_some(self.blocks)
    }

    /// When its results are looked at.
    pub fn looks(&self) -> &Looks {
        &self.looks
    }

    /// When it may end early.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// How it answers its question.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// The variant that the others are compared with.
    pub fn baseline(&self) -> &Variant {
        &self.variants[self.baseline]
    }

    /// The variants of the rules.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The line-ups.
    pub fn lineups(&self) -> &[Lineup] {
        &self.lineups
    }

    /// All strategies that sit in some line-up, each once.
    pub fn strategies(&self) -> &[Entrant] {
        &self.strategies
    }

    /// All strategies that play, each once: those of the line-ups, and those that play beside them.
    pub fn entrants(&self) -> impl Iterator<Item = &Entrant> {
        self.strategies.iter().chain(&self.further)
    }

    /// The names of the strategies of a line-up, seat by seat.
    pub fn names<'a>(&'a self, lineup: &'a Lineup) -> impl Iterator<Item = &'a str> {
        lineup.entries.iter().map(|entry| self.strategies[*entry].name())
    }

    /// Of a ladder: for each of its strategies that does not search, its place, and a search that
    /// knows it and looks for what beats it, if that is asked for. Where strategies sit in the
    /// place of one player: only those searches that sit there as well, among others whom they
    /// know.
    pub fn exploiters(&self) -> impl Iterator<Item = (usize, StrategyFile)> {
        let knowing = |(place, strategy): (usize, &Entrant)| {
            Some((
                place,
                self.exploiter.as_ref()?.knowing(self.given.game.repertoire(), strategy.file()?)?,
            ))
        };
        let plays = |search: &StrategyFile| match &self.design {
            Design::InPlace { strategies, .. } => strategies.contains(&search.name),
            _ => true,
        };
        self.strategies
            .iter()
            .enumerate()
            .filter_map(knowing)
            .filter(move |(_, search)| plays(search))
    }

    /// What it finds out about how the game plays, if that is asked for.
    pub fn play(&self) -> Option<&Play> {
        self.play.as_ref()
    }

    /// How chances of winning are estimated, if that is asked for.
    pub(crate) fn chances(&self) -> Option<ChancesAsked<'_>> {
        let Chances { strategy, rollouts, blocks } = self.play.as_ref()?.chances.as_ref()?;
        Some(ChancesAsked { strategy, rollouts: *rollouts, blocks: *blocks })
    }

    /// How the counts are judged.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// What is played and compared, by name.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The digest of what was asked: of a ladder to which copies were added, that of the ladder
    /// without them.
    pub fn asked_digest(&self) -> &str {
        &self.asked_digest
    }

    /// The end of the chunk of blocks that this one belongs to: counts are kept chunk by chunk,
    /// which end in the same places for runs of all lengths, so that other plans of the same games
    /// can be put together from them; and at every planned look. A box of rules is looked at when
    /// all is played only, and has many points; so all is one chunk.
    pub fn chunk_end(&self, block: u64) -> u64 {
        let look = match self.looks {
            Looks::Planned(_) => self.looks.next(block, u64::MAX),
            Looks::Once | Looks::Any { .. } => u64::MAX,
        };
        match self.design {
            Design::Sensitivity(_) => u64::MAX,
            _ => Looks::place_after(block).min(look),
        }
    }

    /// Variant by variant, line-up by line-up: what is played.
    pub fn cells(&self) -> &[PlannedCell] {
        &self.cells
    }

    /// All that is played, with what it is called: the cells, and what is played beside them.
    #[inline]
    pub fn played(&self) -> impl Iterator<Item = (&PlannedCell, &Label)> {
        self.cells.iter().chain(&self.aside_cells).zip(self.layout.played())
    }

    /// Counts of the plan with what they are counts of.
    pub fn run<'a>(&'a self, counts: &'a Counts) -> Run<'a> {
        let look = self.looks.look(counts.blocks(), self.analysis.confidence);
        Run { layout: &self.layout, counts, analysis: Analysis { look, ..self.analysis } }
    }

    /// How many games a block holds, over all variants, line-ups and arrangements, and what is
    /// played beside them.
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
        let later = |(index, lineup): (usize, &'_ Lineup)| {
            let first = self.lineups[..index]
                .iter()
                .position(|earlier| sorted(earlier) == sorted(lineup))?;
            Some((first, index))
        };
        let pairs = self.lineups.iter().enumerate().filter_map(later);
        pairs
            .map(|(first, index)| {
                (self.lineups[first].name.as_str(), self.lineups[index].name.as_str())
            })
            .collect()
    }

    /// Makes the rules of every variant for every line-up, and the layout. The last step of
    /// planning. `places`: where strategies were asked for that all meet, and where it was asked
    /// how the game plays.
    pub(super) fn lay_out(mut self, places: [&Location; 2]) -> Result<Self, InputError> {
        let mut labels = Vec::new();
        let mut problems = Problems::default();
        for (index, variant) in self.variants.iter().enumerate() {
            for lineup in &self.lineups {
                let names: Vec<String> = self.names(lineup).map(str::to_owned).collect();
                let Some(cell) = problems.take(self.cell(index, names.len())) else { continue };
                self.cells.push(cell);
                labels.push(Label {
                    game: self.given.game.description(),
                    variant: variant.name.clone(),
                    point: variant.point.clone(),
                    lineup: lineup.name.clone(),
                    shape: Shape::new(&names),
                });
            }
        }
        problems.finish()?;
        let shapes = labels.iter().map(|label| &label.shape);
        let field = match self.design {
            Design::RoundRobin { .. } => Some(Contestants::new(shapes, 0)),
            Design::Ladder { doubled, .. } => Some(Contestants::new(shapes, doubled)),
            _ => None,
        };
        let in_place = self.in_place(&labels);
        let grouped = matches!(self.design, Design::Sensitivity(_));
        let play = self.play.as_ref().map(|play| play.measures(self.given.game));
        let (digest, pairs) = (self.digest(), self.pairs());
        self.layout = Layout {
            digest,
            pairs,
            cells: labels,
            in_place,
            field,
            grouped,
            play,
            ..Layout::empty(self.given.game.description())
        };
        self.asked_digest.clone_from(&self.layout.digest);
        self.add_asides(places)?;
        Ok(self)
    }

    /// A further cell of a variant for this many players. Rules can take longer to make than many
    /// games to play, so it shares those of a cell before it.
    pub(super) fn cell(&self, variant: usize, players: usize) -> Result<PlannedCell, InputError> {
        let begin = self.cells.partition_point(|cell| cell.variant < variant);
        let mut others = self.cells[begin..].iter().take_while(|cell| cell.variant == variant);
        let rules = match others.find(|cell| cell.players == players) {
            Some(cell) => cell.rules.clone(),
            None => self.given.game.make_rules(&self.variants[variant].settings, players)?,
        };
        Ok(PlannedCell { variant, players, rules })
    }

    /// The places in which strategies are compared: those that were asked for, and on a ladder for
    /// three and more one place among others of each rung.
    fn in_place(&self, labels: &[Label]) -> Vec<InPlace> {
        match &self.design {
            Design::InPlace { strategies, others } => others
                .iter()
                .filter_map(|others| InPlace::new(others, strategies, labels))
                .collect(),
            &Design::Ladder { players, doubled, .. } if players > 2 => {
                let rungs = self.strategies.len().saturating_sub(doubled);
                let rungs: Vec<String> =
                    self.strategies[..rungs].iter().map(|rung| rung.name().to_owned()).collect();
                rungs
                    .iter()
                    .filter_map(|other| {
                        InPlace::new(&vec![other.clone(); players - 1], &rungs, labels)
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The cells that are compared: every variant but the baseline with it, line-up by line-up.
    fn pairs(&self) -> Vec<Pair> {
        let lineups = self.lineups.len();
        let compared = !matches!(self.design, Design::Sensitivity(_));
        let variants =
            (0..self.variants.len()).filter(|variant| compared && *variant != self.baseline);
        let pair = |variant: usize, lineup: usize| {
            let [settings, of_baseline] =
                [variant, self.baseline].map(|variant| &self.variants[variant].settings);
            Pair {
                baseline: self.baseline * lineups + lineup,
                variant: variant * lineups + lineup,
                same_rules: settings == of_baseline,
                same_points: settings.scored_otherwise(of_baseline).next().is_none(),
            }
        };
        variants.flat_map(|variant| (0..lineups).map(move |lineup| pair(variant, lineup))).collect()
    }
}
