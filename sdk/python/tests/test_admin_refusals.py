"""Why a write is refused (docs/admin/api.md, Refusals), and stored values that do not fit (admin_cell.proto)."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from typing import Any, Iterator

import pytest
from sqlalchemy import create_engine, event

from gatehouse_host import migrate
from gatehouse_host.contract import admin_query as query
from gatehouse_host.contract.admin_cell import Cell

from .support.shop import Shop, outcome, where

THINGS = "acme.vault.things"
UNFIT, TAKEN = "The database cannot store this.", "This value is already taken."
NOT_ALLOWED, REQUIRED = "The database does not allow this.", "This is required."
MISSING, DIGITS = "The selected record does not exist.", "This must have at most 15 digits."
FAULT = "fault"
#: More than an index of PostgreSQL holds, and nothing that it can compress.
LONG_CODE = "".join(hashlib.sha256(str(each).encode()).hexdigest() for each in range(100))


@pytest.fixture
def vault(database_url: str) -> Iterator[Shop]:
    import vault as application

    engine = create_engine(database_url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda connection, _record: connection.execute("pragma foreign_keys = on"))
    migrate(engine)
    with engine.begin() as connection:
        for statement in application.statements(engine.dialect.name == "postgresql"):
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("insert into things (id, name, code) values (1, 'first', 'taken')")
        connection.exec_driver_sql("insert into things (id, name, parent_id) values (2, 'child', 1)")
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("select setval(pg_get_serial_sequence('things', 'id'), 1000)")
    yield Shop(engine, application.VAULT_CONTROLLERS, THINGS)
    engine.dispose()


#: What is written, and the outcome: of both databases, or of SQLite and of PostgreSQL.
ROWS: list[tuple[dict[str, Any], Any]] = [
    ({"small": 40_000}, (f"invalid small: {NOT_ALLOWED}", f"invalid small: {UNFIT}")),
    ({"small": 2**40}, (f"invalid small: {NOT_ALLOWED}", f"invalid small: {UNFIT}")),
    ({"amount": Decimal("10000.00")}, (f"invalid amount: {NOT_ALLOWED}", f"invalid amount: {UNFIT}")),
    ({"name": "x" * 21}, (f"invalid name: {NOT_ALLOWED}", f"invalid name: {UNFIT}")),
    ({"token": "no-uuid"}, ("done", f"invalid token: {UNFIT}")),
    ({"details": Cell(json_value='{"a":"\\u0000"}')}, ("done", f"invalid details: {UNFIT}")),
    ({"details": Cell(json_value="[" * 600 + "]" * 600)}, f"invalid details: {UNFIT}"),
    ({"ratio": 101.0}, f"invalid ratio: {NOT_ALLOWED}"),
    ({"positive": 0}, f"invalid positive: {NOT_ALLOWED}"),
    ({"low": -1}, f"invalid low: {NOT_ALLOWED}"),
    ({"low": 5, "high": 1}, f"invalid low: {NOT_ALLOWED}, high: {NOT_ALLOWED}"),
    ({"code": "taken"}, f"invalid code: {TAKEN}"),
    ({"code": LONG_CODE}, ("done", f"invalid code: {UNFIT}")),
    ({"code": LONG_CODE * 4}, ("done", f"invalid code: {UNFIT}")),
    ({"parent_id": 999}, f"invalid parent_id: {MISSING}"),
    ({"must": None}, f"invalid must: {REQUIRED}"),
    ({"name": "forbidden"}, "refused The keeper says no."),
    ({"name": "no code"}, ("done", "invalid code: Give it a code.")),
    ({"exact": Decimal("123456789.123456789")}, (f"invalid exact: {DIGITS}", "done")),
    ({"exact": Decimal("-123456789.123456")}, "done"),
    ({"exact": Decimal("0.000001")}, "done"),
    ({"name": "refuse"}, "refused Not today."),
    ({"name": "find invalid"}, "invalid code: Not this code."),
    ({"name": "break"}, FAULT),
    ({"name": "look elsewhere"}, FAULT),
    ({"name": "count wrong"}, ("done", FAULT)),
    ({"name": "with a NUL"}, FAULT),
    ({"name": "half a character"}, FAULT),
    ({"name": "no number"}, FAULT),
    ({"name": "another type"}, FAULT),
    ({"name": "unknown column"}, FAULT),
    ({"name": "rounded"}, (FAULT, "done")),
    ({"name": "huge"}, FAULT),
    ({"name": "spoil", "day": Cell(date_value="2026-01-01")}, (f"invalid day: {UNFIT}", "done")),
]


def test_refuses_on_the_field_or_with_a_message(vault: Shop) -> None:
    """docs/admin/api.md, Refusals: every row that concerns the host; nothing is changed."""
    wrong = []
    for values, expected in ROWS:
        if isinstance(expected, tuple):
            expected = expected[vault.database.is_postgresql]
        before = vault.list(count=True).total
        try:
            found = outcome(lambda: vault.create("exact", "must", **{"name": "made", **values}))
        except Exception as error:
            found = FAULT if expected == FAULT else repr(error)
        added = vault.list(count=True).total - before
        if found != expected or added != (expected == "done"):
            wrong.append((values, found, expected, added))
    assert wrong == []


def test_the_same_refusals_hold_for_updates(vault: Shop) -> None:
    """docs/admin/api.md, Refusals."""
    wrong = []
    for values, expected in ROWS:
        if isinstance(expected, tuple):
            expected = expected[vault.database.is_postgresql]
        if expected == "done" or "name" in values and len(values["name"]) < 21:
            continue
        found = outcome(lambda: vault.update("2", **values))
        if found != expected or vault.get("2").version != "1":
            wrong.append((values, found, expected))
    assert wrong == []
    assert outcome(lambda: vault.delete("1")) == "refused Other records still refer to this one."


#: The stored value as SQL, and the raw text in the cell.
STORED = {
    False: {
        "small": ("'many'", "many"),
        "exact": ("'abc'", "abc"),
        "day": ("'2026-01-01 00:00:00'", "2026-01-01 00:00:00"),
        "opens": ("'10:00'", "10:00"),
        "at": ("'yesterday'", "yesterday"),
        "details": ("'{\"a\":'", '{"a":'),
        # Texts of SQLite can be any bytes: these are in Latin-1.
        "code": ("cast(x'4f62e9' as text)", "T2Lp"),
    },
    True: {
        "exact": ("'NaN'", "NaN"),
        "day": ("'infinity'", "infinity"),
        "opens": ("'24:00:00'", "24:00:00"),
        "at": ("'12000-01-01 00:00:00+00'", "12000-01-01 00:00:00+00"),
        "details": (f"'{'[' * 600}{']' * 600}'", "[" * 499 + "…"),
    },
}


def test_shows_stored_values_that_do_not_fit(vault: Shop) -> None:
    """admin_cell.proto, InvalidValue: the rest of the record stays readable; a write of the others changes nothing."""
    stored = STORED[vault.database.is_postgresql]
    names, literals = ", ".join(stored), ", ".join(literal for literal, _ in stored.values())
    vault.insert(f"insert into things (id, name, {names}) values (7, 'bad', {literals})")
    found = dict(zip(stored, vault.get("7", *stored).cells))
    assert {name: cell.invalid_value and cell.invalid_value.raw for name, cell in found.items()} == {
        name: shown for name, (_, shown) in stored.items()
    }
    listed = vault.list("name", *stored, conditions=(where("name", "equal", Cell(string_value="bad")),))
    assert listed.records[0].cells[0] == Cell(string_value="bad")
    assert vault.update("7", name="bad").version == "1"
    repaired = vault.update("7", *stored, opens=Cell(time_value="10:00:00"), day=Cell(date_value="2026-01-01"))
    assert dict(zip(stored, repaired.cells))["day"] == Cell(date_value="2026-01-01")


def test_records_that_are_too_long_to_send(vault: Shop) -> None:
    """docs/admin/api.md: a write that makes a record too long is invalid; the application's own are cut."""
    long = "x" * 3_100_000
    tell = "invalid must: This is too long: a record can have at most 2.8 MB."
    assert outcome(lambda: vault.create(name="long", must=long)) == tell
    assert outcome(lambda: vault.update("2", must=long)) == tell
    vault.insert(f"insert into things (id, name, must) values (8, 'own', '{long}')")
    own = vault.get("8", "name", "must")
    assert own.cells[0] == Cell(string_value="own") and own.cells[1].invalid_value is not None
    short = query.AdminSelection(columns=("must",), max_text=10)
    assert vault.list(selection=short).records[-1].cells[0].truncated_value.text == "x" * 10


def test_a_trigger_that_keeps_a_row_from_being_written_fails_the_write(vault: Shop) -> None:
    """HC-36. It is no conflict: another attempt would end in the same way."""
    statements = (
        [
            "create function ignore() returns trigger language plpgsql as $$ begin return null; end $$",
            "create trigger ignoring before insert or update on things for each row"
            " when (new.name = 'ignored') execute function ignore()",
        ]
        if vault.database.is_postgresql
        else [
            f"create trigger ignoring_{event} before {event} on things when new.name = 'ignored'"
            " begin select raise(ignore); end"
            for event in ("insert", "update")
        ]
    )
    for statement in statements:
        vault.insert(statement)
    for write in (lambda: vault.create(name="ignored"), lambda: vault.update("2", name="ignored", version="1")):
        with pytest.raises(RuntimeError, match="a trigger.*kept a record of .*Thing from being"):
            write()
    assert vault.get("2", "name").cells[0] == Cell(string_value="child")


def test_a_trigger_that_keeps_a_row_from_being_deleted_fails_the_deletion(vault: Shop) -> None:
    """HC-36. The administrator would see the record again."""
    statements = (
        [
            "create function keep_child() returns trigger language plpgsql as $$ begin return null; end $$",
            "create trigger keeping before delete on things for each row"
            " when (old.name = 'child') execute function keep_child()",
        ]
        if vault.database.is_postgresql
        else ["create trigger keeping before delete on things when old.name = 'child' begin select raise(ignore); end"]
    )
    for statement in statements:
        vault.insert(statement)
    with pytest.raises(RuntimeError, match="a trigger or a policy kept a record of .*Thing from being deleted"):
        vault.delete("2")
    assert vault.get("2", "name").cells[0] == Cell(string_value="child")


def test_finds_the_column_in_whatever_words_the_database_refuses(vault: Shop) -> None:
    """HC-36. PostgreSQL names no columns of a table with row-level security, and has messages in other languages."""
    if not vault.database.is_postgresql:
        return
    role = "vault_application"
    for statement in (
        "alter table things enable row level security",
        "create policy everybody on things using (true) with check (name <> 'secret')",
        "create unique index one_name on things (lower(name))",
        f"create role {role} login",
        f"grant usage on schema public to {role}",
        f"grant all on all tables in schema public to {role}",
    ):
        vault.insert(statement)
    engine = create_engine(vault.source.url.set(username=role))
    try:
        limited = Shop(engine, vault.controllers, THINGS)
        for values, expected in (
            ({"name": "secret"}, f"refused {NOT_ALLOWED}"),
            ({"name": "x", "code": "taken"}, f"invalid code: {TAKEN}"),
            ({"name": "FIRST", "must": "x"}, f"invalid name: {TAKEN}"),
            ({"name": "x", "parent_id": 999}, f"invalid parent_id: {MISSING}"),
        ):
            assert outcome(lambda: limited.create(**values)) == expected
            assert outcome(lambda: limited.update("2", **values)) == expected
    finally:
        engine.dispose()
        vault.insert(f"drop owned by {role}")
        vault.insert(f"drop role {role}")
