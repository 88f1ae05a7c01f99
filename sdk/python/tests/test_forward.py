"""The forwarding middleware under gunicorn (WSGI) and uvicorn (ASGI)."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any, Callable, Iterator
from urllib.parse import urlsplit

import pytest

from gatehouse_host.forward import forward, forward_asgi
from gatehouse_host.forward.client_address import Trusted
from gatehouse_host.forward.options import target_of
from gatehouse_host.forward.request_head import Received, judge, outgoing
from gatehouse_host.forward.upstream import Upstream as Connections

from .support.processes import Process
from .support.raw_http import exchange, status_of
from .support.servers import serve
from .support.upstream import Upstream, answer

METADATA = "/.well-known/oauth-authorization-server"


@pytest.fixture(scope="module", params=["gunicorn", "uvicorn"])
def served(request: pytest.FixtureRequest, start_once: Callable[..., Process]) -> Iterator[tuple[int, Upstream]]:
    """The port of an application, and the stand-in that it forwards to."""
    upstream = Upstream()
    origin = serve(start_once, request.param, "forwarding", {"TARGET": upstream.target, "TIMEOUT": "3"})
    yield urlsplit(origin).port or 0, upstream
    upstream.close()


@pytest.fixture
def port(served: tuple[int, Upstream]) -> int:
    return served[0]


@pytest.fixture
def upstream(served: tuple[int, Upstream]) -> Upstream:
    served[1].reset()
    return served[1]


def get(port: int, target: str = METADATA, *headers: str, method: str = "GET", body: bytes = b"") -> bytes:
    lines = [f"{method} {target} HTTP/1.1", "Host: app.example", *headers]
    return exchange(port, "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)


def sent_headers(request: bytes) -> list[bytes]:
    return request.partition(b"\r\n\r\n")[0].split(b"\r\n")[1:]


def test_forwards_only_the_paths_of_gatehouse(port: int, upstream: Upstream) -> None:
    ours = [METADATA, "/.well-known/oauth-protected-resource/mcp", "/oauth/mcp/token?a=b", "/backend", "/backend/api"]
    for target in ours:
        assert get(port, target).endswith(b"\r\n\r\nok"), target
    assert [request.split(b" ")[1].decode() for request in upstream.requests] == ours
    for target in ["/", "/oauth", "/oauth/mcpx", "/backendx", "/connect", "//oauth/mcp/token", "/oauth%2Fmcp/token"]:
        assert b"the application" in get(port, target), target
    assert len(upstream.requests) == len(ours)


def test_writes_framing_and_routing_itself(port: int, upstream: Upstream) -> None:
    get(
        port,
        "/oauth/mcp/token",
        "Content-Length: 3",
        "Connection: keep-alive, content-length, authorization, x-own, x-request-id",
        "Keep-Alive: timeout=600",
        "TE: trailers",
        "Upgrade-Insecure-Requests: 1",
        "Forwarded: for=203.0.113.7",
        "X-Forwarded-For: 203.0.113.7",
        "X-Forwarded-Host: evil.example",
        "X-Real-IP: 203.0.113.7",
        "Proxy-Authorization: Basic YTpi",
        "Gatehouse-Exchange: 00000000-0000-4000-8000-000000000000",
        "Authorization: Basic YTpi",
        "X-Own: 1",
        "X.Other: 1",
        "Other~: 1",
        "X-Request-Id: r1",
        method="POST",
        body=b"a=b",
    )
    (request,) = upstream.requests
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in sent_headers(request))
    }
    exchange_id = headers.pop(b"gatehouse-exchange")
    assert exchange_id != b"00000000-0000-4000-8000-000000000000"
    assert headers == {
        b"host": upstream.target.removeprefix("http://").encode(),
        b"connection": b"keep-alive",
        b"content-length": b"3",
        b"x-forwarded-for": b"127.0.0.1",
        b"upgrade-insecure-requests": b"1",
        b"authorization": b"Basic YTpi",
        b"x-request-id": b"r1",
    }
    assert request.endswith(b"\r\n\r\na=b")


def test_gives_a_chunked_body_a_length(port: int, upstream: Upstream) -> None:
    body = b"3\r\na=b\r\n2\r\n&c\r\n0\r\n\r\n"
    assert status_of(get(port, "/oauth/mcp/token", "Transfer-Encoding: chunked", method="POST", body=body)) == 200
    assert upstream.requests[0].endswith(b"\r\n\r\na=b&c")
    assert b"Content-Length: 5" in sent_headers(upstream.requests[0])
    assert not [line for line in sent_headers(upstream.requests[0]) if line.lower().startswith(b"transfer-encoding")]


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
@pytest.mark.parametrize("framing", ["Content-Length: 9", "Transfer-Encoding: chunked"])
def test_refuses_a_body_where_none_belongs(port: int, upstream: Upstream, method: str, framing: str) -> None:
    body = b"123456789" if framing.startswith("Content") else b"9\r\n123456789\r\n0\r\n\r\n"
    assert status_of(get(port, METADATA, framing, method=method, body=body)) == 400
    assert upstream.requests == []


def test_refuses_two_lengths(port: int, upstream: Upstream) -> None:
    both = get(
        port, "/oauth/mcp/token", "Content-Length: 3", "Transfer-Encoding: chunked", method="POST", body=b"0\r\n\r\n"
    )
    assert status_of(both) in (400, 500)
    assert upstream.requests == []


def test_refuses_heads_that_gatehouse_would_refuse(port: int, upstream: Upstream) -> None:
    assert status_of(get(port, METADATA, *(f"X-{number}: 1" for number in range(70)))) == 431
    # uvicorn and gunicorn have limits of their own, above this one for all but a single header.
    assert status_of(get(port, METADATA, *(f"X-{number}: {'x' * 4000}" for number in range(5)))) == 431
    assert status_of(get(port, METADATA, method="TRACE")) == 501
    assert upstream.requests == []


def test_refuses_a_body_that_is_too_large(port: int, upstream: Upstream) -> None:
    length = 4 * 1024 * 1024 + 1
    assert status_of(get(port, "/oauth/mcp/token", f"Content-Length: {length}", method="POST", body=b"x" * 10)) == 413
    assert upstream.requests == []


def test_reuses_a_connection_after_a_clean_end(port: int, upstream: Upstream) -> None:
    for _ in range(10):
        assert status_of(get(port)) == 200
    assert len(set(upstream.used)) < 10


def test_streams_a_large_answer(port: int, upstream: Upstream) -> None:
    body = bytes(range(256)) * 20_000
    upstream.behavior = lambda _request, exchange_id: (answer(exchange_id, body), True)
    assert get(port).partition(b"\r\n\r\n")[2] == body
    chunked = b"HTTP/1.1 200 OK\r\nGatehouse-Exchange: %b\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n"
    upstream.behavior = lambda _request, exchange_id: (chunked % exchange_id, True)
    assert b"abcd" in get(port)


def test_keeps_separate_cookies_and_hides_the_exchange(port: int, upstream: Upstream) -> None:
    upstream.behavior = lambda _request, exchange_id: (
        answer(exchange_id, b"ok", b"Set-Cookie: a=1", b"Set-Cookie: b=2", b"Keep-Alive: timeout=5"),
        True,
    )
    head = get(port).partition(b"\r\n\r\n")[0].lower()
    assert head.count(b"set-cookie") == 2
    assert b"gatehouse-exchange" not in head and b"keep-alive: timeout" not in head


UNCLEAN = {
    "another request's id": lambda _request, _id: (answer(b"another"), True),
    "no id": lambda _request, _id: (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", True),
    "no answer": lambda _request, _id: (b"", False),
    "half a head": lambda _request, _id: (b"HTTP/1.1 200 OK\r\nX", False),
    "a switch of protocols": lambda _request, exchange_id: (
        b"HTTP/1.1 101 Switching\r\nGatehouse-Exchange: %b\r\n\r\n" % exchange_id,
        True,
    ),
    "no length": lambda _request, exchange_id: (
        b"HTTP/1.1 200 OK\r\nGatehouse-Exchange: %b\r\n\r\nok" % exchange_id,
        False,
    ),
    "silence": lambda _request, _id: (b"", True),
}


@pytest.mark.parametrize("case", UNCLEAN)
def test_answers_502_and_drops_the_connection_after(port: int, upstream: Upstream, case: str) -> None:
    upstream.behavior = UNCLEAN[case]
    refused = get(port)
    assert status_of(refused) == 502
    assert json.loads(refused.partition(b"\r\n\r\n")[2])["error"] == "temporarily_unavailable"
    upstream.behavior = lambda _request, exchange_id: (answer(exchange_id), True)
    for _ in range(5):
        assert status_of(get(port)) == 200
    assert upstream.used[0] not in upstream.used[1:]


def test_does_not_reuse_a_connection_with_surplus_bytes(port: int, upstream: Upstream) -> None:
    upstream.behavior = lambda _request, exchange_id: (answer(exchange_id) + b"HTTP/1.1 200 OK\r\n", True)
    assert get(port).endswith(b"\r\n\r\nok")
    upstream.behavior = lambda _request, exchange_id: (answer(exchange_id), True)
    for _ in range(5):
        assert get(port).endswith(b"\r\n\r\nok")
    assert upstream.used[0] not in upstream.used[1:]


def test_ends_the_connection_of_a_truncated_answer(port: int, upstream: Upstream) -> None:
    upstream.behavior = lambda _request, exchange_id: (answer(exchange_id, b"0123456789")[:-5], False)
    head, _, body = get(port).partition(b"\r\n\r\n")
    assert b"content-length: 10" in head.lower()
    assert len(body) < 10


def test_lets_other_origins_read_why_a_request_is_refused(port: int, upstream: Upstream) -> None:
    """AS-18: a client in a browser."""
    many = [f"X-{number}: 1" for number in range(70)]
    for target, is_allowed in {
        METADATA: True,
        "/oauth/mcp/token?a=b": True,
        "/oauth/mcp/authorize?a=/oauth/mcp/token": False,
        "/backend/api": False,
    }.items():
        many_headers, unexpected_body = get(port, target, *many), get(port, target, "Content-Length: 3", body=b"a=b")
        for refused, status in ((many_headers, 431), (unexpected_body, 400)):
            assert status_of(refused) == status, target
            assert (b"\r\naccess-control-allow-origin: *\r\n" in refused.lower()) == is_allowed, target
        preflight = get(port, target, *many, method="OPTIONS")
        assert status_of(preflight) == (204 if is_allowed else 431), target
        assert (b"access-control-allow-headers: authorization," in preflight.lower()) == is_allowed, target
        # No browser sends such a preflight request.
        malformed = get(port, target, "Content-Length: 3", method="OPTIONS", body=b"a=b")
        assert status_of(malformed) == 400, target
    assert upstream.requests == []


def test_answers_502_while_gatehouse_is_down(port: int, upstream: Upstream) -> None:
    with upstream.away():
        refused = get(port)
        assert status_of(refused) == 502
        assert b"retry-after: 5" in refused.lower()
        # AS-18: a client in a browser can read the answer, and keeps its tokens (AS-200).
        for target in (METADATA, "/oauth/mcp/token?a=b"):
            assert b"access-control-allow-origin: *\r\n" in get(port, target).lower(), target
            preflight = get(port, target, method="OPTIONS")
            assert status_of(preflight) == 204, target
            assert b"access-control-allow-headers: authorization," in preflight.lower(), target
        for target in ("/oauth/mcp/authorize?a=/oauth/mcp/token", "/backend/api"):
            assert b"access-control" not in get(port, target).lower(), target
            assert status_of(get(port, target, method="OPTIONS")) == 502, target
    assert status_of(get(port)) == 200


def test_a_child_does_not_use_its_parents_connections() -> None:
    """HC-51: as gunicorn --preload forks after a request."""
    server = Upstream()
    connections = Connections(target_of(server.target), timeout=30, max_connections=4)

    def visit() -> bytes:
        received = Received("GET", METADATA, [], "127.0.0.1")
        answered = connections.send(outgoing(judge(received), b"", "gatehouse", Trusted([])))
        return b"".join(answered)

    assert visit() == b"ok"
    pid = os.fork()
    if pid == 0:
        os._exit(0 if visit() == b"ok" else 1)
    assert os.waitpid(pid, 0)[1] == 0
    assert visit() == b"ok"
    assert server.used == [0, 1, 0]
    server.close()


@pytest.mark.parametrize(
    ("version", "method", "status"), [("2", "POST", 200), ("3", "POST", 200), ("1.1", "POST", 400), ("2", "GET", 400)]
)
def test_takes_a_body_without_a_length_where_the_protocol_ends_it(version: str, method: str, status: int) -> None:
    """RFC 9113 §8.1.1: content-length is optional. In HTTP/1.1 there is no body then (RFC 9112 §6.3)."""
    server = Upstream()
    app = forward_asgi(None, target=server.target)  # type: ignore[arg-type]
    path = "/oauth/mcp/token"
    scope = {"type": "http", "http_version": version, "method": method, "path": path, "raw_path": path.encode()}
    whole = iter([{"type": "http.request", "body": b"grant_type=x"}])
    statuses: list[int] = []

    async def receive() -> Any:
        message = next(whole, None)
        if message is None:
            await asyncio.Event().wait()
        return message

    async def send(message: dict[str, Any]) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    asyncio.run(app({**scope, "query_string": b"", "headers": [], "client": None}, receive, send))
    assert statuses == [status]
    assert len(server.requests) == (status == 200)
    assert all(b"Content-Length: 12\r\n" in request for request in server.requests)
    server.close()


CLIENTS = [
    ("203.0.113.7", [], [], "203.0.113.7"),
    ("203.0.113.7", ["198.51.100.1"], [], "203.0.113.7"),
    ("10.0.0.1", ["198.51.100.1"], ["10.0.0.0/8"], "198.51.100.1"),
    ("10.0.0.1", ["198.51.100.1, 10.0.0.2"], ["10.0.0.0/8"], "198.51.100.1"),
    ("10.0.0.1", ["1.1.1.1", "198.51.100.1:1234"], ["10.0.0.0/8"], "198.51.100.1"),
    ("10.0.0.1", ["198.51.100.1, unknown"], ["10.0.0.0/8"], "10.0.0.1"),
    ("::ffff:10.0.0.1", ["[2001:db8::1]:80"], ["10.0.0.0/8"], "2001:db8::1"),
    (None, ["198.51.100.1"], [], None),
    (None, ["198.51.100.1"], ["unix:"], "198.51.100.1"),
]


@pytest.mark.parametrize(("peer", "forwarded_for", "trusted", "client"), CLIENTS)
def test_finds_the_client(peer: str | None, forwarded_for: list[str], trusted: list[str], client: str | None) -> None:
    assert Trusted(trusted).client_of(peer, forwarded_for) == client


WRONG_OPTIONS = [
    {"target": "https://gatehouse.example"},
    {"target": "http://127.0.0.1:8081/path"},
    {"target": "unix:"},
    {"admin_path": "/"},
    {"admin_path": "/backend/"},
    {"admin_path": "/a/../b"},
    {"issuer_path": "app"},
    {"trusted_proxies": "10.0.0.0/8"},
    {"trusted_proxies": ["proxy.example"]},
    {"timeout": 0},
    {"max_connections": 0},
]


@pytest.mark.parametrize("options", WRONG_OPTIONS, ids=str)
def test_rejects_options_that_are_not_valid(options: dict[str, object]) -> None:
    valid = {"target": "http://127.0.0.1:8081"}
    for middleware in (forward, forward_asgi):
        with pytest.raises(ValueError, match=next(iter(options))):
            middleware(None, **{**valid, **options})  # type: ignore[arg-type]
