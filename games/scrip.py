"""Deck-building with one deck: red cards score, black cards work.

A game for two to four by Avery Pierce. Hearts score their rank, and the highest sum of Diamonds
scores 25. Spades buy cards of the market. Clubs stop others from stealing.

In a turn, buy and exchange as often as you like, then you may steal a card of the market. Any
opponent may counter with a low Club, and keeps the card. Discard your hand and draw a new one; when
your pile runs out, your discards become the new one. The game ends when the stockpile is empty and
no red card lies in the market.
"""
from fairdeal import *

game("Scrip", players=(2, 4), summary="players buy, exchange and steal cards from a market; red "
     "cards score, black cards work")

STARTING_DECK = knob(6, low=3, high=12, help="cards of each player's first pile")
HAND_SIZE = knob(3, low=1, high=6, help="cards that a player draws")
MARKET_SIZE = knob(3, low=1, high=6, help="cards face up in the middle")
ACE_RANK = knob(15, low=1, high=20, help="the rank of an Ace: as price, as payment, in exchanges, "
                "in counters, in scores")
DIAMOND_BONUS = knob(25, low=0, high=200, help="points for the highest sum of Diamonds")
DIAMOND_TIE = knob("none", choices=["none", "all", "split"], help="the bonus when several players "
                   "have the highest sum: for nobody, the whole for each, or a share for each, "
                   "rounded down")
COMBINE_SPADES = knob(True, help="several Spades may be added up to buy a card; false: one Spade "
                      "per buy")
EXCHANGE = knob(True, help="a card of the hand may be exchanged for a Market card of at most its "
                "rank")
EXCHANGE_EQUAL = knob(True, help="the two cards of an exchange may have the same rank; false: the "
                      "card of the hand must be higher")
EXCHANGE_REFILLS = knob(False, help="after an exchange a card also comes from the Stockpile, so "
                        "that the Market grows by one")
STEALS_PER_TURN = knob(1, low=0, high=3, help="how often a player may steal in a turn")
COUNTER = knob("at_most", choices=["at_most", "at_least", "any", "none"],
               help="which Clubs counter a steal, by their rank compared with that of the stolen "
               "card; none: no Club does")
END = knob("stockpile_and_reds", choices=["stockpile_and_reds", "stockpile"],
           help="when the game ends: with the Stockpile empty and no red card in the Market, or "
           "with the Stockpile empty")
PLACE_POINTS = knob(0, low=-20, high=20, help="points added to a player's score for each place "
                    "behind the first player")
PLACE_CARDS = knob(0, low=-2, high=2, help="extra cards in a player's first pile for each place "
                   "behind the first player")
MAX_TURNS = knob(400, low=1, high=1000000, help="turns of all players together after which the "
                 "game ends unfinished")

PILES = [STARTING_DECK + PLACE_CARDS * p for p in players()]
require(min(PILES) >= HAND_SIZE,
        "a hand has at most the cards of the first pile (starting_deck, place_cards, hand_size)")
require(sum(PILES) + MARKET_SIZE <= 52,
        "at most 52 cards are dealt (starting_deck, place_cards, market_size)")

preset("no-steal", STEALS_PER_TURN=0, help="no stealing")
preset("no-counter", COUNTER="none", help="no steal can be countered")
preset("no-exchange", EXCHANGE=False, help="cards can only be bought or stolen")
preset("no-bonus", DIAMOND_BONUS=0, help="Diamonds are worth nothing")

RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13, "A": ACE_RANK}
ALL = cards(["clubs", "diamonds", "hearts", "spades"], RANKS)

stockpile = zone(nobody)
market = zone(everyone)
hand = each_player(zone, owner)
pile = each_player(zone, nobody)
discards = each_player(zone, everyone)
shuffled = zone(nobody)


class length(lengths):
    turns = 0
    rounds = 0


def play():
    hand_out()
    check_end()
    p = 0
    while True:
        length.turns += 1
        if p == 0:
            length.rounds += 1
        turn(p)
        discards[p].put(hand[p])
        draw_hand(p)
        if length.turns == MAX_TURNS:
            unfinished("too many turns")
        p = after(p)


def hand_out():
    """Each player may look through its first pile, but does not know its order."""
    stockpile.put(ALL)
    stockpile.shuffle()
    for n in range(max(PILES)):
        for p in players():
            if n < PILES[p]:
                stockpile.draw(pile[p])
    for p in players():
        look(p, pile[p])
        pile[p].shuffle()
        for _ in range(HAND_SIZE):
            pile[p].draw(hand[p])
    for _ in range(MARKET_SIZE):
        stockpile.draw(market)


def draw_hand(p):
    if len(pile[p]) < HAND_SIZE:
        shuffled.put(discards[p])
        shuffled.shuffle()
        pile[p].put_below(shuffled)
    for _ in range(min(HAND_SIZE, len(pile[p]))):
        pile[p].draw(hand[p])


def turn(p):
    steals = 0
    while True:
        options = [("end",)]
        if steals == 0:
            options += buys(p) + exchanges(p)
        if steals < STEALS_PER_TURN:
            options += [("steal", m) for m in market]
        match choose(p, options):
            case ("end",):
                return
            case ("buy", m, payment):
                discards[p].put(m)
                discards[p].put(paid(p, payment))
                refill()
            case ("exchange", c, m):
                discards[p].put(m)
                market.put(c)
                if EXCHANGE_REFILLS:
                    refill()
                check_end()
            case ("steal", m):
                steals += 1
                steal(p, m)
                refill()
                if steals == STEALS_PER_TURN:
                    return


def buys(p):
    """Every market card with every set of Spades that is worth it: a number with a bit for each."""
    spades = [c for c in hand[p] if c.suit == "spades"]
    found = []
    for payment in range(1, 1 << len(spades)):
        if COMBINE_SPADES or payment & (payment - 1) == 0:
            worth = sum([c.rank for c in paid(p, payment)])
            found += [("buy", m, payment) for m in market if worth >= m.rank]
    return found


def paid(p, payment):
    spades = [c for c in hand[p] if c.suit == "spades"]
    return [c for i, c in enumerate(spades) if payment >> i & 1]


def exchanges(p):
    if not EXCHANGE:
        return []
    above = 0 if EXCHANGE_EQUAL else 1
    return [("exchange", c, m) for c in hand[p] for m in market if c.rank >= m.rank + above]


def steal(thief, m):
    for p in others(thief):
        clubs = [c for c in hand[p] if c.suit == "clubs" and counters(c.rank, m.rank)]
        if clubs:
            match choose(p, [("counter", c) for c in clubs] + [("pass",)]):
                case ("counter", c):
                    discards[p].put(m)
                    discards[p].put(c)
                    return
                case ("pass",):
                    pass
    discards[thief].put(m)


def counters(club, stolen):
    if COUNTER == "at_most":
        return club <= stolen
    if COUNTER == "at_least":
        return club >= stolen
    return COUNTER == "any"


def refill():
    if len(stockpile) > 0:
        stockpile.draw(market)
    check_end()


def check_end():
    if len(stockpile) == 0:
        if END == "stockpile":
            end("stockpile empty")
        if not any(c.suit == "diamonds" or c.suit == "hearts" for c in market):
            end("stockpile and reds gone")


def total(p, suit):
    """The sum of all cards of a suit that a player has: in its hand, its pile and its discards."""
    owned = list(hand[p]) + list(pile[p]) + list(discards[p])
    return sum([c.rank for c in owned if c.suit == suit])


def score(p):
    points = total(p, "hearts") + PLACE_POINTS * p
    most = max([total(other, "diamonds") for other in players()])
    level = len([other for other in players() if total(other, "diamonds") == most])
    if total(p, "diamonds") < most:
        return points
    if DIAMOND_TIE == "split":
        return points + DIAMOND_BONUS // level
    return points + (DIAMOND_BONUS if level == 1 or DIAMOND_TIE == "all" else 0)
