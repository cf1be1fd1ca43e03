"""Teams, or all together, of players who leave one by one; the game is lost when all have left."""
from fairdeal import *

game("Leaving", players=(2, 4), teams=2)
BLAME = knob(False, help="the team of who leaves first loses at once")

class now(numbers):
    first = -1


def play():
    for _ in range(5):
        for p in players():
            if choose(p, ["stay", "leave"]) == "leave":
                out(p)
                if now.first < 0:
                    now.first = p
                if len(players()) == 0:
                    lost("all have left")
                if BLAME:
                    lost("someone left", loser=now.first)


def score(p):
    return 0 if is_out(p) else 1
