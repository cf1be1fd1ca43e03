"""Checks what games/fairdeal.py says about the language, with small game files.

python3 tests/gamefile/reference.py
"""

import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HOME / "games"))
import fairdeal  # noqa: E402

FOLDER = Path(tempfile.mkdtemp(prefix="reference-"))
HEAD = '''"""A test."""
from fairdeal import *

game("Test", players={seats}{how})
ALL = cards(["a", "b"], {{"1": 1, "2": 2, "3": 3}}, copies={copies})
deck = zone(nobody)
pile = zone(everyone)
hand = each_player(zone, owner)
points = each_player(0)
'''
count = 0


def played(
    body,
    players=3,
    choices=(),
    random=(),
    how="",
    copies=1,
    settings=None,
    files=(),
    more="",
    seats="(1, 4)",
):
    """Plays a game with this text; returns what happened, in the form of --replay."""
    global count
    count += 1
    path = FOLDER / f"test{count}.py"
    text = HEAD.format(seats=seats, how=how, copies=copies) + more + "\n\ndef play():\n"
    text += "".join(f"    {line}\n" for line in body.strip().split("\n"))
    if "def score" not in more:
        text += "\n\ndef score(p):\n    return points[p]\n"
    path.write_text(text)
    for name, content in files:
        (FOLDER / name).write_bytes(content)
    try:
        world = fairdeal.load(str(path), players, settings)
    except fairdeal.GameFileError as error:
        return {"refused": str(error)}
    return fairdeal.written(world, fairdeal.GivenLuck(random), fairdeal.GivenChoices(choices))


def options(result):
    return [texts for _, texts, _ in result["decisions"]]


def same(what, ours, expected):
    if ours != expected:
        sys.exit(f"{what}: {ours!r}, expected {expected!r}")


def told(what, result, *parts):
    text = result.get("error") or result.get("refused") or "no error"
    for part in parts:
        if part not in text:
            sys.exit(f"{what}: {text!r} does not say {part!r}")


def zones():
    result = played(
        """
deck.put(ALL)
deck.draw(hand[0])
pile.put([ALL[0], ALL[1]])
pile.put_below([ALL[2], ALL[3]])
choose(0, list(pile))
hand[1].put(pile)
hand.pass_on(1)
choose(0, [len(hand[q]) for q in players()] + [10 * len(deck)])
choose(0, list(hand[2]) + [hand[2].top.zone])
pile.put(hand[2][1:3])
pile.put(pile)
choose(0, list(pile))
""",
        choices=[0] * 4,
    )
    same(
        "zones",
        options(result),
        [
            ["3A", "1B", "1A", "2A"],
            ["0", "1", "4", "10"],
            ["3A", "1B", "1A", "2A", "hand[2]"],
            ["1B", "1A"],
        ],
    )
    result = played(
        "deck.put(ALL)\ndeck.deal(2, hand)\nchoose(0, list(hand[2]))\ndeck.draw(pile)", choices=[0]
    )
    same("deal", options(result), [["1B", "1A"]])
    told("an empty zone", result, "deck is empty", "test2.py:")
    result = played(
        "deck.put(ALL)\ndeck.shuffle()\ndeck.draw_any(pile)\nchoose(0, [chance(6)] + list(pile))",
        random=[[5, 4, 3, 2, 1, 0], 3, 2],
        choices=[1],
    )
    same("chance", options(result), [["2", "1B"]])


def equal_options():
    result = played(
        """
pile.put(ALL[:3])
hand[0].put(ALL[3:])
choose(0, list(pile) + list(hand[0]) + [1, 1, 2])
choose(0, [("a", c, 1) for c in hand[0]] + [("a", ALL[4], 1), ("b",)])
""",
        copies=2,
        choices=[0, 0],
    )
    same(
        "equal cards are one option in a zone",
        options(result),
        [
            ["1A#0", "2A#1", "3A#2", "1B#3", "2B#4", "3B#5", "1A#6", "2A#7", "3A#8", "1", "2"],
            ["a 1B#3 1", "a 2B#4 1", "a 3B#5 1", "a 1A#6 1", "a 2A#7 1", "a 3A#8 1", "b"],
        ],
    )
    told("no option", played("choose(1, [])"), "player 1 has no option")
    told("other options", played("choose(1, [True])"), "no option")
    told("a large number", played("choose(1, [40000])"), "16 bits")


def ends():
    same("shared", played("points[1] = 2\npoints[2] = 2")["winners"], [1, 2])
    same("lowest", played("points[1] = 2", how=", lowest_wins=True")["winners"], [0, 2])
    same("named", played("end('x', winner=2)")["winners"], [2])
    same("several", played("end('x', winners=[2, 0])")["winners"], [0, 2])
    result = played("unfinished('y')")
    same("unfinished", (result["winners"], result["unfinished"], result["reason"]), ([], True, "y"))
    same("out", played("points[1] = 2\nout(1)")["winners"], [0, 2])
    same("all out", played("points[1] = 2\nfor p in players():\n        out(p)")["winners"], [1])
    same("teams", played("points[1] = 2", players=4, how=", teams=2")["winners"], [1, 3])
    told("teams of three", played("end('x')", how=", teams=2"), "3 players do not make 2 teams")
    tuples = "\n\ndef score(p):\n    return (1, -points[p])"
    result = played("points[1] = 2", more=tuples)
    same("tuples", (result["winners"], result["scores"]), ([0, 2], [1, 1, 1]))
    same(
        "the limit",
        played("while True:\n        choose(0, [1])", choices=[0] * 100_000)["reason"],
        "too many decisions",
    )
    told("an end without winners", played("end('x', winners=[])"), "winners")


def tables_for():
    """How many can play: a number, or the fewest and the most."""
    for one in ("1", "(1, 1)"):
        same("one player", played("end('x')", players=1, seats=one)["winners"], [0])
        told("too many", played("end('x')", players=2, seats=one), "for 1 to 1 players, not 2")
    for wrong in ("(1,)", "(1, 2, 3)", "None", "(1.0, 2)"):
        told("no numbers", played("end('x')", players=1, seats=wrong), "the fewest and the most")
    told("none", played("end('x')", seats="0"), "1 to 8 can play")


def seats():
    result = played(
        """
out(1)
choose(0, players(2))
choose(0, [10 + q for q in others(0)] + [20 + after(0), 30 + before(0), 40 + after(2)])
""",
        players=4,
        choices=[0, 0],
    )
    same("around", options(result), [["2", "3", "0"], ["12", "13", "22", "33", "43"]])
    same("first", played("first_player(2)\nchoose(0, [1])", choices=[0])["first_player"], 2)
    same("first to decide", played("choose(1, [1])", choices=[0])["first_player"], 1)
    told("no seat", played("points[-1] = 3"), "-1 is no player")


def together():
    more = "\n\ndef bids(p):\n    return [p, 7]"
    result = played(
        "made = choose_together(players(1), bids)\nchoose(0, made)", choices=[0, 1, 0, 0], more=more
    )
    same(
        "together",
        [d[:2] for d in result["decisions"]],
        [[1, ["1", "7"]], [2, ["2", "7"]], [0, ["0", "7"]], [0, ["1", "7", "0"]]],
    )
    more = "\n\ndef bids(p):\n    return [chance(2)]"
    told("chance inside", played("choose_together(players(), bids)", more=more), "only look")


def tables():
    text = 'name;cost;power\nSmith;3;hire\n"Baker, old";;\n'
    more = 'T = cards_from("t.csv")\n'
    result = played(
        "pile.put(T)\nchoose(0, [pile[0].cost, pile[0].power] + list(pile))\n"
        "choose(0, [T[1].cost])",
        choices=[0],
        more=more,
        files=[("t.csv", b"\xef\xbb\xbf" + text.encode())],
    )
    same("a table", options(result), [["3", "hire", "Smith", "Baker, old"]])
    told("an empty cell", result, "cost")
    told("no table", played("end('x')", more='T = cards_from("none.csv")\n'), "none.csv")
    told(
        "elsewhere", played("end('x')", more='T = cards_from("../t.csv")\n'), "beside the game file"
    )


def secrets():
    told("no range", played("end('x')", more="a = each_player(0, owner)\n"), "needs its range")
    told("no range", played("end('x')", more="a = each(['x'], 0, nobody)\n"), "needs its range")
    told("no owner", played("end('x')", more="a = each(['x'], zone, others)\n"), "has no owner")
    told("no owner", played("end('x')", more="a = zone(others)\n"), "seen by nobody, everyone")
    more = "a = each_player(each(['x', 'y'], {}))\n"
    told("the wrong way", played("end('x')", more="a = each(['x'], each_player(0))\n"), "write each")
    told("outside", played("end('x')", more="a = each_player(each(['x'], 0), owner)\n"), "stand in")
    told("all rows", played("for x in a: pass", more=more.format("0")), "go over one row")
    told("no such name", played("a[0]['z'] = 1", more=more.format("0")), "'z' is none of x, y")
    hidden = more.format("0, owner, low=0, high=4")
    told("out of range", played("a[1]['y'] = 5", more=hidden), "for a hidden number from 0 to 4")
    body = "a[1]['y'] += 3\npoints[0] = sum(a[1])\na.reset()\npoints[1] = sum(a[1])"
    same("numbers by player and name", played(body, more=hidden)["scores"], [3, 0, 0])
    told("a public range", played("end('x')", more="a = each_player(0, low=0, high=1)\n"), "hidden")
    told("a hidden name", played("end('x')", more="a = each_player('x', owner)\n"), "names")
    more = "a = each_player(0, owner, low=0, high=4)\n"
    told("out of range", played("a[1] = 5", more=more), "5 for a hidden number from 0 to 4")
    same("in range", "error" in played("a[1] = 4\nchoose(0, [1])", more=more, choices=[0]), False)
    more = "\n\ndef possible(p):\n    return points[p] < 2"
    told("impossible", played("points[2] = 2\nchoose(0, [1])", more=more), "False for player 2")
    more = "\n\ndef possible(p):\n    return chance(2) == 0"
    told("possible acts", played("choose(0, [1])", more=more), "only look")


def tallies():
    body = "tally('a')\ntally('a')\ntally('b', of='a')\ntally('c', 9, of='a')\nend('x')"
    same("tallies", played(body)["tallies"], {"a": 2, "b": 1, "c": 9})
    told("a large part", played("tally('b', of='a')\nend('x')"), "more than the 0 of 'a'")
    told("below 0", played("tally('a', -1)\nend('x')"), "must not be below 0")


def knobs():
    more = "N = knob(3, low=1, high=5)\nM = knob(N + 1, low=0, high=9)\n"
    more += "T = knob([1, 2], low=0, high=3)\n"
    same(
        "defaults",
        played("choose(0, [N, M] + T)", more=more, settings={"n": 5}, choices=[0])["knobs"],
        {"n": 5, "m": 6, "t": [1, 2]},
    )
    told("a range", played("end('x')", more=more, settings={"n": 6}), "n = 6", "1 to 5")
    told(
        "a table",
        played("end('x')", more=more, settings={"t": [1]}),
        "a list of 2 whole numbers from 0 to 3",
    )
    told("no knob", played("end('x')", more=more, settings={"k": 1}), "there is no knob k")
    told("require", played("end('x')", more="require(len(players()) > 3, 'too few')\n"), "too few")


def lines():
    """The cases of `semantics.txt` that fairdeal plays: they mean this in Python."""
    global count
    here = Path(__file__).resolve().parent
    head = (here / "semantics_head.py").read_text()
    for case in (here / "semantics.txt").read_text().split("=== ")[1:]:
        title, rest = case.split("\n", 1)
        body, expected = rest.split("---\n")
        body, _, who = body.partition("seats ")
        if title.endswith("(refused)"):
            continue
        count += 1
        path = FOLDER / f"lines{count}.py"
        body += 'choose(0, [("got", place, x) for place, x in enumerate(out)])\n'
        path.write_text(head + "".join(f"    {line}\n" for line in body.splitlines()))
        world = fairdeal.load(str(path), 2)
        result = fairdeal.written(world, fairdeal.GivenLuck([]), fairdeal.GivenChoices([0] * 9))
        found = " ".join(text.split()[-1] for text in (options(result) or [[]])[-1])
        found = "error" if "error" in result else found
        found = "ended" if result.get("reason") == "ended" else found
        same(title, found, expected.strip())
        if who:
            same(title, " ".join(str(d[0]) for d in result["decisions"]), who.strip())


def parts():
    """Zones and numbers as things to go over, and ends."""
    more = 'won = each(["a", "b", "c"], 2)\n'
    same(
        "lengths",
        options(played("choose(0, [10 * len(points) + len(won)])", more=more, choices=[0])),
        [["33"]],
    )
    body = "pile.put(ALL[:3])\nfor c in reversed(pile):\n    pile.put_below(c)\n"
    result = played(body + "choose(0, list(pile))", choices=[0])
    same("from the end", options(result), [["1A", "2A", "3A"]])
    told("no winners", played("end('x', winners=(p for p in []))"), "an end has winners")
    same("nothing counted", played("tally('a', 0)\nend('x')")["tallies"], {})
    same("a line", played("x = 1\ny = [\n    1 // 0]")["lines"], [14])
    same("team", "error" in played("team(5)"), True)


def main():
    for check in (
        zones,
        equal_options,
        ends,
        tables_for,
        seats,
        together,
        tables,
        secrets,
        tallies,
        knobs,
        lines,
        parts,
    ):
        check()
    print(f"{count} small game files behave as told")


if __name__ == "__main__":
    main()
