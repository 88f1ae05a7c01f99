"""The answers that do not come from Gatehouse."""

from __future__ import annotations

import json
from dataclasses import dataclass

from .request_head import Header, Refused


@dataclass(frozen=True)
class OwnAnswer:
    status: int
    headers: list[Header]
    body: bytes


def refusal(refused: Refused) -> OwnAnswer:
    body = f"{refused.reason}\n".encode()
    return OwnAnswer(refused.status, _headers("text/plain; charset=utf-8", body), body)


def unavailable() -> OwnAnswer:
    return _unavailable(502, "The authorization server is not available right now.")


def too_busy() -> OwnAnswer:
    text = "Too many requests are waiting for the authorization server. Try again in a moment."
    return _unavailable(503, text)


def _unavailable(status: int, description: str) -> OwnAnswer:
    """In Gatehouse's own error format, so that a client keeps its tokens and tries again."""
    body = json.dumps({"error": "temporarily_unavailable", "error_description": description}).encode()
    return OwnAnswer(status, [*_headers("application/json", body), ("Retry-After", "5")], body)


def _headers(content_type: str, body: bytes) -> list[Header]:
    return [("Content-Type", content_type), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
