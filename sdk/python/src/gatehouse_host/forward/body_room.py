"""The memory for bodies of requests. An event loop has many connections, and anybody may let a body arrive slowly."""

from __future__ import annotations

import asyncio

from ..http.asgi import Receive
from .request_head import MAX_BODY_BYTES, body_too_large
from .upstream import TooBusy

#: A body of at most so many bytes takes no room: tokens, consent and sign-in are never refused because of others.
SMALL_BODY_BYTES = 64 * 1024
MAX_BODIES_BYTES = 64 * 1024 * 1024


class Left(Exception):
    """The visitor has left."""


class Arriving:
    """A body that arrives, or that has arrived and is being sent."""

    def __init__(self) -> None:
        self.bytes = 0
        self.task: asyncio.Future[bytes] | None = None
        self.is_given_up = False


class BodyRoom:
    """Bodies of more than 64 KiB of one event loop, from their arrival until they are sent.

    If there is no room, the body that has been arriving for the longest is given up: a client that sends slowly must not
    keep others out.
    """

    def __init__(self, most: int = MAX_BODIES_BYTES) -> None:
        self._free = most
        #: The oldest first.
        self._arriving: dict[Arriving, None] = {}

    async def read(self, body: Arriving, receive: Receive, timeout: float) -> bytes:
        """All of it, so that its length is known before anything is sent. Call ``leave`` once it is sent, in any case.

        Raises Left, Refused, TooBusy, asyncio.TimeoutError.
        """
        self._arriving[body] = None
        body.task = asyncio.ensure_future(self._read(body, receive))
        try:
            return await asyncio.wait_for(body.task, timeout)
        except asyncio.CancelledError:
            if body.is_given_up:
                raise TooBusy("the bodies of other requests needed the room") from None
            raise
        finally:
            self._arriving.pop(body, None)

    def leave(self, body: Arriving) -> None:
        self._free += body.bytes
        body.bytes = 0

    async def _read(self, body: Arriving, receive: Receive) -> bytes:
        content = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Left
            content += message.get("body", b"")
            if len(content) > MAX_BODY_BYTES:
                raise body_too_large()
            if len(content) > SMALL_BODY_BYTES:
                self._take(body, len(content))
            if not message.get("more_body", False):
                # Complete: it is no longer given up for others.
                self._arriving.pop(body, None)
                return bytes(content)

    def _take(self, body: Arriving, whole: int) -> None:
        needed = whole - body.bytes
        while self._free < needed:
            oldest = next((other for other in self._arriving if other.bytes > 0 or other is body), body)
            if oldest is body:
                raise TooBusy("there is no room for another body")
            self._give_up(oldest)
        self._free -= needed
        body.bytes = whole

    def _give_up(self, body: Arriving) -> None:
        self._arriving.pop(body, None)
        self.leave(body)
        body.is_given_up = True
        if body.task is not None:
            body.task.cancel()
