"""Django 3.2 and later: the stores on a database of ``settings.DATABASES``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Callable, TypeVar

from django.db import connections, transaction

from ..service.call import Call
from .database import TAKE_WRITE_LOCK, Parameters
from .database_errors import raise_unknown_outcome
from .django_forks import leave_to_parent
from .shared_database import SharedDatabase
from .sqlite_deadline import ended_when_over
from .sqlite_texts import with_undecodable_texts

T = TypeVar("T")

#: Attribute of a connection of Django.
_KEPT = "gatehouse_kept"
_PARAMETER = re.compile(r"(?<![:\w]):(\w+)")


@lru_cache(maxsize=512)
def _compiled(sql: str) -> tuple[str, tuple[str, ...]]:
    """The statement with Django's placeholders, and the names of its parameters in their order."""
    return _PARAMETER.sub("%s", sql.replace("%", "%%")), tuple(_PARAMETER.findall(sql))


class DjangoSavepoint:
    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._id = connection.savepoint()

    def keep(self) -> None:
        self._connection.savepoint_commit(self._id)

    def undo(self) -> None:
        # After a failed write of a model, Django allows no statement, not even this one.
        self._connection.set_rollback(False)
        self._connection.savepoint_rollback(self._id)
        self._connection.savepoint_commit(self._id)


class DjangoTransaction:
    """``handle`` is the connection, inside ``transaction.atomic``: models of this database are part of it."""

    def __init__(self, connection: Any) -> None:
        self.handle = connection
        self.is_postgresql = connection.vendor == "postgresql"

    @property
    def kept_by_connection(self) -> dict[Any, Any] | None:
        if self.is_postgresql:
            return None
        # Django opens another connection of the driver whenever it likes.
        driver, kept = vars(self.handle).get(_KEPT, (None, {}))
        if driver is not self.handle.connection:
            kept = {}
            setattr(self.handle, _KEPT, (self.handle.connection, kept))
        found: dict[Any, Any] = kept
        return found

    def all(self, sql: str, parameters: Parameters) -> list[tuple[Any, ...]]:
        compiled, names = _compiled(sql)

        def read() -> list[tuple[Any, ...]]:
            with self.handle.cursor() as cursor:
                cursor.execute(compiled, [parameters[name] for name in names])
                return [tuple(row) for row in cursor.fetchall()]

        return read() if self.is_postgresql else with_undecodable_texts(self.handle.connection, sql, read)

    def run(self, sql: str, parameters: Parameters) -> int:
        compiled, names = _compiled(sql)
        with self.handle.cursor() as cursor:
            cursor.execute(compiled, [parameters[name] for name in names])
            return int(cursor.rowcount)

    def savepoint(self) -> DjangoSavepoint:
        return DjangoSavepoint(self.handle)


class DjangoDatabase(SharedDatabase[DjangoTransaction]):
    def __init__(self, alias: str) -> None:
        super().__init__(connections[alias].vendor)
        self._alias = alias

    def _attempt(self, work: Callable[[DjangoTransaction], T], call: Call, read_only: bool) -> T:
        connection: Any = connections[self._alias]
        if not connection.in_atomic_block:
            leave_to_parent(connection)
            connection.close_if_unusable_or_obsolete()
        if self.is_postgresql:
            return self._within(connection, work, call, read_only)
        connection.ensure_connection()
        with ended_when_over(connection.connection, call):
            return self._within(connection, work, call, read_only)

    def _within(self, connection: Any, work: Callable[[DjangoTransaction], T], call: Call, read_only: bool) -> T:
        is_committing = False
        try:
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
                is_committing = True
        except Exception as error:
            if is_committing and self.is_postgresql:
                raise_unknown_outcome(error)
            raise
        return result
