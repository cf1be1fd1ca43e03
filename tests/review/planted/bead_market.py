"""Take beads from the market, and string them in pairs.

Four beads lie open, in six colours. In your turn take one of them. If you have a bead of this
colour already, string the two: that earns 3 points. Otherwise the bead lies before you. If you then
have four beads of different colours, you may string these four, which earns 5 points. Large beads
are worth a point more in each case. Who begins a round is drawn by lot. The game ends after a round
in which a player has reached the target. The most points win; among level players the one with more
beads.
"""
from fairdeal import *

game("Bead Market", players=(2, 3), summary="take beads, and string them in pairs or in fours")

TARGET = knob(700, low=20, high=1000, help="points that end the game")
OPEN_BEADS = knob(4, low=2, high=6, help="beads that lie open")
PAIR = knob(3, low=1, high=6, help="points for two beads of the same colour")
FOUR = knob(5, low=1, high=9, help="points for four beads of different colours")

COLOURS = ["amber", "blue", "cream", "green", "pink", "violet"]
BEADS = ([b for s in COLOURS for b in card("small " + s, copies=6, suit=s, large=0)]
         + [b for s in COLOURS for b in card("large " + s, copies=3, suit=s, large=1)])

bag = zone(nobody)
market = zone(everyone)
beads = each_player(zone, everyone)
strung = zone(everyone)
points = each_player(0)


class now(numbers):
    last = 0


class length(lengths):
    rounds = 0


def play():
    bag.put(BEADS)
    bag.shuffle()
    while max(points) < TARGET:
        length.rounds += 1
        for p in players(chance(len(players()))):
            fill()
            a_turn(p)
            now.last = p


def fill():
    while len(market) < OPEN_BEADS:
        if not bag:
            bag.put(strung)
            bag.shuffle()
        bag.draw(market)


def a_turn(p):
    bead = choose(p, list(market), say="takes {}")
    twins = [b for b in beads[p] if b.suit == bead.suit]
    beads[p].put(bead)
    if twins:
        string(p, [bead, twins[0]], PAIR)
    elif len(beads[p]) >= 4 and choose(p, ["string", "wait"]) == "string":
        string(p, list(beads[p])[:4], FOUR)


def string(p, some, earned):
    points[p] += earned + sum([b.large for b in some])
    strung.put(some)


def score(p):
    return points[p], len(beads[p]), 0 if p == now.last else 1


def worth(p):
    return 4 * points[p] + sum([3 + 2 * b.large for b in beads[p]])
