"""The directory of administrators (AD-…, admin_directory.proto). check-host holds what it can see from outside."""

from __future__ import annotations

import json
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import text

from gatehouse_host.admin import SqlDirectory
from gatehouse_host.admin.rpc.directory_service import directory_rpcs
from gatehouse_host.contract import admin_directory as wire
from gatehouse_host.contract.admin_directory import CreateAdministratorRefusal as Refusal
from gatehouse_host.contract.admin_directory import TokenRefusal
from gatehouse_host.contract.faults import Code, Fault
from gatehouse_host.service.call import Call

from .support.administrators import HASH, NOW, OTHER_HASH, authenticate, retirement, sql, token_of

#: A role of the application, which its own code writes.
ROLE = "insert into backend_user_roles (code, name, permissions, created_at) values (:code, :code, :permissions, 0)"


@pytest.fixture
def call(engine: Any) -> Any:
    rpcs = {rpc.request: rpc for rpc in directory_rpcs(SqlDirectory(engine))}
    return lambda request: rpcs[type(request)].invoke(lambda: request, Call.within(20))


def create(call: Any, login: str = "Ada", role: str = "", superuser: bool = False) -> wire.Administrator:
    request = wire.CreateAdministratorRequest(login, f"{login}@shop.example", HASH, role, superuser)
    created = call(request).created
    assert isinstance(created, wire.Administrator)
    return created


def test_an_administrator_has_the_permissions_of_the_role_and_their_own(engine: Any, call: Any) -> None:
    sql(engine, ROLE, code="editor", permissions=json.dumps(["acme.shop.products", "acme.blog.*"]))
    created = create(call, role="editor", superuser=True)
    assert (created.role, created.superuser) == ("editor", True)
    own = json.dumps(["acme.shop.publish", "acme.shop.products"])
    sql(engine, "update backend_users set permissions = :own, name = 'Ada L.', locale = 'de'", own=own)
    found = authenticate(call, created).administrator
    assert found is not None
    assert found.permissions == ("acme.shop.products", "acme.blog.*", "acme.shop.publish")
    assert (found.display_name, found.locale) == ("Ada L.", "de")


def test_an_unknown_role_is_refused_with_the_known_ones(engine: Any, call: Any) -> None:
    for code in ("publisher", "editor"):
        sql(engine, ROLE, code=code, permissions="[]")
    refused = call(wire.CreateAdministratorRequest("ada", "a@b.example", HASH, "owner")).refused
    assert refused == wire.CreateAdministratorRefused(
        Refusal.CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN, ("editor", "publisher")
    )


def test_logins_and_addresses_are_compared_beyond_ascii(call: Any) -> None:
    create(call, "Änne")
    taken = call(wire.CreateAdministratorRequest("A\u0308NNE", "x@y.example", HASH)).refused
    assert taken.reason is Refusal.CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN
    found = call(wire.FindAdministratorRequest("äNNE@shop.EXAMPLE")).credentials
    assert (found.administrator.login, found.password_hash) == ("Änne", HASH)


def test_of_a_login_and_an_equal_address_at_once_one_is_created(call: Any) -> None:
    """AD-241: no index of the database holds that."""

    def attempt(number: int) -> Any:
        names = ("ada@shop.example", f"{number}@shop.example")
        return call(wire.CreateAdministratorRequest(*(reversed(names) if number % 2 else names), HASH)).refused

    with ThreadPoolExecutor(10) as threads:
        outcomes = [*threads.map(attempt, range(10))]
    assert outcomes.count(None) == 1


def test_a_login_takes_precedence_over_an_address(engine: Any, call: Any) -> None:
    create(call, "ada")
    create(call, "bob")
    sql(engine, "update backend_users set email = 'bob', email_key = 'bob' where login = 'ada'")
    assert call(wire.FindAdministratorRequest("bob")).credentials.administrator.login == "bob"


def test_an_inactive_administrator_has_no_access(engine: Any, call: Any) -> None:
    administrator = create(call)
    sql(engine, "update backend_users set is_activated = 0")
    assert call(wire.FindAdministratorRequest("ada")).credentials is None
    assert call(wire.RecordSignInRequest(administrator.id, NOW, HASH)).administrator is None
    assert authenticate(call, administrator).refusal is TokenRefusal.TOKEN_REFUSAL_UNKNOWN
    rotated = call(wire.RotateTokenRequest(token_of(administrator), NOW, retirement()))
    assert rotated.refusal is TokenRefusal.TOKEN_REFUSAL_UNKNOWN
    assert sql(engine, "select count(*) from backend_jwt_blacklist") == [(0,)]
    # The operator may still set a password.
    changed = call(wire.SetPasswordRequest("ADA", OTHER_HASH)).administrator
    assert (changed.id, changed.token_version) == (administrator.id, 1)


def test_a_sign_in_is_recorded_with_its_renewed_hash(engine: Any, call: Any) -> None:
    administrator = create(call)
    assert call(wire.RecordSignInRequest(administrator.id, NOW, HASH, OTHER_HASH)).administrator == administrator
    assert sql(engine, "select last_login_at, password_hash from backend_users") == [(int(NOW.timestamp() * 1000), OTHER_HASH)]
    assert call(wire.RecordSignInRequest(administrator.id, NOW, HASH)).administrator is None


def test_a_sweep_keeps_a_token_signed_out_until_it_has_expired_by_the_clock_of_the_host(engine: Any, call: Any) -> None:
    administrator = create(call)
    token = token_of(administrator)
    now = datetime.now(timezone.utc)
    hour = timedelta(hours=1)
    call(wire.BlacklistTokenRequest(token, wire.TokenRetirement(NOW, now + hour, NOW)))
    other = wire.TokenReference(administrator.id, token.token_version, "other")
    call(wire.BlacklistTokenRequest(other, wire.TokenRetirement(NOW, now + hour, now + 24 * hour)))
    assert sql(engine, "select count(*) from backend_jwt_blacklist") == [(2,)]


def test_a_sweep_removes_at_most_a_thousand_rows(engine: Any, call: Any) -> None:
    administrator = create(call)
    with engine.begin() as connection:
        insert = text("insert into backend_jwt_blacklist (token_id, effective_at, expires_at) values (:id, 0, 5)")
        connection.execute(insert, [{"id": f"old-{number}"} for number in range(1200)])
    sweep = retirement(sweep_before=NOW)
    assert call(wire.RotateTokenRequest(token_of(administrator), NOW, sweep)).administrator == administrator
    assert sql(engine, "select count(*) from backend_jwt_blacklist") == [(201,)]
    call(wire.BlacklistTokenRequest(token_of(administrator), sweep))
    assert sql(engine, "select token_id from backend_jwt_blacklist") == [("t",)]


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (wire.FindAdministratorRequest(), "identifier"),
        (wire.FindAdministratorRequest("a\0"), "identifier"),
        (wire.FindAdministratorRequest("a" * 256), "identifier"),
        (wire.RecordSignInRequest("1", None, HASH), "at"),
        (wire.RecordSignInRequest("1", NOW, "plain"), "password_hash"),
        (wire.RecordSignInRequest("1", NOW, HASH, "plain"), "renewed_password_hash"),
        (wire.AuthenticateTokenRequest(None, NOW), "token"),
        (wire.AuthenticateTokenRequest(wire.TokenReference("1"), NOW), "token.token_id"),
        (wire.RotateTokenRequest(wire.TokenReference("1", 0, "t"), NOW), "retirement"),
        (wire.BlacklistTokenRequest(wire.TokenReference("1", 0, "t"), wire.TokenRetirement(NOW)), "retirement."),
        (wire.CreateAdministratorRequest("a", "", HASH), "email"),
        (wire.SetPasswordRequest("a"), "password_hash"),
    ],
)
def test_a_malformed_request_names_its_field(request_: Any, field: str, call: Any) -> None:
    with pytest.raises(Fault, match=f"^{field}") as caught:
        call(request_)
    assert caught.value.code is Code.INVALID_ARGUMENT


def test_a_broken_row_says_where_it_is(engine: Any, call: Any, caplog: pytest.LogCaptureFixture) -> None:
    create(call)
    sql(engine, "update backend_users set permissions = '{\"hidden\": 1}'")
    with caplog.at_level(logging.ERROR), pytest.raises(Fault) as caught:
        call(wire.FindAdministratorRequest("ada"))
    assert caught.value.code is Code.INTERNAL
    assert "backend_users.permissions of 1: is not a JSON list of texts" in caplog.text
    assert "hidden" not in caplog.text


def test_nothing_of_a_late_call_is_kept(engine: Any) -> None:
    directory = SqlDirectory(engine)
    late = Call.within(20)
    late.cancelled.set()
    with pytest.raises(Exception, match="deadline"):
        directory.create(wire.CreateAdministratorRequest("late", "l@x.example", HASH), late)
    assert sql(engine, "select count(*) from backend_users") == [(0,)]
