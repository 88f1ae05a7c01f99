#!/bin/sh
# Installs the programs that `make dist` runs and that are not on npm.
set -eu

exec "$(dirname "$0")/install-missing.sh" 'make dist' <<'END'
python3-build      | /usr/bin/python3 -c "import build"
python3-setuptools | /usr/bin/python3 -c "import setuptools"
python3-wheel      | /usr/bin/python3 -c "import wheel"
END
