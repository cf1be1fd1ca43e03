"""What each player may think: the positions that agree with all that it saw, by enumeration.

    python3 tests/gamefile/worlds.py tests/gamefile/tiny/giving.py --games 3 --seed 1 --players 2

Plays games of a file with a tiny deck. At every decision it finds all positions that agree with
what the deciding player has seen: it plays all shuffles, all cards drawn at random and all choices
that this player did not see, and keeps those in which it would have seen the same. Writes the games
in the form of `fairdeal.py --replay`, with one key more:

    "worlds": [["deck: 1a 3b; hand[0]: 2a; hand[1]: 1b", ...], ...]

one list for each decision, and in it each position once: the cards of every zone, sorted.

A player sees which card moves if it sees one of the two zones, and always how many move and between
which zones; what it looks at, and what is shown; shuffles, but not the order of a hidden zone; and
the choices of others, unless they are `seen_by=owner`, or made at the same time as its own.
"""

import argparse
import json
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HOME / "games"))
import fairdeal  # noqa: E402


class Other(BaseException):
    """This player would have seen something else."""


class Sight:
    """What one player sees, as a list of events; compared with another list if there is one."""

    def __init__(self, seat, expected=None):
        self.seat, self.expected, self.log = seat, expected, []

    def sees(self, zone):
        return zone is not None and (
            zone.seen_by == fairdeal.everyone
            or (zone.seen_by == fairdeal.owner and zone.seat == self.seat)
            or (zone.seen_by == fairdeal.others and zone.seat != self.seat)
        )

    def note(self, *event):
        at = len(self.log)
        if self.expected is not None and (at >= len(self.expected) or self.expected[at] != event):
            raise Other
        self.log.append(event)

    def next(self):
        """The event that comes next in the other list."""
        if len(self.log) >= len(self.expected):
            raise Other
        return self.expected[len(self.log)]


sights = []  # of those who watch the game that is played


def patch():
    """Lets the library tell what happens to those who watch."""
    put, shuffle, pass_on = fairdeal.Zone.put, fairdeal.Zone.shuffle, fairdeal.each_player.pass_on
    put_below = fairdeal.Zone.put_below

    def told_put(zone, some):
        for c in fairdeal._cards(some):
            for sight in sights:
                seen = sight.sees(c.zone) or sight.sees(zone)
                sight.note("move", str(c.zone), str(zone), c.name if seen else "?")
            put(zone, c)

    def told_put_below(zone, some):
        for sight in sights:
            sight.note("below", str(zone))
        put_below(zone, some)

    def told_shuffle(zone):
        shuffle(zone)
        for sight in sights:
            order = [c.name for c in zone._held] if sight.sees(zone) else []
            sight.note("shuffle", str(zone), tuple(order))

    def told_pass_on(zones, by):
        pass_on(zones, by)
        for sight in sights:
            seen = [zone for zone in zones._of if sight.sees(zone)]
            sight.note("pass", by, tuple(tuple(c.name for c in zone) for zone in seen))

    def told_look(seat, some):
        for sight in sights:
            if sight.seat == seat:
                sight.note("look", tuple(c.name for c in fairdeal._cards(some)))

    def told_show(some):
        for sight in sights:
            sight.note("show", tuple(c.name for c in fairdeal._cards(some)))

    def told_choose(seat, options, say="{}", seen_by=fairdeal.everyone):
        fairdeal._w.hidden = seen_by == fairdeal.owner
        chosen = fairdeal._decide(fairdeal._seat(seat), fairdeal._options(seat, options), say)
        for sight in sights:
            seen = sight.seat == seat or seen_by == fairdeal.everyone
            sight.note("choice", seat, fairdeal._text(chosen) if seen else "?")
        return chosen

    def told_together(seats, options_of, say="{}", seen_by=fairdeal.everyone):
        fairdeal._w.hidden = True
        offered = [fairdeal._options(seat, options_of(seat)) for seat in seats]
        chosen = []
        for seat, options in zip(seats, offered):
            chosen.append(fairdeal._decide(seat, options, say))
            for sight in sights:
                if sight.seat == seat:
                    sight.note("choice", seat, fairdeal._text(chosen[-1]))
        for sight in sights:
            texts = [fairdeal._text(c) for c in chosen] if seen_by == fairdeal.everyone else []
            sight.note("all have chosen", tuple(texts))
        return chosen

    fairdeal.Zone.put, fairdeal.Zone.put_below = told_put, told_put_below
    fairdeal.Zone.shuffle, fairdeal.each_player.pass_on = told_shuffle, told_pass_on
    fairdeal.look, fairdeal.show = told_look, told_show
    fairdeal.choose, fairdeal.choose_together = told_choose, told_together


def position(world):
    """The cards of every zone."""
    zones = [f"{z}: {' '.join(sorted(c.name for c in z._held))}" for z in world.zones if z._held]
    return "; ".join(zones)


class Recorder:
    """Plays a game at random, watched by all players."""

    def __init__(self, world, seed, number):
        self.world = world
        self.luck, self.choose = fairdeal.random_game(seed, number, world.n)
        self.decided = []  # for each decision: the seat, and how much it had seen

    def decide(self, seat, options):
        self.decided.append((seat, len(sights[seat].log)))
        return self.choose(seat, options)


class Thinker:
    """All that one player thinks possible: plays every shuffle and every hidden choice."""

    def __init__(self, world, seat, log, decided):
        self.world, self.seat, self.log, self.decided = world, seat, log, decided
        self.worlds = {at: set() for s, at in decided if s == seat}
        self.path = []

    def think(self):
        global sights
        while True:
            self.at = 0
            sights = [Sight(self.seat, self.log)]
            try:
                self.world.play(self, self.decide)
            except Other:
                pass
            del self.path[self.at :]
            while self.path and self.path[-1][0] == self.path[-1][1] - 1:
                self.path.pop()
            if not self.path:
                return self.worlds
            self.path[-1][0] += 1

    def branch(self, count):
        if self.at == len(self.path):
            self.path.append([0, count])
        self.at += 1
        return self.path[self.at - 1][0]

    def shuffle(self, cards):
        cards, order = list(cards), []
        while cards:
            order.append(cards.pop(self.branch(len(cards))))
        return order

    def draw_any(self, cards):
        return cards[self.branch(len(cards))]

    def chance(self, n):
        return self.branch(n)

    def decide(self, seat, options):
        sight = sights[0]
        if seat == self.seat:
            seen = len(sight.log)
            if seen in self.worlds:
                self.worlds[seen].add(position(self.world))
        elif self.world.hidden:
            return self.branch(len(options))
        event = sight.next()
        texts = [fairdeal._text(o) for o in options]
        if event[:2] != ("choice", seat) or event[2] not in texts:
            raise Other
        return texts.index(event[2])


def games(path, players, count, seed):
    global sights
    world = fairdeal.load(path, players)
    if world.twins:
        sys.exit("every card has a name of its own here")
    for number in range(count):
        sights = [Sight(seat) for seat in range(players)]
        recorder = Recorder(world, seed, number)
        played = fairdeal.written(world, recorder.luck, recorder.decide)
        logs, thought = [sight.log for sight in sights], []
        for seat in range(players):
            thought.append(Thinker(world, seat, logs[seat], recorder.decided).think())
        played["worlds"] = [sorted(thought[seat][at]) for seat, at in recorder.decided]
        yield played


def main():
    words = argparse.ArgumentParser(description="Enumerates what players may think.")
    words.add_argument("file")
    words.add_argument("--players", type=int, default=2)
    words.add_argument("--games", type=int, default=3)
    words.add_argument("--seed", type=int, default=1)
    options = words.parse_args()
    patch()
    for played in games(options.file, options.players, options.games, options.seed):
        print(json.dumps(played))


if __name__ == "__main__":
    main()
