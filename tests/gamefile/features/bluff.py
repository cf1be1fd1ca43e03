"""Say what you lay, true or not: cards laid face down, doubts, and cards shown."""
from fairdeal import *

game("Bluff", players=(2, 5))

COPIES = knob(2, low=1, high=4, help="cards of each rank and suit")
MAX_TURNS = knob(200, low=1, high=10000, help="turns after which the game ends unfinished")

ALL = cards(["black", "red"], {"1": 1, "2": 2, "3": 3, "4": 4}, copies=COPIES)

deck = zone(seen_by=nobody)
hand = each_player(zone, owner)
heap = zone(nobody)


class now(numbers):
    claimed = 0
    liar = 0


class length(lengths):
    turns = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    while len(deck) >= len(players()):
        deck.deal(1, hand)
    p = 0
    while length.turns < MAX_TURNS:
        length.turns += 1
        laid = choose(p, list(hand[p]), say="lays a card", seen_by=owner)
        heap.put(laid)
        now.claimed = choose(p, [1, 2, 3, 4], say="says: a {}")
        now.liar = p
        for q in others(p):
            if choose(q, ["believe", "doubt"]) == "doubt":
                doubt(q)
                break
        if not hand[p]:
            end("out of cards", winner=p)
        p = after(p)
    unfinished("too many turns")


def doubt(q):
    show(heap.top)
    tally("doubts")
    if heap.top.rank != now.claimed:
        tally("caught", of="doubts")
        hand[now.liar].put(heap)
    else:
        hand[q].put(heap)


def score(p):
    return -len(hand[p])


def worth(p):
    return -len(hand[p])
