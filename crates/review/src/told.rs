//! A review in words: sentences, the table of the screen, and the recommendation.

use std::collections::{BTreeMap, BTreeSet};

use fairdeal_study::words::{and, capitalized, counted};
use serde::Serialize;

use crate::change::Change;
use crate::cure::{Cure, CureAtTable};
use crate::finding::{Finding, Mark, Rank};
use crate::players::FEWEST_GAMES;
use crate::remedy::to_avoid;
use crate::review::Review;
use crate::topic::{Direction, NEEDLESS_OPTION, STALLING, TRAITS, Topic, Trait, Unit};

/// A review of fewer shuffles says so.
const FEW: u64 = 256;

/// What only people can say.
pub const OUT_OF_REACH: &str = "Whether the game is fun, and how hard its rules are to learn, only \
     people can say.";

/// The findings about one matter: the worst first.
#[derive(Clone, Debug)]
pub struct Matter<'a> {
    /// The findings.
    pub findings: Vec<&'a Finding>,
}

impl<'a> Matter<'a> {
    /// The worst finding.
    pub fn worst(&self) -> &'a Finding {
        self.findings[0]
    }

    /// The mark of the worst.
    pub fn mark(&self) -> Mark {
        self.worst().mark
    }
}

/// Puts findings together by what they are about, in the order in which they matter. Only findings
/// of the strongest players, and of all players together, decide.
pub fn matters(findings: &[Finding]) -> Vec<Matter<'_>> {
    let mut matters: Vec<Matter<'_>> = Vec::new();
    for finding in findings.iter().filter(|one| matches!(one.rank, Rank::Strong | Rank::All)) {
        match matters.iter_mut().find(|matter| matter.worst().of.is_like(finding.of)) {
            Some(matter) => matter.findings.push(finding),
            None => matters.push(Matter { findings: vec![finding] }),
        }
    }
    matters
}

/// The topics of which no matter has a worse mark than this one.
fn topics(matters: &[Matter<'_>], mark: Mark) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for matter in matters.iter().filter(|matter| matter.mark() == mark) {
        let topic = matter.worst().of.topic;
        let is_worse = |other: &Matter<'_>| other.worst().of.topic == topic && other.mark() < mark;
        let name = topic.title().to_owned();
        if !names.contains(&name) && !matters.iter().any(is_worse) {
            names.push(name);
        }
    }
    names
}

/// A review as a screen shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What makes it rough, if something does.
    pub rough: Option<String>,
    /// What is wrong, the worst first: the mark, its name, and what was measured.
    pub wrong: Vec<[String; 3]>,
    /// What to do.
    pub advice: Vec<String>,
    /// Changes that would break something.
    pub warnings: Vec<String>,
    /// The topics that are not settled.
    pub not_settled: Vec<String>,
    /// The topics that are fine.
    pub fine: Vec<String>,
}

impl Review {
    /// The review as a screen shows it.
    pub fn summary(&self) -> Summary {
        let matters = matters(&self.findings);
        let worst = matters.iter().map(Matter::worst).filter(|worst| worst.is_wrong());
        let row = |one: &Finding| [one.mark.name().to_owned(), one.title(), one.sentence()];
        Summary {
            rough: self.roughness(),
            wrong: worst.map(row).collect(),
            advice: self.recommendation(),
            warnings: self.warnings(),
            not_settled: topics(&matters, Mark::NotSettled),
            fine: topics(&matters, Mark::Fine),
        }
    }
}

/// A sentence about tables of so many players: "With 4 players, ties are …".
fn at_table(players: usize, told: &str) -> String {
    match players {
        0 => format!("{}.", capitalized(told)),
        1 => format!("With one player, {told}."),
        players => format!("With {players} players, {told}."),
    }
}

impl Finding {
    /// The finding in a sentence.
    pub fn sentence(&self) -> String {
        let value = self.value_in_words();
        let subject = &self.subject;
        let fair = self.in_words(self.scale);
        let of_weak = match self.rank {
            Rank::Weak => " between weak players",
            Rank::Middle => " between players of middling strength",
            Rank::Strong | Rank::All => "",
        };
        if self.players == 0 {
            let is_knob = subject.starts_with("the knob ") && !subject.contains(" change");
            let end = if is_knob { " changed no game" } else { "" };
            return format!("{}{end}.", capitalized(subject));
        }
        let about = match (self.of.topic, self.of.unit) {
            (Topic::DeadRule | Topic::Unplayable, _) => subject.clone(),
            (Topic::NeverEnds, _) => format!("{value} of games do not end by themselves"),
            (Topic::Seats, _) => format!("{subject} wins {value} (fair: {fair})"),
            (Topic::Ties, _) => format!("{value} of games have several winners"),
            (Topic::DecidedEarly, _) => {
                format!("the winner's chance passes 80 % when {value} of the game is over")
            }
            (Topic::Runaway, _) => {
                format!("the player who is ahead after a third of the game wins {value}")
            }
            (Topic::CatchUp, _) => format!(
                "the player who is ahead after two thirds of the game wins {value} (fair: {fair})"
            ),
            (Topic::Skill, _) => {
                let share = 1.0 / self.players as f64;
                let won = self.measured.moved(share, 1.0 - share);
                format!(
                    "one good player among weak ones wins {} (fair: {})",
                    self.measured_in_words(won),
                    self.in_words(share)
                )
            }
            (Topic::Luck, _) => {
                let share = 1.0 / self.players as f64;
                let won = self.measured.times(share);
                format!(
                    "one weak player among good ones wins {} (fair: {})",
                    self.measured_in_words(won),
                    self.in_words(share)
                )
            }
            (Topic::DeadChoice, _) => {
                let place = if subject.is_empty() {
                    String::new()
                } else {
                    format!("where players took \"{subject}\", ")
                };
                format!("{place}the best option wins {value} more often than the worst")
            }
            (Topic::Useless, _) if self.of.is(&NEEDLESS_OPTION) => {
                if self.measured.value > 0.0 {
                    format!("a player who never takes \"{subject}\" wins {value} less often")
                } else {
                    format!("a player who never takes \"{subject}\" wins no less often ({value})")
                }
            }
            (Topic::Dominant | Topic::Useless, Unit::Points) => {
                format!(
                    "a player who is dealt {subject} instead of another card wins {value} more often"
                )
            }
            (Topic::Dominant | Topic::Useless, _) => {
                format!("good players take \"{subject}\" in {value} of the cases in which they can")
            }
            (Topic::Forced, _) => format!("{value} of decisions have a single option"),
            (Topic::Elimination, _) => {
                format!(
                    "{value} of the game is left when the first player has nothing to decide any more"
                )
            }
            (Topic::Kingmaking, _) => {
                format!(
                    "{value} in a game, a player without a chance decides which of the others wins"
                )
            }
            (Topic::Waiting, _) => format!("the longest wait of a player takes {value}"),
            (Topic::LengthSpread, _) if self.of.is(&STALLING) => format!(
                "games between `{subject}` players are {value} as long as between the strongest ones"
            ),
            (Topic::LengthSpread, _) => {
                format!("one game in twenty is at least {value} as long as the middle one")
            }
            (Topic::Length, _) => format!("a game takes {value}"),
            (Topic::Scores, _) => format!("good players win {value} of games"),
        };
        at_table(self.players, &format!("{about}{of_weak}"))
    }

    /// What is wrong, or would be, in a few words.
    pub fn title(&self) -> String {
        let Trait { topic, wrong, direction, .. } = self.of;
        match (topic, direction) {
            (Topic::Seats, Direction::More) => {
                format!("{} wins too often", capitalized(&self.subject))
            }
            (Topic::Seats, Direction::Less) => {
                format!("{} wins too rarely", capitalized(&self.subject))
            }
            (Topic::Dominant | Topic::Useless, _) => {
                format!("{}: \"{}\"", capitalized(wrong), self.subject)
            }
            _ => capitalized(wrong),
        }
    }
}

impl Review {
    /// What makes the review rough, if something does.
    pub fn roughness(&self) -> Option<String> {
        let shuffles = self.budget.blocks;
        let few = (shuffles < FEW).then(|| {
            let shuffles = counted(shuffles.into(), "shuffle", "shuffles");
            format!("Only {shuffles} were played: a longer review is more certain.")
        });
        let both: Vec<String> = self.players_are_rough().into_iter().chain(few).collect();
        (!both.is_empty()).then(|| both.join(" "))
    }

    /// Why players are rough, if they are.
    fn players_are_rough(&self) -> Option<String> {
        let games = self.budget.games;
        if games == 0 {
            return Some(
                "The players did not learn the game: a better player may see other things."
                    .to_owned(),
            );
        }
        if games < FEWEST_GAMES {
            let games = counted(games.into(), "game", "games");
            return Some(format!(
                "The players are rough: they learned from only {games}. A longer review has better ones."
            ));
        }
        if self.learns_draft_alone {
            return Some(
                "The players learned the draft alone: changed rules could not be played."
                    .to_owned(),
            );
        }
        let attacked = self.attacked?;
        attacked.is_rough().then(|| {
            format!(
                "The players are rough: another player learned to beat them, and won {:.0} % (fair, on average over the tables: {:.0} %).",
                100.0 * attacked.wins,
                100.0 * attacked.fair
            )
        })
    }

    /// The review in a paragraph that a publisher could read.
    pub fn paragraph(&self, title: &str) -> String {
        let matters = matters(&self.findings);
        let of = |mark: Mark| matters.iter().filter(|matter| matter.mark() == mark).count();
        let (broken, look) = (of(Mark::Broken), of(Mark::LookAt));
        let sizes: Vec<String> =
            self.rosters.iter().map(|roster| roster.players.to_string()).collect();
        let begin = match (broken, look) {
            (0, 0) => {
                format!("No fault was found in {title} by games between programs.")
            }
            (0, look) => format!(
                "Nothing in {title} is broken; {} worth a look.",
                counted_are(look, "thing", "things")
            ),
            (broken, _) => format!(
                "{} broken in {title}.",
                capitalized(&counted_are(broken, "thing", "things"))
            ),
        };
        let wrong = matters.iter().filter(|matter| matter.worst().is_wrong()).take(3);
        let wrong = wrong.map(|matter| matter.worst().sentence());
        let who = match sizes.len() {
            1 if sizes[0] == "1" => "one player alone".to_owned(),
            _ => format!("{} players", and(&sizes)),
        };
        let by = if self.budget.games > 0 {
            "by players who learned the game by playing it"
        } else {
            "by simple players"
        };
        let played = format!("It was played with {who}, {by}.");
        let parts = std::iter::once(begin).chain(wrong).chain([played]).chain(self.roughness());
        parts.collect::<Vec<_>>().join(" ")
    }

    /// What to do, in sentences: the best tested change, what no knob mends, and what is untried.
    pub fn recommendation(&self) -> Vec<String> {
        let matters = matters(&self.findings);
        let wrong: Vec<&Matter<'_>> =
            matters.iter().filter(|matter| matter.mark() == Mark::Broken).collect();
        let wrong = if wrong.is_empty() {
            matters.iter().filter(|matter| matter.mark() == Mark::LookAt).collect()
        } else {
            wrong
        };
        let mut told = Vec::new();
        let best = self.cures.iter().find(|cure| cure.helps());
        if let Some(cure) = best {
            told.push(recommended(cure));
        }
        let is_mended = |of: &Trait| {
            let has = |all: &[&'static Trait]| all.iter().any(|one| one.is_like(of));
            best.is_some_and(|cure| {
                cure.tables.iter().any(|table| has(&table.mends))
                    && cure.tables.iter().all(|table| !has(&table.leaves))
            })
        };
        let mut advised: Vec<&str> = Vec::new();
        let mut is_untried = false;
        for matter in wrong {
            let of = matter.worst().of;
            let advice = of.advice;
            let is_told = of.is_a_matter_of_taste() || advised.contains(&advice);
            if is_mended(of) || is_told || advised.len() == 4 {
                continue;
            }
            advised.push(advice);
            let is_mended_somewhere = best.is_some_and(|cure| {
                cure.tables.iter().any(|table| table.mends.iter().any(|one| one.is_like(of)))
            });
            let why = if of.is_of_rules() {
                ""
            } else if self.effects.is_empty() {
                " The game has no knob that could be tried."
            } else if is_mended_somewhere {
                " At some tables it stays."
            } else if self.tried.iter().any(|one| one.is_like(of)) {
                " No knob that was tried mends it."
            } else {
                " No knob was tried against it."
            };
            is_untried |= !of.is_of_rules();
            told.push(format!("{}.{why} {advice}", matter.worst().title()));
        }
        if is_untried {
            told.push("What has no knob is untried: write it as a house rule in the file (docs/house-rules.md), and review the game again.".to_owned());
        }
        if told.is_empty() {
            told.push("Nothing has to be changed for the sake of balance.".to_owned());
        }
        told
    }
}

impl Review {
    /// The changes that would break something, in sentences: of each knob the smallest one.
    pub fn warnings(&self) -> Vec<String> {
        if !self.budget.shows_effects() {
            return Vec::new();
        }
        let told = |(change, broken): (&Change, &Finding)| {
            format!("{}: {}", change.name(), broken.sentence())
        };
        to_avoid(&self.effects).into_iter().map(told).collect()
    }
}

/// "one thing is", "2 things are".
fn counted_are(number: usize, one: &str, several: &str) -> String {
    match number {
        1 => format!("one {one} is"),
        _ => format!("{} are", counted(number as u128, one, several)),
    }
}

/// A tested change in a sentence.
fn recommended(cure: &Cure) -> String {
    let tested = if cure.adapted {
        "Players who learned these rules tested it on fresh shuffles."
    } else {
        "It was tested on fresh shuffles, by players who did not learn these rules."
    };
    let left = left(cure);
    let left = if left.is_empty() {
        String::new()
    } else {
        format!(" This is not mended, or not for sure: {left}.")
    };
    let mended = mended(cure);
    let set = cure.change.name();
    format!("Set {set}: it breaks nothing, and mends this: {mended}.{left} {tested}")
}

/// What a change leaves, with its values: "games do not end (2 players: 82.8 % → 0.8 %)".
fn left(cure: &Cure) -> String {
    let mut told = BTreeMap::<&str, Vec<String>>::new();
    for table in &cure.tables {
        let players = counted(table.players as u128, "player", "players");
        for (wrong, one) in table.leaves.iter().map(|of| (of.wrong, of)) {
            let is_it = |(before, _): &&(Finding, Option<Finding>)| std::ptr::eq(before.of, *one);
            let values = table.values.iter().find(is_it).map(|(before, after)| {
                let value = |one: &Finding| one.in_words(one.measured.value);
                let after = after.as_ref().map_or_else(|| "not measured".to_owned(), value);
                format!("{players}: {} → {after}", value(before))
            });
            told.entry(wrong).or_default().push(values.unwrap_or_else(|| players.clone()));
        }
    }
    let told = told.iter().map(|(wrong, tables)| format!("{wrong} ({})", tables.join("; ")));
    and(&told.collect::<Vec<_>>())
}

/// What a change mends, each with its tables: "many wins are shared (2 and 3 players)".
fn mended(cure: &Cure) -> String {
    let mends = cure.tables.iter().flat_map(|table| &table.mends);
    let places: BTreeSet<usize> = mends.map(|one| one.place()).collect();
    let mut phrases: Vec<&str> = places.into_iter().map(|place| TRAITS[place].wrong).collect();
    phrases.dedup();
    let told = phrases.into_iter().map(|wrong| {
        let is_there = |table: &&CureAtTable| table.mends.iter().any(|one| one.wrong == wrong);
        let tables = cure.tables.iter().filter(is_there);
        let sizes: Vec<String> = tables.map(|table| table.players.to_string()).collect();
        match &sizes[..] {
            _ if cure.tables.len() == 1 => wrong.to_owned(),
            [alone] if alone == "1" => format!("{wrong} (one player)"),
            _ => format!("{wrong} ({} players)", and(&sizes)),
        }
    });
    and(&told.collect::<Vec<_>>())
}
