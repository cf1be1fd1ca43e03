//! The games of candidates while weights are tuned.

use std::ops::Range;

use fairdeal::input::Settings;
use fairdeal::rng::BlockStreams;
use fairdeal::seat::{Seat, WIN};
use fairdeal::stats::{Merge, Moments};
use fairdeal::strategy::{Playable, StrategyFile};
use rayon::prelude::*;

use crate::Failed;

/// The number of blocks in one piece of work for a thread.
const PIECE: u64 = 250;

/// The tables at which a player meets others, and their shuffles.
pub(crate) struct Contest<G: Playable> {
    seed: u64,
    tables: Vec<Table<G>>,
}

/// The rules for a number of players, and the strategy of all others at the table.
struct Table<G: Playable> {
    rules: G::Rules,
    players: usize,
    other: G::Player,
}

/// The wins of a player in all seats of all tables, by block, in 840ths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    wins: Moments,
    /// Games played, and unfinished ones among them.
    pub(crate) games: u64,
    pub(crate) unfinished: u64,
    tables: u64,
}

impl<G: Playable> Contest<G> {
    /// Returns, for each number of players, a table with each of `opponents` in all seats but one.
    ///
    /// # Errors
    /// If the rules cannot be dealt to this many, or an opponent is a program.
    pub(crate) fn new(
        settings: &Settings,
        players: &[usize],
        opponents: &[StrategyFile],
        seed: u64,
    ) -> Result<Self, Failed> {
        let mut tables = Vec::new();
        for &players in players {
            for opponent in opponents {
                tables.push(Table {
                    rules: G::rules(settings, players)?,
                    players,
                    other: player::<G>(opponent, players)?,
                });
            }
        }
        Ok(Self { seed, tables })
    }

    /// Returns the wins of each of `candidates` with the cards of `blocks`: every block is played
    /// at every table from every seat. The sums are exact, so the number of threads changes
    /// nothing.
    ///
    /// # Errors
    /// If a candidate is a program, or a strategy fails to choose.
    pub(crate) fn scores(
        &self,
        candidates: &[StrategyFile],
        blocks: &Range<u64>,
    ) -> Result<Vec<Score>, Failed> {
        let pieces = blocks
            .clone()
            .step_by(PIECE as usize)
            .map(|start| start..blocks.end.min(start + PIECE));
        let pieces: Vec<(usize, Range<u64>)> = pieces
            .flat_map(|piece| (0..candidates.len()).map(move |who| (who, piece.clone())))
            .collect();
        let played: Vec<Result<Score, Failed>> = pieces
            .par_iter()
            .map(|(who, piece)| self.piece(&candidates[*who], piece.clone()))
            .collect();
        let mut scores = vec![Score::default(); candidates.len()];
        for ((who, _), score) in pieces.iter().zip(played) {
            scores[*who].add(&score?);
        }
        Ok(scores)
    }

    fn piece(&self, candidate: &StrategyFile, blocks: Range<u64>) -> Result<Score, Failed> {
        let seat_all = |table: &Table<G>| -> Result<Vec<G::Seated>, String> {
            let players = table.players;
            let candidate = player::<G>(candidate, players)?;
            // All others are the same, so only the candidate's seat matters.
            let who = |seat, own| if seat == own { candidate.clone() } else { table.other.clone() };
            Ok((0..players)
                .map(|own| G::seat((0..players).map(|seat| who(seat, own)).collect()))
                .collect())
        };
        let mut lineups: Vec<Vec<G::Seated>> =
            self.tables.iter().map(seat_all).collect::<Result<_, _>>()?;
        let mut score = Score { tables: self.tables.len() as u64, ..Score::default() };
        for block in blocks {
            let mut won = 0;
            for (table, seats) in self.tables.iter().zip(&mut lineups) {
                for (seat, lineup) in (0..).zip(seats) {
                    let played = G::play(&table.rules, lineup, BlockStreams::new(self.seed, block))
                        .map_err(|fault| fault.to_string())?;
                    won += played.outcome.winners.credit(Seat::new(seat));
                    score.games += 1;
                    score.unfinished += u64::from(played.outcome.unfinished);
                }
            }
            score
                .wins
                .observe(won as i64)
                .unwrap_or_else(|_| unreachable!("the wins of all blocks fit"));
        }
        Ok(score)
    }
}

/// The player of a strategy at a table for this many players.
fn player<G: Playable>(file: &StrategyFile, players: usize) -> Result<G::Player, String> {
    file.player::<G>(players).ok_or_else(|| format!("{} is a program", file.name))
}

impl Score {
    /// Adds the wins of the same player elsewhere.
    pub(crate) fn add(&mut self, other: &Self) {
        self.wins.merge(&other.wins).unwrap_or_else(|_| unreachable!("the wins of all blocks fit"));
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.tables = other.tables;
    }

    /// Returns the wins as a multiple of the fair share: the mean over the tables, 1 for a player
    /// as strong as the others (twice the win rate at a table for two); and its standard error.
    pub(crate) fn fair_shares(&self) -> (f64, f64) {
        let unit = (self.tables * WIN) as f64;
        (
            self.wins.mean().unwrap_or(f64::NAN) / unit,
            self.wins.standard_error().unwrap_or(f64::NAN) / unit,
        )
    }

    /// Returns the number of blocks.
    pub(crate) fn blocks(&self) -> u64 {
        self.wins.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal::game::Game;
    use fairdeal::games::scrip::Scrip;
    use fairdeal::input::{Document, Location};
    use fairdeal::strategy::Repertoire;

    fn shipped(name: &str) -> StrategyFile {
        StrategyFile::find(Repertoire::of::<Scrip>(), name, &Location::whole("test"))
            .expect("shipped")
    }

    fn contest(opponents: &[&str]) -> Contest<Scrip> {
        let opponents: Vec<_> = opponents.iter().map(|name| shipped(name)).collect();
        Contest::new(&Settings::defaults(Scrip::DESCRIPTION.knobs), &[2, 3], &opponents, 5)
            .expect("can be dealt")
    }

    /// A player without random numbers against itself wins every block at every table once, over
    /// all seats.
    #[test]
    fn self_play_gives_the_fair_share() {
        let scores =
            contest(&["heuristic"]).scores(&[shipped("heuristic")], &(0..60)).expect("legal play");
        assert_eq!(
            (scores[0].fair_shares(), scores[0].games, scores[0].blocks()),
            ((1.0, 0.0), 300, 60)
        );
    }

    /// At tables of each size it plays as its file says for that size.
    #[test]
    fn larger_tables_have_weights_of_their_own() {
        let read = |text: &str| {
            let document = Document::parse("mine.toml", format!("kind = \"heuristic\"\n{text}"))
                .expect("TOML");
            StrategyFile::parse(Repertoire::of::<Scrip>(), &document).expect("a strategy")
        };
        let candidates =
            [read("[from_players.3]\nheart = -3.0"), read(""), read("[parameters]\nheart = -3.0")];
        let scores = |players: usize| {
            let contest = Contest::<Scrip>::new(
                &Settings::defaults(Scrip::DESCRIPTION.knobs),
                &[players],
                &[shipped("greedy")],
                5,
            );
            contest.expect("can be dealt").scores(&candidates, &(0..60)).expect("legal play")
        };
        let (two, three) = (scores(2), scores(3));
        assert_eq!((two[0], three[0]), (two[1], three[2]));
        assert!(two[1] != two[2] && three[1] != three[2], "it is another way to play");
    }

    #[test]
    fn threads_change_nothing() {
        let candidates = ["heuristic", "greedy", "random"].map(shipped);
        let play = |threads| {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| {
                contest(&["heuristic", "greedy"])
                    .scores(&candidates, &(100..700))
                    .expect("legal play")
            })
        };
        let scores = play(1);
        assert_eq!(play(3), scores);
        assert!(scores.windows(2).all(|pair| pair[0].fair_shares().0 > pair[1].fair_shares().0));
    }
}
