"""All players together put out fires, before too many burn."""
from fairdeal import *

game("Firebreak", players=(1, 4), cooperative=True)
FIRES = knob(3, low=1, high=9, help="fires that burn at the beginning")
MOST = knob(6, low=2, high=20, help="fires at which all is lost")


class now(numbers):
    burning = FIRES
    water = 0


def play():
    for p in players():
        choose(p, ["ready"])
    while True:
        for p in players():
            if choose(p, ["fetch", "pour"]) == "fetch":
                now.water += 2
            else:
                poured = min(now.water, now.burning)
                now.water -= poured
                now.burning -= poured
            if now.burning == 0:
                end("the fires are out")
            if chance(3) == 0:
                now.burning += 1
            if now.burning >= MOST:
                lost("the forest burns")


def score(p):
    return -now.burning
