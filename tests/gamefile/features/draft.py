"""Take a card, pass the rest on; cards of a table hire each other, one after the other."""
from fairdeal import *

game("Draft", players=(2, 4), summary="cards from a table, passed hands, chained effects")

HAND_SIZE = knob(4, low=1, high=5, help="cards in a first hand")
BONUS = knob([0, 1, 3, 6, 6], low=0, high=20,
             help="points for none, one, two, three and four or more of a guild")
REVERSE = knob(False, help="hands are passed to the right")
require(HAND_SIZE * len(players()) <= 16, "the table has 16 cards")

WORKERS = cards_from("workers.csv")
GUILDS = ["iron", "bread", "faith"]

deck = zone(nobody)
hand = each_player(zone, owner)
taken = each_player(zone, everyone)
queue = zone(everyone)
done = zone(everyone)
secret = each_player(0, owner, low=0, high=2)
used = each(GUILDS, 0)
open_guild = each(GUILDS, True)


class length(lengths):
    takes = 0


def play():
    deck.put(WORKERS)
    deck.shuffle()
    deck.deal(HAND_SIZE, hand)
    for p in players():
        secret[p] = chance(3)
    while any(len(hand[p]) > 0 for p in players()):
        length.takes += 1
        seats = [p for p in players() if hand[p]]
        chosen = choose_together(seats, takes, say="takes {1}")
        for p, option in zip(seats, chosen):
            work(p, option[1])
        hand.pass_on(-1 if REVERSE else 1)
    for name in GUILDS:
        if used[name] == 0:
            open_guild[name] = False


def takes(p):
    return [("take", c) for c in hand[p]]


def work(p, first):
    """A worker may hire another one, and so on: a queue, since functions do not call themselves."""
    queue.put(first)
    while queue:
        c = queue.bottom
        taken[p].put(c)
        used[c.guild] += 1
        tally(c.guild)
        if c.power == "hire":
            cheap = [x for x in hand[p] if x.guild == c.guild]
            if cheap:
                match choose(p, [("hire", x) for x in cheap] + [("no",)]):
                    case ("hire", x):
                        queue.put(x)
                    case _:
                        pass
        elif c.power == "dig" and deck:
            look(p, deck.top)
            if choose(p, ["keep", "bury"], seen_by=owner) == "bury":
                deck.put_below(deck.top)
        elif c.power == "draw" and len(taken[p]) > 1:
            taken[p].draw_any(done)


def score(p):
    points = secret[p]
    for guild in GUILDS:
        if open_guild[guild]:
            n = len([c for c in taken[p] if c.guild == guild])
            points += BONUS[min(n, 4)]
    return (points, len(taken[p]))
