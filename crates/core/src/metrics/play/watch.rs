//! The observers of a game of a run.

use super::cards::CardWatch;
use super::observer::PlayObserver;
use crate::game::Observer;
use crate::metrics::events::EventWatch;
use crate::metrics::samples::DecisionObserver;
use crate::seat::Seat;
use crate::strategy::Playable;

/// The observers of a game of a run: for decisions by strategy, for how the game plays, for cards,
/// for events, or all of them.
#[derive(Debug)]
pub struct Watch<'a, G: Playable> {
    /// Counts decisions by strategy.
    pub decisions: Option<&'a mut DecisionObserver<G>>,
    /// Notes how the game plays.
    pub play: Option<&'a mut PlayObserver<G>>,
    /// Notes the events of cards.
    pub cards: Option<&'a mut CardWatch>,
    /// Counts events.
    pub events: Option<&'a mut EventWatch<G>>,
}

impl<G: Playable> Observer<G> for Watch<'_, G> {
    #[inline(always)]
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        if let Some(decisions) = &mut self.decisions {
            decisions.position(rules, state);
        }
        if let Some(play) = &mut self.play {
            play.position(rules, state);
        }
        if let Some(cards) = &mut self.cards {
            Observer::<G>::position(*cards, rules, state);
        }
        if let Some(events) = &mut self.events {
            events.position(rules, state);
        }
    }

    #[inline(always)]
    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        if let Some(decisions) = &mut self.decisions {
            decisions.decision(seat, legal, action);
        }
        if let Some(play) = &mut self.play {
            play.decision(seat, legal, action);
        }
        if let Some(cards) = &mut self.cards {
            Observer::<G>::decision(*cards, seat, legal, action);
        }
    }

    #[inline(always)]
    fn action(&mut self, state: &G::State, action: G::Action) {
        if let Some(play) = &mut self.play {
            play.action(state, action);
        }
        // The other observers read positions and decisions.
        if let Some(events) = &mut self.events {
            events.action(state, action);
        }
    }

    #[inline(always)]
    fn event(&mut self, event: G::Event<'_>) {
        // An event can be passed on only once; measures of play read positions and decisions.
        if let Some(cards) = &mut self.cards {
            Observer::<G>::event(*cards, event);
        }
    }

    #[inline(always)]
    fn over(&mut self, rules: &G::Rules, state: &G::State) {
        if let Some(play) = &mut self.play {
            play.over(rules, state);
        }
        if let Some(cards) = &mut self.cards {
            Observer::<G>::over(*cards, rules, state);
        }
        if let Some(events) = &mut self.events {
            events.over(rules, state);
        }
    }
}
