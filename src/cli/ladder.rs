//! `fairdeal ladder`: how skill changes the answers.

use std::io::Write;

use super::args::{LadderArguments, WithoutFile};
use super::failure::{Failure, Outcome};
use super::program;
use super::programs::permission;
use super::run::{Target, play, variant_name, with_play};
use super::say::warn_of;
use fairdeal_core::input::Location;
use fairdeal_core::registry::GameList;
use fairdeal_core::strategy::Entrant;
use fairdeal_study::experiment::{Experiment, check_others};
use fairdeal_study::findings::Analysis;

/// Plays the ladder of a game.
pub(super) fn ladder(
    games: GameList,
    arguments: &LadderArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let game = games.find(&arguments.game).map_err(Failure::unknown)?;
    let description = game.description();
    let WithoutFile { seed, tolerance, play: asks_play, out: folder, options } =
        &arguments.without_file;
    let rules = arguments.rules.choice();
    warn_of(game, &rules.settings(description)?, None);
    let strategies: Vec<&str> = match &arguments.strategies[..] {
        [] => game.repertoire().ladder.to_vec(),
        named => named.iter().map(String::as_str).collect(),
    };
    let others: Vec<Vec<&str>> =
        arguments.others.iter().map(|table| table.0.iter().map(String::as_str).collect()).collect();
    check_others(arguments.players, &others, Location::whole("--others"))?;
    let players = arguments.players.unwrap_or(description.usual_players());
    description.check_players(players, "--players")?;
    let experiment = Experiment::new(game, "match").of_command();
    let experiment = if *asks_play { with_play(game, experiment) } else { experiment };
    let experiment = if arguments.exploiters { experiment.exploiters() } else { experiment };
    let plan = experiment
        .rules(&variant_name(&rules), &rules)
        .seed(*seed)
        .blocks(arguments.blocks)
        .analysis(Analysis { win_rate_tolerance: *tolerance, ..Analysis::default() })
        .ladder(&strategies, &[])
        .players(players)
        .doublings(arguments.doublings);
    let plan =
        others.into_iter().fold(plan, Experiment::others).plan()?.of_program(&program::name());
    let allowed = permission(plan.entrants().filter_map(Entrant::file), options.programs)?;
    play(&plan, folder.as_deref().map(Target::of_tables).as_ref(), options, allowed, out)
}
