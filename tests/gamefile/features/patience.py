"""One player lays cards on two piles that rise; the game is lost when no card fits."""
from fairdeal import *

game("Rising Patience", players=1)
ALL = cards(["red", "blue"], {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5})

deck = zone(nobody)
hand = zone(everyone)
piles = [zone(everyone), zone(everyone)]


def play():
    deck.put(ALL)
    deck.shuffle()
    while len(deck) > 0 or len(hand) > 0:
        while len(deck) > 0 and len(hand) < 3:
            deck.draw(hand)
        moves = [(c, pile) for c in hand for pile in piles if fits(c, pile)]
        if len(moves) == 0:
            lost("no card fits")
        c, pile = choose(0, moves)
        pile.put(c)
    end("all cards lie")


def fits(c, pile):
    return len(pile) == 0 or pile.top.rank <= c.rank


def score(p):
    return sum(len(pile) for pile in piles)
