"""Draw and drop out: the last one in wins. Options are seats, zones and numbers."""
from fairdeal import *

game("Last One", players=(2, 8))

LIVES = knob(2, low=1, high=4, help="lives of each player")
COLOURS = ["red", "green", "blue"]
ALL = cards(COLOURS, {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5}, copies=2)

deck = zone(nobody)
bag = zone(nobody)
row = each(COLOURS, zone, everyone)
kept = each_player(zone, owner)
lives = each_player(LIVES)
gone = each_player(0)


class now(numbers):
    outs = 0
    best = "none"


class length(lengths):
    turns = 0


def play():
    bag.put(ALL)
    p = chance(len(players()))
    first_player(p)
    while len(players()) > 1:
        length.turns += 1
        if len(bag) == 0:
            fill()
        card = bag.draw_any(row[bag[0].suit])
        row[card.suit].put(card)
        line = choose(p, [row[colour] for colour in COLOURS if row[colour]])
        if len(line) >= 3 or line.top.rank == 5:
            hit(p)
            bag.put(line)
        else:
            target = choose(p, others(p), say="looks at seat {}")
            for c in kept[target][:1]:
                look(p, c)
            kept[p].put(line.top)
        p = after(p) if choose(p, [1, -1]) == 1 else before(p)
    end("one is left", winners=players())


def fill():
    for zone_of in row:
        bag.put(zone_of)
    for p in range(len(lives_left())):
        bag.put_below(kept[p])
    bag.put_below(bag[:2] + bag[:2])    # a card that is named twice is put once


def lives_left():
    left = []
    for n in lives:
        left.append(n)
    return left


def hit(p):
    lives[p] -= 1
    tally("hits")
    if lives[p] == 0:
        now.outs += 1
        gone[p] = now.outs
        bag.put(kept[p])
        out(p)


def score(p):
    return (0 if is_out(p) else 1, gone[p])
