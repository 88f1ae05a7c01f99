"""Every block of Python in the README runs; the first ones together are an application with a connected client."""

from __future__ import annotations

import re
import sqlite3
import urllib.parse
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import pytest

from .support.browser import Browser, Client
from .support.daemon import Daemon
from .support.processes import PACKAGE, PYTHON, Process, answers, free_port, run

TOKEN = "a-shared-token-of-the-test"
README = (PACKAGE / "README.md").read_text()
BLOCKS = re.findall(r"^```python (\w+)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def code(name: str) -> str:
    return "\n\n".join(text for block, text in BLOCKS if block == name)


def test_every_block_of_python_is_run() -> None:
    assert {name for name, _ in BLOCKS} == {"app", "django", "fastapi", "grpc"}
    assert len(BLOCKS) == README.count("```python")


@dataclass(frozen=True)
class Shop:
    origin: str
    daemon: Daemon
    database: str
    application: Process


@pytest.fixture
def shop(tmp_path: Path, start: Callable[..., Process]) -> Shop:
    """The application of the README under gunicorn, and a daemon that reaches it over HTTP."""
    (tmp_path / "app.py").write_text(code("app"))
    port = free_port()
    origin, database = f"http://127.0.0.1:{port}", f"{tmp_path}/shop.db"
    daemon = Daemon(start, {"URL": origin, "TOKEN": TOKEN})
    env = {
        "ORIGIN": origin,
        "DATABASE_URL": f"sqlite:///{database}",
        "SECRET_KEY": "of-the-test",
        "CONSENT_URL": f"http://127.0.0.1:{daemon.consent_port}",
        "GATEHOUSE_URL": daemon.origin,
        "GATEHOUSE_HOST__TOKEN": TOKEN,
    }
    settings = ["--bind", f"127.0.0.1:{port}", "--workers", "2", "--threads", "8", "--keep-alive", "75"]
    application = start(PYTHON, "-m", "gunicorn", *settings, "--chdir", tmp_path, "app:app", env=env)
    application.until(answers(f"{origin}/sign-in"), "the application")
    daemon.until_ready()
    with sqlite3.connect(database) as users:
        users.execute("insert into users (id, name, active) values (1, 'ada', 1), (2, 'bob', 1)")
    return Shop(origin, daemon, database, application)


def sign_in(shop: Shop, name: str) -> Browser:
    browser = Browser()
    assert browser.post(f"{shop.origin}/sign-in", form={"name": name}).status == 302
    return browser


def consent_url(shop: Shop, browser: Browser, client: Client) -> str:
    sent = browser.get(client.authorize_url())
    assert sent.location.startswith(f"{shop.origin}/connect?request="), sent
    return sent.location


def decide(browser: Browser, url: str, decision: str) -> str:
    page = browser.get(url)
    assert page.status == 200 and "client.example asks for access" in page.body, page
    (csrf,) = re.findall(r'name="csrf" value="(\w+)"', page.body)
    scopes = re.findall(r'name="scope" value="(\w+)"', page.body)
    sent = browser.post(url, form={"csrf": csrf, "decision": decision, "scope": scopes})
    assert sent.status == 303, sent
    return sent.location


def test_connects_a_client(shop: Shop) -> None:
    browser, client = sign_in(shop, "ada"), Client(shop.origin)
    endpoint = f"{shop.origin}/mcp"

    refused = client.http.get(endpoint)
    (metadata_url,) = re.findall(r'resource_metadata="([^"]+)"', refused.headers["WWW-Authenticate"])
    assert refused.status == 401
    metadata = client.http.get(metadata_url).json()
    assert metadata["resource"] == endpoint and metadata["authorization_servers"] == [shop.origin]

    answer = client.exchange(decide(browser, consent_url(shop, browser, client), "grant"))
    assert answer.status == 200, answer
    first = answer.json()
    assert client.http.get(endpoint, Authorization=f"Bearer {first['access_token']}").json()["user"] == "1"

    second = client.token(grant_type="refresh_token", refresh_token=first["refresh_token"]).json()
    assert second["refresh_token"] != first["refresh_token"]
    bearer = f"Bearer {second['access_token']}"
    assert client.http.get(endpoint, Authorization=bearer).status == 200

    listed = browser.get(f"{shop.origin}/apps").json()
    (connected,) = listed["apps"]
    assert connected["name"] == "A test"
    disconnect = f"{shop.origin}/apps/{connected['id']}/disconnect"
    other = sign_in(shop, "bob")
    assert other.get(f"{shop.origin}/apps").json()["apps"] == []
    theirs = other.get(f"{shop.origin}/apps").json()["csrf"]
    assert other.post(disconnect, form={"csrf": theirs}).status == 404
    assert browser.post(disconnect, form={"csrf": listed["csrf"]}).status == 302
    gone = client.http.get(endpoint, Authorization=bearer)
    assert gone.status == 401 and 'error="invalid_token"' in gone.headers["WWW-Authenticate"]
    assert client.token(grant_type="refresh_token", refresh_token=second["refresh_token"]).status == 400


def test_shows_a_request_to_its_owner_only(shop: Shop) -> None:
    browser, client = sign_in(shop, "ada"), Client(shop.origin)
    url = consent_url(shop, browser, client)
    assert browser.get(url).status == 200
    assert sign_in(shop, "bob").get(url).status == 404
    denied = urllib.parse.parse_qs(urllib.parse.urlsplit(decide(browser, url, "deny")).query)
    assert denied["error"] == ["access_denied"]
    assert browser.get(url).status == 404


def test_tells_a_client_why_it_gets_no_token(shop: Shop) -> None:
    browser, client = sign_in(shop, "ada"), Client(shop.origin)
    callback = decide(browser, consent_url(shop, browser, client), "grant")
    with sqlite3.connect(shop.database) as users:
        users.execute("update users set active = 0 where id = 1")
    answer = client.exchange(callback)
    assert answer.status == 400, f"{answer}\n{shop.application.output}\n{shop.daemon.process.output[-5000:]}"
    assert answer.json() == {"error": "invalid_grant", "error_description": "This account is deactivated."}


#: Calls the endpoint and the host of an ASGI application, without a server.
CALL_ASGI = f"""
import asyncio

async def call(path):
    sent = []
    headers = [(b"authorization", b"Bearer {TOKEN}"), (b"content-type", b"application/json")]
    scope = {{"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
              "headers": headers, "root_path": "", "scheme": "http", "http_version": "1.1", "client": ("127.0.0.1", 1),
              "server": ("127.0.0.1", 2)}}
    bodies = [{{"type": "http.request", "body": b"{{}}"}}]
    async def receive():
        return bodies.pop() if bodies else await asyncio.sleep(3600)
    async def send(message):
        sent.append(message)
    await app(scope, receive, send)
    return sent[0]["status"]

assert asyncio.run(call("/mcp")) == 401
assert asyncio.run(call("/gatehouse.host.v1.HostService/Describe")) == 200
"""


def test_runs_the_other_examples(tmp_path: Path) -> None:
    env = {"PYTHONPATH": str(PACKAGE / "src"), "GATEHOUSE_HOST__TOKEN": TOKEN}
    (tmp_path / "fastapi_app.py").write_text(code("fastapi"))
    run([PYTHON, "-c", f"from fastapi_app import app\n{CALL_ASGI}"], env=env, cwd=tmp_path)
    (tmp_path / "urls.py").write_text(code("django"))
    settings = (
        "from django.conf import settings; import django\n"
        "settings.configure(ROOT_URLCONF='urls', SECRET_KEY='k', ALLOWED_HOSTS=['*'],\n"
        "  DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': 'django.db'}},\n"
        "  INSTALLED_APPS=['django.contrib.contenttypes', 'django.contrib.auth', 'gatehouse_host.django'])\n"
        "django.setup()\n"
        "from django.core.management import call_command; call_command('migrate', verbosity=0)\n"
        "from django.test import Client\n"
        "answer = Client().post('/gatehouse.host.v1.HostService/Describe', '{}', content_type='application/json',\n"
        f"  HTTP_AUTHORIZATION='Bearer {TOKEN}')\n"
        "assert answer.json()['applicationName'] == 'Pyshop', answer.content\n"
    )
    run([PYTHON, "-c", settings], env=env, cwd=tmp_path)
    grpc = code("grpc").replace("127.0.0.1:9090", f"127.0.0.1:{free_port()}")
    run([PYTHON, "-c", f"{grpc}\nserver.stop()"], env=env, cwd=tmp_path)
