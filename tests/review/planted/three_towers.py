"""Build at three towers, and be the strongest at most of them.

The deck has the numbers 4 to 9 in three colours, and a Beggar. Both players get seven cards. In
your turn put a card of your hand to your side of one of the three towers. Who begins is drawn by
lot, and has one turn; after that both have two turns in a row, until all cards lie there. A side
counts the numbers of its cards; if it has cards of all three colours, it counts 4 more. The
stronger side of a tower gets two points, and each side one point if they are equal. The Beggar
counts what is printed on it, and has no colour. The most points win; among level players the one
with the higher sum of all three sides.
"""
from fairdeal import *

game("Three Towers", players=(2, 2), summary="put cards to three towers, and be the "
     "strongest at two")

HAND_SIZE = knob(7, low=5, high=9, help="cards dealt to each player")
BEGGAR = knob(0, low=0, high=8, help="what the Beggar counts")
COLOURFUL = knob(4, low=0, high=10, help="what a side with all three colours counts more")

TOWERS = ["gate", "keep", "wall"]
COLOURS = ["red", "white", "black"]
ALL = cards(COLOURS, {"4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9})
THE_BEGGAR = card("Beggar", suit="none", rank=BEGGAR)

deck = zone(nobody)
hand = each_player(zone, owner)
side = each_player(each(TOWERS, zone, everyone))
points = each_player(0)


class length(lengths):
    turns = 0


def play():
    deck.put(ALL + THE_BEGGAR)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    p = chance(2)
    first_player(p)
    for i in range(2 * HAND_SIZE):
        length.turns += 1
        match choose(p, [("put", c, t) for c in hand[p] for t in TOWERS], say="{0} {1} to the {2}"):
            case ("put", c, t):
                side[p][t].put(c)
        count_points()
        if i % 2 == 0:
            p = after(p)


def count_points():
    for p in players():
        q = after(p)
        points[p] = sum([2 if strength(p, t) > strength(q, t) else
                         1 if strength(p, t) == strength(q, t) else 0 for t in TOWERS])


def strength(p, tower):
    colourful = all(any(c.suit == s for c in side[p][tower]) for s in COLOURS)
    return sum([c.rank for c in side[p][tower]]) + (COLOURFUL if colourful else 0)


def total(p):
    return sum([strength(p, t) for t in TOWERS])


def score(p):
    return points[p], total(p)


def worth(p):
    return 10 * points[p] + sum([min(10, strength(p, t)) for t in TOWERS])
