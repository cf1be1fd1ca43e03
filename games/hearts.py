"""Win no tricks with hearts in them, and not the Queen of spades.

Each deal, pass three cards: to the left, to the right, across, and in every fourth deal none. The
player with the 2 of clubs leads it. Follow the suit that was led if you can; the highest card of
that suit wins the trick and leads the next one. Hearts may not be led before one was played (or the
Queen), and no points may be played to the first trick. Each heart counts a point and the Queen of
spades 13. A player who takes all of these *shoots the moon*: it counts nothing, and all others 26.
The game ends when a player has 100 points. The fewest win.
"""
from fairdeal import *

game("Hearts", players=(4, 4), lowest_wins=True, summary="win no tricks with hearts or the Queen "
     "of spades in them")

PASSED = knob(3, low=0, high=6, help="cards passed before each deal")
LIMIT = knob(100, low=1, high=500, help="points that end the game")
QUEEN_POINTS = knob(13, low=0, high=26, help="points of the Queen of spades")
JACK_BONUS = knob(0, low=0, high=20, help="points that the Jack of diamonds takes off")
SAFE_FIRST_TRICK = knob(True, help="no points may be played to the first trick")
MUST_BREAK = knob(True, help="hearts may not be led before one was played")
QUEEN_BREAKS = knob(True, help="the Queen of spades counts as a heart for that")
MOON = knob(True, help="all points in one hand count for the others")
MAX_DEALS = knob(100, low=1, high=1000, help="deals after which the game ends unfinished")
preset("one-deal", LIMIT=1, help="a single deal")

RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13, "A": 14}
ALL = cards(["clubs", "diamonds", "hearts", "spades"], RANKS)
TWO = [c for c in ALL if c.name == "2C"][0]
QUEEN = [c for c in ALL if c.name == "QS"][0]
JACK = [c for c in ALL if c.name == "JD"][0]
DIRECTIONS = [1, -1, 2, 0]

deck = zone(nobody)
hand = each_player(zone, owner)
passed = each_player(zone, owner)
trick = zone(everyone)
played = zone(everyone)
taken = each_player(0)      # points of this deal, without the Jack
points = each_player(0)


class now(numbers):
    broken = False


class length(lengths):
    deals = 0


def play():
    while not any(points[p] >= LIMIT for p in players()):
        if length.deals == MAX_DEALS:
            unfinished("too many deals")
        deck.put(ALL)
        deck.shuffle()
        deck.deal(13, hand)
        pass_cards(DIRECTIONS[length.deals % 4])
        length.deals += 1
        play_tricks()
        count()
    end("limit reached")


def pass_cards(direction):
    if direction == 0:
        return
    for _ in range(PASSED):
        chosen = choose_together(players(), cards_of, say="passes {}", seen_by=owner)
        for p in players():
            passed[p].put(chosen[p])
    passed.pass_on(direction)
    for p in players():
        hand[p].put(passed[p])


def cards_of(p):
    return list(hand[p])


def play_tricks():
    now.broken = not MUST_BREAK
    taken.reset()
    leader = [p for p in players() if TWO in hand[p]][0]
    for n in range(13):
        best = leader
        for p in players(leader):
            card = choose(p, allowed(p, n == 0), say="plays {}")
            trick.put(card)
            if card.suit == trick[0].suit and card.rank > trick[(best - leader) % 4].rank:
                best = p
            if card.suit == "hearts" or (QUEEN_BREAKS and card == QUEEN):
                now.broken = True
        taken[best] += sum([worth_of(c) for c in trick])
        if JACK in trick:
            points[best] -= JACK_BONUS
        played.put(trick)
        leader = best


def allowed(p, first):
    own = list(hand[p])
    if len(trick) == 0:
        if first:
            return [TWO]
        return [c for c in own if now.broken or c.suit != "hearts"] or own
    same = [c for c in own if c.suit == trick[0].suit]
    if first and SAFE_FIRST_TRICK and not same:
        return [c for c in own if c.suit != "hearts" and c != QUEEN] or own
    return same or own


def worth_of(c):
    if c == QUEEN:
        return QUEEN_POINTS
    return 1 if c.suit == "hearts" else 0


def count():
    for p in players():
        if MOON and taken[p] == 13 + QUEEN_POINTS:
            tally("moons")
            for other in others(p):
                points[other] += taken[p]
        else:
            points[p] += taken[p]


def score(p):
    return points[p]
