"""``forward`` for WSGI applications: Flask, Django and others under gunicorn, uWSGI, mod_wsgi, Waitress."""

from __future__ import annotations

from typing import Any, Iterable
from urllib.parse import quote

from ..http.wsgi import Environ, StartResponse, WsgiApp, status_line
from .answers import OwnAnswer, refusal, too_busy, unavailable
from .options import options_of
from .outage import Outage
from .request_head import MAX_BODY_BYTES, Judged, Received, Refused, body_too_large, end_to_end, judge, outgoing
from .response_parser import BadAnswer
from .upstream import TooBusy, Upstream


def forward(
    app: WsgiApp,
    *,
    target: str,
    issuer_path: str = "",
    consent_page: bool = False,
    admin_path: str = "",
    trusted_proxies: Iterable[str] = (),
    timeout: float = 30.0,
    max_connections: int = 256,
) -> WsgiApp:
    """Middleware that sends Gatehouse's own paths to the daemon, and everything else to ``app``.

    ``target`` is where Gatehouse listens: "http://127.0.0.1:8081", or "unix:/run/gatehouse.sock". ``issuer_path`` is
    the path of an issuer that has one, ``consent_page`` whether Gatehouse serves the consent page, ``admin_path`` where
    it serves its admin backend ("/backend"). ``trusted_proxies`` are the proxies in front of the application, whose
    X-Forwarded-For counts: addresses, ranges, "unix:". List the application's own address in the daemon's
    ``http.trusted_proxies``. ``timeout`` is how many seconds Gatehouse may stay silent.

    Raises ValueError for an option that is not valid.
    """
    options = options_of(target, issuer_path, consent_page, admin_path, trusted_proxies, timeout, max_connections)
    upstream = Upstream(options.target, options.timeout, options.max_connections)
    outage = Outage()

    def forwarding(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        path = raw_target(environ)
        if not options.is_ours(path.split("?", 1)[0]):
            return app(environ, start_response)
        received = Received(environ["REQUEST_METHOD"], path, headers_of(environ), environ.get("REMOTE_ADDR") or None)
        try:
            judged = judge(received)
            body = _body(environ, judged)
            request = outgoing(judged, body, options.target.authority, options.trusted)
        except Refused as refused:
            return _own(refusal(received, refused), start_response)
        try:
            answer = upstream.send(request)
        except TooBusy as error:
            outage.failed(received.method, path, error)
            return _own(too_busy(received), start_response)
        except (OSError, BadAnswer) as error:
            outage.failed(received.method, path, error)
            return _own(unavailable(received), start_response)
        outage.succeeded()
        try:
            start_response(status_line(answer.head.status), end_to_end(answer.head.headers, keep_length=True))
        except BaseException:
            # The server closes only what it got.
            answer.close()
            raise
        return answer

    return forwarding


def raw_target(environ: Environ) -> str:
    """Path and query as the client sent them. Servers offer them under one of two names; wsgiref under none."""
    for name in ("RAW_URI", "REQUEST_URI"):
        if environ.get(name):
            return str(environ[name])
    path = quote((environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")).encode("latin-1"), "/:@!$&'()*+,;=~")
    query = environ.get("QUERY_STRING", "")
    return f"{path}?{query}" if query else path


def headers_of(environ: Environ) -> list[tuple[str, str]]:
    """The request's headers. WSGI joins repeated ones with a comma."""
    headers = [
        (name[5:].replace("_", "-").title(), value) for name, value in environ.items() if name.startswith("HTTP_")
    ]
    for name in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if environ.get(name):
            headers.append((name.replace("_", "-").title(), environ[name]))
    return headers


def _body(environ: Environ, judged: Judged) -> bytes:
    """All of it, so that its length is known before anything is sent."""
    if judged.length is None and not environ.get("wsgi.input_terminated"):
        raise Refused(411, "This server does not support chunked bodies. Send Content-Length.")
    wanted = MAX_BODY_BYTES + 1 if judged.length is None else judged.length
    pieces = []
    while wanted > 0:
        piece: Any = environ["wsgi.input"].read(wanted)
        if not piece:
            break
        pieces.append(piece)
        wanted -= len(piece)
    body = b"".join(pieces)
    if len(body) > MAX_BODY_BYTES:
        raise body_too_large()
    return body


def _own(answer: OwnAnswer, start_response: StartResponse) -> Iterable[bytes]:
    start_response(status_line(answer.status), answer.headers)
    return [answer.body]
