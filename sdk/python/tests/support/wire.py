"""Counts what a driver sends to PostgreSQL: forwards the connections of a loopback port."""

from __future__ import annotations

import socket
import threading
from types import TracebackType
from typing import BinaryIO
from urllib.parse import urlsplit

#: The requests for TLS and for GSSAPI, which come before the first message.
_ENCRYPTION = (b"\x04\xd2\x16\x2f", b"\x04\xd2\x16\x30")


class Wire:
    """In front of the server of ``database_url``. It offers no encryption."""

    def __init__(self, database_url: str) -> None:
        server = urlsplit(database_url)
        assert server.hostname is not None and server.port is not None
        self._server = (server.hostname, server.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = [self._listener]
        own = f"127.0.0.1:{self._listener.getsockname()[1]}"
        #: The URL of the database through here.
        self.database_url = database_url.replace(f"{server.hostname}:{server.port}", own)
        #: An entry for each round trip, which has the text of the statements.
        self.sent: list[str] = []

    def __enter__(self) -> "Wire":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for each in self._sockets:
            each.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(self._server)
            self._sockets += [client, server]
            threading.Thread(target=_copy, args=(server, client), daemon=True).start()
            threading.Thread(target=self._forward, args=(client, server), daemon=True).start()

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        reader: BinaryIO = client.makefile("rb")
        is_started = False
        texts: list[bytes] = []
        try:
            while True:
                # The first message of a connection has no byte for its kind.
                kind = reader.read(1) if is_started else b""
                size = reader.read(4)
                if len(size) < 4:
                    break
                is_started = True
                body = reader.read(int.from_bytes(size, "big") - 4)
                if not kind and body in _ENCRYPTION:
                    client.sendall(b"N")
                    is_started = False
                    continue
                if kind == b"Q":
                    texts.append(body[:-1])
                elif kind == b"P":
                    texts.append(body.split(b"\0")[1])
                # Those that the server answers with ReadyForQuery.
                if kind in (b"Q", b"S"):
                    self.sent.append(b"; ".join(texts).decode())
                    texts = []
                server.sendall(kind + size + body)
        except (OSError, ValueError):
            pass
        server.close()


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while received := source.recv(65536):
            target.sendall(received)
    except OSError:
        pass
    target.close()
