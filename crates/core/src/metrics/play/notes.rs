//! What is noted of one game, from which every measure of play is made.

use crate::playthrough::Estimate;
use crate::seat::{MAX_SEATS, Seat, SeatSet, WIN};

/// The parts of a game: tenths of its decisions.
pub(crate) const TENTHS: usize = 10;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DecisionNotes {
    /// Who took it.
    pub(crate) seat: Seat,
    /// How many actions were legal.
    pub(crate) legal: u32,
    /// The kinds of the legal actions, as bits.
    pub kinds: u8,
    /// The kind of the action that was chosen.
    pub(crate) kind: u8,
}

/// What rollouts say of a decision, in 840ths of a win.
///
/// Of several noisy estimates the largest is too large on average. So the rounds are halved: what
/// is chosen by one half is valued by the other, both ways round, and the sums below are those of
/// both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChanceNotes {
    /// By half of the rounds: the sum over its rounds of what each seat won.
    pub(crate) halves: [[u32; MAX_SEATS]; 2],
    /// How many rounds there were in both halves.
    pub(crate) rounds: u32,
    /// Was there more than one legal action?
    pub(crate) is_choice: bool,
    /// The sum over rounds of the worth of the best action less that of the second best.
    pub(crate) tension: i64,
    /// The sum over rounds of the worth of the best action less that of the worst.
    pub(crate) stakes: i64,
    /// The sum over rounds of the square of the same.
    pub(crate) stakes_squares: u64,
}

/// The best, second best and worst of some sums, by their places; of level ones the first counts as
/// better.
fn ranked(sums: &[u64]) -> [usize; 3] {
    let [mut best, mut second, mut worst] = [0, usize::MAX, 0];
    for (place, sum) in sums.iter().enumerate().skip(1) {
        if *sum > sums[best] {
            (best, second) = (place, best);
        } else if second == usize::MAX || *sum > sums[second] {
            second = place;
        }
        if *sum <= sums[worst] {
            worst = place;
        }
    }
    [best, if second == usize::MAX { best } else { second }, worst]
}

impl ChanceNotes {
    /// What an estimate says.
    pub(crate) fn of(estimate: &Estimate) -> Self {
        let Estimate { actions, worth, shares, .. } = estimate;
        let rounds = shares.len();
        let mut notes = Self { rounds: rounds as u32, is_choice: *actions > 1, ..Self::default() };
        for (round, shares) in shares.iter().enumerate() {
            let half = usize::from(round >= rounds / 2);
            notes.halves[half].iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        }
        if !notes.is_choice {
            return notes;
        }
        let (one, other) = worth.split_at(rounds / 2 * actions);
        for (choosing, valuing) in [(one, other), (other, one)] {
            let mut sums = vec![0_u64; *actions];
            for round in choosing.chunks_exact(*actions) {
                sums.iter_mut().zip(round).for_each(|(sum, worth)| *sum += u64::from(*worth));
            }
            let [best, second, worst] = ranked(&sums);
            for round in valuing.chunks_exact(*actions) {
                let [best, second, worst] =
                    [best, second, worst].map(|action| i64::from(round[action]));
                notes.tension += best - second;
                notes.stakes += best - worst;
                notes.stakes_squares += (best - worst).unsigned_abs().pow(2);
            }
        }
        notes
    }

    /// The sum over all rounds of what a seat won.
    pub(crate) fn sum(&self, seat: Seat) -> u64 {
        self.halves.iter().map(|half| u64::from(half[seat.index() % MAX_SEATS])).sum()
    }

    /// Is the best action more than this many thousandths of a win above the worst, as far as can
    /// be told? A one-sided test with an error of 5 %, or less.
    ///
    /// Each half of the rounds says in which direction the other one counts. With two actions that
    /// make no difference the sums of both halves count in one direction where they agree, so that
    /// the statistic is that of the larger of two independent normal numbers, or the opposite of
    /// it: it is above 1.949 (the square is 3.8) in 5 % of cases. With more actions the halves
    /// agree more seldom. For `f` degrees of freedom Student's distribution makes the square larger
    /// by (f + 3) / f, nearly.
    pub(crate) fn matters(&self, thousandths: u32) -> bool {
        let (rounds, sum) = (i128::from(self.rounds), i128::from(self.stakes));
        let above = 1000 * sum - i128::from(thousandths) * i128::from(WIN) * rounds;
        let spread = rounds * i128::from(self.stakes_squares) - sum * sum;
        above > 0 && above * above * (rounds - 1) * (rounds - 1) > 3_800_000 * (rounds + 2) * spread
    }
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GameNotes {
    /// Its decisions, in their order.
    pub decisions: Vec<DecisionNotes>,
    /// What rollouts say of each; empty if chances are not estimated.
    pub chances: Vec<ChanceNotes>,
    /// By decision, which seat has the lead; known once the game is over.
    pub(crate) leads: Vec<Option<Seat>>,
    /// Who won.
    pub(crate) winners: SeatSet,
    /// How many play.
    pub(crate) players: usize,
}

/// A lead must be more than this many standard errors, squared.
const CLEAR: i128 = 16;

impl GameNotes {
    /// Forgets the game.
    pub(crate) fn clear(&mut self) {
        self.decisions.clear();
        self.chances.clear();
        self.leads.clear();
        self.winners = SeatSet::NONE;
    }

    /// The game is over, and these won.
    pub(crate) fn end(&mut self, winners: SeatSet, players: usize) {
        (self.winners, self.players) = (winners, players);
        self.find_leads();
    }

    /// Who won, if one player did alone.
    pub(crate) fn winner(&self) -> Option<Seat> {
        Seat::all(self.players).find(|seat| self.winners == SeatSet::only(*seat))
    }

    /// The tenth of the game that a decision lies in, from 0.
    pub(crate) fn tenth(&self, place: usize) -> usize {
        place * TENTHS / self.decisions.len().max(1)
    }

    /// Every decision with the tenth of the game that it lies in, from 0.
    pub(crate) fn with_tenths(&self) -> impl Iterator<Item = (usize, &DecisionNotes)> {
        self.decisions.iter().enumerate().map(|(place, decision)| (self.tenth(place), decision))
    }

    /// The largest number of decisions in a row of one player with one legal action each.
    pub(crate) fn longest_forced_run(&self) -> u32 {
        let (mut runs, mut longest) = ([0_u32; MAX_SEATS], 0);
        for decision in &self.decisions {
            let run = &mut runs[decision.seat.index() % MAX_SEATS];
            *run = if decision.legal == 1 { *run + 1 } else { 0 };
            longest = longest.max(*run);
        }
        longest
    }

    /// Finds out who has the lead at each decision.
    ///
    /// A seat takes it where, over some decisions in a row that end there and began after the lead
    /// last changed hands, its chance was above that of every other seat by more than 4 standard
    /// errors: the difference of what two seats won in the rollouts of these decisions, against its
    /// spread if both were as likely to win. It keeps the lead until another seat takes it. The
    /// rollouts of different decisions are independent, so that among equals there is hardly ever a
    /// lead: few decisions need a large one, and many in a row tell a small one.
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
