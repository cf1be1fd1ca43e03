//! A folder in which commands are run.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use flate2::read::GzDecoder;
use tempfile::TempDir;

use super::running::{self, Running};

/// The variables that programs get of those of the tests. What else is set, such as `COLUMNS`,
/// `NO_COLOR` or the number of a task in a cluster, would change what they print.
const KEPT: [&str; 8] =
    ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"];

/// An empty directory to run commands in. What runs there ends with it at the latest, so also when a
/// test fails.
pub struct Table {
    folder: TempDir,
}

impl Drop for Table {
    fn drop(&mut self) {
        running::end_all_of(self.path());
    }
}

impl Table {
    pub fn new() -> Self {
        running::take_usual_signals();
        Self { folder: TempDir::new().expect("a temporary folder") }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn file(&self, name: &str, text: &str) -> &Self {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
        self
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        self.program(assert_cmd::cargo::cargo_bin!("fairdeal"), arguments)
    }

    /// Another program in the directory.
    pub fn program(&self, program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).args(arguments).stdin(Stdio::null()).env_clear();
        command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.env(running::MARK, self.path());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        running::output(&mut self.command(arguments))
    }

    pub fn good(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Runs another program in the directory; returns whether it succeeded.
    #[cfg(target_os = "linux")]
    pub fn tool(&self, program: &str, arguments: &[&str]) -> bool {
        let mut command = self.program(program, arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Runs a command on a terminal, with this typed input; returns its exit code and the screen's
    /// text. `None` if there are no terminals.
    #[cfg(target_os = "linux")]
    pub fn on_terminal(&self, arguments: &[&str], typed: &str) -> Option<(Option<i32>, String)> {
        self.on_terminal_until(arguments, "", typed)
    }

    /// Does the same; the input is typed as soon as something is shown.
    #[cfg(target_os = "linux")]
    pub fn on_terminal_until(
        &self,
        arguments: &[&str],
        shown: &str,
        typed: &str,
    ) -> Option<(Option<i32>, String)> {
        let program = assert_cmd::cargo::cargo_bin!("fairdeal").display().to_string();
        let quoted = std::iter::once(program.as_str())
            .chain(arguments.iter().copied())
            .map(|text| format!("'{}'", text.replace('\'', r"'\''")));
        let line = quoted.collect::<Vec<_>>().join(" ");
        let mut script = self.program("script", &["-qefc", &line, "/dev/null"]);
        script.stdin(Stdio::piped()).stdout(Stdio::piped()).env("TERM", "xterm-256color");
        let mut child = Running::new(script.spawn().ok()?);
        let (mut stdin, mut stdout) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        let (mut all, mut part) = (Vec::new(), [0; 4096]);
        loop {
            if String::from_utf8_lossy(&all).contains(shown)
                && let Some(mut stdin) = stdin.take()
            {
                stdin.write_all(typed.as_bytes()).expect("typed");
            }
            match stdout.read(&mut part) {
                Ok(0) | Err(_) => break,
                Ok(bytes) => all.extend_from_slice(&part[..bytes]),
            }
        }
        let code = child.wait().expect("it ends").code();
        Some((code, String::from_utf8_lossy(&all).into_owned()))
    }

    pub fn read(&self, name: &str) -> String {
        let file = fs::File::open(self.path().join(name)).expect("a file");
        let mut text = String::new();
        let read = if Path::new(name).extension().is_some_and(|ending| ending == "gz") {
            GzDecoder::new(file).read_to_string(&mut text)
        } else {
            { file }.read_to_string(&mut text)
        };
        read.expect("text");
        text
    }

    /// All files below the folder.
    pub fn files(&self) -> Vec<String> {
        fn below(folder: &Path, root: &Path, found: &mut Vec<String>) {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                if entry.path().is_dir() {
                    below(&entry.path(), root, found);
                } else {
                    found.push(
                        entry.path().strip_prefix(root).expect("below").display().to_string(),
                    );
                }
            }
        }
        let mut found = Vec::new();
        below(self.path(), self.path(), &mut found);
        found.sort();
        found
    }
}

/// The output of a program.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}
