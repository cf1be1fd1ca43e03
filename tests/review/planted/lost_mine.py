"""Dig for gold in one shaft after the other, and stop before it collapses.

The players dig in the same shaft, each for itself, and turn by turn. Whoever digs draws a card: a
nugget of 1 to 5, which it lays before itself, or a collapse. All dig once when a shaft is opened.
At a collapse the player must leave the shaft, and has found nothing there. Whoever stops leaves
with its nuggets. When all have left, the next shaft is opened; another player begins. Deeper shafts
are poorer: each is worth only a share of the one before it. After the last shaft the most gold
wins.
"""
from fairdeal import *

game("Lost Mine", players=(2, 4), summary="dig for gold, and stop before the shaft collapses")

SHAFTS = knob(8, low=4, high=12, help="shafts of the mine")
RICHNESS = knob(100, low=20, high=200, help="what a nugget of 1 is worth in the first shaft")
SHARE = knob(50, low=20, high=100, help="hundredths of its worth that a nugget keeps in the next "
             "shaft")
COLLAPSES = knob(10, low=4, high=12, help="cards with a collapse, beside 35 nuggets")

NUGGETS = [c for n in range(1, 6) for c in card(str(n), copies=7, gold=n)]
CAVE_INS = card("Collapse", copies=COLLAPSES, gold=0)

deck = zone(nobody)
found = each_player(zone, everyone)
used = zone(everyone)
digs = each_player(False)
points = each_player(0)


class now(numbers):
    worth = 0       # what a nugget of 1 is worth


class length(lengths):
    shafts = 0


def play():
    now.worth = RICHNESS
    start = chance(len(players()))
    first_player(start)
    for i in range(SHAFTS):
        length.shafts += 1
        deck.put(NUGGETS + CAVE_INS)
        deck.shuffle()
        a_shaft((start + i) % len(players()))
        now.worth = max(1, now.worth * SHARE // 100)


def a_shaft(start):
    for p in players():
        digs[p] = True
        deck.draw(found[p])
        if found[p].top.gold == 0:
            leave_with_nothing(p)
    while any(digs[p] for p in players()):
        for p in players(start):
            if digs[p]:
                a_turn(p)


def a_turn(p):
    if choose(p, ["dig", "stop"]) == "stop":
        points[p] += now.worth * in_hand(p)
        used.put(found[p])
        digs[p] = False
        return
    deck.draw(found[p])
    if found[p].top.gold == 0:
        tally("collapses")
        leave_with_nothing(p)


def leave_with_nothing(p):
    used.put(found[p])
    digs[p] = False


def in_hand(p):
    return sum([c.gold for c in found[p]])


def score(p):
    return points[p]


def worth(p):
    return points[p] + now.worth * in_hand(p)
