"""Deliver cloth in sets of one colour, and become the master of the guild.

Each player has a hand of cloth cards in four colours. In your turn deliver all your cards of one
colour, and draw a card; or draw three cards. More cards of a colour are worth more than their
share. Whoever is ahead of all others when a round begins is the master of the guild, and draws
extra cards. Lots decide who begins the round. After the last round the most points win; among level
players the one with more cards left.
"""
from fairdeal import *

game("Weavers", players=(2, 4), summary="deliver cloth in sets of one colour")

ROUNDS = knob(12, low=6, high=15, help="rounds of the game")
HAND_SIZE = knob(4, low=2, high=6, help="cards in a hand in the beginning")
DRAWN = knob(3, low=2, high=4, help="cards that a player draws who does not deliver")
MASTER = knob(2, low=0, high=4, help="extra cards of the master of the guild")
WORTH = knob([0, 1, 3, 6, 10, 15], low=0, high=30, help="what 0, 1, 2, 3, 4 and 5 cards are worth")

COLOURS = ["blue", "green", "red", "yellow"]
ALL = [c for s in COLOURS for c in card(s, copies=24, suit=s)]

deck = zone(nobody)
hand = each_player(zone, owner)
delivered = zone(everyone)
points = each_player(0)


class length(lengths):
    rounds = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    for p in players():
        draw_cards(p, HAND_SIZE)
    for _ in range(ROUNDS):
        length.rounds += 1
        leaders = [p for p in players() if points[p] == max(points)]
        if len(leaders) == 1:
            draw_cards(leaders[0], MASTER)
        for p in players(chance(len(players()))):
            a_turn(p)


def a_turn(p):
    options = [("deliver", s) for s in COLOURS if amount(p, s) > 0]
    match choose(p, options + [("draw",)], say="{0} {1}"):
        case ("deliver", s):
            points[p] += WORTH[min(5, amount(p, s))]
            delivered.put([c for c in hand[p] if c.suit == s])
            draw_cards(p, 1)
        case ("draw",):
            draw_cards(p, DRAWN)


def draw_cards(p, n):
    for _ in range(n):
        if not deck:
            deck.put(delivered)
            deck.shuffle()
        if deck:
            deck.draw(hand[p])


def amount(p, colour):
    return len([c for c in hand[p] if c.suit == colour])


def score(p):
    return points[p], len(hand[p])


def worth(p):
    """Sets in the hand are nearly as good as points."""
    return 10 * points[p] + sum([7 * WORTH[min(5, amount(p, s))] for s in COLOURS]) + len(hand[p])
