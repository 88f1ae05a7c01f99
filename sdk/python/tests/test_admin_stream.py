"""AdminStream: calls with ids, independent of each other (admin_stream.proto). check-host calls it over a socket."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, Iterator

import pytest

from gatehouse_host.contract import binary_codec
from gatehouse_host.contract.admin_directory import (
    Administrator,
    AdministratorCredentials,
    FindAdministratorRequest,
    FindAdministratorResponse,
)
from gatehouse_host.contract.admin_stream import AdminStreamRequest, AdminStreamResponse, StreamedAnswer, StreamedCall
from gatehouse_host.contract.faults import Code
from gatehouse_host.grpc.admin_stream import AdminProtocol
from gatehouse_host.grpc.call_stream import CallStream
from gatehouse_host.grpc.stalls import Stalls
from gatehouse_host.service.call import Call
from gatehouse_host.service.rpcs import Rpc

FIND = "AdminDirectoryService.FindAdministrator"


class Host:
    """One rpc, whose calls wait where a test wants it."""

    def __init__(self) -> None:
        self.started = threading.Semaphore(0)
        self.may_end = threading.Event()
        rpc = Rpc("/gatehouse.host.v1.AdminDirectoryService/FindAdministrator", FindAdministratorRequest, self.find)
        self.pool = ThreadPoolExecutor(4)
        self.stream: CallStream[Any, Any] = CallStream(AdminProtocol([rpc]), self.pool.submit, Stalls())

    def find(self, request: FindAdministratorRequest, call: Call) -> FindAdministratorResponse:
        if request.identifier == "wait":
            self.started.release()
            assert self.may_end.wait(30)
        if request.identifier == "cancelled":
            self.started.release()
            assert call.cancelled.wait(30)
        if request.identifier == "long":
            return Long(text=b"x" * (3 * 1024 * 1024 + 1))
        if request.identifier == "not text":
            return FindAdministratorResponse(AdministratorCredentials(Administrator(login="\ud800")))
        call.require_wanted()
        return FindAdministratorResponse()

    def answers(self) -> Iterator[AdminStreamResponse]:
        for message in self.stream.messages():
            assert isinstance(message, AdminStreamResponse)
            yield message


def Long(text: bytes) -> Any:
    return StreamedAnswer(id=0, response=text)


@pytest.fixture
def host() -> Iterator[Host]:
    host = Host()
    yield host
    host.may_end.set()
    host.pool.shutdown()


def streamed(id: int, identifier: str = "a", method: str = FIND, timeout: float = 30) -> StreamedCall:
    request = binary_codec.encode(FindAdministratorRequest(identifier))
    return StreamedCall(id, method, request, timedelta(seconds=timeout), f"r{id}")


def codes(host: Host) -> dict[int, int]:
    """0 for an answer that is no fault."""
    return {
        answer.id: answer.fault.code if answer.fault else 0 for message in host.answers() for answer in message.answers
    }


def test_a_fault_stays_with_its_call(host: Host) -> None:
    calls = (
        streamed(1),
        streamed(2, method="AdminRecordService.Nothing"),
        StreamedCall(3, FIND, b"\x0f"),
        streamed(4, "long"),
        streamed(5, timeout=0),
        streamed(6),
        streamed(7, "not text"),
    )
    host.stream.read([AdminStreamRequest(calls)])
    assert codes(host) == {
        1: 0,
        2: Code.UNIMPLEMENTED,
        3: Code.INVALID_ARGUMENT,
        4: Code.RESOURCE_EXHAUSTED,
        5: Code.DEADLINE_EXCEEDED,
        6: 0,
        7: Code.INTERNAL,
    }


def test_an_id_in_flight_is_not_taken_again(host: Host) -> None:
    def requests() -> Iterator[AdminStreamRequest]:
        yield AdminStreamRequest((streamed(1, "wait"),))
        host.started.acquire()
        yield AdminStreamRequest((streamed(1), streamed(2)))
        host.may_end.set()

    host.stream.read(requests())
    answers = [answer for message in host.answers() for answer in message.answers]
    assert sorted((answer.id, answer.fault is None) for answer in answers) == [(1, False), (1, True), (2, True)]


def test_a_cancelled_call_ends_and_frees_its_id(host: Host) -> None:
    def requests() -> Iterator[AdminStreamRequest]:
        yield AdminStreamRequest((streamed(1, "cancelled"),))
        host.started.acquire()
        yield AdminStreamRequest(cancelled=(1, 7))

    host.stream.read(requests())
    assert codes(host) == {1: Code.DEADLINE_EXCEEDED}


def test_the_end_is_announced_with_the_calls_that_were_taken(host: Host) -> None:
    def requests() -> Iterator[AdminStreamRequest]:
        yield AdminStreamRequest((streamed(1, "wait"),))
        host.started.acquire()
        host.stream.shut_down()
        yield AdminStreamRequest((streamed(2),))
        host.may_end.set()

    host.stream.read(requests())
    messages = list(host.answers())
    assert messages[0].closing is not None and messages[0].closing.taken == (1,)
    assert [answer.id for message in messages for answer in message.answers] == [1]


def test_a_message_stays_below_the_limit(host: Host) -> None:
    protocol = host.stream.protocol
    half = StreamedAnswer(id=1, response=b"x" * 600_000)
    assert not protocol.fits([half], half)
    assert protocol.fits([StreamedAnswer(id=1, response=b"")], half)
