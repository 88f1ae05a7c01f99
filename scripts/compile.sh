#!/bin/sh
# Compiles the projects of tsconfig.json, or those that are named, with TypeScript 7, in a third of the time of TypeScript 5. That one
# compiles the few files again that need a compiler plug-in (daemon/tsconfig.typia.json).
# Usage: compile.sh [folder of a project …]
set -eu
cd "$(dirname "$0")/.."
node_modules/typescript-7/bin/tsc -b "$@"
node_modules/.bin/tspc -p daemon/tsconfig.typia.json
