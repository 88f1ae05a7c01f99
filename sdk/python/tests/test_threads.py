"""Calls to Gatehouse that wait must not keep the host from answering it: Gatehouse calls back to grant (HC-51; ASGI)."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from gatehouse_host import AsyncConsentClient, GatehouseUnavailable, Host, OAuth
from gatehouse_host.threads import _MOST_THREADS, OwnThreads

TOKEN = "a-shared-token-of-the-test"
DESCRIBE = "/gatehouse.host.v1.HostService/Describe"
SCOPE = {
    "type": "http",
    "method": "POST",
    "path": DESCRIBE,
    "headers": [(b"authorization", f"Bearer {TOKEN}".encode()), (b"content-type", b"application/json")],
}


class Backend:
    supports_redeem = False

    def transaction(self, work: Any, call: Any, read_only: bool) -> Any:
        raise NotImplementedError


def host() -> Any:
    return Host("A", token=TOKEN, oauth=OAuth(issuer="https://notes.example"), backend=Backend()).asgi()


async def status(app: Any) -> int:
    bodies = iter([{"type": "http.request", "body": b"{}"}])
    sent: list[Any] = []

    async def receive() -> Any:
        message = next(bodies, None)
        if message is None:
            await asyncio.Event().wait()
        return message

    async def send(message: Any) -> None:
        sent.append(message)

    await asyncio.wait_for(app(SCOPE, receive, send), 30)
    return int(sent[0]["status"])


def test_the_host_answers_while_calls_to_gatehouse_wait() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=100) as silent, ExitStack() as connections:
        silent.setblocking(False)
        consent = AsyncConsentClient(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=60)

        async def work() -> None:
            grants = [asyncio.ensure_future(consent.grant(str(number), "ada", ["read"])) for number in range(40)]
            # Then each thread of the client waits for an answer.
            for _ in range(_MOST_THREADS):
                accepted = asyncio.get_running_loop().sock_accept(silent)
                connections.enter_context((await asyncio.wait_for(accepted, 30))[0])
            assert await status(host()) == 200
            assert not any(grant.done() for grant in grants)
            for grant in grants:
                grant.cancel()

        asyncio.run(work())


def test_both_work_while_the_threads_of_the_event_loop_are_busy() -> None:
    """They belong to the application."""
    may_end = threading.Event()

    async def work() -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        busy = loop.run_in_executor(None, may_end.wait)
        with socket.create_server(("127.0.0.1", 0)) as closed:
            address = f"http://127.0.0.1:{closed.getsockname()[1]}"
        try:
            assert await status(host()) == 200
            with pytest.raises(GatehouseUnavailable):
                await asyncio.wait_for(AsyncConsentClient(address).view("r", "ada"), 30)
        finally:
            may_end.set()
            await busy

    asyncio.run(work())


def test_a_forked_process_has_threads_of_its_own() -> None:
    """HC-51: those of the parent do not exist there."""
    threads = OwnThreads("of-the-test")
    assert asyncio.run(threads.run(os.getpid)) == os.getpid()
    pid = os.fork()
    if pid == 0:
        found = asyncio.run(asyncio.wait_for(threads.run(os.getpid), 30))
        os._exit(0 if found == os.getpid() else 1)
    assert os.waitpid(pid, 0)[1] == 0
    assert asyncio.run(threads.run(os.getpid)) == os.getpid()
