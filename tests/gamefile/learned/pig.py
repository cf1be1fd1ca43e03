"""Roll a die as often as you dare: Pig, by John Scarne.

In your turn roll the die. Any number but 1 is added to the total of your turn; then roll again, or
hold: the total is added to your points, and the next player's turn begins. A 1 ends the turn, and
its total is lost. The first player who holds with as many points as the target wins; that is done
at once, without asking. A player alone wants to reach the target in as few turns as possible: its
score is minus the number of turns.
"""
from fairdeal import *

game("Pig", players=(1, 4), summary="roll a die as often as you dare, before a 1 takes it all")

TARGET = knob(100, low=10, high=400, help="points to win")
SIDES = knob(6, low=4, high=10, help="sides of the die")
KEPT = knob(0, low=0, high=100, help="hundredths of the total that a player keeps at a 1")
MAX_TURNS = knob(200, low=10, high=10000, help="turns of each player after which the game ends "
                 "unfinished")
preset("short", TARGET=50, help="half as far")

points = each_player(0)


class now(numbers):
    roller = 0
    total = 0       # of this turn


class length(lengths):
    turns = 0
    rolls = 0


def play():
    first_player(0)
    p = 0
    while length.turns < MAX_TURNS * len(players()):
        length.turns += 1
        tally("turns begun")
        a_turn(p)
        if points[p] >= TARGET:
            end("target reached", winner=p)
        p = after(p)
    unfinished("too many turns")


def a_turn(p):
    now.roller = p
    now.total = 0
    while roll(p):
        if points[p] + now.total >= TARGET or choose(p, ["roll", "hold"]) == "hold":
            points[p] += now.total
            now.total = 0
            return
    tally("lost turns", of="turns begun")


def roll(p):
    """Rolls the die; does the turn go on?"""
    length.rolls += 1
    face = 1 + chance(SIDES)
    if face == 1:
        points[p] += now.total * KEPT // 100
        now.total = 0
        return False
    now.total += face
    return True


def score(p):
    return -length.turns if len(players()) == 1 else points[p]


def worth(p):
    """Points, and those of this turn that are not safe yet."""
    return points[p] + (now.total if p == now.roller else 0)
