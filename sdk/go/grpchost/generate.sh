#!/bin/sh
# Generates the messages and services of the contract. Needs protoc, protoc-gen-go and protoc-gen-go-grpc of Debian.
# Usage: generate.sh [output directory]; the default is the directory of this script.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
proto=$here/../../../proto
out=${1:-$here}
package=gatehouse.dev/host/grpchost

# The messages of the admin services are in ../internal/contract, for which generate.py exists.
files='options/v1/options consent/v1/consent host/v1/host host/v1/backend host/v1/oauth_options host/v1/sign_in
  host/v1/admin_registration host/v1/admin_cell'

options=
sources=
for file in $files; do
  folder=${file%/*}
  mapping=Mgatehouse/$file.proto=$package/internal/${folder%/*}v1
  options="$options --go_opt=$mapping --go-grpc_opt=$mapping"
  sources="$sources $proto/gatehouse/$file.proto"
done

rm -rf "$out/internal/optionsv1" "$out/internal/consentv1" "$out/internal/hostv1"
mkdir -p "$out"
# shellcheck disable=SC2086 # lists of options and files
protoc -I "$proto" $options --go_opt=module=$package --go-grpc_opt=module=$package --go_out="$out" --go-grpc_out="$out" \
  $sources
