"""The options of the authorization server, as an application writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Any, Sequence, Union

from .contract.oauth_options import OAuthOptions, TokenEndpointAuthMethod

#: A timedelta, a number of seconds, or a text such as "500ms", "30s", "10m", "24h", "30d".
Duration = Union[timedelta, int, float, str]

_UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)")


def duration_of(value: Duration, option: str) -> timedelta:
    """Raises ValueError, naming the option, if it is not a duration."""
    if isinstance(value, timedelta):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0:
        return timedelta(seconds=value)
    match = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f'{option} must be a timedelta, seconds, or a text such as "10m", not {value!r}')
    return timedelta(seconds=float(match[1]) * _UNITS[match[2]])


@dataclass(frozen=True)
class OAuth:
    """Options of the authorization server. Gatehouse validates them; None means its default."""

    #: Base URL of the application without trailing slash: "https://notes.example". https, or http on a loopback host.
    issuer: str
    #: What clients get access to (RFC 8707), usually the URL of the MCP endpoint. Set it in every deployment.
    resource: str | None = None
    #: Path under the issuer, advertised as ``service_documentation``. Default: "/help".
    service_documentation_path: str | None = None
    #: From "read", "write", "ai", "offline_access". Default: all four.
    scopes_supported: Sequence[str] = ()
    #: From "none", "client_secret_post", "client_secret_basic". Default: all three.
    token_endpoint_auth_methods_supported: Sequence[str] = ()
    #: Whether ``authorization_response_iss_parameter_supported`` is advertised (RFC 9207). Default: True.
    authorization_response_iss_parameter_supported: bool | None = None
    #: Maximum number of unrevoked registered clients. Default: 200.
    dcr_client_cap: int | None = None
    #: Age after which a registered client without consent is removed. Default: 24 hours.
    dcr_unconsented_sweep_age: Duration | None = None
    #: Maximum size of a registration request's body, in bytes. Default: 65536.
    register_max_body_bytes: int | None = None
    #: Lifetime of an authorization request that waits for consent. Default: 10 minutes.
    pending_request_ttl: Duration | None = None
    #: Lifetime of an authorization code. Default: 10 minutes.
    code_ttl: Duration | None = None
    #: Lifetime that Gatehouse requests for each access token. Default: 1 hour.
    access_token_ttl: Duration | None = None
    #: Lifetime of each refresh token. Default: 30 days.
    refresh_token_ttl: Duration | None = None
    #: How long a spent refresh token gets the identical answer again. At most 5 minutes. Default: 0.
    refresh_retry_window: Duration | None = None
    #: Whether the port of a loopback redirect URI may differ from the registered one (RFC 8252 §7.3). Default: False.
    loopback_port_flexible: bool | None = None
    #: Schemes that redirect URIs may have (RFC 8252 §7.1), lower case, without colon: "cursor". Default: none.
    private_use_redirect_schemes: Sequence[str] = ()
    #: Whether a registration at the cap replaces the oldest self-registered client without consent. Default: False.
    evict_oldest_unconsented_at_cap: bool | None = None
    #: Whether a client may identify itself with the https URL of its metadata document. Default: False.
    client_id_metadata_documents: bool | None = None
    #: Whether Gatehouse serves its built-in consent page at {issuer}/connect. Needs ``sign_in``. Default: False.
    builtin_consent_page: bool | None = None
    #: Age of a lineage after which it can no longer be refreshed. Default: 0, no limit.
    refresh_lineage_max_age: Duration | None = None

    def to_message(self) -> OAuthOptions:
        """Absent options stay absent, because Gatehouse has the defaults."""
        kinds = {field.name: field.kind.value for field in OAuthOptions.FIELDS}
        values: dict[str, Any] = {}
        for option in fields(self):
            value = getattr(self, option.name)
            if value is None:
                continue
            if kinds[option.name] == "duration":
                value = duration_of(value, f"oauth.{option.name}")
            elif option.name == "token_endpoint_auth_methods_supported":
                value = tuple(_auth_method(method) for method in value)
            elif isinstance(value, (list, tuple, set)):
                value = tuple(value)
            values[option.name] = value
        return OAuthOptions(**values)


def _auth_method(name: str) -> TokenEndpointAuthMethod:
    try:
        return TokenEndpointAuthMethod[f"TOKEN_ENDPOINT_AUTH_METHOD_{name.upper()}"]
    except KeyError:
        raise ValueError(f'oauth: "{name}" is not one of none, client_secret_post, client_secret_basic') from None
