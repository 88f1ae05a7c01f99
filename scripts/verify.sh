#!/bin/sh
# Generates everything that is generated and committed, and fails when git sees a difference. Needs a build.
set -eu
cd "$(dirname "$0")/.."
generated='docs/configuration.md docs/oauth-options.md docs/admin/yaml.md proto/src/generated'
node scripts/docs.mjs
scripts/proto-types.sh
# shellcheck disable=SC2086 # a list of paths
if ! git --no-pager diff --exit-code -- $generated || [ -n "$(git ls-files --others --exclude-standard -- $generated)" ]; then
  echo "verify: generated files differ from what is committed; commit what was just generated ($generated)" >&2
  exit 1
fi
