"""The tables, made by the package, Alembic, Django and the TypeScript SDK: the same in each case, also if several processes ask (HC-39).

What needs a program of its own makes the tables of both halves. test_admin_migrations.py has the rest of those of the admin backend.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from gatehouse_host import migrate

from .support.migrations import Alembic, migrate_with_django, migrated_at_once
from .support.postgres import Postgres
from .support.processes import REPOSITORY, program, run
from .support.schemas import (
    ADMIN_NAMES,
    NAMES,
    expect_admin_tables_of_the_package,
    expect_those_of_the_package,
)


def test_migrates_once(database_url: str) -> None:
    engine = create_engine(database_url)
    assert migrate(engine) == NAMES
    assert migrate(engine) == []
    engine.dispose()


def test_several_processes_may_ask_at_the_same_time(database_url: str) -> None:
    assert migrated_at_once(database_url) == [len(NAMES), len(ADMIN_NAMES)]


def test_alembic_makes_the_same_tables(database_url: str, another_database_url: str, tmp_path: Path) -> None:
    alembic = Alembic(tmp_path, database_url, "gatehouse_host:alembic_versions")
    alembic.upgrade("heads")
    expect_those_of_the_package(database_url, another_database_url)
    alembic.downgrade("gatehouse@base")
    assert [name for name in inspect(create_engine(database_url)).get_table_names() if "gatehouse" in name] == []


def test_django_makes_the_same_tables(database_url: str, another_database_url: str) -> None:
    migrate_with_django(database_url)
    expect_those_of_the_package(database_url, another_database_url)
    expect_admin_tables_of_the_package(database_url, another_database_url)


def test_the_typescript_sdk_makes_the_same_tables(database_url: str, another_database_url: str) -> None:
    """So a host can change its language, and keep its clients, tokens and administrators."""
    sdk = REPOSITORY / "sdk" / "typescript" / "dist"
    connect, dialect = (
        ("sqliteDatabase(database)", "new kysely.SqliteDialect({ database })")
        if database_url.startswith("sqlite")
        else ("postgresDatabase(database)", "new kysely.PostgresDialect({ pool: database })")
    )
    opened = (
        "new (await import('libsql')).default(process.argv[1].slice('sqlite:///'.length))"
        if database_url.startswith("sqlite")
        else "new (await import('pg')).default.Pool({ connectionString: process.argv[1] })"
    )
    engine = "sqlite" if database_url.startswith("sqlite") else "postgres"
    code = (
        f"const {{ migrate, sqliteDatabase, postgresDatabase }} = await import('{sdk}/sql/index.js');"
        f"const {{ adminDatabase, migrateAdmin }} = await import('{sdk}/admin/index.js');"
        f"const kysely = await import('kysely'); const database = {opened}; await migrate({connect});"
        f"await migrateAdmin(adminDatabase(new kysely.Kysely({{ dialect: {dialect} }}), '{engine}')); process.exit(0);"
    )
    run([program("node"), "--input-type=module", "-e", code, database_url], cwd=REPOSITORY)
    expect_those_of_the_package(database_url, another_database_url)
    expect_admin_tables_of_the_package(database_url, another_database_url)


def test_rejects_a_database_in_another_encoding(postgres: Postgres) -> None:
    url = postgres.create_database("template template0 encoding 'LATIN1' locale 'C'")
    with pytest.raises(RuntimeError, match="has the encoding LATIN1, but Gatehouse needs UTF8"):
        migrate(create_engine(url))


def test_says_that_the_tables_are_missing(tmp_path: Path) -> None:
    from gatehouse_host import OpaqueTokens

    sqlite3.connect(tmp_path / "empty.db").close()
    with pytest.raises(Exception, match="no such table: gatehouse_access_tokens"):
        OpaqueTokens(create_engine(f"sqlite:///{tmp_path}/empty.db")).verify("token", "https://app.example")
