//! Game files that compile.

use std::path::{Path, PathBuf};
use std::time::Instant;

use fairdeal_gamefile::front::compile;
use fairdeal_gamefile::program::Program;

/// Returns the game files of a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .collect();
    files.sort();
    files
}

/// Compiles a file, which must be right.
fn compiled(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let name = path.file_name().expect("a file").to_string_lossy();
    let mut tables = |table: &str| {
        std::fs::read_to_string(path.with_file_name(table)).map_err(|error| error.to_string())
    };
    let start = Instant::now();
    let program = compile(&name, &text, &mut tables).unwrap_or_else(|wrong| panic!("\n{wrong}"));
    println!("{name}: {:.2} ms", start.elapsed().as_secs_f64() * 1000.0);
    program
}

#[test]
fn the_sketches_compile_and_can_be_set_up() {
    let files = files("tests/sketches");
    assert_eq!(files.len(), 5);
    for path in files {
        let program = compiled(&path);
        for players in program.players.0..=program.players.1 {
            let knobs = program.default_knobs(&[], players);
            let setup = program.setup(&knobs, players).unwrap_or_else(|wrong| panic!("\n{wrong}"));
            assert_eq!(setup.globals.len(), program.globals.len());
            assert!(!setup.cards.is_empty());
        }
    }
}
