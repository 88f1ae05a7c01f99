#!/bin/sh
# Regenerates all committed generated files, and fails if git sees a difference. Needs a build.
set -eu
cd "$(dirname "$0")/.."
generated='docs/configuration.md docs/oauth-options.md docs/admin/yaml.md proto/src/generated sdk/python/src/gatehouse_host/contract'
node scripts/docs.mjs
scripts/proto-types.sh
/usr/bin/python3 sdk/python/scripts/generate_contract.py
# shellcheck disable=SC2086 # a list of paths
if ! git --no-pager diff --exit-code -- $generated || [ -n "$(git ls-files --others --exclude-standard -- $generated)" ]; then
  echo "verify: generated files differ from the committed ones; commit the new versions ($generated)" >&2
  exit 1
fi
