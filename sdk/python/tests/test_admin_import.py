"""Imports (HC-63, HC-64; admin_bulk.proto, ImportRecords), with both ORMs, on both databases."""

from __future__ import annotations

import hashlib
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import SimpleNamespace
from typing import Any, Iterator

import pytest
from sqlalchemy import Column, ForeignKey, Integer, String, create_engine, event, text
from sqlalchemy.orm import Session, declarative_base
from sqlalchemy.pool import QueuePool

from gatehouse_host import Host
from gatehouse_host.admin import Admin, Controller, Refused, SqlDirectory, migrate_admin
from gatehouse_host.admin.records import import_records
from gatehouse_host.contract.admin_bulk import (
    AdminMatching,
    ExistingRecord,
    ImportRecordsRequest,
    ImportRecordsResponse,
    NewRecord,
    WalkRecordsRequest,
    WalkRecordsResponse,
)
from gatehouse_host.contract.admin_caller import AdminCaller
from gatehouse_host.contract.admin_cell import Cell
from gatehouse_host.contract.admin_directory import AuthenticateTokenRequest, TokenReference
from gatehouse_host.contract.admin_query import AdminPage
from gatehouse_host.contract.admin_record import ListOptionsRequest, RelationOptions
from gatehouse_host.contract.faults import Code, Fault
from gatehouse_host.contract.host import Capability
from gatehouse_host.service.call import Call

from .support.admin_calls import CALLER, AdminCalls
from .support.administrators import NOW
from .support.shop import BOB, Shop, change, column_values

GERMAN = AdminCaller("1", "ada", superuser=True, locale="de")
#: Nine digits before the point, where the column has eight.
TOO_LONG = Cell(decimal_value="123456789")


def new(*relations: Any, **values: Any) -> NewRecord:
    return NewRecord(column_values(values), relations)


def product(sku: str, title: str = "Imported", *relations: Any, **values: Any) -> NewRecord:
    return new(*relations, sku=sku, title=title, **values)


def imported(
    call: AdminCalls,
    *records: NewRecord,
    operation: str = "first",
    controller: str = "acme.shop.products",
    caller: AdminCaller = CALLER,
    within: Call | None = None,
) -> ImportRecordsResponse:
    import_id = hashlib.sha256(operation.encode()).digest()
    answer = call(ImportRecordsRequest(caller, controller, import_id, records), within)
    assert isinstance(answer, ImportRecordsResponse)
    return answer


def created(answer: ImportRecordsResponse) -> int:
    assert answer.imported is not None, answer
    return answer.imported.created


def refused(answer: ImportRecordsResponse) -> list[tuple[int, str]]:
    """The place of each refused record, and its message; on a field if the message begins with one."""
    assert answer.refused_records is not None, answer
    return [
        (
            each.index,
            each.refused.message
            if each.refused
            else "; ".join(f"{field.field}: {' '.join(field.messages)}" for field in each.invalid.fields)
            if each.invalid
            else "",
        )
        for each in answer.refused_records.records
    ]


def calls_of(shop: Shop, controllers: Any = None) -> AdminCalls:
    migrate_admin(shop.source)
    return AdminCalls(Admin(shop.source, controllers or shop.controllers, plugin="acme.shop"))


def skus(shop: Shop) -> list[str]:
    return [sku for (sku,) in shop.rows("select sku from products order by id")]


STORED = ["A1", "B2", "C3", "D4"]


def test_all_records_are_created_in_their_order_as_by_a_form(shop: Shop) -> None:
    call = calls_of(shop)
    records = (
        product("E5", "Ünits", change("category", "1"), change("tags", "1", "2"), stock=3, price=None),
        product("F6"),
        product("G7", "Last", change("category")),
    )
    assert created(imported(call, *records)) == 3
    assert skus(shop) == [*STORED, "E5", "F6", "G7"]
    columns = "title, status, stock, owner, category_id, version, price"
    assert list(shop.rows(f"select {columns} from products where id > 4 order by id")) == [
        # The hook sets the owner; the others have the price of a new record.
        ("Ünits", "draft", 3, "ada", 1, 1, None),
        ("Imported", "draft", 0, "ada", None, 1, 1.5),
        ("Last", "draft", 0, "ada", None, 1, 1.5),
    ]
    assert shop.links("5") == ["1", "2"]


def test_a_repeated_import_creates_nothing(shop: Shop) -> None:
    call = calls_of(shop)
    for _ in range(3):
        assert created(imported(call, product("E5"), product("F6"))) == 2
    assert skus(shop) == [*STORED, "E5", "F6"]
    # Another operation is another import, even of the same records.
    again = imported(call, product("G7"), operation="second")
    assert created(again) == 1 and skus(shop) == [*STORED, "E5", "F6", "G7"]


def update(id: str, version: str = "", *relations: Any, **values: Any) -> NewRecord:
    return NewRecord(column_values(values), relations, ExistingRecord(id, version))


def test_records_are_updated_as_by_a_form_beside_new_ones(shop: Shop) -> None:
    """HC-82: with versions, relations and hooks of an update; what holds already changes nothing."""
    call = calls_of(shop)
    title = shop.rows("select title from products where id = 2")[0][0]
    records = (update("1", "1", change("tags", "2"), title="Renamed"), product("E5"), update("2", title=title))
    for _ in range(2):
        assert created(imported(call, *records)) == 3
    assert skus(shop) == [*STORED, "E5"]
    assert list(shop.rows("select title, version from products where id < 3 order by id")) == [("Renamed", 2), (title, 1)]
    # The caller does not see the retired tag, so its link stays.
    assert shop.links("1") == ["2", "3"]


def test_a_record_that_is_gone_or_changed_refuses_the_import(shop: Shop) -> None:
    """HC-82"""
    call = calls_of(shop)
    before = list(shop.rows("select * from products order by id"))
    records = (update("1", title="New"), update("2", "9", title="New"), update("999", title="New"), update("3", title="Wrong"))
    answer = imported(call, *records)
    assert answer.refused_records is not None
    found = [(one.index, one.changed, one.not_found is not None) for one in answer.refused_records.records]
    assert found == [(1, True, False), (2, None, True), (3, None, False)]
    assert list(shop.rows("select * from products order by id")) == before


def test_every_refused_record_is_named_and_none_is_created(shop: Shop) -> None:
    call = calls_of(shop)
    records = (
        product("E5", "Before"),
        product("F6", "Wrong"),
        product("A1"),
        product("G7", "Refused"),
        product("H8", stock=-1),
        product("I9", "Related", change("category", "3")),
        product("J10", price=TOO_LONG),
        product("E5", "Twice"),
        product("K11", "After"),
    )
    answer = imported(call, *records, caller=GERMAN)
    assert refused(answer) == [
        (1, "title: Not this title."),
        (2, "sku: Dieser Wert ist bereits vergeben."),
        (3, "Not today."),
        (4, "stock: Die Datenbank lässt das nicht zu."),
        # Out of its scope.
        (5, "category: Das ist keine der Möglichkeiten."),
        (6, "price: Die Datenbank kann das nicht speichern."),
        (7, "sku: Dieser Wert ist bereits vergeben."),
    ]
    assert answer.refused_records is not None and not answer.refused_records.has_more
    assert skus(shop) == STORED
    # It is not remembered: the corrected file may have the same id.
    assert created(imported(call, product("E5"))) == 1


def test_what_a_refused_record_did_does_not_touch_the_others(shop: Shop) -> None:
    """HC-62: neither a statement that the database refused, nor objects of the ORM that a hook added or did not save."""
    products, _, tags = shop.controllers

    class Tagging(products):  # type: ignore[misc, valid-type]
        """Adds a tag with the title of each product, whose names are unique."""

        def before_create(self, tx: Any, caller: Any, values: Any) -> None:
            if isinstance(tx, Session):
                tx.add(tags.model(name=values["title"]))
            else:
                tags.model.objects.using(tx.alias).create(name=values["title"])
            super().before_create(tx, caller, values)

    call = calls_of(shop, [Tagging, *shop.controllers[1:]])
    records = [product(str(number), title) for number, title in enumerate(TITLES)]
    answer = imported(call, *records)
    taken = "This value is already taken."
    assert refused(answer) == [(0, "Not today."), (1, "Not today."), (3, taken), (4, taken), (6, taken)]
    assert skus(shop) == STORED
    assert [name for (name,) in shop.rows("select name from tags order by id")] == ["red", "grün", "internal"]
    assert created(imported(call, product("1", "new"), product("2", "newer"))) == 2


TITLES = ("Refused", "Refused", "new", "red", "red", "newer", "new")


def test_a_hook_that_fails_is_a_fault_and_nothing_is_written(shop: Shop) -> None:
    call = calls_of(shop)
    for records in ([product("E5"), product("F6", "Broken")], [product("A1"), product("F6", "Broken")]):
        with pytest.raises(Fault) as raised:
            imported(call, *records)
        assert raised.value.code is Code.INTERNAL
        assert skus(shop) == STORED
    assert created(imported(call, product("E5"))) == 1


def test_the_scope_of_the_caller_limits_what_an_import_links(shop: Shop) -> None:
    bob = AdminCaller(BOB.id, BOB.login, permissions=BOB.permissions, locale="en")
    call = calls_of(shop)
    hidden = imported(call, product("E5", "x", change("tags", "1", "3")), caller=bob)
    assert refused(hidden) == [(0, "tags: Select one of the available choices.")]
    assert created(imported(call, product("E5", "x", change("tags", "1")), caller=bob)) == 1
    assert shop.links("5") == ["1"]


def test_choices_with_one_of_several_labels(shop: Shop) -> None:
    """AD-394: by their whole labels, within the list scope; a label of two records brings both."""
    call = calls_of(shop)
    assert created(imported(call, new(name="Fruit"), controller="acme.shop.categories")) == 1

    def choices(*labels: str, **given: Any) -> list[tuple[str, str]]:
        asked = {"relation": RelationOptions(relation="category", label_column="name"), **given}
        request = ListOptionsRequest(
            CALLER, controller="acme.shop.products", labels=labels, page=AdminPage(1, 20), **asked
        )
        return [(each.value, each.label) for each in call(request).options]

    assert choices("Werkzeug", "nothing") == [("2", "Werkzeug")]
    assert choices("Fruit", "Werkzeug") == [("1", "Fruit"), ("4", "Fruit"), ("2", "Werkzeug")]
    for strange in ("fruit", "Fru", "Fruit ", "Secret", "\x00", "' or 1 = 1 --"):
        assert choices(strange) == []
    statuses = {"relation": None, "provider": "statuses"}
    assert choices("Live", "Draft", "dra", **statuses) == [("draft", "Draft"), ("live", "Live")]


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


def test_what_the_contract_does_not_allow_is_malformed(engine: Any, call: AdminCalls) -> None:
    session = AuthenticateTokenRequest(TokenReference("1", 0, "t"), NOW)
    one = (new(title="a"),)
    for field, wrong in (
        ("caller.session", ImportRecordsRequest(AdminCaller("1", "ada", locale="en", session=session), "x", ID, one)),
        ("controller", ImportRecordsRequest(CALLER, "acme.shop.unknown", ID, one)),
        ("import_id", ImportRecordsRequest(CALLER, "acme.shop.entries", ID[1:], one)),
        ("records", ImportRecordsRequest(CALLER, "acme.shop.entries", ID)),
        ("values.column", ImportRecordsRequest(CALLER, "acme.shop.entries", ID, (*one, new(password="x")))),
    ):
        with pytest.raises(Fault, match=f"^{field}") as raised:
            call(wrong)
        assert raised.value.code is Code.INVALID_ARGUMENT
    assert (titles(engine), remembered(engine)) == ([], [])


ID = b"x" * 32


def test_a_directory_of_the_application_decides_about_imports(engine: Any) -> None:
    """HC-59: also one without accounts may offer them."""

    class Own:
        imports = SqlDirectory(engine).imports

    for directory, expected in ((Own(), True), (object(), False)):
        given: Any = directory
        host = Host("Shop", admin=Admin(engine, [Entries], plugin="acme.shop", directory=given))
        assert (Capability.CAPABILITY_ADMIN_IMPORT in host.describe().capabilities) is expected
        assert any(rpc.path.endswith("/ImportRecords") for rpc in host.rpcs()) is expected
