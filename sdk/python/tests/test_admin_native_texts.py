"""Columns of texts whose type in PostgreSQL has another text in a cast (admin_query.proto: AdminComparison)."""

from __future__ import annotations

from typing import Any

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
