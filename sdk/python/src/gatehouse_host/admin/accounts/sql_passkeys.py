"""The ready passkeys, on the tables that ``migrate_admin`` creates.

Each change locks the row of its administrator first. Show credential ids to no one, and log none.
"""

from __future__ import annotations

import json
from typing import Any, Sequence

from ...contract import admin_passkey as wire
from ...contract.admin_account import AccountRefusal
from ...contract.admin_directory import Administrator
from ...service.call import Call
from ...sql.database import Database, Transaction, first
from ...sql.rows import from_ms, now_ms, optional_from_ms, to_ms
from ..directory.rows import stored_texts
from .granting import active_row, raised, row_of

#: The contract has the same limit.
_MAX_PASSKEYS = 20

_LIST = """
    select credential_id, public_key, sign_count, transports, backed_up, name, created_at, used_at
    from backend_passkeys where user_id = :id order by created_at, credential_id
"""
_REGISTERED = "select user_id from backend_passkeys where credential_id = :credential_id"
_COUNT = "select count(*) from backend_passkeys where user_id = :id"
_ADD = """
    insert into backend_passkeys
      (credential_id, user_id, public_key, sign_count, transports, backed_up, name, created_at, used_at)
    values (:credential_id, :id, :public_key, :sign_count, :transports, :backed_up, :name, :created_at, null)
    on conflict (credential_id) do nothing
"""
#: The row that says that there is a second factor, with the recovery codes.
_KEEP_CODES = """
    insert into backend_second_factors (user_id, sealed_secret, last_step, recovery_hashes, created_at)
    values (:id, '', 0, :recovery_hashes, :now)
    on conflict (user_id) do update set recovery_hashes = excluded.recovery_hashes
"""
_USE = """
    update backend_passkeys set sign_count = :sign_count, backed_up = :backed_up, used_at = :used_at
    where user_id = :id and credential_id = :credential_id
      and (sign_count < :sign_count or (sign_count = 0 and sign_count = :sign_count))
"""
_RENAME = "update backend_passkeys set name = :name where user_id = :id and credential_id = :credential_id"
_REMOVE = "delete from backend_passkeys where user_id = :id and credential_id = :credential_id"
_END_WITHOUT_APP = "delete from backend_second_factors where user_id = :id and sealed_secret = ''"
_REMOVE_APP = """
    update backend_second_factors set sealed_secret = '', last_step = 0 where user_id = :id and sealed_secret <> ''
"""
_END = "delete from backend_second_factors where user_id = :id"

_UNKNOWN = AccountRefusal.ACCOUNT_REFUSAL_UNKNOWN
_STALE = AccountRefusal.ACCOUNT_REFUSAL_STALE


class SqlPasskeys:
    """Implements ``Passkeys`` (directory/ports.py)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_administrator(self, administrator_id: str, call: Call) -> Sequence[wire.Passkey]:
        def work(tx: Transaction) -> list[wire.Passkey]:
            row = row_of(tx, administrator_id)
            if row is None or not row.is_active:
                return []
            return [_passkey(found) for found in tx.all(_LIST, {"id": row.id})]

        return self._database.transaction(work, call, read_only=True)

    def add(
        self, request: wire.AddPasskeyRequest, passkey: wire.Passkey, call: Call
    ) -> Administrator | wire.AddPasskeyRefusal:
        def work(tx: Transaction) -> Administrator | wire.AddPasskeyRefusal:
            row = active_row(tx, request.administrator_id)
            if row is None:
                return wire.AddPasskeyRefusal.ADD_PASSKEY_REFUSAL_UNKNOWN
            if row.token_version != request.token_version:
                return wire.AddPasskeyRefusal.ADD_PASSKEY_REFUSAL_STALE
            if first(tx, _REGISTERED, {"credential_id": passkey.credential_id}) is not None:
                return wire.AddPasskeyRefusal.ADD_PASSKEY_REFUSAL_REGISTERED
            if _count(tx, row.id) >= _MAX_PASSKEYS:
                return wire.AddPasskeyRefusal.ADD_PASSKEY_REFUSAL_TOO_MANY
            # Another administrator may have added one with the same credential id meanwhile.
            if tx.run(_ADD, {"id": row.id, **_columns(passkey)}) == 0:
                return wire.AddPasskeyRefusal.ADD_PASSKEY_REFUSAL_REGISTERED
            if request.recovery_hashes or row.second_factor_of is None:
                hashes = json.dumps(list(request.recovery_hashes), separators=(",", ":"))
                tx.run(_KEEP_CODES, {"id": row.id, "recovery_hashes": hashes, "now": now_ms()})
            return raised(tx, row.id)

        return self._database.transaction(work, call, read_only=False)

    def use(self, request: wire.UsePasskeyRequest, call: Call) -> bool:
        use = {"sign_count": request.sign_count, "backed_up": int(request.backed_up), "used_at": to_ms(request.used_at)}
        return self._changed(_USE, request, use, call)

    def rename(self, request: wire.RenamePasskeyRequest, call: Call) -> bool:
        return self._changed(_RENAME, request, {"name": request.name}, call)

    def remove(self, request: wire.RemovePasskeyRequest, call: Call) -> Administrator | AccountRefusal:
        def work(tx: Transaction) -> Administrator | AccountRefusal:
            row = active_row(tx, request.administrator_id)
            if row is None:
                return _UNKNOWN
            if tx.run(_REMOVE, {"id": row.id, "credential_id": request.credential_id}) == 0:
                return _STALE
            if _count(tx, row.id) == 0:
                tx.run(_END_WITHOUT_APP, {"id": row.id})
            return raised(tx, row.id)

        return self._database.transaction(work, call, read_only=False)

    def remove_app(self, administrator_id: str, call: Call) -> Administrator | AccountRefusal:
        def work(tx: Transaction) -> Administrator | AccountRefusal:
            row = active_row(tx, administrator_id)
            if row is None:
                return _UNKNOWN
            statement = _REMOVE_APP if _count(tx, row.id) > 0 else _END
            return raised(tx, row.id) if tx.run(statement, {"id": row.id}) else _STALE

        return self._database.transaction(work, call, read_only=False)

    def _changed(self, statement: str, request: Any, values: dict[str, Any], call: Call) -> bool:
        def work(tx: Transaction) -> bool:
            row = active_row(tx, request.administrator_id)
            if row is None:
                return False
            return tx.run(statement, {"id": row.id, "credential_id": request.credential_id, **values}) > 0

        return self._database.transaction(work, call, read_only=False)


def _count(tx: Transaction, id: int) -> int:
    row = first(tx, _COUNT, {"id": id})
    return 0 if row is None else int(row[0])


def _columns(passkey: wire.Passkey) -> dict[str, Any]:
    return {
        "credential_id": passkey.credential_id,
        "public_key": passkey.public_key,
        "sign_count": passkey.sign_count,
        "transports": json.dumps(list(passkey.transports), separators=(",", ":")),
        "backed_up": int(passkey.backed_up),
        "name": passkey.name,
        "created_at": to_ms(passkey.created_at),
    }


def _passkey(row: Sequence[Any]) -> wire.Passkey:
    return wire.Passkey(
        credential_id=str(row[0]),
        public_key=str(row[1]),
        sign_count=int(row[2]),
        transports=tuple(stored_texts(row[3], "backend_passkeys.transports")),
        backed_up=int(row[4]) == 1,
        name=str(row[5]),
        created_at=from_ms(row[6]),
        used_at=optional_from_ms(row[7]),
    )
