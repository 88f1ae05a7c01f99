"""The interfaces behind the transaction service: implement them for other databases or tokens than the ready ones.

Their values are the contract's own messages, validated before any method is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Callable, Protocol, TypeVar

from ..contract.backend import AbortReason, AccessTokenInfo, Client, Code, CreateClient, MintAccessToken, RefreshToken
from .call import Call

T = TypeVar("T")


class Abort(Exception):
    """The precondition of an operation failed: the transaction rolls back, and Gatehouse learns which one and why."""

    def __init__(self, reason: AbortReason, public_reason: str = "") -> None:
        super().__init__(reason.name)
        self.reason = reason
        self.public_reason = public_reason


class ClientStore(Protocol):
    """The registered clients, inside one transaction."""

    def find(self, client_id: str) -> Client | None:
        """Revoked ones too."""

    def create(self, request: CreateClient) -> int:
        """Stores a client if fewer than ``cap`` unrevoked ones exist, and returns how many exist then.

        Counting and storing are one atomic step. Raises Abort: CLIENT_CAP_REACHED, CLIENT_ALREADY_EXISTS.
        """

    def sweep_unconsented(self, registered_before: datetime, limit: int) -> int:
        """Removes self-registered, unrevoked clients without consent and live tokens. Returns how many."""

    def stamp_consent(self, client_id: str, at: datetime) -> None:
        """Keeps an earlier stamp. Raises Abort: CLIENT_NOT_FOUND, also for a revoked client."""


class CodeStore(Protocol):
    """The authorization codes, inside one transaction."""

    def create(self, code: Code) -> None:
        """Stores an issued code; its hash is new."""

    def find(self, code_hash: bytes) -> Code | None:
        """Spent and expired ones too."""

    def spend(self, code_hash: bytes, lineage_id: str, at: datetime) -> None:
        """Of any number of concurrent spends, one succeeds. Raises Abort: CODE_NOT_FOUND, CODE_ALREADY_SPENT."""

    def sweep_expired(self, before: datetime, limit: int) -> int:
        """Removes codes that expire before this time. Returns how many."""


class RefreshTokenStore(Protocol):
    """The refresh tokens and their lineages, inside one transaction."""

    def create(self, token: RefreshToken) -> None:
        """The first one of a lineage starts it. Raises Abort: LINEAGE_REVOKED."""

    def find(self, token_hash: bytes) -> RefreshToken | None:
        """Spent, expired and revoked ones too."""

    def spend(self, token_hash: bytes, at: datetime) -> None:
        """Of any number of concurrent spends, one succeeds.

        Raises Abort: REFRESH_TOKEN_NOT_FOUND, REFRESH_TOKEN_ALREADY_SPENT; LINEAGE_REVOKED, also for a spent token.
        """

    def revoke_lineage(self, lineage_id: str, at: datetime) -> bool:
        """For good, also for an unknown lineage. Returns whether this call revoked it."""

    def sweep_expired(self, before: datetime, limit: int) -> int:
        """Removes tokens that expire before this time. Returns how many."""


@dataclass(frozen=True)
class MintedToken:
    """A new access token: 1 to 8192 characters of RFC 6750 §2.1."""

    access_token: str
    #: Set if it expires earlier than requested.
    expires_at: datetime | None = None


class AccessTokenStore(Protocol):
    """The application's access tokens, inside one transaction. Their format is opaque to Gatehouse."""

    def mint(self, request: MintAccessToken) -> MintedToken:
        """A token that was never issued before. Raises MintRefused; Abort: LINEAGE_REVOKED."""

    def find(self, access_token: str) -> AccessTokenInfo | None:
        """None if the token is unknown, expired or revoked."""

    def revoke_lineage(self, lineage_id: str, at: datetime) -> None:
        """Revokes every token of the lineage. Called right after RefreshTokenStore.revoke_lineage."""

    def sweep_expired(self, before: datetime, limit: int) -> None:
        """Removes tokens that expire before this time. Does nothing if tokens are not stored."""


@dataclass(frozen=True)
class Stores:
    """The stores of one transaction. Do not use them after it."""

    clients: ClientStore
    codes: CodeStore
    refresh_tokens: RefreshTokenStore
    access_tokens: AccessTokenStore


class Backend(Protocol):
    """Runs a function inside one database transaction and passes it the stores."""

    def transaction(self, work: Callable[[Stores], T], call: Call, read_only: bool) -> T:
        """Commits what ``work`` did, durably, before it returns its result; rolls back if ``work`` raises.

        Looks at ``call.require_wanted()`` right before the commit, because nothing commits after its deadline. Runs
        ``work`` again, in a new transaction, if the transaction lost a conflict. Raises Unavailable if the database is
        down.
        """
