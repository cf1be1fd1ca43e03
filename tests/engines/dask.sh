# A Dask cluster on this machine and for itself: a scheduler, and workers of one thread each. Sourced by run.sh.

start_dask() {
    mkdir -p "$work/dask"
    export PYTHON="$target/engines/bin/python"
    scheduler="tcp://127.0.0.1:$(free_port)"
    "$target/engines/bin/dask" scheduler --host 127.0.0.1 --port "${scheduler##*:}" --dashboard-address 127.0.0.1:0 >"$work/dask/scheduler.log" 2>&1 &
    disown
    wait_for 60 "the scheduler of Dask" grep --quiet --no-messages "Scheduler at" "$work/dask/scheduler.log"
}

# Starts a worker: a nanny, and a process that works, which the nanny starts again when it dies.
dask_worker() {
    local log="$work/dask/$1.log"
    (cd "$work/dask" && TMPDIR="$work/dask" exec "$target/engines/bin/dask" worker "$scheduler" --host 127.0.0.1 --nthreads 1 --nworkers 1 --dashboard-address 127.0.0.1:0 --name "$1" \
        --local-directory "$work/dask/$1") >"$log" 2>&1 &
    disown
    echo "$!" >"$work/dask/$1.process"
    wait_for 60 "worker $1 of Dask" grep --quiet "Registered to" "$log"
}

# Plays the plan in this folder with Dask, and merges.
dask_play() { timeout 150 "$PYTHON" "$scripts/on_dask.py" "$scheduler" plan.json >said.txt 2>&1 && merge; }

# How many seconds the workers that there are take from the first word to the results.
dask_speed() {
    folder "$1"
    local begun
    begun="$(now)"
    dask_play || fail "$1 has not played its plan"
    since "$begun"
}

# Kills the program on one worker, then the process that works there, then all of the other worker; the shards are played all the same.
dask_faults() {
    folder "$1"
    dask_play &
    local driver="$!" nanny process
    nanny="$(cat "$work/dask/w1.process")"
    # The plan of a worker is in a folder of its own.
    wait_for 60 "two shards at once" has_workers "$work/dask" 2
    sleep 1
    process="$(workers "$work/dask" "$nanny")"
    kill -9 "$process"
    wait_for 30 "a failure that Dask knows of" grep --quiet "exit code -9" "$work/dask/w1.log"
    wait_for 30 "the next shard" has_workers "$work/dask" 2
    sleep 1
    process="$(workers "$work/dask" "$nanny")"
    kill -9 "$(parent "$process")"
    nanny="$(cat "$work/dask/w2.process")"
    process="$(workers "$work/dask" "$nanny")"
    kill -9 "$nanny" "$(parent "$process")" "$process"
    step "Dask: the program and the process of one worker are killed, and all of the other one"
    wait "$driver" || fail "$1 has not played its plan"
    grep --quiet "Restarting worker" "$work/dask/w1.log" || fail "the process of the first worker was not lost"
    step "Dask: done"
}

# Plays the plan in a folder that the workers do not see: it is this shell's own.
dask_apart() {
    mkdir "$work/it's $1"
    export -f dask_play merge
    export work fairdeal scheduler scripts
    # shellcheck disable=SC2016
    unshare --mount bash -euc '
        mkdir "$work/hidden"
        mount -t tmpfs none "$work/hidden"
        cd "$work/hidden"
        cp "$work/plan.json" .
        dask_play || { cat said.txt >&2; exit 1; }
        cp -r results "$1/"
    ' sh "$work/it's $1"
}

# A scheduler that does not answer now may do so later.
dask_gone() {
    mkdir "$work/it's $1"
    cd "$work/it's $1"
    cp "$work/plan.json" .
    local code=0
    scheduler="tcp://127.0.0.1:$(free_port)" DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT=1s dask_play || code="$?"
    { [ "$code" -eq 3 ] && grep --quiet "^Dask at tcp:" said.txt; } || fail "$1: a scheduler that is not there ends with $code"
}
