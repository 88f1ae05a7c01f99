"""The registered clients, inside one transaction."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from ..contract.backend import AbortReason, Client, CreateClient
from ..contract.oauth_options import TokenEndpointAuthMethod
from ..service.ports import Abort
from .database import Transaction, first
from .rows import bytes_or_none, from_ms, joined, now_ms, optional_from_ms, optional_to_ms, split, to_bytes, to_ms

_METHODS = {
    TokenEndpointAuthMethod.TOKEN_ENDPOINT_AUTH_METHOD_NONE: "none",
    TokenEndpointAuthMethod.TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST: "client_secret_post",
    TokenEndpointAuthMethod.TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC: "client_secret_basic",
}
_METHODS_BY_NAME = {name: method for method, name in _METHODS.items()}

_COLUMNS = (
    "client_id",
    "client_name",
    "redirect_uris",
    "token_endpoint_auth_method",
    "secret_hash",
    "scopes",
    "grant_types",
    "registered_at",
    "consented_at",
    "revoked_at",
    "self_registered",
    "metadata",
)

_FIND = f"select {', '.join(_COLUMNS)} from gatehouse_clients where client_id = :client_id"

#: Triggers maintain it (migrations.py): an application revokes a client with its own SQL.
_COUNT = "select value from gatehouse_counters where name = 'unrevoked_clients'"

#: Changes nothing if a client with that id exists.
_INSERT = f"""
    insert into gatehouse_clients ({", ".join(_COLUMNS)}) values ({", ".join(f":{name}" for name in _COLUMNS)})
    on conflict (client_id) do nothing
"""

_REPLACED = [name for name in _COLUMNS if name not in ("client_id", "registered_at", "consented_at", "revoked_at")]
_REPLACE = f"""
    update gatehouse_clients set {", ".join(f"{name} = :{name}" for name in _REPLACED)} where client_id = :client_id
"""

# PostgreSQL's lock waits for another transaction that changes the row, and then evaluates the row again: if it received
# consent in the meantime, or was revoked, the query skips to the next one.
_EVICT_OLDEST = """
    delete from gatehouse_clients where client_id = (select client_id from gatehouse_clients
      where consented_at is null and revoked_at is null and self_registered = 1
      order by registered_at, client_id limit 1 {locking})
"""

# A revoked client stays: without its row it would no longer be revoked.
_ABANDONED = """
    select c.client_id from gatehouse_clients c
    where c.consented_at is null and c.revoked_at is null and c.self_registered = 1
      and c.registered_at < :registered_before
      and not exists (select 1 from gatehouse_lineages l
        where l.client_id = c.client_id and l.revoked_at is null and l.expires_at > :now)
      and not exists (select 1 from gatehouse_access_tokens a
        left join gatehouse_lineages r on r.lineage_id = a.lineage_id
        where a.client_id = c.client_id and r.revoked_at is null and a.expires_at > :now)
"""

_SWEEP = f"""
    delete from gatehouse_clients where client_id in (
      {_ABANDONED} order by c.registered_at limit :limit {{locking}})
"""

_STAMP = """
    update gatehouse_clients set consented_at = coalesce(consented_at, :at)
    where client_id = :client_id and revoked_at is null
"""


class SqlClientStore:
    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    def find(self, client_id: str) -> Client | None:
        row = first(self._tx, _FIND, {"client_id": client_id})
        return None if row is None else _client(dict(zip(_COLUMNS, row)))

    def create(self, request: CreateClient) -> int:
        assert request.client is not None
        row = _row(request.client)
        while True:
            count = self._try_to_create(row, request)
            if count is not None:
                return count

    def _try_to_create(self, row: dict[str, Any], request: CreateClient) -> int | None:
        """The count afterwards; None if another transaction added or removed a client with that id in between."""
        self._lock_registration(request.cap)
        count = self._count()
        counted = 1 if row["revoked_at"] is None else 0
        has_room = request.cap == 0 or count < request.cap
        if has_room and self._tx.run(_INSERT, row) == 1:
            return count + counted
        if has_room or first(self._tx, _FIND, {"client_id": row["client_id"]}) is not None:
            if not request.replace_existing:
                raise Abort(AbortReason.ABORT_REASON_CLIENT_ALREADY_EXISTS)
            replaced = {name: value for name, value in row.items() if name in _REPLACED or name == "client_id"}
            return count if self._tx.run(_REPLACE, replaced) == 1 else None
        left = self._make_room(request)
        return left + counted if self._tx.run(_INSERT, row) == 1 else None

    def sweep_unconsented(self, registered_before: datetime, limit: int) -> int:
        parameters = {"registered_before": to_ms(registered_before), "now": now_ms()}
        if self._tx.is_postgresql:
            if first(self._tx, f"{_ABANDONED} limit 1", parameters) is None:
                return 0
            # A creation that follows takes this lock anyway: both change the count, and always in this order.
            self._lock_registration(cap=1)
        locking = "for update of c skip locked" if self._tx.is_postgresql else ""
        return self._tx.run(_SWEEP.format(locking=locking), {**parameters, "limit": limit})

    def stamp_consent(self, client_id: str, at: datetime) -> None:
        if self._tx.run(_STAMP, {"client_id": client_id, "at": to_ms(at)}) == 0:
            raise Abort(AbortReason.ABORT_REASON_CLIENT_NOT_FOUND)

    def _lock_registration(self, cap: int) -> None:
        """Until the transaction ends, no other one counts and creates. SQLite has one writer at a time anyway."""
        if self._tx.is_postgresql and cap > 0:
            query = "select name from gatehouse_locks where name = 'registration' for update"
            if first(self._tx, query, {}) is None:
                raise RuntimeError("gatehouse_locks has no row 'registration': migrate the database")

    def _make_room(self, request: CreateClient) -> int:
        """At the cap: how many unrevoked clients are left after an eviction."""
        if request.evict_oldest_unconsented:
            locking = "for update" if self._tx.is_postgresql else ""
            self._tx.run(_EVICT_OLDEST.format(locking=locking), {})
            left = self._count()
            # If the cap was lowered, there may be more than one client too many.
            if left < request.cap:
                return left
        raise Abort(AbortReason.ABORT_REASON_CLIENT_CAP_REACHED)

    def _count(self) -> int:
        row = first(self._tx, _COUNT, {})
        if row is None:
            raise RuntimeError("gatehouse_counters has no row 'unrevoked_clients': migrate the database")
        return int(row[0])


def _row(client: Client) -> dict[str, Any]:
    return {
        "client_id": client.client_id,
        "client_name": client.client_name,
        "redirect_uris": json.dumps(client.redirect_uris),
        "token_endpoint_auth_method": _METHODS[client.token_endpoint_auth_method],
        "secret_hash": bytes_or_none(client.secret_hash),
        "scopes": joined(client.scopes),
        "grant_types": joined(client.grant_types),
        "registered_at": to_ms(client.registered_at),
        "consented_at": optional_to_ms(client.consented_at),
        "revoked_at": optional_to_ms(client.revoked_at),
        "self_registered": 1 if client.self_registered else 0,
        "metadata": client.metadata_json or "{}",
    }


def _client(row: dict[str, Any]) -> Client:
    return Client(
        client_id=row["client_id"],
        client_name=row["client_name"],
        redirect_uris=tuple(json.loads(row["redirect_uris"])),
        token_endpoint_auth_method=_METHODS_BY_NAME[row["token_endpoint_auth_method"]],
        secret_hash=to_bytes(row["secret_hash"]),
        scopes=split(row["scopes"]),
        grant_types=split(row["grant_types"]),
        registered_at=from_ms(row["registered_at"]),
        consented_at=optional_from_ms(row["consented_at"]),
        revoked_at=optional_from_ms(row["revoked_at"]),
        self_registered=bool(row["self_registered"]),
        metadata_json="" if row["metadata"] == "{}" else row["metadata"],
    )
