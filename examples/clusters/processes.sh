#!/bin/sh
# Plays all shards of a plan on this machine, with one process for each core. Options after the plan are for `fairdeal run`:
#     processes.sh plan.json
# FAIRDEAL is the path of the program, if the shell does not find `fairdeal`.
set -eu
plan=$1
shift
here=$(cd "$(dirname "$0")" && pwd)

# A shard that fails does not keep the others from being played. `fairdeal merge` names what is missing.
shards=$(grep -c '^ *"shard": ' "$plan")
seq 0 "$((shards - 1))" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I '{}' sh "$here/shard.sh" "$plan" --shard '{}' "$@"
