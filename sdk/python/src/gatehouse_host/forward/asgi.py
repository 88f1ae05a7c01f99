"""``forward_asgi`` for ASGI applications: FastAPI, Starlette, Django and others under uvicorn, hypercorn, daphne."""

from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Iterable
from urllib.parse import quote

from ..http.asgi import AsgiApp, Receive, Scope, Send
from .answers import OwnAnswer, refusal, too_busy, unavailable
from .async_upstream import AsyncAnswer, AsyncUpstreams
from .body_room import Arriving, Left
from .options import options_of
from .outage import Outage
from .request_head import Received, Refused, end_to_end, judge, outgoing
from .response_parser import BadAnswer
from .upstream import TooBusy

_BODY_TOO_SLOW = Refused(408, "The body did not arrive in time.")


def forward_asgi(
    app: AsgiApp,
    *,
    target: str,
    issuer_path: str = "",
    consent_page: bool = False,
    admin_path: str = "",
    trusted_proxies: Iterable[str] = (),
    timeout: float = 30.0,
    max_connections: int = 256,
) -> AsgiApp:
    """Middleware that sends Gatehouse's own paths to the daemon, and everything else to ``app``.

    Its options are those of ``forward``. In FastAPI: ``app.add_middleware(forward_asgi, target=…)``.
    """
    options = options_of(target, issuer_path, consent_page, admin_path, trusted_proxies, timeout, max_connections)
    upstreams = AsyncUpstreams(options.target, options.timeout, options.max_connections)
    outage = Outage()

    async def forwarding(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not options.is_ours(_raw_path(scope)):
            await app(scope, receive, send)
            return
        received = _received(scope)
        upstream, body = upstreams.current(), Arriving()
        try:
            try:
                judged = judge(received)
                content = await upstream.bodies.read(body, receive, options.timeout)
                request = outgoing(judged, content, options.target.authority, options.trusted)
            except Left:
                return
            except TooBusy:
                await _own(too_busy(received), send, options.timeout)
                return
            except asyncio.TimeoutError:
                await _own(refusal(received, _BODY_TOO_SLOW), send, options.timeout)
                return
            except Refused as refused:
                await _own(refusal(received, refused), send, options.timeout)
                return
            leaving = asyncio.ensure_future(_until_left(receive))
            try:
                try:
                    answer = await _unless(leaving, asyncio.ensure_future(upstream.send(request)))
                except TooBusy as error:
                    outage.failed(received.method, received.target, error)
                    await _own(too_busy(received), send, options.timeout)
                    return
                except (OSError, BadAnswer, asyncio.TimeoutError) as error:
                    outage.failed(received.method, received.target, error)
                    await _own(unavailable(received), send, options.timeout)
                    return
                finally:
                    upstream.bodies.leave(body)
                if answer is None:
                    return
                outage.succeeded()
                await _relay(answer, send, leaving, options.timeout)
            finally:
                leaving.cancel()
        finally:
            upstream.bodies.leave(body)

    return forwarding


def _raw_path(scope: Scope) -> str:
    """The path as the client sent it, without the query, which some servers include."""
    raw = scope.get("raw_path")
    if raw is None:
        return quote(str(scope["path"]), "/:@!$&'()*+,;=~")
    return bytes(raw).decode("latin-1").split("?", 1)[0]


def _received(scope: Scope) -> Received:
    query = bytes(scope.get("query_string") or b"").decode("latin-1")
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
    client = scope.get("client")
    target = _raw_path(scope) + (f"?{query}" if query else "")
    ends_body = scope.get("http_version") in ("2", "3")
    return Received(scope["method"], target, headers, client[0] if client else None, ends_body)


async def _until_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _unless(leaving: asyncio.Future[None], sending: asyncio.Future[AsyncAnswer]) -> AsyncAnswer | None:
    """The answer; None if the visitor left first. Raises what ``sending`` raises.

    An answer that arrives for no visitor, because they left or because the server or a middleware ended this task, is closed:
    it holds one of the places at Gatehouse.
    """
    either: set[asyncio.Future[Any]] = {sending, leaving}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            return sending.result()
    except asyncio.CancelledError:
        _abandon(sending)
        raise
    _abandon(sending)
    return None


def _abandon(sending: asyncio.Future[AsyncAnswer]) -> None:
    sending.cancel()
    sending.add_done_callback(_close)


def _close(sent: asyncio.Future[AsyncAnswer]) -> None:
    if not sent.cancelled() and sent.exception() is None:
        sent.result().close()


async def _relay(answer: AsyncAnswer, send: Send, leaving: asyncio.Future[None], timeout: float) -> None:
    """An exception leaves the answer incomplete: the server then ends the connection, as Gatehouse did."""
    headers = [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in end_to_end(answer.head.headers, keep_length=True)
    ]
    start = {"type": "http.response.start", "status": answer.head.status, "headers": headers}
    try:
        if not await _taken(send(start), leaving, timeout):
            return
        async for piece in answer.pieces():
            message = {"type": "http.response.body", "body": piece, "more_body": True}
            if leaving.done() or not await _taken(send(message), leaving, timeout):
                return
        # The answer is here: its place is for others, whatever the visitor still has to read.
        answer.close()
        await _taken(send({"type": "http.response.body", "body": b""}), leaving, timeout)
    finally:
        answer.close()


async def _taken(sending: Awaitable[None], leaving: asyncio.Future[None], timeout: float) -> bool:
    """Whether the server took a message; False if the visitor left first. A visitor who reads nothing must keep nothing.

    Raises asyncio.TimeoutError.
    """
    taking: asyncio.Future[None] = asyncio.ensure_future(sending)
    try:
        await asyncio.wait({taking, leaving}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        if taking.done():
            taking.result()
        elif not leaving.done():
            raise asyncio.TimeoutError
        return taking.done()
    finally:
        taking.cancel()


async def _own(answer: OwnAnswer, send: Send, timeout: float) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.headers]
    start = {"type": "http.response.start", "status": answer.status, "headers": headers}
    await asyncio.wait_for(send(start), timeout)
    await asyncio.wait_for(send({"type": "http.response.body", "body": answer.body}), timeout)
