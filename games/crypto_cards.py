"""Sell your portfolio: the fewest cards in it win.

A draft of a hand-management game. Each suit is a crypto currency with a market in the middle. In a
turn you mine (draw a card), sell at most one card of your portfolio into the market of its suit,
and transfer a card of your hand into your portfolio if you hold too many. A card that is one above
the top of its market must be sold, a lower one may be. A face card of your hand sells any number
card, but goes into your portfolio itself. The second Joker ends the game.

Scores count low; with `scoring = price_high` they are told below 0, since the highest worth wins.
"""
from fairdeal import *

game("Crypto Cards", players=(1, 6), lowest_wins=True, summary="players sell their portfolios into "
     "four markets before the last Joker comes up")

HAND_SIZE = knob(5, low=1, high=10, help="cards dealt to each player, and kept in hand after a "
                 "transfer")
JOKERS = knob(2, low=1, high=6, help="Jokers shuffled into the deck")
END_ON_JOKER = knob(2, low=1, high=6, help="which Joker ends the game; at most jokers")
TURN_ORDER = knob("mine_first", choices=["mine_first", "sell_first"],
                  help="a turn is mine, sell, transfer; or sell, mine, transfer")
FORCED_SALE = knob(True, help="a card one above the top of its market must be sold; false: it may "
                   "be")
SALES_PER_TURN = knob(1, low=1, high=5, help="sales in a turn, at most one of them with a face "
                      "card; a buy-back counts as a sale")
FACE_SALES = knob(1, low=1, high=40, help="cards that one face card may sell, the first included; "
                  "selling the others is optional")
FACE_FROM_JOKER = knob(0, low=0, high=6, help="face cards sell only after this many Jokers are out")
BUY_BACK = knob("none", choices=["none", "top", "any"], help="the card of a market (its top card, "
                "or any) that may be taken into one's own portfolio instead of a sale, unless a "
                "card must be sold")
SELL_LAID = knob(False, help="a number card that was just laid in the transfer may be sold at once "
                 "without a face card, and must be if it is one above the top of its market (see "
                 "forced_sale); it counts as a sale of the turn")
SCORING = knob("count", choices=["count", "price_low", "price_high"],
               help="fewest cards win; or lowest (highest) worth, where each number card counts "
               "the top of its market and each face card 10")
LAST_TIE_BREAKER = knob("shared", choices=["shared", "first_place", "last_place", "hand"],
                        help="what decides between players who are level for cards, faces and "
                        "sum: nothing, they share the win; the place of the one who plays first, "
                        "or last; or the lowest sum of the cards in hand, in which a face card "
                        "counts 10")
PLACE_POINTS = knob(0, low=-10, high=10, help="points added to a player's score for each place "
                    "behind the first player")
PLACE_CARDS = knob(0, low=-2, high=2, help="extra cards that a player is dealt and keeps in hand, "
                   "for each place behind the first player")
EQUAL_TURNS = knob(False, help="the Joker that ends the game is laid aside like the others, and "
                   "the round is played to its end; the game also ends when a player must draw and "
                   "the deck is empty")
MAX_TURNS = knob(1000, low=1, high=1000000, help="turns after which the game ends unfinished")

SIZES = [HAND_SIZE + PLACE_CARDS * p for p in players()]
require(min(SIZES) >= 1, "each hand has at least 1 card (hand_size, place_cards)")
require(sum(SIZES) <= 52, "at most 52 cards are dealt (hand_size, place_cards)")
require(END_ON_JOKER <= JOKERS, "end_on_joker is at most jokers")

preset("sell-first", TURN_ORDER="sell_first", help="a turn in the order of the draft's sections: "
       "sell, mine, transfer")
preset("multi-sell", FACE_SALES=40, help="a face card sells any number of cards")
preset("late-faces", FACE_FROM_JOKER=1, help="face cards sell only after the first Joker")
preset("multi-sell-late", FACE_SALES=40, FACE_FROM_JOKER=1, help="a face card sells any number of "
       "cards, but only after the first Joker")
preset("buy-back", BUY_BACK="top", help="the top card of a market may be bought instead of a sale")
preset("price-low", SCORING="price_low", help="the lowest worth wins, at the prices of the markets")
preset("price-high", SCORING="price_high", help="the highest worth wins, at the prices of the "
       "markets")

SUITS = ["clubs", "diamonds", "hearts", "spades"]
RANKS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13}
ALL = cards(SUITS, RANKS)
JOKER_CARDS = card("Joker", copies=JOKERS, suit="none", rank=0)

deck = zone(nobody)
aside = zone(everyone)
hand = each_player(zone, owner)
portfolio = each_player(zone, everyone)
market = each(SUITS, zone, everyone)


class length(lengths):
    turns = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    for n in range(max(SIZES)):
        for p in players():
            if n < SIZES[p]:
                deck.draw(hand[p])
    deck.put(JOKER_CARDS)
    deck.shuffle()
    p = 0
    sales = 0
    while True:
        if p == 0 and EQUAL_TURNS and len(aside) >= END_ON_JOKER:
            end("ending Joker drawn")
        if length.turns == MAX_TURNS:
            unfinished("too many turns")
        if TURN_ORDER == "mine_first":
            mine(p)
            sales = sell(p)
        else:
            sales = sell(p)
            mine(p)
        if len(hand[p]) > SIZES[p]:
            laid = choose(p, [("transfer", c) for c in hand[p]])[1]
            portfolio[p].put(laid)
            if SELL_LAID and sales < SALES_PER_TURN:
                sell_laid(p, laid)
        length.turns += 1
        p = after(p)


def mine(p):
    while len(deck) > 0 and deck.top.suit == "none":
        deck.draw(aside)
        if len(aside) == END_ON_JOKER and not EQUAL_TURNS:
            end("ending Joker drawn")
    if len(deck) == 0:
        end("ending Joker drawn")
    deck.draw(hand[p])


def sell(p):
    """All sales of a turn; returns how many. `keep` ends them."""
    sales = 0
    faces = True
    while sales < SALES_PER_TURN:
        options = forced(p)
        if not options:
            options = open_sales(p) + (with_faces(p) if faces else []) + buys()
            if not options:
                return sales
            options.append(("keep",))
        match choose(p, options):
            case ("keep",):
                return sales
            case ("sell", c):
                market[c.suit].put(c)
            case ("buy", c):
                portfolio[p].put(c)
            case ("face", face, c):
                portfolio[p].put(face)
                market[c.suit].put(c)
                sell_more(p)
                faces = False
        sales += 1
    return sales


def sell_laid(p, laid):
    """Sells the card just laid, if that is possible: where it is not forced, only if p likes."""
    if not is_number(laid) or laid.rank > price(laid.suit) + 1:
        return
    options = [("sell", laid)]
    if not FORCED_SALE or laid.rank <= price(laid.suit):
        options.append(("keep",))
    match choose(p, options):
        case ("sell", c):
            market[c.suit].put(c)


def sell_more(p):
    """The further cards that a face card sells."""
    for _ in range(FACE_SALES - 1):
        more = [("also", c) for c in portfolio[p] if is_number(c)]
        if not more:
            return
        match choose(p, more + [("keep",)]):
            case ("also", c):
                market[c.suit].put(c)
            case ("keep",):
                return


def forced(p):
    if not FORCED_SALE:
        return []
    return [("sell", c) for c in portfolio[p] if is_number(c) and c.rank == price(c.suit) + 1]


def open_sales(p):
    return [("sell", c) for c in portfolio[p] if is_number(c) and c.rank <= price(c.suit) + 1]


def with_faces(p):
    if len(aside) < FACE_FROM_JOKER:
        return []
    faces = [c for c in hand[p] if not is_number(c)]
    return [("face", face, c) for face in faces for c in portfolio[p] if is_number(c)]


def buys():
    if BUY_BACK == "none":
        return []
    for_sale = [c for suit in SUITS for c in market[suit]]
    return [("buy", c) for c in for_sale if BUY_BACK == "any" or c.rank == price(c.suit)]


def is_number(c):
    return c.rank <= 10


def price(suit):
    """The highest card of a market; 0 if it is empty."""
    return max([c.rank for c in market[suit]], default=0)


def possible(p):
    """Jokers are laid aside as they come up."""
    return all(c.suit != "none" for c in hand[p])


def score(p):
    """The cards or the worth; then the fewest cards, the fewest face cards, the lowest sum, and
    the last tie-breaker."""
    owned = list(portfolio[p])
    faces = len([c for c in owned if not is_number(c)])
    total = sum([c.rank for c in owned if is_number(c)])
    points = PLACE_POINTS * p
    if SCORING == "count":
        points += len(owned)
    else:
        points += sum([price(c.suit) for c in owned if is_number(c)]) + 10 * faces
    last = 0
    if LAST_TIE_BREAKER == "first_place":
        last = p
    elif LAST_TIE_BREAKER == "last_place":
        last = -p
    elif LAST_TIE_BREAKER == "hand":
        last = sum([c.rank if is_number(c) else 10 for c in hand[p]])
    return (-points if SCORING == "price_high" else points, len(owned), faces, total, last)
