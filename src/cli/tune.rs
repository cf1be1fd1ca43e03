//! `fairdeal tune`.

use super::new::{NewArguments, new};
use super::options::RunOptions;
use super::prelude::*;
use super::run::{RunArguments, estimate, list_lineups, run};
use fairdeal_study::experiment::{self, Tune};
use fairdeal_study::shards::Trial;
use fairdeal_study::words;

#[derive(Args, Debug)]
pub(super) struct TuneArguments {
    #[command(flatten)]
    run: RunArguments,
}

/// Searches for rules that meet goals. For a game instead of a file, writes a file to start from.
pub(super) fn tune(
    games: GameList,
    arguments: &TuneArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    if let [one] = &arguments.run.experiments[..]
        && !one.exists()
        && let Some(game) = one.to_str().and_then(|name| games.find(name).ok())
    {
        let game = game.description().name.to_owned();
        return new(games, &NewArguments { game, out: arguments.run.out.clone(), tune: true }, out);
    }
    for path in &arguments.run.experiments {
        let document = experiment::find(games, path)?;
        if document.top().entry("tune").is_none() {
            let allowed =
                "the knobs to turn: [tune] with rules.KNOB = [...]; `run` plays a file without it";
            return Err(document.top().error(Problem::missing("[tune]", allowed)).into());
        }
    }
    run(games, &arguments.run, out)
}

/// How many blocks a search may play in so many minutes on this machine, found by a trial; `None`
/// if that was interrupted. `allow_programs`: whether programs may run.
pub(super) fn blocks_of(
    plan: &Plan,
    minutes: f64,
    options: &RunOptions,
    allow_programs: bool,
) -> Result<Option<u64>, Failure> {
    let bars = Bars::new(plan.game().description().plural, true);
    let session = bars.session(options.threads, allow_programs);
    let seconds = Trial::new(&session, &plan.of_designer(1 << 20))?.seconds(&(0..1));
    if bars.control().stop.load(Ordering::SeqCst) {
        return Ok(None);
    }
    let blocks = rounded_down((60.0 * minutes / seconds.max(1e-9)) as u64);
    if !options.quiet {
        say(&format!(
            "about {minutes} minutes are {} of this search (--blocks {blocks} goes on with it, or makes it again)",
            counted(blocks.into(), "block", "blocks"),
        ));
    }
    Ok(Some(blocks))
}

/// A number rounded down to two digits: a trial tells no more.
fn rounded_down(number: u64) -> u64 {
    let unit = 10_u64.pow(number.max(1).ilog10().saturating_sub(1));
    number / unit * unit
}

/// Lists what a search turns and how much it plays.
pub(super) fn dry_run(
    plan: &Plan,
    search: &Tune,
    options: &RunOptions,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    writeln!(out, "{}  (baseline)", plan.baseline().name)?;
    for (knob, values) in search.knobs() {
        writeln!(out, "{knob}: {}", counted(values as u128, "value", "values"))?;
    }
    let points = search.knobs().map(|(_, values)| values as u128).product();
    let games = u128::from(search.blocks) * u128::from(plan.games_per_block());
    writeln!(
        out,
        "\n{}, {}, over all of them {}: about {}",
        counted(points, "combination", "combinations"),
        counted(plan.lineups().len() as u128, "line-up", "line-ups"),
        counted(search.blocks.into(), "block", "blocks"),
        words::games(games, plan.game().description().plural),
    )?;
    list_lineups(plan, out)?;
    estimate(&plan.of_designer(search.blocks), ("it takes", search.blocks), options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_digits_stay() {
        assert_eq!([0, 7, 42, 129, 15_999].map(rounded_down), [0, 7, 42, 120, 15_000]);
    }
}
