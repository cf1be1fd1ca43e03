#!/bin/sh
# Plays one shard of the plan. One that was played before takes no time, so it does no harm to start this twice.
set -u
fairdeal=${FAIRDEAL:-{{PROGRAM}}}
shard={{SHARD}}
cd {{CURRENT}} || exit 3

# Exit code 3 is worth another try (a full disk, say), and so is a program that was killed. After 1 the input is at fault, and would be again.
try=1
while :; do
    "$fairdeal" run --plan {{PLAN}} --shard "$shard" --out {{SHARDS}} --threads {{THREADS}} --quiet{{ALLOW}}
    code=$?
    if [ "$code" -eq 0 ]; then exit 0; fi
    if [ "$code" -ne 3 ] && { [ "$code" -lt 129 ] || [ "$code" -eq 130 ]; }; then exit "$code"; fi
    if [ "$try" -ge 5 ]; then exit "$code"; fi
    try=$((try + 1))
    echo "shard $shard: exit code $code, try $try of 5" >&2
    sleep "$((try * try))"
done
