//! Sales, purchases and scores one by one, with cards chosen for them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::model::is_face;
use super::{card, cards, play_out};
use crate::game::conformance::{designer, with_options};
use crate::game::{Game, LegalSet, Outcome};
use crate::games::crypto_cards::state::{Holding, ranks_reached};
use crate::games::crypto_cards::{Action, CryptoCards, Kind, Rules, Stage, State};
use crate::rng::BlockStreams;
use crate::seat::{Seat, SeatSet};

/// A hand-made state: seat 0 of two must sell, under rules with options.
pub(super) struct Position {
    pub(super) rules: Rules,
    pub(super) state: State,
}

impl Position {
    pub(super) fn new(options: &[&str], hand: &str, portfolio: &str, market: &str) -> Self {
        let rules =
            CryptoCards::rules(&with_options::<CryptoCards>(options), 2).expect("can be dealt");
        let mut state = CryptoCards::start(&rules, &mut BlockStreams::new(1, 1), &mut ());
        state.hands[0] = cards(hand);
        state.table.portfolios[0] = cards(portfolio);
        state.table.market = cards(market);
        state.table.reached = ranks_reached(state.table.market);
        state.table.stage = Stage::Sale;
        state.table.sales_left = rules.knobs.sales_per_turn;
        state.jokers = 0b11 << 20;
        state.table.jokers_out = 0;
        Self { rules, state }
    }

    pub(super) fn legal(&self) -> BTreeSet<String> {
        let legal = CryptoCards::legal(&self.rules, &self.state);
        legal.iter().map(|action| CryptoCards::action_name(&self.rules, action)).collect()
    }

    fn offers(&self, names: &str) {
        assert_eq!(self.legal(), names.split(", ").map(str::to_owned).collect::<BTreeSet<_>>());
    }

    pub(super) fn take(&mut self, action: Action) {
        assert!(
            CryptoCards::legal(&self.rules, &self.state).contains(action),
            "{action:?} of {:?}",
            self.legal()
        );
        CryptoCards::apply(
            &self.rules,
            &mut self.state,
            action,
            &mut BlockStreams::new(1, 1),
            &mut (),
        );
    }

    fn outcome(mut self) -> (Outcome, Value) {
        self.state.table.stage = Stage::Ended;
        let details = CryptoCards::outcome_details(&self.rules, &self.state).expect("always told");
        (CryptoCards::outcome(&self.rules, &self.state), details)
    }
}

pub(super) fn sell(name: &str) -> Action {
    Action::of_card(Kind::Sell, card(name))
}

pub(super) fn face(face: &str, sold: &str) -> Action {
    Action::face_sale(card(face), card(sold))
}

/// R2: while a sale is forced, nothing else is legal.
#[test]
fn a_forced_sale_is_the_sale_of_the_turn() {
    let setup =
        |options: &[&str]| Position::new(options, "QH 2C 3C 4C 5C 6C", "3D AH 7S JS", "2D 9S");
    setup(&[]).offers("sell 3D, sell AH");
    setup(&["buy_back=any"]).offers("sell 3D, sell AH");
    setup(&["forced_sale=false"]).offers(
        "keep, sell 3D, sell AH, sell 7S, face QH sell 3D, face QH sell AH, face QH sell 7S",
    );
    let mut position = setup(&["sales_per_turn=3"]);
    position.take(sell("AH"));
    position.offers("sell 3D");
    position.take(sell("3D"));
    position.offers("keep, sell 7S, face QH sell 7S");
    let mut position = setup(&[]);
    position.take(sell("AH"));
    position.offers("transfer QH, transfer 2C, transfer 3C, transfer 4C, transfer 5C, transfer 6C");
}

/// The designer's examples, R3 and R4.
#[test]
fn a_face_card_sells_any_number_card_and_takes_the_place_of_the_transfer() {
    let mut position = Position::new(&[], "QH 2C 3C 4C 5C 6C", "7H 4S JS", "AS 2S 6S 7S");
    position.offers("keep, sell 4S, face QH sell 7H, face QH sell 4S");
    position.take(face("QH", "7H"));
    assert_eq!(position.state.table.portfolios[0], cards("4S JS QH"));
    assert_eq!(position.state.table.market, cards("AS 2S 6S 7S 7H"));
    assert_eq!(position.state.table.turns, 1, "no transfer");
    assert_eq!(position.state.table.seat, Seat::new(1));
}

/// R8 and R9: `keep` ends a face-card sale, and the sale step continues while sales are left; one
/// face card a turn.
#[test]
fn one_face_card_may_sell_several_cards() {
    let options = ["face_sales=3", "sales_per_turn=2", "buy_back=top"];
    let mut position = Position::new(&options, "QH KH 2C 3C 4C 5C", "7H 8H 4S", "9D");
    position.take(face("QH", "7H"));
    position.offers("also 8H, also 4S, keep");
    position.take(Action::KEEP);
    position.offers("sell 8H");
    let mut position = Position::new(&options, "QH KH 2C 3C 4C 5C", "7H 8H 4S", "9D");
    position.take(face("QH", "8H"));
    position.take(Action::of_card(Kind::Also, card("7H")));
    position.take(Action::of_card(Kind::Also, card("4S")));
    position.offers("buy 9D, buy 8H, buy 4S, keep");
    position.take(Action::of_card(Kind::Buy, card("8H")));
    assert_eq!(position.state.table.portfolios[0], cards("QH 8H"));
    assert_eq!(position.state.table.turns, 1);
}

#[test]
fn a_buy_lowers_the_market() {
    let mut position =
        Position::new(&["buy_back=top", "sales_per_turn=2"], "2C 3C 4C 5C 6C 7C", "9S", "AS 3S 9D");
    position.offers("buy 3S, buy 9D, keep");
    position.take(Action::of_card(Kind::Buy, card("3S")));
    position.offers("buy AS, buy 9D, keep");
    let mut position =
        Position::new(&["buy_back=any", "sales_per_turn=2"], "2C 3C 4C 5C 6C 7C", "9S", "AS 2S 3S");
    position.take(Action::of_card(Kind::Buy, card("3S")));
    position.offers("sell 3S");
}

/// R11: the price of a suit is the top of its market, 0 when it is empty; ties go to the fewest
/// cards, the fewest faces, the lowest sum.
#[test]
fn portfolios_are_scored() {
    let settle = |scoring: &str, portfolios: [&str; 2]| {
        let (scoring, points) = scoring.split_once(' ').unwrap_or((scoring, "0"));
        let options = [format!("scoring={scoring}"), format!("place_points={points}")];
        let mut position = Position::new(
            &options.each_ref().map(String::as_str),
            "2C 3C",
            portfolios[0],
            "9S 5H 2H",
        );
        position.state.table.portfolios[1] = cards(portfolios[1]);
        position.outcome()
    };
    let both = SeatSet::only(Seat::new(0)).with(Seat::new(1));
    let won = |winner: u8| SeatSet::only(Seat::new(winner));
    for (scoring, portfolios, scores, winners) in [
        ("count", ["8S 8H 8D KC", "AS 2D"], [4, 2], won(1)),
        ("price_low", ["8S 8H 8D KC", "AS 2D"], [24, 9], won(1)),
        ("price_high", ["8S 8H 8D KC", "AS 2D"], [24, 9], won(0)),
        ("count", ["8S KC", "AS 10H"], [2, 2], won(1)),
        ("count", ["8S KC", "9S QC"], [2, 2], won(0)),
        ("count", ["8S KC", "8D QC"], [2, 2], both),
        ("price_low", ["8D 8C 3C", "7D 10C"], [0, 0], won(1)),
        ("price_high", ["8D 8C 3C", "7D 10C"], [0, 0], won(1)),
        ("price_high", ["8H 7H", "KC"], [10, 10], won(1)),
        ("price_high", ["8H 7H", "KC 8D"], [10, 10], won(0)),
        ("price_high", ["8H 7H", "8H 6H"], [10, 10], won(1)),
        // `place_points`: part of the score, but not of the fewest cards.
        ("count 2", ["8S 8H", "AS"], [2, 3], won(0)),
        ("count 1", ["8S KC", "9S"], [2, 2], won(1)),
        ("count -10", ["", "AS"], [0, -9], won(1)),
        ("price_low -9", ["8D", "8S"], [0, 0], both),
        ("price_high -4", ["8H", "7S"], [5, 5], won(1)),
        ("price_high 10", ["8S 10S KC", "AS"], [28, 19], won(0)),
    ] {
        let (outcome, _) = settle(scoring, portfolios);
        assert_eq!(
            (&outcome.scores[..2], outcome.winners),
            (&scores[..], winners),
            "{scoring} {portfolios:?}"
        );
    }
    let (_, details) = settle("price_low", ["8S 8H 8D KC", ""]);
    assert_eq!(
        details,
        json!([{"cards": 4, "faces": 1, "sum": 24}, {"cards": 0, "faces": 0, "sum": 0}])
    );
}

#[test]
fn sums_are_sums() {
    let rules = CryptoCards::rules(&designer::<CryptoCards>(), 2).expect("can be dealt");
    for game in 0..20 {
        play_out(&rules, game, &mut |state| {
            let portfolio = state.table.portfolios[0];
            let Holding { cards, faces, sum, score } = state.table.holding(&rules, Seat::new(0));
            let numbers = portfolio.iter().filter(|card| !is_face(*card));
            assert_eq!(
                (cards, faces),
                (
                    portfolio.iter().count() as u32,
                    portfolio.iter().filter(|card| is_face(*card)).count() as u32
                )
            );
            assert_eq!(
                (sum, score),
                (numbers.map(|card| u32::from(card.rank())).sum(), cards as i32)
            );
        });
    }
}
