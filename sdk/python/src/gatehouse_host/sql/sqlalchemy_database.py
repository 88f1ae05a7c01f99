"""SQLAlchemy 1.4 and 2: the stores on an Engine of the application."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from functools import lru_cache
from typing import Any, Callable, Iterator, TypeVar

from sqlalchemy import event, text
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.orm import Session

from ..service.call import Call
from .database import TAKE_WRITE_LOCK, Parameters, Reader, limited, statement_timeout
from .database_errors import log_after_commit, raise_unknown_outcome, require_unfailed
from .shared_database import SharedDatabase
from .sqlite_deadline import ended_when_over, limit_waiting, set_waiting
from .sqlite_losses import stay_in_transaction, whole
from .sqlite_texts import with_undecodable_texts

T = TypeVar("T")

#: In the ``info`` of a connection: how long it waits for locks outside of a commit of this package.
_WAITING = "gatehouse_waiting"
#: In the ``info`` of a connection: it has a transaction of this package that writes.
_WRITES = "gatehouse_writes"


class SqlAlchemySavepoint:
    """Of the session: after ``undo``, it forgets the objects that were added since then."""

    def __init__(self, session: Session) -> None:
        self._nested = session.begin_nested()
        # Only now does the session create a savepoint in the database.
        session.connection()

    def keep(self) -> None:
        self._nested.commit()

    def undo(self) -> None:
        self._nested.rollback()


class SqlAlchemyTransaction:
    """``handle`` is a Session: what it changes commits or rolls back with Gatehouse's own statements."""

    def __init__(self, session: Session, connection: Connection) -> None:
        self.handle = session
        self._connection = connection
        self.is_postgresql = connection.dialect.name == "postgresql"

    @property
    def kept_by_connection(self) -> dict[Any, Any] | None:
        # That of the driver's connection, which SQLAlchemy empties when it opens another one.
        return None if self.is_postgresql else self._connection.info

    def all(self, sql: str, parameters: Parameters) -> list[tuple[Any, ...]]:
        def read() -> list[tuple[Any, ...]]:
            return [tuple(row) for row in self._connection.execute(_statement(sql), dict(parameters))]

        return read() if self.is_postgresql else with_undecodable_texts(_driver(self._connection), sql, read)

    def run(self, sql: str, parameters: Parameters) -> int:
        return int(self._connection.execute(_statement(sql), dict(parameters)).rowcount)

    def savepoint(self) -> SqlAlchemySavepoint:
        return SqlAlchemySavepoint(self.handle)


class SqlAlchemyReader:
    """Queries outside of transactions, on psycopg2."""

    def __init__(self, connection: Connection, call: Call) -> None:
        self._connection = connection
        self._call = call

    def all(self, sql: str, parameters: Parameters) -> list[tuple[Any, ...]]:
        statement, given = limited(sql, parameters, self._call)
        return [tuple(row) for row in self._connection.execute(_statement(statement), dict(given))]


@lru_cache(maxsize=512)
def _statement(sql: str) -> Any:
    return text(sql)


class _Session(Session):  # type: ignore[misc]
    """Knows whether its transaction has taken effect: listeners of the application may fail after that."""

    has_committed = False


def _note_commit(session: _Session) -> None:
    # The commit of a savepoint is one of these events too.
    session.has_committed = not session.in_nested_transaction()


# Before those of the application.
event.listen(_Session, "after_commit", _note_commit, insert=True)


class SqlAlchemyDatabase(SharedDatabase[SqlAlchemyTransaction]):
    def __init__(self, engine: Engine) -> None:
        super().__init__(engine.dialect.name)
        self._engine = engine
        if not self.is_postgresql:
            event.listen(engine, "checkin", _restore_waiting)
            # SQLAlchemy 2 has no such listeners of a single connection.
            event.listen(engine, "handle_error", _stay_in_transaction)

    def _attempt(self, work: Callable[[SqlAlchemyTransaction], T], call: Call, read_only: bool) -> T:
        # SQLAlchemy 2 ignores `future`; with 1.4 it selects the behavior of 2.
        with _Session(self._engine, future=True, expire_on_commit=False) as session:
            driver = None
            if self.is_postgresql:
                connection = session.connection(execution_options={"isolation_level": "READ COMMITTED"})
                connection.exec_driver_sql(f"set local statement_timeout = {statement_timeout(call)}")
                result = _worked(work, session, connection)
                require_unfailed(_driver(connection))
            else:
                connection = session.connection()
                # Ends before the commit, after which the connection may belong to another thread.
                driver = _driver(connection)
                with ended_when_over(driver, call):
                    if not read_only:
                        connection.exec_driver_sql(TAKE_WRITE_LOCK)
                    _begin(connection, "begin" if read_only else "begin immediate")
                    with nullcontext() if read_only else _whole(connection):
                        result = _worked(work, session, connection)
            call.require_wanted()
            if driver is not None and not read_only:
                connection.info[_WAITING] = limit_waiting(driver, call)
            try:
                session.commit()
            except Exception as error:
                if session.has_committed:
                    log_after_commit()
                    return result
                # SQLAlchemy takes a commit that failed for the end of the transaction. SQLite keeps it open, with its lock,
                # if a constraint was deferred, and a pool may keep the connection.
                if driver is not None:
                    driver.rollback()
                else:
                    raise_unknown_outcome(error)
                raise
            return result

    def _attempt_read(self, work: Callable[[Reader], T], call: Call) -> T:
        if not self.is_postgresql or self._engine.dialect.driver != "psycopg2":
            return super()._attempt_read(work, call)
        with self._engine.connect() as connection:
            result = work(SqlAlchemyReader(connection.execution_options(isolation_level="AUTOCOMMIT"), call))
        call.require_wanted()
        return result

    def _start_anew(self) -> None:
        super()._start_anew()
        # Without closing the parent's connections, which would end its sessions.
        self._engine.dispose(close=False)


def _worked(work: Callable[[SqlAlchemyTransaction], T], session: Session, connection: Connection) -> T:
    result = work(SqlAlchemyTransaction(session, connection))
    session.flush()
    return result


def _begin(connection: Connection, statement: str) -> None:
    """Opens a transaction of SQLite if the driver has not: it opens none before reads, which would not be consistent,
    and none at all in autocommit mode. It still ends this one."""
    if not _driver(connection).in_transaction:
        connection.exec_driver_sql(statement)


@contextmanager
def _whole(connection: Connection) -> Iterator[None]:
    connection.info[_WRITES] = True
    try:
        with whole(_driver(connection)):
            yield
    finally:
        del connection.info[_WRITES]


def _stay_in_transaction(context: Any) -> None:
    connection = context.connection
    if connection is not None and connection.info.get(_WRITES):
        stay_in_transaction(_driver(connection))


def _restore_waiting(driver: Any, record: Any) -> None:
    """Before another thread may get the connection from the pool."""
    before = record.info.pop(_WAITING, None)
    if driver is not None and before is not None:
        set_waiting(driver, before)


def _driver(connection: Connection) -> Any:
    """The connection of the driver."""
    pooled: Any = connection.connection
    return getattr(pooled, "dbapi_connection", pooled)
