"""What an error of a database means for the caller."""

from __future__ import annotations

import sqlite3

import pytest

from gatehouse_host.errors import Unavailable
from gatehouse_host.sql.database_errors import meaning_of


class ServerError(Exception):
    def __init__(self, sqlstate: str) -> None:
        super().__init__("from the server")
        self.sqlstate = sqlstate


@pytest.mark.parametrize("sqlstate", ["08006", "25006", "25P03", "25P04", "28P01", "3D000", "53300", "55P03", "57P01"])
def test_a_server_that_is_away_or_only_reads_is_unavailable(sqlstate: str) -> None:
    """HC-87"""
    assert isinstance(meaning_of(ServerError(sqlstate)), Unavailable)


@pytest.mark.parametrize("sqlstate", ["25001", "23505", "08P01"])
def test_any_other_error_is_a_fault(sqlstate: str) -> None:
    error = ServerError(sqlstate)
    assert meaning_of(error) is error


def test_an_sqlite_file_that_cannot_be_used_is_unavailable() -> None:
    """HC-88"""
    full, only_reads = sqlite3.connect(":memory:"), sqlite3.connect(":memory:")
    full.execute("pragma max_page_count = 1")
    only_reads.execute("pragma query_only = on")
    for connection in (full, only_reads):
        with pytest.raises(sqlite3.OperationalError) as raised:
            connection.execute("create table filler as select zeroblob(100000)")
        assert isinstance(meaning_of(raised.value), Unavailable)
