"""gatehouse/host/v1/admin_account.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import ClassVar

from .admin_directory import Administrator
from .message import Field, Kind, Message, Rules


class AccountRefusal(enum.IntEnum):
    """AccountRefusal is why an account was not changed."""

    #: Never sent.
    ACCOUNT_REFUSAL_UNSPECIFIED = 0
    #: The administrator does not exist or is not active.
    ACCOUNT_REFUSAL_UNKNOWN = 1
    #: The administrator's token version is different.
    ACCOUNT_REFUSAL_STALE = 2
    #: The rules of the service do not allow it.
    ACCOUNT_REFUSAL_FORBIDDEN = 3


class SetPreferenceOutcome(enum.IntEnum):
    """SetPreferenceOutcome says what SetPreference did."""

    #: Never sent.
    SET_PREFERENCE_OUTCOME_UNSPECIFIED = 0
    #: The document is stored, or removed.
    SET_PREFERENCE_OUTCOME_STORED = 1
    #: The administrator does not exist or is not active.
    SET_PREFERENCE_OUTCOME_UNKNOWN = 2
    #: The administrator has too many documents.
    SET_PREFERENCE_OUTCOME_TOO_MANY = 3


@dataclass(frozen=True)
class Account(Message):
    """Account is an administrator with the state of the account."""

    #: The administrator.
    administrator: Administrator | None = None
    #: Whether the administrator may sign in.
    active: bool = False
    #: Whether the administrator has a password. A new administrator has none.
    has_password: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.Account"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, of=Administrator, rules=Rules(required=True)),
        Field(2, "active", "active", Kind.BOOL),
        Field(3, "has_password", "hasPassword", Kind.BOOL),
    )


@dataclass(frozen=True)
class GetAccountRequest(Message):
    """GetAccountRequest asks for an administrator."""

    #: Id of the administrator.
    administrator_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.GetAccountRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class GetAccountResponse(Message):
    """GetAccountResponse is the account; absent if there is none."""

    #: The account.
    account: Account | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.GetAccountResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "account", "account", Kind.MESSAGE, presence=True, of=Account),
    )


@dataclass(frozen=True)
class ChangePasswordRequest(Message):
    """ChangePasswordRequest sets a password."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The token version that Gatehouse knows: of two changes from one version, one succeeds.
    token_version: int = 0
    #: bcrypt hash of the new password.
    password_hash: str = ""
    #: Id of the administrator who is responsible for the change; equal to administrator_id for one's own password.
    changed_by: str = ""
    #: Whether the administrator must choose another password after the next sign-in
    #: (Administrator.must_change_password).
    must_change: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.ChangePasswordRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "token_version", "tokenVersion", Kind.UINT32),
        Field(3, "password_hash", "passwordHash", Kind.STRING, secret=True, rules=Rules(required=True, pattern='\\$2[aby]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}')),
        Field(4, "changed_by", "changedBy", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(5, "must_change", "mustChange", Kind.BOOL),
    )


@dataclass(frozen=True)
class ChangePasswordResponse(Message):
    """ChangePasswordResponse is the outcome."""

    #: The administrator, with the raised token version.
    administrator: Administrator | None = None
    #: Nothing changed.
    refusal: AccountRefusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ChangePasswordResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, oneof="outcome", of=Administrator),
        Field(2, "refusal", "refusal", Kind.ENUM, presence=True, oneof="outcome", of=AccountRefusal, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class EndSessionsRequest(Message):
    """EndSessionsRequest ends the sessions of an administrator."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: Id of the administrator who ends them; equal to administrator_id for one's own.
    ended_by: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.EndSessionsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "ended_by", "endedBy", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class EndSessionsResponse(Message):
    """EndSessionsResponse is the outcome."""

    #: The administrator, with the raised token version.
    administrator: Administrator | None = None
    #: Nothing changed.
    refusal: AccountRefusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.EndSessionsResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, oneof="outcome", of=Administrator),
        Field(2, "refusal", "refusal", Kind.ENUM, presence=True, oneof="outcome", of=AccountRefusal, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class UpdateProfileRequest(Message):
    """UpdateProfileRequest changes a profile."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: Display name; empty: the login.
    display_name: str = ""
    #: Language: "en", "pt-br"; empty: none chosen.
    locale: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.UpdateProfileRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "display_name", "displayName", Kind.STRING, rules=Rules(max_characters=200, pattern='[^\\x00]*')),
        Field(3, "locale", "locale", Kind.STRING, rules=Rules(pattern='[a-z]{2,3}(-[a-z0-9]{2,8})*')),
    )


@dataclass(frozen=True)
class UpdateProfileResponse(Message):
    """UpdateProfileResponse is the administrator; absent if there is no active one."""

    #: The current administrator.
    administrator: Administrator | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.UpdateProfileResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, of=Administrator),
    )


@dataclass(frozen=True)
class Preference(Message):
    """Preference is a document that Gatehouse keeps for one administrator. The host does not interpret it."""

    #: "appearance", "list:acme.blog.posts".
    key: str = ""
    #: A JSON value, as text.
    document: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.Preference"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "key", "key", Kind.STRING, rules=Rules(required=True, pattern='[A-Za-z][A-Za-z0-9_.:-]{0,149}')),
        Field(2, "document", "document", Kind.STRING, rules=Rules(max_bytes=16384, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class GetPreferencesRequest(Message):
    """GetPreferencesRequest asks for documents."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: Keys of the documents.
    keys: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.GetPreferencesRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "keys", "keys", Kind.STRING, repeated=True, rules=Rules(required=True, max_items=50, unique=True, items=Rules(required=True, pattern='[A-Za-z][A-Za-z0-9_.:-]{0,149}'))),
    )


@dataclass(frozen=True)
class GetPreferencesResponse(Message):
    """GetPreferencesResponse has the documents."""

    #: Those of the requested documents that exist, in any order.
    preferences: tuple[Preference, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.GetPreferencesResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "preferences", "preferences", Kind.MESSAGE, repeated=True, of=Preference, rules=Rules(unique_by='key')),
    )


@dataclass(frozen=True)
class SetPreferenceRequest(Message):
    """SetPreferenceRequest replaces a document."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The new document. An empty one removes the document that has the key.
    preference: Preference | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.SetPreferenceRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "preference", "preference", Kind.MESSAGE, presence=True, of=Preference, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class SetPreferenceResponse(Message):
    """SetPreferenceResponse is the outcome."""

    #: The outcome.
    outcome: SetPreferenceOutcome = SetPreferenceOutcome.SET_PREFERENCE_OUTCOME_UNSPECIFIED

    NAME: ClassVar[str] = "gatehouse.host.v1.SetPreferenceResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "outcome", "outcome", Kind.ENUM, of=SetPreferenceOutcome, rules=Rules(required=True)),
    )
