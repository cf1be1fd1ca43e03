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
if [ "\$1" = run ]; then echo "\$5" >>tries.txt; fi
if [ "\$1 \$5" = "run 2" ]; then exit 1; fi
exec "$fairdeal" "\$@"
ELSEWHERE
    chmod +x "$work/ssh" elsewhere
    local code=0
    FAIRDEAL="$PWD/elsewhere" timeout 60 "$fairdeal" submit parallel --plan plan.json --start -- --ssh "$work/ssh" --sshlogin far >said.txt 2>&1 || code="$?"
    [ -d "$work/ssh.lost" ] || fail "no machine was lost"
    [ "$(sort tries.txt | tr '\n' ' ')" = "0 1 2 3 " ] || fail "$1: these were played: $(tr '\n' ' ' <tries.txt)"
    { [ "$code" -eq 3 ] && grep --quiet "fairdeal run --plan .* --shard 2" said.txt; } || fail "$1: the merger does not say what is missing ($code)"
}
