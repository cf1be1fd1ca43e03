//! `fairdeal match`, and what other commands about a game without a file have in common with it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::{Failure, Outcome};
use super::options::{LineupOptions, RulesOptions, RunOptions};
use super::program;
use super::programs::permission;
use super::run::{Target, play};
use super::say::{say, warn_of};
use super::values::{real, seed, whole};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{InputError, Location};
use fairdeal_core::metrics::Tolerance;
use fairdeal_core::registry::GameList;
use fairdeal_core::strategy::{Entrant, Repertoire, StrategyFile};
use fairdeal_study::experiment::{ChancesQuestion, Experiment, RulesChoice, one_a_seat};
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
    /// Play every strategy against every other, and rate them all
    #[arg(long)]
    pub(super) round_robin: bool,
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
    let game = games.find(&arguments.game).map_err(Failure::unknown)?;
    let MatchArguments { lineup: options, rules, blocks, without_file, .. } = arguments;
    let asked = |experiment: Experiment| {
        if !arguments.round_robin {
            return Ok(experiment.lineup(lineup(game.repertoire(), options)?));
        }
        let players = options.players.unwrap_or(game.description().usual_players());
        game.description().check_players(players, "--players")?;
        let names: Vec<&str> = options.strategies.iter().map(String::as_str).collect();
        Ok(experiment.round_robin(&names, players))
    };
    let outcome = without_file.play(game, rules, *blocks, asked, out)?;
    let note = how_to_compare(game, &rules.choice())?.filter(|_| !without_file.options.quiet);
    note.iter().for_each(|note| say(note));
    Ok(outcome)
}

impl WithoutFile {
    /// Plays an experiment about a game, of which the options of a command say what is `asked`.
    pub(super) fn play(
        &self,
        game: &'static dyn AnyGame,
        rules: &RulesOptions,
        blocks: u64,
        asked: impl FnOnce(Experiment) -> Result<Experiment, Failure>,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        let rules = rules.choice();
        warn_of(game, &rules.settings(game.description())?, None);
        let experiment = Experiment::new(game, "match")
            .of_command()
            .rules(&variant_name(&rules), &rules)
            .seed(self.seed)
            .blocks(blocks)
            .analysis(Analysis { win_rate_tolerance: self.tolerance, ..Analysis::default() });
        let experiment = asked(if self.play { with_play(game, experiment) } else { experiment })?;
        let plan = experiment.plan()?.of_program(&program::name());
        let strategies = plan.entrants().filter_map(Entrant::file);
        let allowed = permission(strategies, self.options.programs)?;
        let target = self.out.as_deref().map(Target::of_tables);
        play(&plan, target.as_ref(), &self.options, allowed, out)
    }
}

/// Says that changed rules were not compared with others, and how to compare them.
fn how_to_compare(game: &dyn AnyGame, rules: &RulesChoice) -> Result<Option<String>, InputError> {
    let (settings, name) = (rules.settings(game.description())?, variant_name(rules));
    let changed = settings.iter().filter(|(knob, value)| *value != settings.default_of(knob));
    let changed: Vec<String> =
        changed.map(|(knob, value)| format!("{} = {}", knob.key, value.to_toml())).collect();
    let (program, game) = (program::name(), game.description().name);
    Ok((!changed.is_empty()).then(|| {
        format!(
            "a match plays one set of rules and compares it with no other. To compare this one with the designer's rules, `{program} new {game}` writes an \
             experiment, which this variant goes into:\n  [[variant]]\n  name = {name:?}\n  rules = {{ {} }}",
            changed.join(", ")
        )
    }))
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
