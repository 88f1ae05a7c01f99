"""Records of the contract, and a backend to run them on."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta, timezone
from typing import Any

from gatehouse_host.contract import backend as contract
from gatehouse_host.contract.oauth_options import TokenEndpointAuthMethod
from gatehouse_host.service.call import Call
from gatehouse_host.service.transactor import Transactor

RESOURCE = "https://app.example/mcp"


def now() -> datetime:
    at = datetime.now(timezone.utc)
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def client(client_id: str = "c1", **changes: Any) -> contract.Client:
    values: dict[str, Any] = {
        "client_id": client_id,
        "client_name": "Ä client",
        "redirect_uris": ("https://client.example/callback",),
        "token_endpoint_auth_method": TokenEndpointAuthMethod.TOKEN_ENDPOINT_AUTH_METHOD_NONE,
        "scopes": ("read", "write"),
        "grant_types": ("authorization_code", "refresh_token"),
        "registered_at": now(),
        "self_registered": True,
        **changes,
    }
    return contract.Client(**values)


def refresh_token(
    name: str = "r1", lineage_id: str = "l1", user_id: str = "1", **changes: Any
) -> contract.RefreshToken:
    values: dict[str, Any] = {
        "token_hash": sha256(name),
        "lineage_id": lineage_id,
        "client_id": "c1",
        "user_id": user_id,
        "scopes": ("read",),
        "resource": RESOURCE,
        "issued_at": now(),
        "expires_at": now() + timedelta(days=30),
        "lineage_started_at": now(),
        "grant_context": b"tenant",
        **changes,
    }
    return contract.RefreshToken(**values)


def redeem_refresh_token(name: str = "r1", successor: str = "r2", **changes: Any) -> contract.RedeemRefreshToken:
    values: dict[str, Any] = {
        "credentials": contract.ClientCredentials(
            client_id="c1", token_endpoint_auth_method=TokenEndpointAuthMethod.TOKEN_ENDPOINT_AUTH_METHOD_NONE
        ),
        "token_hash": sha256(name),
        "at": now(),
        "access_token_expires_at": now() + timedelta(hours=1),
        "successor_hash": sha256(successor),
        "successor_expires_at": now() + timedelta(days=30),
        **changes,
    }
    return contract.RedeemRefreshToken(**values)


def mint(lineage_id: str = "l1", user_id: str = "1", **changes: Any) -> contract.MintAccessToken:
    values: dict[str, Any] = {
        "user_id": user_id,
        "client_id": "c1",
        "scopes": ("read",),
        "resource": RESOURCE,
        "lineage_id": lineage_id,
        "expires_at": now() + timedelta(hours=1),
        "grant_context": b"tenant",
        "at": now(),
        **changes,
    }
    return contract.MintAccessToken(**values)


def run(backend: Any, *operations: contract.Operation, call: Call | None = None) -> contract.TransactResponse:
    return Transactor(backend).transact(contract.TransactRequest(operations=operations), call or Call())


def committed(backend: Any, *operations: contract.Operation) -> tuple[contract.OperationResult, ...]:
    response = run(backend, *operations)
    assert response.committed is not None, response
    return response.committed.results


def minted(backend: Any, lineage_id: str = "l1", user_id: str = "1", **changes: Any) -> str:
    """An access token of a lineage that has a refresh token too."""
    token = refresh_token(f"refresh of {lineage_id}", lineage_id, user_id)
    create = contract.CreateRefreshToken(refresh_token=token)
    results = committed(
        backend,
        contract.Operation(create_refresh_token=create),
        contract.Operation(mint_access_token=mint(lineage_id, user_id, **changes)),
    )
    assert results[1].mint_access_token is not None
    return results[1].mint_access_token.access_token
