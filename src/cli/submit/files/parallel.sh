#!/bin/sh
# Plays the shards with GNU parallel and merges them. Options are those of parallel; for other machines that share this folder, and that ssh reaches:
# --sshloginfile hosts.txt
set -eu
cd {{FOLDER}}
# A shard that fails is no reason not to look at the others: the merger names what is missing.
parallel --quote --jobs {{SHARE}}% --retries 3 --joblog jobs.tsv "$@" sh {{FOLDER}}/shard.sh '{}' :::: shards.txt ||
    echo "some shards did not end well" >&2
exec sh merge.sh
