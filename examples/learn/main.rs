//! Trains the network of the kind `learned` by play: `cargo run --release --example learn -- crisps
//! --set points_to_win=1 --seed 1 --rounds 200 --out strategies/crisps/learned.weights`.
//!
//! In every round, the current player plays games under random rules, against itself and a panel.
//! At some of its decisions, actions are simulated to the end of the game over the same cards, by
//! the same players. The network learns how much more often one action wins than another. (In the
//! first rounds, a teacher plays in its place.) So each round's player improves on the one before
//! by one decision: this is policy iteration by rollouts. The same command gives the same file, for
//! any number of threads. This is an example and not a command of the program because designers do
//! not need it.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that reports what it does"
)]

mod decisions;
mod training;

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use decisions::{Cast, Decision, Gathering};
use fairdeal::game::Searchable;
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::games::crypto_cards::CryptoCards;
use fairdeal::games::scrip::Scrip;
use fairdeal::input::{Location, Settings};
use fairdeal::rng::{BlockStreams, Purpose};
use fairdeal::seat::{Seat, WIN};
use fairdeal::strategy::{
    Boxed, Learnable, Learned, Network, Playable, Repertoire, StrategyFile, Weights,
};
use rayon::prelude::*;
use training::{Manner, Trainer};

/// Trains the network of the kind `learned` by play.
#[derive(Debug, Parser)]
#[command(name = "learn")]
struct Arguments {
    /// The game.
    game: String,
    /// The teacher, who plays in the first rounds, by name or path.
    #[arg(long, default_value = "heuristic")]
    teacher: String,
    /// The panel, for a third of the seats of others. A name that is given twice is used twice as
    /// often.
    #[arg(long, value_delimiter = ',', default_value = "heuristic,heuristic,greedy")]
    against: Vec<String>,
    /// Rules that all tables have in addition to random ones: `key=value`.
    #[arg(long)]
    set: Vec<String>,
    /// The numbers of players at the tables; a number that is given twice is used twice as often.
    #[arg(long, value_delimiter = ',', default_value = "2")]
    players: Vec<usize>,
    /// The weight of the margin of victory, where the game has one: 0 counts only wins, 1 counts
    /// only the margin. Margins are less noisy.
    #[arg(long, default_value_t = 0.0)]
    margin: f32,
    /// The number of rollouts of each action; more make its worth less noisy.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    worlds: u32,
    /// The seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rounds of playing and learning.
    #[arg(long, default_value_t = 200)]
    rounds: u64,
    /// Rounds in which the teacher plays.
    #[arg(long, default_value_t = 20)]
    taught: u64,
    /// Pieces of a round: eight games each.
    #[arg(long, default_value_t = 200)]
    pieces: u64,
    /// How often each decision is used for learning.
    #[arg(long, default_value_t = 4)]
    repeats: usize,
    /// The largest number of decisions that are kept; older ones are forgotten.
    #[arg(long, default_value_t = 300_000)]
    kept: usize,
    /// The learning rate in the first rounds; it falls to a hundredth.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// The effect of a difference of 1 in scores on the chance of winning: smaller where actions
    /// differ less.
    #[arg(long, default_value_t = 0.05)]
    scale: f32,
    /// The size of the network's initial scores: small where untrained players have an opinion of
    /// every action, to which the network adds.
    #[arg(long, default_value_t = 1.0)]
    voice: f32,
    /// The share by which weights shrink in a step of rate 1: larger where the worth of actions is
    /// noisy, so that only repeated evidence is learned.
    #[arg(long, default_value_t = 0.0)]
    decay: f32,
    /// Shuffles for the comparison with the teacher after the last round; a tenth of them after
    /// every tenth round.
    #[arg(long, default_value_t = 20_000)]
    check_blocks: u64,
    /// The number of threads; the weights are the same for any number.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The file for the weights, written after every tenth round.
    #[arg(long)]
    out: Option<PathBuf>,
}

type Failed = Box<dyn Error + Send + Sync>;

/// The number of decisions in a training step.
const BATCH: usize = 128;

/// The first shuffle of comparisons: far from those of any round.
const FRESH: u64 = 1 << 40;

/// The number of rounds between comparisons.
const CHECKED: u64 = 10;

impl Arguments {
    fn train<G: Playable + Learnable + Searchable>(&self) -> Result<(), Failed> {
        self.players
            .iter()
            .try_for_each(|&players| G::DESCRIPTION.check_players(players, "--players"))?;
        let mut sizes = self.players.clone();
        sizes.sort_unstable();
        sizes.dedup();
        let cast = |name: &String| -> Result<Cast<G>, Failed> {
            let file = StrategyFile::find(Repertoire::of::<G>(), name, &Location::whole("learn"))?;
            Cast::new(&sizes, |players| file.player::<G>(players))
                .ok_or_else(|| format!("{name} is a program").into())
        };
        let teacher = cast(&self.teacher)?;
        let mut gathering = Gathering::<G> {
            set: self.set.clone(),
            players: self.players.clone(),
            learner: teacher.clone(),
            panel: self.against.iter().map(cast).collect::<Result<_, _>>()?,
            seed: self.seed,
            margin: self.margin,
            worlds: self.worlds,
        };
        let mut draws = BlockStreams::new(self.seed, FRESH).stream(Purpose::Other(0));
        let manner = Manner { scale: self.scale, voice: self.voice, decay: self.decay };
        let mut trainer = Trainer::new(G::FEATURES, &manner, &mut draws);
        let mut kept: Vec<Decision> = Vec::new();
        let (mut gathered, mut decisions) = (0, 0);
        println!("{} features", G::FEATURES);
        for round in 0..self.rounds {
            let network = (round >= self.taught).then(|| Arc::new(trainer.network()));
            if let Some(network) = &network {
                gathering.learner = learned::<G>(&sizes, network);
            }
            let pieces = round * self.pieces..(round + 1) * self.pieces;
            let found: Vec<_> = pieces
                .into_par_iter()
                .map(|piece| gathering.piece(piece, network.as_deref()))
                .collect();
            let before = decisions;
            let mut gain = 0.0;
            for decision in found {
                for decision in decision? {
                    decisions += 1;
                    gain += f64::from(trainer.gain(&decision));
                    if kept.len() < self.kept {
                        kept.push(decision);
                    } else {
                        kept[gathered % self.kept] = decision;
                        gathered += 1;
                    }
                }
            }
            // Falls to a hundredth, along half a cosine wave.
            let done = round as f64 / self.rounds as f64;
            let rate = self.rate
                * (0.01 + 0.99 * 0.5 * (1.0 + libm::cos(done * std::f64::consts::PI)) as f32);
            let steps = (decisions - before) * self.repeats / BATCH;
            let mut error = 0.0;
            for _ in 0..steps {
                let chosen: Vec<usize> =
                    (0..BATCH).map(|_| draws.below(kept.len() as u32) as usize).collect();
                error += trainer.step(chosen.into_iter().map(|place| &kept[place]), rate);
            }
            let gain = 100.0 * gain / (decisions - before) as f64;
            print!(
                "round {:>4}: {decisions} decisions, error {:.5}, gain {gain:+.3} %",
                round + 1,
                error / steps as f32
            );
            if (round + 1) % CHECKED == 0 || round + 1 == self.rounds {
                let network = Arc::new(trainer.network());
                let last = round + 1 == self.rounds;
                let blocks = if last { self.check_blocks } else { self.check_blocks / 10 };
                let mut made = format!("Made by `{}`", self.command());
                let _ = write!(
                    made,
                    " (an example program of this project): {} rounds, {decisions} decisions.",
                    round + 1
                );
                let player = learned::<G>(&sizes, &network);
                for &players in &sizes {
                    let (share, error) = self.compare::<G>(
                        player.at(players),
                        teacher.at(players),
                        players,
                        blocks,
                    )?;
                    let text = format!(
                        "One among {} `{}` wins {:.1} % (standard error {:.1}) of games by the \
                            designer's rules.",
                        players - 1,
                        self.teacher,
                        100.0 * share,
                        100.0 * error
                    );
                    print!("; {text}");
                    let _ = write!(made, "\n{text}");
                }
                if let Some(path) = &self.out {
                    std::fs::write(path, Weights::text_of(&network, G::SHAPE, &made))?;
                }
            }
            println!();
        }
        Ok(())
    }

    /// The wins of one player among others, in all seats, with the standard error.
    fn compare<G: Playable>(
        &self,
        player: &G::Player,
        other: &G::Player,
        players: usize,
        blocks: u64,
    ) -> Result<(f64, f64), Failed> {
        let mut settings = Settings::defaults(G::DESCRIPTION.knobs);
        for option in &self.set {
            settings.apply_option(option)?;
        }
        let rules = G::rules(&settings, players)?;
        let seated = |own: usize| {
            G::seat(
                (0..players).map(|seat| if seat == own { player } else { other }.clone()).collect(),
            )
        };
        let won = |block: u64| -> Result<f64, String> {
            let mut sum = 0;
            for own in 0..players {
                let streams = BlockStreams::new(self.seed, FRESH + 1 + block);
                let game = G::play(&rules, &mut seated(own), streams)
                    .map_err(|fault| fault.to_string())?;
                sum += game.outcome.winners.credit(Seat::new(own as u8));
            }
            Ok(sum as f64 / (WIN * players as u64) as f64)
        };
        let won: Vec<f64> = (0..blocks).into_par_iter().map(won).collect::<Result<_, _>>()?;
        let mean = won.iter().sum::<f64>() / blocks as f64;
        let variance =
            won.iter().map(|won| (won - mean) * (won - mean)).sum::<f64>() / (blocks - 1) as f64;
        Ok((mean, (variance / blocks as f64).sqrt()))
    }

    /// The command that reproduces the file.
    fn command(&self) -> String {
        let Self {
            game,
            teacher,
            against,
            set,
            players,
            margin,
            worlds,
            seed,
            rounds,
            taught,
            pieces,
            repeats,
            kept,
            rate,
            scale,
            voice,
            decay,
            check_blocks,
            ..
        } = self;
        let mut command =
            format!("learn {game} --teacher {teacher} --against {}", against.join(","));
        for option in set {
            let _ = write!(command, " --set {option}");
        }
        let players: Vec<String> = players.iter().map(usize::to_string).collect();
        let _ = write!(command, " --players {}", players.join(","));
        if *margin > 0.0 {
            let _ = write!(command, " --margin {margin}");
        }
        if *worlds > 1 {
            let _ = write!(command, " --worlds {worlds}");
        }
        let _ =
            write!(command, " --seed {seed} --rounds {rounds} --taught {taught} --pieces {pieces}");
        let _ = write!(command, " --repeats {repeats} --kept {kept} --rate {rate} --scale {scale}");
        if *voice < 1.0 {
            let _ = write!(command, " --voice {voice}");
        }
        if *decay > 0.0 {
            let _ = write!(command, " --decay {decay}");
        }
        let _ = write!(command, " --check-blocks {check_blocks}");
        command
    }
}

/// The players with a network, the same at all tables.
fn learned<G: Playable + Learnable>(sizes: &[usize], network: &Arc<Network>) -> Cast<G> {
    let player = |_| Some(G::boxed(Boxed::new(Learned::<G>::new(network.clone()))));
    Cast::new(sizes, player).unwrap_or_else(|| unreachable!("there is a player for each size"))
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let run = || -> Result<(), Failed> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
        pool.install(|| match arguments.game.as_str() {
            "crackpipe" => arguments.train::<Crackpipe>(),
            "crisps" => arguments.train::<Crisps>(),
            "crypto-cards" => arguments.train::<CryptoCards>(),
            "scrip" => arguments.train::<Scrip>(),
            other => Err(format!(
                "no player of `{other}` can learn: those of crackpipe, crisps, \
                crypto-cards and scrip can"
            )
            .into()),
        })
    };
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
