"""Win the favour of the court with gifts, and be the richest in the end.

All players have a hand of four gift cards in three kinds, with the numbers 1 to 6. In each round,
whose start is drawn by lot, each player gives a gift. It earns its number, and 2 less for each gift
of the same kind that lies on the table already. Then it draws a new card. After the last round the
poorest player names another one, who gets the king's favour. The most points win; among level
players the one with the better hand.
"""
from fairdeal import *

game("Royal Favour", players=(3, 4), summary="give gifts; in the end the poorest names the "
     "king's friend")

ROUNDS = knob(7, low=4, high=9, help="rounds of the game")
HAND_SIZE = knob(4, low=2, high=5, help="cards in a hand")
SAME_KIND = knob(2, low=0, high=3, help="how much less a gift earns for each one of its kind "
                 "on the table")
FAVOUR = knob(6, low=0, high=9, help="points of the king's favour; 0 is no favour")

KINDS = ["gold", "silk", "wine"]
GIFTS = cards(KINDS, {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}, copies=4)

deck = zone(nobody)
hand = each_player(zone, owner)
table = zone(everyone)
past = zone(everyone)
points = each_player(0)


class length(lengths):
    rounds = 0


def play():
    deck.put(GIFTS)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    for _ in range(ROUNDS):
        length.rounds += 1
        for p in players(chance(len(players()))):
            give(p)
        past.put(table)
    if FAVOUR > 0:
        favour()


def give(p):
    c = choose(p, list(hand[p]), say="gives {}")
    same = len([x for x in table if x.suit == c.suit])
    points[p] += max(0, c.rank - SAME_KIND * same)
    table.put(c)
    deck.draw(hand[p])


def favour():
    poorest = min(players(), key=lambda p: score(p))
    friend = choose(poorest, others(poorest), say="names player {}")
    points[friend] += FAVOUR


def score(p):
    return points[p], sum([c.rank for c in hand[p]])
