"""Reads one answer of Gatehouse from bytes (RFC 9112), and knows whether the connection is clean after it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generator, Iterator, Union

from .request_head import EXCHANGE_ID, Header

_MAX_HEAD_BYTES = 65_536
_STATUS_LINE = re.compile(r"HTTP/1\.1 ([1-5][0-9]{2})(?: [\t\x20-\x7e\x80-\xff]*)?")
_HEADER = re.compile(r"([A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*")
_CHUNK = re.compile(r"([0-9A-Fa-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?")


class BadAnswer(Exception):
    """The other end does not speak HTTP/1.1, or is not Gatehouse, or ended its answer early."""


@dataclass(frozen=True)
class Head:
    status: int
    headers: list[Header]


Event = Union[Head, bytes]


class ResponseParser:
    """Feed it what arrives; it returns the head once, then pieces of the body."""

    def __init__(self, method: str, exchange_id: str) -> None:
        self._method = method
        self._exchange_id = exchange_id
        self._buffer = bytearray()
        self._steps = self._parse()
        self._keep_alive = True
        self.complete = False

    @property
    def reusable(self) -> bool:
        """Whether the next request may use the connection: the answer is complete, and not a byte followed it."""
        return self.complete and self._keep_alive and not self._buffer

    def feed(self, data: bytes) -> list[Event]:
        """``data`` is empty at the end of the connection. Raises BadAnswer."""
        if not data and not self.complete:
            raise BadAnswer("the connection ended before the answer was complete")
        self._buffer += data
        events: list[Event] = []
        while not self.complete:
            try:
                event = next(self._steps)
            except StopIteration:
                self.complete = True
                break
            if event is None:
                break
            events.append(event)
        return events

    def _parse(self) -> Iterator[Event | None]:
        """Yields None when it needs more data."""
        while True:
            line = yield from self._line()
            match = _STATUS_LINE.fullmatch(line)
            if match is None:
                raise BadAnswer("the answer does not begin with a status line of HTTP/1.1")
            headers = yield from self._headers()
            status = int(match[1])
            if status == 101:
                raise BadAnswer("the other end switched protocols")
            if status >= 200:
                break
        ids = [value for name, value in headers if name.lower() == EXCHANGE_ID]
        if ids != [self._exchange_id]:
            raise BadAnswer("the answer does not carry the id of the request; check that target is a Gatehouse daemon")
        connection = ",".join(value for name, value in headers if name.lower() == "connection")
        self._keep_alive = "close" not in re.split(r"[\s,]+", connection.lower())
        length, chunked = _framing(headers)
        yield Head(status, headers)
        if self._method == "HEAD" or status in (204, 304):
            return
        if chunked:
            yield from self._chunks()
        elif length is None:
            raise BadAnswer("the answer has neither a length nor chunks")
        else:
            yield from self._exactly(length)

    def _headers(self) -> Generator[None, None, list[Header]]:
        headers: list[Header] = []
        size = 0
        while True:
            line = yield from self._line()
            if not line:
                return headers
            size += len(line)
            match = _HEADER.fullmatch(line)
            if match is None or size > _MAX_HEAD_BYTES:
                raise BadAnswer("the answer has a malformed header")
            headers.append((match[1], match[2]))

    def _line(self) -> Generator[None, None, str]:
        while True:
            end = self._buffer.find(b"\r\n")
            if end >= 0:
                line = self._buffer[:end].decode("latin-1")
                del self._buffer[: end + 2]
                return line
            if len(self._buffer) > _MAX_HEAD_BYTES:
                raise BadAnswer("the answer has a line that is too long")
            yield None

    def _chunks(self) -> Iterator[Event | None]:
        while True:
            line = yield from self._line()
            match = _CHUNK.fullmatch(line)
            if match is None:
                raise BadAnswer("the answer has a malformed chunk")
            size = int(match[1], 16)
            if size == 0:
                yield from self._headers()  # Trailers, which mean nothing here.
                return
            yield from self._exactly(size)
            if (yield from self._line()) != "":
                raise BadAnswer("the answer has a malformed chunk")

    def _exactly(self, length: int) -> Iterator[Event | None]:
        while length > 0:
            if not self._buffer:
                yield None
                continue
            piece = bytes(self._buffer[:length])
            del self._buffer[: len(piece)]
            length -= len(piece)
            yield piece


def _framing(headers: list[Header]) -> tuple[int | None, bool]:
    lengths = [value for name, value in headers if name.lower() == "content-length"]
    codings = [value for name, value in headers if name.lower() == "transfer-encoding"]
    if codings:
        if lengths or len(codings) > 1 or codings[0].lower() != "chunked":
            raise BadAnswer("the answer has contradictory lengths")
        return None, True
    if not lengths:
        return None, False
    if len(lengths) > 1 or not re.fullmatch(r"[0-9]{1,15}", lengths[0]):
        raise BadAnswer("the answer has contradictory lengths")
    return int(lengths[0]), False
