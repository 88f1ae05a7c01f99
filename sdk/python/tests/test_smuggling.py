"""Raw requests through the middleware to a real daemon, beside visitors who must always get their own answers."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, Iterator
from urllib.parse import urlsplit

import pytest

from .support.combinations import EVERY_TEST
from .support.daemon import Daemon
from .support.processes import Process
from .support.raw_http import exchange
from .support.servers import serve

TARGET = "/.well-known/oauth-authorization-server"
CANARY = "/.well-known/oauth-protected-resource/mcp"

#: Every header that frames or routes a message. ``{length}`` is that of the smuggled request.
HEADERS = [
    "X-Nothing: 1",
    "Host: evil.example",
    "Content-Length: {length}",
    "Content-Length: 0",
    "Content_Length: {length}",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding: identity",
    "Transfer_Encoding: chunked",
    "Expect: 100-continue",
    "TE: trailers, chunked",
    "Trailer: Content-Length",
    "Upgrade: h2c",
    "Keep-Alive: timeout=600, max=1000",
    "Proxy-Connection: keep-alive",
    "X-Forwarded-For: 203.0.113.7",
    "Gatehouse-Exchange: 00000000-0000-4000-8000-000000000000",
]
METHODS = ["GET", "HEAD", "OPTIONS", "DELETE", "POST"]
#: ``make test`` sends every seventh attack, and ``make every-test`` all. Seven divides no period of the attacks, so each header, method
#: and form still occurs.
SOME = 7
SMUGGLED = [
    "GET /oauth/mcp/authorize HTTP/1.1\r\nHost: h\r\nX: ",
    "GET /oauth/mcp/authorize HTTP/1.1\r\nHost: h\r\n\r\n",
]


def attacks() -> Iterator[bytes]:
    """Header × named in Connection or not × method × form of the body, alternating between the smuggled requests."""
    turn = 0
    for header in HEADERS:
        for named in (False, True):
            for method in METHODS:
                for form in ("none", "surplus", "sized", "chunked"):
                    smuggled = SMUGGLED[1 if turn % 3 == 0 else 0]
                    turn += 1
                    line = header.format(length=len(smuggled))
                    lines = ["Host: app.example", line]
                    body = "" if form == "none" else smuggled
                    if form == "sized" and f"Content-Length: {len(smuggled)}" != line:
                        lines.append(f"Content-Length: {len(smuggled)}")
                    elif form == "chunked":
                        body = f"{len(smuggled):x}\r\n{smuggled}\r\n0\r\n\r\n"
                        if line != "Transfer-Encoding: chunked":
                            lines.append("Transfer-Encoding: chunked")
                    name = line.partition(":")[0]
                    options = f"close, {name}, content-length, transfer-encoding" if named else "close"
                    head = "\r\n".join([f"{method} {TARGET} HTTP/1.1", *lines, f"Connection: {options}"])
                    yield f"{head}\r\n\r\n{body}".encode()


@pytest.mark.parametrize("server", ["gunicorn", "uvicorn"])
def test_a_visitor_always_gets_their_own_answer(server: str, daemon: Daemon, start: Callable[..., Process]) -> None:
    port = urlsplit(serve(start, server, "forwarding", {"TARGET": daemon.origin})).port or 0
    expected = exchange(port, f"GET {CANARY} HTTP/1.1\r\nHost: app.example\r\nConnection: close\r\n\r\n".encode())
    expected_body = expected.partition(b"\r\n\r\n")[2]
    assert expected_body.startswith(b'{"resource"'), expected
    ended = threading.Semaphore(1)
    wrong: list[bytes] = []
    visits = 0
    every = list(attacks())[:: 1 if EVERY_TEST else SOME]

    def visit() -> None:
        nonlocal visits
        for _ in every:
            # A visit for each attack that has ended, beside the next ones: visits without a pause took most of the time.
            ended.acquire()
            request = f"GET {CANARY} HTTP/1.1\r\nHost: app.example\r\nConnection: close\r\n\r\n"
            answer = exchange(port, request.encode())
            visits += 1
            if answer.partition(b"\r\n\r\n")[2] != expected_body:
                wrong.append(answer)

    def attack(data: bytes) -> bytes:
        try:
            return exchange(port, data, timeout=5)
        finally:
            ended.release()

    visitor = threading.Thread(target=visit)
    visitor.start()
    with ThreadPoolExecutor(6) as attackers:
        answers = list(attackers.map(attack, every))
    visitor.join()
    assert wrong == []
    assert visits == len(every) > 20
    # What was smuggled never reached the daemon: its answer says "client_id".
    assert [answer for answer in answers if b"client_id" in answer] == []
    forwarded = sum(answer.startswith(b"HTTP/1.1 200") for answer in answers)
    assert forwarded > len(every) / 20, "too few attacks were forwarded at all"
