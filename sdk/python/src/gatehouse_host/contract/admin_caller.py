"""gatehouse/host/v1/admin_caller.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .admin_directory import AuthenticateTokenRequest
from .message import Field, Kind, Message, Rules


@dataclass(frozen=True)
class AdminCaller(Message):
    """AdminCaller is the administrator on whose behalf Gatehouse calls, and the language for the texts of the answer.
    The administrator is as AuthenticateToken returned it: moments before, or with `session` for an earlier request.
    Before Gatehouse calls, it has checked the permission codes that the registration and the YAML require. The
    host's query scopes and lifecycle hooks may restrict access further.
    """

    #: Id of the administrator.
    administrator_id: str = ""
    #: Login of the administrator.
    login: str = ""
    #: Whether the administrator passes every permission check.
    superuser: bool = False
    #: Permission codes granted to the role or to the administrator. A code that ends in ".*" grants every code that
    #: begins with the part before the "*".
    permissions: tuple[str, ...] = ()
    #: Locale of the request, in lower case: "en", "pt-br". The host returns its texts (messages, labels) in this
    #: locale if it has them.
    locale: str = ""
    #: The token of the request, which the host has to authenticate now; the answer then has the field `session`.
    #: Only in reads whose answer has that field (in other requests it is invalid), and only if the host offers
    #: CAPABILITY_ADMIN_SESSION. Absent: Gatehouse has authenticated the token. | AuthenticateToken would answer |
    #: answer of the read | Gatehouse then | |----------------------------------------|------------------------------
    #: ---------|---------------------------------| | a refusal | `session` with the refusal, no other | returns 401
    #: | | | field; no code of the application ran | | | an administrator with the values above | `session`, and the
    #: outcome of the | uses the outcome | | | read for this caller | | | an administrator with other values | the
    #: same | ignores the outcome, checks the | | | | permissions, and calls again | | a fault | the fault | as in
    #: the table of the service |
    session: AuthenticateTokenRequest | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminCaller"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "login", "login", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(3, "superuser", "superuser", Kind.BOOL),
        Field(4, "permissions", "permissions", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True))),
        Field(5, "locale", "locale", Kind.STRING, rules=Rules(required=True)),
        Field(6, "session", "session", Kind.MESSAGE, presence=True, of=AuthenticateTokenRequest),
    )
