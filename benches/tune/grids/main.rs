//! Plays grids of the games out, for the benchmark of searches: `cargo bench --bench tune_grids [--
//! part of a name]`.
//!
//! Each file in this folder asks for goals on a grid. Every point of it is played on the same
//! blocks, and the values of all goals are stored block by block, in `target/tune-grids`. `cargo
//! bench --bench tune -- grids` then searches the stored grids: what a search plays is drawn from
//! the stored blocks, so the true means are those of all of them.
//!
//! All grids take about ten minutes on two cores, and 300 MB.

#![expect(clippy::print_stdout, reason = "a program that tells what it does")]

use std::fs;
use std::io::Write as _;
use std::num::NonZero;
use std::path::Path;
use std::thread;
use std::time::Instant;

use fairdeal::experiment::{Overrides, Plan, game_of, parse};
use fairdeal::findings::Terms;
use fairdeal::game::GAMES;
use fairdeal::input::{Document, Value};
use fairdeal::session::Session;
use serde_json::json;

fn main() {
    let part = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let folder = root.join("target/tune-grids");
    fs::create_dir_all(&folder).expect("a folder");
    let files = fs::read_dir(root.join("benches/tune/grids")).expect("the folder of grids");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let is_asked = part.as_ref().is_none_or(|part| name.contains(part));
        if is_asked && path.extension().is_some_and(|extension| extension == "toml") {
            let start = Instant::now();
            let stored = stored(&path);
            fs::write(folder.join(name), &stored).expect("the file can be written");
            let seconds = start.elapsed().as_secs_f64();
            println!("{name}: {:.1} MB in {seconds:.0} s", stored.len() as f64 / 1e6);
        }
    }
}

/// The plan of a file.
fn plan(path: &Path) -> Plan {
    let text = fs::read_to_string(path).expect("a file");
    let document = Document::parse(path.display().to_string(), text).expect("TOML");
    let game = game_of(GAMES, &document).expect("a game");
    parse(game, &document, Overrides::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays a grid: a line of JSON that describes it, and the means of all points, block by block.
fn stored(path: &Path) -> Vec<u8> {
    let plan = plan(path);
    let analysis = *plan.analysis();
    let goals = plan.goals().expect("goals");
    let terms = Terms::new(goals, plan.layout(), analysis);
    let mut variants: Vec<&[(&str, Value)]> = Vec::new();
    for label in &plan.layout().cells {
        if variants.last() != Some(&label.variant.point.as_slice()) {
            variants.push(&label.variant.point);
        }
    }
    // Designer's rules that are outside of the grid are left out: they have no point.
    let on_grid: Vec<usize> = (0..variants.len()).filter(|at| !variants[*at].is_empty()).collect();
    let knobs = variants[on_grid[0]].len();
    let mut values: Vec<Vec<&Value>> = vec![Vec::new(); knobs];
    for variant in &on_grid {
        for (values, (_, value)) in values.iter_mut().zip(variants[*variant]) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    // The baseline stands first; its place does not follow from its values.
    let is_ordered = |values: &Vec<&Value>| values.iter().all(|value| number(value).is_some());
    for values in values.iter_mut().filter(|values| is_ordered(values)) {
        values.sort_by_key(|value| number(value));
    }
    let place = |variant: &usize| -> Vec<usize> {
        let place = |(values, (_, value)): (&Vec<&Value>, &(&str, Value))| {
            values.iter().position(|other| *other == value).expect("a value of the grid")
        };
        values.iter().zip(variants[*variant]).map(place).collect()
    };
    let points: Vec<Vec<usize>> = on_grid.iter().map(place).collect();
    let bounds: Vec<serde_json::Value> = terms
        .terms()
        .iter()
        .map(|term| {
            let bound = |bound: &fairdeal_tune::Bound| {
                json!([bound.mean, bound.low, bound.high, bound.tolerance])
            };
            let bounds: Vec<serde_json::Value> = term.bounds.iter().map(bound).collect();
            json!({ "weight": term.weight, "bounds": bounds })
        })
        .collect();
    // A session has threads of its own, so the blocks are shared out among plain ones.
    let workers = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let of_worker = |worker: u64| {
        let session = Session::default().threads(1);
        let of_block = |block: u64| -> Vec<f64> {
            let counts = session.play_blocks(&plan, block..block + 1).expect("legal play");
            on_grid.iter().flat_map(|variant| terms.means(&counts.cells, *variant)).collect()
        };
        let ends = [worker, worker + 1].map(|worker| plan.blocks() * worker / workers);
        (ends[0]..ends[1]).map(of_block).collect::<Vec<_>>()
    };
    let blocks: Vec<Vec<f64>> = thread::scope(|scope| {
        let of_worker = &of_worker;
        let started: Vec<_> =
            (0..workers).map(|worker| scope.spawn(move || of_worker(worker))).collect();
        started.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect()
    });
    let count = blocks[0].len() / points.len();
    let head = json!({
        "sizes": values.iter().map(Vec::len).collect::<Vec<usize>>(),
        "ordered": values.iter().map(is_ordered).collect::<Vec<bool>>(),
        "terms": bounds,
        "baseline": (on_grid[0] == 0).then(|| &points[0]),
        "points": points,
        "means": count,
        "blocks": blocks.len(),
    });
    let mut bytes = Vec::new();
    writeln!(bytes, "{head}").expect("memory");
    for point in 0..points.len() {
        for block in &blocks {
            for mean in &block[point * count..(point + 1) * count] {
                bytes.extend((*mean as f32).to_le_bytes());
            }
        }
    }
    bytes
}

/// The number of a value that is on a scale.
fn number(value: &Value) -> Option<i64> {
    if let Value::Integer(number) = value { Some(*number) } else { None }
}
