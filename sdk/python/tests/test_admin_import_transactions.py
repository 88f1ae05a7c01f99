"""The transaction of an import (HC-64, AD-456): its commit, its time, and its repetition, on both databases."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import SimpleNamespace
from typing import Any, Iterator

import pytest
from sqlalchemy import Column, ForeignKey, Integer, String, create_engine, event, text
from sqlalchemy.orm import declarative_base
from sqlalchemy.pool import QueuePool

from gatehouse_host.admin import Admin, Controller, Refused, migrate_admin
from gatehouse_host.admin.records import import_records
from gatehouse_host.contract.admin_bulk import ImportRecordsResponse
from gatehouse_host.contract.faults import Code, Fault
from gatehouse_host.service.call import Call

from .support.admin_calls import AdminCalls
from .support.imports import created, imported, new, refused

Base: Any = declarative_base()


class Entry(Base):
    __tablename__ = "entries"
    id = Column(Integer, primary_key=True)
    title = Column(String(50), nullable=False, unique=True)
    #: Checked at the commit.
    parent_id = Column(ForeignKey("entries.id", deferrable=True, initially="DEFERRED"))


class Entries(Controller, id="acme.shop.entries", permissions=["acme.shop.entries"]):
    model = Entry

    def before_create(self, tx: Any, caller: Any, values: Any) -> None:
        HOOKS.get(values["title"], lambda: None)()
        if values["title"].startswith("No"):
            raise Refused("Not this one.")


#: What a test does while a record is created, by its title.
HOOKS: dict[str, Any] = {}


@pytest.fixture
def engine(database_url: str) -> Iterator[Any]:
    # A pool keeps connections of SQLite, as SQLAlchemy 2 does by default.
    pooled = {"poolclass": QueuePool, "connect_args": {"check_same_thread": False}}
    engine = create_engine(database_url, **(pooled if database_url.startswith("sqlite") else {}))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda connection, _record: connection.execute("pragma foreign_keys = on"))
    migrate_admin(engine)
    Base.metadata.create_all(engine)
    HOOKS.clear()
    yield engine
    engine.dispose()


@pytest.fixture
def call(engine: Any) -> AdminCalls:
    return AdminCalls(Admin(engine, [Entries], plugin="acme.shop"))


def entries(call: AdminCalls, *titles: str, **given: Any) -> ImportRecordsResponse:
    return imported(call, *(new(title=title) for title in titles), controller="acme.shop.entries", **given)


def titles(engine: Any) -> list[str]:
    with engine.begin() as connection:
        return [title for (title,) in connection.execute(text("select title from entries order by id"))]


def remembered(engine: Any) -> list[int]:
    with engine.begin() as connection:
        return [number for (number,) in connection.execute(text("select records from backend_imports order by 1"))]


def test_a_constraint_that_is_checked_at_the_commit_refuses_the_whole_import(engine: Any, call: AdminCalls) -> None:
    """Its transaction is over then, also on SQLite, which keeps one open whose commit has failed."""
    # A record may refer to one that follows.
    assert created(imported(call, new(title="a", parent_id=2), new(title="b"), controller="acme.shop.entries")) == 2
    missing = (new(title="c"), new(title="d", parent_id=77))
    answer = imported(call, *missing, controller="acme.shop.entries", operation="second")
    assert answer.refused is not None and answer.refused.message == "The selected record does not exist."
    assert (titles(engine), remembered(engine)) == (["a", "b"], [2])


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_trigger_that_ends_the_transaction_refuses_its_record(engine: Any, call: AdminCalls) -> None:
    """AD-456: the host cannot try the records behind it, and nothing is written."""
    with engine.begin() as connection:
        ends = "select raise(rollback, 'No end.')"
        connection.execute(text(f"create trigger ends before insert on entries when new.title = 'end' begin {ends}; end"))
    answer = entries(call, "a", "end", "b")
    assert refused(answer) == [(1, "No end.")]
    assert answer.refused_records is not None and answer.refused_records.has_more
    last = entries(call, "a", "end")
    assert last.refused_records is not None and not last.refused_records.has_more
    assert (titles(engine), remembered(engine)) == ([], [])
    assert created(entries(call, "a")) == 1


def test_it_names_at_most_a_hundred_refused_records(engine: Any, call: AdminCalls) -> None:
    wrong = [f"No {number}" for number in range(101)]
    answer = entries(call, "a", *wrong[:100])
    assert [index for index, _ in refused(answer)] == list(range(1, 101))
    assert answer.refused_records is not None and not answer.refused_records.has_more
    more = entries(call, "a", *wrong)
    assert [index for index, _ in refused(more)] == list(range(1, 101))
    assert more.refused_records is not None and more.refused_records.has_more
    assert titles(engine) == []


def _clock(monkeypatch: pytest.MonkeyPatch, *seconds: float) -> None:
    begun = time.monotonic()
    times = iter([begun + each for each in seconds])
    monkeypatch.setattr(import_records, "time", SimpleNamespace(monotonic=lambda: next(times)))


def test_it_stops_when_half_of_the_time_is_over(
    engine: Any, call: AdminCalls, monkeypatch: pytest.MonkeyPatch
) -> None:
    # At the beginning of the first attempt and of the second one, then before each record.
    _clock(monkeypatch, 0, 0, 1, 2, 15)
    answer = entries(call, "a", "No b", "No c")
    assert refused(answer) == [(1, "Not this one.")]
    assert answer.refused_records is not None and answer.refused_records.has_more


def test_it_names_the_first_refusal_if_there_is_no_time_to_look_for_others(
    engine: Any, call: AdminCalls, monkeypatch: pytest.MonkeyPatch
) -> None:
    _clock(monkeypatch, 0, 12, 13, 17)
    answer = entries(call, "a", "b", "No c", "No d")
    assert refused(answer) == [(2, "Not this one.")]
    assert answer.refused_records is not None and answer.refused_records.has_more


def test_a_caller_that_has_left_gets_no_records(engine: Any, call: AdminCalls) -> None:
    limits = Call.within(20)
    HOOKS["b"] = limits.cancelled.set
    with pytest.raises(Fault) as raised:
        entries(call, "a", "b", "c", within=limits)
    assert raised.value.code is Code.DEADLINE_EXCEEDED
    # After the last record too.
    last = Call.within(20)
    HOOKS["c"] = last.cancelled.set
    with pytest.raises(Fault):
        entries(call, "a", "c", within=last)
    assert (titles(engine), remembered(engine)) == ([], [])


def test_of_the_same_imports_at_once_one_creates_the_records(engine: Any, call: AdminCalls) -> None:
    barrier = Barrier(4)

    def run(_: int) -> int:
        barrier.wait()
        return created(entries(call, "a", "b"))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(run, range(4))) == [2, 2, 2, 2]
    assert (titles(engine), remembered(engine)) == (["a", "b"], [2])


def test_an_import_is_forgotten_after_a_day(engine: Any, call: AdminCalls) -> None:
    for number in (1, 2, 3):
        assert created(entries(call, *(f"{number}.{each}" for each in range(number)), operation=str(number))) == number
    for number, hours in ((1, 23), (2, 25), (3, 26)):
        with engine.begin() as connection:
            at = {"number": number, "at": int((time.time() - hours * 3600) * 1000)}
            connection.execute(text("update backend_imports set imported_at = :at where records = :number"), at)
    # A repeated one forgets none, and is answered as long as it is known.
    assert created(entries(call, "3.0", "3.1", "3.2", operation="3")) == 3
    assert remembered(engine) == [1, 2, 3]
    assert created(entries(call, "a", "b", "c", "d", operation="4")) == 4
    assert remembered(engine) == [1, 4]
