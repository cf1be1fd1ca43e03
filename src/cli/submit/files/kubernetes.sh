#!/bin/sh
# Hands the shards to Kubernetes, waits for them and merges them. Options are those of kubectl: --namespace=mine
# This file is not tested with a real Kubernetes. Copy the plan to the volume first, as /fairdeal/{{PLAN_NAME}}.
set -eu
cd {{FOLDER}}

# Notes how a job is: Complete, Failed, Running; nothing where it is not there, or the server does not answer.
look() {
    job=$1
    shift
    found=$(kubectl get "$@" --ignore-not-found job "$job" \
        -o 'jsonpath={.metadata.name} {.status.conditions[?(@.status=="True")].type} ') || found=
    case $found in
        *" Complete "*) state=Complete ;;
        *" Failed "*) state=Failed ;;
        ?*) state=Running ;;
        *) state= ;;
    esac
}

# Waits until a job has ended, well or not.
wait_for() {
    silent=0
    while look "$@" && [ "$state" != Complete ] && [ "$state" != Failed ]; do
        if [ -n "$state" ]; then silent=0; else silent=$((silent + 1)); fi
        if [ "$silent" -ge 60 ]; then
            echo "job $1 is not there, or the server does not answer" >&2
            exit 3
        fi
        sleep 10
    done
}

# A job cannot be started twice: one that has ended makes room, and one that still runs is waited for.
look {{NAME}}-shards "$@"
case $state in Complete | Failed) kubectl delete "$@" --ignore-not-found job {{NAME}}-shards ;; esac
kubectl apply "$@" -f shards.yaml
wait_for {{NAME}}-shards "$@"
# A shard that failed is no reason not to look at the others: the merger names what is missing.
kubectl delete "$@" --ignore-not-found job {{NAME}}-merge
kubectl apply "$@" -f merge.yaml
wait_for {{NAME}}-merge "$@"
kubectl logs "$@" job/{{NAME}}-merge
[ "$state" = Complete ] || exit 3
