//! Each pair of strategies meets, all are rated, and each plays against itself: what the game is like
//! between equals of each strength.
//!
//! How far a doubled budget helps: a ladder adds copies of its last strategy, each with twice the
//! budget of the one before it, until one does not beat the one before it.

use std::sync::Arc;

use super::field::{Field, exploiter};
use super::others::{check_others, check_tables};
use super::{
    AskedFor, Design, Item, Kind, PlayedStage, QuestionOf, Reading, RuleSets, Seating, Stage,
};
use crate::experiment::given::{Given, among};
use crate::experiment::make::make;
use crate::experiment::question::AskedLadder;
use crate::experiment::{Overrides, Plan};
use crate::findings::{Asked, Ending, Verdicts};
use fairdeal_core::input::{InputError, Location, Problem, Problems};
use fairdeal_core::metrics::{Contestants, InPlace, Label};
use fairdeal_core::rows::Verdict;
use fairdeal_core::strategy::Entrant;

/// How often a ladder may double a budget, at most.
pub const MOST_DOUBLINGS: u32 = 12;

/// How often a ladder doubles what its strongest search may spend, where nothing is said.
const DOUBLINGS: u32 = 1;

/// Each pair of strategies meets, all are rated, and each plays against itself. At tables for three
/// or more, one of either sits among others of the other.
#[derive(Clone, Debug)]
pub(super) struct Ladder {
    /// How many play in a game.
    pub(super) players: usize,
    /// This many strategies at the end are copies of the one before them with a doubled budget, and
    /// meet only that one.
    pub(super) doubled: usize,
    /// At most this many more copies are added, as long as each beats the one before it.
    pub(super) doublings: u32,
    /// The place where the strategies are named.
    pub(super) place: Location,
}

impl Design for Ladder {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn finds_lineups(&self) -> bool {
        true
    }

    fn ladder_players(&self) -> Option<usize> {
        Some(self.players)
    }

    fn contestants(&self, cells: &[Label]) -> Option<Contestants> {
        Some(Contestants::new(cells.iter().map(|cell| &cell.shape), self.doubled))
    }

    /// At a table for three and more, one place among others of each rung.
    fn places(&self, strategies: &[Entrant], cells: &[Label]) -> Vec<InPlace> {
        if self.players < 3 {
            return Vec::new();
        }
        let rungs = strategies.iter().take(strategies.len().saturating_sub(self.doubled));
        let rungs: Vec<String> = rungs.map(|rung| rung.name().to_owned()).collect();
        let others = rungs.iter().map(|other| vec![other.clone(); self.players - 1]);
        others.filter_map(|others| InPlace::new(&others, &rungs, cells)).collect()
    }

    /// A match of the last copy against the strategy before it, as long as each copy beats that one
    /// and more are asked for; then the ladder with all copies.
    fn next_stage(&self, plan: &Plan, played: &[PlayedStage]) -> Result<Option<Stage>, InputError> {
        if self.doublings == 0 {
            return Ok(None);
        }
        let (strategies, copies) = plan.strategies.split_at(plan.strategies.len() - self.doubled);
        let mut copies = copies.to_vec();
        let larger = |copies: &[Entrant]| strategies.last()?.with_budget(2 << copies.len());
        let won = played.iter().take_while(|stage| beats(stage)).count();
        for _ in 0..won {
            copies.extend(larger(&copies));
        }
        let is_over = won < played.len() || played.len() as u64 >= self.doublings.into();
        let mut chain = strategies.iter().chain(&copies).rev();
        Ok(Some(match (larger(&copies), chain.next(), chain.next()) {
            (Some(_), Some(last), Some(before)) if !is_over => {
                let lineup = among(last.clone(), before, self.players);
                let question =
                    format!("{} against {}: is it worth its time?", last.name(), before.name());
                Stage::Trial { plan: plan.of_one_lineup(&lineup, plan.blocks)?, question }
            }
            _ => Stage::Last(plan.with_copies(&copies)?),
        }))
    }

    fn asked_at(&self) -> Option<&Location> {
        Some(&self.place)
    }
}

pub(super) static KIND: Kind = Kind {
    name: "ladder",
    question: |_, _| (QuestionOf::Rules, "how does skill change the answers?".into()),
    asks: |_| Asked::Strength,
    rules: RuleSets::Named,
    seating: Seating::AllMeet,
    answer: |_| {
        &[
            Item::Ratings,
            Item::Skill,
            Item::GoingFirst,
            Item::Rungs,
            Item::AllEndings,
            Item::PlayQuestions,
        ]
    },
    screen: &[Item::Rungs],
    tables: &[Item::Rungs, Item::Pairs, Item::Places],
    sentences: &[Item::Rungs],
    charts: &[Item::Rungs],
};

pub(super) const ASKED_FOR: AskedFor =
    AskedFor { section: "ladder", has_players: true, has_blocks: false, rules: None, add };

/// Did the first strategy of the match beat the others beyond the tolerance? A match that was
/// stopped does not say so.
fn beats(PlayedStage { plan, counts, ending }: &PlayedStage) -> bool {
    let rows = Verdicts::new(plan.run(counts)).strategies;
    let verdict = rows.first().and_then(|row| row.share.judged.verdict);
    verdict == Some(Verdict::Advantage) && *ending != Ending::Interrupted
}

/// Adds the line-ups of strategies that all meet, or sit in one place in turn. There may be no
/// others. Of a command, messages name its options.
fn add(plan: &mut Plan, reading: &Reading<'_>, problems: &mut Problems) {
    let top = &reading.top;
    let Some(section) = problems.take(top.open_section(ASKED_FOR.section)).flatten() else {
        return;
    };
    problems.take(section.check(AskedLadder::KEYS));
    let (game, repertoire) = (plan.given.game.description(), plan.given.game.repertoire());
    let allowed = "a list of different strategies: [\"greedy\", \"random\"]";
    let names = match section.entry("strategies") {
        None => Some(repertoire.ladder.to_vec()),
        _ => problems
            .take(section.required_texts("strategies", allowed))
            .map(|names| names.into_iter().map(|(_, name)| name).collect()),
    };
    let fewest = game.fewest_players.max(2).min(game.most_players);
    let players = section.number("players", fewest..=game.most_players);
    let asked_players = problems.take(players).flatten();
    let tables = problems
        .take(section.lists_of_texts("others", "a list of lists: [[\"heuristic\", \"greedy\"]]"))
        .unwrap_or_default();
    let of_command = plan.given.of_command;
    let place_of = |key: &str, option: &str| match section.entry(key) {
        _ if of_command => Location::whole(option),
        entry => entry.map_or_else(|| section.place(), |entry| section.place_at(entry.line)),
    };
    let (place, others_place) =
        (place_of("strategies", "--strategies"), place_of("others", "--others"));
    problems.take(check_others(asked_players, &tables, &others_place));
    let doublings = section.number("doublings", 0..=MOST_DOUBLINGS);
    let doublings = problems.take(doublings).flatten().unwrap_or(DOUBLINGS);
    let exploiters = problems.take(section.flag("exploiters")).flatten().unwrap_or(false);
    let players = asked_players.unwrap_or(game.usual_players());
    let Some(names) = names else { return };
    let has_lineups = problems.take(top.open_sections("lineup")).is_some_and(|all| !all.is_empty());
    if let Some(found) = match (plan.variants.len(), has_lineups) {
        (0 | 1, false) => None,
        (1, true) => Some("line-ups beside strategies that all meet".to_owned()),
        (variants, _) => Some(format!("{variants} variants for strategies that all meet")),
    } {
        let allowed = "one set of rules, and no other line-ups";
        problems.note(place.error(Problem::conflict(found, allowed)));
    }
    if let Some(table) =
        tables.iter().find(|table| !table.is_empty() && !game.is_for(table.len() + 1))
    {
        let (players, title) = (game.players_in_words(), game.title);
        problems.note(others_place.error(Problem::conflict(
            format!("a table for {} with {} of the others", table.len() + 1, table.len()),
            format!("tables for {players}, which is what {title} is for"),
        )));
    }
    let mut found = |asked: Vec<&str>, place: &Location| -> Vec<Entrant> {
        let asked = asked.into_iter();
        asked.filter_map(|name| problems.take(plan.given.entrant(name, place))).collect()
    };
    let entrants = found(names, &place);
    let tables: Vec<Vec<Entrant>> =
        tables.into_iter().map(|table| found(table, &others_place)).collect();
    if exploiters {
        let found = exploiter(repertoire, &entrants, &plan.given.texts, &place);
        plan.exploiter = problems.take(found);
    }
    // Who all meet is known only where no strategy is missing.
    if !problems.is_empty() {
        return;
    }
    problems.take(check_tables(&tables, &others_place));
    let ladder = Ladder { players, doubled: 0, doublings, place: place.clone() };
    let copies = plan.given.copies.clone();
    let exploiter = plan.exploiter.as_ref();
    let field = Field::new(repertoire, entrants, copies, tables, exploiter, ladder);
    plan.design = field.design();
    for entrants in problems.take(field.lineups(&place)).unwrap_or_default() {
        problems.take(plan.add_lineup(entrants, &place));
    }
}

impl Plan {
    /// The ladder with these copies of its last strategy, and no further ones.
    ///
    /// # Errors
    /// When a copy does not suit the game.
    fn with_copies(&self, copies: &[Entrant]) -> Result<Self, InputError> {
        let given = Given { copies: copies.to_vec(), ..self.given.clone() };
        let mut grown = make(&self.asked.document(self.name()), Overrides::default(), given)?;
        if let Some(ladder) = grown.design.get::<Ladder>() {
            grown.design = Arc::new(Ladder { doublings: 0, ..ladder.clone() });
        }
        Ok(Self { asked_digest: self.asked_digest.clone(), program: self.program.clone(), ..grown })
    }
}
