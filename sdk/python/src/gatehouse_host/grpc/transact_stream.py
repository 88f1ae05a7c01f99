"""BackendService.TransactStream: transactions with ids."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import ClassVar

from ..contract import binary_codec
from ..contract.backend import Fault as FaultMessage
from ..contract.backend import StreamClosing, TransactRequest
from ..contract.faults import Fault
from ..contract.limits import MAX_OUTCOMES_PER_MESSAGE
from ..contract.message import Field, Kind, Message
from ..service.call import Call
from ..service.rpcs import Rpc
from ..service.transactor import Transactor


@dataclass(frozen=True)
class EncodedTransaction(Message):
    """StreamedTransaction, with a request that is still encoded: a malformed one concerns no other on the stream."""

    id: int = 0
    request: bytes = b""
    timeout: timedelta | None = None
    request_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamedTransaction"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.UINT32),
        Field(2, "request", "request", Kind.BYTES),
        Field(3, "timeout", "timeout", Kind.DURATION, presence=True),
        Field(4, "request_id", "requestId", Kind.STRING),
    )


@dataclass(frozen=True)
class EncodedTransactions(Message):
    """TransactStreamRequest."""

    transactions: tuple[EncodedTransaction, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.TransactStreamRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "transactions", "transactions", Kind.MESSAGE, repeated=True, of=EncodedTransaction),
    )


@dataclass(frozen=True)
class EncodedOutcome(Message):
    """StreamedOutcome, with a response that is encoded already: one that has no encoding concerns no other on the stream."""

    id: int = 0
    response: bytes | None = None
    fault: FaultMessage | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamedOutcome"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ("outcome",)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.UINT32),
        Field(2, "response", "response", Kind.BYTES, presence=True, oneof="outcome", secret=True),
        Field(3, "fault", "fault", Kind.MESSAGE, presence=True, oneof="outcome", of=FaultMessage),
    )


@dataclass(frozen=True)
class EncodedOutcomes(Message):
    """TransactStreamResponse."""

    outcomes: tuple[EncodedOutcome, ...] = ()
    closing: StreamClosing | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.TransactStreamResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "outcomes", "outcomes", Kind.MESSAGE, repeated=True, of=EncodedOutcome),
        Field(2, "closing", "closing", Kind.MESSAGE, presence=True, of=StreamClosing),
    )


class TransactProtocol:
    request: type[Message] = EncodedTransactions

    def __init__(self, transactor: Transactor) -> None:
        path = "/gatehouse.host.v1.BackendService/TransactStream"
        self._rpc = Rpc(path, TransactRequest, transactor.transact, transactor.outage)

    def calls(self, message: EncodedTransactions) -> tuple[EncodedTransaction, ...]:
        return message.transactions

    def cancelled(self, _message: EncodedTransactions) -> tuple[int, ...]:
        return ()

    def run(self, streamed: EncodedTransaction, call: Call) -> EncodedOutcome:
        decode = partial(binary_codec.decode, TransactRequest, streamed.request)
        return EncodedOutcome(id=streamed.id, response=self._rpc.answer(decode, binary_codec.encode, call))

    def fault(self, id: int, fault: Fault) -> EncodedOutcome:
        return EncodedOutcome(id=id, fault=FaultMessage(code=fault.code, message=fault.message))

    def fits(self, answers: list[EncodedOutcome], _another: EncodedOutcome) -> bool:
        return len(answers) < MAX_OUTCOMES_PER_MESSAGE

    def message(self, answers: list[EncodedOutcome]) -> EncodedOutcomes:
        return EncodedOutcomes(outcomes=tuple(answers))

    def closing(self, taken: tuple[int, ...]) -> EncodedOutcomes:
        return EncodedOutcomes(closing=StreamClosing(taken=taken))
