"""Actions, partials, faults and the registration of the admin half (AD-…, admin_record.proto), on both databases."""

from __future__ import annotations

import logging
from datetime import datetime, timezone
from typing import Any

import pytest
from sqlalchemy import Column, Integer, String, create_engine, event, text
from sqlalchemy.orm import declarative_base

from gatehouse_host import DeadlineExceeded, Host, Unavailable
from gatehouse_host.admin import (
    ActionCall,
    ActionResult,
    Admin,
    Caller,
    Controller,
    Invalid,
    NavigationItem,
    Permission,
    Refused,
    Settings,
    action,
    migrate_admin,
    partial,
)
from gatehouse_host.contract.admin_caller import AdminCaller
from gatehouse_host.contract.admin_cell import Cell
from gatehouse_host.contract.admin_directory import (
    AuthenticateTokenRequest,
    CreateAdministratorRequest,
    TokenReference,
    TokenRefusal,
)
from gatehouse_host.contract.admin_query import AdminListQuery, AdminPage, AdminSelection
from gatehouse_host.contract.admin_record import (
    AdminScope,
    CreateRecordRequest,
    FormValue,
    GetPartialDataRequest,
    GetRecordRequest,
    ListRecordsRequest,
    RunActionRequest,
)
from gatehouse_host.contract.faults import Code, Fault
from gatehouse_host.contract.host import Capability
from gatehouse_host.service.call import Call

from .support.admin_calls import CALLER, AdminCalls, cell, in_form, written

Base: Any = declarative_base()


class Note(Base):
    __tablename__ = "notes"
    id = Column(Integer, primary_key=True)
    title = Column(String(50), nullable=False, unique=True)
    likes = Column(Integer, nullable=False, default=0)
    owner = Column(String(50), nullable=False, default="ada")


class Notes(Controller, id="acme.shop.notes", permissions=["acme.shop.notes"]):
    model, protected = Note, ["owner"]

    def list_scope(self, query: Any, caller: Caller) -> Any:
        return query.where(Note.owner == caller.login)

    @action("Like", permissions=["acme.shop.like"])
    def like(self, tx: Any, call: ActionCall) -> ActionResult:
        if call.values.get("title") == "Refused":
            raise Refused("Not this one.")
        if call.values.get("likes") == 13:
            raise Invalid(likes="Not thirteen.")
        note = tx.get(Note, int(call.record_id or 0))
        if note is not None:
            note.likes += 1
        return ActionResult(f"{call.caller.login} likes it", {"likes": 1 if note is None else note.likes, "title": 7})

    @action("Copy")
    def copy(self, tx: Any, call: ActionCall) -> str:
        tx.add(Note(title=str(call.values["title"])))
        return "x" * 600

    @action("Nothing", name="nothing-at-all")
    def nothing(self, tx: Any, call: ActionCall) -> None:
        if call.values.get("title") == "late":
            raise DeadlineExceeded
        if call.values.get("title") == "down":
            raise Unavailable("of the test")
        if call.values:
            raise RuntimeError(f"cannot read {call.values['title']}")

    @action("Endless")
    def endless(self, tx: Any, call: ActionCall) -> str:
        numbers = (
            "generate_series(1, 1000000000000) as n"
            if tx.bind.dialect.name == "postgresql"
            else "(with recursive c(n) as (select 1 union all select n + 1 from c) select n from c)"
        )
        return str(tx.execute(text(f"select count(*) from {numbers}")).scalar())

    @action("Fill")
    def fill(self, tx: Any, call: ActionCall) -> ActionResult:
        return ActionResult(fill={"unknown": 1})

    @partial
    def stats(self, tx: Any, caller: Caller, record: str | None) -> Any:
        return {"count": tx.query(Note).count(), "record": record, "who": caller.login}

    @partial
    def model_inside(self, tx: Any, caller: Caller, record: str | None) -> Any:
        return {"list": [tx.query(Note).first()]}


@pytest.fixture
def engine(database_url: str) -> Any:
    engine = create_engine(database_url)
    migrate_admin(engine)
    Base.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(Note.__table__.insert(), [{"title": "One"}, {"title": "Two"}])
        connection.execute(Note.__table__.insert(), [{"title": "Hidden", "owner": "bob"}])
    yield engine
    engine.dispose()


@pytest.fixture
def call(engine: Any) -> AdminCalls:
    return AdminCalls(Admin(engine, [Notes], plugin="acme.shop"))


def run(call: AdminCalls, name: str, record: str = "", values: dict[str, object] = {}) -> Any:
    return call(RunActionRequest(CALLER, "acme.shop.notes", name, record, in_form(values)))


def likes_of(call: AdminCalls, id: str) -> Any:
    selection = AdminSelection(("likes",))
    request = GetRecordRequest(CALLER, "acme.shop.notes", id, AdminScope.ADMIN_SCOPE_FORM, selection)
    return call(request).record.cells[0].int64_value


class Listening(Notes, id="acme.shop.notes"):
    """Counts the calls of the application's code."""

    calls = 0

    def list_scope(self, query: Any, caller: Caller) -> Any:
        Listening.calls += 1
        return query


def test_a_read_authenticates_the_token_that_it_carries(engine: Any) -> None:
    """admin_caller.proto, AdminCaller.session: no code of the application runs for a token that does not stand."""
    call = AdminCalls(Admin(engine, [Listening], plugin="acme.shop"))
    created = call(CreateAdministratorRequest("ada", "ada@shop.example", "$2b$04$" + "a" * 53, superuser=True)).created

    def caller(version: int) -> AdminCaller:
        session = AuthenticateTokenRequest(TokenReference(created.id, version, "t"), datetime.now(timezone.utc))
        return AdminCaller(created.id, "ada", superuser=True, locale="en", session=session)

    def read(version: int, id: str = "1") -> Any:
        selection = AdminSelection(("title",))
        return call(GetRecordRequest(caller(version), "acme.shop.notes", id, AdminScope.ADMIN_SCOPE_FORM, selection))

    valid = read(created.token_version)
    assert valid.record.cells[0] == Cell(string_value="One") and valid.session.administrator == created
    missing = read(created.token_version, "999")
    assert missing.not_found is not None and missing.session.administrator == created
    Listening.calls = 0
    stale = read(created.token_version + 1)
    assert (stale.record, stale.not_found, Listening.calls) == (None, None, 0)
    assert stale.session.refusal is TokenRefusal.TOKEN_REFUSAL_STALE
    for request in (
        CreateRecordRequest(
            caller(created.token_version), "acme.shop.notes", written({"title": "New"}), selection=AdminSelection()
        ),
        RunActionRequest(caller(created.token_version), "acme.shop.notes", "like"),
        GetPartialDataRequest(caller(created.token_version), "acme.shop.notes", "stats"),
    ):
        with pytest.raises(Fault, match="caller.session: is not allowed in this call") as raised:
            call(request)
        assert raised.value.code is Code.INVALID_ARGUMENT


def test_an_action_changes_what_the_record_holds(call: AdminCalls) -> None:
    done = run(call, "like", "1").done
    assert done.message == "ada likes it"
    # Of the column's kind if it fits, else of its own: Gatehouse decides what it passes on.
    assert done.fill == (FormValue("likes", cell(1)), FormValue("title", Cell(int64_value=7)))
    assert likes_of(call, "1") == 1
    assert run(call, "like").done.fill[0].value == cell(1)


def test_an_action_returns_a_text_or_nothing(call: AdminCalls) -> None:
    assert run(call, "copy", values={"title": "Three"}).done.message == "x" * 500
    assert run(call, "nothing-at-all").done.message == ""


@pytest.mark.parametrize("id", ["3", "01", "9", "x", "99999999999999999999"])
def test_an_action_finds_only_records_in_scope(id: str, call: AdminCalls) -> None:
    assert run(call, "like", id).not_found is not None
    request = GetPartialDataRequest(CALLER, "acme.shop.notes", "stats", id)
    assert call(request).not_found is not None


def test_an_action_may_refuse_and_changes_nothing_then(call: AdminCalls) -> None:
    assert run(call, "like", "1", {"title": "Refused"}).refused.message == "Not this one."
    (field,) = run(call, "like", "1", {"likes": 13}).invalid.fields
    assert (field.field, field.messages) == ("likes", ("Not thirteen.",))
    assert likes_of(call, "1") == 0


def test_a_constraint_that_an_action_breaks_is_an_outcome(call: AdminCalls) -> None:
    """Its statement runs only when the session is flushed, before the commit."""
    response = run(call, "copy", values={"title": "Two"})
    assert response.invalid is not None or response.refused is not None
    message = response.invalid.fields[0].messages[0] if response.invalid else response.refused.message
    assert message == "This value is already taken."


@pytest.mark.parametrize(
    ("title", "code"), [("late", Code.DEADLINE_EXCEEDED), ("down", Code.UNAVAILABLE), ("secret text", Code.INTERNAL)]
)
def test_an_action_that_fails_is_a_fault(
    title: str, code: Code, call: AdminCalls, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), pytest.raises(Fault) as caught:
        run(call, "nothing-at-all", values={"title": title})
    assert caught.value.code is code
    # HC: values of a form never reach the log, not even in the text of an exception.
    assert "RunAction failed" in caplog.text and "secret text" not in caplog.text
    assert "secret text" not in caught.value.message


def test_unknown_names_are_malformed(call: AdminCalls) -> None:
    for request in (
        RunActionRequest(CALLER, "acme.shop.notes", "nothing"),
        RunActionRequest(CALLER, "acme.shop.others", "like"),
        RunActionRequest(CALLER, "acme.shop.notes", "like", "", in_form({"owners": 1})),
        RunActionRequest(CALLER, "acme.shop.notes", "like", "", (*in_form({"likes": 1}), *in_form({"likes": 1}))),
        GetPartialDataRequest(CALLER, "acme.shop.notes", ""),
        ListRecordsRequest(CALLER, "acme.shop.notes"),
        ListRecordsRequest(CALLER, "acme.shop.notes", AdminListQuery(AdminSelection(), page=AdminPage(1, 201))),
        ListRecordsRequest(CALLER, "acme.shop.notes", AdminListQuery(AdminSelection(), page=AdminPage(0, 1))),
    ):
        with pytest.raises(Fault) as caught:
            call(request)
        assert caught.value.code is Code.INVALID_ARGUMENT, request


def test_a_partial_without_a_method_is_named_in_the_log(call: AdminCalls, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR), pytest.raises(Fault) as caught:
        call(GetPartialDataRequest(CALLER, "acme.shop.notes", "others"))
    assert caught.value.code is Code.INTERNAL
    assert "acme.shop.notes has no method with @partial for the partial others" in caplog.text


def test_filling_an_unknown_column_is_a_bug_of_the_application(call: AdminCalls) -> None:
    with pytest.raises(Fault) as caught:
        run(call, "fill")
    assert caught.value.code is Code.INTERNAL


def test_a_partial_gets_plain_values(call: AdminCalls) -> None:
    data = call(GetPartialDataRequest(CALLER, "acme.shop.notes", "stats", "1")).data
    entries = {entry.key: entry.value.cell for entry in data.map.entries}
    assert entries == {"count": cell(3), "record": cell("1"), "who": cell("ada")}
    header = call(GetPartialDataRequest(CALLER, "acme.shop.notes", "stats")).data
    assert header.map.entries[1].value.cell == cell(None)


def test_a_model_in_a_partial_is_marked(call: AdminCalls) -> None:
    data = call(GetPartialDataRequest(CALLER, "acme.shop.notes", "model_inside")).data
    assert "Note" in data.map.entries[0].value.list.items[0].record_model


def test_a_call_of_the_record_service_is_over_at_its_deadline(call: AdminCalls) -> None:
    late = Call.within(20)
    late.cancelled.set()
    with pytest.raises(Fault) as caught:
        call(RunActionRequest(CALLER, "acme.shop.notes", "like", "1"), late)
    assert caught.value.code is Code.DEADLINE_EXCEEDED
    assert likes_of(call, "1") == 0


def test_a_statement_ends_at_the_deadline(call: AdminCalls) -> None:
    """On SQLite it would block all other writers (host.proto, rule 4)."""
    with pytest.raises(Fault) as caught:
        call(RunActionRequest(CALLER, "acme.shop.notes", "endless"), Call.within(0.3))
    assert caught.value.code is Code.DEADLINE_EXCEEDED
    assert run(call, "like", "1").done.message == "ada likes it"


def test_a_hook_that_outlasts_the_deadline_rolls_back(engine: Any, call: AdminCalls) -> None:
    limits = Call.within(20)
    event.listen(engine, "before_cursor_execute", lambda *_: limits.cancelled.set(), once=True)
    request = CreateRecordRequest(CALLER, "acme.shop.notes", written({"title": "Late"}), (), AdminSelection())
    with pytest.raises(Fault) as caught:
        call(request, limits)
    assert caught.value.code is Code.DEADLINE_EXCEEDED
    with engine.connect() as connection:
        assert connection.execute(Note.__table__.select().where(Note.title == "Late")).first() is None


def test_describe_offers_the_admin_half(engine: Any) -> None:
    admin = Admin(
        engine,
        [Notes],
        plugin="acme.shop",
        permissions=[Permission("acme.shop.notes", "Notes", "Shop"), Permission("acme.shop.like", "Like")],
        navigation=[
            NavigationItem("shop", "Shop", children=[NavigationItem("notes", "Notes", controller="acme.shop.notes")])
        ],
        default_locale="de",
    )
    host = Host("Shop", admin=admin, token="0123456789abcdef")
    assert host.describe().capabilities == (
        Capability.CAPABILITY_ADMIN,
        Capability.CAPABILITY_ADMIN_SESSION,
        Capability.CAPABILITY_ADMIN_BULK,
        Capability.CAPABILITY_ADMIN_SEARCH,
        Capability.CAPABILITY_ADMIN_ACCOUNTS,
        Capability.CAPABILITY_ADMIN_SESSION_LIST,
        Capability.CAPABILITY_ADMIN_SECOND_FACTOR,
        Capability.CAPABILITY_ADMIN_PASSKEYS,
        Capability.CAPABILITY_ADMIN_VIEWS,
        Capability.CAPABILITY_ADMIN_IMPORT,
        Capability.CAPABILITY_ADMIN_IMPORT_UPDATE,
    )
    assert host.describe(streaming=True).capabilities[-1] is Capability.CAPABILITY_ADMIN_STREAM
    registration = host.describe().admin
    assert registration is not None and registration.default_locale == "de"
    (controller,) = registration.controllers
    assert [(each.name, each.label, each.permissions) for each in controller.actions][0] == (
        "like",
        "Like",
        ("acme.shop.like",),
    )
    assert controller.supplies_partial_data and controller.model == registration.models[0].name
    (plugin,) = registration.plugins
    assert plugin.navigation[0].children[0].controller == "acme.shop.notes"
    assert [each.code for each in plugin.permissions] == ["acme.shop.notes", "acme.shop.like"]
    assert "/gatehouse.host.v1.AdminRecordService/Unlink" in {rpc.path for rpc in host.rpcs()}


def test_a_registration_that_breaks_a_rule_is_an_error_at_once(engine: Any) -> None:
    class Bad(Settings, code="Not a code"):
        seats: int = 1

    with pytest.raises(ValueError, match=r"^admin.plugins\[0\].settings\[0\].code"):
        Host("Shop", admin=Admin(engine, [Notes, Bad], plugin="acme.shop"))

    class Again(Settings, code="same"):
        seats: int = 1

    class Once(Settings, code="same"):
        seats: int = 1

    with pytest.raises(ValueError, match="two settings screens"):
        Admin(engine, [Again, Once], plugin="acme.shop")


def test_a_caller_has_the_permissions_that_were_granted() -> None:
    caller = Caller("1", "ada", False, ("acme.shop.*", "acme.blog.posts"), "en")
    assert caller.may("acme.shop.products") and caller.may("acme.blog.posts")
    assert not caller.may("acme.blog.tags") and not caller.may("acme.shopping.cart")
    assert Caller("1", "root", True, (), "en").may("acme.blog.tags")
