from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Callable, Iterator

import pytest

from .support.postgres import Postgres
from .support.processes import Process


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="gatehouse-python-", dir="/tmp", ignore_cleanup_errors=True) as folder:
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


@pytest.fixture(scope="module")
def start_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Process]]:
    """Starts programs that end with the module."""
    yield from _starting(tmp_path_factory.mktemp("programs"))


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
    for process in reversed(processes):
        process.end()
