"""Draw, lay groups of three or more, discard: lists of lists, and positions as options."""
from fairdeal import *

game("Rummy", players=(2, 4), lowest_wins=True)

HAND_SIZE = knob(7, low=3, high=10, help="cards dealt to each player")
MAX_TURNS = knob(60, low=1, high=10000, help="turns after which the game ends unfinished")

RANKS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8}
ALL = cards(["clubs", "diamonds", "hearts", "spades"], RANKS)
WILD = card("Wild", copies=2, suit="wild", rank=0)
require(HAND_SIZE * len(players()) < 30, "the deck has too few cards")

deck = zone(nobody)
discards = zone(everyone)
hand = each_player(zone, owner)
table = zone(everyone)
again = zone(nobody)


class length(lengths):
    turns = 0


def play():
    deck.put(ALL)
    deck.put(WILD)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    deck.draw(discards)
    p = 0
    while True:
        if length.turns >= MAX_TURNS:
            unfinished("too many turns")
        length.turns += 1
        take(p)
        lay(p)
        if len(hand[p]) > 0:
            discards.put(choose(p, [("discard", c) for c in hand[p]])[1])
        if len(hand[p]) == 0:
            end("out of cards")
        p = after(p)


def take(p):
    if len(deck) == 0:
        again.put(discards[:-1])
        again.shuffle()
        deck.put(again)
    if len(deck) == 0 or (discards and choose(p, ["deck", "discards"]) == "discards"):
        discards.draw(hand[p])
    else:
        deck.draw(hand[p])


def lay(p):
    while True:
        groups = melds(p)
        options = [("stop",)]
        for i, group in enumerate(groups):
            options.append(("lay", i, len(group)))
        chosen = choose(p, options)
        if chosen[0] == "stop":
            return
        table.put(groups[chosen[1]])


def melds(p):
    """Groups of a rank, and runs of a suit; a wild card fills a group of two."""
    found = []
    wild = [c for c in hand[p] if c.suit == "wild"]
    for rank in range(1, 9):
        same = [c for c in hand[p] if c.rank == rank]
        if len(same) >= 3:
            found.append(same)
        elif len(same) == 2 and wild:
            found.append(same + wild[:1])
    for suit in ["clubs", "diamonds", "hearts", "spades"]:
        row = []
        for c in sorted([c for c in hand[p] if c.suit == suit], key=lambda c: c.rank):
            if row and c.rank != row[-1].rank + 1:
                if len(row) >= 3:
                    found.append(list(row))
                row = []
            row.append(c)
        if len(row) >= 3:
            found.append(list(row))
    return found


def score(p):
    return sum([10 if c.rank == 0 else c.rank for c in hand[p]])
