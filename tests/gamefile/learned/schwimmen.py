"""Collect cards of one suit, or three of a rank: Schwimmen, also called Thirty-One.

The deck has 32 cards, from the 7 to the Ace. An Ace counts 11, King, Queen, Jack and 10 count 10,
others their number. A hand of three cards is worth what its cards of one suit count together, in
the best suit. Three cards of a rank are worth 30 and a half, three Aces (*fire*) 33.

Each player gets three cards. The dealer, who is last in turn, looks at them, and may exchange all
three for three others, unseen. The three that are left over lie open in the middle. In your turn
exchange one card for one of the middle, or all three for all three, or pass, or knock. After a
knock all others have one more turn each. If all players pass in succession, the cards in the middle
are laid aside and three new ones take their place; if the deck has none left, the round is over.
Who has 31 or fire shows it at once, which ends the round. The highest hand wins the round, or all
but the lowest do; level players share.
"""
from fairdeal import *

game("Schwimmen", players=(2, 4), summary="exchange cards with the middle, to have 31 in one suit; "
     "knock before the others do")

WINNERS = knob("highest", choices=["highest", "not-lowest"], help="the highest hand wins, or all "
               "players win whose hand is not the lowest")
DEALER_SWAPS = knob(True, help="the dealer may exchange its cards unseen before the first turn")
THREE_POINTS = knob(61, low=40, high=63, help="three of a rank in half points: 61 are 30 and a "
                    "half")
FIRST_KNOCK = knob(1, low=1, high=10, help="the first turn of a player in which it may knock")
MAX_TURNS = knob(200, low=1, high=10000, help="turns after which the round ends unfinished")
preset("lives", WINNERS="not-lowest", help="a round of the game for lives: only the lowest loses")

SUITS = ["clubs", "diamonds", "hearts", "spades"]
RANKS = {"7": 7, "8": 8, "9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
ALL = cards(SUITS, RANKS)

deck = zone(nobody)
hand = each_player(zone, owner)
other_hand = zone(nobody)
middle = zone(everyone)
aside = zone(everyone)


class now(numbers):
    passes = 0          # in succession
    knocked = False


class length(lengths):
    turns = 0


def play():
    first_player(0)
    deal()
    for p in players():
        show_best(p)
    p = 0
    while not now.knocked:
        a_turn(p)
        p = after(p)
    for q in players(p)[:-1]:
        a_turn(q)
    finish()


def deal():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(3, hand)
    for _ in range(3):
        deck.draw(other_hand)
    dealer = before(0)
    if DEALER_SWAPS and choose(dealer, ["keep", "exchange"]) == "exchange":
        middle.put(hand[dealer])
        hand[dealer].put(other_hand)
    else:
        middle.put(other_hand)


def a_turn(p):
    if length.turns == MAX_TURNS:
        unfinished("too many turns")
    length.turns += 1
    options = [("swap", own, other) for own in hand[p] for other in middle]
    options += [("swap-all",), ("pass",)]
    if not now.knocked and length.turns > (FIRST_KNOCK - 1) * len(players()):
        options.append(("knock",))
    now.passes += 1
    match choose(p, options, say="{0} {1} for {2}"):
        case ("swap", own, other):
            hand[p].put(other)
            middle.put(own)
            now.passes = 0
        case ("swap-all",):
            own_cards = list(hand[p])
            hand[p].put(middle)
            middle.put(own_cards)
            now.passes = 0
        case ("knock",):
            now.knocked = True
            tally("knocks")
        case ("pass",):
            if now.passes == len(players()) and not now.knocked:
                new_middle()
    show_best(p)


def new_middle():
    """All have passed."""
    if len(deck) < 3:
        finish()
    tally("new middles")
    aside.put(middle)
    for _ in range(3):
        deck.draw(middle)
    now.passes = 0


def show_best(p):
    """Who has 31 or fire shows it, which ends the round."""
    if score(p) >= 62:
        tally("fire" if score(p) == 66 else "31")
        finish()


def finish():
    for p in players():
        show(hand[p])
    lowest = min([score(p) for p in players()])
    losers = [p for p in players() if score(p) == lowest]
    if WINNERS == "not-lowest" and len(losers) < len(players()):
        lost("the lowest hand loses", losers=losers)
    end("the hands are compared")


def score(p):
    """What the hand is worth, in half points."""
    ranks = [c.rank for c in hand[p]]
    if min(ranks) == max(ranks):
        return 66 if ranks[0] == 14 else THREE_POINTS
    return max([2 * sum([count(c) for c in hand[p] if c.suit == suit]) for suit in SUITS])


def count(c):
    return 11 if c.rank == 14 else min(c.rank, 10)


def possible(p):
    """Who has 31 or fire shows it, but not before the dealer has made its choice."""
    return length.turns == 0 or score(p) < 62
