//! The knowledge of one seat.

use std::fmt::Debug;

use serde::Serialize;
use serde_json::json;

use crate::seat::Seat;

/// The knowledge of one seat, and nothing else.
///
/// Its texts (`Debug`, JSON) must not contain anything that the seat may not know.
pub trait SeatView: Copy + Debug {
    /// The rules of the game.
    type Rules;

    /// Returns the seat that sees this.
    fn seat(&self) -> Seat;

    /// Returns the rules of the game.
    fn rules(&self) -> &Self::Rules;

    /// Returns the view as external programs receive it: an object with everything that the seat
    /// may know, written as in the trace.
    fn to_json(&self) -> serde_json::Value;
}

/// The view of many games: the public table, and the seat's own hand.
#[derive(Debug)]
pub struct TableView<'a, Rules, Table, Hand> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The public information, past and present.
    pub table: &'a Table,
    /// The seat that sees this.
    pub seat: Seat,
    /// Its own hand.
    pub hand: Hand,
}

// By hand: rules and table need not be `Copy` to be borrowed.
impl<Rules, Table, Hand: Copy> Clone for TableView<'_, Rules, Table, Hand> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<Rules, Table, Hand: Copy> Copy for TableView<'_, Rules, Table, Hand> {}

impl<Rules: Debug, Table: Debug + Serialize, Hand: Copy + Debug + Serialize> SeatView
    for TableView<'_, Rules, Table, Hand>
{
    type Rules = Rules;

    #[inline(always)]
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline(always)]
    fn rules(&self) -> &Rules {
        self.rules
    }

    fn to_json(&self) -> serde_json::Value {
        json!({"seat": self.seat, "hand": self.hand, "table": self.table})
    }
}
