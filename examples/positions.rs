//! Shows how well strategies find the best action at single positions: `cargo run --release
//! --example positions -- crackpipe --players 3 --strategies greedy,learned,strong`.
//!
//! Players of one strategy play games. At one random decision of each game, every legal action is
//! simulated by the same players many times, over the same cards, drawn from the seat's knowledge.
//! This estimates the worth of each action if everyone plays on like this. Then other strategies
//! are asked for their choice. If a search wins no more than its rollout strategy, either it finds
//! no better action or there is none; this shows which. This is an example and not a command of the
//! program because it is for authors of searches.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that reports what it does"
)]

use std::error::Error;
use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Parser;
use fairdeal::game::{LegalSet, Turn};
use fairdeal::games::{
    crackpipe::Crackpipe, crisps::Crisps, crypto_cards::CryptoCards, scrip::Scrip,
};
use fairdeal::input::{InputError, Location, Problem, Settings};
use fairdeal::playthrough::{Decided, Rollouts};
use fairdeal::registry::GAMES;
use fairdeal::rng::{BlockStreams, Purpose, Stream};
use fairdeal::seat::{Seat, WIN};
use fairdeal::stats::Moments;
use fairdeal::strategy::{Failure, Playable, Repertoire, Strategy, StrategyFile};
use rayon::prelude::*;

/// Shows how well strategies find the best action at single positions.
#[derive(Clone, Debug, Parser)]
#[command(name = "positions")]
struct Arguments {
    /// The game.
    game: String,
    /// The number of players.
    #[arg(long, default_value_t = 2)]
    players: usize,
    /// The strategy in all seats and in rollouts, by name or path.
    #[arg(long, default_value = "heuristic")]
    among: String,
    /// The strategies that are asked, by name or path.
    #[arg(long, value_delimiter = ',', default_value = "strong")]
    strategies: Vec<String>,
    /// Rules other than the designer's: `key=value`.
    #[arg(long)]
    set: Vec<String>,
    /// The number of games; each has one position, if the seat has any choice.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..))]
    positions: u64,
    /// The number of rollouts of each action of a position.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(2..))]
    rounds: u32,
    /// The seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of threads; the results are the same for any number.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

type Failed = Box<dyn Error + Send + Sync>;

/// The first block of the random numbers besides those of games.
const BESIDE: u64 = 1 << 40;

/// The half-width of a 95 % interval of the mean, in standard errors: there are many positions.
const HALF: f64 = 1.96;

/// The players, the strategies that are asked, and the numbers of games and rollouts.
struct Table<G: Playable> {
    rules: G::Rules,
    players: usize,
    among: G::Player,
    asked: Vec<G::Player>,
    rounds: usize,
    seed: u64,
}

/// The findings at a position, in 840ths of a win over all rounds, compared with the action of the
/// table's players.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    /// The gain of the best action. One half of the rounds selects it and the other values it, both
    /// ways round.
    best: i64,
    /// By strategy: the gain of its action; `None` if it chooses the same one.
    gains: Vec<Option<i64>>,
}

/// A player that observes the others, with its random numbers.
type Listener<G> = (<G as Playable>::Player, Stream);

impl<G: Playable> Table<G> {
    /// Returns the findings at the position with this number; `None` in a game in which the seat
    /// has no choice.
    fn at(&self, number: u64) -> Result<Option<Found>, Failure> {
        let (game, beside) =
            (BlockStreams::new(self.seed, number), BlockStreams::new(self.seed, BESIDE | number));
        let mut draws = beside.stream(Purpose::Other(0));
        let seat = Seat::new(draws.below(self.players as u32) as u8);
        let Err(choices @ 1..) = self.reached(game, seat, None, &mut [])? else { return Ok(None) };
        let which = draws.below(choices);
        // All have the same random numbers: the choice of a strategy does not depend on the other
        // strategies.
        let listener = |player: &G::Player| (player.clone(), beside.stream(Purpose::Strategy(0)));
        // The table's own strategy comes first: all others are compared with its choice.
        let mut asked: Vec<Listener<G>> =
            [&self.among].into_iter().chain(&self.asked).map(listener).collect();
        let Ok(state) = self.reached(game, seat, Some(which), &mut asked)? else {
            unreachable!("the game is played as before");
        };
        let (view, legal) = (G::view(&self.rules, &state, seat), G::legal(&self.rules, &state));
        let mut chosen = Vec::new();
        for (player, stream) in &mut asked {
            let action = player.choose(&view, &legal, stream)?.into_action();
            chosen.push(
                legal
                    .iter()
                    .position(|other| other == action)
                    .unwrap_or_else(|| unreachable!("a choice is legal")),
            );
        }
        let Some(mut rollouts) =
            Rollouts::<G>::new(vec![self.among.clone()], self.players, self.rounds)
        else {
            return Ok(None);
        };
        let action = legal.nth(chosen[0] as u32);
        let decided = Decided { rules: &self.rules, state: &state, seat, action };
        let estimate = rollouts.at(&decided, beside.stream(Purpose::Rollouts(0)))?;
        let mut halves = [vec![0; estimate.actions], vec![0; estimate.actions]];
        for (round, worths) in estimate.worth.chunks(estimate.actions).enumerate() {
            for (sum, worth) in halves[round % 2].iter_mut().zip(worths) {
                *sum += i64::from(*worth);
            }
        }
        let own = chosen[0];
        let more = |half: &[i64], action: usize| half[action] - half[own];
        let best = |half: &[i64]| (0..half.len()).max_by_key(|action| half[*action]).unwrap_or(own);
        let [one, other] = &halves;
        let gain = |action: usize| (action != own).then(|| more(one, action) + more(other, action));
        Ok(Some(Found {
            best: more(other, best(one)) + more(one, best(other)),
            gains: chosen[1..].iter().copied().map(gain).collect(),
        }))
    }

    /// Plays a game until a seat has had this many choices, and returns the next position with a
    /// choice; or the number of its choices, if the game ends before.
    fn reached(
        &self,
        streams: BlockStreams,
        own: Seat,
        choices: Option<u32>,
        told: &mut [Listener<G>],
    ) -> Result<Result<G::State, u32>, Failure> {
        let seated =
            |place: usize| (self.among.clone(), streams.stream(Purpose::Strategy(place as u8)));
        let mut table: Vec<Listener<G>> = (0..self.players).map(seated).collect();
        for (player, _) in table.iter_mut().chain(told.iter_mut()) {
            player.new_game();
        }
        let (mut chance, mut had) = (streams, 0);
        let mut state = G::start(&self.rules, &mut chance, &mut ());
        while let Turn::Decide(seat) = G::turn(&state) {
            let legal = G::legal(&self.rules, &state);
            let action = if legal.count() == 1 {
                legal.nth(0)
            } else {
                if seat == own {
                    if choices == Some(had) {
                        return Ok(Ok(state));
                    }
                    had += 1;
                }
                let (player, stream) = &mut table[seat.index()];
                player.choose(&G::view(&self.rules, &state, seat), &legal, stream)?.into_action()
            };
            if G::OPEN_DECISIONS {
                let others = table
                    .iter_mut()
                    .enumerate()
                    .filter(|(place, _)| *place != seat.index())
                    .map(|(_, other)| other);
                let told = told.iter_mut().filter(|_| seat != own);
                for (player, stream) in others.chain(told) {
                    if Strategy::<G>::observes(player) {
                        player.observe(&G::view(&self.rules, &state, seat), &legal, action, stream);
                    }
                }
            }
            G::apply(&self.rules, &mut state, action, &mut chance, &mut ());
        }
        Ok(Err(had))
    }
}

/// A mean of points, with its 95 % interval.
fn points(sums: &Moments, rounds: u32) -> String {
    let unit = 100.0 / (f64::from(rounds) * WIN as f64);
    let [mean, error] =
        [sums.mean(), sums.standard_error()].map(|number| number.unwrap_or(f64::NAN) * unit);
    format!("{mean:>8.2} ±{:.2}", HALF * error)
}

impl Arguments {
    fn table<G: Playable>(&self) -> Result<Table<G>, Failed> {
        let game = &G::DESCRIPTION;
        game.check_players(self.players, "--players")?;
        if G::SAMPLER.is_none() {
            return Err(format!(
                "{} cannot draw hidden cards anew, so nothing can be played on",
                game.title
            )
            .into());
        }
        let mut settings = Settings::defaults(game.knobs);
        for option in &self.set {
            settings.apply_option(option)?;
        }
        let player = |name: &String| -> Result<G::Player, Failed> {
            let file =
                StrategyFile::find(Repertoire::of::<G>(), name, &Location::whole("positions"))?;
            file.player::<G>(self.players).ok_or_else(|| format!("{name} is a program").into())
        };
        Ok(Table {
            rules: G::rules(&settings, self.players)?,
            players: self.players,
            among: player(&self.among)?,
            asked: self.strategies.iter().map(player).collect::<Result<_, _>>()?,
            rounds: self.rounds as usize,
            seed: self.seed,
        })
    }
}

impl Arguments {
    fn found<G: Playable>(&self) -> Result<String, Failed> {
        let table = self.table::<G>()?;
        let found = (0..self.positions)
            .into_par_iter()
            .map(|number| table.at(number))
            .collect::<Result<Vec<_>, _>>()?;
        let found: Vec<Found> = found.into_iter().flatten().collect();
        if found.len() < 2 {
            return Err("in too few of these games has the seat any choice".into());
        }
        let mut best = Moments::default();
        best.observe_all(found.iter().map(|found| found.best))?;
        let width = self
            .strategies
            .iter()
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(0)
            .max("the best action".len());
        let mut told = format!(
            "{} positions, in {} games of {} for {}.\nEvery action is played on {} times by {}.\n\
             Points of a win for a decision, more than what {} does:\n\n{:width$}{}\n",
            found.len(),
            self.positions,
            G::DESCRIPTION.title,
            self.players,
            self.rounds,
            self.among,
            self.among,
            "the best action",
            points(&best, self.rounds)
        );
        for (place, name) in self.strategies.iter().enumerate() {
            let (mut gain, mut others) = (Moments::default(), 0);
            for found in &found {
                others += usize::from(found.gains[place].is_some());
                gain.observe(found.gains[place].unwrap_or(0))?;
            }
            let share = 100.0 * others as f64 / found.len() as f64;
            writeln!(
                told,
                "{name:width$}{}, another action in {share:.0} %",
                points(&gain, self.rounds)
            )?;
        }
        Ok(told)
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let run = || -> Result<String, Failed> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
        let game = GAMES.find(&arguments.game).map_err(|unknown| {
            InputError::new(Location::whole("positions"), Problem::Unknown(unknown))
        })?;
        pool.install(|| match game.description().name {
            "crackpipe" => arguments.found::<Crackpipe>(),
            "scrip" => arguments.found::<Scrip>(),
            "crypto-cards" => arguments.found::<CryptoCards>(),
            _ => arguments.found::<Crisps>(),
        })
    };
    match run() {
        Ok(told) => {
            print!("{told}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal::games::crisps::Crisps;

    fn arguments(among: &str, strategies: &[&str]) -> Arguments {
        let strategies = strategies.join(",");
        Arguments::parse_from([
            "positions", "crisps", "--set", "points_to_win=1", "--among", among, "--strategies",
            &strategies, "--rounds", "200",
        ])
    }

    /// A random player leaves much to gain at a decision. A strategy equal to the table's gains
    /// nothing, a better one something, and no strategy more than the best action.
    #[test]
    fn better_strategies_gain_more() {
        let table =
            arguments("random", &["greedy", "heuristic"]).table::<Crisps>().expect("can be dealt");
        let found: Vec<Found> =
            (0..200).filter_map(|number| table.at(number).expect("legal play")).collect();
        assert!(found.len() > 150, "{}", found.len());
        let sum =
            |place: usize| found.iter().map(|found| found.gains[place].unwrap_or(0)).sum::<i64>();
        let best: i64 = found.iter().map(|found| found.best).sum();
        assert!(
            0 < sum(1) && sum(0) < best && sum(1) < best,
            "{} and {} of {best}",
            sum(0),
            sum(1)
        );
        let other = arguments("random", &["heuristic", "random", "heuristic"])
            .table::<Crisps>()
            .expect("can be dealt");
        for number in 0..20 {
            let gains = |table: &Table<Crisps>| {
                table.at(number).expect("legal play").map(|found| found.gains)
            };
            let (two, three) = (gains(&table), gains(&other));
            assert_eq!(two.as_ref().map(|gains| gains[1]), three.as_ref().map(|gains| gains[0]));
            assert_eq!(three.as_ref().map(|gains| gains[0]), three.as_ref().map(|gains| gains[2]));
        }
    }

    #[test]
    fn equal_players_choose_the_same() {
        let table = arguments("heuristic", &["heuristic"]).table::<Crisps>().expect("can be dealt");
        for number in 0..50 {
            let found = table.at(number).expect("legal play");
            assert!(found.is_none_or(|found| found.gains == [None]));
        }
    }
}
