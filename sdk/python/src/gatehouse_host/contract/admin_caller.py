"""gatehouse/host/v1/admin_caller.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .message import Field, Kind, Message, Rules


@dataclass(frozen=True)
class AdminCaller(Message):
    """AdminCaller is the administrator on whose behalf Gatehouse calls, as AuthenticateToken returned it moments
    before, and the language for the texts of the answer. Before Gatehouse calls, it has checked the permission
    codes that the registration and the YAML require. The host's query scopes and lifecycle hooks may restrict
    access further.
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

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminCaller"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "login", "login", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(3, "superuser", "superuser", Kind.BOOL),
        Field(4, "permissions", "permissions", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True))),
        Field(5, "locale", "locale", Kind.STRING, rules=Rules(required=True)),
    )
