//! Players learn the rules of a plan before they play.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::control::{RunError, Stage};
use super::settings::{Lessons, Session};
use crate::experiment::{Lesson, Plan};
use crate::results::{learned_file, player_files, prepare, read_player, write_player};
use fairdeal_core::strategy::{Failure, StrategyFile};
use fairdeal_learn::{Attacks, Course, Training, chosen_tables};

impl Session<'_> {
    /// Lets the players of a plan learn its rules, as far as they did not learn them before: what
    /// was learned is kept in the folder of the game's strategies. Returns false if it was stopped.
    pub(crate) fn teach(&self, plan: &Plan) -> Result<bool, RunError> {
        if self.lessons == Lessons::Skipped {
            return Ok(true);
        }
        if self.control.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let (lessons, in_memory) = (plan.lessons(), self.lessons == Lessons::InMemory);
        let missing: Vec<&Lesson> = lessons.iter().filter(|lesson| !lesson.is_learned()).collect();
        for (place, lesson) in missing.iter().enumerate() {
            let repertoire = plan.game().repertoire();
            let file = learned_file(repertoire, &lesson.key);
            let read = || read_player(repertoire, &lesson.key, lesson.player());
            // A damaged file is written again; where others wrote it, a part may be on its way.
            let known = (!in_memory).then(read).and_then(Result::ok);
            let player = match known {
                Some(player) => player,
                None if self.lessons == Lessons::Known => return Err(RunError::NotLearned(file)),
                None => match self.learn(plan, lesson, [place + 1, missing.len()], file)? {
                    Some(player) => player,
                    None => return Ok(false),
                },
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
        [number, all]: [usize; 2],
        file: PathBuf,
    ) -> Result<Option<StrategyFile>, RunError> {
        let file = (self.lessons != Lessons::InMemory).then_some(file);
        let failed = |failure: Failure| RunError::Training(failure.to_string());
        let game = plan.game().repertoire();
        let tables = chosen_tables(lesson.tables.clone(), lesson.seed);
        let is_alone = tables.iter().all(|(players, _)| game.game.is_one_side(*players));
        let Some(pupils) = plan.game().pupils(tables)? else {
            return Err(RunError::Training("players of this game cannot learn".to_owned()));
        };
        let course = Course {
            teacher: lesson.teacher.clone(),
            threads: Some(self.threads_used()),
            ..Course::usual(game, lesson.seed)
        };
        // Before minutes are spent on it.
        file.as_deref().map_or(Ok(()), prepare).map_err(RunError::Unwritten)?;
        let rules = match &lesson.variants[..] {
            [one] => format!("the rules `{one}`"),
            several => format!("{} sets of rules", several.len()),
        };
        let of = if all > 1 { format!(" (training {number} of {all})") } else { String::new() };
        let stage = format!("{} learns {rules}{of}", lesson.player());
        self.control.progress.begin(Stage::Learning(&stage), lesson.games);
        let start = lesson.from.as_ref().and_then(|file| file.weights.as_deref());
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
                    let attacks =
                        training.choose_mix(&checkpoint, Attacks::usual(checkpoint.games));
                    let attacks = attacks.map_err(failed)?;
                    attacks.first().map_or(0.0, |attack| attack.mix)
                };
                Ok(Some((training.shape(), training.player(&checkpoint, mix))))
            });
        self.control.progress.end();
        let Some((shape, player)) = learned? else { return Ok(None) };
        let told = [format!("It learned {rules} in {} games against itself.", lesson.games)];
        let made = format!("an experiment with adapt: {}", plan.name());
        if let Some(file) = file {
            let files = player_files(&file, &player, shape, game.game.name, &made, &told);
            write_player(&files).map_err(RunError::Unwritten)?;
        }
        Ok(Some(player))
    }
}
