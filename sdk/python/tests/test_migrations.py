"""The tables, made by the package, by Alembic and by Django: the same in each case, also if several processes ask."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text

from gatehouse_host import migrate

from .support.migrations import Alembic, migrate_with_django, migrated_at_once
from .support.postgres import Postgres
from .support.processes import REPOSITORY, program, run

NAMES = ["initial", "parallel-registration"]


def schema_of(url: str) -> dict[str, Any]:
    """Tables, columns and indexes, triggers and functions."""
    engine = create_engine(url)
    described: dict[str, Any] = {}
    inspector = inspect(engine)
    for table in sorted(inspector.get_table_names()):
        if table.startswith("gatehouse_") and table != "gatehouse_admin_migrations":
            columns = [(c["name"], str(c["type"]), c["nullable"]) for c in inspector.get_columns(table)]
            described[table] = (columns, sorted(index["name"] for index in inspector.get_indexes(table)))
    with engine.connect() as connection:
        query = "select version, name from gatehouse_migrations order by version"
        described["migrations"] = [tuple(row) for row in connection.execute(text(query))]
        triggers = (
            "select name from sqlite_master where type = 'trigger' order by 1"
            if url.startswith("sqlite")
            else "select tgname || prosrc from pg_trigger join pg_proc on pg_proc.oid = tgfoid"
            " where not tgisinternal order by 1"
        )
        described["triggers"] = [" ".join(row[0].split()) for row in connection.execute(text(triggers))]
    engine.dispose()
    return described


def test_migrates_once(database_url: str) -> None:
    engine = create_engine(database_url)
    assert migrate(engine) == NAMES
    assert migrate(engine) == []
    engine.dispose()


def test_several_processes_may_ask_at_the_same_time(database_url: str) -> None:
    assert migrated_at_once("gatehouse_host", "migrate", database_url) == len(NAMES)


def test_alembic_makes_the_same_tables(database_url: str, another_database_url: str, tmp_path: Path) -> None:
    alembic = Alembic(tmp_path, database_url, "gatehouse_host:alembic_versions")
    alembic.upgrade("heads")
    migrate(create_engine(another_database_url))
    assert schema_of(database_url) == schema_of(another_database_url)
    assert migrate(create_engine(database_url)) == []
    alembic.downgrade("gatehouse@base")
    assert [name for name in inspect(create_engine(database_url)).get_table_names() if "gatehouse" in name] == []


def test_django_makes_the_same_tables(database_url: str, another_database_url: str) -> None:
    migrate_with_django(database_url)
    migrate(create_engine(another_database_url))
    assert schema_of(database_url) == schema_of(another_database_url)
    assert migrate(create_engine(database_url)) == []


def test_the_typescript_sdk_makes_the_same_tables(database_url: str, another_database_url: str) -> None:
    """So a host can change its language, and keep its clients and tokens."""
    sdk = REPOSITORY / "sdk" / "typescript" / "dist" / "sql" / "index.js"
    connect = (
        "sqliteDatabase(new (await import('libsql')).default(process.argv[1].slice('sqlite:///'.length)))"
        if database_url.startswith("sqlite")
        else "postgresDatabase(new (await import('pg')).default.Pool({ connectionString: process.argv[1] }))"
    )
    code = (
        f"const {{ migrate, sqliteDatabase, postgresDatabase }} = await import('{sdk}');"
        f"await migrate({connect}); process.exit(0);"
    )
    run([program("node"), "--input-type=module", "-e", code, database_url], cwd=REPOSITORY)
    migrate(create_engine(another_database_url))
    assert schema_of(database_url) == schema_of(another_database_url)
    assert migrate(create_engine(database_url)) == []


def test_rejects_a_database_in_another_encoding(postgres: Postgres) -> None:
    url = postgres.create_database("template template0 encoding 'LATIN1' locale 'C'")
    with pytest.raises(RuntimeError, match="has the encoding LATIN1, but Gatehouse needs UTF8"):
        migrate(create_engine(url))


def test_says_that_the_tables_are_missing(tmp_path: Path) -> None:
    from gatehouse_host import OpaqueTokens

    sqlite3.connect(tmp_path / "empty.db").close()
    with pytest.raises(Exception, match="no such table: gatehouse_access_tokens"):
        OpaqueTokens(create_engine(f"sqlite:///{tmp_path}/empty.db")).verify("token", "https://app.example")
