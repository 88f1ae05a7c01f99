"""The HTTP transport as a WSGI application (PEP 3333)."""

from __future__ import annotations

import http
import select
from typing import Any, Callable, Iterable

from ..contract.limits import MAX_MESSAGE_BYTES
from .connect import Accepted, ConnectServer, Response, repeating_exchange

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
WsgiApp = Callable[[Environ, StartResponse], Iterable[bytes]]


def headers_of(environ: Environ) -> dict[str, str]:
    """The request's headers, with names in lower case."""
    headers = {name[5:].replace("_", "-").lower(): value for name, value in environ.items() if name.startswith("HTTP_")}
    for name in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if environ.get(name):
            headers[name.replace("_", "-").lower()] = environ[name]
    return headers


def status_line(status: int) -> str:
    try:
        return f"{status} {http.HTTPStatus(status).phrase}"
    except ValueError:
        return f"{status} Client Closed Request" if status == 499 else f"{status} Unknown"


def respond(server: ConnectServer, environ: Environ, path: str) -> Response:
    """For WSGI itself and for frameworks on it."""
    headers = headers_of(environ)
    accepted = server.accept(environ["REQUEST_METHOD"], path, headers)
    response = accepted if isinstance(accepted, Response) else answer(accepted, environ, _body(environ))
    return repeating_exchange(response, headers)


def answer(accepted: Accepted, environ: Environ, body: bytes) -> Response:
    """Commits nothing if the caller has left while the request waited for this process, which knows only when it read it."""
    if _has_left(environ):
        accepted.call.cancelled.set()
    return accepted.respond(body)


def _has_left(environ: Environ) -> bool:
    """Whether the caller has closed its connection, which WSGI does not say, but gunicorn and Werkzeug show."""
    connection = environ.get("gunicorn.socket", environ.get("werkzeug.socket"))
    if connection is None:
        return False
    try:
        poll = select.poll()
        poll.register(connection, select.POLLRDHUP)
        return bool(poll.poll(0))
    except (AttributeError, OSError, ValueError):
        # Not on Linux, or a library has replaced the module.
        return False


def _body(environ: Environ) -> bytes:
    """At most one byte more than a message may have."""
    length = environ.get("CONTENT_LENGTH") or ""
    if length.isdigit():
        wanted = min(int(length), MAX_MESSAGE_BYTES + 1)
    elif environ.get("wsgi.input_terminated"):
        wanted = MAX_MESSAGE_BYTES + 1
    else:
        return b""
    chunks = []
    while wanted > 0:
        chunk = environ["wsgi.input"].read(wanted)
        if not chunk:
            break
        chunks.append(chunk)
        wanted -= len(chunk)
    return b"".join(chunks)


def wsgi_app(server: ConnectServer) -> WsgiApp:
    def app(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        response = respond(server, environ, environ.get("PATH_INFO", ""))
        start_response(status_line(response.status), response.headers)
        return [response.body]

    return app
