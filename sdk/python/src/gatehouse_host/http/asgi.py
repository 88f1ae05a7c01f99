"""The HTTP transport as an ASGI application. Calls run in threads, because the database drivers block."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from typing import Any, Awaitable, Callable

from ..contract.limits import MAX_MESSAGE_BYTES
from ..threads import OwnThreads
from .connect import ConnectServer, Response, repeating_exchange

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
AsgiApp = Callable[[Scope, Receive, Send], Awaitable[None]]

#: Of the event loop, until the application knows of the end of a connection behind a request. uvicorn takes three.
_TURNS = 8


def asgi_app(server: ConnectServer) -> AsgiApp:
    threads = OwnThreads("gatehouse-host")

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            response = await _respond(server, threads, scope, receive)
            if response is not None:
                await _send(response, send)

    return app


async def _live(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _respond(server: ConnectServer, threads: OwnThreads, scope: Scope, receive: Receive) -> Response | None:
    """None if the caller has left."""
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    accepted = server.accept(scope["method"], _path(scope), headers)
    if isinstance(accepted, Response):
        return repeating_exchange(accepted, headers)
    body = await _body(receive)
    if body is None:
        return None
    leaving = asyncio.ensure_future(_watch(receive, accepted.call.cancelled))
    try:
        # The caller may have left while the request waited for this process: the server reads the end of the connection next.
        for _ in range(_TURNS):
            await asyncio.sleep(0)
            if leaving.done():
                break
        return repeating_exchange(await threads.run(partial(accepted.respond, body)), headers)
    finally:
        leaving.cancel()


def _path(scope: Scope) -> str:
    """The path below the mount point: whether ``path`` includes ``root_path`` differs among frameworks."""
    path, root = str(scope["path"]), str(scope.get("root_path") or "").rstrip("/")
    return path[len(root) :] if root and path.startswith(f"{root}/") else path


async def _body(receive: Receive) -> bytes | None:
    """At most a chunk more than a message may have; None if the caller has left."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False) or len(body) > MAX_MESSAGE_BYTES:
            return bytes(body)


async def _watch(receive: Receive, cancelled: threading.Event) -> None:
    """A caller that has left wants no commit any more."""
    while (await receive())["type"] != "http.disconnect":
        pass
    cancelled.set()


async def _send(response: Response, send: Send) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in response.headers]
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})
