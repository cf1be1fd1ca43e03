//! What a page hears.

use std::collections::BTreeMap;

use fairdeal_core::rows::Standing;
use fairdeal_core::show::{About, Part, Told, WIDTH};
use fairdeal_review::told::Summary;
use fairdeal_study::words::Panel;
use serde::Serialize;

/// An event.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The games that are here.
    Games {
        /// The games: those that are compiled, then those of files.
        games: Vec<Shown>,
    },
    /// A game to start from.
    Starter {
        /// The text of its file.
        text: String,
    },
    /// A game without mistakes.
    Game {
        /// What a page shows of it.
        #[serde(flatten)]
        game: Box<Shown>,
        /// The programs that may play it, by the paths of their files.
        programs: Vec<String>,
    },
    /// Mistakes in a game file or an experiment.
    Mistakes {
        /// The mistakes, by place.
        mistakes: Vec<Mistake>,
    },
    /// An experiment that can be played.
    Planned {
        /// The blocks; none if it has no end of its own.
        blocks: Option<u64>,
        /// The games of a block.
        games_per_block: u64,
        /// The block up to which is played before the first look.
        next: Option<u64>,
    },
    /// Counts of blocks.
    Counts {
        /// The first block.
        from: u64,
        /// The block after the last one that was played.
        to: u64,
        /// The counts, packed.
        counts: Vec<String>,
    },
    /// Counts were added.
    Added {
        /// How many blocks are counted.
        blocks: u64,
        /// The block up to which is played next; none if all is played, or the stopping rule is
        /// satisfied.
        next: Option<u64>,
    },
    /// Results.
    Results {
        /// The blocks that are counted.
        blocks: u64,
        /// The games that are counted.
        games: u64,
        /// Whether the intervals hold at any time, so that looking before the end is allowed.
        anytime: bool,
        /// The question.
        question: String,
        /// The answer: what each point is about, and the point.
        answer: Vec<(String, String)>,
        /// The tables of the screen.
        panels: Vec<PanelShown>,
        /// All tables, by the names of their files.
        tables: BTreeMap<String, String>,
    },
    /// The page of results.
    Page {
        /// The text of a page, which needs no other file.
        html: String,
    },
    /// A phase of a review begins. This is heard before the answer.
    Phase {
        /// The phase, and about how long the review still takes.
        text: String,
    },
    /// A review.
    Review {
        /// The title of the game.
        title: String,
        /// What is wrong, and what to do.
        #[serde(flatten)]
        summary: Box<Summary>,
        /// What only people can say.
        out_of_reach: &'static str,
        /// Its files, by their names.
        files: BTreeMap<String, String>,
    },
    /// A game that was told.
    Story {
        /// The game.
        #[serde(flatten)]
        told: Box<ToldShown>,
    },
    /// A game at which a person sits, up to the next choice of the person.
    Sitting {
        /// The game so far.
        #[serde(flatten)]
        told: Box<ToldShown>,
        /// What the person can choose; nothing if the game is over.
        options: Vec<String>,
        /// What each option wins for the person on average, from 0 to 1, as the person may know it;
        /// nothing if no advice is asked for, or it cannot be estimated.
        chances: Vec<f64>,
        /// The place of the option that the adviser would choose.
        advice: Option<usize>,
        /// The strategy that gave the advice.
        adviser: Option<String>,
    },
    /// Something that cannot be done.
    Refused {
        /// Why.
        why: String,
    },
}

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// The line, from 1; none if it is about the text as a whole.
    pub line: Option<usize>,
    /// The column, from 1, in characters; none if it is about the line as a whole.
    pub column: Option<usize>,
    /// How many characters are wrong.
    pub length: usize,
    /// The message, with its remedy.
    pub message: String,
}

/// What a page shows of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The name of the file, or that of the game.
    pub name: String,
    /// The title.
    pub title: String,
    /// The game in a sentence.
    pub summary: String,
    /// The text of the file, if it is a file that the program carries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The fewest players.
    pub fewest: usize,
    /// The most players.
    pub most: usize,
    /// The usual number of players.
    pub usual: usize,
    /// The word for several games.
    pub plural: String,
    /// The units of length.
    pub units: Vec<String>,
    /// The knobs.
    pub knobs: Vec<KnobShown>,
    /// The presets.
    pub presets: Vec<PresetShown>,
    /// The strategies: first those of the ladder of the game, the weakest of them first, then the others.
    pub strategies: Vec<String>,
}

/// What a page shows of a knob.
#[derive(Clone, Debug, Serialize)]
pub struct KnobShown {
    /// Its name.
    pub key: String,
    /// `flag`, `whole`, `real`, `choice` or `text`.
    pub kind: &'static str,
    /// Its value in the draft.
    pub value: String,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// The names of a choice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// What it means.
    pub meaning: String,
}

/// What a page shows of a preset.
#[derive(Clone, Debug, Serialize)]
pub struct PresetShown {
    /// Its name.
    pub name: String,
    /// What it is.
    pub summary: String,
    /// The knobs that it turns, with their values.
    pub values: BTreeMap<String, String>,
}

/// A game in words.
#[derive(Clone, Debug, Serialize)]
pub struct ToldShown {
    /// Its lines.
    pub text: String,
    /// Its parts, such as turns, in order.
    pub parts: Vec<PartShown>,
}

/// A part of a game in words.
#[derive(Clone, Debug, Serialize)]
pub struct PartShown {
    /// Its heading.
    pub title: String,
    /// Its lines: what each is about (`play`, `table`, `others` or the number of a seat that holds
    /// something), and its text.
    pub lines: Vec<(String, String)>,
}

impl From<&Told> for Box<ToldShown> {
    fn from(told: &Told) -> Self {
        let line = |(about, text): (About, &str)| {
            let about = match about {
                About::Play => "play".to_owned(),
                About::Table => "table".to_owned(),
                About::Others => "others".to_owned(),
                About::Hand(seat) => seat.index().to_string(),
            };
            (about, text.to_owned())
        };
        let part = |part: &Part| PartShown {
            title: part.title().to_owned(),
            lines: part.lines().map(line).collect(),
        };
        let parts = told.parts().iter().map(part).collect();
        Self::new(ToldShown { text: told.lines(WIDTH).join("\n"), parts })
    }
}

/// A table of the screen.
#[derive(Clone, Debug, Serialize)]
pub struct PanelShown {
    /// Its title.
    pub title: String,
    /// The headings of its columns, and whether they have words.
    pub columns: Vec<(String, bool)>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// What the verdict of each row says: `beyond`, `within`, `open` or nothing.
    pub standings: Vec<&'static str>,
    /// How many rows are not shown.
    pub left_out: usize,
    /// Notes below it.
    pub notes: Vec<String>,
}

impl From<&Panel> for PanelShown {
    fn from(panel: &Panel) -> Self {
        let standing = |standing: &Option<Standing>| match standing {
            Some(Standing::Beyond) => "beyond",
            Some(Standing::Within) => "within",
            Some(Standing::NotSettled) => "open",
            None => "",
        };
        let columns = panel.columns.iter().map(|column| (column.title.clone(), column.words));
        Self {
            title: panel.title.clone(),
            columns: columns.collect(),
            rows: panel.rows.clone(),
            standings: panel.standings.iter().map(standing).collect(),
            left_out: panel.left_out,
            notes: panel.notes.clone(),
        }
    }
}

impl Event {
    /// A refusal.
    #[expect(clippy::needless_pass_by_value, reason = "errors are passed to it")]
    pub(crate) fn refused(why: impl ToString) -> Self {
        Self::Refused { why: why.to_string() }
    }
}
