#!/bin/sh
# Hands the shards to Slurm, and a job that merges them when all have ended. Takes options of sbatch: --partition=long --account=mine
set -eu
cd {{FOLDER}}
mkdir -p logs
after=

# Hands over one array of tasks: the shard that its task 0 stands for, and the numbers of its tasks.
array() {
    first=$1 tasks=$2
    shift 2
    job=$(sbatch --parsable --job-name={{NAME}} --array="$tasks" --requeue --open-mode=append --output=logs/%A-%a.txt \
        --ntasks=1 --cpus-per-task={{THREADS}} --mem={{MEMORY}}M --time={{MINUTES}} "$@" shard.sh "$first")
    after=$after:${job%%;*}
}

{{ARRAYS}}
# Not afterok: if a shard fails, that waits for ever. The merger names what is missing.
job=$(sbatch --parsable --job-name={{NAME}}-merge --dependency="afterany$after" --requeue --open-mode=append --output=logs/merge.txt \
    --ntasks=1 --mem=1000M --time=60 "$@" merge.sh)
echo "Slurm has the shards (job$(echo "$after" | tr : ' ')) and the merge (job ${job%%;*}); what they say: $PWD/logs"
