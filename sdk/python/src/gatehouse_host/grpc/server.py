"""A gRPC server for a host. grpcio does not survive a fork: start it in the process that serves."""

from __future__ import annotations

import hashlib
import hmac
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Callable, Iterator, Protocol

import grpc

from ..address import is_local
from ..contract import binary_codec
from ..contract.faults import Fault
from ..service.call import LONGEST_SECONDS, Call
from ..service.rpcs import HEALTH_PREFIX, Rpc
from ..service.transactor import Transactor
from .admin_stream import AdminProtocol
from .call_stream import CallStream, StreamProtocol
from .stalls import Stalls
from .transact_stream import TransactProtocol

_TRANSACT_STREAM = "/gatehouse.host.v1.BackendService/TransactStream"
_ADMIN_STREAM = "/gatehouse.host.v1.AdminStreamService/AdminStream"
_BEARER = re.compile(r"bearer +(\S+)", re.IGNORECASE)
_STATUS = {code.value[0]: code for code in grpc.StatusCode}


class AdminServices(Protocol):
    def rpcs(self) -> list[Rpc]: ...


class ServedHost(Protocol):
    """The part of a Host that this server uses. Host creates the server, so the server does not import Host."""

    @property
    def tokens(self) -> tuple[str, ...]: ...

    @property
    def transactor(self) -> Transactor | None: ...

    @property
    def admin(self) -> AdminServices | None: ...

    def rpcs(self, streaming: bool = False) -> list[Rpc]: ...


class GrpcServer:
    """Serves a host over gRPC.

    ``threads`` is how many calls run at the same time, and so how many connections of the database they use. Without
    ``certificate`` and ``key`` (PEM), it serves plain text. Without a token and without ``client_ca``, it refuses an
    address that other machines can reach.
    """

    def __init__(
        self,
        host: ServedHost,
        address: str,
        *,
        threads: int = 16,
        certificate: bytes | None = None,
        key: bytes | None = None,
        client_ca: bytes | None = None,
    ) -> None:
        if not is_local(address) and not host.tokens and client_ca is None:
            raise ValueError(
                f"refusing to listen on {address}, which other machines can reach, without authenticating callers: set "
                "Host(token=…) or client_ca, or listen on a loopback address or a Unix socket"
            )
        self._work = ThreadPoolExecutor(threads, thread_name_prefix="gatehouse-transact")
        # A stream holds a thread of its own, beside the calls.
        self._server = grpc.server(
            ThreadPoolExecutor(2 * threads + 16, thread_name_prefix="gatehouse-grpc"),
            handlers=[_Handlers(host, self._serve_stream)],
            options=[("grpc.so_reuseport", 0)],
        )
        self._streams: set[CallStream[Any, Any]] = set()
        self._lock = threading.Lock()
        self._stalls = Stalls()
        if certificate is not None and key is not None:
            credentials = grpc.ssl_server_credentials([(key, certificate)], client_ca, client_ca is not None)
            self.port: int = self._server.add_secure_port(address, credentials)
        else:
            self.port = self._server.add_insecure_port(address)

    def start(self) -> None:
        """Serves in threads of its own, and returns."""
        self._stalls.start()
        self._server.start()

    def stop(self, grace_seconds: float = 10) -> None:
        """Accepts no new calls, answers those in progress, then closes."""
        stopped = self._server.stop(grace_seconds)
        with self._lock:
            streams = list(self._streams)
        for stream in streams:
            stream.shut_down()
        stopped.wait()
        self._work.shutdown()
        self._stalls.stop()

    def wait(self) -> None:
        """Blocks until ``stop`` is called."""
        self._server.wait_for_termination()

    def _serve_stream(self, protocol: StreamProtocol[Any, Any], requests: Any) -> Any:
        stream = CallStream(protocol, self._work.submit, self._stalls)
        with self._lock:
            self._streams.add(stream)
        decoded = (binary_codec.decode(protocol.request, data) for data in requests)
        threading.Thread(target=stream.read, args=(decoded,), name="gatehouse-stream", daemon=True).start()
        try:
            for message in stream.messages():
                yield binary_codec.encode(message)
        finally:
            with self._lock:
                self._streams.discard(stream)


class _Handlers(grpc.GenericRpcHandler):  # type: ignore[misc]
    """The rpcs by path. Rejects callers without the token before any message is read (HC-14)."""

    def __init__(self, host: ServedHost, serve_stream: Callable[[StreamProtocol[Any, Any], Any], Any]) -> None:
        self._rpcs = {rpc.path: rpc for rpc in host.rpcs(streaming=True)}
        self._streams: dict[str, StreamProtocol[Any, Any]] = {}
        if host.transactor is not None:
            self._streams[_TRANSACT_STREAM] = TransactProtocol(host.transactor)
        if host.admin is not None:
            self._streams[_ADMIN_STREAM] = AdminProtocol(host.admin.rpcs())
        self._serve_stream = serve_stream
        self._tokens = [_digest(token) for token in host.tokens]

    def service(self, details: Any) -> Any:
        rpc = self._rpcs.get(details.method)
        protocol = self._streams.get(details.method)
        if rpc is not None and details.method.startswith(HEALTH_PREFIX):
            return _unread(_fixed(rpc))
        if rpc is None and protocol is None:
            return None
        if not self._knows_token(details.invocation_metadata):
            return _unread(_reject)
        if rpc is None:
            return grpc.stream_stream_rpc_method_handler(partial(self._serve, protocol))
        return grpc.unary_unary_rpc_method_handler(_unary(rpc))

    def _serve(self, protocol: StreamProtocol[Any, Any], requests: Any, _context: Any) -> Any:
        return self._serve_stream(protocol, requests)

    def _knows_token(self, metadata: Any) -> bool:
        if not self._tokens:
            return True
        authorization = next((value for name, value in metadata or () if name == "authorization"), "")
        match = _BEARER.fullmatch(authorization)
        if match is None:
            return False
        sent = _digest(match[1])
        return any([hmac.compare_digest(sent, token) for token in self._tokens])


def _unary(rpc: Rpc) -> Any:
    def handler(data: bytes, context: Any) -> bytes:
        remaining = context.time_remaining()
        request_id = next((value for name, value in context.invocation_metadata() if name == "x-request-id"), None)
        call = Call.within(LONGEST_SECONDS if remaining is None else remaining, request_id)
        if not context.add_callback(call.cancelled.set):
            call.cancelled.set()
        try:
            return rpc.answer(lambda: binary_codec.decode(rpc.request, data), binary_codec.encode, call)
        except Fault as fault:
            context.abort(_STATUS[fault.code], fault.message)
            raise

    return handler


def _unread(answer: Callable[[Any], Iterator[bytes]]) -> Any:
    """Answers a call that anybody may make, unary or not, without reading its request.

    grpcio keeps a thread waiting for the message of a unary call, which a stranger need not send, and decompresses a message
    before it compares its size with the limit.
    """
    return grpc.stream_stream_rpc_method_handler(lambda _requests, context: answer(context))


def _reject(context: Any) -> Iterator[bytes]:
    context.abort(grpc.StatusCode.UNAUTHENTICATED, "the shared token is missing or wrong")
    raise AssertionError("abort raises")


def _fixed(rpc: Rpc) -> Callable[[Any], Iterator[bytes]]:
    """The answer of an rpc to every request, as that of a health check."""
    return lambda _context: iter((rpc.answer(rpc.request, binary_codec.encode, Call.within(LONGEST_SECONDS)),))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
