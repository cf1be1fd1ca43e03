//! The results of a run.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::manifest::Manifest;
use super::tables::Tables;
use crate::experiment::{Found, Plan};
use crate::findings::{self, AskedFirst, Ending, LadderTables, PlayTables, Ratings, Verdicts};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::{Description, felt_unit, is_one_side};
use fairdeal_core::input::{Knob, Value};
use fairdeal_core::metrics::{Counts, MergeError, Variant};
use fairdeal_core::rows::{Judged, VariantRow};

/// The names of the game and its parts in sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameNames {
    /// The game.
    pub title: String,
    /// The word for several of its games: "matches".
    pub plural: String,
    /// The units of length.
    pub length_units: Vec<String>,
    /// The strategies that make its ladder of skill, the weakest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ladder: Vec<String>,
    /// The number of its teams; 0 if each plays for itself.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub teams: usize,
}

impl GameNames {
    /// Returns the names of a game.
    pub(crate) fn of(game: &dyn AnyGame) -> Self {
        let Description { title, plural, length_units, teams, .. } = game.description();
        let ladder = game.repertoire().ladder.iter().map(|name| (*name).to_owned()).collect();
        Self {
            title: (*title).to_owned(),
            plural: (*plural).to_owned(),
            length_units: length_units.iter().map(|unit| (*unit).to_owned()).collect(),
            ladder,
            teams: *teams,
        }
    }

    /// Whether this many players all win or lose together.
    pub fn is_one_side(&self, players: usize) -> bool {
        is_one_side(players, self.teams)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// All results of a run: a function of the plan, the counts and how the run ended.
///
/// Its tables can be read field by field: `results.strategies[0].share.win_rate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The manifest.
    pub manifest: Manifest,
    /// The names of the game and its parts in sentences.
    pub names: GameNames,
    /// Why there are no ratings: groups of strategies of which one won every game against the
    /// other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_connected: Vec<Vec<String>>,
    /// Another reason why there are no ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_ratings: Option<String>,
    /// Why scores are not compared: the rules of scoring by which variants differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scored_otherwise: Vec<String>,
    /// The file of the strategy whose weights were tuned, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tuned: Option<String>,
    /// The tables.
    pub tables: Tables,
}

impl std::ops::Deref for Results {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        &self.tables
    }
}

impl Results {
    /// Judges the counts of a plan.
    ///
    /// # Errors
    /// When they are counts of another experiment ([`Counts::digest`]).
    pub fn new(plan: &Plan, counts: &Counts, ending: Ending) -> Result<Self, MergeError> {
        counts.check_digest(&plan.layout().digest)?;
        let run = plan.run(counts);
        let found = Verdicts::new(run);
        let Ratings { ratings, pairs, groups, refusal } = found.ratings;
        let PlayTables { play, play_course, cards, chances } = findings::play(run);
        let searched = Found::new(plan, counts, &found.goals);
        let mut tables = Tables {
            variants: variants(plan),
            goals: found.goals,
            tune: searched.tune,
            adapted: searched.adapted,
            tried: searched.tried,
            tried_knobs: searched.knobs,
            seats: findings::seats(run),
            one_side: findings::one_side(run),
            first_player: found.first_player,
            places: found.places,
            seat_balance: found.seat_balance,
            strategies: found.strategies,
            in_place: [found.in_place, searched.in_place].concat(),
            restricted: found.restricted,
            neighbours: findings::neighbours(run),
            neighbour_effects: found.neighbour_effects,
            neighbour_spread: found.neighbour_spread,
            luck: findings::luck(run),
            lengths: findings::lengths(run),
            length_histogram: findings::length_histogram(run),
            decisions: findings::decisions(run),
            shares: findings::shares_of_games(run),
            play,
            play_course,
            cards,
            chances,
            games: findings::odd_games(run),
            comparisons: found.comparisons,
            comparison_sums: findings::comparison_sums(run),
            sweep: found.sweep,
            ratings,
            pairs,
            ladder: Vec::new(),
            sensitivity: plan
                .design()
                .box_of_rules()
                .map_or_else(Vec::new, |points| points.rows(run)),
        };
        if plan.design().ladder_players().is_some() {
            tables.ladder = findings::ladder(
                run,
                LadderTables {
                    one_side: &tables.one_side,
                    first_player: &tables.first_player,
                    strategies: &tables.strategies,
                    lengths: &tables.lengths,
                    shares: &tables.shares,
                    ratings: &tables.ratings,
                },
            );
        }
        Ok(Self {
            manifest: Manifest {
                tables: tables.files(),
                ..Manifest::new(plan, counts.blocks(), ending)
            },
            names: GameNames::of(plan.game()),
            not_connected: groups,
            no_ratings: refusal,
            scored_otherwise: scored_otherwise(plan),
            tuned: searched.tuned.map(|tuned| tuned.to_toml()),
            tables,
        })
    }

    /// Every verdict of the tables, with its family.
    pub(crate) fn judged(&self) -> impl Iterator<Item = &Judged> {
        let tables = &self.tables;
        let shares = tables.first_player.iter().map(|row| &row.share.judged);
        shares
            .chain(tables.places.iter().map(|row| &row.share.judged))
            .chain(tables.seat_balance.iter().map(|row| &row.share.judged))
            .chain(tables.strategies.iter().map(|row| &row.share.judged))
            .chain(tables.pairs.iter().map(|row| &row.judged))
            .chain(tables.neighbour_effects.iter().map(|row| &row.judged))
            .chain(tables.neighbour_spread.iter().map(|row| &row.judged))
            .chain(tables.comparisons.iter().map(|row| &row.judged))
            .chain(tables.restricted.iter().map(|row| &row.judged))
            .chain(tables.in_place.iter().map(|row| &row.judged))
            .chain(tables.goals.iter().map(|row| &row.judged))
    }

    /// The name of the strategy whose weights were tuned, if there is one.
    pub fn tuned_name(&self) -> Option<&str> {
        let mut rows = self.in_place.iter().filter(|_| self.tuned.is_some());
        rows.find(|row| row.compared_with.is_some()).map(|row| row.strategy.as_str())
    }

    /// Whether all strategies of a line-up are players of the game: on its ladder of skill, and no
    /// dummies.
    pub fn are_players(&self, lineup: &str) -> bool {
        let is_dummy = |name: &String| {
            self.manifest.strategies.get(name).is_some_and(|record| record.kind == "dummy")
        };
        let is_player = |name: &String| self.names.ladder.contains(name) && !is_dummy(name);
        self.lineup(lineup).iter().all(is_player)
    }

    /// Whether all strategies of a line-up hold the same number of seats.
    pub fn has_equal_seats(&self, name: &str) -> bool {
        let names = self.lineup(name);
        let held = |strategy: &String| names.iter().filter(|name| *name == strategy).count();
        names.iter().all(|strategy| held(strategy) == held(&names[0]))
    }

    /// Whether one strategy sits in all of several seats of a line-up.
    pub fn is_of_equals(&self, name: &str) -> bool {
        is_of_equals(self.lineup(name))
    }

    /// Whether a line-up shows if seats are fair: if there are line-ups of equals, only those do.
    pub fn tells_fairness(&self, name: &str) -> bool {
        self.is_of_equals(name) || !self.manifest.lineups.iter().any(|names| is_of_equals(names))
    }

    /// The unit of length that players feel.
    pub fn felt_unit(&self) -> &str {
        felt_unit(&self.names.length_units)
    }

    /// The subject of `ask`, if the experiment has one.
    pub(crate) fn asked_first(&self) -> Option<AskedFirst<'_>> {
        let ask = self.manifest.asked.ask.as_ref()?;
        Some(ask.first(&self.names.length_units))
    }

    /// The strategies of a line-up, seat by seat; none if there is no such line-up.
    pub fn lineup(&self, name: &str) -> &[String] {
        let place = self.manifest.arrangements.iter().position(|arranged| arranged.lineup == name);
        place.and_then(|place| self.manifest.lineups.get(place)).map_or(&[], Vec::as_slice)
    }
}

/// Whether this is one strategy in all of several seats.
pub fn is_of_equals(names: &[String]) -> bool {
    names.len() > 1 && names.iter().all(|name| *name == names[0])
}

/// The rules of scoring by which variants differ from the baseline.
fn scored_otherwise(plan: &Plan) -> Vec<String> {
    let baseline = &plan.baseline().settings;
    let differ = |knob: &&Knob| {
        plan.variants()
            .iter()
            .any(|variant| variant.settings.scored_otherwise(baseline).any(|key| key == knob.key))
    };
    plan.game().description().knobs.iter().filter(differ).map(|knob| knob.key.to_owned()).collect()
}

/// The knobs of every variant.
fn variants(plan: &Plan) -> Vec<VariantRow> {
    // The cells of tables that a variant changes.
    let told: BTreeSet<&str> = plan
        .variants()
        .iter()
        .flat_map(|variant| variant.settings.told().map(|(knob, _)| knob.key))
        .collect();
    let of_variant = |variant: &Arc<Variant>| {
        let row = |(knob, value): (&Knob, Value)| VariantRow {
            game: plan.game().description().name.to_owned(),
            variant: variant.name.clone(),
            knob: knob.key.to_owned(),
            value: value.into(),
            default: value == variant.settings.default_of(knob),
        };
        variant
            .settings
            .iter()
            .filter(|(knob, _)| told.contains(knob.key))
            .map(row)
            .collect::<Vec<_>>()
    };
    plan.variants().iter().flat_map(of_variant).collect()
}

/// The results of an experiment that come with the program: from all tables where they are, and else
/// from the counts.
#[cfg(test)]
pub(crate) fn shipped(name: &str) -> Results {
    use std::path::Path;

    use super::files::results_in;
    use super::kept::KeptCounts;
    use crate::experiment::{Overrides, game_of, parse};
    use fairdeal_core::input::Document;
    use fairdeal_core::registry::GAMES;

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("results").join(name);
    if results_in(&folder).is_some() {
        return Results::read(&folder).unwrap_or_else(|error| panic!("{error}"));
    }
    let document = Document::read(&root.join(format!("experiments/{name}.toml"))).expect("a file");
    let game = game_of(GAMES, &document).expect("a game of this program");
    let plan = parse(game, &document, Overrides::default()).expect("a valid experiment");
    let bytes = std::fs::read(folder.join("counts.jsonl.gz")).expect("counts");
    let kept = KeptCounts::from_bytes(&plan, &bytes).expect("counts by this program");
    let mut counts = Counts::new(plan.layout());
    for part in kept.parts() {
        counts.merge(part).expect("different blocks");
    }
    Results::new(&plan, &counts, Ending::Planned).expect("counts of the plan")
}
