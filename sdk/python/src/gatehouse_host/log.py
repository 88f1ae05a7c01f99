"""What a failed call writes to the log ``gatehouse_host``: never a secret of the request."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import threading
import traceback
from contextlib import suppress
from typing import Any, Iterator

from .contract.faults import Code, Fault
from .contract.message import Kind, Malformed, Message
from .errors import DeadlineExceeded, Unavailable
from .missing_tables import missing_text


class _Log:
    """The log ``gatehouse_host``. A handler or a filter of the application that fails, fails no call."""

    def __init__(self, name: str) -> None:
        self._log = logging.getLogger(name)

    def log(self, level: int, message: str, *args: object) -> None:
        self._write(level, message, args)

    def warning(self, message: str, *args: object) -> None:
        self._write(logging.WARNING, message, args)

    def exception(self, message: str, *args: object) -> None:
        self._write(logging.ERROR, message, args, exc_info=True)

    def _write(self, level: int, message: str, args: tuple[object, ...], exc_info: bool = False) -> None:
        try:
            self._log.log(level, message, *args, exc_info=exc_info, stacklevel=3)
        except Exception:
            # As handlers do it for their own failures. Without what it happened behind, which may have secrets.
            if logging.raiseExceptions and sys.stderr:
                with suppress(Exception):
                    traceback.print_exc(file=sys.stderr, chain=False)


logger = _Log("gatehouse_host")

REDACTED = "[secret]"


def ends_its_call_only(error: BaseException) -> bool:
    """Whether an exception of the application is a failed call, rather than the end of the process or thread that serves it.

    A cancelled task of asyncio, an expired timeout of gevent and ``sys.exit()`` are no Exception. In a thread of ours, they would
    leave the call without an answer, or end the event loop behind it. In the main thread, the last one may be of a signal.
    """
    if isinstance(error, (Exception, asyncio.CancelledError)):
        return True
    return threading.current_thread() is not threading.main_thread()


def fault_of(error: BaseException) -> Fault:
    """The fault that Gatehouse gets. The details of an unexpected error stay in this process's log. Never raises."""
    try:
        return _known_fault_of(error)
    except Exception:
        # An exception of the application may raise another one when it is read.
        return Fault(Code.INTERNAL, _FAILED)


_FAILED = "the host failed; see its log for this request id"


def _known_fault_of(error: BaseException) -> Fault:
    if isinstance(error, Fault):
        return error
    if isinstance(error, Malformed):
        return Fault(Code.INVALID_ARGUMENT, str(error))
    if isinstance(error, DeadlineExceeded):
        return Fault(Code.DEADLINE_EXCEEDED, str(error))
    if isinstance(error, Unavailable):
        return Fault(Code.UNAVAILABLE, "the host cannot respond right now")
    # The most frequent mistake of a new host. The commands of Gatehouse show this text.
    missing = missing_text(error)
    return Fault(Code.INTERNAL, _FAILED if missing is None else missing)


def log_failure(rpc: str, request_id: str, error: BaseException, request: Message | None) -> None:
    """Never raises."""
    expected = isinstance(error, (DeadlineExceeded, Unavailable))
    level = logging.WARNING if expected else logging.ERROR
    logger.log(level, "%s", failure_line(rpc, request_id, error, request))


def failure_line(rpc: str, request_id: str, error: BaseException, request: Message | None) -> str:
    """Never raises."""
    is_known = isinstance(error, (Fault, Malformed, DeadlineExceeded))
    try:
        text = str(error) if is_known else f"{_advice(error)}{_describe(error, request)}"
    except Exception:
        text = f"an exception that cannot be read, a {type(error).__name__}"
    return f"{rpc} failed: {fault_of(error).code.name} (request {request_id}): {text}"


def _advice(error: BaseException) -> str:
    missing = missing_text(error)
    return "" if missing is None else f"{missing}\n"


def _describe(error: BaseException, request: Message | None) -> str:
    """The traceback. Drivers put parameters of statements into their texts, so every secret is replaced."""
    for each in _chain(error):
        if hasattr(each, "hide_parameters"):
            setattr(each, "hide_parameters", True)  # SQLAlchemy then leaves them out.
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    # A long one may contain a short one.
    for secret in sorted(set(_secrets(request)), key=len, reverse=True):
        text = text.replace(secret, REDACTED)
    return text


def _chain(error: BaseException) -> list[BaseException]:
    """All errors that the traceback prints: causes, contexts and members of groups."""
    found = [error]
    for each in found:
        others = (each.__cause__, each.__context__, *getattr(each, "exceptions", ()))
        found += [other for other in others if other is not None and not any(other is known for known in found)]
    return found


#: A text that is shorter occurs everywhere, and reveals little.
_SHORTEST_SECRET = 4


def _secrets(message: Message | None, inside: bool = False) -> Iterator[str]:
    """Each secret in every form in which a text may hold it. ``inside``: of a message that is secret as a whole."""
    if message is None:
        return
    for field in message.FIELDS:
        value: Any = getattr(message, field.name)
        for each in value if field.repeated else (value,):
            if field.kind is Kind.MESSAGE:
                yield from _secrets(each, inside or field.secret)
            elif inside and (not isinstance(each, (str, bytes)) or len(each) < _SHORTEST_SECRET):
                continue
            elif (inside or field.secret) and isinstance(each, bytes) and each:
                yield from (each.hex(), repr(each)[2:-1], each.decode("latin-1"))
            elif (inside or field.secret) and isinstance(each, str) and each:
                yield from _spellings(each)


def _spellings(secret: str) -> Iterator[str]:
    """A text, and each of its lines, as it is, in repr() as in a KeyError, and in JSON."""
    lines = (line.strip() for line in secret.splitlines())
    for each in (secret, *(line for line in lines if len(line) >= _SHORTEST_SECRET)):
        yield from (each, repr(each)[1:-1], json.dumps(each)[1:-1], json.dumps(each, ensure_ascii=False)[1:-1])
