#!/bin/sh
# Installs the programs that `make image` runs: they build Debian systems, images and containers, and forward to them.
set -eu

"$(dirname "$0")/dist-tools.sh"
exec "$(dirname "$0")/install-missing.sh" 'the proofs of the image' <<'END'
debootstrap     | command -v debootstrap
buildah         | command -v buildah
podman          | command -v podman
crun            | command -v crun
catatonit       | ls /usr/libexec/podman/catatonit || command -v catatonit
nginx-light     | command -v nginx || ls /usr/sbin/nginx
caddy           | command -v caddy
curl            | command -v curl
openssl         | command -v openssl
iproute2        | command -v ip
procps          | command -v pkill
util-linux      | command -v nsenter
python3-venv    | /usr/bin/python3 -c "import ensurepip"
ca-certificates | ls /etc/ssl/certs/ca-certificates.crt
END
