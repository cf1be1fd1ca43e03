"""Follow suit; the most tricks win.

Every player has a few cards. One leads a card, and the others must follow suit if they can. The
highest card of the suit led takes the trick, and its player leads the next one.
"""
# The rules of a game, in plain Python. Change them, and look for holes:
#   {program} check {path}
# Watch a game:
#   {program} show {path} --players 3 --strategies random
# Ask whether going first is an advantage:
#   {program} match {path} --players 3 --strategies random
# All that a file may say is in docs/game-files.md.
from fairdeal import *

game("{title}", players=(2, 4))

# Knobs are rules that you may want to change: {program} match {path} --set hand_size=5
HAND_SIZE = knob(4, low=1, high=5, help="cards dealt to each player")
TRUMP = knob("none", choices=["none", "spades"], help="the suit that beats all others")

# A preset is a named set of knobs.
preset("trumps", TRUMP="spades")

SUITS = ["clubs", "diamonds", "hearts", "spades"]
ALL = cards(SUITS, {"10": 10, "J": 11, "Q": 12, "K": 13, "A": 14})

# Zones hold cards: one, or one for each player. They are seen by nobody, owner or everyone.
deck = zone(seen_by=nobody)
hand = each_player(zone, owner)
trick = zone(seen_by=everyone)
played = zone(seen_by=everyone)

# A number for each player, which everyone sees.
tricks = each_player(0)


def play():
    """A whole game, from the shuffle to the end."""
    deck.put(ALL)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    leader = 0
    for _ in range(HAND_SIZE):
        leader = a_trick(leader)


def a_trick(leader):
    """Plays a trick, and returns who takes it."""
    winner = leader
    for p in players(leader):
        # A decision: the player chooses one of the options.
        card = choose(p, allowed(p), say="plays {}")
        if len(trick) == 0 or beats(card, best_of_trick()):
            winner = p
        trick.put(card)
    tricks[winner] += 1
    played.put(trick)
    return winner


def allowed(p):
    """Players who can follow suit must."""
    if len(trick) == 0:
        return list(hand[p])
    same = [c for c in hand[p] if c.suit == trick[0].suit]
    return same or list(hand[p])


def best_of_trick():
    best = trick[0]
    for c in trick:
        if beats(c, best):
            best = c
    return best


def beats(card, other):
    if card.suit == other.suit:
        return card.rank > other.rank
    return card.suit == TRUMP


def score(p):
    """The highest score wins."""
    return tricks[p]
