"""Cards given from hand to hand, some of them shown, and a hidden deck."""
from fairdeal import *

game("Tiny Giving", players=(2, 3))
ALL = cards(["a", "b"], {"1": 1, "2": 2, "3": 3})

deck = zone(nobody)
hand = each_player(zone, owner)


class length(lengths):
    turns = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(1 if len(players()) == 3 else 2, hand)
    p = 0
    while length.turns < 4:
        length.turns += 1
        givers = [q for q in others(p) if hand[q]]
        if givers:
            q = choose(p, givers)
            given = choose(q, list(hand[q]), seen_by=owner)
            hand[p].put(given)
            if length.turns % 2 == 0:
                show(given)
            if deck:
                deck.draw(hand[q])
        p = after(p)
    for q in players():
        choose(q, ["done"])


def score(p):
    return len(hand[p])
