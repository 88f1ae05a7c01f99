"""The host: what Gatehouse learns about the application, and the ways to serve it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from .contract.host import Capability, DescribeResponse
from .contract.limits import PROTOCOL_VERSION
from .contract.rules import check
from .coroutines import require_function
from .http.asgi import AsgiApp, asgi_app
from .http.connect import ConnectServer
from .http.wsgi import WsgiApp, wsgi_app
from .options import OAuth
from .service.ports import Backend
from .service.rpcs import Rpc, SignIn, host_rpcs
from .service.transactor import Transactor

if TYPE_CHECKING:
    from .admin.admin import Admin
    from .grpc.server import GrpcServer

#: The daemon reads its shared token from the same variable.
TOKEN_VARIABLE = "GATEHOUSE_HOST__TOKEN"
#: As the daemon reads it. A line break, with which a file ends, would be part of no header.
_SHARED_TOKEN = re.compile(r"[!-~]{16,512}")


class Host:
    """Makes an application a host of Gatehouse.

    ``token`` is the secret that Gatehouse shares with the application, at least 16 visible characters; by default the
    value of the environment variable GATEHOUSE_HOST__TOKEN. ``previous_token`` is accepted too, while one token replaces the
    other. ``sign_in`` is needed only for Gatehouse's own consent page, ``admin`` only for the admin backend: a host may
    have that alone.
    """

    def __init__(
        self,
        application_name: str,
        *,
        oauth: OAuth | None = None,
        backend: Backend | None = None,
        sign_in: SignIn | None = None,
        admin: Admin | None = None,
        token: str | None = None,
        previous_token: str | None = None,
    ) -> None:
        if oauth is not None and oauth.builtin_consent_page and sign_in is None:
            raise ValueError("oauth.builtin_consent_page needs sign_in")
        if sign_in is not None:
            require_function(sign_in, "sign_in")
        self._name = application_name
        self._oauth = None if oauth is None else oauth.to_message()
        self._transactor = None if backend is None else Transactor(backend)
        self._sign_in = sign_in
        self._admin = admin
        self._token = token or os.environ.get(TOKEN_VARIABLE) or None
        self._previous_token = previous_token or None
        if self._token is None and self._previous_token is not None:
            raise ValueError("previous_token is set, but token is not")
        if not all(map(_SHARED_TOKEN.fullmatch, self.tokens)):
            needed = "16 to 512 visible ASCII characters, no space and no line break"
            raise ValueError(f"a token must have {needed}: openssl rand -hex 32 makes one")
        check(self.describe())

    @property
    def token(self) -> str | None:
        """The shared token."""
        return self._token

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens that callers may send: none, the shared one, or that and the previous one."""
        return tuple(token for token in (self._token, self._previous_token) if token is not None)

    @property
    def transactor(self) -> Transactor | None:
        """Runs the transactions of both transports."""
        return self._transactor

    @property
    def admin(self) -> Admin | None:
        """The admin backend."""
        return self._admin

    def describe(self, streaming: bool = False) -> DescribeResponse:
        """What Gatehouse asks first: the options, and which services exist."""
        capabilities = []
        if self._transactor is not None:
            capabilities += [Capability.CAPABILITY_BACKEND, Capability.CAPABILITY_REDEEM]
            if streaming:
                capabilities.append(Capability.CAPABILITY_TRANSACT_STREAM)
        if self._sign_in is not None:
            capabilities.append(Capability.CAPABILITY_SIGN_IN)
        if self._admin is not None:
            capabilities += [Capability.CAPABILITY_ADMIN, Capability.CAPABILITY_ADMIN_SESSION]
            capabilities += [Capability.CAPABILITY_ADMIN_BULK, Capability.CAPABILITY_ADMIN_SEARCH]
            optional = {
                Capability.CAPABILITY_ADMIN_ACCOUNTS: self._admin.accounts,
                Capability.CAPABILITY_ADMIN_SESSION_LIST: self._admin.sessions,
                Capability.CAPABILITY_ADMIN_SECOND_FACTOR: self._admin.second_factors,
                Capability.CAPABILITY_ADMIN_PASSKEYS: self._admin.passkeys,
                Capability.CAPABILITY_ADMIN_VIEWS: self._admin.views,
                Capability.CAPABILITY_ADMIN_IMPORT: self._admin.imports,
                Capability.CAPABILITY_ADMIN_IMPORT_UPDATE: self._admin.imports,
            }
            capabilities += [capability for capability, service in optional.items() if service is not None]
            if streaming:
                capabilities.append(Capability.CAPABILITY_ADMIN_STREAM)
        return DescribeResponse(
            protocol_version=PROTOCOL_VERSION,
            application_name=self._name,
            capabilities=tuple(capabilities),
            oauth=self._oauth,
            admin=None if self._admin is None else self._admin.registration,
        )

    def rpcs(self, streaming: bool = False) -> list[Rpc]:
        """The unary rpcs, for a transport."""
        rpcs = host_rpcs(lambda: self.describe(streaming), self._transactor, self._sign_in)
        return rpcs if self._admin is None else [*rpcs, *self._admin.rpcs()]

    def flask(self) -> Any:
        """A blueprint: ``app.register_blueprint(host.flask())``."""
        from .http.flask import flask_blueprint

        return flask_blueprint(self._connect_server())

    @property
    def urls(self) -> list[Any]:
        """URL patterns of Django: ``path("", include(host.urls))``."""
        from .http.django import django_urls

        return django_urls(self._connect_server())

    def wsgi(self) -> WsgiApp:
        """A WSGI application that serves only the host."""
        return wsgi_app(self._connect_server())

    def asgi(self) -> AsgiApp:
        """An ASGI application that serves only the host: ``app.mount("/", host.asgi())`` in Starlette and FastAPI."""
        return asgi_app(self._connect_server())

    def grpc(self, address: str, **options: Any) -> GrpcServer:
        """A gRPC server (extra ``grpc``) for this host; see GrpcServer for its options."""
        from .grpc.server import GrpcServer

        return GrpcServer(self, address, **options)

    def _connect_server(self) -> ConnectServer:
        if self._token is None:
            raise ValueError(
                "any caller that reaches this application could have tokens minted for any user: set Host(token=…), or "
                f"the variable {TOKEN_VARIABLE} for the application and for Gatehouse"
            )
        return ConnectServer(self.rpcs(), self.tokens)
