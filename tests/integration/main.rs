//! Tests of the library and the program as a whole: a single test program, so that the games are
//! compiled once.

/// Calls a function with every game, in tests that need its type; returns an array of the results,
/// in the order of the list.
macro_rules! each_game {
    ($function:ident($($argument:expr),*)) => {
        [
            $function(&fairdeal::games::crisps::Crisps $(, $argument)*),
            $function(&fairdeal::games::crackpipe::Crackpipe $(, $argument)*),
            $function(&fairdeal::games::scrip::Scrip $(, $argument)*),
            $function(&fairdeal::games::crypto_cards::CryptoCards $(, $argument)*),
        ]
    };
}

mod action_texts;
mod adapt;
mod again;
mod alike;
mod answers;
mod arrangements;
mod asides;
mod asked_play;
mod builder;
mod calibration;
mod cards;
mod check;
mod cli;
mod comparisons;
mod digests;
mod docs;
mod endings;
mod events;
mod examples;
mod external;
mod facts;
mod foreign;
mod game_files;
mod goals;
mod in_place;
mod lab;
mod ladder;
mod larger_tables;
mod layers;
mod limits;
mod made_games;
mod mistakes;
mod pages;
mod play;
mod questions;
mod report;
mod resume;
mod review;
mod schemas;
mod search;
mod shards;
mod shipped;
mod show;
mod strategies;
#[path = "../support/mod.rs"]
mod support;
mod tables_against_traces;
#[cfg(unix)]
mod terminal;
mod train;
mod tune;
mod without_file;

/// The tests that need the types of games have all of the list.
#[test]
fn each_game_covers_the_list() {
    fn name<G: fairdeal::game::Game>(_game: &G) -> &'static str {
        G::DESCRIPTION.name
    }
    let names: Vec<&str> = fairdeal::registry::GAMES.descriptions().map(|game| game.name).collect();
    assert_eq!(each_game!(name()).to_vec(), names);
}
