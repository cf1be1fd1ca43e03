#!/bin/sh
# Hands the shards to Kubernetes, waits for them and merges them. Options are those of kubectl: --namespace=mine
# This file is not tested with a real Kubernetes. Copy the plan to the volume first, as /fairdeal/{{PLAN_NAME}}.
set -eu
cd {{FOLDER}}
kubectl apply "$@" -f shards.yaml
while :; do
    ended=$(kubectl get "$@" job {{NAME}}-shards -o 'jsonpath={.status.conditions[*].type}')
    case " $ended " in *" Complete "* | *" Failed "*) break ;; esac
    sleep 10
done
# A shard that failed is no reason not to look at the others: the merger names what is missing.
kubectl apply "$@" -f merge.yaml
kubectl wait "$@" --for=condition=complete --timeout=1h job/{{NAME}}-merge
kubectl logs "$@" job/{{NAME}}-merge
