"""Load goods and sell them in sets, or smuggle them ashore one by one.

Five goods cards lie open, in four kinds and worth 1 to 5. In your turn do one of three things: load
an open card; sell all your cards of one kind, at least two, which earns a fixed price for so many
cards; or smuggle an open card, which earns what it is worth and a bounty. The guards watch the kind
of goods that was smuggled last: nobody may smuggle that kind. Then the open cards are filled up.
The start of a round is drawn by lot; whoever does not begin the first one gets a point. After the
last round each loaded card counts a point. The most points win; among level players the one who has
smuggled fewer cards, then the one who did not have the last turn.
"""
from fairdeal import *

game("Smugglers", players=(2, 4), summary="sell goods in sets, or smuggle them one by one")

ROUNDS = knob(11, low=6, high=16, help="rounds of the game")
OPEN_GOODS = knob(5, low=3, high=6, help="cards that lie open")
BOUNTY = knob(4, low=0, high=6, help="what a smuggled card earns beside its worth")
PRICE = knob([0, 0, 6, 14, 24, 32], low=0, high=60, help="what 0 to 5 cards of a kind earn")

KINDS = ["brandy", "lace", "salt", "tea"]
ALL = cards(KINDS, {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5}, copies=4)

deck = zone(nobody)
market = zone(everyone)
ship = each_player(zone, everyone)
sold = zone(everyone)
smuggled = each_player(0)
points = each_player(0)


class now(numbers):
    watched = "none"
    last = 0            # who had the last turn


class length(lengths):
    rounds = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    fill()
    for i in range(ROUNDS):
        length.rounds += 1
        order = players(chance(len(players())))
        if i == 0:
            for p in order[1:]:
                points[p] = 1
        for p in order:
            a_turn(p)
            fill()
            now.last = p


def fill():
    while len(market) < OPEN_GOODS:
        deck.draw(market)


def a_turn(p):
    options = [("load", c) for c in market]
    options += [("smuggle", c) for c in market if c.suit != now.watched]
    options += [("sell", s) for s in KINDS if amount(p, s) >= 2]
    match choose(p, options, say="{0} {1}"):
        case ("load", c):
            ship[p].put(c)
        case ("smuggle", c):
            points[p] += c.rank + BOUNTY
            smuggled[p] += 1
            now.watched = c.suit
            sold.put(c)
        case ("sell", s):
            points[p] += PRICE[min(5, amount(p, s))]
            sold.put([c for c in ship[p] if c.suit == s])


def amount(p, kind):
    return len([c for c in ship[p] if c.suit == kind])


def score(p):
    return points[p] + len(ship[p]), -smuggled[p], 0 if p == now.last else 1


def worth(p):
    """Sets in the ship are nearly as good as sold, as long as there are rounds left."""
    sets = sum([3 * PRICE[min(5, amount(p, s))] + 13 * min(1, amount(p, s)) for s in KINDS])
    return 4 * points[p] + (sets if ROUNDS - length.rounds > 1 else 0)
