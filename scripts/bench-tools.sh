#!/bin/sh
# Installs the benchmark's tools that are not on npm, and the binary of better-sqlite3.
set -eu
root=$(dirname "$0")/..

"$(dirname "$0")/install-missing.sh" 'the benchmarks' <<'END'
wrk                      | command -v wrk
util-linux               | command -v taskset
chromium-headless-shell  | command -v chromium-headless-shell
END

# Only the benchmark's floors use it. Packages run no scripts when they are installed (.npmrc), so its own script, which
# downloads or compiles the binary, runs here.
cd "$root"
if ! node -e "new (require('better-sqlite3'))(':memory:')" 2>/dev/null; then
  echo 'bench-tools: installing the binary of better-sqlite3' >&2
  npm rebuild better-sqlite3 --ignore-scripts=false >&2
fi
