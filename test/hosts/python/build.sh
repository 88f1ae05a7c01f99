#!/bin/sh
# Generates the contract's messages for Python, and those of grpc.health.v1, which Debian does not package.
# Usage: build.sh <output directory>; it becomes the PYTHONPATH of host.py
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
health=$root/node_modules/grpc-health-check/proto

mkdir -p "$1"
protoc -I "$root/proto" -I "$health" --python_out="$1" \
  "$root"/proto/gatehouse/options/v1/*.proto "$root"/proto/gatehouse/host/v1/*.proto "$health"/health/v1/health.proto
