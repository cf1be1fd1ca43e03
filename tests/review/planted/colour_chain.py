"""Continue the chain of cards, and be the first without cards.

The cards have three colours and the numbers 1 to 12. In your turn add a card to the chain that has
the colour of its last card, or a number that differs from its number by 1 at most. Of several
fitting cards you must take one with the lowest number. A Bridge fits everywhere, and its player
names the colour that must follow. Who has no fitting card draws two, and the turn is over. The game
ends after a round in which a player lays its last card, or when too few cards are left to draw. The
fewest cards win; among level players those whose last card on the chain has the higher number, and
then the one who began.
"""
from fairdeal import *

game("Colour Chain", players=(2, 4), summary="continue a chain of cards by colour or number")

HAND_SIZE = knob(8, low=4, high=9, help="cards dealt to each player")
DRAWN = knob(2, low=1, high=3, help="cards drawn by a player who cannot continue the chain")
BRIDGES = knob(2, low=0, high=6, help="Bridges in the deck")
LOWEST_FIRST = knob(True, help="of several fitting cards, one with the lowest number must be taken")

COLOURS = ["amber", "coral", "jade"]
NUMBERED = cards(COLOURS, {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
                          "10": 10, "11": 11, "12": 12})
BRIDGE = card("Bridge", copies=BRIDGES, suit="none", rank=0)

deck = zone(nobody)
hand = each_player(zone, owner)
chain = zone(everyone)
points = each_player(0)     # cards in the hand
last_number = each_player(0)


class now(numbers):
    colour = "none"
    starter = 0


class length(lengths):
    rounds = 0


def play():
    deck.put(NUMBERED)
    deck.shuffle()
    deck.draw(chain)
    now.colour = chain.top.suit
    deck.put(BRIDGE)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    p = chance(len(players()))
    first_player(p)
    now.starter = p
    while len(deck) >= DRAWN * len(players()):
        length.rounds += 1
        for q in players(p):
            a_turn(q)
            points[q] = len(hand[q])
        if min(points) == 0:
            end("out of cards")
    end("no cards are left to draw")


def a_turn(p):
    fitting = [c for c in hand[p] if c.rank > 0 and fits(c)]
    if LOWEST_FIRST:
        lowest = min([c.rank for c in fitting], default=0)
        fitting = [c for c in fitting if c.rank == lowest]
    bridges = [c for c in hand[p] if c.rank == 0]
    if not fitting and not bridges:
        tally("turns without a fitting card")
        for _ in range(DRAWN):
            deck.draw(hand[p])
        return
    c = choose(p, fitting + bridges, say="adds {}")
    chain.put(c)
    last_number[p] = c.rank
    now.colour = c.suit
    if c.rank == 0:
        now.colour = choose(p, COLOURS, say="names {}")


def fits(c):
    return c.suit == now.colour or (chain.top.rank > 0 and abs(c.rank - chain.top.rank) <= 1)


def score(p):
    return -len(hand[p]), last_number[p], 1 if p == now.starter else 0
