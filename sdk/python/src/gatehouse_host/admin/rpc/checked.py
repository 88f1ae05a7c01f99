"""An rpc that only has to check its request: all about administrators."""

from __future__ import annotations

from typing import Any, Callable, TypeVar

from ...contract.message import Message
from ...contract.rules import check
from ...service.call import Call
from ...service.rpcs import Rpc

T = TypeVar("T")


def checked(service: str, request: type[Message], answer: Callable[[Any, Call], Message]) -> Rpc:
    def handler(message: Message, call: Call) -> Message:
        check(message)
        return answer(message, call)

    return Rpc(f"{service}/{request.__name__.removesuffix('Request')}", request, handler)


def given(value: T | None) -> T:
    """A required field of a checked request."""
    assert value is not None
    return value
