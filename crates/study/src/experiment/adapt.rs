//! `adapt`: players who learn each set of rules before they play by it.

use fairdeal_core::input::{InputError, Problem, Problems, Section};
use fairdeal_core::strategy::{Entrant, StrategyFile};
use fairdeal_learn::{CHECKPOINTS, version};
use serde_json::{Value, json};

use super::given::Given;
use super::question::AskedAdapt;
use super::read::part;

/// The name of the players; those of several trainings are numbered.
const ADAPTED: &str = "adapted";

/// The largest number of trainings of one set of rules.
const MOST_TRAININGS: u32 = 16;

/// How players learn the rules.
#[derive(Clone, Debug)]
pub(crate) struct Adapt {
    /// The number of games, a checkpoint of a training; by default what the length of the games
    /// allows, see [`Outlook`].
    pub(super) games: Option<u64>,
    /// The player of the first games, if the experiment names one.
    pub(super) teacher: Option<StrategyFile>,
    /// The learned player from whose weights they go on, if the experiment names one.
    pub(super) from: Option<StrategyFile>,
    /// The players, one for each training.
    pub(super) players: Vec<Entrant>,
    /// The version of trainings of the game.
    version: u32,
}

/// Reads the name of a strategy that must be of some sort: `allowed`, in words.
fn named(
    section: &Section<'_>,
    given: &Given,
    key: &str,
    (fits, allowed): (impl Fn(&StrategyFile) -> bool, &str),
) -> Result<Option<StrategyFile>, InputError> {
    let Some((line, name)) = section.text(key)? else { return Ok(None) };
    let place = section.place_at(line);
    match given.entrant(name, &place)?.file() {
        Some(file) if fits(file) => Ok(Some(file.clone())),
        _ => Err(place.error(Problem::conflict(format!("`{name}` as `{key}`"), allowed))),
    }
}

impl Adapt {
    /// Reads `adapt`; `None` where it is not asked for.
    ///
    /// # Errors
    /// When it has errors, or players of the game cannot learn.
    pub(super) fn read(top: &Section<'_>, given: &Given) -> Result<Option<Self>, InputError> {
        let asked = part(top, "adapt", AskedAdapt::KEYS, |section| {
            let mut problems = Problems::default();
            let games = problems.take(section.number("games", 1..=CHECKPOINTS[23])).flatten();
            let trainings =
                problems.take(section.number("trainings", 1..=MOST_TRAININGS)).flatten();
            let plays_itself = |file: &StrategyFile| file.program.is_none();
            let own = (plays_itself, "a strategy that this program plays itself");
            let teacher = problems.take(named(section, given, "teacher", own));
            let learned = |file: &StrategyFile| file.weights.is_some();
            let learned = (learned, "a strategy of the kind `learned`");
            let from = problems.take(named(section, given, "from", learned));
            if let (Some(_), Some(entry)) = (section.entry("teacher"), section.entry("from")) {
                let found = "`teacher` and `from` are both given";
                problems
                    .note(section.error_at(entry.line, Problem::conflict(found, "one of them")));
            }
            problems.finish()?;
            Ok((games, trainings, [teacher.flatten(), from.flatten()]))
        })?;
        let Some((games, trainings, [teacher, from])) = asked else { return Ok(None) };
        let trainings: u32 = trainings.unwrap_or(1);
        let repertoire = given.game.repertoire();
        let Some(file) = StrategyFile::unlearned(repertoire) else {
            let found = format!("`adapt` in {}, whose players cannot learn", repertoire.game.title);
            let allowed = "a game in a file, or one whose engine declares features";
            return Err(top.error(Problem::conflict(found, allowed)));
        };
        let player = |number: u32| {
            let name = if trainings == 1 { ADAPTED.into() } else { format!("{ADAPTED} {number}") };
            let summary = "Learned the rules of the table by play with itself.".to_owned();
            Entrant::learning(StrategyFile { name, summary, ..file.clone() })
        };
        let games = games.map(|games: u64| {
            CHECKPOINTS.into_iter().find(|checkpoint| *checkpoint >= games).unwrap_or(games)
        });
        let players = match &given.learners[..] {
            [] => (1..=trainings).map(player).collect(),
            known => known.to_vec(),
        };
        Ok(Some(Self { games, teacher, from, players, version: version(repertoire) }))
    }

    /// The part of the digest of its plan, and of the keys of its trainings: for these, without
    /// their number.
    pub(super) fn identity(&self, trainings: Option<usize>) -> Value {
        let [teacher, from] =
            [&self.teacher, &self.from].map(|file| file.as_ref().map(StrategyFile::identity));
        json!({
            "trainer": self.version,
            "games": self.games,
            "trainings": trainings,
            "teacher": teacher,
            "from": from,
        })
    }
}
