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
libnss-wrapper | ls /usr/lib/*/libnss_wrapper.so || ls /usr/lib64/libnss_wrapper.so
golang-go                             | command -v go
golang-google-grpc-dev                | ls /usr/share/gocode/src/google.golang.org/grpc
golang-golang-x-net-dev               | ls /usr/share/gocode/src/golang.org/x/net/html/testdata/webkit
golang-google-protobuf-dev            | ls /usr/share/gocode/src/google.golang.org/protobuf
golang-github-golang-protobuf-1-5-dev | grep -q protoregistry /usr/share/gocode/src/github.com/golang/protobuf/proto/registry.go
golang-github-mattn-go-sqlite3-dev    | ls /usr/share/gocode/src/github.com/mattn/go-sqlite3
golang-github-lib-pq-dev              | ls /usr/share/gocode/src/github.com/lib/pq
gcc                                   | command -v gcc
libc6-dev                             | ls /usr/include/stdlib.h
protobuf-compiler                     | command -v protoc
protoc-gen-go                         | protoc-gen-go --version
protoc-gen-go-grpc                    | command -v protoc-gen-go-grpc
python3-grpcio                        | /usr/bin/python3 -c "import grpc"
python3-protobuf                      | /usr/bin/python3 -c "import google.protobuf"
python3-sqlalchemy                    | /usr/bin/python3 -c "import sqlalchemy"
python3-django                        | /usr/bin/python3 -c "import django"
python3-flask                         | /usr/bin/python3 -c "import flask"
python3-fastapi                       | /usr/bin/python3 -c "import fastapi"
python3-psycopg2                      | /usr/bin/python3 -c "import psycopg2"
python3-pytest                        | /usr/bin/python3 -c "import pytest"
python3-build                         | /usr/bin/python3 -c "import build"
python3-setuptools                    | /usr/bin/python3 -c "import setuptools"
python3-wheel                         | /usr/bin/python3 -c "import wheel"
python3-pip                           | /usr/bin/python3 -m pip --version
python3-venv                          | /usr/bin/python3 -c "import ensurepip"
gunicorn                              | /usr/bin/python3 -c "import gunicorn"
uvicorn                               | /usr/bin/python3 -c "import uvicorn"
php-cli                               | command -v php
php-sqlite3                           | php -m | grep -q pdo_sqlite
alembic                               | /usr/bin/python3 -c "import alembic"
mypy                                  | /usr/bin/python3 -c "import mypy"
END
