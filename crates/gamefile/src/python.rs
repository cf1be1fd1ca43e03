//! Compares games with plain Python: the same rules, shuffles and choices must give the same
//! options, scores and ends in both.

use std::path::Path;
use std::process::{Command, Stdio};

use fairdeal_core::game::GameSource;
use fairdeal_core::input::{InputError, Location, Problem};
use fairdeal_core::rng::{BlockStreams, Purpose};
use serde_json::Value;

use crate::files::{Files, REFERENCE};

/// The result of a comparison.
#[derive(Debug)]
pub struct Compared {
    /// How many games were played by both.
    pub games: u64,
    /// The first differences, each as a sentence.
    pub differences: Vec<String>,
}

/// At most this many differences are reported.
const MOST_TOLD: usize = 5;

/// The names under which Python is looked for.
const INTERPRETERS: [&str; 2] = ["python3", "python"];

/// Plays about this many games of a game file at random, for all numbers of players in turn, with
/// the rules as they are, lets Python play them again, and compares every option and number.
///
/// # Errors
/// When the file is no valid game, there is no Python, or it does not answer.
pub fn compare(source: &GameSource, games: u64, seed: u64) -> Result<Compared, InputError> {
    let game = Files::made(source, Path::new(""))?;
    let program = game.program();
    let (fewest, most) = program.players;
    let mut own = Vec::new();
    for index in 0..games {
        let streams = BlockStreams::new(seed, index);
        let (mut luck, mut choices) =
            (streams.stream(Purpose::Deck(0)), streams.stream(Purpose::Strategy(0)));
        let players = fewest + index as usize % (most - fewest + 1);
        // Rules that cannot be dealt to this many players are passed over.
        if let Ok(played) = game.written(&[], players, &mut luck, &mut choices) {
            own.push(played);
        }
    }
    let theirs = played_by_python(source, &own)?;
    let differences = own.iter().zip(&theirs).enumerate().filter_map(|(number, (own, theirs))| {
        found_in(own, theirs).map(|found| format!("game {number} differs at {found}"))
    });
    let mut differences: Vec<String> = differences.take(MOST_TOLD).collect();
    if theirs.len() < own.len() {
        differences.push(format!("Python played only {} of {} games", theirs.len(), own.len()));
    }
    Ok(Compared { games: theirs.len() as u64, differences })
}

/// The games as Python plays them.
fn played_by_python(source: &GameSource, games: &[Value]) -> Result<Vec<Value>, InputError> {
    let failed = |why: String| {
        Location::whole("--python").error(Problem::Unreadable(format!("what Python played: {why}")))
    };
    let told = |error: std::io::Error| failed(error.to_string());
    let folder = tempfile::tempdir().map_err(told)?;
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    write("fairdeal.py", REFERENCE).map_err(told)?;
    for (name, text) in &source.files {
        write(name, text).map_err(told)?;
    }
    let given: Vec<String> = games.iter().map(Value::to_string).collect();
    let given_path = folder.path().join("given.jsonl");
    std::fs::write(&given_path, given.join("\n") + "\n").map_err(told)?;
    let start = |interpreter: &&str| {
        let given = std::fs::File::open(&given_path).ok()?;
        let arguments = ["-I", "fairdeal.py", source.name(), "--replay"];
        Command::new(interpreter)
            .args(arguments)
            .current_dir(folder.path())
            .stdin(given)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .ok()
    };
    let Some(child) = INTERPRETERS.iter().find_map(start) else {
        let allowed = "`python3`, version 3.10 or newer, where programs are found";
        return Err(Location::whole("--python").error(Problem::missing("Python", allowed)));
    };
    let output = child.wait_with_output().map_err(told)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let played: Vec<Value> =
        text.lines().map_while(|line| serde_json::from_str(line).ok()).collect();
    if played.is_empty() && !games.is_empty() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
        return Err(failed(last.to_owned()));
    }
    Ok(played)
}

/// The first difference of a game that was played here and in Python. A game that stops with an
/// error stops at the same place in both; at a limit of this program, Python may go on.
fn found_in(own: &Value, theirs: &Value) -> Option<String> {
    let Some(error) = own.get("error") else { return difference(own, theirs) };
    let until = ["random", "choices", "decisions"]
        .into_iter()
        .find_map(|key| difference(&own[key], &theirs[key]).map(|found| format!("{key} {found}")));
    if until.is_some() || own.get("limit").is_some() {
        return until;
    }
    let other = theirs.get("error").unwrap_or(&Value::Null);
    let text = error.as_str().unwrap_or_default();
    let line = text.split(':').nth(1).and_then(|line| line.parse::<u64>().ok());
    let lines = theirs.get("lines").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    // An error that is found between two lines has no place.
    let is_placed = line.is_some() && !lines.is_empty() && !text.contains("`possible`");
    let differs = is_placed && !lines.iter().any(|one| one.as_u64() == line);
    (other.is_null() || differs).then(|| format!("error : {error} here, {other} in Python"))
}

/// The first difference of two values: where, and both.
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
                let lengths = (one.len(), other.len());
                (lengths.0 != lengths.1)
                    .then(|| format!("length: {} here, {} in Python", lengths.0, lengths.1))
            })
        }
        (one, other) => (one != other).then(|| format!(": {one} here, {other} in Python")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::found_in;

    /// A game that stops here with an error in line 7.
    fn stopped(decisions: &Value) -> Value {
        json!({"random": [], "choices": [], "decisions": decisions, "error": "x.py:7:5: no"})
    }

    #[test]
    fn a_game_with_an_error_stops_at_the_same_place_in_both() {
        let python = |lines: Value| json!({"random": [], "choices": [], "decisions": [], "error": "x.py:8: no", "lines": lines});
        let own = stopped(&json!([]));
        assert_eq!(found_in(&own, &python(json!([3, 7]))), None);
        assert!(found_in(&own, &python(json!([3, 8]))).is_some());
        assert!(found_in(&stopped(&json!([1])), &python(json!([3, 7]))).is_some());
        // An error that is found after the last line has no line.
        assert_eq!(found_in(&own, &python(json!([]))), None);
        let ended = json!({"random": [], "choices": [], "decisions": [], "scores": [1]});
        assert!(found_in(&own, &ended).is_some());
        assert!(found_in(&ended, &python(json!([7]))).is_some());
    }

    #[test]
    fn at_a_limit_python_may_go_on() {
        let mut own = stopped(&json!([]));
        own["limit"] = json!(true);
        let goes_on = |decisions: Value| json!({"random": [], "choices": [], "decisions": decisions, "scores": [1]});
        assert_eq!(found_in(&own, &goes_on(json!([]))), None);
        assert!(found_in(&own, &goes_on(json!([1]))).is_some());
    }
}
