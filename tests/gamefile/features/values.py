"""Not a game to play: numbers, lists, loops and comparisons, told as options to be compared."""
from fairdeal import *

game("Values", players=(1, 3))

N = knob(7, low=1, high=20, help="a number")
SPREAD = knob(N // 2, low=0, high=20, help="follows from the number")
TABLE = knob([3, 1, 4, 1, 5], low=0, high=9, help="a table")
MODE = knob("up", choices=["up", "down"], help="a name")
STEP = knob(2, choices=[1, 2, 3], help="numbers as choices")
preset("down", MODE="down", STEP=3)

ALL = cards(["x", "y"], {"1": 1, "2": 2, "3": 3, "4": 4})
ODD = [c for c in ALL if c.rank % 2 == 1]
PAIRS = [(c.rank, c.suit) for c in ALL if c.rank > 2]
TOTAL = sum([rank for rank, suit in PAIRS])
FIRST = ALL[0] if MODE == "up" else ALL[-1]

pile = zone(everyone)
left = each_player(zone, owner)


class now(numbers):
    count = 0
    flag = False
    name = "none"


def play():
    pile.put(ALL)
    pile.shuffle()
    tell(numbers_of(N))
    tell(lists_of(SPREAD))
    tell(cards_in(pile))
    tell(loops(N))
    for p in players():
        if pile:
            pile.draw(left[p])
    now.flag = not now.flag and len(left[0]) > 0
    now.name = MODE if now.flag else "other"
    choose(0, [("name", now.name), ("first", FIRST), ("total", TOTAL)])
    if pile:
        choose(0, [c for c in pile])


def tell(found):
    """All numbers come up as options, in their order; equal ones once."""
    choose(0, found)
    now.count += len(found)


def numbers_of(n):
    found = [n // 3, -n // 3, n % 3, -n % 3, n ** 2, n << 3, n >> 1, n & 5, n | 8, n ^ 3]
    found += [abs(-n), min(n, 4), max(n, 4, 2), -n, n - 1 - 1, (n + 1) * 2]
    found.append(1 if 0 < n < 10 else 0)
    found.append(2 if n >= 3 and not n == 5 or n == 1 else 3)
    found.append(min([x * x - 6 * x for x in range(n + 1)]))
    found.append(max([x for x in range(n) if x > 100], default=-5))
    return found


def lists_of(n):
    a = [x for x in range(n)] + TABLE
    b = sorted(a, reverse=True)
    c = a[1:3] + a[-2:] + b[:-1]
    c[0] = 100
    c.extend([7, 8])
    c.remove(7)
    d = [0] * 3
    d[-1] += 5
    pairs = [(x, y) for x in range(2) for y in a if y > 3]
    by_second = sorted(pairs, key=lambda t: (-t[1], t[0]))
    found = list(c)
    for i, x in enumerate(d):
        found.append(10 * i + x + 200)
    for x, y in by_second:
        found.append(300 + 10 * x + y)
    found.append(400 + a.count(1))
    found.append(500 + (a.index(4) if 4 in a else 99))
    found.append(600 if 4 in a and 9 not in d else 601)
    found.append(700 if pairs else 701)
    found.append(800 if a == list(a) and a != b else 801)
    for x in reversed(a):
        found.append(1000 + x)
    for x, y in zip(a, b):
        found.append(1100 + 10 * x + y)
    return found


def cards_in(z):
    best = max(z, key=lambda c: (c.rank, c.suit == "x"))
    worst = min([c for c in z], key=lambda c: c.rank)
    found = [best.rank, worst.rank, len([c for c in z if c.suit == best.suit and c != best])]
    found.append(10 + sum(c.rank for c in z if c in ODD))
    found.append(50 if any(c.rank == STEP for c in z) else 51)
    found.append(60 if all(c.rank < 4 for c in z[:3]) else 61)
    found.append(70 if FIRST in z else 71)
    found.append(80 if z[0].suit == z[-1].suit else 81)
    found.append(90 + z.top.rank * 5 + z.bottom.rank)
    return found


def loops(n):
    found = []
    x = n
    while x != 1:
        x = x // 2 if x % 2 == 0 else 3 * x + 1
        if x > 60:
            continue
        found.append(x)
        if len(found) > 12:
            break
    for i in range(n, 0, -2):
        found.append(-i)
    for i in range(3):
        if i == 2:
            break
        for j in range(i, 4):
            if j == 2:
                continue
            found.append(-100 - 10 * i - j)
    match n % 4:
        case 0:
            found.append(-200)
        case 1:
            found.append(-201)
        case _:
            found.append(-202)
    match MODE:
        case "up":
            found.append(-300)
        case "down":
            found.append(-301)
    return found or [0]


def score(p):
    return (len(left[p]), now.count)
