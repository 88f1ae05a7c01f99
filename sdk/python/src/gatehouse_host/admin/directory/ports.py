"""The administrators, for AdminDirectoryService. ``SqlDirectory`` is the ready implementation.

Its values are the contract's own messages, validated before any method is called.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol, Sequence

from ...contract.admin_directory import (
    Administrator,
    AdministratorCredentials,
    CreateAdministratorRefused,
    CreateAdministratorRequest,
    RecordSignInRequest,
    TokenReference,
    TokenRefusal,
    TokenRetirement,
)
from ...service.call import Call


class Directory(Protocol):
    """Implement it for administrators in tables of your own.

    Every method is one transaction. Look at ``call.require_wanted()`` right before a commit, because nothing commits after
    its deadline. Raise Unavailable if the database is down; any other exception counts as a bug.
    """

    def find_credentials(self, identifier: str, call: Call) -> AdministratorCredentials | None:
        """An active administrator, by login or else by email address, without regard to case."""

    def record_sign_in(self, request: RecordSignInRequest, call: Call) -> Administrator | None:
        """Records a sign-in with the correct password, and stores the renewed hash if there is one.

        Returns None, and changes nothing, if the administrator is not active or has a different hash by now.
        """

    def authenticate(self, token: TokenReference, at: datetime, call: Call) -> Administrator | TokenRefusal:
        """The token's administrator, or why the token is refused."""

    def rotate(
        self, token: TokenReference, at: datetime, retirement: TokenRetirement, call: Call
    ) -> Administrator | TokenRefusal:
        """Like ``authenticate``, and blacklists the token in the same transaction.

        A token that is blacklisted but still valid passes, and keeps its effective time. Of concurrent rotations whose
        ``effective_at`` is not after ``at``, exactly one passes. A rotation that passes sweeps as ``blacklist`` does; one
        that is refused changes nothing.
        """

    def blacklist(self, token: TokenReference, retirement: TokenRetirement, call: Call) -> None:
        """An earlier effective time stays. Also removes at most 1000 rows that expired before ``sweep_before``."""

    def create(
        self, request: CreateAdministratorRequest, call: Call
    ) -> Administrator | CreateAdministratorRefused:
        """Creates an active administrator, or returns the first reason why it cannot."""

    def set_password(self, identifier: str, password_hash: str, call: Call) -> Administrator | None:
        """Sets the password and raises the token version in one step. None: no administrator has that login or address."""

    def migrate(self, call: Call) -> Sequence[str]:
        """Names of the migrations that this call ran."""
