#!/bin/sh
# Creates the database in the directory that the argument names.
set -eu
mkdir -p "$1"
rm -f "$1"/host.sqlite*
HOST_DATABASE="$1/host.sqlite" php "$(dirname "$0")/migrate.php"
