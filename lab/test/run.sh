#!/usr/bin/env bash
# Tests the lab: the bundle is what the sources give, tables are those of the program, and the page works in a real browser.
# Usage: lab/test/run.sh [PROGRAM]    without a program, the release is built
# It uses Node and Chromium, which it installs as root on Debian where they are missing.
set -euo pipefail

root="$(cd "$(dirname "$0")/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
cd "$root"
browser="$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)"
if [ -z "$browser" ] && [ "$(id -u)" -eq 0 ]; then
    apt-get update --quiet && apt-get install --quiet --yes chromium
    browser="$(command -v chromium)"
fi
program="${1:-}"
if [ -z "$program" ]; then
    cargo build --quiet --release
    program="$target/release/fairdeal"
fi
lab/bundle --check
lab/build
node lab/test/node.mjs "$program" lab/dist/engine.wasm

# A sub-folder of a plain host.
host="$(mktemp -d)"
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$host"' EXIT
mkdir "$host/games"
cp -r lab/dist "$host/games/lab"
python3 -m http.server 0 --bind 127.0.0.1 --directory "$host" >"$host/log" 2>&1 &
server=$!
for _ in $(seq 50); do
    port="$(sed -n 's/.*port \([0-9]*\).*/\1/p' "$host/log")"
    [ -n "$port" ] && break
    sleep 0.1
done
node lab/test/browser.mjs "$browser" "$target/lab-pictures" "http://127.0.0.1:$port/games/lab/"
