#!/bin/sh
# Plays one shard of a plan, several times if need be. Everything after the plan is for `fairdeal run`:
#     shard.sh plan.json --shard 3
# It is also the script of a job array of Slurm, whose tasks need no --shard:
#     sbatch --array=0-63 shard.sh plan.json
# FAIRDEAL is the path of the program, if the shell does not find `fairdeal`.
#SBATCH --job-name=fairdeal
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
plan=$1
shift

# Exit code 3 is worth another try (a full disk, say), and so is a program that was killed. After 1 the input is wrong, and stays wrong.
try=1
while :; do
    "${FAIRDEAL:-fairdeal}" run --plan "$plan" --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet "$@"
    code=$?
    if [ "$code" -ne 3 ] && { [ "$code" -lt 129 ] || [ "$code" -eq 130 ]; }; then exit "$code"; fi
    if [ "$try" -ge 5 ]; then exit "$code"; fi
    sleep "$((try * try))"
    try=$((try + 1))
    echo "$plan $*: exit code $code, try $try of 5" >&2
done
