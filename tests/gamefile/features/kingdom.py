"""Players build decks from 418 cards: more than a byte can number. Most of them are equal."""
from fairdeal import *

game("Kingdom", players=(2, 4))

MAX_ROUNDS = knob(12, low=4, high=30, help="rounds of the game")

ALL = cards_from("kingdom.csv")
PILES = ["Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Moat", "Smithy", "Market",
         "Thief"]

supply = each(PILES, zone, everyone)
deck = each_player(zone, nobody)
hand = each_player(zone, owner)
discard = each_player(zone, everyone)
table = zone(everyone)


class length(lengths):
    rounds = 0


def play():
    for c in ALL:
        supply[c.name].put(c)
    for p in players():
        for _ in range(7):
            supply["Copper"].draw(deck[p])
        for _ in range(3):
            supply["Estate"].draw(deck[p])
        deck[p].shuffle()
        draw_cards(p, 5)
    while length.rounds < MAX_ROUNDS:
        length.rounds += 1
        for p in players():
            act(p)
            buy(p)
            discard[p].put(table)
            discard[p].put(hand[p])
            draw_cards(p, 5)
        if not supply["Province"]:
            end("no Province is left")


def draw_cards(p, count):
    for _ in range(count):
        if not deck[p]:
            deck[p].put(discard[p])
            deck[p].shuffle()
        if deck[p]:
            deck[p].draw(hand[p])


def act(p):
    while any(c.draws > 0 for c in hand[p]):
        options = [("play", c) for c in hand[p] if c.draws > 0] + [("done",)]
        match choose(p, options, say="{0} {1}"):
            case ("play", c):
                table.put(c)
                draw_cards(p, c.draws)
                if c.name == "Thief":
                    for q in others(p):
                        if len(hand[q]) > 3:
                            lost = hand[q].draw_any(discard[q])
                            show(lost)
            case ("done",):
                return


def buy(p):
    coins = sum(c.coins for c in hand[p]) + sum(c.coins for c in table)
    tops = [supply[name].top for name in PILES if supply[name]]
    options = [("buy", c) for c in tops if c.cost <= coins] + [("keep",)]
    match choose(p, options, say="{0} {1}"):
        case ("buy", c):
            discard[p].put(c)
        case ("keep",):
            return


def score(p):
    own = list(deck[p]) + list(hand[p]) + list(discard[p])
    return sum(c.points for c in own), len(own)


def worth(p):
    own = list(deck[p]) + list(hand[p]) + list(discard[p])
    return sum(4 * c.points + 3 * c.coins + c.draws for c in own)
