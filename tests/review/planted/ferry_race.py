"""Row your ferry across the lake, and be the first on the far shore.

Each player has a hand of oar cards, numbered from 1 to 6. In your turn play a card: your ferry goes
on by so many stages, and you draw a new card. A ferry that stops at a stage with a current, which
is every fifth one, drifts on. A ferry that stops exactly at the stage of the other one rams it: the
other one is driven back. Instead of rowing you may rest: your ferry drifts on by one stage, and you
lay aside all your cards and draw as many new ones. The first ferry that reaches the far shore wins
at once.
"""
from fairdeal import *

game("Ferry Race", players=(2, 2), summary="row across a lake with numbered cards")

SHORE = knob(32, low=20, high=60, help="stages to the far shore")
HAND_SIZE = knob(4, low=2, high=6, help="cards in a hand")
DRIFT = knob(3, low=0, high=4, help="stages by which a current carries a ferry")
RAMMED = knob(2, low=0, high=6, help="stages by which a ferry is driven back that is rammed")
HEAD_START = knob(0, low=0, high=8, help="the stage at which the ferry of the second player begins")

OARS = [c for n in range(1, 7) for c in card(str(n), copies=6, number=n)]

deck = zone(nobody)
hand = each_player(zone, owner)
used = zone(everyone)
points = each_player(0)     # the stage of a ferry


class length(lengths):
    turns = 0


def play():
    first_player(0)
    deck.put(OARS)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    points[1] = HEAD_START
    p = 0
    while points[0] < SHORE and points[1] < SHORE:
        length.turns += 1
        a_turn(p)
        p = after(p)
    end("a ferry has reached the far shore")


def a_turn(p):
    match choose(p, [("row", c) for c in hand[p]] + [("rest",)], say="{0} {1}"):
        case ("row", c):
            used.put(c)
            row(p, c.number)
        case ("rest",):
            tally("rests")
            used.put(hand[p])
            points[p] += 1
    while len(hand[p]) < HAND_SIZE:
        refill()
        deck.draw(hand[p])


def row(p, stages):
    other = after(p)
    points[p] += stages
    if points[p] % 5 == 0:
        points[p] += DRIFT
    if points[p] == points[other]:
        tally("rammed")
        points[other] = max(0, points[other] - RAMMED)


def refill():
    if not deck:
        deck.put(used)
        deck.shuffle()


def score(p):
    return points[p]
