//! How far a doubled budget helps: a ladder adds copies of its last strategy, each with twice the
//! budget of the one before it, until one does not beat the one before it.

use super::kinds::{Design, PlayedStage, Stage};
use crate::experiment::given::{Given, among};
use crate::experiment::make::make;
use crate::experiment::{Overrides, Plan};
use crate::findings::{Ending, Verdicts};
use fairdeal_core::input::InputError;
use fairdeal_core::rows::Verdict;
use fairdeal_core::strategy::Entrant;

/// A match of the last copy against the strategy before it, as long as each copy beats that one and
/// more are asked for; then the ladder with all copies.
pub(super) fn next_stage(plan: &Plan, played: &[PlayedStage]) -> Result<Stage, InputError> {
    let Design::Ladder { players, doubled, doublings } = plan.design else {
        return Ok(Stage::Last(plan.clone()));
    };
    let (strategies, copies) = plan.strategies.split_at(plan.strategies.len() - doubled);
    let mut copies = copies.to_vec();
    let larger = |copies: &[Entrant]| strategies.last()?.with_budget(2 << copies.len());
    let won = played.iter().take_while(|stage| beats(stage)).count();
    for _ in 0..won {
        copies.extend(larger(&copies));
    }
    let is_over = won < played.len() || played.len() as u64 >= doublings.into();
    let mut chain = strategies.iter().chain(&copies).rev();
    match (larger(&copies), chain.next(), chain.next()) {
        (Some(_), Some(last), Some(before)) if !is_over => {
            let lineup = among(last.clone(), before, players);
            let question =
                format!("{} against {}: is it worth its time?", last.name(), before.name());
            Ok(Stage::Trial { plan: plan.of_one_lineup(&lineup, plan.blocks)?, question })
        }
        _ => Ok(Stage::Last(plan.with_copies(&copies)?)),
    }
}

/// Did the first strategy of the match beat the others beyond the tolerance? A match that was
/// stopped does not say so.
fn beats(PlayedStage { plan, counts, ending }: &PlayedStage) -> bool {
    let rows = Verdicts::new(plan.run(counts)).strategies;
    let verdict = rows.first().and_then(|row| row.share.judged.verdict);
    verdict == Some(Verdict::Advantage) && *ending != Ending::Interrupted
}

impl Plan {
    /// The same ladder with these copies of its last strategy, and no further ones.
    ///
    /// # Errors
    /// When a copy does not suit the game.
    fn with_copies(&self, copies: &[Entrant]) -> Result<Self, InputError> {
        let given = Given { copies: copies.to_vec(), ..self.given.clone() };
        let mut grown = make(&self.asked.document(self.name()), Overrides::default(), given)?;
        if let Design::Ladder { doublings, .. } = &mut grown.design {
            *doublings = 0;
        }
        Ok(Self { asked_digest: self.asked_digest.clone(), program: self.program.clone(), ..grown })
    }
}
