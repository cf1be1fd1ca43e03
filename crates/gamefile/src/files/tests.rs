//! Games by the names of files in a folder.

use fairdeal_core::input::Location;
use fairdeal_core::registry::{GAMES, GameList};
use tempfile::TempDir;

use super::*;

const LIST: GameList = GAMES.with_files(&Files);

/// A folder with game files.
struct Folder(TempDir);

impl Folder {
    /// Makes a folder with files: name and title of the game.
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, title) in files {
            let line = |line: &str| {
                let title = format!("game(\"{title}\", players=(2, 4))");
                if line.starts_with("game(") { title } else { line.to_owned() }
            };
            let text = Files.starter(name, "fairdeal");
            let text: Vec<String> = text.lines().map(line).collect();
            std::fs::write(folder.path().join(name), text.join("\n") + "\n").expect("written");
        }
        Self(folder)
    }

    fn title(&self, name: &str) -> &'static str {
        LIST.open(name, self.0.path()).expect("a game").description().title
    }

    fn error(&self, name: &str) -> String {
        let error =
            LIST.open(name, self.0.path()).expect_err("no game").at(&Location::whole("test"));
        error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn a_name_means_a_game_file_in_the_folder_unless_the_program_has_such_a_game() {
    let listed = GAMES.descriptions().next().expect("a game");
    let named = format!("{}.py", listed.name);
    let files = [
        ("my_game.py", "Mine"),
        (&named, "Not listed"),
        ("whist.py", "Not Whist"),
        ("a-b.py", "Dash"),
        ("a_b.py", "Line"),
    ];
    let folder = Folder::new(&files);
    assert_eq!(folder.title("my-game"), "Mine");
    assert_eq!(folder.title("my_game"), "Mine");
    assert_eq!(folder.title("my_game.py"), "Mine");
    assert_eq!(
        LIST.open("my-game", folder.0.path()).expect("a game").description().name,
        "my-game"
    );
    assert_eq!((folder.title("a-b"), folder.title("a_b")), ("Dash", "Line"));
    // The games of the program come first; with its ending a file is meant.
    assert_eq!(folder.title(listed.name), listed.title);
    assert_eq!(folder.title(&named), "Not listed");
    assert_eq!((folder.title("whist"), folder.title("whist.py")), ("Whist", "Not Whist"));
    assert_eq!(LIST.file_of("my-game", folder.0.path()), Some(folder.0.path().join("my_game.py")));
    assert_eq!(LIST.file_of("whist", folder.0.path()), None);
    // No way out of the folder.
    let inner = folder.0.path().join("inner");
    std::fs::create_dir_all(&inner).expect("a folder");
    assert_eq!(LIST.file_of("../my-game", &inner), None);
}

#[test]
fn an_unknown_game_is_compared_with_the_files_in_the_folder() {
    let folder = Folder::new(&[("castle_walls.py", "Castle")]);
    std::fs::write(folder.0.path().join("castel.py"), "print(1)\n").expect("written");
    let error = folder.error("castle-wals");
    assert!(error.contains("did you mean `castle-walls`?"), "{error}");
    let error = folder.error("castle_wals.py");
    assert!(error.contains("did you mean `castle_walls.py`?"), "{error}");
    // A program that is no game file is no candidate.
    let error = folder.error("zzz");
    assert!(error.contains("castle-walls") && !error.contains("castel"), "{error}");
    assert_eq!(Files.in_folder(folder.0.path()), ["castle_walls.py"]);
    assert!(folder.error("whits").contains("did you mean `whist`?"));
}
