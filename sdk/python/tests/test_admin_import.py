"""Imports (HC-62, HC-63, HC-82; admin_bulk.proto, ImportRecords), with both ORMs, on both databases."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from gatehouse_host import Host
from gatehouse_host.admin import Admin, SqlDirectory, migrate_admin
from gatehouse_host.contract.admin_bulk import ExistingRecord, ImportRecordsRequest, NewRecord
from gatehouse_host.contract.admin_caller import AdminCaller
from gatehouse_host.contract.admin_cell import Cell
from gatehouse_host.contract.admin_directory import AuthenticateTokenRequest, TokenReference
from gatehouse_host.contract.admin_query import AdminPage
from gatehouse_host.contract.admin_record import ListOptionsRequest, RelationOptions
from gatehouse_host.contract.faults import Code, Fault
from gatehouse_host.contract.host import Capability

from .support.admin_calls import CALLER, AdminCalls
from .support.administrators import NOW
from .support.imports import created, imported, new, refused
from .support.shop import BOB, Shop, change, column_values

GERMAN = AdminCaller("1", "ada", superuser=True, locale="de")
#: Nine digits before the point, where the column has eight.
TOO_LONG = Cell(decimal_value="123456789")


def product(sku: str, title: str = "Imported", *relations: Any, **values: Any) -> NewRecord:
    return new(*relations, sku=sku, title=title, **values)


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


def test_what_the_contract_does_not_allow_is_malformed(shop: Shop) -> None:
    call = calls_of(shop)
    session = AuthenticateTokenRequest(TokenReference("1", 0, "t"), NOW)
    signed_in = AdminCaller("1", "ada", locale="en", session=session)
    id, categories, one = b"x" * 32, "acme.shop.categories", (new(name="a"),)
    for field, wrong in (
        ("caller.session", ImportRecordsRequest(signed_in, categories, id, one)),
        ("controller", ImportRecordsRequest(CALLER, "acme.shop.unknown", id, one)),
        ("import_id", ImportRecordsRequest(CALLER, categories, id[1:], one)),
        ("records", ImportRecordsRequest(CALLER, categories, id)),
        ("values.column", ImportRecordsRequest(CALLER, categories, id, (*one, new(password="x")))),
    ):
        with pytest.raises(Fault, match=f"^{field}") as raised:
            call(wrong)
        assert raised.value.code is Code.INVALID_ARGUMENT
    assert list(shop.rows("select name from categories where name = 'a'")) == []
    assert list(shop.rows("select records from backend_imports")) == []


def test_a_directory_of_the_application_decides_about_imports(shop: Shop) -> None:
    """HC-59: also one without accounts may offer them."""

    class Own:
        imports = SqlDirectory(shop.source).imports

    for directory, expected in ((Own(), True), (object(), False)):
        given: Any = directory
        host = Host("Shop", admin=Admin(shop.source, shop.controllers, plugin="acme.shop", directory=given))
        assert (Capability.CAPABILITY_ADMIN_IMPORT in host.describe().capabilities) is expected
        assert any(rpc.path.endswith("/ImportRecords") for rpc in host.rpcs()) is expected
