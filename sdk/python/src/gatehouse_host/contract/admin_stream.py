"""gatehouse/host/v1/admin_stream.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from .backend import Fault, StreamClosing
from .message import Field, Kind, Message, Rules


@dataclass(frozen=True)
class StreamedCall(Message):
    """StreamedCall is one call on the stream."""

    #: Matches the answer to the call. Unique among the calls in flight on this stream.
    id: int = 0
    #: Service and rpc: "AdminRecordService.ListRecords".
    method: str = ""
    #: The request message of that rpc, encoded.
    request: bytes = b""
    #: Time after receipt when Gatehouse stops waiting.
    timeout: timedelta | None = None
    #: The request id, which a unary call carries as the metadata x-request-id.
    request_id: str = ""
    #: W3C trace context, as the metadata traceparent; empty when there is none.
    traceparent: str = ""
    #: W3C trace context, as the metadata tracestate; empty when there is none.
    tracestate: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamedCall"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.UINT32),
        Field(2, "method", "method", Kind.STRING, rules=Rules(required=True)),
        Field(3, "request", "request", Kind.BYTES, secret=True),
        Field(4, "timeout", "timeout", Kind.DURATION, presence=True),
        Field(5, "request_id", "requestId", Kind.STRING),
        Field(6, "traceparent", "traceparent", Kind.STRING),
        Field(7, "tracestate", "tracestate", Kind.STRING),
    )


@dataclass(frozen=True)
class AdminStreamRequest(Message):
    """AdminStreamRequest carries calls towards the host. Gatehouse puts calls that are ready at the same moment in one
    message of at most 1 MiB; it sends a longer call as a unary call.
    """

    #: Empty if the message only cancels calls.
    calls: tuple[StreamedCall, ...] = ()
    #: Ids of calls in flight whose caller no longer waits, like the cancellation of a unary call. The host stops
    #: their queries and rolls back uncommitted changes. It still answers them, so that their ids become free. It
    #: ignores an id that is not in flight.
    cancelled: tuple[int, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminStreamRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "calls", "calls", Kind.MESSAGE, repeated=True, of=StreamedCall),
        Field(2, "cancelled", "cancelled", Kind.UINT32, repeated=True),
    )


@dataclass(frozen=True)
class StreamedAnswer(Message):
    """StreamedAnswer is the result of one call on the stream."""

    #: The id of the call.
    id: int = 0
    #: The response message of the rpc, encoded.
    response: bytes | None = None
    #: The fault with which a unary call would have failed.
    fault: Fault | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamedAnswer"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.UINT32),
        Field(2, "response", "response", Kind.BYTES, presence=True, oneof="outcome", secret=True),
        Field(3, "fault", "fault", Kind.MESSAGE, presence=True, oneof="outcome", of=Fault),
    )


@dataclass(frozen=True)
class AdminStreamResponse(Message):
    """AdminStreamResponse carries answers back, in any order and grouping. A message stays below 4 MB, the default
    limit of gRPC.
    """

    #: Empty only in the message that carries `closing`.
    answers: tuple[StreamedAnswer, ...] = ()
    #: Set in one message before the host ends the stream; absent otherwise. Optional: without it, the outcome of
    #: every call that the end of the stream leaves unanswered is unknown.
    closing: StreamClosing | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminStreamResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "answers", "answers", Kind.MESSAGE, repeated=True, of=StreamedAnswer),
        Field(2, "closing", "closing", Kind.MESSAGE, presence=True, of=StreamClosing),
    )
