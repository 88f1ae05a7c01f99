"""BackendService.TransactStream: transactions with ids."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar

from ..contract import binary_codec
from ..contract.backend import Fault as FaultMessage
from ..contract.backend import StreamClosing, StreamedOutcome, TransactRequest, TransactStreamResponse
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


class TransactProtocol:
    request: type[Message] = EncodedTransactions

    def __init__(self, transactor: Transactor) -> None:
        self._rpc = Rpc("/gatehouse.host.v1.BackendService/TransactStream", TransactRequest, transactor.transact)

    def calls(self, message: EncodedTransactions) -> tuple[EncodedTransaction, ...]:
        return message.transactions

    def cancelled(self, _message: EncodedTransactions) -> tuple[int, ...]:
        return ()

    def run(self, streamed: EncodedTransaction, call: Call) -> StreamedOutcome:
        response: Any = self._rpc.invoke(lambda: binary_codec.decode(TransactRequest, streamed.request), call)
        return StreamedOutcome(id=streamed.id, response=response)

    def fault(self, id: int, fault: Fault) -> StreamedOutcome:
        return StreamedOutcome(id=id, fault=FaultMessage(code=fault.code, message=fault.message))

    def fits(self, answers: list[StreamedOutcome], _another: StreamedOutcome) -> bool:
        return len(answers) < MAX_OUTCOMES_PER_MESSAGE

    def message(self, answers: list[StreamedOutcome]) -> TransactStreamResponse:
        return TransactStreamResponse(outcomes=tuple(answers))

    def closing(self, taken: tuple[int, ...]) -> TransactStreamResponse:
        return TransactStreamResponse(closing=StreamClosing(taken=taken))
