"""The values that a partial receives (admin_cell.proto, ViewValue), and those that it must not hold (HC-37)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from gatehouse_host.admin.orm.sqlalchemy_orm import SqlAlchemyOrm
from gatehouse_host.admin.rpc.view_value import NoViewModel, view_value
from gatehouse_host.contract.admin_cell import Cell, ViewValue

from .support.admin_calls import cell


def plain(value: Any) -> ViewValue:
    return view_value(value, lambda _: None)


def test_view_values_of_every_kind() -> None:
    moment = datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=1)))
    values = [None, True, 7, 0.5, Decimal("1.50"), "a", moment, date(2026, 1, 1), time(1, 2, 3), {"a": ()}]
    cells = [item.cell for item in plain(values).list.items[:-1]]  # type: ignore[union-attr]
    assert cells == [
        cell(None),
        cell(True),
        cell(7),
        Cell(double_value=0.5),
        Cell(decimal_value="1.5"),
        cell("a"),
        Cell(timestamp_value=datetime(2026, 1, 1, tzinfo=timezone.utc)),
        Cell(date_value="2026-01-01"),
        Cell(time_value="01:02:03"),
    ]


class Markup(str):
    def __html__(self) -> str:
        return self


@dataclass
class Entity:
    id: int


def test_view_values_that_are_marked() -> None:
    assert plain(Markup("<b>")) == ViewValue(trusted_html=True)
    assert plain(Entity(1)) == ViewValue(record_model="Entity")
    assert plain({1, 2}) == ViewValue(record_model="set")
    assert view_value([1], lambda value: "Row" if value == 1 else None).list.items[0].record_model == "Row"  # type: ignore[union-attr]


def test_rows_of_a_query_are_marked_in_every_form() -> None:
    statement = text("select 1 as id")
    with create_engine("sqlite://").connect() as connection:
        rows = [connection.execute(statement).first(), connection.execute(statement).mappings().first()]
    orm = SqlAlchemyOrm()
    for row in rows:
        inside = view_value({"rows": [row]}, lambda value: "Row" if orm.is_mapped(value) else None)
        assert inside.map.entries[0].value.list.items[0].record_model == "Row"  # type: ignore[union-attr]


def test_half_a_character_is_a_replacement_character() -> None:
    assert plain("a\ud800b").cell == cell("a\ufffdb")
    [entry] = plain({"k\udfff": "v"}).map.entries  # type: ignore[union-attr]
    assert entry.key == "k\ufffd"


DEEP: Any = None
for _ in range(40):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "value", [2**63, float("nan"), float("inf"), Decimal("NaN"), datetime(2026, 1, 1), {1: "a"}, DEEP]
)
def test_view_values_that_the_wire_cannot_hold(value: Any) -> None:
    with pytest.raises(NoViewModel, match=r"^the view model contains .* at .Data"):
        plain(value)
