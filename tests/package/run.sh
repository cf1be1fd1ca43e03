#!/usr/bin/env bash
# Makes the packages as a registry would take them, and checks that they are small, build without the
# rest of the repository, and play.
# Usage: tests/package/run.sh
set -euo pipefail

root="$(cd "$(dirname "$0")/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
largest=$((3 * 1024 * 1024))
packages="fairdeal-stats fairdeal-tune fairdeal-core fairdeal-gamefile fairdeal-learn fairdeal-study fairdeal-review fairdeal-lab fairdeal"

cd "$root"
rm -f "$target"/package/fairdeal*.crate
cargo package --workspace --exclude fairdeal-property --exclude fairdeal-benches --exclude fairdeal-lab-engine --quiet --no-verify --allow-dirty
size="$(cat "$target"/package/fairdeal*.crate | wc --bytes)"
if [ "$size" -gt "$largest" ]; then
    echo "the packages have $size bytes; at most $largest are allowed. The largest files in them:"
    for archive in "$target"/package/fairdeal*.crate; do
        tar --list --verbose --file "$archive"
    done | sort --key 3 --numeric-sort --reverse | head -n 20
    exit 1
fi

# They are unpacked outside of the repository, so that they find nothing there, and find each other
# as if they came from the registry.
alone="$(mktemp -d)"
trap 'rm -rf "$alone"' EXIT
options=()
for package in $packages; do
    mkdir "$alone/$package"
    tar --extract --file "$target/package/$package"-[0-9]*.crate --directory "$alone/$package" \
        --strip-components 1
    if [ "$package" != fairdeal ]; then
        options+=(--config "patch.crates-io.$package.path='$alone/$package'")
    fi
    # Of these, only that they play is tested: without the optimizer they are built in less time.
    options+=(--config "profile.dev-release.package.$package.opt-level=0")
done
# The other packages are built already with this profile.
CARGO_TARGET_DIR="$target" cargo build --quiet --profile dev-release \
    --manifest-path "$alone/fairdeal/Cargo.toml" --bin fairdeal "${options[@]}"
# It is no program for other uses, as quick as it was built.
mv "$target/dev-release/fairdeal" "$alone/program"

mkdir "$alone/empty"
cd "$alone/empty"
for game in crisps crackpipe scrip crypto-cards; do
    "$alone/program" match "$game" --strategies learned,heuristic --blocks 5 --quiet
done
"$alone/program" run crackpipe-length --blocks 5 --report --quiet
test -s results/crackpipe-length/report.html
echo "the packages have $size bytes, build by themselves and play"
