#!/bin/sh
# Runs the go command on this SDK with Debian's packages as its only dependencies, without a network.
# Usage: with-debian.sh <work directory> <arguments of go>; a path in the arguments is relative to this folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
shift

# Debian keeps Go libraries as source below /usr/share/gocode, so GOPATH points there. It finds packages by their folder,
# and ./... does not follow links, so this is a copy.
target=$work/src/gatehouse.dev/host
rm -rf "$target"
mkdir -p "$target"
cp -a "$here/." "$target"
cd "$target"
export GO111MODULE=off GOFLAGS=-trimpath GOPATH="$work:/usr/share/gocode"
# By default Go's own cache, which outlives a clone of this repository: compiling Debian's packages takes a minute. Without
# -trimpath, the result of a compilation would depend on the folder of the clone.
[ -n "${GOCACHE:-}${XDG_CACHE_HOME:-}${HOME:-}" ] || export GOCACHE="$work/cache"
exec go "$@"
