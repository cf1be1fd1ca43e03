#!/usr/bin/env bash
# Makes the tables, answers and pages of all published results again, in target/results-again/results, from their counts or, where none are kept, from results.json.gz.
# What is published must be the same, byte by byte, and no more than results/.gitignore allows.
# Usage: tests/results/run.sh
set -euo pipefail

root="$(cd "$(dirname "$0")/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
again="$target/results-again"

cd "$root"
kept="$(git ls-files --cached --ignored --exclude-standard results)"
if [ -n "$kept" ]; then
    printf 'these files can be made again, and no document links to them:\n%s\n' "$kept"
    exit 1
fi
files="$(git ls-files results | wc --lines)"
bytes="$(git ls-files -z results | xargs --null cat | wc --bytes)"
echo "$files files of results with $bytes bytes; at most 1,100 and 40,000,000 are allowed"
if [ "$files" -gt 1100 ] || [ "$bytes" -gt 40000000 ]; then
    exit 1
fi

rm -rf "$again"
mkdir -p "$again"
git ls-files -z results experiments games strategies | xargs --null cp --parents --target-directory "$again"
cargo build --quiet --release --bin fairdeal
(cd "$again" && "$target/release/fairdeal" run --rewrite --quiet --out results experiments/*.toml)

differing=0
for file in $(git ls-files results); do
    case "$file" in
    # The counts are what all is made from; they say which build of the program counted.
    */counts.jsonl.gz) ;;
    *.gz) gunzip --stdout "$file" | cmp --quiet - "$again/${file%.gz}" || { echo "$file differs" && differing=1; } ;;
    *) cmp --quiet "$file" "$again/$file" || { echo "$file differs" && differing=1; } ;;
    esac
done
exit "$differing"
