#!/bin/sh
# Generates the contract's messages for Go and builds the host. Everything comes from Debian's packages; no network.
# Usage: build.sh <output directory>; the program is <output directory>/host
set -eu
here=$(cd "$(dirname "$0")" && pwd)
proto=$here/../../../proto
out=$1

options=
for file in "$proto"/gatehouse/host/v1/*.proto; do
  mapping=Mgatehouse/host/v1/${file##*/}=gatehouse/hostv1
  options="$options --go_opt=$mapping --go-grpc_opt=$mapping"
done
mapping=Mgatehouse/options/v1/options.proto=gatehouse/optionsv1
options="$options --go_opt=$mapping --go-grpc_opt=$mapping"

mkdir -p "$out/src"
# shellcheck disable=SC2086 # a list of options
protoc -I "$proto" $options --go_out="$out/src" --go-grpc_out="$out/src" \
  "$proto"/gatehouse/options/v1/options.proto "$proto"/gatehouse/host/v1/*.proto

# Debian keeps Go libraries as source below /usr/share/gocode, so GOPATH points there.
export GO111MODULE=off GOFLAGS=-trimpath GOPATH="$out:/usr/share/gocode"
# By default Go's own cache, which outlives a clone of this repository: compiling Debian's packages takes a minute. Without
# -trimpath, the result of a compilation would depend on the folder of the clone.
[ -n "${GOCACHE:-}${XDG_CACHE_HOME:-}${HOME:-}" ] || export GOCACHE="$out/cache"
cd "$here"
go build -o "$out/host" .
