#!/usr/bin/env bash
# Makes the package as a registry would take it, and checks that it is small, builds without the rest of the repository, and plays.
# Usage: tests/package/run.sh
set -euo pipefail

root="$(cd "$(dirname "$0")/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
largest=$((3 * 1024 * 1024))

cd "$root"
cargo package --quiet --no-verify --allow-dirty
archive="$(ls -t "$target"/package/fairdeal-*.crate | head -n 1)"
size="$(stat --format %s "$archive")"
if [ "$size" -gt "$largest" ]; then
    echo "the package has $size bytes; at most $largest are allowed. The largest files in it:"
    tar --list --verbose --file "$archive" | sort --key 3 --numeric-sort --reverse | head -n 20
    exit 1
fi

# It is unpacked outside of the repository, so that it finds nothing there.
alone="$(mktemp -d)"
trap 'rm -rf "$alone"' EXIT
tar --extract --file "$archive" --directory "$alone" --strip-components 1
# The other packages are built already with this profile. Of this one, only that it plays is tested: without the optimizer it is built in less time.
CARGO_TARGET_DIR="$target" CARGO_PROFILE_DEV_RELEASE_OPT_LEVEL=0 \
    cargo build --quiet --profile dev-release --manifest-path "$alone/Cargo.toml" --bin fairdeal
cp "$target/dev-release/fairdeal" "$alone/program"

mkdir "$alone/empty"
cd "$alone/empty"
for game in crisps crackpipe scrip crypto-cards; do
    "$alone/program" match "$game" --strategies learned,heuristic --blocks 5 --quiet
done
"$alone/program" run crackpipe-length --blocks 5 --report --quiet
test -s results/crackpipe-length/report.html
echo "the package has $size bytes, builds by itself and plays"
