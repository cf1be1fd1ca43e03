"""Match the card on the pile, and be the first without cards.

Play a card of the same suit or rank as the top card of the pile. An 8 fits on everything, and its
player names the suit that comes next. Or draw a card, which you may do several times in a turn;
after that you may pass. The first player without cards wins. If no card is left to draw and all
players pass in a row, the game is blocked. The cards that are left count against you: an 8 fifty, a
face card ten, an Ace one, all others their number. The fewest win.
"""
from fairdeal import *

game("Crazy Eights", players=(2, 6), lowest_wins=True, summary="match suit or rank; an 8 fits on "
     "everything")

HAND_SIZE = knob(7 if len(players()) == 2 else 5, low=1, high=8, help="cards dealt to each player")
MAX_DRAWS = knob(5, low=1, high=10, help="cards that a player may draw in a turn, before passing")
WILD = knob(8, low=2, high=14, help="the rank that fits on everything; an Ace is 14")
RESHUFFLE = knob(True, help="when no card is left to draw, the pile is shuffled, except for its "
                 "top card")
QUEEN_SKIPS = knob(False, help="after a Queen, the next player is passed over")
MAX_TURNS = knob(1000, low=1, high=100000, help="turns after which the game ends unfinished")
preset("no-reshuffle", RESHUFFLE=False, help="the deck is used once")

SUITS = ["clubs", "diamonds", "hearts", "spades"]
RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13, "A": 14}
ALL = cards(SUITS, RANKS)

deck = zone(nobody)
hand = each_player(zone, owner)
pile = zone(everyone)
under = zone(nobody)    # where the pile is shuffled


class now(numbers):
    suit = "none"       # the suit to match
    passes = 0          # players in a row who passed


class length(lengths):
    turns = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    while deck.top.rank == WILD:    # the first card of the pile is no wild one
        deck.shuffle()
    deck.draw(pile)
    now.suit = pile.top.suit
    p = 0
    while True:
        if length.turns == MAX_TURNS:
            unfinished("too many turns")
        length.turns += 1
        turn(p)
        if len(hand[p]) == 0:
            end("out of cards")
        if now.passes == len(players()):
            end("blocked")
        if QUEEN_SKIPS and now.passes == 0 and pile.top.rank == 12:
            p = after(p)
        p = after(p)


def turn(p):
    draws = 0
    while True:
        refill()
        may_draw = draws < MAX_DRAWS and len(deck) > 0
        other = [("draw",)] if may_draw else [("pass",)]
        match choose(p, [("play", c) for c in hand[p] if fits(c)] + other):
            case ("draw",):
                deck.draw(hand[p])
                draws += 1
            case ("pass",):
                now.passes = now.passes + 1 if len(deck) == 0 else 0
                return
            case ("play", c):
                pile.put(c)
                now.passes = 0
                now.suit = c.suit
                if c.rank == WILD and len(hand[p]) > 0:
                    now.suit = choose(p, SUITS, say="names {}")
                return


def fits(c):
    return c.rank == WILD or c.suit == now.suit or c.rank == pile.top.rank


def refill():
    if len(deck) == 0 and RESHUFFLE and len(pile) > 1:
        under.put(pile[:-1])
        under.shuffle()
        deck.put(under)


def score(p):
    return sum([penalty(c) for c in hand[p]])


def penalty(c):
    if c.rank == WILD:
        return 50
    if c.rank == 14:
        return 1
    return min(c.rank, 10)
