"""Cook noodle bowls from fresh ingredients, and serve them to the guests.

Four ingredients lie open, in five kinds and worth 1 to 4. In your turn do one of three things. Take
an open ingredient into your bowl, if it is not full. Serve the bowl: it earns what its ingredients
are worth, and a bonus if all are of different kinds, which grows with their number. Or order: lay
the open ingredients aside, and turn up four new ones. Who begins a round is drawn by lot. After the
last round the most points win; among level players the one with more in its bowl, and then the one
who did not have the last turn.
"""
from fairdeal import *

game("Noodle Bar", players=(2, 4), summary="cook noodle bowls, and serve them")

ROUNDS = knob(14, low=8, high=20, help="rounds of the game")
BOWL = knob(4, low=3, high=5, help="ingredients in a bowl, at most")
BONUS = knob([0, 0, 2, 5, 9, 14], low=0, high=30, help="what a bowl of 0 to 5 different "
             "ingredients earns extra")
ORDER_ENDS_TURN = knob(True, help="an order takes the whole turn; otherwise the turn goes on after "
                       "it, without another order")

KINDS = ["beef", "egg", "leek", "mushroom", "shrimp"]
ALL = cards(KINDS, {"1": 1, "2": 2, "3": 3, "4": 4}, copies=4)

deck = zone(nobody)
market = zone(everyone)
bowl = each_player(zone, everyone)
aside = zone(everyone)
points = each_player(0)


class now(numbers):
    last = 0            # who had the last turn


class length(lengths):
    rounds = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    fill()
    for _ in range(ROUNDS):
        length.rounds += 1
        for p in players(chance(len(players()))):
            a_turn(p)
            now.last = p


def a_turn(p):
    may_order = True
    while True:
        options = [("cook", c) for c in market] if len(bowl[p]) < BOWL else []
        if bowl[p]:
            options.append(("serve",))
        if may_order:
            options.append(("order",))
        match choose(p, options, say="{0} {1}"):
            case ("cook", c):
                bowl[p].put(c)
                fill()
                return
            case ("serve",):
                points[p] += value(p)
                aside.put(bowl[p])
                return
            case ("order",):
                aside.put(market)
                fill()
                if ORDER_ENDS_TURN:
                    return
                may_order = False


def fill():
    while len(market) < 4:
        if not deck:
            deck.put(aside)
            deck.shuffle()
        deck.draw(market)


def value(p):
    kinds = [k for k in KINDS if any(c.suit == k for c in bowl[p])]
    bonus = BONUS[len(kinds)] if len(kinds) == len(bowl[p]) else 0
    return sum([c.rank for c in bowl[p]]) + bonus


def score(p):
    return points[p], sum([c.rank for c in bowl[p]]), 0 if p == now.last else 1


def worth(p):
    """A bowl is nearly as good as served, as long as there is a round to serve it."""
    return 4 * points[p] + (3 * value(p) if length.rounds < ROUNDS else 0)
