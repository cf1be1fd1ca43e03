"""Plays the games of the engines again, in the game files of the same games, with plain Python.

    python3 tests/gamefile/replay.py --program target/release/fairdeal [--games 1000] [--rules 100]
        [--game crisps] [--seed 1] [--only-random]

The program writes traces of random games (`fairdeal trace`): for every preset `--games` of them,
and as many again with `--rules` sets of random rules. Each one is played in `games/*.py` with the
same cards and the same choices. At every decision the seat and the set of all options must be the
same, and what the trace tells of hands and piles; at the end the scores, the winners, and whether
the game is unfinished. Prints how many games and decisions were compared, and stops at the first
difference.
"""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HOME / "games"))
import fairdeal  # noqa: E402


class Different(Exception):
    """The file and the engine disagree."""


def check(condition, message):
    if not condition:
        raise Different(message)


def names(cards):
    return [SHORT.get(c.name, c.name) for c in cards]


SHORT = {"Joker": "JK"}


class Replay:
    """One game of an engine: its chance and its choices, given to the file."""

    def __init__(self, world, trace):
        self.world, self.trace, self.file = world, trace, world.file
        self.events, self.at = trace["events"], 0
        self.compared = 0
        self.setup()

    def setup(self):
        """For the games to override: what they remember."""

    def event(self, e):
        """For the games to override: something happened before the next decision."""

    def next(self, kind):
        """The next event of this kind; all before it are told to `event`."""
        while self.at < len(self.events):
            e = self.events[self.at]
            self.at += 1
            if e["e"] == kind:
                return e
            check(e["e"] != "decide", f"the engine decides {e}, the file wants {kind}")
            self.event(e)
        raise Different(f"the file goes on ({kind}), the engine's game is over")

    # Chance

    def order(self, cards):
        """For the games to override: the names of the shuffled cards, the top one first."""
        raise NotImplementedError

    def shuffle(self, cards):
        by_name = {}
        for c in cards:
            by_name.setdefault(names([c])[0], []).append(c)
        order = self.order(cards)
        try:
            top_first = [by_name[name].pop() for name in order]
        except (KeyError, IndexError):
            raise Different(
                f"shuffled are {sorted(names(cards))}, in the engine {sorted(order)}"
            ) from None
        check(
            len(top_first) == len(cards),
            f"shuffled are {len(cards)} cards, in the engine {len(order)}",
        )
        return top_first[::-1]

    # Decisions

    def action(self, seat, option):
        """For the games to override: the engine's text of an option."""
        return fairdeal._text(option)

    def look(self, seat, e):
        """For the games to override: compares the state before a decision."""

    def decide(self, seat, options):
        e = self.next("decide")
        check(seat == e["p"], f"seat {seat} decides, in the engine {e['p']}")
        ours = [self.action(seat, o) for o in options]
        check(
            sorted(ours) == sorted(e["legal"]),
            f"options {sorted(ours)}, in the engine {sorted(e['legal'])}",
        )
        self.look(seat, e)
        self.compared += 1
        return ours.index(e["chosen"])

    def play(self):
        result = self.world.play(self, self.decide)
        for e in self.events[self.at :]:
            check(e["e"] != "decide", f"the file's game is over, the engine decides {e}")
            self.event(e)
        outcome = self.trace["outcome"]
        sign = -1 if self.trace["rules"].get("scoring") == "price_high" else 1
        check(
            [sign * s for s in result["scores"]] == outcome["scores"],
            f"scores {result['scores']}, {outcome}",
        )
        check(result["winners"] == outcome["winners"], f"winners {result['winners']}, {outcome}")
        check(
            result["unfinished"] == outcome["unfinished"],
            f"unfinished {result['unfinished']}, {outcome}",
        )
        self.finish(result)
        return self.compared

    def finish(self, result):
        """For the games to override: compares more of the end."""


def dealt_in_turn(hands):
    """The cards of hands in the order in which they were dealt."""
    return [hand[n] for n in range(max(map(len, hands))) for hand in hands if n < len(hand)]


class Crisps(Replay):
    players = (2, 2)
    max_turns = 90

    def setup(self):
        self.deals = self.plays = self.skips = 0
        self.scores = [0, 0]

    def order(self, cards):
        e = self.next("deal")
        self.deals += 1
        self.hands, self.face_up = [sorted(h) for h in e["hands"]], e["face_up"]
        up = [] if self.face_up is None else [self.face_up]
        self.pile = len(e["pile"])
        return e["set_aside"] + dealt_in_turn(e["hands"]) + up + e["pile"]

    def event(self, e):
        if e["e"] == "draw":
            self.hands[e["p"]].append(e["card"])
            if e["from"] == "pile":
                self.pile -= 1
            else:
                self.face_up = None
        elif e["e"] == "face_up":
            self.face_up = e["card"]
            self.pile -= e["card"] is not None
        elif e["e"] == "deal_end":
            self.scores = e["scores"]
        elif e["e"] == "skip":
            self.skips += 1

    def action(self, seat, option):
        if option[0] in ("run", "stair"):
            return f"{option[0]} {option[1]}-{option[2]}"
        return " ".join(map(str, option))

    def look(self, seat, e):
        f = self.file
        for p in range(2):
            ours = names(f["hand"][p]) + names(f["shown"][p])
            check(
                sorted(ours) == sorted(self.hands[p]),
                f"hand {sorted(ours)}, in the engine {sorted(self.hands[p])}",
            )
            check(f["points"][p] == self.scores[p], "points differ")
        check(
            names(f["face_up"]) == ([] if self.face_up is None else [self.face_up]),
            "the card face up differs",
        )
        check(len(f["deck"]) == self.pile, "the piles have different sizes")
        self.play_of(seat, e["chosen"])

    def play_of(self, seat, chosen):
        kind, _, what = chosen.partition(" ")
        if kind in ("pass", "take"):
            return
        self.plays += 1
        order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Q" if "Q" in chosen else "J"]
        low, _, high = what.partition("-")
        copies = {"single": 1, "pair": 2, "run": 1, "stair": 2, "triple": 3, "quad": 4}[kind]
        for name in order[order.index(low) : order.index(high or low) + 1]:
            for _ in range(copies):
                self.hands[seat].remove(name)

    def finish(self, result):
        check(result["lengths"]["plays"] == self.plays, "the numbers of plays differ")
        check(result["lengths"]["deals"] == self.deals, "the numbers of deals differ")


class Crackpipe(Replay):
    players = (2, 8)
    max_turns = 60

    def setup(self):
        self.resin, self.turns, self.stack = [], 0, None

    def order(self, cards):
        if self.at == 0:
            e = self.next("setup")
            self.first = e["first"]
            return e["the_pipe"] + [c for pipe in e["pipes"] for c in pipe] + e["stash"]
        e = self.next("reshuffle")
        self.resin = []
        return e["stash"]

    def chance(self, n):
        pipe = self.file["pipe"]
        tops = [pipe[p].top.rank for p in range(self.world.n)]
        level = [p for p, rank in enumerate(tops) if rank == max(tops)]
        check(len(level) == n, "other players are level for the first turn")
        return level.index(self.first)

    def event(self, e):
        if e["e"] == "hit":
            self.turns += 1
            self.stack = (e["p"], e["cards"])
        elif e["e"] == "pass":
            self.stack, self.receiver = (e["from"], e["cards"]), e["to"]
        elif e["e"] == "flip":
            self.resin += e["cards"]

    def look(self, seat, e):
        p, cards = self.stack
        check(
            names(self.file["stack"][p]) == cards,
            f"stack {names(self.file['stack'][p])}, in the engine {cards}",
        )
        if e["legal"][0] in ("own", "the"):
            check(seat == p, "another player hits")
            check(self.file["length"].turns == self.turns, "the numbers of turns differ")
        else:
            check(seat == self.receiver, "another player receives")
        check(sorted(names(self.file["resin"])) == sorted(self.resin), "the resin differs")

    def finish(self, result):
        check(result["lengths"]["turns"] == self.turns, "the numbers of turns differ")
        check(result["first_player"] == self.first, "the first players differ")


class Scrip(Replay):
    players = (2, 4)
    max_turns = 40

    def setup(self):
        self.shuffles, self.seen = 0, []

    def order(self, cards):
        self.shuffles += 1
        if self.shuffles == 1:
            e = self.next("setup")
            self.piles = [hand + pile for hand, pile in zip(e["hands"], e["draw_piles"])]
            return dealt_in_turn(self.piles) + e["market"] + e["stockpile"]
        if self.shuffles <= 1 + self.world.n:
            return self.piles[self.shuffles - 2]
        return self.next("shuffle")["draw_pile"]

    def event(self, e):
        self.seen.append(e)

    def look(self, seat, e):
        for seen in self.seen:
            if seen["e"] == "draw":
                check(names(self.file["hand"][seen["p"]]) == seen["cards"], f"hand differs: {seen}")
            elif seen["e"] == "refill":
                check(
                    seen["card"] in names(self.file["market"]), f"the market has no {seen['card']}"
                )
        self.seen = []

    def action(self, seat, option):
        kind = option[0]
        if kind == "exchange":
            return f"exchange {option[1]} for {option[2]}"
        if kind == "buy":
            spades = [c for c in self.file["hand"][seat] if c.suit == "spades"]
            paid = [c.name for i, c in enumerate(spades) if option[2] >> i & 1]
            order = ["AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S"]
            return f"buy {option[1]} with {'+'.join(sorted(paid, key=order.index))}"
        return " ".join(map(str, option))


class CryptoCards(Replay):
    players = (1, 6)
    max_turns = 30

    def setup(self):
        self.shuffles, self.jokers, self.mined = 0, 0, []

    def order(self, cards):
        self.shuffles += 1
        if self.shuffles == 1:
            e = self.next("setup")
            self.deck = e["deck"]
            return dealt_in_turn(e["hands"]) + [c for c in self.deck if c != "JK"]
        return self.deck

    def event(self, e):
        if e["e"] == "joker":
            self.jokers += 1
        else:
            self.mined.append((e["p"], e["card"]))

    def look(self, seat, e):
        check(len(self.file["aside"]) == self.jokers, "the numbers of Jokers differ")
        for p, card in self.mined:
            check(
                card in names(self.file["hand"][p]),
                f"seat {p} does not have the {card} that it mined",
            )
        self.mined = []

    def action(self, seat, option):
        if option[0] == "face":
            return f"face {option[1]} sell {option[2]}"
        return " ".join(map(str, option))

    def finish(self, result):
        details = self.trace["outcome"]["details"]
        ours = [
            dict(zip(("cards", "faces", "sum"), self.file["score"](p)[1:]))
            for p in range(self.world.n)
        ]
        check(ours == details, f"details {ours}, in the engine {details}")


GAMES = {"crisps": Crisps, "crackpipe": Crackpipe, "scrip": Scrip, "crypto-cards": CryptoCards}
PRESETS = {
    "crisps": ["designer", "bga", "bga-no-face-up", "bga-jacks"],
    "crackpipe": ["designer", "double", "cherry", "double-cherry"],
    "scrip": ["designer", "no-steal", "no-counter", "no-exchange", "no-bonus"],
    "crypto-cards": [
        "designer",
        "sell-first",
        "multi-sell",
        "late-faces",
        "multi-sell-late",
        "buy-back",
        "price-low",
        "price-high",
    ],
}
HITS = ["none", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "joker"]
NAMED_HITS = {
    "base": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4],
    "double": [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5],
}


def settings_of(rules):
    """The knobs of the file for the rules that a trace tells."""
    settings = dict(rules)
    hits = settings.get("hit_table")
    if hits is not None:
        settings["hit_table"] = (
            NAMED_HITS[hits] if isinstance(hits, str) else [hits[key] for key in HITS]
        )
    return settings


def arguments_of(world):
    """The rules of the file as arguments of the program."""
    for name, value in world.knobs.items():
        if isinstance(value, bool):
            value = str(value).lower()
        elif isinstance(value, list):
            value = "{" + ", ".join(f'"{key}" = {hit}' for key, hit in zip(HITS, value)) + "}"
        yield from ("--set", f"{name.lower()}={value}")


class Comparison:
    def __init__(self, program, game):
        self.program, self.game = program, game
        self.path = str(HOME / "games" / f"{game.replace('-', '_')}.py")
        self.games = self.decisions = self.ends = 0

    def compare(self, players, arguments, games, seed, preset=None):
        command = [
            self.program,
            "trace",
            self.game,
            "--players",
            str(players),
            "--games",
            str(games),
            "--seed",
            str(seed),
            *arguments,
        ]
        traces = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        world, rules = None, None
        for line in traces.stdout:
            trace = json.loads(line)
            if trace["rules"] != rules:
                rules = trace["rules"]
                world = fairdeal.load(self.path, players, settings_of(rules))
                if preset is not None:
                    named = fairdeal.load(self.path, players, preset=preset).knobs
                    check(
                        {**named, "DECKS": 0} == {**world.knobs, "DECKS": 0},
                        f"the presets {preset} differ",
                    )
            replay = GAMES[self.game](world, trace)
            try:
                self.decisions += replay.play()
            except (Different, fairdeal.GameFileError) as error:
                done = replay.events[max(0, replay.at - 8) : replay.at + 2]
                sys.exit(
                    f"{error}\n{' '.join(command)} --index {trace['index']}\n"
                    + "\n".join(map(str, done))
                )
            self.games += 1
        warnings = traces.stderr.read()
        if traces.wait() != 0:
            sys.exit(f"{warnings}\n{' '.join(command)}")

    def tell(self, what):
        print(f"{what}: {self.games} games, {self.decisions} decisions, all the same", flush=True)

    def random_rules(self, seed):
        rng = random.Random(f"{seed} {self.game}")
        fewest, most = GAMES[self.game].players
        players = rng.randint(fewest, most)
        given = (
            {"max_turns": rng.randint(1, GAMES[self.game].max_turns)} if rng.random() < 0.3 else {}
        )
        return players, fairdeal.any_rules(self.path, players, rng, given)


def main():
    words = argparse.ArgumentParser(description="Compares the game files with the engines.")
    words.add_argument("--program", required=True, help="the built program")
    words.add_argument("--game", choices=sorted(GAMES), action="append")
    words.add_argument(
        "--games", type=int, default=200, help="games of each preset, and of random rules"
    )
    words.add_argument("--rules", type=int, default=50, help="sets of random rules")
    words.add_argument("--only-random", action="store_true", help="no presets, only random rules")
    words.add_argument("--seed", type=int, default=1)
    options = words.parse_args()
    for game in options.game or GAMES:
        fewest, most = GAMES[game].players
        for preset in [] if options.only_random else PRESETS[game]:
            comparison = Comparison(options.program, game)
            for players in range(fewest, most + 1):
                share = -(-options.games // (most - fewest + 1))
                comparison.compare(players, ["--rules", preset], share, options.seed, preset)
            comparison.tell(f"{game} {preset}")
        comparison = Comparison(options.program, game)
        for number in range(options.rules):
            players, world = comparison.random_rules(f"{options.seed} {number}")
            comparison.compare(
                players, list(arguments_of(world)), -(-options.games // options.rules), number
            )
        comparison.tell(f"{game}, {options.rules} random rules")


if __name__ == "__main__":
    main()
