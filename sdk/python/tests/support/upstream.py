"""A stand-in for the daemon that shows what arrived, and misbehaves on request."""

from __future__ import annotations

import itertools
import socket
import threading
from contextlib import contextmanager, suppress
from typing import Callable, Iterator

#: Gets the request as bytes and its exchange id; returns what to send, and whether the connection stays open.
Behavior = Callable[[bytes, bytes], "tuple[bytes, bool]"]


def answer(exchange_id: bytes, body: bytes = b"ok", *headers: bytes) -> bytes:
    lines = [b"HTTP/1.1 200 OK", b"Gatehouse-Exchange: " + exchange_id, b"Content-Length: %d" % len(body), *headers]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


class Upstream:
    def __init__(self, behavior: Behavior = lambda _request, exchange_id: (answer(exchange_id), True)) -> None:
        self.behavior = behavior
        self.requests: list[bytes] = []
        #: The number of the connection on which each request came.
        self.used: list[int] = []
        self._numbers = itertools.count()
        self._connections: list[socket.socket] = []
        self.port = 0
        self._listen()
        self.target = f"http://127.0.0.1:{self.port}"

    def _listen(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        for number in self._numbers:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            self._connections.append(connection)
            threading.Thread(target=self._serve, args=(connection, number), daemon=True).start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        buffer = b""
        with connection:
            while True:
                while b"\r\n\r\n" not in buffer:
                    piece = connection.recv(65_536)
                    if not piece:
                        return
                    buffer += piece
                head, _, buffer = buffer.partition(b"\r\n\r\n")
                headers = {
                    k.lower(): v.strip() for k, _, v in (line.partition(b":") for line in head.split(b"\r\n")[1:])
                }
                length = int(headers.get(b"content-length", b"0"))
                while len(buffer) < length:
                    buffer += connection.recv(65_536)
                body, buffer = buffer[:length], buffer[length:]
                self.requests.append(head + b"\r\n\r\n" + body)
                self.used.append(number)
                data, stays = self.behavior(self.requests[-1], headers.get(b"gatehouse-exchange", b""))
                connection.sendall(data)
                if not stays:
                    return

    def reset(self) -> None:
        """Forgets the requests so far, and behaves well."""
        self.behavior = lambda _request, exchange_id: (answer(exchange_id), True)
        self.requests.clear()
        self.used.clear()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Ends its connections, and meanwhile the system refuses new ones."""
        self.close()
        try:
            yield
        finally:
            self._listen()

    def close(self) -> None:
        # Only a shutdown ends the call that waits for a connection, which would keep the port open.
        for each in (self._listener, *self._connections):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._connections.clear()
        self._listener.close()
