"""Connections to Gatehouse for threads: each carries the requests of many visitors, one after the other."""

from __future__ import annotations

import select
import socket
import threading
import time
from typing import Iterator

from ..forks import Forks
from .options import Target
from .request_head import Outgoing
from .response_parser import Head, ResponseParser

#: Shorter than the daemon's idle timeout, so that no request is sent on a connection that is just closing.
_IDLE_SECONDS = 4.0
_PIECE = 65_536


class TooBusy(Exception):
    """Too many requests are under way, and none finished in time."""


class Upstream:
    def __init__(self, target: Target, timeout: float, max_connections: int) -> None:
        self._target = target
        self._timeout = timeout
        self._max_connections = max_connections
        self._forks = Forks()
        self._start_anew()

    def _start_anew(self) -> None:
        """A forked process leaves the connections to its parent."""
        self._lock = threading.Lock()
        self._idle: list[tuple[socket.socket, float]] = []
        self._places = threading.BoundedSemaphore(self._max_connections)
        self._waiting = 0

    def send(self, request: Outgoing) -> Answer:
        """Sends a request, and returns when the head of its answer is here. Raises TooBusy, OSError, BadAnswer."""
        self._forks.renew(self._start_anew)
        self._take_place()
        try:
            connection = self._idle_connection() or self._connect()
            return Answer(self, connection, request)
        except BaseException:
            self._places.release()
            raise

    def _take_place(self) -> None:
        if self._places.acquire(blocking=False):
            return
        with self._lock:
            if self._waiting >= self._max_connections:
                raise TooBusy(f"{self._max_connections} requests are in progress and as many are waiting")
            self._waiting += 1
        try:
            if not self._places.acquire(timeout=self._timeout):
                raise TooBusy(f"none of {self._max_connections} requests in progress finished in {self._timeout} s")
        finally:
            with self._lock:
                self._waiting -= 1

    def _idle_connection(self) -> socket.socket | None:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection, since = self._idle.pop()
            # No request was pending: whatever arrived would be read as the answer to the next one.
            if time.monotonic() - since < _IDLE_SECONDS and not _is_readable(connection):
                return connection
            connection.close()

    def _connect(self) -> socket.socket:
        if self._target.unix_path:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(self._timeout)
            try:
                connection.connect(self._target.unix_path)
            except OSError:
                connection.close()
                raise
            return connection
        connection = socket.create_connection((self._target.host, self._target.port), self._timeout)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def give_back(self, connection: socket.socket, reusable: bool) -> None:
        if reusable:
            with self._lock:
                self._idle.append((connection, time.monotonic()))
        else:
            connection.close()
        self._places.release()


def _is_readable(connection: socket.socket) -> bool:
    poller = select.poll()
    poller.register(connection, select.POLLIN | select.POLLHUP | select.POLLERR)
    return bool(poller.poll(0))


class Answer:
    """An answer of Gatehouse; iterate over its body, and close it in any case."""

    def __init__(self, upstream: Upstream, connection: socket.socket, request: Outgoing) -> None:
        self._upstream = upstream
        self._connection = connection
        self._parser = ResponseParser(request.method, request.exchange_id)
        self._pieces: list[bytes] = []
        self._open = True
        try:
            self._whole = _send(connection, request.data)
            self.head = self._read_head()
        except BaseException:
            connection.close()
            raise

    def _read_head(self) -> Head:
        head: Head | None = None
        while head is None:
            for event in self._parser.feed(self._receive()):
                if isinstance(event, Head):
                    head = event
                else:
                    self._pieces.append(event)
        return head

    def _receive(self) -> bytes:
        return self._connection.recv(_PIECE)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        while not self._pieces:
            if self._parser.complete:
                self.close()
                raise StopIteration
            self._pieces += [event for event in self._parser.feed(self._receive()) if isinstance(event, bytes)]
        return self._pieces.pop(0)

    def close(self) -> None:
        """Called by the server when the visitor has the answer, or has left."""
        if self._open:
            self._open = False
            self._upstream.give_back(self._connection, self._whole and self._parser.reusable)


def _send(connection: socket.socket, data: bytes) -> bool:
    """Whether all of it was sent. Gatehouse may answer before it has read a body (413), and close."""
    try:
        connection.sendall(data)
        return True
    except (BrokenPipeError, ConnectionResetError):
        return False
