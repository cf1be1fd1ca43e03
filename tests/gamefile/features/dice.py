"""A game of numbers alone: roll, and keep what you have before a 1 takes it."""
from fairdeal import *

game("Dice", players=(1, 4))

GOAL = knob(30, low=10, high=60, help="points that end the game")

points = each_player(0)
faces = each_player(each(["low", "high"], 0))


class length(lengths):
    turns = 0


def play():
    p = 0
    while length.turns < 60 * len(players()):
        length.turns += 1
        gained = 0
        while choose(p, ["roll", "keep"] if gained else ["roll"]) == "roll":
            face = 1 + chance(6)
            faces[p]["high" if face > 3 else "low"] += 1
            if face == 1:
                gained = 0
                tally("lost turns")
                break
            gained += face
        points[p] += gained
        if points[p] >= GOAL:
            end("goal reached", winner=p)
        p = after(p)
    unfinished("too long")


def score(p):
    return points[p]
