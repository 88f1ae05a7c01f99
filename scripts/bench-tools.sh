#!/bin/sh
# What the benchmark runs and does not come from npm.
set -eu

exec "$(dirname "$0")/install-missing.sh" 'the benchmarks' <<'END'
wrk        | command -v wrk
util-linux | command -v taskset
END
