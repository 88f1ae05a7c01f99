"""What goes to Gatehouse: framed and routed from the request that the server parsed, never from its headers."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from typing import Sequence

from .client_address import Trusted

Header = tuple[str, str]

EXCHANGE_ID = "gatehouse-exchange"

# These headers frame or route one connection, or identify its peer (RFC 9110 §7.6.1, RFC 9112 §6). The client's never
# pass, whatever its Connection header says.
_NEVER_FORWARDED = {
    "connection",
    "content-length",
    "expect",
    "forwarded",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
    "x-real-ip",
}
_NEVER_FORWARDED_PREFIXES = ("proxy-", "x-forwarded-", "gatehouse-")

# Every header that Gatehouse reads has such a name. Its default HTTP engine never answers a request with another one, such
# as "X_A" (docs/http.md): it would occupy its connection for ten seconds. Some servers also read "_" as "-".
_PLAIN_NAME = re.compile(r"[a-z0-9-]+")

#: Extension headers that Gatehouse reads.
_MEANINGFUL_EXTENSIONS = {"x-requested-with", "x-request-id"}

# Gatehouse accepts a head of up to 16 KiB and 64 headers (docs/http.md).
_MAX_HEAD_BYTES = 16_384 - 256
_MAX_HEADERS = 64

#: The largest body that Gatehouse accepts anywhere has 2 MiB. Forwarded bodies are read in full before they are sent.
MAX_BODY_BYTES = 4 * 1024 * 1024

#: Whether a request with this method may have a body. Gatehouse implements no other methods.
_BODIES = {
    "GET": "none",
    "HEAD": "none",
    "OPTIONS": "none",
    "POST": "required",
    "PUT": "required",
    "PATCH": "required",
    "DELETE": "allowed",
}

# The same as the daemon's: a path with an optional query, printable ASCII, no fragment.
_TARGET = re.compile(r"/[\x21\x22\x24-\x7e]*")
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_LENGTH = re.compile(r"[ \t]*([0-9]{1,10})[ \t]*")
_CHUNKED = re.compile(r"[ \t]*chunked[ \t]*", re.IGNORECASE)


class Refused(Exception):
    """A request that is not forwarded."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


@dataclass(frozen=True)
class Received:
    """The head of a request, as the server parsed it."""

    method: str
    #: Path and query as sent.
    target: str
    headers: Sequence[Header]
    #: The peer of the connection; None on a Unix socket.
    peer: str | None
    #: Whether the protocol itself ends the body, so that no header has to announce it (RFC 9113 §8.1).
    ends_body: bool = False


@dataclass(frozen=True)
class Judged:
    """A request that may be forwarded, once its body is known."""

    received: Received
    #: The announced length; None if it is chunked, or if the protocol ends the body.
    length: int | None

    def check_body(self, body: bytes) -> None:
        """Raises Refused for a body that the head does not announce."""
        if self.length is not None and len(body) != self.length:
            raise Refused(400, "The body does not have the announced length.")
        if body and _BODIES[self.received.method] == "none":
            raise Refused(400, "This method does not accept a body.")


@dataclass(frozen=True)
class Outgoing:
    """A request for Gatehouse, as bytes, and the id that its answer must carry."""

    method: str
    data: bytes
    exchange_id: str


def judge(received: Received) -> Judged:
    """Raises Refused for a request that two parsers could read differently, or that Gatehouse does not accept."""
    if received.method not in _BODIES:
        raise Refused(501, "This method is not implemented.")
    if len(received.headers) > _MAX_HEADERS:
        raise _too_large()
    if not _TARGET.fullmatch(received.target):
        raise Refused(400, "The request target must be a path in printable ASCII, without a fragment.")
    if not all(_NAME.fullmatch(name) and _VALUE.fullmatch(value) for name, value in received.headers):
        raise Refused(400, "A header contains characters that are not allowed (RFC 9110 §5.5).")
    lengths = _values(received, "content-length")
    codings = _values(received, "transfer-encoding")
    if codings:
        if lengths:
            raise Refused(400, "Content-Length and Transfer-Encoding must not be combined.")
        if len(codings) > 1 or not _CHUNKED.fullmatch(codings[0]):
            raise Refused(400, 'Transfer-Encoding must appear at most once and be "chunked".')
        if _BODIES[received.method] == "none":
            raise Refused(400, "This method does not accept a body.")
        return Judged(received, None)
    if not lengths:
        return Judged(received, None if received.ends_body else 0)
    match = _LENGTH.fullmatch(lengths[0])
    if len(lengths) > 1 or match is None:
        raise Refused(400, "Content-Length must appear at most once and have 1 to 10 digits.")
    length = int(match[1])
    if length > 0 and _BODIES[received.method] == "none":
        raise Refused(400, "This method does not accept a body.")
    if length > MAX_BODY_BYTES:
        raise body_too_large()
    return Judged(received, length)


def body_too_large() -> Refused:
    return Refused(413, f"The body exceeds {MAX_BODY_BYTES} bytes.")


def outgoing(judged: Judged, body: bytes, authority: str, trusted: Trusted) -> Outgoing:
    """The request for Gatehouse. Its length is that of the bytes which follow the head."""
    judged.check_body(body)
    received = judged.received
    exchange_id = str(uuid.uuid4())
    headers: list[Header] = [("Host", authority), ("Connection", "keep-alive"), ("Gatehouse-Exchange", exchange_id)]
    if _BODIES[received.method] == "required" or body:
        headers.append(("Content-Length", str(len(body))))
    client = trusted.client_of(received.peer, _values(received, "x-forwarded-for"))
    if client is not None:
        headers.append(("X-Forwarded-For", client))
    headers += end_to_end(received.headers)
    head = f"{received.method} {received.target} HTTP/1.1\r\n" + "".join(f"{n}: {v}\r\n" for n, v in headers) + "\r\n"
    if len(headers) > _MAX_HEADERS or len(head) > _MAX_HEAD_BYTES:
        raise _too_large()
    return Outgoing(received.method, head.encode("latin-1") + body, exchange_id)


def end_to_end(headers: Sequence[Header], keep_length: bool = False) -> list[Header]:
    """The headers with plain names that are meant for the other end.

    Connection removes only extensions ("X-…") that Gatehouse does not read: a client must not be able to remove headers
    on which checks depend, such as Authorization, Cookie or Origin.
    """
    connection = ",".join(value for name, value in headers if name.lower() == "connection").lower()
    named = {token for token in re.split(r"[\s,]+", connection) if token.startswith("x-")} - _MEANINGFUL_EXTENSIONS
    kept = []
    for name, value in headers:
        lower = name.lower()
        forbidden = lower in _NEVER_FORWARDED or lower.startswith(_NEVER_FORWARDED_PREFIXES) or lower in named
        if not _PLAIN_NAME.fullmatch(lower) or (forbidden and not (keep_length and lower == "content-length")):
            continue
        kept.append((name, value))
    return kept


def _values(received: Received, wanted: str) -> list[str]:
    return [value for name, value in received.headers if name.lower() == wanted]


def _too_large() -> Refused:
    return Refused(431, f"The request line and headers exceed {_MAX_HEAD_BYTES} bytes or {_MAX_HEADERS} headers.")
