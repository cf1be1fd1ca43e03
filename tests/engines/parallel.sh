# GNU parallel on this machine. Sourced by run.sh.

# Kills a worker; the shards are played all the same.
parallel_faults() {
    folder "$1"
    timeout 150 "$fairdeal" submit parallel --plan plan.json --results "$PWD/results" --start >said.txt 2>&1 &
    local started="$!"
    wait_for 60 "two shards at once" has_workers "$PWD" 2
    sleep 1
    kill -9 "$(workers "$PWD" | head -n 1)"
    wait "$started" || fail "$1 has not played its plan"
    grep --quiet "try 2 of 5" said.txt || fail "the worker that was killed was not started again"
}
