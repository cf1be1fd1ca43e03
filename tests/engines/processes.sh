# Processes: who runs, waiting with a limit, stopping all that was started. Sourced by run.sh.

fail() {
    echo "engines: $*" >&2
    exit 1
}

# Waits until a command succeeds: the seconds at most, what is waited for, the command.
wait_for() {
    local end=$((SECONDS + $1)) what="$2"
    shift 2
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || fail "waited in vain: $what"
        sleep 0.2
    done
}

# A port that is free on loopback.
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# The seconds since some time of `now`, and how often one of them is in the other.
now() { date +%s.%N; }
since() { awk -v begun="$1" -v now="$(now)" 'BEGIN { printf "%.1f", now - begun }'; }
ratio() { awk -v one="$1" -v two="$2" 'BEGIN { printf "%.2f", one / two }'; }

# The value that a process has for a variable of its environment.
variable() { tr '\0' '\n' 2>/dev/null <"/proc/$1/environ" | sed -n "s/^$2=//p"; }

parent() { awk '/^PPid:/ { print $2 }' "/proc/$1/status" 2>/dev/null; }

# Is a process that one, or below it?
is_below() {
    local process="$1"
    while [ "${process:-0}" -gt 1 ]; do
        if [ "$process" -eq "$2" ]; then return 0; fi
        process="$(parent "$process")"
    done
    return 1
}

# The processes that were started here and run now. The daemon of a job of Slurm hides its environment, but not what it writes to.
started() (
    # Those that look are none of them.
    export -n FAIRDEAL_ENGINES
    {
        grep --files-with-matches --text "FAIRDEAL_ENGINES=$work" /proc/[0-9]*/environ 2>/dev/null || true
        find /proc/[0-9]*/fd -lname "$work/*" 2>/dev/null || true
    } | cut --delimiter=/ --fields=3 | sort --unique
)

# The processes of the program that play a shard of a plan in a folder or below it; with a second word only those below that process.
workers() {
    local process
    for process in $(pgrep --full -- "$fairdeal run --plan $1/"); do
        if is_below "$process" "${2:-$process}"; then echo "$process"; fi
    done
}

has_workers() { [ "$(workers "$1" | wc -l)" -ge "$2" ]; }

stop_all() {
    stop_slurm
    local process signal
    for process in $(jobs -p); do kill "$process" 2>/dev/null || true; done
    for signal in TERM KILL; do
        for process in $(started); do kill "-$signal" "$process" 2>/dev/null || true; done
        for _ in $(seq 20); do
            [ -n "$(started)" ] || return 0
            sleep 0.2
        done
    done
}

# Nothing that was started may listen to other machines.
only_loopback() {
    local process inodes open=""
    for process in $(started); do
        inodes="$(find "/proc/$process/fd" -lname 'socket:*' -printf '%l\n' 2>/dev/null | tr -dc '0-9\n' || true)"
        for inode in $inodes; do
            # Of /proc/net: local address, state (0A: listening) and inode. 0100007F is 127.0.0.1.
            open+="$(awk -v inode="$inode" '$10 == inode && $4 == "0A" && $2 !~ /^0100007F:/ { print $2 }' /proc/net/tcp /proc/net/tcp6 2>/dev/null)"
        done
    done
    [ -z "$open" ] || fail "something listens to other machines: $open"
}

show_logs() {
    local log
    for log in "$work"/slurm/*.log "$work"/dask/*.log "$work"/*/logs/*.txt "$work"/*/said.txt; do
        [ -s "$log" ] || continue
        echo "--- $log (its end)"
        tail -n 12 "$log"
    done >&2
}
