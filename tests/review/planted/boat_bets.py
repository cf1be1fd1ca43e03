"""Bet on boats while they sail, and open a chest in the harbour.

Four boats sail to the harbour. In your turn put one of your tokens on a boat that has room for it;
there is room for six on each boat with two players, and more with more players. Then the wind
carries one boat on by 1 to 3 stages, and nobody knows which one it will be. Before the first turn
it blows four times. When all tokens are placed, the boat that came farthest pays 3 points for each
token, the next one 2, the third one 1, and the last one nothing; level boats pay like the better
one. Finally each player opens a chest that lay in the hold, with as many points as luck will have.
Who begins a round is drawn by lot. The most points win; among level players the one who did not
have the last turn.
"""
from fairdeal import *

game("Boat Bets", players=(2, 4), summary="bet on boats, and open a chest")

TOKENS = knob(7, low=4, high=10, help="tokens of each player")
ROOM = knob(2 + 2 * len(players()), low=4, high=12, help="tokens that find room on a boat")
PAYS = knob([3, 2, 1, 0], low=0, high=9, help="what the boats pay for a token, the first "
             "one to the last one")
CHEST = knob(250, low=0, high=300, help="the most that a chest can hold")
require(TOKENS * len(players()) <= 4 * ROOM, "there must be room for all tokens")

BOATS = ["Dolphin", "Gull", "Otter", "Pike"]

stage = each(BOATS, 0)
taken = each(BOATS, 0)      # tokens on a boat
bets = each_player(each(BOATS, 0))
points = each_player(0)


class now(numbers):
    last = 0                # who had the last turn


class length(lengths):
    turns = 0


def play():
    for _ in range(4):
        blow(chance(4))
    for _ in range(TOKENS):
        for p in players(chance(len(players()))):
            length.turns += 1
            boat = choose(p, [b for b in BOATS if taken[b] < ROOM], say="bets on the {}")
            bets[p][boat] += 1
            taken[boat] += 1
            blow(chance(4))
            now.last = p
            for q in players():
                points[q] = won(q)
    for p in players():
        points[p] += chance(CHEST + 1)


def blow(number):
    stage[BOATS[number]] += 1 + chance(3)


def won(p):
    return sum([bets[p][b] * PAYS[len([o for o in BOATS if stage[o] > stage[b]])] for b in BOATS])


def score(p):
    return points[p], 0 if p == now.last else 1


def worth(p):
    return points[p]
