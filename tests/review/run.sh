#!/usr/bin/env bash
# Reviews four games with planted defects and a sound one, with a small budget: the defects are found, and nothing is called broken in the sound game.
# Needs Python 3.11 or newer.
# Usage: tests/review/run.sh [PROGRAM]   (by default target/release/fairdeal)
set -euo pipefail

cd "$(dirname "$0")/../.."
program="${1:-target/release/fairdeal}"
python3 tests/review/judge.py "$program" --blocks 256 --least 4 --most 0 \
    --only orchard,card_duels,ferry_race,night_train,pearl_divers
