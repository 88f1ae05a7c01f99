"""gatehouse/host/v1/admin_passkey.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from .admin_account import AccountRefusal
from .admin_directory import Administrator
from .message import Field, Kind, Message, Rules


class AddPasskeyRefusal(enum.IntEnum):
    """AddPasskeyRefusal is the reason why a passkey was not added."""

    #: Never sent.
    ADD_PASSKEY_REFUSAL_UNSPECIFIED = 0
    #: The administrator does not exist or is not active.
    ADD_PASSKEY_REFUSAL_UNKNOWN = 1
    #: The administrator's token version is different.
    ADD_PASSKEY_REFUSAL_STALE = 2
    #: A passkey with that credential id exists, of this or of another administrator.
    ADD_PASSKEY_REFUSAL_REGISTERED = 3
    #: The administrator has 20 passkeys.
    ADD_PASSKEY_REFUSAL_TOO_MANY = 4


@dataclass(frozen=True)
class Passkey(Message):
    """Passkey is one passkey of an administrator."""

    #: The credential id, as base64url without padding, unique among all administrators.
    credential_id: str = ""
    #: The public key (COSE), as base64url without padding.
    public_key: str = ""
    #: The signature counter of its latest use; 0 if the authenticator has none.
    sign_count: int = 0
    #: How a browser reaches the authenticator, as the browser said: "internal", "usb", "hybrid".
    transports: tuple[str, ...] = ()
    #: Whether the authenticator copies it to other devices of its owner.
    backed_up: bool = False
    #: The name that the administrator gave it.
    name: str = ""
    #: When it was added.
    created_at: datetime | None = None
    #: Its latest use; absent before the first one.
    used_at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.Passkey"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "credential_id", "credentialId", Kind.STRING, secret=True, rules=Rules(required=True, max_characters=1364, pattern='[A-Za-z0-9_-]*')),
        Field(2, "public_key", "publicKey", Kind.STRING, rules=Rules(required=True, max_characters=8192, pattern='[A-Za-z0-9_-]*')),
        Field(3, "sign_count", "signCount", Kind.UINT32),
        Field(4, "transports", "transports", Kind.STRING, repeated=True, rules=Rules(max_items=8, unique=True, items=Rules(required=True, pattern='[a-z0-9-]{1,32}'))),
        Field(5, "backed_up", "backedUp", Kind.BOOL),
        Field(6, "name", "name", Kind.STRING, rules=Rules(required=True, max_characters=60, pattern='[^\\x00-\\x1f\\x7f-\\x9f]*')),
        Field(7, "created_at", "createdAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(8, "used_at", "usedAt", Kind.TIMESTAMP, presence=True),
    )


@dataclass(frozen=True)
class ListPasskeysRequest(Message):
    """ListPasskeysRequest asks for the passkeys of an administrator."""

    #: Id of the administrator.
    administrator_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.ListPasskeysRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class ListPasskeysResponse(Message):
    """ListPasskeysResponse has the passkeys."""

    #: At most 20, the first one that was added first.
    passkeys: tuple[Passkey, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.ListPasskeysResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "passkeys", "passkeys", Kind.MESSAGE, repeated=True, of=Passkey, rules=Rules(max_items=20, unique_by='credential_id')),
    )


@dataclass(frozen=True)
class AddPasskeyRequest(Message):
    """AddPasskeyRequest gives an administrator a passkey."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The token version that Gatehouse knows.
    token_version: int = 0
    #: The passkey, without used_at.
    passkey: Passkey | None = None
    #: SHA-256 hashes of the recovery codes, in hexadecimal, which replace those that there are. Empty to keep them:
    #: the administrator has a second factor already.
    recovery_hashes: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AddPasskeyRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "token_version", "tokenVersion", Kind.UINT32),
        Field(3, "passkey", "passkey", Kind.MESSAGE, presence=True, of=Passkey, rules=Rules(required=True)),
        Field(4, "recovery_hashes", "recoveryHashes", Kind.STRING, repeated=True, secret=True, rules=Rules(max_items=10, unique=True, items=Rules(required=True, pattern='[0-9a-f]{64}'))),
    )


@dataclass(frozen=True)
class AddPasskeyResponse(Message):
    """AddPasskeyResponse is the outcome."""

    #: The administrator, with the raised token version.
    administrator: Administrator | None = None
    #: Nothing changed.
    refusal: AddPasskeyRefusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AddPasskeyResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, oneof="outcome", of=Administrator),
        Field(2, "refusal", "refusal", Kind.ENUM, presence=True, oneof="outcome", of=AddPasskeyRefusal, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class UsePasskeyRequest(Message):
    """UsePasskeyRequest records the use of a passkey, whose signature Gatehouse has verified."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The credential id of the passkey.
    credential_id: str = ""
    #: The signature counter that the authenticator sent.
    sign_count: int = 0
    #: As in Passkey, by now.
    backed_up: bool = False
    #: The current time, by Gatehouse's clock.
    used_at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.UsePasskeyRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "credential_id", "credentialId", Kind.STRING, secret=True, rules=Rules(required=True, max_characters=1364, pattern='[A-Za-z0-9_-]*')),
        Field(3, "sign_count", "signCount", Kind.UINT32),
        Field(4, "backed_up", "backedUp", Kind.BOOL),
        Field(5, "used_at", "usedAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class UsePasskeyResponse(Message):
    """UsePasskeyResponse is the outcome."""

    #: Whether the use was accepted.
    accepted: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.UsePasskeyResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "accepted", "accepted", Kind.BOOL),
    )


@dataclass(frozen=True)
class RenamePasskeyRequest(Message):
    """RenamePasskeyRequest changes the name of a passkey."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The credential id of the passkey.
    credential_id: str = ""
    #: The new name.
    name: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.RenamePasskeyRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "credential_id", "credentialId", Kind.STRING, secret=True, rules=Rules(required=True, max_characters=1364, pattern='[A-Za-z0-9_-]*')),
        Field(3, "name", "name", Kind.STRING, rules=Rules(required=True, max_characters=60, pattern='[^\\x00-\\x1f\\x7f-\\x9f]*')),
    )


@dataclass(frozen=True)
class RenamePasskeyResponse(Message):
    """RenamePasskeyResponse is the outcome."""

    #: Whether it was renamed.
    renamed: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.RenamePasskeyResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "renamed", "renamed", Kind.BOOL),
    )


@dataclass(frozen=True)
class RemovePasskeyRequest(Message):
    """RemovePasskeyRequest removes a passkey. Only its administrator does that; colleagues and operators use
    RemoveSecondFactor.
    """

    #: Id of the administrator.
    administrator_id: str = ""
    #: The credential id of the passkey.
    credential_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.RemovePasskeyRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "credential_id", "credentialId", Kind.STRING, secret=True, rules=Rules(required=True, max_characters=1364, pattern='[A-Za-z0-9_-]*')),
    )


@dataclass(frozen=True)
class RemovePasskeyResponse(Message):
    """RemovePasskeyResponse is the outcome."""

    #: The administrator, with the raised token version.
    administrator: Administrator | None = None
    #: Nothing changed.
    refusal: AccountRefusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RemovePasskeyResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, oneof="outcome", of=Administrator),
        Field(2, "refusal", "refusal", Kind.ENUM, presence=True, oneof="outcome", of=AccountRefusal, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RemoveAuthenticatorAppRequest(Message):
    """RemoveAuthenticatorAppRequest removes the app of an administrator. Only this administrator does that."""

    #: Id of the administrator.
    administrator_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.RemoveAuthenticatorAppRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class RemoveAuthenticatorAppResponse(Message):
    """RemoveAuthenticatorAppResponse is the outcome."""

    #: The administrator, with the raised token version.
    administrator: Administrator | None = None
    #: Nothing changed.
    refusal: AccountRefusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RemoveAuthenticatorAppResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, oneof="outcome", of=Administrator),
        Field(2, "refusal", "refusal", Kind.ENUM, presence=True, oneof="outcome", of=AccountRefusal, rules=Rules(required=True)),
    )
