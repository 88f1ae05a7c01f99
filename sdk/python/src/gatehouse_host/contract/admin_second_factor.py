"""gatehouse/host/v1/admin_second_factor.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .admin_account import AccountRefusal
from .admin_directory import Administrator
from .message import Field, Kind, Message, Rules


@dataclass(frozen=True)
class SecondFactor(Message):
    """SecondFactor is the second factor of an administrator."""

    #: The sealed secret, exactly as SetSecondFactor or UseSecondFactor sent it last. Empty: no app, only passkeys.
    sealed_secret: str = ""
    #: Recovery codes that have not been used.
    recovery_codes_left: int = 0

    NAME: ClassVar[str] = "gatehouse.host.v1.SecondFactor"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "sealed_secret", "sealedSecret", Kind.STRING, secret=True, rules=Rules(pattern='[A-Za-z0-9_-]{1,255}')),
        Field(2, "recovery_codes_left", "recoveryCodesLeft", Kind.UINT32),
    )


@dataclass(frozen=True)
class GetSecondFactorRequest(Message):
    """GetSecondFactorRequest asks for the second factor of an administrator."""

    #: Id of the administrator.
    administrator_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.GetSecondFactorRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class GetSecondFactorResponse(Message):
    """GetSecondFactorResponse is the second factor; absent if there is none."""

    #: The second factor.
    second_factor: SecondFactor | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.GetSecondFactorResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "second_factor", "secondFactor", Kind.MESSAGE, presence=True, of=SecondFactor),
    )


@dataclass(frozen=True)
class SetSecondFactorRequest(Message):
    """SetSecondFactorRequest gives an administrator a second factor."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The token version that Gatehouse knows.
    token_version: int = 0
    #: The sealed secret.
    sealed_secret: str = ""
    #: The step (seconds since the epoch, divided by 30) of the code that confirmed the secret. It counts as
    #: accepted.
    step: int = 0
    #: SHA-256 hashes of the recovery codes, in hexadecimal. Empty to keep those that came with a passkey; never
    #: empty without CAPABILITY_ADMIN_PASSKEYS.
    recovery_hashes: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.SetSecondFactorRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "token_version", "tokenVersion", Kind.UINT32),
        Field(3, "sealed_secret", "sealedSecret", Kind.STRING, secret=True, rules=Rules(required=True, pattern='[A-Za-z0-9_-]{1,255}')),
        Field(4, "step", "step", Kind.UINT32),
        Field(5, "recovery_hashes", "recoveryHashes", Kind.STRING, repeated=True, secret=True, rules=Rules(max_items=10, unique=True, items=Rules(required=True, pattern='[0-9a-f]{64}'))),
    )


@dataclass(frozen=True)
class SetSecondFactorResponse(Message):
    """SetSecondFactorResponse is the outcome."""

    #: The administrator, with the raised token version.
    administrator: Administrator | None = None
    #: Nothing changed.
    refusal: AccountRefusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.SetSecondFactorResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, oneof="outcome", of=Administrator),
        Field(2, "refusal", "refusal", Kind.ENUM, presence=True, oneof="outcome", of=AccountRefusal, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class UseSecondFactorRequest(Message):
    """UseSecondFactorRequest records the use of a code."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The sealed secret that the code was verified with, exactly as GetSecondFactor returned it.
    sealed_secret: str = ""
    #: A code of the app: its step.
    step: int | None = None
    #: A recovery code: its SHA-256 hash, in hexadecimal.
    recovery_hash: str | None = None
    #: If the use is accepted: the same secret sealed with a newer key, to replace the stored one; empty to keep it.
    resealed_secret: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.UseSecondFactorRequest"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('code',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "sealed_secret", "sealedSecret", Kind.STRING, secret=True, rules=Rules(pattern='[A-Za-z0-9_-]{1,255}')),
        Field(3, "step", "step", Kind.UINT32, presence=True, oneof="code"),
        Field(4, "recovery_hash", "recoveryHash", Kind.STRING, presence=True, oneof="code", secret=True, rules=Rules(required=True, pattern='[0-9a-f]{64}')),
        Field(5, "resealed_secret", "resealedSecret", Kind.STRING, secret=True, rules=Rules(pattern='[A-Za-z0-9_-]{1,255}')),
    )


@dataclass(frozen=True)
class UseSecondFactorResponse(Message):
    """UseSecondFactorResponse is the outcome."""

    #: Whether the code was accepted.
    accepted: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.UseSecondFactorResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "accepted", "accepted", Kind.BOOL),
    )


@dataclass(frozen=True)
class SetRecoveryCodesRequest(Message):
    """SetRecoveryCodesRequest replaces recovery codes."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The sealed secret, exactly as GetSecondFactor returns it.
    sealed_secret: str = ""
    #: SHA-256 hashes of the new recovery codes, in hexadecimal.
    recovery_hashes: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.SetRecoveryCodesRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "sealed_secret", "sealedSecret", Kind.STRING, secret=True, rules=Rules(pattern='[A-Za-z0-9_-]{1,255}')),
        Field(3, "recovery_hashes", "recoveryHashes", Kind.STRING, repeated=True, secret=True, rules=Rules(required=True, max_items=10, unique=True, items=Rules(required=True, pattern='[0-9a-f]{64}'))),
    )


@dataclass(frozen=True)
class SetRecoveryCodesResponse(Message):
    """SetRecoveryCodesResponse is the outcome."""

    #: Whether they were replaced.
    replaced: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.SetRecoveryCodesResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "replaced", "replaced", Kind.BOOL),
    )


@dataclass(frozen=True)
class RemoveSecondFactorRequest(Message):
    """RemoveSecondFactorRequest removes a second factor."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: Id of the administrator who removes it; equal to administrator_id for one's own. Empty: an operator, with the
    #: command admin:reset-second-factor.
    removed_by: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.RemoveSecondFactorRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "removed_by", "removedBy", Kind.STRING, rules=Rules(max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class RemoveSecondFactorResponse(Message):
    """RemoveSecondFactorResponse is the outcome."""

    #: The administrator, with the raised token version.
    administrator: Administrator | None = None
    #: Nothing changed.
    refusal: AccountRefusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RemoveSecondFactorResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator", "administrator", Kind.MESSAGE, presence=True, oneof="outcome", of=Administrator),
        Field(2, "refusal", "refusal", Kind.ENUM, presence=True, oneof="outcome", of=AccountRefusal, rules=Rules(required=True)),
    )
