"""Round trips to PostgreSQL: docs/decisions/performance.md, PostgreSQL. Each is the cost of a request in every host."""

from __future__ import annotations

from typing import Any, Iterator

import pytest
from sqlalchemy import create_engine

from gatehouse_host import DeadlineExceeded, OpaqueTokens, SqlBackend, migrate
from gatehouse_host.admin import SqlDirectory, migrate_admin
from gatehouse_host.contract.admin_directory import Administrator, CreateAdministratorRequest, TokenReference
from gatehouse_host.service.call import Call
from gatehouse_host.sql.source import database_of

from .support.django_connection import connection_to
from .support.postgres import Postgres
from .support.records import RESOURCE, minted, now
from .support.wire import Wire


@pytest.fixture
def wire(postgres: Postgres) -> Iterator[Wire]:
    with Wire(postgres.create_database()) as wire:
        yield wire


@pytest.fixture(params=["sqlalchemy", "django"])
def source(request: pytest.FixtureRequest, wire: Wire) -> Iterator[Any]:
    if request.param == "sqlalchemy":
        engine = create_engine(wire.database_url)
        yield engine
        engine.dispose()
        return
    connection = connection_to(wire.database_url)
    yield connection
    connection.close()


def most(source: Any) -> int:
    """Of one query: SQLAlchemy restores the isolation level of the connection, for which psycopg2 asks the server."""
    return 1 if hasattr(source, "vendor") else 2


def test_a_token_is_verified_without_a_transaction(source: Any, wire: Wire) -> None:
    """It happens on every request of an assistant."""
    migrate(source)
    tokens = OpaqueTokens(source)
    backend = SqlBackend(source, tokens)
    token = minted(backend)
    wire.sent.clear()
    assert tokens.verify(token, RESOURCE) is not None
    assert len(wire.sent) <= most(source), wire.sent
    wire.sent.clear()
    assert len(backend.connected_apps("1")) == 1
    assert len(wire.sent) <= most(source), wire.sent


def test_an_administrator_is_authenticated_without_a_transaction(source: Any, wire: Wire) -> None:
    """admin_caller.proto, AdminCaller.session: it happens on every request of the admin backend."""
    migrate_admin(source)
    directory = SqlDirectory(source)
    asked = CreateAdministratorRequest(login="ada", email="ada@app.example", password_hash=f"$2b$10${'a' * 53}")
    created = directory.create(asked, Call())
    assert isinstance(created, Administrator)
    token = TokenReference(administrator_id=created.id, token_version=created.token_version, token_id="t")
    wire.sent.clear()
    assert directory.authenticate(token, now(), Call()) == created
    assert len(wire.sent) <= most(source), wire.sent


def test_a_query_without_a_transaction_ends_with_its_call_and_leaves_no_setting(source: Any) -> None:
    """README.md, The database: the deadline of the call is the statement_timeout."""
    database = database_of(source)
    with pytest.raises(DeadlineExceeded):
        database.read(lambda reader: reader.all("select pg_sleep(20)", {}), Call.within(0.3))
    settings = "select current_setting('statement_timeout'), current_setting('default_transaction_isolation')"
    ((limit, _),) = database.read(lambda reader: reader.all(settings, {}), Call.within(30))
    assert limit not in ("0", "")

    def plain() -> tuple[Any, ...]:
        if hasattr(source, "vendor"):
            with source.cursor() as cursor:
                cursor.execute(settings)
                found: tuple[Any, ...] = tuple(cursor.fetchone())
                return found
        with source.connect() as connection:
            return tuple(connection.exec_driver_sql(settings).fetchone())

    assert plain() == ("0", "read committed")
