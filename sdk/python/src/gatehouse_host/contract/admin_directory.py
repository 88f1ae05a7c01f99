"""gatehouse/host/v1/admin_directory.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from .message import Field, Kind, Message, Rules


class TokenRefusal(enum.IntEnum):
    """TokenRefusal is the reason why a token is rejected. Gatehouse never tells clients which one it was."""

    #: Never sent.
    TOKEN_REFUSAL_UNSPECIFIED = 0
    #: The administrator does not exist or is not active.
    TOKEN_REFUSAL_UNKNOWN = 1
    #: The administrator's token version is different.
    TOKEN_REFUSAL_STALE = 2
    #: The token is blacklisted.
    TOKEN_REFUSAL_BLACKLISTED = 3


class CreateAdministratorRefusal(enum.IntEnum):
    """CreateAdministratorRefusal is why an administrator was not created."""

    #: Never sent.
    CREATE_ADMINISTRATOR_REFUSAL_UNSPECIFIED = 0
    #: Another administrator has the login.
    CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN = 1
    #: Another administrator has the email address.
    CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN = 2
    #: No role has that code.
    CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN = 3


@dataclass(frozen=True)
class Administrator(Message):
    """Administrator is the current state of an administrator."""

    #: Stable identifier, opaque to Gatehouse. It is the `sub` of tokens.
    id: str = ""
    #: Name to sign in with.
    login: str = ""
    #: Email address.
    email: str = ""
    #: Display name of the administrator; empty: the login.
    display_name: str = ""
    #: Code of the role; empty if there is none.
    role: str = ""
    #: Whether the administrator passes every permission check.
    superuser: bool = False
    #: Permission codes granted to the role or to the administrator. A code that ends in ".*" grants every code that
    #: begins with the part before the "*".
    permissions: tuple[str, ...] = ()
    #: Language of the profile: "en", "pt-br"; empty if none was chosen.
    locale: str = ""
    #: Starts at 0. SetPassword raises it, and so does deactivating the administrator. It is the `tv` of tokens.
    token_version: int = 0
    #: Whether the administrator must choose another password before anything else. Only a host with
    #: CAPABILITY_ADMIN_ACCOUNTS sends true: ChangePassword sets it.
    must_change_password: bool = False
    #: Whether the administrator has a second factor. Only a host with CAPABILITY_ADMIN_SECOND_FACTOR sends true.
    has_second_factor: bool = False
    #: Whether the role demands a second factor. Gatehouse then allows nothing else before there is one.
    must_have_second_factor: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.Administrator"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "login", "login", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(3, "email", "email", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(4, "display_name", "displayName", Kind.STRING, rules=Rules(max_characters=200)),
        Field(5, "role", "role", Kind.STRING),
        Field(6, "superuser", "superuser", Kind.BOOL),
        Field(7, "permissions", "permissions", Kind.STRING, repeated=True, rules=Rules(unique=True, items=Rules(required=True))),
        Field(8, "locale", "locale", Kind.STRING),
        Field(9, "token_version", "tokenVersion", Kind.UINT32),
        Field(10, "must_change_password", "mustChangePassword", Kind.BOOL),
        Field(11, "has_second_factor", "hasSecondFactor", Kind.BOOL),
        Field(12, "must_have_second_factor", "mustHaveSecondFactor", Kind.BOOL),
    )


@dataclass(frozen=True)
class FindAdministratorRequest(Message):
    """FindAdministratorRequest asks for an active administrator."""

    #: The input: a login or an email address, compared without regard to case, as in AdminSearch. If it is the login
    #: of one administrator and the email address of another, the login takes precedence.
    identifier: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.FindAdministratorRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "identifier", "identifier", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class AdministratorCredentials(Message):
    """AdministratorCredentials are an administrator and the password hash."""

    #: The administrator.
    administrator: Administrator | None = None
    #: bcrypt hash of the password.
    password_hash: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.AdministratorCredentials"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, of=Administrator, rules=Rules(required=True)),
        Field(2, "password_hash", "passwordHash", Kind.STRING, secret=True, rules=Rules(required=True, pattern='\\$2[aby]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}')),
    )


@dataclass(frozen=True)
class FindAdministratorResponse(Message):
    """FindAdministratorResponse is the administrator; without credentials if there is no active one."""

    #: The administrator, if there is one.
    credentials: AdministratorCredentials | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.FindAdministratorResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "credentials", "credentials", Kind.MESSAGE, presence=True, of=AdministratorCredentials),
    )


@dataclass(frozen=True)
class RecordSignInRequest(Message):
    """RecordSignInRequest reports a sign-in."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None
    #: The hash that the password matched, exactly as FindAdministrator returned it.
    password_hash: str = ""
    #: A new hash of the same password at the currently configured cost, to replace the stored one; empty to keep the
    #: stored one.
    renewed_password_hash: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.RecordSignInRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(3, "password_hash", "passwordHash", Kind.STRING, secret=True, rules=Rules(required=True, pattern='\\$2[aby]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}')),
        Field(4, "renewed_password_hash", "renewedPasswordHash", Kind.STRING, secret=True, rules=Rules(pattern='\\$2[aby]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}')),
    )


@dataclass(frozen=True)
class RecordSignInResponse(Message):
    """RecordSignInResponse is the administrator; without one, Gatehouse refuses the sign-in."""

    #: The current administrator.
    administrator: Administrator | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RecordSignInResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, of=Administrator),
    )


@dataclass(frozen=True)
class TokenReference(Message):
    """TokenReference holds the claims that identify a token."""

    #: Its `sub`: id of the administrator.
    administrator_id: str = ""
    #: Its `tv`: the administrator's token version when it was issued.
    token_version: int = 0
    #: Its `jti`, unique.
    token_id: str = ""
    #: Its `sid`: the session that it belongs to. Empty for hosts without CAPABILITY_ADMIN_SESSION_LIST, and for
    #: tokens from before the host had it.
    session_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.TokenReference"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "token_version", "tokenVersion", Kind.UINT32),
        Field(3, "token_id", "tokenId", Kind.STRING, rules=Rules(required=True, max_characters=64, pattern='[^\\x00]*')),
        Field(4, "session_id", "sessionId", Kind.STRING, rules=Rules(max_characters=64, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class AuthenticateTokenRequest(Message):
    """AuthenticateTokenRequest asks whether a token is valid."""

    #: The token.
    token: TokenReference | None = None
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AuthenticateTokenRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "token", "token", Kind.MESSAGE, presence=True, of=TokenReference, rules=Rules(required=True)),
        Field(2, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class AuthenticateTokenResponse(Message):
    """AuthenticateTokenResponse is the outcome."""

    #: It is valid, and this is its administrator, with the id and token version of the request.
    administrator: Administrator | None = None
    #: It is rejected.
    refusal: TokenRefusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AuthenticateTokenResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, oneof="outcome", of=Administrator),
        Field(2, "refusal", "refusal", Kind.ENUM, presence=True, oneof="outcome", of=TokenRefusal, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class TokenRetirement(Message):
    """TokenRetirement is how a token is revoked."""

    #: The time from which the token is refused. The epoch means immediately, even on a host whose clock is behind.
    effective_at: datetime | None = None
    #: The time after which the token could no longer be used or refreshed anyway; the host may then remove the row.
    expires_at: datetime | None = None
    #: The call also removes the rows of all tokens whose expires_at is before this time, at most 1000 of them. Rows
    #: that have not expired by the host's own clock may stay: this one may be ahead.
    sweep_before: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.TokenRetirement"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "effective_at", "effectiveAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(2, "expires_at", "expiresAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(3, "sweep_before", "sweepBefore", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RotateTokenRequest(Message):
    """RotateTokenRequest asks whether a token may be refreshed, and revokes it."""

    #: The token.
    token: TokenReference | None = None
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None
    #: How it is revoked.
    retirement: TokenRetirement | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RotateTokenRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "token", "token", Kind.MESSAGE, presence=True, of=TokenReference, rules=Rules(required=True)),
        Field(2, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(3, "retirement", "retirement", Kind.MESSAGE, presence=True, of=TokenRetirement, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RotateTokenResponse(Message):
    """RotateTokenResponse is the outcome."""

    #: It was valid and is now revoked; this is its administrator, with the id and token version of the request.
    administrator: Administrator | None = None
    #: It was not valid.
    refusal: TokenRefusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RotateTokenResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, oneof="outcome", of=Administrator),
        Field(2, "refusal", "refusal", Kind.ENUM, presence=True, oneof="outcome", of=TokenRefusal, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class BlacklistTokenRequest(Message):
    """BlacklistTokenRequest revokes a token."""

    #: The token.
    token: TokenReference | None = None
    #: How it is revoked.
    retirement: TokenRetirement | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.BlacklistTokenRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "token", "token", Kind.MESSAGE, presence=True, of=TokenReference, rules=Rules(required=True)),
        Field(2, "retirement", "retirement", Kind.MESSAGE, presence=True, of=TokenRetirement, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class BlacklistTokenResponse(Message):
    """BlacklistTokenResponse is empty."""

    NAME: ClassVar[str] = "gatehouse.host.v1.BlacklistTokenResponse"


@dataclass(frozen=True)
class CreateAdministratorRequest(Message):
    """CreateAdministratorRequest asks for a new administrator."""

    #: Name to sign in with.
    login: str = ""
    #: Email address.
    email: str = ""
    #: bcrypt hash of the password.
    password_hash: str = ""
    #: Code of a role; empty for none.
    role: str = ""
    #: Whether the administrator passes every permission check.
    superuser: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateAdministratorRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "login", "login", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "email", "email", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(3, "password_hash", "passwordHash", Kind.STRING, secret=True, rules=Rules(required=True, pattern='\\$2[aby]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}')),
        Field(4, "role", "role", Kind.STRING, rules=Rules(pattern='[^\\x00]*')),
        Field(5, "superuser", "superuser", Kind.BOOL),
    )


@dataclass(frozen=True)
class CreateAdministratorRefused(Message):
    """CreateAdministratorRefused says why no administrator was created."""

    #: The reason.
    reason: CreateAdministratorRefusal = CreateAdministratorRefusal.CREATE_ADMINISTRATOR_REFUSAL_UNSPECIFIED
    #: For ROLE_UNKNOWN: the codes of the existing roles. Otherwise empty.
    roles: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateAdministratorRefused"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "reason", "reason", Kind.ENUM, of=CreateAdministratorRefusal, rules=Rules(required=True)),
        Field(2, "roles", "roles", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True))),
    )


@dataclass(frozen=True)
class CreateAdministratorResponse(Message):
    """CreateAdministratorResponse is the outcome."""

    #: The new administrator.
    created: Administrator | None = None
    #: The administrator was not created.
    refused: CreateAdministratorRefused | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateAdministratorResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "created", "created", Kind.MESSAGE, presence=True, oneof="outcome", of=Administrator),
        Field(2, "refused", "refused", Kind.MESSAGE, presence=True, oneof="outcome", of=CreateAdministratorRefused),
    )


@dataclass(frozen=True)
class SetPasswordRequest(Message):
    """SetPasswordRequest sets a password."""

    #: Login or email address, as in FindAdministrator.
    identifier: str = ""
    #: bcrypt hash of the new password.
    password_hash: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.SetPasswordRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "identifier", "identifier", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "password_hash", "passwordHash", Kind.STRING, secret=True, rules=Rules(required=True, pattern='\\$2[aby]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}')),
    )


@dataclass(frozen=True)
class SetPasswordResponse(Message):
    """SetPasswordResponse is the administrator; absent if none has that identifier."""

    #: The administrator, with the raised token version.
    administrator: Administrator | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.SetPasswordResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, of=Administrator),
    )


@dataclass(frozen=True)
class MigrateRequest(Message):
    """MigrateRequest is empty."""

    NAME: ClassVar[str] = "gatehouse.host.v1.MigrateRequest"


@dataclass(frozen=True)
class MigrateResponse(Message):
    """MigrateResponse lists the changes."""

    #: Names of the migrations that this call ran, in order; empty if everything was up to date.
    applied: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.MigrateResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "applied", "applied", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True))),
    )
