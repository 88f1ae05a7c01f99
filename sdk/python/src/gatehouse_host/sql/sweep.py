"""Removes expired rows in bounded batches."""

from __future__ import annotations

from .database import Transaction
from .rows import now_ms

#: Each table, and the column that identifies its rows. Each has an index on expires_at.
_KEYS = {
    "gatehouse_codes": "code_hash",
    "gatehouse_lineages": "lineage_id",
    "gatehouse_refresh_tokens": "token_hash",
    "gatehouse_access_tokens": "token_hash",
}


def sweep(tx: Transaction, table: str, before: int, limit: int) -> int:
    """Removes the rows that expired first, at most ``limit`` of those before ``before``. Returns how many.

    Keeps what has not expired by this machine's clock: a daemon whose clock jumps ahead would otherwise remove live
    rows for good.
    """
    # Concurrent sweeps take different rows, so that none waits for another. SQLite has one writer at a time anyway.
    locking = "for update skip locked" if tx.is_postgresql else ""
    return tx.run(_removal(table, locking), {"before": min(before, now_ms()), "limit": limit})


def _removal(table: str, locking: str) -> str:
    key = _KEYS[table]
    return (
        f"delete from {table} where {key} in (select {key} from {table} where expires_at < :before"
        f" order by expires_at limit :limit {locking})"
    )
