//! Plays a game file at random: wins by seat, decisions a game, reasons for the end, and how fast.
//!
//! ```text
//! cargo run --release -p fairdeal-gamefile --example play -- FILE --games 10000 --players 3
//! ```
//!
//! The sketch in Python prints the same figures: `python3 fairdeal.py FILE --games 1000`.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::Game;
use fairdeal_core::input::{Location, Settings};
use fairdeal_core::playthrough::play;
use fairdeal_core::rng::BlockStreams;
use fairdeal_core::seat::Seat;
use fairdeal_core::strategy::{Entrant, Random, StrategyFile, TypedGame};
use fairdeal_gamefile::game::{FileGame, MadeGame, load};

fn mean(sum: f64, squares: f64, games: f64) -> String {
    let mean = sum / games;
    let error = ((squares / games - mean * mean).max(0.0) / games).sqrt();
    format!("{mean:.4} ± {error:.4}")
}

/// Plays with strategies in the seats, and prints the wins of each.
fn with_strategies(
    game: &MadeGame,
    settings: &Settings,
    names: &str,
    seed: u64,
    games: u64,
) -> Result<(), Box<dyn Error>> {
    let place = Location::whole("--strategies");
    let repertoire = TypedGame::repertoire(game);
    let strategies: Vec<Entrant> = names
        .split(',')
        .map(|name| StrategyFile::find(repertoire, name, &place).map(Entrant::from))
        .collect::<Result<_, _>>()?;
    let seats = strategies.len();
    let mut wins = vec![0.0; seats];
    let begun = Instant::now();
    let mut decisions = 0.0;
    for index in 0..games {
        // Strategy `i` sits in seat `i` turned by one in every game.
        let turn = (index as usize) % seats;
        let seated: Vec<Entrant> =
            (0..seats).map(|seat| strategies[(seat + turn) % seats].clone()).collect();
        let mut party = game.party(settings, &seated, seed, false)?;
        let played = party.play_game(index).map_err(|fault| format!("game {index}: {fault}"))?;
        decisions += f64::from(played.lengths[0]);
        for seat in 0..seats {
            let share = played.outcome.winners.credit(Seat::new(seat as u8)) as f64 / 840.0;
            wins[(seat + turn) % seats] += share / games as f64;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    for (strategy, wins) in strategies.iter().zip(wins) {
        println!("{} {wins:.3}", strategy.name());
    }
    println!("{games} games in {seconds:.1} s, {:.0} decisions a second", decisions / seconds);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().ok_or("a game file is needed")?;
    let option = |name: &str| {
        arguments.iter().position(|known| known == name).and_then(|at| arguments.get(at + 1))
    };
    let games: u64 = option("--games").map_or(Ok(10_000), |text| text.parse())?;
    let seed: u64 = option("--seed").map_or(Ok(1), |text| text.parse())?;
    let begun = Instant::now();
    let game = load(Path::new(file))?;
    let description = TypedGame::repertoire(&game).game;
    let players: usize =
        option("--players").map_or(Ok(description.usual_players()), |text| text.parse())?;
    let mut settings = Settings::defaults(description.knobs);
    for pair in arguments.windows(2).filter(|pair| pair[0] == "--set") {
        settings.apply_option(&pair[1].replace('"', "").to_lowercase())?;
    }
    let rules = game.rules_of(&settings, players)?;
    let compiled = begun.elapsed();
    if let Some(names) = option("--strategies") {
        return with_strategies(&game, &settings, names, seed, games);
    }
    let mut seated = vec![Random; players];
    let (mut wins, mut squares) = (vec![0.0; players], vec![0.0; players]);
    let (mut decisions, mut decisions2) = (0.0, 0.0);
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    let begun = Instant::now();
    for index in 0..games {
        let played = play::<FileGame, _>(&rules, &mut seated, BlockStreams::new(seed, index))
            .map_err(|fault| format!("game {index}: {fault}"))?;
        for seat in 0..players {
            let share = played.outcome.winners.credit(Seat::new(seat as u8)) as f64 / 840.0;
            wins[seat] += share;
            squares[seat] += share * share;
        }
        let taken = f64::from(played.lengths[0]);
        decisions += taken;
        decisions2 += taken * taken;
        let reason = description.end_reasons[usize::from(played.outcome.end_reason)];
        *reasons.entry(reason).or_default() += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let count = games as f64;
    let shares: Vec<String> =
        wins.iter().zip(&squares).map(|(sum, squares)| mean(*sum, *squares, count)).collect();
    println!(
        "{} wins by seat: {shares:?} decisions: {} {reasons:?}",
        description.title,
        mean(decisions, decisions2, count)
    );
    println!(
        "{:.0} decisions a second, {:.0} games a second; compiled in {compiled:.1?}; {} rules",
        decisions / seconds,
        count / seconds,
        FileGame::description_of(&rules).name
    );
    Ok(())
}
