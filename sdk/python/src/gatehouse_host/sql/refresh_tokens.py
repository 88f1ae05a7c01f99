"""The refresh tokens, inside one transaction."""

from __future__ import annotations

from datetime import datetime

from ..contract.backend import AbortReason, RefreshToken
from ..service.ports import Abort
from .database import Transaction, first
from .lineages import Lineages, revocation_of
from .rows import bytes_or_none, from_ms, joined, optional_from_ms, split, to_bytes, to_ms
from .sweep import sweep

_INSERT = """
    insert into gatehouse_refresh_tokens (token_hash, lineage_id, client_id, user_id, scopes, resource, issued_at,
      expires_at, lineage_started_at, grant_context)
    values (:token_hash, :lineage_id, :client_id, :user_id, :scopes, :resource, :issued_at,
      :expires_at, :lineage_started_at, :grant_context)
"""

_FIND = f"""
    select t.lineage_id, t.client_id, t.user_id, t.scopes, t.resource, t.issued_at, t.expires_at,
      t.lineage_started_at, t.grant_context, t.spent_at, {revocation_of("t.lineage_id")}
    from gatehouse_refresh_tokens t where t.token_hash = :token_hash
"""

_SPEND = f"""
    update gatehouse_refresh_tokens set spent_at = :at
    where token_hash = :token_hash and spent_at is null
      and {revocation_of("gatehouse_refresh_tokens.lineage_id")} is null
"""


class SqlRefreshTokenStore:
    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._lineages = Lineages(tx)

    def create(self, token: RefreshToken) -> None:
        # Locks the lineage, so that a revocation waits for this transaction, or this transaction sees the revocation.
        self._lineages.extend(token)
        row = {
            "token_hash": token.token_hash,
            "lineage_id": token.lineage_id,
            "client_id": token.client_id,
            "user_id": token.user_id,
            "scopes": joined(token.scopes),
            "resource": token.resource,
            "issued_at": to_ms(token.issued_at),
            "expires_at": to_ms(token.expires_at),
            "lineage_started_at": to_ms(token.lineage_started_at),
            "grant_context": bytes_or_none(token.grant_context),
        }
        self._tx.run(_INSERT, row)

    def find(self, token_hash: bytes) -> RefreshToken | None:
        row = first(self._tx, _FIND, {"token_hash": token_hash})
        if row is None:
            return None
        lineage, client, user, scopes, resource, issued, expires, started, context, spent, revoked = row
        return RefreshToken(
            token_hash=token_hash,
            lineage_id=lineage,
            client_id=client,
            user_id=user,
            scopes=split(scopes),
            resource=resource,
            issued_at=from_ms(issued),
            expires_at=from_ms(expires),
            lineage_started_at=from_ms(started),
            grant_context=to_bytes(context),
            spent_at=optional_from_ms(spent),
            lineage_revoked=revoked is not None,
        )

    def spend(self, token_hash: bytes, at: datetime) -> None:
        if self._tx.run(_SPEND, {"token_hash": token_hash, "at": to_ms(at)}) == 1:
            return
        token = self.find(token_hash)
        if token is None:
            raise Abort(AbortReason.ABORT_REASON_REFRESH_TOKEN_NOT_FOUND)
        if token.lineage_revoked:
            raise Abort(AbortReason.ABORT_REASON_LINEAGE_REVOKED)
        raise Abort(AbortReason.ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT)

    def revoke_lineage(self, lineage_id: str, at: datetime) -> bool:
        return self._lineages.revoke(lineage_id, at)

    def sweep_expired(self, before: datetime, limit: int) -> int:
        removed = sweep(self._tx, "gatehouse_refresh_tokens", to_ms(before), limit)
        self._lineages.sweep(before, limit)
        return removed
