"""The authorization codes, inside one transaction."""

from __future__ import annotations

from datetime import datetime

from ..contract.backend import AbortReason, Code
from ..service.ports import Abort
from .database import Transaction, first
from .rows import bytes_or_none, from_ms, joined, optional_from_ms, split, to_bytes, to_ms
from .sweep import sweep

_INSERT = """
    insert into gatehouse_codes (code_hash, client_id, user_id, redirect_uri, code_challenge, scopes, resource,
      issued_at, expires_at, grant_context)
    values (:code_hash, :client_id, :user_id, :redirect_uri, :code_challenge, :scopes, :resource,
      :issued_at, :expires_at, :grant_context)
"""

_FIND = """
    select client_id, user_id, redirect_uri, code_challenge, scopes, resource, issued_at, expires_at, grant_context,
      spent_at, lineage_id
    from gatehouse_codes where code_hash = :code_hash
"""

_SPEND = """
    update gatehouse_codes set spent_at = :at, lineage_id = :lineage_id
    where code_hash = :code_hash and spent_at is null
"""


class SqlCodeStore:
    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    def create(self, code: Code) -> None:
        row = {
            "code_hash": code.code_hash,
            "client_id": code.client_id,
            "user_id": code.user_id,
            "redirect_uri": code.redirect_uri,
            "code_challenge": code.code_challenge,
            "scopes": joined(code.scopes),
            "resource": code.resource,
            "issued_at": to_ms(code.issued_at),
            "expires_at": to_ms(code.expires_at),
            "grant_context": bytes_or_none(code.grant_context),
        }
        self._tx.run(_INSERT, row)

    def find(self, code_hash: bytes) -> Code | None:
        row = first(self._tx, _FIND, {"code_hash": code_hash})
        if row is None:
            return None
        client_id, user_id, redirect_uri, challenge, scopes, resource, issued, expires, context, spent, lineage = row
        return Code(
            code_hash=code_hash,
            client_id=client_id,
            user_id=user_id,
            redirect_uri=redirect_uri,
            code_challenge=challenge,
            scopes=split(scopes),
            resource=resource,
            issued_at=from_ms(issued),
            expires_at=from_ms(expires),
            grant_context=to_bytes(context),
            spent_at=optional_from_ms(spent),
            lineage_id=lineage or "",
        )

    def spend(self, code_hash: bytes, lineage_id: str, at: datetime) -> None:
        parameters = {"code_hash": code_hash, "lineage_id": lineage_id, "at": to_ms(at)}
        if self._tx.run(_SPEND, parameters) == 1:
            return
        if first(self._tx, _FIND, {"code_hash": code_hash}) is None:
            raise Abort(AbortReason.ABORT_REASON_CODE_NOT_FOUND)
        raise Abort(AbortReason.ABORT_REASON_CODE_ALREADY_SPENT)

    def sweep_expired(self, before: datetime, limit: int) -> int:
        return sweep(self._tx, "gatehouse_codes", to_ms(before), limit)
