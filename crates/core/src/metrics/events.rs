//! The events that a run counts, and the observer that counts them.

use std::sync::Arc;

use crate::game::{
    CountedAmong, CountedEvent, EventCounter, EventCounts, Game, Observer, Per, Step,
};

/// The events that are counted in the games of a shape, with their places in the description's
/// list; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedEvents {
    asked: Arc<[(usize, CountedEvent)]>,
    /// The names of the events that the experiment names one by one.
    named: Arc<[&'static str]>,
}

impl AskedEvents {
    /// Returns the events of a description's list for which `is_asked` holds.
    pub fn new(events: &[CountedEvent], is_asked: impl Fn(&CountedEvent) -> bool) -> Self {
        let is_asked = |event: &CountedEvent| event.per != Per::Nothing && is_asked(event);
        let asked = events.iter().copied().enumerate().filter(|(_, event)| is_asked(event));
        Self { asked: asked.collect(), named: Arc::default() }
    }

    /// Returns the same events, with those that the experiment names one by one.
    #[must_use]
    pub fn named(self, names: impl IntoIterator<Item = &'static str>) -> Self {
        Self { named: names.into_iter().collect(), ..self }
    }

    /// Returns whether the experiment names an event.
    pub fn is_named(&self, name: &str) -> bool {
        self.named.contains(&name)
    }

    /// Returns the event of this name.
    pub(super) fn find(&self, name: &str) -> Option<CountedEvent> {
        self.asked.iter().find(|(_, event)| event.name == name).map(|(_, event)| *event)
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }

    /// Returns their names.
    pub fn names(&self) -> Vec<&'static str> {
        self.asked.iter().map(|(_, event)| event.name).collect()
    }

    /// Iterates over the events that are counted among these, with their places.
    pub(super) fn among(
        &self,
        among: CountedAmong,
    ) -> impl Iterator<Item = (usize, CountedEvent)> + '_ {
        self.asked.iter().copied().filter(move |(_, event)| event.per.among() == among)
    }
}

/// Counts the events of the games of one cell.
#[derive(Debug)]
pub struct EventWatch<G: Game> {
    counter: &'static dyn EventCounter<G>,
    /// The counts of the current game.
    counts: EventCounts,
    /// The action that was taken last, and the state before it.
    last: Option<G::Action>,
    before: Option<G::State>,
    /// The counts of all events, game by game.
    games: Vec<u64>,
}

impl<G: Game> EventWatch<G> {
    /// Returns a watch for games with these events; `None` if the game counts none.
    pub fn new(events: &[CountedEvent]) -> Option<Self> {
        Some(Self {
            counter: G::EVENT_COUNTER?,
            counts: EventCounts::new(events.len()),
            last: None,
            before: None,
            games: Vec::new(),
        })
    }

    /// Forgets all games.
    pub fn clear(&mut self) {
        self.begin_game();
        self.games.clear();
    }

    /// Begins a game.
    pub fn begin_game(&mut self) {
        self.counts.clear();
        self.last = None;
    }

    /// Keeps the counts of a game that is over.
    pub fn end_game(&mut self) {
        self.games.extend_from_slice(self.counts.all());
    }

    /// Returns the counts of the current game, or of the one that just ended.
    pub fn counts(&self) -> &EventCounts {
        &self.counts
    }

    /// Returns the counts of the first games since the last call of `clear`, game by game.
    pub fn games(&self, games: usize) -> &[u64] {
        &self.games[..games * self.counts.all().len()]
    }

    /// Counts the last action, which led to this state.
    fn step(&mut self, rules: &G::Rules, after: &G::State) {
        if let (Some(action), Some(before)) = (self.last.take(), &self.before) {
            self.counter.step(&Step { rules, before, action, after }, &mut self.counts);
        }
    }
}

impl<G: Game> Observer<G> for EventWatch<G> {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        self.step(rules, state);
    }

    fn action(&mut self, state: &G::State, action: G::Action) {
        if !self.counter.has_steps() {
            return;
        }
        self.last = Some(action);
        match &mut self.before {
            Some(before) => before.clone_from(state),
            None => self.before = Some(state.clone()),
        }
    }

    fn over(&mut self, rules: &G::Rules, state: &G::State) {
        self.step(rules, state);
        self.counter.over(rules, state, &mut self.counts);
    }
}
