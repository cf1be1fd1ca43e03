"""Zones and numbers for each player and name, cards that only others see, numbers that few see.

Each player lays cards into three slots, of which others see one kind, and guesses the card on the
own forehead.
"""
from fairdeal import *

game("Slots", players=(1, 4))

TURNS = knob(5, low=1, high=8, help="turns of each player")
SIDES = ["north", "east", "south"] if len(players()) < 4 else ["north", "south"]
ALL = cards(["a", "b"], {str(rank): rank for rank in range(1, 10)})

deck = zone(nobody)
hand = each_player(zone, owner)
forehead = each_player(zone, others)
slots = each_player(each(SIDES, zone, everyone))
below = each_player(each(SIDES, zone, owner))
aside = each(SIDES, zone, nobody)
laid = each_player(each(SIDES, 0))
closed = each_player(each(SIDES, False))
plan = each_player(each(SIDES, 0, owner, low=0, high=3))
price = each(SIDES, 1, nobody, low=1, high=6)
luck = each_player(0, others, low=0, high=5)
points = each_player(0)


class length(lengths):
    turns = 0


def open_sides(p):
    return [side for side in SIDES if not closed[p][side]]


def lay(p, side, c):
    """Lays a card into a slot, and closes it at three cards."""
    onto = slots[p][side]
    onto.put(c)
    laid[p][side] += 1
    if len(onto) == 3:
        closed[p][side] = True
        aside[side].put(onto.bottom)


def turn(p):
    side = choose(p, open_sides(p), say="builds in the {}")
    plan[p][side] = choose(p, [0, 1, 2, 3], seen_by=owner, say="plans {}")
    c = choose(p, list(hand[p]), say="lays {}")
    lay(p, side, c)
    if deck:
        deck.draw(hand[p])
    q = after(p)
    match choose(p, [("look",), ("guess", 1), ("guess", 2)] + [("use", z) for z in below[p] if z]):
        case ("look",):
            if forehead[q]:
                below[p][side].put(choose(p, list(forehead[q]), say="takes {}"))
        case ("guess", n):
            if forehead[p]:
                own = forehead[p].top
                show(own)
                points[p] += 2 if own.rank % 2 == n % 2 else 0
                slots[p][SIDES[0]].put(own)
        case ("use", onto):
            show(onto)
            points[p] += sum(c.rank for c in onto)
            aside[SIDES[-1]].put(onto)
    for z in slots[p]:
        if len(z) > 3:
            aside[SIDES[0]].put(z[1:])


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(2, hand)
    deck.deal(1, forehead)
    for side in SIDES:
        price[side] = 1 + chance(6)
    for p in players():
        luck[p] = chance(6)
    p = 0
    while length.turns < TURNS * len(players()):
        length.turns += 1
        if hand[p] and open_sides(p):
            turn(p)
        else:
            closed.reset()
            laid[p][SIDES[0]] = 0
        p = after(p)
    for q in players():
        for n, left in enumerate(laid[q]):
            points[q] += left * price[SIDES[n]]
        if any(closed[q]) and max(laid[q]) > 1:
            points[q] += luck[q]
        points[q] -= sum(plan[q])
        tally("players")
        if sum(len(z) for z in below[q]) > 0:
            tally("players with cards below", of="players")


def score(p):
    return points[p]
