//! `fairdeal match` and `fairdeal ladder`: experiments without a file.

use clap::builder::{StringValueParser, TypedValueParser};

use super::options::LineupOptions;
use super::prelude::*;
use super::run::{Target, play};
use super::values::real;
use fairdeal_core::input::Document;
use fairdeal_core::metrics::Tolerance;
use fairdeal_core::strategy::StrategyTexts;
use fairdeal_learn::CHECKPOINTS;
use fairdeal_study::experiment::{
    ChancesQuestion, Experiment, MOST_DOUBLINGS, RulesChoice, one_a_seat,
};
use fairdeal_study::findings::Analysis;

/// Options of games that no file describes.
#[derive(Args, Debug)]
pub(super) struct WithoutFile {
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = seed)]
    seed: u64,
    /// A difference of win rates up to this, from 0 to 0.5, does not matter: 0.01 is one point
    /// [default: 0.01]
    #[arg(long, value_name = "T", value_parser = real(0.0..=Tolerance::MOST))]
    tolerance: Option<f64>,
    /// Also measure how the game plays: choices, chances of winning, how much each decision matters
    #[arg(long)]
    play: bool,
    /// Also count the events of the game; with a name only this one, and may be repeated (`list
    /// events` names them)
    #[arg(
        long,
        value_name = "NAME",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ""
    )]
    events: Vec<String>,
    /// Let players who learn these rules first play too, with the name `adapted`; N is the number of
    /// games from which they learn, 0 as many as usual
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0",
        value_parser = whole::<u64>(0, CHECKPOINTS[23])
    )]
    adapt: Option<u64>,
    /// Write the tables there as well
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) options: RunOptions,
}

#[derive(Args, Debug)]
pub(super) struct MatchArguments {
    /// The game
    pub(super) game: String,
    #[command(flatten)]
    pub(super) lineup: LineupOptions,
    #[command(flatten)]
    pub(super) rules: RulesOptions,
    /// Compare these rules with the designer's, on the same shuffles
    #[arg(long)]
    pub(super) compare: bool,
    /// What you want of the game, as `[goal]` of an experiment has it: `seats=fair`, or
    /// `'shared_wins={at_most=0.03}'`; may be repeated
    #[arg(long, value_name = "KEY=WANTED")]
    pub(super) goal: Vec<String>,
    /// How many blocks (shuffles) to play
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>(1, 1 << 40))]
    pub(super) blocks: u64,
    #[command(flatten)]
    pub(super) without_file: WithoutFile,
}

/// Plays one line-up with one set of rules.
pub(super) fn single_match(
    games: GameList,
    arguments: &MatchArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let game = game_named(games, &arguments.game)?;
    let MatchArguments { lineup: options, rules, blocks, without_file, .. } = arguments;
    let goals = goals(&arguments.goal)?;
    let asked = |experiment: Experiment| {
        let experiment = goals
            .into_iter()
            .fold(experiment, |experiment, (about, wanted)| experiment.goal(&about, wanted));
        Ok(experiment.lineup(lineup(game.repertoire(), options)?))
    };
    let is_changed = is_changed(game, &rules.choice())?;
    if arguments.compare && !is_changed {
        let found = "`--compare` without other rules than the designer's";
        let problem = Problem::conflict(found, "`--compare` with `--set` or `--rules`");
        return Err(Location::whole("--compare").error(problem).into());
    }
    let compared = arguments.compare.then(RulesChoice::default);
    let outcome = without_file.play(game, compared.as_ref(), rules, *blocks, asked, out)?;
    if is_changed && !arguments.compare && !without_file.options.quiet {
        say("these rules are compared with no others: --compare compares them with the designer's");
    }
    Ok(outcome)
}

/// Reads the goals of the options, each with its subject and its bounds.
fn goals(options: &[String]) -> Result<Vec<(String, serde_json::Value)>, InputError> {
    let goal = |option: &String| {
        let about = option.split('=').next().unwrap_or_default().trim();
        let bare =
            option.split_once('=').map(|(_, wanted)| format!("{about} = {:?}", wanted.trim()));
        // The name of an event needs no quotes around it.
        let option = match option.split_once('=') {
            Some((_, wanted)) if about.contains(' ') && !about.contains('"') => {
                &format!("{about:?} = {wanted}")
            }
            _ => option,
        };
        // A word needs no quotes.
        let parsed = Document::parse("--goal", option.as_str());
        let document = parsed.or_else(|error| match &bare {
            Some(bare) if !option.contains(['{', '[', '"']) => {
                Document::parse("--goal", bare.as_str())
            }
            _ => Err(error),
        })?;
        match document.to_json() {
            serde_json::Value::Object(goals) if !goals.is_empty() => {
                Ok(goals.into_iter().collect::<Vec<_>>())
            }
            _ => {
                let allowed = "a goal: seats=fair, or 'shared_wins={at_most=0.03}'";
                let problem = Problem::value("--goal", format!("{option:?}"), allowed);
                Err(Location::whole("--goal").error(problem))
            }
        }
    };
    Ok(options.iter().map(goal).collect::<Result<Vec<_>, InputError>>()?.concat())
}

impl WithoutFile {
    /// Plays an experiment about a game; `compared`: other rules that its rules are compared with.
    /// `asked` adds the question of the command.
    pub(super) fn play(
        &self,
        game: &'static dyn AnyGame,
        compared: Option<&RulesChoice>,
        rules: &RulesOptions,
        blocks: u64,
        asked: impl FnOnce(Experiment) -> Result<Experiment, Failure>,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        let rules = rules.choice();
        warn_of(game, &rules.settings(game.description())?, None);
        let experiment = Experiment::new(game, "match").of_command();
        let experiment = compared
            .into_iter()
            .chain([&rules])
            .fold(experiment, |experiment, rules| experiment.rules(&variant_name(rules), rules));
        let experiment = experiment
            .seed(self.seed)
            .blocks(blocks)
            .analysis(Analysis { win_rate_tolerance: self.tolerance, ..Analysis::default() });
        let experiment = match &self.events[..] {
            [] => experiment,
            names if names.iter().any(String::is_empty) => experiment.all_events(),
            names => experiment.events(names),
        };
        let experiment = match self.adapt {
            None => experiment,
            Some(games) => experiment.adapt(Some(games).filter(|games| *games > 0)),
        };
        let experiment = asked(if self.play { with_play(game, experiment) } else { experiment })?;
        let plan = experiment.plan()?.of_program(&program::name());
        let strategies = plan.entrants().filter_map(Entrant::file);
        let allowed = permission(strategies, self.options.programs)?;
        let target = self.out.as_deref().map(Target::of_tables);
        play(&plan, target.as_ref(), &self.options, allowed, out)
    }
}

#[derive(Args, Debug)]
pub(super) struct LadderArguments {
    /// The game
    pub(super) game: String,
    /// The strategies, by name or path, separated by commas [default: those that the game ships for
    /// its ladder]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = StringValueParser::new().map(|name| name.trim().to_owned()))]
    pub(super) strategies: Vec<String>,
    /// The number of players: for more than two, each strategy plays alone among others of each
    /// other one [default: 2, or as few as the game is for]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    pub(super) players: Option<usize>,
    #[command(flatten)]
    pub(super) rules: RulesOptions,
    /// How many blocks (shuffles) to play; strategies that look ahead take milliseconds for each
    /// decision
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u64>(1, 1 << 40))]
    pub(super) blocks: u64,
    /// How often to double the budget of the strongest search, at most; it ends at the first
    /// doubling that gains nothing
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(0, MOST_DOUBLINGS.into()))]
    pub(super) doublings: u32,
    /// Rank the strategies in one seat against these opponents instead, separated by commas; may be
    /// repeated, once for each table
    #[arg(long, value_name = "A,B")]
    pub(super) others: Vec<Others>,
    /// Also ask how far from perfect each strategy is: a search that knows it looks for what beats
    /// it. Takes up to five times as long. With --others, such a search sits in the seat as well,
    /// if the others all play by one strategy that does not look ahead
    #[arg(long)]
    pub(super) exploiters: bool,
    #[command(flatten)]
    pub(super) without_file: WithoutFile,
}

/// The other players of a table.
#[derive(Clone, Debug)]
pub(super) struct Others(pub(super) Vec<String>);

impl From<&str> for Others {
    fn from(names: &str) -> Self {
        Self(names.split(',').map(|name| name.trim().to_owned()).collect())
    }
}

/// Plays the ladder of a game.
pub(super) fn ladder(
    games: GameList,
    arguments: &LadderArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let game = game_named(games, &arguments.game)?;
    let description = game.description();
    let usual = StrategyTexts::default().ladder(game.repertoire());
    let strategies: Vec<&str> = match &arguments.strategies[..] {
        [] => usual.iter().map(String::as_str).collect(),
        named => named.iter().map(String::as_str).collect(),
    };
    let others: Vec<Vec<&str>> =
        arguments.others.iter().map(|table| table.0.iter().map(String::as_str).collect()).collect();
    let players = arguments.players.unwrap_or(description.usual_players());
    let asked = |experiment: Experiment| {
        description.check_players(players, "--players")?;
        let experiment = experiment.ladder(&strategies, &[]).doublings(arguments.doublings);
        let experiment = if arguments.exploiters { experiment.exploiters() } else { experiment };
        // Without --players the lists of others say how many play.
        let of_others = arguments.players.is_none() && !others.is_empty();
        let experiment = if of_others { experiment } else { experiment.players(players) };
        Ok(others.into_iter().fold(experiment, Experiment::others))
    };
    arguments.without_file.play(game, None, &arguments.rules, arguments.blocks, asked, out)
}

/// Whether rules differ from the designer's.
fn is_changed(game: &dyn AnyGame, rules: &RulesChoice) -> Result<bool, InputError> {
    let settings = rules.settings(game.description())?;
    Ok(settings.iter().any(|(knob, value)| value != settings.default_of(knob)))
}

/// Asks how the game plays: choices and, if the game has search, chances of winning.
fn with_play(game: &dyn AnyGame, experiment: Experiment) -> Experiment {
    if game.is_searchable() {
        return experiment.chances(ChancesQuestion::default());
    }
    let title = game.description().title;
    say(&format!(
        "{title} cannot draw hidden cards anew, so that chances of winning are not estimated (docs/play.md)"
    ));
    experiment.play()
}

/// The name in the tables for the rules that the options select.
fn variant_name(choice: &RulesChoice) -> String {
    let preset = choice.rules.as_deref().unwrap_or("designer");
    let stem = Path::new(preset).file_stem().map_or(preset.into(), |stem| stem.to_string_lossy());
    std::iter::once(stem.as_ref())
        .chain(choice.set.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The strategies that the options select: one for each seat.
pub(super) fn lineup(
    strategies: &Repertoire,
    options: &LineupOptions,
) -> Result<Vec<StrategyFile>, Failure> {
    let place = Location::whole("--strategies");
    let one_for_all = ["random".to_owned()];
    let names =
        if options.strategies.is_empty() { &one_for_all[..] } else { &options.strategies[..] };
    let files = names
        .iter()
        .map(|name| StrategyFile::find(strategies, name, &place))
        .collect::<Result<Vec<_>, _>>()?;
    let game = strategies.game;
    let players = options.players.unwrap_or(if files.len() == 1 {
        game.usual_players()
    } else {
        files.len()
    });
    game.check_players(
        players,
        if options.players.is_some() { "--players" } else { "--strategies" },
    )?;
    one_a_seat(files, players).map_err(|problem| InputError::new(place, problem).into())
}
