"""What a game file may use, in plain Python: the reference of the language, and a slow way to play.

    python3 games/fairdeal.py games/whist.py --games 1000 --seed 1 --players 4
        [--preset NAME] [--set hand_size=3] [--any-rules] [--show]

plays games at random and prints who won, how long they were and how they ended. `--any-rules` draws
new values for all knobs before each game. `--show` tells every decision.

    python3 games/fairdeal.py games/whist.py --replay < given.jsonl > played.jsonl
    python3 games/fairdeal.py games/whist.py --write --games 20 --seed 1 --players 4 > played.jsonl

Games as JSON, one a line, so that another program can be compared with this one. `--replay` plays
games that are given, each with these keys:

    {"players": 4,                      how many players
     "knobs": {"hand_size": 3},         values of knobs; those left out have their defaults
     "random": [[7, 0, 4, 1], 2, 5],    what chance did, in the order in which the file asks for it
     "choices": [0, 3, 1]}              for every decision the index of the option that is taken

In `random`, a shuffle is a list: the numbers of the zone's cards from the bottom to the top, as
they lie after it. `draw_any` is the number of the card that is drawn, and `chance(n)` is its
result. Cards are numbered from 0 in the order in which the file declares them.

The answer to each game is one line with the same keys and these:

    {"decisions": [[seat, ["sell 7H", "keep"], 1], ...]    seat, options, index of the one taken
     "scores": [3, 1], "winners": [0],                     the first part of a score that is a tuple
     "reason": "played to the end", "unfinished": false, "first_player": 0,
     "lengths": {"decisions": 2, "tricks": 1}, "tallies": {"trumped": 1},
     "worth": [1, 0]}                                      at the end, if the file has the function

An option is told as its parts with spaces between them: numbers and names as they are, zones as
"trick" or "hand[1]", and cards by their name; a card that has a twin with the same name and
attributes also has its number, as in "Joker#52". Options that are equal are told once. A game that
stops with an error has `"error": "whist.py:31: ..."`, `"lines": [12, 31]`, where the statements
begin that were at work, and what was played until then.

`--write` plays games at random and writes them in the same form, so each line can be given to
`--replay` again.
"""

import argparse
import ast
import csv
import json
import math
import os
import random
import signal
import sys
import traceback
from collections import Counter

__all__ = [
    "game", "knob", "preset", "cards", "card", "cards_from", "zone", "each_player", "each",
    "numbers", "lengths", "require", "nobody", "owner", "everyone", "players", "others", "after",
    "before", "out", "is_out", "team", "choose", "choose_together", "end", "lost",
    "unfinished", "first_player", "chance", "tally", "look", "show",
]

nobody, owner, everyone = "nobody", "owner", "everyone"

MOST_PLAYERS, MOST_CARDS, MOST_ZONES, MOST_KNOBS = 8, 1023, 500, 64
MOST_OPTIONS, MOST_PARTS, MOST_DECISIONS = 10_000, 7, 100_000
MOST_IN_TABLE = 16  # numbers of a knob that is a list
MOST_SCORE, MOST_LENGTH, MOST_TALLIED = 10**12, 2**32, 10**12
LOOK_EVERY = 32  # decisions, after which `possible` is asked again
SECONDS = 120  # of one game; the fast program counts steps instead

_w = None  # the World that is declared or played


class GameFileError(Exception):
    """A mistake in a game file, or rules that it refuses."""

    lines = ()  # where the statements begin that were at work
    line = None  # of what the file declares, for a mistake that no line makes


class _Refused(GameFileError):
    """Knob values or a number of players that the file cannot play."""


class _End(BaseException):
    """The end of a game."""

    def __init__(self, reason, winners=None, finished=True, losers=None):
        super().__init__(reason)
        self.reason, self.winners, self.finished = reason, winners, finished
        self.losers = losers


def _check(condition, message, line=None):
    if not condition:
        error = GameFileError(message)
        error.line = line() if line else None
        raise error


def _whole(value):
    return type(value) is int


# ---- The game and its knobs


def game(
    title, players, teams=None, lowest_wins=False, summary="", cooperative=False, aim=None
):
    """Names the game. `players` is the fewest and the most. With `teams`, seat p is of team
    p % teams, and partners win together; in a `cooperative` game all are partners. The highest
    score wins, unless `lowest_wins`. `aim` is what the players want: "wins", or a good "score",
    not only a better one than the others."""
    if _w is None:  # the file was started itself: python3 whist.py
        main([sys.argv[0], *sys.argv[1:]])
        sys.exit()
    bounds = (players, players) if _whole(players) else players
    _check(
        isinstance(bounds, tuple) and len(bounds) == 2 and all(map(_whole, bounds)),
        f"players={players}: write how many, or the fewest and the most, players=(2, 4)",
    )
    fewest, most = bounds
    _check(
        1 <= fewest <= most <= MOST_PLAYERS,
        f"players={players}: 1 to {MOST_PLAYERS} can play, who can share a win of 840ths evenly",
    )
    _check(aim in (None, "wins", "score"), f'`{aim}` is no aim: "wins" or "score"')
    _check(
        not cooperative or teams in (None, 1),
        "a cooperative game has no teams that play against each other",
    )
    teams = 1 if cooperative else teams
    if not fewest <= _w.n <= most:
        raise _Refused(f"{title} is for {fewest} to {most} players, not {_w.n}")
    if teams and _w.n % teams:
        raise _Refused(f"{_w.n} players do not make {teams} teams")
    _w.title, _w.teams, _w.lowest_wins = title, teams, lowest_wins


def knob(default, low=None, high=None, choices=None, help=""):
    """A rule that can be changed: a whole number from low to high, one of the choices, True or
    False, or a table: a list of whole numbers from low to high. Its name is that of the variable,
    in lower case outside of the file.
    """
    _check(
        len(_w.knobs) < len(_w.knob_names),
        "a knob is assigned to a variable of its own: X = knob(...)",
    )
    name = _w.knob_names[len(_w.knobs)]
    if isinstance(default, list):
        _check(
            1 <= len(default) <= MOST_IN_TABLE and 0 <= low <= high <= 255,
            f"{name}: a table has at most {MOST_IN_TABLE} numbers, from 0 to 255",
        )
    spec = _Knob(name, default, low, high, choices)
    # What is set needs no default.
    _check(
        name in _w.settings or spec.allows(default),
        f"{name}: the default {default!r} is not allowed: {spec.allowed()}",
    )
    value = _w.settings.get(name, default)
    if not spec.allows(value):
        raise _Refused(f"{name.lower()} = {value!r}: allowed is {spec.allowed()}")
    _w.knobs[name] = value
    _w.specs.append(spec)
    return list(value) if isinstance(value, list) else value


class _Knob:
    def __init__(self, name, default, low, high, choices):
        self.name, self.default, self.low, self.high, self.choices = (
            name,
            default,
            low,
            high,
            choices,
        )

    def allows(self, value):
        if self.choices is not None:
            return any(type(value) is type(c) and value == c for c in self.choices)
        if isinstance(self.default, list):
            return (
                isinstance(value, list)
                and len(value) == len(self.default)
                and all(_whole(v) and self.low <= v <= self.high for v in value)
            )
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        return _whole(value) and self.low <= value <= self.high

    def allowed(self):
        if self.choices is not None:
            return "one of " + ", ".join(map(str, self.choices))
        if isinstance(self.default, list):
            return f"a list of {len(self.default)} whole numbers from {self.low} to {self.high}"
        return "true or false" if isinstance(self.default, bool) else f"{self.low} to {self.high}"

    def any_value(self, rng):
        """A value at random; numbers of a wide range, such as limits, stay as they are."""
        if self.choices is not None:
            return rng.choice(self.choices)
        if isinstance(self.default, bool):
            return rng.random() < 0.5
        if self.high - self.low > 1000:
            return self.default
        if isinstance(self.default, list):
            return [rng.randint(self.low, self.high) for _ in self.default]
        return rng.randint(self.low, self.high)

    def parse(self, text):
        """A value as it is written behind `--set hand_size=`."""
        try:
            value = json.loads(text)
        except ValueError:
            value = {"True": True, "False": False}.get(text, text)
            if isinstance(self.default, list) and isinstance(value, str):
                value = [int(v) if v.strip().isdigit() else v for v in text.split(",")]
        return value if self.choices is None or value in self.choices else text


def preset(name, help="", **values):
    """A named set of values of knobs."""
    for key in values:
        _check(key in _w.knob_names, f"preset {name}: there is no knob {key}")
    _w.presets[name] = values


def require(condition, message):
    """Refuses rules that cannot be dealt or played."""
    if not condition and not _w.lenient:
        raise _Refused(message)


# ---- Cards


class Card:
    """A card with its attributes: whole numbers, flags or names. `==` asks whether it is this very
    card.
    """

    def __init__(self, name, attributes):
        _check(len(_w.cards) < MOST_CARDS, f"more than {MOST_CARDS} cards")
        for key in attributes:
            _check(
                key not in ("name", "zone"),
                f"a card has `{key}` already: call the attribute something else",
            )
        self.__dict__.update(attributes)
        self.name, self.zone = name, None
        self._same = (name, *sorted(attributes.items()))
        self._number = len(_w.cards)
        _w.cards.append(self)

    def __repr__(self):
        return self.name


def cards(suits, ranks, copies=1):
    """Declares a card of each suit with each rank, and returns them. `ranks` gives the text and the
    number of each: {"10": 10, "J": 11}; or it is a list of the numbers. Cards have `suit` and
    `rank`; their name is the text and the first letter of the suit, or all of it if two suits begin
    with the same letter.
    """
    ranks = ranks if isinstance(ranks, dict) else {str(rank): rank for rank in ranks}
    first = lambda suit: suit[:1].upper()
    alike = len({first(suit) for suit in suits}) < len(set(suits))
    return [
        Card((text + (" " + suit if alike else first(suit))).strip(), {"suit": suit, "rank": rank})
        for _ in range(copies)
        for suit in suits
        for text, rank in ranks.items()
    ]


def card(name, copies=1, **attributes):
    """Declares cards of one more kind, such as Jokers, and returns them as a list."""
    return [Card(name, attributes) for _ in range(copies)]


def cards_from(file):
    """Declares the cards of a table, a CSV file beside the game file, and returns them. Columns are
    `name`, perhaps `copies`, and attributes: whole numbers, or names if a cell is something else. A
    card has no attribute where a cell in a column of whole numbers is empty.
    """
    _check(
        os.path.basename(file) == file,
        f"{file}: a table lies beside the game file; give its name alone",
    )
    path = os.path.join(os.path.dirname(_w.path), file)
    try:
        with open(path, encoding="utf-8-sig", newline="") as opened:
            text = opened.read(1 << 20)
    except OSError as error:
        raise GameFileError(f"{file}: {error.strerror}")
    first = text.split("\n", 1)[0]
    rows = csv.DictReader(
        text.splitlines(), delimiter=";" if first.count(";") > first.count(",") else ","
    )
    rows = [
        {k.strip(): (v or "").strip() for k, v in row.items() if k}
        for row in rows
        if any(row.values())
    ]
    _check(rows and "name" in rows[0], f"{file}: there is no column `name`")

    def is_whole(text):
        return text.removeprefix("-").isdigit()

    whole = {
        k
        for k in rows[0]
        if any(r[k] for r in rows) and all(not r[k] or is_whole(r[k]) for r in rows)
    }
    made = []
    for row in rows:
        name, copies = row.pop("name"), int(row.pop("copies", "") or 1)
        attributes = {k: int(v) if k in whole else v for k, v in row.items() if v or k not in whole}
        made += card(name, copies, **attributes)
    return made


# ---- Zones


class Zone:
    """Cards in an order; the last one lies on top. A variable that holds a zone is a reference to
    it.
    """

    def __init__(self, seen_by, seat=None):
        _check(
            seen_by in (nobody, everyone) or (seen_by in (owner, others) and seat is not None),
            "a zone is seen by nobody, everyone or, in each_player, by its owner or by others",
        )
        _check(len(_w.zones) < MOST_ZONES, f"more than {MOST_ZONES} zones")
        self.seen_by, self.seat, self._held, self._name = seen_by, seat, [], "zone"
        _w.zones.append(self)

    def __iter__(self):
        return iter(list(self._held))

    def __reversed__(self):
        return reversed(list(self._held))

    def __len__(self):
        return len(self._held)

    def __contains__(self, card):
        return card.zone is self

    def __repr__(self):
        return self._name

    def __getitem__(self, place):
        try:
            return self._held[place]
        except IndexError:
            raise GameFileError(
                f"{self} has {len(self)} cards, and none at place {place}"
            ) from None

    @property
    def top(self):
        _check(self._held, f"{self} is empty: it has no top card")
        return self._held[-1]

    @property
    def bottom(self):
        _check(self._held, f"{self} is empty: it has no bottom card")
        return self._held[0]

    def put(self, cards):
        """Lays a card, cards or all cards of a zone on top, taken from wherever they are."""
        _check_acts()
        for c in _cards(cards):
            if c.zone is not None:
                c.zone._held.remove(c)
            self._held.append(c)
            c.zone = self

    def put_below(self, cards):
        """Lays a card, cards or all cards of a zone under all others, their order unchanged."""
        under = []
        for c in _cards(cards):
            if c not in under:
                under.append(c)
        self.put(under)
        self._held = under + [c for c in self._held if c not in under]

    def draw(self, into):
        """Moves the top card on top of another zone, and returns it."""
        _check(self._held, f"{self} is empty: no card can be drawn")
        c = self._held[-1]
        into.put(c)
        return c

    def draw_any(self, into):
        """Moves a card at random on top of another zone, and returns it."""
        _check(self._held, f"{self} is empty: no card can be drawn")
        _check_acts()
        c = _w.luck.draw_any(self._held)
        _w.random.append(c._number)
        into.put(c)
        return c

    def deal(self, n, hand):
        """Draws so many cards for every player, one at a time, from player 0 on."""
        for _ in range(n):
            for p in players():
                self.draw(hand[p])

    def shuffle(self):
        """Puts the cards in a random order."""
        _check_acts()
        self._held = _w.luck.shuffle(self._held)
        _w.random.append([c._number for c in self._held])


def _check_acts():
    _check(
        not _w.silent,
        "score, worth, possible and the options of choose_together only look: no decisions, moves or chance",
    )


def _cards(some):
    if isinstance(some, Card):
        return [some]
    some = list(some)
    for c in some:
        _check(isinstance(c, Card), f"{c!r} is no card")
    return some


def zone(seen_by):
    """Declares a zone: a place for cards, seen by nobody or by everyone."""
    return Zone(seen_by)


class _Several:
    """What zones and numbers, one for each of something, have in common."""

    def _declare(self, kind, seen_by, low, high):
        self._kind, self._seen_by, self._low, self._high = kind, seen_by, low, high
        hidden = kind is not zone and seen_by != everyone
        if hidden and _whole(kind):
            _check(
                _whole(low) and _whole(high) and low <= kind <= high and high - low < 65536,
                "a number that not everyone sees needs its range: low=0, high=9",
            )
        else:
            _check(low is None and high is None, "only hidden whole numbers have a range")
            _check(not hidden or isinstance(kind, bool), "names cannot be hidden: write numbers")
        _check(
            seen_by in (nobody, owner, others, everyone),
            "it is seen by nobody, its owner, others or everyone",
        )

    def __reversed__(self):
        return reversed(list(self))

    def _check_value(self, value):
        _check(
            type(value) is type(self._kind),
            f"{value!r} is not like the first value, {self._kind!r}",
        )
        _check(
            self._low is None or self._low <= value <= self._high,
            f"{value!r} for a hidden number from {self._low} to {self._high}",
        )


class each_player(_Several):
    """One zone or number for every player: `hand = each_player(zone, owner)`, `points =
    each_player(0)`. A number that not everyone sees has a range, from which players that search
    draw it: `secret = each_player(0, owner, low=0, high=9)`. One for every player and each of some
    names: `slots = each_player(each(NAMES, zone, owner))`, then `slots[p][name]`.
    """

    def __init__(self, kind, seen_by=everyone, low=None, high=None):
        if isinstance(kind, each):
            _check(
                (seen_by, low, high) == (everyone, None, None),
                "who sees them, and their range, stand in each(...)",
            )
            self._kind, rows = kind, kind._withdraw()
            self._of = [rows(seat) for seat in range(_w.n)]
            return
        self._declare(kind, seen_by, low, high)
        if kind is zone:
            self._of = [Zone(seen_by, seat) for seat in range(_w.n)]
        else:
            _w.numbers.append(self)
            self.reset()

    def reset(self):
        """Sets all numbers to their first value."""
        if isinstance(self._kind, each):
            for row in self._of:
                row.reset()
        else:
            self._of = [self._kind] * _w.n

    def __getitem__(self, seat):
        return self._of[_seat(seat)]

    def __setitem__(self, seat, value):
        self._check_value(value)
        self._of[_seat(seat)] = value

    def __iter__(self):
        _check(not isinstance(self._kind, each), "nothing goes over all of these: go over one row")
        return iter(list(self._of))

    def __reversed__(self):
        return reversed(list(self._of))

    def __len__(self):
        return len(self._of)

    def pass_on(self, by):
        """Moves every player's cards so many seats on (before: -1), all at the same time."""
        _check_acts()
        _check(self._kind is zone, "only zones of players are passed on")
        around = players()
        moved = [self._of[seat]._held for seat in around]
        for place, held in enumerate(moved):
            into = self._of[around[(place + by) % len(around)]]
            into._held = held
            for c in held:
                c.zone = into


class each(_Several):
    """One zone or number for each of some names: `market = each(SUITS, zone, everyone)`, `won =
    each(SUITS, 0)`.
    """

    def __init__(self, names, kind, seen_by=everyone, low=None, high=None):
        self._names = list(names)
        _check(len(set(names)) == len(self._names), "names for each occur once")
        _check(
            not isinstance(kind, (each, each_player)),
            "write each_player(each(NAMES, 0)) for one of each player and name",
        )
        self._declare(kind, seen_by, low, high)
        self._fill(None)
        if seen_by in (owner, others):
            _w.unowned.append(self)

    def _fill(self, seat):
        """Makes the zones, or sets the numbers to their first value."""
        if self._kind is zone:
            # Those that have an owner are withdrawn for those of each player.
            seen_by = nobody if seat is None and self._seen_by in (owner, others) else self._seen_by
            self._of = {name: Zone(seen_by, seat) for name in self._names}
        else:
            _w.numbers.append(self)
            self.reset()

    def _withdraw(self):
        """Takes back what was declared; returns a function that declares it for a seat."""
        _w.unowned = [some for some in _w.unowned if some is not self]
        _w.numbers = [some for some in _w.numbers if some is not self]
        own = list(self._of.values()) if self._kind is zone else []
        _w.zones = [z for z in _w.zones if not any(z is mine for mine in own)]

        def row(seat):
            made = object.__new__(each)
            made.__dict__.update(self.__dict__)
            made._fill(seat)
            return made

        return row

    def reset(self):
        """Sets all numbers to their first value."""
        self._of = {name: self._kind for name in self._names}

    def __getitem__(self, name):
        _check(name in self._of, f"{name!r} is none of {', '.join(self._names)}")
        return self._of[name]

    def __setitem__(self, name, value):
        self[name]
        self._check_value(value)
        self._of[name] = value

    def __iter__(self):
        return iter(list(self._of.values()))

    def __reversed__(self):
        return reversed(list(self._of.values()))

    def __len__(self):
        return len(self._of)


class _Numbers(type):
    def __new__(mcs, name, bases, body):
        made = super().__new__(mcs, name, bases, dict(body))
        type.__setattr__(made, "_start", {k: v for k, v in body.items() if not k.startswith("__")})
        if bases:
            _w.numbers.append(made)
            if lengths in bases:
                _w.lengths.append(made)
        return made

    def __setattr__(cls, name, value):
        _check(name in cls._start, f"{cls.__name__} has no {name}")
        first = cls._start[name]
        _check(type(value) is type(first), f"{value!r} is not like the first value, {first!r}")
        type.__setattr__(cls, name, value)

    def reset(cls):
        for name, value in cls._start.items():
            type.__setattr__(cls, name, value)


class numbers(metaclass=_Numbers):
    """Public numbers, flags and names of the game: `class now(numbers): jokers = 0`, then
    `now.jokers += 1`.
    """


class lengths(metaclass=_Numbers):
    """Public numbers in which the length of a game is told: `class length(lengths): tricks = 0`."""


# ---- Seats


def _seat(seat):
    _check(_whole(seat) and 0 <= seat < _w.n, f"{seat!r} is no player: they go from 0 to {_w.n - 1}")
    return seat


def _around(first):
    return [s for s in ((first + i) % _w.n for i in range(_w.n)) if s not in _w.out]


def players(first=0):
    """All seats that are not out, clockwise from this one."""
    return _around(_seat(first))


def others(p):
    """All other seats that are not out, clockwise from the next one."""
    return [s for s in _around(_seat(p)) if s != p]


def after(p):
    """The next seat clockwise that is not out."""
    left = others(p)
    return left[0] if left else p


def before(p):
    """The next seat counterclockwise that is not out."""
    left = others(p)
    return left[-1] if left else p


def out(p):
    """This seat is out of the game: `players` and `after` pass it over, and it cannot win by its
    score.
    """
    _w.out.add(_seat(p))


def is_out(p):
    return _seat(p) in _w.out


def team(p):
    """The team of a seat; without teams, the seat itself."""
    return _seat(p) % (_w.teams or _w.n)


# ---- Decisions


def _equal(option):
    """Options with the same value here are one."""
    if isinstance(option, tuple):
        return tuple(map(_equal, option))
    return (option._same, id(option.zone)) if isinstance(option, Card) else option


def _text(option):
    if isinstance(option, tuple):
        return " ".join(map(_text, option))
    return (
        f"{option}#{option._number}"
        if isinstance(option, Card) and option._same in _w.twins
        else str(option)
    )


def _told(say, option):
    """The text with the parts of the option. It ends with the last part that the option has."""
    parts = [str(part) for part in (option if isinstance(option, tuple) else (option,))]
    told, rest = "", say
    while "{" in rest:
        text, _, rest = rest.partition("{")
        number, _, rest = rest.partition("}")
        if number and int(number) >= len(parts):
            return told
        told += text + (parts[int(number)] if number else " ".join(parts))
    return told + rest


def _part(part):
    return type(part) in (Card, Zone, str) or (type(part) is int and -32768 <= part < 32768)


def _options(seat, options):
    distinct = {}
    for o in options:
        if type(o) is tuple:
            _check(
                type(o[0]) is str and len(o) <= MOST_PARTS + 1 and all(map(_part, o)),
                f"the option {o!r}: it begins with a name; at most {MOST_PARTS} parts follow",
            )
        else:
            _check(
                _part(o),
                f"{o!r} is no option: cards, numbers of 16 bits, names, zones and tuples are",
            )
        distinct.setdefault(_equal(o), o)
    _check(distinct, f"player {seat} has no option")
    _check(len(distinct) <= MOST_OPTIONS, f"more than {MOST_OPTIONS} options")
    return list(distinct.values())


def _decide(seat, options, say):
    if _w.decided == MOST_DECISIONS:
        raise _End("too many decisions", finished=False)
    possible = _w.file.get("possible")
    if possible and _w.decided % LOOK_EVERY == 0:
        _w.silent = True
        for p in range(_w.n):
            _check(possible(p), f"`possible` is False for player {p}, but the game came here")
        _w.silent = False
    _w.decided += 1
    if _w.first is None:
        _w.first = seat
    index = _w.decide(seat, options)
    if _w.watch:
        _w.watch(seat, options, index, say)
    return options[index]


def choose(p, options, say="{}", seen_by=everyone):
    """A decision of this seat: one of the options, which are cards, numbers, names, zones, or
    tuples that begin with a name, the kind of action. Returns it. `say` tells it to a person;
    `seen_by=owner` keeps it secret.
    """
    _check_acts()
    return _decide(_seat(p), _options(p, options), say)


def choose_together(seats, options_of, say="{}", seen_by=everyone):
    """Secret decisions at the same time: each seat takes one of `options_of(seat)`. Returns the
    choices in the order of the seats. Others see them when all have chosen, or never with
    `seen_by=owner`.
    """
    seats = list(seats)
    _w.silent = True
    offered = [_options(_seat(seat), options_of(seat)) for seat in seats]
    _w.silent = False
    return [_decide(seat, options, say) for seat, options in zip(seats, offered)]


# ---- Chance, knowledge and counting


def chance(n):
    """A random number from 0 to n - 1."""
    _check_acts()
    _check(_whole(n) and n >= 1, f"chance({n!r}): there must be at least one possible result")
    result = _w.luck.chance(n)
    _w.random.append(result)
    return result


def look(p, what):
    """This seat sees a card, cards or a zone."""
    _seat(p)
    _cards(what)


def show(what):
    """Everyone sees a card, cards or a zone."""
    _cards(what)


def tally(name, times=None, of=None):
    """Counts an event, which becomes a quantity with an interval: how often it happens in a game;
    with `of` its share of another event, or, where `times` is given too, the mean number.
    """
    is_part, times = times is None, 1 if times is None else times
    _check(isinstance(name, str) and _whole(times), "tally counts a name, a whole number of times")
    _check(of is None or isinstance(of, str), "`of` is the name of another event")
    _w.tallies[name] += times
    _w.of[name] = of, is_part
    _check(
        _w.tallies[name] <= MOST_TALLIED,
        f'the tally of "{name}" is more than {MOST_TALLIED:,}',
    )


# ---- The end


def end(reason, winner=None, winners=None):
    """Ends the game. The best scores win, or the winners that are named."""
    named = None if winner is None else [winner]
    named = named if winners is None else list(winners)
    _check(named is None or named, "an end has winners; `lost` and `unfinished` have none")
    raise _End(reason, named if named is None else [_seat(p) for p in named])


def lost(reason, loser=None, losers=None):
    """Ends the game. All lose, or the losers that are named and their partners; then the others win
    who are not out."""
    named = None if loser is None else [loser]
    named = named if losers is None else list(losers)
    _check(named is None or named, "a game is lost by someone; `lost` without losers is lost by all")
    named = range(_w.n) if named is None else [_seat(p) for p in named]
    raise _End(reason, losers=list(named))


def unfinished(reason):
    """Ends the game without a winner: a limit was reached."""
    raise _End(reason, finished=False)


def first_player(p):
    """This seat counts as the one that went first; otherwise it is the one that decides first."""
    _w.first = _seat(p)


# ---- A file, declared and played


class World:
    """A game file, declared for a number of players and values of knobs."""

    def __init__(self, path, players, settings=None, lenient=False):
        global _w
        _w = self
        self.path, self.n, self.settings, self.lenient = path, players, settings or {}, lenient
        self.knobs, self.specs, self.presets = {}, [], {}
        self.cards, self.zones, self.numbers, self.lengths, self.unowned = [], [], [], [], []
        self.teams, self.lowest_wins, self.title = None, False, None
        self.out, self.silent, self.watch = set(), False, None
        code, self.knob_names, _ = _compiled(path)
        for name in self.settings:
            if name not in self.knob_names:
                known = ", ".join(k.lower() for k in self.knob_names)
                raise _Refused(f"there is no knob {name.lower()}; there are {known}")
        sys.modules["fairdeal"] = sys.modules[__name__]
        self.file = {"__name__": "game_file", "__file__": path}
        try:
            exec(code, self.file)
        except GameFileError as error:
            raise type(error)(_placed(path, error)) from None
        except Exception as error:
            raise GameFileError(_placed(path, error)) from error
        self._look_over()

    def _look_over(self):
        _check(self.title is not None, f"{self.path}: there is no game(...)")
        for name in ("play", "score"):
            _check(callable(self.file.get(name)), f"{self.path}: there is no function {name}")
        for name in __all__:
            _check(
                self.file.get(name) is globals()[name],
                f"{self.path}: `{name}` is a name of the language",
            )
        _check(not self.unowned, f"{self.path}: what a name has, has no owner")
        seen = Counter(c._same for c in self.cards)
        self.twins = {same for same, count in seen.items() if count > 1}
        for name, value in self.file.items():
            if isinstance(value, Zone):
                value._name = name
            elif isinstance(value, each_player) and value._kind is zone:
                for seat, z in enumerate(value._of):
                    z._name = f"{name}[{seat}]"
            elif isinstance(value, each_player) and isinstance(value._kind, each):
                for seat, row in enumerate(value._of):
                    for key, z in row._of.items():
                        if isinstance(z, Zone):
                            z._name = f"{name}[{seat}][{key}]"
            elif isinstance(value, each) and value._kind is zone:
                for key, z in value._of.items():
                    z._name = f"{name}[{key}]"
        for name, values in self.presets.items():
            for key, value in values.items():
                spec = self.specs[self.knob_names.index(key)]
                _check(
                    spec.allows(value),
                    f"preset {name}: {key} = {value!r}: allowed is {spec.allowed()}",
                )

    def play(self, luck, decide, watch=None):
        """Plays a game. `luck` has shuffle(cards), draw_any(cards) and chance(n); `decide(seat,
        options)` returns an index; `watch(seat, options, index, say)` is told every decision.
        Returns what happened.
        """
        global _w
        _w = self
        self.luck, self.decide, self.watch = luck, decide, watch
        self.decided, self.first, self.silent = 0, None, False
        self.out, self.tallies, self.of, self.random = set(), Counter(), {}, []
        for c in self.cards:
            c.zone = None
        for z in self.zones:
            z._held = []
        for some in self.numbers:
            some.reset()
        _limit_time(SECONDS)
        try:
            try:
                self.file["play"]()
                ended = _End("played to the end")
            except _End as thrown:
                ended = thrown
            self.silent = True
            units = {name: getattr(some, name) for some in self.lengths for name in some._start}
            for name, length in units.items():
                _check(
                    0 <= length <= MOST_LENGTH,
                    f"the length `{name}` is {length}; it must be from 0 to {MOST_LENGTH}",
                    lambda: _line_of_length(self.path, name),
                )
            scores = []
            for seat in range(self.n):
                scores.append(self.file["score"](seat))
                first = _first(scores[seat])
                allowed = f"it must be from -{MOST_SCORE} to {MOST_SCORE}"
                _check(
                    abs(first) <= MOST_SCORE,
                    f"the score of player {seat} is {first}; {allowed}",
                    lambda: self.file["score"].__code__.co_firstlineno,
                )
            if ended.finished:
                self._check_tallies()
            worth = self.file.get("worth")
            worths = {"worth": [worth(seat) for seat in range(self.n)]} if worth else {}
        except OSError:
            raise
        except Exception as error:
            told = GameFileError(_placed(self.path, error))
            told.lines = _begun(self.path, error)
            raise told from (None if isinstance(error, GameFileError) else error)
        finally:
            _limit_time(0)
        return {
            "scores": list(map(_first, scores)),
            "winners": self._winners(ended, scores),
            "reason": ended.reason,
            "unfinished": not ended.finished,
            "first_player": self.first or 0,
            "lengths": {"decisions": self.decided, **units},
            "tallies": {name: count for name, count in self.tallies.items() if count},
            **worths,
        }

    def _check_tallies(self):
        for name, count in self.tallies.items():
            _check(count >= 0, f"the tally of {name!r} is {count}, and must not be below 0")
            of, is_part = self.of[name]
            whole = self.tallies[of] if of and is_part else count
            told = f"the tally of {name!r} is {count}, more than the {whole} of {of!r}"
            _check(count <= whole, f"{told} of which it is a part")

    def _winners(self, ended, scores):
        if not ended.finished:
            return []
        winners = ended.winners
        if ended.losers is not None:
            teams = {team(p) for p in ended.losers}
            rest = {team(p) for p in range(self.n) if p not in self.out} - teams
            return [p for p in range(self.n) if team(p) in rest]
        if winners is None:
            rated = [p for p in range(self.n) if p not in self.out] or list(range(self.n))
            best = (min if self.lowest_wins else max)(scores[p] for p in rated)
            winners = [p for p in rated if scores[p] == best]
        teams = {team(p) for p in winners}
        return [p for p in range(self.n) if team(p) in teams]


def _first(score):
    return score[0] if isinstance(score, tuple) else score


_files = {}


def _compiled(path):
    """The code of a file, the names of its knobs, in order, and where its statements stand."""
    if path not in _files:
        with open(path, encoding="utf-8") as opened:
            tree = ast.parse(opened.read(), path)
        names = [
            s.targets[0].id
            for s in tree.body
            if isinstance(s, ast.Assign)
            and isinstance(s.value, ast.Call)
            and isinstance(s.targets[0], ast.Name)
            and getattr(s.value.func, "id", "") == "knob"
        ]
        stand = [(s.lineno, s.end_lineno) for s in ast.walk(tree) if isinstance(s, ast.stmt)]
        for choice in ast.walk(tree):
            for case in getattr(choice, "cases", ()):
                stand.append((case.pattern.lineno, case.body[-1].end_lineno))
        _files[path] = compile(tree, path, "exec"), names, stand
    return _files[path]


def _begun(path, error):
    """Where the statements begin that were at work when an error came up, from the outermost."""
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
    stand = _compiled(path)[2]
    return [max(first for first, last in stand if first <= line <= last) for line in lines]


def _line_of_length(path, unit):
    """The line at which a unit of length is declared."""
    with open(path, encoding="utf-8") as opened:
        classes = [s for s in ast.parse(opened.read()).body if isinstance(s, ast.ClassDef)]
    fields = [s for c in classes if c.bases and c.bases[0].id == "lengths" for s in c.body]
    declared = [t for s in fields if isinstance(s, ast.Assign) for t in s.targets]
    return next(t.lineno for t in declared if t.id == unit)


def _placed(path, error):
    """The message of an error, with the line of the file where it happened."""
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
    lines += [line for line in [getattr(error, "line", None)] if line]
    where = f"{os.path.basename(path)}:{lines[-1]}: " if lines else ""
    kind = "" if isinstance(error, GameFileError) else f"{type(error).__name__}: "
    return f"{where}{kind}{error}"


def _limit_time(seconds):
    """Stops a game that goes on for too long, on systems that can (0: no longer)."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _too_long)
        signal.alarm(seconds)


def _too_long(*_):
    raise GameFileError(f"this game has taken {SECONDS} seconds: does this loop end?")


def load(path, players, settings=None, preset=None):
    """Declares a file for a number of players; `settings` are values of knobs by name, over those
    of a preset.
    """
    settings = {name.upper(): value for name, value in (settings or {}).items()}
    if preset is not None and preset != "designer":
        known = World(path, players, lenient=True).presets
        if preset not in known:
            raise _Refused(
                f"there is no preset {preset}; there are {', '.join(['designer', *known])}"
            )
        settings = {**known[preset], **settings}
    return World(path, players, settings)


def any_rules(path, players, rng, settings=None, tries=10_000):
    """Declares a file with knobs drawn at random, as its `require` allows; `settings` stay."""
    given = {name.upper(): value for name, value in (settings or {}).items()}
    specs = World(path, players, lenient=True).specs
    for _ in range(tries):
        drawn = {s.name: s.any_value(rng) for s in specs}
        try:
            return World(path, players, {**drawn, **given})
        except _Refused:
            pass
    raise GameFileError(f"{tries} random sets of knobs were all refused")


class Luck:
    """Chance by a generator."""

    def __init__(self, rng):
        self.rng = rng

    def chance(self, n):
        return self.rng.randrange(n)

    def draw_any(self, cards):
        return self.rng.choice(cards)

    def shuffle(self, cards):
        cards = list(cards)
        self.rng.shuffle(cards)
        return cards


class GivenLuck:
    """Chance that is given: the results in the order in which they are asked for."""

    def __init__(self, results):
        self.results = iter(results)

    def next(self, what):
        result = next(self.results, None)
        _check(result is not None, f"{what}, and `random` has no more results")
        return result

    def chance(self, n):
        result = self.next(f"chance({n})")
        _check(_whole(result) and 0 <= result < n, f"{result!r} is no result of chance({n})")
        return result

    def draw_any(self, cards):
        number = self.next("a card is drawn at random")
        drawn = [c for c in cards if c._number == number]
        _check(drawn, f"card {number!r} is drawn at random, and does not lie there")
        return drawn[0]

    def shuffle(self, cards):
        order = self.next(f"{len(cards)} cards are shuffled")
        by_number = {c._number: c for c in cards}
        _check(
            isinstance(order, list) and sorted(order) == sorted(by_number),
            f"{order!r} is no order of the cards that are shuffled, {sorted(by_number)}",
        )
        return [by_number[number] for number in order]


class GivenChoices:
    """Decisions that are given: indices of options."""

    def __init__(self, indices):
        self.indices = iter(indices)

    def __call__(self, seat, options):
        index = next(self.indices, None)
        _check(index is not None, f"player {seat} decides, and `choices` has no more")
        _check(_whole(index) and 0 <= index < len(options), f"option {index!r} of {len(options)}")
        return index


def written(world, luck, decide):
    """Plays a game and returns it in the form of `--replay`."""
    decisions = []

    def watch(seat, options, index, say):
        decisions.append([seat, [_text(o) for o in options], index])

    game = {"players": world.n, "knobs": {k.lower(): v for k, v in world.knobs.items()}}
    try:
        result = world.play(luck, decide, watch)
    except GameFileError as error:
        result = {"error": str(error), "lines": error.lines}
    return {
        **game,
        "random": world.random,
        "choices": [d[2] for d in decisions],
        "decisions": decisions,
        **result,
    }


def random_game(seed, number, seats):
    """The chance and the players of one game: the same for the same seed and number."""
    rngs = [random.Random(f"{seed} {number} {seat}") for seat in range(seats)]
    return Luck(random.Random(f"{seed} {number}")), lambda seat, options: rngs[seat].randrange(
        len(options)
    )


# ---- The command line


def _replay(path):
    worlds = {}
    for line in sys.stdin:
        if not line.strip():
            continue
        given = json.loads(line)
        key = json.dumps([given["players"], given.get("knobs")])
        try:
            world = worlds[key] = worlds.get(key) or load(
                path, given["players"], given.get("knobs")
            )
        except GameFileError as error:
            print(json.dumps({"error": str(error)}), flush=True)
            continue
        print(
            json.dumps(written(world, GivenLuck(given["random"]), GivenChoices(given["choices"]))),
            flush=True,
        )


class _Mean:
    def __init__(self):
        self.n = self.sum = self.squares = 0

    def add(self, x):
        self.n, self.sum, self.squares = self.n + 1, self.sum + x, self.squares + x * x

    def __str__(self):
        mean = self.sum / self.n
        variance = max(0, self.squares / self.n - mean * mean)
        return f"{mean:.4g} ± {1.96 * math.sqrt(variance / self.n):.2g}"


def _random_games(options, settings):
    world = (
        None if options.any_rules else load(options.file, options.players, settings, options.preset)
    )
    wins, scores = [_Mean() for _ in range(options.players)], [
        _Mean() for _ in range(options.players)
    ]
    units, tallies, ends, first = {}, Counter(), Counter(), _Mean()
    for number in range(options.first, options.first + options.games):
        if options.any_rules:
            world = any_rules(
                options.file,
                options.players,
                random.Random(f"rules {options.seed} {number}"),
                settings,
            )
        luck, decide = random_game(options.seed, number, options.players)
        if options.write:
            print(json.dumps(written(world, luck, decide)))
            continue

        def tell(seat, offered, index, say):
            print(f"  seat {seat + 1}: {_told(say, offered[index])}  (1 of {len(offered)})")

        if options.show:
            print(
                f"game {number}",
                {k.lower(): v for k, v in world.knobs.items()} if options.any_rules else "",
            )
        try:
            played = world.play(luck, decide, tell if options.show else None)
        except GameFileError as error:
            knobs = ", ".join(f"{k.lower()}={v}" for k, v in world.knobs.items())
            raise GameFileError(
                f"{error}\n(game {number} of seed {options.seed}, {world.n} players; {knobs})"
            )
        if options.show:
            print(f"  {played['reason']}: scores {played['scores']}, winners {played['winners']}")
        ends[played["reason"]] += 1
        tallies.update(played["tallies"])
        shared = max(1, len({p % world.teams if world.teams else p for p in played["winners"]}))
        for seat in range(options.players):
            wins[seat].add((seat in played["winners"]) / shared)
            scores[seat].add(played["scores"][seat])
        first.add((played["first_player"] in played["winners"]) / shared)
        for unit, length in played["lengths"].items():
            units.setdefault(unit, _Mean()).add(length)
    if options.write or not options.games:
        return
    print(f"{world.title}, {options.players} players, {options.games} random games")
    for seat in range(options.players):
        print(f"  seat {seat + 1} wins {wins[seat]}, scores {scores[seat]}")
    print(f"  who goes first wins {first}")
    print("  " + ", ".join(f"{unit} {mean}" for unit, mean in units.items()))
    print("  ends: " + ", ".join(f"{reason} {count}" for reason, count in ends.most_common()))
    for name, count in tallies.most_common():
        if of := world.of.get(name, (None, True))[0]:
            print(f"  {name}: {count / max(1, tallies[of]):.4g} of {of}")
        else:
            print(f"  {name}: {count / options.games:.4g} a game")


def main(arguments=None):
    words = argparse.ArgumentParser(description="Plays a game file at random, slowly, to check it.")
    words.add_argument("file")
    words.add_argument(
        "--players", type=int, help="how many; the fewest that the file allows, if not given"
    )
    words.add_argument("--games", type=int, default=100)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--first", type=int, default=0, help="the number of the first game")
    words.add_argument("--preset")
    words.add_argument("--set", action="append", default=[], metavar="KNOB=VALUE")
    words.add_argument(
        "--any-rules", action="store_true", help="new values of all knobs for each game"
    )
    words.add_argument("--show", action="store_true", help="tell every decision")
    words.add_argument("--write", action="store_true", help="write the games as JSON, one a line")
    words.add_argument("--replay", action="store_true", help="play the games of standard input")
    options = words.parse_args(arguments)
    try:
        if options.replay:
            return _replay(options.file)
        options.players = options.players or fewest_players(options.file)
        specs = {s.name: s for s in World(options.file, options.players, lenient=True).specs}
        settings = {}
        for text in options.set:
            name, equals, value = text.partition("=")
            _check(equals, f"--set {text}: write it as knob=value")
            name = name.upper()
            settings[name] = specs[name].parse(value) if name in specs else value
        _random_games(options, settings)
    except (GameFileError, SyntaxError, OSError) as error:
        sys.exit(str(error))
    except BrokenPipeError:
        sys.exit(1)


def fewest_players(path):
    """The fewest players that the file allows."""
    for n in range(1, MOST_PLAYERS + 1):
        try:
            return World(path, n, lenient=True).n
        except _Refused as refused:
            last = refused
    raise last


if __name__ == "__main__":
    main()
