"""Bring a letter to the Princess: 16 cards, each with a power. Love Letter by Seiji Kanai.

One card is laid aside face down, and with two players three more face up. Each player gets a card.
In your turn draw a card, and play one of the two:

8 Princess: you are out. 7 Countess: nothing, but she must be played if you also hold the King or a
Prince. 6 King: exchange hands with another player. 5 Prince: a player, perhaps you, discards its
hand, without its power, and draws a new card (if there is none, the one laid aside); who discards
the Princess is out. 4 Handmaid: until your next turn no card has power over you. 3 Baron: compare
hands with another player in secret; the lower one is out. 2 Priest: look at another player's hand.
1 Guard: name a card other than the Guard; if another player has it, that player is out.

Who is out lays its hand down. If all others are protected, a card does nothing. The round ends when
one player is left, or after a turn when the deck is empty: then the highest hand wins, and among
level hands the highest sum of cards played and discarded.
"""
from fairdeal import *

game("Love Letter", players=(2, 4), summary="one card in your hand, and one to play: find out who "
     "holds what, and keep a high card to the end")

GUARDS = knob(5, low=1, high=8, help="how many Guards the deck has")
SHOWN = knob(3 if len(players()) == 2 else 0, low=0, high=4, help="cards laid aside face up before "
             "the deal")
COUNTESS_FORCED = knob(True, help="who holds the Countess and the King or a Prince must play her")
SUMS_DECIDE = knob(True, help="level hands are decided by the sums of the cards discarded")

ALL = (card("Guard", copies=GUARDS, rank=1) + card("Priest", copies=2, rank=2)
       + card("Baron", copies=2, rank=3) + card("Handmaid", copies=2, rank=4)
       + card("Prince", copies=2, rank=5) + card("King", rank=6) + card("Countess", rank=7)
       + card("Princess", rank=8))
NAMES = ["Priest", "Baron", "Handmaid", "Prince", "King", "Countess", "Princess"]

deck = zone(nobody)
aside = zone(nobody)
shown = zone(everyone)
hand = each_player(zone, owner)
discards = each_player(zone, everyone)
protected = each_player(False)
_excluded = each_player(0)  # bit r is set if all know that the hand is not the card of rank r


class length(lengths):
    turns = 0


def play():
    first_player(0)
    deck.put(ALL)
    deck.shuffle()
    deck.draw(aside)
    for _ in range(SHOWN):
        deck.draw(shown)
    deck.deal(1, hand)
    p = 0
    while len(deck) > 0 and len(players()) > 1:
        a_turn(p)
        p = after(p)
    for q in players():
        show(hand[q])
    if len(players()) == 1:
        end("one player left")
    end("deck empty")


def a_turn(p):
    length.turns += 1
    protected[p] = False
    deck.draw(hand[p])
    _excluded[p] = 0
    c = choose(p, allowed(p), say="plays {}")
    discards[p].put(c)
    if COUNTESS_FORCED and (c.name == "King" or c.name == "Prince"):
        _excluded[p] = 1 << 7
    if c.name == "Princess":
        leave(p)
    elif c.name == "Handmaid":
        protected[p] = True
    elif c.name != "Countess":
        targets = [q for q in others(p) if not protected[q]]
        if c.name == "Prince":
            targets.append(p)
        if targets:
            q = choose(p, targets, say="turns to seat {}") if len(targets) > 1 else targets[0]
            use(p, c.name, q)


def allowed(p):
    if COUNTESS_FORCED and any(c.rank == 5 or c.rank == 6 for c in hand[p]):
        return [c for c in hand[p] if c.name == "Countess"] or list(hand[p])
    return list(hand[p])


def use(p, name, q):
    """The power of player p's card against player q."""
    if name == "Guard":
        guess = choose(p, NAMES, say="says: you have the {}")
        if hand[q].top.name == guess:
            tally("guessed", of="guesses")
            leave(q)
        else:
            _excluded[q] = _excluded[q] | 1 << NAMES.index(guess) + 2
        tally("guesses")
    elif name == "Priest":
        look(p, hand[q])
    elif name == "Baron":
        compare(p, q)
    elif name == "Prince":
        start_anew(q)
    else:  # the King
        own = hand[p].top
        hand[p].put(hand[q])
        hand[q].put(own)
        _excluded[p], _excluded[q] = _excluded[q], _excluded[p]


def compare(p, q):
    look(p, hand[q])
    look(q, hand[p])
    if hand[p].top.rank != hand[q].top.rank:
        winner, loser = (p, q) if hand[p].top.rank > hand[q].top.rank else (q, p)
        _excluded[winner] = _excluded[winner] | (2 << hand[loser].top.rank) - 1
        leave(loser)


def start_anew(q):
    """Discards the hand for a new card."""
    discards[q].put(hand[q])
    _excluded[q] = 0
    if discards[q].top.name == "Princess":
        leave(q)
    elif len(deck) > 0:
        deck.draw(hand[q])
    else:
        aside.draw(hand[q])


def leave(q):
    discards[q].put(hand[q])
    out(q)


def possible(p):
    """Cards that all know not to be in a hand are not."""
    return all(_excluded[p] >> c.rank & 1 == 0 for c in hand[p])


def score(p):
    highest = max([c.rank for c in hand[p]], default=0)
    return highest, sum([c.rank for c in discards[p]]) if SUMS_DECIDE else 0
