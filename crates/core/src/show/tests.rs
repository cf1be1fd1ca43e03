//! The words of this package's games.

use std::collections::BTreeSet;

use super::conformance::random_games_are_told_fairly;
use super::*;
use crate::game::conformance::{Examined, designer};
use crate::games::with_each_game;
use crate::rng::BlockStreams;

/// The words about the deal must not depend on the cards; they may name the first player.
fn the_deal_is_secret<G: Examined>() {
    let players = G::DESCRIPTION.most_players.min(4);
    let rules = G::rules(&designer::<G>(), players).expect("can be dealt");
    let dealt = |game| {
        let mut teller = Teller::<G>::new(&rules, players, Eyes::Of(Seat::new(1)));
        G::start(&rules, &mut BlockStreams::new(3, game), &mut teller);
        // Cards that are drawn at once are shown to the seat that draws them.
        teller.happened.first().cloned()
    };
    let different: BTreeSet<_> = (0..60).map(dealt).collect();
    assert!(different.len() <= players, "{different:?}");
}

#[test]
fn games_are_told_fairly() {
    fn told_fairly<G: Examined>() {
        random_games_are_told_fairly::<G>(56, 45);
    }
    with_each_game!(told_fairly);
}

#[test]
fn deals_are_secret() {
    with_each_game!(the_deal_is_secret);
}

fn told(lines: &[&[(&str, About)]]) -> Told {
    let part = |(place, lines): (usize, &&[(&str, About)])| Part {
        title: format!("Turn {place}"),
        lines: lines.iter().map(|(text, about)| Line::new(0, *text).about(*about)).collect(),
    };
    Told { head: vec![Line::new(0, "head")], parts: lines.iter().enumerate().map(part).collect() }
}

#[test]
fn two_games_diverge_where_the_play_differs() {
    use About::{Play, Table};
    let one = told(&[&[("a pile", Table), ("plays", Play)], &[("passes", Play)]]);
    let other = told(&[&[("no pile", Table), ("plays", Play)], &[("plays", Play), ("wins", Play)]]);
    let parted = "Here they part. (Up to here, the table is that of the first game.)";
    let below = [
        "head", "", "head", "", "Turn 0", "a pile", "plays", "", parted, "", "head", "", "Turn 1",
        "passes", "", "head", "", "Turn 1",
    ];
    assert_eq!(one.beside(&other, 80), [&below[..], &["plays", "wins"]].concat());
    let gap = |text: &str, width: usize| format!("{text:width$} |");
    let beside = one.beside(&other, 103);
    assert_eq!(beside[0], format!("{} head", gap("head", 50)));
    assert_eq!(beside[1..6], ["", "Turn 0", "a pile", "plays", ""].map(str::to_owned));
    assert_eq!(
        beside[8..],
        [
            format!("{} Turn 1", gap("Turn 1", 50)),
            format!("{} plays", gap("passes", 50)),
            format!("{} wins", gap("", 50))
        ]
    );
    let passes = told(&[&[("passes", Play)]]);
    assert_eq!(passes.beside(&other, 80)[3..5], ["", "They part at once."].map(str::to_owned));
}

#[test]
fn untaken_actions_are_listed_by_sort() {
    let sorted = |actions: &[&str]| in_sorts(actions.iter().map(|action| (*action).to_owned()));
    assert_eq!(sorted(&["single 3", "pass", "pair 4", "single 5"]), "single 3, 5; pair 4; pass");
    let many: Vec<String> = (0..13).map(|rank| format!("single {rank}")).collect();
    assert_eq!(in_sorts(many.into_iter()), "single 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more");
    let sorts: Vec<String> = (0..10).map(|sort| format!("s{sort} 1")).collect();
    assert!(in_sorts(sorts.into_iter()).ends_with("s7 1 and 2 more"));
}
