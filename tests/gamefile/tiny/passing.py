"""Cards passed at the same time, secretly, and then played."""
from fairdeal import *

game("Tiny Passing", players=(2, 3))
ALL = cards(["a", "b"], {"1": 1, "2": 2, "3": 3})

deck = zone(nobody)
hand = each_player(zone, owner)
passed = each_player(zone, owner)
table = zone(everyone)


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(2, hand)
    chosen = choose_together(players(), cards_of, seen_by=owner)
    for p in players():
        passed[p].put(chosen[p])
    passed.pass_on(1)
    for p in players():
        hand[p].put(passed[p])
    for p in players():
        table.put(choose(p, list(hand[p])))
    for p in players():
        choose(p, ["done"])


def cards_of(p):
    return list(hand[p])


def score(p):
    return sum(c.rank for c in hand[p])
