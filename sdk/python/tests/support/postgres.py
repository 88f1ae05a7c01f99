"""A real PostgreSQL on a loopback port."""

from __future__ import annotations

import os
import random
import shutil
import signal
import stat
import tempfile
from pathlib import Path
from typing import Any

import psycopg2

from .processes import Process, free_port, run


def reachable_folder() -> Path:
    """That of temporary files, if the user of PostgreSQL may enter it: ``make test`` has one in memory."""
    folder = Path(tempfile.gettempdir()).resolve()
    is_open = all(each.stat().st_mode & stat.S_IXOTH for each in (folder, *folder.parents))
    return folder if is_open else Path("/tmp")


class Postgres:
    def __init__(self, folder: Path) -> None:
        """The folder is a new one in ``reachable_folder()``."""
        versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        assert versions, "PostgreSQL is not installed: scripts/test-servers.sh installs it"
        self._bin = versions[-1]
        data = folder / "data"
        data.mkdir()
        # PostgreSQL refuses to run as root.
        user = "postgres" if os.geteuid() == 0 else ""
        if user:
            shutil.chown(data, user, user)
            folder.chmod(0o755)
        initdb = [str(self._bin / "initdb"), "-D", str(data), "-U", "gatehouse", "-A", "trust", "-E", "UTF8", "-N"]
        made = Process([*initdb, "--no-locale"], folder, user=user)
        assert made._process.wait(300) == 0, made.output
        self.port = free_port()
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "150",
            # Tests need no durability across a crash of the machine, and no vacuum of databases that live for seconds.
            "fsync": "off",
            "full_page_writes": "off",
            "autovacuum": "off",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._process = Process([str(self._bin / "postgres"), "-D", str(data), *options], folder, user=user)
        login = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "gatehouse"]
        self._process.until(lambda: run([str(self._bin / "pg_isready"), *login, "-d", "postgres"]), "postgres")
        self._owner = psycopg2.connect(f"postgresql://gatehouse@127.0.0.1:{self.port}/postgres")
        self._owner.autocommit = True
        #: Copies a new database file by file, at a fraction of the default since version 15: a copy through the log.
        self._as_files = "strategy file_copy" if self._owner.server_version >= 150_000 else ""
        self._free: list[str] = []
        #: One for each database that was given back. They stay open, because a connection costs more than all it does here.
        self._cleaners: dict[str, Any] = {}

    def create_database(self, options: str = "") -> str:
        """The URL of a new, empty database. The options are those of CREATE DATABASE."""
        name = f"test_{random.getrandbits(48):012x}"
        with self._owner.cursor() as cursor:
            cursor.execute(f"create database {name} {self._as_files} {options}")
        return f"postgresql://gatehouse@127.0.0.1:{self.port}/{name}"

    def empty_database(self) -> str:
        """The URL of an empty database, which may have been used and given back: creating one copies 300 files."""
        return self._free.pop() if self._free else self.create_database()

    def give_back(self, url: str) -> None:
        """Ends the connections that a test left open, which could hold locks, and empties the database."""
        if url not in self._cleaners:
            self._cleaners[url] = psycopg2.connect(url)
            self._cleaners[url].autocommit = True
        with self._cleaners[url].cursor() as cursor:
            cursor.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where datname = current_database() and pid <> pg_backend_pid()"
            )
            cursor.execute("drop schema public cascade; create schema public")
        self._free.append(url)

    def stop(self) -> None:
        for cleaner in (self._owner, *self._cleaners.values()):
            cleaner.close()
        self._process.end(signal.SIGINT)
