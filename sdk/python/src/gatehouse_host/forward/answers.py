"""The answers that do not come from Gatehouse."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from .request_head import Header, Received, Refused

# The endpoints that answer pages of any origin (AS-18), below an issuer path or not.
_CROSS_ORIGIN = re.compile(r"/\.well-known/|/oauth/mcp/(?:token|register|revoke)\Z")

# So that a page can read the answer, as it can read those of the daemon.
_READABLE = (("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", "Retry-After"))

# A page gets to read the answer to its request only if the preflight request before it succeeds, as at the daemon.
_PREFLIGHT = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Allow-Methods", "GET, HEAD, POST"),
    ("Access-Control-Allow-Headers", "authorization, content-type, mcp-protocol-version, *"),
)


@dataclass(frozen=True)
class OwnAnswer:
    status: int
    headers: list[Header]
    body: bytes


def refusal(received: Received, refused: Refused) -> OwnAnswer:
    return _own(received, refused.status, "text/plain; charset=utf-8", f"{refused.reason}\n")


def unavailable(received: Received) -> OwnAnswer:
    return _unavailable(received, 502, "The authorization server is not available right now.")


def too_busy(received: Received) -> OwnAnswer:
    text = "Too many requests are waiting for the authorization server. Try again in a moment."
    return _unavailable(received, 503, text)


def _unavailable(received: Received, status: int, description: str) -> OwnAnswer:
    """In Gatehouse's own error format, so that a client keeps its tokens and tries again."""
    body = json.dumps({"error": "temporarily_unavailable", "error_description": description})
    return _own(received, status, "application/json", body, ("Retry-After", "5"))


_MALFORMED = 400


def _own(received: Received, status: int, content_type: str, text: str, *more: Header) -> OwnAnswer:
    """A preflight request succeeds, unless it is malformed itself: browsers never send one like that."""
    is_cross_origin = _CROSS_ORIGIN.search(received.target.split("?", 1)[0]) is not None
    if is_cross_origin and received.method == "OPTIONS" and status != _MALFORMED:
        return OwnAnswer(204, list(_PREFLIGHT), b"")
    body = text.encode()
    headers = [("Content-Type", content_type), ("Content-Length", str(len(body))), ("Cache-Control", "no-store"), *more]
    return OwnAnswer(status, [*headers, *_READABLE] if is_cross_origin else headers, body)
