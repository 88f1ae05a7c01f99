"""What the databases of both libraries have in common: turns of writers, further attempts, and forks."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from typing import Callable, Generic, TypeVar

from ..errors import DeadlineExceeded
from ..forks import Forks
from ..service.call import Call
from .database import Reader
from .database_errors import with_retries

T = TypeVar("T")
#: The transaction that ``work`` gets.
Tx = TypeVar("Tx", bound=Reader)


class SharedDatabase(ABC, Generic[Tx]):
    """A database that threads of this process use at the same time. ``vendor`` is the library's name of it."""

    def __init__(self, vendor: str) -> None:
        if vendor not in ("sqlite", "postgresql"):
            raise TypeError(f"Gatehouse's tables need SQLite or PostgreSQL, not {vendor}")
        self.is_postgresql = vendor == "postgresql"
        self._forks = Forks()
        #: Writers of this process wait here in turn: SQLite itself lets them poll, and some would starve.
        self._turn = threading.Lock()

    def transaction(self, work: Callable[[Tx], T], call: Call, read_only: bool) -> T:
        """Commits what ``work`` did, or rolls back if it raises. May run it again after a lost conflict."""
        self._forks.renew(self._start_anew)
        if read_only or self.is_postgresql:
            return with_retries(lambda: self._attempt(work, call, read_only), call)
        if not self._turn.acquire(timeout=call.remaining()):
            raise DeadlineExceeded
        try:
            return with_retries(lambda: self._attempt(work, call, read_only), call)
        finally:
            self._turn.release()

    def read(self, work: Callable[[Reader], T], call: Call) -> T:
        """Runs queries, each of which sees its own state of the data."""
        self._forks.renew(self._start_anew)
        return with_retries(lambda: self._attempt_read(work, call), call)

    def _attempt_read(self, work: Callable[[Reader], T], call: Call) -> T:
        return self._attempt(work, call, True)

    @abstractmethod
    def _attempt(self, work: Callable[[Tx], T], call: Call, read_only: bool) -> T:
        """One transaction. Looks right before the commit whether the caller still waits."""

    def _start_anew(self) -> None:
        """In a forked process: a thread of the parent may hold the lock, and none here would release it."""
        self._turn = threading.Lock()
