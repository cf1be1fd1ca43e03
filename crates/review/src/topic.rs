//! What a review looks at: its topics, and the thresholds from which something is worth a look, or
//! broken.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A topic of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// Games that do not end by themselves.
    NeverEnds,
    /// The share of wins of each seat.
    Seats,
    /// Wins that several players share.
    Ties,
    /// When the winner is decided.
    DecidedEarly,
    /// Whether a lead grows by itself.
    Runaway,
    /// Whether a lead is worth anything.
    CatchUp,
    /// How much of the result is luck.
    Luck,
    /// How much of the result is skill.
    Skill,
    /// Choices that change nothing.
    DeadChoice,
    /// A kind of option or a card that is too good.
    Dominant,
    /// A kind of option or a card that is too bad.
    Useless,
    /// Rules that do nothing.
    DeadRule,
    /// Rules with which a game cannot be played to its end.
    Unplayable,
    /// Decisions with a single option.
    Forced,
    /// A player who cannot win decides who does.
    Kingmaking,
    /// Players who are out of the game early.
    Elimination,
    /// How long players wait for their next decision.
    Waiting,
    /// How long a game takes.
    Length,
    /// How much the lengths of games differ.
    LengthSpread,
    /// What one player alone or a team of all reaches.
    Scores,
}

/// On which side of a threshold something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// There is more of it than good games have.
    More,
    /// There is less of it.
    Less,
}

impl Direction {
    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::More => "more",
            Self::Less => "less",
        }
    }
}

/// The unit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share, shown in per cent.
    Percent,
    /// A difference of chances, shown in points.
    Points,
    /// Minutes.
    Minutes,
    /// A factor.
    Times,
}

/// The thresholds of a topic in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// From here on it is worth a look. For seats and leads: in shares of a fair share.
    pub look: f64,
    /// From here on it is broken. A topic that is only ever worth a look has none.
    pub broken: Option<f64>,
}

/// What a topic is about, in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Trait {
    /// The topic.
    pub topic: Topic,
    /// The direction.
    pub direction: Direction,
    /// The unit of its values.
    pub unit: Unit,
    /// Its usual thresholds.
    pub limits: Limits,
    /// Whether small values are wrong; otherwise large ones are.
    pub is_below: bool,
    /// What is measured, in words.
    pub measured: &'static str,
    /// Where the thresholds come from.
    pub source: &'static str,
    /// What is wrong, in a few words, for a table.
    pub wrong: &'static str,
    /// What to do, in a sentence.
    pub advice: &'static str,
}

impl Trait {
    /// Its place among [`TRAITS`].
    pub fn place(&self) -> usize {
        TRAITS.iter().position(|one| one.is(self)).unwrap_or(TRAITS.len())
    }

    /// Whether both are about the same matter: that one seat wins too often and that another one
    /// wins too rarely is the same, and so are much skill and little luck.
    pub fn is_like(&self, other: &Self) -> bool {
        let matter = |of: &Self| match (of.topic, of.direction) {
            (Topic::Seats, _) => (Topic::Seats, Direction::More),
            (Topic::Luck, Direction::Less) => (Topic::Skill, Direction::More),
            (Topic::Luck, Direction::More) => (Topic::Skill, Direction::Less),
            other => other,
        };
        matter(self) == matter(other)
    }

    /// Whether it is only worth knowing: many good games are like that.
    pub fn is_a_matter_of_taste(&self) -> bool {
        self.is(&MUCH_SKILL) || self.is(&LITTLE_LUCK)
    }

    /// Whether it is about the rules themselves, and has no value.
    pub fn is_of_rules(&self) -> bool {
        matches!(self.topic, Topic::DeadRule | Topic::Unplayable)
    }

    /// Whether both are the same.
    pub fn is(&self, other: &Self) -> bool {
        let key = |one: &Self| (one.topic, one.direction, one.measured);
        key(self) == key(other)
    }
}

const fn limits(look: f64, broken: f64) -> Limits {
    Limits { look, broken: Some(broken) }
}

const fn only_look(look: f64) -> Limits {
    Limits { look, broken: None }
}

/// A convention of this program, where no published figure is known.
const OURS: &str = "a convention of this program";

/// Games that a limit had to end.
pub static NEVER_ENDS: Trait = Trait {
    topic: Topic::NeverEnds,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(0.000_1, 0.005),
    is_below: false,
    measured: "games that a limit had to end",
    source: "a game must end by its rules (Browne, \"Automatic generation and evaluation of recombination games\", 2008: completion)",
    wrong: "games do not end",
    advice: "Add a rule that ends every game: a last round, a deck that runs out, or points that grow.",
};

/// How often the seat wins, in shares of a fair share.
pub static SEAT_OFTEN: Trait = Trait {
    topic: Topic::Seats,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(1.05, 1.12),
    is_below: false,
    measured: "how often the seat wins",
    source: "White scores 54 to 55 % in chess, which is felt as an advantage: 10 % above a fair share",
    wrong: "seats do not win equally often",
    advice: "Give the other seats something at the start, or take something from this one; or let the start go round.",
};

/// How often the seat wins, in shares of a fair share.
pub static SEAT_RARELY: Trait = Trait {
    topic: Topic::Seats,
    direction: Direction::Less,
    unit: Unit::Percent,
    limits: limits(0.95, 0.88),
    is_below: true,
    measured: "how often the seat wins",
    source: "White scores 54 to 55 % in chess, which is felt as an advantage: 10 % above a fair share",
    wrong: "seats do not win equally often",
    advice: "Give this seat something at the start: a card, a point, or an equal number of turns.",
};

/// Games that several players win together.
pub static TIES: Trait = Trait {
    topic: Topic::Ties,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(0.04, 0.10),
    is_below: false,
    measured: "games that several players win together",
    source: OURS,
    wrong: "many wins are shared",
    advice: "Add a tie-breaker that players can see, or make scores finer.",
};

/// How much of the game is over when the winner's chance passes 80 %.
pub static DECIDED_EARLY: Trait = Trait {
    topic: Topic::DecidedEarly,
    direction: Direction::Less,
    unit: Unit::Percent,
    limits: limits(0.50, 0.38),
    is_below: true,
    measured: "how much of the game is over when the winner's chance passes 80 %",
    source: "CardStock's decisiveness (Bell and Goadrich, 2016); the bounds are a convention of this program",
    wrong: "the winner is known early",
    advice: "End the game sooner, or let later turns count for more.",
};

/// How often the player who is ahead after a third of the game wins.
pub static RUNAWAY: Trait = Trait {
    topic: Topic::Runaway,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(0.82, 0.90),
    is_below: false,
    measured: "how often the player who is ahead after a third of the game wins",
    source: "in a fair random walk the leader after a third wins 70 %",
    wrong: "the leader runs away",
    advice: "Do not let a lead produce more lead: cap what points buy, or help those behind.",
};

/// How much more rarely than a fair share the player who is ahead after two thirds wins.
pub static CATCH_UP: Trait = Trait {
    topic: Topic::CatchUp,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(1.15, 0.95),
    is_below: true,
    measured: "how often the player who is ahead after two thirds of the game wins",
    source: "in a fair random walk the leader after two thirds wins 80 %; the bounds are a convention of this program",
    wrong: "a lead is worth nothing",
    advice: "Weaken the help for those behind: what happens before the end must count.",
};

/// Of the wins between a fair share and all, those that one good player among weak ones gains.
pub static LITTLE_SKILL: Trait = Trait {
    topic: Topic::Skill,
    direction: Direction::Less,
    unit: Unit::Percent,
    limits: limits(0.15, 0.06),
    is_below: true,
    measured: "how far one good player among weak ones comes from a fair share of wins towards all wins",
    source: OURS,
    wrong: "skill hardly matters",
    advice: "Give players choices that matter: more options, more knowledge, fewer draws.",
};

/// How often one weak player among good ones wins, in shares of a fair share.
pub static MUCH_LUCK: Trait = Trait {
    topic: Topic::Luck,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(0.85, 0.94),
    is_below: false,
    measured: "how often one weak player among good ones wins, in shares of a fair share",
    source: OURS,
    wrong: "nearly all is luck",
    advice: "Give players choices that matter: more options, more knowledge, fewer draws.",
};

/// Of the wins between a fair share and all, those that one good player among weak ones gains.
pub static MUCH_SKILL: Trait = Trait {
    topic: Topic::Skill,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: only_look(0.90),
    is_below: false,
    measured: "how far one good player among weak ones comes from a fair share of wins towards all wins",
    source: OURS,
    wrong: "the better player always wins",
    advice: "A little luck lets beginners win, too: a shuffle, a hidden card, a draw.",
};

/// How often one weak player among good ones wins, in shares of a fair share.
pub static LITTLE_LUCK: Trait = Trait {
    topic: Topic::Luck,
    direction: Direction::Less,
    unit: Unit::Percent,
    limits: only_look(0.10),
    is_below: true,
    measured: "how often one weak player among good ones wins, in shares of a fair share",
    source: OURS,
    wrong: "a beginner has no chance",
    advice: "A little luck lets beginners win, too: a shuffle, a hidden card, a draw.",
};

/// Choices of a kind in which it hardly matters what is taken.
pub static DEAD_CHOICE: Trait = Trait {
    topic: Topic::DeadChoice,
    direction: Direction::More,
    unit: Unit::Points,
    limits: limits(0.015, 0.005),
    is_below: true,
    measured: "how much more often the best option of a choice wins than the worst",
    source: OURS,
    wrong: "choices do not matter",
    advice: "Cut the choice, or let something depend on it.",
};

/// How often good players take the kind of option if they can take another one too.
pub static DOMINANT_OPTION: Trait = Trait {
    topic: Topic::Dominant,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(0.90, 0.98),
    is_below: false,
    measured: "how often good players take the kind of option if they can take another one too",
    source: OURS,
    wrong: "one option is always best",
    advice: "Make it dearer or rarer, or the other options better.",
};

/// How often good players leave the kind of option although they could take it.
pub static USELESS_OPTION: Trait = Trait {
    topic: Topic::Useless,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(0.04, 0.005),
    is_below: true,
    measured: "how often good players take the kind of option if they can take another one too",
    source: OURS,
    wrong: "one option is never worth it",
    advice: "Make it cheaper or stronger, or cut it.",
};

/// How much more rarely a player wins who never takes the kind of option.
pub static NEEDLESS_OPTION: Trait = Trait {
    topic: Topic::Useless,
    direction: Direction::More,
    unit: Unit::Points,
    limits: only_look(0.01),
    is_below: true,
    measured: "how much more rarely a player wins who never takes the kind of option",
    source: "restricted play (Jaffe and others, 2012), with the tolerance of a point",
    wrong: "one option is not needed",
    advice: "Make it cheaper or stronger, or cut it.",
};

/// How much more often a player wins who is dealt the card instead of another.
pub static DOMINANT_CARD: Trait = Trait {
    topic: Topic::Dominant,
    direction: Direction::More,
    unit: Unit::Points,
    limits: limits(0.12, 0.20),
    is_below: false,
    measured: "how much more often a player wins who is dealt the card instead of another",
    source: OURS,
    wrong: "one card is too strong",
    advice: "Make the card weaker, or let all players reach it.",
};

/// How much more rarely a player wins who is dealt the card instead of another.
pub static USELESS_CARD: Trait = Trait {
    topic: Topic::Useless,
    direction: Direction::More,
    unit: Unit::Points,
    limits: limits(-0.12, -0.20),
    is_below: true,
    measured: "how much more often a player wins who is dealt the card instead of another",
    source: OURS,
    wrong: "one card is too weak",
    advice: "Make the card stronger, or let players get rid of it.",
};

/// Rules and knobs that changed nothing in any game.
pub static DEAD_RULE: Trait = Trait {
    topic: Topic::DeadRule,
    direction: Direction::More,
    unit: Unit::Times,
    limits: limits(1.0, 1.0),
    is_below: false,
    measured: "rules and knobs that changed nothing in any game",
    source: OURS,
    wrong: "a rule does nothing",
    advice: "If the rule is right, it is only rare; else mend it, or cut it.",
};

/// Rules with which a game cannot be played to its end.
pub static UNPLAYABLE: Trait = Trait {
    topic: Topic::Unplayable,
    direction: Direction::More,
    unit: Unit::Times,
    limits: limits(1.0, 1.0),
    is_below: false,
    measured: "rules with which a game cannot be played to its end",
    source: OURS,
    wrong: "a game cannot be played to its end",
    advice: "Mend the rule, or allow fewer values of the knob.",
};

/// Decisions with a single option.
pub static FORCED: Trait = Trait {
    topic: Topic::Forced,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(0.50, 0.70),
    is_below: false,
    measured: "decisions with a single option",
    source: "TAG's share of decisions (Gaina and others, 2020); the bounds are a convention of this program",
    wrong: "players have no choice",
    advice: "Give players more options: larger hands, a market, or another action.",
};

/// How much of the game is left when the first player has nothing to decide any more.
pub static ELIMINATION: Trait = Trait {
    topic: Topic::Elimination,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(0.15, 0.30),
    is_below: false,
    measured: "how much of the game is left when the first player has nothing to decide any more",
    source: OURS,
    wrong: "a player is out early",
    advice: "Let the game end soon after the first player is out, or give that player something to do.",
};

/// How many times in a game a player who cannot win decides who does.
pub static KINGMAKING: Trait = Trait {
    topic: Topic::Kingmaking,
    direction: Direction::More,
    unit: Unit::Times,
    limits: limits(0.5, 1.5),
    is_below: false,
    measured: "how many times in a game a player without a chance decides which of the others wins",
    source: OURS,
    wrong: "players without a chance decide who wins",
    advice: "Keep all players in the race, hide scores, or let actions hit all others alike.",
};

/// The longest wait of a player for the next decision, in a game.
pub static WAITING: Trait = Trait {
    topic: Topic::Waiting,
    direction: Direction::More,
    unit: Unit::Minutes,
    limits: limits(2.0, 4.0),
    is_below: false,
    measured: "the longest wait of a player for the next decision, in a game",
    source: "three minutes are felt as downtime at a table; the bounds are a convention of this program",
    wrong: "players wait long",
    advice: "Shorten turns, or let others act in them.",
};

/// How many times as long as the middle one of games the longest twentieth takes, at least.
pub static LENGTH_SPREAD: Trait = Trait {
    topic: Topic::LengthSpread,
    direction: Direction::More,
    unit: Unit::Times,
    limits: limits(1.9, 2.6),
    is_below: false,
    measured: "how long the longest games (one in twenty) take, compared with the middle one",
    source: OURS,
    wrong: "some games take very long",
    advice: "Add a limit that players can see coming: a number of rounds, or points that grow.",
};

/// How many times as long as games of the strongest players those of another kind are.
pub static STALLING: Trait = Trait {
    topic: Topic::LengthSpread,
    direction: Direction::More,
    unit: Unit::Times,
    limits: only_look(3.0),
    is_below: false,
    measured: "how many times as long as between the strongest players games between others are",
    source: OURS,
    wrong: "some players can stall",
    advice: "Let a game end also if players wait for each other: a limit that they see, or a price for waiting.",
};

/// How long a game takes at a table.
pub static LENGTH: Trait = Trait {
    topic: Topic::Length,
    direction: Direction::More,
    unit: Unit::Minutes,
    limits: limits(60.0, 120.0),
    is_below: false,
    measured: "how long a game takes at a table",
    source: "most card games of hobby players take up to an hour",
    wrong: "games are long",
    advice: "Lower what ends the game.",
};

/// How often good players win against the game.
pub static TOO_EASY: Trait = Trait {
    topic: Topic::Scores,
    direction: Direction::More,
    unit: Unit::Percent,
    limits: limits(0.80, 0.95),
    is_below: false,
    measured: "how often good players win against the game",
    source: OURS,
    wrong: "the game is too easy",
    advice: "Make the task harder.",
};

/// How often good players win against the game.
pub static TOO_HARD: Trait = Trait {
    topic: Topic::Scores,
    direction: Direction::Less,
    unit: Unit::Percent,
    limits: limits(0.10, 0.03),
    is_below: true,
    measured: "how often good players win against the game",
    source: OURS,
    wrong: "the game is too hard",
    advice: "Make the task easier.",
};

/// All of them, in the order of how much they matter: a game that does not end cannot be played, and
/// one that treats its players unfairly is noticed before one that is too long.
pub static TRAITS: [&Trait; 28] = [
    &UNPLAYABLE, &NEVER_ENDS, &SEAT_OFTEN, &SEAT_RARELY, &TIES, &DECIDED_EARLY, &RUNAWAY,
    &CATCH_UP, &LITTLE_SKILL, &MUCH_LUCK, &MUCH_SKILL, &LITTLE_LUCK, &DEAD_CHOICE,
    &DOMINANT_OPTION, &USELESS_OPTION, &NEEDLESS_OPTION, &DOMINANT_CARD, &USELESS_CARD, &DEAD_RULE,
    &FORCED, &ELIMINATION, &KINGMAKING, &WAITING, &LENGTH_SPREAD, &STALLING, &LENGTH, &TOO_EASY,
    &TOO_HARD,
];

impl Topic {
    /// Returns a few words for a list of what was looked at.
    pub fn title(self) -> &'static str {
        match self {
            Self::NeverEnds => "whether games end",
            Self::Seats => "seats",
            Self::Ties => "ties",
            Self::DecidedEarly => "when games are decided",
            Self::Runaway => "early leads",
            Self::CatchUp => "late leads",
            Self::Luck => "luck",
            Self::Skill => "skill",
            Self::DeadChoice => "whether choices matter",
            Self::Dominant => "what is too strong",
            Self::Useless => "what is too weak",
            Self::DeadRule => "rules that do nothing",
            Self::Unplayable => "rules that break the game",
            Self::Forced => "forced decisions",
            Self::Kingmaking => "kingmaking",
            Self::Elimination => "players who are out early",
            Self::Waiting => "waiting",
            Self::Length => "length",
            Self::LengthSpread => "how much lengths differ",
            Self::Scores => "how often players win together",
        }
    }

    /// Returns the name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::NeverEnds => "never_ends",
            Self::Seats => "seats",
            Self::Ties => "ties",
            Self::DecidedEarly => "decided_early",
            Self::Runaway => "runaway",
            Self::CatchUp => "catch_up",
            Self::Luck => "luck",
            Self::Skill => "skill",
            Self::DeadChoice => "dead_choice",
            Self::Dominant => "dominant",
            Self::Useless => "useless",
            Self::DeadRule => "dead_rule",
            Self::Unplayable => "unplayable",
            Self::Forced => "forced",
            Self::Kingmaking => "kingmaking",
            Self::Elimination => "elimination",
            Self::Waiting => "waiting",
            Self::Length => "length",
            Self::LengthSpread => "length_spread",
            Self::Scores => "scores",
        }
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
