"""A client of OAuth and the browser of its user, as far as a test needs them."""

from __future__ import annotations

import base64
import hashlib
import http.cookiejar
import json
import secrets
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from email.message import Message
from typing import Any


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    body: str

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def location(self) -> str:
        return str(self.headers["Location"])


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class Browser:
    """Keeps cookies, and follows no redirects."""

    def __init__(self) -> None:
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(_NoRedirects, cookies)

    def get(self, url: str, **headers: str) -> Answer:
        return self._send(urllib.request.Request(url, headers=headers))

    def post(self, url: str, form: Any = None, data: bytes | None = None, **headers: str) -> Answer:
        body = urllib.parse.urlencode(form, doseq=True).encode() if form is not None else data or b""
        return self._send(urllib.request.Request(url, body, headers))

    def send(self, url: str, data: bytes | None, method: str = "", **headers: str) -> Answer:
        """With any method; by default GET, or POST with data."""
        return self._send(urllib.request.Request(url, data, headers, method=method or None))

    def _send(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=30) as answer:
                return Answer(answer.status, answer.headers, answer.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.headers, error.read().decode())


class Client:
    """A public client that registers itself."""

    redirect_uri = "https://client.example/callback"

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.http = Browser()
        metadata = {"redirect_uris": [self.redirect_uri], "token_endpoint_auth_method": "none", "client_name": "A test"}
        registered = self.http.post(
            f"{origin}/oauth/mcp/register", data=json.dumps(metadata).encode(), **{"Content-Type": "application/json"}
        )
        assert registered.status == 201, registered
        self.client_id = registered.json()["client_id"]
        self._verifier = secrets.token_urlsafe(32)

    def authorize_url(self) -> str:
        digest = hashlib.sha256(self._verifier.encode()).digest()
        parameters = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
            "state": "s1",
        }
        return f"{self.origin}/oauth/mcp/authorize?{urllib.parse.urlencode(parameters)}"

    def exchange(self, callback: str) -> Answer:
        """Tokens for the redirect that ends an authorization."""
        (code,) = urllib.parse.parse_qs(urllib.parse.urlsplit(callback).query)["code"]
        return self.token(
            grant_type="authorization_code", code=code, redirect_uri=self.redirect_uri, code_verifier=self._verifier
        )

    def token(self, **parameters: str) -> Answer:
        return self.http.post(f"{self.origin}/oauth/mcp/token", form={"client_id": self.client_id, **parameters})
