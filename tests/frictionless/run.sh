#!/usr/bin/env bash
# Holds folders of results against their own descriptions (datapackage.json), with the validator of frictionless data from PyPI.
# Experiments and strategies are held against the schemas for editors: write them first, with `fairdeal schemas`.
# Usage: tests/frictionless/run.sh [FOLDER...]    without folders: all published results, which tests/results/run.sh made again, and small runs that together write every table
set -euo pipefail

root="$(cd "$(dirname "$0")/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
environment="$target/frictionless"

if [ ! -x "$environment/bin/frictionless" ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check "frictionless==5.18.*" "jsonschema==4.*"
fi

if [ "$#" -eq 0 ]; then
    cd "$root"
    runs="$target/frictionless-runs"
    rm -rf "$runs"
    fairdeal() { cargo run --quiet --release -- "$@" --quiet; }
    fairdeal run tests/frictionless/*.toml --out "$runs"
    fairdeal ladder scrip --strategies random,greedy --blocks 20 --out "$runs/ladder"
    fairdeal match crackpipe --strategies greedy,random,heuristic --blocks 50 --out "$runs/three"
    "$environment/bin/python" tests/frictionless/schemas.py experiments/*.toml \
        strategies/{crackpipe,crisps,crypto-cards,scrip}/*.toml
    set -- "$target"/results-again/results/*/ "$runs"/*/
fi

"$environment/bin/python" "$root/tests/frictionless/validate.py" "$@"
