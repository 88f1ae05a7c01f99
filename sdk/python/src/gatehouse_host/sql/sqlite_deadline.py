"""Ends statements on SQLite, and their waiting for locks, when their call is over. PostgreSQL has statement_timeout."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

from ..service.call import Call

#: Between two looks at the clock: instructions of SQLite's virtual machine, a fraction of a millisecond.
_INSTRUCTIONS = 20_000


@contextmanager
def ended_when_over(driver: Any, call: Call) -> Iterator[None]:
    """``driver`` is a connection of the module sqlite3: its statements fail as "interrupted" once the call is over, or as
    "locked" if they wait until then."""
    before = limit_waiting(driver, call)
    driver.set_progress_handler(lambda: call.is_over, _INSTRUCTIONS)
    try:
        yield
    finally:
        set_waiting(driver, before)
        driver.set_progress_handler(None, 0)


def limit_waiting(driver: Any, call: Call) -> int:
    """Lets the next statement wait for locks until the call is over at most. For a commit too: it waits for readers.

    Returns for how many milliseconds the connection waited before, for ``set_waiting``.
    """
    before = int(driver.execute("pragma busy_timeout").fetchone()[0])
    set_waiting(driver, min(before, int(call.remaining() * 1000)))
    return before


def set_waiting(driver: Any, milliseconds: int) -> None:
    driver.execute(f"pragma busy_timeout = {milliseconds}").close()
