#!/bin/sh
# Installs the programs and libraries that `make demo` needs in the language of DEMO_HOST. In TypeScript it needs none.
set -eu

here=$(dirname "$0")
case "${DEMO_HOST-}" in
  python)
    exec "$here/install-missing.sh" 'the demo in Python' <<'END_OF_LIST'
python3-flask      | /usr/bin/python3 -c "import flask"
python3-sqlalchemy | /usr/bin/python3 -c "import sqlalchemy"
gunicorn           | /usr/bin/python3 -c "import gunicorn"
END_OF_LIST
    ;;
  go)
    exec "$here/install-missing.sh" 'the demo in Go' <<'END_OF_LIST'
golang-go                          | command -v go
golang-github-mattn-go-sqlite3-dev | ls /usr/share/gocode/src/github.com/mattn/go-sqlite3
golang-github-jmoiron-sqlx-dev     | ls /usr/share/gocode/src/github.com/jmoiron/sqlx
golang-github-gorilla-csrf-dev     | ls /usr/share/gocode/src/github.com/gorilla/csrf
golang-github-gorilla-sessions-dev | ls /usr/share/gocode/src/github.com/gorilla/sessions
golang-golang-x-crypto-dev         | ls /usr/share/gocode/src/golang.org/x/crypto/bcrypt
golang-golang-x-text-dev           | ls /usr/share/gocode/src/golang.org/x/text/cases
gcc                                | command -v gcc
libc6-dev                          | ls /usr/include/stdlib.h
END_OF_LIST
    ;;
esac
