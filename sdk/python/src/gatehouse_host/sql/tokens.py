"""Random access tokens, of which the database keeps only the SHA-256 hashes."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Callable, TypeVar
from urllib.parse import urlsplit

from ..contract.backend import AbortReason, AccessTokenInfo, MintAccessToken
from ..coroutines import require_function, require_result
from ..service.call import Call
from ..service.ports import Abort, AccessTokenStore, MintedToken
from .database import Reader, Transaction, first
from .lineages import REVOCATION_KEPT_MS, Lineages, revocation_of
from .rows import bytes_or_none, from_ms, joined, now_ms, split, to_bytes, to_ms
from .source import database_of
from .sweep import sweep

#: Called with the transaction's ``handle`` (a Session of SQLAlchemy, or a connection of Django) and the request.
BeforeMint = Callable[[Any, MintAccessToken], None]
H = TypeVar("H", bound=BeforeMint)

_BEARER = re.compile(r"(?:bearer +)?([A-Za-z0-9._~+/-]+=*)", re.IGNORECASE)

# Adds nothing to a revoked lineage. A concurrent revocation of the lineage invalidates the token as well, because
# every lookup looks at both.
_INSERT = """
    insert into gatehouse_access_tokens (token_hash, lineage_id, client_id, user_id, scopes, resource, expires_at,
      grant_context)
    select :token_hash, :lineage_id, :client_id, :user_id, :scopes, :resource, {expires_at}, {grant_context}
    where not exists (select 1 from gatehouse_lineages where lineage_id = :lineage_id and revoked_at is not null)
"""

_FIND = f"""
    select t.lineage_id, t.client_id, t.user_id, t.scopes, t.resource, t.expires_at, t.grant_context
    from gatehouse_access_tokens t
    where t.token_hash = :token_hash and t.expires_at > :now and {revocation_of("t.lineage_id")} is null
"""


@dataclass(frozen=True)
class Grant:
    """What a live access token allows, and whom."""

    user_id: str
    client_id: str
    scopes: tuple[str, ...]
    #: The resource that the token was issued for (RFC 8707).
    resource: str
    expires_at: datetime
    lineage_id: str
    #: What the application attached at consent; empty if nothing.
    grant_context: bytes


_PATIENCE_SECONDS = 10.0


class OpaqueTokens:
    """Issues access tokens that mean nothing to anyone but this application, and verifies them.

    ``database`` is an Engine of SQLAlchemy, or a connection of Django.
    """

    def __init__(self, database: Any) -> None:
        self._database = database_of(database)
        self._before_mint: list[BeforeMint] = []

    def before_mint(self, hook: H) -> H:
        """Decorator for a function that looks at each request before a token is issued, in the same transaction.

        It gets the transaction (a Session of SQLAlchemy, or a connection of Django) and the request, with ``user_id``,
        ``client_id``, ``scopes``, ``resource`` and ``grant_context``. It raises MintRefused to refuse.
        """
        require_function(hook, "before_mint")
        self._before_mint.append(hook)
        return hook

    def verify(self, bearer: str | None, resource: str) -> Grant | None:
        """The grant of a live access token for this resource, or None: answer 401 with ``challenge``.

        ``bearer`` is the Authorization header of the request, or the token alone.
        """
        return self._verified(bearer, resource, Call.of_application(_PATIENCE_SECONDS))

    async def averify(self, bearer: str | None, resource: str) -> Grant | None:
        """``verify`` for coroutines: does not block the event loop."""
        return await asyncio.to_thread(self._verified, bearer, resource, Call.within(_PATIENCE_SECONDS))

    def _verified(self, bearer: str | None, resource: str, call: Call) -> Grant | None:
        match = _BEARER.fullmatch(bearer.strip()) if bearer else None
        if match is None:
            return None
        token_hash = _hash(match[1])
        grant = self._database.read(lambda reader: _find_live(reader, token_hash), call)
        # A token for another resource must not work here (RFC 8707 §2).
        return grant if grant is not None and grant.resource == resource else None

    @staticmethod
    def challenge(origin: str, resource: str = "", *, presented: bool = False, scope: str = "") -> str:
        """The WWW-Authenticate header of a 401: tells a client where it learns how to get a token (RFC 9728 §5.1).

        ``resource`` is the resource if it is not the origin itself: a URL, or its path. Set ``presented`` if the
        request carried a token (it was not valid), and ``scope`` in a 403 for what the token does not allow.
        """
        _, _, path, query, _ = urlsplit(resource)
        # RFC 9728 §3.1 removes the slash that follows the host, and no other one.
        inserted = ("" if path == "/" else path) + (f"?{query}" if query else "")
        parts = []
        if scope:
            parts += ['error="insufficient_scope"', f'scope="{scope}"']
        elif presented:
            parts.append('error="invalid_token"')
        parts.append(f'resource_metadata="{origin.rstrip("/")}/.well-known/oauth-protected-resource{inserted}"')
        return "Bearer " + ", ".join(parts)

    def within(self, tx: Transaction) -> AccessTokenStore:
        """The tokens inside one transaction, for SqlBackend."""
        return _OpaqueTokenStore(tx, self._before_mint)


class _OpaqueTokenStore:
    def __init__(self, tx: Transaction, before_mint: list[BeforeMint]) -> None:
        self._tx = tx
        self._before_mint = before_mint

    def mint(self, request: MintAccessToken) -> MintedToken:
        for hook in self._before_mint:
            # A hook that does not run must not let a token through.
            require_result(hook(self._tx.handle, request), "before_mint")
        access_token = secrets.token_urlsafe(32)
        expires_at = min(to_ms(request.expires_at), to_ms(request.at) + REVOCATION_KEPT_MS)
        row = {
            "token_hash": _hash(access_token),
            "lineage_id": request.lineage_id,
            "client_id": request.client_id,
            "user_id": request.user_id,
            "scopes": joined(request.scopes),
            "resource": request.resource,
            "expires_at": expires_at,
            "grant_context": bytes_or_none(request.grant_context),
        }
        # PostgreSQL cannot derive the type of a parameter in the list of a select.
        casts = ("cast(:expires_at as bigint)", "cast(:grant_context as bytea)")
        expiry, context = casts if self._tx.is_postgresql else (":expires_at", ":grant_context")
        if self._tx.run(_INSERT.format(expires_at=expiry, grant_context=context), row) == 0:
            raise Abort(AbortReason.ABORT_REASON_LINEAGE_REVOKED)
        return MintedToken(access_token, from_ms(expires_at))

    def find(self, access_token: str) -> AccessTokenInfo | None:
        grant = _find_live(self._tx, _hash(access_token))
        if grant is None:
            return None
        return AccessTokenInfo(lineage_id=grant.lineage_id, client_id=grant.client_id, user_id=grant.user_id)

    def revoke_lineage(self, lineage_id: str, at: datetime) -> None:
        Lineages(self._tx).revoke(lineage_id, at)

    def sweep_expired(self, before: datetime, limit: int) -> None:
        sweep(self._tx, "gatehouse_access_tokens", to_ms(before), limit)


def _find_live(reader: Reader, token_hash: bytes) -> Grant | None:
    row = first(reader, _FIND, {"token_hash": token_hash, "now": now_ms()})
    if row is None:
        return None
    lineage_id, client_id, user_id, scopes, resource, expires_at, context = row
    return Grant(
        user_id=user_id,
        client_id=client_id,
        scopes=split(scopes),
        resource=resource,
        expires_at=from_ms(expires_at),
        lineage_id=lineage_id,
        grant_context=to_bytes(context),
    )


def _hash(access_token: str) -> bytes:
    return hashlib.sha256(access_token.encode()).digest()
