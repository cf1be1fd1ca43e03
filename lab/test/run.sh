#!/usr/bin/env bash
# Tests the lab in a real browser: the bundle is what its sources give, and the whole way through the page works.
# Usage: lab/test/run.sh [--static] [PROGRAM]    without a program, the release is built
# With --static, the static site is built and tested too, and its tables are compared with those of the program. (How fast it plays:
# node lab/test/node.mjs PROGRAM lab/dist/games.wasm --speed)
# It uses Node and Chromium; as root on Debian it installs the second where it is missing.
set -euo pipefail

root="$(cd "$(dirname "$0")/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
cd "$root"
static=
if [ "${1:-}" = --static ]; then
    static=yes
    shift
fi
browser="$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)"
if [ -z "$browser" ] && [ "$(id -u)" -eq 0 ]; then
    apt-get update --quiet && apt-get install --quiet --yes chromium
    browser="$(command -v chromium)"
fi
if [ -z "$browser" ]; then
    echo "Chromium is missing: apt-get install chromium" >&2
    exit 1
fi
program="${1:-}"
if [ -z "$program" ]; then
    cargo build --quiet --release
    program="$target/release/fairdeal"
fi
lab/bundle --check

place="$(mktemp -d)"
server=
trap 'kill $server 2>/dev/null || true; rm -rf "$place"' EXIT
# Waits until a server has said where it is.
said() {
    for _ in $(seq 100); do
        found="$(sed -n "$1" "$2")"
        [ -n "$found" ] && break
        sleep 0.1
    done
    [ -n "$found" ]
}

echo "the page from the program"
mkdir "$place/games"
"$program" lab "$place/games" >"$place/lab.log" &
server=$!
said 's/.*\(http[^ ]*\)$/\1/p' "$place/lab.log"
node lab/test/browser.mjs "$browser" "$target/lab-pictures/program" "$found"
kill $server

if [ -n "$static" ]; then
    lab/build
    node lab/test/node.mjs "$program" lab/dist/engine.wasm
    node lab/test/node.mjs "$program" lab/dist/games.wasm --all
    echo "the static page, in a sub-folder of a plain host"
    mkdir -p "$place/host/deep"
    cp -r lab/dist "$place/host/deep/lab"
    python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$place/host" >"$place/host.log" 2>&1 &
    server=$!
    said 's/.*port \([0-9]*\).*/\1/p' "$place/host.log"
    node lab/test/browser.mjs "$browser" "$target/lab-pictures/static" "http://127.0.0.1:$found/deep/lab/"
fi
