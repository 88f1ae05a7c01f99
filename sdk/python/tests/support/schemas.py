"""What a database has of the tables of each half, and whether it is what the package makes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import create_engine, inspect, text

from gatehouse_host import migrate
from gatehouse_host.admin import migrate_admin

NAMES = ["initial", "parallel-registration"]
ADMIN_NAMES = [
    *["0001-directory", "0002-accounts", "0003-sessions", "0004-second-factors", "0005-views", "0006-imports"],
    "0007-passkeys",
]


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


def admin_schema_of(url: str) -> dict[str, Any]:
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
    """The other database is empty."""
    assert migrate(create_engine(other)) == NAMES
    made = schema_of(database_url)
    assert len(made) >= 5 and made["migrations"]
    assert made == schema_of(other)
    assert migrate(create_engine(database_url)) == []


def expect_admin_tables_of_the_package(database_url: str, other: str) -> None:
    assert migrate_admin(create_engine(other)) == ADMIN_NAMES
    made = admin_schema_of(database_url)
    assert len(made) == 13 and len(made["unique"]) >= 3
    assert made == admin_schema_of(other)
    assert migrate_admin(create_engine(database_url)) == []
