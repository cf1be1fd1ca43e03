"""Climb the cliff, and be the first on the summit.

Each player has a hand of three step cards, numbered 1 to 4. In your turn play one and climb so many
ledges, then draw another. But a step may fail, and long steps fail far more often than short ones.
Who fails falls, and loses a share of its height. The weather of a round is clear, cloudy or stormy.
At the end of a cloudy round there may be an avalanche, and in a storm it is more likely: then all
fall who have not taken shelter. Instead of climbing you may take shelter for this round, and change
your cards. Who begins a round is drawn by lot. The game ends after a round in which a player has
reached the summit; the highest wins, and among level players the one who had its turn first.
"""
from fairdeal import *

game("Cliff Climb", players=(2, 4), summary="climb ledge by ledge, and do not fall")

SUMMIT = knob(18, low=8, high=30, help="ledges to the summit")
HAND_SIZE = knob(3, low=2, high=5, help="cards in a hand")
FALL = knob(100, low=0, high=100, help="hundredths of its height that a player loses in a fall")
CLOUDY = knob(20, low=0, high=50, help="how likely an avalanche is under clouds, in "
              "hundredths; in a storm it is twice as likely")
MAX_ROUNDS = knob(2000, low=10, high=5000, help="rounds after which the game ends unfinished")

STEPS = [c for n in range(1, 5) for c in card(str(n), copies=8, step=n)]
RISK = [0, 2, 7, 15, 25]    # how likely a step fails, in hundredths

deck = zone(nobody)
hand = each_player(zone, owner)
used = zone(everyone)
points = each_player(0)     # the ledge of a player
sheltered = each_player(False)


class now(numbers):
    starter = 0
    weather = 0             # 0 is clear, 1 is cloudy, 2 is a storm


class length(lengths):
    rounds = 0


def play():
    deck.put(STEPS)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    while length.rounds < MAX_ROUNDS:
        length.rounds += 1
        now.weather = chance(3)
        now.starter = chance(len(players()))
        for p in players(now.starter):
            a_turn(p)
        if max(points) >= SUMMIT:
            end("the summit is reached")
        if chance(100) < now.weather * CLOUDY:
            tally("avalanches")
            for p in players():
                if not sheltered[p]:
                    fall(p)
    unfinished("too many rounds")


def a_turn(p):
    sheltered[p] = False
    match choose(p, [("climb", c) for c in hand[p]] + [("shelter",)], say="{0} {1}"):
        case ("climb", c):
            used.put(c)
            if chance(100) < RISK[c.step]:
                fall(p)
            else:
                points[p] += c.step
        case ("shelter",):
            sheltered[p] = True
            used.put(hand[p])
    while len(hand[p]) < HAND_SIZE:
        if not deck:
            deck.put(used)
            deck.shuffle()
        deck.draw(hand[p])


def fall(p):
    points[p] -= points[p] * FALL // 100


def score(p):
    return points[p], -((p - now.starter) % len(players()))


def worth(p):
    """Height, and what it is worth to be safe from an avalanche."""
    danger = 0 if sheltered[p] else now.weather * CLOUDY
    return points[p] * (100 - danger) + sum([20 - RISK[c.step] for c in hand[p]])
