"""Ask for cards, and collect all four of a rank.

Suits do not matter. In your turn ask another player for a rank of which you hold at least one card.
If it has any, you get all of them and ask again. If not, you go fishing: you draw the top card of
the deck, and ask again if it is of the rank that you asked for. Four cards of a rank are a book,
laid down at once. A player without cards draws one when its turn comes. The game ends when all
books are made. The most books win.
"""
from fairdeal import *

game("Go Fish", players=(2, 6), summary="ask others for ranks that you hold; the most books of "
     "four win")

HAND_SIZE = knob(7 if len(players()) == 2 else 5, low=1, high=8, help="cards dealt to each player")
RANKS_USED = knob(13, low=4, high=13, help="how many ranks the deck has")
CATCH_AGAIN = knob(True, help="a player who gets cards from another one asks again")
LUCKY_AGAIN = knob(True, help="a player who draws the rank that it asked for asks again")
MAX_ASKS = knob(1000, low=1, high=100000, help="questions after which the game ends unfinished")
require(HAND_SIZE * len(players()) <= 4 * RANKS_USED, "the deck has too few cards for these hands")
preset("no-luck", LUCKY_AGAIN=False, help="drawing the rank that was asked for gives no second "
       "turn")

RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13, "A": 14}
ALL = cards([""], RANKS, copies=4)

deck = zone(nobody)
hand = each_player(zone, owner)
books = zone(everyone)
made = each_player(0)


class length(lengths):
    asks = 0


def play():
    deck.put([c for c in ALL if c.rank < 2 + RANKS_USED])
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    for p in players():
        for rank in range(2, 15):
            lay_book(p, rank)
    p = 0
    while len(books) < 4 * RANKS_USED:
        if len(hand[p]) == 0 and len(deck) > 0:
            deck.draw(hand[p])
        targets = [q for q in others(p) if len(hand[q]) > 0]
        if len(hand[p]) == 0 or not targets or not ask(p, targets):
            p = after(p)


def ask(p, targets):
    """Asks once; may the player ask again?"""
    if length.asks == MAX_ASKS:
        unfinished("too many questions")
    length.asks += 1
    options = [("ask", q, c) for q in targets for c in hand[p]]
    question = choose(p, options, say="asks seat {1} for {2}")
    q = question[1]
    rank = question[2].rank
    show(question[2])
    caught = [c for c in hand[q] if c.rank == rank]
    if caught:
        hand[p].put(caught)
        show(caught)
        lay_book(p, rank)
        return CATCH_AGAIN
    return fish(p, rank) and LUCKY_AGAIN


def fish(p, rank):
    """Draws a card; is it of this rank?"""
    tally("fished")
    if len(deck) == 0:
        return False
    card = deck.draw(hand[p])
    drawn = card.rank
    if drawn == rank:
        show(card)
    lay_book(p, drawn)
    return drawn == rank


def lay_book(p, rank):
    book = [c for c in hand[p] if c.rank == rank]
    if len(book) == 4:
        books.put(book)
        made[p] += 1


def possible(p):
    """Four cards of a rank are laid down at once."""
    return all(len([c for c in hand[p] if c.rank == rank]) < 4 for rank in RANKS.values())


def score(p):
    return made[p]
