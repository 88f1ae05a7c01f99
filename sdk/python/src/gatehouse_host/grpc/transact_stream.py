"""BackendService.TransactStream: transactions with ids, answered as they finish, each independent of the others."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Callable, ClassVar, Iterable, Iterator

from ..contract import binary_codec
from ..contract.backend import Fault as FaultMessage
from ..contract.backend import StreamClosing, StreamedOutcome, TransactRequest, TransactStreamResponse
from ..contract.faults import Code, Fault
from ..contract.limits import MAX_OUTCOMES_PER_MESSAGE
from ..contract.message import Field, Kind, Message
from ..service.call import LONGEST_SECONDS, Call
from ..service.rpcs import Rpc
from ..service.transactor import Transactor

#: Transactions of one stream that wait or run. Beyond that the host stops reading, which holds Gatehouse back.
_MAX_IN_FLIGHT = 1024


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


class TransactStream:
    def __init__(self, transactor: Transactor, submit: Callable[..., Any]) -> None:
        self._rpc = Rpc("/gatehouse.host.v1.BackendService/TransactStream", TransactRequest, transactor.transact)
        self._submit = submit
        self._room = threading.BoundedSemaphore(_MAX_IN_FLIGHT)
        self._lock = threading.Lock()
        self._in_flight: set[int] = set()
        self._ending = False
        #: Outcomes, the announcement of the end, and None behind the last one.
        self._outgoing: queue.SimpleQueue[StreamedOutcome | StreamClosing | None] = queue.SimpleQueue()

    def read(self, requests: Iterable[EncodedTransactions]) -> None:
        """Takes transactions until the stream ends. Those that it took run even if the stream breaks."""
        try:
            for message in requests:
                for transaction in message.transactions:
                    self._take(transaction)
        except Exception:
            # The stream broke, or its data is none: by contract, the outcome of what is under way is unknown then.
            pass
        finally:
            with self._lock:
                self._ending = True
                self._end_if_idle()

    def shut_down(self) -> None:
        """Announces the end of the stream, answers what it has taken, and ignores what still arrives."""
        with self._lock:
            if not self._ending:
                self._ending = True
                self._outgoing.put(StreamClosing(taken=tuple(self._in_flight)))
                self._end_if_idle()

    def messages(self) -> Iterator[TransactStreamResponse]:
        """The answers; those that are ready together share a message."""
        following: StreamedOutcome | StreamClosing | None = self._outgoing.get()
        while following is not None:
            if isinstance(following, StreamClosing):
                yield TransactStreamResponse(closing=following)
                following = self._outgoing.get()
                continue
            outcomes = [following]
            following = self._next(outcomes)
            yield TransactStreamResponse(outcomes=tuple(outcomes))
            if following is _NOTHING_READY:
                following = self._outgoing.get()

    def _next(self, outcomes: list[StreamedOutcome]) -> StreamedOutcome | StreamClosing | None:
        """Adds the outcomes that are ready, and returns what follows them."""
        while True:
            try:
                ready = self._outgoing.get_nowait()
            except queue.Empty:
                return _NOTHING_READY
            if not isinstance(ready, StreamedOutcome) or len(outcomes) == MAX_OUTCOMES_PER_MESSAGE:
                return ready
            outcomes.append(ready)

    def _take(self, transaction: EncodedTransaction) -> None:
        with self._lock:
            if self._ending:
                # By the announcement, Gatehouse knows that this one was not taken, and resends it.
                return
            if transaction.id in self._in_flight:
                fault = FaultMessage(code=Code.INVALID_ARGUMENT, message="id: is in flight already")
                self._outgoing.put(StreamedOutcome(id=transaction.id, fault=fault))
                return
            self._in_flight.add(transaction.id)
        self._room.acquire()
        timeout = LONGEST_SECONDS if transaction.timeout is None else transaction.timeout.total_seconds()
        self._submit(self._run, transaction, Call.within(timeout, transaction.request_id))

    def _run(self, transaction: EncodedTransaction, call: Call) -> None:
        outcome = self._outcome(transaction, call)
        self._room.release()
        with self._lock:
            self._in_flight.discard(transaction.id)
            self._outgoing.put(outcome)
            self._end_if_idle()

    def _outcome(self, transaction: EncodedTransaction, call: Call) -> StreamedOutcome:
        try:
            response: Any = self._rpc.invoke(lambda: binary_codec.decode(TransactRequest, transaction.request), call)
            return StreamedOutcome(id=transaction.id, response=response)
        except Fault as fault:
            return StreamedOutcome(id=transaction.id, fault=FaultMessage(code=fault.code, message=fault.message))

    def _end_if_idle(self) -> None:
        if self._ending and not self._in_flight:
            self._outgoing.put(None)


_NOTHING_READY = StreamedOutcome()
