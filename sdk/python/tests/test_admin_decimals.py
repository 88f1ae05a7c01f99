"""Decimals in columns of texts (AD-48; HC-10), with both libraries on both databases."""

from __future__ import annotations

import sqlite3
from decimal import Decimal
from typing import Any, Iterator

import pytest
from sqlalchemy import Column, Integer, Text, create_engine
from sqlalchemy.orm import declarative_base
from sqlalchemy.types import TypeDecorator

from gatehouse_host import migrate
from gatehouse_host.admin import Controller
from gatehouse_host.admin.sql.decimal_texts import decimal_key, decimal_key_sql
from gatehouse_host.admin.sql.fragment import raw
from gatehouse_host.contract.admin_cell import Cell
from gatehouse_host.contract.admin_registration import AdminColumnType
from gatehouse_host.service.call import Call
from gatehouse_host.sql.source import database_of

from .support.django_connection import connection_to
from .support.shop import Shop, outcome, sort, where

#: In ascending order; the texts in one list are the same number.
ORDERED = [
    ["-123456789012345678901234567890.5"],
    ["-123456789012345678901234567890", "-0123456789012345678901234567890.0"],
    ["-100"],
    ["-99.999"],
    ["-12.5", "-12.50", "-012.500"],
    ["-12"],
    ["-9"],
    ["-0.01"],
    ["-0.001"],
    ["0", "-0", "0.0", "-0.00", "000"],
    ["0.0009"],
    ["0.001", "00.0010"],
    ["9", "9.0"],
    ["10"],
    ["12.05"],
    ["12.5", "12.50"],
    ["100"],
    ["123456789012345678901234567890"],
    ["123456789012345678901234567890.123456789"],
]


def test_the_sort_key_is_the_same_for_all_spellings_and_sorts_like_the_numbers() -> None:
    keys = [{decimal_key(Decimal(text)) for text in same} for same in ORDERED]
    assert all(len(same) == 1 for same in keys)
    sorted_keys = [key for (key,) in keys]
    assert sorted(sorted_keys) == sorted_keys
    with sqlite3.connect(":memory:") as database:
        query, _ = decimal_key_sql(raw("d")).compiled()
        for text in [text for same in ORDERED for text in same]:
            (found,) = database.execute(f"select {query} from (select ? as d)", (text,)).fetchone()
            assert found == decimal_key(Decimal(text)), text
        assert database.execute(f"select {query} from (select null as d)").fetchone() == (None,)


Base: Any = declarative_base()


class DecimalText(TypeDecorator):  # type: ignore[misc]
    """As an application keeps decimals exact on SQLite."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> Any:
        return None if value is None else str(value)

    def process_result_value(self, value: Any, dialect: Any) -> Any:
        return None if value is None else Decimal(value)


class Account(Base):
    __tablename__ = "accounts"
    id = Column(Integer, primary_key=True)
    amount = Column(DecimalText)
    note = Column(Text)


class Accounts(Controller, id="acme.shop.accounts", permissions=["acme.shop.accounts"]):
    model, decimals = Account, ["amount"]

    def before_update(self, tx: Any, caller: Any, id: str, values: Any) -> None:
        if values.get("note") == "double":
            values["amount"] = tx.get(Account, int(id)).amount * 2


@pytest.fixture(params=["sqlalchemy", "django"])
def shop(request: pytest.FixtureRequest, database_url: str) -> Iterator[Shop]:
    if request.param == "sqlalchemy":
        engine = create_engine(database_url)
        migrate(engine)
        Base.metadata.create_all(engine)
        yield Shop(engine, [Accounts], "acme.shop.accounts")
        engine.dispose()
        return
    connection = connection_to(database_url)
    from shop_app.models import Account as DjangoAccount

    class DjangoAccounts(Controller, id="acme.shop.accounts", permissions=["acme.shop.accounts"]):
        model, decimals = DjangoAccount, ["amount"]

    migrate(connection)
    with connection.schema_editor() as editor:
        editor.create_model(DjangoAccount)
    yield Shop(connection, [DjangoAccounts], "acme.shop.accounts")
    connection.close()


def amounts(shop: Shop, **given: Any) -> list[Any]:
    return [each.cells[0].decimal_value for each in shop.list("amount", **given).records]


def test_they_keep_every_digit_and_their_order(shop: Shop) -> None:
    (model,) = shop.engine.models()
    types = {column.name: column.type for column in model.columns}
    assert types["amount"] is AdminColumnType.ADMIN_COLUMN_TYPE_DECIMAL
    long = "123456789012345678901234567890.123456789"
    for text in ("12.5", long, "-0.001", "9", "-100", "100"):
        created = shop.create("amount", amount=Decimal(text))
        assert created.cells == (Cell(decimal_value=text),)
    shop.insert("insert into accounts (amount, note) values ('012.50', 'as the application wrote it'), (null, null)")
    ascending = ["-100", "-0.001", "9", "12.5", "12.5", "100", long]
    assert [text for text in amounts(shop, sorts=(sort("amount"),)) if text] == ascending
    assert [text for text in amounts(shop, sorts=(sort("amount", descending=True),)) if text] == ascending[::-1]
    assert amounts(shop, conditions=(where("amount", "equal", Cell(decimal_value="12.50")),)) == ["12.5", "12.5"]
    assert amounts(shop, conditions=(where("amount", "greater", Cell(decimal_value="99.99")),)) == [long, "100"]
    assert amounts(shop, conditions=(where("amount", "less", Cell(decimal_value="0")),)) == ["-0.001", "-100"]
    chosen = where("amount", "in", Cell(decimal_value="9"), Cell(decimal_value=long))
    assert amounts(shop, conditions=(chosen,)) == [long, "9"]


def test_a_text_that_is_no_number_is_shown_as_it_is(shop: Shop) -> None:
    shop.create(amount=Decimal("5"))
    shop.insert("insert into accounts (amount) values ('much')")
    found = shop.list("amount", sorts=(sort("amount"),)).records
    assert {each.cells[0].decimal_value or each.cells[0].invalid_value.raw for each in found} == {"5", "much"}
    assert amounts(shop, conditions=(where("amount", "greater_or_equal", Cell(decimal_value="5")),))[0] == "5"


def test_a_hook_gets_and_sets_them_as_decimals(database_url: str) -> None:
    engine = create_engine(database_url)
    migrate(engine)
    Base.metadata.create_all(engine)
    shop = Shop(engine, [Accounts], "acme.shop.accounts")
    shop.create(amount=Decimal("0.10"))
    assert shop.update("1", "amount", note="double").cells == (Cell(decimal_value="0.2"),)
    stored = database_of(engine).transaction(
        lambda tx: tx.all("select amount from accounts", {}), Call.within(20), read_only=True
    )
    assert stored == [("0.2",)]
    # The same number in another spelling is no change.
    assert outcome(lambda: shop.update("1", amount=Decimal("0.200"))) == "done"
    engine.dispose()


def test_only_columns_of_texts_hold_them() -> None:
    class Wrong(Accounts, id="acme.shop.accounts"):
        decimals = ["id"]

    with pytest.raises(ValueError, match="decimals names id, which is hidden or no column of texts"):
        Shop(create_engine("sqlite://"), [Wrong])
