"""Pull the rope with all your strength, until the others are in the brook.

Two teams pull a rope. A marker shows how far it has been pulled to one side. In your turn pull with
one card of your hand: the marker moves towards your side by the number of the card. Or breathe:
draw two cards, if your hand is not full. A team that has been pulled away from the middle digs in
its heels, and pulls a little harder. The team that pulls the marker over the line on its side wins.
"""
from fairdeal import *

game("Rope", players=(2, 2), summary="pull with cards, or breathe and draw new ones")

LINE = knob(12, low=6, high=20, help="how far the marker must be pulled")
HAND_SIZE = knob(2, low=1, high=5, help="cards of a hand in the beginning")
FULL_HAND = knob(6, low=5, high=8, help="cards in a hand, at most")
HEELS = knob(3, low=0, high=4, help="how much harder a team pulls when the marker is on the other "
             "side")
MUD = knob(0, low=0, high=60, help="each time so many turns are over, heels are worth 1 less on "
           "the wet ground; 0 is never")
MAX_TURNS = knob(150, low=50, high=10000, help="turns after which the game ends unfinished")

STRENGTHS = [c for n in range(1, 6) for c in card(str(n), copies=6, number=n)]

deck = zone(nobody)
hand = each_player(zone, owner)
used = zone(everyone)
points = each_player(0)     # how far the marker is on the side of a team


class length(lengths):
    turns = 0


def play():
    deck.put(STRENGTHS)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    p = chance(2)
    while length.turns < MAX_TURNS:
        length.turns += 1
        a_turn(p)
        if points[p] >= LINE:
            end("over the line", winner=p)
        p = after(p)
    unfinished("too many turns")


def a_turn(p):
    options = [("pull", c) for c in hand[p]]
    if len(hand[p]) + 2 <= FULL_HAND:
        options.append(("breathe",))
    match choose(p, options, say="{0} {1}"):
        case ("pull", c):
            used.put(c)
            pull(p, c.number + (heels() if points[p] < 0 else 0))
        case ("breathe",):
            for _ in range(2):
                if not deck:
                    deck.put(used)
                    deck.shuffle()
                deck.draw(hand[p])


def pull(p, strength):
    points[p] += strength
    points[after(p)] -= strength


def heels():
    slipping = length.turns // MUD if MUD > 0 else 0
    return max(-2, HEELS - slipping)


def score(p):
    return points[p]


def worth(p):
    return 2 * points[p] + sum([c.number for c in hand[p]])
