#!/bin/sh
# Plays all shards of a plan with GNU parallel, with one process for each core. Options after the plan are for `fairdeal run`:
#     parallel.sh plan.json
# Options of GNU parallel are in PARALLEL. For other machines that see this folder, and that ssh reaches:
#     PARALLEL='--sshloginfile hosts.txt' parallel.sh plan.json
# FAIRDEAL is the path of the program on these machines, if the shell does not find `fairdeal`.
set -eu
plan=$1
shift
here=$(cd "$(dirname "$0")" && pwd)

# shard.sh itself tries again what is worth it. --retries plays on another machine what was lost with a machine, so a shard that fails for another reason is no
# failure here. `fairdeal merge` names what is missing.
shards=$(grep -c '^ *"shard": ' "$plan")
seq 0 "$((shards - 1))" | parallel --quote --retries 3 --joblog "$plan.jobs" --env FAIRDEAL \
    sh -c 'cd "$1" && shift && sh "$@" || echo "exit code $?: $*" >&2' sh "$PWD" "$here/shard.sh" "$plan" --shard '{}' "$@" ||
    echo "some shards did not end well: see $plan.jobs" >&2
