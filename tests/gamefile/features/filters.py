"""Filters of every kind, over zones and lists: each adds to the score what it lets through.

Two decks are 104 cards, more than a word of bits; one deck is 52. What can fail stands behind a
condition that keeps it from being evaluated, as often as not.
"""
from fairdeal import *

game("Filters", players=(2, 4))

COPIES = knob(1, low=1, high=2, help="decks")
HAND_SIZE = knob(6, low=2, high=8, help="cards dealt to each player")
ODD = knob(True, help="odd ranks count")

SUITS = ["clubs", "diamonds", "hearts", "spades"]
RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13, "A": 14}
ALL = cards(SUITS, RANKS, copies=COPIES)
QUEEN = [c for c in ALL if c.name == "QS"][0]

deck = zone(nobody)
hand = each_player(zone, everyone)
pile = zone(everyone)
points = each_player(0)


class now(numbers):
    suit = "none"
    open = False


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    now.suit = deck.top.suit
    for _ in range(HAND_SIZE):
        for p in players():
            card = choose(p, allowed(p), say="plays {}")
            pile.put(card)
            points[p] += counted(p, card)
            now.open = now.open or card.suit == now.suit or card == QUEEN
            if card.rank == 11:
                now.suit = card.suit


def allowed(p):
    own = list(hand[p])
    if not pile:
        return [c for c in own if now.open or c.suit != "hearts"] or own
    same = [c for c in own if c.suit == pile[0].suit and not (c.rank > 12 or c == QUEEN)]
    return same or [c for c in own if fits(c, 3)] or own


def fits(c, least):
    """The last condition fails on an empty pile, and is asked only where the others do not hold."""
    return c.rank == 8 or c.suit == now.suit or c.rank < least or c.rank == pile.top.rank


def worth_of(c):
    if c == QUEEN:
        return 13
    if c.suit == "hearts":
        return 2 if c.rank > 9 else 1
    return 0


def counted(p, card):
    left = list(hand[p])
    twice = left + [card] + left
    found = len([c for c in twice if c.suit == card.suit])
    found += 10 * len([c for c in hand[p] if c.suit == "clubs" or ODD and c.rank % 2 == 1])
    found += sum(worth_of(c) for c in hand[p]) + sum(worth_of(c) for c in twice)
    found += max([c.rank for c in twice if c.suit != card.suit], default=0)
    found += min((c.rank for c in left if not (now.open and c.rank < 9)), default=1)
    if any(c.rank == card.rank for c in left) or all(c.suit == now.suit for c in twice):
        found += 100
    order = sorted([c for c in twice if c.rank <= card.rank], key=lambda c: (c.rank, -worth_of(c)))
    return found + sum(place * c.rank for place, c in enumerate(order))


def score(p):
    others_best = max([points[q] for q in others(p)])
    return points[p] - others_best // 2
