"""Follow suit and win tricks, with a partner.

The classic game of Whist for two against two: seats 0 and 2 against 1 and 3. All cards are dealt.
The last one, the dealer's, is turned up, and its suit is trumps. The player after the dealer leads
to the first trick. Follow the suit that was led if you can, otherwise play what you like. The
highest trump wins the trick, or else the highest card of the suit led, and its player leads the
next one. Partners count their tricks together: each one beyond half of them, rounded down, scores a
point. The first side to reach the goal wins.
"""
from fairdeal import *

game("Whist", players=(4, 4), teams=2, summary="partners win tricks; one suit beats all others")

HAND_SIZE = knob(13, low=1, high=13, help="cards dealt to each player")
TRUMP = knob("turned", choices=["turned", "none", "clubs", "diamonds", "hearts", "spades"],
             help="trumps: the suit of the dealer's last card, none, or always the same suit")
GOAL = knob(5, low=1, high=20, help="points to win")
MAX_DEALS = knob(100, low=1, high=1000, help="deals after which the game ends unfinished")
preset("one-deal", GOAL=1, help="the first side that scores wins")
preset("no-trumps", TRUMP="none", help="no suit beats the others")

RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13, "A": 14}
ALL = cards(["clubs", "diamonds", "hearts", "spades"], RANKS)

deck = zone(nobody)
hand = each_player(zone, owner)
trick = zone(everyone)
played = zone(everyone)
tricks = each_player(0)     # in this deal, by either partner
points = each_player(0)


class now(numbers):
    trump = "none"


class length(lengths):
    tricks = 0
    deals = 0


def play():
    dealer = before(0)
    while True:
        if length.deals == MAX_DEALS:
            unfinished("too many deals")
        length.deals += 1
        a_deal(dealer)
        for p in players():
            points[p] += max(0, tricks[p] - HAND_SIZE // 2)
        if any(points[p] >= GOAL for p in players()):
            end("goal reached")
        dealer = after(dealer)


def a_deal(dealer):
    deck.put(ALL)
    deck.shuffle()
    for _ in range(HAND_SIZE):
        for p in players(after(dealer)):
            deck.draw(hand[p])
    now.trump = TRUMP
    if TRUMP == "turned":
        show(hand[dealer].top)
        now.trump = hand[dealer].top.suit
    tricks.reset()
    leader = after(dealer)
    for _ in range(HAND_SIZE):
        leader = a_trick(leader)
        for p in [leader, partner(leader)]:
            tricks[p] += 1


def a_trick(leader):
    """Plays a trick; returns who wins it."""
    length.tricks += 1
    best = leader
    for p in players(leader):
        card = choose(p, allowed(p), say="plays {}")
        if len(trick) > 0 and beats(card, trick[(best - leader) % 4]):
            best = p
        trick.put(card)
    played.put(trick)
    return best


def allowed(p):
    """Who can follow suit must."""
    if len(trick) == 0:
        return list(hand[p])
    return [c for c in hand[p] if c.suit == trick[0].suit] or list(hand[p])


def beats(card, other):
    if card.suit == other.suit:
        return card.rank > other.rank
    return card.suit == now.trump


def partner(p):
    return (p + 2) % 4


def score(p):
    return points[p]
