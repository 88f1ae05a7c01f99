#!/bin/sh
# Checks proto/ against buf's STANDARD rules and against the last commit on main: the contract must not change for existing
# hosts. The base is unpacked with git archive, which also works in work trees, shallow clones and detached clones.
set -eu
cd "$(dirname "$0")/.."
npx --no-install buf lint

for base in main origin/main; do
  if git rev-parse --quiet --verify "$base^{commit}" >/dev/null; then
    break
  fi
  base=''
done
if [ -z "$base" ] || ! git cat-file -e "$base:proto" 2>/dev/null; then
  echo "proto: there is no main branch with a contract to compare with; only linted" >&2
  exit 0
fi
before=$(mktemp -d)
trap 'rm -rf "$before"' EXIT
git archive "$base" buf.yaml proto | tar -x -C "$before"
npx --no-install buf breaking --against "$before"
