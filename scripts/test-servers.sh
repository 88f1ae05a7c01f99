#!/bin/sh
# Installs the programs that tests start and that are not on npm.
set -eu

exec "$(dirname "$0")/install-missing.sh" 'the tests' <<'END'
nginx-light  | command -v nginx || ls /usr/sbin/nginx
redis-server | command -v redis-server && command -v redis-cli
postgresql   | command -v initdb || ls /usr/lib/postgresql/*/bin/initdb
chromium-headless-shell | command -v chromium-headless-shell
openssl      | command -v openssl
util-linux   | command -v setpriv
procps       | command -v ps
golang-go                             | command -v go
golang-google-grpc-dev                | ls /usr/share/gocode/src/google.golang.org/grpc
golang-golang-x-net-dev               | ls /usr/share/gocode/src/golang.org/x/net/html/testdata/webkit
golang-google-protobuf-dev            | ls /usr/share/gocode/src/google.golang.org/protobuf
golang-github-golang-protobuf-1-5-dev | grep -q protoregistry /usr/share/gocode/src/github.com/golang/protobuf/proto/registry.go
protobuf-compiler                     | command -v protoc
protoc-gen-go                         | protoc-gen-go --version
protoc-gen-go-grpc                    | command -v protoc-gen-go-grpc
python3-grpcio                        | /usr/bin/python3 -c "import grpc"
python3-protobuf                      | /usr/bin/python3 -c "import google.protobuf"
END
