"""Hit and pass: the most cards win.

A card-pile game for two to eight by Gregor Richards, Joel Langley and Sheldon O'Brien. Your *pipe*
is the pile in front of you, THE pipe the one in the middle, the *stash* the draw pile and the
*resin* the discard pile.

Draw cards by the top card of your own pipe, as one stack whose last card is on top. Place it on
your own pipe or on THE pipe. If the top card there was higher, it goes under the stack, and your
neighbour gets all of it, on top of its pipe or at the bottom. A stack with a high card on top that
stays on THE pipe flips it into the resin. When the stash is empty, the resin becomes the new one;
the second time the game is over.
"""
from fairdeal import *

game("Crackpipe", players=(2, 8), summary="draw by the top card of your pipe, keep what you need "
     "not pass; the most cards win")

DECKS = knob(0, low=0, high=4, help="decks shuffled together; 0 is one for every two players, "
             "rounded down")
JOKERS_PER_DECK = knob(2, low=0, high=4, help="Jokers in each deck")
HIT_TABLE = knob([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4], low=1, high=8,
                 help="cards drawn by the top card of one's own pipe: none, 2 to 10, J, Q, K, A, "
                 "Joker")
CHERRY = knob(False, help="a player who is passed cards and a Joker off THE pipe must put them on "
              "top")
JOKER_FLIPS = knob(not CHERRY, help="a Joker placed on THE pipe flips it into the resin")
FLIP_FROM = knob("Q", choices=["J", "Q", "K", "A"], help="lowest rank that flips THE pipe into the "
                 "resin; Jokers go by joker_flips")
PASS_DIRECTION = knob("counterclockwise", choices=["counterclockwise", "clockwise"],
                      help="the player who is passed cards: the one before in turn order, or the "
                      "one after")
PASSES_OVER_STASH = knob(2, low=1, high=10, help="how often the stash is emptied before the game "
                         "ends; before that, the resin is shuffled into it, and an empty resin "
                         "ends the game")
FIRST_PLAYER_TIE = knob("seat", choices=["seat", "random"], help="the first player if several have "
                        "the highest first card: the lowest of these seats, or one of them at "
                        "random")
FINISH_LAST_TURN = knob(True, help="the cards that empty the stash for the last time are still "
                        "placed; false: they are not counted")
PLACE_POINTS = knob(0, low=-10, high=10, help="cards added to a player's score at the end for each "
                    "place behind the first player")
MAX_TURNS = knob(100000, low=1, high=1000000, help="turns after which the game ends unfinished")

preset("double", HIT_TABLE=[1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5],
       help="Double Crackpipe: larger hits")
preset("cherry", CHERRY=True, help="a Joker does not flip THE pipe, and cards passed with it go on "
       "top")
preset("double-cherry", HIT_TABLE=[1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5], CHERRY=True,
       help="Double Crackpipe with the Cherry")

RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
         "J": 11, "Q": 12, "K": 13, "A": 14}
JOKER = 15
LOWEST_FLIP = RANKS[FLIP_FROM]
decks = DECKS if DECKS > 0 else max(1, len(players()) // 2)
ALL = cards(["clubs", "diamonds", "hearts", "spades"], RANKS, copies=decks)
JOKERS = card("Joker", copies=JOKERS_PER_DECK * decks, suit="none", rank=JOKER)

stash = zone(nobody)
resin = zone(everyone)
the_pipe = zone(everyone)
pipe = each_player(zone, everyone)
stack = each_player(zone, owner)


class now(numbers):
    emptied = 0     # how often the stash was emptied
    _first = 0      # the player who went first


class length(lengths):
    turns = 0


def play():
    stash.put(ALL)
    stash.put(JOKERS)
    stash.shuffle()
    stash.draw(the_pipe)
    stash.deal(1, pipe)
    p = highest_pipe()
    now._first = p
    first_player(p)
    while True:
        if len(stash) == 0:
            over()
        if length.turns == MAX_TURNS:
            unfinished("too many turns")
        length.turns += 1
        take_a_hit(p)
        place(p)
        p = after(p)


def highest_pipe():
    highest = max([pipe[p].top.rank for p in players()])
    level = [p for p in players() if pipe[p].top.rank == highest]
    if FIRST_PLAYER_TIE == "random" and len(level) > 1:
        return level[chance(len(level))]
    return level[0]


def take_a_hit(p):
    """Draws the stack. If the stash is empty then, the resin becomes the new one, or it was the
    last time.
    """
    for _ in range(min(hit(p), len(stash))):
        stash.draw(stack[p])
    if len(stash) == 0:
        now.emptied += 1
        if now.emptied < PASSES_OVER_STASH and len(resin) > 0:
            stash.put(resin)
            stash.shuffle()
        if len(stash) == 0 and not FINISH_LAST_TURN:
            over()


def over():
    if now.emptied == PASSES_OVER_STASH:
        end("stash emptied")
    end("resin empty")


def hit(p):
    if len(pipe[p]) == 0:
        return HIT_TABLE[0]
    return HIT_TABLE[pipe[p].top.rank - 1]


def place(p):
    own = choose(p, ["own", "the"]) == "own"
    onto = pipe[p] if own else the_pipe
    if len(onto) > 0 and onto.top.rank > stack[p].top.rank:
        must_top = CHERRY and not own and onto.top.rank == JOKER
        stack[p].put_below(onto.top)
        pass_on(p, before(p) if PASS_DIRECTION == "counterclockwise" else after(p), must_top)
    else:
        flips = not own and flips_the_pipe(stack[p].top.rank)
        onto.put(stack[p])
        if flips:
            resin.put(the_pipe)


def flips_the_pipe(rank):
    return JOKER_FLIPS if rank == JOKER else rank >= LOWEST_FLIP


def pass_on(p, receiver, must_top):
    """The receiver puts the stack on top or at the bottom, and is not asked if that is the same."""
    show(stack[p])
    if must_top or same_at_both_ends(p, receiver) or choose(receiver, ["top", "bottom"]) == "top":
        pipe[receiver].put(stack[p])
    else:
        pipe[receiver].put_below(stack[p])


def same_at_both_ends(p, receiver):
    passed = [c.name for c in stack[p]]
    there = [c.name for c in pipe[receiver]]
    return passed + there == there + passed


def score(p):
    place = (p - now._first) % len(players())
    return len(pipe[p]) + PLACE_POINTS * place
