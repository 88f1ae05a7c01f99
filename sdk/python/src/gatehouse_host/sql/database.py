"""What the stores need of a database. sqlalchemy_database.py and django_database.py provide it."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Protocol, TypeVar

from ..service.call import Call

T = TypeVar("T")

Parameters = Mapping[str, Any]


class Savepoint(Protocol):
    """A point of a transaction to which it can return. One of the two methods is called, once."""

    def keep(self) -> None:
        """What was done since then stays part of the transaction."""

    def undo(self) -> None:
        """Undoes what was done since then, also after a statement that the database refused."""


class Reader(Protocol):
    """Runs queries. Statements have parameters such as ``:name``."""

    def all(self, sql: str, parameters: Parameters) -> list[tuple[Any, ...]]:
        """The rows of a query."""


class Transaction(Protocol):
    """One transaction. Statements have parameters such as ``:name``."""

    #: What the application's hooks get: a Session of SQLAlchemy, or a connection of Django.
    @property
    def handle(self) -> Any:
        ...

    @property
    def is_postgresql(self) -> bool:
        ...

    @property
    def kept_by_connection(self) -> dict[Any, Any] | None:
        """What later transactions of the same connection find again; empty on a new connection. None on PostgreSQL."""

    def all(self, sql: str, parameters: Parameters) -> list[tuple[Any, ...]]:
        """The rows of a query."""

    def run(self, sql: str, parameters: Parameters) -> int:
        """The number of rows that a statement changed."""

    def savepoint(self) -> Savepoint:
        """What objects of the ORM have changed before belongs to the time before it."""


class Database(Protocol):
    """A database of the application."""

    @property
    def is_postgresql(self) -> bool:
        ...

    def transaction(self, work: Callable[[Transaction], T], call: Call, read_only: bool) -> T:
        """Commits what ``work`` did, or rolls back if it raises. May run it again after a lost conflict.

        A transaction that writes on SQLite holds the lock for writing from its beginning.
        """

    def read(self, work: Callable[[Reader], T], call: Call) -> T:
        """Runs queries that need no common transaction: on PostgreSQL each takes one round trip instead of four."""


def limited(sql: str, parameters: Parameters, call: Call) -> tuple[str, Parameters]:
    """The statement for a connection of psycopg2 in autocommit mode, and what ends it with the call.

    psycopg2 sends both parts at once, and PostgreSQL runs what it gets at once in one transaction, so that the setting ends
    with the statement. The time is a parameter, because SQLAlchemy remembers the texts of statements.
    """
    return f"set local statement_timeout = :gatehouse_limit; {sql}", {
        **parameters,
        "gatehouse_limit": statement_timeout(call),
    }


def statement_timeout(call: Call) -> int:
    """In milliseconds. 0 would be no limit."""
    return max(1, int(call.remaining() * 1000))


def first(tx: Reader, sql: str, parameters: Parameters) -> tuple[Any, ...] | None:
    rows = tx.all(sql, parameters)
    return rows[0] if rows else None


#: Takes SQLite's lock for writing, and changes nothing. As the first statement of a transaction it waits for other
#: writers; a transaction that has already read would fail at once instead.
TAKE_WRITE_LOCK = "delete from gatehouse_migrations where version is null"
