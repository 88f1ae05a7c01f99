"""Records of the admin half: the engine over SQLAlchemy and Django, on SQLite and PostgreSQL."""

from __future__ import annotations

import json
import unicodedata
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import pytest

from gatehouse_host.admin import Choice
from gatehouse_host.admin.outcomes import RecordChanged, RecordNotFound
from gatehouse_host.admin.sql.text_search import contains_folded
from gatehouse_host.admin.values import is_json
from gatehouse_host.contract import admin_query as query
from gatehouse_host.contract import admin_record as record
from gatehouse_host.contract.admin_cell import Cell, InvalidValue
from gatehouse_host.contract.message import Malformed
from gatehouse_host.service.call import Call

from .support.shop import (
    BOB,
    Shop,
    change,
    counted,
    outcome,
    page,
    related,
    search,
    selection,
    sort,
    where,
)

#: A text in Latin-1, in base64.
BROKEN = Cell(invalid_value=InvalidValue(raw="T2Lp"))


def test_reads_every_type_of_a_mapped_class(shop: Shop) -> None:
    """Cells by the types of the columns (AD-48; admin_cell.proto)."""
    columns = ["sku", "price", "stock", "views", "rating", "active", "released_on", "opens_at", "published_at"]
    found = shop.get("1", *columns, "attributes", "photo", "category_id")
    cells = dict(zip([*columns, "attributes", "photo", "category_id"], found.cells))
    assert found.version == "1"
    assert cells["sku"] == Cell(string_value="A1")
    assert cells["price"] == Cell(decimal_value="2.5")
    assert cells["views"] == Cell(int64_value=2**53 + 1)
    assert cells["rating"] == Cell(double_value=4.5)
    assert cells["active"] == Cell(bool_value=True)
    assert cells["released_on"] == Cell(date_value="2026-02-28")
    assert cells["opens_at"] == Cell(time_value="08:30:00")
    assert cells["published_at"] == Cell(timestamp_value=datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=timezone.utc))
    assert json.loads(cells["attributes"].json_value or "") == {"a": [1, "ß"]}
    assert cells["photo"] == Cell(bytes_value=b"\x00\xff\x10")
    assert cells["category_id"] == Cell(int64_value=1)


def test_describes_the_mapped_classes(shop: Shop) -> None:
    """admin_registration.proto: columns, keys and relations of the classes."""
    models = {model.name: model for model in shop.engine.models()}
    product = {column.name: column for column in models["Acme\\Shop\\Models\\Product"].columns}
    assert models["Acme\\Shop\\Models\\Product"].versioned and product["id"].protected and product["version"].protected
    assert product["owner"].protected and not product["title"].protected
    assert product["title"].max_length == 200 and product["body"].max_length is None and product["body"].nullable
    assert (product["price"].precision, product["price"].scale) == (10, 2)
    assert product["status"].default == Cell(string_value="draft")
    # A class that no controller manages shows only what relations name.
    assert [column.name for column in models["Acme\\Shop\\Models\\Supplier"].columns] == ["id", "name"]
    products = shop.engine.controllers()[0]
    bindings = {relation.name: relation.member_of("binding") for relation in products.relations}
    assert {name: binding and binding[0] for name, binding in bindings.items()} == {
        "category": "belongs_to",
        "supplier": "belongs_to",
        "tags": "belongs_to_many",
    }
    assert products.option_providers == ("statuses",) and products.actions[0].name == "activate_all"
    assert products.supplies_partial_data and models["Acme\\Shop\\Models\\Product"].scopes == ("in_stock",)


def test_lists_pages_with_conditions_sorts_and_totals(shop: Shop) -> None:
    """admin_query.proto: AdminListQuery (AD-60, AD-66)."""
    assert shop.ids() == ["1", "2", "3", "4"]
    assert shop.ids(size=2, number=2) == ["3", "4"]
    first = shop.list(size=3, count=True)
    assert (first.has_more, first.total, first.total_exceeded) == (True, 4, False)
    assert (shop.list(size=3, count=True, count_at_most=2).total, shop.list(number=9, count=True).total) == (2, 4)
    assert shop.ids(sorts=(sort("stock", True), sort("sku", True))) == ["3", "1", "4", "2"]
    priced = (where("price", "is_not_null"),)
    assert shop.ids(sorts=(sort("price", True), sort("id", True)), conditions=priced) == ["2", "1"]
    categorized = (where("category.name", "is_not_null"),)
    assert shop.ids(sorts=(sort("category.name", True),), conditions=categorized) == ["2", "1"]
    assert shop.ids(conditions=(where("stock", "greater", Cell(int64_value=2)),)) == ["1", "3"]
    assert shop.ids(conditions=(where("stock", "less", Cell(int64_value=2**63 - 1)),)) == shop.ids()
    assert shop.ids(conditions=(where("price", "equal", Cell(decimal_value="2.500")),)) == ["1"]
    assert shop.ids(conditions=(where("views", "in", Cell(int64_value=2**53 + 1), Cell(int64_value=5)),)) == ["1"]
    assert shop.ids(conditions=(where("status", "not_equal", Cell(string_value="draft")),)) == ["2", "3"]
    assert shop.ids(conditions=(where("active", "equal", Cell(bool_value=False)),)) == ["4"]
    assert shop.ids(conditions=(where("released_on", "less_or_equal", Cell(date_value="2026-02-28")),)) == ["1"]
    assert shop.ids(conditions=(where("opens_at", "equal", Cell(time_value="08:30:00")),)) == ["1"]
    moment = datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=timezone.utc)
    assert shop.ids(conditions=(where("published_at", "equal", Cell(timestamp_value=moment)),)) == ["1"]
    assert shop.ids(conditions=(where("rating", "equal", Cell(double_value=4.5)),)) == ["1"]
    assert shop.ids(scopes=(query.AdminNamedScope(name="in_stock"),)) == ["1", "3", "4"]
    with pytest.raises(Malformed):
        shop.ids(scopes=(query.AdminNamedScope(name="other"),))
    with pytest.raises(Malformed):
        shop.list(controller="acme.shop.other")


def test_conditions_through_relations_see_only_the_list_scope(shop: Shop) -> None:
    """AdminColumnReference: only related records in the caller's list scope count."""
    assert shop.ids(conditions=(where("category.name", "equal", Cell(string_value="Fruit")),)) == ["1"]
    assert shop.ids(conditions=(where("category.name", "equal", Cell(string_value="Secret")),)) == []
    assert shop.ids(conditions=(where("tags.name", "equal", Cell(string_value="red")),)) == ["1"]
    assert shop.ids(conditions=(where("tags.name", "equal", Cell(string_value="internal")),)) == []
    tagged = query.AdminCondition(related_to=query.AdminRelatedTo(relation="tags", ids=("2", "3", "x")))
    assert shop.ids(conditions=(tagged,)) == ["3"]
    secret = query.AdminCondition(related_to=query.AdminRelatedTo(relation="category", ids=("3", "2")))
    assert shop.ids(conditions=(secret,)) == ["2"]


def test_more_marks_in_a_row_than_a_letter_has_stay_as_they_are() -> None:
    """docs/admin/rules.md AD-480: the work stays linear."""
    row = "\u0301\u0316" * 16
    assert contains_folded(f"u\u0308{row[4:]}", f"\u00dc{row[4:]}")
    assert not contains_folded(f"u\u0308{row}", f"\u00dc{row}")
    assert contains_folded(f"{row} u\u0308", f"{row} \u00dc")


def test_json_with_a_string_that_never_ends_takes_linear_time() -> None:
    """docs/http.md, What is bounded: each quotation mark used to start another search for the end of the string, for hours."""
    assert not is_json("[" * 600 + '\\"' * 1_000_000)
    assert is_json("[" * 512 + '"\\"["' + "]" * 512) and not is_json("[" * 513 + "]" * 513)


def test_searches_by_unicode_simple_case_folding(shop: Shop) -> None:
    """admin_query.proto: AdminSearch (AD-64)."""

    def found(*terms: str, mode: str = "ALL", columns: Any = ("title",)) -> list[str]:
        return shop.ids(search=search(*terms, columns=columns, mode=mode))

    assert found("äPFEL") == ["1"] and found("STRAẞE") == ["3"] and found("strasse") == []
    assert found("ſtra") == ["3", "4"] and found("stra", "ght") == ["4"]
    assert found("ham", "äpf", mode="ANY") == ["1", "2"]
    assert found("%") == [] and found("_") == [] and found("[") == [] and found("\\") == []
    assert found("GRÜN", columns=("title", "tags.name")) == ["3"]
    assert found("2026-02", columns=("released_on",)) == ["1"]
    contains = where("title", "contains", Cell(string_value="ÄPF"))
    assert shop.ids(conditions=(contains,)) == ["1"]
    # In both spellings of a letter with a mark, because people cannot see which one is stored (AD-452).
    decomposed = unicodedata.normalize("NFD", "ÄPF")
    assert shop.ids(conditions=(where("title", "contains", Cell(string_value=decomposed)),)) == ["1"]
    shop.insert(f"update products set title = '{unicodedata.normalize('NFD', 'Größe')}' where id = 2")
    assert shop.ids(conditions=(where("title", "contains", Cell(string_value="GRÖSSE")),)) == []
    assert shop.ids(conditions=(where("title", "contains", Cell(string_value="GRÖẞE")),)) == ["2"]


def test_reads_relations_and_truncates_long_texts(shop: Shop) -> None:
    """AdminSelection: relations within the related model's list scope; max_text (AD-52)."""
    wanted = selection("body", relations=[related("category"), related("tags", limit=1), counted("tags")], max_text=5)
    page_one = shop.list(selection=wanted)
    apples, _, street, _ = page_one.records
    assert apples.cells[0].truncated_value is not None and apples.cells[0].truncated_value.text == "Sweet"
    assert apples.relations[0].related.records[0].value == Cell(string_value="Fruit")
    assert [each.id for each in apples.relations[1].related.records] == ["1"] and apples.relations[2].count == 1
    assert street.relations[0].related.records == () and street.relations[2].count == 1
    columns = shop.list(selection=wanted, accepts_columns=True)
    assert columns.records == () and columns.columns.ids == ("1", "2", "3", "4")
    assert columns.columns.cells[0].texts == ("Sweet",)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_shows_texts_that_are_not_utf_8(shop: Shop) -> None:
    """admin_cell.proto, InvalidValue: SQLite stores any bytes as text, and one such value must not hide a list."""
    shop.insert("update categories set name = cast(x'4f62e9' as text)")
    shop.insert("update products set title = cast(x'4f62e9' as text) where id = 2")
    records = shop.list("title", selection=selection("title", relations=(related("category"),))).records
    assert records[0].cells[0].string_value and records[1].cells[0] == BROKEN
    labels = [one.value for each in records for one in each.relations[0].related.records]
    assert labels and all(label == BROKEN for label in labels)
    assert shop.get("2", "title").cells[0] == BROKEN
    assert shop.update("2", "title", title="Repaired").cells[0] == Cell(string_value="Repaired")


def test_scopes_limit_lists_and_records(shop: Shop) -> None:
    """Records outside the scope do not exist for the caller (AD-67)."""
    assert shop.ids(caller=BOB) == ["3", "4"]
    with pytest.raises(RecordNotFound):
        shop.get("1", caller=BOB)
    for strange in ("01", "x", "9" * 40, "1 ", "\x00", "-0"):
        with pytest.raises(RecordNotFound):
            shop.get(strange)
    with pytest.raises(RecordNotFound):
        shop.delete("3", "1", caller=BOB)


def test_creates_with_hooks_defaults_and_relations(shop: Shop) -> None:
    """admin_record.proto: CreateRecord."""
    links = [change("tags", "1", "2"), change("category", "1")]
    made = shop.create("owner", "status", "price", "version", "views", sku="E5", title="Pear", relations=links)
    assert made.id == "5" and made.version == "1"
    assert [each.member_of("value") for each in made.cells] == [
        ("string_value", "ada"),
        ("string_value", "draft"),
        ("decimal_value", "1.5"),
        ("int64_value", 1),
        ("int64_value", 0),
    ]
    read = shop.get("5", relations=[related("tags"), related("category")])
    assert [each.id for each in read.relations[0].related.records] == ["1", "2"]
    assert outcome(lambda: shop.create(sku="E5", title="Again")) == "invalid sku: This value is already taken."
    assert outcome(lambda: shop.create(sku="F6", title=None)) == "invalid title: This is required."
    negative = outcome(lambda: shop.create(sku="F6", title="x", stock=-1))
    assert negative == "invalid stock: The database does not allow this."
    assert outcome(lambda: shop.create(sku="F6", title="Wrong")) == "invalid title: Not this title."
    assert outcome(lambda: shop.create(sku="F6", title="Refused")) == "refused Not today."
    assert outcome(lambda: shop.create(sku="F6", title="x", price=Decimal("1.234"))).startswith("invalid price")
    hidden = outcome(lambda: shop.create(sku="F6", title="x", relations=[change("tags", "3")]))
    assert hidden == "invalid tags: Select one of the available choices."
    with pytest.raises(RuntimeError):
        shop.create(sku="F6", title="Broken")
    with pytest.raises(Malformed):
        shop.create(sku="F6", title="x", nothing=1)
    assert shop.list(count=True).total == 5


def test_updates_compare_versions_and_run_hooks_only_for_changes(shop: Shop) -> None:
    """admin_record.proto: UpdateRecord."""
    assert shop.update("1", "title", version="1", title="Birnen").version == "2"
    with pytest.raises(RecordChanged) as changed:
        shop.update("1", "title", version="1", title="Old")
    assert changed.value.current.version == "2" and changed.value.current.cells[0] == Cell(string_value="Birnen")
    moment = Cell(timestamp_value=datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=timezone.utc))
    same = shop.update("1", title="Birnen", price=Cell(decimal_value="2.50"), published_at=moment, views=2**53 + 1)
    assert same.version == "2"
    assert shop.update("1", "body", title="Reload").cells[0] == Cell(string_value="Birnen")
    with pytest.raises(RecordNotFound):
        shop.update("1", caller=BOB, title="x")
    assert shop.update("1", attributes=Cell(json_value="null")).version == "4"
    assert shop.get("1", "attributes").cells[0] == Cell(json_value="null")
    assert shop.update("1", attributes=None, photo=None, opens_at=Cell(time_value="23:59:59.5")).version == "5"
    assert shop.get("1", "opens_at").cells[0].time_value == "23:59:59.5"


def test_a_write_of_a_relation_keeps_hidden_links(shop: Shop) -> None:
    """RelationChange: a link to a record outside of the list scope stays (AD-75)."""
    assert shop.update("1", relations=[change("tags", "2")]).version == "2"
    assert shop.links("1") == ["2", "3"]
    assert shop.update("1", relations=[change("tags", "2")]).version == "2"
    # The category of 3 is hidden: not naming it keeps it, naming another replaces it.
    assert shop.update("3", relations=[change("category")]).version == "1"
    assert shop.update("3", "category_id", relations=[change("category", "2")]).cells[0] == Cell(int64_value=2)
    assert shop.update("3", "category_id", relations=[change("category")]).cells[0] == Cell(null_value=True)


def test_a_write_of_a_relation_removes_any_number_of_links(shop: Shop) -> None:
    """A record may have more than a statement of the database takes parameters (AD-75)."""
    numbers = "with recursive n (id) as (select 100 union all select id + 1 from n where id < 70100)"
    shop.insert(f"insert into tags (id, name, hidden) {numbers} select id, 'tag ' || id, false from n")
    shop.insert(f"insert into product_tags (product_id, tag_id) {numbers} select 2, id from n")
    shop.update("2", relations=[change("tags", "100")])
    assert list(map(int, shop.links("2"))) == [100]


def test_deletes_all_or_none_with_their_links(shop: Shop) -> None:
    """admin_record.proto: DeleteRecords."""
    assert outcome(lambda: shop.delete("1", "3")) == "refused A sold product stays."
    with pytest.raises(RecordNotFound):
        shop.delete("1", "99")
    shop.delete("1", "4")
    assert shop.ids() == ["2", "3"]
    assert shop.links("1") == []
    needed = "refused Other records still refer to this one."
    assert outcome(lambda: shop.delete("2", controller="acme.shop.categories")) == needed
    # A foreign key of Django is checked at the commit, when the rows of the pivot table are gone too.
    is_django = hasattr(shop.database, "_alias")
    assert outcome(lambda: shop.delete("2", controller="acme.shop.tags")) == ("done" if is_django else needed)
    assert shop.links("3") == ([] if is_django else ["2"])


def options(shop: Shop, **given: Any) -> list[tuple[str, str]]:
    size = query.AdminPage(number=1, size=given.pop("size", 20))
    request = record.ListOptionsRequest(controller="acme.shop.products", page=size, **given)
    return [(each.value, each.label) for each in shop.call("ListOptions", request).options]


def test_a_choice_has_one_of_five_meanings_or_none() -> None:
    """admin_record.proto: OptionChoice.color (AD-466)."""
    assert Choice("late", "Late").color == ""
    with pytest.raises(ValueError, match="neutral, info, success, warning, danger, not 'red'"):
        Choice("late", "Late", "red")


def test_lists_options_of_relations_models_and_providers(shop: Shop) -> None:
    """admin_record.proto: ListOptions (AD-70, AD-83)."""
    relation = record.RelationOptions(relation="tags", label_column="name")
    assert options(shop, relation=relation) == [("2", "grün"), ("1", "red")]
    assert options(shop, relation=relation, terms=("GRÜ",)) == [("2", "grün")]
    assert options(shop, relation=relation, ids=("1", "3", "x")) == [("1", "red")]
    model = record.ModelOptions(model="Acme\\Shop\\Models\\Category", label_column="name")
    assert options(shop, model=model, size=1) == [("1", "Fruit")]
    assert options(shop, provider="statuses", terms=("KAUFT",)) == [("sold", "Ausverkauft")]
    inactive = (record.FormValue(column="active", value=Cell(bool_value=False)),)
    assert options(shop, provider="statuses", form_values=inactive) == [("draft", "Draft"), ("live", "Live")]
    page = query.AdminPage(number=1, size=20)
    request = record.ListOptionsRequest(controller="acme.shop.products", page=page, provider="statuses")
    colors = [each.color for each in shop.call("ListOptions", request).options]
    assert colors == ["", "", "danger"], "AD-466"
    offered = record.ColumnValue(column="status", value=Cell(string_value="nope"), option_provider="statuses")
    request = record.UpdateRecordRequest(
        controller="acme.shop.products", id="1", values=(offered,), selection=selection()
    )
    assert outcome(lambda: shop.call("UpdateRecord", request)) == "invalid status: Select one of the available choices."


def test_labels_need_a_query_only_if_a_scope_limits_them(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """The suppliers have no controller, and so no scope: their query is a part of that of the products (HC-32)."""
    queries: list[str] = []
    transaction: Any = type(shop.database.transaction(lambda tx: tx, Call.within(20), True))
    read = transaction.all
    monkeypatch.setattr(transaction, "all", lambda tx, sql, given: queries.append(sql) or read(tx, sql, given))
    # The first call may ask for the types of the columns.
    shop.list("title")
    queries.clear()
    shop.list("title")
    without = len(queries)
    queries.clear()
    relations = [related("supplier"), related("supplier", limit=1), counted("supplier")]
    found = shop.list("title", sorts=(sort("id"),), selection=selection("title", relations=relations))
    assert len(queries) == without
    farm = record.RelatedRecord(id="1", value=Cell(string_value="Farm"))
    assert [[one.count or one.related for one in each.relations] for each in found.records[:2]] == [
        [record.RelatedRecords(records=(farm,)), record.RelatedRecords(records=(farm,)), 1],
        [record.RelatedRecords(), record.RelatedRecords(), None],
    ]
    queries.clear()
    # A scope limits categories.
    hidden = shop.list("title", sorts=(sort("id"),), selection=selection(relations=[related("category")]))
    assert len(queries) == without + 1
    assert [len(each.relations[0].related.records) for each in hidden.records] == [1, 1, 0, 0]


def links(shop: Shop, rpc: str, controller: str, id: str, relation: str, *ids: str) -> int:
    kind = record.LinkRequest if rpc == "Link" else record.UnlinkRequest
    number: int = shop.call(rpc, kind(controller=controller, id=id, relation=relation, ids=ids))
    return number


def listed(shop: Shop, rpc: str, controller: str, id: str, relation: str, **given: Any) -> list[str]:
    kind: Any = record.ListRelatedRequest if rpc == "ListRelated" else record.ListCandidatesRequest
    request = kind(controller=controller, id=id, relation=relation, query=page(), **given)
    return [each.id for each in shop.call(rpc, request).records]


def test_relation_managers_list_link_and_unlink(shop: Shop) -> None:
    """admin_record.proto: ListRelated, ListCandidates, Link, Unlink (AD-72, AD-73, AD-74)."""
    tags = ("acme.shop.products", "1", "tags")
    assert listed(shop, "ListRelated", *tags) == ["1"] and listed(shop, "ListCandidates", *tags) == ["2"]
    assert listed(shop, "ListCandidates", *tags, ids=("1", "3")) == ["1"]
    assert links(shop, "Link", *tags, "1", "2") == 1 and listed(shop, "ListRelated", *tags) == ["1", "2"]
    assert links(shop, "Unlink", *tags, "1") == 1 and listed(shop, "ListRelated", *tags) == ["2"]
    for rpc, id in (("Link", "3"), ("Unlink", "1"), ("Link", "x")):
        with pytest.raises(RecordNotFound):
            links(shop, rpc, *tags, id)
    assert shop.get("1").version == "1"
    products = ("acme.shop.categories", "2", "products")
    assert listed(shop, "ListRelated", *products) == ["2"]
    # Link moves a record of a has-many relation, as its own form would: its version rises.
    assert links(shop, "Link", *products, "1", "2") == 1 and shop.get("1").version == "2"
    assert links(shop, "Unlink", *products, "1") == 1
    assert shop.get("1", "category_id").cells[0] == Cell(null_value=True)


def test_scopes_of_any_form_limit_the_records_of_django(django_shop: Shop) -> None:
    """Plain conditions, text of the application, joins, orders, limits, or none at all (AD-67)."""
    from django.db.models import Exists, OuterRef, Q
    from django_shop import Products, Tags
    from shop_app.models import Product, Tag

    tagged = Exists(Tag.objects.filter(product=OuterRef("pk")))
    scopes: dict[str, tuple[Any, list[str]]] = {
        "plain": (lambda query: query.filter(Q(owner="ada") | Q(stock=7)).order_by("title"), ["1", "2", "3"]),
        "exclude": (lambda query: query.exclude(tags__name="red"), ["2", "3", "4"]),
        "text": (lambda query: query.extra(where=["title like 'Str%%e'"]), ["3"]),
        "join": (lambda query: query.filter(category__name__startswith="Werk"), ["2"]),
        "exists": (lambda query: query.annotate(tagged=tagged).filter(tagged=True), ["1", "3"]),
        "limit": (lambda query: query.order_by("-stock")[:1], ["3"]),
        "nothing": (lambda query: query.none(), []),
        "empty list": (lambda query: query.filter(owner__in=[]), []),
        "percent": (lambda query: query.exclude(title__contains="%"), ["1", "2", "3", "4"]),
        "all": (lambda query: query, ["1", "2", "3", "4"]),
    }
    for name, (limit, expected) in scopes.items():
        limited = {"model": Product, "list_scope": lambda self, query, caller, limit=limit: limit(query)}
        scoped = type("Scoped", (Products,), limited, id="acme.shop.products")
        shop = Shop(django_shop.source, [scoped, Tags])
        found = shop.ids(sorts=(sort("category.name"),), selection=selection(relations=[related("tags")]))
        assert sorted(found) == expected, name
