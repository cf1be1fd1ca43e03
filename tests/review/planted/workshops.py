"""Gather materials in the village, and craft what is ordered.

Four orders lie open, and the next piece of material in the village store is drawn by lot before
each action. In your turn you have a number of actions. With each one take the piece of material
that lies in the store, or a piece of wood from the forest, or craft an open order: pay its
materials, and take its points. A new order takes its place. You may hold six pieces; if you can do
nothing else, drop one. Who begins a round is drawn by lot. All players have the same number of
actions in the whole game. The most points win; among level players the one with more materials
left.
"""
from fairdeal import *

game("Workshops", players=(2, 4), summary="gather materials, and craft what is ordered")

ACTIONS = knob(20, low=16, high=32, help="actions of a player in the whole game")
AT_ONCE = knob(7, low=1, high=8, help="actions in a turn, before the turn of the next player")
BAG = knob(6, low=5, high=9, help="pieces of material that a player may hold")
OPEN_ORDERS = knob(4, low=3, high=6, help="orders that lie open")

MATERIALS = ["wood", "iron", "cloth"]
ORDERS = (card("Stool", copies=9, points=3, wood=2, iron=0, cloth=0)
          + card("Knife", copies=9, points=4, wood=1, iron=1, cloth=0)
          + card("Lamp", copies=9, points=8, wood=0, iron=2, cloth=1)
          + card("Loom", copies=9, points=9, wood=2, iron=1, cloth=1)
          + card("Armour", copies=9, points=13, wood=0, iron=3, cloth=2)
          + card("Coach", copies=9, points=13, wood=3, iron=1, cloth=1))

deck = zone(nobody)
orders = zone(everyone)
made = zone(everyone)
owned = each_player(each(MATERIALS, 0))
points = each_player(0)


class now(numbers):
    piece = "wood"      # in the store
    last = 0            # who had the last turn


class length(lengths):
    rounds = 0


def play():
    deck.put(ORDERS)
    deck.shuffle()
    for _ in range(OPEN_ORDERS):
        deck.draw(orders)
    new_piece()
    left = ACTIONS
    while left > 0:
        length.rounds += 1
        for p in players(chance(len(players()))):
            for _ in range(min(left, AT_ONCE)):
                act(p)
            now.last = p
        left -= AT_ONCE


def new_piece():
    now.piece = MATERIALS[chance(3)]


def act(p):
    options = [("craft", c) for c in orders if can_craft(p, c)]
    if held(p) < BAG:
        options += [("store",), ("forest",)]
    if not options:
        options = [("drop", m) for m in MATERIALS if owned[p][m] > 0]
    match choose(p, options, say="{0} {1}"):
        case ("craft", c):
            owned[p]["wood"] -= c.wood
            owned[p]["iron"] -= c.iron
            owned[p]["cloth"] -= c.cloth
            points[p] += c.points
            made.put(c)
            deck.draw(orders)
        case ("store",):
            owned[p][now.piece] += 1
            new_piece()
        case ("forest",):
            owned[p]["wood"] += 1
        case ("drop", m):
            owned[p][m] -= 1


def can_craft(p, c):
    return missing(p, c) == 0


def missing(p, c):
    return (max(0, c.wood - owned[p]["wood"]) + max(0, c.iron - owned[p]["iron"])
            + max(0, c.cloth - owned[p]["cloth"]))


def held(p):
    return sum([owned[p][m] for m in MATERIALS])


def score(p):
    return points[p], held(p), 0 if p == now.last else 1


def worth(p):
    """Materials are worth a little, and more if an open order needs them."""
    nearest = max([8 * c.points - 20 * missing(p, c) for c in orders])
    return 10 * points[p] + 8 * min(held(p), 5) + nearest
