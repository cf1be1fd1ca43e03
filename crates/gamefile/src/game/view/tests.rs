//! Tests of which zones and numbers each seat sees, by who may look.

use fairdeal_core::game::Game;
use fairdeal_core::input::Settings;
use fairdeal_core::rng::BlockStreams;
use fairdeal_core::strategy::TypedGame;

use super::*;
use crate::front;
use crate::game::{FileGame, MadeGame};

/// Each card lies in one zone, and each number differs from the others.
const FILE: &str = r#"from fairdeal import *

game("Sights", players=(2, 3))
SIDES = ["left", "right"]
ALL = cards([""], {str(n): n for n in range(30)})
board = zone(everyone)
stock = zone(nobody)
own = each_player(zone, owner)
forehead = each_player(zone, others)
market = each(SIDES, zone, everyone)
slots = each_player(each(SIDES, zone, everyone))
closed = each_player(each(SIDES, zone, owner))
backs = each_player(each(SIDES, zone, others))
points = each_player(0)
bid = each_player(0, owner, low=0, high=99)
luck = each_player(0, others, low=0, high=99)
price = each(SIDES, 0, nobody, low=0, high=99)
marks = each_player(each(SIDES, False))
plan = each_player(each(SIDES, 0, owner, low=0, high=99))
trap = each_player(each(SIDES, 0, others, low=0, high=99))


def play():
    board.put(ALL[0])
    stock.put(ALL[1])
    for s, side in enumerate(SIDES):
        market[side].put(ALL[2 + s])
        price[side] = 7 + s
    for p in players():
        own[p].put(ALL[4 + p])
        forehead[p].put(ALL[7 + p])
        points[p] = 10 + p
        bid[p] = 20 + p
        luck[p] = 30 + p
        for s, side in enumerate(SIDES):
            slots[p][side].put(ALL[10 + 2 * p + s])
            closed[p][side].put(ALL[16 + 2 * p + s])
            backs[p][side].put(ALL[22 + 2 * p + s])
            marks[p][side] = p == s
            plan[p][side] = 40 + 2 * p + s
            trap[p][side] = 50 + 2 * p + s
    choose(0, ["done"])


def score(p):
    return points[p] + bid[p] + luck[p] + price["left"] + plan[p]["left"] + trap[p]["right"]
"#;

/// The text of a list or an object without quotes and spaces.
fn plain(value: &Value) -> String {
    value.to_string().replace('"', "")
}

#[test]
fn each_seat_is_shown_what_it_may_see() {
    let mut tables = |_: &str| Err("no tables".to_owned());
    let game = MadeGame::new(front::compile("sights.py", FILE, &mut tables).expect("a program"));
    let settings = Settings::defaults(TypedGame::repertoire(&game).game.knobs);
    let rules = game.rules_of(&settings, 3).expect("rules");
    let mut streams = BlockStreams::new(1, 0);
    let state = FileGame::start(&rules, &mut streams, &mut ());
    let views: Vec<Value> =
        Seat::all(3).map(|seat| FileGame::view(&rules, &state, seat).to_json()).collect();
    let table = &views[0]["table"];
    assert!(views.iter().all(|view| view["table"] == *table), "all sit at one table: {views:?}");
    let hidden = "[{left:1,right:1},{left:1,right:1},{left:1,right:1}]";
    for (name, shown) in [
        ("board", "[0]"),
        ("stock", "1"),
        ("own", "[1,1,1]"),
        ("forehead", "[1,1,1]"),
        ("market", "{left:[2],right:[3]}"),
        ("slots", "[{left:[10],right:[11]},{left:[12],right:[13]},{left:[14],right:[15]}]"),
        ("closed", hidden),
        ("backs", hidden),
        ("points", "[10,11,12]"),
        ("marks", "[{left:true,right:false},{left:false,right:true},{left:false,right:false}]"),
    ] {
        assert_eq!(plain(&table[name]), shown, "{name}");
    }
    let names: Vec<&String> = table.as_object().expect("an object").keys().collect();
    assert!(
        ["bid", "luck", "price", "plan", "trap"]
            .iter()
            .all(|name| !names.contains(&&(*name).to_owned()))
    );
    let hand = &views[1]["hand"];
    for (name, shown) in [
        ("own", "[5]"),
        ("forehead", "[[7],null,[9]]"),
        ("closed", "{left:[18],right:[19]}"),
        ("backs", "[{left:[22],right:[23]},{left:null,right:null},{left:[26],right:[27]}]"),
        ("bid", "21"),
        ("luck", "[30,null,32]"),
        ("plan", "{left:42,right:43}"),
        ("trap", "[{left:50,right:51},{left:null,right:null},{left:54,right:55}]"),
    ] {
        assert_eq!(plain(&hand[name]), shown, "{name}");
    }
    assert_eq!(hand.as_object().map(Map::len), Some(8), "nobody sees the prices: {hand}");
}
