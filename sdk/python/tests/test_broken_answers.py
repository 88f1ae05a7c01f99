"""A response that cannot be encoded, and whatever the application raises, fails alone, on each transport (HC-5, HC-7, HC-95)."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Any, Iterator

import grpc
import pytest

from gatehouse_host import Host, OAuth
from gatehouse_host.contract import binary_codec, json_codec
from gatehouse_host.contract.backend import (
    Client,
    FindClient,
    Operation,
    TransactRequest,
    TransactResponse,
    TransactStreamResponse,
)
from gatehouse_host.contract.faults import Code
from gatehouse_host.contract.sign_in import ResolveUserRequest, SignedInUser
from gatehouse_host.grpc.transact_stream import EncodedTransaction, EncodedTransactions
from gatehouse_host.http.connect import Accepted, ConnectServer, Response

TOKEN = "a-shared-token-of-the-test"
TRANSACT = "/gatehouse.host.v1.BackendService/Transact"
RESOLVE = "/gatehouse.host.v1.SignInService/ResolveUser"
HALF_A_PAIR = "\ud83d"


class Stores:
    """Finds a client for every id, with a name that is the id."""

    @property
    def clients(self) -> Stores:
        return self

    def find(self, client_id: str) -> Client:
        return Client(client_id=client_id, client_name=HALF_A_PAIR if client_id == "broken" else client_id)


class Backend:
    supports_redeem = False

    def transaction(self, work: Any, _call: Any, _read_only: bool) -> Any:
        return work(Stores())


def find(client_id: str) -> TransactRequest:
    return TransactRequest(operations=(Operation(find_client=FindClient(client_id=client_id)),))


@pytest.fixture
def host() -> Host:
    return Host(
        "A",
        token=TOKEN,
        oauth=OAuth(issuer="https://notes.example"),
        backend=Backend(),
        sign_in=lambda _request: SignedInUser(user_id="u1", display_name=HALF_A_PAIR),
    )


@pytest.fixture
def channel(host: Host) -> Iterator[grpc.Channel]:
    server = host.grpc("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        yield channel
    server.stop(0)


METADATA = [("authorization", f"Bearer {TOKEN}")]


def test_over_http_it_is_an_error_of_connect_and_not_of_the_application(
    host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    server = ConnectServer(host.rpcs(), host.tokens)
    cases = ((TRANSACT, find("broken")), (RESOLVE, ResolveUserRequest()))
    for path, request in cases:
        for codec, media_type in ((json_codec, "application/json"), (binary_codec, "application/proto")):
            headers = {"authorization": f"Bearer {TOKEN}", "content-type": media_type}
            accepted = server.accept("POST", path, headers)
            assert isinstance(accepted, Accepted)
            with caplog.at_level(logging.ERROR, "gatehouse_host"):
                response = accepted.respond(codec.encode(request))
            assert isinstance(response, Response)
            assert (response.status, b'"internal"' in response.body) == (500, True)
            assert "INTERNAL" in caplog.text
            caplog.clear()


def test_over_grpc_it_has_the_status_of_any_other_failure(channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as failed:
        channel.unary_unary(TRANSACT)(binary_codec.encode(find("broken")), metadata=METADATA, timeout=30)
    assert failed.value.code() is grpc.StatusCode.INTERNAL
    assert "see its log" in failed.value.details()


def test_it_leaves_the_other_transactions_of_its_stream_alone(channel: grpc.Channel) -> None:
    ids = {1: "a", 2: "broken", 3: "b"}
    calls = [
        EncodedTransaction(id, binary_codec.encode(find(name)), timedelta(seconds=30)) for id, name in ids.items()
    ]
    stream = channel.stream_stream("/gatehouse.host.v1.BackendService/TransactStream")
    sent = iter([binary_codec.encode(EncodedTransactions(tuple(calls)))])
    answers = stream(sent, metadata=METADATA, timeout=30)
    found: dict[int, Any] = {}
    for data in answers:
        for outcome in binary_codec.decode(TransactStreamResponse, data).outcomes:
            found[outcome.id] = outcome
    assert found[2].fault.code == Code.INTERNAL
    for id in (1, 3):
        response = found[id].response
        assert isinstance(response, TransactResponse) and response.committed is not None
        assert response.committed.results[0].find_client.client.client_name == ids[id]  # type: ignore[union-attr]


class Unreadable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no")

    orig = property(__str__)


#: What an application may raise: the last ones are no Exception.
RAISED = [Unreadable(), asyncio.CancelledError(), SystemExit(2), GeneratorExit()]


@pytest.mark.parametrize("raised", RAISED, ids=lambda error: type(error).__name__)
def test_what_the_application_raises_is_a_failed_call(
    raised: BaseException, host: Host, channel: grpc.Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Stores.find

    def find_or_raise(self: Stores, client_id: str) -> Client:
        if client_id == "raising":
            raise raised
        return found(self, client_id)

    monkeypatch.setattr(Stores, "find", find_or_raise)
    with pytest.raises(grpc.RpcError) as failed:
        channel.unary_unary(TRANSACT)(binary_codec.encode(find("raising")), metadata=METADATA, timeout=30)
    assert failed.value.code() is grpc.StatusCode.INTERNAL

    calls = [EncodedTransaction(id, binary_codec.encode(find(name))) for id, name in {1: "raising", 2: "a"}.items()]
    stream = channel.stream_stream("/gatehouse.host.v1.BackendService/TransactStream")
    sent = iter([binary_codec.encode(EncodedTransactions(tuple(calls)))])
    outcomes = [
        outcome
        for data in stream(sent, metadata=METADATA, timeout=30)
        for outcome in binary_codec.decode(TransactStreamResponse, data).outcomes
    ]
    assert {outcome.id: outcome.fault and outcome.fault.code for outcome in outcomes} == {1: Code.INTERNAL, 2: None}

    app = host.asgi()
    headers = [(b"authorization", f"Bearer {TOKEN}".encode()), (b"content-type", b"application/proto")]
    scope = {"type": "http", "method": "POST", "path": TRANSACT, "headers": headers}
    messages: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if not messages and not received:
            received.append(True)
            return {"type": "http.request", "body": binary_codec.encode(find("raising"))}
        await asyncio.sleep(30)
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    received: list[bool] = []
    asyncio.run(app(scope, receive, send))
    assert messages[0]["status"] == 500
