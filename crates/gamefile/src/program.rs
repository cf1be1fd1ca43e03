//! A game file, parsed and typed: the program that the compiler turns into code.
//!
//! The front (`front`) makes it from the text; the back (`machine`) plays it. It does not depend on
//! the values of knobs or on the number of players. The parts that do are in a [`Setup`], which the
//! front makes for each variant by running the module's own lines once.

use std::any::Any;
use std::sync::Arc;

use fairdeal_core::game::Aim;

/// A range of bytes of the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

/// An interned name: an index into [`Program::names`]. Names are the words that a file writes in
/// quotes: suits, kinds of action, choices of a knob, reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameId(pub u32);

/// An index into [`Program::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionId(pub u32);

/// An index into [`Program::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlobalId(pub u32);

/// An index into [`Program::zones`]: one declaration, which may be several zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZonesId(pub u32);

/// An index into [`Program::numbers`]: one declaration, which may be several numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumbersId(pub u32);

/// An index into [`Program::attributes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeId(pub u32);

/// A local variable or parameter of a function: an index into [`Function::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalId(pub u32);

/// The type of a value. Every type but a list and a tuple is one word (`i64`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// Not known while types are found: the element of an empty list, or the result of an error. No
    /// finished program has it.
    Unknown,
    /// The type of a function that returns nothing: no word.
    Unit,
    /// A whole number of 64 bits.
    Int,
    /// A seat, counted from 0: a whole number that texts show as "seat 1" and so on. Wherever a
    /// whole number fits, a seat does.
    Player,
    /// True or False: 1 or 0.
    Bool,
    /// A name: its [`NameId`].
    Name,
    /// A card: its index in [`Setup::cards`]. `==` compares identity.
    Card,
    /// A reference to a zone: its number, counted over all zones of the setup.
    Zone,
    /// A list: a value, copied when assigned (the checker refuses to change one with two names).
    List(Box<Type>),
    /// A tuple: its parts side by side.
    Tuple(Vec<Type>),
    /// A tuple that begins with the name of its shape: options, most of all. Its words: the name,
    /// then the parts of the longest shape (words that a shape does not use are 0).
    Shaped(Vec<Shape>),
}

/// One of the shapes of [`Type::Shaped`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The name that it begins with: the kind of an action.
    pub name: NameId,
    /// The parts after the name; each is one word.
    pub parts: Vec<Type>,
}

/// The seats that may look into a zone or at a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    /// No player.
    Nobody,
    /// The player whose it is (in `each_player`).
    Owner,
    /// All players but the one whose it is (in `each_player`).
    Others,
    /// All players.
    Everyone,
}

/// How many zones or numbers a declaration makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// One.
    One,
    /// One for every player, by seat.
    EachPlayer,
    /// One for each of these names: a global list of names, whose value may differ by setup.
    Each(GlobalId),
    /// One for every player and each of these names: by seat, and then by name. An index is a tuple
    /// of the seat and the name.
    EachPlayerAndName(GlobalId),
}

/// A declared zone, or several.
#[derive(Clone, Debug)]
pub struct Zones {
    /// The variable's name.
    pub name: String,
    /// How many.
    pub extent: Extent,
    /// The seats that may look.
    pub seen_by: SeenBy,
    /// The place of the declaration.
    pub span: Span,
}

/// A declared public (or hidden) number, flag or name, or several.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The variable's name: `points`, or `now.turns` of a class.
    pub name: String,
    /// How many.
    pub extent: Extent,
    /// `Int`, `Bool`, `Name` or `Player`.
    pub kind: Type,
    /// The seats that may look.
    pub seen_by: SeenBy,
    /// The lowest and the highest value of a number that not everyone sees.
    pub range: Option<(i64, i64)>,
    /// Whether it is a unit of the game's length (declared in a class of `lengths`).
    pub is_length: bool,
    /// The place of the declaration.
    pub span: Span,
}

impl Numbers {
    /// Returns the name without the underscore that keeps it out of stories. Traces write it
    /// in this form.
    pub fn plain_name(&self) -> String {
        let name = self.name.strip_prefix('_').unwrap_or(&self.name);
        name.replacen("._", ".", 1)
    }
}

/// A constant of the module: its value is in [`Setup::globals`]. A knob is one.
#[derive(Clone, Debug)]
pub struct Global {
    /// The variable's name.
    pub name: String,
    /// Its type: `Int`, `Bool`, `Name`, `Card`, or lists and tuples of these.
    pub kind: Type,
}

/// A knob as the file declares it; its index in [`Program::knobs`] is its index in
/// [`Setup::knobs`].
#[derive(Clone, Debug)]
pub struct KnobDeclaration {
    /// The variable's name: `HAND_SIZE`. Outside of the file it is `hand_size`.
    pub name: String,
    /// The value by default, for the fewest players and all other knobs at their defaults.
    pub default: Value,
    /// The allowed values.
    pub range: KnobRange,
    /// The sentence for a designer.
    pub help: String,
    /// Whether the default follows from earlier knobs or the number of players.
    pub default_depends: bool,
    /// The place of the declaration.
    pub span: Span,
}

/// The allowed values of a knob.
#[derive(Clone, Debug, PartialEq)]
pub enum KnobRange {
    /// Whole numbers from the first to the last.
    Whole(i64, i64),
    /// True or False.
    Flag,
    /// One of these values: names, or whole numbers.
    Choices(Vec<Value>),
    /// A list of this many whole numbers, each from the first to the last.
    Table(usize, i64, i64),
}

/// A preset: knobs (by index) and their values.
#[derive(Clone, Debug)]
pub struct PresetDeclaration {
    /// Its name.
    pub name: String,
    /// The sentence for a designer; perhaps empty.
    pub help: String,
    /// The values.
    pub values: Vec<(usize, Value)>,
}

/// A whole number in a table of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The table's file.
    pub table: String,
    /// The name of the card: all rows with this name.
    pub row: String,
    /// The column.
    pub column: String,
    /// The number.
    pub number: i64,
}

/// A value of the module's lines.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// True or False.
    Bool(bool),
    /// A name.
    Name(NameId),
    /// A card, by index.
    Card(u16),
    /// A list.
    List(Vec<Value>),
    /// A tuple.
    Tuple(Vec<Value>),
}

/// An attribute of cards.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its name: `suit`.
    pub name: String,
    /// `Int`, `Bool` or `Name`.
    pub kind: Type,
}

/// A card of a setup.
#[derive(Clone, Debug, PartialEq)]
pub struct CardDefinition {
    /// The name that is shown: "10C", "Joker".
    pub name: String,
    /// The value of each attribute of the program; `None` where the card has none (reading it is an
    /// error of the file, at run time).
    pub attributes: Vec<Option<i64>>,
    /// The first card with the same name and attributes: cards with the same number are equal as
    /// options where they lie in the same zone.
    pub same_as: u16,
}

/// The result of running the module's lines for some knobs and a number of players.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The number of players.
    pub players: usize,
    /// The values of the knobs.
    pub knobs: Vec<Value>,
    /// The values of the globals.
    pub globals: Vec<Value>,
    /// All cards, in the order of their declarations.
    pub cards: Vec<CardDefinition>,
    /// The first value of each of the declared numbers, by [`NumbersId`].
    pub numbers: Vec<Value>,
    /// The lowest and the highest value of each of them that not everyone sees.
    pub ranges: Vec<Option<(i64, i64)>>,
    /// Each player's team (the seat itself, where there are no teams).
    pub teams: Vec<u8>,
    /// What the players want, where the file says it.
    pub aim: Option<Aim>,
}

/// The module's own lines, which the front runs again for each setup. Only the front can read them.
#[derive(Clone, Debug, Default)]
pub struct Lines(pub(crate) Option<Arc<dyn Any + Send + Sync>>);

/// The most cards of a game.
pub const MOST_CARDS: usize = 1023;

/// The most zones of a game.
pub const MOST_ZONES: usize = 500;

/// A game file, parsed and typed.
#[derive(Debug)]
pub struct Program {
    /// The text, for messages.
    pub source: Arc<str>,
    /// The file's name, for messages.
    pub file: String,
    /// The title.
    pub title: String,
    /// The first line of the docstring, or the summary in `game`.
    pub summary: String,
    /// The whole docstring.
    pub docstring: String,
    /// The smallest and the largest number of players.
    pub players: (usize, usize),
    /// Whether the lowest score wins.
    pub lowest_wins: bool,
    /// What the players want by the default rules, where the file says it.
    pub aim: Option<Aim>,
    /// The knob that says it, by index, if one does.
    pub aim_knob: Option<usize>,
    /// Whether the game can be lost by all.
    pub can_be_lost: bool,
    /// Whether players choose at the same time, somewhere.
    pub chooses_together: bool,
    /// The number of teams; `None` if each plays for itself. Seat `p` is of team `p % teams`.
    pub teams: Option<usize>,
    /// The knobs.
    pub knobs: Vec<KnobDeclaration>,
    /// The presets, without the default one.
    pub presets: Vec<PresetDeclaration>,
    /// All names of the file and of its tables.
    pub names: Vec<String>,
    /// The attributes of cards.
    pub attributes: Vec<Attribute>,
    /// The names of cards, with the knobs at their defaults and at their ends.
    pub card_names: Vec<NameId>,
    /// The zones.
    pub zones: Vec<Zones>,
    /// The numbers.
    pub numbers: Vec<Numbers>,
    /// The constants.
    pub globals: Vec<Global>,
    /// The functions.
    pub functions: Vec<Function>,
    /// The function `play`.
    pub play: FunctionId,
    /// The function `score`.
    pub score: FunctionId,
    /// The function `worth`, if there is one.
    pub worth: Option<FunctionId>,
    /// The function `possible`, if there is one.
    pub possible: Option<FunctionId>,
    /// The reasons of `end` and `unfinished`, in the order of the text.
    pub reasons: Vec<NameId>,
    /// The reasons that `end` gives; the others are only for games that a limit cuts.
    pub ends: Vec<NameId>,
    /// The events of `tally`, in the order of the text. For a computed event, all names that the
    /// value can have.
    pub tallies: Vec<Tally>,
    /// The kinds of action: the first names of shaped options, and one for options that have none
    /// ("choose", or the name of the variable that takes the choice).
    pub kinds: Vec<NameId>,
    /// The module's own lines, for [`Program::setup`]. The machine does not read it.
    pub module: Lines,
}

/// The most parts of a score that is a tuple.
pub(crate) const MOST_SCORE_PARTS: usize = 64;

/// An event that a file counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Its name.
    pub name: NameId,
    /// The other event among which it is counted, if there is one.
    pub of: Option<TallyOf>,
    /// The place where it is counted first.
    pub span: Span,
}

/// The event among which another is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TallyOf {
    /// Its name.
    pub name: NameId,
    /// Whether the other event is counted several times at once, so that the quantity is a mean.
    pub is_mean: bool,
}

/// A function of the file.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// How many of the locals are parameters: the first ones.
    pub parameters: usize,
    /// The variables.
    pub locals: Vec<Local>,
    /// The type of the result.
    pub result: Type,
    /// The statements.
    pub body: Vec<Statement>,
    /// Whether a decision can happen in it or in a function that it calls.
    pub decides: bool,
    /// The place where it begins.
    pub span: Span,
}

/// A variable of a function. One that is set anew for another purpose, perhaps with another type,
/// is another local from there on.
#[derive(Debug)]
pub struct Local {
    /// Its name; perhaps empty for one that the front made.
    pub name: String,
    /// Its type.
    pub kind: Type,
}

/// A statement.
#[derive(Debug)]
pub struct Statement {
    /// The kind of statement, with its parts.
    pub kind: StatementKind,
    /// Its place in the text.
    pub span: Span,
}

/// The kind of a statement, with its parts.
#[derive(Debug)]
pub enum StatementKind {
    /// Evaluates an expression and forgets its value.
    Evaluate(Expression),
    /// Sets variables.
    Assign(Pattern, Expression),
    /// Sets a declared number. The index is the seat or the name, for those that are several.
    SetNumber(NumbersId, Option<Expression>, Expression),
    /// Sets all numbers of a declaration to their first values (`points.reset()`).
    ResetNumbers(NumbersId),
    /// `list[index] = value`, of a local list (and of a list inside of it, for several indices).
    SetElement(LocalId, Vec<Expression>, Expression),
    /// `list.append(value)`, or `list[i].append(value)` with indices.
    Append(LocalId, Vec<Expression>, Expression),
    /// `list += other`, `list.extend(other)`.
    Extend(LocalId, Vec<Expression>, Expression),
    /// `list.remove(value)`: the first equal element; an error if there is none.
    Remove(LocalId, Vec<Expression>, Expression),
    /// `if`, with an `else` that may be empty. `match` becomes a chain of these.
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// `while`.
    While(Expression, Vec<Statement>),
    /// `for pattern in iterator`.
    For(Pattern, Iterator, Vec<Statement>),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Expression>),
}

/// The target of an assignment.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// One variable.
    Local(LocalId),
    /// The parts of a tuple.
    Tuple(Vec<Pattern>),
    /// `_`.
    Ignored,
}

/// The source of a loop or a comprehension. If a zone or a list changes meanwhile, the
/// loop does not.
#[derive(Clone, Debug)]
pub enum Iterator {
    /// From the first to before the last, by a constant step that is not 0.
    Range(Expression, Expression, i64),
    /// The elements of a list.
    List(Expression),
    /// The cards of a zone, from the bottom to the top.
    Zone(Expression),
    /// The seats that are not out, clockwise from this one (`players(first)`).
    Players(Expression),
    /// The seats that are not out, clockwise from the one after this one, without it (`others(p)`).
    Others(Expression),
    /// The zones of a declaration, as references.
    Zones(ZonesId),
    /// The values of the numbers of a declaration.
    Numbers(NumbersId),
    /// Pairs of a number, counted from the start, and an element.
    Enumerate(Box<Iterator>, Expression),
    /// The elements of the other, last first.
    Reversed(Box<Iterator>),
    /// Pairs of elements, until one has no more.
    Zip(Box<Iterator>, Box<Iterator>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The kind of expression, with its parts.
    pub kind: ExpressionKind,
    /// The type of its value.
    pub type_: Type,
    /// Its place in the text.
    pub span: Span,
}

/// The kind of an expression, with its parts.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A whole number, a seat, or a flag (0 or 1).
    Constant(i64),
    /// A name.
    Name(NameId),
    /// A constant of the module.
    Global(GlobalId),
    /// A variable.
    Local(LocalId),
    /// A declared number. The index is the seat or the name, for those that are several.
    Number(NumbersId, Option<Box<Expression>>),
    /// A declared zone. The index is the seat or the name, for those that are several.
    Zone(ZonesId, Option<Box<Expression>>),
    /// The number of players at the table (`len(players())` is this too while no seat is out, but
    /// the front writes it as a fold).
    PlayerCount,
    /// `-x`.
    Negate(Box<Expression>),
    /// `not x`: of a flag (the front turns truth of lists, zones and numbers into comparisons).
    Not(Box<Expression>),
    /// Arithmetic on whole numbers.
    Arithmetic(Arithmetic, Box<Expression>, Box<Expression>),
    /// A comparison: of whole numbers or seats; for equality also of names, cards, flags, zones,
    /// lists and tuples; lists and tuples of whole numbers also by order.
    Compare(Comparison, Box<Expression>, Box<Expression>),
    /// `a and b` of flags; the second is evaluated only if it matters.
    And(Box<Expression>, Box<Expression>),
    /// `a or b` of flags.
    Or(Box<Expression>, Box<Expression>),
    /// `a or b` of lists: the first that is not empty, else the second.
    OrList(Box<Expression>, Box<Expression>),
    /// Sets new variables one after the other, and then computes the value.
    With(Vec<(LocalId, Expression)>, Box<Expression>),
    /// `then if condition else otherwise`: condition, then, otherwise.
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    /// A call of a function of the file.
    Call(FunctionId, Vec<Expression>),
    /// An attribute of a card.
    Attribute(Box<Expression>, AttributeId),
    /// The name of a card, as a name.
    CardName(Box<Expression>),
    /// A part of a tuple, counted from 0.
    Part(Box<Expression>, usize),
    /// An element of a list or a zone (from the bottom); below 0 from the end, as in Python.
    Element(Box<Expression>, Box<Expression>),
    /// A slice of a list or a zone, as a list: from (0 by default), to (the end by default).
    Slice(Box<Expression>, Option<Box<Expression>>, Option<Box<Expression>>),
    /// The length of a list or a zone.
    Length(Box<Expression>),
    /// Whether a list or a zone holds the value: collection, value.
    Contains(Box<Expression>, Box<Expression>),
    /// `list.index(value)`, `list.count(value)`.
    Find(Box<Expression>, Box<Expression>),
    /// How often the list holds the value.
    Count(Box<Expression>, Box<Expression>),
    /// A list of these elements.
    List(Vec<Expression>),
    /// A list of the second's value, repeated: `[0] * n`: value, times.
    Repeat(Box<Expression>, Box<Expression>),
    /// One list after the other.
    Concatenate(Box<Expression>, Box<Expression>),
    /// A tuple of these parts; for a shaped tuple the first is the constant name.
    Tuple(Vec<Expression>),
    /// Converts a value to another type: a shaped tuple to one with more shapes, a seat to a
    /// number, a number to a seat (checked when it is used), a list of one to a list of the other.
    Convert(Box<Expression>),
    /// Goes over iterators, and makes one value of the elements.
    Fold(Box<Fold>),
    /// The smallest (or the largest) of some expressions; the first of equals. Whole numbers or
    /// tuples of them.
    Extreme(Extreme, Vec<Expression>),
    /// `abs(x)`.
    Absolute(Box<Expression>),
    /// A decision: seat, options (a list); who sees it; the text of `say`, with parts `{}`.
    Choose(Box<Choose>),
    /// An act of the game or a question to it.
    Library(Library, Vec<Expression>),
}

/// A decision, or several at the same time.
#[derive(Clone, Debug)]
pub struct Choose {
    /// The seat; for a decision together, a list of seats.
    pub seat: Expression,
    /// The options: a list; for a decision together, computed for each seat from `each_seat`.
    pub options: Expression,
    /// For `choose_together`: the local that holds the seat while `options` is computed. All
    /// options are computed before the first seat decides; the value is a list of the choices.
    pub each_seat: Option<LocalId>,
    /// The seats that see the choice: `Everyone`, or `Owner` for the seat that makes it.
    pub seen_by: SeenBy,
    /// The text for the choice, with `{}` for the option, or `{0}`, `{1}` for its parts.
    pub say: Option<String>,
    /// The kind of the action where the options are not shaped tuples.
    pub kind: NameId,
}

/// Goes over iterators: comprehensions, `any`, `sum`, `max` and the like.
#[derive(Clone, Debug)]
pub struct Fold {
    /// The kind of result.
    pub into: FoldInto,
    /// The loops and conditions, from the outermost.
    pub clauses: Vec<Clause>,
    /// The element.
    pub element: Expression,
}

/// A loop or a condition of a comprehension.
#[derive(Clone, Debug)]
pub enum Clause {
    /// `for pattern in iterator`.
    For(Pattern, Iterator),
    /// `if condition`.
    If(Expression),
}

/// The kind of result that a fold makes of its elements.
#[derive(Clone, Debug)]
pub enum FoldInto {
    /// A list.
    List,
    /// Their number (the element is not evaluated for its value).
    Length,
    /// Whether one is true. Stops at the first.
    Any,
    /// Whether all are true. Stops at the first that is not.
    All,
    /// Their sum.
    Sum,
    /// The first of the smallest or largest: by a key (an expression that may name the element's
    /// locals), with a value for no elements (else that is an error).
    Extreme {
        /// Smallest or largest.
        extreme: Extreme,
        /// The local that holds the element while the key is computed, and the key.
        key: Option<(LocalId, Expression)>,
        /// The value if there are no elements.
        default: Option<Expression>,
    },
    /// A sorted list (stable), by a key.
    Sorted {
        /// The local that holds the element while the key is computed, and the key.
        key: Option<(LocalId, Expression)>,
        /// Whether largest first (stable too, as in Python).
        reverse: bool,
    },
}

/// Smallest or largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The smallest.
    Min,
    /// The largest.
    Max,
}

/// Arithmetic on whole numbers of 64 bits; an overflow is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `//`, rounded down; by 0 is an error.
    Divide,
    /// `%`, with the sign of the divisor; by 0 is an error.
    Remainder,
    /// `**`, with an exponent of at least 0.
    Power,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `<<`, by 0 to 63.
    ShiftLeft,
    /// `>>`, by 0 or more.
    ShiftRight,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of Python's own signs")]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// Acts of the game, and questions to it. The arguments are in the order of the comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// `zone.put(card)`: zone, card. From wherever it is, on top.
    PutCard,
    /// `zone.put(cards)`: zone, list of cards.
    PutCards,
    /// `zone.put(zone)`: zone, zone: all its cards, their order unchanged.
    PutZone,
    /// `zone.put_below(card)`: under all others.
    PutCardBelow,
    /// `zone.put_below(cards)`, their order unchanged.
    PutCardsBelow,
    /// `zone.put_below(zone)`.
    PutZoneBelow,
    /// `zone.draw(into)`: moves the top card, and returns it; from an empty zone it is an error.
    Draw,
    /// `zone.draw_any(into)`: a card at random.
    DrawAny,
    /// `zone.deal(count, zones of each player)`: `count` cards to every player that is not out, one
    /// at a time, from seat 0; arguments: zone, count, [`ZonesId`] as a constant.
    Deal,
    /// `zones.pass_on(by)`: every player's zone moves `by` seats on; arguments: [`ZonesId`] as
    /// a constant, by.
    PassOn,
    /// `zone.shuffle()`.
    Shuffle,
    /// zone.top (an error if it is empty).
    Top,
    /// zone.bottom.
    Bottom,
    /// The zone that a card lies in: card.
    ZoneOf,
    /// players as a list: first.
    Players,
    /// others as a list: seat.
    Others,
    /// after(seat): the next seat that is not out.
    After,
    /// before(seat).
    Before,
    /// out(seat): the seat is out of the game.
    Out,
    /// `is_out(seat)`.
    IsOut,
    /// team(seat).
    Team,
    /// end(reason): ends the game; the highest scores win.
    End,
    /// end(reason, winner=seat).
    EndWithWinner,
    /// end(reason, winners=list of seats).
    EndWithWinners,
    /// lost(reason): ends the game; all lose.
    Lost,
    /// lost(reason, loser=seat): ends the game; all others win.
    LostBySeat,
    /// lost(reason, losers=list of seats).
    LostBySeats,
    /// unfinished(reason): ends the game; no player wins.
    Unfinished,
    /// `first_player(seat)`: the seat counts as the one that went first.
    FirstPlayer,
    /// chance(n): a random number from 0 to before n.
    Chance,
    /// tally(name, times).
    Tally,
    /// look(seat, card): the seat sees the card.
    LookCard,
    /// look(seat, zone): the seat sees all its cards, and their order.
    LookZone,
    /// look(seat, list of cards).
    LookCards,
    /// show(card), to everyone.
    ShowCard,
    /// show(zone).
    ShowZone,
    /// show(list of cards).
    ShowCards,
    /// require(condition, text) at run time is an error of the file; at module level it refuses
    /// the rules.
    Require,
}
