//! The files for each engine: scripts and descriptions, made from the templates in the folder
//! files/.

use clap::ValueEnum;

use super::super::prelude::*;

/// Slurm allows the numbers 0 to 1000 for the tasks of an array, unless a site says otherwise.
const ARRAY: usize = 1000;

/// The file that starts everything.
pub(super) const START: &str = "start.sh";

/// An engine that plays shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in super::super) enum Engine {
    /// A job array of Slurm
    Slurm,
    /// Tasks of a Dask cluster
    Dask,
    /// GNU parallel, on this machine or on several
    Parallel,
}

impl Engine {
    /// Its name, as on the command line.
    pub(in super::super) fn name(self) -> &'static str {
        match self {
            Self::Slurm => "slurm",
            Self::Dask => "dask",
            Self::Parallel => "parallel",
        }
    }

    /// The arguments that the start command needs.
    pub(super) fn asks_for(self) -> &'static str {
        if self == Self::Dask { " tcp://SCHEDULER:8786" } else { "" }
    }

    /// The number of the shard, in the words of a shell.
    fn shard(self) -> &'static str {
        match self {
            Self::Slurm => "$(($1 + SLURM_ARRAY_TASK_ID))",
            Self::Dask | Self::Parallel => "$1",
        }
    }
}

/// Shards of a plan to be played elsewhere. All paths are absolute.
#[derive(Clone, Debug)]
pub(super) struct Work {
    /// The name of the experiment.
    pub(super) name: String,
    /// The plan.
    pub(super) plan: PathBuf,
    /// The folder of the shards.
    pub(super) shards: PathBuf,
    /// The folder of the results.
    pub(super) results: PathBuf,
    /// The folder to work in: external programs are found from there.
    pub(super) current: PathBuf,
    /// This program.
    pub(super) program: PathBuf,
    /// The folder of the files.
    pub(super) folder: PathBuf,
    /// The missing shards, in order; at least one.
    pub(super) missing: Vec<usize>,
    /// The time of the longest shard, in seconds.
    pub(super) seconds: f64,
    /// The memory of a worker, in millions of bytes; 0 if not known.
    pub(super) megabytes: u64,
    /// The threads of a worker.
    pub(super) threads: u16,
    /// The digest of the plan, if its programs may run.
    pub(super) allowed: Option<String>,
}

/// A file of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineFile {
    pub(super) name: &'static str,
    /// Its purpose.
    pub(super) purpose: &'static str,
    pub(super) text: String,
}

impl Work {
    /// The files of an engine, [`START`] first.
    pub(super) fn files(&self, engine: Engine) -> Vec<EngineFile> {
        let words = self.words(engine);
        let file = |name, purpose, template: &str| EngineFile {
            name,
            purpose,
            text: filled(template, &words),
        };
        let start = |template| file(START, "starts all", template);
        let shard = file("shard.sh", "plays one shard", include_str!("files/shard.sh"));
        let merge = file("merge.sh", "merges the shards", include_str!("files/merge.sh"));
        match engine {
            Engine::Slurm => vec![start(include_str!("files/slurm.sh")), shard, merge],
            Engine::Dask => {
                let driver = include_str!("files/dask.py").to_owned();
                let driver = EngineFile {
                    name: "driver.py",
                    purpose: "hands out the shards, and merges them",
                    text: driver,
                };
                vec![start(include_str!("files/dask.sh")), driver]
            }
            Engine::Parallel => {
                let list =
                    self.missing.iter().map(usize::to_string).collect::<Vec<_>>().join("\n") + "\n";
                let list = EngineFile {
                    name: "shards.txt",
                    purpose: "the shards that are to be played",
                    text: list,
                };
                vec![start(include_str!("files/parallel.sh")), shard, merge, list]
            }
        }
    }

    /// The values of the placeholders of the templates.
    fn words(&self, engine: Engine) -> Vec<(&'static str, String)> {
        let allow = self.allowed.iter().map(|digest| format!(" --allow-programs-of {digest}"));
        vec![
            ("PROGRAM", word(&self.program)),
            ("CURRENT", word(&self.current)),
            ("FOLDER", word(&self.folder)),
            ("PLAN", word(&self.plan)),
            ("SHARDS", word(&self.shards)),
            ("RESULTS", word(&self.results)),
            ("SHARD", engine.shard().to_owned()),
            ("ALLOW", allow.collect()),
            ("NAME", job_name(&self.name)),
            ("TASKS", listed(&self.missing)),
            ("ARRAYS", self.arrays()),
            ("THREADS", self.threads.to_string()),
            // The number of workers for a machine, as a percentage of its cores, so that each
            // thread of a worker has a core.
            ("SHARE", (100 / self.threads.max(1)).max(1).to_string()),
            // Twice the memory of the trial, since a run may count more, and some for the scripts.
            ("MEMORY", (2 * self.megabytes + 200).to_string()),
            // Other machines may be slower than this one.
            ("MINUTES", ((self.seconds * 4.0 / 60.0).ceil() as u64 + 10).to_string()),
        ]
    }

    /// The arrays of Slurm: for each thousand of shards, its first shard and the numbers after
    /// that.
    fn arrays(&self) -> String {
        let of_one = |shards: &[usize]| {
            let first = shards[0] / ARRAY * ARRAY;
            let tasks: Vec<usize> = shards.iter().map(|shard| shard - first).collect();
            format!("array {first} {} \"$@\"\n", listed(&tasks))
        };
        self.missing.chunk_by(|one, other| one / ARRAY == other / ARRAY).map(of_one).collect()
    }
}

/// Fills in the placeholders of a template, which are in capitals between double braces.
fn filled(template: &str, words: &[(&str, String)]) -> String {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let known = part.split_once("}}").and_then(|(word, rest)| {
            let (_, value) = words.iter().find(|(known, _)| *known == word)?;
            Some((value, rest))
        });
        match known {
            Some((value, rest)) => text.extend([value, rest]),
            None => text.extend(["{{", part]),
        }
    }
    text
}

/// The name of a job: of small letters, digits and hyphens, as engines take it.
fn job_name(name: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = name.chars().map(allowed).take(40).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "fairdeal".to_owned() } else { name.to_owned() }
}

/// Numbers in order, as engines read them: "0-3,7".
pub(super) fn listed(numbers: &[usize]) -> String {
    let part = |run: &[usize]| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(usize::to_string).collect(),
    };
    numbers.chunk_by(|one, next| one + 1 == *next).map(part).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::*;

    fn work() -> Work {
        Work {
            name: "My Variants".to_owned(),
            plan: "/home/it's me/plan.json".into(),
            shards: "/home/it's me/plan.shards".into(),
            results: "/home/it's me/results/my-variants".into(),
            current: "/home/it's me".into(),
            program: "/opt/fairdeal".into(),
            folder: "/home/it's me/plan.slurm".into(),
            missing: vec![0, 1, 2, 5, 999, 1000, 1001, 2500],
            seconds: 1000.0,
            megabytes: 40,
            threads: 2,
            allowed: Some("0123456789abcdef".to_owned()),
        }
    }

    const ENGINES: [Engine; 3] = [Engine::Slurm, Engine::Dask, Engine::Parallel];

    #[test]
    fn each_engine_has_its_files() {
        for engine in ENGINES {
            // The driver of Dask is the same for all plans, and tested with a real Dask.
            let files = work().files(engine).into_iter().filter(|file| file.name != "driver.py");
            let texts: Vec<String> = files
                .map(|file| format!("== {}: {}\n{}", file.name, file.purpose, file.text))
                .collect();
            insta::assert_snapshot!(engine.name(), texts.concat());
        }
    }

    #[test]
    fn no_word_of_a_template_is_left_and_every_shell_can_read_it() {
        for engine in ENGINES {
            for EngineFile { name, text, .. } in work().files(engine) {
                assert!(
                    name == "driver.py" || !text.contains("{{"),
                    "{name} of {}: {text}",
                    engine.name()
                );
                if Path::new(&name).extension().is_some_and(|ending| ending == "sh") {
                    let read =
                        Command::new("sh").args(["-n", "-c", &text]).output().expect("a shell");
                    assert!(
                        read.status.success(),
                        "{name} of {}: {}",
                        engine.name(),
                        String::from_utf8_lossy(&read.stderr)
                    );
                }
            }
        }
    }

    #[test]
    fn numbers_are_listed_as_engines_read_them() {
        assert_eq!(listed(&[4]), "4");
        assert_eq!(listed(&[0, 1, 2, 3]), "0-3");
        assert_eq!(listed(&[0, 2, 3, 7, 9, 10]), "0,2-3,7,9-10");
    }

    #[test]
    fn a_job_has_a_name_that_every_engine_takes() {
        assert_eq!(
            ["mine", "My Game, 2nd", "-x_", "äö", ""].map(job_name),
            ["mine", "my-game--2nd", "x", "fairdeal", "fairdeal"]
        );
    }

    #[test]
    fn what_is_no_word_stays_as_it_is() {
        let words = [("A", "{{B}}".to_owned()), ("B", "b".to_owned())];
        assert_eq!(filled("{{A}} {{B}} {{C}} {{ ${x} }}", &words), "{{B}} b {{C}} {{ ${x} }}");
    }
}
