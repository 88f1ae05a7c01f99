"""The tables of the admin backend: the same from the package, Alembic, Django and the TypeScript SDK (HC-39)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text

from gatehouse_host import migrate
from gatehouse_host.admin import migrate_admin

from .support.migrations import Alembic, migrate_with_django, migrated_at_once
from .support.processes import REPOSITORY, program, run

NAMES = [
    *["0001-directory", "0002-accounts", "0003-sessions", "0004-second-factors", "0005-views", "0006-imports"],
    "0007-passkeys",
]


def schema_of(url: str) -> dict[str, Any]:
    """Tables, columns, keys and indexes."""
    engine = create_engine(url)
    inspector = inspect(engine)
    described: dict[str, Any] = {}
    for table in sorted(inspector.get_table_names()):
        if table.startswith("backend_") or table == "gatehouse_admin_migrations":
            described[table] = (
                [(c["name"], str(c["type"]), c["nullable"], bool(c.get("identity"))) for c in inspector.get_columns(table)],
                inspector.get_pk_constraint(table)["constrained_columns"],
                [(key["referred_table"], key["options"].get("ondelete")) for key in inspector.get_foreign_keys(table)],
                sorted(str(index["name"]) for index in inspector.get_indexes(table) if not index["unique"]),
            )
    with engine.connect() as connection:
        unique = (
            "select m.name, c.name from sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c"
            " where m.type = 'table' and i.\"unique\" and m.name like 'backend_%' order by 1, 2"
            if url.startswith("sqlite")
            else "select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint"
            " where contype = 'u' and conrelid::regclass::text like 'backend_%' order by 1, 2"
        )
        described["unique"] = [tuple(row) for row in connection.execute(text(unique))]
        rows = connection.execute(text("select name from gatehouse_admin_migrations order by name"))
        described["migrations"] = [row[0] for row in rows]
    engine.dispose()
    return described


def expect_those_of_the_package(database_url: str, other: str) -> None:
    assert migrate_admin(create_engine(other)) == NAMES
    made = schema_of(database_url)
    assert len(made) == 13 and len(made["unique"]) >= 3
    assert made == schema_of(other)
    assert migrate_admin(create_engine(database_url)) == []


@pytest.mark.parametrize("others", [False, True], ids=["alone", "beside OAuth"])
def test_migrates_once(others: bool, database_url: str) -> None:
    engine = create_engine(database_url)
    if others:
        migrate(engine)
    assert migrate_admin(engine) == NAMES
    assert migrate_admin(engine) == []
    assert bool(migrate(engine)) is not others
    engine.dispose()


def test_several_processes_may_ask_at_the_same_time(database_url: str) -> None:
    assert migrated_at_once("gatehouse_host.admin", "migrate_admin", database_url) == len(NAMES)


def test_alembic_makes_the_same_tables(database_url: str, another_database_url: str, tmp_path: Path) -> None:
    alembic = Alembic(tmp_path, database_url, "gatehouse_host:alembic_versions", "gatehouse_host:alembic_admin_versions")
    alembic.upgrade("heads")
    expect_those_of_the_package(database_url, another_database_url)
    alembic.downgrade("gatehouse_admin@base")
    left = inspect(create_engine(database_url)).get_table_names()
    assert "gatehouse_clients" in left and not [name for name in left if "admin" in name or name.startswith("backend_")]


def test_django_makes_the_same_tables(database_url: str, another_database_url: str) -> None:
    migrate_with_django(database_url)
    expect_those_of_the_package(database_url, another_database_url)


def test_the_typescript_sdk_makes_the_same_tables(database_url: str, another_database_url: str) -> None:
    """So a host can change its language, and keep its administrators."""
    sdk = REPOSITORY / "sdk" / "typescript" / "dist" / "admin" / "index.js"
    dialect = (
        "new kysely.SqliteDialect({ database: new (await import('libsql')).default("
        "process.argv[1].slice('sqlite:///'.length)) })"
        if database_url.startswith("sqlite")
        else "new kysely.PostgresDialect({ pool: new (await import('pg')).default.Pool("
        "{ connectionString: process.argv[1] }) })"
    )
    engine = "sqlite" if database_url.startswith("sqlite") else "postgres"
    code = (
        f"const {{ adminDatabase, migrateAdmin }} = await import('{sdk}'); const kysely = await import('kysely');"
        f"await migrateAdmin(adminDatabase(new kysely.Kysely({{ dialect: {dialect} }}), '{engine}')); process.exit(0);"
    )
    run([program("node"), "--input-type=module", "-e", code, database_url], cwd=REPOSITORY)
    expect_those_of_the_package(database_url, another_database_url)
