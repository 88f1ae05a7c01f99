"""The operations of Transact: what each one does with the stores."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Callable

from ..contract import backend as contract
from ..contract.backend import AbortReason
from ..contract.limits import MAX_SWEPT
from ..contract.message import Malformed, Message
from ..contract.oauth_options import TokenEndpointAuthMethod
from .mint import mint
from .ports import Stores
from .redeem import redeem_code, redeem_refresh_token

R = AbortReason


@dataclass(frozen=True)
class Operation:
    run: Callable[[Stores, Any], Message]
    #: Whether it only reads. A transaction of such operations needs no lock for writing.
    read_only: bool = False
    #: The reasons that the contract allows for it.
    aborts: tuple[AbortReason, ...] = ()
    #: Checks beyond the rules of its fields; raises Malformed.
    validate: Callable[[Any, str], None] = lambda _request, _path: None


def _find_client(stores: Stores, request: contract.FindClient) -> Message:
    return contract.FindClientResult(client=stores.clients.find(request.client_id))


def _create_client(stores: Stores, request: contract.CreateClient) -> Message:
    return contract.CreateClientResult(client_count=stores.clients.create(request))


def _validate_client(request: contract.CreateClient, path: str) -> None:
    client = request.client
    assert client is not None
    _validate_secret(client, f"{path}.client")
    if client.metadata_json:
        try:
            is_object = isinstance(json.loads(client.metadata_json, parse_constant=_no_constant), dict)
        except (ValueError, RecursionError):
            is_object = False
        if not is_object:
            raise Malformed(f"{path}.client.metadata_json", "must be a JSON object")


def _no_constant(name: str) -> None:
    """Python also reads NaN and Infinity, which are not JSON (RFC 8259 §6)."""
    raise ValueError(f"{name} is not JSON")


def _validate_secret(sent: contract.Client | contract.ClientCredentials, path: str) -> None:
    """A secret belongs to every method but "none"."""
    is_public = sent.token_endpoint_auth_method is TokenEndpointAuthMethod.TOKEN_ENDPOINT_AUTH_METHOD_NONE
    if is_public and sent.secret_hash:
        raise Malformed(f"{path}.secret_hash", "must be empty for a public client")
    if not is_public and not sent.secret_hash:
        raise Malformed(f"{path}.secret_hash", "must not be empty for a confidential client")


def _validate_credentials(request: contract.RedeemCode | contract.RedeemRefreshToken, path: str) -> None:
    assert request.credentials is not None
    _validate_secret(request.credentials, f"{path}.credentials")


def _sweep_unconsented_clients(stores: Stores, request: contract.SweepUnconsentedClients) -> Message:
    assert request.registered_before is not None
    removed = stores.clients.sweep_unconsented(request.registered_before, MAX_SWEPT)
    return contract.SweepUnconsentedClientsResult(removed=removed)


def _stamp_consent(stores: Stores, request: contract.StampConsent) -> Message:
    assert request.at is not None
    stores.clients.stamp_consent(request.client_id, request.at)
    return contract.StampConsentResult()


def _create_code(stores: Stores, request: contract.CreateCode) -> Message:
    assert request.code is not None
    stores.codes.create(request.code)
    return contract.CreateCodeResult()


def _find_code(stores: Stores, request: contract.FindCode) -> Message:
    return contract.FindCodeResult(code=stores.codes.find(request.code_hash))


def _spend_code(stores: Stores, request: contract.SpendCode) -> Message:
    assert request.at is not None
    stores.codes.spend(request.code_hash, request.lineage_id, request.at)
    return contract.SpendCodeResult()


def _create_refresh_token(stores: Stores, request: contract.CreateRefreshToken) -> Message:
    assert request.refresh_token is not None
    stores.refresh_tokens.create(request.refresh_token)
    return contract.CreateRefreshTokenResult()


def _find_refresh_token(stores: Stores, request: contract.FindRefreshToken) -> Message:
    return contract.FindRefreshTokenResult(refresh_token=stores.refresh_tokens.find(request.token_hash))


def _spend_refresh_token(stores: Stores, request: contract.SpendRefreshToken) -> Message:
    assert request.at is not None
    stores.refresh_tokens.spend(request.token_hash, request.at)
    return contract.SpendRefreshTokenResult()


def _revoke_lineage(stores: Stores, request: contract.RevokeLineage) -> Message:
    assert request.at is not None
    newly_revoked = stores.refresh_tokens.revoke_lineage(request.lineage_id, request.at)
    stores.access_tokens.revoke_lineage(request.lineage_id, request.at)
    return contract.RevokeLineageResult(newly_revoked=newly_revoked)


def _sweep_expired(stores: Stores, request: contract.SweepExpired) -> Message:
    assert request.before is not None
    codes = stores.codes.sweep_expired(request.before, MAX_SWEPT)
    tokens = stores.refresh_tokens.sweep_expired(request.before, MAX_SWEPT - codes) if codes < MAX_SWEPT else 0
    stores.access_tokens.sweep_expired(request.before, MAX_SWEPT)
    return contract.SweepExpiredResult(codes_removed=codes, refresh_tokens_removed=tokens)


def _find_access_token(stores: Stores, request: contract.FindAccessToken) -> Message:
    return contract.FindAccessTokenResult(access_token=stores.access_tokens.find(request.access_token))


#: By the name of its member of the contract's oneof. The member of the result has the same name.
OPERATIONS: dict[str, Operation] = {
    "find_client": Operation(_find_client, read_only=True),
    "create_client": Operation(
        _create_client,
        aborts=(R.ABORT_REASON_CLIENT_CAP_REACHED, R.ABORT_REASON_CLIENT_ALREADY_EXISTS),
        validate=_validate_client,
    ),
    "sweep_unconsented_clients": Operation(_sweep_unconsented_clients),
    "stamp_consent": Operation(_stamp_consent, aborts=(R.ABORT_REASON_CLIENT_NOT_FOUND,)),
    "create_code": Operation(_create_code),
    "find_code": Operation(_find_code, read_only=True),
    "spend_code": Operation(_spend_code, aborts=(R.ABORT_REASON_CODE_NOT_FOUND, R.ABORT_REASON_CODE_ALREADY_SPENT)),
    "create_refresh_token": Operation(_create_refresh_token, aborts=(R.ABORT_REASON_LINEAGE_REVOKED,)),
    "find_refresh_token": Operation(_find_refresh_token, read_only=True),
    "spend_refresh_token": Operation(
        _spend_refresh_token,
        aborts=(
            R.ABORT_REASON_REFRESH_TOKEN_NOT_FOUND,
            R.ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT,
            R.ABORT_REASON_LINEAGE_REVOKED,
        ),
    ),
    "revoke_lineage": Operation(_revoke_lineage),
    "sweep_expired": Operation(_sweep_expired),
    "mint_access_token": Operation(mint, aborts=(R.ABORT_REASON_MINT_REFUSED, R.ABORT_REASON_LINEAGE_REVOKED)),
    "find_access_token": Operation(_find_access_token, read_only=True),
    "redeem_code": Operation(
        redeem_code,
        aborts=(
            R.ABORT_REASON_CODE_NOT_FOUND,
            R.ABORT_REASON_CODE_ALREADY_SPENT,
            R.ABORT_REASON_MINT_REFUSED,
            R.ABORT_REASON_LINEAGE_REVOKED,
        ),
        validate=_validate_credentials,
    ),
    "redeem_refresh_token": Operation(
        redeem_refresh_token,
        aborts=(
            R.ABORT_REASON_REFRESH_TOKEN_NOT_FOUND,
            R.ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT,
            R.ABORT_REASON_MINT_REFUSED,
            R.ABORT_REASON_LINEAGE_REVOKED,
        ),
        validate=_validate_credentials,
    ),
}
