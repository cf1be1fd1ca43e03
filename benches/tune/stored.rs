//! Grids of the games that were played out by `cargo bench --bench tune_grids`.

use std::fs;
use std::path::Path;

use fairdeal_tune::{Bound, Point, Term};
use serde_json::Value;

use super::problems::Problem;

/// All grids that are stored; none if none were played out.
pub(crate) fn all() -> Vec<Problem> {
    let root = option_env!("TUNE_ROOT").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let Ok(files) = fs::read_dir(Path::new(root).join("target/tune-grids")) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    paths.sort();
    paths.iter().map(|path| problem(path)).collect()
}

fn problem(path: &Path) -> Problem {
    let bytes = fs::read(path).expect("a stored grid");
    let end = bytes.iter().position(|byte| *byte == b'\n').expect("a line of JSON");
    let head: Value = serde_json::from_slice(&bytes[..end]).expect("JSON");
    let values = bytes[end + 1..].as_chunks::<4>().0;
    let stored: Vec<f32> = values.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let whole = |value: &Value| value.as_u64().expect("a whole number") as usize;
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let point = |value: &Value| list(value).iter().map(whole).collect::<Point>();
    let bound = |value: &Value| Bound {
        mean: whole(&value[0]),
        low: value[1].as_f64(),
        high: value[2].as_f64(),
        tolerance: value[3].as_f64().expect("a number"),
    };
    let term = |value: &Value| Term {
        weight: value["weight"].as_f64().expect("a number"),
        bounds: list(&value["bounds"]).iter().map(bound).collect(),
    };
    let terms = list(&head["terms"]).iter().map(term).collect();
    let points: Vec<Point> = list(&head["points"]).iter().map(point).collect();
    let ordered = list(&head["ordered"]).into_iter();
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    // One name for each file of a run: it lives as long as the program.
    let name: &'static str = format!("grids: {name}").leak();
    let mut problem = Problem::new(name, &point(&head["sizes"]), terms).played(
        ordered.map(|value| value.as_bool() == Some(true)).collect(),
        &points,
        whole(&head["blocks"]),
        &stored,
    );
    problem.baseline = head["baseline"].is_array().then(|| point(&head["baseline"]));
    problem.budgets = vec![10_000, 40_000, 160_000];
    problem
}
