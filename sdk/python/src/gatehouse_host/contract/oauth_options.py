"""gatehouse/host/v1/oauth_options.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from .message import Field, Kind, Message, Rules


class TokenEndpointAuthMethod(enum.IntEnum):
    """TokenEndpointAuthMethod is how a client authenticates at the token endpoint (RFC 7591 §2)."""

    #: Never sent.
    TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED = 0
    #: "none": a public client, bound by PKCE alone.
    TOKEN_ENDPOINT_AUTH_METHOD_NONE = 1
    #: "client_secret_post": the secret is in the form body.
    TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST = 2
    #: "client_secret_basic": the secret is in the Authorization header.
    TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC = 3


@dataclass(frozen=True)
class OAuthOptions(Message):
    """OAuthOptions are the options of the authorization server. They come only from the host: Gatehouse reads none of
    them from the daemon's environment or files. Every option except `issuer` has a default; an absent field or an
    empty list means the default. Gatehouse validates all of them together and names every invalid one.
    """

    #: Base URL of the application without trailing slash, the prefix of the advertised endpoints and of the consent
    #: page: "https://notes.example". https, or http on a loopback host; no query, no fragment; a path is allowed
    #: (RFC 8414 §2).
    issuer: str = ""
    #: Resource indicator that a request's `resource` must match (RFC 8707), usually the URL of the MCP endpoint:
    #: "https://notes.example/mcp". An absolute URL without fragment. Set it in every deployment: the default is the
    #: issuer, and the daemon warns when it uses that default.
    resource: str = ""
    #: Path under the issuer, advertised as `service_documentation`. Starts with "/". Default: "/help".
    service_documentation_path: str | None = None
    #: Scopes advertised and accepted, from "read", "write", "ai" and "offline_access". Default: all four.
    scopes_supported: tuple[str, ...] = ()
    #: Client authentication methods advertised and accepted. Default: none, client_secret_post, client_secret_basic.
    token_endpoint_auth_methods_supported: tuple[TokenEndpointAuthMethod, ...] = ()
    #: Whether `authorization_response_iss_parameter_supported` is advertised (RFC 9207). Gatehouse sends `iss`
    #: either way. Default: true.
    authorization_response_iss_parameter_supported: bool | None = None
    #: Maximum number of unrevoked registered clients. Default: 200.
    dcr_client_cap: int | None = None
    #: Age after which Gatehouse removes a registered client that never received consent. The next registration
    #: removes it. Default: 24 hours.
    dcr_unconsented_sweep_age: timedelta | None = None
    #: Maximum size of a registration request's body, in bytes. Default: 65536.
    register_max_body_bytes: int | None = None
    #: Lifetime of an authorization request that waits for consent. Default: 10 minutes.
    pending_request_ttl: timedelta | None = None
    #: Lifetime of an authorization code. Default: 10 minutes.
    code_ttl: timedelta | None = None
    #: Lifetime that Gatehouse requests for each access token. Default: 1 hour.
    access_token_ttl: timedelta | None = None
    #: Lifetime of each refresh token. Default: 30 days.
    refresh_token_ttl: timedelta | None = None
    #: How long after a rotation the same client may present the spent refresh token again and get the identical
    #: answer, as long as the successor is unused. For clients that share a token among processes or lose an answer.
    #: If the answer was lost on its way from the host to Gatehouse, the client gets the successor with a new access
    #: token. Not covered: state in memory that is lost with the daemon, and authorization codes, whose answer
    #: Gatehouse never repeats. Default: 0, which means that every reuse revokes the lineage.
    refresh_retry_window: timedelta | None = None
    #: Whether the port of a loopback redirect URI may differ from the registered one (RFC 8252 §7.3). Host, path and
    #: query must match exactly. Default: false.
    loopback_port_flexible: bool | None = None
    #: Private-use URI schemes that redirect URIs may have (RFC 8252 §7.1), in lower case and without a colon:
    #: "cursor". Default: none.
    private_use_redirect_schemes: tuple[str, ...] = ()
    #: Whether a registration at the cap replaces the oldest self-registered client that never received consent.
    #: Default: false.
    evict_oldest_unconsented_at_cap: bool | None = None
    #: Whether a client may identify itself with the https URL of its metadata document instead of registering.
    #: Default: false.
    client_id_metadata_documents: bool | None = None
    #: Whether Gatehouse serves its built-in consent page at {issuer}/connect. Needs CAPABILITY_SIGN_IN. Default:
    #: false.
    builtin_consent_page: bool | None = None
    #: Age of a lineage, counted from its first token, after which it can no longer be refreshed. Default: 0, no
    #: limit.
    refresh_lineage_max_age: timedelta | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.OAuthOptions"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "issuer", "issuer", Kind.STRING, rules=Rules(required=True)),
        Field(2, "resource", "resource", Kind.STRING),
        Field(3, "service_documentation_path", "serviceDocumentationPath", Kind.STRING, presence=True),
        Field(4, "scopes_supported", "scopesSupported", Kind.STRING, repeated=True),
        Field(5, "token_endpoint_auth_methods_supported", "tokenEndpointAuthMethodsSupported", Kind.ENUM, repeated=True, of=TokenEndpointAuthMethod),
        Field(6, "authorization_response_iss_parameter_supported", "authorizationResponseIssParameterSupported", Kind.BOOL, presence=True),
        Field(7, "dcr_client_cap", "dcrClientCap", Kind.UINT32, presence=True),
        Field(8, "dcr_unconsented_sweep_age", "dcrUnconsentedSweepAge", Kind.DURATION, presence=True),
        Field(9, "register_max_body_bytes", "registerMaxBodyBytes", Kind.UINT32, presence=True),
        Field(10, "pending_request_ttl", "pendingRequestTtl", Kind.DURATION, presence=True),
        Field(11, "code_ttl", "codeTtl", Kind.DURATION, presence=True),
        Field(12, "access_token_ttl", "accessTokenTtl", Kind.DURATION, presence=True),
        Field(13, "refresh_token_ttl", "refreshTokenTtl", Kind.DURATION, presence=True),
        Field(14, "refresh_retry_window", "refreshRetryWindow", Kind.DURATION, presence=True, rules=Rules(minimum=0, maximum=300)),
        Field(15, "loopback_port_flexible", "loopbackPortFlexible", Kind.BOOL, presence=True),
        Field(16, "private_use_redirect_schemes", "privateUseRedirectSchemes", Kind.STRING, repeated=True),
        Field(17, "evict_oldest_unconsented_at_cap", "evictOldestUnconsentedAtCap", Kind.BOOL, presence=True),
        Field(18, "client_id_metadata_documents", "clientIdMetadataDocuments", Kind.BOOL, presence=True),
        Field(19, "builtin_consent_page", "builtinConsentPage", Kind.BOOL, presence=True),
        Field(20, "refresh_lineage_max_age", "refreshLineageMaxAge", Kind.DURATION, presence=True),
    )
