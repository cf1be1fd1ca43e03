"""Bid for prizes: the Game of Pure Strategy.

Diamonds are the prizes, worth 1 (the Ace) to 13 (the King). Each player has all cards of another
suit. Turn up a prize; all players choose a card at the same time, and show them. The highest card
takes the prize. If several are highest, no player gets it, or it waits for the next one. Cards are
used once. The most points win.
"""
from fairdeal import *

game("GOPS", players=(2, 3), summary="bid for prizes, all at the same time; every card can be used "
     "once")

RANKS_USED = knob(13, low=1, high=13, help="the highest card: how many cards each player has")
PRIZES = knob("shuffled", choices=["shuffled", "rising", "falling"], help="the order of the prizes")
TIES = knob("lost", choices=["lost", "waits"], help="a prize for which several bids are highest: "
            "no player gets it, or it is added to the next one")

RANKS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13}
ALL = cards(["diamonds", "clubs", "hearts", "spades"], RANKS)
HAND_SUITS = ["clubs", "hearts", "spades"]

prizes = zone(nobody)
prize = zone(everyone)
hand = each_player(zone, everyone)
played = zone(everyone)
points = each_player(0)


class length(lengths):
    bids = 0


def play():
    used = [c for c in ALL if c.rank <= RANKS_USED]
    for p in players():
        hand[p].put([c for c in used if c.suit == HAND_SUITS[p]])
    sign = -1 if PRIZES == "rising" else 1
    prizes.put(sorted([c for c in used if c.suit == "diamonds"], key=lambda c: sign * c.rank))
    if PRIZES == "shuffled":
        prizes.shuffle()
    else:
        show(prizes)
    for _ in range(RANKS_USED):
        prizes.draw(prize)
        length.bids += 1
        bids = choose_together(players(), cards_of, say="bids {}")
        settle(bids)


def cards_of(p):
    return list(hand[p])


def settle(bids):
    highest = max([c.rank for c in bids])
    level = [p for p in players() if bids[p].rank == highest]
    played.put(bids)
    if len(level) == 1:
        points[level[0]] += sum([c.rank for c in prize])
        played.put(prize)
    else:
        tally("ties")
        if TIES == "lost":
            played.put(prize)


def score(p):
    return points[p]
