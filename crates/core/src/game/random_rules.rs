//! Random combinations of knobs, to test unusual rules.

use super::Game;
use crate::input::{Knob, KnobKind, MOST_KEYS, Settings, Value};
use crate::rng::Stream;

/// Returns random values for the knobs of a game that can be dealt to this many players;
/// `max_turns` is at most `longest` where its range allows that, so that games end soon.
///
/// # Panics
/// If no combination can be dealt after many attempts, which is a fault of the game.
pub fn random_settings<G: Game>(players: usize, longest: i64, stream: &mut Stream) -> Settings {
    for _ in 0..10_000 {
        let settings = random_knobs(G::DESCRIPTION.knobs, longest, stream);
        if G::rules(&settings, players).is_ok() {
            return settings;
        }
    }
    panic!("no rules of {} can be dealt", G::DESCRIPTION.name);
}

/// Returns random values of these knobs, which perhaps cannot be dealt; `max_turns` is at most
/// `longest` where its range allows that.
///
/// About every second knob keeps its default, so that rare values meet ordinary ones.
pub fn random_knobs(knobs: &'static [Knob], longest: i64, stream: &mut Stream) -> Settings {
    let mut settings = Settings::defaults(knobs);
    for knob in knobs.iter().filter(|knob| !knob.is_cell()) {
        let guard = knob.key == "max_turns";
        if !guard && stream.below(2) == 0 {
            continue;
        }
        let value = match knob.kind {
            KnobKind::Integer(low, high) => {
                // A file can ask for more turns than these.
                let high = if guard { longest.max(low) } else { high };
                let values = i128::from(high) - i128::from(low) + 1;
                let above = match u32::try_from(values) {
                    Ok(values) if values <= 1 << 31 => stream.below(values).into(),
                    _ => (i128::from(stream.word() >> 1) * values) >> 63,
                };
                (i128::from(low) + above).to_string()
            }
            KnobKind::Real(low, high) => {
                (low + (high - low) * f64::from(stream.below(1001)) / 1000.0).to_string()
            }
            KnobKind::Flag => (stream.below(2) == 0).to_string(),
            KnobKind::Choice(names) => names[stream.below(names.len() as u32) as usize].to_owned(),
            KnobKind::ChoiceOrTable(names, table) => {
                match stream.below(2 * names.len() as u32) as usize {
                    index if index < names.len() => names[index].to_owned(),
                    _ => {
                        let mut numbers = [0; MOST_KEYS];
                        numbers.fill_with(|| {
                            table.low + stream.below(u32::from(table.high - table.low) + 1) as u8
                        });
                        Value::Table(table, numbers).to_string()
                    }
                }
            }
        };
        let applied = settings.apply_option(&format!("{}={value}", knob.key));
        debug_assert_eq!(applied, Ok(()), "a value of the knob's range");
    }
    settings
}
