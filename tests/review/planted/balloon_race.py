"""Rise with your balloon, and be the highest when the sun goes down.

Each player has a hand of four cards, in three colours and numbered from 1 to 6. The weather of this
round and of the next one lie open: each is one of the colours. In your turn play a card. Your
balloon rises by its number, and by twice its number if it has the colour of the weather; then draw
a card. At the end of a round the wind carries the lower balloons up: they gain a part of what they
are behind the highest one. The start of a round passes from player to player. After the last round
the highest balloon wins, and among level ones that of the player with the better hand.
"""
from fairdeal import *

game("Balloon Race", players=(2, 4), summary="rise with cards that suit the weather")

ROUNDS = knob(10, low=5, high=12, help="rounds of the game")
HAND_SIZE = knob(4, low=2, high=6, help="cards in a hand")
FITTING = knob(2, low=1, high=3, help="how many times a card counts in fitting weather")
UPWIND = knob(90, low=0, high=100, help="what lower balloons gain after a round, in hundredths "
              "of their distance to the highest one")

COLOURS = ["red", "white", "blue"]
ALL = cards(COLOURS, {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}, copies=4)
SKIES = [c for s in COLOURS for c in card(s, copies=5, sky=s)]

deck = zone(nobody)
skies = zone(nobody)
weather = zone(everyone)
past = zone(everyone)
hand = each_player(zone, owner)
played = zone(everyone)
points = each_player(0)     # how high a balloon is


class length(lengths):
    rounds = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    skies.put(SKIES)
    skies.shuffle()
    skies.draw(weather)
    start = chance(len(players()))
    for i in range(ROUNDS):
        length.rounds += 1
        skies.draw(weather)
        for p in players((start + i) % len(players())):
            fly(p)
        past.put(weather.bottom)
        highest = max(points)
        for p in players():
            points[p] += (highest - points[p]) * UPWIND // 100


def fly(p):
    c = choose(p, list(hand[p]), say="plays {}")
    fits = c.suit == weather.bottom.sky
    tally("cards played")
    if fits:
        tally("fitting cards", of="cards played")
    points[p] += c.rank * (FITTING if fits else 1)
    played.put(c)
    deck.draw(hand[p])


def score(p):
    return points[p], sum([c.rank for c in hand[p]])
