"""The admin backend writes only what the mapped class can read again (HC-73), with both libraries on both databases."""

from __future__ import annotations

import enum
import sys
import uuid
from typing import Any, Iterator

import pytest
import sqlalchemy
from sqlalchemy import Column, Enum, Integer, create_engine
from sqlalchemy.orm import Session, declarative_base

from gatehouse_host import migrate
from gatehouse_host.admin import Controller
from gatehouse_host.contract.admin_cell import Cell

from .support.django_connection import connection_to
from .support.processes import PACKAGE
from .support.shop import Shop, outcome, where

sys.path.insert(0, str(PACKAGE / "tests" / "apps"))

Base = declarative_base()
NOT_OFFERED, UNFIT = "Select one of the available choices.", "The database cannot store this."
TOKEN = uuid.UUID("0b5c7ac6-5f0f-4a3f-8f3e-3f8f0e1c2d3a")


class Size(enum.Enum):
    small = "S"
    large = "L"


class Shirt(Base):  # type: ignore[misc,valid-type]
    __tablename__ = "shirts"
    id = Column(Integer, primary_key=True)
    size = Column(Enum(Size), nullable=False)
    color = Column(Enum("red", "dark blue", name="colors"))
    if hasattr(sqlalchemy, "Uuid"):
        token = Column(sqlalchemy.Uuid)


class Shirts(Controller, id="acme.shop.shirts"):
    model = Shirt

    def before_update(self, tx: Any, caller: Any, id: str, values: Any) -> None:
        if values.get("color") == "red":
            values["size"] = "XL"


@pytest.fixture
def shirts(database_url: str) -> Iterator[Shop]:
    engine = create_engine(database_url)
    migrate(engine)
    Base.metadata.create_all(engine)
    yield Shop(engine, [Shirts], "acme.shop.shirts")
    Base.metadata.drop_all(engine)
    engine.dispose()


def loaded(shop: Shop) -> Shirt:
    with Session(shop.source) as session:
        return session.query(Shirt).one()


def test_of_an_enum_its_names(shirts: Shop) -> None:
    assert outcome(lambda: shirts.create(size="medium")) == f"invalid size: {NOT_OFFERED}"
    # The value of a member is not what the database stores.
    assert outcome(lambda: shirts.create(size="S")) == f"invalid size: {NOT_OFFERED}"
    assert outcome(lambda: shirts.create(size="small", color="blue")) == f"invalid color: {NOT_OFFERED}"
    assert outcome(lambda: shirts.create(size="small", color="dark blue")) == "done"
    assert (loaded(shirts).size, loaded(shirts).color) == (Size.small, "dark blue")
    assert outcome(lambda: shirts.update("1", color=None)) == "done"
    with pytest.raises(TypeError, match="a hook sets size of .*Shirt: a string column takes one of 'small', 'large', not"):
        shirts.update("1", color="red")
    assert loaded(shirts).size is Size.small


@pytest.fixture
def tickets(database_url: str) -> Iterator[Shop]:
    connection = connection_to(database_url)
    from shop_app.models import Ticket

    class Tickets(Controller, id="acme.shop.tickets"):
        model = Ticket

    migrate(connection)
    with connection.schema_editor() as editor:
        editor.create_model(Ticket)
    yield Shop(connection, [Tickets], "acme.shop.tickets")
    connection.close()


def is_found_by_its_uuid(shop: Shop, spelling: str, first: str) -> None:
    assert outcome(lambda: shop.create(token="no uuid")) == f"invalid token: {UNFIT}"
    assert outcome(lambda: shop.create(token=spelling[:-1])) == f"invalid token: {UNFIT}"
    assert outcome(lambda: shop.create(token=spelling)) == "done"
    assert shop.ids(conditions=(where("token", "equal", Cell(string_value=spelling)),)) == [first]
    assert shop.ids(conditions=(where("token", "equal", Cell(string_value="no uuid")),)) == []


SPELLINGS = [str(TOKEN), TOKEN.hex, str(TOKEN).upper()]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_of_a_uuid_of_django(tickets: Shop, spelling: str) -> None:
    from shop_app.models import Ticket

    is_found_by_its_uuid(tickets, spelling, "1")
    assert Ticket.objects.using(tickets.source.alias).get(token=TOKEN).token == TOKEN


def test_of_a_uuid_of_sqlalchemy(shirts: Shop) -> None:
    """SQLAlchemy 1.4 has none for both databases."""
    for number, spelling in enumerate(SPELLINGS if hasattr(sqlalchemy, "Uuid") else [], 1):
        assert outcome(lambda: shirts.create(size="small", token="no uuid")) == f"invalid token: {UNFIT}"
        assert outcome(lambda: shirts.create(size="small", token=spelling)) == "done"
        with Session(shirts.source) as session:
            assert session.query(Shirt).filter_by(token=TOKEN).count() == number
