#!/bin/sh
# Plays the shards on a Dask cluster and merges them. The address of its scheduler is asked for: tcp://host:8786
# It needs Python with the package distributed, of the version that the cluster has; PYTHON names another Python.
set -eu
if [ "$#" -ne 1 ]; then
    echo "usage: $0 SCHEDULER    such as tcp://127.0.0.1:8786" >&2
    exit 2
fi
fairdeal=${FAIRDEAL:-{{PROGRAM}}}
# That may be its path on the workers alone.
merger=$fairdeal
command -v "$merger" >/dev/null || merger={{PROGRAM}}
cd {{CURRENT}}
exec "${PYTHON:-python3}" {{FOLDER}}/driver.py --scheduler "$1" --plan {{PLAN}} --shards {{TASKS}} --folder {{SHARDS}} --results {{RESULTS}} \
    --threads {{THREADS}} --program "$fairdeal" --merger "$merger" --{{ALLOW}}
