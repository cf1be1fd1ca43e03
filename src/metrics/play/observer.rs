//! Watches games for the measures of play.

use super::PlayCounts;
use super::PlayMeasures;
use super::cards::CardWatch;
use super::choices::CHOICES;
use super::measure::OfBlock;
use super::notes::{DecisionNotes, GameNotes};
use crate::game::{Description, Game, KindCounts, LegalSet, MAX_ACTION_KINDS, Observer};
use crate::metrics::DecisionObserver;
use crate::metrics::samples::is_sampled;
use crate::seat::Seat;
use crate::stats::Overflow;

/// Watches the games of one cell for the measures of play, and counts block by block.
#[derive(Clone, Debug)]
pub struct PlayObserver {
    measures: PlayMeasures,
    game: &'static Description,
    /// Of the game being watched.
    notes: GameNotes,
    /// Are the choices of the block being played counted?
    samples_choices: bool,
    /// What the games of the block being played bring.
    choices: OfBlock,
    /// Of the blocks that were finished.
    counts: PlayCounts,
}

impl PlayObserver {
    /// An observer of games that counts these measures.
    pub fn new(measures: &PlayMeasures, game: &'static Description) -> Self {
        Self {
            measures: measures.clone(),
            game,
            notes: GameNotes::default(),
            samples_choices: false,
            choices: OfBlock::new(&CHOICES, game),
            counts: PlayCounts::new(measures, game),
        }
    }

    /// A block begins, and what was noted of one that was not finished is forgotten; returns whether its games are to be watched.
    pub fn begin_block(&mut self, block: u64) -> bool {
        self.choices.clear();
        self.notes.clear();
        self.samples_choices = is_sampled(block);
        self.samples_choices
    }

    /// The game that was watched is over.
    pub fn end_game(&mut self) {
        self.choices.add(&self.notes);
        self.notes.clear();
    }

    /// All games of the block are over: what was noted of them is counted.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn end_block(&mut self) -> Result<(), Overflow> {
        if self.samples_choices { self.counts.choices.observe(&self.choices) } else { Ok(()) }
    }

    /// Hands over what was counted since it was last asked.
    pub fn take_counts(&mut self) -> PlayCounts {
        std::mem::replace(&mut self.counts, PlayCounts::new(&self.measures, self.game))
    }
}

impl<G: Game> Observer<G> for PlayObserver {
    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        let mut counts = KindCounts::default();
        G::count_kinds(legal, &mut counts);
        let kinds = (0..MAX_ACTION_KINDS).fold(0, |kinds, kind| kinds | u8::from(counts.decisions[kind] > 0) << kind);
        let kind = (G::kind(action) % MAX_ACTION_KINDS) as u8;
        self.notes.decisions.push(DecisionNotes { seat, legal: legal.count(), kinds, kind });
    }
}

/// Who watches a game of a run: for decisions by strategy, for how the game plays, for what becomes of cards, or for all of it.
#[derive(Debug, Default)]
pub struct Watch<'a> {
    /// Notes decisions by strategy.
    pub decisions: Option<&'a mut DecisionObserver>,
    /// Notes how the game plays.
    pub play: Option<&'a mut PlayObserver>,
    /// Notes what becomes of cards.
    pub cards: Option<&'a mut CardWatch>,
}

impl<G: Game> Observer<G> for Watch<'_> {
    #[inline(always)]
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        if let Some(decisions) = &mut self.decisions {
            Observer::<G>::position(*decisions, rules, state);
        }
        if let Some(play) = &mut self.play {
            Observer::<G>::position(*play, rules, state);
        }
        if let Some(cards) = &mut self.cards {
            Observer::<G>::position(*cards, rules, state);
        }
    }

    #[inline(always)]
    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        if let Some(decisions) = &mut self.decisions {
            Observer::<G>::decision(*decisions, seat, legal, action);
        }
        if let Some(play) = &mut self.play {
            Observer::<G>::decision(*play, seat, legal, action);
        }
        if let Some(cards) = &mut self.cards {
            Observer::<G>::decision(*cards, seat, legal, action);
        }
    }

    #[inline(always)]
    fn event(&mut self, event: G::Event<'_>) {
        // An event can be handed on once: the measures of play read positions and decisions, not events.
        if let Some(cards) = &mut self.cards {
            Observer::<G>::event(*cards, event);
        }
    }

    #[inline(always)]
    fn over(&mut self, state: &G::State) {
        if let Some(play) = &mut self.play {
            Observer::<G>::over(*play, state);
        }
        if let Some(cards) = &mut self.cards {
            Observer::<G>::over(*cards, state);
        }
    }
}
