"""Saved views of lists (HC-58; admin_view.proto), on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gatehouse_host.contract import admin_view as view
from gatehouse_host.contract.admin_view import ViewRefusal as Refusal

from .support.admin_calls import AdminCalls
from .support.administrators import admin, grant, sql

LIST = "acme.shop.products"
SHARES = "backend.share_views"


def save(call: AdminCalls, who: Any, name: str = "Mine", **given: Any) -> Any:
    values = {"list": LIST, "query": "sort=-date&filter[status]=draft", **given}
    answer = call(view.SaveViewRequest(who.id, name=name, **values))
    return answer.refusal if answer.view is None else answer.view


def names(call: AdminCalls, id: str, list: str = LIST) -> list[str]:
    return sorted(each.name for each in call(view.ListViewsRequest(id, list)).views)


def delete(call: AdminCalls, who: Any, id: str, list: str = LIST) -> Any:
    return call(view.DeleteViewRequest(who.id, list, id)).refusal


def test_a_view_that_is_not_shared_is_known_only_to_its_owner(engine: Any, call: AdminCalls) -> None:
    ada, bob = admin(call, "ada", superuser=True), admin(call, "bob")
    mine = save(call, bob, "Λ")
    assert (mine.version, mine.owner_id, mine.owner_name, mine.shared) == (1, bob.id, "bob", False)
    assert (names(call, bob.id), names(call, ada.id), names(call, bob.id, "acme.shop.other")) == (["Λ"], [], [])
    # Not even a superuser knows it.
    assert save(call, ada, id=mine.id, version=1) is Refusal.VIEW_REFUSAL_UNKNOWN
    assert delete(call, ada, mine.id) is Refusal.VIEW_REFUSAL_UNKNOWN
    assert save(call, bob, id=mine.id, version=1, list="acme.shop.other") is Refusal.VIEW_REFUSAL_UNKNOWN
    row = "select list, user_id, shared, name, query, version from backend_views"
    assert sql(engine, row) == [(LIST, int(bob.id), 0, "Λ", "sort=-date&filter[status]=draft", 1)]
    assert delete(call, bob, mine.id) is Refusal.VIEW_REFUSAL_UNSPECIFIED
    assert names(call, bob.id) == []


def test_sharing_requires_the_permission_at_that_moment(engine: Any, call: AdminCalls) -> None:
    bob, eve = admin(call, "bob"), admin(call, "eve")
    mine = save(call, bob)
    assert save(call, bob, shared=True) is Refusal.VIEW_REFUSAL_FORBIDDEN
    assert save(call, bob, id=mine.id, version=1, shared=True) is Refusal.VIEW_REFUSAL_FORBIDDEN
    grant(engine, bob, "backend.*")
    ours = save(call, bob, "Ours", id=mine.id, version=1, shared=True)
    assert (ours.version, ours.shared, names(call, eve.id), names(call, "999")) == (2, True, ["Ours"], ["Ours"])
    assert save(call, eve, id=ours.id, version=2, shared=False) is Refusal.VIEW_REFUSAL_FORBIDDEN
    assert delete(call, eve, ours.id) is Refusal.VIEW_REFUSAL_FORBIDDEN
    grant(engine, eve, SHARES)
    sql(engine, "update backend_users set name = 'Bob B.' where login = 'bob'")
    changed = save(call, eve, "Changed", id=ours.id, version=2, shared=True)
    # The owner stays.
    assert (changed.owner_id, changed.owner_name, changed.version) == (bob.id, "Bob B.", 3)
    grant(engine, bob)
    assert delete(call, bob, ours.id) is Refusal.VIEW_REFUSAL_FORBIDDEN
    sql(engine, "update backend_users set is_activated = 0 where login = 'eve'")
    assert delete(call, eve, ours.id) is Refusal.VIEW_REFUSAL_FORBIDDEN
    assert save(call, eve) is Refusal.VIEW_REFUSAL_FORBIDDEN


def test_of_changes_from_one_version_one_succeeds(call: AdminCalls) -> None:
    bob = admin(call, "bob")
    id = save(call, bob).id
    with ThreadPoolExecutor(4) as threads:
        outcomes = [*threads.map(lambda number: save(call, bob, f"Name {number}", id=id, version=1), range(4))]
    assert outcomes.count(Refusal.VIEW_REFUSAL_STALE) == 3
    assert call(view.ListViewsRequest(bob.id, LIST)).views[0].version == 2


def test_of_deletions_of_one_shared_view_at_once_one_deletes_it(call: AdminCalls) -> None:
    both = [admin(call, "ada", superuser=True), admin(call, "bob", superuser=True)]
    for _ in range(5):
        ours = save(call, both[0], shared=True)
        with ThreadPoolExecutor(8) as threads:
            outcomes = [*threads.map(lambda number: delete(call, both[number % 2], ours.id), range(8))]
        assert outcomes.count(Refusal.VIEW_REFUSAL_UNSPECIFIED) == 1
        assert outcomes.count(Refusal.VIEW_REFUSAL_UNKNOWN) == 7


def test_a_view_that_its_owner_takes_back_at_once_is_no_longer_deleted_by_others(call: AdminCalls) -> None:
    ada, bob = admin(call, "ada", superuser=True), admin(call, "bob", superuser=True)
    for _ in range(10):
        ours = save(call, ada, shared=True)
        with ThreadPoolExecutor(2) as threads:
            deleted = threads.submit(delete, call, bob, ours.id)
            taken = threads.submit(save, call, ada, id=ours.id, version=1)
        is_deleted = deleted.result() is Refusal.VIEW_REFUSAL_UNSPECIFIED
        assert is_deleted == (taken.result() is Refusal.VIEW_REFUSAL_UNKNOWN)
        assert is_deleted or deleted.result() is Refusal.VIEW_REFUSAL_UNKNOWN


def test_an_owner_keeps_to_the_limit_while_a_colleague_takes_shared_views_back(engine: Any, call: AdminCalls) -> None:
    ada, bob = admin(call, "ada", superuser=True), admin(call, "bob")
    for number in range(56):
        row = f"'{number}', '{LIST}', {bob.id}, {int(number < 10)}, 'x', '', 1, 0"
        sql(engine, "insert into backend_views (id, list, user_id, shared, name, query, version, updated_at) "
            f"values ({row})")
    with ThreadPoolExecutor(8) as threads:
        outcomes = [
            *threads.map(
                lambda number: save(call, ada, id=str(number // 2), version=1) if number % 2 else save(call, bob),
                range(20),
            )
        ]
    assert outcomes.count(Refusal.VIEW_REFUSAL_TOO_MANY) == 16
    assert sql(engine, "select count(*) from backend_views where shared = 0") == [(50,)]


def test_the_numbers_of_views_are_limited_even_at_once(engine: Any, call: AdminCalls) -> None:
    ada, bob = admin(call, "ada", superuser=True), admin(call, "bob", superuser=True)

    def fill(who: Any, count: int, shared: bool) -> list[Any]:
        return [save(call, who, str(number), shared=shared) for number in range(count)]

    assert all(isinstance(each, view.SavedView) for each in fill(ada, 49, False) + fill(ada, 98, True))
    too_many = Refusal.VIEW_REFUSAL_TOO_MANY
    with ThreadPoolExecutor(4) as threads:
        own = [*threads.map(lambda _: save(call, ada), range(4))]
        shared = [*threads.map(lambda who: save(call, who, shared=True), (ada, bob, ada, bob))]
    assert (own.count(too_many), shared.count(too_many)) == (3, 2)
    last = next(each for each in own if each is not too_many)
    assert save(call, ada, id=last.id, version=1, shared=True) is too_many
    # A change of one that is there already is none too many, and neither is one of another list or administrator.
    assert save(call, ada, "Renamed", id=last.id, version=1).name == "Renamed"
    assert isinstance(save(call, ada, list="acme.shop.other"), view.SavedView)
    assert isinstance(save(call, bob), view.SavedView)
