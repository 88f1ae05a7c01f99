"""One call over HTTP: from a request's head and body to a response, without a web framework."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from dataclasses import dataclass, field, replace
from typing import Iterable, Mapping, Protocol

from ..contract import binary_codec, json_codec
from ..contract.faults import HTTP_STATUS, Code, Fault
from ..contract.limits import MAX_MESSAGE_BYTES
from ..contract.message import Message
from ..service.call import LONGEST_SECONDS, Call
from ..service.rpcs import HEALTH_PREFIX, Rpc


class _Codec(Protocol):
    def encode(self, message: Message) -> bytes:
        ...

    def decode(self, kind: type[Message], data: bytes, /) -> Message:
        ...


_CODECS: dict[str, _Codec] = {"application/json": json_codec, "application/proto": binary_codec}
_TIMEOUT = re.compile(r"[0-9]{1,10}")
_EXCHANGE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_BEARER = re.compile(r"bearer +(\S+)", re.IGNORECASE)


@dataclass(frozen=True)
class Response:
    status: int
    body: bytes = b""
    content_type: str = "application/json"
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [
            ("Content-Type", self.content_type),
            ("Content-Length", str(len(self.body))),
            ("Cache-Control", "no-store"),
            *self.extra,
        ]


@dataclass(frozen=True)
class Accepted:
    """A call whose head is in order. ``respond`` takes its body, of at most MAX_MESSAGE_BYTES."""

    rpc: Rpc
    media_type: str
    call: Call

    def respond(self, body: bytes) -> Response:
        codec = _CODECS[self.media_type]
        if len(body) > MAX_MESSAGE_BYTES:
            return error_response(
                Fault(Code.RESOURCE_EXHAUSTED, f"the message has more than {MAX_MESSAGE_BYTES} bytes")
            )
        try:
            response = self.rpc.answer(lambda: codec.decode(self.rpc.request, body), codec.encode, self.call)
        except Fault as fault:
            return error_response(fault)
        return Response(200, response, self.media_type)


@dataclass(frozen=True)
class ConnectServer:
    """The rpcs of a host, for callers that know a shared token."""

    rpcs: Iterable[Rpc]
    tokens: tuple[str, ...]
    _by_path: dict[str, Rpc] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_path", {rpc.path: rpc for rpc in self.rpcs})

    def accept(self, method: str, path: str, headers: Mapping[str, str]) -> Accepted | Response:
        """Judges a request by its head, before its body is read. Names of headers are in lower case."""
        rpc = self._by_path.get(path)
        if rpc is None:
            return error_response(Fault(Code.UNIMPLEMENTED, "this host has no such rpc"), 404)
        if method != "POST":
            return Response(405, extra=(("Allow", "POST"),))
        if not path.startswith(HEALTH_PREFIX) and not self._knows_token(headers.get("authorization", "")):
            return error_response(Fault(Code.UNAUTHENTICATED, "the shared token is missing or wrong"))
        media_type = headers.get("content-type", "").split(";", 1)[0].strip().lower()
        if media_type not in _CODECS:
            return Response(415, extra=(("Accept-Post", ", ".join(_CODECS)),))
        if headers.get("content-encoding", "identity").strip().lower() != "identity":
            return error_response(Fault(Code.UNIMPLEMENTED, "this host reads no compressed messages; send identity"))
        if headers.get("connect-protocol-version", "1") != "1":
            return error_response(Fault(Code.INVALID_ARGUMENT, "connect-protocol-version: this host speaks version 1"))
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > MAX_MESSAGE_BYTES:
            return error_response(
                Fault(Code.RESOURCE_EXHAUSTED, f"the message has more than {MAX_MESSAGE_BYTES} bytes")
            )
        timeout = headers.get("connect-timeout-ms")
        if timeout is not None and not _TIMEOUT.fullmatch(timeout):
            return error_response(Fault(Code.INVALID_ARGUMENT, "connect-timeout-ms: must have 1 to 10 digits"))
        seconds = LONGEST_SECONDS if timeout is None else int(timeout) / 1000
        return Accepted(rpc, media_type, Call.within(seconds, headers.get("x-request-id")))

    def _knows_token(self, authorization: str) -> bool:
        """Compares digests rather than tokens, so that the time reveals neither content nor length."""
        match = _BEARER.fullmatch(authorization.strip())
        if match is None:
            return False
        sent = _digest(match[1])
        return any([hmac.compare_digest(sent, _digest(token)) for token in self.tokens])


def repeating_exchange(response: Response, headers: Mapping[str, str]) -> Response:
    """Repeats the id by which the caller knows that the response is its own. It keeps its connection only then."""
    exchange = headers.get("gatehouse-exchange", "")
    if not _EXCHANGE.fullmatch(exchange):
        return response
    return replace(response, extra=(*response.extra, ("Gatehouse-Exchange", exchange)))


def error_response(fault: Fault, status: int | None = None) -> Response:
    body = json.dumps({"code": fault.code.name.lower(), "message": fault.message}).encode()
    return Response(HTTP_STATUS[fault.code] if status is None else status, body)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
