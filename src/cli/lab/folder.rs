//! The files of the folder that the lab was started in: games and their tables.

use std::io;
use std::path::{Path, PathBuf};

use fairdeal_study::results::{create, replace};

/// The largest file, in bytes.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// The most files that are listed.
const MOST_FILES: usize = 500;

/// The endings of files that the lab reads and writes.
const ENDINGS: [&str; 3] = ["py", "csv", "toml"];

/// A folder of games. Only files directly in it are read and written, and no links.
#[derive(Debug)]
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    /// The path of a file; `None` if its name leads elsewhere.
    fn path(&self, name: &str) -> Option<PathBuf> {
        let is_letter = |letter: char| letter.is_alphanumeric() || "._- ".contains(letter);
        let is_plain = name.chars().all(is_letter) && !name.starts_with(['.', ' ', '-']);
        let path = Path::new(name);
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        (is_plain && ENDINGS.contains(&ending)).then(|| self.0.join(name))
    }

    /// Whether there is a regular file, which is no link.
    fn is_file(path: &Path) -> bool {
        std::fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
    }

    /// The names of its files, sorted.
    pub(super) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let is_there = |name: &String| self.path(name).is_some_and(|path| Self::is_file(&path));
        let mut names: Vec<String> = names.filter(is_there).take(MOST_FILES).collect();
        names.sort_unstable();
        names
    }

    /// The text of a file; `None` if there is none, or it is too large.
    pub(super) fn read(&self, name: &str) -> Option<String> {
        let path = self.path(name).filter(|path| Self::is_file(path))?;
        let size = std::fs::metadata(&path).ok()?.len();
        (size <= MOST_BYTES).then(|| std::fs::read_to_string(path).ok()).flatten()
    }

    /// Writes a file, completely or not at all. Without `again`, a file that is there stays.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if it is there, [`io::ErrorKind::InvalidInput`] if the name leads
    /// elsewhere or is that of a link, or that the file cannot be written.
    pub(super) fn write(&self, name: &str, text: &str, again: bool) -> io::Result<()> {
        let refused = || io::Error::from(io::ErrorKind::InvalidInput);
        let path = self.path(name).ok_or_else(refused)?;
        match std::fs::symlink_metadata(&path) {
            Ok(found) if !found.is_file() => Err(refused()),
            Ok(_) if !again => Err(io::ErrorKind::AlreadyExists.into()),
            Ok(_) => replace(&path, text.as_bytes()),
            Err(_) => create(&path, text.as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_of_the_folder_are_read_and_written() {
        let place = tempfile::tempdir().expect("a folder");
        std::fs::write(place.path().join("secret.py"), "outside").expect("written");
        let inner = place.path().join("games");
        std::fs::create_dir_all(inner.join("deep.py")).expect("made");
        let folder = Folder(inner.clone());
        folder.write("mine.py", "a", false).expect("written");
        assert_eq!(folder.read("mine.py").as_deref(), Some("a"));
        let again = folder.write("mine.py", "b", false).expect_err("there");
        assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
        folder.write("mine.py", "b", true).expect("written again");
        assert_eq!(folder.read("mine.py").as_deref(), Some("b"));
        for name in [
            "../secret.py", "..", "/etc/passwd", ".hidden.py", "a/b.py", "x.sh", "", "deep.py",
            "a\\b.py",
        ] {
            assert_eq!(folder.read(name), None, "{name}");
            assert!(folder.write(name, "x", true).is_err(), "{name}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../secret.py", inner.join("link.py")).expect("linked");
            assert_eq!(folder.read("link.py"), None);
            assert!(folder.write("link.py", "x", true).is_err());
        }
        assert_eq!(folder.names(), ["mine.py"]);
    }
}
