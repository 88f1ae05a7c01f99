"""On SQLite, no statement and no commit waits for a lock beyond the deadline of its call (HC-6)."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import QueuePool

from gatehouse_host import DeadlineExceeded, OpaqueTokens, SqlBackend, Unavailable, migrate
from gatehouse_host.service.call import Call

from .support.django_connection import connection_to
from .support.records import now

Locked = Callable[..., sqlite3.Connection]


@pytest.fixture(params=["sqlalchemy", "django"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """Its connections wait for 20 seconds."""
    url = f"sqlite:///{tmp_path}/app.db"
    if request.param == "django":
        connection = connection_to(url)
        migrate(connection)
        yield connection
        connection.close()
        return
    engine = create_engine(url, connect_args={"timeout": 20}, poolclass=QueuePool, pool_size=1)
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Locked]:
    """Another process, which holds the lock that these statements take."""
    other = sqlite3.connect(f"{tmp_path}/app.db", isolation_level=None, timeout=0)

    def lock(*statements: str) -> sqlite3.Connection:
        for statement in statements:
            other.execute(statement).fetchall()
        return other

    yield lock
    other.close()


def revoke(source: Any, call: Call) -> bool:
    backend = SqlBackend(source, OpaqueTokens(source))
    return backend.transaction(lambda stores: stores.refresh_tokens.revoke_lineage("l1", now()), call, False)


def waiting(source: Any) -> int:
    """For how many milliseconds the connection of the application waits."""
    if hasattr(source, "cursor"):
        return int(source.cursor().execute("pragma busy_timeout").fetchone()[0])
    with source.connect() as connection:
        return int(connection.exec_driver_sql("pragma busy_timeout").scalar())


READS = ("begin", "select * from gatehouse_lineages")
WRITES = ("begin immediate",)


@pytest.mark.parametrize("statements", [READS, WRITES], ids=["a reader at the commit", "another writer"])
def test_waits_until_the_deadline_and_commits_nothing_after_it(
    statements: tuple[str, ...], source: Any, locked: Locked
) -> None:
    other = locked(*statements)
    before, call = waiting(source), Call.within(1)
    with pytest.raises(DeadlineExceeded):
        revoke(source, call)
    # Its connection would have waited for 20 seconds.
    assert time.monotonic() < call.deadline + 15
    assert waiting(source) == before == 20_000
    locked("rollback")
    # Neither a row nor a lock stays.
    assert other.execute("select count(*) from gatehouse_lineages").fetchone() == (0,)
    other.execute("begin immediate").execute("rollback")
    revoke(source, Call.within(20))
    assert other.execute("select count(*) from gatehouse_lineages").fetchone() == (1,)


def test_waits_no_longer_than_the_application_wants(source: Any, locked: Locked) -> None:
    """The timeout of the connection is the application's own limit."""
    if hasattr(source, "cursor"):
        source.cursor().execute("pragma busy_timeout = 100")
        # A connection that is too old is opened again, with 20 seconds.
        source.close_at = None
    else:
        with source.connect() as connection:
            connection.exec_driver_sql("pragma busy_timeout = 100")
    locked(*WRITES)
    began = time.monotonic()
    with pytest.raises(Unavailable):
        revoke(source, Call.within(30))
    assert time.monotonic() < began + 15
    assert waiting(source) == 100
