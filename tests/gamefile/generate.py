"""Makes game files at random, which are valid and end, and plays them.

    python3 tests/gamefile/generate.py --count 1000 --seed 1 [--program target/release/fairdeal]
        [--out FOLDER]

Each file uses a random part of the language: knobs, cards, zones, numbers, functions, loops, lists,
comprehensions, decisions of all kinds. Plain Python plays some games of each, which must not fail.
With `--program`, the built program then compares its own games with plain Python
(`fairdeal check --python`), and must find no difference. `--out` keeps the files.
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

    def whole(self, scope, depth=2):
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
        self.line(f"tally(\"{self.pick('one', 'two')}\"{self.pick('', ', 2')})")

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
        self.line('TABLE = knob([3, 1, 4, 1], low=-2, high=9, help="a table")')
        self.line('TURNS = knob(6, low=1, high=9, help="turns")')
        self.line('preset("other", N=0, MODE="hearts")')
        self.line()
        self.line('SUITS = ["clubs", "hearts", "stars"]')
        copies = self.pick("1", "2", "1 + (1 if N > 3 else 0)")
        self.line(
            f'ALL = cards(SUITS, {{"1": 1, "2": 2, "3": 3, "5": 5, "8": 8}}, copies={copies})'
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
        for i in range(self.rng.randint(1, 4)):
            bodies.append(self.function(f"part{i}"))
        self.lines += self.play()
        for body in reversed(bodies):
            self.lines += ["", "", *body]
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
        self.line(f"    return {self.pick('points[p]', '(points[p], len(hand[p]))', total)}")
        return "\n".join(self.lines) + "\n"

    def function(self, name):
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


def main():
    words = argparse.ArgumentParser(description="Makes and plays random game files.")
    words.add_argument("--count", type=int, default=100)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--first", type=int, default=0)
    words.add_argument("--games", type=int, default=6, help="games of each file")
    words.add_argument("--program", help="the built program, whose games are compared")
    words.add_argument("--out", help="the folder that keeps the files")
    options = words.parse_args()
    folder = Path(options.out or tempfile.mkdtemp(prefix="generated-games-"))
    folder.mkdir(parents=True, exist_ok=True)
    decisions = differences = 0
    for number in range(options.first, options.first + options.count):
        path = folder / f"generated-{number}.py"
        path.write_text(Generator(f"{options.seed} {number}").file(number))
        try:
            fewest = fairdeal.fewest_players(str(path))
            for game in range(options.games):
                seats = fewest if fewest == 4 else 2 + game % 3
                world = fairdeal.any_rules(str(path), seats, random.Random(f"{number} {game}"))
                luck, decide = fairdeal.random_game(number, game, seats)
                decisions += world.play(luck, decide)["lengths"]["decisions"]
        except (fairdeal.GameFileError, SyntaxError) as error:
            sys.exit(f"{path}: {error}")
        if options.program:
            check = subprocess.run(
                [options.program, "check", "--python", str(path)], capture_output=True, text=True
            )
            # 4 says that a rule looks wrong, as it does in most of these files.
            if check.returncode not in (0, 4) or "differ" in check.stdout + check.stderr:
                differences += 1
                print(
                    f"{path}: exit code {check.returncode}\n{check.stdout}{check.stderr}",
                    flush=True,
                )
    games = options.count * options.games
    print(f"{options.count} files, {games} games, {decisions} decisions in plain Python")
    if options.program:
        sys.exit(f"{differences} files differ" if differences else 0)


if __name__ == "__main__":
    main()
