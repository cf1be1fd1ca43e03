"""Cards on foreheads, which all see but their owners; some are taken, drawn or shown."""
from fairdeal import *

game("Tiny Forehead", players=(2, 3))
ALL = cards(["a"], {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5})

deck = zone(nobody)
forehead = each_player(zone, others)
hand = each_player(zone, owner)
table = zone(everyone)


class length(lengths):
    turns = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(1, forehead)
    p = 0
    while length.turns < 5:
        length.turns += 1
        q = after(p)
        match choose(p, ["draw", "take", "lend", "swap", "show"]):
            case "draw":
                if deck:
                    deck.draw(forehead[p])
            case "take":
                if forehead[p]:
                    hand[p].put(forehead[p].top)
            case "lend":
                if hand[p]:
                    forehead[q].put(choose(p, list(hand[p])))
            case "swap":
                if forehead[q]:
                    forehead[q].draw_any(forehead[p])
            case _:
                if forehead[q]:
                    table.put(choose(p, list(forehead[q])))
        p = after(p)
    for q in players():
        choose(q, ["done"])


def score(p):
    return sum(c.rank for c in forehead[p])
