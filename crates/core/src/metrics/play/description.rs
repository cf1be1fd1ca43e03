//! Plain descriptions of the measures of play.

/// The description of a measure of play. docs/play.md says more about each.
#[derive(Debug, PartialEq, Eq)]
pub struct MeasureDescription {
    /// The name in the tables.
    pub name: &'static str,
    /// The meaning for a designer.
    pub meaning: &'static str,
    /// The meaning for a tenth of a game, if it is also given by tenth.
    pub course: Option<&'static str>,
    /// The unit.
    pub unit: MeasureUnit,
    /// What it is averaged over.
    pub over: Over,
    /// Whether it uses chances of winning; otherwise it uses the legal and chosen actions.
    pub of_chances: bool,
}

/// The unit of a measure of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureUnit {
    /// Legal actions.
    LegalActions,
    /// Decisions.
    Decisions,
    /// Changes of the lead.
    Changes,
    /// The share of games or decisions for which something is true.
    Share,
    /// The share of a game that is over.
    ShareOfGame,
    /// A difference of chances to win.
    Chance,
}

/// What a measure of play is averaged over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Games.
    Games,
    /// Decisions.
    Decisions,
}

impl MeasureUnit {
    /// Returns the name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::LegalActions => "legal actions",
            Self::Decisions => "decisions",
            Self::Changes => "changes",
            Self::Share => "share",
            Self::ShareOfGame => "share of the game",
            Self::Chance => "chance",
        }
    }

    /// Returns the factor for display: shares and chances are shown in per cent.
    pub fn scale(self) -> f64 {
        match self {
            Self::Share | Self::ShareOfGame | Self::Chance => 100.0,
            Self::LegalActions | Self::Decisions | Self::Changes => 1.0,
        }
    }
}

impl Over {
    /// Returns the name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Decisions => "decisions",
        }
    }
}

/// The number of legal actions.
pub static BRANCHING: MeasureDescription = MeasureDescription {
    name: "branching",
    meaning: "legal actions at a decision",
    course: Some("how many actions are legal"),
    unit: MeasureUnit::LegalActions,
    over: Over::Decisions,
    of_chances: false,
};

/// How often a decision is forced.
pub static FORCED: MeasureDescription = MeasureDescription {
    name: "forced",
    meaning: "the share of decisions with one legal action",
    course: Some("the share of decisions with one legal action"),
    unit: MeasureUnit::Share,
    over: Over::Decisions,
    of_chances: false,
};

/// The longest run of forced decisions of a player.
pub static LONGEST_FORCED_RUN: MeasureDescription = MeasureDescription {
    name: "longest_forced_run",
    meaning: "the longest run of forced decisions of one player in a game",
    course: None,
    unit: MeasureUnit::Decisions,
    over: Over::Games,
    of_chances: false,
};

/// How often each kind of action is legal.
pub static LEGAL: MeasureDescription = MeasureDescription {
    name: "legal",
    meaning: "the share of decisions at which an action of a kind is legal",
    course: Some("the share of decisions at which an action of a kind is legal"),
    unit: MeasureUnit::Share,
    over: Over::Decisions,
    of_chances: false,
};

/// How often each kind of action is chosen.
pub static CHOSEN: MeasureDescription = MeasureDescription {
    name: "chosen",
    meaning: "the share of decisions at which an action of a kind is chosen",
    course: Some("the share of decisions at which an action of a kind is chosen"),
    unit: MeasureUnit::Share,
    over: Over::Decisions,
    of_chances: false,
};

/// How often the lead changes hands.
pub static LEAD_CHANGES: MeasureDescription = MeasureDescription {
    name: "lead_changes",
    meaning: "how often in a game the clearly best chance to win passes to another player",
    course: None,
    unit: MeasureUnit::Changes,
    over: Over::Games,
    of_chances: true,
};

/// How far behind the winners were.
pub static DRAMA: MeasureDescription = MeasureDescription {
    name: "drama",
    meaning: "how far the winner's chance is below the best one, on average",
    course: Some("how far the winner's chance is below the best one"),
    unit: MeasureUnit::Chance,
    over: Over::Decisions,
    of_chances: true,
};

/// When the winner takes the lead for good.
pub static MOMENT_OF_DECISION: MeasureDescription = MeasureDescription {
    name: "moment_of_decision",
    meaning: "how much of the game is over when its winner takes the lead for good",
    course: None,
    unit: MeasureUnit::ShareOfGame,
    over: Over::Games,
    of_chances: true,
};

/// When the winner's chance passes all others.
pub static DECISIVE_THRESHOLD: MeasureDescription = MeasureDescription {
    name: "decisive_threshold",
    meaning: "how much of the game is over when the winner's chance passes the highest chance that \
        any other player ever has",
    course: None,
    unit: MeasureUnit::ShareOfGame,
    over: Over::Games,
    of_chances: true,
};

/// When the winner's chance passes 80 %.
pub static DECISIVE_80: MeasureDescription = MeasureDescription {
    name: "decisive_80",
    meaning: "how much of the game is over when the winner's chance passes 80 %",
    course: None,
    unit: MeasureUnit::ShareOfGame,
    over: Over::Games,
    of_chances: true,
};

/// How often a game turns.
pub static TURNAROUNDS: MeasureDescription = MeasureDescription {
    name: "turnarounds",
    meaning: "the share of games won by a player after another clearly had the better chance; \
        comebacks use the standings by the rules instead",
    course: None,
    unit: MeasureUnit::Share,
    over: Over::Games,
    of_chances: true,
};

/// The value of finding the best action.
pub static TENSION: MeasureDescription = MeasureDescription {
    name: "tension",
    meaning: "how far the best action is above the second best, at decisions with a choice",
    course: Some(
        "how far the best action is above the second best; one half of the rollouts selects them \
            and the other values them, so noise can make it negative",
    ),
    unit: MeasureUnit::Chance,
    over: Over::Decisions,
    of_chances: true,
};

/// The value of avoiding the worst action.
pub static STAKES: MeasureDescription = MeasureDescription {
    name: "stakes",
    meaning: "how far the best action is above the worst",
    course: Some("how far the best action is above the worst"),
    unit: MeasureUnit::Chance,
    over: Over::Decisions,
    of_chances: true,
};

/// How often the choice does not matter.
pub static DEAD_DECISIONS: MeasureDescription = MeasureDescription {
    name: "dead_decisions",
    meaning: "the share of choices without a significant difference",
    course: Some("the share of choices without a significant difference"),
    unit: MeasureUnit::Share,
    over: Over::Decisions,
    of_chances: true,
};
