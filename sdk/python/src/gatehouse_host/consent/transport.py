"""How a call reaches Gatehouse's consent listener, over HTTP."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from dataclasses import dataclass
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from ..contract import json_codec
from ..contract.faults import Code
from ..contract.limits import MAX_MESSAGE_BYTES
from ..contract.message import Malformed, Message
from ..errors import GatehouseError, GatehouseUnavailable

M = TypeVar("M", bound=Message)

SERVICE = "gatehouse.consent.v1.ConsentService"

#: FAILED_PRECONDITION: Gatehouse has not received the application's description yet.
_TRANSIENT = {
    Code.UNAVAILABLE,
    Code.DEADLINE_EXCEEDED,
    Code.CANCELED,
    Code.RESOURCE_EXHAUSTED,
    Code.FAILED_PRECONDITION,
}
#: What a proxy answers that speaks only HTTP (https://connectrpc.com/docs/protocol/#http-to-error-code).
_CODE_OF_STATUS = {401: Code.UNAUTHENTICATED, 403: Code.PERMISSION_DENIED, 404: Code.UNIMPLEMENTED}
_TRANSIENT_STATUSES = {408, 429, 502, 503, 504}


class Transport(Protocol):
    def call(self, method: str, request: Message, response: type[M], request_id: str) -> M:
        """Raises GatehouseUnavailable or GatehouseError."""


def failure(method: str, request_id: str, code: Code, text: str) -> Exception:
    """The exception for a fault. The text comes from Gatehouse and holds no secret."""
    message = f"{method} (request {request_id}): {text}"
    return GatehouseUnavailable(message) if code in _TRANSIENT else GatehouseError(message, code.name.lower())


@dataclass(frozen=True)
class HttpTransport:
    """A connection for each call: consent is rare, and nothing is shared with forked processes."""

    url: str
    token: str | None
    timeout: float
    tls: ssl.SSLContext | None

    def call(self, method: str, request: Message, response: type[M], request_id: str) -> M:
        ends = time.monotonic() + self.timeout
        headers = {
            "Content-Type": "application/json",
            "Connect-Protocol-Version": "1",
            "Connect-Timeout-Ms": str(int(self.timeout * 1000)),
            "X-Request-Id": request_id,
        }
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        target = urlsplit(self.url)
        connection = self._connection(target.hostname or "", target.port)
        try:
            connection.request(
                "POST", f"{target.path.rstrip('/')}/{SERVICE}/{method}", json_codec.encode(request), headers
            )
            answer = connection.getresponse()
            body = answer.read(MAX_MESSAGE_BYTES)
        except (OSError, http.client.HTTPException) as error:
            late = " in time" if time.monotonic() >= ends else ""
            raise GatehouseUnavailable(f"{method} (request {request_id}): no answer{late}: {error}") from error
        finally:
            connection.close()
        if answer.status != 200:
            raise _failure_of(method, request_id, answer.status, body)
        try:
            return json_codec.decode(response, body)
        except Malformed as error:
            raise GatehouseError(
                f"{method} (request {request_id}): not an answer of Gatehouse: {error}", "internal"
            ) from None

    def _connection(self, host: str, port: int | None) -> http.client.HTTPConnection:
        if self.url.startswith("https:"):
            return http.client.HTTPSConnection(host, port, timeout=self.timeout, context=self.tls)
        return http.client.HTTPConnection(host, port, timeout=self.timeout)


def _failure_of(method: str, request_id: str, status: int, body: bytes) -> Exception:
    try:
        error = json.loads(body)
        return failure(method, request_id, Code[str(error["code"]).upper()], str(error.get("message", "")))
    except (ValueError, KeyError, TypeError, AttributeError):
        code = Code.UNAVAILABLE if status in _TRANSIENT_STATUSES else _CODE_OF_STATUS.get(status, Code.UNKNOWN)
        return failure(method, request_id, code, f"HTTP status {status}")
