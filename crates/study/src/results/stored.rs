//! Single games of stored results: finding one, and playing it again.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::files::{Directory, MANIFEST, RESULTS, results_in};
use super::judged::Results;
use super::manifest::{Manifest, TABLES_VERSION};
use crate::experiment::SCHEMA_VERSION;
use fairdeal_core::any_game::{AnyGame, AnyParty};
use fairdeal_core::game::Description;
use fairdeal_core::input::{InputError, Location, Problem, Settings, Unknown};
use fairdeal_core::metrics::{Shape, WatchedGame, is_sampled, margin};
use fairdeal_core::registry::{GameList, NoGame};
use fairdeal_core::rng::BlockStreams;
use fairdeal_core::rows::{GameRow, Pick};
use fairdeal_core::seat::{MAX_SEATS, Seat, SeatSet};
use fairdeal_core::strategy::{Entrant, StrategyFile};

/// Stored results: the manifest, and the games that are worth a look.
#[derive(Clone, Debug)]
pub struct StoredResults {
    path: PathBuf,
    manifest: Manifest,
    games: Vec<GameRow>,
    /// The folder in which external programs ran, if it is known and is not the current one.
    folder: Option<PathBuf>,
}

/// Selects a game. A missing field means the only value, if there is only one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// The variant.
    pub variant: Option<&'a str>,
    /// The line-up.
    pub lineup: Option<&'a str>,
    /// The reason why it is in `games.csv`.
    pub pick: Option<Pick>,
    /// The block, if it is selected by its number.
    pub block: Option<u64>,
    /// The arrangement: the strategies seat by seat, with commas between them.
    pub arrangement: Option<&'a str>,
}

/// A game of stored results, ready to be played again.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// The variant.
    pub variant: String,
    /// Its rules.
    pub settings: Settings,
    /// The line-up.
    pub lineup: String,
    /// The strategies, seat by seat, as they were when the results were made.
    pub strategies: Vec<StrategyFile>,
    /// The seed.
    pub seed: u64,
    /// The block.
    pub block: u64,
    /// The reason why the game is worth a look, if it was picked.
    pub pick: Option<Pick>,
    /// For a flipped game: the name and rules of the baseline, under which another player won.
    pub baseline: Option<(String, Settings)>,
    /// The arrangement: the strategies seat by seat, with commas between them.
    arrangement: String,
    /// The rows of the results about games of the line-up, under the rules of the variant and of
    /// the baseline.
    said: [Vec<GameRow>; 2],
    path: PathBuf,
    made_by: String,
}

/// The fields that are read from the file.
#[derive(Deserialize)]
struct Stored {
    manifest: Manifest,
    tables: StoredTables,
}

#[derive(Deserialize)]
struct StoredTables {
    #[serde(default)]
    games: Vec<GameRow>,
}

/// The bytes of a file, unpacked.
fn content(path: &Path) -> std::io::Result<Vec<u8>> {
    let bytes = std::fs::read(path)?;
    if path.extension().is_none_or(|ending| ending != "gz") {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    GzDecoder::new(&bytes[..]).read_to_end(&mut unpacked)?;
    Ok(unpacked)
}

/// Reads results of this version of the program, or a part of them.
fn read<T: DeserializeOwned>(folder: &Path) -> Result<T, InputError> {
    let path = results_in(folder).unwrap_or_else(|| folder.join(RESULTS));
    read_as(&path, |bytes| Ok(serde_json::from_slice::<Version>(bytes)?.manifest))
}

/// Reads a file, if its versions are those of this program.
fn read_as<T: DeserializeOwned>(
    path: &Path,
    versions: impl FnOnce(&[u8]) -> serde_json::Result<Versions>,
) -> Result<T, InputError> {
    let bytes = content(path).map_err(|error| InputError::unreadable(path, &error))?;
    let refused = |problem| Location::file(path).error(problem);
    let strange = |error: serde_json::Error| {
        refused(Problem::Unreadable(format!("it does not hold results ({error})")))
    };
    let Versions { fairdeal, schema_version, tables_version } =
        versions(&bytes).map_err(strange)?;
    if schema_version != SCHEMA_VERSION {
        return Err(refused(Problem::conflict(
            format!("these results have schema version {schema_version} (fairdeal {fairdeal})"),
            format!("schema version {SCHEMA_VERSION}: run the experiment again"),
        )));
    }
    if tables_version > TABLES_VERSION {
        return Err(refused(Problem::conflict(
            format!("these tables have version {tables_version} (fairdeal {fairdeal})"),
            format!("tables of version {TABLES_VERSION} or earlier: a newer fairdeal reads them"),
        )));
    }
    serde_json::from_slice(&bytes).map_err(strange)
}

impl Results {
    /// Reads the results in a folder, whole.
    ///
    /// # Errors
    /// When there are none, or another version of the program wrote them.
    pub fn read(folder: &Path) -> Result<Self, InputError> {
        read(folder)
    }
}

impl Manifest {
    /// Reads the manifest of the results in a folder, without the tables.
    ///
    /// # Errors
    /// When there are none, or another version of the program wrote them.
    pub fn read(folder: &Path) -> Result<Self, InputError> {
        read_as(&folder.join(MANIFEST), |bytes| serde_json::from_slice(bytes))
    }
}

/// The fields that are read first, to know whether the rest can be read.
#[derive(Deserialize)]
struct Version {
    manifest: Versions,
}

#[derive(Deserialize)]
struct Versions {
    fairdeal: String,
    schema_version: u32,
    tables_version: u32,
}

impl StoredResults {
    /// Reads the results in a folder.
    ///
    /// # Errors
    /// When there are none, or another version of the program wrote them.
    pub fn read(folder: &Path) -> Result<Self, InputError> {
        let Stored { manifest, tables } = read(folder)?;
        Ok(Self::new(folder, manifest, tables.games))
    }

    /// Returns the stored results of complete results.
    pub fn of(folder: &Path, results: &Results) -> Self {
        Self::new(folder, results.manifest.clone(), results.games.clone())
    }

    fn new(folder: &Path, manifest: Manifest, games: Vec<GameRow>) -> Self {
        let current = std::env::current_dir().and_then(|folder| folder.canonicalize()).ok();
        let programs = Directory(folder.to_owned())
            .folder_of_programs()
            .filter(|folder| Some(folder) != current.as_ref());
        Self { path: folder.join(RESULTS), manifest, games, folder: programs }
    }

    /// The game: one of the list, or the one that the kept files make.
    ///
    /// # Errors
    /// When the list does not have it, or the files are no valid game for this program.
    pub fn game_in(&self, games: GameList) -> Result<&'static dyn AnyGame, NoGame> {
        self.manifest.game_in(games)
    }

    /// Finds a game.
    ///
    /// # Errors
    /// When there is no such game or several, or a strategy cannot be made from the results.
    pub fn find(&self, game: &dyn AnyGame, wanted: Wanted<'_>) -> Result<StoredGame, InputError> {
        let counted = wanted.pick.map(|pick| self.picked(wanted, pick)).transpose()?;
        let (variant, lineup, block, arrangement) = match (counted, wanted.block) {
            (Some(GameRow { cell, block, arrangement, .. }), _) => {
                (cell.variant.clone(), cell.lineup.clone(), *block, Some(arrangement.as_str()))
            }
            (None, Some(block)) => (
                one_of("variant", wanted.variant, self.variants())?,
                one_of(LINEUP, wanted.lineup, self.lineups())?,
                block,
                wanted.arrangement,
            ),
            (None, None) => {
                let picks = picks(&self.rows(wanted)?).join(", ");
                let problem =
                    Problem::missing("--pick", format!("one of {picks}; or give --block"));
                return Err(Location::whole("--from").error(problem));
            }
        };
        if block >= self.manifest.blocks {
            let allowed = format!(
                "a whole number from 0 to {}, the blocks that were played",
                self.manifest.blocks.saturating_sub(1)
            );
            let problem = Problem::value("--block", block.to_string(), allowed);
            return Err(Location::whole("--block").error(problem));
        }
        let arrangement = self.seated(game.description(), &lineup, block, arrangement)?;
        let strategy = |name: &str| -> Result<StrategyFile, InputError> {
            let (repertoire, place) = (game.repertoire(), self.place());
            let mut file = self.manifest.strategy_file(repertoire, name, &variant, &place)?;
            file.program = file.program.map(|program| program.in_folder(self.folder.clone()));
            Ok(file)
        };
        let settings = |name: &str| self.settings(game.description(), name);
        let baseline = counted.and_then(|row| row.baseline.clone());
        let baseline = baseline.map(|name| settings(&name).map(|set| (name, set))).transpose()?;
        let said = |variant: &str| {
            let of_cell = |row: &&GameRow| row.cell.variant == variant && row.cell.lineup == lineup;
            self.games.iter().filter(of_cell).cloned().collect::<Vec<_>>()
        };
        let strategies = arrangement.split(',').map(strategy).collect::<Result<_, _>>()?;
        Ok(StoredGame {
            said: [said(&variant), baseline.as_ref().map_or_else(Vec::new, |(name, _)| said(name))],
            settings: settings(&variant)?,
            variant,
            lineup,
            strategies,
            arrangement,
            seed: self.manifest.seed,
            block,
            pick: wanted.pick,
            baseline,
            path: self.path.clone(),
            made_by: self.manifest.fairdeal.clone(),
        })
    }

    pub(crate) fn place(&self) -> Location {
        Location::file(&self.path)
    }

    fn variants(&self) -> Vec<&str> {
        self.manifest.variants.iter().map(|variant| variant.name.as_str()).collect()
    }

    fn lineups(&self) -> Vec<&str> {
        self.manifest.arrangements.iter().map(|arranged| arranged.lineup.as_str()).collect()
    }

    /// The rules of a variant.
    fn settings(&self, game: &Description, name: &str) -> Result<Settings, InputError> {
        let mut settings = Settings::defaults(game.knobs);
        if let Some(variant) = self.manifest.variants.iter().find(|variant| variant.name == name) {
            settings.apply_json(&variant.rules, &self.place())?;
        }
        Ok(settings)
    }

    /// The rows of the table of games for the wanted variant and line-up; for all of them where none
    /// is wanted.
    fn rows(&self, wanted: Wanted<'_>) -> Result<Vec<&GameRow>, InputError> {
        for (what, name, all) in
            [("variant", wanted.variant, self.variants()), (LINEUP, wanted.lineup, self.lineups())]
        {
            if let Some(name) = name {
                known(what, name, all)?;
            }
        }
        let fits = |wanted: Option<&str>, name: &str| wanted.is_none_or(|wanted| wanted == name);
        let rows = self.games.iter().filter(|row| {
            fits(wanted.variant, &row.cell.variant) && fits(wanted.lineup, &row.cell.lineup)
        });
        Ok(rows.collect())
    }

    /// The row of a pick.
    fn picked(&self, wanted: Wanted<'_>, pick: Pick) -> Result<&GameRow, InputError> {
        let rows = self.rows(wanted)?;
        let picked: Vec<&GameRow> = rows.iter().copied().filter(|row| row.pick == pick).collect();
        if let (true, Pick::Flipped, Some(baseline)) =
            (picked.is_empty(), pick, wanted.variant.filter(|name| *name == self.manifest.baseline))
        {
            let found = format!(
                "`{baseline}` is the baseline, and a flipped game is one to which another variant gave another winner"
            );
            let others = self.games.iter().filter(|row| row.pick == pick);
            let others: BTreeSet<&str> = others.map(|row| row.cell.variant.as_str()).collect();
            let allowed = match others.len() {
                0 => "another --pick, since no variant turned a game".to_owned(),
                _ => format!("--variant {}", listed("variant", others)),
            };
            return Err(Location::whole("--pick flipped").error(Problem::conflict(found, allowed)));
        }
        if picked.is_empty() {
            let of: Vec<&str> = [wanted.variant, wanted.lineup].into_iter().flatten().collect();
            let of = if of.is_empty() { String::new() } else { format!(" of {}", of.join(", ")) };
            let why = match pick {
                Pick::Dramatic => ": it is looked for where `[play]` asks for chances",
                Pick::Flipped => ": no variant gave a game to another winner than the baseline",
                _ => "",
            };
            let found = format!("there is no such game{of}{why}");
            let allowed = format!("--pick {}", picks(&rows).join(", "));
            let place = Location::whole(format!("--pick {pick}"));
            return Err(place.error(Problem::conflict(found, allowed)));
        }
        let names = |of: fn(&GameRow) -> &str| {
            let names: BTreeSet<&str> = picked.iter().map(|row| of(row)).collect();
            names.into_iter().collect()
        };
        let variant = one_of("variant", wanted.variant, names(|row| &row.cell.variant))?;
        let lineup = one_of(LINEUP, wanted.lineup, names(|row| &row.cell.lineup))?;
        // Every variant that is left has the pick with some line-up, and every line-up with some
        // variant, but perhaps not both together.
        let row =
            picked.into_iter().find(|row| row.cell.variant == variant && row.cell.lineup == lineup);
        row.ok_or_else(|| {
            let found = format!("there is no game `{pick}` of {variant}, {lineup}");
            self.place().error(Problem::conflict(found, "what stands in games.csv"))
        })
    }

    /// An arrangement of a line-up that a block plays: the names of the strategies seat by seat,
    /// with commas between them.
    fn seated(
        &self,
        game: &Description,
        lineup: &str,
        block: u64,
        arrangement: Option<&str>,
    ) -> Result<String, InputError> {
        let place = self.lineups().iter().position(|name| *name == lineup);
        let listed = place.and_then(|place| self.manifest.lineups.get(place));
        let listed = listed.map_or(&[][..], Vec::as_slice);
        if !game.is_for(listed.len()) {
            let found = format!("{} strategies in the line-up `{lineup}`", listed.len());
            let allowed = format!("{} of them, and an unchanged file", game.players_in_words());
            return Err(self.place().error(Problem::conflict(found, allowed)));
        }
        let (shape, mut played) = (Shape::new(listed), Vec::new());
        let streams = BlockStreams::new(self.manifest.seed, block);
        shape.arrangements.extend_with_block(&streams, &mut played);
        let mut all: Vec<String> = Vec::new();
        for arrangement in played {
            let names = shape.seated(arrangement).collect::<Vec<_>>().join(",");
            if !all.contains(&names) {
                all.push(names);
            }
        }
        one_of("arrangement", arrangement, all.iter().map(String::as_str).collect())
    }
}

/// The reasons in some rows.
fn picks(rows: &[&GameRow]) -> Vec<String> {
    Pick::ALL
        .iter()
        .filter(|pick| rows.iter().any(|row| row.pick == **pick))
        .map(Pick::to_string)
        .collect()
}

/// The name of the tables with all names, for messages.
const TABLES: &str = "the tables of the results";

/// The name of a line-up.
const LINEUP: &str = "line-up";

/// Whether this is one of the names.
fn known(what: &'static str, name: &str, all: Vec<&str>) -> Result<(), InputError> {
    if all.contains(&name) {
        return Ok(());
    }
    let unknown = Unknown::new(what, name, all).listed_in(TABLES);
    Err(Location::whole(option(what)).error(Problem::Unknown(unknown)))
}

/// The wanted one, or the only one.
fn one_of(what: &'static str, wanted: Option<&str>, all: Vec<&str>) -> Result<String, InputError> {
    match (wanted, &all[..]) {
        (Some(name), _) => known(what, name, all).map(|()| name.to_owned()),
        (None, [only]) => Ok((*only).to_owned()),
        (None, names) => {
            let names = listed(what, names.iter().map(|name| format!("\"{name}\"")));
            let problem = Problem::missing(option(what), format!("one of {names}"));
            Err(Location::whole("the command").error(problem))
        }
    }
}

/// Names as a text.
fn listed(what: &'static str, names: impl IntoIterator<Item: Into<String>>) -> String {
    Unknown::new(what, "", names).listed_in(TABLES).listed()
}

/// The option for a kind of name.
fn option(what: &str) -> String {
    // A name of several words has no hyphen as an option.
    format!("--{}", if what == LINEUP { "lineup" } else { what })
}

impl StoredGame {
    /// Seats its strategies, none of which may run a program, by the rules of the variant.
    ///
    /// # Errors
    /// As [`AnyGame::party`].
    pub(crate) fn party(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyParty>, InputError> {
        let strategies: Vec<Entrant> = self.strategies.iter().cloned().map(Entrant::from).collect();
        game.party(&self.settings, &strategies, self.seed, false)
    }

    /// Checks that a game that was played again, under the rules of the variant or of the baseline,
    /// is one that the run counted. If the results list it, it must match them; otherwise it must
    /// not be more extreme than the games that they list.
    ///
    /// # Errors
    /// When it is another game: the engine or a strategy plays differently from the program that
    /// made the results.
    pub fn check(&self, game: &WatchedGame, by_baseline: bool) -> Result<(), InputError> {
        let [of_variant, of_baseline] = &self.said;
        let rows = if by_baseline { of_baseline } else { of_variant };
        let is_as_said = Pick::ALL.iter().all(|pick| match pick {
            // The chances of the players are not estimated when a game is told.
            Pick::Dramatic => {
                game.played.outcome.winners != SeatSet::NONE
                    || !rows.iter().any(|row| row.pick == *pick && self.is(row))
            }
            Pick::Flipped => self.has_the_winners(game, by_baseline),
            _ => self.is_no_odder(game, *pick, rows.iter().find(|row| row.pick == *pick)),
        });
        if is_as_said {
            return Ok(());
        }
        let which = self.pick.map_or_else(
            || format!("the game of block {}", self.block),
            |pick| format!("the game `{pick}`"),
        );
        let found = format!(
            "{which} is another one now: it, or a strategy, changed since fairdeal {} played it",
            self.made_by
        );
        let allowed = "results of this program: run the experiment again";
        Err(Location::file(&self.path).error(Problem::conflict(found, allowed)))
    }

    /// Whether a row is about this game.
    fn is(&self, row: &GameRow) -> bool {
        row.block == self.block && row.arrangement == self.arrangement
    }

    /// Whether the same players won as in the results, if these have the winners by both rules.
    fn has_the_winners(&self, game: &WatchedGame, by_baseline: bool) -> bool {
        let winners =
            Seat::all(MAX_SEATS).filter(|seat| game.played.outcome.winners.contains(*seat));
        let winners = winners.map(|seat| seat.index().to_string()).collect::<Vec<_>>().join(" ");
        let [of_variant, _] = &self.said;
        let mut flipped = of_variant.iter().filter(|row| row.pick == Pick::Flipped && self.is(row));
        flipped.all(|row| {
            *(if by_baseline { &row.baseline_winners } else { &row.winners })
                == Some(winners.clone())
        })
    }

    /// Whether the game is as extreme as the row says, if the row is about it, and otherwise not
    /// more extreme.
    fn is_no_odder(&self, game: &WatchedGame, pick: Pick, row: Option<&GameRow>) -> bool {
        let WatchedGame { played, noted } = game;
        let outcome = &played.outcome;
        let behind =
            (is_sampled(self.block) && noted.comeback == Some(true)).then_some(noted.behind);
        // How extreme it is; `None` if that is not defined.
        let found = match pick {
            Pick::Unfinished => outcome.unfinished.then_some(0),
            Pick::Longest | Pick::Shortest => (!outcome.unfinished).then_some(played.lengths[0]),
            Pick::Comeback => behind,
            Pick::Closest => Some(margin(played, self.strategies.len()))
                .filter(|margin| !outcome.unfinished && *margin < u64::MAX),
            Pick::Shared => outcome.shared.then_some(0),
            Pick::Flipped | Pick::Dramatic => return true,
        };
        let Some(row) = row else { return found.is_none() };
        let Some(found) = found else { return !self.is(row) };
        let said = row.value.unwrap_or(0);
        if self.is(row) {
            return found == said;
        }
        let is_odder = match pick {
            Pick::Longest | Pick::Comeback => found > said,
            _ => found < said,
        };
        // Of several equal games, the results list the first one.
        !is_odder && (found != said || self.block >= row.block)
    }
}
