"""Administrators, roles, passwords and sessions (HC-56; admin_account.proto, admin_session.proto), on both databases."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import text

from gatehouse_host.admin import Admin, Controller, SqlDirectory
from gatehouse_host.contract import admin_account as account
from gatehouse_host.contract import admin_directory as directory
from gatehouse_host.contract import admin_session as session
from gatehouse_host.contract.admin_record import (
    AdminScope,
    CreateRecordRequest,
    DeleteRecordsRequest,
    GetRecordRequest,
    UpdateRecordRequest,
)
from gatehouse_host.contract.faults import Code, Fault
from gatehouse_host.contract.host import Capability
from gatehouse_host.host import Host

from .support.admin_calls import AdminCalls, written
from .support.administrators import (
    ADMINISTRATORS,
    HASH,
    MANAGES,
    NOW,
    OTHER_HASH,
    ROLES,
    admin,
    authenticate,
    caller,
    create,
    grant,
    retirement,
    said,
    sql,
    update,
)
from .support.processes import PACKAGE, PYTHON, run
from .support.shop import selection

Refusal = account.AccountRefusal
Ended = session.EndSessionOutcome


def test_the_screens_are_announced_with_the_directory_that_has_them(engine: Any) -> None:
    class OnlyDirectory:
        """As an application may have it, without accounts."""

        def __init__(self) -> None:
            self.views = SqlDirectory(engine).views

    optional = {
        Capability.CAPABILITY_ADMIN_ACCOUNTS,
        Capability.CAPABILITY_ADMIN_SESSION_LIST,
        Capability.CAPABILITY_ADMIN_SECOND_FACTOR,
        Capability.CAPABILITY_ADMIN_VIEWS,
        Capability.CAPABILITY_ADMIN_IMPORT,
        Capability.CAPABILITY_ADMIN_IMPORT_UPDATE,
    }
    described = Host("Shop", admin=Admin(engine, [], plugin="acme.shop")).describe()
    assert optional.issubset(described.capabilities)
    # Gatehouse knows the built-in controllers.
    assert described.admin is not None and (described.admin.controllers, described.admin.models) == ((), ())
    alone: Any = OnlyDirectory()
    without = Host("Shop", admin=Admin(engine, [], plugin="acme.shop", directory=alone))
    assert optional.isdisjoint(without.describe().capabilities)
    assert not any("AdminViewService" in rpc.path for rpc in without.rpcs())


def test_django_needs_no_sqlalchemy(tmp_path: Path) -> None:
    """Also without controllers, and with a directory that has no accounts."""
    program = (
        "import sys; sys.modules['sqlalchemy'] = None\n"
        "from django.conf import settings; import django\n"
        "settings.configure(DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': 'django.db'}})\n"
        "django.setup()\n"
        "from django.db import connection\n"
        "from gatehouse_host.admin import Admin, migrate_admin\n"
        "migrate_admin(connection)\n"
        "assert Admin(connection, [], plugin='acme.shop').accounts is not None\n"
        "assert Admin(connection, [], plugin='acme.shop', directory=object()).accounts is None\n"
    )
    run([PYTHON, "-c", program], env={"PYTHONPATH": str(PACKAGE / "src")}, cwd=tmp_path)


def test_no_controller_takes_the_id_of_a_built_in_one(engine: Any) -> None:
    from shop import Product

    class Mine(Controller, id=ROLES):
        model = Product

    with pytest.raises(ValueError, match="gatehouse.backend.roles is the id of a built-in controller"):
        Admin(engine, [Mine], plugin="acme.shop")


def test_a_new_administrator_signs_in_after_a_password_was_set(engine: Any, call: AdminCalls) -> None:
    ada = admin(call, "ada", superuser=True)
    role = create(call, ada, ROLES, code="editor", name="Editor", permissions='["acme.shop.*"]').created
    made = create(call, ada, role=role.id, login="Änne", email="Änne@shop.example").created
    found = call(account.GetAccountRequest(made.id)).account
    assert (found.active, found.has_password, found.administrator.role) == (True, False, "editor")
    assert found.administrator.permissions == ("acme.shop.*",)
    assert call(directory.FindAdministratorRequest("änne")).credentials is None
    set_ = account.ChangePasswordRequest(made.id, 0, OTHER_HASH, ada.id, must_change=True)
    changed = call(set_).administrator
    assert (changed.token_version, changed.must_change_password) == (1, True)
    assert call(directory.FindAdministratorRequest("A\u0308NNE@SHOP.example")).credentials.password_hash == OTHER_HASH
    assert call(set_).refusal is Refusal.ACCOUNT_REFUSAL_STALE
    own = account.ChangePasswordRequest(made.id, 1, HASH, made.id)
    assert call(own).administrator.must_change_password is False
    # The values are those of the TypeScript SDK, so that a host can change its language.
    stored = "select login_key, email_key, locale, token_version, version from backend_users where login = 'Änne'"
    assert sql(engine, stored) == [("änne", "änne@shop.example", "", 2, 0)]


def test_logins_have_no_invisible_characters(call: AdminCalls) -> None:
    """AD-433"""
    ada = admin(call, "ada", superuser=True)
    refused = "login: A login has 1 to 255 characters, none of them invisible, and no space at either end."
    for login in ("ad\u202ea", "ada\u200b", "\ufeffada", "ada\u2066", "a\u00adda", "ada\u2028", "a\u034fda", "ada\u3164", "ada\ufe0f", "ada\U000e0100", "ada\u2800", " ada", "ada "):
        assert said(create(call, ada, login=login, email="eve@shop.example")) == refused
    for number, login in enumerate(("Ada Lovelace", "عادة", "ada+1@example.test", "\N{OWL}")):
        assert said(create(call, ada, login=login, email=f"eve-{number}@shop.example")) == "done"


def test_administrators_grant_only_what_they_hold(engine: Any, call: AdminCalls) -> None:
    ada, bob = admin(call, "ada", superuser=True), admin(call, "bob")
    grant(engine, bob, MANAGES, "acme.shop.*")
    strong = create(call, ada, ROLES, code="strong", name="Strong", permissions='["acme.blog.posts"]').created.id
    weak = create(call, bob, ROLES, code="weak", name="Weak", permissions='["acme.shop.products"]').created.id
    grants = "You can grant only permissions that you have yourself."
    assert said(create(call, bob, ROLES, code="x", name="X", permissions='["acme.*"]')) == f"permissions: {grants}"
    assert said(update(call, bob, weak, ROLES, permissions='["acme.blog.posts"]')) == f"permissions: {grants}"
    held = "refused: This role has permissions that you do not have."
    assert said(update(call, bob, strong, ROLES, name="Y")) == held
    new = {"login": "eve", "email": "eve@shop.example"}
    assert said(create(call, bob, role=strong, **new)) == f"role: {grants}"
    assert said(create(call, bob, permissions='["acme.blog.posts"]', **new)) == f"permissions: {grants}"
    assert said(create(call, bob, is_superuser=1, **new)) == "is_superuser: Only superusers may change this."
    eve = create(call, bob, role=weak, **new).created.id
    more = "refused: This administrator has permissions that you do not have."
    assert said(update(call, bob, ada.id, name="Changed")) == more
    sql(engine, "update backend_users set role_id = :role where id = :id", role=int(strong), id=int(eve))
    assert said(update(call, bob, eve, name="Changed")) == more
    change = account.ChangePasswordRequest(eve, 0, HASH, bob.id)
    assert call(change).refusal is Refusal.ACCOUNT_REFUSAL_FORBIDDEN
    assert call(account.EndSessionsRequest(eve, bob.id)).refusal is Refusal.ACCOUNT_REFUSAL_FORBIDDEN
    assert call(account.EndSessionsRequest(eve, ada.id)).administrator.token_version == 1


def test_a_role_changes_nothing_for_those_who_hold_more(engine: Any, call: AdminCalls) -> None:
    """AD-242"""
    ada, bob, eve = admin(call, "ada", superuser=True), admin(call, "bob"), admin(call, "eve")
    grant(engine, bob, MANAGES, "acme.shop.*")
    grant(engine, eve, "acme.blog.posts")
    shared = create(call, ada, ROLES, code="shared", name="S", permissions='["acme.shop.products"]').created.id
    more = "refused: An administrator with this role has permissions that you do not have."
    changes: list[dict[str, Any]] = [
        {"permissions": "[]"},
        {"permissions": '["acme.shop.products", "acme.shop.tags"]'},
        {"requires_second_factor": 1},
    ]
    same: dict[str, Any] = {"permissions": '["acme.shop.products"]', "requires_second_factor": 0}
    for member in (eve, ada):
        sql(engine, "update backend_users set role_id = :role where id = :id", role=int(shared), id=int(member.id))
        assert [said(update(call, bob, shared, ROLES, **each)) for each in changes] == [more] * 3
        assert said(update(call, bob, shared, ROLES, name="Renamed", **same)) == "done"
        sql(engine, "update backend_users set role_id = null")
    for member in (bob, admin(call, "cy")):
        sql(engine, "update backend_users set role_id = :role where id = :id", role=int(shared), id=int(member.id))
    assert [said(update(call, bob, shared, ROLES, **each)) for each in (*changes, same)] == ["done"] * 4


def test_the_rules_apply_to_the_caller_as_the_directory_has_it(engine: Any, call: AdminCalls) -> None:
    ada, eve = admin(call, "ada", superuser=True), admin(call, "eve")
    refused = "refused: You may not manage administrators and roles."
    assert said(update(call, eve, ada.id, is_superuser=0)) == refused
    assert said(create(call, eve, ROLES, code="x", name="X")) == refused
    german = CreateRecordRequest(caller(eve, "de-at"), ROLES, written({"code": "x", "name": "X"}), (), selection())
    assert said(call(german)) == "refused: Sie dürfen Administratoren und Rollen nicht verwalten."
    sql(engine, "update backend_users set is_activated = 0 where id = :id", id=int(ada.id))
    assert said(update(call, ada, eve.id, name="E")) == refused


@pytest.mark.parametrize("values", [{"is_superuser": 0}, {"is_activated": 0}, {"is_superuser": 0, "is_activated": 0}])
def test_the_last_active_superuser_stays(engine: Any, call: AdminCalls, values: dict[str, int]) -> None:
    ada, bob = admin(call, "ada", superuser=True), admin(call, "bob", superuser=True)
    sql(engine, "update backend_users set is_activated = 0 where id = :id", id=int(bob.id))
    last = "This is the last active superuser."
    assert said(update(call, ada, ada.id, **values)) == "; ".join(f"{name}: {last}" for name in values)
    sql(engine, "update backend_users set is_activated = 1 where id = :id", id=int(bob.id))
    assert said(update(call, ada, ada.id, **values)) == "done"


def test_two_superusers_cannot_demote_each_other_at_once(engine: Any, call: AdminCalls) -> None:
    ada, bob = admin(call, "ada", superuser=True), admin(call, "bob", superuser=True)
    for _ in range(5):
        sql(engine, "update backend_users set is_superuser = 1")
        together = Barrier(2)

        def demote(by: Any, other: Any) -> str:
            together.wait(30)
            return said(update(call, by, other.id, is_superuser=0))

        with ThreadPoolExecutor(2) as threads:
            outcomes = [*threads.map(demote, (ada, bob), (bob, ada))]
        assert outcomes.count("done") == 1, outcomes
        assert sql(engine, "select count(*) from backend_users where is_superuser = 1") == [(1,)]


def test_a_role_that_changes_while_a_save_runs_counts_for_the_save(engine: Any, call: AdminCalls) -> None:
    ada, bob, eve = admin(call, "ada", superuser=True), admin(call, "bob"), admin(call, "eve")
    role = create(call, ada, ROLES, code="managers", name="Managers", permissions=json.dumps([MANAGES])).created.id
    sql(engine, "update backend_users set role_id = :role where id = :id", role=int(role), id=int(bob.id))
    assert said(update(call, bob, eve.id, name="Eve")) == "done"
    with engine.connect() as connection, ThreadPoolExecutor(1) as threads:
        begun = connection.begin()
        if connection.dialect.name == "postgresql":
            # As every write of administrators and roles does.
            connection.execute(text("select 1 from gatehouse_admin_migrations order by name limit 1 for update"))
        connection.execute(text("update backend_user_roles set permissions = '[]'"))
        saved = threads.submit(update, call, bob, eve.id, name="Eva")
        while connection.dialect.name == "postgresql" and not saved.done() and not _is_waiting(engine):
            time.sleep(0.01)
        begun.commit()
        assert said(saved.result(30)) == "refused: You may not manage administrators and roles."
    assert sql(engine, "select name from backend_users where id = :id", id=int(eve.id)) == [("Eve",)]


def _is_waiting(engine: Any) -> bool:
    waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    return bool(sql(engine, waiting))


def test_deactivating_ends_the_sessions_and_no_administrator_is_deleted(engine: Any, call: AdminCalls) -> None:
    ada, bob = admin(call, "ada", superuser=True), admin(call, "bob")
    assert said(update(call, ada, bob.id, is_activated=0)) == "done"
    assert said(update(call, ada, bob.id, is_activated=0, name="B")) == "done"
    assert sql(engine, "select token_version, version from backend_users where id = :id", id=int(bob.id)) == [(1, 2)]
    assert said(update(call, ada, bob.id, is_activated=1)) == "done"
    assert authenticate(call, bob).refusal is directory.TokenRefusal.TOKEN_REFUSAL_STALE
    scope = AdminScope.ADMIN_SCOPE_LIST
    deleted = call(DeleteRecordsRequest(caller(ada), ADMINISTRATORS, (bob.id,), scope))
    assert said(deleted) == "refused: Administrators are deactivated, not deleted."
    role = create(call, ada, ROLES, code="r", name="R").created.id
    sql(engine, "update backend_users set role_id = :role where id = :id", role=int(role), id=int(bob.id))
    delete = DeleteRecordsRequest(caller(ada), ROLES, (role,), scope)
    assert said(call(delete)) == "refused: At least one administrator still has this role."
    sql(engine, "update backend_users set role_id = null")
    assert call(delete).deleted is True


def test_identifiers_and_codes_are_checked(call: AdminCalls) -> None:
    ada = admin(call, "Ada", superuser=True)
    taken = "This value is already taken."
    assert said(create(call, ada, login="ADA", email="ada@shop.EXAMPLE")) == f"login: {taken}; email: {taken}"
    assert said(create(call, ada, login="a\tb", email="x@y.example")).startswith("login: A login has 1 to 255")
    assert said(update(call, ada, ada.id, login="ADA")) == "done"
    # A login that is the address of another administrator would keep that one from signing in with it (AD-241).
    bob = admin(call, "Bob")
    assert said(update(call, ada, bob.id, login="Ada@shop.example")) == f"login: {taken}"
    assert said(update(call, ada, bob.id, email="ada")) == f"email: {taken}"
    assert said(update(call, ada, bob.id, login="bob@shop.example")) == "done"
    create(call, ada, ROLES, code="one", name="One")
    assert said(create(call, ada, ROLES, code="one", name="Other")) == f"code: {taken}"
    for code in ("One", "1a", "a b", "é", ""):
        assert said(create(call, ada, ROLES, code=code, name="X")).startswith("code: A code consists of")
    for codes in ('{"a": 1}', '["a", "a"]', '["a b"]', "[1]", '["*"]', '["a..b"]', json.dumps(["a" * 256])):
        answer = create(call, ada, ROLES, code="two", name="X", permissions=codes)
        assert said(answer) == "permissions: This is not a list of permissions."


@pytest.mark.parametrize("name", ["password_hash", "token_version", "login_key", "must_change_password", "version"])
def test_columns_beyond_the_contract_are_neither_read_nor_written(call: AdminCalls, name: str) -> None:
    ada = admin(call, "ada", superuser=True)
    scope = AdminScope.ADMIN_SCOPE_FORM
    read = GetRecordRequest(caller(ada), ADMINISTRATORS, ada.id, scope, selection(name))
    write = UpdateRecordRequest(caller(ada), ADMINISTRATORS, ada.id, values=written({"id": 5}), selection=selection())
    for attempt in (lambda: call(read), lambda: update(call, ada, ada.id, **{name: 1}), lambda: call(write)):
        with pytest.raises(Fault) as raised:
            attempt()
        assert raised.value.code is Code.INVALID_ARGUMENT


def test_profiles_and_preferences_belong_to_one_administrator(engine: Any, call: AdminCalls) -> None:
    ada, bob = admin(call, "ada"), admin(call, "bob")
    changed = call(account.UpdateProfileRequest(ada.id, "Ada Λ", "pt-br")).administrator
    assert (changed.display_name, changed.locale, changed.token_version) == ("Ada Λ", "pt-br", 0)

    def put(key: str, document: str, who: str = ada.id) -> account.SetPreferenceOutcome:
        outcome = call(account.SetPreferenceRequest(who, account.Preference(key, document))).outcome
        assert isinstance(outcome, account.SetPreferenceOutcome)
        return outcome

    with ThreadPoolExecutor(8) as threads:
        outcomes = [*threads.map(lambda number: put(f"list:{number}", "{}"), range(203))]
    stored, too_many = Outcome.SET_PREFERENCE_OUTCOME_STORED, Outcome.SET_PREFERENCE_OUTCOME_TOO_MANY
    assert (outcomes.count(stored), outcomes.count(too_many)) == (200, 3)
    # The documents of Gatehouse itself do not count; keys that only look like theirs do.
    assert put("gatehouse.password-link", '"1"') is stored
    assert [put(key, "[1]") for key in ("Gatehouse.x", "GATEHOUSE.x", "gatehousex")] == [too_many] * 3
    kept = sql(engine, "select item_key from backend_preferences where item_key like 'list:%' limit 1")[0][0]
    assert put(kept, '["Λ"]') is stored
    # Gatehouse's own documents, such as a link to choose a password, are neither refused nor counted.
    assert put("gatehouse.link", "{}") is stored and put("list:more", "{}") is too_many
    assert put(kept, "") is stored and put("list:more", "{}") is stored and put(kept, "{}") is too_many
    assert put("list:more", "") is stored and put(kept, '["Λ"]') is stored
    read = account.GetPreferencesRequest(ada.id, (kept, "missing"))
    assert call(read).preferences == (account.Preference(kept, '["Λ"]'),)
    assert call(account.GetPreferencesRequest(bob.id, (kept,))).preferences == ()
    assert put(kept, "") is stored and call(read).preferences == ()
    assert put("list:x", "{}", "999") is Outcome.SET_PREFERENCE_OUTCOME_UNKNOWN


Outcome = account.SetPreferenceOutcome


def open_session(call: AdminCalls, who: Any, id: str, at: Any = NOW, version: int = 0) -> bool:
    device = session.SessionDevice("Firefox", "Linux", "203.0.113.0/24")
    return bool(
        call(session.OpenSessionRequest(who.id, version, id, device, at, at + timedelta(hours=1))).opened
    )


def listed(call: AdminCalls, who: Any, at: Any = NOW) -> list[str]:
    return [each.session_id for each in call(session.ListSessionsRequest(who.id, at)).sessions]


def token(who: Any, session_id: str, token_id: str = "t") -> directory.TokenReference:
    return directory.TokenReference(who.id, 0, token_id, session_id)


def test_a_token_stands_as_long_as_its_session(engine: Any, call: AdminCalls) -> None:
    ada, bob = admin(call, "ada", superuser=True), admin(call, "bob")
    assert open_session(call, bob, "one") and open_session(call, bob, "two")
    assert not open_session(call, bob, "old", version=7)
    blacklisted = directory.TokenRefusal.TOKEN_REFUSAL_BLACKLISTED

    def refusal(session_id: str) -> Any:
        return call(directory.AuthenticateTokenRequest(token(bob, session_id), NOW)).refusal

    assert (refusal("one"), refusal("")) == (None, None)
    # The session of another administrator is none.
    assert call(directory.AuthenticateTokenRequest(token(ada, "one"), NOW)).refusal is blacklisted
    assert call(session.EndSessionRequest(bob.id, "one", bob.id)).outcome is Ended.END_SESSION_OUTCOME_ENDED
    assert refusal("one") is blacklisted
    rotated = call(directory.RotateTokenRequest(token(bob, "one", "r"), NOW, retirement()))
    assert rotated.refusal is blacklisted
    call(directory.BlacklistTokenRequest(token(bob, "two", "b"), retirement()))
    assert listed(call, bob) == []
    assert call(session.EndSessionRequest(bob.id, "one", bob.id)).outcome is Ended.END_SESSION_OUTCOME_UNKNOWN
    open_session(call, ada, "hers")
    assert call(session.EndSessionRequest(ada.id, "hers", bob.id)).outcome is Ended.END_SESSION_OUTCOME_FORBIDDEN
    open_session(call, bob, "his")
    assert call(session.EndSessionRequest(bob.id, "his", ada.id)).outcome is Ended.END_SESSION_OUTCOME_ENDED


def test_the_hundred_sessions_that_were_used_last_stay(call: AdminCalls) -> None:
    ada = admin(call, "ada")
    for number in range(102):
        assert open_session(call, ada, f"s{number:03}", NOW + timedelta(seconds=number))
    at = NOW + timedelta(minutes=5)
    assert listed(call, ada, at) == [f"s{number:03}" for number in range(101, 1, -1)]
    device = session.SessionDevice("Safari", "iOS", "")
    call(session.TouchSessionRequest(ada.id, "s002", device, at))
    # The last use never moves back.
    call(session.TouchSessionRequest(ada.id, "s002", session.SessionDevice("Old", "", ""), NOW))
    first = call(session.ListSessionsRequest(ada.id, at)).sessions[0]
    assert (first.session_id, first.device.browser, first.used_at) == ("s002", "Safari", at)
    assert listed(call, ada, NOW + timedelta(hours=2)) == []
    call(account.EndSessionsRequest(ada.id, ada.id))
    assert listed(call, ada, at) == []
