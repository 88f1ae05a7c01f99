"""Which addresses only this machine can reach."""

from __future__ import annotations

import ipaddress


def is_loopback(host: str) -> bool:
    """A name or an IP address, without a port."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_local(address: str) -> bool:
    """An address as gRPC writes it: "127.0.0.1:9090", "[::1]:9090", "unix:/run/app/host.sock"."""
    if address.startswith(("unix:", "unix-abstract:")):
        return True
    return is_loopback(address.rsplit(":", 1)[0].strip("[]"))
