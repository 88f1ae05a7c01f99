"""gatehouse/host/v1/sign_in.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .message import Field, Kind, Message, Rules


@dataclass(frozen=True)
class ResolveUserRequest(Message):
    """ResolveUserRequest carries the browser's headers."""

    #: The Cookie header exactly as received; empty if there was none.
    cookie: str = ""
    #: The Authorization header exactly as received; empty if there was none.
    authorization: str = ""
    #: Absolute URL that the browser requested. A sign-in page sends the browser back here. The URL is under the
    #: issuer.
    return_to: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.ResolveUserRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "cookie", "cookie", Kind.STRING, secret=True),
        Field(2, "authorization", "authorization", Kind.STRING, secret=True),
        Field(3, "return_to", "returnTo", Kind.STRING, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class SignedInUser(Message):
    """SignedInUser is a user of the application."""

    #: Stable identifier, opaque to Gatehouse. Gatehouse passes it to every MintAccessToken.
    user_id: str = ""
    #: Name or email address that the page shows; empty: the user id.
    display_name: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.SignedInUser"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "user_id", "userId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "display_name", "displayName", Kind.STRING, rules=Rules(max_characters=200)),
    )


@dataclass(frozen=True)
class ResolveUserResponse(Message):
    """ResolveUserResponse is the signed-in user, or the page to sign in at."""

    #: The user signed in to the application.
    user: SignedInUser | None = None
    #: Where to send the browser to sign in: an absolute http(s) URL, or a path of the application starting with "/".
    sign_in_url: str | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ResolveUserResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "user", "user", Kind.MESSAGE, presence=True, oneof="outcome", of=SignedInUser),
        Field(2, "sign_in_url", "signInUrl", Kind.STRING, presence=True, oneof="outcome", rules=Rules(required=True, pattern='[!-~]+')),
    )
