"""HTTP as bytes."""

from __future__ import annotations

import socket


def exchange(port: int, data: bytes, timeout: float = 20) -> bytes:
    """Everything that the server sends after ``data``, until it closes or a whole answer with a length is here."""
    with socket.create_connection(("127.0.0.1", port), timeout) as connection:
        connection.sendall(data)
        received = b""
        try:
            while not _is_whole(received, data.startswith(b"HEAD")):
                piece = connection.recv(65_536)
                if not piece:
                    break
                received += piece
        except (TimeoutError, ConnectionResetError):
            pass
        return received


def _is_whole(received: bytes, head_only: bool) -> bool:
    head, separator, body = received.partition(b"\r\n\r\n")
    if not separator:
        return False
    # RFC 9110 §15.3.5: a 204 has no body either.
    if head_only or head.split(b" ", 2)[1:2] == [b"204"]:
        return True
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return len(body) >= int(value)
    return b"transfer-encoding: chunked" in head.lower() and body.endswith(b"0\r\n\r\n")


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])
