#!/bin/sh
# Hands the shards to HyperQueue, waits for them and merges them. Options are those of `hq submit`. This file is not tested with a real HyperQueue.
set -eu
cd {{FOLDER}}
mkdir -p logs
# A shard that fails is no reason not to look at the others: the merger names what is missing.
hq submit --name {{NAME}} --array {{TASKS}} --cpus {{THREADS}} ${FAIRDEAL:+--env "FAIRDEAL=$FAIRDEAL"} \
    --stdout 'logs/%{TASK_ID}.txt' --stderr 'logs/%{TASK_ID}.txt' --wait "$@" -- sh shard.sh || echo "some shards did not end well: see $PWD/logs" >&2
exec sh merge.sh
