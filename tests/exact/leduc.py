"""Poker with six cards and two rounds of betting: Leduc poker.

The deck is two Jacks, two Queens and two Kings. Both players pay an ante and get a card. In each of
two rounds the players bet in turn: a raise costs 2 in the first round and 4 in the second, and a
round has at most two raises. Before the second round a card is laid open. A player whose card makes
a pair with it wins, otherwise the higher card; equal cards share.
"""
from fairdeal import *

game("Leduc Poker", players=(2, 2), summary="six cards, two rounds of betting")

ALL = cards([""], {"J": 11, "Q": 12, "K": 13}, copies=2)

deck = zone(nobody)
hand = each_player(zone, owner)
table = zone(everyone)
paid = each_player(1)
won = each_player(0)


class now(numbers):
    raises = 0
    checks = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(1, hand)
    bets(2)
    deck.draw(table)
    bets(4)
    showdown()


def bets(size):
    now.raises = 0
    now.checks = 0
    p = 0
    while True:
        owes = paid[after(p)] - paid[p]
        options = ["call"]
        if owes > 0:
            options.append("fold")
        if now.raises < 2:
            options.append("raise")
        chosen = choose(p, options)
        if chosen == "fold":
            pay(after(p))
            end("fold")
        if chosen == "raise":
            paid[p] += owes + size
            now.raises += 1
        else:
            paid[p] += owes
            if owes > 0 or now.checks == 1:
                return
            now.checks = 1
        p = after(p)


def showdown():
    first = strength(0)
    second = strength(1)
    if first > second:
        pay(0)
    elif second > first:
        pay(1)
    end("showdown")


def strength(p):
    card = hand[p].top
    return card.rank + (20 if card.rank == table.top.rank else 0)


def pay(winner):
    loser = after(winner)
    won[winner] = paid[loser]
    won[loser] = -paid[loser]


def score(p):
    return won[p]
