//! What a page asks.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A request.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Which games are here? Answered with [`Event::Games`](crate::Event::Games).
    Games,
    /// A game to start from. Answered with [`Event::Starter`](crate::Event::Starter).
    Starter {
        /// The name of the file that it will be.
        file: String,
    },
    /// Checks a game. Answered with [`Event::Game`](crate::Event::Game) or
    /// [`Event::Mistakes`](crate::Event::Mistakes).
    Open {
        /// The game.
        game: GameText,
    },
    /// Plans an experiment, which then takes the place of the one before. Answered with
    /// [`Event::Planned`](crate::Event::Planned) or [`Event::Mistakes`](crate::Event::Mistakes).
    Plan {
        /// The game.
        game: GameText,
        /// The name of the experiment.
        name: String,
        /// The text of its file. The key `game` is not read: the game is given above.
        experiment: String,
    },
    /// Plays some blocks of the planned experiment. Answered with
    /// [`Event::Counts`](crate::Event::Counts).
    Play {
        /// The first block.
        from: u64,
        /// The block after the last one.
        to: u64,
    },
    /// Adds counts that follow those that were added before. Answered with
    /// [`Event::Added`](crate::Event::Added).
    Add {
        /// The counts, as they were played.
        counts: Vec<String>,
    },
    /// Judges the counts that were added. Answered with [`Event::Results`](crate::Event::Results).
    Judge {
        /// Whether all planned blocks are played, or the stopping rule is satisfied.
        ended: bool,
    },
    /// The page of the results. Answered with [`Event::Page`](crate::Event::Page).
    Page,
    /// Reviews a game: what is wrong, and what mends it? [`Event::Phase`](crate::Event::Phase) is heard
    /// when a phase begins. Answered with [`Event::Review`](crate::Event::Review).
    Review {
        /// The game.
        game: GameText,
        /// The knobs that are turned, as options have them: `hand_size=6`.
        #[serde(default)]
        set: Vec<String>,
        /// About how long it takes.
        minutes: f64,
        /// The seed.
        #[serde(default)]
        seed: u64,
    },
    /// Tells a game turn by turn. Answered with [`Event::Story`](crate::Event::Story).
    Tell {
        /// The rules and players.
        #[serde(flatten)]
        rules: Rules,
        /// Which game of the seed.
        index: u64,
        /// The seat that tells, from 0; all hands are seen if there is none.
        eyes: Option<usize>,
    },
    /// Plays a game up to the next choice of a person. Answered with
    /// [`Event::Sitting`](crate::Event::Sitting).
    Sit {
        /// The rules, and the strategies of the other seats.
        #[serde(flatten)]
        rules: Rules,
        /// Which game of the seed.
        index: u64,
        /// The seat of the person, from 0.
        seat: usize,
        /// The choices so far: places among the options. To take one back, leave it out.
        chosen: Vec<usize>,
        /// Whether the strongest player gives advice.
        advised: bool,
    },
}

/// A game: the text of a game file, or the name of a game that the program has.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameText {
    /// The name of the file, such as `hearts.py`, or the name of the game.
    pub name: String,
    /// The text of the file; none for a game that the program has.
    #[serde(default)]
    pub text: Option<String>,
    /// The tables that it names, by the names of their files.
    #[serde(default)]
    pub tables: BTreeMap<String, String>,
}

/// A game with its rules, players and seed.
#[derive(Clone, Debug, Deserialize)]
pub struct Rules {
    /// The game.
    pub game: GameText,
    /// The knobs that are turned, as options have them: `hand_size=6`.
    #[serde(default)]
    pub set: Vec<String>,
    /// The strategies by seat.
    pub strategies: Vec<String>,
    /// The seed.
    #[serde(default)]
    pub seed: u64,
}
