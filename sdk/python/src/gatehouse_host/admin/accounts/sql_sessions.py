"""The ready list of sessions, on the tables that ``migrate_admin`` creates."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Sequence

from ...contract import admin_session as wire
from ...contract.limits import MAX_SESSIONS
from ...service.call import Call
from ...sql.database import Database, Transaction
from ...sql.rows import from_ms, to_ms
from ..directory import rows
from .granting import active_row, manageable, row_of

_REMOVE_OUTDATED = """
    delete from backend_sessions where user_id = :id and (token_version <> :token_version or expires_at <= :at)
"""
# SQLite knows OFFSET only behind LIMIT.
_REMOVE_OLDEST = """
    delete from backend_sessions where session_id in (
      select session_id from backend_sessions where user_id = :id
      order by used_at desc, session_id limit :most offset :kept
    )
"""
_OPEN = """
    insert into backend_sessions
      (session_id, user_id, token_version, browser, system, network, opened_at, used_at, expires_at)
    values (:session_id, :id, :token_version, :browser, :system, :network, :at, :at, :expires_at)
"""
_TOUCH = """
    update backend_sessions set browser = :browser, system = :system, network = :network, used_at = :at
    where session_id = :session_id and user_id = :id and used_at < :at
"""
_LIST = """
    select s.session_id, s.browser, s.system, s.network, s.opened_at, s.used_at
    from backend_sessions s join backend_users u on u.id = s.user_id and u.token_version = s.token_version
    where s.user_id = :id and u.is_activated = 1 and s.expires_at > :at
    order by s.used_at desc, s.session_id limit :most
"""
_END = "delete from backend_sessions where session_id = :session_id and user_id = :id"

_ENDED = wire.EndSessionOutcome.END_SESSION_OUTCOME_ENDED
_UNKNOWN = wire.EndSessionOutcome.END_SESSION_OUTCOME_UNKNOWN
_FORBIDDEN = wire.EndSessionOutcome.END_SESSION_OUTCOME_FORBIDDEN


class SqlSessions:
    """Implements ``Sessions`` (directory/ports.py)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, request: wire.OpenSessionRequest, call: Call) -> bool:
        def work(tx: Transaction) -> bool:
            # The row stays locked, so that concurrent sign-ins of one administrator count in turn.
            row = active_row(tx, request.administrator_id)
            if row is None or row.token_version != request.token_version:
                return False
            at = to_ms(request.at)
            tx.run(_REMOVE_OUTDATED, {"id": row.id, "token_version": row.token_version, "at": at})
            tx.run(_REMOVE_OLDEST, {"id": row.id, "most": MAX_SESSIONS * 2, "kept": MAX_SESSIONS - 1})
            opened = {"session_id": request.session_id, "id": row.id, "token_version": row.token_version, "at": at}
            tx.run(_OPEN, {**opened, **_named(request.device), "expires_at": to_ms(request.expires_at)})
            return True

        return self._database.transaction(work, call, read_only=False)

    def touch(self, request: wire.TouchSessionRequest, call: Call) -> None:
        id = rows.parse_id(request.administrator_id)
        if id is None:
            return
        used = {"session_id": request.session_id, "id": id, "at": to_ms(request.at), **_named(request.device)}
        self._database.transaction(lambda tx: tx.run(_TOUCH, used), call, read_only=False)

    def of_administrator(self, administrator_id: str, at: datetime, call: Call) -> Sequence[wire.AdminSession]:
        id = rows.parse_id(administrator_id)
        if id is None:
            return ()
        asked = {"id": id, "at": to_ms(at), "most": MAX_SESSIONS}
        found = self._database.transaction(lambda tx: tx.all(_LIST, asked), call, read_only=True)
        return tuple(
            wire.AdminSession(session_id, wire.SessionDevice(*device), from_ms(opened_at), from_ms(used_at))
            for session_id, *device, opened_at, used_at in found
        )

    def end(self, request: wire.EndSessionRequest, call: Call) -> wire.EndSessionOutcome:
        def work(tx: Transaction) -> wire.EndSessionOutcome:
            row = row_of(tx, request.administrator_id)
            if row is None:
                return _UNKNOWN
            if request.ended_by != request.administrator_id:
                found = manageable(tx, request.administrator_id, request.ended_by)
                # An inactive administrator has no session that works.
                if found is None:
                    return _UNKNOWN
                if not found[1]:
                    return _FORBIDDEN
            ended = tx.run(_END, {"session_id": request.session_id, "id": row.id})
            return _ENDED if ended else _UNKNOWN

        return self._database.transaction(work, call, read_only=False)


def _named(device: wire.SessionDevice | None) -> dict[str, Any]:
    assert device is not None, "the request was checked by its rules"
    return {"browser": device.browser, "system": device.system, "network": device.network}
