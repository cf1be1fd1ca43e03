"""Partners bid how many tricks they win."""
from fairdeal import *

game("Bids", players=(4, 6), teams=2)

HAND_SIZE = knob(5, low=1, high=8, help="cards dealt to each player")
HIGH = knob(9, low=5, high=9, help="the highest rank")
FAILED = knob("half", choices=["half", "all"], help="what a failed bid costs")
require(len(players()) % 2 == 0, "partners sit opposite each other")
require(4 * HIGH >= HAND_SIZE * len(players()), "the deck has too few cards")

NAMES = ["a", "b", "c", "d"]
RANKS = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}
ALL = cards(NAMES, RANKS)

deck = zone(nobody)
hand = each_player(zone, owner)
trick = zone(everyone)
gone = zone(everyone)
tricks = each_player(0)
passed = each_player(False)
points = each_player(0)


class now(numbers):
    bid = 0
    bidder = 0
    trump = "none"


class length(lengths):
    tricks = 0


def play():
    deck.put([c for c in ALL if c.rank <= HIGH])
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    auction()
    leader = now.bidder
    while hand[leader]:
        leader = a_trick(leader)
    won = sum(tricks[p] for p in players() if team(p) == team(now.bidder))
    for p in players():
        if team(p) == team(now.bidder):
            lost = now.bid // 2 if FAILED == "half" else now.bid
            points[p] = now.bid if won >= now.bid else -lost
    end("all tricks played")


def auction():
    p = 1
    first_player(p)
    while True:
        bids = [("bid", n, suit) for n in range(now.bid + 1, HAND_SIZE + 1) for suit in NAMES]
        match choose(p, bids + [("pass",)], say="{0} {1} {2}"):
            case ("bid", n, suit):
                now.bid = n
                now.bidder = p
                now.trump = suit
            case ("pass",):
                passed[p] = True
        if all(passed[q] or q == now.bidder for q in players()):
            return
        p = after(p)
        while passed[p]:
            p = after(p)


def a_trick(leader):
    length.tricks += 1
    best = leader
    for p in players(leader):
        same = [c for c in hand[p] if trick and c.suit == trick.bottom.suit]
        card = choose(p, same or list(hand[p]))
        trick.put(card)
        if p == leader or strength(card) > strength(trick[(best - leader) % len(players())]):
            best = p
    tricks[best] += 1
    gone.put(trick)
    return best


def strength(c):
    if c.suit == now.trump:
        return 200 + c.rank
    return (100 if c.suit == trick[0].suit else 0) + c.rank


def score(p):
    return points[p]
