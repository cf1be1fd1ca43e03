//! A second implementation of the rules with plain lists, compared with the engine.

use super::{Named, alike, card_of, piles_of, rank_of};
use crate::cards::standard::JOKER;
use crate::game::{Chance, Game, LegalSet, Turn, random_settings};
use crate::games::crackpipe::piles::THE_PIPE;
use crate::games::crackpipe::rules::{FirstPlayerTie, FlipFrom, Hits, Knobs, PassDirection};
use crate::games::crackpipe::{Action, Crackpipe, Rules, State};
use crate::rng::{BlockStreams, Purpose};

/// A game with lists: each pile from its bottom to its top, the stash in the order in which it is
/// drawn.
struct Model {
    knobs: Knobs,
    players: usize,
    /// The pipes, then THE pipe.
    piles: Vec<Vec<u8>>,
    stash: Vec<u8>,
    resin: Vec<u8>,
    stack: Vec<u8>,
    turn: usize,
    receiver: Option<usize>,
    emptied: i64,
    turns: i64,
    last: bool,
    over: bool,
    unfinished: bool,
}

impl Model {
    fn start(
        knobs: Knobs,
        players: usize,
        deck: &[u8],
        lot: impl FnOnce(u32) -> u32,
    ) -> (Self, usize) {
        let mut cards = deck.iter().copied();
        let the_pipe = vec![cards.next().expect("cards enough")];
        let mut piles: Vec<Vec<u8>> =
            (0..players).map(|_| vec![cards.next().expect("cards enough")]).collect();
        let highest = piles.iter().map(|pipe| rank_of(pipe[0])).max();
        let level: Vec<usize> =
            (0..players).filter(|seat| Some(rank_of(piles[*seat][0])) == highest).collect();
        let random = knobs.first_player_tie == FirstPlayerTie::Random && level.len() > 1;
        let first = level[if random { lot(level.len() as u32) as usize } else { 0 }];
        piles.push(the_pipe);
        let model = Self {
            knobs,
            players,
            piles,
            stash: cards.collect(),
            resin: Vec::new(),
            stack: Vec::new(),
            turn: first,
            receiver: None,
            emptied: 0,
            turns: 0,
            last: false,
            over: false,
            unfinished: false,
        };
        (model, first)
    }

    fn hits(&self, top: Option<&u8>) -> usize {
        let rank = top.map_or(0, |card| rank_of(*card));
        let (key, base, double) = match rank {
            0 => (0, 1, 1),
            2..=5 => (rank - 1, 1, 1),
            6..=8 => (rank - 1, 1, 2),
            9..=10 => (rank - 1, 1, 3),
            11 => (10, 2, 3),
            12..=13 => (rank - 1, 2, 4),
            14 => (13, 3, 4),
            _ => (14, 4, 5),
        };
        match self.knobs.hit_table {
            Hits::Base => base,
            Hits::Double => double,
            Hits::Table(numbers) => numbers[usize::from(key)].into(),
        }
    }

    /// Draws; `reshuffle` orders the resin.
    fn begin_turn(&mut self, reshuffle: impl FnOnce(i64, Vec<u8>) -> Vec<u8>) {
        if self.last || self.turns >= i64::from(self.knobs.max_turns) {
            (self.over, self.unfinished) = (true, !self.last);
            return;
        }
        self.turns += 1;
        let wanted = self.hits(self.piles[self.turn].last()).min(self.stash.len());
        self.stack = self.stash.drain(..wanted).collect();
        if self.stash.is_empty() {
            self.emptied += 1;
            if self.emptied < i64::from(self.knobs.passes_over_stash) && !self.resin.is_empty() {
                let mut resin = std::mem::take(&mut self.resin);
                resin.sort_unstable();
                self.stash = reshuffle(self.emptied, resin);
            } else {
                self.last = true;
                self.over = !self.knobs.finish_last_turn;
            }
        }
    }

    fn legal(&self) -> Vec<&'static str> {
        if self.receiver.is_some() { vec!["top", "bottom"] } else { vec!["own", "the"] }
    }

    /// Takes an action; returns true if the next turn begins.
    fn apply(&mut self, action: &str) -> bool {
        if let Some(receiver) = self.receiver.take() {
            self.put(receiver, action == "bottom");
        } else {
            let the = action == "the";
            let pile = if the { self.players } else { self.turn };
            let top = self.piles[pile].last().copied();
            let value = *self.stack.last().expect("a stack");
            if top.is_some_and(|top| rank_of(top) > rank_of(value)) {
                let card = self.piles[pile].pop().expect("a card");
                self.stack.insert(0, card);
                let step = if self.knobs.pass_direction == PassDirection::Clockwise {
                    1
                } else {
                    self.players - 1
                };
                let receiver = (self.turn + step) % self.players;
                let forced = self.knobs.cherry && the && rank_of(card) == JOKER;
                let (pipe_before, passed) = (&self.piles[receiver], &self.stack);
                let (top, bottom) =
                    ([&pipe_before[..], passed].concat(), [&passed[..], pipe_before].concat());
                if !forced && top.iter().zip(&bottom).any(|(one, other)| !alike(*one, *other)) {
                    self.receiver = Some(receiver);
                    return false;
                }
                self.put(receiver, false);
            } else {
                self.piles[pile].append(&mut self.stack);
                let lowest = match self.knobs.flip_from {
                    FlipFrom::Jack => 11,
                    FlipFrom::Queen => 12,
                    FlipFrom::King => 13,
                    FlipFrom::Ace => 14,
                };
                let flips = if rank_of(value) == JOKER {
                    self.knobs.joker_flips
                } else {
                    rank_of(value) >= lowest
                };
                if the && flips {
                    self.resin.append(&mut self.piles[pile]);
                }
            }
        }
        self.turn = (self.turn + 1) % self.players;
        true
    }

    fn put(&mut self, receiver: usize, at_the_bottom: bool) {
        let pipe = &mut self.piles[receiver];
        if at_the_bottom {
            pipe.splice(0..0, self.stack.drain(..));
        } else {
            pipe.append(&mut self.stack);
        }
    }

    fn assert_same(&self, state: &State) {
        let mut piles = piles_of(state);
        for pile in &mut piles {
            pile.reverse();
        }
        assert_eq!(&piles[..self.players], &self.piles[..self.players]);
        assert_eq!(piles[THE_PIPE], self.piles[self.players]);
        assert_eq!(state.stash.cards(), self.stash);
        assert_eq!(i64::from(state.table.turns), self.turns);
        if !self.over {
            let mut stack: Vec<u8> = state.table.piles.cards(state.table.stack).collect();
            stack.reverse();
            assert_eq!(stack, self.stack);
        }
    }
}

/// Plays games with random rules and choices, and calls `look` with every state that has a
/// decision.
pub(super) fn with_each_decision(games: u64, mut look: impl FnMut(&Rules, &State)) {
    play_random_games(games, |rules, state, _| look(rules, state));
}

fn play_random_games(games: u64, mut look: impl FnMut(&Rules, &State, &Model)) {
    let mut stream = BlockStreams::new(11, 11).stream(Purpose::Strategy(0));
    for (game, players) in (0..games).zip((2..=8).cycle()) {
        let settings = random_settings::<Crackpipe>(players, 400, &mut stream);
        let rules = Crackpipe::rules(&settings, players).expect("can be dealt");
        let mut chance = BlockStreams::new(5, game);
        let mut deck = rules.all.cards().to_vec();
        chance.shuffle(Purpose::Deck(0), &mut deck);
        let (mut model, first) = Model::start(Knobs::read(&settings), players, &deck, |level| {
            chance.below(Purpose::FirstPlayer, level)
        });
        let reshuffle = |times: i64, mut resin: Vec<u8>| {
            BlockStreams::new(5, game).shuffle(Purpose::Deck(times as u32), &mut resin);
            resin
        };
        model.begin_turn(reshuffle);
        let mut state = Crackpipe::start(&rules, &mut chance, &mut ());
        assert_eq!(Crackpipe::first_player(&state).index(), first);
        while let Turn::Decide(seat) = Crackpipe::turn(&state) {
            model.assert_same(&state);
            look(&rules, &state, &model);
            let legal = Crackpipe::legal(&rules, &state);
            assert_eq!(seat.index(), model.receiver.unwrap_or(model.turn));
            assert_eq!(legal.iter().map(Action::name).collect::<Vec<_>>(), model.legal());
            let action = legal.nth(stream.below(2));
            Crackpipe::apply(&rules, &mut state, action, &mut chance, &mut ());
            if model.apply(action.name()) {
                model.begin_turn(reshuffle);
            }
        }
        assert!(model.over);
        model.assert_same(&state);
        let outcome = Crackpipe::outcome(&rules, &state);
        // The player after the first one is in place 1, and so on.
        let place = |seat: usize| ((seat + players - first) % players) as i64;
        let score = |seat: usize| {
            model.piles[seat].len() as i64 + i64::from(model.knobs.place_points) * place(seat)
        };
        let scores: Vec<i64> = (0..players).map(score).collect();
        let most = scores.iter().max();
        assert_eq!(outcome.unfinished, model.unfinished);
        assert_eq!(outcome.scores[..players], scores);
        for seat in rules.seats() {
            assert_eq!(
                outcome.winners.contains(seat),
                !model.unfinished && Some(&scores[seat.index()]) == most,
                "R8"
            );
        }
    }
}

#[test]
fn the_engine_plays_as_the_rules_say() {
    let mut resins = 0;
    play_random_games(210, |rules, state, model| {
        let view = super::View { rules, state, seat: state.table.now.decider };
        let mut resin = [0; 16];
        for card in &model.resin {
            resin[usize::from(rank_of(*card))] += 1;
        }
        assert_eq!(view.resin(), resin);
        resins += u32::from(!model.resin.is_empty());
    });
    assert!(resins > 1000, "a resin was seen {resins} times");
}

/// Many tests name cards, so the names must be right.
#[test]
fn named_cards_are_dealt() {
    let mut items = [2, 3, 4, 66];
    Named::new(&["4C 2C 2C"]).shuffle(Purpose::Deck(0), &mut items);
    assert_eq!(items.map(|card| card_of(card).to_string()), ["4C", "2C", "2C", "3C"]);
}
