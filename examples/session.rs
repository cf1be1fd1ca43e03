//! An experiment with two variants, put together in Rust, played, and its typed results printed:
//! `docs/library.md` explains it step by step.

use std::error::Error;
use std::io::Write;

use fairdeal::experiment::{Analysis, Experiment, Plan};
use fairdeal::games::crisps::Crisps;
use fairdeal::input::InputError;
use fairdeal::results::{Results, Standing};
use fairdeal::session::Session;

/// Does it matter to play without the face-up draw?
fn experiment(blocks: u64) -> Result<Plan, InputError> {
    Experiment::new(&Crisps, "face-up")
        .question("Does the face-up draw change who wins?")
        .seed(7)
        .blocks(blocks)
        .variant("no-face-up", &["face_up_draw=false"])
        .lineup(["greedy", "greedy"])
        .lineup(["heuristic", "greedy"])
        .analysis(Analysis {
            win_rate_tolerance: Some(0.01),
            length_tolerance: Some(0.05),
            ..Analysis::default()
        })
        .plan()
}

/// Writes the changes that are clear.
fn print(results: &Results, out: &mut impl Write) -> std::io::Result<()> {
    let games = results.first_player.iter().map(|row| row.share.games).sum::<u128>();
    writeln!(out, "{} {} of {}", games, results.names.plural, results.names.title)?;
    for row in &results.comparisons {
        let clear = row.judged.verdict.filter(|verdict| verdict.standing() == Standing::Beyond);
        if let (Some(verdict), Some(before), Some(after)) =
            (clear, row.baseline_value, row.variant_value)
        {
            writeln!(
                out,
                "{}, {}: {} {} from {before:.3} to {after:.3}, {verdict}",
                row.cell.variant, row.cell.lineup, row.quantity, row.subject
            )?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let played = Session::default().threads(2).run(&experiment(4000)?)?;
    print(&played.results, &mut std::io::stdout())?;
    Ok(())
}

#[test]
fn the_experiment_has_typed_results() {
    let results = Session::default().run(&experiment(60).expect("a plan")).expect("a run").results;
    assert_eq!(results.first_player.len(), 4, "two variants, two line-ups");
    assert!(
        results
            .comparisons
            .iter()
            .all(|row| row.baseline == "designer" && row.cell.variant == "no-face-up")
    );
    let knob = results
        .variants
        .iter()
        .find(|row| row.variant == "no-face-up" && row.knob == "face_up_draw")
        .expect("a knob");
    assert_eq!((&knob.value, knob.default), (&fairdeal::results::KnobValue::Flag(false), false));
    let mut text = Vec::new();
    print(&results, &mut text).expect("memory");
    assert!(text.starts_with(b"360 matches of Crisps"));
}
