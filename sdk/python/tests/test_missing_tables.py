"""A missing table or column is named, with what to do (HC-70), with both libraries on both databases."""

from __future__ import annotations

import logging
import sys
from typing import Any, Callable, Iterator

import pytest
from sqlalchemy import Column, Integer, String, create_engine, text
from sqlalchemy.orm import declarative_base

from gatehouse_host import Host, OAuth, OpaqueTokens, SqlBackend, migrate
from gatehouse_host.admin import Admin, Controller, migrate_admin
from gatehouse_host.contract.admin_caller import AdminCaller
from gatehouse_host.contract.admin_directory import FindAdministratorRequest
from gatehouse_host.contract.admin_query import AdminListQuery, AdminPage, AdminSelection
from gatehouse_host.contract.admin_record import ListRecordsRequest
from gatehouse_host.contract.backend import FindClient, Operation, SweepExpired, TransactRequest
from gatehouse_host.contract.faults import Code, Fault
from gatehouse_host.contract.message import Message
from gatehouse_host.contract.times import EPOCH
from gatehouse_host.missing_tables import missing_text
from gatehouse_host.service.call import Call

from .support.django_connection import connection_to
from .support.processes import PACKAGE

sys.path.insert(0, str(PACKAGE / "tests" / "apps"))

Base = declarative_base()


class Product(Base):  # type: ignore[misc,valid-type]
    __tablename__ = "products"
    id = Column(Integer, primary_key=True)
    name = Column(String(20), nullable=False)


class Products(Controller, id="acme.shop.products"):
    model = Product


FIND = TransactRequest(operations=(Operation(find_client=FindClient(client_id="c")),))
SWEEP = TransactRequest(operations=(Operation(sweep_expired=SweepExpired(before=EPOCH)),))
SIGN_IN = FindAdministratorRequest(identifier="ada")
LIST = ListRecordsRequest(
    caller=AdminCaller(administrator_id="1", login="ada", locale="en"),
    controller="acme.shop.products",
    query=AdminListQuery(selection=AdminSelection(columns=("name",)), page=AdminPage(number=1, size=10)),
)
TRANSACT, FIND_ADMINISTRATOR = "BackendService/Transact", "AdminDirectoryService/FindAdministrator"


@pytest.fixture
def engine(database_url: str) -> Iterator[Any]:
    made = create_engine(database_url)
    yield made
    made.dispose()


def failed(host: Host, rpc: str, request: Message, caplog: pytest.LogCaptureFixture) -> str:
    """The text that Gatehouse gets. The log has it too, above the traceback."""
    (found,) = [each for each in host.rpcs() if each.path.endswith(f".{rpc}")]
    with caplog.at_level(logging.ERROR, "gatehouse_host"), pytest.raises(Fault) as fault:
        found.invoke(lambda: request, Call.within(20))
    assert fault.value.code is Code.INTERNAL
    assert f": {fault.value.message}\nTraceback" in caplog.text
    return fault.value.message


def host_of(source: Any) -> Host:
    backend = SqlBackend(source, OpaqueTokens(source))
    return Host("Shop", oauth=OAuth(issuer="https://shop.example"), backend=backend)


def test_without_migrate(engine: Any, caplog: pytest.LogCaptureFixture) -> None:
    told = failed(host_of(engine), TRANSACT, FIND, caplog)
    assert told == "the database has no table gatehouse_clients: call migrate(engine) when the application starts"
    # On SQLite a transaction that writes begins with a lock on the table of the migrations.
    assert "call migrate(engine)" in failed(host_of(engine), TRANSACT, SWEEP, caplog)


def test_of_django(database_url: str, caplog: pytest.LogCaptureFixture) -> None:
    told = failed(host_of(connection_to(database_url)), TRANSACT, FIND, caplog)
    assert told == "the database has no table gatehouse_clients: run manage.py migrate"


def test_without_migrate_admin(engine: Any, caplog: pytest.LogCaptureFixture) -> None:
    migrate(engine)
    told = failed(Host("Shop", admin=Admin(engine, [Products], plugin="acme.shop")), FIND_ADMINISTRATOR, SIGN_IN, caplog)
    advice = "run gatehouse migrate, or call migrate_admin(engine) when the application starts"
    assert told == f"the database has no table backend_users: {advice}"


@pytest.mark.parametrize(
    ("tables", "missing"),
    [((), "table products"), (("create table products (id integer primary key)",), "column name")],
)
def test_of_the_application(
    engine: Any, caplog: pytest.LogCaptureFixture, tables: tuple[str, ...], missing: str
) -> None:
    migrate_admin(engine)
    with engine.begin() as connection:
        for statement in tables:
            connection.execute(text(statement))
    host = Host("Shop", admin=Admin(engine, [Products], plugin="acme.shop"))
    told = failed(host, "AdminRecordService/ListRecords", LIST, caplog)
    advice = "bring the application's own tables up to date, or connect to the right database"
    assert told == f"the database has no {missing}: {advice}"


def of_postgresql(text: str) -> Exception:
    error = Exception(text)
    error.pgcode = "42P01"  # type: ignore[attr-defined]
    return error


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: of_postgresql("Relation »backend_users« existiert nicht"), "table backend_users"),
        (lambda: of_postgresql('missing FROM-clause entry for table "products"'), None),
        (lambda: ValueError("no such table: products"), None),
        (lambda: KeyError("price"), None),
    ],
)
def test_of_other_errors(make: Callable[[], Exception], expected: str | None) -> None:
    told = missing_text(make())
    assert told is None if expected is None else f"no {expected}:" in str(told)
