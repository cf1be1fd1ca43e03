//! `fairdeal train`.

use std::time::{Duration, Instant};

use super::prelude::*;
use super::progress::watch_interruption;
use super::values::real;
use fairdeal_core::game::{Aim, AnyRules, Description};
use fairdeal_core::input::{KnobKind, Settings};
use fairdeal_core::strategy::Pupils;
use fairdeal_learn::{
    Attack, Attacks, CHECKPOINTS, Checkpoint, Course, Strength, Training, chosen_tables,
    next_checkpoint,
};
use fairdeal_study::check::{HoleKind, check};
use fairdeal_study::results::{player_files, prepare, replace, search_with_learned, write_player};
use fairdeal_study::words::chart::{Axis, Chart, Line, Lines, Plot, Spot};
use fairdeal_study::words::signed;

#[derive(Args, Debug)]
pub(super) struct TrainArguments {
    /// The game: a game file, or a game by its name
    game: String,
    #[command(flatten)]
    rules: RulesOptions,
    /// The numbers of players: `2`, or `2-4` for one player who knows tables of all these sizes
    /// [default: 2, or as few as the game is for]
    #[arg(long, value_name = "SIZES")]
    players: Option<String>,
    /// Learn all of these values of a knob, instead of one: `hand_size=4..8` or `hand_size=4,6`; may
    /// be repeated
    #[arg(long, value_name = "KEY=VALUES")]
    over: Vec<String>,
    /// About how long to train: it ends at the last checkpoint before
    #[arg(long, value_name = "M", default_value_t = 5, value_parser = whole::<u64>(1, 1 << 20))]
    minutes: u64,
    /// Train for so many games instead, up to the next checkpoint; the same number gives the same
    /// player on every machine
    #[arg(long, value_name = "N", conflicts_with = "minutes", value_parser = whole::<u64>(1, 1 << 40))]
    games: Option<u64>,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = seed)]
    seed: u64,
    /// The strategy file to write, with its weights beside it [default: learned.toml among the
    /// strategies of the game]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite the strategy file if it is there
    #[arg(long)]
    force: bool,
    /// Go on from the weights of a learned strategy
    #[arg(long, value_name = "STRATEGY")]
    from: Option<String>,
    /// Let this strategy play the first games, instead of random play
    #[arg(long, value_name = "STRATEGY", conflicts_with = "from")]
    teacher: Option<String>,
    /// Learn to beat this strategy, which sits in all other seats and does not learn
    #[arg(long, value_name = "STRATEGY")]
    beat: Option<String>,
    /// Measure the strength against these strategies, separated by commas [default: those of the
    /// game's ladder that do not look ahead]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    against: Vec<String>,
    /// How much players mix at first, from 0 to 1: the chance of winning by which an action must be
    /// better to be taken about three times as often (a tenth of it alone and in a team of all)
    #[arg(long, value_name = "X", default_value_t = Course::MIX, value_parser = real(0.0..=1.0))]
    mix: f64,
    /// How much the margin of a win counts, from 0 to 1, where the highest score wins
    #[arg(long, value_name = "X", default_value_t = Course::MARGIN.into(), value_parser = real(0.0..=1.0))]
    margin: f64,
    /// How often each action is played on from
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1, 1000))]
    rollouts: u32,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, 1024))]
    threads: Option<u16>,
}

/// The shuffles on which the strength is measured at a checkpoint, and at the end.
const MEASURED: u64 = 400;
const MEASURED_AT_THE_END: u64 = 4_000;

/// The games of a file that are checked before it is learned.
const CHECKED: u64 = 40;

/// Of a wide range of values, about so many are learned.
const MOST_VALUES: i64 = 64;

/// Trains a player, and writes it.
pub(super) fn train(
    games: GameList,
    arguments: &TrainArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let game = game_named(games, &arguments.game)?;
    let (description, repertoire) = (game.description(), game.repertoire());
    let usual = || repertoire.strategies_folder().join("learned.toml");
    let file = arguments.out.clone().unwrap_or_else(usual);
    if file.extension().is_none_or(|extension| extension != "toml") {
        let problem = Problem::conflict(shown(&file), "a file whose name ends in `.toml`");
        return Err(Location::whole("--out").error(problem).into());
    }
    let [table, weights] = ["csv", "weights"].map(|extension| file.with_extension(extension));
    if let Some(there) = [&file, &table, &weights].into_iter().find(|file| file.exists())
        && !arguments.force
    {
        return Err(Failure::AlreadyThere(there.clone()));
    }
    let (pupils, tables) = arguments.pupils(game)?;
    if game.source().is_some() {
        // A training tells neither that games break off nor that they do not end.
        let bars = Bars::new(description.plural, true);
        let session = bars.session(arguments.threads, false);
        let checked = check(&session, game, CHECKED, arguments.seed)?;
        for kind in [HoleKind::Mistake, HoleKind::Endless] {
            if let Some(hole) = checked.holes.iter().find(|hole| hole.kind == kind) {
                say(&format!("warning: {}", hole.what));
            }
        }
    }
    let course = arguments.course(repertoire)?;
    let mut against = arguments.against(repertoire, &course)?;
    if tables.iter().all(|(players, _)| *players == 1) {
        // The others would have no seat.
        against.truncate(1);
    }
    let find = |name: &String| StrategyFile::find(repertoire, name, &Location::whole("--from"));
    let start = arguments.from.as_ref().map(find).transpose()?;
    let start = start.and_then(|file| file.weights);
    if arguments.from.is_some() && start.is_none() {
        let found = format!("`{}`, which has no weights", arguments.from.as_deref().unwrap_or(""));
        let problem = Problem::conflict(found, "a strategy of the kind `learned`");
        return Err(Location::whole("--from").error(problem).into());
    }
    let training = Training::new(repertoire, pupils, course, start.as_deref())
        .map_err(|error| Failure::Training(error.to_string()))?;
    // Before minutes are spent on it.
    prepare(&file).map_err(Failure::Write)?;
    let (started, past) = (Instant::now(), Vec::new());
    let mut school = School { training, against, tables, started, past };
    let Some(checkpoint) = school.learn(arguments, out)? else {
        say("nothing is written: the training ended before its first checkpoint");
        return Ok(Outcome::Interrupted);
    };
    // Without opponents who learn there is nothing to hide.
    let is_one_side = |table: &Table| description.is_one_side(table.0);
    let usual_attacks = Attacks::usual(checkpoint.games);
    let attacks = if arguments.beat.is_some() || school.tables.iter().all(is_one_side) {
        Vec::new()
    } else {
        let shuffles = school.training.shuffles(usual_attacks.shuffles, checkpoint.games);
        school
            .training
            .choose_mix(&checkpoint, Attacks { shuffles, ..usual_attacks })
            .map_err(fault)?
    };
    let mix = attacks.first().map_or(0.0, |attack| attack.mix);
    let player = school.training.player(&checkpoint, mix);
    let screen = Screen::of_stdout();
    let begun = match (&arguments.from, &arguments.teacher) {
        (Some(from), _) => format!("From the weights of {from}"),
        (None, Some(teacher)) => format!("From games of {teacher}"),
        (None, None) => "From nothing".to_owned(),
    };
    let games = thousands(checkpoint.games.into());
    let mut told = vec![format!("{begun}, it learned {} by {games} games.", description.title)];
    for other in &school.against {
        let blocks = school.training.shuffles(MEASURED_AT_THE_END, checkpoint.games);
        let strengths = school.training.measure(&player, other, blocks).map_err(fault)?;
        for (table, strength) in by_table(&school.tables, &strengths) {
            let sentence = won(description, table, &other.name, strength);
            // Alone it has no others.
            if !told.contains(&sentence) {
                told.push(sentence);
            }
        }
    }
    let positions = checkpoint.weights.table.as_ref().map(|table| table.len());
    told.extend(attacked(&attacks, positions));
    let as_usual = (arguments.mix, arguments.margin) == (Course::MIX, Course::MARGIN.into());
    let is_asked = arguments.teacher.is_some() || !as_usual;
    if positions.is_some() && is_asked {
        told.push("`--teacher`, `--mix` and `--margin` change nothing in a small game.".to_owned());
    }
    writeln!(out)?;
    if school.past.len() > 1 {
        screen.chart(&school.chart(description), out)?;
        writeln!(out)?;
    }
    for sentence in &told {
        screen.text(sentence, 2, out)?;
    }
    let name = Path::new(&arguments.game).file_stem().unwrap_or_default().to_string_lossy();
    let (shape, command) = (school.training.shape(), arguments.command(checkpoint.games));
    let files = player_files(&file, &player, shape, &name, &command, &told);
    write_player(&files).map_err(Failure::Write)?;
    replace(&table, school.table().as_bytes()).map_err(Failure::unwritable(&table))?;
    let strong = file.with_file_name("strong.toml");
    let estimates = checkpoint.weights.worth.is_some();
    let looks_ahead = file == usual() && !knows_learned(repertoire) && game.is_searchable();
    if looks_ahead && (arguments.force || !strong.exists()) {
        replace(&strong, search_with_learned(estimates, arguments.margin, &command).as_bytes())
            .map_err(Failure::unwritable(&strong))?;
        let said = format!("{} looks ahead with it.", shown(&strong));
        screen.text(&said, 0, out)?;
    }
    let again = format!(
        "Written to {}. `--games {}` gives the same player.",
        shown(&file),
        checkpoint.games
    );
    screen.text(&again, 0, out)?;
    let interrupted = watch_interruption().load(Ordering::Relaxed);
    Ok(if interrupted { Outcome::Interrupted } else { Outcome::Done })
}

/// The number of players at a table, and what they want.
type Table = (usize, Aim);

/// A training, and those against whom its player is measured.
struct School {
    training: Training,
    against: Vec<StrategyFile>,
    tables: Vec<Table>,
    started: Instant,
    past: Vec<Past>,
}

/// A checkpoint that was reached.
struct Past {
    games: u64,
    decisions: usize,
    /// The strength among each of the others, on average over the tables.
    reached: Vec<Strength>,
}

impl School {
    /// Trains until it is over, and writes a line at each checkpoint. Returns the last one.
    fn learn(
        &mut self,
        arguments: &TrainArguments,
        out: &mut impl Write,
    ) -> Result<Option<Checkpoint>, Failure> {
        let stop = watch_interruption();
        // The rest is for the attacks, and for the measures at the end.
        let budget = Duration::from_secs(60 * arguments.minutes).mul_f64(0.75).as_secs_f64();
        let asked = arguments.games.map(|games| {
            CHECKPOINTS.into_iter().find(|checkpoint| *checkpoint >= games).unwrap_or(u64::MAX)
        });
        let is_alone = self.is_alone();
        let among = if is_alone { "in per cent" } else { "wins (%) among" };
        writeln!(out, "What the player reaches after so many games:")?;
        write!(out, "{:>10} {:>10} {:>7}  {among:14}", "games", "decisions", "s")?;
        for other in &self.against {
            write!(out, " {:>14}", if is_alone { "alone" } else { &other.name })?;
        }
        writeln!(out)?;
        let mut last = None;
        while let Some(next) = next_checkpoint(self.training.games()) {
            let (games, seconds) = (self.training.games(), self.started.elapsed().as_secs_f64());
            let is_over = match asked {
                Some(asked) => games >= asked,
                None => last.is_some() && seconds * next as f64 / games as f64 > budget,
            };
            if is_over {
                break;
            }
            if !self.training.run(next, stop, |_| ()).map_err(fault)? {
                break;
            }
            let checkpoint = self.training.checkpoint();
            self.report(&checkpoint, out)?;
            last = Some(checkpoint);
        }
        Ok(last)
    }

    /// Writes the line of a checkpoint: what its player wins, on average over the tables.
    fn report(&mut self, checkpoint: &Checkpoint, out: &mut impl Write) -> Result<(), Failure> {
        let player = self.training.player(checkpoint, 0.0);
        let seconds = self.started.elapsed().as_secs();
        let Checkpoint { games, decisions, .. } = *checkpoint;
        let (of_games, of_decisions) = (thousands(games.into()), thousands(decisions as u128));
        write!(out, "{of_games:>10} {of_decisions:>10} {seconds:>7}  {:14}", "")?;
        let mut reached = Vec::new();
        for other in &self.against {
            let blocks = self.training.shuffles(MEASURED, games);
            let strengths = self.training.measure(&player, other, blocks).map_err(fault)?;
            reached.push(Strength::mean(&strengths));
        }
        for strength in &reached {
            write!(out, " {:>14}", in_percent(*strength))?;
        }
        self.past.push(Past { games, decisions, reached });
        writeln!(out)?;
        Ok(out.flush()?)
    }

    /// Whether it has no others at any of its tables.
    fn is_alone(&self) -> bool {
        self.tables.iter().all(|(players, _)| *players == 1)
    }

    /// With whom it plays: "among greedy", or alone.
    fn among(&self, other: &StrategyFile) -> String {
        if self.is_alone() { "alone".to_owned() } else { format!("among {}", other.name) }
    }

    /// A picture of the strength by games: from a fair share, or from 0 where no share is fair.
    fn chart(&self, game: &Description) -> Chart {
        let is_fair = |(players, aim): &Table| {
            *aim == Aim::Wins && !game.can_be_lost && !game.is_one_side(*players)
        };
        let is_fair = self.tables.iter().all(is_fair);
        let shares = self.tables.iter().map(|(players, _)| 1.0 / *players as f64).sum::<f64>();
        let fair = if is_fair { shares / self.tables.len() as f64 } else { 0.0 };
        let line = |(look, other): (usize, &StrategyFile)| {
            let spot = |(place, past): (usize, &Past)| {
                let Strength { mean, error } = past.reached[look];
                let (y, reach) = (100.0 * (mean - fair), 196.0 * error);
                Spot { x: place as f64, y, ends: Some((y - reach, y + reach)) }
            };
            let spots = self.past.iter().enumerate().map(spot).collect();
            let name = self.among(other);
            Line { name, look, spots, gap: f64::INFINITY }
        };
        let series = self.against.iter().enumerate().map(line).collect();
        let place = |(place, past): (usize, &Past)| (place as f64, thousands(past.games.into()));
        let (unit, zero) = if is_fair { ("points from fair", "fair") } else { ("%", "0 %") };
        let (reference, band) = (Some(0.0), None);
        let axis = Axis { unit: unit.to_owned(), zero, reference, band, write: signed };
        let places = self.past.iter().enumerate().map(place).collect();
        let (points, marked, from_zero, named) = (Vec::new(), true, false, true);
        let lines = Lines { series, axis, places, points, marked, from_zero, named };
        let title = format!("Strength by games learned, in {unit}");
        Chart { title, note: String::new(), plot: Plot::Lines(lines) }
    }

    /// The strength by games as a table.
    fn table(&self) -> String {
        let header = "games,decisions,players,mean,low,high".to_owned();
        let rows = self.past.iter().flat_map(|Past { games, decisions, reached }| {
            self.against.iter().zip(reached).map(move |(other, Strength { mean, error })| {
                let (low, high) = (mean - 1.96 * error, mean + 1.96 * error);
                let players = self.among(other);
                format!("{games},{decisions},{players},{mean:.6},{low:.6},{high:.6}")
            })
        });
        std::iter::once(header).chain(rows).map(|line| line + "\n").collect()
    }
}

impl TrainArguments {
    /// The tables at which it is learned, as players who can learn; and their sizes and aims.
    fn pupils(&self, game: &dyn AnyGame) -> Result<(Box<dyn Pupils>, Vec<Table>), Failure> {
        let description = game.description();
        let settings = self.rules.choice().settings(description)?;
        warn_of(game, &settings, None);
        let sizes = match &self.players {
            None => vec![description.usual_players()],
            Some(text) => sizes(text)?,
        };
        for players in &sizes {
            description.check_players(*players, "--players")?;
        }
        let mut rules = vec![settings];
        for over in &self.over {
            rules = spread(&rules, over)?;
        }
        let mut tables = Vec::new();
        for settings in &rules {
            for players in &sizes {
                match game.make_rules(settings, *players) {
                    Ok(rules) => tables.push((*players, rules)),
                    // Some values of a range may not fit together.
                    Err(_) if rules.len() > 1 => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        let tables = chosen_tables(tables, self.seed);
        let table =
            |(players, rules): &(usize, AnyRules)| (*players, rules.aim_of(description, *players));
        let of_tables = tables.iter().map(table).collect();
        let none = |found: String, allowed: &str| {
            Location::whole("train").error(Problem::conflict(found, allowed))
        };
        if tables.is_empty() {
            let found = "only rules that cannot be dealt".to_owned();
            return Err(none(found, "values of `--over` that fit together").into());
        }
        let pupils = game.pupils(tables)?.ok_or_else(|| {
            let found = format!("{}, whose players cannot learn", description.title);
            none(found, "a game in a file, or one whose engine declares features")
        })?;
        Ok((pupils, of_tables))
    }

    /// How the training goes on.
    fn course(&self, game: &Repertoire) -> Result<Course, Failure> {
        let named = |name: &Option<String>, option: &str| {
            let Some(name) = name else { return Ok(None) };
            let place = Location::whole(option);
            let file = StrategyFile::find(game, name, &place)?;
            if file.program.is_some() {
                let found = format!("the program `{name}`");
                let allowed = "a strategy that this program plays itself";
                return Err(place.error(Problem::conflict(found, allowed)));
            }
            Ok(Some(file))
        };
        Ok(Course {
            rollouts: self.rollouts,
            margin: self.margin as f32,
            mix: self.mix,
            beats: named(&self.beat, "--beat")?,
            teacher: named(&self.teacher, "--teacher")?,
            threads: self.threads.map(usize::from),
            ..Course::usual(game, self.seed)
        })
    }

    /// The strategies against which the strength is measured.
    fn against(&self, game: &Repertoire, course: &Course) -> Result<Vec<StrategyFile>, Failure> {
        let place = Location::whole("--against");
        if !self.against.is_empty() {
            let found = self.against.iter().map(|name| StrategyFile::find(game, name, &place));
            return Ok(found.collect::<Result<_, _>>()?);
        }
        if let Some(beaten) = &course.beats {
            return Ok(vec![beaten.clone()]);
        }
        let ladder = game.ladder.iter().filter_map(|name| {
            let file = StrategyFile::find(game, name, &place).ok()?;
            (!file.searches(game) && file.weights.is_none()).then_some(file)
        });
        Ok(ladder.collect())
    }

    /// The command that gives the same player.
    fn command(&self, games: u64) -> String {
        let mut command = format!("{} train {}", program::name(), word(Path::new(&self.game)));
        let mut add = |text: String| command.extend([" ", &text]);
        let choice = self.rules.choice();
        if let Some(rules) = &choice.rules {
            add(format!("--rules {rules}"));
        }
        choice.set.iter().for_each(|set| add(format!("--set {set}")));
        self.over.iter().for_each(|over| add(format!("--over {over}")));
        for (option, value) in [
            ("--players", &self.players),
            ("--from", &self.from),
            ("--teacher", &self.teacher),
            ("--beat", &self.beat),
        ] {
            if let Some(value) = value {
                add(format!("{option} {value}"));
            }
        }
        add(format!("--games {games} --seed {}", self.seed));
        let usual = (Course::MIX, f64::from(Course::MARGIN), 1);
        if (self.mix, self.margin, self.rollouts) != usual {
            let Self { mix, margin, rollouts, .. } = self;
            add(format!("--mix {mix} --margin {margin} --rollouts {rollouts}"));
        }
        command
    }
}

/// Whether the shipped search of a game prefers the actions of a learned player already, at tables
/// of some size.
fn knows_learned(game: &Repertoire) -> bool {
    let prefers = |file: &StrategyFile| file.named("prior").iter().any(|one| one.weights.is_some());
    StrategyFile::shipped(game, "strong").is_some_and(|file| {
        prefers(&file) || file.from_players.iter().any(|(_, larger)| prefers(larger))
    })
}

fn fault(failure: fairdeal_core::strategy::Failure) -> Failure {
    Failure::Training(failure.to_string())
}

/// A share with its interval, in per cent.
fn in_percent(Strength { mean, error }: Strength) -> String {
    format!("{:.1} ±{:.1}", 100.0 * mean, 196.0 * error)
}

/// The mean strengths at the tables of each size and aim.
fn by_table(tables: &[Table], strengths: &[Strength]) -> Vec<(Table, Strength)> {
    let mut different = tables.to_vec();
    different.sort_unstable();
    different.dedup();
    let of = |table: Table| {
        let alike = tables.iter().zip(strengths).filter(|(other, _)| **other == table);
        let alike: Vec<Strength> = alike.map(|(_, strength)| *strength).collect();
        (table, Strength::mean(&alike))
    };
    different.into_iter().map(of).collect()
}

/// A sentence about what the player gets in one seat, or what its team does if all are in it.
fn won(game: &Description, (players, aim): Table, other: &str, strength: Strength) -> String {
    let Strength { mean, error } = strength;
    let of_score = aim == Aim::Score;
    let verb = if of_score { "reaches" } else { "wins" };
    let range = if of_score { " of the way from the lowest to the highest score" } else { "" };
    if players == 1 {
        return format!("Alone it {verb} {} %{range}.", in_percent(strength));
    }
    if game.is_one_side(players) {
        // Each has its part of a win.
        let all = if of_score { 1.0 } else { players as f64 };
        let team = in_percent(Strength { mean: all * mean, error: all * error });
        let others = match players - 1 {
            1 => format!("one {other} player"),
            others => format!("{others} {other} players"),
        };
        return format!("With {others}, the team {verb} {team} %{range}.");
    }
    // Where all can lose, it is not known beforehand how many games there are to win.
    let fair = if game.can_be_lost {
        String::new()
    } else {
        format!(" (fair: {:.1} %)", 100.0 / players as f64)
    };
    let said = format!("{verb} {} %{}", in_percent(strength), if of_score { range } else { &fair });
    match players {
        2 => format!("It {said} against {other}."),
        _ => format!("One among {} {other} {said}.", players - 1),
    }
}

/// Sentences about how much it mixes, and why.
fn attacked(attacks: &[Attack], positions: Option<usize>) -> Vec<String> {
    let failed =
        "It did not learn to win more than the player does, so this says little: train for longer.";
    let gains = |attack: &Attack| attack.wins.mean - 1.96 * attack.wins.error > attack.keeps.mean;
    let mut told = Vec::new();
    if let Some(positions) = positions {
        told.push(format!(
            "The game is small: it learned how often to take each action in {}, and mixes as it must.",
            counted(positions as u128, "position", "positions")
        ));
        for attack in attacks {
            let [wins, keeps] = [attack.wins, attack.keeps].map(in_percent);
            told.push(format!(
                "A player that learned for a while to beat it wins {wins} %, and leaves {keeps} % to each \
                    of the others."
            ));
            told.extend((!gains(attack)).then(|| failed.to_owned()));
        }
        return told;
    }
    let how = |mix: f64| match mix {
        0.0 => "always takes the best action".to_owned(),
        mix => format!("mixes by {mix}"),
    };
    let Some((chosen, others)) = attacks.split_first() else { return told };
    let others = others
        .iter()
        .map(|attack| format!("{} % if it {}", in_percent(attack.wins), how(attack.mix)));
    let others: Vec<String> = others.collect();
    let Attack { wins, .. } = chosen;
    told.extend([
        format!(
            "It {}: so it kept most when another player learned for a while to beat it.",
            how(chosen.mix)
        ),
        format!("That player wins {} % ({}).", in_percent(*wins), others.join(", ")),
    ]);
    told.extend((!gains(chosen)).then(|| failed.to_owned()));
    told
}

/// Reads numbers of players: `2`, `2-4`, or `2,4`.
pub(super) fn sizes(text: &str) -> Result<Vec<usize>, InputError> {
    let wrong = || {
        let problem = Problem::value("--players", text.to_owned(), "`2`, `2-4` or `2,4`");
        Location::whole("--players").error(problem)
    };
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let mut all = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            Some((first, last)) => all.extend(number(first)?..=number(last)?.min(64)),
            None => all.push(number(part)?),
        }
    }
    if all.is_empty() { Err(wrong()) } else { Ok(all) }
}

/// Returns these settings with each of the values of an option `--over`.
fn spread(all: &[Settings], over: &str) -> Result<Vec<Settings>, InputError> {
    let wrong = || {
        let problem = Problem::value("--over", over.to_owned(), "`key=4..8` or `key=4,6`");
        Location::whole("--over").error(problem)
    };
    let (key, values) = over.split_once('=').ok_or_else(wrong)?;
    let values: Vec<String> = match values.split_once("..") {
        None => values.split(',').map(str::to_owned).collect(),
        Some((low, high)) => {
            let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
            let (low, high) = (number(low)?, number(high)?);
            if low > high {
                return Err(wrong());
            }
            let knob = all[0].iter().map(|(knob, _)| knob).find(|knob| knob.key == key.trim());
            let whole = knob.is_none_or(|knob| matches!(knob.kind, KnobKind::Integer(..)));
            if !whole {
                return Err(wrong());
            }
            // Of a wide range, some values.
            let step = usize::try_from((high - low) / MOST_VALUES + 1).unwrap_or(1);
            (low..=high).step_by(step).map(|value| value.to_string()).collect()
        }
    };
    let mut spread = Vec::new();
    for settings in all {
        for value in &values {
            let mut settings = settings.clone();
            let applied = settings.apply_option(&format!("{}={}", key.trim(), value.trim()));
            applied.map_err(|error| Location::whole("--over").error(error.problem().clone()))?;
            spread.push(settings);
        }
    }
    Ok(spread)
}
