"""Computed columns (AD-22), with both ORMs, on both databases."""

from __future__ import annotations

from typing import Any

import pytest

from gatehouse_host.admin import Computed, options
from gatehouse_host.admin.records.build import build_registry
from gatehouse_host.contract.admin_bulk import AdminMatching, NextMatching, RunOnRecordsRequest, WalkRecordsRequest
from gatehouse_host.contract.admin_cell import Cell, TruncatedValue
from gatehouse_host.contract.admin_record import (
    ColumnValue,
    CreateRecordRequest,
    ListOptionsRequest,
    RelationOptions,
    UpdateRecordRequest,
)

from .support.shop import ADA, Shop, cell, column_values, page, related, search, selection, sort, where

#: On SQLite and PostgreSQL. The second one is null for a product without a price, and has braces of its own.
COLUMNS = {
    "name": Computed("string", "{sku} || ': ' || {title}"),
    "worth": Computed("decimal", "cast({price} * {stock} as numeric)"),
    "products": Computed("integer", "(select count(*) from products as p where p.category_id = {category_id})"),
    "is_short": Computed("bool", "length({title}) < 7 and '{{' <> '}}'"),
}


def with_columns(shop: Shop, columns: Any = COLUMNS, **more: Any) -> Shop:
    """The shop with computed columns of products, and of categories as their label."""
    products, categories, tags = shop.controllers

    class Products(products):  # type: ignore[misc, valid-type]
        computed = columns
        relations = {**products.relations, "category": ["shown", "name"]}

    class Categories(categories):  # type: ignore[misc, valid-type]
        computed = {"shown": Computed("string", "{name} || ' (' || {id} || ')'")}

    for name, value in more.items():
        setattr(Products, name, value)
    return Shop(shop.source, [Products, Categories, tags])


def test_lists_and_forms_show_them(shop: Shop) -> None:
    shop = with_columns(shop)
    found = shop.list("name", "worth", "products", "is_short", sorts=(sort("id"),))
    assert [record.cells[0].string_value for record in found.records] == [
        "A1: Äpfel",
        "B2: Hammer",
        "C3: Straße",
        "D4: straight",
    ]
    assert [record.cells[1] for record in found.records][0] == Cell(decimal_value="7.5")
    assert found.records[2].cells[1] == Cell(null_value=True)
    assert [record.cells[2].int64_value for record in found.records] == [1, 1, 1, 0]
    assert [record.cells[3].bool_value for record in found.records] == [True, True, True, False]
    assert shop.get("2", "name", "is_short").cells == (cell("B2: Hammer"), cell(True))
    short = shop.list(selection=selection("name", max_text=4), sorts=(sort("id"),)).records[0].cells[0]
    assert short == Cell(truncated_value=TruncatedValue(text="A1: "))


def test_lists_sort_search_and_filter_by_them(shop: Shop) -> None:
    shop = with_columns(shop)
    assert shop.ids(sorts=(sort("name", descending=True),)) == ["4", "3", "2", "1"]
    by_category = shop.ids(sorts=(sort("category.shown", descending=True), sort("id")))
    # Those without a category that the caller may see are together, at the end that the database chooses.
    assert [id for id in by_category if id in ("1", "2")] == ["2", "1"]
    assert shop.ids(search=search("A1: ÄPF", columns=["name"])) == ["1"]
    assert shop.ids(search=search("werkzeug (2)", columns=["category.shown"])) == ["2"]
    assert shop.ids(conditions=(where("worth", "greater", Cell(decimal_value="7.49")),)) == ["1"]
    assert shop.ids(conditions=(where("name", "in", cell("B2: Hammer"), cell("nothing")),)) == ["2"]
    assert shop.ids(conditions=(where("products", "equal", cell(0)),)) == ["4"]
    assert shop.ids(conditions=(where("is_short", "equal", cell(False)),)) == ["4"]
    assert shop.ids(conditions=(where("worth", "is_null"),), sorts=(sort("id"),)) == ["3", "4"]


def test_they_label_related_records(shop: Shop) -> None:
    shop = with_columns(shop)
    found = shop.list(selection=selection(relations=[related("category", "shown")]), sorts=(sort("id"),))
    labels = [[one.value.string_value for one in record.relations[0].related.records] for record in found.records]
    # The category of the third one is hidden.
    assert labels == [["Fruit (1)"], ["Werkzeug (2)"], [], []]
    asked = RelationOptions(relation="category", label_column="shown")
    given: Any = {"controller": "acme.shop.products", "relation": asked, "page": page().page}
    for wanted in ({}, {"terms": ("FRUIT",)}, {"labels": ("Fruit (1)",)}):
        found = shop.call("ListOptions", ListOptionsRequest(**given, **wanted)).options
        assert (found[0].value, found[0].label) == ("1", "Fruit (1)") and len(found) == (1 if wanted else 2)


def test_exports_and_acts_on_many_records_name_them(shop: Shop) -> None:
    shop = with_columns(shop)
    walk = WalkRecordsRequest(
        controller="acme.shop.products", matching=AdminMatching(), selection=selection("name"), after="2", limit=1
    )
    assert shop.call("WalkRecords", walk).columns.cells[0].texts == ("C3: Straße",)
    acts = RunOnRecordsRequest(
        controller="acme.shop.products",
        delete=True,
        matching=NextMatching(AdminMatching(search=search("b2: ", columns=["name"])), "", 5),
        label_column="name",
    )
    found, has_more = shop.call("Targets", acts)
    assert ([(each.id, each.label) for each in found], has_more) == ([("2", "B2: Hammer")], False)


def test_nothing_writes_them(shop: Shop) -> None:
    shop = with_columns(shop)
    (model,) = [each for each in shop.engine.models() if each.name.endswith("Product")]
    assert all(column.protected for column in model.columns if column.name in COLUMNS)
    assert shop.create("name", sku="E5", title="New").cells == (cell("E5: New"),)
    with pytest.raises(TypeError, match="a hook sets name, which is no column of .* can write"):
        request = CreateRecordRequest(controller="acme.shop.products", values=column_values({"name": "x"}))
        shop.call("CreateRecord", request, ADA)


def test_option_providers_see_them_in_the_form(shop: Shop) -> None:
    seen: list[Any] = []
    products = shop.controllers[0]

    def statuses(self: Any, tx: Any, caller: Any, form: Any) -> Any:
        seen.append((form["name"], form["is_short"]))
        return products.statuses(self, tx, caller, form)

    shop = with_columns(shop, statuses=options(statuses))
    chosen = ColumnValue(column="status", value=cell("live"), option_provider="statuses")
    request = UpdateRecordRequest(controller="acme.shop.products", id="1", values=(chosen,), selection=selection())
    shop.call("UpdateRecord", request)
    assert seen == [("A1: Äpfel", True)]


@pytest.mark.parametrize(
    ("name", "expression", "problem"),
    [
        ("title", "{sku}", "title is also a column of its table"),
        ("a-b", "{sku}", "a-b needs a name of letters, digits and _"),
        ("x", "{nothing}", "x has {nothing} in braces, which is not a column of the table"),
        ("x", "{sku!r}", "x has {sku} in braces, which is not a column of the table"),
        ("x", "{sku} || '{'", "x: .*; braces that name no column are doubled"),
        ("x", "{sku} || :given", "x has a parameter; write constants into its text"),
    ],
)
def test_a_mistake_is_found_at_the_start(name: str, expression: str, problem: str) -> None:
    import shop as application

    class Products(application.Products):  # type: ignore[misc]
        computed = {name: Computed("string", expression)}

    with pytest.raises(ValueError, match=f"^controller acme.shop.products: the computed column {problem}"):
        build_registry(False, [Products, application.Categories, application.Tags])
