"""How a call reaches Gatehouse's consent listener, over gRPC."""

from __future__ import annotations

import os
from typing import Any, TypeVar

import grpc

from ..consent.transport import SERVICE, failure
from ..contract import binary_codec
from ..contract.faults import Code
from ..contract.message import Message

M = TypeVar("M", bound=Message)


class GrpcTransport:
    """Connects on first use, once for each process."""

    def __init__(self, address: str, token: str | None, timeout: float, credentials: Any) -> None:
        self._address = address
        self._metadata = [] if token is None else [("authorization", f"Bearer {token}")]
        self._timeout = timeout
        self._credentials = credentials
        self._channel: Any = None
        self._pid = 0

    def call(self, method: str, request: Message, response: type[M], request_id: str) -> M:
        rpc = self._open().unary_unary(f"/{SERVICE}/{method}")
        metadata = [*self._metadata, ("x-request-id", request_id)]
        try:
            data = rpc(binary_codec.encode(request), timeout=self._timeout, metadata=metadata)
        except grpc.RpcError as error:
            code = Code(error.code().value[0])
            raise failure(method, request_id, code, str(error.details())) from None
        return binary_codec.decode(response, data)

    def _open(self) -> Any:
        if self._pid != os.getpid():
            if self._credentials is None:
                self._channel = grpc.insecure_channel(self._address)
            else:
                self._channel = grpc.secure_channel(self._address, self._credentials)
            self._pid = os.getpid()
        return self._channel
