#!/bin/sh
# Installs with apt-get what the tests start and does not come from npm. Does nothing where everything is there already,
# however it got there. Needs root, or sudo; says what to install by hand where there is neither, or no apt-get.
set -eu

# Debian package | what tells that it is there
NEEDED='
redis-server | command -v redis-server && command -v redis-cli
postgresql   | command -v initdb || ls /usr/lib/postgresql/*/bin/initdb
chromium     | command -v chromium
openssl      | command -v openssl
util-linux   | command -v setpriv
procps       | command -v ps
golang-go                             | command -v go
golang-google-grpc-dev                | ls /usr/share/gocode/src/google.golang.org/grpc
golang-google-protobuf-dev            | ls /usr/share/gocode/src/google.golang.org/protobuf
golang-github-golang-protobuf-1-5-dev | grep -q protoregistry /usr/share/gocode/src/github.com/golang/protobuf/proto/registry.go
protobuf-compiler                     | command -v protoc
protoc-gen-go                         | protoc-gen-go --version
protoc-gen-go-grpc                    | command -v protoc-gen-go-grpc
python3-grpcio                        | /usr/bin/python3 -c "import grpc"
python3-protobuf                      | /usr/bin/python3 -c "import google.protobuf"
'

missing=$(echo "$NEEDED" | while IFS='|' read -r package is_there; do
  if [ -n "$package" ] && ! sh -c "$is_there" >/dev/null 2>&1; then
    echo "$package" | tr -d ' '
  fi
done | tr '\n' ' ')
[ -n "$missing" ] || exit 0

give_up() {
  echo "test-servers: the tests need $missing(Debian package names), and $1" >&2
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

echo "test-servers: installing $missing" >&2
$as_root apt-get update -qq || give_up 'apt-get update failed (see above)'
# shellcheck disable=SC2086 # a list of package names
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2 ||
  give_up 'apt-get install failed (see above)'
