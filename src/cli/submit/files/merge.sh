#!/bin/sh
# Gathers the shards and makes the results of them. If some are missing, it names them and writes nothing.
fairdeal=${FAIRDEAL:-{{PROGRAM}}}
cd {{CURRENT}} || exit 3
exec "$fairdeal" merge {{PLAN}} {{SHARDS}} --out {{RESULTS}}
