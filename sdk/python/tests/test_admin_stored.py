"""Values as the databases return them (admin_cell.proto, InvalidValue; HC-74, HC-94): nothing is guessed, in no SDK."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import create_engine

from gatehouse_host.admin.orm.model import Facts, Model
from gatehouse_host.admin.outcomes import Invalid
from gatehouse_host.admin.ports import Context
from gatehouse_host.admin.records.form_values import require_offered
from gatehouse_host.admin.sql.columns import date_text
from gatehouse_host.admin.sql.fragment import raw
from gatehouse_host.admin.sql.stored_value import UnfitValue, number_text, stored_value
from gatehouse_host.admin.sql.versions import version_of
from gatehouse_host.admin.values import Column, is_same_value
from gatehouse_host.contract.admin_record import ColumnValue
from gatehouse_host.service.call import Call

from .support.shop import ADA


@pytest.mark.parametrize("text", ["1_000", " 1", "1 ", "\uff11", "Infinity", "NaN", "1e1000", "", "."])
def test_a_text_that_only_python_reads_as_a_decimal_does_not_fit(text: str) -> None:
    assert stored_value(Column("decimal"), text) == UnfitValue(text)


@pytest.mark.parametrize("text", ["1.50", "-0", "+01.5", ".5", "5.", "1.0e+20"])
def test_every_spelling_of_a_decimal_fits(text: str) -> None:
    assert not isinstance(stored_value(Column("decimal"), text), UnfitValue)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *((float("nan"), "NaN"), (float("inf"), "Infinity"), (-float("inf"), "-Infinity")),
        *((-0.0, "0"), (3.0, "3"), (0.00001, "0.00001"), (1e20, "100000000000000000000"), (1234567.5, "1234567.5")),
        *((1e-7, "1e-7"), (-1.5e-7, "-1.5e-7"), (1e-10, "1e-10"), (1e21, "1e+21")),
    ],
)
def test_a_number_is_written_as_in_the_other_sdks(number: float, text: str) -> None:
    assert number_text(number) == text
    if number - number != 0:
        assert stored_value(Column("double"), number) == UnfitValue(text)


@pytest.mark.parametrize("text", ["1" * 400, f"[{'1' * 5000}]", "-1e400", "1e-7"], ids=len)
def test_a_number_of_any_size_that_is_not_offered_is_no_choice(text: str) -> None:
    context = Context(ADA, None, Call.within(1))  # type: ignore[arg-type]
    sent = [ColumnValue("chosen", None, "all")]
    with pytest.raises(Invalid):
        require_offered({"chosen": Column("json")}, sent, {"all": lambda *_: [("1", "One")]}, {"chosen": text}, context)


def test_a_version_that_is_no_integer_is_the_same_in_every_sdk() -> None:
    """(HC-99) Of a number in JavaScript's spelling."""
    model = Model("Note", object, "notes", "id", {}, version="version")
    assert version_of(model, 1.5e-7) == version_of(model, "1.5e-7")
    assert version_of(model, float("inf")) == version_of(model, "Infinity")


def test_members_in_another_order_are_another_value() -> None:
    column = Column("json")
    assert is_same_value(column, '{"a": 1, "b": "\u00df"}', '{"a":1,"b":"\\u00df"}')
    assert not is_same_value(column, '{"a":1,"b":2}', '{"b":2,"a":1}')
    assert not is_same_value(column, '[["a",1]]', '{"a":1}')


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    ("date", "text"),
    [("2026-02-28", "2026-02-28"), ("0001-01-01", "0001-01-01"), ("infinity", "infinity"), ("0044-03-15 BC", "0044-03-15 BC")],
)
def test_a_date_has_the_same_text_in_every_date_style(database_url: str, date: str, text: str) -> None:
    facts = Facts(True, None)  # type: ignore[arg-type]
    query, _ = date_text(facts, raw(f"date '{date}'")).compiled()
    engine = create_engine(database_url)
    with engine.connect() as connection:
        connection.exec_driver_sql("set datestyle to German")
        assert connection.exec_driver_sql(f"select {query}").scalar() == text
    engine.dispose()


@pytest.mark.parametrize("head", ["1", "0.", "1."])
def test_a_long_text_that_is_no_number_is_read_in_linear_time(head: str) -> None:
    """A quadratic reader takes 400 times as long for a text that is 20 times as long."""

    def cost_of(length: int) -> float:
        text = head + "0" * length + "x"
        began = time.process_time()
        assert isinstance(stored_value(Column("decimal"), text), UnfitValue)
        return time.process_time() - began

    assert cost_of(200_000) < 100 * max(cost_of(10_000), 0.002)
