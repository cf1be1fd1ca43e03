//! A strategy in Rust for Crisps, in an experiment against `greedy`: `docs/own-strategies.md` explains it step by step.

use std::error::Error;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use fairdeal::experiment::{Plan, RulesChoice};
use fairdeal::game::{Choice, LegalSet};
use fairdeal::games::crisps::{Action, Crisps, Legal, View};
use fairdeal::input::Location;
use fairdeal::metrics::{Analysis, Counts};
use fairdeal::rng::Stream;
use fairdeal::runner::{Control, run};
use fairdeal::strategy::{Entrant, Failure, Strategy, StrategyFile};

/// Plays as many cards as it can, whatever their rank. Where several combinations have as many, it takes any of them.
#[derive(Clone, Debug)]
struct MostCards;

impl Strategy<Crisps> for MostCards {
    fn choose<'l>(&mut self, _view: &View<'_>, legal: &'l Legal, stream: &mut Stream) -> Result<Choice<'l, Action>, Failure> {
        let cards = |action: &Action| action.combination().cards;
        let most = legal.iter().map(|action| cards(&action)).max().ok_or(Failure::NoLegalAction)?;
        let best = || legal.iter().filter(|action| cards(action) == most);
        let any = stream.below(best().count() as u32);
        best().nth(any as usize).and_then(|action| legal.choose(action)).ok_or(Failure::NoLegalAction)
    }
}

/// Plays so many blocks between the two strategies.
fn experiment(blocks: u64) -> Result<(Plan<Crisps>, Counts), Box<dyn Error>> {
    let own = Entrant::new("most-cards", "1", MostCards).with_summary("plays as many cards as it can");
    let greedy = StrategyFile::find::<Crisps>("greedy", &Location::whole("this example"))?;
    let settings = RulesChoice::default().settings::<Crisps>()?;
    let plan = Plan::single("designer", (1, blocks), settings, &[own, greedy.into()], Analysis::default())?;
    let (counts, _) = run(&plan, 0, Control { stop: &AtomicBool::new(false), progress: &|_| {} })?;
    Ok((plan, counts))
}

fn main() -> Result<(), Box<dyn Error>> {
    let (plan, counts) = experiment(5000)?;
    for sentence in counts.sentences(&plan.analysis) {
        writeln!(std::io::stdout(), "{}", sentence.text)?;
    }
    Ok(())
}

#[test]
fn the_experiment_runs_and_has_an_identity() {
    let (plan, counts) = experiment(20).expect("a run");
    assert_eq!(counts.blocks, 20);
    assert_eq!(plan.strategies_json()["most-cards"]["version"], "1");
}
