//! Little Whist in words, for `fairdeal show`. A game without words of its own is told in those of
//! its traces.

use fairdeal::cards::standard::{Card, CardSet};
use fairdeal::game::{Eyes, Tell};
use fairdeal::seat::Seat;

use super::{LittleWhist, Rules, State, Trump, View};

/// The words of Little Whist.
pub(super) struct Words;

fn cards(set: CardSet) -> String {
    set.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

impl Tell<LittleWhist> for Words {
    fn part(&self, view: &View<'_>) -> Option<String> {
        Some(format!("Trick {}", view.table.tricks + 1))
    }

    fn table(&self, view: &View<'_>) -> Vec<String> {
        let players = usize::from(view.rules.players);
        let won: Vec<String> = Seat::all(players)
            .map(|seat| format!("seat {seat} has {}", view.table.won[seat.index()]))
            .collect();
        let trump =
            if view.rules.knobs.trump == Trump::Spades { " Spades are trumps." } else { "" };
        vec![format!("Tricks: {}.{trump}", won.join(", "))]
    }

    fn hand(&self, view: &View<'_>) -> Option<String> {
        (!view.hand.is_empty()).then(|| cards(view.hand))
    }

    fn action(&self, _rules: &Rules, card: Card) -> String {
        format!("plays {card}")
    }

    fn is_public(&self, _card: Card) -> bool {
        true
    }

    fn event(&self, _rules: &Rules, dealt: &&State, eyes: Eyes) -> Vec<String> {
        let aside = (eyes == Eyes::All && !dealt.aside.is_empty())
            .then(|| format!("Nobody was dealt {}.", cards(dealt.aside)));
        std::iter::once("Cards are dealt.".to_owned()).chain(aside).collect()
    }

    fn begins(&self, _dealt: &&State) -> bool {
        true
    }
}
