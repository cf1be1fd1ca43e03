"""Cards laid face down, some of them shown later; cards drawn at random from hands."""
from fairdeal import *

game("Tiny Bluff", players=(2, 3))
ALL = cards(["a"], {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6})

deck = zone(nobody)
hand = each_player(zone, owner)
heap = zone(nobody)


class length(lengths):
    turns = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(2, hand)
    p = 0
    while length.turns < 4:
        length.turns += 1
        if hand[p]:
            heap.put(choose(p, list(hand[p]), seen_by=owner))
            q = after(p)
            if choose(q, ["believe", "doubt"]) == "doubt":
                show(heap.top)
                hand[q].put(heap)
            elif hand[q]:
                hand[q].draw_any(hand[p])
        p = after(p)
    for q in players():
        choose(q, ["done"])


def score(p):
    return len(hand[p])
