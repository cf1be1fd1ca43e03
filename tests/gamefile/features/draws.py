"""A function that draws at random is called in several places."""
from fairdeal import *

game("Draws", players=(2, 4))

ALL = cards(["x", "y"], {"1": 1, "2": 2, "3": 3, "5": 5, "8": 8})

deck = zone(nobody)
pool = zone(everyone)
hand = each_player(zone, everyone)


class length(lengths):
    turns = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    for _ in range(8):
        deck.draw(pool)
    p = 0
    while pool:
        length.turns += 1
        take(p)
        if chance(3) == 0:
            take(after(p))
        elif choose(p, ["more", "enough"]) == "more":
            take(p)
        give(p)
        p = after(p)


def give(p):
    if length.turns == 3:
        take(before(p))
    take(p)


def take(p):
    if pool:
        pool.draw_any(hand[p])


def score(p):
    return sum(c.rank for c in hand[p])
