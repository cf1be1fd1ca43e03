#!/usr/bin/env python3
"""Reviews games with planted defects and sound ones, and tells which defects were found.

Usage: tests/review/judge.py PROGRAM [--minutes M | --blocks N --games G] [--only NAME,...] [--out DIR]

Of each planted game it is told whether a finding of the planted topic and direction is marked
`broken` or `look at`, and whether the cure was proposed; of each sound game, what is called broken.
Exit code 1 if fewer defects are found, or more sound games are called broken, than --least and
--most allow.
"""
import argparse
import csv
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def rows(path):
    if not path.exists():
        return []
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def review(program, file, players, options, out):
    folder = out / f"{file.parent.name}-{file.stem}"
    command = [program, "review", str(file), "--out", str(folder), "--quiet", *options]
    if players:
        command += ["--players", players]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{file}: {done.stderr}")
    return rows(folder / "findings.csv"), rows(folder / "cures.csv")


def is_found(findings, wanted):
    marks = [row["mark"] for row in findings if [row["topic"], row["direction"]] in wanted]
    return next((mark for mark in ["broken", "look at"] if mark in marks), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--minutes")
    parser.add_argument("--blocks")
    parser.add_argument("--games")
    parser.add_argument("--only", default="")
    parser.add_argument("--out")
    parser.add_argument("--least", type=int, default=0, help="planted defects that must be found")
    parser.add_argument("--most", type=int, default=99, help="sound games that may be called broken")
    given = parser.parse_args()
    options = []
    for name in ["minutes", "blocks", "games"]:
        if value := getattr(given, name):
            options += [f"--{name}", value]
    only = [name for name in given.only.split(",") if name]
    out = Path(given.out or tempfile.mkdtemp())
    with open(HERE / "planted" / "index.toml", "rb") as file:
        index = tomllib.load(file)["game"]
    found = planted = cured = curable = false = 0
    for game in index:
        file = HERE / "planted" / game["file"]
        if only and file.stem not in only:
            continue
        findings, cures = review(given.program, file, game.get("players"), options, out)
        wanted = [[game["topic"], game["direction"]], *game.get("also", [])]
        mark = is_found(findings, wanted)
        planted, found = planted + 1, found + bool(mark)
        others = sorted({f"{row['topic']} {row['direction']}" for row in findings
                         if row["mark"] == "broken" and [row["topic"], row["direction"]] not in wanted})
        told = f"{file.stem:20} {game['topic']:14} {game['direction']:5} {mark or 'MISSED':8}"
        if "cure" in game:
            curable += 1
            knob = game["cure"].split("=")[0]
            proposed = [row["rules"] for row in cures
                        if knob + "=" in row["rules"] and game["topic"] in row["mends"].split()]
            cured += bool(proposed)
            told += f" cure {game['cure']}: {proposed[0] if proposed else 'not proposed'};"
        print(told + (f" also broken: {', '.join(others)}" if others else ""), flush=True)
    sound = [*sorted((HERE / "sound").glob("*.py")), ROOT / "games/hearts.py", ROOT / "games/whist.py"]
    for file in sound:
        if only and file.stem not in only:
            continue
        findings, _ = review(given.program, file, None, options, out)
        broken = [row for row in findings if row["mark"] == "broken"]
        false += bool(broken)
        told = "; ".join(f"{row['topic']} {row['direction']} {row['subject']} {row['value']}" for row in broken)
        print(f"{file.stem:20} sound: {told or 'nothing is called broken'}", flush=True)
    print(f"found {found} of {planted} planted defects; {cured} of {curable} cures proposed; "
          f"{false} sound games called broken")
    sys.exit(found < given.least or false > given.most)


main()
