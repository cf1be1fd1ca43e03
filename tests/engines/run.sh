#!/usr/bin/env bash
# Plays one experiment in shards on real engines, by the scripts of examples/clusters as they are. Kills workers and nodes in the middle, and compares the results
# with those of one run, byte for byte.
# It starts Slurm (two nodes), Dask (two workers) and GNU parallel on this machine, for itself: no other one is touched, and nothing listens but on loopback.
# At the end it prints how much faster two nodes are than one.
# Usage: tests/engines/run.sh [--required]    --required: a machine where it cannot run is a failure (CI); otherwise it says why it is skipped
# It needs root and Debian: it installs slurm-wlm, munge and parallel, and distributed from PyPI. FAIRDEAL names the program to test, if not that of a release
# build; BLOCKS says how many blocks to play. It takes about two minutes.
set -euo pipefail

root="$(cd "$(dirname "$0")/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
here="$root/tests/engines"
scripts="$root/examples/clusters"
shards=8

skip() {
    echo "engines: $1" >&2
    if [ "${2:-}" = --required ]; then exit 1; fi
    echo "engines: skipped" >&2
    exit 0
}
[ "$(id -u)" -eq 0 ] || skip "root is needed: the daemons of Slurm run as root" "${1:-}"
command -v apt-get >/dev/null || skip "apt-get is needed: Slurm comes from Debian's packages" "${1:-}"
[ "$(nproc)" -ge 2 ] || skip "two cores are needed, one for each node" "${1:-}"
command -v python3 >/dev/null || skip "Python is needed: Dask is written in it" "${1:-}"

if ! { command -v slurmctld && command -v slurmd && command -v munged && command -v parallel; } >/dev/null; then
    { apt-get update --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends slurm-wlm munge parallel; } >/dev/null \
        || skip "slurm-wlm, munge and parallel cannot be installed" "${1:-}"
fi
if ! "$target/engines/bin/python" -c 'import distributed' 2>/dev/null; then
    { python3 -m venv --clear "$target/engines" && "$target/engines/bin/pip" install --quiet --disable-pip-version-check "distributed==2026.8.*"; } \
        || skip "distributed cannot be installed" "${1:-}"
fi
if [ -z "${FAIRDEAL:-}" ]; then
    cargo build --quiet --release --manifest-path "$root/Cargo.toml"
    FAIRDEAL="$target/release/fairdeal"
fi
# Where the scripts look for the program.
export FAIRDEAL
fairdeal="$FAIRDEAL"

# All that is started has this in its environment: so it is found again to be stopped, whatever became of its parent.
work="$(mktemp -d)"
export FAIRDEAL_ENGINES="$work"
# shellcheck source=tests/engines/processes.sh
. "$here/processes.sh"
# shellcheck source=tests/engines/slurm.sh
. "$here/slurm.sh"
# shellcheck source=tests/engines/dask.sh
. "$here/dask.sh"
# shellcheck source=tests/engines/parallel.sh
. "$here/parallel.sh"

finish() {
    code=$?
    trap - EXIT INT TERM
    [ "$code" -eq 0 ] || show_logs
    stop_all
    rm -rf "$work"
    exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM

step() { echo "engines: $*"; }

# A folder of its own with the plan in it. Its name has what shells take for something else.
folder() {
    mkdir "$work/it's $1"
    cp "$work/plan.json" "$work/it's $1/plan.json"
    cd "$work/it's $1"
}

# Merges the shards of this folder.
merge() { "$fairdeal" merge plan.json --out results --quiet; }

# The results of this folder are those of one run.
compare() {
    diff --recursive --exclude timing.json "$work/single" "$work/it's $1/results" || fail "$1: the results are not those of one run"
    passed=$((passed + 1))
}
passed=0

step "one run"
cd "$work"
"$fairdeal" run crisps-variants --blocks "${BLOCKS:-60000}" --out "$work/single" --quiet
"$fairdeal" plan crisps-variants --blocks "${BLOCKS:-60000}" --shards "$shards" --out "$work/plan.json"

step "Slurm and Dask start"
start_slurm
start_dask
dask_worker w1
only_loopback

step "how fast"
slurm_nodes 1
one="$(slurm_speed slurm-1)"
slurm_nodes 2
two="$(slurm_speed slurm-2)"
slurm="two nodes of Slurm are $(ratio "$one" "$two") times as fast as one ($two s, $one s)"
one="$(dask_speed dask-1)"
dask_worker w2
two="$(dask_speed dask-2)"
dask="two workers of Dask are $(ratio "$one" "$two") times as fast as one ($two s, $one s)"
for run in slurm-1 slurm-2 dask-1 dask-2; do compare "$run"; done

# While Slurm notices that a node is lost, the others have their turn.
step "workers and nodes are killed"
slurm_faults slurm-faults &
faults=$!
dask_faults dask-faults
dask_worker w2
dask_apart dask-apart
dask_gone dask-gone
parallel_faults parallel-faults
parallel_far parallel-far
wait "$faults" || fail "Slurm: see above"
for run in slurm-faults dask-faults dask-apart parallel-faults; do compare "$run"; done

step "$slurm"
step "$dask"
echo "engines: $passed passed, 0 failed"
