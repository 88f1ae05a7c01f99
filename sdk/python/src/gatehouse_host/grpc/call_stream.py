"""A stream of calls with ids, answered as they finish, each independent of the others: both streams of the contract."""

from __future__ import annotations

import queue
import threading
from typing import Any, Callable, Generic, Iterable, Iterator, Protocol, TypeVar

from ..contract.faults import Code, Fault
from ..contract.message import Message
from ..log import fault_of
from ..service.call import LONGEST_SECONDS, Call
from .stalls import Stalls

#: A call as it arrives, and its answer.
C = TypeVar("C", bound="StreamedCall", contravariant=True)
A = TypeVar("A")

#: Calls of one stream that wait or run. Beyond that the host stops reading, which holds Gatehouse back.
_MAX_IN_FLIGHT = 1024


class StreamedCall(Protocol):
    @property
    def id(self) -> int:
        ...

    @property
    def timeout(self) -> Any:
        ...

    @property
    def request_id(self) -> str:
        ...


class StreamProtocol(Protocol[C, A]):
    """The messages of one of the streams."""

    #: The message that the stream receives.
    request: type[Message]

    def calls(self, message: Any) -> Iterable[Any]:
        """The calls of a received message."""

    def cancelled(self, message: Any) -> Iterable[int]:
        """Ids of calls whose caller no longer waits."""

    def run(self, streamed: C, call: Call) -> A:
        """Runs a call. Raises Fault."""

    def fault(self, id: int, fault: Fault) -> A:
        """The answer of a call that failed."""

    def fits(self, answers: list[A], another: A) -> bool:
        """Whether one message may hold these answers and another one."""

    def message(self, answers: list[A]) -> Message:
        """The message that carries answers."""

    def closing(self, taken: tuple[int, ...]) -> Message:
        """The message that announces the end of the stream."""


class _Closing:
    def __init__(self, taken: tuple[int, ...]) -> None:
        self.taken = taken


class CallStream(Generic[C, A]):
    def __init__(self, protocol: StreamProtocol[C, A], submit: Callable[..., Any], stalls: Stalls) -> None:
        self.protocol = protocol
        self._submit = submit
        self._stalls = stalls
        self._room = threading.BoundedSemaphore(_MAX_IN_FLIGHT)
        self._lock = threading.Lock()
        self._in_flight: dict[int, Call] = {}
        self._ending = False
        #: Answers, the announcement of the end, and None behind the last one.
        self._outgoing: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def read(self, requests: Iterable[Any]) -> None:
        """Takes calls until the stream ends. Those that it took run even if the stream breaks."""
        try:
            for message in requests:
                for streamed in self.protocol.calls(message):
                    self._take(streamed)
                for id in self.protocol.cancelled(message):
                    self._cancel(id)
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
                self._outgoing.put(_Closing(tuple(self._in_flight)))
                self._end_if_idle()

    def messages(self) -> Iterator[Message]:
        """The answers; those that are ready together share a message."""
        following = self._outgoing.get()
        while following is not None:
            if isinstance(following, _Closing):
                yield self.protocol.closing(following.taken)
                following = self._outgoing.get()
                continue
            answers = [following]
            following = self._next(answers)
            yield self.protocol.message(answers)
            if following is _NOTHING_READY:
                following = self._outgoing.get()

    def _next(self, answers: list[A]) -> Any:
        """Adds the answers that are ready, and returns what follows them."""
        while True:
            try:
                ready = self._outgoing.get_nowait()
            except queue.Empty:
                return _NOTHING_READY
            if ready is None or isinstance(ready, _Closing) or not self.protocol.fits(answers, ready):
                return ready
            answers.append(ready)

    def _take(self, streamed: Any) -> None:
        timeout = LONGEST_SECONDS if streamed.timeout is None else streamed.timeout.total_seconds()
        # Gatehouse has waited as long as the call has. It cannot withdraw a transaction of the stream.
        call = Call.within(min(timeout, LONGEST_SECONDS) - self._stalls.waited, streamed.request_id)
        with self._lock:
            if self._ending:
                # By the announcement, Gatehouse knows that this one was not taken, and resends it.
                return
            if streamed.id in self._in_flight:
                fault = Fault(Code.INVALID_ARGUMENT, "id: is in flight already")
                self._outgoing.put(self.protocol.fault(streamed.id, fault))
                return
            self._in_flight[streamed.id] = call
        self._room.acquire()
        self._submit(self._run, streamed, call)

    def _cancel(self, id: int) -> None:
        """Ignores an id that is not in flight."""
        with self._lock:
            call = self._in_flight.get(id)
        if call is not None:
            call.cancelled.set()

    def _run(self, streamed: Any, call: Call) -> None:
        try:
            answer = self.protocol.run(streamed, call)
        except BaseException as error:
            # Whatever happened: a call without an answer would keep its place, and the stream could never end.
            answer = self.protocol.fault(streamed.id, fault_of(error))
        self._room.release()
        with self._lock:
            self._in_flight.pop(streamed.id, None)
            self._outgoing.put(answer)
            self._end_if_idle()

    def _end_if_idle(self) -> None:
        if self._ending and not self._in_flight:
            self._outgoing.put(None)


_NOTHING_READY = object()
