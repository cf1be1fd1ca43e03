"""Collect gems of the same colour, card by card.

The deck has eight colours, with the numbers 1 to 4 in each. All players get five cards, and one
card begins the open pile. In your turn take the top card of the pile, or draw one from the deck;
then lay one of your six cards on the pile. If the deck is empty, the pile below its top card
becomes the new deck. Who begins a round is drawn by lot. After the last round each colour in your
hand counts: two cards 3 points, three cards 7, four cards 12, and five cards 25. The most points
win; among level players the one whose cards have the higher numbers, and then the one who did not
have the last turn.
"""
from fairdeal import *

game("Gem Rummy", players=(2, 3), summary="draw a card, lay one down, and collect gems of a colour")

ROUNDS = knob(8, low=4, high=12, help="rounds of the game")
TWO = knob(3, low=1, high=5, help="points for two cards of a colour")
THREE = knob(7, low=4, high=10, help="points for three cards of a colour")
FOUR = knob(12, low=6, high=20, help="points for four cards of a colour")

COLOURS = ["agate", "beryl", "garnet", "jasper", "opal", "quartz", "ruby", "topaz"]
GEMS = cards(COLOURS, {"1": 1, "2": 2, "3": 3, "4": 4})

deck = zone(nobody)
hand = each_player(zone, owner)
pile = zone(everyone)


class now(numbers):
    last = 0            # who had the last turn


class length(lengths):
    rounds = 0


def play():
    deck.put(GEMS)
    deck.shuffle()
    deck.deal(5, hand)
    deck.draw(pile)
    for _ in range(ROUNDS):
        length.rounds += 1
        for p in players(chance(len(players()))):
            a_turn(p)
            now.last = p


def a_turn(p):
    if choose(p, ["deck", "pile"], say="draws from the {}") == "deck":
        deck.draw(hand[p])
    else:
        pile.draw(hand[p])
    pile.put(choose(p, list(hand[p]), say="lays down {}"))
    if not deck:
        deck.put(pile[:-1])
        deck.shuffle()


def value(p):
    return sum([set_value(len([c for c in hand[p] if c.suit == s])) for s in COLOURS])


def set_value(n):
    if n == 5:
        return 25
    if n == 4:
        return FOUR
    if n == 3:
        return THREE
    return TWO if n == 2 else 0


def score(p):
    return value(p), sum([c.rank for c in hand[p]]), 0 if p == now.last else 1
