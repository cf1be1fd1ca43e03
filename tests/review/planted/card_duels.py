"""Fight six duels with cards, one after the other.

The deck has the numbers 1 to 20. Both players get seven cards. The players lead by turns; who leads
first is drawn by lot, and gets an eighth card. The leader of a duel plays a card, and the other one
answers. The answer wins if it is higher by 3 to 9. It also wins if it is lower by more than 9,
since the leader was too proud. Otherwise the leader wins. Each duel counts a point. The most points
win; level players share the win.
"""
from fairdeal import *

game("Card Duels", players=(2, 2), summary="win duels with cards, but not by too much")

DUELS = knob(6, low=3, high=8, help="duels of the game")
LEAST = knob(3, low=1, high=5, help="how much higher an answer must be, at least")
PRIDE = knob(9, low=6, high=20, help="how much higher a card may be, at most")
LEVEL = knob("share", choices=["share", "low-cards"], help="level players share the win, or the "
             "one wins who won its duels with lower cards")

NUMBERS = [c for n in range(1, 21) for c in card(str(n), number=n)]

deck = zone(nobody)
hand = each_player(zone, owner)
table = zone(everyone)
past = zone(everyone)
won_with = each_player(0)   # the sum of the cards with which a player won
points = each_player(0)


class length(lengths):
    duels = 0


def play():
    deck.put(NUMBERS)
    deck.shuffle()
    deck.deal(DUELS + 1, hand)
    leader = chance(2)
    deck.draw(hand[leader])
    first_player(leader)
    for _ in range(DUELS):
        length.duels += 1
        duel(leader)
        leader = after(leader)


def duel(p):
    q = after(p)
    first = choose(p, list(hand[p]), say="leads {}")
    table.put(first)
    second = choose(q, list(hand[q]), say="answers with {}")
    table.put(second)
    gap = second.number - first.number
    if LEAST <= gap <= PRIDE or gap < -PRIDE:
        points[q] += 1
        won_with[q] += second.number
        tally("duels won by the answer")
    else:
        points[p] += 1
        won_with[p] += first.number
    past.put(table)


def score(p):
    return points[p], -won_with[p] if LEVEL == "low-cards" else 0
