"""One player lays cards on two piles that rise; the game is lost when no card fits."""
from fairdeal import *

game("Rising Patience", players=1)
ALL = cards(["red", "blue"], {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5})

deck = zone(nobody)
hand = zone(everyone)
left = zone(everyone)
right = zone(everyone)


def play():
    deck.put(ALL)
    deck.shuffle()
    while len(deck) > 0 or len(hand) > 0:
        while len(deck) > 0 and len(hand) < 3:
            deck.draw(hand)
        moves = [("left", c) for c in hand if fits(c, left)]
        moves += [("right", c) for c in hand if fits(c, right)]
        if len(moves) == 0:
            lost("no card fits")
        where, c = choose(0, moves)
        if where == "left":
            left.put(c)
        else:
            right.put(c)
    end("all cards lie")


def fits(c, pile):
    return len(pile) == 0 or pile.top.rank <= c.rank


def score(p):
    return len(left) + len(right)
