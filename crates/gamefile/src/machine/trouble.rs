//! The messages of errors at run time.

use super::code::{Code, Op, Trouble};
use super::options::MAX_OPTIONS;
use super::state::Failed;
use crate::program::{Span, Type};

impl Trouble {
    /// Whether it is a limit of this program, which plain Python does not have.
    pub(crate) const fn is_limit(self) -> bool {
        matches!(self, Self::Overflow | Self::Exponent | Self::Shift | Self::Lists | Self::Loop)
    }
}

/// Returns the message that a table has no such key, for `TABLE[key]`.
fn table_without(code: &Code, span: Span, key: i64) -> Option<String> {
    let text = code.program.source.get(span.start as usize..span.end as usize)?;
    let (table, _) = text.strip_suffix(']')?.split_once('[')?;
    let table = table.trim();
    let keys = format!("{table}.keys()");
    let keys = code.program.globals.iter().find(|global| global.name == keys)?;
    let told = match &keys.kind {
        Type::List(of) if **of == Type::Name => format!(" \"{}\"", code.name(key)),
        Type::List(of) if matches!(**of, Type::Int | Type::Player) => format!(" {key}"),
        _ => String::new(),
    };
    Some(format!("the table `{table}` has no such key{told}"))
}

/// Returns the message of an error, with its place.
pub(crate) fn message(code: &Code, failed: Failed) -> String {
    let Failed { trouble, at, value } = failed;
    let program = &code.program;
    let units = || program.numbers.iter().filter(|numbers| numbers.is_length);
    // An error at the end of a game has no place in the code, but one in the declarations.
    let span = match trouble {
        Trouble::Score => program.functions.get(program.score.0 as usize).map(|score| score.span),
        Trouble::Length => units().nth(at as usize).map(|unit| unit.span),
        _ => code.spans.get(at as usize).copied(),
    };
    let span = span.unwrap_or_default();
    let (line, column) = code.program.line_and_column(span);
    let zone = || code.zone_text(value as u16);
    let what = match trouble {
        Trouble::Overflow => "the result does not fit in 64 bits".to_owned(),
        Trouble::DivisionByZero => "a division by 0".to_owned(),
        Trouble::Exponent => format!("{value} as an exponent; it must be 0 or more"),
        Trouble::Shift => format!("a shift by {value}; it must be 0 or more"),
        Trouble::Index => format!("there is no element {value}"),
        Trouble::NoKey => format!("there is none for \"{}\"", code.name(value)),
        Trouble::NoAttribute => {
            let card = code.setup.cards.get(value as usize).map_or("?", |card| &card.name);
            let attribute = match code.ops.get(at as usize) {
                Some(
                    Op::Attribute { attribute, .. }
                    | Op::SetSum { attribute, .. }
                    | Op::SetExtreme { attribute, .. },
                ) => Some(usize::from(*attribute)),
                _ => None,
            };
            let attribute = attribute
                .and_then(|attribute| code.program.attributes.get(attribute))
                .map_or("?", |attribute| &attribute.name);
            format!("the card {card} has no {attribute}")
        }
        Trouble::EmptyDraw => format!("a card is drawn from {}, which is empty", zone()),
        Trouble::EmptyTop => format!("{} is empty: it has no top and no bottom", zone()),
        Trouble::EmptyExtreme => "the largest or smallest of nothing; say `default=`".to_owned(),
        Trouble::NotInList => match table_without(code, span, value) {
            Some(what) => what,
            None => "the value is not in the list".to_owned(),
        },
        Trouble::NoWinner => {
            "an end has winners; `lost(...)` and `unfinished(...)` have none".to_owned()
        }
        Trouble::NoLoser => {
            "a game is lost by someone; `lost(\"reason\")` is lost by all".to_owned()
        }
        Trouble::NoSeat => {
            format!("{value} is no player: they go from 0 to {}", code.players() - 1)
        }
        Trouble::Nowhere => {
            let card = code.setup.cards.get(value as usize).map_or("?", |card| &card.name);
            format!("the card {card} lies in no zone")
        }
        Trouble::NoOption => format!("player {value} has no option"),
        Trouble::TooManyOptions => {
            format!("a list of {value} options; at most {MAX_OPTIONS} different ones are allowed")
        }
        Trouble::LargeOption => {
            format!("{value} as a part of an option; it must be from -32768 to 32767")
        }
        Trouble::Loop => {
            "the rules run on without a decision: 1,000,000 steps of loops and calls".to_owned()
        }
        Trouble::Lists => "the lists have more than 1,000,000 words together".to_owned(),
        Trouble::Bound => format!("chance({value}); it must be 1 or more"),
        Trouble::Refused => match code.program.names.get(value as usize) {
            Some(text) => text.clone(),
            None => "a requirement does not hold".to_owned(),
        },
        Trouble::Range => match code.ops.get(at as usize) {
            Some(Op::CheckRange { low, high, .. }) => {
                let [low, high] = [low, high].map(|slot| code.image[usize::from(*slot)]);
                format!("{value} for a hidden number from {low} to {high}")
            }
            _ => format!("{value} is out of range"),
        },
        Trouble::Impossible => {
            format!("`possible` is False for player {value}, but the game came here")
        }
        Trouble::Tally => {
            format!("the tally of \"{}\" is more than 1,000,000,000,000", code.name(value))
        }
        Trouble::Length => {
            let unit = units().nth(at as usize).map_or("?", |unit| &unit.name);
            let unit = unit.rsplit('.').next().unwrap_or(unit);
            format!("the length `{unit}` is {value}; it must be from 0 to 4294967296")
        }
        Trouble::Score => format!(
            "the score of player {at} is {value}; it must be from -1000000000000 to 1000000000000"
        ),
        Trouble::Reason => format!("\"{}\" is no reason for the end", code.name(value)),
    };
    format!("{}:{line}:{column}: {what}", code.program.file)
}
