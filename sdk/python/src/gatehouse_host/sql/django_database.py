"""Django 3.2 and later: the stores on a database of ``settings.DATABASES``."""

from __future__ import annotations

import os
import re
import threading
from functools import lru_cache
from typing import Any, Callable, TypeVar

from django.db import connections, transaction

from ..errors import DeadlineExceeded
from ..service.call import Call
from .database import TAKE_WRITE_LOCK, Parameters
from .database_errors import with_retries

T = TypeVar("T")

_PARAMETER = re.compile(r"(?<![:\w]):(\w+)")


@lru_cache(maxsize=None)
def _compiled(sql: str) -> tuple[str, tuple[str, ...]]:
    """The statement with Django's placeholders, and the names of its parameters in their order."""
    return _PARAMETER.sub("%s", sql.replace("%", "%%")), tuple(_PARAMETER.findall(sql))


class DjangoTransaction:
    """``handle`` is the connection, inside ``transaction.atomic``: models of this database are part of it."""

    def __init__(self, connection: Any) -> None:
        self.handle = connection
        self.is_postgresql = connection.vendor == "postgresql"

    def all(self, sql: str, parameters: Parameters) -> list[tuple[Any, ...]]:
        compiled, names = _compiled(sql)
        with self.handle.cursor() as cursor:
            cursor.execute(compiled, [parameters[name] for name in names])
            return [tuple(row) for row in cursor.fetchall()]

    def run(self, sql: str, parameters: Parameters) -> int:
        compiled, names = _compiled(sql)
        with self.handle.cursor() as cursor:
            cursor.execute(compiled, [parameters[name] for name in names])
            return int(cursor.rowcount)


class DjangoDatabase:
    def __init__(self, alias: str) -> None:
        vendor = connections[alias].vendor
        if vendor not in ("sqlite", "postgresql"):
            raise TypeError(f"Gatehouse's tables need SQLite or PostgreSQL, not {vendor}")
        self._alias = alias
        self._pid = os.getpid()
        #: Writers of this process wait here in turn: SQLite itself lets them poll, and some would starve.
        self._turn = threading.Lock()
        self.is_postgresql = vendor == "postgresql"

    def transaction(self, work: Callable[[DjangoTransaction], T], call: Call, read_only: bool) -> T:
        self._after_fork()
        if read_only or self.is_postgresql:
            return with_retries(lambda: self._attempt(work, call, read_only), call)
        if not self._turn.acquire(timeout=call.remaining()):
            raise DeadlineExceeded
        try:
            return with_retries(lambda: self._attempt(work, call, read_only), call)
        finally:
            self._turn.release()

    def _attempt(self, work: Callable[[DjangoTransaction], T], call: Call, read_only: bool) -> T:
        connection: Any = connections[self._alias]
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        # durable: an enclosing transaction would commit later than the answer says.
        with transaction.atomic(using=self._alias, durable=True):
            tx = DjangoTransaction(connection)
            if self.is_postgresql:
                milliseconds = max(1, int(call.remaining() * 1000))
                tx.run(f"set local statement_timeout = {milliseconds}", {})
            elif not read_only:
                tx.run(TAKE_WRITE_LOCK, {})
            result = work(tx)
            call.require_wanted()
        return result

    def _after_fork(self) -> None:
        """A forked process must not use the connection of its parent: leaves it to it, unclosed."""
        if self._pid == os.getpid():
            return
        self._turn = threading.Lock()
        connection: Any = connections[self._alias]
        _LEFT_TO_PARENT.append(connection.connection)
        connection.connection = None
        self._pid = os.getpid()


#: Keeps them from being closed, which would end the parent's session.
_LEFT_TO_PARENT: list[Any] = []
