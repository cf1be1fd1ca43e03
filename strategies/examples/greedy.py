"""A player for every game: greedy by what stands in the names of its actions.

It reads one line a decision and answers with one; docs/external-programs.md says what is in them. Only the standard library is used.
"""

import json
import random
import sys

RANKS = {"J": 11, "Q": 12, "K": 13, "A": 14, "joker": 15, "none": 0}


def rank(card):
    """The rank of a card as a number: of "10S", "QH", "JK" (a Joker), or of "7" and "Q" in Crisps, whose cards have no suits."""
    if card == "JK":
        return 15
    name = card.rstrip("CDHS")
    return RANKS.get(name) or int(name)


def crisps(action, view):
    """Plays the most cards, of these the lowest; passes only when it must."""
    kind, _, cards = action.partition(" ")
    if kind in ("pass", "take"):
        return (0, int(cards == "face_up"))
    lowest, _, highest = cards.partition("-")
    length = rank(highest) - rank(lowest) + 1 if highest else 1
    size = {"single": 1, "pair": 2, "triple": 3, "quad": 4, "run": length, "stair": 2 * length}[kind]
    return (size, -rank(lowest))


def crackpipe(action, view):
    """Keeps what it can keep, and wants a low card on top of its own pipe."""
    if view["asked"] == "put away":
        return action == "top"
    top = rank(view["stack"][-1])
    stays = {pile: not cards or rank(cards[0]) <= top for pile, cards in (("own", own(view)), ("the", view["the_pipe"]))}
    return (stays[action], action == "own")


def own(view):
    """The pipe of the seat that decides: in Crackpipe it is its turn, whenever it places."""
    return view["pipes"][view["turn_of"]]


def scrip(action, view):
    """Buys the highest card, exchanges upwards, steals and counters whenever it can."""
    kind, _, rest = action.partition(" ")
    if kind == "exchange":
        return (2, rank(rest.split(" for ")[1]))
    return ({"buy": 3, "counter": 1, "steal": 1}.get(kind, 0), rank(rest.split(" ")[0]) if rest else 0)


def crypto_cards(action, view):
    """Sells the highest card that it can, with a face card if it must; transfers the lowest."""
    kind, _, rest = action.partition(" ")
    if kind == "transfer":
        return (0, -rank(rest))
    return ({"sell": 3, "also": 3, "face": 2, "keep": 1}.get(kind, 0), rank(rest.split(" ")[-1]) if rest else 0)


WORTH = {"crisps": crisps, "crackpipe": crackpipe, "scrip": scrip, "crypto-cards": crypto_cards}


def main():
    worth = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            if message["protocol"] != 1:
                sys.exit(f"protocol {message['protocol']} is not known here")
            worth = WORTH[message["game"]]
        else:
            view = message["view"]
            best = max(worth(action, view) for action in message["legal"])
            equal = sorted(action for action in message["legal"] if worth(action, view) == best)
            # The seed of the decision makes what is random the same in every run.
            action = random.Random(message["seed"]).choice(equal)
            # With the id of the question, an answer is never taken for that to another one.
            print(json.dumps({"action": action, "id": message["id"]}), flush=True)


if __name__ == "__main__":
    main()
