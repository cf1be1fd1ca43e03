"""Win tricks, and bring home the small fruit.

A trick-taking game for three or four. The deck has four kinds of fruit, each with the numbers 1 to
8. Each deal, every player gets the same number of cards, and one more card is turned up: its kind
is the favourite, which beats all others. The player whose deal it is leads to the first trick.
Follow the kind that was led if you can, otherwise play what you like. The highest favourite wins
the trick, or else the highest card of the kind that was led; the winner takes the cards and leads
the next one.

Strong cards win tricks, but it is the small ones that are good to eat: a 1 counts four points, a 2
three, a 3 two and a 4 one, and each trick counts a point by itself. Every player leads the same
number of deals. The most points win. Among level players the one with fewer tricks wins; if these
are level too, the one who made more of its points in the last deal.
"""
from fairdeal import *

game("Gleaners", players=(3, 4), summary="win tricks with high cards to catch low ones, which "
     "count")

HAND_SIZE = knob(8 if len(players()) == 3 else 6, low=4, high=9, help="cards dealt to each player")
DEALS_EACH = knob(1, low=1, high=3, help="deals in which each player leads the first trick")
BEST_FRUIT = knob(4, low=2, high=7, help="points of a 1; each higher number counts one less")
TRICK_POINTS = knob(1, low=0, high=3, help="points of a trick by itself")
require(HAND_SIZE * len(players()) + 1 <= 32, "the deck has too few cards (hand_size)")

ALL = cards(["apples", "cherries", "figs", "plums"], {str(n): n for n in range(1, 9)})

deck = zone(nobody)
turned = zone(everyone)
hand = each_player(zone, owner)
trick = zone(everyone)
played = zone(everyone)
points = each_player(0)
tricks = each_player(0)
latest = each_player(0)     # points of the last deal
taking = each_player(0)     # points of the trick, for the player who is ahead in it


class now(numbers):
    leader = 0              # of this trick


class length(lengths):
    tricks = 0


def play():
    for n in range(DEALS_EACH * len(players())):
        a_deal(n % len(players()))


def a_deal(starter):
    deck.put(ALL)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    deck.draw(turned)
    latest.reset()
    now.leader = starter
    for _ in range(HAND_SIZE):
        a_trick()


def a_trick():
    length.tricks += 1
    for p in players(now.leader):
        may = allowed(p)
        trick.put(choose(p, may, say="plays {}") if len(may) > 1 else may[0])
        taking.reset()
        taking[ahead()] = worth_of_trick()
    winner = ahead()
    points[winner] += taking[winner]
    latest[winner] += taking[winner]
    tricks[winner] += 1
    taking.reset()
    played.put(trick)
    now.leader = winner


def allowed(p):
    """Who can follow the kind must."""
    if len(trick) == 0:
        return list(hand[p])
    return [c for c in hand[p] if c.suit == trick[0].suit] or list(hand[p])


def ahead():
    """Who wins the trick as it lies."""
    best = max(trick, key=lambda c: strength(c))
    return (now.leader + list(trick).index(best)) % len(players())


def strength(c):
    if c.suit == turned.top.suit:
        return 100 + c.rank
    return c.rank if c.suit == trick[0].suit else 0


def worth_of_trick():
    return TRICK_POINTS + sum([max(0, BEST_FRUIT + 1 - c.rank) for c in trick])


def score(p):
    return points[p], -tricks[p], latest[p]


def worth(p):
    """Points, those that lie in the trick, and high cards for later tricks."""
    kept = sum([3 * c.rank + (12 if c.suit == turned.top.suit else 0) for c in hand[p]])
    lost_points = sum([points[q] + taking[q] for q in others(p)])
    return 12 * points[p] + 8 * taking[p] - 4 * lost_points + kept
