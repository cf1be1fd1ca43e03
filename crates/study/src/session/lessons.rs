//! Players learn the rules of a plan before they play.

use std::path::Path;

use super::control::{RunError, Stage};
use super::settings::{Lessons, Session};
use crate::experiment::{Lesson, Plan};
use crate::results::{learned_file, read_player, write_player};
use fairdeal_core::strategy::{Failure, StrategyFile};
use fairdeal_learn::{Course, Training, chosen_tables};

impl Session<'_> {
    /// Lets the players of a plan learn its rules, as far as they did not learn them before: what
    /// was learned is kept in the folder of the game's strategies. Returns false if it was stopped.
    pub(super) fn teach(&self, plan: &Plan) -> Result<bool, RunError> {
        if self.lessons == Lessons::Skipped {
            return Ok(true);
        }
        let lessons = plan.lessons();
        let missing: Vec<&Lesson> = lessons.iter().filter(|lesson| !lesson.is_learned()).collect();
        for (place, lesson) in missing.iter().enumerate() {
            let repertoire = plan.game().repertoire();
            let file = learned_file(repertoire, &lesson.key);
            let player = if file.exists() {
                read_player(repertoire, &lesson.key, lesson.player())?
            } else if self.lessons == Lessons::Known {
                return Err(RunError::NotLearned(file));
            } else {
                let left = missing.len() - place;
                match self.learn(plan, lesson, left, &file)? {
                    Some(player) => player,
                    None => return Ok(false),
                }
            };
            lesson.teach(&player);
        }
        Ok(true)
    }

    /// Trains a player, and writes it to its file; `None` if the training was stopped.
    fn learn(
        &self,
        plan: &Plan,
        lesson: &Lesson,
        left: usize,
        file: &Path,
    ) -> Result<Option<StrategyFile>, RunError> {
        let failed = |failure: Failure| RunError::Training(failure.to_string());
        let game = plan.game().repertoire();
        let tables = chosen_tables(lesson.tables.clone(), lesson.seed);
        let is_alone = tables.iter().all(|(players, _)| *players == 1) || game.game.teams == 1;
        let Some(pupils) = plan.game().pupils(tables)? else {
            return Err(RunError::Training("players of this game cannot learn".to_owned()));
        };
        let course = Course {
            teacher: lesson.teacher.clone(),
            threads: Some(self.threads_used()),
            ..Course::usual(game, lesson.seed)
        };
        let rules = match &lesson.variants[..] {
            [one] => format!("the rules {one}"),
            several => format!("{} sets of rules", several.len()),
        };
        let more = if left > 1 { format!(", and {} more", left - 1) } else { String::new() };
        let stage = format!("players learn {rules}{more}");
        self.control.progress.begin(Stage::Learning(&stage), lesson.games);
        let start = lesson.from.as_ref().and_then(|file| file.weights.as_deref());
        let start = start.map(|weights| &*weights.network);
        let learned = Training::new(game, pupils, course, start)
            .map_err(|error| RunError::Threads(error.to_string()))
            .and_then(|mut training| {
                let played = |games| self.control.progress.played(games);
                let is_done = training.run(lesson.games, self.control.stop, played);
                if !is_done.map_err(failed)? {
                    return Ok(None);
                }
                let checkpoint = training.checkpoint();
                let mix = if is_alone {
                    0.0
                } else {
                    let attacks = training.choose_mix(&checkpoint).map_err(failed)?;
                    attacks.first().map_or(0.0, |attack| attack.mix)
                };
                Ok(Some((training.shape(), training.player(&checkpoint, mix))))
            });
        self.control.progress.end();
        let Some((shape, player)) = learned? else { return Ok(None) };
        let told = [format!("It learned {rules} by {} games with itself.", lesson.games)];
        let made = format!("an experiment with adapt: {}", plan.name());
        write_player(file, &player, shape, game.game.name, &made, &told)
            .map_err(RunError::Unwritten)?;
        Ok(Some(player))
    }
}
