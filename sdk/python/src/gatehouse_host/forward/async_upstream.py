"""Connections to Gatehouse for an event loop: each carries the requests of many visitors, one after the other."""

from __future__ import annotations

import asyncio
import time
import weakref
from typing import AsyncIterator

from .body_room import BodyRoom
from .options import Target
from .request_head import Outgoing
from .response_parser import BadAnswer, Event, Head, ResponseParser
from .upstream import TooBusy

_IDLE_SECONDS = 4.0
#: Bytes of an answer that wait for a visitor who reads slowly.
_MOST_BUFFERED = 65_536


class Connection(asyncio.Protocol):
    """Collects what arrives. Data on an idle connection makes it unusable."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._ended = False
        self._arrival = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()
        self.idle_since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        self._arrival.set()
        if len(self._received) > _MOST_BUFFERED and self._transport is not None:
            self._transport.pause_reading()

    def eof_received(self) -> None:
        self._ended = True
        self._arrival.set()

    def connection_lost(self, _error: Exception | None) -> None:
        self._ended = True
        self._arrival.set()
        self._writable.set()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    @property
    def is_quiet(self) -> bool:
        """Whether everything was sent, nothing arrived, and the other end is still there."""
        unsent = 0 if self._transport is None else self._transport.get_write_buffer_size()
        return not self._received and not self._ended and unsent == 0

    async def write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)
        await self._writable.wait()

    async def read(self) -> bytes:
        """What arrived; nothing at the end of the connection."""
        while not self._received and not self._ended:
            self._arrival.clear()
            await self._arrival.wait()
        data = bytes(self._received)
        self._received.clear()
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()
        return data

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class AsyncUpstream:
    """The connections of one event loop."""

    def __init__(self, target: Target, timeout: float, max_connections: int) -> None:
        self._target = target
        self._timeout = timeout
        self._max_connections = max_connections
        self._idle: list[Connection] = []
        self._places = asyncio.Semaphore(max_connections)
        self._waiting = 0
        self.bodies = BodyRoom()

    async def send(self, request: Outgoing) -> AsyncAnswer:
        """Sends a request, and returns when the head of its answer is here.

        Raises TooBusy, OSError, BadAnswer, asyncio.TimeoutError.
        """
        await self._take_place()
        try:
            idle = self._idle_connection()
            connection = await asyncio.wait_for(self._connect(), self._timeout) if idle is None else idle
        except BaseException:
            self._places.release()
            raise
        try:
            parser = ResponseParser(request.method, request.exchange_id)
            answer = AsyncAnswer(self, connection, parser, self._timeout)
            await asyncio.wait_for(connection.write(request.data), self._timeout)
            await answer.read_head()
            return answer
        except BaseException:
            self.give_back(connection, False)
            raise

    async def _take_place(self) -> None:
        if self._places.locked():
            if self._waiting >= self._max_connections:
                raise TooBusy(f"{self._max_connections} requests are in progress and as many are waiting")
            self._waiting += 1
            try:
                await asyncio.wait_for(self._places.acquire(), self._timeout)
            except asyncio.TimeoutError:
                text = f"none of {self._max_connections} requests in progress finished in {self._timeout} s"
                raise TooBusy(text) from None
            finally:
                self._waiting -= 1
        else:
            await self._places.acquire()

    def _idle_connection(self) -> Connection | None:
        while self._idle:
            connection = self._idle.pop()
            if connection.is_quiet and time.monotonic() - connection.idle_since < _IDLE_SECONDS:
                return connection
            connection.close()
        return None

    async def _connect(self) -> Connection:
        loop = asyncio.get_running_loop()
        if self._target.unix_path:
            return (await loop.create_unix_connection(Connection, self._target.unix_path))[1]
        return (await loop.create_connection(Connection, self._target.host, self._target.port))[1]

    def give_back(self, connection: Connection, reusable: bool) -> None:
        if reusable and connection.is_quiet:
            connection.idle_since = time.monotonic()
            self._idle.append(connection)
        else:
            connection.close()
        self._places.release()


class AsyncAnswer:
    """An answer of Gatehouse; iterate over its body, and close it in any case."""

    def __init__(self, upstream: AsyncUpstream, connection: Connection, parser: ResponseParser, timeout: float) -> None:
        self._upstream = upstream
        self._connection = connection
        self._parser = parser
        self._timeout = timeout
        self._ready: list[Event] = []
        self._open = True
        self.head = Head(0, [])

    async def read_head(self) -> None:
        while not self._ready:
            await self._receive()
        first = self._ready.pop(0)
        if not isinstance(first, Head):
            raise BadAnswer("the answer has no head")
        self.head = first

    async def _receive(self) -> None:
        data = await asyncio.wait_for(self._connection.read(), self._timeout)
        self._ready += self._parser.feed(data)

    async def pieces(self) -> AsyncIterator[bytes]:
        while True:
            for event in self._ready:
                assert isinstance(event, bytes)
                yield event
            self._ready.clear()
            if self._parser.complete:
                return
            await self._receive()

    def close(self) -> None:
        if self._open:
            self._open = False
            self._upstream.give_back(self._connection, self._parser.reusable)


class AsyncUpstreams:
    """The connections of each event loop: those of one must not be used in another."""

    def __init__(self, target: Target, timeout: float, max_connections: int) -> None:
        self._settings = (target, timeout, max_connections)
        self._by_loop: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncUpstream] = weakref.WeakKeyDictionary()

    def current(self) -> AsyncUpstream:
        loop = asyncio.get_running_loop()
        found = self._by_loop.get(loop)
        if found is None:
            found = self._by_loop[loop] = AsyncUpstream(*self._settings)
        return found
