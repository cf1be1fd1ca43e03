"""Keep your lanterns alight while the storm goes through the night.

Each player has three lanterns and a hand of four oil cards, numbered 1 to 12. In each round, whose
start passes from player to player, all play a card. The lowest card of the round costs its player a
lantern; of equal cards it is the one that was played last. Then all draw a new card, but not the
player of the highest card, unless it has fewer than two left. Who has no lantern left is out. The
last player with a lantern wins.
"""
from fairdeal import *

game("Last Lantern", players=(3, 4), summary="play oil cards, and do not play the lowest one")

LANTERNS = knob(3, low=2, high=5, help="lanterns of each player")
HAND_SIZE = knob(4, low=2, high=6, help="cards in a hand in the beginning")
OUT = knob(True, help="who has no lantern left is out; otherwise all play all rounds, and lanterns "
           "may be owed")
ROUNDS = knob(9, low=5, high=15, help="rounds of the game, if nobody is ever out; then the most "
              "lanterns win")

OIL = [c for n in range(1, 13) for c in card(str(n), copies=6, oil=n)]

deck = zone(nobody)
hand = each_player(zone, owner)
table = each_player(zone, everyone)
used = zone(everyone)
points = each_player(LANTERNS)      # lanterns


class length(lengths):
    rounds = 0


def play():
    deck.put(OIL)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    start = chance(len(players()))
    first_player(start)
    while OUT or length.rounds < ROUNDS:
        length.rounds += 1
        a_round(start)
        if len(players()) == 1:
            end("only one player has a lantern")
        start = after(start)
    end("all rounds played")


def a_round(start):
    for p in players(start):
        table[p].put(choose(p, list(hand[p]), say="plays {}"))
    order = players(start)
    lowest = min([table[p].top.oil for p in order])
    highest = max([table[p].top.oil for p in order])
    loser = [p for p in order if table[p].top.oil == lowest][-1]
    for p in order:
        if table[p].top.oil < highest or len(hand[p]) < 2:
            draw(p)
        used.put(table[p])
    points[loser] -= 1
    if OUT and points[loser] == 0:
        used.put(hand[loser])
        out(loser)


def draw(p):
    if not deck:
        deck.put(used)
        deck.shuffle()
    deck.draw(hand[p])


def score(p):
    return points[p], sum([c.oil for c in hand[p]])


def worth(p):
    return 20 * points[p] + sum([c.oil for c in hand[p]])
