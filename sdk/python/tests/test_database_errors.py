"""What an error of PostgreSQL means for the caller."""

from __future__ import annotations

import pytest

from gatehouse_host.errors import Unavailable
from gatehouse_host.sql.database_errors import meaning_of


class ServerError(Exception):
    def __init__(self, sqlstate: str) -> None:
        super().__init__("from the server")
        self.sqlstate = sqlstate


@pytest.mark.parametrize("sqlstate", ["08006", "25006", "53300", "57P01"])
def test_a_server_that_is_away_or_only_reads_is_unavailable(sqlstate: str) -> None:
    """HC-87"""
    assert isinstance(meaning_of(ServerError(sqlstate)), Unavailable)


@pytest.mark.parametrize("sqlstate", ["25001", "23505", "08P01"])
def test_any_other_error_is_a_fault(sqlstate: str) -> None:
    error = ServerError(sqlstate)
    assert meaning_of(error) is error
