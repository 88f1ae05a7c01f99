"""Every block of Python in the README runs; the first ones together are an application with a connected client."""

from __future__ import annotations

import json
import re
import sqlite3
import urllib.parse
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import pytest

from .support.browser import Answer, Browser, Client
from .support.check_host import TOKEN
from .support.daemon import MAIN, Daemon
from .support.processes import PACKAGE, PYTHON, SOURCE, Process, answers, free_port, program, run
from .support.readme import BLOCKS, FILES, README, code

def test_every_block_of_python_is_run() -> None:
    assert {name for name, _ in BLOCKS} == {"app", "admin", "django", "fastapi", "grpc", "mcp"}
    assert len(BLOCKS) == README.count("```python")


@dataclass(frozen=True)
class Shop:
    origin: str
    daemon: Daemon
    database: str
    application: Process


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, start_once: Callable[..., Process]) -> Shop:
    """The application of the README under gunicorn, and a daemon that reaches it over HTTP."""
    tmp_path, start = tmp_path_factory.mktemp("readme"), start_once
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
    # As the README says: without tables, two workers would create them at once, and one of them would fail.
    users = "User(name='ada'), User(name='bob'), User(name='carol')"
    create = f"from app import *; db = Session(engine); db.add_all([{users}]); db.commit()"
    run([PYTHON, "-c", create], env={**SOURCE, **env}, cwd=tmp_path)
    application = start(PYTHON, "-m", "gunicorn", *settings, "--chdir", tmp_path, "app:app", env=env)
    application.until(answers(f"{origin}/sign-in"), "the application")
    daemon.until_ready()
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
    browser, client = sign_in(shop, "carol"), Client(shop.origin)
    callback = decide(browser, consent_url(shop, browser, client), "grant")
    with sqlite3.connect(shop.database) as users:
        users.execute("update users set active = 0 where name = 'carol'")
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


def test_serves_an_admin_backend(tmp_path: Path, start: Callable[..., Process]) -> None:
    """The chapter about it: `check`, `admin:create`, and the JSON API of a daemon over the example."""
    (tmp_path / "shop_admin.py").write_text(code("admin"))
    for name, text in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    port = free_port()
    origin, database = f"http://127.0.0.1:{port}", f"{tmp_path}/shop.db"
    env = {"GATEHOUSE_HOST__TOKEN": TOKEN, "DATABASE_URL": f"sqlite:///{database}"}
    settings = ["--bind", f"127.0.0.1:{port}", "--threads", "8", "--keep-alive", "75", "--chdir", tmp_path]
    application = start(PYTHON, "-m", "gunicorn", *settings, "shop_admin:app", env=env)
    application.until(answers(f"{origin}/"), "the application")
    config = {
        "GATEHOUSE_HOST__URL": origin,
        "GATEHOUSE_HOST__TOKEN": TOKEN,
        "GATEHOUSE_ADMIN__JWT__SECRET": "x" * 32,
        "GATEHOUSE_BACKEND__ROOT": str(tmp_path),
        "GATEHOUSE_ADMIN__PASSWORD__BCRYPT_COST": "4",
    }

    def gatehouse(*arguments: str) -> str:
        configured = [program("node"), str(MAIN), *arguments, "--config", str(tmp_path / "gatehouse.yaml")]
        return run(configured, env={**config, "GATEHOUSE_HOST__DEADLINE": "20s"}, cwd=tmp_path)

    gatehouse("check")
    gatehouse("admin:create", "--email", "ada@example.test", "--superuser", "--password", "a long password")
    with sqlite3.connect(database) as rows:
        rows.execute("insert into categories (id, name) values (1, 'Fruit')")
        rows.execute(
            "insert into products (sku, title, unit, price, active, archived, version, category_id) values"
            " ('A1', 'Apples', 'kg', 2.5, 0, 0, 1, 1), ('X0', 'Old', 'kg', 1, 0, 1, 1, 1)"
        )
    daemon = Daemon(start, {"URL": origin, "TOKEN": TOKEN}, **config)
    daemon.until_ready()
    api = f"{daemon.origin}/backend/api/v1"
    http = Browser()

    def call(path: str, body: object = None, method: str = "") -> Answer:
        data = None if body is None else json.dumps(body).encode()
        return http.send(f"{api}{path}", data, method, **{"Content-Type": "application/json", **bearer})

    bearer: dict[str, str] = {}
    signed_in = call("/auth/login", {"login": "ada@example.test", "password": "a long password"})
    assert signed_in.status == 200, signed_in
    bearer["Authorization"] = f"Bearer {signed_in.json()['data']['token']}"
    page = call("/acme/shop/products?search=APPL")
    assert page.status == 200, f"{page}\n{application.output}\n{daemon.process.output[-5000:]}"
    (listed,) = page.json()["data"]
    assert (listed["sku"], listed["price"]) == ("A1", "2.5") and "Fruit" in json.dumps(listed["category"])
    new = {"sku": "B2", "title": "Bread", "unit": "pc", "price": "3", "active": False, "category": "1"}
    assert call("/acme/shop/products", new).status == 201
    assert call("/acme/shop/products", new).status == 422
    too_dear = call("/acme/shop/products/1", {"price": "1001"}, "PUT")
    assert too_dear.status == 422 and "The highest price of this shop is 1000." in too_dear.body
    assert call("/settings/acme-shop", {"highest_price": "2000"}, "PUT").status == 200
    assert call("/acme/shop/products/1", {"price": "1001"}, "PUT").status == 200
    activated = call("/acme/shop/products/toolbar/activate_all", {})
    assert activated.json()["data"]["message"] == "Activated: 2"
    assert "2 of 2 products are active." in call("/acme/shop/products/partials/counts").body
    refused = call("/acme/shop/products/1", None, "DELETE")
    assert refused.status == 422 and "Deactivate the product first." in refused.body
    assert call("/acme/shop/products/2").status == 404
    _uses_what_comes_with_it(call)


def _uses_what_comes_with_it(call: Callable[..., Answer]) -> None:
    """Accounts, views, export and an action on many records, through the daemon."""
    exported = call("/acme/shop/products/export/records").json()
    assert [each["sku"] for each in exported["data"]] == ["A1", "B2"] and exported["meta"]["has_more"] is False
    archived = call("/acme/shop/products/bulk/archive", {"ids": ["1", "2"]}).json()["data"]
    # The second one is archived already, and so outside of the scope.
    assert (archived["done"], [each["reason"] for each in archived["unchanged"]]) == (1, ["missing"])
    assert [each["sku"] for each in call("/acme/shop/products").json()["data"]] == ["B2"]
    deleted = call("/acme/shop/products/bulk/delete?search=bread", {"all": True}).json()["data"]
    assert deleted["unchanged"][0]["message"] == "Deactivate the product first."
    view = call("/acme/shop/products/list/views", {"name": "Bread", "query": "search=bread", "shared": True})
    assert view.status == 201, view
    assert [each["name"] for each in call("/acme/shop/products/list/views").json()["data"]] == ["Bread"]
    user = call("/auth/me").json()["data"]
    assert user["has_account"] and user["has_sessions"], user
    role = {"code": "sellers", "name": "Sellers", "permissions": ["acme.shop.products"], "requires_second_factor": True}
    assert call("/gatehouse/backend/roles", role).status == 201
    demoted = call("/gatehouse/backend/administrators/1", {"is_superuser": False}, "PUT")
    assert demoted.status == 422 and "This is the last active superuser." in demoted.body
    assert len(call("/auth/account/sessions").json()["data"]) == 1
    assert call("/auth/account/second-factor").json()["data"]["is_on"] is False


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
