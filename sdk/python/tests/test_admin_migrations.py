"""The tables of the admin backend: the same from the package and from Alembic (HC-39). test_migrations.py has the other ways."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from gatehouse_host import migrate
from gatehouse_host.admin import migrate_admin

from .support.migrations import Alembic
from .support.schemas import ADMIN_NAMES, expect_admin_tables_of_the_package


@pytest.mark.parametrize("others", [False, True], ids=["alone", "beside OAuth"])
def test_migrates_once(others: bool, database_url: str) -> None:
    engine = create_engine(database_url)
    if others:
        migrate(engine)
    assert migrate_admin(engine) == ADMIN_NAMES
    assert migrate_admin(engine) == []
    assert bool(migrate(engine)) is not others
    engine.dispose()


def test_alembic_makes_the_same_tables(database_url: str, another_database_url: str, tmp_path: Path) -> None:
    alembic = Alembic(tmp_path, database_url, "gatehouse_host:alembic_versions", "gatehouse_host:alembic_admin_versions")
    alembic.upgrade("heads")
    expect_admin_tables_of_the_package(database_url, another_database_url)
    alembic.downgrade("gatehouse_admin@base")
    left = inspect(create_engine(database_url)).get_table_names()
    assert "gatehouse_clients" in left and not [name for name in left if "admin" in name or name.startswith("backend_")]
