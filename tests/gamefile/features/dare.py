"""Each takes cards or stops; who passes 10 points has lost, and the others win."""
from fairdeal import *

game("Dare", players=(2, 4), aim="score")
ALL = cards(["a", "b", "c"], {"1": 1, "2": 2, "3": 3, "4": 4})
TOGETHER = knob(False, help="all who pass the limit lose at the end, not the first alone")

deck = zone(nobody)
open_cards = each_player(zone, everyone)


def play():
    deck.put(ALL)
    deck.shuffle()
    for p in players():
        while len(deck) > 0 and choose(p, ["take", "stop"]) == "take":
            deck.draw(open_cards[p])
            if points(p) > 10 and not TOGETHER:
                lost("too much", loser=p)
    bold = [p for p in players() if points(p) > 10]
    if len(bold) > 0:
        lost("some took too much", losers=bold)
    if len(deck) == 0:
        lost("nothing is left")


def points(p):
    return sum(c.rank for c in open_cards[p])


def score(p):
    return points(p) if points(p) <= 10 else 0
