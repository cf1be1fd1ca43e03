//! Who plays whom while weights are tuned, and how well.

use std::ops::Range;

use fairdeal::input::{InputError, Settings};
use fairdeal::rng::BlockStreams;
use fairdeal::seat::{Seat, WIN};
use fairdeal::stats::Moments;
use fairdeal::strategy::{Fault, Playable};
use rayon::prelude::*;

/// The number of blocks in one piece of work for a thread.
const PIECE: u64 = 250;

/// Tables at which a player meets others, and the shuffles that they all play with.
pub(crate) struct Contest<G: Playable> {
    seed: u64,
    tables: Vec<Table<G>>,
}

/// The rules for a number of players, and who all the others at the table are.
struct Table<G: Playable> {
    rules: G::Rules,
    players: usize,
    other: G::Player,
}

/// What a player won in all seats of all tables, by block, in 840ths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    wins: Moments,
    /// Games played, and those of them that nobody ended.
    pub(crate) games: u64,
    pub(crate) unfinished: u64,
    tables: u64,
}

impl<G: Playable> Contest<G> {
    /// For each number of players, a table with each of `opponents` in all seats but one.
    ///
    /// # Errors
    /// When the rules cannot be dealt to this many.
    pub(crate) fn new(settings: &Settings, players: &[usize], opponents: &[G::Player], seed: u64) -> Result<Self, InputError> {
        let mut tables = Vec::new();
        for &players in players {
            for opponent in opponents {
                tables.push(Table { rules: G::rules(settings, players)?, players, other: opponent.clone() });
            }
        }
        Ok(Self { seed, tables })
    }

    /// What each of `candidates` wins with the cards of `blocks`: every block is played at every table from every seat. The sums
    /// are exact, so that
    /// the number of threads changes nothing.
    ///
    /// # Errors
    /// When a strategy fails to choose.
    pub(crate) fn scores(&self, candidates: &[G::Player], blocks: &Range<u64>) -> Result<Vec<Score>, String> {
        let pieces = blocks.clone().step_by(PIECE as usize).map(|start| start..blocks.end.min(start + PIECE));
        let pieces: Vec<(usize, Range<u64>)> =
            pieces.flat_map(|piece| (0..candidates.len()).map(move |who| (who, piece.clone()))).collect();
        let played: Vec<Result<Score, Fault>> =
            pieces.par_iter().map(|(who, piece)| self.piece(&candidates[*who], piece.clone())).collect();
        let mut scores = vec![Score::default(); candidates.len()];
        for ((who, _), score) in pieces.iter().zip(played) {
            scores[*who].add(&score.map_err(|fault| fault.to_string())?);
        }
        Ok(scores)
    }

    fn piece(&self, candidate: &G::Player, blocks: Range<u64>) -> Result<Score, Fault> {
        let seat_all = |table: &Table<G>| -> Vec<G::Seated> {
            let players = table.players;
            // All others are the same: only the candidate's seat matters.
            let who = |seat, own| if seat == own { candidate.clone() } else { table.other.clone() };
            (0..players).map(|own| G::seat((0..players).map(|seat| who(seat, own)).collect())).collect()
        };
        let mut lineups: Vec<Vec<G::Seated>> = self.tables.iter().map(seat_all).collect();
        let mut score = Score { tables: self.tables.len() as u64, ..Score::default() };
        for block in blocks {
            let mut won = 0;
            for (table, seats) in self.tables.iter().zip(&mut lineups) {
                for (seat, lineup) in (0..).zip(seats) {
                    let played = G::play(&table.rules, lineup, BlockStreams::new(self.seed, block))?;
                    won += played.outcome.winners.credit(Seat::new(seat));
                    score.games += 1;
                    score.unfinished += u64::from(played.outcome.unfinished);
                }
            }
            score.wins.observe(won as i64).unwrap_or_else(|_| unreachable!("the wins of all blocks fit"));
        }
        Ok(score)
    }
}

impl Score {
    /// Adds what the same player won elsewhere.
    pub(crate) fn add(&mut self, other: &Self) {
        self.wins.merge(&other.wins).unwrap_or_else(|_| unreachable!("the wins of all blocks fit"));
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.tables = other.tables;
    }

    /// Wins for each game that a fair share would be: the mean over the tables, 1 for a player as strong as the others. (At a table
    /// for two, twice
    /// the win rate.) With its standard error.
    pub(crate) fn fair_shares(&self) -> (f64, f64) {
        let unit = (self.tables * WIN) as f64;
        (self.wins.mean().unwrap_or(f64::NAN) / unit, self.wins.standard_error().unwrap_or(f64::NAN) / unit)
    }

    /// How many blocks were played.
    pub(crate) fn blocks(&self) -> u64 {
        self.wins.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal::game::Game;
    use fairdeal::games::scrip::Scrip;
    use fairdeal::input::Location;
    use fairdeal::strategy::StrategyFile;

    fn player(name: &str) -> <Scrip as Playable>::Player {
        StrategyFile::find::<Scrip>(name, &Location::whole("test")).expect("shipped").player::<Scrip>(2).expect("a kind of the list")
    }

    fn contest(opponents: &[&str]) -> Contest<Scrip> {
        let opponents: Vec<_> = opponents.iter().map(|name| player(name)).collect();
        Contest::new(&Settings::defaults(Scrip::DESCRIPTION.knobs), &[2, 3], &opponents, 5).expect("can be dealt")
    }

    /// A player without random numbers against itself: with all seats, it wins every block once at every table.
    #[test]
    fn who_plays_itself_has_its_fair_share() {
        let scores = contest(&["heuristic"]).scores(&[player("heuristic")], &(0..60)).expect("legal play");
        assert_eq!((scores[0].fair_shares(), scores[0].games, scores[0].blocks()), ((1.0, 0.0), 300, 60));
    }

    #[test]
    fn threads_change_nothing() {
        let candidates = ["heuristic", "greedy", "random"].map(player);
        let play = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| contest(&["heuristic", "greedy"]).scores(&candidates, &(100..700)).expect("legal play"))
        };
        let scores = play(1);
        assert_eq!(play(3), scores);
        assert!(scores.windows(2).all(|pair| pair[0].fair_shares().0 > pair[1].fair_shares().0));
    }
}
