"""Best play of blackjack.py and pig.py, exactly, by dynamic programming.

    python3 tests/gamefile/learned/optimum.py [--policies FOLDER]

prints what a player can expect who plays perfectly, and what some simple players get, for
comparison with simulations. With `--policies` it also writes the best decisions of all positions:
`blackjack.csv`, `pig-alone.csv` and `pig-two.csv`.
"""

import argparse
import csv
import pathlib
import time
from functools import lru_cache

# Blackjack: a hand is a tuple with the numbers of its aces (all count 1), twos, ..., and tens.

DECK = (4,) * 9 + (16,)
RANKS = range(10)
NATURAL = 22


def count(hand):
    total = sum((i + 1) * n for i, n in enumerate(hand))
    return total + 10 if hand[0] and total <= 11 else total


def with_card(hand, i):
    return hand[:i] + (hand[i] + 1,) + hand[i + 1:]


def minus(deck, hand):
    return tuple(n - m for n, m in zip(deck, hand))


def one(i):
    return with_card((0,) * 10, i)


class Blackjack:
    """The rules of the file; hits_soft and naturals_beat are its knobs."""

    def __init__(self, hits_soft=False, naturals_beat=True):
        self.hits_soft = hits_soft
        self.naturals_beat = naturals_beat
        self.dealer_tree = [self.orders(i) for i in RANKS]
        self.results = {}

    def strength(self, hand):
        is_natural = self.naturals_beat and sum(hand) == 2 and count(hand) == 21
        return NATURAL if is_natural else count(hand)

    def dealer_stops(self, hand):
        if count(hand) == 17 and hand[0] and self.hits_soft:
            return sum((i + 1) * n for i, n in enumerate(hand)) == 17
        return count(hand) >= 17

    def orders(self, up):
        """Where a dealer with this card stops: the strength, in how many orders the ranks can
        come, the number of cards drawn, and which."""
        level = {one(up): 1}
        ends = []
        while level:
            following = {}
            for hand, ways in level.items():
                if sum(hand) > 1 and self.dealer_stops(hand):
                    if count(hand) <= 21:
                        drawn = [(i, n - (i == up)) for i, n in enumerate(hand) if n]
                        ends.append((self.strength(hand), ways, sum(hand) - 1, drawn))
                    continue
                for i in RANKS:
                    if hand[i] < DECK[i]:
                        more = with_card(hand, i)
                        following[more] = following.get(more, 0) + ways
            level = following
        return ends

    def stand(self, hand, up):
        """What the player expects who stands."""
        left = minus(minus(DECK, hand), one(up))
        falling = []  # falling[i][n]: in how many ways n cards of this rank can be drawn
        for n in left:
            row = [1]
            for k in range(n):
                row.append(row[-1] * (n - k))
            falling.append(row + [0] * 12)
        cards = [1]
        for k in range(12):
            cards.append(cards[-1] * (sum(left) - k))
        own = self.strength(hand)
        win = level = loss = 0.0
        for other, ways, n, drawn in self.dealer_tree[up]:
            for i, k in drawn:
                ways *= falling[i][k]
            if other > own:
                loss += ways / cards[n]
            elif other == own:
                level += ways / cards[n]
        return 1 - level - 2 * loss

    def stand_known(self, hand, up):
        key = hand, up
        if key not in self.results:
            self.results[key] = self.stand(hand, up)
        return self.results[key]

    def play(self, decide):
        """What a player expects who hits with the chance `decide(hand, up, value of hitting)`."""
        total = 0.0
        for up in RANKS:

            @lru_cache(maxsize=None)
            def value(hand, up=up):
                if count(hand) > 21:
                    return -1.0
                if count(hand) == 21:
                    return self.stand_known(hand, up)
                left = minus(minus(DECK, hand), one(up))
                hit = sum(left[i] * value(with_card(hand, i)) for i in RANKS if left[i]) / sum(left)
                chance = decide(hand, up, hit)
                if chance == 1:
                    return hit
                return chance * hit + (1 - chance) * self.stand_known(hand, up)

            for i in RANKS:
                for j in RANKS:
                    left = minus(DECK, one(up))
                    chance = DECK[up] / 52 * left[i] / 51 * (left[j] - (i == j)) / 50
                    if chance > 0:
                        total += chance * value(with_card(one(i), j))
        return total

    def best(self, policy=None):
        """Never stands on what cannot be worsened by a card: less than 12, soft less than 17."""

        def decide(hand, up, hit):
            is_soft = count(hand) != sum((i + 1) * n for i, n in enumerate(hand))
            if count(hand) < (17 if is_soft else 12):
                hits = True
            else:
                hits = hit > self.stand_known(hand, up)
            if policy is not None:
                policy[hand, up] = hits
            return 1 if hits else 0

        return self.play(decide)


def blackjack(folder):
    names = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    policy = {}
    game = Blackjack()
    print("Blackjack, score of a round (win 1, draw 0, loss -1):")
    print(f"  best play                      {game.best(policy):+.6f}")
    for text, decide in [
        ("hits below 17, as the dealer  ", lambda hand, up, hit: int(count(hand) < 17)),
        ("hits below 12                 ", lambda hand, up, hit: int(count(hand) < 12)),
        ("always stands                 ", lambda hand, up, hit: 0),
        ("always hits                   ", lambda hand, up, hit: 1),
        ("random                        ", lambda hand, up, hit: 0.5),
    ]:
        print(f"  {text} {game.play(decide):+.6f}")
    print(f"  best, hits_soft = true         {Blackjack(hits_soft=True).best():+.6f}")
    print(f"  best, naturals_beat = false    {Blackjack(naturals_beat=False).best():+.6f}")
    print("  stands on, by the dealer's card (two cards; where it depends on them: both)")
    for soft in [False, True]:
        row = []
        for up in [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]:
            stands, hits = [], []
            for (hand, card), hit in policy.items():
                is_soft = count(hand) != sum((i + 1) * n for i, n in enumerate(hand))
                if card == up and is_soft == soft and sum(hand) == 2:
                    (hits if hit else stands).append(count(hand))
            first = min(stands)
            last = max([n for n in hits if n >= first], default=None)
            row.append(f"{names[up]}: {first}" + (f"-{last + 1}" if last else ""))
        print(f"    {'soft' if soft else 'hard'}  " + "  ".join(row))
    if folder:
        with open(folder / "blackjack.csv", "w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["cards", "dealer", "count", "best"])
            for (hand, up), hit in sorted(policy.items()):
                held = " ".join(names[i] for i, n in enumerate(hand) for _ in range(n))
                rows.writerow([held, names[up], count(hand), "hit" if hit else "stand"])


# Pig: `own` and `other` are points, `total` is what the turn has brought so far.


def pig_alone(target, decide=None):
    """The turns that a player needs from each number of points on, and its decisions; `decide(own,
    total)` is its chance to hold, otherwise it plays perfectly."""
    turns = [0.0] * (target + 6)
    holds = {}
    for own in reversed(range(target)):

        def one_turn(guess):
            after_roll = [0.0] * (target - own + 7)
            for total in reversed(range(target - own)):
                roll = (guess + sum(after_roll[total + 2:total + 7])) / 6
                if total == 0:
                    return 1 + roll
                hold = turns[own + total]
                if decide is None:
                    holds[own, total] = hold <= roll
                    after_roll[total] = min(hold, roll)
                else:
                    chance = decide(own, total)
                    after_roll[total] = chance * hold + (1 - chance) * roll

        guess = 10.0
        for _ in range(10_000):
            following = one_turn(guess)
            if abs(following - guess) < 1e-13 * guess:
                break
            guess = following
        turns[own] = guess
    return turns[0], holds


def one_turn_of_two(win, own, other, lost, target):
    """The chance to win of the player to roll, if it is `1 - lost` after a 1; how this changes with
    `lost`; and at which totals it holds. The best decisions follow from `lost`."""
    size = target - own
    value, slope = [1.0] * (size + 6), [0.0] * (size + 6)
    holds = [False] * size
    ahead, ahead_slope = 5.0, 0.0  # sums over the next five totals from total + 2 on
    against = win[other]
    for total in range(size - 1, -1, -1):
        roll = (1 - lost + ahead) / 6
        roll_slope = (ahead_slope - 1) / 6
        hold = 1 - against[own + total] if total else -1.0
        if hold >= roll:
            value[total], slope[total], holds[total] = hold, 0.0, True
        else:
            value[total], slope[total] = roll, roll_slope
        ahead += value[total + 1] - value[total + 6]
        ahead_slope += slope[total + 1] - slope[total + 6]
    return value[0], slope[0], holds


def pig_two(target):
    """The chance to win of the player to roll with each numbers of points, and where it holds."""
    win = [[0.0] * target for _ in range(target)]
    holds = {}
    for level in reversed(range(2 * target - 1)):
        for own in range(max(0, level - target + 1), min(target, level // 2 + 1)):
            other = level - own
            mine = theirs = 0.5  # the two positions that lead to each other
            for _ in range(100):
                a, a_slope, holds[own, other] = one_turn_of_two(win, own, other, theirs, target)
                b, b_slope, holds[other, own] = one_turn_of_two(win, other, own, mine, target)
                # Policy iteration: mine = a + a_slope * (theirs' - theirs), and likewise.
                x = (a + a_slope * (b - theirs - b_slope * mine)) / (1 - a_slope * b_slope)
                y = b + b_slope * (x - mine)
                close = abs(x - mine) + abs(y - theirs) < 1e-14
                mine, theirs = x, y
                if close:
                    break
            win[own][other], win[other][own] = mine, theirs
    return win, holds


def ranges(row):
    """Where the row is true, as 21-24 26-99."""
    found = []
    for n, holds in enumerate(row):
        if holds and n and row[n - 1]:
            found[-1][1] = n
        elif holds:
            found.append([n, n])
    return " ".join(f"{a}-{b}" if a < b else str(a) for a, b in found)


def pig(folder, target=100):
    best, alone = pig_alone(target)
    print(f"Pig alone to {target}, mean number of turns:")
    print(f"  best play                      {best:.6f}")
    for text, decide in [("holds at 20", lambda own, total: int(total >= 20)),
                         ("holds at 25", lambda own, total: int(total >= 25)),
                         ("always holds", lambda own, total: 1),
                         ("always rolls", lambda own, total: 0),
                         ("random", lambda own, total: 0.5)]:
        print(f"  {text:<30} {pig_alone(target, decide)[0]:.6f}")
    first = [min([k for k in range(1, target - own) if alone[own, k]], default=target - own)
             for own in range(target)]
    print(f"  holds at, from 0 points on:    {' '.join(str(n) for n in first)}")
    win, holds = pig_two(target)
    print(f"Pig for two to {target}, best play: who rolls first wins {win[0][0]:.6%}")
    print("  the least total at which to hold, by own points (down) and the other's (across);")
    print("  - means: roll on to the target")
    across = [*range(0, target, 10), target - 5]
    print("       " + "".join(f"{other:>4}" for other in across))
    for own in range(0, target, 5):
        row = [ranges(holds[own, other]).split("-")[0].split(" ")[0] or "-" for other in across]
        print(f"    {own:>3}" + "".join(f"{least:>4}" for least in row))
    if folder:
        with open(folder / "pig-alone.csv", "w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["own", "holds"])
            for own in range(target):
                row = [False] + [alone[own, k] for k in range(1, target - own)]
                rows.writerow([own, ranges(row)])
        with open(folder / "pig-two.csv", "w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["own", "other", "wins", "holds"])
            for own in range(target):
                for other in range(target):
                    wins = f"{win[own][other]:.9f}"
                    rows.writerow([own, other, wins, ranges(holds[own, other])])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--policies", type=pathlib.Path, help="a folder for the tables")
    folder = parser.parse_args().policies
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    blackjack(folder)
    print(f"  ({time.monotonic() - begun:.0f} seconds)")
    pig(folder)
    print(f"  ({time.monotonic() - begun:.0f} seconds in all)")


if __name__ == "__main__":
    main()
