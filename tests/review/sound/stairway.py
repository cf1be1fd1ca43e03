"""Climb over the cards of the others, and be the first with an empty hand.

A climbing game for two to four. The deck has four cards of each number from 1 to 9. Each deal, one
player leads: it lays down a set, which is one card or several of the same number. Clockwise, every
player either lays a set that beats the last one, or passes and is out of this climb. A set beats
another one of as many cards with a lower number; a set of one card more than the last one beats it
whatever its number. When all others have passed, the player who laid the last set leads a new
climb.

The deal ends when a player has laid its last card. This player scores the numbers of all cards that
the others still hold. Every player leads the same number of deals. The most points win; among level
players the one who emptied its hand in the last deal, or else the one who held less then.
"""
from fairdeal import *

game("Stairway", players=(2, 4), summary="lay higher sets than the others, and empty your hand "
     "first")

HAND_SIZE = knob([8, 7, 6][len(players()) - 2], low=4, high=9, help="cards dealt to each player")
DEALS_EACH = knob(2 if len(players()) == 2 else 1, low=1, high=4, help="deals in which each player "
                  "leads")
MORE_BEATS = knob(True, help="a set of one card more beats a set of any number")
EMPTY_BONUS = knob(5, low=0, high=20, help="points for the first empty hand of a deal by itself")

ALL = [c for n in range(1, 10) for c in card(str(n), copies=4, rank=n)]

deck = zone(nobody)
hand = each_player(zone, owner)
pile = zone(everyone)
points = each_player(0)
passed = each_player(False)
held = each_player(0)       # what each player held when the last deal ended


class now(numbers):
    rank = 0                # of the set to beat
    size = 0                # how many cards it has; 0 if none lies there


class length(lengths):
    climbs = 0


def play():
    for _ in range(DEALS_EACH):
        for leader in players():
            deck.put(ALL)
            deck.shuffle()
            deck.deal(HAND_SIZE, hand)
            settle(a_deal(leader))


def a_deal(leader):
    """Climbs until a hand is empty; returns whose."""
    while True:
        length.climbs += 1
        passed.reset()
        now.rank = 0
        now.size = 0
        p = leader
        while not all(passed[q] for q in others(leader)):
            if not passed[p] and a_turn(p):
                leader = p
                if len(hand[p]) == 0:
                    return p
            p = after(p)


def a_turn(p):
    """Did the player lay a set?"""
    options = [("lay", r, n) for r in range(1, 10) for n in range(1, 5) if fits(p, r, n)]
    if now.size > 0:
        options.append(("pass",))
    match choose(p, options, say="{0} {1} x {2}") if len(options) > 1 else options[0]:
        case ("lay", r, n):
            pile.put([c for c in hand[p] if c.rank == r][:n])
            now.rank = r
            now.size = n
            return True
        case ("pass",):
            passed[p] = True
            return False


def fits(p, rank, size):
    if size > len([c for c in hand[p] if c.rank == rank]):
        return False
    if now.size == 0:
        return True
    if MORE_BEATS and size == now.size + 1:
        return True
    return size == now.size and rank > now.rank


def settle(winner):
    for p in players():
        held[p] = sum([c.rank for c in hand[p]])
    points[winner] += EMPTY_BONUS + sum([held[p] for p in players()])


def score(p):
    return points[p], -held[p]


def worth(p):
    """Points, and a hand of few cards that are high or go together."""
    ranks = [c.rank for c in hand[p]]
    groups = [r for r in range(1, 10) if r in ranks]
    control = max(0, len(groups) - 3) * len([r for r in groups if r > 7])
    return 10 * points[p] - sum([72 - 8 * r for r in groups]) - len(ranks) + 8 * control
