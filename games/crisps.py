"""Climb and shed: get rid of your cards first.

A game for two by Shreesh Bhat. Each deal is played in rounds: the leader lays a combination, then
the players take turns to beat the last one, or pass. A pass ends the round, and both players draw a
card: the player who did not pass chooses between the one that lies face up and the unseen one, and
leads the next round. The first player without cards wins the deal and a point.

Combinations are single cards, pairs, runs (ranks in a row, one card each) and stairs (ranks in a
row, two cards each); they are beaten by the same kind and length of the same rank or a higher one.
Triples and quads beat those that contain a Queen, and each other. Suits do not matter.
"""
from fairdeal import *

game("Crisps", players=(2, 2), summary="two players race to shed their cards; each pass gives both "
     "a new one")

POINTS_TO_WIN = knob(3, low=1, high=25, help="deals to win")
HAND_SIZE = knob(12, low=1, high=18, help="cards dealt to each player")
SET_ASIDE = knob(4, low=0, high=20, help="cards out of play, unseen")
COPIES = knob(4, low=1, high=4, help="cards of each rank")
LOW_RANK = knob(2, low=2, high=8, help="lowest rank in the deck")
FACE_UP_DRAW = knob(True, help="one of the two cards gained after a round lies face up")
SPECIAL_RANK = knob("queen", choices=["queen", "jack"], help="the special cards, next above 10")
SPECIAL_IN_RUNS = knob(SPECIAL_RANK == "jack", help="runs and stairs may contain the special rank")
SPECIAL_SETS = knob(False, help="triples and quads of the special rank exist")
SPECIAL_ORDER = knob("length_or_rank", choices=["length_or_rank", "length_then_rank"],
                     help="what beats a triple or quad: more cards or a higher rank; or more "
                     "cards, or the same number of a higher rank")
SPECIAL_BEATS_QUEEN = knob(True, help="a triple or quad beats a standard combination that contains "
                           "the special rank")
LEAD_SPECIAL = knob(True, help="a round may be led with a triple or quad")
LEAD_MAY_PASS = knob(True, help="the player who leads may pass")
FIRST_PASS_ENDS = knob(True, help="a pass ends the round at once; false: the other player may go on, "
                       "and the round ends once both have passed, one after the other")
FOLLOW_EQUAL = knob(True, help="an equal rank may follow; false: only a higher one")
RUN_MIN = knob(3, low=2, high=9, help="cards of the shortest run")
STAIR_MIN = knob(2, low=2, high=9, help="pairs of the shortest stair")
DEAL_STARTER = knob("lowest_score", choices=["lowest_score", "alternate", "winner", "loser"],
                    help="the player who starts later deals; with lowest_score and equal scores, "
                    "the one who did not start the last deal")
FIRST_DRAW = knob("stayer", choices=["stayer", "passer"], help="the player who chooses first among "
                  "the two cards gained: the one who did not pass, or did")
AUTO_SKIP = knob(False, help="a player who certainly cannot follow, by public information, passes "
                 "automatically")
STARTER_CARDS = knob(0, low=-4, high=4, help="extra cards for the player who starts a deal; "
                     "negative: fewer")
MAX_TURNS = knob(2000, low=1, high=1000000, help="decisions in a deal after which the game ends "
                 "unfinished")

require(HAND_SIZE + STARTER_CARDS >= 1, "each hand has at least 1 card (hand_size, starter_cards)")
require(2 * HAND_SIZE + STARTER_CARDS + SET_ASIDE <= COPIES * (12 - LOW_RANK),
        "the deck has too few cards (copies, low_rank) for hand_size, starter_cards and set_aside")

preset("bga", SPECIAL_ORDER="length_then_rank", LEAD_MAY_PASS=False,
       help="as on Board Game Arena: no passing on the lead, specials ordered by length first")
preset("bga-no-face-up", SPECIAL_ORDER="length_then_rank", LEAD_MAY_PASS=False, FACE_UP_DRAW=False,
       help='Board Game Arena with "No face-up draw"')
preset("bga-jacks", SPECIAL_ORDER="length_then_rank", LEAD_MAY_PASS=False, SPECIAL_RANK="jack",
       help='Board Game Arena with "Special rank runs": Jacks instead of Queens, allowed in runs')

SPECIAL = 11
LAST_IN_RUNS = SPECIAL if SPECIAL_IN_RUNS else 10
RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}
PLAIN = cards([""], RANKS, copies=COPIES)
SPECIALS = card("Q" if SPECIAL_RANK == "queen" else "J", copies=COPIES, suit="", rank=SPECIAL)

deck = zone(nobody)
aside = zone(nobody)
face_up = zone(everyone)
hand = each_player(zone, owner)
shown = each_player(zone, everyone)     # the cards of a hand that were taken face up
played = zone(everyone)
points = each_player(0)


class now(numbers):
    kind = "none"       # the combination to beat; none: a lead is due
    low = 0             # its lowest rank
    high = 0            # its highest rank
    _passed = False     # was the last decision of the round a pass?
    _turns = 0          # decisions in this deal


class length(lengths):
    plays = 0
    rounds = 0
    deals = 0


def play():
    starter = 0
    while True:
        winner = a_deal(starter)
        points[winner] += 1
        if points[winner] == POINTS_TO_WIN:
            end("points reached")
        starter = next_starter(starter, winner)


def next_starter(starter, winner):
    if DEAL_STARTER == "winner":
        return winner
    if DEAL_STARTER == "loser":
        return after(winner)
    if DEAL_STARTER == "alternate" or points[0] == points[1]:
        return after(starter)
    return 0 if points[0] < points[1] else 1


def a_deal(starter):
    """Plays a deal; returns who wins it."""
    length.deals += 1
    now._turns = 0
    hand_out(starter)
    leader = starter
    while True:
        if FACE_UP_DRAW and len(deck) > 0:
            deck.draw(face_up)
        leader = a_round(leader)
        if is_done(leader):
            return leader
        gain(leader if FIRST_DRAW == "stayer" else after(leader))


def hand_out(starter):
    deck.put([c for c in PLAIN if c.rank >= LOW_RANK])
    deck.put(SPECIALS)
    deck.shuffle()
    for _ in range(SET_ASIDE):
        deck.draw(aside)
    for n in range(HAND_SIZE + max(STARTER_CARDS, 0)):
        for p in players():
            if n < HAND_SIZE + (STARTER_CARDS if p == starter else 0):
                deck.draw(hand[p])


def a_round(p):
    """Plays until someone passes; returns who did not, or who has no cards left."""
    length.rounds += 1
    now.kind = "none"
    now._passed = False
    while True:
        check_turns()
        if AUTO_SKIP and now.kind != "none" and not may_follow(p):
            now._turns += 1
            if passes():
                return after(p) if FIRST_PASS_ENDS else p
            p = after(p)
            continue
        now._turns += 1
        match choose(p, combinations(p)):
            case ("pass",):
                if passes():
                    return after(p) if FIRST_PASS_ENDS else p
            case ("single", c):
                lay(p, "single", c.rank, c.rank)
            case ("pair", c):
                lay(p, "pair", c.rank, c.rank)
            case ("triple", c):
                lay(p, "triple", c.rank, c.rank)
            case ("quad", c):
                lay(p, "quad", c.rank, c.rank)
            case ("run", c, last):
                lay(p, "run", c.rank, last.rank)
            case ("stair", c, last):
                lay(p, "stair", c.rank, last.rank)
        if is_done(p):
            return p
        p = after(p)


def passes():
    """Notes a pass; does it end the round?"""
    if FIRST_PASS_ENDS or now._passed:
        return True
    now._passed = True
    return False


def check_turns():
    if now._turns >= MAX_TURNS:
        unfinished("too many turns")


def is_done(p):
    return len(hand[p]) == 0 and len(shown[p]) == 0


def of_rank(p, rank):
    """The cards of this rank in a hand; those that were taken face up are played first."""
    return [c for c in shown[p] if c.rank == rank] + [c for c in hand[p] if c.rank == rank]


def combinations(p):
    """All that the player may do now."""
    found = []
    if now.kind != "none" or LEAD_MAY_PASS:
        found.append(("pass",))
    for low in range(LOW_RANK, SPECIAL + 1):
        same = of_rank(p, low)
        if len(same) >= 1 and fits("single", low, low):
            found.append(("single", same[0]))
        if len(same) >= 2 and fits("pair", low, low):
            found.append(("pair", same[0]))
        if len(same) >= 3 and fits("triple", low, low):
            found.append(("triple", same[0]))
        if len(same) >= 4 and fits("quad", low, low):
            found.append(("quad", same[0]))
        copies = len(same)
        high = low
        while copies >= 1 and high < LAST_IN_RUNS:
            high += 1
            last = of_rank(p, high)
            copies = min(copies, len(last))
            if copies >= 1 and fits("run", low, high):
                found.append(("run", same[0], last[0]))
            if copies >= 2 and fits("stair", low, high):
                found.append(("stair", same[0], last[0]))
    return found


def fits(kind, low, high):
    """Does the combination exist, and may it be led now, or does it beat the one on the table?"""
    if is_special(kind):
        if low == SPECIAL and not SPECIAL_SETS:
            return False
        if now.kind == "none":
            return LEAD_SPECIAL
        if not is_special(now.kind):
            return SPECIAL_BEATS_QUEEN and now.high == SPECIAL
        if kind == now.kind or SPECIAL_ORDER == "length_or_rank":
            return low > now.low or (kind == "quad" and now.kind == "triple")
        return kind == "quad"
    size = high - low + 1
    if kind == "run" and size < RUN_MIN or kind == "stair" and size < STAIR_MIN:
        return False
    if now.kind == "none":
        return True
    if kind != now.kind or size != now.high - now.low + 1:
        return False
    return low > now.low or (FOLLOW_EQUAL and low == now.low)


def is_special(kind):
    return kind == "triple" or kind == "quad"


def copies_of(kind):
    """How many cards of each rank the combination has."""
    if kind == "single" or kind == "run":
        return 1
    if kind == "pair" or kind == "stair":
        return 2
    return 3 if kind == "triple" else 4


def lay(p, kind, low, high):
    length.plays += 1
    now.kind = kind
    now.low = low
    now.high = high
    now._passed = False
    for rank in range(low, high + 1):
        played.put(of_rank(p, rank)[:copies_of(kind)])


def gain(first):
    """Both players get a card; the first one chooses: the card face up, or the unseen one."""
    second = after(first)
    if len(face_up) == 0:
        for p in [first, second]:
            if len(deck) > 0:
                deck.draw(hand[p])
    elif len(deck) == 0:
        face_up.draw(shown[first])
    else:
        check_turns()
        now._turns += 1
        if choose(first, [("take", "face_up"), ("take", "pile")])[1] == "face_up":
            face_up.draw(shown[first])
            deck.draw(hand[second])
        else:
            deck.draw(hand[first])
            face_up.draw(shown[second])


def may_follow(p):
    """Could a hand that p may have, by what both players see, beat the combination?"""
    for low in range(LOW_RANK, SPECIAL + 1):
        for kind in ["single", "pair", "triple", "quad"]:
            if fits(kind, low, low) and may_have(p, kind, low, low):
                return True
        for high in range(low + 1, LAST_IN_RUNS + 1):
            for kind in ["run", "stair"]:
                if fits(kind, low, high) and may_have(p, kind, low, high):
                    return True
    return False


def may_have(p, kind, low, high):
    hidden = 0
    for rank in range(low, high + 1):
        gone = list(played) + list(shown[after(p)]) + list(face_up)
        if COPIES - len([c for c in gone if c.rank == rank]) < copies_of(kind):
            return False
        hidden += max(0, copies_of(kind) - len([c for c in shown[p] if c.rank == rank]))
    return hidden <= len(hand[p])


def score(p):
    """The points; while a match is on, fewer cards are better if these are level."""
    return (points[p], -len(hand[p]) - len(shown[p]))
