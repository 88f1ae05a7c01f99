#!/bin/sh
# Installs with apt-get what somebody needs and does not come from npm. Does nothing where everything is there already,
# however it got there. Needs root, or sudo; says what to install by hand where there is neither, or no apt-get.
# Usage: install-missing.sh 'the tests' < table, whose lines are: Debian package | command that tells that it is there
set -eu
who=$1

missing=$(while IFS='|' read -r package is_there; do
  if [ -n "$package" ] && ! sh -c "$is_there" >/dev/null 2>&1 </dev/null; then
    echo "$package" | tr -d ' '
  fi
done | tr '\n' ' ')
[ -n "$missing" ] || exit 0

give_up() {
  echo "install-missing: $who need $missing(Debian package names), and $1" >&2
  exit 1
}

command -v apt-get >/dev/null || give_up 'there is no apt-get here: please install them in the way of this system'
if [ "$(id -u)" -eq 0 ]; then
  as_root=env
elif command -v sudo >/dev/null; then
  as_root=sudo
  # Without a terminal sudo could only wait for a password that nobody types.
  [ -t 0 ] || sudo -n true 2>/dev/null || give_up "sudo asks for a password: please run apt-get install $missing"
else
  give_up "this user is not root and has no sudo: please run apt-get install $missing"
fi

echo "install-missing: installing $missing" >&2
$as_root apt-get update -qq || give_up 'apt-get update failed (see above)'
# shellcheck disable=SC2086 # a list of package names
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2 ||
  give_up 'apt-get install failed (see above)'
