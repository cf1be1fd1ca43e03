"""Looks at the top of a deck, cards laid under it, and a shuffle."""
from fairdeal import *

game("Tiny Looking", players=(2, 2))
ALL = cards(["a"], {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5})

deck = zone(nobody)
hand = each_player(zone, owner)
again = zone(nobody)
table = zone(everyone)


class length(lengths):
    turns = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(1, hand)
    p = 0
    while length.turns < 5:
        length.turns += 1
        if deck:
            look(p, deck.top)
            match choose(p, ["keep", "bury", "take"], seen_by=everyone):
                case "bury":
                    deck.put_below(deck.top)
                case "take":
                    deck.draw(hand[p])
                case _:
                    pass
        if len(hand[p]) > 1:
            table.put(choose(p, list(hand[p])))
        if length.turns == 3:
            again.put(table)
            again.shuffle()
            deck.put(again)
        p = after(p)
    for q in players():
        choose(q, ["done"])


def score(p):
    return sum(c.rank for c in hand[p])
