//! Fits the weights of a strategy by play: `cargo run --release --example tune -- crisps --seed 1
//! --generations 40 --blocks 400 --out tuned.toml`.
//!
//! In each generation of a covariance matrix adaptation, all candidates play the same fresh
//! shuffles from every seat against a fixed panel, and the number of wins counts. The result then
//! meets the panel on shuffles that it has not seen. The same command gives the same file, for any
//! number of threads. This is an example and not a command of the program because designers do not
//! need it, and other kinds of strategy will need changes to it.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that reports what it does"
)]

mod cma_es;
mod contest;

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::slice;

use clap::Parser;
use cma_es::CmaEs;
use contest::{Contest, Score};
use fairdeal::games::{
    crackpipe::Crackpipe, crisps::Crisps, crypto_cards::CryptoCards, scrip::Scrip,
};
use fairdeal::input::{
    DocumentValue, InputError, Knob, KnobKind, Location, Problem, Settings, Value,
};
use fairdeal::registry::GAMES;
use fairdeal::stats::{Confidence, student};
use fairdeal::strategy::{Playable, Repertoire, StrategyFile};

/// Fits the weights of a strategy by play.
#[derive(Debug, Parser)]
#[command(name = "tune")]
struct Arguments {
    /// The game.
    game: String,
    /// The strategy to begin with, by name or path; its kind is tuned.
    #[arg(long, default_value = "heuristic")]
    start: String,
    /// The panel: the opponents of the candidates.
    #[arg(long, value_delimiter = ',', default_value = "heuristic,greedy")]
    against: Vec<String>,
    /// Parameters that stay fixed: where only proportions matter, one of them.
    #[arg(long, value_delimiter = ',')]
    fixed: Vec<String>,
    /// Rules other than the designer's: `key=value`.
    #[arg(long)]
    set: Vec<String>,
    /// The numbers of players at the tables.
    #[arg(long, value_delimiter = ',', default_value = "2")]
    players: Vec<usize>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 40)]
    generations: u64,
    /// Shuffles for each candidate of a generation.
    #[arg(long, default_value_t = 400)]
    blocks: u64,
    /// Candidates in a generation; the default depends on the number of parameters.
    #[arg(long)]
    candidates: Option<usize>,
    /// The standard deviation at the start, as a share of the size of each parameter.
    #[arg(long, default_value_t = 0.3)]
    step: f64,
    /// Fresh shuffles for the comparison at the end.
    #[arg(long, default_value_t = 20_000)]
    check_blocks: u64,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The file for the strategy.
    #[arg(long)]
    out: Option<PathBuf>,
}

type Failed = Box<dyn Error + Send + Sync>;

/// The first shuffle of the comparisons at the end: far from those of any generation.
const FRESH: u64 = 1 << 40;

/// Smaller parameters are varied as if they had this size.
const SMALLEST_SIZE: f64 = 0.1;

impl Arguments {
    fn tuned_weights<G: Playable>(&self) -> Result<(), Failed> {
        self.players
            .iter()
            .try_for_each(|&players| G::DESCRIPTION.check_players(players, "--players"))?;
        let find =
            |name: &str| StrategyFile::find(Repertoire::of::<G>(), name, &Location::whole("tune"));
        let mut settings = Settings::defaults(G::DESCRIPTION.knobs);
        for option in &self.set {
            settings.apply_option(option)?;
        }
        let start = find(&self.start)?;
        let panel: Vec<_> = self.against.iter().map(|name| find(name)).collect::<Result<_, _>>()?;
        let contest = Contest::<G>::new(&settings, &self.players, &panel, self.seed)?;
        // A single set of weights is searched, even if those to begin with differ at larger tables.
        let at_smallest = start.at_table(self.players.iter().copied().min().unwrap_or_default());
        let tuned = self.tuned::<G>(&contest, &Weights::of(&at_smallest, &self.fixed)?)?;

        let mut found =
            format!("Found by `{}`, with the strategies as they were before", self.command());
        // Weights that are good for two players may be bad for three.
        let mut tables = self.players.clone();
        tables.extend((G::DESCRIPTION.most_players > 2 && !tables.contains(&3)).then_some(3));
        for players in tables {
            let check = |who: &StrategyFile, others: &StrategyFile| -> Result<String, Failed> {
                let contest =
                    Contest::<G>::new(&settings, &[players], slice::from_ref(others), self.seed)?;
                let score =
                    contest.scores(slice::from_ref(who), &(FRESH..FRESH + self.check_blocks))?;
                Ok(in_words(&score[0], players))
            };
            println!("{players} players, {} fresh shuffles:", self.check_blocks);
            let _ = write!(found, ". With {players} players on fresh shuffles they win");
            for (index, name) in self.against.iter().enumerate() {
                let shares = check(&tuned, &find(name)?)?;
                println!("  the found weights against {name}: {shares}");
                println!("  {} against {name}: {}", self.start, check(&start, &find(name)?)?);
                let _ = write!(
                    found,
                    "{} {shares} against `{name}`",
                    if index == 0 { "" } else { "," }
                );
            }
            println!("  the found weights against themselves: {}", check(&tuned, &tuned)?);
        }
        let text = text_of(&tuned, &found);
        if let Some(path) = &self.out {
            std::fs::write(path, text)?;
        } else {
            println!("{text}");
        }
        Ok(())
    }
}

impl Arguments {
    /// The strategy at the end of the search, with rounded weights.
    fn tuned<G: Playable>(
        &self,
        contest: &Contest<G>,
        weights: &Weights<'_>,
    ) -> Result<StrategyFile, Failed> {
        let dimensions = weights.free.len();
        let candidates = self.candidates.unwrap_or(CmaEs::usual_points(dimensions)).max(4);
        let mut search = CmaEs::new(vec![0.0; dimensions], self.step, candidates, self.seed);
        println!(
            "{dimensions} weights, {candidates} candidates a generation; shares of what would be \
                fair (1), standard error in brackets"
        );
        // Values and the centre are noisy to the end, so the mean of the last centres is used.
        let (mut last, mut counted) = (vec![0.0; dimensions], 0.0);
        for generation in 0..self.generations {
            let points = search.ask();
            let files: Vec<StrategyFile> = points.iter().map(|point| weights.at(point)).collect();
            let blocks = generation * self.blocks..(generation + 1) * self.blocks;
            let scores = contest.scores(&files, &blocks)?;
            let values: Vec<f64> = scores.iter().map(|score| -score.fair_shares().0).collect();
            search.tell(&values);
            let best = scores
                .iter()
                .map(Score::fair_shares)
                .fold((f64::MIN, 0.0), |best, score| if score.0 > best.0 { score } else { best });
            let mut all = Score::default();
            for score in &scores {
                all.add(score);
            }
            let (best, mean) = (percent(best), percent(all.fair_shares()));
            println!(
                "generation {:>3}: best {best}, mean {mean}, step {:.3}",
                generation + 1,
                search.step()
            );
            if (generation + 1) * 4 > self.generations * 3 {
                last.iter_mut().zip(search.mean()).for_each(|(sum, entry)| *sum += entry);
                counted += 1.0;
            }
        }
        let found: Vec<f64> = last.iter().map(|sum| sum / f64::max(counted, 1.0)).collect();
        Ok(weights.at(&found))
    }

    /// The command that reproduces the file.
    fn command(&self) -> String {
        let Self {
            game,
            start,
            against,
            fixed,
            set,
            players,
            seed,
            generations,
            blocks,
            candidates,
            step,
            check_blocks,
            ..
        } = self;
        let mut command = format!("tune {game} --start {start} --against {}", against.join(","));
        if !fixed.is_empty() {
            let _ = write!(command, " --fixed {}", fixed.join(","));
        }
        for option in set {
            let _ = write!(command, " --set {option}");
        }
        let players: Vec<String> = players.iter().map(usize::to_string).collect();
        let _ = write!(
            command,
            " --players {} --seed {seed} --generations {generations} --blocks {blocks}",
            players.join(",")
        );
        if let Some(candidates) = candidates {
            let _ = write!(command, " --candidates {candidates}");
        }
        let _ = write!(command, " --step {step} --check-blocks {check_blocks}");
        command
    }
}

/// A strategy's weights as coordinates: 0 for their present values, in units of their sizes.
struct Weights<'a> {
    start: &'a StrategyFile,
    free: Vec<(&'static Knob, f64)>,
}

impl<'a> Weights<'a> {
    /// The numeric weights of a strategy, without the `fixed` ones.
    fn of(start: &'a StrategyFile, fixed: &[String]) -> Result<Self, String> {
        let knobs = || start.parameters.iter();
        if let Some(unknown) = fixed.iter().find(|key| knobs().all(|(knob, _)| knob.key != **key)) {
            return Err(format!("{} has no parameter `{unknown}`", start.name));
        }
        let free = knobs().filter_map(|(knob, value)| match value {
            Value::Real(number) if fixed.iter().all(|key| key != knob.key) => Some((knob, number)),
            _ => None,
        });
        let free: Vec<_> = free.collect();
        if free.is_empty() {
            Err(format!("{} has nothing to tune", start.name))
        } else {
            Ok(Self { start, free })
        }
    }

    /// The strategy at a point: rounded to three digits and clipped to the range of each weight.
    fn at(&self, point: &[f64]) -> StrategyFile {
        let mut file = self.start.clone();
        for ((knob, number), offset) in self.free.iter().zip(point) {
            let (low, high) = if let KnobKind::Real(low, high) = knob.kind {
                (low, high)
            } else {
                (*number, *number)
            };
            let value =
                three_digits(number + offset * number.abs().max(SMALLEST_SIZE)).clamp(low, high);
            let place = Location::whole("tune");
            file.parameters
                .apply_value(knob.key, &DocumentValue::Real(value), place)
                .unwrap_or_else(|_| unreachable!("it is in the range"));
        }
        file
    }
}

fn three_digits(number: f64) -> f64 {
    format!("{number:.2e}").parse().unwrap_or(number)
}

fn percent((share, error): (f64, f64)) -> String {
    format!("{share:.4} ({error:.4})")
}

/// The wins of a player at tables for this many, with the interval.
fn in_words(score: &Score, players: usize) -> String {
    let (share, error) = score.fair_shares();
    let scale = 100.0 / players as f64;
    let interval =
        student::interval(scale * share, scale * error, score.blocks() - 1, Confidence::default());
    let interval = interval.map_or_else(String::new, |interval| {
        format!(" [{:.2}, {:.2}]", interval.low, interval.high)
    });
    let unfinished = if score.unfinished > 0 {
        format!(", {} unfinished", score.unfinished)
    } else {
        String::new()
    };
    format!("{:.2} %{interval} of {} games{unfinished}", scale * share, score.games)
}

/// The length of comment lines.
const COMMENT_WIDTH: usize = 140;

/// A strategy as a file, with a comment on its weights.
fn text_of(file: &StrategyFile, comment: &str) -> String {
    let mut text = format!("kind = \"{}\"\nsummary = \"{}\"\n", file.kind, file.summary);
    let mut line = usize::MAX;
    for word in comment.split(' ') {
        if line.saturating_add(word.len()) >= COMMENT_WIDTH {
            text.push_str("\n#");
            line = 1;
        }
        let _ = write!(text, " {word}");
        line += 1 + word.len();
    }
    text.push_str(".\n[parameters]\n");
    for (knob, value) in file.parameters.iter() {
        let mut meaning = knob.meaning.chars();
        let first = meaning.next().into_iter().flat_map(char::to_uppercase);
        let _ = writeln!(
            text,
            "# {}{}.\n{} = {}",
            first.collect::<String>(),
            meaning.as_str(),
            knob.key,
            value.to_toml()
        );
    }
    text
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let run = || -> Result<(), Failed> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
        let game = GAMES.find(&arguments.game).map_err(|unknown| {
            InputError::new(Location::whole("tune"), Problem::Unknown(unknown))
        })?;
        pool.install(|| match game.description().name {
            "crackpipe" => arguments.tuned_weights::<Crackpipe>(),
            "scrip" => arguments.tuned_weights::<Scrip>(),
            "crypto-cards" => arguments.tuned_weights::<CryptoCards>(),
            _ => arguments.tuned_weights::<Crisps>(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal::games::scrip::Scrip;
    use fairdeal::input::Document;

    #[test]
    fn a_written_strategy_reads_back() {
        let start =
            StrategyFile::find(Repertoire::of::<Scrip>(), "heuristic", &Location::whole("test"))
                .expect("shipped");
        let weights = Weights::of(&start, &["heart".to_owned()]).expect("a number at least");
        let point: Vec<f64> = (0..weights.free.len()).map(|index| index as f64 - 3.0).collect();
        let file = weights.at(&point);
        assert_eq!(file.parameters.value("heart"), start.parameters.value("heart"));
        let document = Document::parse("heuristic.toml", text_of(&file, "found")).expect("TOML");
        assert_eq!(
            StrategyFile::parse(Repertoire::of::<Scrip>(), &document).expect("a strategy"),
            file
        );
        assert_eq!(weights.at(&vec![0.0; point.len()]), start);
        assert_eq!(
            weights.at(&vec![1e9; point.len()]).parameters.value("diamond"),
            Value::Real(20.0)
        );
    }

    #[test]
    fn strategies_that_cannot_be_tuned_are_refused() {
        let random =
            StrategyFile::find(Repertoire::of::<Scrip>(), "random", &Location::whole("test"))
                .expect("shipped");
        assert_eq!(Weights::of(&random, &[]).err().as_deref(), Some("random has nothing to tune"));
        assert_eq!(
            Weights::of(&random, &["pace".to_owned()]).err().as_deref(),
            Some("random has no parameter `pace`")
        );
    }
}
