"""Transactions in which the application ignored an error of the database (HC-30), on both databases and both libraries."""

from __future__ import annotations

from typing import Any, Iterator

import pytest
from sqlalchemy import create_engine, text

from gatehouse_host.service.call import Call
from gatehouse_host.sql.migrations import LEDGER
from gatehouse_host.sql.source import database_of

from .support.django_connection import connection_to


@pytest.fixture(params=["sqlalchemy", "django"])
def source(request: pytest.FixtureRequest, database_url: str) -> Iterator[Any]:
    if request.param == "django":
        connection = connection_to(database_url)
        yield connection
        connection.close()
        return
    engine = create_engine(database_url)
    yield engine
    engine.dispose()


def _execute(handle: Any, statement: str) -> None:
    """As a hook does."""
    if hasattr(handle, "vendor"):
        handle.cursor().execute(statement)
    else:
        handle.execute(text(statement))


def test_commits_nothing_and_reports_it_after_an_ignored_error_of_postgresql(source: Any) -> None:
    """(HC-30) It used to report success: PostgreSQL answers COMMIT with ROLLBACK."""
    database = database_of(source)
    for statement in (LEDGER, "create table notes (title text)"):
        database.transaction(lambda tx: tx.run(statement, {}), Call.within(20), True)

    def hook(tx: Any) -> str:
        _execute(tx.handle, "insert into notes values ('kept?')")
        try:
            _execute(tx.handle, "insert into nowhere values (1)")
        except Exception:
            pass
        return "done"

    if database.is_postgresql:
        with pytest.raises(RuntimeError, match="a hook or an action ignored its error.* savepoint"):
            database.transaction(hook, Call.within(20), False)
    else:
        # A statement that SQLite refuses ends nothing but itself.
        assert database.transaction(hook, Call.within(20), False) == "done"
    rows = database.transaction(lambda tx: tx.all("select title from notes", {}), Call.within(20), True)
    assert rows == ([] if database.is_postgresql else [("kept?",)])


def test_commits_after_an_error_within_a_savepoint(source: Any) -> None:
    """(HC-30)"""
    database = database_of(source)
    for statement in (LEDGER, "create table notes (title text)"):
        database.transaction(lambda tx: tx.run(statement, {}), Call.within(20), True)

    def hook(tx: Any) -> None:
        savepoint = tx.savepoint()
        with pytest.raises(Exception):
            _execute(tx.handle, "insert into nowhere values (1)")
        savepoint.undo()
        _execute(tx.handle, "insert into notes values ('kept')")

    database.transaction(hook, Call.within(20), False)
    assert database.transaction(lambda tx: tx.all("select title from notes", {}), Call.within(20), True) == [("kept",)]


@pytest.mark.parametrize("then", ["nothing", "a write", "writes that fail too"])
def test_commits_nothing_of_a_transaction_that_sqlite_has_rolled_back(source: Any, then: str) -> None:
    """(HC-97) What came before the error was lost, and what came after it stayed, with an answer that all is done."""
    database = database_of(source)
    if database.is_postgresql:
        return
    for statement in (
        LEDGER,
        "create table notes (title text)",
        "create table refusing (a)",
        "create trigger refuse before insert on refusing begin select raise(rollback, 'no'); end",
    ):
        database.transaction(lambda tx: tx.run(statement, {}), Call.within(20), True)

    def hook(tx: Any) -> str:
        tx.run("insert into notes values ('before')", {})
        for _ in range(1 if then != "writes that fail too" else 3):
            with pytest.raises(Exception, match="no"):
                _execute(tx.handle, "insert into refusing values (1)")
        if then == "a write":
            _execute(tx.handle, "insert into notes values ('after')")
        return "done"

    with pytest.raises(RuntimeError, match="SQLite rolled back the transaction.* ignored its error"):
        database.transaction(hook, Call.within(20), False)
    # The connection goes on, with its next transaction.
    database.transaction(lambda tx: tx.run("insert into notes values ('next')", {}), Call.within(20), False)
    rows = database.transaction(lambda tx: tx.all("select title from notes", {}), Call.within(20), True)
    assert rows == [("next",)]
