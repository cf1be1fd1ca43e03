"""Take tricks in the mountains, where the Eagle flies above all.

The deck has three suits, with the numbers 1 to 8, and the Eagle. All players get seven cards. Who
leads first is drawn by lot; then the winner of a trick leads the next one. You must follow suit if
you can, but the Eagle may always be played. The highest card of the suit that was led takes the
trick, unless the Eagle is there: it takes every trick. If the Eagle is led, all play what they
like. Each trick counts a point, and the trick of the Eagle counts more or less by the Eagle's
prize. The most points win; among level players the one who takes the last trick.
"""
from fairdeal import *

game("Mountain Tricks", players=(2, 3), summary="take tricks; the Eagle flies above all")

HAND_SIZE = knob(7, low=3, high=8, help="cards dealt to each player")
EAGLE_PRIZE = knob(4, low=-4, high=6, help="what the trick of the Eagle counts beside its point")

SUITS = ["goat", "marmot", "trout"]
ALL = cards(SUITS, {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8})
EAGLE = card("Eagle", suit="none", rank=9)

deck = zone(nobody)
hand = each_player(zone, owner)
trick = zone(everyone)
played = zone(everyone)
points = each_player(0)


class now(numbers):
    last_winner = 0


class length(lengths):
    tricks = 0


def play():
    deck.put(ALL + EAGLE)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    leader = chance(len(players()))
    first_player(leader)
    for _ in range(HAND_SIZE):
        length.tricks += 1
        leader = a_trick(leader)
        now.last_winner = leader


def a_trick(leader):
    """Returns who takes the trick."""
    best = leader
    for p in players(leader):
        card = choose(p, playable(p), say="plays {}")
        if trick and beats(card, highest()):
            best = p
        trick.put(card)
    points[best] += 1
    if any(c.name == "Eagle" for c in trick):
        points[best] += EAGLE_PRIZE
    played.put(trick)
    return best


def playable(p):
    if not trick:
        return list(hand[p])
    led = trick.bottom.suit
    if any(c.suit == led for c in hand[p]):
        return [c for c in hand[p] if c.suit == led or c.name == "Eagle"]
    return list(hand[p])


def highest():
    if any(c.name == "Eagle" for c in trick):
        return [c for c in trick if c.name == "Eagle"][0]
    return max([c for c in trick if c.suit == trick.bottom.suit], key=lambda c: c.rank)


def beats(card, other):
    return card.name == "Eagle" or (card.suit == other.suit and card.rank > other.rank)


def score(p):
    return points[p], 1 if p == now.last_winner else 0
