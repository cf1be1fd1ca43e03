"""Lay cards in rows, and take as few bullheads as you can: 6 nimmt! by Wolfgang Kramer.

The cards are numbered from 1 to 104. Each has a bullhead; multiples of 5 have 2, multiples of 10
have 3, multiples of 11 have 5, and the 55 has 7. Each player gets ten cards, and four lie open as
the beginnings of four rows. All players choose a card at the same time, and show them. From the
lowest card on, each is laid to the row whose last card is the nearest one below it. If it is the
sixth card of the row, its player takes the five before it, and it begins the row anew. If it is
lower than the last cards of all rows, its player takes a row of its choice, and the card begins
that row anew. The round ends when all cards are played. The fewest bullheads win.
"""
from fairdeal import *

game("6 nimmt!", players=(2, 6), lowest_wins=True, summary="all lay cards in rows at the same "
     "time; who lays the sixth card of a row takes it")

HAND_SIZE = knob(10, low=1, high=12, help="cards dealt to each player")
ROW_LENGTH = knob(5, low=2, high=8, help="cards of a full row")
HIGHEST = knob(104, low=40, high=104, help="the highest card; 10 for each player and 4 make the "
               "tactical game, in which all know which cards are dealt")
require(HAND_SIZE * len(players()) + 4 <= HIGHEST, "the deck has too few cards")

ALL = [card(str(n), number=n)[0] for n in range(1, 105)]
ROWS = ["first", "second", "third", "fourth"]

deck = zone(nobody)
hand = each_player(zone, owner)
rows = each(ROWS, zone, everyone)
chosen = each_player(zone, everyone)
taken = zone(everyone)
bullheads = each_player(0)


class length(lengths):
    turns = 0


def play():
    deck.put([c for c in ALL if c.number <= HIGHEST])
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    for name in ROWS:
        deck.draw(rows[name])
    for _ in range(HAND_SIZE):
        length.turns += 1
        bids = choose_together(players(), cards_of, say="chooses {}")
        for p in players():
            chosen[p].put(bids[p])
        for p in sorted(players(), key=lambda p: bids[p].number):
            lay(p, bids[p])


def cards_of(p):
    return list(hand[p])


def lay(p, c):
    below = [name for name in ROWS if rows[name].top.number < c.number]
    if not below:
        name = choose(p, ROWS, say="takes the {} row")
        tally("rows chosen")
        take(p, name)
        rows[name].put(c)
    else:
        name = max(below, key=lambda name: rows[name].top.number)
        if len(rows[name]) == ROW_LENGTH:
            tally("rows filled")
            take(p, name)
        rows[name].put(c)


def take(p, name):
    bullheads[p] += sum([heads(c) for c in rows[name]])
    taken.put(rows[name])


def heads(c):
    if c.number == 55:
        return 7
    if c.number % 11 == 0:
        return 5
    if c.number % 10 == 0:
        return 3
    return 2 if c.number % 5 == 0 else 1


def score(p):
    return bullheads[p]
