"""Bid in secret for the lots on the quay, and collect a colour.

A bidding game for three or four. Every player has eight bids. Their numbers are all different; they
are dealt in bands, so that everyone has one of the lowest, one of the next ones, and so on up to
the highest. There are 16 lots worth 1 to 16 points, in four colours. In each round two lots are
turned up. All players lay a bid face down and show them together. The highest bid takes the lot of
its choice, and the next highest the other one. Bids are used once.

The game ends after seven rounds, with a bid left over for each player. Three lots of a colour, or
more, bring a bonus. The most points win; among level players the one with the more valuable best
lot.
"""
from fairdeal import *

game("Harbour Lots", players=(3, 4), summary="bid in secret for two lots at a time; each bid is "
     "used once")

BIDS = knob(8, low=4, high=8, help="how many bids each player has")
SET_SIZE = knob(3, low=2, high=4, help="lots of a colour that bring the bonus")
SET_BONUS = knob(8, low=0, high=20, help="points for so many lots of a colour")

COLOURS = ["amber", "blue", "crimson", "dun"]
LOTS = [card("lot " + str(n), colour=COLOURS[n % 4], value=n)[0] for n in range(1, 17)]
ALL = [card("bid " + str(n), colour="none", value=n)[0]
       for n in range(1, BIDS * len(players()) + 1)]

lots = zone(nobody)
quay = zone(everyone)
bids = zone(nobody)
hand = each_player(zone, owner)
bid = each_player(zone, owner)
used = zone(everyone)
goods = each_player(zone, everyone)


class length(lengths):
    rounds = 0


def play():
    lots.put(LOTS)
    lots.shuffle()
    for band in range(BIDS):
        bids.put(ALL[band * len(players()):(band + 1) * len(players())])
        bids.shuffle()
        bids.deal(1, hand)
    for _ in range(BIDS - 1):
        length.rounds += 1
        lots.draw(quay)
        lots.draw(quay)
        for p in players(chance(len(players()))):
            bid[p].put(choose(p, list(hand[p]), say="bids {}", seen_by=owner))
        award()


def award():
    """It did not matter who was asked first: nobody saw the bids of the others."""
    for p in players():
        show(bid[p])
    order = sorted(players(), key=lambda p: bid[p].top.value, reverse=True)
    goods[order[0]].put(choose(order[0], list(quay), say="takes {}"))
    goods[order[1]].put(quay)
    for p in players():
        used.put(bid[p])


def score(p):
    total = sum([c.value for c in goods[p]])
    for colour in COLOURS:
        if len([c for c in goods[p] if c.colour == colour]) >= SET_SIZE:
            total += SET_BONUS
    return total, max([c.value for c in goods[p]], default=0)


def worth(p):
    """Points, and a bid that goes with the lots on the quay."""
    pairs = sum([sum([10 for d in goods[p] if d.colour == c.colour]) for c in goods[p]])
    wanted = sum([c.value for c in quay]) * BIDS * len(players()) // 34
    lying = -3 * sum([abs(b.value - wanted) for b in bid[p]])
    return 10 * score(p)[0] + pairs + lying
