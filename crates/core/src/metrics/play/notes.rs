//! The notes of one game, from which every measure of play is computed.

use crate::game::{KindSet, Shares};
use crate::playthrough::{Estimate, ranked};
use crate::seat::{MAX_SEATS, Seat, SeatSet, WIN};

/// The parts of a game: tenths of its decisions.
pub(crate) const TENTHS: usize = 10;

/// The thirds of a game by name.
pub(crate) static THIRDS: [&str; 3] = ["first third", "second third", "last third"];

/// The parts of a game in which a decision lies, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) tenth: usize,
    pub(crate) third: usize,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DecisionNotes {
    /// The seat that decided.
    pub(crate) seat: Seat,
    /// The number of legal actions.
    pub(crate) legal: u32,
    /// The kinds of the legal actions.
    pub(crate) kinds: KindSet,
    /// The kind of the chosen action.
    pub(crate) kind: usize,
}

/// The results of the rollouts from a decision, in 840ths of a win.
///
/// The largest of several noisy estimates is too large on average. So different rollouts choose an
/// action and value it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChanceNotes {
    /// By half of the rounds: the sum over its rounds of each seat's wins, from what a spectator
    /// sees.
    pub(crate) halves: [[u32; MAX_SEATS]; 2],
    /// By half of the rounds: the wins of the seat that decides, from what it sees itself.
    pub(crate) own: [u32; 2],
    /// The number of rounds in both halves.
    pub(crate) rounds: u32,
    /// Whether there was more than one legal action.
    pub(crate) is_choice: bool,
    /// The sum over rounds of the value of the best action minus that of the second best. The
    /// knowledge of the seat ranks the actions, over all rounds, and the true position values them.
    pub(crate) tension: i64,
    /// The sum over rounds of the value of the best action minus that of the worst, chosen and
    /// valued like the tension.
    pub(crate) stakes: i64,
    /// The sum over rounds of the worth of the best action minus that of the worst, both by the
    /// knowledge of the seat: one half of the rounds chooses them and the other half values them,
    /// both ways round.
    pub(crate) known: i64,
    /// The sum over rounds of the square of this difference.
    pub(crate) known_squares: u64,
    /// Whether the seat that decides won in no round with any action, from what it knows.
    pub(crate) is_hopeless: bool,
    /// Whether it moreover decides how often another seat wins.
    pub(crate) is_kingmaker: bool,
}

impl ChanceNotes {
    /// Returns the notes of an estimate.
    pub(crate) fn of(estimate: &Estimate) -> Self {
        let Estimate { actions, taken, worth, all, shares, values, .. } = estimate;
        let rounds = shares.len();
        let mut notes = Self { rounds: rounds as u32, is_choice: *actions > 1, ..Self::default() };
        for (round, shares) in shares.iter().enumerate() {
            let half = usize::from(round >= rounds / 2);
            notes.halves[half].iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        }
        for (round, worth) in worth.chunks_exact((*actions).max(1)).enumerate() {
            notes.own[usize::from(round >= rounds / 2)] += worth[*taken];
        }
        notes.is_hopeless = worth.iter().all(|worth| *worth == 0);
        if !notes.is_choice {
            return notes;
        }
        notes.is_kingmaker = notes.is_hopeless && decides_for_another(all, *actions);
        for values in values {
            let [best, second, worst] = values.map(i64::from);
            notes.tension += best - second;
            notes.stakes += best - worst;
        }
        let (one, other) = worth.split_at(rounds / 2 * actions);
        for (choosing, valuing) in [(one, other), (other, one)] {
            let [best, _, worst] = ranked(choosing, *actions);
            for round in valuing.chunks_exact(*actions) {
                let difference = i64::from(round[best]) - i64::from(round[worst]);
                notes.known += difference;
                notes.known_squares += difference.unsigned_abs().pow(2);
            }
        }
        notes
    }

    /// Returns the sum over all rounds of a seat's wins.
    pub(crate) fn sum(&self, seat: Seat) -> u64 {
        self.halves.iter().map(|half| u64::from(half[seat.index() % MAX_SEATS])).sum()
    }

    /// Returns whether, from what the seat knows, the best action is significantly more than this
    /// many thousandths of a win above the worst: a one-sided test with an error of at most 5 %.
    ///
    /// Each half of the rounds gives the direction in which the other half counts. With two actions
    /// of equal worth the sums of both halves count in one direction where they agree. So the
    /// statistic is distributed like the larger of two independent normal numbers, or its opposite:
    /// it is above 1.949 (the square is 3.8) in 5 % of cases. With more actions the halves agree
    /// less often. With `f` degrees of freedom Student's distribution makes the square larger by
    /// about (f + 3) / f.
    pub(crate) fn matters(&self, thousandths: u32) -> bool {
        is_above(thousandths, self.rounds, self.known, self.known_squares)
    }
}

/// Whether differences in so many rounds, which have this sum and this sum of squares in 840ths of a
/// win, are significantly above so many thousandths of a win.
fn is_above(thousandths: u32, rounds: u32, sum: i64, squares: u64) -> bool {
    let (rounds, sum) = (i128::from(rounds), i128::from(sum));
    let above = 1000 * sum - i128::from(thousandths) * i128::from(WIN) * rounds;
    let spread = rounds * i128::from(squares) - sum * sum;
    above > 0 && above * above * (rounds - 1) * (rounds - 1) > 3_800_000 * (rounds + 2) * spread
}

/// Of a seat that hardly matters itself: a difference for another seat that matters, in thousandths
/// of a win.
const KINGMAKING: u32 = 100;

/// Whether one of the actions gives some seat clearly more wins than another action: round by round,
/// the wins of all seats with each action. One half of the rounds chooses the seat and the two
/// actions, and the other half values them, both ways round.
fn decides_for_another(all: &[Shares], actions: usize) -> bool {
    let rounds = all.len() / actions.max(1);
    let (one, other) = all.split_at(rounds / 2 * actions);
    let (mut sum, mut squares) = (0_i64, 0_u64);
    for (choosing, valuing) in [(one, other), (other, one)] {
        let mut sums = vec![[0_u64; MAX_SEATS]; actions];
        for round in choosing.chunks_exact(actions) {
            for (sums, shares) in sums.iter_mut().zip(round) {
                sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += u64::from(*share));
            }
        }
        let ends = |seat: usize| {
            let of = |action: &usize| sums[*action][seat];
            let (most, least) = ((0..actions).max_by_key(of), (0..actions).min_by_key(of));
            (most.unwrap_or(0), least.unwrap_or(0))
        };
        let range = |seat: &usize| {
            let (most, least) = ends(*seat);
            sums[most][*seat] - sums[least][*seat]
        };
        let seat = (0..MAX_SEATS).max_by_key(range).unwrap_or(0);
        let (most, least) = ends(seat);
        for round in valuing.chunks_exact(actions) {
            let difference = i64::from(round[most][seat]) - i64::from(round[least][seat]);
            sum += difference;
            squares += difference.unsigned_abs().pow(2);
        }
    }
    is_above(KINGMAKING, rounds as u32, sum, squares)
}

/// The notes of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GameNotes {
    /// Its decisions, in their order.
    pub decisions: Vec<DecisionNotes>,
    /// The rollouts' results for each, or for every n-th one; empty if chances are not estimated.
    pub chances: Vec<ChanceNotes>,
    /// Chances are estimated at every n-th decision: n, where 0 is 1.
    pub(crate) every: usize,
    /// The first of these decisions, below n. It goes round from block to block, so that no decision is
    /// always left out, such as the last one of games of one length.
    pub(crate) first: usize,
    /// By decision with chances, the seat that has the lead; known once the game is over.
    pub(crate) leads: Vec<Option<Seat>>,
    /// By decision, the seats that would win by the rules if the game ended before it; empty if the
    /// standings are not asked for.
    pub(crate) ahead: Vec<SeatSet>,
    /// The winners.
    pub(crate) winners: SeatSet,
    /// The number of players.
    pub(crate) players: usize,
}

/// A lead must be larger than this many standard errors, squared.
const CLEAR: i128 = 16;

impl GameNotes {
    /// Forgets the game.
    pub(crate) fn clear(&mut self) {
        self.decisions.clear();
        self.chances.clear();
        self.leads.clear();
        self.ahead.clear();
        self.winners = SeatSet::NONE;
    }

    /// Ends the game, which these seats won.
    pub(crate) fn end(&mut self, winners: SeatSet, players: usize) {
        (self.winners, self.players) = (winners, players);
        self.find_leads();
    }

    /// Returns the winner, if there is a single one.
    pub(crate) fn winner(&self) -> Option<Seat> {
        Seat::all(self.players).find(|seat| self.winners == SeatSet::only(*seat))
    }

    /// Returns the parts of the game in which a decision lies.
    pub(crate) fn part(&self, place: usize) -> Part {
        let of = |parts: usize| place * parts / self.decisions.len().max(1);
        Part { tenth: of(TENTHS), third: of(THIRDS.len()) }
    }

    /// Iterates over the decisions with chances: the place of each among all decisions, and its chances.
    pub(crate) fn watched(&self) -> impl Iterator<Item = (usize, &ChanceNotes)> {
        let (every, first) = (self.every.max(1), self.first);
        let places = (first..).step_by(every);
        places.zip(&self.chances)
    }

    /// Iterates over the decisions with the parts of the game in which each lies.
    pub(crate) fn with_parts(&self) -> impl Iterator<Item = (Part, &DecisionNotes)> {
        self.decisions.iter().enumerate().map(|(place, decision)| (self.part(place), decision))
    }

    /// Returns the largest number of consecutive decisions of one player with one legal action
    /// each.
    pub(crate) fn longest_forced_run(&self) -> u32 {
        let (mut runs, mut longest) = ([0_u32; MAX_SEATS], 0);
        for decision in &self.decisions {
            let run = &mut runs[decision.seat.index() % MAX_SEATS];
            *run = if decision.legal == 1 { *run + 1 } else { 0 };
            longest = longest.max(*run);
        }
        longest
    }

    /// Finds the seat that has the lead at each decision.
    ///
    /// A seat takes the lead if, over some consecutive decisions that end there and began after the
    /// lead last changed, its chance was above that of every other seat by more than 4 standard
    /// errors: the difference of the wins of two seats in the rollouts of these decisions, divided
    /// by its spread if both were equally likely to win. It keeps the lead until another seat takes
    /// it. The rollouts of different decisions are independent, so equal players hardly ever get a
    /// lead: with few decisions the difference must be large, with many a small one is enough.
    fn find_leads(&mut self) {
        let (mut leader, mut since) = (None, 0);
        self.leads.clear();
        for place in 0..self.chances.len() {
            let mut sums = [0_i128; MAX_SEATS];
            for chances in self.chances[since..=place].iter().rev() {
                for seat in Seat::all(self.players) {
                    sums[seat.index()] += i128::from(chances.sum(seat));
                }
                let is_clear = |one: i128, other: i128| {
                    let difference = one - other;
                    difference > 0
                        && difference * difference > CLEAR * i128::from(WIN) * (one + other)
                };
                let leads = |seat: &Seat| {
                    let others = Seat::all(self.players).filter(|other| other != seat);
                    others
                        .into_iter()
                        .all(|other| is_clear(sums[seat.index()], sums[other.index()]))
                };
                if let Some(seat) = Seat::all(self.players)
                    .find(leads)
                    .filter(|seat| leader != Some(*seat) && self.players > 1)
                {
                    (leader, since) = (Some(seat), place + 1);
                    break;
                }
            }
            self.leads.push(leader);
        }
    }
}
