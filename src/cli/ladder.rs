//! `fairdeal ladder`: how skill changes the answers.

use std::io::Write;

use clap::Args;
use clap::builder::{StringValueParser, TypedValueParser};

use super::failure::{Failure, Outcome};
use super::options::RulesOptions;
use super::single_match::WithoutFile;
use super::values::whole;
use fairdeal_core::registry::GameList;
use fairdeal_study::experiment::{Experiment, MOST_DOUBLINGS};

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
    let game = games.find(&arguments.game).map_err(Failure::unknown)?;
    let description = game.description();
    let strategies: Vec<&str> = match &arguments.strategies[..] {
        [] => game.repertoire().ladder.to_vec(),
        named => named.iter().map(String::as_str).collect(),
    };
    let others: Vec<Vec<&str>> =
        arguments.others.iter().map(|table| table.0.iter().map(String::as_str).collect()).collect();
    let players = arguments.players.unwrap_or(description.usual_players());
    let asked = |experiment: Experiment| {
        description.check_players(players, "--players")?;
        let experiment = experiment.ladder(&strategies, &[]).doublings(arguments.doublings);
        let experiment = if arguments.exploiters { experiment.exploiters() } else { experiment };
        // The lists of others say how many play, where nothing else does.
        let of_others = arguments.players.is_none() && !others.is_empty();
        let experiment = if of_others { experiment } else { experiment.players(players) };
        Ok(others.into_iter().fold(experiment, Experiment::others))
    };
    arguments.without_file.play(game, &arguments.rules, arguments.blocks, asked, out)
}
