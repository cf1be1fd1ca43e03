"""Makes game files at random, which are valid and end, and plays them.

    python3 tests/gamefile/generate.py --count 1000 --seed 1 [--program target/release/fairdeal]
        [--out FOLDER]

Each file uses a random part of the language: knobs, cards, zones, numbers, functions, loops, lists,
comprehensions, decisions of all kinds, and functions that change the game inside of all of these.
Plain Python plays some games of each, which must not fail. With `--program`, the built program then
compares its own games with plain Python (`fairdeal check --python`), and must find no difference.
Every eighth file has a line that means nothing in Python, or nothing that fairdeal does: the
program must refuse it at this line. `--out` keeps the files.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HOME / "games"))
import fairdeal  # noqa: E402

SUITS = ["clubs", "hearts", "stars"]


class Scope:
    """The variables that can be read at a place, by type."""

    def __init__(self, parent=None):
        self.of = {kind: list(names) for kind, names in (parent.of if parent else {}).items()}

    def names(self, kind):
        return self.of.get(kind, [])

    def add(self, kind, name):
        self.of.setdefault(kind, []).append(name)


class Generator:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines, self.indent, self.count = [], 0, 0
        self.functions = []
        # With hidden hands, options are made only of what the chooser sees.
        self.hidden = self.rng.random() < 0.5
        self.each = self.rng.random() < 0.6
        self.teams = self.rng.random() < 0.15
        # Functions that change the game inside of expressions, and those that are used.
        self.acts, self.helpers = self.rng.random() < 0.7, set()
        self.large = self.rng.random() < 0.06
        self.refused = False

    # Help

    def pick(self, *some):
        return self.rng.choice(some)

    def line(self, text=""):
        self.lines.append("    " * self.indent + text if text else "")

    def new(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def chance(self, p):
        return self.rng.random() < p

    # Expressions: text of the type that the name says

    def act(self, scope, depth=1):
        """A call that changes the game, and returns a whole number."""
        name = self.pick("bump", "bump", "grow", "grow", "tilt", "shift", "early")
        self.helpers.add(name)
        return f"{name}({self.whole(scope, depth - 1)})"

    def act_flag(self, scope):
        """A call that changes the game, and returns a flag."""
        self.helpers.add("turn")
        return self.pick(f"turn({self.whole(scope, 0)})", f"{self.act(scope)} % 3 == 1")

    def large_whole(self, scope, depth):
        return self.pick(
            "3000000000",
            "9223372036854775807",
            f"({self.whole(scope, depth)} << 56)",
            f"({self.whole(scope, depth)} * 4611686018427387904)",
            f"(2 ** {self.rng.randint(30, 64)})",
        )

    def whole(self, scope, depth=2):
        if self.acts and depth > 0 and self.chance(0.08):
            return self.act(scope, depth)
        if self.large and depth > 0 and self.chance(0.05):
            return self.large_whole(scope, depth - 1)
        if depth <= 0 or self.chance(0.25):
            some = [str(self.rng.randint(-9, 99)), "N", "now.a", "len(players())", "length.turns"]
            some += scope.names("int") * 2
            return self.rng.choice(some)
        d = depth - 1
        form = self.rng.randint(0, 15)
        a = self.whole(scope, d)
        if form <= 2:
            return f"({a} {self.pick('+', '-')} {self.whole(scope, d)})"
        if form == 3:
            return f"{a} % 50 * {self.whole(scope, 0)} % 1000" if self.chance(0.5) else f"({a} * 3)"
        if form == 4:
            return f"({a} {self.pick('//', '%')} {self.pick(2, 3, 7, -4)})"
        if form == 5:
            return f"{self.pick('min', 'max')}({a}, {self.whole(scope, d)})"
        if form == 6:
            return f"({a} {self.pick('&', '|', '^')} {self.whole(scope, d)})"
        if form == 7:
            return f"abs({a})" if self.chance(0.5) else f"({a} >> {self.rng.randint(0, 5)})"
        if form == 8:
            return f"({a} if {self.flag(scope, d)} else {self.whole(scope, d)})"
        if form == 9:
            return f"len({self.card_list(scope, d)})"
        if form == 10:
            c = self.new("c")
            inner = Scope(scope)
            inner.add("card", c)
            over = self.cards_over(scope, d)
            body = self.pick(f"{c}.rank", f"({c}.rank * 2 - {self.whole(scope, 0)} % 9)")
            return f"sum({body} for {c} in {over}{self.condition(inner, d)})"
        if form == 11:
            c = self.new("c")
            inner = Scope(scope)
            inner.add("card", c)
            over = self.cards_over(scope, d)
            body = f"{c}.rank for {c} in {over}{self.condition(inner, d)}"
            return f"{self.pick('max', 'min')}([{body}], default={self.rng.randint(-3, 20)})"
        if form == 12:
            z = self.zone(scope)
            return f"({z}.{self.pick('top', 'bottom')}.rank if {z} else {self.whole(scope, 0)})"
        if form == 13:
            return f"TABLE[{a} % 4]"
        if form == 14 and scope.names("ints"):
            xs = self.rng.choice(scope.names("ints"))
            return self.pick(
                f"len({xs})",
                f"sum({xs})",
                f"{xs}.count({a})",
                f"({xs}[{a} % len({xs})] if {xs} else 1)",
                f"({xs}[-1] if {xs} else 2)",
            )
        if form == 15:
            return self.pick(f"points[{self.seat(scope)}]", f"({a} - {self.whole(scope, d)})")
        return a

    def flag(self, scope, depth=2):
        if self.acts and depth > 0 and self.chance(0.05):
            return self.act_flag(scope)
        if depth <= 0 or self.chance(0.15):
            return self.rng.choice(["FLAG", "now.b", "now.a > 5", *scope.names("bool") * 2])
        d = depth - 1
        form = self.rng.randint(0, 9)
        if form <= 1:
            sign = self.pick("<", "<=", ">", ">=", "==", "!=")
            return f"{self.whole(scope, d)} {sign} {self.whole(scope, d)}"
        if form == 2:
            return (
                f"0 <= {self.pick('N', 'now.a', *scope.names('int'))} < {self.rng.randint(1, 30)}"
            )
        if form == 3:
            return f"({self.flag(scope, d)} {self.pick('and', 'or')} {self.flag(scope, d)})"
        if form == 4:
            return f"not ({self.flag(scope, d)})"
        if form == 5:
            return f"{self.name(scope)} {self.pick('==', '!=')} {self.name(scope)}"
        if form == 6:
            c = self.new("c")
            inner = Scope(scope)
            inner.add("card", c)
            word = self.pick("any", "all")
            return f"{word}({self.card_flag(inner, c)} for {c} in {self.cards_over(scope, d)})"
        if form == 7:
            return f"{self.pick('', 'not ')}len({self.zone(scope)}) > {self.rng.randint(0, 4)}"
        if form == 8 and scope.names("ints"):
            xs = self.rng.choice(scope.names("ints"))
            return f"{self.whole(scope, d)} {self.pick('in', 'not in')} {xs}"
        if form == 9 and scope.names("card"):
            c = self.rng.choice(scope.names("card"))
            return self.card_flag(scope, c)
        return f"flags[{self.seat(scope)}]"

    def card_flag(self, scope, c):
        return self.pick(
            f"{c}.rank {self.pick('<', '>', '==', '!=')} {self.whole(scope, 0)}",
            f"{c}.rank % 2 == {self.rng.randint(0, 1)}",
            f"{c}.suit == {self.name(scope)}",
            f"{c}.rank >= {self.rng.randint(0, 8)}",
            f"{c} in HIGH",
            f'{c}.suit != "none" and {c}.rank < {self.rng.randint(3, 9)}',
        )

    def condition(self, scope, depth):
        if self.chance(0.4):
            return ""
        c = scope.names("card")[-1]
        if self.chance(0.3):
            return f" if {self.card_flag(scope, c)} and {self.flag(scope, min(depth, 1))}"
        return f" if {self.card_flag(scope, c)}"

    def name(self, scope):
        some = ['"clubs"', '"hearts"', '"none"', "MODE", "now.c", "SUITS[1]", *scope.names("name")]
        some += [f"{c}.suit" for c in scope.names("card")]
        return self.rng.choice(some)

    def seat(self, scope):
        some = [*scope.names("seat") * 3, "0", "1"]
        p = self.rng.choice(scope.names("seat") or ["0"])
        return self.rng.choice([*some, f"after({p})", f"before({p})"])

    def zone(self, scope):
        """A zone that everyone sees, or the chooser's own."""
        some = ["pool", "pool", "gone", *scope.names("zone"), *scope.names("own")]
        if not self.hidden:
            some += [f"hand[{self.seat(scope)}]"]
        if self.each:
            some += ['line["clubs"]', "line[MODE]"]
        return self.rng.choice(some)

    def cards_over(self, scope, depth):
        if depth > 0 and self.chance(0.2):
            return self.card_list(scope, depth - 1)
        return self.zone(scope)

    def card_list(self, scope, depth):
        if scope.names("cards") and self.chance(0.3):
            return self.rng.choice(scope.names("cards"))
        z = self.zone(scope)
        form = self.rng.randint(0, 6)
        if form == 0:
            return f"list({z})"
        if form == 1:
            return z + self.pick("[:2]", "[1:]", "[-2:]", "[:-1]", "[1:3]")
        if form == 2:
            return f"(list({z}) + list({self.zone(scope)}))"
        if form == 3:
            c = self.new("c")
            key = self.pick(
                f"{c}.rank", f"-{c}.rank", f'({c}.suit == "hearts", {c}.rank)', f"{c}.rank % 3"
            )
            return f"sorted({z}, key=lambda {c}: {key}){self.pick('', '[:3]')}"
        if form == 4:
            return f"({self.comprehension(scope, depth)} or list({self.zone(scope)}))"
        return self.comprehension(scope, depth)

    def comprehension(self, scope, depth):
        c = self.new("c")
        inner = Scope(scope)
        inner.add("card", c)
        return f"[{c} for {c} in {self.zone(scope)}{self.condition(inner, depth)}]"

    def int_list(self, scope):
        x = self.new("x")
        inner = Scope(scope)
        inner.add("int", x)
        form = self.rng.randint(0, 7)
        if form == 0:
            return f"[{self.whole(scope, 1)}, {self.whole(scope, 1)}]"
        if form == 1:
            return f"[{self.whole(inner, 1)} for {x} in range({self.rng.randint(1, 5)})]"
        if form == 2:
            return f"[{self.rng.randint(0, 9)}] * {self.rng.randint(1, 4)}"
        if form == 3:
            return f"sorted([c.rank for c in {self.zone(scope)}]{self.pick('', ', reverse=True')})"
        if form == 4:
            return f"TABLE[{self.pick('1:', ':2', '1:3', ':')}]"
        if form == 5:
            return f"[i * 10 + {self.whole(scope, 0)} for i, c in enumerate({self.zone(scope)})]"
        if form == 6:
            return f"[points[q] for q in players({self.seat(scope)})]"
        return f"([{x} for {x} in TABLE if {self.flag(inner, 1)}] or [7])"

    # Statements

    def block(self, scope, depth, size, p):
        inner = Scope(scope)
        self.indent += 1
        for _ in range(self.rng.randint(1, size)):
            self.statement(inner, depth, p)
        self.indent -= 1

    def statement(self, scope, depth, p):
        form = self.rng.choices(
            [
                "int",
                "change",
                "bool",
                "list",
                "listchange",
                "cards",
                "if",
                "for",
                "while",
                "move",
                "number",
                "choose",
                "call",
                "tally",
                "zonevar",
                "card",
                "effect",
            ],
            [
                4,
                3,
                2,
                2,
                2,
                2,
                4 if depth else 0,
                4 if depth else 0,
                1 if depth else 0,
                5,
                4,
                5,
                3,
                1,
                1,
                1,
                7 if self.acts else 0,
            ],
        )[0]
        getattr(self, f"do_{form}")(scope, depth, p)

    def do_int(self, scope, depth, p):
        text = f"{self.whole(scope)} % 1000" if self.chance(0.5) else f"({self.whole(scope)}) % 777"
        v = self.new("n")
        self.line(f"{v} = {text}")
        scope.add("int", v)
        scope.add("changes", v)

    def do_change(self, scope, depth, p):
        if not scope.names("changes"):
            return self.do_int(scope, depth, p)
        v = self.rng.choice(scope.names("changes"))
        sign = self.pick("+=", "-=", "=")
        text = f"{self.whole(scope, 1)} % 100"
        self.line(f"{v} {sign} {text}" if sign != "=" else f"{v} = {text}")

    def do_bool(self, scope, depth, p):
        text, v = self.flag(scope), self.new("b")
        self.line(f"{v} = {text}")
        scope.add("bool", v)

    def do_list(self, scope, depth, p):
        text, v = self.int_list(scope), self.new("xs")
        self.line(f"{v} = {text}")
        scope.add("ints", v)

    def do_listchange(self, scope, depth, p):
        if not scope.names("ints"):
            return self.do_list(scope, depth, p)
        v = self.rng.choice(scope.names("ints"))
        form = self.rng.randint(0, 4)
        if form == 0:
            self.line(f"if {v}:")
            self.line(f"    {v}[{self.whole(scope, 1)} % len({v})] = {self.whole(scope, 1)} % 50")
        elif form == 1:
            self.line(f"if len({v}) < 12:")
            self.line(f"    {v} += [{self.whole(scope, 0)}, {self.whole(scope, 0)} % 9]")
        elif form == 2:
            self.line(f"if {self.rng.randint(0, 9)} in {v}:")
            self.line(f"    {v}.remove({v}[0])")
        else:
            self.line(f"if len({v}) < 12:")
            self.line(f"    {v}.append({self.whole(scope, 1)} % 60)")

    def do_cards(self, scope, depth, p):
        text, v = self.card_list(scope, 1), self.new("cs")
        self.line(f"{v} = {text}")
        scope.add("cards", v)

    def do_card(self, scope, depth, p):
        z, c, other = self.zone(scope), self.new("k"), self.new("c")
        key = self.pick(f"{other}.rank", f"({other}.rank % 3, -{other}.rank)")
        word = self.pick("max", "min")
        self.line(f"if {z}:")
        self.line(f"    {c} = {word}({z}, key=lambda {other}: {key})")
        inner = Scope(scope)
        inner.add("card", c)
        self.block(inner, 0, 2, p)

    def do_zonevar(self, scope, depth, p):
        z = self.new("z")
        first, second = self.pick(("pool", "gone"), ("gone", "pool"))
        self.line(f"{z} = {first} if {self.flag(scope, 1)} else {second}")
        scope.add("zone", z)

    def do_if(self, scope, depth, p):
        self.line(f"if {self.flag(scope)}:")
        self.block(scope, depth - 1, 3, p)
        if self.chance(0.3):
            self.line(f"elif {self.flag(scope)}:")
            self.block(scope, depth - 1, 2, p)
        if self.chance(0.4):
            self.line("else:")
            self.block(scope, depth - 1, 2, p)

    def do_for(self, scope, depth, p):
        inner = Scope(scope)
        form = self.rng.randint(0, 6)
        if form == 0:
            i = self.new("i")
            steps = self.pick("3", "2", "1, 4", "5, 0, -2", f"min(4, {self.whole(scope, 1)} % 5)")
            self.line(f"for {i} in range({steps}):")
            inner.add("int", i)
        elif form == 1:
            c = self.new("k")
            self.line(f"for {c} in {self.zone(scope)}:")
            inner.add("card", c)
        elif form == 2:
            q = self.new("q")
            which = self.pick(
                f"players({p or 0})", f"others({p or 0})", "players()", "reversed(players())"
            )
            self.line(f"for {q} in {which}:")
            inner.add("int", q)
            if not self.hidden:
                inner.add("seat", q)
        elif form == 3 and scope.names("ints"):
            x = self.new("x")
            self.line(f"for {x} in {self.rng.choice(scope.names('ints'))}[:4]:")
            inner.add("int", x)
        elif form == 4:
            i, c = self.new("i"), self.new("k")
            self.line(f"for {i}, {c} in enumerate({self.card_list(scope, 1)}):")
            inner.add("int", i)
            inner.add("card", c)
        elif form == 5:
            x, c = self.new("x"), self.new("k")
            self.line(f"for {x}, {c} in zip(TABLE, {self.zone(scope)}):")
            inner.add("int", x)
            inner.add("card", c)
        else:
            s = self.new("s")
            self.line(f"for {s} in {self.pick('SUITS', '[MODE, now.c]')}:")
            inner.add("name", s)
        self.indent += 1
        if self.chance(0.2):
            self.line(f"if {self.flag(inner, 1)}:")
            self.line(f"    {self.pick('break', 'continue')}")
        self.indent -= 1
        self.block(inner, 0 if self.chance(0.6) else depth - 1, 2, p)

    def do_while(self, scope, depth, p):
        n = self.new("n")
        self.line(f"{n} = {self.rng.randint(1, 4)}")
        self.line(f"while {n} > 0{self.pick('', f' and {self.flag(scope, 1)}')}:")
        self.indent += 1
        self.line(f"{n} -= 1")
        self.indent -= 1
        inner = Scope(scope)
        inner.add("int", n)
        self.block(inner, depth - 1, 2, p)

    def do_move(self, scope, depth, p):
        z = self.pick("pool", "gone", *scope.names("zone"))
        own = f"hand[{p}]" if p else "pool"
        form = self.rng.randint(0, 11)
        if form == 0:
            self.line("if deck:")
            self.line(f"    deck.draw({self.pick(own, z)})")
        elif form == 1:
            self.line(f"if {own}:")
            self.line(
                f"    {z}.{self.pick('put', 'put_below')}({own}.{self.pick('top', 'bottom')})"
            )
        elif form == 2:
            self.line(f"{z}.{self.pick('put', 'put_below')}({self.card_list(scope, 1)})")
        elif form == 3:
            self.line(f"if {z}:")
            self.line(f"    {z}.draw_any({self.pick(own, 'gone', 'pool')})")
        elif form == 4:
            self.line("again.put(gone)")
            self.line("again.shuffle()")
            self.line("deck.put_below(again)")
        elif form == 5:
            self.line(f"{self.pick('gone', 'pool')}.put({self.pick('gone', 'pool')})")
        elif form == 6 and self.each:
            c = self.new("k")
            self.line(f"for {c} in pool[-2:]:")
            self.line(f'    if {c}.suit != "none":')
            self.line(f"        line[{c}.suit].put({c})")
        elif form == 7:
            self.line("if deck:")
            self.line(f"    look({p or 0}, deck.top)")
        elif form == 8 and self.each:
            self.line("pool.put_below(line[MODE])")
        elif form == 9:
            self.line("if len(deck) >= len(players()):")
            self.line("    deck.deal(1, hand)")
        elif form == 10:
            self.line(f"hand.pass_on({self.pick(1, -1, 2)})")
        else:
            self.line("if len(pool) > 1:")
            self.line("    gone.put(pool[0])")

    def do_number(self, scope, depth, p):
        form = self.rng.randint(0, 7)
        if form <= 1:
            self.line(f"now.a = ({self.whole(scope)}) % 100")
        elif form == 2:
            self.line(f"now.b = {self.flag(scope)}")
        elif form == 3:
            self.line(f"now.c = {self.name(scope)}")
        elif form == 4:
            self.line(
                f"points[{self.seat(scope)}] {self.pick('+=', '-=')} {self.whole(scope, 1)} % 10"
            )
        elif form == 5:
            self.line(f"flags[{self.seat(scope)}] = {self.flag(scope)}")
        elif form == 6 and self.each:
            self.line(f"counts[{self.pick('MODE', 'SUITS[0]')}] += {self.whole(scope, 1)} % 5")
        else:
            self.line(f"points[{self.seat(scope)}] += chance({self.rng.randint(1, 6)})")

    def do_tally(self, scope, depth, p):
        times = ", 300000000000" if self.chance(0.04) else self.pick("", ", 2")
        self.line(f"tally(\"{self.pick('one', 'two')}\"{times})")

    def do_call(self, scope, depth, p):
        if not self.functions or not p:
            return self.do_number(scope, depth, p)
        name, result = self.rng.choice(self.functions)
        call = f"{name}({p}, {self.whole(scope, 1)} % 90)"
        if result == "int":
            v = self.new("n")
            self.line(f"{v} = {call} % 500")
            scope.add("int", v)
        elif result == "bool":
            self.line(f"if {call}:")
            self.block(scope, 0, 1, p)
        else:
            self.line(call)

    def do_choose(self, scope, depth, p):
        if not p:
            return self.do_number(scope, depth, p)
        mine = Scope(scope)
        mine.add("own", f"hand[{p}]")
        seen = self.pick("", "", ", seen_by=owner") if not self.hidden else ""
        say = self.pick("", ', say="takes {}"')
        form = self.rng.randint(0, 6)
        if form == 0:
            # A secret number cannot stay in a variable.
            v = "now.a" if seen else self.new("n")
            options = self.pick(
                f"[{self.whole(mine, 1)} % 100, {self.whole(mine, 1)} % 7, 3]",
                "TABLE",
                f"[x % 100 for x in {self.int_list(mine)}] + [5]",
            )
            self.line(f"{v} = choose({p}, {options}{say}{seen})")
            if not seen:
                scope.add("int", v)
        elif form == 1:
            s = "now.c" if seen else self.new("s")
            self.line(f'{s} = choose({p}, [{self.name(mine)}, "other"]{say}{seen})')
            if not seen:
                scope.add("name", s)
        elif form == 2:
            cs, k = self.new("cs"), self.new("k")
            self.line(f"{cs} = {self.card_list(mine, 1)}")
            self.line(f"if {cs}:")
            self.line(f"    {k} = choose({p}, {cs}{say})")
            self.line(f"    {self.pick('pool', 'gone')}.put({k})")
        elif form in (3, 4):
            o, k, x = self.new("o"), self.new("k"), self.new("x")
            c = self.new("c")
            self.line(f'{o} = [("take", {c}) for {c} in {self.zone(mine)}]')
            if self.chance(0.6):
                self.line(
                    f'{o} += [("say", {x}, {self.name(mine)}) '
                    f"for {x} in range({self.rng.randint(1, 3)})]"
                )
            else:
                self.line(f'{o}.append(("say", {self.whole(mine, 1)} % 99, "red"))')
            self.line(f'match choose({p}, {o} + [("pass",)]{say}):')
            self.line(f'    case ("take", {k}):')
            self.line(f"        {self.pick('pool', 'gone', f'hand[{p}]')}.put({k})")
            s = self.new("s")
            self.line(f'    case ("say", {x}, {s}):')
            self.line(f"        now.a = {x}")
            self.line(f"        now.c = {s}")
            self.line("    case _:" if self.chance(0.5) else '    case ("pass",):')
            self.line("        pass")
        elif form == 5:
            a, c, d = self.new("a"), self.new("c"), self.new("d")
            self.line(
                f'{a} = choose({p}, [("swap", {c}, {d}) for {c} in hand[{p}] for {d} in pool '
                f'if {c}.rank >= {d}.rank][:20] + [("keep",)])'
            )
            self.line(f'if {a}[0] == "swap":')
            self.line(f"    hand[{p}].put({a}[2])")
            self.line(f"    pool.put({a}[1])")
        else:
            v = self.new("all")
            self.line(f"{v} = choose_together(players({p}), secret)")
            self.line(f"points[{p}] += sum({v}) % 11")

    # Effects inside of expressions, and loops over what they change

    def do_effect(self, scope, depth, p):
        forms = [name for name in dir(self) if name.startswith("effect_")]
        getattr(self, self.rng.choice(forms))(scope, depth, p)

    def over(self, scope):
        """What a loop goes over with cards, and the names that it sets, the card's first."""
        z = self.pick("pool", "gone", self.zone(scope))
        k, x = self.new("k"), self.new("x")
        return self.pick(
            (k, k, z),
            (k, k, f"reversed({z})"),
            (k, k, f"{z}[:3]"),
            (k, k, f"list({z})"),
            (k, f"{x}, {k}", f"enumerate({z})"),
            (k, f"{x}, {k}", f"enumerate({z}, {self.pick('N', 'now.a', '3')})"),
            (k, f"{x}, {k}", f"zip(TABLE, {z})"),
            (k, f"{k}, {x}", f"zip({z}, points)"),
            (k, f"{k}, {x}", f"zip({z}, {self.pick('pool', 'gone')})"),
            (k, f"{x}, {k}", f"enumerate(reversed({z}))"),
            (k, f"{k}, {x}", f"zip(reversed({z}), TABLE)"),
        )

    def numbers_over(self):
        x, i = self.new("x"), self.new("i")
        return self.pick(
            (x, x, "points"),
            (x, x, "reversed(points)"),
            (x, f"{i}, {x}", f"enumerate(points{self.pick('', ', 1')})"),
            (x, f"{i}, {x}", "zip(TABLE, points)"),
            (x, f"{x}, {i}", "zip(points, reversed(points))"),
            *([(x, x, "counts"), (x, f"{x}, {i}", "zip(counts, points)")] if self.each else []),
        )

    def effect_loop(self, scope, depth, p):
        k, names, over = self.over(scope)
        inner = Scope(scope)
        inner.add("card", k)
        self.line(f"for {names} in {over}:")
        self.indent += 1
        z = self.pick("pool", "gone")
        self.line(
            self.pick(
                f"{z}.put({k})",
                f"{z}.put_below({k})",
                "pool.put(gone[:2])",
                f"now.a = ({k}.rank + {self.act(inner)}) % 60",
            )
        )
        if self.chance(0.3):
            self.line(f"if {self.act_flag(inner)}:")
            self.line(f"    {self.pick('break', 'continue')}")
        self.indent -= 1
        self.block(inner, 0, 2, p)

    def effect_numbers(self, scope, depth, p):
        x, names, over = self.numbers_over()
        inner = Scope(scope)
        inner.add("int", x)
        self.line(f"for {names} in {over}:")
        self.line(f"    points[{self.pick(0, 1)}] = ({x} + {self.act(inner)}) % 80")
        if self.chance(0.4):
            self.line(f"    now.a = ({x} * 3 + now.a) % 70")

    def effect_fold(self, scope, depth, p):
        if self.chance(0.6):
            v, names, over = self.over(scope)
            value = f"{v}.rank"
        else:
            v, names, over = self.numbers_over()
            value = v
        act = f"{self.pick('bump', 'grow', 'tilt', 'shift')}"
        self.helpers.add(act)
        self.helpers.add("turn")
        test = self.pick("", "", f" if turn({value})", f" if {value} > 2")
        body = f"{act}({value}) for {names} in {over}{test}"
        flags = f"{self.pick(f'turn({value})', f'{act}({value}) % 2 == 0')} for {names} in {over}"
        k = self.new("v")
        key = self.pick(f"{k} * now.a % 7", f"-{k}", f"(now.a % 3, {k})", f"len(pool) * {k} % 5")
        default = self.pick("4", "now.a", "TABLE[2]", f"points[{self.pick(0, 1)}]")
        out, kind = self.pick(
            (f"{self.pick('any', 'all')}([{flags}])", "bool"),
            (f"{self.pick('any', 'all')}({flags})", "bool"),
            (f"{self.pick('any', 'all')}([{body}])", "bool"),
            (f"{self.pick('any', 'all')}({body})", "bool"),
            (f"sum([{body}])", "int"),
            (f"sum({body})", "int"),
            (f"len([{body}])", "int"),
            (f"{self.pick('max', 'min')}([{body}], default={default})", "int"),
            (f"max(({body}), default=3)", "int"),
            (
                f"{self.pick('max', 'min')}([{body}], key=lambda {k}: {key}, default={default})",
                "int",
            ),
            (f"min(({body}), key=lambda {k}: {key}, default=-2)", "int"),
            (f"max({self.pick('pool', 'TABLE', 'points')}, key=lambda v: now.b, default=D)", None),
            (f"sorted([{body}], key=lambda {k}: {key})", "ints"),
            (f"sorted(({body}), key=lambda {k}: {key}, reverse=True)", "ints"),
            (f"[{body}]", "ints"),
            (f"list({body})", "ints"),
            (f"[{body}] + [now.a]", "ints"),
        )
        if kind is None:
            return self.effect_default(scope, depth, p)
        name = self.new({"bool": "b", "int": "n", "ints": "xs"}[kind])
        if kind == "ints" and self.chance(0.2):
            self.line(f"if {out}:")
            self.line("    now.a = (now.a + 1) % 50")
            return
        self.line(f"{name} = {out}")
        scope.add(kind, name)

    def effect_default(self, scope, depth, p):
        v = self.new("n")
        z, c = self.zone(scope), self.new("c")
        self.line(
            f"{v} = max([{c}.rank for {c} in {z} if {c}.rank > {self.rng.randint(0, 9)}], "
            f"default={self.pick('now.a + N', 'points[0] - 1', 'len(pool)', 'min(TABLE)')})"
        )
        scope.add("int", v)

    def effect_keywords(self, scope, depth, p):
        self.helpers.add("pair")
        a, b, c = self.act(scope), self.pick("now.a", self.act(scope)), self.whole(scope, 1)
        v = self.new("n")
        call = self.pick(
            f"pair(y={a}, x={b})",
            f"pair(z={a}, x={b}, y={c})",
            f"pair({c}, z={b}, y={a})",
            f"pair(x={a}, y={b})",
            f"pair({a})",
            f"pair({b}, {a})",
            f"pair(z=now.a, y=points[0], x={a})",
        )
        self.line(f"{v} = {call} % 300")
        scope.add("int", v)

    def effect_places(self, scope, depth, p):
        a, b = self.act(scope), self.pick("now.a", "points[0]", self.act(scope))
        sign = self.pick("=", "=", "+=", "-=")
        if self.chance(0.6) or not scope.names("ints"):
            self.line(f"points[{a} % 2] {sign} {b} % 40")
            return
        xs = self.rng.choice(scope.names("ints"))
        self.line(f"if {xs}:")
        self.line(
            "    "
            + self.pick(
                f"{xs}[{a} % len({xs})] {sign} {b} % 40",
                f"{xs}[now.a % len({xs})] {sign} {a}",
                f"{xs}[{a} % len({xs})], now.a = now.a, {b} % 50",
            )
        )

    def effect_unpack(self, scope, depth, p):
        a, b = self.new("n"), self.new("n")
        value = self.act(scope)
        self.line(
            self.pick(
                f"{a}, {b} = now.a, {value}",
                f"{a}, {b} = {value}, now.a",
                f"{a} = {b} = {value} + now.a",
                f"{a}, {b} = ({value}, now.a) if {self.act_flag(scope)} else (now.a, 3)",
            )
        )
        scope.add("int", a)
        scope.add("int", b)

    def effect_parts(self, scope, depth, p):
        """Elements, slices and membership."""
        a, v = self.act(scope), self.new("n")
        self.helpers.add("some")
        cs = self.new("cs")
        kind, name, text = self.pick(
            ("int", v, f"[{a}, now.a, 7][{self.rng.randint(0, 2)}]"),
            ("int", v, f"[now.a, {a}, now.a][{self.act(scope)} % 3]"),
            ("int", v, f"some({self.whole(scope, 0)})[{a} % 3]"),
            ("int", v, f"({a} if {self.act_flag(scope)} else {self.act(scope)})"),
            ("int", v, f"now.a + {a} - now.a * {self.act(scope)}"),
            ("int", v, f"max(now.a, {a}, {self.act(scope)})"),
            ("int", v, f"max(now.a, {a}, key=lambda v: v * now.a % 9)"),
            ("cards", cs, f"pool[{a} % 3:]"),
            ("cards", cs, f"pool[:{a} % 4]"),
            ("cards", cs, f"list(pool if {self.act_flag(scope)} else gone)"),
            ("bool", v, f"{a} in some({self.act(scope)})"),
            ("bool", v, f"{self.act(scope)} not in TABLE"),
            ("bool", v, f"{a} in range(2, 9)"),
            ("bool", v, f"now.a < N <= {a}"),
            ("bool", v, f"{a} < now.a < {self.act(scope)}"),
            (
                "bool",
                v,
                f"({self.act_flag(scope)} {self.pick('and', 'or')} {self.act_flag(scope)})",
            ),
            ("bool", v, f"(now.a, {a}) < ({self.act(scope)}, now.a)"),
            ("bool", v, f"[now.a, {a}] == [{self.act(scope)}, now.a]"),
            ("ints", cs, f"[{a}, now.a] + some({self.act(scope)})"),
            ("ints", cs, f"([x for x in TABLE if {self.act_flag(scope)}] or some({a}))"),
            ("ints", cs, f"[{a} + i for i, x in enumerate(some({a}), now.a)]"),
            ("ints", cs, f"[x * y for x, y in zip(some({a}), points)]"),
        )
        self.line(f"{name} = {text}")
        scope.add(kind, name)

    def effect_lists(self, scope, depth, p):
        xs = self.new("xs")
        self.helpers.add("some")
        self.line(f"{xs} = {self.pick('some(now.a)', '[1, 2]', '[x % 9 for x in points]')}")
        x, a = self.new("x"), self.act(scope)
        if self.chance(0.2):
            self.line(f"for {x} in {self.pick(xs, f'reversed({xs})')}:")
            self.line(f"    {xs} = [{x}, {a}]")
            scope.add("ints", xs)
            return
        over = self.pick(f"list({xs})", f"{xs}[:]", f"sorted({xs})", f"{xs} + [3]")
        self.line(f"for {x} in {self.pick(over, f'reversed(list({xs}))')}:")
        self.indent += 1
        self.line(
            self.pick(
                f"{xs}.append({x} + {a})",
                f"{xs} += [{a}, now.a]",
                f"{xs}[0] += {x}",
                f"{xs}.extend([{self.act(scope)} + y for y in {xs}][:2])",
                f"{xs} = [{x}]",
            )
        )
        self.indent -= 1
        scope.add("ints", xs)

    def effect_match(self, scope, depth, p):
        n = self.new("n")
        self.line(f"match {self.act(scope)} % 4:")
        self.line(f"    case 0 if {self.act_flag(scope)}:")
        self.line("        now.a = (now.a + 5) % 50")
        self.line(f"    case {n} if {self.act_flag(scope)}:")
        self.line(f"        now.a = {n}")
        self.line("    case _:")
        self.line("        now.b = not now.b")

    def effect_choose(self, scope, depth, p):
        if not p:
            return self.effect_keywords(scope, depth, p)
        v = self.new("n")
        a, b = self.act(scope), self.act(scope)
        self.line(
            self.pick(
                f"{v} = choose(options=[now.a % 50, 60 + {a} % 30], p=after({b} % 2))",
                f"{v} = choose(say=\"takes {{}}\", options=[{a} % 99, now.a % 99, 100], p={p})",
                f"{v} = choose({p}, options=({a} % 9 + x for x in TABLE), say=\"takes {{}}\")",
                f"{v} = sum(choose_together(reversed(players({p})), secret))",
                f"{v} = sum(choose_together((q for q in players({p})), secret)) + now.a",
            )
        )
        scope.add("int", v)

    def effect_tally(self, scope, depth, p):
        self.line('tally("one")')
        self.line(f'tally("three", {self.act(scope)} % 3, of="one")')

    HELPERS = {
        "bump": ["def bump(x):", "    now.a = (now.a + 7) % 60", "    return x % 40 - 3"],
        "grow": [
            "def grow(x):",
            "    if deck:",
            "        deck.draw(pool)",
            "    elif pool:",
            "        gone.put(pool.bottom)",
            "    return (x + len(pool)) % 13",
        ],
        "tilt": [
            "def tilt(x):",
            "    points[0] = (points[0] + 2) % 30",
            "    points[1] = (now.a + x) % 20",
            "    return points[0] - x % 5",
        ],
        "shift": [
            "def shift(x):",
            "    gone.put(pool[-2:])",
            "    if len(gone) > 3:",
            "        pool.put_below(gone[:2])",
            "    return x % 6 + len(gone)",
        ],
        "early": [
            "def early(x):",
            "    if length.turns > 2 and (x + now.a) % 31 == 11:",
            '        end("early bird")',
            "    now.a = (now.a + 1) % 60",
            "    return x % 10",
        ],
        "turn": ["def turn(x):", "    now.b = not now.b", "    return now.b or x % 2 == 0"],
        "pair": ["def pair(x, y=3, z=-1):", "    return x * 3 - y + z * now.a"],
        "some": [
            "def some(x):",
            "    now.a = (now.a + 2) % 60",
            "    return [x % 5, now.a % 5, 2]",
        ],
    }

    # What is refused: the lines, of which the one that is refused ends with a mark

    def refuse(self, scope, p):
        self.refused = True
        x, xs, c = self.new("x"), self.new("xs"), self.new("c")
        head = [f"{xs} = [1, 2, now.a]"]
        lines = self.pick(
            [*head, f"for {x} in {xs}:", f"    {xs}.append({x})  # refused"],
            [*head, f"for {x} in reversed({xs}):", f"    {xs}[0] = {x}  # refused"],
            [*head, f"for {x}, {c} in zip(TABLE, {xs}):", f"    {xs}.append({c})  # refused"],
            [*head, f"for {x}, {c} in enumerate({xs}):", f"    {xs}.remove({c})  # refused"],
            [
                *head,
                f"for {x}, {c} in enumerate(reversed({xs})):",
                f"    {xs} += [{c}]  # refused",
            ],
            [
                f"{xs} = [[1], [2]]",
                f"for {x} in {xs}:",
                f"    {xs}[0].append(3)  # refused",
                f"    now.a = len({x})",
            ],
            [f"{x} = max(TABLE, default=bump(1))  # refused"],
            [f"for {x}, {c} in enumerate(pool, bump(1)):  # refused", f"    now.a = {x} % 9"],
            [f"for {x}, {c} in zip(TABLE, some(1)):  # refused", f"    now.a = {x}"],
            [f"{x} = sorted(TABLE, key=lambda {c}: bump({c}))  # refused"],
            [f"{x} = now.a < bump(1) < 9  # refused"],
            [f"{x} = len(reversed(TABLE))  # refused"],
            [f"{x} = len({c} for {c} in pool)  # refused"],
            [f"{x} = reversed(enumerate(TABLE))  # refused"],
            [f"{x} = range(3)  # refused"],
            [f"{x} = zip(TABLE, points)  # refused"],
            [f"{x} = sum(range(3) + [now.a])  # refused"],
            [f'{x} = RANKS.keys().index("2")  # refused'],
            [f"{x} = RANKS.values()[0]  # refused"],
            ['end("early", winners=[])  # refused'],
            ["match (1, now.a):", f"    case ({x}, {x}):  # refused", "        pass"],
            [
                "match now.a:",
                f"    case {x}:  # refused",
                "        pass",
                "    case 3:",
                "        pass",
            ],
            [f"pool.{self.pick('pop', 'append', 'sort', 'clear', 'remove')}(0)  # refused"],
            [*head, f"{xs}.{self.pick('pop', 'sort', 'clear', 'insert', 'copy')}()  # refused"],
            [f"hand.{self.pick('put', 'draw', 'append', 'shuffle')}(pool)  # refused"],
            [f"points.{self.pick('index', 'count', 'sort')}(1)  # refused"],
            [f"{x} = TABLE.{self.pick('pop', 'sort', 'add')}()  # refused"],
            [f"{x} = RANKS.{self.pick('get', 'pop', 'setdefault')}('2', 0)  # refused"],
            [f"{x} = RANKS.{self.pick('copy', 'clear', 'popitem', 'sort')}()  # refused"],
            [f"{x} = {self.pick('now.a', 'pool', 'deck.top', 'points[0]')}.nothing()  # refused"],
            [f"now.nothing = {self.whole(scope, 1)}  # refused"],
            [f"{x} = pair(1, 2, w=3)  # refused"],
            [f"{x} = pair(1, x=2)  # refused"],
            [f"{x} = pair(y=2)  # refused"],
            ["deck.deal(count=1, hands=hand)  # refused"],
            [f"choose(seat={p}, options=[1, 2])  # refused"],
            [f"{x} = sum(list=TABLE)  # refused"],
            [f"{x} = sorted(TABLE, lambda {c}: -{c})[0]  # refused"],
            [f"for {x} in range(last=2):  # refused", f"    now.a = {x}"],
            [f"{xs} = [[0]] * 2  # refused", f"{xs}[0].append(1)"],
            [*head, f"{xs}.extend(len({xs}) for {x} in TABLE)  # refused"],
            [*head, f"{c} = {xs}  # refused", f"{xs}.append(4)", f"now.a = len({c})"],
            [f"{x} = 9223372036854775808 - 5  # refused"],
            [f"{x} = max([{c}.rank for {c} in pool], key=lambda v: v + {c}.rank)  # refused"],
            [f"{x} = [{c} for y in TABLE if {c} > 1 for {c} in TABLE]  # refused"],
        )
        for line in lines:
            self.line(line)
            self.helpers.update(h for h in ("bump", "some", "pair") if f"{h}(" in line)

    # Files

    def file(self, number):
        self.line(f'"""Generated file {number}."""')
        self.line("from fairdeal import *")
        self.line()
        extra = (", teams=2" if self.teams else "") + self.pick("", ", lowest_wins=True")
        self.line(
            f'game("Generated {number}", players={"(4, 4)" if self.teams else "(2, 4)"}{extra})'
        )
        self.line()
        self.line(f'N = knob({self.rng.randint(1, 9)}, low=-5, high=20, help="a number")')
        self.line('FLAG = knob(N > 4, help="a flag")')
        mode, choices = self.rng.choice(SUITS), '["clubs", "hearts", "stars"]'
        self.line(f'MODE = knob("{mode}", choices={choices}, help="a name")')
        self.line('TABLE = knob([3, 1, 4, 1], low=0, high=9, help="a table")')
        self.line('TURNS = knob(6, low=1, high=9, help="turns")')
        self.line('preset("other", N=0, MODE="hearts")')
        self.line()
        self.line('SUITS = ["clubs", "hearts", "stars"]')
        self.line('RANKS = {"1": 1, "2": 2, "3": 3, "5": 5, "8": 8}')
        copies = self.pick("1", "2", "1 + (1 if N > 3 else 0)")
        self.line(
            f"ALL = cards(SUITS, RANKS, copies={copies})"
        )
        self.line('EXTRA = card("X", copies=2, suit="none", rank=0)')
        self.line(f"HIGH = [c for c in ALL if c.rank > {self.rng.randint(1, 6)}]")
        self.line()
        self.line("deck = zone(nobody)")
        self.line("again = zone(nobody)")
        self.line("pool = zone(everyone)")
        self.line("gone = zone(everyone)")
        self.line(f"hand = each_player(zone, {'owner' if self.hidden else 'everyone'})")
        if self.each:
            self.line("line = each(SUITS, zone, everyone)")
            self.line("counts = each(SUITS, 0)")
        self.line("points = each_player(0)")
        self.line("flags = each_player(False)")
        self.line()
        self.line()
        self.line("class now(numbers):")
        self.line("    a = 1")
        self.line("    b = False")
        self.line('    c = "none"')
        self.line()
        self.line()
        self.line("class length(lengths):")
        self.line("    turns = 0")
        self.line()
        self.line()
        bodies = []
        refused = self.rng.randrange(4) if number % 8 == 7 else None
        for i in range(self.rng.randint(1, 4)):
            bodies.append(self.function(f"part{i}", refused == i))
        if refused is not None and not self.refused:
            bodies.append(self.function("part4", True))
        self.lines += self.play()
        for body in reversed(bodies):
            self.lines += ["", "", *body]
        for name in self.HELPERS:
            if name in self.helpers:
                self.lines += ["", "", *self.HELPERS[name]]
        if any("secret)" in line for line in self.lines):
            self.line()
            self.line()
            self.line("def secret(p):")
            self.line(
                f"    return {self.pick('[c.rank for c in hand[p]] + [1]', '[1, 2, points[p] % 30]')}"
            )
        self.line()
        self.line()
        self.line("def score(p):")
        total = "sum(c.rank for c in hand[p]) - points[p]"
        forms = ["points[p]", "(points[p], len(hand[p]))", total]
        # Perhaps beyond the largest score that is exact.
        large = ["points[p] * 100000000000", "now.a * -40000000000"]
        self.line(f"    return {self.pick(*large) if self.chance(0.08) else self.pick(*forms)}")
        return "\n".join(self.lines) + "\n"

    def function(self, name, is_refused=False):
        saved, self.lines = self.lines, []
        scope = Scope()
        scope.add("seat", "p")
        scope.add("int", "x")
        if not self.hidden or self.chance(0.5):
            scope.add("int", "p")
        result = self.pick("int", "bool", "none")
        self.line(f"def {name}(p, x):")
        self.indent = 1
        for _ in range(self.rng.randint(2, 6)):
            self.statement(scope, 2, "p")
        if is_refused:
            self.refuse(scope, "p")
        if result == "int":
            self.line(f"return {self.whole(scope)}")
        elif result == "bool":
            self.line(f"return {self.flag(scope)}")
        elif self.lines[-1].startswith("def"):
            self.line("return")
        self.indent = 0
        self.functions.append((name, result))
        body, self.lines = self.lines, saved
        return body

    def play(self):
        saved, self.lines = self.lines, []
        self.line("def play():")
        self.indent = 1
        self.line("deck.put(ALL)")
        self.line("deck.put(EXTRA)")
        self.line("deck.shuffle()")
        self.line(f"deck.deal({self.rng.randint(1, 3)}, hand)")
        for _ in range(self.rng.randint(0, 3)):
            self.line("deck.draw(pool)")
        self.line(f"p = {self.pick('0', 'chance(len(players()))')}")
        self.line("while length.turns < TURNS:")
        self.indent = 2
        self.line("length.turns += 1")
        scope = Scope()
        scope.add("seat", "p")
        for _ in range(self.rng.randint(1, 4)):
            self.statement(scope, 2, "p")
        self.line(f"{self.functions[-1][0]}(p, length.turns)")
        # Every function is called somewhere: one that is not is a mistake.
        for turn, (name, _) in enumerate(self.functions[:-1]):
            self.line(f"if length.turns {self.pick('==', '>')} {turn + 1}:")
            self.line(f"    {name}(p, length.turns)")
        if self.chance(0.3) and not self.teams:
            self.line("if len(players()) > 2 and flags[p] and length.turns == 3:")
            self.line("    out(p)")
        if self.chance(0.4):
            self.line(f"if {self.flag(scope, 1)} and length.turns > 3:")
            self.line(
                "    " + self.pick('end("early")', 'end("won", winner=p)', 'unfinished("stopped")')
            )
        self.line(f"p = {self.pick('after(p)', 'before(p)', 'after(p)')}")
        self.indent = 0
        body, self.lines = self.lines, saved
        return body


def in_python(path, number, games):
    """Plays games with random rules in plain Python, and returns how many decisions they had."""
    fewest, decisions = fairdeal.fewest_players(str(path)), 0
    for game in range(games):
        seats = fewest if fewest == 4 else 2 + game % 3
        world = fairdeal.any_rules(str(path), seats, random.Random(f"{number} {game}"))
        luck, decide = fairdeal.random_game(number, game, seats)
        try:
            decisions += world.play(luck, decide)["lengths"]["decisions"]
        except fairdeal.GameFileError as error:
            # Beyond the largest numbers both programs stop: the comparison wants the same line.
            if "000000000000" not in str(error).replace(",", ""):
                raise
    return decisions


def main():
    words = argparse.ArgumentParser(description="Makes and plays random game files.")
    words.add_argument("--count", type=int, default=100)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--first", type=int, default=0)
    words.add_argument("--games", type=int, default=6, help="games of each file, in both")
    words.add_argument("--program", help="the built program, whose games are compared")
    words.add_argument("--out", help="the folder that keeps the files")
    options = words.parse_args()
    folder = Path(options.out or tempfile.mkdtemp(prefix="generated-games-"))
    folder.mkdir(parents=True, exist_ok=True)
    decisions = differences = refused = 0
    for number in range(options.first, options.first + options.count):
        path = folder / f"generated-{number}.py"
        text = Generator(f"{options.seed} {number}").file(number)
        path.write_text(text)
        line = next((n for n, line in enumerate(text.split("\n"), 1) if "# refused" in line), None)
        try:
            if line is None:
                decisions += in_python(path, number, options.games)
        except (fairdeal.GameFileError, SyntaxError) as error:
            sys.exit(f"{path}: {error}")
        refused += line is not None
        if not options.program:
            continue
        check = subprocess.run(
            [options.program, "check", "--python", "--games", str(options.games), str(path)],
            capture_output=True,
            text=True,
        )
        told = check.stdout + check.stderr
        # 4 says that a rule looks wrong, as it does in most of these files.
        if line is None:
            is_right = check.returncode in (0, 4) and "differ" not in told
        else:
            is_right = check.returncode == 1 and f"{path.name}:{line}:" in told
        if not is_right:
            differences += 1
            wanted = f", line {line} is to be refused" if line else ""
            print(f"{path}: exit code {check.returncode}{wanted}\n{told}", flush=True)
    games = (options.count - refused) * options.games
    print(
        f"{options.count} files, {games} games, {decisions} decisions in plain Python; "
        f"{refused} files that are refused"
    )
    if options.program:
        sys.exit(f"{differences} files differ" if differences else 0)


if __name__ == "__main__":
    main()
