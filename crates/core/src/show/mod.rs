//! Games in words for a person, turn by turn, as each game describes itself ([`Tell`]).

#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod layout;
mod sitting;

use crate::game::{Description, Eyes, Game, LegalSet, Observer, Playthrough, Tell, Turn};
use crate::metrics::{Noting, WatchedGame};
use crate::playthrough::Party;
use crate::seat::{MAX_SEATS, Seat};
use crate::strategy::{Fault, Playable};
pub use layout::About;
use layout::{Line, columns};

pub(crate) use sitting::sit;
pub use sitting::{Seated, Sitting};

/// The default width.
pub const WIDTH: usize = 80;

/// The width from which on two games are shown side by side.
const SIDE_BY_SIDE: usize = 100;

/// The largest number of actions of one sort that are listed among those not taken.
const MOST_OF_A_SORT: usize = 10;

/// The largest number of sorts that are listed.
const MOST_SORTS: usize = 8;

/// The indentation of lines below a heading, and of details below a line.
const INDENT: usize = 2;

/// A game in words: its heading, its parts in order, and its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    head: Vec<Line>,
    parts: Vec<Part>,
}

/// A part of a game in words: a turn, a round, a trick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    title: String,
    lines: Vec<Line>,
}

impl Part {
    /// Its heading.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Its lines, with what each is about.
    pub fn lines(&self) -> impl Iterator<Item = (About, &str)> {
        self.lines.iter().map(|line| (line.about, &*line.text))
    }

    /// The heading with an empty line above it, and the lines.
    fn broken(&self, width: usize) -> Vec<String> {
        let heading = [Line::new(0, ""), Line::new(0, self.title.clone())];
        heading.iter().chain(&self.lines).flat_map(|line| line.broken(width)).collect()
    }

    /// Whether the same is played in both.
    fn is_like(&self, other: &Self) -> bool {
        let played = |part: &'_ Self| {
            part.lines.iter().filter(|line| line.is_played()).cloned().collect::<Vec<_>>()
        };
        self.title == other.title && played(self) == played(other)
    }
}

/// Plays a game and returns it in words, with its outcome, and the notes that a run would keep;
/// `heading` says which game it is.
///
/// # Errors
/// If a strategy makes no legal choice.
#[inline(never)]
pub fn tell<G: Playable>(
    party: &mut Party<G>,
    index: u64,
    eyes: Eyes,
    heading: &str,
) -> Result<(Told, WatchedGame), Fault> {
    let players = party.strategies().len();
    let streams = party.streams(index);
    let (played, noting) = party.play(index, |rules| {
        Noting::<G, _>::new(rules, streams, Teller::<G>::new(rules, players, eyes))
    })?;
    let (teller, watched) = noting.game(played);
    let said = teller.said();
    Ok((told(party, said, Some(&played), eyes, heading), watched))
}

/// What a teller said: the parts of the game, and the details of its outcome by seat.
type Said = (Vec<Part>, Vec<String>);

/// A game with its heading and, if it was played to its end, its end.
fn told<G: Playable>(
    party: &Party<G>,
    (mut said, details): Said,
    played: Option<&Playthrough>,
    eyes: Eyes,
    heading: &str,
) -> Told {
    let players = party.strategies().len();
    let mut head = vec![Line::new(0, heading)];
    let changed: Vec<String> = party
        .settings
        .differences()
        .iter()
        .map(|(knob, value)| format!("{knob} = {value}"))
        .collect();
    head.push(Line::new(
        0,
        if changed.is_empty() {
            "Rules: the designer's".to_owned()
        } else {
            format!("Rules: {}", changed.join(", "))
        },
    ));
    head.extend(
        Seat::all(players)
            .map(|seat| Line::new(0, format!("Seat {seat}: {}", party.strategy(seat)))),
    );
    if let Eyes::Of(seat) = eyes {
        head.push(Line::new(0, format!("Told as seat {seat} saw it.")));
    }
    if let (Some(end), Some(played)) = (said.last_mut(), played) {
        end.title = format!("The end, after {}", lengths(G::description_of(&party.rules), played));
        end.lines.push(Line::new(
            INDENT,
            G::TELLER.ending(&party.rules, played.outcome.end_reason.into()),
        ));
        end.lines.extend(Seat::all(players).map(|seat| {
            let winners = played.outcome.winners;
            let won = match winners.count() {
                _ if players == 1 || !winners.contains(seat) => "",
                _ if played.outcome.shared => ", shares the win",
                1 => ", wins",
                _ => ", wins with its team",
            };
            let details = details
                .get(seat.index())
                .map_or_else(String::new, |details| format!(" ({details})"));
            let score = played.outcome.scores[seat.index()];
            Line::new(
                INDENT,
                format!("Seat {seat}, {}: score {score}{details}{won}", party.strategy(seat)),
            )
        }));
    }
    Told { head, parts: said }
}

/// "193 decisions, 12 rounds"
fn lengths(game: &Description, played: &Playthrough) -> String {
    let counted = |(unit, length): (&&str, u64)| match length {
        1 => format!("1 {}", unit.strip_suffix('s').unwrap_or(unit)),
        _ => format!("{length} {unit}"),
    };
    game.length_units.iter().zip(played.lengths).map(counted).collect::<Vec<_>>().join(", ")
}

impl Told {
    /// Returns the text, with lines of at most `width`.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let head = self.head.iter().flat_map(|line| line.broken(width));
        head.chain(self.parts.iter().flat_map(|part| part.broken(width))).collect()
    }

    /// Returns its parts in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the text of two games: the common parts at the beginning once, and the rest side by
    /// side, part by part; or one below the other if the width is too small for two.
    pub fn beside(&self, other: &Self, width: usize) -> Vec<String> {
        let alike = self
            .parts
            .iter()
            .zip(&other.parts)
            .take_while(|(one, other)| one.is_like(other))
            .count();
        let same_table = self.parts[..alike] == other.parts[..alike];
        let heads = |width: usize| {
            [self, other].map(|told| {
                told.head.iter().flat_map(|line| line.broken(width)).collect::<Vec<_>>()
            })
        };
        let together = self.parts[..alike].iter().flat_map(|part| part.broken(width.min(WIDTH)));
        let parted = match (alike, same_table) {
            (0, _) => "They part at once.",
            (_, true) => "Here they part.",
            (_, false) => "Here they part. (Up to here, the table is that of the first game.)",
        };
        let parted = Line::new(0, parted).broken(width);
        let mut lines = Vec::new();
        if width < SIDE_BY_SIDE {
            for head in heads(width) {
                lines.extend(head);
                lines.push(String::new());
            }
            lines.pop();
            lines.extend(together);
            lines.push(String::new());
            lines.extend(parted);
            for told in [self, other] {
                lines.push(String::new());
                lines.extend(told.head.first().into_iter().flat_map(|line| line.broken(width)));
                lines.extend(told.parts[alike..].iter().flat_map(|part| part.broken(width)));
            }
            return lines;
        }
        let column = ((width - 3) / 2).min(WIDTH);
        let [one_head, other_head] = heads(column);
        lines.extend(columns(&one_head, &other_head, column));
        lines.extend(together);
        lines.push(String::new());
        lines.extend(parted);
        for place in alike..self.parts.len().max(other.parts.len()) {
            let part = |told: &Self| {
                told.parts.get(place).map_or_else(Vec::new, |part| part.broken(column))
            };
            lines.extend(columns(&part(self), &part(other), column));
        }
        lines
    }
}

/// Watches a game and puts it into words.
struct Teller<'r, G: Game> {
    rules: &'r G::Rules,
    eyes: Eyes,
    words: &'static dyn Tell<G>,
    parts: Vec<Part>,
    /// The events since the last decision, and whether each belongs to the part that begins with
    /// the next one.
    happened: Vec<(bool, Vec<String>)>,
    /// The hands as they were last shown.
    hands: [Option<String>; MAX_SEATS],
    players: usize,
    decisions: usize,
    /// The details of the outcome besides winners and scores, by seat.
    details: Vec<String>,
}

// By hand: the rules need not be `Clone` to be borrowed.
#[cfg(any(test, feature = "conformance"))]
impl<G: Game> Clone for Teller<'_, G> {
    fn clone(&self) -> Self {
        let Self { rules, eyes, words, players, decisions, .. } = *self;
        let (parts, happened, hands, details) =
            (self.parts.clone(), self.happened.clone(), self.hands.clone(), self.details.clone());
        Self { rules, eyes, words, parts, happened, hands, players, decisions, details }
    }
}

impl<'r, G: Game> Teller<'r, G> {
    fn new(rules: &'r G::Rules, players: usize, eyes: Eyes) -> Self {
        Self {
            rules,
            eyes,
            words: G::TELLER,
            parts: Vec::new(),
            happened: Vec::new(),
            hands: Default::default(),
            players,
            decisions: 0,
            details: Vec::new(),
        }
    }

    /// What was said, with what happened since the last decision.
    fn said(mut self) -> Said {
        self.tell_events();
        (self.parts, self.details)
    }

    /// Adds a line to the current part.
    fn say(&mut self, line: Line) {
        if let Some(part) = self.parts.last_mut() {
            part.lines.push(line);
        }
    }

    /// Begins a part; earlier events go to the part before.
    fn begin(&mut self, title: String) {
        let first = if self.parts.is_empty() {
            0
        } else {
            self.happened.iter().take_while(|(begins, _)| !begins).count()
        };
        let rest = self.happened.split_off(first);
        self.tell_events();
        self.happened = rest;
        self.parts.push(Part { title, lines: Vec::new() });
        self.tell_events();
    }

    fn tell_events(&mut self) {
        for text in std::mem::take(&mut self.happened).into_iter().flat_map(|(_, texts)| texts) {
            self.say(Line::new(INDENT, text));
        }
    }

    /// The view for the words: that of their seat, or of the seat that decides.
    fn view<'a>(&self, state: &'a G::State, decider: Seat) -> G::View<'a>
    where
        'r: 'a,
    {
        let seat = match self.eyes {
            Eyes::All => decider,
            Eyes::Of(seat) => seat,
        };
        G::view(self.rules, state, seat)
    }

    /// Shows the hand of a seat, unless it is hidden, or shown already.
    fn show_hand(&mut self, state: &G::State, seat: Seat, again: bool) {
        if !self.eyes.see(seat) {
            return;
        }
        let hand = self.words.hand(&G::view(self.rules, state, seat));
        let shown = std::mem::replace(&mut self.hands[seat.index()], hand.clone());
        if let Some(text) = hand.filter(|hand| again || shown.as_ref() != Some(hand)) {
            let line = Line::new(INDENT, format!("Seat {seat} holds {text}"));
            self.say(line.about(About::Hand(seat)));
        }
    }

    /// Begins a part with the table and the hands.
    fn begin_with_all(&mut self, title: String, state: &G::State, decider: Seat) {
        self.begin(title);
        for text in self.words.table(&self.view(state, decider)) {
            self.say(Line::new(INDENT, text).about(About::Table));
        }
        for seat in Seat::all(self.players) {
            self.show_hand(state, seat, true);
        }
    }
}

impl<G: Game> Observer<G> for Teller<'_, G> {
    fn position(&mut self, _rules: &G::Rules, state: &G::State) {
        let Turn::Decide(seat) = G::turn(state) else { return };
        self.decisions += 1;
        let title = self
            .words
            .part(&self.view(state, seat))
            .unwrap_or_else(|| format!("Decision {}: seat {seat}", self.decisions));
        if self.parts.last().is_none_or(|part| part.title != title) {
            self.begin_with_all(title, state, seat);
        } else {
            self.tell_events();
            self.show_hand(state, seat, false);
        }
    }

    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        let sees = self.eyes.see(seat);
        let does = if sees || self.words.is_public(action) {
            self.words.action(self.rules, action)
        } else {
            "makes a choice that is not shown".to_owned()
        };
        self.say(Line::new(INDENT, format!("Seat {seat} {does}.")));
        if sees && legal.count() > 1 {
            let others = legal
                .iter()
                .filter(|other| *other != action)
                .map(|other| self.words.choice(self.rules, other));
            let others = in_sorts(others);
            self.say(Line::new(2 * INDENT, format!("or: {others}")).about(About::Others));
        }
    }

    fn event(&mut self, event: G::Event<'_>) {
        self.happened
            .push((self.words.begins(&event), self.words.event(self.rules, &event, self.eyes)));
    }

    fn over(&mut self, _rules: &G::Rules, state: &G::State) {
        self.begin_with_all("The end".to_owned(), state, Seat::new(0));
        let details = G::outcome_details(self.rules, state);
        let written = |of_seat: &serde_json::Value| {
            let entries = of_seat.as_object().into_iter().flatten();
            entries.map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
        };
        self.details = details
            .as_ref()
            .and_then(|details| details.as_array())
            .into_iter()
            .flatten()
            .map(written)
            .collect();
    }
}

/// Actions sorted by their first words if several share them: "single 3, 5; pair 4; pass". Long
/// lists are cut, with the number of the rest.
fn in_sorts(actions: impl Iterator<Item = String>) -> String {
    let mut sorts: Vec<(String, Vec<String>)> = Vec::new();
    for action in actions {
        let (first, rest) = action.split_once(' ').unwrap_or((&action, ""));
        match sorts.iter_mut().find(|(known, _)| known == first) {
            Some((_, others)) => others.push(rest.to_owned()),
            None => sorts.push((first.to_owned(), vec![rest.to_owned()])),
        }
    }
    // Actions of a single word, such as passing, come last.
    sorts.sort_by_key(|(_, rest)| rest.iter().all(String::is_empty));
    let more = |shown: usize, all: usize| {
        if all > shown { format!(" and {} more", all - shown) } else { String::new() }
    };
    let written = |(first, rest): &(String, Vec<String>)| {
        let shown = rest[..rest.len().min(MOST_OF_A_SORT)].join(", ");
        format!("{first} {shown}{}", more(MOST_OF_A_SORT, rest.len())).trim_end().to_owned()
    };
    let shown: Vec<String> = sorts.iter().take(MOST_SORTS).map(written).collect();
    shown.join("; ") + &more(MOST_SORTS, sorts.len())
}

#[cfg(test)]
mod tests;
