"""Ride over plains, woods and hills, and be the first in town with the mail.

A race by cards for two to four. The road leads over plains, woods and hills in turn, three steps
each. Every card shows a kind of ground and a speed from 2 to 5. In your turn do one of three
things. Ride: play a card, and go as many steps as its speed, two more if it shows the ground that
you stand on. Gallop: play two cards of the same ground at once, as if one after the other, but only
the first can have the two steps more. Rest: draw cards. If you end your move on a step where
another rider stands, you go one step more, in its slipstream.

In each round every player has one turn, beginning with a player who is drawn by lot. When a rider
has reached the town, the round is played to its end, and the rider who came furthest wins. If
several came as far, it is the one with more cards left, or else with the higher speeds on them.
"""
from fairdeal import *

game("Mail Riders", players=(2, 4), summary="play cards that fit the ground to ride, or rest to "
     "draw some")

ROAD = knob(54, low=20, high=80, help="steps to the town")
DRAWN = knob(3, low=1, high=4, help="cards that a rest brings")
GROUND_BONUS = knob(2, low=0, high=4, help="steps more with a card of the ground below")
SLIPSTREAM = knob(1, low=0, high=3, help="steps more for the end of a move beside another rider")
HAND_LIMIT = 5

GROUNDS = ["plains", "woods", "hills"]
ALL = cards(GROUNDS, {str(n): n for n in range(2, 6)}, copies=5)

deck = zone(nobody)
hand = each_player(zone, owner)
used = zone(everyone)
place = each_player(0)      # steps from the start


class length(lengths):
    rounds = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(4, hand)
    while all(place[p] < ROAD for p in players()):
        length.rounds += 1
        for p in players(chance(len(players()))):
            a_turn(p)
    end("the mail is in town")


def a_turn(p):
    options = [("ride", c) for c in hand[p]]
    options += [("gallop", c, d) for c in hand[p] for d in hand[p] if c != d and c.suit == d.suit]
    if len(hand[p]) < HAND_LIMIT:
        options.append(("rest",))
    match choose(p, options, say="{0} {1} and {2}") if len(options) > 1 else options[0]:
        case ("ride", c):
            move(p, c.rank + bonus(p, c))
            used.put(c)
        case ("gallop", c, d):
            move(p, c.rank + d.rank + bonus(p, c))
            used.put(c)
            used.put(d)
        case ("rest",):
            for _ in range(min(DRAWN, HAND_LIMIT - len(hand[p]))):
                draw_card(p)


def bonus(p, c):
    return GROUND_BONUS if c.suit == GROUNDS[place[p] // 3 % 3] else 0


def move(p, steps):
    place[p] += steps
    if any(place[q] == place[p] for q in others(p)):
        tally("slipstreams")
        place[p] += SLIPSTREAM


def draw_card(p):
    if len(deck) == 0:
        deck.put(used)
        deck.shuffle()
    deck.draw(hand[p])


def score(p):
    return place[p], len(hand[p]), sum([c.rank for c in hand[p]])


def worth(p):
    """Steps, and the cards in the hand, which are worth less near the town."""
    left = max(0, ROAD - place[p])
    return 10 * place[p] + min(8, left // 2) * sum([c.rank - 1 for c in hand[p]])
