#!/bin/sh
# Plays the shards with GNU parallel and merges them. Options are those of parallel; for other machines that share this folder, and that ssh reaches:
# --sshloginfile hosts.txt
set -eu
cd {{FOLDER}}
# shard.sh itself tries again what is worth it, and a shard that it gives up is no failure here: the others are played, and the merger names what is
# missing. What --retries plays again, on another machine, is what a machine that was lost did not end.
parallel --quote --jobs {{SHARE}}% --retries 3 --joblog jobs.tsv --env FAIRDEAL "$@" \
    sh -c 'sh "$1" "$2" || echo "shard $2 is given up (exit code $?)" >&2' sh {{FOLDER}}/shard.sh '{}' :::: shards.txt ||
    echo "some shards did not end well: see $PWD/jobs.tsv" >&2
exec sh merge.sh
