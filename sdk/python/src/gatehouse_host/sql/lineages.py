"""The lineages: one row for each, and the only place that stores whether it is revoked."""

from __future__ import annotations

from datetime import datetime

from ..contract.backend import AbortReason, RefreshToken
from ..service.ports import Abort
from .database import Transaction
from .rows import joined, now_ms, to_ms
from .sweep import sweep

#: How long a revocation is remembered at least. No access token lives longer (tokens.py), and each refresh token keeps
#: the row of its lineage, so removing a row never makes a revoked token valid again.
REVOCATION_KEPT_MS = 400 * 24 * 60 * 60 * 1000

_LATER_EXPIRY = """case when excluded.expires_at > gatehouse_lineages.expires_at
      then excluded.expires_at else gatehouse_lineages.expires_at end"""

# Every writer locks the row of its lineage (in PostgreSQL; SQLite has one writer), and evaluates the condition on the
# row that the previous writer left: a concurrent rotation and revocation run one after the other. In either order, the
# lineage is revoked afterwards and none of its tokens is live.
_EXTEND = f"""
    insert into gatehouse_lineages (lineage_id, client_id, user_id, scopes, resource, started_at, refreshed_at,
      expires_at)
    values (:lineage_id, :client_id, :user_id, :scopes, :resource, :started_at, :refreshed_at, :expires_at)
    on conflict (lineage_id) do update set refreshed_at = excluded.refreshed_at, expires_at = {_LATER_EXPIRY}
    where gatehouse_lineages.revoked_at is null
"""

_REVOKE = f"""
    insert into gatehouse_lineages (lineage_id, revoked_at, expires_at) values (:lineage_id, :at, :expires_at)
    on conflict (lineage_id) do update set revoked_at = excluded.revoked_at, expires_at = {_LATER_EXPIRY}
    where gatehouse_lineages.revoked_at is null
"""


def revocation_of(column: str) -> str:
    """An expression: when the lineage was revoked; also null if it does not exist.

    A subquery for one row, not a join, so that PostgreSQL reads the row by its key, regardless of its statistics.
    """
    return f"(select revoked.revoked_at from gatehouse_lineages revoked where revoked.lineage_id = {column})"


class Lineages:
    """The lineages, inside one transaction."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    def extend(self, token: RefreshToken) -> None:
        """Starts the lineage, or extends it for its next refresh token. Raises Abort: LINEAGE_REVOKED."""
        row = {
            "lineage_id": token.lineage_id,
            "client_id": token.client_id,
            "user_id": token.user_id,
            "scopes": joined(token.scopes),
            "resource": token.resource,
            "started_at": to_ms(token.lineage_started_at),
            "refreshed_at": to_ms(token.issued_at),
            "expires_at": to_ms(token.expires_at),
        }
        if self._tx.run(_EXTEND, row) == 0:
            raise Abort(AbortReason.ABORT_REASON_LINEAGE_REVOKED)

    def revoke(self, lineage_id: str, at: datetime) -> bool:
        """Returns whether this call revoked it."""
        expires_at = max(to_ms(at), now_ms()) + REVOCATION_KEPT_MS
        return self._tx.run(_REVOKE, {"lineage_id": lineage_id, "at": to_ms(at), "expires_at": expires_at}) == 1

    def sweep(self, before: datetime, limit: int) -> None:
        """Removes lineages without live tokens."""
        sweep(self._tx, "gatehouse_lineages", to_ms(before), limit)
