//! Looks at results: measures every topic of a review in the tables of a run, for one set of rules.

use std::collections::BTreeMap;

use fairdeal_core::metrics::{LOST_GAMES, SHARED_WINS, UNFINISHED_GAMES};
use fairdeal_core::rows::{Against, CellKey, Often, Pick, PlayRow, ShareOfWins};
use fairdeal_study::results::Results;

use crate::finding::{Finding, Measured, Rank};
use crate::pace::Pace;
use crate::roster::Roster;
use crate::topic::{self, Limits, Topic, Trait};
use crate::wanted::Wanted;

/// A measure of leads says nothing if one player is ahead in fewer games than this.
const AHEAD: f64 = 0.3;

/// A kind of option that could be taken with another one fewer times than this is not judged.
const FEWEST_DECISIONS: u64 = 200;

/// A kind of choice that is made in a smaller share of all choices is not judged by what is at stake.
const FEWEST_CHOICES: f64 = 0.05;

/// A kind of option that a table takes fewer times in a game is not judged by what it is worth.
const OFTEN: f64 = 0.5;

/// A card that was dealt fewer times than this is not judged.
const FEWEST_DEALT: u128 = 100;

/// Results, and how they are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The results.
    pub results: &'a Results,
    /// The rules.
    pub variant: &'a str,
    /// The players, by size of the table.
    pub rosters: &'a [Roster],
    /// The thresholds.
    pub wanted: &'a Wanted,
    /// How long decisions take.
    pub pace: &'a Pace,
    /// The folder of the results below that of the review.
    pub folder: &'a str,
}

impl Look<'_> {
    /// Measures every topic of which the results tell.
    pub fn findings(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        self.seats(&mut found);
        self.endings(&mut found);
        self.lengths(&mut found);
        self.stalling(&mut found);
        self.play(&mut found);
        self.strength(&mut found);
        self.options(&mut found);
        self.restricted(&mut found);
        self.cards(&mut found);
        keep_what_ends(&mut found);
        for finding in found.iter_mut().filter(|one| one.is_wrong()) {
            finding.shown_by = self.shown_by(finding);
        }
        found
    }

    /// The words after `fairdeal show` that tell a game in which the matter of a finding is seen, for
    /// the folder of the review.
    fn shown_by(&self, finding: &Finding) -> Option<String> {
        let picks: &[Pick] = match finding.of.topic {
            Topic::NeverEnds => &[Pick::Unfinished],
            Topic::Ties => &[Pick::Shared],
            Topic::Length | Topic::LengthSpread | Topic::Waiting | Topic::Elimination => {
                &[Pick::Longest]
            }
            Topic::CatchUp => &[Pick::Comeback],
            Topic::Kingmaking => &[Pick::Dramatic, Pick::Closest],
            _ => return None,
        };
        let is_it = |pick: Pick| {
            self.results.games.iter().find(|row| {
                row.pick == pick
                    && row.cell.players == finding.players
                    && self.rank(&row.cell) == Some(finding.rank)
            })
        };
        let row = picks.iter().find_map(|pick| is_it(*pick))?;

        let lineup = fairdeal_study::words::quoted(&row.cell.lineup);
        Some(format!("--from {} --lineup {lineup} --pick {}", self.folder, row.pick.name()))
    }

    /// The size of the table and the strength of its players, if all are alike and the rules are
    /// those that are looked at.
    fn rank(&self, cell: &CellKey) -> Option<Rank> {
        if cell.variant != self.variant {
            return None;
        }
        let roster = self.rosters.iter().find(|roster| roster.players == cell.players)?;
        roster.rank_of(self.results.lineup(&cell.lineup))
    }

    /// Whether all win or lose together at this table.
    fn is_one_side(&self, players: usize) -> bool {
        self.results.names.is_one_side(players)
    }

    fn source(&self, table: &str) -> String {
        format!("{}/{table}", self.folder)
    }

    fn add(
        &self,
        found: &mut Vec<Finding>,
        of: &'static Trait,
        about: (String, usize, Rank),
        measured: Option<Measured>,
        (scale, table): (f64, &str),
    ) {
        let Some(measured) = measured else { return };
        let limits: Limits = self.wanted.limits(of);
        found.push(Finding::judged(of, limits, about, measured, scale, self.source(table)));
    }

    /// How often each seat wins.
    fn seats(&self, found: &mut Vec<Finding>) {
        let rows = &self.results.seat_balance;
        // Where the start goes round, the place after the first player is what counts.
        let starts_fixed = |cell: &CellKey| {
            rows.iter().any(|row| row.cell == *cell && row.goes_first == Often::Always)
        };
        let seats = rows.iter().filter(|row| starts_fixed(&row.cell));
        let seats = seats.map(|row| {
            let first = if row.goes_first == Often::Always { " (goes first)" } else { "" };
            (&row.cell, format!("seat {}{first}", row.seat + 1), &row.share, "seat_balance.csv")
        });
        let going_first = self.results.first_player.iter();
        let going_first = going_first.filter(|row| !starts_fixed(&row.cell)).map(|row| {
            (&row.cell, "the player who goes first".to_owned(), &row.share, "first_player.csv")
        });
        let places = self.results.places.iter();
        let places = places.filter(|row| !starts_fixed(&row.cell)).map(|row| {
            let name = fairdeal_study::words::ordinal(row.place + 1);
            (&row.cell, format!("the {name} player"), &row.share, "places.csv")
        });
        for (cell, subject, share, table) in seats.chain(going_first).chain(places) {
            if self.is_one_side(cell.players) {
                continue;
            }
            let Some(rank) = self.rank(cell) else { continue };
            let ShareOfWins { win_rate, win_rate_low: low, win_rate_high: high, .. } = share;
            let measured = Measured::of(*win_rate, *low, *high);
            for of in [&topic::SEAT_OFTEN, &topic::SEAT_RARELY] {
                let about = (subject.clone(), cell.players, rank);
                self.add(found, of, about, measured, (share.fair_share, table));
            }
        }
    }

    /// How games end.
    fn endings(&self, found: &mut Vec<Finding>) {
        for row in &self.results.shares {
            let Some(rank) = self.rank(&row.cell) else { continue };
            let one_side = self.is_one_side(row.cell.players);
            let of = match row.quantity.as_str() {
                name if name == UNFINISHED_GAMES.name => &topic::NEVER_ENDS,
                name if name == SHARED_WINS.name && !one_side => &topic::TIES,
                "forced_decisions" => &topic::FORCED,
                _ => continue,
            };
            let measured = Measured::of(row.estimate, row.low, row.high);
            // One game that does not end is one too many.
            let measured = match measured {
                Some(seen) if of.is(&topic::NEVER_ENDS) && row.count > 0 => {
                    let low = seen.ends.map_or(seen.value, |(low, _)| low);
                    let low = low.max(topic::NEVER_ENDS.limits.look);
                    let high = seen.ends.map_or(seen.value, |(_, high)| high);
                    Some(Measured { ends: Some((low, high.max(low))), ..seen })
                }
                Some(seen) if of.is(&topic::NEVER_ENDS) => Some(Measured { ends: None, ..seen }),
                other => other,
            };
            let about = (String::new(), row.cell.players, rank);
            self.add(found, of, about, measured, (1.0, "shares.csv"));
        }
        for row in &self.results.one_side {
            let Some(rank) = self.rank(&row.cell) else { continue };
            let can_be_lost = self.results.shares.iter().any(|row| row.quantity == LOST_GAMES.name);
            if rank != Rank::Strong || !can_be_lost {
                continue;
            }
            let measured = Measured::of(row.win_rate, row.win_rate_low, row.win_rate_high);
            for of in [&topic::TOO_EASY, &topic::TOO_HARD] {
                let about = (String::new(), row.cell.players, rank);
                self.add(found, of, about, measured, (1.0, "one_side.csv"));
            }
        }
    }

    /// How long games are, and how much their lengths differ.
    fn lengths(&self, found: &mut Vec<Finding>) {
        let felt = self.results.felt_unit();
        for row in self.results.lengths.iter().filter(|row| row.unit == "decisions") {
            let Some(rank) = self.rank(&row.cell) else { continue };
            let about = || (String::new(), row.cell.players, rank);
            let forced = self.forced(&row.cell).unwrap_or(0.0);
            if let (Some(mean), Some(sd)) = (row.mean, row.sd) {
                let error = 1.96 * sd / libm::sqrt(row.finished.max(1) as f64);
                let minutes = |decisions: f64| self.pace.minutes(decisions, forced);
                let ends = (minutes(mean - error), minutes(mean + error));
                let measured = Measured { value: minutes(mean), ends: Some(ends) };
                let rows = (1.0, "lengths.csv");
                self.add(found, &topic::LENGTH, about(), Some(measured), rows);
            }
        }
        let cells: Vec<&CellKey> = self.results.lengths.iter().map(|row| &row.cell).collect();
        let mut seen: Vec<&CellKey> = Vec::new();
        for cell in cells {
            if seen.contains(&cell) {
                continue;
            }
            seen.push(cell);
            let Some(rank) = self.rank(cell) else { continue };
            let about = (String::new(), cell.players, rank);
            let measured = self.spread(cell, felt);
            self.add(found, &topic::LENGTH_SPREAD, about, measured, (1.0, "length_histogram.csv"));
        }
    }

    /// How much longer games between players of another kind are than those between the strongest: for
    /// each kind but the weakest, who may only play badly.
    fn stalling(&self, found: &mut Vec<Finding>) {
        let felt = self.results.felt_unit();
        for roster in self.rosters {
            let mean = |name: &String| {
                let row = self.results.lengths.iter().find(|row| {
                    let lineup = self.results.lineup(&row.cell.lineup);
                    row.cell.variant == self.variant
                        && row.unit == felt
                        && lineup.len() == roster.players
                        && lineup.iter().all(|one| one == name)
                })?;
                Some((row.mean?, 1.96 * row.sd? / libm::sqrt(row.finished.max(1) as f64)))
            };
            let mut names = roster.ranked.iter();
            let Some((usual, _)) = names.next().and_then(&mean) else { continue };
            let _weakest = names.next_back();
            let longest = names.filter_map(|name| {
                let (length, error) = mean(name)?;
                let ends = ((length - error) / usual, (length + error) / usual);
                Some((name, Measured { value: length / usual, ends: Some(ends) }))
            });
            let longest = longest.max_by(|one, other| one.1.value.total_cmp(&other.1.value));
            if let Some((name, measured)) = longest.filter(|_| usual > 0.0) {
                let about = (name.clone(), roster.players, Rank::All);
                self.add(found, &topic::STALLING, about, Some(measured), (1.0, "lengths.csv"));
            }
        }
    }

    /// The share of forced decisions in a cell.
    fn forced(&self, cell: &CellKey) -> Option<f64> {
        let is_it = |row: &&fairdeal_core::rows::ShareRow| {
            row.cell == *cell && row.quantity == "forced_decisions"
        };
        self.results.shares.iter().find(is_it)?.estimate
    }

    /// How much the lengths of a cell in a unit differ.
    fn spread(&self, cell: &CellKey, unit: &str) -> Option<Measured> {
        let rows = self.results.length_histogram.iter();
        let own = rows.filter(|row| row.cell == *cell && row.unit == unit);
        spread(&own.map(|row| (row.length, row.games)).collect())
    }

    /// A row of the measures of play.
    fn measure<'r>(
        &'r self,
        name: &'r str,
        subject: Option<&'r str>,
    ) -> impl Iterator<Item = (Rank, &'r PlayRow, Measured)> {
        self.results.play.iter().filter_map(move |row| {
            let is_it = row.measure == name
                && subject.is_none_or(|subject| row.subject == subject)
                && row.average.among > 0;
            let rank = is_it.then(|| self.rank(&row.cell))??;
            let average = &row.average;
            Some((rank, row, Measured::of(average.estimate, average.low, average.high)?))
        })
    }

    /// How the game plays.
    fn play(&self, found: &mut Vec<Finding>) {
        let table = "play.csv";
        let about = |row: &PlayRow, rank: Rank| (String::new(), row.cell.players, rank);
        let simple: [(&str, Option<&str>, &'static Trait); 2] = [
            ("out_early", None, &topic::ELIMINATION),
            ("decisive_80", None, &topic::DECIDED_EARLY),
        ];
        for (name, subject, of) in simple {
            for (rank, row, measured) in self.measure(name, subject) {
                if !self.is_one_side(row.cell.players) {
                    self.add(found, of, about(row, rank), Some(measured), (1.0, table));
                }
            }
        }
        for (rank, row, measured) in self.measure("kingmaking", None) {
            let is_it = |length: &&fairdeal_core::rows::LengthRow| {
                length.cell == row.cell && length.unit == "decisions"
            };
            let decisions = self.results.lengths.iter().find(is_it).and_then(|length| length.mean);
            let in_a_game = decisions.map(|decisions| measured.times(decisions));
            self.add(found, &topic::KINGMAKING, about(row, rank), in_a_game, (1.0, table));
        }
        for (rank, row, measured) in self.measure("longest_wait", None) {
            let forced = self.forced(&row.cell).unwrap_or(0.0);
            let minutes = measured.times(self.pace.minutes_of_a_decision(forced));
            self.add(found, &topic::WAITING, about(row, rank), Some(minutes), (1.0, table));
        }
        let leads: [(&str, &'static Trait); 2] =
            [("a third", &topic::RUNAWAY), ("two thirds", &topic::CATCH_UP)];
        for (part, of) in leads {
            for (rank, row, measured) in self.measure("leader_wins", Some(part)) {
                let mut ahead = self.measure("ahead", Some(part));
                let ahead = ahead.find(|(_, other, _)| other.cell == row.cell);
                let is_often = ahead.is_some_and(|(_, _, ahead)| ahead.value >= AHEAD);
                if is_often && !self.is_one_side(row.cell.players) {
                    let fair = 1.0 / row.cell.players as f64;
                    let scale = if of.is(&topic::CATCH_UP) { fair } else { 1.0 };
                    self.add(found, of, about(row, rank), Some(measured), (scale, table));
                }
            }
        }
        for (rank, row, measured) in self.measure("stakes", None) {
            let (of, measured) = (&topic::DEAD_CHOICE, from_zero(measured));
            self.add(found, of, about(row, rank), Some(measured), (1.0, table));
        }
        for (rank, row, measured) in self.measure("stakes_of_kind", None) {
            let all = |other: &&PlayRow| {
                other.cell == row.cell && other.measure == row.measure && other.average.among > 0
            };
            let all: u128 = self.results.play.iter().filter(all).map(|row| row.average.among).sum();
            let share = row.average.among as f64 / all.max(1) as f64;
            if (FEWEST_CHOICES..1.0).contains(&share) {
                let about = (row.subject.clone(), row.cell.players, rank);
                let measured = Some(from_zero(measured));
                self.add(found, &topic::DEAD_CHOICE, about, measured, (1.0, table));
            }
        }
    }

    /// How much skill and luck count: one good player among weak ones, and one weak player among
    /// good ones.
    fn strength(&self, found: &mut Vec<Finding>) {
        for row in self.results.strategies.iter().filter(|row| row.cell.variant == self.variant) {
            let players = row.cell.players;
            if self.is_one_side(players) {
                continue;
            }
            let Some(roster) = self.rosters.iter().find(|roster| roster.players == players) else {
                continue;
            };
            let (Some(strong), Some(weak)) = (roster.name(Rank::Strong), roster.name(Rank::Weak))
            else {
                continue;
            };
            let lineup = self.results.lineup(&row.cell.lineup);
            let is_one = |one: &str, others: &str| {
                let (mine, rest): (Vec<&String>, Vec<&String>) =
                    lineup.iter().partition(|name| *name == one);
                row.strategy == one && mine.len() == 1 && rest.iter().all(|name| *name == others)
            };
            let share = &row.share;
            let Some(won) = Measured::of(share.win_rate, share.win_rate_low, share.win_rate_high)
            else {
                continue;
            };
            let fair = share.fair_share;
            let about = || (String::new(), players, Rank::All);
            let rows = (1.0, "strategies.csv");
            if is_one(strong, weak) && fair < 1.0 {
                let gained = |rate: f64| (rate - fair) / (1.0 - fair);
                let ends = won.ends.map(|(low, high)| (gained(low), gained(high)));
                let measured = Measured { value: gained(won.value), ends };
                self.add(found, &topic::LITTLE_SKILL, about(), Some(measured), rows);
                self.add(found, &topic::MUCH_SKILL, about(), Some(measured), rows);
            }
            if is_one(weak, strong) && fair > 0.0 {
                let measured = Some(won.times(1.0 / fair));
                self.add(found, &topic::LITTLE_LUCK, about(), measured, rows);
                self.add(found, &topic::MUCH_LUCK, about(), measured, rows);
                // Good players who beat weak ones but not one weak player among themselves are rough:
                // that is no luck.
                if self.gains(players, strong, weak) {
                    found.pop_if(|luck| luck.of.is(&topic::MUCH_LUCK) && luck.is_wrong());
                }
            }
        }
    }

    /// Whether one player of a strategy among others of another one clearly wins more than a fair share.
    fn gains(&self, players: usize, one: &str, others: &str) -> bool {
        let rows = self.results.strategies.iter().filter(|row| {
            row.cell.variant == self.variant && row.cell.players == players && row.strategy == one
        });
        rows.into_iter().any(|row| {
            let lineup = self.results.lineup(&row.cell.lineup);
            let (mine, rest): (Vec<&String>, Vec<&String>) =
                lineup.iter().partition(|name| *name == one);
            let fair = row.share.fair_share;
            let gain = row.share.win_rate_low.map_or(0.0, |low| (low - fair) / (1.0 - fair));
            mine.len() == 1
                && rest.iter().all(|name| *name == others)
                && gain > topic::LITTLE_SKILL.limits.look
        })
    }

    /// Kinds of option that are always or never taken where another one could be.
    fn options(&self, found: &mut Vec<Finding>) {
        for row in &self.results.decisions {
            let Some(rank) = self.rank(&row.cell) else { continue };
            let free = row.decisions.saturating_sub(row.forced);
            if rank != Rank::Strong || free < FEWEST_DECISIONS || self.is_the_only_kind(row) {
                continue;
            }
            let taken = row.chosen.saturating_sub(row.forced) as f64 / free as f64;
            let reach =
                1.96 * libm::sqrt((taken * (1.0 - taken)).max(1.0 / free as f64) / free as f64);
            let ends = ((taken - reach).max(0.0), (taken + reach).min(1.0));
            let measured = Some(Measured { value: taken, ends: Some(ends) });
            for of in [&topic::DOMINANT_OPTION, &topic::USELESS_OPTION] {
                let about = (row.kind.clone(), row.cell.players, rank);
                self.add(found, of, about, measured, (1.0, "decisions.csv"));
            }
        }
    }

    /// Whether the kind is the only one at nearly all of its decisions, so that it is no choice
    /// between kinds: it is legal about as often as any is chosen there.
    fn is_the_only_kind(&self, row: &fairdeal_core::rows::DecisionRow) -> bool {
        let others = self.results.decisions.iter().filter(|other| {
            other.cell == row.cell && other.strategy == row.strategy && other.kind != row.kind
        });
        others.map(|other| other.decisions).sum::<u64>() == 0 || row.chosen >= row.decisions
    }

    /// What a kind of option is worth: a player goes without.
    fn restricted(&self, found: &mut Vec<Finding>) {
        for row in self.results.restricted.iter().filter(|row| row.cell.variant == self.variant) {
            let players = row.cell.players;
            let mut rosters = self.rosters.iter();
            let is_strongest = rosters.any(|roster| {
                roster.players == players && roster.name(Rank::Strong) == Some(&row.strategy)
            });
            // What is rarely done is worth little, but not useless.
            if !is_strongest || (row.chosen as f64) < OFTEN * row.games as f64 {
                continue;
            }
            let about = (row.kind.clone(), players, Rank::Strong);
            let measured = Measured::of(row.cost, row.cost_low, row.cost_high);
            self.add(found, &topic::NEEDLESS_OPTION, about, measured, (1.0, "restricted.csv"));
        }
    }

    /// What it is worth to be dealt a card.
    fn cards(&self, found: &mut Vec<Finding>) {
        for row in &self.results.cards {
            let is_dealt = row.event == "dealt" && row.against == Against::Exchanged;
            let Some(rank) = self.rank(&row.cell).filter(|_| is_dealt) else { continue };
            if rank != Rank::Strong || row.games < FEWEST_DEALT {
                continue;
            }
            let measured = Measured::of(row.estimate, row.low, row.high);
            for of in [&topic::DOMINANT_CARD, &topic::USELESS_CARD] {
                let about = (row.card.clone(), row.cell.players, rank);
                self.add(found, of, about, measured, (1.0, "cards.csv"));
            }
        }
    }
}

/// A value that cannot lie below 0: what is measured there is noise, and the true value may lie as far
/// above 0 as the interval is wide on one side.
fn from_zero(measured: Measured) -> Measured {
    let ends = measured.ends.map(|(low, high)| (low.max(0.0), high.max((high - low) / 2.0)));
    Measured { value: measured.value.max(0.0), ends }
}

/// The 95th percentile of lengths, divided by the median, with an interval from order statistics. (The
/// games of equal players are independent.) `lengths`: how many games had each length.
fn spread(lengths: &BTreeMap<u64, u64>) -> Option<Measured> {
    let games: u64 = lengths.values().sum();
    let at = |rank: f64| {
        let rank = (rank.max(1.0) as u64).min(games);
        let mut below = 0;
        let length = lengths.iter().find(|(_, count)| {
            below += **count;
            below >= rank
        });
        length.map(|(length, _)| *length as f64)
    };
    // The length of this share of games, moved by so many standard errors of the share.
    let quantile = |share: f64, errors: f64| {
        let reach = errors * libm::sqrt(games as f64 * share * (1.0 - share));
        at(libm::ceil(share * games as f64 + reach))
    };
    // The median is known much better than the 95th percentile.
    let ratio = |errors: f64| Some(quantile(0.95, errors)? / quantile(0.5, 0.0)?.max(1.0));
    Some(Measured { value: ratio(0.0)?, ends: ratio(-1.96).zip(ratio(1.96)) })
}

/// Where hardly a game ends, nothing else can be said of who wins, nor of how a game goes. Strengths are
/// compared where the strongest players end their games.
fn keep_what_ends(found: &mut Vec<Finding>) {
    let endless = found.iter().filter(|one| one.is_endless());
    let endless: Vec<(usize, Rank)> = endless.map(|one| (one.players, one.rank)).collect();
    found.retain(|one| {
        let rank = if one.rank == Rank::All { Rank::Strong } else { one.rank };
        let stays = [Topic::NeverEnds, Topic::Forced, Topic::DeadRule].contains(&one.of.topic);
        stays || one.of.is(&topic::STALLING) || !endless.contains(&(one.players, rank))
    });
}

#[cfg(test)]
mod ending_tests {
    use super::*;
    use crate::finding::Measured;

    #[test]
    fn where_no_game_ends_nothing_is_said_of_seats() {
        let found = |of: &'static crate::topic::Trait, players, rank, value| {
            let measured = Measured { value, ends: None };
            Finding::judged(of, of.limits, ("", players, rank), measured, 1.0, "")
        };
        let mut all = vec![
            found(&topic::NEVER_ENDS, 2, Rank::Strong, 1.0),
            found(&topic::SEAT_OFTEN, 2, Rank::Strong, 0.0),
            found(&topic::LITTLE_SKILL, 2, Rank::All, 0.5),
            found(&topic::SEAT_OFTEN, 3, Rank::Strong, 0.3),
            found(&topic::SEAT_OFTEN, 2, Rank::Weak, 0.5),
        ];
        keep_what_ends(&mut all);
        let left: Vec<(usize, Rank)> = all.iter().map(|one| (one.players, one.rank)).collect();
        assert_eq!(left, [(2, Rank::Strong), (3, Rank::Strong), (2, Rank::Weak)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Mark;

    #[test]
    fn noise_below_zero_settles_nothing() {
        let of = |value: f64, reach: f64| {
            let measured = Measured { value, ends: Some((value - reach, value + reach)) };
            let (of, about) = (&topic::DEAD_CHOICE, ("", 2, Rank::Strong));
            Finding::judged(of, of.limits, about, from_zero(measured), 1.0, "").mark
        };
        assert_eq!(of(-0.083, 0.087), Mark::NotSettled, "an interval of 17 points");
        assert_eq!(of(-0.001, 0.004), Mark::Broken);
        assert_eq!(of(0.1, 0.02), Mark::Fine);
    }

    #[test]
    fn lengths_differ_by_their_tail() {
        // A hundred games of each length from 1 to 100.
        let even: BTreeMap<u64, u64> = (1..=100).map(|length| (length, 100)).collect();
        let seen = spread(&even).expect("games");
        assert!((seen.value - 95.0 / 50.0).abs() < 1e-9, "{seen:?}");
        // 1.96 standard errors of 95 % of 10,000 games are 43 games: less than one length.
        assert_eq!(seen.ends, Some((95.0 / 50.0, 96.0 / 50.0)));
        let alike = spread(&BTreeMap::from([(30, 500)])).expect("games");
        assert_eq!((alike.value, alike.ends), (1.0, Some((1.0, 1.0))));
        assert_eq!(spread(&BTreeMap::new()), None);
    }
}
