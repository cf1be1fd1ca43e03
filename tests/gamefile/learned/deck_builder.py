"""Buy cards from a common market into your own deck: a small deck-builder.

Each player begins with a deck of six Pennies and two Farms. In your turn you have a hand of five
cards. First play actions, as many as you like: they draw cards, scrap a card of your hand for good,
or make others with more than three cards lose one at random. Then all your cards, played or in
hand, give coins, and you may buy up to three cards of the market; each goes to your discards, and
the top card of the market deck takes its place. At the end of your turn discard all and draw five
cards; if your deck is empty, your discards are shuffled. The game ends after a number of rounds, or
when the market is empty. The most points win, and among level players the smaller deck.
"""
from fairdeal import *

game("Market Town", players=(2, 4), summary="buy cards from a common market into your deck; in the "
     "end only points count")

ROUNDS = knob(9 + 12 // len(players()), low=2, high=30, help="rounds of the game")
HAND_SIZE = knob(5, low=3, high=7, help="cards drawn at the end of a turn")
MARKET_SIZE = knob(5, low=2, high=8, help="open cards of the market")
PENNIES = knob(6, low=5, high=10, help="Pennies in a first deck")
FARMS = knob(2, low=0, high=4, help="Farms in a first deck")
MOST_BOUGHT = knob(3, low=1, high=10, help="cards that a player may buy in a turn, at most")
ROBBERS = knob(3, low=0, high=6, help="Robbers in the market deck")
preset("peaceful", ROBBERS=0, help="no card does anything to other players")

N = len(players())
PENNY = card("Penny", copies=PENNIES * N, cost=0, coins=1, draws=0, points=0, power="none")
FARM = card("Farm", copies=FARMS * N, cost=0, coins=0, draws=0, points=1, power="none")
MARKET = (
    card("Shilling", copies=7, cost=3, coins=2, draws=0, points=0, power="none")
    + card("Crown", copies=5, cost=6, coins=3, draws=0, points=0, power="none")
    + card("Peddler", copies=4, cost=3, coins=1, draws=1, points=0, power="none")
    + card("Scholar", copies=4, cost=4, coins=0, draws=2, points=0, power="none")
    + card("Fair", copies=3, cost=5, coins=2, draws=1, points=0, power="none")
    + card("Furnace", copies=4, cost=2, coins=0, draws=1, points=0, power="scrap")
    + card("Robber", copies=ROBBERS, cost=4, coins=2, draws=0, points=0, power="rob")
    + card("Garden", copies=6, cost=4, coins=0, draws=0, points=2, power="none")
    + card("Manor", copies=5, cost=6, coins=0, draws=0, points=4, power="none")
    + card("Castle", copies=4, cost=8, coins=0, draws=0, points=6, power="none"))

market_deck = zone(nobody)
market = zone(everyone)
deck = each_player(zone, nobody)
hand = each_player(zone, owner)
table = zone(everyone)
discards = each_player(zone, everyone)
scrapped = zone(everyone)


class now(numbers):
    coins = 0       # that are left to the player who buys


class length(lengths):
    rounds = 0


def play():
    first_player(0)
    set_up()
    while length.rounds < ROUNDS:
        length.rounds += 1
        for p in players():
            act(p)
            buy(p)
            discards[p].put(table)
            discards[p].put(hand[p])
            draw_cards(p, HAND_SIZE)
            if not market:
                end("the market is empty")
    end("all rounds played")


def set_up():
    market_deck.put(MARKET)
    market_deck.shuffle()
    for _ in range(MARKET_SIZE):
        market_deck.draw(market)
    for p in players():
        deck[p].put(PENNY[p * PENNIES:(p + 1) * PENNIES] + FARM[p * FARMS:(p + 1) * FARMS])
        deck[p].shuffle()
        draw_cards(p, HAND_SIZE)


def draw_cards(p, n):
    for _ in range(n):
        if not deck[p]:
            deck[p].put(discards[p])
            deck[p].shuffle()
        if deck[p]:
            deck[p].draw(hand[p])


def act(p):
    """Plays actions: cards that draw others, or have a power."""
    while any(is_action(c) for c in hand[p]):
        options = [("play", c) for c in hand[p] if is_action(c)] + [("done",)]
        match choose(p, options, say="{0} {1}"):
            case ("play", c):
                table.put(c)
                draw_cards(p, c.draws)
                use(p, c.power)
            case ("done",):
                return


def is_action(c):
    return c.draws > 0 or c.power != "none"


def use(p, power):
    if power == "scrap" and hand[p]:
        match choose(p, [("scrap", c) for c in hand[p]] + [("keep",)], say="{0} {1}"):
            case ("scrap", c):
                scrapped.put(c)
            case ("keep",):
                return
    elif power == "rob":
        for q in others(p):
            if len(hand[q]) > 3:
                hand[q].draw_any(discards[q])


def buy(p):
    now.coins = sum([c.coins for c in list(table) + list(hand[p])])
    for _ in range(MOST_BOUGHT):
        offers = [c for c in market if c.cost <= now.coins]
        if not offers:
            return
        match choose(p, [("buy", c) for c in offers] + [("done",)], say="{0} {1}"):
            case ("buy", c):
                now.coins -= c.cost
                discards[p].put(c)
                if market_deck:
                    market_deck.draw(market)
            case ("done",):
                return


def own_cards(p):
    return list(deck[p]) + list(hand[p]) + list(discards[p])


def score(p):
    return sum([c.points for c in own_cards(p)]), -len(own_cards(p))


def worth(p):
    """Coins and draws are worth something as long as rounds are left."""
    left = ROUNDS - length.rounds
    return sum([8 * c.points + left * (2 * c.coins + c.draws) for c in own_cards(p)])
