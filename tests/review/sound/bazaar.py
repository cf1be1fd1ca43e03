"""Collect goods, and sell them while the price is high.

A game of collecting sets for two to four. There are five kinds of goods. Some cards lie open in the
market; the prices of the kinds stand on a board. In your turn either take a card of the market into
your hand (unless it is full), and the next card of the deck takes its place; or sell all your cards
of one kind, at least two. The price of a kind rises by one, up to a limit, when somebody takes a
card of it. Who sells gets the price for the first card, and one less for each further one; the
price then falls by one for each card sold, but never below one. A sale of three or more cards
brings a bonus. After each round, news from abroad raises the price of one kind, drawn by lot.

In each round every player has one turn, beginning with a player who is drawn by lot. Goods that are
not sold in the end bring three points each. The most points win; among level players the one with
the better best sale, or else the one who sold later.
"""
from fairdeal import *

game("Bazaar", players=(2, 4), summary="collect sets of goods from an open market, and sell them "
     "at prices that rise and fall")

ROUNDS = knob(16, low=6, high=24, help="rounds of the game")
MARKET_SIZE = knob(4, low=2, high=7, help="open cards of the market")
NEWS = knob(1, low=0, high=4, help="by how much news raises a price")
SET_BONUS = knob(6, low=0, high=12, help="points for a sale of three cards or more")
HIGHEST_PRICE = 7
LEFT_OVER = 3       # points of a card that is not sold in the end
HAND_LIMIT = 6

GOODS = ["cotton", "pepper", "saffron", "silver", "tea"]
ALL = [c for kind in GOODS for c in card(kind, copies=10, kind=kind)]

deck = zone(nobody)
market = zone(everyone)
hand = each_player(zone, owner)
sold = zone(everyone)
price = each(GOODS, 4)
points = each_player(0)
best = each_player(0)
sold_in = each_player(0)    # the turn of the last sale, counted over all players
turns = each_player(0)


class length(lengths):
    rounds = 0
    turns = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    for _ in range(MARKET_SIZE):
        deck.draw(market)
    while length.rounds < ROUNDS:
        length.rounds += 1
        for p in players(chance(len(players()))):
            a_turn(p)
        raise_price(GOODS[chance(len(GOODS))], NEWS)


def a_turn(p):
    turns[p] += 1
    length.turns += 1
    takes = [("take", c) for c in market if len(hand[p]) < HAND_LIMIT]
    sales = [("sell", kind) for kind in GOODS if count(p, kind) > 1]
    match choose(p, takes + sales, say="{0} {1}"):
        case ("take", c):
            hand[p].put(c)
            raise_price(c.kind, 1)
            refill()
        case ("sell", kind):
            points[p] += proceeds(p, kind)
            best[p] = max(best[p], proceeds(p, kind))
            sold_in[p] = length.turns
            tally("sales")
            tally("cards of a sale", count(p, kind), of="sales")
            price[kind] = max(1, price[kind] - count(p, kind))
            sold.put([c for c in hand[p] if c.kind == kind])


def count(p, kind):
    return len([c for c in hand[p] if c.kind == kind])


def proceeds(p, kind):
    bonus = SET_BONUS if count(p, kind) > 2 else 0
    return bonus + sum([max(1, price[kind] - n) for n in range(count(p, kind))])


def raise_price(kind, by):
    price[kind] = min(HIGHEST_PRICE, price[kind] + by)


def refill():
    if len(deck) == 0:
        deck.put(sold)
        deck.shuffle()
    deck.draw(market)


def score(p):
    return points[p] + LEFT_OVER * len(hand[p]), best[p], sold_in[p]


def worth(p):
    """Points, and what the goods in the hand may bring in the turns that are left."""
    values = sorted([value(p, kind) for kind in GOODS], reverse=True)
    return 10 * points[p] + sum(values[:ROUNDS - turns[p]])


def value(p, kind):
    return 8 * proceeds(p, kind) - 10 if count(p, kind) > 1 else 5 * proceeds(p, kind)
