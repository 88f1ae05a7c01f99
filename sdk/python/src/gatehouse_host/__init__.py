"""Write a Gatehouse host in Python.

Gatehouse handles OAuth with assistant (MCP) clients; the application keeps its users, its database and its tokens.
"""

from __future__ import annotations

from .consent.client import (
    AsyncConsentClient,
    ConsentClient,
    ConsentPage,
    NoGrantableScopes,
    PendingNotFound,
    PendingRequestView,
)
from .contract.backend import MintAccessToken as MintRequest
from .contract.sign_in import ResolveUserRequest, SignedInUser
from .errors import DeadlineExceeded, GatehouseError, GatehouseUnavailable, MintRefused, Unavailable
from .forward import forward, forward_asgi
from .host import Host
from .options import OAuth
from .sql.backend import ConnectedApp, SqlBackend, TokenIssuer
from .sql.migrations import migrate
from .sql.tokens import Grant, OpaqueTokens

__all__ = [
    "AsyncConsentClient",
    "ConnectedApp",
    "ConsentClient",
    "ConsentPage",
    "DeadlineExceeded",
    "GatehouseError",
    "GatehouseUnavailable",
    "Grant",
    "Host",
    "MintRefused",
    "MintRequest",
    "NoGrantableScopes",
    "OAuth",
    "OpaqueTokens",
    "PendingNotFound",
    "PendingRequestView",
    "ResolveUserRequest",
    "SignedInUser",
    "SqlBackend",
    "TokenIssuer",
    "Unavailable",
    "forward",
    "forward_asgi",
    "migrate",
]
