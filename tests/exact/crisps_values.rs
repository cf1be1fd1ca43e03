//! The Starter's chance to win a deal of reduced Crisps under perfect play.

use super::crisps::{rules, tree};
use super::truth::{RUNGS, Rung, examine};

/// Knobs, and the share that the Starter wins.
type Case = (&'static str, f64);

fn hold(cases: &[Case], rungs: &[Rung]) {
    for (options, wins) in cases {
        let (settings, rules) = rules(options);
        examine(options, &tree(&settings, &rules), *wins, rungs);
    }
}

#[test]
fn without_cards_to_gain() {
    hold(
        &[
            ("copies=3 hand_size=3 set_aside=6", 0.7938),
            ("low_rank=7 copies=2 hand_size=3 set_aside=4", 0.7647),
            ("copies=4 hand_size=3 set_aside=10", 0.7812),
            ("copies=2 hand_size=3 set_aside=2 special_rank=jack run_min=2", 0.8107),
        ],
        RUNGS,
    );
}

#[test]
fn with_a_card_face_up() {
    hold(
        &[
            ("copies=2 hand_size=3 set_aside=1", 0.8499),
            ("copies=2 hand_size=3 set_aside=1 first_draw=passer", 0.8106),
            ("low_rank=6 copies=1 hand_size=2 set_aside=0", 0.6333),
        ],
        RUNGS,
    );
}

#[test]
fn with_a_pile() {
    hold(
        &[
            ("copies=2 hand_size=2 set_aside=2", 0.7206),
            ("copies=2 hand_size=2 set_aside=2 follow_equal=false", 0.6635),
        ],
        RUNGS,
    );
}

/// More cards give more choices: with as many as the other (0.8499, 0.7938 without a pile) the
/// Starter wins more than with one fewer, and less than with one more.
#[test]
fn with_a_handicap_for_the_starter() {
    hold(
        &[
            ("copies=2 hand_size=3 set_aside=1 starter_cards=-1", 0.6333),
            ("copies=3 hand_size=3 set_aside=5 starter_cards=1", 0.8629),
        ],
        RUNGS,
    );
}

#[test]
fn without_a_card_face_up() {
    hold(
        &[
            ("copies=2 hand_size=3 set_aside=1 face_up_draw=false", 0.8499),
            ("copies=2 hand_size=2 set_aside=2 face_up_draw=false", 0.7904),
        ],
        RUNGS,
    );
}

#[test]
#[ignore = "takes a minute"]
fn larger_decks_and_hands() {
    hold(
        &[
            ("copies=2 hand_size=3 set_aside=0", 0.8107),
            ("low_rank=7 copies=2 hand_size=3 set_aside=3", 0.7728),
            ("copies=4 hand_size=3 set_aside=9", 0.8115),
            ("copies=4 hand_size=4 set_aside=8", 0.7864),
        ],
        RUNGS,
    );
}

#[test]
#[ignore = "takes half a minute"]
fn the_largest_trees() {
    hold(
        &[
            ("copies=3 hand_size=4 set_aside=4", 0.7963),
            ("copies=3 hand_size=4 set_aside=4 special_rank=jack run_min=2", 0.7760),
        ],
        RUNGS,
    );
}
