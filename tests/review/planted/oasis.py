"""Trade at the oasis: choose goods from the caravan, and collect sets of them.

In each round a caravan brings four cards with goods. Each player takes one of them; the last one is
laid aside. In the first rounds the two elders, who sit on the first two seats, toss a coin for the
first choice, and the youngest chooses last; later it is drawn by lot who of the three begins. After
the last round your cards count what is printed on them. Of each kind of goods, every second card
counts extra, and so does every set of one card of each kind. The most points win; among level
players the one with more silver.
"""
from fairdeal import *

game("Oasis", players=(3, 3), summary="choose goods from a caravan, and collect sets")

ROUNDS = knob(12, low=6, high=12, help="rounds of the game")
ELDER_ROUNDS = knob(6, low=0, high=12, help="rounds in which the elders choose before the youngest")
PAIR = knob(3, low=0, high=6, help="points for every second card of a kind of goods")
FULL_SET = knob(4, low=0, high=10, help="points for a set of one card of each kind")

GOODS = ["salt", "dates", "cloth", "silver"]
ALL = cards(GOODS, {"2": 2, "3": 3, "4": 4}, copies=4)

deck = zone(nobody)
caravan = zone(everyone)
store = each_player(zone, everyone)
aside = zone(everyone)
points = each_player(0)


class length(lengths):
    rounds = 0


def play():
    first_player(0)
    deck.put(ALL)
    deck.shuffle()
    for i in range(ROUNDS):
        length.rounds += 1
        for _ in range(4):
            deck.draw(caravan)
        for p in order_of(i):
            c = choose(p, list(caravan), say="takes {}")
            store[p].put(c)
            points[p] = value(p)
        aside.put(caravan)


def order_of(i):
    if i >= ELDER_ROUNDS:
        return players(chance(3))
    first = chance(2)
    return [first, 1 - first, 2]


def value(p):
    amounts = [amount(p, g) for g in GOODS]
    return (sum([c.rank for c in store[p]]) + PAIR * sum([n // 2 for n in amounts])
            + FULL_SET * min(amounts))


def amount(p, goods):
    return len([c for c in store[p] if c.suit == goods])


def score(p):
    return points[p], sum([c.rank for c in store[p] if c.suit == "silver"])
