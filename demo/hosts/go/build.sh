#!/bin/sh
# Builds the demo in Go with Debian's packages, without a network.
# Usage: build.sh <work directory>; the program is <work directory>/acme-notes
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)

# Debian keeps Go libraries as source below /usr/share/gocode, so GOPATH points there. The SDK is part of this repository.
mkdir -p "$work/src/gatehouse.dev"
ln -sfn "$here/../../../sdk/go" "$work/src/gatehouse.dev/host"
export GO111MODULE=off GOFLAGS= GOPATH="$work:/usr/share/gocode" GOCACHE="$work/cache"
cd "$here"
exec go build -o "$work/acme-notes" .
