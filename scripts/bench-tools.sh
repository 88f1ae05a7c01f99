#!/bin/sh
# Installs the benchmark's tools that are not on npm.
set -eu

exec "$(dirname "$0")/install-missing.sh" 'the benchmarks' <<'END'
wrk        | command -v wrk
util-linux | command -v taskset
END
