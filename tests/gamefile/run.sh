#!/usr/bin/env bash
# Game files against plain Python, against the engines, and against what is known of the games.
# Needs Python 3.10 or newer.
# Usage: tests/gamefile/run.sh [PROGRAM]   (by default target/release/fairdeal)
set -euo pipefail

cd "$(dirname "$0")/../.."
program="${1:-target/release/fairdeal}"

echo "the reference of the language, and the six games against what is known"
python3 tests/gamefile/reference.py
python3 tests/gamefile/known.py

echo "the fast program against plain Python: shipped files, files that use every part, generated files"
for file in games/*.py tests/gamefile/features/*.py tests/gamefile/learned/*.py; do
    if [ "$file" != games/fairdeal.py ] && [ "$file" != tests/gamefile/learned/optimum.py ]; then
        "$program" check "$file" --python --games 60
    fi
done
generated="$(mktemp -d)"
trap 'rm -rf "$generated"' EXIT
python3 tests/gamefile/generate.py --count 300 --out "$generated" --program "$program"

echo "games of the engines, replayed in the files"
python3 tests/gamefile/replay.py --program "$program" --games 200 --rules 20
