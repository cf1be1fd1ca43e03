//! Ladders: each pair of strategies meets, all are rated, and each plays against itself, which
//! shows the game between equals of each strength.
//!
//! A ladder also shows how far a doubled budget helps: it adds copies of its last strategy, each
//! with twice the budget of the one before it, until one does not beat the one before it.
//!
//! Where all players win or lose together, strategies do not meet: each has all seats, and is ranked
//! by the games that it wins, or by its mean score.

use std::sync::Arc;

use super::common::Design;
use super::kind::{Item, Kind, QuestionOf, RuleSets, Seating};
use super::stage::{PlayedStage, Stage};
use crate::experiment::given::{Given, among};
use crate::experiment::make::make;
use crate::experiment::{Overrides, Plan};
use crate::findings::{Asked, Ending, Verdicts};
use fairdeal_core::input::{InputError, Location};
use fairdeal_core::metrics::{Contestants, InPlace, Label};
use fairdeal_core::rows::Verdict;
use fairdeal_core::strategy::Entrant;

/// How often a ladder may double a budget, at most.
pub const MOST_DOUBLINGS: u32 = 12;

/// Each pair of strategies meets, all are rated, and each plays against itself. At tables for three
/// or more, one of either sits among others of the other.
#[derive(Clone, Debug)]
pub(super) struct Ladder {
    /// How many play in a game.
    pub(super) players: usize,
    /// The last strategies, this many, are copies of the one before them with a doubled budget.
    /// Each meets only the one before it.
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
        let meet = !cells.first()?.game.is_one_side(self.players);
        meet.then(|| Contestants::new(cells.iter().map(|cell| &cell.shape), self.doubled))
    }

    /// At a table for three and more, one place among others of each rung.
    fn places(&self, strategies: &[Entrant], cells: &[Label]) -> Vec<InPlace> {
        if self.players < 3 || self.contestants(cells).is_none() {
            return Vec::new();
        }
        let rungs = strategies.iter().take(strategies.len().saturating_sub(self.doubled));
        let rungs: Vec<String> = rungs.map(|rung| rung.name().to_owned()).collect();
        let others = rungs.iter().map(|other| vec![other.clone(); self.players - 1]);
        others.filter_map(|others| InPlace::new(&others, &rungs, cells)).collect()
    }

    /// Returns a match of the last copy against the strategy before it, as long as each copy wins
    /// its match and more are asked for; then the ladder with all copies.
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
            Item::OneSide,
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

/// Returns whether the first strategy of the match beat the others beyond the tolerance. A match
/// that was stopped does not prove it.
fn beats(PlayedStage { plan, counts, ending }: &PlayedStage) -> bool {
    let rows = Verdicts::new(plan.run(counts)).strategies;
    let verdict = rows.first().and_then(|row| row.share.judged.verdict);
    verdict == Some(Verdict::Advantage) && *ending != Ending::Interrupted
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
