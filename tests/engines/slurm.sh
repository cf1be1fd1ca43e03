# A Slurm of two nodes with one core each, on this machine and for itself. Sourced by run.sh.

start_slurm() {
    local folder="$work/slurm" host node
    host="$(hostname -s)"
    mkdir -p "$folder/munge" "$folder/state" "$folder/spool-n1" "$folder/spool-n2"
    chmod 755 "$work" "$folder" "$folder/munge"
    (umask 077 && head -c 1024 /dev/urandom >"$folder/munge/key")
    cat >"$folder/slurm.conf" <<CONF
ClusterName=fairdeal
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
# Nothing listens to other machines.
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
# A lost node is noticed after some seconds; sites wait for five minutes.
SlurmdTimeout=10
KillWait=2
SchedulerParameters=batch_sched_delay=0,sched_interval=2
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1 RealMemory=4000
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1 RealMemory=4000
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=60 State=UP
CONF
    export SLURM_CONF="$folder/slurm.conf"
    munged --foreground --force --socket="$folder/munge/socket" --key-file="$folder/munge/key" --pid-file="$folder/munge/pid" \
        --log-file="$folder/munge.log" --seed-file="$folder/munge/seed" >/dev/null 2>&1 &
    disown
    wait_for 10 "munged" test -S "$folder/munge/socket"
    slurmctld -D >/dev/null 2>&1 &
    disown
    for node in n1 n2; do
        slurmd -D -N "$node" >/dev/null 2>&1 &
        disown
        echo "$!" >"$folder/$node.process"
    done
    wait_for 30 "both nodes of Slurm" idle_nodes 2
}

idle_nodes() { [ "$(timeout 10 sinfo --noheader --Node --format=%t 2>/dev/null | grep --count --line-regexp idle)" -eq "$1" ]; }

# Lets one node work, or both.
slurm_nodes() {
    if [ "$1" -eq 1 ]; then
        scontrol update NodeName=n2 State=DRAIN Reason=unused
    else
        scontrol update NodeName=n2 State=RESUME
    fi
    wait_for 30 "$1 idle nodes of Slurm" idle_nodes "$1"
}

# Hands the shards of the plan in this folder to Slurm.
slurm_submit() {
    mkdir logs
    sbatch --array="0-$((shards - 1))" --time=20 --output=logs/%a.txt "$scripts/shard.sh" "$PWD/plan.json" >said.txt
}

# Are all shards of this folder there? Each is written whole.
all_there() { [ "$(find . -name '*.shard' | wc -l)" -eq "$shards" ]; }

# How many seconds a node, or two, take from the first word to the results.
slurm_speed() {
    folder "$1"
    local begun
    begun="$(now)"
    slurm_submit
    wait_for 120 "the shards of $1" all_there
    merge || fail "$1 cannot be merged"
    since "$begun"
}

# Kills a worker on one node, then all of the other node; the shards are played all the same.
slurm_faults() {
    folder "$1"
    slurm_submit
    wait_for 60 "a worker on each node" has_workers "$PWD" 2
    sleep 1
    local process on_n1="" on_n2=""
    for process in $(workers "$PWD"); do
        if [ "$(variable "$process" SLURMD_NODENAME)" = n1 ]; then on_n1="$process"; else on_n2="$process"; fi
    done
    [ -n "$on_n1" ] && [ -n "$on_n2" ] || fail "no worker on each node"
    kill -9 "$on_n1"
    # The worker, the script that started it, the daemon of their job, and that of the node.
    local script job
    script="$(parent "$on_n2")"
    job="$(parent "$script")"
    [ "$(cat "/proc/$job/comm")" = slurmstepd ] || fail "process $job is not the daemon of the job"
    kill -9 "$(cat "$work/slurm/n2.process")" "$job" "$script" "$on_n2"
    step "Slurm: a worker of n1 and all of n2 are killed"
    wait_for 60 "a second try of the worker" grep --quiet "try 2 of 5" logs/*.txt
    wait_for 90 "Slurm notices that n2 is lost" lost n2
    names_missing || fail "the merge does not name the shard that was lost"
    # Slurm would hold the task of n2 for two minutes; it need not.
    wait_for 30 "the task of n2 is held" held >"$work/held.txt"
    while read -r task; do
        timeout 10 scontrol update JobId="$task" StartTime=now || fail "task $task is held"
    done <"$work/held.txt"
    wait_for 120 "the shards of $1" all_there
    merge || fail "$1 cannot be merged"
    grep --quiet "due to failure of node n2" "$work/slurm/slurmctld.log" || fail "Slurm has not started the task of n2 again"
    step "Slurm: done"
}

# Does a merge write nothing, and say which shards are to be played?
names_missing() {
    local code=0
    merge 2>missing.txt || code="$?"
    [ "$code" -eq 3 ] && [ ! -e results ] && grep --quiet "fairdeal run --plan plan.json --shard [0-9]" missing.txt
}

lost() { [ "$(timeout 10 sinfo --noheader --nodes="$1" --format=%t)" = "down*" ]; }

# The tasks that Slurm holds until a time of their own, one a line.
held() { timeout 10 squeue --noheader --array --states=PENDING --format="%i %r" | awk '$2 == "BeginTime" { print $1; found = 1 } END { exit !found }'; }

stop_slurm() {
    if [ -n "${SLURM_CONF:-}" ]; then timeout 10 scancel --user=root 2>/dev/null || true; fi
}
