"""Choose a plant, pass the others on, and make beds of one colour.

A drafting game for two to four. There are five colours of plants, each with the numbers 1 to 12.
Each player gets a hand of seven. All players choose a card of their hand and lay it face down; then
all show what they chose. It is planted, or sold for coins: only the lowest number of a hand may be
sold, or one of them. The hands are passed to the left and you choose from the next one. The last
card of each hand is thrown away. Then a second hand of seven is dealt and passed to the right.

A bed of one colour scores 1 point for its first plant, 2 for the second and 3 for each further one.
For each colour, the player with the highest sum of numbers gets a prize. Each coin is a point. The
most points win, and among level players the one whose plants have the higher sum of numbers.
"""
from fairdeal import *

game("Tea Garden", players=(2, 4), summary="draft plants for beds of one colour; the highest "
     "numbers win prizes")

HAND_SIZE = knob(7, low=4, high=9, help="cards of a hand")
HANDS = knob(2, low=1, high=3, help="hands that are dealt and passed, one after the other")
PRIZE = knob(5, low=0, high=15, help="points for the highest sum of numbers in a colour")
COINS = knob(4, low=1, high=6, help="points for a plant that is sold")
require(HAND_SIZE * HANDS * len(players()) <= 60, "there are too few plants (hand_size, hands)")

COLOURS = ["blue", "green", "red", "white", "yellow"]
ALL = cards(COLOURS, {str(n): n for n in range(1, 13)})

deck = zone(nobody)
hand = each_player(zone, owner)
planted = each_player(zone, owner)
offered = each_player(zone, owner)
bed = each_player(zone, everyone)
thrown = zone(everyone)
coins = each_player(0)


class length(lengths):
    picks = 0


def play():
    deck.put(ALL)
    deck.shuffle()
    for n in range(HANDS):
        deck.deal(HAND_SIZE, hand)
        for _ in range(HAND_SIZE - 1):
            length.picks += 1
            a_pick(chance(len(players())))
            hand.pass_on(1 if n % 2 == 0 else -1)
        for p in players():
            thrown.put(hand[p])


def a_pick(starter):
    """All choose in secret, so that it does not matter who is asked first."""
    for p in players(starter):
        lowest = min([c.rank for c in hand[p]])
        options = [("plant", c) for c in hand[p]]
        options += [("sell", c) for c in hand[p] if c.rank == lowest]
        match choose(p, options, say="{0} {1}", seen_by=owner):
            case ("plant", c):
                planted[p].put(c)
            case ("sell", c):
                offered[p].put(c)
    for p in players():
        coins[p] += COINS * len(offered[p])
        thrown.put(offered[p])
        bed[p].put(planted[p])


def bed_points(plants):
    return plants if plants < 2 else 3 * plants - 3


def size(p, colour):
    return len([c for c in bed[p] if c.suit == colour])


def numbers_of(p, colour):
    return sum([c.rank for c in bed[p] if c.suit == colour])


def score(p):
    total = coins[p]
    for colour in COLOURS:
        total += bed_points(size(p, colour))
        own = numbers_of(p, colour)
        if own > 0 and all(own > numbers_of(q, colour) for q in others(p)):
            total += PRIZE
    return total, sum([c.rank for c in bed[p]])


def worth(p):
    """The score, with the card that lies face down, and high numbers for prizes."""
    numbers = sum([c.rank for c in bed[p]])
    plants = sum([10 * min(3, size(p, c.suit) + 1) + 3 * c.rank for c in planted[p]])
    beds = sum([bed_points(size(p, colour)) for colour in COLOURS])
    return 10 * (coins[p] + COINS * len(offered[p]) + beds) + plants + 3 * numbers
