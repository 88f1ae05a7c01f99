"""What a caller without the token can do to a host over gRPC: nothing (HC-14)."""

from __future__ import annotations

import threading
from typing import Iterator

import grpc
import pytest

from gatehouse_host import Host
from gatehouse_host.contract.limits import MAX_MESSAGE_BYTES
from gatehouse_host.grpc.server import GrpcServer

DESCRIBE = "/gatehouse.host.v1.HostService/Describe"
HEALTH = "/grpc.health.v1.Health/Check"
TOKEN = "a-shared-token-of-the-test"
#: Of the server. It has 18 threads for gRPC.
THREADS = 1
#: A health check that serves: field 1, the value SERVING.
SERVING = b"\x08\x01"


@pytest.fixture
def server() -> Iterator[GrpcServer]:
    server = Host("A", token=TOKEN).grpc("127.0.0.1:0", threads=THREADS)
    server.start()
    yield server
    server.stop(0)


@pytest.fixture
def channel(server: GrpcServer) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        yield channel


@pytest.mark.parametrize("path", [DESCRIBE, HEALTH])
def test_calls_that_send_no_message_take_no_thread(channel: grpc.Channel, path: str) -> None:
    over = threading.Event()

    def no_message() -> Iterator[bytes]:
        over.wait()
        yield from ()

    started = [channel.stream_stream(path)(no_message()) for _ in range(40)]
    try:
        # On the same connection, so that the server takes it after the others.
        described = channel.unary_unary(DESCRIBE)(b"", metadata=[("authorization", f"Bearer {TOKEN}")], timeout=60)
        assert b"A" in described
    finally:
        over.set()
        for call in started:
            call.cancel()


def test_a_compressed_message_of_a_stranger_is_not_decompressed(channel: grpc.Channel) -> None:
    for path in (DESCRIBE, HEALTH):
        call = channel.unary_unary(path)
        try:
            assert call(bytes(2 * MAX_MESSAGE_BYTES), compression=grpc.Compression.Gzip, timeout=30) == SERVING
        except grpc.RpcError as refused:
            # Its size would be the reason if it had been decompressed.
            assert (path, refused.code()) == (DESCRIBE, grpc.StatusCode.UNAUTHENTICATED)
