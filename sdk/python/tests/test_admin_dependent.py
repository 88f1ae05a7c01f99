"""Choices that depend on other values of the form when a record is written, and choices that a filter gives to a scope."""

from __future__ import annotations

from typing import Any

from gatehouse_host.admin import options, scope
from gatehouse_host.contract import admin_query as query
from gatehouse_host.contract import admin_record as record
from gatehouse_host.contract.admin_cell import Cell

from .support.shop import Shop, change, outcome, selection


def test_a_write_tells_nothing_about_a_related_record_out_of_the_list_scope(shop: Shop) -> None:
    """The choices of a write depend on what the caller may see, and not on the ids of the request alone (AD-641)."""
    products, *others = shop.controllers

    class OfTheCategory(products):  # type: ignore[misc, valid-type]
        @options
        def statuses(self, tx: Any, caller: Any, form: Any) -> Any:
            return [(str(form["category_id"]), "the category")]

    shop = Shop(shop.source, [OfTheCategory, *others])
    refused = "Select one of the available choices."
    for category in ("3", "999", "9999999999999999999", "--5", "²"):
        status = record.ColumnValue(column="status", value=Cell(string_value=category), option_provider="statuses")

        def update(*values: record.ColumnValue) -> str:
            request = record.UpdateRecordRequest(
                controller="acme.shop.products",
                id="2",
                values=values,
                relations=(change("category", category),),
                selection=selection(),
            )
            return outcome(lambda: shop.call("UpdateRecord", request))

        assert update(status) == f"invalid status: {refused}"
        assert update() == f"invalid category: {refused}"


def test_a_scope_gets_no_record_out_of_the_list_scope(shop: Shop) -> None:
    """Nothing is found through a record that does not exist for the caller (AD-642)."""
    products, *others = shop.controllers
    seen: list[Any] = []

    class Filtered(products):  # type: ignore[misc, valid-type]
        @scope
        def chosen(self, query: Any, call: Any) -> Any:
            seen.append(call.values)
            return query

    shop = Shop(shop.source, [Filtered, *others])
    everything = shop.ids()

    def found(*categories: str) -> list[str]:
        values = tuple(Cell(string_value=each) for each in categories)
        model = "Acme\\Shop\\Models\\Category"
        return shop.ids(scopes=(query.AdminNamedScope(name="chosen", values=values, values_of=model),))

    assert (found("1", "3", "x"), seen) == (everything, [("1",)])
    assert (found("3"), found("999"), seen) == ([], [], [("1",)])
