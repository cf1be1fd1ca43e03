//! Estimates, from a trial, how much a plan would play and how long that takes. It does not
//! play the plan.

use super::prelude::*;
use super::progress::estimated;
use fairdeal_study::experiment::{Tune, WeightSearch};
use fairdeal_study::findings::Ending;
use fairdeal_study::results::Manifest;
use fairdeal_study::shards::Trial;
use fairdeal_study::words;

/// Lists the variants of a plan and how much a run plays.
pub(super) fn dry_run(
    plan: &Plan,
    options: &RunOptions,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    if let Some(search) = plan.design().get::<Tune>() {
        return of_search(plan, search, options, out);
    }
    if let Some(search) = plan.design().get::<WeightSearch>() {
        writeln!(out, "{}", of_weights(search))?;
        list_lineups(plan, out)?;
        let blocks = search.blocks;
        return estimate(&plan.of_designer(blocks), ("it takes", blocks), options);
    }
    for variant in plan.variants() {
        let baseline = if variant.name == plan.baseline().name { "  (baseline)" } else { "" };
        writeln!(out, "{}{baseline}", variant.name)?;
    }
    let games = |blocks: u64| {
        let games = u128::from(blocks) * u128::from(plan.games_per_block());
        words::games(games, plan.game().description().plural)
    };
    let length = match plan.max_blocks() {
        Some(blocks) => format!("{}: {}", counted(blocks.into(), "block", "blocks"), games(blocks)),
        None => format!(
            "as many blocks as it takes ({} in each: {})",
            plan.game().description().plural,
            thousands(plan.games_per_block().into())
        ),
    };
    let variants = counted(plan.variants().len() as u128, "variant", "variants");
    let lineups = counted(plan.lineups().len() as u128, "line-up", "line-ups");
    let early = match (plan.stop(), plan.max_blocks()) {
        (Some(_), Some(_)) => " at most: it may end early",
        _ => "",
    };
    writeln!(out, "\n{variants}, {lineups}, {length}{early}")?;
    list_lineups(plan, out)?;
    let lessons = plan.lessons();
    if let Some(first) = lessons.first() {
        let trainings = counted(lessons.len() as u128, "training", "trainings");
        let games = words::games(first.games.into(), plan.game().description().plural);
        writeln!(out, "before that, adapted players learn the rules: {trainings} of {games}")?;
    }
    // The length of a run without a bound is not known.
    let (what, blocks) =
        plan.max_blocks().map_or(("every 1,000 blocks take", 1000), |blocks| ("it takes", blocks));
    estimate(plan, (what, blocks), options)
}

/// Lists the line-ups of a plan, and says how players are seated.
fn list_lineups(plan: &Plan, out: &mut dyn Write) -> Result<(), Failure> {
    let names: Vec<&str> = plan.lineups().iter().map(|lineup| lineup.name.as_str()).collect();
    match &names[..] {
        [one] => writeln!(out, "line-ups: {one}")?,
        several => writeln!(out, "line-ups:\n  {}", several.join("\n  "))?,
    }
    for sentence in words::drawn_arrangements(&Manifest::new(plan, 0, Ending::Planned)) {
        writeln!(out, "{sentence}")?;
    }
    Ok(())
}

/// Estimates how long a plan plays this many blocks.
fn estimate(
    plan: &Plan,
    (what, blocks): (&str, u64),
    options: &RunOptions,
) -> Result<Outcome, Failure> {
    if options.quiet {
        return Ok(Outcome::Done);
    }
    let programs = plan.entrants().filter_map(Entrant::file).any(|file| file.program.is_some());
    if programs && !options.programs.allow_programs {
        say("no time is estimated, since that would run its programs: --allow-programs allows it");
        return Ok(Outcome::Done);
    }
    let bars = Bars::new(plan.game().description().plural, true);
    let session = bars.session(options.threads, programs).without_lessons();
    let estimate = Trial::new(&session, plan)?.estimate(&session, blocks);
    if bars.control().stop.load(Ordering::SeqCst) {
        say("interrupted before it was known how long it takes");
        return Ok(Outcome::Interrupted);
    }
    say(&format!("on this machine, {what} {}", estimated(&estimate)));
    Ok(Outcome::Done)
}

/// Returns how many blocks a search may play in `minutes` on this machine, by a trial; `None` if
/// that was interrupted. `allow_programs`: whether programs may run.
pub(super) fn blocks_of(
    plan: &Plan,
    minutes: f64,
    options: &RunOptions,
    allow_programs: bool,
) -> Result<Option<u64>, Failure> {
    let bars = Bars::new(plan.game().description().plural, true);
    let session = bars.session(options.threads, allow_programs).without_lessons();
    let seconds = Trial::new(&session, &plan.of_designer(1 << 20))?.seconds(&(0..1));
    if bars.control().stop.load(Ordering::SeqCst) {
        return Ok(None);
    }
    let blocks = (60.0 * minutes / seconds.max(1e-9)) as u64;
    let blocks = rounded_down(blocks);
    if !options.quiet {
        say(&format!(
            "about {minutes} minutes are {} of this search (--blocks {blocks} goes on with it, or makes it again)",
            counted(blocks.into(), "block", "blocks"),
        ));
    }
    Ok(Some(blocks))
}

/// Rounds a number down to two digits; a trial is no more exact.
fn rounded_down(number: u64) -> u64 {
    let unit = 10_u64.pow(number.max(1).ilog10().saturating_sub(1));
    number / unit * unit
}

/// Describes the knobs that a search turns, and how much it plays.
fn of_search(
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
    let rules = plan.sets_of_rules(search)?.map(|rules| rules as u128);
    let rules = match rules.filter(|rules| *rules < points) {
        None => String::new(),
        Some(rules) => {
            let rules = counted(rules, "set of rules", "sets of rules");
            format!(" ({rules}; the others are the same as one of these, or cannot be played)")
        }
    };
    let games = u128::from(search.blocks) * u128::from(plan.games_per_block());
    writeln!(
        out,
        "\n{}{rules}, {}, over all of them {}: about {}",
        counted(points, "combination", "combinations"),
        counted(plan.lineups().len() as u128, "line-up", "line-ups"),
        counted(search.blocks.into(), "block", "blocks"),
        words::games(games, plan.game().description().plural),
    )?;
    list_lineups(plan, out)?;
    let blocks = search.blocks;
    estimate(&plan.of_designer(blocks), ("it takes", blocks), options)
}

/// Describes the weights that a search tunes, and how much it plays.
fn of_weights(search: &WeightSearch) -> String {
    let weights: Vec<&str> = search.weights().collect();
    let count = counted(weights.len() as u128, "weight", "weights");
    let blocks = counted(search.blocks.into(), "block", "blocks");
    format!("{count} of {} ({}), over all candidates {blocks}", search.base(), weights.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_digits_stay() {
        assert_eq!([0, 7, 42, 129, 15_999].map(rounded_down), [0, 7, 42, 120, 15_000]);
    }
}
