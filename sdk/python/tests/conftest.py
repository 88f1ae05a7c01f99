from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest
from sqlalchemy import create_engine

from gatehouse_host import migrate
from gatehouse_host.admin import Admin, migrate_admin

from .support.admin_calls import AdminCalls
from .support.check_host import TOKEN
from .support.combinations import is_usual
from .support.daemon import CONSENT_TOKEN, Daemon
from .support.django_connection import connection_to
from .support.postgres import Postgres, reachable_folder
from .support.processes import PACKAGE, PYTHON, Process, free_port
from .support.servers import serve
from .support.shop import Shop


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    unusual = [item for item in items if hasattr(item, "callspec") and not is_usual(item.callspec.params)]
    items[:] = [item for item in items if item not in unusual]
    config.hook.pytest_deselected(items=unusual)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    parent = reachable_folder()
    with tempfile.TemporaryDirectory(prefix="gatehouse-python-", dir=parent, ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, on each of the two."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/app.db"
        return
    server: Postgres = request.getfixturevalue("postgres")
    url = server.empty_database()
    yield url
    server.give_back(url)


@pytest.fixture
def another_database_url(database_url: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of another empty database, of the same kind."""
    if database_url.startswith("sqlite"):
        yield f"sqlite:///{tmp_path}/another.db"
        return
    server: Postgres = request.getfixturevalue("postgres")
    url = server.empty_database()
    yield url
    server.give_back(url)


@pytest.fixture(scope="module")
def start_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Process]]:
    """Starts programs that end with the module."""
    yield from _starting(tmp_path_factory.mktemp("programs"))


@pytest.fixture(scope="session")
def start_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Process]]:
    """Starts programs that end with the tests."""
    yield from _starting(tmp_path_factory.mktemp("programs"))


@pytest.fixture(scope="session")
def host_at(
    request: pytest.FixtureRequest, start_for_all: Callable[..., Process], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, str, str], str]:
    """The origin of a host on a database of the kind: a server, a module of tests/apps, a kind. It starts once for all tests."""

    @cache
    def origin_of(server: str, module: str, database: str) -> str:
        if database == "sqlite":
            url = f"sqlite:///{tmp_path_factory.mktemp('host')}/app.db"
        else:
            url = request.getfixturevalue("postgres").create_database()
        return serve(start_for_all, server, module, {"DATABASE_URL": url, "GATEHOUSE_HOST__TOKEN": TOKEN})

    return origin_of


@pytest.fixture(scope="session")
def daemon(start_for_all: Callable[..., Process], tmp_path_factory: pytest.TempPathFactory) -> Daemon:
    """A daemon with a host of this package over gRPC, which tests share."""
    address = f"127.0.0.1:{free_port()}"
    daemon = Daemon(start_for_all, {"ADDRESS": address, "TOKEN": TOKEN}, GATEHOUSE_CONSENT__TOKEN=CONSENT_TOKEN)
    env = {
        "DATABASE_URL": f"sqlite:///{tmp_path_factory.mktemp('host')}/app.db",
        "HOST_ADDRESS": address,
        "ORIGIN": daemon.origin,
        "GATEHOUSE_HOST__TOKEN": TOKEN,
    }
    start_for_all(PYTHON, PACKAGE / "tests" / "apps" / "grpc_host.py", env=env)
    daemon.until_ready()
    return daemon


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Starts programs that end with the test."""
    yield from _starting(tmp_path)


def _starting(folder: Path) -> Iterator[Callable[..., Process]]:
    processes: list[Process] = []

    def start_process(*command: object, env: dict[str, str] | None = None) -> Process:
        process = Process([str(part) for part in command], folder, env=env)
        processes.append(process)
        return process

    yield start_process
    # All are asked before any is waited for: a server that ends in order takes up to a second.
    for process in processes:
        process.ask_to_end()
    for process in processes:
        process.end()


@pytest.fixture
def engine(database_url: str) -> Iterator[Any]:
    """A database with the tables of the admin backend alone."""
    engine = create_engine(database_url)
    migrate_admin(engine)
    yield engine
    engine.dispose()


@pytest.fixture(params=["sqlalchemy", "django"])
def call(request: pytest.FixtureRequest, engine: Any, database_url: str) -> Iterator[AdminCalls]:
    """Of an admin backend on each of the two libraries."""
    if request.param == "sqlalchemy":
        yield AdminCalls(Admin(engine, [], plugin="acme.shop"))
        return
    connection = connection_to(database_url)
    yield AdminCalls(Admin(connection, [], plugin="acme.shop"))
    connection.close()


@pytest.fixture(params=["sqlalchemy", "django"])
def shop(request: pytest.FixtureRequest, database_url: str) -> Iterator[Shop]:
    """The shop of tests/apps on each of the two libraries."""
    if request.param == "django":
        yield request.getfixturevalue("django_shop")
        return
    import shop as application

    engine = create_engine(database_url)
    migrate(engine)
    application.create(engine)
    yield Shop(engine, application.SHOP_CONTROLLERS)
    engine.dispose()


@pytest.fixture
def django_shop(database_url: str) -> Iterator[Shop]:
    connection = connection_to(database_url)
    import django_shop as application

    migrate(connection)
    application.create(connection)
    yield Shop(connection, application.SHOP_CONTROLLERS)
    connection.close()
