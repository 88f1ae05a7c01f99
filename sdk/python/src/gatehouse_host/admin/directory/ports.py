"""The administrators, for AdminDirectoryService and the services beside it. ``SqlDirectory`` is the ready implementation.

Its values are the contract's own messages, validated before any method is called.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol, Sequence

from ...contract import admin_account, admin_passkey, admin_second_factor, admin_session, admin_view
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
from ...sql.database import Transaction
from ..controller import Controller


class Directory(Protocol):
    """Implement it for administrators in tables of your own.

    An attribute ``accounts`` (``Accounts``) gives the admin backend the screens for administrators, roles and one's own
    account. With it, ``sessions`` (``Sessions``), ``second_factors`` (``SecondFactors``), ``passkeys`` (``Passkeys``,
    with second factors) and ``views`` (``Views``) add theirs; without it, they have no effect. All of them have the same rules for their methods as this one. An attribute
    ``imports`` (``Imports``) allows imports of files, with or without accounts.

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


class Accounts(Protocol):
    """How administrators manage their colleagues and themselves. admin_account.proto has the rules."""

    @property
    def controllers(self) -> Sequence[type[Controller]]:
        """gatehouse.backend.administrators and gatehouse.backend.roles, whose hooks hold the rules."""

    def find(self, administrator_id: str, call: Call) -> admin_account.Account | None:
        """An administrator, active or not."""

    def change_password(
        self, request: admin_account.ChangePasswordRequest, call: Call
    ) -> Administrator | admin_account.AccountRefusal:
        """Sets a password and raises the token version, if it is the given one and ``changed_by`` may do it."""

    def end_sessions(
        self, request: admin_account.EndSessionsRequest, call: Call
    ) -> Administrator | admin_account.AccountRefusal:
        """Raises the token version, if ``ended_by`` may do it."""

    def update_profile(self, request: admin_account.UpdateProfileRequest, call: Call) -> Administrator | None:
        """None: there is no such active administrator."""

    def preferences(
        self, administrator_id: str, keys: Sequence[str], call: Call
    ) -> Sequence[admin_account.Preference]:
        """The documents that exist of those with the given keys."""

    def set_preference(
        self, administrator_id: str, preference: admin_account.Preference, call: Call
    ) -> admin_account.SetPreferenceOutcome:
        """Replaces a document; an empty one removes it."""


class Sessions(Protocol):
    """The sessions of administrators. admin_session.proto has the rules.

    With it, ``authenticate`` and ``rotate`` of the directory refuse a token whose session does not exist, and
    ``blacklist`` ends the session of its token.
    """

    def open(self, request: admin_session.OpenSessionRequest, call: Call) -> bool:
        """Records a session, if the administrator is active and has that token version."""

    def touch(self, request: admin_session.TouchSessionRequest, call: Call) -> None:
        """Records the use of a session; the last use never moves back."""

    def of_administrator(
        self, administrator_id: str, at: datetime, call: Call
    ) -> Sequence[admin_session.AdminSession]:
        """The sessions that a token can still use at that time, the most recently used first."""

    def end(self, request: admin_session.EndSessionRequest, call: Call) -> admin_session.EndSessionOutcome:
        """Ends a session, if ``ended_by`` may do it."""


class SecondFactors(Protocol):
    """The second factors of administrators. admin_second_factor.proto has the rules.

    Never log, list or export what it keeps.
    """

    def find(self, administrator_id: str, call: Call) -> admin_second_factor.SecondFactor | None:
        """None if the administrator is not active or has none."""

    def set(
        self, request: admin_second_factor.SetSecondFactorRequest, call: Call
    ) -> Administrator | admin_account.AccountRefusal:
        """Gives the administrator an app, and raises the token version. FORBIDDEN: there is one already."""

    def use(self, request: admin_second_factor.UseSecondFactorRequest, call: Call) -> bool:
        """Whether the code is accepted: each is accepted once."""

    def set_recovery_codes(self, request: admin_second_factor.SetRecoveryCodesRequest, call: Call) -> bool:
        """Whether the recovery codes were replaced: the sealed secret is the stored one."""

    def remove(
        self, request: admin_second_factor.RemoveSecondFactorRequest, call: Call
    ) -> Administrator | admin_account.AccountRefusal:
        """Removes the second factor with all passkeys, and raises the token version. STALE: there is none."""


class Passkeys(Protocol):
    """The passkeys of administrators. admin_passkey.proto has the rules.

    With it, ``second_factors`` of the same directory knows administrators without an app, and its ``remove`` removes
    passkeys as well. Show credential ids to no one, and log none.
    """

    def of_administrator(self, administrator_id: str, call: Call) -> Sequence[admin_passkey.Passkey]:
        """The one that was added first is the first. Empty if the administrator is not active or has none."""

    def add(
        self, request: admin_passkey.AddPasskeyRequest, passkey: admin_passkey.Passkey, call: Call
    ) -> Administrator | admin_passkey.AddPasskeyRefusal:
        """Adds the passkey of the request, and raises the token version."""

    def use(self, request: admin_passkey.UsePasskeyRequest, call: Call) -> bool:
        """Whether the use is accepted: the counter is higher than the stored one, or both are 0."""

    def rename(self, request: admin_passkey.RenamePasskeyRequest, call: Call) -> bool:
        """Whether the administrator has the passkey."""

    def remove(
        self, request: admin_passkey.RemovePasskeyRequest, call: Call
    ) -> Administrator | admin_account.AccountRefusal:
        """Removes a passkey, and raises the token version. STALE: there is no such passkey."""

    def remove_app(self, administrator_id: str, call: Call) -> Administrator | admin_account.AccountRefusal:
        """Removes the app and keeps the passkeys with the recovery codes; without a passkey, removes everything.

        Raises the token version. STALE: there is no app.
        """


class Views(Protocol):
    """The saved views of lists. admin_view.proto has the rules."""

    def of_list(self, administrator_id: str, list: str, call: Call) -> Sequence[admin_view.SavedView]:
        """The own views of an administrator, and the shared ones."""

    def save(
        self, request: admin_view.SaveViewRequest, call: Call
    ) -> admin_view.SavedView | admin_view.ViewRefusal:
        """Creates a view, or changes one."""

    def delete(self, request: admin_view.DeleteViewRequest, call: Call) -> admin_view.ViewRefusal | None:
        """None: deleted."""


class Imports(Protocol):
    """Remembers the imports that are done, so that a repeated request creates no record a second time."""

    def begin(self, import_id: str, records: int, tx: Transaction) -> int | None:
        """Remembers an import in the transaction of its records, for at least 24 hours; None if it is new.

        Otherwise the number of its records. Waits for another transaction that is about to commit the same import.
        ``tx.handle`` is the Session or Django's connection. ``import_id`` is hexadecimal.
        """
