"""Writes that wait for each other (admin_record.proto: UpdateRecord, DeleteRecords, Link, Unlink)."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Callable, Iterator

import pytest
from sqlalchemy import create_engine

from gatehouse_host import migrate
from gatehouse_host.admin.directory.sql_directory import SqlDirectory
from gatehouse_host.admin.outcomes import RecordChanged, RecordNotFound
from gatehouse_host.admin.rpc.record_service import RecordService
from gatehouse_host.contract import admin_record as record
from gatehouse_host.contract.admin_caller import AdminCaller
from gatehouse_host.contract.admin_cell import Cell
from gatehouse_host.service.call import Call

from .support.shop import Shop, related, selection


class Gate:
    """Holds the first hook that passes it, until it opens."""

    def __init__(self) -> None:
        self.is_shut = False
        self.reached = threading.Event()
        self.opened = threading.Event()

    def pass_through(self) -> None:
        if self.is_shut and not self.reached.is_set():
            self.reached.set()
            assert self.opened.wait(30)


class Shopping(Shop):
    gate: Gate

    def while_held(self, first: Callable[[], Any], second: Callable[[], Any]) -> tuple[Future[Any], Future[Any]]:
        """Starts the second write while the first one is inside its transaction; both go on once the second waits."""
        self.gate.is_shut = True
        with ThreadPoolExecutor(2) as threads:
            held = threads.submit(first)
            assert self.gate.reached.wait(30)
            behind = threads.submit(second)
            while not behind.done() and not self.waiting():
                time.sleep(0.01)
            self.gate.opened.set()
        return held, behind

    def waiting(self) -> bool:
        question = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        return bool(self.rows(question))


def _shop(database_url: str) -> Iterator[Shopping]:
    import shop as application

    gate = Gate()

    class Products(application.Products, id="acme.shop.products"):  # type: ignore[name-defined,misc]
        def before_update(self, tx: Any, caller: Any, id: str, values: Any) -> None:
            gate.pass_through()

        def before_delete(self, tx: Any, caller: Any, id: str) -> None:
            gate.pass_through()

        def form_scope(self, query: Any, caller: Any) -> Any:
            return query.where(application.Product.title != "Withdrawn")

    engine = create_engine(database_url)
    migrate(engine)
    application.create(engine)
    shop = Shopping(engine, [Products, application.Categories, application.Tags])
    shop.gate = gate
    yield shop
    engine.dispose()


@pytest.fixture
def shop(postgres: Any) -> Iterator[Shopping]:
    """PostgreSQL: SQLite runs one transaction that writes at a time."""
    yield from _shop(postgres.create_database())


@pytest.fixture
def any_shop(database_url: str) -> Iterator[Shopping]:
    yield from _shop(database_url)


def _link(shop: Shop, rpc: str, controller: str, id: str, relation: str, *ids: str) -> Any:
    kind = record.LinkRequest if rpc == "Link" else record.UnlinkRequest
    return shop.call(rpc, kind(controller=controller, id=id, relation=relation, ids=ids))


def test_links_nothing_to_a_record_that_is_deleted_in_the_meantime(shop: Shopping) -> None:
    deleted, linked = shop.while_held(
        lambda: shop.delete("1"), lambda: _link(shop, "Link", "acme.shop.products", "1", "tags", "2")
    )
    assert deleted.exception() is None and isinstance(linked.exception(), RecordNotFound)
    assert shop.links("1") == []


def test_links_nothing_to_a_record_that_leaves_the_scope_in_the_meantime(shop: Shopping) -> None:
    before = shop.links("1")
    withdrawn, linked = shop.while_held(
        lambda: shop.update("1", title="Withdrawn"), lambda: _link(shop, "Link", "acme.shop.products", "1", "tags", "2")
    )
    assert withdrawn.exception() is None and isinstance(linked.exception(), RecordNotFound)
    assert shop.links("1") == before


def test_unlinks_no_record_that_another_one_takes_over_in_the_meantime(shop: Shopping) -> None:
    moved, unlinked = shop.while_held(
        lambda: _link(shop, "Link", "acme.shop.categories", "2", "products", "1"),
        lambda: _link(shop, "Unlink", "acme.shop.categories", "1", "products", "1"),
    )
    assert moved.result() == 1 and isinstance(unlinked.exception(), RecordNotFound)
    assert [each.id for each in shop.get("1", relations=[related("category")]).relations[0].related.records] == ["2"]


def test_compares_an_update_with_the_result_of_the_previous_one(shop: Shopping) -> None:
    other, same = shop.while_held(
        lambda: shop.update("1", "title", title="Other"), lambda: shop.update("1", "title", title="Äpfel")
    )
    assert (other.result().version, same.result().version) == ("2", "3")
    assert same.result().cells[0] == Cell(string_value="Äpfel")


def test_of_updates_from_one_version_exactly_one_succeeds(any_shop: Shopping) -> None:
    """admin_record.proto, UpdateRecord: the host compares the version and makes the change in one atomic step."""
    with ThreadPoolExecutor(6) as threads:
        titles = (f"T{number}" for number in range(6))
        writes = [threads.submit(any_shop.update, "1", version="1", title=title) for title in titles]
    failures = [write.exception() for write in writes]
    assert sum(failure is None for failure in failures) == 1
    assert all(isinstance(failure, RecordChanged) for failure in failures if failure is not None)
    assert any_shop.get("1").version == "2"


def test_a_read_of_several_statements_sees_one_moment(any_shop: Shopping) -> None:
    """A form shows no record from before a write with the links from after it (AD-89)."""
    unlinked = threading.Event()

    def scope_of_tags(self: Any, query: Any, caller: Any) -> Any:
        # Between the statement that reads the record and the one that reads its links.
        if not unlinked.is_set():
            unlinked.set()
            with ThreadPoolExecutor(1) as aside:
                aside.submit(_try_to_unlink, any_shop).result()
        return query

    import shop as application

    tags = type("Tags", (application.Tags,), {"list_scope": scope_of_tags}, id="acme.shop.tags")
    shop = Shop(any_shop.source, [application.Products, application.Categories, tags])
    rpcs = {rpc.path.rsplit("/", 1)[1]: rpc for rpc in RecordService(shop.engine, {}, shop.database, SqlDirectory(shop.source)).rpcs()}
    request = record.GetRecordRequest(
        caller=AdminCaller(administrator_id="1", login="ada", superuser=True, locale="en"),
        controller="acme.shop.products",
        id="1",
        scope=record.AdminScope.ADMIN_SCOPE_FORM,
        selection=selection("title", relations=[related("tags")]),
    )
    found: Any = rpcs["GetRecord"].handler(request, Call.within(20))
    linked = [each.id for each in found.record.relations[0].related.records]
    assert unlinked.is_set() and linked == ["1", "3"]


def _try_to_unlink(shop: Shop) -> None:
    """SQLite may let the writer wait for the reader; that is one moment, too."""
    try:
        shop.insert("delete from product_tags where product_id = 1")
    except Exception:
        assert not shop.database.is_postgresql
