"""Plant flowers in your three beds, and water them.

Three flower cards lie open, in four colours and worth 1 to 4. In your turn take one of them, and
plant it in one of your three beds. Then put a can of water beside one of the beds. Lots decide who
begins a round. In the end each flower counts its number, and each pair of flowers of the same
colour counts extra. A bed with at least two flowers, all of different colours, also counts the bed
prize for each of its cans. The most points win; among level players the one with the better roses.
"""
from fairdeal import *

game("Flower Beds", players=(2, 3), summary="plant flowers, and water the beds")

ROUNDS = knob(6, low=4, high=9, help="rounds of the game")
OPEN_FLOWERS = knob(3, low=2, high=5, help="flowers that lie open")
PAIR = knob(3, low=1, high=6, help="points for each pair of flowers of the same colour")
BED_PRIZE = knob(0, low=0, high=4, help="points for each can at a bed whose flowers are of "
                 "different colours")

BEDS = ["left", "middle", "right"]
COLOURS = ["iris", "lily", "rose", "tulip"]
ALL = cards(COLOURS, {"1": 1, "2": 2, "3": 3, "4": 4}, copies=2)

deck = zone(nobody)
market = zone(everyone)
beds = each_player(each(BEDS, zone, everyone))
cans = each_player(each(BEDS, 0))
points = each_player(0)


class length(lengths):
    rounds = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    for _ in range(OPEN_FLOWERS):
        deck.draw(market)
    for _ in range(ROUNDS):
        length.rounds += 1
        for p in players(chance(len(players()))):
            flower = choose(p, list(market), say="takes {}")
            bed = choose(p, BEDS, say="plants it in the {} bed")
            beds[p][bed].put(flower)
            deck.draw(market)
            cans[p][choose(p, BEDS, say="waters the {} bed")] += 1
            points[p] = value(p)


def value(p):
    flowers = [c for z in beds[p] for c in z]
    pairs = sum([len([c for c in flowers if c.suit == s]) // 2 for s in COLOURS])
    prizes = sum([cans[p][b] for b in BEDS if is_mixed(p, b)])
    return sum([c.rank for c in flowers]) + PAIR * pairs + BED_PRIZE * prizes


def is_mixed(p, bed):
    """Do at least two flowers grow there, all of different colours?"""
    return len(beds[p][bed]) >= 2 and all(
        len([c for c in beds[p][bed] if c.suit == s]) < 2 for s in COLOURS)


def score(p):
    return points[p], sum([c.rank for z in beds[p] for c in z if c.suit == "rose"])


def worth(p):
    return value(p)
