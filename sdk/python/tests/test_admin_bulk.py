"""Export, and actions and deletions on many records (HC-54, HC-55; admin_bulk.proto), on both databases."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any, Iterator

import pytest
from sqlalchemy import Column, ForeignKey, Integer, String, Text, create_engine, event, text
from sqlalchemy.orm import declarative_base

from gatehouse_host import DeadlineExceeded, Unavailable
from gatehouse_host.admin import (
    ActionCall,
    ActionResult,
    Admin,
    Caller,
    Controller,
    Invalid,
    Refused,
    action,
    migrate_admin,
)
from gatehouse_host.admin.rpc import bulk_service
from gatehouse_host.contract.admin_bulk import (
    AdminMatching,
    NextMatching,
    RecordIds,
    RunOnRecordsRequest,
    RunOnRecordsResponse,
    WalkRecordsRequest,
)
from gatehouse_host.contract.admin_caller import AdminCaller
from gatehouse_host.contract.admin_directory import AuthenticateTokenRequest, TokenReference
from gatehouse_host.contract.admin_search import ControllerQuery, SearchRecordsRequest
from gatehouse_host.contract.faults import Code, Fault

from .support.admin_calls import CALLER, AdminCalls, cell
from .support.administrators import NOW
from .support.shop import BOB, Shop, counted, page, search, selection, where

Base: Any = declarative_base()
#: An administrator without the permission to see every record.
EVE = AdminCaller("2", "eve", locale="de")


class Note(Base):
    __tablename__ = "notes"
    id = Column(Integer, primary_key=True)
    title = Column(String(500), nullable=False)
    owner = Column(String(50), nullable=False, default="ada")
    done = Column(Integer, nullable=False, default=0)
    body = Column(Text)


class Remark(Base):
    """Refers to a note, which can then not be deleted."""

    __tablename__ = "remarks"
    id = Column(Integer, primary_key=True)
    note_id = Column(ForeignKey("notes.id"), nullable=False)


class Slug(Base):
    """With a key that is a text."""

    __tablename__ = "slugs"
    slug = Column(String(50), primary_key=True)


class Slugs(Controller, id="acme.shop.slugs", permissions=["acme.shop.notes"]):
    model = Slug


class Notes(Controller, id="acme.shop.notes", permissions=["acme.shop.notes"]):
    model = Note

    def list_scope(self, query: Any, caller: Caller) -> Any:
        return query if caller.superuser else query.where(Note.owner == caller.login)

    def form_scope(self, query: Any, caller: Caller) -> Any:
        return self.list_scope(query, caller).where(Note.title != "Locked")

    @action("Finish")
    def finish(self, tx: Any, call: ActionCall) -> Any:
        note = tx.get(Note, int(call.record_id or 0))
        note.done += 1
        tx.flush()
        if note.title == "Refused":
            raise Refused("Not this one.")
        if note.title == "Wrong":
            raise Invalid(title=["First.", "Second."])
        if note.title == "Broken":
            raise RuntimeError(f"cannot finish {note.title}")
        if note.title == "Down":
            raise Unavailable("of the test")
        if note.title == "Late":
            raise DeadlineExceeded
        return ActionResult(f"{note.title} is finished by {call.caller.login}")

    @action("Finish all of the owner")
    def finish_all(self, tx: Any, call: ActionCall) -> None:
        tx.query(Note).update({Note.done: 1})

    @action("Talk")
    def talk(self, tx: Any, call: ActionCall) -> str:
        return "é" * 600


@pytest.fixture
def engine(database_url: str) -> Iterator[Any]:
    engine = create_engine(database_url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda connection, _record: connection.execute("pragma foreign_keys = on"))
    migrate_admin(engine)
    Base.metadata.create_all(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def call(engine: Any) -> AdminCalls:
    return AdminCalls(Admin(engine, [Notes, Slugs], plugin="acme.shop"))


def insert(engine: Any, *titles: str, owner: str = "ada") -> None:
    with engine.begin() as connection:
        connection.execute(Note.__table__.insert(), [{"title": title, "owner": owner} for title in titles])


def finished(engine: Any) -> list[str]:
    with engine.begin() as connection:
        return [title for (title,) in connection.execute(text("select title from notes where done > 0 order by id"))]


def walk(call: AdminCalls, after: str = "", limit: int = 2, caller: AdminCaller = CALLER, **given: Any) -> Any:
    controller = given.pop("controller", "acme.shop.notes")
    columns = given.pop("columns", ("title",))
    matching = AdminMatching(**given)
    return call(WalkRecordsRequest(caller, controller, matching, selection(*columns), after, limit)).page


def run(call: AdminCalls, *ids: str, act: str | None = "finish", **given: Any) -> RunOnRecordsResponse:
    caller, label = given.pop("caller", CALLER), given.pop("label", "title")
    following = given.pop("matching", None)
    request = RunOnRecordsRequest(
        caller,
        "acme.shop.notes",
        action=act,
        delete=True if act is None else None,
        ids=RecordIds(ids) if following is None else None,
        matching=following,
        label_column=label,
    )
    answer = call(request)
    assert isinstance(answer, RunOnRecordsResponse)
    return answer


def reasons(answer: RunOnRecordsResponse) -> list[tuple[str, str, str]]:
    """Id, name and reason of each record on which the act is not done."""
    return [
        (
            each.id,
            each.label,
            "missing" if each.not_found else "failed" if each.failed else each.refused.message if each.refused else "",
        )
        for each in answer.unchanged
    ]


def test_batches_continue_after_a_key_whatever_happens_to_the_records(engine: Any, call: AdminCalls) -> None:
    insert(engine, "a", "b", "c", "d", "e")
    first = walk(call)
    assert (first.columns.ids, first.has_more, first.total) == (("1", "2"), True, None)
    with engine.begin() as connection:
        # The records before the next batch, and the one with the key itself: no other record moves.
        connection.execute(text("delete from notes where id <= 2"))
    second = walk(call, after="2")
    assert (second.columns.ids, second.columns.cells[0].texts, second.has_more) == (("3", "4"), ("c", "d"), True)
    last = walk(call, after="4")
    assert (last.columns.ids, last.has_more) == (("5",), False)
    assert (walk(call, after="5").columns, walk(call, after="5").has_more) == (None, False)


def test_a_text_that_is_no_key_comes_before_no_record(engine: Any, call: AdminCalls) -> None:
    insert(engine, "a")
    for strange in ("x", "1.5", "' or 1 = 1 --", "99999999999999999999", "é"):
        assert walk(call, after=strange).columns is None


def test_text_keys_are_walked_in_the_order_of_the_database(engine: Any, call: AdminCalls) -> None:
    slugs = ["10", "9", "B", "a", "ä", "it's"]
    with engine.begin() as connection:
        connection.execute(Slug.__table__.insert(), [{"slug": slug} for slug in slugs])
        expected = [slug for (slug,) in connection.execute(text("select slug from slugs order by slug"))]
    found: list[str] = []
    more = True
    while more:
        page = walk(call, after=found[-1] if found else "", controller="acme.shop.slugs", columns=())
        found += page.columns.ids
        more = page.has_more
    assert found == expected


def test_a_walk_stays_within_the_list_scope_and_the_query(engine: Any, call: AdminCalls) -> None:
    insert(engine, "mine", "mine too", owner="eve")
    insert(engine, "theirs")
    assert walk(call, caller=EVE, limit=10).columns.ids == ("1", "2")
    assert walk(call, caller=EVE, limit=10, search=search("TOO", columns=["title"])).columns.ids == ("2",)
    assert walk(call, caller=EVE, conditions=(where("title", "equal", cell("theirs")),)).columns is None


def test_an_answer_that_would_be_too_long_has_fewer_records(engine: Any, call: AdminCalls) -> None:
    long = "x" * 1_500_000
    with engine.begin() as connection:
        rows = [{"title": str(number), "body": long} for number in range(3)]
        rows += [{"title": "3", "body": long * 3}, {"title": "4", "body": ""}]
        connection.execute(Note.__table__.insert(), rows)
    first = walk(call, limit=5, columns=("body",))
    assert (first.columns.ids, first.has_more) == (("1",), True)
    alone = walk(call, after="3", limit=5, columns=("body",))
    # Too long on its own: shown as invalid, and the walk goes on.
    assert (alone.columns.ids, alone.has_more) == (("4",), True)
    assert len(alone.columns.cells[0].texts[0]) == 500
    assert (walk(call, after="4", columns=("body",)).columns.ids) == ("5",)


def test_both_orms_walk_and_act_within_their_scopes(shop: Shop) -> None:
    given = {"controller": "acme.shop.products", "selection": selection("title", relations=[counted("tags")])}
    seen = shop.call("WalkRecords", WalkRecordsRequest(matching=AdminMatching(), limit=2, **given), BOB)
    assert (seen.columns.ids, seen.has_more) == (("3", "4"), False)
    every = shop.call("WalkRecords", WalkRecordsRequest(matching=AdminMatching(), after="1", limit=2, **given))
    assert (every.columns.ids, every.has_more) == (("2", "3"), True)


def test_what_happens_to_one_record_changes_nothing_for_the_others(
    engine: Any, call: AdminCalls, caplog: pytest.LogCaptureFixture
) -> None:
    insert(engine, "One", "Refused", "Wrong", "Broken", "Locked", "Last")
    with caplog.at_level(logging.ERROR):
        answer = run(call, "1", "2", "3", "4", "5", "77", "zero", "6")
    assert (answer.done, answer.last, answer.has_more) == (2, "6", False)
    assert answer.message == "Last is finished by ada"
    assert reasons(answer) == [
        ("2", "Refused", "Not this one."),
        ("3", "Wrong", "First. Second."),
        ("4", "Broken", "failed"),
        # Within the list scope, and not within that of the form.
        ("5", "Locked", "missing"),
        ("77", "", "missing"),
        ("zero", "", "missing"),
    ]
    assert finished(engine) == ["One", "Last"]
    assert "RunOnRecords on record 4 of acme.shop.notes failed" in caplog.text and "cannot finish" in caplog.text


def test_records_outside_of_the_scope_have_neither_name_nor_effect(engine: Any, call: AdminCalls) -> None:
    insert(engine, "mine", owner="eve")
    insert(engine, "theirs")
    for act in ("finish", None):
        assert reasons(run(call, "2", act=act, caller=EVE)) == [("2", "", "missing")]
    assert finished(engine) == []
    assert run(call, "1", act=None, caller=EVE).done == 1
    assert walk(call, limit=10).columns.ids == ("2",)


def test_a_deletion_that_the_database_refuses_concerns_one_record(engine: Any, call: AdminCalls) -> None:
    insert(engine, "One", "Needed", "Three")
    with engine.begin() as connection:
        connection.execute(Remark.__table__.insert(), [{"note_id": 2}])
    answer = run(call, "1", "2", "3", act=None)
    assert (answer.done, reasons(answer)) == (2, [("2", "Needed", "Other records still refer to this one.")])
    assert walk(call, limit=10).columns.ids == ("2",)


def test_records_that_match_are_taken_in_batches(engine: Any, call: AdminCalls) -> None:
    insert(engine, "a1", "b", "a2", "a3")
    matching = AdminMatching(search=search("A", columns=["title"]))
    first = run(call, matching=NextMatching(matching, "", 2))
    assert (first.done, first.last, first.has_more) == (2, "3", True)
    second = run(call, matching=NextMatching(matching, first.last, 2))
    assert (second.done, second.last, second.has_more) == (1, "4", False)
    assert finished(engine) == ["a1", "a2", "a3"]
    nothing = run(call, matching=NextMatching(matching, second.last, 2))
    assert (nothing.done, nothing.last, nothing.has_more) == (0, "", False)


def test_a_record_that_no_longer_matches_is_left_out(engine: Any, call: AdminCalls) -> None:
    insert(engine, "a", "b", "c")
    undone = AdminMatching(conditions=(where("done", "equal", cell(0)),))
    # The act on the first one finishes all of them.
    answer = run(call, act="finish_all", matching=NextMatching(undone, "", 10))
    assert (answer.done, answer.unchanged, answer.last, answer.has_more) == (1, (), "3", False)


def test_it_stops_when_half_of_the_time_is_over(
    engine: Any, call: AdminCalls, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert(engine, "a", "b", "c")
    begun = bulk_service.time.monotonic()
    # When it begins, before the second record, and before the third one.
    times = iter([begun, begun + 1, begun + 15])
    monkeypatch.setattr(bulk_service, "time", SimpleNamespace(monotonic=lambda: next(times)))
    answer = run(call, "1", "2", "3")
    assert (answer.done, answer.last, answer.has_more) == (2, "2", True)
    assert finished(engine) == ["a", "b"]


@pytest.mark.parametrize(("title", "code"), [("Down", Code.UNAVAILABLE), ("Late", Code.DEADLINE_EXCEEDED)])
def test_a_database_that_goes_away_is_a_fault_only_for_the_first_record(
    engine: Any, call: AdminCalls, title: str, code: Code
) -> None:
    insert(engine, "a", title, "c")
    answer = run(call, "1", "2", "3")
    assert (answer.done, answer.unchanged, answer.last, answer.has_more) == (1, (), "1", True)
    with pytest.raises(Fault) as raised:
        run(call, "2", "3")
    assert raised.value.code is code
    assert finished(engine) == ["a"]


# SQLite commits in this process.
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_commit_without_an_answer_is_not_told_as_undone(engine: Any, call: AdminCalls) -> None:
    """AD-455: the record may be done, so that an answer that ends before it would make the caller repeat it."""
    insert(engine, "a", "b", "c")
    with engine.begin() as connection:
        lose = "begin perform pg_terminate_backend(pg_backend_pid()); return null; end"
        connection.execute(text(f"create function lose() returns trigger language plpgsql as '{lose}'"))
        connection.execute(
            text(
                "create constraint trigger lost after update on notes deferrable initially deferred "
                "for each row when (old.title = 'b') execute function lose()"
            )
        )
    with pytest.raises(Fault) as raised:
        run(call, "1", "2", "3")
    assert raised.value.code is Code.UNAVAILABLE
    assert finished(engine) == ["a"]


def test_names_and_messages_are_cut(engine: Any, call: AdminCalls) -> None:
    insert(engine, "ü" * 300, "b")
    assert run(call, "1", "2", act="talk").message == "é" * 500
    with engine.begin() as connection:
        connection.execute(Remark.__table__.insert(), [{"note_id": 1}])
    assert reasons(run(call, "1", act=None))[0][1] == "ü" * 200
    assert reasons(run(call, "1", act=None, label=""))[0][1] == ""


def test_what_the_contract_does_not_allow_is_malformed(engine: Any, call: AdminCalls) -> None:
    insert(engine, "a")
    session = AuthenticateTokenRequest(TokenReference("1", 0, "t"), NOW)
    for field, wrong in (
        ("caller.session", lambda: run(call, "1", caller=AdminCaller("1", "ada", locale="en", session=session))),
        ("action", lambda: run(call, "1", act="unknown")),
        ("label_column", lambda: run(call, "1", label="password")),
        ("ids", lambda: run(call)),
        ("ids", lambda: run(call, "1", "1")),
        ("matching.limit", lambda: run(call, matching=NextMatching(AdminMatching(), "", 201))),
        ("limit", lambda: walk(call, limit=0)),
        ("selection", lambda: walk(call, columns=("password",))),
    ):
        with pytest.raises(Fault, match=f"^{field}") as raised:
            wrong()
        assert raised.value.code is Code.INVALID_ARGUMENT
    assert finished(engine) == []


def test_a_search_reads_the_lists_of_several_controllers_within_their_scopes(engine: Any, call: AdminCalls) -> None:
    """admin_search.proto: one page for each query, in their order."""
    insert(engine, "mine", "mine too", owner="eve")
    insert(engine, "mine not")
    with engine.begin() as connection:
        connection.execute(Slug.__table__.insert(), [{"slug": "mine"}, {"slug": "other"}])

    def pages(caller: AdminCaller, *controllers: str) -> list[list[str]]:
        columns = {"acme.shop.notes": "title", "acme.shop.slugs": "slug"}
        queries = tuple(
            ControllerQuery(each, page(columns[each], size=2, search=search("MINE", columns=[columns[each]])))
            for each in controllers
        )
        return [[one.id for one in found.records] for found in call(SearchRecordsRequest(caller, queries)).pages]

    assert pages(EVE, "acme.shop.slugs", "acme.shop.notes") == [["mine"], ["1", "2"]]
    assert pages(CALLER, "acme.shop.notes", "acme.shop.slugs", "acme.shop.notes") == [["1", "2"], ["mine"], ["1", "2"]]
    unknown = ControllerQuery("acme.shop.unknown", page("title"))
    with pytest.raises(Fault, match="^controller: is not a controller of this host"):
        call(SearchRecordsRequest(CALLER, (unknown,)))
    stale = AuthenticateTokenRequest(TokenReference("1", 0, "t"), NOW)
    refused = call(SearchRecordsRequest(AdminCaller("1", "ada", locale="en", session=stale), (unknown,)))
    assert refused.pages == () and refused.session.refusal is not None
