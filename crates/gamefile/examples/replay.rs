//! Plays games that plain Python played, and compares every option and number.
//!
//! ```text
//! python3 games/fairdeal.py games/whist.py --write --games 100 --players 4 |
//!     cargo run --release -p fairdeal-gamefile --example replay -- games/whist.py
//! ```
//!
//! With `--write N` it plays N games itself and writes them, for `fairdeal.py --replay`.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::io::BufRead as _;
use std::path::Path;

use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_gamefile::game::load;
use serde_json::Value;

/// The first difference of two values, as a path.
fn difference(one: &Value, other: &Value) -> Option<String> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let (one, other) = (one.get(key), other.get(key));
                let (one, other) = (one.unwrap_or(&Value::Null), other.unwrap_or(&Value::Null));
                difference(one, other).map(|found| format!("{key} {found}"))
            })
        }
        (Value::Array(one), Value::Array(other)) => {
            let first = one.iter().zip(other).enumerate().find_map(|(place, (one, other))| {
                difference(one, other).map(|found| format!("{place} {found}"))
            });
            first.or_else(|| {
                (one.len() != other.len()).then(|| format!("length {} {}", one.len(), other.len()))
            })
        }
        (one, other) => (one != other).then(|| format!("{one} {other}")),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().ok_or("a game file is needed")?;
    let game = load(Path::new(file))?;
    if let Some(at) = arguments.iter().position(|argument| argument == "--write") {
        let games: u64 = arguments.get(at + 1).ok_or("how many games?")?.parse()?;
        let players = arguments.get(at + 2).map_or(Ok(2), |text| text.parse())?;
        for index in 0..games {
            let streams = BlockStreams::new(1, index);
            let (mut luck, mut choices) =
                (streams.stream(Purpose::Deck(0)), streams.stream(Purpose::Strategy(0)));
            println!("{}", game.written(&[], players, &mut luck, &mut choices)?);
        }
        return Ok(());
    }
    let (mut games, mut differ) = (0, 0);
    for line in std::io::stdin().lock().lines() {
        let given: Value = serde_json::from_str(&line?)?;
        let own = game.replay(&given);
        games += 1;
        let both_fail = given.get("error").is_some() && own.get("error").is_some();
        if let Some(found) = difference(&given, &own)
            && !both_fail
        {
            differ += 1;
            if differ <= 3 {
                println!("game {games}: {found}");
            }
        }
    }
    println!("{file}: {games} games, {differ} differ");
    Ok(())
}
