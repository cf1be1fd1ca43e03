#!/usr/bin/env bash
# Opens pages in a real browser: no message on the console, every link and fold works, no serious fault of accessibility (axe-core), and it takes pictures.
# Usage: tests/report/run.sh [PAGE...]    without pages: those of small runs of every design, and one of several experiments
# It uses Chromium and Node; as root on Debian it installs the first where it is missing. playwright-core and axe-core come from npm.
set -euo pipefail

root="$(cd "$(dirname "$0")/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
tools="$target/report-tools"
pictures="$target/report"

browser="$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)"
if [ -z "$browser" ] && [ "$(id -u)" -eq 0 ]; then
    apt-get update --quiet && apt-get install --quiet --yes chromium
    browser="$(command -v chromium)"
fi
if [ -z "$browser" ]; then
    echo "Chromium is missing: apt-get install chromium" >&2
    exit 1
fi
if [ ! -d "$tools/node_modules/axe-core" ] || [ ! -d "$tools/node_modules/playwright-core" ]; then
    mkdir -p "$tools"
    npm install --prefix "$tools" --no-save --no-audit --no-fund playwright-core@1 axe-core@4
fi

if [ "$#" -eq 0 ]; then
    cd "$root"
    runs="$target/report-runs"
    rm -rf "$runs"
    fairdeal() { cargo run --quiet --release -- "$@"; }
    fairdeal run tests/frictionless/*.toml --out "$runs" --quiet
    fairdeal run crisps-variants --blocks 400 --out "$runs/variants" --quiet --report
    fairdeal run tests/report/long-names.toml --out "$runs/long" --quiet --report
    fairdeal ladder scrip --strategies random,greedy,heuristic --blocks 40 --out "$runs/ladder" --quiet
    fairdeal match crackpipe --strategies greedy,random,heuristic --blocks 50 --out "$runs/three" --quiet
    fairdeal report "$runs"/*/ --out "$runs/all.html"
    fairdeal review tests/review/planted/orchard.py --blocks 64 --out "$runs/review" --quiet
    set -- "$runs/variants/report.html" "$runs/long/report.html" "$runs/all.html" "$runs/review/review.html"
fi
mkdir -p "$pictures"
NODE_PATH="$tools/node_modules" node "$root/tests/report/browser.cjs" "$browser" "$pictures" "$@"
