"""The ready accounts, on the tables that ``migrate_admin`` creates."""

from __future__ import annotations

from typing import Sequence

from ...contract import admin_account as wire
from ...contract.admin_directory import Administrator
from ...service.call import Call
from ...sql.database import Database, Transaction, first
from ...sql.rows import now_ms
from ..controller import Controller
from ..directory import rows
from .controllers import Administrators, Roles
from .granting import active_row, manageable, raised, row_of

#: Documents of one administrator, besides Gatehouse's own.
MAX_PREFERENCES = 200
#: Keys of Gatehouse begin with it. A link to choose a password is one of them: a full account can still get it.
_RESERVED = "gatehouse."

_PROFILE = """
    update backend_users set name = :name, locale = :locale, version = version + 1, updated_at = :now
    where id = :id and is_activated = 1
"""
_PREFERENCES = "select item_key, document from backend_preferences where user_id = :id and item_key in ({keys})"
_SET_PREFERENCE = """
    insert into backend_preferences (user_id, item_key, document, updated_at) values (:id, :key, :document, :now)
    on conflict (user_id, item_key) do update set document = excluded.document, updated_at = excluded.updated_at
"""
_REMOVE_PREFERENCE = "delete from backend_preferences where user_id = :id and item_key = :key"
_COUNT_PREFERENCES = (
    "select count(*) from backend_preferences where user_id = :id and substr(item_key, 1, :length) <> :reserved"
)

_UNKNOWN = wire.AccountRefusal.ACCOUNT_REFUSAL_UNKNOWN
_STALE = wire.AccountRefusal.ACCOUNT_REFUSAL_STALE
_FORBIDDEN = wire.AccountRefusal.ACCOUNT_REFUSAL_FORBIDDEN


class SqlAccounts:
    """Implements ``Accounts`` (directory/ports.py)."""

    controllers: Sequence[type[Controller]] = (Administrators, Roles)

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, administrator_id: str, call: Call) -> wire.Account | None:
        row = self._database.transaction(lambda tx: row_of(tx, administrator_id), call, read_only=True)
        if row is None:
            return None
        return wire.Account(rows.administrator_of(row), row.is_active, row.password_hash != "")

    def change_password(
        self, request: wire.ChangePasswordRequest, call: Call
    ) -> Administrator | wire.AccountRefusal:
        def work(tx: Transaction) -> Administrator | wire.AccountRefusal:
            found = manageable(tx, request.administrator_id, request.changed_by)
            if found is None:
                return _UNKNOWN
            row, is_allowed = found
            if row.token_version != request.token_version:
                return _STALE
            if not is_allowed:
                return _FORBIDDEN
            return raised(
                tx,
                row.id,
                password_hash=request.password_hash,
                must_change_password=int(request.must_change),
            )

        return self._database.transaction(work, call, read_only=False)

    def end_sessions(self, request: wire.EndSessionsRequest, call: Call) -> Administrator | wire.AccountRefusal:
        def work(tx: Transaction) -> Administrator | wire.AccountRefusal:
            found = manageable(tx, request.administrator_id, request.ended_by)
            if found is None:
                return _UNKNOWN
            row, is_allowed = found
            return raised(tx, row.id) if is_allowed else _FORBIDDEN

        return self._database.transaction(work, call, read_only=False)

    def update_profile(self, request: wire.UpdateProfileRequest, call: Call) -> Administrator | None:
        id = rows.parse_id(request.administrator_id)
        if id is None:
            return None

        def work(tx: Transaction) -> Administrator | None:
            profile = {"id": id, "name": request.display_name, "locale": request.locale, "now": now_ms()}
            row = row_of(tx, request.administrator_id) if tx.run(_PROFILE, profile) else None
            return None if row is None else rows.administrator_of(row)

        return self._database.transaction(work, call, read_only=False)

    def preferences(self, administrator_id: str, keys: Sequence[str], call: Call) -> Sequence[wire.Preference]:
        id = rows.parse_id(administrator_id)
        if id is None or not keys:
            return ()
        named = {f"key{index}": key for index, key in enumerate(keys)}
        query = _PREFERENCES.replace("{keys}", ", ".join(f":{name}" for name in named))
        found = self._database.transaction(lambda tx: tx.all(query, {"id": id, **named}), call, read_only=True)
        return tuple(wire.Preference(key, document) for key, document in found)

    def set_preference(
        self, administrator_id: str, preference: wire.Preference, call: Call
    ) -> wire.SetPreferenceOutcome:
        def work(tx: Transaction) -> wire.SetPreferenceOutcome:
            row = active_row(tx, administrator_id)
            if row is None:
                return wire.SetPreferenceOutcome.SET_PREFERENCE_OUTCOME_UNKNOWN
            named = {"id": row.id, "key": preference.key}
            if not preference.document:
                tx.run(_REMOVE_PREFERENCE, named)
                return wire.SetPreferenceOutcome.SET_PREFERENCE_OUTCOME_STORED
            tx.run(_SET_PREFERENCE, {**named, "document": preference.document, "now": now_ms()})
            if preference.key.startswith(_RESERVED):
                return wire.SetPreferenceOutcome.SET_PREFERENCE_OUTCOME_STORED
            counted = first(tx, _COUNT_PREFERENCES, {"id": row.id, "length": len(_RESERVED), "reserved": _RESERVED})
            if counted is not None and int(counted[0]) > MAX_PREFERENCES:
                tx.run(_REMOVE_PREFERENCE, named)
                return wire.SetPreferenceOutcome.SET_PREFERENCE_OUTCOME_TOO_MANY
            return wire.SetPreferenceOutcome.SET_PREFERENCE_OUTCOME_STORED

        return self._database.transaction(work, call, read_only=False)
