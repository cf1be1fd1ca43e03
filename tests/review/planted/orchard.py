"""Pick fruit in the orchard, tree by tree.

Before the harvest three baskets lie open, which are worth 1 to 6 points. The first player picks one
of them, then the other one. In each of the following rounds five fruit cards lie open, in five
kinds and worth 1 to 5. Lots decide who picks one first; then the other player picks one, and what
is left goes to the birds. In the end your basket and your fruit count what is printed on them, and
each pair of the same kind of fruit counts extra. The player who picked a basket second may get some
honey, which also counts. The most points win; among level players the one with the better basket.
"""
from fairdeal import *

game("Orchard", players=(2, 2), summary="pick a basket and fruit, which counts in pairs")

ROUNDS = knob(8, low=5, high=9, help="rounds of the game")
OPEN_FRUIT = knob(5, low=3, high=5, help="fruit cards that lie open in a round")
PAIR = knob(4, low=1, high=6, help="points for each pair of the same kind")
HONEY = knob(0, low=0, high=8, help="points of the player who picks a basket second")

KINDS = ["apple", "cherry", "fig", "pear", "plum"]
FRUIT = cards(KINDS, {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5}, copies=2)
BASKETS = [c for n in range(1, 7) for c in card("Basket of " + str(n), points=n)]

deck = zone(nobody)
baskets = zone(nobody)
open_baskets = zone(everyone)
tree = zone(everyone)
own_basket = each_player(zone, everyone)
own_fruit = each_player(zone, everyone)
birds = zone(everyone)
points = each_player(0)


class length(lengths):
    rounds = 0


def play():
    first_player(0)
    deck.put(FRUIT)
    deck.shuffle()
    pick_baskets()
    for _ in range(ROUNDS):
        length.rounds += 1
        for _ in range(OPEN_FRUIT):
            deck.draw(tree)
        for p in players(chance(2)):
            own_fruit[p].put(choose(p, list(tree), say="picks {}"))
            points[p] = value(p)
        birds.put(tree)


def pick_baskets():
    baskets.put(BASKETS)
    baskets.shuffle()
    for _ in range(3):
        baskets.draw(open_baskets)
    for p in players():
        own_basket[p].put(choose(p, list(open_baskets), say="picks {}"))
        points[p] = value(p)


def value(p):
    pairs = sum([len([c for c in own_fruit[p] if c.suit == k]) // 2 for k in KINDS])
    return (sum([c.points for c in own_basket[p]]) + (HONEY if p == 1 else 0)
            + sum([c.rank for c in own_fruit[p]]) + PAIR * pairs)


def score(p):
    return points[p], sum([c.points for c in own_basket[p]])
