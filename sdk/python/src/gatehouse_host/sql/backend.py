"""The ready backend, with what an "apps connected to your account" page needs."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Callable, Protocol, TypeVar

from ..service.call import Call
from ..service.ports import AccessTokenStore, Stores
from ..user_ids import text_of
from .clients import SqlClientStore
from .codes import SqlCodeStore
from .database import Transaction, first
from .refresh_tokens import SqlRefreshTokenStore
from .rows import from_ms, now_ms, split
from .source import database_of

T = TypeVar("T")

_PATIENCE_SECONDS = 10.0

_LIVE_OF_USER = """
    select l.lineage_id, l.client_id, c.client_name, l.scopes, l.resource, l.started_at, l.refreshed_at, l.expires_at
    from gatehouse_lineages l left join gatehouse_clients c on c.client_id = l.client_id
    where l.user_id = :user_id and l.revoked_at is null and l.expires_at > :now
    order by l.refreshed_at desc, l.lineage_id
"""

_OWNED_BY = """
    select 1 from gatehouse_lineages where lineage_id = :lineage_id and user_id = :user_id and revoked_at is null
"""


class TokenIssuer(Protocol):
    """Issues access tokens inside the transactions of a SqlBackend. OpaqueTokens is one."""

    def within(self, tx: Transaction) -> AccessTokenStore:
        """The tokens of one transaction; ``tx.handle`` is the application's way into it."""


@dataclass(frozen=True)
class ConnectedApp:
    """A client that a user has connected to their account."""

    #: What ``disconnect`` takes.
    lineage_id: str
    client_id: str
    #: Supplied by the client and not verified. Empty if it supplied none, or was removed since.
    client_name: str
    scopes: tuple[str, ...]
    resource: str
    connected_at: datetime
    #: When it last got a new access token.
    last_used_at: datetime
    #: When the connection ends unless it is used before then.
    expires_at: datetime


class SqlBackend:
    """Stores clients, codes and tokens in the application's database.

    ``database`` is an Engine of SQLAlchemy, or a connection of Django; ``migrate`` creates the tables.
    """

    def __init__(self, database: Any, tokens: TokenIssuer) -> None:
        self._database = database_of(database)
        self._tokens = tokens

    def transaction(self, work: Callable[[Stores], T], call: Call, read_only: bool) -> T:
        """Runs ``work`` in one transaction, for the host."""
        return self._database.transaction(lambda tx: work(self._stores(tx)), call, read_only)

    def connected_apps(self, user_id: object) -> list[ConnectedApp]:
        """The user's live connections, most recently used first."""
        return self._connected_apps(user_id, Call.of_application(_PATIENCE_SECONDS))

    async def aconnected_apps(self, user_id: object) -> list[ConnectedApp]:
        """``connected_apps`` for coroutines: does not block the event loop."""
        return await asyncio.to_thread(self._connected_apps, user_id, Call.within(_PATIENCE_SECONDS))

    def _connected_apps(self, user_id: object, call: Call) -> list[ConnectedApp]:
        parameters = {"user_id": text_of(user_id), "now": now_ms()}
        rows = self._database.read(lambda reader: reader.all(_LIVE_OF_USER, parameters), call)
        return [
            ConnectedApp(
                lineage_id=lineage_id,
                client_id=client_id,
                client_name=client_name or "",
                scopes=split(scopes),
                resource=resource,
                connected_at=from_ms(started),
                last_used_at=from_ms(refreshed),
                expires_at=from_ms(expires),
            )
            for lineage_id, client_id, client_name, scopes, resource, started, refreshed, expires in rows
        ]

    def disconnect(self, user_id: object, lineage_id: str) -> bool:
        """Revokes a connection with all its tokens. False if that user has no such live connection.

        It takes effect at once, also inside a transaction of the application, and stays if that one rolls back.
        """
        return self._disconnect(user_id, lineage_id, Call.of_application(_PATIENCE_SECONDS))

    async def adisconnect(self, user_id: object, lineage_id: str) -> bool:
        """``disconnect`` for coroutines: does not block the event loop."""
        return await asyncio.to_thread(self._disconnect, user_id, lineage_id, Call.within(_PATIENCE_SECONDS))

    def _disconnect(self, user_id: object, lineage_id: str, call: Call) -> bool:
        owned_by = {"lineage_id": lineage_id, "user_id": text_of(user_id)}

        def work(tx: Transaction) -> bool:
            if first(tx, _OWNED_BY, owned_by) is None:
                return False
            stores, at = self._stores(tx), datetime.now(timezone.utc)
            revoked = stores.refresh_tokens.revoke_lineage(lineage_id, at)
            stores.access_tokens.revoke_lineage(lineage_id, at)
            return revoked

        return self._database.transaction(work, call, read_only=False)

    def _stores(self, tx: Transaction) -> Stores:
        return Stores(SqlClientStore(tx), SqlCodeStore(tx), SqlRefreshTokenStore(tx), self._tokens.within(tx))
