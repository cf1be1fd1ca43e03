//! The rules of one variant of a game in a file.

use std::sync::{Arc, OnceLock};

use fairdeal_core::game::Description;

use super::features::Seen;
use crate::machine::code::{Code, PartKind, Reader};
use crate::machine::options::Action;
use crate::machine::trouble;

/// The rules of one variant: its code.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) code: Arc<Code>,
    pub(crate) description: &'static Description,
    /// The labels of each card, by which a strategy can be forbidden to use it.
    pub(super) labels: Arc<[Vec<String>]>,
    /// By card: whether another one is equal as an option, so that the zone must be named.
    has_twin: Arc<[bool]>,
    /// By card: the number under which it is counted.
    numbers: Arc<[u16]>,
    /// The scores that matter where the players want a good score, once they are known.
    pub(super) score_range: Arc<OnceLock<[i64; 2]>>,
    /// The lead in scores that counts as a whole win, where leads count, once it is known.
    pub(super) whole_lead: Arc<OnceLock<Option<i64>>>,
    /// The same of what positions are worth, of which searches estimate who will win.
    pub(super) whole_worth: Arc<OnceLock<Option<i64>>>,
    /// The names and sets by which players learn it, once one plays.
    pub(super) seen: Arc<OnceLock<Seen>>,
}

impl Rules {
    pub(super) fn new(
        code: Code,
        description: &'static Description,
        labels: Vec<Vec<String>>,
        numbers: Vec<u16>,
    ) -> Self {
        let mut equal = vec![0; code.first_equal.len()];
        for different in &code.different {
            equal[usize::from(*different)] += 1;
        }
        let has_twin = code.different.iter().map(|card| equal[usize::from(*card)] > 1).collect();
        Self {
            code: Arc::new(code),
            description,
            labels: labels.into(),
            has_twin,
            numbers: numbers.into(),
            score_range: Arc::default(),
            whole_lead: Arc::default(),
            whole_worth: Arc::default(),
            seen: Arc::default(),
        }
    }

    /// Returns a card's name.
    pub(crate) fn card_name(&self, card: u16) -> &str {
        self.code.setup.cards.get(usize::from(card)).map_or("?", |card| &card.name)
    }

    /// Returns the number under which a card is counted.
    pub(super) fn card_number(&self, card: u16) -> usize {
        self.numbers.get(usize::from(card)).copied().unwrap_or(u16::MAX).into()
    }

    /// Returns a part of an action as text.
    fn part(&self, kind: PartKind, part: i16, reader: Reader) -> String {
        match kind {
            PartKind::Number => part.to_string(),
            PartKind::Seat => format!("seat {}", part + reader.first_seat()),
            PartKind::Flag => if part == 0 { "no" } else { "yes" }.to_owned(),
            PartKind::Name => self.code.name(part.into()).to_owned(),
            PartKind::Zone => self.code.zone_name(part as u16, reader),
            PartKind::Card => {
                let (card, zone) = self.code.card_of_part(part);
                let name = self.card_name(card);
                let has_twin = self.has_twin.get(usize::from(card)).copied().unwrap_or_default();
                if reader == Reader::Program && has_twin {
                    format!("{name} of {}", self.code.zone_name(zone, reader))
                } else {
                    name.to_owned()
                }
            }
        }
    }

    /// Returns the parts of an action as texts: the name of its shape first, if it has one.
    fn parts(&self, action: Action, reader: Reader) -> Vec<String> {
        let Some(site) = self.code.sites.get(action.site()) else { return Vec::new() };
        let parts = self.code.parts_of(action);
        let parts = parts.map(|(kind, part)| self.part(kind, part, reader));
        let name = site
            .is_shaped
            .then(|| self.code.kinds.get(action.kind()).copied().unwrap_or_default())
            .map(|name| self.code.name(name).to_owned());
        name.into_iter().chain(parts).collect()
    }

    /// Returns an action as traces write it.
    pub(crate) fn action_name(&self, action: Action) -> String {
        self.parts(action, Reader::Program).join(" ")
    }

    /// Returns an action in words for a person: the text of `say` with its parts.
    pub(crate) fn said(&self, action: Action) -> String {
        let site = self.code.sites.get(action.site());
        let parts = self.parts(action, Reader::Person);
        let Some(say) = site.and_then(|site| site.say.as_deref()) else {
            // The kind of action may be a verb, a noun or anything else.
            return match &parts[..] {
                [answer] if ["yes", "no"].contains(&answer.as_str()) => format!("says {answer}"),
                [kind, further @ ..] if !further.is_empty() => {
                    format!("chooses {kind}: {}", further.join(", "))
                }
                all => format!("chooses {}", all.join(", ")),
            };
        };
        said(say, &parts)
    }

    /// Returns the message of an error at run time.
    pub(crate) fn trouble(&self, failed: crate::machine::state::Failed) -> String {
        trouble::message(&self.code, failed)
    }
}

/// The text of `say` with the parts of an option. It ends with the last part that the option has.
fn said(say: &str, parts: &[String]) -> String {
    let (mut said, mut rest) = (String::new(), say);
    while let Some((before, (number, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        let part = match number.parse::<usize>() {
            Ok(number) => parts.get(number).cloned(),
            Err(_) => Some(parts.join(" ")),
        };
        let Some(part) = part else { return said };
        said += before;
        // "asks seat {1}" needs no other word for the seat.
        let is_named = before.ends_with("seat ") && part.starts_with("seat ");
        said += if is_named { &part["seat ".len()..] } else { &part };
        rest = after;
    }
    said + rest
}

#[cfg(test)]
mod tests {
    use fairdeal_core::game::{Game, LegalSet, Turn};
    use fairdeal_core::input::Settings;
    use fairdeal_core::rng::BlockStreams;
    use fairdeal_core::strategy::TypedGame;

    use crate::front;
    use crate::game::{FileGame, MadeGame};

    /// Returns the text of each option of a decision.
    fn told(options: &str) -> Vec<String> {
        let text = format!(
            "from fairdeal import *\n\ngame(\"Told\", players=(2, 2))\n\
             ALL = cards([\"hearts\"], {{\"7\": 7, \"Q\": 12}})\n\
             deck = zone(everyone)\nhand = each_player(zone, owner)\n\n\n\
             def play():\n    hand[0].put(ALL)\n    choose(0, {options})\n\n\n\
             def score(p):\n    return p\n"
        );
        let mut tables = |_: &str| Err("no tables".to_owned());
        let game = MadeGame::new(front::compile("told.py", &text, &mut tables).expect("a game"));
        let settings = Settings::defaults(TypedGame::repertoire(&game).game.knobs);
        let rules = game.rules_of(&settings, 2).expect("rules");
        let state = FileGame::start(&rules, &mut BlockStreams::new(1, 1), &mut ());
        assert!(matches!(FileGame::turn(&state), Turn::Decide(_)));
        FileGame::legal(&rules, &state).iter().map(|action| rules.said(action)).collect()
    }

    #[test]
    fn what_is_said_ends_with_the_last_part_that_an_option_has() {
        let parts = |parts: &[&str]| parts.iter().map(|&part| part.to_owned()).collect::<Vec<_>>();
        for (say, option, expected) in [
            ("{0} {1} {2}", &["bid", "3", "hearts"][..], "bid 3 hearts"),
            ("{0} {1} {2}", &["pass"], "pass"),
            ("{0} {1} for {2} coins", &["sell", "7H"], "sell 7H"),
            ("plays {}", &["7H"], "plays 7H"),
            ("{} and {1}", &["pass"], "pass"),
            ("asks seat {1} for {2}", &["ask", "seat 2", "Q"], "asks seat 2 for Q"),
            ("asks {1} for {2}", &["ask", "seat 2", "Q"], "asks seat 2 for Q"),
            ("says {0}", &["{1}"], "says {1}"),
        ] {
            assert_eq!(super::said(say, &parts(option)), expected, "{say} of {option:?}");
        }
        let told =
            |say: &str| told(&format!("[(\"buy\", hand[0].top), (\"pass\",)], say=\"{say}\""));
        assert_eq!(told("{0} {1}"), ["buy QH", "pass"]);
    }

    #[test]
    fn options_without_say_are_told_in_words_that_fit_any_kind() {
        for (options, expected) in [
            ("list(hand[0])", &["chooses 7H", "chooses QH"][..]),
            ("[3, -1]", &["chooses 3", "chooses -1"]),
            ("[\"hearts\", \"pass\"]", &["chooses hearts", "chooses pass"]),
            ("[\"yes\", \"no\"]", &["says yes", "says no"]),
            ("list(players())", &["chooses seat 1", "chooses seat 2"]),
            ("[deck, hand[1]]", &["chooses deck", "chooses hand of seat 2"]),
            (
                "[(\"single\", hand[0].top), (\"two\", hand[0].top, 3), (\"pass\",)]",
                &["chooses single: QH", "chooses two: QH, 3", "chooses pass"],
            ),
        ] {
            assert_eq!(told(options), expected, "{options}");
        }
    }
}
