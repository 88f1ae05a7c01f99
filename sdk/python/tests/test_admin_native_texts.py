"""Columns of texts whose type in PostgreSQL has another text in a cast (admin_query.proto: AdminComparison)."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Column, Integer, String, create_engine
from sqlalchemy.dialects.postgresql import INET
from sqlalchemy.orm import declarative_base

from gatehouse_host import migrate
from gatehouse_host.admin import Controller

from .support.shop import Shop, cell, where

Base: Any = declarative_base()


class Visit(Base):
    __tablename__ = "visits"
    id = Column(Integer, primary_key=True)
    address = Column(String(50).with_variant(INET(), "postgresql"))


class Visits(Controller, id="acme.shop.visits"):
    model = Visit


def test_a_filter_finds_an_address_as_the_list_shows_it(database_url: str) -> None:
    """PostgreSQL's cast adds a netmask: 10.0.0.1/32."""
    engine = create_engine(database_url)
    migrate(engine)
    Base.metadata.create_all(engine)
    visits = Shop(engine, [Visits], "acme.shop.visits")
    visits.insert("insert into visits (id, address) values (1, '10.0.0.1'), (2, null)")
    assert [each.cells[0].string_value for each in visits.list("address").records] == ["10.0.0.1", None]

    def found(operator: str, *texts: str) -> list[str]:
        return visits.ids(conditions=[where("address", operator, *map(cell, texts))])

    assert found("EQUAL", "10.0.0.1") == ["1"]
    assert found("IN", "::1", "10.0.0.1") == ["1"]
    assert found("NOT_EQUAL", "10.0.0.1") == ["2"]
    assert found("EQUAL", "") == [] and found("EQUAL", "no address") == []
    engine.dispose()


class Page(Base):
    __tablename__ = "pages"
    address = Column(String(), primary_key=True)


class Pages(Controller, id="acme.shop.pages"):
    model = Page


def test_a_key_that_cannot_be_an_id_is_named(database_url: str) -> None:
    """The log says of which model it is, and what to do (admin_record.proto, Record)."""
    engine = create_engine(database_url)
    migrate(engine)
    Base.metadata.create_all(engine)
    pages = Shop(engine, [Pages], "acme.shop.pages")
    pages.insert(f"insert into pages (address) values ('{'x' * 255}')")
    assert [len(each.id) for each in pages.list().records] == [255]
    for address in ("", "x" * 256):
        pages.insert(f"insert into pages (address) values ('{address}')")
        with pytest.raises(RuntimeError, match="a record of .*Page has a primary key that cannot be an id"):
            pages.list()
        pages.insert(f"delete from pages where address = '{address}'")
    Base.metadata.drop_all(engine)
    engine.dispose()
