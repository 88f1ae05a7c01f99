"""What a consent page needs: show a request, grant it, deny it. And tools for clients without registration."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from functools import partial
from typing import Any, Iterable, TypeVar
from urllib.parse import urlsplit

from ..address import is_local, is_loopback
from ..contract import consent as contract
from ..contract.message import Message
from ..contract.oauth_options import TokenEndpointAuthMethod
from ..errors import GatehouseError
from ..service.call import valid_request_id
from ..threads import OwnThreads
from ..user_ids import text_of
from .transport import HttpTransport, Transport

M = TypeVar("M", bound=Message)

PendingRequestView = contract.PendingRequestView


class PendingNotFound(Exception):
    """The request is missing, belongs to another user, was used, or has expired; Gatehouse does not say which."""


class NoGrantableScopes(Exception):
    """None of the granted scopes was requested, or none was granted. Gatehouse keeps the request."""


@dataclass(frozen=True)
class Credentials:
    """Credentials for a client that the application stores itself."""

    client_id: str
    #: Show it once, and never store it. Empty for a public client.
    client_secret: str
    #: SHA-256, to store; empty for a public client.
    client_secret_hash: bytes


class ConsentClient:
    """The consent operations of Gatehouse.

    ``address`` is Gatehouse's consent listener: "http://127.0.0.1:9091" for HTTP, "127.0.0.1:9091" or
    "unix:/run/gatehouse/consent.sock" for gRPC (extra ``grpc``). ``tls`` is an SSLContext for https, or
    channel credentials for gRPC. Every method raises GatehouseUnavailable if Gatehouse cannot answer right now, and
    GatehouseError if it rejects the call.
    """

    def __init__(self, address: str, *, token: str | None = None, timeout: float = 5.0, tls: Any = None) -> None:
        self._transport = _transport(address, token, timeout, tls)

    def page(self, request_id: str, user_id: object) -> ConsentPage:
        """The pending request of the consent page's parameter ``request``, for the user who is signed in."""
        return ConsentPage(self, request_id, text_of(user_id))

    def view(self, request_id: str, user_id: object) -> PendingRequestView:
        """What the page shows. Never consumes the request, but makes this user its owner. Raises PendingNotFound."""
        request = contract.PendingRequestRequest(request_id=request_id, user_id=text_of(user_id))
        answer = self._call("PendingRequest", request, contract.PendingRequestResponse)
        if answer.pending_request is None:
            raise _outcome(answer.error)
        return answer.pending_request

    def grant(self, request_id: str, user_id: object, scopes: Iterable[str], *, grant_context: bytes = b"") -> str:
        """Grants scopes, and returns the URL to send the browser to (303). Never log it: it contains the code.

        ``grant_context`` comes back with every token of this grant (a tenant, a workspace); at most 4096 bytes. Of any
        number of concurrent grants and denials, one takes effect. Raises PendingNotFound, NoGrantableScopes.
        """
        request = contract.IssueCodeRequest(
            request_id=request_id, user_id=text_of(user_id), granted_scopes=tuple(scopes), grant_context=grant_context
        )
        answer = self._call("IssueCode", request, contract.IssueCodeResponse)
        if not answer.redirect_url:
            raise _outcome(answer.error)
        return answer.redirect_url

    def deny(self, request_id: str, user_id: object) -> str:
        """Denies the request, and returns the URL to send the browser to (303). Raises PendingNotFound."""
        request = contract.DenyPendingRequest(request_id=request_id, user_id=text_of(user_id))
        answer = self._call("DenyPending", request, contract.DenyPendingResponse)
        if not answer.redirect_url:
            raise _outcome(answer.error)
        return answer.redirect_url

    def revoke(self, access_token: str) -> bool:
        """Revokes an access token and its refresh lineage. False if there was nothing to revoke."""
        request = contract.RevokeRequest(access_token=access_token)
        return self._call("Revoke", request, contract.RevokeResponse).revoked

    def generate_credentials(self, method: str) -> Credentials:
        """Credentials for "none", "client_secret_post" or "client_secret_basic". The application stores the client."""
        name = f"TOKEN_ENDPOINT_AUTH_METHOD_{method.upper()}"
        request = contract.GenerateCredentialsRequest(token_endpoint_auth_method=TokenEndpointAuthMethod[name])
        answer = self._call("GenerateCredentials", request, contract.GenerateCredentialsResponse)
        return Credentials(answer.client_id, answer.client_secret, answer.client_secret_hash)

    def check_redirect_uri(self, redirect_uri: str) -> str | None:
        """Why registration would reject the URI, in English; None if it would accept it."""
        request = contract.CheckRedirectUriRequest(redirect_uri=redirect_uri)
        return self._call("CheckRedirectUri", request, contract.CheckRedirectUriResponse).reason or None

    def _call(self, method: str, request: Message, response: type[M]) -> M:
        return self._transport.call(method, request, response, valid_request_id(None))


class ConsentPage:
    """One pending request, for one user. Creating it calls nothing."""

    def __init__(self, client: ConsentClient, request_id: str, user_id: str) -> None:
        self._client = client
        self._request_id = request_id
        self._user_id = user_id
        self._view: PendingRequestView | None = None

    @property
    def view(self) -> PendingRequestView:
        """What the page shows; asked for once. Raises PendingNotFound.

        Show ``redirect_host`` first: it is the only information about the client that the client cannot forge.
        """
        if self._view is None:
            self._view = self._client.view(self._request_id, self._user_id)
        return self._view

    def grant(self, scopes: Iterable[str], *, grant_context: bytes = b"") -> str:
        """Grants scopes, and returns the URL to send the browser to (303). Raises PendingNotFound, NoGrantableScopes."""
        return self._client.grant(self._request_id, self._user_id, scopes, grant_context=grant_context)

    def deny(self) -> str:
        """Denies the request, and returns the URL to send the browser to (303). Raises PendingNotFound."""
        return self._client.deny(self._request_id, self._user_id)


class AsyncConsentClient:
    """ConsentClient for coroutines: its calls do not block the event loop."""

    def __init__(self, address: str, *, token: str | None = None, timeout: float = 5.0, tls: Any = None) -> None:
        self._client = ConsentClient(address, token=token, timeout=timeout, tls=tls)
        self._threads = OwnThreads("gatehouse-consent")

    async def view(self, request_id: str, user_id: object) -> PendingRequestView:
        """What the page shows. Raises PendingNotFound."""
        return await self._threads.run(partial(self._client.view, request_id, user_id))

    async def grant(
        self, request_id: str, user_id: object, scopes: Iterable[str], *, grant_context: bytes = b""
    ) -> str:
        """Grants scopes, and returns the URL to send the browser to (303). Raises PendingNotFound, NoGrantableScopes."""
        granting = partial(self._client.grant, request_id, user_id, scopes, grant_context=grant_context)
        return await self._threads.run(granting)

    async def deny(self, request_id: str, user_id: object) -> str:
        """Denies the request, and returns the URL to send the browser to (303). Raises PendingNotFound."""
        return await self._threads.run(partial(self._client.deny, request_id, user_id))

    async def revoke(self, access_token: str) -> bool:
        """Revokes an access token and its refresh lineage. False if there was nothing to revoke."""
        return await self._threads.run(partial(self._client.revoke, access_token))


def _outcome(error: contract.ConsentError | None) -> Exception:
    if error is contract.ConsentError.CONSENT_ERROR_PENDING_NOT_FOUND:
        return PendingNotFound("this request is no longer open")
    if error is contract.ConsentError.CONSENT_ERROR_NO_GRANTABLE_SCOPES:
        return NoGrantableScopes("none of the granted scopes was requested")
    return GatehouseError("Gatehouse returned an outcome that this package does not know", "internal")


def _transport(address: str, token: str | None, timeout: float, tls: Any) -> Transport:
    if address.startswith(("http://", "https://")):
        host = urlsplit(address).hostname or ""
        if address.startswith("http://") and token is not None and not is_loopback(host):
            raise ValueError(f"refusing to send the shared token to {host} without TLS; use https")
        if tls is not None and not isinstance(tls, ssl.SSLContext):
            raise TypeError("tls must be an ssl.SSLContext for https")
        return HttpTransport(address, token, timeout, tls)
    try:
        from ..grpc.channel import GrpcTransport
    except ImportError as error:
        raise ImportError(f'the address "{address}" means gRPC, which needs grpcio: gatehouse-host[grpc]') from error
    if token is not None and tls is None and not is_local(address):
        raise ValueError(f"refusing to send the shared token to {address} without TLS; set tls")
    return GrpcTransport(address, token, timeout, tls)
