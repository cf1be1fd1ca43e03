//! Experiments that are built in code.

use super::ask::Ask;
use super::given::Given;
use super::make::make;
use super::plan::Plan;
use super::question::Overrides;
use super::question::{
    AskedAdapt, AskedAnalysis, AskedLadder, AskedLineup, AskedStop, AskedVariant, Axes,
    CardsQuestion, ChancesQuestion, EventsQuestion, Part, PlayQuestions, Players, Preset, Question,
    Rules,
};
use super::rules::RulesChoice;
use crate::findings::{Analysis, Stop};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::GameSource;
use fairdeal_core::input::{InputError, KnobKind, Location, Problem, Settings, sentence};
use fairdeal_core::strategy::{Entrant, StrategyFile, StrategyTexts};

/// A strategy: by name or path, or as a value.
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
    question: Question,
    /// How many blocks are played, at most.
    blocks: Option<u64>,
    given: Given,
    /// The first error, if something cannot be asked.
    asked: Result<(), InputError>,
}

/// The default number of blocks.
const BLOCKS: u64 = 10_000;

impl Experiment {
    /// An experiment without line-ups: the designer's rules, 10,000 blocks, seed 0, no early end.
    pub fn new(game: &'static dyn AnyGame, name: &str) -> Self {
        let about = game.source().map_or(game.description().name, GameSource::name).to_owned();
        let question = Question { game: about, ..Question::default() };
        Self { question, blocks: None, given: Given::new(game, name), asked: Ok(()) }
    }

    /// Sets the question, in the designer's words.
    #[must_use]
    pub fn question(mut self, question: &str) -> Self {
        self.question.question = sentence(question);
        self
    }

    /// Chooses the first point of the answer: a topic, such as `"going first"`, or a quantity, such
    /// as `"ties"`, as in `ask` of a file.
    #[must_use]
    pub fn ask(mut self, name: &str) -> Self {
        self.question.ask = Some(Ask(name.to_owned()));
        self
    }

    /// The options of `fairdeal match` or `fairdeal ladder` ask it, so that the page of its results
    /// names this command and no file.
    #[must_use]
    pub fn of_command(mut self) -> Self {
        self.given.of_command = true;
        self
    }

    /// The seed of all its random numbers.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.question.seed = seed;
        self
    }

    /// How many blocks (shuffles) are played: 1 to 2^40; at most, where the run may end early.
    #[must_use]
    pub fn blocks(mut self, blocks: u64) -> Self {
        self.blocks = Some(blocks);
        self
    }

    /// Ends the run as soon as this is reached, or after all [blocks](Self::blocks). Without a
    /// number of blocks it plays on until then, or until it is stopped from outside, with intervals
    /// that hold at any time; these are wider.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        if stop.first_look == 0 {
            self = self.refuse(Problem::value("first_look", "0", "1 or more blocks"));
        }
        self.question.blocks = Some(stop.first_look);
        self.question.stop = Some(AskedStop::new(&stop));
        self
    }

    /// Sets the source of strategies by name or path. The default is the current folder,
    /// and the program.
    #[must_use]
    pub fn texts(mut self, texts: &StrategyTexts) -> Self {
        self.given.texts = texts.clone();
        self
    }

    /// How the counts are judged.
    #[must_use]
    pub fn analysis(mut self, analysis: Analysis) -> Self {
        self.question.analysis = AskedAnalysis::new(&analysis);
        self
    }

    /// Adds a goal: `seats`, `"fair"`; or `shared_wins`, `{"at_most": 0.03}`, as in `[goal]` of a
    /// file. Rules are judged by all goals.
    #[must_use]
    pub fn goal(mut self, about: &str, wanted: impl Into<serde_json::Value>) -> Self {
        let goals = self.question.goal.get_or_insert_default();
        goals.0.insert(about.to_owned(), wanted.into());
        self
    }

    /// Adds the rules of the designer with some knobs turned, each as `key=value`. Before the first
    /// variant, the designer's rules are added as the baseline.
    #[must_use]
    pub fn variant(self, name: &str, set: &[&str]) -> Self {
        let this = if self.question.variant.is_empty() {
            self.rules("designer", &RulesChoice::default())
        } else {
            self
        };
        let set = set.iter().map(|option| (*option).to_owned()).collect();
        this.rules(name, &RulesChoice { rules: None, set })
    }

    /// Sweeps over a knob: every variant is played with each of its values, and with each
    /// combination where several knobs are swept over. The first variant as it is, or the
    /// designer's rules, is the baseline; a point with the same rules is the baseline itself.
    #[must_use]
    pub fn sweep(mut self, knob: &str, values: &[&str]) -> Self {
        let mut axes = self.question.sweep.take().unwrap_or_default();
        self = self.axis(&mut axes.rules, knob, values);
        self.question.sweep = Some(axes);
        self
    }

    /// Sweeps over presets: each is played with every combination of the values of other knobs that
    /// are swept over.
    #[must_use]
    pub fn sweep_presets(mut self, names: &[&str]) -> Self {
        let presets = names.iter().map(|name| Preset((*name).to_owned())).collect();
        self.question.sweep.get_or_insert_default().preset = presets;
        self
    }

    /// Asks which knob matters: plays samples of all combinations of these values and those of the
    /// other knobs of the analysis. Needs a number of blocks that is a multiple of
    /// [`GROUPS`](crate::findings::SensitivityPoints::GROUPS), and at most one variant: the rules
    /// from which the knobs are turned.
    #[must_use]
    pub fn sensitivity(mut self, knob: &str, values: &[&str]) -> Self {
        let mut asked = self.question.sensitivity.take().unwrap_or_default();
        self = self.axis(&mut asked.rules, knob, values);
        self.question.sensitivity = Some(asked);
        self
    }

    /// How many points each sample of a sensitivity analysis has: 2 to 4,096; 32 where nothing is
    /// said.
    #[must_use]
    pub fn samples(mut self, samples: u32) -> Self {
        self.question.sensitivity.get_or_insert_default().samples = Some(samples);
        self
    }

    /// Adds a knob with its values, which are as they are written after `--set`.
    fn axis(self, axes: &mut Axes, knob: &str, values: &[&str]) -> Self {
        let place = Location::whole(&self.given.name);
        // An unknown knob is refused where it is turned.
        let known = self.given.game.description().knobs.iter().find(|known| known.key == knob);
        let kind = known.map_or(KnobKind::Flag, |known| known.kind);
        let values = values.iter().map(|text| Ok(kind.read(text, &place)?.to_json()));
        match values.collect::<Result<_, _>>() {
            Err(error) => self.refuse_with(error),
            Ok(values) => match axes.0.insert(knob.to_owned(), values) {
                None => self,
                Some(_) => self.refuse(Problem::duplicate("knob", knob)),
            },
        }
    }

    /// Notes that something cannot be asked.
    fn refuse(self, problem: Problem) -> Self {
        let error = Location::whole(&self.given.name).error(problem);
        self.refuse_with(error)
    }

    fn refuse_with(self, error: InputError) -> Self {
        Self { asked: self.asked.and(Err(error)), ..self }
    }

    /// Returns the name of a strategy.
    fn named(&mut self, asked: Asked) -> String {
        let given = match asked {
            Asked::Named(name) => return name,
            Asked::Known(given) => given,
        };
        let name = given.name().to_owned();
        let mut known = given.check(self.given.game.repertoire());
        match self.given.entrants.iter().find(|known| known.name() == name) {
            None => self.given.entrants.push(given),
            Some(same) if *same == given => {}
            Some(_) => {
                let twice = Problem::duplicate("strategy name", &name);
                known = known.and(Err(Location::whole(&self.given.name).error(twice)));
            }
        }
        self.asked = self.asked.clone().and(known);
        name
    }

    fn all_named<S: Into<Asked>>(&mut self, asked: impl IntoIterator<Item = S>) -> Vec<String> {
        asked.into_iter().map(|asked| self.named(asked.into())).collect()
    }

    /// Adds rules as the options of a command choose them.
    #[must_use]
    pub fn rules(self, name: &str, choice: &RulesChoice) -> Self {
        match choice.settings(self.given.game.description()) {
            Ok(settings) => self.settings(name, settings),
            Err(error) => self.refuse_with(error),
        }
    }

    /// Adds rules as they are, defaults filled in.
    #[must_use]
    pub fn settings(mut self, name: &str, settings: Settings) -> Self {
        let rules = Rules(settings.given_to_json());
        self.question.variant.push(AskedVariant { name: name.to_owned(), preset: None, rules });
        self.given.settings.push(settings);
        self
    }

    /// The variant that the others are compared with; otherwise the first one is.
    #[must_use]
    pub fn baseline(mut self, name: &str) -> Self {
        self.question.baseline = Some(name.to_owned());
        self
    }

    /// Adds a line-up: one strategy a seat. Every arrangement of it is played.
    #[must_use]
    pub fn lineup<S: Into<Asked>>(mut self, strategies: impl IntoIterator<Item = S>) -> Self {
        let strategies = self.all_named(strategies);
        self.question.lineup.push(AskedLineup { strategies, players: None });
        self
    }

    /// Adds a line-up of one strategy in every one of this many seats.
    #[must_use]
    pub fn lineup_of(self, players: usize, strategy: impl Into<Asked>) -> Self {
        self.lineup(vec![strategy.into(); players])
    }

    /// Lets the strategies, 2 to 64 different ones, climb a ladder, by one set of rules and by
    /// default for two players ([`Experiment::players`]): each plays against each other one and
    /// against itself, and all are rated. The last one that has a budget comes last. The
    /// `doubled` ones are copies of it with doubled budgets: each plays only against the one
    /// before it and against itself.
    #[must_use]
    pub fn ladder<S: Into<Asked> + Clone>(mut self, strategies: &[S], doubled: &[Entrant]) -> Self {
        let strategies = self.all_named(strategies.iter().cloned());
        self.asked_ladder().strategies = Some(strategies);
        self.given.copies = doubled.to_vec();
        self
    }

    /// Lets a ladder be climbed at tables for this many players, 2 or more: for each pair of
    /// strategies, one of the first among others of the second, and one of the second among others
    /// of the first.
    #[must_use]
    pub fn players(mut self, number: usize) -> Self {
        self.asked_ladder().players = Some(Players(number));
        self
    }

    /// Lets a ladder find out how far a doubled budget helps: it adds at most this many copies,
    /// each with twice the budget of the one before it. The last one is the first that does not
    /// beat the one before it.
    #[must_use]
    pub fn doublings(mut self, most: u32) -> Self {
        self.asked_ladder().doublings = Some(most);
        self
    }

    /// Lets a ladder find out how far its strategies are from perfect: for each one that neither
    /// searches nor is a program, one search that knows it plays among players who all use it. The
    /// search is the strategy `exploiter`, if there is one, otherwise the last one of the ladder
    /// that searches; without either, the experiment is refused.
    #[must_use]
    pub fn exploiters(mut self) -> Self {
        self.asked_ladder().exploiters = true;
        self
    }

    /// Asks a ladder another question: which of its strategies does best in the place of one
    /// player, among these others at a table? Call it once for each table. The strategies are
    /// compared on the same blocks, all with the last one that has a budget, or else the last.
    /// Nothing else is played then: no ratings, no copies with doubled budgets. Exploiters sit
    /// there too if the others all play one known strategy.
    #[must_use]
    pub fn others<S: Into<Asked>>(mut self, others: impl IntoIterator<Item = S>) -> Self {
        let others = self.all_named(others);
        self.asked_ladder().others.push(others);
        self
    }

    /// Asks how the game plays: which options the players have, and what they choose.
    #[must_use]
    pub fn play(self) -> Self {
        self.asked_play(|_| ())
    }

    /// Asks as [`play`](Self::play) does, and for the players' chances of winning at each decision.
    #[must_use]
    pub fn chances(self, chances: ChancesQuestion) -> Self {
        self.asked_play(|play| play.chances = Some(Part::As(chances)))
    }

    /// Asks as [`play`](Self::play) does, and for the worth of each card.
    #[must_use]
    pub fn cards(self, cards: CardsQuestion) -> Self {
        self.asked_play(|play| play.cards = Some(Part::As(cards)))
    }

    /// Asks the same, and how much of the results is luck, and how much skill: of every line-up of
    /// two different strategies.
    #[must_use]
    pub fn luck(self) -> Self {
        self.asked_play(|play| play.luck = true)
    }

    /// Asks as [`play`](Self::play) does, and for the cost of leaving out a kind of action, one by
    /// one, for each of these strategies (names or paths of files).
    #[must_use]
    pub fn restricted<S: Into<String>>(self, strategies: impl IntoIterator<Item = S>) -> Self {
        let strategies = strategies.into_iter().map(Into::into).collect();
        self.asked_play(|play| play.restricted = Some(strategies))
    }

    /// Asks as [`play`](Self::play) does, and for what people at the table feel.
    #[must_use]
    pub fn people(self) -> Self {
        self.asked_play(|play| play.people = true)
    }

    /// Lets players who learn each set of rules play too, with the name `adapted`. `games`: how many
    /// games they learn from; by default what the length of the games allows.
    #[must_use]
    pub fn adapt(mut self, games: Option<u64>) -> Self {
        self.question.adapt = Some(Part::As(AskedAdapt { games, ..AskedAdapt::default() }));
        self
    }

    /// Lets players learn each set of rules from so many games, and go on from the weights of a learned
    /// strategy, by its name or path.
    #[must_use]
    pub fn adapt_from(mut self, games: u64, from: &str) -> Self {
        let (games, from) = (Some(games), Some(from.to_owned()));
        self.question.adapt = Some(Part::As(AskedAdapt { games, from, ..AskedAdapt::default() }));
        self
    }

    fn asked_play(mut self, change: impl FnOnce(&mut PlayQuestions)) -> Self {
        change(self.question.play.get_or_insert_default());
        self
    }

    /// Counts all events of the game.
    #[must_use]
    pub fn all_events(mut self) -> Self {
        self.question.events = Some(EventsQuestion::All(true));
        self
    }

    /// Counts these events of the game, by their names.
    #[must_use]
    pub fn events<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        self.question.events = Some(EventsQuestion::Named(names));
        self
    }

    fn asked_ladder(&mut self) -> &mut AskedLadder {
        self.question.ladder.get_or_insert_default()
    }

    /// Checks everything and makes the plan.
    ///
    /// # Errors
    /// When something is unknown, missing, given twice or does not suit the game: all errors are
    /// reported together, each with its place.
    pub fn plan(mut self) -> Result<Plan, InputError> {
        self.asked?;
        let question = &mut self.question;
        match &mut question.stop {
            Some(stop) => stop.max_blocks = self.blocks,
            None => question.blocks = Some(self.blocks.unwrap_or(BLOCKS)),
        }
        if let Some(ladder) = &mut question.ladder {
            if ladder.strategies.is_none() {
                let asked = [
                    ("players", ladder.players.is_some()),
                    ("doublings", ladder.doublings.is_some()),
                    ("exploiters", ladder.exploiters),
                    ("others", true),
                ];
                let key = asked.iter().find(|(_, is_asked)| *is_asked).map_or("", |(key, _)| *key);
                let (found, allowed) =
                    (format!("`{key}` without a ladder"), format!("`{key}` and `ladder`"));
                let problem = Problem::conflict(found, allowed);
                return Err(Location::whole(&self.given.name).error(problem));
            }
            if ladder.others.is_empty() {
                ladder.players.get_or_insert(Players(2));
            }
            ladder.doublings.get_or_insert(0);
        }
        make(&self.question.document(&self.given.name), Overrides::default(), self.given)
    }
}

impl Plan {
    /// Returns a plan with one line-up only, by the rules of the baseline, without a stopping rule.
    ///
    /// # Errors
    /// When the line-up does not suit the game.
    pub fn of_one_lineup(&self, strategies: &[Entrant], blocks: u64) -> Result<Self, InputError> {
        let again = Experiment::new(self.game(), self.name())
            .seed(self.seed())
            .blocks(blocks)
            .analysis(self.analysis)
            .settings(&self.baseline().name, self.baseline().settings.clone());
        again.lineup(strategies.iter().cloned()).plan()
    }
}
