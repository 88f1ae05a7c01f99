"""gatehouse/consent/v1/consent.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from .message import Field, Kind, Message, Rules
from .oauth_options import TokenEndpointAuthMethod


class ConsentError(enum.IntEnum):
    """ConsentError is an expected outcome that is not success."""

    #: Never sent.
    CONSENT_ERROR_UNSPECIFIED = 0
    #: The pending request is missing, belongs to another user, was used, or has expired. Gatehouse does not say
    #: which.
    CONSENT_ERROR_PENDING_NOT_FOUND = 1
    #: None of the granted scopes was requested, or no scope was granted.
    CONSENT_ERROR_NO_GRANTABLE_SCOPES = 2


@dataclass(frozen=True)
class PendingRequestRequest(Message):
    """PendingRequestRequest asks for a pending request."""

    #: Value of the `request` parameter of the consent page's URL.
    request_id: str = ""
    #: The user signed in to the application.
    user_id: str = ""

    NAME: ClassVar[str] = "gatehouse.consent.v1.PendingRequestRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "request_id", "requestId", Kind.STRING, secret=True, rules=Rules(required=True)),
        Field(2, "user_id", "userId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class RequestedScope(Message):
    """RequestedScope is a scope and its description."""

    #: Scope value: "read".
    scope: str = ""
    #: Description of what the scope allows: one English sentence.
    description: str = ""

    NAME: ClassVar[str] = "gatehouse.consent.v1.RequestedScope"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "scope", "scope", Kind.STRING, rules=Rules(required=True)),
        Field(2, "description", "description", Kind.STRING, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class PendingRequestView(Message):
    """PendingRequestView is the data that a consent page must show so that the user knows what they consent to."""

    #: The client's id.
    client_id: str = ""
    #: The client's name. The client supplies it and Gatehouse cannot verify it. Gatehouse removes control and
    #: direction characters. Empty if the client supplied none.
    client_name: str = ""
    #: When the client was registered.
    client_registered_at: datetime | None = None
    #: Whether the client registered itself, so that its name is unverified.
    client_self_registered: bool = False
    #: The exact redirect URI, to which the response will go.
    redirect_uri: str = ""
    #: Host of the redirect URI in ASCII form; for a private-use scheme, the scheme with its colon. Show it first: it
    #: is the only information about the client that the client cannot forge.
    redirect_host: str = ""
    #: Whether the redirect goes to a program on the user's own machine.
    redirect_is_loopback: bool = False
    #: The requested scopes.
    scopes: tuple[RequestedScope, ...] = ()
    #: Resource that the client will get access to.
    resource: str = ""
    #: When the request expires.
    expires_at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.consent.v1.PendingRequestView"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client_id", "clientId", Kind.STRING, rules=Rules(required=True)),
        Field(2, "client_name", "clientName", Kind.STRING),
        Field(3, "client_registered_at", "clientRegisteredAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(4, "client_self_registered", "clientSelfRegistered", Kind.BOOL),
        Field(5, "redirect_uri", "redirectUri", Kind.STRING, rules=Rules(required=True)),
        Field(6, "redirect_host", "redirectHost", Kind.STRING, rules=Rules(required=True)),
        Field(7, "redirect_is_loopback", "redirectIsLoopback", Kind.BOOL),
        Field(8, "scopes", "scopes", Kind.MESSAGE, repeated=True, of=RequestedScope, rules=Rules(required=True)),
        Field(9, "resource", "resource", Kind.STRING, rules=Rules(required=True)),
        Field(10, "expires_at", "expiresAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class PendingRequestResponse(Message):
    """PendingRequestResponse is the request or an error."""

    #: The data that the consent page shows.
    pending_request: PendingRequestView | None = None
    #: PENDING_NOT_FOUND.
    error: ConsentError | None = None

    NAME: ClassVar[str] = "gatehouse.consent.v1.PendingRequestResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "pending_request", "pendingRequest", Kind.MESSAGE, presence=True, oneof="outcome", of=PendingRequestView),
        Field(2, "error", "error", Kind.ENUM, presence=True, oneof="outcome", of=ConsentError, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class IssueCodeRequest(Message):
    """IssueCodeRequest grants a pending request."""

    #: Value of the `request` parameter of the consent page's URL.
    request_id: str = ""
    #: The user signed in to the application.
    user_id: str = ""
    #: Scopes that the user grants. Gatehouse ignores those that were not requested.
    granted_scopes: tuple[str, ...] = ()
    #: Opaque bytes that Gatehouse passes to every MintAccessToken of this grant (a tenant, a workspace); empty for
    #: none.
    grant_context: bytes = b""

    NAME: ClassVar[str] = "gatehouse.consent.v1.IssueCodeRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "request_id", "requestId", Kind.STRING, secret=True, rules=Rules(required=True)),
        Field(2, "user_id", "userId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(3, "granted_scopes", "grantedScopes", Kind.STRING, repeated=True, rules=Rules(max_items=64)),
        Field(4, "grant_context", "grantContext", Kind.BYTES, secret=True, rules=Rules(max_bytes=4096)),
    )


@dataclass(frozen=True)
class IssueCodeResponse(Message):
    """IssueCodeResponse is the URL to send the browser to, or an error."""

    #: The redirect URI with `code`, `iss` and `state`.
    redirect_url: str | None = None
    #: PENDING_NOT_FOUND or NO_GRANTABLE_SCOPES.
    error: ConsentError | None = None

    NAME: ClassVar[str] = "gatehouse.consent.v1.IssueCodeResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "redirect_url", "redirectUrl", Kind.STRING, presence=True, oneof="outcome", secret=True, rules=Rules(required=True)),
        Field(2, "error", "error", Kind.ENUM, presence=True, oneof="outcome", of=ConsentError, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class DenyPendingRequest(Message):
    """DenyPendingRequest denies a pending request."""

    #: Value of the `request` parameter of the consent page's URL.
    request_id: str = ""
    #: The user signed in to the application.
    user_id: str = ""

    NAME: ClassVar[str] = "gatehouse.consent.v1.DenyPendingRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "request_id", "requestId", Kind.STRING, secret=True, rules=Rules(required=True)),
        Field(2, "user_id", "userId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class DenyPendingResponse(Message):
    """DenyPendingResponse is the URL to send the browser to, or an error."""

    #: The redirect URI with `error=access_denied`, `iss` and `state`.
    redirect_url: str | None = None
    #: PENDING_NOT_FOUND.
    error: ConsentError | None = None

    NAME: ClassVar[str] = "gatehouse.consent.v1.DenyPendingResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "redirect_url", "redirectUrl", Kind.STRING, presence=True, oneof="outcome", secret=True, rules=Rules(required=True)),
        Field(2, "error", "error", Kind.ENUM, presence=True, oneof="outcome", of=ConsentError, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RevokeRequest(Message):
    """RevokeRequest names the access token."""

    #: The access token.
    access_token: str = ""

    NAME: ClassVar[str] = "gatehouse.consent.v1.RevokeRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "access_token", "accessToken", Kind.STRING, secret=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RevokeResponse(Message):
    """RevokeResponse is the result of a revocation."""

    #: Whether the call revoked anything: false for a token that is unknown, expired or already revoked.
    revoked: bool = False

    NAME: ClassVar[str] = "gatehouse.consent.v1.RevokeResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "revoked", "revoked", Kind.BOOL),
    )


@dataclass(frozen=True)
class GenerateCredentialsRequest(Message):
    """GenerateCredentialsRequest asks for credentials."""

    #: How the client will authenticate. For NONE, Gatehouse generates only an id.
    token_endpoint_auth_method: TokenEndpointAuthMethod = TokenEndpointAuthMethod.TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED

    NAME: ClassVar[str] = "gatehouse.consent.v1.GenerateCredentialsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "token_endpoint_auth_method", "tokenEndpointAuthMethod", Kind.ENUM, of=TokenEndpointAuthMethod, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class GenerateCredentialsResponse(Message):
    """GenerateCredentialsResponse carries the credentials."""

    #: The client id, base64url alphabet.
    client_id: str = ""
    #: The secret, base64url alphabet. Gatehouse returns it only here. Empty for a public client.
    client_secret: str = ""
    #: SHA-256 of the secret, for the caller to store; empty for a public client.
    client_secret_hash: bytes = b""

    NAME: ClassVar[str] = "gatehouse.consent.v1.GenerateCredentialsResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client_id", "clientId", Kind.STRING, rules=Rules(required=True)),
        Field(2, "client_secret", "clientSecret", Kind.STRING, secret=True),
        Field(3, "client_secret_hash", "clientSecretHash", Kind.BYTES, secret=True, rules=Rules(min_bytes=32, max_bytes=32)),
    )


@dataclass(frozen=True)
class CheckRedirectUriRequest(Message):
    """CheckRedirectUriRequest names the URI."""

    #: The redirect URI, as a client would register it.
    redirect_uri: str = ""

    NAME: ClassVar[str] = "gatehouse.consent.v1.CheckRedirectUriRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "redirect_uri", "redirectUri", Kind.STRING),
    )


@dataclass(frozen=True)
class CheckRedirectUriResponse(Message):
    """CheckRedirectUriResponse is the result."""

    #: Why the URI is not acceptable, in English; empty if it is acceptable.
    reason: str = ""

    NAME: ClassVar[str] = "gatehouse.consent.v1.CheckRedirectUriResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "reason", "reason", Kind.STRING),
    )
