# GNU parallel on this machine. Sourced by run.sh.

# Kills a worker; the shards are played all the same.
parallel_faults() {
    folder "$1"
    timeout 150 sh "$scripts/parallel.sh" "$PWD/plan.json" >said.txt 2>&1 &
    local started="$!"
    wait_for 60 "two shards at once" has_workers "$PWD" 2
    sleep 1
    kill -9 "$(workers "$PWD" | head -n 1)"
    wait "$started" || fail "$1 has not played its plan"
    grep --quiet "try 2 of 5" said.txt || fail "the worker that was killed was not started again"
    merge || fail "$1 cannot be merged"
}

# Plays a small plan on a machine that is reached by what stands for ssh: it is lost once, and passes on no variables. There the program is elsewhere, and
# refuses a shard. What was lost is played again, and what was refused is not.
parallel_far() {
    mkdir "$work/it's $1"
    cd "$work/it's $1"
    "$fairdeal" plan crisps-variants --blocks 40 --shards 4 --quiet
    cat >"$work/ssh" <<'SSH'
#!/bin/sh
case $* in *GNU_Parallel_worker*) if mkdir "$0.lost" 2>/dev/null; then exit 255; fi ;; esac
shift 2
exec env -i PATH="$PATH" HOME="$HOME" SHELL=/bin/sh sh -c "$*"
SSH
    cat >elsewhere <<ELSEWHERE
#!/bin/sh
# run --plan PLAN --threads 1 --quiet --shard SHARD
echo "\$8" >>tries.txt
if [ "\$8" = 2 ]; then exit 1; fi
exec "$fairdeal" "\$@"
ELSEWHERE
    chmod +x "$work/ssh" elsewhere
    local code=0
    FAIRDEAL="$PWD/elsewhere" PARALLEL="--ssh $work/ssh --sshlogin far" timeout 60 sh "$scripts/parallel.sh" plan.json >said.txt 2>&1 ||
        fail "$1 has not played its plan"
    merge 2>>said.txt || code="$?"
    [ -d "$work/ssh.lost" ] || fail "no machine was lost"
    [ "$(sort tries.txt | tr '\n' ' ')" = "0 1 2 3 " ] || fail "$1: these were played: $(tr '\n' ' ' <tries.txt)"
    { [ "$code" -eq 3 ] && grep --quiet "fairdeal run --plan plan.json --shard 2" said.txt; } || fail "$1: the merge does not say what is missing ($code)"
}
