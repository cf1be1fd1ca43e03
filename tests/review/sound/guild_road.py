"""Hire from the road what your workshop needs, and finish with masterpieces.

A deck-building game for two. Each player begins with a deck of five Farthings, a coin each, and two
Tools, which are in the way. In your turn you have a hand of four cards, and do one thing: hire a
card of the road for at most the coins in your hand, or mend: use up a Tool of your hand, which
leaves the game for good, and the oldest card of the road leaves it as well. A hired card goes to
your discards, and a new one comes to the road. Whether you could do this or not, discard your hand
and draw a new one; if your deck is empty, your discards are shuffled. Journeymen let you draw one
card more at the beginning of a turn.

In each round both players have a turn. One player begins the first round, which is worth more than
later ones, and the other the next two, and so on. The cards that you own in the end, wherever they
lie, count points. The most points win; among level players the one with more coins on its cards, or
else with fewer cards.
"""
from fairdeal import *

game("Guild Road", players=(2, 2), summary="hire one card in a turn into your own deck; in the end "
     "only points count")

ROUNDS = knob(12, low=8, high=20, help="rounds of the game")
HAND_SIZE = knob(4, low=3, high=6, help="cards drawn for a turn")
ROAD_SIZE = knob(3, low=2, high=7, help="open cards of the road")
TOOLS = knob(2, low=1, high=5, help="Tools in a first deck")

FARTHINGS = card("Farthing", copies=10, cost=0, coins=1, points=0, draws=0)
TOOL_CARDS = card("Tool", copies=2 * TOOLS, cost=0, coins=0, points=0, draws=0)
ROAD = (card("Florin", copies=6, cost=2, coins=2, points=2, draws=0)
        + card("Journeyman", copies=6, cost=2, coins=1, points=3, draws=1)
        + card("Guilder", copies=5, cost=4, coins=3, points=3, draws=0)
        + card("Apprentice", copies=6, cost=1, coins=0, points=3, draws=0)
        + card("Bench", copies=6, cost=2, coins=0, points=4, draws=0)
        + card("Loom", copies=6, cost=3, coins=0, points=5, draws=0)
        + card("Kiln", copies=6, cost=4, coins=1, points=5, draws=0)
        + card("Masterpiece", copies=6, cost=5, coins=0, points=7, draws=0))

stock = zone(nobody)
road = zone(everyone)
deck = each_player(zone, nobody)
hand = each_player(zone, owner)
discards = each_player(zone, everyone)
turns = each_player(0)
removed = zone(everyone)


class length(lengths):
    rounds = 0


def play():
    stock.put(ROAD)
    stock.shuffle()
    for _ in range(ROAD_SIZE):
        stock.draw(road)
    for p in players():
        deck[p].put(FARTHINGS[5 * p:5 * p + 5] + TOOL_CARDS[TOOLS * p:TOOLS * p + TOOLS])
        deck[p].shuffle()
    while length.rounds < ROUNDS:
        for p in players(0 if length.rounds % 3 == 0 else 1):
            a_turn(p)
        length.rounds += 1


def a_turn(p):
    turns[p] += 1
    draw_cards(p, HAND_SIZE)
    draw_cards(p, sum([c.draws for c in hand[p]]))
    coins = sum([c.coins for c in hand[p]])
    options = [("hire", c) for c in road if c.cost <= coins]
    options += [("mend", c) for c in hand[p] if c.name == "Tool"]
    if options:
        match choose(p, options, say="{0} {1}"):
            case ("hire", c):
                discards[p].put(c)
            case ("mend", c):
                removed.put(c)
                removed.put(road.bottom)
        stock.draw(road)
    discards[p].put(hand[p])


def draw_cards(p, number):
    for _ in range(number):
        if not deck[p]:
            deck[p].put(discards[p])
            deck[p].shuffle()
        if deck[p]:
            deck[p].draw(hand[p])


def own_cards(p):
    return list(deck[p]) + list(hand[p]) + list(discards[p])


def score(p):
    own = own_cards(p)
    return sum([c.points for c in own]), sum([c.coins for c in own]), -len(own)


def worth(p):
    """Points; and coins for each card of the deck, as long as rounds are left."""
    own = own_cards(p)
    left = ROUNDS - turns[p]
    strength = sum([30 * c.coins + 45 * c.draws for c in own]) // max(HAND_SIZE, len(own))
    return 10 * sum([c.points for c in own]) + left * strength
