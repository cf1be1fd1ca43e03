"""What stands before the lines of `semantics.txt`."""
from fairdeal import *

game("Semantics", players=(2, 2))
LOW = cards(["a"], {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5})
HIGH = cards(["b"], {"6": 6, "7": 7, "8": 8})
TABLE = {"a": 1, "b": 2}

deck = zone(everyone)
pool = zone(everyone)
gone = zone(everyone)
hand = each_player(zone, everyone)
points = each_player(0)
counts = each(["a", "b"], 0)


class now(numbers):
    log = 0
    a = 0


def said(x):
    now.log = now.log * 10 + x
    return x


def drawn(x):
    deck.draw(pool)
    return x


def raised(x):
    points[1] = x
    return x


def lists(x):
    said(x)
    return [x, x + 1]


def xs_of(x):
    return [x]


def pair(first, second=7):
    return first * 10 + second


def out_now(p):
    out(p)


def ended(x):
    end("ended")
    return x


def bids(p):
    return [p + 1, 1]


def score(p):
    return points[p]


def play():
    deck.put(LOW)
    pool.put(HIGH)
    if len(deck) > 9:
        choose_together(players(), bids)
        out_now(pair(raised(said(drawn(ended(lists(xs_of(1)[0])[0]))))))
    points[0] = 1
    points[1] = 2
    counts["a"] = 3
    counts["b"] = 4
