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
export GO111MODULE=off GOFLAGS=-trimpath GOPATH="$work:/usr/share/gocode"
# By default Go's own cache, which outlives a clone of this repository: compiling Debian's packages takes a minute. Without
# -trimpath, the result of a compilation would depend on the folder of the clone.
[ -n "${GOCACHE:-}${XDG_CACHE_HOME:-}${HOME:-}" ] || export GOCACHE="$work/cache"
cd "$here"
exec go build -o "$work/acme-notes" .
