//! `fairdeal review`.

use super::prelude::*;
use super::stored::RESULTS_FOLDER;
use super::train::sizes;
use super::values::real;
use fairdeal_core::input::Document;
use fairdeal_review::budget::Budget;
use fairdeal_review::finding::Mark;
use fairdeal_review::pace::Pace;
use fairdeal_review::page::page;
use fairdeal_review::told::{OUT_OF_REACH, matters};
use fairdeal_review::wanted::Wanted;
use fairdeal_review::{Asked, InFolder, Length, Planned, Review, ReviewError, STATE};
use fairdeal_study::folder::FolderError;
use fairdeal_study::report::ShownExperiment;
use fairdeal_study::words::{Panel, PanelColumn};

#[derive(Args, Debug)]
pub(super) struct ReviewArguments {
    /// The game: a game file, or a game by its name
    game: String,
    #[command(flatten)]
    rules: RulesOptions,
    /// The numbers of players: `2`, `2-4` or `2,4` [default: all that the game is for, up to 4]
    #[arg(long, value_name = "SIZES")]
    players: Option<String>,
    /// About how long it takes; less time gives a rougher review
    #[arg(long, value_name = "M", default_value_t = 10.0, value_parser = real(0.1..=1e4))]
    minutes: f64,
    /// Judge the draft by so many blocks (shuffles) instead; the same numbers give the same review
    /// on every machine
    #[arg(long, value_name = "N", conflicts_with = "minutes", value_parser = whole::<u64>(16, 1 << 30))]
    blocks: Option<u64>,
    /// Play as much as another review did: its file `review.json`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["minutes", "blocks"])]
    like: Option<PathBuf>,
    /// A file with what you want of the game, as `[goal]` of an experiment has it: it takes the
    /// place of the usual thresholds
    #[arg(long, value_name = "FILE")]
    goal: Option<PathBuf>,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = seed)]
    seed: u64,
    /// Seconds for a decision with a choice at a table
    #[arg(long, value_name = "X", default_value_t = Pace::default().choice, value_parser = real(0.1..=3600.0))]
    seconds: f64,
    /// The folder of the review [default: results/review- and the name of the game]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads to play on [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    threads: Option<u16>,
    /// Cut each phase into so many shards: instead of playing the next one, write its plan, and say how
    /// to play it on many machines; then call the same command again
    #[arg(long, value_name = "N", conflicts_with_all = ["check", "quiet"], value_parser = whole::<u64>(1, 1_000))]
    shards: Option<u64>,
    /// Judge by the exit code: 4 if something is broken, 5 if something is not settled
    #[arg(long)]
    check: bool,
    /// Print nothing
    #[arg(long)]
    quiet: bool,
}

/// The rows of the table of the screen, and the changes of which it warns.
const MOST_ROWS: usize = 14;
const MOST_WARNINGS: usize = 3;

impl From<ReviewError> for Failure {
    fn from(error: ReviewError) -> Self {
        match error {
            ReviewError::Input(error) => error.into(),
            ReviewError::Run(error) => error.into(),
            ReviewError::Folder(error) => error.into(),
            ReviewError::Table(error) => FolderError::Table(error).into(),
            ReviewError::Write(error) => Self::Write(error),
            ReviewError::Training(why) => Self::Training(why),
            planned @ ReviewError::Planned(_) => Self::Training(planned.to_string()),
            ReviewError::Interrupted => Self::Training("it was interrupted".to_owned()),
        }
    }
}

/// Reviews a game.
pub(super) fn review(
    games: GameList,
    arguments: &ReviewArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let game = game_named(games, &arguments.game)?;
    let description = game.description();
    let settings = arguments.rules.choice().settings(description)?;
    warn_of(game, &settings, None);
    let tables = match &arguments.players {
        Some(text) => sizes(text)?,
        None => Asked::usual_sizes(description),
    };
    for players in &tables {
        description.check_players(*players, "--players")?;
    }
    let length = match (&arguments.like, arguments.blocks) {
        (Some(path), _) => Length::Like(budget_in(path)?),
        (None, Some(blocks)) => Length::Blocks(blocks),
        (None, None) => Length::Minutes(arguments.minutes),
    };
    let wanted = match &arguments.goal {
        Some(path) => Wanted::read(&Document::read(path)?)?,
        None => Wanted::default(),
    };
    let name = Path::new(&arguments.game).file_stem().unwrap_or_default().to_string_lossy();
    let usual = || Path::new(RESULTS_FOLDER).join(format!("review-{name}"));
    let folder = arguments.out.clone().unwrap_or_else(usual);
    let pace = Pace { choice: arguments.seconds, ..Pace::default() };
    let asked = Asked {
        game,
        name: word(Path::new(&arguments.game)),
        settings,
        sizes: tables,
        seed: arguments.seed,
        length,
        wanted,
        pace,
    };
    let bars = Bars::new(description.plural, arguments.quiet);
    let session = bars.session(arguments.threads, false);
    let tell = |phase: &str| {
        if !arguments.quiet {
            say(phase);
        }
    };
    let keeper = InFolder::new(&folder, arguments.shards)?;
    let reviewed = match fairdeal_review::review(&asked, &session, &keeper, &tell) {
        Err(ReviewError::Interrupted) => {
            say("interrupted: what was played is kept, and the same command goes on");
            return Ok(Outcome::Interrupted);
        }
        Err(ReviewError::Planned(planned)) => {
            let Planned { plan, path, results } = &*planned;
            super::plan::tell(plan, (path, Some(results.as_path())), description.plural, out)?;
            let again = "Then call the same command again: it goes on with the next phase. If a shard \
                         stops because a game cannot be played to its end, call it once without \
                         --shards: that leaves the changed rule out.";
            writeln!(out)?;
            Screen::of_stdout().text(again, 0, out)?;
            return Ok(Outcome::Done);
        }
        other => other?,
    };
    let again = arguments.again(&folder);
    let shown = |phase: &str, results| ShownExperiment::of(game, &folder.join(phase), results);
    let text = page(&reviewed, game, &shown, &pace, &again)?;
    reviewed.write(&folder, description.title, text)?;
    if !arguments.quiet {
        print(&reviewed, description.title, &folder, out)?;
    }
    Ok(if arguments.check { judged(&reviewed) } else { Outcome::Done })
}

impl ReviewArguments {
    /// The command that makes the same review, on any machine.
    fn again(&self, folder: &Path) -> String {
        let choice = self.rules.choice();
        let rules = choice.rules.iter().map(|rules| format!(" --rules {}", word(Path::new(rules))));
        let set = choice.set.iter().map(|set| format!(" --set {}", word(Path::new(set))));
        let players = self.players.iter().map(|players| format!(" --players {players}"));
        let goal = self.goal.iter().map(|goal| format!(" --goal {}", word(goal)));
        let seed = (self.seed != 0).then(|| format!(" --seed {}", self.seed));
        let is_usual = (self.seconds - Pace::default().choice).abs() < 1e-9;
        let seconds = (!is_usual).then(|| format!(" --seconds {}", self.seconds));
        let options = rules.chain(set).chain(players).chain(goal).chain(seed).chain(seconds);
        let options: String = options.collect();
        let (game, state) = (word(Path::new(&self.game)), word(&folder.join(STATE)));
        format!("{} review {game}{options} --like {state} --out again", program::name())
    }
}

/// How much the review of a file played.
fn budget_in(path: &Path) -> Result<Budget, InputError> {
    let place = Location::whole(shown(path));
    let wrong = || {
        let problem = Problem::value("--like", shown(path), "the file review.json of a review");
        place.error(problem)
    };
    let text = std::fs::read_to_string(path).map_err(|_| wrong())?;
    let json: serde_json::Value = serde_json::from_str(&text).map_err(|_| wrong())?;
    let budget = json.get("budget").cloned().ok_or_else(wrong)?;
    let budget: Budget = serde_json::from_value(budget).map_err(|_| wrong())?;
    if budget.checked == 0 || budget.ladder == 0 || budget.blocks == 0 {
        let found = format!("{}, whose review is not finished", shown(path));
        let allowed = "the file review.json of a finished review";
        return Err(place.error(Problem::conflict(found, allowed)));
    }
    Ok(budget)
}

/// The exit code of a review.
fn judged(review: &Review) -> Outcome {
    let matters = matters(&review.findings);
    let has = |mark: Mark| matters.iter().any(|matter| matter.mark() == mark);
    if has(Mark::Broken) {
        Outcome::Missed
    } else if has(Mark::NotSettled) {
        Outcome::NotSettled
    } else {
        Outcome::Done
    }
}

/// Prints a review: what is wrong, what to do, and what is fine.
fn print(review: &Review, title: &str, folder: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let screen = Screen::of_stdout();
    let summary = review.summary();
    screen.heading(&format!("{title}: a balance review"), out)?;
    if let Some(rough) = &summary.rough {
        screen.text(rough, 0, out)?;
    }
    if summary.wrong.is_empty() {
        screen.text("No fault was found by games between programs.", 0, out)?;
    } else {
        writeln!(out)?;
        screen.panel(&table(&summary.wrong), true, out)?;
    }
    writeln!(out)?;
    screen.heading("What to do", out)?;
    for sentence in &summary.advice {
        screen.text(&format!("- {sentence}"), 2, out)?;
    }
    if !summary.warnings.is_empty() {
        writeln!(out)?;
        screen.heading("What not to change", out)?;
        for warning in summary.warnings.iter().take(MOST_WARNINGS) {
            screen.text(&format!("- {warning}"), 2, out)?;
        }
    }
    writeln!(out)?;
    for (names, told) in [(&summary.not_settled, "Not settled"), (&summary.fine, "Fine")] {
        if !names.is_empty() {
            screen.text(&format!("{told}: {}.", names.join(", ")), 2, out)?;
        }
    }
    screen.text(OUT_OF_REACH, 0, out)?;
    let page = shown(&folder.join(fairdeal_review::written::PAGE));
    screen.text(&format!("The page with pictures: {page}"), 0, out)?;
    Ok(())
}

/// What is wrong as a table.
fn table(wrong: &[[String; 3]]) -> Panel {
    let column = |title: &str, words: bool| PanelColumn {
        title: title.to_owned(),
        words,
        verdicts: false,
        dispensable: 0,
        file: "",
    };
    let left_out = wrong.len().saturating_sub(MOST_ROWS);
    let rows: Vec<Vec<String>> = wrong.iter().take(MOST_ROWS).map(|row| row.to_vec()).collect();
    Panel {
        title: "What is wrong".to_owned(),
        columns: vec![column("", true), column("what", true), column("measured", true)],
        standings: vec![None; rows.len()],
        rows,
        left_out,
        file: fairdeal_review::written::FINDINGS,
        notes: Vec::new(),
    }
}
