"""Django 3.2 and later: the stores on a database of ``settings.DATABASES``."""

from __future__ import annotations

import re
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from typing import Any, Callable, ContextManager, Iterator, TypeVar

from django.db import connections, transaction

from ..service.call import Call
from .database import TAKE_WRITE_LOCK, Parameters, Reader, limited, statement_timeout
from .database_errors import log_after_commit, raise_unknown_outcome, require_unfailed
from .django_forks import leave_to_parent
from .shared_database import SharedDatabase
from .sqlite_deadline import ended_when_over, limit_waiting
from .sqlite_losses import stay_in_transaction, whole
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


class DjangoReader:
    """Queries outside of transactions, on psycopg2."""

    def __init__(self, connection: Any, call: Call) -> None:
        self._connection = connection
        self._call = call

    def all(self, sql: str, parameters: Parameters) -> list[tuple[Any, ...]]:
        statement, given = limited(sql, parameters, self._call)
        compiled, names = _compiled(statement)
        with self._connection.cursor() as cursor:
            cursor.execute(compiled, [given[name] for name in names])
            return [tuple(row) for row in cursor.fetchall()]


class DjangoDatabase(SharedDatabase[DjangoTransaction]):
    def __init__(self, alias: str) -> None:
        super().__init__(connections[alias].vendor)
        self._alias = alias

    def _attempt(self, work: Callable[[DjangoTransaction], T], call: Call, read_only: bool) -> T:
        connection: Any = connections[self._alias]
        if not connection.in_atomic_block:
            leave_to_parent(connection)
            _renew(connection, call)
        if connection.get_autocommit() and not connection.in_atomic_block:
            return self._alone(connection, work, call, read_only)
        if _is_of_test(connection) or (call.by_application and read_only):
            return self._inside(connection, work, call, read_only)
        # The application's transaction would commit later than the answer says, if at all.
        own = connection.copy()
        own.settings_dict["AUTOCOMMIT"] = True
        connections[self._alias] = own
        try:
            return self._alone(own, work, call, read_only)
        finally:
            connections[self._alias] = connection
            own.close()

    def _attempt_read(self, work: Callable[[Reader], T], call: Call) -> T:
        connection: Any = connections[self._alias]
        if connection.in_atomic_block or not self.is_postgresql:
            return super()._attempt_read(work, call)
        leave_to_parent(connection)
        _renew(connection, call)
        connection.ensure_connection()
        if not connection.get_autocommit() or not type(connection.connection).__module__.startswith("psycopg2"):
            return super()._attempt_read(work, call)
        result = work(DjangoReader(connection, call))
        call.require_wanted()
        return result

    def _alone(self, connection: Any, work: Callable[[DjangoTransaction], T], call: Call, read_only: bool) -> T:
        """In a transaction of its own, which is committed on return."""
        is_committing = False
        has_committed: list[bool] = []
        connection.ensure_connection()
        try:
            with self._ended_when_over(connection, call), transaction.atomic(using=self._alias, durable=True):
                # Before the functions of the application that run after the commit, which may fail.
                transaction.on_commit(lambda: has_committed.append(True), using=self._alias)
                tx = DjangoTransaction(connection)
                if self.is_postgresql:
                    tx.run(f"set local statement_timeout = {statement_timeout(call)}", {})
                elif not read_only:
                    tx.run(TAKE_WRITE_LOCK, {})
                with self._whole(connection, read_only):
                    result = work(tx)
                if self.is_postgresql:
                    require_unfailed(connection.connection)
                call.require_wanted()
                if not self.is_postgresql:
                    limit_waiting(connection.connection, call)
                is_committing = True
        except Exception as error:
            if has_committed:
                log_after_commit()
                return result
            if is_committing and self.is_postgresql:
                raise_unknown_outcome(error)
            raise
        return result

    def _inside(self, connection: Any, work: Callable[[DjangoTransaction], T], call: Call, read_only: bool) -> T:
        """In a savepoint of the application's transaction, whose settings it leaves as they are."""
        with self._ended_when_over(connection, call), transaction.atomic(using=self._alias):
            tx = DjangoTransaction(connection)
            if not self.is_postgresql:
                if not read_only:
                    tx.run(TAKE_WRITE_LOCK, {})
                return work(tx)
            ((before,),) = tx.all("select current_setting('statement_timeout')", {})
            tx.run(f"set local statement_timeout = {statement_timeout(call)}", {})
            result = work(tx)
            tx.all("select set_config('statement_timeout', :before, true)", {"before": before})
            return result

    @contextmanager
    def _whole(self, connection: Any, read_only: bool) -> Iterator[None]:
        if self.is_postgresql or read_only:
            yield
            return
        with whole(connection.connection), connection.execute_wrapper(_staying_in_transaction):
            yield

    def _ended_when_over(self, connection: Any, call: Call) -> ContextManager[None]:
        return nullcontext() if self.is_postgresql else ended_when_over(connection.connection, call)


def _staying_in_transaction(execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
    try:
        return execute(sql, params, many, context)
    except Exception:
        stay_in_transaction(context["connection"].connection)
        raise


def _renew(connection: Any, call: Call) -> None:
    """Closes a connection that is too old or lost. Outside of its requests, Django itself does not."""
    if not call.by_application:
        connection.close_if_unusable_or_obsolete()
    elif connection.errors_occurred and connection.connection is not None and not connection.is_usable():
        # The application may hold a lock or temporary tables on one that works, whatever its age.
        connection.close()


def _is_of_test(connection: Any) -> bool:
    """Whether a TestCase of Django has opened a transaction, which it rolls back after the test."""
    blocks = getattr(connection, "atomic_blocks", None)
    if blocks is None:
        # Before Django 4.1.
        return connection.in_atomic_block and not transaction.Atomic._ensure_durability
    return any(block._from_testcase for block in blocks)
