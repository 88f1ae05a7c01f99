"""Transactions that SQLite itself rolls back, while their work goes on: after a full disk, or ``raise(rollback)`` of a trigger.

The work may ignore the error. Later statements would take effect at once, or be committed without those before them.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

#: Is gone if the transaction is.
_MARK = "gatehouse_transaction"


@contextmanager
def whole(driver: Any) -> Iterator[None]:
    """Raises RuntimeError if the transaction of ``driver``, a connection of the module sqlite3, does not last until the end."""
    driver.execute(f"savepoint {_MARK}").close()
    yield
    try:
        driver.execute(f"release {_MARK}").close()
    except driver.OperationalError as error:
        if "no such savepoint" not in str(error):
            raise
        raise RuntimeError(
            "SQLite rolled back the transaction because of a statement that failed, and a hook or an action ignored its error"
        ) from None


def stay_in_transaction(driver: Any) -> None:
    """Call it after a statement has failed: what follows in a transaction that is lost belongs to another one, which is never
    committed. In a transaction that goes on, this does nothing."""
    if not driver.in_transaction:
        driver.execute("begin").close()
