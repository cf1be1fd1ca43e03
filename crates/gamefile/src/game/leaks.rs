//! Finds leaks: choices that depend on things that the choosing seat cannot see.
//!
//! Two games are played side by side that differ in cards and numbers, or in secret choices, that
//! one seat cannot see. As long as that seat has seen the same in both games, it must have the same
//! options in both. If only secret choices differ, players who search must draw the same states.

use fairdeal_core::game::{Game, LegalSet, Searchable, SeatView, Turn};
use fairdeal_core::rng::{BlockStreams, Purpose, Stream};
use fairdeal_core::seat::Seat;

use super::knowledge::is_told;
use super::{FileGame, Rules, State};
use crate::machine::options::Action;
use crate::machine::play::{self, Luck, Streams};
use crate::machine::redraw;
use crate::machine::state::Head;
use crate::machine::zones::Line;

/// The number of pairs for each seat that are played from the beginning of the game.
const WHOLE_GAMES: usize = 8;

/// In games that differ in secret choices, drawn states are compared at the first decisions of the
/// seat.
const COMPARED_DRAWS: u32 = 12;

/// A drawn state is played on for this many decisions.
const PLAYED_ON: usize = 200;

/// Plays pairs of games with the random numbers of some games, with at most `most_decisions` in all
/// for each. Returns their leaks, each with its line, in the form of errors at run time.
///
/// Secret choices in variables are reported only if no options leak, which might be the cause.
pub(super) fn find(rules: &Rules, games: &[BlockStreams], most_decisions: u64) -> Vec<String> {
    let (mut options, mut kept) = (Vec::new(), Vec::new());
    for streams in games {
        let draws = { *streams }.stream(Purpose::Strategy(1));
        let mut search = Search {
            rules,
            streams: *streams,
            draws,
            left: most_decisions,
            options: &mut options,
            kept: &mut kept,
        };
        search.play_whole();
        search.play_from_decisions();
    }
    if options.is_empty() { kept } else { options }
}

/// Two games that look the same to a seat.
struct Pair {
    seat: Seat,
    games: [State; 2],
    /// How many lines of the logs have been compared.
    compared: usize,
    /// Whether other seats choose otherwise in secret, and nothing else differs.
    has_secrets: bool,
    /// How many decisions the seat has taken.
    decisions: u32,
    /// The place of another seat's secret choice, which differs between both games.
    secret: Option<Head>,
}

impl Pair {
    fn new(seat: Seat, games: [State; 2], has_secrets: bool) -> Self {
        Self { seat, games, compared: 0, has_secrets, decisions: 0, secret: None }
    }
}

struct Search<'a> {
    rules: &'a Rules,
    streams: BlockStreams,
    draws: Stream,
    /// How many decisions may still be played.
    left: u64,
    /// The leaks: options, and secret choices that variables keep.
    options: &'a mut Vec<String>,
    kept: &'a mut Vec<String>,
}

impl Search<'_> {
    /// Plays pairs from the beginning.
    fn play_whole(&mut self) {
        let has_secrets = self.rules.code.sites.iter().any(|site| site.hidden != 0);
        for _ in 0..WHOLE_GAMES {
            for seat in Seat::all(self.rules.code.players()) {
                let pair = self.exchanged(seat);
                self.play(pair);
                if has_secrets {
                    let game = FileGame::start(self.rules, &mut self.streams, &mut ());
                    self.play(Pair::new(seat, [game.clone(), game], true));
                }
            }
        }
    }

    /// Plays a game, and pairs from its decisions on.
    fn play_from_decisions(&mut self) {
        let mut streams = self.streams;
        let mut state = FileGame::start(self.rules, &mut streams, &mut ());
        let mut number = 0_u64;
        while let Turn::Decide(seat) = FileGame::turn(&state)
            && self.left > 0
        {
            if number < 16 || number.is_multiple_of(8) {
                let pair = self.drawn(&state, seat);
                self.play(pair);
            }
            let legal = FileGame::legal(self.rules, &state);
            let action = legal.nth(self.draws.below(legal.count()));
            FileGame::apply(self.rules, &mut state, action, &mut streams, &mut ());
            number += 1;
            self.left = self.left.saturating_sub(1);
        }
    }

    /// Returns two games at their first decisions. In the second one, numbers that the seat does not
    /// see have other values from the beginning, and cards come in another order.
    fn exchanged(&mut self, seat: Seat) -> Pair {
        let code = &*self.rules.code;
        let mut games = [State::new(code), State::new(code)];
        let [one, other] = &mut games;
        one.machine_mut().zones.keeps_log = true;
        other.machine_mut().zones.keeps_log = true;
        play::begin(code, one.machine_mut(), &mut Streams(&mut self.streams));
        redraw::draw_numbers(
            code,
            other.machine_mut(),
            |info, of| !info.is_seen(of, seat.index() as u8),
            |bound| self.draws.below(bound),
        );
        let luck = Streams(&mut self.streams);
        let mut luck = Exchanging { luck, draws: &mut self.draws };
        play::begin(code, other.machine_mut(), &mut luck);
        Pair::new(seat, games, false)
    }

    /// Returns the game of a state, and one whose state is drawn from the knowledge of the
    /// seat that decides.
    fn drawn(&mut self, state: &State, seat: Seat) -> Pair {
        let view = FileGame::view(self.rules, state, seat);
        let drawn = FileGame::sample(self.rules, &FileGame::determinizer(&view), &mut self.draws);
        let mut games = [state.without_memory(), drawn];
        for game in &mut games {
            game.machine_mut().zones.keeps_log = true;
        }
        Pair::new(seat, games, false)
    }

    /// Plays until the seat can tell the two games apart, or a leak is found.
    fn play(&mut self, mut pair: Pair) {
        while self.left > 0 && self.looks_same(&mut pair) {
            let heads = pair.games.each_ref().map(|game| game.machine().head);
            let turns = pair.games.each_ref().map(FileGame::turn);
            let Turn::Decide(decides) = turns[0] else { return };
            if turns[0] != turns[1] || heads[0].at != heads[1].at {
                return;
            }
            let legal = pair.games.each_ref().map(|game| FileGame::legal(self.rules, game));
            if decides == pair.seat {
                if legal[0] != legal[1] {
                    let what = "these options follow from cards, numbers or secret choices that \
                         the seat cannot see: take them from zones that it sees and from public \
                         numbers, or show the cards before";
                    return note(self.options, self.rules, &heads[0], what);
                }
                if let Some(secret) = pair.secret
                    && pair.decisions < COMPARED_DRAWS
                    && !self.draws_same(&pair)
                {
                    let what = "this secret choice is kept in a variable while others decide: keep \
                         it in a zone, or in a number that only its owner sees";
                    return note(self.kept, self.rules, &secret, what);
                }
                pair.decisions += 1;
            }
            let mut actions = [legal[0].nth(self.draws.below(legal[0].count())); 2];
            if pair.has_secrets && decides != pair.seat && self.is_plain_secret(actions[0]) {
                actions[1] = legal[1].nth(self.draws.below(legal[1].count()));
                if actions[0] != actions[1] {
                    pair.secret.get_or_insert(heads[0]);
                }
            }
            if !legal[1].contains(actions[1]) || actions[1].is_public() != actions[0].is_public() {
                return;
            }
            for (game, action) in pair.games.iter_mut().zip(actions) {
                FileGame::apply(self.rules, game, action, &mut self.streams, &mut ());
            }
            self.left = self.left.saturating_sub(2);
        }
    }

    /// Whether an action is hidden from others and has no card. (Cards are drawn anew in any zone.)
    fn is_plain_secret(&self, action: Action) -> bool {
        !action.is_public() && !self.rules.code.has_card(action)
    }

    /// Whether the seat sees the same in both games, and was shown the same since the last call.
    fn looks_same(&self, pair: &mut Pair) -> bool {
        let code = &self.rules.code;
        let lines = |game: &State| {
            let lines = game.machine().zones.log[pair.compared..].iter();
            let told = lines.map(|line| {
                let line = Line::unpacked(*line);
                let is_told = is_told(code, 1 << pair.seat.index(), line);
                if is_told { line } else { Line { card: 0, ..line } }
            });
            told.collect::<Vec<_>>()
        };
        let [one, other] = &pair.games;
        let are_same = lines(one) == lines(other) && {
            let [one, other] =
                [one, other].map(|game| FileGame::view(self.rules, game, pair.seat).to_json());
            one == other
        };
        pair.compared = one.machine().zones.log.len();
        are_same
    }

    /// Whether players who search draw the same states for the seat in both games.
    fn draws_same(&mut self, pair: &Pair) -> bool {
        self.draws.word();
        let [one, other] = pair.games.each_ref().map(|game| {
            let mut draws = self.draws.clone();
            let determinizer = FileGame::determinizer(&FileGame::view(self.rules, game, pair.seat));
            let mut world = FileGame::sample(self.rules, &determinizer, &mut draws);
            let mut told = Vec::new();
            while let Turn::Decide(_) = FileGame::turn(&world)
                && told.len() < PLAYED_ON
            {
                let legal = FileGame::legal(self.rules, &world);
                let action = legal.nth(draws.below(legal.count()));
                told.push((legal.count(), action));
                FileGame::apply(self.rules, &mut world, action, &mut self.streams, &mut ());
            }
            self.left = self.left.saturating_sub(told.len() as u64);
            let standing = FileGame::standing(self.rules, &world);
            (told, standing.scores, standing.leaders)
        });
        one == other
    }
}

/// Notes a leak at the place of a decision.
fn note(leaks: &mut Vec<String>, rules: &Rules, head: &Head, what: &str) {
    let code = &*rules.code;
    // At a decision, the machine is behind the operation of the decision.
    let span = code.spans.get((head.at as usize).wrapping_sub(1)).copied().unwrap_or_default();
    let (line, column) = code.program.line_and_column(span);
    let leak = format!("{}:{line}:{column}: {what}", code.program.file);
    if !leaks.contains(&leak) {
        leaks.push(leak);
    }
}

/// Luck with two cards of each shuffle exchanged, and now and then another card drawn.
struct Exchanging<'a, L> {
    luck: L,
    draws: &'a mut Stream,
}

impl<L: Luck> Luck for Exchanging<'_, L> {
    fn shuffle(&mut self, purpose: Purpose, cards: &mut [u16]) {
        self.luck.shuffle(purpose, cards);
        if cards.len() > 1 {
            let mut place = || self.draws.below(cards.len() as u32) as usize;
            let (one, other) = (place(), place());
            cards.swap(one, other);
        }
    }

    fn draw(&mut self, purpose: Purpose, cards: &[u16]) -> u32 {
        let drawn = self.luck.draw(purpose, cards);
        if self.draws.below(4) == 0 { self.draws.below(cards.len() as u32) } else { drawn }
    }

    /// Numbers that are thrown openly stay the same.
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.luck.below(purpose, bound)
    }
}
