//! `fairdeal play`.

use std::io::BufRead;

use super::prelude::*;
use super::values::seat;
use fairdeal_core::show::{Seated, Sitting, WIDTH};
use fairdeal_core::strategy::StrategyTexts;

#[derive(Args, Debug)]
pub(super) struct PlayArguments {
    /// The game: a game file, or a game by its name
    game: String,
    #[command(flatten)]
    rules: RulesOptions,
    /// How many play, you among them [default: 2, or as few as the game is for]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 64))]
    players: Option<usize>,
    /// Your seat, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1, 64))]
    seat: usize,
    /// The strategy of the other players [default: the strongest that does not look ahead]
    #[arg(long, value_name = "STRATEGY")]
    against: Option<String>,
    #[command(flatten)]
    programs: ProgramOptions,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = seed)]
    seed: u64,
    /// Which game of the seed to begin with
    #[arg(long, value_name = "I", default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX))]
    index: u64,
}

/// What a person can type.
const HELP: &str = "Type the number of an option. u takes your last choice back, h asks the strongest player for a \
                    hint, n begins another deal, q ends.";

/// Lets a person play against strategies.
pub(super) fn play(
    games: GameList,
    arguments: &PlayArguments,
    input: &mut dyn BufRead,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let game = game_named(games, &arguments.game)?;
    let description = game.description();
    let settings = arguments.rules.choice().settings(description)?;
    let players = arguments.players.unwrap_or_else(|| description.usual_players());
    description.check_players(players, "--players")?;
    let seat = seat(arguments.seat, players)?;
    let repertoire = game.repertoire();
    let ladder = StrategyTexts::default().ladder(repertoire);
    let find =
        |name: &str, place: &str| StrategyFile::find(repertoire, name, &Location::whole(place));
    let known: Vec<StrategyFile> =
        ladder.iter().filter_map(|name| find(name, "ladder").ok()).collect();
    let quick = || known.iter().rev().find(|file| !file.searches(repertoire)).cloned();
    let other = match &arguments.against {
        Some(name) => Some(find(name, "--against")?),
        None => quick(),
    };
    let allow_programs = permission(&other, arguments.programs)?;
    let others: Vec<Entrant> =
        other.into_iter().map(Entrant::from).cycle().take(players - 1).collect();
    // Chances are those of a winner.
    let has_winner = !description.is_one_side(players);
    let screen = Screen::of_stdout();
    screen.text(HELP, 0, out)?;
    let (mut index, mut chosen): (u64, Vec<usize>) = (arguments.index, Vec::new());
    let (mut printed, mut is_advised) = (0, false);
    let mut line = String::new();
    loop {
        let seated = Seated {
            settings: &settings,
            others: &others,
            seat,
            allow_programs,
            seed: arguments.seed,
            index,
            chosen: &chosen,
            adviser: known.last().filter(|_| is_advised),
            guide: known
                .iter()
                .rev()
                .find(|file| is_advised && has_winner && !file.searches(repertoire)),
        };
        let heading = format!("{}: game {index}, seed {}", description.title, arguments.seed);
        let sitting = game.sit(&seated, &heading)?.map_err(|fault| Failure::Trace {
            strategy: "you".to_owned(),
            index,
            fault,
        })?;
        printed = tell(&sitting, printed, out)?;
        if let Some(place) = sitting.advice
            && let Some(option) = sitting.options.get(place)
        {
            writeln!(out, "The strongest player would choose: {option}")?;
            if let Some(chance) = sitting.chances.get(place) {
                let told = format!("With it you win about {:.0} % of such games.", 100.0 * chance);
                writeln!(out, "{told}")?;
            }
        }
        is_advised = false;
        out.flush()?;
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(Outcome::Done);
        }
        match line.trim() {
            "q" => return Ok(Outcome::Done),
            "n" => (index, chosen, printed) = (index + 1, Vec::new(), 0),
            "u" => {
                chosen.pop();
                printed = 0;
            }
            "h" => is_advised = true,
            number => match number.parse::<usize>() {
                Ok(number) if (1..=sitting.options.len()).contains(&number) => {
                    chosen.push(number - 1);
                }
                _ => screen.text(HELP, 0, out)?,
            },
        }
    }
}

/// Prints what is new of a game, and the options. Returns how many lines of the game are printed.
fn tell(sitting: &Sitting, printed: usize, out: &mut impl Write) -> std::io::Result<usize> {
    let lines = sitting.told.lines(WIDTH);
    lines.iter().skip(printed).try_for_each(|line| writeln!(out, "{line}"))?;
    if sitting.options.is_empty() {
        writeln!(
            out,
            "\nThe game is over. n begins another deal, u takes your last choice back, q ends."
        )?;
    } else {
        writeln!(out)?;
        for (place, option) in sitting.options.iter().enumerate() {
            writeln!(out, "  {:>2}  {option}", place + 1)?;
        }
    }
    Ok(lines.len())
}
