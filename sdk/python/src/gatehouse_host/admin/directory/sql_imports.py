"""The ready memory of imports, on the table that ``migrate_admin`` creates."""

from __future__ import annotations

from ...contract.limits import MAX_SWEPT
from ...sql.database import Transaction, first
from ...sql.database_errors import LostConflict
from ...sql.rows import now_ms

_REMEMBERED_MS = 24 * 60 * 60 * 1000

# Waits for another transaction that is about to commit the same import.
_REMEMBER = """
    insert into backend_imports (import_id, records, imported_at) values (:import_id, :records, :now)
    on conflict (import_id) do nothing
"""
_KNOWN = "select records from backend_imports where import_id = :import_id"

# Concurrent imports forget different rows, so that none waits for another; SQLite has one writer at a time anyway.
_FORGET = """
    delete from backend_imports where import_id in (
      select import_id from backend_imports where imported_at < :before limit :most {lock}
    )
"""


class SqlImports:
    """Implements ``Imports`` (ports.py)."""

    def begin(self, import_id: str, records: int, tx: Transaction) -> int | None:
        now = now_ms()
        if tx.run(_REMEMBER, {"import_id": import_id, "records": records, "now": now}) == 0:
            known = first(tx, _KNOWN, {"import_id": import_id})
            if known is None:
                raise LostConflict("another transaction has just forgotten the import")
            return int(known[0])
        forget = _FORGET.format(lock="for update skip locked" if tx.is_postgresql else "")
        tx.run(forget, {"before": now - _REMEMBERED_MS, "most": MAX_SWEPT})
        return None
