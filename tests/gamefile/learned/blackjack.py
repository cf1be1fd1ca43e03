"""One player against a dealer who has no choice: hit or stand.

One deck of 52 cards, shuffled before each round. The player and the dealer get two cards each; one
card of the dealer lies face up. Court cards count 10, an Ace counts 11, or 1 if the hand would
otherwise exceed 21. The player hits, which is to take another card, as often as it likes; above 21
it has lost at once. Then the dealer shows its cards and takes more as long as they count less than
17. Above 21 the dealer loses; otherwise the higher hand wins, and level hands are a draw. An Ace
with a 10 or court card as the first two cards, a *natural*, beats 21 with more cards, but is paid
like any other win. A player with 21 is not asked. The score is 1 for a win, 0 for a draw and -1 for
a loss: its mean is what the player can expect.
"""
from fairdeal import *

game("Blackjack", players=(1, 1), aim="score", summary="hit or stand, against a dealer who has no "
     "choice")

DECKS = knob(1, low=1, high=8, help="decks of 52 cards")
DEALER_STANDS = knob(17, low=14, high=19, help="the dealer takes cards as long as it has less")
HITS_SOFT = knob(False, help="the dealer also takes a card at this number with an Ace that counts "
                 "11")
NATURALS_BEAT = knob(True, help="21 with the first two cards beats 21 with more cards")
DRAWS_LOSE = knob(False, help="the dealer wins level hands")
preset("soft-17", HITS_SOFT=True, help="the dealer hits 17 with an Ace that counts 11")

RANKS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13}
ALL = cards([""], RANKS, copies=4 * DECKS)

deck = zone(nobody)
hand = each_player(zone, everyone)
face_up = zone(everyone)
face_down = zone(nobody)
dealers = zone(everyone)


class now(numbers):
    result = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(2, hand)
    deck.draw(face_up)
    deck.draw(face_down)
    while best(list(hand[0])) < 21 and choose(0, ["hit", "stand"]) == "hit":
        deck.draw(hand[0])
        if best(list(hand[0])) > 21:
            now.result = -1
            end("the player has too much")
    dealers.put(face_up)
    dealers.put(face_down)
    while draws_on():
        deck.draw(dealers)
    compare()


def draws_on():
    """Does the dealer take another card?"""
    own = list(dealers)
    if HITS_SOFT and best(own) == DEALER_STANDS and best(own) != lowest(own):
        return True
    return best(own) < DEALER_STANDS


def compare():
    own = strength(list(hand[0]))
    other = strength(list(dealers))
    if best(list(dealers)) > 21:
        win()
        end("the dealer has too much")
    if own > other:
        win()
        end("the player wins")
    if own == other and not DRAWS_LOSE:
        end("level hands")
    now.result = -1
    end("the dealer wins")


def win():
    now.result = 1
    tally("wins")


def strength(held):
    return 22 if NATURALS_BEAT and len(held) == 2 and best(held) == 21 else best(held)


def lowest(held):
    """All Aces count 1."""
    return sum([min(c.rank, 10) for c in held])


def best(held):
    """One Ace counts 11 if there is one and that is not too much."""
    total = lowest(held)
    return total + 10 if total <= 11 and any(c.rank == 1 for c in held) else total


def score(p):
    return now.result
