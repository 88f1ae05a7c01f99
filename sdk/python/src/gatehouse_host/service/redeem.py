"""RedeemCode and RedeemRefreshToken: whole exchanges as one operation, composed of the stores' methods."""

from __future__ import annotations

import hmac
from ..contract.backend import (
    Client,
    ClientCredentials,
    Code,
    MintAccessToken,
    RedeemCode,
    RedeemCodeResult,
    RedeemRefreshToken,
    RedeemRefreshTokenResult,
    RefreshToken,
)
from .mint import mint
from .ports import Stores


def redeem_code(stores: Stores, request: RedeemCode) -> RedeemCodeResult:
    """Spends the code and mints if every expectation holds; changes nothing otherwise."""
    credentials, at = request.credentials, request.at
    assert credentials is not None and at is not None
    client = stores.clients.find(credentials.client_id)
    code = stores.codes.find(request.code_hash)
    if code is None or not _authenticates(client, credentials, "authorization_code") or not _code_holds(code, request):
        return RedeemCodeResult(client=client, code=code)
    stores.codes.spend(request.code_hash, request.lineage_id, at)
    minted = mint(
        stores,
        MintAccessToken(
            user_id=code.user_id,
            client_id=code.client_id,
            scopes=code.scopes,
            resource=code.resource,
            lineage_id=request.lineage_id,
            expires_at=request.access_token_expires_at,
            grant_context=code.grant_context,
            at=at,
        ),
    )
    stores.refresh_tokens.create(
        RefreshToken(
            token_hash=request.refresh_token_hash,
            lineage_id=request.lineage_id,
            client_id=code.client_id,
            user_id=code.user_id,
            scopes=code.scopes,
            resource=code.resource,
            issued_at=at,
            expires_at=request.refresh_token_expires_at,
            lineage_started_at=at,
            grant_context=code.grant_context,
        )
    )
    return RedeemCodeResult(client=client, code=code, minted=minted)


def redeem_refresh_token(stores: Stores, request: RedeemRefreshToken) -> RedeemRefreshTokenResult:
    """Spends the token and mints if every expectation holds; changes nothing otherwise."""
    credentials, at = request.credentials, request.at
    assert credentials is not None and at is not None
    client = stores.clients.find(credentials.client_id)
    token = stores.refresh_tokens.find(request.token_hash)
    if token is None or not _authenticates(client, credentials, "refresh_token") or not _token_holds(token, request):
        return RedeemRefreshTokenResult(client=client, refresh_token=token)
    stores.refresh_tokens.spend(request.token_hash, at)
    minted = mint(
        stores,
        MintAccessToken(
            user_id=token.user_id,
            client_id=token.client_id,
            # In the order of the grant, so that equal grants look the same everywhere.
            scopes=tuple(scope for scope in token.scopes if not request.scopes or scope in request.scopes),
            resource=token.resource,
            lineage_id=token.lineage_id,
            expires_at=request.access_token_expires_at,
            grant_context=token.grant_context,
            at=at,
        ),
    )
    stores.refresh_tokens.create(
        RefreshToken(
            token_hash=request.successor_hash,
            lineage_id=token.lineage_id,
            client_id=token.client_id,
            user_id=token.user_id,
            scopes=token.scopes,
            resource=token.resource,
            issued_at=at,
            expires_at=request.successor_expires_at,
            lineage_started_at=token.lineage_started_at,
            grant_context=token.grant_context,
        )
    )
    return RedeemRefreshTokenResult(client=client, refresh_token=token, minted=minted)


def _authenticates(client: Client | None, credentials: ClientCredentials, grant_type: str) -> bool:
    return (
        client is not None
        and client.revoked_at is None
        and client.token_endpoint_auth_method is credentials.token_endpoint_auth_method
        and hmac.compare_digest(client.secret_hash, credentials.secret_hash)
        and grant_type in client.grant_types
    )


def _code_holds(code: Code, request: RedeemCode) -> bool:
    assert request.credentials is not None and request.at is not None and code.expires_at is not None
    return (
        code.client_id == request.credentials.client_id
        and request.redirect_uri in ("", code.redirect_uri)
        and hmac.compare_digest(code.code_challenge.encode(), request.code_challenge.encode())
        and code.spent_at is None
        and request.at < code.expires_at
    )


def _token_holds(token: RefreshToken, request: RedeemRefreshToken) -> bool:
    assert request.credentials is not None and request.at is not None
    assert token.expires_at is not None and token.lineage_started_at is not None
    after = request.lineage_started_after
    return (
        token.client_id == request.credentials.client_id
        and not token.lineage_revoked
        and token.spent_at is None
        and request.at < token.expires_at
        and (after is None or after < token.lineage_started_at)
        and set(request.scopes) <= set(token.scopes)
    )
