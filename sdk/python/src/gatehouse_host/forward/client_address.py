"""Whom a request comes from: the peer, or the client that trusted proxies name."""

from __future__ import annotations

import ipaddress
import re
from typing import Iterable, Union

Address = Union[ipaddress.IPv4Address, ipaddress.IPv6Address]

_UNIX = "unix:"
_BRACKETED = re.compile(r"\[([^\]]*)\](?::\d+)?")
_WITH_PORT = re.compile(r"([\d.]+):\d+")


class Trusted:
    """The proxies whose X-Forwarded-For counts: addresses, ranges, and "unix:" for peers on a Unix socket."""

    def __init__(self, entries: Iterable[str]) -> None:
        if isinstance(entries, str):
            raise ValueError('trusted_proxies must be a list such as ["10.0.0.0/8"], not a text')
        self._unix = False
        self._networks = []
        for entry in entries:
            if entry == _UNIX:
                self._unix = True
                continue
            try:
                self._networks.append(ipaddress.ip_network(entry, strict=False))
            except ValueError:
                raise ValueError(
                    f'trusted_proxies: "{entry}" is neither an IP address, nor a range such as "10.0.0.0/8", nor "unix:"'
                ) from None

    def client_of(self, peer: str | None, forwarded_for: Iterable[str]) -> str | None:
        """The first address from the right that is no trusted proxy; None if there is none, as on a Unix socket."""
        current = _address_in(peer)
        if not self._trusts(current):
            return None if current is None else str(current)
        entries = ",".join(forwarded_for).split(",")
        while entries and self._trusts(current):
            following = _address_in(entries.pop())
            if following is None:
                # If a proxy writes something other than an address, that proxy is the last known hop.
                break
            current = following
        return None if current is None else str(current)

    def _trusts(self, address: Address | None) -> bool:
        if address is None:
            return self._unix
        return any(address in network for network in self._networks)


def _address_in(text: str | None) -> Address | None:
    """Removes the port that some proxies add, brackets and the zone, and unmaps IPv4 from IPv6."""
    trimmed = (text or "").strip()
    match = _BRACKETED.fullmatch(trimmed) or _WITH_PORT.fullmatch(trimmed)
    bare = (match[1] if match else trimmed).split("%", 1)[0]
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
