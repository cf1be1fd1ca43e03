#!/bin/sh
# Gathers the shards and makes the results of them. If some are missing, it names them and writes nothing.
fairdeal=${FAIRDEAL:-{{PROGRAM}}}
# That may be its path on the workers alone.
command -v "$fairdeal" >/dev/null || fairdeal={{PROGRAM}}
cd {{CURRENT}} || exit 3
exec "$fairdeal" merge {{PLAN}} {{SHARDS}} --out {{RESULTS}}{{ALLOW}}
