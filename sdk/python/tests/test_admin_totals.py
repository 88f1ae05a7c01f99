"""Known totals of lists on SQLite (HC-41), with both libraries."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Iterator

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import QueuePool

from gatehouse_host import migrate
from gatehouse_host.admin.records import known_totals
from gatehouse_host.sql import django_database, sqlalchemy_database

from .support.django_connection import connection_to
from .support.shop import BOB, Shop, cell, where


class Counting:
    """How many totals the database has counted."""

    def __init__(self, shop: Shop, file: Path) -> None:
        self.shop = shop
        self.file = file
        self.counts = 0

    def total(self, **given: Any) -> tuple[int, int]:
        """The total of a page of one record, and how many counts it took."""
        before = self.counts
        total = self.shop.list("title", size=1, count=True, **given).total
        return total, self.counts - before


@pytest.fixture(params=["sqlalchemy", "django"])
def counting(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counting]:
    file = tmp_path / "app.db"
    url = f"sqlite:///{file}"
    if request.param == "sqlalchemy":
        import shop as application

        # The pool of SQLAlchemy 2, which keeps connections.
        source: Any = create_engine(url, poolclass=QueuePool, pool_size=1, max_overflow=0)
        close = source.dispose
        kind: Any = sqlalchemy_database.SqlAlchemyTransaction
        controllers = application.SHOP_CONTROLLERS
    else:
        source = connection_to(url)
        # Django then keeps the connection; it opens one for each call otherwise.
        source.settings_dict["CONN_MAX_AGE"] = None
        import django_shop as application

        close, kind = source.close, django_database.DjangoTransaction
        controllers = application.SHOP_CONTROLLERS
    migrate(source)
    application.create(source)
    found = Counting(Shop(source, controllers), file)
    every = kind.all

    def counted(self: Any, sql: str, parameters: Any) -> Any:
        found.counts += sql.startswith("select count(*)")
        return every(self, sql, parameters)

    monkeypatch.setattr(kind, "all", counted)
    yield found
    close()


def test_counts_once_for_all_pages_and_again_after_any_write(counting: Counting) -> None:
    assert counting.total() == (4, 1)
    assert counting.total(number=2) == (4, 0)
    # Of this connection, and of another one.
    counting.shop.update("2", title="Changed")
    assert counting.total() == (4, 1)
    with sqlite3.connect(counting.file) as other:
        other.execute("delete from products where id = 4")
    other.close()
    assert counting.total() == (3, 1)
    assert counting.total() == (3, 0)


def test_keeps_the_totals_of_filters_limits_and_callers_apart(counting: Counting) -> None:
    draft, live = (where("status", "equal", cell(status)) for status in ("draft", "live"))
    assert counting.total(conditions=(draft,)) == (2, 1)
    # One record is the last page, and needs no count.
    assert counting.total(conditions=(live,)) == (1, 0)
    assert counting.total(count_at_most=1) == (1, 1)
    assert counting.total() == (4, 1)
    assert counting.total(caller=BOB) == (2, 1)
    assert [counting.total(conditions=(draft,)), counting.total(), counting.total(caller=BOB)] == [(2, 0), (4, 0), (2, 0)]


def test_counts_again_after_ten_seconds_and_beside_an_attached_database(
    counting: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(known_totals, "time", SimpleNamespace(monotonic=lambda: now))
    assert counting.total() == (4, 1)
    now = 109.9
    assert counting.total() == (4, 0)
    now = 110.0
    assert counting.total() == (4, 1)
    attached = "attach ':memory:' as other"
    source = counting.shop.source
    if hasattr(source, "raw_connection"):
        raw = source.raw_connection()
        raw.cursor().execute(attached)
        raw.close()
    else:
        source.connection.execute(attached)
    # SQLite does not say whether that one has changed.
    assert [counting.total(), counting.total()] == [(4, 1), (4, 1)]


def test_a_new_connection_counts_again(counting: Counting) -> None:
    assert counting.total() == (4, 1)
    source = counting.shop.source
    source.dispose() if hasattr(source, "dispose") else source.close()
    assert counting.total() == (4, 1)
