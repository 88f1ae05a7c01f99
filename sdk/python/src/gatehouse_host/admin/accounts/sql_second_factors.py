"""The ready second factors, on the tables that ``migrate_admin`` creates.

Gatehouse seals the secrets and hashes the recovery codes. Never log, list or export them all the same.
"""

from __future__ import annotations

import json
from typing import NamedTuple, Sequence

from ...contract import admin_second_factor as wire
from ...contract.admin_account import AccountRefusal
from ...contract.admin_directory import Administrator
from ...service.call import Call
from ...sql.database import Database, Transaction, first
from ...sql.rows import now_ms
from ..directory.rows import stored_texts
from .granting import active_row, manageable, raised, row_of

_FIND = "select sealed_secret, last_step, recovery_hashes from backend_second_factors where user_id = :id"
_SET = """
    insert into backend_second_factors (user_id, sealed_secret, last_step, recovery_hashes, created_at)
    values (:id, :sealed_secret, :step, :recovery_hashes, :now)
    on conflict (user_id) do update set
      sealed_secret = excluded.sealed_secret, last_step = excluded.last_step, recovery_hashes = excluded.recovery_hashes
"""
_USE = """
    update backend_second_factors
    set sealed_secret = :sealed_secret, last_step = :step, recovery_hashes = :recovery_hashes where user_id = :id
"""
_REPLACE_CODES = """
    update backend_second_factors set recovery_hashes = :recovery_hashes
    where user_id = :id and sealed_secret = :sealed_secret
"""
_REMOVE_PASSKEYS = "delete from backend_passkeys where user_id = :id"
_REMOVE = "delete from backend_second_factors where user_id = :id"

_UNKNOWN = AccountRefusal.ACCOUNT_REFUSAL_UNKNOWN
_STALE = AccountRefusal.ACCOUNT_REFUSAL_STALE
_FORBIDDEN = AccountRefusal.ACCOUNT_REFUSAL_FORBIDDEN


class _Stored(NamedTuple):
    sealed_secret: str
    last_step: int
    recovery_hashes: list[str]


class SqlSecondFactors:
    """Implements ``SecondFactors`` (directory/ports.py)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, administrator_id: str, call: Call) -> wire.SecondFactor | None:
        def work(tx: Transaction) -> _Stored | None:
            row = row_of(tx, administrator_id)
            return _stored(tx, row.id) if row is not None and row.is_active else None

        stored = self._database.transaction(work, call, read_only=True)
        return None if stored is None else wire.SecondFactor(stored.sealed_secret, len(stored.recovery_hashes))

    def set(self, request: wire.SetSecondFactorRequest, call: Call) -> Administrator | AccountRefusal:
        def work(tx: Transaction) -> Administrator | AccountRefusal:
            row = active_row(tx, request.administrator_id)
            if row is None:
                return _UNKNOWN
            if row.token_version != request.token_version:
                return _STALE
            before = _stored(tx, row.id)
            if before is not None and before.sealed_secret:
                return _FORBIDDEN
            # Codes that came with a passkey stay.
            hashes = request.recovery_hashes or (() if before is None else before.recovery_hashes)
            factor = {"id": row.id, "sealed_secret": request.sealed_secret, "step": request.step, "now": now_ms()}
            tx.run(_SET, {**factor, "recovery_hashes": _json(hashes)})
            return raised(tx, row.id)

        return self._database.transaction(work, call, read_only=False)

    def use(self, request: wire.UseSecondFactorRequest, call: Call) -> bool:
        def work(tx: Transaction) -> bool:
            # The administrator's row stays locked: of two uses of one code, the second one sees the first.
            row = active_row(tx, request.administrator_id)
            stored = None if row is None else _stored(tx, row.id)
            if row is None or stored is None or stored.sealed_secret != request.sealed_secret:
                return False
            step, hashes = stored.last_step, stored.recovery_hashes
            if request.step is not None:
                # Without an app, there are passkeys and recovery codes only.
                if not stored.sealed_secret or request.step <= step:
                    return False
                step = request.step
            elif request.recovery_hash in hashes:
                hashes = [each for each in hashes if each != request.recovery_hash]
            else:
                return False
            sealed = request.resealed_secret or stored.sealed_secret
            used = {"id": row.id, "sealed_secret": sealed, "step": step, "recovery_hashes": _json(hashes)}
            tx.run(_USE, used)
            return True

        return self._database.transaction(work, call, read_only=False)

    def set_recovery_codes(self, request: wire.SetRecoveryCodesRequest, call: Call) -> bool:
        def work(tx: Transaction) -> bool:
            row = active_row(tx, request.administrator_id)
            if row is None:
                return False
            codes = {"id": row.id, "sealed_secret": request.sealed_secret}
            return tx.run(_REPLACE_CODES, {**codes, "recovery_hashes": _json(request.recovery_hashes)}) > 0

        return self._database.transaction(work, call, read_only=False)

    def remove(self, request: wire.RemoveSecondFactorRequest, call: Call) -> Administrator | AccountRefusal:
        def work(tx: Transaction) -> Administrator | AccountRefusal:
            # An operator may remove every second factor.
            found = manageable(tx, request.administrator_id, request.removed_by or request.administrator_id)
            if found is None:
                return _UNKNOWN
            row, is_allowed = found
            if not is_allowed:
                return _FORBIDDEN
            tx.run(_REMOVE_PASSKEYS, {"id": row.id})
            return raised(tx, row.id) if tx.run(_REMOVE, {"id": row.id}) else _STALE

        return self._database.transaction(work, call, read_only=False)


def _stored(tx: Transaction, id: int) -> _Stored | None:
    row = first(tx, _FIND, {"id": id})
    if row is None:
        return None
    hashes = stored_texts(row[2], f"backend_second_factors.recovery_hashes of {id}")
    return _Stored(str(row[0]), int(row[1]), hashes)


def _json(hashes: Sequence[str]) -> str:
    return json.dumps(list(hashes), separators=(",", ":"))
