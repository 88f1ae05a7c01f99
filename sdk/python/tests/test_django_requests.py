"""What a view of Django may do around the calls of this package (sdk/python/README.md, "The database"; HC-51)."""

from __future__ import annotations

import asyncio
import os
import unittest
from typing import Any, Callable, Iterator

import pytest

from gatehouse_host import OpaqueTokens, SqlBackend, migrate

from .support.django_connection import connection_to
from .support.records import RESOURCE, minted


@pytest.fixture
def connection(database_url: str) -> Iterator[Any]:
    connection = connection_to(database_url)
    migrate(connection)
    with connection.cursor() as cursor:
        cursor.execute("create table notes (text varchar(50))")
    yield connection
    connection.close()


@pytest.fixture
def tokens(connection: Any) -> OpaqueTokens:
    return OpaqueTokens(connection)


@pytest.fixture
def backend(connection: Any, tokens: OpaqueTokens) -> SqlBackend:
    return SqlBackend(connection, tokens)


def note(connection: Any, text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("insert into notes values (%s)", [text])


def rows(connection: Any, query: str = "select text from notes") -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return [row[0] for row in cursor.fetchall()]


def atomic(connection: Any) -> Any:
    from django.db import transaction

    return transaction.atomic(using=connection.alias)


def in_child(work: Callable[[], None]) -> None:
    """Runs it in a forked process, as gunicorn --preload and uWSGI do."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
            os._exit(0)
        except BaseException as error:
            print(repr(error), flush=True)
            os._exit(1)
    assert os.waitpid(pid, 0)[1] == 0


def test_reads_are_part_of_the_transaction_of_the_view(
    connection: Any, tokens: OpaqueTokens, backend: SqlBackend
) -> None:
    """ATOMIC_REQUESTS makes every view a transaction."""
    token = minted(backend)
    with atomic(connection):
        note(connection, "of the view")
        if tokens._database.is_postgresql:
            rows(connection, "select set_config('statement_timeout', '7s', true)")
        for _ in range(2):
            assert tokens.verify(token, RESOURCE) is not None
            assert tokens.verify("unknown", RESOURCE) is None
            assert len(backend.connected_apps(1)) == 1
        if tokens._database.is_postgresql:
            assert rows(connection, "show statement_timeout") == ["7s"]
        assert rows(connection) == ["of the view"]
        connection.set_rollback(True)
    assert rows(connection) == []


def test_a_read_that_fails_does_not_end_the_transaction_of_the_view(connection: Any, tokens: OpaqueTokens) -> None:
    with atomic(connection):
        note(connection, "kept")
        with connection.cursor() as cursor:
            cursor.execute("alter table gatehouse_access_tokens rename to gone")
        with pytest.raises(Exception, match="gatehouse_access_tokens"):
            tokens.verify("token", RESOURCE)
        with connection.cursor() as cursor:
            cursor.execute("alter table gone rename to gatehouse_access_tokens")
    assert rows(connection) == ["kept"]


def test_a_disconnect_takes_effect_whatever_becomes_of_the_view(
    connection: Any, tokens: OpaqueTokens, backend: SqlBackend
) -> None:
    from django.db import connections

    token = minted(backend)
    with atomic(connection):
        assert backend.disconnect(1, "l1")
        assert connections[connection.alias] is connection
        note(connection, "of the view")
        connection.set_rollback(True)
    assert tokens.verify(token, RESOURCE) is None
    assert rows(connection) == []


def test_the_connection_of_the_view_stays_open(connection: Any, tokens: OpaqueTokens, backend: SqlBackend) -> None:
    """Django's default is a connection that ends with its request (CONN_MAX_AGE = 0)."""
    token = minted(backend)
    with connection.cursor() as cursor:
        cursor.execute("create temporary table mine (text varchar(50))")
    assert tokens.verify(token, RESOURCE) is not None
    assert backend.disconnect(2, "l1") is False
    assert rows(connection, "select text from mine") == []


def test_a_transaction_without_atomic_stays_that_of_the_application(
    connection: Any, tokens: OpaqueTokens, backend: SqlBackend
) -> None:
    token = minted(backend)
    connection.set_autocommit(False)
    assert backend.disconnect(1, "l1")
    note(connection, "of the application")
    assert tokens.verify(token, RESOURCE) is None
    connection.commit()
    connection.set_autocommit(True)
    assert rows(connection) == ["of the application"]


def test_calls_in_threads_of_the_package_see_what_is_committed(connection: Any, tokens: OpaqueTokens) -> None:
    backend = SqlBackend(connection, tokens)
    token = minted(backend)
    with atomic(connection):
        assert asyncio.run(tokens.averify(token, RESOURCE)) is not None
        assert len(asyncio.run(backend.aconnected_apps(1))) == 1
        assert asyncio.run(backend.adisconnect(1, "l1"))
    assert tokens.verify(token, RESOURCE) is None


def test_the_first_call_of_a_forked_process_keeps_the_transaction_of_its_view(
    connection: Any, tokens: OpaqueTokens
) -> None:
    connection.close()

    def view() -> None:
        with atomic(connection):
            note(connection, "of the child")
            assert tokens.verify("unknown", RESOURCE) is None
        connection.close()

    in_child(view)
    assert rows(connection) == ["of the child"]
    note(connection, "of the parent")


def test_a_forked_process_leaves_the_connection_of_its_parent(connection: Any, tokens: OpaqueTokens) -> None:
    backend = SqlBackend(connection, tokens)
    token = minted(backend)
    with connection.cursor() as cursor:
        cursor.execute("create temporary table mine (text varchar(50))")
    before = connection.connection

    def request() -> None:
        assert tokens.verify(token, RESOURCE) is not None
        assert connection.connection is not before
        with atomic(connection):
            note(connection, "of the child")
            own = connection.connection
            assert tokens.verify(token, RESOURCE) is not None
            assert connection.connection is own
        connection.close()

    in_child(request)
    assert rows(connection, "select text from mine") == []
    assert rows(connection) == ["of the child"]


def test_a_test_case_of_django_rolls_everything_back(
    connection: Any, tokens: OpaqueTokens, backend: SqlBackend
) -> None:
    from django.test import TestCase

    class Case(TestCase):
        databases = {connection.alias}

        def runTest(self) -> None:
            token = minted(backend)
            with atomic(connection):
                assert tokens.verify(token, RESOURCE) is not None
            assert backend.disconnect(1, "l1")
            assert tokens.verify(token, RESOURCE) is None

    result = unittest.TestResult()
    unittest.TestSuite([Case()]).run(result)
    assert (result.errors, result.failures, result.testsRun) == ([], [], 1)
    assert rows(connection, "select count(*) from gatehouse_access_tokens") == [0]
    assert rows(connection, "select count(*) from gatehouse_lineages") == [0]
