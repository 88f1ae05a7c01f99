"""The host accepts a second token while one replaces the other (HC-16)."""

from __future__ import annotations

import grpc
import pytest

from gatehouse_host import Host
from gatehouse_host.http.connect import Accepted, ConnectServer

DESCRIBE = "/gatehouse.host.v1.HostService/Describe"
TOKEN = "a-shared-token-of-the-test"
PREVIOUS = "the-token-before-that-one"


def test_either_token_is_accepted_over_http() -> None:
    host = Host("A", token=TOKEN, previous_token=PREVIOUS)
    server = ConnectServer(host.rpcs(), host.tokens)
    for token, accepted in ((TOKEN, True), (PREVIOUS, True), (TOKEN + PREVIOUS, False), ("", False)):
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        assert isinstance(server.accept("POST", DESCRIBE, headers), Accepted) is accepted


def test_either_token_is_accepted_over_grpc() -> None:
    server = Host("A", token=TOKEN, previous_token=PREVIOUS).grpc("127.0.0.1:0")
    server.start()
    try:
        with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            describe = channel.unary_unary(DESCRIBE)
            for token in (TOKEN, PREVIOUS):
                assert b"A" in describe(b"", metadata=[("authorization", f"Bearer {token}")])
            with pytest.raises(grpc.RpcError) as refused:
                describe(b"", metadata=[("authorization", f"Bearer {TOKEN}{PREVIOUS}")])
            assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED
    finally:
        server.stop(0)


def test_the_second_token_needs_a_first_one_and_is_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GATEHOUSE_HOST__TOKEN", raising=False)
    with pytest.raises(ValueError, match="token is not"):
        Host("A", previous_token=PREVIOUS)
    with pytest.raises(ValueError, match="16 to 512 visible ASCII"):
        Host("A", token=TOKEN, previous_token="short")
    for unfit in (f"{TOKEN}\n", f"{TOKEN} {TOKEN}", "x" * 513):
        with pytest.raises(ValueError, match="no space and no line break"):
            Host("A", token=unfit)
