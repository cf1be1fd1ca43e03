//! The kind of question that a design asks, and the items that its results show. The answer, the
//! tables, the sentences and the pictures read it and know no design.

use std::borrow::Cow;

use crate::experiment::Question;
use crate::findings::Asked;

/// An item of the results. It has a line of the answer, a table, sentences or a chart, or
/// several of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Every line-up in a row: going first, who wins, the length.
    Cells,
    /// How often the player wins who goes first.
    GoingFirst,
    /// How often each seat and each place wins.
    Seats,
    /// The strength of different strategies.
    Strength,
    /// Whether it matters who sits beside whom.
    Neighbours,
    /// How long games are.
    Length,
    /// How games end.
    Endings,
    /// How many games end in the whole run.
    AllEndings,
    /// The events of the game.
    Events,
    /// How a player alone does, or a team of all.
    OneSide,
    /// How the game plays.
    Play,
    /// The answers to the questions about play: its course, luck, restrictions, cards.
    PlayQuestions,
    /// The cost of never taking a kind of action.
    Restrictions,
    /// The effects of variants.
    Changes,
    /// Which of the variants is fairest.
    Fairest,
    /// A note that none of the rules makes the game fair.
    NothingCures,
    /// The points of a sweep.
    Points,
    /// Whether skill changes the answer about going first.
    Skill,
    /// Ratings.
    Ratings,
    /// The results of each pair of strategies.
    Pairs,
    /// The character of the game on each rung of a ladder.
    Rungs,
    /// The strategies in the place of one player.
    Places,
    /// The weights that were tuned.
    Weights,
    /// Which knob matters.
    Knobs,
    /// Going first between players who learned, over their trainings.
    Trainings,
}

/// How the sets of rules of a design belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSets {
    /// Variants, each with a name, which are compared with the baseline; or one set of rules.
    Named,
    /// The points of a grid of knobs.
    Points,
    /// Samples of a box of rules: hundreds, none of which is described alone.
    Samples,
}

/// The seating of a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// The line-ups that were asked for.
    Lineups,
    /// All strategies meet each other.
    AllMeet,
    /// Strategies sit in the place of one player in turn.
    OnePlace,
}

/// The words before a question, beside the title of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionOf {
    /// Nothing.
    Game,
    /// The rules, where they are not those of the designer.
    Rules,
    /// These rules, and the line-ups.
    Lineups,
}

/// The question where the designer asks none in words.
pub type UsualQuestion = (QuestionOf, Cow<'static, str>);

/// The kind of question that a design asks, and the items that its results show. Some of it depends
/// on whether there are several sets of rules.
#[derive(Debug)]
pub struct Kind {
    /// The name in results.
    pub name: &'static str,
    /// The question where the designer asks none in words.
    pub question: fn(&Question, several: bool) -> UsualQuestion,
    /// The question that an experiment asks if it has neither `ask` nor goals.
    pub asks: fn(several: bool) -> Asked<'static>,
    /// How its sets of rules belong together.
    pub rules: RuleSets,
    /// The seating of its tables.
    pub seating: Seating,
    /// The lines of the answer, in their order.
    pub answer: fn(several: bool) -> &'static [Item],
    /// The tables of the screen.
    pub screen: &'static [Item],
    /// All tables, in full.
    pub tables: &'static [Item],
    /// The items of the sentences.
    pub sentences: &'static [Item],
    /// The charts of the screen.
    pub charts: &'static [Item],
}
