//! A strategy in Rust for Crisps, in an experiment against `greedy`: `docs/own-strategies.md`
//! explains it step by step.

use std::error::Error;
use std::io::Write;

use fairdeal::experiment::{Asked, Experiment, Plan};
use fairdeal::game::{Choice, LegalSet};
use fairdeal::games::crisps::{Action, Crisps, Legal, View};
use fairdeal::input::InputError;
use fairdeal::results::sentences;
use fairdeal::rng::Stream;
use fairdeal::session::Session;
use fairdeal::strategy::{Entrant, Failure, Strategy};

/// Plays as many cards as it can, whatever their rank. Where several combinations have as many, it
/// takes any of them.
#[derive(Clone, Debug)]
struct MostCards;

impl Strategy<Crisps> for MostCards {
    fn choose<'l>(
        &mut self,
        _view: &View<'_>,
        legal: &'l Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        let cards = |action: &Action| action.combination().cards;
        let most = legal.iter().map(|action| cards(&action)).max().ok_or(Failure::NoLegalAction)?;
        let best = || legal.iter().filter(|action| cards(action) == most);
        let any = stream.below(best().count() as u32);
        best()
            .nth(any as usize)
            .and_then(|action| legal.choose(action))
            .ok_or(Failure::NoLegalAction)
    }
}

/// An experiment of this many blocks between the two strategies.
fn experiment(blocks: u64) -> Result<Plan, InputError> {
    let own = Entrant::new(&Crisps, "most-cards", "1", MostCards)
        .with_summary("plays as many cards as it can");
    Experiment::new(&Crisps, "most-cards")
        .seed(1)
        .blocks(blocks)
        .lineup([Asked::from(own), "greedy".into()])
        .plan()
}

fn main() -> Result<(), Box<dyn Error>> {
    let results = Session::default().run(&experiment(5000)?)?.results;
    for row in &results.strategies {
        writeln!(
            std::io::stdout(),
            "{} wins {:.1} %",
            row.strategy,
            100.0 * row.share.win_rate.unwrap_or(0.0)
        )?;
    }
    for sentence in sentences(&results) {
        writeln!(std::io::stdout(), "{}", sentence.text)?;
    }
    Ok(())
}

#[test]
fn the_experiment_runs_and_has_an_identity() {
    let plan = experiment(20).expect("a plan");
    let results = Session::default().run(&plan).expect("a run").results;
    assert_eq!((results.manifest.blocks, results.strategies.len()), (20, 2));
    assert_eq!(results.manifest.strategies["most-cards"].version.as_deref(), Some("1"));
}
