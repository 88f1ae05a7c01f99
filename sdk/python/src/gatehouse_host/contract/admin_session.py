"""gatehouse/host/v1/admin_session.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from .message import Field, Kind, Message, Rules


class EndSessionOutcome(enum.IntEnum):
    """EndSessionOutcome is what became of the session."""

    #: Never sent.
    END_SESSION_OUTCOME_UNSPECIFIED = 0
    #: It has ended.
    END_SESSION_OUTCOME_ENDED = 1
    #: The administrator does not exist, or has no such session.
    END_SESSION_OUTCOME_UNKNOWN = 2
    #: The rules of AdminAccountService do not allow it.
    END_SESSION_OUTCOME_FORBIDDEN = 3


@dataclass(frozen=True)
class SessionDevice(Message):
    """SessionDevice is where a session was used last, as far as Gatehouse knows; each text may be empty."""

    #: "Firefox".
    browser: str = ""
    #: "Windows".
    system: str = ""
    #: The network of the client: "203.0.113.0/24", "2001:db8:1::/48".
    network: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.SessionDevice"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "browser", "browser", Kind.STRING, rules=Rules(max_characters=60, pattern='[^\\x00]*')),
        Field(2, "system", "system", Kind.STRING, rules=Rules(max_characters=60, pattern='[^\\x00]*')),
        Field(3, "network", "network", Kind.STRING, rules=Rules(max_characters=60, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class AdminSession(Message):
    """AdminSession is one session of an administrator."""

    #: Its id, as in TokenReference.session_id.
    session_id: str = ""
    #: The device of the last recorded use.
    device: SessionDevice | None = None
    #: When it was opened.
    opened_at: datetime | None = None
    #: The last recorded use.
    used_at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminSession"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "session_id", "sessionId", Kind.STRING, rules=Rules(required=True, max_characters=64, pattern='[^\\x00]*')),
        Field(2, "device", "device", Kind.MESSAGE, presence=True, of=SessionDevice, rules=Rules(required=True)),
        Field(3, "opened_at", "openedAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(4, "used_at", "usedAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class OpenSessionRequest(Message):
    """OpenSessionRequest begins a session."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The administrator's token version, which the tokens of the session have.
    token_version: int = 0
    #: Id of the new session, unique.
    session_id: str = ""
    #: The device.
    device: SessionDevice | None = None
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None
    #: The time after which no token of the session can be valid.
    expires_at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.OpenSessionRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "token_version", "tokenVersion", Kind.UINT32),
        Field(3, "session_id", "sessionId", Kind.STRING, rules=Rules(required=True, max_characters=64, pattern='[^\\x00]*')),
        Field(4, "device", "device", Kind.MESSAGE, presence=True, of=SessionDevice, rules=Rules(required=True)),
        Field(5, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(6, "expires_at", "expiresAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class OpenSessionResponse(Message):
    """OpenSessionResponse is the outcome."""

    #: Whether the session was recorded.
    opened: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.OpenSessionResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "opened", "opened", Kind.BOOL),
    )


@dataclass(frozen=True)
class TouchSessionRequest(Message):
    """TouchSessionRequest reports the use of a session."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: Id of the session.
    session_id: str = ""
    #: The device that used it.
    device: SessionDevice | None = None
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.TouchSessionRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "session_id", "sessionId", Kind.STRING, rules=Rules(required=True, max_characters=64, pattern='[^\\x00]*')),
        Field(3, "device", "device", Kind.MESSAGE, presence=True, of=SessionDevice, rules=Rules(required=True)),
        Field(4, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class TouchSessionResponse(Message):
    """TouchSessionResponse is empty."""

    NAME: ClassVar[str] = "gatehouse.host.v1.TouchSessionResponse"


@dataclass(frozen=True)
class ListSessionsRequest(Message):
    """ListSessionsRequest asks for the sessions of an administrator."""

    #: Id of the administrator.
    administrator_id: str = ""
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ListSessionsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class ListSessionsResponse(Message):
    """ListSessionsResponse has the sessions."""

    #: At most 100, the most recently used first.
    sessions: tuple[AdminSession, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.ListSessionsResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "sessions", "sessions", Kind.MESSAGE, repeated=True, of=AdminSession, rules=Rules(max_items=100, unique_by='session_id')),
    )


@dataclass(frozen=True)
class EndSessionRequest(Message):
    """EndSessionRequest ends a session."""

    #: Id of the administrator whose session it is.
    administrator_id: str = ""
    #: Id of the session.
    session_id: str = ""
    #: Id of the administrator who ends it; equal to administrator_id for one's own.
    ended_by: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.EndSessionRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "session_id", "sessionId", Kind.STRING, rules=Rules(required=True, max_characters=64, pattern='[^\\x00]*')),
        Field(3, "ended_by", "endedBy", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class EndSessionResponse(Message):
    """EndSessionResponse is the outcome."""

    #: The outcome.
    outcome: EndSessionOutcome = EndSessionOutcome.END_SESSION_OUTCOME_UNSPECIFIED

    NAME: ClassVar[str] = "gatehouse.host.v1.EndSessionResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "outcome", "outcome", Kind.ENUM, of=EndSessionOutcome, rules=Rules(required=True)),
    )
