"""Ends statements on SQLite when their call is over. PostgreSQL has statement_timeout for that."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

from ..service.call import Call

#: Between two looks at the clock: instructions of SQLite's virtual machine, a fraction of a millisecond.
_INSTRUCTIONS = 20_000


@contextmanager
def ended_when_over(driver: Any, call: Call) -> Iterator[None]:
    """``driver`` is a connection of the module sqlite3: its statements fail as "interrupted" once the call is over."""
    driver.set_progress_handler(lambda: call.is_over, _INSTRUCTIONS)
    try:
        yield
    finally:
        driver.set_progress_handler(None, 0)
