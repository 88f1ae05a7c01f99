"""A process that did not run takes what it finds when it resumes for as late as it is (HC-6)."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import socket
import threading
import time
import urllib.request
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Callable, Iterator

import grpc
import pytest

from gatehouse_host.contract import binary_codec
from gatehouse_host.contract.backend import (
    Operation,
    RevokeLineage,
    StreamedTransaction,
    TransactRequest,
    TransactResponse,
    TransactStreamRequest,
    TransactStreamResponse,
)
from gatehouse_host.contract.health import HealthCheckRequest, HealthCheckResponse
from gatehouse_host.grpc.stalls import LATE, PERIOD, Stalls
from gatehouse_host.http.asgi import asgi_app
from gatehouse_host.http.connect import ConnectServer
from gatehouse_host.http.wsgi import wsgi_app
from gatehouse_host.service.call import Call
from gatehouse_host.service.rpcs import Rpc

from .support.combinations import EVERY_TEST
from .support.processes import PYTHON, Process, free_port
from .support.servers import APPS, serve

TOKEN = "a-shared-token-of-the-test"
SERVICE = "/gatehouse.host.v1.BackendService"
#: In seconds. A stall is noticed from a second on.
PATIENCE, STALL = 0.5, 1.5


def test_what_is_read_after_a_stall_is_as_late() -> None:
    now = 1000.0
    stalls = Stalls(lambda: now)
    for late in (PERIOD, PERIOD + 0.25, LATE):
        now += late
        assert stalls.waited == 0
        stalls.tick()
        assert stalls.waited == 0
    now += 6
    assert stalls.waited == 6
    stalls.tick()
    now += PERIOD
    assert stalls.waited == 6 + PERIOD
    stalls.tick()
    assert stalls.waited == 0


def test_a_server_that_runs_has_no_stall_and_leaves_no_thread() -> None:
    stalls = Stalls()
    stalls.start()
    time.sleep(LATE + PERIOD)
    assert stalls.waited == 0
    (thread,) = (each for each in threading.enumerate() if each.name == "gatehouse-stalls")
    assert thread.daemon, "the process could not end"
    stalls.stop()
    thread.join(60)
    assert not thread.is_alive()


@pytest.mark.parametrize("has_left", [True, False])
def test_a_server_over_http_finds_out_whether_the_caller_of_an_old_request_has_left(has_left: bool) -> None:
    """ASGI says so a moment after the request; of WSGI, servers show the connection."""
    wanted: list[bool] = []

    def answer(_: HealthCheckRequest, call: Call) -> HealthCheckResponse:
        wanted.append(not call.is_over)
        return HealthCheckResponse()

    rpc = Rpc(f"{SERVICE}/Transact", HealthCheckRequest, answer)
    server = ConnectServer([rpc], (TOKEN,))
    headers = {"Content-Type": "application/proto", "Content-Length": "0", "Authorization": f"Bearer {TOKEN}"}

    ours, theirs = socket.socketpair()
    with ours, theirs:
        if has_left:
            theirs.close()
        environ = {"REQUEST_METHOD": "POST", "PATH_INFO": rpc.path, "wsgi.input": io.BytesIO()}
        environ |= {name.upper().replace("-", "_"): value for name, value in headers.items()}
        environ["HTTP_AUTHORIZATION"] = headers["Authorization"]
        list(wsgi_app(server)({**environ, "gunicorn.socket": ours}, lambda *_: None))

    async def serve() -> None:
        messages = [{"type": "http.request"}]

        async def receive() -> dict[str, Any]:
            if messages:
                return messages.pop()
            # uvicorn takes as many turns of the event loop.
            for _ in range(3):
                await asyncio.sleep(0)
            if not has_left:
                await asyncio.Event().wait()
            return {"type": "http.disconnect"}

        async def send(_: dict[str, Any]) -> None:
            pass

        encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "http", "method": "POST", "path": rpc.path, "headers": encoded}
        await asgi_app(server)(scope, receive, send)

    asyncio.run(serve())
    assert wanted == [not has_left, not has_left]


def test_a_request_that_a_server_cancels_leaves_no_task_behind() -> None:
    """As hypercorn does with what is under way when it stops."""
    rpc = Rpc(f"{SERVICE}/Transact", HealthCheckRequest, lambda *_: HealthCheckResponse())
    headers = {"content-type": "application/proto", "content-length": "0", "authorization": f"Bearer {TOKEN}"}
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "POST", "path": rpc.path, "headers": encoded}

    async def serve() -> None:
        messages = [{"type": "http.request"}]

        async def receive() -> dict[str, Any]:
            if not messages:
                serving.cancel()
                await asyncio.Event().wait()
            return messages.pop()

        async def send(_: dict[str, Any]) -> None:
            pass

        serving = asyncio.ensure_future(asgi_app(ConnectServer([rpc], (TOKEN,)))(scope, receive, send))
        with pytest.raises(asyncio.CancelledError):
            await serving
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(serve())


class Caller:
    """Sends transactions to a host."""

    def call(self, request: TransactRequest, seconds: float) -> TransactResponse | None:
        """None: no answer in that time, or a fault."""
        raise NotImplementedError


class OverGrpc(Caller):
    def __init__(self, address: str) -> None:
        self.channel = grpc.insecure_channel(address)
        self.metadata = [("authorization", f"Bearer {TOKEN}")]

    def call(self, request: TransactRequest, seconds: float) -> TransactResponse | None:
        transact = self.channel.unary_unary(f"{SERVICE}/Transact")
        try:
            return binary_codec.decode(
                TransactResponse, transact(binary_codec.encode(request), timeout=seconds, metadata=self.metadata)
            )
        except grpc.RpcError:
            return None


class OverStream(OverGrpc):
    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.sent: SimpleQueue[Any] = SimpleQueue()
        self.received: SimpleQueue[Any] = SimpleQueue()
        self.count = 0
        open_stream = self.channel.stream_stream(f"{SERVICE}/TransactStream")
        self.answers = open_stream(iter(self.sent.get, None), metadata=self.metadata)

    def call(self, request: TransactRequest, seconds: float) -> TransactResponse | None:
        self.count += 1
        transaction = StreamedTransaction(self.count, request, timedelta(seconds=seconds))
        self.sent.put(binary_codec.encode(TransactStreamRequest((transaction,))))
        if seconds == PATIENCE:
            return None
        for data in self.answers:
            for outcome in binary_codec.decode(TransactStreamResponse, data).outcomes:
                if outcome.id == self.count:
                    return outcome.response
        raise AssertionError("the stream ended")


class OverHttp(Caller):
    def __init__(self, origin: str) -> None:
        self.url = f"{origin}{SERVICE}/Transact"

    def call(self, request: TransactRequest, seconds: float) -> TransactResponse | None:
        headers = {
            "Content-Type": "application/proto",
            "Authorization": f"Bearer {TOKEN}",
            "Connect-Timeout-Ms": str(int(seconds * 1000)),
        }
        sent = urllib.request.Request(self.url, binary_codec.encode(request), headers)
        try:
            with urllib.request.urlopen(sent, timeout=seconds) as answer:
                return binary_codec.decode(TransactResponse, answer.read())
        except OSError:
            return None


#: ``make test`` stops a host of each transport, and ``make every-test`` also those that differ by what finds the stall.
TRANSPORTS = ["stream", "gunicorn", *(["grpc", "uvicorn"] if EVERY_TEST else [])]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_what_a_stopped_host_finds_when_it_resumes_takes_no_effect(
    transport: str, start: Callable[..., Process], tmp_path: Path
) -> None:
    pids: list[int] = []

    def starting(*command: object, env: dict[str, str]) -> Process:
        process = start(*command, env=env)
        pids.append(process.pid)
        return process

    env = {"DATABASE_URL": f"sqlite:///{tmp_path}/app.db", "GATEHOUSE_HOST__TOKEN": TOKEN}
    caller: Caller
    if transport in ("stream", "grpc"):
        address = f"127.0.0.1:{free_port()}"
        process = starting(PYTHON, APPS / "grpc_host.py", env={**env, "HOST_ADDRESS": address})
        process.until(lambda: "listening" in process.output, "the host")
        caller = OverStream(address) if transport == "stream" else OverGrpc(address)
    else:
        module = "wsgi_host" if transport == "gunicorn" else "fastapi_host"
        caller = OverHttp(serve(starting, transport, module, env))
    assert newly_revoked(caller.call(revoke("first"), 30))
    # Those of gunicorn too, which forks.
    pids += [int(pid) for pid in Path(f"/proc/{pids[0]}/task/{pids[0]}/children").read_text().split()]

    with stopped(pids):
        assert caller.call(revoke("late"), PATIENCE) is None
    # It counts as late too, at first.
    ends = time.monotonic() + 60
    answer = None
    while answer is None and time.monotonic() < ends:
        time.sleep(1)
        answer = caller.call(revoke("late"), 30)
    assert newly_revoked(answer)


@contextmanager
def stopped(pids: list[int]) -> Iterator[None]:
    """At least for STALL seconds."""
    started = time.monotonic()
    try:
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        while not all(is_stopped(pid) for pid in pids):
            assert time.monotonic() < started + 60
            time.sleep(0.01)
        started = time.monotonic()
        yield
        time.sleep(max(0, started + STALL - time.monotonic()))
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def is_stopped(pid: int) -> bool:
    """Each thread stops for itself: proc_pid_stat(5)."""
    return all(") T " in stat.read_text() for stat in Path(f"/proc/{pid}/task").glob("*/stat"))


def revoke(lineage_id: str) -> TransactRequest:
    at = datetime.now(timezone.utc)
    return TransactRequest((Operation(revoke_lineage=RevokeLineage(lineage_id=lineage_id, at=at)),))


def newly_revoked(answer: TransactResponse | None) -> bool:
    assert answer is not None and answer.committed is not None
    result = answer.committed.results[0].revoke_lineage
    assert result is not None
    return result.newly_revoked
