"""Cribbage for two: lay cards aside, peg points up to 31, and count hands.

Each player gets six cards and lays two of them face down into the *crib*, which counts for the
dealer. A card is turned up, the *starter*; if it is a Jack, the dealer scores 2 (his heels). Then
lay cards in turn, the other player first, and count them together, up to 31: an Ace counts 1, court
cards 10. Who cannot lay a card says go, and the other one lays on as long as it can. Who lays the
last card scores 1, or 2 if the count is 31. Then the player after it begins a new count. A card
scores 2 if it makes the count 15; 2, 6 or 12 if it is the second, third or fourth of a rank in
succession; and its length if it completes a run of three or more cards, in any order.

When all cards are laid, the other player's hand, the dealer's hand, and the crib are counted, each
with the starter: 2 for each combination that counts 15, 2 for each pair, the length for each run of
three or more, 4 for a hand of one suit, 5 for a hand or the crib if the starter is of it, too; and
1 for the Jack of the starter's suit (his nob). The deal changes. Who reaches the target first wins.
"""
from fairdeal import *

game("Cribbage", players=(2, 2), summary="lay cards aside, peg up to 31, count fifteens, pairs and "
     "runs")

TARGET = knob(61, low=5, high=241, help="points to win; twice around the board is 121")
HEELS = knob(2, low=0, high=5, help="points for a Jack as starter")
NOB = knob(1, low=0, high=5, help="points for the Jack of the starter's suit")
FIFTEEN = knob(2, low=0, high=5, help="points for each 15")
preset("long", TARGET=121, help="twice around the board")

RANKS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13}
ALL = cards(["clubs", "diamonds", "hearts", "spades"], RANKS)

deck = zone(nobody)
hand = each_player(zone, owner)
crib = zone(nobody)
starter = zone(everyone)
laid = each_player(zone, everyone)
points = each_player(0)
_passed = each_player(0)    # what was left to 31 when the player said go in this deal, at most


class now(numbers):
    count = 0


class length(lengths):
    deals = 0


def play():
    dealer = 1
    while True:
        a_deal(dealer)
        dealer = after(dealer)


def a_deal(dealer):
    length.deals += 1
    _passed.reset()
    deck.put(ALL)
    deck.shuffle()
    deck.deal(6, hand)
    for p in players(after(dealer)):
        for _ in range(2):
            crib.put(choose(p, list(hand[p]), say="lays {} into the crib", seen_by=owner))
    deck.draw(starter)
    peg(dealer, HEELS if starter.top.rank == 11 else 0)
    p = after(dealer)
    while any(hand[q] for q in players()):
        p = after(a_count(p))
    for q in players(after(dealer)):
        peg(q, value(list(laid[q]), False))
    show(crib)
    peg(dealer, value(list(crib), True))


def a_count(p):
    """Cards are laid up to 31; returns who laid the last one."""
    line = []
    last = p
    now.count = 0
    while any(count(c) <= 31 - now.count for q in players() for c in hand[q]):
        fitting = [c for c in hand[p] if count(c) <= 31 - now.count]
        if fitting:
            card = choose(p, fitting, say="lays {}")
            laid[p].put(card)
            now.count += count(card)
            line.append(card.rank)
            peg(p, value_laid(line))
            last = p
        else:
            _passed[p] = max(_passed[p], 31 - now.count)
        p = after(p)
    peg(last, 2 if now.count == 31 else 1)
    return last


def value_laid(line):
    """What the last card of the line scores."""
    same = 1
    while same < len(line) and line[-1 - same] == line[-1]:
        same += 1
    run = 0
    for n in range(3, len(line) + 1):
        row = sorted(line[-n:])
        if all(row[i] + 1 == row[i + 1] for i in range(n - 1)):
            run = n
    return (FIFTEEN if now.count == 15 else 0) + same * (same - 1) + run


def value(four, is_crib):
    """What four cards and the starter count; each mask is a combination of the five."""
    five = four + [starter.top]
    points_of = runs_and_pairs([len([c for c in five if c.rank == rank]) for rank in range(15)])
    for mask in range(32):
        if sum([count(c) for i, c in enumerate(five) if mask >> i & 1 == 1]) == 15:
            points_of += FIFTEEN
    if all(c.suit == four[0].suit for c in four):
        points_of += 5 if starter.top.suit == four[0].suit else 0 if is_crib else 4
    if any(c.rank == 11 and c.suit == starter.top.suit for c in four):
        points_of += NOB
    return points_of


def runs_and_pairs(numbers_of):
    """From how many cards there are of each rank; a pair in a run makes two runs of it."""
    total = sum([n * (n - 1) for n in numbers_of])
    in_row, ways = 0, 1
    for n in numbers_of:
        if n == 0 and in_row >= 3:
            total += in_row * ways
        in_row, ways = (in_row + 1, ways * n) if n > 0 else (0, 1)
    return total


def peg(p, n):
    points[p] += n
    if points[p] >= TARGET:
        end("target reached", winner=p)


def count(c):
    return min(c.rank, 10)


def possible(p):
    """Who said go had no card that fitted."""
    return all(count(c) > _passed[p] for c in hand[p])


def score(p):
    return points[p]
