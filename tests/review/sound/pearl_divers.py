"""Dive for pearls, and come up before you meet the same danger twice.

A press-your-luck game for two to four. The deck has pearls worth 1 to 4 and four kinds of dangers.
In each round all players dive together. First each of them turns up a card. Then, one after the
other, each player who is still down takes a step: dive for one more card, sink for one that counts
double, or surface, which adds all pearls of this dive to your points. Dangers do nothing when you
first meet them, but a second one of the same kind ends your dive, and its pearls are lost. Sinking
is worse: any danger ends your dive, unless it is the first one. The round ends when nobody is down.

The cards are shuffled anew before each round. The player with the most points takes the first step,
and so on; among level players it is drawn by lot. In the second half of the rounds each pearl is
worth one more. The most points win; among level players the one with the larger best dive, or else
with the larger last one.
"""
from fairdeal import *

game("Pearl Divers", players=(2, 4), summary="turn up pearls as long as you dare; the second "
     "danger of a kind takes them all")

ROUNDS = knob([6, 5, 4][len(players()) - 2], low=2, high=10, help="rounds of the game")
PEARLS = knob(5, low=2, high=8, help="pearls of each worth")
DANGERS = knob(5, low=3, high=7, help="cards of each danger")
LATE_BONUS = knob(1, low=0, high=3, help="points of each pearl more in the second half")
require(4 * DANGERS >= 5 * len(players()), "the deck could run out (dangers)")

KINDS = ["current", "jellyfish", "shark", "urchin"]
ALL = ([c for n in range(1, 5)
        for c in card("Pearl " + str(n), copies=PEARLS, pearl=n, kind="none")]
       + [c for k in KINDS for c in card(k, copies=DANGERS, pearl=0, kind=k)])

deck = zone(nobody)
found = each_player(zone, everyone)
past = zone(everyone)
points = each_player(0)
haul = each_player(0)       # the pearls of this dive
best = each_player(0)
latest = each_player(0)
down = each_player(False)


class length(lengths):
    rounds = 0


def play():
    while length.rounds < ROUNDS:
        length.rounds += 1
        deck.put(ALL)
        deck.shuffle()
        level = players(chance(len(players())))
        a_round(sorted(level, key=lambda p: points[p], reverse=True))


def a_round(order):
    for p in order:
        down[p] = True
        turn_up(p, 1)
    while any(down[p] for p in order):
        for p in order:
            if down[p]:
                a_step(p)


def a_step(p):
    match choose(p, [("dive",), ("sink",), ("surface",)]):
        case ("dive",):
            turn_up(p, 1)
        case ("sink",):
            turn_up(p, 2)
        case ("surface",):
            points[p] += haul[p]
            best[p] = max(best[p], haul[p])
            leave(p)


def turn_up(p, times):
    """Turns up a card, whose pearls count so many times."""
    met = [c.kind for c in found[p] if c.kind != "none"]
    c = deck.draw(found[p])
    if c.pearl > 0:
        late = LATE_BONUS if 2 * length.rounds > ROUNDS else 0
        haul[p] += times * (c.pearl + late)
    elif c.kind in met or (times == 2 and len(met) > 0):
        tally("lost dives")
        haul[p] = 0
        leave(p)


def leave(p):
    latest[p] = haul[p]
    haul[p] = 0
    down[p] = False
    past.put(found[p])


def score(p):
    return points[p], best[p], latest[p]


def worth(p):
    """Points, and those of this dive that are not safe yet."""
    return points[p] + haul[p]
