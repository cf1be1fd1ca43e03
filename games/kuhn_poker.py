"""Poker with three cards, solved by Harold W. Kuhn in 1950.

The deck is a Jack, a Queen and a King. Both players pay an ante and get a card. The first one bets
or checks. After a check the other one bets or checks. A bet is called or folded. Who folds loses
the ante; otherwise the higher card wins all. Played perfectly, the second player wins 1/18 of an
ante on average.
"""
from fairdeal import *

game("Kuhn Poker", players=(2, 2), summary="one card each, one bet: poker as small as it gets")

CARDS = knob(3, low=2, high=13, help="cards in the deck: the highest of A (low), 2 to 10, J, Q and "
             "K")
ANTE = knob(1, low=1, high=10, help="what each player pays first")
BET = knob(1, low=1, high=10, help="what a bet and a call cost")

RANKS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13}
ALL = cards([""], RANKS)

deck = zone(nobody)
hand = each_player(zone, owner)
won = each_player(0)


def play():
    deck.put([c for c in ALL if c.rank > 13 - CARDS])
    deck.shuffle()
    deck.deal(1, hand)
    if choose(0, ["check", "bet"]) == "bet":
        answer(1)
    elif choose(1, ["check", "bet"]) == "bet":
        answer(0)
    else:
        showdown(ANTE)


def answer(p):
    """This player calls the other one's bet, or folds."""
    if choose(p, ["fold", "call"]) == "call":
        showdown(ANTE + BET)
    else:
        pay(after(p), ANTE)
        end("fold")


def showdown(stake):
    for p in players():
        show(hand[p])
    pay(0 if hand[0].top.rank > hand[1].top.rank else 1, stake)
    end("showdown")


def pay(winner, stake):
    won[winner] += stake
    won[after(winner)] -= stake


def score(p):
    return won[p]
