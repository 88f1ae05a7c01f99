"""The HTTP transport in each framework, under real servers. ``make every-test`` runs each of them on both databases."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from datetime import datetime, timezone
from typing import Any, Callable
from urllib.parse import urlsplit

import pytest

from gatehouse_host.contract import binary_codec, json_codec
from gatehouse_host.contract.backend import (
    Operation,
    RevokeLineage,
    TransactRequest,
    TransactResponse,
)

from .support.check_host import TOKEN
from .support.combinations import combinations
from .support.raw_http import exchange, status_of

TRANSACT = "/gatehouse.host.v1.BackendService/Transact"
DESCRIBE = "/gatehouse.host.v1.HostService/Describe"

#: Server and application.
HOSTS = {
    "Flask": ("gunicorn", "flask_host"),
    "WSGI": ("gunicorn", "wsgi_host"),
    "FastAPI": ("uvicorn", "fastapi_host"),
    "Django": ("gunicorn", "django_host"),
    "Django ASGI": ("uvicorn", "django_host"),
}


#: Those of Django and FastAPI also answer check-host (test_check_host.py), which runs over gRPC on SQLite.
ON_DATABASES = combinations(
    [(host,) for host in HOSTS],
    ("Flask", "sqlite"),
    ("WSGI", "postgresql"),
    ("FastAPI", "postgresql"),
    ("Django", "postgresql"),
    ("Django ASGI", "sqlite"),
)


@pytest.fixture(scope="module", params=ON_DATABASES, ids="-".join)
def origin(request: pytest.FixtureRequest, host_at: Callable[[str, str, str], str]) -> str:
    """One server for all tests of the file, because its start takes most of their time."""
    host, database = request.param
    return host_at(*HOSTS[host], database)


def post(url: str, body: bytes, **headers: str) -> tuple[int, bytes]:
    """Status and body. Headers with "_" for "-"."""
    given = {"Content_Type": "application/json", "Authorization": f"Bearer {TOKEN}", **headers}
    request = urllib.request.Request(
        url, body, {name.replace("_", "-"): value for name, value in given.items() if value}
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def code_of(answer: tuple[int, bytes]) -> tuple[int, Any]:
    return answer[0], json.loads(answer[1])["code"]


def test_serves_the_contract(origin: str) -> None:
    status, body = post(origin + DESCRIBE, b'{"gatehouseVersion":"1","protocolVersion":1}')
    assert status == 200
    described = json.loads(body)
    assert described["protocolVersion"] == 1
    assert described["capabilities"] == ["CAPABILITY_BACKEND", "CAPABILITY_REDEEM"]
    assert described["oauth"]["issuer"] == "http://127.0.0.1:8080"

    at = datetime.now(timezone.utc)
    revoke = TransactRequest(operations=(Operation(revoke_lineage=RevokeLineage(lineage_id="l1", at=at)),))
    status, body = post(origin + TRANSACT, json_codec.encode(revoke))
    first = json_codec.decode(TransactResponse, body)
    assert first.committed and first.committed.results[0].revoke_lineage.newly_revoked  # type: ignore[union-attr]
    status, body = post(origin + TRANSACT, binary_codec.encode(revoke), Content_Type="application/proto")
    again = binary_codec.decode(TransactResponse, body)
    assert again.committed and not again.committed.results[0].revoke_lineage.newly_revoked  # type: ignore[union-attr]

    health = post(origin + "/grpc.health.v1.Health/Check", b"{}", Authorization="")
    assert (health[0], json.loads(health[1])) == (200, {"status": "SERVING"})

    assert code_of(post(origin + TRANSACT, b"{}", Authorization="")) == (401, "unauthenticated")
    assert code_of(post(origin + TRANSACT, b"{}", Authorization="Bearer wrong")) == (401, "unauthenticated")
    assert code_of(post(origin + TRANSACT, b"{}")) == (400, "invalid_argument")
    assert code_of(post(origin + TRANSACT, b"[")) == (400, "invalid_argument")
    assert code_of(post(origin + TRANSACT, b'{"operations":[{"later":{}}]}')) == (501, "unimplemented")
    assert post(origin + TRANSACT, b"{}", Content_Type="text/plain")[0] == 415
    assert code_of(post(origin + TRANSACT, b"{}", Connect_Timeout_Ms="soon")) == (400, "invalid_argument")
    assert post(origin + "/gatehouse.host.v1.BackendService/Nothing", b"{}")[0] == 404
    with pytest.raises(urllib.error.HTTPError, match="405"):
        urllib.request.urlopen(origin + TRANSACT, timeout=30)


def test_repeats_the_exchange_id(origin: str) -> None:
    """docs/security-shared-connections.md: also in refusals, and only if it is an id."""
    for token, given, repeated in ((TOKEN, "4f1d-aa", "4f1d-aa"), ("wrong", "4f1d-aa", "4f1d-aa"), (TOKEN, "no id", None)):
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {token}",
            "Gatehouse-Exchange": given,
        }
        request = urllib.request.Request(origin + DESCRIBE, b'{"protocolVersion":1}', headers)
        try:
            answer = urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            assert answer.headers.get("Gatehouse-Exchange") == repeated


def test_commits_nothing_after_the_deadline(origin: str) -> None:
    at = datetime.now(timezone.utc)
    revoke = TransactRequest(operations=(Operation(revoke_lineage=RevokeLineage(lineage_id="late", at=at)),))
    late = post(origin + TRANSACT, json_codec.encode(revoke), Connect_Timeout_Ms="0")
    assert code_of(late) == (504, "deadline_exceeded")
    status, body = post(origin + TRANSACT, json_codec.encode(revoke))
    answer = json_codec.decode(TransactResponse, body)
    assert answer.committed and answer.committed.results[0].revoke_lineage.newly_revoked  # type: ignore[union-attr]


def test_refuses_a_message_that_is_too_large(origin: str, request: pytest.FixtureRequest) -> None:
    length = 4 * 1024 * 1024 + 1
    # Only Django reads all of a body before it calls a view, over ASGI.
    body = b"x" * length if request.node.callspec.params["origin"][0] == "Django ASGI" else b""
    head = [
        f"POST {TRANSACT} HTTP/1.1",
        "Host: app.example",
        f"Authorization: Bearer {TOKEN}",
        "Content-Type: application/json",
        f"Content-Length: {length}",
    ]
    answer = exchange(urlsplit(origin).port or 0, ("\r\n".join(head) + "\r\n\r\n").encode() + body)
    assert status_of(answer) == 429
    assert b'"resource_exhausted"' in answer
