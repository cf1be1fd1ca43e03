//! The designer's loop: run, change something, run again. Counted blocks are not played twice, and
//! nothing is lost.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
#[cfg(unix)]
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use fairdeal::experiment::{CardsQuestion, ChancesQuestion, Experiment, Overrides, Plan, parse};
use fairdeal::findings::{Analysis, Stop, Until};
use fairdeal::game::{Choice, Game, LegalSet};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Document;
use fairdeal::registry::GAMES;
use fairdeal::results::{CountsError, KeptCounts};
use fairdeal::rng::{BlockStreams, Purpose, Stream};
use fairdeal::session::{Control, Played, Progress, Session, Stage};
use fairdeal::strategy::{Entrant, Failure, Strategy};
use flate2::read::GzDecoder;
use sha2::Digest as _;

#[cfg(unix)]
use crate::support::running::Running;
use crate::support::table::{Table, text};
use crate::support::{plan, session, strategy, weak_search};
use fairdeal::any_game::AnyGame;

/// The kept counts of a run, written and read back for another plan of the same games.
fn handed_on(from: &Plan, played: &Played, to: &Plan) -> KeptCounts {
    let (_, bytes) = played.kept.file(from).expect("memory");
    KeptCounts::from_bytes(to, &bytes).expect("the same experiment")
}

/// Plays the first plan, then the second one with the counts of the first; returns the number of
/// blocks played then. The results must equal those of the second plan alone.
fn go_on(first: &Plan, second: &Plan) -> u64 {
    let session = session();
    let before = session.run(first).expect("a run");
    let resumed = session.resume(second, &handed_on(first, &before, second)).expect("a run");
    let alone = session.run(second).expect("a run");
    assert_eq!(resumed.results, alone.results);
    assert_eq!(resumed.counts, alone.counts);
    assert_eq!(
        resumed.kept.file(second).expect("memory"),
        alone.kept.file(second).expect("memory")
    );
    assert_eq!(alone.blocks_played, alone.counts.blocks());
    resumed.blocks_played
}

fn compared(game: &'static dyn AnyGame) {
    assert_eq!(go_on(&plan(game, 30), &plan(game, 50)), 20);
}

#[test]
fn more_blocks_of_a_comparison() {
    for game in GAMES.iter() {
        compared(game);
    }
}

fn entrants() -> Vec<Entrant> {
    ["random", "greedy", "heuristic"]
        .into_iter()
        .map(|name| strategy(&Crisps, name).into())
        .collect()
}

#[test]
fn more_blocks_of_a_ladder() {
    let ladder = |blocks| {
        Experiment::new(&Crisps, "e")
            .blocks(blocks)
            .ladder(&entrants(), &[])
            .plan()
            .expect("a plan")
    };
    assert_eq!(go_on(&ladder(60), &ladder(100)), 40);
}

#[test]
fn more_blocks_with_every_question_about_play() {
    let plan = |blocks| {
        let asked = Experiment::new(&Crisps, "e")
            .blocks(blocks)
            .variant("open", &["face_up_draw=false"])
            .lineup(["greedy", "random"]);
        let chances = ChancesQuestion { rollouts: 4, blocks: 3, ..ChancesQuestion::default() };
        let asked = asked
            .chances(chances)
            .cards(CardsQuestion { exchanges: 1, blocks: 5 })
            .luck()
            .restricted(["random"]);
        asked.plan().expect("a plan")
    };
    assert_eq!(go_on(&plan(4), &plan(9)), 5);
}

/// A run that may end early is looked at after the same numbers of blocks whatever its limit is: the
/// results equal those of one run, and only blocks around the limit are played again.
#[test]
fn more_blocks_at_most() {
    let never = |first_look| Stop { until: Until::Precision(1e-6), first_look };
    let designs: [fn(Experiment) -> Experiment; 2] = [
        |asked| asked.variant("open", &["face_up_draw=false"]).lineup(["greedy", "random"]),
        |asked| asked.ladder(&["greedy", "random"], &[]),
    ];
    for design in designs {
        let plan = |blocks: u64, first_look: Option<u64>| {
            let experiment = design(Experiment::new(&Crisps, "e").blocks(blocks));
            first_look
                .map_or(experiment.clone(), |first| experiment.stop(never(first)))
                .plan()
                .expect("a plan")
        };
        assert_eq!(go_on(&plan(300, Some(100)), &plan(450, Some(100))), 150);
        assert_eq!(go_on(&plan(300, None), &plan(450, Some(100))), 150, "the same places");
        assert_eq!(go_on(&plan(450, Some(400)), &plan(460, Some(1))), 10, "it is looked at sooner");
        assert_eq!(
            go_on(&plan(450, Some(100)), &plan(400, Some(100))),
            16,
            "a shorter run: its last blocks lie in a longer chunk"
        );
    }
}

#[test]
fn more_blocks_of_a_sensitivity_analysis() {
    let sensitivity = |blocks: u64| {
        let text = format!(
            "game = \"crisps\"\nblocks = {blocks}\n[sensitivity]\nsamples = 4\nrules.hand_size = [8, 12]\nrules.auto_skip = [true, false]\n\
             [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n"
        );
        parse(&Crisps, &Document::parse("e.toml", text).expect("TOML"), Overrides::default())
            .expect("a plan")
    };
    assert_eq!(go_on(&sensitivity(80), &sensitivity(80)), 0);
    assert_eq!(go_on(&sensitivity(80), &sensitivity(160)), 80, "two groups become one");
    assert_eq!(go_on(&sensitivity(80), &sensitivity(120)), 40, "groups of 15 blocks instead of 10");
    // Each of the eight groups has an equal share of every run.
    let few = session().run(&sensitivity(16)).expect("a run").results;
    assert!(
        !few.sensitivity.is_empty()
            && few.sensitivity.iter().all(|row| row.groups == 8 && row.blocks == 16)
    );
}

/// With any earlier counts, also with gaps and duplicates, the results equal those of one run, and
/// as few blocks as possible are played.
#[test]
fn any_parts_make_the_whole() {
    fn assert_whole(plan: &Plan, random: &mut Stream) {
        let session = session();
        let alone = session.run(plan).expect("a run");
        for _ in 0..12 {
            let mut kept = KeptCounts::default();
            let mut known = vec![false; plan.blocks() as usize];
            for _ in 0..=random.below(5) {
                let start = u64::from(random.below(plan.blocks() as u32));
                // Parts that cross two chunks cannot be used.
                let end = start
                    + u64::from(
                        random.below((plan.blocks().min(plan.chunk_end(start)) - start) as u32 + 1),
                    );
                kept.add(session.play_blocks(plan, start..end).expect("a run"));
                known[start as usize..end as usize].fill(true);
            }
            let resumed = session.resume(plan, &kept).expect("a run");
            assert_eq!((&resumed.counts, &resumed.results), (&alone.counts, &alone.results));
            assert_eq!(resumed.kept, alone.kept);
            let unknown = known.iter().filter(|known| !**known).count() as u64;
            assert!(
                (unknown..=plan.blocks()).contains(&resumed.blocks_played),
                "{} of {unknown}",
                resumed.blocks_played
            );
        }
    }
    let mut random = BlockStreams::new(8, 0).stream(Purpose::Strategy(0));
    let experiment = || Experiment::new(&Crisps, "e").blocks(280);
    assert_whole(
        &experiment()
            .variant("open", &["face_up_draw=false"])
            .lineup(["random", "random"])
            .plan()
            .expect("a plan"),
        &mut random,
    );
    let knobs =
        experiment().sensitivity("hand_size", &["8", "12"]).samples(2).lineup(["random", "random"]);
    assert_whole(&knobs.plan().expect("a plan"), &mut random);
}

/// Plays as if its program were ended by the signal that ends this one, after this many decisions.
#[derive(Clone, Debug, Default)]
struct Ended {
    decisions: Arc<AtomicU64>,
    /// 0 for never.
    after: u64,
    stop: Arc<AtomicBool>,
}

impl Strategy<Crisps> for Ended {
    fn choose<'l>(
        &mut self,
        _view: &<Crisps as Game>::View<'_>,
        legal: &'l <Crisps as Game>::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, <Crisps as Game>::Action>, Failure> {
        if self.decisions.fetch_add(1, Ordering::Relaxed) + 1 == self.after {
            self.stop.store(true, Ordering::Relaxed);
            return Err(Failure::Program);
        }
        legal.choose_nth(stream.below(legal.count())).ok_or(Failure::NoLegalAction)
    }
}

/// A block that was not finished leaves nothing behind: neither games, nor decisions, nor notes of
/// play.
#[test]
fn a_half_played_block_is_not_counted() {
    // The first batch is one block, later ones are larger.
    const BLOCKS: u64 = 36;
    let plan = |ended: Ended| {
        let asked =
            Experiment::new(&Crisps, "e").blocks(BLOCKS).variant("open", &["face_up_draw=false"]);
        let asked = asked.lineup([
            Entrant::new(&Crisps, "ended", "1", ended),
            strategy(&Crisps, "greedy").into(),
        ]);
        asked.cards(CardsQuestion { exchanges: 1, blocks: BLOCKS }).plan().expect("a plan")
    };
    let never = Ended::default();
    let whole = plan(never.clone());
    Session::default().threads(1).play(&whole).expect("a run");
    let decisions = never.decisions.load(Ordering::Relaxed);
    let mut counted = Vec::new();
    for after in (1..=decisions).step_by(decisions as usize / 12) {
        let ended = Ended { after, ..Ended::default() };
        let notes = Notes::default();
        let control = Control { stop: &ended.stop, progress: &notes };
        let (counts, _) = Session::default()
            .threads(1)
            .control(control)
            .play(&plan(ended.clone()))
            .expect("it was stopped");
        assert!(counts.blocks() < BLOCKS, "after {after} of {decisions} decisions");
        let alone = Session::default().play_blocks(&whole, 0..counts.blocks()).expect("a run");
        assert!(
            counts == alone,
            "after {after} of {decisions} decisions: {} blocks",
            counts.blocks()
        );
        counted.push(counts.blocks());
    }
    counted.dedup();
    assert!(counted.len() > 2 && counted.is_sorted(), "{counted:?}");
}

/// Plays slowly until it is stopped, which it does itself in its first game.
#[derive(Clone, Debug, Default)]
struct Slow(Ended);

impl Strategy<Crisps> for Slow {
    fn choose<'l>(
        &mut self,
        view: &<Crisps as Game>::View<'_>,
        legal: &'l <Crisps as Game>::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, <Crisps as Game>::Action>, Failure> {
        if self.0.after > 0 && self.0.decisions.load(Ordering::Relaxed) == 0 {
            std::thread::sleep(std::time::Duration::from_millis(2_100));
            self.0.stop.store(true, Ordering::Relaxed);
        }
        Ended { after: 0, ..self.0.clone() }.choose(view, legal, stream)
    }
}

/// A run that is stopped in a block that takes long does not wait for its end.
#[test]
fn a_long_block_ends_when_it_is_stopped() {
    let played = |after: u64| {
        let slow = Slow(Ended { after, ..Ended::default() });
        let entrant = Entrant::new(&Crisps, "slow", "1", slow.clone());
        let asked = Experiment::new(&Crisps, "e").blocks(1);
        let asked = asked.lineup([entrant, strategy(&Crisps, "greedy").into()]);
        let plan = asked.plan().expect("a plan");
        let control = Control { stop: &slow.0.stop, progress: &() };
        let played = Session::default().threads(1).control(control).play(&plan);
        let (counts, _) = played.expect("a run");
        (counts.blocks(), slow.0.decisions.load(Ordering::Relaxed))
    };
    let (whole, stopped) = (played(0), played(1));
    assert_eq!((whole.0, stopped.0), (1, 0));
    // The first of its two games is played to the end.
    assert!(0 < stopped.1 && stopped.1 < whole.1, "{stopped:?} of {whole:?}");
}

#[test]
fn other_tolerances_are_judged_without_playing() {
    let with = |tolerance, stop: Option<u64>| {
        let experiment = Experiment::new(&Crisps, "e")
            .blocks(stop.unwrap_or(300))
            .variant("open", &["face_up_draw=false"]);
        let analysis = Analysis {
            win_rate_tolerance: Some(tolerance),
            length_tolerance: Some(tolerance),
            ..Analysis::default()
        };
        let experiment = experiment.lineup(["greedy", "random"]).analysis(analysis);
        match stop {
            Some(_) => experiment.stop(Stop { until: Until::Settled, first_look: 100 }),
            None => experiment,
        }
        .plan()
        .expect("a plan")
    };
    assert_eq!(go_on(&with(0.01, None), &with(0.2, None)), 0);
    // A run that other tolerances would have stopped sooner is judged as at that look; a run that
    // they would not have stopped plays the rest.
    let (strict, loose) = (with(0.0001, Some(700)), with(0.4, Some(700)));
    let [long, short] =
        [&strict, &loose].map(|plan| session().run(plan).expect("a run").counts.blocks());
    assert!(short < long, "{short} {long}");
    assert_eq!(go_on(&strict, &loose), 0);
    assert_eq!(go_on(&loose, &strict), long - short);
    // With a higher limit of blocks, the result is unchanged.
    assert!((400..=700).contains(&go_on(&with(0.0001, Some(300)), &with(0.0001, Some(700)))));
}

#[test]
fn untrusted_counts_are_not_used() {
    let plan = |seed| {
        Experiment::new(&Crisps, "e")
            .blocks(40)
            .seed(seed)
            .lineup(["greedy", "random"])
            .plan()
            .expect("a plan")
    };
    let (one, other) = (plan(1), plan(2));
    let bytes = session().run(&one).expect("a run").kept.file(&one).expect("memory").1;
    assert!(KeptCounts::from_bytes(&one, &bytes).is_ok_and(|kept| !kept.is_empty()));
    assert_eq!(KeptCounts::from_bytes(&other, &bytes), Err(CountsError::Digest));
    // Packed or not, the file is the same.
    let mut text = String::new();
    GzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("packed text");
    assert_eq!(KeptCounts::from_bytes(&one, text.as_bytes()), KeptCounts::from_bytes(&one, &bytes));
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        KeptCounts::from_bytes(&one, text.replacen(from, to, 1).as_bytes())
    };
    // A file without its counts has only its head.
    let head = text.lines().next().expect("a line").to_owned();
    let with_head = |from: &str, to: &str| {
        assert!(head.contains(from), "{from}");
        KeptCounts::from_bytes(&one, head.replacen(from, to, 1).as_bytes())
    };
    assert_eq!(with_head("\"schema_version\":", "\"schema_version\":9"), Err(CountsError::Version));
    assert_eq!(with_head("\"format\":4", "\"format\":3"), Err(CountsError::Version));
    assert_eq!(with_head("\"counted\":\"", "\"counted\":\"0"), Err(CountsError::Damaged));
    assert_eq!(
        KeptCounts::from_bytes(&one, with_a_new_checksum(&head, "\"counted\":\"").as_bytes()),
        Err(CountsError::Version)
    );
    assert_eq!(
        KeptCounts::from_bytes(&one, with_a_new_checksum(&head, "\"fingerprint\":\"").as_bytes()),
        Err(CountsError::Program)
    );
    assert_eq!(with("\"blocks\":[0,39]", "\"blocks\":[0,40]"), Err(CountsError::PartDamaged));
    assert_eq!(with("\"counts\":\"", "\"counts\":\"0"), Err(CountsError::PartDamaged));
    assert_eq!(
        with("\"counted\":\"", "\"counted\":\"0"),
        Err(CountsError::PartDamaged),
        "every other line shows what it belongs to"
    );
    assert_eq!(
        KeptCounts::from_bytes(&one, &text.as_bytes()[..text.len() - 20]),
        Err(CountsError::CutShort)
    );
    assert_eq!(KeptCounts::from_bytes(&one, &bytes[..bytes.len() / 2]), Err(CountsError::CutShort));
    for nonsense in [&b""[..], b"{}", b"\xff\xfe", b"\"text\""] {
        assert_eq!(KeptCounts::from_bytes(&one, nonsense), Err(CountsError::Damaged));
    }
}

/// The first line of a file of counts with a 0 after some text, and a matching checksum.
fn with_a_new_checksum(head: &str, after: &str) -> String {
    const REST: usize = "{\"sha256\":\"".len() + 64 + "\",".len();
    let rest = head[REST..].replacen(after, &format!("{after}0"), 1);
    format!(
        "{{\"sha256\":\"{}\",{rest}",
        fairdeal::experiment::hexadecimal(&sha2::Sha256::digest(rest.as_bytes()))
    )
}

/// Notes how many games of each stage were played and how many were known; stops a run when it
/// measures the decisions of a strategy.
#[derive(Default)]
pub(crate) struct Notes {
    stages: Mutex<Vec<(String, u64, u64)>>,
    stops_at: Option<&'static str>,
    stop: AtomicBool,
}

impl Progress for Notes {
    fn begin(&self, stage: Stage<'_>, _games: u64) {
        if matches!(stage, Stage::Timing(strategy) if Some(strategy) == self.stops_at) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stages.lock().expect("no thread panics").push((format!("{stage:?}"), 0, 0));
    }

    fn known(&self, games: u64) {
        self.stages.lock().expect("no thread panics").last_mut().expect("a stage began").2 += games;
    }

    fn played(&self, games: u64) {
        self.stages.lock().expect("no thread panics").last_mut().expect("a stage began").1 += games;
    }
}

impl Notes {
    /// Returns, by stage except timing, games played and games known.
    pub(crate) fn games(self) -> Vec<(String, u64, u64)> {
        let stages = self.stages.into_inner().expect("no thread panics");
        stages.into_iter().filter(|(stage, ..)| !stage.starts_with("Timing")).collect()
    }
}

pub(crate) fn watched(notes: &Notes) -> Session<'_> {
    session().control(Control { stop: &notes.stop, progress: notes })
}

/// A ladder that finds out how far doubled budgets help.
pub(crate) fn doubling(blocks: u64) -> Plan {
    let analysis = Analysis { win_rate_tolerance: Some(0.0), ..Analysis::default() };
    let experiment = Experiment::new(&Crackpipe, "e").seed(3).blocks(blocks).analysis(analysis);
    let climbers: [Entrant; 2] =
        [weak_search(&Crackpipe).into(), strategy(&Crackpipe, "random").into()];
    experiment.ladder(&climbers, &[]).doublings(2).plan().expect("a plan")
}

#[test]
fn the_doublings_of_a_ladder_are_kept() {
    let (short, long) = (doubling(24), doubling(30));
    let before = session().run(&short).expect("a run");
    let played = |plan: &Plan, kept: &KeptCounts| {
        let notes = Notes::default();
        let played = watched(&notes).resume(plan, kept).expect("a run");
        (played, notes.games())
    };
    let (again, stages) = played(&short, &handed_on(&short, &before, &short));
    assert_eq!((&again.results, again.blocks_played), (&before.results, 0));
    assert_eq!(
        before.counts.cells.len(),
        short.layout().cells.len() + 2,
        "it grew: another copy, against the one before and itself"
    );
    assert!(stages.iter().any(|(stage, ..)| stage.starts_with("Trial")), "{stages:?}");
    assert!(stages.iter().all(|(_, played, known)| *played == 0 && *known > 0), "{stages:?}");
    // More blocks: the new ones, also of these matches, and the same bytes as one run.
    let (longer, stages) = played(&long, &handed_on(&short, &before, &long));
    let (alone, from_nothing) = played(&long, &KeptCounts::default());
    assert_eq!((&longer.results, &longer.counts), (&alone.results, &alone.counts));
    assert_eq!(longer.kept.file(&long).expect("memory"), alone.kept.file(&long).expect("memory"));
    assert_eq!(longer.blocks_played, 6);
    for ((stage, played, known), (_, all, none)) in stages.iter().zip(&from_nothing) {
        assert_eq!((played * 30, known * 30, *none), (all * 6, all * 24, 0), "{stage}");
    }
}

#[test]
fn measured_times_are_kept() {
    let plan =
        Experiment::new(&Crisps, "e").blocks(4).ladder(&entrants(), &[]).plan().expect("a plan");
    let notes = Notes { stops_at: Some("greedy"), ..Notes::default() };
    let mut played = watched(&notes).run(&plan).expect("a run");
    assert!(played.interrupted && played.results.manifest.complete, "all games were played");
    assert_eq!((played.blocks_played, played.counts.blocks()), (4, 4));
    let known = played.timing.decision_time("random").expect("it was measured");
    assert_eq!(played.timing.decision_time("greedy"), None);
    // Later, the others.
    let notes = Notes::default();
    assert!(watched(&notes).time_decisions(&plan, &mut played.timing).expect("a run"));
    assert_eq!(played.timing.decision_time("random"), Some(known));
    assert!(
        ["greedy", "heuristic"]
            .iter()
            .all(|name| played.timing.decision_time(name).is_some_and(|time| time > 0.0))
    );
    let stages = notes.stages.into_inner().expect("no thread panics");
    assert_eq!(stages.len(), 2, "{stages:?}");
}

const EXPERIMENT: &str = "game = \"crisps\"\nblocks = 60\n[[variant]]\nname = \"designer\"\n[[variant]]\nname = \"open\"\nrules = { face_up_draw = false }\n\
                          [[lineup]]\nstrategies = [\"greedy\", \"random\"]\n[analysis]\ntolerance = { win_rate = 0.01 }\n";

/// Runs the experiment; returns its standard error.
fn run(table: &Table, arguments: &[&str]) -> String {
    let output = table.run(&[&["run", "e.toml"], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stderr)
}

/// All files of a folder except those with times, with their contents.
pub(crate) fn contents(table: &Table, folder: &str) -> Vec<(String, String)> {
    let files = table.files().into_iter().filter_map(|file| {
        Some((file.strip_prefix(folder)?.strip_prefix('/')?.to_owned(), table.read(&file)))
    });
    files.filter(|(name, _)| name != "timing.json" && !name.starts_with("older/")).collect()
}

/// The folders of older results.
fn older(table: &Table) -> Vec<String> {
    let folders =
        fs::read_dir(table.path().join("results/e/older")).into_iter().flatten().flatten();
    folders.map(|folder| format!("results/e/older/{}", folder.file_name().display())).collect()
}

#[test]
fn a_changed_experiment_runs_and_the_older_result_is_kept() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT);
    run(&table, &[]);
    let first = contents(&table, "results/e");
    table
        .file("results/e/notes.md", "mine")
        .file("results/e/older/notes.md", "mine too")
        .file("results/e/pictures/one.png", "drawn");
    table.file("e.toml", &EXPERIMENT.replace("face_up_draw = false", "hand_size = 9"));
    let said = run(&table, &[]);
    let folders: Vec<String> =
        older(&table).into_iter().filter(|folder| !folder.ends_with("notes.md")).collect();
    assert_eq!(folders.len(), 1);
    assert!(
        said.contains(&format!("the results that were there are kept in {}", folders[0])),
        "{said}"
    );
    assert_eq!(contents(&table, &folders[0]), first, "every file as it was");
    let digest = serde_json::from_str::<serde_json::Value>(
        &table.read(&format!("{}/manifest.json", folders[0])),
    )
    .expect("JSON")["digest"]
        .clone();
    assert!(folders[0].ends_with(digest.as_str().expect("a text")));
    for (name, content) in
        [("notes.md", "mine"), ("older/notes.md", "mine too"), ("pictures/one.png", "drawn")]
    {
        assert_eq!(
            table.read(&format!("results/e/{name}")),
            content,
            "what the program did not write stays"
        );
    }
    // Back again: counted blocks are not played again.
    table.file("e.toml", EXPERIMENT);
    assert!(run(&table, &[]).contains("nothing was played: 60 blocks had been counted before"));
    let again: Vec<_> = contents(&table, "results/e")
        .into_iter()
        .filter(|(name, _)| name != "notes.md" && !name.starts_with("pictures/"))
        .collect();
    assert_eq!(again, first);
    assert_eq!(older(&table).len(), 3, "the other one is kept as well");
}

#[test]
fn a_longer_run_is_kept_when_a_shorter_one_replaces_it() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT);
    run(&table, &[]);
    let long = contents(&table, "results/e");
    run(&table, &["--blocks", "20"]);
    assert!(table.read("results/e/manifest.json").contains("\"blocks\": 20"));
    let folders = older(&table);
    assert_eq!((folders.len(), contents(&table, &folders[0])), (1, long.clone()));
    assert!(run(&table, &[]).contains("nothing was played"), "the longer one is found again");
    assert_eq!(contents(&table, "results/e"), long);
    // More blocks: only the new ones are played, and the files equal those of one run.
    assert!(run(&table, &["--blocks", "90"]).contains("60 blocks had been counted before"));
    run(&table, &["--blocks", "90", "--out", "alone"]);
    assert_eq!(contents(&table, "results/e"), contents(&table, "alone"));
    // With `--force` everything is played again, and nothing is kept.
    assert!(!run(&table, &["--blocks", "30", "--force"]).contains("before"));
    assert_eq!(older(&table), folders);
}

/// Results that replace shorter ones among the older results leave no table of these behind, and
/// replace no foreign file.
#[test]
fn older_results_are_whole() {
    let table = Table::new();
    let asked = |rules: &str| {
        table.file(
            "e.toml",
            &format!("game = \"crisps\"\nblocks = 20\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n[[variant]]\nname = \"one\"\nrules = {{ {rules} }}\n"),
        );
    };
    let list_tables = |folder: &str, listed: &str, instead: &str| {
        let manifest = table.read(&format!("{folder}/manifest.json"));
        assert!(manifest.contains(listed), "{manifest}");
        table.file(&format!("{folder}/manifest.json"), &manifest.replacen(listed, instead, 1));
    };
    asked("hand_size = 9");
    run(&table, &[]);
    // A table that only these results have.
    list_tables("results/e", "\"tables\": [", "\"tables\": [\"ladder.csv\", ");
    table.file("results/e/ladder.csv", "a table");
    asked("hand_size = 8");
    run(&table, &[]);
    let folder = older(&table).pop().expect("the first results");
    assert!(table.files().contains(&format!("{folder}/ladder.csv")));
    table.file(&format!("{folder}/mine.md"), "mine");
    // More blocks of the first one, without this table; then the other one again.
    asked("hand_size = 9");
    run(&table, &["--blocks", "30"]);
    let longer = contents(&table, "results/e");
    asked("hand_size = 8");
    run(&table, &[]);
    let set_aside: Vec<_> =
        contents(&table, &folder).into_iter().filter(|(name, _)| name != "mine.md").collect();
    assert_eq!(set_aside, longer, "nothing of the shorter run is left");
    assert_eq!(table.read(&format!("{folder}/mine.md")), "mine");
    // Foreign files in the way stay, and so do the results.
    list_tables(&folder, "\"shares.csv\",", "");
    table.file(&format!("{folder}/shares.csv"), "mine too");
    asked("hand_size = 9");
    run(&table, &["--blocks", "40"]);
    let longest = contents(&table, "results/e");
    assert!(longest.iter().any(|(name, _)| name == "shares.csv"));
    asked("hand_size = 8");
    run(&table, &[]);
    assert_eq!(table.read(&format!("{folder}/shares.csv")), "mine too");
    assert!(
        older(&table).iter().any(|other| contents(&table, other) == longest),
        "{:?}",
        table.files()
    );
}

#[cfg(unix)]
#[test]
fn an_interruption_while_decisions_are_timed_loses_nothing() {
    let table = Table::new();
    let arguments = [
        "ladder",
        "crisps",
        "--strategies",
        "random,greedy,heuristic",
        "--blocks",
        "4",
        "--out",
        "there",
    ];
    let mut command = table.command(&arguments);
    let mut child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::piped()));
    let (mut errors, mut said) =
        (BufReader::new(child.stderr.take().expect("a pipe")), String::new());
    // Each of the three is measured for at least half a second.
    while said.matches("how long does a decision take?").count() < 2 {
        assert!(errors.read_line(&mut said).expect("text") > 0, "{said}");
    }
    child.send(rustix::process::Signal::INT);
    errors.read_to_string(&mut said).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{said}");
    assert!(said.contains("run it again to measure the others"), "{said}");
    assert!(table.read("there/manifest.json").contains("\"complete\": true"));
    let times = || {
        serde_json::from_str::<serde_json::Value>(&table.read("there/timing.json")).expect("JSON")["nanoseconds_per_decision"].clone()
    };
    let before = times();
    let output = table.run(&arguments);
    assert!(
        output.status.success() && text(&output.stderr).contains("nothing was played"),
        "{}",
        text(&output.stderr)
    );
    let after = times();
    assert_eq!(after.as_object().map(serde_json::Map::len), Some(3));
    let measured = before.as_object().cloned().unwrap_or_default();
    assert!(
        measured.len() < 3 && measured.iter().all(|(strategy, time)| after[strategy] == *time),
        "{before} {after}"
    );
}

#[test]
fn foreign_files_are_not_touched() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT).file("results/e/verdicts.txt", "mine");
    let refused = table.run(&["run", "e.toml"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        text(&refused.stderr)
            .contains("results/e/verdicts.txt: has the name of a file that would be written"),
        "{}",
        text(&refused.stderr)
    );
    assert_eq!(table.files(), ["e.toml", "results/e/verdicts.txt"]);
    // Nor beside results of the program, if it does not belong to them.
    run(&table, &["--out", "there"]);
    table.file("there/sweep.csv", "mine");
    let refused = table.run(&["run", "e.toml", "--seed", "4", "--out", "there"]);
    assert!(text(&refused.stderr).contains("there/sweep.csv"), "{}", text(&refused.stderr));
    assert_eq!(table.read("there/sweep.csv"), "mine");
}

#[test]
fn damaged_counts_are_reported_and_played_again() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT);
    run(&table, &[]);
    let first = contents(&table, "results/e");
    // The unpacked file of earlier versions is read as well.
    let damaged = table
        .read("results/e/counts.jsonl.gz")
        .replacen("\"blocks\":[0,59]", "\"blocks\":[0,60]", 1);
    table.file("results/e/counts.jsonl", &damaged);
    let said = run(&table, &[]);
    assert!(
        said.contains(
            "results/e/counts.jsonl: a part of the file is damaged; a run plays these games again"
        ),
        "{said}"
    );
    assert_eq!(contents(&table, "results/e"), first);
    // The counts of another program are not used either: it may play differently.
    let counts = table.read("results/e/counts.jsonl.gz");
    let (head, parts) = counts.split_once('\n').expect("lines");
    table.file(
        "results/e/counts.jsonl",
        &format!("{}\n{parts}", with_a_new_checksum(head, "\"fingerprint\":\"")),
    );
    let said = run(&table, &[]);
    assert!(
        said.contains("another fairdeal counted them, or a program that played has changed"),
        "{said}"
    );
    // Other tolerances: judged again, with an unchanged time.
    let timing = table.read("results/e/timing.json");
    table.file("e.toml", &EXPERIMENT.replace("0.01", "0.3"));
    assert!(run(&table, &[]).contains("nothing was played"));
    assert_eq!(table.read("results/e/timing.json"), timing);
    run(&table, &["--out", "alone"]);
    assert_eq!(contents(&table, "results/e"), contents(&table, "alone"));
    assert!(!table.read("results/e/verdicts.txt").is_empty());
}

#[test]
fn a_command_that_reads_results_makes_missing_tables_from_the_counts() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT).file("experiments/e.toml", EXPERIMENT);
    run(&table, &["--report"]);
    let whole = contents(&table, "results/e");
    let remove = |name: &str| fs::remove_file(table.path().join(name)).expect("a file");
    for name in ["results.json", "report.html", "lengths.csv"] {
        remove(&format!("results/e/{name}"));
    }
    let output = table.run(&["report", "e"]);
    let said = text(&output.stderr);
    assert!(said.contains("results/e: its tables are made from its counts"), "{said}");
    assert!(contents(&table, "results/e") == whole);
    // Without its counts or its experiment nothing can be made.
    remove("results/e/results.json");
    for (gone, told) in [
        (
            "results/e/counts.jsonl.gz",
            "results/e: has no results.json, and no counts by this program",
        ),
        ("experiments/e.toml", "run FILE --rewrite`, which makes it from counts"),
    ] {
        remove(gone);
        let refused = table.run(&["show", "--from", "results/e", "--pick", "longest"]);
        assert_eq!(refused.status.code(), Some(1));
        assert!(text(&refused.stderr).contains(told), "{}", text(&refused.stderr));
    }
}

#[test]
fn tables_are_rewritten_from_counts_without_playing() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT);
    run(&table, &["--report"]);
    // Other tolerances give other words for the same counts.
    table.file("e.toml", &EXPERIMENT.replace("0.01", "0.3"));
    run(&table, &["--report"]);
    let whole = contents(&table, "results/e");
    table.file("e.toml", EXPERIMENT);
    run(&table, &["--report"]);
    assert_ne!(contents(&table, "results/e"), whole);
    table.file("e.toml", &EXPERIMENT.replace("0.01", "0.3"));
    let said = run(&table, &["--rewrite"]);
    assert!(said.contains("results/e: made anew from the counts of 60 blocks"), "{said}");
    assert!(contents(&table, "results/e") == whole, "the page is made anew, too");
    // Without the counts, or with too few of them, the tables stay, and the words are made again.
    let too_many = run(&table, &["--rewrite", "--blocks", "100000"]);
    fs::remove_file(table.path().join("results/e/counts.jsonl.gz")).expect("a file");
    table.file("results/e/answer.txt", "an old answer");
    for said in [too_many, run(&table, &["--rewrite"])] {
        assert!(
            said.contains("warning: results/e: answer and page are made anew, but the tables stay"),
            "{said}"
        );
    }
    let without_counts: Vec<_> =
        whole.into_iter().filter(|(name, _)| !name.starts_with("counts")).collect();
    assert!(contents(&table, "results/e") == without_counts);
    // For other rules, or without results, nothing is written.
    table.file("e.toml", &EXPERIMENT.replace("face_up_draw = false", "hand_size = 9"));
    for (arguments, told) in [
        (
            &["run", "e.toml", "--rewrite"][..],
            "results/e: holds results of other rules, players or another seed",
        ),
        (
            &["run", "e.toml", "--rewrite", "--out", "elsewhere"],
            "elsewhere/manifest.json: cannot be read",
        ),
    ] {
        let refused = table.run(arguments);
        assert_eq!(refused.status.code(), Some(1));
        assert!(text(&refused.stderr).contains(told), "{}", text(&refused.stderr));
    }
    assert!(
        contents(&table, "results/e") == without_counts && !table.path().join("elsewhere").exists()
    );
}
