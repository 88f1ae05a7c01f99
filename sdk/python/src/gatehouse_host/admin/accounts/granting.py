"""Who may manage whom: the rules of AdminAccountService, by the directory as it is in the transaction."""

from __future__ import annotations

from typing import Any

from ...contract.admin_directory import Administrator
from ...sql.database import Transaction, first
from ...sql.rows import now_ms
from ..directory import rows
from ..directory.rows import AdministratorRow

#: The code that the screens for administrators and roles require.
MANAGES_ADMINISTRATORS = "backend.administrators"

_ACTIVE = "select id from backend_users where id = :id and is_activated = 1"
_SUPERUSERS = "select 1 from backend_users where is_superuser = 1 and is_activated = 1 and id <> :besides limit 1"
_RAISE = "update backend_users set {changes}token_version = token_version + 1, updated_at = :now where id = :id"


def holds(holder: Administrator, code: str) -> bool:
    """Whether a code is granted, itself or by a code that ends in ".*" and covers it."""
    return holder.superuser or any(
        code == granted or (granted.endswith(".*") and code.startswith(granted[:-1])) for granted in holder.permissions
    )


def may_manage(actor: Administrator, target: Administrator) -> bool:
    """Only superusers manage superusers, and everybody else manages only those who hold no more than they do."""
    return actor.superuser or (not target.superuser and all(holds(actor, code) for code in target.permissions))


def take_turn(tx: Transaction) -> None:
    """One transaction at a time changes administrators and roles.

    Otherwise two superusers could demote each other at once, or an administrator could grant a permission while losing
    it. SQLite has one writer anyway. The locked row always exists.
    """
    if tx.is_postgresql:
        tx.all("select name from gatehouse_admin_migrations order by name limit 1 for update", {})


def actor_now(tx: Transaction, administrator_id: str) -> Administrator | None:
    """The administrator, if allowed to manage others: the caller of an rpc may have lost permissions since."""
    row = row_of(tx, administrator_id)
    if row is None or not row.is_active:
        return None
    actor = rows.administrator_of(row)
    return actor if holds(actor, MANAGES_ADMINISTRATORS) else None


def is_another_superuser(tx: Transaction, besides: int) -> bool:
    """Whether an active superuser other than the given one exists."""
    return first(tx, _SUPERUSERS, {"besides": besides}) is not None


def row_of(tx: Transaction, administrator_id: str) -> AdministratorRow | None:
    id = rows.parse_id(administrator_id)
    return None if id is None else rows.by_id(tx, id)


def active_row(tx: Transaction, administrator_id: str) -> AdministratorRow | None:
    """An active administrator, whose row stays locked: no other transaction changes or counts meanwhile."""
    id = rows.parse_id(administrator_id)
    if id is None or first(tx, f"{_ACTIVE} for update" if tx.is_postgresql else _ACTIVE, {"id": id}) is None:
        return None
    return rows.by_id(tx, id)


def manageable(tx: Transaction, administrator_id: str, by: str) -> tuple[AdministratorRow, bool] | None:
    """The active administrator with that id, and whether the other one may manage it.

    None if there is none. No other transaction changes it meanwhile.
    """
    # In the order of an update on the screens, which locks its record first: two of them must not wait for each other.
    if active_row(tx, administrator_id) is None:
        return None
    take_turn(tx)
    row = row_of(tx, administrator_id)
    if row is None or not row.is_active:
        return None
    if by == administrator_id:
        return row, True
    actor = actor_now(tx, by)
    return row, actor is not None and may_manage(actor, rows.administrator_of(row))


def raised(tx: Transaction, id: int, **changes: Any) -> Administrator:
    """Raises the token version, which ends the sessions, and writes the changes; returns the administrator after it."""
    assignments = "".join(f"{name} = :{name}, " for name in changes)
    tx.run(_RAISE.replace("{changes}", assignments), {**changes, "id": id, "now": now_ms()})
    row = rows.by_id(tx, id)
    assert row is not None, "the row is locked"
    return rows.administrator_of(row)
