"""Lay stones on the common heap, and hit the right numbers.

Each player has a hand of stones that weigh 1 to 6. In your turn lay one of them on the heap, which
earns you a point, and draw another. If the heap then weighs a multiple of 5, you earn more; if it
weighs a multiple of 7, you earn most. A heap that weighs more than the scales can bear falls down:
its player gets nothing for it. Each heap begins with two stones from the bag. The game ends after a
fixed number of turns. The most points win, and among level players the one with the lighter hand.
"""
from fairdeal import *

game("Stone Heap", players=(2, 4), summary="lay stones on a common heap, and hit the right numbers")

TURNS = knob(18, low=12, high=48, help="turns of all players together")
HAND_SIZE = knob(4, low=3, high=5, help="stones of a player")
LAID = knob(1, low=0, high=3, help="points for each stone")
FIVES = knob(4, low=1, high=9, help="points for a multiple of 5")
SEVENS = knob(6, low=1, high=9, help="points for a multiple of 7")
SCALES = knob(36, low=20, high=60, help="what the scales can bear")

STONES = [c for n in range(1, 7) for c in card(str(n), copies=12, weight=n)]

bag = zone(nobody)
hand = each_player(zone, owner)
heap = zone(everyone)
fallen = zone(everyone)
points = each_player(0)


class now(numbers):
    weight = 0


class length(lengths):
    turns = 0


def play():
    first_player(0)
    bag.put(STONES)
    bag.shuffle()
    bag.deal(HAND_SIZE, hand)
    new_heap()
    p = 0
    while length.turns < TURNS:
        length.turns += 1
        c = choose(p, list(hand[p]), say="lays a stone of {}")
        heap.put(c)
        now.weight += c.weight
        points[p] += earned(now.weight)
        if now.weight > SCALES:
            tally("heaps fallen")
            fallen.put(heap)
            new_heap()
        bag.draw(hand[p])
        p = after(p)


def new_heap():
    bag.draw(heap)
    bag.draw(heap)
    now.weight = sum([c.weight for c in heap])


def earned(weight):
    if weight > SCALES:
        return 0
    return LAID + (FIVES if weight % 5 == 0 else 0) + (SEVENS if weight % 7 == 0 else 0)


def score(p):
    return points[p], -sum([c.weight for c in hand[p]])
