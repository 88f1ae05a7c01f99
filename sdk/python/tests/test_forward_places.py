"""A request gives its place at Gatehouse back, however it ends (HC-52)."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, Callable

import pytest

from gatehouse_host.forks import Forks
from gatehouse_host.forward import forward, forward_asgi
from gatehouse_host.forward.body_room import SMALL_BODY_BYTES, Arriving, BodyRoom
from gatehouse_host.forward.upstream import TooBusy

from .support.upstream import Upstream, answer

METADATA = "/.well-known/oauth-authorization-server"
SCOPE = {
    "type": "http",
    "method": "GET",
    "path": METADATA,
    "raw_path": METADATA.encode(),
    "query_string": b"",
    "headers": [(b"host", b"app.example")],
    "client": ("127.0.0.1", 1),
}


class Visit:
    """One request to an ASGI application, whose visitor stays."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self._is_whole = False

    async def receive(self) -> dict[str, Any]:
        if self._is_whole:
            await asyncio.Event().wait()
        self._is_whole = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    @property
    def status(self) -> Any:
        return self.sent[0]["status"]


def test_a_task_that_ends_early_gives_its_place_back() -> None:
    """A middleware that ends the task of a visitor who left must not use up the places of all others."""
    arrived, may_answer = threading.Semaphore(0), threading.Event()

    def behavior(_request: bytes, exchange_id: bytes) -> tuple[bytes, bool]:
        arrived.release()
        assert may_answer.wait(30)
        return answer(exchange_id), True

    async def visits() -> None:
        app = forward_asgi(None, target=server.target, max_connections=2, timeout=20)  # type: ignore[arg-type]

        async def ended_at_gatehouse() -> None:
            visit = Visit()
            task = asyncio.ensure_future(app(SCOPE, visit.receive, visit.send))
            await asyncio.to_thread(arrived.acquire)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        for _ in range(3):
            await ended_at_gatehouse()
        may_answer.set()
        for _ in range(3):
            visit = Visit()
            await app(SCOPE, visit.receive, visit.send)
            assert visit.status == 200

    server = Upstream(behavior)
    try:
        asyncio.run(visits())
    finally:
        may_answer.set()
        server.close()


def test_an_answer_that_arrives_as_the_task_ends_gives_its_place_back() -> None:
    async def visits() -> None:
        app = forward_asgi(None, target=server.target, max_connections=1, timeout=20)  # type: ignore[arg-type]
        for steps in range(40):
            task = asyncio.ensure_future(app(SCOPE, Visit().receive, Visit().send))
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait({task})
        visit = Visit()
        await app(SCOPE, visit.receive, visit.send)
        assert visit.status == 200

    server = Upstream()
    try:
        asyncio.run(visits())
    finally:
        server.close()


class Slow(Visit):
    """A visitor who stops reading: the server does not take a message for which ``is_stuck``."""

    def __init__(self, is_stuck: Callable[[dict[str, Any]], bool]) -> None:
        super().__init__()
        self._is_stuck = is_stuck
        self.stuck = asyncio.Event()
        self.leaves = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if self._is_whole:
            await self.leaves.wait()
            return {"type": "http.disconnect"}
        return await super().receive()

    async def send(self, message: dict[str, Any]) -> None:
        if self._is_stuck(message):
            self.stuck.set()
            await asyncio.Event().wait()
        await super().send(message)


class Silent(Visit):
    """A visitor who announces a body and sends none of it."""

    async def receive(self) -> dict[str, Any]:
        return await asyncio.Event().wait()  # type: ignore[return-value]


def test_lets_other_origins_read_that_a_body_was_too_slow() -> None:
    """AS-18: a client in a browser."""

    async def visits() -> None:
        app = forward_asgi(None, target="http://127.0.0.1:1", timeout=0.05)  # type: ignore[arg-type]
        for path, is_allowed in {"/oauth/mcp/token": True, "/oauth/mcp/authorize": False}.items():
            visit = Silent()
            announced = [*SCOPE["headers"], (b"content-length", b"3")]
            scope = {**SCOPE, "method": "POST", "path": path, "raw_path": path.encode(), "headers": announced}
            await app(scope, visit.receive, visit.send)
            assert visit.status == 408
            assert ((b"access-control-allow-origin", b"*") in visit.sent[0]["headers"]) == is_allowed, path

    asyncio.run(visits())


def is_end(message: dict[str, Any]) -> bool:
    return message["type"] == "http.response.body" and not message.get("more_body", False)


def test_a_visitor_who_reads_nothing_keeps_no_place() -> None:
    """Whether the server does not take the head, or the body."""
    parts: list[Callable[[dict[str, Any]], bool]] = [lambda message: "status" in message, lambda message: bool(message.get("body"))]

    async def visits(is_stuck: Callable[[dict[str, Any]], bool]) -> None:
        app = forward_asgi(None, target=server.target, max_connections=1, timeout=3)  # type: ignore[arg-type]
        slow = Slow(is_stuck)
        with pytest.raises(asyncio.TimeoutError):
            await app(SCOPE, slow.receive, slow.send)
        assert slow.stuck.is_set()
        visit = Visit()
        await app(SCOPE, visit.receive, visit.send)
        assert visit.status == 200

    async def both() -> None:
        # At once: each takes the time that a request may take.
        await asyncio.gather(*map(visits, parts))

    server = Upstream()
    try:
        asyncio.run(both())
    finally:
        server.close()


def test_an_answer_that_is_here_gives_its_place_back_before_the_visitor_has_read_it() -> None:
    """A server takes the end of an answer only once the visitor has read most of the rest."""

    async def visits() -> None:
        app = forward_asgi(None, target=server.target, max_connections=1, timeout=20)  # type: ignore[arg-type]
        slow = Slow(is_end)
        task = asyncio.ensure_future(app(SCOPE, slow.receive, slow.send))
        await asyncio.wait_for(slow.stuck.wait(), 20)
        visit = Visit()
        await app(SCOPE, visit.receive, visit.send)
        assert visit.status == 200
        # The task itself ends with the visitor.
        slow.leaves.set()
        await asyncio.wait_for(task, 30)

    server = Upstream()
    try:
        asyncio.run(visits())
    finally:
        server.close()


def test_a_server_that_takes_no_head_gets_no_answer() -> None:
    """PEP 3333: a server closes what an application returns, and there is nothing if start_response raises."""

    def refusing(_status: str, _headers: list[tuple[str, str]]) -> None:
        raise ValueError("a header that this server does not take")

    server = Upstream()
    app = forward(None, target=server.target, max_connections=1, timeout=20)  # type: ignore[arg-type]
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": METADATA, "REMOTE_ADDR": "127.0.0.1"}
    try:
        for _ in range(2):
            with pytest.raises(ValueError, match="does not take"):
                app(environ, refusing)
        statuses: list[str] = []
        assert b"".join(app(environ, lambda status, _headers: statuses.append(status))) == b"ok"
        assert statuses == ["200 OK"]
    finally:
        server.close()


def test_the_first_thread_of_a_forked_process_renews_and_the_others_wait() -> None:
    """HC-51: under gunicorn --preload with threads, two may come at the same time."""
    forks = Forks()
    forks._pid = 0
    renewed: list[int] = []
    renewing, may_end = threading.Event(), threading.Event()

    def make() -> None:
        renewing.set()
        assert may_end.wait(30)
        renewed.append(1)

    def use() -> None:
        forks.renew(make)
        assert renewed == [1]
        used.append(1)

    used: list[int] = []
    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert renewing.wait(30)
    assert used == []
    may_end.set()
    for thread in threads:
        thread.join(30)
    assert (renewed, used) == ([1], [1] * 4)


class Sending:
    """A visitor whose body arrives piece by piece."""

    def __init__(self, room: BodyRoom) -> None:
        self.body = Arriving()
        self._pieces: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reading = asyncio.ensure_future(room.read(self.body, self._pieces.get, 20))

    async def send(self, length: int, more: bool = True) -> None:
        self._pieces.put_nowait({"type": "http.request", "body": b"x" * length, "more_body": more})
        for _ in range(5):
            await asyncio.sleep(0)


def test_bodies_that_arrive_slowly_keep_nobody_out() -> None:
    """docs/security-shared-connections.md: the oldest one is given up for others; small ones need no room."""

    async def visits() -> None:
        room = BodyRoom(3 * SMALL_BODY_BYTES)
        oldest, second, small = Sending(room), Sending(room), Sending(room)
        await small.send(SMALL_BODY_BYTES)
        await oldest.send(SMALL_BODY_BYTES + 1)
        await second.send(SMALL_BODY_BYTES + 1)
        whole = Sending(room)
        await whole.send(SMALL_BODY_BYTES + 1)
        await whole.send(1, more=False)
        with pytest.raises(TooBusy):
            await oldest.reading
        assert len(await whole.reading) == SMALL_BODY_BYTES + 2
        # One that is complete stays, and the last one that arrives finds no other to give up.
        last = Sending(room)
        await last.send(2 * SMALL_BODY_BYTES)
        with pytest.raises(TooBusy):
            await second.reading
        await last.send(1, more=False)
        with pytest.raises(TooBusy):
            await last.reading
        await small.send(0, more=False)
        assert len(await small.reading) == SMALL_BODY_BYTES
        for one in (oldest, second, small, whole, last):
            room.leave(one.body)
        again = Sending(room)
        await again.send(3 * SMALL_BODY_BYTES, more=False)
        assert len(await again.reading) == 3 * SMALL_BODY_BYTES

    asyncio.run(visits())
