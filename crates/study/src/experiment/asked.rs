//! What is asked, before it is checked.

use super::field::{Exploiter, Field, check_tables};
use super::plan::{Design, Lineup, Plan, Variant};
use super::play::{
    AskedPlay, CardsQuestion, ChancesQuestion, LuckQuestion, Play, PlayQuestions,
    RestrictedQuestion,
};
use super::rules::{RulesChoice, knobs_of};
use super::sensitivity;
use super::stop::MOST_BLOCKS;
use super::sweep::Grid;
use crate::findings::{Analysis, Looks, SensitivityPoints, Stop};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::Description;
use fairdeal_core::input::{
    InputError, Location, Problem, Problems, Settings, Unknown, check_name, sentence,
};
use fairdeal_core::metrics::{Layout, Tolerance};
use fairdeal_core::strategy::{Entrant, Repertoire, StrategyFile, StrategyTexts};

/// A strategy that is asked for: by name or path, or as it is.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there are as many as strategies are named, and none is moved in a game"
)]
pub enum Asked {
    /// The name of a strategy file, or its path.
    Named(String),
    /// A file that was read already, or a Rust type.
    Known(Entrant),
}

impl Asked {
    /// The strategy, which was asked for at this place.
    fn entrant(
        self,
        game: &Repertoire,
        place: &Location,
        texts: &StrategyTexts,
    ) -> Result<Entrant, InputError> {
        match self {
            Self::Named(name) => Ok(StrategyFile::find_in(game, texts, &name, place)?.into()),
            Self::Known(entrant) => entrant.check(game).map(|()| entrant),
        }
    }
}

impl From<&str> for Asked {
    fn from(name: &str) -> Self {
        Self::Named(name.to_owned())
    }
}

impl From<StrategyFile> for Asked {
    fn from(file: StrategyFile) -> Self {
        Self::Known(file.into())
    }
}

impl From<Entrant> for Asked {
    fn from(entrant: Entrant) -> Self {
        Self::Known(entrant)
    }
}

/// A line-up that is asked for, with the places where each of its strategies was named.
pub(super) type AskedLineup = (Location, Vec<(Location, Asked)>);

/// An experiment about a game, as it is asked for: put together step by step, then checked as a
/// whole by [`Experiment::plan`].
///
/// ```
/// # mod fairdeal { pub use {fairdeal_core::*, fairdeal_study::*}; }
/// use fairdeal::experiment::Experiment;
/// use fairdeal::games::crisps::Crisps;
///
/// let plan = Experiment::new(&Crisps, "face-up")
///     .blocks(200)
///     .variant("no-face-up", &["face_up_draw=false"])
///     .lineup(["greedy", "random"])
///     .plan()?;
/// assert_eq!(plan.variants().len(), 2);
/// # Ok::<(), fairdeal::input::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Experiment {
    game: &'static dyn AnyGame,
    name: String,
    question: String,
    /// The options of a command ask it, not a file.
    of_command: bool,
    seed: u64,
    blocks: Option<u64>,
    /// Where their number stands.
    blocks_place: Option<Location>,
    stop: Option<Stop>,
    /// Where the reason to stop stands.
    stop_place: Option<Location>,
    design: Design,
    baseline: Option<(Location, String)>,
    /// The variants with their rules, or why there are none.
    variants: Result<Vec<Variant>, InputError>,
    /// The knobs that are swept over, with their values, or why there are none.
    sweep: Result<Grid, InputError>,
    /// The box of rules of which samples are played, or why there is none.
    sensitivity: Result<Option<sensitivity::Asked>, InputError>,
    lineups: Vec<AskedLineup>,
    /// The strategies of a round robin or a ladder, and those with doubled budgets.
    field: Vec<Asked>,
    /// Where they were named.
    field_place: Location,
    doubled: Vec<Entrant>,
    /// By table, the others among whom each strategy of a ladder sits, if that is asked for instead
    /// of a ladder.
    others: Vec<Vec<Asked>>,
    /// Where those were named.
    others_place: Location,
    /// How many sit at the tables of a ladder, and how often it doubles a budget at most, where
    /// that is said.
    players: Option<usize>,
    doublings: Option<u32>,
    /// The search that looks for what beats each strategy of a ladder, if that is asked for.
    exploiter: Option<Exploiter>,
    /// What is asked of how the game plays.
    play: Option<AskedPlay>,
    analysis: Analysis,
    /// Where strategies are found.
    texts: StrategyTexts,
}

/// How many blocks are played where nothing is said.
const BLOCKS: u64 = 10_000;

impl Experiment {
    /// An experiment without line-ups: the designer's rules, 10,000 blocks, seed 0, no early end.
    pub fn new(game: &'static dyn AnyGame, name: &str) -> Self {
        Self {
            game,
            name: name.to_owned(),
            question: String::new(),
            of_command: false,
            seed: 0,
            blocks: None,
            blocks_place: None,
            stop: None,
            stop_place: None,
            design: Design::Compare,
            baseline: None,
            variants: Ok(Vec::new()),
            sweep: Ok(Grid::new("sweep")),
            sensitivity: Ok(None),
            lineups: Vec::new(),
            field: Vec::new(),
            field_place: Location::whole("strategies"),
            doubled: Vec::new(),
            others: Vec::new(),
            others_place: Location::whole("others"),
            players: None,
            doublings: None,
            exploiter: None,
            play: None,
            analysis: Analysis::default(),
            texts: StrategyTexts::default(),
        }
    }

    /// What it asks, in the designer's words.
    #[must_use]
    pub fn question(mut self, question: &str) -> Self {
        self.question = sentence(question);
        self
    }

    /// The options of `fairdeal match` or `fairdeal ladder` ask it, so that the page of its results
    /// names this command and no file.
    #[must_use]
    pub fn of_command(self) -> Self {
        // Messages name the options.
        Self {
            of_command: true,
            ..self.field_at(Location::whole("--strategies"), Location::whole("--others"))
        }
    }

    /// The seed of all its random numbers.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How many blocks (shuffles) are played: 1 to 2^40; at most, where the run may end early.
    #[must_use]
    pub fn blocks(mut self, blocks: u64) -> Self {
        self.blocks = Some(blocks);
        self
    }

    /// Ends the run as soon as a goal is reached, or after all [blocks](Self::blocks). Where these
    /// are not said it goes on until then, or until it is stopped from outside, with intervals that
    /// hold at any time; these are wider.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Where the strategies are found that are asked for by name or path; otherwise in the current
    /// folder, and in the program.
    #[must_use]
    pub fn texts(mut self, texts: &StrategyTexts) -> Self {
        self.texts = texts.clone();
        self
    }

    /// How the counts are judged.
    #[must_use]
    pub fn analysis(mut self, analysis: Analysis) -> Self {
        self.analysis = analysis;
        self
    }

    /// Adds the rules of the designer with some knobs turned, each as `key=value`. Before the first
    /// variant, those of the designer are added as the baseline.
    #[must_use]
    pub fn variant(self, name: &str, set: &[&str]) -> Self {
        let this = if self.variants.as_ref().is_ok_and(Vec::is_empty) {
            self.rules("designer", &RulesChoice::default())
        } else {
            self
        };
        this.rules(
            name,
            &RulesChoice {
                rules: None,
                set: set.iter().map(|option| (*option).to_owned()).collect(),
            },
        )
    }

    /// Sweeps over a knob: every variant is played with each of its values, and with each
    /// combination where several knobs are swept over. The first variant as it is, or the
    /// designer's rules, is the baseline; a point with the same rules is the baseline itself.
    #[must_use]
    pub fn sweep(mut self, knob: &str, values: &[&str]) -> Self {
        let knobs = self.game.description().knobs;
        self.sweep = self.sweep.and_then(|grid| grid.with_texts(knob, values, knobs));
        self
    }

    /// Asks which knob matters: plays samples of all combinations of these values and those of
    /// other knobs that are asked about. Needs a number of blocks that is a multiple of
    /// [`SensitivityPoints::GROUPS`], and at most one variant: the rules that the knobs are turned
    /// of.
    #[must_use]
    pub fn sensitivity(self, knob: &str, values: &[&str]) -> Self {
        let knobs = self.game.description().knobs;
        self.asked_sensitivity(|mut asked| {
            asked.grid = asked.grid.with_texts(knob, values, knobs)?;
            Ok(asked)
        })
    }

    /// How many points each sample of a sensitivity analysis has: 2 to 4,096; 32 where nothing is
    /// said.
    #[must_use]
    pub fn samples(self, samples: u32) -> Self {
        self.asked_sensitivity(|asked| Ok(sensitivity::Asked { samples: samples.into(), ..asked }))
    }

    fn asked_sensitivity(
        mut self,
        change: impl FnOnce(sensitivity::Asked) -> Result<sensitivity::Asked, InputError>,
    ) -> Self {
        self.sensitivity = self
            .sensitivity
            .and_then(|asked| change(asked.unwrap_or_else(sensitivity::Asked::new)).map(Some));
        self
    }

    /// Adds rules as the options of a command choose them.
    #[must_use]
    pub fn rules(mut self, name: &str, choice: &RulesChoice) -> Self {
        match choice.settings(self.game.description()) {
            Ok(settings) => self.settings(name, settings),
            Err(error) => {
                self.variants = self.variants.and(Err(error));
                self
            }
        }
    }

    /// Adds rules as they are, defaults filled in.
    #[must_use]
    pub fn settings(mut self, name: &str, settings: Settings) -> Self {
        if let Ok(variants) = &mut self.variants {
            variants.push(Variant { name: name.to_owned(), settings, point: Vec::new() });
        }
        self
    }

    /// The variant that the others are compared with; otherwise the first one is.
    #[must_use]
    pub fn baseline(mut self, name: &str) -> Self {
        self.baseline = Some((Location::whole("baseline"), name.to_owned()));
        self
    }

    /// Adds a line-up: one strategy a seat. Every arrangement of it is played.
    #[must_use]
    pub fn lineup<S: Into<Asked>>(self, strategies: impl IntoIterator<Item = S>) -> Self {
        let place = Location::whole("a line-up");
        let asked =
            strategies.into_iter().map(|strategy| (place.clone(), strategy.into())).collect();
        self.lineup_at(place, asked)
    }

    /// Adds a line-up of one strategy in every one of this many seats.
    #[must_use]
    pub fn lineup_of(self, players: usize, strategy: impl Into<Asked>) -> Self {
        self.lineup(vec![strategy.into(); players])
    }

    /// Lets every choice of this many `players` among the strategies meet, and rates them: 2 to 64
    /// different ones, by one set of rules.
    #[must_use]
    pub fn round_robin<S: Into<Asked> + Clone>(mut self, strategies: &[S], players: usize) -> Self {
        self.design = Design::RoundRobin { players };
        self.field = strategies.iter().cloned().map(Into::into).collect();
        self
    }

    /// Lets the strategies, which are all different, climb a ladder, for two if nothing else is
    /// said ([`Experiment::players`]): each plays against each other one and against itself. The
    /// last one that has a budget comes last. The `doubled` ones are copies of it with doubled
    /// budgets: each plays against the one before it alone and against itself.
    #[must_use]
    pub fn ladder<S: Into<Asked> + Clone>(mut self, strategies: &[S], doubled: &[Entrant]) -> Self {
        self = self.round_robin(strategies, 2);
        self.design = Design::Ladder { players: 2, doubled: doubled.len(), doublings: 0 };
        self.doubled = doubled.to_vec();
        self
    }

    /// Lets a ladder be climbed at tables for this many players, 2 or more: for each pair of
    /// strategies, one of the first among others of the second, and one of the second among others
    /// of the first.
    #[must_use]
    pub fn players(mut self, number: usize) -> Self {
        self.players = Some(number);
        self
    }

    /// Lets a ladder find out how far a doubled budget helps: it adds at most this many copies,
    /// each with twice the budget of the one before it. The last one is the first that does not
    /// beat the one before it.
    #[must_use]
    pub fn doublings(mut self, most: u32) -> Self {
        self.doublings = Some(most);
        self
    }

    /// Lets a ladder find out how far its strategies are from perfect: for each that does not
    /// search and is no program, one search that knows it plays among others of it alone. That is
    /// the strategy `exploiter`, where there is one, otherwise the last one of the ladder that
    /// searches; where there is neither, it is refused.
    #[must_use]
    pub fn exploiters(mut self) -> Self {
        self.exploiter = Some(Exploiter::Asked);
        self
    }

    /// Asks a ladder another question: which of its strategies does best in the place of one
    /// player, among these others at a table? May be asked again and again, once for each table.
    /// The strategies are compared on the same blocks, all with the last one that has a budget, or
    /// else the last. Then nothing else is played: no ratings, no copies with doubled budgets. Of
    /// exploiters, those sit there as well who know the others, where these all play by one
    /// strategy that can be known.
    #[must_use]
    pub fn others<S: Into<Asked>>(mut self, others: impl IntoIterator<Item = S>) -> Self {
        self.others.push(others.into_iter().map(Into::into).collect());
        self
    }

    /// Asks how the game plays: what the players can choose from, and what they choose.
    #[must_use]
    pub fn play(self) -> Self {
        self.asked_play(|_| ())
    }

    /// Asks the same, and what chances of winning the players have at each decision.
    #[must_use]
    pub fn chances(self, chances: ChancesQuestion) -> Self {
        self.asked_play(|play| play.chances = Some(chances))
    }

    /// Asks the same, and what each card is worth.
    #[must_use]
    pub fn cards(self, cards: CardsQuestion) -> Self {
        self.asked_play(|play| play.cards = Some(cards))
    }

    /// Asks the same, and how much of the results is luck, and how much skill: of every line-up of
    /// two different strategies.
    #[must_use]
    pub fn luck(self) -> Self {
        self.asked_play(|play| play.luck = Some(LuckQuestion))
    }

    /// Asks the same, and what it costs each of these strategies (names or paths of files) to leave
    /// out a kind of action: one of either, by kind.
    #[must_use]
    pub fn restricted<S: Into<String>>(self, strategies: impl IntoIterator<Item = S>) -> Self {
        let strategies = strategies.into_iter().map(Into::into).collect();
        self.asked_play(|play| play.restricted = Some(RestrictedQuestion { strategies }))
    }

    fn asked_play(mut self, change: impl FnOnce(&mut PlayQuestions)) -> Self {
        let (place, mut asked) = match self.play {
            Some(AskedPlay::At(place, asked)) => (place, asked),
            _ => (Location::whole("play"), PlayQuestions::default()),
        };
        change(&mut asked);
        self.play = Some(AskedPlay::At(place, asked));
        self
    }

    pub(super) fn play_at(mut self, asked: Option<(Location, PlayQuestions)>) -> Self {
        self.play = asked.map(|(place, asked)| AskedPlay::At(place, asked));
        self
    }

    pub(super) fn field_at(mut self, strategies: Location, others: Location) -> Self {
        (self.field_place, self.others_place) = (strategies, others);
        self
    }

    pub(super) fn lineup_at(mut self, place: Location, strategies: Vec<(Location, Asked)>) -> Self {
        self.lineups.push((place, strategies));
        self
    }

    pub(super) fn baseline_at(mut self, place: Location, name: &str) -> Self {
        self.baseline = Some((place, name.to_owned()));
        self
    }

    pub(super) fn stop_at(mut self, place: Location, stop: Stop) -> Self {
        (self.stop, self.stop_place) = (Some(stop), Some(place));
        self
    }

    pub(super) fn blocks_at(mut self, place: Location, blocks: u64) -> Self {
        (self.blocks, self.blocks_place) = (Some(blocks), Some(place));
        self
    }

    pub(super) fn variants(mut self, variants: Vec<Variant>) -> Self {
        self.variants = Ok(variants);
        self
    }

    pub(super) fn grids(mut self, sweep: Grid, sensitivity: Option<sensitivity::Asked>) -> Self {
        (self.sweep, self.sensitivity) = (Ok(sweep), Ok(sensitivity));
        self
    }

    /// Refuses what does not go with a sensitivity analysis.
    fn check_sensitivity(
        &self,
        asked: &sensitivity::Asked,
        sweep: &Grid,
        variants: usize,
    ) -> Result<(), InputError> {
        let both = |place: Option<Location>, key: &str| {
            let problem = Problem::Conflict {
                found: format!("`{key}` and `sensitivity` are both given"),
                allowed: "one of them".into(),
            };
            Err(place.map_or_else(
                || asked.grid.error(problem.clone()),
                |place| InputError::new(place, problem.clone()),
            ))
        };
        if !sweep.is_empty() {
            return both(None, "sweep");
        }
        if self.stop.is_some() {
            return both(self.stop_place.clone(), "stop");
        }
        if let Some((place, _)) = &self.baseline {
            return both(Some(place.clone()), "baseline");
        }
        if !self.field.is_empty() {
            return both(None, "strategies that all meet");
        }
        if variants > 1 {
            let found = format!("{variants} variants under [sensitivity]");
            let allowed = "at most one, the rules that the knobs are turned of".into();
            return Err(asked.grid.error(Problem::Conflict { found, allowed }));
        }
        let blocks = self.blocks.unwrap_or(BLOCKS);
        if !blocks.is_multiple_of(SensitivityPoints::GROUPS) {
            let found = format!("{blocks} blocks under [sensitivity]");
            let allowed = format!(
                "a multiple of {}: as many groups of blocks tell how sure the answer is",
                SensitivityPoints::GROUPS
            );
            let place = self.blocks_place.clone().unwrap_or_else(|| Location::whole(&self.name));
            return Err(InputError::new(place, Problem::Conflict { found, allowed }));
        }
        Ok(())
    }

    /// Checks everything and makes the plan.
    ///
    /// # Errors
    /// When something is unknown, missing, given twice or does not suit the game: all problems are
    /// told together, each with its place.
    pub fn plan(self) -> Result<Plan, InputError> {
        self.plan_with(Problems::default())
    }

    /// Completes the design with what only a ladder can be asked.
    ///
    /// # Errors
    /// When something of it is asked of another design.
    fn ask_ladder(&self, design: &mut Design) -> Result<(), InputError> {
        if let Design::Ladder { players, doublings, .. } = design {
            *players = self.players.unwrap_or(*players);
            *doublings = self.doublings.unwrap_or(*doublings);
            return Ok(());
        }
        let asked = [
            ("players", self.players.is_some()),
            ("doublings", self.doublings.is_some()),
            ("exploiters", self.exploiter.is_some()),
            ("others", !self.others.is_empty()),
        ];
        let Some((key, _)) = asked.into_iter().find(|(_, is_asked)| *is_asked) else {
            return Ok(());
        };
        let problem = Problem::Conflict {
            found: format!("`{key}` without a ladder"),
            allowed: format!("`{key}` and `ladder`"),
        };
        Err(InputError::new(Location::whole(&self.name), problem))
    }

    /// The variants that are played, which of them is the baseline where none is named, and for
    /// what.
    fn played(&self) -> Result<(Vec<Variant>, usize, Design), InputError> {
        let named = self.variants.clone()?;
        let sweep = self.sweep.clone()?;
        let designer = Variant {
            name: "designer".to_owned(),
            settings: Settings::defaults(self.game.description().knobs),
            point: Vec::new(),
        };
        let asked_baseline = self.baseline.as_ref().map(|(_, name)| name.as_str());
        let Some(asked) = self.sensitivity.clone()? else {
            let (variants, baseline) = sweep.swept(&named, designer, asked_baseline)?;
            return Ok((variants, baseline, self.design.clone()));
        };
        self.check_sensitivity(&asked, &sweep, named.len())?;
        let (variants, points) = asked.points(&named.first().unwrap_or(&designer).settings)?;
        Ok((variants, 0, Design::Sensitivity(points)))
    }

    /// Can the experiment and its variants have their names?
    fn check_names(&self, variants: &[Variant]) -> Result<(), InputError> {
        check_name(&self.name, Location::whole("the experiment"))?;
        variants
            .iter()
            .try_for_each(|variant| check_name(&variant.name, Location::whole("variants")))
    }

    /// Makes the plan, if there is no problem besides those that are known.
    pub(super) fn plan_with(self, mut problems: Problems) -> Result<Plan, InputError> {
        let (mut variants, mut usual, mut design) = (Vec::new(), 0, self.design.clone());
        let made = problems.take(
            self.played().map_err(|error| error.names_in(&knobs_of(self.game.description()))),
        );
        let is_made = made.is_some();
        if let Some(made) = made {
            (variants, usual, design) = made;
            problems.take(self.ask_ladder(&mut design));
        }
        // Names that a file gives were checked there, each with its line.
        if problems.is_empty() {
            problems.take(self.check_names(&variants));
        }
        let baseline = self.baseline.filter(|_| is_made);
        for (index, variant) in variants.iter().enumerate() {
            if problems.is_empty()
                && variants[..index].iter().any(|other| other.name == variant.name)
            {
                let problem = Problem::Duplicate { what: "variant", name: variant.name.clone() };
                problems.note(InputError::new(Location::whole("variants"), problem));
            }
        }
        let mut place_of = |(place, name): (Location, String)| {
            let found = variants.iter().position(|variant| variant.name == name).ok_or_else(|| {
                let unknown = Unknown::new(
                    "variant",
                    name,
                    variants.iter().map(|variant| variant.name.clone()),
                )
                .listed_in("the list of `run --dry-run`");
                InputError::new(place, Problem::Unknown(unknown))
            });
            problems.take(found)
        };
        let baseline = baseline.and_then(&mut place_of).unwrap_or(usual);
        let (blocks, looks) = match (self.blocks, self.stop) {
            (blocks, None) => (blocks.unwrap_or(BLOCKS), Looks::Once),
            (Some(blocks), Some(stop)) => (
                blocks,
                Looks::planned(
                    stop.first_look,
                    blocks.clamp(1, MOST_BLOCKS),
                    self.analysis.confidence,
                ),
            ),
            (None, Some(stop)) => (MOST_BLOCKS, Looks::Any { first: stop.first_look }),
        };
        let mut plan = Plan {
            game: self.game,
            name: self.name,
            question: self.question,
            of_command: self.of_command,
            program: None,
            seed: self.seed,
            blocks,
            looks,
            analysis: self.analysis,
            stop: self.stop,
            design,
            baseline,
            variants,
            lineups: Vec::new(),
            strategies: Vec::new(),
            further: Vec::new(),
            exploiter: None,
            play: self
                .play
                .clone()
                .and_then(|asked| problems.take(asked.check(self.game, &self.texts))),
            layout: Layout::empty(self.game.description()),
            asked_digest: String::new(),
            cells: Vec::new(),
            aside_cells: Vec::new(),
        };
        problems.take(plan.check_numbers());
        let (field_place, whole) = (self.field_place.clone(), Location::whole(&plan.name));
        let mut lineups = self.lineups;
        if let Design::RoundRobin { .. } | Design::Ladder { .. } = plan.design {
            let place = self.field_place;
            if let Some(found) = match (plan.variants.len(), lineups.is_empty()) {
                (0 | 1, true) => None,
                (1, false) => Some("line-ups beside strategies that all meet".to_owned()),
                (variants, _) => Some(format!("{variants} variants for strategies that all meet")),
            } {
                let allowed = "one set of rules, and no other line-ups".to_owned();
                problems.note(InputError::new(place.clone(), Problem::Conflict { found, allowed }));
            }
            if let Some(table) = self
                .others
                .iter()
                .find(|table| !table.is_empty() && !self.game.description().is_for(table.len() + 1))
            {
                let found =
                    format!("a table for {} with {} of the others", table.len() + 1, table.len());
                let allowed = format!(
                    "tables for {}, which is what {} is for",
                    self.game.description().players_in_words(),
                    self.game.description().title
                );
                problems.note(InputError::new(
                    self.others_place.clone(),
                    Problem::Conflict { found, allowed },
                ));
            }
            let strategies = self.game.repertoire();
            let mut found = |asked: Vec<Asked>, place: &Location| -> Vec<Entrant> {
                asked
                    .into_iter()
                    .filter_map(|asked| {
                        problems.take(asked.entrant(strategies, place, &self.texts))
                    })
                    .collect()
            };
            let entrants = found(self.field, &place);
            let others: Vec<Vec<Entrant>> =
                self.others.into_iter().map(|table| found(table, &self.others_place)).collect();
            if let (Design::Ladder { .. }, Some(exploiter)) = (&plan.design, self.exploiter) {
                plan.exploiter =
                    problems.take(exploiter.find(strategies, &entrants, &self.texts, &place));
            }
            // Who all meet is known only where nobody is missing.
            if problems.is_empty() {
                problems.take(check_tables(&others, &self.others_place));
                let field = Field::new(
                    strategies,
                    entrants,
                    self.doubled,
                    others,
                    plan.exploiter.as_ref(),
                    &mut plan.design,
                );
                let placed = |entrants: Vec<Entrant>| {
                    entrants.into_iter().map(|one| (place.clone(), Asked::Known(one))).collect()
                };
                let met = problems.take(field.lineups(&plan.design, &place)).unwrap_or_default();
                lineups =
                    met.into_iter().map(|entrants| (place.clone(), placed(entrants))).collect();
            }
        }
        // Where there is another problem, there may well be one that cannot be read.
        if lineups.is_empty() && problems.is_empty() {
            let allowed = "one strategy a seat".to_owned();
            problems.note(InputError::new(
                Location::whole(&plan.name),
                Problem::Missing { key: "a line-up".into(), allowed },
            ));
        }
        for (place, strategies) in lineups {
            problems.take(plan.add_lineup(strategies, &place, &self.texts));
        }
        problems.finish()?;
        plan.leave_out_larger_tables();
        plan.lay_out([
            &field_place,
            self.play.as_ref().and_then(AskedPlay::place).unwrap_or(&whole),
        ])
    }
}

impl Plan {
    /// Leaves out how strategies play at larger tables, where no table here is so large: it can
    /// change no number.
    fn leave_out_larger_tables(&mut self) {
        let most = self.lineups.iter().map(|lineup| lineup.entries.len()).max().unwrap_or(0);
        let at_tables = self.strategies.iter_mut().filter_map(Entrant::file_mut);
        let play = self.play.iter_mut().flat_map(Play::strategies_mut);
        for file in at_tables.chain(&mut self.exploiter).chain(play) {
            file.leave_out_larger_tables(most);
        }
    }

    /// Are the numbers in their ranges?
    fn check_numbers(&self) -> Result<(), InputError> {
        let refused = |key: &str, found: String, allowed: &str| {
            let problem =
                Problem::Value { key: key.to_owned(), found, allowed: allowed.to_owned() };
            Err(InputError::new(Location::whole(&self.name), problem))
        };
        let sizes = Tolerance::ALL.map(|tolerance| (tolerance, self.analysis.tolerance(tolerance)));
        if let Some((tolerance, size)) =
            sizes.into_iter().find(|(_, size)| !(0.0..=Tolerance::MOST).contains(size))
        {
            return refused(
                &format!("tolerance.{}", tolerance.key()),
                size.to_string(),
                &format!("a number from 0 to {}", Tolerance::MOST),
            );
        }
        if !(1..=MOST_BLOCKS).contains(&self.blocks) {
            return refused("blocks", self.blocks.to_string(), "1 to 2^40");
        }
        if self.stop.is_some_and(|stop| stop.first_look == 0) {
            return refused("first_look", "0".to_owned(), "1 or more blocks");
        }
        Ok(())
    }

    /// Adds a line-up; the number of players must suit the game, and a name must stand for one
    /// strategy.
    fn add_lineup(
        &mut self,
        asked: Vec<(Location, Asked)>,
        place: &Location,
        texts: &StrategyTexts,
    ) -> Result<(), InputError> {
        check_players(self.game.description(), asked.len(), place)?;
        let mut problems = Problems::default();
        let strategies: Vec<Entrant> = asked
            .into_iter()
            .filter_map(|(place, asked)| {
                problems.take(asked.entrant(self.game.repertoire(), &place, texts))
            })
            .collect();
        problems.finish()?;
        for strategy in &strategies {
            check_name(strategy.name(), place.clone())?;
        }
        // A list of names is written with commas between them.
        if let Some(strategy) = strategies.iter().find(|strategy| strategy.name().contains(',')) {
            let (found, allowed) = (strategy.name().to_owned(), "names without a comma".to_owned());
            return Err(InputError::new(
                place.clone(),
                Problem::Value { key: "strategies".into(), found, allowed },
            ));
        }
        let name = lineup_name(&strategies.iter().map(Entrant::name).collect::<Vec<_>>());
        if self.lineups.iter().any(|lineup| lineup.name == name) {
            return Err(InputError::new(
                place.clone(),
                Problem::Duplicate { what: "line-up", name },
            ));
        }
        let mut entries = Vec::with_capacity(strategies.len());
        for strategy in strategies {
            let known = self.strategies.iter().position(|known| known.name() == strategy.name());
            if known.is_some_and(|known| self.strategies[known] != strategy) {
                return Err(InputError::new(
                    place.clone(),
                    Problem::Duplicate { what: "strategy name", name: strategy.name().to_owned() },
                ));
            }
            entries.push(known.unwrap_or_else(|| {
                self.strategies.push(strategy);
                self.strategies.len() - 1
            }));
        }
        self.lineups.push(Lineup { name, entries });
        Ok(())
    }
}

impl Plan {
    /// The same with one line-up only, by the rules of the baseline, without an early end.
    ///
    /// # Errors
    /// When the line-up does not suit the game.
    pub fn of_one_lineup(&self, strategies: &[Entrant], blocks: u64) -> Result<Self, InputError> {
        let variants = vec![self.baseline().clone()];
        let again = Experiment::new(self.game, &self.name)
            .seed(self.seed)
            .blocks(blocks)
            .analysis(self.analysis);
        again.variants(variants).lineup(strategies.iter().cloned()).plan()
    }

    /// The same ladder with these copies of its last strategy, and no further ones.
    ///
    /// # Errors
    /// When a copy does not suit the game.
    pub fn with_copies(
        &self,
        strategies: &[Entrant],
        copies: &[Entrant],
    ) -> Result<Self, InputError> {
        let again = Experiment::new(self.game, &self.name)
            .question(&self.question)
            .seed(self.seed)
            .analysis(self.analysis);
        let play = self.play.clone().map(|play| AskedPlay::Known(Box::new(play)));
        let exploiter = self.exploiter.clone().map(Box::new).map(Exploiter::Known);
        let (stop, blocks, of_command) = (self.stop, self.max_blocks(), self.of_command);
        let again = Experiment {
            of_command,
            blocks,
            stop,
            exploiter,
            play,
            ..again.variants(self.variants.clone())
        };
        let players = if let Design::Ladder { players, .. } = self.design { players } else { 2 };
        let grown = again.ladder(strategies, copies).players(players).plan()?;
        Ok(Self { asked_digest: self.asked_digest.clone(), program: self.program.clone(), ..grown })
    }
}

/// Is the game for this number of players?
fn check_players(game: &Description, players: usize, place: &Location) -> Result<(), InputError> {
    if game.is_for(players) {
        return Ok(());
    }
    let allowed = format!(
        "{} strategies, one for each player of {}; or one for all, with `players`",
        game.players_in_words(),
        game.title
    );
    let found = format!("a list of {players}");
    Err(InputError::new(place.clone(), Problem::Value { key: "strategies".into(), found, allowed }))
}

/// One strategy for each of this many players: those of a list, or the only one in every seat.
///
/// # Errors
/// When they are several, and not as many as there are players.
pub fn one_a_seat<S: Clone>(strategies: Vec<S>, players: usize) -> Result<Vec<S>, Problem> {
    match &strategies[..] {
        [one] => Ok(vec![one.clone(); players]),
        several if several.len() == players => Ok(strategies),
        several => Err(Problem::Conflict {
            found: format!("{} strategies for {players} players", several.len()),
            allowed: format!("{players} of them, one for each player, or 1 for all"),
        }),
    }
}

/// What a line-up is called: its strategies seat by seat, or their number where three or more are
/// the same.
pub(super) fn lineup_name<S: AsRef<str>>(strategies: &[S]) -> String {
    let names: Vec<&str> = strategies.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [first, _, _, ..] if names.iter().all(|name| name == first) => {
            format!("{} x {first}", names.len())
        }
        _ => names.join(" vs "),
    }
}
