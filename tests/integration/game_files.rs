//! Games in files on the command line: written, checked, played, kept, and refused with a place.

use std::path::Path;

use fairdeal::cli::run_with;
use fairdeal::experiment::{CardsQuestion, Experiment};
use fairdeal::game::GAMES;
use fairdeal::input::{Document, Location, Settings, Value};
use tempfile::TempDir;

use crate::support::command_words;

/// A folder with game files.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("written");
    }

    /// Runs a command, in which DIR means this folder; returns its exit code and what it printed.
    fn run(&self, command: &str) -> (u8, String) {
        let mut out = Vec::new();
        let code =
            run_with(GAMES, command_words(&format!("fairdeal {command}"), self.path()), &mut out);
        (code, String::from_utf8(out).expect("text"))
    }

    /// The same, with what was printed as one long line.
    fn run_in_a_line(&self, command: &str) -> (u8, String) {
        let (code, out) = self.run(command);
        (code, out.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn works(&self, command: &str, said: &str) {
        let (code, out) = self.run(command);
        // Where lines are broken depends on the width of the terminal.
        let in_a_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_said = in_a_line(&out).contains(&in_a_line(said));
        assert!(code == 0 && is_said, "{command}: {code}\n{out}");
    }
}

#[test]
fn a_new_game_file_is_played_checked_and_asked_about() {
    let folder = Folder::new();
    folder.works("new DIR/my_game.py", "check");
    folder.works("check DIR/my_game.py --games 500", "No hole");
    folder.works("rules DIR/my_game.py", "hand_size = 4");
    folder.works("show DIR/my_game.py --players 3 --strategies random", "plays");
    folder.works("trace DIR/my_game.py --players 3 --strategies random", "\"decide\"");
    folder.works(
        "match DIR/my_game.py --players 3 --strategies random --blocks 50 --set hand_size=5",
        "My Game",
    );
    folder.works("match DIR/my_game.py --strategies greedy,random --blocks 20", "greedy");
    folder.works("match DIR/my_game.py --strategies ismcts,random --blocks 5", "ismcts");
    // It has strategies like any other game.
    folder.works("list strategies DIR/my_game.py", "Strategies for my-game:");
    folder.works("new DIR/my_game.py", "run");
    folder.works("run DIR/my-my-game.toml --blocks 20 --out DIR/out", "My Game");
    let manifest = std::fs::read_to_string(folder.path().join("out/manifest.json"));
    assert!(manifest.expect("written").contains("def play():"));
}

#[test]
fn suits_that_begin_alike_are_told_apart() {
    let folder = Folder::new();
    folder.write(
        "colours.py",
        "from fairdeal import *\n\ngame(\"Colours\", players=2)\n\n\
         ALL = cards([\"green\", \"grey\"], {\"1\": 1, \"2\": 2})\n\
         deck = zone(nobody)\nhand = each_player(zone, owner)\ntable = zone(everyone)\n\n\n\
         def play():\n    deck.put(ALL)\n    deck.deal(2, hand)\n    for p in players():\n        \
         table.put(choose(p, list(hand[p]), say=\"plays {}\"))\n\n\n\
         def score(p):\n    return table[p].rank\n",
    );
    let (code, told) = folder.run("show DIR/colours.py --strategies random,random");
    assert!(code == 0 && told.contains("1 green") && told.contains("1 grey"), "{told}");
}

#[test]
fn the_games_that_the_program_carries_are_named_by_their_files() {
    let folder = Folder::new();
    folder.works("match kuhn_poker.py --strategies random --players 2 --blocks 50", "Kuhn");
    folder.write(
        "trumps.toml",
        "game = \"whist.py\"\nblocks = 20\n[[lineup]]\nstrategies = [\"random\"]\nplayers = 4\n",
    );
    folder.works("run DIR/trumps.toml --out DIR/out", "Whist");
}

#[test]
fn partners_who_win_together_share_no_win() {
    let folder = Folder::new();
    let (_, out) = folder.run_in_a_line(
        "match whist.py --strategies random --players 4 --blocks 200 --seed 3 --out DIR/out",
    );
    assert!(out.contains("as partners share the win of their team"), "{out}");
    let table = std::fs::read_to_string(folder.path().join("out/shares.csv")).expect("written");
    let shared: Vec<&str> = table.lines().filter(|line| line.contains("shared_wins")).collect();
    assert!(matches!(shared[..], [row] if row.contains(",200,200,0,0,")), "{shared:?}");
    let (_, out) = folder.run("show whist.py --strategies random,random,random,random");
    assert_eq!(out.matches("wins with its team").count(), 2, "{out}");
    assert!(!out.contains("shares the win"), "{out}");
}

#[test]
fn teams_that_are_level_share_the_win_and_the_first_player_may_be_named_late() {
    let folder = Folder::new();
    let text = r#""""Nothing is won."""
from fairdeal import *

game("Level", players=(4, 4), teams=2)
ALL = cards(["x"], {"1": 1, "2": 2})
deck = zone(nobody)


def play():
    deck.put(ALL)
    for p in players():
        choose(p, [("take", 1), ("take", 2)])
    first_player(3)
    WINNER


def score(p):
    return 0
"#;
    folder.write("level.py", &text.replace("WINNER", "choose(0, [\"no\"])"));
    let (code, out) = folder.run_in_a_line("check DIR/level.py --games 200");
    assert!(code == 4 && out.contains("the scores are always level"), "{out}");
    let (_, out) = folder.run("show DIR/level.py --strategies random,random,random,random");
    assert_eq!(out.matches("shares the win").count(), 4, "{out}");
    assert!(out.contains("Seat 1 chooses take: ") && out.contains("Seat 1 says no."), "{out}");
    folder.write("level.py", &text.replace("WINNER", "end(\"done\", winner=3)"));
    let (_, out) =
        folder.run_in_a_line("match DIR/level.py --strategies random --players 4 --blocks 100");
    assert!(out.contains("the first player wins 50"), "{out}");
}

#[test]
fn an_answer_says_how_strong_the_players_are() {
    let folder = Folder::new();
    for (command, said) in [
        (
            "--strategies random --players 2 --blocks 150",
            "it is not known how well random plays: other players may change the answers",
        ),
        (
            "--strategies ismcts,random --blocks 150",
            "the strongest player asked is ismcts, ahead of random: it wins",
        ),
        ("--strategies ismcts,ismcts --blocks 20", "it is not known how well ismcts plays"),
    ] {
        let (code, out) = folder.run_in_a_line(&format!("match gops.py {command}"));
        assert!(code == 0 && out.contains(said), "{command}: {out}");
    }
}

#[test]
fn a_file_must_say_what_its_rules_exclude() {
    let folder = Folder::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/go_fish.py");
    let text = std::fs::read_to_string(path).expect("a game");
    let (from, to) = (text.find("def possible").expect("it"), text.find("def score").expect("it"));
    folder.write("fish.py", &format!("{}{}", &text[..from], &text[to..]));
    let (code, out) = folder.run_in_a_line("check DIR/fish.py --games 500");
    assert!(code == 4 && out.contains("a function `possible(p)`"), "{code}\n{out}");
    folder.write("fish.py", &text.replace(") < 4 for", ") < 2 for"));
    let (code, out) = folder.run_in_a_line("check DIR/fish.py --games 500");
    assert!(code == 4 && out.contains("`possible` is False for player"), "{code}\n{out}");
}

#[test]
fn tables_beside_a_game_file_are_read_and_kept() {
    let folder = Folder::new();
    folder.write("guild.csv", "name;copies;cost\r\nSmith;3;2\r\nBaker;2;1\r\n");
    let text = r#""""The dearer card wins."""
from fairdeal import *

game("Guild", players=(2, 2))
ALL = cards_from("guild.csv")
deck = zone(nobody)
hand = each_player(zone, owner)


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(2, hand)
    for p in players():
        hand[p].put(choose(p, list(hand[p])))


def score(p):
    return hand[p].top.cost
"#;
    folder.write("guild.py", text);
    folder
        .works("match DIR/guild.py --strategies random,random --blocks 30 --out DIR/out", "Guild");
    std::fs::remove_file(folder.path().join("guild.csv")).expect("removed");
    folder.works("show --from DIR/out --block 3", "Smith");
    assert_eq!(folder.run("match DIR/guild.py --strategies random,random --blocks 30").0, 1);
}

#[test]
fn a_cell_of_a_table_is_set_like_a_knob() {
    let folder = Folder::new();
    folder.write("guild.csv", "name;copies;cost;trade\nSmith;3;2;iron\nMaster Baker;2;1;bread\n");
    let text = r#""""The dearer card wins."""
from fairdeal import *

game("Guild", players=(2, 2))
ALL = cards_from("guild.csv")
SIZE = knob(2, low=1, high=2, help="cards in a hand")
deck = zone(nobody)
hand = each_player(zone, owner)
played = zone(everyone)


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(SIZE, hand)
    for p in players():
        played.put(choose(p, list(hand[p])))
    tally("cost", sum(c.cost for c in played), of="games")
    tally("games")
    tally("cards", len(deck), of="games")


def score(p):
    return played[p].cost
"#;
    folder.write("guild.py", text);
    let played = "match DIR/guild.py --strategies random --blocks 40 --quiet --out";
    folder.works(&format!("{played} DIR/plain"), "");
    // All cards cost the same: every game is shared. Fewer copies: fewer cards are left.
    let equal = folder.run(&format!("{played} DIR/equal --set guild.csv:Smith.cost=1"));
    assert_eq!(equal.0, 0, "{}", equal.1);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("written");
    assert!(read("equal/variants.csv").contains("guild.csv:Smith.cost,1,false"));
    assert!(!read("plain/variants.csv").contains("guild.csv"));
    let digest = |name: &str| {
        let manifest: serde_json::Value = serde_json::from_str(&read(name)).expect("JSON");
        manifest["digest"].clone()
    };
    assert_ne!(digest("equal/manifest.json"), digest("plain/manifest.json"));
    let experiment = "game = \"guild.py\"\nblocks = 40\n\
        [[lineup]]\nstrategies = [\"random\"]\nplayers = 2\n\
        [[variant]]\nname = \"as it is\"\n\
        [[variant]]\nname = \"one price\"\nrules.\"guild.csv:Master Baker.cost\" = 2\n\
        [[variant]]\nname = \"few\"\nrules.\"guild.csv:Smith.copies\" = 2\n";
    folder.write("guild.toml", experiment);
    folder.works("run DIR/guild.toml --quiet --out DIR/out", "");
    let variants = read("out/variants.csv");
    for row in [
        "as it is,guild.csv:Master Baker.cost,1,true",
        "one price,guild.csv:Master Baker.cost,2,false",
        "few,guild.csv:Smith.copies,2,false",
    ] {
        assert!(variants.contains(row), "{row}\n{variants}");
    }
    assert!(!variants.contains("guild.csv:Smith.cost"), "{variants}");
    folder.works("show --from DIR/out --variant few --block 3", "Baker");
    let sweep = "game = \"guild.py\"\nblocks = 40\n\
        [[lineup]]\nstrategies = [\"random\"]\nplayers = 2\n\
        [sweep]\nrules.\"guild.csv:Smith.cost\" = [1, 2, 3]\n";
    folder.write("sweep.toml", sweep);
    folder.works("run DIR/sweep.toml --out DIR/swept", "guild.csv:Smith.cost=3");
    // They are not listed one by one, and no random rules turn them.
    let (_, rules) = folder.run_in_a_line("rules DIR/guild.py");
    assert!(rules.contains("by table, card and column: \"guild.csv:Smith.copies=3\""), "{rules}");
    assert!(!rules.contains("Baker.cost"), "{rules}");
    folder.works("check DIR/guild.py --games 200", "");
}

#[test]
fn a_cell_of_a_table_that_is_not_there_is_refused_with_the_nearest_one() {
    let folder = Folder::new();
    folder.write(
        "guild.csv",
        "name,copies,cost,trade\nSmith,3,2,iron\nBaker,2,1,bread\n\
        A=B,1,5,x\n=F,1,6,x\nMiller,1,7,x\nMiller,1,8,x\n",
    );
    let text = "from fairdeal import *\n\ngame(\"Guild\", players=(2, 2))\n\
        ALL = cards_from(\"guild.csv\")\ndeck = zone(everyone)\n\n\n\
        def play():\n    deck.put(ALL)\n    choose(0, list(deck))\n\n\n\
        def score(p):\n    return p\n";
    folder.write("guild.py", text);
    let path = folder.path().join("guild.py").display().to_string();
    let game = GAMES.open(&path, Path::new("")).expect("a game");
    for (set, said) in [
        ("gild.csv:Baker.cost=3", "unknown table `gild.csv` did you mean `guild.csv`?"),
        ("guild.csv:Bakr.cost=3", "unknown row `Bakr` did you mean `Baker`?"),
        ("guild.csv:Baker.cst=3", "unknown column of whole numbers `cst` did you mean `cost`?"),
        ("guild.csv:Baker.trade=iron", "column of whole numbers `trade` allowed: copies, cost"),
        ("guild.csv:Baker=3", "unknown cell `guild.csv:Baker`"),
        ("guild.csv:Baker.cost=x", "cannot be x allowed: a whole number"),
        ("guild.csv:Miller.cost=9", "same in all rows of the name, in column `cost`"),
        ("guild.csv:A=B.cst=9", "unknown column of whole numbers `cst` did you mean `cost`?"),
        ("guild.csv:Baker.copies=3000", "allowed: a whole number from 0 to 1023"),
    ] {
        let mut settings = Settings::defaults(game.description().knobs);
        let error = settings.apply_option(set).expect_err(set).to_string();
        let line = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains(said), "{set}: {line}");
    }
    for set in ["guild.csv:A=B.cost=9", "guild.csv:=F.cost=9", "guild.csv:Baker.cost=9"] {
        let mut settings = Settings::defaults(game.description().knobs);
        settings.apply_option(set).expect(set);
        let (key, _) = set.rsplit_once('=').expect("a value");
        assert_eq!(settings.value(key), Value::Integer(9), "{set}");
    }
}

#[test]
fn what_begins_with_an_underscore_is_not_told_but_traced() {
    let folder = Folder::new();
    let text = "from fairdeal import *\n\ngame(\"Guild\", players=(2, 2))\n\
        ALL = cards([\"x\"], {\"1\": 1, \"2\": 2})\ndeck = zone(everyone)\n\
        _aside = zone(everyone)\npoints = each_player(0)\n_spare = each_player(7)\n\n\n\
        class now(numbers):\n    _over = 5\n    round = 1\n\n\n\
        def play():\n    deck.put(ALL)\n    deck.draw(_aside)\n    now._over += _spare[0]\n\
        \x20   points[0] = now._over\n    choose(0, [1, 2])\n\n\n\
        def score(p):\n    return points[p]\n";
    folder.write("guild.py", text);
    let (code, story) = folder.run("show DIR/guild.py");
    assert_eq!(code, 0);
    assert!(story.contains("points: 12 0") && story.contains("now.round: 1"), "{story}");
    assert!(!["over", "spare", "aside"].iter().any(|name| story.contains(name)), "{story}");
    let (code, trace) = folder.run("trace DIR/guild.py");
    assert_eq!(code, 0);
    for entry in ["\"now.over\":12", "\"spare\":[7,7]", "\"_aside\":[\"2X\"]"] {
        assert!(trace.contains(entry), "{entry}: {trace}");
    }
}

#[test]
fn a_text_in_another_encoding_says_which_one_it_needs() {
    let folder = Folder::new();
    let text = "from fairdeal import *\n\ngame(\"Guild\", players=(2, 2))\n\
        ALL = cards_from(\"guild.csv\")\ndeck = zone(everyone)\n\n\n\
        def play():\n    deck.put(ALL)\n    choose(0, list(deck))\n\n\n\
        def score(p):\n    return p\n";
    let table = "name,cost\nB\u{e4}cker,3\nSmith,2\n";
    let latin = |text: &str| text.chars().map(|letter| letter as u8).collect::<Vec<u8>>();
    let wide = |text: &str| {
        let units = [0xfeff].into_iter().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
    };
    let write = |name: &str, bytes: Vec<u8>| {
        std::fs::write(folder.path().join(name), bytes).expect("the folder is there");
    };
    let marked = |text: &str| format!("\u{feff}{text}").into_bytes();
    let path = folder.path().join("guild.py").display().to_string();
    let refused = || {
        let refused = GAMES.open(&path, Path::new("")).expect_err("an error");
        let error = refused.at(&Location::whole("the command")).to_string();
        error.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    write("guild.py", text.into());
    for (bytes, encoding) in [(latin(table), "(line 2)"), (wide(table), "UTF-16")] {
        write("guild.csv", bytes);
        let told = refused();
        for part in ["guild.py:4:18", "guild.csv", encoding, "save it as UTF-8"] {
            assert!(told.contains(part), "{told}");
        }
    }
    write("guild.csv", marked(table));
    write("guild.py", marked(text));
    folder.works("check DIR/guild.py --games 20", "");
    write("guild.py", wide(text));
    let told = refused();
    assert!(told.contains("UTF-16") && told.contains("save it as UTF-8"), "{told}");
    let experiment = "game = \"guild.py\"\n";
    write("guild.toml", wide(experiment));
    let path = folder.path().join("guild.toml");
    let told = Document::read(&path).expect_err("no UTF-8").to_string();
    assert!(told.contains("UTF-16") && told.contains("save it as UTF-8"), "{told}");
    write("guild.toml", marked(experiment));
    Document::read(&path).expect("with a mark");
}

#[test]
fn a_mistake_that_shows_in_play_stops_the_run_and_is_a_hole() {
    let folder = Folder::new();
    let text = r#""""A pile that runs out."""
from fairdeal import *

game("Short", players=(2, 2))
ALL = cards(["x"], {"1": 1, "2": 2, "3": 3})
deck = zone(nobody)
hand = each_player(zone, owner)


def play():
    deck.put(ALL)
    deck.shuffle()
    for p in players():
        if choose(p, ["two", "one"]) == "two":
            deck.draw(hand[p])
        deck.draw(hand[p])


def score(p):
    return len(hand[p])
"#;
    folder.write("short.py", text);
    let (code, _) = folder.run("match DIR/short.py --strategies random,random --blocks 100");
    assert_eq!(code, 1);
    let (code, out) = folder.run("check DIR/short.py --games 200");
    assert!(code == 4 && out.contains("short.py:16"), "{code}\n{out}");
    assert!(out.contains(" show "), "{out}");
}

#[test]
fn wrong_files_are_refused() {
    let folder = Folder::new();
    folder.write("wrong.py", "from fairdeal import *\ngame(\"Wrong\", players=(2, 2))\n");
    assert_eq!(folder.run("check DIR/wrong.py").0, 1);
    assert_eq!(folder.run("check DIR/none.py").0, 1);
    folder.works("new DIR/rules.py", "check");
    // Rules are no player.
    let (code, _) =
        folder.run("match crisps --strategies DIR/rules.py,random --blocks 10 --allow-programs");
    assert_eq!(code, 1);
}

#[test]
fn holes_are_counted_over_the_rules_that_are_checked() {
    let folder = Folder::new();
    let text = |teams: &str, end: &str, score: &str| {
        format!(
            r#"from fairdeal import *

game("Small", players=(4, 4){teams})
MOST = knob(2, low=1, high=3, help="the most")
ALL = cards(["x"], {{"1": 1}})


def play():
    for p in players():
        choose(p, list(range(MOST + 1)))
    {end}("over")


def score(p):
    return {score}
"#
        )
    };
    let found = |text: &str| {
        folder.write("small.py", text);
        let (_, out) = folder.run("check DIR/small.py --games 200");
        out.replace('\n', " ")
    };
    let out = found(&text("", "end", "1"));
    assert!(out.contains("the scores are always level"), "{out}");
    // Partners always share a win, which is no level score.
    let out = found(&text(", teams=2", "end", "p % 2"));
    assert!(!out.contains("always level"), "{out}");
    let out = found(&text("", "unfinished", "p"));
    assert!(out.contains("79 of 79 games between random players ended only by a limit"), "{out}");
    // Rules that cannot be played at all are an error, and no game without a hole.
    let refused = "require(MOST > 2, \"never\")\n\n\ndef play";
    folder.write("small.py", &text("", "end", "p").replacen("def play", refused, 1));
    assert_eq!(folder.run("check DIR/small.py").0, 1);
}

#[test]
fn what_a_file_tallies_is_in_the_tables() {
    let folder = Folder::new();
    let text = r#""""Who draws the highest card?"""
from fairdeal import *

game("Draw", players=(2, 2))
ALL = cards(["a"], range(1, 7))
deck = zone(nobody)
hand = each_player(zone, owner)


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(1, hand)
    for p in players():
        choose(p, ["show"])
        tally("shows")
        if hand[p].top.rank >= 5:
            tally("high cards", of="shows")
        tally("pips", hand[p].top.rank, of="shows")
    TALLY
    end("shown")


def score(p):
    return hand[p].top.rank
"#;
    folder.write("draw.py", &text.replace("TALLY", "pass"));
    folder.works("rules DIR/draw.py", "the share of \"shows\"");
    folder.works("match DIR/draw.py --blocks 600 --out DIR/out", "What happens");
    let shares = std::fs::read_to_string(folder.path().join("out/shares.csv")).expect("written");
    let row = |subject: &str| {
        let line = shares.lines().find(|line| line.contains(subject));
        line.expect("a row").split(',').map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("events,shows")[6..9], ["600", "600", "1200"]);
    assert_eq!(row("event_shares,high cards")[6..8], ["600", "1200"]);
    let mean: f64 = row("event_means,pips")[12].parse().expect("a number");
    assert!((3.3..3.7).contains(&mean), "{mean}");
    folder.write(
        "e.toml",
        "game = \"draw.py\"\nblocks = 20\nevents = false\n[[lineup]]\nstrategies = [\"random\"]\nplayers = 2\n",
    );
    folder.works("run DIR/e.toml --out DIR/none", "Draw");
    let shares = std::fs::read_to_string(folder.path().join("none/shares.csv")).expect("written");
    assert!(!shares.contains("events"), "{shares}");
    // A part that is larger than its whole, and a number below 0, are mistakes.
    for (wrong, found) in [
        (
            "tally(\"high cards\", of=\"shows\"); tally(\"high cards\", of=\"shows\"); tally(\"high cards\", of=\"shows\")",
            "more than the 2",
        ),
        ("tally(\"shows\", -9)", "must not be below 0"),
    ] {
        folder.write("draw.py", &text.replace("TALLY", wrong));
        let (code, _) = folder.run("match DIR/draw.py --blocks 20");
        assert_ne!(code, 0, "{wrong}");
        let (_, holes) = folder.run("check DIR/draw.py --games 100");
        assert!(holes.contains(found), "{holes}");
    }
}

/// A strategy of a game file can be forbidden options by their kinds and cards.
#[test]
fn what_a_card_is_worth_follows_from_the_zones() {
    let folder = Folder::new();
    folder.write(
        "higher.py",
        r#"from fairdeal import *

game("Higher", players=(2, 2))

ALL = cards([""], {"1": 1, "2": 2, "3": 3, "4": 4})
deck = zone(nobody)
hand = each_player(zone, owner)
table = each_player(zone, everyone)


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(1, hand)
    for p in players():
        table[p].put(choose(p, list(hand[p]), say="plays {}"))


def score(p):
    return table[p].top.rank
"#,
    );
    folder.write(
        "worth.toml",
        "game = \"higher.py\"\nblocks = 4000\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n\
         [[lineup]]\nstrategies = [\"greedy\", \"random\"]\n\
         [play]\ncards = { exchanges = 1, blocks = 4000 }\nluck = true\n\
         [analysis]\nconfidence = 0.999\n",
    );
    folder.works("run DIR/worth.toml --out DIR/out", "the cards explain");
    let table = std::fs::read_to_string(folder.path().join("out/cards.csv")).expect("written");
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    let place = |name: &str| head.iter().position(|column| *column == name).expect("a column");
    let rows: Vec<Vec<&str>> = lines
        .filter(|row| row[2].contains("random vs random") || row[2].contains("2 x random"))
        .collect();
    let row = |card: &str, event: &str, against: &str| {
        let fits = |row: &&Vec<&str>| {
            [row[place("card")], row[place("event")], row[place("against")]]
                == [card, event, against]
        };
        rows.iter().find(fits).unwrap_or_else(|| panic!("{card} {event} {against}: {table}"))
    };
    // A card wins against the lower ones of the three others; without it a player has any other.
    let wins = |card: u8| f64::from(card - 1) / 3.0;
    for card in 1..=4_u8 {
        let others: Vec<u8> = (1..=4).filter(|other| *other != card).collect();
        let truth = wins(card) - others.iter().map(|other| wins(*other)).sum::<f64>() / 3.0;
        for (event, against) in
            [("dealt", "without"), ("dealt", "exchanged"), ("played", "without")]
        {
            let row = row(&card.to_string(), event, against);
            let [low, high] =
                ["low", "high"].map(|end| row[place(end)].parse::<f64>().expect("a number"));
            assert!(
                low <= truth && truth <= high && high - low < 0.1,
                "{card} {event} {against}: {truth} in {low}, {high}"
            );
        }
    }
    // Of many cards the last one counts like the first.
    let ranks: Vec<String> = (1..=130).map(|rank| format!("\"{rank}\": {rank}")).collect();
    let text = std::fs::read_to_string(folder.path().join("higher.py")).expect("written");
    let few = "{\"1\": 1, \"2\": 2, \"3\": 3, \"4\": 4}";
    folder.write("higher.py", &text.replace(few, &format!("{{{}}}", ranks.join(", "))));
    folder.works("run DIR/worth.toml --out DIR/many", "the cards explain");
    let table = std::fs::read_to_string(folder.path().join("many/cards.csv")).expect("written");
    for card in [1, 64, 65, 66, 129, 130_u8] {
        // A card against the middle of the others.
        let others = (130.0 * 131.0 / 2.0 - f64::from(card)) / 129.0;
        let truth = (f64::from(card) - others) / 129.0;
        for against in ["without", "exchanged"] {
            let row = table.lines().map(|line| line.split(',').collect::<Vec<_>>()).find(|row| {
                row[2].contains("random")
                    && [row[place("card")], row[place("event")], row[place("against")]]
                        == [&card.to_string(), "dealt", against]
            });
            let row = row.unwrap_or_else(|| panic!("{card} {against}: {table}"));
            let [low, high] =
                ["low", "high"].map(|end| row[place(end)].parse::<f64>().expect("a number"));
            assert!(low <= truth && truth <= high, "{card} {against}: {truth} in {low}, {high}");
        }
    }
    // Only names that no variant uses can be too many.
    let rows: Vec<String> =
        (1..=1025).map(|rank| format!("{rank},{rank},{}\n", rank % 2)).collect();
    let rows = rows.concat();
    folder.write("names.csv", &format!("name,rank,copies\n{rows}"));
    let from_table = "ALL = cards_from(\"names.csv\")";
    let line = text.lines().find(|line| line.starts_with("ALL")).expect("cards");
    folder.write("many.py", &text.replace(line, from_table));
    let path = folder.path().join("many.py").display().to_string();
    let game = GAMES.open(&path, Path::new("")).expect("a game");
    let experiment = Experiment::new(game, "test").blocks(1).lineup(["random", "random"]);
    let error = experiment.cards(CardsQuestion::default()).plan().expect_err("too many cards");
    let error = error.to_string();
    assert!(error.contains("1025 different names") && error.contains("at most 1024"), "{error}");
}

#[test]
fn options_are_forbidden_by_kind_and_card() {
    let folder = Folder::new();
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/games/scrip.py");
    let restricted = |never: &str| {
        folder.write("modest.toml", &format!("kind = \"greedy\"\n[restrict]\nnever = [{never}]\n"));
        folder.run(&format!("trace {game} --strategies DIR/modest.toml,random --games 4 --seed 5"))
    };
    // The decisions of the first seat, and those among them in which it did this.
    let seen = |never: &str, is_meant: &dyn Fn(&str) -> bool| {
        let (code, out) = restricted(never);
        assert_eq!(code, 0, "{out}");
        let (mut tempted, mut done) = (0, 0);
        for line in out.lines() {
            let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
            for event in game["events"].as_array().expect("events") {
                let legal = event["legal"].as_array().into_iter().flatten();
                let legal: Vec<&str> = legal.filter_map(serde_json::Value::as_str).collect();
                let others = legal.iter().any(|action| !is_meant(action));
                if event["p"] == 0 && others && legal.iter().any(|action| is_meant(action)) {
                    tempted += 1;
                    done += u32::from(is_meant(event["chosen"].as_str().expect("a choice")));
                }
            }
        }
        assert!(tempted > 3, "{never}: {tempted} decisions are too few");
        done
    };
    let card = |action: &str, kind: &str, place: usize| {
        let mut words = action.split(' ');
        (words.next() == Some(kind)).then(|| words.nth(place)).flatten().map(str::to_owned)
    };
    // One card is given and the other one is taken.
    let swaps_diamond = |action: &str| {
        let is_diamond = |place| card(action, "exchange", place).is_some_and(|c| c.ends_with('D'));
        is_diamond(0) || is_diamond(1)
    };
    assert!(seen("", &swaps_diamond) + seen("\"end\"", &swaps_diamond) > 0, "otherwise it does");
    assert_eq!(seen("\"exchange diamonds\"", &swaps_diamond), 0);
    let steals_heart =
        |action: &str| card(action, "steal", 0).is_some_and(|card| card.ends_with('H'));
    assert!(seen("", &steals_heart) > 0, "otherwise it does");
    assert_eq!(seen("\"steal hearts\"", &steals_heart), 0);
    let steals_king =
        |action: &str| card(action, "steal", 0).is_some_and(|card| card.starts_with('K'));
    assert_eq!(seen("\"steal K\", \"pass\"", &steals_king), 0);
    assert_eq!(seen("\"steal rank=13\"", &steals_king), 0);

    let (code, _) = restricted("\"steal herts\"");
    assert_eq!(code, 1);
    folder.works(&format!("rules {game}"), "exchange [CARD]");
}

#[test]
fn a_knob_that_follows_from_the_number_of_players_is_played_as_the_tables_say() {
    let folder = Folder::new();
    folder.write("crazy_eights.py", include_str!("../../games/crazy_eights.py"));
    let values = |name: &str| {
        let table = std::fs::read_to_string(folder.path().join(name).join("variants.csv"));
        let table = table.expect("a table");
        let row = |row: &str| row.split(',').map(str::to_owned).collect::<Vec<_>>();
        let rows = table.lines().map(row).filter(|row| row[2] == "hand_size");
        rows.map(|row| format!("{} {} {}", row[1], row[3], row[4])).collect::<Vec<_>>()
    };
    let lineup =
        |players: usize| format!("[[lineup]]\nstrategies = [\"greedy\"]\nplayers = {players}\n");
    let file = "game = \"crazy_eights.py\"\nblocks = 5\n[sweep]\nrules.hand_size = [5, 7]\n";
    folder.write("three.toml", &(file.to_owned() + &lineup(3)));
    folder.works("run DIR/three.toml --out DIR/three", "hand_size=5 (baseline)");
    assert_eq!(values("three"), ["designer 5 true", "hand_size=7 7 false"]);
    folder.write("both.toml", &(file.to_owned() + &lineup(2) + &lineup(3)));
    folder.works("run DIR/both.toml --out DIR/both", "Written to");
    let both = ["designer by-players true", "hand_size=5 5 false", "hand_size=7 7 false"];
    assert_eq!(values("both"), both);
    let trace = "trace DIR/crazy_eights.py --strategies random --players";
    folder.works(&format!("{trace} 3"), "\"hand_size\":5,");
    folder.works(&format!("{trace} 2"), "\"hand_size\":7,");
    folder.works("rules DIR/crazy_eights.py", "unless set, 7 for 2, 5 for 3 to 6 players");
}
