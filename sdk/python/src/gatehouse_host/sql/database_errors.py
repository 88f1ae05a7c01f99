"""What an error of a database driver means for the caller, and whether the transaction is worth a second attempt."""

from __future__ import annotations

import random
import sqlite3
import time
from typing import Any, Callable, TypeVar

from ..causes import causes_of
from ..errors import DeadlineExceeded, Unavailable
from ..log import logger
from ..service.call import Call

T = TypeVar("T")

MAX_ATTEMPTS = 10

#: serialization_failure, deadlock_detected: the server rolled back, and another attempt may succeed.
_LOST_AGAINST_ANOTHER = {"40001", "40P01"}
#: By the statement_timeout, which is set from the deadline.
_QUERY_CANCELED = "57014"
#: lock_not_available: not within the lock_timeout of the server or the application.
_LOCKED = "55P03"
#: Connection errors of the server, a user or a database that it does not accept, out of resources, shutting down, a
#: server that only reads (a standby), a session that the server ended because its transaction was idle or took too long.
_AWAY = ("08", "25006", "25P03", "25P04", "28", "3D", "53", "57P")


class LostConflict(Unavailable):
    """The transaction was rolled back because of another one."""


class OutcomeUnknown(Unavailable):
    """The connection was lost at the commit: the transaction may have taken effect, so that it must not run again."""


def raise_unknown_outcome(error: Exception) -> None:
    """Raises OutcomeUnknown for an error of PostgreSQL's COMMIT that leaves it open."""
    meaning = meaning_of(error)
    if isinstance(meaning, Unavailable) and not isinstance(meaning, LostConflict):
        raise OutcomeUnknown("lost the connection at the commit") from error


def log_after_commit() -> None:
    """Logs the current exception, of a function that the application runs after the commit.

    The transaction has taken effect. For a client whose code or token is spent, an error would cost all of its tokens.
    """
    logger.exception(
        "a function of the application that runs after the commit failed (transaction.on_commit in Django, after_commit in "
        "SQLAlchemy); the transaction has taken effect"
    )


#: Of libpq: a statement of the transaction failed, and only a rollback is possible.
_IN_ERROR = 3


def require_unfailed(driver: Any) -> None:
    """Raises RuntimeError for a transaction of PostgreSQL in which a statement failed.

    PostgreSQL answers its COMMIT with ROLLBACK, and no error. ``driver`` is a connection of psycopg2 or psycopg, which knows
    the state without asking the server.
    """
    if driver.info.transaction_status == _IN_ERROR:
        raise RuntimeError(
            "a statement failed and a hook or an action ignored its error, so the transaction was rolled back; run a statement "
            "that may fail in a savepoint (tx.begin_nested() in SQLAlchemy, transaction.atomic() in Django)"
        )


def meaning_of(error: BaseException) -> BaseException:
    """The exception for the caller: ``error`` itself if it is a bug."""
    if isinstance(error, OutcomeUnknown):
        return error
    for cause in causes_of(error):
        state = getattr(cause, "sqlstate", None) or getattr(cause, "pgcode", None)
        if isinstance(state, str):
            return _meaning_of_state(state, error)
        if isinstance(cause, sqlite3.OperationalError) and str(cause) == "interrupted":
            return DeadlineExceeded()
        if isinstance(cause, sqlite3.OperationalError) and _is_unusable(cause):
            return Unavailable(f"SQLite cannot use its file: {cause}")
        # The driver of PostgreSQL has no code for a server that it cannot reach, or that it lost.
        if type(cause).__module__.split(".")[0] in ("psycopg2", "psycopg") and _is_operational(cause):
            return Unavailable("lost the connection to the database")
        if type(cause).__module__ == "sqlalchemy.exc" and type(cause).__name__ == "TimeoutError":
            return Unavailable("no connection of the pool became free in time")
    return error


def _meaning_of_state(state: str, error: BaseException) -> BaseException:
    if state in _LOST_AGAINST_ANOTHER:
        return LostConflict("the transaction kept conflicting with others")
    if state == _QUERY_CANCELED:
        return DeadlineExceeded()
    if state == _LOCKED:
        return Unavailable("a lock did not become free")
    if state.startswith(_AWAY) and state != "08P01":
        return Unavailable("lost the connection to the database")
    return error


#: SQLite's texts for a lock that lasts, a full disk, a file or file system that only reads, a broken disk, a missing folder.
_UNUSABLE_FILE = ("is locked", "disk is full", "readonly database", "disk I/O error", "unable to open")


def _is_unusable(error: sqlite3.OperationalError) -> bool:
    return any(text in str(error) for text in _UNUSABLE_FILE)


def _is_operational(error: BaseException) -> bool:
    return any(base.__name__ in ("OperationalError", "InterfaceError") for base in type(error).__mro__)


def with_retries(attempt: Callable[[], T], call: Call) -> T:
    """Runs a transaction until it no longer loses against others, at most until the deadline."""
    for number in range(1, MAX_ATTEMPTS + 1):
        call.require_wanted()
        try:
            return attempt()
        except Exception as error:
            meaning = meaning_of(error)
            # SQLite gives up waiting for a lock on its own, and counts in whole milliseconds.
            is_known = not isinstance(meaning, OutcomeUnknown)
            if isinstance(meaning, Unavailable) and is_known and time.monotonic() >= call.deadline - 0.001:
                raise DeadlineExceeded from error
            if not isinstance(meaning, LostConflict) or number == MAX_ATTEMPTS:
                if meaning is error:
                    raise
                raise meaning from error
        time.sleep(min(random.random() * 2**number / 1000, call.remaining()))
    raise AssertionError("unreachable")
