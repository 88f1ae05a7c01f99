"""The options of ``forward`` and ``forward_asgi``: which paths are Gatehouse's, and where it listens."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Callable, Iterable
from urllib.parse import urlsplit

from .client_address import Trusted

_WELL_KNOWN = ("/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource")

# Printable ASCII without "?" and "#", without empty, "." and ".." segments.
_PATH = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[\x21\x22\x24-\x2e\x30-\x3e\x40-\x7e]+)+")


@dataclass(frozen=True)
class Target:
    """Where Gatehouse listens for HTTP."""

    host: str
    port: int
    #: Set instead of host and port.
    unix_path: str
    #: For the Host header.
    authority: str


@dataclass(frozen=True)
class Options:
    target: Target
    is_ours: Callable[[str], bool] = field(repr=False)
    trusted: Trusted
    timeout: float
    max_connections: int


def options_of(
    target: str,
    issuer_path: str,
    consent_page: bool,
    admin_path: str,
    trusted_proxies: Iterable[str],
    timeout: float,
    max_connections: int,
) -> Options:
    """Raises ValueError for an option that is not valid."""
    if not timeout > 0:
        raise ValueError(f"timeout must be a number of seconds above 0, not {timeout!r}")
    if not 1 <= max_connections <= 65_535:
        raise ValueError(f"max_connections must be from 1 to 65535, not {max_connections!r}")
    ours = own_paths(issuer_path, consent_page, admin_path)
    return Options(target_of(target), ours, Trusted(trusted_proxies), timeout, max_connections)


def own_paths(issuer_path: str, consent_page: bool, admin_path: str) -> Callable[[str], bool]:
    """A test for a path as sent, without its query. Nothing is decoded or normalized."""
    for option, path in (("issuer_path", issuer_path), ("admin_path", admin_path)):
        if path and not _PATH.fullmatch(path):
            raise ValueError(
                f'{option} must be a path in normal form such as "/app", without a trailing "/" and without a query, '
                f"not {path!r}"
            )
    bases = [*_WELL_KNOWN, *(issuer_path + path for path in _WELL_KNOWN), f"{issuer_path}/oauth/mcp"]
    if consent_page:
        bases.append(f"{issuer_path}/connect")
    if admin_path:
        bases.append(admin_path)
    below = tuple(f"{base}/" for base in bases)
    return lambda path: path in bases or path.startswith(below)


def target_of(target: str) -> Target:
    if target.startswith("unix:") and len(target) > len("unix:"):
        return Target("", 0, target[len("unix:") :], "localhost")
    parts = urlsplit(target)
    if parts.scheme != "http" or not parts.hostname or target.rstrip("/") != f"http://{parts.netloc}" or "@" in target:
        raise ValueError(
            'target must be an http: URL without path such as "http://127.0.0.1:8081", or "unix:" and a path, '
            f"not {target!r}"
        )
    return Target(parts.hostname, parts.port or 80, "", parts.netloc)
