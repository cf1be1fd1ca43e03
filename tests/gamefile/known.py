"""Checks six of the game files against what is known about their games.

    python3 tests/gamefile/known.py [--games 2000] [--seed 1]

- Kuhn poker: the whole tree, played by an equilibrium: the first player loses 1/18.
- GOPS with small hands: the whole tree of random play, against counting permutations.
- Whist: single tricks against counting deals, and whole deals against a second, shorter program.
- Hearts, Crazy Eights, Go Fish and GOPS: random play against that of OpenSpiel, if it is installed
  (`pip install open_spiel`).

Exact values must be equal. Of random games, means of several quantities are compared: they fail
when they lie more than four standard errors apart.
"""

import argparse
import itertools
import math
import random
import sys
from fractions import Fraction
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HOME / "games"))
import fairdeal  # noqa: E402

failures = []


def path_of(game):
    return str(HOME / "games" / f"{game}.py")


# ---- Whole trees


class Tree:
    """All games of a file: every shuffle, and every choice with its probability."""

    def __init__(self, world, policy):
        self.world, self.policy = world, policy

    def games(self):
        """Yields the probability and the result of every game."""
        self.path = []
        while True:
            self.at, self.probability = 0, Fraction(1)
            result = self.world.play(self, self.decide)
            yield self.probability, result
            while self.path and self.path[-1][0] == self.path[-1][1] - 1:
                self.path.pop()
            if not self.path:
                return
            self.path[-1][0] += 1

    def branch(self, count):
        if self.at == len(self.path):
            self.path.append([0, count])
        self.at += 1
        return self.path[self.at - 1][0]

    def shuffle(self, cards):
        cards, order = list(cards), []
        self.probability /= math.factorial(len(cards))
        while cards:
            order.append(cards.pop(self.branch(len(cards))))
        return order

    def decide(self, seat, options):
        index = self.branch(len(options))
        self.probability *= self.policy(self.world, seat, options)[index]
        return index


def uniform(world, seat, options):
    return [Fraction(1, len(options))] * len(options)


def equilibrium(alpha):
    """Kuhn's equilibrium: the first player bets a Jack with probability alpha, from 0 to 1/3."""

    def policy(world, seat, options):
        rank = world.file["hand"][seat].top.rank - 10
        if options == ["check", "bet"]:
            bet = {1: alpha, 2: 0, 3: 3 * alpha} if seat == 0 else {1: Fraction(1, 3), 2: 0, 3: 1}
            return [1 - bet[rank], bet[rank]]
        call = {1: 0, 2: alpha + Fraction(1, 3) if seat == 0 else Fraction(1, 3), 3: 1}
        return [1 - call[rank], call[rank]]

    return policy


def exactly(what, ours, known):
    same = ours == known
    print(f"{what}: {ours}" + ("" if same else f", but known is {known}: DIFFERENT"))
    if not same:
        failures.append(what)


def kuhn():
    world = fairdeal.load(path_of("kuhn_poker"), 2)
    for alpha in (Fraction(0), Fraction(1, 5), Fraction(1, 3)):
        value = sum(p * r["scores"][0] for p, r in Tree(world, equilibrium(alpha)).games())
        exactly(f"Kuhn poker, value of an equilibrium (alpha {alpha})", value, Fraction(-1, 18))


def gops():
    for cards, seats, ties in [
        (2, 2, "lost"),
        (3, 2, "lost"),
        (3, 2, "waits"),
        (4, 2, "lost"),
        (3, 3, "waits"),
    ]:
        settings = {"ranks_used": cards, "ties": ties}
        if seats == 3:
            settings["prizes"] = "rising"
        world = fairdeal.load(path_of("gops"), seats, settings)
        won, points, total = Fraction(0), Fraction(0), Fraction(0)
        for p, result in Tree(world, uniform).games():
            total += p
            points += p * result["scores"][0]
            if 0 in result["winners"]:
                won += p / len(result["winners"])
        exactly(
            f"GOPS, {seats} players, {cards} cards, ties {ties}",
            (total, won, points),
            (1, *gops_by_permutations(cards, seats, ties)),
        )


def gops_by_permutations(cards, seats, ties):
    """Random bids are random permutations; all orders of prizes count the same then, except that a
    prize that waits depends on what comes next. Returns the share of wins and the mean points of a
    player.
    """
    orders = list(itertools.permutations(range(1, cards + 1)))
    prizes = [orders[0]] if seats == 3 else orders
    won = points = games = 0
    for prize in prizes:
        for bids in itertools.product(orders, repeat=seats):
            got, pot = [0] * seats, 0
            for n in range(cards):
                pot += prize[n]
                best = max(b[n] for b in bids)
                if [b[n] for b in bids].count(best) == 1:
                    got[[b[n] for b in bids].index(best)] += pot
                    pot = 0
                elif ties == "lost":
                    pot = 0
            games += 1
            points += got[0]
            if got[0] == max(got):
                won += Fraction(1, got.count(max(got)))
    return won / games, Fraction(points, games)


# ---- Means of random games


class Means:
    def __init__(self):
        self.of = {}

    def add(self, **values):
        for name, value in values.items():
            n, total, squares = self.of.get(name, (0, 0, 0))
            self.of[name] = n + 1, total + value, squares + value * value

    def mean(self, name):
        n, total, squares = self.of[name]
        mean = total / n
        return mean, max(0, squares / n - mean * mean) / n


def alike(what, ours, theirs):
    print(f"{what} (ours and theirs, with the difference in standard errors):")
    for name in ours.of:
        (a, u), (b, v) = ours.mean(name), theirs.mean(name)
        apart = (a - b) / math.sqrt(u + v) if u + v else (0 if a == b else math.inf)
        print(
            f"    {name}: {a:.4g} and {b:.4g} ({apart:+.1f})"
            + (" DIFFERENT" if abs(apart) > 4 else "")
        )
        if abs(apart) > 4:
            failures.append(f"{what}: {name}")


def random_results(game, seats, settings, games, seed):
    """Yields the world, the result and the numbers of options of random games."""
    world = fairdeal.load(path_of(game), seats, settings)
    for number in range(games):
        luck, decide = fairdeal.random_game(seed, number, seats)
        offered = []
        result = world.play(
            luck, decide, lambda seat, options, index, say: offered.append((options, index))
        )
        yield world, result, offered


def share(winners, seat):
    return (seat in winners) / len(winners) if winners else 0


# ---- Whist


def whist(games, seed):
    # One trick, no trumps, clubs led: the leader's side wins if neither opponent has a club higher
    # than those of the leader and its partner.
    deck = [(suit, rank) for suit in range(4) for rank in range(13)]
    won = total = 0
    for lead in deck[:13]:
        for partner in deck:
            left = [c for c in deck if c not in (lead, partner)]
            if partner == lead:
                continue
            top = max(lead[1], partner[1]) if partner[0] == 0 else lead[1]
            safe = sum(c[0] != 0 or c[1] < top for c in left)
            won += safe * (safe - 1)
            total += len(left) * (len(left) - 1)
    known = won / total
    settings, ours = {"hand_size": 1, "trump": "none", "goal": 1}, Means()
    for world, result, _ in random_results("whist", 4, settings, 10 * games, seed):
        ours.add(**{"the leader's side wins": 0 in result["winners"]})
    theirs = Means()
    theirs.of["the leader's side wins"] = 1, known, known * known
    alike("Whist, one trick without trumps, against counting", ours, theirs)
    settings = {"max_deals": 1, "goal": 20}
    ours, theirs = Means(), Means()
    for world, result, offered in random_results("whist", 4, settings, games, seed):
        ours.add(
            points=result["scores"][0],
            square=result["scores"][0] ** 2,
            options=sum(len(options) for options, _ in offered),
        )
    rng = random.Random(seed)
    for _ in range(games):
        tricks, options = second_whist(rng)
        score = max(0, tricks - 6)
        theirs.add(points=score, square=score**2, options=options)
    alike("Whist, one deal, against a second program", ours, theirs)


def second_whist(rng):
    """Plays a deal at random; returns the tricks of seats 0 and 2, and the number of all options.
    """
    deck = list(range(52))
    rng.shuffle(deck)
    hands = [set(deck[seat::4]) for seat in range(4)]
    trump, leader, tricks, options = deck[-1] // 13, 0, 0, 0
    for _ in range(13):
        laid = []
        for turn in range(4):
            seat = (leader + turn) % 4
            legal = [c for c in hands[seat] if laid and c // 13 == laid[0][0] // 13] or list(
                hands[seat]
            )
            options += len(legal)
            card = rng.choice(sorted(legal))
            hands[seat].remove(card)
            laid.append((card, seat))
        suit = laid[0][0] // 13
        leader = max(laid, key=lambda c: (c[0] // 13 == trump, c[0] // 13 == suit, c[0] % 13))[1]
        tricks += leader % 2 == 0
    return tricks, options


# ---- OpenSpiel


def random_spiel(game, rng):
    """Plays a game of OpenSpiel at random; yields the state before every decision, and the action.
    """
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(actions, weights)[0])
        elif state.is_simultaneous_node():
            chosen = [rng.choice(state.legal_actions(p)) for p in range(game.num_players())]
            yield state, chosen
            state.apply_actions(chosen)
        else:
            action = rng.choice(state.legal_actions())
            yield state, action
            state.apply_action(action)
    yield state, None


def hearts_spiel(pyspiel, games, seed):
    for told, options, settings in [
        ("the usual rules", {}, {}),
        (
            "other rules",
            {
                "pass_cards": False,
                "no_pts_on_first_trick": False,
                "qs_breaks_hearts": False,
                "jd_bonus": True,
            },
            {"passed": 0, "safe_first_trick": False, "queen_breaks": False, "jack_bonus": 10},
        ),
    ]:
        game, rng = pyspiel.load_game("hearts", options), random.Random(seed)
        theirs, ours = Means(), Means()
        for _ in range(games):
            options = []
            for state, action in random_spiel(game, rng):
                if action is not None:
                    options.append(len(state.legal_actions()))
            theirs.add(**hearts_of([26 - r for r in state.returns()], options))
        for world, result, offered in random_results(
            "hearts", 4, {"limit": 1, **settings}, games, seed
        ):
            ours.add(**hearts_of(result["scores"], [len(options) for options, _ in offered]))
        alike(f"Hearts, one deal, {told}, against OpenSpiel", ours, theirs)


def hearts_of(points, options):
    return {
        "most points": max(points),
        "fewest points": min(points),
        "squares": sum(p * p for p in points),
        "moons": sum(points) > 40,
        "options of plays": sum(options[-52:]),
    }


def crazy_eights_spiel(pyspiel, games, seed):
    for seats in (2, 3, 5):
        game = pyspiel.load_game("crazy_eights", {"players": seats, "max_turns": 100_000})
        rng, theirs, ours = random.Random(seed), Means(), Means()
        for _ in range(games):
            plays = draws = passes = options = row = 0
            out = False
            for state, action in random_spiel(game, rng):
                if action is None:
                    out = row < seats
                    break
                told = state.action_to_string(state.current_player(), action)
                options += len(state.legal_actions())
                plays += told.startswith("Play")
                draws += told == "Draw"
                passes += told == "Pass"
                # The file ends the game when all have passed in a row, OpenSpiel one pass later.
                empty = "Number of cards left in deck: 0\n" in state.to_string()
                row = row + 1 if told == "Pass" and empty else 0
                if row == seats:
                    break
            theirs.add(plays=plays, draws=draws, passes=passes, options=options, out=out)
        settings = {"reshuffle": False, "max_turns": 100_000}
        for world, result, offered in random_results("crazy_eights", seats, settings, games, seed):
            chosen = [options[index] for options, index in offered]
            kinds = [c[0] if isinstance(c, tuple) else "names" for c in chosen]
            ours.add(
                plays=kinds.count("play"),
                draws=kinds.count("draw"),
                passes=kinds.count("pass"),
                options=sum(len(options) for options, _ in offered),
                out=result["reason"] == "out of cards",
            )
        alike(f"Crazy Eights, {seats} players, against OpenSpiel", ours, theirs)


def go_fish_spiel(pyspiel, games, seed):
    for seats in (2, 4):
        game = pyspiel.load_game("go_fish", {"players": seats})
        rng, theirs, ours = random.Random(seed), Means(), Means()
        for _ in range(games):
            asks = options = 0
            for state, action in random_spiel(game, rng):
                if action is not None:
                    asks += 1
                    options += len(state.legal_actions())
            theirs.add(asks=asks, options=options, first=state.returns()[0] > 0)
        for world, result, offered in random_results("go_fish", seats, {}, games, seed):
            ours.add(
                asks=result["lengths"]["asks"],
                options=sum(len(o) for o, _ in offered),
                first=0 in result["winners"] and len(result["winners"]) < seats,
            )
        alike(f"Go Fish, {seats} players, against OpenSpiel", ours, theirs)


def gops_spiel(pyspiel, games, seed):
    for seats in (2, 3):
        game = pyspiel.load_game("goofspiel", {"players": seats, "returns_type": "total_points"})
        rng, theirs, ours = random.Random(seed), Means(), Means()
        for _ in range(games):
            for state, action in random_spiel(game, rng):
                pass
            points = state.returns()
            theirs.add(points=points[0], square=points[0] ** 2, all=sum(points))
        for world, result, offered in random_results("gops", seats, {}, games, seed):
            points = result["scores"]
            ours.add(points=points[0], square=points[0] ** 2, all=sum(points))
        alike(f"GOPS, {seats} players, against OpenSpiel", ours, theirs)


def main():
    words = argparse.ArgumentParser(description="Checks game files against what is known.")
    words.add_argument("--games", type=int, default=2000)
    words.add_argument("--seed", type=int, default=1)
    options = words.parse_args()
    kuhn()
    gops()
    whist(options.games, options.seed)
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed: Hearts, Crazy Eights and Go Fish are not checked")
    else:
        for check in (hearts_spiel, crazy_eights_spiel, go_fish_spiel, gops_spiel):
            check(pyspiel, options.games, options.seed)
    sys.exit(f"{len(failures)} differences: {failures}" if failures else 0)


if __name__ == "__main__":
    main()
