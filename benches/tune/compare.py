"""How often do other tuners find rules as good as the best, at the same budgets as `fairdeal tune`?

Compares Optuna (TPE), SMAC3 (random forests, for discrete boxes) and NTBEA (written here after
S. M. Lucas and others, "The N-tuple bandit evolutionary algorithm for game agent optimisation",
2018) with the search of this project, on the problems of `cargo bench --bench tune`:

    python3 benches/tune/compare.py [--runs 100] [--problems knobs] [--tuners optuna,ntbea,fairdeal]

It makes a virtual environment in `target/compare` and installs what it needs from PyPI. Each tuner
splits its budget of blocks evenly over its trials, for several numbers of trials; the best of these
counts, which favours the other tuners. What counts is the true loss of the rules that a tuner
recommends.
"""

import argparse
import json
import math
import multiprocessing
import os
import random
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / "target" / "compare"
PACKAGES = ["numpy", "optuna", "smac"]
GROUPS = 8


def environment():
    """Runs this script again inside its own environment, each process on one thread."""
    python = ENVIRONMENT / "bin" / "python"
    if Path(sys.prefix).resolve() == ENVIRONMENT.resolve():
        return
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
        for package in PACKAGES:
            if subprocess.run([python, "-m", "pip", "install", "--quiet", package]).returncode:
                print(f"{package} cannot be installed here", file=sys.stderr)
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    os.execv(python, [str(python), *sys.argv])


class Problem:
    """A box whose every point is known, and the noise of its blocks."""

    def __init__(self, stored):
        import numpy

        self.__dict__.update(stored)
        self.numbers = {tuple(point): number for number, point in enumerate(self.points)}
        self.means = numpy.array(self.means)
        self.deviations = numpy.array(self.deviations)
        self.losses = [self.loss(mean) for mean in self.means]
        self.least = min(self.losses)

    def loss(self, means):
        total = 0.0
        for term in self.terms:
            worst = 0.0
            for mean, low, high, tolerance in term["bounds"]:
                if low is not None:
                    worst = max(worst, (low - means[mean]) / tolerance)
                if high is not None:
                    worst = max(worst, (means[mean] - high) / tolerance)
            total += term["weight"] * worst
        return total

    def play(self, point, blocks, generator):
        """The loss at the noisy means of so many blocks."""
        number = self.numbers[tuple(point)]
        noise = generator.normal(size=self.means.shape[1])
        if self.seats:
            noise[: self.seats] -= noise[: self.seats].mean()
        return self.loss(self.means[number] + self.deviations[number] * noise / math.sqrt(blocks))

    def is_good(self, point):
        return self.losses[self.numbers[tuple(point)]] - self.least <= self.delta


def optuna_tuner(problem, trials, play, seed):
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)

    def objective(trial):
        point = []
        for knob, (size, ordered) in enumerate(zip(problem.sizes, problem.ordered)):
            name = f"knob{knob}"
            point.append(
                trial.suggest_int(name, 0, size - 1)
                if ordered
                else trial.suggest_categorical(name, list(range(size)))
            )
        return play(point)

    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed, multivariate=True))
    study.optimize(objective, n_trials=trials)
    return [study.best_params[f"knob{knob}"] for knob in range(len(problem.sizes))]


def smac_tuner(problem, trials, play, seed):
    import logging
    import tempfile

    from ConfigSpace import Categorical, ConfigurationSpace, Integer
    from smac import HyperparameterOptimizationFacade, Scenario

    logging.disable(logging.CRITICAL)
    space = ConfigurationSpace(seed=seed)
    for knob, (size, ordered) in enumerate(zip(problem.sizes, problem.ordered)):
        name = f"knob{knob}"
        space.add(
            Integer(name, (0, size - 1)) if ordered else Categorical(name, list(range(size)))
        )

    def point_of(configuration):
        return [int(configuration[f"knob{knob}"]) for knob in range(len(problem.sizes))]

    def target(configuration, seed=0):
        return play(point_of(configuration))

    with tempfile.TemporaryDirectory() as folder:
        scenario = Scenario(
            space, n_trials=trials, seed=seed, deterministic=False, output_directory=Path(folder)
        )
        tuner = HyperparameterOptimizationFacade(
            scenario, target, overwrite=True, logging_level=logging.CRITICAL
        )
        return point_of(tuner.optimize())


class Tuples:
    """The statistics of NTBEA: of single knobs, of pairs, and of whole points."""

    def __init__(self, knobs):
        pairs = [(first, second) for first in range(knobs) for second in range(first)]
        self.parts = [(knob,) for knob in range(knobs)] + pairs + [tuple(range(knobs))]
        self.sums = [{} for _ in self.parts]
        self.trials = 0

    def add(self, point, reward):
        self.trials += 1
        for part, sums in zip(self.parts, self.sums):
            key = tuple(point[knob] for knob in part)
            count, total = sums.get(key, (0, 0.0))
            sums[key] = (count + 1, total + reward)

    def value(self, point, exploration):
        """The mean over the tuples that were seen, and a bonus for rare ones."""
        means, bonus = [], 0.0
        for part, sums in zip(self.parts, self.sums):
            count, total = sums.get(tuple(point[knob] for knob in part), (0, 0.0))
            if count:
                means.append(total / count)
            bonus += math.sqrt(math.log(1 + self.trials) / (count + 0.5))
        mean = sum(means) / len(means) if means else 0.0
        return mean + exploration * bonus / len(self.parts)


def ntbea_tuner(problem, trials, play, seed, neighbours=50):
    source = random.Random(seed)
    tuples = Tuples(len(problem.sizes))

    def neighbour(point):
        other = list(point)
        forced = source.randrange(len(other))
        for knob, size in enumerate(problem.sizes):
            if knob == forced or source.random() < 1 / len(other):
                other[knob] = source.randrange(size)
        return other

    current = [source.randrange(size) for size in problem.sizes]
    rewards, seen = [], []
    for _ in range(trials):
        reward = -play(current)
        rewards.append(reward)
        seen.append(current)
        tuples.add(current, reward)
        spread = (max(rewards) - min(rewards)) or 1.0
        others = [neighbour(current) for _ in range(neighbours)]
        current = max(others, key=lambda other: tuples.value(other, 0.3 * spread))
    return max(seen, key=lambda point: tuples.value(point, 0.0))


TUNERS = {"optuna": optuna_tuner, "smac": smac_tuner, "ntbea": ntbea_tuner}
PROBLEMS = []


def one(task):
    """Whether one run finds good rules."""
    import numpy

    tuner, problem, budget, trials, seed = task
    problem = PROBLEMS[problem]
    generator = numpy.random.default_rng([seed, budget, trials])
    blocks = budget // trials
    point = TUNERS[tuner](
        problem, trials, lambda point: problem.play(point, blocks, generator), seed
    )
    return problem.is_good(point)


def bench(program, *arguments):
    """What the benchmark prints; `program` is one that is built already, with `--bench`."""
    built = program.split() or ["cargo", "bench", "--quiet", "--bench", "tune", "--"]
    command = [*built, *arguments]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--problems", default="")
    parser.add_argument("--budgets", default="", help="these only, separated by commas")
    parser.add_argument("--trials", default="32,64,128", help="how many trials, several to choose from")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--tuners", default="optuna,smac,ntbea,fairdeal")
    parser.add_argument("--program", default="", help="the benchmark, if it is built already")
    arguments = parser.parse_args()
    tuners = arguments.tuners.split(",")
    stored = bench(arguments.program, "problems")
    stored = [stored for stored in stored if arguments.problems in stored["name"]]
    PROBLEMS.extend(Problem(stored) for stored in stored)
    ours = {}
    if "fairdeal" in tuners:
        for run in bench(arguments.program, "runs", str(arguments.runs), arguments.problems):
            ours[run["problem"], run["budget"]] = run["good"] / run["runs"]
    budgets = [int(budget) for budget in arguments.budgets.split(",") if budget]
    print(f"Runs of {arguments.runs} that find good rules, in percent (by so many trials)\n")
    print("problem", "budget", *tuners, sep="\t")
    all_trials = [int(trials) for trials in arguments.trials.split(",")]
    with multiprocessing.Pool(arguments.processes) as pool:
        for number, problem in enumerate(PROBLEMS):
            for budget in problem.budgets:
                if budgets and budget not in budgets:
                    continue
                row = []
                for tuner in tuners:
                    if tuner == "fairdeal":
                        row.append(f"{100 * ours[problem.name, budget]:.1f}")
                        continue
                    best = (0.0, 0)
                    for trials in [trials for trials in all_trials if budget // trials >= GROUPS]:
                        tasks = [
                            (tuner, number, budget, trials, seed) for seed in range(arguments.runs)
                        ]
                        good = sum(pool.imap_unordered(one, tasks, chunksize=4))
                        best = max(best, (good / arguments.runs, trials))
                    row.append(f"{100 * best[0]:.1f} ({best[1]})")
                print(problem.name, budget, *row, sep="\t", flush=True)


if __name__ == "__main__":
    environment()
    main()
