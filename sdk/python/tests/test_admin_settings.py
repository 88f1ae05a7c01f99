"""Settings screens (AD-…, admin_record.proto: GetSettings, UpdateSettings), on both databases."""

from __future__ import annotations

import json
from datetime import date, datetime, time, timezone
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.orm import Session

from gatehouse_host.admin import Admin, Caller, Column, Invalid, Refused, Settings, Values, action, migrate_admin, options
from gatehouse_host.contract.admin_cell import Cell
from gatehouse_host.contract.admin_record import (
    GetSettingsRequest,
    ListOptionsRequest,
    SettingsValues,
    UpdateSettingsRequest,
)
from gatehouse_host.contract.admin_query import AdminPage
from gatehouse_host.contract.faults import Code, Fault

from .support.admin_calls import CALLER, AdminCalls, cell, in_form, written


class Shop(Settings, code="acme-shop", permissions=["acme.shop.settings"], order=3, keywords=["tax"]):
    name: str = "Our shop"
    closed: bool = False
    seats: int = Column("integer", minimum=0, maximum=100, default=4)
    visits: int = Column("bigint", nullable=True)
    factor: float = 0.5
    tax_rate: Decimal = Column("decimal", precision=5, scale=2, default=Decimal("20"))
    founded: date | None = None
    opens_at: time | None = None
    since: datetime | None = None
    extra: str = Column("json", nullable=True)
    logo: bytes | None = None
    unit: str | None = None

    @options
    def units(self, tx: Any, caller: Caller, form: Values) -> list[tuple[str, str]]:
        return [("kg", "Kilogram")] + ([("pc", f"Piece for {caller.login}")] if form.get("closed") else [])

    def before_save(self, tx: Any, caller: Caller, values: Values) -> None:
        if values.get("seats") == 13:
            raise Invalid(seats=["Nobody sits there.", "Really."])
        if values.get("name") == "Refused":
            tx.execute(text("delete from backend_settings"))
            raise Refused("The shop keeps its name.")
        if values.get("name") == "Trimmed ":
            values["name"] = "Trimmed"
        if values.get("name") == "Odd":
            values["founded"] = "a text"

    def after_save(self, tx: Any, caller: Caller, values: Values) -> None:
        assert "name" in values or "seats" in values or values
        if values.get("name") == "Late":
            raise RuntimeError("of the test")


@pytest.fixture
def engine(database_url: str) -> Any:
    engine = create_engine(database_url)
    migrate_admin(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def call(engine: Any) -> AdminCalls:
    return AdminCalls(Admin(engine, [Shop], plugin="acme.shop"))


NAMES = tuple(Shop.columns)


def read(call: AdminCalls, *names: str) -> SettingsValues:
    values = call(GetSettingsRequest(CALLER, "acme-shop", names or NAMES)).values
    assert isinstance(values, SettingsValues)
    return values


def update(call: AdminCalls, values: Any, *, version: str = "", columns: Any = (), caller: Any = CALLER) -> Any:
    sent = written(values) if isinstance(values, dict) else values
    return call(UpdateSettingsRequest(caller, "acme-shop", version, sent, columns))


def test_is_registered_with_its_columns(engine: Any) -> None:
    (plugin,) = Admin(engine, [Shop], plugin="acme.shop").registration.plugins
    (screen,) = plugin.settings
    assert (screen.code, screen.label, screen.order, screen.keywords) == ("acme-shop", "Shop", 3, ("tax",))
    assert screen.fields == "~/plugins/acme/shop/models/shop/fields.yaml"
    assert screen.versioned and screen.option_providers == ("units",)
    tax = next(column for column in screen.columns if column.name == "tax_rate")
    assert (tax.precision, tax.scale, tax.default) == (5, 2, Cell(decimal_value="20"))


def test_has_the_defaults_until_it_is_saved(call: AdminCalls) -> None:
    values = read(call, "tax_rate", "name", "founded")
    assert values == SettingsValues("0", (Cell(decimal_value="20"), cell("Our shop"), cell(None)))


EVERY_KIND = {
    "name": cell("Überall 😀"),
    "closed": cell(True),
    "seats": cell(7),
    "visits": cell(2**62),
    "factor": Cell(double_value=0.1),
    "tax_rate": Cell(decimal_value="-999.99"),
    "founded": Cell(date_value="0001-01-01"),
    "opens_at": Cell(time_value="23:59:59.5"),
    "since": Cell(timestamp_value=datetime(9999, 12, 31, 23, 59, 59, 999000, tzinfo=timezone.utc)),
    "extra": Cell(json_value='{"a":[1.10,null]}'),
    "logo": Cell(bytes_value=b"\x00\xff"),
    "unit": cell(None),
}


def test_keeps_a_value_of_every_kind(call: AdminCalls) -> None:
    updated = update(call, EVERY_KIND, columns=NAMES).updated
    assert updated.version == "1"
    assert dict(zip(NAMES, updated.cells)) == EVERY_KIND
    assert read(call) == updated
    # AD: a write that changes nothing does not change the version.
    assert update(call, EVERY_KIND, columns=NAMES).updated == updated


def test_stores_what_the_typescript_sdk_stores(call: AdminCalls, engine: Any) -> None:
    update(call, EVERY_KIND)
    with engine.connect() as connection:
        stored = json.loads(connection.execute(text("select item_values from backend_settings")).scalar())
    assert stored["visits"] == str(2**62) and stored["logo"] == "AP8=" and stored["tax_rate"] == "-999.99"
    assert stored["since"] == "9999-12-31T23:59:59.999Z" and stored["extra"] == '{"a":[1.10,null]}'
    assert stored["seats"] == 7 and stored["closed"] is True and stored["factor"] == 0.1


def test_the_version_decides_a_conflict(call: AdminCalls) -> None:
    update(call, {"seats": 5})
    conflict = update(call, {"seats": 6}, version="0", columns=("seats",)).conflict
    assert conflict == SettingsValues("1", (cell(5),))
    assert update(call, {"seats": 6}, version="1", columns=("seats",)).updated == SettingsValues("2", (cell(6),))


def test_a_hook_may_reject_change_or_refuse(call: AdminCalls) -> None:
    (field,) = update(call, {"seats": 13}).invalid.fields
    assert (field.field, field.messages) == ("seats", ("Nobody sits there.", "Really."))
    update(call, {"name": "Before"})
    assert update(call, {"name": "Refused"}).refused.message == "The shop keeps its name."
    assert read(call, "name") == SettingsValues("1", (cell("Before"),))
    assert update(call, {"name": "Trimmed "}, columns=("name",)).updated.cells == (cell("Trimmed"),)


@pytest.mark.parametrize("name", ["Late", "Odd"])
def test_a_hook_that_fails_rolls_back(name: str, call: AdminCalls) -> None:
    with pytest.raises(Fault) as caught:
        update(call, {"name": name})
    assert caught.value.code is Code.INTERNAL
    assert read(call, "name").version == "0"


@pytest.mark.parametrize(
    "values",
    [
        {"seats": cell(101)},
        {"seats": cell(-1)},
        {"tax_rate": Cell(decimal_value="1000")},
        {"tax_rate": Cell(decimal_value="0.001")},
        {"name": cell("a\0b")},
        {"extra": Cell(json_value="{")},
    ],
)
def test_a_value_that_does_not_fit_is_invalid(values: dict[str, Cell], call: AdminCalls) -> None:
    (field,) = update(call, values).invalid.fields
    assert field.field == next(iter(values))
    german = update(call, values, caller=type(CALLER)("1", "ada", locale="de-at"))
    assert german.invalid.fields[0].messages == ("Die Datenbank kann das nicht speichern.",)


def test_only_choices_that_are_offered_are_written(call: AdminCalls) -> None:
    (field,) = update(call, written({"unit": "pc"}, {"unit": "units"})).invalid.fields
    assert (field.field, field.messages) == ("unit", ("Select one of the available choices.",))
    # The provider sees the form as it will be after this write.
    sent = written({"unit": "pc", "closed": True}, {"unit": "units"})
    assert update(call, sent, columns=("unit",)).updated.cells == (cell("pc"),)


def test_lists_the_choices_of_a_provider(call: AdminCalls) -> None:
    request = ListOptionsRequest(
        CALLER, settings="acme-shop", provider="units", page=AdminPage(1, 10), form_values=in_form({"closed": True})
    )
    found = call(request)
    assert [(each.value, each.label) for each in found.options] == [("kg", "Kilogram"), ("pc", "Piece for ada")]


def test_the_application_reads_its_settings(call: AdminCalls, engine: Any) -> None:
    with Session(engine) as session:
        assert (Shop.load(session).tax_rate, Shop.load(session).seats) == (Decimal("20"), 4)
    update(call, EVERY_KIND)
    with Session(engine) as session:
        loaded = Shop.load(session)
    assert (loaded.tax_rate, loaded.founded, loaded.opens_at) == (Decimal("-999.99"), date.min, time(23, 59, 59, 500000))
    assert (loaded.visits, loaded.logo, loaded.unit, loaded.closed) == (2**62, b"\x00\xff", None, True)


def test_shows_a_stored_value_that_does_not_fit_as_invalid(call: AdminCalls, engine: Any) -> None:
    stored = {"seats": "many", "closed": [1], "founded": "2026-02-30", "tax_rate": 1.5, "since": "then", "later": 1}
    with engine.begin() as connection:
        insert = "insert into backend_settings (code, item_values, version) values ('acme-shop', :stored, 7)"
        connection.execute(text(insert), {"stored": json.dumps(stored)})
    values = read(call, "seats", "closed", "founded", "tax_rate", "since")
    raw = [found.invalid_value.raw if found.invalid_value else found.decimal_value for found in values.cells]
    assert raw == ["many", "[1]", "2026-02-30", "1.5", "then"]
    assert update(call, {"seats": 1}, columns=("seats", "closed")).updated.cells[0] == cell(1)
    with engine.connect() as connection:
        kept = json.loads(connection.execute(text("select item_values from backend_settings")).scalar())
    assert kept == {**stored, "seats": 1}


def test_a_write_that_cannot_be_sent_is_invalid(call: AdminCalls) -> None:
    (field,) = update(call, {"name": "x" * 3_000_000, "seats": 1}).invalid.fields
    assert field.field == "name" and "too long" in field.messages[0]
    assert read(call, "seats").version == "0"


def test_rejects_unknown_names(call: AdminCalls) -> None:
    for request in (
        GetSettingsRequest(CALLER, "other"),
        GetSettingsRequest(CALLER, "acme-shop", ("other",)),
        GetSettingsRequest(None, "acme-shop"),
        UpdateSettingsRequest(CALLER, "acme-shop", "", written({"other": 1})),
        UpdateSettingsRequest(CALLER, "acme-shop", "", written({"name": "x"}, {"name": "nothing"})),
        UpdateSettingsRequest(CALLER, "acme-shop", "", (*written({"seats": 1}), *written({"seats": 2}))),
        UpdateSettingsRequest(CALLER, "acme-shop", "", (type(written({"seats": 1})[0])("seats", Cell()),)),
    ):
        with pytest.raises(Fault) as caught:
            call(request)
        assert caught.value.code is Code.INVALID_ARGUMENT, request


def test_a_mistake_in_the_class_is_an_error_at_once() -> None:
    with pytest.raises(TypeError, match="needs a code"):
        type("NoCode", (Settings,), {})
    with pytest.raises(TypeError, match="needs a value"):
        type("Empty", (Settings,), {}, code="x")
    with pytest.raises(TypeError, match="Odd.thing: no column is of the type"):
        type("Odd", (Settings,), {"__annotations__": {"thing": complex}}, code="x")
    with pytest.raises(TypeError, match="Off.seats: the default does not fit"):
        type("Off", (Settings,), {"__annotations__": {"seats": int}, "seats": "four"}, code="x")


def test_a_settings_screen_has_no_actions(engine: Any) -> None:
    class Acting(Settings, code="acting"):
        seats: int = 1

        @action("Run")
        def run(self, tx: Any, call: Any) -> None:
            pass

    with pytest.raises(TypeError, match="Acting.run: a settings screen has no action"):
        Admin(engine, [Acting], plugin="acme.shop")


@pytest.mark.parametrize("number", ["0.12345678901234567890123", "123456789012345678.25", "1E+400", "1.10"])
def test_saving_one_value_keeps_the_digits_of_the_others(number: str, engine: Any, call: AdminCalls) -> None:
    """admin_record.proto, UpdateSettings: it writes the values that the request names."""
    stored = f'{{"tax_rate":{number},"others":[{{"rate":{number}}}],"seats":{{"odd":{number}}}}}'
    with engine.begin() as connection:
        insert = "insert into backend_settings (code, item_values, version) values ('acme-shop', :stored, 1)"
        connection.execute(text(insert), {"stored": stored})
    assert update(call, {"name": "Other"}).updated is not None
    with engine.connect() as connection:
        found = connection.execute(text("select item_values from backend_settings")).scalar()
    assert found == stored[:-1] + ',"name":"Other"}'
    (seats,) = read(call, "seats").cells
    assert seats.invalid_value is not None and seats.invalid_value.raw == f'{{"odd":{number}}}'
