"""Couple carriages in rising order, and let your trains depart in time.

Carriages with the numbers 1 to 20 lie open in a row. In your turn couple one of them to your train:
its number must be higher than that of the last carriage. Or let your train depart, which earns
points: the longer it is, the more. Then you begin a new one. The start of a round is drawn by lot.
After the last round the trains that have not departed earn a point for each carriage. The most
points win; among level players the one with the lower last carriage, and then the one who did not
have the last turn.
"""
from fairdeal import *

game("Night Train", players=(2, 4), summary="couple carriages in rising order")

ROUNDS = knob(12, low=6, high=16, help="rounds of the game")
ROW = knob(3, low=2, high=4, help="carriages that lie open in the row")
EARNED = knob([0, 1, 3, 6, 10, 15, 21, 28], low=0, high=40, help="what a train of 0 to 7 "
              "carriages earns; longer ones earn like those of 7")
OLD_CARRIAGES = knob(2, low=1, high=3, help="how many carriages have each number")

CARRIAGES = [c for n in range(1, 21) for c in card(str(n), copies=OLD_CARRIAGES, number=n)]

depot = zone(nobody)
row = zone(everyone)
train = each_player(zone, everyone)
gone = zone(everyone)
points = each_player(0)


class now(numbers):
    last = 0            # who had the last turn


class length(lengths):
    rounds = 0


def play():
    depot.put(CARRIAGES)
    depot.shuffle()
    for _ in range(ROUNDS):
        length.rounds += 1
        for p in players(chance(len(players()))):
            fill()
            a_turn(p)
            now.last = p
    for p in players():
        points[p] += len(train[p])


def fill():
    while len(row) < max(ROW, 4):
        if not depot:
            depot.put(gone)
            depot.shuffle()
        depot.draw(row)


def a_turn(p):
    options = [("couple", c) for c in row if c.number > last(p)]
    if train[p]:
        options.append(("depart",))
    match choose(p, options, say="{0} {1}"):
        case ("couple", c):
            train[p].put(c)
        case ("depart",):
            points[p] += EARNED[min(7, len(train[p]))]
            gone.put(train[p])


def last(p):
    return train[p].top.number if train[p] else 0


def score(p):
    return points[p], -last(p), 0 if p == now.last else 1


def worth(p):
    """A train is nearly as good as departed; a high last carriage is a burden."""
    return 20 * points[p] + 17 * EARNED[min(7, len(train[p]))] - 2 * last(p)
