"""The ready saved views, on the tables that ``migrate_admin`` creates."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple, Sequence

from ...contract import admin_view as wire
from ...service.call import Call
from ...sql.database import Database, Transaction, first
from ...sql.rows import now_ms
from ..directory import rows
from .granting import holds, manageable

#: The code that sharing a view requires.
SHARES_VIEWS = "backend.share_views"

#: Views of one list: shared ones, and those of one administrator that are not.
MAX_SHARED_VIEWS = 100
MAX_OWN_VIEWS = 50

_VIEW = """
    select v.id, v.version, v.user_id, u.name, u.login, v.shared, v.name, v.query
    from backend_views v left join backend_users u on u.id = v.user_id
"""
_OF_LIST = f"{_VIEW} where v.list = :list and (v.shared = 1 or v.user_id = :user)"
_VISIBLE = f"{_VIEW} where v.id = :id and v.list = :list and (v.shared = 1 or v.user_id = :user)"
_BY_ID = f"{_VIEW} where v.id = :id"
_COUNT_SHARED = "select count(*) from backend_views where list = :list and shared = 1"
_COUNT_OWN = "select count(*) from backend_views where list = :list and shared = 0 and user_id = :user"
_CREATE = """
    insert into backend_views (id, list, user_id, shared, name, query, version, updated_at)
    values (:id, :list, :user, :shared, :name, :query, 1, :now)
"""
_CHANGE = """
    update backend_views set shared = :shared, name = :name, query = :query, version = version + 1, updated_at = :now
    where id = :id
"""
_DELETE = "delete from backend_views where id = :id"

_UNKNOWN = wire.ViewRefusal.VIEW_REFUSAL_UNKNOWN
_STALE = wire.ViewRefusal.VIEW_REFUSAL_STALE
_FORBIDDEN = wire.ViewRefusal.VIEW_REFUSAL_FORBIDDEN
_TOO_MANY = wire.ViewRefusal.VIEW_REFUSAL_TOO_MANY


class _Row(NamedTuple):
    id: str
    version: int
    user_id: int
    #: None if the application has removed the administrator.
    owner_name: str | None
    owner_login: str | None
    shared: int
    name: str
    query: str

    def message(self) -> wire.SavedView:
        return wire.SavedView(
            self.id,
            self.version,
            str(self.user_id),
            self.owner_name or self.owner_login or "",
            self.shared == 1,
            self.name,
            self.query,
        )


class SqlViews:
    """Implements ``Views`` (directory/ports.py)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_list(self, administrator_id: str, list: str, call: Call) -> Sequence[wire.SavedView]:
        # No administrator has the id 0: an unknown one sees the shared views.
        asked = {"list": list, "user": rows.parse_id(administrator_id) or 0}
        found = self._database.transaction(lambda tx: tx.all(_OF_LIST, asked), call, read_only=True)
        return tuple(_Row(*row).message() for row in found)

    def save(self, request: wire.SaveViewRequest, call: Call) -> wire.SavedView | wire.ViewRefusal:
        def work(tx: Transaction) -> wire.SavedView | wire.ViewRefusal:
            row = _writer(tx, request.administrator_id)
            if row is None:
                return _FORBIDDEN
            may_share = holds(rows.administrator_of(row), SHARES_VIEWS)
            before = _visible(tx, request.id, request.list, row.id) if request.id else None
            if request.id and before is None:
                return _UNKNOWN
            if (request.shared or (before is not None and before.shared == 1)) and not may_share:
                return _FORBIDDEN
            if before is not None and before.version != request.version:
                return _STALE
            owner = row.id if before is None else before.user_id
            is_moving = before is None or (before.shared == 1) != request.shared
            if is_moving and _is_full(tx, request, owner):
                return _TOO_MANY
            return _written(tx, request, owner)

        return self._database.transaction(work, call, read_only=False)

    def delete(self, request: wire.DeleteViewRequest, call: Call) -> wire.ViewRefusal | None:
        def work(tx: Transaction) -> wire.ViewRefusal | None:
            row = _writer(tx, request.administrator_id)
            if row is None:
                return _FORBIDDEN
            before = _visible(tx, request.id, request.list, row.id)
            if before is None:
                return _UNKNOWN
            if before.shared == 1 and not holds(rows.administrator_of(row), SHARES_VIEWS):
                return _FORBIDDEN
            tx.run(_DELETE, {"id": request.id})
            return None

        return self._database.transaction(work, call, read_only=False)


def _writer(tx: Transaction, administrator_id: str) -> rows.AdministratorRow | None:
    """The active administrator.

    Writers of views take turns, because a colleague who may share changes, deletes and un-shares the views of others:
    beside an owner who saves the last view that there is room for, or beside another colleague.
    """
    found = manageable(tx, administrator_id, administrator_id)
    return None if found is None else found[0]


def _visible(tx: Transaction, id: str, list: str, user: int) -> _Row | None:
    row = first(tx, _VISIBLE, {"id": id, "list": list, "user": user})
    return None if row is None else _Row(*row)


def _is_full(tx: Transaction, request: wire.SaveViewRequest, owner: int) -> bool:
    if request.shared:
        counted = first(tx, _COUNT_SHARED, {"list": request.list})
    else:
        counted = first(tx, _COUNT_OWN, {"list": request.list, "user": owner})
    assert counted is not None, "a count has one row"
    return int(counted[0]) >= (MAX_SHARED_VIEWS if request.shared else MAX_OWN_VIEWS)


def _written(tx: Transaction, request: wire.SaveViewRequest, owner: int) -> wire.SavedView:
    id = request.id or secrets.token_urlsafe(12)
    contents: dict[str, Any] = {"shared": int(request.shared), "name": request.name, "query": request.query}
    if request.id:
        tx.run(_CHANGE, {"id": id, **contents, "now": now_ms()})
    else:
        tx.run(_CREATE, {"id": id, "list": request.list, "user": owner, **contents, "now": now_ms()})
    row = first(tx, _BY_ID, {"id": id})
    assert row is not None, "the transaction has just written it"
    return _Row(*row).message()
