#!/bin/sh
# Installs programs with apt-get that are not on npm. Does nothing if they are all installed, in whatever way. Needs root or
# sudo; without either, or without apt-get, it lists the packages to install.
# Usage: install-missing.sh 'the tests' < table, with lines: Debian package | command that succeeds if it is installed
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

command -v apt-get >/dev/null || give_up 'this system has no apt-get: install them with its package manager'
if [ "$(id -u)" -eq 0 ]; then
  as_root=env
elif command -v sudo >/dev/null; then
  as_root=sudo
  # Without a terminal, sudo would wait forever for a password.
  [ -t 0 ] || sudo -n true 2>/dev/null || give_up "sudo asks for a password: run apt-get install $missing"
else
  give_up "this user is not root and has no sudo: run apt-get install $missing as root"
fi

echo "install-missing: installing $missing" >&2
$as_root apt-get update -qq || give_up 'apt-get update failed (see above)'
# shellcheck disable=SC2086 # a list of package names
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2 ||
  give_up 'apt-get install failed (see above)'
