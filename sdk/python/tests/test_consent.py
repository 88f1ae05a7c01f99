"""ConsentClient against a real daemon, over both transports."""

from __future__ import annotations

import asyncio
import hashlib
import uuid
from urllib.parse import parse_qs, urlsplit

import pytest

from gatehouse_host import (
    AsyncConsentClient,
    ConsentClient,
    GatehouseError,
    GatehouseUnavailable,
    NoGrantableScopes,
    PendingNotFound,
)

from .support.browser import Client
from .support.daemon import CONSENT_TOKEN, Daemon
from .support.processes import free_port


@pytest.fixture(params=["http://", ""], ids=["http", "grpc"])
def address(request: pytest.FixtureRequest, daemon: Daemon) -> str:
    return f"{request.param}127.0.0.1:{daemon.consent_port}"


@pytest.fixture
def consent(address: str) -> ConsentClient:
    return ConsentClient(address, token=CONSENT_TOKEN)


def request_of(client: Client) -> str:
    """A new pending request."""
    location = client.http.get(client.authorize_url()).location
    return parse_qs(urlsplit(location).query)["request"][0]


def test_shows_and_grants_a_request(daemon: Daemon, consent: ConsentClient) -> None:
    client = Client(daemon.origin)
    page = consent.page(request_of(client), 7)
    view = page.view
    assert (view.redirect_host, view.client_name, view.client_self_registered) == ("client.example", "A test", True)
    assert [each.scope for each in view.scopes] == ["read", "write", "ai", "offline_access"]
    assert all(each.description for each in view.scopes)
    assert view.expires_at is not None and view.client_registered_at is not None
    with pytest.raises(NoGrantableScopes):
        page.grant([])
    tokens = client.exchange(page.grant(["read"], grant_context=b"tenant"))
    assert tokens.json()["scope"] == "read"
    with pytest.raises(PendingNotFound):
        page.grant(["read"])
    assert consent.revoke(tokens.json()["access_token"])
    assert not consent.revoke(tokens.json()["access_token"])


def test_denies_a_request(daemon: Daemon, consent: ConsentClient) -> None:
    page = consent.page(request_of(Client(daemon.origin)), "ada")
    assert parse_qs(urlsplit(page.deny()).query)["error"] == ["access_denied"]
    with pytest.raises(PendingNotFound):
        page.deny()


def test_a_request_belongs_to_the_first_user(daemon: Daemon, consent: ConsentClient) -> None:
    request_id = request_of(Client(daemon.origin))
    assert consent.page(request_id, "ada").view
    with pytest.raises(PendingNotFound):
        _ = consent.page(request_id, "bob").view
    with pytest.raises(PendingNotFound):
        _ = consent.page("unknown", "ada").view


class _Anonymous:
    """As AnonymousUser of Django, whose text is its name."""

    is_authenticated = False
    pk = None

    def __str__(self) -> str:
        return "AnonymousUser"


@pytest.mark.parametrize("nobody", [None, False, _Anonymous(), _Anonymous.pk])
def test_takes_nobody_for_no_user(daemon: Daemon, consent: ConsentClient, nobody: object) -> None:
    """(HC-92) Otherwise all visitors who are not signed in would be one user."""
    request_id = request_of(Client(daemon.origin))
    for call in (
        lambda: consent.page(request_id, nobody),
        lambda: consent.view(request_id, nobody),
        lambda: consent.grant(request_id, nobody, ["read"]),
        lambda: consent.deny(request_id, nobody),
        lambda: asyncio.run(AsyncConsentClient("http://127.0.0.1:1").grant(request_id, nobody, ["read"])),
    ):
        with pytest.raises(TypeError, match="id of the user who is signed in"):
            call()
    assert consent.page(request_id, uuid.UUID(int=1)).view


def test_does_not_block_an_event_loop(daemon: Daemon, address: str) -> None:
    consent = AsyncConsentClient(address, token=CONSENT_TOKEN)
    client = Client(daemon.origin)
    request_id = request_of(client)

    async def grant() -> str:
        assert (await consent.view(request_id, "ada")).redirect_host == "client.example"
        return await consent.grant(request_id, "ada", ["read"])

    tokens = client.exchange(asyncio.run(grant())).json()
    assert asyncio.run(consent.revoke(tokens["access_token"]))
    with pytest.raises(PendingNotFound):
        asyncio.run(consent.deny(request_id, "ada"))


def test_helps_to_create_clients(consent: ConsentClient) -> None:
    made = consent.generate_credentials("client_secret_basic")
    assert made.client_id and made.client_secret_hash == hashlib.sha256(made.client_secret.encode()).digest()
    assert consent.generate_credentials("none").client_secret == ""
    assert consent.check_redirect_uri("https://client.example/callback") is None
    assert consent.check_redirect_uri("http://client.example/callback")


def test_says_what_is_wrong(address: str, consent: ConsentClient) -> None:
    with pytest.raises(GatehouseError) as refused:
        ConsentClient(address, token="not-the-token-of-it").revoke("token")
    assert refused.value.code == "unauthenticated"
    with pytest.raises(GatehouseError) as malformed:
        _ = consent.page("x", "").view
    assert malformed.value.code == "invalid_argument"
    scheme = "http://" if address.startswith("http") else ""
    with pytest.raises(GatehouseUnavailable):
        ConsentClient(f"{scheme}127.0.0.1:{free_port()}", timeout=2).revoke("token")


def test_sends_no_token_in_the_clear() -> None:
    for address in ("http://gatehouse.example:9091", "gatehouse.example:9091"):
        with pytest.raises(ValueError, match="refusing to send the shared token to"):
            ConsentClient(address, token=CONSENT_TOKEN)
