"""Sow stones from bowl to bowl, and bring home more than the other player.

Both players have six bowls and a home. Stones are laid into the bowls of one player by lot, 2 to 5
in each, and as many into those of the other. In your turn take all stones of one of your bowls and
sow them, one by one: into your bowls that follow, your home, and then the bowls of the other
player, but not into its home. If the last stone falls into your home, you have another turn. If it
falls into an empty bowl of yours, it goes home together with all stones of the bowl opposite. When
a player whose turn it is has no stones in its bowls, the other one brings home the rest, and the
game is over. The most stones win; among level players the one who did not begin.
"""
from fairdeal import *

game("Stone Bowls", players=(2, 2), summary="sow stones from bowl to bowl, and bring them home")

FEWEST = knob(2, low=1, high=3, help="stones in a bowl in the beginning, at least")
MOST = knob(5, low=3, high=6, help="stones in a bowl in the beginning, at most")
GIFT = knob(0, low=0, high=8, help="stones that the player gets who does not begin")
FOUND = knob(0, low=0, high=40, help="the most stones that luck brings to each player in the end")

BOWLS = ["first", "second", "third", "fourth", "fifth", "sixth"]

bowl = each_player(each(BOWLS, 0))
points = each_player(0)     # stones at home


class now(numbers):
    starter = 0


class length(lengths):
    turns = 0


def play():
    for b in BOWLS:
        stones = FEWEST + chance(MOST - FEWEST + 1)
        for p in players():
            bowl[p][b] = stones
    p = chance(2)
    first_player(p)
    now.starter = p
    points[after(p)] = GIFT
    while stones_of(p) > 0:
        length.turns += 1
        if not sow(p):
            p = after(p)
    points[after(p)] += stones_of(after(p))
    for q in players():
        points[q] += chance(FOUND + 1)


def stones_of(p):
    return sum([bowl[p][b] for b in BOWLS])


def sow(p):
    """Does the player have another turn?"""
    q = after(p)
    full = [i for i in range(6) if bowl[p][BOWLS[i]] > 0]
    place = choose(p, full, say="sows the stones of bowl {}") if len(full) > 1 else full[0]
    stones = bowl[p][BOWLS[place]]
    bowl[p][BOWLS[place]] = 0
    for _ in range(stones):
        place = (place + 1) % 13
        if place < 6:
            bowl[p][BOWLS[place]] += 1
        elif place == 6:
            points[p] += 1
        else:
            bowl[q][BOWLS[place - 7]] += 1
    if place < 6 and bowl[p][BOWLS[place]] == 1:
        opposite = BOWLS[5 - place]
        if bowl[q][opposite] > 0:
            tally("captures")
            points[p] += 1 + bowl[q][opposite]
            bowl[q][opposite] = 0
            bowl[p][BOWLS[place]] = 0
    return place == 6


def score(p):
    return points[p], 0 if p == now.starter else 1
