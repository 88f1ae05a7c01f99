"""Mints an access token, and checks it: Gatehouse would reject a wrong one, and this logs the error on the host's side."""

from __future__ import annotations

from ..contract.backend import AbortReason, MintAccessToken, MintAccessTokenResult
from ..contract.rules import check
from ..errors import MintRefused
from .ports import Abort, Stores


def mint(stores: Stores, request: MintAccessToken) -> MintAccessTokenResult:
    """Raises Abort: MINT_REFUSED, LINEAGE_REVOKED."""
    assert request.expires_at is not None
    try:
        minted = stores.access_tokens.mint(request)
    except MintRefused as refused:
        raise Abort(AbortReason.ABORT_REASON_MINT_REFUSED, refused.reason) from None
    if minted.expires_at is not None and minted.expires_at > request.expires_at:
        raise ValueError("the minted access token expires later than requested")
    result = MintAccessTokenResult(access_token=minted.access_token, expires_at=minted.expires_at)
    check(result)
    return result
